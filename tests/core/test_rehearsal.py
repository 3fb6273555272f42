"""The script of a practice table is played through when the house opens: what cannot be pressed is named."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import app
from app.core.game import Game
from tests.hello.lacking import told_at_the_opening

OWN = '{ seat = "lamp", command = "choose-window", fields = { window = "north" }, tell = { en = "A", es = "A" } }'
OTHERS = '{ seat = "grey-moth", command = "choose-window", fields = { window = "east" } }'
SCRIPT = f"""
seat = "lamp"
seed = "{"5e" * 32}"
end = {{ en = "B", es = "B" }}
steps = [
{OTHERS},
{OWN},
]
[options]
dusk = "early"
referee = true
"""
FILE = "the file data/practice.toml cannot be read"
FIRST, SECOND, THIRD = (
    f"step {number} of the practice script, choose-window, cannot be pressed" for number in (1, 2, 3)
)


def test_a_script_that_can_be_played_is_sound(practised: Callable[[str], Game], restocked: Callable[..., None]) -> None:
    restocked(practised(SCRIPT))
    app.routed_app()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('seed = "5e', 'seed = "zz', FILE),
        ('dusk = "early"', 'dusk = "never"', FILE),
        ('dusk = "early"', "moon = 1", FILE),
        (' = "lamp"', ' = "owl"', f"{FILE} (Line 2, seat: "),
        ('seat = "grey-moth"', 'seat = "owl"', f"{FIRST} (not-allowed seat)."),
        ('window = "east"', 'window = "cellar"', f"{FIRST} (not-allowed window)."),
        ('seat = "grey-moth"', 'seat = "referee"', f"{FIRST} (not-your-command command)."),
        (OWN, f"{OWN},\n{OWN}", f"{THIRD} (practice-step command)."),
        (OWN, OWN.replace("north", "cellar"), f"{SECOND} (not-allowed window)."),
        (OTHERS, '{ seat = "grey-moth", command = "rename", fields = { name = "A" } }',
         "step 1 of the practice script, rename, cannot be pressed (practice-step)."),
    ],
)  # fmt: skip
def test_a_script_that_cannot_be_played_is_named_with_its_step(
    practised: Callable[[str], Game], restocked: Callable[..., None], old: str, new: str, said: str
) -> None:
    assert old in SCRIPT
    restocked(practised(SCRIPT.replace(old, new)))
    assert told_at_the_opening().startswith(said)
