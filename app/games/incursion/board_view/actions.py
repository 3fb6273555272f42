"""Tiles of the acting model: the likeliest actions first, the rest behind “More”."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.core.engine.buttons import AvailableOffers, Button, Tiles, in_places
from app.core.engine.offers import Offer
from app.games.incursion.board_view.buttons import Price, choice, form_link, priced, submit_button
from app.games.incursion.combat.flames import FLAMETHROWER
from app.games.incursion.combat.harpoons import GUN

TILE, STRONG, AIM, HOT = "tile", "tile strong", "tile aim", "tile hot"
TARGETS_IN_SIGHT = 6
WITH_WEAPONS = ("fire", "melee")
"""Attacks with one form for all weapons."""
OTHER_ATTACKS = ("harpoon", "launch", "throw-grenade", "ka-boom")
LIKELIEST = ("forward", "second", "farthest", "turn", "fire", "melee")
"""Kinds of tiles with a place of their own, in this order."""
ADVANCES, MOVES, DOORS, FIGHTS, REST, IN_SIGHT = range(6)
THEN = {
    "mission": REST,
    "rolled": IN_SIGHT,
    "farther": ADVANCES,
    "into-fire": MOVES,
    "attack": FIGHTS,
    "aside": MOVES,
    "target": IN_SIGHT,
    "door": DOORS,
    "leave": MOVES,
    "sideways": MOVES,
    "backward": MOVES,
    "leave-aside": MOVES,
    "nearer": ADVANCES,
    "item": REST,
    "pass": REST,
    "together": FIGHTS,
    "assault": FIGHTS,
    "several": MOVES,
    "leap": MOVES,
    "cannot": REST,
}
"""Kinds of tiles for the places that are free, the likeliest first, with their group behind “More”.

