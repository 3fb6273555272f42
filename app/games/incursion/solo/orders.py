"""Orders of the app: the plan of attacks, its answers, and the ways of its figures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from app.core.engine.offers import Choice, MultiChoice, Offer, RowChoice
from app.core.errors import Refused
from app.core.rules.ruling import working
from app.core.table_commands import board_orders
from app.core.table_commands.board_orders import BoardOrder
from app.core.table_commands.board_questions import RULE
from app.core.table_commands.opponents import OfTheApp
from app.games.incursion.board_talk import MOST_CP, Errand, Part
from app.games.incursion.combat.attack import take_off_board
from app.games.incursion.combat.blasts import is_bomber
from app.games.incursion.events.actions import Payment
from app.games.incursion.events.board_talk import (
    AttackOrdered,
    ErrandOrdered,
    FiguresOrdered,
    FigureWent,
    OrderReported,
)
from app.games.incursion.solo.attacks import Planner, Share
from app.games.incursion.solo.errands import (
    HOME,
    PANEL,
    can_do,
    carriers,
    errands_in_reach,
    free_things,
    handlers,
    is_out,
    way_out,
)
from app.games.incursion.solo.figures import acts_now
from app.games.incursion.solo.priorities import LEVELS, priorities
from app.games.incursion.solo.questions import (
    able_to_retire,
    can_fire,
    check_script,
    in_sight,
    moved_before,
    reach_of_figures,
    talk_of,
)
from app.games.incursion.state import Draft, GameContext
from app.games.incursion.turn.activation import activate
from app.games.incursion.turn.costs import check_each_once, cost, spendable_cp, zombie_pool
from app.games.incursion.turn.group_actions import STEP, check_acts
from app.games.incursion.turn.reaction_setup import alert_watchers, alerted
from app.games.incursion.turn.sequence import Deploy, behind_pickets

NEAREST, MOST_ALLIES, ENTRY = "nearest-ally", "most-allies", "where-allies-enter"
NOBODY, NEAREST_THING, TAKERS = "nobody-else", "nearest-thing", "takers"
NEAREST_ZOMBIE, UNSEEN = "nearest-zombie", "unseen-square"
WORDS = {TAKERS: "make-way", NEAREST_ZOMBIE: "keep", UNSEEN: "retire"}
"""The reasons of orders by where they go; all others close in, seek, or carry."""
BEFORE_EXIT, NEAR_ALLY, PICKETS = "entry-before-exit", "entry-near-ally", "behind-pickets"


# -- the plan


class PlanAttacks(OfTheApp):
    """Plan this half in its order: who takes what or leaves, who stands before whom, and with how many CP besides.

    Errands come first, each thing is for one figure, and a figure with an errand attacks nobody; one that cannot do the
    errand named does its nearest, and if nothing is named at all, everybody does. Without a target of
    its own that it can reach and attack, a figure goes for the Ally that it reaches with the fewest AP, and takes the
    CP that it needs for one attack there. They take CP in their order, as far as there are any; whoever then gets to
    no attack is left out.
    """

    figures: list[str] = Field(default_factory=list)
    errands: dict[str, str] = Field(default_factory=dict)
    targets: dict[str, str] = Field(default_factory=dict)
    cp: dict[str, Annotated[int, Field(ge=0, le=MOST_CP)]] = Field(default_factory=dict)
    precondition = check_script

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        able, errands = able_to_attack(look), open_errands(look)
        if not able and not errands:
            raise Refused("nobody-in-reach", RULE)
        targets = names_in(reach_of_figures(look))
        choose: dict[str, Choice] = {"figures": MultiChoice(able, 0 if errands else 1, len(able))} if able else {}
        if errands:
            choose["errands"] = RowChoice(list(errands), names_in(errands))
        if able:
            choose["targets"] = RowChoice(able, targets)
        if able and (most := min(MOST_CP, max(spendable_cp(look, look.state.models[key]) for key in able))):
            choose["cp"] = RowChoice(able, [*range(most + 1)])
        yield Offer(cls.key, choose=choose)

    def decide(self, draft: Draft) -> None:
        check_each_once(self.figures, "figures")
        sent = self.send(draft)
        parts: list[Part] = []
        for key in [key for key in self.figures if key not in sent]:
            part = self.part(draft, key, sum(one.cp for one in parts))
            parts += [part] if part.blows > 0 else []
        if not parts and not sent:
            raise Refused("nobody-in-reach", RULE, field="figures", model=next(iter(self.figures), ""))
        planner = Planner(draft, {}, {}, priorities(), len(LEVELS))
        shares: dict[str, list[Share]] = {}
        ordered = []
        for part in parts:
            mine = shares.setdefault(part.target, [])
            mine.append(Share(part.model, part.way, part.blows, part.cp))
            ordered.append((part, round(100 * planner.after(part.target, mine).get(0, 0.0))))
        for part, chance in ordered:
            word = "bite-cp" if part.cp else "bite"
            ahead = part.way - talk_of(draft).owed.get(part.model, 0)
            attack = AttackOrdered([part.model], "attack", part.target, ahead, [word], "house", part.blows)
            attack.cp, attack.casualty = part.cp, chance
            draft.emit(attack)

    def send(self, draft: Draft) -> list[str]:
        """Order the errands that can be done, one figure for each thing but a panel. Return these. Raise Refused."""
        able, owed = open_errands(draft), talk_of(draft).owed
        sent: dict[str, str] = {}
        nearest = {key: min(ways, key=lambda one: ways[one]) for key, ways in able.items()}
        for key, target in (self.errands if self.figures else self.errands or nearest).items():
            if key not in able:
                raise Refused("nobody-in-reach", RULE, field=f"errands.{key}", model=key)
            goal = target if target in able[key] else nearest[key]
            if goal in sent.values() and goal != PANEL:
                continue
            sent[key] = goal
            do: Errand = "leave" if is_out(goal) else "take"
            ahead = able[key][goal] - owed.get(key, 0)
            draft.emit(ErrandOrdered([key], do, goal, ahead, [do], "house"))
        return list(sent)

    def part(self, look: GameContext, key: str, spent: int) -> Part:
        """Return a figure's part, after so many CP of others: without blows if it gets to no attack."""
        ways = reach_of_figures(look).get(key, {})
        if not ways:
            raise Refused("nobody-in-reach", RULE, field="figures", model=key)
        model = look.state.models[key]
        left = max(0, spendable_cp(look, model) - spent)
        target, payable = self.targets.get(key, ""), [one for one, way in ways.items() if way < model.ap + left]
        if target not in payable:
            target = min(ways, key=lambda one: ways[one])
        way = ways[target]
        cp = min(left, max(self.cp.get(key, 0), way + 1 - model.ap, 0))
        return Part(key, target, way, model.ap + cp - way, cp)


