"""The rules book of a table: edition, answers to open questions, cards, and a mission."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import Discriminator, Field, Tag, model_validator

from app.core.content.cards.fields import Bilingual, Provenance
from app.core.content.cards.pictures import Photo, Pictures
from app.core.content.toml_source import LONGEST_NAME
from app.core.errors import Refused
from app.core.rules import book as core
from app.core.rules.book import DashedPage, Question
from app.core.rules.inputs import PRINTABLE
from app.games.incursion.edition import Edition

FOLDER = Path(__file__).parent
"""The folder with the texts and rules of the game."""
DATA = FOLDER / "data"
SIDES = ("allied", "german")
EDITIONS = tuple(sorted(path.stem for path in (DATA / "editions").glob("*.toml") if path.stem != "common"))


Value = Annotated[int, Field(ge=0, le=99)]
Positive = Annotated[int, Field(ge=1, le=99)]
SideName = Literal["allied", "german"]
Few = Annotated[list[str], Field(max_length=30)]
"""Weapons or powers of a card."""
CARDS_AT_MOST = 300
"""Most models of a set, and most cards in its deck."""
MODELS_AT_MOST = 150
"""Most models of a side in play, more than any table of an evening has."""
Change = Literal["damage-dice", "shot-die", "melee-dice", "melee-die", "fortitude", "ap", "step", "cp", "hand-size"]


class ModelCard(DashedPage):
    """A Model Card: prices and values (`limit` 0: unlimited), and the source of each value."""

    name: Bilingual
    side: Literal["allied", "german"]
    rp: Positive
    ap: Positive
    fortitude: Value
    dp: Positive
    limit: Value
    weapons: Few = Field(default_factory=list)
    powers: Few = Field(default_factory=list)
    items: bool = False
    horde: bool = False
    zombie: bool = False
    from_: dict[str, Provenance] = Field(alias="from")


POWERS = (
    "bambi", "thumper", "where-theres-a-will", "sarge-in-charge", "tactical-fulcrum", "zombie-controller", "two-gun",
    "leap", "commander", "mask", "harpoon", "club", "zombie-bombardier", "raging-beast", "agile", "supernatural",
    "horde", "strength-in-numbers", "ka-boom", "volatile",
)  # fmt: skip


class BattleCard(DashedPage):
    """A Battle Card: target, change or effect, duration, kill value, number of copies.

    `change` holds numbers by name, `effect` names a function; a `reminder` only tells people what the board must do.
    """

    name: Bilingual
    text: Bilingual
    kind: Literal["effect", "event"]
    on: str
    lasts: Literal["instant", "turn", "mission"] = "mission"
    change: dict[Change, Annotated[int, Field(ge=-9, le=9)]] = Field(default_factory=dict)
    effect: str | None = None
    amount: Positive = 1
    ammo: bool = False
    reminder: bool = False
    zombie_icon: bool = False
    any_time: bool = False
    side: Literal["allied", "german"] | None = None
    ignored_by: Annotated[list[str], Field(max_length=CARDS_AT_MOST)] = Field(default_factory=list)
    kill: Value
    copies: Positive
    from_: dict[str, Provenance] = Field(alias="from")


def check_size(models: Mapping[str, ModelCard], battle: Mapping[str, BattleCard]) -> None:
    """Raise Refused for a deck that is too large: every command copies it."""
    for section, count in (("models", len(models)), ("battle", sum(card.copies for card in battle.values()))):
        if count > CARDS_AT_MOST:
            raise Refused("too-many-cards", field=section, most=CARDS_AT_MOST)


class CardSet(DashedPage):
    models: dict[str, ModelCard]
    battle: dict[str, BattleCard] = Field(default_factory=dict)
    pictures: Pictures = Field(default_factory=dict)


class Demand(DashedPage):
    least_models: Value = 0
    only: str | None = None
    spend_all: bool = False


class Stranded(DashedPage):
    """The side whose model is stranded, and the least RP of its card."""

    side: SideName
    least_rp: Positive


class Title(Bilingual):
    en: Annotated[str, Field(max_length=LONGEST_NAME, pattern=PRINTABLE)]
    es: Annotated[str, Field(max_length=LONGEST_NAME, pattern=PRINTABLE)]


def _form_of_line(line: Any) -> str:
    return "word" if isinstance(line, str) else "text"


Line = Annotated[Annotated[str, Tag("word")] | Annotated[Bilingual, Tag("text")], Discriminator(_form_of_line)]
"""The key of a line that missions share, or a text of a mission's own."""


MOST_PARTS = 100
"""Most parts of any list of a mission: several times those of a real one."""
Words = Annotated[list[str], Field(max_length=MOST_PARTS)]


def _form_of_number(number: Any) -> str:
    return "by-edition" if isinstance(number, dict) else "number"


Number = Annotated[
    Annotated[Positive, Tag("number")] | Annotated[dict[str, Positive], Tag("by-edition")],
    Discriminator(_form_of_number),
]
"""The number of a piece: in all editions, or by edition in those that name it."""


class OwnPiece(DashedPage):
    what: Bilingual
    number: Positive = 1
    where: Bilingual | None = None
    whose: SideName | None = None


class SetUp(DashedPage):
    """The set-up: lines of the sheet; places, numbers and further pieces of the list.

    A number is one for all editions or, by edition, only for those that name one.
    """

    steps: list[Line] = Field(max_length=MOST_PARTS)
    places: dict[str, Bilingual] = Field(default_factory=dict, max_length=MOST_PARTS)
    numbers: dict[str, Number] = Field(default_factory=dict, max_length=MOST_PARTS)
    pieces: list[OwnPiece] = Field(default_factory=list, max_length=MOST_PARTS)

    def number_of(self, piece: str, edition: str) -> int | None:
        number = self.numbers.get(piece)
        return number.get(edition) if isinstance(number, dict) else number


