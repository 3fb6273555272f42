"""Shooting: a weapon's rate of fire in Damage Dice against the target's Fortitude. Source: Incursion, Shooting."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, ClassVar, Literal

from app.core.facts import Count, Facts, Modifier, Points
from app.core.play import Ask, Draft, Look, Offer, Refused, fitting, working
from app.core.ruling import Answer, Ruling
from app.games.incursion import attack
from app.games.incursion.actions import Action, acting, cost, form
from app.games.incursion.book import Book, Weapon
from app.games.incursion.effects import changes, told, total
from app.games.incursion.events import ShotFired
from app.games.incursion.state import Model
from app.games.incursion.watching import alert


class Shot(Facts):
    """One shot at one enemy model. `fortitude` is the value after cards, before the weapon's own change."""

    weapon: Literal["smg", "lmg", "hmg", "shotgun", "pistol"]
    fortitude: Count
    dp: Points = 1
    reaction: bool = False
    modifier: Modifier = 0
    extra_dice: Modifier = 0
    dice: list[int] | None = None
    two_gun: bool = False
    rerolls: list[int] | None = None


def shoot(shot: Shot, book: Book) -> Answer:
    """Dice needed and the face they need; with dice, hits, Damage Points lost, casualty and Out of Ammo.

    One ruling is one shot. Raises Refused for dice that cannot be. Source: Incursion, Shooting; Reaction Fire.
    """
    weapon = book.shooting.weapons[shot.weapon]
    dice, needs = dice_of(shot, book, weapon), needs_of(shot, book, weapon)
    chance = attack.chance(needs.total)
    if rerolls(shot, book):
        chance += (1 - chance) * chance
    result = {"dice_needed": dice.total, "needs": needs.total}
    faces = attack.faces_of(shot.dice, dice.total)
    if faces is None and shot.rerolls is not None:
        raise Refused("wrong-dice-count", field="rerolls", needed=0, given=len(shot.rerolls))
    if faces is not None:
        result |= outcome(shot, book, faces, needs.total)
    odds = attack.odds(dice.total, chance, shot.dp) if shot.dice is None else None
    return Answer(result, dice, {"needs": needs}, odds)


def dice_of(shot: Shot, book: Book, weapon: Weapon) -> Ruling:
    """How many Damage Dice the shot rolls."""
    dice = Ruling().plus("weapon", weapon.rof, "shooting.rof")
    if shot.reaction:
        dice = dice.plus("reaction-fire", weapon.reaction_rof - weapon.rof, "shooting.reaction-rof")
    dice = dice.plus("ammo-cards", shot.extra_dice, "shooting.ammo-cards")
    return dice.within(1 if book.says("no-dice") == "at-least-one" else 0, None, "shooting.no-dice")


def needs_of(shot: Shot, book: Book, weapon: Weapon) -> Ruling:
    """The natural face each die must reach."""
    fortitude = Ruling().plus("fortitude", shot.fortitude, "dice.fortitude")
    fortitude = fortitude.plus(shot.weapon, weapon.fortitude, "shooting.shotgun")
    return attack.needed_face(book, fortitude, Ruling().plus("die-modifier", shot.modifier, "dice.modifier"))


def rerolls(shot: Shot, book: Book) -> bool:
    """Whether dice that caused no DP are rolled once more (Two-Gun)."""
    if shot.two_gun and shot.weapon != "smg":
        raise Refused("two-gun-is-smg", "shooting.two-gun", field="two_gun")
    return shot.two_gun and (not shot.reaction or book.says("rf-two-gun") == "rerolls")


def outcome(shot: Shot, book: Book, faces: list[int], needs: int) -> dict[str, Any]:
    """Hits and what they do; `rerolls_needed` while dice may still be rolled again."""
    missed = [face for face in faces if face < needs] if rerolls(shot, book) else []
    second = shot.rerolls
    if second is not None:
        second = fitting(second, Ask(len(missed)), "rerolls")
    final = faces if second is None else [face for face in faces if face >= needs] + second
    judged = final if book.says("ammo-doubles") == "final" else faces
    result = attack.harm(attack.hits_among(final, needs), shot.dp)
    result["out_of_ammo"] = shot.reaction and has_doubles(judged)
    if missed and second is None:
        result["rerolls_needed"] = len(missed)
    return result


def has_doubles(faces: Sequence[int]) -> bool:
    """Whether any natural face fell twice."""
    return len(set(faces)) < len(faces)


# -- at the table


class Fire(Action):
    """One shot of the acting model's weapon at one enemy in its line of sight."""

    rolls: ClassVar[bool] = True
    cost_of: ClassVar[str] = "fire"
    target: str
    weapon: str | None = None

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        key, model = acting(look)
        for weapon in weapons_of(look, model):
            for targets, preview in attack.groups(look, partial(fire_at, look, key, weapon)):
                ask = Ask(dice_left(preview))
                given, choose = form(look, model, cls.cost_of, {"model": key, "weapon": weapon})
                ap = cost(look, cls.cost_of)["ap"]
                choices = {"target": targets, **choose}
                yield Offer(cls.key, given=given, choose=choices, dice=ask, preview=preview, price=ap)

    def decide(self, draft: Draft) -> None:
        _, model = acting(draft, self.model)
        weapon = self.weapon or weapons_of(draft, model)[0]
        if weapon not in weapons_of(draft, model):
            raise Refused("no-such-weapon", "shooting.rof", field="weapon")
        attack.target_of(draft, self.target)
        ap, cp = self.pay(draft, model, self.cost_of)
        roll = draft.roll(Ask(dice_left(fire_at(draft, self.model, weapon, self.target))))
        shot = fire_at(draft, self.model, weapon, self.target, roll.faces)
        harm = shot["needs"], shot["hits"], shot["dp_lost"]
        draft.note(ShotFired(self.model, ap, cp, self.target, roll, *harm, working(shot), weapon=weapon))
        attack.bury(draft, self.target)
        alert(draft, self.model, "fire")


def dice_left(answer: Answer) -> int:
    """The dice of a shot. Raises Refused where cards have left none."""
    dice: int = answer["dice_needed"]
    if not dice:
        raise Refused("no-dice-left", "shooting.no-dice", field="model")
    return dice


def weapons_of(look: Look, model: Model) -> list[str]:
    """The ranged weapons of a model's card. Raises Refused where it has none."""
    weapons: list[str] = look.book.models[model.card].weapons
    if not weapons:
        raise Refused("no-weapon", "shooting.rof", field="model")
    return weapons


def fire_at(
    look: Look, key: str, weapon: str, target: str, dice: list[int] | None = None, *, reaction: bool = False
) -> Answer:
    """The ruling on a shot at the table, each battle card a reason of its own."""
    enemy: Model = look.state.models[target]
    more = [] if reaction and look.book.says("ammo-cards") == "per-ap" else changes(look, key, "damage-dice")
    die, fortitude = changes(look, key, "shot-die"), changes(look, target, "fortitude")
    facts = {"weapon": weapon, "fortitude": max(0, enemy.fortitude + total(fortitude)), "dp": enemy.dp, "dice": dice}
    shot = Shot.model_validate({**facts, "reaction": reaction, "extra_dice": total(more), "modifier": total(die)})
    return told(shoot(shot, look.book), more, {"fortitude": fortitude, "die-modifier": die})
