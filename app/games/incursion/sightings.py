"""Known lines of sight, as far as the table has seen. Source: Incursion, Reaction Fire."""

from __future__ import annotations

from app.games.incursion.state import State


def meet(state: State, key: str, target: str, *, blow: bool, own_half: bool = True) -> None:
    """Record an attack: until either moves, the model may have that enemy in sight."""
    model, enemy = state.models[key], state.models[target]
    if own_half and target not in model.shot_at:
        model.shot_at.append(target)
    if blow and key not in enemy.struck_by:
        enemy.struck_by.append(key)


def part(state: State, key: str) -> None:
    """Forget the sightings of a model that stepped, turned, was dragged, or is gone."""
    for other, model in state.models.items():
        if other == key:
            model.shot_at, model.struck_by = [], []
        elif key in model.shot_at or key in model.struck_by:
            model.shot_at = [one for one in model.shot_at if one != key]
            model.struck_by = [one for one in model.struck_by if one != key]


def in_sight_of(state: State, key: str) -> list[str]:
    """Return enemies on the board that a model has in sight, as far as the table has seen."""
    model = state.models[key]
    return [one for one in dict.fromkeys(model.shot_at + model.struck_by) if state.models[one].on_board]
