"""Steps to restore the table after a take-back: models, counters, doors, cards."""

from __future__ import annotations

from collections.abc import Iterator

from app.core.table.restore_steps import RestoreStep, differing
from app.games.incursion.state import Model, State

MARKS = {"reaction_fire": "reaction-fire", "in_fire": "fire", "harpoon_stuck": "harpoon"}
"""Mark of a model → its counter, to be placed again or removed."""
COUNTED = ("sealed_doors", "panels", "green_doors")


def put_back(stood: State, now: State) -> Iterator[RestoreStep]:
    for key, before, model in differing(stood.models, now.models):
        yield from of_model(key, before, model)
    yield from of_counters(stood, now)
    yield from of_cards(stood, now)


def of_model(key: str, before: Model | None, model: Model | None) -> Iterator[RestoreStep]:
    if before is None or model is None:
        yield RestoreStep("model-again" if before is None else "model-away", {"model": key})
        return
    if model.alive and not before.alive:
        yield RestoreStep("casualty", {"model": key, "dp": model.dp})
    elif model.dp != before.dp:
        yield RestoreStep("dp", {"model": key, "dp": model.dp})
    if model.place != before.place:
        yield RestoreStep(f"to-{model.place}", {"model": key})
    elif doings(model) != doings(before):
        yield RestoreStep("moved", {"model": key})
    for mark, word in MARKS.items():
        if getattr(model, mark) != getattr(before, mark):
            yield RestoreStep(f"{word}-{'again' if getattr(model, mark) else 'away'}", {"model": key})
    yield from (
        RestoreStep("carries", {"model": key, "item": item}) for item in model.carries if item not in before.carries
    )
    yield from (
        RestoreStep("drops", {"model": key, "item": item}) for item in before.carries if item not in model.carries
    )


def doings(model: Model) -> tuple[int, int, int]:
    return model.squares_moved, model.ap_moved, model.ap_handled


def of_counters(stood: State, now: State) -> Iterator[RestoreStep]:
    for name in COUNTED:
        if getattr(stood, name) != getattr(now, name):
            yield RestoreStep(name.replace("_", "-"), {"count": getattr(now, name)})
    burned, burns = (sum(one.squares for one in state.flames) for state in (stood, now))
    if burned != burns:
        yield RestoreStep("flames", {"count": burns})


def of_cards(stood: State, now: State) -> Iterator[RestoreStep]:
    """Yield the steps for cards in play, in table order."""
    for _, before, placed in differing(stood.in_play, now.in_play):
        if before is None and placed is not None:
            yield RestoreStep("card-again", {"card": placed.card, "side": placed.owner})
        elif before is not None and placed is None:
            yield RestoreStep("card-away", {"card": before.card, "side": before.owner})
