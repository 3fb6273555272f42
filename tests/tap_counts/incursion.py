"""The rows of Incursion, each from a board that is ready for it."""

from __future__ import annotations

from collections.abc import Iterator

from tests.browser.phones import Lobby
from tests.browser.started_tables import FORCES, Begun
from tests.tap_counts.evenings import recon
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
    yield Counted(NAME, "correct the Damage Points of a model", 4, correction(lobby))
    yield Counted(NAME, "open a table from the start page", 2, opening(lobby))
    yield Counted(NAME, "twelve zombies together: one square, then attack", 4, together(lobby, squares=1))
    yield Counted(NAME, "twelve zombies together where a step can be answered", 3, together(lobby, squares=0))
    yield Counted(NAME, "no reaction this turn", 1, calm(lobby))
    yield Counted(NAME, "a model with its weapons and powers", 1, opened(lobby))
    yield Counted(NAME, "tick off what lies on the table", 1, ticked(lobby))
    yield Counted(NAME, "the values of two models on one’s own cards, then save", 4, own_values(lobby))
    yield Counted(NAME, "correct a model of the other side, with its consent", 6, ruling(lobby))
    yield from ended(lobby)
    yield from recon(lobby, NAME)


def three_squares(lobby: Lobby) -> int:
    table = Begun(lobby).choose(*FORCES).on()
    phone = phone_at(lobby, table, "allied")
    phone.tap(f"#activate-{GRUNT}-go")
    phone.tap("#advance-3-go")
    assert table.look()["models"][GRUNT]["squares_moved"] == 3
    return phone.taps


def correction(lobby: Lobby) -> int:
    table = Begun(lobby).choose(*FORCES).on()
    phone = phone_at(lobby, table, "allied")
    phone.tap(f"#model-{GRUNT} .correct")
    phone.tap(f"#sheet .way[href*='{GRUNT}.dp']")
    phone.tap("#form-1 .chip[value='1']")
    phone.tap("#form-1-go")
    assert table.look()["models"][GRUNT]["dp"] == 1
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
    phone.tap("#open-assault")
    phone.tap("#way-attackers-2")
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


def opening(lobby: Lobby) -> int:
    """The mission that stands chosen, by the plainest reading."""
    phone = CountingPhone(lobby.context(), "")
    phone.page.goto(lobby.url)
    phone.tap("a.game.incursion")
    phone.tap("form.whole button.main")
    phone.page.wait_for_url("**/seats")
    return phone.taps


def together(lobby: Lobby, *, squares: int) -> int:
    """Dice by the app; where a Grunt watches, those on the board attack from where they are."""
    table = horde(lobby)
    if not squares:
        table.press("german", "advance", models=ZOMBIES, squares=1)
        table.done().on()
        table.press("allied", "done", reaction_fire=[GRUNT])
    phone = phone_at(lobby, table, "german")
    phone.tap("#open-act-together")
    if squares:
        phone.tap(f"#form-1 .chip[value='{squares}']")
    phone.tap("#form-1 button[name=by][value=table]")
    moved = table.look()["models"]
    assert sum(not moved[key]["ap"] for key in ZOMBIES) >= 1
    return phone.taps


def watched(lobby: Lobby) -> Begun:
    """A Grunt watches, the zombies are about to enter."""
    table = Begun(lobby).choose(*FORCES).on().enter(GRUNT)
    table.press("allied", "done", reaction_fire=[GRUNT])
    return table


def calm(lobby: Lobby) -> int:
    phone = phone_at(lobby, watched(lobby), "allied")
    phone.tap("#nobody-this-half-go")
    assert phone.shows("#ask-for-all-go")
    return phone.taps


def opened(lobby: Lobby) -> int:
    """A tap anywhere in its row."""
    phone = phone_at(lobby, watched(lobby), "german")
    phone.tap(".model .opens")
    phone.find("#sheet .values, #sheet table").first.wait_for()
    return phone.taps


def ticked(lobby: Lobby) -> int:
    phone = phone_at(lobby, watched(lobby), "allied")
    phone.tap("#tick-off-all-go")
    assert not phone.shows("#on-table")
    return phone.taps


def own_values(lobby: Lobby) -> int:
    """From the choice of a force: the grid, a tap into each of two fields, one save; typing is not counted."""
    phone = phone_at(lobby, Begun(lobby), "allied")
    phone.tap("a[href$='/values']")
    for card in ("grunt-ape", "ape-blazer"):
        field = f"input[name$='.{card}.dp']"
        phone.tap(field)
        phone.find(field).fill("3")
    phone.tap("#save-values")
    phone.page.wait_for_url("**/new/incursion*")
    return phone.taps


def ruling(lobby: Lobby) -> int:
    """The Germans correct the Damage Points of a Grunt; the Allies allow it."""
    table = Begun(lobby).choose(*FORCES).on()
    phones = [phone_at(lobby, table, side) for side in ("german", "allied")]
    phones[0].tap("#enemy > summary")
    phones[0].tap(f"#model-{GRUNT} .correct")
    phones[0].tap(f"#sheet .way[href*='{GRUNT}.dp']")
    phones[0].tap("#form-1 .chip[value='1']")
    phones[0].tap("#form-1-go")
    assert table.look()["models"][GRUNT]["dp"] != 1, "it waits for the other side"
    phones[1].page.reload()
    phones[1].tap("#allow-ruling-go")
    assert table.look()["models"][GRUNT]["dp"] == 1
    return sum(phone.taps for phone in phones)


def ended(lobby: Lobby) -> Iterator[Counted]:
    """Both Grunts have left the board, and Recon is over."""
    table = Begun(lobby).choose(*FORCES).bid(0, 0).on().enter(GRUNT, SECOND)
    table.press("allied", "leave-board", model=SECOND)
    table.until(2).press("allied", "activate", model=GRUNT)
    table.press("allied", "leave-board", model=GRUNT)
    phone = phone_at(lobby, table, "allied")
    phone.tap("#to-end")
    phone.find("#keep-page").wait_for()
    yield Counted(NAME, "the page of the end of a game", 1, phone.since())
