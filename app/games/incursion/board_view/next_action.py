"""The foot of a board: the next action as a big button, and whatever else is asked at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar, NamedTuple

from app.core.engine.buttons import MOST_TILES, AvailableOffers, Button, Fields, Piece, Tiles, button_for, in_places
from app.core.engine.offers import Offer
from app.games.incursion.board_view.actions import MOST_TAPS, dock
from app.games.incursion.board_view.app_talk import Talk, talk
from app.games.incursion.board_view.buttons import Price, choice, form_link, priced, submit_button, submit_buttons
from app.games.incursion.board_view.header import Launch, Points, clock, score
from app.games.incursion.book import TableBook
from app.games.incursion.missions.forces import rp_of
from app.games.incursion.missions.set_up import COMES_BY
from app.games.incursion.solo.figures import is_with_people
from app.games.incursion.state import State
from app.games.incursion.turn.costs import zombie_pool

AT_ONCE = (
    "resolve-blast",
    "volatile",
    "explode",
    "burn",
    "twitcher-attack",
    "tell-face",
    "roll-countdown",
    "dice-off",
    "name-stranded",
    "arrive",
)
"""Commands that come before anything else, in the order of their buttons."""
LIMITS = ("ask-for-all", "limit-reaction")
Waits = tuple[tuple[str, str], ...]
"""(side, what it is awaited for)."""


class Shot(NamedTuple):
    """A watcher that may shoot: number of dice, face needed, and the percentage of a hit."""

    model: str
    fields: Fields
    dice: int
    needs: int
    chance: int


class React(NamedTuple):
    """Reaction Fire at the newest action of an enemy; so many `others` are a link away.

    `calm`: to let everything go, then to let more or less go. `to_go`: squares that the enemy goes on afterwards.
    """

    model: str
    shots: tuple[Shot, ...]
    others: int
    calm: tuple[Button, ...]
    to_go: int = 0


class Left(NamedTuple):
    """The free follow-up of an attack: dice to reroll, somebody to drag."""

    tap: Button
    dice: int | None


@dataclass(frozen=True)
class Over:
    kind: ClassVar = "over"
    winner: str
    won_by_side: bool
    points: Points
    in_panels: bool


class Limit(NamedTuple):
    """The models to which a side limits its reactions (None: no limit), with their buttons."""

    only: tuple[str, ...] | None
    taps: tuple[Button, ...]


@dataclass(frozen=True)
class WaitView:
    """The table waits for others, or their half of the phase runs.

    `sit_down`: this phone has no seat.
    """

    kind: ClassVar = "wait"
    waits: Waits
    active: str | None
    clock: Launch | None
    sit_down: bool = False
    limit: Limit | None = None


@dataclass(frozen=True)
class AtOnce:
    kind: ClassVar = "at_once"
    waits: Waits
    clock: Launch | None
    tiles: Tiles


@dataclass(frozen=True)
class Answer:
    """An enemy card to be killed for its price, let be, or answered with a card."""

    kind: ClassVar = "answer"
    card: str
    owner: str
    on: str | None
    price: int
    have: int
    kills: tuple[Button, ...]
    lets: tuple[Button, ...]
    plays: tuple[tuple[str, Button], ...]


@dataclass(frozen=True)
class ReadyView:
    """Forces are chosen: what both agree on, and the button that confirms one's own.

    `warns`: texts to heed before it.
    """

    kind: ClassVar = "ready"
    agreements: tuple[Button, ...]
    ready: tuple[Button, ...]
    warns: tuple[str, ...] = ()
    left: int | None = None
    rp: int = 0
    """The Requisition Points that the force may cost, and those that are `left`; None once it is sealed."""


@dataclass(frozen=True)
class DrawView:
    """Draw `missing` cards, one more for each discard.

    On paper, enter `held` cards, at most `most`.
    """

    kind: ClassVar = "draw"
    missing: int
    discards: tuple[str, ...] = ()
    held: int | None = None
    most: int = 0


@dataclass(frozen=True)
class Draws:
    kind: ClassVar = "draws"
    forms: tuple[DrawView, ...]


@dataclass(frozen=True)
class Bids:
    """A button for each bid, the lowest first."""

    kind: ClassVar = "bids"
    tiles: Tiles
    intelligence: tuple[Button, ...]
    cp: int


@dataclass(frozen=True)
class Deployment:
    kind: ClassVar = "deployment"
    offered: tuple[tuple[Button, tuple[str, ...]], ...]


class StillDue(NamedTuple):
    """Enemies who may still fire, at these models, and the button that asks them."""

    side: str
    at: tuple[str, ...]
    nudge: Button


@dataclass(frozen=True)
class Act:
    """A half of the Action Phase.

    The acting model with AP, its side's CP and those for zombies alone, what it can do, the next model, and the button
    that ends the half.
    """

    kind: ClassVar = "act"
    acting: str | None
    ap: int
    cp: int
    zombie_cp: int
    tiles: Tiles
    fresh: Button | None
    done: Button
    still_due: StillDue | None


Next = Talk | Over | WaitView | AtOnce | Answer | ReadyView | Draws | Bids | Deployment | Act


NOT_DONE = Button("done", "done", "command.done-action", greyed=True)
"""The greyed button if no half can be ended."""


def left_to_do(mine: str | None, may: AvailableOffers) -> tuple[Left, ...]:
    if not mine:
        return ()
    lets = (Left(submit_button(offer, "let-go", "calm"), None) for offer in may["let-go"])
    return (*(left(offer) for offer in may.of("reroll", "drag")), *lets)


def left(offer: Offer) -> Left:
    dice = offer.dice.count if offer.dice and offer.command == "reroll" else None
    return Left(form_link(offer, f"open-{offer.command}", "strong"), dice)


def react(state: State, mine: str | None, may: AvailableOffers) -> React | None:
    """Return the shots at the newest action and what waives them: as many tiles as fit at most."""
    if mine is None or not is_asked(may):
        return None
    offers = may["react"]
    calm = tuple(waiver(offer) for offer in may.of("no-reaction", *LIMITS) if not offer.choose)
    newest, room = state.answerable(mine)[-1], MOST_TILES - len(calm)
    at_newest = [offer for offer in offers if offer.given["action"] == newest.number]
    shots = tuple(map(shot, at_newest[: room - (len(offers) > room)]))
    rest = state.advancing
    to_go = rest.to_go if rest is not None and rest.model == newest.model else 0
    return React(newest.model, shots, len(offers) - len(shots), calm, to_go)


def is_asked(may: AvailableOffers) -> bool:
    return bool(may.of("react", "no-reaction"))


def waiver(offer: Offer) -> Button:
    model = offer.given.get("model")
    tile = submit_button(offer, offer.label or offer.command, "tile")
    return tile._replace(label_key=f"{tile.label_key}-this", about=model) if model else tile


def limits_apart(may: AvailableOffers) -> tuple[Button, ...]:
    """Return the choice of some models, which is behind “More actions” while shots are asked for."""
    chosen = [offer for offer in may.of(*LIMITS) if offer.choose and is_asked(may)]
    return tuple(button_for(offer, offer.label or offer.command, "tile") for offer in chosen)


def shot(offer: Offer) -> Shot:
    answer, dice = offer.preview, offer.dice
    assert answer is not None
    assert dice is not None
    chance = round(100 * Fraction((answer.odds or {})["at_least"].get("1", 0)))
    return Shot(offer.given["model"], tuple(offer.given.items()), dice.count, answer["needs"], chance)


def next_thing(state: State, seat: str, mine: str | None, may: AvailableOffers, book: TableBook) -> Next:
    answering, active = state.awaits_side(mine) if mine else False, mine is not None and state.active == mine
    if state.over:
        return over(state, book)
    if mine is None:
        return replace(wait(state, book), sit_down=seat == "public")
    if state.take_back or state.ruling_request:
        return wait(state, book)
    if answering and may.of(*AT_ONCE):
        return AtOnce(waits(state, mine), clock(state, book), in_places((), at_once(state, may)))
    if answering and state.unanswered:
        return answer(state, may, book)
    if answering and not (active and is_with_people(state, book)) and (asked := talk(state, may)) is not None:
        return asked
    if not (answering or active) or state.unanswered or (state.waiting and not answering):
        return replace(wait(state, book), limit=limit(state, mine, may))
    return in_phase(state, mine, may, book, rolls=state.seats[seat].rolls == "table")


def in_phase(state: State, mine: str, may: AvailableOffers, book: TableBook, *, rolls: bool) -> Next:
    if state.phase == "forces":
        warns = tuple(offer.hint for offer in may["force-ready"] if offer.hint)
        side, spent = state.sides[mine], rp_of(state.sides[mine].force, book).total
        ready = submit_buttons(may, "force-ready", "main")
        return ReadyView(tuple(agreements(state, may)), ready, warns, side.rp - spent, side.rp)
    if state.phase == "maintenance":
        return Draws(tuple(draw(state, mine, offer) for offer in may["replenish-hand"]))
    if state.phase == "bids":
        return Bids(in_places((), bids(may)), submit_buttons(may, "allied-intelligence", "quiet"), state.sides[mine].cp)
    if state.phase == "deployment":
        return Deployment(tuple(deployment(offer) for offer in may["deploy"]))
    return act(state, mine, may, book, rolls=rolls)


def over(state: State, book: TableBook) -> Over:
    points = tuple(score(state)) if state.score else ()
    return Over(str(state.winner), state.winner in state.sides, points, bool(book.mission.panels))


def wait(state: State, book: TableBook) -> WaitView:
    return WaitView(waits(state), state.active, clock(state, book))


def limit(state: State, mine: str, may: AvailableOffers) -> Limit | None:
    offers = may.of(*LIMITS)
    if not offers:
        return None
    only = state.sides[mine].reacts_only
    apart = [] if is_asked(may) else offers
    taps = tuple(button_for(offer, offer.label or offer.command, "quiet") for offer in apart)
    return Limit(None if only is None else tuple(only), taps)


def waits(state: State, side: str | None = None) -> Waits:
    return tuple(dict.fromkeys((one.side, one.for_) for one in state.waiting if side in (None, one.side)))


def at_once(state: State, may: AvailableOffers) -> Iterator[Button]:
    onto = state.twitching.target if state.twitching else None
    for offer in may["tell-face"]:
        for face in choice(offer, "face"):
            tap = submit_button(offer, f"face-{offer.given['item']}-{face}", "tile", face=face)
            yield tap._replace(about=face)
    for command in (command for command in AT_ONCE if command != "tell-face"):
        for number, offer in enumerate(may[command], start=1):
            about = offer.given.get("model")
            yield form_link(offer, f"open-{command}-{number}", "tile strong", about, None if about else onto)


def answer(state: State, may: AvailableOffers, book: TableBook) -> Answer:
    name = state.unanswered[-1]
    placed = state.in_play[name]
    kills = tuple(submit_button(offer, "kill-now", "main") for offer in may.of("kill-card", card=name))
    plays = ((offer.given["card"], offer) for offer in may["play-card"])
    return Answer(
        placed.card,
        placed.owner,
        placed.on,
        book.battle[placed.card].kill,
        next(pool.cp for side, pool in state.sides.items() if side != placed.owner),
        kills,
        submit_buttons(may, "let-card", "main"),
        tuple((card, form_link(offer, f"answer-with-{card}", "quiet")) for card, offer in plays),
    )


def agreements(state: State, may: AvailableOffers) -> Iterator[Button]:
    numbers = {"count-panels": state.panels, "count-doors": state.green_doors, "agree-last-turn": state.last_turn}
    counted = {COMES_BY.get(line) for line in state.set_up_done}
    for command, number in numbers.items():
        for offer in may[command]:
            link = form_link(offer, f"open-{command}", "quiet", number)
            yield link._replace(label_key=f"{link.label_key}-again") if command in counted else link


def draw(state: State, mine: str, offer: Offer) -> DrawView:
    side = state.sides[mine]
    if "held" in offer.choose:
        most = choice(offer, "held").max
        return DrawView(0, held=max(side.hand_size, len(side.hand)), most=most)
    return DrawView(max(side.hand_size - len(side.hand), 0), tuple(choice(offer, "discard").some))


def bids(may: AvailableOffers) -> Iterator[Button]:
    for offer in may["bid"]:
        span = choice(offer, "cp")
        for cp in range(span.min, min(span.max, MOST_TAPS) + 1):
            yield submit_button(offer, f"bid-{cp}", "tile", cp=cp)._replace(label_key="command.bid-cp", about=cp)


def deployment(offer: Offer) -> tuple[Button, tuple[str, ...]]:
    return form_link(offer, "deploy-some", "quiet"), tuple(choice(offer, "models").some)


def act(state: State, mine: str, may: AvailableOffers, book: TableBook, *, rolls: bool) -> Act:
    key = state.acting
    ap = state.models[key].ap if key else 0
    zombie_cp = zombie_pool(state, book, state.models[key]) if key else 0
    weapons = book.models[state.models[key].card].weapons if key else ()
    fresh = next((offer for offer in may["activate"] if offer.label is None), None)
    again = activation(fresh, "quiet" if ap else "main") if fresh else None
    done = end_of_half(may, next_thing=not (fresh or ap))
    if fresh:
        done = done._replace(behind=Piece("incursion/left_over.html", (("number", len(choice(fresh, "model"))),)))
    tiles = dock(may, weapons, enters=key is not None and state.models[key].place == "entry", rolls=rolls)
    if state.phase == "last-chance":
        tiles = in_places((), (*kills(state, may, book), *filter(None, tiles.places), *tiles.more))
    return Act(key, ap, state.sides[mine].cp, zombie_cp, tiles, again, done, still_due(state, mine, may))


def kills(state: State, may: AvailableOffers, book: TableBook) -> Iterator[Button]:
    """Yield a tile for each enemy card in play that can be killed, with what that takes."""
    for offer in may["kill-card"]:
        key = offer.given["card"]
        card = state.in_play[key].card
        tile = submit_button(offer, f"kill-{key}-now", "tile")._replace(label_key="command.kill-this", about=card)
        yield priced(tile, Price(0, book.battle[card].kill))


def behind_more(next_one: Next) -> tuple[Button, ...]:
    return next_one.tiles.more if isinstance(next_one, Act | AtOnce | Bids) else ()


def help_of_app(state: State, mine: str | None, may: AvailableOffers) -> tuple[Button, ...]:
    """Return the switch of the app's help, in the half in which it moves the zombies."""
    acts = mine is not None and state.active == mine and state.phase == "action"
    return tuple(submit_button(one, one.command, "tile") for one in may.of("let-app-help", "stop-app-help") if acts)


def at_the_end(state: State, mine: str | None, next_one: Next) -> Button | None:
    """Return the button that ends a half: greyed while others answer, None in their half."""
    if isinstance(next_one, Act):
        return next_one.done
    return NOT_DONE if mine and state.active == mine and not state.over else None


def end_of_half(may: AvailableOffers, *, next_thing: bool) -> Button:
    """Return the button that ends a half; greyed if it cannot be ended.

    If somebody may go into Reaction Fire, it is a link to the form that asks who sees no enemy.
    """
    offer = next(iter(may["done"]), None)
    if offer is None:
        return NOT_DONE
    if offer.choose:
        return form_link(offer, "done", "strong" if next_thing else "quiet")
    return submit_button(offer, "done", "strong" if next_thing else "quiet")


def still_due(state: State, mine: str, may: AvailableOffers) -> StillDue | None:
    if not (nudges := submit_buttons(may, "nudge", "quiet")):
        return None
    at = tuple(state.still_due_at(mine))
    return StillDue(state.other(mine), at, nudges[0]) if at else None


def activation(offer: Offer, look: str) -> Button:
    key = choice(offer, "model")[0]
    return submit_button(offer, "activate-next", look, model=key)._replace(about=key)
