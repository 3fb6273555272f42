"""Names in a state for which its book and its board have nothing, as in a forged log."""

from __future__ import annotations

from collections.abc import Iterator

from app.core.messages.slugs import is_numbered
from app.games.memoir_44.board_state import TableBook
from app.games.memoir_44.book import Book
from app.games.memoir_44.geometry import SECTIONS, hex_named
from app.games.memoir_44.state import State
from app.games.memoir_44.turn.dropping import LOST
from app.games.memoir_44.turn.hands import in_hand


def unknown(state: State, book: TableBook) -> Iterator[str]:
    """Yield the paths of unknown cards, sections, hexes, units, stars and pending questions."""
    yield from _cards(state, book)
    board = book.scenario.board
    named = [(key, unit.at) for key, unit in state.units.items()] + [(key, key) for key in state.mines]
    named += [(key, star.at) for key, star in state.stars.items()]
    named += [(key, at) for key, train in state.trains.items() for at in (train.at, train.tail, train.front)]
    named += [("drops", at) for drop in state.drops for at in (*drop.places, drop.at) if at != LOST or not drop.by_hand]
    named += [("changed", at) for at in (*state.removed, *state.added, *state.targets)]
    yield from (path for path, at in named if at and at not in board.by_name and hex_named(board, at) is None)
    yield from (f"stars.{key}" for key, star in state.stars.items() if not is_numbered(key, star.purpose))
    yield from (f"{key}.badge" for key, unit in state.units.items() if unit.badge and unit.badge not in book.badges)
    yield from (f"{key}.traits" for key, unit in state.units.items() if {*unit.traits} - {*book.traits})
    yield from (f"reserves.{key}" for key, one in state.reserves.items() if not one.left >= 0)
    pieces = {key: unit.side for key, unit in state.units.items()}
    pieces |= {key: train.side for key, train in state.trains.items()}
    yield from (name for name, key in _pieces(state) if key and key not in pieces)
    yield from (f"drops.{n}" for n, drop in enumerate(state.drops) if drop.due and not drop.left)
    if state.back and pieces[state.back.unit] == pieces[state.back.against]:
        yield "back"
    if state.surplus and not (state.active and 0 < state.surplus <= len(state.accounts[state.active].drawn)):
        yield "surplus"


def _cards(state: State, book: Book) -> Iterator[str]:
    sides = state.accounts.values()
    orders = [card for one in sides for card in one.orders.values()]
    orders += [general.order for general in state.generals.values() if general.order]
    held = [card for one in sides for card in (*one.hand, *one.chip, *one.drawn)]
    lying = [*held, *orders, *state.deck, *state.discard]
    played = [card for card in (state.card, state.last_card, *state.played) if card]
    names = {*(in_hand(card, book)[0] for card in lying), *played}
    yield from (f"card {name}" for name in names - {*book.cards})
    sections = {state.section, state.last_section, *(slot.section for slot in state.slots)} - {None}
    sections |= {name for slot in state.slots for name in slot.among}
    sections |= {section for one in sides for section in one.orders} | {one.section for one in state.generals.values()}
    yield from (f"section {section}" for section in sections - {*SECTIONS})


def _pieces(state: State) -> Iterator[tuple[str, str | None]]:
    asked, assault, won = state.asked, state.assault, state.won
    yield from [("asked", asked.unit), ("asked", asked.by)] if asked else []
    yield from [("second", state.second.unit), ("second", state.second.by)] if state.second else []
    yield from [("assault", assault.unit), ("assault", assault.target)] if assault else []
    yield "won", won.unit if won else None
    yield "ice", state.ice.unit if state.ice else None
    yield "leader_down", state.leader_down
    yield from [("back", state.back.unit), ("back", state.back.against)] if state.back else []
    yield from (("crosshairs", one) for cross in state.crosshairs for one in (cross.gun, cross.unit))
    yield from (("struck", unit) for unit in state.struck)
    yield from (("stars", star.by) for star in state.stars.values())
