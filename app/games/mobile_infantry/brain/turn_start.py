"""The app's start of a turn, presence and location tests: all that stays unseen.

Source: sections 20.3 and 20.4.
"""

from __future__ import annotations

from typing import Any

from app.core.rules.dice import D6, Roll
from app.core.rules.ruling import working
from app.games.mobile_infantry.brain import choices, seals, tunnel_play
from app.games.mobile_infantry.brain.choices import brain_data
from app.games.mobile_infantry.brain.orders import order
from app.games.mobile_infantry.brain_secrets import Pack, Scan
from app.games.mobile_infantry.events.brain import BugsPursue, PacksMoved, TableScanned, TurnRolled, app_of
from app.games.mobile_infantry.events.presence import PresenceTested
from app.games.mobile_infantry.state import Draft, GameContext, Spot, State
from app.games.mobile_infantry.turn.bugs import living_teams, move_of_kind
from app.games.mobile_infantry.turn.casualties import owe
from app.games.mobile_infantry.turn.locating import is_located
from app.games.mobile_infantry.turn.presence import (
    BELOW,
    FORT,
    arrival,
    bring,
    figures_left,
    is_siege,
    next_pack,
    open_sites,
    places_for,
    show,
    test_of,
)

PRESENCE, TEAM, SIDE = range(3)
MOVE, STAY, FOLLOW, KIND = slice(0, 2), 2, 3, 4
"""The dice of a slot."""
OPEN, EDGE_SEEN, INSIDE = "open", "edge-seen", "inside"
POINTS = ["unseen", OPEN, "cover", EDGE_SEEN, "edge-unseen"]
"""Kinds of a rolled point; the first one unless told otherwise."""


def points_of(look: GameContext) -> list[str]:
    return [*POINTS, INSIDE] if is_siege(look) else list(POINTS)


def open_turn(draft: Draft) -> None:
    """Prepare a turn: roll everything that may stay unseen, seal it, move hidden packs."""
    state = draft.state
    living = living_teams(state)
    roll = draft.roll_mixed(faces_of(len(living)))
    draft.emit(TurnRolled(state.turn + 1, roll, reference_of(draft, living, roll.numbers[TEAM]), open_sky=True))
    seals.seal(draft, choices_of(draft, state.turn + 1))
    pursue(draft)
    move_packs(draft)


def faces_of(teams: int) -> list[int]:
    data = brain_data()
    return [D6, max(1, teams), *[D6] * (slots_from() - 2 + data.slots * data.slot_dice)]


def choices_of(look: GameContext, turn: int) -> dict[str, Any]:
    pack, dice = arrival_of(look), look.state.lair.dice
    sealed = {
        "presence": dice[PRESENCE], "team": pack.team, "side": pack.bearing, "inches": pack.inches,
        "kind": pack.kind, "count": pack.count,
    }  # fmt: skip
    return {f"arrival-{turn}": sealed, f"slots-{turn}": dice[slots_from() :]}


def slots_from() -> int:
    return SIDE + 1 + brain_data().inches_dice + 2


def slot(look: GameContext, place: int) -> list[int]:
    data = brain_data()
    first = slots_from() + place % data.slots * data.slot_dice
    return look.state.lair.dice[first : first + data.slot_dice]


def reference_of(look: GameContext, living: list[str], die: int) -> str | None:
    if not living:
        return None
    how = look.book.answer_for("reference")
    if how == "largest":
        return max(living, key=lambda team: len(look.state.living_of(team)))
    return choices.in_order(look, living)[0][0] if how == "brain" else living[die - 1]


def arrival_of(look: GameContext) -> Pack:
    dice = look.state.lair.dice
    pack = by_choice(look, arrival(look, [dice[PRESENCE], *dice[SIDE : slots_from()]]))
    if is_siege(look):
        lair = look.state.lair
        hours: list[int] = lair.sealed["setup"]["siege"]
        pack.team, pack.bearing = FORT, f"hour-{hours[(lair.rolled - 1) % len(hours)]}"
        pack.inches = sum(dice[SIDE + 1 : SIDE + 1 + look.book.presence.fort_dice])
    return pack


def by_choice(look: GameContext, pack: Pack) -> Pack:
    if look.book.answer_for("type-count") == "brain":
        pack.count = min(pack.count, choices.temper_of(look.state).number)
    return pack


