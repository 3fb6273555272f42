"""A table of Hello played through Flask's client, so that tests of the core read as sentences."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient

from app.core.table.seat_view import Table
from tests.playing import No

GREY, WHITE, LAMP = SEATS = ("grey-moth", "white-moth", "lamp")
REFEREE = "referee"


class Evening:
    """One table and its seats: `evening.press("lamp", "choose-window", window="north")`."""

    def __init__(self, client: FlaskClient, **options: Any) -> None:
        self.client = client
        answer = client.post("/api/tables", json={"game": "hello", "referee": True, **options})
        assert answer.status_code == 201, answer.json
        self.code, self.tokens = answer.json["code"], answer.json["seats"]
        self.presses = 0

    def kept(self) -> Table:
        """The table as the server keeps it."""
        table: Table = self.client.application.extensions["store"].table(self.code)
        return table

    def headers(self, seat: str | None) -> dict[str, str]:
        """The right to a seat, as a program sends it."""
        return {"Authorization": f"Bearer {self.tokens[seat]}"} if seat else {}

    def get(self, path: str = "", seat: str | None = LAMP, **query: Any) -> Any:
        """The JSON of a GET on this table."""
        return self.client.get(f"/api/tables/{self.code}{path}", headers=self.headers(seat), query_string=query).json

    def post(self, seat: str, /, **body: Any) -> Any:
        """The response to a press, whatever it is."""
        return self.client.post(f"/api/tables/{self.code}/commands", json=body, headers=self.headers(seat))

    def press(self, seat: str, command: str, /, **fields: Any) -> Any:
        """A press at what the seat has seen. Raises No."""
        self.presses += 1
        fields.setdefault("seen", self.get(seat=seat)["seq"])
        answer = self.post(seat, **{"command": command, "key": f"press-{self.presses}", **fields})
        if answer.status_code != 200:
            raise No(answer.status_code, answer.json["error"])
        return answer.json

    def state(self, seat: str | None = LAMP) -> Any:
        """The state as this seat is told."""
        return self.get(seat=seat)["state"]

    def windows(self, moths: str = "north", lamps: str = "east") -> Evening:
        """Both windows are chosen, by whichever moth is asked."""
        asked = next(one["seat"] for one in self.state()["waiting"] if one["side"] == "moths")
        self.press(asked, "choose-window", window=moths)
        self.press(LAMP, "choose-window", window=lamps)
        return self

    def night(self) -> Evening:
        """Until it is over: nobody flies any more."""
        while not self.state()["over"]:
            if self.state()["phase"] == "choosing":
                self.windows()
            for moth, kept in self.state()["moths"].items():
                if not kept["resting"]:
                    self.press(moth, "rest")
        return self
