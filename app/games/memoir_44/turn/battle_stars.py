"""Special commands of scenarios: dams, bridges, pontoons, airfields.

Source: Terrain Pack, II–IV.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from app.core.engine.offers import Choice, Offer
from app.core.errors import Refused
from app.core.rules.ruling import RulingResult, working
from app.games.memoir_44.board_state import BoardState, Draft, GameContext, board_state_of
from app.games.memoir_44.events.scenery import (
    BridgeAttacked,
    DamFreed,
    DamsRolled,
    ObstacleRemoved,
    PontoonBuilt,
    UnitLanded,
)
from app.games.memoir_44.events.turn import HandCut
from app.games.memoir_44.events.units import CrosshairsTakenOff
from app.games.memoir_44.rulings.faces import STAR, battle_dice
from app.games.memoir_44.rulings.stars import BridgeBlown, DamTurn, blow_bridge, dam
from app.games.memoir_44.scenarios.forms import MOST_HAND
from app.games.memoir_44.state import Star, State, Train, Unit, other
from app.games.memoir_44.turn.battle import observed
from app.games.memoir_44.turn.medals import eliminate, win_medals
from app.games.memoir_44.turn.sequence import OfCommander, check_turn, end_turn, undecided

AIRFIELD, LANDING, HEADQUARTERS = "airfield", "airfield-landing", "direct-from-hq"
BLOWN = "blown-bridge"
BRIDGES = ("bridge", "railway-bridge", "pontoon-bridge")


def check_nothing_ordered(look: GameContext) -> None:
    check_turn(look, "orders", "action")
    things: list[Unit | Train] = [*look.state.units.values(), *look.state.trains.values()]
    if look.state.battling or any(one.ordered and one.side == look.side for one in things):
        raise Refused("orders-given", "turn.order")


# -- dams


class SabotageDams(OfCommander):
    """Roll for the dams that one holds, after a card was played, before units are ordered."""

    rolls = True

    choose: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        held = check_dams(look)
        answer = dam(facts_of_dams(look.state, held), look.book)
        dice = battle_dice(look.book, answer["dice_needed"])
        choose: dict[str, Choice] = {"choose": list(held)}
        yield Offer(cls.key, choose=choose, dice=dice, preview=answer, must_choose=undecided(choose))

    def decide(self, draft: Draft) -> None:
        held = check_dams(draft)
        if self.choose not in held:
            raise Refused("not-held", "stars.dam", field="choose")
        facts = facts_of_dams(draft.state, held)
        roll = draft.roll(battle_dice(draft.book, dam(facts, draft.book)["dice_needed"]))
        answer = dam(facts.model_copy(update={"faces": roll.faces, "choose": self.choose}), draft.book)
        sabotaged = answer["sabotaged"]
        draft.emit(DamsRolled(draft.side, roll, [STAR], answer["stars"], sabotaged, working(answer)))
        for key in sabotaged:
            win_medals(draft, draft.side, draft.book.dam.medals, key)


def check_dams(look: GameContext) -> dict[str, Star]:
    check_nothing_ordered(look)
    state = look.state
    stars = {key: star for key, star in state.stars.items() if star.purpose == "dam"}
    held = {
        key: star for key, star in stars.items() if star.side in (None, look.side) and holds(state, star, look.side)
    }
    if not held or state.dams_rolled:
        raise Refused("no-dam-held", "stars.dam")
    return held


def holds(state: State, star: Star, side: str) -> bool:
    return star.at is not None and state.side_at(star.at) == side


def facts_of_dams(state: State, held: dict[str, Star]) -> DamTurn:
    before = {key: star.count for key, star in held.items()}
    return DamTurn.model_validate({"held": list(held), "stars_before": before})


def free_dams(draft: Draft) -> None:
    for key, star in draft.state.stars.items():
        whose = star.side
        if star.purpose == "dam" and star.count and whose and holds(draft.state, star, other(whose)):
            draft.emit(DamFreed(key, str(star.at)))


def check_observers(draft: Draft) -> None:
    field = board_state_of(draft)
    for gun in dict.fromkeys(one.gun for one in draft.state.crosshairs):
        unit = draft.state.units[gun]
        if not draft.book.kind(unit.type, unit.badge).crosshairs and not observed(field, unit.side):
            draft.emit(CrosshairsTakenOff(gun))


# -- bridges and pontoons


class BlowBridge(OfCommander):
    """Blow a bridge of the section of the card that was played: that is the whole turn."""

    rolls = True

    at: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for at in check_bridges(look):
            answer = ruling(look, at)
            dice = battle_dice(look.book, answer["dice_needed"]) if answer["dice_needed"] else None
            yield Offer(cls.key, given={"at": at}, dice=dice, preview=answer, about=(at,))

    def decide(self, draft: Draft) -> None:
        bridges = check_bridges(draft)
        if self.at not in bridges:
            raise Refused("not-that-bridge", "stars.bridge-one", field="at", at=self.at)
        needed = ruling(draft, self.at)["dice_needed"]
        roll = draft.roll(battle_dice(draft.book, needed)) if needed else None
        answer = ruling(draft, self.at, roll.faces if roll else None)
        told = list((answer.also.get("destroyed") or answer.working).reasons)
        event = BridgeAttacked(draft.side, self.at, answer["destroyed"], answer["draws_card"], roll, [STAR], told)
        draft.emit(event)
        if answer["hand_limit"] < draft.state.accounts[draft.side].hand_limit:
            draft.emit(HandCut(draft.side, answer["hand_limit"]))
        if answer["destroyed"]:
            draft.emit(ObstacleRemoved(self.at, bridges[self.at]))
            scenario = draft.book.scenario.blow_bridges
            if scenario is not None and board_state_of(draft).hex(self.at) in scenario.medal_at:
                win_medals(draft, draft.side, 1, BLOWN)
        if answer["unit_eliminated"]:
            fall(draft, self.at)
        if not draft.state.over:
            end_turn(draft)


def fall(draft: Draft, at: str) -> None:
    key = draft.state.at(at)
    if key in draft.state.units:
        eliminate(draft, str(key))


def ruling(look: GameContext, at: str, faces: Any = None) -> RulingResult:
    bridges = look.book.scenario.blow_bridges
    assert bridges is not None
    facts = {
        "option": bridges.option,
        "hand_limit": max(1, min(look.state.accounts[look.side].hand_limit, MOST_HAND)),
        "unit_on_bridge": look.state.at(at) in look.state.units,
        "faces": faces,
    }
    return blow_bridge(BridgeBlown.model_validate(facts), look.book)


def check_bridges(look: GameContext) -> dict[str, str]:
    check_nothing_ordered(look)
    field, found = board_state_of(look), look.book.scenario.blow_bridges
    if found is None or found.side not in (None, look.side) or not by_section_card(look):
        raise Refused("no-bridge-to-blow", "stars.bridge-one")
    bridges = {at: kind for place in found.at for at in [field.name(place)] if (kind := bridge_on(field, at))}
    bridges = {at: kind for at, kind in bridges.items() if look.state.section in field.sections(at, look.side)}
    if found.beside:
        bridges = {at: kind for at, kind in bridges.items() if field.near(at, look.side)}
    spared = look.book.answer_for("bridge-unit") == "may-not-be-blown"
    trains = {place for train in look.state.trains.values() for place in train.places}
    free = {at: kind for at, kind in bridges.items() if at not in trains and not (spared and look.state.at(at))}
    cut = found.option == 1 and look.state.accounts[look.side].hand_limit <= look.book.bridge.hand_lost
    if not free or cut:
        raise Refused("no-bridge-to-blow", "stars.bridge-one")
    return free


def bridge_on(field: BoardState, at: str) -> str | None:
    return next((name for name in field.at(at) if name in BRIDGES), None)


def by_section_card(look: GameContext) -> bool:
    card = look.state.card
    return card is not None and look.book.cards[card].kind == "section" and bool(look.state.slots)


class BuildPontoon(OfCommander):
    """Build a pontoon on a river hex of an Attack card's section, instead of ordering units."""

    at: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        free = check_pontoon(look)
        yield Offer(cls.key, choose={"at": free}, must_choose=undecided({"at": free}))

    def decide(self, draft: Draft) -> None:
        if self.at not in check_pontoon(draft):
            raise Refused("no-pontoon-there", "obstacles.pontoon-bridge", field="at", at=self.at)
        draft.emit(PontoonBuilt(draft.side, self.at))


