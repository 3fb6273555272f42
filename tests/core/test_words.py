"""Every word in both languages, every rule with its source, nothing dangling: in the house, and in every game."""

import ast
import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from gettext import translation
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

import app
import printables
from app.core.errors import Refused
from app.core.game.definition import Game
from app.core.messages import translator as core_words
from app.core.messages.rule_catalogue import NOTEBOOK
from app.core.messages.translator import LANGUAGES, Translator, flatten, shared_messages
from app.core.rules.book import load_toml
from app.games import REGISTRY
from printables.words import printed_words

ROOT = Path(app.__file__).parent
PRINTABLES = Path(printables.__file__).parent
GAMES = list(REGISTRY.values())
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)

SAME_IN_BOTH = {"name.no", "needs.face", "on-table.change"}
"""Words of the house that both languages write the same; those of a game stand beside its tests."""
PROSE_THE_SAME = {"Tutorial", "Zoom (%)", "Jim Bailey and others; Grindhouse Games, 2009."}


def same_in_both(key: str) -> set[str]:
    listed = Path(__file__).parents[1] / key.replace("-", "_") / "same_in_both.txt"
    if not key:
        return SAME_IN_BOTH
    return set(listed.read_text(encoding="utf-8").split()) if listed.exists() else set()


# -- what there is


def files_of(game: Game) -> list[Path]:
    """The program of a game: its folder, and its prints."""
    own = [path for path in game.folder.rglob("*.py") if not path.name.startswith(("test_", "__main__"))]
    return [*own, *(PRINTABLES / game.key.replace("-", "_")).rglob("*.py")]


def files_of_the_house() -> list[Path]:
    """The program that every game shares; a game that is not on the shelf yet is no part of it either."""
    own = [path for game in GAMES for path in files_of(game)]
    own += (ROOT / "games").glob("*/**/*.py")
    return [path for path in (*ROOT.rglob("*.py"), *PRINTABLES.rglob("*.py")) if path not in own]


FILES = [path for game in GAMES for path in files_of(game)] + files_of_the_house()


def paper_of(game: Game) -> dict[str, Any]:
    """The words that stand on a game's own prints."""
    path = PRINTABLES / game.key.replace("-", "_") / "words.toml"
    return flatten(load_toml(path)) if path.exists() else {}


def own_words(game: Game) -> dict[str, Any]:
    """The words of a game beside those of the house."""
    return {key: entry for key, entry in game.words.items() if shared_messages().get(key) != entry}


def house_words() -> dict[str, Any]:
    """The words of the house, on pages and on paper."""
    return {**shared_messages(), **printed_words()}


VOCABULARIES = [("", house_words()), *((game.key, {**own_words(game), **paper_of(game)}) for game in GAMES)]
every_vocabulary = pytest.mark.parametrize(
    ("key", "words"), VOCABULARIES, ids=[key or "house" for key, _ in VOCABULARIES]
)


def named(words: Iterable[str], kind: str) -> set[str]:
    return {key.removeprefix(f"{kind}.") for key in words if key.startswith(f"{kind}.")}


# -- words


@every_vocabulary
def test_every_word_has_both_languages_and_the_same_holes(key: str, words: dict[str, Any]) -> None:
    for name, entry in words.items():
        assert set(entry) == set(LANGUAGES), name
        assert all(text.strip() for text in entry.values()), name
        holes = [set(re.findall(r"{(\w+)}", entry[language])) for language in LANGUAGES]
        assert holes[0] == holes[1], name


@pytest.mark.parametrize("key", ["", *(game.key for game in GAMES)])
def test_a_text_equal_in_both_languages_is_listed(key: str) -> None:
    words = own_words(REGISTRY[key]) if key else shared_messages()
    equal = {name for name, entry in words.items() if len(set(entry.values())) == 1}
    assert equal == same_in_both(key)


@every_game
def test_every_command_and_event_has_words(game: Game) -> None:
    needed = [f"command.{key}" for key in game.commands] + [f"event.{key}" for key in game.events]
    assert [key for key in needed if key not in game.words] == []


