"""A battle of Infantería Móvil on three phones, two players and the Brain: what each shows, and what it hides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.page_checks import check
from tests.browser.phones import Desk, Lobby, Phone
from tests.browser.test_two_phones import typed
from tests.browser.thumb import TAPPED
from tests.seated import sit_in_browser

BRAIN, ONE, TWO = "brain", "im-1", "im-2"
NEWS = ("Warrior", "Pack", "arrive")
"""What would tell of bugs that nobody has located."""


AFTER_THE_TEST = ("arrival", "follow-ups", "move-packs")
"""What may follow the die of a presence test."""


class Battlefield:
    """Mission 1, each player with a squad: team-2 and team-7 are veterans, the others experienced; it is turn 1."""

    def __init__(self, lobby: Desk, **wishes: Any) -> None:
        self.lobby, self.presses = lobby, 0
        opened = lobby.ask("", {"game": "mobile-infantry", "mission": 1, "players": 2, **wishes})
        self.code, self.tokens = opened["code"], opened["seats"]
        for seat in (ONE, TWO):
            self.press(seat, "raise-squad", fire_teams=4)
            teams = self.look(seat)["state"]["teams"]
            for team in (key for key, one in teams.items() if one["seat"] == seat and not one["experience"]):
                veteran = "veteran" if team in ("team-2", "team-7") else "experienced"
                self.press(seat, "set-experience", team=team, experience=veteran)
        self.press(ONE, "name-team", team="team-2", name="Condor")
        for seat in (name for name in (BRAIN, ONE, TWO) if name in self.tokens):
            self.press(seat, "ready")

    def press(self, seat: str, command: str, **fields: Any) -> None:
        """A press of a seat that no phone shows being made."""
        self.presses += 1
        TAPPED.pop(f"/t/{self.code}", None)
        self.lobby.press(self.code, self.tokens[seat], {"command": command, "key": f"press-{self.presses}", **fields})

    def look(self, seat: str = BRAIN) -> Any:
        return self.lobby.ask(f"/{self.code}", token=self.tokens[seat])

    def state(self) -> Any:
        return self.look()["state"]

    def test_presence(self, die: int = 1, kind: int = 4, inches: int = 1) -> None:
        """A presence test by real dice, bugs in front if any come; old sites wait, hidden packs move."""
        self.press(BRAIN, "test-presence", dice=[die])
        after = {"arrival": iter([[1], [*[inches] * 6, kind]])}
        while asked := [one for one in self.look()["offers"] if one["command"] in AFTER_THE_TEST]:
            command, count = asked[0]["command"], int(asked[0]["dice"]["count"])
            self.press(BRAIN, command, dice=next(after[command]) if command in after else [4] * count)

    def warriors_come(self) -> None:
        """Three Warriors are found at 12″ by a presence test, and show themselves."""
        self.on("presence")
        self.test_presence(6, 4, 2)
        self.press(BRAIN, "show", pack="pack-1", place="cover")

    def on(self, phase: str) -> None:
        """On to a phase: nobody does anything more; a presence test finds nothing."""
        while (state := self.state())["phase"] != phase:
            if state["phase"] == "presence":
                self.test_presence()
            for one in state["waiting"]:
                self.press(one["seat"], "done")

    def sit(self, seat: str, **how: Any) -> Phone:
        phone = Phone(self.lobby.context(**how), self.code)
        sit_in_browser(phone.page, self.lobby.url, self.code, self.tokens[seat])
        return phone


@pytest.fixture
def field(lobby: Lobby) -> Battlefield:
    return Battlefield(lobby)


def test_a_tap_on_the_name_in_the_row_of_a_team_opens_its_page(field: Battlefield) -> None:
    phone = field.sit(ONE)
    box = phone.find("#team-2 .who b").bounding_box()
    assert box
    phone.page.touchscreen.tap(box["x"] + 8, box["y"] + 8)
    expect(phone.find("#sheet-title")).to_have_text("Condor")


def test_a_tap_on_a_bug_opens_its_page_unless_something_is_corrected(field: Battlefield) -> None:
    field.warriors_come()
    phone = field.sit(BRAIN)
    phone.tap(".tiles-of-bugs li >> nth=1")
    expect(phone.find("#sheet-title")).to_have_text("Warrior 2")
    phone.see("How it fights")
    phone.page.goto(f"{field.lobby.url}/t/{field.code}#correct")
    phone.tap(".tiles-of-bugs .opens")
    phone.tap("#correct-warrior-1")
    expect(phone.find("#sheet-title")).to_have_text("House ruling: Warrior 1")


def test_a_low_screen_offers_the_volleys_of_a_squad_once_and_says_whose_reasons_it_tells(field: Battlefield) -> None:
    field.warriors_come()
    field.press(BRAIN, "done")
    field.on("fire")
    phone = field.sit(ONE, viewport={"width": 320, "height": 640})
    expect(phone.find("#next-fire-squad-burst")).to_be_visible()
    expect(phone.find("#fire-squad-burst-squad-1")).to_be_hidden()
    phone.page.set_viewport_size({"width": 320, "height": 800})
    expect(phone.find("#next-fire-squad-burst")).to_be_hidden()
    expect(phone.find("#fire-squad-burst-squad-1")).to_be_visible()
    phone.page.set_viewport_size({"width": 320, "height": 640})
    phone.tap("#team-3-burst-4")
    phone.find("#sheet label:has([name=distance][value='24'])").tap()
    phone.find("#form-1-table").tap()
    told = phone.find("#sheet.result .why summary").first
    expect(told).to_contain_text("Why: Team 3 fires at Warrior 1")
    expect(told.locator(".of")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_objectives_stay_in_the_line_of_the_points(field: Battlefield, language: str) -> None:
    one = field.sit(ONE, language=language)
    points, reached = (one.find(f"#goal {what}").last.bounding_box() for what in (".side b", ".count"))
    assert points
    assert reached
    assert abs(points["y"] - reached["y"]) < 8


def test_numbers_of_men_and_bugs_are_large_on_a_tablet(field: Battlefield) -> None:
    field.warriors_come()
    one = field.sit(ONE, viewport={"width": 768, "height": 1024})
    for what, least in ((".men li", 18), (".men sup", 15), (".tiles-of-bugs li", 16)):
        assert float(one.find(what).first.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")) >= least


def test_what_can_be_corrected_is_framed_outside_its_letters(field: Battlefield) -> None:
    phone = field.sit(ONE)
    phone.page.goto(f"{field.lobby.url}/t/{field.code}#correct")
    style = (
        "one => { const {outlineStyle, outlineOffset} = getComputedStyle(one); return [outlineStyle, outlineOffset] }"
    )
    assert phone.find("#team-2 .who a.open").evaluate(style) == ["dashed", "2px"]


def test_inches_stay_open_below_a_result_on_a_small_phone(field: Battlefield) -> None:
    """The sheet of a result covers neither its own headline nor the inches for the table."""
    field.warriors_come()
    field.press(BRAIN, "done")
    field.on("bug-move")
    brain = field.sit(BRAIN, viewport={"width": 320, "height": 640}, language="es")
    brain.tap("#move-bugs-go")
    brain.read_result()
    expect(brain.find("details#on-table[open] li").first).to_be_visible()
    close, headline = brain.find("#sheet .close").bounding_box(), brain.find("#sheet p > b").first.bounding_box()
    assert close
    assert headline
    assert headline["y"] >= close["y"] + close["height"] - 4
    brain.tap("#sheet .close")
    brain.tap("#on-table > summary")
    brain.page.reload()
    expect(brain.find("details#on-table:not([open])")).to_have_count(1)
    brain.tap("[id^=engage-team-]")
    assert lines_of_words(brain.find("#sheet .short label.tile span").first) == [1, 1]


def test_three_questions_of_a_search_are_in_sight_on_a_small_phone(field: Battlefield) -> None:
    field.on("location")
    phone = field.sit(ONE, viewport={"width": 320, "height": 640})
    phone.tap("#look-all")
    for legend in phone.find("#sheet [data-all] legend").all()[:3]:
        expect(legend).to_be_in_viewport(ratio=1)


def lines_of_words(place: Locator) -> list[int]:
    """Over how many lines each word goes."""
    lines: list[int] = place.evaluate("""element => {
      const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()
      return [...text.data.matchAll(/\\S+/g)].map(({0: word, index}) => {
        const range = document.createRange()
        range.setStart(text, index); range.setEnd(text, index + word.length)
        return new Set([...range.getClientRects()].map(rect => Math.round(rect.top))).size
      })
    }""")
    return lines


def test_the_course_as_numbers_fits_on_a_small_phone(field: Battlefield) -> None:
    for _ in range(2):
        field.press(ONE, "reach-marker")
        field.on("location")
        field.on("im-move")
    field.press(ONE, "concede")
    one = field.sit(ONE, viewport={"width": 320, "height": 640}, language="es")
    one.page.goto(f"{field.lobby.url}/t/{field.code}/end")
    assert lines_of_words(one.find("#count-lost th")) == [1]
    one.tap(".course .numbers > summary")
    check(one, "its course as numbers")


def choose(phone: Phone, *values: str) -> None:
    """Tick or choose these in the form that is open, unless it proposes them."""
    for value in values:
        place = phone.find(f"#sheet label:has(input[value='{value}'])").first
        if not place.locator("input").is_checked():
            place.tap()


def go(phone: Phone) -> None:
    """Send the form that is open."""
    phone.tap("#form-1-go")


def knows_nothing(*phones: Phone) -> None:
    """No hidden pack is on these phones, in no part of their pages."""
    for phone in phones:
        phone.page.reload()
        told = phone.page.content()
        assert not [word for word in NEWS if word in phone.find("#board").inner_text()]
        assert "pack-1" not in told
        assert phone.find("#lurking").count() == 0


def test_a_battle_on_three_phones(field: Battlefield) -> None:
    one, two, brain = (field.sit(seat) for seat in (ONE, TWO, BRAIN))
    one.tap("#done-im-move-go")
    one.see("Waiting for: Mobile Infantry 2")
    two.tap("#done-im-move-go")
    three_warriors_arrive_unseen(one, two, brain)
    a_team_finds_them_alone(one, two, brain)
    bugs_move_and_reach_a_team(one, two, brain)
    a_volley_with_typed_dice(one, two, brain)
    a_man_is_pinned_and_torn_apart(one, two, brain)
    boats_are_called_and_land(one, two, brain)
    for phone in (one, two, brain):
        assert not phone.complaints


def three_warriors_arrive_unseen(one: Phone, two: Phone, brain: Phone) -> None:
    """Presence: 6, front, six inches of ones, kind 4 (three Warriors)."""
    brain.tap("#test-presence")
    typed(brain, True, 6)
    brain.read_result()
    for what, faces in (("side", (1,)), ("bugs", (1, 1, 1, 1, 1, 1, 4))):
        brain.tap(f"#arrival-{what}")
        typed(brain, True, *faces)
        brain.read_result()
    expect(brain.find("#lurking")).to_contain_text("3 × Warrior")
    knows_nothing(one, two)
    brain.tap("#done-presence-go")
    knows_nothing(one, two)
    one.see("Location")


def a_team_finds_them_alone(one: Phone, two: Phone, brain: Phone) -> None:
    """6 and one for three bugs locate them; far from others, Condor tests with two dice and chooses."""
    one.tap("#look-around-team-2")
    one.page.wait_for_timeout(600)  # sooner it would be the second tap of a double tap
    choose(one, "True")  # the first yes or no: is it more than 12 inches from any other?
    typed(one, True, 6)
    one.read_result()
    knows_nothing(one, two)
    one.tap("#done-location-go")
    two.tap("#look-all")
    typed(two, True, 1, 1, 1, 1, 1)
    two.read_result()
    brain.tap("#answer-look-team-2")  # folded and not ticked unless it is the team that the pack is measured from
    expect(brain.find("#sheet-title")).to_contain_text("Condor")
    choose(brain, "pack-1")
    go(brain)
    two.see("May fire at them – Squad 1: from turn 2")
    for phone in (one, two, brain):
        phone.page.reload()
        expect(phone.find("#bugs .tiles-of-bugs li")).to_have_count(3)
    expect(two.find("#order")).to_contain_text("Condor: reaction test – it located bugs, far from others")
    assert two.find("#alarm-team-2").count() == 0
    react(one, 3, 6)
    expect(one.find("#alarm-team-2")).to_contain_text("must choose")
    assert two.find("#no-advance-team-2").count() == 0
    one.tap("#no-advance-team-2-go")
    expect(one.find("#team-2")).to_contain_text("no advance")
    brain.tap("#answer-rest-go")
    brain.see("Turn 2")


def react(phone: Phone, *dice: int, bugs: int = 6) -> None:
    """Condor’s reaction test, among so many bugs, by typed dice."""
    phone.tap("#react-team-2")
    phone.find(f"#sheet [data-usual] .chip[value='{bugs}']").last.tap()
    typed(phone, True, *dice)
    phone.read_result()


def bugs_move_and_reach_a_team(one: Phone, two: Phone, brain: Phone) -> None:
    """The boats are called; three Warriors move 5, 3 and 0 inches and all end at Condor, which has had no bugs near."""
    one.tap("#call-boats-go")
    one.tap("#sure-go")
    two.see("lands in turn 3")
    brain.tap("#move-bugs-go")
    for phone in (one, two, brain):
        phone.see("The bugs move")
    brain.read_result()
    brain.tap("#engage-team-2")
    choose(brain, "warrior-1", "warrior-2", "warrior-3")
    go(brain)
    expect(one.find("#alarm-team-2")).to_contain_text("bugs within 12″ for the first time")
    expect(brain.find("#order")).to_contain_text("bugs within 12″ for the first time (Mobile Infantry 1)")
    react(one, 4, 4)
    expect(one.find("#team-2")).to_contain_text("3 bugs on it")
    brain.tap("#done-bug-move-go")


def a_volley_with_typed_dice(one: Phone, two: Phone, brain: Phone) -> None:
    """Veterans within 12 inches hit on 3 and more: two hits, half damaged."""
    assert two.find("#team-2 .acts").count() == 0
    one.tap("#team-2-burst-4")
    choose(one, "12")
    typed(one, True, 1, 2, 3, 6)
    one.see("Hits: 2")
    one.read_result()
    for phone in (one, two, brain):
        phone.see("half")
        expect(phone.find("#bugs .tiles-of-bugs li").first).to_contain_text("2/4")
    expect(one.find("#team-2 .greyed")).to_have_count(3)  # the team keeps its places, and all below it theirs
    one.tap("#done-fire-go")
    one.see("Teams that could still fire: Team 1, Team 3, Team 4, Team 5.")
    one.tap("#sure-go")
    two.tap("#done-fire-go")


def a_man_is_pinned_and_torn_apart(one: Phone, two: Phone, brain: Phone) -> None:
    """A veteran adds one: 3 pins, 6 and 6 duck; with all three near him a 1 is a frenzy."""
    brain.tap("#strike-team-2")
    typed(brain, True, 3, 6, 6)
    brain.read_result()
    expect(one.find("#team-2 .men .pinned")).to_have_count(1)
    assert one.find("#alarm-team-2").count() == 0
    expect(two.find("#order")).to_contain_text("Trooper 5 (corporal, Condor): frenzy test (Brain Bug)")
    assert two.find("[id^=frenzy-test]").count() == 0
    brain.tap("a[id^=frenzy-test]")
    choose(brain, "warrior-1", "warrior-2", "warrior-3")
    typed(brain, True, 1)
    brain.see("tear Trooper 5 apart")
    brain.read_result()
    expect(one.find("#team-2 .men .gone")).to_contain_text("dead")
    expect(one.find("#alarm-team-2")).to_contain_text("it has casualties")
    expect(one.find("#alarm-team-2")).to_contain_text("one of its men was torn apart")
    react(one, 5, 6)
    one.tap("#orders-team-2-go")
    for phone in (one, two, brain):
        phone.page.reload()
        expect(phone.find("#bugs .stamp.busy, #bugs .stamp:text('busy')")).to_have_count(3)
    brain.tap("#done-close-combat-go")


def boats_are_called_and_land(one: Phone, two: Phone, brain: Phone) -> None:
    """Called in turn 2 they land in the movement of turn 3; a whole squad but its dead goes aboard and leaves."""
    for phone in (one, two):
        phone.tap("#done-im-move-go")
    brain.tap("#test-presence")
    typed(brain, True, 1)
    brain.read_result()
    brain.tap("#follow-ups")
    typed(brain, True, 4)
    brain.read_result()
    brain.tap("#done-presence-go")
    for phone in (one, two):
        phone.tap("#done-location-go")
    brain.tap("#done-location-go")
    brain.see("Turn 3")
    brain.tap("#done-bug-move-go")
    for phone in (one, two):
        phone.tap("#done-fire-go")
    brain.tap("#done-close-combat-go")
    two.see("has landed")
    one.tap("#embark-all-go")
    for phone in (two, brain):
        expect(phone.find("#boat-1")).to_contain_text("10/10 aboard")
        expect(phone.find("#boat-2")).to_contain_text("9/10 aboard")
    one.tap("#take-off-boat-1-go")
    one.tap("#take-off-boat-2-go")
    for phone in (one, two, brain):
        expect(phone.find("#boat-1")).to_contain_text("back in turn 6")
    expect(one.find("#team-1 .men .extracted")).to_have_count(4)


# -- every screen

LONG = {"width": 390, "height": 2600}
"""A phone on which all of a board is seen: nothing lies half below the bar."""


LIGHTS = ("light", "dark", "daylight")


def sheet_of(phone: Phone, tap: str, where: str, **how: Any) -> None:
    """Open a form, look at it, put it away."""
    phone.tap(tap)
    check(phone, f"{where}: {tap}", **how)
    phone.tap("#sheet a.close")


def looked_at(where: str, *phones: Phone, **how: Any) -> None:
    for phone in phones:
        phone.page.reload()
        check(phone, where, **how)


def swarmed(lobby: Lobby, **wishes: Any) -> Battlefield:
    """20 bugs stand on the table: turn 9, bugs move."""
    field = Battlefield(lobby, referee=True, **wishes)
    for kind in (4, 4, 4, 4, 4, 1, 6, 6):
        field.on("presence")
        field.test_presence(6, kind, 2)
        pack = next(iter(field.state()["lair"]["packs"]))
        field.press(BRAIN, "show", pack=pack, place="sky" if kind == 6 else "cover")
        field.press(BRAIN, "done")
    field.on("bug-move")
    return field


@pytest.mark.parametrize(
    ("language", "how"),
    [("en", {"lights": LIGHTS}), ("es", {"contrast": False}), ("xx", {"axe": False})],
    ids=["en in every light", "es", "xx"],
)
def test_every_phase_of_a_battle_is_sound(lobby: Lobby, language: str, how: Mapping[str, Any]) -> None:
    field = swarmed(lobby)
    one, brain, referee = (field.sit(seat, language=language, viewport=LONG) for seat in (ONE, BRAIN, "referee"))
    looked_at("bugs are to move", one, brain, referee, **how)
    field.press(BRAIN, "move-bugs")
    brain.page.reload()
    sheet_of(brain, "#engage-team-2", "bugs moved", **how)
    field.press(BRAIN, "engage", team="team-2", bugs=["warrior-1", "warrior-2", "warrior-3"])
    looked_at("a test is owed", one, brain, referee, **how)
    sheet_of(one, "#react-team-2", "a test is owed", **how)
    field.press(ONE, "react", dice=[4, 4], team="team-2", im_within_12=4, bugs_within_12=6)
    field.press(BRAIN, "done")
    looked_at("fire", one, brain, **how)
    for tap in ("#team-2-burst-4", "#fire-squad-burst-squad-1"):
        sheet_of(one, tap, "fire", **how)
    for seat in (ONE, TWO):
        field.press(seat, "done")
    field.press(BRAIN, "spray", dice=[4], bug="tank-1")
    looked_at("acid", one, brain, **how)
    field.press(ONE, "dodge", dice=[1, 6], bug="tank-1", team="team-4", men=2)
    field.press(ONE, "react", dice=[5], team="team-4", im_within_12=4, bugs_within_12=6)
    field.press(BRAIN, "shelter", bug="tank-1")
    field.press(BRAIN, "done")
    looked_at("close combat", one, brain, **how)
    sheet_of(brain, "#strike-team-2", "close combat", **how)
    field.press(BRAIN, "strike", dice=[4, 2, 3], team="team-2")
    looked_at("a man is thrown, one dead, one pinned", one, brain, referee, **how)


def test_twenty_bugs_fit_on_the_wall(lobby: Lobby) -> None:
    field = swarmed(lobby)
    field.press(BRAIN, "engage", team="team-2", bugs=["warrior-1", "warrior-2", "warrior-3"])
    for width, height in ((1280, 720), (1920, 1080), (1080, 1920)):
        screen = {"width": width, "height": height}
        wall = Phone(field.lobby.context(viewport=screen, is_mobile=False, has_touch=False, language="es"), field.code)
        wall.page.goto(f"{field.lobby.url}/t/{field.code}/wall")
        check(wall, "wall")
        expect(wall.find("#bugs li")).to_have_count(20)
        expect(wall.find("#on-table h2")).to_contain_text("Por hacer en la mesa: 8")
        assert wall.find("#on-table li").count() == 8
        for line in wall.find("#on-table li").all():
            expect(line).to_be_in_viewport(ratio=0.9)
            assert line.evaluate("one => one.scrollHeight <= one.clientHeight + 1")
        assert wall.page.evaluate("() => document.documentElement.scrollHeight") <= height
        assert wall.page.evaluate("() => document.querySelector('#where').offsetHeight") <= 0.12 * height
        assert wall.find("#board button").count() == 0


@pytest.mark.parametrize("size", [(320, 640), (844, 390), (820, 1180)])
def test_a_battle_on_other_screens(lobby: Lobby, size: tuple[int, int]) -> None:
    """A small phone, one on its side, a tablet: at least a third of the screen is left above what is tapped next."""
    field = swarmed(lobby)
    one = field.sit(ONE, language="es", viewport={"width": size[0], "height": size[1]})
    for phase in ("bug-move", "fire", "im-move", "location"):
        field.on(phase)
        looked_at(phase, one)
        bar = one.find("#next").bounding_box()
        assert bar
        assert bar["height"] <= size[1] * 2 / 3


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_turns_of_a_log_are_all_in_sight_on_a_small_phone(field: Battlefield, language: str) -> None:
    for phase in ("presence", "location", "presence"):
        field.on(phase)
    phone = field.sit(ONE, viewport={"width": 320, "height": 640}, language=language)
    phone.page.goto(f"{field.lobby.url}/t/{field.code}/log")
    expect(phone.find(".chapters a")).to_have_count(3)
    for turn in phone.find(".chapters a").all():
        expect(turn).to_be_in_viewport(ratio=1)