def check_pontoon(look: GameContext) -> list[str]:
    """Return the hexes for a pontoon: river of the section, no crossing, nobody there (TP-28).

    Raise Refused.
    """
    check_nothing_ordered(look)
    state, field = look.state, board_state_of(look)
    section = state.section if state.card == "attack" and state.slots else None
    if section is None or not state.accounts[look.side].pontoons:
        raise Refused("no-pontoon", "obstacles.pontoon-bridge")
    names = (field.name(place) for place in field.board.hexes)
    free = [
        at for at in names if field.is_water(at) and state.at(at) is None and section in field.sections(at, look.side)
    ]
    if not free:
        raise Refused("no-pontoon", "obstacles.pontoon-bridge")
    return free


# -- airfields


class Land(OfCommander):
    """Land infantry on a free hex of the airfield instead of one order of Direct from HQ."""

    at: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        free = check_landing(look)
        yield Offer(cls.key, choose={"at": free}, must_choose=undecided({"at": free}))

    def decide(self, draft: Draft) -> None:
        if self.at not in check_landing(draft):
            raise Refused("no-landing-there", "landmarks.airfield", field="at", at=self.at)
        number = sum(key.startswith(f"{draft.side}-infantry-") for key in draft.state.units) + 1
        figures = draft.book.units["infantry"].figures
        draft.emit(UnitLanded(draft.side, f"{draft.side}-infantry-{number}", self.at, figures))


def check_landing(look: GameContext) -> list[str]:
    """Return the free hexes of the airfield, while no enemy is on any (TP-25). Raise Refused."""
    check_turn(look, "orders")
    field, state = board_state_of(look), look.state
    fields = [field.name(place) for place, lying in field.ground.items() if AIRFIELD in lying]
    free = [at for at in fields if state.at(at) is None]
    enemies = any(state.side_at(at) == other(look.side) for at in fields)
    landed = any(unit.placed and unit.side == look.side for unit in state.units.values())
    once = landed and look.book.answer_for("airfield") == "one-per-card"
    ruled = LANDING in look.book.scenario.special_rules and state.card == HEADQUARTERS
    if not ruled or not free or enemies or once:
        raise Refused("no-landing", "landmarks.airfield")
    return free
