"""What a game lacks, looked for when it is put on the shelf: files, names, words, rules, a first table."""

from __future__ import annotations

import json
import re
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from app.core import log_lines
from app.core.book import read
from app.core.commands import Command
from app.core.editions import places_of
from app.core.facts import parsed
from app.core.game import PRACTICE, REFEREE, Game
from app.core.housekeeping import COMMANDS, EVENTS
from app.core.lifespan import TableOpened
from app.core.offers import Offer
from app.core.opening import opening_of
from app.core.options import Options
from app.core.play import PUBLIC, Entry, Event, Seat
from app.core.practice import Practice
from app.core.refusals import Malformed, Refused
from app.core.table import Table
from app.core.table_rulings import tracked_paths
from app.core.toml_files import at_line, data_in, text_in
from app.core.veil import mark_of
from app.core.words import LANGUAGES, NUMBERED, AsGiven, Speech, flattened, shared_words

VARIANT = re.compile("(-hidden)?(-(without|one)-.+)?")
"""What may follow in the name of a line of the log: it is for whoever may not read the other, or has less to tell."""
RESERVED = frozenset({REFEREE, PUBLIC.name, "host"})
"""Names that no game may give to a seat of its own."""
KEY = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
"""How the key of a game is written: it stands in addresses, and is the name of folders."""
SHARED_FOLDERS = frozenset({"parts", "table", "cards", "missions", "printing", "house"})
"""Folders of templates that all games share: a game of such a name would hide them."""
TEXTS = ("words.toml", "rules.toml")
FILES = (*TEXTS, "templates/board.html")
"""What every game has in its folder."""
PAGES = ("places", "chosen", "campaign")
"""What a game may say it has that a template of this name draws."""
VAGUE = {"part-fails": 1, "fails": 2}
"""Faults that may follow from any other, by how little they say."""
Faults = Iterator[Refused]
Look = Callable[[Game], Faults]


def check_sound(game: Game) -> None:
    """Raises Refused for a game that lacks something, naming all of it: of its files alone where they are faulty."""
    check_by(game, faults_of_files)
    check_by(game, faults_of_names, faults_of_rules, faults_of_words, faults_of_a_table)


def check_by(game: Game, *looks: Look) -> None:
    """Raises Refused for what these looks at a game find, each fault once. What broke one off is told only where
    nothing is lacking by name: that is mostly why.
    """
    found = [fault for look in looks for fault in looked_over(look, game)]
    if found:
        least = min(VAGUE.get(fault.code, 0) for fault in found)
        clearest = [fault for fault in found if VAGUE.get(fault.code, 0) == least]
        said = Speech(shared_words(), LANGUAGES[0])
        raise faulty(game.key, list({said.refusal(fault): fault for fault in clearest}.values()))


def faulty(key: str, faults: list[Refused]) -> Refused:
    """The no to a game by its key; where nobody says it in words, its traceback does."""
    no = Refused("faulty-game", game=AsGiven(key), faults=faults)
    no.add_note(Speech(shared_words(), LANGUAGES[0]).refusal(no))
    return no


def looked_over(look: Look, game: Game) -> Faults:
    """The faults that one look finds; whatever breaks off the look is one more."""
    try:
        yield from look(game)
    except Exception as error:
        yield Refused("fails", error=said_of(error, game.folder))


def said_of(error: Exception, folder: Path | None = None) -> AsGiven:
    """What broke something off, in short, and the innermost place of it in the game's own folder."""
    if isinstance(error, Refused | Malformed):
        return AsGiven(f"{error.code} {error.field or ''}".rstrip())
    place = place_in(folder, error) if folder else ""
    return AsGiven(f"{type(error).__name__}: {error}{f'; {place}' if place else ''}")


def place_in(folder: Path, error: Exception) -> str:
    """Where in a folder an error was raised, "turn/moves.py: 12"; nothing where it was raised elsewhere."""
    steps = traceback.extract_tb(error.__traceback__)
    places = [(Path(one.filename), one.lineno) for one in steps if Path(one.filename).is_relative_to(folder)]
    return f"{places[-1][0].relative_to(folder).as_posix()}: {places[-1][1]}" if places else ""


