"""Free choices of the app in the Brain's seat, by its temper: pure functions of known facts.

Source: section 20.2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Literal

from app.core.engine.offers import DiceRequest
from app.core.rules import book as core
from app.core.rules.book import DashedPage
from app.core.rules.dice import Roll
from app.games.mobile_infantry.book import FOLDER, HEAVY
from app.games.mobile_infantry.brain_secrets import Pack
from app.games.mobile_infantry.state import Draft, GameContext, State, Temper
from app.games.mobile_infantry.turn.casualties import is_officer
from app.games.mobile_infantry.turn.presence import FORT

HOURS = 12


def temper_of(state: State) -> TemperData:
    assert state.app is not None
    return brain_data().tempers[state.app.temper]


# -- the choice among several equally near


def men_of(state: State, name: str) -> list[str]:
    return [name] if name in state.troopers else state.living_of(name)


def team_of(state: State, name: str) -> str:
    return state.troopers[name].team if name in state.troopers else name


def empty_rifles(look: GameContext, name: str) -> int:
    men = men_of(look.state, name)
    return sum(any(gun.reload_left for gun in look.state.troopers[key].weapons) for key in men)


def loaded_heavy(look: GameContext, name: str) -> int:
    guns = (gun for key in men_of(look.state, name) for gun in look.state.troopers[key].weapons if gun.type in HEAVY)
    return sum(not (gun.reload_left or gun.jammed or gun.spent) for gun in guns)


KEYS: dict[str, Callable[[GameContext, str], int]] = {
    "empty-rifles": empty_rifles,
    "fewest-men": lambda look, name: -len(look.state.living_of(team_of(look.state, name))),
    "most-men": lambda look, name: len(look.state.living_of(team_of(look.state, name))),
    "fleeing": lambda look, name: int(look.state.teams[team_of(look.state, name)].reaction == "fleeing"),
    "rookie": lambda look, name: int(look.state.teams[team_of(look.state, name)].experience == "rookie"),
    "radio": lambda look, name: sum(look.state.troopers[key].role == "radio" for key in men_of(look.state, name)),
    "officer": lambda look, name: sum(is_officer(look, key) for key in men_of(look.state, name)),
    "heavy": loaded_heavy,
}
"""Keys that break a tie: the more, the likelier."""


def preferred(look: GameContext, names: Sequence[str]) -> tuple[list[str], list[str]]:
    left, keys = list(names), []
    for key in temper_of(look.state).tie:
        worth = {name: KEYS[key](look, name) for name in left}
        best = [name for name in left if worth[name] == max(worth.values())]
        if len(best) < len(left):
            keys.append(key)
        left = best
    return left, keys


def one_of_them(draft: Draft, names: Sequence[str]) -> tuple[str, list[str], Roll | None]:
    if len(names) == 1:
        return names[0], [], None
    random = draft.book.answer_for("move-ties") == "random"
    left, keys = (list(names), []) if random else preferred(draft, names)
    if len(left) == 1:
        return left[0], keys, None
    roll = draft.roll(DiceRequest(1, list(range(1, len(left) + 1))))
    return left[roll.numbers[0] - 1], [*keys, "die"], roll


def in_order(look: GameContext, names: Sequence[str]) -> tuple[list[str], list[str]]:
    order: list[str] = []
    keys: list[str] = []
    while len(order) < len(names):
        best, told = preferred(look, [name for name in names if name not in order])
        order += best
        keys += told
    return order, list(dict.fromkeys(keys))


def first_of(look: GameContext, names: Sequence[str], count: int) -> tuple[list[str], list[str]]:
    """Return all in order of preference, and why the first `count` come first.

    Of equals, those named first do.
    """
    order, keys = in_order(look, names)
    cut = preferred(look, order[count - 1 : count + 1])[0]
    return order, [*keys, "as-named"] if len(cut) > 1 else keys


# -- hidden packs


def comes_to(temper: TemperData, pack: Pack, inches: float, hunters: int) -> tuple[float, bool]:
    after = max(0.0, pack.inches - inches)
    if hunters >= temper.hold_packs or pack.held >= temper.hold_turns or after >= temper.hold_inches:
        return after, False
    return min(pack.inches, temper.hold_inches), True


def flies_to(pack: Pack, after: float, *, held: bool) -> tuple[float, bool]:
    """Return the inches of a flying pack after its move, and whether it held back.

    The hidden part of the move ends where it is seen, and one that is within that already shows itself before it
    moves.
    """
    near = brain_data().near
    return max(min(pack.inches, near), after), held and after > near


def shows_itself(temper: TemperData, show: float, before: float, after: float, stay: int) -> str | None:
    near = brain_data().near
    if after <= show:
        return "show"
    return "stay" if after <= near < before and stay < temper.stay else None


def heir_of(state: State, team: str | None) -> str | None:
    living = [key for key in state.teams if state.living_of(key)]
    if team in (None, FORT, *living) or not living:
        return team
    assert team is not None
    squad, order = state.teams[team].squad, list(state.teams)
    later = [*order[order.index(team) :], *order[: order.index(team)]]
    comrades = [key for key in later if key in living and squad and state.teams[key].squad == squad]
    return comrades[0] if comrades else living[0]


# -- the siege


def apart(one: int, other: int) -> int:
    return min((one - other) % HOURS, (other - one) % HOURS)


def siege_hours(temper: TemperData, tower: int, landing: int, walled: Sequence[int]) -> list[int]:
    hours = list(range(1, HOURS + 1))
    if temper.siege == "far-from-tower":
        return sorted(hours, key=lambda hour: (-apart(hour, tower), hour))
    if temper.siege == "by-the-landing-zone":
        return sorted(hours, key=lambda hour: (apart(hour, landing), hour))
    bare = [hour for hour in hours if hour not in walled]
    left, order = [*bare, *(hour for hour in hours if hour in walled)], []
    while left:
        hour = left.pop(0)
        opposite = (hour + HOURS // 2 - 1) % HOURS + 1
        order += [hour, opposite] if opposite in left else [hour]
        left = [one for one in left if one != opposite]
    return order


class TemperData(DashedPage):
    tie: list[str]
    hold_inches: float
    hold_turns: int
    hold_packs: int
    stay: int
    show: float
    number: int
    mouth: str
    leftover: str
    rest: int
    siege: str
    terrain: str
    depth: list[str]
    wreck: list[str]
    guards: Literal["inside", "outside", "first-fork"]
    nest_guards: Literal["nest", "fork", "side-tunnel"]
    nest: Literal["longest", "middle", "shortest"]
    flight: float
    """The share of its guards at which it flees."""


class BrainData(DashedPage):
    inches_dice: int
    slots: int
    slot_dice: int
    nearest: float
    near: float
    goals: dict[int, str]
    last_depth: str
    last_wreck: str
    fort_show: float
    extra_tunnels: list[int]
    tunnel_lengths: list[int]
    tunnel_width: int
    inside: float
    tempers: dict[Temper, TemperData]


@lru_cache
def brain_data() -> BrainData:
    return BrainData.model_validate(core.load_toml(FOLDER / "data" / "brain.toml"))
