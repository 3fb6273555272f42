"""The shop of a game is laid out when the house opens: one that fails is told then, and on no page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

import app
from app.core.refusals import Refused
from app.core.words import Speech, shared_words
from printables import shops
from printables.memoir_44 import shop as stall
from printables.shops import Shop


def fails(*_: object) -> Any:
    raise LookupError("no ink")


@pytest.fixture(autouse=True)
def _shops_opened_anew() -> Iterator[None]:
    shops.shop_of.cache_clear()
    yield
    shops.shop_of.cache_clear()


Altered = Callable[[Shop[Any]], Shop[Any]]


@pytest.mark.parametrize(
    ("altered", "said"),
    [
        (lambda shop: replace(shop, plain_source=fails), "shop fails (LookupError: no ink)"),
        (lambda shop: replace(shop, table_source=fails), "shop fails (LookupError: no ink)"),
        (lambda shop: replace(shop, sample=fails), "shop fails (LookupError: no ink)"),
        (lambda shop: replace(shop, needs=fails), "shop fails (LookupError: no ink)"),
        (lambda shop: replace(shop, label=fails), "shop fails (LookupError: no ink)"),
        (lambda shop: replace(shop, title="name.moon"), "shop fails (KeyError: 'name.moon')"),
        (lambda shop: replace(shop, needs=lambda source: {"moon": {}}), "shop fails (KeyError: 'product.moon')"),
        (lambda shop: replace(shop, choices=[replace(shop.choices[0], name="moon")]), 
         "shop fails (KeyError: 'setting.moon')"),
        (lambda shop: replace(shop, choices=[replace(shop.choices[0], options=fails)]),
         "shop fails (LookupError: no ink)"),
    ],
)  # fmt: skip
def test_a_shop_that_fails_is_named_when_the_house_opens(
    altered: Altered, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stall, "SHOP", altered(stall.SHOP))
    with pytest.raises(Refused) as no:
        app.routed_app()
    told = Speech(shared_words(), "en").refusal(no.value)
    assert "memoir-44" in told
    assert said in told


def test_a_shop_that_is_not_there_is_named_when_the_house_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(stall, "SHOP")
    with pytest.raises(Refused) as no:
        app.routed_app()
    assert "shop fails (AttributeError: " in Speech(shared_words(), "en").refusal(no.value)
