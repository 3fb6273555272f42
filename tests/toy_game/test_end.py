"""How it went, once a game is over: the last press, figures of each side, length; leaving while something is asked."""

from __future__ import annotations

import html
import json
import re
from urllib.parse import unquote

from flask import Flask

from app.core.engine.event import PUBLIC, Entry
from app.core.table.summary import summary_of
from tests.seated import sit
from tests.toy_game.events import MothRested
from tests.toy_game.playing import GREY, LAMP, WHITE, Evening


def flown(evening: Evening) -> Evening:
    """An evening over, in which one moth has flown with a flame among its three dice."""
    evening.windows("north", "north").press(GREY, "fly", dice=["flame", "shade", "shade"])
    return evening.night()


def page(app: Flask, evening: Evening, path: str, seat: str | None = LAMP, language: str = "en") -> str:
    """A page of the table as a phone of a seat reads it."""
    phone = app.test_client()
    phone.set_cookie("lang", language)
    if seat:
        sit(phone, evening.code, evening.tokens[seat])
    answer = phone.get(f"/t/{evening.code}{path}")
    assert answer.status_code == 200
    return answer.text


def told(text: str, name: str) -> str:
    """The text of an element, its marks left out."""
    found = re.search(rf'id="{name}".*?>(.*?)</(?:tr|p|li|section)>', text, re.S)
    assert found
    return " ".join(re.sub(r"<[^>]+>", " ", found[1]).split())


def test_the_page_tells_the_last_press_figures_luck_and_length(app: Flask, evening: Evening) -> None:
    text = page(app, flown(evening), "/end")
    assert "It is night; Lamps win with light 1." in told(text, "how")
    assert told(text, "count-points") == "Points 1 –"
    assert told(text, "count-hits") == "Hits rolled 1 –"
    assert told(text, "luck-hits-moths") == "Moths · Hits rolled: 1 · expected: 1.5 (−0.5)"
    assert told(text, "luck-lamps") == "Lamps · no dice counted"
    assert re.match(r"Turns: 3 · actions: 12 · time: 0 h \d min", told(text, "length"))


def test_the_course_is_a_line_for_each_side_with_the_same_as_numbers(app: Flask, evening: Evening) -> None:
    """The moth has its one light in the first turn of three: from the left end up at a third of the way."""
    text = page(app, flown(evening), "/end")
    assert re.findall(r'<polyline points="([^"]+)"', text) == [
        "30.0,150.0 122.7,12.0 215.3,12.0 308.0,12.0",
        "30.0,150.0 122.7,150.0 215.3,150.0 308.0,150.0",
    ]
    rows = re.findall(r'<tr><th scope="row">(\d+)</th><td>(\d+)</td><td>(\d+)</td></tr>', text)
    assert rows == [("1", "1", "0"), ("3", "1", "0")]


def test_without_any_change_there_is_no_picture(app: Flask, evening: Evening) -> None:
    assert 'id="course"' not in page(app, evening.night(), "/end")


def test_rulings_are_told_with_their_turn(app: Flask, evening: Evening) -> None:
    evening.windows("north", "north")
    evening.press("referee", "house-ruling", set="dew", to=4, reason="it rained")
    text = page(app, evening.night(), "/end")
    assert "Turn 1 · House ruling: dew from 0 to 4: it rained" in told(text, "rulings")


def test_the_kept_page_needs_no_server_and_no_script(app: Flask, evening: Evening) -> None:
    flown(evening)
    text = page(app, evening, "/end/page", seat=None)
    assert told(text, "luck-hits-moths") == "Moths · Hits rolled: 1 · expected: 1.5 (−0.5)"
    assert not re.search(r"<script|<link|<a |src=|href=|url\(|@import|http|/t/", text)
    assert "<polyline" in text
    assert "Resumen de la partida" in page(app, evening, "/end/page", seat=None, language="es")


def test_nothing_is_kept_before_the_end(app: Flask, evening: Evening) -> None:
    evening.windows()
    for path in ("page", "bg-stats"):
        answer = app.test_client().get(f"/t/{evening.code}/end/{path}")
        assert answer.status_code == 403
        assert "The game is still running. Its summary can be saved when it ends." in answer.text


