"""A player who gets nothing but the accessibility tree of one phone: roles, names, states and live regions.

It knows no selector, no address and no JSON; it decides by rules of thumb over the names of what it could press.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from playwright.sync_api import Error, Locator, Page, TimeoutError

LINE = re.compile(r"^\s*- (?:'(?P<quoted>.*)':?|(?P<plain>.*))$")
HEARD = re.compile(r'^(?P<role>[a-z]+)(?: "(?P<name>(?:[^"\\]|\\.)*)")?(?P<states>(?: \[[^\]]*\])*)')
PRESSED = ("button", "link")
CHOSEN = ("radio", "checkbox")
PATIENCE, DOUBLE_TAP, AGAIN, NEAR = 30_000, 0.4, 2.0, 40
"""Milliseconds that an answer may take; seconds between two presses so near (in pixels) to each other, and until one
that led nowhere is repeated."""
GONE, STAYS = 1000, 5000
"""Milliseconds after which a dialog that does not speak any more, or a button that was told, is taken to be away."""
NOT_SENDING = r"^(less|more|\\d+|Close|Hand the phone|English|Español)"


@dataclass(frozen=True)
class Thing:
    """Something that a screen reader tells: its role, its name, which one of that name it is, its states."""

    role: str
    name: str
    place: int
    states: str

    @property
    def usable(self) -> bool:
        return "disabled" not in self.states


@dataclass
class Ear:
    """One phone that is only listened to. `wishes`: names to press, the first that is told wins; other ones for whoever
    plays a seat whose name the curtain told."""

    page: Page
    wishes: Mapping[str, Sequence[str]]
    choices: Sequence[str] = ()
    once: str = "^$"
    """What is pressed at most once until a turn ends."""
    turns: str = "^$"
    """What ends a turn."""
    presses: int = 0
    player: str = ""
    pressed_at: float = 0
    pressed_on: tuple[float, float] = (0, 0)
    refused: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    done: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.page.set_default_timeout(PATIENCE)

    def place(self) -> Locator:
        dialog = self.dialog()
        return dialog.first if dialog.count() else self.page.locator("body")

    def dialog(self) -> Locator:
        """A dialog that is open, also one that asks whether something is meant."""
        return self.page.get_by_role("dialog").or_(self.page.get_by_role("alertdialog"))

    def things(self, place: Locator) -> list[Thing]:
        """All that the place tells, in its order."""
        found: list[Thing] = []
        counted: dict[tuple[str, str], int] = {}
        for role, name, states in heard(place.aria_snapshot()):
            number = counted[(role, name)] = counted.get((role, name), -1) + 1
            found.append(Thing(role, name, number, states))
        return found

    def now(self) -> str:
        return " | ".join(
            text for role in ("status", "heading") for text in self.page.get_by_role(role).all_inner_texts()
        )

    def act(self) -> str | None:
        """Press what is wished for most of all that is told; its name, or None where nothing is.

        What went from the page before it was pressed is named too: the next call hears what there is now.
        """
        place = self.place()
        things = self.usable(place)
        for chosen in self.to_choose(things):
            self.find(place, chosen).check(force=True)
            things = self.usable(place)  # some things are told once something is chosen
        one = self.wished(things) or (self.any_button(things) if place.get_by_role("heading").count() else None)
        if one is None:
            return None
        if not self.press(place, one):
            return one.name
        self.done = set() if re.search(self.turns, one.name) else self.done | {one.name}
        return one.name

    def usable(self, place: Locator) -> list[Thing]:
        return [one for one in self.things(place) if one.usable]

    def wished(self, things: Sequence[Thing]) -> Thing | None:
        """The first of what is told that a wish names, the wishes in their order."""
        fresh = [
            one
            for one in things
            if one.role in PRESSED and not (re.search(self.once, one.name) and one.name in self.done)
        ]
        return next(
            (
                one
                for wish in self.wishes.get(self.player, self.wishes[""])
                for one in fresh
                if re.search(wish, one.name)
            ),
            None,
        )

    def any_button(self, things: Sequence[Thing]) -> Thing | None:
        """The last button of a dialog: the one that sends it."""
        buttons = [one for one in things if one.role == "button" and not re.search(NOT_SENDING, one.name)]
        return buttons[-1] if buttons and self.dialog().count() else None

    def to_choose(self, things: Sequence[Thing]) -> Iterator[Thing]:
        """Of radios and boxes those that are wished for and not chosen yet."""
        for wish in self.choices:
            meant = [one for one in things if one.role in CHOSEN and re.search(wish, one.name)]
            if meant and not any("checked" in one.states for one in meant):
                yield meant[0]

    def press(self, place: Locator, one: Thing) -> bool:
        """Press, not so soon that it would be a double tap, and listen until the page has answered.

        False where it went from the page after it was told, as when something newer came in meanwhile.
        """
        before = self.told_now(place)
        found = self.find(place, one)
        try:
            where = middle_of(found)
            if math.dist(where, self.pressed_on) < NEAR:
                time.sleep(max(0, self.pressed_at + DOUBLE_TAP - time.monotonic()))
            self.pressed_on = where
            found.click(timeout=STAYS)
        except TimeoutError:
            self.told.append(f"{one.name}: gone")
            return False
        self.pressed_at, self.presses = time.monotonic(), self.presses + 1
        again = self.pressed_at + AGAIN
        while not self.answered(before):
            assert time.monotonic() < self.pressed_at + PATIENCE / 1000, f"{one.name}: nothing else is told"
            self.page.wait_for_timeout(20)
            if time.monotonic() > again and self.find(place, one).count():  # it was taken for a double tap
                self.find(place, one).click()
                again = self.pressed_at + PATIENCE
        self.pressed_at = time.monotonic()  # what an answer has only just brought is not pressed unseen
        if shown := re.match(r"Show the board of (.*)", one.name):
            self.player = shown[1]
        self.told.append(one.name)
        self.refused += [text for text in self.page.get_by_role("status").all_inner_texts() if "Why?" in text]
        return True

    def answered(self, before: list[str]) -> bool:
        try:
            return self.told_now(self.place(), GONE) != before
        except Error:  # the page gives way to another, or the dialog goes while it is asked
            return False

    def told_now(self, place: Locator, patience: int = PATIENCE) -> list[str]:
        """The place, and what the live regions say."""
        return [place.aria_snapshot(timeout=patience), *self.page.get_by_role("status").all_inner_texts()]

    def over(self) -> str | None:
        told = self.page.locator("body").aria_snapshot()
        found = re.search(r"Winner: [^\n]*|(?<=paragraph: )Draw$", told, re.MULTILINE)
        return found[0] if found else None

    def play(self, most: int) -> str:
        """Play until somebody has won; how it ended."""
        for _ in range(most):
            if end := self.over():
                return end
            assert self.act(), f"nothing to press: {self.told[-5:]}, {self.now()}"
        raise AssertionError(f"no end after {most} presses: {self.told[-20:]}")

    def find(self, place: Locator, one: Thing) -> Locator:
        """The element that was told so."""
        return place.get_by_role(
            one.role, name=one.name, exact=True, disabled=False if one.role == "button" else None
        ).nth(one.place)


def middle_of(found: Locator) -> tuple[float, float]:
    found.scroll_into_view_if_needed(timeout=STAYS)
    box = found.bounding_box()
    return (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) if box else (0, 0)


def heard(snapshot: str) -> Iterator[tuple[str, str, str]]:
    """(role, name, states) of each line of an accessibility tree."""
    for line in snapshot.splitlines():
        found = LINE.match(line)
        told = HEARD.match((found["quoted"] or found["plain"] or "").replace("''", "'")) if found else None
        if told:
            yield told["role"], re.sub(r"\\(.)", r"\1", told["name"] or ""), told["states"]
