"""Every text that should be on a card is on it, in both languages; what cannot be set is refused by name."""

import io
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from fontTools.ttLib import TTFont

import app
import printables
from app.core.errors import Refused
from app.core.messages.translator import LANGUAGES, Translator
from app.games import REGISTRY
from app.games.incursion.book import DATA, BattleCard
from app.games.incursion.cards.sets import checked_set
from app.games.incursion.words import power_text
from printables import fonts, letters, text_fit
from printables.incursion import lines
from printables.incursion.needs import counters
from printables.incursion.shop import SHOP
from printables.incursion.source import paper_words, plain_source
from printables.incursion.style import icons
from printables.paper import MM, checked
from printables.pieces import POKER
from printables.shops import shop_of
from printables.words import printed_words
from tests.printables.printing import cards, everything, expected, packed, pages, printed, source, text_in

SPANISH = "áéíóúüñç¡¿«»–—’“”ªºÁÉÍÓÚÜÑ·−*†"
STARTER = (DATA / "cards" / "starter.toml").read_text(encoding="utf-8")


def card_texts(language: str, paper: str, provenance: bool = False) -> list[str]:
    spots, pdf = expected(POKER, checked(paper=paper, duplex="fronts-only"), 99, False), cards(language, paper)
    pdf = cards(language, paper, provenance=True) if provenance else pdf
    return [text_in(page, POKER, spot) for page in pages(pdf) for spot in spots]


@pytest.mark.parametrize(("language", "paper"), [("en", "a4"), ("es", "letter")])
def test_every_card_says_what_its_source_says(language: str, paper: str) -> None:
    book, said = source(language).book, [text for text in card_texts(language, paper) if text]
    assert len(said) == len(book.models) + len(book.battle)
    speech = source(language).speech
    for (key, model), text in zip(book.models.items(), said, strict=False):
        assert packed(getattr(model.name, language)) in text
        values = [str(model.rp), str(model.ap), str(model.fortitude), str(model.dp)]
        assert all(value in text for value in values), key
        for power in model.powers:
            assert packed(speech.name(power)) in text
            assert packed(lines.line(source(language), power)) in text, power
    for card, text in zip(book.battle.values(), said[len(book.models) :], strict=True):
        assert packed(getattr(card.name, language)) in text
        assert packed(getattr(card.text, language)) in text
        assert packed(speech.translate("value.copies", copies=card.copies)) in text


def test_a_card_in_the_place_of_another_is_found() -> None:
    texts = card_texts("en", "a4")
    texts[0], texts[1] = texts[1], texts[0]
    assert packed(source().book.models["grunt-ape"].name.en) not in texts[0]


def test_a_card_bears_one_small_sign_unless_all_are_asked_for() -> None:
    for text in filter(None, card_texts("en", "a4")):
        assert text.count("*") + text.count("†") <= 1
    assert "*custom" in card_texts("en", "a4")[9]


def test_house_values_are_marked_and_rulebook_values_are_not() -> None:
    text = card_texts("en", "a4", True)[9]  # the Sturmzombie: AP and Limit are ours, the rest is the rulebook's
    assert "Sturmzombie" in text
    assert text.count("*") == 3  # two values, and the legend
    assert "*custom" in text
    assert "†" not in text


SIGNS = {"house": "*", "public": "†"}
TEXT = {"on", "change", "effect", "amount", "reminder", "ignored-by"}
"""Values that a battle card's text tells: one mark for all of them."""


def marks_due(card: BattleCard) -> Counter[str]:
    of = {name: SIGNS[kind] for name, kind in card.from_.items() if kind in SIGNS and name not in ("ammo",)}
    alone = [sign for name, sign in of.items() if name not in TEXT]
    told = {sign for name, sign in of.items() if name in TEXT}
    due = Counter([*alone, *(["*"] if "*" in told else told)])
    return due + Counter(due.keys())


def test_every_value_of_a_battle_card_that_no_rulebook_states_bears_its_mark() -> None:
    book, said = source().book, [text for text in card_texts("en", "a4", True) if text]
    for (key, card), text in zip(book.battle.items(), said[len(book.models) :], strict=True):
        assert {sign: text.count(sign) for sign in SIGNS.values()} == {s: marks_due(card)[s] for s in "*†"}, key
    assert marks_due(book.battle["fresh-serum"])["*"] == 6  # type, text, zombie icon, Kill Value, copies; the legend
    assert marks_due(book.battle["hidden-tunnel"])["†"] == 2  # the side, and the legend


