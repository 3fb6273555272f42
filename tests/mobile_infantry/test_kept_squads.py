"""A squad goes on to the next battle: the same one played again offers it, a file brings it to any other table."""

from __future__ import annotations

from collections.abc import Callable
from html import unescape
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.core.engine.event import Entry
from app.core.engine.offers import Choice
from app.core.errors import Refused
from app.core.messages.translator import LANGUAGES
from app.core.table.next_table import opening_again
from app.core.table.seat_view import Table
from app.core.table_commands.lifecycle import TableOpened
from app.games.mobile_infantry.army_setup.squad_files import read
from app.games.mobile_infantry.book import edition_book
from app.games.mobile_infantry.fuzz_profile import SHEET
from app.games.mobile_infantry.game import GAME
from tests.mobile_infantry.playing import BRAIN, IM, Battle
from tests.seated import sit

Open = Callable[..., Battle]
BOOK = edition_book("es", {})


def keep(battle: Battle, seat: str = IM, thing: str = "squad-1") -> str:
    """The file of a squad."""
    chair = battle.table.seat(seat)
    return GAME.files.carry_over_files(battle.table.state_for(chair), chair)[thing].text


def again(battle: Battle) -> Battle:
    """The same battle, played again."""
    opening = opening_again(battle.table, "same")
    following = object.__new__(Battle)
    following.dice = battle.dice
    following.table = Table("AGAIN", GAME, [Entry(0, "", "", "", 0.0, [TableOpened(dict(opening))])])
    return following


@pytest.fixture
def lost(open_battle: Open) -> Battle:
    """A battle that is over: the Wolves have lost three of their third fire team, veterans, and the whole fourth."""
    battle = open_battle().squad()
    battle.press(IM, "name-team", team="squad-1", name="Los Lobos")
    battle.press(IM, "name-team", team="team-4", name="Garra")
    battle.press(IM, "set-experience", team="team-4", experience="veteran")
    battle.press(IM, "issue-weapon", team="team-2", weapon="nuclear-launcher")
    battle.press(IM, "issue-weapon", team="team-3", weapon="mini-gun")
    battle.ready()
    fates = {"team-4": ["dead", "dead", "carried-off", "wounded"], "team-2": ["fled"] * 4, "team-5": ["dead"] * 4}
    for team, statuses in fates.items():
        for key, status in zip(battle.names(team), statuses, strict=True):
            battle.state.troopers[key].status = status
    battle.state.over = True
    return battle


def squad_of(battle: Battle) -> list[tuple[str, str | None, int, list[str]]]:
    """(name, experience, men, heavy weapons) of each team of the only squad."""
    found = []
    for key, team in battle.state.teams.items():
        carried = [gun.type for man in battle.men(key) for gun in man.weapons if gun.type != "assault-rifle"]
        found.append((team.name, team.experience, len(battle.men(key)), carried))
    return found


# -- from one table to the next


def test_the_same_battle_again_brings_the_squad_with_recruits(lost: Battle) -> None:
    battle = again(lost)
    (offer,) = battle.offers(IM, "return-squad")
    assert (offer.given, offer.about) == ({"squad": "squad-1"}, ("Los Lobos",))
    assert offer.choose == {"losses": ["recruits", "left-empty"]}
    battle.press(IM, "return-squad", squad="squad-1", losses="recruits")
    assert squad_of(battle) == [
        ("", "veteran", 4, []),
        ("", "experienced", 4, ["nuclear-launcher"]),
        ("", "experienced", 4, ["mini-gun"]),
        ("Garra", "rookie", 4, []),
        ("", "rookie", 4, []),
    ]
    assert battle.state.squads["squad-1"].name == "Los Lobos"
    assert vars(battle.table.entries[-1].events[0])["recruits"] == 7
    assert battle.offers(IM, "return-squad") == []


def test_or_with_whoever_is_left(lost: Battle) -> None:
    battle = again(lost)
    battle.press(IM, "return-squad", squad="squad-1", losses="left-empty")
    assert [(name, experience, men) for name, experience, men, _ in squad_of(battle)] == [
        ("", "veteran", 4), ("", "experienced", 4), ("", "experienced", 4), ("Garra", "veteran", 1),
    ]  # fmt: skip


