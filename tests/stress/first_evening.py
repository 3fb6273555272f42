"""The power goes in the first evening of a house: whoever sat down is let in again."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.server import serving
from tests.stress.power import a_disk_that_keeps_what_was_synced, shim_in


@dataclass
class Seats:
    """What became of seats over several first evenings."""

    evenings: int = 0
    kept: int = 0

    @property
    def hold(self) -> bool:
        return 0 < self.evenings == self.kept

    def __str__(self) -> str:
        return f"{self.evenings} first evenings: {self.kept} seats still somebody’s"


def keys(times: int) -> Seats:
    """Cut the power as soon as somebody has sat down in a new house, and let them come back."""
    found = Seats()
    for _ in range(times):
        with tempfile.TemporaryDirectory() as place:
            shim, folder, after = shim_in(Path(place)), Path(place) / "new", Path(place) / "after"
            folder.mkdir(mode=0o700)
            with a_disk_that_keeps_what_was_synced(shim, folder, after), serving(folder) as server:
                code = server.ask("POST", "/api/tables", {"game": "incursion"}).json["code"]
                seats = f"/api/tables/{code}/seats"
                token = server.ask("POST", seats, {"seat": "allied"}).json["token"]
                server.process.kill()
                server.process.wait()
            with serving(after) as server:
                found.kept += server.ask("GET", f"/api/tables/{code}", token=token).status == 200
        found.evenings += 1
    return found