# -- files


def faults_of_files(game: Game) -> Faults:
    """Files that are missing or cannot be read."""
    for name in (*FILES, *(f"templates/{page}.html" for page in PAGES if getattr(game, page))):
        if not (game.folder / name).is_file():
            yield Refused("lacks-file", file=AsGiven(name))
        elif name in TEXTS:
            yield from _unreadable(game, name)
    if (game.folder / PRACTICE).is_file():
        yield from _unreadable(game, PRACTICE) or faults_of_practice(game)


def faults_of_practice(game: Game) -> Faults:
    """A script of another form, or one that tells whoever practises nothing before their first press."""
    path = game.folder / PRACTICE
    try:
        script = parsed(Practice, read(path))
        if not next((step.tell for step in script.steps if step.seat == script.seat), None):
            raise Malformed("missing-field", field="steps.tell")
    except (Refused, Malformed) as fault:
        why = at_line(path.read_text(encoding="utf-8"), fault)
        yield Refused("unreadable", file=AsGiven(PRACTICE), why=why)


def _unreadable(game: Game, name: str) -> list[Refused]:
    path = game.folder / name
    try:
        read(path)
    except (ValueError, RecursionError):
        return [Refused("unreadable", file=AsGiven(name), why=fault_in(path.read_bytes()))]
    return []


def fault_in(content: bytes) -> Refused:
    """Why a file is no TOML, with the line."""
    try:
        data_in(text_in(content))
    except Refused as why:
        return why
    raise AssertionError("a file that can be read after all")


# -- names


def faults_of_names(game: Game) -> Faults:
    """Commands and events that go by one name, are left out or do nothing, seats that no game may have, no editions or
    dice, mentions of what is not there."""
    if game.key in SHARED_FOLDERS or not KEY.fullmatch(game.key):
        yield Refused("no-key-of-a-game", key=AsGiven(game.key))
    yield from doubled([one.key for one in game.own_commands], [one.key for one in COMMANDS])
    yield from doubled([one.key for one in game.own_events], [one.key for one in EVENTS])
    yield from left_out(game, "own_commands", Command, "decide")
    yield from left_out(game, "own_events", Event, "apply")
    yield from lacking_methods(game.own_commands, Command, "offers", "decide")
    yield from lacking_methods(game.own_events, Event, "apply")
    yield from faults_of_seats(game)
    yield from faults_of_dice(game)
    if not game.editions:
        yield Refused("lacks-edition")
    yield from (
        Refused("lacks-answer", question=AsGiven(key)) for key, one in game.questions.items() if not one.answers
    )
    absent = mentioned(game) - set(game.commands)
    yield from (Refused("lacks-command", command=AsGiven(key)) for key in sorted(absent))


def mentioned(game: Game) -> set[str]:
    """The commands that a game names beside its list of them; of its first things, those that are no label of an offer,
    which has a word."""
    first = {key for key in game.first_things if f"command.{key}" not in game.words}
    practised = {step.command for step in game.practice.steps} if game.practice else set()
    weighed = {*game.fuzzing.weights, *game.fuzzing.decisive, *game.fuzzing.steady}
    return {*game.aftermath, *first, *practised, *weighed}.union(*(one.at for one in game.questions.values()))


def doubled(own: list[str], of_the_table: Iterable[str]) -> Faults:
    """Keys that are there twice, or that the table itself has."""
    yield from (Refused("key-twice", key=AsGiven(key)) for key in dict.fromkeys(own) if own.count(key) > 1)
    yield from (Refused("key-of-the-table", key=AsGiven(key)) for key in of_the_table if key in own)


