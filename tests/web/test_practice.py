"""Practice tables: one phone without scripts plays each to its end; nothing goes out of its order."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.core.game.definition import Game, Opening
from app.core.game.setup import opening_of_practice
from app.core.table.seat_view import Table
from app.core.table_commands.tutorial import MEANWHILE, MOST_IN_A_ROW, MOST_STEPS, OF_THE_TABLE, Tutorial
from app.games import REGISTRY
from app.service import TableService
from app.storage.table_rows import TableRows
from tests.web.test_api import sealed_again

OURS = {"Origin": "http://localhost"}
SCRIPTED = [game for game in REGISTRY.values() if game.practice]
every_script = pytest.mark.parametrize("game", SCRIPTED, ids=lambda game: game.key)


class Pupil:
    """A phone at a practice table."""

    def __init__(self, client: FlaskClient, game: Game, language: str = "en") -> None:
        self.client = client.application.test_client()
        self.client.set_cookie("lang", language)
        opened = self.client.post(f"/practice/{game.key}", headers=OURS)
        assert opened.status_code == 303, opened.text
        self.path = opened.headers["Location"]
        self.page = self.client.get(self.path).text

    @property
    def table(self) -> Table:
        """The table as the server keeps it."""
        table: Table = self.client.application.extensions["store"].table(self.path.rpartition("/")[2])
        return table

    @property
    def lesson(self) -> str:
        found = re.search(r'id="lesson">(.*?)</p>', self.page)
        assert found
        return html.unescape(found[1])

    def form(self) -> tuple[str, list[tuple[str, str]]] | None:
        found = re.search(r'<form method="post" action="([^"]+)"[^>]*id="practice-do"(.*?)</form>', self.page, re.S)
        if found:
            return found[1], re.findall(r'name="([^"]+)" value="([^"]*)"', found[2])
        link = re.search(r'<a [^>]*id="practice-go"[^>]*href="([^"]+)"', self.page)
        return self.form_with_dice(html.unescape(link[1])) if link else None

    def form_with_dice(self, address: str) -> tuple[str, list[tuple[str, str]]]:
        """The form to which the box leads, with the dice of the script typed."""
        page, step = self.client.get(address).text, self.table.step
        assert step is not None
        assert step[1].dice
        form = re.search(r'<form method="post" action="([^"]+)" class="tap whole" id="form-1"(.*?)</form>', page, re.S)
        assert form
        assert self.lesson in html.unescape(form[2])
        inputs = re.findall(r'<input type="(?:hidden|number|radio|checkbox)"[^>]*>', form[2])
        inputs = [one for one in inputs if "checked" in one or not re.search("radio|checkbox", one)]
        fields = [
            (found[1], found[2]) for one in inputs if (found := re.search(r'name="([^"]+)".*? value="([^"]*)"', one))
        ]
        dice = [(f"d{number}", str(face)) for number, face in enumerate(step[1].dice, 1)]
        assert all(f'name="{name}" value="{face}"' in form[2] for name, face in dice)
        return form[1], [*fields, *dice, ("by", "hand")]

    def press(self, address: str, fields: list[tuple[str, str]]) -> Any:
        """Send a form and look at the board."""
        sent: dict[str, Any] = {name: [] for name, _ in fields}
        for name, value in fields:
            sent[name].append(value)
        answer = self.client.post(address, data=sent, headers=OURS)
        self.page = self.client.get(self.path).text
        return answer

    def go_on(self) -> bool:
        """The press of the box, which goes; False at the end."""
        form = self.form()
        if form is not None:
            answer = self.press(*form)
            assert answer.status_code == 303, answer.text
        return form is not None


@every_script
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_phone_without_scripts_plays_to_the_end_by_the_button_of_the_box(
    client: FlaskClient, game: Game, language: str
) -> None:
    pupil, told = Pupil(client, game, language), []
    script = pupil.table.practice
    assert script is not None
    while pupil.form():
        told.append(pupil.lesson)
        pupil.go_on()
    own = [step for step in script.steps if step.seat == script.seat]
    assert told == [step.tell[language] for step in own if step.tell]
    assert pupil.lesson == script.end[language]
    assert 12 <= len(own) <= 30, "ten minutes"
    assert 'id="real-table"' in pupil.page


@every_script
def test_each_step_is_also_offered_at_its_usual_place_and_nothing_else_is(client: FlaskClient, game: Game) -> None:
    pupil = Pupil(client, game)
    while pupil.form():
        script, step = pupil.table.practice, pupil.table.step
        assert script is not None
        assert step is not None
        offers = pupil.table.offers_for(pupil.table.seat(script.seat))
        assert {offer.command for offer in offers} - MEANWHILE == {step[1].command}
        pupil.go_on()


@every_script
@pytest.mark.parametrize("language", ["en", "es"])
def test_the_button_of_a_step_says_what_it_does(client: FlaskClient, game: Game, language: str) -> None:
    pupil = Pupil(client, game, language)
    while pupil.form():
        step = pupil.table.step
        assert step is not None
        said = re.search(r'id="practice-go"[^>]*>(.*?)</(?:button|a)>', pupil.page, re.S)
        assert said
        if step[1].button and not step[1].tapped:
            assert html.unescape(said[1]) == step[1].button[language]
        pupil.go_on()


def test_a_step_that_reacts_is_asked_at_the_foot_of_a_lit_phone(client: FlaskClient) -> None:
    pupil = Pupil(client, REGISTRY["incursion"])
    while (step := pupil.table.step) and step[1].command != "react":
        pupil.go_on()
    assert 'id="react-grunt-ape-1"' in pupil.page
    assert 'id="your-turn"' in pupil.page


def test_the_form_of_a_step_is_filled_as_the_script_has_it_and_the_app_rolls(client: FlaskClient) -> None:
    pupil = Pupil(client, REGISTRY["mobile-infantry"])
    while (step := pupil.table.step) and step[1].command != "fire-squad":
        pupil.go_on()
    assert step is not None
    form = pupil.client.get(f"{pupil.path}/do/fire-squad?squad=squad-1&mode=burst").text
    assert re.findall(r'name="targets" value="([^"]+)" checked', form) == step[1].fields["targets"]
    assert 'class="dice"' not in form


def test_a_script_that_ends_its_game_leads_to_a_real_table_alone(client: FlaskClient) -> None:
    pupil = Pupil(client, REGISTRY["incursion"])
    while pupil.go_on():
        pass
    assert pupil.table.state.over
    assert 'class="button main" id="real-table"' in pupil.page
    assert not [one for one in ("again", "publish-seed", "to-export", "corners") if f'id="{one}"' in pupil.page]


@every_script
def test_the_dice_fall_as_the_script_counts_on_them(client: FlaskClient, game: Game) -> None:
    logs = []
    for _ in range(2):
        pupil = Pupil(client, game)
        while pupil.go_on():
            pass
        rolls = [event.rolled for entry in pupil.table.entries for event in entry.events if event.rolled]
        logs.append([roll.faces for roll in rolls if roll.by == "table"])
    assert logs[0] == logs[1]
    assert logs[0]


def test_whoever_practises_incursion_wins(client: FlaskClient) -> None:
    pupil = Pupil(client, REGISTRY["incursion"])
    while pupil.go_on():
        pass
    assert pupil.table.state.winner == "allied"


@every_script
def test_what_is_not_the_step_is_refused_and_says_where_to_look(client: FlaskClient, game: Game) -> None:
    pupil = Pupil(client, game)
    form = pupil.form()
    assert form
    before = len(pupil.table.entries)
    habit = [*(pair for pair in form[1] if pair[0] in OWN), ("rolls_by", "hand")]
    answer = pupil.press(form[0].rpartition("/")[0] + "/set-habit", habit)
    assert answer.status_code == 422
    assert "do the step shown at the top" in answer.text
    assert len(pupil.table.entries) == before


OWN = ("seen", "key")


@every_script
def test_what_cannot_be_done_names_the_step_and_nobody_who_could_overrule_it(client: FlaskClient, game: Game) -> None:
    pupil = Pupil(client, game)
    page = pupil.client.get(f"{pupil.path}/cannot").text
    assert "only the step that it explains" in page
    assert "Everything is available" not in page
    assert "overrule" not in page
    while pupil.go_on():
        pass
    assert "only the step that it explains" not in pupil.client.get(f"{pupil.path}/cannot").text


def test_another_force_than_the_scripts_is_no_step(client: FlaskClient) -> None:
    pupil = Pupil(client, REGISTRY["incursion"])
    form = pupil.form()
    assert form
    wrong = [(name, "sarge" if name == "card" else value) for name, value in form[1]]
    assert "do the step shown at the top" in pupil.press(form[0], wrong).text
    assert pupil.form() is not None


@pytest.mark.parametrize(
    ("language", "told"), [("en", "This tutorial has ended"), ("es", "Este tutorial ha terminado")]
)
def test_a_table_whose_script_fits_no_more_says_so_and_begins_anew(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, language: str, told: str
) -> None:
    """As a table does whose script counts on a card that its game has no more."""

    def poorer(game: Game, script: Tutorial) -> Opening:
        opened = {**opening_of_practice(game, script)}
        battle = {key: card for key, card in opened["cards"]["battle"].items() if key != "servo-boost"}
        return {**opened, "cards": {**opened["cards"], "battle": battle}}

    monkeypatch.setattr("app.service.opening_of_practice", poorer)
    pupil = Pupil(client, REGISTRY["incursion"], language)
    while pupil.go_on():
        pass
    step = pupil.table.step
    assert step is not None
    assert step[1].fields == {"card": "servo-boost", "on": "grunt-ape-1"}
    assert pupil.lesson.startswith(told)
    assert 'action="/practice/incursion"' in pupil.page


def test_a_script_says_all_in_every_language() -> None:
    with pytest.raises(ValueError, match="en only"):
        Tutorial.model_validate({"seat": "a", "seed": "0", "steps": [], "end": {"en": "Over."}})


def test_the_start_page_offers_each(client: FlaskClient) -> None:
    page = client.get("/").text
    assert all(f'action="/practice/{game.key}"' in page for game in SCRIPTED)
    assert {"incursion", "mobile-infantry", "memoir-44"} <= {game.key for game in SCRIPTED}


def test_a_game_without_a_script_has_no_practice_table(client: FlaskClient) -> None:
    from tests.toy_game.game import GAME

    assert GAME.practice is None
    assert client.post("/practice/hello", headers=OURS).status_code == 404


def test_a_practice_table_is_exported_and_opens_again(client: FlaskClient) -> None:
    pupil = Pupil(client, REGISTRY["incursion"])
    while pupil.go_on():
        pass
    file = pupil.client.get(f"{pupil.path}/export").json
    opened = client.post("/api/tables/import", json=file)
    assert opened.status_code == 201, opened.json


@pytest.mark.parametrize(("own", "others"), [(MOST_STEPS + 1, 0), (1, MOST_IN_A_ROW + 1)])
def test_a_table_with_an_endless_script_is_not_imported(client: FlaskClient, own: int, others: int) -> None:
    """Nobody makes the program press for others without end."""
    pupil = Pupil(client, REGISTRY["incursion"])
    while pupil.go_on():
        pass
    file = pupil.client.get(f"{pupil.path}/export").json
    (opened,) = json.loads(file["log"][0]["events"])
    steps = [{"seat": "allied", "command": "force-ready"}] * own + [
        {"seat": "german", "command": "force-ready"}
    ] * others
    opened["opening"]["practice"]["steps"] = steps
    log = [{**file["log"][0], "events": json.dumps([opened])}]
    answer = client.post("/api/tables/import", json=sealed_again({**file, "log": log}))
    assert (answer.status_code, answer.json["error"]["code"]) == (422, "log-does-not-fold")


def guest_at(pupil: Pupil) -> tuple[str, Any]:
    """A guest sits down on the free seat: its name, and a press by JSON with a key."""
    client, code, script = pupil.client, pupil.table.code, pupil.table.practice
    assert script is not None
    seat = next(name for name, side in pupil.table.seats.items() if side and name != script.seat)
    token = client.post(f"/api/tables/{code}/seats", json={"seat": seat}).json["token"]

    def press(key: str) -> Any:
        body = {"command": "rename", "name": "Eve", "seen": 0, "key": key}
        headers = {"Authorization": f"Bearer {token}"}
        return client.post(f"/api/tables/{code}/commands", json=body, headers=headers)

    return seat, press


def kept_keys(pupil: Pupil) -> list[str]:
    """The keys that the program gave its own entries, as its database holds them."""
    rows = TableRows(pupil.client.application.extensions["store"].database).entries(pupil.table.code)
    return [row.key for row in rows if row.key.startswith("#")]


def test_a_guest_who_sends_the_keys_of_the_script_stops_nobody(client: FlaskClient) -> None:
    pupil = Pupil(client, REGISTRY["incursion"])
    _, press = guest_at(pupil)
    script = pupil.table.practice
    assert script is not None
    keys = [f"practice-{number}" for number in range(len(script.steps))]
    keys += kept_keys(pupil)
    assert [press(key).status_code for key in keys] == [200] * len(keys)
    while pupil.go_on():
        pass
    assert pupil.lesson == script.end["en"]


def test_no_client_writes_a_key_of_the_programs_own(client: FlaskClient) -> None:
    pupil = Pupil(client, REGISTRY["incursion"])
    seat, press = guest_at(pupil)
    while pupil.go_on():
        pass
    table = pupil.table
    own = kept_keys(pupil)
    for key in own:
        assert press(key).status_code == 200
        assert (table.entries[-1].key, table.entries[-1].seat) == ("#" + key, seat)
        length = len(table.entries)
        assert press(key).status_code == 200, "the same press again"
        assert len(table.entries) == length


def test_a_practice_table_goes_on_where_the_program_ended_before_the_others_pressed(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    pupil = Pupil(client, REGISTRY["incursion"])
    script = pupil.table.practice
    assert script is not None
    with monkeypatch.context() as ended:
        ended.setattr("app.service.TableService._play_others", lambda *_: None)
        while pupil.table.step and pupil.table.step[1].seat == script.seat:
            pupil.go_on()
    assert pupil.client.get(pupil.path).status_code == 200
    while pupil.go_on():
        pass
    assert pupil.lesson == script.end["en"]


def with_steps(pupil: Pupil, *others: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """The file of a fresh practice table with these steps of the German after the pupil's first, and that step."""
    file = pupil.client.application.extensions["store"].export(pupil.table.code)
    opened = json.loads(file["log"][0]["events"])
    script = opened[0]["opening"]["practice"]
    first = next(step for step in script["steps"] if step["seat"] == "allied")
    ahead = script["steps"].index(first) + 1
    script["steps"][ahead:ahead] = [{"seat": "german", "fields": {}, **step} for step in others]
    for step in script["steps"]:
        step.pop("tell", None)
    file["log"][0]["events"] = json.dumps(opened)
    return sealed_again(file), first


