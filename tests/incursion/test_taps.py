"""How many taps the commonest actions take on a phone without scripts, and what happens in one press of several."""

from __future__ import annotations

import gzip
import html
import re
from collections.abc import Callable

from app.core.engine.event import PUBLIC
from app.games.incursion.events.attacks import BlowStruck
from app.web.table.notices import dice_of
from tests.playing import PlayedTable, code_of, refusal
from tests.tap_counts.pages import Taps

Play = Callable[..., PlayedTable]
GRUNT, SECOND = "grunt-ape-1", "grunt-ape-2"
ZOMBIES = [f"sturmzombie-{number}" for number in range(1, 13)]


def horde(play: Play) -> PlayedTable:
    """Twelve zombies wait at their entries: the Grunts have entered, and the Germans act."""
    table = play(mission=2, referee=True, rp={"allied": 12, "german": 12}).choose_forces(german=["sturmzombie"] * 4)
    table.bid().deploy([GRUNT, SECOND], ZOMBIES).enter("allied", GRUNT, SECOND).allied("done")
    return table


def test_three_squares_take_two_taps(table: PlayedTable) -> None:
    phone = Taps(table.to_action(), "allied")
    phone.press(f"activate-{GRUNT}")
    phone.press("advance-3")
    model = table.state()["models"][GRUNT]
    assert (phone.count, model["ap"], model["squares_moved"], model["place"]) == (2, 0, 3, "board")


def test_twelve_zombies_go_two_squares_with_two_taps(play: Play) -> None:
    table = horde(play)
    phone = Taps(table, "german")
    phone.open("open-advance")
    phone.press("form-1" if "form-2" not in phone.page else "form-2")
    assert phone.count == 2 <= 4
    models = table.state()["models"]
    assert {(models[key]["squares_moved"], models[key]["ap"]) for key in ZOMBIES} == {(2, 0)}
    told = [event["event"] for event in table.log() if event["event"] in ("model-activated", "model-advanced")]
    assert told[-24:] == ["model-activated", "model-advanced"] * 12


def test_a_shot_takes_two_taps_by_the_app_and_five_by_hand(table: PlayedTable) -> None:
    table.to_melee().enter("german", ZOMBIES[0])
    table.next_turn()
    phone = Taps(table, "allied")
    phone.press(f"activate-{GRUNT}")
    phone.press(f"fire-lmg-{ZOMBIES[0]}")
    assert phone.count == 2
    assert "shot-fired" in {event["event"] for event in table.log()}


def assaulting(play: Play) -> tuple[PlayedTable, Taps]:
    """Three zombies have entered, and their player has opened the form of a joint attack."""
    table = horde(play)
    table.german("advance", models=ZOMBIES[:3], squares=1)
    table.next_turn()
    table.allied("done")
    phone = Taps(table, "german")
    phone.open("open-assault")
    return table, phone


def test_three_zombies_attack_with_three_taps_by_the_app(play: Play) -> None:
    table, phone = assaulting(play)
    phone.open("way-attackers-2")
    assert phone.dice_of("form-1") == 2 * 6
    phone.press("form-1", dice=[1] * 11 + [2])
    assert phone.count == 2 + 12 + 1
    blows = [event["data"] for event in table.log() if event["event"] == "blow-struck"]
    assert [(blow["nth"], len(blow["dice"])) for blow in blows] == [(1, 1), (1, 1), (2, 2), (2, 2), (3, 3), (3, 3)]
    assert table[f"models.{GRUNT}.attackers"] == ZOMBIES[:3]


def test_a_button_of_a_target_names_the_chance_that_it_tells(play: Play) -> None:
    _, phone = assaulting(play)
    assert re.search(r"\d dice · a\xa0hit\xa0\d+%", phone.page)


def test_eight_squares_of_flames_take_two_taps(play: Play) -> None:
    table = play(mission=3, rp={"allied": 14, "german": 14}).choose_forces(["ape-blazer", "grunt-ape"], ["sturmzombie"])
    table.bid().deploy(["ape-blazer-1"], ["sturmzombie-1"]).enter("allied", "ape-blazer-1")
    phone = Taps(table, "allied")
    phone.press("flame-all")
    assert (phone.count, table.state()["flames"][0]["squares"]) == (1, 8)


