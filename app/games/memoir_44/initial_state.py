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
from app.games.memoir_44.state import Drop, Mine, Night, Reserve, Star, State, Train, Unit


def lay_out(state: State, book: TableBook) -> None:
    scenario = book.scenario
    for side in SIDES:
        account, player = state.accounts[side], scenario.sides[side]
        account.to_win, account.hand_limit = player.medals, player.hand
        hands = [one.hand for name in scenario.armies.get(side, ()) if (one := book.armies[name]).hand]
        account.hand_limit = next((hand for hand in hands if hand), account.hand_limit)
        account.pontoons = scenario.pontoons.get(side, 0)
    if scenario.night is not None:
        state.night = Night(book.night.most if scenario.night.falls else book.night.least)
    state.drops = [drop_of(one, book) for one in scenario.air_drops]
    state.reserves = {side: reserve_of(side, one, book) for side, one in scenario.reinforcements.items()}
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
        sign.leader, sign.boat, [*sign.traits], sign.camouflaged, idle_until=2 * sign.rests,
    )  # fmt: skip


def drop_of(one: forms.AirDrop, book: TableBook) -> Drop:
    board, figures = book.scenario.board, book.kind(one.type, one.badge).figures
    return Drop(
        one.side, list(one.drops), one.steps, one.type, figures, one.nation, one.badge,
        one.emblem, one.rests, [name_of(board, place) for place in one.at], one.daylight, one.by_hand,
    )  # fmt: skip


def reserve_of(side: str, one: forms.Reinforcements, book: TableBook) -> Reserve:
    figures = book.kind(one.type, one.badge).figures
    return Reserve(side, one.units, one.type, figures, one.nation, one.badge, one.emblem, [*one.traits])


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
