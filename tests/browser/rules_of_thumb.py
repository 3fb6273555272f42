"""How somebody plays each game who only hears it: names to press, the most wished for first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.browser.by_ear import Ear
from tests.browser.phones import Lobby
from tests.seated import sit_in_browser

SEED = "07" * 32
ANSWERS = (r"^Continue$", r"^Show the board of ", r"^Roll for me")
INCURSION = (
    *ANSWERS, r"^Confirm force", r"^Grunt APE .* RP", r"^Sturmzombie .* RP", r"^Bid: 0", r"^Draw:? \d", r"^Deploy all",
    r"^No reaction", r"^Leave by our exit", r"^Fire and roll", r"^Fight and roll", r"^Forward 3", r"^Forward 2",
    r"^Enter", r"^Activate", r"^End (turn|game turn|last activation)", r"^Hand the phone",
)  # fmt: skip
MOBILE_INFANTRY = (
    *ANSWERS, r"^I am ready", r"^Roll for experience", r"^Add whole squad",
    r"Take reaction test|Roll (the move|how|where|for (?!an event)|frenzy)",
    r"^Follow orders|^No advance|^Withdraw\b|^Flee|^Berserk", r"^Board", r"^Take off", r"^Burst", r"^Move all teams",
    r"^Roll presence test", r"^The bugs move", r"^All teams search", r"^Report objective reached",
    r"^Call the boats", r"^Nobody else",
    r"^End (phase|presence|location|MI movement|bug movement|firing|close combat)", r"^Hand the phone",
)  # fmt: skip
FORWARD = {"Allies": "987654321", "Axis": "123456789"}
"""Rows of the map, the farthest ahead first."""


def memoir_44(rows: str) -> tuple[str, ...]:
    """One battle side by its rows: attack where it is offered, else as far ahead as it goes."""
    ahead = (rf"^Move: [A-M]{row}\b" for row in rows)
    return (
        *ANSWERS, r"^Begin the battle", r"^Play a card", r"^Order units", r"^Roll (for|the|a)",
        r"^Do not ambush this turn", r"^Retreat.*: [A-M]\d", r"^(Retreat|Stay)", r"^Answer flags",
        r"^Take Ground: [A-M]\d", r"^Announce the attack", *ahead, r"^Choose: ",
        r"^Discard a drawn card", r"^End turn", r"^Hand the phone",
    )  # fmt: skip


@dataclass(frozen=True)
class Played:
    """The first mission of a game on one phone: how the table is opened, the seats that the phone holds, who plays."""

    table: dict[str, Any]
    seats: tuple[str, ...]
    wishes: dict[str, tuple[str, ...]]
    choices: tuple[str, ...] = ()
    once: str = "^$"
    turns: str = "^$"

    def sit(self, lobby: Lobby) -> Ear:
        """Open the table; the phone holds each of its seats."""
        return self.sit_at(lobby, lobby.ask("", self.table))

    def sit_at(self, lobby: Lobby, opened: Any) -> Ear:
        """The phone holds each of its seats at a table that is open."""
        context = lobby.context()
        page = context.pages[0] if context.pages else context.new_page()
        sit_in_browser(page, lobby.url, opened["code"], *(opened["seats"][seat] for seat in reversed(self.seats)))
        return Ear(page, self.wishes, self.choices, self.once, self.turns)


GAMES = {
    "incursion": Played({"game": "incursion", "mission": 1, "seed": SEED}, ("allied", "german"), {"": INCURSION}),
    "mobile-infantry": Played(
        {"game": "mobile-infantry", "mission": 1, "players": 1, "seed": SEED},
        ("im-1", "brain"),
        {"": MOBILE_INFANTRY},
        once=r"^Burst|^Report objective reached",
        turns=r"^End MI movement",
    ),
    "memoir-44": Played(
        {"game": "memoir-44", "seed": SEED},
        ("allied", "axis"),
        {"": memoir_44("5"), **{side: memoir_44(rows) for side, rows in FORWARD.items()}},
        (r"^Attack", r"^centre", r"^(Allied|Axis) (armour|infantry|artillery)"),
        once=r"^Choose: ",
        turns=r"^End turn",
    ),
}
