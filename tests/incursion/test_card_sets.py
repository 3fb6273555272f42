"""Card sets as files: what is wrong is named with its line and its field, in both languages."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

import pytest

from app.core.errors import Refused
from app.core.messages.translator import LANGUAGES, Translator
from app.games import REGISTRY
from app.games.incursion.book import DATA
from app.games.incursion.cards.sets import check_data, checked_set

CARDS = """\
[models.rat]
name = { en = "Rat", es = "Rata" }
side = "german"
rp = 2
ap = 4
fortitude = 2
dp = 1
limit = 3
weapons = ["smg"]
from = { side = "house", rp = "house", ap = "house", fortitude = "house", dp = "house", limit = "house", weapons = "house" }

[battle.cheese]
name = { en = "Cheese", es = "Queso" }
text = { en = "A friend has 1 AP more.", es = "Un amigo tiene 1 PA más." }
kind = "effect"
on = "friend"
change = { ap = 1 }
zombie-icon = true
kill = 2
copies = 3
from = { kind = "house", on = "house", change = "house", zombie-icon = "house", kill = "house", copies = "house" }

[battle.trap]
name = { en = "Trap", es = "Trampa" }
text = { en = "Nobody passes.", es = "Nadie pasa." }
kind = "event"
on = "nothing"
lasts = "turn"
reminder = true
kill = 1
copies = 1
from = { kind = "house", on = "house", lasts = "house", reminder = "house", kill = "house", copies = "house" }
"""  # noqa: E501

OTHERS = """
[models.cat]
name = { en = "Cat", es = "Gato" }
side = "allied"
rp = 1
ap = 1
fortitude = 1
dp = 1
limit = 1
from = { side = "house", rp = "house", ap = "house", fortitude = "house", dp = "house", limit = "house" }

