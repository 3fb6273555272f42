"""Texts of cards and sheets: words with the book's numbers, and lines from its tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache

from app.core.messages.rule_catalogue import rules_of
from app.core.rules.book import load_toml
from app.games.memoir_44.book import FOLDER, Move, Unit
from app.games.memoir_44.rulings.rule_of import BADGES, MARKS
from printables.card_text import Line, title
from printables.memoir_44.needs import PRINTED
from printables.memoir_44.source import HERE, Source
from printables.memoir_44.style import told
from printables.words import capital


@cache
def contents() -> Mapping[str, Mapping[str, Sequence[str]]]:
    return load_toml(HERE / "lines.toml")


def lines_for(source: Source, entry: str) -> Iterable[Line]:
    kind, _, name = entry.partition(" ")
    if kind == "#":
        return [title(source.speech.translate(f"{'topic' if name in contents()['topics'] else 'head'}.{name}"))]
    if kind == "@":
        return MAKERS[name](source)
    if kind == "?":
        entry = f"{name}-{source.book.answer_for(name)}"
    label, bar, text = told(source, f"line.{entry}").partition(" | ")
    return [Line(text, lead=f"{label}:")] if bar else [Line(label)]


def topic(source: Source, name: str) -> list[Line]:
    return [line for entry in contents()["topics"][name] for line in lines_for(source, entry)]


def badge(source: Source, name: str) -> list[Line]:
    return [*(Line(capital(fact)) for fact in badge_facts(source, name)), *badge_lines(source, name)]


def badge_facts(source: Source, name: str) -> list[str]:
    card, say = card_of(source, name), source.speech.translate
    unit = source.book.units[card.unit]
    found = [source.speech.name(card.unit)]
    if card.figures != unit.figures:
        found.append(say("made.figures", count=card.figures, usual=unit.figures))
    found += [moves_of(source, card.move), *([say("made.dice", dice=run(card))] if card.dice else [])]
    return [*found, say("made.retreat", count=card.retreat)] if card.retreat > 1 else found


def badge_lines(source: Source, name: str) -> list[Line]:
    """Return what a badge does besides its numbers; of another box, what its rule says."""
    lines = [line for entry in contents()["badges"].get(name, ()) for line in lines_for(source, entry)]
    return [*lines, *rule_of_other_box(source, name)]


def rule_of_other_box(source: Source, name: str) -> Iterator[Line]:
    if source.book.badges[name].box not in PRINTED:
        yield Line(rules_of(FOLDER)[BADGES[name]]["summary"][source.speech.language])


def rules_of_single_units(source: Source) -> Iterator[Line]:
    units = source.scenario.units if source.scenario else ()
    said = {name for unit in units for name in (*unit.sign.traits, *(["camouflaged"] if unit.sign.camouflaged else []))}
    for name, rule in MARKS.items():
        if name in said:
            told = rules_of(FOLDER)[rule]["summary"][source.speech.language]
            yield Line(told, lead=f"{capital(source.speech.name(name))}:")


def card_of(source: Source, name: str) -> Unit:
    return source.book.badges[name]


def moves_of(source: Source, move: Move) -> str:
    if move.battle == move.no_battle:
        return source.speech.translate("made.moves-alike", count=move.battle)
    key = "moves" if move.battle else "moves-or-battles"
    return source.speech.translate(f"made.{key}", battle=move.battle, further=move.no_battle)


# -- generated from the book


def run(profile: Unit) -> str:
    return "-".join(str(dice) for dice in profile.dice)


def profiles(source: Source) -> Iterator[Line]:
    for name in printed(source, source.book.profiles):
        profile = source.book.profiles[name]
        yield Line(run(profile), lead=f"{capital(source.speech.name(name))}:")


def printed(source: Source, kinds: Mapping[str, Unit]) -> list[str]:
    """Return the kinds of base game and Terrain Pack, and those a scenario has besides."""
    worn = {unit.badge for unit in source.scenario.units} if source.scenario else set()
    rows = [source.book.badges[badge] for badge in worn if badge]
    known = {name for row in rows for name in (row.attacks_as, row.target_as)}
    return [name for name, kind in kinds.items() if kind.box in PRINTED or name in known]


def units(source: Source) -> Iterator[Line]:
    speech, book = source.speech, source.book
    for name in ("infantry", "armour", "artillery"):
        unit = book.units[name]
        said = [
            speech.translate("made.figures-of", count=unit.figures),
            moves_of(source, unit.move),
            speech.translate("made.dice", dice=run(unit)),
            speech.translate("made.hit-by", faces=list(unit.hit_by)),
        ]
        said += [speech.translate(f"made.{key}") for key, there in abilities(source, name).items() if there]
        yield Line("; ".join(said), lead=f"{capital(speech.name(name))}:")


def abilities(source: Source, name: str) -> Mapping[str, bool]:
    unit = source.book.units[name]
    return {"no-sight": not unit.sees, "no-ground": not unit.takes_ground, "overruns": unit.overruns}


def die(source: Source) -> Iterator[Line]:
    faces = source.book.die
    said = [f"{faces.count(face)} × {source.speech.name(face)}" for face in dict.fromkeys(faces)]
    yield Line(", ".join(said), lead=f"{source.speech.translate('column.die')}:")


def hits(source: Source) -> Iterator[Line]:
    faces = source.book.die
    for name in printed(source, source.book.targets):
        unit = source.book.targets[name]
        chance = sum(face in unit.hit_by for face in faces)
        said = f"{source.speech.name(list(unit.hit_by))} ({chance}/{len(faces)})"
        yield Line(said, lead=f"{capital(source.speech.name(name))}:")


def big_gun(source: Source) -> Iterator[Line]:
    yield Line(capital(source.speech.translate("made.dice", dice=run(source.book.profiles["big-gun"]))))


def mountain_gun(source: Source) -> Iterator[Line]:
    dice = source.speech.translate("made.dice", dice=run(source.book.profiles["artillery-on-mountain"]))
    yield Line(dice, lead=f"{capital(source.speech.name('artillery-on-mountain'))}:")


def mines(source: Source) -> Iterator[Line]:
    tokens = ", ".join(str(value) for value in source.book.mine_tokens)
    yield Line(tokens, lead=f"{source.speech.translate('column.tokens')}:")


ABOUT = {"engineers-wire": "wire", "engineers-mines": "minefield", "engineers-explodes": "minefield"}
"""Badge lines about a thing on a hex, with that thing."""

MAKERS: Mapping[str, Callable[[Source], Iterable[Line]]] = {
    "profiles": profiles,
    "die": die,
    "hits": hits,
    "mines": mines,
    "big-gun": big_gun,
    "mountain-gun": mountain_gun,
    "units": units,
}
