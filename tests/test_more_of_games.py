"""More of a game: a card, a weapon and a mission added to the files that come with it, and the program starts."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server import ROOT, serving

INCURSION, MEMOIR = "app/games/incursion", "app/games/memoir_44"
MODEL = """
[models.scout-ape]
name = { en = "Scout APE", es = "Explorador APE" }
side = "allied"
rp = 4
ap = 4
fortitude = 4
dp = 2
limit = 2
weapons = ["carbine"]
items = true
from = { side = "house", rp = "house", ap = "house", fortitude = "house", dp = "house", limit = "house", weapons = "house", items = "house" }
"""  # noqa: E501
BATTLE = """
[battle.spare-valve]
name = { en = "Spare Valve", es = "Válvula de Repuesto" }
text = { en = "On a friendly model: 1 AP more each turn.", es = "Sobre una figura amiga: 1 PA más cada turno." }
kind = "effect"
on = "friend"
change = { ap = 1 }
kill = 2
copies = 2
from = { kind = "house", on = "house", change = "house", kill = "house", copies = "house" }
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """The program with a model and a battle card, a weapon, a mission and a scenario more."""
    program = tmp_path / "program"
    for name in ("app", "templates", "static", "printables", "tests"):
        shutil.copytree(ROOT / name, program / name, ignore=shutil.ignore_patterns("__pycache__", "exports"))
    shutil.copy(ROOT / "pyproject.toml", program)
    add(program / INCURSION / "data/cards/starter.toml", MODEL, before="[models.gretel]")
    add(program / INCURSION / "data/cards/starter.toml", BATTLE)
    add(
        program / INCURSION / "data/editions/common.toml",
        "carbine = { rof = 2, reaction-rof = 2 }\n",
        before="pistol =",
    )
    add(program / INCURSION / "words.toml", 'carbine = { en = "Carbine", es = "Carabina" }\n', before="pistol =")
    copied(program / INCURSION / "data/missions", "1-recon.toml", "8-second-recon.toml", ("= 1\n", "= 8\n"))
    copied(
        program / MEMOIR / "data/scenarios", "1-salt-road.toml", "9-second-road.toml", ('"salt-road"', '"second-road"')
    )
    return program


def add(file: Path, lines: str, before: str = "") -> None:
    """Write lines into a file: at its end, or before the first line that begins so."""
    text = file.read_text(encoding="utf-8")
    place = text.index(f"\n{before}") + 1 if before else len(text)
    file.write_text(
        text[:place] + lines.lstrip("\n") + ("\n" if lines.startswith("\n") else "") + text[place:], encoding="utf-8"
    )


def copied(folder: Path, name: str, other: str, change: tuple[str, str]) -> None:
    """A file once more, under another name and key."""
    text = (folder / name).read_text(encoding="utf-8").replace('key = "recon"', 'key = "second-recon"')
    assert change[0] in text
    (folder / other).write_text(text.replace(*change), encoding="utf-8")


def test_more_cards_weapons_and_missions_are_served(program: Path, tmp_path: Path) -> None:
    with serving(tmp_path / "data", root=program) as server:
        served = {game["key"]: game for game in server.ask("GET", "/api/games").json["games"]}
        assert {*served} == {"incursion", "mobile-infantry", "memoir-44"}
        assert 8 in served["incursion"]["missions"]
        assert "second-road" in served["memoir-44"]["missions"]
        opened = server.ask("POST", "/api/tables", {"game": "incursion", "mission": 8})
        assert opened.status == 201
        assert server.ask("POST", "/api/tables", {"game": "memoir-44", "mission": "second-road"}).status == 201


def test_practice_is_played_to_its_end_and_every_game_is_whole(program: Path) -> None:
    asked = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "tests/web/test_practice.py",
        "tests/test_games.py",
    ]
    run = subprocess.run(asked, cwd=program, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout
