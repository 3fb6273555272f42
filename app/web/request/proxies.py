"""The proxies before this server: what they forward is believed, and they may have any number of connections."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from ipaddress import ip_address, ip_network
from typing import Any

from app.core.errors import Refused
from app.core.messages.translator import Verbatim

LOOPBACK = frozenset({"127.0.0.1", "::1", "::ffff:127.0.0.1"})
KEY = "adjutant.proxies"
"""Key of the WSGI environment with the `Proxies` of the server."""


class Proxies:
    """This computer, and addresses or networks that the host names."""

    def __init__(self, named: Iterable[str] = ()) -> None:
        """Raise Refused for what is no address or network."""
        self._networks = [_network(one) for one in named]

    def __contains__(self, address: str) -> bool:
        if address in LOOPBACK or not self._networks:
            return address in LOOPBACK
        try:
            known = ip_address(address.partition("%")[0])
        except ValueError:
            return False
        plain = getattr(known, "ipv4_mapped", None) or known
        return any(plain in network for network in self._networks)


ONLY_LOOPBACK = Proxies()


def _network(named: str) -> Any:
    try:
        return ip_network(named.strip(), strict=False)
    except ValueError as error:
        raise Refused("no-proxy-address", field="proxy", name=Verbatim(named)) from error


def proxies_in(environ: Mapping[str, Any]) -> Proxies:
    found: Proxies = environ.get(KEY, ONLY_LOOPBACK)
    return found


def is_from_proxy(environ: Mapping[str, Any]) -> bool:
    """Return True if this computer or a proxy sent a request."""
    return (environ.get("REMOTE_ADDR") or "") in proxies_in(environ)
