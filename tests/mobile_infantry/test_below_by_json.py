"""Mission 7 at its full length through the JSON interface: tunnels, the Brain Bug, the way home, the boats."""

from __future__ import annotations

from collections import Counter
from typing import Any

from flask.testing import FlaskClient

from app.core.play import Event
from app.core.table import Table
from app.games.mobile_infantry.options import Options
from tests.mobile_infantry.bench_below import BelowBench
from tests.mobile_infantry.playing import IM
from tests.playing import PlayedTable

MISSION, SEED, MOST = 7, 12, 900
"""A seed with which the Brain Bug is brought out alive."""


class BelowByJson(BelowBench):
    """The men of the bench; the table is one that a server keeps, and each press of theirs a request to it."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        super().__init__(SEED, "cautious", MISSION)

    def opened(self, wished: Options) -> Table:
        asked = wished.model_dump(mode="json", exclude_unset=True)
        self.served = PlayedTable(self.client, **asked, seed=(bytes([SEED, 0]) * 16).hex())
        return self.served.kept()

    def send(self, seat: str, command: str, dice: list[Any] | None, fields: dict[str, Any]) -> list[Event]:
        before = len(self.table.entries)
        self.served.press(seat, command, **fields, **({} if dice is None else {"dice": dice}))
        self.table = self.served.kept()
        return [event for entry in self.table.entries[before:] for event in entry.events]


def test_the_brain_bug_is_hunted_to_the_end(client: FlaskClient) -> None:
    """The men walk to the nest, fight, turn back and leave in boats; the points are those that events add up to."""
    battle = BelowByJson(client)
    battle.start()
    for _ in range(MOST):
        if battle.state.over:
            break
        battle.one_press()
    events = Counter(event["event"] for event in battle.served.log(IM))
    told = battle.served.state(IM)
    assert (told["over"], told["waiting"], events["battle-ended"]) == (True, [], 1)
    assert (events["brain-captured"], events["brain-brought-out"], events["tunnels-dug"]) == (1, 1, 1)
    assert events["brain-dragged"] >= 2
    assert events["section-entered"] >= 2
    assert told["tally"]["brain_alive"]
    killed = sum(told["tally"]["bugs_killed"].values())
    assert told["score"] == {"brain": told["tally"]["im_dead"] + 2 * told["tally"]["officers_dead"], "im": killed + 20}
    assert all(one["status"] in ("extracted", "dead") for one in told["troopers"].values())
