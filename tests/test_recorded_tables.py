"""Whole tables with numbers worked by hand from the rules, played through Flask's client (tests/recorded.py)."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.core.engine.event import PUBLIC
from app.core.engine.visibility import to_jsonable
from app.core.table import serialize
from app.core.table.seat_view import Table
from app.games import REGISTRY
from tests.golden_tables import SHOWN, Keeper, Kept, differences, played, recorded_before
from tests.incursion.script_steps import TELLING as INCURSION
from tests.legacy_tables import chain as older_chain
from tests.legacy_tables import foreseen, older_tables, without_newer
from tests.memoir_44.script_steps import TELLING as MEMOIR_44
from tests.mobile_infantry.script_steps import TELLING as MOBILE_INFANTRY
from tests.recorded import TABLES, Recorded, Telling, played_by_parts, recorded_tables

TELLINGS: Mapping[str, Telling] = {
    "incursion": INCURSION,
    "mobile-infantry": MOBILE_INFANTRY,
    "memoir-44": MEMOIR_44,
}
RECORDED = [recorded for game in TELLINGS for recorded in recorded_tables(game)]


@pytest.fixture(scope="session")
def keeper(pytestconfig: pytest.Config) -> Iterator[Keeper]:
    kept = Keeper(anew=pytestconfig.getoption("keep_recorded"))
    yield kept
    if kept.anew:
        terminal = pytestconfig.pluginmanager.get_plugin("terminalreporter")
        assert terminal is not None
        kept.write([recorded.name for recorded in RECORDED], terminal.write_line)


@pytest.mark.parametrize("recorded", RECORDED, ids=lambda recorded: recorded.name)
def test_a_recorded_table_goes_as_the_rules_say_and_is_rebuilt_as_it_is(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, app: Flask, recorded: Recorded, keeper: Keeper
) -> None:
    telling = TELLINGS[recorded.game]
    foreseen(monkeypatch)
    for part, table in played_by_parts(client, monkeypatch, telling, recorded):
        if "winner" in part:
            assert table.state(telling.looks)["winner"] == part["winner"]
    over = table.state(telling.looks)["over"]
    assert over == ("winner" in recorded.parts[-1])
    offers = [offer for seat in table.tokens for offer in table.offers(seat)]
    assert any(offer["group"] == "play" for offer in offers) != over
    rebuilt(app)
    now = played(app, recorded.name)
    as_before(now, recorded)
    keeper.compare(now, recorded.name)
    exported(app)


def test_every_recorded_table_is_kept_and_nothing_else(keeper: Keeper) -> None:
    if keeper.anew:
        pytest.skip("they are just being kept")
    assert {name.rpartition(".")[0] for name in recorded_before()} == {recorded.name for recorded in RECORDED}


def test_what_differs_from_a_kept_table_is_seen() -> None:
    then = {"turn": 1, "over": False, "dice": [1, 2], "left": None}
    assert list(differences(then, dict(then))) == []
    assert list(differences({**then, "turn": 2}, then)) == ["/turn: 2, before: 1"]
    assert list(differences({**then, "over": 0}, then)) == ["/over: 0, before: False"]
    assert list(differences({**then, "dice": [1, 3]}, then)) == ["/dice/1: 3, before: 2"]
    assert list(differences({**then, "dice": [1]}, then)) == ["/dice: [1], before: [1, 2]"]
    assert list(differences({"turn": 1, "over": False, "dice": [1, 2], "cp": 3}, then)) == [
        "/cp: 3, before: absent",
        "/left: absent, before: None",
    ]


def test_only_fields_that_are_new_at_their_place_are_left_out() -> None:
    log = [{"event": "door-moved", "data": {}, "working": [{"change": 1}]}]
    kept = {"public": {"state": {"turn": 1, "models": {"a": {}}}, "log": log}}
    state = {"turn": 1, "nudges": 0, "models": {"a": {"last": False}}}
    texts = {"text": "A door.", "working": [{"change": 1, "text": "a step"}]}
    now_log = [{**texts, "event": "door-moved", "data": {"price": {}}}]
    now = {"public": {"state": state, "log": now_log, "text-es": ["Una puerta."]}}
    assert without_newer(now, kept) == kept
    ended = [
        {"event": "turn-ended", "data": {"price": 1}, "text": "A door.", "working": [{"change": 2, "text": "a step"}]}
    ]
    other = {"public": {"state": {**state, "last": 1, "turn": 2}, "log": ended, "text-es": ["Una puerta."]}}
    assert list(differences(without_newer(other, kept), kept)) == [
        "/public/state/turn: 2, before: 1",
        "/public/state/last: 1, before: absent",
        "/public/log/0/event: turn-ended, before: door-moved",
        "/public/log/0/data/price: 1, before: absent",
        "/public/log/0/working/0/change: 2, before: 1",
    ]


def test_every_older_table_is_still_told_or_said_to_be_told_no_more() -> None:
    older = {name.rpartition(".")[0] for name in older_tables() if not name.startswith("random-")}
    assert older - {recorded.name for recorded in RECORDED} == TOLD_NO_MORE
    assert older >= WORKED_ANEW


def test_every_folder_of_recorded_tables_is_told() -> None:
    assert {path.name for path in TABLES.iterdir()} == set(TELLINGS) == {*REGISTRY} - {"hello"}


BOTH = ("en-2009", "es-2009")
WORKED_ANEW = {
    # Blaze of Glory is one last activation
    *("ac-dc-tie-en-en-2009", "ac-dc-tie-es-es-2009"),
    # a side that is wiped out ends the mission, unless the table answers otherwise
    *(f"ac-dc-wiped-out-{edition}" for edition in BOTH),
    # numbers of zombies go on, a casualty's counter is anybody's
    *(f"twitcher-{end}-{edition}" for end in ("allied", "draw", "german", "twitcher-shot") for edition in BOTH),
    *(f"twitcher-wiped-out-{edition}" for edition in BOTH),
    "recon-allied-es-2009",
    # 4+ harpoons
    *(f"pinger-raid-{end}-{edition}" for end in ("allied", "german", "wiped-out") for edition in BOTH),
    *(f"pinger-raid-wiped-out-play-on-{edition}" for edition in BOTH),
    # Gretel brings nothing while she is due
    *(f"doomsday-{end}-{edition}" for end in ("launched-at-once", "launched-by-a-two") for edition in BOTH),
    *(f"doomsday-{end}-{edition}" for end in ("shut-down", "wiped-out") for edition in BOTH),
    "doomsday-launched-for-certain-en-2009",
    *(f"campaign-doomsday-{edition}" for edition in BOTH),
}
"""Tables that were kept by a reading of the rules that has been corrected since."""
TOLD_NO_MORE = {
    f"{mission}-wiped-out-play-on-{edition}" for mission in ("ac-dc", "doomsday", "twitcher") for edition in BOTH
}
"""Tables that were kept of what is no ending any more."""
ANSWERED_ANEW = {"rf-two-weapons", "horde-figures", "wiped-out", "casualty"}
"""Open questions to which another answer is the first today."""
ASKED_SINCE = {"shoot-outside", "rf-shots", "deployment", "xp-lost", "edge-steps", "flee-reload"}
"""Open questions that were none then."""


def as_before(now: Mapping[str, Kept], recorded: Recorded) -> None:
    """Every seat sees at each table of the chain what it saw before the house was built anew; where a rule has been
    corrected since, it does not, and `WORKED_ANEW` says so."""
    kept = list(older_chain(recorded.name))
    if kept:
        assert [one["name"] for one in kept] == list(now)
        found = [line for then in kept for line in since_then(now[then["name"]], then, recorded)]
        told = f"{recorded.name} plays as before: nothing has been corrected"
        assert found or recorded.name not in WORKED_ANEW, told
        assert recorded.name in WORKED_ANEW or found[:SHOWN] == []


def since_then(now: Kept, then: Kept, recorded: Recorded) -> Iterator[str]:
    seen = without_newer(now["seen"], then["seen"])
    return differences(answers_apart(seen, recorded), answers_apart(then["seen"], recorded), then["name"])


def answers_apart(seen: Mapping[str, Any], recorded: Recorded) -> dict[str, Any]:
    asked = REGISTRY[recorded.game].questions_in(recorded.edition) if recorded.edition else {}
    other = (ANSWERED_ANEW | ASKED_SINCE) - set(recorded.answers())
    other |= REGISTRY[recorded.game].rules.questions.keys() - asked.keys() if asked else set()
    shown = dict[str, Any]()
    for seat, one in seen.items():
        answers = {question: answer for question, answer in one["state"]["answers"].items() if question not in other}
        shown[seat] = {**one, "state": {**one["state"], "answers": answers}}
    return shown


def rebuilt(app: Flask) -> None:
    """Each table, made anew from its log, is as it was."""
    store = app.extensions["store"]
    for code in store.codes():
        live = store.table(code)
        assert to_jsonable(Table(code, live.game, live.entries).state) == to_jsonable(live.state)


def exported(app: Flask) -> None:
    """Each table, exported and imported, is the same for every seat."""
    store = app.extensions["store"]
    for code in store.codes():
        table, copy = store.table(code), store.table(store.import_file(store.export(code)))
        for seat in [*(table.seat(name) for name in table.opening["seats"]), PUBLIC]:
            assert serialize.state(copy, seat) == serialize.state(table, seat)
            assert copy.seq(seat) == table.seq(seat)


ENDINGS = {
    "recon": ("allied", "german"),
    "incursion": ("sealed", "allies-dead"),
    "pinger-raid": ("allied", "german", "wiped-out", "wiped-out-play-on"),
    "twitcher": ("allied", "german", "draw", "wiped-out"),
    "behind-enemy-lines": ("allied", "german", "tie-draw", "tie-germans", "locked", "locked-play-on"),
    "ac-dc": ("allied", "german", "wiped-out"),
    "doomsday": ("shut-down", "launched-at-once", "launched-by-a-two", "wiped-out"),
    "campaign": ("doomsday",),
}
IN_ONE = {"incursion-both-draw-en-2009", "incursion-both-allies-en-2009", "ac-dc-agreed-turn-ends-es-2009"}
IN_ONE |= {"ac-dc-tie-en-en-2009", "ac-dc-tie-es-es-2009", "doomsday-launched-for-certain-en-2009"}


def test_there_is_a_table_for_each_ending_for_cards_and_for_reaction_fire_in_each_edition() -> None:
    told = ["cards", "reaction", *(f"{mission}-{ending}" for mission, ends in ENDINGS.items() for ending in ends)]
    names = {recorded.name for recorded in RECORDED if recorded.game == "incursion"}
    editions = REGISTRY["incursion"].editions
    assert names >= {f"{what}-{edition}" for what in told for edition in editions} | IN_ONE


def test_there_is_a_table_for_each_timeline_of_infanteria_movil() -> None:
    """A01 to A26 of the specification."""
    told = " ".join(recorded.name for recorded in RECORDED if recorded.game == "mobile-infantry")
    assert [number for number in range(1, 27) if f"-a{number:02}-" not in told] == []
