"""`adjutant serve`: the server for this network, until Ctrl+C or a termination signal."""

from __future__ import annotations

import gc
import math
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from flask import Flask
from jinja2 import Environment

from app import create_app, default_folder
from app.cli.common import data_option, database_option, letters_option, refusals_told, sentence, speech
from app.cli.letters import is_shown
from app.core.errors import Refused
from app.web.request.host_names import asked_host, read_host
from app.web.request.proxies import Proxies

if TYPE_CHECKING:
    from app.storage.store import Store

PORT = 8044
BETWEEN_LOOKS = 5.0
"""Seconds between checks of this computer's addresses."""
BETWEEN_THREADS = 0.0002
"""Seconds after which a background thread yields to requests."""
BETWEEN_TEMPLATES = 0.02
"""Seconds reserved for requests between two templates at the start."""
BETWEEN_LOOKS_FOR_REST = 0.25
"""Seconds between checks if phones still send requests."""


def lan_addresses() -> list[str]:
    import ifaddr

    found = [str(ip.ip) for adapter in ifaddr.get_adapters() for ip in adapter.ips if ip.is_IPv4]
    return sorted((ip for ip in found if not ip.startswith("127.")), key=lambda ip: not ip.startswith("192.168."))


class Network:
    """This computer's addresses, looked up every few seconds since they may change."""

    def __init__(self, host: str, port: int, scheme: str, more: Sequence[str]) -> None:
        self.host, self.port, self.scheme = host, port, scheme
        self.more = [read_host(name) for name in more]
        self._found: list[str] = []
        self._looked = -math.inf

    @property
    def names(self) -> list[str]:
        if self.host != "0.0.0.0":
            return [self.host]
        if time.monotonic() - self._looked > BETWEEN_LOOKS:
            self._found, self._looked = lan_addresses(), time.monotonic()
        return self._found

    def __contains__(self, name: str) -> bool:
        own = socket.gethostname().lower().removesuffix(".")
        local = f"{own.partition('.')[0]}.local"
        more = (named.name for named in self.more)
        return name in ("adjutant.local", own, local, *more, *(asked_host(one) for one in self.names))

    def __iter__(self) -> Iterator[str]:
        yield from map(str, self.more)
        yield from (f"{self.scheme}://{name}:{self.port}" for name in self.names or ["localhost"])


def bound_socket(host: str, port: int) -> socket.socket:
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        raise click.ClickException(f"{host}:{port}: {error.strerror}") from error
    listener.listen(512)
    listener.setblocking(False)
    return listener


def check_names(ctx: click.Context, param: click.Parameter, names: tuple[str, ...]) -> tuple[str, ...]:
    try:
        for name in names:
            read_host(name)
    except Refused as no:
        raise click.BadParameter(sentence(no, speech()), ctx, param) from no
    return names


def read_proxies(ctx: click.Context, param: click.Parameter, named: tuple[str, ...]) -> Proxies:
    try:
        return Proxies(named)
    except Refused as no:
        raise click.BadParameter(sentence(no, speech()), ctx, param) from no


name_option = click.option(
    "--name",
    "names",
    callback=check_names,
    multiple=True,
    help="A name under which a proxy serves it over https, with its port if it has one.",
)
proxy_option = click.option(
    "--proxy",
    "proxies",
    callback=read_proxies,
    multiple=True,
    metavar="ADDRESS",
    help="Address or network of a proxy on another computer; what it forwards is believed.",
)


