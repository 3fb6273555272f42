"""What a game may lack: each check yields a sentence for every fault. `tests/test_games.py` asks them of every game."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import Any

from app.core.engine.command import Command, CommandRequest
from app.core.engine.event import PUBLIC, Entry, Event, Seat, TableEvent
from app.core.engine.offers import Choice, MultiChoice, Offer
from app.core.engine.visibility import mark_of, redact
from app.core.errors import Malformed, Refused
from app.core.game.definition import PRACTICE, REFEREE, Game
from app.core.game.edition_diff import places_of
from app.core.game.evaluate import ask_ruling
from app.core.game.options import Options
from app.core.game.setup import opening_of, opening_of_practice
from app.core.messages.translator import LANGUAGES, NUMBERED, flatten
from app.core.rules.book import effective_answers, load_toml, require_one_of
from app.core.rules.dice import SeededDice
from app.core.rules.inputs import parse
from app.core.rules.ruling import RulingResult
from app.core.table import serialize
from app.core.table.execute import begin_draft, run_command
from app.core.table.seat_view import Table
from app.core.table_commands.builtin import COMMANDS
from app.core.table_commands.house_rulings import tracked_paths
from app.core.table_commands.lifecycle import TableOpened
from app.web.lookup.ruling_form import Fact, facts_of, first_values, without_dice
from app.web.lookup.ruling_view import NEEDED, fact_words
from printables.shops import PrintSources, Shop, Source, shop_of
from tests import source_scan

Faults = Iterator[str]
Words = Mapping[str, Any]
SHARED_FOLDERS = frozenset({"parts", "table", "cards", "missions", "printing", "house"})
"""Folders of templates that all games share: a game of such a name would hide them."""
KEY = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
THING = re.compile(r"[a-z]{2,}(-[a-z]+)*(-\d+)?")
"""How a thing is named that has a word; hexes of a map, for one, are said as they are."""
VARIANT = re.compile("(-hidden)?(-(without|one)-.+)?")
"""What may follow in the name of a line of the log: it is for whoever may not read the other, or has less to tell."""


# -- words


def missing(words: Words, keys: Iterable[str]) -> Faults:
    """Words that are missing in a language."""
    for key in dict.fromkeys(keys):
        if key.rpartition(".")[0] not in words:
            for language in LANGUAGES:
                if not words.get(key, {}).get(language):
                    yield f"no word {key} ({language})"


def name_word(words: Words, name: str) -> str:
    """The key of the word that a name is said with: one of many (`seat-5`) by that of all where it has none."""
    numbered = NUMBERED.fullmatch(name)
    return first_there(words, f"name.{name}", *([f"name.{numbered[1]}"] if numbered else []))


def first_there(words: Words, *keys: str) -> str:
    """The first of several keys that has words; where none has, the first that should."""
    return next((key for key in keys if key in words), keys[0])


def all_words(game: Game) -> Words:
    """The words of a game, those too that it has in one language only."""
    own = flatten(load_toml(game.folder / "words.toml"))
    halves = dict.fromkeys(key.rpartition(".")[0] for key, text in own.items() if not isinstance(text, Mapping))
    return {**game.words, **{key: {each: own.get(f"{key}.{each}") for each in LANGUAGES} for key in halves}}


def faults_of_words(game: Game) -> Faults:
    """Words in one language only, words that any game needs, lines of the log that tell what nobody or not everybody
    knows.
    """
    words = all_words(game)
    own = flatten(load_toml(game.folder / "words.toml"))
    faces = [face for die in game.rules.dice for face in die if isinstance(face, str)]
    named = [name_word(words, name) for name in (*game.seats_for(plain_options(game)), *faces)]
    yield from missing(words, [key for key in words if key not in game.words])
    yield from missing(words, [*own, *needed_words(game), *named])
    for event in game.own_events:
        yield from faults_of_lines(game, event, words)


def needed_words(game: Game) -> Iterator[str]:
    """The keys of words that are said of any game."""
    for kind, keys in {
        "name": (game.key, *game.sides, *game.editions, *game.card_sets),
        "mission": game.missions,
        "phase": game.rules.phases,
        "command": [command.key for command in game.rules.own_commands],
        "now": game.views.advice_order,
        "event": [event.key for event in game.own_events],
        "question": game.rules.questions,
        "answer": [answer for question in game.rules.questions.values() for answer in question.answers],
        "ruling": game.rules.rulings,
        "asks": game.rules.rulings,
        "chapter": [rule.partition(".")[0] for rule in game.rule_catalogue],
        "card-section": game.files.cards.forms if game.files.cards else (),
    }.items():
        yield from (f"{kind}.{key}" for key in keys)
    if game.files.mission_files and game.files.mission_files.levels:
        yield from ("levels.asked", "levels.told", "levels.hint")
    yield from ["card-set.counted", "credits"] if game.files.cards else ["credits"]


def faults_of_lines(game: Game, event: type[Event], words: Words) -> Faults:
    """Lines of the log that tell what their event has not; of what is redacted, another for who may not read it."""

    def named(key: str) -> set[str]:
        return {name for text in game.words.get(key, {}).values() for name in re.findall(r"{(\w+)}", text)}

    held = {name.rstrip("_") for name in (*(one.name for one in fields(event)), *getattr(event, "also", ()))}
    held = (held - {"working"}) | ({"dice"} if "roll" in held else set())
    line = f"event.{event.key}"
    for key in (key for key in game.words if key.startswith(line) and VARIANT.fullmatch(key, len(line))):
        yield from (f"{key} tells {name}, which its event does not hold" for name in sorted(named(key) - held))
    marks = {"dice" if one.name == "roll" else one.name.rstrip("_"): mark_of(one) for one in fields(event)}
    marked = {name for name, mark in marks.items() if mark}
    if marked & named(line):
        yield from missing(words, [f"{line}-hidden"])
    for name in sorted(marked & named(f"{line}-hidden")):
        if marks[name] == "unseen":
            yield f"{line}-hidden tells {name}, which does not exist for whoever reads it"


# -- names, seats, rules


def faults_of_names(game: Game) -> Faults:
    """Keys that are taken, doubled or of nothing; commands and events that are left out or do nothing."""
    if game.key in SHARED_FOLDERS or not KEY.fullmatch(game.key):
        yield f"no game may go by {game.key}"
    kinds = ((game.rules.own_commands, COMMANDS, ("offers", "decide")), (game.own_events, TableEvent.kinds, ("apply",)))
    for own, of_tables, methods in kinds:
        root: type[Any] = Command if own is game.rules.own_commands else Event
        keys = [kind.key for kind in own]
        yield from (f"{key} is there twice" for key in dict.fromkeys(keys) if keys.count(key) > 1)
        yield from (f"{kind.key} is a name of the table itself" for kind in of_tables if kind.key in keys)
        yield from left_out(game, own, root, methods[-1])
        for kind in own:
            silent = [name for name in methods if next(one for one in kind.__mro__ if name in vars(one)) is root]
            yield from (f"{kind.__name__} has no {name}" for name in silent)
    first = {key for key in game.views.advice_order if f"command.{key}" not in game.words}
    practised = {step.command for step in game.practice.steps} if game.practice else set()
    weighed = {*game.fuzzing.weights, *game.fuzzing.decisive, *game.fuzzing.steady}
    asked = {key for question in game.rules.questions.values() for key in question.at}
    absent = {*game.rules.after_game_commands, *first, *practised, *weighed, *asked} - set(game.commands)
    yield from (f"there is no command {key}" for key in sorted(absent))
    yield from (f"the question {key} has no answers" for key, one in game.rules.questions.items() if not one.answers)


def left_out(game: Game, listed: Iterable[type], root: type[Any], does: str) -> Faults:
    """Kinds in the game's modules that its list does not name, but for those that others are made from."""

    def below(kind: type[Any]) -> Iterator[type[Any]]:
        for one in kind.__subclasses__():
            yield one
            yield from below(one)

    def full_name(kind: type) -> str:
        return f"{kind.__module__}.{kind.__qualname__}"

    def is_own(kind: type) -> bool:
        file = Path(getattr(sys.modules.get(kind.__module__), "__file__", None) or "none")
        return file.is_relative_to(game.folder) and not file.name.startswith("test_")

    names = {full_name(kind) for kind in listed}
    own = [kind for kind in dict.fromkeys(below(root)) if is_own(kind)]
    bases = {base for kind in own for base in kind.__mro__[1:]}
    for kind in own:
        if full_name(kind) not in names and kind not in bases and getattr(kind, does) is not getattr(root, does):
            yield f"{kind.__name__} is left out"


