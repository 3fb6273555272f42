"""Cards that strike without a unit, and orders that are rolled.

Air Power, Barrage, Their Finest Hour.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from app.core.engine.offers import Choice, Offer
from app.core.errors import Refused
from app.games.memoir_44.board_state import BoardState, Draft, GameContext, armies_of, board_state_of
from app.games.memoir_44.book import SIDES
from app.games.memoir_44.events.scenery import AirPowerAnnounced, OrdersRolled, StrikeRolled
from app.games.memoir_44.events.turn import CardPlayed, NoticeFreed
from app.games.memoir_44.geometry import SECTIONS
from app.games.memoir_44.rulings.armies import is_dark
from app.games.memoir_44.rulings.faces import STAR, Throw, battle_dice, hitting, read_dice
from app.games.memoir_44.state import Slot, State, other
from app.games.memoir_44.turn import hands
from app.games.memoir_44.turn.battle import strike, target_of
from app.games.memoir_44.turn.battle_stars import check_nothing_ordered, holds
from app.games.memoir_44.turn.cards import AIR_POWER, EVERY_TYPE, card_of, in_the_dark
from app.games.memoir_44.turn.engineering import cards_held
from app.games.memoir_44.turn.sequence import OfCommander, check_turn, seen_by_night

FINEST_HOUR = "their-finest-hour"
RECON, IN_FORCE = "recon", "recon-in-force"


class Strike(OfCommander):
    rolls = True

    target: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for target in check_strike(look):
            dice = battle_dice(look.book, dice_of(look))
            answer = read_dice(throw(look, target, None), look.book)
            given, about = {"target": target}, look.state.placed(target)
            yield Offer(cls.key, given=given, dice=dice, preview=answer, about=about, aim="target")

    def decide(self, draft: Draft) -> None:
        check_warned(draft, self.target)
        targets = check_strike(draft)
        if self.target not in targets:
            raise Refused("no-such-target", "cards.orders", field="target", target=self.target)
        roll = draft.roll(battle_dice(draft.book, dice_of(draft)))
        read = read_dice(throw(draft, self.target, [str(face) for face in roll.faces]), draft.book)
        card = card_of(draft)
        needs: list[str] = [
            *hitting(target_of(draft, self.target), draft.book, stars=card is not None and card.stars_hit)
        ]
        told = list(read.working.reasons)
        event = StrikeRolled(
            draft.side, self.target, targets[self.target], roll, needs, read["hits"], read["flags"], told
        )
        draft.emit(event)
        strike(draft, self.target, read["hits"], read["flags"], None, cannot_ignore=True)


def throw(look: GameContext, target: str, faces: list[str] | None) -> Throw:
    card = card_of(look)
    facts = {
        "target": target_of(look, target),
        "stars_hit": card is not None and card.stars_hit,
        "dice": dice_of(look),
        "faces": faces,
    }
    return Throw.model_validate(facts)


def dice_of(look: GameContext) -> int:
    card = card_of(look)
    if card is None:
        return 0
    of_army = next((one.strike_dice for one in armies_of(look, look.side) if one.strike_dice), None)
    return of_army if of_army and look.state.called else card.dice[look.side]


def check_strike(look: GameContext) -> dict[str, str]:
    check_turn(look, "action")
    card, state = card_of(look), look.state
    if card is None or len(state.targets) >= card.targets or in_the_dark(look, state.card):
        raise Refused("no-strike", "cards.orders")
    field = board_state_of(look)
    places = {key: at[0] for key, at in state.things_of(other(look.side)).items()}
    hidden = {key for key, unit in state.units.items() if unit.camouflaged}
    free = {key: at for key, at in places.items() if key not in (*state.struck, *hidden)}
    found = {key: at for key, at in free.items() if may_be_struck(look, field, at)}
    if not found:
        raise Refused("no-strike", "cards.orders")
    return found


def may_be_struck(look: GameContext, field: BoardState, at: str) -> bool:
    state = look.state
    if warned(look, at):
        return False
    if state.targets:
        return any(field.apart(at, one) == 1 for one in state.targets)
    return state.section is None or state.section in field.sections(at, look.side)


def check_warned(look: GameContext, target: str) -> None:
    unit = look.state.units.get(target)
    if unit is not None and unit.there and unit.side != look.side and warned(look, str(unit.at)):
        raise Refused("not-announced", "landmarks.radar-station", field="target", target=target)


def warned(look: GameContext, at: str) -> bool:
    state = look.state
    if state.card != AIR_POWER:
        return False
    radar = any(star.purpose == "radar-warning" and star.at == at for star in state.stars.values())
    announced = state.accounts[look.side].announced
    return radar and (announced is None or announced >= state.turn)


class AnnounceAirPower(OfCommander):
    """Put Air Power face up against a radar station: it may be played from the next turn on."""

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_announce(look)
        yield Offer(cls.key)

    def decide(self, draft: Draft) -> None:
        check_announce(draft)
        draft.emit(AirPowerAnnounced(draft.side, draft.state.turn))


def check_announce(look: GameContext) -> None:
    check_turn(look, "card")
    state = look.state
    account = state.accounts[look.side]
    if (
        not radar_holds(state, other(look.side))
        or account.announced is not None
        or (state.dealt and AIR_POWER not in account.hand)
    ):
        raise Refused("nothing-to-announce", "landmarks.radar-station")


def radar_holds(state: State, side: str) -> bool:
    radars = (star for star in state.stars.values() if star.purpose == "radar-warning")
    return any(holds(state, star, side) for star in radars)


def free_notices(draft: Draft) -> None:
    for side, account in draft.state.accounts.items():
        if account.announced is not None and not radar_holds(draft.state, other(side)):
            draft.emit(NoticeFreed(side))


class CallAirStrike(OfCommander):
    """Play a Recon card as Air Power by the holder of an air strike post (TP-21)."""

    card: str
    section: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        choose: dict[str, Choice] = {"card": check_call(look), "section": list(SECTIONS)}
        yield Offer(cls.key, choose=choose, tell=partial(hands.texts_of, look))

    def decide(self, draft: Draft) -> None:
        if self.card not in check_call(draft):
            raise Refused("cannot-be-played", "cards.orders", field="card", card=self.card)
        if self.section not in SECTIONS:
            raise Refused("not-allowed", "cards.orders", field="section", allowed=", ".join(SECTIONS))
        section = self.section
        if draft.state.dealt:
            hands.lay_down(draft, draft.side, self.card, None)
            section = next((one for one in SECTIONS if self.card == f"{RECON}-{one}"), section)
        draft.emit(CardPlayed(draft.side, AIR_POWER, section, called=True))


def check_call(look: GameContext) -> list[str]:
    check_turn(look, "card")
    state = look.state
    if is_dark(seen_by_night(state), look.book):
        raise Refused("no-air-strike", "night.visibility")
    posts = (star for star in state.stars.values() if star.purpose == "air-strike")
    posted = any(star.side in (None, look.side) and holds(state, star, look.side) for star in posts)
    armies = [one for one in armies_of(look, look.side) if one.recon_strikes]
    if not posted and not armies:
        of_one_side = any(one.recon_strikes for side in SIDES for one in armies_of(look, side))
        raise Refused("no-air-strike", "turn.air-strikes" if of_one_side else "landmarks.lighthouse")
    any_recon = look.book.answer_for("recon") == "any" and (posted or not all(one.strike_dice for one in armies))
    cards = [RECON, *([IN_FORCE] if any_recon else [])]
    if state.dealt:
        known = {f"{RECON}-{one}" for one in SECTIONS} | set(cards)
        cards = [card for card in dict.fromkeys(state.accounts[look.side].hand) if card in known]
    if not cards:
        raise Refused("no-card", "cards.orders")
    return cards


class RollOrders(OfCommander):
    """Roll a die for each card by Their Finest Hour: they decide which units may be ordered."""

    rolls = True

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        yield Offer(cls.key, dice=battle_dice(look.book, check_hour(look)))

    def decide(self, draft: Draft) -> None:
        roll = draft.roll(battle_dice(draft.book, check_hour(draft)))
        counts = [(face, roll.faces.count(face)) for face in (*EVERY_TYPE, STAR)]
        slots = [Slot(None, EVERY_TYPE if face == STAR else [face], count) for face, count in counts if count]
        draft.emit(OrdersRolled(draft.side, roll, slots, [*EVERY_TYPE, STAR]))


def check_hour(look: GameContext) -> int:
    check_nothing_ordered(look)
    if look.state.card != FINEST_HOUR or look.state.hour_rolled:
        raise Refused("no-strike", "cards.orders")
    return cards_held(look.state, look.side)
