"""Where units can go on a map of Memoir '44: against every way there is, each asked of the ruling."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import pytest

from app.games.memoir_44.book import edition_book
from app.games.memoir_44.geometry import BOARDS, Hex
from app.games.memoir_44.line_of_sight import Map
from app.games.memoir_44.movement_range import Reached, Step, reach
from app.games.memoir_44.rulings.moving import Walker
from tests.memoir_44.asking import ask

BOARD = BOARDS["standard"]
START = (12, 4)
Ground = Mapping[Hex, Sequence[str]]
Answers = dict[str, str]


def reached(
    ground: Ground, units: Sequence[Hex] = (), answers: Answers | None = None, **facts: Any
) -> dict[Hex, Reached]:
    book = edition_book("es", answers or {})
    return reach(Map(BOARD, ground, book), units, START, Walker(**facts), step)


def step(before: Hex, after: Hex) -> Step:
    """Wadis of these tests are open to the left and to the right; no road of theirs leads down to the left or back."""
    across, down = after[0] - before[0], after[1] - before[1]
    return Step(over_a_side=bool(down), joined=across * down >= 0)


def ways(length: int, units: Sequence[Hex], path: tuple[Hex, ...] = (START,)) -> Iterator[tuple[Hex, ...]]:
    """Every way of at most so many hexes that crosses neither units nor itself."""
    for place in BOARD.around(path[-1]) if length else ():
        if place not in units and place not in path:
            yield (*path, place)
            yield from ways(length - 1, units, (*path, place))


def by_asking(ground: Ground, units: Sequence[Hex], answers: Answers, longest: int, **facts: Any) -> dict[Hex, bool]:
    """Every hex that some way leads to, and whether one of them leaves a battle."""
    found: dict[Hex, bool] = {}
    for path in ways(longest, units):
        steps = [
            {"ground": list(ground.get(place, ("open",))), **step(before, place)._asdict()}
            for before, place in pairwise(path)
        ]
        answer = ask("way", answers, start=list(ground.get(START, ("open",))), steps=steps, **facts)
        if answer["legal"]:
            found[path[-1]] = found.get(path[-1], False) or answer["may_battle"]
    return found


KINDS = [
    ["open"], ["open"], ["road"], ["road"], ["road-over-hill"], ["forest"], ["hill"], ["mountain"], ["marsh"],
    ["flooded-field"], ["wadi"], ["river"], ["river", "bridge"], ["river", "ford"], ["beach"], ["hedgerow"], ["oasis"],
    ["town"], ["railway-track"], ["wire"], ["minefield"], ["lake"],
]  # fmt: skip
WALKERS = [
    ({"unit": "infantry"}, 3), ({"unit": "infantry", "badge": "special-forces"}, 3), ({"unit": "artillery"}, 2),
    ({"unit": "infantry", "badge": "french-resistance"}, 3), ({"unit": "armour"}, 4),
    ({"unit": "infantry", "card": "infantry-assault"}, 4), ({"unit": "armour", "depot_lost": True}, 3),
]  # fmt: skip


@pytest.mark.parametrize(("facts", "longest"), WALKERS, ids=str)
@pytest.mark.parametrize("road_path", ["all", "ends-only"])
def test_a_unit_reaches_what_some_way_leads_to(facts: dict[str, Any], longest: int, road_path: str) -> None:
    chance, answers = random.Random(f"{facts} {road_path}"), {"road-path": road_path}
    for share in (1, 3):
        kinds = [*KINDS, *([["road"]] * len(KINDS) * (share - 1))]
        ground = {place: chance.choice(kinds) for place in BOARD.hexes}
        starts = [["open"], ["road"], ["hill"], ["marsh"]]
        ground[START] = ["road"] if facts["unit"] == "artillery" else chance.choice(starts)
        units = [START, *chance.sample(list(BOARD.hexes), 12)]
        found = reached(ground, units, answers, **facts)
        assert {place: one.may_battle for place, one in found.items()} == by_asking(
            ground, units, answers, longest, **facts
        )


def test_behind_enemy_lines_goes_through_everything_that_can_be_entered() -> None:
    ground = {place: ["forest"] for place in BOARD.hexes if place[0] > 12}
    far = reached(ground, unit="infantry", card="behind-enemy-lines")
    assert (len(far[(24, 4)].path), far[(24, 4)].may_battle) == (6, False)
    assert (len(far[(6, 4)].path), far[(6, 4)].may_battle) == (3, True)
    assert (4, 4) in far
    assert far[(4, 4)].may_battle is False


def test_the_way_that_leaves_a_battle_is_told_before_a_shorter_one() -> None:
    ground = {(14, 4): ["forest"]}
    armour = reached(ground, unit="armour")
    assert (armour[(14, 4)].stop, armour[(14, 4)].may_battle) == ("soft", False)
    assert (armour[(16, 4)].may_battle, len(armour[(16, 4)].path)) == (True, 3)
    behind = reached(ground, unit="infantry", card="behind-enemy-lines")
    assert (behind[(15, 5)].may_battle, behind[(15, 5)].path) == (True, ((13, 5), (15, 5)))
    assert (behind[(16, 4)].may_battle, len(behind[(16, 4)].path)) == (True, 3)


def test_nobody_goes_through_units_or_stays_by_moving() -> None:
    ring = BOARD.around(START)
    assert reached({}, ring, unit="armour") == {}
    assert START not in reached({}, unit="armour")
    assert len(reached({}, ring[1:], unit="armour")) == 1 + 3 + 7
