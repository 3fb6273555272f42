"""Incursion (2009): two sides in the corridors under Gibraltar, in two editions of the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pydantic import TypeAdapter

from app.core import housekeeping
from app.core.book import check_answers, one_of
from app.core.card_files.fields import SetData, words_in
from app.core.facts import Facts
from app.core.game import Game
from app.core.missions import MissionData, id_of, words_in_mission
from app.core.play import Command, Event, Sitting
from app.core.refusals import Refused
from app.core.rules import grounds_of
from app.core.ruling import Answer
from app.core.words import AsGiven
from app.games.incursion.audit import audit
from app.games.incursion.book import (
    DATA,
    EDITIONS,
    SIDES,
    Demand,
    bound,
    card_set,
    edition_book,
    edition_data,
    open_book,
    questions,
)
from app.games.incursion.book import missions as mission_files
from app.games.incursion.campaign_record import record_of
from app.games.incursion.cards import deck
from app.games.incursion.cards.sets import CARDS
from app.games.incursion.events import actions as action_events
from app.games.incursion.events import attacks, missions
from app.games.incursion.events import blasts as blast_events
from app.games.incursion.events import campaign as campaign_events
from app.games.incursion.events import cards as card_events
from app.games.incursion.events import counters as counter_events
from app.games.incursion.events import flames as flame_events
from app.games.incursion.events import forces as force_events
from app.games.incursion.events import turn as turn_events
from app.games.incursion.fighting import blasts, flames, harpoons, melee, powers, reaction, rerolls, shooting
from app.games.incursion.missions import campaign, counters, doomsday, forces, panels, rescue, searching
from app.games.incursion.missions.checks import MISSIONS, least_rp
from app.games.incursion.shown import shown
from app.games.incursion.state import Item, Side, State
from app.games.incursion.turn import actions, battle_cards, items, maintenance, sequence
from app.games.incursion.words import catalogue, shipped_words

COMMANDS: tuple[type[Command], ...] = (
    forces.AddModel,
    forces.DropModel,
    forces.ForceReady,
    panels.CountPanels,
    panels.AgreeLastTurn,
    rescue.NameStranded,
    doomsday.RollCountdown,
    doomsday.Arrive,
    sequence.Bid,
    sequence.AlliedIntelligence,
    sequence.Deploy,
    actions.Activate,
    actions.Move,
    actions.Turn,
    actions.Door,
    actions.SealDoor,
    items.Item,
    items.DropItem,
    searching.SearchCounter,
    searching.TwitcherAttack,
    panels.ActivatePanel,
    doomsday.ShutDown,
    actions.PassAp,
    actions.LeaveBoard,
    shooting.Fire,
    rerolls.Reroll,
    melee.Melee,
    harpoons.Harpoon,
    harpoons.Drag,
    harpoons.FreeHarpoon,
    blasts.Launch,
    blasts.ThrowGrenade,
    blasts.KaBoom,
    blasts.ResolveBlast,
    blasts.Volatile,
    blasts.Explode,
    flames.Flame,
    flames.DeclareFire,
    flames.Burn,
    reaction.React,
    reaction.NoReaction,
    deck.ReplenishHand,
    battle_cards.PlayCard,
    battle_cards.KillCard,
    battle_cards.LetCard,
    battle_cards.KillEffect,
    sequence.Done,
    campaign.KeepExperience,
    campaign.NoExperience,
    *housekeeping.COMMANDS,
)

EVENTS: tuple[type[Event], ...] = (
    *housekeeping.EVENTS,
    *force_events.ALL,
    *turn_events.ALL,
    *action_events.ALL,
    *attacks.ALL,
    *blast_events.ALL,
    *flame_events.ALL,
    *card_events.ALL,
    *counter_events.ALL,
    *missions.ALL,
    *campaign_events.ALL,
)

RULINGS: Mapping[str, tuple[type[Facts], Callable[[Any, Any], Answer]]] = {
    "command-points": (maintenance.Levels, maintenance.command_points),
    "hand-size": (maintenance.Hand, maintenance.hand_size),
    "first-player": (maintenance.Bidding, maintenance.first_player),
    "action-cost": (maintenance.Doing, maintenance.action_cost),
    "shoot": (shooting.Shot, shooting.shoot),
    "melee": (melee.Blow, melee.fight),
    "bambi": (powers.Chain, powers.bambi),
    "blast": (blasts.Blast, blasts.blast),
    "fire": (flames.Burning, flames.burn),
    "harpoon": (powers.Harpoon, powers.harpoon),
    "volatile": (powers.ShotDead, powers.volatile),
    "twitcher": (counters.Search, counters.twitcher),
    "victory-counters": (counters.Held, counters.victory_counters),
    "horde": (maintenance.Batch, maintenance.horde),
    "countdown": (maintenance.Clock, maintenance.countdown),
}


def opening(wishes: Any, cards: SetData | None = None, own: MissionData | None = None) -> Mapping[str, Any]:
    """Everything a table copies when it opens: edition, answers, cards, mission. Raises Refused, naming the field.

    `cards` is a card set and `own` a mission of the host's own, where one is wished.
    """
    edition = one_of(EDITIONS, wishes.edition or EDITIONS[0], "edition")
    row = campaign.series(wishes.campaign) if wishes.campaign else sorted(mission_files())
    mission = own or _mission(wishes.mission, row[:1] if wishes.campaign else row)
    if wishes.players is not None:
        raise Refused("not-in-this-game", field="players")
    check_answers(wishes.table_rulings, questions())
    chosen = cards or card_set(one_of(["starter"], wishes.card_set or "starter", "card_set"))
    opened = {
        "edition": edition,
        "book": edition_data(edition),
        "answers": {key: wishes.table_rulings.get(key, question.default) for key, question in questions().items()},
        "card_set": wishes.card_set or "starter",
        "cards": {"battle": {}, **chosen},
        "mission": {**mission, "rp": {**mission["rp"], **_rp(wishes)}},
    }
    _check_forces_can_be_chosen(opened)
    if wishes.campaign:
        for number in row[1:]:
            _check_forces_can_be_chosen({**opened, "mission": mission_files()[number]})
        opened["campaign"] = {"name": wishes.campaign.name, "missions": row}
    return opened


def _mission(wished: int | str | None, allowed: Sequence[int]) -> Mapping[str, Any]:
    """The mission to begin with: the first of a campaign, else any. Raises Refused."""
    if wished is not None and wished not in allowed:
        raise Refused("not-allowed", field="mission", allowed=", ".join(map(str, allowed)))
    return mission_files()[int(wished or allowed[0])]


def _rp(wishes: Any) -> dict[str, int]:
    for side in wishes.rp:
        one_of(SIDES, side, f"rp.{side}")
    return dict(wishes.rp)


def _check_forces_can_be_chosen(opened: Mapping[str, Any]) -> None:
    book = open_book(opened)
    assert book.mission is not None
    for item in book.mission.item_names:
        if item in book.models or item in book.battle:
            raise Refused("key-used-twice", field="mission", card=AsGiven(item))
    for side, rp in book.mission.rp.items():
        demand = book.mission.demands.get(side) or Demand()
        if demand.only and not any(key == demand.only and card.side == side for key, card in book.models.items()):
            raise Refused("card-set-lacks", field="card_set", card=demand.only)
        least = least_rp(book, side)
        if least is None:
            raise Refused("no-force", field=f"rp.{side}", side=side)
        if rp < least:
            raise Refused("too-small", field=f"rp.{side}", limit=least)


SITTING = TypeAdapter(Sitting)


def start(opened: Mapping[str, Any]) -> State:
    """The state before the first press: both sides (or the Allies first) choose their forces."""
    state = State(edition=opened["edition"], mission=id_of(opened["mission"]), phase="forces")
    state.seats = {name: SITTING.validate_python(opened.get("sitting", {}).get(name, {})) for name in opened["seats"]}
    for name in SIDES:
        state.sides[name] = Side(name, opened["mission"]["rp"][name], deck=opened["deck"][name])
    state.sides["allied"].may_use_intelligence = True
    mission, state.campaign = opened["mission"], record_of(opened)
    state.copies = {key: card["copies"] for key, card in opened["cards"].get("battle", {}).items()}
    state.items = {kind: Item(kind) for kind in mission.get("items", [])}
    counters = range(1, mission.get("counters", 0) + 1)
    state.items |= {f"counter-{number}": Item("counter", searched=False) for number in counters}
    state.panels, state.last_turn = mission.get("panels", 0), mission.get("agreed-turn")
    state.green_doors = mission.get("green-doors", 0)
    state.sealed_doors = state.green_doors if mission.get("green-sealed") else 0
    first = ("allied",) if opened["answers"]["forces"] == "allies-first" else SIDES
    for side in first:
        state.wait_for(side, "forces")
    return state


LACKING = frozenset(
    {
        "carries-nothing",
        "harpoon-free",
        "intelligence-used",
        "lacks-weapon",
        "no-agreed-turn",
        "no-bomber",
        "no-device",
        "no-door-to-seal",
        "no-effect-on-him",
        "no-exit",
        "no-fulcrum",
        "no-harpoon",
        "no-panel-left",
        "no-panels",
        "no-such-will",
        "no-weapon",
        "not-a-campaign",
        "nothing-burns",
        "nothing-to-drag",
        "nothing-to-kill",
        "nothing-to-react-to",
        "nothing-to-reroll",
        "nothing-to-search",
    }
)

GAME = Game(
    key="incursion",
    sides=SIDES,
    editions=EDITIONS,
    missions=list(mission_files()),
    card_sets=["starter"],
    questions=questions(),
    opening=opening,
    open_book=open_book,
    start=start,
    settle=campaign.settle,
    commands={command.key: command for command in COMMANDS},
    events={event.key: event for event in EVENTS},
    rulings=RULINGS,
    rules=catalogue(),
    words=shipped_words(),
    card_words=lambda opened: {**words_in(opened["cards"]), **words_in_mission(opened["mission"])},
    edition_book=edition_book,
    grounds=grounds_of(DATA),
    cards=CARDS,
    mission_files=MISSIONS,
    shown=shown,
    sequel=campaign.sequel,
    history=campaign.history,
    ending=campaign.ending,
    audit=audit,
    lacking=LACKING,
    aftermath=frozenset({campaign.KeepExperience.key, campaign.NoExperience.key}),
)

__all__ = ["GAME", "bound", "opening", "start"]
