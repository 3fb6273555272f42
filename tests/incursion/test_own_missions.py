"""Missions of one's own: what a file must say, what is wrong with it at which line, and playing one."""

from __future__ import annotations

import itertools
import random
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.core.content.missions import id_of
from app.core.errors import Malformed, Refused
from app.core.game.setup import opening_of
from app.core.messages.translator import LANGUAGES, Translator
from app.fuzz.player import Report, played_on
from app.games import REGISTRY
from app.games.incursion.book import DATA, Book, Demand, card_set, edition_book, edition_data, typed_book
from app.games.incursion.book import missions as shipped_missions
from app.games.incursion.missions.briefing import RULE_OF
from app.games.incursion.missions.checks import ENDINGS, Priced, check_mission, least_rp, shared_lines, written
from app.games.incursion.missions.checks import cheapest as least_of_cards
from app.games.incursion.missions.endings import ENDS
from app.games.incursion.missions.forces import check_force
from app.games.incursion.options import Options
from app.games.incursion.words import line_keys, words_in_mission
from app.storage.missions import add_mission, read_mission
from tests.playing import PlayedTable

GAME = REGISTRY["incursion"]
SETS = [card_set("starter")]
PAGE = (Path(__file__).parents[2] / "docs" / "missions.md").read_text(encoding="utf-8")
RADIO = re.findall(r"^```toml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)[0]
Play = Callable[..., PlayedTable]


def faulty(text: str) -> tuple[str, int, str | None]:
    """(code, line, field) of what is wrong with a mission's text."""
    with pytest.raises(Refused) as no:
        read_mission(text, GAME, SETS)
    for language in LANGUAGES:
        told = Translator(GAME.words, language).refusal(no.value)
        assert not any(quoted in told for quoted in (f"“{no.value.field}”", f"«{no.value.field}»")), told
    assert no.value.code == "in-file"
    return no.value.words["why"].code, no.value.words["line"], no.value.field


# -- the file


def test_the_example_of_the_docs_is_sound() -> None:
    assert read_mission(RADIO, GAME, SETS)["key"] == "radio-room"


@pytest.mark.parametrize("number", shipped_missions())
def test_the_missions_of_the_rulebook_pass_the_same_check_and_so_do_their_copies(number: int) -> None:
    data = shipped_missions()[number]
    check_mission(data, SETS)
    copy = read_mission(written(data), GAME, SETS)
    assert copy == {name: value for name, value in data.items() if name != "number"}


def test_every_end_is_known_everywhere() -> None:
    assert set(ENDS) == set(ENDINGS) == set(RULE_OF)
    assert {data["ends"] for data in shipped_missions().values()} == set(ENDS)


@pytest.mark.parametrize(
    ("old", "new", "code", "line", "field"),
    [
        ("", "colour = 1\n", "unknown-field", 1, "colour"),
        ("", "number = 8\n", "unknown-field", 1, "number"),
        ('key = "radio-room"', 'key = "Radio Room"', "not-a-key", 1, "key"),
        ('key = "radio-room"\n', "", "missing-field", 1, "key"),
        (r"name = .*\n", "", "missing-field", 1, "name"),
        ('es = "La sala de radio"', 'es = " "', "blank-text", 2, "name.es"),
        (', es = "La sala de radio"', "", "missing-field", 2, "name.es"),
        ("The Radio Room", "x" * 211, "too-long", 2, "name.en"),
        ("allied = 12", "allied = 0", "too-small", 3, "rp.allied"),
        ("allied = 12", 'allied = "12"', "wrong-type", 3, "rp.allied"),
        ("allied = 12", "bugs = 12", "not-allowed", 3, "rp.bugs"),
        ("allied = 12, ", "", "missing-field", 3, "rp.allied"),
        ("allied = 12", "allied = 8", "too-small", 3, "rp.allied"),
        ("german = 9", "german = 2", "too-small", 3, "rp.german"),
        (r'exits = \["allied"\]', 'exits = ["allied", "west"]', "not-allowed", 4, "exits.1"),
        (r'exits = \["allied"\]', 'exits = ["allied", "allied"]', "named-twice", 4, "exits.1"),
        (r'exits = \["allied"\]', "exits = []", "end-needs", 5, "ends"),
        ("no-man-left-behind", "tea-time", "not-allowed", 5, "ends"),
        ("no-man-left-behind", "most-points", "end-needs", 5, "ends"),
        ("no-man-left-behind", "green-doors", "end-needs", 5, "ends"),
        ("no-man-left-behind", "pinger", "end-needs", 5, "ends"),
        ("no-man-left-behind", "behind-enemy-lines", "end-needs", 5, "ends"),
        ("no-man-left-behind", "most-panels", "end-needs", 5, "ends"),
        ("no-man-left-behind", "doomsday", "end-needs", 5, "ends"),
        ("items = ", "last-turn = 7\nitems = ", "idle-in-mission", 6, "last-turn"),
        ("items = ", "green-sealed = true\nitems = ", "idle-in-mission", 6, "green-sealed"),
        (r'items = \["radio"\]', "items = []", "idle-in-mission", 9, "item-names.radio"),
        (r'items = \["radio"\]', 'items = ["radio", "tape"]', "item-without-name", 6, "items.1"),
        (r'items = \["radio"\]', 'items = ["radio", "radio"]', "named-twice", 6, "items.1"),
        ('"radio"|^radio', lambda match: match[0].replace("radio", "smoke-2"), "not-a-key", 9, "item-names.smoke-2"),
        ("items = ", 'rules = ["cp.by-rp", "tea.time"]\nitems = ', "unknown-rule", 6, "rules.1"),
        ("items = ", 'end-rules = ["tea.time"]\nitems = ', "unknown-rule", 6, "end-rules.0"),
        ("items = ", 'questions = ["tea"]\nitems = ', "unknown-question", 6, "questions.0"),
        ("least-models = 3", "least-models = 9", "too-small", 3, "rp.allied"),
        ("least-models = 3", 'only = "tank"', "no-such-model", 12, "demands.allied.only"),
        ("least-models = 3", 'least-models = 7, only = "ape-sarge"', "no-force", 3, "rp.allied"),
        ("allied = { least", "bugs = { least", "not-allowed", 12, "demands.bugs"),
        ('"doors-closed"', '"doors-open"', "no-shared-line", 17, "set-up.steps.1"),
        ('"entries"', '{ en = "x" }', "missing-field", 18, "set-up.steps.2.es"),
        ('"entries"', '{ en = "x, }", es = " " }', "blank-text", 18, "set-up.steps.2.es"),
        ('"entries"', "3", "wrong-type", 18, "set-up.steps.2"),
        ('  "entries",\n', '  "entries",\n' * 29, "too-many-lines", 46, "set-up.steps.30"),
        ("Whoever carries the Radio out tells the story.", "", "blank-text", 23, "special-rules.lines.0.en"),
        ("items = ", f"end-rules = {['cp.by-rp'] * 101}\nitems = ", "too-many-items", 6, "end-rules"),
        ("items = ", f"rules = {['cp.by-rp'] * 101}\nitems = ", "too-many-items", 6, "rules"),
        ("items = ", f"questions = {['tea'] * 101}\nitems = ", "too-many-items", 6, "questions"),
        (r'items = \["radio"\]', f"items = {[f'i{n}' for n in range(101)]}", "too-many-items", 6, "items"),
        (r'exits = \["allied"\]', f"exits = {['allied'] * 101}", "too-many-items", 4, "exits"),
        ('  "entries",\n', '  "entries",\n' * 100, "too-many-items", 15, "set-up.steps"),
        ("^radio = ", "".join(f'i{n} = {{ en = "I", es = "I" }}\n' for n in range(100)) + "radio = ",
         "too-many-items", 8, "item-names"),
        ("least-models = 3", "least-models = 31", "too-big", 12, "demands.allied.least-models"),
        ("rp = ", 'key = "again"\nrp = ', "duplicate-key", 3, None),
        (r"\[demands\]", "[demands", "not-toml", 11, None),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_its_line_and_field(old: str, new: Any, code: str, line: int, field: str | None) -> None:
    flags = re.MULTILINE
    text = new + RADIO if not old else re.sub(old, new if callable(new) else lambda _: new, RADIO, flags=flags)
    assert text != RADIO
    assert faulty(text) == (code, line, field)


@pytest.mark.parametrize(
    ("old", "new", "english", "spanish"),
    [
        ("allied = 12", "allied = 0", "Line 3, rp.allied: Must be at least 1.",
         "Línea 3, rp.allied: Debe ser 1 como mínimo."),
        ("rp = ", "colour = 1\nrp = ", "Line 3, colour: Unknown field.", "Línea 3, colour: Campo desconocido."),
        ('["allied"]', '["allied", "allied"]', "Line 4, exits.1: allied appears twice.",
         "Línea 4, exits.1: allied aparece dos veces."),
        ('["allied"]', '["allied", "west"]', "Line 4, exits.1: Must be one of: allied, german.",
         "Línea 4, exits.1: Debe ser uno de estos: allied, german."),
    ],
)  # fmt: skip
def test_a_fault_names_its_field_once_and_as_the_file_writes_it(old: str, new: str, english: str, spanish: str) -> None:
    with pytest.raises(Refused) as no:
        read_mission(RADIO.replace(old, new, 1), GAME, SETS)
    assert [Translator(GAME.words, language).refusal(no.value) for language in LANGUAGES] == [english, spanish]


@pytest.mark.parametrize("number", shipped_missions())
def test_a_mission_without_what_its_end_needs_is_refused_and_so_is_what_another_end_needs(number: int) -> None:
    data = shipped_missions()[number]
    needed = {field.split(" ")[0].rstrip(":") for field in ENDINGS[data["ends"]].needs}
    for field in needed & set(data):
        less = {name: value for name, value in data.items() if name != field}
        less |= {"exits": []} if field == "exits" else {}
        with pytest.raises(Refused) as no:
            check_mission(less, SETS)
        assert (no.value.code, no.value.field) == ("end-needs", "ends"), field
    alien = {"last-turn": 5, "counters": 1, "panels": 1, "agreed-turn": 2, "device": "allied"}
    alien["stranded"] = {"side": "allied", "least-rp": 1}
    if "stranded" in data:
        with pytest.raises(Refused) as no:
            check_mission({**data, "stranded": {"side": "german", "least-rp": 3}}, SETS)
        assert no.value.code == "end-needs"
    for field in set(alien) - set(ENDINGS[data["ends"]].uses):
        with pytest.raises(Refused) as no:
            check_mission({**data, field: alien[field]}, SETS)
        assert (no.value.code, no.value.field) == ("idle-in-mission", field)


def test_the_docs_name_every_field_end_need_and_shared_step() -> None:
    from app.games.incursion.book import Mission

    named = set(re.findall(r"^\| `([\w-]+)` \|", PAGE, re.MULTILINE))
    fields = {info.alias or name for name, info in Mission.model_fields.items()}
    assert named == (fields - {"number"}) | set(ENDINGS)
    for end, ending in ENDINGS.items():
        row = [line for line in PAGE.splitlines() if line.startswith(f"| `{end}` |")][-1]
        assert all(f"`{field.split(' ')[0].rstrip(':')}`" in row for field in ending.needs), end
    assert all(f"`{step}`" in PAGE for step in shared_lines("set-up"))


# -- forces


def test_the_least_rp_is_that_of_the_cheapest_force() -> None:
    cards = card_set("starter")
    chance = random.Random(7)
    for _ in range(60):
        side = chance.choice(["allied", "german"])
        own = [key for key, card in cards["models"].items() if card["side"] == side]
        demand: dict[str, Any] = {"least-models": chance.randint(0, 4)}
        if chance.random() < 0.3:
            demand["only"] = chance.choice(own)
        data = {**shipped_missions()[5], "demands": {side: demand}}
        data["stranded"] = {"side": chance.choice(["allied", "german"]), "least-rp": chance.randint(1, 9)}
        book = typed_book(edition_data("en-2009"), {}, cards, data)
        assert least_rp(book, side) == cheapest(book, side, own), (side, demand, data["stranded"])


def bought(cards: Sequence[Priced], demand: Demand, dear: int, on_hordes: int) -> int | None:
    """The price of the cheapest of all forces that there are of these cards."""
    cards = [card for card in cards if demand.only in (None, card.key)] if demand.only else cards
    horde = on_hordes
    found = []
    for counts in itertools.product(*(range((card.limit or 5) + 1) for card in cards)):
        force = [card for card, count in zip(cards, counts, strict=True) for _ in range(count)]
        if (
            len(force) >= max(1, demand.least_models)
            and sum(card.rp for card in force if card.horde) >= horde
            and any(card.rp >= dear for card in force)
        ):
            found.append(sum(card.rp for card in force))
    return min(found, default=None)


def test_the_least_rp_of_any_cards_is_that_of_the_cheapest_of_all_forces() -> None:
    chance = random.Random(33)
    for _ in range(300):
        cards = [
            Priced(f"card-{number}", chance.randint(1, 5), chance.randint(0, 3), chance.random() < 0.5)
            for number in range(chance.randint(1, 4))
        ]
        only = chance.choice([None, None, cards[0].key])
        demand = Demand(least_models=chance.randint(0, 4), only=only)
        dear, on_hordes = chance.randint(0, 5), chance.randint(0, 3)
        hordes = on_hordes if any(card.horde for card in cards) else 0
        least = least_of_cards(tuple(cards), demand, dear, on_hordes)
        assert least == bought(cards, demand, dear, hordes), (cards, demand, dear, on_hordes)


def lines_run(work: Callable[[], Any]) -> int:
    run = 0

    def traced(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal run
        if not frame.f_code.co_filename.endswith("incursion/missions/checks.py"):
            return None
        run += event == "line"
        return traced

    sys.settrace(traced)
    try:
        work()
    finally:
        sys.settrace(None)
    return run


def test_a_large_card_set_makes_the_least_rp_no_harder_to_find() -> None:
    many = tuple(Priced(f"card-{number}", number % 9 + 1, 0, number % 2 == 0) for number in range(130))
    demand = Demand(least_models=30)
    assert lines_run(lambda: least_of_cards(many, demand, 3, 3)) < 60_000


def test_a_hundred_items_are_fine_and_the_one_named_twice_is_told() -> None:
    keys = [f"i{number}x" for number in range(100)]
    named = "".join(f'{key} = {{ en = "I", es = "I" }}\n' for key in keys)
    text = re.sub("^radio = .*$", lambda _: named, RADIO, flags=re.MULTILINE).replace('["radio"]', str(keys))
    assert read_mission(text, GAME, SETS)["items"] == keys
    text = text.replace("items = ['i0x'", "items = ['i0x', 'i99x'")
    with pytest.raises(Refused) as no:
        read_mission(text.replace("'i98x', ", ""), GAME, SETS)
    assert no.value.field == "items.99"


def cheapest(book: Book, side: str, own: list[str]) -> int | None:
    """The same by trying every force of up to five cards."""
    found = []
    assert book.mission is not None
    only = (book.mission.demands.get(side) or book.mission).model_dump().get("only")
    for size in range(1, 6):
        for force in itertools.combinations_with_replacement([key for key in own if only in (None, key)], size):
            if meets(book, side, {key: force.count(key) for key in force}):
                found.append(sum(book.models[key].rp for key in force))
    return min(found, default=None)


def meets(book: Book, side: str, force: dict[str, int]) -> bool:
    from app.core.engine.command import GameContext
    from app.core.engine.event import Seat
    from app.games.incursion.state import Side, State

    state = State(sides={side: Side(side, 99, force=force)})
    try:
        check_force(GameContext(state, book, Seat(side, side)), state.sides[side])
    except Refused as no:
        return no.code == "force-spend-all"
    return True


# -- at a table


@pytest.fixture
def radio(app: Flask) -> str:
    """The key of the example of the docs, kept among the host's missions."""
    box = app.extensions["store"].missions
    return add_mission(box, GAME, RADIO, read_mission(RADIO, GAME, SETS))


def test_a_table_is_opened_by_its_name_and_tells_it_from_its_copy(play: Play, radio: str, app: Flask) -> None:
    table = play(mission=radio, language="es")
    assert (table["mission"], table["sides.allied.rp"]) == ("radio-room", 12)
    box = app.extensions["store"].missions
    box.remove(GAME, radio, box.kept(GAME, radio).version)
    page = app.test_client().get(f"/t/{table.code}/mission", headers={"Accept-Language": "es"}).text
    for text in ("La sala de radio", "Pon la Radio en la sala central.", "cuenta la historia", "Radio de campaña"):
        assert text in page
    assert refusal_of(app.test_client(), mission=radio) == "not-allowed"


def refusal_of(client: FlaskClient, **wishes: Any) -> str:
    """The code with which a table is refused."""
    answer = client.post("/api/tables", json={"game": "incursion", **wishes})
    assert answer.status_code == 422, answer.json
    code: str = answer.json["error"]["code"]
    return code


def test_the_shelf_lists_numbers_and_own_names(client: FlaskClient, radio: str) -> None:
    listed = {game["key"]: game for game in client.get("/api/games").json["games"]}
    shipped = REGISTRY["incursion"].missions
    assert shipped[:7] == [1, 2, 3, 4, 5, 6, 7]
    assert listed["incursion"]["missions"] == [*shipped, "radio-room"]


def test_own_missions_are_no_part_of_a_campaign(client: FlaskClient, radio: str) -> None:
    campaign = {"name": "x", "missions": [1, radio]}
    answer = client.post("/api/tables", json={"game": "incursion", "campaign": campaign}).json["error"]
    assert (answer["code"], answer["field"]) == ("own-mission-in-campaign", "campaign.missions.1")


def test_rp_below_what_a_force_needs_are_refused(client: FlaskClient, radio: str) -> None:
    assert refusal_of(client, mission=radio, rp={"allied": 8}) == "too-small"
    assert (
        client.post("/api/tables", json={"game": "incursion", "mission": radio, "rp": {"allied": 9}}).status_code == 201
    )


def test_a_key_of_an_item_that_is_also_a_cards_is_refused(app: Flask, client: FlaskClient) -> None:
    cards = {**card_set("starter")}
    cards["models"] = {**cards["models"], "radio": cards["models"]["grunt-ape"]}
    mission = read_mission(RADIO, GAME, SETS)
    with pytest.raises(Refused) as no:
        opening_of(
            GAME,
            Options(game="incursion", mission="radio-room", card_set="own"),
            {"own": cards},
            {"radio-room": mission},
        )
    assert (no.value.code, no.value.field) == ("key-used-twice", "mission")


def test_an_own_item_is_carried_under_its_own_name(play: Play, radio: str) -> None:
    table = play(mission=radio, referee=True)
    table.choose_forces(allied=["grunt-ape"] * 3, german=["sturmzombie"]).bid()
    table.deploy(["grunt-ape-1", "grunt-ape-2", "grunt-ape-3"], ["sturmzombie-1"])
    table.enter("allied", "grunt-ape-1")
    table.allied("item", model="grunt-ape-1", item="radio")
    assert table["models.grunt-ape-1.carries"] == ["radio"]
    assert "Radio" in table.log()[-1]["text"]


def test_the_table_of_an_own_mission_goes_out_as_a_file_and_comes_back(
    play: Play, client: FlaskClient, radio: str
) -> None:
    table = play(mission=radio, referee=True, referee_sees="all")
    file = table.get("/export", "referee")
    answer = client.post("/api/tables/import", json=file)
    assert answer.status_code == 201
    assert client.get(f"/api/tables/{answer.json['code']}").json["state"]["mission"] == "radio-room"


def test_a_file_whose_mission_does_not_hang_together_is_refused(play: Play, client: FlaskClient) -> None:
    import json

    from app.storage.table_file import fingerprint

    file = play(mission=4, referee=True, referee_sees="all").get("/export", "referee")
    events = json.loads(file["log"][0]["events"])
    del events[0]["opening"]["mission"]["last-turn"]
    file["log"][0]["events"] = json.dumps(events)
    file["checksum"] = fingerprint({name: file[name] for name in ("game", "seed", "foreseeable", "log")})
    answer = client.post("/api/tables/import", json=file)
    assert (answer.status_code, answer.json["error"]["code"]) == (422, "end-needs")


@pytest.mark.parametrize(
    "changes",
    [
        {"one-by-one": "allied", "pickets": True, "zombies-carry": True},
        {"ends": "doomsday", "device": "german", "green-doors": 2},
        {"ends": "behind-enemy-lines", "stranded": {"side": "allied", "least-rp": 5}, "exits": ["german", "allied"]},
        {"ends": "most-points", "counters": 3, "last-turn": 2, "one-by-one": "german"},
        {"ends": "most-panels", "panels": 2, "agreed-turn": 3, "green-doors": 3, "green-sealed": True},
        {"ends": "pinger", "items": ["pinger", "radio"], "exits": ["german"]},
        {"ends": "green-doors", "green-doors": 1, "exits": []},
    ],
    ids=lambda changes: str(changes.get("ends", "no-man")),
)
def test_random_games_of_odd_missions_come_to_an_end(changes: dict[str, Any]) -> None:
    data = {**read_mission(RADIO, GAME, SETS), **changes}
    check_mission(data, SETS)
    for number in range(3):
        wishes = Options(game="incursion", mission="radio-room", referee=True, edition=GAME.editions[number % 2])
        opening = opening_of(GAME, wishes, {}, {"radio-room": data})
        for table in played_on(GAME, opening, number, Report()):
            assert table.state.over


# -- the briefing


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", shipped_missions())
def test_every_briefing_is_whole_in_both_languages(number: int, language: str) -> None:
    data, said = shipped_missions()[number], Translator(GAME.words, language)
    for edition in GAME.editions:
        told = GAME.files.mission_files.briefing(data, edition_book(edition, {}))  # type: ignore[union-attr]
        asked = [line for side in told.sides for line in (side.size, *side.demands)]
        assert [one.side for one in told.sides] == list(GAME.sides)
        assert told.set_up
        assert told.ending
        for line in [*told.set_up, *told.special, *told.ending, *asked]:
            assert not re.search(r"[{}]", line.said(said)), line
            assert line.rule is None or line.rule in GAME.rule_catalogue


@pytest.mark.parametrize(
    ("step", "changes", "english", "spanish"),
    [
        ("counters", {"counters": 3, "last-turn": 2, "ends": "most-points"}, "counters (3)", "fichas de PV (3)"),
        ("sealed-doors", {"green-doors": 2, "green-sealed": True}, "sealed: 2.", "selladas: 2."),
        ("green-open", {"green-doors": 5}, "5 in all", "5 en total"),
    ],
)
def test_shared_steps_count_what_the_mission_has(
    step: str, changes: dict[str, Any], english: str, spanish: str
) -> None:
    own = {"en": "{not a name}", "es": "{ninguno}"}
    data = {**read_mission(RADIO, GAME, SETS), **changes, "set-up": {"steps": [step, own]}}
    check_mission(data, SETS)
    briefing = GAME.files.mission_files.briefing(data, edition_book(GAME.editions[0], {}))  # type: ignore[union-attr]
    for language, told in (("en", english), ("es", spanish)):
        said = Translator({**GAME.words, **words_in_mission(data)}, language)
        first, second = (line.said(said) for line in briefing.set_up)
        assert told in first
        assert second == own[language]


def test_keys_of_lines_are_their_own_and_shared_words(tmp_path: Path) -> None:
    data = read_mission(RADIO, GAME, SETS)
    assert list(line_keys(data, "set-up")) == ["set-up.radio-room.0", "set-up.doors-closed", "set-up.entries"]
    assert id_of(shipped_missions()[3]) == 3
    assert (DATA / "missions").is_dir()


def test_a_mission_of_wrong_form_is_malformed() -> None:
    with pytest.raises(Malformed):
        check_mission({"key": 3}, SETS)
