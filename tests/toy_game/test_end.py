"""How it went, once a game is over: the last press, figures of each side, length; leaving while something is asked."""

from __future__ import annotations

import re

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
    found = re.search(rf'id="{name}".*?>(.*?)</(?:tr|p|section)>', text, re.S)
    assert found
    return " ".join(re.sub(r"<[^>]+>", " ", found[1]).split())


def test_the_page_tells_the_last_press_figures_luck_and_length(app: Flask, evening: Evening) -> None:
    text = page(app, flown(evening), "/end")
    assert "It is night; Lamps win with light 1." in told(text, "how")
    assert told(text, "count-points") == "Points 1 –"
    assert told(text, "count-hits") == "Hits rolled 1 expected: 1.5 (−0.5) –"
    assert re.match(r"Turns: 3 · actions: 12 · time: 0 h \d min", told(text, "length"))


def test_it_speaks_spanish_and_writes_a_comma(app: Flask, evening: Evening) -> None:
    text = page(app, flown(evening), "/end", language="es")
    assert told(text, "count-hits") == "Impactos obtenidos 1 se esperaban: 1,5 (−0,5) –"
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
    assert [one and one.presses for one in found.values()] == [13, 12]


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
