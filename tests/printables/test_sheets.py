"""Sheets to read and to fill in: what stands on them, by which edition, and what is refused."""

from dataclasses import replace

import pytest

from app.core.errors import Refused
from app.core.messages.translator import LANGUAGES, Translator
from app.games import REGISTRY
from printables.incursion import style
from printables.incursion.lines import weapon_rule
from printables.incursion.shop import SHOP
from printables.incursion.source import Source, plain_source
from printables.paper import MM, Settings, checked
from printables.words import capital
from tests.printables.printing import packed, pages, printed, source


def test_sheets_say_it_in_both_languages_and_both_papers() -> None:
    for language, paper in (("en", "letter"), ("es", "a4")):
        of, settings = source(language, "es-2009", 2), checked(paper=paper)
        order = {name: {name: 1} for name in ("reference", "mission", "campaign-record", "calibration")}
        texts = [packed(page.extract_text()) for page in pages(printed(SHOP.job(of, order, settings), settings, of))]
        reference, mission = texts[0], texts[2]
        for name, ap in of.book.action_cost.items():
            assert f"{packed(of.speech.name(name))}{ap}" in reference
        assert packed(of.speech.translate("mission.2")).upper() in mission
        assert all(
            packed(of.speech.translate(f"set-up.{step}"))[:20] in mission for step in of.book.mission.set_up.steps
        )  # type: ignore[union-attr]
        assert len(texts) == 8  # reference, mission, record and calibration, with what is behind them


