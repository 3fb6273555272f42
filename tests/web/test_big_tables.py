"""Tables that somebody makes as large as they get: what they hold is bounded, and so is the work that they make."""

from __future__ import annotations

import io
import math
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.core.engine.command import list_offers
from app.core.engine.offers import MultiChoice, Offer, RowChoice
from app.core.table import what_if
from app.core.table.physical import by_number
from app.core.table_commands.setting_up import set_up_items
from app.games.incursion.book import MODELS_AT_MOST
from app.games.incursion.combat import assault
from app.games.incursion.combat.together import ActTogether
from app.storage import table_file
from app.storage.errors import CorruptTable, StoreBusy
from app.storage.store import Store
from app.web.table import aiming, form_view
from tests.playing import No, PlayedTable, code_of
from tests.seated import sit
from tests.toy_game.playing import Evening

Play = Callable[..., PlayedTable]
OURS = {"Origin": "http://localhost"}
MOST_RP = {"allied": 99, "german": 99}
GRUNTS = [f"grunt-ape-{number}" for number in range(1, 7)]
ZOMBIES = [f"sturmzombie-{number}" for number in range(1, 100)]


def freely(play: Play, *sides: str) -> PlayedTable:
    """A table of the most RP where these sides have said that they may choose freely."""
    table = play(mission=2, rp=MOST_RP)
    for side in sides:
        table.press(side, "house-ruling", set=f"sides.{side}.any_force", to=True, reason="our house")
    return table


def plain(play: Play) -> PlayedTable:
    """99 zombies wait at their entries, six Grunts have entered, and the Germans act: no ruling, no card of its own."""
    table = play(mission=2, rp=MOST_RP).choose_forces(["grunt-ape"] * 6, ["sturmzombie"] * 33)
    table.bid().deploy(GRUNTS, ZOMBIES).allied("advance", models=GRUNTS, squares=1)
    table.allied("done")
    return table


def in_use(table: PlayedTable, side: str) -> int:
    return sum(model.in_use for _, model in table.written_on().of(side))


# -- how many models there may be


