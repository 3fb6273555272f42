"""Ten flows in three engines: what one of them might understand in another way than the rest."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import urlsplit, urlunsplit

import pytest

from app.core.rules.dice import Face
from app.games import REGISTRY
from tests.browser.phones import Desk
from tests.browser.started_tables import FORCES, Begun
from tests.browser.test_three_phones import ONE, Battlefield
from tests.engines.phone import Phone, Phones
from tests.server import ask

pytestmark = pytest.mark.browser
GAMES = ("incursion", "mobile-infantry", "memoir-44")
DICE = [1, 2, 4]
SHOT = "#open-fire"
"""Where the board of Incursion offers to shoot."""
NEXT_STEP = """lesson => document.querySelector('#real-table') !== null
  || (document.querySelector('#practice .label')?.innerText ?? lesson) !== lesson"""
LIVE = "() => document.querySelector('[data-dot]')?.dataset.state === 'live'"
STALE = "() => document.documentElement.hasAttribute('data-stale')"
FRESH = "() => !document.documentElement.hasAttribute('data-stale')"
PICTURE = "() => { const one = document.querySelector('.leaves img'); return one && one.complete && one.naturalWidth; }"
LEFT_EMPTY = """selector => {
  const bottom = one => one.getBoundingClientRect().bottom, form = document.querySelector(selector);
  return Math.round(bottom(form) - Math.max(...[...form.children].map(bottom)));
}"""
OVER = """() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]
  .map(over => Math.max(0, over))"""
SEQ = "() => document.querySelector('#board').dataset.seq"
WALLS = ((1280, 720), (1920, 1080))


def face_to_face(desk: Desk) -> Begun:
    """Turn 2: a Grunt is acting, and a Sturmzombie stands in his sight."""
    table = Begun(desk).choose(*FORCES).bid(0, 0).on().enter("grunt-ape-1").done().enter("sturmzombie-1").done().on()
    table.press("allied", "activate", model="grunt-ape-1")
    return table


def seated(phone: Phone, table: Begun, seat: str) -> Phone:
    """This phone, in a seat of a table that a program opened."""
    phone.sit(table.code, table.tokens[seat])
    return phone


def shoot(table: Begun) -> None:
    """Three dice of a light machine gun: 1 and 2 miss, 4 hits."""
    table.press("allied", "fire", model="grunt-ape-1", weapon="lmg", target="sturmzombie-1", cp=0, dice=DICE)


def link_of(phone: Phone, selector: str) -> str:
    link = urlsplit(phone.run("selector => document.querySelector(selector).href", selector))
    return urlunsplit(link._replace(scheme="", netloc=""))


def test_phones_join_a_table_by_code_and_by_link(phones: Phones) -> None:
    host, coder, scanner = phones(), phones(), phones()
    host.goto("/")
    host.tap("a.game")
    host.tap("form.whole button.main")
    host.see("Free", "#chair-german-who")
    code = host.run("() => location.pathname").split("/")[2]
    coder.goto("/")
    coder.write("#code", code.lower())
    coder.tap(".join button.main")
    coder.tap("#sit-german-go")
    host.see("Taken", "#chair-german-who")
    scanner.goto(link_of(host, "#qr-allied a"))
    host.see("Taken", "#chair-allied-who")
    for phone in (coder, scanner):
        phone.wait("this phone does not sit", "code => location.pathname === `/t/${code}`", code)
        phone.wait("this phone hears nothing", LIVE)


def test_a_form_is_as_high_as_what_is_in_it(phones: Phones) -> None:
    """Room that is kept for nothing gives way under the finger."""
    phone = phones()
    for game in GAMES:
        phone.goto(f"/new/{game}")
        assert phone.run(LEFT_EMPTY, "form.whole") == 0, game


def dice_of_tutorial(game: str) -> list[Face]:
    script = REGISTRY[game].practice
    assert script is not None
    (dice,) = (step.dice for step in script.steps if step.dice)
    return dice


def type_dice(phone: Phone, faces: Sequence[Face]) -> None:
    """Tap these faces in the form, one again whose tap met a page that was just exchanged, and send it."""
    for face in faces:
        before = phone.text("#sheet .tally")
        phone.tap(f"#sheet .face[value='{face}']")
        if phone.text("#sheet .tally") == before:
            phone.tap(f"#sheet .face[value='{face}']")
    phone.tap("#sheet button[name=by][value=hand]")


@pytest.mark.parametrize("game", GAMES)
def test_a_tutorial_is_played_to_its_end(phones: Phones, game: str) -> None:
    phone, steps = phones(), 0
    phone.goto("/")
    phone.tap(f"#practise-{game}")
    phone.meet("#practice-go")
    of = int(re.findall(r"\d+", phone.text("#practice .label"))[-1])
    while not phone.shows("#real-table"):
        lesson, is_form = phone.text("#practice .label"), phone.shows("a#practice-go")
        if phone.tap("#practice-go, #sheet.result") == "practice-go":
            if is_form:
                type_dice(phone, dice_of_tutorial(game))
            phone.wait(f"nothing after {lesson}", NEXT_STEP, lesson)
            steps += 1
    assert steps == of


def test_a_shot_with_typed_dice(phones: Phones, desk: Desk) -> None:
    table = face_to_face(desk)
    phone = seated(phones(), table, "allied")
    phone.tap(SHOT)
    type_dice(phone, DICE)
    phone.see("Sturmzombie 1 is a casualty")
    assert table.look()["models"]["sturmzombie-1"]["dp"] == 0


def test_a_shot_is_taken_back_with_the_other_sides_word(phones: Phones, desk: Desk) -> None:
    table = face_to_face(desk)
    shoot(table)
    allied, german = (seated(phones(), table, seat) for seat in ("allied", "german"))
    allied.tap("a#take-back")
    allied.write("#form-1-reason", "the wrong model")
    allied.tap("#form-1-go")
    german.see("the wrong model")
    german.tap("#allow-take-back-go")
    for phone in (allied, german):
        phone.meet("#on-table li")
    assert table.look()["models"]["sturmzombie-1"]["dp"] == 1


def test_a_phone_that_slept_tells_what_happened_meanwhile(phones: Phones, desk: Desk) -> None:
    table = Begun(desk).choose(*FORCES)
    phone = seated(phones(), table, "allied")
    phone.wait("the phone hears nothing", LIVE)
    phone.sleep()
    phone.wait("the phone does not rest", STALE)
    table.press("german", "bid", cp=1)
    assert "has bid" not in phone.text("#pool-german")
    phone.wake()
    phone.see("Germans have bid.", "#meanwhile")
    phone.wait("what it shows is still in doubt", FRESH)
    phone.tap("#bid-3-go")
    phone.see("Allies first")


def test_counters_are_printed(phones: Phones) -> None:
    phone = phones()
    phone.goto("/print/incursion?mission=1&what=counters")
    phone.tap("#product-calibration label.tile")
    phone.tap("#make")
    phone.meet("#download")
    assert phone.wait("no picture of the print", PICTURE) > 100
    assert ask(phone.url, "GET", link_of(phone, "#download")).body[:5] == b"%PDF-"


def test_a_wall_fits_its_screen_and_follows_the_game(phones: Phones, desk: Desk) -> None:
    shot, battle, war = face_to_face(desk), Battlefield(desk), desk.ask("", {"game": "memoir-44"})
    begin = {"command": "begin-battle", "key": "begin"}
    news = {
        shot.code: lambda: shoot(shot),
        battle.code: lambda: battle.press(ONE, "done"),
        war["code"]: lambda: desk.press(war["code"], war["seats"]["allied"], begin),
    }
    wall = phones()
    for code, press in news.items():
        for size in WALLS:
            wall.resize(*size)
            wall.goto(f"/t/{code}/wall")
            assert wall.run(OVER) == [0, 0], size
        wall.wait("the wall hears nothing", LIVE)
        before = wall.run(SEQ)
        press()
        wall.wait("the wall does not follow", f"before => ({SEQ})() !== before", before)


def test_without_javascript_a_table_is_opened_joined_and_played(phones: Phones, desk: Desk) -> None:
    host, guest = phones(scripts=False), phones(scripts=False)
    host.goto("/")
    host.tap("a.game")
    host.tap("form.whole button.main")
    host.meet("#qr-allied a")
    guest.goto(link_of(host, "#qr-allied a"))
    guest.tap("#join-go")
    guest.meet("#add-grunt-ape-go")
    guest.tap("#add-grunt-ape-go")
    guest.see("× 1")
    table = face_to_face(desk)
    seated(guest, table, "allied")
    guest.tap(SHOT)
    assert not guest.shows(".face"), "the pad is drawn by scripts"
    for number, face in enumerate(DICE, start=1):
        guest.tap(f"label:has(input[name=d{number}][value='{face}'])")
    guest.tap("button[name=by][value=hand]")
    guest.see("Sturmzombie 1 is a casualty")
    assert table.look()["models"]["sturmzombie-1"]["dp"] == 0
