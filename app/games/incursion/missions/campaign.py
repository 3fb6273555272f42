"""Missions in a row: Experience Cards, and the options of the next table.

Source: Incursion, Campaign.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, ClassVar, Literal

from app.core.engine.command import Command, Precondition
from app.core.engine.offers import Offer
from app.core.engine.visibility import to_jsonable
from app.core.errors import Refused, passes
from app.core.messages.translator import Verbatim
from app.core.table.seat_view import Table
from app.games.incursion.book import missions as mission_files
from app.games.incursion.campaign_record import Campaign, Gained, Kept, Played, Veteran
from app.games.incursion.cards.effects import experience_goes_out
from app.games.incursion.events.campaign import (
    ExperienceAwaited,
    ExperienceDeclined,
    ExperienceKept,
    ExperienceLaid,
    ExperienceRemoved,
    ExperienceReturned,
)
from app.games.incursion.events.cards import free_name
from app.games.incursion.events.forces import ForceRevealed
from app.games.incursion.events.missions import MissionEnded
from app.games.incursion.missions import endings
from app.games.incursion.options import CampaignOptions
from app.games.incursion.state import Draft, GameContext, InPlay, Side, State

LONGEST = 30
"""Most missions of a series (ours)."""

# -- the series


def series(wish: CampaignOptions, own: Collection[str] = ()) -> list[int]:
    """Return the missions of a new campaign: as wished, or every one in order.

    Raise Refused, naming the field.
    """
    known = mission_files()
    if wish.missions is None:
        return sorted(known)
    if not 1 <= len(wish.missions) <= LONGEST:
        raise Refused("series-length", "campaign.series", field="campaign.missions", limit=LONGEST)
    for index, number in enumerate(wish.missions):
        if number in own:
            raise Refused("own-mission-in-campaign", field=f"campaign.missions.{index}", name=Verbatim(number))
        if number not in known:
            raise Refused("not-allowed", field=f"campaign.missions.{index}", allowed=", ".join(map(str, known)))
    return [int(number) for number in wish.missions]


# -- after a mission


def settle(draft: Draft) -> None:
    """Follow up a command: at the end of a mission ask each side for an Experience Card."""
    endings.settle(draft)
    state = draft.state
    ended = any(isinstance(event, MissionEnded) for event in draft.events)
    if ended and state.campaign and state.campaign.next_mission is not None:
        keep_for_app(draft)
        asked = [side for side in state.sides if keepable(draft, side) and not is_of_app(state, side)]
        if asked:
            draft.emit(ExperienceAwaited(asked))


def is_of_app(state: State, side: str) -> bool:
    return side in state.seats and state.seats[side].app is not None


def keep_for_app(draft: Draft) -> None:
    """Let sides of the app keep the first card of their own at once: it does nothing after a mission."""
    state = draft.state
    for side in [side for side in state.sides if is_of_app(state, side)]:
        own = [pair for pair in keepable(draft, side) if state.in_play[pair[1]].owner == side]
        for model, name in own[:1]:
            draft.emit(ExperienceKept(side, model, state.in_play[name].card, name))


def keepable(look: GameContext, side: str) -> list[tuple[str, str]]:
    pairs = [(placed.on or "", name) for name, placed in look.state.in_play.items()]
    return [pair for pair in pairs if passes(check_keep, look, side, *pair)]


def check_keep(look: GameContext, side: str, model: str, name: str) -> None:
    state = look.state
    placed = state.in_play.get(name)
    if placed is None or placed.on != model or model not in state.models or state.models[model].side != side:
        raise Refused("not-on-that-model", "campaign.keep", field="card", card=name)
    if look.book.models[state.models[model].card].zombie:
        raise Refused("zombies-keep-nothing", "campaign.zombies", field="model")
    if not (state.models[model].alive and is_keepable(look, placed)):
        raise Refused("not-to-be-kept", "campaign.keep", field="card", card=placed.card)


def is_keepable(look: GameContext, placed: InPlay) -> bool:
    """Return whether a card in play may be kept as an Experience Card.

    An Effect for the rest of the mission, in effect, that is no Experience Card; as the edition says, also one that
    was not played on its model. One that an event made, and not the deck, never is.
    """
    card = look.book.battle[placed.card]
    of_the_deck = placed.came == "put" and not placed.paper
    came = placed.came == "played" or (of_the_deck and look.book.campaign.keeps == "lying")
    return came and card.kind == "effect" and placed.lasts == "mission" and not placed.unanswered


def check_asked(look: GameContext) -> None:
    if look.state.campaign is None:
        raise Refused("not-a-campaign", "campaign.series")
    if not any(wait.side == look.side and wait.for_ == "experience" for wait in look.state.waiting):
        raise Refused("not-time-for-experience", "campaign.keep")


class KeepExperience(Command):
    """One surviving model keeps one Effect on it, for the rest of the campaign."""

    model: str
    card: str
    precondition: ClassVar[Precondition] = check_asked

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for model, name in keepable(look, look.side):
            yield Offer(cls.key, given={"model": model, "card": name})

    def decide(self, draft: Draft) -> None:
        check_keep(draft, draft.side, self.model, self.card)
        draft.emit(ExperienceKept(draft.side, self.model, draft.state.in_play[self.card].card, self.card))


class NoExperience(Command):
    precondition: ClassVar[Precondition] = check_asked

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        yield Offer(cls.key)

    def decide(self, draft: Draft) -> None:
        draft.emit(ExperienceDeclined(draft.side))


# -- before the next


def call_up_veterans(draft: Draft, side: Side) -> None:
    """Give bought models their Experience Cards; those of the others are lost.

    Of several models of a card, the first bought are the experienced ones, in their order. The book says what happens
    to lost cards.
    """
    state = draft.state
    bought = {card: [key for key, model in state.of(side.side) if model.card == card] for card in draft.book.models}
    for veteran in list(state.campaign.experience.get(side.side, [])) if state.campaign else []:
        cards = [kept.card for kept in veteran.cards]
        if bought[veteran.model]:
            key = bought[veteran.model].pop(0)
            placed = experience_in_play(draft, key, side.side, veteran.cards)
            draft.emit(ExperienceLaid(side.side, key, veteran.model, cards, placed))
        else:
            lost = ExperienceRemoved if experience_goes_out(draft) else ExperienceReturned
            draft.emit(lost(side.side, veteran.model, cards, "campaign.lost"))


def experience_in_play(look: GameContext, key: str, side: str, cards: list[Kept]) -> dict[str, InPlay]:
    placed: dict[str, InPlay] = {}
    for kept in cards:
        change = {str(what): number for what, number in look.book.battle[kept.card].change.items()}
        name = free_name({**look.state.in_play, **placed}, kept.card)
        placed[name] = InPlay(kept.card, side, key, "mission", change, kept.paper, False, came="experience")
        placed[name].ignored_by = list(look.book.battle[kept.card].ignored_by)
    return placed


# -- the chain of tables


def history(table: Table) -> Campaign | None:
    """Return the campaign record of a table.

    It includes this mission, once it is over, and all Experience Cards.
    """
    state = state_of(table)
    now = state.campaign
    if now is None:
        return None
    played = [*now.played, result(table)] if state.over else list(now.played)
    experience = {side: [*now.experience.get(side, []), *veterans(state, side)] for side in state.sides}
    return Campaign(now.name, list(now.missions), now.index, played, experience, list(now.lost), list(now.removed))


def state_of(table: Table) -> State:
    assert isinstance(table.state, State)
    return table.state


def veterans(state: State, side: str) -> Iterator[Veteran]:
    for key, model in state.of(side):
        lying = [one for one in state.in_play.values() if one.on == key and one.came == "experience"]
        if model.alive and lying:
            yield Veteran(model.card, [Kept(one.card, one.paper) for one in lying])


def result(table: Table) -> Played:
    state = state_of(table)
    happened = [event for entry in table.entries if table.is_active(entry) for event in entry.events]
    ended = end_of(table)
    forces = {event.side: dict(event.value) for event in happened if isinstance(event, ForceRevealed)}
    points = {name: side.vp for name, side in state.sides.items()}
    kept = [event for event in happened if isinstance(event, ExperienceKept)]
    gained = [Gained(event.side, state.models[event.model].card, event.card) for event in kept]
    mission = int(table.opening["mission"]["number"])
    counted: Literal["vp", "panels"] = "panels" if state.panels else "vp"
    return Played(mission, ended.winner, ended.because, state.turn, table.code, forces, points, gained, counted)


def ending(table: Table) -> tuple[str, str, str]:
    """Return mission, reason for the end and winner of a table that is over."""
    ended = end_of(table)
    return f"mission {table.state.mission}", ended.because, ended.winner


def end_of(table: Table) -> MissionEnded:
    happened = (event for entry in table.entries if table.is_active(entry) for event in entry.events)
    return next(event for event in happened if isinstance(event, MissionEnded))


def sequel(table: Table) -> Mapping[str, Any]:
    """Return the options of the next table of a campaign: its mission, all else as here.

    Raise Refused.
    """
    check_goes_on(state_of(table))
    campaign = history(table)
    assert campaign is not None
    campaign.index += 1
    mission = mission_files().get(campaign.mission)
    if mission is None:
        raise Refused("not-allowed", field="mission", allowed=", ".join(map(str, mission_files())))
    sitting = {name: {"name": seat.name, "rolls": seat.rolls} for name, seat in table.state.seats.items()}
    answers, record = dict(table.state.answers), to_jsonable(campaign)
    for shown in Campaign.also:
        del record[shown]
    levels = {name: seat.app.level for name, seat in table.state.seats.items() if seat.app is not None}
    same = {key: value for key, value in table.opening.items() if key != "opponents"}
    same |= {"opponents": levels} if levels else {}
    return {**same, "mission": mission, "answers": answers, "campaign": record, "sitting": sitting}


def check_goes_on(state: State) -> None:
    if state.campaign is None:
        raise Refused("not-a-campaign", "campaign.series")
    if not state.over:
        raise Refused("mission-not-over", "campaign.series")
    if state.campaign.next_mission is None:
        raise Refused("campaign-over", "campaign.series")
    for waiting in state.waiting:
        raise Refused("experience-first", "campaign.keep", side=waiting.side)


def came_from(opened: Mapping[str, Any]) -> str | None:
    """Return the code of the previous table of its campaign.

    Raise LookupError for an invalid record.
    """
    played = opened["campaign"]["played"] if "campaign" in opened else []
    return str(played[-1]["table"]) if played else None