def test_weapons_are_loaded_anew(lost: Battle) -> None:
    launcher = next(gun for man in lost.men("team-2") for gun in man.weapons if gun.type == "nuclear-launcher")
    launcher.shots_left, launcher.spent = 0, True
    battle = again(lost)
    battle.press(IM, "return-squad", squad="squad-1", losses="recruits")
    again_there = next(gun for man in battle.men("team-2") for gun in man.weapons if gun.type == "nuclear-launcher")
    assert (again_there.shots_left, again_there.spent) == (1, False)


def test_a_squad_that_stays_at_home_may_come_after_all(lost: Battle) -> None:
    battle = again(lost)
    battle.press(IM, "return-squad", squad="squad-1", losses="recruits")
    with battle.refuses("no-squad-kept"):
        battle.press(IM, "return-squad", squad="squad-1")
    battle.press(IM, "dismiss", team="squad-1")
    assert len(battle.offers(IM, "return-squad")) == 1
    with battle.refuses("not-your-team", "squad"):
        battle.press(IM, "return-squad", squad="squad-2")


def test_who_lost_everybody_brings_recruits_or_nobody(lost: Battle) -> None:
    for man in lost.state.troopers.values():
        man.status = "dead"
    battle = again(lost)
    assert battle.offers(IM, "return-squad")[0].choose == {"losses": ["recruits"]}
    with battle.refuses("nobody-left", "losses"):
        battle.press(IM, "return-squad", squad="squad-1", losses="left-empty")


def test_without_losses_nothing_is_asked(open_battle: Open) -> None:
    battle = open_battle().squad().ready()
    battle.state.over = True
    (offer,) = again(battle).offers(IM, "return-squad")
    assert offer.choose == {}


def test_each_seat_is_offered_its_own_squads(open_battle: Open) -> None:
    battle = open_battle(players=2).squad("im-1").squad("im-2").squad("im-2").ready()
    battle.state.over = True
    following = again(battle)
    kept = {seat: [one.given["squad"] for one in following.offers(seat, "return-squad")] for seat in ("im-1", "im-2")}
    assert kept == {"im-1": ["squad-1"], "im-2": ["squad-2", "squad-3"]}
    assert following.offers(BRAIN, "return-squad") == []


def test_what_the_table_forbids_now_does_not_come(lost: Battle) -> None:
    lost.state.answers["nukes-per-squad"] = "none"
    battle = again(lost)
    assert battle.offers(IM, "return-squad") == []
    with battle.refuses("weapon-issued", "teams.2.men.3.weapon"):
        battle.press(IM, "return-squad", squad="squad-1")


def test_what_a_fort_lent_stays_there(open_battle: Open) -> None:
    """MI-97: of two mini-guns the squad brings its own."""
    battle = open_battle(mission=6, fort_extras="weapons").squad()
    for team in ("team-2", "team-3"):
        battle.press(IM, "issue-weapon", team=team, weapon="mini-gun")
    assert keep(battle).count('weapon = "mini-gun"') == 1


def test_a_first_battle_has_no_squads_to_bring_back(open_battle: Open) -> None:
    battle = open_battle()
    with battle.refuses("no-squad-kept"):
        battle.press(IM, "return-squad", squad="squad-1")


# -- as a file


def test_a_squad_as_a_file(lost: Battle) -> None:
    text = keep(lost)
    assert text.splitlines()[:12] == [
        'game = "mobile-infantry"',
        'name = "Los Lobos"',
        "",
        "[teams.1]",
        'kind = "command"',
        'experience = "veteran"',
        "men = [",
        '    { role = "lieutenant" },',
        '    { role = "sergeant" },',
        '    { role = "sergeant" },',
        '    { role = "radio" },',
        "]",
    ]
    assert '    { role = "im", weapon = "nuclear-launcher" },' in text
    assert text.count("lost = true") == 7
    assert GAME.files.carry_over_files(lost.state, lost.table.seat(BRAIN)) == {}


def test_a_referee_may_keep_every_squad(open_battle: Open) -> None:
    battle = open_battle(players=2, referee=True).squad("im-1").squad("im-2")
    assert list(GAME.files.carry_over_files(battle.state, battle.table.seat("referee"))) == ["squad-1", "squad-2"]
    assert list(GAME.files.carry_over_files(battle.state, battle.table.seat("im-2"))) == ["squad-2"]


