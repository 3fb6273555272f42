"""A whole turn of two squads (40 men) and 20 bugs through the JSON interface, press by press: no more than 40."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.core.table import serialize
from app.core.table.seat_view import Table
from tests.mobile_infantry.playing import BRAIN, KINDS, NOTHING

MOST = 40
SEATS = ("im-1", "im-2")
PACKS = (*[("warrior", 3)] * 4, ("warrior", 2), *[("flyer", 2)] * 2, *[("tank", 1)] * 2)
"""14 Warriors, 4 Flying Warriors, 2 Tank Bugs."""


class Evening:
    """A table through the JSON interface; every press is counted."""

    def __init__(self, client: FlaskClient, **wishes: Any) -> None:
        self.client, self.presses = client, 0
        asked = {"game": "mobile-infantry", "mission": 1, "players": 2, **wishes}
        opened = client.post("/api/tables", json=asked).json
        assert opened is not None
        self.code, self.tokens = opened["code"], opened["seats"]

    def press(self, seat: str, command: str, dice: Sequence[int] | None = None, **fields: Any) -> Any:
        """One press, and the state after it as that seat sees it."""
        self.presses += 1
        body = {"command": command, "key": f"press-{self.presses}", "seen": 0, **fields}
        if dice is not None:
            body["dice"] = list(dice)
        headers = {"Authorization": f"Bearer {self.tokens[seat]}"}
        answer = self.client.post(f"/api/tables/{self.code}/commands", json=body, headers=headers)
        assert answer.status_code == 200, answer.json
        assert answer.json is not None
        return answer.json["state"]

    def look(self, seat: str) -> Any:
        headers = {"Authorization": f"Bearer {self.tokens[seat]}"}
        return self.client.get(f"/api/tables/{self.code}", headers=headers).json

    def state(self, seat: str = SEATS[0]) -> Any:
        """The state as the interface tells it, without the offers: a look at these takes longer than a press."""
        table: Table = self.client.application.extensions["store"].table(self.code)
        return serialize.state(table, table.seat(seat))

    def offers(self, seat: str, command: str) -> list[Any]:
        return [one for one in self.look(seat)["offers"] if one["command"] == command]

    def done(self, *seats: str) -> None:
        for seat in seats:
            self.press(seat, "done")

    def muster(self) -> None:
        """Each player a squad of experienced men."""
        for seat in SEATS:
            state = self.press(seat, "raise-squad", fire_teams=4)
            for team in (key for key, one in state["teams"].items() if one["seat"] == seat and not one["experience"]):
                self.press(seat, "set-experience", team=team, experience="experienced")
        for seat in self.tokens:
            self.press(seat, "ready")

    def calm(self, team: str) -> None:
        """A team that owes a test follows orders."""
        one = self.state()["teams"][team]
        dice = [4] * (2 if one["kind"] == "command" else 1)
        self.press(one["seat"], "react", dice, team=team, im_within_12=4, bugs_within_12=5)

    def fire(self, seat: str, targets: list[str]) -> None:
        """All rifles of a seat's squad fire bursts by the table's dice."""
        offer = next(one for one in self.offers(seat, "fire-squad") if one["given"]["mode"] == "burst")
        self.press(seat, "fire-squad", **offer["given"], targets=targets, distance=24)


@pytest.fixture
def evening(client: FlaskClient) -> Evening:
    """A person is the Brain."""
    opened = Evening(client)
    opened.muster()
    return opened


def come(evening: Evening, kind: str, count: int) -> None:
    """These bugs arrive in the presence test of this turn and show themselves."""
    evening.press(BRAIN, "test-presence", [6])
    evening.press(BRAIN, "arrival", [1])
    state = evening.press(BRAIN, "arrival", [*[1] * 6, KINDS[kind, count]])
    while more := evening.offers(BRAIN, "follow-ups") or evening.offers(BRAIN, "move-packs"):
        evening.press(BRAIN, more[0]["command"], [NOTHING] * more[0]["dice"]["count"])
    evening.press(BRAIN, "show", pack=next(iter(state["lair"]["packs"])), place="sky" if kind == "flyer" else "cover")


def quiet_turn(evening: Evening, kind: str, count: int) -> None:
    """Nobody does anything; bugs come."""
    while True:
        state = evening.state(BRAIN)
        if state["phase"] == "presence":
            come(evening, kind, count)
        evening.done(*(one["seat"] for one in state["waiting"]))
        if state["phase"] == "location":
            return


def test_a_turn_against_a_person(evening: Evening) -> None:
    """Three teams are attacked, a man is thrown, one team flees, both tank bugs spray."""
    for kind, count in PACKS:
        quiet_turn(evening, kind, count)
    state = evening.state(BRAIN)
    assert len([one for one in state["bugs"].values() if one["state"] == "ok"]) == 20
    assert len([one for one in state["troopers"].values() if one["status"] == "ok"]) == 40
    turn, before = state["turn"], evening.presses

    # bugs move: three teams are reached, each for the first time
    evening.press(BRAIN, "move-bugs")
    evening.press(BRAIN, "engage", team="team-2", bugs=["warrior-1", "warrior-2", "warrior-3"])
    evening.calm("team-2")
    evening.press(BRAIN, "engage", team="team-3", bugs=["warrior-4", "flyer-1"])
    evening.calm("team-3")
    evening.press(BRAIN, "engage", team="team-7", bugs=["warrior-5"])
    evening.calm("team-7")
    evening.done(BRAIN)

    # fire: each squad at once, at bugs that fight nobody; both tank bugs spray, one man dies
    evening.fire("im-1", [f"warrior-{number}" for number in range(6, 11)])
    evening.fire("im-2", [f"warrior-{number}" for number in range(11, 15)])
    evening.done(*SEATS)
    evening.press(BRAIN, "spray", [2], bug="tank-1")
    evening.press("im-1", "dodge", [6, 1], bug="tank-1", team="team-4", men=2)
    evening.calm("team-4")
    evening.press(BRAIN, "spray", [1], bug="tank-2")
    evening.press("im-2", "dodge", [6], bug="tank-2", team="team-8", men=1)
    evening.calm("team-8")
    evening.done(BRAIN)

    # close combat: a man thrown, one dead whose team flees, one ducks
    evening.press(BRAIN, "strike", [5, 6, 6], team="team-2")
    evening.press(BRAIN, "throw", [3], trooper="trooper-5")
    evening.press(BRAIN, "fall", [12], trooper="trooper-5", bugs_within_6=0)
    evening.press(BRAIN, "strike", [2, 6], team="team-3")
    evening.press("im-1", "react", [1], team="team-3", im_within_12=3, bugs_within_12=4)
    evening.press("im-1", "run", [3] * 6, team="team-3")
    evening.press(BRAIN, "strike", [6], team="team-7")
    evening.done(BRAIN)

    # movement: the team that fled tries to recover, the others move
    evening.calm("team-3")
    for seat in SEATS:
        evening.press(seat, "move-teams")
        evening.done(seat)

    # presence and location
    evening.press(BRAIN, "test-presence")
    evening.done(BRAIN)
    for seat in SEATS:
        evening.press(seat, "look-all")
    evening.press(BRAIN, "answer-rest")

    assert evening.state()["turn"] == turn + 1
    assert evening.presses - before <= MOST


# -- the app in the Brain's seat


class AgainstTheApp(Evening):
    """A table where the app is the Brain: its questions are answered."""

    def tells(self) -> list[Any]:
        """Its questions, as the first seat is offered them; none of the other ways to answer them."""
        offers = self.look(SEATS[0])["offers"]
        return [one for one in offers if one["command"].startswith("tell-") and one["command"] not in OTHERWISE]

    def tell(self, offer: Any, **facts: Any) -> Any:
        """Answer one as its form has it at first, but for these facts."""
        dice = [1] * offer["dice"]["count"] if offer["dice"] else None
        first = {name: choice[0] for name, choice in offer["choose"].items() if isinstance(choice, list)}
        return self.press(SEATS[0], offer["command"], dice, **offer["given"], **{**first, **facts})

    def step(self, **facts: Any) -> None:
        """One press of whoever is asked: an answer (`facts` by the kind of question), a test, else that one is done."""
        if tells := self.tells():
            self.tell(tells[0], **facts.get(tells[0]["command"].removeprefix("tell-"), {}))
        elif owed := self.owed():
            self.follow(*owed)
        else:
            self.done(self.state()["waiting"][0]["seat"])

    def owed(self) -> tuple[str, Any] | None:
        """A seat that must dodge, test, choose or run at once, and the offer for it."""
        asked = ((seat, one) for seat in SEATS for one in self.look(seat)["offers"] if one["command"] in AT_ONCE)
        return next(asked, None)

    def follow(self, seat: str, offer: Any) -> None:
        """A test or a run with fours, the first result; nobody dodges."""
        fields = dict(offer["given"])
        if offer["command"] == "react":
            fields |= {"im_within_12": 4, "bugs_within_12": 5}
        if offer["command"] == "choose-reaction":
            fields["result"] = offer["choose"]["result"][0]
        face = 1 if offer["command"] == "dodge" else 4
        self.press(seat, offer["command"], [face] * offer["dice"]["count"] if offer["dice"] else None, **fields)


SEED = "07" * 32
OTHERWISE = ("tell-no-attack", "tell-nearest", "tell-as-before", "tell-acid", "tell-scan-same")
AT_ONCE = ("dodge", "react", "choose-reaction", "run")


@pytest.fixture
def against_the_app(client: FlaskClient) -> AgainstTheApp:
    """Bugs come turn after turn, seen in the open, and nobody is reached, until there are 20."""
    opened = AgainstTheApp(client, brain="app", temper="hungry", seed=SEED, mission=5)
    opened.muster()
    while living(opened) < 20 or opened.state()["phase"] != "bug-move":
        opened.step(presence={"point": "open"})
    return opened


def living(evening: Evening) -> int:
    return sum(one["state"] not in ("dead", "gone") for one in evening.state()["bugs"].values())


def test_a_turn_against_the_app(against_the_app: AgainstTheApp) -> None:
    """Three packs reach a team and attack, both tank bugs spray, each squad fires and moves."""
    evening = against_the_app
    turn, before = evening.state()["turn"], evening.presses
    assert living(evening) >= 20
    for _ in range(3):
        reach(evening)
    while evening.owed():
        evening.step()
    evening.press(SEATS[0], "tell-reached-nobody")
    evening.done(*SEATS)
    for seat in SEATS:
        evening.fire(seat, [key for key, one in evening.state()["bugs"].items() if one["state"] == "ok"][:2])
    while evening.state()["phase"] != "im-move":
        evening.step(spray={"men": men(evening, "tell-spray")}, men={"men": men(evening, "tell-men")})
    while evening.owed():
        evening.step()
    for seat in SEATS:
        evening.press(seat, "move-teams")
    while evening.state()["turn"] == turn:
        evening.step()
    assert any(one["status"] != "ok" for one in evening.state()["troopers"].values())
    assert evening.presses - before <= MOST


def reach(evening: AgainstTheApp) -> None:
    """After the questions before: all bugs of the next pack that is asked about end within three inches of a team."""
    while not (asked := evening.offers(SEATS[0], "tell-reached")):
        evening.step()
    evening.tell(asked[0], bugs=asked[0]["choose"]["bugs"]["some"])


def men(evening: AgainstTheApp, question: str) -> list[str]:
    """Three men whom a question is about, if it is asked."""
    asked = evening.offers(SEATS[0], question)
    return list(asked[0]["choose"]["men"]["some"][:3]) if asked else []
