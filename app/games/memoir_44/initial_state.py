"""The initial state of a table before the battle: units, mines, stars and trains."""

from __future__ import annotations

from collections import Counter

from app.games.memoir_44.board_state import TableBook
from app.games.memoir_44.book import SIDES
from app.games.memoir_44.geometry import STEPS, Side, name_of, over, side_between
from app.games.memoir_44.scenarios import forms
from app.games.memoir_44.scenarios.scenario import Scenario
from app.games.memoir_44.scenarios.scenario import Unit as Placed
from app.games.memoir_44.scenarios.tiles import turning
from app.games.memoir_44.state import Mine, Star, State, Train, Unit


def lay_out(state: State, book: TableBook) -> None:
    scenario = book.scenario
    for side in SIDES:
        account, player = state.accounts[side], scenario.sides[side]
        account.to_win, account.hand_limit = player.medals, player.hand
        account.pontoons = scenario.pontoons.get(side, 0)
    for key, placed in scenario.numbered:
        state.units[key] = unit_of(placed, name_of(scenario.board, placed.at))
    for mines in scenario.mines:
        for at in (name_of(scenario.board, place) for place in mines.at):
            state.mines[at] = Mine(mines.side, at)
    lay_stars(state, scenario)
    for number, train in enumerate(scenario.trains, start=1):
        state.trains[f"{train.side}-train-{number}"] = train_of(train, scenario)


def unit_of(placed: Placed, at: str) -> Unit:
    sign = placed.sign
    return Unit(
        sign.side, sign.type, placed.figures, placed.figures, at, sign.nation, sign.badge, sign.emblem,
        sign.leader, sign.boat,
    )  # fmt: skip


def lay_stars(state: State, scenario: Scenario) -> None:
    numbers: Counter[str] = Counter()
    for star in scenario.stars:
        for place in star.at:
            numbers[star.purpose] += 1
            count = 0 if star.purpose == "dam" else 1
            at = name_of(scenario.board, place)
            state.stars[f"{star.purpose}-{numbers[star.purpose]}"] = Star(star.purpose, star.side, at, count=count)


def faced(train: forms.Train, as_filed: bool) -> Side | None:
    """Return the side that the front of a train faces.

    Older files have a number: as the editor turns trains, or as the board drew them.
    """
    if train.faces is not None or train.front is None:
        return train.faces
    if as_filed:
        return turning("train", train.front)[0]
    return side_between((0, 0), STEPS[train.front - 1])


def train_of(train: forms.Train, scenario: Scenario) -> Train:
    board = scenario.board
    tail = name_of(board, train.wagon) if train.wagon else None
    faces = faced(train, scenario.imported)
    front = over(train.locomotive, faces) if faces else None
    ahead = name_of(board, front) if front and board.has(front) else None
    return Train(
        train.side, train.kind, name_of(board, train.locomotive), tail, ahead,
        wagon="alive" if tail else "gone", cargo=list(train.cargo),
    )  # fmt: skip