def left_out(game: Game, place: str, root: Any, does: str) -> Faults:
    """Kinds of events or commands in the game's modules that its list does not name: at a table they would break.

    What others of its own are made from is none itself, nor is what does not say what it does.
    """
    listed = {full_name(kind) for kind in getattr(game, place)}
    own = [kind for kind in dict.fromkeys(kinds_of(root)) if is_of(game, kind)]
    bases = {base for kind in own for base in kind.__mro__[1:]}
    for kind in own:
        if full_name(kind) not in listed and kind not in bases and getattr(kind, does) is not getattr(root, does):
            yield Refused("left-out", name=AsGiven(kind.__name__), place=AsGiven(place))


def lacking_methods(listed: Iterable[type[Any]], root: type[Any], *methods: str) -> Faults:
    """Listed kinds of events or commands that do not say what they do: at a table they would break."""
    for kind in listed:
        silent = [name for name in methods if next(one for one in kind.__mro__ if name in vars(one)) is root]
        yield from (Refused("lacks-method", name=AsGiven(kind.__name__), method=AsGiven(name)) for name in silent)


def kinds_of(root: type[Any]) -> Iterator[type[Any]]:
    """Every class that is made from this one, and from those."""
    kind: type[Any]
    for kind in root.__subclasses__():
        yield kind
        yield from kinds_of(kind)


def full_name(kind: type) -> str:
    """The name of a class with that of its module: a decorator may have made a second one of it."""
    return f"{kind.__module__}.{kind.__qualname__}"


def is_of(game: Game, kind: type) -> bool:
    """Whether a class stands in a module of the game's folder that is no test."""
    file = Path(getattr(sys.modules.get(kind.__module__), "__file__", None) or "none")
    return file.is_relative_to(game.folder) and not file.name.startswith("test_")


def faults_of_seats(game: Game) -> Faults:
    """Seats by a name that is taken or of a side that is none, sides without a seat."""
    seats = game.seats_for(plain_options(game))
    yield from (Refused("seat-of-the-table", seat=AsGiven(name)) for name in seats if name in RESERVED)
    yield from (
        Refused("seat-of-no-side", seat=AsGiven(name)) for name, side in seats.items() if side not in game.sides
    )
    yield from (Refused("lacks-seat", side=AsGiven(side)) for side in game.sides if side not in seats.values())


def faults_of_dice(game: Game) -> Faults:
    """No dice in a game that rolls, a die without faces: an honest log would not be believed."""
    rolling = [] if game.dice else [command.key for command in game.own_commands if command.rolls]
    yield from (Refused("lacks-dice", command=AsGiven(command)) for command in rolling)
    if not all(game.dice):
        yield Refused("lacks-faces", what=AsGiven(game.key))


def plain_options(game: Game, **more: Any) -> Options:
    """The options of a table for which nothing is chosen."""
    return game.options(game=game.key, **more)


# -- rules


def faults_of_rules(game: Game) -> Faults:
    """Editions without a book, rules without words or without a place in one, or with one in a book of no edition, or
    about what is not there."""
    own = read(game.folder / "rules.toml")
    books, rules = own.get("books", {}), own.get("rules", {})
    yield from (Refused("lacks-book", edition=AsGiven(name)) for name in game.editions if name not in books)
    for rule, entry in rules.items():
        texts = [entry, *filter(None, [entry.get("heading")])]
        absent = [language for language in LANGUAGES if not all(text.get(language) for text in texts)]
        yield from (Refused("lacks-word", key=AsGiven(rule), language=AsGiven(language)) for language in absent)
        places = entry.get("section", {})
        if not places and "heading" not in entry:
            yield Refused("lacks-section", rule_id=AsGiven(rule))
        strange = [name for name in places if name not in game.editions] if isinstance(places, Mapping) else []
        yield from (Refused("section-of-nothing", rule_id=AsGiven(rule), edition=AsGiven(name)) for name in strange)
    yield from faults_of_links(game, rules)


def faults_of_links(game: Game, rules: Mapping[str, Mapping[str, Any]]) -> Faults:
    """Rules about open questions that the game has not, or about values that are in none of its books."""
    places = places_of(game) if any("values" in entry for entry in rules.values()) else frozenset()
    for rule, entry in rules.items():
        absent = [question for question in entry.get("questions", []) if question not in game.questions]
        absent += [value for value in entry.get("values", []) if value not in places]
        yield from (Refused("about-nothing", rule_id=AsGiven(rule), what=AsGiven(one)) for one in absent)


