"""Ambush: the attacked unit rolls first. Source: Memoir '44, Command cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from app.core.engine.command import Command, Precondition
from app.core.engine.offers import Offer
from app.core.errors import Refused
from app.core.rules.ruling import RulingResult, working
from app.games.memoir_44.board_state import BoardState, Draft, GameContext, board_state_of
from app.games.memoir_44.events.ambush import Ambushed, AttackAnnounced, AttackCalledOff, AttackLetCome
from app.games.memoir_44.rulings.faces import battle_dice
from app.games.memoir_44.state import Assault, State, other
from app.games.memoir_44.turn import hands
from app.games.memoir_44.turn.battle import (
    attacks,
    check_attack,
    ends_moves,
    fights_back,
    is_announced,
    place_of,
    ruling,
    shown,
    strike,
    volley,
    without_dice,
)
from app.games.memoir_44.turn.hands import AMBUSH
from app.games.memoir_44.turn.sequence import ACTING, OfCommander, check_answered, check_goes_on, recovers_first


class AnnounceAttack(Command):
    """Announce a close assault, which the attacked side may ambush; its dice come afterwards.

    If the app holds the hands, that side is always asked, whether it holds the card or not, unless it is among the
    discards for all to see.
    """

    unit: str
    target: str
    precondition: ClassVar[Precondition] = ACTING

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        none = Refused("nothing-to-announce", "turn.ambush")
        if not look.state.dealt:
            raise none
        for key, target, answer in attacks(look, is_announced, none):
            given = {"unit": key, "target": target}
            about, hint = look.state.placed(key, target), ends_moves(look)
            yield Offer(cls.key, given=given, preview=shown(answer), about=about, aim="target", hint=hint)

    def decide(self, draft: Draft) -> None:
        check_attack(draft, self.unit, self.target)
        if not is_announced(board_state_of(draft), self.unit, self.target):
            raise Refused("nothing-to-announce", "turn.ambush", field="target")
        announce(draft, draft.side, self.unit, self.target)


def announce(draft: Draft, side: str, unit: str, target: str) -> None:
    enemy = other(side)
    seat, at = draft.state.accounts[enemy].seat, draft.state.things_of(side)[unit]
    draft.emit(AttackAnnounced(side, unit, target, at, enemy, seat))


class LetCome(OfCommander):
    """Let an announced attack come, or every one of this turn, without an Ambush."""

    whole_turn: bool

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        assault = check_announced(look)
        for whole, label in ((False, None), (True, "let-all-come")):
            yield Offer(
                cls.key, given={"whole_turn": whole}, about=look.state.placed(assault.target, assault.unit), label=label
            )

    def decide(self, draft: Draft) -> None:
        assault = check_announced(draft)
        draft.emit(AttackLetCome(draft.side, assault.unit, draft.state.turn if self.whole_turn else None))


def check_announced(look: GameContext) -> Assault:
    check_goes_on(look)
    assault: Assault | None = look.state.assault
    if assault is None or assault.clear or not look.state.awaits(look.seat):
        raise Refused("nothing-announced", "turn.ambush")
    return assault


class Ambush(OfCommander):
    """Ambush by the attacked unit, which rolls first.

    By the card from the hand, or as it is shown on the table.
    """

    rolls = True

    attacked: str
    attacker: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        field, found = board_state_of(look), False
        for attacked, attacker in check_ambush(look, field):
            answer = ruling(look, field, attacked, attacker)
            if answer["dice"]:
                found, given = True, {"attacked": attacked, "attacker": attacker}
                ask = battle_dice(look.book, answer["dice"])
                about = look.state.placed(attacked, attacker)
                yield Offer(cls.key, given=given, dice=ask, preview=shown(answer), about=about, aim="attacker")
        if not found:
            raise Refused("no-ambush", "turn.ambush")

    def decide(self, draft: Draft) -> None:
        field = board_state_of(draft)
        if (self.attacked, self.attacker) not in check_ambush(draft, field):
            raise Refused("no-ambush", "turn.ambush", field="attacker")
        answer = ruling(draft, field, self.attacked, self.attacker)
        if not answer["dice"]:
            raise without_dice(answer)
        hands.lay_down(draft, draft.side, AMBUSH, None)
        if draft.state.assault is None:
            announce(draft, other(draft.side), self.attacker, self.attacked)
        self._roll(draft, answer)
        if draft.state.dealt and not draft.state.over:
            hands.replace(draft, draft.side)

    def _roll(self, draft: Draft, answer: RulingResult) -> None:
        roll = draft.roll(battle_dice(draft.book, answer["dice"]))
        read, needs = volley(draft, self.attacked, self.attacker, roll)
        hits, flags = read["hits"], read["flags"]
        draft.emit(Ambushed(draft.side, self.attacked, self.attacker, roll, needs, hits, flags, working(answer)))
        strike(draft, self.attacker, hits, flags, self.attacked)


def check_ambush(look: GameContext, field: BoardState) -> list[tuple[str, str]]:
    """Return each unit that may ambush now, with its target.

    The one of an announced attack; with cards of paper any that could be attacked close by. Raise Refused.
    """
    if look.state.dealt:
        assault = check_announced(look)
        if AMBUSH not in look.state.accounts[look.side].hand:
            raise Refused("no-card", "turn.ambush")
        return [(assault.target, assault.unit)]
    check_goes_on(look)
    check_answered(look)
    if look.state.phase != "action" or look.state.active != other(look.side):
        raise Refused("no-ambush", "turn.ambush")
    return [*close_by(look.state, field, look.side)]


def close_by(state: State, field: BoardState, side: str) -> Iterator[tuple[str, str]]:
    able = (key for key in state.things_of(side) if fights_back(field, key))
    own = [(key, field.hex(place_of(state, key))) for key in able]
    for enemy, unit in state.of(other(side)):
        kept = unit.table_says == "may-not-battle" or recovers_first(state, unit)
        if unit.ordered and not unit.battles and not kept:
            around = field.board.around(field.hex(str(unit.at)))
            yield from ((key, enemy) for key, place in own if place in around)


def call_off(draft: Draft) -> None:
    state = draft.state
    assault = state.assault
    if assault is None or state.asked is not None or state.second is not None or state.over:
        return
    field = board_state_of(draft)
    stands = state.things_of(str(state.active)).get(assault.unit) == assault.at
    there = assault.target in state.things_of(other(str(state.active)))
    if not (stands and there and ruling(draft, field, assault.unit, assault.target)["dice"]):
        draft.emit(AttackCalledOff(assault.unit))
