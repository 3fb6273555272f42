"""The commonest actions of Memoir '44, one after the other in one turn of a shipped scenario."""

from __future__ import annotations

from collections.abc import Iterator

from tests.browser.phones import Lobby
from tests.browser.test_map import OnTheMap
from tests.browser.test_memoir_44_back import ATTACKER, BEFORE, TARGET
from tests.tap_counts.phone import Counted, CountingPhone, seated

NAME = "Memoir '44"
CARD, SECTION = "probe", "centre"


def rows(lobby: Lobby) -> Iterator[Counted]:
    """Every action with its goal."""
    asked = {"game": "memoir-44", "mission": "salt-road"}
    opened = lobby.ask("", asked)
    phone = seated(lobby, opened["code"], opened["seats"]["allied"])
    phone.tap("#next-begin-battle-go")
    phone.tap("#sure-go")
    yield Counted(NAME, "begin the battle, set-up list not ticked", 2, phone.since())
    play(phone, CARD)
    yield Counted(NAME, "play a command card", 2, phone.since())
    units = [box.get_attribute("value") for box in phone.find("#lit input[name=units]").all()][:2]
    for unit in units:
        phone.tap(f"#lit label:has(input[value='{unit}'])")
    phone.tap("#order-map-go")
    yield Counted(NAME, "order two units", 3, phone.since())
    phone.tap(f"#at-{units[0]}")
    phone.tap("#lit .to")
    yield Counted(NAME, "move a unit", 2, phone.since())
    phone.tap("#undo-go")
    yield Counted(NAME, "take a move back", 1, phone.since())
    phone.tap("#next-end-turn-go")
    yield Counted(NAME, "end the turn", 1, phone.since())
    yield from attacks(lobby)
    yield from on_the_map(lobby)


def play(phone: CountingPhone, card: str) -> None:
    """A command card for the centre."""
    phone.tap("#next-play-card")
    phone.tap(f"#sheet form:has(input[name=card][value='{card}']) button[value='{SECTION}']")


def attacks(lobby: Lobby) -> Iterator[Counted]:
    """A unit of the centre attacks, by the dice of the table and by its own."""
    phone = at_odds(lobby)
    phone.tap("[id^=roll-]")
    yield Counted(NAME, "attack, rolled by the app", 2, phone.since())
    phone = at_odds(lobby)
    phone.tap("[id^=hand-]")
    dice = int(phone.find("#form-1 fieldset.dice").get_attribute("data-count") or 0)
    phone.pad("#form-1", *["infantry"] * dice)
    yield Counted(NAME, "attack, dice typed", 7, phone.since())
    phone.read_result()
    phone.since()
    yield from corrects(phone)


def at_odds(lobby: Lobby) -> CountingPhone:
    """The phone of a side whose unit, tapped once, may attack."""
    asked = {"game": "memoir-44", "mission": "sluices-of-oldermeer"}
    opened = lobby.ask("", asked)
    phones = {seat: seated(lobby, opened["code"], opened["seats"][seat]) for seat in ("allied", "axis")}
    phones["allied"].tap("#next-begin-battle-go")
    phones["allied"].tap("#sure-go")
    phone = next(one for one in phones.values() if one.shows("#next-play-card:not(.greyed)"))
    play(phone, "assault")
    for box in phone.find("#lit input[name=units]").all():
        box.check(force=True)
    phone.tap("#order-map-go")
    for unit in [one.get_attribute("id") for one in phone.find("[id^=at-]").all()]:
        phone.since()
        phone.tap(f"#{unit}")
        if phone.find("[id^=roll-]").count():
            return phone
    raise LookupError("nobody may attack")


def corrects(phone: CountingPhone) -> Iterator[Counted]:
    """The figures of a unit, where they stand; and all that lies on the map."""
    unit = phone.find(".units .opens").first.get_attribute("href")
    phone.tap(f'.units .opens[href="{unit}"]')
    phone.tap("#sheet [id^=correct-]")
    phone.tap("#form-1 .chip >> nth=0")
    phone.tap("#form-1-go")
    yield Counted(NAME, "correct the figures of a unit", 4, phone.since())
    phone.tap("#to-places")
    yield Counted(NAME, "every hex in words", 1, phone.since())


def on_the_map(lobby: Lobby) -> Iterator[Counted]:
    """Infantry that has come up to the enemy drives it back and takes the ground; or its turn ends before that."""
    _, phone, _ = face_to_face(lobby)
    phone.tap("#next-end-turn-go")
    phone.tap("#sure-go")
    yield Counted(NAME, "end the turn though a unit could still battle", 2, phone.since())
    table, allied, axis = face_to_face(lobby)
    allied.tap(f".units .opens[href$='/{TARGET}']")
    allied.find("#sheet").wait_for()
    yield Counted(NAME, "a unit with its figures and what it may do", 1, allied.since())
    allied.page.reload()
    table.press("allied", "battle", unit=ATTACKER, target=TARGET, dice=["flag", "star", "star"])
    axis.tap("#lit .to")
    yield Counted(NAME, "retreat, chosen on the map", 1, axis.since())
    allied.page.reload()
    allied.tap("#lit .to")
    assert table.look()["units"][ATTACKER]["at"] != "K4"
    yield Counted(NAME, "take ground, chosen on the map", 1, allied.since())


def face_to_face(lobby: Lobby) -> tuple[OnTheMap, CountingPhone, CountingPhone]:
    """The table and the phones of both sides."""
    table = OnTheMap(lobby, "salt-road")
    for fields in BEFORE:
        table.press("allied", **fields)
    allied, axis = (seated(lobby, table.code, table.tokens[seat]) for seat in ("allied", "axis"))
    return table, allied, axis