@pytest.mark.parametrize("product", ["reference", "mission", "campaign-record"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_sheet_carries_the_tables_address_as_a_qr_code(product: str, paper: str) -> None:
    import segno

    address, settings = "http://192.168.1.7:8044/t/7QK2MX", checked(paper=paper)
    dark = sum(map(sum, segno.make(address, micro=False).matrix))
    counts = []
    for given in ("", address):
        of = plain_source(language="es", mission=1, address=given)
        page = next(pages(printed(SHOP.job(of, {product: {product: 1}}, settings), settings, of)))
        squares = [r for r in page.rects if r["width"] < 2 and abs(r["width"] - r["height"]) < 0.01 and r["fill"]]
        assert all(square["width"] > 0.44 * MM for square in squares)
        counts.append(len(squares))
    assert counts == [0, dark]


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_lines_of_a_list_to_tick_are_of_one_size(language: str) -> None:
    for number in range(1, 8):
        of, settings = source(language, "es-2009", number), checked()
        page = next(pages(printed(SHOP.job(of, {"mission": {"mission": 1}}, settings), settings, of)))
        boxes = [one for one in page.rects if abs(one["width"] - 3.4 * MM) < 0.01 and one["x0"] < 10 * MM]
        edge = max(one["x1"] for one in boxes), float(page.width) / 2
        high = max(one["bottom"] for one in boxes) + 3 * MM, min(one["top"] for one in boxes) - 3 * MM
        beside = [one for one in page.chars if edge[0] < one["x0"] < edge[1] and high[1] < one["top"] < high[0]]
        assert len(beside) > 20
        assert len({round(one["size"], 2) for one in beside}) == 1, number


def test_the_reference_sheet_is_of_the_chosen_edition() -> None:
    shown = []
    for edition in ("en-2009", "es-2009"):
        of = source("en", edition)
        shown.append(
            packed(
                next(
                    pages(printed(SHOP.job(of, {"reference": {"reference": 1}}, checked()), checked(), of))
                ).extract_text()
            )
        )
    assert "grenadelauncher2" in shown[0]
    assert "grenadelauncher1" in shown[1]
    assert packed("A natural 1 never does.") in shown[0]
    assert packed("A natural 1 never does.") not in shown[1]


def test_answers_of_the_table_are_on_the_reference_sheet_and_marked() -> None:
    of = plain_source(answers={"volatile": "any"})
    text = sheet_text(of, "reference")
    assert packed("• What sets off Volatile: any") in text
    assert text.count("•") == 2


BOOKS = ["Spanish", "English", "rulebooks", "two books", "libro español", "libro inglés", "reglamentos"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", ["en-2009", "es-2009"])
def test_no_sheet_tells_what_the_other_edition_says(language: str, edition: str) -> None:
    of = source(language, edition)
    for rule, known in REGISTRY["incursion"].rule_catalogue.items():
        if edition in known["sources"]:
            told = style.rule_text(of, rule)
            assert len(told) > 20
            assert not any(book in told for book in BOOKS), rule
    texts = [sheet_text(source(language, edition, mission), "mission") for mission in range(1, 8)]
    for text in (*texts, sheet_text(of, "reference")):
        assert not any(packed(book) in text for book in BOOKS)


def sheet_text(of: Source, product: str) -> str:
    """All that is on both of its sides, but for the name of the edition."""
    pdf = printed(SHOP.job(of, {product: {product: 1}}, checked()), checked(), of)
    text = packed("".join(page.extract_text() for page in pages(pdf)))
    return text.replace(packed(of.speech.translate("sheet.made-for", edition=of.edition)), "")


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_weapon_is_on_the_reference_sheet_with_its_rule(language: str) -> None:
    of = source(language)
    text = sheet_text(of, "reference")
    carried = {weapon for card in of.book.models.values() for weapon in card.weapons}
    assert len(carried | {*of.book.shooting.weapons}) == 8
    for weapon in (*carried, *of.book.shooting.weapons, "grenade"):
        assert packed(f"{capital(of.speech.name(weapon))} {weapon_rule(of, weapon)}") in text


def test_rules_that_differ_are_told_by_the_chosen_edition() -> None:
    reference = [sheet_text(source("en", edition), "reference") for edition in ("en-2009", "es-2009")]
    assert [packed("must go into RF") in text for text in reference] == [True, False]
    assert [packed("may go into RF") in text for text in reference] == [False, True]
    ends = [sheet_text(source("es", edition, 6), "mission") for edition in ("en-2009", "es-2009")]
    assert [packed("La misión acaba cuando todos están activados") in text for text in ends] == [True, False]


def refused_sheet(of: Source, settings: Settings, product: str) -> Refused:
    """The "no" of a sheet."""
    with pytest.raises(Refused) as no:
        printed(SHOP.job(of, {product: {product: 1}}, settings), settings, of)
    return no.value


@pytest.mark.parametrize("product", ["reference", "mission"])
def test_a_margin_that_leaves_a_sheet_no_room_is_refused_by_name_with_the_sheet_and_the_part(product: str) -> None:
    of = source("es", "es-2009", 6)
    no = refused_sheet(of, checked(margin=40), product)
    told = of.speech.refusal(no)
    assert (no.code, no.field) == ("no-room-for-sheet", "margin")
    assert of.speech.translate(f"product.{product}") + ", " in told
    assert "no cabe con un margen de 40 mm. Usa un margen de 8 mm." in told


def test_a_part_of_a_sheet_whose_text_never_fits_is_refused_with_the_sheet_and_the_part() -> None:
    words = {**source().speech.words, "name.incursion": dict.fromkeys(LANGUAGES, "W" * 300)}
    of = replace(source(), speech=Translator(words, "en"))
    for margin in (8, 20):
        no = refused_sheet(of, checked(margin=margin), "reference")
        assert (no.code, of.speech.refusal(no)) == (
            "text-does-not-fit",
            "Reference sheet, Title: the text does not fit, not even at 6 points. Shorten it.",
        )


@pytest.mark.parametrize("letters", [20, 60, 210])
def test_a_long_title_of_a_mission_stands_whole_on_its_sheet(letters: int) -> None:
    title = ("The long night in the frozen halls under the rock " * 5)[:letters].strip()
    of, settings = source("en", "es-2009", 2), checked()
    of = replace(of, speech=Translator({**of.speech.words, "mission.2": {"en": title, "es": title}}, "en"))
    page = next(pages(printed(SHOP.job(of, {"mission": {"mission": 1}}, settings), settings, of)))
    masthead = page.crop((0, 0, float(page.width) * 0.56, 24 * MM)).extract_text()
    assert packed(masthead).upper() == packed(f"2. {title}").upper()
