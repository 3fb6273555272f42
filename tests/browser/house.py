"""What the screens of the URL map are about: a table, an own card set, an own mission and an own printer."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from tests.browser.phones import Phone
from tests.browser.started_tables import Begun

NO_SCREEN = {
    "static": "a file",
    "game_static": "a file",
    "script": "a file",
    "play.listen": "a stream",
    "play.export": "a file",
    "play.keep": "a file",
    "play.own": "a file",
    "card_sets.export": "a file",
    "mission_files.export": "a file",
    "mission_files.export_as": "a file",
    "versions.file_of_set": "a file",
    "versions.file_of_mission": "a file",
    "library.authority": "a file",
    "tables.join_by_code": "leads on",
    "tables.join": "leads on",
    "tables.become_host": "leads on",
    "card_pictures.picture": "a picture",
    "play.picture": "a picture",
    "play.places": "of tables with a map",
    "play.at": "of tables with a map",
    "painting.paint": "of games whose missions draw a board",
    "painting.new": "of games whose missions draw a board",
    "printing.made": "leads on",
    "printing.table_made": "leads on",
    "printing.file": "a file",
    "printing.picture": "a picture",
    "printing.sample": "a picture",
    "monitoring.health": "for programs",
    "monitoring.metrics": "for programs",
}


def screens(rules: list[Any], code: str, command: str, set_key: str, own: dict[str, str]) -> list[str]:
    """The path of every page, with one form of a command, one card of an own set, an own mission and a printer."""
    values = {"code": code, "game": "incursion", "rule_id": "reaction.trigger", "command": command, "ruling": "shoot"}
    values |= {"set_key": set_key, "section": "battle", "card": "snafu", "thing": "grunt-ape-1"} | own
    paths = []
    for rule in rules:
        if "GET" in rule.methods and not rule.rule.startswith("/api") and rule.endpoint not in NO_SCREEN:
            assert set(rule.arguments) <= set(values), f"{rule.rule}: what is its screen?"
            paths.append(re.sub(r"<(?:\w+:)?(\w+)>", lambda found: values[found[1]], rule.rule))
    return paths


def own_set(phone: Phone, url: str) -> str:
    """The key of a new copy of the starter set."""
    phone.page.goto(f"{url}/cards/incursion/set/starter")
    phone.tap("#duplicate")
    phone.page.wait_for_url(lambda address: not address.endswith("/starter"))
    return phone.page.url.rpartition("/")[2]


def own_mission(phone: Phone, url: str) -> str:
    """The key of a new copy of Recon."""
    phone.page.goto(f"{url}/missions/incursion/file/1")
    phone.tap("#duplicate")
    phone.page.wait_for_url("**/form")
    return phone.page.url.split("/")[-2]


def own_printer(phone: Phone, url: str, name: str) -> str:
    """The key of a new printer."""
    phone.page.goto(f"{url}/printers")
    phone.page.fill("#name", name)
    phone.tap("#keep")
    phone.page.wait_for_url("**/printers/*")
    return phone.page.url.rpartition("/")[2]


@dataclass(frozen=True)
class House:
    """A table, an own card set, an own mission and an own printer: what a screen may be about."""

    table: Begun
    paths: list[str]


def states(code: str) -> list[str]:
    """Screens that are in another state than the one of the map, or lead nowhere."""
    asked = "/rulings/incursion/{}?{}"
    return [
        "/t/QQQQQQ",
        f"/t/{code}/do/bid",
        "/nowhere",
        asked.format("shoot", "by=need&weapon=lmg&extra_dice=-3"),
        asked.format("shoot", "by=hand&weapon=smg&two_gun=1&dice.0=1&dice.1=5"),
        asked.format("shoot", "by=need&weapon=lmg&two_gun=1"),
        asked.format("blast", "more=targets"),
        asked.format("blast", "by=need"),
        asked.format("blast", "by=hand&targets.0.name=A&targets.0.fortitude=4&targets.0.die=5&source=grenade"),
        asked.format("victory-counters", "by=need&counters=1&counters=8"),
        "/rules/incursion?q=xyzzy",
        "/cards/incursion/set/starter",
        *(f"/missions/incursion/file/{number}" for number in (4, 5, 7)),
        "/new/incursion?mission=4",
        "/print/incursion?mission=1&force.ilsa=9&n.counters.door=1000&margin=90&printer=none",
    ]
