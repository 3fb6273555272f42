"""The figures of docs/opponent.md on Incursion: missions on the abstract board, in parts that can be gone on with.

`make solo GAMES=200` plays so many games of each mission and level against the scripted Allies, and writes the table.
What was played is kept in `build`, by the code it was played with: stopped, it goes on from there.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from app.games.incursion.opponent.commander import OPPONENT
from app.games.incursion.solo.priorities import LEVELS, priorities
from tests.figures import PAGE, ROOT, kept_for, play_missing, wilson
from tests.incursion.headless import SoloMission

PLAYED_WITH = (
    ROOT / "app" / "games" / "incursion" / "opponent",
    ROOT / "app" / "games" / "incursion" / "solo",
    ROOT / "app" / "games" / "incursion" / "data",
    ROOT / "tests" / "incursion" / "headless.py",
    ROOT / "tests" / "incursion" / "abstract_board.py",
)
MARK = "<!-- solo figures -->"
CHUNK = 10
APP = ("facts", "orders")
"""What the person presses for the app, and would not press for another person."""


class Played(NamedTuple):
    """One game: who won (None: no end), its turns, presses of the person by kind, most facts of a figure, refusals."""

    winner: str | None
    turns: int
    taps: dict[str, int]
    most_facts: int
    german: int
    refused: list[str]
    seconds: list[float]
    spared: int


def played(mission: int, level: int, seed: int) -> Played:
    game = SoloMission(mission, level, seed)
    winner = game.play()
    most = max(game.facts.values(), default=0)
    seconds = sorted(game.seconds)
    late = [round(seconds[len(seconds) * 95 // 100], 4), round(seconds[-1], 4)]
    return Played(winner, game.state.turn, dict(game.taps), most, game.own_presses, game.refused, late, game.spared)


def chunk(mission: int, level: int, seeds: Sequence[int]) -> list[Played]:
    return [played(mission, level, seed) for seed in seeds]


def pairs() -> list[tuple[int, int]]:
    return list(product(map(int, priorities().forces), range(1, len(LEVELS) + 1)))


def play_all(games: int, folder: Path) -> None:
    """Play what is missing, one part at a time: its seconds are those of a machine that does nothing else.

    The usual level comes first, so that a run that is stopped has told most of it.
    """
    usual_first = sorted(pairs(), key=lambda pair: pair[1] != OPPONENT.usual_level)
    parts = {
        folder / f"{mission}-{level}-{first}.json": (mission, level, range(first, min(games, first + CHUNK)))
        for first in range(0, games, CHUNK)
        for mission, level in usual_first
    }
    play_missing(chunk, parts, workers=1)


def found(folder: Path, mission: int, level: int) -> list[Played]:
    files = folder.glob(f"{mission}-{level}-*.json")
    return [Played(*game) for file in files for game in json.loads(file.read_text(encoding="utf-8"))]


def share(games: Sequence[Played]) -> str:
    won = sum(game.winner == "german" for game in games)
    low, high = wilson(won, len(games))
    return f"{100 * won / len(games):.0f} % ({100 * low:.0f}–{100 * high:.0f})"


def mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / max(1, len(numbers))


def told(folder: Path) -> Iterator[str]:
    """Yield the lines of the table."""
    yield "| mission | level | games | Germans won (95 %) | turns | facts, orders | own | of two people | no end |"
    yield "|---|---|---|---|---|---|---|---|---|"
    every = {pair: found(folder, *pair) for pair in pairs()}
    for (mission, level), games in every.items():
        if games:
            app = mean([sum(game.taps.get(kind, 0) for kind in APP) for game in games])
            own = mean([sum(count for kind, count in game.taps.items() if kind not in APP) for game in games])
            two = own + mean([game.german + game.spared for game in games])
            turns, endless = mean([game.turns for game in games]), sum(game.winner is None for game in games)
            cells = (mission, LEVELS[level - 1], len(games), share(games), f"{turns:.1f}", f"{app:.0f}", f"{own:.0f}")
            yield f"| {' | '.join(map(str, cells))} | {100 * (app + own) / two:.0f} % | {endless} |"
    played = [game for games in every.values() for game in games]
    late, worst = (max((game.seconds[place] for game in played), default=0) for place in (0, 1))
    facts, refused = max((game.most_facts for game in played), default=0), sum(len(game.refused) for game in played)
    yield ""
    yield f"Facts of a figure in a half: {facts} at most; presses refused: {refused}."
    yield f"Time of a decision: 95 of 100 below {1000 * late:.0f} ms in the slowest game, worst {1000 * worst:.0f} ms."


def main(arguments: Sequence[Any]) -> None:
    folder = kept_for("solo", PLAYED_WITH)
    try:
        play_all(int(arguments[0]) if arguments else 200, folder)
    finally:
        before, _, after = PAGE.read_text(encoding="utf-8").partition(MARK)
        rest = after.partition(MARK)[2]
        PAGE.write_text(f"{before}{MARK}\n" + "\n".join(told(folder)) + f"\n{MARK}{rest}", encoding="utf-8")
        print("\n".join(told(folder)))


if __name__ == "__main__":
    main(sys.argv[1:])
