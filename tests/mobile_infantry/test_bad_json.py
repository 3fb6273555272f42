"""Bad presses over JSON: each is refused with a code, a rule and the faulty field, and changes nothing."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

BRAIN, IM = "brain", "im-1"


class JsonBattle:
    """A table of mission 1 with one squad, played by nothing but requests."""

    def __init__(self, client: FlaskClient) -> None:
        self.client, self.presses = client, 0
        answer = client.post("/api/tables", json={"game": "mobile-infantry", "mission": 1})
        assert answer.status_code == 201, answer.json
        self.code, self.tokens = answer.json["code"], answer.json["seats"]

    def headers(self, seat: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.tokens[seat]}"}

    def get(self, seat: str = IM) -> Any:
        """The table as a seat reads it."""
        return self.client.get(f"/api/tables/{self.code}", headers=self.headers(seat)).json

    def post(self, seat: str, command: str, fields: dict[str, Any]) -> Any:
        self.presses += 1
        body = {"command": command, "key": f"k-{self.presses}", "seen": self.get(seat)["seq"], **fields}
        return self.client.post(f"/api/tables/{self.code}/commands", json=body, headers=self.headers(seat))

    def press(self, seat: str, command: str, **fields: Any) -> JsonBattle:
        answer = self.post(seat, command, fields)
        assert answer.status_code in (200, 201), answer.json
        return self

    def squad(self) -> JsonBattle:
        self.press(IM, "raise-squad", fire_teams=4)
        return self.press(IM, "roll-experience", dice=[4, 4, 4, 4])

    def to_fire(self) -> JsonBattle:
        """A warrior shows itself in turn 1; turn 2, fire: team-2 has fired its magazines empty."""
        for seat in (IM, BRAIN):
            self.press(seat, "ready")
        self.press(IM, "done").press(BRAIN, "test-presence", dice=[6])
        self.press(BRAIN, "arrival", dice=[1]).press(BRAIN, "arrival", dice=[*[1] * 6, 2])
        self.press(BRAIN, "show", pack="pack-1", place="cover").press(BRAIN, "done")
        self.press(IM, "done").press(BRAIN, "done").press(BRAIN, "done")
        self.press(IM, "fire", **volley(mode="sustained", distance=24), dice=[1] * 12)
        return self

    def refuses(self, seat: str, command: str, fields: dict[str, Any]) -> tuple[int, Any]:
        """Status and error of a press that must leave every seat’s table as it was."""
        before = [self.get(one) for one in (IM, BRAIN)]
        answer = self.post(seat, command, fields)
        assert [self.get(one) for one in (IM, BRAIN)] == before
        return answer.status_code, answer.json["error"]


def volley(**other: Any) -> dict[str, Any]:
    """Four rifles of team-2 at the warrior, within twelve inches."""
    usual = {
        "team": "team-2",
        "weapon": "assault-rifle",
        "mode": "burst",
        "guns": 4,
        "target": "warrior-1",
        "distance": 12,
    }
    return {**usual, "distance": 12, **other}


@pytest.fixture
def table(client: FlaskClient) -> JsonBattle:
    return JsonBattle(client)


def check(error: Any, code: str, rule: str | None, field: str | None) -> None:
    """The shape of every error: its code, the rule it rests on, the field that is wrong, and words."""
    assert (error["code"], error["rule"], error["field"]) == (code, rule, field), error
    assert error["message"]


@pytest.mark.parametrize(
    ("command", "fields", "status", "code", "rule", "field"),
    [
        ("raise-squad", {"fire_teams": 5}, 422, "too-big", None, "fire_teams"),
        ("raise-squad", {"fire_teams": 0}, 422, "too-small", None, "fire_teams"),
        ("raise-squad", {"fire_teams": "four"}, 400, "wrong-type", None, "fire_teams"),
        ("raise-squad", {"men": 20}, 400, "unknown-field", None, "men"),
        ("raise-team", {"kind": "platoon"}, 422, "not-allowed", None, "kind"),
        ("raise-team", {"kind": "gunners"}, 422, "no-such-team-here", "organisation.teams", "kind"),
        ("set-experience", {"team": "team-2", "experience": "hero"}, 422, "not-allowed", None, "experience"),
        ("set-experience", {"team": "team-9", "experience": "rookie"}, 422, "not-your-team", "organisation.experience",
         "team"),
        ("roll-experience", {"dice": [1, 2, 3]}, 422, "wrong-dice-count", "table.dice", "dice"),
        ("roll-experience", {"dice": [1, 2, 3, 7]}, 422, "no-such-face", "table.dice", "dice.3"),
        ("roll-experience", {"dice": [1, 2, 3, "six"]}, 400, "wrong-type", None, "dice.3"),
        ("roll-experience", {"dice": [1, 2, 3, 4.5]}, 400, "wrong-type", None, "dice.3"),
        ("issue-weapon", {"team": "team-1", "weapon": "mini-gun"}, 422, "not-your-team", "organisation.teams", "team"),
        ("issue-weapon", {"team": "team-2", "weapon": "autocannon"}, 422, "weapon-issued",
         "weapons.autocannon", "weapon"),
        ("ready", {}, 422, "experience-unknown", "organisation.experience", None),
        ("ready", {"dice": [1]}, 400, "unknown-field", None, "dice"),
    ],
)  # fmt: skip
def test_impossible_squads_and_dice_of_the_wrong_kind(
    table: JsonBattle, command: str, fields: dict[str, Any], status: int, code: str, rule: str | None, field: str | None
) -> None:
    table.press(IM, "raise-squad", fire_teams=4)
    told, error = table.refuses(IM, command, fields)
    assert told == status
    check(error, code, rule, field)


@pytest.mark.parametrize(
    ("fields", "status", "code", "rule", "field"),
    [
        (volley(), 422, "silent-has-fired", "shooting.targets", "guns"),
        (volley(team="team-3", guns=5), 422, "no-ammunition", "weapons.reloading", "guns"),
        (volley(team="team-3", guns=21), 422, "too-big", None, "guns"),
        (volley(team="team-3", weapon="mini-gun", mode="sustained", guns=1), 422, "silent-unloaded", "shooting.targets",
         "guns"),
        (volley(team="team-3", weapon="sword"), 422, "not-allowed", None, "weapon"),
        (volley(team="team-3", target="warrior-9"), 422, "target-unknown", "locating.radio", "target"),
        (volley(team="team-3", target="tank-1"), 422, "target-unknown", "locating.radio", "target"),
        (volley(team="team-3", distance=25), 422, "out-of-range", "weapons.rifle", "distance"),
        (volley(team="team-3", distance=12.5), 400, "wrong-type", None, "distance"),
        ({**volley(team="team-3"), "dice": [1, 2, 3]}, 422, "wrong-dice-count", "table.dice", "dice"),
        ({**volley(team="team-3"), "dice": [1, 2, 3, 7]}, 422, "no-such-face", "table.dice", "dice.3"),
        ({**volley(team="team-3"), "dice": "6666"}, 400, "wrong-type", None, "dice"),
        ({key: one for key, one in volley(team="team-3").items() if key != "target"}, 400, "missing-field", None,
         "target"),
    ],
)  # fmt: skip
def test_ammunition_and_bugs_that_are_not_there(
    table: JsonBattle, fields: dict[str, Any], status: int, code: str, rule: str | None, field: str
) -> None:
    told, error = table.squad().to_fire().refuses(IM, "fire", fields)
    assert told == status
    check(error, code, rule, field)


@pytest.mark.parametrize(
    ("command", "fields", "code", "rule", "field"),
    [
        ("sight", {"sighted": "group-9", "team": "team-2"}, "nothing-to-sight", "locating.in-the-open", None),
        ("reload", {"team": "team-3", "men": 1}, "magazines-full", "weapons.reloading", "men"),
        ("launch", {"team": "team-2", "target": "warrior-1", "distance": 12}, "no-launcher", "weapons.nuclear", None),
        ("embark", {"boat": "boat-1", "team": "team-2", "men": 1}, "no-boat-there", "boats.seats", None),
        ("move-team", {"team": "team-2"}, "not-this-phase", "sequence.post", None),
    ],
)  # fmt: skip
def test_what_a_player_cannot_do_now(
    table: JsonBattle, command: str, fields: dict[str, Any], code: str, rule: str, field: str | None
) -> None:
    told, error = table.squad().to_fire().refuses(IM, command, fields)
    assert told == 422
    check(error, code, rule, field)


@pytest.mark.parametrize(
    ("command", "fields", "code", "rule", "field"),
    [
        ("engage", {"team": "team-2", "bugs": ["warrior-9"]}, "no-such-bug", "close-combat.engaged", "bugs"),
        ("engage", {"team": "team-9", "bugs": ["warrior-1"]}, "no-such-team", "close-combat.engaged", "team"),
        ("engage", {"team": "team-2", "bugs": []}, "no-such-bug", "close-combat.engaged", "bugs"),
        ("strike", {"team": "team-2", "dice": [1]}, "nobody-attacks", "close-combat.engaged", None),
        ("show", {"pack": "pack-1", "place": "cover"}, "nothing-hidden", "locating.in-the-open", None),
        ("retreat", {"bug": "warrior-1", "dice": [1]}, "no-retreat", "hits.tank-retreat", None),
    ],
)  # fmt: skip
def test_bugs_that_nobody_has(
    table: JsonBattle, command: str, fields: dict[str, Any], code: str, rule: str, field: str | None
) -> None:
    """Close combat of turn 2, with one warrior on the table and no pack hidden."""
    table.squad().to_fire().press(IM, "done")
    told, error = table.refuses(BRAIN, command, fields)
    assert told == 422
    check(error, code, rule, field)


def test_a_boat_too_full(table: JsonBattle) -> None:
    """Ten seats: two teams of four, then two men and no third; no fifth man of a team of four."""
    table.squad()
    for seat in (IM, BRAIN):
        table.press(seat, "ready")
    table.press(IM, "call-boats").press(IM, "done").press(BRAIN, "test-presence", dice=[1])
    table.press(BRAIN, "done").press(IM, "done").press(BRAIN, "done")

    def full(men: int, team: str, limit: int) -> None:
        told, error = table.refuses(IM, "embark", {"boat": "boat-1", "team": team, "men": men})
        assert told == 422
        check(error, "boat-full", "boats.seats", "men")
        assert str(limit) in error["message"]

    full(5, "team-2", 4)
    for team in ("team-2", "team-3"):
        table.press(IM, "embark", boat="boat-1", team=team, men=4)
    full(3, "team-4", 2)
    table.press(IM, "embark", boat="boat-1", team="team-4", men=2)
    told, error = table.refuses(IM, "embark", {"boat": "boat-1", "team": "team-4", "men": 1})
    assert told == 422
    check(error, "boat-not-there", "boats.seats", "boat")


RIFLE = {"experience": "rookie", "weapon": "assault-rifle", "mode": "burst"}


@pytest.mark.parametrize(
    ("ruling", "facts", "status", "code", "field"),
    [
        ("shoot", {**RIFLE, "distance": 20, "shooters": 0}, 422, "too-small", "shooters"),
        ("shoot", {**RIFLE, "distance": 30}, 422, "out-of-range", "distance"),
        ("ammo", {"weapon": "assault-rifle", "history": ["burst", "sustained"]}, 422, "needs-full-magazine",
         "history.1"),
        ("arrival-bugs", {"die": 7}, 422, "no-such-face", "die"),
        ("score", {"mission": 8}, 422, "not-allowed", "mission"),
        ("team-move", {"die": 3, "helping_wounded": "yes"}, 400, "wrong-type", "helping_wounded"),
    ],
)  # fmt: skip
def test_facts_that_cannot_be(
    client: FlaskClient, ruling: str, facts: dict[str, Any], status: int, code: str, field: str
) -> None:
    answer = client.post(f"/api/rulings/mobile-infantry/{ruling}", json=facts)
    assert (answer.status_code, answer.json["error"]["code"], answer.json["error"]["field"]) == (status, code, field)
