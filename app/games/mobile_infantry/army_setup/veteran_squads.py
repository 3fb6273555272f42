"""Squads of earlier battles: of a rematch, and those kept as files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from app.core.engine.offers import Choice, FileChoice, Offer
from app.core.errors import Refused, passes
from app.games.mobile_infantry.army_setup.squad_files import Man, SquadSheet, TeamSheet, check, read
from app.games.mobile_infantry.army_setup.teams import (
    Mustering,
    check_room,
    company_of,
    issue,
    numbered,
    raise_men,
)
from app.games.mobile_infantry.book import Book, Experience
from app.games.mobile_infantry.events.muster import SquadReturned, TeamNamed
from app.games.mobile_infantry.state import Draft, GameContext

Losses = Literal["recruits", "left-empty"]
LOSSES: tuple[Losses, ...] = ("recruits", "left-empty")
LONGEST_FILE = 20_000


class ReturnSquad(Mustering):
    """Bring back a squad of the battle that is replayed."""

    squad: str
    losses: Losses = "left-empty"

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        kept = kept_for(look)
        check_still(look, *kept.values())
        for key, sheet in kept.items():
            if passes(check_still, look, sheet):
                yield Offer(cls.key, given={"squad": key}, choose=losses_of(sheet), about=(sheet.name or key,))

    def decide(self, draft: Draft) -> None:
        kept = kept_for(draft)
        if self.squad not in kept:
            raise Refused("not-your-team", "organisation.kept", field="squad", team=self.squad)
        check_still(draft, kept[self.squad])
        enlist(draft, kept[self.squad], self.losses, self.squad)


def kept_for(look: GameContext) -> dict[str, SquadSheet]:
    """Return the squads of this seat's last battle that are not here again.

    Raise Refused if there is none.
    """
    here = {squad.kept for squad in look.state.squads.values()}
    copied: Mapping[str, Any] = look.log.opening.get("squads", {})
    own = {key: one for key, one in copied.items() if one["seat"] == look.seat.name and key not in here}
    if not own:
        raise Refused("no-squad-kept", "organisation.kept")
    return {key: SquadSheet.model_validate(one["sheet"]) for key, one in own.items()}


def check_still(look: GameContext, *sheets: SquadSheet) -> None:
    for place, sheet in enumerate(sheets):
        try:
            check(sheet, look.book)
            check_room(look.state, len(sheet.teams))
            return
        except Refused:
            if place == len(sheets) - 1:
                raise


def losses_of(sheet: SquadSheet) -> dict[str, Choice]:
    if not any(man.lost for man in sheet.men):
        return {}
    return {"losses": list(LOSSES if any(not man.lost for man in sheet.men) else LOSSES[:1])}


class EnlistSquad(Mustering):
    """Enlist a squad from a file."""

    file: Annotated[str, Field(max_length=LONGEST_FILE)]
    losses: Losses = "recruits"

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_room(look.state, 1)
        yield Offer(cls.key, choose={"file": FileChoice(), "losses": list(LOSSES)}, hint="hint.squad-file")

    def decide(self, draft: Draft) -> None:
        sheet = read(self.file, draft.book)
        check_room(draft.state, len(sheet.teams))
        enlist(draft, sheet, self.losses)


def enlist(draft: Draft, sheet: SquadSheet, losses: Losses, kept: str = "") -> None:
    """Add a squad to this battle, with recruits for the fallen or without. Raise Refused."""
    if losses == "left-empty" and all(man.lost for man in sheet.men):
        raise Refused("nobody-left", "organisation.kept", field="losses")
    squad, seat = numbered(draft.state.squads, "squad"), draft.seat.name
    recruits = sum(man.lost for man in sheet.men) if losses == "recruits" else 0
    draft.emit(SquadReturned(squad, seat, kept, recruits, company_of(draft, "command", squad)))
    if sheet.name:
        draft.emit(TeamNamed(squad, sheet.name))
    for team in sheet.teams.values():
        men = [man for man in team.men if losses == "recruits" or not man.lost]
        if men:
            enlist_team(draft, squad, team, men)


def enlist_team(draft: Draft, squad: str, sheet: TeamSheet, men: list[Man]) -> None:
    experience = experience_of(sheet, men, draft.book)
    team, troopers = raise_men(draft, sheet.kind, squad, [man.role for man in men], experience)
    if sheet.name:
        draft.emit(TeamNamed(team, sheet.name))
    for trooper, man in zip(troopers, men, strict=True):
        if man.weapon is not None:
            issue(draft, trooper, man.weapon)


def experience_of(sheet: TeamSheet, men: list[Man], book: Book) -> Experience | None:
    if sheet.kind == "command":
        return "veteran"
    recruits = sum(man.lost for man in men)
    return "rookie" if recruits >= book.recruits_to_be_rookies else sheet.experience