def test_fewer_squares_and_who_stands_in_them_are_a_tap_away(play: Play) -> None:
    table = play(mission=3, rp={"allied": 14, "german": 14}).choose_forces(["ape-blazer", "grunt-ape"], ["sturmzombie"])
    table.bid().deploy(["ape-blazer-1", GRUNT], ["sturmzombie-1"]).enter("allied", GRUNT, "ape-blazer-1")
    phone = Taps(table, "allied")
    phone.open("open-flame")
    phone.press("form-1", squares=3, caught=GRUNT)
    assert phone.count == 4
    (thrown,) = [event["data"] for event in table.log() if event["event"] == "flames-thrown"]
    assert (thrown["squares"], thrown["caught"]) == (3, [GRUNT])


# -- what one press of several does


def test_the_first_action_activates(table: PlayedTable) -> None:
    table.to_action()
    events = table.allied("move", model=GRUNT, step="forward")["events"]
    assert [event["event"] for event in events] == ["model-activated", "model-moved"]
    # another one may begin, but nobody comes back like that
    table.allied("move", model=SECOND, step="forward")
    assert code_of(lambda: table.allied("turn", model=GRUNT)) == "no-activation"


def test_an_advance_stops_at_the_step_that_may_be_answered(play: Play) -> None:
    table = horde(play)
    table.german("advance", models=ZOMBIES[:2], squares=1)
    table.next_turn().allied("done", reaction_fire=[GRUNT])
    events = table.german("advance", models=ZOMBIES[:2], squares=2)["events"]
    told = [event["event"] for event in events]
    assert told == ["model-activated", "model-moved", "watchers-alerted", "advance-stopped"]
    assert (table["acting"], table[f"models.{ZOMBIES[0]}.ap"]) == (ZOMBIES[0], 1)
    assert events[-1]["data"]["left"] == [ZOMBIES[1]]
    # what is told in short says so, too
    phone = Taps(table, "german")
    stopped = "The advance stops at Sturmzombie 1 (Reaction Fire). Still to go: Sturmzombie 2."
    assert f"<p>{stopped} Squares moved – Sturmzombie 1: 1.</p>" in phone.page.replace("\xa0", " ")
    # who is asked has the place of Undo in sight, greyed while there is nothing of their own to undo
    assert re.search(r'id="undo" aria-disabled="true"', Taps(table, "allied").page)
    # let go for this activation, it goes on by itself, and stops at the first step of the other one
    events = table.allied("no-reaction", model=ZOMBIES[0])["events"]
    assert [event["event"] for event in events] == [
        "reaction-declined", "model-moved", "activation-ended", "model-activated", "model-moved", "watchers-alerted",
        "advance-stopped",
    ]  # fmt: skip
    assert [table[f"models.{key}.squares_moved"] for key in ZOMBIES[:2]] == [2, 1]
    gone = "The advance stops at Sturmzombie 2 (Reaction Fire). Squares moved – Sturmzombies 1: 1 · 2: 1."
    assert f'<span class="line">{gone}</span>' in Taps(table, "german").page.replace("\xa0", " ")
    # who let it go reads that, too, and may take it back
    asked = Taps(table, "allied").page.replace("\xa0", " ")
    assert f"<p>Allies: no reaction to Sturmzombie 1 in this activation.\n{gone}</p>" in asked
    assert 'id="undo-go"' in asked


def test_an_advance_of_several_is_told_as_one_sum_of_all(play: Play) -> None:
    table = horde(play)
    table.german("advance", models=ZOMBIES[:5], squares=1)
    phone = Taps(table, "german")
    assert ">Sturmzombies 1–5: 1 square ahead each.<" in phone.page
    # for others, as news
    others = Taps(table, "allied")
    assert '<span class="line">Sturmzombies 1–5: 1 square ahead each.</span>' in others.page
    others.follow("?result=")
    first = re.search(r'<p class="">([^<]+)</p>', others.page)
    assert first
    assert first[1] == "Sturmzombies 1–5: 1 square ahead each."
    # one goes farther than its AP allow the others: each by its own number
    table.next_turn().allied("done")
    table.german("turn", model=ZOMBIES[0])
    table.german("advance", models=ZOMBIES[:3], squares=2)
    assert ">Squares moved – Sturmzombies 1: 1 · 2: 2 · 3: 2.<" in Taps(table, "german").page.replace("\xa0", " ")


