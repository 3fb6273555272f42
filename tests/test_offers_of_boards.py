"""A board offers what a form does, though it asks for no sums and for nothing behind a shut gate."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import pytest

from app.core.engine.event import Seat
from app.core.engine.offers import Offer
from app.fuzz.player import RandomGame, Report
from app.fuzz.runner import fuzz_opening
from app.games import REGISTRY

GAMES = (2, 3, 5, 7)


class Compared(RandomGame):
    """A random game that looks before each press what each seat is offered in either way."""

    def press(self, seat: Seat, offer: Offer) -> None:
        for one in self.seats():
            brief, reckoned, explained = (
                told(self.table.offers_for(one, **how)) for how in ({"reckoned": False}, {}, {"greyed": True})
            )
            assert brief == reckoned == explained
        super().press(seat, offer)


def told(offers: Iterable[Offer]) -> dict[Any, Any]:
    found: dict[Any, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for offer in offers:
        if offer.why_not is None:
            form = found[offer.command, offer.label, offer.own, repr(sorted(offer.given.items()))]
            for name, choice in offer.choose.items():
                form[name].update(map(repr, choice) if isinstance(choice, list) else [repr(choice)])
    return {form: dict(choices) for form, choices in found.items()}


@pytest.mark.parametrize("number", GAMES)
@pytest.mark.parametrize("game", [*REGISTRY])
def test_a_board_offers_what_a_form_does(game: str, number: int) -> None:
    Compared(REGISTRY[game], fuzz_opening(REGISTRY[game], number), number, Report()).run()
