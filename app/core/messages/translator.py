"""Messages by key in every language, and the translator that fills them in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from app.core.engine.offers import Offer
from app.core.errors import Malformed, Refused
from app.core.rules.book import load_toml
from app.core.rules.ruling import Reason, Ruling

OWN_NAMES = {"en": "English", "es": "Español"}
"""Every language by its own name; the first one is that of templates and code."""
LANGUAGES = tuple(OWN_NAMES)
DECIMAL_COMMA = frozenset({"es"})
"""Languages with a decimal comma; their spreadsheets separate columns by semicolons."""
if TYPE_CHECKING:
    Language = str
else:
    Language = Literal[LANGUAGES]
HERE = Path(__file__).parents[1]
MANY, FEW = 4, 3
"""The number of consecutively numbered things from which on a list is shortened to first and last, and that in an
instruction."""
NUMBERED = re.compile(r"(.+)-(\d{1,9})")
ARTICLE = "\x05"
"""A mark before an inserted name with the article "el", until the text before it is known."""
CONTRACTED = re.compile(rf"\b([Dd]e|[Aa]) {ARTICLE}el ")
"""Spanish contracts "de el" and "a el"."""
NUMBERED_WITH_ARTICLE = frozenset({"es"})
"""Languages in which a numbered name has an article behind a preposition: "Equipo 3", "del Equipo 3"."""
PREPOSITIONS = "a|ante|bajo|con|contra|de|desde|en|hacia|hasta|para|por|sin|sobre|tras"
BEHIND = re.compile(rf"(\b(?:{PREPOSITIONS}) )?{ARTICLE}{ARTICLE}(\w+) ", re.IGNORECASE)
Entry = Mapping[str, str]


def flatten(data: Mapping[str, Any], prefix: str = "") -> dict[str, Entry]:
    """Flatten nested messages to {language: text} by dotted key."""
    flat: dict[str, Entry] = {}
    for key, value in data.items():
        if isinstance(value, Mapping) and set(value) != set(LANGUAGES):
            flat |= flatten(value, f"{prefix}{key}.")
        else:
            flat[prefix + key] = value
    return flat


@lru_cache
def shared_messages() -> Mapping[str, Entry]:
    return flatten(load_toml(HERE / "words.toml"))


@lru_cache
def words_of(folder: Path) -> Mapping[str, Entry]:
    return {**shared_messages(), **flatten(load_toml(folder / "words.toml"))}


NO_TERMS: Mapping[str, str] = {}
HIDDEN: Mapping[str, int] = {"hidden": 0}
"""The value of a field that is absent in a line."""


TAPPED = "correction.reason"
"""The reason of a correction made by a button, which nobody typed."""


class Verbatim(str):
    """A user's text, never taken for a message key."""


