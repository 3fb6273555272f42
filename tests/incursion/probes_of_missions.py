"""Probes of the open questions about single missions and how they end."""

from __future__ import annotations

from typing import Any

from tests.incursion.probes import PAPER, RAID, Play, Rulings, facing, kill, probe, said_no
from tests.playing import PlayedTable

GRUNT, SECOND, TROOPER = "grunt-ape-1", "grunt-ape-2", "hmg-ape-1"


# -- mission 2


@probe("seal", {"any": [None, None], "closer": ["close-it-first", None]})
def sealing_a_door_before_and_after_closing_one(play: Play, rulings: Rulings) -> list[str | None]:
    table = play(edition="es-2009", mission=2, table_rulings=rulings).to_action().enter("allied", GRUNT)
    before = said_no(lambda: table.allied("seal-door", model=GRUNT))
    table.allied("door", model=GRUNT, to="closed")
    return [before, said_no(lambda: table.allied("seal-door", model=GRUNT))]


@probe("m2-winner", {"draw": "draw", "allies": "allied"})
def every_door_sealed_and_every_ally_dead(play: Play, rulings: Rulings) -> str | None:
    table = play(mission=2, referee=True, table_rulings=rulings).to_action()
    table.referee("house-ruling", set="sealed_doors", to=6, reason="a test")
    kill(table, GRUNT, SECOND).allied("done")
    winner: str | None = table["winner"]
    return winner


# -- mission 3


@probe("m3-exit", {"own": ("not-your-exit", None), "any": (None, "allied")})
def off_with_the_pinger_by_the_enemys_exit(play: Play, rulings: Rulings) -> tuple[str | None, str | None]:
    table = facing(play(**RAID, table_rulings=rulings), ["grunt-ape"], ["sturmzombie"])
    table.allied("item", model=GRUNT, item="pinger")
    return said_no(lambda: table.allied("leave-board", model=GRUNT, exit="other")), table["winner"]


# -- mission 4


@probe("twitcher", {"plain": (2, 4), "effects": (2 - 1, 4 - 1)})
def ap_and_fortitude_of_a_twitcher_under_two_effects(play: Play, rulings: Rulings) -> tuple[int, int]:
    table = play(mission=4, **PAPER, table_rulings=rulings).to_action().enter("allied", GRUNT)
    for card in ("cold-limbs", "brittle-bones"):
        table.put("allied", card, on="sturmzombie")
    table.allied("search-counter", model=GRUNT, item="counter-1", dice=[1])
    table.german("twitcher-attack", dice=[1, 1, 1])
    blow = table.allied("melee", model=GRUNT, target="twitcher-1", dice=[1])["events"][0]["data"]
    return table["models.twitcher-1.ap"], blow["needs"]


@probe("vp-dropped", {"face-down": [{}, {}], "open": [{"counter-1": 8}, {"counter-1": 8, "counter-2": 6}]})
def faces_that_all_see_of_a_counter_dropped_and_one_that_a_twitcher_took(play: Play, rulings: Rulings) -> list[Any]:
    table = play(mission=4, table_rulings=rulings).to_action().enter("allied", GRUNT)
    table.allied("search-counter", model=GRUNT, item="counter-1", dice=[2])
    table.allied("drop-item", model=GRUNT, item="counter-1")
    dropped = table.state(None)["open_faces"]
    table.allied("search-counter", model=GRUNT, item="counter-2", dice=[1])
    return [dropped, table.state(None)["open_faces"]]


@probe("deployment", {"together": (["allied", "german"], None), "dice-off": ([], ["german", "allied"])})
def who_deploys_after_dice_of_which_the_germans_is_higher(play: Play, rulings: Rulings) -> tuple[list[str], Any]:
    table = play(mission=4, edition="en-2009", table_rulings=rulings).choose_forces().bid()
    asked = [waiting["side"] for waiting in table.state()["waiting"] if waiting["for"] == "deployment"]
    if said_no(lambda: table.allied("dice-off", dice=[3, 3])) is not None:
        return asked, None
    table.german("dice-off", dice=[2, 5])
    order = []
    while waiting := table.state()["waiting"]:
        order += [one["side"] for one in waiting]
        table.press(waiting[0]["side"], "deploy", models=[])
    return asked, order


# -- mission 5


