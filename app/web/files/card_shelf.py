"""The shelf of card sets: which there are, which are one's own, in whose language, and what was not done with them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from flask import Response, make_response, request

from app.core.card_files.fields import CardRules, SetData, words_in
from app.core.card_files.toml import read_toml
from app.core.game import Game
from app.core.refusals import Malformed, Refused, Stale
from app.core.words import Speech
from app.games import SHELF
from app.keeping.own_files import OwnFiles
from app.web.request.guard import Halted, store
from app.web.request.refusals import status_and_no
from app.web.request.speech import speech, speech_with

No = (Refused, Malformed, Stale)


@dataclass(frozen=True)
class SetOnShelf:
    """A card set: shipped with the game, or one's own in a version."""

    game: Game
    key: str
    name: str
    text: str
    own: bool
    version: int = 0

    @property
    def rules(self) -> CardRules:
        return rules_of(self.game)

    @property
    def data(self) -> SetData:
        """Its cards. Raises Refused for a set that another version of the program kept."""
        return read_toml(self.text, self.rules)

    @property
    def changed(self) -> str:
        """When it was last changed, on the host's clock."""
        return clock_time(self.version)


def clock_time(version: int) -> str:
    """When a version was made, on the host's clock."""
    return datetime.fromtimestamp(version / 1e9).strftime("%Y-%m-%d %H:%M")


def own_sets() -> OwnFiles:
    """The host's own sets."""
    return store().card_sets


def game_with_cards(key: str) -> Game:
    """A game whose cards people edit. Raises Refused (404)."""
    if key not in SHELF:
        raise Refused("unknown-game", game=key)
    if SHELF[key].cards is None:
        raise Refused("no-card-sets", field="game", game=key)
    return SHELF[key]


def rules_of(game: Game) -> CardRules:
    """What may stand in the game's sets."""
    assert game.cards is not None
    return game.cards


def shelf_of(game: Game) -> list[SetOnShelf]:
    """Every set of a game: those that came with it first."""
    shipped = [set_at(game, key) for key in rules_of(game).shipped]
    return shipped + [
        SetOnShelf(game, one.key, one.name, one.text, True, one.version) for one in own_sets().files(game)
    ]


def set_at(game: Game, key: str) -> SetOnShelf:
    """The set at its own address. Raises Halted (404)."""
    try:
        return set_of(game, key)
    except Refused as no:
        raise Halted(404, no.code, **no.words) from no


def set_of(game: Game, key: str) -> SetOnShelf:
    """One set. Raises Refused."""
    shipped = rules_of(game).shipped
    if key in shipped:
        return SetOnShelf(game, key, speech(game).name(key), shipped[key], False)
    kept = own_sets().kept(game, key)
    return SetOnShelf(game, key, kept.name, kept.text, True, kept.version)


def own_set(game: str, key: str) -> SetOnShelf:
    """A set that may be edited. Raises Halted for a shipped one and where there is none."""
    found = set_at(game_with_cards(game), key)
    if not found.own:
        raise Halted(403, "set-is-shipped", name=found.key)
    return found


def speech_of(game: Game, *sets: SetData) -> Speech:
    """The reader's language with the names of these sets' cards."""
    return speech_with(
        {**game.words, **{key: entry for data in reversed(sets) for key, entry in words_in(data).items()}}
    )


# -- what was not done, and to which version


def refusal_page(error: Exception, page: str) -> Response:
    """A page with what was wrong, under its honest status."""
    return make_response(page, status_and_no(error)[0])


def reason(said: Speech, error: Exception) -> str:
    """Why something was not done."""
    return said.refusal(status_and_no(error)[1])


def version_seen() -> int:
    """The version that a form was made for. Raises Malformed."""
    return version_in(request.form.get("version", ""), "version")


def version_in(text: str, field: str) -> int:
    """A version as a form sends it. Raises Malformed."""
    if not (text.isascii() and text.isdecimal() and len(text) < 20):
        raise Malformed("wrong-type", field=field)
    return int(text)
