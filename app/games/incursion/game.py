"""Incursion (2009) in two editions: two sides in the corridors under Gibraltar."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from app.core.content.cards.fields import SetData, words_in
from app.core.content.missions import MissionData, id_of
from app.core.engine.command import Command
from app.core.errors import Refused
from app.core.game.definition import CampaignRules, Game, GameFiles, GameRules, GameViews, Opening
from app.core.game.opponent import Opponent
from app.core.game.setup import seats_of
from app.core.messages.translator import Verbatim
from app.core.rules.book import asked_in, effective_answers, merge
from app.core.rules.inputs import Facts
from app.core.rules.ruling import RulingResult
from app.core.table.seat_view import Table
from app.games.incursion.awaited_answers import owed
from app.games.incursion.board_view import shown
from app.games.incursion.board_view.details import details
from app.games.incursion.board_view.outcome import outcome
from app.games.incursion.book import (
    EDITIONS,
    FOLDER,
    SIDES,
    STARTER,
    Demand,
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
from app.games.incursion.combat import (
    assault,
    blasts,
    flames,
    harpoons,
    melee,
    powers,
    reaction,
    rerolls,
    shooting,
    together,
)
from app.games.incursion.events import IncursionEvent
from app.games.incursion.fuzz_profile import FUZZING
from app.games.incursion.missions import (
    campaign,
    counters,
    doomsday,
    endings,
    forces,
    panels,
    rescue,
    searching,
    set_up,
)
from app.games.incursion.missions.checks import least_rp
from app.games.incursion.missions.files import MISSIONS
from app.games.incursion.on_table import ORDERS, seen_on_table
from app.games.incursion.opponent import commander, zombies
from app.games.incursion.options import OPTION_FIELDS, Options, options_in
from app.games.incursion.solo import board_facts, watching
from app.games.incursion.solo import orders as orders_of_app
from app.games.incursion.solo import questions as questions_of_app
from app.games.incursion.state import Item, Side, State
from app.games.incursion.statistics import fallen, reckoned
from app.games.incursion.turn import (
    actions,
    activation,
    battle_cards,
    group_actions,
    items,
    leaving,
    maintenance,
    sequence,
)
from app.games.incursion.unknown import unknown
from app.games.incursion.words import card_and_mission_words, words_in_mission

COMMANDS: tuple[type[Command], ...] = (
    forces.AddModel,
    forces.DropModel,
    forces.ForceReady,
    panels.CountPanels,
    panels.CountDoors,
    panels.AgreeLastTurn,
    rescue.NameStranded,
    doomsday.RollCountdown,
    doomsday.Arrive,
    sequence.Bid,
    sequence.AlliedIntelligence,
    sequence.DiceOff,
    sequence.Deploy,
    activation.Activate,
    actions.Move,
    group_actions.Advance,
    actions.Turn,
    actions.Door,
    actions.SealDoor,
    items.Item,
    items.DropItem,
    searching.SearchCounter,
    searching.TellFace,
    searching.TwitcherAttack,
    panels.ActivatePanel,
    doomsday.ShutDown,
    actions.PassAp,
    leaving.LeaveBoard,
    shooting.Fire,
    rerolls.Reroll,
    rerolls.LetGo,
    melee.Melee,
    assault.Assault,
    assault.Charge,
    together.ActTogether,
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
    reaction.LimitReaction,
    reaction.AskForAll,
    reaction.Nudge,
    deck.ReplenishHand,
    battle_cards.PlayCard,
    battle_cards.KillCard,
    battle_cards.LetCard,
    battle_cards.KillEffect,
    sequence.Done,
    endings.Concede,
    questions_of_app.Survey,
    questions_of_app.TellAllReach,
    questions_of_app.TellReachNone,
    board_facts.AskShots,
    board_facts.TellShots,
    board_facts.TellShotsNone,
    board_facts.AskRoom,
    board_facts.TellRoom,
    board_facts.AskBlast,
    board_facts.TellBlast,
    board_facts.TellBlastNone,
    board_facts.AskAhead,
    board_facts.TellAhead,
    watching.AskWatch,
    watching.TellWatch,
    watching.TellWatchNone,
    watching.AskSeen,
    watching.TellSeen,
    board_facts.AskPlace,
    board_facts.TellPlace,
    board_facts.TellPlaceNobody,
    board_facts.AskSight,
    board_facts.TellSight,
    board_facts.TellSightNone,
    questions_of_app.AskLeave,
    questions_of_app.TellLeave,
    orders_of_app.PlanAttacks,
    orders_of_app.OrderDone,
    orders_of_app.AllOrdersDone,
    orders_of_app.OrderImpossible,
    orders_of_app.GoToTarget,
    orders_of_app.Approach,
    orders_of_app.PlaceArrivals,
    campaign.KeepExperience,
    campaign.NoExperience,
)

RULINGS: Mapping[str, tuple[type[Facts], Callable[[Any, Any], RulingResult]]] = {
    "shoot": (shooting.Shot, shooting.shot_ruling),
    "melee": (melee.Blow, melee.blow_ruling),
    "command-points": (maintenance.Levels, maintenance.command_points),
    "hand-size": (maintenance.Hand, maintenance.hand_size),
    "first-player": (maintenance.Bidding, maintenance.first_player),
    "action-cost": (maintenance.Doing, maintenance.action_cost),
    "bambi": (powers.Chain, powers.bambi),
    "blast": (blasts.Blast, blasts.blast),
    "fire": (flames.Burning, flames.burning_ruling),
    "harpoon": (powers.Harpoon, powers.harpoon),
    "volatile": (powers.ShotDead, powers.volatile),
    "twitcher": (counters.Search, counters.twitcher),
    "victory-counters": (counters.Held, counters.victory_counters),
    "horde": (maintenance.Batch, maintenance.horde),
    "countdown": (maintenance.Clock, maintenance.countdown),
}


def opening(options: Options, cards: SetData | None = None, own: Mapping[str, MissionData] = {}) -> Opening:
    """Return the data that a table of Incursion copies.

    Book, cards, mission, decks, its campaign. `cards` is the host's own card set that was asked for, `own` are the
    host's own missions. Raise Refused.
    """
    row = campaign.series(options.campaign, own) if options.campaign else sorted(mission_files())
    mission = _mission(options.mission, row[:1] if options.campaign else row, {} if options.campaign else own)
    edition = options.edition or EDITIONS[0]
    opened = {
        "edition": edition,
        "book": book_of(edition, options),
        "answers": effective_answers(asked_in(questions(), edition), options.table_rulings),
        "card_set": options.card_set or STARTER,
        "cards": {"battle": {}, **(cards or card_set(options.card_set or STARTER))},
        "mission": {**mission, "rp": {**mission["rp"], **options.checked_rp}},
        "deck": options.decks,
        "counters": options.counters,
    }
    _check_forces_can_be_chosen(opened)
    if options.campaign:
        for number in row[1:]:
            _check_forces_can_be_chosen({**opened, "mission": mission_files()[number]})
        opened["campaign"] = {"name": options.campaign.name, "missions": row}
    return opened


def book_of(edition: str, options: Options) -> dict[str, Any]:
    own = {} if options.figures is None else {"horde": {"figures": options.figures}}
    return merge(edition_data(edition), own)


def _mission(wished: int | str | None, allowed: Sequence[int], own: Mapping[str, MissionData]) -> MissionData:
    if wished in own:
        return own[str(wished)]
    if wished is not None and wished not in allowed:
        raise Refused("not-allowed", field="mission", allowed=", ".join(map(str, [*allowed, *own])))
    return mission_files()[int(wished or allowed[0])]


def reopened(table: Table, moved: Callable[[str], str]) -> Opening:
    return {"deck": {moved(side): kind for side, kind in table.opening["deck"].items()}}


def _check_forces_can_be_chosen(opened: Mapping[str, Any]) -> None:
    book = open_book(opened)
    for item in book.mission.item_names:
        if item in book.models or item in book.battle:
            raise Refused("key-used-twice", field="mission", card=Verbatim(item))
    for side, rp in book.mission.rp.items():
        demand = book.mission.demands.get(side) or Demand()
        if demand.only and not any(key == demand.only and card.side == side for key, card in book.models.items()):
            raise Refused("card-set-lacks", field="card_set", card=demand.only)
        least = least_rp(book, side)
        if least is None:
            raise Refused("no-force", field=f"rp.{side}", side=side)
        if rp < least:
            raise Refused("too-small", field=f"rp.{side}", limit=least)


def start(opened: Mapping[str, Any]) -> State:
    state = State(edition=opened["edition"], mission=id_of(opened["mission"]), phase="forces")
    state.seats = seats_of(opened)
    for name in SIDES:
        state.sides[name] = Side(name, opened["mission"]["rp"][name], deck=opened["deck"][name])
    state.sides["allied"].may_use_intelligence = True
    mission, state.campaign = opened["mission"], record_of(opened)
    state.copies = {key: card["copies"] for key, card in opened["cards"].get("battle", {}).items()}
    for kept in state.campaign.removed if state.campaign else []:
        state.copies[kept.card] -= not kept.paper
    state.items = {kind: Item(kind) for kind in mission.get("items", [])}
    counters = range(1, mission.get("counters", 0) + 1)
    state.real_counters = opened.get("counters") == "physical"
    state.items |= {f"counter-{number}": Item("counter", searched=False) for number in counters}
    state.panels, state.last_turn = mission.get("panels", 0), mission.get("agreed-turn")
    state.green_doors = mission.get("green-doors", 0)
    state.sealed_doors = state.green_doors if mission.get("green-sealed") else 0
    first = ("allied",) if opened["answers"]["forces"] == "allies-first" else SIDES
    for side in first:
        state.wait_for(side, "forces")
    return state


ABSENT = frozenset(
    {
        "asked-anyway",
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
        "no-green-doors",
        "no-harpoon",
        "no-horde",
        "no-panel-left",
        "no-panels",
        "no-such-will",
        "no-weapon",
        "nobody-to-nudge",
        "nobody-watches",
        "not-a-campaign",
        "nothing-burns",
        "nothing-to-drag",
        "nothing-to-kill",
        "nothing-to-let-go",
        "nothing-to-react-to",
        "nothing-to-reroll",
        "nothing-to-search",
    }
)

FIRST_THINGS = (
    "react", "reroll", "let-card", "resolve-blast", "burn", "force-ready", "add-model", "replenish-hand",
    "bid", "deploy", "move", "activate", "done",
)  # fmt: skip
"""The hints for a newcomer, the most pressing first."""


def leaving_to_people(opponent: Opponent, used: frozenset[str]) -> Opponent:
    return replace(opponent, never=frozenset(command.key for command in COMMANDS) - used)


GAME = Game(
    key="incursion",
    folder=FOLDER,
    sides=SIDES,
    editions=EDITIONS,
    rules=GameRules(
        start=start,
        own_commands=COMMANDS,
        event_base=IncursionEvent,
        rulings=RULINGS,
        questions=questions(),
        phases=("forces", "maintenance", "bids", "deployment", "action", "last-chance", "countdown", "over"),
        unknown=unknown,
        open_book=open_book,
        edition_book=edition_book,
        after_command=campaign.settle,
        set_up=set_up.set_up,
        is_setting_up=set_up.is_setting_up,
        orders=ORDERS,
        on_table=seen_on_table,
        after_game_commands=frozenset({campaign.KeepExperience.key, campaign.NoExperience.key}),
        silent_refusals=ABSENT,
        campaign=CampaignRules(campaign.history, campaign.sequel, campaign.came_from),
    ),
    views=GameViews(
        board_view=shown,
        thing_view=details,
        pending_answers=owed,
        outcome=outcome,
        statistics=reckoned,
        course=("points", "lost"),
        fallen=fallen,
        advice_order=FIRST_THINGS,
    ),
    files=GameFiles(
        extra_messages=card_and_mission_words,
        table_words=lambda opened: {**words_in(opened["cards"]), **words_in_mission(opened["mission"])},
        cards=CARDS,
        mission_files=MISSIONS,
    ),
    options=Options,
    options_in=options_in,
    option_fields=OPTION_FIELDS,
    opening=opening,
    rematch_setup=reopened,
    opponent=leaving_to_people(commander.OPPONENT, commander.USED),
    helper=leaving_to_people(zombies.HELPER, zombies.USED),
    fuzzing=FUZZING,
)

__all__ = ["GAME", "opening", "start"]
