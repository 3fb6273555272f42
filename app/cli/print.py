"""`adjutant print`: an order from the command line, as a PDF, as cut paths or as pictures for a virtual tabletop."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from app.cli.terminal import data_option, game_named, language, store_in, told
from app.core.refusals import Malformed, Refused
from app.core.words import LANGUAGES, AsGiven, Speech

if TYPE_CHECKING:
    from printables.incursion.record import Record
    from printables.incursion.source import Source
    from printables.order import PickList
    from printables.paper import Settings
    from printables.pieces import Job

GAME = "incursion"
LONGEST_ADDRESS = 200
"""Letters: the QR code of a longer one is too fine for phones."""


@click.command("print")
@click.argument("game")
@click.option("--mission", type=int, help="Exactly what this mission needs.")
@click.option("--edition", help="The rulebook: en-2009, es-2009.")
@click.option("--force", "forces", multiple=True, help="A model card of the forces, as CARD=N; several times.")
@click.option("--table", "from_table", help="A table's code, or its exported file: its forces, with their damage.")
@click.option("--card-set", "cards", help="A card set: its key, or its file (TOML or CSV).")
@click.option("--address", default="", help="Where the table's page is: a QR code on every sheet.")
@click.option("--what", default="", help="Products, with commas; all that are needed if left out.")
@click.option("--quantity", "quantities", multiple=True, help="Another quantity, as PRODUCT.THING=N; several times.")
@click.option("--list", "only_list", is_flag=True, help="Print the pick list and nothing else.")
@click.option("--lang", help="en, es.")
@click.option("--paper", default="a4", show_default=True, help="a4, letter.")
@click.option("--margin", type=float, default=8, show_default=True, help="Millimetres, 5 or more.")
@click.option("--bleed", type=float, default=0, show_default=True, help="Millimetres beyond the cut, 0 to 3.")
@click.option("--gutter", type=float, default=0, show_default=True, help="Millimetres between pieces.")
@click.option(
    "--duplex", default="long-edge", show_default=True, help="long-edge, short-edge, gutterfold, separate, fronts-only."
)
@click.option("--offset", default="0,0", show_default=True, help="X,Y: moves the backs, in millimetres.")
@click.option("--rotation", type=float, default=0, show_default=True, help="Turns the backs, in degrees.")
@click.option("--marks", default="outline", show_default=True, help="outline, corner, edge, full, none.")
@click.option("--marks-on", default="front", show_default=True, help="front, back, both.")
@click.option("--low-ink", is_flag=True, help="White ground, outlines.")
@data_option
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="FILE.pdf; .svg: cut paths; .png: pictures.")
def print_(game: str, output: str | None, only_list: bool, **given: Any) -> None:
    """Print cards, counters and sheets: adjutant print incursion --mission 1 -o recon.pdf"""
    chosen = given["lang"] if given["lang"] in LANGUAGES else language()
    try:
        check(game, given["lang"], output, only_list)
        settings = settings_of(given)
        source = source_of(given, chosen)
        order = order_of(source, given)
        lines = (
            listed(order, source.speech) if only_list or not output else write(order, source, settings, Path(output))
        )
    except (Refused, Malformed) as no:
        raise click.ClickException(refusal(no, chosen)) from no
    for line in lines:
        click.echo(line)


def refusal(no: Refused | Malformed, language: str) -> str:
    """A "no" of the print shop in words."""
    from printables.words import printed_words

    return told(no, Speech({**printed_words(), **game_named(GAME).words}, language))


def check(game: str, language: str | None, output: str | None, only_list: bool) -> None:
    """Raises Refused, or click's usage error, before anything is opened."""
    if game != GAME:
        raise Refused("unknown-game", field="game", game=AsGiven(game))
    if language is not None and language not in LANGUAGES:
        raise Refused("not-allowed", field="lang", allowed=", ".join(LANGUAGES))
    if output is None and not only_list:
        raise click.UsageError("-o FILE is missing (or --list)")
    if output is not None and Path(output).suffix not in MAKE:
        raise Refused("not-allowed", field="output", allowed=", ".join(MAKE))


def settings_of(given: Mapping[str, Any]) -> Settings:
    """The settings of the options. Raises Refused, naming the option."""
    from printables.paper import checked

    across, _, up = given["offset"].partition(",")
    try:
        offset = {"offset_x": float(across), "offset_y": float(up or 0)}
    except ValueError as error:
        raise Refused("wrong-pattern", field="offset") from error
    names = ("paper", "margin", "bleed", "gutter", "duplex", "rotation", "marks", "marks_on", "low_ink")
    return checked(**{name: given[name] for name in names}, **offset)