# -- words


def faults_of_words(game: Game) -> Faults:
    """Words that are missing in a language, lines that tell what their event has not or what not everybody may read."""
    yield from missing_words(game)
    for event in game.own_events:
        yield from faults_of_lines(game, event)
        yield from faults_of_veils(game, event)


def missing_words(game: Game) -> Faults:
    """Words that the game has in one language only, and words that its keys need."""
    own, words = flattened(read(game.folder / "words.toml")), whole_and_half_words(game)
    halves = [key for key in words if key not in game.words]
    for key in dict.fromkeys([*halves, *own, *needed_words(game), *words_of_names(game, words)]):
        yield from missing(words, key)


def whole_and_half_words(game: Game) -> Mapping[str, Any]:
    """The words of a game, those too that it has in one language only."""
    own = flattened(read(game.folder / "words.toml"))
    halves = dict.fromkeys(key.rpartition(".")[0] for key, text in own.items() if not isinstance(text, Mapping))
    own_texts = {key: {language: own.get(f"{key}.{language}") for language in LANGUAGES} for key in halves}
    return {**game.words, **own_texts}


def missing(words: Mapping[str, Any], key: str) -> Faults:
    """The languages in which a word is missing."""
    if key.rpartition(".")[0] not in words:
        entry = words.get(key, {})
        absent = [language for language in LANGUAGES if not entry.get(language)]
        yield from (Refused("lacks-word", key=AsGiven(key), language=AsGiven(language)) for language in absent)


def needed_words(game: Game) -> Iterator[str]:
    """The keys of the words that are said of any game: also of a command whose offers all have labels of their own,
    since whoever cannot give it is told so by its name."""
    names = (game.key, *game.sides, *game.editions, *game.card_sets)
    for kind, keys in (
        ("name", names),
        ("mission", game.missions),
        ("phase", game.phases),
        ("command", (command.key for command in game.own_commands)),
        ("now", game.first_things),
        ("event", (event.key for event in game.own_events)),
        ("question", game.questions),
        ("answer", (answer for question in game.questions.values() for answer in question.answers)),
        ("ruling", game.rulings),
        ("asks", game.rulings),
        ("chapter", (rule.partition(".")[0] for rule in game.rules)),
        ("card-section", game.cards.forms if game.cards else ()),
    ):
        yield from (f"{kind}.{key}" for key in keys)
    yield from _needed_once(game)


def words_of_names(game: Game, words: Mapping[str, Any]) -> Iterator[str]:
    """The keys of the words that its seats and the faces of its dice are said with."""
    faces = (face for die in game.dice for face in die if isinstance(face, str))
    for name in (*game.seats_for(plain_options(game)), *faces):
        yield name_word(words, name)


def name_word(words: Mapping[str, Any], name: str) -> str:
    """The key of the word that a name is said with: one of many (`seat-5`) by that of all where it has none."""
    numbered = NUMBERED.fullmatch(name)
    return first_there(words, f"name.{name}", *([f"name.{numbered[1]}"] if numbered else []))


def first_there(words: Mapping[str, Any], *keys: str) -> str:
    """The first of several keys that has words; where none has, the first that should."""
    return next((key for key in keys if key in words), keys[0])


def _needed_once(game: Game) -> Iterator[str]:
    if game.mission_files and game.mission_files.levels:
        yield from ("levels.asked", "levels.told", "levels.hint")
    if game.cards:
        yield "card-set.counted"
    yield "credits"


