"""Prints for a screen reader: headings, paragraphs, tables and pictures, whole words, values by name."""

import io
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pikepdf
import pytest

from app.core.messages.translator import LANGUAGES
from printables import pen, text_fit
from printables.incursion import mission_sheet, model_cards
from printables.incursion.lines import power_lines
from printables.incursion.shop import SHOP
from printables.paper import checked
from printables.pdf import PdfRenderer
from printables.pieces import Job
from printables.shops import shop_of
from tests.printables.printing import as_paper, printed, source

GAMES = ("incursion", "memoir-44", "mobile-infantry")


@dataclass
class Heard:
    """A part of the structure, and what is read of it."""

    role: str
    title: str
    said: str
    inside: list["Heard"] = field(default_factory=list)

    @property
    def text(self) -> str:
        return self.said or " ".join(filter(None, (one.text for one in self.inside)))

    def all(self, *roles: str) -> list["Heard"]:
        """Itself and all parts in it of some roles."""
        return [*([self] if self.role in roles else []), *(found for one in self.inside for found in one.all(*roles))]


def heard(pdf: bytes) -> list[Heard]:
    """Its sections as a screen reader finds them: from the structure, with the letters of each marked content."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        letters = [written(page) for page in as_paper(pdf)]
        numbers = {page.objgen: number for number, page in enumerate(document.pages)}
        return [part(one, numbers, letters) for one in document.Root.StructTreeRoot.K.K]  # type: ignore[call-overload]


def written(page: Any) -> dict[int, str]:
    """The letters of each marked content of a page, in the order in which they are drawn."""
    found: dict[int, str] = defaultdict(str)
    for char in page.chars:
        if char["mcid"] is not None:
            found[char["mcid"]] += char["text"]
    return found


def part(one: Any, numbers: dict[Any, int], letters: list[dict[int, str]]) -> Heard:
    kids = one.get("/K", pikepdf.Array([]))
    here = letters[numbers[one.Pg.objgen]]
    found = Heard(str(one.S).removeprefix("/"), str(one.get("/T", "")), "")
    for kid in kids if isinstance(kids, pikepdf.Array) else [kids]:
        if isinstance(kid, int):
            found.said += here[kid]
        else:
            found.inside.append(part(kid, numbers, letters))
    found.said = str(one.get("/Alt", one.get("/ActualText", found.said)))
    return found


def kit(game: str, language: str) -> bytes:
    """Each thing of a game once."""
    shop = shop_of(game)
    assert shop is not None
    of, settings = shop.sample(language), checked(paper="letter")
    order = {product: dict.fromkeys(things, 1) for product, things in shop.needs(of).items()}
    return PdfRenderer(settings, of.speech, game).print(shop.job(of, order, settings))


@pytest.fixture(scope="module", params=[(game, language) for game in GAMES for language in LANGUAGES])
def whole(request: pytest.FixtureRequest) -> bytes:
    return kit(*request.param)


def test_every_piece_and_sheet_says_something_and_every_heading_a_title(whole: bytes) -> None:
    sections = heard(whole)
    for section in sections:
        assert section.text.strip(), section.title
        for one in section.all("H", "P", "TH", "Figure"):
            assert one.text.strip(), (section.title, one.role)
            assert not re.search("[0-9]†|† [A-Z]( |$)", one.text), one.text
    roles = {one.role for section in sections for one in section.all("H", "P", "Figure")}
    assert roles >= {"H", "P"}


def test_every_content_of_every_page_belongs_to_a_part_of_that_page(whole: bytes) -> None:
    with pikepdf.open(io.BytesIO(whole)) as pdf:
        parents: Any = pdf.Root.StructTreeRoot.ParentTree.Nums
        for number, page in enumerate(pdf.pages):
            assert (page.StructParents, parents[2 * number]) == (number, number)
            owners = parents[2 * number + 1]
            assert page.Contents.read_bytes().count(b"<</MCID ") == len(owners)
            for mark, owner in enumerate(owners):
                kids = owner.K if isinstance(owner.K, pikepdf.Array) else [owner.K]
                assert mark in [kid for kid in kids if isinstance(kid, int)]
                assert owner.Pg.objgen == page.objgen


def cards(language: str, job: Job | None = None) -> list[Heard]:
    of, settings = source(language), checked(duplex="fronts-only")
    models = SHOP.job(of, {"model-cards": dict.fromkeys(of.book.models, 1)}, settings)
    return heard(printed(job or models, settings, of))


@pytest.mark.parametrize(
    ("language", "values"),
    [("en", "RP 3, AP 3, Fortitude 5, DP 2, Limit 6."), ("es", "PR 3, PA 3, Fortaleza 5, PD 2, Límite 6.")],
)
def test_values_are_said_by_name(language: str, values: str) -> None:
    first = cards(language)[0]
    assert [one.role for one in first.inside[:3]] == ["H", "P", "P"]
    assert first.inside[0].text == first.title
    assert first.inside[1].text == values


def whole_powers(language: str) -> Iterator[tuple[str, str]]:
    """Of every power what is read, and what should be."""
    of = source(language)
    for section, key in zip(cards(language), of.book.models, strict=True):
        read = [one.text for one in section.all("P")]
        for (_, name), (_, text) in power_lines(of, key, {}):
            yield next((one for one in read if one.endswith(text[-12:])), f"{key}: {name}"), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_spaces_and_line_ends_are_kept(language: str) -> None:
    for read, text in whole_powers(language):
        assert read.endswith(f" {text}")


def test_a_missing_line_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pen.Pen, "_put", pen.Pen._follow)
    assert not all(read.endswith(f" {text}") for read, text in whole_powers("en"))


def test_a_missing_space_before_another_typeface_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def unspaced(line: list[tuple[float, str, str]], start: float, word: text_fit.Word) -> None:
        if line and line[-1][1] == word.face:
            line[-1] = (*line[-1][:2], line[-1][2] + (" " if word.space else "") + word.text)
        else:
            line.append((start, word.face, word.text))

    monkeypatch.setattr(text_fit, "_append", unspaced)
    assert not all(read.endswith(f" {text}") for read, text in whole_powers("en"))


def test_cards_that_are_alike_say_all_that_one_says_alone() -> None:
    of, settings = source("es"), checked(duplex="fronts-only")
    job = [SHOP.job(of, {"battle-cards": {"extra-plating": count}}, settings) for count in (1, 3)]
    alone, *alike = (section for parts in job for section in heard(printed(parts, settings, of)))
    assert "Valor de Muerte 2." in alone.text
    for section in alike:
        assert section.text.split() == alone.text.split()


@pytest.mark.parametrize("count", [1, 2])
def test_smaller_cards_are_read_whole_and_keep_their_marks(count: int) -> None:
    of = source("en")
    order = {"model-cards": {"ilsa": count}, "battle-cards": {"extra-plating": count}}
    both = []
    for size in ("kit", "mini"):
        settings = checked(duplex="fronts-only", card_size=size, provenance=True)
        both.append([section.text for section in heard(printed(SHOP.job(of, order, settings), settings, of))])
    assert both[0] == both[1]
    assert "*" in both[1][-1]


def test_a_table_has_heads_and_rows_of_as_many_cells() -> None:
    of, settings = source(mission=1), checked()
    table, *_ = [
        table for section in heard(printed(mission_sheet.sheets(of), settings, of)) for table in section.all("Table")
    ]
    heads, *rows = table.inside
    assert [one.text for one in heads.inside] == ["Side", "RP", "CP", "Cards"]
    assert all(one.role == "TH" for one in heads.inside)
    assert {len(row.inside) for row in rows} == {4}
    assert all(one.role == "TD" for row in rows for one in row.inside)
    assert rows[0].inside[0].text == of.speech.name("allied")


def test_a_qr_code_is_a_picture_that_says_its_address() -> None:
    of, settings = source(), checked()
    of = type(of)(**{**of.__dict__, "address": "http://192.0.2.1/t/7QK2MX"})
    sections = heard(printed(SHOP.job(of, {"reference": {"reference": 1}}, settings), settings, of))
    assert [one.text for section in sections for one in section.all("Figure")] == ["QR: http://192.0.2.1/t/7QK2MX"]


def test_shapes_are_not_read() -> None:
    of, settings = source(), checked(duplex="fronts-only")
    pdf = printed([model_cards.batch(of, {"slugger-murphy": 1})], settings, of)
    with pikepdf.open(io.BytesIO(pdf)) as document:
        depth, read = [], set()
        for operands, operator in pikepdf.parse_content_stream(document.pages[0]):
            name = str(operator)
            if name in ("BDC", "BMC"):
                depth.append(str(operands[0]))
            elif name == "EMC":
                depth.pop()
            elif name in ("f", "S", "Do"):
                read.add(tuple(depth))
        assert read <= {("/Artifact",), ()}
        assert not depth
