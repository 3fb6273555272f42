"""Whole turns on several phones: Recon by two ordinary players, an evening of two squads against the app’s Brain."""

from __future__ import annotations

import math
from collections.abc import Iterator

from tests.browser.phones import Lobby
from tests.browser.started_tables import SEATS, Begun
from tests.tap_counts.phone import Counted, CountingPhone, seated

SEED = "07" * 32
SEND = "#form-1 button[name=by][value=table], #form-1-go"
TO_CHOOSE = ("targets", "distance", "men")
"""Fields of a form of which something must be chosen: bugs of different groups, inches to the target, who is struck."""
USABLE = ":not([aria-disabled]):not(.greyed)"


def pressed(phone: CountingPhone, id: str) -> bool:
    """Tap what has this id, if it is there; a form that it opens is sent as it stands."""
    if phone.shows(f"button#{id}-go{USABLE}"):
        phone.tap(f"#{id}-go")
    elif phone.find(f"a#{id}{USABLE}").count():
        phone.tap(f"#{id}")
        for name in TO_CHOOSE:
            if phone.find(f"#sheet input[name={name}]").count() and not chosen(phone, name):
                phone.tap(f"#sheet label:has(input[name={name}])")
        phone.tap(SEND)
    else:
        return False
    if phone.find("#sure-go").count():
        phone.tap("#sure-go")
    assert phone.find("#sheet #form-1").count() == 0, (id, phone.find("#sheet").inner_text())
    return True


def chosen(phone: CountingPhone, name: str) -> bool:
    return phone.find(f"#sheet input[name={name}]:checked").count() > 0


class Recon:
    """Mission 1 by two phones: two Grunts, two batches of zombies; all dice are rolled by the app."""

    def __init__(self, lobby: Lobby) -> None:
        self.table = Begun(lobby, mission=1, seed=SEED)
        self.phones = {seat: seated(lobby, self.table.code, self.table.tokens[seat]) for seat in SEATS}
        self.allied, self.german = (self.phones[seat] for seat in SEATS)
        for phone, card in zip(self.phones.values(), ("grunt-ape", "sturmzombie"), strict=True):
            for id in (f"add-{card}", f"add-{card}", "force-ready"):
                assert pressed(phone, id)

    def turn(self, *, watch: bool) -> None:
        """A turn with its ceremony, both halves and their answers."""
        for id in ("replenish", "bid-0", "deploy-all"):
            for phone in self.phones.values():
                pressed(phone, id)
        assert self.table.look()["phase"] == "action"
        self.grunts_act()
        self.grunts_end(watch=watch)
        self.zombies_act()
        assert pressed(self.german, "done")

    def grunts_act(self) -> None:
        """The first Grunt shoots once or goes ahead; the other makes for the exit."""
        pressed(self.allied, "activate-grunt-ape-1")
        self.allied.page.reload()
        shots = self.allied.find("button[id^=fire-lmg-]").all()
        shot = shots[0].get_attribute("id") if shots else None
        if not pressed(self.allied, shot.removesuffix("-go") if shot else "open-fire"):
            pressed(self.allied, "advance-3")
        pressed(self.allied, "activate-grunt-ape-2")
        pressed(self.allied, "advance-3")

    def grunts_end(self, *, watch: bool) -> None:
        """Whoever the list has ticked watches, or nobody does."""
        assert self.allied.shows("a#done")
        self.allied.tap("a#done")
        if not watch:
            while self.allied.find("#form-1 input[name=reaction_fire]:checked").count():
                self.allied.tap("#form-1 label:has(input[name=reaction_fire]:checked)")
        self.allied.tap("#form-1-go")

    def zombies_act(self) -> None:
        """Those on the board attack, all others advance; whoever is watched is shot once, and let go."""
        pressed(self.german, "open-assault")
        while pressed(self.german, "open-advance"):
            self.allied.page.reload()
            if self.allied.find("a[id^=react-grunt-ape-]").count():
                pressed(self.allied, str(self.allied.find("a[id^=react-grunt-ape-]").first.get_attribute("id")))
            pressed(self.allied, "no-reaction")