class SpecialRules(DashedPage):
    lines: list[Line] = Field(max_length=MOST_PARTS)


class Mission(DashedPage):
    """A mission: RP of each side, force demands, exits, board contents, and its end.

    `number` in the rulebook, for a shipped one; `key` and `name`; `item_names` of items that no shipped mission has;
    `counters` of Victory Points; `zombies_carry` items; a `dice_off` may say who deploys first; `panels` and the
    `agreed_turn` are what a table starts from; the side that shuts the `device` down; the side whose cards come
    `one_by_one`; `pickets`: a horde of turn 1 deploys. `rules` and `end_rules` are the rules on its printed sheet,
    `questions` the open ones that are about it.
    """

    number: Positive | None = None
    key: Annotated[str, Field(max_length=40)]
    name: Title | None = None
    rp: dict[str, Positive] = Field(max_length=MOST_PARTS)
    exits: list[SideName] = Field(max_length=MOST_PARTS)
    green_doors: Value = 0
    green_sealed: bool = False
    items: Words = Field(default_factory=list)
    item_names: dict[str, Title] = Field(default_factory=dict, max_length=MOST_PARTS)
    counters: Annotated[int, Field(ge=0, le=8)] = 0
    zombies_carry: bool = False
    dice_off: bool = False
    stranded: Stranded | None = None
    panels: Value = 0
    agreed_turn: Positive | None = None
    last_turn: Positive | None = None
    device: SideName | None = None
    one_by_one: SideName | None = None
    pickets: bool = False
    ends: str
    demands: dict[str, Demand] = Field(default_factory=dict, max_length=MOST_PARTS)
    set_up: SetUp
    rules: Words = Field(default_factory=list)
    end_rules: Words = Field(default_factory=list)
    questions: Words = Field(default_factory=list)
    special_rules: SpecialRules = Field(default_factory=lambda: SpecialRules(lines=[]))

    @property
    def numbers(self) -> dict[str, int]:
        """The numbers in shared lines of the set-up."""
        return {"doors": self.green_doors, "counters": self.counters}


class Book(Edition, core.QuestionBook):
    """All data that a ruling may look up. A ruling asked without a table has no mission."""

    questions: dict[str, Question]
    models: dict[str, ModelCard]
    battle: dict[str, BattleCard]
    pictures: Pictures = Field(default_factory=dict)
    mission: Mission | None = None
    edition: str = Field(default="", exclude=True)

    @model_validator(mode="after")
    def has_an_end(self) -> Self:
        """Raise Refused for more cards than a set may have: every command copies the deck."""
        check_size(self.models, self.battle)
        return self

    def photos(self, key: str) -> tuple[Photo, ...]:
        picture = self.pictures.get(key)
        return picture.photos if picture else ()

    def asks(self, question: str) -> bool:
        return self.questions[question].is_asked_in(self.edition)


class TableBook(Book):
    mission: Mission


def edition_data(name: str) -> dict[str, Any]:
    return core.edition(DATA / "editions", name)


GUNS = tuple(core.load_toml(DATA / "editions" / "common.toml")["shooting"]["weapons"])
WEAPONS = (*GUNS, "flamethrower", "grenade-launcher", "grenade", "harpoon-gun")
"""Guns, whose numbers are an edition's, and weapons with rules of their own."""
if TYPE_CHECKING:
    Gun = str
else:
    Gun = Literal[GUNS]

STARTER = "starter"


@lru_cache
def card_texts() -> Mapping[str, str]:
    """Return the shipped card sets as texts.

    The starter set, and each further one, which is the starter set and its own.
    """
    texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted((DATA / "cards").glob("*.toml"))}
    starter = texts.pop(STARTER)
    return {STARTER: starter, **{name: starter + text for name, text in texts.items()}}


@lru_cache
def card_set(name: str) -> Mapping[str, Any]:
    return tomllib.loads(card_texts()[name])


@lru_cache
def missions() -> dict[int, dict[str, Any]]:
    numbered = ((re.match(r"\d+", path.name), path) for path in sorted((DATA / "missions").glob("*.toml")))
    return {int(match[0]): core.load_toml(path) for match, path in numbered if match}


@lru_cache
def questions() -> dict[str, Question]:
    """Return the open questions of the rules, in their printed order."""
    common = core.load_toml(DATA / "editions" / "common.toml")
    return {key: Question(**question) for key, question in common["questions"].items()}


def typed_book(
    edition: Mapping[str, Any],
    answers: Mapping[str, str],
    cards: Mapping[str, Any],
    mission: Mapping[str, Any] | None,
    name: str = "",
) -> Book:
    given = core.effective_answers(questions(), answers)
    kind = Book if mission is None else TableBook
    return kind.model_validate({**edition, "answers": given, **cards, "mission": mission, "edition": name})


def open_book(opening: Mapping[str, Any]) -> TableBook:
    book = core.merge(edition_data(opening["edition"]), opening["book"])
    name = opening.get("card_set", STARTER)
    today = card_set(name)["models"] if name in card_texts() else {}
    models = {key: core.merge(today.get(key, {}), card) for key, card in opening["cards"]["models"].items()}
    cards = {**{name: opening["cards"].get(name, {}) for name in ("battle", "pictures")}, "models": models}
    of_table = typed_book(book, {}, cards, opening["mission"], opening["edition"])
    assert isinstance(of_table, TableBook)
    return of_table


@core.cache_by_answers
def edition_book(name: str, answers: Mapping[str, str]) -> Book:
    return typed_book(edition_data(name), answers, card_set(STARTER), None, name)
