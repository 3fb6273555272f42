"""Mission 6, AC/DC: panels counted at set-up, activated, compared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from app.games.incursion.words import rule_links
from tests.playing import PlayedTable, code_of, refusal

Play = Callable[..., PlayedTable]
Met = Callable[..., PlayedTable]
GRUNT, SECOND, GRETEL, ZOMBIE = "grunt-ape-1", "grunt-ape-2", "gretel-1", "sturmzombie-1"


@pytest.fixture
def met(play: Play) -> Met:
    """Opens a table: both Grunts have entered, the first acts with 2 AP left. `met(panels=2)`."""

    def opened(panels: int = 2, turn: int | None = None, **wishes: Any) -> PlayedTable:
        table = play(mission=6, referee=True, **wishes)
        table.allied("count-panels", panels=panels)
        if turn is not None:
            table.german("agree-last-turn", turn=turn)
        table.choose_forces(german=["sturmzombie", "gretel"]).bid(0, 0)
        return table.deploy([GRUNT, SECOND], [GRETEL, ZOMBIE]).enter("allied", SECOND, GRUNT)

    return opened


def take(table: PlayedTable, model: str = GRUNT, seat: str = "allied", **fields: Any) -> Any:
    """A panel is activated."""
    return table.press(seat, "activate-panel", model=model, **fields)


def ended(table: PlayedTable) -> tuple[str, str, str]:
    (data,) = [event["data"] for event in table.log() if event["event"] == "mission-ended"]
    return data["winner"], data["because"], data["rule"]


def to_gretel(table: PlayedTable) -> PlayedTable:
    """The Allies are done; Gretel has entered."""
    table.allied("done")
    return table.enter("german", GRETEL)


# -- set-up


def test_people_say_how_many_panels_there_are_before_the_first_turn(play: Play) -> None:
    table = play(mission=6)
    assert table["panels"] == 5
    (offer,) = table.offers("german", "count-panels")
    assert offer["choose"]["panels"]["min"] == 1
    assert refusal(lambda: table.allied("count-panels", panels=0)) == ("too-small", "panels")
    assert refusal(lambda: table.allied("count-panels", panels=21)) == ("too-big", "panels")
    table.german("count-panels", panels=3)
    assert table["panels"] == 3
    table.choose_forces()
    assert code_of(lambda: table.allied("count-panels", panels=4)) == "not-time-to-set-up"
    (offer,) = table.offers("allied", "count-panels", greyed=1)
    assert offer["why_not"]["code"] == "not-time-to-set-up"


def test_other_missions_have_no_panels(raid: PlayedTable) -> None:
    assert code_of(lambda: raid.allied("count-panels", panels=4)) == "no-panels"
    assert code_of(lambda: raid.allied("agree-last-turn", turn=4)) == "no-panels"
    raid.enter("allied", GRUNT)
    assert code_of(lambda: take(raid)) == "no-panel-left"


@pytest.mark.parametrize(("edition", "answers"), [("en-2009", {}), ("es-2009", {"m6-end": "all-panels"})])
def test_only_the_spanish_book_leaves_the_end_to_the_table(play: Play, edition: str, answers: dict[str, str]) -> None:
    table = play(edition=edition, mission=6, table_rulings=answers)
    assert code_of(lambda: table.allied("agree-last-turn", turn=4)) == "no-agreed-turn"
    (offer,) = table.offers("allied", "agree-last-turn", greyed=1)
    assert offer["why_not"]["code"] == "no-agreed-turn"


def test_a_turn_is_agreed_before_the_first(play: Play) -> None:
    table = play(edition="es-2009", mission=6, table_rulings={"m6-end": "agreed-turn"})
    (offer,) = table.offers("allied", "agree-last-turn")
    assert (offer["choose"]["turn"]["min"], table["last_turn"]) == (1, 8)
    assert refusal(lambda: table.allied("agree-last-turn", turn=0)) == ("too-small", "turn")
    table.german("agree-last-turn", turn=3)
    assert table["last_turn"] == 3
    table.choose_forces()
    assert code_of(lambda: table.allied("agree-last-turn", turn=4)) == "not-time-to-set-up"


# -- panels


@pytest.mark.parametrize("edition", ["en-2009", "es-2009"])
def test_a_panel_is_activated_for_one_ap_and_counts(met: Met, edition: str) -> None:
    table = met(edition=edition)
    assert len(table.offers("allied", "activate-panel")) == 1
    event = take(table)["events"][0]
    assert (event["event"], event["data"]["ap"], table[f"models.{GRUNT}.ap"]) == ("panel-activated", 1, 1)
    for seat in ("allied", "german", None):
        assert table.get(seat=seat)["state"]["score"] == {"allied": 1}
    take(table, cp=1)
    assert (table[f"models.{GRUNT}.ap"], table["over"]) == (1, True)


def test_zombies_activate_no_panel_and_nobody_from_the_entry(met: Met) -> None:
    table = met()
    table.allied("done")
    table.german("activate", model=GRETEL)
    assert refusal(lambda: take(table, GRETEL, "german")) == ("not-entered", "model")
    table.enter("german", ZOMBIE)
    assert refusal(lambda: take(table, ZOMBIE, "german")) == ("no-items", "model")
    (offer,) = table.offers("german", "activate-panel", greyed=1)
    assert offer["why_not"]["code"] == "no-items"


def test_a_panel_that_is_activated_sets_off_reaction_fire(met: Met) -> None:
    table = to_gretel(met())
    table.german("done", reaction_fire=[GRETEL])
    table.bid(0, 0).deploy([], []).allied("activate", model=GRUNT)
    take(table)
    assert [offer["given"]["target"] for offer in table.offers("german", "react")] == [GRUNT]


# -- the end


@pytest.mark.parametrize("edition", ["en-2009", "es-2009"])
def test_once_all_panels_are_taken_most_counters_win(met: Met, edition: str) -> None:
    table = met(3, edition=edition)
    take(table)
    take(table)
    assert table["over"] is False
    take(to_gretel(table), GRETEL, "german")
    assert (table["score"], ended(table)) == (
        {"allied": 2, "german": 1},
        ("allied", "panels-taken", "missions.panels"),
    )


@pytest.mark.parametrize(("answer", "winner"), [("draw", "draw"), ("germans", "german")])
def test_a_tie_is_as_the_table_says(met: Met, answer: str, winner: str) -> None:
    table = met(2, table_rulings={"tie": answer})
    take(table)
    take(to_gretel(table), GRETEL, "german")
    assert ended(table)[0] == winner


def test_an_agreed_turn_ends_it_and_not_before_it_is_over(met: Met) -> None:
    table = met(5, 2, edition="es-2009", table_rulings={"m6-end": "agreed-turn"})
    take(table)
    table.next_turn()
    assert (table["turn"], table["over"]) == (2, False)
    table.allied("done")
    assert table["over"] is False
    table.german("done")
    assert ended(table) == ("allied", "turns-over", "missions.panels")


def test_an_agreed_turn_ends_it_early_too_once_all_panels_are_taken(met: Met) -> None:
    table = met(1, 4, edition="es-2009", table_rulings={"m6-end": "agreed-turn"})
    take(table)
    assert ended(table) == ("allied", "panels-taken", "missions.panels")


@pytest.mark.parametrize(("edition", "answers"), [("en-2009", {}), ("es-2009", {"m6-end": "all-panels"})])
def test_else_the_turns_go_on_while_a_panel_is_left(met: Met, edition: str, answers: dict[str, str]) -> None:
    table = met(2, edition=edition, table_rulings=answers)
    while table["turn"] < 9:
        table.next_turn()
    assert table["over"] is False


@pytest.mark.parametrize(
    ("answer", "gretel", "because", "winner"),
    [
        ("dossier", True, None, None),
        ("dossier", False, "nobody-for-panels", "draw"),
        ("end-now", True, "wiped-out", "allied"),
        ("play-on", True, None, None),
        ("play-on", False, "nobody-for-panels", "draw"),
    ],
)
def test_a_side_that_is_wiped_out_ends_it_or_the_others_go_on_while_somebody_handles_items(
    met: Met, answer: str, gretel: bool, because: str | None, winner: str | None
) -> None:
    table = met(2, table_rulings={"wiped-out": answer})
    take(table)
    for model in (GRUNT, SECOND, *([] if gretel else [GRETEL])):
        table.referee("house-ruling", set=f"models.{model}.dp", to=0, reason="a test")
    table.allied("done")
    assert table["over"] is (because is not None)
    if because is not None:
        rule = "missions.wiped-out" if because == "wiped-out" else "missions.panels"
        assert ended(table) == (winner, because, rule)
    else:
        take(table.enter("german", GRETEL), GRETEL, "german")
        assert ended(table) == ("draw", "panels-taken", "missions.panels")


def test_an_agreed_turn_is_played_by_whoever_is_left_and_the_page_says_so(met: Met) -> None:
    table = met(3, 2, edition="es-2009", table_rulings={"m6-end": "agreed-turn"})
    take(table)
    for model in (GRUNT, SECOND, GRETEL):
        table.referee("house-ruling", set=f"models.{model}.dp", to=0, reason="a test")
    table.next_turn()
    assert (table["turn"], table["over"]) == (2, False)
    table.end_turn()
    assert ended(table) == ("allied", "turns-over", "missions.panels")
    told = {name: rule_links()[f"missions.{name}"]["by-book"]["es-2009"] for name in ("panels", "wiped-out")}
    assert "after the last turn if the players agreed on one, to which the remaining side plays" in told["panels"]["en"]
    assert (
        "tras el último turno si los jugadores acordaron uno; hasta entonces juega quien quede" in told["panels"]["es"]
    )
    assert "or to the end of the last turn if the players agreed on one" in told["wiped-out"]["en"]
    assert "o hasta el fin del último turno si los jugadores acordaron uno" in told["wiped-out"]["es"]


@pytest.mark.parametrize("rule", ["panels", "wiped-out"])
def test_the_book_that_knows_no_agreed_turn_speaks_of_none(rule: str) -> None:
    told = rule_links()[f"missions.{rule}"]["by-book"]["en-2009"]
    assert not any("agreed" in text or "acord" in text for text in told.values())


def test_a_side_that_is_left_with_more_panels_wins_though_it_can_take_no_more(met: Met) -> None:
    table = to_gretel(met(2))
    take(table, GRETEL, "german")
    for model in (GRUNT, SECOND, GRETEL):
        table.referee("house-ruling", set=f"models.{model}.dp", to=0, reason="a test")
    table.german("done")
    assert ended(table) == ("german", "nobody-for-panels", "missions.panels")


def test_zombies_that_the_table_lets_handle_items_play_on(met: Met) -> None:
    table = met(2)
    table.referee("house-ruling", set=f"models.{ZOMBIE}.handles_items", to=True, reason="a test")
    for model in (GRUNT, SECOND, GRETEL):
        table.referee("house-ruling", set=f"models.{model}.dp", to=0, reason="a test")
    table.allied("done")
    assert table["over"] is False
    take(table.enter("german", ZOMBIE), ZOMBIE, "german")
    assert (table["score"]["german"], table["over"]) == (1, False)


def test_green_doors_are_counted_at_set_up_as_panels_are(play: Play) -> None:
    table = play(mission=2)
    (offer,) = table.offers("german", "count-doors")
    assert offer["choose"] == {"doors": {"min": 1, "max": 20}}
    table.german("count-doors", doors=1)
    table.to_action().enter("allied", GRUNT)
    assert code_of(lambda: table.allied("count-doors", doors=2)) == "not-time-to-set-up"
    table.allied("seal-door", model=GRUNT)
    assert (table["over"], table["winner"], table["green_doors"]) == (True, "allied", 1)
    assert code_of(lambda: play(mission=1).allied("count-doors", doors=2)) == "no-green-doors"