def test_a_file_brings_the_squad_to_any_table(lost: Battle, open_battle: Open) -> None:
    text, battle = keep(lost), open_battle(mission=6)
    battle.press(IM, "enlist-squad", file=text)
    expected = again(lost)
    expected.press(IM, "return-squad", squad="squad-1", losses="recruits")
    assert squad_of(battle) == squad_of(expected)
    assert keep(battle) == text.replace(", lost = true", "").replace(VETERANS_WERE, VETERANS_ARE, 1).replace(
        EXPERIENCED_WERE, EXPERIENCED_ARE
    )


VETERANS_WERE, VETERANS_ARE = 'name = "Garra"\nexperience = "veteran"', 'name = "Garra"\nexperience = "rookie"'
EXPERIENCED_WERE = '[teams.5]\nkind = "fire"\nexperience = "experienced"'
EXPERIENCED_ARE = '[teams.5]\nkind = "fire"\nexperience = "rookie"'


def test_a_team_whose_experience_is_not_known_rolls_for_it(open_battle: Open) -> None:
    battle = open_battle()
    battle.press(IM, "raise-squad", fire_teams=1)
    text, other = keep(battle), open_battle()
    assert "experience" not in text.partition("[teams.2]")[2]
    other.press(IM, "enlist-squad", file=text)
    other.press(IM, "roll-experience", [6])
    assert [team.experience for team in other.state.teams.values()] == ["veteran", "veteran"]


GUNNER = '{ role = "im", weapon = "mini-gun" }'
FAULTS = {
    "not-toml": ("name = Los Lobos", 2, ""),
    "not-allowed": ('game = "hello"', 1, "game"),
    "unknown-field": ('nombre = "Los Lobos"', 2, "nombre"),
    "wrong-type": ("name = 3", 2, "name"),
    "too-long": (f'name = "{"x" * 31}"', 2, "name"),
    "not-in-such-a-team": ('men = [{ role = "im" },\n { role = "im" }, { role = "major" }]', 7, "teams.1.men.2.role"),
    "weapon-issued": (f"men = [{GUNNER},\n\n {GUNNER}]", 8, "teams.1.men.1.weapon"),
    "missing-field": ('kindly = "fire"', 3, "teams.1.kind"),
    "more-than-a-squad": ("", 11, "teams.3.kind"),
    "nobody-left": ("men = []", 3, "teams"),
}  # fmt: skip


COMMAND = """[teams.{}]
kind = "command"
men = [{{ role = "radio" }}]
"""


def faulty(code: str) -> str:
    """The file of random games with such a fault: a line of it in the place of the one about the same."""
    line = FAULTS[code][0]
    if not line:
        return SHEET + COMMAND.format(2) + COMMAND.format(3)
    replaced = {"nombre": "name", "kindly": "kind"}.get(line.split()[0], line.split()[0])
    lines = [line if one.split()[0] == replaced else one for one in SHEET.splitlines()]
    return "\n".join(one for one in lines if not one.startswith("kindly"))


@pytest.mark.parametrize("code", FAULTS)
def test_what_is_wrong_with_a_file_is_told_by_line_and_field(open_battle: Open, code: str) -> None:
    _, line, field = FAULTS[code]
    with pytest.raises(Refused) as found:
        read(faulty(code), BOOK)
    told: Any = found.value
    assert (told.code, told.words["why"].code, told.words["line"]) == ("in-file", code, line)
    assert (told.field or "") == field
    for language in LANGUAGES:
        assert str(line) in GAME.get_translator(language).refusal(told)
    battle = open_battle()
    with battle.refuses("in-file", told.field):
        battle.press(IM, "enlist-squad", file=faulty(code))
    assert battle.state.squads == {}


def test_a_full_table_takes_no_more_squads(lost: Battle, open_battle: Open) -> None:
    battle = open_battle()
    for _ in range(7):
        battle.squad()
    battle.press(IM, "enlist-squad", file=keep(lost))
    with battle.refuses("too-many-teams"):
        battle.press(IM, "enlist-squad", file=SHEET)


def test_a_file_is_offered_as_one(open_battle: Open) -> None:
    (offer,) = open_battle().offers(IM, "enlist-squad")
    choices: dict[str, Choice] = dict(offer.choose)
    assert list(choices) == ["file", "losses"]


