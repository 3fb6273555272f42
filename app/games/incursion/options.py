"""What the creator of a table of Incursion may ask for beside what every game has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from app.core.game.options import Name
from app.core.game.options import Options as Common
from app.core.rules.book import require_one_of
from app.core.rules.inputs import Facts, number_or_text, whole_number
from app.games.incursion.book import SIDES

DECKS = ("app", "physical")


class CampaignOptions(Facts):
    """A campaign to be: its name, and its missions where they are not all of them in order."""

    name: Name
    missions: list[int | str] | None = None


OPTION_FIELDS = {f"campaign.{name}": f"campaign_{name}" for name in CampaignOptions.model_fields}
"""Where the form of a new table asks for them."""


class Options(Common):
    """RP by side where they are not the mission's own; whose deck is on paper; whether the VP counters
    are real ones; figures of the horde where the box has
    another number; whether it is a campaign."""

    rp: dict[str, Annotated[int, Field(ge=1, le=99)]] = Field(default_factory=dict)
    deck: str | dict[str, str] = DECKS[0]
    counters: Literal["app", "physical"] = "app"
    figures: Annotated[int, Field(ge=1, le=99)] | None = None
    campaign: CampaignOptions | None = None

    @property
    def checked_rp(self) -> dict[str, int]:
        """The RP that were asked for by side. Raises Refused for a side that there is not."""
        for side in self.rp:
            require_one_of(SIDES, side, f"rp.{side}")
        return dict(self.rp)

    @property
    def decks(self) -> dict[str, str]:
        """By side whether the app or people shuffle. Raises Refused, naming the field."""
        decks = self.deck if isinstance(self.deck, dict) else dict.fromkeys(SIDES, self.deck)
        for side, deck in decks.items():
            require_one_of(SIDES, side, f"deck.{side}")
            require_one_of(DECKS, deck, "deck" if isinstance(self.deck, str) else f"deck.{side}")
        return {side: decks.get(side, DECKS[0]) for side in SIDES}


def options_in(form: Mapping[str, str], common: dict[str, Any]) -> Mapping[str, Any]:
    """Return what the form of a new table asks for: one mission with its RP, or a campaign. Raises Malformed."""
    typed = form.get("figures", "").strip()
    figures = whole_number(typed, "figures") if typed else None
    decks = {side: DECKS[f"paper-{side}" in form] for side in SIDES}
    common = {**common, "deck": decks, "counters": form.get("counters", "app"), "figures": figures}
    if "campaign" not in form:
        return common
    shared = {name: value for name, value in common.items() if name not in ("mission", "rp")}
    words = form.get("campaign_missions", "").replace(",", " ").split()
    missions = [number_or_text(word) for word in words]
    return {**shared, "campaign": {"name": form.get("campaign_name", ""), "missions": missions}}
