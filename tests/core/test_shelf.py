"""The shelf: what a game lacks is told when it is put there, by name, in words, and not in the middle of a page."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any, ClassVar

import click
import pytest
from click.testing import CliRunner

import app
from app.cli import main
from app.core.book import Question
from app.core.commands import Command, Draft, Look
from app.core.facts import Facts, Rolled
from app.core.game import Fuzzing, Game
from app.core.offers import Ask, Offer, Span
from app.core.play import Event
from app.core.refusals import Refused
from app.core.ruling import Answer, Ruling
from app.core.shelf import Shelf
from app.core.soundness import SHARED_FOLDERS, check_sound
from app.core.words import LANGUAGES, Speech, shared_words
from app.games import SHELF, game_in
from tests.hello.game import GAME, Fly, Rest, start
from tests.hello.lacking import told
from tests.hello.state import SEATS
from tests.server import ROOT


def test_every_game_of_the_house_is_sound_and_hello_is() -> None:
    assert "hello" in SHELF
    for game in SHELF.values():
        check_sound(game)


# -- files


@pytest.mark.parametrize("name", ["words.toml", "rules.toml", "templates/board.html"])
def test_a_file_that_is_missing_is_named(altered: Callable[..., Game], name: str) -> None:
    game = altered(name)
    assert told(game) == f"the file {name} is missing."
    assert told(game, "es") == f"falta el archivo {name}."


def test_all_files_that_are_missing_are_named(tmp_path: Path) -> None:
    assert told(replace(GAME, folder=tmp_path)).count("is missing") == 3


@pytest.mark.parametrize(("name", "old"), [("words.toml", "[credits]"), ("rules.toml", "[books]")])
def test_a_file_that_cannot_be_read_is_named_with_its_line(altered: Callable[..., Game], name: str, old: str) -> None:
    said = told(altered(name, old, "[credits"))
    assert said.startswith(f"the file {name} cannot be read (Line ")


def test_a_file_that_is_no_text_is_named(altered: Callable[..., Game]) -> None:
    game = altered("words.toml", "Volar", "Volar")
    file = game.folder / "words.toml"
    file.write_bytes(file.read_bytes().replace(b"Volar", b"Vol\xe1r"))
    assert told(game, "es").startswith("el archivo words.toml no se puede leer (Línea ")


# -- words


BOTH, SPANISH, ENGLISH = ("en", "es"), ("es",), ("en",)


@pytest.mark.parametrize(
    ("old", "new", "key", "languages"),
    [
        ('fly = { en = "Fly", es = "Volar" }\n', "", "command.fly", BOTH),
        ('fly = { en = "Fly", es = "Volar" }', 'fly = { en = "Fly" }', "command.fly", SPANISH),
        ('es = "Volar"', 'es = ""', "command.fly", SPANISH),
        ('flying = { en = "Flying", es = "Vuelo" }\nover', "over", "phase.flying", BOTH),
        ('moth-rested = { en = "{seat} rests.", es = "{seat} descansa." }\n', "", "event.moth-rested", BOTH),
        ('east = { en = "east", es = "este" }', 'east = { en = "east" }', "name.east", SPANISH),
        ('white-moth = { en = "White moth", es = "Polilla blanca" }\n', "", "name.white-moth", BOTH),
        ('first = { en = "first edition", es = "primera edición" }\n', "", "name.first", BOTH),
        ('light = { en = "light", es = "luz" }\n', "", "tracked.light", BOTH),
        ("windows-first = ", "windows-last = ", "refusal.windows-first", BOTH),
        ('is-still = { en = "it does not", es = "no se la lleva" }\n', "", "answer.is-still", BOTH),
        ('[question]\nwind = { en = "Does', '[question]\nrain = { en = "Does', "question.wind", BOTH),
        ('fly = { en = "How much', 'flit = { en = "How much', "asks.fly", BOTH),
        ('en = "Made up for the tests of the house."\n', "", "credits", ENGLISH),
    ],
)
def test_a_word_that_is_missing_is_named_with_its_language(
    altered: Callable[..., Game], old: str, new: str, key: str, languages: tuple[str, ...]
) -> None:
    missing = [f"the word {key} is missing ({language})" for language in languages]
    assert told(altered("words.toml", old, new)) == f"{', '.join(missing)}."


class Flutter(Rest):
    """A command that is offered by another name than its own."""

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        yield Offer(cls.key, label="flap")


def test_a_command_needs_a_word_for_its_labels_and_one_of_its_own(altered: Callable[..., Game]) -> None:
    """Whoever cannot give it is told so by its own."""
    flutter = replace(GAME, own_commands=[*GAME.own_commands, Flutter])
    keys = ("command.flutter", "command.flap")
    lacking = [f"the word {key} is missing ({language})" for key in keys for language in LANGUAGES]
    assert told(flutter) == f"{', '.join(lacking)}."
    named = altered("words.toml", "[command]", '[command]\nflutter = { en = "Flutter", es = "Aletear" }')
    missing = [f"falta la palabra command.flap ({language})" for language in LANGUAGES]
    assert told(replace(named, own_commands=flutter.own_commands), "es") == f"{', '.join(missing)}."
    labelled = altered("words.toml", "[command]", '[command]\nflap = { en = "Flap", es = "Batir" }')
    check_sound(replace(labelled, own_commands=flutter.own_commands))


class Flap(Command):
    """A command whose form asks for a number, and for dice with names."""

    rolls = True
    faces: ClassVar[tuple[str, ...]] = ("up", "flame-2")

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        yield Offer(cls.key, choose={"flaps": Span(1, 2)}, dice=Ask(1, [*cls.faces]))

    def decide(self, draft: Draft) -> None:
        pass


def test_what_a_form_asks_for_and_the_faces_of_its_dice_need_words(altered: Callable[..., Game]) -> None:
    flap = [*GAME.own_commands, Flap]
    game = altered("words.toml", "[command]", '[command]\nflap = { en = "Flap", es = "Batir" }')
    lacking = [
        f"the word {key} is missing ({language})" for key in ("field.flaps", "name.up") for language in LANGUAGES
    ]
    assert told(replace(game, own_commands=flap)) == f"{', '.join(lacking)}."
    altered("words.toml", "[field]", '[field]\nflap-flaps = { en = "Flaps", es = "Aleteos" }')
    check_sound(
        replace(altered("words.toml", "flame = {", 'up = { en = "up", es = "alto" }\nflame = {'), own_commands=flap)
    )


def test_an_empty_die_is_named(altered: Callable[..., Game], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Flap, "faces", ())
    altered("words.toml", "[command]", '[command]\nflap = { en = "Flap", es = "Batir" }')
    game = altered("words.toml", "[field]", '[field]\nflaps = { en = "Flaps", es = "Aleteos" }')
    game = replace(game, own_commands=[*GAME.own_commands, Flap])
    assert told(game) == "the dice of flap have no faces."
    assert told(game, "es") == "los dados de flap no tienen caras."


@pytest.mark.parametrize(
    ("old", "new", "line", "name"),
    [
        ("flies: light {light}", "flies: light {lights}", "event.moth-flew", "lights"),
        ("{side} chose a window.", "{sight} chose a window.", "event.window-sealed-hidden", "sight"),
        ("vuela: luz {light}", "vuela: luz {luz}", "event.moth-flew", "luz"),
        ("{seat} rests.", "{seat} rests: {working}.", "event.moth-rested", "working"),
    ],
)
def test_a_line_that_tells_what_its_event_does_not_hold_is_named(
    altered: Callable[..., Game], old: str, new: str, line: str, name: str
) -> None:
    said = told(altered("words.toml", old, new))
    assert said == f"the line {line} tells {name}, which its event does not hold."


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("\nwindow-sealed-hidden = ", "\nwindow-hidden = ", "the word event.window-sealed-hidden is missing (en), "
         "the word event.window-sealed-hidden is missing (es)."),
        (', es = "{side}: eligen ventana." }', " }", "the word event.window-sealed-hidden is missing (es)."),
        ("{side} chose a window.", "{side} chose a window: {salt}.", "the line event.window-sealed-hidden tells salt, "
         "which its event does not hold."),
    ],
)  # fmt: skip
def test_a_line_that_tells_what_is_veiled_needs_another_for_those_who_may_not_read_it(
    altered: Callable[..., Game], old: str, new: str, said: str
) -> None:
    assert told(altered("words.toml", old, new)) == said


def test_a_line_that_tells_nothing_veiled_needs_no_other(altered: Callable[..., Game]) -> None:
    altered("words.toml", "chose a window: {choice}.", "chose a window.")
    altered("words.toml", "eligen ventana, {choice}.", "eligen ventana.")
    check_sound(altered("words.toml", "\nwindow-sealed-hidden = ", "\nwindow-hidden = "))


def test_a_line_may_tell_the_dice_of_its_event(altered: Callable[..., Game]) -> None:
    check_sound(altered("words.toml", "flies: light {light}", "flies: {dice}, roll {roll}"))


# -- rules


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('first = "Hello"', 'second = "Hello"', "the edition first has no book."),
        ('section = "Windows"\n', "", "the rule windows.sealed stands nowhere."),
        ('section = "Windows"', 'heading = { en = "Windows" }', "the word windows.sealed is missing (es)."),
        ('section = "Windows"', 'section = { tenth = "Windows" }',
         "the rule windows.sealed stands in tenth, which is no edition."),
        ('es = "Si las polillas eligieron la ventana de las lámparas, cada una tira un dado más."\n', "",
         "the word flying.window is missing (es)."),
        ('[rules."flying.window"]', '[rules."owls.window"]', "the word chapter.owls is missing (en), "
         "the word chapter.owls is missing (es)."),
    ],
)  # fmt: skip
def test_what_a_rule_lacks_is_named(altered: Callable[..., Game], old: str, new: str, said: str) -> None:
    assert told(altered("rules.toml", old, new)) == said


# -- names


class Undo(Command):
    """A command that hides one of the table itself."""

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        yield Offer(cls.key)

    def decide(self, draft: Draft) -> None:
        pass


@dataclass
class HabitSet(Event):
    """An event that hides one of the table itself."""

    def apply(self, state: Any) -> None:
        pass


OWN = """
from app.core.commands import Command
from app.core.play import Event

