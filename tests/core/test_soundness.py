"""What a game names and has not: pages without a template, rules of nothing, commands that do nothing, phases, dice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

import app
from app.core.book import Page
from app.core.commands import Command, Draft, Look
from app.core.game import CampaignRules, Game
from app.core.offers import Offer
from app.core.play import Event
from app.core.soundness import check_sound
from app.core.words import LANGUAGES
from tests.hello.game import DIE, GAME, Rest
from tests.hello.lacking import told, told_at_the_opening

CAMPAIGN = CampaignRules(lambda table: None, lambda table: {}, lambda opening: None)


def lacking(key: str) -> str:
    """What is said of a word that is there in no language."""
    return ", ".join(f"the word {key} is missing ({language})" for language in LANGUAGES)


# -- files


@pytest.mark.parametrize(
    ("page", "game"),
    [
        ("places", replace(GAME, places=lambda table, seat: {})),
        ("chosen", replace(GAME, chosen=lambda table, seat, offers, thing: {})),
        ("campaign", replace(GAME, campaign=CAMPAIGN)),
    ],
)
def test_a_page_that_a_game_has_needs_its_template(altered: Callable[..., Game], page: str, game: Game) -> None:
    assert told(game) == f"the file templates/{page}.html is missing."
    folder = altered("templates/board.html", "<main", "<main").folder
    (folder / f"templates/{page}.html").write_text("{{ said.say('name.hello') }}", encoding="utf-8")
    check_sound(replace(game, folder=folder))


STEP = '{ seat = "lamp", command = "choose-window", fields = { window = "north" }, tell = { en = "A", es = "A" } }'
SCRIPT = f'seat = "lamp"\nseed = "s"\nend = {{ en = "B", es = "B" }}\nsteps = [\n{STEP},\n]\n'


UNREADABLE = "the file data/practice.toml cannot be read"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('seat = "lamp"\n', "", f"{UNREADABLE} (Line 1, seat: Missing.)."),
        ('seat = "lamp"\n', 'seat = "lamp"\nx = 1\n', f"{UNREADABLE} (Line 2, x: Not known here.)."),
        ('tell = { en = "A", es = "A" }', 'tell = { en = "A" }', f"{UNREADABLE} (Line 5, steps.0.tell: "),
        (', tell = { en = "A", es = "A" }', "", f"{UNREADABLE} (Line 4, steps.tell: Missing.)."),
        ("steps = [", "steps = ", f"{UNREADABLE} (Line 4, steps =: "),
        ('command = "choose-window"', 'command = "dance"', "there is no command dance."),
    ],
)
def test_a_faulty_script_of_a_practice_table_is_named(
    practised: Callable[[str], Game], old: str, new: str, said: str
) -> None:
    assert old in SCRIPT
    assert told(practised(SCRIPT.replace(old, new))).startswith(said)


def test_a_whole_script_of_a_practice_table_is_sound(practised: Callable[[str], Game]) -> None:
    check_sound(practised(SCRIPT))


# -- commands and events


class Hum(Command):
    """A command that is not decided."""

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        yield Offer(cls.key)


class Sing(Command):
    """A command that is never offered."""

    def decide(self, draft: Draft) -> None:
        pass


@dataclass
class Hummed(Event):
    """An event from which nothing follows."""


class Doze(Rest):
    """A command that is offered and decided as the one that it is made from."""


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"own_commands": [*GAME.own_commands, Hum]}, "Hum has no decide of its own"),
        ({"own_commands": [*GAME.own_commands, Sing]}, "Sing has no offers of its own"),
        ({"own_events": [*GAME.own_events, Hummed]}, "Hummed has no apply of its own"),
    ],
)
def test_a_command_or_an_event_that_does_nothing_is_named(parts: dict[str, Any], said: str) -> None:
    assert said in told(replace(GAME, **parts)).split(", ")[0]


def test_a_command_may_do_what_the_one_does_that_it_is_made_from(altered: Callable[..., Game]) -> None:
    named = altered("words.toml", "[command]", '[command]\ndoze = { en = "Doze", es = "Dormitar" }')
    check_sound(replace(named, own_commands=[*GAME.own_commands, Doze]))


def test_a_first_thing_that_is_no_command_is_named(altered: Callable[..., Game]) -> None:
    now = altered("words.toml", "[now]", '[now]\ndance = { en = "Dance. Now.", es = "Baila. Ya." }')
    game = replace(now, first_things=("dance", *GAME.first_things))
    assert told(game) == "there is no command dance."
    assert told(game, "es") == "no hay ninguna orden dance."


def test_a_first_thing_may_be_the_label_of_an_offer(altered: Callable[..., Game]) -> None:
    altered("words.toml", "[now]", '[now]\ndance = { en = "Dance. Now.", es = "Baila. Ya." }')
    labelled = altered("words.toml", "[command]", '[command]\ndance = { en = "Dance", es = "Bailar" }')
    check_sound(replace(labelled, first_things=("dance",)))


# -- dice


@pytest.mark.parametrize(
    ("dice", "said"),
    [
        ((), "fly rolls, but the game has no dice."),
        ((DIE, ()), "the dice of hello have no faces."),
        ((DIE, ("moon",)), f"{lacking('name.moon')}."),
    ],
)
def test_dice_that_cannot_be_are_named(dice: Any, said: str) -> None:
    assert told(replace(GAME, dice=dice)) == said


def test_a_game_that_never_rolls_needs_no_dice() -> None:
    quiet = [command for command in GAME.own_commands if not command.rolls]
    said = told(replace(GAME, dice=(), own_commands=quiet))
    assert "Fly is left out" in said
    assert "dice" not in said


# -- rules


class Storm(Page):
    """A table of a book."""

    force: int = 6


class Weather(Page):
    """A book with a table in it."""

    storm: Storm = Storm()


@pytest.mark.parametrize("links", ['questions = ["storm"]', 'values = ["storm.force"]', 'values = ["storm"]'])
def test_what_a_rule_is_about_and_is_not_there_is_named(altered: Callable[..., Game], links: str) -> None:
    game = altered("rules.toml", 'questions = ["wind"]', links)
    what = links.split('"')[1]
    assert told(game) == f"the rule flying.wind is about {what}, which is not there."
    assert told(game, "es") == f"la regla flying.wind trata de {what}, que no existe."
    if links.startswith("values"):
        check_sound(replace(game, edition_book=lambda edition, answers: Weather()))


# -- phases, reasons and counts, as a program says them


def test_a_game_whose_state_has_a_phase_lists_it() -> None:
    assert told(replace(GAME, phases=())) == "the phase choosing is none of its phases."


@pytest.fixture
def written(altered: Callable[..., Game]) -> Callable[[str, str, str], Game]:
    """Hello with one of its modules written otherwise."""

    def with_module(name: str, old: str, new: str) -> Game:
        game = altered("words.toml", "Volar", "Volar")
        program = (GAME.folder / name).read_text(encoding="utf-8")
        assert old in program
        (game.folder / name).write_text(program.replace(old, new), encoding="utf-8")
        return game

    return with_module


SET, OPENED = "state.over, state.winner, state.phase, state.active = ", 'state.phase, state.active = "flying", MOTHS'


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("events.py", f'{SET}True, self.winner, "over", None', f'{SET}True, self.winner, "dawn", None',
         "the phase dawn is none of its phases."),
        ("events.py", OPENED, 'state.phase = "flying" if state.turn else "dawn"',
         "the phase dawn is none of its phases."),
        ("events.py", OPENED, '(\n            state.phase,\n        ) = ("flying",)\n        state.phase = (\n'
         '            "dawn"\n        )', "the phase dawn is none of its phases."),
        ("game.py", 'facts.same_window), "flying.window")', 'facts.same_window), "flying.pane")',
         "there is no rule flying.pane."),
        ("game.py", '.within(0, None, "flying.wind")', '.within(0, None, "flying.gust")',
         "there is no rule flying.gust."),
        ("game.py", '.within(0, None, "flying.wind")', '.within(None, 9, "flying.wind")',
         f"{lacking('reason.at-most')}."),
        ("game.py", '.plus("window", ', '.plus("pane", ', f"{lacking('reason.pane')}."),
        ("game.py", 'yield Count("hits"', 'yield Count("flames"', f"{lacking('count.flames')}."),
    ],
)  # fmt: skip
def test_what_a_program_says_only_later_is_named_when_the_house_opens(
    written: Callable[..., Game], restocked: Callable[..., None], name: str, old: str, new: str, said: str
) -> None:
    restocked(written(name, old, new))
    assert told_at_the_opening() == said


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (OPENED, 'if state.phase != "dawn":\n            state.phase = "flying"'),
        (OPENED, 'state.phase = self.phase_of("dawn")'),
        (OPENED, 'self.estate.phase = "dawn"'),
        (OPENED, '# state.phase = "dawn"'),
    ],
)
def test_a_phase_that_is_not_set_is_none(
    written: Callable[..., Game], restocked: Callable[..., None], old: str, new: str
) -> None:
    restocked(written("events.py", old, new))
    app.routed_app()


def test_a_distance_is_no_limit_of_a_number(written: Callable[..., Game], restocked: Callable[..., None]) -> None:
    near = "\n\ndef near(board: Any, start: Any, blocked: Any) -> Any:\n    return board.within(start, 3, blocked)\n"
    restocked(written("game.py", "\nGAME = ", f"{near}\n\nGAME = "))
    app.routed_app()
