"""The sheet on which a command card is played: each card with its text, and a tap sends it."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from app.core.messages.translator import LANGUAGES
from app.games.memoir_44.book import EDITION, edition_book
from app.games.memoir_44.game import GAME
from app.games.memoir_44.geometry import SECTIONS
from app.games.memoir_44.turn.cards import may_be_played, needs_section
from app.games.memoir_44.turn.hands import every_card, text_of
from tests.memoir_44.test_boards import FORM, Phones

pytestmark = pytest.mark.usefixtures("on_shelf")
BOOK = edition_book(EDITION, {})
SHEET = "/do/play-card"


def forms(page: str) -> list[str]:
    """The forms of the sheet."""
    return re.findall(
        r'<form method="post" action="[^"]+/do/play-card".*?</form>', page[page.index('id="sheet"') :], re.S
    )


def at_cards(app: Flask, **options: str) -> Phones:
    table = Phones(app, mission="salt-road", **options)
    table.tap("allied", "begin-battle")
    return table


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_of_the_deck_has_a_text(language: str) -> None:
    said = GAME.get_translator(language)
    texts = {card: said.translate(text_of(card)) for card in {*every_card(BOOK), *BOOK.cards}}
    assert all(said.has(text_of(card)) for card in texts)
    assert len({*texts.values()}) == len(BOOK.cards), "a card of a hand has the text of its kind"


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_section_card_has_its_sections_beside_it_and_each_tactic_card_is_one_tap(
    app: Flask, language: str
) -> None:
    table, said = at_cards(app), GAME.get_translator(language)
    table.phones["allied"].set_cookie("lang", language)
    found = forms(table.page("allied", SHEET))
    state = app.extensions["store"].table(table.code).look(app.extensions["store"].table(table.code).seat("allied"))
    names = [name for name in BOOK.cards if may_be_played(state, name)]
    for name in names:
        (form,) = [one for one in found if f'name="card" value="{name}"' in one]
        assert f">{said.translate(text_of(name))}</span>" in form
        sections = re.findall(r'<button name="section" value="(\w+)"', form)
        assert sections == ([*SECTIONS] if needs_section(name, BOOK) else [])
        assert len(re.findall("<button", form)) == max(1, len(sections))
    assert len(found) == len(names)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_in_play_or_in_hand_is_tapped_for_its_text(app: Flask, language: str) -> None:
    table, said = at_cards(app, deck="app", seed="07" * 32), GAME.get_translator(language)
    table.phones["allied"].set_cookie("lang", language)
    hand = re.findall(r'id="hand">.*?</p>', table.page("allied"), re.S)[0]
    held = re.findall(r'href="/t/\w+(/at/card\.([a-z-]+))"', hand)
    assert len(held) == len({*app.extensions["store"].table(table.code).state.accounts["allied"].hand})
    for path, card in held:
        looked = re.findall(r'id="looked".*?</div>', table.page("allied", path), re.S)[0]
        assert f"<p>{said.translate(text_of(card))}</p>" in looked
        assert said.translate("command.play-this") in looked
    card = next(card for _, card in held if card.endswith(SECTIONS))
    table.tap("allied", "play-card", card=card)
    played = re.findall(r'id="card">.*?href="/t/\w+(/at/card\.[a-z-]+)"', table.page("axis"), re.S)[0]
    assert said.name(text_of(card).removeprefix("card-text.")) in table.page("allied", played)
    assert 'id="play-this"' not in table.page("allied", played)


def test_what_is_no_card_shows_the_board(app: Flask) -> None:
    table = at_cards(app)
    for name in ("joker", "probe-moon", ""):
        answer = table.phones["axis"].get(f"/t/{table.code}/at/card.{name}")
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{table.code}")


def test_a_section_that_does_not_exist_is_refused_on_the_sheet(app: Flask) -> None:
    table = at_cards(app)
    given = {"seen": table.seen("allied"), "key": "one", "sheet": "1", "card": "probe", "section": "moon"}
    answer = table.phones["allied"].post(f"/t/{table.code}{SHEET}", data=given, headers=FORM, follow_redirects=True)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_card_of_a_dealt_hand_is_one_tap_with_its_text(app: Flask, language: str) -> None:
    table, said = at_cards(app, deck="app"), GAME.get_translator(language)
    table.phones["allied"].set_cookie("lang", language)
    hand = ["probe-left", "infantry-assault", "barrage", "recon-right", "move-out"]
    app.extensions["store"].table(table.code).state.accounts["allied"].hand = hand
    found = forms(table.page("allied", SHEET))
    assert len(found) == len(hand)
    for card in hand:
        (form,) = [one for one in found if f'name="card" value="{card}"' in one]
        assert said.translate(text_of(card)) in form
        assert re.findall(r'name="section" value="(\w+)"', form) == ([*SECTIONS] if card == "infantry-assault" else [])