def test_the_play_for_bg_stats_has_what_its_reader_asks_for(app: Flask, evening: Evening) -> None:
    """The names of seats stand for who has given none; both lamps and moths are there, each in its team."""
    evening.press(GREY, "rename", name="Ada")
    flown(evening)
    answer = app.test_client().get(f"/t/{evening.code}/end/bg-stats")
    assert answer.headers["Content-Disposition"] == f"attachment; filename=adjutant-{evening.code}-bg-stats.json"
    play = answer.json
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", play["playDate"])
    assert (play["sourceName"], play["comments"]) == ("Adjutant", "It is night; Lamps win with light 1.")
    assert play["sourcePlayId"].startswith(f"{evening.code}-")
    assert play["game"] == {"name": "Hello", "sourceGameId": "hello", "highestWins": True, "noPoints": False}
    moth = {"winner": False, "startPlayer": True, "role": "Moths", "team": "Moths", "score": 1}
    assert play["players"] == [
        {"name": "Ada", "sourcePlayerId": "Ada", **moth},
        {"name": "White moth", "sourcePlayerId": "white-moth", **moth},
        {"name": "Lamp", "sourcePlayerId": "lamp", "winner": True, "startPlayer": False, "role": "Lamps"},
    ]
    link = html.unescape(re.findall(r'id="to-bg-stats" href="([^"]+)"', page(app, evening, "/end"))[0])
    at, query = link.split("?data=")
    assert at == "https://app.bgstatsapp.com/createPlay.html"
    assert json.loads(unquote(query)) == play


def test_it_speaks_spanish_and_writes_a_comma(app: Flask, evening: Evening) -> None:
    text = page(app, flown(evening), "/end", language="es")
    assert told(text, "luck-hits-moths") == "Polillas · Impactos obtenidos: 1 · se esperaban: 1,5 (−0,5)"
    assert "Es de noche; ganan Lámparas con luz 1." in told(text, "how")


def test_the_board_leads_there_and_from_there_it_goes_on(app: Flask, evening: Evening) -> None:
    flown(evening)
    assert f'id="to-end" href="/t/{evening.code}/end"' in page(app, evening, "")
    text = page(app, evening, "/end")
    assert all(f'id="{name}"' in text for name in ("again-same", "to-export", "publish-seed-go"))
    looking = page(app, evening, "/end", seat=None)
    assert told(looking, "count-points") == "Points 1 –"
    assert not any(f'id="{name}"' in looking for name in ("again-same", "to-export"))


def test_before_the_end_there_is_nothing_to_tell(app: Flask, evening: Evening) -> None:
    evening.windows().press(GREY, "fly", dice=["flame", "flame"])
    assert summary_of(evening.kept(), PUBLIC) is None
    text = page(app, evening, "/end")
    assert "The game is still running." in told(text, "goes-on")
    assert 'id="counts"' not in text


def test_what_was_taken_back_or_came_after_the_end_or_nobody_saw_counts_for_nothing(evening: Evening) -> None:
    evening.press(WHITE, "make-wish", wish=7)
    evening.windows().press(GREY, "fly", dice=["flame", "flame"])
    evening.press("referee", "undo", press=evening.get(seat="referee")["seq"])
    evening.press(GREY, "fly", dice=["wind", "shade"])
    table = evening.night().kept()
    evening.press(LAMP, "rename", name="Ada")
    found = {name: summary_of(evening.kept(), table.seat(name)) for name in (WHITE, LAMP)}
    assert all(one and one.counts["hits"]["moths"].number == 0 for one in found.values())
    assert all(one and one.end.events[-1].ends_game for one in found.values())
    assert [one and one.presses for one in found.values()] == [12, 12], "what everybody saw"


def test_what_follows_the_end_is_no_part_of_it(evening: Evening) -> None:
    table = flown(evening).kept()
    before = summary_of(table, PUBLIC)
    table.append(Entry(len(table.entries), GREY, "late", "", 0.0, [MothRested(GREY)]))
    assert before
    assert summary_of(table, PUBLIC) == before


def test_whoever_is_asked_for_something_is_asked_once_before_leaving(app: Flask, evening: Evening) -> None:
    text = page(app, evening, "/more", WHITE)
    assert "You still have to answer: Moths: choose a window. Leave anyway?" in text
    assert text.index('id="leave-asked"') < text.index('id="leave-go"') < text.index("</details>")
    assert "Dejarlo de todos modos" in page(app, evening, "/more", WHITE, language="es")
    for seat in (GREY, "referee"):
        assert 'id="leave-asked"' not in page(app, evening, "/more", seat)
        assert 'id="leave-go"' in page(app, evening, "/more", seat)


def test_actions_that_were_undone_are_counted_by_side(app: Flask, evening: Evening) -> None:
    assert 'id="count-undone"' not in page(app, flown(evening), "/end")
    again = Evening(evening.client).windows()
    again.press(GREY, "rest")
    again.press(GREY, "undo")
    again.press(GREY, "rest")
    assert told(page(app, again.night(), "/end"), "count-undone") == "Actions undone 1 0"
