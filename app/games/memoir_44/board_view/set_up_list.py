"""The set-up list of a battle, to be ticked off, and the picture of it.

Pieces out of each box, the board, terrain, obstacles, markers, figures, badges, cards, and what to keep at hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from app.core.content.missions import BriefingLine
from app.core.content.set_up import SetUpItem
from app.core.engine.event import Seat
from app.core.game.definition import Opening
from app.core.messages.translator import Verbatim
from app.core.table.seat_view import Table
from app.games.memoir_44.board_state import TableBook
from app.games.memoir_44.board_view.drawing import BESIDE, extent, inside_tile
from app.games.memoir_44.board_view.painting import markers, pieces
from app.games.memoir_44.board_view.tile_art import drawings, face_of
from app.games.memoir_44.board_view.units import Marker
from app.games.memoir_44.book import SIDES
from app.games.memoir_44.geometry import hex_named
from app.games.memoir_44.scenarios.scenario import Scenario, Unit
from app.games.memoir_44.scenarios.set_up import BADGE, FIGURES, KINDS, OBSTACLE, TERRAIN, Laid, Piece, set_up
from app.games.memoir_44.scenarios.tiles import between_sides
from app.games.memoir_44.state import State

OF_A_SIDE = (FIGURES, BADGE)
BADGE_SIGN = "✚"
DAM, DIG_IN = "dam", "dig-in"


def set_up_list(state: State, book: TableBook, opening: Opening) -> Iterator[SetUpItem]:
    scenario = book.scenario
    found = set_up(scenario, book)
    yield from out_of_boxes(found.boxes)
    named = {"board": scenario.board.name, "face": f"face-{scenario.face}"}
    yield line("ground", "board", **named)
    for kind in KINDS:
        for section, laid in found.sections.items():
            yield from in_section(scenario, kind, section, laid)
    yield from at_hand(state, book)


def out_of_boxes(boxes: Mapping[str, Mapping[Piece, int]]) -> Iterator[SetUpItem]:
    for box, needed in boxes.items():
        if needed:
            yield line("boxes", box, word="box", box=box, number=sum(needed.values()))


def kinds_in(needed: Mapping[Piece, int]) -> Iterator[BriefingLine]:
    counts: Counter[str] = Counter()
    lines: dict[str, tuple[str, dict[str, Any]]] = {}
    for piece, count in needed.items():
        word, values = told_of(piece._replace(each=1) if piece.kind == FIGURES else piece)
        values.pop("each", None)
        counts[repr((word, values))] += count
        lines[repr((word, values))] = word.removesuffix("-of-one"), values
    for key, (word, values) in lines.items():
        yield BriefingLine(f"set-up-piece.box-{word}", {"number": counts[key], **values})


def in_section(scenario: Scenario, kind: str, section: str, laid: Mapping[Piece, Laid]) -> Iterator[SetUpItem]:
    """Yield the pieces of one kind in a section, as the player at the bottom sees it."""
    part = BriefingLine(f"scenario.seen-by-{scenario.side_at('bottom')}", {"section": section})
    for number, (piece, found) in enumerate(laid.items(), start=1):
        if piece.kind == kind:
            whose = piece.side if kind in OF_A_SIDE else None
            word, values = told_of(piece)
            values |= {"number": found.number // (piece.each or 1), "at": Verbatim(", ".join(found.hexes))}
            told = BriefingLine(f"set-up-piece.{word}", values)
            yield SetUpItem(f"{section}-{number}", kind, told, whose, part, picture_of(scenario, piece, found))


def told_of(piece: Piece) -> tuple[str, dict[str, Any]]:
    values: dict[str, Any] = {"piece": piece.name}
    if piece.kind == FIGURES and piece.each:
        nation = {"nation": piece.of_nation} if piece.nation else {}
        word = ("units" if nation else "units-plain") + "-of-one" * (piece.each == 1)
        return word, {**values, "each": piece.each, **nation}
    if piece.side:
        return "of-side", {**values, "side": piece.side}
    if corners := between_sides(piece.name, piece.sides):
        return "between", {**values, "sides": [f"compass-{one.lower()}" for one in corners]}
    if piece.shape:
        turned = {"sides": [f"compass-{side.lower()}" for side in piece.sides]} if piece.sides else {}
        return "turned" if turned else "shaped", {**values, "shape": f"shape-{piece.shape}", **turned}
    return "plain", values


def picture_of(scenario: Scenario, piece: Piece, laid: Laid) -> str:
    """Return the tile as it lies, seen from the bottom; empty for what is no tile."""
    place = hex_named(scenario.board, laid.hexes[0])
    if piece.kind not in (TERRAIN, OBSTACLE) or place is None:
        return ""
    name = piece.name if piece.name in drawings()["drawings"] else ""
    return inside_tile(name, scenario.joins(place), face_of(scenario))


def at_hand(state: State, book: TableBook) -> Iterator[SetUpItem]:
    scenario = book.scenario
    hands = {side: state.accounts[side].hand_limit for side in SIDES}
    if not state.dealt:
        yield line("cards", "deck", number=sum(sum(card.copies.values()) for card in book.cards.values()))
    yield line("at-hand", "dice", number=most_dice(book, max(hands.values())))
    if scenario.mines:
        yield line("at-hand", "mines" if state.real_mines else "mines-of-app", number=len(book.mine_tokens))
    if crosshairs := sum(book.kind(unit.type, unit.badge).crosshairs for unit in scenario.units):
        yield line("at-hand", "crosshairs", number=crosshairs)
    if any(star.purpose == DAM for star in scenario.stars):
        yield line("at-hand", "dam-stars", number=book.dam.stars)
    if scenario.trains:
        yield line("at-hand", "train-hits", number=len(scenario.trains))
    more = (book.armies[name].orders.get(DIG_IN, 0) for rules in scenario.armies.values() for name in rules)
    yield line("at-hand", "dug-in", number=max(int(book.cards[DIG_IN].orders), *more, 0))
    if state.night is not None:
        yield line("at-hand", "night", number=state.night.visibility)
    for side in SIDES:
        if not state.dealt and any(book.armies[name].from_hand for name in scenario.armies.get(side, ())):
            yield line("cards", f"commissar-{side}", side, "commissar")
        if not state.dealt:
            yield line("cards", f"hand-{side}", side, "hand", number=hands[side])
        yield line("at-hand", f"medals-{side}", side, "medals", number=state.accounts[side].to_win)
        if pontoons := scenario.pontoons.get(side):
            yield line("at-hand", f"pontoons-{side}", side, "pontoons", number=pontoons)


def most_dice(book: TableBook, hand: int) -> int:
    """Return the most dice of an attack, or of a card that gives one die for each card in hand."""
    return max(hand, max(max(profile.dice, default=0) for profile in book.profiles.values()) + book.crosshair.bonus)


def line(kind: str, key: str, whose: str | None = None, word: str = "", **values: Any) -> SetUpItem:
    return SetUpItem(key, kind, BriefingLine(f"set-up-piece.{word or key}", values), whose)


def has_emblem(unit: Unit) -> bool:
    return bool(unit.sign.emblem) and not unit.sign.badge


def set_up_picture(table: Table, seat: Seat) -> Mapping[str, Any]:
    """Return the context of the map as the battle begins, seen from the bottom by all."""
    scenario: Scenario = table.book().scenario
    wide, high = extent(scenario.board)
    boxes = set_up(scenario, table.book()).boxes
    return {
        "map": {"board": scenario.board.name, "wide": wide, "high": high},
        "pieces": pieces(scenario),
        "markers": [
            *markers(scenario),
            *(Marker("badge", unit.at, BADGE_SIGN) for unit in scenario.units if has_emblem(unit)),
        ],
        "boxes": [(box, list(kinds_in(needed))) for box, needed in boxes.items() if needed],
        "view": BESIDE,
    }
