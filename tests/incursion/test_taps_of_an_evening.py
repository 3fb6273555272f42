"""How many taps an evening takes: the ceremony of a turn, the end of a half, whole turns of two ordinary players."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable

from app.core.engine.event import PUBLIC
from app.games.incursion.board_view import shown
from tests.incursion.test_taps import ZOMBIES, Taps, horde
from tests.playing import PlayedTable
from tests.seated import sit

Play = Callable[..., PlayedTable]
SEATS = ("allied", "german")
CEREMONY, HALVES, THREE_TURNS = 5, 2, 90
"""Most taps of both sides together."""
TYPED_SHOT, TOGETHER = 5, 4
TAP, PAGE = 3 * 1024, 4 * 1024
"""Bytes, zipped, that a tap and a page of a board may weigh."""
SEED = "07" * 32


class Players:
    """Two phones at one table without scripts: each looks before it taps."""

    def __init__(self, table: PlayedTable) -> None:
        self.table = table
        self.phones = {seat: Taps(table, seat, table.client.application.test_client()) for seat in SEATS}

    @property
    def count(self) -> int:
        return sum(phone.count for phone in self.phones.values())

    def at(self, seat: str) -> Taps:
        """The phone of a seat, its board as it is now."""
        phone = self.phones[seat]
        phone.look()
        return phone

    def tap(self, seat: str, id: str) -> bool:
        """Tap what is on the board of a seat, if it is there."""
        phone = self.at(seat)
        if f'id="{id}"' not in phone.page or f'id="{id}" aria-disabled' in phone.page:
            return False
        if re.search(rf'<a [^>]*id="{id}"', phone.page):
            phone.open(id)
            phone.press(re.findall(r'<form [^>]*id="(form-\d+)"', phone.page)[-1])
        else:
            phone.press(id)
        return True

    def choose_forces(self) -> None:
        for seat, card in zip(SEATS, ("grunt-ape", "sturmzombie"), strict=True):
            for id in (f"add-{card}", f"add-{card}", "force-ready"):
                assert self.tap(seat, id)

    def ceremony(self) -> int:
        """Hands, bids and deployment as the forms have them: how many taps that took."""
        before = self.count
        for id in ("replenish", "bid-0", "deploy-all"):
            for seat in SEATS:
                self.tap(seat, id)
        assert self.table["phase"] == "action"
        return self.count - before

    def allies_act(self) -> None:
        """One Grunt shoots once, by the dice of the table, or goes ahead; the other makes for the exit."""
        self.tap("allied", "activate-grunt-ape-1")
        shots = re.findall(r'id="(fire-lmg-[a-z0-9-]+)-go"', self.at("allied").page)
        if not self.tap("allied", shots[0] if shots else "open-fire"):
            self.tap("allied", "advance-3")
        self.tap("allied", "activate-grunt-ape-2")
        self.tap("allied", "advance-3")

    def allies_done(self, *, watch: bool) -> None:
        """Both Grunts watch while no zombie is in sight; later neither does: both are unticked."""
        if watch:
            assert self.tap("allied", "done")
            return
        phone = self.at("allied")
        phone.open("done")
        ticked = len(re.findall(r'name="reaction_fire" value="[^"]*" checked', phone.page))
        phone.press("form-1", reaction_fire=[])
        phone.count += ticked - 1

    def germans_act(self) -> None:
        """Zombies on the board attack together, the others advance; whoever is watched is shot once, and let go."""
        self.tap("german", "open-assault")
        while self.tap("german", "open-advance"):
            watcher = re.search(r'id="(react-grunt-ape-\d)"', self.at("allied").page)
            if watcher:
                self.tap("allied", watcher[1])
            self.tap("allied", "no-reaction")


def test_the_ceremony_of_a_turn_and_the_end_of_its_halves(play: Play) -> None:
    players = Players(play(mission=1, seed=SEED))
    players.choose_forces()
    for _ in range(3):
        assert players.ceremony() <= CEREMONY
        before = players.count
        assert players.tap("allied", "done")
        assert players.tap("german", "done")
        assert players.count - before == HALVES
        assert players.table["phase"] in ("maintenance", "bids")


def test_three_turns_of_recon_by_two_ordinary_players(play: Play) -> None:
    players = Players(play(mission=1, seed=SEED))
    players.choose_forces()
    for turn in (1, 2, 3):
        assert players.table["turn"] == turn
        players.ceremony()
        players.allies_act()
        players.allies_done(watch=turn == 1)
        players.germans_act()
        assert players.tap("german", "done")
    told = [event["event"] for event in players.table.log()]
    assert {"shot-fired", "reaction-shot", "blow-struck", "model-advanced"} <= set(told)
    assert players.count <= THREE_TURNS


def test_a_typed_shot_takes_five_taps(table: PlayedTable) -> None:
    table.to_melee().enter("german", "sturmzombie-1").next_turn()
    table.allied("activate", model="grunt-ape-1")
    phone = Taps(table, "allied")
    phone.open("open-fire")
    phone.press("form-1", dice=[1, 2, 4])
    assert phone.count == TYPED_SHOT
    shot = next(event for event in table.log() if event["event"] == "shot-fired")
    assert (shot["dice"], shot["data"]["dice"]) == ("hand", [1, 2, 4])


def test_three_of_twelve_zombies_attack_with_three_taps_by_the_app(play: Play) -> None:
    table = horde(play)
    table.german("advance", models=ZOMBIES[:5], squares=1)
    table.next_turn().allied("done")
    phone = Taps(table, "german")
    phone.open("open-assault")
    phone.open("way-attackers-2")
    phone.press("form-1")
    assert phone.count == 3 <= TOGETHER
    blows = [event["data"]["model"] for event in table.log() if event["event"] == "blow-struck"]
    struck = list(dict.fromkeys(blows))
    assert struck == ZOMBIES[: len(struck)]
    assert struck


def test_an_event_of_the_hand_asks_once(deal: Callable[..., PlayedTable]) -> None:
    table = deal(allied=["crossed-wires"])
    phone = Taps(table, "allied")
    number = next(found for found in re.findall(r'id="hand-(\d)" data-card="crossed-wires"', phone.page))
    phone.open(f"play-{number}")
    assert "loses 2 CP" in phone.page
    assert table["in_play"] == {}
    phone.press("form-1")
    assert (phone.count, [card["card"] for card in table["in_play"].values()]) == (2, ["crossed-wires"])


def test_reaction_fire_that_is_owed_is_told_to_both(play: Play) -> None:
    table = horde(play)
    table.german("advance", models=ZOMBIES[:1], squares=1)
    table.next_turn().allied("done", reaction_fire=["grunt-ape-1"])
    table.german("move", model=ZOMBIES[1], step="forward")
    pages = [Taps(table, seat, table.client.application.test_client()).page for seat in SEATS]
    assert all("Allies: can still use Reaction Fire" in page for page in pages)
    table.allied("no-reaction")
    pages = [Taps(table, seat, table.client.application.test_client()).page for seat in SEATS]
    assert not any("may still answer" in page for page in pages)


# -- a horde of more than a hundred


def test_a_board_of_120_zombies_stays_light_and_readable(play: Play) -> None:
    grunts = [f"grunt-ape-{number}" for number in range(1, 7)]
    table = play(mission=3, rp={"allied": 30, "german": 60}).choose_forces(["grunt-ape"] * 6, ["sturmzombie"] * 20)
    table.bid().deploy(grunts, []).enter("allied", *grunts).end_turn().bid()
    zombies = [key for key in table.state()["models"] if key.startswith("sturmzombie")]
    assert len(zombies) == 120
    table.deploy([], zombies).allied("done", reaction_fire=grunts)
    for number, key in enumerate(zombies[:2]):
        seen = {seat: table.seq(seat) for seat in SEATS}
        table.german("move", model=key, step="forward")
        for seat in SEATS:
            client = table.client.application.test_client()
            sit(client, table.code, table.tokens[seat])
            told = client.get(f"/t/{table.code}?seen={seen[seat]}", headers={"HX-Request": "true"})
            page = client.get(f"/t/{table.code}")
            assert len(gzip.compress(told.data, 6)) <= TAP, seat
            assert len(gzip.compress(page.data, 6)) <= PAGE, seat
            assert f"{119 - number} × Sturmzombie" in page.text
    assert 'id="react"' in Taps(table, "allied", table.client.application.test_client()).page


def test_of_many_only_those_that_are_alike_share_a_row(play: Play) -> None:
    table = play(mission=3, referee=True, rp={"allied": 12, "german": 34})
    table.choose_forces(["grunt-ape"] * 2, ["sturmzombie"] * 9 + ["blitzhund"]).bid()
    zombies = [f"sturmzombie-{number}" for number in range(1, 28)]
    table.deploy(["grunt-ape-1"], zombies[:20]).allied("done")
    table.german("advance", models=[zombies[4], zombies[6]], squares=1)
    kept = table.kept()
    (german,) = [force for force in shown(kept, kept.seat("allied"), [])["forces"] if force.side == "german"]
    assert [(group.many, group.numbers, group.first.place) for group in german.groups] == [
        (18, "1–4, 6, 8–20", "entry"), (7, "21–27", "reserve"),
    ]  # fmt: skip
    assert sorted(row.key for row in german.rows) == ["blitzhund-1", zombies[4], zombies[6]]


def test_on_a_wall_alike_models_share_a_row_sooner(play: Play) -> None:
    table = play(mission=3, rp={"allied": 12, "german": 12})
    table.choose_forces(["grunt-ape"], ["sturmzombie"] * 4).bid()
    table.deploy(["grunt-ape-1"], [f"sturmzombie-{number}" for number in range(1, 13)])
    kept = table.kept()
    groups = {}
    for seat in (PUBLIC, kept.seat("allied")):
        (german,) = [force for force in shown(kept, seat, [])["forces"] if force.side == "german"]
        groups[seat.name] = [(one.many, one.numbers) for one in german.groups]
    assert groups == {"public": [(12, "1–12")], "allied": []}
