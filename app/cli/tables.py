"""Rulings, tables and random games on the command line."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from app.cli.common import (
    data_option,
    game_named,
    language,
    output_option,
    put_out,
    refusals_told,
    refuse,
    speech,
    store_in,
)
from app.cli.letters import json_of
from app.core.engine.event import PUBLIC
from app.core.errors import Malformed, Refused
from app.core.game.definition import Game
from app.core.game.evaluate import ask_ruling, fields_of
from app.core.messages.slugs import code_in
from app.core.messages.translator import Translator, Verbatim, signed
from app.core.rules.ruling import RulingResult
from app.core.table import serialize
from app.core.table.personal_data import own_data, seats_named
from app.core.table.seat_view import Table
from app.core.table_commands.seating import Invitation
from app.fuzz.player import InvariantViolated, Report
from app.fuzz.runner import games_of
from app.games import REGISTRY
from app.notifier import Notifier
from app.service import TableService, check_code_said
from app.storage.errors import CorruptTable, TableNotFound
from app.storage.import_worker import import_into
from app.storage.signing_keys import SigningKeys
from app.storage.store import Store
from app.storage.table_file import NOT_A_LOG

if TYPE_CHECKING:
    from app.web.request.seat_tokens import TokenSigner

# -- rulings


def on_shelf(name: str) -> Game:
    try:
        return game_named(name)
    except Refused as no:
        refuse(no)


@click.command()
@click.argument("game")
@click.argument("ruling")
@click.argument("facts", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
def ruling(game: str, ruling: str, facts: tuple[str, ...], as_json: bool) -> None:
    """Calculate a ruling: adjutant ruling GAME RULING dice=1,2,4"""
    asked = on_shelf(game)
    try:
        answer = ask_ruling(asked, ruling, facts_of(facts, lists_of(asked, ruling)))
    except (Refused, Malformed) as no:
        refuse(no, asked)
    said = speech(asked)
    for line in [as_data(answer, said)] if as_json else in_words(answer, said):
        click.echo(line)


def as_data(answer: RulingResult, said: Translator) -> str:
    working = serialize.reasons(answer.working.reasons, said)
    odds = dict(answer.odds) if answer.odds is not None else None
    return json_of({"result": dict(answer.result), "working": working, "odds": odds})


def in_words(answer: RulingResult, said: Translator) -> Iterator[str]:
    for name, value in answer.result.items():
        yield f"{name}: {said.name(value)}"
    for reason in answer.working.reasons:
        yield f"  {signed(reason.change)}  {said.reason(reason)}  = {reason.total}  [{reason.rule}]"


def lists_of(game: Game, ruling: str) -> set[str]:
    fields = fields_of(game, ruling) if ruling in game.rules.rulings else []
    return {field["name"] for field in fields if field["type"] == "array"}


def facts_of(facts: Sequence[str], lists: set[str]) -> dict[str, Any]:
    given: dict[str, Any] = {}
    for name, value in (fact_of(fact, lists) for fact in facts):
        if name in given:
            written = f"; a list is written {name}=1,2,4" if name in lists else ""
            raise click.UsageError(f"{name} is given twice{written}")
        given[name] = value
    return given


def fact_of(fact: str, lists: set[str]) -> tuple[str, Any]:
    name, equals, text = fact.partition("=")
    if not equals:
        raise click.UsageError(f"“{fact}” is not a fact. Write it as name=value.")
    if name in lists and not text.startswith("["):
        return name, [plain_value(part) for part in text.split(",") if part]
    return name, plain_value(text)


def plain_value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


# -- tables


@click.group()
def table() -> None:
    """Manage the tables of this computer."""


@table.command("list")
@data_option
def list_tables(data: str | None) -> None:
    """List all tables, newest first."""
    store = store_in(data)
    for code in store.codes():
        try:
            click.echo(line_of(store.table(code)))
        except (*NOT_A_LOG, CorruptTable):
            click.echo(f"{code}  {speech().translate('stored.unreadable')}")
        except Refused as no:
            click.echo(f"{code}  {speech().refusal(no)}")


def line_of(kept: Table) -> str:
    said, state = speech(kept.game), kept.state
    phase = said.translate(f"phase.{state.phase}")
    return f"{kept.code}  {said.name(kept.game.key)}  {state.edition}  {state.turn}  {phase}"


@table.command()
@click.argument("code")
@data_option
def show(code: str, data: str | None) -> None:
    """Print the public log of a table."""
    kept = _table(store_in(data), code)
    for event in serialize.log(kept, PUBLIC, kept.get_translator(language())):
        mark = "x" if event["undone"] else " "
        click.echo(f"{event['seq']:5} {mark} {event['text']}")


def _table(store: Store, code: str) -> Table:
    try:
        return store.table(code_in(code))
    except TableNotFound:
        refuse(Refused("no-such-table"))
    except CorruptTable:
        refuse(Refused("table-damaged"))
    except Refused as no:
        refuse(no)


@table.command()
@click.argument("code")
@output_option
@data_option
def export(code: str, output: str, data: str | None) -> None:
    """Export a table as one file."""
    store = store_in(data)
    _table(store, code)
    put_out(output, f"{json.dumps(store.export(code_in(code)), ensure_ascii=False)}\n".encode())


@table.command("import")
@click.argument("file", type=click.File("rb"))
@data_option
def import_table(file: Any, data: str | None) -> None:
    """Import a table from an exported file and print its new code."""
    store = store_in(data)
    found = import_into(store.import_file, lambda code: store.table(code).generations_of_people, file.read())
    if found.no is not None:
        refuse(found.no, found.game)
    click.echo(found.code)


@table.command("free-seat")
@click.argument("code")
@click.argument("seat")
@data_option
def free_seat(code: str, seat: str, data: str | None) -> None:
    """Free a seat whose phone is lost, even during a game.

    Print the path with which the next phone joins.
    """
    store = store_in(data)
    kept, signed = _table(store, code), signed_in(store)
    try:
        TableService(store, Notifier()).free_seat(kept, seat)
    except Refused as no:
        refuse(no, kept.game)
    click.echo(path_to(kept, seat, signed))


@table.command("show-seat")
@click.argument("code")
@click.argument("seat")
@data_option
def show_seat(code: str, seat: str, data: str | None) -> None:
    """Print the path with which another phone joins a seat.

    Its player keeps the seat and is told.
    """
    store = store_in(data)
    kept, signed = _table(store, code), signed_in(store)
    try:
        TableService(store, Notifier()).invite(kept, seat)
    except Refused as no:
        refuse(no, kept.game)
    click.echo(path_to(kept, seat, signed))


def signed_in(store: Store) -> TokenSigner:
    from app.web.request.seat_tokens import TokenSigner

    with refusals_told():
        return TokenSigner(SigningKeys(store.database, store.folder))


def path_to(kept: Table, seat: str, signed: TokenSigner) -> str:
    return f"/t/{kept.code}/join/{signed.invitation(Invitation(kept.code, seat, kept.seating[seat].changes))}"


@table.command()
@click.argument("code")
@click.option("--yes", is_flag=True, help="Do not ask for the code as confirmation.")
@data_option
def delete(code: str, yes: bool, data: str | None) -> None:
    """Delete a table for good, even while the server runs.

    Existing backups and exported files still contain it.
    """
    store = store_in(data)
    code = code_in(code)
    with refusals_told():
        if not store.has(code):
            raise Refused("no-such-table")
        question = speech().translate("deletion.ask", code=Verbatim(code))
        if not yes:
            check_code_said(code, click.prompt(question, default="", show_default=False))
        store.remove(code)
        store.flush_to_disk()
        if store.wiping is not None:
            store.wiping.rewrite()
    click.echo(speech().translate("deletion.done", code=Verbatim(code)))


@table.command()
@click.argument("name")
@output_option
@data_option
def person(name: str, output: str, data: str | None) -> None:
    """Export the data of a person.

    These are every seat of any table that had this NAME, as that seat may see it.
    """
    store, found = store_in(data), []
    for code in store.codes():
        try:
            kept = store.table(code)
        except CorruptTable:
            click.echo(f"{code}  {speech().translate('stored.unreadable')}", err=True)
        except Refused as no:
            click.echo(f"{code}  {speech().refusal(no)}", err=True)
        else:
            found += [own_data(kept, seat, kept.get_translator(language())) for seat in seats_named(kept, name)]
    put_out(output, f"{json.dumps(found, ensure_ascii=False, indent=1)}\n".encode())


ENOUGH_GAMES = 100
"""The number of random games from which on everything must have occurred."""


@table.command()
@click.option("--games", default=1400, show_default=True, help="Number of games.")
@click.option("--seed", default=0, show_default=True, help="Seed of the first game.")
@click.option("--jobs", default=os.cpu_count() or 1, show_default="one per core", help="Number of games at a time.")
@click.option("--game", "name", default=lambda: next(iter(REGISTRY)), show_default="the first installed")
def fuzz(games: int, seed: int, jobs: int, name: str) -> None:
    """Play random games and fail if an error occurs.

    From 100 games on it also fails on a command or event that never occurred.
    """
    game, report = on_shelf(name), Report()
    try:
        for played in games_of(game, range(seed, seed + games), jobs):
            report.add(played)
    except InvariantViolated as broken:
        raise click.ClickException(str(broken)) from broken
    for line in report.lines(game):
        click.echo(line)
    if games >= ENOUGH_GAMES and (never := report.never(game)):
        raise click.ClickException(f"never: {', '.join(never)}")