def test_a_line_that_would_tell_what_its_reader_may_not_know_is_said_without_it() -> None:
    lines = {"event.sealed": "{side}: {choice}, {salt}", "event.sealed-hidden": "{side}"}
    said = Translator({**shared_messages(), **{key: {"en": text} for key, text in lines.items()}}, "en")
    assert said.event("sealed", {"side": "x", "choice": "north", "salt": "s"}) == "x: north, s"
    assert said.event("sealed", {"side": "x", "choice": {"hidden": 1}, "salt": "s"}) == "x"
    assert said.event("sealed", {"side": "x", "choice": "north"}) == "x", "what does not exist for them"
    assert said.event("sealed", {"side": "x", "choice": {"a": 1}, "salt": "s", "more": {"hidden": 1}}) == "x: a: 1, s"


def test_a_list_of_one_thing_is_told_by_the_line_for_one() -> None:
    lines = {"slept": "{moths} sleep", "slept-one-moths": "{moths} sleeps", "slept-without-at": "none"}
    own = {f"event.{key}": {"en": text} for key, text in lines.items()} | {"name.moth": {"en": "Moth"}}
    said = Translator({**shared_messages(), **own, "several.moth": {"en": "Moths"}}, "en")
    moths = [f"moth-{number}" for number in range(1, 6)]
    assert said.event("slept", {"moths": moths}) == "Moths 1–5 sleep"
    assert said.event("slept", {"moths": moths[:1]}) == "Moth 1 sleeps"
    assert said.event("slept", {"moths": moths[:1], "at": None}) == "none", "what is not there says more"


def test_an_instruction_names_several_things_of_a_kind_once() -> None:
    own = {"on-table.fly": {"en": "Fly: {inches}."}, "on-table.away": {"en": "Away: {moths}."}}
    names = {"name.moth": {"en": "Moth"}, "several.moth": {"en": "Moths"}, "name.lamp": {"en": "Lamp"}}
    said = Translator({**shared_messages(), **own, **names}, "en")
    inches = {"moth-1": 6, "moth-2": 8, "lamp-1": 3, "moth-4": 2}
    assert (
        said.order("fly", {"inches": inches})
        == "Fly: Moths 1:\u00a06\u00a0· 2:\u00a08;\nLamp 1:\u00a03;\nMoth 4:\u00a02."
    )
    assert said.order("fly", {"inches": {"moth-1": 6, "lamp-1": 3}}) == "Fly: Moth 1: 6, Lamp 1: 3."
    assert said.order("away", {"moths": ["moth-1", "moth-2", "moth-3"]}) == "Away: Moths 1–3."
    assert said.order("away", {"moths": ["moth-1", "moth-2"]}) == "Away: Moth 1, Moth 2."


def test_things_whose_numbers_follow_each_other_are_told_from_the_first_to_the_last() -> None:
    own = {"name.moth": {"en": "Moth"}, "name.owl": {"en": "Owl"}, "name.moth-9": {"en": "Luna"}}
    said = Translator({**shared_messages(), **own}, "en")
    moths = [f"moth-{number}" for number in range(5, 12)]
    assert said.name(["owl-1", *moths]) == "Owl 1, Moth 5–8, Luna, Moth 10, Moth 11"
    assert said.name(["moth-1", "moth-2", "moth-3"]) == "Moth 1, Moth 2, Moth 3"
    assert said.name(["moth-1", "moth-3", "moth-4", "moth-5", "owl-6"]) == "Moth 1, Moth 3, Moth 4, Moth 5, Owl 6"
    runs = [f"moth-{number}" for number in (21, 22, 23, 24, 26, 27, 28, 29, 31)]
    assert said.name([*runs, "owl-12"]) == "Moth 21–24, 26–29, 31, Owl 12", "their kind once"
    assert said.name(["moth-1", "moth-10", *moths[6:], "moth-2", "moth-3", "moth-4"]) == "Moth 1–4, 10, 11", "in order"
    assert said.name([1, 2, 3, 4, 5]) == "1, 2, 3, 4, 5"


