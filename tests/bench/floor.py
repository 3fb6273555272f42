"""The least that the same stack can do, to set Adjutant's figures beside: append a row durably, ring, send a line.

Run with a folder; prints its address. GET / is the page, POST /tap appends and rings, GET /bell streams.
"""

from __future__ import annotations

from gevent import monkey

monkey.patch_all(ssl=False)

import socket  # noqa: E402
import sqlite3  # noqa: E402
import sys  # noqa: E402
import threading  # noqa: E402
from collections.abc import Iterator  # noqa: E402
from pathlib import Path  # noqa: E402

from flask import Flask, Response  # noqa: E402
from gevent.pywsgi import WSGIServer  # noqa: E402

PAGE = "<!doctype html><html lang=en><title>Floor</title><p>{} taps</p>"


def floor_app(folder: Path) -> Flask:
    """A bare app with one table: a row for each tap."""
    app = Flask(__name__)
    log = sqlite3.connect(folder / "floor.db", isolation_level=None, check_same_thread=False)
    log.execute("PRAGMA journal_mode=WAL")
    log.execute("PRAGMA synchronous=FULL")
    log.execute("CREATE TABLE IF NOT EXISTS taps (seq INTEGER PRIMARY KEY, body TEXT)")
    rung = threading.Condition()

    def taps() -> int:
        (count,) = log.execute("SELECT max(seq) FROM taps").fetchone()
        return count or 0

    @app.get("/")
    def page() -> str:
        """The page."""
        return PAGE.format(taps())

    @app.post("/tap")
    def tap() -> str:
        """One more row."""
        with rung:
            log.execute("INSERT INTO taps (body) VALUES ('tap')")
            rung.notify_all()
        return page()

    @app.get("/bell")
    def bell() -> Response:
        """The number of taps, whenever it changes."""

        def ringing() -> Iterator[str]:
            while True:
                told = taps()
                yield f"id: {told}\ndata: {told}\n\n"
                with rung:
                    while taps() == told:
                        rung.wait()

        return Response(ringing(), mimetype="text/event-stream")

    return app


def main() -> None:
    """Serve on a free port of loopback until ended."""
    listener = socket.create_server(("127.0.0.1", 0))
    # gevent sends headers and body apart: without this the body waits 40 ms for the phone's acknowledgement
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    listener.setblocking(False)
    print(f"http://127.0.0.1:{listener.getsockname()[1]}/", flush=True)
    WSGIServer(listener, floor_app(Path(sys.argv[1])), log=None).serve_forever()


if __name__ == "__main__":
    main()
