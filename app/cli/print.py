"""`adjutant print`: print orders as PDF, cut paths, or pictures for a virtual tabletop."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import click

from app.cli.common import data_option, game_named, has_store, language, sentence, store_in
from app.core.content.missions import MissionData
from app.core.errors import Malformed, Refused
from app.core.messages.slugs import code_in
from app.core.messages.translator import LANGUAGES, Translator, Verbatim
from app.storage.whole_files import write_output
from printables import fonts, letters
from printables.order import MOST, PickList, changed, check_size, chosen
from printables.paper import LIMITS, Settings, check_near, checked, one_of
from printables.pieces import Job
from printables.shops import PrintSources, Shop, Source, shop_of
from printables.words import house_words

LONGEST_ADDRESS = 200
"""The maximum length of an address; phones cannot read the dense QR code of a longer one."""
OPTIONS = [
    click.Option(["--table", "from_table"], help="Code of a table, or its exported file: print what it needs now."),
    click.Option(["--address"], help="Address of the table's page, for a QR code on every sheet."),
    click.Option(["--what"], help="Products, separated by commas; default: all that are needed."),
    click.Option(
        ["--quantity", "quantities"],
        multiple=True,
        help="Change a quantity: PRODUCT.THING=N, or THING=N if only one product has it. Can be repeated.",
    ),
    click.Option(["--blank"], type=int, default=0, help="Number of blank cards, counters and stand-ups to write on."),
    click.Option(
        ["--other-card", "others"], multiple=True, help="A card in no set: 'NAME | KILL VALUE | TEXT'. Can be repeated."
    ),
    click.Option(["--list", "only_list"], is_flag=True, help="Only print the pick list."),
    click.Option(["--lang"], help="Language: en, es."),
    click.Option(["--paper"], default="a4", show_default=True, help="Paper: a3, a4, a5, letter, legal, WxHmm."),
    click.Option(["--margin"], default="8", show_default=True, help="Margin in millimetres, 5 or more, or auto."),
    click.Option(["--bleed"], type=float, default=0, show_default=True, help="Bleed in millimetres, 0 to 3.2."),
    click.Option(["--gutter"], type=float, default=0, show_default=True, help="Space between pieces in millimetres."),
    click.Option(
        ["--duplex"],
        default="long-edge",
        show_default=True,
        help="Backs: long-edge, short-edge, gutterfold, separate, fronts-only.",
    ),
    click.Option(["--offset"], default="0,0", show_default=True, help="Move the backs by X,Y millimetres."),
    click.Option(["--rotation"], type=float, default=0, show_default=True, help="Turn the backs by this many degrees."),
    click.Option(["--cards", "card_size"], default="kit", show_default=True, help="Cards: poker, bridge, mini, tarot."),
    click.Option(
        ["--single"], is_flag=True, help="A page for each card, with TrimBox and BleedBox, for print services."
    ),
    click.Option(
        ["--marks"],
        default="outline",
        show_default=True,
        help="Marks: outline, corner, edge, full, none; for craft cutters cutter-3, cutter-4.",
    ),
    click.Option(["--marks-on"], default="front", show_default=True, help="Sides with cut marks: front, back, both."),
    click.Option(["--low-ink"], is_flag=True, help="Save ink: white background, outlines only."),
    click.Option(["-o", "--output"], help="File to write: .pdf; .svg for cut paths; .png for pictures."),
]
"""The options of every shop; a game's own options precede them."""


