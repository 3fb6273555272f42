"""The rows of Incursion, each from a board that is ready for it."""

from __future__ import annotations

from collections.abc import Iterator

from tests.browser.phones import Lobby
from tests.browser.started_tables import FORCES, Begun
from tests.tap_counts.phone import Counted, CountingPhone, seated

NAME = "Incursion"
GRUNT, SECOND = "grunt-ape-1", "grunt-ape-2"
ZOMBIES = [f"sturmzombie-{number}" for number in range(1, 13)]
HORDE = {"mission": 2, "rp": {"allied": 12, "german": 12}}


def phone_at(lobby: Lobby, table: Begun, seat: str) -> CountingPhone:
    return seated(lobby, table.code, table.tokens[seat])


def rows(lobby: Lobby) -> Iterator[Counted]:
    """Every action with its goal."""
    yield Counted(NAME, "move a model 3 squares", 2, three_squares(lobby))
    yield Counted(NAME, "twelve zombies, two squares each", 4, twelve_zombies(lobby))
    yield Counted(NAME, "shot, dice typed", 5, shot(lobby, by_hand=True))
    yield Counted(NAME, "shot, rolled by the app", 2, shot(lobby, by_hand=False))
    yield Counted(NAME, "hand to hand by three zombies, dice typed", 11, assault(lobby, by_hand=True))
    yield Counted(NAME, "hand to hand by three zombies, rolled by the app", 4, assault(lobby, by_hand=False))
    yield Counted(NAME, "end of a half, both sides", 3, halves(lobby))
    yield Counted(NAME, "ceremony of a turn, both sides together", 5, ceremony(lobby))
    yield Counted(NAME, "flamethrower, 8 squares", 2, flames(lobby))


def three_squares(lobby: Lobby) -> int:
    table = Begun(lobby).choose(*FORCES).on()
    phone = phone_at(lobby, table, "allied")
    phone.tap(f"#activate-{GRUNT}-go")
    phone.tap("#advance-3-go")
    assert table.look()["models"][GRUNT]["squares_moved"] == 3
    return phone.taps


def horde(lobby: Lobby) -> Begun:
    """The Grunts have entered, twelve zombies are about to."""
    table = Begun(lobby, **HORDE).choose(["grunt-ape"] * 2, ["sturmzombie"] * 4).on()
    return table.enter(GRUNT, SECOND).done()


def twelve_zombies(lobby: Lobby) -> int:
    table = horde(lobby)
    phone = phone_at(lobby, table, "german")
    phone.tap("#open-advance")
    phone.tap("#form-1-go")
    moved = table.look()["models"]
    assert {moved[key]["squares_moved"] for key in ZOMBIES} == {2}
    return phone.taps


def shot(lobby: Lobby, *, by_hand: bool) -> int:
    """The activation is counted where no form is opened: a tap on the model's row, a tap on the target."""
    table = Begun(lobby).choose(*FORCES).on().enter(GRUNT).done().enter(ZOMBIES[0]).until(2)
    if by_hand:
        table.press("allied", "activate", model=GRUNT)
    phone = phone_at(lobby, table, "allied")
    if by_hand:
        phone.tap("#open-fire")
        phone.pad("#form-1", 1, 2, 4)
    else:
        phone.tap(f"#activate-{GRUNT}-go")
        phone.tap(f"#fire-lmg-{ZOMBIES[0]}-go")
    assert table.look()["models"][GRUNT]["ap"] == 2
    return phone.taps


def assault(lobby: Lobby, *, by_hand: bool) -> int:
    table = horde(lobby)
    table.press("german", "advance", models=ZOMBIES[:3], squares=1)
    table.done().on()
    table.done()
    phone = phone_at(lobby, table, "german")
    phone.tap("#open-assault-3")
    if by_hand:
        phone.tap("#way-blows-2")
        phone.pad("#form-1", 1, 1, 1, 1, 1, 2)
        phone.tap("#sure-go")  # all but the last lose their other action point
    else:
        phone.tap("#form-1 button[name=by][value=table]")
    attacked = table.look()["models"][GRUNT]
    assert len(attacked["attackers"]) == 3 or not attacked["alive"]
    return phone.taps


def halves(lobby: Lobby) -> int:
    """Both Grunts may go into Reaction Fire, so their side is asked who sees no enemy."""
    table = Begun(lobby).choose(*FORCES).on().enter(GRUNT, SECOND)
    phones = [phone_at(lobby, table, side) for side in ("allied", "german")]
    phones[0].tap("#done")
    phones[0].tap("#form-1-go")
    phones[1].tap("#done-go")
    assert table.look()["turn"] == 2
    return sum(phone.taps for phone in phones)


def ceremony(lobby: Lobby) -> int:
    """Hands, bids, deployment of the second turn; its last chance is skipped."""
    table = Begun(lobby).choose(*FORCES).on().done().done()
    phones = [phone_at(lobby, table, side) for side in ("allied", "german")]
    for button in ("#replenish-go", "#bid-0-go", "#deploy-all-go"):
        for phone in phones:
            if phone.shows(button):
                phone.tap(button)
    assert table.look()["phase"] == "action"
    table.done().done()
    assert table.state["turn"] == 3
    return sum(phone.taps for phone in phones)


def flames(lobby: Lobby) -> int:
    table = Begun(lobby, mission=3, rp={"allied": 14, "german": 14})
    table.choose(["ape-blazer", "grunt-ape"], ["sturmzombie"]).on().enter("ape-blazer-1")
    phone = phone_at(lobby, table, "allied")
    phone.tap("#flame-all-go")
    assert table.look()["flames"][0]["squares"] == 8
    return phone.taps
