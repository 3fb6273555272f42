"""The app as the Germans: chooses one of the offers by its priorities, and says which."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import ceil
from random import Random
from typing import Any

from app.core.engine.offers import MultiChoice, Offer
from app.core.errors import Refused
from app.core.game.opponent import Decision, Opponent, Why
from app.games.incursion.board_talk import APP_SIDE, Part
from app.games.incursion.book import TableBook
from app.games.incursion.opponent import cards
from app.games.incursion.opponent.guns import Guns, paid
from app.games.incursion.solo.attacks import Attack, Planner, Pool
from app.games.incursion.solo.errands import PANEL, is_out, way_out
from app.games.incursion.solo.orders import live_parts, open_errands
from app.games.incursion.solo.priorities import LEVELS, priorities
from app.games.incursion.solo.questions import reach_of_figures
from app.games.incursion.state import GameContext
from app.games.incursion.turn.items import handles_items

USED = frozenset((
    "add-model", "force-ready", "replenish-hand", "ask-leave", "bid", "arrive", "place-arrivals", "let-card",
    "kill-card", "play-card", "survey", "plan-attacks", "go-to-target", "activate", "melee", "item",
    "search-counter", "activate-panel", "leave-board", "ask-sight", "ask-room", "ask-shots", "fire", "reroll",
    "ask-place", "approach", "done", "burn", "twitcher-attack", "roll-countdown", "dice-off", "ask-blast",
    "ka-boom", "volatile", "explode", "resolve-blast", "harpoon", "drag", "free-harpoon", "ask-ahead", "ask-watch",
    "ask-seen", "react", "no-reaction",
))  # fmt: skip
"""The commands that it gives. All others it leaves to people."""
MUST = ("reroll", "resolve-blast", "volatile", "burn", "twitcher-attack", "roll-countdown", "dice-off", "arrive")
"""Rolls and answers for which the game waits."""


class Commander(Guns):
    """One decision: what the app may know, what it is offered, and its level."""

    @property
    def ways(self) -> Sequence[Callable[[], Decision | None]]:
        return (
            self.answer_card,
            self.must,
            self.explode,
            self.react,
            self.force,
            self.hand,
            self.ask_leave,
            self.bid,
            self.arrive,
            self.last_chance,
            self.part,
            self.drag,
            self.pull_harpoon,
            self.ask_shots,
            self.retire,
            self.shoot,
            self.survey,
            self.ask_room,
            self.ask_place,
            self.card,
            self.plan,
            self.ask_sight,
            self.approach,
            self.ask_watch,
            self.done,
        )

    @property
    def has_enemies(self) -> bool:
        """Return whether an Ally is on the board or has still to enter."""
        return any(model.in_use for _, model in self.state.of(self.state.other(self.look.side)))

    # -- before the Action Phase

    def must(self) -> Decision | None:
        offer = self.first(*MUST)
        return self.plain(offer, "must") if offer is not None else None

    def force(self) -> Decision | None:
        """Buy one of its lists, drawn at random, as far as the RP go; what is left buys zombies."""
        add, ready = self.first("add-model"), self.first("force-ready")
        if add is not None:
            fitting = add.values("card")
            wished = next((card for card in self.list_left() if card in fitting), None)
            card = wished or next((card for card in fitting if self.look.book.models[card].horde), None)
            if card is not None:
                return Decision(add, {"card": card}, Why("force", rule="force.rp"))
        return self.plain(ready, "force", "force.rp") if ready is not None else None

    def list_left(self) -> list[str]:
        """Return the rest of a list that agrees with the purchases; nothing beyond one list."""
        bought = Counter(self.state.sides[self.look.side].force)
        lists = self.by.forces.get(str(self.state.mission), [])
        agreeing = [one for one in lists if not bought - Counter(one)]
        left = self.chance.choice(agreeing or [[]])
        return list((Counter(left) - bought).elements())

    def hand(self) -> Decision | None:
        offer = self.first("replenish-hand")
        if offer is None:
            return None
        return Decision(offer, {"discard": cards.needless(self.look, self.by)}, Why("hand", rule="cards.hand"))

    def ask_leave(self) -> Decision | None:
        offer = self.first("ask-leave")
        return self.plain(offer, "ask-leave") if offer is not None and self.level >= self.by.bid.level else None

    def bid(self) -> Decision | None:
        offer = self.first("bid")
        app = self.state.app
        if offer is None or (app is not None and app.inquiries):
            return None
        by, most = self.by.bid, self.state.sides[self.look.side].cp
        if self.level < by.level:
            weights = by.none_for_blows
        elif app is not None and app.may_leave and app.leave_asked >= self.state.turn:
            weights = by.ally_may_leave
        else:
            weights = by.kill_in_reach if app is not None and app.was_near else by.quiet
        cp = min(most, self.chance.choices(range(len(weights)), weights)[0])
        return Decision(offer, {"cp": cp} if "cp" in offer.choose else {}, Why("bid", rule="bids.sealed"))

    def arrive(self) -> Decision | None:
        """Let everybody enter for whom there are figures: some before the Allies' exit, from a level on.

        Without an Ally left only those enter that may take something: the others would bar their way.
        """
        offer = self.first("place-arrivals")
        if offer is None:
            return None
        choice = offer.choose["models"]
        assert isinstance(choice, MultiChoice)
        cut_off = self.by.arriving.cut_off
        before = "before_exit" in offer.choose and self.level >= cut_off.level
        models = self.state.models
        some = (
            self.with_figures(choice.some)
            if self.has_enemies
            else [key for key in choice.some if handles_items(self.look, models[key])]
        )
        first = some[: int(len(some) * cut_off.share)] if before else []
        fields = {"models": some, **({"before_exit": first} if first else {})}
        return Decision(offer, fields, Why("cut-off" if first else "place", rule="turn.deployment"))

    def with_figures(self, waiting: Sequence[str]) -> list[str]:
        """Return those who may enter: no more zombies than the boxes hold, beside those on the board."""
        cards, models = self.look.book.models, self.state.models
        there = sum(model.in_reach and cards[model.card].horde for _, model in self.state.of(self.look.side))
        horde = [key for key in waiting if cards[models[key].card].horde]
        late = horde[max(0, self.look.book.horde.figures * self.by.arriving.crowd.boxes - there) :]
        return [key for key in waiting if key not in late]

    # -- cards

    def answer_card(self) -> Decision | None:
        let = self.first("let-card")
        if let is None:
            return None
        name = self.state.unanswered[-1]
        key = self.state.in_play[name].card
        kill_value, cancel = self.look.book.battle[key].kill, self.by.cards.cancel
        for offer in self.offers.get("play-card", ()) if self.level >= cancel.level else ():
            is_snafu = self.look.book.battle[str(offer.given["card"])].effect == "cancel"
            if is_snafu and kill_value >= cancel.least_kill:
                on = {"on": name} if name in offer.values("on") else {}
                if on or offer.given.get("on") == name:
                    return Decision(offer, on, Why("cancel", {"card": key}, "cards.killing"))
        kill = next((offer for offer in self.offers.get("kill-card", ()) if offer.given["card"] == name), None)
        if kill is not None and self.is_worth_killing(key):
            return Decision(kill, {}, Why("kill", {"card": key}, "cards.killing"))
        return Decision(let, {}, Why("let", {"card": key}, "cards.killing"))

    def is_worth_killing(self, key: str) -> bool:
        """Return whether an enemy card is worth its Kill Value, beside the CP for attacks."""
        kill, card = self.by.cards.kill, self.look.book.battle[key]
        acted = self.state.first == self.look.side and self.state.active != self.look.side
        left = self.state.sides[self.look.side].cp - card.kill
        worth = self.by.cards.usual.get(key, 0.0)
        return self.level >= kill.level and worth >= kill.least and (acted or left >= self.kept_cp())

    def kept_cp(self) -> int:
        """Return the CP that its plan takes; before it knows who is in reach those that it usually keeps."""
        if self.state.active != self.look.side or not self.free():
            return self.by.cards.kill.keep_cp
        return sum(one.cp for one in self.planner(self.look).plan(self.free(), self.pool_of(self.look)))

    def last_chance(self) -> Decision | None:
        if self.state.phase != "last-chance":
            return None
        placed = self.state.in_play
        for offer in self.offers.get("kill-card", ()):
            key = placed[str(offer.given["card"])].card
            if self.is_worth_killing(key):
                return Decision(offer, {}, Why("kill", {"card": key}, "cards.killing"))
        return None

    def card(self) -> Decision | None:
        """Play the card that adds most to the plan; at the weakest level any that does good."""
        if self.is_busy_elsewhere or self.state.active != self.look.side or self.state.unanswered:
            return None
        found: list[tuple[float, Offer, str | None, str]] = []
        for offer in self.offers.get("play-card", ()):
            key = str(offer.given["card"])
            card = self.look.book.battle[key]
            if key in self.by.cards.hold or not cards.is_useful(self.look, key, self.by):
                continue
            good: Sequence[str | None] = cards.good_targets(self.look, offer, card) if card.on != "nothing" else [None]
            found += [(self.worth_of_card(key, on), offer, on, key) for on in good if not self.effort.is_spent]
        if not found:
            return None
        worth, offer, on, key = max(found, key=lambda one: (one[0], self.chance.random()))
        if worth < self.by.cards.weigh.least:
            return None
        fields = {"on": on} if "on" in offer.choose else {}
        return Decision(offer, fields, Why("card", {"card": key}, "cards.effect"))

    def worth_of_card(self, key: str, on: str | None) -> float:
        if self.level < self.by.cards.weigh.level:
            return 1.0
        return cards.worth_of(self.look, key, on, self.by, self.plan_worth)

    def plan_worth(self, look: GameContext) -> float:
        planner = self.planner(look)
        return sum(planner.net(one) for one in planner.plan(self.free(), self.pool_of(look)))

    # -- its half

    def part(self) -> Decision | None:
        if self.is_busy_elsewhere or self.state.app is None:
            return None
        parts = sorted(live_parts(self.look), key=lambda part: part.model != self.state.acting)
        return next((decision for part in parts if (decision := self.of_part(part)) is not None), None)

    def of_part(self, part: Part) -> Decision | None:
        why = Why("go", {"model": part.model, "target": part.target}, "action.cost")
        if part.gone < part.way:
            go = next((one for one in self.offers.get("go-to-target", ()) if one.given["model"] == part.model), None)
            return Decision(go, {}, why) if go is not None else None
        if self.state.acting == part.model:
            return self.errand(part) if part.errand else self.kaboom(part) or self.melee(part)
        offers = [one for one in self.offers.get("activate", ()) if part.model in one.values("model")]
        return Decision(offers[0], {"model": part.model}, why) if offers else None

    def melee(self, part: Part) -> Decision | None:
        """Attack the target of the plan, with Command Points once the figure's own AP are gone."""
        offer = next((one for one in self.offers.get("melee", ()) if part.target in one.values("target")), None)
        if offer is None:
            return None
        fields: dict[str, Any] = {"target": part.target}
        if "cp" in offer.choose:
            fields["cp"] = 0 if self.state.models[part.model].ap > 0 else 1
        values = {"model": part.model, "target": part.target}
        word = "bite-cp" if fields.get("cp") else "bite"
        return Decision(offer, fields, Why(word, values, "melee.strength-in-numbers"))

    def kaboom(self, part: Part) -> Decision | None:
        """Blow itself up at the target, once people have said who else stands there."""
        offer = next((one for one in self.offers.get("ka-boom", ()) if part.target in one.values("target")), None)
        if offer is None or self.state.app is None:
            return None
        caught = self.state.app.around.get(part.model, {}).get(part.target)
        if caught is None:
            return self.ask_blast(part.model)
        if not may_catch(offer, caught):
            return None
        friends = [key for key in caught if self.state.models[key].side == self.look.side]
        by = self.by.bomberzombie.kaboom
        if 1 + len(caught) - len(friends) < by.least_allies or len(friends) > by.most_friends:
            return None
        fields = {**paid(offer), "target": part.target, "caught": caught}
        return Decision(offer, fields, Why("kaboom", {"model": part.model, "target": part.target}, "blast.ka-boom"))

    def ask_blast(self, key: str) -> Decision | None:
        offer = next((one for one in self.offers.get("ask-blast", ()) if one.given["model"] == key), None)
        return Decision(offer, {}, Why("ask-blast", {"model": key}, "blast.squares")) if offer is not None else None

    def explode(self) -> Decision | None:
        """Say who is caught where one of its own explodes that was shot, as people told."""
        offer = self.first("explode")
        if offer is None or (self.state.app is not None and self.state.app.inquiries):
            return None
        key = str(self.state.exploding)
        caught = self.state.app.around.get(key, {}).get(key) if self.state.app is not None else None
        if caught is None:
            return self.ask_blast(key)
        if not may_catch(offer, caught):
            return None
        return Decision(offer, {"caught": caught}, Why("explode", {"model": key}, "powers.volatile"))

    def errand(self, part: Part) -> Decision | None:
        """Take what the figure was sent for, or leave the board."""
        values = {"model": part.model, "target": part.target}
        if part.errand == "leave":
            offer = self.first("leave-board")
            return Decision(offer, paid(offer), Why("leave", values, "missions.exits")) if offer is not None else None
        for offer in [*self.offers.get("item", ()), *self.offers.get("search-counter", ())]:
            if part.target == offer.given.get("item") or part.target in offer.values("item"):
                item = {"item": part.target} if "item" in offer.choose else {}
                return Decision(offer, {**item, **paid(offer)}, Why("take", values, "action.items"))
        offer = self.first("activate-panel") if part.target == PANEL else None
        return Decision(offer, paid(offer), Why("take", values, "missions.panels")) if offer is not None else None

    def survey(self) -> Decision | None:
        offer = self.first("survey")
        return self.plain(offer, "survey") if offer is not None and not self.is_busy_elsewhere else None

    def ask_room(self) -> Decision | None:
        """Ask how many find a square before an Ally that more figures reach than usually find one."""
        offer = self.first("ask-room")
        if offer is None or self.is_busy_elsewhere or self.level < self.by.zombie.bite_cp.level:
            return None
        target = str(offer.values("target")[0])
        return Decision(offer, {"target": target}, Why("ask-room", {"target": target}, "melee.strength-in-numbers"))

    def ask_place(self) -> Decision | None:
        """Ask which Ally stands where it is worth most, if it could attack several."""
        offer = self.first("ask-place")
        placed = self.by.worth.places.get(str(self.state.mission))
        if offer is None or placed is None or self.is_busy_elsewhere or self.level < self.by.worth.level:
            return None
        return Decision(offer, {"place": placed.at}, Why("ask-place", rule="table.app"))

    def free(self) -> list[str]:
        """Return the figures that people told of and that have still to act."""
        return list(reach_of_figures(self.look))

    def planner(self, look: GameContext) -> Planner:
        enemies = set(look.state.enemies(look.side))
        told = reach_of_figures(self.look)
        reach = {key: {target: ap for target, ap in ways.items() if target in enemies} for key, ways in told.items()}
        return Planner(look, reach, self.worths(), self.by, self.level, self.effort)

    def pool_of(self, look: GameContext) -> Pool:
        side = look.state.sides[look.side]
        return Pool(side.cp, side.zombie_cp)

    def worths(self) -> Mapping[str, float]:
        by, enemies = self.by.worth, self.state.enemies(self.look.side)
        if self.level < by.level:
            return {}
        found = {}
        for key in enemies:
            carried = self.state.models[key].carries
            counters = sum(self.state.items[item].kind == "counter" for item in carried)
            worth = self.by.aim.other + by.each_counter * counters
            if len(enemies) == 1:
                worth = max(worth, by.last)
            placed = by.places.get(str(self.state.mission))
            if placed is not None and self.state.app is not None and self.state.app.place == key:
                worth = max(worth, placed.worth)
            if "pinger" in carried:
                worth = max(worth, by.carrier)
            found[key] = max(worth, by.stranded) if key == self.state.stranded else worth
        return found

    def plan(self) -> Decision | None:
        offer = self.first("plan-attacks")
        if offer is None or self.is_busy_elsewhere:
            return None
        errands = self.errands()
        free = [key for key in self.free() if key not in errands]
        attacks = self.planner(self.look).plan(free, self.pool_of(self.look))
        shares = [(one, share) for one in attacks for share in one.shares]
        fields: dict[str, Any] = {"errands": errands} if errands else {}
        if not shares:
            return Decision(offer, fields, self.why_errand(errands)) if errands else None
        fields["figures"] = [share.model for _, share in shares]
        fields["targets"] = {share.model: one.target for one, share in shares}
        if cp := {share.model: share.cp for _, share in shares if share.cp}:
            fields["cp"] = cp
        return Decision(offer, fields, self.why_errand(errands) if errands else self.why_attack(attacks[0]))

    def errands(self) -> dict[str, str]:
        """Return who leaves with what it carries, and who takes what: of those in reach, the nearest."""
        able, out = open_errands(self.look), way_out(self.look)
        told = ((key, target, ap) for key, some in able.items() for target, ap in some.items())
        ways = sorted((not is_out(target), ap, key, target) for key, target, ap in told)
        found: dict[str, str] = {}
        for _, _, key, target in ways:
            if key not in found and (target in (out, PANEL) or target not in found.values()):
                found[key] = target
        return found

    def why_errand(self, errands: Mapping[str, str]) -> Why:
        model, target = next(iter(errands.items()))
        return Why("leave" if is_out(target) else "take", {"model": model, "target": target}, "action.items")

    def ask_sight(self) -> Decision | None:
        """Ask once whom those in Reaction Fire would see, so that all others need no answer for each AP."""
        offer = self.first("ask-sight")
        if offer is None or self.is_busy_elsewhere:
            return None
        choice = offer.choose["figures"]
        assert isinstance(choice, MultiChoice)
        enough = len(choice.some) >= self.by.reaction_fire.ask.least
        return Decision(offer, {"figures": choice.some}, Why("ask-sight", rule="reaction.trigger")) if enough else None

    def why_attack(self, best: Attack) -> Why:
        values = {"target": best.target, "chance": round(100 * best.casualty), "number": len(best.shares)}
        word = "attack-one" if len(best.shares) == 1 else "attack"
        return Why(f"{word}-cp" if best.cp else word, {**values, "cp": best.cp}, "melee.strength-in-numbers")

    def approach(self) -> Decision | None:
        """Send all others towards the nearest Ally; of two as near, to one at random.

        Without an Ally left they only make way for those who take something, or stay.
        """
        offer = self.first("approach")
        if offer is None or self.is_busy_elsewhere:
            return None
        choice = offer.choose["figures"]
        assert isinstance(choice, MultiChoice)
        home, seeking = self.going_home(offer), self.seeking(offer)
        if not self.has_enemies and not home and not seeking:
            return None
        fields: dict[str, Any] = {"figures": choice.some, "tie": self.chance.choice(offer.values("tie"))}
        fields |= {"home": home} if home else {}
        fields |= {"seeking": seeking} if seeking else {}
        if not self.has_enemies:
            return Decision(offer, fields, Why("make-way", rule="action.cost"))
        word = "carry" if home else "seek" if seeking else "close-in"
        return Decision(offer, fields, Why(word, rule="action.cost"))

    def going_home(self, offer: Offer) -> list[str]:
        """Return those who bring away what they carry: from a level on, also where nobody may leave."""
        choice = offer.choose.get("home")
        wise = self.level >= self.by.item.carry.level or way_out(self.look) is not None
        return choice.some if isinstance(choice, MultiChoice) and wise else []

    def seeking(self, offer: Offer) -> list[str]:
        """Return those who go for what lies there: a share of all who may take it and carry nothing."""
        choice = offer.choose.get("seeking")
        some = choice.some if isinstance(choice, MultiChoice) else []
        free = [key for key in some if not self.state.models[key].carries]
        return free[: ceil(len(free) * self.by.item.seek.share)] if self.has_enemies else free

    def done(self) -> Decision | None:
        offer = self.first("done")
        if offer is None or self.is_busy_elsewhere:
            return None
        fields: dict[str, Any] = {"reaction_fire": self.watching(offer)} if "reaction_fire" in offer.choose else {}
        return Decision(offer, fields, Why("done", rule="turn.sequence"))


