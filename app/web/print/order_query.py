"""A print order parsed from a query: sources, quantities and paper, with errors by field."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property, partial
from typing import Any, TypeVar

from flask import url_for
from werkzeug.datastructures import MultiDict

from app.core.errors import Malformed, Refused
from app.core.game.definition import Game
from app.core.messages.translator import LANGUAGES, Translator, Verbatim
from app.core.rules.book import require_one_of
from app.core.rules.inputs import is_number
from app.core.table.seat_view import Table
from app.games import on_shelf
from app.storage.missions import sound_missions
from app.web.files.card_catalog import set_of, shelf_of
from app.web.request.guard import RequestRejected, acts, addresses, store
from app.web.request.language import language, speech, speech_with
from printables.job_worker import Order
from printables.order import PickList, change, check_pictures, check_size
from printables.paper import AUTO, CHOICES, Settings, checked
from printables.shops import Choice, Count, PrintSources, Shop, Source, shop_of
from printables.words import paper_said

No = (Refused, Malformed)
COUNT = "n."
NUMBERS = ("margin", "bleed", "gutter")
FLAGS = ("low_ink", "single", "provenance")
OTHERS = "other_cards"
OWN_PAPER = "own_paper"
"""The field of a paper's sides, which takes precedence over the list of papers."""
MOST_FAULTS = 20
"""Maximum number of errors reported; further quantities are not checked."""
PLAIN = asdict(Settings())
Part = TypeVar("Part")


@dataclass
class Asked:
    """A print request for a game or a table; `faults` fills as its parts are read."""

    shop: Shop[Any]
    given: MultiDict[str, str]
    game: Game | None = None
    """None for pages that belong to no game."""
    table: Table | None = None
    faults: dict[str, Refused | Malformed] = field(default_factory=dict)

    def with_given(self, given: MultiDict[str, str]) -> Asked:
        return replace(self, given=given, faults={})

    @property
    def language(self) -> str:
        """The language of the paper: the chosen one, else the reader's."""
        chosen = self.given.get("lang", language(self.table))
        return chosen if chosen in LANGUAGES else LANGUAGES[0]

    @property
    def stock(self) -> PrintSources:
        return stock_of(self.game) if self.game else PrintSources()

    # -- sources

    @property
    def choices(self) -> list[Choice]:
        return self.shop.asked(self.table is not None)

    @cached_property
    def source(self) -> Source:
        """The source to print from, without faulty choices; of a table only what everybody may see."""
        read = {choice.name: self._kept(choice.name, self._chosen, choice) for choice in self.choices}
        chosen = {name: value for name, value in read.items() if value is not None}
        if self.table is not None:
            address = addresses()[0] + url_for("play.board", code=self.table.code)
            at_table: Source = self.shop.table_source(self.table, self.language, address)
            for choice in self.choices:
                if choice.at_table and choice.name in chosen:
                    at_table = choice.at_table(at_table, chosen[choice.name])
            return at_table
        source: Source = self.shop.plain_source(self.language, chosen, "")
        for count in self.shop.counts:
            source = self._kept(count.name, count.put, source, self.counted(count, source)) or source
        return source

    def _kept(self, name: str, part: Callable[..., Part], *given: Any) -> Part | None:
        try:
            return part(*given)
        except No as no:
            self.faults[name] = no
            return None

    def _chosen(self, choice: Choice) -> Any:
        text = self.chosen_value(choice)
        return choice.read(text, self.stock) if text else None

    def chosen_value(self, choice: Choice) -> str:
        return self.given.get(choice.name) or choice.plain(self.language)

    def counted(self, count: Count[Any], source: Source) -> dict[str, int]:
        things: dict[str, int] = {}
        for name, text in self.given.items():
            option, _, thing = name.partition(".")
            if thing and option == count.option and text not in ("", "0") and len(self.faults) < MOST_FAULTS:
                things |= self._kept(name, so_many, count, source, thing, text) or {}
        return things

    # -- quantities

    @cached_property
    def needs(self) -> PickList:
        return self.shop.needs(self.source)

    @cached_property
    def products(self) -> list[str]:
        """The ticked products: those chosen, else all that are needed."""
        if "what" not in self.given:
            return [product for product in self.shop.usual(self.needs) if any(self.needs[product].values())]
        chosen = self.given.getlist("what")
        strange = [name for name in chosen if name and name not in self.needs]
        if strange:
            self.faults["what"] = Refused("not-allowed", field="what", allowed=", ".join(self.needs))
        return [product for product in self.needs if product in chosen]

    @cached_property
    def changes(self) -> dict[str, str]:
        return {name.removeprefix(COUNT): text for name, text in self.given.items() if name.startswith(COUNT)}

    @cached_property
    def counts(self) -> PickList:
        """Quantities of all products, unticked ones included; a faulty one keeps its default."""
        counts = {product: dict(things) for product, things in self.needs.items()}
        for product in self.products:
            if "what" in self.given and not any(counts[product].values()):
                counts[product] = dict.fromkeys(counts[product], 1)
        for name, text in self.changes.items():
            if len(self.faults) < MOST_FAULTS:
                self._kept(COUNT + name, put_count, counts, name, text)
        return counts

    @cached_property
    def others(self) -> dict[str, int]:
        from printables.blanks import other_cards

        lines = self.given.get(OTHERS, "").splitlines() if self.shop.card_back else []
        return self._kept(OTHERS, other_cards, lines, OTHERS) or {}

    # -- paper

    @cached_property
    def settings(self) -> Settings:
        chosen: dict[str, Any] = {}
        for name in CHOICES:
            field = OWN_PAPER if name == "paper" and self.given.get(OWN_PAPER) else name
            chosen[name] = self._kept(field, self._choice, name) or PLAIN[name]
        for name in NUMBERS:
            number = self._kept(name, self._number, name)
            chosen[name] = PLAIN[name] if number is None else number
        self._kept("lang", require_one_of, LANGUAGES, self.given.get("lang", LANGUAGES[0]), "lang")
        flags = {name: self.given.get(name) == "1" for name in FLAGS}
        correction = self._kept("printer", self._correction, chosen["paper"]) or {}
        if chosen["margin"] == AUTO:
            chosen["margin"] = "auto"
        return checked(**chosen, **correction, **flags)

    def _choice(self, name: str) -> str:
        own = self.given.get(OWN_PAPER, "") if name == "paper" else ""
        return str(getattr(checked(**{name: own or self.given.get(name, PLAIN[name])}), name))

    def _number(self, name: str) -> float:
        if name == "margin" and self.given.get(name, "").strip().lower() == "auto":
            return AUTO
        number = decimal(self.given.get(name, ""), PLAIN[name])
        checked(**{name: number})
        return number

    def _correction(self, paper: str) -> dict[str, float]:
        key = self.given.get("printer", "")
        if not key:
            return {}
        papers = store().printers.printer(key).papers
        if paper not in papers:
            raise Refused("printer-without-paper", field="printer", paper=Verbatim(paper_said(paper, self.said)))
        measured = asdict(papers[paper])
        return {name: measured[name] for name in ("offset_x", "offset_y", "rotation", "scale_x", "scale_y")}

    # -- the whole order

    def order(self) -> Order:
        settings, counts = self.settings, self.counts
        things = {product: counts[product] for product in self.products}
        if self.others:
            things["blanks"] = {**things.get("blanks", {}), **self.others}
        if not any(any(one.values()) for one in things.values()):
            self.faults.setdefault("what", Refused("nothing-to-print", field="what"))
        self._kept("what", check_size, things)
        pictures = store().pictures.sizes(self.shop.pictures_of(self.source, things))
        self._kept("what", check_pictures, pictures.values())
        for no in self.faults.values():
            raise no
        source = self.shop.recorded(self.source, things, partial(last_pressed, self.table))
        return Order(source, things, settings, frozenset(pictures), store().database.file)

    @property
    def sound(self) -> bool:
        try:
            self.order()
        except No:
            return False
        return True

    @cached_property
    def said(self) -> Translator:
        return speech_with(self.source.speech.words, self.table)

    def refusal_text(self, no: Refused | Malformed, name: str) -> str:
        said = self.said
        return said.translate(f"refusal.{no.code}", **{**no.words, "field": Verbatim(self.label(name, said))})

    def label(self, name: str, said: Translator) -> str:
        option, _, thing = name.partition(".")
        if name.startswith(COUNT):
            product, _, thing = thing.partition(".")
            return self.thing_label(product, thing, said)
        if thing and option in {count.option for count in self.shop.counts}:
            return said.name(thing)
        return said.translate(f"setting.{name}") if said.has(f"setting.{name}") else name

    def thing_label(self, product: str, thing: str, said: Translator) -> str:
        return self.shop.label(product, thing, said) if thing in self.needs.get(product, {}) else thing or product


