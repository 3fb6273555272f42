"""The least that reportlab can do for a print: the same pages, forms and fonts, and nothing of ours.

Run alone it draws a described file once and says how much memory it held at the most: bare.py DESCRIPTION.json
"""

from __future__ import annotations

import io
import json
import sys
from functools import cache
from pathlib import Path
from typing import Any

from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics, ttfonts
from reportlab.pdfgen.canvas import Canvas


@cache
def font(path: str) -> Any:
    """A registered font of a file."""
    loaded = ttfonts.TTFont(Path(path).stem, path, asciiReadable=0)
    pdfmetrics.registerFont(loaded)
    return loaded


def put(canvas: Canvas, parts: list[Any]) -> None:
    """Draw shapes as they are, and texts in their fonts."""
    for part in parts:
        if isinstance(part, str):
            canvas.addLiteral(part)
        else:
            x, y, path, size, text = part
            canvas.setFont(font(path).fontName, size)
            canvas.drawString(x, y, text)


def drawn(given: dict[str, Any]) -> bytes:
    """The file of a description."""
    rl_config.useA85 = 0
    into = io.BytesIO()
    canvas = Canvas(into, pageCompression=1, invariant=1)
    for path in given["fonts"]:
        font(path)
    names = [f"form-{number}" for number in range(len(given["forms"]))]
    for name, (box, parts) in zip(names, given["forms"], strict=True):
        canvas.beginForm(name, *box)
        put(canvas, parts)
        canvas.endForm()
    for size, parts in given["pages"]:
        canvas.setPageSize(size)
        put(canvas, parts)
        canvas._formsinuse += names
        canvas.showPage()
    canvas.save()
    return into.getvalue()


def held() -> float:
    """Megabytes that this process held at the most. (What getrusage tells counts the parent's too, from the fork.)"""
    told = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines())
    return float(told["VmHWM"].split()[0]) / 1024


if __name__ == "__main__":
    drawn(json.loads(Path(sys.argv[1]).read_bytes()))
    print(held())
