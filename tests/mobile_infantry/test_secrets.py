"""What the Brain knows and nobody else: packs, dice, follow-ups, guards, the nest (specification, 17.3)."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

from app.core.engine.visibility import mark_of
from app.games.mobile_infantry.brain_secrets import BrainSecrets, Pack, Plan, Scan, StillToRoll
from app.games.mobile_infantry.events.presence import OfTheBrain
from app.games.mobile_infantry.game import GAME
from app.games.mobile_infantry.state import Site
from tests.mobile_infantry.playing import BRAIN, IM, Battle

Open = Callable[..., Battle]
OTHERS = (IM, "im-2", "referee", "public")
Script = Callable[[Battle], Any]


def told(battle: Battle) -> dict[str, str]:
    """All that each seat is told."""
    return {seat: battle.told(seat) for seat in (*OTHERS, BRAIN)}


def differ(one: Battle, other: Battle) -> set[str]:
    """The seats that can tell two tables apart."""
    first, second = told(one), told(other)
    return {seat for seat in first if first[seat] != second[seat]}


@pytest.fixture
def two(open_battle: Open) -> Callable[..., tuple[Battle, Battle]]:
    """Two tables alike, each played on by a script of its own."""

    def opened(
        one: Script, other: Script, mission: int = 1, ready: bool = True, **wishes: Any
    ) -> tuple[Battle, Battle]:
        battles = []
        for script in (one, other):
            battle = open_battle(mission=mission, players=2, referee=True, **wishes).squad(IM).squad("im-2")
            script(battle.ready() if ready else battle)
            battles.append(battle)
        return battles[0], battles[1]

    return opened


def test_what_a_boat_leaves_behind_is_no_secret_of_the_log(two: Callable[..., tuple[Battle, Battle]]) -> None:
    """Mission 5: a boat leaves, and who stays does not read how many bugs are hidden."""

    def leaving(die: int) -> Script:
        def script(battle: Battle) -> None:
            battle.press(IM, "call-boats")
            battle.to("presence").presence(die, kind=4)
            battle.to("im-move").press(IM, "embark", boat="boat-1", team="team-2", men=4)
            battle.press(IM, "take-off", boat="boat-1")

        return script

    assert differ(*two(leaving(1), leaving(6), mission=5)) == {BRAIN}


def in_presence(battle: Battle) -> Battle:
    return battle.to("presence")


PLAYED: dict[str, tuple[Script, Script]] = {
    "whether bugs arrive": (
        lambda b: in_presence(b).presence(1),
        lambda b: in_presence(b).presence(6),
    ),
    "which bugs arrive": (
        lambda b: in_presence(b).presence(6, kind=1),
        lambda b: in_presence(b).presence(6, kind=4),
    ),
    "where they arrive": (
        lambda b: in_presence(b).presence(6, side=1, inches=[1] * 6),
        lambda b: in_presence(b).presence(6, side=6, inches=[6] * 6),
    ),
    "whether the Brain holds a pack back": (
        lambda b: (in_presence(b).come(), b.to("presence", turn=2), b.presence(hold=["pack-1"])),
        lambda b: (in_presence(b).come(), b.to("presence", turn=2), b.presence()),
    ),
    "how hidden packs move": (
        lambda b: (in_presence(b).come(), b.to("presence", turn=2), b.presence(rest=[1, 1])),
        lambda b: (in_presence(b).come(), b.to("presence", turn=2), b.presence(rest=[6, 6])),
    ),
    "what a site brings": (
        lambda b: (in_presence(b).show(b.come()), b.to("presence", turn=2), b.presence(rest=[1, 3])),
        lambda b: (in_presence(b).show(b.come()), b.to("presence", turn=2), b.presence(rest=[6, 3])),
    ),
    "what a look missed": (
        lambda b: (in_presence(b).come(), b.to("location"), look(b, packs=["pack-1"])),
        lambda b: (in_presence(b).come(), b.to("location"), look(b, packs=[])),
    ),
    "whether there was anything to be seen": (
        lambda b: (in_presence(b).come(), b.to("location"), look(b, packs=[])),
        lambda b: (in_presence(b).presence(1), b.to("location"), look(b, packs=[])),
    ),
    "a turn later": (
        lambda b: (in_presence(b).come("warrior", 3), b.to("im-move", turn=3)),
        lambda b: (in_presence(b).presence(1), b.to("im-move", turn=3)),
    ),
}  # fmt: skip


def look(battle: Battle, packs: list[str]) -> Battle:
    """A team looks in vain, with a 1, and the Brain answers."""
    battle.press(IM, "look-around", [1], team="team-2")
    battle.done(IM, "im-2").press(BRAIN, "answer-look", team="team-2", packs=packs)
    return battle


@pytest.mark.parametrize("which", PLAYED)
def test_what_is_hidden_leaves_no_trace(two: Callable[..., tuple[Battle, Battle]], which: str) -> None:
    assert differ(*two(*PLAYED[which])) == {BRAIN}


@pytest.mark.parametrize(
    ("mission", "one", "other"),
    [
        (3, ("roll-guards", [1, 1], {"entrances": 2}), ("roll-guards", [6, 6], {"entrances": 2})),
        (3, ("roll-guards", [6], {"entrances": 1}), ("roll-guards", [6] * 4, {"entrances": 4})),
        (7, ("post-nest", [1, 1], {}), ("post-nest", [6, 6], {})),
    ],
    ids=["guards", "entrances", "nest"],
)
def test_guards_are_the_secret_of_the_brain(
    two: Callable[..., tuple[Battle, Battle]], mission: int, one: Any, other: Any
) -> None:
    battles = two(
        lambda b: b.press(BRAIN, one[0], one[1], **one[2]),
        lambda b: b.press(BRAIN, other[0], other[1], **other[2]),
        mission=mission,
        ready=False,
    )
    assert differ(*battles) == {BRAIN}


def test_the_nest_is_sealed_until_the_end(open_battle: Open) -> None:
    battle = open_battle(mission=7, players=2, referee=True).squad(IM, fire_teams=1)
    battle.loose("fire", "im-2")
    (marked,) = battle.press(BRAIN, "mark-nest", chamber=2)
    assert (marked.chamber, battle.state.nest_seal) == (2, marked.commitment)
    battle.ready()
    for seat in OTHERS:
        assert marked.salt not in battle.told(seat)
        assert marked.commitment in battle.told(seat)
    for trooper in battle.state.troopers.values():
        trooper.status = "dead"
    battle.press(IM, "take-chance", [6], needs=2, reason="the last man")
    assert battle.state.over
    for seat in OTHERS:
        assert marked.salt in battle.told(seat)


def test_a_press_of_which_a_seat_sees_nothing_does_not_exist_for_it(open_battle: Open) -> None:
    battle = open_battle(players=2, referee=True).squad(IM).squad("im-2").ready().to("presence")
    before = {seat: (battle.table.seq(battle.table.seat(seat)), battle.told(seat)) for seat in OTHERS}
    battle.come("warrior", 3)
    after = {seat: (battle.table.seq(battle.table.seat(seat)), battle.told(seat)) for seat in OTHERS}
    assert before == after
    own = battle.table.seat(BRAIN)
    assert battle.table.seen(own)[-1].events[-1].key == "rest-rolled"


def test_an_answer_to_a_look_is_no_press_of_the_others(open_battle: Open) -> None:
    battle = open_battle(players=2, referee=True).squad(IM).squad("im-2").ready().to("location")
    battle.press(IM, "look-around", [1], team="team-2")
    battle.done(IM, "im-2")
    before = {seat: battle.told(seat) for seat in OTHERS}
    battle.press(BRAIN, "answer-look", team="team-2")
    assert {seat: battle.told(seat) for seat in OTHERS} == before


def test_a_group_of_bugs_tells_what_stands_there_and_no_more(open_battle: Open) -> None:
    """Once shown everybody reads kind, number and place; of the pack’s key and of a spent site only the Brain."""
    battle = open_battle(players=2).squad(IM).squad("im-2").ready().to("presence")
    battle.come("tank")
    battle.to("presence", turn=2).show(battle.come("warrior", 2))
    text = battle.told(IM)
    assert "warrior-2" in text
    assert "pack-" not in text
    assert "tank" not in repr(battle.table.state_for(battle.table.seat(IM)).bugs)
    assert battle.table.state_for(battle.table.seat(IM)).sites["site-1"].active.n == 1


# -- the marks


def marked(record: type) -> list[str]:
    return [declared.name for declared in dataclasses.fields(record) if mark_of(declared)]


def secrets_of(battle: Battle) -> dict[str, Script]:
    """For each mark of the Brain’s knowledge: a change of it."""
    lair = battle.state.lair
    return {
        "packs": lambda b: lair.packs.update({"pack-9": Pack("tank", 1)}),
        "packs_made": lambda b: setattr(lair, "packs_made", 9),
        "reference": lambda b: setattr(lair, "reference", "team-9"),
        "tested": lambda b: setattr(lair, "tested", 9),
        "to_roll": lambda b: setattr(lair, "to_roll", StillToRoll(1, 10, [], [], arrives=True)),
        "posted": lambda b: lair.posted.append("nest"),
        "nest": lambda b: setattr(lair, "nest", 3),
        "salt": lambda b: setattr(lair, "salt", "aa"),
        "scans": lambda b: lair.scans.update({"team-2": Scan(1, False, False, False, False)}),
        "hits": lambda b: lair.hits.update({"warrior-1": 2}),
        "on_surface": lambda b: setattr(lair, "on_surface", 7),
        "dice": lambda b: setattr(lair, "dice", [6]),
        "open_sky": lambda b: setattr(lair, "open_sky", True),
        "rolled": lambda b: setattr(lair, "rolled", 9),
        "roll": lambda b: setattr(lair, "roll", 9),
        "sealed": lambda b: lair.sealed.update({"arrival-1": 6}),
        "plan": lambda b: setattr(lair, "plan", Plan({}, "chamber-1")),
        "salts": lambda b: lair.salts.update({"arrival-1": "aa"}),
        "active": lambda b: setattr(b.state.sites["site-1"], "active", False),
    }


def with_a_site(open_battle: Open) -> Battle:
    battle = open_battle(players=2, referee=True).squad(IM).squad("im-2").ready().to("presence")
    battle.show(battle.come())
    return battle


def leaking(battle: Battle, name: str) -> set[str]:
    """The seats beside the Brain that can tell a change of a marked field."""
    before = {seat: battle.told(seat) for seat in OTHERS}
    secrets_of(battle)[name](battle)
    return {seat for seat in OTHERS if battle.told(seat) != before[seat]}


MARKS = [(BrainSecrets, name) for name in marked(BrainSecrets)] + [(Site, name) for name in marked(Site)]


def test_every_mark_is_changed_here(open_battle: Open) -> None:
    assert {name for _, name in MARKS} == set(secrets_of(with_a_site(open_battle)))


@pytest.mark.parametrize(("record", "name"), MARKS)
def test_nobody_else_can_tell_a_marked_field(open_battle: Open, record: type, name: str) -> None:
    assert leaking(with_a_site(open_battle), name) == set()


@pytest.mark.parametrize(("record", "name"), MARKS)
def test_without_its_mark_a_field_leaks(
    open_battle: Open, monkeypatch: pytest.MonkeyPatch, record: type, name: str
) -> None:
    from app.core.engine import visibility

    battle = with_a_site(open_battle)
    (declared,) = [one for one in dataclasses.fields(record) if one.name == name]
    monkeypatch.setattr(declared, "metadata", {})
    visibility._plan.cache_clear()
    try:
        assert leaking(battle, name) == set(OTHERS)
    finally:
        monkeypatch.undo()
        visibility._plan.cache_clear()


OF_THE_BRAIN = sorted(event.key for event in GAME.own_events if issubclass(event, OfTheBrain))


def test_what_happens_on_the_phone_of_the_brain_alone() -> None:
    assert OF_THE_BRAIN == [
        "guards-posted", "look-answered", "pack-followed", "packs-moved", "packs-roused", "presence-tested",
        "reference-drawn", "rest-answered", "rest-rolled", "roll-kept", "side-rolled", "turn-rolled",
    ]  # fmt: skip


def test_shown_to_everybody_the_presence_test_would_leak(
    two: Callable[..., tuple[Battle, Battle]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(OfTheBrain, "visible_to", lambda self, seat: True)
    assert differ(*two(*PLAYED["which bugs arrive"])) == {*OTHERS, BRAIN}
