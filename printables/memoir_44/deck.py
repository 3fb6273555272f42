"""Texts of cards and sheets: words with the book's numbers, and lines from its tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache

from app.core.rules.book import load_toml
from app.games.memoir_44.book import BadgeCard, Move, Profile
from printables.card_text import Line, title
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
    move = card.move or unit.move
    found = [source.speech.name(card.unit)]
    if card.figures:
        found.append(say("made.figures", count=card.figures, usual=unit.figures))
    found += [moves_of(source, move), say("made.dice", dice=run(profile_of(source, name)))]
    return [*found, say("made.retreat", count=card.retreat)] if card.retreat > 1 else found


def badge_lines(source: Source, name: str) -> list[Line]:
    return [line for entry in contents()["badges"].get(name, ()) for line in lines_for(source, entry)]


def profile_of(source: Source, name: str) -> Profile:
    profiles = {str(key): profile for key, profile in source.book.profiles.items()}
    return profiles.get(name) or profiles[card_of(source, name).unit]


def card_of(source: Source, name: str) -> BadgeCard:
    return next(card for key, card in source.book.badges.items() if key == name)


def moves_of(source: Source, move: Move) -> str:
    if move.battle == move.no_battle:
        return source.speech.translate("made.moves-alike", count=move.battle)
    key = "moves" if move.battle else "moves-or-battles"
    return source.speech.translate(f"made.{key}", battle=move.battle, further=move.no_battle)


# -- generated from the book


def run(profile: Profile) -> str:
    return "-".join(str(dice) for dice in profile.dice)


def profiles(source: Source) -> Iterator[Line]:
    for name, profile in source.book.profiles.items():
        yield Line(run(profile), lead=f"{capital(source.speech.name(name))}:")


def units(source: Source) -> Iterator[Line]:
    speech, book = source.speech, source.book
    for name in ("infantry", "armour", "artillery"):
        unit, profile = book.units[name], book.profiles[name]
        said = [
            speech.translate("made.figures-of", count=unit.figures),
            moves_of(source, unit.move),
            speech.translate("made.dice", dice=run(profile)),
            speech.translate("made.hit-by", faces=list(unit.hit_by)),
        ]
        said += [speech.translate(f"made.{key}") for key, there in abilities(source, name).items() if there]
        yield Line("; ".join(said), lead=f"{capital(speech.name(name))}:")


def abilities(source: Source, name: str) -> Mapping[str, bool]:
    unit = next(unit for key, unit in source.book.units.items() if key == name)
    return {"no-sight": not unit.sees, "no-ground": not unit.takes_ground, "overruns": unit.overruns}


def die(source: Source) -> Iterator[Line]:
    faces = source.book.die
    said = [f"{faces.count(face)} × {source.speech.name(face)}" for face in dict.fromkeys(faces)]
    yield Line(", ".join(said), lead=f"{source.speech.translate('column.die')}:")


def hits(source: Source) -> Iterator[Line]:
    faces = source.book.die
    for name, unit in source.book.units.items():
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
