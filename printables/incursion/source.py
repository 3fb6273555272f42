"""Print source of Incursion: book, mission, forces and language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Set
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from app.core.content.cards.fields import words_in
from app.core.content.cards.pictures import COUNTER, MIRRORED
from app.core.engine.event import PUBLIC
from app.core.engine.visibility import redact
from app.core.errors import Refused
from app.core.messages.translator import LANGUAGES, Entry, Translator, flatten
from app.core.rules.book import load_toml, require_one_of
from app.games.incursion.book import EDITIONS, Book, card_set, edition_data, missions, typed_book
from app.games.incursion.campaign_record import Campaign
from app.games.incursion.words import shipped_words
from printables.incursion.results import Record, kept_record
from printables.order import PickList
from printables.paper import check_near
from printables.pictures import OwnPicture
from printables.shops import When
from printables.words import printed_words

GAME = "incursion"


@cache
def paper_words() -> Mapping[str, Entry]:
    own = (load_toml(Path(__file__).parent / name) for name in ("words.toml", "lines.toml"))
    return {**printed_words(), **{key: entry for words in own for key, entry in flatten(words).items()}}


@dataclass(frozen=True)
class Source:
    """The rules and cards to print.

    No mission: everything; no forces: whatever the mission allows.
    """

    book: Book
    speech: Translator
    edition: str
    forces: Mapping[str, int] = field(default_factory=dict)
    wounds: Mapping[str, int] = field(default_factory=dict)
    """DP lost by the id of a model on the table; if given, the cards of that table are printed."""
    address: str = ""
    """The URL of the table's page, printed as a QR code on every sheet."""
    campaign: Campaign | None = None
    """The public view of the table's campaign."""
    record: Record | None = None
    """The campaign results, for a sheet that contains them."""
    pictures: Mapping[str, bytes] = field(default_factory=dict)
    """Files of people's own pictures, by fingerprint."""
    game: str = GAME

    @property
    def facts(self) -> Mapping[str, Any]:
        """Everything that the prints depend on, as JSON data."""
        return {
            "book": self.book.model_dump(mode="json"),
            "edition": self.edition,
            "forces": dict(self.forces),
            "wounds": dict(self.wounds),
            "address": self.address,
            "record": asdict(self.record) if self.record else None,
        }

    def picture(self, key: str, rear: bool = False) -> OwnPicture | None:
        named = self.book.pictures.get(key)
        if named is None or (rear and not named.rear):
            return None
        mirrored = rear and named.rear == MIRRORED
        file = named.rear if rear and not mirrored else named.front
        content = self.pictures.get(file)
        return OwnPicture(file, content, named.alt, mirrored) if content is not None else None

    @property
    def rp(self) -> Mapping[str, int]:
        return self.book.mission.rp if self.book.mission else {}

    @property
    def experience(self) -> Mapping[str, int]:
        """Experience Cards that models of the campaign have kept → their number."""
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
    """Return a source without a table. Raise Refused, naming the field."""
    edition = require_one_of(EDITIONS, edition or EDITIONS[0], "edition")
    if mission is not None and mission not in missions():
        raise Refused("not-allowed", field="mission", allowed=", ".join(map(str, missions())))
    chosen = cards or card_set("starter")
    laid = missions()[mission] if mission is not None else None
    book = typed_book(edition_data(edition), answers or {}, chosen, laid, edition)
    words = {**paper_words(), **shipped_words(), **words_in(chosen)}
    return with_forces(Source(book, Translator(words, language), edition, address=address), forces or {})


def table_source(table: Any, language: str, address: str = "") -> Source:
    state = table.state
    forces: dict[str, int] = {}
    for side in state.sides.values():
        forces |= side.force if side.force_open else {}
    wounds = {key: model.full_dp - model.dp for key, model in state.models.items()}
    speech = Translator({**paper_words(), **table.words}, language)
    campaign = redact(table.game.history(table), PUBLIC)
    return Source(table.book(), speech, state.edition, forces, wounds, address, campaign)


def recorded(source: Source, things: PickList, when: When) -> Source:
    if source.campaign is None or "campaign-record" not in things:
        return source
    dates = {played.table: when(played.table) for played in source.campaign.played}
    known = {code: date for code, date in dates.items() if date is not None}
    return replace(source, record=kept_record(source.campaign, source.speech, known))


def pictures_of(source: Source, things: PickList) -> Set[str]:
    ordered = {
        COUNTER + thing if product == "counters" else thing
        for product, wanted in things.items()
        for thing, count in wanted.items()
        if count
    }
    return {file for key, picture in source.book.pictures.items() if key in ordered for file in picture.files}


def with_pictures(source: Source, pictures: Mapping[str, bytes]) -> Source:
    return replace(source, pictures=pictures)


def with_forces(source: Source, forces: Mapping[str, int]) -> Source:
    """Return the source with these forces.

    Raise Refused for a card missing from the set, or too many of one.
    """
    for card, count in forces.items():
        if card not in source.book.models:
            check_near(list(source.book.models), card, "forces")
            raise Refused("no-such-model", field="forces", model=card)
        limit = source.book.models[card].limit
        if limit and count > limit:
            raise Refused("over-limit", field=f"forces.{card}", limit=limit)
    return replace(source, forces=dict(forces))
