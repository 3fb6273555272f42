"""What the acting model's actions cost, and the Leap that it must end before it does anything else."""

from __future__ import annotations

from app.core.play import Look
from app.core.refusals import Refused
from app.core.ruling import Answer
from app.games.incursion.cards.effects import changes
from app.games.incursion.state import Model
from app.games.incursion.turn.maintenance import Doing, action_cost


def has(look: Look, model: Model, power: str) -> bool:
    """Whether a model's card has a power."""
    return power in look.book.models[model.card].powers


def cost(look: Look, action: str) -> Answer:
    """What an action costs the acting model in this book, with its powers and the cards that lie on it."""
    answer = action_cost(Doing(action=action), look.book)
    key: str = look.state.acting
    ruling = answer.working
    if action == "turn" and has(look, look.state.models[key], "agile"):
        ruling = ruling.plus("agile", -ruling.total, "powers.agile")
    for card, change in changes(look, key, "step") if action.startswith("move-") else []:
        ruling = ruling.plus(card, change, "cards.change")
    ruling = ruling.within(0, None, "cards.change")
    return Answer({"ap": ruling.total}, ruling)


def mid_leap(look: Look, model: Model) -> bool:
    """Whether a model stands on another's square and has the AP to land."""
    return model.leaping and model.ap >= int(cost(look, "move-forward")["ap"])


def check_landed(look: Look) -> None:
    """Raises Refused while the acting model is in the middle of a Leap and can end it."""
    key: str | None = look.state.acting
    if key is not None and mid_leap(look, look.state.models[key]):
        raise Refused("in-mid-leap", "powers.leap", field="model", model=key)
