"""The app's placement of objectives, entrances and a wreck: place after place until legal.

Source: section 20.1.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.core.engine.offers import Offer
from app.core.errors import Refused
from app.games.mobile_infantry.book import Book
from app.games.mobile_infantry.brain import orders
from app.games.mobile_infantry.brain.choices import brain_data, temper_of
from app.games.mobile_infantry.events.brain import PlaceRefused, app_of
from app.games.mobile_infantry.state import Draft, GameContext, State
from app.games.mobile_infantry.turn.moving import OfInfantry


def places(state: State, book: Book) -> dict[str, list[str]]:
    """Return the places to try for each thing that the app puts on the table, the middle last."""
    assert isinstance(state.mission, int)
    mission, temper, data = book.missions[state.mission], temper_of(state), brain_data()
    if mission.survivors:
        return {"wreck": distinct(*temper.wreck, data.last_wreck)}
    depths, what = temper.depth, "entrance" if mission.underground else "objective"
    return {
        f"{what}-{number + 1}": distinct(*depths[number:], *depths[:number], data.last_depth)
        for number in range(mission.chambers or mission.markers)
    }


def placed(state: State, book: Book) -> dict[str, str]:
    return {what: entries[app_of(state).tried.get(what, 0)] for what, entries in places(state, book).items()}


def distinct(*entries: str) -> list[str]:
    return list(dict.fromkeys(entries))


def put(draft: Draft) -> None:
    for what, entries in places(draft.state, draft.book).items():
        order(draft, what, entries[0])


def order(draft: Draft, what: str, where: str, *why: str) -> None:
    do = "place-wreck" if what == "wreck" else "place-in-third"
    orders.order_place(draft, what, do, where, *why)


class TellIllegal(OfInfantry):
    """Say that no place there is legal on this table: the app names the next one."""

    what: str

    @classmethod
    def allowed_for(cls, look: GameContext) -> bool:
        return super().allowed_for(look) and look.state.app is not None

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        yield Offer(cls.key, choose={"what": list(left(look))})

    def decide(self, draft: Draft) -> None:
        found = left(draft)
        if self.what not in found:
            raise Refused("no-place-left", "table.settings", field="what")
        entries, tried = places(draft.state, draft.book)[self.what], app_of(draft.state).tried.get(self.what, 0)
        draft.emit(PlaceRefused(self.what, entries[tried]))
        order(draft, self.what, found[self.what], "not-legal")


def left(look: GameContext) -> dict[str, str]:
    """Return the next place of what may be put elsewhere.

    Raise Refused once the battle has begun, and if none is left.
    """
    state = look.state
    if state.phase != "muster":
        raise Refused("mustered-already", "table.settings")
    tried = app_of(state).tried
    known = places(state, look.book) if state.mission is not None else {}
    found = {what: entries[tried.get(what, 0) + 1 :] for what, entries in known.items()}
    following = {what: entries[0] for what, entries in found.items() if entries}
    if not following:
        raise Refused("no-place-left", "table.settings")
    return following
