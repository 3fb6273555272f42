"""Probes of the open questions about a turn, its attacks, and the powers of models."""

from __future__ import annotations

from app.games import REGISTRY
from app.games.incursion.cards.sets import CARDS
from tests.incursion.probes import PAPER, RAID, Play, Rulings, ask, dice_offered, facing, probe, said_no

GRUNT, SARGE, SLUGGER, HMG = "grunt-ape-1", "ape-sarge-1", "slugger-murphy-1", "hmg-ape-1"
ZOMBIE, GRETEL, ILSA, HANS, HOUND, BOMBER = (
    f"{card}-1" for card in ("sturmzombie", "gretel", "ilsa", "hans", "blitzhund", "bomberzombie")
)


# -- maintenance, activation, cards


@probe("shoot-outside", {"blocked": "could-walk-in", "any": None})
def who_stands_at_its_entry_shoots_though_it_could_walk_in(play: Play, rulings: Rulings) -> str | None:
    table = play(**RAID, table_rulings=rulings).choose_forces(["grunt-ape"], ["sturmzombie", "gretel"])
    table.bid(0, 1).deploy([GRUNT], [GRETEL]).enter("german", GRETEL).german("done")
    table.allied("activate", model=GRUNT)
    return said_no(lambda: table.allied("fire", model=GRUNT, target=GRETEL, dice=[1, 1, 1]))


@probe("commander", {"hand-size": [5, 5, 5], "every-turn": [4, 5, 4 + 1 + 1]})
def ilsas_hand_grows_by_one_or_each_turn(play: Play, rulings: Rulings) -> list[int]:
    table = facing(play(**RAID, table_rulings=rulings), ["grunt-ape"], ["sturmzombie", "ilsa"])
    cards = [table["sides.german.hand_size"], table["sides.german.hand"]["hidden"]]
    return [*cards, table.next_turn()["sides.german.hand"]["hidden"]]


@probe("bearers", {"alive": (8 + 1, 4 + 1, 4), "on-board": (8, 4, 0)})
def sarge_ilsa_and_gretel_count_from_the_start_or_not(play: Play, rulings: Rulings) -> tuple[int, int, int]:
    table = play(**RAID, table_rulings=rulings).choose_forces(["ape-sarge"], ["sturmzombie", "ilsa", "gretel"])
    return table["sides.allied.cp"], table["sides.german.hand_size"], table["sides.german.zombie_cp"]


@probe("unequal-rp", {"own": [(8, 4), (7, 3)], "higher": [(8, 4), (8, 4)]})
def cp_and_hands_of_nineteen_and_sixteen_rp(play: Play, rulings: Rulings) -> list[tuple[int, int]]:
    table = play(mission=5, table_rulings=rulings).choose_forces(german=["sturmzombie"])
    table.allied("name-stranded", model=GRUNT)
    sides = [table[f"sides.{side}"] for side in ("allied", "german")]
    return [(side["cp"], side["hand_size"]) for side in sides]


@probe("reactivation", {"allowed": None, "never": "activated-already"})
def who_has_acted_comes_back(play: Play, rulings: Rulings) -> str | None:
    table = play(edition="es-2009", table_rulings=rulings).to_action().enter("allied", GRUNT, "grunt-ape-2")
    return said_no(lambda: table.allied("activate", model=GRUNT))


@probe("cards-when", {"own-half": "not-your-half", "until-done": None})
def a_card_is_played_in_the_enemys_half(play: Play, rulings: Rulings) -> str | None:
    table = facing(play(**RAID, **PAPER, table_rulings=rulings), ["grunt-ape"], ["sturmzombie"])
    return said_no(lambda: table.german("play-card", card="smoke", on="allied"))


@probe("forces", {"secret": ["allied", "german"], "allies-first": ["allied"]})
def who_chooses_first(play: Play, rulings: Rulings) -> list[str]:
    return [waiting["side"] for waiting in play(table_rulings=rulings)["waiting"]]


@probe("horde-figures", {"no-limit": (21, 0), "wait": (18, 21 - 18), "lost": (18, 0)})
def zombies_that_come_and_that_wait_for_a_figure(play: Play, rulings: Rulings) -> tuple[int, int]:
    table = play(rp={"german": 21}, table_rulings=rulings).choose_forces(german=["sturmzombie"] * 7).bid()
    here = [key for key in table["models"] if key.startswith("sturmzombie")]
    return len(here), table["sides.german.horde_due"]


# -- shooting


@probe("ammo-cards", {"shots": [3 + 1, 3 + 1], "per-ap": [3 + 1, 3]})
def dice_of_the_two_shots_of_one_ap_with_extra_ammo(play: Play, rulings: Rulings) -> list[int]:
    table = facing(play(**RAID, **PAPER, table_rulings=rulings), ["hmg-ape"], ["sturmzombie", "gretel"])
    table.put("allied", "extra-ammo", on=HMG)
    (first,) = set(dice_offered(table, "allied", "fire"))
    table.allied("fire", model=HMG, target=GRETEL, dice=[1] * first)
    return [first, *set(dice_offered(table, "allied", "fire", again=True))]


