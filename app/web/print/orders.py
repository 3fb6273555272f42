"""An order as an address holds it: what to print from, how many of what, and on which paper; faults by field."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar
from urllib.parse import parse_qsl, urlencode

from flask import url_for
from werkzeug.datastructures import MultiDict

from app.core.game import Game
from app.core.refusals import Malformed, Refused
from app.core.table import Table
from app.core.words import LANGUAGES, AsGiven, Speech
from app.games.incursion.campaign_record import Campaign
from app.web.files.card_shelf import set_of
from app.web.request.drawing import is_number
from app.web.request.guard import store
from app.web.request.speech import language, speech_with
from app.web.table.lobby import addresses
from printables.desk import Order
from printables.incursion.needs import SHEETS, most_of, picked
from printables.incursion.record import Record, kept_record
from printables.incursion.source import Source, check_forces, plain_source, table_source
from printables.order import PickList, changed
from printables.paper import CHOICES, Settings, checked

No = (Refused, Malformed)
COUNT, FORCE = "n.", "force."
NUMBERS = ("margin", "bleed", "gutter")
PLAIN = asdict(Settings())
Part = TypeVar("Part")


@dataclass
class Asked:
    """What an address asks for, of a game or at a table. `faults` fills as its parts are looked at."""

    game: Game
    given: MultiDict[str, str]
    table: Table | None = None
    faults: dict[str, Refused | Malformed] = field(default_factory=dict)

    @property
    def language(self) -> str:
        """The language of the paper: chosen, or else the reader's."""
        chosen = self.given.get("lang", language(self.table))
        return chosen if chosen in LANGUAGES else LANGUAGES[0]

    # -- what to print from

    @cached_property
    def source(self) -> Source:
        """Edition, mission, cards and forces; of a table what everybody may see there. What is faulty is left out."""
        if self.table is not None:
            address = addresses()[0] + url_for("play.board", code=self.table.code)
            return table_source(self.table, self.language, address)
        edition = self._kept("edition", self._edition)
        mission, cards = self._kept("mission", self._mission), self._kept("cards", self._cards)
        return self._with_forces(plain_source(edition, self.language, mission, None, cards))

    def _kept(self, name: str, part: Callable[..., Part], *given: Any) -> Part | None:
        """A part, or nothing and its fault."""
        try:
            return part(*given)
        except No as no:
            self.faults[name] = no
            return None

    def _edition(self) -> str | None:
        own = next((edition for edition in self.game.editions if edition.startswith(language(self.table))), None)
        edition = self.given.get("edition") or own
        return plain_source(edition).edition if edition else None

    def _mission(self) -> int | None:
        text = self.given.get("mission", "")
        if text and not is_number(text):
            raise Refused("not-allowed", field="mission", allowed=", ".join(map(str, self.game.missions)))
        number = int(text) if text else None
        plain_source(mission=number)
        return number

    def _cards(self) -> Mapping[str, Any] | None:
        key = self.given.get("cards", "")
        return set_of(self.game, key).data if key else None

    def _with_forces(self, source: Source) -> Source:
        forces: dict[str, int] = {}
        for name, text in self.given.items():
            if name.startswith(FORCE) and text not in ("", "0"):
                forces |= self._kept(name, with_models, source, name.removeprefix(FORCE), text) or {}
        return replace(source, forces=forces)

    @property
    def most(self) -> Mapping[str, int]:
        """How many of each model card a force can have."""
        return {key: most_of(self.source, key, card) for key, card in self.source.book.models.items()}

    # -- how many of what

    @cached_property
    def needs(self) -> PickList:
        """What is needed before anybody changed it."""
        return picked(self.source)

    @cached_property
    def record(self) -> Record | None:
        """What the campaign of the table has written down, as everybody may see it."""
        campaign = self.source.campaign
        return kept_record(campaign, self.source.speech, dates_of(campaign)) if campaign else None

    @cached_property
    def products(self) -> list[str]:
        """The products that are ticked: chosen, or else all that are needed."""
        if "what" not in self.given:
            return [product for product, things in self.needs.items() if any(things.values())]
        chosen = self.given.getlist("what")
        strange = [name for name in chosen if name and name not in self.needs]
        if strange:
            self.faults["what"] = Refused("not-allowed", field="what", allowed=", ".join(self.needs))
        return [product for product in self.needs if product in chosen]

    @cached_property
    def changes(self) -> dict[str, str]:
        """Quantities that somebody typed."""
        return {name.removeprefix(COUNT): text for name, text in self.given.items() if name.startswith(COUNT)}

    @cached_property
    def counts(self) -> PickList:
        """How many of each thing, of the products that are not ticked too; a faulty one is as it was."""
        counts = {product: dict(things) for product, things in self.needs.items()}
        for product in self.products:
            if "what" in self.given and not any(counts[product].values()):
                counts[product] = dict.fromkeys(counts[product], 1)
        for name, text in self.changes.items():
            counts = self._kept(COUNT + name, with_count, counts, name, text) or counts
        return counts

    # -- on which paper

    @cached_property
    def settings(self) -> Settings:
        """Paper and how it is printed on."""
        chosen: dict[str, Any] = {}
        for name in CHOICES:
            chosen[name] = self._kept(name, self._choice, name) or PLAIN[name]
        for name in NUMBERS:
            number = self._kept(name, self._number, name)
            chosen[name] = PLAIN[name] if number is None else number
        low_ink = self.given.get("low_ink") == "1"
        correction = self._kept("printer", self._correction, chosen["paper"]) or {}
        return checked(**chosen, **correction, low_ink=low_ink)

    def _choice(self, name: str) -> str:
        value = str(self.given.get(name, PLAIN[name]))
        checked(**{name: value})
        return value

    def _number(self, name: str) -> float:
        number = decimal(self.given.get(name, ""), PLAIN[name])
        checked(**{name: number})
        return number

    def _correction(self, paper: str) -> dict[str, float]:
        key = self.given.get("printer", "")
        if not key:
            return {}
        papers = store().printers.printer(key).papers
        if paper not in papers:
            raise Refused("printer-without-paper", field="printer", paper=AsGiven(self.said().say(f"paper.{paper}")))
        measured = asdict(papers[paper])
        return {name: measured[name] for name in ("offset_x", "offset_y", "rotation", "scale_x", "scale_y")}

    # -- all of it

    def order(self) -> Order:
        """The order. Raises Refused where there is a fault."""
        settings, counts = self.settings, self.counts
        things = {product: counts[product] for product in self.products}
        if not any(any(one.values()) for one in things.values()):
            self.faults.setdefault("what", Refused("nothing-to-print", field="what"))
        for no in self.faults.values():
            raise no
        return Order(self.source, things, settings, self.record if "campaign-record" in things else None)

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong with it."""
        try:
            self.order()
        except No:
            return False
        return True

    def said(self) -> Speech:
        """The reader's language, with the names of the cards."""
        return speech_with(self.source.speech.words, self.table)

    def told(self, no: Refused | Malformed, name: str) -> str:
        """A "no" that names the field as the page does."""
        said = self.said()
        return said.say(f"refusal.{no.code}", **{**no.words, "field": AsGiven(self.label(name, said))})

    def label(self, name: str, said: Speech) -> str:
        """A field as the page names it."""
        if name.startswith(COUNT):
            product, _, thing = name.removeprefix(COUNT).partition(".")
            return thing_label(product, thing, said)
        if name.startswith(FORCE):
            return said.name(name.removeprefix(FORCE))
        return said.say(f"setting.{name}") if said.has(f"setting.{name}") else name