def names_in(reach: dict[str, dict[str, int]]) -> list[str]:
    return list(dict.fromkeys(target for ways in reach.values() for target in ways))


def open_errands(look: GameContext) -> dict[str, dict[str, int]]:
    """Return what figures without a part in the plan can take or leave with, and for how many AP."""
    app = talk_of(look)
    return {key: ways for key, ways in errands_in_reach(look, app.reach).items() if app.part_of(key) is None}


def able_to_attack(look: GameContext) -> list[str]:
    models = look.state.models
    ways = {key: min(one.values()) for key, one in reach_of_figures(look).items()}
    able = [key for key, way in ways.items() if way < models[key].ap + spendable_cp(look, models[key])]
    return sorted(able, key=lambda key: ways[key] >= models[key].ap)


def live_parts(look: GameContext) -> list[Part]:
    """Return the remaining parts of the plan, in order, of figures that people have moved.

    A part falls once its target is gone, or once its figure can pay neither its way nor what it does there.
    """
    models, able = look.state.models, acts_now(look)
    parts = [part for part in talk_of(look).plan if part.there and part.model in able and part.blows]
    there = [part for part in parts if models[part.model].in_reach and can_do(look, part)]
    return [part for part in there if can_go_on(look, part)]


def can_go_on(look: GameContext, part: Part) -> bool:
    model = look.state.models[part.model]
    left = part.way - part.gone
    price = 1 if left <= 0 or goes_by_ap(look, part.model) else left
    return price <= model.ap + spendable_cp(look, model)


def goes_by_ap(look: GameContext, key: str) -> bool:
    """Return whether a figure goes one AP at a time: somebody watches, or there is fire."""
    return bool(alerted(look, key, "step") or look.state.flames or look.state.models[key].in_fire)


class GoToTarget(OfTheApp):
    """Let a moved figure of the plan pay its way, one AP at a time if somebody watches."""

    model: str
    precondition = check_script

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        going = [part for part in live_parts(look) if part.gone < part.way]
        if not going:
            raise Refused("nobody-in-reach", RULE)
        for part in going:
            yield Offer(cls.key, given={"model": part.model}, about=(part.model, part.target))

    def decide(self, draft: Draft) -> None:
        part = next((one for one in live_parts(draft) if one.model == self.model and one.gone < one.way), None)
        if part is None:
            raise Refused("nobody-in-reach", RULE, field="model")
        go(draft, part.model, part.way - part.gone, part.target, with_cp=True)


