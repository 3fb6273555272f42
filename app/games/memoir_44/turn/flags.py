"""Answers of the attacked side: ignored flags, retreats; whether a leader is lost."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from app.core.engine.command import Command
from app.core.engine.offers import Offer
from app.core.errors import Refused
from app.core.rules.ruling import RulingResult, working
from app.games.memoir_44.board_state import BoardState, Draft, GameContext, army_of, board_state_of
from app.games.memoir_44.events.trains import TrainMoved
from app.games.memoir_44.events.units import FlagsAnswered, LeaderChecked
from app.games.memoir_44.geometry import Hex
from app.games.memoir_44.rulings.faces import battle_dice
from app.games.memoir_44.rulings.moving import closed, closed_to
from app.games.memoir_44.rulings.retreating import UNLIMITED, Flagged, TrainHit, flags, train
from app.games.memoir_44.rulings.stars import LeaderDown, heroic_leader
from app.games.memoir_44.scenarios.forms import Odd
from app.games.memoir_44.state import Asked, Unit, other
from app.games.memoir_44.turn.asking_back import ask_back
from app.games.memoir_44.turn.battle import attacked, place_crosshair, win_hex_of_train
from app.games.memoir_44.turn.ice import ask, is_thin
from app.games.memoir_44.turn.medals import lose, win_medals
from app.games.memoir_44.turn.moving import clear_way
from app.games.memoir_44.turn.sequence import check_goes_on, undecided
from app.games.memoir_44.turn.taking_ground import entered, win_ground
from app.games.memoir_44.turn.trains import Standing, back, facts_of, note_hits, standing, under
from app.games.memoir_44.turn.unrefereed import RULE, naming, of_way


class AnswerFlags(Command):
    ignore: int
    to: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        asked, found = check_flags(look), False
        most = most_ignored(look, asked)
        for ignore in range(most, least_ignored(look, asked) - 1, -1):
            if hexes := sorted(ends(look, asked, ignore)):
                found, answer = True, ruling(look, asked, ignore)
                shown = naming(RulingResult({}, answer.working), odd_behind(look, asked))
                yield Offer(
                    cls.key,
                    given={"ignore": ignore},
                    choose={"to": hexes},
                    preview=shown,
                    about=look.state.placed(asked.unit),
                    label=what_it_is(answer, ignore, most),
                    must_choose=undecided({"to": hexes}),
                )
        if not found:
            raise Refused("table-decides-retreat", RULE)

    def decide(self, draft: Draft) -> None:
        asked = check_flags(draft)
        if self.ignore < (least := least_ignored(draft, asked)):
            raise Refused("must-be-ignored", "terrain.in-a-cave", field="ignore", limit=least)
        if not 0 <= self.ignore <= most_ignored(draft, asked):
            raise Refused("too-many-ignored", "retreat.ignoring", field="ignore", limit=most_ignored(draft, asked))
        if self.to not in ends(draft, asked, self.ignore):
            check_refereed(draft, asked, self.ignore, self.to)
            raise Refused("no-way-back", "retreat.flags", field="to", to=self.to)
        if asked.unit in draft.state.trains:
            answer_for_train(draft, asked, self.ignore)
            return
        at = str(draft.state.units[asked.unit].at)
        answer = ruling(draft, asked, self.ignore)
        lost, back = answer["figures_lost"], answer["retreat"]
        ice = ice_on_retreat(draft, asked.unit, self.to, reach_of(draft, draft.state.units[asked.unit], back))
        draft.emit(FlagsAnswered(draft.side, asked.unit, self.ignore, self.to, back, lost, working(answer)))
        finish_retreat(draft, asked, at, lost)
        if ice and draft.state.units[asked.unit].there and not draft.state.over:
            ask(draft, asked.unit, ice, retreats=True)


def ice_on_retreat(look: GameContext, key: str, to: str, steps: int) -> int:
    """Return the hexes of thin ice on the way back that has the fewest of them."""
    field, unit = board_state_of(look), look.state.units[key]
    least = {str(unit.at): 0}
    for _ in range(steps):
        if to in least:
            break
        onto = ((at, count) for here, count in least.items() for at in free_behind(field, unit, here))
        ways = [(at, count + is_thin(field, at)) for at, count in onto]
        least = {at: min(count for one, count in ways if one == at) for at, _ in ways}
    return least.get(to, 0)


def finish_retreat(draft: Draft, asked: Asked, at: str, lost: int) -> None:
    unit = draft.state.units[asked.unit]
    now = str(unit.at)
    if now != at:
        clear_way(draft, board_state_of(draft), asked.unit, at, [now])
    hits = asked.hits if draft.book.kind(unit.type, unit.badge).second_roll else 0
    eliminated = lose(draft, asked.unit, lost + hits, asked.by if now == at else None)
    if eliminated or unit.at != at:
        win_ground(draft, asked.by, at)
    else:
        place_crosshair(draft, asked.by, asked.unit, asked.hits + lost)
        ask_back(draft, asked.unit, asked.by, asked.hits + lost)


def what_it_is(answer: RulingResult, ignore: int, most: int) -> str:
    if answer["retreat"] and not most:
        return "back-ignoring-only"
    return f"{'back' if answer['retreat'] else 'stay'}-ignoring-{min(ignore, 2)}"


def check_refereed(look: GameContext, asked: Asked, ignore: int, to: str) -> None:
    """Raise Refused for a hex to which a unit only goes back over unrefereed ground."""
    if to in ends(look, asked, ignore, refereed=False):
        raise Refused("table-decides-retreat", RULE, field="to")


def check_flags(look: GameContext) -> Asked:
    check_goes_on(look)
    state = look.state
    if state.asked is None or not state.awaits(look.seat):
        raise Refused("no-flags", "retreat.flags")
    return state.asked


def most_ignored(look: GameContext, asked: Asked) -> int:
    if asked.unit in look.state.trains:
        answer = train(of_train(look, asked), look.book)
    else:
        answer = flags(facts_of_flags(look, asked, None, UNLIMITED), look.book)
    may: int = answer["may_ignore"]
    return may


def least_ignored(look: GameContext, asked: Asked) -> int:
    if asked.unit in look.state.trains:
        return 0
    least: int = flags(facts_of_flags(look, asked, None, UNLIMITED), look.book)["must_ignore"]
    return least


def of_train(look: GameContext, asked: Asked, **more: int) -> TrainHit:
    facts = {"flags": asked.flags, "cannot_ignore": asked.cannot_ignore, **more}
    return facts_of(look.state.trains[asked.unit], **facts)


def facts_of_flags(look: GameContext, asked: Asked, ignore: int | None, free: int) -> Flagged:
    unit = look.state.units[asked.unit]
    facts = {
        "flags": asked.flags,
        "terrain": board_state_of(look).under(unit),
        "unit": unit.type,
        "army": army_of(look.book, unit),
        "leader": unit.leader and unit.type == "infantry",
        "badge": unit.badge,
        "traits": unit.traits,
        "cannot_ignore": asked.cannot_ignore,
        "free_hexes": free,
        "ignore": ignore,
    }
    return Flagged.model_validate(facts)


def ruling(look: GameContext, asked: Asked, ignore: int) -> RulingResult:
    if asked.unit in look.state.trains:
        return train(of_train(look, asked, ignore=ignore, free_track=track_behind(look, asked)), look.book)
    steps = furthest(board_state_of(look), look.state.units[asked.unit], asked.flags - ignore)
    return flags(facts_of_flags(look, asked, ignore, len(steps) - 1), look.book)


def ends(look: GameContext, asked: Asked, ignore: int, *, refereed: bool = True) -> set[str]:
    """Return the hexes in which a unit may end so: its own, if it goes nowhere.

    `refereed`: over no ground that the table decides, and none if such ground says how far it comes.
    """
    field = board_state_of(look)
    barred = field.scenario.odd_places if refereed else frozenset()
    if asked.unit in look.state.trains:
        free = barred.isdisjoint(track_touched(look, asked.unit, asked.flags - ignore))
        return {look.state.trains[asked.unit].at} if free else set()
    unit = look.state.units[asked.unit]
    back: int = ruling(look, asked, ignore)["retreat"]
    rows = furthest(field, unit, reach_of(look, unit, back), barred)
    whole = len(rows) > asked.flags - ignore or barred.isdisjoint(ground_behind(field, unit, asked.flags - ignore))
    return {at for row in rows[back:] for at in row} if whole else set()


def reach_of(look: GameContext, unit: Unit, flags: int) -> int:
    army = army_of(look.book, unit)
    own = look.book.kind(unit.type, unit.badge).retreat
    return flags * max(own, look.book.armies[army].retreat if army else 1)


def furthest(field: BoardState, unit: Unit, steps: int, barred: Collection[Hex] = ()) -> list[set[str]]:
    """Return the hexes that a unit can go back to, row by row, its own first.

    As far as it can or must; over and out of none of the `barred` ones.
    """
    rows = [{str(unit.at)}]
    while len(rows) <= steps:
        free = (here for here in rows[-1] if field.hex(here) not in barred)
        behind = {at for here in free for at in free_behind(field, unit, here) if field.hex(at) not in barred}
        if not behind:
            break
        rows.append(behind)
    return rows


def ground_behind(field: BoardState, unit: Unit, steps: int) -> set[Hex]:
    rows = furthest(field, unit, steps)
    onto = (
        place
        for row in rows[:steps]
        for at in row
        for place in field.board.retreats(field.hex(at), field.edge(unit.side))
    )
    return {field.hex(str(unit.at)), *onto}


def odd_behind(look: GameContext, asked: Asked) -> list[Odd]:
    field, train = board_state_of(look), look.state.trains.get(asked.unit)
    if train is not None:
        return of_way(field, asked.unit, sorted(track_touched(look, asked.unit, asked.flags)))
    unit = look.state.units[asked.unit]
    return of_way(field, asked.unit, sorted(ground_behind(field, unit, reach_of(look, unit, asked.flags))))


def free_behind(field: BoardState, unit: Unit, here: str) -> Iterator[str]:
    before = entered(field, unit, here)
    if before.first(closed_to(unit.type)):
        return
    for place in field.board.retreats(field.hex(here), field.edge(unit.side)):
        name = field.name(place)
        after = entered(field, unit, name, over_a_side=field.over_a_side(field.hex(here), place))
        free = next(closed(unit.type, before, after), None) is None and all(one.retreat_into for _, one in after.names)
        if free and field.state.at(name) is None:
            yield name


def track_behind(look: GameContext, asked: Asked) -> int:
    return len(list(way_back(look, asked.unit, asked.flags)))


def way_back(look: GameContext, key: str, steps: int) -> Iterator[Standing]:
    field, stands = board_state_of(look), standing(look.state.trains[key])
    for _ in range(steps):
        found = back(field, stands)
        if found is None:
            return
        stands = found
        yield stands


def track_touched(look: GameContext, key: str, flags: int) -> set[Hex]:
    """Return the hexes that decide how far a train goes back for so many flags.

    Those on which it ends, and if its track ends sooner, all around its end.
    """
    if not flags:
        return set()
    field = board_state_of(look)
    way = [standing(look.state.trains[key]), *way_back(look, key, flags)]
    at, tail, _ = way[-1]
    beyond = field.board.around(field.hex(tail or at)) if len(way) <= flags else ()
    return {*beyond, *(place for stands in way for place in under(field, stands))}


def answer_for_train(draft: Draft, asked: Asked, ignore: int) -> None:
    one, at = draft.state.trains[asked.unit], attacked(draft, asked.by, asked.unit)
    answer = ruling(draft, asked, ignore)
    way = list(way_back(draft, asked.unit, answer["retreat"]))
    to = way[-1][0] if way else one.at
    draft.emit(FlagsAnswered(draft.side, asked.unit, ignore, to, answer["retreat"], 0, working(answer)))
    if answer["hits"] > one.hits:
        note_hits(draft, asked.unit, answer)
    if way and one.places:
        draft.emit(TrainMoved(draft.side, asked.unit, *way[-1]))
    win_hex_of_train(draft, asked.by, at)


class CheckLeader(Command):
    """Roll whether a heroic leader is lost with his unit; else he joins the nearest one."""

    rolls = True

    to: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_leader(look)
        answer = heroic_leader(LeaderDown(), look.book)
        dice, to = battle_dice(look.book, answer["dice_needed"]), nearest_friends(look)
        yield Offer(cls.key, choose={"to": to}, dice=dice, preview=answer, must_choose=undecided({"to": to}))

    def decide(self, draft: Draft) -> None:
        check_leader(draft)
        if self.to not in nearest_friends(draft):
            raise Refused("not-the-nearest", "stars.leader-lost", field="to")
        asked = heroic_leader(LeaderDown(), draft.book)
        roll = draft.roll(battle_dice(draft.book, asked["dice_needed"]))
        answer = heroic_leader(LeaderDown.model_validate({"faces": roll.faces}), draft.book)
        key, lost = str(draft.state.leader_down), answer["lost"]
        draft.emit(LeaderChecked(draft.side, lost, roll, None if lost else self.to, working(answer), asked["needs"]))
        win_medals(draft, other(draft.side), answer["opponent_medals"], f"leader-{key}")


def check_leader(look: GameContext) -> None:
    check_goes_on(look)
    if look.state.leader_down is None or not look.state.awaits(look.seat):
        raise Refused("no-leader-in-doubt", "stars.leader-lost")


def nearest_friends(look: GameContext) -> list[str]:
    field, state = board_state_of(look), look.state
    apart: Mapping[str, int] = {key: field.apart(str(state.fell_at), str(unit.at)) for key, unit in state.of(look.side)}
    return sorted(key for key, far in apart.items() if far == min(apart.values()))