def pursue(draft: Draft) -> None:
    state = draft.state
    strict = draft.book.answer_for("pursuit") == "strict"
    bugs = {key: bug.engages for key, bug in state.living_bugs() if bug.engages and strict and bug.kind != "tank"}
    left = {key: team for key, team in bugs.items() if state.teams[team].reaction in ("withdrew", "fleeing")}
    pursued = {key: team for key, team in left.items() if state.living_of(team)}
    if pursued or app_of(state).pursuing:
        draft.emit(BugsPursue(pursued))


def move_packs(draft: Draft) -> None:
    state = draft.state
    hunters = packs_that_hunt(state)
    before = {key: pack.inches for key, pack in hunters.items()}
    event = moves_of(draft)
    if event.inches or event.wheres:
        draft.emit(event)
    for place, key in enumerate(hunters):
        why = shows_itself(draft, key, before[key], slot(draft, place)[STAY])
        if why is not None or place >= brain_data().slots:
            appear(draft, key, "cover", [why or "too-many"])


def packs_that_hunt(state: State) -> dict[str, Pack]:
    return {key: pack for key, pack in state.lair.packs.items() if pack.team is not None}


def moves_of(look: GameContext) -> PacksMoved:
    state = look.state
    packs, temper, event = packs_that_hunt(state), choices.temper_of(state), PacksMoved({}, {}, [])
    event.teams = {key: choices.heir_of(state, pack.team) for key, pack in packs.items()}
    for place, (key, pack) in enumerate(packs.items()):
        inches = move_of_kind(look, pack.kind, slot(look, place)[MOVE]) if place < brain_data().slots else 0
        hunters = sum(event.teams[other] == event.teams[key] and comes_with(one, pack) for other, one in packs.items())
        if pack.where is not None:
            tunnel_play.hunt(look, event, key, inches, hunters)
            continue
        after, held = choices.comes_to(temper, pack, inches, hunters)
        if is_in_open_sky(look, pack):
            after, held = choices.flies_to(pack, after, held=held)
        event.inches[key] = max(brain_data().nearest, after)
        event.held += [key] if held else []
    tunnel_play.flee_unseen(look, event)
    return event


def is_in_open_sky(look: GameContext, pack: Pack) -> bool:
    seen = look.state.lair.open_sky
    return seen and pack.kind == "flyer" and pack.where is None


def comes_with(one: Pack, other: Pack) -> bool:
    return one.team != FORT or one.bearing == other.bearing


def shows_itself(look: GameContext, key: str, before: float, stay: int) -> str | None:
    pack = look.state.lair.packs[key]
    temper = choices.temper_of(look.state)
    if pack.where is not None:
        return "in-sight" if tunnel_play.is_met(look, pack.where) else "show" if pack.inches <= temper.show else None
    if is_in_open_sky(look, pack) and pack.inches <= brain_data().near:
        return "open-sky"
    near = brain_data().fort_show if is_siege(look) else temper.show
    return choices.shows_itself(temper, near, before, pack.inches, stay)


def appear(
    draft: Draft, key: str, place: str, reason: list[str], by: str | None = None, mouth: str | None = None
) -> None:
    pack = draft.state.lair.packs[key]
    if not figures_left(draft.state, pack.kind):
        return
    if tunnel_play.is_below(draft.state, pack.team) and pack.where is None:
        draft.emit(tunnel_play.follow(draft, key))
    if pack.where is not None:
        tunnel_play.appear(draft, key, reason, by)
        return
    place = place if place in (allowed := places_for(pack.kind)) else allowed[0]
    mouth = mouth if place == "tunnel" else None
    shown = show(draft, key, place, by, mouth)
    section = {
        "sweep-open": "presence.placing",
        "perimeter": "presence.fort",
        "found": "locating.test",
        "follow-up": "presence.follow-up",
    }
    rule = section.get(reason[0], "house")
    towards = mouth or pack.team or str(shown.site)
    reason = [*reason, *(["nearest-mouth"] if mouth else [])]
    order(draft, dict.fromkeys(shown.bugs, 0.0 if mouth else pack.inches), "appear-near", towards, reason, section=rule)
    if shown.place == "tunnel":
        within = dict.fromkeys(shown.bugs, float(draft.book.presence.mouth))
        order(draft, within, "stand-at-mouth", choices.temper_of(draft.state).mouth, ["mouth"])
    if pack.site is None:
        seals.open_seal(draft, f"arrival-{pack.came}")