def counted(pairs: Iterable[str], field: str) -> dict[str, int]:
    """`name=n` pairs. Raises Refused, naming the option."""
    found = {}
    for pair in pairs:
        name, _, count = pair.partition("=")
        if not (name and count.isdecimal() and len(count) < 10):
            raise Refused("wrong-pattern", field=f"{field} {pair}")
        found[name] = int(count)
    return found


def source_of(given: Mapping[str, Any], language: str) -> Source:
    """What to print from: a table, or edition, mission, forces and card set. Raises Refused."""
    from printables.incursion.source import plain_source, table_source

    if len(given["address"]) > LONGEST_ADDRESS:
        raise Refused("too-long", field="address", limit=LONGEST_ADDRESS)
    if given["from_table"]:
        return table_source(table_of(given["from_table"], given["data"]), language, given["address"])
    forces = counted(given["forces"], "force")
    cards = card_set_of(given["cards"], given["data"])
    return plain_source(given["edition"], language, given["mission"], forces, cards, address=given["address"])


def card_set_of(named: str | None, data: str | None) -> Mapping[str, Any] | None:
    """A card set by its file or by its key, checked. Raises Refused, naming line and field."""
    if named is None:
        return None
    from app.cli.cards import data_in, data_of, rules_of

    game, rules = rules_of(GAME)
    return data_in(named, rules) if Path(named).is_file() else data_of(store_in(data), game, rules, named)


def table_of(named: str, data: str | None) -> Any:
    """A table by its exported file or by its code. Raises Refused."""
    from app.core.table import Table
    from app.keeping import tablefile
    from app.keeping.store import NoSuchTable

    if Path(named).is_file():
        try:
            content, entries = tablefile.read(json.loads(Path(named).read_bytes()))
        except (ValueError, RecursionError) as error:
            raise Refused("not-a-table-file", field="table") from error
        return Table("", game_named(content.game), entries)
    try:
        return store_in(data).table(named.upper())
    except NoSuchTable as error:
        raise Refused("no-such-table", field="table") from error


def order_of(source: Source, given: Mapping[str, Any]) -> PickList:
    """What is needed of the products that are wanted, in the quantities that were changed. Raises Refused."""
    from printables.incursion.needs import picked
    from printables.order import changed, chosen

    what = [name for name in given["what"].split(",") if name]
    order = chosen(picked(source), what)
    for product in what:
        if len(order[product]) == 1 and not any(order[product].values()):
            order[product] = dict.fromkeys(order[product], 1)
    return changed(order, counted(given["quantities"], "quantity"))


def listed(order: PickList, speech: Speech) -> Iterable[str]:
    """The pick list: how many, and the name by which a quantity is changed."""
    for product, things in order.items():
        yield f"{speech.say(f'product.{product}')}: {sum(things.values())}"
        yield from (f"{count:5}  {product}.{thing}" for thing, count in things.items())


def write(order: PickList, source: Source, settings: Settings, output: Path) -> list[str]:
    """Write what the suffix says; returns the names of the files. Raises Refused; then nothing was written."""
    from printables.incursion.shop import job

    parts = job(source, order, settings, _kept(source))
    files = dict(MAKE[output.suffix](parts, source, settings, output))
    if not files:
        raise Refused("no-pieces" if parts else "nothing-to-print", field="what")
    for path, content in files.items():
        _save(path, content)
    return [str(path) for path in files]


def _kept(source: Source) -> Record | None:
    """What the campaign of a table has written down, if it is of one."""
    if source.campaign is None:
        return None
    from printables.incursion.record import kept_record

    return kept_record(source.campaign, source.speech, {})


def _document(parts: Job, source: Source, settings: Settings, output: Path) -> Iterator[tuple[Path, bytes]]:
    from printables.press import Press

    yield output, Press(settings, source.speech, f"{source.speech.name(GAME)} – Adjutant").print(parts)


def _cuts(parts: Job, source: Source, settings: Settings, output: Path) -> Iterator[tuple[Path, bytes]]:
    from printables.outlines import drawings

    for number, drawing in enumerate(drawings(parts, settings), start=1):
        yield output.with_stem(f"{output.stem}-{number}"), drawing.encode()


def _sheets(parts: Job, source: Source, settings: Settings, output: Path) -> Iterator[tuple[Path, bytes]]:
    from printables.pictures import tabletop_sheets

    for name, picture in tabletop_sheets(parts, settings, source.speech):
        yield output.with_stem(f"{output.stem}-{name}"), picture


MAKE = {".pdf": _document, ".svg": _cuts, ".png": _sheets}


def _save(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        raise Refused("unwritten", field="output", name=AsGiven(path), why=AsGiven(error.strerror or error)) from error
