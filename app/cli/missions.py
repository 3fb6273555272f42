"""Missions on the command line: check, list, export, import."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import click

from app import default_folder
from app.cli.common import (
    data_option,
    game_option,
    game_with,
    has_store,
    language,
    number_option,
    output_option,
    put_out,
    refusals_told,
    speech,
    store_in,
    versions,
)
from app.cli.letters import json_of
from app.core.content.cards.fields import SetData
from app.core.content.missions import MissionData
from app.core.content.toml_source import FILE_LIMIT, data_in, text_in
from app.core.errors import Refused
from app.core.game.definition import Game
from app.core.messages.translator import Translator, Verbatim
from app.games import REGISTRY
from app.storage.card_sets import every_set, sets_here
from app.storage.external_files import add_foreign, answers_for, of_same_name, put_foreign, read_foreign, reads
from app.storage.host_files import HostFiles, Seen
from app.storage.missions import bring_in, change_mission, data_or_fault, free_names, read_mission, renamed, rules_of
from app.storage.store import Store


@click.group()
def missions() -> None:
    """Check, list, export and import missions."""


def game_with_missions(name: str | None) -> Game:
    return game_with(name, lambda game: game.files.mission_files, "no-missions")


def sets_in(data: str | None, game: Game) -> list[SetData]:
    return every_set(Store(Path(data) if data else default_folder()).card_sets if has_store(data) else None, game)


def game_of_file(name: str | None, file: Path) -> Game:
    """Return the named game, or the one that recognizes the file. Raise Refused, UsageError."""
    content = content_of(file)
    readers = [game.key for game in REGISTRY.values() if reads(game, content, file.name)]
    if name is not None or len(readers) == 1:
        return game_with_missions(name or readers[0])
    data = data_in(text_in(content))
    alike = {game.key: _alike(game, data) for game in REGISTRY.values() if game.files.mission_files}
    best = [key for key, count in alike.items() if count and count == max(alike.values())]
    return game_with_missions(best[0] if len(best) == 1 else None)


def _alike(game: Game, data: MissionData) -> int:
    fields = {field for shipped in rules_of(game).shipped.values() for field in shipped}
    return len(fields.intersection(data))


@missions.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@click.option("--json", "as_json", is_flag=True, help="Print the contents of the file as JSON.")
@game_option
@data_option
def check(file: str, as_json: bool, game: str | None, data: str | None) -> None:
    """Check a mission file.

    Print its errors by line and field, or its name and what the app does not referee.
    """
    with refusals_told():
        played = game_of_file(game, Path(file))
    with refusals_told(played):
        name, report = checked(played, Path(file), data)
    lines = [json_of(report)] if as_json else in_words(name, report)
    for line in lines:
        click.echo(line)


def checked(game: Game, file: Path, data: str | None) -> tuple[str, Mapping[str, Any]]:
    content = content_of(file)
    if reads(game, content, file.name):
        found = read_foreign(game, content, file.name)
        said = speech(game)
        return found.title, {**found.report, "faults": [line.said(said) for line in found.notes], **found.details(said)}
    mission = read_mission(text_in(content), game, sets_in(data, game))
    said = Translator(rules_of(game).words(mission), language())
    name = said.translate(f"mission.{mission['key']}")
    return name, {rules_of(game).named: name, "faults": []}


def content_of(file: Path) -> bytes:
    with file.open("rb") as opened:
        return opened.read(FILE_LIMIT + 1)


def in_words(name: str, report: Mapping[str, Any]) -> Iterator[str]:
    yield speech().translate("mission-file.sound", name=Verbatim(name))
    for one in report.get("not_refereed", []):
        yield speech().translate(
            "mission-file.not-refereed", **{**one, "kind": Verbatim(one["kind"]), "name": Verbatim(one["name"])}
        )
    yield from report["faults"]


@missions.command("list")
@data_option
def list_missions(data: str | None) -> None:
    """List all missions: those of the rulebooks, and your own."""
    store = store_in(data)
    for game in [game for game in REGISTRY.values() if game.files.mission_files]:
        for line in lines_of(game, store, speech(game)):
            click.echo(f"{game.key}  {line}")


def lines_of(game: Game, store: Store, said: Translator) -> Iterator[str]:
    for number in rules_of(game).shipped:
        yield f"{number}  {said.translate(f'mission.{number}')}  ({said.translate('card-set.shipped')})"
    sets = sets_here(store.card_sets, game)
    for kept in store.missions.files(game):
        fault = data_or_fault(store.missions, game, kept, sets)
        told = [said.refusal(fault)] if isinstance(fault, Refused) else map(said.name, rules_of(game).listed(fault))
        yield f"{kept.key}  {kept.name}" + "".join(f"  ({one})" for one in [", ".join(told)] if one)


@missions.command()
@click.argument("game")
@click.argument("mission")
@click.option("--format", "ending", default="toml", metavar="FORMAT", help="toml, or that of another program (m44).")
@output_option
@data_option
def export(game: str, mission: str, ending: str, output: str, data: str | None) -> None:
    """Export a mission as a file, by its number or its key."""
    with refusals_told():
        played = game_with_missions(game)
        text = text_of(played, mission, data)
        writers = rules_of(played).writers
        if ending not in ("toml", *writers):
            raise Refused("not-allowed", field="format", allowed=Verbatim(", ".join(("toml", *writers))))
        content = writers[ending](data_in(text)) if ending in writers else text.encode()
    put_out(output, content)


def text_of(game: Game, mission: str, data: str | None) -> str:
    rules = rules_of(game)
    shipped = {str(number): found for number, found in rules.shipped.items()}
    if mission in shipped:
        return rules.written(shipped[mission])
    return store_in(data).missions.kept(game, mission).text


@missions.command("versions")
@click.argument("game")
@click.argument("mission")
@number_option
@data_option
def list_versions(game: str, mission: str, back: int | None, data: str | None) -> None:
    """List earlier versions of your own mission, or restore one."""
    with refusals_told():
        played = game_with_missions(game)
        versions(store_in(data).missions, played, mission, back)


@missions.command("import")
@click.argument("game")
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@click.option("--replace", is_flag=True, help="Replace your own mission with the same key.")
@click.option(
    "--answer", "answers", multiple=True, metavar="KEY=VALUE", help="An answer that the file needs. Can be repeated."
)
@click.option("--as", "chosen", metavar="KEY", help="Key of the imported mission.")
@data_option
def import_file(
    game: str, file: str, replace: bool, answers: tuple[str, ...], chosen: str | None, data: str | None
) -> None:
    """Import a file as your own mission and print its key. A file with errors changes nothing."""
    with refusals_told():
        played = game_with_missions(game)
    given = dict(answer_in(one) for one in answers)
    with refusals_told(played):
        sent = Sent(Path(file).name, content_of(Path(file)), chosen, replace)
        if reads(played, sent.content, sent.name):
            click.echo(keep_foreign(played, sent, given, data))
        else:
            click.echo(keep_as(played, sent, data))


class Sent(NamedTuple):
    """A file to import: name, content, chosen key, and True if it replaces that mission."""

    name: str
    content: bytes
    chosen: str | None
    replace: bool


def answer_in(text: str) -> tuple[str, str]:
    key, equals, value = text.rpartition("=")
    if not equals:
        raise click.UsageError("Write the answer as --answer KEY=VALUE.")
    return key, value


def keep_foreign(game: Game, sent: Sent, given: Mapping[str, str], data: str | None) -> str:
    found = read_foreign(game, sent.content, sent.name)
    store = store_in(data)
    mission = found.mission(answers_for(found, store.file_answers.answers(game), given))
    box = store.missions
    old = replaced(box, game, sent.chosen, of_same_name(box, game, mission)) if sent.replace else None
    key = put_foreign(box, game, mission, old) if old else add_foreign(box, game, mission, sent.content, sent.chosen)
    store.file_answers.keep(game, {one.key: one for one in found.asked}, given)
    return key


def replaced(box: HostFiles, game: Game, chosen: str | None, usual: Seen | None) -> Seen | None:
    """Return the version to replace: that of the chosen key, else the usual one. Raise Refused."""
    return Seen(chosen, box.kept(game, chosen).version) if chosen else usual


def keep_as(game: Game, sent: Sent, data: str | None) -> str:
    text = text_in(sent.content)
    mission = read_mission(text, game, sets_in(data, game))
    box, key = store_in(data).missions, sent.chosen or str(mission["key"])
    if not sent.replace:
        return bring_in(box, game, text, mission, sent.content, sent.chosen)
    old = box.kept(game, key)
    if key != mission["key"]:
        mission = {**mission, "key": key, "name": free_names(box, game, mission, key)}
        text = renamed(game, text, key, mission["name"])
    change_mission(box, game, key, old.version, text, mission)
    return key
