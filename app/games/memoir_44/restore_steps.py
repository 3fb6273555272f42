"""Steps to restore the board after a take-back.

Units, figures, medals, minefields, stars, trains, scenery.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.core.table.restore_steps import RestoreStep, differing
from app.games.memoir_44.state import State, Train, Unit


def put_back(stood: State, now: State) -> Iterator[RestoreStep]:
    for key, before, unit in differing(stood.units, now.units):
        yield from of_unit(key, before, unit)
    for key, was, train in differing(stood.trains, now.trains):
        yield from of_train(key, was, train)
    for side, old, account in differing(stood.accounts, now.accounts):
        if old is not None and account is not None and old.medals != account.medals:
            yield RestoreStep("medals", {"side": side, "count": account.medals})
    yield from of_scenery(stood, now)
    yield from of_counters(stood, now)
    if stood.card != now.card and stood.active == now.active and stood.card is not None:
        yield RestoreStep("card", {"card": stood.card, "side": stood.active})


def of_unit(key: str, before: Unit | None, unit: Unit | None) -> Iterator[RestoreStep]:
    if unit is None or not unit.there:
        if before is not None and before.there:
            yield RestoreStep("unit-away", {"unit": key, "at": before.at})
        return
    if before is None or not before.there:
        yield RestoreStep("unit-again", {"unit": key, "at": unit.at, "count": unit.figures})
        return
    if unit.at != before.at:
        yield RestoreStep("unit-to", {"unit": key, "at": unit.at, "before": before.at})
    if unit.figures != before.figures:
        yield RestoreStep("figures", {"unit": key, "count": unit.figures})
    if unit.leader != before.leader:
        yield RestoreStep("leader-again" if unit.leader else "leader-away", {"unit": key})


def of_train(key: str, before: Train | None, train: Train | None) -> Iterator[RestoreStep]:
    places = train.places if train else []
    if places and places != (before.places if before else []):
        yield RestoreStep("train", {"train": key, "places": places})
    elif train is None or not places:
        yield RestoreStep("train-away", {"train": key})


def of_scenery(stood: State, now: State) -> Iterator[RestoreStep]:
    for before, after, gone, come in (
        (stood.removed, now.removed, "again", "away"),
        (stood.added, now.added, "away", "again"),
    ):
        for at, old, new in differing(before, after):
            yield from (RestoreStep(gone, {"what": what, "at": at}) for what in old or () if what not in (new or ()))
            yield from (RestoreStep(come, {"what": what, "at": at}) for what in new or () if what not in (old or ()))


def of_counters(stood: State, now: State) -> Iterator[RestoreStep]:
    for at, before, mine in differing(stood.mines, now.mines):
        if mine is not None and (before is None or before.revealed != mine.revealed):
            yield RestoreStep("mine-face-up" if mine.revealed else "mine-face-down", {"at": at})
        elif mine is None:
            yield RestoreStep("mine-away", {"at": at})
    for key, was, star in differing(stood.stars, now.stars):
        if star is not None and star.count and (was is None or (star.on, star.count) != (was.on, was.count)):
            yield RestoreStep("star", {"star": star.purpose, "on": star.on, "count": star.count})
        elif star is None:
            yield RestoreStep("star-away", {"star": was.purpose if was else key})
    if stood.crosshairs != now.crosshairs:
        yield RestoreStep("cross-hairs", {"hexes": [one.on for one in now.crosshairs]})
