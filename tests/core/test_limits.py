"""What a stranger writes costs no more time than its length: lines, keys, lists, depths."""

import random
import time
import tomllib
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import pytest

from app.core.content.toml_source import DEPTH_LIMIT, FILE_LIMIT, LINE_LIMIT, at_line, data_in, line_of
from app.core.errors import Malformed, Refused
from app.core.game.definition import Game
from app.core.game.evaluate import ask_ruling, fields_of
from app.core.messages.translator import LANGUAGES, Translator, shared_messages
from app.core.rules.dice import MOST_DICE
from app.core.rules.inputs import DEEPEST, LONGEST_LIST, bounded
from app.games import REGISTRY

AT_ONCE = 0.5
"""Seconds; each of these took from 0.2 to 53 of them when its length was squared, or worse."""

FREEZING = [
    ("blanks behind a bracket", "[" + " " * 2500),
    ("blanks alone", " " * 2500),
    ("brackets and blanks", "[" * 1200 + " a " * 400),
    ("dots and blanks", "a ." * 1200),
    ("open quotation marks", '"\\' * 1900),
    ("closed ones", "'" * 3900),
]


def quick(act: Callable[[], Any]) -> Any:
    began = time.perf_counter()
    try:
        return act()
    finally:
        assert time.perf_counter() - began < AT_ONCE


@pytest.mark.parametrize(("what", "line"), FREEZING, ids=[case[0] for case in FREEZING])
def test_the_line_of_a_fault_is_found_at_once_whatever_the_lines_are(what: str, line: str) -> None:
    text = "\n".join(["a = [", *[line] * 30, "]", "[b.c]", "d = 1"])
    assert quick(lambda: line_of(text, ["b", "c", "d"])) == len(text.split("\n"))
    quick(lambda: line_of(text, ["a", "9999"]))


def test_the_line_finder_knows_headers_and_keys_in_every_way_of_writing_them() -> None:
    text = '[ birds . "wren" ]  # here\n\n  air . x  = 3\n[[songs]]\nsay = 1\n"quoted key" = 2\n'
    places = {
        ("birds", "wren"): 1,
        ("birds", "wren", "air", "x"): 3,
        ("songs", "0", "say"): 5,
        ("songs", "0", "quoted key"): 6,
    }
    assert {path: line_of(text, path) for path in places} == places


TOO_MUCH = [
    ("a key of dots", ".".join("a" * 1900) + " = 1", "key-too-deep", 1),
    ("a header of dots", "x = 1\n[" + ".".join("a" * 1900) + "]", "key-too-deep", 2),
    ("a key of quoted parts", 'x = { "a"' + '."b"' * DEPTH_LIMIT + " = 1 }", "key-too-deep", 1),
    ("a long line", "x = 1\n# " + "x" * LINE_LIMIT, "line-too-long", 2),
    ("a long number", f"# {'1' * 4400}\n\nx = {'1' * 4400}", "not-toml", 3),
]


@pytest.mark.parametrize(("what", "text", "code", "line"), TOO_MUCH, ids=[case[0] for case in TOO_MUCH])
def test_what_takes_the_square_of_its_length_to_read_is_refused_with_its_line(
    what: str, text: str, code: str, line: int
) -> None:
    with pytest.raises(Refused) as no:
        quick(lambda: data_in(text))
    assert (no.value.words["why"].code, no.value.words["line"]) == (code, line)
    told = [Translator(shared_messages(), language).refusal(no.value) for language in LANGUAGES]
    assert told[0] != told[1]


