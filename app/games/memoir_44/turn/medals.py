"""Medals: for units, for ground, for objectives; the last one ends the battle at once."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.memoir_44.board_state import BoardState, Draft, armies_named, board_state_of
from app.games.memoir_44.book import SIDES, Book
from app.games.memoir_44.book import Unit as Kind
from app.games.memoir_44.events.armies import CardTaken
from app.games.memoir_44.events.turn import BattleEnded, HandCut, MedalsLost, MedalsWon
from app.games.memoir_44.events.units import (
    FiguresLost,
    LeaderInDoubt,
    LeaderLost,
    SecondRollAsked,
    UnitLost,
    VehiclesLost,
)
from app.games.memoir_44.rulings.armies import UnitGone, hand_after_loss
from app.games.memoir_44.rulings.losses import UnitDown, unit_medals
from app.games.memoir_44.scenarios.forms import MOST_HAND, Objective
from app.games.memoir_44.state import Unit, other
from app.games.memoir_44.turn.headquarters import take_off


def win_medals(draft: Draft, side: str, count: int, what: str) -> None:
    state = draft.state
    if state.over or not count:
        return
    draft.emit(MedalsWon(side, count, what))
    if has_won(draft, side):
        end_battle(draft, side)


def has_won(draft: Draft, side: str) -> bool:
    """Return whether a side has its medals, and as many units off the board as required."""
    account = draft.state.accounts[side]
    away = sum(unit.side == side and not unit.there and unit.figures > 0 for unit in draft.state.units.values())
    return account.medals >= account.to_win and away >= draft.book.scenario.must_leave.get(side, 0)


def end_battle(draft: Draft, winner: str) -> None:
    if not draft.state.over:
        draft.emit(BattleEnded(winner))


def count_ground(draft: Draft, *, at_start: bool) -> None:
    field = board_state_of(draft)
    for number, one in enumerate(draft.book.scenario.objectives, start=1):
        what = f"objective-{number}"
        for side in SIDES:
            before = draft.state.accounts[side].earned.get(what, 0)
            worth = worth_of(field, one, side, what, at_start=at_start)
            if worth > before:
                win_medals(draft, side, worth - before, what)
                if one.at_turn_start:
                    take_off(draft, one.at)
            elif worth < before:
                draft.emit(MedalsLost(side, before - worth, what))


def count_sections(draft: Draft) -> None:
    """Give or take back the medals of a side for sections without an enemy."""
    field = board_state_of(draft)
    for number, one in enumerate(draft.book.scenario.empty_sections, start=1):
        what = f"empty-section-{number}"
        enemies = [field.hex(at) for at in field.places_of(other(one.side))]
        held = {section for place in enemies for section in field.board.sections(place, "bottom")}
        worth = 0 if held.issuperset(one.sections) else one.medals
        before = draft.state.accounts[one.side].earned.get(what, 0)
        if worth > before:
            win_medals(draft, one.side, worth - before, what)
        elif worth < before:
            draft.emit(MedalsLost(one.side, before - worth, what))


def sudden_winner(draft: Draft) -> str | None:
    """Return the side that wins at once by the hexes that it holds."""
    field = board_state_of(draft)
    for one in draft.book.scenario.sudden_deaths:
        stood = [at for at in map(field.name, one.at) if field.state.side_at(at) == one.side]
        if sum(field.state.at(at) in field.state.units for at in stood) >= one.needs:
            return one.side
    return None


def worth_of(field: BoardState, one: Objective, side: str, what: str, *, at_start: bool) -> int:
    state = field.state
    before = state.accounts[side].earned.get(what, 0)
    if one.side not in (None, side):
        return 0
    if one.at_turn_start and not (at_start and state.active == side):
        return before if before and (one.stays == "permanent" or held(field, one, side)) else 0
    if held(field, one, side) and not (one.sole and taken_by(field, one, other(side))):
        return one.medals
    if one.stays == "permanent":
        return before
    if one.stays == "until-taken":
        return 0 if taken_by(field, one, other(side)) else before
    return 0


def held(field: BoardState, one: Objective, side: str) -> bool:
    mine, theirs = (len(list(places(field, one, whose))) for whose in (side, other(side)))
    if one.needs == "all":
        return mine == len(one.at)
    if one.needs == "majority":
        return mine > theirs
    return mine >= one.needs


def taken_by(field: BoardState, one: Objective, side: str) -> bool:
    return next(places(field, one, side), None) is not None


def places(field: BoardState, one: Objective, side: str) -> Iterator[str]:
    named = (field.name(place) for place in one.at)
    return (name for name in named if field.state.side_at(name) == side and field.state.at(name) in field.state.units)


def lose(draft: Draft, key: str, figures: int, by: str | None = None) -> bool:
    """Take figures from a unit; return whether it is eliminated.

    A Tiger that is hit awaits a second roll.
    """
    unit = draft.state.units[key]
    if not figures:
        return False
    if kind_of(draft.book, unit).second_roll:
        draft.emit(SecondRollAsked(key, figures, other(unit.side), by))
        return False
    if figures < unit.figures:
        draft.emit(FiguresLost(key, figures, unit.figures - figures))
        pay_for(draft, unit, key, figures, eliminated=False)
        return False
    eliminate(draft, key)
    return True


def kind_of(book: Book, unit: Unit) -> Kind:
    return book.kind(unit.type, unit.badge)


def pay_for(draft: Draft, unit: Unit, key: str, figures: int, *, eliminated: bool) -> None:
    before = draft.state.accounts[unit.side].vehicles_lost
    facts = {
        "unit": unit.type,
        "badge": unit.badge,
        "traits": unit.traits,
        "eliminated": eliminated,
        "figures": figures,
        "vehicles_before": before,
    }
    counted = bool(kind_of(draft.book, unit).medal_figures)
    medals = unit_medals(UnitDown.model_validate(facts), draft.book)["medals"]
    if counted:
        draft.emit(VehiclesLost(unit.side, figures, before + figures))
    win_medals(draft, other(unit.side), medals, "vehicles" if counted else f"unit-{key}")


def eliminate(draft: Draft, key: str) -> None:
    state = draft.state
    unit: Unit = state.units[key]
    leader, fell_at, figures = unit.leader, str(unit.at), max(1, unit.figures)
    draft.emit(UnitLost(key))
    pay_for(draft, unit, key, figures, eliminated=True)
    take_card(draft, unit.side)
    if not leader or state.over:
        return
    if any(state.of(unit.side)):
        draft.emit(LeaderInDoubt(key, unit.side, fell_at))
    else:
        lose_leader(draft, key)


def take_card(draft: Draft, side: str) -> None:
    """Take a random card from a side that has lost a unit, if its army says so."""
    army = next((one for one in armies_named(draft, side) if draft.book.armies[one].least_hand), None)
    account = draft.state.accounts[side]
    if army is None or draft.state.over or not account.hand_limit:
        return
    limit = min(account.hand_limit, MOST_HAND)
    answer = hand_after_loss(UnitGone(army=army, hand_limit=limit), draft.book)
    if not answer["cards_taken"]:
        return
    draft.emit(HandCut(side, answer["hand_limit"]))
    if draft.state.dealt and account.hand:
        order, roll = draft.shuffle(sorted(account.hand))
        draft.emit(CardTaken(side, order[0], roll))


def lose_leader(draft: Draft, key: str) -> None:
    draft.emit(LeaderLost(key))
    win_medals(draft, other(draft.state.units[key].side), draft.book.leader.medals, f"leader-{key}")
