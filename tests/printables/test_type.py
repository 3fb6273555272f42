"""Of whole kits, in both languages on both papers: how small texts are, and how their lines break."""

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest

from app.core.messages.translator import LANGUAGES
from printables import fonts
from printables.paper import MM, checked
from printables.pdf import PdfRenderer
from printables.pen import Pen
from printables.shops import PrintSources, shop_of
from printables.text_fit import Fitted, fit

GAMES = ("incursion", "mobile-infantry", "memoir-44")
COUNTERS = {"counters", "round-tokens", "hexes", "strips", "badges"}
OF_MISSIONS = {"leaf", "mission", "reference-cards", "set-up", "evening", "evening-large"}
"""Products that have other texts in each mission."""
LABEL, LEGAL, READABLE = 7.0, 6.0, 9.0
Written = tuple[str, str, float]
"""Piece, text, size in points."""
NUMBER = re.compile(r"(?:^|[ («“+−-])\d[\d.,–×/-]*[″’%°]?(?<![.,])$")
"""A line that ends with a number whose noun is on the next one; after a comma or stop something else begins."""
CONJUNCTION = re.compile(r"(?:and|or|y|o)\b")
LEFT_OVER = re.compile(r"\d[\d.–/-]*[″\"’%°]?[.,;:)]|×")
"""A line that begins with a number of the line before, or with a times sign."""


class Seen:
    """All texts of a kit by product, and the paragraphs that take several lines."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.texts: list[Written] = []
        self.paragraphs: list[tuple[str, list[str], bool]] = []
        """Piece, lines, and True if the last two words fit on one line."""
        finish, draw_text = Pen.finish, Pen.draw_text

        def finished(pen: Pen) -> None:
            self.texts += [(pen.name, text.strip(), size) for _, _, _, size, _, text, _ in pen.written]
            finish(pen)

        def drawn(pen: Pen, fitted: Fitted, x: float, top: float, wide: float, *more: object, **how: object) -> None:
            starts = [0, *fitted.gaps, len(fitted.lines)]
            for first, end in pairwise(starts):
                lines = ["".join(text for _, _, text in line) for line in fitted.lines[first:end]]
                if len(lines) > 1:
                    ending = " ".join(" ".join(lines).split(" ")[-2:])
                    face = fitted.lines[end - 1][-1][1]
                    self.paragraphs.append((pen.name, lines, fonts.width(face, ending) * fitted.size / MM < wide))
            draw_text(pen, fitted, x, top, wide, *more, **how)  # type: ignore[arg-type]

        monkeypatch.setattr(Pen, "finish", finished)
        monkeypatch.setattr(Pen, "draw_text", drawn)

    def print(self, game: str, language: str, paper: str, only: str = "") -> Iterator[tuple[str, str]]:
        """Print all of the kit once, and of each mission what is its own; yield product and mission after each."""
        shop, settings = shop_of(game), checked(paper=paper)
        assert shop is not None
        choice = next(one for one in shop.choices if one.name == "mission")
        editions = {"edition": f"{language}-2009"} if game == "incursion" else {}
        missions = [key for key, _ in choice.options(PrintSources(), shop.sample(language).speech)]
        for mission in ("", *missions):
            chosen = {"mission": choice.read(mission, PrintSources())} if mission else {}
            source = shop.plain_source(language, {**editions, **chosen}, "")
            for product, things in shop.needs(source).items():
                of_it = product in OF_MISSIONS if mission else product not in OF_MISSIONS - {"leaf", "reference-cards"}
                if of_it and only in ("", product):
                    order = {product: dict.fromkeys(things, 1)}
                    PdfRenderer(settings, source.speech, "Test").print(shop.job(source, order, settings))
                    yield product, mission


def least(product: str, text: str) -> float:
    """The least size of a text of ours."""
    if product in COUNTERS or (product == "set-up" and re.fullmatch(r"[A-Z]+\d+", text)):  # a hex on the small board
        return LABEL
    legal = text.startswith(("* ", "† ")) or "No oficial" in text or "Unofficial" in text
    return LEGAL if legal else READABLE


def whole(texts: list[Written]) -> dict[str, str]:
    """All that is written on each piece."""
    found: dict[str, str] = {}
    for piece, text, _ in texts:
        if re.search(r"[^\W\d]", text):  # not a sign that stands alone
            found[piece] = f"{found.get(piece, '')} {text}"
    return found


def torn(lines: list[str]) -> list[str]:
    """The lines that part a number from what it counts, or from what it is the number of."""
    return [
        after
        for line, after in pairwise(one.strip() for one in lines)
        if (NUMBER.search(line) and not CONJUNCTION.match(after))
        or line.endswith("×")
        or (LEFT_OVER.match(after) and line[-1] not in ".,;:!?)" and not line[-1].isdigit())
    ]


def check_type(seen: Seen, *kit: str) -> None:
    """Nothing of ours is below 9 points but labels on counters (7) and legal lines (6).

    No single last word where two would fit, and no number parted from its noun; ¡…! and ¿…? are whole.
    """
    for product, mission in seen.print(*kit):
        small = [one for one in seen.texts if one[2] < least(product, one[1]) - 1e-6]
        assert small == [], (product, mission)
        for piece, text in whole(seen.texts).items() if "es" in kit else ():
            assert (text.count("¡"), text.count("¿")) == (text.count("!"), text.count("?")), (piece, text)
        seen.texts.clear()
        for piece, lines, together in seen.paragraphs:
            assert " " in lines[-1].strip() or not together, (product, mission, piece, lines)
            assert not torn(lines), (product, mission, piece, lines)
        seen.paragraphs.clear()


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_texts_of_whole_kits_can_be_read(game: str, language: str, paper: str, monkeypatch: pytest.MonkeyPatch) -> None:
    check_type(Seen(monkeypatch), game, language, paper)


def test_small_texts_and_bad_breaks_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    from printables import text_fit
    from printables.memoir_44 import cards

    with monkeypatch.context() as injected:
        injected.setattr(cards, "READABLE", 6.0)  # all of a topic on one face
        with pytest.raises(AssertionError, match="topic-cards"):
            check_type(Seen(injected), "memoir-44", "en", "a4", "topic-cards")
    right = text_fit.measure_words
    monkeypatch.setattr(
        text_fit, "measure_words", lambda *given: [word._replace(stays=0.0, held=0.0) for word in right(*given)]
    )
    with pytest.raises(AssertionError, match="battle-cards"):
        check_type(Seen(monkeypatch), "incursion", "es", "a4", "battle-cards")


def test_lines_of_a_centred_text_are_about_equally_long() -> None:
    text = [[(fonts.TEXT, "On a friendly model: +1 Damage Die hand to hand.")]]
    torn_apart, even = (fit(text, 53, 30, 14, "card", even=even).lines for even in (False, True))
    assert (torn_apart[-1][-1][2], even[-1][-1][2]) == ("to hand.", "Die hand to hand.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sample_is_by_the_rulebook_of_its_language(language: str) -> None:
    shop = shop_of("incursion")
    assert shop is not None
    usual = next(one for one in shop.choices if one.name == "edition").plain(language)
    assert shop.sample(language).edition == usual


@pytest.mark.parametrize(("language", "power"), [("en", "Ka-BOOM!"), ("es", "¡Ka-BOOM!")])
def test_a_power_keeps_its_exclamation_marks(language: str, power: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = Seen(monkeypatch)
    assert list(seen.print("incursion", language, "a4", "model-cards"))
    assert power in {text for _, text, _ in seen.texts}
