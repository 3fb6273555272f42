"""The app's bugs in combat: targets of attacks and acid. Source: sections 20.1 and 20.2."""

from __future__ import annotations

from app.games.mobile_infantry.brain import choices, orders
from app.games.mobile_infantry.brain.driver import ask
from app.games.mobile_infantry.events.brain import FactsAsked
from app.games.mobile_infantry.events.bugs import AcidAimed
from app.games.mobile_infantry.state import Draft, Inquiry, State
from app.games.mobile_infantry.turn import bugs as moving
from app.games.mobile_infantry.turn import close_combat as fight

AGAIN = "again"


def strike(draft: Draft, inquiry: Inquiry, near: list[str], stand: fight.Stand) -> None:
    state = draft.state
    team = str(inquiry.team)
    men = near
    keys: list[str] = []
    if len(near) > (count := len(strikers(state, inquiry))) > 0:
        men, keys = choices.first_of(draft, near, count)
    if men:
        why = ["nearest", *(f"tie-{key}" for key in keys)] if not inquiry.again else ["rampage"]
        rule = "house" if keys or inquiry.again else "close-combat.engaged"
        orders.order(draft, dict.fromkeys(strikers(state, inquiry), 0.0), "attack", team, why, section=rule)
        deal_blows(draft, inquiry, men, stand)
    wild = [key for key in fight.fighting(state).get(team, []) if state.bugs[key].rampages]
    if wild and men and not inquiry.again:
        ask(draft, AGAIN, [Inquiry("men", wild, team, again=True)])
    elif fight.attackers_left(state, team):
        fight.rest(draft, team)


def strikers(state: State, inquiry: Inquiry) -> list[str]:
    bugs = fight.fighting(state).get(str(inquiry.team), [])
    return [key for key in bugs if state.bugs[key].rampages == inquiry.again]


def deal_blows(draft: Draft, inquiry: Inquiry, men: list[str], stand: fight.Stand) -> None:
    state = draft.state
    while True:
        alive = fight.victims(state, str(inquiry.team))
        order = [key for key in men if key in alive]
        order += [] if inquiry.again else [key for key in alive if key not in order]
        pairs = list(zip(strikers(state, inquiry), order, strict=False))
        if not pairs:
            return
        fight.strike(draft, str(inquiry.team), pairs, stand)


def spray(draft: Draft, tank: str, near: list[str], cover: list[str]) -> None:
    """Spray acid at as many of the men together as rolled, by temper (MI-51).

    Their seats roll the dodges.
    """
    state = draft.state
    if not near:
        draft.emit(FactsAsked(f"no-spray-{tank}"))
        return
    most = moving.spray(draft, tank)
    order, keys = (near, []) if most >= len(near) else choices.first_of(draft, near, most)
    hit = order[:most]
    why = ["in-reach", *(f"tie-{key}" for key in keys)]
    orders.order(draft, {tank: 0.0}, "spray", hit[0], why, section="house" if keys else "acid.spray")
    teams = dict.fromkeys(state.troopers[key].team for key in hit)
    draft.emit(AcidAimed(tank, hit, [team for team in teams if team in cover]))
