"""What a unit meets in a hex that it enters: minefields, stars to pick up. Source: Terrain Pack, Campos minados."""

from __future__ import annotations

from collections.abc import Iterator

from app.core.commands import Command, Draft, Look
from app.core.offers import Offer
from app.core.refusals import Refused
from app.games.memoir_44.events.scenery import MineAsked, MineEntered, MineRemoved, MineRolled, StarPickedUp
from app.games.memoir_44.rulings.faces import battle_dice, hitting
from app.games.memoir_44.rulings.mines import Entering, mine
from app.games.memoir_44.state import Mine, State, Unit, other
from app.games.memoir_44.turn.losses import lose

CARRIED = ("equipment", "prisoners")
"""Stars that a unit takes along."""


def enter(draft: Draft, key: str, *, may_battle: bool) -> None:
    """A unit stands in a hex that it has just entered."""
    unit: Unit = draft.state.units[key]
    field = draft.state.mine_at(str(unit.at))
    if field is not None and field.layer != unit.side:
        enter_mine(draft, key, field, may_battle=may_battle)
    if unit.type == "infantry" and unit.carries is None:
        pick_up(draft, key, unit)


def pick_up(draft: Draft, key: str, unit: Unit) -> None:
    """Infantry picks up what lies in its hex (TP-22)."""
    for name, star in draft.state.stars.items():
        free = star.purpose in CARRIED and star.by is None and star.at == unit.at
        if free and star.side in (None, unit.side):
            draft.note(StarPickedUp(unit.side, key, name))
            return


def facts_of(unit: Unit, mined: Mine, value: int, *, may_battle: bool = False) -> Entering:
    """A unit in a minefield as the ruling knows it."""
    return Entering.model_validate(
        {
            "value": value,
            "unit": unit.type,
            "friend": mined.layer == unit.side,
            "engineer": unit.badge == "engineer",
            "may_battle": may_battle,
        }
    )


def enter_mine(draft: Draft, key: str, mined: Mine, *, may_battle: bool) -> None:
    """The minefield of an enemy: engineers clear it, anybody else learns its number."""
    state: State = draft.state
    unit = state.units[key]
    value = mined.shown if mined.shown is not None else int(mined.hidden or 0)
    answer = mine(facts_of(unit, mined, value, may_battle=may_battle), draft.book)
    if answer["cleared"]:
        draft.note(MineRemoved(mined.at, key, cleared=True))
        return
    if answer["revealed"] and mined.shown is None:
        draft.note(MineEntered(key, mined.at, value))
    if answer["removed"]:
        draft.note(MineRemoved(mined.at, key, cleared=False))
    elif answer["dice_needed"]:
        draft.note(MineAsked(key, other(unit.side)))


class RollMine(Command):
    """Roll for a minefield of one's own that an enemy has entered."""

    rolls = True

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
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
        needs: list[str] = [*hitting(facts.unit, draft.book)]
        hits = answer["hits"]
        draft.note(MineRolled(key, draft.side, mined.at, roll, needs, hits, list(answer.also["hits"].reasons)))
        lose(draft, key, hits)


def check_mine(look: Look) -> tuple[str, Unit, Mine]:
    """The unit in one's own minefield, and the field. Raises Refused where nobody is in one."""
    state: State = look.state
    if state.in_mine is None or state.units[state.in_mine].side == look.side:
        raise Refused("no-mine-to-roll", "mines.entering")
    unit = state.units[state.in_mine]
    return state.in_mine, unit, state.mines[str(unit.at)]
