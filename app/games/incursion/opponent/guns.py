"""Guns and harpoons for the app: whom they shoot at, what is dragged, and Reaction Fire."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from app.core.engine.offers import MultiChoice, Offer
from app.core.game.opponent import Chooser, Decision, Why, filled
from app.games.incursion.solo.attacks import Effort
from app.games.incursion.solo.priorities import priorities
from app.games.incursion.solo.questions import in_sight
from app.games.incursion.solo.watching import chance_of_hit
from app.games.incursion.state import GameContext
from app.games.incursion.turn.group_actions import acts_now


class Guns(Chooser):
    """One decision, as far as it is about shots."""

    look: GameContext

    def __init__(self, look: GameContext, offers: Sequence[Offer], level: int, chance: Random) -> None:
        super().__init__(look, offers, chance)
        self.level, self.by, self.effort = level, priorities(), Effort()

    @property
    def is_busy_elsewhere(self) -> bool:
        app, other = self.state.app, self.state.other(self.look.side)
        asked = app is not None and (app.inquiries or app.orders)
        return bool(asked or self.state.answerable(other) or self.state.rerolls_due(other))

    # -- its own half

    def ask_shots(self) -> Decision | None:
        offer = self.first("ask-shots")
        return self.plain(offer, "ask-shots", "shooting.target") if offer and not self.is_busy_elsewhere else None

    def shoot(self) -> Decision | None:
        """Let those who have an Ally in sight shoot at it with all their own AP."""
        if self.is_busy_elsewhere or self.state.app is None:
            return None
        told = sorted(in_sight(self.look).items(), key=lambda one: one[0] != self.state.acting)
        for key, target in told:
            why = Why("shoot", {"model": key, "target": target}, "shooting.target")
            if (ask := self.ask_ahead(key)) is not None:
                return ask
            if self.state.acting != key:
                return self.activate(key, why)
            for offer in [*self.offers.get("fire", ()), *self.offers.get("harpoon", ())]:
                fields = paid(offer) | (self.ahead(key) if offer.command == "harpoon" else {})
                if target in offer.values("target") and not fields.get("cp"):
                    return Decision(offer, {**fields, "target": target}, why)
        return None

    def retire(self) -> Decision | None:
        """Let a gun that one more hit would kill go out of sight instead of shooting."""
        offer = self.first("approach")
        if offer is None or self.is_busy_elsewhere or self.level < self.by.gun.retire.level:
            return None
        choice = offer.choose.get("retiring")
        if not isinstance(choice, MultiChoice):
            return None
        some, ties = choice.some, offer.values("tie")
        why = Why("retire", {"model": some[0]}, "shooting.target")
        return Decision(offer, {"figures": some, "retiring": some, "tie": ties[0]}, why)

    def activate(self, key: str, why: Why) -> Decision | None:
        offer = next((one for one in self.offers.get("activate", ()) if key in one.values("model")), None)
        return Decision(offer, {"model": key}, why) if offer is not None else None

    def ask_ahead(self, key: str) -> Decision | None:
        offer = next((one for one in self.offers.get("ask-ahead", ()) if one.given["model"] == key), None)
        return Decision(offer, {}, Why("ask-ahead", {"model": key}, "powers.harpoon")) if offer is not None else None

    def ahead(self, key: str) -> dict[str, Any]:
        """Return the square before a figure with a harpoon, as people told; whether it burns only if anything does."""
        told = self.state.app.ahead.get(key, {}) if self.state.app is not None else {}
        return {name: value for name, value in told.items() if name == "square" or self.state.flames}

    def drag(self) -> Decision | None:
        offer = self.first("drag")
        if offer is None:
            return None
        key, target = offer.about
        why = Why("drag", {"model": key, "target": target}, "powers.harpoon")
        return Decision(offer, paid(offer) | self.ahead(str(key)), why)

    def pull_harpoon(self) -> Decision | None:
        """Let whoever has its harpoon stuck pull it out: it can fire again."""
        if self.is_busy_elsewhere or self.state.active != self.look.side:
            return None
        models = self.state.models
        stuck = [key for key in acts_now(self.look) if models[key].harpoon_stuck and models[key].ap > 0]
        for key in stuck[:1]:
            why, offer = Why("pull-harpoon", {"model": key}, "powers.harpoon"), self.first("free-harpoon")
            if self.state.acting != key:
                return self.activate(key, why)
            return Decision(offer, paid(offer), why) if offer is not None else None
        return None

    # -- Reaction Fire

    def ask_watch(self) -> Decision | None:
        """Ask who sees an Ally as the half ends: all others watch."""
        offer = self.first("ask-watch")
        wise = self.level >= self.by.reaction_fire.watch.level and not self.is_busy_elsewhere
        return self.plain(offer, "ask-watch", "reaction.enter") if offer is not None and wise else None

    def watching(self, offer: Offer) -> list[str]:
        choice, told = offer.choose["reaction_fire"], self.state.app.watching if self.state.app is not None else None
        assert isinstance(choice, MultiChoice)
        return [key for key in choice.some if key in (told or ())]

    def react(self) -> Decision | None:
        """Shoot at what an Ally did if people say that a watcher sees it and the shot may hurt."""
        decline = self.first("no-reaction")
        if decline is None or (self.state.app is not None and self.state.app.inquiries):
            return None
        app, least = self.state.app, self.by.reaction_fire.shoot.least_chance
        for offer in self.offers.get("react", ()):
            key, target, action = (str(offer.given[name]) for name in ("model", "target", "action"))
            if app is not None and key in app.seen.get(action, ()):
                return Decision(offer, {}, Why("react", {"model": key, "target": target}, "reaction.trigger"))
        for offer in self.offers.get("ask-seen", ()):
            target, watchers = str(offer.given["target"]), offer.choose["watchers"]
            assert isinstance(watchers, MultiChoice)
            able = [key for key in watchers.some if chance_of_hit(self.look, key, target) >= least]
            if able:
                return Decision(offer, {"watchers": able}, Why("ask-seen", {"target": target}, "reaction.trigger"))
        let = [one for one in self.offers["no-reaction"] if app is not None and one.given.get("model") == app.let_go]
        return Decision([*let, decline][0], {}, Why("no-reaction", rule="reaction.trigger"))


def paid(offer: Offer) -> dict[str, Any]:
    """Return the choices of an action with the fewest CP, and the first of all else but the item."""
    return {name: filled(choice) for name, choice in offer.choose.items() if name != "item"}
