"""What Incursion's paper is printed from: a book, a mission, forces, and the words of a language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from app.core.card_files.fields import words_in
from app.core.play import PUBLIC
from app.core.refusals import Refused
from app.core.veil import veil
from app.core.words import LANGUAGES, Speech
from app.games.incursion.book import EDITIONS, Book, card_set, edition_data, missions, typed_book
from app.games.incursion.campaign_record import Campaign
from app.games.incursion.words import shipped_words
from printables.words import printed_words


@dataclass(frozen=True)
class Source:
    """The rules and cards to print. Without a mission: everything; without forces: whatever the mission allows."""

    book: Book
    speech: Speech
    edition: str
    forces: Mapping[str, int] = field(default_factory=dict)
    wounds: Mapping[str, int] = field(default_factory=dict)
    """DP lost by the id of a model on the table; with it the cards of that table are printed."""
    address: str = ""
    """Where the table's page is: a QR code on every sheet."""
    campaign: Campaign | None = None
    """The campaign of the table as everybody may see it."""

    @property
    def rp(self) -> Mapping[str, int]:
        """RP of each side in the mission."""
        return self.book.mission.rp if self.book.mission else {}

    @property
    def experience(self) -> Mapping[str, int]:
        """The Experience Cards that models of the campaign have kept, and how many of each."""
        veterans = [veteran for side in self.campaign.experience.values() for veteran in side] if self.campaign else []
        return Counter(kept.card for veteran in veterans for kept in veteran.cards)


def plain_source(
    edition: str | None = None,
    language: str = LANGUAGES[0],
    mission: int | None = None,
    forces: Mapping[str, int] | None = None,
    cards: Mapping[str, Any] | None = None,
    answers: Mapping[str, str] | None = None,
    address: str = "",
) -> Source:
    """A source without a table. Raises Refused, naming the field."""
    edition = edition or EDITIONS[0]
    if edition not in EDITIONS:
        raise Refused("not-allowed", field="edition", allowed=", ".join(EDITIONS))
    if mission is not None and mission not in missions():
        raise Refused("not-allowed", field="mission", allowed=", ".join(map(str, missions())))
    chosen = cards or card_set("starter")
    laid = missions()[mission] if mission is not None else None
    book = typed_book(edition_data(edition), answers or {}, chosen, laid)
    words = {**printed_words(), **shipped_words(), **words_in(chosen)}
    source = Source(book, Speech(words, language), edition, dict(forces or {}), address=address)
    check_forces(source)
    return source


def table_source(table: Any, language: str, address: str = "") -> Source:
    """What a table shows to everybody: its cards, its mission, the forces that lie open and their damage."""
    state = table.state
    forces: dict[str, int] = {}
    for side in state.sides.values():
        forces |= side.force if side.force_open else {}
    wounds = {key: model.full_dp - model.dp for key, model in state.models.items()}
    speech = Speech({**printed_words(), **table.words}, language)
    campaign = veil(table.game.history(table), PUBLIC)
    return Source(table.book(), speech, state.edition, forces, wounds, address, campaign)


def check_forces(source: Source) -> None:
    """Raises Refused for a card that the set does not have, or too many of one."""
    for card, count in source.forces.items():
        if card not in source.book.models:
            raise Refused("no-such-model", field="forces", model=card)
        limit = source.book.models[card].limit
        if limit and count > limit:
            raise Refused("over-limit", field=f"forces.{card}", limit=limit)