def faults_of_seats(game: Game) -> Faults:
    """Seats of no side or with a name that tables use, sides without a seat, dice without faces."""
    seats = game.seats_for(plain_options(game))
    yield from (f"no seat may be called {name}" for name in seats if name in {REFEREE, PUBLIC.name, "host"})
    yield from (f"the seat {name} is of no side" for name, side in seats.items() if side not in game.sides)
    yield from (f"the side {side} has no seat" for side in game.sides if side not in seats.values())
    if not game.rules.dice:
        yield from (f"{command.key} rolls without dice" for command in game.rules.own_commands if command.rolls)
    if not all(game.rules.dice):
        yield "a die without faces"


def faults_of_rules(game: Game) -> Faults:
    """Editions without a book; rules without words or a place, or about what is not there."""
    own = load_toml(game.folder / "rules.toml")
    books, rules = own.get("books", {}), own.get("rules", {})
    yield from (f"the edition {name} has no book" for name in game.editions if name not in books)
    places = places_of(game) if any("values" in entry for entry in rules.values()) else frozenset()
    for rule, entry in rules.items():
        for text in [entry, *filter(None, [entry.get("heading")])]:
            yield from (f"no words for {rule} ({each})" for each in LANGUAGES if not text.get(each))
        sections = entry.get("section", {})
        if not sections and "heading" not in entry:
            yield f"the rule {rule} stands nowhere"
        strange = [name for name in sections if name not in game.editions] if isinstance(sections, Mapping) else []
        strange += [one for one in entry.get("questions", []) if one not in game.rules.questions]
        strange += [one for one in entry.get("values", []) if one not in places]
        yield from (f"{rule} is about {one}, which is not there" for one in strange)


