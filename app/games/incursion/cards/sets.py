"""Card sets of Incursion: what a file must satisfy beyond its form. Source: docs/cards.md."""

from __future__ import annotations

import re

from app.core.content.cards.fields import CardRules, PictureSize, SetData, check_provenance
from app.core.content.cards.pictures import check_pictures
from app.core.content.cards.toml_format import read_toml
from app.core.errors import Refused
from app.core.messages.translator import LANGUAGES, Verbatim, words_of
from app.core.rules.inputs import parse
from app.games.incursion.book import (
    FOLDER,
    POWERS,
    SIDES,
    WEAPONS,
    BattleCard,
    CardSet,
    ModelCard,
    card_texts,
    check_size,
)
from app.games.incursion.cards.effects import LAST_ACTIVATION, NOTHING, TARGETS
from app.games.incursion.state import ON_PAPER

ON_SIDES = ("own-side", "enemy-side")
OF_SIDES = {"cp": "instant", "hand-size": "mission"}
"""Changes of a side instead of its models, and their duration."""
EFFECT_ON = {
    "cancel": "card",
    "repair": "wounded",
    "refresh": "activated",
    "draw": "own-side",
    LAST_ACTIVATION: "friend",
}
"""Targets of cards with a named effect."""
ON_MODELS = ("model", "shooter", "friend", "enemy")
NEEDED_BY = {"volatile": "blaze-of-glory"}
"""Battle cards that a power puts into play."""
REMINDERS_AT_MOST = 5
COUNTERS = (
    *("on-fire", "activated", "reaction-fire", "dp", "cp", "gretel-cp", "generator-panel", "pinger"),
    *("doomsday-device", "cave-in", "hidden-tunnel", "german-entry", "us-entry", "stranded-trooper"),
)
"""Counters that may have somebody’s own picture: those of the print shop that are open and do not stand up."""


def check_data(data: SetData) -> None:
    cards = parse(CardSet, data)
    check_provenance(data)
    check_set(cards)
    check_pictures(cards.pictures.items(), data, PICTURED, COUNTERS)


def checked_set(text: str) -> SetData:
    """Return a card set's text as plain data, ready for a table.

    Raise Refused, naming line and field.
    """
    return read_toml(text, CARDS)


def check_set(cards: CardSet) -> None:
    for kind, keys in (("models", cards.models), ("battle", cards.battle)):
        for key in keys:
            _check_key(f"{kind}.{key}", key)
    for key, model in cards.models.items():
        _check_model(f"models.{key}", model)
    _check_sides(cards)
    _check_battle(cards)
    twice = [key for key in cards.battle if key in cards.models]
    if twice:
        raise Refused("key-used-twice", field=f"battle.{twice[0]}", card=twice[0])
    check_size(cards.models, cards.battle)
    _check_needs(cards)


def _check_battle(cards: CardSet) -> None:
    for key, card in cards.battle.items():
        _check_battle_card(f"battle.{key}", card)
        for index, name in enumerate(card.ignored_by):
            if name not in cards.models:
                raise Refused("no-such-model", field=f"battle.{key}.ignored-by.{index}", model=name)
        _check_once(f"battle.{key}.ignored-by", card.ignored_by)
    reminders = [key for key, card in cards.battle.items() if card.reminder]
    if len(reminders) > REMINDERS_AT_MOST:
        raise Refused("too-many-reminders", field=f"battle.{reminders[-1]}.reminder", most=REMINDERS_AT_MOST)


def _check_needs(cards: CardSet) -> None:
    for key, model in cards.models.items():
        for power in set(model.powers) & set(NEEDED_BY):
            card = cards.battle.get(NEEDED_BY[power])
            if card is None or card.kind != "effect":
                raise Refused("card-needed", field=f"models.{key}.powers", power=power, card=Verbatim(NEEDED_BY[power]))


KEY = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
NUMBERED = re.compile(r".*-[0-9]+")
TAKEN = (*SIDES, ON_PAPER, NOTHING)


def _check_key(at: str, key: str) -> None:
    taken = key in TAKEN or f"name.{key}" in words_of(FOLDER)
    if not KEY.fullmatch(key) or NUMBERED.fullmatch(key) or taken:
        raise Refused("not-a-key", field=at, key=Verbatim(key))


def _check_sides(cards: CardSet) -> None:
    for side in SIDES:
        if not any(model.side == side for model in cards.models.values()):
            raise Refused("side-without-cards", field="models", side=side)
    if not any(model.horde for model in cards.models.values()):
        raise Refused("no-horde-card", field="models")


def _check_words(at: str, card: ModelCard | BattleCard) -> None:
    for name in ("name", "text"):
        words = getattr(card, name, None)
        for language in LANGUAGES if words else ():
            if not getattr(words, language).strip():
                raise Refused("blank-text", field=f"{at}.{name}.{language}")


def _check_once(at: str, named: list[str]) -> None:
    """Raise Refused for a duplicate name: every phone would offer it twice."""
    seen: set[str] = set()
    for index, name in enumerate(named):
        if name in seen:
            raise Refused("named-twice", field=f"{at}.{index}", model=Verbatim(name))
        seen.add(name)


def _check_model(at: str, model: ModelCard) -> None:
    _check_words(at, model)
    for part, named, allowed in (("powers", model.powers, POWERS), ("weapons", model.weapons, WEAPONS)):
        if set(named) - set(allowed):
            raise Refused("not-allowed", field=f"{at}.{part}", allowed=", ".join(allowed))
        _check_once(f"{at}.{part}", named)


def _check_battle_card(at: str, card: BattleCard) -> None:
    _check_words(at, card)
    allowed = [*TARGETS, NOTHING] if card.kind == "event" else list(ON_MODELS)
    if card.on not in allowed:
        raise Refused("not-allowed", field=f"{at}.on", allowed=", ".join(allowed))
    if card.effect is not None and card.effect not in EFFECT_ON:
        raise Refused("unknown-effect", field=f"{at}.effect", allowed=", ".join(EFFECT_ON))
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
    for change in card.change:
        of_a_side = change in OF_SIDES
        fits = card.on in ON_SIDES if of_a_side else card.on in (*ON_MODELS, *ON_SIDES)
        lasts = card.lasts == OF_SIDES[change] if of_a_side else card.lasts != "instant"
        if not (fits and lasts and card.change[change]):
            raise Refused("idle-change", field=f"{at}.change.{change}", change=Verbatim(change))


def counted(data: SetData) -> dict[str, int]:
    battle = data.get("battle", {})
    copies = sum(card["copies"] for card in battle.values())
    return {"models": len(data["models"]), "designs": len(battle), "cards": copies}


PICTURED = {
    "models": PictureSize(40, 40),
    "battle": PictureSize(64, 32, has_rear=False),
    "counters": PictureSize(40, 40),
}
CARDS = CardRules(
    forms={"models": ModelCard, "battle": BattleCard},
    choices={
        "models.weapons": WEAPONS,
        "models.powers": POWERS,
        "battle.on": (*TARGETS, NOTHING),
        "battle.effect": tuple(EFFECT_ON),
    },
    keys_of={"battle.ignored-by": "models"},
    shipped=card_texts(),
    check=check_data,
    pictured=PICTURED,
    counted=counted,
)