class Games(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        from app.games import REGISTRY

        return [key for key in REGISTRY if shop_of(key)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        shop = shop_of(cmd_name)
        if cmd_name and shop:
            return data_option(ForGame(cmd_name, shop))
        raise click.ClickException(why_none(cmd_name))


def why_none(game: str) -> str:
    from app.games import REGISTRY

    try:
        check_near([key for key in REGISTRY if shop_of(key)], game, "game")
        no = Refused("no-prints", field="game", game=game_named(game).key)
    except Refused as unknown:
        return refusal(unknown, language())
    return refusal(no, language(), game)


class ForGame(click.Command):
    """The print command of a game, which refuses options that only another game has."""

    def __init__(self, game: str, shop: Shop[Any]) -> None:
        options = [*own_options(shop), *OPTIONS]
        help_text = f"Print pieces and sheets: adjutant print {game} -o FILE.pdf"
        super().__init__(game, callback=partial(order, shop), params=[*options], help=help_text)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            left = super().parse_args(ctx, args)
            self.check_none_empty(ctx.params)
            return left
        except click.NoSuchOption as no:
            if no.option_name in elsewhere():
                foreign = Refused("not-in-this-game", field=no.option_name.removeprefix("--"))
                raise click.ClickException(refusal(foreign, language())) from no
            raise

    def check_none_empty(self, given: Mapping[str, Any]) -> None:
        """Raise ClickException for an empty option, which must not mean everything."""
        for param in self.params:
            text = given.get(param.name or "")
            if isinstance(text, str) and not text.strip(" ,"):
                no = Refused("empty-option", field=param.opts[-1].lstrip("-"))
                raise click.ClickException(refusal(no, given["lang"] if given["lang"] in LANGUAGES else language()))


def own_options(shop: Shop[Any]) -> list[click.Option]:
    choices = [click.Option([f"--{one.option}", f"choice_{one.name}"], help=one.help) for one in shop.choices]
    counts = [
        click.Option([f"--{one.option}", f"count_{one.name}"], multiple=True, help=one.help) for one in shop.counts
    ]
    marked = [click.Option(["--provenance"], is_flag=True, help="Mark each value that no rulebook states.")]
    return [*choices, *counts, *(marked if shop.provenance else [])]


def option_called(shop: Shop[Any], field: str) -> str:
    """Return the option that a field of a refusal comes from, as it is typed."""
    options = {str(one.name): one.opts[-1].lstrip("-") for one in [*own_options(shop), *OPTIONS]}
    named, dot, rest = field.partition(".")
    found = (options.get(f"{kind}{named}") for kind in ("", "choice_", "count_"))
    return next(filter(None, found), named.replace("_", "-")) + dot + rest


def elsewhere() -> set[str]:
    from app.games import REGISTRY

    shops = filter(None, map(shop_of, REGISTRY))
    return {name for shop in shops for option in own_options(shop) for name in option.opts}


@click.group("print", cls=Games, subcommand_metavar="GAME [OPTIONS]...")
def print_() -> None:
    """Print pieces and sheets: adjutant print GAME -o FILE.pdf"""


def order(shop: Shop[Any], output: str | None, only_list: bool, **given: Any) -> None:
    chosen = given["lang"] if given["lang"] in LANGUAGES else language()
    try:
        check(given["lang"], output, only_list)
        said, lines = written_or_listed(shop, None if only_list or not output else Path(output), given, chosen)
    except (Refused, Malformed) as no:
        no.field = option_called(shop, no.field or "")
        raise click.ClickException(refusal(no, chosen, shop.game)) from no
    for line in lines:
        click.echo(line)
    for line in said:
        click.echo(line, err=True)


def written_or_listed(
    shop: Shop[Any], output: Path | None, given: Mapping[str, Any], language: str
) -> tuple[Iterable[str], Iterable[str]]:
    """Return unprintable characters, and the written files or, without an output, the pick list.

    Raise Refused.
    """
    settings, source = settings_of(given), source_of(shop, given, language)
    things = order_of(shop, source, given)
    if output:
        with fonts.noted() as lacking:
            load = Pictures(given["data"], given.get("choice_cards") or "")
            loaded = {key: content for key in sorted(shop.pictures_of(source, things)) if (content := load(key))}
            with_pictures = shop.with_pictures(source, loaded)
            lines: Iterable[str] = write(shop, with_pictures, things, settings, output)
    else:
        lacking = letters.lacking_in(shop, source, things, settings) if letters.doubtful(source) else {}
        lines = listed(things, source.speech)
    shows_letters = output is None or output.suffix != ".svg"
    return letters.told(lacking if shows_letters else {}, source.speech), lines


def refusal(no: Refused | Malformed, language: str, game: str = "") -> str:
    words = {**house_words(), **game_named(game).words} if game else house_words()
    return sentence(no, Translator(words, language))


def check(language: str | None, output: str | None, only_list: bool) -> None:
    if language is not None and language not in LANGUAGES:
        one_of(LANGUAGES, language, "lang")
    if output is None and not only_list:
        raise click.UsageError("Name a file with -o FILE, or use --list.")
    if output is not None and Path(output).suffix not in MAKE:
        raise Refused("not-allowed", field="output", allowed=", ".join(MAKE))


def settings_of(given: Mapping[str, Any]) -> Settings:
    offset = offset_of(given["offset"])
    names = ("paper", "bleed", "gutter", "duplex", "rotation", "marks", "marks_on", "low_ink", "card_size", "single")
    return checked(
        **{name: given[name] for name in names},
        **offset,
        margin=margin_of(given["margin"]),
        provenance=given.get("provenance", False),
    )


def offset_of(text: str) -> dict[str, float]:
    """Return the offset of the backs, of `X,Y` or `X`. Raise Refused, naming what was typed."""
    low, high = LIMITS["offset_x"]
    across, _, up = text.partition(",")
    no = Refused("wrong-offset", field="offset", name=Verbatim(text), low=low, high=high)
    try:
        offset = {"offset_x": float(across), "offset_y": float(up or 0)}
    except ValueError as error:
        raise no from error
    if not all(low <= one <= high for one in offset.values()):
        raise no
    return offset


def margin_of(text: str) -> float | str:
    try:
        return "auto" if text.strip().lower() == "auto" else float(text)
    except ValueError as error:
        raise Refused("wrong-pattern", field="margin") from error


def counted(pairs: Iterable[str], field: str) -> dict[str, int]:
    """Parse `name=n` pairs. Raise Refused, naming the option."""
    found = {}
    for pair in pairs:
        name, _, count = pair.partition("=")
        if not (name and count.isdecimal() and len(count) < 10):
            raise Refused("wrong-quantity", field=field, name=Verbatim(pair))
        found[name] = int(count)
    return found


def source_of(shop: Shop[Any], given: Mapping[str, Any], language: str) -> Source:
    address = given["address"] or ""
    if len(address) > LONGEST_ADDRESS:
        raise Refused("too-long", field="address", limit=LONGEST_ADDRESS)
    if given["from_table"]:
        table = table_of(given["from_table"], given["data"], shop.game)
        at_table: Source = shop.table_source(table, language, address)
        for choice in shop.asked(True):
            text = given[f"choice_{choice.name}"]
            if choice.at_table and text:
                at_table = choice.at_table(at_table, choice.read(text, PrintSources()))
        return at_table
    return plain_source(shop, given, language)


def plain_source(shop: Shop[Any], given: Mapping[str, Any], language: str) -> Source:
    stock = PrintSources(
        card_sets=partial(card_sets_of, shop.game, given["data"]),
        card_set=partial(card_set_of, shop.game, given["data"]),
        missions=partial(own_missions, shop.game, given["data"]),
    )
    typed = {choice: given[f"choice_{choice.name}"] or choice.plain(language) for choice in shop.choices}
    counts = [(count, counted(given[f"count_{count.name}"], count.option)) for count in shop.counts]
    read = {choice.name: choice.read(text, stock) for choice, text in typed.items() if text}
    source: Source = shop.plain_source(language, read, given["address"] or "")
    for count, things in counts:
        source = count.put(source, things)
    return source


def card_set_of(game: str, data: str | None, named: str) -> Mapping[str, Any]:
    from app.cli.cards import data_in, data_of, rules_of

    played, rules = rules_of(game)
    return data_in(named, rules) if Path(named).is_file() else data_of(store_in(data), played, rules, named)


def card_sets_of(game: str, data: str | None) -> list[tuple[str, str]]:
    return [(one.key, one.name) for one in store_in(data).card_sets.files(game_named(game))]


@dataclass(frozen=True)
class Pictures:
    """The pictures in the file of a card set and in a data folder, opened at first use."""

    data: str | None
    file: str

    @cached_property
    def in_file(self) -> Mapping[str, bytes]:
        from app.cli.cards import files_in
        from app.core.content.cards.pictures import fingerprint

        _, *pictures = files_in(self.file) if Path(self.file).is_file() else [b""]
        return {fingerprint(one): one for one in pictures}

    @cached_property
    def store(self) -> Any:
        return store_in(self.data) if has_store(self.data) else None

    def __call__(self, key: str) -> bytes | None:
        kept: bytes | None = self.store.pictures.content(key) if self.store else None
        return self.in_file.get(key, kept)


def own_missions(game: str, data: str | None) -> Mapping[str, MissionData]:
    from app.storage.missions import sound_missions

    played = game_named(game)
    if played.files.mission_files is None or not has_store(data):
        return {}
    return sound_missions(store_in(data).missions, store_in(data).card_sets, played)


def table_of(named: str, data: str | None, game: str) -> Any:
    table = table_in_file(Path(named)) if Path(named).is_file() else table_in_store(named, data)
    if table.game.key != game:
        raise Refused("table-of-another-game", field="table", game=table.game.key)
    return table


def table_in_file(path: Path) -> Any:
    from app.core.table.seat_view import Table
    from app.storage import table_file

    try:
        content, entries, _ = table_file.read(json.loads(path.read_bytes()))
    except (ValueError, RecursionError) as error:
        raise Refused("not-a-table-file", field="table") from error
    return Table("", game_named(content.game), entries)


def table_in_store(code: str, data: str | None) -> Any:
    from app.storage.errors import TableNotFound

    try:
        return store_in(data).table(code_in(code))
    except TableNotFound as error:
        raise Refused("no-such-table", field="table") from error


def order_of(shop: Shop[Any], source: Source, given: Mapping[str, Any]) -> PickList:
    what = [name.strip() for name in (given["what"] or "").split(",") if name.strip()]
    needs = shop.needs(source)
    order = chosen(needs, what or shop.usual(needs))
    for product in what:
        if len(order[product]) == 1 and not any(order[product].values()):
            order[product] = dict.fromkeys(order[product], 1)
    if given["blank"]:
        order["blanks"] = {thing: set_to(given["blank"], "blank") for thing in needs["blanks"]}
    order = changed(order, counted(given["quantities"], "quantity"))
    if given["others"]:
        order["blanks"] = {**order.get("blanks", {}), **other_cards_of(shop, given["others"])}
    check_size(order)
    return order


def set_to(count: int, field: str) -> int:
    if count < 0:
        raise Refused("too-small", field=field, limit=0)
    if count > MOST:
        raise Refused("too-big", field=field, limit=MOST)
    return count


def other_cards_of(shop: Shop[Any], lines: Iterable[str]) -> dict[str, int]:
    from printables.blanks import other_cards

    if shop.card_back is None:
        raise Refused("not-in-this-game", field="other-card")
    return other_cards(lines, "other-card")


def listed(order: PickList, speech: Translator) -> Iterable[str]:
    for product, things in order.items():
        yield f"{speech.translate(f'product.{product}')}: {sum(things.values())}"
        yield from (f"{count:5}  {product}.{thing}" for thing, count in things.items())


def write(shop: Shop[Any], source: Source, order: PickList, settings: Settings, output: Path) -> list[str]:
    """Write the format of the suffix; return the file names. Raise Refused; then write nothing."""
    source = shop.recorded(source, order, lambda table: None)
    settings = shop.settled(source, order, settings)
    parts = shop.job(source, order, settings)
    files = dict(MAKE[output.suffix](parts, shop, source.speech, settings, output))
    if not files:
        raise Refused("no-pieces" if parts else "nothing-to-print", field="what")
    for path, content in files.items():
        write_output(path, content)
    return [str(path) for path in files]


Files = Iterator[tuple[Path, bytes]]


def _document(parts: Job, shop: Shop[Any], speech: Translator, settings: Settings, output: Path) -> Files:
    from printables.pdf import PdfRenderer

    yield output, PdfRenderer(settings, speech, shop.document_title(speech)).print(parts)


def _cuts(parts: Job, shop: Shop[Any], speech: Translator, settings: Settings, output: Path) -> Files:
    from printables.cut_sheets import drawings

    for number, drawing in enumerate(drawings(parts, settings), start=1):
        yield output.with_stem(f"{output.stem}-{number}"), drawing.encode()


def _tabletop_sheets(parts: Job, shop: Shop[Any], speech: Translator, settings: Settings, output: Path) -> Files:
    from printables.raster import tabletop_sheets

    for name, picture in tabletop_sheets(parts, settings, speech):
        yield output.with_stem(f"{output.stem}-{name}"), picture


MAKE = {".pdf": _document, ".svg": _cuts, ".png": _tabletop_sheets}