def test_zombies_advance_and_attack_with_what_is_left_in_one_command(play: Play) -> None:
    """AP 2 each: one square, then one attack of 1, 2 and 3 dice; Fortitude 5, so of 1, 5 4 and 1 1 6 two hit."""
    table = horde(play)
    table.german("charge", models=ZOMBIES[:3], squares=1, target=GRUNT, dice=[1, 5, 4, 1, 1, 6])
    told = [event for event in table.log() if event["event"] in ("model-advanced", "model-moved", "blow-struck")]
    assert [event["event"] for event in told][-6:] == ["model-moved", "blow-struck"] * 3
    assert [event["event"] for event in table.log()][-2:] == ["model-lost", "assault-summed"]
    models = table.state()["models"]
    assert [(models[key]["squares_moved"], models[key]["ap"]) for key in ZOMBIES[:3]] == [(1, 0)] * 3
    assert models[GRUNT]["dp"] == 2 - 2


def test_zombies_together_are_one_sheet_that_counts_its_dice(play: Play) -> None:
    """All ahead by two squares is a tap. With one square, 1 + 2 + 3 dice; the fourth goes two squares, nobody else."""
    table = horde(play)
    phone = Taps(table, "german")
    phone.open("open-act-together")
    assert (phone.page.count('name="models"'), phone.dice_of("form-1")) == (12, 0)
    assert 'data-all="All" data-none="None"' in phone.page
    chosen = [("models", key) for key in ZOMBIES[:4]]
    chosen += [("squares", "1"), ("target", GRUNT), (f"squares_of.{ZOMBIES[3]}", "2"), (f"target_of.{ZOMBIES[3]}", "")]
    phone.page = phone.client.get(f"{phone.at}/do/act-together", query_string=[("sheet", "1"), *chosen]).text
    assert phone.dice_of("form-1") == 1 + 2 + 3
    assert '<option value="2" selected>2</option>' in phone.page
    phone.press("form-1", dice=[1, 5, 4, 1, 1, 2], **{f"squares_of.{ZOMBIES[3]}": "2"})
    models = table.state()["models"]
    assert [(models[key]["squares_moved"], models[key]["ap"]) for key in ZOMBIES[:4]] == [(1, 0)] * 3 + [(2, 0)]
    assert (models[GRUNT]["dp"], models[ZOMBIES[4]]["activated"]) == (1, False)
    assert [event["event"] for event in table.log()][-1] == "assault-summed"
    table.client.set_cookie("lang", "es")
    phone.look()
    phone.open("open-act-together")
    assert 'data-all="Todo" data-none="Nada"' in phone.page


def test_zombies_together_attack_several_targets_and_are_told_in_one_report(play: Play) -> None:
    """The first kills its Grunt with its last AP: the second finds it gone, the third attacks the other one."""
    table = horde(play)
    table.german("advance", models=ZOMBIES[:3], squares=1)
    table.next_turn().allied("done")
    table.referee("house-ruling", set=f"models.{GRUNT}.dp", to=1, reason="a test")
    three = {"models": ZOMBIES[:3], "squares": 0, "target": GRUNT, "target_of": {ZOMBIES[2]: SECOND}}
    assert code_of(lambda: table.german("act-together", **three, dice=[1] * 7)) == "wrong-dice-count"
    # two attacks of 1 die, two of 2 for the second attacker, two of 1 at the other Grunt
    events = table.german("act-together", **three, dice=[1, 5, 6, 6, 6, 6, 5, 1])["events"]
    struck = [(event["data"]["model"], event["data"]["dice"]) for event in events if event["event"] == "blow-struck"]
    assert struck == [(ZOMBIES[0], [1]), (ZOMBIES[0], [5]), (ZOMBIES[2], [5]), (ZOMBIES[2], [1])]
    assert [event["event"] for event in events][-3:] == ["assault-summed", "assault-summed", "horde-acted"]
    assert events[-1]["text"] == "Zombies act together (2): squares 0, attacks 4, hits 2. Still to act: Sturmzombie 2."
    models = table.state()["models"]
    assert (models[ZOMBIES[1]]["activated"], models[GRUNT]["alive"], models[SECOND]["dp"]) == (False, False, 1)
    kept = table.kept()
    blows = [event for event in kept.entries[-1].events if isinstance(event, BlowStruck)]
    assert [blow.needs for blow in blows] == [5] * 4
    blows[-1].needs = 1
    looks = [look for _, look in dice_of(kept, kept.entries[-1], PUBLIC)]
    assert looks == ["miss", "hit", "hit", "hit"], "each die against what its own attack needs"


