"""Card sets as TOML and as sheets, written and read again; faults of a sheet; what differs; what was typed."""

from __future__ import annotations

import csv
import io
import string
import tomllib
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from app.core.content.cards import toml_format
from app.core.content.cards.csv_format import columns, csv_of, read_csv
from app.core.content.cards.edit import as_typed, typed_card, with_card, without_card
from app.core.content.cards.fields import PROVENANCES, CardField, cards_in, fields_of
from app.core.content.cards.labels import DifferingCard, differences
from app.core.content.cards.toml_format import read_card_file, read_toml, rewritten, written
from app.core.content.toml_source import FILE_LIMIT, value_text
from app.core.errors import Malformed, Refused
from app.core.messages.slugs import make_slug
from app.core.messages.translator import LANGUAGES, Translator
from app.games import REGISTRY
from app.games.incursion.cards.sets import CARDS, checked_set
from tests.incursion.test_card_sets import GOOD

STARTER = CARDS.shipped["starter"]
DATA = checked_set(STARTER)

# -- sets, drawn at random: cards of every value that the form allows, on top of a set that is sound

texts = some.text(
    some.characters(exclude_categories=("Cc", "Cs", "Cf", "Zl", "Zp")), min_size=1, max_size=30
).filter(str.strip)  # fmt: skip
opening = some.sampled_from(["", "=", "+", "-", "@", "'", "'=", '"', ";", ",", "|", "＝", "''+"])
words = some.fixed_dictionaries({name: some.builds(lambda a, b: a + b, opening, texts) for name in LANGUAGES})


def value_of(field: CardField) -> some.SearchStrategy[Any]:
    """Any value that the form of a card allows."""
    if field.kind == "words":
        return words
    if field.kind == "number":
        return some.integers(field.low, field.high)
    if field.kind == "flag":
        return some.booleans()
    if field.kind == "numbers":
        return some.dictionaries(some.sampled_from(field.choices), some.integers(field.low, field.high))
    if field.kind == "several":
        return some.lists(some.sampled_from(field.choices), unique=True) if field.choices else some.just([])
    return some.sampled_from(field.choices)


@some.composite
def cards(draw: Any, section: str) -> dict[str, Any]:
    """A card of a section; what is in it may mean nothing at a table."""
    fields = fields_of(CARDS, section, DATA)
    card = {field.name: draw(value_of(field)) for field in fields if field.required or draw(some.booleans())}
    sources = {name: draw(some.sampled_from(PROVENANCES)) for name in card if name not in ("name", "text")}
    return {**card, "from": sources}


keys = some.text(string.ascii_lowercase, min_size=1, max_size=8).map(lambda word: f"my-{word}")
sets = some.fixed_dictionaries(
    {section: some.dictionaries(keys, cards(section), min_size=1, max_size=4) for section in CARDS.forms}
).map(lambda data: {section: data[section] for section in CARDS.forms})


class Unchecked:
    """The rules of the cards, but any set will do."""

    forms, choices, keys_of, shipped = CARDS.forms, CARDS.choices, CARDS.keys_of, CARDS.shipped

    @staticmethod
    def check(data: Any) -> None:
        """Anything goes."""


ANY: Any = Unchecked()
often = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def order(data: Any) -> list[tuple[str, str]]:
    return [(section, key) for section, key, _ in cards_in(data)]


@often
@given(data=sets)
def test_a_set_written_as_toml_reads_the_same_and_is_written_the_same(data: Any) -> None:
    text = written(data, ANY)
    again = read_toml(text, ANY)
    assert (again, order(again)) == (data, order(data))
    assert written(again, ANY) == text


@often
@given(data=sets, separator=some.sampled_from(",;"))
def test_a_set_written_as_a_sheet_reads_the_same_and_is_written_the_same(data: Any, separator: str) -> None:
    sheet = csv_of(data, ANY, separator)
    again = read_csv(sheet.decode("utf-8-sig"), ANY)
    assert (again, order(again)) == (data, order(data))
    assert csv_of(again, ANY, separator) == sheet


