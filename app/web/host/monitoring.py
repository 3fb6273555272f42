"""Health for a proxy that chooses among servers, and metrics in the text format of Prometheus."""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Iterator
from pathlib import Path

from flask import Blueprint, Response, jsonify, make_response, request

from app.storage.counts import BOUNDS, Counts
from app.storage.errors import StorageError
from app.web.request.guard import RequestRejected, acts, store
from app.web.request.proxies import is_from_proxy

pages = Blueprint("monitoring", __name__)

LONGEST_ANSWER = 2.0
"""Seconds within which the database of a healthy server answers."""
FORMAT = "text/plain; version=0.0.4; charset=utf-8"


@pages.get("/health")
def health() -> Response:
    """Say whether this server may be given requests: 200, else 503."""
    found = {"database": database_answers(), "notifications": store().notifications.hears}
    said = {name: "ok" if is_well else "lost" for name, is_well in found.items()}
    return make_response(jsonify(said), 200 if all(found.values()) else 503)


def database_answers() -> bool:
    began = time.monotonic()
    try:
        with store().database.reading() as tables:
            next(iter(tables.query("SELECT 1 AS one", {})))
    except StorageError:
        return False
    return time.monotonic() - began < LONGEST_ANSWER


@pages.get("/metrics")
def metrics() -> Response:
    """Return the metrics to this computer and to proxies. Raise RequestRejected for guests, also through a proxy."""
    if not is_from_proxy(request.environ) or "X-Forwarded-For" in request.headers:
        raise RequestRejected(404, "no-such-page")
    return make_response("".join(f"{line}\n" for line in lines()), {"Content-Type": FORMAT})


def lines() -> Iterator[str]:
    counts = acts().counts
    yield from metric("commands_kept_total", "counter", "Entries kept of commands.", counts.kept)
    yield from metric("commands_taken_total", "counter", "Entries decided again: another came first.", counts.taken)
    yield from append_seconds(counts)
    yield from metric("phones_listening", "gauge", "Phones that wait for news.", counts.listening)
    yield from metric("tables_in_memory", "gauge", "Tables held in memory.", store().loaded())
    others = store().notifications
    yield from metric("messages_sent_total", "counter", "Messages to other servers.", others.sent)
    yield from metric("messages_received_total", "counter", "Messages of other servers.", others.received)
    yield from metric("hears_others", "gauge", "0 while messages of others may be missed.", int(others.hears))
    used = resource.getrusage(resource.RUSAGE_SELF)
    yield from metric("process_cpu_seconds_total", "counter", "Processor time.", used.ru_utime + used.ru_stime, "")
    if (memory := memory_used()) is not None:
        yield from metric("process_resident_memory_bytes", "gauge", "Memory.", memory, "")


def metric(name: str, kind: str, about: str, value: float, prefix: str = "adjutant_") -> Iterator[str]:
    yield f"# HELP {prefix}{name} {about}"
    yield f"# TYPE {prefix}{name} {kind}"
    yield f"{prefix}{name} {value}"


def append_seconds(counts: Counts) -> Iterator[str]:
    name, so_far = "adjutant_append_seconds", 0
    yield f"# HELP {name} Seconds until an entry was kept or refused."
    yield f"# TYPE {name} histogram"
    for bound, number in zip((*map(str, BOUNDS), "+Inf"), counts.by_length, strict=True):
        so_far += number
        yield f'{name}_bucket{{le="{bound}"}} {so_far}'
    yield f"{name}_sum {counts.seconds}"
    yield f"{name}_count {so_far}"


def memory_used() -> int | None:
    """Return the bytes of this process in memory; None where the system has no /proc."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return None