NO_PLAY = ["undo", "redo", "take-back", "allow-take-back", "tick-off-all", "house-ruling", "leave", "rename", "nothing"]


@pytest.mark.parametrize("command", sorted(NO_PLAY))
def test_a_script_of_what_is_no_command_of_play_is_not_imported(client: FlaskClient, command: str) -> None:
    file, _ = with_steps(Pupil(client, REGISTRY["incursion"]), {"command": command})
    answer = client.post("/api/tables/import", json=file)
    assert (answer.status_code, answer.json["error"]["code"]) == (422, "log-does-not-fold")


@pytest.mark.parametrize(("name", "value"), [("seat", "nobody"), ("seed", "x" * 64), ("seed", "0")])
def test_a_script_of_no_seat_or_seed_is_not_imported(client: FlaskClient, name: str, value: str) -> None:
    file, _ = with_steps(Pupil(client, REGISTRY["incursion"]))
    opened = json.loads(file["log"][0]["events"])
    opened[0]["opening"]["practice"][name] = value
    file["log"][0]["events"] = json.dumps(opened)
    answer = client.post("/api/tables/import", json=sealed_again(file))
    assert (answer.status_code, answer.json["error"]["code"]) == (422, "log-does-not-fold")


@pytest.mark.parametrize("command", sorted(OF_THE_TABLE))
def test_no_script_has_a_command_of_the_table(command: str) -> None:
    """Except an undo of its own seat."""
    end = dict.fromkeys(("en", "es"), "Over.")
    for seat in {"a", "b"} - ({"a"} if command == "undo" else set()):
        steps = [{"seat": seat, "command": command}]
        with pytest.raises(ValueError, match=f"{command}: no commands of play"):
            Tutorial.model_validate({"seat": "a", "seed": "0" * 64, "steps": steps, "end": end})


