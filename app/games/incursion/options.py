"""Options of a new Incursion table beside the shared ones."""

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
    """A new campaign: its name, and its missions if they are not all of them in order."""

    name: Name
    missions: list[int | str] | None = None


OPTION_FIELDS = {f"campaign.{name}": f"campaign_{name}" for name in CampaignOptions.model_fields}
"""Their field names in the form of a new table."""


class Options(Common):
    """Options of a table: RP, decks, real counters, horde, campaign.

    RP by side if they are not the mission's own; whose deck is on paper; whether the VP counters are real ones;
    figures of the horde if the box has another number; whether it is a campaign.
    """

    rp: dict[str, Annotated[int, Field(ge=1, le=99)]] = Field(default_factory=dict)
    deck: str | dict[str, str] = DECKS[0]
    counters: Literal["app", "physical"] = "app"
    figures: Annotated[int, Field(ge=1, le=99)] | None = None
    campaign: CampaignOptions | None = None

    @property
    def checked_rp(self) -> dict[str, int]:
        for side in self.rp:
            require_one_of(SIDES, side, f"rp.{side}")
        return dict(self.rp)

    @property
    def decks(self) -> dict[str, str]:
        """Return by side whether the app or people shuffle. Raise Refused, naming the field."""
        decks = self.deck if isinstance(self.deck, dict) else dict.fromkeys(SIDES, self.deck)
        for side, deck in decks.items():
            require_one_of(SIDES, side, f"deck.{side}")
            require_one_of(DECKS, deck, "deck" if isinstance(self.deck, str) else f"deck.{side}")
        return {side: decks.get(side, DECKS[0]) for side in SIDES}


def options_in(form: Mapping[str, str], common: dict[str, Any]) -> Mapping[str, Any]:
    """Return the options in the form of a new table: one mission with its RP, or a campaign.

    Raise Malformed.
    """
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
