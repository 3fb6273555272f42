"""The commonest actions of Memoir '44, one after the other in one turn of a shipped scenario."""

from __future__ import annotations

from collections.abc import Iterator

from tests.browser.phones import Lobby
from tests.tap_counts.phone import Counted, CountingPhone, seated

NAME = "Memoir '44"
CARD, SECTION = "probe", "centre"


def rows(lobby: Lobby) -> Iterator[Counted]:
    """Every action with its goal."""
    asked = {"game": "memoir-44", "mission": "salt-road"}
    opened = lobby.ask("", asked)
    phone = seated(lobby, opened["code"], opened["seats"]["allied"])
    phone.tap("#next-begin-battle-go")
    yield Counted(NAME, "begin the battle", 1, phone.since())
    play(phone, CARD)
    yield Counted(NAME, "play a command card", 5, phone.since())
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


def play(phone: CountingPhone, card: str) -> None:
    """A command card for the centre."""
    phone.tap("#next-play-card")
    form = phone.find(f"#sheet form:has([name=card] option[value='{card}'], [name=card][value='{card}'])").first
    listed, id = form.locator("select[name=card]"), form.get_attribute("id")
    if listed.count():
        listed.select_option(card)
        phone.taps += 2
    else:
        phone.tap(f"#{id} label:has(input[value='{card}'])")
    phone.tap(f"#{id} label:has(input[value='{SECTION}'])")
    phone.tap(f"#{id}-go")


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
    phone.dismiss()
    phone.since()
    yield from corrects(phone)


def at_odds(lobby: Lobby) -> CountingPhone:
    """The phone of a side whose unit, tapped once, may attack."""
    asked = {"game": "memoir-44", "mission": "sluices-of-oldermeer"}
    opened = lobby.ask("", asked)
    phones = {seat: seated(lobby, opened["code"], opened["seats"][seat]) for seat in ("allied", "axis")}
    phones["allied"].tap("#next-begin-battle-go")
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
    unit = phone.find(".units .correct").first.get_attribute("href")
    phone.tap(f'.units .correct[href="{unit}"]')
    phone.tap("#form-1 .tile")
    yield Counted(NAME, "correct the figures of a unit", 2, phone.since())
    phone.tap("#to-places")
    yield Counted(NAME, "every hex in words", 1, phone.since())