@dataclass(frozen=True, eq=False)
class Translator:
    words: Mapping[str, Entry]
    language: str

    def has(self, key: str) -> bool:
        return key in self.words

    def text(self, key: str) -> str:
        """Return the unfilled text of a key. Raise KeyError for an unknown key."""
        return self.words[key][self.language]

    def translate(self, key: str, /, **values: Any) -> str:
        """Return the text of a key with its {names} filled in. Raise KeyError for an unknown key."""
        text = self.text(key).format_map(_Named(self, values)) if values else self.text(key)
        if ARTICLE not in text:
            return text
        text = BEHIND.sub(lambda found: f"{found[1]}{ARTICLE}{found[2]} " if found[1] else "", text)
        return CONTRACTED.sub(r"\1l ", text).replace(ARTICLE, "")

    def name(self, value: Any) -> str:
        """Return a value as text: names, numbered models, yes and no, lists."""
        if value.__class__ is str:
            return self._text(value)
        if isinstance(value, Verbatim):
            return str(value)
        if isinstance(value, Refused | Malformed):
            return self.fault(value)
        if isinstance(value, Ruling):
            return ", ".join(f"{self.reason(reason)} {signed(reason.change)}" for reason in value.reasons)
        if value is None:
            return self.translate("name.none")
        if is_hidden(value):
            return str(value["hidden"])
        if isinstance(value, bool):
            return self.translate("name.yes" if value else "name.no")
        if isinstance(value, Mapping):
            return self._if_alike(value) or ", ".join(self._valued(self.name(key), item) for key, item in value.items())
        if isinstance(value, list | tuple):
            return ", ".join(self._in_short(value)) or self.translate("name.none")
        if isinstance(value, int) and value < 0:
            return signed(value)
        return self.number(value) if isinstance(value, float) else self._text(str(value))

    def _if_alike(self, values: Mapping[str, Any]) -> str:
        """Return things with the one value in a unit that all of them have, which is told once; else nothing."""
        told = {str(item) if isinstance(item, Verbatim) else None for item in values.values()}
        if len(values) < 2 or len(told) > 1 or None in told:
            return ""
        return self._valued(", ".join(self._in_short([*values], FEW)), Verbatim(told.pop()))

    def _valued(self, name: Any, value: Any, gap: str = " ") -> str:
        """Return a name with its value; values within it in brackets: "Lamp 1 (Moth 2: 6)"."""
        if isinstance(value, Mapping) and not is_hidden(value):
            return f"{name} ({self.name(value)})"
        return f"{name}:{gap}{self.name(value)}"

    def _in_short(self, values: Sequence[Any], many: int = MANY) -> Iterator[str]:
        """Yield the names of values; a kind once before its numbers in order, if `many` of them follow each other."""
        for kind, group in groupby(values, key=self._kind_of):
            alike = [*group]
            numbers = sorted(numbered[1] for value in alike if (numbered := self._numbered(value)))
            spans = [*spans_of(numbers, many)]
            if len(spans) < len(numbers):
                yield self._several(kind, spans[0])
                yield from spans[1:]
            else:
                yield from map(self.name, alike)

    def _several(self, kind: str, number: int | str) -> str:
        return f"{self._plural(kind)} {number}"

    def _plural(self, kind: str) -> str:
        key = f"several.{kind}"
        return self.translate(key if self.has(key) else f"name.{kind}")

    def _kind_of(self, value: Any) -> Any:
        """Return a numbered value without its number, any other as it is."""
        return (self._numbered(value) or (value,))[0]

    def _numbered(self, value: Any) -> tuple[str, int] | None:
        return self._one_of_many(value) if isinstance(value, str) else None

    def article_of(self, value: Any) -> str:
        """Return the marked article of one numbered thing; empty if its kind has none."""
        one = value[0] if isinstance(value, list | tuple) and len(value) == 1 else value
        numbered = self._numbered(one) if self.language in NUMBERED_WITH_ARTICLE else None
        key = f"article.{numbered[0]}" if numbered else ""
        return f"{ARTICLE}{ARTICLE}{self.text(key)} " if key in self.words else ""

    @lru_cache(maxsize=4096)  # noqa: B019 - there are few translators per language
    def _one_of_many(self, value: str) -> tuple[str, int] | None:
        parts = NUMBERED.fullmatch(value) if f"name.{value}" not in self.words else None
        return (parts[1], int(parts[2])) if parts and f"name.{parts[1]}" in self.words else None

    def decimal(self, value: float) -> str:
        return self._with_decimal_sign(f"{value:.1f}")

    def number(self, value: float) -> str:
        return self._with_decimal_sign(f"{value:g}")

    def _with_decimal_sign(self, text: str) -> str:
        text = text.replace("-", "−")
        return text.replace(".", ",") if self.language in DECIMAL_COMMA else text

    def date(self, at: float, *, to: Literal["day", "minute", "second"] = "minute") -> str:
        """Format a time (seconds since 1970) in the server's time zone and the language."""
        then = datetime.fromtimestamp(at)
        day = self.translate("date.day", day=then.day, month=self.text(f"month.{then.month}"), year=then.year)
        return day if to == "day" else f"{day}, {then:{'%H:%M' if to == 'minute' else '%H:%M:%S'}}"

    def names(self, value: str) -> bool:
        """Return True if a name has text: a message, or a common name with a number (`seat-5`)."""
        return f"name.{value}" in self.words or self._text(value) != value

    @lru_cache(maxsize=4096)  # noqa: B019 - there are few translators per language
    def _text(self, value: str) -> str:
        if f"name.{value}" in self.words:
            return self.translate(f"name.{value}")
        numbered = NUMBERED.fullmatch(value)
        if numbered and f"name.{numbered[1]}" in self.words:
            return f"{self.translate(f'name.{numbered[1]}')} {numbered[2]}"
        return value

    def path(self, path: str) -> str:
        """Return the text of a tracked value's path: `sides.moths.light` → "light (Moths)"."""
        named, owner = self.translate(f"tracked.{path.rpartition('.')[2]}"), owner_of(path)
        return f"{named} ({self.name(owner)})" if owner else named

    def refusal(self, refused: Refused | Malformed, field: str | None = None) -> str:
        words = {**_as_sent(refused.words), "field": field or refused.field or ""}
        return self.translate(f"refusal.{refused.code}", **words)

    def fault(self, why: Refused | Malformed) -> str:
        """Return the text of an error in a file, without the field, which precedes it."""
        key = f"fault.{why.code}"
        return self.translate(key, **_as_sent(why.words)) if self.has(key) else self.refusal(why)

    def reason(self, reason: Reason) -> str:
        key = f"reason.{reason.label}"
        return self.translate(key) if self.has(key) else self.name(reason.label)

    def label(self, offer: Offer) -> str:
        return self.translate(f"command.{offer.label or offer.command}")

    def event(self, key: str, data: Mapping[str, Any], terms: Mapping[str, str] = NO_TERMS) -> str:
        """Return one line of the log.

        Hidden or absent fields, and lists of one item, select variants of the message. If several fields are absent,
        the variant `-without-` with all names, joined by hyphens, comes first. `terms` maps fields to the kind of their
        text (see `term`).
        """
        hidden = f"event.{key}-hidden"
        said = {name: self.term(kind, self.in_units(name, data[name])) for name, kind in terms.items() if name in data}
        chosen = hidden if hidden in self.words and self._is_veiled(key, data) else f"event.{key}"
        return self.translate(self.variant(chosen, data), **{**data, **said})

    def order(self, word: str, values: Mapping[str, Any]) -> str:
        """Return the text of an instruction for the physical table; a list of one has a variant.

        A lone difference, or several together, may have words of their own, which tell the `count` of the pieces.
        """
        if "steps" in values:
            first, *others = values["steps"]
            away = [f"{step['what']}{'' if step['now'] else '-away'}" for step in values["steps"]]
            kinds = ["-".join(away)] if others else [f"{first['what']}{kind}" for kind in kinds_of(first)]
            of_its_own = next((one for one in kinds if f"on-table.{word}-{one}" in self.words), None)
            if of_its_own is not None:
                counted = {"count": len(values["pieces"]), "now": first["now"]}
                word, values = f"{word}-{of_its_own}", {**values, **counted}
            steps = ", ".join(map(self.step, values["steps"]))
            values = {**values, "pieces": list(dict.fromkeys(values["pieces"])), "steps": Verbatim(steps)}
        return self.in_a_line(f"on-table.{word}", values)

    def in_a_line(self, key: str, values: Mapping[str, Any]) -> str:
        told = {name: self._in_short_line(self.in_units(name, value)) for name, value in values.items()}
        return self.translate(self.variant(key, values), **told)

    def in_units(self, name: str, value: Any) -> Any:
        """Return numbers with the unit of their field, if there is a message `unit.<field>`."""
        if not isinstance(value, Mapping) or is_hidden(value) or f"unit.{name}" not in self.words:
            return value
        return {key: self._in_unit(name, item) for key, item in value.items()}

    def _in_unit(self, name: str, value: Any) -> Any:
        """Return a number with its unit, or each number of a thing with it."""
        if isinstance(value, Mapping):
            return {key: self._in_unit(name, item) for key, item in value.items()}
        return Verbatim(self.translate(f"unit.{name}", number=value))

    def _in_short_line(self, value: Any) -> Any:
        """Return a value of an instruction, which names several things of a kind once: "Moths 1–3"; a line a kind."""
        if isinstance(value, Mapping):
            return self._of_each(value, between=";\n")
        if isinstance(value, list | tuple) and len(value) >= FEW:
            return Verbatim(", ".join(self._in_short(value, FEW)))
        return value

    def by_kind(self, name: str, values: Mapping[str, Any]) -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
        """Yield each kind of things with the number and the value of each, in the unit of their field."""
        for kind, group in groupby(self.in_units(name, values).items(), key=lambda item: self._kind_of(item[0])):
            alike = [*group]
            if len(alike) == 1:
                yield self.name(alike[0][0]), (("", self.name(alike[0][1])),)
            else:
                yield self._plural(kind), tuple((self._number_in(key), self.name(value)) for key, value in alike)

    def _number_in(self, value: str) -> str:
        numbered = self._numbered(value)
        return str(numbered[1]) if numbered else ""

    def _of_each(self, values: Mapping[str, Any], between: str = "; ") -> Verbatim:
        """Return the values of things, each kind named once: "Moths 1: 6 · 2: 8; Lamp 1: 3"."""
        kinds = [[*alike] for _, alike in groupby(values, key=self._kind_of)]
        if len(kinds) == len(values):
            return Verbatim(self.name(values))
        return Verbatim(between.join("\u00a0· ".join(self._alike(keys, values)) for keys in kinds))

    def _alike(self, keys: Sequence[str], values: Mapping[str, Any]) -> Iterator[str]:
        for key in keys:
            numbered = self._numbered(key) if len(keys) > 1 else None
            name = self.name(key) if not numbered else numbered[1] if key != keys[0] else self._several(*numbered)
            yield self._valued(name, values[key], "\u00a0")

    def step(self, step: Mapping[str, Any]) -> str:
        """Return the text of a difference: the message of its new value, or of more, less, nothing."""
        key, before, now = f"step.{step['what']}", step["before"], step["now"]
        values = {"before": before, "now": now}
        if isinstance(now, int) and isinstance(before, int):
            values["difference"] = abs(now - before)
        return self.translate(key + next((kind for kind in kinds_of(step) if key + kind in self.words), ""), **values)

    def variant(self, key: str, data: Mapping[str, Any]) -> str:
        absent = [name for name, value in data.items() if not value and f"{key}-without-{name}" in self.words]
        lines = [f"{key}-without-{names}" for names in ("-".join(absent), *absent)]
        lines += [f"{key}-one-{name}" for name, value in data.items() if is_one(value)]
        return next((line for line in lines if line in self.words), key)

    def term(self, kind: str, value: Any) -> Any:
        """Return the text of a value by its kind.

        `own` is verbatim text; `reason` likewise, except that of a button; `one-of-many` is a thing without its number;
        `path`, `question`, `answer` and `counts` have their own forms; `each` names a kind of things once.
        Any other kind is the message `<kind>.<value>`.
        """
        if isinstance(value, Mapping) and not is_hidden(value):
            return self.counted(kind, value)
        if not isinstance(value, str):
            return value
        if kind == "path":
            return self.path(value)
        if kind == "one-of-many":
            return self._kind_of(value)
        if kind == "reason":
            return Verbatim(self.translate(TAPPED) if value in self.words[TAPPED].values() else value)
        return Verbatim(value) if kind == "own" else self.translate(f"{kind}.{value}")

    def counted(self, kind: str, counts: Mapping[str, Any]) -> str:
        """Return the text of counted things, by their names or by the kind's messages.

        A kind may have a message `none`.
        """
        if kind == "each":
            return self._of_each(counts)
        if kind == "counts":
            return ", ".join(f"{count} × {self.name(thing)}" for thing, count in counts.items())
        told = " + ".join(f"{count} {self.translate(f'{kind}.{which}')}" for which, count in counts.items())
        return told or self.translate(f"{kind}.none" if self.has(f"{kind}.none") else "name.none")

    def _is_veiled(self, key: str, data: Mapping[str, Any]) -> bool:
        values = [data.get(name, HIDDEN) for name in re.findall(r"{(\w+)}", self.text(f"event.{key}"))]
        return any(map(is_hidden, values))