def faults_of_sources(game: Game) -> Faults:
    said = [source_scan.said_in(path) for path in sorted(game.folder.rglob("*.py")) if path.name[:5] != "test_"]
    words = game.words
    for found in said:
        yield from missing(words, [f"refusal.{code}" for code in found.refusals])
        yield from missing(words, [f"count.{what}" for what in found.counts])
        for name in found.choices:
            own = [f"field.{command.key}-{name}" for command in game.rules.own_commands]
            yield from missing(words, [first_there(words, f"field.{name}", *own)])
        for label in found.reasons:
            yield from missing(words, [first_there(words, f"reason.{label}", name_word(words, label))])
        yield from (f"there is no rule {rule}" for rule in found.rules if rule not in game.rule_catalogue)
        yield from (f"there is no phase {phase}" for phase in found.phases if phase not in game.rules.phases)
        yield from (f"there is no question {key}" for key in found.questions if key not in game.rules.questions)
        for key, answer in found.answers:
            if key in game.rules.questions and answer not in game.rules.questions[key].answers:
                yield f"the question {key} has no answer {answer}"


# -- first tables


def plain_options(game: Game, **more: Any) -> Options:
    """The options of a table for which nothing is chosen."""
    return game.options(game=game.key, **more)


def first_table(game: Game, code: str = "", edition: str | None = None) -> Table:
    """A table of a game with a referee and nothing else chosen. Raises whatever keeps it from being opened."""
    opening = json.loads(json.dumps(opening_of(game, plain_options(game, referee=True, edition=edition))))
    return Table(code, game, [Entry(0, "", "", "", 0.0, [TableOpened(opening)])])


def viewers(table: Table) -> list[Seat]:
    return [*map(table.seat, table.seats), PUBLIC]


def faults_of_tables(game: Game) -> Faults:
    for edition in game.editions:
        table = first_table(game, edition=edition)
        table.book()
        if table.state.phase not in (game.rules.phases or ("",)):
            yield f"{table.state.phase} is none of its phases"
        yield from (f"its state has no seat {name}" for name in table.seats if name not in table.state.seats)
        words = {**all_words(game), **table.words}
        for kind in ("number", "flag"):
            paths = tracked_paths(table.state, kind)
            yield from missing(words, [f"tracked.{path.rpartition('.')[2]}" for path in paths])
        for seat in viewers(table):
            offers = table.offers_for(seat, greyed=True)
            yield from missing(words, [key for offer in offers for key in words_of_offer(offer, words)])
            yield from (f"the dice of {one.command} have no faces" for one in offers if one.dice and not one.dice.faces)
            serialize.state(table, seat)
            table.game.views.board_view(table, seat, table.offers_for(seat))


def words_of_offer(offer: Offer, words: Words) -> Iterator[str]:
    """The keys of the words that an offer and its form are said with."""
    yield f"command.{offer.label or offer.command}"
    yield from (first_there(words, f"field.{name}", f"field.{offer.command}-{name}") for name in offer.choose)
    yield from (name_word(words, face) for face in (offer.dice.faces if offer.dice else []) if isinstance(face, str))
    yield from [offer.hint] if offer.hint else []
    yield from (f"refusal.{no.code}" for no in (*offer.left_out, *([offer.why_not] if offer.why_not else [])))
    if offer.group == "play":
        things = [value for choice in offer.choose.values() for value in values_of(choice)]
        yield from (name_word(words, one) for one in things if isinstance(one, str) and THING.fullmatch(one))


