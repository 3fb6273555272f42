"""What a board of Infantería Móvil shows, made from a table that nobody has played at yet."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.core.engine.buttons import Button
from app.core.engine.command import CommandRequest
from app.core.engine.event import PUBLIC, Seat
from app.core.engine.offers import DiceRequest, MultiChoice, NumberChoice, Offer
from app.core.errors import Refused
from app.core.table.execute import run_command
from app.core.table.seat_view import Table
from app.core.table.what_if import DICE
from app.games.mobile_infantry.board_view import bugs, shown, status, teams, tunnel_view
from app.games.mobile_infantry.board_view.boats import BoatRow
from app.games.mobile_infantry.board_view.buttons import SeatOffers
from app.games.mobile_infantry.board_view.details import details
from app.games.mobile_infantry.board_view.muster import Choice, Muster
from app.games.mobile_infantry.board_view.next_action import Foot, Whom, whom
from app.games.mobile_infantry.board_view.rules import of_phase
from app.games.mobile_infantry.board_view.tunnel_view import Spot
from app.games.mobile_infantry.book import edition_book
from app.games.mobile_infantry.brain_secrets import Pack, Where
from app.games.mobile_infantry.game import GAME
from app.games.mobile_infantry.state import PHASES, AppBrain, Boat, Bug, Group, Phase, State, Team, Trooper, Weapon
from app.web.table.form_view import Asked, dialog_of
from tests.conftest import met_rule
from tests.game_checks import first_table
from tests.mobile_infantry.playing import BRAIN, IM, Battle


@pytest.fixture
def table() -> Table:
    return first_table(GAME)


def board(table: Table, seat: str) -> dict[str, Any]:
    looking = PUBLIC if seat == "public" else table.seat(seat)
    return dict(shown(table, looking, table.offers_for(looking)))


def first_of(seen: dict[str, Any]) -> list[tuple[str, dict[str, Any], bool]]:
    return [(tap.command, dict(tap.fields), tap.opens) for _, tap in seen["foot"].lead]


def test_the_first_tap_of_a_player_raises_a_whole_squad(table: Table) -> None:
    assert first_of(board(table, "im-1")) == [("raise-squad", {"fire_teams": 4}, False)]


def test_who_has_no_seat_is_offered_nothing(table: Table) -> None:
    seen = board(table, "public")
    assert (seen["foot"].lead, seen["foot"].done, seen["muster"]) == ((), (), None)


def battle() -> State:
    """A team of two at contact: one reloads, one is pinned by the first of two warriors; a pack lurks."""
    state = State(phase="fire", sequence="post", turn=3)
    state.teams = {"team-1": Team("im-1", "squad-1", experience="rookie", owes=["casualties"])}
    rifle, empty = Weapon("assault-rifle", 3), Weapon("assault-rifle", 0, reload_left=1)
    state.troopers = {"trooper-1": Trooper("team-1", "corporal", weapons=[empty])}
    state.troopers["trooper-2"] = Trooper("team-1", "im", "pinned", [rifle], held_by="warrior-1")
    state.groups = {"group-1": Group("warrior", 2, told={"squad-1": 4})}
    state.bugs = {"warrior-1": Bug("warrior", "group-1", 1, hits=2, state="half", holding="trooper-2")}
    state.bugs["warrior-2"] = Bug("warrior", "group-1", 2, state="dead")
    state.lair.packs = {"pack-1": Pack("flyer", 2, "team-1", "left", 17)}
    state.boats = {"boat-1": Boat()}
    return state


def test_a_team_shows_each_man_with_his_magazine() -> None:
    book, may = edition_book("es", {}), SeatOffers([], "table")
    (unit,) = teams.units(battle(), book, may, "im-1", whole=True)
    (card,) = unit.cards
    assert [(man.role, man.status, man.guns[0].shots, man.guns[0].reload) for man in card.men] == [
        ("corporal", "", 0, 1),
        ("im", "pinned", 3, 0),
    ]
    assert (card.fit, card.alive, card.size, card.marks) == (1, 2, 2, ("test",))


def test_a_bug_shows_its_hits_up_to_those_that_kill_it_and_who_may_fire_when() -> None:
    (swarm,) = bugs.swarms(battle(), edition_book("es", {}), SeatOffers([], "table"), frozenset({"squad-1"}))
    (bug,) = swarm.bugs
    assert (bug.hits, bug.half, bug.of, bug.marks) == (2, 2, 4, ("half", "holding"))
    assert (swarm.all_from, swarm.told) == (4, ())


def test_where_the_table_waits_for_a_fifth_hit_four_do_not_kill() -> None:
    (swarm,) = bugs.swarms(battle(), edition_book("es", {"collapse": "after"}), SeatOffers([], "table"), None)
    assert swarm.bugs[0].of == 5


def test_an_owed_test_is_waited_for_before_anybody_who_fires() -> None:
    state = battle()
    state.wait_for("im", "fire", "im-1")
    assert status.waits(state) == (status.WaitView("im-1", "test", "team-1", ("casualties",)),)


def test_whoever_rolls_own_dice_gets_a_form_where_others_press() -> None:
    offer = Offer("move-teams", dice=DiceRequest(4))
    assert not SeatOffers([offer], "table").button(offer, "move").opens
    assert SeatOffers([offer], "hand").button(offer, "move").opens


@pytest.mark.parametrize("phase", PHASES)
def test_the_rules_of_a_phase_lead_to_their_pages(client: FlaskClient, table: Table, phase: Phase) -> None:
    table.state.phase = phase
    for table.state.sequence, table.state.turn, table.state.mission in (("pre", 0, 3), ("pre", 1, 7), ("post", 2, 1)):
        for link in of_phase(table.state):
            page = client.get(f"/rules/{GAME.key}/{link.rule}")
            assert (page.status_code, link.title("en") in unescape(page.text)) == (200, True)
            met_rule(link.rule)


@pytest.mark.parametrize("phase", ["muster", "bug-move"])
def test_rules_of_tunnels_stand_at_the_foot_under_the_ground_alone(table: Table, phase: Phase) -> None:
    table.state.phase = phase
    told = []
    for table.state.mission in (None, 1, 3):
        told.append({link.rule for link in of_phase(table.state)} & {"tunnels.entrances", "moving.brain"})
    assert [bool(rules) for rules in told] == [False, False, True]


# -- what a battle shows


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Trooper 1 (lieutenant, Team 1)"), ("es", "Soldado 1 (teniente, Equipo 1)")]
)
def test_a_form_says_what_a_man_is_and_whose(battle_of_two: Battle, language: str, said: str) -> None:
    table = battle_of_two.table
    offer = Offer("tell-men", choose={"men": MultiChoice(["trooper-1", "trooper-5", "trooper-8"], 0, 3)})
    form = dialog_of(table, [offer], Asked(), table.get_translator(language)).forms[0]
    texts = [value.text for value in form.choosers[0].values]
    assert texts[0] == said
    assert texts[2].endswith(f"({table.get_translator(language).name('team-2')})")


def test_a_team_goes_by_the_name_that_it_was_given(battle_of_two: Battle) -> None:
    battle_of_two.press(IM, "name-team", team="team-2", name="Cóndor")
    battle_of_two.press(IM, "name-team", team="squad-1", name="{lobos}")
    for language, was in (("en", "Team"), ("es", "Equipo")):
        said = battle_of_two.table.get_translator(language)
        assert (said.name("team-2"), said.name("team-3"), said.name("squad-1")) == ("Cóndor", f"{was} 3", "{lobos}")
    (card,) = [one for one in cards(battle_of_two, IM) if one.key == "team-2"]
    assert card.number == "2"


@pytest.fixture
def battle_of_two() -> Battle:
    """Two squads of one player, before the battle."""
    return Battle().squad().squad()


def cards(battle: Battle, seat: str) -> list[teams.Card]:
    return [card for unit in board(battle.table, seat)["units"] for card in unit.cards]


def test_groups_at_which_the_same_may_fire_are_one(battle_of_two: Battle) -> None:
    """Two groups of Warriors that all may fire at are drawn as one, a third that one squad knows of by itself."""
    battle = battle_of_two.ready().against(("warrior", 2), "warrior")
    battle.to("presence")
    pack = battle.come("warrior", 3)
    battle.to("location").press(IM, "look-around", [6], team="team-2")
    battle.done(IM).press(BRAIN, "answer-look", team="team-2", packs=[pack])
    found = board(battle.table, BRAIN)["swarms"]
    assert [(len(one.bugs), one.site, one.all_from) for one in found] == [(3, None, 0), (3, "site-3", None)]


@pytest.fixture
def one_knows() -> Battle:
    """The loose team-6 of im-2 has found a Warrior and may fire in turn 2; the squad of im-1 does not know of it."""
    battle = Battle(players=2).squad("im-1").loose(seat="im-2").ready()
    battle.to("presence")
    pack = battle.come("warrior")
    battle.to("location").press("im-2", "look-around", [6], team="team-6", isolated=True)
    battle.done("im-1", "im-2").press(BRAIN, "answer-look", team="team-6", packs=[pack])
    return battle.calm("team-6")


def test_each_phone_says_who_may_fire_as_the_wall_says_it(one_knows: Battle) -> None:
    said = [
        [(one.all_from, one.told) for one in board(one_knows.table, seat)["swarms"]]
        for seat in ("im-1", "im-2", "public")
    ]
    assert said == [[(None, (("team-6", 2),))]] * 3


def test_who_may_not_fire_yet_reads_who_may_instead_of_places_that_are_greyed(one_knows: Battle) -> None:
    one_knows.to("fire")
    mine, theirs = (board(one_knows.table, seat) for seat in ("im-1", "im-2"))
    assert (mine["foot"].who_fires, theirs["foot"].who_fires) == (("team-6",), None)
    assert [tap for unit in mine["units"] for one in (unit, *unit.cards) for tap in one.taps] == []
    one_knows.fire("team-6", dice=[6] * 4)
    assert board(one_knows.table, "im-2")["foot"].who_fires == ()


def test_a_small_phone_offers_the_volleys_of_the_first_that_can_fire(one_knows: Battle) -> None:
    """Beside them the end of the phase is not filled; a squad that can fire as a whole goes before its teams."""
    mine = board(one_knows.to("fire").table, "im-2")["foot"]
    assert [(whom.first, tap.label_key) for whom, tap in mine.shots] == [
        ("team-6", "command.fire-burst"), ("team-6", "command.fire-sustained"),
    ]  # fmt: skip
    assert mine.done[0].look == ""
    squad = board(Battle().squad().ready().against("warrior").to("fire").table, IM)["foot"]
    assert [tap.label_key for _, tap in squad.shots] == ["command.fire-squad-burst", "command.fire-squad-sustained"]


def test_what_is_settled_first_is_named_in_order_with_its_reasons(squad_against: Callable[..., Battle]) -> None:
    """A man thrown comes before the test of his team, which has casualties: then that one, with its reason."""
    battle = squad_against(("warrior", 2)).engage("team-2", "warrior-1", "warrior-2").to("close-combat")
    battle.press(BRAIN, "strike", [5, 2], team="team-2")
    assert status.waits(battle.state) == (status.WaitView(BRAIN, "throw", "trooper-5"),)
    battle.press(BRAIN, "throw", [1], trooper="trooper-5")
    assert status.waits(battle.state) == (status.WaitView(BRAIN, "fall", "trooper-5"),)
    battle.press(BRAIN, "fall", [12], trooper="trooper-5")
    assert status.waits(battle.state) == (status.WaitView(IM, "test", "team-2", ("casualties",)),)


def test_the_list_for_the_table_is_folded_for_who_says_whom_acid_reaches(squad_against: Callable[..., Battle]) -> None:
    battle = squad_against("tank").to("fire").done(IM)
    assert not board(battle.table, IM)["answers_first"]
    battle.press(BRAIN, "spray", [4], bug="tank-1")
    assert [board(battle.table, seat)["answers_first"] for seat in (IM, BRAIN)] == [True, False]


def test_who_saw_a_team_flee_is_asked_where_the_thumb_is(squad_against: Callable[..., Battle]) -> None:
    """Bugs that have moved may be near for the first time; in the next phase that is no longer likely."""
    battle = squad_against("warrior")
    assert also(battle, BRAIN) == []
    battle.press(BRAIN, "move-bugs", [1, 1])
    assert also(battle, BRAIN) == ["witness-bugs-near"]
    battle.press(BRAIN, "witness", reason="bugs-near", teams=["team-2"])
    battle.react("team-2", dice=[1])
    battle.press(IM, "run", [1] * 8, team="team-2")
    assert also(battle, BRAIN) == ["witness-bugs-near", "witness-comrades-lost"]
    assert also(battle, IM) == ["witness-comrades-lost"]
    assert also(battle.to("fire"), IM) == []


def also(battle: Battle, seat: str) -> list[str]:
    return [tap.id for _, tap in board(battle.table, seat)["foot"].tiles]


def test_the_steppers_begin_with_what_is_likely(squad_against: Callable[..., Battle]) -> None:
    battle = squad_against(("warrior", 3))
    battle.press(BRAIN, "engage", team="team-2", bugs=["warrior-1", "warrior-2"])
    near = battle.offers(IM, "react")[0].choose
    assert (near["im_within_12"], near["bugs_within_12"]) == (
        NumberChoice(4, 40, usual=(4, 8, 12, 16, 20, 24)),
        NumberChoice(0, 40, 2, (0, 1, 2, 3, 4, 6, 8)),
    )
    battle.calm("team-2").to("fire")
    battle.fire("team-2")
    battle.to("fire", turn=3)
    (reload,) = [one for one in battle.offers(IM, "reload") if one.given == {"team": "team-2"}]
    assert reload.choose["men"] == NumberChoice(1, 4, first=4)


def test_the_seals_of_the_app_are_named_in_words(client: FlaskClient) -> None:
    asked = {"game": GAME.key, "mission": 1, "brain": "app", "language": "es"}
    opened = client.post("/api/tables", json=asked).json
    assert opened is not None
    code, headers = opened["code"], {"Authorization": f"Bearer {opened['seats'][IM]}"}
    for number, press in enumerate(({"command": "raise-team", "kind": "company"}, {"command": "ready"})):
        body = {**press, "key": str(number), "seen": 0}
        assert client.post(f"/api/tables/{code}/commands", json=body, headers=headers).status_code == 200
    client.set_cookie("lang", "es")
    page = unescape(client.get(f"/t/{code}/log").text)
    assert "ha sellado sus decisiones: llegada del turno 1, dados de las llegadas ocultas del turno 1." in page
    assert re.search(r"llegada del turno 1: <code>[0-9a-f]{16}…</code>", page)


# -- every action in its place


def acts_of(battle: Battle, team: str) -> list[tuple[str, bool]]:
    (card,) = [one for one in cards(battle, IM) if one.key == team]
    return [(tap.label_key.removeprefix("command."), tap.greyed) for tap in card.taps]


def of_squad(battle: Battle) -> list[tuple[str, bool]]:
    (unit,) = board(battle.table, IM)["units"]
    return [(tap.label_key.removeprefix("command."), tap.greyed) for tap in unit.taps]


def armed_against(*kinds: Any) -> Battle:
    """A squad with a mini-gun in team-2 and a nuclear launcher in team-3; turn 2, when these bugs move."""
    battle = Battle().squad()
    for team, weapon in (("team-2", "mini-gun"), ("team-3", "nuclear-launcher")):
        battle.press(IM, "issue-weapon", team=team, weapon=weapon)
    return battle.ready().against(*kinds)


def test_a_fired_weapon_keeps_its_place(client: FlaskClient) -> None:
    """Mini-gun and launcher stand where they stood once they have fired, greyed; so do the volleys of a squad.

    To reload comes last, once a magazine is not full.
    """
    battle = armed_against(("warrior", 3), ("warrior", 3)).to("fire")
    free = ["fire-burst", "fire-sustained", "fire-mini-gun"]
    assert acts_of(battle, "team-2") == [(says, False) for says in free]
    assert acts_of(battle, "team-3") == [
        ("fire-burst", False),
        ("fire-sustained", False),
        ("launch", False),
    ]
    battle.fire("team-2", weapon="mini-gun", mode="sustained")
    assert acts_of(battle, "team-2") == [*((says, says == "fire-mini-gun") for says in free), ("reload", True)]
    battle.press(IM, "launch", [1], team="team-3", target="warrior-1", distance=24)
    battle.press(IM, "drift", [1])
    battle.press(IM, "resolve-blast")
    assert acts_of(battle, "team-3")[2] == ("launch", True)
    both = ["fire-squad-burst", "fire-squad-sustained"]
    assert of_squad(battle) == [(says, False) for says in both]
    battle.press(IM, "fire-squad", squad="squad-1", mode="burst", targets=["warrior-1"], distance=24)
    assert of_squad(battle) == [(says, True) for says in both]
    battle.to("fire", turn=battle.state.turn + 1)
    assert acts_of(battle, "team-3")[2] == ("launch", True)


def test_a_place_that_is_greyed_says_why(squad_against: Callable[..., Battle]) -> None:
    battle = squad_against("warrior").to("fire")
    battle.fire("team-2")
    seat = battle.table.seat(IM)
    told = {}
    for unit in board(battle.table, IM)["units"]:
        for tap in (*unit.taps, *unit.cards[1].taps):
            if tap.greyed:
                told[tap.label_key.removeprefix("command.")] = reason_of(battle.table, seat, tap)
    assert told == {"fire-burst": "silent-has-fired", "fire-sustained": "silent-has-fired", "reload": "magazines-full"}


def reason_of(table: Table, seat: Seat, tap: Button) -> str:
    with pytest.raises(Refused) as no:
        run_command(table, seat, CommandRequest(tap.command, dict(tap.fields)), DICE)
    return no.value.code


@pytest.mark.parametrize(
    ("command", "phase", "seat", "told"),
    [
        ("test-presence", "presence", BRAIN, "se piden uno tras otro"),
        ("move-bugs", "bug-move", BRAIN, "en el orden del tablero: dos por Guerrero"),
        ("fire-squad", "fire", IM, "los del primer equipo"),
        ("move-teams", "im-move", IM, "Un dado por equipo"),
        ("look-all", "location", IM, "Un dado por equipo"),
        ("look-all", "location", IM, "Se localizan Bichos con 7 o más:"),
    ],
)
def test_dice_that_mean_different_things_say_in_which_order(
    squad_against: Callable[..., Battle], command: str, phase: Phase, seat: str, told: str
) -> None:
    battle = squad_against("warrior").to(phase)
    form = dialog_of(battle.table, battle.offers(seat, command), Asked(), battle.table.get_translator("es")).forms[0]
    assert told in str(form.hint)


@pytest.mark.parametrize(
    ("command", "phase", "seat", "asked", "terms", "needed"),
    [
        ("test-presence", "presence", BRAIN, {}, ["5", "−1"], "4+"),
        ("test-presence", "presence", BRAIN, {"tunnel_within_24": "True"}, ["5", "−1", "−1"], "3+"),
        ("look-around", "location", IM, {}, ["7", "−1"], "6 or more on the die, 1 less for every three bugs"),
        ("look-around", "location", IM, {"hill": "True"}, ["7", "−1", "−1"], "5 or more on the die, 1 less"),
    ],
)
def test_a_test_says_beside_its_dice_what_they_need(
    squad_against: Callable[..., Battle],
    command: str,
    phase: Phase,
    seat: str,
    asked: dict[str, str],
    terms: list[str],
    needed: str,
) -> None:
    """They came in boats; the first team is that of command."""
    battle = squad_against("warrior").to(phase)
    battle.state.sites["site-1"].kind = "tunnel"
    said = battle.table.get_translator("en")
    preview = dialog_of(battle.table, battle.offers(seat, command), Asked(asked), said).forms[0].preview
    assert preview is not None
    assert [term.number for term in preview.terms] == terms
    assert str(preview.needs or preview.total).startswith(needed)


def test_the_call_of_the_boats_keeps_its_place(squad_against: Callable[..., Battle]) -> None:
    battle = squad_against("warrior")
    calls = []
    for phase in ("bug-move", "fire", "im-move"):
        (tap,) = board(battle.to(phase).table, IM)["fleet"].calls
        calls.append((tap.command, tap.greyed))
    assert calls == [("call-boats", False), ("call-boats", True), ("call-boats", True)]
    assert board(battle.table, BRAIN)["fleet"].calls == ()


@pytest.mark.parametrize(
    ("mission", "infantry", "bugs"),
    [
        (
            1,
            {"bugs-killed": "1", "objectives-reached": "5/10/20"},
            {"im-dead": "1", "officers-dead": "3", "boats-lost": "5"},
        ),
        (2, {"warrior": "2", "flyer": "3", "tank": "5"}, {"im-dead": "1", "officers-dead": "3", "boats-lost": "5"}),
        (3, {"bugs-killed": "1", "chambers-reached": "5/10/20"}, {"im-dead": "1", "officers-dead": "3"}),
        (5, {"bugs-killed": "1", "on-surface": "1"}, {"im-dead": "1", "boats-lost": "5"}),
        (7, {"bugs-killed": "1", "brain-killed": "5", "brain-alive": "20"}, {"im-dead": "1", "officers-dead": "3"}),
    ],
)
def test_the_board_says_how_a_mission_is_won(mission: int, infantry: dict[str, str], bugs: dict[str, str]) -> None:
    worth = {side: dict(things) for side, things in board(Battle(mission).squad().table, IM)["goal"].worth}
    assert worth["im"] == infantry
    assert worth["brain"] | bugs == worth["brain"]


def test_an_officer_may_be_worth_his_points_and_those_of_a_man(open_battle: Callable[..., Battle]) -> None:
    (_, bugs) = board(open_battle(officer_vp="four").squad().table, IM)["goal"].worth
    assert dict(bugs[1])["officers-dead"] == "4"


def test_a_phase_is_ended_by_whoever_has_a_button_for_it_that_is_not_greyed() -> None:
    end = Button("done", "done", "command.done-fire")
    feet = [Foot((), (), (), done, False, False) for done in ((), (end._replace(greyed=True),), (end,))]
    assert [foot.ends for foot in feet] == [False, False, True]


def test_who_is_waited_for_beside_oneself_is_named_by_seat() -> None:
    waits = (status.WaitView("im-1", "phase"), status.WaitView("brain", "phase"), status.WaitView("im-2", "phase"))
    assert status.others(waits, Seat("im-1", "im")) == ("brain", "im-2")
    assert status.others(waits, Seat("public")) == ("im-1", "brain", "im-2")


def about(command: str, *names: str | tuple[str, ...]) -> Whom | None:
    return whom(Offer(command, about=names))


def test_a_button_names_the_first_whom_it_is_about_and_counts_the_others() -> None:
    assert about("tell-men", "team-1", ("bug-1", "bug-2")) == Whom("team-1", 0)
    assert about("tell-spray", ("bug-1", "bug-2", "bug-3")) == Whom("bug-1", 2)
    assert about("tell-around", ("trooper-1", "team-1")) == Whom("trooper-1", 0)
    assert about("tell-fort") is None


def test_a_button_says_the_side_and_the_inches_of_a_point_and_no_inches_of_bugs() -> None:
    assert about("tell-presence", ("team-1", "left", "14″")) == Whom("team-1", 0, ("left", "14″"))
    assert about("tell-reached", ("warrior-1", "warrior-2")) == Whom("warrior-1", 1)


def test_a_tunnel_is_drawn_with_those_in_it_from_its_first_end() -> None:
    """A tunnel of 24 inches: two teams 6 inches past its first end, bugs 6 inches past the other."""
    state = battle()
    state.app = AppBrain("hungry", opened={"tunnel-a": {"length": 24, "width": 4, "ends": ["entrance-1", "fork-1"]}})
    state.app.mouths_of = {"entrance-1": "tunnel-a"}
    state.app.below = {"team-1": Where("tunnel-a", "entrance-1", 6), "warrior-1": Where("tunnel-a", "fork-1", 6)}
    (section,) = tunnel_view.tunnels(state, edition_book("es", {}), SeatOffers([], "table"))
    assert section.spots == (Spot(25, ("team-1",), False), Spot(75, ("warrior-1",), True))
    assert section.walkers[0].left == (("entrance-1", 6), ("fork-1", 18))


def test_a_lone_fire_team_is_not_asked_which_one_is_experienced(open_battle: Callable[..., Battle]) -> None:
    battle = open_battle().loose()
    (offer,) = battle.offers(IM, "set-experience")
    assert (offer.given, [*offer.choose]) == ({"team": "team-1"}, ["experience"])


def test_signs_of_those_who_are_close_together_in_a_tunnel_do_not_overlap() -> None:
    assert tunnel_view.apart([25, 75]) == [25, 75]
    assert tunnel_view.apart([10, 12, 15]) == [10, 21, 32]
    assert tunnel_view.apart([92, 96, 100]) == [78, 89, 100]
    assert tunnel_view.apart([]) == []


def test_the_missions_are_folded_away_once_one_is_agreed_on() -> None:
    choices = (Choice(1, False, None), Choice(2, True, None))
    assert Muster((), (), choices, (), (), ()).has_agreed
    assert not Muster((), (), choices[:1], (), (), ()).has_agreed


@pytest.mark.parametrize(("left", "run"), [(5, 0), (3, 0), (2, 1), (1, 2)])
def test_the_clock_of_a_boat_has_three_turns(left: int, run: int) -> None:
    assert BoatRow("boat-1", "inbound", 0, 8, 4, left, 3, ()).clock == (run, 3)


def test_a_row_says_how_far_its_team_may_move_and_a_volley_how_many_dice(squad_against: Callable[..., Battle]) -> None:
    """A 3 is three inches, and one in bad terrain; four rifles roll four dice in bursts, twelve in sustained fire."""
    battle = squad_against("warrior").to("fire")
    (card,) = [one for one in cards(battle, IM) if one.key == "team-2"]
    dice = {tap.label_key: dict(tap.behind.shown)["dice"] for tap in card.taps if tap.behind}
    assert dice == {"command.fire-burst": 4, "command.fire-sustained": 12}
    assert card.moves is None
    battle.to("im-move").press(IM, "move-team", [3], team="team-2")
    moves = {one.key: (one.moves, one.marks) for one in cards(battle, IM)}
    assert moves["team-2"] == ((3, 1), ())
    assert moves["team-3"] == (None, ())


def test_the_button_of_another_squad_is_not_that_of_the_dock(battle_of_two: Battle) -> None:
    """A button that is moved while it has the focus would scroll the board to where it is now."""
    found = board(battle_of_two.table, IM)
    raised = {tap.id: dict(tap.behind.shown) for tap in found["muster"].raises if tap.behind}
    assert raised == {"raise-another": {"teams": 5, "men": 20}, "raise-fire": {"teams": 1, "men": 4}}
    assert "raise-squad" not in {tap.id for _, tap in found["foot"].lead}


def test_a_trooper_in_the_sheet_of_his_team_has_number_rank_and_shots(battle_of_two: Battle) -> None:
    table = battle_of_two.table
    found = details(table, table.seat(IM), [], "team-2", table.get_translator("en"))
    assert found is not None
    men = dict(found.parts)["details.men"]
    assert [one.name for one in men] == battle_of_two.names("team-2")
    assert [(one.label, one.value) for one in men[0].values] == [
        ("details.rank", "corporal"), ("name.assault-rifle", "5/5"),
    ]  # fmt: skip
    assert [one.label for one in men[1].values] == ["name.assault-rifle"]


@pytest.mark.parametrize(("reaction", "told"), [("fleeing", ["fleeing"]), ("berserk", ["berserk"]), ("ok", [])])
def test_the_page_of_a_team_says_that_it_flees(battle_of_two: Battle, reaction: Any, told: list[str]) -> None:
    table = battle_of_two.table
    battle_of_two.team("team-2").reaction = reaction
    found = details(table, table.seat(IM), [], "team-2", table.get_translator("en"))
    assert found is not None
    assert [one.value for one in found.values if one.label == "details.reaction"] == told


def test_the_sheet_of_a_team_offers_during_set_up_what_can_be_done_with_it() -> None:
    battle = Battle(7).squad()
    table = battle.table
    seat = table.seat(IM)
    found = details(table, seat, table.offers_for(seat), "team-2", table.get_translator("en"))
    assert found is not None
    can = {tap.id: tap for tap in found.can}
    squad = table.state.teams["team-2"].squad
    named, removed = can["name-team-team-2"], can["dismiss-team-2"]
    assert (dict(named.fields)["team"], named.opens) == ("team-2", True)
    (offer,) = [one for one in battle.offers(IM, "name-team") if one.given == {"team": "team-2"}]
    assert list(offer.choose) == ["name"], "a form that was opened from a team does not ask for it again"
    assert (dict(removed.fields), removed.about, removed.opens) == ({"team": squad}, squad, True)
    gun = next(tap for tap in found.can if tap.command == "issue-weapon")
    assert (dict(gun.fields)["team"], gun.opens) == ("team-2", False)


def test_the_page_of_a_bug_tells_its_hits_and_how_it_fights_and_that_of_its_group_each_bug(table: Table) -> None:
    table.state.groups = {"group-1": Group("warrior", 2)}
    table.state.bugs = {"warrior-1": Bug("warrior", "group-1", 1, hits=3, state="half", moved=4, engages="team-2")}
    table.state.bugs["warrior-2"] = Bug("warrior", "group-1", 2)
    of_one, of_all = (
        details(table, table.seat(IM), [], key, table.get_translator("en")) for key in ("warrior-1", "group-1")
    )
    assert of_one is not None
    assert of_all is not None
    shown = {one.label: one.value for one in of_one.values}
    assert shown == {
        "details.hits-taken": 3, "details.hits": 4, "details.half": 2, "details.condition": "half",
        "details.moved": "4″", "details.attacks": "team-2",
    }  # fmt: skip
    assert dict(of_one.parts)["details.fights"][0].text.startswith("The bug rolls 1D6")
    assert (of_one.names, of_all.names) == (("warrior-1",), ("warrior-1", "warrior-2"))
    assert [part.name for part in dict(of_all.parts)["details.bugs"]] == ["warrior-1", "warrior-2"]


def test_the_wall_shows_the_sketch_of_the_mission_until_the_battle_begins() -> None:
    battle = Battle(7).squad()
    assert [shape["text"] for shape in board(battle.table, "public")["sketch"]["shapes"]] == ["entrance"] * 3
    assert board(battle.table, IM)["sketch"] == {}
    battle.state.phase = "im-move"
    assert board(battle.table, "public")["sketch"] == {}
