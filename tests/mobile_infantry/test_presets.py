"""What a form begins with: a distance is never guessed, anything else is the neutral case."""

from collections.abc import Callable

import pytest

from app.web.table.form_view import Asked, Form, form_of
from tests.mobile_infantry.playing import BRAIN, IM, Battle


@pytest.fixture
def armed() -> Battle:
    """A squad whose second team has a nuclear launcher; turn 2, when two Warriors of two groups move."""
    battle = Battle().squad()
    battle.press(IM, "issue-weapon", team="team-2", weapon="nuclear-launcher")
    return battle.ready().against("warrior", "warrior")


def forms(battle: Battle, command: str, seat: str = IM, **meant: str) -> list[Form]:
    offers, said = battle.offers(seat, command), battle.table.get_translator("en")
    return [form_of(offer, offers, Asked(meant), {}, said) for offer in offers]


def chosen(form: Form, name: str) -> list[object]:
    (field,) = (one for one in form.choosers if one.name == name)
    return [value.value for value in field.values if value.chosen]


@pytest.mark.parametrize("command", ["fire", "fire-squad", "launch"])
def test_a_distance_that_nobody_has_told_is_not_chosen(armed: Battle, command: str) -> None:
    for form in forms(armed.to("fire"), command):
        assert chosen(form, "distance") == []
        assert form.lacks[0] == "Greatest distance (inches)"
        assert form.lacks[1:] == (("Targets",) if command == "fire-squad" else ())
        assert form.preview is None
        assert chosen(form, "static") == [False]


def test_the_sum_follows_once_the_distance_is_told(armed: Battle) -> None:
    (form, *_) = forms(armed.to("fire"), "fire", distance="24")
    assert chosen(form, "distance") == [24]
    assert form.lacks == ()
    assert form.preview is not None


def test_a_form_of_men_in_acid_says_what_they_need(squad_against: Callable[..., Battle]) -> None:
    battle = squad_against("tank").to("fire").done(IM)
    battle.press(BRAIN, "spray", [2], bug="tank-1")
    needed = {
        (form.fields["team"], cover): form.preview.needs
        for cover in ("False", "True")
        for form in forms(battle, "dodge", cover=cover)
        if form.preview
    }
    assert needed["team-2", "False"] != needed["team-2", "True"]


def test_the_working_of_a_reaction_test_counts_its_dice(squad_against: Callable[..., Battle]) -> None:
    battle = squad_against(("warrior", 3))
    battle.press(BRAIN, "engage", team="team-2", bugs=["warrior-1"])
    rolled = battle.react("team-2", [4], bugs=0)[0]
    assert [(one.label, one.total) for one in rolled.working] == [("no-bugs", 1), ("die", 4), ("modifier", 5)]


def test_who_fights_a_team_is_within_the_nearest_band_of_it(squad_against: Callable[..., Battle]) -> None:
    battle = squad_against("warrior").engage("team-2", "warrior-1").to("fire")
    begins = {form.fields["team"]: chosen(form, "distance") for form in forms(battle, "fire")}
    assert begins == {"team-2": [3], **{f"team-{number}": [] for number in (1, 3, 4, 5)}}


def test_one_that_fights_tells_nothing_of_another(armed: Battle) -> None:
    battle = armed.engage("team-2", "warrior-1").to("fire")
    assert {tuple(chosen(form, "distance")) for form in forms(battle, "fire")} == {()}


def test_how_near_a_bug_is_to_the_boats_is_not_chosen() -> None:
    battle = Battle(2).squad().ready().against("warrior").to("im-move", turn=6)
    (form,) = forms(battle, "land-boats")
    assert chosen(form, "nearest_bug") == []
    assert form.lacks == ("Distance of the nearest bug from the landing zone, in inches (24: 24 or more)",)


def test_a_chance_begins_as_an_even_one(armed: Battle) -> None:
    (form,) = forms(armed, "take-chance", BRAIN)
    assert [one.first for one in form.choosers if one.name == "needs"] == [4]