# -- on a phone without scripts


def phone_at(app: Flask, language: str = "en") -> tuple[FlaskClient, str]:
    """A phone in the first seat of the Mobile Infantry of a new table, and the address of that table."""
    opened = app.test_client().post("/api/tables", json={"game": GAME.key, "mission": 1, "brain": "app"}).json
    phone = app.test_client()
    phone.set_cookie("lang", language)
    sit(phone, opened["code"], opened["seats"][IM])
    return phone, f"/t/{opened['code']}"


def press(phone: FlaskClient, at: str, command: str, **fields: Any) -> Any:
    """Send the form of a command; all seats see all of a table that nobody else presses at."""
    seen = phone.get(f"{at}").text.partition('data-seq="')[2].partition('"')[0]
    data = {"seen": seen, "key": f"{command}-{seen}", **fields}
    headers = {"Origin": "http://localhost"}
    return phone.post(f"{at}/do/{command}", data=data, headers=headers, content_type="multipart/form-data")


def test_a_phone_keeps_its_squad_and_gives_it_to_another_table(app: Flask) -> None:
    phone, at = phone_at(app)
    press(phone, at, "raise-squad", fire_teams="2")
    press(phone, at, "name-team", team="squad-1", name="Ñandúes")
    assert "Save for another game: Ñandúes" in phone.get(f"{at}/more").text
    answer = phone.get(f"{at}/keep/squad-1")
    assert answer.headers["Content-Disposition"] == f"attachment; filename=adjutant-{at[3:]}-squad-1.toml"
    other, there = phone_at(app)
    form = other.get(f"{there}/do/enlist-squad").text
    assert 'enctype="multipart/form-data"' in form
    assert 'type="file" required accept=".toml"' in form
    sent = press(other, there, "enlist-squad", file=(BytesIO(answer.data), "squad.toml"), losses="recruits")
    assert sent.status_code == 303
    assert "Ñandúes" in other.get(there).text
    assert other.get(f"{there}/keep/squad-1").text == answer.text


def test_nobody_keeps_the_squad_of_somebody_else(app: Flask) -> None:
    phone, at = phone_at(app)
    press(phone, at, "raise-squad", fire_teams="2")
    for asked in (app.test_client().get(f"{at}/keep/squad-1"), phone.get(f"{at}/keep/squad-2")):
        assert asked.status_code == 404
    told = app.test_client().get(f"/api{at.replace('/t/', '/tables/')}/keepsakes").json
    assert told == {"keepsakes": {}}


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b'game = "mobile-infantry"\nname = 3', "Línea 2, name: El valor es de un tipo incorrecto."),
        (b"name = \xff", "no es UTF-8"),
        (b"", "vacío"),
    ],
)
def test_a_bad_file_is_refused_on_a_page_in_words(app: Flask, content: bytes, told: str) -> None:
    phone, at = phone_at(app, "es")
    answer = press(phone, at, "enlist-squad", file=(BytesIO(content), "squad.toml"), losses="recruits")
    assert answer.status_code == 422
    assert told in unescape(answer.text)


def test_a_form_without_its_file_is_refused(app: Flask) -> None:
    phone, at = phone_at(app)
    answer = press(phone, at, "enlist-squad", file=(BytesIO(b""), ""), losses="recruits")
    assert answer.status_code == 400


def test_a_program_is_told_what_it_may_keep(app: Flask) -> None:
    client = app.test_client()
    opened = client.post("/api/tables", json={"game": GAME.key, "mission": 1}).json
    headers = {"Authorization": f"Bearer {opened['seats'][IM]}"}
    body = {"command": "raise-squad", "seen": 0, "key": "1"}
    assert client.post(f"/api/tables/{opened['code']}/commands", json=body, headers=headers).status_code == 200
    offers = client.get(f"/api/tables/{opened['code']}", headers=headers).json["offers"]
    (offer,) = [one for one in offers if one["command"] == "enlist-squad"]
    assert offer["choose"]["file"] == {"text": True, "file": ".toml"}
    kept = client.get(f"/api/tables/{opened['code']}/keepsakes", headers=headers).json["keepsakes"]
    assert read(kept["squad-1"], BOOK).teams["1"].kind == "command"