def behind_enemy_lines(play: Play, rulings: Rulings) -> PlayedTable:
    """The HMG APE is stranded; the first Grunt has entered."""
    table = play(mission=5, referee=True, table_rulings=rulings)
    table.choose_forces(["hmg-ape", "grunt-ape", "grunt-ape"], ["sturmzombie"])
    table.allied("name-stranded", model=TROOPER)
    return table.bid().deploy([GRUNT], ["sturmzombie-1"]).enter("allied", GRUNT)


@probe("m5-locked", {"germans-win": ("german", True), "play-on": (None, False)})
def every_rescuer_dead_before_the_room_was_opened(play: Play, rulings: Rulings) -> tuple[str | None, bool]:
    table = kill(behind_enemy_lines(play, rulings), GRUNT, SECOND)
    table.allied("done")
    return table["winner"], table["locked"]


@probe("m5-killed", {"two": {"german": 2}, "three": {"german": 1 + 2}})
def points_for_the_stranded_trooper_killed(play: Play, rulings: Rulings) -> dict[str, int]:
    table = kill(behind_enemy_lines(play, rulings), TROOPER)
    table.allied("done")
    score: dict[str, int] = table["score"]
    return score


# -- mission 6


@probe("m6-end", {"all-panels": ("no-agreed-turn", None), "agreed-turn": (None, "draw")})
def an_end_agreed_for_turn_one(play: Play, rulings: Rulings) -> tuple[str | None, str | None]:
    table = play(mission=6, edition="es-2009", table_rulings=rulings)
    refused = said_no(lambda: table.allied("agree-last-turn", turn=1))
    return refused, table.to_action().end_turn()["winner"]


@probe("tie", {"draw": "draw", "germans": "german"})
def one_of_two_panels_each(play: Play, rulings: Rulings) -> str | None:
    table = play(mission=6, table_rulings=rulings)
    table.allied("count-panels", panels=2)
    facing(table, ["grunt-ape"], ["sturmzombie", "gretel"])
    for side, model in (("allied", GRUNT), ("german", "gretel-1")):
        table.next_turn(0, int(side == "german")).press(side, "activate", model=model)
        table.press(side, "activate-panel", model=model)
    winner: str | None = table["winner"]
    return winner


# -- several missions


ENDED = {3: "german", 4: "draw", 6: "draw", 7: "german"}
"""Who wins once no Ally is left: nobody holds a counter in mission 4 or has a panel in mission 6."""
GOES_ON: dict[int, str | None] = dict.fromkeys(ENDED)


@probe("wiped-out", {"dossier": {**GOES_ON, 3: "german"}, "end-now": ENDED, "play-on": GOES_ON})
def the_winner_of_each_mission_once_no_ally_is_left(play: Play, rulings: Rulings) -> dict[int, str | None]:
    winners = {}
    for mission in ENDED:
        table = play(mission=mission, referee=True, table_rulings=rulings)
        table.choose_forces(german=["sturmzombie", "gretel"]).bid().deploy([GRUNT], ["sturmzombie-1"])
        kill(table, GRUNT, SECOND).allied("done")
        winners[mission] = table["winner"]
    return winners


# -- campaigns


@probe("xp-lost", {"out": [{"card": "extra-ammo", "paper": True}], "deck": []})
def what_a_campaign_removes_when_an_experience_card_is_killed(play: Play, rulings: Rulings) -> Any:
    series = {"name": "a test", "missions": [3, 3]}
    table = play(campaign=series, edition="en-2009", table_rulings=rulings, **PAPER).to_action().enter("allied", GRUNT)
    card = table.put("allied", "extra-ammo", GRUNT)
    table.allied("item", model=GRUNT, item="pinger")
    table.allied("leave-board", model=GRUNT)
    table.allied("keep-experience", model=GRUNT, card=card)
    second = table.go_on().to_action()
    second.german("kill-card", card="extra-ammo-1")
    return second["campaign.removed"]


@probe("edge-steps", {"as-step": [2, 2], "one": [1, 1]})
def what_a_step_sideways_over_the_edge_costs(play: Play, rulings: Rulings) -> list[int]:
    table = play(mission=3, table_rulings=rulings).to_action()
    table.allied("activate", model="grunt-ape-1")
    entered = table.allied("move", model="grunt-ape-1", step="sideways", cp=0)["events"][0]["data"]["ap"]
    table.next_turn().allied("activate", model="grunt-ape-1")
    left = table.allied("leave-board", model="grunt-ape-1", step="sideways", cp=0)["events"][0]["data"]["ap"]
    return [entered, left]
