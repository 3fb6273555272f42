"""The commonest actions of Infantería Móvil, in the first turns of mission 1."""

from __future__ import annotations

from collections.abc import Iterator

from tests.browser.phones import Lobby
from tests.browser.test_three_phones import BRAIN, ONE, TWO, Battlefield
from tests.taps.phone import Counted, CountingPhone, seated

NAME = "Infantería Móvil"
CONDOR = "team-2"
WARRIORS = [6, 1, 1, 1, 1, 1, 1, 1, 4, 1]
"""Presence: a pack of three Warriors."""


def rows(lobby: Lobby) -> Iterator[Counted]:
    """Every action with its goal."""
    yield from before_the_battle(lobby)
    field = Battlefield(lobby)
    one, brain = (seated(lobby, field.code, field.tokens[seat]) for seat in (ONE, BRAIN))
    one.tap("#done-im-move-go")
    yield Counted(NAME, "end a phase", 1, one.since())
    field.press(TWO, "done")
    brain.tap("#test-presence")
    brain.tap("#form-1 button[name=by][value=table]")
    yield Counted(NAME, "presence test, rolled by the app", 2, brain.since())
    field.press(BRAIN, "done")
    one.tap("#look-all")
    one.tap("#form-1 button[name=by][value=table]")
    yield Counted(NAME, "all teams look, rolled by the app", 2, one.since())
    yield from against_bugs(lobby)


def before_the_battle(lobby: Lobby) -> Iterator[Counted]:
    """Forces are mustered, by one player."""
    asked = {"game": "mobile-infantry", "mission": 1, "players": 1, "brain": "app"}
    opened = lobby.context().request.post(f"{lobby.url}/api/tables", data=asked).json()
    one = seated(lobby, opened["code"], opened["seats"][ONE])
    one.tap("#raise-squad-go")
    yield Counted(NAME, "gather a whole squad", 1, one.since())
    one.tap("#roll-experience-go")
    one.dismiss()
    yield Counted(NAME, "roll for experience", 2, one.since())
    one.tap("#ready-go")
    yield Counted(NAME, "ready for the battle", 1, one.since())
    one.tap("#reach-marker-go")
    yield Counted(NAME, "an objective is reached", 1, one.since())


def against_bugs(lobby: Lobby) -> Iterator[Counted]:
    """Three Warriors are found by a team."""
    field = Battlefield(lobby)
    one, brain = (seated(lobby, field.code, field.tokens[seat]) for seat in (ONE, BRAIN))
    for seat in (ONE, TWO):
        field.press(seat, "done")
    field.press(BRAIN, "test-presence", dice=WARRIORS)
    field.press(BRAIN, "done")
    field.press(ONE, "look-around", team=CONDOR, isolated=True, dice=[6])
    field.press(ONE, "done")
    field.press(TWO, "look-all", dice=[1] * 5)
    brain.tap("#answer-look")
    brain.tap("#sheet label:has(input[value='pack-1'])")
    brain.tap("#form-1-go")
    yield Counted(NAME, "the Brain answers a look", 3, brain.since())
    yield react(one)
    field.press(ONE, "choose-reaction", team=CONDOR, result="no-advance") if may_choose(field) else None
    field.press(BRAIN, "answer-rest")
    brain.tap("#move-bugs-go")
    yield Counted(NAME, "the bugs move, rolled by the app", 2, brain.since())


def may_choose(field: Battlefield) -> bool:
    """Whether Condor is to choose its reaction."""
    return any(one["for"] == "choose" for one in field.state()["waiting"])


def react(phone: CountingPhone) -> Counted:
    """Condor’s reaction test, the numbers as they stand."""
    phone.tap(f"#react-{CONDOR}")
    phone.tap("#form-1 button[name=by][value=table]")
    return Counted(NAME, "reaction test, rolled by the app", 2, phone.since())
