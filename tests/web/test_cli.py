"""The command line."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from app.cli import main
from app.games import on_shelf
from app.games.incursion.book import card_set
from app.storage.store import Store


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words)


def test_a_ruling_on_the_command_line() -> None:
    told = run("ruling", "incursion", "shoot", "weapon=lmg", "fortitude=4", "dice=1,2,4", "--json")
    assert json.loads(told.stdout)["result"]["hits"] == 1
    plain = run("ruling", "incursion", "command-points", "rp=14", "sarge=true")
    assert (plain.exit_code, plain.stdout.splitlines()[0]) == (0, "cp: 7")
    assert "[cp.sarge-in-charge]" in plain.stdout


def test_a_fact_that_is_no_list_stays_one_word() -> None:
    told = run("ruling", "incursion", "melee", "attacker=slugger-murphy", "target=sturmzombie", "fortitude=4")
    assert (told.exit_code, "casualty: yes" in told.stdout) == (0, True)


def test_the_terminals_language_is_spoken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "es_ES.UTF-8")
    assert "Falta «rp»." in run("ruling", "incursion", "horde").stderr


def test_a_list_takes_one_die_and_json_too() -> None:
    for dice in ("dice=4", "dice=[4]"):
        told = run("ruling", "incursion", "shoot", "weapon=pistol", "fortitude=4", dice, "--json")
        assert json.loads(told.stdout)["result"]["casualty"] is True


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["ruling", "incursion", "shoot", "weapon=lmg", "fortitude=4", "dice=1,2"], 1, "needed: 3"),
        (["ruling", "incursion", "shoot", "weapon=bow", "fortitude=4"], 1, "weapon"),
        (["ruling", "incursion", "dance"], 1, "dance"),
        (["ruling", "chess", "mate"], 1, "chess"),
        (["ruling", "incursion", "shoot", "weapon"], 2, "name=value"),
        (["ruling", "incursion", "shoot", "weapon=lmg", "weapon=smg", "fortitude=4"], 2, "weapon is given twice"),
        (["ruling", "incursion", "shoot", "weapon=lmg", "dice=1", "dice=2", "dice=4"], 2, "written dice=1,2,4"),
        (["ruling", "incursion"], 2, "RULING"),
        (["table", "show", "QQQQQQ"], 1, "no table"),
        (["dance"], 2, "dance"),
    ],
)
def test_the_exit_status_is_honest(tmp_path: Path, words: list[str], status: int, said: str) -> None:
    data = ["--data", str(tmp_path)] if words[0] == "table" else []
    told = run(*words, *data)
    assert (told.exit_code, said in told.stderr) == (status, True), told.stderr


def opened(folder: Path) -> str:
    """A table in a folder, as its code."""
    from app.core.game.setup import opening_of
    from app.games.incursion.options import Options

    store = Store(folder)
    game = on_shelf("incursion")
    return store.open(game, opening_of(game, Options(game="incursion")))


def test_tables_are_listed_shown_exported_and_imported(tmp_path: Path) -> None:
    code, data = opened(tmp_path / "a"), str(tmp_path / "a")
    assert code in run("table", "list", "--data", data).stdout
    assert run("table", "show", code, "--data", data).exit_code == 0
    file = tmp_path / "table.json"
    assert run("table", "export", code, "-o", str(file), "--data", data).exit_code == 0
    copied = run("table", "import", str(file), "--data", str(tmp_path / "b"))
    assert (copied.exit_code, len(copied.stdout.strip())) == (0, 6)
    file.write_text("{}", encoding="utf-8")
    assert run("table", "import", str(file), "--data", data).exit_code == 1
    for content in (b"{", b"\xff\xfe", b"[" * 100_000):
        file.write_bytes(content)
        told = run("table", "import", str(file), "--data", data)
        assert (told.exit_code, "JSON" in told.stderr) == (1, True)


def test_a_backup_is_restored_into_an_empty_folder_only(tmp_path: Path) -> None:
    code, file = opened(tmp_path / "a"), str(tmp_path / "copy.db")
    assert run("backup", file, "--data", str(tmp_path / "nowhere")).exit_code == 1
    assert run("backup", file, "--data", str(tmp_path / "a")).exit_code == 0
    assert run("restore", file, "--data", str(tmp_path / "b")).exit_code == 0
    assert code in run("table", "list", "--data", str(tmp_path / "b")).stdout
    assert run("restore", file, "--data", str(tmp_path / "a")).exit_code == 1
    (tmp_path / "bad.db").write_text("no database at all, but long enough to be looked at" * 20, encoding="utf-8")
    assert run("restore", str(tmp_path / "bad.db"), "--data", str(tmp_path / "c")).exit_code == 1
    assert not (tmp_path / "c" / "adjutant.db").exists()


def test_a_backup_onto_a_file_that_is_no_database_leaves_it_as_it_is(tmp_path: Path) -> None:
    opened(tmp_path / "a")
    file = tmp_path / "letter.txt"
    file.write_text("a letter, not a database " * 99, encoding="utf-8")
    for target in (file, tmp_path / "nowhere" / "copy.db"):
        told = run("backup", str(target), "--data", str(tmp_path / "a"))
        assert (told.exit_code, type(told.exception), str(target) in told.stderr) == (1, SystemExit, True)
    assert file.read_text(encoding="utf-8") == "a letter, not a database " * 99


def test_card_sets_are_taken_out_changed_brought_in_and_compared(tmp_path: Path) -> None:
    data, sheet, toml = str(tmp_path / "data"), tmp_path / "set.csv", tmp_path / "set.toml"
    models, battle = (card_set("starter")[section] for section in ("models", "battle"))
    deck = sum(card["copies"] for card in battle.values())
    counted = f"{len(models)} Model Cards · {len(battle)} Battle Cards ({deck} in the deck)"
    for file, more in ((sheet, ["--csv"]), (toml, [])):
        taken = run("cards", "export", "incursion", "starter", *more, "-o", str(file), "--data", data)
        assert (taken.exit_code, taken.stderr) == (0, "")
        told = run("cards", "check", str(file))
        assert (told.exit_code, told.stdout.count(counted)) == (0, 1)
    assert run("cards", "compare", "starter", str(sheet), "--data", data).stdout == "There are no differences.\n"
    changed = sheet.read_bytes().replace(b"APE,allied,rulebook,3,public", b"APE,allied,rulebook,4,house", 1)
    sheet.write_bytes(changed)
    brought = run("cards", "import", "incursion", str(sheet), "--as", "Our box", "--data", data)
    assert (brought.exit_code, brought.stdout) == (0, "our-box\n")
    assert "incursion  our-box  Our box\n" in run("cards", "list", "--data", data).stdout
    told = run("cards", "compare", "starter", "our-box", "--data", data)
    assert told.stdout == "Grunt APE, RP: 3 (public source) here, 4 (custom value) there\n"
    assert run("cards", "export", "incursion", "our-box", "--csv", "--data", data).stdout_bytes == changed


def test_a_bad_card_file_changes_nothing_and_is_told_with_status_1(tmp_path: Path) -> None:
    data, file = str(tmp_path / "data"), tmp_path / "set.toml"
    run("cards", "export", "incursion", "starter", "-o", str(file), "--data", data)
    good = file.read_bytes()
    for name in ("One", "Two"):
        assert run("cards", "import", "incursion", str(file), "--as", name, "--data", data).exit_code == 0
    file.write_bytes(good.replace(b"rp = 3", b"rp = 0", 1))
    for words in (["check", str(file)], ["import", "incursion", str(file), "--as", "One", "--replace", "--data", data]):
        told = run("cards", *words)
        assert (told.exit_code, "Line 10, models.grunt-ape.rp" in told.stderr) == (1, True)
    assert run("cards", "export", "incursion", "one", "--data", data).stdout_bytes == good
    file.write_bytes(good + b"# ours\n")
    replaced = run("cards", "import", "incursion", str(file), "--as", "one", "--replace", "--data", data)
    assert (replaced.exit_code, replaced.stdout) == (0, "one\n")
    assert run("cards", "export", "incursion", "one", "--data", data).stdout_bytes == good + b"# ours\n"
    assert run("cards", "export", "incursion", "two", "--data", data).stdout_bytes == good


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["export", "incursion", "nobody"], 1, "nobody"),
        (["export", "chess", "starter"], 1, "chess"),
        (["import", "incursion", "README.md"], 2, "--as"),
        (["import", "incursion", "README.md", "--as", "x", "--replace"], 1, "Line 3"),
        (["compare", "starter"], 2, "B"),
        (["compare", "starter", "nobody"], 1, "nobody"),
    ],
)
def test_card_commands_have_an_honest_status(tmp_path: Path, words: list[str], status: int, said: str) -> None:
    told = run("cards", *words, "--data", str(tmp_path))
    assert (told.exit_code, said in told.stderr) == (status, True), told.stderr


def test_what_cannot_be_exported_leaves_the_file_that_is_there(tmp_path: Path) -> None:
    file, data = tmp_path / "kept.toml", str(tmp_path / "data")
    file.write_text("kept", encoding="utf-8")
    boxes = Store(tmp_path / "data")
    boxes.card_sets.add(on_shelf("incursion"), "Old", "models = 3", "old")
    for words in (["cards", "export", "incursion", "old", "--csv"], ["missions", "export", "incursion", "nowhere"],
                  ["cards", "export", "incursion", "nobody"], ["table", "export", "QQQQQQ"]):  # fmt: skip
        told = run(*words, "-o", str(file), "--data", data)
        assert (told.exit_code, file.read_text(encoding="utf-8")) == (1, "kept"), words


def test_a_backup_holds_the_card_sets_too(tmp_path: Path) -> None:
    a, b, file = str(tmp_path / "a"), str(tmp_path / "b"), tmp_path / "set.toml"
    run("cards", "export", "incursion", "starter", "-o", str(file), "--data", a)
    run("cards", "import", "incursion", str(file), "--as", "Our box", "--data", a)
    assert run("backup", str(tmp_path / "copy.db"), "--data", a).exit_code == 0
    assert run("restore", str(tmp_path / "copy.db"), "--data", b).exit_code == 0
    assert run("cards", "export", "incursion", "our-box", "--data", b).stdout_bytes == file.read_bytes()


def test_the_fuzzer_prints_how_often_each_thing_occurred_and_fails_on_what_never_did_in_many_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one_game = ("table", "fuzz", "--games", "1", "--seed", "2", "--jobs", "1")
    told = run(*one_game)
    assert (told.exit_code, told.stderr) == (0, "")
    assert {line.split()[0] for line in told.stdout.splitlines()} >= {"1", "command", "event", "ending"}
    monkeypatch.setattr("app.cli.tables.ENOUGH_GAMES", 1)
    told = run(*one_game)
    assert (told.exit_code, "never: " in told.stderr) == (1, True)
    assert "command bid" not in told.stderr
    assert "From 100 games on" in run("table", "fuzz", "--help").stdout


@pytest.mark.parametrize(
    ("language", "facts", "says"),
    [
        ("en_GB.UTF-8", ["weapon=lmg", "fortitude=4", "dice=1,2"], "needed: 3; entered: 2. (field dice"),
        ("es_ES.UTF-8", ["weapon=lmg", "fortitude=4", "dice=1,2"], "introducidos: 2. (campo dice"),
        ("en_GB.UTF-8", ["weapon=lmg", "fortitude=4", "two_gun=true"], "(field two_gun, rule shooting.two-gun)"),
        ("en_GB.UTF-8", ["weapon=bow", "fortitude=4"], "“weapon” must be one of"),
    ],
)
def test_a_refusal_names_field_and_rule_once(
    monkeypatch: pytest.MonkeyPatch, language: str, facts: list[str], says: str
) -> None:
    monkeypatch.setenv("LC_ALL", language)
    told = run("ruling", "incursion", "shoot", *facts)
    assert (told.exit_code, says in told.stderr) == (1, True), told.stderr


def test_the_fuzzer_names_the_game_that_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    from app.fuzz import player

    monkeypatch.setattr(player, "PRESSES_AT_MOST", 10)
    told = run("table", "fuzz", "--games", "2", "--seed", "7", "--jobs", "2")
    assert (told.exit_code, "game 7: not over after 10 presses" in told.stderr) == (1, True)


def test_a_taken_port_is_said_so() -> None:
    import socket

    from app.cli.serve import bound_socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(Exception, match=r"127\.0\.0\.1"):
            bound_socket("127.0.0.1", taken.getsockname()[1])


def test_an_authority_is_made_once(tmp_path: Path) -> None:
    from app.storage.certificates import issue_certificate

    files = issue_certificate(tmp_path, ["192.168.1.7", "adjutant.local"])
    authority = (tmp_path / "ca.pem").read_bytes()
    assert issue_certificate(tmp_path, ["192.168.1.8"]) == files
    assert (tmp_path / "ca.pem").read_bytes() == authority
    assert (tmp_path / "ca-key.pem").stat().st_mode & 0o077 == 0
