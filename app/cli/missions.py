"""Missions on the command line: check a file, list, export, import."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import IO

import click

from app import default_folder
from app.cli.terminal import data_option, game_option, game_with, language, refusals_told, speech, store_in
from app.core.card_files.fields import SetData
from app.core.game import Game
from app.core.refusals import Refused
from app.core.toml_files import text_in
from app.core.words import AsGiven, Speech
from app.games import SHELF
from app.keeping.backups import DATABASE
from app.keeping.card_sets import every_set
from app.keeping.missions import (
    add_mission,
    change_mission,
    data_or_fault,
    read_mission,
    rules_of,
)
from app.keeping.store import Store


@click.group()
def missions() -> None:
    """Missions: check, list, export, import."""


def game_with_missions(name: str | None) -> Game:
    """A game whose missions are files. Raises Refused, UsageError."""
    return game_with(name, lambda game: game.mission_files, "no-missions")


def sets_in(data: str | None, game: Game) -> list[SetData]:
    """The card sets that a mission may name; no data folder is made for asking."""
    folder = Path(data) if data else default_folder()
    return every_set(Store(folder).card_sets if (folder / DATABASE).exists() else None, game)


@missions.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@game_option
@data_option
def check(file: str, game: str | None, data: str | None) -> None:
    """Check a mission's file: says which line and field is wrong, or the mission's name."""
    with refusals_told():
        played = game_with_missions(game)
    with refusals_told(played):
        mission = read_mission(text_in(Path(file).read_bytes()), played, sets_in(data, played))
    name = Speech(rules_of(played).words(mission), language()).say(f"mission.{mission['key']}")
    click.echo(speech().say("mission-file.sound", name=AsGiven(name)))


@missions.command("list")
@data_option
def list_missions(data: str | None) -> None:
    """Every mission: those of the rulebooks, and one's own."""
    store = store_in(data)
    for game in [game for game in SHELF.values() if game.mission_files]:
        for line in lines_of(game, store, speech(game)):
            click.echo(f"{game.key}  {line}")


def lines_of(game: Game, store: Store, said: Speech) -> Iterator[str]:
    """A line for each mission of a game: its key, its name, and what is wrong with it now."""
    for number in rules_of(game).shipped:
        yield f"{number}  {said.say(f'mission.{number}')}  ({said.say('card-set.shipped')})"
    sets = every_set(store.card_sets, game)
    for kept in store.missions.files(game):
        fault = data_or_fault(game, kept.text, sets)
        yield f"{kept.key}  {kept.name}" + (f"  ({said.refusal(fault)})" if isinstance(fault, Refused) else "")


@missions.command()
@click.argument("game")
@click.argument("mission")
@click.option("-o", "--output", type=click.File("wb"), default="-", help="The file to write.")
@data_option
def export(game: str, mission: str, output: IO[bytes], data: str | None) -> None:
    """A mission as a file, by its number or its key."""
    with refusals_told():
        text = text_of(game_with_missions(game), mission, data)
    output.write(text.encode())


def text_of(game: Game, mission: str, data: str | None) -> str:
    """The text of a shipped or an own mission. Raises Refused."""
    rules = rules_of(game)
    shipped = {str(number): found for number, found in rules.shipped.items()}
    if mission in shipped:
        return rules.written(shipped[mission])
    return store_in(data).missions.kept(game, mission).text


@missions.command("import")
@click.argument("game")
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@click.option("--replace", is_flag=True, help="In the place of the own mission with the same key.")
@data_option
def import_mission(game: str, file: str, replace: bool, data: str | None) -> None:
    """A file as a mission of one's own; prints its key. A file with a fault changes nothing."""
    with refusals_told():
        played = game_with_missions(game)
    with refusals_told(played):
        click.echo(keep_as(played, text_in(Path(file).read_bytes()), replace, data))


def keep_as(game: Game, text: str, replace: bool, data: str | None) -> str:
    """Keep a mission under its own key. Returns it. Raises Refused."""
    mission = read_mission(text, game, sets_in(data, game))
    box, key = store_in(data).missions, str(mission["key"])
    if not replace:
        return add_mission(box, game, text, mission)
    change_mission(box, game, key, box.kept(game, key).version, text, mission)
    return key