def values_of(choice: Choice) -> list[Any]:
    return choice.some if isinstance(choice, MultiChoice) else choice if isinstance(choice, list) else []


def faults_of_parts(game: Game) -> Faults:
    """Parts of a game that fail at a first table; counts without a word."""
    table = first_table(game)
    for name, ask in parts_of(table):
        try:
            ask()
        except Exception as error:
            yield f"{name} fails ({type(error).__name__}: {error})"
            return
    yield from missing(game.words, [f"count.{count.what}" for count in counts(table)])


def counts(table: Table) -> list[Any]:
    return [*table.game.views.statistics(table.state_for(PUBLIC), (), table.book())]


def parts_of(table: Table) -> Iterator[tuple[str, Callable[[], object]]]:
    game, everybody = table.game, redact(table.state, PUBLIC)
    yield "player_names", partial(game.views.player_names, table.state)
    yield "broken", table.state.broken
    yield "campaign", partial(game.history, table)
    yield "reckoned", partial(counts, table)
    yield "reopened", lambda: dict(game.rematch_setup(table, str))
    yield "audit", partial(game.fuzzing.audit, table)
    yield "options_in", lambda: parse(game.options, dict(game.options_in({}, {"game": game.key})))
    yield "drawn", lambda: ["" + one.svg for one in game.views.rule_pictures().values()]
    if picture := game.views.board_svg:
        yield "picture", lambda: "".join(picture(table.opening, view) for view in ("", *game.views.viewpoints))
    yield "on_table", lambda: game.rules.on_table(everybody)
    paths = [path for kind in ("number", "flag") for path in tracked_paths(table.state, kind)]
    things = dict.fromkeys(part for path in paths for part in path.split(".")[1:2])
    yield "beside", lambda: [list(game.views.name_suffix(table.state, thing)) for thing in things]
    yield "parts", lambda: [list(game.views.parts(table.state, thing)) for thing in things]
    for seat in viewers(table):
        yield "keepsakes", partial(lambda seat: dict(game.files.carry_over_files(table.state_for(seat), seat)), seat)
        if game.views.board_as_text:
            yield "places", partial(game.views.board_as_text, table, seat)
        if game.views.selection_view:
            yield "chosen", partial(game.views.selection_view, table, seat, table.offers_for(seat), "nothing")
        if seat.side is not None:
            yield "settle", partial(settled, table, seat)


def settled(table: Table, seat: Seat) -> None:
    """Draft what follows by itself from a command of a seat, and throw it away."""
    draft = begin_draft(table, seat, CommandRequest("", {}))
    draft.dice = SeededDice(b"")
    table.game.rules.after_command(draft)


# -- the tutorial


def faults_of_practice(game: Game) -> Faults:
    """A script that is told to nobody's seat, or one of whose steps cannot be taken."""
    script = game.practice
    if script is None:
        assert not (game.folder / PRACTICE).is_file()
        return
    if not next((step.tell for step in script.steps if step.seat == script.seat), None):
        yield "nothing is told before the first step"
    table = Table("", game, [Entry(0, "", "", "", 0.0, [TableOpened(dict(opening_of_practice(game, script)))])])
    require_one_of(list(table.seats), script.seat, "seat")
    dice = SeededDice(bytes.fromhex(script.seed))
    while table.step:
        number, step = table.step
        seat = table.seat(step.seat)
        if step.seat == script.seat and not any(step.does(step.seat, offer) for offer in table.offers_for(seat)):
            yield f"step {number + 1}, {step.command}, is not offered"
            return
        try:
            draft = run_command(table, seat, step.request, dice)
        except (Refused, Malformed) as no:
            yield f"step {number + 1}, {step.command}, is refused: {no.code} {no.field or ''}"
            return
        table.append(Entry(len(table.entries), seat.name, "", "", 0.0, draft.events))
        if table.step == (number, step):
            yield f"after step {number + 1}, {step.command}, it waits for the same step"
            return


# -- pages of rulings


