"""The set-up list of a mission: board, pieces, figures, cards, things to keep at hand.

Source: Incursion, Missions. Positions are on the diagrams of the Dossiers, which the app does not have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from app.core.content.missions import BriefingLine, MissionData, id_of
from app.core.content.set_up import SetUpItem
from app.core.engine.event import PUBLIC
from app.core.game.definition import Opening
from app.games.incursion.book import SIDES, Book, Mission, TableBook
from app.games.incursion.cards.deck import undealt
from app.games.incursion.state import GameContext, Model, Side, State
from app.games.incursion.turn.maintenance import Levels, command_points
from app.games.incursion.turn.sequence import has_bearer, rp_level
from app.games.incursion.words import own_piece_keys, place_key

BOARD = "board"
DIAGRAM, AGREED = "at-diagram", "at-agreed"
"""Places that a mission does not name: on the diagram of its Dossier, or as the players agree."""
OPENING_PHASES = ("maintenance", "bids", "deployment")
COMES_BY = {"green-doors": "count-doors", "panels": "count-panels"}
"""Pieces whose number the table may count anew, and the command for it."""


def is_setting_up(state: State) -> bool:
    """Return whether nobody has acted yet: figures are known from the first Maintenance on."""
    return not state.turn or (state.turn == 1 and state.phase in OPENING_PHASES)


def set_up(state: State, book: TableBook, opening: Opening) -> Iterator[SetUpItem]:
    """Yield what the table puts up, made of what everybody may see."""
    counted = {"green-doors": state.green_doors, "panels": state.panels}
    yield from on_the_board(opening["mission"], book.mission, book, counted)
    yield from shared_at_hand(state, book)
    for side in SIDES:
        yield from of_side(state, side, book)


# -- on the board


def on_the_board(data: MissionData, mission: Mission, book: Book, counted: Mapping[str, int]) -> Iterator[SetUpItem]:
    """Yield what lies on the board at the start, with its place.

    `counted` are numbers of the table's own.
    """
    yield piece(data, mission, book, "ground", BOARD)
    yield piece(data, mission, book, "ground", "doors")
    for key, number in pieces_by_number(mission):
        yield piece(data, mission, book, "markers", key, number=counted.get(key, number), asks=asked_for(mission, key))
    for item in mission.items:
        yield piece(data, mission, book, "markers", item, word="item", item=item)
    if mission.stranded is not None:
        whose = mission.stranded.side
        yield piece(data, mission, book, "ground", "room-doors")
        yield piece(data, mission, book, "markers", "stranded", whose, rp=mission.stranded.least_rp)
    if mission.pickets:
        yield piece(data, mission, book, "markers", "pickets")
    for side in SIDES:
        yield from ways(data, mission, book, side)
    yield from own_pieces(data, mission)


def pieces_of(mission: Mission) -> list[str]:
    stranded = ["room-doors", "stranded"] if mission.stranded is not None else []
    ways = [f"{way}-{side}" for side in SIDES for way in ("entries", *(["exits"] if side in mission.exits else []))]
    by_number = [key for key, _ in pieces_by_number(mission)]
    pickets = ["pickets"] if mission.pickets else []
    return [BOARD, "doors", *by_number, *mission.items, *stranded, *pickets, *ways]


def pieces_by_number(mission: Mission) -> Iterator[tuple[str, int]]:
    if mission.green_doors:
        yield "green-doors", mission.green_doors
    if mission.counters:
        yield "counters", mission.counters
    if mission.panels:
        yield "panels", mission.panels
    if mission.device is not None:
        yield "device", 1


def asked_for(mission: Mission, key: str) -> str:
    return "" if key == "green-doors" and mission.green_sealed else COMES_BY.get(key, "")


def ways(data: MissionData, mission: Mission, book: Book, side: str) -> Iterator[SetUpItem]:
    yield piece(data, mission, book, "markers", f"entries-{side}", side, "entries", side=side)
    if side in mission.exits:
        yield piece(data, mission, book, "markers", f"exits-{side}", side, "exits", side=side)


def piece(
    data: MissionData,
    mission: Mission,
    book: Book,
    kind: str,
    key: str,
    whose: str | None = None,
    word: str = "",
    asks: str = "",
    **values: Any,
) -> SetUpItem:
    """Return a line about a piece of the board.

    Its number and place are the mission's, if it names them.
    """
    word = word or ("sealed-doors" if key == "green-doors" and mission.green_sealed else key)
    number = mission.set_up.number_of(key, book.edition)
    if number is not None:
        word, values = f"{word}-counted", {**values, "number": number}
    is_way = key.startswith(("entries-", "exits-")) and key not in mission.set_up.places
    marked = is_way and whose in book.deployment.marked
    values["where"] = place_of(data, mission, key)
    return SetUpItem(key, kind, BriefingLine(f"set-up-piece.{word}{'-marked' * marked}", values), whose, asks=asks)


def place_of(data: MissionData, mission: Mission, key: str) -> str:
    if key in mission.set_up.places:
        return place_key(data, key)
    return DIAGRAM if mission.number is not None else AGREED


def own_pieces(data: MissionData, mission: Mission) -> Iterator[SetUpItem]:
    for place, line in enumerate(mission.set_up.steps):
        if not isinstance(line, str):
            yield SetUpItem(f"step-{place + 1}", "markers", BriefingLine(f"set-up.{id_of(data)}.{place}"))
    for place, (one, (what, where)) in enumerate(zip(mission.set_up.pieces, own_piece_keys(data), strict=True)):
        values = {"number": one.number, "what": what, "where": where or AGREED}
        yield SetUpItem(f"piece-{place + 1}", "markers", BriefingLine("set-up-piece.own", values), one.whose)


# -- beside the board


def shared_at_hand(state: State, book: TableBook) -> Iterator[SetUpItem]:
    if any(side.deck == "physical" for side in state.sides.values()):
        yield line("cards", "deck", number=len(undealt(look_of(state, book))))
    yield line("at-hand", "dice", number=most_dice(book))
    if state.models:
        yield line("at-hand", "activated", number=len(state.models) + sum(one.horde for one in state.sides.values()))
        watchers = sum(may_watch(one, book) for one in state.models.values())
        if watchers:
            yield line("at-hand", "reaction-fire", number=watchers)
        if flames := sum("flamethrower" in book.models[one.card].weapons for one in state.models.values()):
            yield line("at-hand", "on-fire", number=flames * book.fire.squares)
    if book.mission.counters:
        yield line("at-hand", "twitcher")
    if book.mission.device is not None:
        yield line("at-hand", "countdown", turn=book.countdown.first_turn)


def most_dice(book: Book) -> int:
    fights = [attacker.dice or book.melee.dice for attacker in book.melee.attackers.values()]
    return max(book.twitcher.dice, *(weapon.rof for weapon in book.shooting.weapons.values()), *fights)


def may_watch(model: Model, book: Book) -> bool:
    return any(gun in book.shooting.weapons for gun in book.models[model.card].weapons)


def of_side(state: State, name: str, book: TableBook) -> Iterator[SetUpItem]:
    """Yield a side's figures, cards and counters; before its force is shown, the mission's."""
    side, look = state.sides[name], look_of(state, book)
    own = {key: model for key, model in state.models.items() if model.side == name and not model.twitcher}
    for (card, place), number in Counter((one.card, where(key, one, state)) for key, one in own.items()).items():
        yield line("figures", f"{place}-{card}", name, f"figures-{place}", number=number, card=card)
    hordes = [key for key, card in book.models.items() if card.horde and card.side == name] if side.horde else []
    for card in hordes:
        values = {"number": side.horde, "figures": book.horde.figures, "card": card}
        yield line("figures", f"horde-{card}", name, "horde", **values)
    if own or hordes:
        cards = [*dict.fromkeys(one.card for one in own.values()), *hordes]
        yield line("cards", f"models-{name}", name, "model-cards", number=len(cards), cards=cards)
        if dp := sum(one.full_dp for one in own.values()):
            yield line("at-hand", f"dp-{name}", name, "dp", number=dp)
    for card, model in experience_cards(state, side):
        yield line("cards", f"experience-{card}-{model}", name, "experience", card=card, model=model)
    bearers = {what: has_bearer(look, side, what) for what in ("sarge-in-charge", "zombie-controller")} if own else {}
    sarge, gretel = bearers.get("sarge-in-charge", False), bearers.get("zombie-controller", False)
    points = command_points(Levels(rp=rp_level(look, side), sarge=sarge, gretel=gretel), book)
    yield line("at-hand", f"cp-{name}", name, "cp", number=points["cp"])
    if points["zombie_cp"]:
        yield line("at-hand", f"zombie-cp-{name}", name, "zombie-cp", number=points["zombie_cp"])


def where(key: str, model: Model, state: State) -> str:
    if key == state.stranded:
        return "stranded"
    return "later" if model.place == "due" else "entry"


def experience_cards(state: State, side: Side) -> Iterator[tuple[str, str]]:
    """Yield (model, Experience Card) for the cards that come out of a deck of paper."""
    if state.campaign is None or all(one.deck != "physical" for one in state.sides.values()):
        return
    for veteran in state.campaign.experience.get(side.side, []):
        yield from ((card.card, veteran.model) for card in veteran.cards)
    for placed in state.in_play.values():
        if placed.came == "experience" and placed.on and placed.owner == side.side:
            yield placed.card, placed.on


def line(kind: str, key: str, whose: str | None = None, word: str = "", **values: Any) -> SetUpItem:
    return SetUpItem(key, kind, BriefingLine(f"set-up-piece.{word or key}", values), whose)


def look_of(state: State, book: TableBook) -> GameContext:
    return GameContext(state, book, PUBLIC)