def go(draft: Draft, key: str, ap: int, towards: str, *, with_cp: bool = False) -> bool:
    """Spend AP on a way, one if somebody may answer. Return whether somebody may."""
    if draft.state.acting != key:
        activate(draft, key)
    model, watched = draft.state.models[key], bool(alerted(draft, key, "step"))
    spent = 1 if goes_by_ap(draft, key) else ap
    bought = max(0, spent - model.ap)
    if bought and (not with_cp or bought > spendable_cp(draft, model)):
        raise Refused("not-enough-ap", "action.cp-as-ap", needed=spent, ap=model.ap, cp=spendable_cp(draft, model))
    own = min(bought, zombie_pool(draft.state, draft.book, model))
    why = working(cost(draft, STEP, key))
    went = FigureWent(key, "forward", model.place == "entry", why, squares=spent, towards=towards)
    went.out_of_fire = model.in_fire
    draft.emit(went.paid_with(Payment(spent - bought, bought - own, own)))
    alert_watchers(draft, key, "step")
    return watched


class Reporting(board_orders.Answering):
    answered = OrderReported

    def answer_to(self, key: str, order: BoardOrder, because: str) -> OrderReported:
        return OrderReported(key, because, order.who[0])


class OrderDone(Reporting, board_orders.OrderDone):
    pass


class AllOrdersDone(Reporting, board_orders.AllOrdersDone):
    pass


class OrderImpossible(Reporting, board_orders.OrderImpossible):
    """Say that a figure cannot get there, and why: the app plans anew."""

    reasons = ("barred", "misjudged", "died", "other")

    def settle(self, draft: Draft, order: BoardOrder, because: str) -> None:
        for key in order.who:
            if because == "died" and draft.state.models[key].alive:
                take_off_board(draft, key)


# -- all others


def able_to_approach(look: GameContext) -> list[str]:
    """Return the figures that have no part in the plan and AP left."""
    planned = {part.model for part in live_parts(look)} | {*in_sight(look)} - {*able_to_retire(look)}
    acting = look.state.acting
    able = [key for key in acts_now(look) if key not in planned and look.state.models[key].ap > 0]
    return sorted(able, key=lambda key: key != acting)


def able_to_seek(look: GameContext) -> list[str]:
    """Return the figures that could take something that lies on the board."""
    return handlers(look) if free_things(look) else []


def able_besides(look: GameContext) -> dict[str, list[str]]:
    """Return who may be sent elsewhere than towards an Ally, by the field of the order."""
    return {"seeking": able_to_seek(look), "home": carriers(look), "retiring": able_to_retire(look)}


def has_zombies(look: GameContext) -> bool:
    cards = look.book.models
    return any(cards[model.card].zombie and model.on_board for _, model in look.state.of(look.side))


def nearest_thing(look: GameContext) -> str:
    """Return the word for what lies there to be taken: what is nearest of several things."""
    kinds = {PANEL if thing == PANEL else look.state.items[thing].kind for thing in free_things(look)}
    return f"nearest-{next(iter(kinds))}" if len(kinds) == 1 else NEAREST_THING


