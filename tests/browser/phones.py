"""Phones at a table, as people hold them."""

from __future__ import annotations

import itertools
import re
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, WebError, expect

from app.core.engine.command import Draft
from app.core.engine.event import PUBLIC
from app.core.rules.dice import SeededDice
from app.games.incursion.book import edition_book
from app.games.incursion.cards.deck import all_copies
from tests.browser.phone_pool import SIZE, Drawer
from tests.browser.thumb import PATIENCE, catch_up, tap
from tests.seated import sit_in_browser
from tests.server import ask

PHONE: dict[str, Any] = {
    "viewport": SIZE,
    "has_touch": True,
    "is_mobile": True,
    "reduced_motion": "reduce",
}
expect.set_options(timeout=PATIENCE)


OPENED = itertools.count()
"""Numbers of tables that tests open."""


class Phone:
    """One phone, with or without JavaScript."""

    def __init__(self, context: BrowserContext, code: str) -> None:
        self.context, self.code = context, code
        self.page: Page = (
            next((page for page in context.pages if page.url == "about:blank"), None) or context.new_page()
        )
        self.page.set_default_timeout(PATIENCE)
        self.page.set_default_navigation_timeout(4 * PATIENCE)  # a machine that does much else is slow to answer
        self.complaints: list[str] = []
        self.page.on("console", lambda said: self.hear(said.text) if said.type == "error" else None)
        self.page.on("pageerror", lambda error: self.hear(str(error)))

    def hear(self, complaint: str) -> None:
        if "navigator.vibrate" not in complaint:
            self.complaints.append(complaint)

    def tap(self, selector: str) -> None:
        """Tap the first of these, as slowly as a thumb does, and see what comes of it."""
        catch_up(self.page)  # what others did may have folded it away
        self.page.locator(selector).first.wait_for(state="attached")
        self.open_more(selector)
        tap(self.page.locator(selector).first)

    def open_more(self, selector: str) -> bool:
        """Open what it is folded in: the last part of a dock, or what is to be done on the table."""
        ways = "xpath=self::*[not(self::summary)]/ancestor::details[@id='rest' or @id='on-table'][not(@open)]"
        behind = self.page.locator(selector).first.locator(ways)
        if behind.count():
            tap(behind.locator("> summary"))
            return True
        return False

    def see(self, text: str) -> None:
        """Wait until the page shows this."""
        expect(self.page.locator("body")).to_contain_text(text)

    def not_see(self, text: str) -> None:
        expect(self.page.locator("body")).not_to_contain_text(text)

    def seq(self) -> int:
        return int(self.page.locator("#board").get_attribute("data-seq") or 0)

    def read_result(self) -> None:
        """See what was rolled; it goes with the next tap."""
        self.find("#sheet.result").wait_for()

    def done(self) -> None:
        """End the half, or let the last chance go; whoever the list has ticked watches."""
        catch_up(self.page)
        self.find("#done").wait_for()
        if self.find("a#done").count():
            self.tap("a#done")
            self.tap("#form-1-go")
        else:
            self.tap("#done-go")

    def draw(self) -> None:
        """Take the cards of the turn, where the side is asked."""
        catch_up(self.page)
        self.find("#replenish-go, #bids, #wait").first.wait_for()
        if self.find("#replenish-go").count():
            self.tap("#replenish-go")

    def play(self, card: str, on: str | None = None) -> None:
        """Tap a card of the hand, what it is played on, and that it is played."""
        self.tap(f".battle-card[data-card={card}] a.open")
        if on:
            self.find(f"#sheet label:has(input[value='{on}'])").tap()
        self.tap("#form-1-go")

    def find(self, selector: str) -> Locator:
        return self.page.locator(selector)


class Desk:
    """Who opens tables, and presses for seats that no phone holds."""

    def __init__(self, url: str) -> None:
        self.url = url

    def ask(self, path: str, body: Any = None, token: str | None = None, **headers: str) -> Any:
        if not path:  # a server opens so many tables an hour for each address
            headers["X_Forwarded_For"] = f"10.0.0.{next(OPENED) // 100}"
        method = "GET" if body is None else "POST"
        answer = ask(self.url, method, f"/api/tables{path}", body, token, **headers)
        assert answer.status < 300, f"{path} {body}: {answer.status} {answer.body.decode()}"
        return answer.json

    def press(self, code: str, token: str, body: Any) -> None:
        """A press at a table by who has this right; what the table is afterwards is not told."""
        self.ask(f"/{code}/commands", {"seen": 0, **body}, token, Prefer="return=minimal")