def recon(lobby: Lobby, name: str) -> Iterator[Counted]:
    """Three turns from the choice of forces on, the taps of each side."""
    evening = Recon(lobby)
    for turn in (1, 2, 3):
        assert evening.table.look()["turn"] == turn
        evening.turn(watch=turn == 1)
    assert evening.table.look()["turn"] == 4
    for side, phone, goal in (("Allies", evening.allied, 65), ("Germans", evening.german, 45)):
        yield Counted(name, f"three turns of Recon with the choice of a force, {side}", goal, phone.since())


AT_ONCE = (
    "react-", "follow-orders-", "no-advance-", "berserk-", "run-", "dodge-", "throw-", "fall-", "frenzy-test-",
    "tell-men-",
)  # fmt: skip
"""The beginnings of the ids of what a team must answer, and of what follows a blow."""
ONCE = ("tick-off-all", "tell-reached-inquiry-", "fire-squad-burst-")
"""The taps of each phone once a turn, where it can: the first bugs that are asked about have reached a team."""
USUAL = (
    "tell-reached-nobody-", "tell-spray-nobody-all", "tell-around-nobody-", "move-teams", "tell-presence-unseen",
    "tell-scan-same-all", "done-", "withdraw-", "flee-",
)  # fmt: skip
"""The other taps: nobody else is reached or sprayed."""
SQUADS, TURNS = ("im-1", "im-2"), 15


class Squads:
    """Two players with a squad each against the app's Brain; all dice are rolled by the app."""

    def __init__(self, lobby: Lobby) -> None:
        asked = {
            "game": "mobile-infantry",
            "mission": 1,
            "players": 2,
            "brain": "app",
            "temper": "hungry",
            "seed": SEED,
        }
        self.lobby, self.opened = lobby, lobby.ask("", asked)
        self.phones = [seated(lobby, self.opened["code"], self.opened["seats"][seat]) for seat in SQUADS]
        self.done: set[tuple[int, str]] = set()
        for phone in self.phones:
            for id in ("raise-squad", "roll-experience", "ready"):
                assert pressed(phone, id)
        self.since()

    def since(self) -> int:
        return sum(phone.since() for phone in self.phones)

    def turn_now(self) -> int:
        state = self.lobby.ask(f"/{self.opened['code']}", token=self.opened["seats"][SQUADS[0]])["state"]
        return int(state["turn"])

    def turn(self) -> None:
        """Whatever is due, the most urgent first, until a new turn begins."""
        turn = self.turn_now()
        self.done.clear()
        while self.turn_now() == turn:
            self.tap()

    def tap(self) -> None:
        found = [(number, self.ids(phone)) for number, phone in enumerate(self.phones)]
        for start in (*AT_ONCE, *ONCE, *USUAL):
            for number, ids in found:
                id = next((id for id in ids if id.startswith(start)), None)
                if id is None or (number, start) in self.done:
                    continue
                if start in ONCE:
                    self.done.add((number, start))
                if pressed(self.phones[number], id):
                    return
        raise LookupError(f"nothing to tap: {found}")

    def ids(self, phone: CountingPhone) -> list[str]:
        """Return what can be tapped on a board as it is now."""
        phone.page.reload()
        usable = phone.find(f"#board :is(a[id], button[id]){USABLE}")
        return [str(id).removesuffix("-go") for id in usable.evaluate_all("found => found.map(one => one.id)")]


def evening_turns(lobby: Lobby, name: str) -> Iterator[Counted]:
    """Bugs reach a team in most turns; both squads fire and move: the average of a turn, all phones together."""
    evening = Squads(lobby)
    for _ in range(TURNS):
        evening.turn()
    action = f"a turn of two squads against the app, both phones, average of {TURNS} turns"
    yield Counted(name, action, 25, math.ceil(evening.since() / TURNS))