def test_a_negative_number_has_a_minus_and_no_hyphen() -> None:
    said = Translator({**shared_messages(), "event.shone": {"en": "{light}, {lights}"}}, "en")
    assert said.event("shone", {"light": -2, "lights": [-1, 3, -0.5]}) == "−2, −1, 3, −0.5"


# -- refusals


def calls_in(path: Path) -> Iterator[ast.Call]:
    """Every call in a file that has an argument."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args)


def called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


PLACE_OF_CODE = {"Refused": 0, "Malformed": 0, "RequestRejected": 1, "wrong_try": 1}


def codes_in(files: Iterable[Path]) -> set[str]:
    """Every code that a refusal in these files is made with; what is made of parts is left to the words."""
    codes = set()
    for call in (call for path in files for call in calls_in(path) if called(call) in PLACE_OF_CODE):
        codes |= {
            leaf.value for leaf in ast.walk(call.args[PLACE_OF_CODE[called(call)]]) if isinstance(leaf, ast.Constant)
        }
    return {code for code in codes if isinstance(code, str) and not code.endswith("-")}


def codes_of_faults() -> set[str]:
    """The codes that whatever is wrong with a form comes to."""
    from app.core.rules.inputs import IMPOSSIBLE, WRONG_FORM

    return {code for code, _ in IMPOSSIBLE.values()} | set(WRONG_FORM.values()) | {"wrong-type"}


AWAITED = "not-time-for-"
"""How the codes of answers begin that nobody asked for: a game has one for each that can be awaited."""


def awaited_codes(game: Game) -> set[str]:
    """Codes for answers that nobody asked for, as a game words them."""
    return {code for code in named(game.words, "refusal") if code.startswith(AWAITED)}


def refusal_codes() -> set[str]:
    """Every code of the program: a run of the whole suite must provoke each (see conftest)."""
    return codes_in(FILES) | codes_of_faults() | {code for game in GAMES for code in awaited_codes(game)}


ANYWHERE = {"no-such-page", "bad-request", "internal", "too-large", "too-slow"}
"""Refusals that are chosen by the status of an answer."""


def test_every_refusal_of_the_house_has_words_of_the_house_and_every_word_a_use() -> None:
    worded = named(house_words(), "refusal")
    assert (codes_in(files_of_the_house()) | codes_of_faults()) - worded == set()
    assert worded - codes_in(FILES) - codes_of_faults() - ANYWHERE == set()
    assert named(house_words(), "fault") <= worded


@every_game
def test_every_refusal_of_a_game_has_words_and_every_word_of_refusal_a_use(game: Game) -> None:
    words = {**house_words(), **game.words, **paper_of(game)}
    assert codes_in(files_of(game)) - named(words, "refusal") == set()
    assert (
        named(own_words(game), "refusal") - codes_in([*files_of(game), *files_of_the_house()]) - awaited_codes(game)
        == set()
    )
    assert named(words, "fault") <= named(words, "refusal")


def test_the_guard_of_refusals_sees_one_without_words(tmp_path: Path) -> None:
    file = tmp_path / "game.py"
    file.write_text(
        'raise Refused("no-such-owl" if late else "owls-asleep")\nRequestRejected(404, "no-owl")\nRefused(f"owl-{x}")'
    )
    assert codes_in([file]) == {"no-such-owl", "owls-asleep", "no-owl"}


@every_game
def test_a_fault_in_a_file_never_names_its_field_again(game: Game) -> None:
    no_file = {"unknown-answer", "not-a-table-file", "not-an-entry", "not-a-number", "not-in-this-edition"}
    no_file |= {"not-a-picture", "not-a-pack"}
    for key, entry in game.words.items():
        code = key.removeprefix("refusal.")
        is_text = code not in no_file and not code.startswith("picture")
        if key.startswith("refusal.") and "{field}" in entry["en"] and is_text:
            assert f"fault.{code}" in game.words


@pytest.mark.parametrize(
    ("no", "english", "spanish"),
    [
        (Refused("wrong-dice-count", needed=1, given=2), "Dice needed: 1; entered: 2.",
         "Dados necesarios: 1; introducidos: 2."),
    ],
)  # fmt: skip
def test_a_number_of_one_makes_no_wrong_plural(no: Refused, english: str, spanish: str) -> None:
    assert [Translator(shared_messages(), language).refusal(no) for language in LANGUAGES] == [english, spanish]


# -- rules and reasons


def rules_in(files: Iterable[Path]) -> set[str]:
    """Every rule id that stands in these files as a text, and not as the name of a field."""
    chapters = {rule.partition(".")[0] for rule in every_rule()}
    pattern = re.compile(rf"^(?:{'|'.join(chapters)})\.[a-z-]+$")
    found = set()
    for path in files:
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        fields = {id(node.value) for node in nodes if isinstance(node, ast.keyword) and node.arg == "field"}
        texts = [node for node in nodes if isinstance(node, ast.Constant) and id(node) not in fields]
        found |= {node.value for node in texts if isinstance(node.value, str) and pattern.match(node.value)}
    return {rule for rule in found if not rule.endswith((".toml", ".html", ".css", ".py"))}


def every_rule() -> set[str]:
    """Every rule of every game: a run of the whole suite must meet each in a working or a refusal (see conftest)."""
    return {rule for game in REGISTRY.values() for rule in game.rule_catalogue}


SHARED_RULES = set(load_toml(ROOT / "core" / "rules.toml"))


def test_the_house_rests_on_its_own_rules_and_on_all_of_them() -> None:
    assert rules_in(files_of_the_house()) == SHARED_RULES


@every_game
def test_no_rule_of_a_game_dangles_and_none_lies_idle(game: Game) -> None:
    ids = rules_in(files_of(game)) | {one.rule for one in game.views.rule_pictures().values()}
    assert ids - set(game.rule_catalogue) == set()
    assert set(game.rule_catalogue) - SHARED_RULES - ids == set()


@pytest.mark.parametrize(
    ("game", "rule"),
    [(game, rule) for game in GAMES for rule in game.rule_catalogue],
    ids=lambda part: getattr(part, "key", part),
)
def test_a_rule_has_a_summary_and_a_source(game: Game, rule: str) -> None:
    summary, sources = game.rule_catalogue[rule]["summary"], game.rule_catalogue[rule]["sources"]
    assert all(len(summary[language]) > 20 for language in LANGUAGES)
    assert summary["en"] != summary["es"]
    assert sources
    assert set(sources) <= set(game.editions)
    assert all(source["book"] and source["section"] for source in sources.values())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_notebooks_own_rules_are_headed_in_each_language(game: Game) -> None:
    own = {
        rule
        for rule, entry in game.rule_catalogue.items()
        if any(source["book"] == NOTEBOOK for source in entry["sources"].values())
    }
    assert set(game.headings) == own
    assert own
    assert all(heading[language] for heading in game.headings.values() for language in LANGUAGES)
    assert all(heading["en"] != heading["es"] for heading in game.headings.values())


def labels_in(files: Iterable[Path]) -> set[str]:
    """The labels of reasons that rulings in these files give."""
    given = [call.args[0] for path in files for call in calls_in(path) if called(call) == "plus"]
    return {label.value for label in given if isinstance(label, ast.Constant) and isinstance(label.value, str)}


@every_game
def test_reasons_have_words(game: Game) -> None:
    labels = labels_in(files_of(game))
    assert labels
    assert {label for label in labels if f"reason.{label}" not in game.words} == set()


# -- prose


def catalogues() -> list[tuple[Path, Path]]:
    own = [(game.folder / "templates", game.folder / "locale") for game in REGISTRY.values()]
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


def test_what_is_counted_is_told_by_the_words_of_its_kind_and_nothing_at_all_too() -> None:
    words = {"paid.coin": {"en": "coins"}, "paid.hour": {"en": "hours"}, "name.none": {"en": "none"}}
    bare, own = Translator(words, "en"), Translator({**words, "paid.none": {"en": "no coins"}}, "en")
    assert own.term("paid", {"coin": 2, "hour": 1}) == "2 coins + 1 hours"
    assert (own.term("paid", {}), bare.term("paid", {})) == ("no coins", "none")
    assert bare.term("counts", {"moth": 2, "lamp": 1}) == "2 × moth, 1 × lamp"
    assert bare.term("paid", {"hidden": 2}) == {"hidden": 2}


def test_words_are_flat_keys_of_two_languages() -> None:
    flat = core_words.flatten({"a": {"b": {"en": "x", "es": "y"}}, "c": {"en": "z", "es": "w"}})
    assert set(flat) == {"a.b", "c"}


@pytest.mark.parametrize("key", ["refusal.mission-over", "refusal.not-over-yet", "event.played-again"])
def test_what_is_said_of_any_game_speaks_of_no_mission(key: str) -> None:
    said = " ".join(shared_messages()[key].values())
    assert ("mission" in said, "misión" in said) == (False, False)
    assert "partida" in said


def test_spanish_contracts_an_article_behind_a_preposition_and_english_nothing() -> None:
    lines = {
        "near": {"en": "6″ from {place}", "es": "a 6″ de {place}"},
        "to": {"en": "to {place}", "es": "A {place}: {who}"},
    }
    names = {"name.centre": {"en": "the centre", "es": "el centro"}, "name.she": {"en": "she", "es": "ella"}}
    english, spanish = (Translator({**shared_messages(), **lines, **names}, language) for language in LANGUAGES)
    assert spanish.translate("near", place="centre") == "a 6″ del centro"
    assert spanish.translate("to", place="centre", who="centre") == "Al centro: el centro"
    assert spanish.translate("near", place="she") == "a 6″ de ella"
    assert english.translate("near", place="centre") == "6″ from the centre"


def test_one_numbered_name_has_its_article_behind_a_spanish_preposition() -> None:
    lines = {"line": {"en": "{who}: as a {whom} to {whom}", "es": "{who}: de {whom} a {whom}; {whom} hasta {whom}"}}
    names = {"name.team": {"en": "Team", "es": "Equipo"}, "name.boat": {"en": "Boat", "es": "Lancha"}}
    articles = {"article.team": {"en": "the", "es": "el"}, "article.boat": {"en": "the", "es": "la"}}
    own = {"name.team-7": {"en": "Condor", "es": "Cóndor"}}
    words = {**shared_messages(), **lines, **names, **articles, **own}
    english, spanish = (Translator(words, language) for language in LANGUAGES)
    team = spanish.translate("line", who="team-3", whom="team-3")
    assert team == "Equipo 3: del Equipo 3 al Equipo 3; Equipo 3 hasta el Equipo 3"
    assert spanish.translate("line", who="team-3", whom=["boat-1"]).startswith("Equipo 3: de la Lancha 1 a la")
    boats = spanish.translate("line", who="team-3", whom=["boat-1", "boat-2"])
    assert boats.startswith("Equipo 3: de Lancha 1, Lancha 2 a Lancha 1, Lancha 2;")
    assert spanish.translate("line", who="boat-1", whom="team-7").startswith("Lancha 1: de Cóndor a Cóndor;")
    assert english.translate("line", who="team-3", whom="boat-1") == "Team 3: as a Boat 1 to Boat 1"


def test_numbers_and_dates_are_written_as_the_language_does() -> None:
    english, spanish = (Translator(shared_messages(), language) for language in LANGUAGES)
    at = datetime(2026, 3, 9, 8, 5, 7).timestamp()
    assert (english.date(at), spanish.date(at)) == ("9 March 2026, 08:05", "9 de marzo de 2026, 08:05")
    assert (english.date(at, to="day"), spanish.date(at, to="second")) == (
        "9 March 2026",
        "9 de marzo de 2026, 08:05:07",
    )
    assert (english.number(-0.25), spanish.number(-0.25), spanish.name(3.0)) == ("−0.25", "−0,25", "3")
