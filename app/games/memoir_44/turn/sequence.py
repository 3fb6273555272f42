"""The order of a turn: seats asked, priorities, its beginning and its end.

Source: Memoir '44, Turns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import ClassVar

from app.core.engine.command import Command, Doubt, Precondition
from app.core.engine.offers import Choice, Offer
from app.core.errors import Refused
from app.core.table_commands.setting_up import begins_unticked
from app.games.memoir_44.board_state import Draft, GameContext
from app.games.memoir_44.events.armies import SMOKE, DropDue, SmokeCleared, SmokeDue
from app.games.memoir_44.events.turn import Conceded, DrawnCardLaidOff, MinesLaid, NoticeUsed, TurnBegan, TurnEnded
from app.games.memoir_44.rulings.armies import Hour, changes, is_dark
from app.games.memoir_44.state import State, Train, Unit, other
from app.games.memoir_44.turn import hands
from app.games.memoir_44.turn.medals import count_ground, end_battle

MEDICS = "medics-and-mechanics"


def check_goes_on(look: GameContext) -> None:
    if look.state.over:
        raise Refused("mission-over", "table.over")


def check_turn(look: GameContext, *phases: str, attacking: bool = False) -> None:
    """Raise Refused unless it is this side's turn in one of these phases, with nothing pending.

    Pending rolls do not hold up who is `attacking`.
    """
    state = look.state
    check_goes_on(look)
    if state.phase not in phases:
        raise Refused("not-this-phase", "turn.order", phase=f"phase-{phases[0]}")
    if state.active != look.side:
        raise Refused("not-your-turn", "turn.order", side=str(state.active))
    check_answered(look, attacking=attacking)
    if phases == ("card",) and is_due(look):
        raise Refused("night-first", "night.visibility")


def is_due(look: GameContext) -> bool:
    """Return whether the side of this turn has yet to roll for the light."""
    told, night = look.book.scenario.night, look.state.night
    ready = told is not None and night is not None and not night.rolled and look.state.active == told.side
    return ready and changes(hour(look), look.book)


def hour(look: GameContext) -> Hour:
    """Return the light of a battle at night, as the ruling takes it."""
    told = look.book.scenario.night
    return Hour(visibility=seen_by_night(look.state) or look.book.night.most, falls=told is not None and told.falls)


def seen_by_night(state: State) -> int | None:
    """Return the hexes that one sees at night; None where no night is played.

    A ruling of the table may have set any number.
    """
    return None if state.night is None else max(1, min(state.night.visibility, 6))


def turn_of(*phases: str, attacking: bool = False) -> Precondition:
    return lambda look: check_turn(look, *phases, attacking=attacking)


PLAYING, ORDERING, ACTING = turn_of("card"), turn_of("orders"), turn_of("action")
"""The preconditions of a side's turn, one for each phase."""


def check_answered(look: GameContext, *, attacking: bool = False) -> None:
    """Raise Refused while flags, a mine, ice, a roll, a leader's fate or an attack comes first."""
    state = look.state
    if any(one.for_ == "chip" for one in state.waiting):
        raise Refused("chip-first", "turn.commissar")
    if any(one.for_ == SMOKE for one in state.waiting):
        raise Refused("smoke-first", "turn.smoke-screen")
    if any(one.for_ == "drop" for one in state.waiting):
        raise Refused("drop-first", "turn.air-drop")
    if state.back is not None:
        raise Refused("back-first", "armies.battle-back", unit=state.back.unit)
    if state.in_mine is not None:
        if not state.mines[str(state.units[state.in_mine].at)].revealed:
            raise Refused("token-first", "mines.entering", unit=state.in_mine)
        raise Refused("mine-first", "mines.entering", unit=state.in_mine)
    if state.ice is not None:
        raise Refused("ice-first", "terrain.frozen-river", unit=state.ice.unit)
    if state.asked is not None:
        raise Refused("flags-first", "retreat.flags", unit=state.asked.unit)
    if state.second is not None:
        raise Refused("second-roll-first", "badges.tiger", unit=state.second.unit)
    if state.leader_down is not None:
        raise Refused("leader-first", "stars.leader-lost", unit=state.leader_down)
    if state.assault is not None and not (attacking and state.assault.clear):
        if state.assault.clear:
            raise Refused("attack-first", "turn.ambush", unit=state.assault.unit)
        raise Refused("ambush-first", "turn.ambush", unit=state.assault.unit)


def offers_to_each(
    look: GameContext, command: str, name: str, places: Iterable[tuple[str, list[str]]], no: Refused
) -> Iterator[Offer]:
    """Yield an offer for each unit with places to choose from, under that name.

    Raise Refused if none has.
    """
    found = [(key, several) for key, several in places if several]
    if not found:
        raise no
    for key, several in found:
        choose: dict[str, Choice] = {name: several}
        about = look.state.placed(key)
        yield Offer(command, given={"unit": key}, choose=choose, about=about, must_choose=undecided(choose))


def undecided(choose: Mapping[str, Choice]) -> tuple[str, ...]:
    """Return the choices with several values: none of them is chosen for the player."""
    return tuple(name for name, one in choose.items() if isinstance(one, list) and len(one) > 1)


def ordered(look: GameContext, key: str) -> Unit:
    unit = look.state.units.get(key)
    if unit is None or unit.side != look.side or not unit.there or not unit.ordered:
        raise Refused("not-ordered", "cards.orders", field="unit", unit=key)
    found: Unit = unit
    check_general(look, key, found)
    return found


def recovers_first(state: State, unit: Unit) -> bool:
    """Return whether a card orders a unit only once figures have returned to it.

    Source: Medics & Mechanics.
    """
    return state.card == MEDICS and not unit.recovered


