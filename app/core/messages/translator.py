"""Words: everything that rules can say by key, in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from app.core.engine.offers import Offer
from app.core.errors import Malformed, Refused
from app.core.rules.book import load_toml

OWN_NAMES = {"en": "English", "es": "Español"}
"""Every language, as it calls itself; the first is that of templates and code."""
LANGUAGES = tuple(OWN_NAMES)
DECIMAL_COMMA = frozenset({"es"})
"""Languages that write 0,5, so that the columns of their sheets are parted by semicolons."""
if TYPE_CHECKING:
    Language = str
else:
    Language = Literal[LANGUAGES]
HERE = Path(__file__).parents[1]
MANY = 4
"""So many things of one name whose numbers follow each other are said as the first to the last."""
NUMBERED = re.compile(r"(.+)-(\d{1,9})")
ARTICLE = "\x05"
"""Marks an inserted name that begins with the article "el", until it is known what stands before it."""
CONTRACTED = re.compile(rf"\b([Dd]e|[Aa]) {ARTICLE}el ")
"""Spanish contracts "de el" and "a el"."""
Entry = Mapping[str, str]


def flatten(data: Mapping[str, Any], prefix: str = "") -> dict[str, Entry]:
    """Nested tables of words as dotted key → {language: text}."""
    flat: dict[str, Entry] = {}
    for key, value in data.items():
        if isinstance(value, Mapping) and set(value) != set(LANGUAGES):
            flat |= flatten(value, f"{prefix}{key}.")
        else:
            flat[prefix + key] = value
    return flat


@lru_cache
def shared_messages() -> Mapping[str, Entry]:
    """The words that every game shares."""
    return flatten(load_toml(HERE / "words.toml"))


@lru_cache
def words_of(folder: Path) -> Mapping[str, Entry]:
    """The words of a game, on top of those that every game shares."""
    return {**shared_messages(), **flatten(load_toml(folder / "words.toml"))}


NO_TERMS: Mapping[str, str] = {}
HIDDEN: Mapping[str, int] = {"hidden": 0}
"""What a line is told of where nothing is there."""


TAPPED = "correction.reason"
"""The reason of a correction by a tap, which nobody typed."""


class Verbatim(str):
    """Somebody's own words: never taken for a key."""


