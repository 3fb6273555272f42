"""The commonest actions of Infantería Móvil, in the first turns of mission 1."""

from __future__ import annotations

from collections.abc import Iterator

from tests.browser.phones import Lobby
from tests.browser.test_three_phones import BRAIN, ONE, TWO, Battlefield
from tests.tap_counts.evenings import evening_turns
from tests.tap_counts.phone import Counted, CountingPhone, seated

NAME = "Infantería Móvil"
CONDOR = "team-2"


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
    yield from evening_turns(lobby, NAME)


def before_the_battle(lobby: Lobby) -> Iterator[Counted]:
    """Forces are mustered, by one player."""
    asked = {"game": "mobile-infantry", "mission": 1, "players": 1, "brain": "app"}
    opened = lobby.ask("", asked)
    one = seated(lobby, opened["code"], opened["seats"][ONE])
    one.tap("#raise-squad-go")
    yield Counted(NAME, "gather a whole squad", 1, one.since())
    one.tap(f"#{CONDOR} .opens")
    one.tap(f"#correct-{CONDOR}")
    one.tap("#form-1 .chip[value='1']")
    one.tap("#form-1-go")
    yield Counted(NAME, "correct the casualties of a team", 4, one.since())
    one.tap("#roll-experience-go")
    one.read_result()
    yield Counted(NAME, "roll for experience", 2, one.since())
    one.tap("#ready-go")
    one.tap("#sure-go")
    yield Counted(NAME, "ready for the battle, set-up list not ticked", 2, one.since())
    one.tap("#reach-marker-go")
    yield Counted(NAME, "an objective is reached", 1, one.since())
    yield from against_the_app(lobby)


QUIET = (
    "#tell-reached-nobody-ends-go", "#tell-spray-nobody-all-go", "#move-teams-go", "#tell-presence-unseen-go",
    "#tell-scan-same-all-go", "#done-bug-move-go", "#done-fire-go", "#done-im-move-go",
)  # fmt: skip
"""What is tapped in a turn in which nobody is reached and nobody fires: the first of these that is there."""


def against_the_app(lobby: Lobby) -> Iterator[Counted]:
    """The app is the Brain; the first turns, until Warriors have come and nobody is reached."""
    asked = {"game": "mobile-infantry", "mission": 1, "players": 1, "brain": "app", "temper": "hungry"}
    opened = lobby.ask("", {**asked, "seed": "07" * 32})
    one = seated(lobby, opened["code"], opened["seats"][ONE])
    for tap in ("#raise-squad-go", "#roll-experience-go"):
        one.tap(tap)
        one.page.reload()
    one.tap("#ready-go")
    one.tap("#sure-go")
    one.since()
    quiet_turn(one)
    yield Counted(NAME, "quiet turn against the app, nobody in sight", 6, one.since())
    quiet_turn(one)
    yield Counted(NAME, "quiet turn against the app, three Warriors", 6, one.since())


def quiet_turn(one: CountingPhone) -> None:
    """To the end of a turn; its last tap rolls the location test."""
    while True:
        there = next(selector for selector in QUIET if one.shows(selector))
        one.tap(there)
        if there == "#tell-scan-same-all-go":
            return


def against_bugs(lobby: Lobby) -> Iterator[Counted]:
    """Three Warriors are found by a team."""
    field, one, brain = hunted(lobby)
    brain.tap("#rest summary")
    brain.tap("#answer-look-team-2")
    brain.tap("#sheet label:has(input[value='pack-1'])")
    brain.tap("#form-1-go")
    yield Counted(NAME, "the Brain answers a look, not of the likely team", 4, brain.since())
    yield react(one)
    settle(field)
    field.press(BRAIN, "answer-rest")
    brain.tap("#move-bugs-go")
    yield Counted(NAME, "the bugs move, rolled by the app", 2, brain.since())
    yield from fight(lobby)


