"""What the acting model can do: in places that never move, tiles in their order, and folded away behind a name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from app.core.engine.offers import Offer
from app.games.incursion.board_view.buttons import May, Price, Tap, choice, of, opener, press

TILE, STRONG, AIM, HOT = "tile", "tile strong", "tile aim", "tile hot"
ITEMS_IN_SIGHT = 2
TARGETS_IN_SIGHT = 6
WITH_WEAPONS = ("fire", "melee")
"""Attacks whose one form holds every weapon."""
OTHER_ATTACKS = ("flame", "harpoon", "launch", "throw-grenade", "ka-boom")
STEPS = ("forward", "sideways", "backward")
AHEAD = (2, 3)
"""Numbers of squares that have a place of their own."""


class Fold(NamedTuple):
    """Tiles behind a name: "leap" or "items"."""

    name: str
    tiles: tuple[Tap, ...]


class Actions(NamedTuple):
    """What the acting model can do beyond its places."""

    tiles: tuple[Tap, ...]
    folds: tuple[Fold, ...]


def actions(may: May, *, rolls: bool = False) -> Actions:
    """Targets, seldom attacks, what the mission is about, doors, items; then Leap and many items in folds.

    While anything burns nothing is folded of a step.

    `rolls`: the notebook rolls for this seat, so that a tap on a target is all that an attack takes.
    """
    items, leap = tuple(handled(may)), tuple(steps(may, leap=True))
    folded, burns = len(items) > ITEMS_IN_SIGHT, any("into_fire" in offer.given for offer in may["move"])
    ahead = tuple(tap for tap in advances(may) if tap.about not in AHEAD)
    direct = tuple(targets(may)) if rolls else ()
    tiles = (*(leap if burns else ()), *ahead, *direct, *attacks(may), *others(may), *(() if folded else items))
    folds = (Fold("leap", () if burns else leap), Fold("items", items if folded else ()))
    return Actions(tiles, tuple(fold for fold in folds if fold.tiles))


def places(may: May, acting: str | None) -> tuple[Tap, ...]:
    """What any model may ever do, each in its place for the whole game: greyed where it cannot be done now."""
    can = {tap.id: tap for tap in (*steps(may, leap=False), *advances(may), *at_hand(may))}
    return tuple(can.get(tap.id, tap) for tap in greyed(acting))


def into_fire(may: May) -> tuple[Tap, ...]:
    """While anything burns, beside each step that can be done the same one into fire; nothing where it cannot."""
    burning = {tap.id: tap for tap in steps(may, leap=False) if HOT in tap.look}
    return tuple(burning.get(f"move-{step}-fire", NO_STEP) for step in STEPS) if burning else ()


NO_STEP = Tap("move", "", "", greyed=True)
"""An empty place beside a step that cannot be done."""


def at_hand(may: May) -> Iterator[Tap]:
    """A turn on the spot, and the forms of the attacks with weapons."""
    yield from (press(offer, "turn", TILE) for offer in of(may, "turn"))
    for command in WITH_WEAPONS:
        yield from opened(may[command][:1], STRONG)


def greyed(acting: str | None) -> Iterator[Tap]:
    """Every place as long as nothing can be done in it: a tap on it asks why."""
    model = (("model", acting),) if acting else ()
    for step in STEPS:
        yield Tap("move", f"move-{step}", f"command.move-{step}", (*model, ("step", step)), TILE, greyed=True)
    yield Tap("turn", "turn", "command.turn", model, TILE, greyed=True)
    for squares in AHEAD:
        fields = (*((("models", acting),) if acting else ()), ("squares", squares))
        yield Tap("advance", f"advance-{squares}", "command.advance", fields, TILE, about=squares, greyed=True)
    for command in WITH_WEAPONS:
        yield Tap(command, f"open-{command}", f"command.{command}", model, TILE, greyed=True)


def advances(may: May) -> Iterator[Tap]:
    """Several squares straight ahead: a button for each number."""
    ahead = next((offer.own for offer in may["move"] if offer.given["step"] == "forward"), None)
    for offer in may["advance"]:
        for squares in squares_ahead(offer):
            fields = (("models", offer.given["models"][0]), ("squares", squares))
            tap = press(offer, f"advance-{squares}", TILE)
            yield tap._replace(fields=fields, about=squares).priced(Price(squares * ahead) if ahead else None)


def squares_ahead(offer: Offer) -> range:
    """How far the acting model may go in one press; nothing for an offer to several models."""
    if "models" not in offer.given:
        return range(0)
    span = choice(offer, "squares")
    return range(span.min, span.max + 1)


def targets(may: May) -> Iterator[Tap]:
    """A button for each target of a plain attack, where they are few."""
    aimed = [(offer, target) for offer in of(may, *WITH_WEAPONS) for target in choice(offer, "target")]
    if len(aimed) > TARGETS_IN_SIGHT:
        return
    for offer, target in aimed:
        if not set(offer.choose) - {"target", "cp"}:
            weapon = offer.given.get("weapon", offer.command)
            tap = press(offer, f"{offer.command}-{offer.label or weapon}-{target}", STRONG, target=target)
            yield tap._replace(onto=target)


def attacks(may: May) -> Iterator[Tap]:
    """Whatever harms somebody by another way than its weapons."""
    for offer in may["flame"]:
        squares = choice(offer, "squares").max
        yield press(offer, "flame-all", STRONG, squares=squares)._replace(says="command.flame-all", about=squares)
    yield from opened(of(may, *OTHER_ATTACKS), STRONG)


def others(may: May) -> Iterator[Tap]:
    """AP for a friend, what the mission asks for, doors."""
    yield from opened(of(may, "pass-ap"), TILE)
    yield from pressed(of(may, "free-harpoon"), TILE)
    yield from opened(of(may, "search-counter"), AIM)
    yield from pressed(of(may, "activate-panel", "shut-down"), AIM)
    yield from pressed([offer for offer in may["door"] if offer.given.get("of_room")], AIM)
    yield from pressed(of(may, "seal-door"), AIM)
    for offer in of(may, "leave-board"):
        yield press(offer, leaving(offer), HOT if offer.given.get("into_fire") else AIM)
    for offer in may["door"]:
        for to in choice(offer, "to"):
            yield press(offer, f"door-{to}", TILE, to=to)._replace(says=f"command.door-{to}")


def leaving(offer: Offer) -> str:
    """The id of a way off the board, which stays the same while something burns."""
    return (offer.label or offer.command).removesuffix("-clear")


def opened(offers: Sequence[Offer], look: str) -> Iterator[Tap]:
    """Links to the forms of these offers."""
    return (opener(offer, f"open-{offer.command}", look) for offer in offers)


def pressed(offers: Sequence[Offer], look: str) -> Iterator[Tap]:
    """Buttons for these offers, each by its label or command."""
    return (press(offer, offer.label or offer.command, look) for offer in offers)


def steps(may: May, *, leap: bool) -> Iterator[Tap]:
    """One square each, by a Leap or not; those into fire behind those that are not."""
    for offer in may["move"]:
        given, fire = offer.given, bool(offer.given.get("into_fire"))
        if bool(given.get("leap")) == leap:
            id = "-".join(["move", given["step"], *(["leap"] if leap else []), *(["fire"] if fire else [])])
            yield press(offer, id, HOT if fire else TILE)


def declared(may: May) -> tuple[Tap, ...]:
    """What people may say of fire: that a model stands in it, or no longer does."""
    return tuple(opener(offer, f"open-{offer.label}", TILE) for offer in of(may, "declare-fire"))


def handled(may: May) -> Iterator[Tap]:
    """Items picked up, taken or dropped, each named behind what is done with it."""
    for offer in of(may, "item", "drop-item"):
        item = offer.given["item"]
        id = f"drop-{item}" if offer.command == "drop-item" else f"item-{item}"
        yield press(offer, id, TILE)._replace(about=item)
