"""What the creator of a table asks for, and what a table copies when it opens."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Literal

from pydantic import Field

from app.core.book import one_of
from app.core.card_files.fields import SetData
from app.core.facts import PRINTABLE, Facts
from app.core.game import Game
from app.core.missions import MissionData
from app.core.refusals import Refused
from app.core.words import AsGiven

DECKS = ("app", "physical")


class CampaignWish(Facts):
    """A campaign to be: its name, and its missions where they are not all of them in order."""

    name: Annotated[str, Field(min_length=1, max_length=40, pattern=PRINTABLE)]
    missions: list[int | str] | None = None


class Wishes(Facts):
    """A table to be. What is left out is the game's own default."""

    game: str
    edition: str | None = None
    mission: int | str | None = None
    rp: dict[str, Annotated[int, Field(ge=1, le=99)]] = Field(default_factory=dict)
    players: Annotated[int, Field(ge=1, le=6)] | None = None
    referee: bool = False
    referee_sees: Literal["public", "all"] = "public"
    table_rulings: dict[str, str] = Field(default_factory=dict)
    card_set: str | None = None
    deck: str | dict[str, str] = "app"
    seed: Annotated[str, Field(pattern="^[0-9a-fA-F]{64}$")] | None = None
    language: Literal["en", "es"] = "en"
    campaign: CampaignWish | None = None


def opening_of(
    game: Game,
    wishes: Wishes,
    own_sets: Mapping[str, SetData] = MappingProxyType({}),
    own_missions: Mapping[str, MissionData] = MappingProxyType({}),
) -> Mapping[str, Any]:
    """Everything that the first event of a table holds; the host's own card sets and missions by key may be wished.

    Raises Refused, naming the field.
    """
    sets = [*game.card_sets, *own_sets]
    cards = own_sets.get(one_of(sets, wishes.card_set, "card_set")) if wishes.card_set else None
    mission = own_mission(game, wishes, own_missions)
    decks = wishes.deck if isinstance(wishes.deck, dict) else dict.fromkeys(game.sides, wishes.deck)
    for side, deck in decks.items():
        one_of(list(game.sides), side, f"deck.{side}")
        one_of(DECKS, deck, "deck" if isinstance(wishes.deck, str) else f"deck.{side}")
    return {
        **game.opening(wishes, cards, mission),
        "game": game.key,
        "seats": [*game.sides, *(["referee"] if wishes.referee else [])],
        "referee_sees": wishes.referee_sees,
        "deck": {side: decks.get(side, "app") for side in game.sides},
        "language": wishes.language,
    }


def own_mission(game: Game, wishes: Wishes, own_missions: Mapping[str, MissionData]) -> MissionData | None:
    """The host's own mission that is wished, if it is no shipped one. Raises Refused, naming the field."""
    wished = wishes.mission
    if wishes.campaign is not None:
        for index, name in enumerate(wishes.campaign.missions or ()):
            if name in own_missions:
                raise Refused("own-mission-in-campaign", field=f"campaign.missions.{index}", name=AsGiven(name))
        return None
    if wished is None or wished in game.missions:
        return None
    if wished not in own_missions:
        allowed = ", ".join(map(str, [*game.missions, *own_missions]))
        raise Refused("not-allowed", field="mission", allowed=allowed)
    return own_missions[str(wished)]