@every_script
def test_the_number_of_the_step_rises_with_each_and_with_an_undo(client: FlaskClient, game: Game) -> None:
    pupil, numbers, undone = Pupil(client, game), [], []
    while pupil.table.step:
        number, step = pupil.table.step
        numbers.append(number)
        length = len(pupil.table.entries)
        pupil.go_on()
        if step.is_undo:
            undone.append(pupil.table.undone)
            assert pupil.table.undone == {length - 1}, "the step before"
    assert numbers == sorted(set(numbers))
    assert undone, "every tutorial takes a mistake back"


@every_script
def test_dice_are_typed_and_no_others_count(client: FlaskClient, game: Game) -> None:
    pupil, typed = Pupil(client, game), 0
    while form := pupil.form():
        step = pupil.table.step
        assert step is not None
        if dice := step[1].dice:
            before, typed = len(pupil.table.entries), typed + 1
            last = max(int(name[1:]) for name, _ in form[1] if name[1:].isdigit())
            other = next(
                str(face) for face in (1, 2, "star", "flag") if type(face) is type(dice[0]) and face != dice[-1]
            )
            wrong = [(name, other if name == f"d{last}" else value) for name, value in form[1]]
            for sent in (wrong, [(name, "table" if name == "by" else value) for name, value in form[1]]):
                answer = pupil.press(form[0], sent)
                assert (answer.status_code, "enter the dice that it names" in answer.text) == (422, True)
            assert len(pupil.table.entries) == before
        pupil.go_on()
        if dice:
            (roll,) = (event.rolled for event in pupil.table.entries[before].events if event.rolled)
            assert (roll.by, roll.faces) == ("hand", dice)
    assert typed, "every tutorial has dice to type"


