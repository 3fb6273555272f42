"""Openings of tables: from options to the data in the first event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from pydantic import TypeAdapter

from app.core.content.cards.fields import SetData
from app.core.content.missions import MissionData
from app.core.engine.event import AppPlayer, SeatHolder
from app.core.errors import Malformed, Refused
from app.core.game.definition import Game
from app.core.game.options import Options
from app.core.rules.book import check_answers, effective_answers, require_one_of
from app.core.rules.inputs import parse
from app.core.table_commands.tutorial import AS_OPENED, Tutorial

SITTING = TypeAdapter(SeatHolder)
NONE: Mapping[str, Any] = MappingProxyType({})


def options_of(shelf: Mapping[str, Game], given: Any, *, typed: bool = True) -> tuple[Game, Options]:
    """Return the game and validated options of a new table.

    Raise Malformed or Refused, naming the field.
    """
    if not isinstance(given, Mapping):
        raise Malformed("not-an-object")
    name = given.get("game")
    if name is None:
        raise Malformed("missing-field", field="game")
    if not isinstance(name, str):
        raise Malformed("wrong-type", field="game")
    require_one_of(list(shelf), name, "game")
    check_known_here(shelf[name], shelf.values(), given)
    return shelf[name], parse(shelf[name].options, dict(given), typed=typed)


def check_known_here(game: Game, games: Iterable[Game], given: Mapping[str, Any]) -> None:
    elsewhere = {name for other in games for name in other.options.model_fields}
    for name in given:
        if name in elsewhere and name not in game.options.model_fields:
            raise Refused("not-in-this-game", field=name)


def opening_of(
    game: Game,
    options: Options,
    own_sets: Mapping[str, SetData] = NONE,
    own_missions: Mapping[str, MissionData] = NONE,
) -> Mapping[str, Any]:
    """Return the data of a table's first event.

    `own_sets` and `own_missions` are those of the host by key. Raise Refused, naming the field.
    """
    edition = require_one_of(game.editions, options.edition or game.editions[0], "edition")
    seats = game.seats_for(options)
    check_has(game, options)
    check_answers(options.table_rulings, game.rules.questions, edition=edition)
    cards = _own_set(game, options, own_sets)
    common = {"edition": edition, "answers": effective_answers(game.questions_in(edition), options.table_rulings)}
    opening = {
        **common,
        **game.opening(options, cards, own_missions),
        "game": game.key,
        "seats": seats,
        "referee_sees": options.referee_sees,
        "language": options.language,
    }
    return {**opening, "opponents": opponents_of(game, options, opening)} if options.opponents else opening


def opponents_of(game: Game, options: Options, opening: Mapping[str, Any]) -> dict[str, str]:
    opponent = game.opponent
    if opponent is None:
        raise Refused("not-in-this-game", field="opponents")
    book = game.rules.open_book(opening)
    for seat, level in options.opponents.items():
        if opening["seats"].get(seat) is None:
            raise Refused("app-cannot-play", "table.app", field="opponents")
        if level > len(opponent.levels):
            allowed = ", ".join(str(one) for one in range(1, len(opponent.levels) + 1))
            raise Refused("not-allowed", field="opponents", allowed=allowed, limit=allowed)
        if (no := opponent.refusal(opening, book, seat)) is not None:
            raise no
    return {seat: opponent.levels[level - 1] for seat, level in options.opponents.items()}


def opening_of_practice(game: Game, script: Tutorial) -> Mapping[str, Any]:
    options = parse(game.options, {"game": game.key, "seed": script.seed, **script.options})
    return {**opening_of(game, options), **script.opening, AS_OPENED: script.model_dump()}


def seats_of(opened: Mapping[str, Any]) -> dict[str, SeatHolder]:
    seats = {name: SITTING.validate_python(opened.get("sitting", {}).get(name, {})) for name in opened["seats"]}
    for name, level in opened.get("opponents", {}).items():
        seats[name].app = AppPlayer(level)
    return seats


def check_has(game: Game, options: Options) -> None:
    for field, there in (
        ("mission", game.files.mission_files or game.files.book_missions),
        ("card_set", game.files.cards),
    ):
        if getattr(options, field) is not None and not there:
            raise Refused("not-in-this-game", field=field)


def _own_set(game: Game, options: Options, own_sets: Mapping[str, SetData]) -> SetData | None:
    if options.card_set is None:
        return None
    return own_sets.get(require_one_of([*game.card_sets, *own_sets], options.card_set, "card_set"))