def thing_label(product: str, thing: str, said: Speech) -> str:
    """A thing of a product in words."""
    if product in SHEETS:
        return said.say(f"product.{product}") if said.has(f"product.{product}") else product
    return said.say(f"counter.{thing}") if said.has(f"counter.{thing}") and product == "counters" else said.name(thing)


def with_models(source: Source, card: str, text: str) -> dict[str, int]:
    """So many of a model card, in a force. Raises Refused, Malformed."""
    models = {card: whole(text)}
    if models[card] < 0:
        raise Refused("too-small", limit=0)
    check_forces(replace(source, forces=models))
    return models


def with_count(counts: PickList, name: str, text: str) -> PickList:
    """The list with another quantity. Raises Refused, Malformed."""
    return changed(counts, {name: whole(text)})


def whole(text: str) -> int:
    """A whole number as somebody typed it. Raises Malformed."""
    digits = text.strip().removeprefix("-")
    if not is_number(digits):
        raise Malformed("not-a-number")
    return int(text)


def decimal(text: str, otherwise: float) -> float:
    """A number with a point or a comma. Raises Malformed."""
    try:
        number = float(text.strip().replace(",", ".") or otherwise)
    except ValueError:
        raise Malformed("not-a-number") from None
    return number


def dates_of(campaign: Campaign) -> dict[str, float]:
    """When each table of a campaign that is kept here was last pressed, in seconds since 1970."""
    kept = [played.table for played in campaign.played if store().has(played.table)]
    return {code: store().table(code).entries[-1].at for code in kept}


# -- from a form to an address


def canonical(game: Game, form: MultiDict[str, str], table: Table | None) -> str:
    """The shortest query for a form: what stood on the page before (`was`) tells what somebody changed."""
    before, basis = Asked(game, given_in(form.get("was", "")), table), list(_basis(form, table))
    gone = _offered(before) - _offered(Asked(game, MultiDict(basis), table))
    parts = [*basis, *_how_many(form, before), *_paper(form)]
    return urlencode([part for part in parts if part not in gone and (part[0], "") not in gone])


def _offered(asked: Asked) -> set[tuple[str, str]]:
    """What can be changed on a page: products by name; quantities and forces by field."""
    counts = {(f"{COUNT}{product}.{thing}", "") for product, things in asked.needs.items() for thing in things}
    return {("what", one) for one in asked.needs} | counts | {(FORCE + card, "") for card in asked.source.book.models}


def given_in(query: str) -> MultiDict[str, str]:
    """The fields of a query."""
    return MultiDict(parse_qsl(query, keep_blank_values=True))


def _basis(form: MultiDict[str, str], table: Table | None) -> Iterator[tuple[str, str]]:
    names = ["lang"] if table is not None else ["lang", "edition", "mission", "cards"]
    yield from ((name, form[name]) for name in names if form.get(name))
    if table is None:
        forces = ((name, text.strip()) for name, text in form.items() if name.startswith(FORCE))
        yield from ((name, text) for name, text in forces if text not in ("", "0"))


def _how_many(form: MultiDict[str, str], before: Asked) -> Iterator[tuple[str, str]]:
    ticked = form.getlist("what")
    if "what" in before.given or set(ticked) != set(before.products):
        yield from (("what", product) for product in ticked or [""])
    for name, text in form.items():
        if name.startswith(COUNT):
            product, _, thing = name.removeprefix(COUNT).partition(".")
            shown_before = before.counts.get(product, {}).get(thing)
            if name in before.given or text.strip() != str(shown_before):
                yield name, text.strip()


def _paper(form: MultiDict[str, str]) -> Iterator[tuple[str, str]]:
    for name in (*CHOICES, *NUMBERS, "printer", "low_ink"):
        text = form.get(name, "").strip()
        plain = PLAIN.get(name, "")
        if text and text != (f"{plain:g}" if isinstance(plain, float) else plain):
            yield name, text
