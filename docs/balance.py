"""Worth of the cards of the starter set, by the rulings' own odds: `make balance` fills balance.md's tables."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

from app.core.rules.dice import chance_of_at_least
from app.core.rules.ruling import RulingResult
from app.games.incursion.book import EDITIONS, SIDES, BattleCard, Book, ModelCard, card_set, edition_data, typed_book
from app.games.incursion.combat.melee import Blow, blow_ruling
from app.games.incursion.combat.shooting import Shot, shot_ruling

PAGE = Path(__file__).with_name("balance.md")
BASELINE = {"allied": "grunt-ape", "german": "sturmzombie"}
AIMING, CLOSING = 1, 2
"""AP spent on a step or a turn before shooting; AP spent to get hand to hand, though one blow is always left."""
BLAST, FLAMES = 3, 4
"""Enemies that a blast catches in its nine squares, and flames in their eight."""
TURNS, MODELS = 3, 3
"""Turns that a model fights in a mission, and models that a side has in the fight."""
SHOTS_PER_AP, BLAST_DIE, KABOOM_DIE, BAMBI_DIE, DRAG = {"hmg": 2}, 1, 3, 2, 4
"""Shots for an AP; what is added to a die of a grenade, of Ka-BOOM! and of Bambi's first shot; the face that drags."""
MODEL = "model|edition|RP|AP|F|DP|limit|best attack|DP a turn|by power|per RP|to baseline|"
HEADS = {
    "allied": f"{MODEL}first zombie's blows|per RP|third zombie's blows|per RP",
    "german": f"{MODEL}LMG shots|per RP",
    "battle": "card|on|lasts|change|Grunt, DP a turn|third zombie, DP a turn|AP in all|Kill Value",
}


def book_of(edition: str) -> Book:
    """A book with the models of every shipped set."""
    return typed_book(edition_data(edition), {}, card_set("reinforcements"), None)


def expected(answer: RulingResult, dp: int) -> Fraction:
    """Damage Points that an attack takes on average from a model that has `dp` of them."""
    if answer.odds is None:
        return Fraction(answer["dp_lost"])
    return sum((Fraction(p) for hits, p in answer.odds["at_least"].items() if int(hits) <= dp), Fraction())


def attacks_to_kill(answer: RulingResult, dp: int) -> Fraction:
    hits = {int(count): Fraction(p) for count, p in (answer.odds or {})["hits"].items()}
    left = sum((p * attacks_to_kill(answer, dp - n) for n, p in hits.items() if 0 < n < dp), Fraction())
    return (1 + left) / (1 - hits[0])


def shot(book: Book, enemy: ModelCard, **facts: Any) -> Fraction:
    """One shot at an enemy."""
    given = {"fortitude": enemy.fortitude, "dp": enemy.dp, **facts}
    return expected(shot_ruling(Shot.model_validate(given), book), given["dp"])


def blow(book: Book, enemy: ModelCard, attacker: str, **facts: Any) -> Fraction:
    """One hand-to-hand attack on an enemy."""
    target = "sturmzombie" if enemy.horde else "other"
    given = {"attacker": attacker, "target": target, "fortitude": enemy.fortitude, "dp": enemy.dp, **facts}
    return expected(blow_ruling(Blow.model_validate(given), book), given["dp"])


def die(book: Book, enemy: ModelCard, modifier: int = 0) -> Fraction:
    """The chance of one die with a modifier."""
    return shot(book, enemy, weapon="pistol", modifier=modifier)


def bambi(book: Book, enemy: ModelCard, ap: int) -> Fraction:
    """Shots that go on, each at 1 less, while they cause a DP; a natural 1 on the way is the end of the activation."""
    reached, hits, ones, modifier = Fraction(1), Fraction(), Fraction(), BAMBI_DIE
    while reached:
        ones += reached / 6
        reached *= die(book, enemy, modifier)
        hits, modifier = hits + reached, modifier - 1
    return sum((hits * (1 - ones) ** shots for shots in range(ap)), Fraction())


def harpoon(book: Book, enemy: ModelCard, ap: int) -> Fraction:
    """One harpoon; an enemy that it wounds or drags is clubbed with all other AP."""
    hit = die(book, enemy)
    return hit + (hit + (1 - hit) * chance_of_at_least(DRAG)) * (ap - 1) * blow(book, enemy, "hans")


def attacks(key: str, book: Book, enemy: ModelCard) -> Iterable[tuple[Fraction, str]]:
    """(DP a turn, attack) for each way in which a model can attack."""
    card, models = book.models[key], book.horde.zombies
    aimed, blows = card.ap - AIMING, max(1, card.ap - CLOSING)
    for weapon in card.weapons:
        if weapon == "pistol" and "bambi" in card.powers:
            yield bambi(book, enemy, aimed), "Bambi"
        elif weapon in book.shooting.weapons:
            fired = aimed * SHOTS_PER_AP.get(weapon, 1)
            yield fired * shot(book, enemy, weapon=weapon, two_gun="two-gun" in card.powers), weapon
        elif weapon == "harpoon-gun":
            yield harpoon(book, enemy, aimed), weapon
        else:
            modifier, caught = (0, FLAMES) if weapon == "flamethrower" else (BLAST_DIE, BLAST)
            price = f"throw-{weapon}" if weapon == "grenade" else f"fire-{weapon}"
            fired = aimed // book.action_cost[price]
            yield fired * caught * die(book, enemy, modifier), weapon
    if card.horde:
        yield blows * sum((blow(book, enemy, key, nth=n + 1) for n in range(models)), Fraction()), f"{models} zombies"
    elif "ka-boom" in card.powers:
        yield BLAST * die(book, enemy, KABOOM_DIE) / TURNS, "Ka-BOOM!"
    else:
        fighter = key if key in book.melee.attackers else BASELINE["allied"]
        yield blows * blow(book, enemy, fighter), "hand to hand"