def test_zombies_together_stop_where_one_has_ap_left_at_its_target_s_end(play: Play) -> None:
    table = horde(play)
    table.german("advance", models=ZOMBIES[:2], squares=1)
    table.next_turn().allied("done")
    table.referee("house-ruling", set=f"models.{GRUNT}.dp", to=1, reason="a test")
    both = {"models": ZOMBIES[:2], "squares": 0, "target": GRUNT, "target_of": {ZOMBIES[1]: SECOND}}
    events = table.german("act-together", **both, dice=[5, 1, 1, 1])["events"]
    assert events[-1]["data"]["left"] == [ZOMBIES[1]]
    assert (table["acting"], table[f"models.{ZOMBIES[0]}.ap"]) == (ZOMBIES[0], 1)


def test_zombies_together_stay_where_a_step_may_be_answered(play: Play) -> None:
    table = horde(play)
    table.german("advance", models=ZOMBIES[:2], squares=1)
    table.next_turn().allied("done", reaction_fire=[SECOND])
    (offer,) = table.offers("german", "act-together")
    assert (offer["given"], offer["choose"]["models"]["some"]) == ({"squares": 0}, ZOMBIES[:2])
    ahead = {"models": ZOMBIES[:2], "squares": 1, "target": GRUNT}
    assert code_of(lambda: table.german("act-together", **ahead)) == "charge-watched"


def test_a_horde_that_can_do_nothing_says_so_and_not_that_all_are_activated(play: Play) -> None:
    table = horde(play)
    table.german("advance", models=ZOMBIES[:1], squares=2)
    spent = {"models": ZOMBIES[:1], "squares": 1, "target": GRUNT}
    assert refusal(lambda: table.german("act-together", **spent)) == ("nothing-together", "models")
    table.german("advance", models=ZOMBIES[1:], squares=2)
    page = Taps(table, "german").client.get(f"/t/{table.code}/cannot").text
    assert "Fewer than two of your zombies can still act together." in page
    assert "None of your models that may still act can go ahead with its own AP." in page


def test_who_has_no_horde_is_not_told_that_its_zombies_are_too_few(play: Play) -> None:
    table = play(mission=3).to_action().enter("allied", GRUNT)
    page = Taps(table, "allied").client.get(f"/t/{table.code}/cannot").text
    assert "together" not in page


def test_no_more_than_eight_find_room_around_one_target(play: Play) -> None:
    table = horde(play)
    table.german("advance", models=ZOMBIES, squares=1)
    table.next_turn().allied("done")
    events = table.german("act-together", models=ZOMBIES[:9], squares=1, target=GRUNT, dice=[1] * 36)["events"]
    assert events[-1]["data"]["left"] == [ZOMBIES[8]]
    assert refusal(lambda: table.german("act-together", models=[ZOMBIES[0]], squares=0, target=GRUNT))[1] == "model"


def test_nobody_charges_where_a_step_may_be_answered(play: Play) -> None:
    table = horde(play)
    table.german("advance", models=ZOMBIES[:2], squares=1)
    table.next_turn().allied("done", reaction_fire=[GRUNT])
    charge = {"models": ZOMBIES[:2], "squares": 1, "target": GRUNT, "dice": [1, 1, 1]}
    assert code_of(lambda: table.german("charge", **charge)) == "charge-watched"
    assert not table.offers("german", "charge")


