"""Entering a hex: minefields, stars to pick up. Source: Terrain Pack, Campos minados."""

from __future__ import annotations

from collections.abc import Iterator

from app.core.engine.command import Command
from app.core.engine.offers import Offer
from app.core.errors import Refused
from app.games.memoir_44.board_state import Draft, GameContext, board_state_of
from app.games.memoir_44.events.scenery import MineAsked, MineEntered, MineRemoved, MineRolled, StarPickedUp, TokenAsked
from app.games.memoir_44.rulings.faces import battle_dice, hitting
from app.games.memoir_44.rulings.mines import Entering, mine
from app.games.memoir_44.state import Mine, Unit, other
from app.games.memoir_44.turn.headquarters import enter_headquarters
from app.games.memoir_44.turn.medals import lose, win_medals

DECOY = "decoy"
CARRIED = ("equipment", "prisoners")
"""Stars that a unit takes along."""


def enter(draft: Draft, key: str, *, may_battle: bool) -> None:
    unit = draft.state.units[key]
    field = draft.state.mine_at(str(unit.at))
    if field is not None and field.layer != unit.side:
        enter_mine(draft, key, field, may_battle=may_battle)
    if draft.state.units[key].there:
        enter_headquarters(draft, key, unit)
    if unit.type == "infantry" and unit.carries is None:
        pick_up(draft, key, unit)


def pick_up(draft: Draft, key: str, unit: Unit) -> None:
    for name, star in draft.state.stars.items():
        free = star.purpose in CARRIED and star.by is None and star.at == unit.at
        if free and star.side in (None, unit.side):
            draft.emit(StarPickedUp(unit.side, key, name))
            return


def facts_of(unit: Unit, mined: Mine, value: int, *, may_battle: bool = False) -> Entering:
    return Entering.model_validate(
        {
            "value": value,
            "unit": unit.type,
            "badge": unit.badge,
            "friend": mined.layer == unit.side,
            "engineer": unit.badge == "engineer",
            "may_battle": may_battle,
        }
    )


def enter_mine(draft: Draft, key: str, mined: Mine, *, may_battle: bool) -> None:
    unit = draft.state.units[key]
    value = mined.shown if mined.shown is not None else int(mined.hidden or 0)
    answer = mine(facts_of(unit, mined, value, may_battle=may_battle), draft.book)
    if answer["cleared"]:
        draft.emit(MineRemoved(mined.at, key, cleared=True))
    elif answer["revealed"] and not mined.revealed and draft.state.real_mines:
        draft.emit(TokenAsked(key, mined.at, unit.side))
    else:
        turn_over(draft, key, mined, value)


def turn_over(draft: Draft, key: str, mined: Mine, value: int) -> None:
    unit = draft.state.units[key]
    answer = mine(facts_of(unit, mined, value), draft.book)
    if answer["revealed"] and not mined.revealed:
        draft.emit(MineEntered(key, mined.at, value))
    if answer["removed"]:
        layer, at = mined.layer, mined.at
        draft.emit(MineRemoved(at, key, cleared=False))
        find_decoy(draft, layer, at)
    elif answer["dice_needed"]:
        draft.emit(MineAsked(key, other(unit.side)))


def find_decoy(draft: Draft, layer: str, at: str) -> None:
    place, finder = board_state_of(draft).hex(at), other(layer)
    counts = any(one.side == layer and one.decoy_medal and place in one.at for one in draft.book.scenario.mines)
    if counts and DECOY not in draft.state.accounts[finder].earned:
        win_medals(draft, finder, 1, DECOY)


class TellMine(Command):
    """Tell the number on the real token that an enemy unit has turned over; either side may."""

    value: int

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        key, at = check_token(look)
        numbers = sorted(set(look.book.mine_tokens))
        yield Offer(cls.key, choose={"value": numbers}, about=(key, at), must_choose=("value",))

    def decide(self, draft: Draft) -> None:
        key, at = check_token(draft)
        numbers = sorted(set(draft.book.mine_tokens))
        if self.value not in numbers:
            raise Refused("no-such-token", "mines.entering", field="value", allowed=", ".join(map(str, numbers)))
        turn_over(draft, key, draft.state.mines[at], self.value)


def check_token(look: GameContext) -> tuple[str, str]:
    state = look.state
    at = str(state.units[state.in_mine].at) if state.in_mine is not None else None
    if state.in_mine is None or at is None or state.mines[at].revealed:
        raise Refused("no-token-to-tell", "mines.entering")
    return state.in_mine, at


class RollMine(Command):
    rolls = True

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        key, unit, mined = check_mine(look)
        answer = mine(facts_of(unit, mined, int(mined.shown or 0)), look.book)
        yield Offer(
            cls.key, dice=battle_dice(look.book, answer["dice_needed"]), preview=answer, about=look.state.placed(key)
        )

    def decide(self, draft: Draft) -> None:
        key, unit, mined = check_mine(draft)
        facts = facts_of(unit, mined, int(mined.shown or 0))
        roll = draft.roll(battle_dice(draft.book, mine(facts, draft.book)["dice_needed"]))
        answer = mine(facts.model_copy(update={"faces": roll.faces}), draft.book)
        needs: list[str] = [*hitting(draft.book.kind(unit.type, unit.badge).target_as, draft.book)]
        hits = answer["hits"]
        draft.emit(MineRolled(key, draft.side, mined.at, roll, needs, hits, list(answer.also["hits"].reasons)))
        lose(draft, key, hits)


def check_mine(look: GameContext) -> tuple[str, Unit, Mine]:
    state = look.state
    if state.in_mine is None or state.units[state.in_mine].side == look.side:
        raise Refused("no-mine-to-roll", "mines.entering")
    unit = state.units[state.in_mine]
    mined = state.mines[str(unit.at)]
    if not mined.revealed:
        raise Refused("token-first", "mines.entering", unit=state.in_mine)
    return state.in_mine, unit, mined