@probe("no-dice", {"no-shot": 0, "at-least-one": 1})
def dice_of_a_pistol_after_two_low_on_ammo(play: Play, rulings: Rulings) -> int:
    dice: int = ask("shoot", rulings, weapon="pistol", fortitude=4, extra_dice=-2)["dice_needed"]
    return dice


@probe("hmg-second", {"any": None, "same": "same-target"})
def the_second_shot_at_another_model(play: Play, rulings: Rulings) -> str | None:
    table = facing(play(**RAID, table_rulings=rulings), ["hmg-ape"], ["sturmzombie", "gretel"])
    table.allied("fire", model=HMG, target=GRETEL, dice=[1, 1, 1])
    return said_no(lambda: table.allied("fire", model=HMG, target=ZOMBIE, again=True, dice=[1, 1, 1]))


@probe("bambi-target", {"any": [None, None], "same": ["wrong-dice-count", "same-target"]})
def bambis_second_shot_once_the_first_has_killed_and_at_another_model(play: Play, rulings: Rulings) -> list[str | None]:
    killed = said_no(lambda: ask("bambi", rulings, fortitude=5, dp=1, dice=[6, 6]))
    table = facing(play(**RAID, table_rulings=rulings), ["slugger-murphy"], ["sturmzombie", "gretel"])
    table.allied("fire", model=SLUGGER, target=GRETEL, dice=[2])
    return [killed, said_no(lambda: table.allied("fire", model=SLUGGER, target=ZOMBIE, again=True, dice=[2]))]


@probe("two-gun", {"ilsa": [2, 0], "gretel": [0, 2]})
def dice_that_each_sister_rerolls(play: Play, rulings: Rulings) -> list[int]:
    table = facing(play(**RAID, table_rulings=rulings), ["grunt-ape"], ["sturmzombie", "ilsa", "gretel"], "german")
    table.german("fire", model=GRETEL, target=GRUNT, dice=[1, 1])
    gretel = sum(dice_offered(table, "german", "reroll"))
    table.next_turn(0, 1).german("activate", model=ILSA)
    table.german("fire", model=ILSA, target=GRUNT, dice=[1, 1])
    return [sum(dice_offered(table, "german", "reroll")), gretel]


@probe("range", {"not-counted": 6, "counted": 5})
def how_far_away_a_grenade_goes(play: Play, rulings: Rulings) -> int:
    own = CARDS.shipped["starter"].replace('weapons = ["lmg"]', 'weapons = ["lmg", "grenade"]', 1)
    play().client.application.extensions["store"].card_sets.add(REGISTRY["incursion"], "Ours", own)
    table = play(card_set="ours", table_rulings=rulings).to_action().enter("allied", GRUNT)
    (offer,) = table.offers("allied", "throw-grenade")
    most: int = offer["choose"]["distance"]["max"]
    return most


# -- Reaction Fire


@probe("rf-door", {"yes": 1, "as-listed": 0})
def shots_at_who_closes_a_door(play: Play, rulings: Rulings) -> int:
    table = play(**RAID, edition="es-2009", table_rulings=rulings)
    facing(table, ["grunt-ape"], ["sturmzombie"], "german", [GRUNT]).allied("no-reaction")
    table.german("door", model=ZOMBIE, to="closed")
    return len(table.offers("allied", "react"))


@probe("rf-entry", {"all": 2, "not-free-turns": 1})
def shots_at_a_blitzhund_that_enters_and_turns(play: Play, rulings: Rulings) -> int:
    table = play(**RAID, table_rulings=rulings)
    facing(table, ["grunt-ape"], ["sturmzombie", "blitzhund"], "german", [GRUNT])
    table.german("turn", model=HOUND)
    return sum(offer["given"]["target"] == HOUND for offer in table.offers("allied", "react"))


@probe("rf-two-weapons", {"never": "no-reaction-weapon", "yes": None})
def the_sarge_watches_with_his_lmg(play: Play, rulings: Rulings) -> str | None:
    table = facing(play(**RAID, table_rulings=rulings), ["ape-sarge"], ["sturmzombie"])
    return said_no(lambda: table.allied("done", reaction_fire=[SARGE]))


@probe("rf-shots", {"action": 1, "each": 2})
def shots_at_an_hmg_that_fires_twice_for_one_ap(play: Play, rulings: Rulings) -> int:
    table = facing(play(**RAID, table_rulings=rulings), ["hmg-ape"], ["sturmzombie", "gretel"], watching=[GRETEL])
    table.german("no-reaction")
    table.allied("fire", model=HMG, target=ZOMBIE, dice=[1, 1, 1])
    table.allied("fire", model=HMG, target=ZOMBIE, again=True, dice=[1, 1, 1])
    return len(table.offers("german", "react"))


@probe("rf-two-gun", {"plain": (1, None), "rerolls": (1, 1)})
def dice_and_rerolls_of_two_gun_in_reaction_fire(play: Play, rulings: Rulings) -> tuple[int, int | None]:
    shot = ask("shoot", rulings, weapon="smg", fortitude=5, two_gun=True, reaction=True, dice=[2])
    return shot["dice_needed"], shot.result.get("rerolls_needed")