def faults_of_rulings(game: Game) -> Faults:
    """Words that the pages of its rulings say and it has not, rules in their workings, and dice without faces."""
    for edition in game.editions:
        book = game.rules.edition_book(edition, effective_answers(game.rules.questions, {}))
        for ruling, (form, _) in game.rules.rulings.items():
            facts = facts_of(form, book)
            every = [*each_fact(facts)]
            answers = [*first_answers(game, ruling, facts, edition)]
            yield from missing(game.words, [key for fact in every for key in words_of_fact(game, ruling, fact)])
            yield from missing(game.words, [key for answer in answers for key in words_of_answer(game, answer)])
            workings = [each for answer in answers for each in (answer.working, *answer.also.values())]
            rules = dict.fromkeys(reason.rule for each in workings for reason in each.reasons)
            yield from (f"there is no rule {rule}" for rule in rules if rule not in game.rule_catalogue)
            bare = [fact.name for fact in every if fact.rolled and not fact.values]
            yield from (f"the dice of {ruling}.{name} have no faces" for name in bare)


def each_fact(facts: tuple[Fact, ...]) -> Iterator[Fact]:
    """Facts, and those of their rows."""
    for fact in facts:
        yield fact
        yield from each_fact(fact.fields)


def words_of_fact(game: Game, ruling: str, fact: Fact) -> Iterator[str]:
    """The keys of the words for a fact, for the values to choose from, and for the faces of its dice."""
    own, everywhere, question = fact_words(ruling, fact.name)
    yield first_there(game.words, everywhere, own, question)
    for value in (value for value in fact.values if isinstance(value, str)):
        yield first_there(game.words, f"value.{fact.name}.{value}", name_word(game.words, value))


def first_answers(game: Game, ruling: str, facts: tuple[Fact, ...], edition: str) -> Iterator[RulingResult]:
    """The answer to what its page asks at first, and the one after dice that all show their first face."""
    given = {**without_dice(facts, first_values(facts)), "edition": edition}
    dice = next((fact for fact in facts if fact.rolled and fact.values), None)
    try:
        yield (answer := ask_ruling(game, ruling, given))
        if dice is not None and (needed := answer.result.get(NEEDED)):
            fallen = dice.values[0] if dice.kind == "die" else [dice.values[0]] * needed
            yield ask_ruling(game, ruling, {**given, dice.name: fallen})
    except (Refused, Malformed):
        return  # it needs facts that nothing is chosen of at first


def words_of_answer(game: Game, answer: RulingResult) -> Iterator[str]:
    """The keys of the words for the numbers of an answer, for its reasons and for what is more or less likely."""
    counted = ("hits", "at_least")
    names = [*answer.result, *(name for name, working in answer.also.items() if working.reasons)]
    for value in answer.result.values():
        rows = [row for row in value if isinstance(row, Mapping)] if isinstance(value, list) else []
        names += [str(name) for row in rows for name in list(row)[1:]]
    for name, chances in (answer.odds or {}).items():
        if not isinstance(chances, Mapping) or set(chances) == {"true", "false"}:
            names += [name] if name not in counted else []
        elif name not in counted:
            yield from (name_word(game.words, key) for key in chances if not re.fullmatch(r"-?\d+(\.\d+)?", key))
    yield from (f"result.{name}" for name in names if not name.isdecimal())
    for working in (answer.working, *answer.also.values()):
        for reason in working.reasons:
            yield first_there(game.words, name_word(game.words, reason.label), f"reason.{reason.label}")


# -- the print shop


def lay_out(shop: Shop[Any], game: Game, language: str) -> None:
    """Everything that pages of orders show of a shop, made and thrown away. Raises whatever is wrong with it."""
    plain = {one.name: one.plain(language) for one in shop.choices}
    given = {one.name: one.read(plain[one.name], PrintSources()) for one in shop.choices if plain[one.name]}
    source = shop.plain_source(language, given, "")
    for each in (source, shop.table_source(first_table(game), language, "")):
        say_all_of(shop, each)
    shop.sample(language)
    for one in shop.choices:
        one.options(PrintSources(), source.speech)
    for count in shop.counts:
        source.speech.translate(f"hint.{count.name}")
        for group, things in count.groups(source).items():
            for name in (group, *things):
                source.speech.name(name)


def say_all_of(shop: Shop[Any], source: Source) -> None:
    """The words for a shop, for what is chosen and counted in it, and for each thing that is printed from a source."""
    settings = [*shop.choices, *shop.counts]
    for key in (shop.title, *(f"setting.{one.name}" for one in settings)):
        source.speech.translate(key)
    for product, things in shop.needs(source).items():
        source.speech.translate(f"product.{product}")
        for thing in things:
            shop.label(product, thing, source.speech)


def faults_of_shop(game: Game) -> Faults:
    """A shop that fails, or that has no words for what its pages offer."""
    if (shop := shop_of(game.key)) is not None:
        for language in LANGUAGES:
            try:
                lay_out(shop, game, language)
            except Exception as error:
                yield f"the shop fails ({language}; {type(error).__name__}: {error})"
