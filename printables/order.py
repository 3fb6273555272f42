"""Pick list: products and quantities, which people may change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from app.core.errors import Refused
from app.core.messages.translator import Verbatim
from printables.paper import LONGEST_COMPARED, one_of

MOST, MOST_PIECES = 999, 5000
"""Maximum quantity of one thing, and of all things of an order."""

MOST_PICTURE_BYTES = 24 << 20
"""Maximum bytes of people's own pictures in an order, which its print holds in memory: as in an export of a set."""

BLANKS = ("card", "round", "square", "stand-up")
"""Blank pieces, which every shop has."""

PickList = dict[str, dict[str, int]]
"""Product → thing → quantity."""


def chosen(needs: PickList, what: list[str]) -> PickList:
    """Return the chosen products in list order. Raise Refused for an unknown one."""
    for name in what:
        one_of(list(needs), name, "what")
    return {product: dict(things) for product, things in needs.items() if not what or product in what}


def changed(needs: PickList, changes: Mapping[str, int]) -> PickList:
    """Return the list with changed quantities.

    Each is named `product.thing`, or `thing` if only one product has it. Raise Refused, naming it.
    """
    result = {product: dict(things) for product, things in needs.items()}
    for name, count in changes.items():
        change(result, name, count)
    return result


def change(order: PickList, name: str, count: int) -> None:
    """Change a quantity in place. Raise Refused, naming it, and leave the list unchanged."""
    product, thing = place_of(order, name)
    if count > MOST:
        raise Refused("too-big", field=name, limit=MOST)
    if count < 0:
        raise Refused("too-small", field=name, limit=0)
    order[product][thing] = count


def place_of(needs: PickList, name: str) -> tuple[str, str]:
    """Return product and thing of a quantity's name. Raise Refused, naming similar ones."""
    product, dot, thing = name.partition(".")
    if dot and thing in needs.get(product, {}):
        return product, thing
    having = [] if dot else [one for one, things in needs.items() if name in things]
    if len(having) > 1:
        allowed = ", ".join(f"{one}.{name}" for one in having)
        raise Refused("thing-of-several", field="quantity", name=Verbatim(name), allowed=allowed)
    if not having:
        raise Refused("no-such-thing", field="quantity", name=Verbatim(name), allowed=", ".join(meant(needs, name)))
    return having[0], name


def meant(needs: PickList, name: str) -> list[str]:
    product, _, thing = name.partition(".")
    if product in needs:
        return [f"{product}.{each}" for each in needs[product]]
    names = {each: f"{one}.{each}" for one, things in needs.items() for each in things}
    return [names[each] for each in get_close_matches((thing or product)[:LONGEST_COMPARED], names)] or [*needs]


def check_size(order: PickList) -> None:
    pieces = sum(sum(things.values()) for things in order.values())
    if pieces > MOST_PIECES:
        raise Refused("print-too-large", field="what", pieces=pieces, limit=MOST_PIECES)


def check_pictures(sizes: Iterable[int]) -> None:
    if sum(sizes) > MOST_PICTURE_BYTES:
        raise Refused("print-pictures-too-large", field="what", limit=MOST_PICTURE_BYTES >> 20)