class Approach(OfTheApp):
    """Send figures towards the nearest Ally by all their AP: all alike, by one order.

    Those of them in `seeking` go for the nearest thing to take, those in `home` out or back with what they carry,
    those in `retiring` out of sight. Guns stay with the zombies. Once no Ally is left and none waits outside, all
    others make way.
    `tie`: to whom of those equally near. Where somebody may answer a step, the first of them goes one AP.
    """

    figures: Annotated[list[str], Field(min_length=1)]
    seeking: list[str] = Field(default_factory=list)
    home: list[str] = Field(default_factory=list)
    retiring: list[str] = Field(default_factory=list)
    tie: str = NOBODY
    precondition = check_script

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        able = able_to_approach(look)
        if not able:
            raise Refused("all-activated", "action.activation")
        choose: dict[str, Choice] = {"figures": MultiChoice(able, 1, len(able))}
        for name, some in able_besides(look).items():
            if those := [key for key in some if key in able]:
                choose[name] = MultiChoice(those, 0, len(those), ticked=False)
        yield Offer(cls.key, choose={**choose, "tie": [*look.state.enemies(look.side)] or [NOBODY]})

    def decide(self, draft: Draft) -> None:
        check_each_once(self.figures, "figures")
        enemies = draft.state.enemies(draft.side)
        if self.tie not in (NOBODY, *enemies):
            raise Refused("no-such-target", "shooting.target", field="tie", model=self.tie)
        able = able_to_approach(draft)
        for index, key in enumerate(self.figures):
            check_acts(draft, key)
            if key not in able:
                raise Refused("activated-already", "action.activation", field=f"figures.{index}", model=key)
        unseen = talk_of(draft).unseen
        figures = sorted(self.figures, key=lambda key: (key != draft.state.acting, key not in unseen))
        groups = self.groups(draft)
        for towards, some in groups.items():
            self.order(draft, [key for key in figures if key in some], towards)
        for key in figures:
            towards = next(name for name, some in groups.items() if key in some)
            if go(draft, key, draft.state.models[key].ap, towards) or draft.state.flames:
                return

    def groups(self, look: GameContext) -> dict[str, list[str]]:
        """Return who goes where. Raise Refused for figures that carry nothing, or can take nothing."""
        for name, able in able_besides(look).items():
            for index, key in enumerate(getattr(self, name)):
                if key not in able:
                    raise Refused("no-errand", RULE, field=f"{name}.{index}", model=key)
        home = [key for key in self.home if key in self.figures]
        seeking = [key for key in self.seeking if key in self.figures and key not in home]
        retiring = [key for key in self.retiring if key in self.figures and key not in home and key not in seeking]
        others = [key for key in self.figures if key not in {*home, *seeking, *retiring}]
        enemies = look.state.enemies(look.side)
        bombers = [key for key in others if len(enemies) > 1 and is_bomber(look, look.state.models[key])]
        guns = [key for key in others if enemies and can_fire(look, key) and has_zombies(look)]
        others = [key for key in others if key not in {*bombers, *guns}]
        is_over = not any(model.in_use for _, model in look.state.of(look.state.other(look.side)))
        groups = {
            NEAREST if enemies else TAKERS if is_over and (home or seeking) else ENTRY: others,
            MOST_ALLIES: bombers,
            NEAREST_ZOMBIE: guns,
            UNSEEN: retiring,
            nearest_thing(look): seeking,
            way_out(look) or HOME: home,
        }
        return {towards: some for towards, some in groups.items() if some}

    def order(self, draft: Draft, figures: list[str], towards: str) -> None:
        models, sent = draft.state.models, talk_of(draft).sent
        by_ap: dict[int, list[str]] = {}
        for key in figures:
            if key not in sent and (ap := models[key].ap - moved_before(draft, key)) > 0:
                by_ap.setdefault(ap, []).append(key)
        tie = self.tie if towards == NEAREST and len(draft.state.enemies(draft.side)) > 1 else ""
        keep = priorities().gun.close_in.keep if towards == NEAREST_ZOMBIE else 0
        words = {nearest_thing(draft): "seek", way_out(draft) or HOME: "carry"} | WORDS
        word = words.get(towards, "close-in")
        for ap, some in by_ap.items():
            slowly = ap > 1 and any(goes_by_ap(draft, key) for key in some)
            do = "make-way" if towards == TAKERS else "approach"
            draft.emit(FiguresOrdered(some, do, towards, [word], "house", ap, tie, slowly, keep))


class PlaceArrivals(OfTheApp, Deploy):
    """Place arriving figures at the entry before the Allies' exit, or near an Ally."""

    before_exit: list[str] = Field(default_factory=list)

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for offer in super().offers(look):
            exits = look.state.other(look.side) in look.book.mission.exits
            some = offer.choose["models"]
            assert isinstance(some, MultiChoice)
            more: dict[str, Choice] = {"before_exit": MultiChoice(some.some, 0, some.max, False)} if exits else {}
            yield Offer(cls.key, choose={**offer.choose, **more})

    def decide(self, draft: Draft) -> None:
        for key in self.before_exit:
            if key not in draft.state.models:
                raise Refused("not-waiting-outside", "turn.deployment", field="before_exit", model=key)
        first = [key for key in self.models if key in self.before_exit]
        others = [key for key in self.models if key not in first]
        pickets = behind_pickets(draft, others)
        rest = [key for key in others if key not in pickets]
        places = ((first, BEFORE_EXIT, "cut-off"), (pickets, PICKETS, "place"), (rest, NEAR_ALLY, "place"))
        for some, towards, word in places:
            if some:
                draft.emit(FiguresOrdered(some, "enter", towards, [word], "house"))
        super().decide(draft)