# -- presence


def rolled_point(look: GameContext) -> Spot | None:
    pack = arrival_of(look)
    if tunnel_play.is_below(look.state, choices.heir_of(look.state, pack.team)):
        return None
    return Spot(choices.heir_of(look.state, pack.team), pack.bearing, pack.inches)


def test(draft: Draft, point: str, mouth: str | None) -> None:
    """Make the presence test of a turn by its dice, with arrivals from sites.

    What is seen shows itself, out of `mouth` if bugs come out of the nearest one (MI-24).
    """
    state = draft.state
    lair, app = state.lair, app_of(state)
    near = is_near_mouth(draft)
    answer = test_of(draft, lair.dice[PRESENCE], near)
    event = PresenceTested(Roll("table", [lair.dice[PRESENCE]], lair.roll), answer["total"], answer["arrive"])
    event.working = working(answer)
    new = next_pack(state, 0) if answer["arrive"] else None
    if new is not None:
        event.packs[new] = arrival_of(draft)
        event.packs[new].team = choices.heir_of(state, event.packs[new].team)
        event.packs[new].inches = max(brain_data().nearest, event.packs[new].inches)
        if tunnel_play.is_below(state, event.packs[new].team):
            tunnel_play.arrive(draft, event.packs[new])
    follow_up(draft, event)
    draft.emit(event)
    show_met(draft, event)
    if new in state.lair.packs and event.packs[new].where is None and point in (OPEN, EDGE_SEEN, INSIDE):
        why = "perimeter" if point == INSIDE else "sweep-open"
        appear(draft, new, "edge" if point == EDGE_SEEN else "tunnel", [why], mouth=mouth)
    for key, pack in list(event.packs.items()):
        if pack.site is not None and pack.where is None and app.mouths.get(pack.site) == "seen":
            appear(draft, key, "tunnel", ["follow-up"])


def is_near_mouth(look: GameContext) -> bool:
    state = look.state
    told = any(where != "farther" for where in app_of(state).mouths.values())
    if state.lair.plan is None:
        return told
    return (told and is_anybody_above(state)) or tunnel_play.near_entrance(look)


def is_anybody_above(state: State) -> bool:
    return not all(tunnel_play.is_below(state, team) for team in living_teams(state))


def show_met(draft: Draft, event: PresenceTested) -> None:
    for key, pack in event.packs.items():
        if pack.where is not None and tunnel_play.is_met(draft, pack.where):
            appear(draft, key, BELOW, ["in-sight"])


def follow_up(look: GameContext, event: PresenceTested) -> None:
    app = app_of(look.state)
    before = set(event.packs)
    dice = [slot(look, place)[which] for place in range(len(open_sites(look))) for which in (FOLLOW, KIND)]
    bring(look, event, dice)
    for key, pack in event.packs.items():
        if key not in before and pack.site in app.below:
            tunnel_play.emerge(look, pack)
            by_choice(look, pack)
        elif key not in before and pack.site in app.places:
            spot = app.places[pack.site]
            pack.team, pack.bearing, pack.inches = choices.heir_of(look.state, spot.team), spot.bearing, spot.inches
            by_choice(look, pack)


# -- location


def scan(draft: Draft, event: TableScanned) -> None:
    event.found = any(locates(draft, event, pack) for pack in draft.state.lair.packs.values())
    draft.emit(event)
    for key, pack in list(draft.state.lair.packs.items()):
        if team := locates(draft, event, pack):
            appear(draft, key, "cover", ["found"], team)
            if team in event.alone:
                owe(draft, team, "located")


def locates(look: GameContext, event: TableScanned, pack: Pack) -> str | None:
    """Return the team that locates a pack, None if none does."""
    state = look.state
    team = choices.heir_of(state, state.lair.reference if pack.team == FORT else pack.team)
    if team is None or not may_locate(look, team):
        return None
    card = Scan(event.roll.numbers[0], team in event.alone, team in event.hill, team in event.mounted, False)
    return team if is_located(look, team, card, pack) else None


def may_locate(look: GameContext, team: str) -> bool:
    is_command = look.state.teams[team].kind == "command"
    return not is_command or look.book.answer_for("command-locates") == "yes"
