"""The general: chooses one of the offers by what it is worth, and says why."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from app.core.engine.offers import MultiChoice, Offer
from app.core.errors import Refused
from app.core.game.opponent import Chooser, Decision, Opponent, Why, filled
from app.games.memoir_44.board_state import GameContext, TableBook
from app.games.memoir_44.book import SIDES, Card
from app.games.memoir_44.opponent import weights
from app.games.memoir_44.opponent.assessment import Assessment
from app.games.memoir_44.opponent.planning import Planner, unit_at_risk
from app.games.memoir_44.opponent.reasons import Reasons
from app.games.memoir_44.opponent.weights import LEVELS
from app.games.memoir_44.opponent.worth import worth_lost
from app.games.memoir_44.state import Slot, other
from app.games.memoir_44.turn import cards, flags, strikes
from app.games.memoir_44.turn.hands import in_hand
from app.games.memoir_44.turn.sequence import MEDICS

NEVER = frozenset(
    {
        "concede",
        "decide-move",
        "decide-ground",
        "decide-dice",
        "decide-retreat",
        "decide-train",
        "tell-mine",
        "end-deck",
        "announce-air-power",
    }
)
"""Commands that it leaves to people: giving up, and decisions of the table."""
MUST = ("roll-night", "roll-mine", "roll-ice", "roll-again", "check-leader", "roll-orders", "roll-medics")
"""Rolls for which the battle waits."""
GAINS = {
    **dict.fromkeys(("leave-board", "sabotage-hex", "sabotage-dams"), "gain-medal"),
    "land": "gain-units",
    "return-figure": "gain-figures",
    **dict.fromkeys(("drop-unit", "put-dropped"), "gain-units"),
}
LATER = {
    "seal-cave": "gain-barrier",
    "clear-mine": "gain-way",
    **dict.fromkeys(("recover", "give-supply"), "gain-figures"),
    **dict.fromkeys(("remove-block", "remove-wire"), "gain-way"),
    "unload": "gain-units",
    "build-pontoon": "gain-way",
}
"""Commands worth giving whenever they are offered, with the reason: GAINS before battles, LATER after them."""


class General(Chooser):
    rule = "turn.order"
    look: GameContext

    def __init__(self, look: GameContext, offers: Sequence[Offer], level: int, chance: Random) -> None:
        super().__init__(look, offers, chance)
        self.level = [*LEVELS.values()][level - 1]
        self.board = Assessment(look, self.level)
        self.planner = Planner(self.board, chance)
        self.reasons = Reasons(self.board, self.planner)

    @property
    def ways(self) -> Sequence[Callable[[], Decision | None]]:
        return (
            self.begin,
            self.must,
            self.flags,
            self.ambush,
            self.battle_back,
            self.card,
            self.order,
            self.gains,
            self.ground,
            self.strike,
            self.assault,
            self.move,
            self.battle,
            self.later,
            self.lay_off,
            self.end,
        )

    # -- before and beside its turn

    def begin(self) -> Decision | None:
        """Begin only where nobody else could: the app plays all sides."""
        offer = self.first("begin-battle")
        alone = all(holder.app is not None for name, holder in self.state.seats.items() if name in SIDES)
        return self.plain(offer, "begin") if offer is not None and alone else None

    def must(self) -> Decision | None:
        offer = self.first(*MUST)
        if offer is None and (chip := self.first("lay-under-chip")) is not None:
            best = max(chip.values("card"), key=self.usual, default=None)
            return Decision(chip, {"card": best} if best else {}, Why("chip", rule="turn.commissar"))
        return self.plain(offer, "must") if offer is not None else None

    def flags(self) -> Decision | None:
        """Go back to where the unit stands best, or stay where that costs less."""
        found = []
        asked = self.state.asked
        for offer in self.offers.get("answer-flags", ()):
            unit = self.state.units.get(str(asked.unit)) if asked is not None else None
            if asked is None or unit is None:
                return self.plain(offer, "retreat", "retreat.flags")
            lost = flags.ruling(self.look, asked, offer.given["ignore"])["figures_lost"]
            price = self.board.price(unit)
            cost = worth_lost(unit.figures - lost, unit, price) - worth_lost(unit.figures, unit, price)
            found += [(self.board.place(unit, at) - cost, offer, at) for at in offer.values("to")]
        if not found or asked is None:
            return None
        _, offer, at = max(found, key=lambda one: one[0])
        return Decision(offer, {"to": at}, self.reasons.of_flags(asked.unit, at, {one for *_, one in found}))

    def ambush(self) -> Decision | None:
        """Ambush where that is worth a card; else let the attack come."""
        offer, let = self.first("ambush"), self.first("let-come")
        if offer is not None:
            key, attacker = offer.given["attacked"], offer.given["attacker"]
            unit, enemy = self.state.units.get(key), self.state.units.get(attacker)
            shot = self.board.shot(key, unit, attacker) if unit and enemy else None
            worth = self.board.value_of(key, shot) if shot is not None else 0.0
            if worth >= weights.AMBUSH_FROM:
                return Decision(offer, {}, Why("ambush", {"attacker": attacker}, "turn.ambush"))
        return self.plain(let, "let-come", "turn.ambush") if let is not None else None

    def battle_back(self) -> Decision | None:
        offer = self.first("battle-back")
        if offer is not None:
            return self.plain(offer, "battle-back", "armies.battle-back")
        offer = self.first("hold-back")
        return self.plain(offer, "must") if offer is not None else None

    # -- the card

    def card(self) -> Decision | None:
        """Play the card whose plan is worth most, less what the card usually is."""
        found = [one for offer in self.offers.get("play-card", ()) for one in self.of_offer(offer)]
        if not found:
            return None
        found.sort(key=lambda one: one[0], reverse=True)
        _, offer, fields = found[0]
        card = str(fields.get("card") or offer.given.get("card"))
        fields |= {name: filled(choice) for name, choice in offer.choose.items() if name not in fields}
        return Decision(offer, fields, self.why_card(card, fields.get("section")))

    def why_card(self, card: str, section: str | None) -> Why:
        held, known = in_hand(card, self.look.book)
        name, section = self.played_as(held, section or known)
        word = "strike" if self.look.book.cards[name].targets else {cards.DIGGING: "dig", MEDICS: "medics"}.get(name)
        if word is not None:
            return Why(f"card-{word}", {"card": card}, "cards.orders")
        if held == cards.COPYING:
            return Why("card-copy", {"card": name}, "cards.orders")
        return self.reasons.of_card(self.planner.steps_of(self.slots(name, section), name), {"card": card})

    def played_as(self, name: str, section: str | None) -> tuple[str, str | None]:
        """Return the card and section that a card stands for: Counter-Attack is the enemy's last card, mirrored."""
        if name != cards.COPYING:
            return name, section
        return str(self.state.last_card), cards.MIRRORED.get(self.state.last_section)

    def slots(self, name: str, section: str | None) -> list[Slot]:
        if name == strikes.FINEST_HOUR:
            return [Slot(None, cards.EVERY_TYPE, len(self.state.accounts[self.look.side].hand) // 2 + 1)]
        return cards.slots_of(self.look, name, section)

    def of_offer(self, offer: Offer) -> list[tuple[float, Offer, dict[str, Any]]]:
        found = []
        for card in offer.values("card") or [offer.given["card"]]:
            name, section = in_hand(card, self.look.book)
            sections = offer.values("section") or [section]
            for one in sections:
                fields = {"card": card} if "card" in offer.choose else {}
                fields |= {"section": one} if "section" in offer.choose else {}
                found.append((self.worth_of(card, name, one), offer, fields))
        return found

    def worth_of(self, card: str, name: str, section: str | None) -> float:
        noise = self.chance.gauss(0, self.level.on_cards) if self.level.on_cards else 0.0
        return self.plan_of(name, section) - weights.CARD_PRICE * self.usual(card) + noise

    def usual(self, card: str) -> float:
        return weights.USUAL.get(in_hand(card, self.look.book)[0], weights.OTHER_CARDS)

    def plan_of(self, name: str, section: str | None) -> float:
        name, section = self.played_as(name, section)
        card = self.look.book.cards[name]
        if card.targets:
            return self.planner.strike(card.dice[self.look.side], card.targets, card.stars_hit)
        if name == cards.DIGGING:
            return sum(
                sorted((unit_at_risk(self.board, unit) for unit in self.infantry()), reverse=True)[: self.most_of(card)]
            )
        if name == MEDICS:
            lost = [unit.most - unit.figures for _, unit in self.state.of(self.look.side)]
            return weights.HEALED * max(lost, default=0)
        return self.planner.of_slots(self.slots(name, section), name)

    def most_of(self, card: Card) -> int:
        return card.orders if isinstance(card.orders, int) else len(self.state.units)

    def infantry(self) -> list[Any]:
        return [unit for _, unit in self.state.of(self.look.side) if unit.type == "infantry"]

    # -- its orders and its turn

    def order(self) -> Decision | None:
        offer = self.first("order")
        if offer is None:
            return None
        choice = offer.choose["units"]
        assert isinstance(choice, MultiChoice)
        if self.state.card == cards.DIGGING:
            why = Why("order-dig", rule="cards.orders")
            chosen = sorted(choice.some, key=lambda key: unit_at_risk(self.board, self.state.units[key]), reverse=True)
        elif self.state.card == MEDICS:
            why = Why("order-heal", rule="cards.orders")
            lost = {key: unit.most - unit.figures for key, unit in self.state.units.items()}
            chosen = sorted(choice.some, key=lambda key: lost[key], reverse=True)
        else:
            units = [key for key in choice.some if key in self.state.units]
            steps = self.planner.plan(units, self.state.card, choice.max)
            chosen = [step.unit for step in steps] + [key for key in choice.some if key not in units]
            why = self.reasons.of_orders(steps, chosen[: choice.max])
        return Decision(offer, {"units": chosen[: choice.max]}, why)

    def gains(self) -> Decision | None:
        offer = self.first(*GAINS)
        if offer is not None:
            return self.plain(offer, GAINS[offer.command])
        offer = self.first("blow-bridge")
        return self.plain(offer, "gain-barrier") if offer is not None and self.level.exposure else None

    def ground(self) -> Decision | None:
        offer, won = self.first("take-ground"), self.state.won
        if offer is None or won is None or won.unit not in self.state.units:
            return None
        unit = self.state.units[won.unit]
        again = weights.OVERRUN if won.overrun else 0.0
        values = {at: self.board.place(unit, at) + again for at in offer.values("to")}
        best = max(values, key=lambda at: values[at], default=None)
        if best is None or values[best] <= self.board.place(unit, str(unit.at)):
            return None
        again_at = won.overrun and any(self.board.shots(won.unit, self.board.moved(unit, best, ())))
        why = Why("ground-again", {"to": best}) if again_at else self.reasons.of_step(won.unit, best, None)
        why = Why("ground-stand", why.values) if why.word == "to-stand" else why
        return Decision(offer, {"to": best}, Why(why.word, why.values, "units.take-ground"))

    def strike(self) -> Decision | None:
        found = self.offers.get("strike", ())
        if not found:
            return None
        prices = [(self.board.price(unit) if (unit := self.target(offer)) else 0.0, offer) for offer in found]
        _, offer = max(prices, key=lambda one: one[0])
        return Decision(offer, {}, Why("strike", {"target": offer.given["target"]}, "cards.orders"))

    def target(self, offer: Offer) -> Any:
        return self.state.units.get(offer.given["target"])

    def assault(self) -> Decision | None:
        announced = self.state.assault
        offer = self.first("battle") if announced is not None and announced.clear else None
        return Decision(offer, {}, Why("assault", rule="turn.ambush")) if offer is not None else None

    def move(self) -> Decision | None:
        """Carry out the move of the plan that gains most; none once no move gains anything."""
        offers = {str(offer.given["unit"]): offer for offer in self.offers.get("move", ())}
        fighters = [str(offer.given["unit"]) for offer in self.attacks()]
        units = [key for key in dict.fromkeys([*offers, *fighters]) if key in self.state.units]
        if not offers:
            return None
        steps = self.planner.plan(units, self.state.card)
        for number, step in enumerate(steps, 1):
            offer = offers.get(step.unit)
            if offer is not None and step.at in offer.values("to"):
                return Decision(offer, {"to": step.at}, self.reasons.of_move(steps[:number]))
        return None

    def battle(self) -> Decision | None:
        found = sorted(((self.worth_of_attack(offer), offer) for offer in self.attacks()), key=lambda one: -one[0])
        if not found or found[0][0] <= 0:
            return None
        _, offer = found[0]
        key, target = str(offer.given["unit"]), str(offer.given["target"])
        others = dict.fromkeys(str(one.given["target"]) for _, one in found[1:] if one.given["unit"] == key)
        return Decision(offer, {}, self.reasons.of_attack(key, target, others))

    def attacks(self) -> list[Offer]:
        return [*self.offers.get("battle", ()), *self.offers.get("announce-attack", ())]

    def worth_of_attack(self, offer: Offer) -> float:
        key, target = str(offer.given["unit"]), str(offer.given["target"])
        unit, enemy = self.state.units.get(key), self.board.enemies.get(target)
        if unit is None or enemy is None:
            return 0.1  # a train, or a target that is one
        shot = self.board.shot(key, unit, target)
        return self.board.value_of(key, shot) if shot is not None else 0.0

    def later(self) -> Decision | None:
        offer = self.first(*LATER)
        return self.plain(offer, LATER[offer.command]) if offer is not None else None

    def lay_off(self) -> Decision | None:
        offer = self.first("lay-off")
        if offer is None:
            return None
        card = min(offer.values("card"), key=self.usual)
        return Decision(offer, {"card": card}, Why("lay-off", rule="turn.order"))

    def end(self) -> Decision | None:
        offer = self.first("end-turn")
        if offer is not None:
            return Decision(offer, {}, self.why_end())
        waiting = next((offers[0] for offers in self.offers.values() if offers), None)
        return self.plain(waiting, "must") if waiting is not None and self.state.awaits(self.look.seat) else None

    def why_end(self) -> Why:
        side, enemy = self.look.side, other(self.look.side)
        own, theirs = self.state.accounts[side], self.state.accounts[enemy]
        values = {
            **{"side": side, "own": own.medals, "goal": own.to_win},
            **{"enemy": enemy, "theirs": theirs.medals, "their_goal": theirs.to_win},
        }
        word = "left" if self.attacks() else "done" if self.state.battling else "quiet"
        return Why(f"end-{word}", values, self.rule)


def choose(look: Any, offers: Sequence[Offer], level: int, chance: Random) -> Decision | None:
    """Return what the general does with these offers, or None."""
    return General(look, offers, level, chance).decide()


def refusal(opening: Mapping[str, Any], book: TableBook, seat: str) -> Refused | None:
    """Return why the app cannot command a side: paper cards, generals, unrefereed ground."""
    if opening.get("deck") != "app":
        return Refused("app-needs-hands", "table.app", field="deck")
    if opening.get("mines") == "physical" and book.scenario.mines:
        return Refused("app-needs-mines", "table.app", field="mines")
    if any(name not in (*SIDES, "referee") for name in opening["seats"]):
        return Refused("app-needs-two", "table.app", field="players")
    if book.scenario.has_odd:
        return Refused("app-needs-referee", "table.app", field="mission")
    return None


OPPONENT = Opponent(levels=[*LEVELS], choose=choose, refusal=refusal, never=NEVER, keeps_guesses=True)
