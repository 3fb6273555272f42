"""The shelf of card sets: which there are, which are one's own, and in whose language."""

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
    """A card set: shipped with the game, or one's own in a version."""

    @property
    def rules(self) -> CardRules:
        return rules_of(self.game)

    read: SetData | Refused = field(default_factory=dict)
    """Its cards, or what is wrong with them: another version of the program kept them."""

    @property
    def data(self) -> SetData:
        """Its cards. Raises Refused where they cannot be read."""
        if isinstance(self.read, Refused):
            raise self.read
        return self.read


def own_sets() -> HostFiles:
    return store().card_sets.written_by(writer())


def game_with_cards(key: str) -> Game:
    """A game whose cards people edit. Raises Refused (404)."""
    game = on_shelf(key)
    if game.files.cards is None:
        raise Refused("no-card-sets", field="game", game=key)
    return game


def rules_of(game: Game) -> CardRules:
    assert game.files.cards is not None
    return game.files.cards


def shelf_of(game: Game) -> list[CardSetListing]:
    """Every set of a game: those that came with it first."""
    shipped = [set_at(game, key) for key in rules_of(game).shipped]
    return shipped + [_own(game, one) for one in own_sets().files(game)]


def _own(game: Game, one: HostFile) -> CardSetListing:
    data = known_data(own_sets(), game, one)
    return CardSetListing(game, one.key, one.name, one.text, True, one.version, one.maker, data)


def set_at(game: Game, key: str) -> CardSetListing:
    """The set at its own address. Raises Halted (404)."""
    with missing_as_404():
        return set_of(game, key)


def set_of(game: Game, key: str) -> CardSetListing:
    """One set. Raises Refused."""
    shipped = rules_of(game).shipped
    if key in shipped:
        text = shipped[key]
        return CardSetListing(game, key, speech(game).name(key), text, read=shipped_data(text, rules_of(game)))
    return _own(game, own_sets().kept(game, key))


def own_set(game: str, key: str) -> CardSetListing:
    """A set that is none of the game's. Raises Halted for a shipped one and where there is none."""
    found = set_at(game_with_cards(game), key)
    if not found.own:
        raise RequestRejected(403, "set-is-shipped", name=found.key)
    return found


def set_to_write(game: str, key: str) -> CardSetListing:
    """A set that whoever asks may edit. Raises Halted."""
    found = own_set(game, key)
    check_may_write(found.maker, found.name)
    return found


def speech_of(game: Game, *sets: SetData) -> Translator:
    return speech_with(
        {**game.words, **{key: entry for data in reversed(sets) for key, entry in words_in(data).items()}}
    )
