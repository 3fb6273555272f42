"""Card sets on the command line: check, list, export, import, compare."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import click

from app.cli.common import (
    data_option,
    game_option,
    game_with,
    language,
    number_option,
    output_option,
    put_out,
    refusals_told,
    speech,
    store_in,
    versions,
)
from app.core.content.cards.csv_format import csv_of
from app.core.content.cards.fields import CardRules, SetData, words_in
from app.core.content.cards.labels import DifferingCard, counted_text, differences, label, source_text, value_text
from app.core.content.cards.toml_format import read_card_file, read_toml
from app.core.errors import Refused
from app.core.game.definition import Game
from app.core.messages.translator import DECIMAL_COMMA, Translator, Verbatim
from app.games import REGISTRY
from app.storage.makers import HOST, HostFile
from app.storage.picture_worker import PACK, PictureWorker, Task, packed
from app.storage.store import Store


@click.group()
def cards() -> None:
    """Check, list, export, import and compare card sets."""


def rules_of(name: str | None) -> tuple[Game, CardRules]:
    game = game_with(name, lambda one: one.files.cards, "no-card-sets")
    assert game.files.cards is not None
    return game, game.files.cards


@cards.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@game_option
def check(file: str, game: str | None) -> None:
    """Check a card set (TOML, CSV or ZIP).

    Print its errors by line and field, or its number of cards.
    """
    with refusals_told():
        played, rules = rules_of(game)
    with refusals_told(played):
        data = data_in(file, rules)
    said = speech(played)
    click.echo(said.translate("card-set.sound", counted=Verbatim(counted_text(said, rules, data))))


def data_in(file: str, rules: CardRules) -> SetData:
    return read_toml(file_in(file, rules)[0], rules)


def file_in(file: str, rules: CardRules, before: str = "") -> tuple[str, list[bytes]]:
    toml, *pictures = files_in(file)
    return read_card_file(file, toml, rules, before), pictures


def files_in(file: str) -> list[bytes]:
    """Return the card set in a file, or the set in a ZIP followed by its pictures."""
    content = Path(file).read_bytes()
    return unpacked(content) if content.startswith(PACK) else [content]


@lru_cache(maxsize=1)
def unpacked(content: bytes) -> list[bytes]:
    return PictureWorker()(Task(), content)


@cards.command("list")
@data_option
def list_sets(data: str | None) -> None:
    """List all card sets: those that come with the games, and your own."""
    said, box = speech(), store_in(data).card_sets
    for game in REGISTRY.values():
        for key in game.files.cards.shipped if game.files.cards else ():
            click.echo(f"{game.key}  {key}  {speech(game).name(key)}  ({said.translate('card-set.shipped')})")
        for kept in box.files(game):
            click.echo(f"{game.key}  {kept.key}  {kept.name}")


@cards.command()
@click.argument("game")
@click.argument("card_set", metavar="SET")
@click.option("--csv", "as_csv", is_flag=True, help="Write CSV instead of TOML.")
@click.option("--pictures", is_flag=True, help="Write a ZIP with the set and its pictures.")
@output_option
@data_option
def export(game: str, card_set: str, as_csv: bool, pictures: bool, output: str, data: str | None) -> None:
    """Export a card set as a file."""
    if as_csv and pictures:
        raise click.UsageError("CSV holds no pictures: use --csv or --pictures.")
    with refusals_told():
        played, rules = rules_of(game)
    with refusals_told(played):
        store = store_in(data)
        text = text_of(store, played, card_set)
        separator = ";" if language() in DECIMAL_COMMA else ","
        content = csv_of(read_toml(text, rules), rules, separator) if as_csv else text.encode()
        if pictures:
            sizes = store.pictures.of_set(read_toml(text, rules))
            content = b"".join(packed(text, sizes, store.pictures.pieces))
    put_out(output, content)


def text_of(store: Store, game: Game, key: str) -> str:
    shipped = game.files.cards.shipped if game.files.cards else {}
    return shipped[key] if key in shipped else store.card_sets.kept(game, key).text


@cards.command("import")
@click.argument("game")
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@click.option("--as", "name", required=True, help="Name of the set.")
@click.option("--replace", is_flag=True, help="Replace your own set of that name.")
@data_option
def import_set(game: str, file: str, name: str, replace: bool, data: str | None) -> None:
    """Import a file (TOML, CSV or ZIP) as your own card set and print its key.

    A file with errors changes nothing.
    """
    with refusals_told():
        played, rules = rules_of(game)
    with refusals_told(played):
        store = store_in(data)
        old = named(store, played, name) if replace else None
        text, pictures = file_in(file, rules, old.text if old else "")
        with store.database.writing():
            store.pictures.add_named(text, pictures, HOST)
            key = keep_as(store, played, name, text, replace)
        click.echo(key)


def named(store: Store, game: Game, name: str) -> HostFile | None:
    same = (one for one in store.card_sets.files(game) if one.name.casefold() == name.casefold())
    return next(same, None)


def keep_as(store: Store, game: Game, name: str, text: str, replace: bool) -> str:
    if not replace:
        return store.card_sets.add(game, name, text)
    old = named(store, game, name)
    if old is None:
        raise Refused("no-such-card-set", field="card_set", name=Verbatim(name))
    store.card_sets.change(game, old.key, old.version, text=text)
    return old.key


@cards.command("versions")
@click.argument("game")
@click.argument("card_set", metavar="SET")
@number_option
@data_option
def list_versions(game: str, card_set: str, back: int | None, data: str | None) -> None:
    """List earlier versions of your own card set, or restore one."""
    with refusals_told():
        played, _ = rules_of(game)
        versions(store_in(data).card_sets, played, card_set, back)


@cards.command()
@click.argument("one", metavar="A")
@click.argument("other", metavar="B")
@game_option
@data_option
def compare(one: str, other: str, game: str | None, data: str | None) -> None:
    """Print the differences between two sets, each a file or the key of a set."""
    with refusals_told():
        played, rules = rules_of(game)
    with refusals_told(played):
        left, right = (data_of(store_in(data), played, rules, name) for name in (one, other))
    said = Translator({**played.words, **words_in(right), **words_in(left)}, language())
    found = list(differences(left, right, rules))
    for line in [line for card in found for line in lines_of(said, card, one, other)] or [
        said.translate("card-set.same")
    ]:
        click.echo(line)


def data_of(store: Store, game: Game, rules: CardRules, name: str) -> SetData:
    return data_in(name, rules) if Path(name).is_file() else read_toml(text_of(store, game, name), rules)


def lines_of(said: Translator, card: DifferingCard, one: str, other: str) -> list[str]:
    named = Verbatim(said.translate(f"name.{card.key}"))
    if card.only:
        return [said.translate("card-set.only-in", card=named, name=Verbatim(one if card.only == "left" else other))]
    lines = []
    for value in card.values:
        sides = {"left": value.left, "right": value.right}
        words = {side: Verbatim(value_text(said, value.name, seen.value)) for side, seen in sides.items()}
        sources = {f"{side}_from": Verbatim(source_text(said, seen.source)) for side, seen in sides.items()}
        lines.append(
            said.translate("card-set.differs", card=named, what=Verbatim(label(said, value.name)), **words, **sources)
        )
    return lines
