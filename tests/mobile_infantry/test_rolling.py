"""Every command that rolls asks the ruling that rolls the same dice; what has no ruling of its own is named."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest

from app.games.mobile_infantry.game import GAME
from app.games.mobile_infantry.rulings import RULINGS
from tests.mobile_infantry.brain_table import AppBattle
from tests.mobile_infantry.playing import BRAIN, IM, Battle

Scene = Callable[[Callable[..., Battle]], Callable[[], Any]]
ALWAYS = {"score", "bug-state"}
"""Rulings without dice, which follow a press of any kind."""
ADDED_UP = {
    "run": "inches of men, read off the dice",
    "drift": "inches, read off the die",
    "spray": "how many men, read off the die",
    "finish": "a number that the table answered (MI-54)",
    "throw": "inches, read off the die",
    "fall": "an hour of the clock",
    "post-nest": "warriors, added up",
    "attack-boat": "a number of the table’s (MI-58)",
    "storm-wall": "a number of the table’s (MI-94)",
    "take-chance": "a number that people name",
}
"""Rolling commands whose dice are read as they fall."""


def against(open_battle: Callable[..., Battle], *kinds: Any, **wishes: Any) -> Battle:
    return open_battle(**wishes).squad().ready().against(*kinds)


def mustering(command: str, dice: list[int], **fields: Any) -> Scene:
    """Before the battle: a squad whose experience nobody knows."""

    def scene(open_battle: Callable[..., Battle]) -> Callable[[], Any]:
        battle = open_battle(mission=7 if command == "roll-guards" else 1)
        battle.press(IM, "raise-squad")
        seat = BRAIN if command == "roll-guards" else IM
        return lambda: battle.press(seat, command, dice, **fields)

    return scene


def test_presence(open_battle: Callable[..., Battle]) -> Callable[[], Any]:
    battle = open_battle().squad().ready().to("presence")
    battle.show(battle.come()).to("presence", turn=2)
    battle.come()
    battle.to("presence", turn=3)
    return lambda: battle.presence(6, rest=[1, 1, 1, 3])


test_presence.__test__ = False


def looking(open_battle: Callable[..., Battle]) -> Callable[[], Any]:
    battle = open_battle().squad().ready().to("presence")
    pack = battle.come()
    battle.to("location").press(IM, "look-around", [6], team="team-2")
    battle.done(IM)
    return lambda: battle.press(BRAIN, "answer-look", team="team-2", packs=[pack])


def scanning(open_battle: Callable[..., Battle]) -> Callable[[], Any]:
    battle = AppBattle("cunning").squad().opening(6, kind="warrior").start()
    battle.arrive()
    return lambda: battle.tell("scan", dice=[6])


def scanning_again(open_battle: Callable[..., Battle]) -> Callable[[], Any]:
    battle = AppBattle("cunning").squad().opening(6, kind="warrior").start()
    battle.arrive()
    return lambda: battle.press(IM, "tell-scan-same", [6])


def reacting(open_battle: Callable[..., Battle]) -> Callable[[], Any]:
    battle = against(open_battle, "warrior")
    battle.press(BRAIN, "witness", reason="bugs-near", teams=["team-2"])
    return lambda: battle.react("team-2", dice=[5])


def moving(command: str, dice: list[int], **fields: Any) -> Scene:
    return lambda opened: lambda: against(opened, "warrior").to("im-move").press(IM, command, dice, **fields)


def bugs_moving(open_battle: Callable[..., Battle]) -> Callable[[], Any]:
    battle = against(open_battle, "warrior")
    return lambda: battle.press(BRAIN, "move-bugs", [3, 4])


def firing(open_battle: Callable[..., Battle]) -> Callable[[], Any]:
    battle = against(open_battle, "warrior").to("fire")
    return lambda: battle.fire("team-2", distance=24, dice=[6, 1, 1, 1])


def launching(open_battle: Callable[..., Battle]) -> Callable[[], Any]:
    return lambda: launched(open_battle)


def launched(open_battle: Callable[..., Battle]) -> Battle:
    battle = open_battle().squad()
    battle.press(IM, "issue-weapon", team="team-2", weapon="nuclear-launcher")
    battle.ready().against("warrior").to("fire")
    battle.press(IM, "launch", [6], team="team-2", target="warrior-1", distance=12)
    return battle


def in_the_blast(open_battle: Callable[..., Battle]) -> Callable[[], Any]:
    battle = launched(open_battle)
    return lambda: battle.press(IM, "survive-blast", [1], team="team-3", men=1)


def retreating(open_battle: Callable[..., Battle]) -> Callable[[], Any]:
    battle = against(open_battle, "tank").to("fire")
    battle.fire("team-2", at="tank-1", dice=[6, 1, 1, 1])
    return lambda: battle.press(BRAIN, "retreat", [3], bug="tank-1")


def dodging(open_battle: Callable[..., Battle]) -> Callable[[], Any]:
    battle = against(open_battle, "tank").to("fire").done(IM)
    battle.press(BRAIN, "spray", [6], bug="tank-1")
    return lambda: battle.press(IM, "dodge", [6], bug="tank-1", team="team-2", men=1)


def struck(open_battle: Callable[..., Battle], die: int) -> Callable[[], Any]:
    battle = against(open_battle, ("warrior", 2)).engage("team-2", "warrior-1").to("close-combat")
    return lambda: (battle.press(BRAIN, "strike", [die], team="team-2"), battle)


def striking(open_battle: Callable[..., Battle]) -> Callable[[], Any]:
    return struck(open_battle, 2)


def frenzied(open_battle: Callable[..., Battle]) -> Callable[[], Any]:
    _, battle = struck(open_battle, 4)()
    return lambda: battle.press(BRAIN, "frenzy-test", [6], trooper="trooper-5", bugs=["warrior-1", "warrior-2"])


def recovering(open_battle: Callable[..., Battle]) -> Callable[[], Any]:
    battle = against(open_battle, "warrior", mission=6)
    battle.press(IM, "call-boats")
    battle.to("im-move", turn=3)
    return lambda: battle.press(IM, "roll-for-boats", [6])


def dragging(open_battle: Callable[..., Battle]) -> Callable[[], Any]:
    battle = open_battle(mission=7).squad().ready().to("presence").show("pack-2").to("im-move", turn=2)
    battle.press(IM, "capture-brain", bug="brain-1")
    return lambda: battle.press(IM, "drag-brain", [3], bug="brain-1", carriers=4)


def squad_firing(open_battle: Callable[..., Battle]) -> Callable[[], Any]:
    battle = against(open_battle, "warrior").to("fire")
    fields = {"squad": "squad-1", "mode": "burst", "targets": ["warrior-1"], "distance": 12}
    return lambda: battle.press(IM, "fire-squad", [1] * 4, **fields)


def all_looking(open_battle: Callable[..., Battle]) -> Callable[[], Any]:
    battle = open_battle().squad().ready().to("presence")
    pack = battle.come("warrior", 3)
    battle.to("location").press(IM, "look-all", [6] * 5)
    return lambda: battle.press(BRAIN, "answer-look", team="team-2", packs=[pack])


def next_of(command: str, dice: list[int]) -> Scene:
    """A presence test by real dice has come to that command: a side is known, a site is open, a pack is hidden."""

    def scene(open_battle: Callable[..., Battle]) -> Callable[[], Any]:
        battle = open_battle().squad().ready().to("presence")
        battle.show(battle.come()).to("presence", turn=2)
        battle.come()
        battle.to("presence", turn=3)
        presses = {"arrival": [[6], [1]], "follow-ups": [[1]], "move-packs": [[1], [3]]}[command]
        battle.press(BRAIN, "test-presence", presses[0])
        for faces in presses[1:]:
            battle.press(BRAIN, "arrival" if command == "arrival" else "follow-ups", faces)
        return lambda: battle.press(BRAIN, command, dice)

    return scene


def next_volley(open_battle: Callable[..., Battle]) -> Callable[[], Any]:
    battle = against(open_battle, "warrior").to("fire")
    battle.press(IM, "fire-squad", [1] * 4, squad="squad-1", mode="burst", targets=["warrior-1"], distance=24)
    return lambda: battle.press(IM, "next-volley", [1] * 4)


SCENES: dict[str, tuple[Scene, set[str]]] = {
    "roll-experience": (mustering("roll-experience", [4, 4, 4, 4]), {"experience"}),
    "roll-mission": (mustering("roll-mission", [3]), {"mission"}),
    "roll-guards": (mustering("roll-guards", [4], entrances=1), {"guards"}),
    "test-presence": (
        test_presence,
        {"presence", "arrival-direction", "arrival-bugs", "follow-up", "bug-move"},
    ),
    "arrival": (next_of("arrival", [2] * 7), {"arrival-bugs"}),
    "follow-ups": (next_of("follow-ups", [1]), {"follow-up"}),
    "move-packs": (next_of("move-packs", [3, 4]), {"bug-move"}),
    "look-around": (looking, {"locate"}),
    "look-all": (all_looking, {"locate"}),
    "tell-scan": (scanning, {"locate"}),
    "tell-scan-same": (scanning_again, {"locate"}),
    "react": (reacting, {"reaction"}),
    "move-teams": (moving("move-teams", [3] * 5), {"team-move"}),
    "move-team": (moving("move-team", [3], team="team-2"), {"team-move"}),
    "move-bugs": (bugs_moving, {"bug-move"}),
    "retreat": (retreating, {"bug-move"}),
    "fire": (firing, {"shoot"}),
    "fire-squad": (squad_firing, {"shoot"}),
    "next-volley": (next_volley, {"shoot"}),
    "launch": (launching, {"to-hit"}),
    "survive-blast": (in_the_blast, {"acid"}),
    "dodge": (dodging, {"acid"}),
    "strike": (striking, {"close-combat"}),
    "frenzy-test": (frenzied, {"frenzy"}),
    "roll-for-boats": (recovering, {"recovery"}),
    "drag-brain": (dragging, {"drag"}),
}
"""Rolling command → a press of it (or what reads its die), and the rulings that it asks."""


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The rulings that are asked from now on, wherever they are imported."""
    names: set[str] = set()
    for key, (_, function) in RULINGS.items():
        spy = spying(names, key, function)
        for name, module in list(sys.modules.items()):
            if name.startswith("app.games.mobile_infantry"):
                for attribute, value in list(vars(module).items()):
                    if value is function:
                        monkeypatch.setattr(module, attribute, spy)
    return names


