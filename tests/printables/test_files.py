"""The file itself: whole, the same every time, for the archive, read aloud card by card; and what it looks like."""

import io
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image

from app.games.incursion.book import DATA
from app.games.incursion.cards.sets import checked_set
from printables.cut_sheets import drawings
from printables.incursion import leaf
from printables.incursion.shop import SHOP
from printables.incursion.source import plain_source
from printables.paper import MM, checked
from printables.pdf import PdfRenderer
from printables.pieces import MINI, POKER, Batch, Face, Piece, Shape, disc, hexagon, strip
from printables.raster import (
    MOST_DOTS,
    TABLETOP,
    page_count,
    pictures,
    tabletop_count,
    tabletop_pages,
    tabletop_sheets,
)
from tests.printables.printing import as_paper, cards, everything, expected, outlines, pages, printed, source

ROOT = Path(__file__).parents[2]
JARS = (
    "preflight",
    "pdfbox2",
    "fontbox2",
    "xmpbox",
    "commons-logging",
    "javax.activation",
    "jaxb-api",
    "jaxb-runtime",
    "jaxb-core",
)
MAKE = """
import sys
from tests.printables.printing import cards
sys.stdout.buffer.write(cards("es", "letter", "short-edge"))
"""


def demanded(name: str) -> str:
    """A program's path; without it a skip, or a failure where everything is demanded."""
    found = shutil.which(name)
    if found is None:
        (pytest.fail if os.environ.get("ADJUTANT_NEEDS_BROWSER") else pytest.skip)(f"there is no {name} here")
    return found


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Everything once, in Spanish, with bleed, moved backs, low ink and letters of others: all that a file can have."""
    starter = (DATA / "cards" / "starter.toml").read_text(encoding="utf-8")
    text = starter.replace("Grunt APE", "Łódź Ωμέγα Дружба → € 漢")
    of, settings = (
        plain_source("es-2009", "es", 3, cards=checked_set(text)),
        checked(bleed=1, offset_x=0.5, rotation=0.2, low_ink=True, marks="corner"),
    )
    file = tmp_path_factory.mktemp("printed") / "whole.pdf"
    file.write_bytes(printed(SHOP.job(of, everything(of), settings), settings, of))
    return file


def test_qpdf_finds_nothing_wrong(whole: Path) -> None:
    told = subprocess.run([demanded("qpdf"), "--check", str(whole)], capture_output=True, text=True)  # noqa: PLW1510
    assert (told.returncode, "No syntax or stream encoding errors" in told.stdout) == (0, True), told.stderr


def test_the_file_is_a_valid_pdf_a_1b(whole: Path) -> None:
    java, folder = demanded("java"), Path("/usr/share/java")
    jars = [folder / f"{name}.jar" for name in JARS]
    if not all(jar.exists() for jar in jars):
        (pytest.fail if os.environ.get("ADJUTANT_NEEDS_BROWSER") else pytest.skip)("there is no PDFBox Preflight here")
    whole_and_bad = [str(whole), str(whole.with_name("bad.pdf"))]
    Path(whole_and_bad[1]).write_bytes(whole.read_bytes().replace(b"<pdfaid:part>1", b"<pdfaid:part>7"))
    run = [java, "-cp", ":".join(map(str, jars)), "org.apache.pdfbox.preflight.Validator_A1b"]
    told = [subprocess.run([*run, name], capture_output=True, text=True).stdout for name in whole_and_bad]  # noqa: PLW1510
    assert "is a valid PDF/A-1b file" in told[0], told[0][:2000]
    assert "is not a valid PDF/A-1b file" in told[1]


def test_the_same_order_makes_the_same_bytes_in_another_process_with_another_hash_seed() -> None:
    made = []
    for seed in ("1", "77"):
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        made.append(
            subprocess.run([sys.executable, "-c", MAKE], capture_output=True, check=True, env=env, cwd=ROOT).stdout
        )
    assert made[0] == made[1] == cards("es", "letter", "short-edge")
    assert made[0].startswith(b"%PDF-1.4")


def test_each_card_is_a_section_with_its_title_and_language() -> None:
    with pikepdf.open(io.BytesIO(cards("es", "a4", "long-edge"))) as pdf:
        assert str(pdf.Root.Lang) == "es"
        assert pdf.Root.MarkInfo.Marked
        sections = list(pdf.Root.StructTreeRoot.K.K)  # type: ignore[call-overload]
        titles = [str(section.T) for section in sections]
        assert len(sections) == 2 * 38
        assert {str(section.Lang) for section in sections} == {"es"}
        assert titles[0] == "Soldado APE"
        assert "Túnel Oculto" in titles
        for number, page in enumerate(pdf.pages):
            assert page.StructParents == number
        for section in sections:
            assert section.Pg.objgen in [page.objgen for page in pdf.pages]


def test_a_deck_of_54_cards_is_small() -> None:
    of, settings = source(), checked(duplex="fronts-only")
    order = {name: dict.fromkeys(things, 1) for name, things in everything(of).items() if name == "model-cards"}
    order["model-cards"] |= {"grunt-ape": 2, "hmg-ape": 2}
    order["battle-cards"] = {key: card.copies for key, card in of.book.battle.items()}
    assert sum(sum(things.values()) for things in order.values()) == 54
    assert len(printed(SHOP.job(of, order, settings), settings, of)) <= 78_000


def test_progress_is_told_page_by_page() -> None:
    told: list[tuple[int, int]] = []
    of, settings = source(), checked(duplex="fronts-only")
    PdfRenderer(settings, of.speech, "x", lambda done, all_: told.append((done, all_))).print(
        SHOP.job(of, {"battle-cards": {"snafu": 20}}, settings)
    )
    assert told == [(1, 3), (2, 3), (3, 3)]


# -- what it looks like


def test_a_rendered_card_is_dark_where_its_band_is_and_white_where_nothing_is() -> None:
    with pypdfium2.PdfDocument(cards("en")) as pdf:
        picture = pdf[0].render(scale=2).to_pil().convert("RGB")
    x, y = expected(POKER, checked(duplex="fronts-only"), 1)[0]

    def shade(across: float, up: float) -> tuple[int, ...]:
        at = ((x + across) * MM * 2, picture.height - (y + up) * MM * 2)
        return tuple(picture.getpixel((round(at[0]), round(at[1]))))  # type: ignore[arg-type]

    assert shade(50, 86.5) == pytest.approx((75, 90, 41), abs=3)  # olive
    assert shade(1, 50) == (255, 255, 255)
    assert shade(-3, 50) == (255, 255, 255)
    assert min(min(shade(across, 35)) for across in range(20, 44)) < 120  # its picture


def test_low_ink_uses_a_fifth_of_the_ink() -> None:
    of = source()
    used = []
    for low_ink in (False, True):
        settings = checked(low_ink=low_ink)
        pdf = printed(SHOP.job(of, {"model-cards": {"hans": 9}}, settings), settings, of)
        with pypdfium2.PdfDocument(pdf) as document:
            shades = [page.render(scale=0.5).to_pil().convert("L").resize((1, 1)) for page in document]
        used.append([255 - shade.getpixel((0, 0)) for shade in shades])  # type: ignore[operator]
    assert used[1][1] * 5 <= used[0][1]
    assert used[1][0] < used[0][0]


def test_pages_become_pictures() -> None:
    pdf = cards("en")
    assert page_count(pdf) == 5
    some = list(pictures(pdf, 36, 1, 3))
    assert len(some) == 2
    assert all(picture.startswith(b"\x89PNG") for picture in some)


@pytest.mark.parametrize("shape", [POKER, MINI, disc(16), strip(148, 105), hexagon(60), strip(200, 280)])
def test_no_sheet_for_virtual_tabletops_has_more_dots_than_memory_has_room_for(shape: Shape) -> None:
    batch = Batch("boats", shape, [(Piece(Face("one", "one", lambda pen: None)), 141)])
    laid = [layout for layout, _ in tabletop_pages(batch, [piece.front for piece in batch.each()])]
    dots = [layout.width * layout.height * (TABLETOP / 25.4) ** 2 for layout in laid]
    assert max(dots) <= MOST_DOTS
    assert (len(laid), sum(layout.count for layout in laid)) == (tabletop_count([batch]), 141)
    assert laid[0].count == 70 or max(dots) > MOST_DOTS / 2


def test_sheets_for_virtual_tabletops_hold_faces_edge_to_edge() -> None:
    of, settings = source(), checked()
    parts = SHOP.job(of, {"battle-cards": {"extra-ammo": 3, "snafu": 9}}, settings)
    made = dict(tabletop_sheets(parts, settings, of.speech, 50))
    assert list(made) == ["1-battle-cards-front-1", "1-battle-cards-back-1"]
    size = Image.open(io.BytesIO(made["1-battle-cards-front-1"])).size
    assert size == pytest.approx((10 * 63 * 50 / 25.4, 2 * 88 * 50 / 25.4), abs=2)
    assert dict(tabletop_sheets(parts, checked(scale_x=1.05), of.speech, 50)) == made  # no printer is in it


def test_cut_paths_are_those_of_the_page() -> None:
    of, settings = source(), checked()
    parts = SHOP.job(of, {"model-cards": {"grunt-ape": 2}, "counters": {"activated": 1, "pinger": 1}}, settings)
    (drawn,) = drawings(parts, settings)
    assert drawn.count('<circle cx="') == 1
    cut = outlines(next(pages(printed(parts, settings, of))), POKER)
    assert len(cut) == 2
    for x, low in cut:
        y = 297 - low - 88
        for side in (
            f"M{x + 3:.3f} {y:.3f}L{x + 60:.3f} {y:.3f}",
            f"M{x + 3:.3f} {y + 88:.3f}L{x + 60:.3f} {y + 88:.3f}",
        ):
            assert drawn.count(side) == 1


def test_cut_paths_of_a_page_that_lies_are_those_of_its_paper() -> None:
    of, settings, cut_as = source(), checked(), leaf.shape(checked())
    parts = SHOP.job(of, {"leaf": {"leaf": 2}}, settings)
    (drawn,) = drawings(parts, settings)
    front = as_paper(printed(parts, settings, of))[0]
    whole = [one for one in front.rects if one["stroke"] and one["width"] > 100 * MM]
    cut = sorted({(round(one["x0"] / MM, 3), round(297 - one["y1"] / MM, 3)) for one in whole})
    assert 'width="210mm" height="297mm"' in drawn
    assert 'transform="translate(0 297) rotate(-90)"' in drawn
    assert len(cut) == 2
    for y, right in cut:
        x = 297 - right - cut_as.width
        for side in (x, x + cut_as.width):
            assert drawn.count(f"M{side:.3f} {y:.3f}L{side:.3f} {y + cut_as.height:.3f}") == 1


def test_a_page_that_lies_is_turned_in_its_picture() -> None:
    of, settings = source(mission=1), checked()
    pdf = printed(SHOP.job(of, {"leaf": {"leaf": 1}}, settings), settings, of)
    sizes = [Image.open(io.BytesIO(one)).size for one in pictures(pdf, 25.4, lying={1})]
    assert sizes == [(210, 298), (298, 210)]


def test_the_memory_of_a_print_is_told_without_that_of_whoever_starts_it() -> None:
    from tests.bench import printing

    large = b"x" * 150_000_000
    assert 20 < printing.peak(printing.__file__, "1") < len(large) / 2**20


def test_a_print_opens_no_table_no_page_and_no_command_of_the_game(tmp_path: Path) -> None:
    words = f"print incursion --mission 1 --what model-cards,counters,mission -o {tmp_path}/x.pdf".split()
    told = (
        "import sys; from app.cli import main; main(sys.argv[1:], standalone_mode=False);"
        "names = {'flask', 'sqlite3', 'sqlite_utils', 'app.games.incursion.game', 'pypdfium2'};"
        "print(*sorted(sys.modules.keys() & names))"
    )
    done = subprocess.run([sys.executable, "-c", told, *words], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [f"{tmp_path}/x.pdf", ""]
