"""Whole tables with numbers worked by hand from the rules, played through Flask's client (tests/recorded.py)."""

from collections.abc import Mapping

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.core import log_lines
from app.core.play import PUBLIC
from app.core.table import Table
from app.core.veil import plain
from app.games import SHELF
from tests.incursion.telling import TELLING as INCURSION
from tests.memoir_44.telling import TELLING as MEMOIR_44
from tests.mobile_infantry.telling import TELLING as MOBILE_INFANTRY
from tests.older_tables import chain as older_chain
from tests.older_tables import foreseen, older_tables, seen_at, without_newer
from tests.recorded import TABLES, Recorded, Telling, recorded_tables, tell

TELLINGS: Mapping[str, Telling] = {
    "incursion": INCURSION,
    "mobile-infantry": MOBILE_INFANTRY,
    "memoir-44": MEMOIR_44,
}
RECORDED = [recorded for game in TELLINGS for recorded in recorded_tables(game)]


@pytest.mark.parametrize("recorded", RECORDED, ids=lambda recorded: recorded.name)
def test_a_recorded_table_goes_as_the_rules_say_and_is_rebuilt_as_it_is(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, app: Flask, recorded: Recorded
) -> None:
    telling = TELLINGS[recorded.game]
    foreseen(monkeypatch)
    telling.prepare(monkeypatch, {"deck": [], **recorded.opening})
    table = telling.opened(client, recorded)
    for part in recorded.parts:
        telling.prepare(monkeypatch, part)
        table = tell(table, telling, recorded, part)
        if "winner" in part:
            assert table.state(telling.looks)["winner"] == part["winner"]
    over = table.state(telling.looks)["over"]
    assert over == ("winner" in recorded.parts[-1])
    offers = [offer for seat in table.tokens for offer in table.offers(seat)]
    assert any(offer["group"] == "play" for offer in offers) != over
    rebuilt(app)
    as_before(app, recorded.name)
    exported(app)


def test_every_folder_of_recorded_tables_is_told() -> None:
    assert {path.name for path in TABLES.iterdir()} == set(TELLINGS) == {*SHELF} - {"hello"}


WORKED_ANEW = (
    "ac-dc-wiped-out-e",
    # Blaze of Glory is one last activation
    "ac-dc-tie-",
    # numbers of zombies go on, a casualty's counter is anybody's
    "twitcher-",
    "recon-allied-es",
    # 4+ harpoons
    "pinger-raid-",
    # chances of Reaction Fire stand, and late shots are told as such
    "reaction-e",
    # Gretel brings nothing while she is due
    "doomsday-",
    "campaign-doomsday-",
)
"""How the names of tables begin that were kept by a reading of the rules that has been corrected since."""


def as_before(app: Flask, name: str) -> None:
    """Every seat sees at each table of the chain what it saw before the house was built anew, but for the answers that
    are the first to open questions today."""
    if f"{name}.0" not in older_tables() or name.startswith(WORKED_ANEW):
        return
    store = app.extensions["store"]
    opened = [store.table(code) for code in reversed(store.codes())]
    for table, kept in zip(opened, older_chain(name), strict=True):
        now = without_newer(seen_at(table), kept["seen"])
        for seat, seen in kept["seen"].items():
            assert {**now[seat]["state"], "answers": None} == {**seen["state"], "answers": None}, kept["name"]
            assert (now[seat]["log"], now[seat]["text-es"]) == (seen["log"], seen["text-es"]), kept["name"]


def rebuilt(app: Flask) -> None:
    """Each table, made anew from its log, is as it was."""
    store = app.extensions["store"]
    for code in store.codes():
        live = store.table(code)
        assert plain(Table(code, live.game, live.entries).state) == plain(live.state)


def exported(app: Flask) -> None:
    """Each table, exported and imported, is the same for every seat."""
    store = app.extensions["store"]
    for code in store.codes():
        table, copy = store.table(code), store.table(store.import_file(store.export(code)))
        for seat in [*(table.seat(name) for name in table.opening["seats"]), PUBLIC]:
            assert log_lines.state(copy, seat) == log_lines.state(table, seat)
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
    editions = SHELF["incursion"].editions
    assert names >= {f"{what}-{edition}" for what in told for edition in editions} | IN_ONE


def test_there_is_a_table_for_each_timeline_of_infanteria_movil() -> None:
    """A01 to A26 of the specification."""
    told = " ".join(recorded.name for recorded in RECORDED if recorded.game == "mobile-infantry")
    assert [number for number in range(1, 27) if f"-a{number:02}-" not in told] == []