def faults_of_lines(game: Game, event: type[Event]) -> Faults:
    """Lines of the log that tell something which their event does not hold."""
    held = {name.rstrip("_") for name in (*(one.name for one in fields(event)), *getattr(event, "also", ()))}
    held = (held - {"working"}) | ({"dice"} if "roll" in held else set())
    line = f"event.{event.key}"
    for key in (key for key in game.words if key.startswith(line) and VARIANT.fullmatch(key, len(line))):
        named = named_by(game, key)
        yield from (Refused("tells-of-nothing", key=AsGiven(key), name=AsGiven(name)) for name in sorted(named - held))


def faults_of_veils(game: Game, event: type[Event]) -> Faults:
    """A line that tells what a mark veils, without another for whoever may not read it; one for them that tells what
    does not exist for them.
    """
    marks = {"dice" if one.name == "roll" else one.name.rstrip("_"): mark_of(one) for one in fields(event)}
    veiled = {name for name, mark in marks.items() if mark}
    hidden = f"event.{event.key}-hidden"
    if veiled & named_by(game, f"event.{event.key}"):
        yield from missing(whole_and_half_words(game), hidden)
    for name in sorted(name for name in veiled & named_by(game, hidden) if marks[name] == "unseen"):
        yield Refused("tells-of-nothing", key=AsGiven(hidden), name=AsGiven(name))


def named_by(game: Game, key: str) -> set[str]:
    """The names that a line calls in any language."""
    return {name for text in game.words.get(key, {}).values() for name in re.findall(r"{(\w+)}", text)}


# -- a first table


def faults_of_a_table(game: Game) -> Faults:
    """What keeps a table of any edition, nothing else chosen, from being opened, seen from every seat and told of."""
    for edition in game.editions:
        yield from faults_of_first(first_table(game, edition=edition))


def faults_of_first(table: Table) -> Faults:
    """What is wrong with a table that has just been opened."""
    game = table.game
    table.book()
    if table.state.phase not in (game.phases or ("",)):
        yield Refused("lacks-phase", phase=AsGiven(table.state.phase))
    absent = [name for name in table.seats if name not in table.state.seats]
    yield from (Refused("state-lacks-seat", seat=AsGiven(name)) for name in absent)
    if not absent:
        yield from faults_at(table, {**whole_and_half_words(game), **table.words})


def faults_at(table: Table, words: Mapping[str, Any]) -> Faults:
    """Words and faces that are missing in what every seat is told and offered at a table."""
    needed = [f"tracked.{path.rpartition('.')[2]}" for kind in ("number", "flag")
              for path in tracked_paths(table.state, kind)]  # fmt: skip
    for seat in [*map(table.seat, table.seats), PUBLIC]:
        offers = table.offers_for(seat, greyed=True)
        needed += [key for offer in offers for key in words_of_offer(offer, words)]
        bare = [offer.command for offer in offers if offer.dice and not offer.dice.faces]
        yield from (Refused("lacks-faces", what=AsGiven(command)) for command in bare)
        show(table, seat)
    for key in dict.fromkeys(needed):
        yield from missing(words, key)


def first_table(game: Game, code: str = "", edition: str | None = None) -> Table:
    """A table of a game with a referee and nothing else chosen. Raises whatever keeps it from being opened."""
    opening = json.loads(json.dumps(opening_of(game, plain_options(game, referee=True, edition=edition))))
    return Table(code, game, [Entry(0, "", "", "", 0.0, [TableOpened(opening)])])


def words_of_offer(offer: Offer, words: Mapping[str, Any]) -> Iterator[str]:
    """The keys of the words that an offer and its form are said with."""
    yield f"command.{offer.label or offer.command}"
    yield from (first_there(words, f"field.{name}", f"field.{offer.command}-{name}") for name in offer.choose)
    faces = offer.dice.faces if offer.dice else []
    yield from (name_word(words, face) for face in faces if isinstance(face, str))
    if offer.hint:
        yield offer.hint
    for no in (*offer.left_out, *([offer.why_not] if offer.why_not else [])):
        yield f"refusal.{no.code}"


def show(table: Table, seat: Seat) -> None:
    """All that a seat is shown, made and thrown away."""
    log_lines.state(table, seat)
    table.game.shown(table, seat, table.offers_for(seat))
