"""Keywords of terrain, generated from rules data: movement, battle, flags, line of sight."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from app.games.memoir_44.book import ALL, Terrain, UnitType
from printables.memoir_44.source import Source

UNITS: tuple[UnitType, ...] = ("infantry", "armour", "artillery")


def keywords(source: Source, name: str) -> list[str]:
    ground = source.book.ground(name)
    found = [*moving(source, ground), *battle(source, ground), *flags(source, ground), *sight(source, ground)]
    extra = f"extra.{name}"
    found += [source.speech.translate(extra)] if source.speech.has(extra) else []
    return found or [source.speech.translate("keyword.nothing")]


def exceptions(source: Source, name: str) -> list[str]:
    ground, speech = source.book.ground(name), source.speech
    shown = {speech.name(stop) for stop in ("hard", "soft")}
    shown |= {_say(source, key) for key in ("no-battle-on-entry", "no-battle", "closed-to-all", "ignores-all", "sight")}
    shown |= {_say(source, "nothing"), _say(source, "ignores", count=ground.ignores if ground.ignores != ALL else 0)}
    if not ground.height:
        shown.add(
            _say(source, "protection", dice=dice_of(source, {unit: -less for unit, less in ground.protection.items()}))
        )
    return [word for word in keywords(source, name) if word not in shown]


def _say(source: Source, key: str, **values: object) -> str:
    return source.speech.translate(f"keyword.{key}", **values)


def moving(source: Source, ground: Terrain) -> Iterator[str]:
    if ground.closed_to:
        all_ = len(ground.closed_to) == len(UNITS)
        yield _say(source, "closed-to-all") if all_ else _say(source, "closed", units=list(ground.closed_to))
    yield from stops(source, ground)
    for key, there in switches(ground).items():
        if there:
            yield _say(source, key)
    if ground.most_onto is not None:
        yield _say(source, "most-onto", count=ground.most_onto)
    if ground.climb > 1:
        yield _say(source, "climb", count=ground.climb)
    for unit, count in ground.shore_steps.items():
        yield _say(source, "shore-steps", unit=unit, count=count)
    if not ground.ground_from_shore:
        yield _say(source, "no-ground-from-shore")
    if ground.thin_ice:
        yield _say(source, "thin-ice", count=source.book.ice.dice)
    if ground.spanned:
        yield _say(source, "spanned")
    if ground.road:
        yield _say(source, "road", count=source.book.units["infantry"].road.battle)


def switches(ground: Terrain) -> Mapping[str, bool]:
    return {
        "water": ground.water,
        "crosses": ground.crosses,
        "enter-adjacent": ground.enter_adjacent,
        "leave-adjacent": ground.leave_adjacent,
        "from-height": ground.from_height,
        "ends-only": ground.ends_of == "wadi",
        "along-its-road": ground.ends_of == "road",
        "from-land": not ground.from_sea,
        "track": ground.track,
        "removed-on-leaving": ground.removed_on_leaving,
        "no-retreat": not ground.retreat_into,
    }


def stops(source: Source, ground: Terrain) -> Iterator[str]:
    entering = {unit for unit in UNITS if unit not in ground.closed_to}
    groups: dict[str, list[str]] = defaultdict(list)
    for unit, stop in ground.stop.items():
        if unit in entering:
            groups[stop].append(unit)
    for how, units in groups.items():
        name = source.speech.name(how)
        yield name if set(units) == entering else _say(source, "stop-of", stop=how, units=units)


def battle(source: Source, ground: Terrain) -> Iterator[str]:
    if not ground.battle_on_entry:
        yield _say(source, "no-battle-on-entry")
    if ground.no_battle_from:
        all_ = len(ground.no_battle_from) == len(UNITS)
        yield _say(source, "no-battle") if all_ else _say(source, "no-battle-from", units=list(ground.no_battle_from))
    if ground.battle_after is not None:
        yield _say(source, "battle-after", count=ground.battle_after)
    if ground.unmoved_ground:
        yield _say(source, "unmoved-ground", units=list(ground.unmoved_ground))
    if ground.no_battle_over:
        all_ = len(ground.no_battle_over) == len(UNITS)
        yield _say(source, "nobody-over") if all_ else _say(source, "no-battle-over", units=list(ground.no_battle_over))
    if ground.soft_ground:
        yield _say(source, "soft-ground")
    if any(ground.protection.values()):
        dice = dice_of(source, {unit: -less for unit, less in ground.protection.items()})
        yield _say(source, f"protection-{ground.height}" if ground.height else "protection", dice=dice)
    if any(ground.out.values()):
        yield _say(source, "out", dice=dice_of(source, ground.out))
    if ground.adjacent_only:
        yield _say(source, "adjacent-only", units=list(ground.adjacent_only))
    if ground.removed_by:
        yield _say(source, "removed-by", units=list(ground.removed_by))


def dice_of(source: Source, dice: Mapping[UnitType, int]) -> str:
    changed = {unit: count for unit, count in dice.items() if count}
    if set(changed) == set(UNITS) and len(set(changed.values())) == 1:
        return minus(next(iter(changed.values())))
    return ", ".join(f"{source.speech.name(unit)}\u00a0{minus(count)}" for unit, count in changed.items())


def minus(count: int) -> str:
    return str(count).replace("-", "−")


def flags(source: Source, ground: Terrain) -> Iterator[str]:
    if ground.afloat:
        yield _say(source, "afloat")
    if ground.ignores == ALL:
        yield _say(source, "ignores-all")
    elif ground.ignores:
        all_ = len(ground.ignored_by) == len(UNITS)
        units = {} if all_ else {"units": list(ground.ignored_by)}
        yield _say(source, "ignores" if all_ else "ignores-of", count=ground.ignores, **units)


def sight(source: Source, ground: Terrain) -> Iterator[str]:
    if ground.sight == "together":
        yield _say(source, "sight-together", count=source.book.lakes_block)
    elif ground.sight == "blocks":
        yield _say(source, "sight-along" if ground.height else "sight")


def worst_stop(ground: Terrain, units: Sequence[UnitType] = UNITS) -> str:
    found = {ground.stop[unit] for unit in units if unit in ground.stop and unit not in ground.closed_to}
    return next((stop for stop in ("hard", "soft") if stop in found), "")