FULL = FILE_LIMIT // LINE_LIMIT
WHOLE_FILES = [
    ("a long word before dots", "\n".join(["#" + "a" * 19_880 + " " + ". " * 17] * FULL)),
    ("a long word before dots, in no comment", "\n".join(["a" * 19_880 + " " + ". " * 17] * FULL)),
    ("an open text before dots", "\n".join(['#"' + "a" * 19_800 + "." * 16] * FULL)),
    ("open texts before dots", "\n".join(["x" + '"\\' * 9_900 + "." * 16] * FULL)),
    ("an open text of many lines", "x = " + '"""' + '\n"' * (FILE_LIMIT // 8)),
    ("single quotation marks", "\n".join(["x=" + "'." * 9_900] * FULL)),
    (
        "runs of digits",
        "".join(f"k{number} = [{', '.join(['1' * 3999] * 4)}]\n" for number in range(30)) + f"x = {'1' * 4400}",
    ),
]


@pytest.mark.parametrize(("what", "text"), WHOLE_FILES, ids=[case[0] for case in WHOLE_FILES])
def test_a_whole_file_of_what_is_no_toml_is_refused_at_once(what: str, text: str) -> None:
    assert len(text) <= FILE_LIMIT
    with suppress(Refused):
        quick(lambda: data_in(text))


TOO_DEEP = "a" + ".a" * DEPTH_LIMIT
HIDDEN = [
    f'x = [ """\n# """, {{ {TOO_DEEP} = 1 }} ]',
    f'x = [ """\n""", {{ {TOO_DEEP} = "" }} ]',
    f'x = [ """a""""", {{ {TOO_DEEP} = 1 }} ]',
    f"x = [ '''\n''', {{ {TOO_DEEP} = '' }} ]",
    f'x = {{ "\\"" = 1, {TOO_DEEP} = 1 }}',
]


@pytest.mark.parametrize("text", HIDDEN)
def test_a_key_is_too_deep_whatever_text_ends_before_it(text: str) -> None:
    tomllib.loads(text)
    with pytest.raises(Refused) as no:
        data_in(text)
    assert (no.value.words["why"].code, no.value.words["line"]) == ("key-too-deep", len(text.split("\n")))


def test_what_is_no_key_may_have_any_number_of_dots() -> None:
    text = f'# {TOO_DEEP}\nx = """\n{TOO_DEEP}\n"""\ny = "{TOO_DEEP}"\n'
    assert data_in(text) == tomllib.loads(text)


def test_what_may_just_be_is_read() -> None:
    parts = ".".join("a" * DEPTH_LIMIT)
    text = f'{parts} = 1\nwords = "Once. Upon. A. Time, 1.2.3 and so on..............................."\n'
    assert data_in(text)["words"].startswith("Once")
    assert data_in("# " + "x" * (LINE_LIMIT - 2)) == {}


def test_the_largest_files_are_read_in_a_time_that_grows_as_they_do() -> None:
    keys = "".join(f"k{number} = 1\n" for number in range(FILE_LIMIT // 12))
    deep = "".join(f"k{number}.{'.'.join('b' * (DEPTH_LIMIT - 1))} = 1\n" for number in range(FILE_LIMIT // 44))
    for text in (keys, deep):
        assert len(text) > FILE_LIMIT * 0.8
        began = time.perf_counter()
        with pytest.raises(Refused) as no:
            data_in(text)
        assert time.perf_counter() - began < 8
        assert no.value.words["why"].code == "too-many-items"


def test_nothing_that_is_sent_is_longer_or_deeper_than_anything_of_a_game() -> None:
    nested: Any = 1
    for _ in range(DEEPEST + 2):
        nested = {"in": nested}
    for given, code, field in (
        ({"dice": [1] * (LONGEST_LIST + 1)}, "too-many-items", "dice"),
        ({"targets": [{"dice": [1] * (LONGEST_LIST + 1)}]}, "too-many-items", "targets.0.dice"),
        ({"facts": nested}, "too-deep", "facts"),
    ):
        with pytest.raises(Refused) as no:
            bounded(given)
        assert (no.value.code, no.value.field) == (code, field)
    assert bounded({"dice": [1] * LONGEST_LIST}) == {"dice": [1] * LONGEST_LIST}


def test_the_line_of_a_fault_in_a_key_of_many_dots_is_found_at_once() -> None:
    line = '"' + "." * 9_900 + '" = 1\n'
    text = "x = 1\n" + "[y]\n" + line + ('"' + "." * 9_890 + '" = 1\n') * 20
    told = quick(lambda: at_line(text, Malformed("unknown-field", field="y." + "." * 9_900)))
    assert told.words["line"] == 3


def extreme(field: dict[str, Any], chance: random.Random) -> Any:
    """A value of a fact at one of its ends."""
    if "values" in field and field["type"] != "array":
        return chance.choice(field["values"])
    if field["type"] in ("integer", "number"):
        return chance.choice([field.get("maximum", 10**6), field.get("minimum", 0), 1, 6, 99])
    if field["type"] == "array":
        return [chance.choice(field.get("values", [1, 6])) for _ in range(chance.choice([1, MOST_DICE]))]
    return chance.random() < 0.5 if field["type"] == "boolean" else "x"


@pytest.mark.parametrize("game", REGISTRY.values(), ids=list(REGISTRY))
def test_no_ruling_takes_long_however_large_its_facts_are(game: Game) -> None:
    chance = random.Random(280)
    for ruling in game.rules.rulings:
        fields = [field for field in fields_of(game, ruling) if field["name"] != "table_rulings"]
        for _ in range(60):
            asked = [field for field in fields if field["required"] or chance.random() < 0.7]
            facts = {field["name"]: extreme(field, chance) for field in asked}
            with suppress(Refused, Malformed):
                quick(partial(ask_ruling, game, ruling, facts))
