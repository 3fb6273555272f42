"""Every word in both languages, every rule with its source, nothing dangling."""

import ast
import re
from gettext import translation
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

import app
import printables
from app.core import words as core_words
from app.core.refusals import Refused
from app.core.words import LANGUAGES, Speech
from app.games import SHELF
from printables.incursion.source import paper_words

ROOT = Path(app.__file__).parent
GAME = SHELF["incursion"]

SAME_IN_BOTH = {
    "name.incursion", "name.slugger-murphy", "name.gretel", "name.ilsa", "name.blitzhund", "name.sturmzombie",
    "name.no", "name.bambi", "name.snafu", "mission.6", "answer.no",
    "answer.three", "answer.four", "change.damage-dice", "needs.face",
}  # fmt: skip
PROSE_THE_SAME = {"Jim Bailey and others; Grindhouse Games, 2009."}


def test_every_word_has_both_languages_and_the_same_holes() -> None:
    for key, entry in GAME.words.items():
        assert set(entry) == set(LANGUAGES), key
        assert all(text.strip() for text in entry.values()), key
        holes = [set(re.findall(r"{(\w+)}", entry[language])) for language in LANGUAGES]
        assert holes[0] == holes[1], key


def test_a_text_equal_in_both_languages_is_listed() -> None:
    equal = {key for key, entry in GAME.words.items() if len(set(entry.values())) == 1}
    assert equal == SAME_IN_BOTH


def test_every_command_and_event_has_words() -> None:
    speech = Speech(GAME.words, "es")
    missing = [f"command.{key}" for key in GAME.commands] + [f"event.{key}" for key in GAME.events]
    labels = {"command.move", "command.done"}
    assert not [key for key in missing if not speech.has(key) and key not in labels]


