"""Print shop of a game: all that pages, the command line and the worker need to print."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from app.core.content.missions import MissionData
from app.core.errors import Refused
from app.core.messages.translator import Translator, Verbatim
from printables.card_sizes import resized
from printables.order import PickList
from printables.paper import AUTO, Settings
from printables.pieces import Batch, Face, Job, Sheet

When = Callable[[str], float | None]
"""Table code → time of its last command in seconds since 1970, or None if unknown."""


class Source(Protocol):
    """A game's print source: edition, cards and whatever else its shop uses."""

    @property
    def game(self) -> str:
        """The key of the game; empty for no game."""

    @property
    def speech(self) -> Translator: ...

    @property
    def facts(self) -> Mapping[str, Any]:
        """Everything the prints depend on, as JSON data, except people's own pictures."""


S = TypeVar("S", bound=Source)


def no_card_set(key: str) -> Mapping[str, Any]:
    raise Refused("no-such-card-set", field="cards", name=Verbatim(key))


@dataclass(frozen=True)
class PrintSources:
    """The host's sources, besides those shipped with the games."""

    card_sets: Callable[[], Sequence[tuple[str, str]]] = tuple
    """Key and name of every card set, shipped ones first."""
    card_set: Callable[[str], Mapping[str, Any]] = no_card_set
    """The card set of a key; raise Refused if there is none."""
    missions: Callable[[], Mapping[str, MissionData]] = dict
    """The host's own playable missions, by key."""


@dataclass(frozen=True)
class Choice:
    """A choice of source; the word `setting.NAME` is its label."""

    name: str
    option: str
    """Its option on the command line."""
    help: str
    options: Callable[[PrintSources, Translator], Sequence[tuple[str, str]]]
    """Each value as in URLs, with its label."""
    read: Callable[[str, PrintSources], Any]
    """Given value → argument for the source; raise Refused if it is invalid."""
    plain: Callable[[str], str] = lambda language: ""
    """The default for a reader of a language; empty for everything."""
    at_table: Callable[[Any, Any], Any] | None = None
    """The function that applies the choice to a table's source; None if the table determines it."""


@dataclass(frozen=True)
class Count(Generic[S]):
    """Quantities to print for; the words `setting.NAME` and `hint.NAME` describe them."""

    name: str
    option: str
    """Option and field name of one thing on the command line and in URLs."""
    help: str
    groups: Callable[[S], Mapping[str, Mapping[str, int]]]
    """Group → thing → maximum quantity, all by word keys."""
    put: Callable[[S, Mapping[str, int]], S]
    """A source with these quantities; raise Refused if they are invalid."""


@dataclass(frozen=True)
class Shop(Generic[S]):
    """A game's print shop.

    Products and things have keys; the word `product.KEY` names a product.
    """

    game: str
    title: str
    """The key of its title."""
    plain_source: Callable[[str, Mapping[str, Any], str], S]
    """Language, choices by name, URL of a page (or "") → source; raise Refused if invalid."""
    table_source: Callable[[Any, str, str], S]
    """Table, language, URL of its page → source with public information only."""
    sample: Callable[[str], S]
    """Language → source of the product pictures."""
    needs: Callable[[S], PickList]
    """Default quantities; a product that is not needed has zeros."""
    products: Mapping[str, Callable[[S, Mapping[str, int], Settings], Job]]
    """Product → function that prints these quantities of its things."""
    label: Callable[[str, str, Translator], str]
    """Product and thing → label of the thing."""
    choices: Sequence[Choice] = ()
    counts: Sequence[Count[S]] = ()
    sheets: frozenset[str] = frozenset()
    """Products that are whole sheets: each is its own only thing."""
    provenance: bool = False
    """True if its cards can mark each value that no rulebook states."""
    optional: frozenset[str] = frozenset()
    """Products that are printed only on request."""
    card_back: Callable[[S], Face] | None = None
    """The back of its cards with kill values, for blank and other cards; None if it has none."""
    pictures_of: Callable[[S, PickList], Set[str]] = lambda source, things: frozenset()
    """Fingerprints of people's own pictures of the ordered things."""
    with_pictures: Callable[[S, Mapping[str, bytes]], S] = lambda source, pictures: source
    """A source with the files of these pictures, by fingerprint; those that lack are drawn as ever."""
    pictured_counters: Callable[[str], Mapping[str, str]] = lambda language: {}
    """Language → counters that may have somebody's own picture, with their names."""
    recorded: Callable[[S, PickList, When], S] = lambda source, things, when: source
    """A source with the campaign results of its table, if a thing of the order needs them."""

    def job(self, source: S, order: PickList, settings: Settings) -> Job:
        """Return the job of an order, product by product, without zero quantities."""
        parts: list[Batch | Sheet] = []
        for product, things in order.items():
            wanted = {thing: count for thing, count in things.items() if count}
            if wanted:
                parts += self.products[product](source, wanted, settings)
        return resized(parts, settings.card_size)

    def settled(self, source: S, order: PickList, settings: Settings) -> Settings:
        """Return the settings with the widest margin that needs the fewest pages.

        Raise Refused.
        """
        if settings.margin != AUTO:
            return settings
        from printables.pdf import plan_pages

        ways = [replace(settings, margin=margin / 2) for margin in range(16, 9, -1)]
        return min(ways, key=lambda way: len(plan_pages(self.job(source, order, way), way)))

    def asked(self, at_table: bool) -> list[Choice]:
        """Return the choices offered; at a table only those that it does not determine."""
        return [choice for choice in self.choices if choice.at_table or not at_table]

    def usual(self, needs: PickList) -> list[str]:
        return [product for product in needs if product not in self.optional]

    def document_title(self, speech: Translator) -> str:
        return f"{speech.translate(self.title)} – Adjutant"


def blanks(source: Source, wanted: Mapping[str, int], settings: Settings) -> Job:
    from printables import blanks as pieces

    shop = shop_of(source.game)
    assert shop is not None
    return pieces.batches(source.speech, wanted, shop.card_back(source) if shop.card_back else None)


def label_of_blank(thing: str, speech: Translator) -> str:
    from printables.blanks import label

    return label(thing, speech)


def calibration(source: Source, wanted: Mapping[str, int], settings: Settings) -> Job:
    from printables.calibration import Calibration

    return [Calibration(settings, source.speech).batch()] * sum(wanted.values())


@cache
def shop_of(game: str) -> Shop[Any] | None:
    """Return the shop of a game's key, or None if it prints nothing.

    An empty key means the shop of no game.
    """
    name = f"printables.{game.replace('-', '_')}.shop" if game else "printables.calibration_shop"
    path = Path(__file__).parent.joinpath(*name.split(".")[1:]).with_suffix(".py")
    if not path.is_file():
        return None
    shop: Shop[Any] = import_module(name).SHOP
    return shop
