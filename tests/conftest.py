"""Fixtures: an app on an empty folder, and a table to be played in sentences."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings

from app import opened_on, routed_app
from app.core.engine.command import Draft
from app.core.engine.event import Event
from app.core.errors import Malformed, Refused
from app.core.game.definition import Game
from app.core.rules.ruling import Reason
from app.fuzz.player import Report
from app.fuzz.runner import CALM
from app.games import REGISTRY
from app.storage import disk_sync
from app.storage.database import ADDRESS
from tests import postgresql as postgresql_server
from tests.playing import PlayedTable, stacked_deck
from tests.postgresql import Server
from tests.server import COMPILED
from tests.toy_game.game import GAME as HELLO
from tests.toy_game.playing import Evening

settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")  # a busy machine is no fault of what is tested


@pytest.fixture(scope="session")
def routes() -> Flask:
    """The pages of the app, which take longer to lay out than most tests take."""
    return routed_app(TESTING=True, PROPAGATE_EXCEPTIONS=False, READ_TEMPLATES=COMPILED[0]())


@pytest.fixture(scope="session", autouse=True)
def _compiled(tmp_path_factory: pytest.TempPathFactory) -> None:
    """All workers of a run have one folder of compiled templates, made when it is asked for."""
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    COMPILED[:] = [lambda: compiled_once(shared / "compiled")]
    os.environ["ADJUTANT_DATA"] = str(own / "unnamed")  # commands without --data never meet the tables of who tests


def compiled_once(folder: Path) -> Path:
    """The folder, there at once with every template in it, whoever makes it first."""
    if not folder.is_dir():
        with tempfile.TemporaryDirectory(dir=folder.parent) as place:
            made = Path(place) / "made"
            templates = routed_app(READ_TEMPLATES=made).jinja_env
            for name in templates.list_templates():
                templates.get_template(name)
            with suppress(OSError):  # another worker was first
                made.rename(folder)
    return folder


ON_BOTH = frozenset(
    f"tests.{name}"
    for name in (
        "test_acts",
        "test_seats_as_stored",
        "web.test_seats",
        "web.test_api",
        "web.test_pictures",
        "web.test_monitoring",
        "web.test_many_tables",
        "web.test_mission_pages",
        "web.test_card_pages",
    )
)
"""Modules whose tests run on SQLite and on PostgreSQL, but for those marked `sqlite`."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.module.__name__ in ON_BOTH and metafunc.definition.get_closest_marker("sqlite") is None:
        metafunc.parametrize("_database", ["sqlite", "postgresql"], indirect=True)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Server]:
    """A PostgreSQL of this run."""
    with postgresql_server.running() as server:
        yield server


@pytest.fixture
def address(postgresql: Server, monkeypatch: pytest.MonkeyPatch) -> str:
    """An empty schema, where every process of this test keeps its tables."""
    place = postgresql.address()
    monkeypatch.setenv(ADDRESS, place)
    return place