def test_a_script_whose_steps_undo_each_other_ends_within_one_press(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one of a file that an older version imported: its undo led back to the step before, for ever."""
    monkeypatch.setattr("app.core.table_commands.tutorial.OF_THE_TABLE", frozenset[str]())
    monkeypatch.setattr("app.storage.table_file._check_script", lambda *_: None)
    executed = []
    plain = TableService._execute_and_store

    def counted(*given: Any) -> bool:
        executed.append(given[3].command)
        assert len(executed) < 100, "never ends"
        return plain(*given)

    monkeypatch.setattr(TableService, "_execute_and_store", counted)
    steps = [
        {"seat": "allied", "command": "add-model", "fields": {"card": "grunt-ape"}},
        {"seat": "german", "command": "add-model", "fields": {"card": "sturmzombie"}},
        {"seat": "german", "command": "undo"},
    ]
    end = dict.fromkeys(("en", "es"), "Over.")
    script = {"seat": "allied", "seed": "0" * 64, "steps": steps, "end": end}
    store = client.application.extensions["store"]
    file = store.export(client.post("/api/tables", json={"game": "incursion"}).json["code"])
    opened = json.loads(file["log"][0]["events"])
    opened[0]["opening"]["practice"] = script
    file["log"][0]["events"] = json.dumps(opened)
    imported = client.post("/api/tables/import", json=sealed_again(file))
    code, token = imported.json["code"], imported.json["seats"]["allied"]
    body = {**steps[0], "seen": 0, "key": "a"}
    body.update(body.pop("fields"))
    body.pop("seat")
    headers = {"Authorization": f"Bearer {token}"}
    assert client.post(f"/api/tables/{code}/commands", json=body, headers=headers).status_code == 200
    assert executed == ["add-model", "add-model", "undo"]
    answer = client.post(f"/api/tables/{code}/commands", json={**body, "key": "b"}, headers=headers)
    assert len(executed) <= 3 + MOST_IN_A_ROW + 1, answer.json


def test_a_script_of_an_imported_log_that_cannot_go_on_presses_nothing_for_ever(client: FlaskClient) -> None:
    pupil = Pupil(client, REGISTRY["incursion"])
    file, first = with_steps(pupil, {"command": "bid", "fields": {"cp": 0}})
    imported = client.post("/api/tables/import", json=file)
    assert imported.status_code == 201, imported.json
    code, token = imported.json["code"], imported.json["seats"]["allied"]
    body = {"command": first["command"], **first["fields"], "seen": 0, "key": "a"}
    headers = {"Authorization": f"Bearer {token}"}
    assert client.post(f"/api/tables/{code}/commands", json=body, headers=headers).status_code == 200
    client.get(f"/t/{code}/join/{token}")
    assert client.get(f"/t/{code}").status_code == 200
    refused = client.post(f"/api/tables/{code}/commands", json={**body, "key": "b"}, headers=headers)
    assert refused.json["error"]["code"] == "practice-step"
    assert len(client.application.extensions["store"].table(code).entries) < len(file["log"]) + 8


def test_a_mission_practised_is_played_again_without_the_script(client: FlaskClient) -> None:
    pupil = Pupil(client, REGISTRY["incursion"])
    while pupil.go_on():
        pass
    again = pupil.client.post(f"{pupil.path}/next", data={"again": "same"}, headers=OURS)
    assert again.status_code == 303, again.text
    following = pupil.table.state.next_table
    store = client.application.extensions["store"]
    assert store.table(following).practice is None