@dataclass(frozen=True, eq=False)
class Translator:
    """Turns keys into one language."""

    words: Mapping[str, Entry]
    language: str

    def has(self, key: str) -> bool:
        """Return whether there is a word for the key."""
        return key in self.words

    def text(self, key: str) -> str:
        """The text of a key as it is written. Raises KeyError for a key without words."""
        return self.words[key][self.language]

    def translate(self, key: str, /, **values: Any) -> str:
        """The text of a key, its {names} filled in. Raises KeyError for a key without words."""
        text = self.text(key).format_map(_Named(self, values)) if values else self.text(key)
        return CONTRACTED.sub(r"\1l ", text).replace(ARTICLE, "") if ARTICLE in text else text

    def name(self, value: Any) -> str:
        """A value as people say it: names, numbered models, yes and no, lists."""
        if value.__class__ is str:
            return self._text(value)
        if isinstance(value, Verbatim):
            return str(value)
        if isinstance(value, Refused | Malformed):
            return self.fault(value)
        if value is None:
            return self.translate("name.none")
        if isinstance(value, Mapping) and set(value) == {"hidden"}:
            return str(value["hidden"])
        if isinstance(value, bool):
            return self.translate("name.yes" if value else "name.no")
        if isinstance(value, Mapping):
            return ", ".join(f"{self.name(key)}: {self.name(item)}" for key, item in value.items())
        if isinstance(value, list | tuple):
            return ", ".join(self._in_short(value)) or self.translate("name.none")
        return self.number(value) if isinstance(value, float) else self._text(str(value))

    def _in_short(self, values: Sequence[Any]) -> Iterator[str]:
        start = 0
        while start < len(values):
            end, first = start + 1, self._numbered(values[start])
            while first and end < len(values) and self._numbered(values[end]) == (first[0], first[1] + end - start):
                end += 1
            if end - start < MANY:
                yield from map(self.name, values[start:end])
            elif first:
                yield f"{self._several(*first)}–{first[1] + end - start - 1}"
            start = end

    def _several(self, kind: str, number: int) -> str:
        key = f"several.{kind}"
        return f"{self.translate(key if self.has(key) else f'name.{kind}')} {number}"

    def _numbered(self, value: Any) -> tuple[str, int] | None:
        """Return which of many of one name a thing is; None where it has a name of its own."""
        return self._one_of_many(value) if isinstance(value, str) else None

    @lru_cache(maxsize=4096)  # noqa: B019 - there are few of each language
    def _one_of_many(self, value: str) -> tuple[str, int] | None:
        parts = NUMBERED.fullmatch(value) if f"name.{value}" not in self.words else None
        return (parts[1], int(parts[2])) if parts and f"name.{parts[1]}" in self.words else None

    def decimal(self, value: float) -> str:
        """A number with one place, as the language writes it."""
        return self._with_decimal_sign(f"{value:.1f}")

    def number(self, value: float) -> str:
        """A number as short as it can be, as the language writes it."""
        return self._with_decimal_sign(f"{value:g}")

    def _with_decimal_sign(self, text: str) -> str:
        text = text.replace("-", "−")
        return text.replace(".", ",") if self.language in DECIMAL_COMMA else text

    def date(self, at: float, *, to: Literal["day", "minute", "second"] = "minute") -> str:
        """A moment (seconds since 1970) on the clock of this computer, as the language writes it."""
        then = datetime.fromtimestamp(at)
        day = self.translate("date.day", day=then.day, month=self.text(f"month.{then.month}"), year=then.year)
        return day if to == "day" else f"{day}, {then:{'%H:%M' if to == 'minute' else '%H:%M:%S'}}"

    def names(self, value: str) -> bool:
        """Return whether a name can be said: by a word of its own, or as one of many (`seat-5`)."""
        return f"name.{value}" in self.words or self._text(value) != value

    @lru_cache(maxsize=4096)  # noqa: B019 - there are few of each language
    def _text(self, value: str) -> str:
        if f"name.{value}" in self.words:
            return self.translate(f"name.{value}")
        numbered = NUMBERED.fullmatch(value)
        if numbered and f"name.{numbered[1]}" in self.words:
            return f"{self.translate(f'name.{numbered[1]}')} {numbered[2]}"
        return value

    def path(self, path: str) -> str:
        """A tracked value as people say it: `sides.moths.light` → "light (Moths)"."""
        named, owner = self.translate(f"tracked.{path.rpartition('.')[2]}"), owner_of(path)
        return f"{named} ({self.name(owner)})" if owner else named

    def refusal(self, refused: Refused | Malformed, field: str | None = None) -> str:
        """A "no" in words; `field` is what its reader calls the field."""
        words = {**_as_sent(refused.words), "field": field or refused.field or ""}
        return self.translate(f"refusal.{refused.code}", **words)

    def fault(self, why: Refused | Malformed) -> str:
        """A "no" about a file, for behind the line and the field: it does not name the field again."""
        key = f"fault.{why.code}"
        return self.translate(key, **_as_sent(why.words)) if self.has(key) else self.refusal(why)

    def label(self, offer: Offer) -> str:
        """Return what a button says."""
        return self.translate(f"command.{offer.label or offer.command}")

    def event(self, key: str, data: Mapping[str, Any], terms: Mapping[str, str] = NO_TERMS) -> str:
        """One line of the log; where a part that it tells is hidden or is not there, the line that leaves it out; where
        a list has one thing only, the line that tells of one. Where several parts are not there, the line that leaves
        out all of them comes first: `-without-` with their names, a hyphen between them.

        `terms`: field → how it is said where it is no name (see `term`).
        """
        hidden = f"event.{key}-hidden"
        said = {name: self.term(kind, data[name]) for name, kind in terms.items() if name in data}
        chosen = hidden if hidden in self.words and self._is_veiled(key, data) else f"event.{key}"
        return self.translate(self.variant(chosen, data), **{**data, **said})

    def order(self, word: str, values: Mapping[str, Any]) -> str:
        """Return what people have to do on their table; where it is about a list of one thing, the line that tells of one."""
        return self.translate(self.variant(f"on-table.{word}", values), **values)

    def variant(self, key: str, data: Mapping[str, Any]) -> str:
        absent = [name for name, value in data.items() if not value and f"{key}-without-{name}" in self.words]
        lines = [f"{key}-without-{names}" for names in ("-".join(absent), *absent)]
        lines += [f"{key}-one-{name}" for name, value in data.items() if is_one(value)]
        return next((line for line in lines if line in self.words), key)

    def term(self, kind: str, value: Any) -> Any:
        """A value as its kind is said: `own` words as given, a `reason` likewise but for that of a tap, a tracked
        `path`, a `question`, its `answer`, `counts` of things; any other by its words `<kind>.<value>`."""
        if isinstance(value, Mapping) and set(value) != {"hidden"}:
            return self.counted(kind, value)
        if not isinstance(value, str):
            return value
        if kind == "path":
            return self.path(value)
        if kind == "reason":
            return Verbatim(self.translate(TAPPED) if value in self.words[TAPPED].values() else value)
        return Verbatim(value) if kind == "own" else self.translate(f"{kind}.{value}")

    def counted(self, kind: str, counts: Mapping[str, int]) -> str:
        """So many of which: things by their names, others by the words of their kind, of which one may say `none`."""
        if kind == "counts":
            return ", ".join(f"{count} × {self.name(thing)}" for thing, count in counts.items())
        told = " + ".join(f"{count} {self.translate(f'{kind}.{which}')}" for which, count in counts.items())
        return told or self.translate(f"{kind}.none" if self.has(f"{kind}.none") else "name.none")

    def _is_veiled(self, key: str, data: Mapping[str, Any]) -> bool:
        values = [data.get(name, HIDDEN) for name in re.findall(r"{(\w+)}", self.text(f"event.{key}"))]
        return any(isinstance(value, Mapping) and set(value) == {"hidden"} for value in values)


