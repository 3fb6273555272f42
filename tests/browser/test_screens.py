"""Every screen of the URL map: axe finds nothing, nothing overflows, targets are large enough."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from tests.browser.house import House, states
from tests.browser.page_checks import NAMELESS, check
from tests.browser.phone_pool import Drawer
from tests.browser.phones import Lobby, Phone
from tests.browser.rules_of_thumb import GAMES
from tests.browser.started_tables import FORCES, Begun
from tests.browser.table_fixture import Evening
from tests.browser.test_two_phones import to_melee
from tests.seated import sit_in_browser
from tests.server import Server

SHARES = 4
"""Into how many tests the screens of a language are shared out, so that all workers have some."""


@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize("language", ["en", "es", "xx"])
def test_every_screen_is_sound(lobby: Lobby, house: House, language: str, share: int) -> None:
    allied = house.table.sit("allied", lobby, language=language)
    for path in [*house.paths, *states(house.table.code)][share::SHARES]:
        answer = allied.page.goto(lobby.url + path)
        assert answer is None or answer.status < 500, path
        check(allied, path, axe=language != "xx", contrast=language == "en")


@pytest.mark.parametrize("language", ["en", "es", "xx"])
def test_the_hosts_own_pages_are_sound(lobby: Lobby, server: Server, house: House, language: str) -> None:
    host = Phone(lobby.context(language=language), "")
    host.page.goto(server.url + server.host_path)
    for path in ("/", "/house", f"/t/{house.table.code}/seats", f"/t/{house.table.code}/delete"):
        answer = host.page.goto(lobby.url + path)
        assert answer is None or answer.status < 500, path
        check(host, path, axe=language != "xx", contrast=language == "en")


@pytest.mark.parametrize("language", ["en", "es", "xx"])
def test_a_print_is_sound(lobby: Lobby, house: House, language: str) -> None:
    allied = house.table.sit("allied", lobby, language=language)
    allied.page.goto(f"{lobby.url}/t/{house.table.code}/print/made?what=mission&what=reference")
    allied.find("#download").wait_for(timeout=60_000)
    check(allied, "a print", axe=language != "xx", contrast=language == "en")


@pytest.mark.parametrize(("language", "theme"), [("en", "light"), ("es", "dark")])
def test_every_phase_of_the_board_is_sound(lobby: Lobby, language: str, theme: str) -> None:
    table = Begun(lobby, referee=True)
    allied, german, referee = (table.sit(seat, language=language) for seat in ("allied", "german", "referee"))
    for phone in (allied, german, referee):
        phone.page.evaluate(f"localStorage.setItem('adjutant.theme', '{theme}')")
        phone.page.reload()
    check(allied, "choosing")
    table.choose(*FORCES)
    allied.find("#bids").wait_for()
    check(allied, "bids")
    for phone in (german, allied):
        phone.tap("#bid-0-go")
    german.find("#deploy-all").wait_for()
    check(german, "deployment")
    german.tap("#deploy-some")
    check(german, "keeping some back")
    german.page.keyboard.press("Escape")
    for phone in (german, allied):
        phone.tap("#deploy-all-go")
    allied.tap("#activate-next-go")
    allied.tap("#move-forward-go")
    check(allied, "acting")
    allied.done()
    german.tap("#activate-next-go")
    german.tap("#move-forward-go")
    german.tap("#enemy summary")
    check(german, "acting")
    allied.tap("#no-reaction-go")
    german.tap("#open-melee")
    check(german, "a form with dice")
    german.page.keyboard.press("6")
    german.tap("button[name=by][value=hand]")
    check(german, "a result")
    german.read_result()
    for path in ("/log", "/do/house-ruling", "/do/house-ruling?set=sides.allied.cp", "/do/table-ruling", "/more", ""):
        referee.page.goto(f"{lobby.url}/t/{table.code}{path}")
        check(referee, path)


@pytest.mark.parametrize("game", GAMES)
def test_a_board_is_sound_before_anything_is_played(lobby: Lobby, game: str) -> None:
    """Nothing can be tapped on it yet, and it is read, scrolled and corrected all the same."""
    opened = lobby.ask("", GAMES[game].table)
    for seat in GAMES[game].seats:
        phone = Phone(lobby.context(language="es", viewport={"width": 320, "height": 2600}), opened["code"])
        sit_in_browser(phone.page, lobby.url, opened["code"], opened["seats"][seat])
        check(phone, seat)


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_table_of_another_game_is_sound(drawer: Drawer, hello: Server, language: str) -> None:
    lobby, evening = Lobby(drawer, hello.url, language=language), Evening(hello, referee=True)
    phones = {seat: evening.sit(seat, lobby) for seat in evening.tokens}
    chooser = evening.asked()
    looked_at = [
        ("lamp", "/do/choose-window"),
        (chooser, "/do/make-wish"),
        (chooser, "/why-not"),
        (chooser, "/readings"),
    ]
    looked_at += [("referee", "/do/house-ruling"), ("lamp", "/more"), ("lamp", "/log")]
    look_round(evening, phones, looked_at, contrast=language == "en")
    evening.windows()
    later = [("grey-moth", "/do/fly"), ("white-moth", "/log"), ("lamp", "/wall")]
    look_round(evening, phones, later, contrast=language == "en")
    lobby.close()


def look_round(
    evening: Evening, phones: Mapping[str, Phone], more: Sequence[tuple[str, str]], *, contrast: bool
) -> None:
    """The board and the lobby of every seat, and these pages of some."""
    for seat, path in [*((seat, path) for seat in phones for path in ("", "/seats")), *more]:
        phones[seat].page.goto(f"{evening.server.url}/t/{evening.code}{path}")
        check(phones[seat], f"{seat}{path}", axe=path != "/wall", contrast=contrast)


@pytest.mark.parametrize(
    ("fault", "seen"),
    [
        ("one('[role=dialog]').removeAttribute('aria-label')", "dialog"),
        ("one('[role=dialog]').setAttribute('aria-label', ' ')", "dialog"),
        ("one('[role=dialog]').outerHTML = '<div role=dialog aria-labelledby=nobody></div>'", "dialog"),
        ("one('#dot').removeAttribute('aria-label')", "dot"),
        ("one('#meanwhile').removeAttribute('aria-label')", "meanwhile"),
        ("one('#next').removeAttribute('aria-label')", "next"),
        ("one('#last-line').removeAttribute('aria-label')", "last-line"),
        ("one('main').innerHTML += '<nav></nav>'", "<nav>"),
        ("one('main').innerHTML += '<fieldset><legend> </legend></fieldset>'", "<fieldset>"),
        ("one('main').innerHTML += '<div role=radiogroup hidden></div>'", "radiogroup"),
        ("one('main').innerHTML += '<meter></meter>'", "<meter>"),
        ("one('main').innerHTML += '<progress></progress>'", "<progress>"),
        ("one('main').innerHTML += '<img src=data:,>'", "<img"),
        ("one('main').innerHTML += '<svg role=img><title></title></svg>'", "<svg"),
    ],
)
def test_what_has_lost_its_name_is_seen(drawer: Drawer, hello: Server, fault: str, seen: str) -> None:
    lobby = Lobby(drawer, hello.url)
    page = Evening(hello).sit("lamp", lobby).page
    assert page.evaluate(NAMELESS) == []
    found = page.evaluate(
        f"() => {{ const one = name => document.querySelector(name); {fault}; return ({NAMELESS})(); }}"
    )
    assert [seen in tag for tag in found] == [True]
    lobby.close()


def test_my_force_is_seen_without_scrolling(lobby: Lobby) -> None:
    allied, german = to_melee(lobby)
    for phone, key in ((allied, "grunt-ape-2"), (german, "sturmzombie-6")):
        box = phone.find(f"#model-{key}").bounding_box()
        bar = phone.find("#next").bounding_box()
        assert box
        assert bar
        assert box["y"] + box["height"] <= bar["y"]
        assert bar["y"] + bar["height"] <= 845


def test_the_wall_is_read_from_afar_and_has_no_control(lobby: Lobby) -> None:
    host = lobby.open()
    context = lobby.context(viewport={"width": 1280, "height": 720}, is_mobile=False, has_touch=False)
    wall = Phone(context, host.code)
    wall.page.goto(f"{lobby.url}/t/{host.code}/wall")
    check(wall, "wall")
    size = wall.page.evaluate("() => parseFloat(getComputedStyle(document.querySelector('#where')).fontSize)")
    assert size >= 48
    assert wall.find("#board button").count() == 0


BROKEN = """() => [...document.querySelectorAll('.menu a')].flatMap(one => {
    const text = document.createTreeWalker(one, NodeFilter.SHOW_TEXT).nextNode(), range = document.createRange();
    return [...text.data.matchAll(/\\S+/g)].filter(({0: word, index}) => {
        range.setStart(text, index); range.setEnd(text, index + word.length);
        return range.getClientRects().length > 1;
    }).map(([word]) => word);
})"""
"""Words of a menu that are broken in two."""


@pytest.mark.parametrize("width", [320, 360, 390])
@pytest.mark.parametrize("language", ["en", "es"])
def test_no_word_of_a_menu_is_broken(lobby: Lobby, house: House, language: str, width: int) -> None:
    viewport = {"width": width, "height": 844}
    allied = house.table.sit("allied", lobby, language=language, viewport=viewport)
    allied.page.goto(f"{lobby.url}/t/{house.table.code}/more")
    assert allied.find(".menu a").count() > 5
    assert allied.page.evaluate(BROKEN) == []


def test_the_links_of_a_page_take_one_line_on_a_small_phone(lobby: Lobby, house: House) -> None:
    allied = house.table.sit("allied", lobby, language="es", viewport={"width": 320, "height": 640})
    for path in ("/rules/incursion", "/cards/incursion/compare", "/rulings/incursion/shoot"):
        allied.page.goto(lobby.url + path)
        tops = allied.find(".top nav a").evaluate_all("links => links.map(link => link.offsetTop)")
        assert len(tops) == 2, path
        assert len({*tops}) == 1, path


def test_the_hint_of_a_set_up_list_is_apart_from_its_heading(lobby: Lobby, house: House) -> None:
    allied = house.table.sit("allied", lobby, viewport={"width": 320, "height": 640})
    allied.page.goto(f"{lobby.url}/t/{house.table.code}/set-up")
    gap = "head => head.nextElementSibling.getBoundingClientRect().top - head.getBoundingClientRect().bottom"
    assert allied.find(".set-up-head h1").evaluate(gap) >= 8


def test_zooming_is_allowed_and_motion_can_be_reduced() -> None:
    css = Path("static/app.css").read_text(encoding="utf-8")
    assert "prefers-reduced-motion" in css
    assert "user-scalable" not in Path("templates/base.html").read_text(encoding="utf-8")


def test_a_cold_board_takes_at_most_eight_requests(lobby: Lobby) -> None:
    allied = Begun(lobby).sit("allied")
    phone, asked = Phone(lobby.context(), allied.code), []
    phone.context.add_cookies(allied.context.cookies())
    phone.page.on("request", lambda request: asked.append(request.url))
    phone.page.goto(allied.page.url)
    phone.find("[data-dot][data-state=live]").first.wait_for()
    assert len(asked) <= 8, asked


@pytest.mark.parametrize("language", ["en", "es"])
def test_what_a_side_has_stands_in_one_line_on_the_narrowest_phones(lobby: Lobby, language: str) -> None:
    table = Begun(lobby).choose(*FORCES).on()
    phone = table.sit("allied", language=language, viewport={"width": 320, "height": 640})
    assert phone.find(".pool").evaluate_all("pools => pools.map(pool => pool.clientHeight < 50)") == [True, True]
