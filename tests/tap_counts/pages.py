"""A phone without scripts and without a browser: what it taps is on its pages, and counted."""

from __future__ import annotations

import html
import re
from typing import Any

from flask.testing import FlaskClient

from tests.playing import PlayedTable
from tests.seated import sit

OURS = {"Origin": "http://localhost"}


class Taps:
    """One phone: what it taps is on its page, and counted."""

    def __init__(self, table: PlayedTable, seat: str, client: FlaskClient | None = None) -> None:
        self.client, self.at = client or table.client, f"/t/{table.code}"
        sit(self.client, table.code, table.tokens[seat])
        self.count, self.page = 0, ""
        self.table = table
        self.look()

    def look(self) -> None:
        """The board as it is now."""
        self.page = str(self.client.get(self.at).text)

    def open(self, id: str) -> None:
        """A link that is tapped."""
        self.follow(f'id="{id}"')

    def follow(self, has: str) -> None:
        """The link that has something, tapped."""
        (found,) = [tag for tag in re.findall(r"<a [^>]*>", self.page) if has in tag]
        address = html.unescape(re.search(r'href="([^"]*)"', found)[1])  # type: ignore[index]
        self.page, self.count = str(self.client.get(address).text), self.count + 1

    def follow_if_there(self, has: str) -> None:
        """The link that has something, tapped if there is one."""
        if has in self.page:
            self.follow(has)

    def dice_of(self, id: str) -> int:
        found = re.search(rf'id="{id}".*?data-count="(\d+)".*?</form>', self.page, re.S)
        return int(found[1]) if found else 0

    def press(self, id: str, dice: list[int] | None = None, **chosen: Any) -> None:
        """The button of a form; a tap more for each value that is chosen otherwise, and for each die."""
        form = re.search(rf'<form [^>]*action="([^"]*)"[^>]*id="{id}".*?</form>', self.page, re.S)
        assert form, id
        fields: dict[str, Any] = {}
        for name, value in re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', form[0]):
            fields.setdefault(name, []).append(value)
        for name, value in re.findall(r'type="(?:checkbox|radio)" name="([^"]*)" value="([^"]*)" checked', form[0]):
            fields.setdefault(name, []).append(value)
        for name, value in re.findall(r'name="([^"]*)" type="text"[^>]*value="([^"]*)"', form[0]):
            fields[name] = html.unescape(value)
        for name, value in re.findall(r'type="number"[^>]*name="([^"]*)"[^>]*value="([^"]*)"', form[0]):
            fields[name] = value
        self.count += 1 + len(chosen) + len(dice or [])
        rolled = {f"d{n}": face for n, face in enumerate(dice or [], 1)} | ({"by": "hand"} if dice else {})
        answer = self.client.post(form[1], data={**fields, **chosen, **rolled}, headers=OURS, follow_redirects=True)
        assert answer.status_code == 200, answer.text
        self.page = str(answer.text)
