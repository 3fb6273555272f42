"""The host's own card sets: which there are, and which a table can be opened with."""

from __future__ import annotations

from collections.abc import Mapping

from app.core.card_files.fields import SetData
from app.core.card_files.toml import read_toml
from app.core.game import Game
from app.core.refusals import Refused
from app.core.words import LANGUAGES, AsGiven
from app.keeping.own_files import FileKind, OwnFiles


def _shipped_names(game: Game) -> list[str]:
    return [game.words[f"name.{key}"][language] for key in game.card_sets for language in LANGUAGES]


CARD_SETS = FileKind(
    table="card_sets",
    shipped_keys=lambda game: game.card_sets,
    shipped_names=_shipped_names,
    names_in=lambda text: (),
    missing=lambda name: Refused("no-such-card-set", field="card_set", name=AsGiven(name)),
    changed=lambda name: Refused("card-set-changed", field="version", name=AsGiven(name)),
    taken=lambda name: Refused("name-taken", field="name", name=AsGiven(name)),
    too_many=lambda most: Refused("too-many-card-sets", most=most),
)


def data_or_fault(game: Game, text: str) -> SetData | Refused:
    """A set's cards, or what is wrong with them (it was kept by another version of the program)."""
    assert game.cards is not None
    try:
        return read_toml(text, game.cards)
    except Refused as fault:
        return fault


def sound_sets(box: OwnFiles, game: Game) -> Mapping[str, SetData]:
    """The own sets that a table can be opened with, by key."""
    found = ((one.key, data_or_fault(game, one.text)) for one in box.files(game))
    return {key: data for key, data in found if not isinstance(data, Refused)}


def every_set(box: OwnFiles | None, game: Game) -> list[SetData]:
    """The sets that came with a game, and the own ones that can be read; none for a game without card sets."""
    if game.cards is None:
        return []
    own = sound_sets(box, game).values() if box is not None else ()
    return [*(read_toml(text, game.cards) for text in game.cards.shipped.values()), *own]