@click.command()
@click.option("--host", default="0.0.0.0", show_default=True, help="Address to listen on.")
@click.option("--port", default=PORT, show_default=True, help="Port to listen on; 0 takes any free one.")
@data_option
@database_option
@letters_option
@click.option("--https", is_flag=True, help="Serve over https with a certificate authority of its own.")
@click.option("--backups", "place", help="Folder of automatic backups; “none” turns them off.")
@name_option
@proxy_option
def serve(
    host: str,
    port: int,
    data: str | None,
    https: bool,
    place: str | None,
    names: tuple[str, ...],
    proxies: Proxies,
) -> None:
    """Serve the tables on this network and print every address with its QR code."""
    from gevent import monkey

    os.umask(0o077)
    gc.disable()  # startup creates hardly any garbage
    monkey.patch_all(ssl=False)
    # not before: they import modules that the patch changes
    from app.cli.background_tasks import back_up, hear_others, place_of_backups, play_opponents, remove_deleted
    from app.cli.threads import DiskThread
    from app.storage.health import opening, take_folder

    listener = bound_socket(host, port)
    port = listener.getsockname()[1]
    network = Network(host, port, "https" if https else "http", names)
    folder = Path(data) if data else default_folder()
    more = [language for language in os.environ.get("ADJUTANT_MORE_LANGUAGES", "").split(",") if language]
    with refusals_told(), opening(folder):
        take_folder(folder)
        kept_in = place_of_backups(folder, place)
        app = create_app(folder, away=DiskThread(), HOST_NAMES=network, ADDRESSES=network, MORE_LANGUAGES=more)
        tell_faults(app.extensions["store"])
    work_aside(app, folder)
    secure = _certificate(folder, network) if https else {}
    announce([*network], app.extensions["store"].database.place, f"/host/{app.extensions['signed'].token('', 'host')}")
    back_up(app, folder, kept_in)
    remove_deleted(app.extensions["store"])
    play_opponents(app)
    hear_others(app.extensions["store"])
    answer(listener, app, proxies=proxies, **secure)


def tell_faults(store: Store) -> None:
    from app.core.errors import refusal_of
    from app.core.messages.translator import Verbatim
    from app.games import REGISTRY, on_shelf
    from app.storage.health import damage_of

    for key in REGISTRY.left_out:
        if no := refusal_of(on_shelf, key):
            click.echo(speech().refusal(no), err=True)
    if damage := damage_of(store):
        codes = Verbatim(", ".join(damage.codes) or "–")
        said = speech().translate(
            "stored.damaged", file=Verbatim(str(damage.file)), why=Verbatim(damage.why), codes=codes
        )
        click.echo(said, err=True)


def work_aside(app: Flask, folder: Path) -> None:
    """Run long work and large forms in threads, and imports in processes, so that they never block a request."""
    from app.cli.threads import OneThread
    from app.storage.import_worker import ImportWorker
    from app.storage.picture_worker import PictureWorker

    sys.setswitchinterval(BETWEEN_THREADS)
    app.extensions["aside"], app.extensions["forms"] = OneThread(), OneThread()
    app.extensions["importer"] = ImportWorker(folder)
    app.extensions["pictures"] = PictureWorker()


def answer(listener: socket.socket, app: Flask, **how: Any) -> None:
    """Serve requests until Ctrl+C or a termination signal; then cancel print jobs."""
    import gevent

    from app.cli.bodies import Bodies
    from app.cli.connections import PhonesServer, raise_descriptors, tell_faults_briefly

    raise_descriptors()
    tell_faults_briefly()
    keep_for_good()
    server = PhonesServer(listener, Bodies(app, app.extensions["store"].folder), log=None, **how)
    gevent.spawn(read_templates, app.jinja_env, server.at_rest)
    gevent.signal_handler(signal.SIGTERM, server.stop)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        click.echo("")
    finally:
        app.extensions["at_the_end"]()
        app.extensions["pressroom"].close()
        app.extensions["store"].close()


def keep_for_good() -> None:
    from app.core.messages.translator import forget_names
    from app.core.rules.book import load_toml

    load_toml.cache_clear()
    forget_names()
    gc.collect()
    gc.freeze()
    gc.set_threshold(20000, 50, 50)
    gc.enable()


def read_templates(environment: Environment, at_rest: Callable[[], bool]) -> None:
    for name in environment.list_templates():
        while not at_rest():
            time.sleep(BETWEEN_LOOKS_FOR_REST)
        environment.get_template(name)
        time.sleep(BETWEEN_TEMPLATES)


def announce(addresses: list[str], place: str, host: str) -> None:
    import segno

    for address in addresses:
        click.echo(f"\n{address}/")
        segno.make(f"{address}/").terminal(compact=is_shown("█▀▄"))
    click.echo(f"\nAddress for the host only (keep it private): {addresses[0]}{host}")
    click.echo(f"Tables are stored in {place}. Stop the server with Ctrl+C.")
    sys.stdout.flush()


def _certificate(folder: Path, network: Network) -> dict[str, str]:
    from app.cli.background_tasks import follow_addresses
    from app.storage.certificates import issue_certificate

    def names() -> list[str]:
        return [*network.names, "adjutant.local", "localhost", "127.0.0.1"]

    with refusals_told():
        issued = issue_certificate(folder, names())
    follow_addresses(folder, names)
    return issued
