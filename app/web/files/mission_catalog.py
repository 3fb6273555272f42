"""Catalog of missions: rulebook and custom ones, and the choices they offer a new table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from flask import request

from app.core.content.cards.fields import SetData, words_in
from app.core.content.missions import Briefing, Levels, MissionData, Overview
from app.core.errors import Refused
from app.core.game.definition import Game
from app.core.messages.translator import Translator
from app.core.table.seat_view import Table
from app.games import on_shelf
from app.storage.card_sets import Sets, every_set, sets_here
from app.storage.host_files import HostFiles
from app.storage.makers import HostFile
from app.storage.missions import data_or_fault, rules_of
from app.web.files.uploads_view import FileListing
from app.web.request.guard import RequestRejected, missing_as_404, store
from app.web.request.language import language, speech, speech_with
from app.web.request.makers import check_may_write, writer


@dataclass(frozen=True)
class MissionListing(FileListing):
    """A rulebook mission, or a version of a custom one; `fault` if it cannot be played now."""

    data: MissionData = field(default_factory=dict)
    fault: Refused | None = None
    irrelevant: frozenset[str] = frozenset()
    """The open questions and options of a new table that cannot matter in it."""

    @property
    def title(self) -> str:
        """Its name, preceded by its number if it is from the rulebook."""
        number = self.data.get("number")
        return f"{number} · {self.name}" if number else self.name

    def briefing(self, edition: str) -> Briefing:
        return rules_of(self.game).briefing(self.data, self.game.rules.edition_book(edition, {}))

    def overview(self, edition: str) -> Overview | None:
        seen = rules_of(self.game).overview
        return seen(self.data, self.game.rules.edition_book(edition, {})) if seen else None

    def listed_text(self, said: Translator) -> str:
        told = [self.levels_text(said), *(said.name(one) for one in rules_of(self.game).listed(self.data))]
        return " · ".join(filter(None, told))

    def levels_text(self, said: Translator) -> str:
        levels = rules_of(self.game).levels
        numbers: Mapping[str, int] = self.data[levels.option] if levels else {}
        texts = {
            side: said.translate("levels.told", number=numbers[side]) for side in self.game.sides if side in numbers
        }
        return " · ".join(f"{said.name(side)} {text}" for side, text in texts.items())


def own_missions() -> HostFiles:
    return store().missions.written_by(writer())


def sets_of(game: Game) -> list[SetData]:
    return every_set(store().card_sets, game)


def game_with_missions(key: str) -> Game:
    game = on_shelf(key)
    if game.files.mission_files is None:
        raise Refused("no-missions", field="game", game=key)
    return game


def shelf_of(game: Game) -> list[MissionListing]:
    if game.files.mission_files is None:
        return []
    sets, said = sets_here(store().card_sets, game), speech(game)
    shipped = [_shipped(game, number, said) for number in rules_of(game).shipped]
    return shipped + [_own(game, kept, sets) for kept in own_missions().files(game)]


def mission_at(game: Game, key: str) -> MissionListing:
    for number in rules_of(game).shipped:
        if key == str(number):
            return _shipped(game, number, speech(game))
    with missing_as_404():
        return _own(game, own_missions().kept(game, key), sets_here(store().card_sets, game))


def own_mission(game: str, key: str) -> MissionListing:
    """Return a custom mission.

    Raise RequestRejected for a rulebook mission, Refused for a missing one.
    """
    found = mission_at(game_with_missions(game), key)
    if not found.own:
        raise RequestRejected(403, "mission-is-shipped", name=found.name)
    return found


def mission_to_write(game: str, key: str) -> MissionListing:
    """Return a mission that the requester may edit. Raise RequestRejected or Refused."""
    found = own_mission(game, key)
    check_may_write(found.maker, found.name)
    return found


def _shipped(game: Game, number: int | str, said: Translator) -> MissionListing:
    data = rules_of(game).shipped[number]
    text, needless = rules_of(game).written(data), rules_of(game).irrelevant(data)
    return MissionListing(game, str(number), said.translate(f"mission.{number}"), text, data=data, irrelevant=needless)


def _own(game: Game, kept: HostFile, sets: Sets) -> MissionListing:
    missions = own_missions()
    data = data_or_fault(missions, game, kept, sets)
    if isinstance(data, Refused):
        return MissionListing(game, kept.key, kept.name, kept.text, True, kept.version, kept.maker, fault=data)
    words = missions.known(kept, "words", lambda: rules_of(game).words(data))
    name = speech_with(words).translate(f"mission.{kept.key}")
    needless = missions.known(kept, "irrelevant", lambda: rules_of(game).irrelevant(data))
    return MissionListing(game, kept.key, name, kept.text, True, kept.version, kept.maker, data, irrelevant=needless)


def briefing_of(table: Table) -> Briefing:
    return rules_of(table.game).briefing(table.opening["mission"], table.book())


def speech_of(game: Game, *missions: MissionData) -> Translator:
    words = {key: entry for data in reversed(sets_of(game)) for key, entry in words_in(data).items()}
    words |= game.words
    for data in missions:
        words |= rules_of(game).words(data)
    return speech_with(words)


def edition_asked(game: Game) -> str:
    wished = request.args.get("edition")
    usual = next((one for one in game.editions if one.startswith(language())), game.editions[0])
    return wished if wished and wished in game.editions else usual


# -- choices of a new table


@dataclass(frozen=True)
class LevelField:
    """A number of one side that a new table asks for with a mission; its label names `side`."""

    name: str
    label: str
    least: int
    most: int
    value: int | str


def level_fields(
    game: Game, one: MissionListing, sets: Sets, typed: Mapping[str, str], said: Translator
) -> list[LevelField]:
    """Return the numbers that a new table asks for with a mission, as typed.

    The minimum is the lowest of all card sets.
    """
    levels = rules_of(game).levels
    if levels is None:
        return []
    found = leasts(levels, one, sets)
    fields = []
    for side, value in one.data[levels.option].items():
        least = min([number for least in found if (number := least[side]) is not None], default=1)
        label = said.translate("levels.asked", side=side)
        name = level_field(levels, one.key, side)
        fields.append(LevelField(name, label, least, levels.most, typed.get(name, value)))
    return fields


def leasts(levels: Levels, one: MissionListing, sets: Sets) -> list[Mapping[str, int | None]]:
    file = HostFile(one.game.key, one.key, one.name, one.text, one.version)

    def each() -> list[Mapping[str, int | None]]:
        return [levels.least(one.data, cards) for cards in sets.every]

    return own_missions().known(file, "least", each, sets.stamp)


def level_field(levels: Levels, mission: str, side: str) -> str:
    return f"{levels.option}-{mission}-{side}"


def level_of(game: Game, mission: str, option: str) -> str:
    """Return the form field of an option such as `points.red`; empty for any other option."""
    levels = game.files.mission_files.levels if game.files.mission_files else None
    name, _, side = option.partition(".")
    return level_field(levels, mission, side) if levels and name == levels.option and side in game.sides else ""


def levels_typed(game: Game, mission: str, form: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Return the typed numbers of the mission by side; an empty one keeps the mission's own."""
    levels = game.files.mission_files.levels if game.files.mission_files else None
    if levels is None:
        return {}
    typed = {side: form.get(level_field(levels, mission, side), "").strip() for side in game.sides}
    return {levels.option: {side: text for side, text in typed.items() if text}}
