"""The figures of docs/brain.md: so many battles of each mission and temper, played in parts that can be gone on with.

`make brain-bench GAMES=1000` plays them on all cores (`ARGS="--jobs 1"`: on one) and writes the table; with missions
behind the number, those alone are played and told. What was played is kept in `build`, by what it was played with:
stopped, it goes on from there.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import statistics
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import combinations, product
from pathlib import Path
from typing import Any, NamedTuple

from tests.mobile_infantry.brain_bench import MISSIONS, TEMPERS, faults, few_taps, played

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "brain.md"
PLAYED_WITH = (ROOT / "app" / "games" / "mobile_infantry", ROOT / "tests" / "mobile_infantry")
HEAD = "|---|---|---|---|---|---|---|---|"
PARTS = (50, 95, 100)
CHUNK = 25
"""Battles that are played in one go."""


class Told(NamedTuple):
    """The results of battles of one mission and temper; one that is undecided is among the faults alone."""

    mission: int
    temper: str
    beyond: list[int]
    """Points of the bugs less those of the men, of each battle."""
    bugs: list[int]
    """Points of the bugs alone."""
    lost: list[int]
    """Bugs that were killed."""
    taps: dict[int, int]
    """Taps of a turn with few bugs, and how many turns took so many."""
    faults: list[str]


def told(mission: int, temper: str, seeds: Iterable[int]) -> Told:
    """Play the battles of one mission and temper."""
    scores, lost, taps, wrong = list[tuple[int, int]](), list[int](), Counter[int](), list[str]()
    for seed in seeds:
        bench = played(seed, temper, mission)
        if bench.state.over:
            scores.append(bench.score())
            lost.append(sum(not bug.living for bug in bench.state.bugs.values()))
            taps.update(few_taps(bench))
        wrong += [f"{mission} {temper} {seed}: {fault}" for fault in faults(bench)]
    return Told(mission, temper, [a - b for a, b in scores], [bugs for bugs, _ in scores], lost, dict(taps), wrong)


def together(cells: Sequence[Told]) -> Told:
    """Several parts of one mission and temper as one."""
    taps: Counter[int] = sum((Counter(one.taps) for one in cells), Counter())
    figures = ([value for one in cells for value in getattr(one, name)] for name in ("beyond", "bugs", "lost"))
    wrong = [fault for one in cells for fault in one.faults]
    return Told(cells[0].mission, cells[0].temper, *figures, dict(taps), wrong)


# -- parts


def kept_in() -> Path:
    print_of = hashlib.sha256()
    for folder in PLAYED_WITH:
        for path in sorted(folder.rglob("*.*")):
            if path.suffix in (".py", ".toml") and not path.name.startswith("test_"):
                print_of.update(path.read_bytes())
    return ROOT / "build" / f"brain-bench-{print_of.hexdigest()[:12]}.jsonl"


def read(path: Path) -> dict[tuple[int, str, int], Told]:
    """(mission, temper, first seed) → the parts that were played before."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    found = {}
    for line in lines:
        first, mission, temper, *figures, taps, wrong = json.loads(line)
        taps = {int(number): turns for number, turns in taps.items()}
        found[mission, temper, first] = Told(mission, temper, *figures, taps, wrong)
    return found


def parts(games: int, missions: Sequence[int], jobs: int | None, path: Path) -> list[Told]:
    """All parts, those not kept played now, by so many processes, or on all cores."""
    path.parent.mkdir(exist_ok=True)
    found = read(path)
    wanted = [(mission, temper, first) for first, mission, temper in product(range(0, games, CHUNK), missions, TEMPERS)]
    with ProcessPoolExecutor(jobs) as pool, path.open("a", encoding="utf-8") as kept:
        asked: dict[Any, tuple[int, str, int]] = {
            pool.submit(told, *key[:2], range(key[2], key[2] + CHUNK)): key for key in wanted if key not in found
        }
        for future in as_completed(asked):
            key, cell = asked[future], future.result()
            found[key] = cell
            print(json.dumps([key[2], *cell]), file=kept, flush=True)
            print(*key, cell.faults[:5], file=sys.stderr, flush=True)
    return [found[key] for key in wanted]


# -- the table


def interval(values: Sequence[float]) -> tuple[float, float]:
    """The mean, and half the width of its 95 % interval."""
    return statistics.mean(values), 1.96 * statistics.stdev(values) / len(values) ** 0.5


def differ(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return abs(one[0] - other[0]) > one[1] + other[1]


def share(taps: dict[int, int], part: int) -> int:
    """So many of a hundred turns take no more than this many taps."""
    every = sorted(Counter(taps).elements())
    return every[min(len(every) - 1, len(every) * part // 100)]


def table_of(cells: Sequence[Told]) -> Iterator[str]:
    """The rows of docs/brain.md: of each mission its par, by temper the score beyond it, and what differs."""
    for mission in dict.fromkeys(cell.mission for cell in cells):
        own = [together([one for one in cells if (one.mission, one.temper) == (mission, temper)]) for temper in TEMPERS]
        par = statistics.median([value for cell in own for value in cell.beyond])
        figures = {
            "beyond par": [interval([value - par for value in cell.beyond]) for cell in own],
            "bugs": [interval(cell.bugs) for cell in own],
            "lost": [interval(cell.lost) for cell in own],
        }
        apart = [name for name, kind in figures.items() if any(differ(a, b) for a, b in combinations(kind, 2))]
        for cell, (mean, half), *others in zip(own, *figures.values(), strict=True):
            more = " | ".join(f"{value:.2f} ± {width:.2f}" for value, width in others)
            p50, p95, most = (share(cell.taps, part) for part in PARTS)
            yield (
                f"| {mission} | {cell.temper} | {par:g} | {mean:+.2f} ± {half:.2f} | {more} "
                f"| {', '.join(apart) or 'none'} | {p50}, {p95}, {most} |"
            )


def fill(page: Path, games: int, rows: Sequence[str]) -> None:
    """Write the table of a page anew."""
    text = re.sub(r"\*\*\d+ battles\*\*", f"**{games} battles**", page.read_text(encoding="utf-8"))
    before, head, after = text.partition(HEAD)
    rest = after.lstrip("\n").splitlines()
    kept = [line for place, line in enumerate(rest) if not all(one.startswith("|") for one in rest[: place + 1])]
    page.write_text(f"{before}{head}\n" + "\n".join([*rows, *kept]) + "\n", encoding="utf-8")


def main(games: int, missions: Sequence[int], jobs: int | None) -> None:
    """Play, tell what was wrong, print the table, and write it into its page where all missions were played."""
    rows = list(table_of(parts(games, missions, jobs, kept_in())))
    print("\n".join(rows))
    if list(missions) == list(MISSIONS):
        fill(PAGE, games, rows)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Plays battles against the app and writes the table of docs/brain.md.")
    parser.add_argument("games", type=int, help="battles of each mission and temper")
    parser.add_argument("missions", type=int, nargs="*", default=list(MISSIONS))
    parser.add_argument("--jobs", type=int, help="processes (all cores)")
    given = parser.parse_args()
    main(given.games, given.missions, given.jobs)
