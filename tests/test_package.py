"""`pip install .` gives a working `adjutant`, whatever folder it is called from."""

import re
import subprocess
import sys
import zipfile
from pathlib import Path

from flask import Flask

ROOT = Path(__file__).parent.parent
LOOK = """
import tempfile
from app import create_app
from app.cli import main
phone = create_app(tempfile.mkdtemp()).test_client()
paths = ("/", "/new/incursion", "/static/app.css", "/static/fonts/oswald.woff2")
pages = [phone.get(path).status_code for path in paths]
phone.set_cookie("lang", "es")
assert pages == [200] * 4, pages
assert "Abrir una mesa" in phone.get("/").text
assert phone.post("/api/tables", json={"game": "incursion"}).status_code == 201
from printables.incursion.shop import SHOP
from printables.incursion.source import plain_source
from printables.paper import checked
from printables.pdf import PdfRenderer
source = plain_source(mission=1)
order = {"model-cards": {"grunt-ape": 1}, "counters": {"pinger": 1}, "reference": {"reference": 1}}
assert PdfRenderer(checked(), source.speech, "x").print(SHOP.job(source, order, checked())).startswith(b"%PDF-1.4")
"""


def test_the_wheel_works_away_from_the_repository(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "pip", "wheel", "-q", "--no-build-isolation", "--no-deps", "-w", str(tmp_path)]
    copied = tmp_path / "source"
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
    for name in files:
        if name and (ROOT / name).is_file():
            (copied / name).parent.mkdir(parents=True, exist_ok=True)
            (copied / name).write_bytes((ROOT / name).read_bytes())
    subprocess.run([*build, str(copied)], check=True, capture_output=True)
    (wheel,) = tmp_path.glob("adjutant-*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(tmp_path / "site")
        assert (
            "adjutant = app.cli:main"
            in packed.read(next(n for n in packed.namelist() if n.endswith("points.txt"))).decode()
        )
    away = tmp_path / "away"
    away.mkdir()
    look = subprocess.run(  # noqa: PLW1510
        [sys.executable, "-c", LOOK],
        cwd=away,
        env={"PYTHONPATH": str(tmp_path / "site")},
        capture_output=True,
        text=True,
    )
    assert look.returncode == 0, look.stderr


def test_what_is_pinned_is_hashed_and_names_no_address() -> None:
    for name in ("requirements.txt", "requirements-dev.txt"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert "://" not in text
        assert all("--hash=" in block for block in text.split("\n\n") if "==" in block.split("#")[0])
        pins = [line for line in text.splitlines() if "==" in line and not line.lstrip().startswith("#")]
        assert all(line.endswith("\\") for line in pins)


def test_every_dependency_has_its_line_in_the_architecture() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    told = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    for wanted in [*project["dependencies"], *project["optional-dependencies"]["dev"]]:
        name = wanted.split(">")[0].split("=")[0]
        assert name in told, name


def test_every_command_is_in_the_readme() -> None:
    from app.cli import main

    told = (ROOT / "README.md").read_text(encoding="utf-8")
    assert {name for name in main.commands if f"`adjutant {name}" not in told and f"`{name}`" not in told} == set()


def test_every_json_route_is_in_the_page_about_them(routes: Flask) -> None:
    told = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    paths = {route.rule for route in routes.url_map.iter_rules() if route.endpoint.startswith("api.")}
    assert len(paths) > 10
    assert {path for path in paths if not re.search(rf"{re.sub('<[^>]+>', '[^/ ]+', path)}[`? ]", told)} == set()
