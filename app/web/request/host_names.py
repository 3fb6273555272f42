"""Names of a host as people write them and as phones ask for them, brought to one form."""

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
    """A host as it was named: how phones ask for it, its name in the one form, and its port where one was given."""

    scheme: str
    name: str
    port: int | None

    def __str__(self) -> str:
        host = f"[{self.name}]" if ":" in self.name else self.name
        return f"{self.scheme}://{host}" + (f":{self.port}" if self.port is not None else "")


def read_host(text: str) -> NamedHost:
    """A host as somebody wrote it: capitals, a final dot, a port, a scheme and letters beyond ASCII are understood.

    Raises Refused for whatever no phone could ask for, and for a path.
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
    """A name or an address in the one form in which it is compared. Raises ValueError for what is neither."""
    plain = name.removesuffix(".")
    if ":" in plain:
        return str(IPv6Address(plain))
    encoded = plain.lower() if plain.isascii() else idna.encode(plain, uts46=True).decode()
    labels = encoded.split(".")
    if len(encoded) > LONGEST or not all(map(LABEL.fullmatch, labels)):
        raise ValueError(name)
    return str(ip_address(encoded)) if labels[-1].isdecimal() else encoded


def asked_host(host: str) -> str:
    """The name in the Host header of a request, without its port, in the one form; as it is where it has none."""
    name = host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]
    try:
        return one_form(name)
    except ValueError:
        return name