def test_a_side_chooses_no_more_models_than_it_can_have(play: Play) -> None:
    table = freely(play, "allied", "german")
    for side, card, each in (("german", "sturmzombie", 3), ("allied", "grunt-ape", 1)):
        for _ in range(MODELS_AT_MOST // each):
            table.press(side, "add-model", card=card)
        with pytest.raises(No) as no:
            table.press(side, "add-model", card=card)
        assert no.value.code == "too-many-models"
        assert f"at most {MODELS_AT_MOST} models" in no.value.error["message"]
        table.press(side, "drop-model", card=card)
        table.press(side, "add-model", card=card)
        table.press(side, "force-ready")


def test_a_horde_comes_only_as_far_as_its_side_has_room_and_says_so(play: Play, client: FlaskClient) -> None:
    table = plain(play)
    arrived = [event for event in table.log() if event["event"] == "horde-arrived"]
    assert [(event["data"]["beyond"], len(event["data"]["models"])) for event in arrived] == [(0, 99)]
    assert arrived[0]["text"].endswith("Sturmzombies arrive.")
    table.german("done", reaction_fire=[])
    for _ in range(2):
        table.bid()
        assert in_use(table, "german") == MODELS_AT_MOST
        table.deploy([], []).end_turn()
    texts = [event["text"] for event in table.log() if event["event"] == "horde-arrived"]
    left = [99 + 99 - MODELS_AT_MOST, 99]
    for text, beyond in zip(texts[1:], left, strict=True):
        assert text.endswith(f"{beyond} do not: a side can have at most {MODELS_AT_MOST} models in play.")
    spanish = client.get(f"/api/tables/{table.code}/log", headers={"Accept-Language": "es"}).json["events"]
    assert any(f"como mucho {MODELS_AT_MOST} figuras" in event["text"] for event in spanish)


def test_zombies_that_wait_for_figures_are_not_counted_for_ever(play: Play) -> None:
    table = play(mission=2, rp=MOST_RP, table_rulings={"horde-figures": "wait"})
    table.choose_forces(["grunt-ape"] * 6, ["sturmzombie"] * 33).bid().deploy(GRUNTS, ZOMBIES[:18])
    for _ in range(3):
        table.next_turn()
    assert table["sides.german.horde_due"] == MODELS_AT_MOST


# -- what is acknowledged can be loaded again


def rows_of(app: Flask) -> int:
    with closing(sqlite3.connect(app.extensions["store"].folder / "adjutant.db")) as database:
        (count,) = database.execute("SELECT COUNT(*) FROM entries").fetchone()
    return int(count)


@pytest.mark.parametrize("game", ["hello", "incursion", "memoir-44"])
def test_nothing_is_kept_with_which_a_table_could_not_be_loaded(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    opened = client.post("/api/tables", json={"game": game}).json
    store: Store = app.extensions["store"]
    table, (other, *_, seat) = store.table(opened["code"]), opened["seats"]
    headers, path = {"Authorization": f"Bearer {opened['seats'][seat]}"}, f"/api/tables/{opened['code']}"
    done = [item.key for item in set_up_items(table.look(table.seat(seat)))][:1]
    press = {"command": "tick-set-up", "done": done, "key": "k", "seen": 0}
    held, kept = table_file.check_state(table.state), rows_of(app)
    monkeypatch.setattr(table_file, "KEPT_FOR_SEATS", table_file.MOST_HELD - held)
    for language, words in (("en", "Remove something first"), ("es", "Quita algo")):
        answer = client.post(f"{path}/commands", json=press, headers={**headers, "Accept-Language": language})
        assert (answer.status_code, answer.json["error"]["code"]) == (422, "table-holds-too-much")
        assert words in answer.json["error"]["message"]
    assert (rows_of(app), len(table.entries), table_file.check_state(table.state)) == (kept, 1, held)
    assert client.post(f"{path}/seats", json={"seat": other, "name": "Ana"}).status_code in (200, 201)
    monkeypatch.setattr(table_file, "KEPT_FOR_SEATS", 0)
    assert client.post(f"{path}/commands", json=press, headers=headers).status_code == 200
    assert Store(store.folder).table(opened["code"]).state.set_up_done


def test_no_number_is_kept_that_no_table_has(app: Flask, play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    table = play(mission=2).to_action()
    monkeypatch.setattr(table_file, "GREATEST", 60)
    ruling = {"set": "sides.allied.cp", "reason": "a test"}
    entries = len(table.kept().entries)
    assert code_of(lambda: table.allied("house-ruling", to=61, **ruling)) == "table-holds-too-much"
    assert len(table.kept().entries) == entries
    table.allied("house-ruling", to=60, **ruling)
    assert Store(app.extensions["store"].folder).table(table.code).state.sides["allied"].cp == 60


def test_no_table_is_opened_that_could_not_be_loaded(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_file, "GREATEST", 5)
    answer = client.post("/api/tables", json={"game": "incursion", "rp": MOST_RP})
    assert (answer.status_code, answer.json["error"]["code"]) == (422, "table-holds-too-much")
    assert app.extensions["store"].codes() == []


def test_the_table_of_an_evening_is_far_from_the_limit(play: Play) -> None:
    assert table_file.check_state(plain(play).written_on()) < table_file.MOST_HELD / 10


# -- a damaged table


def spoil(folder: Path, code: str, says: str) -> str:
    """Another process writes into the newest entry of a table; what was there before."""
    with closing(sqlite3.connect(folder / "adjutant.db")) as database, database:
        where = "WHERE [table] = ? AND seq = (SELECT MAX(seq) FROM entries WHERE [table] = ?)"
        ((before,),) = database.execute(f"SELECT events FROM entries {where}", (code, code)).fetchall()
        database.execute(f"UPDATE entries SET events = ? {where}", (says, code, code))
    return str(before)


def test_a_damaged_table_is_read_once_until_its_file_changes(
    app: Flask, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = app.extensions["store"].folder
    evening.windows()
    sound = spoil(folder, evening.code, '[{"event": "nothing"}]')
    store, reads = Store(folder), Counter[str]()
    read = Store._read
    monkeypatch.setattr(Store, "_read", lambda self, code: reads.update([code]) or read(self, code))
    for _ in range(5):
        with pytest.raises(CorruptTable):
            store.table(evening.code)
    with store.lock, pytest.raises(CorruptTable):
        store.table(evening.code)
    assert (reads[evening.code], store._folding) == (1, {})
    spoil(folder, evening.code, sound)
    assert store.table(evening.code).entries
    assert reads[evening.code] == 2


def test_a_file_that_was_busy_is_read_again(app: Flask, evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(app.extensions["store"].folder)

    def busy(*given: Any) -> Any:
        raise StoreBusy

    with monkeypatch.context() as patched:
        patched.setattr(store._rows, "entries", busy)
        with pytest.raises(StoreBusy):
            store.table(evening.code)
    assert store.table(evening.code).entries


# -- forms


def test_the_ticks_of_a_form_are_worked_out_once_a_field(
    app: Flask, client: FlaskClient, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = play(mission=2, rp=MOST_RP).choose_forces(["grunt-ape"] * 6, ["sturmzombie"] * 33).bid()
    begun, asked = MultiChoice.begun.fget, list[MultiChoice]()  # type: ignore[attr-defined]
    monkeypatch.setattr(MultiChoice, "begun", property(lambda self: asked.append(self) or begun(self)))
    sit(client, table.code, table.tokens["german"])
    page = client.get(f"/t/{table.code}/do/deploy")
    assert page.status_code == 200
    assert all(f'name="models" value="{zombie}"' in page.text for zombie in ZOMBIES)
    assert 0 < len(asked) <= 2


@pytest.mark.parametrize(("rows", "drawn"), [(99, True), (150, False)])
def test_rows_that_are_too_many_for_a_form_are_left_out_and_it_says_so(play: Play, rows: int, drawn: bool) -> None:
    said = play().kept().get_translator("en")
    choose = {"squares": [1, 2], "target_of": RowChoice([f"z-{n}" for n in range(rows)], [*range(20)])}
    form = form_view.form_of(Offer("act-together", choose=choose), [], form_view.Asked(), {}, said)
    assert [chooser.name for chooser in form.choosers] == ["squares", "target_of"][: 1 + drawn]
    assert any("too many here" in text for text in form.left_out) is not drawn


# -- other answers


def test_what_other_answers_change_is_tried_with_few_models(
    client: FlaskClient, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = plain(play)
    sit(client, table.code, table.tokens["german"])
    decide, named = ActTogether.decide, list[int]()
    monkeypatch.setattr(
        ActTogether, "decide", lambda self, draft: named.append(len(self.models)) or decide(self, draft)
    )
    assert client.get(f"/t/{table.code}/do/act-together").status_code == 200
    assert 0 < len(named) <= 4 * what_if.TRIES
    assert max(named) == what_if.MOST_NAMED


@pytest.mark.parametrize(("large", "aside"), [(0, True), (aiming.LARGE, False)])
@pytest.mark.parametrize("command", ["act-together", "melee"])
def test_other_answers_of_a_large_table_are_tried_beside_the_others(
    app: Flask, client: FlaskClient, play: Play, monkeypatch: pytest.MonkeyPatch, large: int, aside: bool, command: str
) -> None:
    table = plain(play)
    sit(client, table.code, table.tokens["german"])
    works, store = [], app.extensions["store"]

    def elsewhere(work: Callable[..., Any], given: tuple[Any, ...]) -> Any:
        works.append(store.lock._is_owned())
        return work(*given)

    monkeypatch.setattr(aiming, "LARGE", large)
    monkeypatch.setitem(app.extensions, "aside", elsewhere)
    pages = [client.get(f"/t/{table.code}/do/{command}").text for _ in range(2)]
    assert works == [False] * aside, "once, and nobody waits for it"
    assert len(pages[0]) == len(pages[1])


# -- many models in one command


def test_zombies_that_act_together_are_each_looked_at_a_few_times(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    table, calls = plain(play), Counter[str]()

    def counted(place: str) -> None:
        module, _, name = place.rpartition(".")
        work = getattr(__import__(module, fromlist=[name]), name)
        monkeypatch.setattr(place, lambda *given: calls.update([name]) or work(*given))

    counted("app.games.incursion.turn.activation.not_ready")
    counted("app.core.table.physical.by_number")
    table.german("act-together", models=ZOMBIES, squares=99, target=GRUNTS[0])
    assert 0 < calls["not_ready"] <= 5 * len(ZOMBIES)
    assert 0 < calls["by_number"] <= 3 * len(ZOMBIES) * math.log2(len(ZOMBIES))


def test_a_charge_is_worked_out_once_a_target_and_attacker(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    table, blows = plain(play), Counter[str]()
    blow_at, kept = assault.blow_at, table.kept()
    monkeypatch.setattr(
        assault,
        "blow_at",
        lambda look, key, target, **given: blows.update([target]) or blow_at(look, key, target, **given),
    )
    offers = list_offers(kept.game.commands["charge"], kept.look(kept.seat("german")))
    assert len(offers) == assault.AROUND - 1
    assert set(blows.values()) == {assault.AROUND}


def test_a_line_of_pieces_is_in_the_order_of_their_numbers(play: Play) -> None:
    table = plain(play)
    table.german("advance", models=ZOMBIES[::-1][:30], squares=1)
    lines = [line.values["pieces"] for line in table.kept().orders.values() if len(line.pieces) > 20]
    assert lines
    assert all(line == sorted(line, key=by_number) for line in lines)


# -- numbers of thousands of digits

DIGITS = "9" * 5000


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/set-up", {"all": DIGITS}),
        ("/set-up/all", {"all": DIGITS}),
        ("/do/tick-off-all", {"up_to": f"order-{DIGITS}"}),
        ("/do/tick-off-all", {"up_to": f"change-{DIGITS}"}),
        ("/do/tick-off", {"orders": f"change-{DIGITS}"}),
        ("/do/house-ruling", {"set": "sides.german.cp", "to": DIGITS, "reason": "x"}),
        ("/do/house-ruling", {"set": f"waiting.{DIGITS}.x", "to": "1", "reason": "x"}),
        ("/do/bid", {"cp": DIGITS}),
    ],
)
def test_a_form_with_a_number_of_thousands_of_digits_is_refused(
    client: FlaskClient, play: Play, path: str, fields: dict[str, str]
) -> None:
    table = play(mission=2).choose_forces()
    sit(client, table.code, table.tokens["german"])
    answer = client.post(f"/t/{table.code}{path}", data={**fields, "key": "k", "seen": "0"}, headers=OURS)
    assert answer.status_code in (400, 409, 422), answer.status_code


@pytest.mark.parametrize("order", [f"order-{DIGITS}", f"change-{DIGITS}", "order-²", "change-٣"])
def test_an_instruction_of_no_number_is_unknown(play: Play, order: str) -> None:
    table = play(mission=2).choose_forces()
    assert code_of(lambda: table.german("tick-off-all", up_to=order)) == code_of(
        lambda: table.german("tick-off-all", up_to="order-999")
    )


@pytest.mark.parametrize("kind", ["cards", "missions"])
def test_a_file_with_a_key_of_thousands_of_digits_is_refused(client: FlaskClient, kind: str) -> None:
    content = f"[[models]]\nx = 1\n[models.{DIGITS}]\nrp = 1\n".encode()
    for text in (content, f'[models.{DIGITS}]\nname = "x"\nrp = "y"\n'.encode()):
        files = {"file": (io.BytesIO(text), "a.toml")}
        assert client.post(f"/{kind}/incursion/import", data=files, headers=OURS).status_code == 422