@pytest.fixture(autouse=True)
def _database(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables are in SQLite, or in an empty schema of PostgreSQL."""
    monkeypatch.delenv(ADDRESS, raising=False)
    if getattr(request, "param", "sqlite") == "postgresql":
        monkeypatch.setenv(ADDRESS, request.getfixturevalue("postgresql").address())


@pytest.fixture
def app(routes: Flask, tmp_path: Path, _database: None) -> Flask:
    """The app, its tables in an empty folder."""
    return opened_on(routes, tmp_path / "data")


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def house_key(app: Flask) -> str:
    """The host's key."""
    key: str = app.extensions["signed"].token("", "host")
    return key


@pytest.fixture
def host(client: FlaskClient, house_key: str) -> FlaskClient:
    """The client, as the host's own browser."""
    client.set_cookie("house", house_key)
    return client


@pytest.fixture
def open_evening(client: FlaskClient) -> Callable[..., Evening]:
    """Opens a table of Hello: `open_evening(dusk="early")`."""
    return lambda **options: Evening(client, **options)


@pytest.fixture
def evening(open_evening: Callable[..., Evening]) -> Evening:
    """Hello with a referee, turn 1, before anybody has chosen a window."""
    return open_evening()


@pytest.fixture
def play(client: FlaskClient) -> Callable[..., PlayedTable]:
    """Opens a table through the JSON interface: `play(edition="es-2009")`."""
    return lambda **wishes: PlayedTable(client, **wishes)


@pytest.fixture
def table(play: Callable[..., PlayedTable]) -> PlayedTable:
    """Recon by the English rulebook, with a referee, before forces are chosen."""
    return play(referee=True)


@pytest.fixture
def campaign(play: Callable[..., PlayedTable]) -> PlayedTable:
    """The first table of a campaign of all missions, with a referee, before forces are chosen."""
    return play(referee=True, campaign={"name": "Gibraltar"})


@pytest.fixture
def in_action(table: PlayedTable) -> PlayedTable:
    """The Allies act first: two Grunts and three Sturmzombies stand at their entries, 4 CP each."""
    return table.to_action()


@pytest.fixture
def raid(play: Callable[..., PlayedTable]) -> PlayedTable:
    """The same in Pinger Raid, where an item lies on the board and both sides have exits."""
    return play(referee=True, mission=3).to_action()


@pytest.fixture
def deal(play: Callable[..., PlayedTable], monkeypatch: pytest.MonkeyPatch) -> Callable[..., PlayedTable]:
    """Opens a table with known hands: `deal(allied=["snafu"], german=["smoke"])`.

    Unless wished otherwise it is Pinger Raid at 18 RP a side: 8 CP, hands of 4 cards (English) or 5 (Spanish), filled
    up with other cards. Two Grunts have entered, the first is acting, three Sturmzombies wait at their entries.
    """
    fill = ["lights-out", "cave-in", "dragging-foot", "jammed-servo", "jammed-servo", "hairline-cracks"]
    fill += ["hairline-cracks", "crossed-wires", "crossed-wires", "field-orders", "field-orders"]

    def dealt(allied: Sequence[str] = (), german: Sequence[str] = (), then: Sequence[str] = (), **wishes: Any) -> Any:
        named = [*allied, *german, *then]
        spare = [card for card in fill if card not in named]
        size = 5 if wishes.get("edition") == "es-2009" else 4
        hands = [[*hand, *(spare.pop(0) for _ in range(size - len(hand)))] for hand in (allied, german)]
        stacked_deck(monkeypatch, *hands[0], *hands[1], *then)
        wishes = {"mission": 3, "rp": {"allied": 18, "german": 18}, "referee": True, **wishes}
        return play(**wishes).to_action().enter("allied", "grunt-ape-2", "grunt-ape-1")

    return dealt


def pytest_terminal_summary(terminalreporter: Any) -> None:
    for code in sorted(getattr(terminalreporter.config, "never_refused", ())):
        terminalreporter.write_line(f"no test provokes the refusal {code}")
    for rule in sorted(getattr(terminalreporter.config, "never_met", ())):
        terminalreporter.write_line(f"no test meets the rule {rule}")
    for missing in getattr(terminalreporter.config, "never_fuzzed", ()):
        terminalreporter.write_line(f"no random game meets {missing}")
    counts = {name: len(terminalreporter.stats.get(name, [])) for name in ("passed", "failed", "skipped")}
    failed = counts["failed"] + len(terminalreporter.stats.get("error", []))
    terminalreporter.write_line(f"{counts['passed']} passed, {failed} failed, {counts['skipped']} skipped")


# -- every "no" of the program is provoked by a test, and every rule met in a working, a "no" or an event: a run of
# the whole suite counts what was made

REFUSED: set[str] = set()
RULES: set[str] = set()
RUN: set[str] = set()
PARTS = 10
FUZZED: dict[int, dict[str, Any]] = {}
"""What the random games of each part came to (tests/incursion/test_random_games.py)."""
FOLDER = Path(__file__).parent


def counted(error: type[Refused] | type[Malformed]) -> None:
    """Remember the code of each error of this kind that is made."""
    begin = error.__init__

    def remembered(self: Any, code: str, *rest: Any, **words: Any) -> None:
        REFUSED.add(code)
        begin(self, code, *rest, **words)
        met_rule(self.rule)

    error.__init__ = remembered  # type: ignore[method-assign, assignment]


def met_rule(rule: str | None) -> None:
    """Remember the rule that a "no" or a reason rests on."""
    if rule is not None:
        RULES.add(rule)


def counted_reasons() -> None:
    """Remember the rule of each reason that is made."""
    begin = Reason.__init__

    def remembered(self: Reason, label: str, change: int, total: int, rule: str) -> None:
        met_rule(rule)
        begin(self, label, change, total, rule)

    Reason.__init__ = remembered  # type: ignore[method-assign]


def counted_events() -> None:
    """Remember the rule of each event that names one."""
    begin = Draft.emit

    def remembered(self: Draft, event: Event) -> None:
        met_rule(getattr(event, "rule", None))
        begin(self, event)

    Draft.emit = remembered  # type: ignore[method-assign]


def pytest_addoption(parser: pytest.Parser) -> None:
    told = "Keep recorded tables as they play now, instead of comparing them: tests/golden_tables.py."
    parser.addoption("--keep-recorded", action="store_true", help=told)


def pytest_configure(config: pytest.Config) -> None:
    disk_sync.sync_data = os.fstat  # nobody cuts the power of this process; servers in processes of their own do wait
    REGISTRY.put(HELLO)
    counted(Refused)
    counted(Malformed)
    counted_reasons()
    counted_events()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: browser tests tap as slowly as a thumb does."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_finish(session: pytest.Session) -> None:
    gc.freeze()  # tests and rulebooks stay to the end: garbage is looked for elsewhere, as seldom as a server does
    gc.set_threshold(*CALM)
    if not session.config.option.keyword and not session.config.option.collectonly:
        RUN.update(str(item.path.relative_to(FOLDER)) for item in session.items)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """A worker's share of what was refused, and of the rules that were met."""
    REFUSED.update(node.workeroutput.get("refused", ()))
    RULES.update(node.workeroutput.get("rules", ()))
    RUN.update(node.workeroutput.get("run", ()))
    FUZZED.update(node.workeroutput.get("fuzzed", {}))


def never_fuzzed() -> list[str]:
    """Commands and events that no random game of any part met, once every part was played."""
    together = Report()
    for counts in FUZZED.values():
        together.add(Report.of(counts))
    return together.never(REGISTRY["incursion"]) if len(FUZZED) == PARTS else []


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail a run of the whole suite in which a refusal was never made, or a rule never met."""
    from tests.core.test_words import every_rule, refusal_codes

    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput.update(refused=sorted(REFUSED), rules=sorted(RULES), run=sorted(RUN), fuzzed=FUZZED)
        return
    if missing := never_fuzzed():
        session.config.never_fuzzed = missing  # type: ignore[attr-defined]
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
    if {str(path.relative_to(FOLDER)) for path in FOLDER.rglob("test_*.py")} <= RUN:
        codes = {code for code in refusal_codes() if isinstance(code, str) and not code.endswith("-")}
        session.config.never_refused = codes - REFUSED  # type: ignore[attr-defined]
        session.config.never_met = set(every_rule()) - RULES  # type: ignore[attr-defined]
        if codes - REFUSED or session.config.never_met:  # type: ignore[attr-defined]
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture
def altered(tmp_path: Path) -> Callable[..., Game]:
    """Hello with one of its files written otherwise, or without it: `altered("words.toml", "Volar", "")`."""
    folders = [HELLO.folder]

    def in_folder(name: str, old: str | None = None, new: str = "") -> Game:
        folder = tmp_path / str(len(folders))
        shutil.copytree(folders[-1], folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
        folders.append(folder)
        if old is None:
            (folder / name).unlink()
        else:
            text = (folder / name).read_text(encoding="utf-8")
            assert old in text
            (folder / name).write_text(text.replace(old, new), encoding="utf-8")
        return replace(HELLO, folder=folder)

    return in_folder


@pytest.fixture(autouse=True)
def _closed_stores(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every store that a test opens is closed after it."""
    from app.storage import store

    opened: list[store.Store] = []
    begin = store.Store.__init__

    def remembered(self: store.Store, folder: Path, *more: Any) -> None:
        begin(self, folder, *more)
        opened.append(self)

    monkeypatch.setattr(store.Store, "__init__", remembered)
    yield
    for kept in opened:
        kept.close()