def strings_of(path: Path) -> list[ast.Call]:
    """Every call in a file whose first argument is a text."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args]
    return [call for call in calls if isinstance(call.args[0], ast.Constant) and isinstance(call.args[0].value, str)]


def called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


PRINTABLES = Path(printables.__file__).parent
FILES = [*ROOT.rglob("*.py"), *PRINTABLES.rglob("*.py")]


def refusal_codes() -> set[str]:
    """Every code that a refusal in the program is made with."""
    codes = set()
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and called(node) in ("Refused", "Malformed", "Halted", "wrong_try"):
                place = 0 if called(node) in ("Refused", "Malformed") else 1
                codes |= {leaf.value for leaf in ast.walk(node.args[place]) if isinstance(leaf, ast.Constant)}
    facts = core_words_of_faults()
    awaited = (
        "forces",
        "bid",
        "deployment",
        "hand",
        "card",
        "blast",
        "volatile",
        "caught",
        "burn",
        "twitcher",
        "stranded",
        "countdown",
        "arrival",
    )
    return codes | facts | {f"not-time-for-{what}" for what in awaited}


def core_words_of_faults() -> set[str]:
    from app.core.facts import IMPOSSIBLE, WRONG_FORM

    return {code for code, _ in IMPOSSIBLE.values()} | set(WRONG_FORM.values()) | {"wrong-type"}


def test_every_refusal_has_words_and_every_word_of_refusal_a_use() -> None:
    codes = {code for code in refusal_codes() if isinstance(code, str) and not code.endswith("-")}
    words = {**GAME.words, **paper_words()}
    worded = {key.removeprefix("refusal.") for key in words if key.startswith("refusal.")}
    assert codes - worded == set()
    assert worded - codes - {"no-such-page", "bad-request", "internal"} == set()
    assert {key.removeprefix("fault.") for key in words if key.startswith("fault.")} <= worded


def test_a_fault_in_a_file_never_names_its_field_again() -> None:
    no_file = {"unknown-answer", "not-a-table-file", "not-an-entry", "not-a-number", "not-in-this-edition"}
    for key, entry in GAME.words.items():
        code = key.removeprefix("refusal.")
        if key.startswith("refusal.") and "{field}" in entry["en"] and code not in no_file:
            assert f"fault.{code}" in GAME.words


@pytest.mark.parametrize(
    ("no", "english", "spanish"),
    [
        (Refused("wrong-dice-count", needed=1, given=2), "Dice needed: 1; given: 2.",
         "Dados necesarios: 1; recibidos: 2."),
        (Refused("too-short", field="name", limit=1), "Letters in “name”: at least 1.",
         "Letras de «name»: 1 como mínimo."),
        (Refused("force-too-small", least=1), "Models that the force needs: at least 1.",
         "Figuras que necesita la fuerza: 1 como mínimo."),
    ],
)  # fmt: skip
def test_a_number_of_one_makes_no_wrong_plural(no: Refused, english: str, spanish: str) -> None:
    assert [Speech(GAME.words, language).refusal(no) for language in LANGUAGES] == [english, spanish]


def rule_ids() -> set[str]:
    """Every rule id that stands in the program as a text, and not as the name of a field."""
    pattern = re.compile(rf"^(?:{'|'.join({rule.split('.')[0] for rule in GAME.rules})})\.[a-z-]+$")
    found = set()
    for path in FILES:
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        fields = {id(node.value) for node in nodes if isinstance(node, ast.keyword) and node.arg == "field"}
        for node in nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and pattern.match(node.value):
                if id(node) not in fields:
                    found.add(node.value)
    return {rule for rule in found if not rule.endswith((".toml", ".html"))}


def every_rule() -> set[str]:
    """Every rule of every game: a run of the whole suite must meet each in a working or a refusal (see conftest)."""
    return {rule for game in SHELF.values() for rule in game.rules}


def test_no_rule_id_dangles_and_no_rule_lies_idle() -> None:
    ids = rule_ids()
    assert ids - set(GAME.rules) == set()
    assert set(GAME.rules) - ids == set()


@pytest.mark.parametrize("rule", GAME.rules.values(), ids=list(GAME.rules))
def test_a_rule_has_a_summary_and_a_source(rule: dict[str, Any]) -> None:
    assert all(len(rule["summary"][language]) > 20 for language in LANGUAGES)
    assert rule["summary"]["en"] != rule["summary"]["es"]
    assert rule["sources"]
    assert set(rule["sources"]) <= set(GAME.editions)
    assert all(source["book"] and source["section"] for source in rule["sources"].values())


def test_reasons_and_answers_have_words() -> None:
    speech = Speech(GAME.words, "en")
    for key, question in GAME.questions.items():
        assert speech.say(f"question.{key}")
        assert all(speech.say(f"answer.{answer}") for answer in question.answers)
    labels = set()
    for path in FILES:
        for call in strings_of(path):
            if called(call) == "plus":
                labels.add(call.args[0].value)  # type: ignore[attr-defined]
    assert {label for label in labels if not speech.has(f"reason.{label}")} == set()


def catalogues() -> list[tuple[Path, Path]]:
    """Where templates lie and where their Spanish does: the shared ones, and those of each game."""
    own = [(game.folder / "templates", game.folder / "locale") for game in SHELF.values()]
    return [(app.beside("templates"), ROOT / "locale"), *own]


def spanish(locale: Path) -> Any:
    """The Spanish texts of a catalogue; none where there is none."""
    path = locale / "es" / "LC_MESSAGES" / "messages.po"
    if not path.exists():
        return []
    with path.open("rb") as file:
        return list(read_po(file, locale="es"))


@pytest.mark.parametrize(
    "locale", [locale for _, locale in catalogues() if locale.exists()], ids=lambda at: at.parent.name
)
def test_the_compiled_catalogue_is_that_of_the_texts_and_complete(locale: Path) -> None:
    compiled = translation("messages", locale, ["es"])
    for message in spanish(locale):
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        if isinstance(message.id, tuple):
            assert tuple(compiled.ngettext(*message.id, n) for n in (1, 2)) == strings
        elif message.id:
            assert compiled.gettext(message.id) == message.string
        assert all(strings), f"no Spanish for {message.id}"
        assert "fuzzy" not in message.flags
        if message.id and message.id not in PROSE_THE_SAME:
            assert message.string != message.id, f"{message.id} is the same in Spanish"


@pytest.mark.parametrize(("templates", "locale"), catalogues(), ids=[locale.parent.name for _, locale in catalogues()])
def test_every_sentence_of_the_templates_is_in_the_catalogue(templates: Path, locale: Path) -> None:
    from babel.messages.extract import extract_from_dir

    options = {"trimmed": "true", "newstyle_gettext": "true", "silent": "false"}
    found = {
        message if isinstance(message, str) else message[0]
        for _, _, message, _, _ in extract_from_dir(str(templates), [("**.html", "jinja2")], {"**.html": options})
    }
    known = {message.id[0] if isinstance(message.id, tuple) else message.id for message in spanish(locale)}
    assert found - known == set()
    assert known - found - {""} == set()


def test_no_template_holds_prose_of_its_own() -> None:
    prose = re.compile(r">\s*([A-Z][a-z]+ [a-z]+[^<{]*)<")
    for path in (path for folder, _ in catalogues() for path in folder.rglob("*.html")):
        text = re.sub(r"{#.*?#}", "", path.read_text(encoding="utf-8"), flags=re.S)
        assert not prose.search(text), path.name


def test_words_are_flat_keys_of_two_languages() -> None:
    flat = core_words.flattened({"a": {"b": {"en": "x", "es": "y"}}, "c": {"en": "z", "es": "w"}})
    assert set(flat) == {"a.b", "c"}
