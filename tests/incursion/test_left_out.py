"""A shipped card that cannot be read leaves out its game alone."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.server import ROOT, serving


def test_a_card_that_cannot_be_leaves_out_its_game_and_the_others_are_served(tmp_path: Path) -> None:
    program = tmp_path / "program"
    for name in ("app", "templates", "static", "printables"):
        shutil.copytree(ROOT / name, program / name, ignore=shutil.ignore_patterns("__pycache__"))
    starter = program / "app/games/incursion/data/cards/starter.toml"
    starter.write_text(starter.read_text(encoding="utf-8").replace("rp = 3", 'rp = "three"', 1), encoding="utf-8")
    with serving(tmp_path / "data", root=program) as server:
        served = [game["key"] for game in server.ask("GET", "/api/games").json["games"]]
        assert served == ["mobile-infantry", "memoir-44"]
        assert server.ask("POST", "/api/tables", {"game": "memoir-44"}).status == 201
        said = server.said().decode()
    (line,) = (line for line in said.splitlines() if "incursion" in line)
    assert "could not be loaded (ValidationError" in line
    assert "rp" in line