def test_weapons_and_powers_bear_their_mark_at_the_name_and_not_at_a_figure() -> None:
    text = STARTER.replace('powers = "rulebook"', 'powers = "public"').replace(
        'weapons = "rulebook"', 'weapons = "house"'
    )
    of, settings = plain_source(cards=checked_set(text)), checked(duplex="fronts-only", provenance=True)
    page = next(pages(printed(SHOP.job(of, {"model-cards": {"slugger-murphy": 1}}, settings), settings, of)))
    said = packed(page.extract_text())
    assert "Pistol*:1DD" in said
    assert "RF1*" not in said
    assert "Thumper†" in said
    assert "†publicsource" in said


def test_nothing_on_a_card_is_smaller_than_six_points() -> None:
    for language in LANGUAGES:
        for page in pages(cards(language)):
            assert min(char["size"] for char in page.chars) >= 6 - 0.01


# -- fonts


def test_fonts_have_every_letter_of_both_languages() -> None:
    for face in fonts.FILES:
        assert set(SPANISH) <= fonts.glyphs(face)
    speaking = {**paper_words(), **REGISTRY["incursion"].words}
    for key, entry in speaking.items():
        for text in entry.values():
            assert set(text) <= fonts.glyphs(fonts.TEXT), key


def held_by(pdf: bytes) -> Iterator[tuple[dict[int, str], bytes]]:
    """Of each embedded font its codes with their letters, and its file."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        for one in document.objects:
            if isinstance(one, pikepdf.Dictionary) and one.get("/Type") == "/Font":
                told = re.findall("<(..)> <(....)>", one.ToUnicode.read_bytes().decode().partition("beginbfchar")[2])
                yield (
                    {int(code, 16): chr(int(letter, 16)) for code, letter in told},
                    (one.FontDescriptor.FontFile2.read_bytes()),
                )


PEOPLE = "Łódź Ωμέγα Дружба → €"


def with_name(name: str) -> Any:
    """The starter set, the first of its cards called otherwise."""
    return plain_source(cards=checked_set(STARTER.replace('en = "Grunt APE"', f'en = "{name}"')))


def test_letters_of_people_are_printed_each_with_a_glyph_of_its_own() -> None:
    of, settings = with_name(PEOPLE), checked(duplex="fronts-only")
    text = "Ĥu Žluťoučký kůň Ąć Ğüş Õun – Ἀ ѝ Ї ѳ ≥ ″ ↘ ₽"
    of.book.battle["extra-ammo"].text.__dict__["en"] = text
    with fonts.noted() as lacking:
        order = {"model-cards": {"grunt-ape": 1}, "battle-cards": {"extra-ammo": 1}}
        pdf = printed(SHOP.job(of, order, settings), settings, of)
    said = "".join(packed(page.extract_text()) for page in pages(pdf))
    assert packed(PEOPLE) in said
    assert packed(text.replace("Ἀ", "Α")) in said
    assert lacking == {"Extra Ammo": "Ἀ"}  # nothing but a breathing, and told
    held = ""
    for letters_of, file in held_by(pdf):
        font = TTFont(io.BytesIO(file))
        glyphs = font["cmap"].getcmap(1, 0).cmap
        drawn = {letter: glyphs[code] for code, letter in letters_of.items() if code and letter != " "}
        held += "".join(drawn)
        assert ".notdef" not in drawn.values()
        assert all(font["glyf"][glyph].numberOfContours for glyph in drawn.values()), drawn
    assert set(packed(PEOPLE)) <= set(held)


def test_usual_prints_hold_no_face_that_they_do_not_need() -> None:
    with pikepdf.open(io.BytesIO(cards("es"))) as pdf:
        assert not [one for one in pdf.objects if "More" in str(getattr(one, "BaseFont", ""))]


def test_other_letters_are_measured_where_text_is_fitted() -> None:
    for text in ("Дружба", "Ωμέγα", "Đặng → €"):
        for face in fonts.FILES:
            word, *_ = text_fit.measure_words([(face, text.replace(" ", "\xa0"))], "card")
            assert word.wide == pytest.approx(sum(fonts.width(face, one) for one in text.replace(" ", "\xa0")))
            assert word.wide > 1.5


@pytest.mark.parametrize(
    ("written", "set_", "lacking"),
    [
        ("Łódź, Plzeň, Čáslav, Şile", "Łódź, Plzeň, Čáslav, Şile", ""),
        ("Мост № 3 \u200b→ e\u0301", "Мост № 3 → é", ""),
        ("ﬁn Ａ \u2009|", "fin A  |", ""),
        ("漢 \U0001f44d\ufe0f", "□ □", "漢\U0001f44d"),
        ("Ἀ \u05d0\u05b0", "Α □", "Ἀ\u05d0\u05b0"),
        ("\x00a\x07", "a", ""),
    ],
)
def test_what_no_face_has_is_noted_and_something_stands_for_it(written: str, set_: str, lacking: str) -> None:
    for face in fonts.FILES:
        with fonts.noted() as found:
            assert fonts.settable(face, written, "a card") == set_
        assert found == ({"a card": lacking} if lacking else {})
        assert fonts.width(face, written) > 0


def test_what_others_wrote_stands_on_one_line_in_words_that_can_be_wrapped() -> None:
    assert fonts.on_one_line("Hold it.\r\n\r\n\tThen leave.") == "Hold it. Then leave."
    assert fonts.on_one_line("“Señal” – 3\u00a0×") == "“Señal” – 3\u00a0×"
    assert fonts.on_one_line("x" * 70) == " ".join(("x" * 30, "x" * 30, "x" * 10))


def test_letters_of_which_there_is_no_doubt_are_in_every_face() -> None:
    sure = [chr(code) for code in range(32, 0x3000) if not fonts.DOUBTFUL.search(chr(code))]
    assert len(sure) > 500
    assert [(face, one) for face in fonts.FILES for one in sure if not fonts.face_with(face, one)] == []
    assert all(fonts.DOUBTFUL.search(one) for one in "漢ŉ\U0001f44d\u05d0\ufe0f")


def test_no_paper_of_ours_needs_a_look_at_its_letters() -> None:
    for game in ("incursion", "mobile-infantry", "memoir-44"):
        shop = shop_of(game)
        assert shop is not None
        assert [language for language in LANGUAGES if letters.doubtful(shop.sample(language))] == []


def test_letters_that_no_face_has_are_told_by_piece_and_letter() -> None:
    of, settings = with_name("Ядро 漢"), checked()
    assert letters.doubtful(of)
    found = letters.lacking_in(SHOP, of, {"model-cards": {"grunt-ape": 3}, "counters": {"door": 2}}, settings)
    assert found == {"Ядро 漢": "漢"}
    said = {language: Translator(printed_words(), language) for language in LANGUAGES}
    assert [*letters.told(found, said["en"])] == ["Ядро 漢: characters that cannot be printed: 漢"]
    assert [*letters.told(found, said["es"])] == ["Ядро 漢: caracteres que no se pueden imprimir: 漢"]
    many = {f"card {number}!": "漢" for number in range(14)}
    numbered = {"Truck 1": "漢", "Truck 2": "漢", "Truck 3": "漢橋", "Car 1": "漢"}
    assert letters.by_kind(numbered) == [("Truck", "漢"), ("Truck 3", "漢橋"), ("Car 1", "漢")]
    assert [*letters.told(many, said["en"])][-1] == "More pieces with such characters: 2"


def test_fonts_are_embedded_and_no_other_is_named() -> None:
    with pikepdf.open(io.BytesIO(cards("es"))) as pdf:
        found = [one for one in pdf.objects if isinstance(one, pikepdf.Dictionary) and one.get("/Type") == "/Font"]
        assert len(found) == 3
        for font in found:
            assert "/FontFile2" in font.FontDescriptor, font.BaseFont


def test_a_text_that_does_not_fit_at_six_points_is_refused_with_the_card() -> None:
    long = "W" * 60
    bad = plain_source(cards=checked_set(STARTER.replace("+1 Damage Die with each shot.", long)))
    with pytest.raises(Refused) as no:
        printed(SHOP.job(bad, {"battle-cards": {"extra-ammo": 1}}, checked()), checked(), bad)
    assert (no.value.code, no.value.field) == ("text-does-not-fit", "Extra Ammo")
    name = plain_source(cards=checked_set(STARTER.replace('en = "Grunt APE"', f'en = "{"W" * 60}"')))
    with pytest.raises(Refused, match="text-does-not-fit"):
        printed(SHOP.job(name, {"model-cards": {"grunt-ape": 1}}, checked()), checked(), name)


# -- fitting


def words(text: str) -> list[list[tuple[str, str]]]:
    return [[(fonts.TEXT, text)]]


def test_a_text_is_as_large_as_its_box_allows_and_no_larger() -> None:
    text = words("Lies on a model with a gun: one Damage Die more with each shot, again and again. " * 3)
    fitted = text_fit.fit(text, 50, 30, 14, "card")
    box = text_fit.Box([text_fit.measure_words(text[0], "card")], 50, 30, 0.35)
    assert box.fits(fitted.size)
    assert not box.fits(fitted.size + text_fit.STEP)
    assert fitted.height <= 30
    assert text_fit.line_count(box.text[0], 50 * MM / fitted.size) == len(fitted.lines)


def test_every_word_of_a_text_is_set_once_and_in_order() -> None:
    text = [[(fonts.BOLD, "Leap. "), (fonts.TEXT, "May cross squares that others stand on")], [(fonts.TEXT, "again")]]
    lines = text_fit.fit(text, 25, 40, 12, "card").lines
    assert " ".join(run[2] for line in lines for run in line).split() == [
        "Leap.",
        "May",
        "cross",
        "squares",
        "that",
        "others",
        "stand",
        "on",
        "again",
    ]


def test_no_line_is_wider_than_its_box() -> None:
    fitted = text_fit.fit(words("Each of these words is somewhere in a line of this box " * 4), 37, 25, 14, "card")
    for line in fitted.lines:
        start, face, last = line[-1]
        assert (start + fonts.width(face, last)) * fitted.size / MM <= 37 + 1e-6


# -- data and words


def test_words_of_paper_have_both_languages_and_are_not_the_same() -> None:
    same = {key for key, entry in paper_words().items() if len(set(entry.values())) == 1}
    assert same == {
        "value.fortitude", "value.dice", "value.shots", "paper.a3", "paper.a4", "paper.a5", "counter.zombie-cp",
        "answered.kaboom.three", "card-size.tarot", "card-size.bridge", "card-size.mini",
    }  # fmt: skip
    assert all(set(entry) == set(LANGUAGES) and all(entry.values()) for entry in paper_words().values())


OF_A_GAME = {
    "incursion", "allied", "allies", "german", "germans", "zombie", "grunt", "gretel", "panzerfaust", "rp", "cp", "ap",
    "dp", "forces", "model", "models", "experience", "battle", "deck", "hand", "panel", "panels",
}  # fmt: skip
"""Words that some game prints and the next one does not."""


def test_what_every_game_shares_holds_no_word_of_one() -> None:
    folder = Path(printables.__file__).parent
    for path in (*folder.glob("*.py"), folder / "words.toml", *app.beside("templates").glob("printing/*.html")):
        written = set(re.findall(r"[a-z]+", path.read_text(encoding="utf-8").lower()))
        assert written & OF_A_GAME == set(), path.name


def test_the_words_of_a_game_are_its_own_and_those_of_paper_are_every_games() -> None:
    assert "product.calibration" in printed_words()
    assert not [key for key in printed_words() if key.startswith(("counter.", "card.", "value.", "column."))]
    own = {key for key, entry in paper_words().items() if printed_words().get(key) != entry}
    assert own & set(printed_words()) == {"order.lead"}


def test_icons_rules_and_words_that_the_data_names_exist_and_none_lies_idle() -> None:
    named = {icon for one in counters().values() for icon in (one.icon, one.back_icon)} - {""}
    assert named == set(icons())
    speech = source().speech
    for power in {power for model in source().book.models.values() for power in model.powers}:
        assert len(power_text(power, source().edition, source().speech)) > 20, power
    for key, counter in counters().items():
        assert all(
            speech.has(f"counter.{word}") for word in (key, counter.back_words or key, counter.front_words or key)
        )
    mission_rules: list[Any] = [source(mission=number).book.mission for number in REGISTRY["incursion"].missions]
    for mission in mission_rules:
        assert mission.rules
        assert mission.end_rules
        assert set(mission.rules + mission.end_rules) <= set(REGISTRY["incursion"].rule_catalogue)
        assert set(mission.questions) <= set(source().book.questions)


def test_everything_can_be_printed_in_both_languages_on_both_papers_with_little_ink() -> None:
    for language, paper in (("en", "letter"), ("es", "a4")):
        of, settings = source(language, mission=1), checked(paper=paper, low_ink=True, bleed=1)
        assert printed(SHOP.job(of, everything(of), settings), settings, of).startswith(b"%PDF-1.4")


# -- how lines break


def lines_of(text: str, wide: float, size: float) -> list[str]:
    """The lines of a text in a width of millimetres."""
    words = text_fit.measure_words([(fonts.TEXT, text)], "card")
    lines = text_fit.wrapped(words, wide * MM / size)
    assert text_fit.line_count(words, wide * MM / size) == len(lines)
    return ["".join(run for _, _, run in line) for line in lines]


@pytest.mark.parametrize(
    "text", ["A model on it gains 3 DP at once and then loses 1 AP.", "Retira las 3 minas y +1 dado."]
)
def test_no_number_parts_from_its_noun_and_no_last_word_stands_alone(text: str) -> None:
    for wide in range(18, 80):
        lines = lines_of(text, wide, 9)
        assert " ".join(lines) == text
        assert not any(re.search(r"\d$", line) for line in lines[:-1]), lines
        assert len(lines) == 1 or " " in lines[-1], lines


def test_words_that_are_as_wide_as_their_box_still_part() -> None:
    assert lines_of("Puerta verde", 12, 9) == ["Puerta", "verde"]
    assert lines_of("Retirada 3 figuras", 12, 9) == ["Retirada", "3 figuras"]


def test_a_mark_after_a_bold_name_never_begins_a_line() -> None:
    words = text_fit.measure_words([(fonts.TEXT, "one two"), (fonts.BOLD, "name"), (fonts.TEXT, "* more")], "card")
    for measure in range(32, 90):
        for line in text_fit.wrapped(words, measure / 10):
            assert not line[0][2].startswith("*")
