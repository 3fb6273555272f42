"""What the program is made of: files of others as they were, pinned packages, licences that we take, a bill of all."""

from __future__ import annotations

import json
from importlib.metadata import distribution
from pathlib import Path

import pytest

from docs import supply

ROOT = Path(__file__).parents[1]


def test_files_of_others_are_as_they_were() -> None:
    assert [*supply.faults_of_files()] == []
    assert len(supply.listed()) >= 12


def test_a_changed_a_new_and_a_missing_file_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    first, *others = supply.listed()
    monkeypatch.setattr(supply, "sha256", lambda file: "0" * 64 if file == first else supply.sums()[file])
    assert [*supply.faults_of_files()] == [f"{first}: its checksum is not the one in docs/vendored.sha256"]
    monkeypatch.undo()
    monkeypatch.setattr(supply, "listed", lambda: others)
    assert {*supply.faults_of_files()} == {f"{first}: not in docs/vendored.toml"}
    monkeypatch.setattr(supply, "listed", lambda: [first, *others, "static/fonts/none.woff2"])
    assert [*supply.faults_of_files()] == ["static/fonts/none.woff2: is not there"]


@pytest.mark.parametrize("file", ["requirements.txt", "requirements-dev.txt", "requirements-postgresql.txt"])
def test_every_package_is_pinned_with_checksums(file: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    assert [*supply.faults_of_pins(text)] == []
    assert len(supply.pins(text)) >= 20
    assert [*supply.faults_of_pins("flask>=3\n")] == ["flask>=3: no pinned version"]
    assert [*supply.faults_of_pins("flask==3.1 \\\n    # via x\n")] == ["flask==3.1 \\: no checksum"]


def test_what_is_installed_is_what_was_pinned() -> None:
    assert [*supply.faults_of_installed()] == []


def test_a_changed_file_of_a_package_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    found = distribution("segno")
    (tmp_path / "segno").mkdir()
    monkeypatch.setattr(type(found), "locate_file", lambda self, path: tmp_path / path)
    assert "segno/__init__.py" in [*supply.changed(found)]


def test_every_licence_is_one_that_we_take() -> None:
    assert [*supply.faults_of_licences()] == []
    assert not supply.is_taken("GPL-3.0-only")
    assert supply.is_taken("Apache-2.0 OR GPL-3.0-only")
    assert not supply.is_taken("MIT AND GPL-3.0-only")


def test_the_bill_of_materials_is_of_today() -> None:
    assert [*supply.faults_of_bill()] == []
    bill = json.loads(supply.BILL.read_text(encoding="utf-8"))
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    named = {one["name"]: one.get("version") for one in bill["components"]}
    assert named.items() >= supply.pins().items()
    assert named["htmx"] == "4.0.1"
    assert len({one["bom-ref"] for one in bill["components"]}) == len(bill["components"])


def test_what_pip_audit_says_is_told_and_what_it_could_not_ask() -> None:
    found = [
        {"name": "a", "version": "1", "vulns": []},
        {"name": "b", "version": "2", "vulns": [{"id": "PYSEC-1", "fix_versions": ["3"]}]},
        {"name": "c", "skip_reason": "not found"},
    ]
    told = [*supply.known_faults(found)]
    assert told[0] == "b 2: PYSEC-1 (mended in: 3)"
    assert told[1].startswith("1 of 3 packages could not be asked about")
    assert [*supply.known_faults(found[:1])] == []