class Flight(Event):
    def apply(self, state): pass

class Landed(Flight): pass

class Mark(Event): pass

class Land(Command):
    def decide(self, draft): pass

class LandSoftly(Land): pass
"""


def test_what_is_left_out_of_the_lists_of_a_game_is_named_but_not_what_others_are_made_from(
    altered: Callable[..., Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = altered("words.toml", "Volar", "Volar")
    for name in ("own", "test_own"):
        (game.folder / f"{name}.py").write_text(OWN, encoding="utf-8")
        spec = importlib.util.spec_from_file_location(f"moths.{name}", game.folder / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, spec.name, module)
        spec.loader.exec_module(module)
    assert told(game) == "LandSoftly is left out of own_commands, Landed is left out of own_events."


Seats = Mapping[str, str | None]


def seated(**seats: str | None) -> Game:
    """Hello with other seats beside its own."""
    return replace(GAME, seats=lambda options: {**SEATS, **seats})


FAULTS: list[tuple[Game, str]] = [
    (replace(GAME, own_commands=[*GAME.own_commands, Fly]), "fly is there twice."),
    (replace(GAME, own_events=[*GAME.own_events, GAME.own_events[0]]), "wish-made is there twice."),
    (replace(GAME, own_commands=[*GAME.own_commands, Undo]), "undo is a name of the table itself."),
    (replace(GAME, own_events=[*GAME.own_events, HabitSet]), "habit-set is a name of the table itself, "
     "the line event.habit-set tells rolls, which its event does not hold, "
     "the line event.habit-set tells seat, which its event does not hold."),
    (replace(GAME, own_events=GAME.own_events[1:]), "WishMade is left out of own_events."),
    (replace(GAME, own_commands=GAME.own_commands[:-1]), "Rest is left out of own_commands."),
    (replace(GAME, fuzzing=Fuzzing(weights={"dance": 1})), "there is no command dance."),
    (replace(GAME, fuzzing=Fuzzing(decisive={"dance": 1})), "there is no command dance."),
    (replace(GAME, fuzzing=Fuzzing(steady=frozenset({"dance"}))), "there is no command dance."),
    (replace(GAME, aftermath=frozenset({"dance"})), "there is no command dance."),
    (replace(GAME, questions={"wind": Question(answers=["blows", "is-still"], at=["dance"])}),
     "there is no command dance."),
    (seated(referee="moths"), "no seat of a game may be called referee."),
    (seated(public="lamps"), "no seat of a game may be called public."),
    (seated(host="lamps"), "no seat of a game may be called host, "
     "the word name.host is missing (en), the word name.host is missing (es)."),
    *((seated(owl=side), "the seat owl is of no side of the game, "
       "the word name.owl is missing (en), the word name.owl is missing (es).") for side in ("owls", None)),
    (replace(GAME, seats=lambda options: {"lamp": "lamps"}), "the side moths has no seat."),
    (replace(GAME, sides=("referee",), seats=None), "no seat of a game may be called referee."),
]  # fmt: skip


@pytest.mark.parametrize(("game", "said"), FAULTS, ids=lambda part: part if isinstance(part, str) else "")
def test_a_name_that_cannot_be_is_named(game: Game, said: str) -> None:
    assert told(game) == said


def test_a_numbered_seat_needs_no_word_but_that_of_all_of_its_kind() -> None:
    check_sound(seated(**{"lamp-5": "lamps"}))
    assert "the word name.owl-5 is missing (en)" in told(seated(**{"owl-5": "lamps"}))


@pytest.mark.parametrize("key", [*sorted(SHARED_FOLDERS), "Owl", "an owl", "../owl", ""])
def test_a_game_that_would_hide_templates_or_is_no_plain_key_is_told(key: str) -> None:
    with pytest.raises(Refused) as no:
        check_sound(replace(GAME, key=key))
    assert f"no game may go by {key}" in Speech(shared_words(), "en").refusal(no.value)


def test_the_folders_that_no_game_may_hide_are_those_of_the_house() -> None:
    assert {path.name for path in app.beside("templates").iterdir() if path.is_dir()} == SHARED_FOLDERS


def test_a_game_without_questions_has_no_word_for_answering_them() -> None:
    weighted = Fuzzing(weights={"table-ruling": 1})
    check_sound(replace(GAME, fuzzing=weighted))
    assert told(replace(GAME, questions={}, fuzzing=weighted)) == (
        "there is no command table-ruling, the rule flying.wind is about wind, which is not there."
    )


# -- a first table


def fails(*_: object) -> Any:
    raise LookupError("no candle")


def refuses(*_: object) -> Any:
    raise Refused("not-your-window", field="dusk")


def unread(options: Any, *_: object) -> Any:
    return {"dusk": options.dawn}


def strange_phase(opening: Any) -> Any:
    state = start(opening)
    state.phase = "dawn"
    return state


def unseated(opening: Any) -> Any:
    state = start(opening)
    del state.seats["lamp"]
    return state


TABLES: list[tuple[dict[str, Any], str]] = [
    ({"opening": fails}, "it fails (LookupError: no candle)."),
    ({"opening": refuses}, "it fails (not-your-window dusk)."),
    ({"opening": unread}, "it fails (AttributeError: 'HelloOptions' object has no attribute 'dawn')."),
    ({"opening": lambda options, cards, own: {"dusk": {1, 2}}},
     "it fails (TypeError: Object of type set is not JSON serializable)."),
    ({"start": fails}, "it fails (LookupError: no candle)."),
    ({"start": unseated}, "its state has no seat lamp."),
    ({"start": fails, "own_events": GAME.own_events[1:]}, "WishMade is left out of own_events."),
    ({"own_events": GAME.own_events[1:], "phases": ("flying", "over")},
     "WishMade is left out of own_events, the phase choosing is none of its phases."),
    ({"start": strange_phase}, "the phase dawn is none of its phases."),
    ({"phases": ("flying", "over")}, "the phase choosing is none of its phases."),
    ({"shown": fails}, "it fails (LookupError: no candle)."),
    ({"open_book": fails}, "it fails (LookupError: no candle)."),
    ({"seats": fails}, "it fails (LookupError: no candle)."),
    ({"editions": ()}, "it has no edition."),
]  # fmt: skip


@pytest.mark.parametrize(("parts", "said"), TABLES, ids=lambda part: next(iter(part)) if isinstance(part, dict) else "")
def test_a_table_that_cannot_be_opened_or_shown_is_told(parts: dict[str, Any], said: str) -> None:
    assert told(replace(GAME, **parts)) == said


@pytest.mark.parametrize("seat", [*SEATS, "referee", "public"])
def test_the_board_is_looked_at_from_every_seat(seat: str) -> None:
    def shown(table: Any, viewer: Any, offers: Any) -> Any:
        return fails() if viewer.name == seat else {}

    assert told(replace(GAME, shown=shown)) == "it fails (LookupError: no candle)."


def test_seats_may_depend_on_what_only_this_game_asks() -> None:
    check_sound(replace(GAME, seats=lambda options: SEATS if options.dusk == "late" else {}))


# -- the shelf


def test_a_shelf_with_a_faulty_game_is_refused_at_every_look() -> None:
    shelf = Shelf(lambda: [GAME, replace(GAME, key="dusk", phases=("dawn",))])
    for _ in range(2):
        with pytest.raises(Refused, match="faulty-game"):
            len(shelf)


@pytest.mark.parametrize(
    ("held", "said"),
    [
        ({"GAME": 1}, "strange.game holds no game."),
        ({}, "it fails (AttributeError: 'types.SimpleNamespace' object has no attribute 'GAME')."),
    ],
)
def test_a_folder_without_a_game_is_told(
    held: dict[str, Any], said: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "strange.game", SimpleNamespace(**held))
    with pytest.raises(Refused) as no:
        game_in("strange", tmp_path / "strange")
    assert Speech(shared_words(), "en").refusal(no.value).endswith(said)


def test_a_question_without_answers_is_told() -> None:
    key = next(iter(GAME.questions))
    assert told(replace(GAME, questions={key: Question(answers=[])})) == f"the question {key} has no answers."


def test_two_games_by_one_name_are_told() -> None:
    shelf = Shelf(lambda: [GAME])
    shelf.put(GAME)
    with pytest.raises(Refused) as no:
        shelf.put(replace(GAME))
    assert Speech(shared_words(), "en").refusal(no.value).endswith("hello is there twice.")
    shelf.take_down("hello")
    shelf.put(replace(GAME))
    assert list(shelf) == ["hello"]


@pytest.mark.parametrize("words", [["table", "fuzz", "--game", "hello"], ["ruling", "hello", "fly"]])
def test_every_command_that_looks_at_the_shelf_says_it(restocked: Callable[..., None], words: list[str]) -> None:
    restocked(replace(GAME, phases=("flying", "over")))
    result = CliRunner(env={"LC_ALL": "es_ES.UTF-8"}).invoke(main, words)
    assert (result.exit_code, type(result.exception)) == (1, SystemExit)
    assert "El juego «hello» no puede estar en el estante: la fase choosing no es ninguna" in click.unstyle(
        result.stderr
    )


# -- templates, which are read when the house opens


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("</header>", "{% endif %}</header>", "the file hello/board.html cannot be read (6: Encountered unknown tag"),
        ("said.label(offer)", "offer|sing", "the file hello/board.html cannot be read (22: No filter named 'sing'"),
        ("parts/last.html", "parts/lost.html", "the file parts/lost.html is missing."),
        ("parts/last.html", "hello/lost.html", "the file hello/lost.html is missing."),
    ],
)
def test_a_template_that_cannot_be_drawn_is_told_when_the_house_opens(
    altered: Callable[..., Game], restocked: Callable[..., None], old: str, new: str, said: str
) -> None:
    restocked(altered("templates/board.html", old, new))
    with pytest.raises(Refused) as no:
        app.routed_app()
    assert said in Speech(shared_words(), "en").refusal(no.value)


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("words.toml", "\nsealed = {", "\nsealled = {", "the word board.sealed is missing (en), "
         "the word board.sealed is missing (es)."),
        ("templates/board.html", "{{ name }}\">", "{{ nam }}\">", "cannot be drawn (10: 'nam' is undefined)"),
        ("templates/board.html", "{{ state.turn }}", "{{ state.tern }}", "has no attribute 'tern')"),
        ("templates/board.html", "{{ state.turn }}", "{{ steps(state) }}", "the file hello/board.html cannot be drawn "
         "(4: 'steps' is undefined)."),
        ("templates/board.html", "'phase.' ~ state.phase", "'phrase.' ~ state.phase", "the file hello/board.html "
         "cannot be drawn (4: KeyError: 'phrase.choosing')"),
        ("templates/board.html", '<main id="board"', '<main id="bord"', "the file hello/board.html has no "
         '<main id="board">.'),
        ("words.toml", "\nsame_window = {", "\nsame = {", "the word fact.same_window is missing (en), "
         "the word fact.same_window is missing (es)."),
        ("words.toml", "\nshade = {", "\nshadow = {", "the word name.shade is missing (en), "
         "the word name.shade is missing (es)."),
        ("words.toml", "[result]\nlight = {", "[result]\ndark = {", "the word result.light is missing (en), "
         "the word result.light is missing (es)."),
        ("words.toml", "\nflames = {", "\nfires = {", "the word reason.flames is missing (en), "
         "the word reason.flames is missing (es)."),
        ("templates/options.html", "loop.first", "dusk.first.of", "the file hello/options.html cannot be drawn (5: "),
    ],
)  # fmt: skip
def test_a_board_or_a_ruling_that_cannot_be_drawn_is_told_when_the_house_opens(
    altered: Callable[..., Game], restocked: Callable[..., None], name: str, old: str, new: str, said: str
) -> None:
    restocked(altered(name, old, new))
    with pytest.raises(Refused) as no:
        app.routed_app()
    assert said in Speech(shared_words(), "en").refusal(no.value)


def test_a_piece_whose_address_would_hold_no_code_is_told_when_the_house_opens(
    altered: Callable[..., Game], restocked: Callable[..., None]
) -> None:
    game = altered("templates/board.html", '{% include "parts/connection.html" %}', "{{ piece('hello/leaf.html') }}")
    leaf = "<a href=\"{{ url_for('play.log', code=code) }}\">{{ _('Log') }}</a>"
    (game.folder / "templates" / "leaf.html").write_text(leaf, encoding="utf-8")
    restocked(game)
    with pytest.raises(Refused) as no:
        app.routed_app()
    assert "url_for(…, code=code) in a piece" in Speech(shared_words(), "en").refusal(no.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('Refused("has-flown"', 'Refused("has-flown" if look else "has-sung"', "the word refusal.has-sung is missing"),
        (
            'choose={"wish": Span',
            'choose={"hope": Span',
            "the word field.hope is missing (en), the word field.hope is missing",
        ),
        ('"flying.dice")\n\n\ndef settle', '"flying.dive")\n\n\ndef settle', "there is no rule flying.dive."),
    ],
)
def test_a_refusal_without_words_or_rule_is_told_when_the_house_opens(
    altered: Callable[..., Game], restocked: Callable[..., None], old: str, new: str, said: str
) -> None:
    game = altered("words.toml", "Volar", "Volar")
    program = (GAME.folder / "game.py").read_text(encoding="utf-8")
    assert old in program
    (game.folder / "game.py").write_text(program.replace(old, new), encoding="utf-8")
    restocked(game)
    with pytest.raises(Refused) as no:
        app.routed_app()
    assert said in Speech(shared_words(), "en").refusal(no.value)


class Bare(Facts):
    """Facts of a ruling whose dice nobody can enter."""

    dice: Annotated[list[int], Rolled()] | None = None


def test_a_ruling_with_an_empty_die_is_told_when_the_house_opens(restocked: Callable[..., None]) -> None:
    restocked(replace(GAME, rulings={"fly": (Bare, lambda facts, book: Answer({"dice_needed": 1}, Ruling()))}))
    with pytest.raises(Refused) as no:
        app.routed_app()
    assert "the dice of fly.dice have no faces." in Speech(shared_words(), "en").refusal(no.value)


def test_what_the_house_finds_when_it_opens_is_told_together(
    altered: Callable[..., Game], restocked: Callable[..., None]
) -> None:
    altered("words.toml", "\nsame_window = {", "\nsame = {")
    restocked(altered("templates/board.html", '<main id="board"', "<main"))
    with pytest.raises(Refused) as no:
        app.routed_app()
    said = Speech(shared_words(), "en").refusal(no.value)
    assert "fact.same_window is missing (es), the file hello/board.html has no <main" in said


FAULTY = """
import dataclasses
import app.games
from app.cli import main
from app.core.shelf import Shelf
from tests.hello.game import GAME

app.games.SHELF = Shelf(lambda: [dataclasses.replace(GAME, phases=("dawn", *GAME.phases[1:]))])
main()
"""
SAID = {
    "en": "Error: The game “hello” cannot stand on the shelf: the word phase.dawn is missing (en), "
    "the word phase.dawn is missing (es), the phase choosing is none of its phases.",
    "es": "Error: El juego «hello» no puede estar en el estante: falta la palabra phase.dawn (en), "
    "falta la palabra phase.dawn (es), la fase choosing no es ninguna de sus fases.",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_house_with_a_faulty_game_is_not_served(tmp_path: Path, language: str) -> None:
    command = [sys.executable, "-c", FAULTY, "serve", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path)]
    environment = {**os.environ, "LC_ALL": f"{language}.UTF-8", "PYTHONUTF8": "1"}
    ended = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.strip() == SAID[language]
