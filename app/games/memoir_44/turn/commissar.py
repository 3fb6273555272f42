"""The commissar's chip: a card lies face down under it, and is played.

Source: Eastern Front, Political Commissar.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from app.core.engine.offers import Choice, Offer
from app.core.errors import Refused
from app.games.memoir_44.board_state import Draft, GameContext
from app.games.memoir_44.events.armies import CHIP, CardLaidUnder, ChipPlayed, ChipTurned
from app.games.memoir_44.turn import hands
from app.games.memoir_44.turn.hands import in_hand
from app.games.memoir_44.turn.sequence import OfCommander, check_goes_on

May = Callable[[str], bool]
"""Name of a card → whether it may be played now."""


def playable(look: GameContext, may: May) -> tuple[list[str], list[str]]:
    """Return the cards that may be played: from under the chip, and straight from the hand.

    Of the hand those that its commissar lets play; any other only if nothing else is left.
    """
    rule, account = hands.commissar_of(look, look.side), look.state.accounts[look.side]
    chip, hand = ([card for card in dict.fromkeys(of) if may(in_hand(card, look.book)[0])]
                  for of in (account.chip, account.hand))  # fmt: skip
    straight = [card for card in hand if rule and in_hand(card, look.book)[0] in rule.from_hand]
    return chip, straight or ([] if chip else hand)


def offered(look: GameContext, command: str, may: May, sections: Callable[[str], list[str]]) -> Iterator[Offer]:
    """Yield the offers to play a card; `sections`: those of which one must be named with it.

    Raise Refused.
    """
    chip, straight = playable(look, may)
    if not chip and not straight:
        raise Refused("no-card", "turn.commissar")
    for card in chip:
        under = hands.layable(look, look.side)
        choose: dict[str, Choice] = {**({"under": under} if under else {}), **of_section(sections(card))}
        hint = "card-text.next-under-chip" if under else None
        yield Offer(
            command,
            given={"card": card},
            choose=choose,
            about=(card,),
            label="play-chip",
            hint=hint,
            tell=partial(hands.texts_of, look),
        )
    for card in straight:
        choose = of_section(sections(card))
        yield Offer(command, given={"card": card}, choose=choose, about=(card,), label="play-straight")


def of_section(sections: list[str]) -> dict[str, Choice]:
    return {"section": sections} if sections else {}


def take(draft: Draft, card: str, under: str | None, may: May) -> None:
    """Take a card that is played from under the chip or from the hand. Raise Refused."""
    side, (chip, straight) = draft.side, playable(draft, may)
    others = hands.layable(draft, side)
    if card in chip and (under is not None or not others):
        if under is not None and under not in others:
            raise Refused("not-under-the-chip", "turn.commissar", field="under", card=under)
        draft.emit(ChipPlayed(side, card))
        lay(draft, side, under)
    elif card in straight and under is None:
        hands.lay_down(draft, side, card, None)
    elif card in chip:
        raise Refused("lay-under-first", "turn.commissar", field="under")
    else:
        raise Refused("not-from-hand", "turn.commissar", field="card", card=card)


def lay(draft: Draft, side: str, card: str | None) -> None:
    if card is not None:
        draft.emit(CardLaidUnder(side, [card], draft.state.accounts[side].seat))


def turn_chip(draft: Draft, name: str) -> None:
    """Note on a table with paper cards that the card under the chip was played."""
    rule = hands.commissar_of(draft, draft.side)
    if rule and not draft.state.dealt and name not in rule.from_hand:
        draft.emit(ChipTurned(draft.side))


class LayUnderChip(OfCommander):
    card: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        yield Offer(cls.key, choose={"card": check_chip(look)}, tell=partial(hands.texts_of, look))

    def decide(self, draft: Draft) -> None:
        if self.card not in check_chip(draft):
            raise Refused("not-under-the-chip", "turn.commissar", field="card", card=self.card)
        lay(draft, draft.side, self.card)


def check_chip(look: GameContext) -> list[str]:
    check_goes_on(look)
    asked = [one for one in look.state.waiting if (one.side, one.for_) == (look.side, CHIP)]
    if not asked or not look.state.awaits(look.seat):
        raise Refused("nothing-under-the-chip", "turn.commissar")
    return hands.layable(look, look.side)
