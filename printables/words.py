"""Words of the print shop and of paper, shared by all games, in every language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from app.core.errors import Refused
from app.core.messages.translator import HERE, Entry, Translator, Verbatim, flatten
from app.core.rules.book import load_toml
from printables.paper import PAPERS, PLAIN, Settings, sides_of


@cache
def printed_words() -> Mapping[str, Entry]:
    """Return the words on paper and order pages of every game, and the shop's refusals."""
    return flatten(load_toml(Path(__file__).parent / "words.toml"))


@cache
def house_words() -> Mapping[str, Entry]:
    return {**printed_words(), **flatten(load_toml(HERE / "words.toml"))}


def paper_said(paper: str, speech: Translator) -> str:
    if paper in PAPERS:
        return speech.translate(f"paper.{paper}")
    return f"{' × '.join(map(speech.number, sides_of(paper)))} mm"


def paper_too_small(part: str, settings: Settings, speech: Translator) -> Refused:
    return Refused(
        "paper-too-small", field="paper", part=Verbatim(part), paper=Verbatim(paper_said(settings.paper, speech))
    )


def no_room_for(part: str, settings: Settings, speech: Translator) -> Refused:
    margins = {"margin": speech.number(settings.margin), "plain": speech.number(PLAIN.margin)}
    words = {name: Verbatim(text) for name, text in margins.items()}
    return Refused("no-room-for-sheet", field="margin", part=Verbatim(part), **words)


class Figure(int):
    """A number of the book: `{name}` formats the number, `{name:+}` adds its sign."""

    def __format__(self, spec: str) -> str:
        return format(int(self), "+d" if spec == "+" else "d").replace("-", "−")


def flat(data: Any, path: str = "") -> Iterator[tuple[str, int]]:
    """Yield each whole number with its path; list positions count from 1."""
    parts: Iterator[tuple[Any, Any]] = iter(())
    if isinstance(data, Mapping):
        parts = iter(data.items())
    elif isinstance(data, list | tuple):
        parts = iter(enumerate(data, start=1))
    elif isinstance(data, int) and not isinstance(data, bool):
        yield path, data
    for name, value in parts:
        yield from flat(value, f"{path}_{name}".lstrip("_").replace("-", "_"))


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def lettered(place: int) -> str:
    """Return the letters of a position (from 0): A to Z, then AA, AB and so on."""
    before, last = divmod(place, len(ascii_uppercase))
    return (lettered(before - 1) if before else "") + ascii_uppercase[last]
