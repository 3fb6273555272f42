"""Blank pieces to write on, and other cards that are printed like the rest."""

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from app.cli import main
from app.core.errors import Refused
from app.core.messages.translator import LANGUAGES
from printables import blanks
from printables.incursion import battle_cards
from printables.incursion.shop import SHOP
from printables.order import BLANKS
from printables.paper import checked
from printables.pdf import plan_pages
from printables.pieces import POKER, Batch
from printables.shops import shop_of
from tests.printables.printing import outlines, packed, pages, printed, source, text_in
from tests.printables.test_pieces import near_the_cut

WOLF = "Wolf howl | 2 | Every Blitzhund moves one square at once."
GAMES = ("incursion", "mobile-infantry", "memoir-44")


def job(things: dict[str, int], game: str = "incursion", language: str = "en") -> list[Any]:
    shop = shop_of(game)
    assert shop
    of = source(language) if game == "incursion" else shop.sample(language)
    return [*shop.job(of, {"blanks": things}, checked())]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_blank_pieces_of_each_kind_with_a_name(game: str, language: str) -> None:
    shop = shop_of(game)
    assert shop
    of = shop.sample(language)
    assert shop.needs(of)["blanks"] == dict.fromkeys(BLANKS, 0)
    assert set(BLANKS) == set(blanks.SHAPES)
    names = [shop.label("blanks", thing, of.speech) for thing in BLANKS]
    assert len(set(names)) == len(BLANKS)
    batches = job(dict.fromkeys(BLANKS, 2), game, language)
    assert {batch.shape: batch.count for batch in batches} == dict.fromkeys(blanks.SHAPES.values(), 2)
    for batch in batches:
        for piece in batch.each():
            assert near_the_cut(piece.front, batch.shape) < 400  # the border and the folds alone


def test_blank_cards_have_the_back_of_the_deck_where_there_is_one() -> None:
    (cards,) = job({"card": 1})
    (plain,) = job({"card": 1}, "memoir-44")
    backs = [[piece.back.key if piece.back else "" for piece in batch.each()] for batch in (cards, plain)]
    assert backs == [[battle_cards.back(source()).key], [""]]


def test_an_other_card_says_its_name_value_and_text_and_is_alike_behind() -> None:
    things = blanks.other_cards([WOLF, "", WOLF], "other_cards")
    assert list(things.values()) == [2]
    (batch,) = job(things)
    (deck,) = SHOP.job(source(), {"battle-cards": {"snafu": 1}}, checked())
    assert isinstance(deck, Batch)
    behind = {piece.back.key for one in (batch, deck) for piece in one.each() if piece.back}
    assert (batch.shape, len(behind)) == (deck.shape, 1)
    page = next(pages(printed([batch], checked(), source())))
    for spot in outlines(page, POKER):
        assert text_in(page, POKER, spot) == packed("Wolf howl 2 Every Blitzhund moves one square at once.")
    assert batch.pieces[0][0].front.name == "Wolf howl"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("only a name", "other-card-pattern"),
        (" | 2 | no name", "other-card-pattern"),
        ("a | two | b", "other-card-pattern"),
        ("a | 123 | b", "other-card-pattern"),
        (f"{'n' * 41} | 1 | b", "too-long"),
        (f"a | 1 | {'t ' * 300}", "too-long"),
    ],
)
def test_an_other_card_that_cannot_be_is_refused_by_its_field(line: str, code: str) -> None:
    with pytest.raises(Refused) as no:
        blanks.other_cards([line], "other_cards")
    assert (no.value.code, no.value.field) == (code, "other_cards")


def test_too_many_other_cards_are_refused() -> None:
    with pytest.raises(Refused, match="too-big"):
        blanks.other_cards([WOLF] * (blanks.MOST_OTHERS + 1), "other_cards")


def command(*words: str) -> Any:
    return CliRunner().invoke(main, ["print", *words])


def test_the_command_prints_so_many_of_each_blank_piece_and_other_cards(tmp_path: Path) -> None:
    listed = command("incursion", "--what", "blanks", "--blank", "3", "--other-card", WOLF, "--lang", "en", "--list")
    assert listed.exit_code == 0, listed.output
    assert [line.split()[:2] for line in listed.output.splitlines()[1:5]] == [["3", f"blanks.{one}"] for one in BLANKS]
    assert "Wolf howl" in listed.output
    made = command("incursion", "--what", "blanks", "--blank", "3", "--other-card", WOLF, "-o", str(tmp_path / "x.pdf"))
    assert made.exit_code == 0, made.output
    refused = command("memoir-44", "--what", "blanks", "--other-card", WOLF, "--lang", "en", "--list")
    assert refused.exit_code == 1
    assert command("incursion", "--blank", "-1", "--list").exit_code == 1
    assert command("incursion", "--blank", "1000", "--list").exit_code == 1


def test_blank_pieces_share_pages() -> None:
    assert len(plan_pages(job(dict.fromkeys(BLANKS, 3), "memoir-44"), checked())) == 1