def capitalize_first(text: str) -> str:
    """A text as a line begins: what people call things has no capital of its own in every language."""
    return text[:1].upper() + text[1:]


def is_one(value: Any) -> bool:
    return isinstance(value, list | tuple) and len(value) == 1


def signed(number: float, *, plus: bool = True) -> str:
    """A number with its sign, a minus as people write it; one that is not added has no plus."""
    return format(number, "+" if plus else "").replace("-", "−")


def owner_of(path: str) -> str | None:
    """Return whose a tracked value is: a thing in a list is whose the list is; None for one of the table."""
    owners = path.split(".")[:-1]
    while owners and owners[-1].isdecimal():
        owners = owners[:-2]
    return owners[-1] if owners else None


def _as_sent(words: Mapping[str, Any]) -> dict[str, Any]:
    return {**words, "allowed": Verbatim(words.get("allowed", ""))}


class _Named(dict[str, Any]):
    """Values under the names that a text calls, each said when it is called."""

    def __init__(self, speech: Translator, values: Mapping[str, Any]) -> None:
        super().__init__(values)
        self.speech = speech

    def __getitem__(self, name: str) -> str:
        said = self.speech.name(super().__getitem__(name))
        return ARTICLE + said if said.startswith("el ") else said


def forget_names() -> None:
    """Names that were said are looked up anew: what says them nowhere else is held by them no longer."""
    Translator._text.cache_clear()
    Translator._one_of_many.cache_clear()