@often
@given(data=sets)
def test_no_cell_of_a_sheet_is_calculated(data: Any) -> None:
    for row in csv.reader(io.StringIO(csv_of(data, ANY).decode("utf-8-sig"), newline="")):
        for cell in row:
            assert not cell.startswith(("=", "+", "@")), cell
            assert not cell.startswith("-") or cell[1:].isdecimal(), cell


@often
@given(data=sets, other=cards("battle"))
def test_a_file_rewritten_says_the_new_set(data: Any, other: Any) -> None:
    text = written(data, ANY)
    for section, key in order(data):
        changed = without_card(data, section, key)
        assert read_toml(rewritten(text, changed, ANY), ANY) == changed
    key = next(iter(data["battle"]))
    for changed in (with_card(data, "battle", key, other), with_card(data, "battle", "brand-new", other)):
        again = read_toml(rewritten(text, changed, ANY), ANY)
        assert (again, order(again)) == (changed, order(changed))


def test_the_starter_set_survives_both_formats() -> None:
    assert read_card_file("starter.toml", STARTER.encode(), CARDS) == STARTER
    text = read_card_file("starter.csv", csv_of(DATA, CARDS, ";"), CARDS)
    assert checked_set(text) == DATA
    assert csv_of(checked_set(text), CARDS, ";") == csv_of(DATA, CARDS, ";")


def test_an_edit_touches_the_lines_of_its_card_alone() -> None:
    changed = with_card(DATA, "models", "gretel", {**DATA["models"]["gretel"], "ap": 9})
    before, after = STARTER.splitlines(), rewritten(STARTER, changed, CARDS).splitlines()
    assert [(old, new) for old, new in zip(before, after, strict=True) if old != new] == [("ap = 3", "ap = 9")]


def test_comments_between_cards_stay_where_a_card_is_added_or_removed() -> None:
    less = rewritten(STARTER, without_card(DATA, "models", "ape-sarge"), CARDS)
    assert "German models" in less
    assert "ape-sarge" not in less
    more = rewritten(STARTER, with_card(DATA, "models", "my-ape", DATA["models"]["grunt-ape"]), CARDS)
    assert more.index("[models.bomberzombie]") < more.index("[models.my-ape]") < more.index("[battle.extra-ammo]")
    assert [line for line in STARTER.splitlines() if line not in more.splitlines()] == []


def test_a_file_laid_out_otherwise_is_rewritten_too() -> None:
    text = GOOD.replace("[models.rat]", "[models]\n[models.rat]").replace(
        'name = { en = "Cat"', "# [models.rat]\nname = { en = 'Cat'"
    )
    text = text.replace('text = { en = "Nobody passes."', 'text = { en = """\\\n[battle.trap]\\\n"""')
    data = checked_set(text)
    changed = with_card(data, "models", "rat", {**data["models"]["rat"], "ap": 7})
    assert checked_set(rewritten(text, changed, CARDS)) == changed