def ordered_to_act(look: GameContext, key: str) -> Unit:
    """Return an ordered unit that moves and battles.

    Raise Refused for one that a card orders once figures have returned.
    """
    unit = ordered(look, key)
    if recovers_first(look.state, unit):
        raise Refused("recover-first", "cards.medics", field="unit", unit=key)
    return unit


def ordered_of_seat(look: GameContext) -> Sequence[str]:
    return look.cached(
        ("ordered-of-seat", look.seat.name),
        lambda: [key for key, one in look.state.of(look.side) if one.ordered and one.by in (None, look.seat.name)],
    )


class OfCommander(Command):
    """A command only of the seat that commands a side, if generals sit beside it."""

    @classmethod
    def allowed_for(cls, look: GameContext) -> bool:
        return super().allowed_for(look) and look.seat.name not in look.state.generals


def check_general(look: GameContext, key: str, thing: Unit | Train) -> None:
    if thing.by not in (None, look.seat.name):
        raise Refused("not-your-unit", "cards.orders", field="unit", unit=key, seat=thing.by)


class BeginBattle(Command):
    """Begin the battle: mines are shuffled, hands dealt, the first turn begins."""

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_set_up(look)
        yield Offer(cls.key)

    def decide(self, draft: Draft) -> None:
        check_set_up(draft)
        lay_mines(draft)
        hands.deal(draft)
        begin_turn(draft, draft.book.scenario.first)

    def asked_before(self, look: GameContext) -> Doubt | None:
        return begins_unticked(look)


def check_set_up(look: GameContext) -> None:
    check_goes_on(look)
    if look.state.phase != "set-up":
        raise Refused("begun-already", "turn.order")


def lay_mines(draft: Draft) -> None:
    places = list(draft.state.mines)
    tokens = [str(value) for value in draft.book.mine_tokens]
    if places and draft.state.real_mines:
        draft.emit(MinesLaid(len(places)))
    if not places or draft.state.real_mines:
        return
    sets = -(-len(places) // len(tokens))
    order, roll = draft.shuffle(tokens * sets)
    values = {place: int(order[number]) for number, place in enumerate(places)}
    draft.emit(MinesLaid(len(places), values, roll))


def begin_turn(draft: Draft, side: str) -> None:
    clear_smoke(draft)
    draft.emit(TurnBegan(draft.state.turn + 1, side))
    hands.ask_for_chips(draft)
    begin_drops(draft)
    if (smoke := draft.book.scenario.smoke) is not None and draft.state.turn == 1:
        draft.emit(SmokeDue(smoke, draft.state.accounts[smoke].seat))
    count_ground(draft, at_start=True)


def clear_smoke(draft: Draft) -> None:
    lies = [at for at, names in draft.state.added.items() if SMOKE in names]
    if lies and draft.state.turn >= draft.book.smoke.turns:
        draft.emit(SmokeCleared(lies))


def begin_drops(draft: Draft) -> None:
    """Ask for the air drops that are due: before the first turn, or in one's first turn by day."""
    state = draft.state
    day = not is_dark(seen_by_night(state), draft.book)
    for number, drop in enumerate(state.drops):
        due = (day and state.active == drop.side) if drop.daylight else state.turn == 1
        if due and drop.left and not drop.due:
            draft.emit(DropDue(drop.side, number, state.accounts[drop.side].seat))


def check_may_end(look: GameContext) -> None:
    check_turn(look, "action", "orders")
    check_generals(look)


def check_generals(look: GameContext) -> None:
    if any(one.pending for one in look.state.generals.values()):
        raise Refused("generals-first", "cards.orders")


def end_turn(draft: Draft) -> None:
    side = str(draft.state.active)
    draft.emit(TurnEnded(side))
    if side_used_notice(draft, side):
        draft.emit(NoticeUsed(side))
    if draft.state.draws:
        hands.draw(draft, side)
    if not draft.state.surplus and not draft.state.over:
        begin_turn(draft, other(side))


class EndDeck(OfCommander):
    """Say that a deck of paper cards that is not shuffled again has run out."""

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_deck(look)
        yield Offer(cls.key)

    def decide(self, draft: Draft) -> None:
        check_deck(draft)
        hands.end_with_deck(draft)


def check_deck(look: GameContext) -> None:
    check_turn(look, "orders", "action")
    if look.book.scenario.deck_ends is None or look.state.dealt:
        raise Refused("no-end-by-cards", "turn.order")


class LayOff(OfCommander):
    """Lay off a card that was drawn: a card of Recon draws two, of which one is kept."""

    card: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        yield Offer(cls.key, choose={"card": drawn(look)}, tell=partial(hands.texts_of, look))

    def decide(self, draft: Draft) -> None:
        if self.card not in drawn(draft):
            raise Refused("no-card", "cards.orders", field="card")
        side = draft.side
        draft.emit(DrawnCardLaidOff(side, self.card))
        if not draft.state.surplus:
            begin_turn(draft, other(side))


def drawn(look: GameContext) -> list[str]:
    check_turn(look, "draw")
    return sorted(set(look.state.accounts[look.side].drawn))


def side_used_notice(look: GameContext, side: str) -> bool:
    announced = look.state.accounts[side].announced
    return announced is not None and announced < look.state.turn and look.state.card == "air-power"


class Concede(OfCommander):
    precondition: ClassVar[Precondition] = turn_of("card", "orders", "action")

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_generals(look)
        yield Offer(cls.key)

    def asked_before(self, look: GameContext) -> Doubt:
        return Doubt("concedes", {"winner": other(look.side)})

    def decide(self, draft: Draft) -> None:
        check_generals(draft)
        draft.emit(Conceded(draft.side))
        end_battle(draft, other(draft.side))
