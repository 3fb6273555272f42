"""The shelf of card sets as pages show it: which there are, which are one's own, in whose language."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from flask import Response, make_response, request

from app.core.card_files.fields import PROVENANCES, CardRules, SetData, fields_of, words_in
from app.core.card_files.toml import read_toml
from app.core.card_files.words import label, source, told
from app.core.game import Game
from app.core.refusals import Malformed, Refused, Stale
from app.core.words import Speech
from app.games import SHELF
from app.keeping.card_sets import data_or_fault
from app.keeping.own_files import OwnFiles
from app.web.request.drawing import draw
from app.web.request.guard import Halted, store
from app.web.request.refusals import status_and_no
from app.web.request.speech import speech, speech_with

No = (Refused, Malformed, Stale)


@dataclass(frozen=True)
class ShownSet:
    """A card set as pages show it: shipped with the game, or one's own in a version."""

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
    def counts(self) -> dict[str, int] | None:
        """How many model cards, designs and cards in the deck it has; None where it cannot be read."""
        data = data_or_fault(self.game, self.text)
        if isinstance(data, Refused):
            return None
        battle = data.get("battle", {})
        copies = sum(card["copies"] for card in battle.values())
        return {"models": len(data["models"]), "designs": len(battle), "cards": copies}

    @property
    def changed(self) -> datetime | None:
        """When it was last changed, on the host's clock."""
        return datetime.fromtimestamp(self.version / 1e9) if self.version else None


def box() -> OwnFiles:
    """The host's own sets."""
    return store().card_sets


def game_with_cards(key: str) -> Game:
    """A game whose cards people edit. Raises Refused (404)."""
    if key not in SHELF or SHELF[key].cards is None:
        raise Refused("unknown-game", game=key)
    return SHELF[key]


def rules_of(game: Game) -> CardRules:
    """What may stand in the game's sets."""
    assert game.cards is not None
    return game.cards


def shelf_of(game: Game) -> list[ShownSet]:
    """Every set of a game: those that came with it first."""
    shipped = [shown(game, key) for key in rules_of(game).shipped]
    return shipped + [ShownSet(game, kept.key, kept.name, kept.text, True, kept.version) for kept in box().files(game)]


def shown(game: Game, key: str) -> ShownSet:
    """One set at its own address. Raises Halted (404)."""
    try:
        return set_of(game, key)
    except Refused as no:
        raise Halted(404, no.code, **no.words) from no


def set_of(game: Game, key: str) -> ShownSet:
    """One set. Raises Refused."""
    shipped = rules_of(game).shipped
    if key in shipped:
        return ShownSet(game, key, speech(game).name(key), shipped[key], False)
    kept = box().kept(game, key)
    return ShownSet(game, key, kept.name, kept.text, True, kept.version)


def own_set(game: str, key: str) -> ShownSet:
    """A set that may be edited. Raises Halted for a shipped one and where there is none."""
    found = shown(game_with_cards(game), key)
    if not found.own:
        raise Halted(403, "set-is-shipped", name=found.key)
    return found


def speech_of(game: Game, *sets: SetData) -> Speech:
    """The reader's language with the names of these sets' cards."""
    own = {key: entry for data in reversed(sets) for key, entry in words_in(data).items()}
    return speech_with({**game.words, **own})


def drawn(template: str, game: Game, *sets: SetData, **more: Any) -> str:
    """A page about card sets."""
    said = speech_of(game, *sets)
    tools = {"label": label, "told": told, "source": source, "fields_of": fields_of, "rules": rules_of(game)}
    return draw(f"cards/{template}.html", said, game=game, provenances=PROVENANCES, **tools, **more)


def refused(error: Exception, page: str) -> Response:
    """A page with what was wrong, under its honest status."""
    return make_response(page, status_and_no(error)[0])


def told_to(said: Speech, error: Exception) -> str:
    """Why something was not done."""
    return said.refusal(status_and_no(error)[1])


def seen() -> int:
    """The version that a form was made for. Raises Malformed."""
    return version_in(request.form.get("version", ""), "version")


def version_in(text: str, field: str) -> int:
    """A version as a form sends it. Raises Malformed."""
    if not (text.isascii() and text.isdecimal() and len(text) < 20):
        raise Malformed("wrong-type", field=field)
    return int(text)
