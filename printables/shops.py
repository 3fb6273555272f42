"""The print shop of a game: all that pages, the command line and the press need to know of what it prints."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from app.core.content.missions import MissionData
from app.core.errors import Refused
from app.core.messages.translator import Translator, Verbatim
from printables.order import PickList
from printables.paper import Settings
from printables.pieces import Batch, Job, Sheet

When = Callable[[str], float | None]
"""A table's code → when it was last pressed, in seconds since 1970; None where nobody knows."""


class Source(Protocol):
    """What a game prints from: edition, cards and whatever else only its own shop knows."""

    @property
    def game(self) -> str:
        """The key of the game; empty for what is of no game."""

    @property
    def speech(self) -> Translator:
        """The language of the paper, with all its words."""

    @property
    def facts(self) -> Mapping[str, Any]:
        """Everything that its paper depends on, as JSON holds it."""


S = TypeVar("S", bound=Source)


def no_card_set(key: str) -> Mapping[str, Any]:
    """Raises Refused: there is none."""
    raise Refused("no-such-card-set", field="cards", name=Verbatim(key))


@dataclass(frozen=True)
class PrintSources:
    """What a host has to print from beside what comes with the game."""

    card_sets: Callable[[], Sequence[tuple[str, str]]] = tuple
    """Key and name of every card set, those that come with the game first."""
    card_set: Callable[[str], Mapping[str, Any]] = no_card_set
    """A card set by its key. Raises Refused."""
    missions: Callable[[], Mapping[str, MissionData]] = dict
    """The host's own missions that can be played, by key."""


@dataclass(frozen=True)
class Choice:
    """Something to print from that is chosen; the word `setting.NAME` says what it is."""

    name: str
    option: str
    """What the command line calls it."""
    help: str
    options: Callable[[PrintSources, Translator], Sequence[tuple[str, str]]]
    """Each value as addresses hold it, and how people say it."""
    read: Callable[[str, PrintSources], Any]
    """A value as somebody gave it → what the source is made with. Raises Refused."""
    plain: Callable[[str], str] = lambda language: ""
    """What is chosen where nobody chose, for a reader of a language; nothing stands for everything."""
    at_table: Callable[[Any, Any], Any] | None = None
    """A table's source with what was chosen; None for what a table says itself."""


@dataclass(frozen=True)
class Count(Generic[S]):
    """Things to print for, of which people say how many; the words `setting.NAME` and `hint.NAME` say what they are."""

    name: str
    option: str
    """What one of them is called on the command line and in addresses."""
    help: str
    groups: Callable[[S], Mapping[str, Mapping[str, int]]]
    """Group → thing → how many there can be, all by names that the words have."""
    put: Callable[[S, Mapping[str, int]], S]
    """A source with so many of each thing. Raises Refused."""


@dataclass(frozen=True)
class Shop(Generic[S]):
    """What a game prints. Products and things go by keys; the word `product.KEY` names a product."""

    game: str
    title: str
    """The word that it goes by."""
    plain_source: Callable[[str, Mapping[str, Any], str], S]
    """Language, what was chosen by the names of the choices, address of a page (or "") → a source. Raises Refused."""
    table_source: Callable[[Any, str, str], S]
    """Table, language, address of its page → a source that holds what everybody may see there."""
    sample: Callable[[str], S]
    """Language → what the pictures on the shelf are printed from."""
    needs: Callable[[S], PickList]
    """What is printed where nobody chose otherwise; a product that nobody needs is there with zeros."""
    products: Mapping[str, Callable[[S, Mapping[str, int], Settings], Job]]
    """Product → what prints so many of each of its things."""
    label: Callable[[str, str, Translator], str]
    """Product and thing → what the thing is called."""
    choices: Sequence[Choice] = ()
    counts: Sequence[Count[S]] = ()
    sheets: frozenset[str] = frozenset()
    """Products that are whole sheets: each is its own only thing."""
    optional: frozenset[str] = frozenset()
    """Products that are printed only where somebody asks for them."""
    recorded: Callable[[S, PickList, When], S] = lambda source, things, when: source
    """A source with what the campaign of its table has written down, where a thing of the order needs it."""

    def job(self, source: S, order: PickList, settings: Settings) -> Job:
        """Everything of an order that is wanted at least once, product by product."""
        parts: list[Batch | Sheet] = []
        for product, things in order.items():
            wanted = {thing: count for thing, count in things.items() if count}
            if wanted:
                parts += self.products[product](source, wanted, settings)
        return parts

    def asked(self, at_table: bool) -> list[Choice]:
        """Return what is chosen: of a table only what it does not say itself."""
        return [choice for choice in self.choices if choice.at_table or not at_table]

    def usual(self, needs: PickList) -> list[str]:
        """The products that are printed where nobody says which."""
        return [product for product in needs if product not in self.optional]

    def document_title(self, speech: Translator) -> str:
        """Return what a printed file is called."""
        return f"{speech.translate(self.title)} – Adjutant"


def calibration(source: Source, wanted: Mapping[str, int], settings: Settings) -> Job:
    """The calibration sheet, which every shop has."""
    from printables.calibration import Calibration

    return [Calibration(settings, source.speech).batch()] * sum(wanted.values())


@cache
def shop_of(game: str) -> Shop[Any] | None:
    """The shop of a game, found by the game's key; None for a game that prints nothing. The house's own for no game."""
    name = f"printables.{game.replace('-', '_')}.shop" if game else "printables.calibration_shop"
    path = Path(__file__).parent.joinpath(*name.split(".")[1:]).with_suffix(".py")
    if not path.is_file():
        return None
    shop: Shop[Any] = import_module(name).SHOP
    return shop
