"""What is to be printed: products, and how many of each thing; people may change every quantity."""

from __future__ import annotations

from collections.abc import Mapping

from app.core.book import one_of
from app.core.refusals import Refused

MOST = 999
"""Of one thing in one order."""

PickList = dict[str, dict[str, int]]
"""Product → thing → how many."""


def chosen(needs: PickList, what: list[str]) -> PickList:
    """The products that are wanted, in the order of the list. Raises Refused for one that there is not."""
    for name in what:
        one_of(list(needs), name, "what")
    return {product: dict(things) for product, things in needs.items() if not what or product in what}


def changed(needs: PickList, changes: Mapping[str, int]) -> PickList:
    """The list with other quantities, each as `product.thing`. Raises Refused, naming it."""
    result = {product: dict(things) for product, things in needs.items()}
    for name, count in changes.items():
        product, _, thing = name.partition(".")
        if product not in result or thing not in result[product]:
            known = [f"{one}.{each}" for one in result for each in result[one] if product in (one, name)]
            raise Refused("no-such-thing", field="quantity", name=name, allowed=", ".join(known) or ", ".join(result))
        if count > MOST:
            raise Refused("too-big", field=name, limit=MOST)
        if count < 0:
            raise Refused("too-small", field=name, limit=0)
        result[product][thing] = count
    return result
