"""`adjutant serve`: the tables on this network, until Ctrl+C or until the computer asks it to end."""

from __future__ import annotations

import gc
import os
import signal
import socket
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import click
from flask import Flask
from jinja2 import Environment

from app import create_app, default_folder
from app.cli.terminal import data_option
from app.keeping.syncing import Work

PORT = 8044
BETWEEN_TEMPLATES = 0.02
"""Seconds in which phones are answered while templates are read."""


def lan_addresses() -> list[str]:
    """Every IPv4 address of this computer on a network, the likeliest first."""
    import ifaddr

    found = [str(ip.ip) for adapter in ifaddr.get_adapters() for ip in adapter.ips if ip.is_IPv4]
    return sorted((ip for ip in found if not ip.startswith("127.")), key=lambda ip: not ip.startswith("192.168."))


def bound_socket(host: str, port: int) -> socket.socket:
    """A listening socket. Raises ClickException where the port is taken."""
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


@click.command()
@click.option("--host", default="0.0.0.0", show_default=True, help="The address to listen on.")
@click.option("--port", default=PORT, show_default=True, help="The port; 0 takes any free one.")
@data_option
@click.option("--https", is_flag=True, help="Serve over https with an authority of its own.")
def serve(host: str, port: int, data: str | None, https: bool) -> None:
    """Serve the tables on this network; print every address with its QR code."""
    from gevent import monkey

    gc.disable()  # until everything is there: hardly anything of it is thrown away
    monkey.patch_all(ssl=False)
    listener = bound_socket(host, port)
    port = listener.getsockname()[1]
    names = lan_addresses() if host == "0.0.0.0" else [host]
    scheme = "https" if https else "http"
    addresses = [f"{scheme}://{name}:{port}" for name in names] or [f"{scheme}://localhost:{port}"]
    folder = Path(data) if data else default_folder()
    known = [*names, socket.gethostname(), f"{socket.gethostname()}.local", "adjutant.local"]
    more = [language for language in os.environ.get("ADJUTANT_MORE_LANGUAGES", "").split(",") if language]
    app = create_app(folder, away=in_a_thread, HOST_NAMES=known, ADDRESSES=addresses, MORE_LANGUAGES=more)
    work_aside(app, folder)
    secure = _certificate(folder, names) if https else {}
    announce(addresses, folder, f"/host/{app.extensions['signed'].token('', 'host')}")
    answer(listener, app, secure)


def work_aside(app: Flask, folder: Path) -> None:
    """What takes long is done in a thread, files of tables are read in processes: taps are answered meanwhile."""
    from gevent.threadpool import ThreadPool

    from app.keeping.importing import Desk

    app.extensions["aside"] = ThreadPool(1).apply
    app.extensions["importer"] = Desk(folder)


def answer(listener: socket.socket, app: Flask, secure: Mapping[str, str]) -> None:
    """Answer phones until Ctrl+C or until the process is asked to end; what is at the press ends with it."""
    import gevent
    from gevent.pywsgi import WSGIServer

    gc.freeze()
    gc.set_threshold(20000, 50, 50)
    gc.enable()
    server = WSGIServer(listener, app, log=None, **secure)
    gevent.spawn(read_templates, app.jinja_env)
    gevent.signal_handler(signal.SIGTERM, server.stop)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        click.echo("")
    finally:
        app.extensions["pressroom"].close()
        app.extensions["store"].close()


def in_a_thread(work: Work) -> Work:
    """Begin some work in a real thread, since it would stop every phone; returns what waits for its end."""
    import gevent

    end: Work = gevent.get_hub().threadpool.spawn(work).get
    return end


def read_templates(environment: Environment) -> None:
    """Read every template before the first page that needs it does, one at a time between answers."""
    for name in environment.list_templates():
        environment.get_template(name)
        time.sleep(BETWEEN_TEMPLATES)


def announce(addresses: list[str], folder: Path, host: str) -> None:
    """Every address with its QR code, for phones to scan, and the host's own."""
    import segno

    for address in addresses:
        click.echo(f"\n{address}/")
        segno.make(f"{address}/").terminal(compact=True)
    click.echo(f"\nThe host’s own address, for nobody else: {addresses[0]}{host}")
    click.echo(f"Tables are kept in {folder}. Stop with Ctrl+C.")
    sys.stdout.flush()


def _certificate(folder: Path, names: list[str]) -> dict[str, str]:
    """A certificate for today's addresses by an authority that is made once and kept."""
    from app.keeping.authority import certificate_for

    return certificate_for(folder, [*names, "adjutant.local", "localhost", "127.0.0.1"])