class Lobby(Desk):
    """The host's browser: opens tables and gives out seats."""

    def __init__(self, drawer: Drawer, url: str, *, language: str = "en", **more: Any) -> None:
        super().__init__(url)
        self.drawer, self.language, self.more = drawer, language, more
        self.contexts: list[BrowserContext] = []
        self.faults: list[str] = []
        """Errors that no script of a page caught."""

    def hear(self, fault: WebError) -> None:
        self.faults.append(f"{fault.page.url if fault.page else ''}: {fault.error}")

    def context(self, *, scripts: bool = True, language: str | None = None, **more: Any) -> BrowserContext:
        """A phone's browser."""
        language = language or self.language
        locale = "es-ES" if language == "es" else "en-GB"
        make = {**PHONE, "java_script_enabled": scripts, "locale": locale, **self.more, **more}
        context = self.drawer.take(**make)
        context.add_cookies([{"name": "lang", "value": language, "url": self.url}])
        context.on("weberror", self.hear)
        self.contexts.append(context)
        return context

    def open(
        self,
        *,
        scripts: bool = True,
        language: str | None = None,
        referee: bool = False,
        campaign: str | None = None,
    ) -> Phone:
        """Open a table of Incursion by tapping, or a campaign of these missions; the host's phone shows its seats."""
        host = Phone(self.context(scripts=scripts, language=language), "")
        host.page.goto(self.url)
        host.tap("a.game")
        if referee or campaign is not None:
            host.tap(".table-rules > summary")
        if referee:
            host.find("input[name=referee]").check(force=True)
        if campaign is not None:
            host.find("input[name=campaign]").check(force=True)
            host.find("#campaign_missions").fill(campaign)
        host.tap("form.whole button.main")
        host.page.wait_for_url("**/seats")
        found = re.search(r"/t/(\w+)/", host.page.url)
        assert found, host.page.url
        host.code = found[1]
        return host

    def dealt(self, hands: dict[str, list[str]], **wishes: Any) -> tuple[Phone, Phone]:
        """An Allied and a German phone at a table whose seed deals these hands."""
        asked = {"game": "incursion", "seed": seed_that_deals(hands), **wishes}
        opened = self.ask("", asked)
        phones = []
        for seat in ("allied", "german"):
            phone = Phone(self.context(), opened["code"])
            sit_in_browser(phone.page, self.url, opened["code"], opened["seats"][seat])
            phones.append(phone)
        return phones[0], phones[1]

    def join(self, host: Phone, seat: str, *, scripts: bool = True, language: str | None = None, **more: Any) -> Phone:
        """Scan the code of a seat with another phone."""
        link = host.find(f"#qr-{seat} a").first.get_attribute("href")
        phone = Phone(self.context(scripts=scripts, language=language, **more), host.code)
        phone.page.goto(self.here(link or ""))
        if not scripts:
            phone.tap("#join-go")
        phone.page.wait_for_url(re.compile(rf"/t/{host.code}$"))
        return phone

    def here(self, link: str) -> str:
        """A link by the address at which the server is reached here."""
        return re.sub(r"^http://[^/]+", self.url, link)

    def pair(self, **how: Any) -> tuple[Phone, Phone]:
        """An Allied and a German phone at a new table."""
        host = self.open(scripts=how.get("scripts", True))
        return self.join(host, "allied", **how), self.join(host, "german", **how)

    def close(self) -> None:
        for context in self.contexts:
            self.drawer.put_back(context)
            context.remove_listener("weberror", self.hear)
        assert self.faults == []


def seed_that_deals(hands: dict[str, list[str]], first: int = 0) -> str:
    """The first seed from `first` on by which the starter deck deals these: the Allied hand, then the German."""
    deck = all_copies(edition_book("en-2009", {}).battle)
    for number in range(first, first + 100_000):
        seed = number.to_bytes(32, "big")
        order, _ = Draft(None, None, PUBLIC, dice=SeededDice(seed)).shuffle(deck)
        dealt = {}
        for side, hand in hands.items():
            dealt[side], order = sorted(order[: len(hand)]), order[len(hand) :]
        if dealt == {side: sorted(hand) for side, hand in hands.items()}:
            return seed.hex()
    raise LookupError(f"no seed deals {hands}")


def choose_forces(allied: Phone, german: Phone) -> None:
    """Two Grunts against two batches."""
    for phone, card in ((allied, "grunt-ape"), (german, "sturmzombie")):
        phone.tap(f"#add-{card}-go")
        phone.see("× 1")
        phone.tap(f"#add-{card}-go")
        phone.see("× 2")
        phone.tap("#force-ready-go")


def reload_if_plain(phone: Phone, scripts: bool) -> None:
    """A phone without JavaScript learns of the others' taps when its page is loaded again, others by themselves."""
    if scripts:
        catch_up(phone.page)
    else:
        phone.page.goto(re.sub(r"\?.*|/do/.*", "", phone.page.url))
