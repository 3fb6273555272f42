"""Full shelves: guests keep files until they may not, and whoever comes next still can; nobody waits for them."""

from __future__ import annotations

import random
import tempfile
import time
import uuid
from dataclasses import dataclass, field
from pathlib import Path

from tests.server import Answer, Server, answer_on, connection_to, serving

GAME = "memoir-44"
PAGES = ("/", f"/new/{GAME}", f"/missions/{GAME}", "/cards/incursion", "/new/incursion")
MISSION = Path(__file__).parents[2] / "app" / "games" / "memoir_44" / "data" / "scenarios" / "4-gull-cape.toml"
AGAIN = 3
"""How often each page is asked for."""


@dataclass
class Shelves:
    """What became of guests who keep files without end, and of those who came after them."""

    guests: int
    kept: int = 0
    refused: int = 0
    next_kept: int = 0
    waits: list[float] = field(default_factory=list)
    """Seconds that pages took when the shelves were full."""
    first: float = 0.0
    """Seconds of the slowest page just after the server had started once more."""

    @property
    def holds(self) -> bool:
        return self.refused == self.guests and self.next_kept == 1

    def __str__(self) -> str:
        told = (
            f"{self.guests} guests kept {self.kept} files until all were refused; the next guest kept {self.next_kept}"
        )
        times = f"longest {max(self.waits) * 1000:.0f} ms, {self.first * 1000:.0f} ms just after the start"
        return f"{told}; pages of the lobby: {times}"


def shelves(guests: int) -> Shelves:
    """Let guests at addresses of their own keep missions until they are refused, then one more; then look."""
    found, chance = Shelves(guests), random.Random(9)
    with tempfile.TemporaryDirectory() as place:
        with serving(Path(place), "--backups", "none") as server:
            for guest in range(guests):
                keep_until_refused(server, f"203.0.113.{guest}", found, chance)
            found.next_kept = int(bring(server, "198.51.100.1", mission(chance)).status == 303)
            for path in PAGES * AGAIN:
                found.waits.append(seconds_of(server, path))
        with serving(Path(place), "--backups", "none") as server:
            found.first = max(seconds_of(server, path) for path in PAGES)
    return found


def keep_until_refused(server: Server, address: str, found: Shelves, chance: random.Random) -> None:
    """Keep files as a browser that forgets its cookie each time, so that its address alone tells it."""
    for _ in range(200):
        answer = bring(server, address, mission(chance))
        if answer.status != 303:
            found.refused += answer.status == 422
            return
        found.kept += 1


def mission(chance: random.Random) -> bytes:
    """A mission of which there is no other."""
    name = f"{chance.randrange(1 << 40):x}"
    text = MISSION.read_text(encoding="utf-8")
    keyed = text.replace('key = "gull-cape"', f'key = "cape-{name}"')
    return keyed.replace("Gull Cape", f"Cape {name}").replace("Cabo", f"Cabo {name}").encode()


def bring(server: Server, address: str, content: bytes) -> Answer:
    """The answer to a mission that a guest at an address sends, through a proxy on this computer."""
    mark = uuid.uuid4().hex
    body = (
        f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="document"\r\n\r\n'.encode()
        + content
        + f"\r\n--{mark}--\r\n".encode()
    )
    headers = {
        "Content-Type": f"multipart/form-data; boundary={mark}",
        "Origin": server.url,
        "X-Forwarded-For": address,
    }
    connection = connection_to(server.url)
    try:
        connection.request("POST", f"/missions/{GAME}/import", body, headers)
        return answer_on(connection)
    finally:
        connection.close()


def seconds_of(server: Server, path: str) -> float:
    began = time.perf_counter()
    answer = server.ask("GET", path)
    assert answer.status == 200, path
    return time.perf_counter() - began
