"""Actions of the acting model: fixed places, tiles in order, and named folds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from app.core.engine.buttons import AvailableOffers, Button
from app.core.engine.offers import Offer
from app.games.incursion.board_view.buttons import Price, choice, form_link, priced, submit_button

TILE, STRONG, AIM, HOT = "tile", "tile strong", "tile aim", "tile hot"
ITEMS_IN_SIGHT = 2
TARGETS_IN_SIGHT = 6
WITH_WEAPONS = ("fire", "melee")
"""Attacks with one form for all weapons."""
OTHER_ATTACKS = ("flame", "harpoon", "launch", "throw-grenade", "ka-boom")
STEPS = ("forward", "sideways", "backward")
AHEAD = (2, 3)
"""Numbers of squares that have a place of their own."""


class Fold(NamedTuple):
    """Tiles behind a name: "leap" or "items"."""

    name: str
    tiles: tuple[Button, ...]


class Actions(NamedTuple):
    """Further actions of the acting model, beyond its fixed places."""

    tiles: tuple[Button, ...]
    folds: tuple[Fold, ...]


def actions(may: AvailableOffers, *, rolls: bool = False) -> Actions:
    """Return the actions in order: targets, attacks, mission actions, doors, items, then folds.

    The folds hold Leap and many items. While anything burns no step is folded. `rolls`: the app rolls for this seat,
    so that a tap on a target is all that an attack takes.
    """
    items, leap = tuple(handled(may)), tuple(steps(may, leap=True))
    folded, burns = len(items) > ITEMS_IN_SIGHT, any("into_fire" in offer.given for offer in may["move"])
    ahead = tuple(tap for tap in advances(may) if tap.about not in AHEAD)
    direct = tuple(targets(may)) if rolls else ()
    tiles = (*(leap if burns else ()), *ahead, *direct, *attacks(may), *others(may), *(() if folded else items))
    folds = (Fold("leap", () if burns else leap), Fold("items", items if folded else ()))
    return Actions(tiles, tuple(fold for fold in folds if fold.tiles))


def places(may: AvailableOffers, acting: str | None) -> tuple[Button, ...]:
    can = {tap.id: tap for tap in (*steps(may, leap=False), *advances(may), *at_hand(may))}
    return tuple(can.get(tap.id, tap) for tap in greyed(acting))


def into_fire(may: AvailableOffers) -> tuple[Button, ...]:
    burning = {tap.id: tap for tap in steps(may, leap=False) if HOT in tap.look}
    return tuple(burning.get(f"move-{step}-fire", NO_STEP) for step in STEPS) if burning else ()


NO_STEP = Button("move", "", "", greyed=True)
"""An empty place beside a step that is not possible."""


def at_hand(may: AvailableOffers) -> Iterator[Button]:
    yield from (submit_button(offer, "turn", TILE) for offer in may.of("turn"))
    for command in WITH_WEAPONS:
        yield from opened(may[command][:1], STRONG)


def greyed(acting: str | None) -> Iterator[Button]:
    model = (("model", acting),) if acting else ()
    for step in STEPS:
        yield Button("move", f"move-{step}", f"command.move-{step}", (*model, ("step", step)), TILE, greyed=True)
    yield Button("turn", "turn", "command.turn", model, TILE, greyed=True)
    for squares in AHEAD:
        fields = (*((("models", acting),) if acting else ()), ("squares", squares))
        yield Button("advance", f"advance-{squares}", "command.advance", fields, TILE, about=squares, greyed=True)
    for command in WITH_WEAPONS:
        yield Button(command, f"open-{command}", f"command.{command}", model, TILE, greyed=True)


def advances(may: AvailableOffers) -> Iterator[Button]:
    ahead = next((offer.own for offer in may["move"] if offer.given["step"] == "forward"), None)
    for offer in may["advance"]:
        for squares in squares_ahead(offer):
            fields = (("models", offer.given["models"][0]), ("squares", squares))
            tap = submit_button(offer, f"advance-{squares}", TILE)
            yield priced(tap._replace(fields=fields, about=squares), Price(squares * ahead) if ahead else None)


MOST_TAPS = 100
"""Most buttons of one row; the fullest pool has a tenth of that."""


def squares_ahead(offer: Offer) -> range:
    if "models" not in offer.given:
        return range(0)
    span = choice(offer, "squares")
    return range(span.min, min(span.max, MOST_TAPS) + 1)


def targets(may: AvailableOffers) -> Iterator[Button]:
    aimed = [(offer, target) for offer in may.of(*WITH_WEAPONS) for target in choice(offer, "target")]
    if len(aimed) > TARGETS_IN_SIGHT:
        return
    for offer, target in aimed:
        if not set(offer.choose) - {"target", "cp"}:
            weapon = offer.given.get("weapon", offer.command)
            tap = submit_button(offer, f"{offer.command}-{offer.label or weapon}-{target}", STRONG, target=target)
            yield tap._replace(onto=target)


def attacks(may: AvailableOffers) -> Iterator[Button]:
    for offer in may["flame"]:
        squares = choice(offer, "squares").max
        button = submit_button(offer, "flame-all", STRONG, squares=squares)
        yield button._replace(label_key="command.flame-all", about=squares)
    yield from opened(may.of(*OTHER_ATTACKS), STRONG)


def others(may: AvailableOffers) -> Iterator[Button]:
    yield from opened(may.of("pass-ap"), TILE)
    yield from pressed(may.of("free-harpoon"), TILE)
    yield from opened(may.of("search-counter"), AIM)
    yield from pressed(may.of("activate-panel", "shut-down"), AIM)
    yield from pressed([offer for offer in may["door"] if offer.given.get("of_room")], AIM)
    yield from pressed(may.of("seal-door"), AIM)
    for offer in may.of("leave-board"):
        yield submit_button(offer, leaving(offer), HOT if offer.given.get("into_fire") else AIM)
    for offer in may["door"]:
        for to in choice(offer, "to"):
            yield submit_button(offer, f"door-{to}", TILE, to=to)._replace(label_key=f"command.door-{to}")


def leaving(offer: Offer) -> str:
    return (offer.label or offer.command).removesuffix("-clear")


def opened(offers: Sequence[Offer], look: str) -> Iterator[Button]:
    return (form_link(offer, f"open-{offer.command}", look) for offer in offers)


def pressed(offers: Sequence[Offer], look: str) -> Iterator[Button]:
    return (submit_button(offer, offer.label or offer.command, look) for offer in offers)


def steps(may: AvailableOffers, *, leap: bool) -> Iterator[Button]:
    for offer in may["move"]:
        given, fire = offer.given, bool(offer.given.get("into_fire"))
        if bool(given.get("leap")) == leap:
            id = "-".join(["move", given["step"], *(["leap"] if leap else []), *(["fire"] if fire else [])])
            yield submit_button(offer, id, HOT if fire else TILE)


def declared(may: AvailableOffers) -> tuple[Button, ...]:
    return tuple(form_link(offer, f"open-{offer.label}", TILE) for offer in may.of("declare-fire"))


def handled(may: AvailableOffers) -> Iterator[Button]:
    for offer in may.of("item", "drop-item"):
        item = offer.given["item"]
        id = f"drop-{item}" if offer.command == "drop-item" else f"item-{item}"
        yield submit_button(offer, id, TILE)._replace(about=item)