def test_nobody_charges_while_anything_burns(play: Play) -> None:
    table = play(mission=3, rp={"allied": 14, "german": 14}).choose_forces(["ape-blazer", "grunt-ape"], ["sturmzombie"])
    table.bid().deploy(["ape-blazer-1"], ZOMBIES[:2]).enter("allied", "ape-blazer-1")
    table.allied("flame", model="ape-blazer-1", squares=1)
    table.allied("done")
    charge = {"models": ZOMBIES[:2], "squares": 1, "target": "ape-blazer-1", "dice": [1, 1, 1]}
    assert code_of(lambda: table.german("charge", **charge)) == "charge-burns"


def test_a_charge_is_refused_whole(play: Play) -> None:
    table = horde(play)
    far = {"models": ZOMBIES[:2], "squares": 2, "target": GRUNT, "dice": [1, 1, 1]}
    assert refusal(lambda: table.german("charge", **far)) == ("not-enough-ap", "models")
    few = {"models": ZOMBIES[:2], "squares": 1, "target": GRUNT, "dice": [1]}
    assert code_of(lambda: table.german("charge", **few)) == "wrong-dice-count"
    three = {"models": ZOMBIES[:3], "squares": 1, "target": GRUNT, "attackers": 2}
    assert refusal(lambda: table.german("charge", **three)) == ("wrong-number", "models")
    assert {table[f"models.{key}.ap"] for key in ZOMBIES} == {2}


def test_the_button_of_an_advance_says_what_it_does(play: Play) -> None:
    phone = Taps(horde(play), "german")
    assert "Advance several models …" in phone.page
    phone.open("open-advance")
    assert '<button class="main" id="form-1-go">Advance</button>' in phone.page


def test_whoever_acts_goes_first(play: Play) -> None:
    table = horde(play)
    table.german("activate", model=ZOMBIES[1])
    table.german("advance", models=ZOMBIES[:2], squares=1)
    models = table.state()["models"]
    assert (table["acting"], [models[key]["squares_moved"] for key in ZOMBIES[:2]]) == (ZOMBIES[0], [1, 1])


def test_an_advance_is_refused_whole(play: Play) -> None:
    table = horde(play)
    twice = {"models": [ZOMBIES[0], ZOMBIES[0]], "squares": 1}
    assert refusal(lambda: table.german("advance", **twice)) == ("named-twice", "models.1")
    table.german("advance", models=ZOMBIES[:1], squares=2)
    spent = {"models": [ZOMBIES[1], ZOMBIES[0]], "squares": 1}
    assert refusal(lambda: table.german("advance", **spent)) == ("not-enough-ap", "models.1")
    table.german("activate", model=ZOMBIES[1])
    assert refusal(lambda: table.german("advance", **spent)) == ("activated-already", "models.1")


def test_an_assault_ends_when_its_target_is_gone(play: Play) -> None:
    table = horde(play)
    table.german("advance", models=ZOMBIES[:3], squares=1)
    table.next_turn()
    table.allied("done")
    # Fortitude 5 and 2 DP: the first dice of the second zombie kill, the third keeps its AP and is not activated
    events = table.german("assault", models=ZOMBIES[:3], target=GRUNT, dice=[1, 1, 5, 5, *[1] * 8])["events"]
    assert [event["event"] for event in events if event["event"] != "activation-ended"] == [
        "model-activated", "blow-struck", "blow-struck", "model-activated", "blow-struck", "model-lost",
        "assault-summed",
    ]  # fmt: skip
    models = table.state()["models"]
    assert [(models[key]["activated"], models[key]["ap"]) for key in ZOMBIES[:3]] == [(True, 0), (True, 1), (False, 2)]
    table.german("turn", model=ZOMBIES[1])
    few = {"models": ZOMBIES[2:3], "target": SECOND, "dice": [1]}
    assert code_of(lambda: table.german("assault", **few)) == "wrong-dice-count"


def test_as_many_attack_together_as_the_form_was_for(play: Play) -> None:
    table = horde(play)
    table.german("advance", models=ZOMBIES[:3], squares=1)
    table.next_turn().allied("done")
    three = {"models": ZOMBIES[:3], "target": GRUNT}
    assert refusal(lambda: table.german("assault", **three, attackers=2)) == ("wrong-number", "models")
    table.german("assault", **three, attackers=3, blows=1, dice=[1] * 6)


