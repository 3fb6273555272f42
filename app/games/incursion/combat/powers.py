"""Powers of models with rolls of their own.

Source: Incursion, Slugger Murphy; Hans; Bomberzombies.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from app.core.engine.offers import DiceRequest, check_die, fitting
from app.core.errors import Refused
from app.core.rules.dice import D6, as_text, at_least, chance_of_at_least
from app.core.rules.inputs import Count, Dice, Die, Facts, Modifier, Points
from app.core.rules.ruling import Ruling, RulingResult
from app.games.incursion.book import Book
from app.games.incursion.combat import attack

# -- Bambi


class Chain(Facts):
    """Slugger's pistol: the dice of the chain as rolled, in order.

    `fortitude` is the value after cards. `earlier`: shots of the chain before these dice, at other targets.
    """

    fortitude: attack.Fortitude
    dp: Points = 1
    modifier: Modifier = 0
    reaction: bool = False
    earlier: Count = 0
    dice: Dice | None = None


def bambi(chain: Chain, book: Book) -> RulingResult:
    """Resolve a chain of shots: hits, harm, and whether activation and chain go on.

    Raise Refused for dice after the chain's end. Source: Slugger Murphy, Bambi.
    """
    if chain.dice is not None:
        return bambi_rolled(chain, chain.dice, book)
    first = bambi_needs(chain, book, 1)
    result = {"dice_needed": 1, "needs": first.total}
    return RulingResult(result, bambi_bonus(book, chain.earlier + 1), {"needs": first}, chain_odds(chain, book))


def bambi_rolled(chain: Chain, dice: list[int], book: Book) -> RulingResult:
    shots = len(dice)
    fitting(dice, DiceRequest(shots))
    hits = [face >= bambi_needs(chain, book, shot).total for shot, face in enumerate(dice, start=1)]
    ends = [shot for shot, face in enumerate(dice, start=1) if ends_chain(chain, book, face, hits, shot)]
    length = ends[0] if ends else shots
    if not dice or length < shots:
        raise Refused("wrong-dice-count", "table.dice", field="dice", needed=max(1, length), given=shots)
    needs = bambi_needs(chain, book, shots)
    result = {"dice_needed": shots, "needs": needs.total, "shots": shots, **attack.harm(sum(hits), chain.dp)}
    result["activation_ends"] = not chain.reaction and dice[-1] == book.bambi.ends_on
    result["next"] = not ends
    return RulingResult(result, bambi_bonus(book, chain.earlier + shots), {"needs": needs})


def ends_chain(chain: Chain, book: Book, face: int, hits: list[bool], shot: int) -> bool:
    dead = sum(hits[:shot]) >= chain.dp and book.answer_for("bambi-target") == "same"
    return chain.reaction or face == book.bambi.ends_on or not hits[shot - 1] or dead


def bambi_bonus(book: Book, shot: int) -> Ruling:
    ruling = Ruling().plus("bambi", book.bambi.bonus, "powers.bambi")
    return ruling.plus("further-shots", 1 - shot, "powers.bambi")


def bambi_needs(chain: Chain, book: Book, shot: int) -> Ruling:
    modifier = bambi_bonus(book, chain.earlier + shot).plus("die-modifier", chain.modifier, "dice.modifier")
    return attack.needed_face(book, Ruling().plus("fortitude", chain.fortitude, "dice.fortitude"), modifier)


def chain_odds(chain: Chain, book: Book) -> Mapping[str, Any]:
    hits: dict[int, Fraction] = {}
    alive, shot = Fraction(1), 1
    while alive:
        needs = bambi_needs(chain, book, shot).total
        hit = chance_of_at_least(needs)
        stops = chain.reaction or (shot >= chain.dp and book.answer_for("bambi-target") == "same")
        one = Fraction(1, D6) if needs <= book.bambi.ends_on else Fraction()
        ended = hit if stops else one
        hits[shot - 1] = hits.get(shot - 1, Fraction()) + alive * (1 - hit)
        hits[shot] = hits.get(shot, Fraction()) + alive * ended
        alive *= hit - ended
        shot += 1
    counted = {count: chance for count, chance in hits.items() if chance or count == 0}
    casualty = sum((chance for count, chance in counted.items() if count >= chain.dp), Fraction())
    return {"hits": as_text(counted), "at_least": as_text(at_least(counted)), "casualty": str(casualty)}


# -- the Harpoon Gun


class Harpoon(Facts):
    """A shot of the Harpoon Gun, and the drag die if it caused no Damage Point.

    `taken`: somebody is on the square before Hans.
    """

    fortitude: attack.Fortitude
    dp: Points = 1
    modifier: Modifier = 0
    taken: bool = False
    die: Die | None = None
    drag_die: Die | None = None


def harpoon(shot: Harpoon, book: Book) -> RulingResult:
    """Decide whether the target is hit, dead, harpooned, dragged, and the harpoon must be freed.

    Source: Hans, Harpoon Gun.
    """
    modifier = Ruling().plus("die-modifier", shot.modifier, "dice.modifier")
    needs = attack.needed_face(book, Ruling().plus("fortitude", shot.fortitude, "dice.fortitude"), modifier)
    hit = shot.die is not None and check_die(shot.die, "die") >= needs.total
    if shot.drag_die is not None and (shot.die is None or hit):
        raise Refused("wrong-dice-count", "table.dice", field="drag_die", needed=0, given=1)
    if shot.die is None:
        result = {"dice_needed": 1, "needs": needs.total}
        return RulingResult(result, needs, odds=harpoon_odds(needs.total, shot, book))
    casualty = hit and shot.dp == 1
    result = {"hit": hit, "casualty": casualty, "must_free": casualty, **harpoon_drag(shot, hit, casualty, book)}
    return RulingResult(result, needs, {"drag": Ruling().plus("harpoon", book.harpoon.drags_on, "powers.harpoon")})


def harpoon_drag(shot: Harpoon, hit: bool, casualty: bool, book: Book) -> dict[str, Any]:
    if not hit and shot.drag_die is None:
        return {"dice_needed": 1, "drags_on": book.harpoon.drags_on}
    harpooned = not casualty if hit else check_die(shot.drag_die or 0, "drag_die") >= book.harpoon.drags_on
    return {"harpooned": harpooned, "dragged": harpooned and drags(shot, book)}


def drags(shot: Harpoon, book: Book) -> bool:
    return not shot.taken or book.answer_for("drag-taken") == "nearest"


def harpoon_odds(needs: int, shot: Harpoon, book: Book) -> Mapping[str, Any]:
    hit = chance_of_at_least(needs)
    dragged = (1 - hit) * chance_of_at_least(book.harpoon.drags_on) + (hit if shot.dp > 1 else 0)
    dragged = dragged if drags(shot, book) else Fraction()
    hits = {0: 1 - hit, 1: hit}
    casualty = str(hit if shot.dp == 1 else Fraction())
    return {"hits": as_text(hits), "at_least": as_text(at_least(hits)), "casualty": casualty, "dragged": str(dragged)}


# -- Volatile


class ShotDead(Facts):
    """The die of a Bomberzombie that was shot dead."""

    die: Die | None = None


def volatile(shot: ShotDead, book: Book) -> RulingResult:
    """Decide the fate of a Bomberzombie shot dead: explodes, removed, or Blaze of Glory.

    Source: Volatile.
    """
    table = book.volatile
    bounds = {"explodes": table.explodes, "removed": table.removed, "blaze-of-glory": D6}
    if shot.die is None:
        shares = [table.explodes, table.removed - table.explodes, D6 - table.removed]
        odds = {name: str(Fraction(share, D6)) for name, share in zip(bounds, shares, strict=True)}
        return RulingResult({"dice_needed": 1}, Ruling().plus("volatile", 1, "powers.volatile"), odds={"outcome": odds})
    face = check_die(shot.die, "die")
    outcome = next(name for name, highest in bounds.items() if face <= highest)
    return RulingResult({"outcome": outcome}, Ruling().plus("volatile", face, "powers.volatile"))