[models.mouse]
name = { en = "Mouse", es = "Ratón" }
side = "german"
rp = 1
ap = 1
fortitude = 1
dp = 1
limit = 0
horde = true
from = { side = "house", rp = "house", ap = "house", fortitude = "house", dp = "house", limit = "house", horde = "house" }
"""  # noqa: E501
GOOD = CARDS + OTHERS


def fault(text: str) -> Refused:
    with pytest.raises(Refused) as no:
        checked_set(text)
    return no.value


def test_the_starter_set_and_the_example_are_sound() -> None:
    assert set(checked_set(GOOD)) == {"models", "battle"}
    assert checked_set((DATA / "cards" / "starter.toml").read_text(encoding="utf-8"))["battle"]["snafu"]["copies"] >= 1


def more(card: str, number: int) -> str:
    """The trap once more under another key."""
    return CARDS[CARDS.index("[battle.trap]") :].replace("battle.trap", f"battle.{card}-{'abcdefgh'[number]}")


FIVE_MORE = GOOD + "\n" + "\n".join(more("trap", number) for number in range(5))

FAULTS = [
    # (what, old, new, line, field, why)
    ("a wrong field", "ap = 4", "ap = 4\nrq = 2", 6, "models.rat.rq", "unknown-field"),
    ("a missing field", "rp = 2\n", "", 1, "models.rat.rp", "missing-field"),
    ("a wrong type", "ap = 4", 'ap = "4"', 5, "models.rat.ap", "wrong-type"),
    ("a number that is no whole one", "ap = 4", "ap = 4.5", 5, "models.rat.ap", "wrong-type"),
    ("a number too small", "dp = 1", "dp = 0", 7, "models.rat.dp", "too-small"),
    ("a number too big", "kill = 2", "kill = 100", 19, "battle.cheese.kill", "too-big"),
    ("no copies", "copies = 3", "copies = 0", 20, "battle.cheese.copies", "too-small"),
    ("an unknown side", 'side = "german"', 'side = "swiss"', 3, "models.rat.side", "not-allowed"),
    ("an unknown weapon", '["smg"]', '["sling"]', 9, "models.rat.weapons", "not-allowed"),
    ("an unknown kind", 'kind = "effect"', 'kind = "trick"', 15, "battle.cheese.kind", "not-allowed"),
    ("an unknown target", 'on = "friend"', 'on = "fridge"', 16, "battle.cheese.on", "not-allowed"),
    ("an Effect on a side", 'on = "friend"', 'on = "own-side"', 16, "battle.cheese.on", "not-allowed"),
    ("an unknown change", "{ ap = 1 }", "{ luck = 1 }", 17, "battle.cheese.change.luck", "not-allowed"),
    ("a change too big", "{ ap = 1 }", "{ ap = 10 }", 17, "battle.cheese.change.ap", "too-big"),
    ("an unknown effect", "reminder = true", 'effect = "win"', 29, "battle.trap.effect", "unknown-effect"),
    ("ignored by nobody known", "copies = 3", 'ignored-by = ["dog"]\ncopies = 3', 20, "battle.cheese.ignored-by.0",
     "no-such-model"),
    ("a change of the wrong thing", "{ ap = 1 }", "{ cp = 1 }", 17, "battle.cheese.change.cp", "idle-change"),
    ("an effect on the wrong thing", "reminder = true", 'effect = "draw"', 27, "battle.trap.on", "not-allowed"),
    ("nothing to do", "reminder = true", "reminder = false", 23, "battle.trap", "one-thing-to-do"),
    ("two things to do", "reminder = true", "reminder = true\nchange = { cp = 1 }", 23, "battle.trap",
     "one-thing-to-do"),
    ("an instant Effect", "zombie-icon = true", 'lasts = "instant"', 18, "battle.cheese.lasts", "effect-that-ends"),
    ("an icon on nothing", "reminder = true", "reminder = true\nzombie-icon = true", 30, "battle.trap.zombie-icon",
     "icon-without-model"),
    ("a language missing", '"Cheese", es = "Queso"', '"Cheese"', 13, "battle.cheese.name.es", "missing-field"),
    ("a language too many", 'es = "Queso"', 'es = "Queso", fr = "Fromage"', 13, "battle.cheese.name.fr",
     "unknown-field"),
    ("no provenance at all", None, None, 1, "models.rat.from", "missing-field"),
    ("a value without provenance", 'rp = "house", ', "", 10, "models.rat.from.rp", "no-provenance"),
    ("provenance of nothing", '{ side = "house"', '{ side = "house", power = "house"', 10, "models.rat.from.power",
     "idle-provenance"),
    ("unknown provenance", '{ side = "house"', '{ side = "dream"', 10, "models.rat.from.side", "not-allowed"),
    ("one key for two cards", "battle.trap]", "battle.rat]", 23, "battle.rat", "key-used-twice"),
    ("a key twice in a card", "ap = 4", "ap = 4\nap = 5", 6, None, "duplicate-key"),
    ("a card twice", "[battle.trap]", "[battle.cheese]", 23, None, "duplicate-key"),
    ("no TOML", "ap = 4", "ap is 4", 5, None, "not-toml"),
    ("an open bracket", '["smg"]', '["smg"', 10, None, "not-toml"),
    ("a blank name", 'es = "Queso"', 'es = " "', 13, "battle.cheese.name.es", "blank-text"),
    ("a blank text", 'es = "Nadie pasa."', 'es = ""', 25, "battle.trap.text.es", "blank-text"),
    ("a change of nothing", "{ ap = 1 }", "{ ap = 0 }", 17, "battle.cheese.change.ap", "idle-change"),
    ("a key with a number", "[battle.trap]", "[battle.trap-1]", 23, "battle.trap-1", "not-a-key"),
    ("a key with capitals", "[battle.trap]", "[battle.Trap]", 23, "battle.Trap", "not-a-key"),
    ("a key of the table", "[battle.trap]", "[battle.on-paper]", 23, "battle.on-paper", "not-a-key"),
    ("no Allied card", 'side = "allied"', 'side = "german"', 1, "models", "side-without-cards"),
    ("no horde", "horde = true", "horde = false", 1, "models", "no-horde-card"),
    ("a kind of card nobody knows", "[battle.trap]", "[magic.trap]", 23, "magic", "unknown-field"),
]  # fmt: skip


def broken(what: str, old: str | None, new: str | None) -> str:
    """The sound example with one fault in it."""
    if old is None or new is None:
        return "\n".join("" if line.startswith("from = { side") else line for line in GOOD.splitlines())
    assert old in GOOD, what
    text = GOOD.replace(old, new, 1)
    for extra in ("effect", "lasts", "zombie-icon", "change", "ignored-by"):
        in_new = new.startswith((f"{extra} ", "reminder = true\n" + extra))
        if in_new and extra not in old:
            head, tail = text.split(new, 1)
            text = head + new + tail.replace("from = {", f'from = {{ {extra} = "house",', 1)
    if old.startswith("reminder") and "reminder" not in new:
        text = text.replace('reminder = "house", ', "", 1)
    if old.startswith("zombie-icon"):
        text = text.replace('zombie-icon = "house", ', "", 1)
    return text


@pytest.mark.parametrize(("what", "old", "new", "line", "field", "why"), FAULTS, ids=[fault[0] for fault in FAULTS])
def test_a_fault_is_told_with_its_line_and_its_field(
    what: str, old: str | None, new: str | None, line: int, field: str | None, why: str
) -> None:
    no = fault(broken(what, old, new))
    assert (no.code, no.words["why"].code, no.field, no.words["line"]) == ("in-file", why, field, line)
    for language in LANGUAGES:
        told = Translator(REGISTRY["incursion"].words, language).refusal(no)
        assert f"{line}" in told
        if field:
            assert field in told


def test_the_two_languages_say_it_differently() -> None:
    no = fault(GOOD.replace("ap = 4", "ap = 4\nrq = 2"))
    told = {language: Translator(REGISTRY["incursion"].words, language).refusal(no) for language in LANGUAGES}
    assert told["en"] == "Line 6, models.rat.rq: Unknown field."
    assert told["es"] == "Línea 6, models.rat.rq: Campo desconocido."


def test_a_set_has_no_more_reminders_than_five() -> None:
    no = fault(FIVE_MORE)
    assert (no.words["why"].code, no.field) == ("too-many-reminders", "battle.trap-e.reminder")
    assert no.words["line"] == FIVE_MORE[: FIVE_MORE.index("[battle.trap-e]")].count("\n") + 1 + 6


def test_a_value_over_several_lines_is_found_where_it_begins() -> None:
    text = GOOD.replace('weapons = ["smg"]', 'weapons = [\n  "smg",\n  "sling",\n]')
    assert (fault(text).field, fault(text).words["line"]) == ("models.rat.weapons", 9)


@pytest.mark.parametrize("text", ["", "x = 1", "models = 3", "[models]\nrat = 3", "[models.rat]\nfrom = 3", "\x00"])
def test_whatever_is_in_a_file_the_answer_is_an_honest_no(text: str) -> None:
    assert fault(text).code == "in-file"


def test_a_faulty_file_next_to_a_sound_one_changes_nothing(tmp_path: Path) -> None:
    before = dict(checked_set(GOOD))
    fault(GOOD.replace("rp = 2", "rp = -2"))
    assert checked_set(GOOD) == before


def test_a_power_that_no_rulebook_knows_is_refused() -> None:
    known = GOOD.replace('weapons = ["smg"]', 'powers = ["luck"]').replace('weapons = "house"', 'powers = "house"')
    assert (fault(known).words["why"].code, fault(known).field) == ("not-allowed", "models.rat.powers")


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ('weapons = ["smg"]', 'weapons = ["smg", "lmg", "smg"]', "models.rat.weapons.2"),
        ('weapons = ["smg"]', 'weapons = ["smg"' + ', "smg"' * 20 + "]", "models.rat.weapons.1"),
        ('weapons = ["smg"]\n', 'weapons = ["smg"]\npowers = ["leap", "leap"]\n', "models.rat.powers.1"),
    ],
)
def test_what_a_card_names_twice_is_refused(old: str, new: str, field: str) -> None:
    text = GOOD.replace(old, new)
    no = fault(text.replace('weapons = "house"', 'weapons = "house", powers = "house"') if "powers" in new else text)
    assert (no.words["why"].code, no.field) == ("named-twice", field)


def test_who_ignores_a_card_is_named_once() -> None:
    data = deepcopy(dict(checked_set(GOOD)))
    card = next(iter(data["battle"].values()))
    card["ignored-by"], card["from"]["ignored-by"] = ["rat", "rat"], "house"
    with pytest.raises(Refused) as no:
        check_data(data)
    assert (no.value.code, no.value.field.endswith("ignored-by.1")) == ("named-twice", True)  # type: ignore[union-attr]
