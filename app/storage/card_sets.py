"""The host's card sets: reading, caching, and those with which a table can be opened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from app.core.content.cards.fields import CardRules, SetData
from app.core.content.cards.toml_format import read_toml
from app.core.errors import Refused
from app.core.game.definition import Game
from app.core.messages.translator import LANGUAGES, Verbatim
from app.storage.host_files import FileKind, HostFiles
from app.storage.makers import HostFile


def _shipped_names(game: Game) -> list[str]:
    return [game.words[f"name.{key}"][language] for key in game.card_sets for language in LANGUAGES]


CARD_SETS = FileKind(
    table="card_sets",
    shipped_keys=lambda game: game.card_sets,
    shipped_names=_shipped_names,
    names_in=lambda text: (),
    names_of=lambda box, one: (),
    missing=lambda name: Refused("no-such-card-set", field="card_set", name=Verbatim(name)),
    changed=lambda name: Refused("card-set-changed", field="version", name=Verbatim(name)),
    taken=lambda name: Refused("name-taken", field="name", name=Verbatim(name)),
    too_many=lambda most: Refused("too-many-card-sets", most=most),
)


def data_or_fault(game: Game, text: str) -> SetData | Refused:
    assert game.files.cards is not None
    try:
        return read_toml(text, game.files.cards)
    except Refused as fault:
        return fault


@lru_cache
def shipped_data(text: str, rules: CardRules) -> SetData:
    """Return a set that came with a game, cached separately from the host's sets."""
    return read_toml(text, rules)


def known_data(box: HostFiles, game: Game, one: HostFile) -> SetData | Refused:
    """Return the data of a host's set, or the refusal; cached by version."""
    return box.known(one, "data", lambda: data_or_fault(game, one.text))


def sound_sets(box: HostFiles, game: Game) -> Mapping[str, SetData]:
    """Return the host's sets with which a table can be opened, by key."""
    found = ((one.key, known_data(box, game, one)) for one in box.files(game))
    return {key: data for key, data in found if not isinstance(data, Refused)}


@dataclass(frozen=True)
class Sets:
    """The readable sets of a game. An equal `stamp` means that they are unchanged."""

    every: list[SetData]
    stamp: tuple[tuple[str, int], ...] = ()


def sets_here(box: HostFiles | None, game: Game) -> Sets:
    """Return the sets of a game and the host's readable ones; empty without card sets."""
    if game.files.cards is None:
        return Sets([])
    files = box.files(game) if box is not None else []
    read = [known_data(box, game, one) for one in files] if box is not None else []
    own = [data for data in read if not isinstance(data, Refused)]
    shipped = [shipped_data(text, game.files.cards) for text in game.files.cards.shipped.values()]
    return Sets([*shipped, *own], tuple((one.key, one.version) for one in files))


def every_set(box: HostFiles | None, game: Game) -> list[SetData]:
    return sets_here(box, game).every
