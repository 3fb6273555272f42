"""The figures of docs/opponent.md: battles of the levels of the app, in parts that can be gone on with.

`make opponents GAMES=400` plays so many battles a pairing and writes the table. What was played is kept in `build`, by
the code it was played with: stopped, it goes on from there.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from app.games.memoir_44.book import SIDES
from app.games.memoir_44.scenarios.files import scenarios
from tests.figures import PAGE, ROOT, kept_for, play_missing, wilson
from tests.memoir_44.headless import PLAYERS, Battle

PLAYED_WITH = (
    ROOT / "app" / "games" / "memoir_44",
    ROOT / "app" / "core",
    ROOT / "tests" / "memoir_44" / "headless.py",
)
PAIRINGS = (
    ("general", "random"),
    ("general", "beginner"),
    ("officer", "beginner"),
    ("recruit", "beginner"),
    ("general", "officer"),
    ("officer", "recruit"),
    ("beginner", "random"),
)
MARK = "<!-- figures -->"
CHUNK = 10
"""Battles that are played in one go."""


class Played(NamedTuple):
    """One battle: scenario, side of the first player, whether it won (None: no end), its lead, seconds, refusals."""

    scenario: str
    side: str
    won: bool | None
    ahead: int
    seconds: list[float]
    refused: list[str]


def played(one: str, two: str, number: int) -> Played:
    """Play a battle: each board twice, with the sides changed."""
    keys = list(scenarios())
    scenario, side = keys[number // 2 % len(keys)], SIDES[number % 2]
    against = SIDES[1 - number % 2]
    battle = Battle(scenario, {side: PLAYERS[one], against: PLAYERS[two]}, 1000 + number // 2, timed=side)
    winner = battle.play()
    medals = {name: account.medals for name, account in battle.state.accounts.items()}
    ahead = medals[side] - medals[against]
    seconds = [round(second, 4) for second in battle.seconds]
    return Played(scenario, side, winner == side if winner else None, ahead, seconds, battle.refused)


def chunk(one: str, two: str, numbers: Sequence[int]) -> list[Played]:
    return [played(one, two, number) for number in numbers]


def kept_in() -> Path:
    return kept_for("opponents", PLAYED_WITH)


def play_all(games: int, folder: Path) -> None:
    """Play what is missing."""
    parts = {
        folder / f"{one}-{two}-{first}.json": (one, two, range(first, min(games, first + CHUNK)))
        for first in range(0, games, CHUNK)
        for one, two in PAIRINGS
    }
    play_missing(chunk, parts)


def found(folder: Path, one: str, two: str) -> list[Played]:
    files = folder.glob(f"{one}-{two}-*.json")
    return [Played(*battle) for file in files for battle in json.loads(file.read_text(encoding="utf-8"))]


def share(battles: Sequence[Played]) -> str:
    won = sum(battle.won is True for battle in battles)
    low, high = wilson(won, len(battles))
    return f"{100 * won / len(battles):.0f} % ({100 * low:.0f}–{100 * high:.0f})" if battles else "–"


def told(folder: Path) -> Iterator[str]:
    """Yield the lines of the tables."""
    every = {pair: found(folder, *pair) for pair in PAIRINGS}
    yield "| who | against | battles | won (95 %) | medals ahead | refused | no end |"
    yield "|---|---|---|---|---|---|---|"
    for (one, two), battles in every.items():
        ahead = sum(battle.ahead for battle in battles) / max(1, len(battles))
        refused, endless = sum(len(one.refused) for one in battles), sum(one.won is None for one in battles)
        yield f"| {one} | {two} | {len(battles)} | {share(battles)} | {ahead:+.1f} | {refused} | {endless} |"
    yield ""
    yield "| scenario | general as Allies, against the beginner | as Axis |"
    yield "|---|---|---|"
    battles = every["general", "beginner"]
    for key in scenarios():
        cells = [share([one for one in battles if (one.scenario, one.side) == (key, side)]) for side in SIDES]
        yield f"| {key} | {cells[0]} | {cells[1]} |"
    yield ""
    yield from told_times(
        second for pair in every for one in every[pair] if pair[0] == "general" for second in one.seconds
    )


def told_times(seconds: Iterable[float]) -> Iterator[str]:
    times = sorted(seconds)
    if times:
        mean, late, worst = (
            1000 * second for second in (sum(times) / len(times), times[len(times) * 95 // 100], times[-1])
        )
        yield f"Time of a decision of the general with its offers, {len(times)} decisions: mean {mean:.0f} ms,"
        yield f"95 of 100 below {late:.0f} ms, worst {worst:.0f} ms."


def main(arguments: Sequence[Any]) -> None:
    folder = kept_in()
    try:
        play_all(int(arguments[0]) if arguments else 400, folder)
    finally:
        before, _, after = PAGE.read_text(encoding="utf-8").partition(MARK)
        rest = after.partition(MARK)[2]
        PAGE.write_text(f"{before}{MARK}\n" + "\n".join(told(folder)) + f"\n{MARK}{rest}", encoding="utf-8")
        print("\n".join(told(folder)))


if __name__ == "__main__":
    main(sys.argv[1:])