def worth(key: str, book: Book) -> tuple[Fraction, str, Fraction, Fraction]:
    """DP a turn taken from the other side's baseline model, how, DP by the CP that a power brings, and all per RP."""
    card, power = book.models[key], Fraction()
    other = BASELINE[next(side for side in SIDES if side != card.side)]
    damage, how = max(attacks(key, book, book.models[other]))
    if "sarge-in-charge" in card.powers:
        power = book.command_points.sarge * pair(book)[0]
    if "zombie-controller" in card.powers:
        power = book.command_points.gretel * worth("sturmzombie", book)[0] / book.horde.zombies
    return damage, how, power, (damage + power) / card.rp


def model_row(key: str, book: Book) -> list[Any]:
    """The values of a model and what they are worth; without its edition."""
    card, (damage, how, power, per_rp), zombies = book.models[key], worth(key, book), book.horde.zombies
    percent = round(100 * per_rp / worth(BASELINE[card.side], book)[-1])
    values = [card.rp, card.ap, card.fortitude, card.dp, card.limit or "–"]
    facts: dict[str, Any] = {"fortitude": card.fortitude, "dp": card.dp}
    by = [blow_ruling(Blow(attacker="sturmzombie", nth=nth, **facts), book) for nth in (1, zombies)]
    by = by if card.side == "allied" else [shot_ruling(Shot(weapon="lmg", **facts), book)]
    stays = [attacks_to_kill(answer, card.dp) * (zombies if card.horde else 1) for answer in by]
    lasts = [value for stay in stays for value in (stay, stay / card.rp)]
    return [card.name.en, *values, how, damage, power or "", per_rp, f"{percent} %", *lasts]


def models_table(side: str) -> str:
    """The models of a side; a line for each edition where they differ."""
    books, rows = {edition: book_of(edition) for edition in EDITIONS}, []
    for key in [key for key, card in books[EDITIONS[0]].models.items() if card.side == side]:
        found = {edition: model_row(key, book) for edition, book in books.items()}
        if all(row == found[EDITIONS[0]] for row in found.values()):
            found = {"both": found[EDITIONS[0]]}
        rows += [[row[0], edition, *row[1:]] for edition, row in found.items()]
    return table(side, rows)


def pair(book: Book, gun: Any = None, fist: Any = None) -> tuple[Fraction, Fraction]:
    """DP of a Grunt's shot at a zombie, and of a blow at a Grunt by the zombie that is the third to attack it."""
    zombie, grunt = book.models["sturmzombie"], book.models["grunt-ape"]
    third = blow(book, grunt, "sturmzombie", nth=book.horde.zombies, **(fist or {}))
    return shot(book, zombie, weapon="lmg", **(gun or {})), third


def gains(change: str, by: int, book: Book) -> tuple[Fraction, Fraction]:
    zombie, grunt, before = book.models["sturmzombie"], book.models["grunt-ape"], pair(book)
    if change == "ap":
        return by * before[0], by * before[1]
    gun = {"damage-dice": {"extra_dice": by}, "shot-die": {"modifier": by}}.get(change)
    fist = {"melee-dice": {"extra_dice": by}, "melee-die": {"modifier": by}}.get(change)
    if change == "fortitude":
        gun, fist = {"fortitude": zombie.fortitude + by}, {"fortitude": grunt.fortitude + by}
    after = pair(book, gun, fist)
    return (grunt.ap - AIMING) * (after[0] - before[0]), after[1] - before[1]


def in_all(card: BattleCard, change: str, by: int, book: Book) -> Fraction:
    shots, blows = (abs(gain) / per_ap for gain, per_ap in zip(gains(change, by, book), pair(book), strict=True))
    most = shots if change == "fortitude" and card.zombie_icon else max(shots, blows)
    if change in ("cp", "step"):
        most = Fraction(abs(by))
    many = (card.zombie_icon or card.on.endswith("side")) and change != "cp"
    return most * (TURNS if card.lasts == "mission" else 1) * (MODELS if many else 1)


def cards_table() -> str:
    """Each number that a battle card changes, and what it is worth."""
    book, rows = book_of(EDITIONS[0]), []
    for card in book.battle.values():
        for change, by in card.change.items():
            gained = [f"{float(gain):+.2f}" if gain else "" for gain in gains(change, by, book)]
            total = in_all(card, change, by, book)
            rows.append([card.name.en, card.on, card.lasts, f"{change} {by:+d}", *gained, total or "", card.kill])
    return table("battle", rows)


def table(name: str, rows: list[list[Any]]) -> str:
    """Rows as Markdown under their heads, fractions with two places."""
    heads = HEADS[name].split("|")
    cells = [[f"{float(cell):.2f}" if isinstance(cell, Fraction) else str(cell) for cell in row] for row in rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in [heads, ["---"] * len(heads), *cells])


def filled(page: str) -> str:
    """The page with its tables worked out anew."""
    made = {"allied": models_table("allied"), "german": models_table("german"), "battle": cards_table()}
    marked = r"(<!-- (allied|german|battle) -->\n).*?(<!-- end -->)"
    return re.sub(marked, lambda m: f"{m[1]}{made[m[2]]}\n{m[3]}", page, flags=re.S)


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
