"""Card sets of Incursion: what a file must say beyond its form. Source: docs/cards.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.core.cards import at_line, read_set
from app.core.play import Refused
from app.core.words import AsGiven
from app.games.incursion.book import WEAPONS, BattleCard, CardSet, ModelCard
from app.games.incursion.effects import EFFECTS, NOTHING, TARGETS

ON_SIDES = ("own-side", "enemy-side")
OF_SIDES = {"cp": "instant", "hand-size": "mission"}
"""Changes of a side instead of its models, and how long they last."""
EFFECT_ON = {"cancel": "card", "repair": "wounded", "refresh": "activated", "draw": "own-side"}
"""What a card of each named effect is played on."""
ON_MODELS = ("model", "shooter", "friend", "enemy")
REMINDERS_AT_MOST = 5


def checked_set(text: str) -> Mapping[str, Any]:
    """A card set's text as plain data, ready for a table. Raises Refused, naming line and field."""
    cards, data = read_set(text, CardSet)
    try:
        check_set(cards)
    except Refused as fault:
        raise at_line(text, fault) from fault
    return data


def check_set(cards: CardSet) -> None:
    """Raises Refused for a card that means nothing, and for a set with more reminders than cards that do something."""
    for key, model in cards.models.items():
        _check_model(f"models.{key}", model)
    for key, card in cards.battle.items():
        _check_battle_card(f"battle.{key}", card)
        for index, name in enumerate(card.ignored_by):
            if name not in cards.models:
                raise Refused("no-such-model", field=f"battle.{key}.ignored-by.{index}", model=name)
    reminders = [key for key, card in cards.battle.items() if card.reminder]
    if len(reminders) > REMINDERS_AT_MOST:
        raise Refused("too-many-reminders", field=f"battle.{reminders[-1]}.reminder", most=REMINDERS_AT_MOST)
    twice = [key for key in cards.battle if key in cards.models]
    if twice:
        raise Refused("key-used-twice", field=f"battle.{twice[0]}", card=twice[0])


def _check_model(at: str, model: ModelCard) -> None:
    for weapon in model.weapons:
        if weapon not in WEAPONS:
            raise Refused("not-allowed", field=f"{at}.weapons", allowed=", ".join(WEAPONS))


def _check_battle_card(at: str, card: BattleCard) -> None:
    allowed = [*TARGETS, NOTHING] if card.kind == "event" else list(ON_MODELS)
    if card.on not in allowed:
        raise Refused("not-allowed", field=f"{at}.on", allowed=", ".join(allowed))
    if card.effect is not None and card.effect not in EFFECTS:
        raise Refused("unknown-effect", field=f"{at}.effect", allowed=", ".join(EFFECTS))
    if bool(card.change) + (card.effect is not None) + card.reminder != 1:
        raise Refused("one-thing-to-do", field=at)
    if card.kind == "effect" and card.lasts == "instant":
        raise Refused("effect-that-ends", field=f"{at}.lasts")
    _check_change(at, card)
    if card.effect is not None and card.on != EFFECT_ON[card.effect]:
        raise Refused("not-allowed", field=f"{at}.on", allowed=EFFECT_ON[card.effect])
    if card.zombie_icon and card.on not in ("model", "friend", "enemy"):
        raise Refused("icon-without-model", field=f"{at}.zombie-icon")


def _check_change(at: str, card: BattleCard) -> None:
    """A change must have something to act on, for as long as it can."""
    for change in card.change:
        of_a_side = change in OF_SIDES
        fits = card.on in ON_SIDES if of_a_side else card.on in (*ON_MODELS, *ON_SIDES)
        lasts = card.lasts == OF_SIDES[change] if of_a_side else card.lasts != "instant"
        if not (fits and lasts):
            raise Refused("idle-change", field=f"{at}.change.{change}", change=AsGiven(change))