A target of a form that is in sight is not there.
"""


def dock(may: AvailableOffers, weapons: Sequence[str], *, enters: bool, rolls: bool) -> Tiles:
    """Return the tiles of the acting model, or of a side whose next model is not chosen yet.

    `weapons`: those of the acting model. `enters`: it stands at an entry point. `rolls`: the app rolls for it, so
    that a tap on a target is all that an attack takes.
    """
    can = kinds(may, enters=enters, rolls=rolls) | {"cannot": list(cannot(may, weapons))}
    tiles = in_places([next(iter(can[kind]), None) for kind in LIKELIEST], (tap for kind in THEN for tap in can[kind]))
    behind = sorted((kind for kind in THEN if THEN[kind] != IN_SIGHT), key=THEN.__getitem__)
    return tiles._replace(more=tuple(tap for kind in behind for tap in can[kind] if tap in tiles.more))


def kinds(may: AvailableOffers, *, enters: bool, rolls: bool) -> dict[str, list[Button]]:
    walked, ahead = list(steps(may, leap=False)), list(advances(may, enters=enters))
    ways_out, mission = list(exits(may)), list(of_the_mission(may))
    burning = [tap for tap in walked if HOT in tap.look]
    found = {step: [tap for tap in walked if tap.id == f"move-{step}"] for step in STEPS}
    direct = {command: list(targets(may, command)) if rolls else [] for command in WITH_WEAPONS}
    lone = [taps for taps in direct.values() if len(taps) == 1]
    # where all places are taken, what rolls at once and the mission have those of the longest advances
    pressing = len([*mission, *lone]) if may["fire"] and may["melee"] else 0
    second = ahead[:1] if pressing < 2 else []
    farther = ahead[len(second) :]
    farthest = [] if pressing else farther[:1] if enters else farther[-1:]
    left = [tap for tap in farther if tap not in farthest]
    return {
        **found,
        # while anything burns, each step stands beside the same one into fire
        **({"sideways": [], "backward": []} if burning else {}),
        "aside": [tap for tap in walked if burning and "forward" not in tap.id],
        "second": second,
        "farthest": farthest,
        "farther": left if enters else [],
        "nearer": [] if enters else left,
        "turn": [submit_button(offer, "turn", TILE) for offer in may["turn"]],
        **{command: list(opened(may[command][:1], STRONG)) for command in WITH_WEAPONS},
        "rolled": [tap for taps in lone for tap in taps],
        "target": [tap for taps in direct.values() if taps not in lone for tap in taps],
        "into-fire": [tap for tap in burning if "forward" in tap.id],
        "attack": list(attacks(may)),
        "together": [form_link(offer, "open-act-together", TILE) for offer in may["act-together"]],
        "several": [form_link(offer, "open-advance", TILE) for offer in may["advance"] if offer.label],
        "assault": [form_link(offer, "open-assault", TILE)._replace(fields=()) for offer in may["assault"][:1]],
        "mission": mission,
        "door": list(doors(may)),
        "leave": [tap for tap in ways_out if not is_aside(tap)],
        "leave-aside": [tap for tap in ways_out if is_aside(tap)],
        "item": list(handled(may)),
        "pass": [*opened(may.of("pass-ap"), TILE), *pressed(may.of("free-harpoon"), TILE)],
        "leap": list(steps(may, leap=True)),
    }


def cannot(may: AvailableOffers, weapons: Sequence[str]) -> Iterator[Button]:
    """Yield a greyed tile, which says why, for each weapon of its own kind that cannot be used now."""
    for weapon, command in ((GUN, "harpoon"), (FLAMETHROWER, "flame")):
        if weapon in weapons and not may[command]:
            yield Button(command, f"open-{command}", f"command.{command}", look=TILE, greyed=True)


STEPS = ("forward", "sideways", "backward")


def advances(may: AvailableOffers, *, enters: bool) -> Iterator[Button]:
    ahead = next((offer.own for offer in may["move"] if offer.given["step"] == "forward"), None)
    for offer in may["advance"]:
        for squares in squares_ahead(offer):
            fields = (("models", offer.given["models"][0]), ("squares", squares))
            tap = submit_button(offer, f"advance-{squares}", TILE)
            label, about = ("enter-and-advance", squares - 1) if enters else ("advance-by", squares)
            tap = tap._replace(fields=fields, about=about, label_key=f"command.{label}")
            yield priced(tap, Price(squares * ahead) if ahead else None)


MOST_TAPS = 100
"""Most buttons of one row; the fullest pool has a tenth of that."""


def squares_ahead(offer: Offer) -> range:
    if "models" not in offer.given:
        return range(0)
    span = choice(offer, "squares")
    return range(span.min, min(span.max, MOST_TAPS) + 1)


def targets(may: AvailableOffers, command: str) -> Iterator[Button]:
    aimed = [(offer, target) for offer in may[command] for target in choice(offer, "target")]
    if len(aimed) > TARGETS_IN_SIGHT:
        return
    for offer, target in aimed:
        if not set(offer.choose) - {"target", "cp"}:
            weapon = offer.given.get("weapon", offer.command)
            tap = submit_button(offer, f"{offer.command}-{offer.label or weapon}-{target}", AIM, target=target)
            yield tap._replace(onto=target, label_key=f"command.{command}-rolled")


def attacks(may: AvailableOffers) -> Iterator[Button]:
    for offer in may["flame"]:
        squares = choice(offer, "squares").max
        button = submit_button(offer, "flame-all", STRONG, squares=squares)
        yield button._replace(label_key="command.flame-all", about=squares)
        yield form_link(offer, "open-flame", AIM)._replace(label_key="command.flame-choose")
    yield from opened(may.of(*OTHER_ATTACKS), STRONG)


def of_the_mission(may: AvailableOffers) -> Iterator[Button]:
    yield from opened(may.of("search-counter"), AIM)
    yield from pressed(may.of("activate-panel", "shut-down"), AIM)
    yield from pressed([offer for offer in may["door"] if offer.given.get("of_room")], AIM)
    yield from pressed(may.of("seal-door"), AIM)


def is_aside(tap: Button) -> bool:
    return "step" in dict(tap.fields)


def exits(may: AvailableOffers) -> Iterator[Button]:
    for offer in may.of("leave-board"):
        yield submit_button(offer, leaving(offer), HOT if offer.given.get("into_fire") else AIM)


def doors(may: AvailableOffers) -> Iterator[Button]:
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
