"""Normalization of host names, as people write them and as phones request them."""

from __future__ import annotations

import re
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

import idna

from app.core.errors import Refused
from app.core.messages.translator import Verbatim

LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
LONGEST = 253
WRITTEN = re.compile(r"(?:(?P<scheme>https?)://)?(?P<place>[^/?#@\s]+)/?", re.IGNORECASE)


class NamedHost(NamedTuple):
    """A host: as phones request it, its normalized name, and its port if given."""

    scheme: str
    name: str
    port: int | None

    def __str__(self) -> str:
        host = f"[{self.name}]" if ":" in self.name else self.name
        return f"{self.scheme}://{host}" + (f":{self.port}" if self.port is not None else "")


def read_host(text: str) -> NamedHost:
    """Parse a host; allow capitals, a final dot, a port, a scheme and non-ASCII letters.

    Raise Refused for a path and for anything that no phone could request.
    """
    named = WRITTEN.fullmatch(text.strip())
    try:
        if named is None:
            raise ValueError(text)
        place = named["place"]
        if place.count(":") > 1 and "[" not in place:
            place = f"[{place}]"
        found = urlsplit(f"//{place}")
        return NamedHost((named["scheme"] or "https").lower(), one_form(found.hostname or ""), found.port)
    except ValueError as error:
        raise Refused("no-host-name", field="name", name=Verbatim(text)) from error


def one_form(name: str) -> str:
    """Normalize a name or address. Raise ValueError if it is neither."""
    plain = name.removesuffix(".")
    if ":" in plain:
        return str(IPv6Address(plain))
    encoded = plain.lower() if plain.isascii() else idna.encode(plain, uts46=True).decode()
    labels = encoded.split(".")
    if len(encoded) > LONGEST or not all(map(LABEL.fullmatch, labels)):
        raise ValueError(name)
    return str(ip_address(encoded)) if labels[-1].isdecimal() else encoded


def asked_host(host: str) -> str:
    """Return the normalized name of a Host header without its port; unchanged if invalid."""
    name = host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]
    try:
        return one_form(name)
    except ValueError:
        return name
