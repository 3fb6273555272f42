"""Card data: the rules of a game for its card sets, card fields, and sources of values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import NoneType
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args, get_origin

from pydantic import BaseModel, Field, create_model
from pydantic.fields import FieldInfo

from app.core.errors import Refused
from app.core.messages.translator import LANGUAGES, Entry, Verbatim
from app.core.rules.inputs import PRINTABLE

Provenance = Literal["rulebook", "public", "card", "house"]
"""The source of a value: a rulebook, a public source, the card of whoever entered it, or the host's own guess."""
PROVENANCES: tuple[str, ...] = get_args(Provenance)
OWN: Provenance = "house"
"""The source of a changed value."""
FROM_CARDS: Provenance = "card"
"""The source of a value that somebody read from a card."""

PICTURES = "pictures"
"""The section of a set with people's own pictures (`pictures.py`); all other sections hold cards."""
NOT_VALUES = ("name", "text", "from")
"""Parts of a card that are texts or name the sources of its values."""

SetData = Mapping[str, Any]
"""A card set as plain data: section → key → card."""

Text = Annotated[str, Field(max_length=400, pattern=PRINTABLE)]


if TYPE_CHECKING:

    class Bilingual(BaseModel):
        """A text in every language."""

else:
    Bilingual = create_model(
        "Bilingual",
        __config__={"extra": "forbid", "frozen": True},
        __doc__="A text in every language.",
        __module__=__name__,
        **dict.fromkeys(LANGUAGES, (Text, ...)),
    )


@dataclass(frozen=True)
class PictureSize:
    """The largest size in millimetres at which pictures of a section are printed."""

    width: float
    height: float
    has_rear: bool = True


@dataclass(frozen=True, eq=False)
class CardRules:
    forms: Mapping[str, type[BaseModel]]
    """Section of a set → the model of its cards."""
    choices: Mapping[str, Sequence[str]]
    """`section.field` → its possible values, if the model does not list them."""
    keys_of: Mapping[str, str]
    """`section.field` → the section whose keys are its values."""
    shipped: Mapping[str, str]
    """Key → text of each set that comes with the game."""
    check: Callable[[SetData], None]
    """A check that raises Refused or Malformed, naming the field, for an unplayable set."""
    pictured: Mapping[str, PictureSize]
    """Section, or `counters` → the size of its pictures."""
    counted: Callable[[SetData], Mapping[str, int]]
    """Counts of a set for the message `card-set.counted` (or `card-set.counted-one-<name>` for one)."""


# -- the fields of a card

Kind = Literal["words", "number", "flag", "choice", "several", "numbers"]


@dataclass(frozen=True)
class CardField:
    """One value of a card, within `low` and `high` or out of `choices`."""

    name: str
    kind: Kind
    choices: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    required: bool = True
    default: Any = field(default=None, hash=False)

    @property
    def columns(self) -> list[str]:
        """Return the names under which its parts are written, one text each."""
        if self.kind in ("words", "numbers"):
            return [f"{self.name}.{part}" for part in (LANGUAGES if self.kind == "words" else self.choices)]
        return [self.name]

    def of(self, card: Mapping[str, Any]) -> Any:
        return card.get(self.name, self.default)


def fields_of(rules: CardRules, section: str, data: SetData | None = None) -> list[CardField]:
    """Return the fields of a section's cards in form order.

    `data` is the set whose keys may be values.
    """
    fields = _fields(rules, section)
    return [_with_keys(rules, section, one, data) for one in fields] if data is not None else fields


@lru_cache
def _fields(rules: CardRules, section: str) -> list[CardField]:
    named = ((info.alias or name, info) for name, info in rules.forms[section].model_fields.items())
    return [_field(name, info, rules.choices.get(f"{section}.{name}", ())) for name, info in named if name != "from"]


def _with_keys(rules: CardRules, section: str, one: CardField, data: SetData) -> CardField:
    other = rules.keys_of.get(f"{section}.{one.name}")
    return replace(one, choices=tuple(data.get(other, ()))) if other else one


def _field(name: str, info: FieldInfo, choices: Sequence[str]) -> CardField:
    bare = [part for part in get_args(info.annotation) if part is not NoneType]
    annotation = bare[0] if NoneType in get_args(info.annotation) else info.annotation
    default = None if info.is_required() else info.get_default(call_default_factory=True)
    needed = info.is_required()
    if annotation is Bilingual:
        return CardField(name, "words")
    if annotation is bool:
        return CardField(name, "flag", required=needed, default=default)
    if annotation is int:
        return CardField(name, "number", (), *_ends(info.metadata), needed, default)
    if get_origin(annotation) is dict:
        keys, number = get_args(annotation)
        limits = get_args(number)[1].metadata
        return CardField(name, "numbers", get_args(keys), *_ends(limits), needed, default)
    kind: Kind = "several" if get_origin(annotation) is list else "choice"
    return CardField(name, kind, tuple(choices or get_args(annotation)), required=needed, default=default)


def _ends(metadata: Sequence[Any]) -> tuple[int | None, int | None]:
    low = next((limit.ge for limit in metadata if hasattr(limit, "ge")), None)
    high = next((limit.le for limit in metadata if hasattr(limit, "le")), None)
    return low, high


# -- whole sets


def cards_in(data: SetData) -> Iterator[tuple[str, str, Any]]:
    """Yield (section, key, card) of every card."""
    for section, cards in data.items():
        for key, card in cards.items() if section != PICTURES else ():
            yield section, key, card


def check_provenance(data: SetData) -> None:
    """Check that every value of every card has a source. Raise Refused, naming the field.

    A source without a value is refused, too.
    """
    for section, key, values in cards_in(data):
        stated = set(values.get("from", {}))
        valued = set(values) - set(NOT_VALUES)
        for name in sorted(valued - stated):
            raise Refused("no-provenance", field=f"{section}.{key}.from.{name}", value=Verbatim(name))
        for name in sorted(stated - valued):
            raise Refused("idle-provenance", field=f"{section}.{key}.from.{name}", value=Verbatim(name))


def words_in(data: SetData) -> dict[str, Entry]:
    """Return the names and texts of a card set as messages: `name.<card>`, `card-text.<card>`."""
    words: dict[str, Entry] = {}
    for _, key, values in cards_in(data):
        if "name" in values:
            words[f"name.{key}"] = values["name"]
        if "text" in values:
            words[f"card-text.{key}"] = values["text"]
    return words
