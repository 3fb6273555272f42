"""The print shop beside the least that reportlab can do: a process with the same pages, forms and fonts (bare.py).

Run alone it prints 54 cards so many times, and says how much memory it held at the most: printing.py TIMES
"""

from __future__ import annotations

import io
import json
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.bench import bare  # noqa: E402

BARE = Path(__file__).with_name("bare.py")
RUNS, STARTS, MANY = 15, 5, 100


TEXTS = re.compile(r"(BT\n.*?\nET)", re.DOTALL)
FONT = re.compile(r"(/\S+) (\S+) Tf")
SHOWN = re.compile(r"(?:1 0 0 1 (\S+) (\S+) Tm )?\((.*)\) Tj")
CODES = re.compile(r"\\(\d\d\d)|(.)", re.DOTALL)


def described(pdf: bytes) -> dict[str, Any]:
    """A printed file for bare.py: its forms and its pages as shapes and texts, each with its place, font and size."""
    import pikepdf

    from printables import fonts

    files = {fonts.font(face).face.name.decode(): str(fonts.FOLDER / file) for face, file in fonts.FILES.items()}
    with pikepdf.open(io.BytesIO(pdf)) as document:
        known = {}
        for name, font in document.pages[0].Resources.Font.items():
            told = re.findall("<(..)> <(....)>", font.ToUnicode.read_bytes().decode().partition("beginbfchar")[2])
            letters = {int(code, 16): chr(int(letter, 16)) for code, letter in told}
            known[name] = files[str(font.BaseFont).rpartition("+")[2]], letters

        def drawn(stream: Any) -> list[Any]:
            return list(parts_of(stream.read_bytes().decode("latin-1"), known))

        streams = [
            one for one in document.objects if isinstance(one, pikepdf.Stream) and one.get("/Subtype") == "/Form"
        ]
        forms = [([float(side) for side in one.BBox], drawn(one)) for one in streams]
        pages = [([float(side) for side in page.MediaBox[2:]], drawn(page.Contents)) for page in document.pages]
    return {"fonts": list(files.values()), "forms": forms, "pages": pages}


def parts_of(operators: str, known: dict[str, tuple[str, dict[int, str]]]) -> Iterator[Any]:
    """The operators of a stream: as they are, or of a text its place, font, size and letters."""
    font, size = "", 0.0
    for part in TEXTS.split(operators):
        if not part.startswith("BT\n"):
            yield part
            continue
        for line in part.split("\n")[1:-1]:
            if chosen := FONT.fullmatch(line):
                font, size = chosen[1], float(chosen[2])
            elif shown := SHOWN.fullmatch(line):
                file, letters = known[font]
                codes = [int(code, 8) if code else ord(plain) for code, plain in CODES.findall(shown[3])]
                yield (
                    float(shown[1] or 0),
                    float(shown[2] or 0),
                    file,
                    size,
                    "".join(letters.get(one, " ") for one in codes),
                )
            else:
                yield line


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


def peak(*words: str) -> float:
    """Megabytes that a process held at the most."""
    return float(subprocess.run([sys.executable, *words], check=True, capture_output=True, text=True).stdout)


def kept(pdf: bytes, folder: str) -> str:
    """A file with the description of a printed one."""
    file = Path(folder) / "described.json"
    file.write_text(json.dumps(described(pdf)), encoding="utf-8")
    return str(file)


def measured() -> Printing:
    """All figures."""
    few, many = described(ours(1)), described(ours(MANY))
    warm = together(lambda: ours(1), lambda: bare.drawn(few), RUNS)
    masses = together(lambda: ours(MANY), lambda: bare.drawn(many), 3)
    with tempfile.TemporaryDirectory() as folder:
        file = f"{folder}/kit.pdf"
        command = ["-m", "app.cli", "print", "incursion", "--mission", "1", "-o", file]
        process(command, folder)
        least = [str(BARE), kept(Path(file).read_bytes(), folder)]
        starts = [(process(command, folder), process(least, folder)) for _ in range(STARTS)]
        floor_of_many = peak(str(BARE), kept(ours(MANY), folder))
    return Printing(
        *warm,
        statistics.median(start for start, _ in starts),
        statistics.median(start for _, start in starts),
        len(ours(1)),
        *masses,
        peak(__file__, str(MANY)),
        floor_of_many,
    )


def show(row: Callable[..., None]) -> None:
    """Rows of the table."""
    found, cards = measured(), 54 * MANY
    row(
        "54 cards as PDF, warm (processor)",
        f"{1000 * found.warm:.0f} ms",
        "≤ 1.5×",
        f"{1000 * found.warm_floor:.0f} ms",
        found.warm / found.warm_floor,
    )
    row(
        "adjutant print --mission 1, process (processor)",
        f"{found.process:.2f} s",
        "≤ 2.5×",
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
    ours(int(sys.argv[1]))
    print(bare.held())


if __name__ == "__main__":
    main()