def spying(names: set[str], key: str, function: Callable[..., Any]) -> Callable[..., Any]:
    def spy(*given: Any) -> Any:
        names.add(key)
        return function(*given)

    return spy


@pytest.mark.parametrize("command", SCENES)
def test_a_roll_asks_its_ruling(open_battle: Callable[..., Battle], called: set[str], command: str) -> None:
    scene, rulings = SCENES[command]
    press = scene(open_battle)
    called.clear()
    press()
    assert rulings <= called
    if command not in (
        "launch",
        "look-around",
        "look-all",
        "tell-scan",
        "tell-scan-same",
        "move-teams",
        "move-team",
    ):  # whose scenes do more
        assert called - ALWAYS == rulings


def test_every_rolling_command_is_told_of() -> None:
    rolling = {command.key for command in GAME.rules.own_commands if command.rolls}
    assert rolling == set(SCENES) | set(ADDED_UP)
    assert set(SCENES) & set(ADDED_UP) == set()


def test_every_ruling_with_dice_is_asked_at_the_table() -> None:
    rolled = {key for key, (facts, _) in RULINGS.items() if {"die", "dice", "roll"} & set(facts.model_fields)}
    assert rolled == set().union(*(rulings for _, rulings in SCENES.values())) - {"to-hit"}