def capitalize_first(text: str) -> str:
    return text[:1].upper() + text[1:]


def is_hidden(value: Any) -> bool:
    return isinstance(value, Mapping) and set(value) == {"hidden"}


def is_one(value: Any) -> bool:
    return len(value) == 1 if isinstance(value, list | tuple) else type(value) is int and value == 1


def spans_of(numbers: Sequence[int], many: int) -> Iterator[str]:
    """Yield the numbers in order, at least `many` that follow each other as “1–4”."""
    start = 0
    for end in range(1, len(numbers) + 1):
        if end == len(numbers) or numbers[end] != numbers[end - 1] + 1:
            run = numbers[start:end]
            yield from [f"{run[0]}–{run[-1]}"] if len(run) >= many else map(str, run)
            start = end


def kinds_of(step: Mapping[str, Any]) -> Iterator[str]:
    """Yield the endings of the messages that a difference may have, the most special one first."""
    before, now = step["before"], step["now"]
    yield f"-{now}"
    if not now:
        yield "-away"
        return
    if before is None:
        yield "-new"
    elif isinstance(now, int) and isinstance(before, int):
        yield "-less" if now < before else "-more"
    yield ""


def signed(number: float, *, plus: bool = True) -> str:
    """Format a number with its sign and a typographic minus; `plus` adds a plus sign."""
    return format(number, "+" if plus else "").replace("-", "−")


def owner_of(path: str) -> str | None:
    """Return the owner in a tracked value's path; None for one of the table.

    An item of a list belongs to the owner of the list.
    """
    owners = path.split(".")[:-1]
    while owners and owners[-1].isdecimal():
        owners = owners[:-2]
    return owners[-1] if owners else None


def _as_sent(words: Mapping[str, Any]) -> dict[str, Any]:
    return {**words, "allowed": Verbatim(words.get("allowed", ""))}


class _Named(dict[str, Any]):
    """Values for the names in a text, translated when used."""

    def __init__(self, speech: Translator, values: Mapping[str, Any]) -> None:
        super().__init__(values)
        self.speech = speech

    def __getitem__(self, name: str) -> str:
        value = super().__getitem__(name)
        said = self.speech.name(self.speech.in_units(name, value))
        return ARTICLE + said if said.startswith("el ") else self.speech.article_of(value) + said


def forget_names() -> None:
    """Clear the caches of names, which would keep their translators alive."""
    Translator._text.cache_clear()
    Translator._one_of_many.cache_clear()
