"""Steps to restore the table after a take-back: teams, men, bugs, sites, boats, breaches."""

from __future__ import annotations

from collections.abc import Iterator

from app.core.table.restore_steps import RestoreStep, differing
from app.games.mobile_infantry.state import Bug, State, Team, Trooper

OFF = ("dead", "carried-off", "extracted", "fled")


def put_back(stood: State, now: State) -> Iterator[RestoreStep]:
    for key, before, man in differing(stood.troopers, now.troopers):
        yield from of_man(key, before, man)
    for key, was, team in differing(stood.teams, now.teams):
        yield from of_team(key, was, team)
    for key, old, bug in differing(stood.bugs, now.bugs):
        yield from of_bug(key, old, bug)
    for key, there, site in differing(stood.sites, now.sites):
        if there is None or site is None:
            yield RestoreStep("site-again" if there is None else "site-away", {"site": key})
    for key, flew, boat in differing(stood.boats, now.boats):
        if boat is not None and (flew is None or flew.state != boat.state):
            yield RestoreStep(f"boat-{boat.state}", {"boat": key})
    if stood.breaches != now.breaches:
        yield RestoreStep("breaches", {"count": now.breaches})


def of_man(key: str, before: Trooper | None, man: Trooper | None) -> Iterator[RestoreStep]:
    if before is None or man is None:
        yield RestoreStep("man-again" if before is None else "man-away", {"trooper": key})
    elif before.status in OFF and man.status not in OFF:
        yield RestoreStep("man-back-fit" if man.status == "ok" else "man-back", {"trooper": key, "status": man.status})
    elif before.status != man.status:
        yield RestoreStep("fit" if man.status == "ok" else "status", {"trooper": key, "status": man.status})
    elif before.aboard != man.aboard:
        yield RestoreStep("aboard" if man.aboard else "ashore", {"trooper": key, "boat": man.aboard})


def of_team(key: str, before: Team | None, team: Team | None) -> Iterator[RestoreStep]:
    if before is None or team is None:
        yield RestoreStep("team-again" if before is None else "team-away", {"team": key})
    elif (before.moved, before.inches) != (team.moved, team.inches):
        yield RestoreStep("team-moved", {"team": key})


def of_bug(key: str, before: Bug | None, bug: Bug | None) -> Iterator[RestoreStep]:
    if bug is None or not bug.living:
        if before is not None and before.living:
            yield RestoreStep("bug-away", {"bug": key})
    elif before is None or not before.living:
        yield RestoreStep("bug-again", {"bug": key, "hits": bug.hits})
    else:
        if before.hits != bug.hits:
            yield RestoreStep("hits", {"bug": key, "hits": bug.hits})
        if (before.moved, before.backed_off, before.engages) != (bug.moved, bug.backed_off, bug.engages):
            yield RestoreStep("bug-moved", {"bug": key})
        if before.state != bug.state:
            yield RestoreStep("bug-state", {"bug": key, "state": bug.state})
