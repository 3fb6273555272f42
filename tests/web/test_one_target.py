"""One attack sheet, one target, one button: whom it is aimed at is chosen first, and the button names it."""

from __future__ import annotations

import html
import re
from collections.abc import Callable

import pytest

from app.core.engine.buttons import AvailableOffers
from app.core.engine.event import Seat
from app.core.engine.offers import Offer
from app.fuzz.player import RandomGame as Random
from app.fuzz.player import Report
from app.fuzz.runner import fuzz_opening
from app.games import REGISTRY
from app.web.table.aiming import HEADING
from app.web.table.form_view import Asked, dialog_of, sent_as
from tests.playing import PlayedTable
from tests.tap_counts.pages import Taps

Play = Callable[..., PlayedTable]
GRUNT, ZOMBIE, HANS = "grunt-ape-1", "sturmzombie-1", "hans-1"


def plain(text: str) -> str:
    """The words of a part of a page."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).split())


def forms(phone: Taps) -> list[str]:
    """The ids of the forms of a sheet."""
    return re.findall(r'<form [^>]*class="tap whole" id="([^"]*)"', phone.page)


def buttons(phone: Taps) -> list[str]:
    return [plain(text) for text in re.findall(r'<button name="by"[^>]*>(.*?)</button>', phone.page, re.S)]


def ways(phone: Taps, field: str = "target") -> dict[str, bool]:
    """The ways of a row of a sheet → whether it is the one that is shown."""
    found = re.findall(rf'<a class="open way" id="way-{field}-\d+"([^>]*)>(.*?)</a>', phone.page, re.S)
    return {plain(text): 'aria-current="true"' in more for more, text in found}


@pytest.fixture
def field(play: Play) -> PlayedTable:
    """A Grunt faces Hans and a zombie; the Allies act."""
    table = play(mission=3, rp={"allied": 14, "german": 14}).choose_forces(german=["hans", "sturmzombie"])
    table.bid().deploy([GRUNT, "grunt-ape-2"], [HANS, ZOMBIE]).enter("allied", GRUNT).allied("done")
    table.enter("german", HANS, ZOMBIE).next_turn().allied("activate", model=GRUNT)
    return table


def test_where_targets_differ_a_sheet_has_one_form_whose_button_names_the_target(field: PlayedTable) -> None:
    """Three dice: a zombie with Fortitude 4 is hit by 7 of 8, Hans with 5 by 19 of 27 throws."""
    phone = Taps(field, "allied")
    phone.open("open-fire")
    assert ways(phone) == {"Hans the Hunter 1 : 3 dice · a hit 70%": True, "Sturmzombie 1 : 3 dice · a hit 88%": False}
    assert (forms(phone), buttons(phone)) == (
        ["form-1"],
        ["Roll for me : Hans the Hunter 1", "Use my dice : Hans the Hunter 1"],
    )


def test_the_target_that_is_tapped_is_the_one_that_is_attacked(field: PlayedTable) -> None:
    phone = Taps(field, "allied")
    phone.open("open-fire")
    phone.open("way-target-2")
    assert ways(phone) == {"Hans the Hunter 1 : 3 dice · a hit 70%": False, "Sturmzombie 1 : 3 dice · a hit 88%": True}
    assert (forms(phone), buttons(phone)) == (
        ["form-1"],
        ["Roll for me : Sturmzombie 1", "Use my dice : Sturmzombie 1"],
    )
    assert "needs&nbsp;<b>4+</b>" in phone.page
    phone.press("form-1", dice=[1, 1, 2])
    (shot,) = [event["data"] for event in field.log() if event["event"] == "shot-fired"]
    assert (shot["target"], shot["dice"]) == (ZOMBIE, [1, 1, 2])


def test_hand_to_hand_and_the_harpoon_are_aimed_at_one_too(field: PlayedTable) -> None:
    phone = Taps(field, "allied")
    phone.open("open-melee")
    assert (len(ways(phone)), forms(phone), buttons(phone)[0]) == (2, ["form-1"], "Roll for me : Hans the Hunter 1")
    field.enter("allied", "grunt-ape-2").allied("done")
    field.german("activate", model=HANS)
    gunner = Taps(field, "german")
    gunner.open("open-harpoon")
    assert (forms(gunner), buttons(gunner)[0]) == (["form-1"], "Roll for me : Grunt APE 1")
    gunner.open("way-target-2")
    assert buttons(gunner)[0] == "Roll for me : Grunt APE 2"


def test_a_sheet_of_targets_is_read_in_spanish(field: PlayedTable) -> None:
    phone = Taps(field, "allied")
    phone.client.set_cookie("lang", "es")
    phone.look()
    phone.open("open-fire")
    assert ways(phone) == {
        "Hans el Cazador 1 : 3 dados · un impacto 70 %": True,
        "Sturmzombie 1 : 3 dados · un impacto 88 %": False,
    }
    assert (re.findall(r'<nav class="ways" aria-label="([^"]*)"', phone.page), buttons(phone)[0]) == (
        ["Blanco"],
        "Tirar por mí : Hans el Cazador 1",
    )


def test_who_reacts_to_several_enemies_shoots_at_the_one_that_is_named(field: PlayedTable) -> None:
    field.allied("done", reaction_fire=[GRUNT])
    for model in (HANS, ZOMBIE):
        field.german("move", model=model, step="forward")
    phone = Taps(field, "allied")
    phone.open("react-others")
    assert len(ways(phone, "form")) == 2
    assert (forms(phone), buttons(phone)[0]) == (["form-1"], "Roll for me : Sturmzombie 1"), "the newest action first"
    phone.open("way-form-2")
    phone.press("form-1", dice=[1, 2])
    (shot,) = [event["data"] for event in field.log() if event["event"] == "reaction-shot"]
    assert shot["target"] == HANS


def test_a_target_that_is_gone_is_no_form(field: PlayedTable) -> None:
    phone = Taps(field, "allied")
    answer = phone.client.get(f"{phone.at}/do/fire?model={GRUNT}&target=nobody")
    assert (answer.status_code, "form-1" in answer.text) == (422, False)


@pytest.mark.parametrize(("seat", "card"), [("allied", "air-power"), ("allied", "barrage")])
def test_a_strike_of_cards_is_aimed_at_one_unit(play: Play, seat: str, card: str) -> None:
    table = play(game="memoir-44", mission="salt-road", deck="physical", seed="07" * 32)
    table.press("allied", "begin-battle")
    table.press(seat, "play-card", card=card, **({} if card == "barrage" else {"section": "centre"}))
    phone = Taps(table, seat)
    phone.client.get(phone.at)
    phone.page = phone.client.get(f"{phone.at}/do/strike").text
    targets = [one["given"]["target"] for one in table.offers(seat, "strike")]
    assert len(targets) > 1
    assert (len(ways(phone, "form")), forms(phone)) == (len(targets), ["form-1"])
    phone.open("way-form-2")
    phone.press("form-1", dice=["star"] * phone.dice_of("form-1"))  # type: ignore[list-item]
    (struck,) = [event["data"] for event in table.log(seat) if event["event"] == "strike-rolled"]
    assert struck["target"] == targets[1]


def test_apart_from_each_other_offers_stay_in_json(field: PlayedTable) -> None:
    given = [offer["choose"]["target"] for offer in field.offers("allied", "fire")]
    assert given == [[HANS], [ZOMBIE]]


class Looked(Random):
    """A random game that looks before each press at the sheets of the seat that presses."""

    def press(self, seat: Seat, offer: Offer) -> None:
        said = self.table.game.get_translator("en")
        for command, offers in AvailableOffers(self.table.offers_for(seat)).items():
            if command in ("house-ruling", "table-ruling"):
                continue
            for row in dialog_of(self.table, offers, Asked(), said).rows:
                named = (f"field.{command}-{row.field}", f"field.{row.field}")
                assert row.field == HEADING or any(map(said.has, named)), named
                texts = [way.text for way in row.ways]
                assert len({*texts}) == len(texts), (command, row.field, texts)
                assert sum(way.chosen for way in row.ways) == 1
            assert not any("{" in sent_as(offer, said) for offer in offers), command
        super().press(seat, offer)


@pytest.mark.parametrize("number", [2, 5, 11])
@pytest.mark.parametrize("game", [*REGISTRY])
def test_what_sets_forms_apart_has_words_and_no_two_ways_say_the_same(game: str, number: int) -> None:
    Looked(REGISTRY[game], fuzz_opening(REGISTRY[game], number), number, Report()).run()


def test_a_sheet_that_an_address_aims_shows_whom_it_is_aimed_at(play: Play) -> None:
    table = play(game="memoir-44", mission="salt-road", deck="physical", seed="07" * 32)
    table.press("allied", "begin-battle")
    table.press("allied", "play-card", card="barrage")
    phone = Taps(table, "allied")
    targets = [one["given"]["target"] for one in table.offers("allied", "strike")]
    assert len(targets) > 2
    for number, target in enumerate(targets):
        phone.page = phone.client.get(f"{phone.at}/do/strike?target={target}").text
        assert [*ways(phone, "form").values()].index(True) == number
        assert f'name="target" value="{target}"' in phone.page
    phone.open("way-form-2")
    assert f'name="target" value="{targets[1]}"' in phone.page, "a tap on another chooses that one"