def test_a_file_of_lines_that_look_like_heads_of_other_cards_is_written_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each was looked for among all others: a file of 101 KB took 3.7 seconds."""
    heads = "".join(f"[a{number}.b]\n" for number in range(20))
    rat = DATA["models"]["gretel"]
    text = f"{STARTER}\n[models.extra]\n" + "\n".join(
        f"{name} = {value_text(value)}" for name, value in rat.items() if name != "name"
    )
    text += f'\n[models.extra.name]\nes = "Más"\nen = """\\\n{heads}"""\n'
    data = tomllib.loads(text)
    edited: list[Any] = []
    monkeypatch.setattr(toml_format, "_edited", lambda *given: edited.append(given) or [])
    changed = with_card(data, "models", "extra", rat)
    assert checked_set(rewritten(text, changed, CARDS)) == changed
    assert edited == []


def test_a_file_in_which_a_card_has_no_lines_of_its_own_is_written_anew() -> None:
    rat = GOOD[GOOD.index("[models.rat]") : GOOD.index("[battle.cheese]")].splitlines()[1:]
    inline = "[models]\nrat = { " + ", ".join(line for line in rat if line) + " }\n"
    text = inline + GOOD[GOOD.index("[battle.cheese]") :]
    data = checked_set(text)
    changed = with_card(data, "models", "rat", {**data["models"]["rat"], "ap": 7})
    assert checked_set(rewritten(text, changed, CARDS)) == changed


# -- sheets as spreadsheets write them, and what is wrong with others

SHEET = csv_of(checked_set(GOOD), CARDS).decode("utf-8-sig")
HEAD, *ROWS = SHEET.splitlines()


def sheet_with(card: str, **cells: str) -> bytes:
    """The sound example with other cells in the row of a card."""
    rows = list(csv.DictReader(io.StringIO(SHEET, newline="")))
    for row in rows:
        if row["key"] == card:
            row.update({name.replace("__", "."): cell for name, cell in cells.items()})
    return sheet_of(rows, HEAD.split(","))


def sheet_of(rows: list[dict[str, str]], head: list[str], separator: str = ",") -> bytes:
    out = io.StringIO()
    writer = csv.DictWriter(out, head, delimiter=separator, extrasaction="ignore", lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue().encode("utf-8-sig")


def without(column: str) -> bytes:
    rows = list(csv.DictReader(io.StringIO(SHEET, newline="")))
    return sheet_of(rows, [name for name in HEAD.split(",") if name != column])


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_spreadsheet_of_any_country_is_read(separator: str) -> None:
    rows = list(csv.DictReader(io.StringIO(SHEET, newline="")))
    for row in rows:
        row.update({name: {"yes": "VERDADERO", "-1": "−1"}.get(cell, cell) for name, cell in row.items()})
    content = sheet_of([*rows[:2], dict.fromkeys(rows[0], ""), *rows[2:]], HEAD.split(","), separator)
    assert checked_set(read_card_file("set.csv", content, CARDS)) == checked_set(GOOD)
    hinted = f"sep={separator}\r\n".encode() + content.removeprefix(b"\xef\xbb\xbf")
    assert checked_set(read_card_file("set.csv", hinted, CARDS)) == checked_set(GOOD)


def test_columns_in_another_order_and_columns_left_out_are_no_fault() -> None:
    rows = list(csv.DictReader(io.StringIO(SHEET, newline="")))
    used = [name for name in reversed(HEAD.split(",")) if any(row[name] for row in rows)]
    assert len(used) < len(columns(CARDS))
    assert checked_set(read_card_file("set.csv", sheet_of(rows, used), CARDS)) == checked_set(GOOD)


def test_a_list_may_be_parted_by_bars() -> None:
    text = read_card_file("set.csv", sheet_with("rat", weapons="smg | grenade"), CARDS)
    assert checked_set(text)["models"]["rat"]["weapons"] == ["smg", "grenade"]


SHEET_FAULTS: list[tuple[str, bytes, int, str, str]] = [
    # (what, sheet, line, field, why); the rows are rat, cat, mouse (2 to 4), cheese, trap (5, 6)
    ("a number too big", sheet_with("cheese", kill="100"), 5, "battle.cheese.kill", "too-big"),
    ("a number that is none", sheet_with("rat", ap="four"), 2, "models.rat.ap", "wrong-type"),
    ("a number with a comma", sheet_with("rat", ap="4,5"), 2, "models.rat.ap", "wrong-type"),
    ("a number without end", sheet_with("rat", ap="9" * 5000), 2, "models.rat.ap", "wrong-type"),
    ("a value left out", sheet_with("rat", rp=""), 2, "models.rat.rp", "missing-field"),
    ("neither yes nor no", sheet_with("cheese", **{"zombie-icon": "perhaps"}), 5, "battle.cheese.zombie-icon",
     "wrong-type"),
    ("an unknown side", sheet_with("rat", side="swiss"), 2, "models.rat.side", "not-allowed"),
    ("an unknown weapon", sheet_with("rat", weapons="sling"), 2, "models.rat.weapons", "not-allowed"),
    ("a change of nothing", sheet_with("cheese", change__ap="0"), 5, "battle.cheese.change.ap", "idle-change"),
    ("a change too big", sheet_with("cheese", change__ap="10"), 5, "battle.cheese.change.ap", "too-big"),
    ("no provenance", sheet_with("rat", from__rp=""), 2, "models.rat.from.rp", "no-provenance"),
    ("provenance of nothing", sheet_with("rat", from__powers="house", powers="", zombie="", from__zombie="house"), 2,
     "models.rat.from.zombie", "idle-provenance"),
    ("unknown provenance", sheet_with("rat", from__rp="dream"), 2, "models.rat.from.rp", "not-allowed"),
    ("a cell of another kind of card", sheet_with("rat", kill="2"), 2, "models.rat.kill", "unknown-field"),
    ("a blank name", sheet_with("trap", name__es=""), 6, "battle.trap.name.es", "blank-text"),
    ("a text with a hidden sign", sheet_with("trap", text__en="a\u202eb"), 6, "battle.trap.text.en", "wrong-pattern"),
    ("a text over two lines", sheet_with("trap", text__en="a\nb"), 6, "battle.trap.text.en", "wrong-pattern"),
    ("a text without end", sheet_with("trap", text__en="a" * 401), 6, "battle.trap.text.en", "too-long"),
    ("a key with capitals", sheet_with("trap", key="Trap"), 6, "battle.Trap", "not-a-key"),
    ("a key of the words", sheet_with("trap", key="grenade"), 6, "battle.grenade", "not-a-key"),
    ("no key", sheet_with("trap", key=""), 6, "key", "blank-cell"),
    ("an unknown section", sheet_with("trap", section="magic"), 6, "section", "not-allowed"),
    ("a card twice", sheet_with("trap", key="cheese"), 6, "battle.cheese", "duplicate-key"),
    ("one key in two sections", sheet_with("trap", key="rat"), 6, "battle.rat", "key-used-twice"),
    ("no column of keys", without("key"), 1, "key", "missing-column"),
    ("no column of a value", without("rp"), 1, "rp", "missing-column"),
    ("no column of provenance", without("from.kill"), 1, "from.kill", "missing-column"),
    ("no column of a language", without("name.es"), 1, "name.es", "missing-column"),
    ("an unknown column", SHEET.replace("copies", "kopies", 1).encode(), 1, "kopies", "unknown-column"),
    ("a column twice", SHEET.replace(",kill,", ",rp,", 1).encode(), 1, "rp", "column-twice"),
    ("a cell too many", "\n".join([HEAD, ROWS[0] + ",x"]).encode(), 2, "x", "cell-without-column"),
    ("a row of cells without end", "\n".join([HEAD, '"' + "x" * 200_000 + '"']).encode(), 2, '"' + "x" * 59,
     "not-csv"),
    ("a mark that is not closed", "\n".join([HEAD, *ROWS, '"models']).encode(), 7, '"models', "not-csv"),


]  # fmt: skip


@pytest.mark.parametrize(("what", "content", "line", "field", "why"), SHEET_FAULTS, ids=[f[0] for f in SHEET_FAULTS])
def test_a_fault_of_a_sheet_is_told_with_its_line_and_its_column(
    what: str, content: bytes, line: int, field: str, why: str
) -> None:
    with pytest.raises(Refused) as no:
        read_card_file("set.csv", content, CARDS)
    assert (no.value.words["why"].code, no.value.field, no.value.words["line"]) == (why, field, line)
    told = [Translator(REGISTRY["incursion"].words, language).refusal(no.value) for language in LANGUAGES]
    assert told[0] != told[1]
    for sentence in told:
        assert str(line) in sentence
        assert field in sentence
        assert f"“{field}”" not in sentence
        assert f"«{field}»" not in sentence


WHOLE_FAULTS = [
    ("nothing", b"", "empty-file"),
    ("blanks", b"\xef\xbb\xbf \n\n", "empty-file"),
    ("a picture", b"\x89PNG\r\n\x1a\n\x00\x00", "binary-file"),
    ("too much", b"#" * (FILE_LIMIT + 1), "file-too-large"),
]


@pytest.mark.parametrize("name", ["set.csv", "set.toml", "set"])
@pytest.mark.parametrize(("what", "content", "code"), WHOLE_FAULTS, ids=[fault[0] for fault in WHOLE_FAULTS])
def test_what_is_no_file_of_cards_is_said_so(name: str, what: str, content: bytes, code: str) -> None:
    with pytest.raises(Refused) as no:
        read_card_file(name, content, CARDS)
    assert no.value.code == code
    told = [Translator(REGISTRY["incursion"].words, language).refusal(no.value) for language in LANGUAGES]
    assert told[0] != told[1]


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16-le"])
@pytest.mark.parametrize("name", ["set.csv", "set.toml"])
def test_letters_of_another_encoding_are_named_with_their_line(name: str, encoding: str) -> None:
    text = SHEET if name.endswith("csv") else GOOD
    content = text.encode(encoding)
    with pytest.raises(Refused) as no:
        read_card_file(name, content, CARDS)
    if encoding == "cp1252":
        line = next(number for number, row in enumerate(text.splitlines(), start=1) if not row.isascii())
        assert (no.value.words["why"].code, no.value.words["line"]) == ("not-utf-8", line)
    else:
        assert no.value.code == "binary-file"


@pytest.mark.parametrize("ending", ["", ".txt", ".CSV", ".Toml", ".csv.txt", ".json"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_the_format_is_told_by_the_first_line_whatever_the_file_is_called(ending: str, encoding: str) -> None:
    turned = "\n".join(";".join(reversed(row)) for row in csv.reader(SHEET.splitlines()))
    for text in (GOOD, f"\n# a comment\n\n{GOOD}", SHEET, f"sep=,\n{SHEET}", turned):
        read = read_card_file(f"set{ending}", text.encode(encoding), CARDS)
        assert checked_set(read) == checked_set(GOOD), text[:60]


def test_the_name_decides_where_the_first_line_tells_nothing() -> None:
    for name, code in (("set.csv", "missing-column"), ("set.toml", "not-toml"), ("set", "not-toml")):
        with pytest.raises(Refused) as no:
            read_card_file(name, b"model;price\ngrunt;3\n", CARDS)
        assert no.value.words["why"].code == code, name


def test_a_set_has_an_end() -> None:
    more = {f"my-{'abcdefgh'[number]}": {**DATA["battle"]["smoke"], "copies": 99} for number in range(4)}
    with pytest.raises(Refused) as no:
        CARDS.check({**DATA, "battle": {**DATA["battle"], **more}})
    assert (no.value.code, no.value.field) == ("too-many-cards", "battle")


def test_a_power_has_the_card_that_it_puts_into_play() -> None:
    with pytest.raises(Refused) as no:
        CARDS.check(without_card(DATA, "battle", "blaze-of-glory"))
    assert (no.value.code, no.value.field) == ("card-needed", "models.bomberzombie.powers")


# -- what was typed

GRUNT = DATA["models"]["grunt-ape"]
MODEL = fields_of(CARDS, "models", DATA)
BATTLE = fields_of(CARDS, "battle", DATA)


@pytest.mark.parametrize(("section", "key"), order(DATA), ids=[key for _, key in order(DATA)])
def test_a_form_sent_back_as_it_was_changes_nothing(section: str, key: str) -> None:
    fields = fields_of(CARDS, section, DATA)
    card = DATA[section][key]
    assert typed_card(fields, as_typed(fields, card), card) == card


def test_a_value_that_was_changed_is_of_the_house_unless_somebody_says_otherwise() -> None:
    typed = {**as_typed(MODEL, GRUNT), "rp": ["4"], "ap": ["5"], "from.ap": ["public"], "from.dp": ["rulebook"]}
    card = typed_card(MODEL, typed, GRUNT)
    assert (card["rp"], card["from"]["rp"]) == (4, "house")
    assert (card["ap"], card["from"]["ap"]) == (5, "public")
    assert (card["dp"], card["from"]["dp"]) == (2, "rulebook")
    assert (card["limit"], card["from"]["limit"], card["from"]["weapons"]) == (6, "house", "rulebook")


def test_what_is_ticked_filled_and_emptied_is_stated_and_left_out() -> None:
    typed = {**as_typed(MODEL, GRUNT), "horde": ["1"], "powers": ["leap", "agile"]}
    del typed["items"]
    card = typed_card(MODEL, typed, GRUNT)
    assert (card["horde"], card["powers"], "items" in card, "items" in card["from"]) == (
        True,
        ["leap", "agile"],
        False,
        False,
    )
    snafu = DATA["battle"]["snafu"]
    typed = {**as_typed(BATTLE, snafu), "effect": [""], "change.ap": ["-1"], "change.step": ["0"], "lasts": ["mission"]}
    card = typed_card(BATTLE, typed, snafu)
    assert (card["change"], card["from"]["change"]) == ({"ap": -1}, "house")
    assert "effect" not in card
    assert "lasts" not in card["from"]


def test_what_cannot_be_read_is_left_for_the_check_to_name() -> None:
    card = typed_card(MODEL, {**as_typed(MODEL, GRUNT), "rp": ["many"], "ap": [""]}, GRUNT)
    with pytest.raises(Malformed) as no:
        CARDS.check(with_card(DATA, "models", "grunt-ape", card))
    assert no.value.field in ("models.grunt-ape.rp", "models.grunt-ape.ap")


@pytest.mark.parametrize(
    ("name", "key"),
    [("Léon’s 2nd Ape", "leons-2nd-ape"), ("12 Monkeys 3", "monkeys"), ("→", "card"), ("Smoke", "smoke-b")],
)
def test_a_key_is_made_of_a_name(name: str, key: str) -> None:
    assert make_slug(name, {"smoke"}, "card") == key


def test_of_a_thousand_names_alike_each_has_a_key_of_its_own() -> None:
    keys: set[str] = set()
    for _ in range(1000):
        keys.add(make_slug("Smoke", keys))
    assert (len(keys), {"smoke", "smoke-b", "smoke-zz", "smoke-2"} <= keys) == (1000, True)


# -- what differs


def test_two_sets_are_compared_value_by_value() -> None:
    other = with_card(DATA, "models", "gretel", {**DATA["models"]["gretel"], "ap": 4, "horde": True})
    other["models"]["gretel"] = {**other["models"]["gretel"], "name": {"en": "Gretel", "es": "Gretel von X"}}
    other["models"]["gretel"]["from"] = {**DATA["models"]["gretel"]["from"], "ap": "public", "horde": "house"}
    other = without_card(with_card(other, "battle", "my-smoke", DATA["battle"]["smoke"]), "battle", "brace")
    found = list(differences(DATA, other, CARDS))
    gretel, *only = found
    assert only == [DifferingCard("battle", "brace", "left"), DifferingCard("battle", "my-smoke", "right")]
    told = {one.name: (one.left.value, one.left.source, one.right.value, one.right.source) for one in gretel.values}
    assert told == {
        "name.en": ("Gretel von X", None, "Gretel", None),
        "ap": (3, "house", 4, "public"),
        "horde": (False, None, True, "house"),
    }
    assert list(differences(DATA, DATA, CARDS)) == []
