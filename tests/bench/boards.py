"""What a tap costs at a table of Infantería Móvil: the zipped board of each seat after each press of a turn; and how
long a scenario file of Memoir '44 takes."""

from __future__ import annotations

import statistics
import string
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from app import create_app
from app.core.engine.event import Event
from tests.memoir_44.editor_files import full_breakthrough
from tests.memoir_44.test_scenario_pages import HOME, OURS, fields_of, send
from tests.mobile_infantry.playing import BRAIN, IM, Battle
from tests.server import Server, serving

BUGS = (("warrior", 3), ("flyer", 2)) * 3 + (("warrior", 3), "tank", "tank")
"""Those that come one after the other: twenty."""
HEAVY = {"team-2": "mini-gun", "team-3": "nuclear-launcher", "team-7": "mini-gun", "team-8": "nuclear-launcher"}
SHOOTERS = ("team-2", "team-3", "team-4", "team-7")
ENGAGED = {"team-5": ("warrior-1", "warrior-2"), "team-8": ("warrior-3",)}
GOAL = 3072
IMPORT, IMPORTS = f"{HOME}/import", 9


class ServedBattle(Battle):
    """A battle that a server keeps too: each press goes to both, and phones of both seats look at their boards."""

    def __init__(self, server: Server) -> None:
        self.server, self.presses = server, 0
        self.heard: dict[str, list[int]] | None = None
        opened = server.ask("POST", "/api/tables", {"game": "mobile-infantry"}).json
        self.code, self.tokens = opened["code"], opened["seats"]
        self.cookies = {seat: self.sits(seat) for seat in (BRAIN, IM)}
        super().__init__()

    def sits(self, seat: str) -> str:
        """The cookie of a phone that holds a seat."""
        return f"seat-{self.code}={self.tokens[seat]}"

    def press(self, seat: str, command: str, dice: Sequence[Any] | None = None, **fields: Any) -> list[Event]:
        """A press, and what each phone then fetches. Raises Refused, Malformed."""
        events = super().press(seat, command, dice, **fields)
        self.presses += 1
        body = {"command": command, "key": str(self.presses), "seen": 0, **fields}
        body |= {} if dice is None else {"dice": list(dice)}
        answer = self.server.ask("POST", f"/api/tables/{self.code}/commands", body, self.tokens[seat])
        assert answer.status == 200, answer.json
        for name, heard in (self.heard or {}).items():
            heard.append(self.board(name))
        return events

    def board(self, seat: str) -> int:
        """Bytes of a board as a phone with scripts fetches it, zipped."""
        headers = {"HX_Request": "true", "Accept_Encoding": "gzip", "Cookie": self.cookies[seat]}
        answer = self.server.ask("GET", f"/t/{self.code}?seen=0", **headers)
        assert (answer.status, answer.headers.get("content-encoding")) == (200, "gzip"), answer
        return len(answer.body)

    def turn(self) -> dict[str, list[int]]:
        """Bytes by seat after each press of a whole turn: volleys, close combat, moves, presence, location."""
        self.heard = {BRAIN: [], IM: []}
        self.to("fire")
        for team in SHOOTERS:
            self.fire(team)
        self.to("close-combat")
        for team, bugs in ENGAGED.items():
            self.engage(team, *bugs)
        self.to("fire", self.state.turn + 1)
        return self.heard


def measured(folder: Path) -> dict[str, list[int]]:
    """Two squads of one seat against twenty bugs, which have been put on the table and ticked off."""
    with serving(folder) as server:
        battle = ServedBattle(server)
        battle.squad().squad()
        for team, weapon in HEAVY.items():
            battle.press(IM, "issue-weapon", team=team, weapon=weapon)
        battle.ready().against(*BUGS)
        assert sum(1 for _ in battle.state.living_bugs()) == 20
        battle.press(IM, "tick-off-all", up_to=[*battle.state.on_table][-1])
        return battle.turn()


def imports(folder: Path) -> list[float]:
    """Milliseconds in which a full Breakthrough board is read and kept as a mission, with what is asked about it."""
    client, took = create_app(folder).test_client(), []
    for number in range(IMPORTS):
        named = {**full_breakthrough(), "text": {"en": {"name": f"Full {string.ascii_lowercase[number]}"}}}
        began = time.perf_counter()
        asked = send(client, named)
        kept = client.post(IMPORT, data=fields_of(asked), headers=OURS, content_type="multipart/form-data")
        took.append(1000 * (time.perf_counter() - began))
        assert (asked.status_code, kept.status_code) == (200, 303), kept.text
    return took


def show(row: Callable[..., None], folder: Path) -> None:
    """Rows of the table."""
    for seat, heard in measured(folder).items():
        row(f"20 bugs, board of {seat}, p50 / most", f"{statistics.median(heard):.0f} / {max(heard)} B", f"≤ {GOAL} B")
    took = imports(folder)
    row(
        "import of a full Breakthrough board, p50 / most",
        f"{statistics.median(took):.0f} / {max(took):.0f} ms",
        "≤ 200 ms",
    )