def test_each_attacks_as_often_as_its_ap_pay_for_or_fewer(play: Play) -> None:
    table = horde(play)
    table.german("advance", models=ZOMBIES[:3], squares=1)
    table.next_turn().allied("done")
    offers = [one for one in table.offers("german", "assault") if one["given"]["attackers"] == 3]
    assert [(one["given"]["blows"], one["dice"]["count"]) for one in offers] == [(2, 12), (1, 6)]
    table.german("turn", model=ZOMBIES[0])  # one AP left: only the others attack twice
    forms = {tuple(one["given"].values()): one["choose"]["models"]["some"] for one in table.offers("german", "assault")}
    assert forms == {(2, 2): ZOMBIES[1:3], (2, 1): ZOMBIES[:3], (3, 1): ZOMBIES[:3]}
    # left out, each attacks with all that it has: 1, then twice 2, then twice 3 dice
    table.german("assault", models=ZOMBIES[:3], target=GRUNT, dice=[1] * (1 + 4 + 6))
    assert [table[f"models.{key}.ap"] for key in ZOMBIES[:3]] == [0, 0, 0]


def wall(table: PlayedTable, path: str = "/wall", **headers: str) -> str:
    """A page of the table as plain text."""
    page = table.client.get(f"/t/{table.code}{path}", headers=headers).text
    return html.unescape(re.sub(r"<[^>]*>", "", page))


def test_a_group_attack_is_told_whole_on_every_phone_and_the_wall(play: Play) -> None:
    """Fortitude 5: of 1, 1, 5 4, 3 3, 2 1 1 and 1 1 1 one hits."""
    table = horde(play)
    table.german("advance", models=ZOMBIES[:3], squares=1)
    table.next_turn().allied("done")
    table.german("assault", models=ZOMBIES[:3], target=GRUNT, dice=[1, 1, 5, 4, 3, 3, 2, 1, 1, 1, 1, 1])
    pressed = {seat: table.seq(seat) for seat in ("allied", "german")}
    attacks = [
        f"Sturmzombie {number} attacks Grunt APE 1 hand to hand (1 AP), needs 5+: {dice}. "
        f"Hits: {hits}. DP lost: {hits}."
        for number, dice, hits in (
            (1, "1", 0), (1, "1", 0), (2, "5, 4", 1), (2, "3, 3", 0), (3, "2, 1, 1", 0), (3, "1, 1, 1", 0),
        )
    ]  # fmt: skip
    summed = "Joint attack on Grunt APE 1 – attackers: 3, attacks: 6, dice: 12, hits: 1. DP lost: 1."
    for seat in ("allied", "german"):
        phone = Taps(table, seat)
        assert "\n".join([*attacks, summed]) in wall(table, ""), seat
        result = wall(table, f"?result={pressed[seat]}")
        assert all(line in result for line in [*attacks, summed])
        assert phone.client.get(f"{phone.at}?result={pressed[seat]}").text.count('class="rolled small"') >= 6
        assert all(line in wall(table, "/log") for line in [*attacks, summed])
    assert "\n".join([*attacks, summed]) in wall(table)
    victim = Taps(table, "allied")
    news = victim.page.partition('id="news"')[2].partition("</p>")[0]
    assert "Grunt APE 1 – hits: 1, DP left: 1</span>" in news
    table.client.set_cookie("lang", "es")
    assert (
        "Ataque conjunto contra Soldado APE 1 – atacantes: 3, ataques: 6, dados: 12, impactos: 1. PD perdidos: 1."
        in wall(table)
    )


SHEET = 6 * 1024
"""Bytes of a zipped sheet, at most."""


