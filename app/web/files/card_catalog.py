"""Catalog of card sets: shipped and custom ones, labelled in the reader's language."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.core.content.cards.fields import CardRules, SetData, words_in
from app.core.errors import Refused
from app.core.game.definition import Game
from app.core.messages.translator import Translator
from app.games import on_shelf
from app.storage.card_sets import known_data, shipped_data
from app.storage.host_files import HostFiles
from app.storage.makers import HostFile
from app.web.files.uploads_view import FileListing
from app.web.request.guard import RequestRejected, missing_as_404, store
from app.web.request.language import speech, speech_with
from app.web.request.makers import check_may_write, writer


@dataclass(frozen=True)
class CardSetListing(FileListing):
    """A card set: shipped with the game, or a version of a custom one."""

    @property
    def rules(self) -> CardRules:
        return rules_of(self.game)

    read: SetData | Refused = field(default_factory=dict)
    """Its cards, or the refusal if another version of the app wrote them."""

    @property
    def data(self) -> SetData:
        if isinstance(self.read, Refused):
            raise self.read
        return self.read


def own_sets() -> HostFiles:
    return store().card_sets.written_by(writer())


def game_with_cards(key: str) -> Game:
    game = on_shelf(key)
    if game.files.cards is None:
        raise Refused("no-card-sets", field="game", game=key)
    return game


def rules_of(game: Game) -> CardRules:
    assert game.files.cards is not None
    return game.files.cards


def shelf_of(game: Game) -> list[CardSetListing]:
    shipped = [set_at(game, key) for key in rules_of(game).shipped]
    return shipped + [_own(game, one) for one in own_sets().files(game)]


def _own(game: Game, one: HostFile) -> CardSetListing:
    data = known_data(own_sets(), game, one)
    return CardSetListing(game, one.key, one.name, one.text, True, one.version, one.maker, data)


def set_at(game: Game, key: str) -> CardSetListing:
    with missing_as_404():
        return set_of(game, key)


def set_of(game: Game, key: str) -> CardSetListing:
    shipped = rules_of(game).shipped
    if key in shipped:
        text = shipped[key]
        return CardSetListing(game, key, speech(game).name(key), text, read=shipped_data(text, rules_of(game)))
    return _own(game, own_sets().kept(game, key))


def own_set(game: str, key: str) -> CardSetListing:
    """Return a custom card set. Raise RequestRejected for a shipped or missing one."""
    found = set_at(game_with_cards(game), key)
    if not found.own:
        raise RequestRejected(403, "set-is-shipped", name=found.key)
    return found


def set_to_write(game: str, key: str) -> CardSetListing:
    found = own_set(game, key)
    check_may_write(found.maker, found.name)
    return found


def speech_of(game: Game, *sets: SetData) -> Translator:
    return speech_with(
        {**game.words, **{key: entry for data in reversed(sets) for key, entry in words_in(data).items()}}
    )