@probe("ammo-doubles", {"first": [True, False], "final": [False, True]})
def out_of_ammo_with_doubles_before_and_after_rerolls(play: Play, rulings: Rulings) -> list[bool]:
    readings = {**rulings, "rf-two-gun": "rerolls"}
    facts = {"weapon": "smg", "fortitude": 5, "two_gun": True, "reaction": True, "extra_dice": 1}
    rolled = [([2, 2], [3, 4]), ([2, 3], [4, 4])]
    return [ask("shoot", readings, **facts, dice=dice, rerolls=after)["out_of_ammo"] for dice, after in rolled]


# -- fire and blasts


@probe("fire-placed", {"none": (0, []), "one-die": (1, [1])})
def dice_of_whom_a_flame_is_placed_on(play: Play, rulings: Rulings) -> tuple[int, list[int]]:
    table = facing(play(**RAID, table_rulings=rulings), ["ape-blazer"], ["sturmzombie", "gretel"])
    table.allied("flame", model="ape-blazer-1", squares=3, caught=[GRETEL])
    return ask("fire", rulings, placed=True)["total"], dice_offered(table, "german", "burn")


@probe("fire-steps", {"point": [1 + 2], "action": [1], "square": [1 + 1]})
def dice_of_a_two_ap_step_in_the_first_burning_square(play: Play, rulings: Rulings) -> list[int]:
    table = facing(play(**RAID, table_rulings=rulings), ["ape-blazer"], ["sturmzombie", "gretel"])
    table.allied("flame", model="ape-blazer-1", squares=3, caught=[GRETEL])
    table.next_turn(0, 1).german("activate", model=GRETEL)
    table.german("move", model=GRETEL, step="sideways")
    return dice_offered(table, "german", "burn")


@probe("kaboom", {"three": 6 - 3, "four": 6 - 1 - 3})
def what_a_die_of_kaboom_needs_at_fortitude_six(play: Play, rulings: Rulings) -> int:
    (caught,) = ask("blast", rulings, source="bomberzombie", targets=[{"name": "a", "fortitude": 6}])["targets"]
    needs: int = caught["needs"]
    return needs


@probe("volatile", {"ranged": [], "any": ["volatile"]})
def what_follows_on_a_bomber_killed_hand_to_hand(play: Play, rulings: Rulings) -> list[str]:
    table = facing(play(**RAID, table_rulings=rulings), ["grunt-ape"], ["sturmzombie", "bomberzombie"])
    table.allied("melee", model=GRUNT, target=BOMBER, dice=[4])
    return [waiting["for"] for waiting in table["waiting"]]


# -- hand to hand, and powers


@probe("melee-walls", {"no": "wall-between", "yes": None})
def a_blow_through_a_closed_door(play: Play, rulings: Rulings) -> str | None:
    return said_no(lambda: ask("melee", rulings, attacker="ilsa", fortitude=5, wall=True))


@probe("thumper-one", {"no": SLUGGER, "yes": None})
def who_acts_after_a_natural_one_of_thumper(play: Play, rulings: Rulings) -> str | None:
    table = facing(play(**RAID, table_rulings=rulings), ["slugger-murphy"], ["sturmzombie", "gretel"])
    table.allied("melee", model=SLUGGER, target=GRETEL, dice=[1])
    acting: str | None = table["acting"]
    return acting


@probe("harpooned", {"held": [HANS, "harpoon-holds", "held-by-harpoon"], "loose": [None, None, None]})
def what_a_harpooned_grunt_and_hans_may_do(play: Play, rulings: Rulings) -> list[str | None]:
    table = facing(play(**RAID, table_rulings=rulings), ["grunt-ape"], ["sturmzombie", "hans"], "german")
    table.german("harpoon", model=HANS, target=GRUNT, dice=[5])
    held = table[f"models.{GRUNT}.held_by"]
    again = said_no(lambda: table.german("harpoon", model=HANS, target=GRUNT, dice=[1]))
    if again is None:
        table.german("drag", model=HANS, dice=[3])
    table.next_turn().allied("activate", model=GRUNT)
    return [held, again, said_no(lambda: table.allied("move", model=GRUNT, step="forward"))]


@probe("drag-taken", {"nearest": True, "no-drag": False})
def dragged_where_the_square_before_hans_is_taken(play: Play, rulings: Rulings) -> bool:
    dragged: bool = ask("harpoon", rulings, fortitude=4, taken=True, die=1, drag_die=4)["dragged"]
    return dragged


@probe("sarge-cp", {"no": 3, "yes": 3 + 9})
def ap_that_the_sarge_may_pass_on(play: Play, rulings: Rulings) -> int:
    table = facing(play(**RAID, table_rulings=rulings), ["grunt-ape", "ape-sarge"], ["sturmzombie"]).next_turn()
    table.allied("activate", model=SARGE)
    (offer,) = table.offers("allied", "pass-ap")
    most: int = offer["choose"]["ap"]["max"]
    return most