def test_sheets_of_a_hundred_and_twenty_zombies_are_light(play: Play) -> None:
    crowd = [f"sturmzombie-{number}" for number in range(1, 121)]
    table = play(mission=3, rp={"allied": 20, "german": 60}).choose_forces(german=["sturmzombie"] * 20)
    table.bid().deploy([GRUNT, SECOND], crowd[:60]).enter("allied", GRUNT, SECOND).allied("done")
    table.german("advance", models=crowd[:60], squares=1)
    table.end_turn().bid().deploy([], crowd[60:]).allied("done")
    table.german("advance", models=crowd[60:], squares=1)
    table.next_turn().allied("done")
    phone = Taps(table, "german")
    sheets = ["advance", "activate", "act-together", *(f"assault?attackers={number}" for number in range(2, 9))]
    pages = [phone.client.get(f"{phone.at}/do/{sheet}", headers={"HX-Request": "true"}).data for sheet in sheets]
    assert all(b"sturmzombie-120" in page for page in pages)
    weights = {sheet: len(gzip.compress(page)) for sheet, page in zip(sheets, pages, strict=True)}
    assert max(weights.values()) < SHEET, weights
    phone.open("open-assault")
    phone.open("way-attackers-7")
    assert phone.page.count('data-count="72"') == 1


def test_only_a_horde_attacks_together(table: PlayedTable) -> None:
    table.to_melee().enter("german", ZOMBIES[0])
    table.next_turn()
    both = {"models": [GRUNT, SECOND], "target": ZOMBIES[0]}
    assert refusal(lambda: table.allied("assault", **both)) == ("not-of-a-horde", "models")


def test_ap_that_a_group_leaves_are_told_and_asked_about_once(play: Play) -> None:
    """Of two zombies with two AP that attack once each the first loses one; Sturmzombie 3, who acts, loses one too."""
    table = horde(play)
    table.german("advance", models=ZOMBIES[:3], squares=1)
    table.next_turn().allied("done")
    table.german("turn", model=ZOMBIES[2])
    before = table.seq("german")
    phone = Taps(table, "german")
    phone.open("open-assault")
    phone.open("way-blows-2")
    phone.press("form-1", models=ZOMBIES[:2], dice=[1, 5, 4])
    assert "AP lost by this: Sturmzombie 3: 1, Sturmzombie 1: 1. Continue?" in phone.page
    assert [event for event in table.log("german", before) if event["event"] == "blow-struck"] == []
    phone.press("sure")
    blows = [event["data"] for event in table.log("german", before) if event["event"] == "blow-struck"]
    assert [(blow["model"], blow["dice"]) for blow in blows] == [(ZOMBIES[0], [1]), (ZOMBIES[1], [5, 4])]
    assert [table[f"models.{key}.ap"] for key in ZOMBIES[:3]] == [0, 1, 0]


def test_an_advance_of_several_asks_about_ap_that_are_left_and_json_is_not_asked(play: Play) -> None:
    table = horde(play)
    phone = Taps(table, "german")
    phone.client.set_cookie("lang", "es")
    phone.look()
    phone.open("open-advance")
    phone.press("form-1", models=ZOMBIES[:2], squares=1)
    assert "Se perderán PA: Sturmzombie 1: 1. ¿Continuar?" in phone.page
    assert table["acting"] is None
    table.german("advance", models=ZOMBIES[:2], squares=1)
    assert table["acting"] == ZOMBIES[1]
    phone.open("not-sure")
    phone.open("open-advance")
    form = "form-1" if 'id="form-2"' not in phone.page else "form-2"
    phone.press(form, models=ZOMBIES[2:4], squares=2)
    assert "Sturmzombie 2: 1. ¿Continuar?" in phone.page, "who acts keeps an AP"
    phone.press("sure")
    assert [table[f"models.{key}.squares_moved"] for key in ZOMBIES[:4]] == [1, 1, 2, 2]
    phone.open("open-advance")
    phone.press("form-1", models=ZOMBIES[4:6], squares=2)
    assert table[f"models.{ZOMBIES[5]}.squares_moved"] == 2, "nothing is lost, so nothing is asked"


def test_tiles_say_how_far_they_go_and_that_they_roll_at_once(table: PlayedTable) -> None:
    table.to_melee().enter("german", ZOMBIES[0])
    table.next_turn().allied("activate", model=GRUNT)
    board = Taps(table, "allied").page
    assert re.search(r"Forward \d", board)
    assert "Fire and roll" in board
    assert "Fight and roll" in board
