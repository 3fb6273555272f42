"""The print shop beside the least that reportlab can do: as many pages with the same fonts, almost empty.

Run alone it prints once, for bench.py to time as a process: printing.py ours|floor TIMES.
"""

from __future__ import annotations

import io
import os
import resource
import statistics
import string
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
LETTERS = string.ascii_letters + string.digits + ".,:+*"
RUNS, STARTS, MANY = 15, 5, 100


def floor(pages: int) -> bytes:
    """Pages with a line in each font, and nothing else."""
    from reportlab import rl_config
    from reportlab.pdfgen.canvas import Canvas

    from printables import fonts

    rl_config.useA85 = 0
    into = io.BytesIO()
    canvas = Canvas(into, pageCompression=1, invariant=1)
    for _ in range(pages):
        for line, face in enumerate(fonts.FILES):
            fonts.font(face)
            canvas.setFont(face, 10)
            canvas.drawString(50, 700 - 20 * line, LETTERS)
        canvas.showPage()
    canvas.save()
    return into.getvalue()


def ours(times: int) -> bytes:
    """The starter set's 54 cards, 13 models and the deck of 41, so many times; fronts only."""
    from printables.incursion.shop import SHOP
    from printables.incursion.source import plain_source
    from printables.paper import checked
    from printables.pdf import PdfRenderer
    from printables.pieces import Batch

    source, settings = plain_source(), checked(duplex="fronts-only")
    several = {"grunt-ape": 2, "hmg-ape": 2}
    order = {
        "model-cards": {key: several.get(key, 1) for key in source.book.models},
        "battle-cards": {key: card.copies for key, card in source.book.battle.items()},
    }
    parts = [part for part in SHOP.job(source, order, settings) if isinstance(part, Batch)]
    laid = [replace(part, pieces=[(piece, count * times) for piece, count in part.pieces]) for part in parts]
    assert sum(part.count for part in laid) == 54 * times
    return PdfRenderer(settings, source.speech, "Bench").print(laid)


def pages_of(times: int) -> int:
    from printables.raster import page_count

    return page_count(ours(times))


@dataclass(frozen=True)
class Printing:
    """Seconds of both, warm and as a process; bytes; cards a second; megabytes at the most."""

    warm: float
    warm_floor: float
    process: float
    process_floor: float
    size: int
    many: float
    many_floor: float
    memory: float
    memory_floor: float


def together(one: Callable[[], object], other: Callable[[], object], runs: int) -> tuple[float, float]:
    """The middle processor time of each, run in turn so that both have the same company."""
    took: tuple[list[float], list[float]] = ([], [])
    for _ in range(runs):
        for kept, run in zip(took, (one, other), strict=True):
            began = time.process_time()
            run()
            kept.append(time.process_time() - began)
    return statistics.median(took[0]), statistics.median(took[1])


def process(words: list[str], folder: str) -> float:
    """Processor seconds of a process from its start to its end; compiled modules are kept in a folder."""
    kept = {**os.environ, "PYTHONPYCACHEPREFIX": folder}
    kept.pop("PYTHONDONTWRITEBYTECODE", None)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words], check=True, capture_output=True, cwd=ROOT, env=kept)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def peak(which: str, times: int) -> float:
    """Megabytes that a process held at the most."""
    words = [sys.executable, __file__, which, str(times)]
    return float(subprocess.run(words, check=True, capture_output=True, text=True).stdout)


def measured() -> Printing:
    """All figures."""
    few, many = pages_of(1), pages_of(MANY)
    warm = together(lambda: ours(1), lambda: floor(few), RUNS)
    masses = together(lambda: ours(MANY), lambda: floor(many), 3)
    with tempfile.TemporaryDirectory() as folder:
        command = [
            "-m",
            "app.cli",
            "print",
            "incursion",
            "--what",
            "model-cards,battle-cards",
            "-o",
            f"{folder}/x.pdf",
        ]
        both = [(process(command, folder), process([__file__, "floor", str(few)], folder)) for _ in range(STARTS + 1)]
        starts = both[1:]  # the first compiled
    return Printing(
        *warm,
        statistics.median(start for start, _ in starts),
        statistics.median(start for _, start in starts),
        len(ours(1)),
        *masses,
        peak("ours", MANY),
        peak("floor", many),
    )


def show(row: Callable[..., None]) -> None:
    """Rows of the table."""
    found, cards = measured(), 54 * MANY
    row(
        "54 cards as PDF, warm (processor)",
        f"{1000 * found.warm:.0f} ms",
        "≤ 3×",
        f"{1000 * found.warm_floor:.0f} ms",
        found.warm / found.warm_floor,
    )
    row(
        "adjutant print, process (cards with backs; processor)",
        f"{found.process:.2f} s",
        "≤ 1.5×",
        f"{found.process_floor:.2f} s",
        found.process / found.process_floor,
    )
    row("54 cards, file", f"{found.size / 1000:.1f} KB", "≤ 60 KB")
    row(
        f"{cards} cards, a second (processor)",
        f"{cards / found.many:.0f}",
        "≥ 10000",
        f"{cards / found.many_floor:.0f}",
        found.many / found.many_floor,
    )
    row(
        f"{cards} cards, memory of the process",
        f"{found.memory:.0f} MB",
        "≤ 60 MB",
        f"{found.memory_floor:.0f} MB",
        found.memory / found.memory_floor,
    )


def main() -> None:
    """Print once, and say how much memory it took at the most."""
    {"ours": ours, "floor": floor}[sys.argv[1]](int(sys.argv[2]))
    print(held())


def held() -> float:
    """Megabytes that this process held at the most. (What getrusage tells counts the parent's too, from the fork.)"""
    told = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines())
    return float(told["VmHWM"].split()[0]) / 1024


if __name__ == "__main__":
    main()
