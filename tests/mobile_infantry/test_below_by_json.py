"""Mission 7 at its full length through the JSON interface: tunnels, the Brain Bug, the way home, the boats."""

from __future__ import annotations

from collections import Counter
from typing import Any

from flask.testing import FlaskClient

from app.core.engine.event import Event
from app.core.table.seat_view import Table
from app.games.mobile_infantry.options import Options
from tests.mobile_infantry.bench_below import BelowBench
from tests.mobile_infantry.playing import BRAIN, IM, Battle
from tests.playing import PlayedTable

MISSION, SEED, MOST, MOST_TURNS = 7, 9, 900, 12
"""A seed with which the Brain Bug is brought out alive."""


class Served:
    """A battle whose table is one that a server keeps, and each press a request to it."""

    served: PlayedTable
    table: Table

    def send(self, seat: str, command: str, dice: list[Any] | None, fields: dict[str, Any]) -> list[Event]:
        before = len(self.table.entries)
        self.served.press(seat, command, **fields, **({} if dice is None else {"dice": dice}))
        self.table = self.served.kept()
        return [event for entry in self.table.entries[before:] for event in entry.events]


class BelowByJson(Served, BelowBench):
    """The men of the bench, against the app."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        super().__init__(SEED, "cunning", MISSION)

    def opened(self, wished: Options) -> Table:
        asked = wished.model_dump(mode="json", exclude_unset=True)
        self.served = PlayedTable(self.client, **asked, seed=(bytes([SEED, 0]) * 16).hex())
        return self.served.kept()


class HuntByJson(Served, Battle):
    """Two people, each with a token."""

    def __init__(self, client: FlaskClient) -> None:
        self.served = PlayedTable(client, game="mobile-infantry", mission=MISSION, players=1)
        self.table = self.served.kept()


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


def test_two_people_hunt_the_brain_bug_to_the_end(client: FlaskClient) -> None:
    """The guards of the nest fall, the Brain Bug is captured, dragged and brought out, all fly home: two for the
    guards, twenty for the Brain Bug. What it hid the Brain alone was told, until it was seen."""
    battle = HuntByJson(client)
    battle.squad().ready().to("presence")
    assert "pack-2" in str(battle.served.state(BRAIN))
    assert "pack-2" not in str(battle.served.state(IM))
    battle.show("pack-1").show("pack-2").to("fire")
    battle.fire_squad([6] * 8, targets=["warrior-1", "warrior-2"], distance=24)
    battle.to("im-move").press(IM, "capture-brain", bug="brain-1")
    battle.press(BRAIN, "tell-way", inches=12)
    battle.press(IM, "drag-brain", [6], bug="brain-1", carriers=4)
    assert "bring-out-brain" not in battle.offered(IM)
    battle.to("presence").to("im-move").press(IM, "drag-brain", [6], bug="brain-1", carriers=4)
    battle.press(IM, "bring-out-brain", bug="brain-1")
    while not battle.state.over:
        offered = battle.offered(IM)
        if "call-boats" in offered and all(boat.state == "standby" for boat in battle.state.boats.values()):
            battle.press(IM, "call-boats")
        elif "land-boats" in offered:
            battle.press(IM, "land-boats", nearest_bug=24)
        elif "embark-all" in offered:
            battle.press(IM, "embark-all")
        elif "take-off" in offered:
            (offer,) = battle.offers(IM, "take-off")
            battle.press(IM, "take-off", boat=offer.choose["boat"][0])
        else:
            battle.end_phase()
        assert battle.state.turn < MOST_TURNS
    told = battle.served.state(IM)
    assert told["score"] == {"brain": 0, "im": 22}
    assert {one["status"] for one in told["troopers"].values()} == {"extracted"}