def hunted(lobby: Lobby) -> tuple[Battlefield, CountingPhone, CountingPhone]:
    """Condor has looked at three Warriors that hide; the phones of its player and of the Brain."""
    field = Battlefield(lobby)
    for seat in (ONE, TWO):
        field.press(seat, "done")
    field.test_presence(6)
    field.press(BRAIN, "done")
    field.press(ONE, "look-around", team=CONDOR, isolated=True, dice=[6])
    field.press(ONE, "done")
    field.press(TWO, "look-all", dice=[1] * 5)
    one, brain = (seated(lobby, field.code, field.tokens[seat]) for seat in (ONE, BRAIN))
    return field, one, brain


def settle(field: Battlefield) -> None:
    """Condor chooses its reaction, and runs, if its dice ask for it."""
    if results := field.state()["teams"][CONDOR]["may_choose"]:
        field.press(ONE, "choose-reaction", team=CONDOR, result=results[0])
    if field.state()["teams"][CONDOR]["runs"]:
        field.press(ONE, "run", team=CONDOR)


def react(phone: CountingPhone) -> Counted:
    """Condor’s reaction test, the numbers as they stand."""
    phone.tap(f"#react-{CONDOR}")
    phone.tap("#form-1 button[name=by][value=table]")
    return Counted(NAME, "reaction test, rolled by the app", 2, phone.since())


def fight(lobby: Lobby) -> Iterator[Counted]:
    """All three reach the team: a volley of its squad, their attack, the movement of all teams."""
    field, one, brain = fired_at(lobby)
    one.tap("#fire-squad-burst-squad-1")
    one.tap("#sheet label:has(input[name=distance][value='24'])")
    one.tap("#form-1 button[name=by][value=table]")
    yield Counted(NAME, "a whole squad fires, rolled by the app", 3, one.since())
    for seat in (ONE, TWO):
        field.press(seat, "done")
    brain.tap(f"#strike-{CONDOR}")
    brain.tap("#form-1 button[name=by][value=table]")
    yield Counted(NAME, "bugs attack a team, rolled by the app", 2, brain.since())
    yield fewer(lobby)
    yield moves(lobby)


def fewer(lobby: Lobby) -> Counted:
    """Two rifles of a team fire bursts."""
    one = fired_at(lobby)[1]
    one.tap(f"#{CONDOR}-fewer")
    one.tap(f"#thing-{CONDOR}-fewer-2")
    one.tap("#sheet label:has(input[name=distance][value='24'])")
    one.tap("#form-1 button[name=by][value=table]")
    one.read_result()
    return Counted(NAME, "two rifles of a team fire, rolled by the app", 4, one.since())


def fired_at(lobby: Lobby) -> tuple[Battlefield, CountingPhone, CountingPhone]:
    """Condor fights three Warriors, and the squads fire."""
    field, one, brain = hunted(lobby)
    calm = {"team": CONDOR, "im_within_12": 4, "bugs_within_12": 6, "dice": [4, 4]}
    field.press(BRAIN, "answer-look", team=CONDOR, packs=["pack-1"])
    field.press(ONE, "react", **calm)
    field.press(BRAIN, "answer-rest")
    field.press(BRAIN, "engage", team=CONDOR, bugs=["warrior-1", "warrior-2", "warrior-3"])
    field.press(ONE, "react", **calm)
    field.press(BRAIN, "done")
    return field, one, brain


def moves(lobby: Lobby) -> Counted:
    """All teams move after contact: three Warriors have been found, and nobody fights."""
    field, one, _ = hunted(lobby)
    field.press(BRAIN, "answer-look", team=CONDOR, packs=["pack-1"])
    field.press(ONE, "react", team=CONDOR, im_within_12=4, bugs_within_12=6, dice=[4, 4])
    field.press(BRAIN, "answer-rest")
    field.on("im-move")
    one.tap("#move-teams-go")
    return Counted(NAME, "all teams move, rolled by the app", 1, one.since())
