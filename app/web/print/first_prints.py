"""The shop of a game, laid out once when the house opens: one that cannot be opened is told then, and on no page."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import printables
from app.core.game import Game
from app.core.refusals import Refused
from app.core.soundness import first_table
from app.core.trial import tried
from app.core.words import LANGUAGES
from printables.shops import Shop, Source, Stock, shop_of


def faults_of_shop(game: Game) -> Iterator[Refused]:
    """A shop that fails, for a game or at a first table of it, or that has no words for what its pages offer."""
    part = partial(tried, "shop", folder=Path(printables.__file__).parent / game.key.replace("-", "_"))
    failed = [*part(partial(shop_of, game.key))]
    if not failed and (shop := shop_of(game.key)):
        failed = [fault for language in LANGUAGES for fault in part(partial(lay_out, shop, game, language))]
    yield from failed


def lay_out(shop: Shop[Any], game: Game, language: str) -> None:
    """Everything that pages of orders show of a shop, made and thrown away. Raises whatever is wrong with it."""
    plain = {one.name: one.plain(language) for one in shop.choices}
    read = {one.name: one.read(plain[one.name], Stock()) for one in shop.choices if plain[one.name]}
    source = shop.plain_source(language, read, "")
    say_all_of(shop, source)
    say_all_of(shop, shop.table_source(first_table(game), language, ""))
    shop.sample(language)
    for one in shop.choices:
        one.options(Stock(), source.speech)
    for count in shop.counts:
        source.speech.say(f"hint.{count.name}")
        for group, things in count.groups(source).items():
            for name in (group, *things):
                source.speech.name(name)


def say_all_of(shop: Shop[Any], source: Source) -> None:
    """The words for a shop, for what is chosen and counted in it, and for each thing that is printed from a source."""
    said = source.speech
    settings = [one.name for one in shop.choices] + [one.name for one in shop.counts]
    for key in (shop.title, *(f"setting.{name}" for name in settings)):
        said.say(key)
    for product, things in shop.needs(source).items():
        said.say(f"product.{product}")
        for thing in things:
            shop.label(product, thing, said)