def may_catch(offer: Offer, caught: Sequence[str]) -> bool:
    """Return False while somebody in the blast may still answer in Reaction Fire."""
    choice = offer.choose["caught"]
    return isinstance(choice, MultiChoice) and set(caught) <= set(choice.some)


def choose(look: Any, offers: Sequence[Offer], level: int, chance: Random) -> Decision | None:
    return Commander(look, offers, level, chance).decide()


def refusal(opening: Mapping[str, Any], book: TableBook, seat: str) -> Refused | None:
    """Return why the app cannot play: Allies, paper cards or counters, or no priorities."""
    if seat != APP_SIDE:
        return Refused("app-plays-germans", "table.app", field="opponents")
    if opening["deck"][APP_SIDE] != "app":
        return Refused("app-needs-hand", "table.app", field="deck")
    if str(book.mission.number) not in priorities().forces:
        return Refused("app-knows-not-mission", "table.app", field="mission")
    return counters_refusal(opening, book)


def counters_refusal(opening: Mapping[str, Any], book: TableBook) -> Refused | None:
    """Return why the app cannot play with the counters of a table."""
    if (book.mission.counters or "campaign" in opening) and opening.get("counters", "app") != "app":
        return Refused("app-needs-counters", "table.app", field="counters")
    return None


OPPONENT = Opponent(levels=LEVELS, choose=choose, refusal=refusal, seats=(APP_SIDE,))