# -- finding the shop


def asked_of(game: str, given: MultiDict[str, str]) -> Asked:
    """Return the request for a game by its key, or for no game.

    Raise Refused or RequestRejected (404).
    """
    if not game:
        return Asked(shop_for(""), given)
    return Asked(shop_for(on_shelf(game).key), given, on_shelf(game))


def asked_at(table: Table, given: MultiDict[str, str]) -> Asked:
    return Asked(shop_for(table.game.key), given, table.game, table)


def shop_for(game: str) -> Shop[Any]:
    shop = shop_of(game)
    if shop is None:
        named = speech(on_shelf(game)).name(game)
        raise RequestRejected(404, "no-prints", field="game", game=Verbatim(named))
    return shop


def stock_of(game: Game) -> PrintSources:
    return PrintSources(
        lambda: [(one.key, one.name) for one in shelf_of(game)],
        lambda key: set_of(game, key).data,
        lambda: sound_missions(store().missions, store().card_sets, game) if game.files.mission_files else {},
    )


def last_pressed(table: Table | None, code: str) -> float | None:
    """Return the time of an earlier table's last entry, in seconds since 1970; None if unknown."""
    earlier = (table, *acts().earlier(table)) if table else ()
    return next((one.entries[-1].at for one in earlier if one.code == code), None)


# -- typed numbers


def so_many(count: Count[Any], source: Source, thing: str, text: str) -> dict[str, int]:
    things = {thing: whole(text)}
    if things[thing] < 0:
        raise Refused("too-small", limit=0)
    count.put(source, things)
    return things


def put_count(counts: PickList, name: str, text: str) -> None:
    change(counts, name, whole(text))


def whole(text: str) -> int:
    digits = text.strip().removeprefix("-")
    if not is_number(digits):
        raise Malformed("not-a-number")
    return int(text)


def decimal(text: str, otherwise: float) -> float:
    """Parse a number with point or comma, minus sign or hyphen. Raise Malformed."""
    try:
        number = float(text.strip().replace(",", ".").replace("−", "-") or otherwise)
    except ValueError:
        raise Malformed("not-a-number") from None
    return number
