"""The shelf of missions as pages show it: those of the rulebook and one's own, in whose language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from flask import request

from app.core.card_files.fields import SetData, words_in
from app.core.game import Game
from app.core.missions import MissionData, Sheet, words_in_mission
from app.core.refusals import Refused
from app.core.table import Table
from app.core.words import Speech
from app.games import SHELF
from app.keeping.card_sets import every_set
from app.keeping.missions import data_or_fault, rules_of
from app.keeping.own_files import OwnFiles
from app.web.request.drawing import draw
from app.web.request.guard import Halted, store
from app.web.request.speech import language, speech, speech_with


@dataclass(frozen=True)
class ShownMission:
    """A mission as pages show it: of the rulebook, or one's own in a version; `fault` where it cannot be played now."""

    game: Game
    key: str
    name: str
    text: str
    data: MissionData
    fault: Refused | None = None
    own: bool = False
    version: int = 0

    @property
    def changed(self) -> datetime | None:
        """When it was last changed, on the host's clock."""
        return datetime.fromtimestamp(self.version / 1e9) if self.version else None

    def sheet(self, edition: str) -> Sheet:
        """What it asks of people, by the book of an edition."""
        return rules_of(self.game).sheet(self.data, self.game.edition_book(edition, {}))

    @property
    def number(self) -> int | None:
        """Its number in the rulebook."""
        found: int | None = self.data.get("number")
        return found


def box() -> OwnFiles:
    """The host's own missions."""
    return store().missions


def sets_of(game: Game) -> list[SetData]:
    """Every card set with which a mission can be played here."""
    return every_set(store().card_sets, game)


def game_with_missions(key: str) -> Game:
    """A game whose missions are files. Raises Refused (404)."""
    if key not in SHELF or SHELF[key].mission_files is None:
        raise Refused("unknown-game", game=key)
    return SHELF[key]


def shelf_of(game: Game) -> list[ShownMission]:
    """Every mission of a game: those of the rulebook first."""
    sets, said = sets_of(game), speech(game)
    shipped = [_shipped(game, number, said) for number in rules_of(game).shipped]
    return shipped + [_own(game, kept.key, sets) for kept in box().files(game)]


def shown(game: Game, key: str) -> ShownMission:
    """One mission, by its number or its key. Raises Halted (404)."""
    for number in rules_of(game).shipped:
        if key == str(number):
            return _shipped(game, number, speech(game))
    try:
        return _own(game, key, sets_of(game))
    except Refused as no:
        raise Halted(404, no.code, **no.words) from no


def own_mission(game: str, key: str) -> ShownMission:
    """A mission that may be edited. Raises Halted for one of the rulebook, Refused where there is none."""
    found = shown(game_with_missions(game), key)
    if not found.own:
        raise Halted(403, "mission-is-shipped", name=found.name)
    return found


def _shipped(game: Game, number: int, said: Speech) -> ShownMission:
    data = rules_of(game).shipped[number]
    return ShownMission(game, str(number), said.say(f"mission.{number}"), rules_of(game).written(data), data)


def _own(game: Game, key: str, sets: Sequence[SetData]) -> ShownMission:
    kept = box().kept(game, key)
    data = data_or_fault(game, kept.text, sets)
    if isinstance(data, Refused):
        return ShownMission(game, key, kept.name, kept.text, {}, data, True, kept.version)
    name = speech_of(game, data).say(f"mission.{key}")
    return ShownMission(game, key, name, kept.text, data, None, True, kept.version)


def sheet_of(table: Table) -> Sheet:
    """The sheet of a table's mission, by its own book."""
    return rules_of(table.game).sheet(table.opening["mission"], table.book())


def speech_of(game: Game, *missions: MissionData) -> Speech:
    """The reader's language with the words of these missions and of every card that they may name."""
    words = {key: entry for data in reversed(sets_of(game)) for key, entry in words_in(data).items()}
    words |= game.words
    for data in missions:
        words |= words_in_mission(data)
    return speech_with(words)


def edition_asked(game: Game) -> str:
    """The edition that the address names, else the first that is in the reader's language."""
    wished = request.args.get("edition")
    usual = next((one for one in game.editions if one.startswith(language())), game.editions[0])
    return wished if wished and wished in game.editions else usual


def drawn(template: str, game: Game, said: Speech | None = None, **more: Any) -> str:
    """A page about missions, in the game's words where no others are given."""
    return draw(f"missions/{template}.html", said or speech(game), game=game, **more)


def levels(game: Game, missions: Sequence[ShownMission]) -> Mapping[str, Mapping[str, int]]:
    """Mission → side → the least RP with which a force can be chosen, by whichever card set it takes least."""
    sets = sets_of(game)
    return {one.key: _least(game, one.data, sets) for one in missions if not one.fault}


def _least(game: Game, data: MissionData, sets: Sequence[SetData]) -> dict[str, int]:
    found = [rules_of(game).least_rp(data, cards) for cards in sets]
    return {side: min([least for one in found if (least := one[side]) is not None], default=1) for side in game.sides}
