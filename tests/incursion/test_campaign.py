"""Missions in a row: Experience Cards won, used, killed and lost, and the next mission in one tap."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.core.engine.visibility import to_jsonable
from app.core.table.seat_view import Table
from app.games.incursion.book import missions
from app.games.incursion.cards.deck import all_copies
from app.games.incursion.missions.campaign import keepable
from app.notifier import Notifier
from app.service import TableService
from app.storage.store import Store
from tests.playing import PlayedTable, code_of, refusal, stacked_deck

Play = Callable[..., PlayedTable]
GRUNT_1, GRUNT_2 = "grunt-ape-1", "grunt-ape-2"


@pytest.fixture
def recon(play: Play, monkeypatch: pytest.MonkeyPatch) -> Callable[..., PlayedTable]:
    """Opens a campaign; the Allies hold two known cards, and both Grunts have entered."""

    def opened(*hand: str, missions: Any = (1, 1, 1), **wishes: Any) -> PlayedTable:
        stacked_deck(monkeypatch, *hand)
        wish = {"name": "Gibraltar", "missions": list(missions)}
        return play(campaign=wish, referee=True, **wishes).to_action().enter("allied", GRUNT_1, GRUNT_2)

    return opened


def won(table: PlayedTable) -> PlayedTable:
    """Both Grunts leave by an exit, the last first."""
    for model in (GRUNT_2, GRUNT_1):
        if table["acting"] != model:
            table.next_turn().allied("activate", model=model)
        table.allied("leave-board", model=model)
    assert table["winner"] == "allied"
    return table


def test_a_mission_that_a_side_concedes_is_lost_as_any_other(recon: Callable[..., PlayedTable]) -> None:
    table = recon(missions=(1, 1))
    assert (table["score"], table.allied("concede")["events"][-1]["event"]) == ({}, "mission-ended")
    (played,) = table.go_on()["campaign.played"]
    assert (played["winner"], played["because"]) == ("german", "conceded")


def kept(table: PlayedTable, model: str, card: str) -> PlayedTable:
    """The Allies keep that card, and all go on."""
    table.allied("keep-experience", model=model, card=card)
    return table.go_on()


def held(table: PlayedTable) -> Counter[str]:
    """Every card of the deck, wherever it is: deck, discard pile, hands, on models."""
    state = table.look().state
    hands = [card for side in state.sides.values() for card in side.hand]
    return Counter([*state.deck, *state.discard, *hands, *(placed.card for placed in state.in_play.values())])


# -- a card is won, used, killed; another is lost with its model; a third because nobody bought it


def test_the_whole_life_of_experience_cards(recon: Callable[..., PlayedTable], monkeypatch: pytest.MonkeyPatch) -> None:
    first = recon("extra-ammo", "steady-aim", missions=[1, 1, 1, 3], table_rulings={"xp-lost": "deck"})
    name = first.put("allied", "extra-ammo", GRUNT_1)
    won(first)
    assert first["waiting"] == [{"side": "allied", "for": "experience", "since": first.get()["seq"]}]
    second = kept(first, GRUNT_1, name)

    # it waits for its model, then lies on the first Grunt that is bought, and is out of the deck
    stacked_deck(monkeypatch, "extra-plating", "smoke", "brace", "cave-in")
    veterans = second["campaign.experience.allied"]
    assert veterans == [{"model": "grunt-ape", "cards": [{"card": "extra-ammo", "paper": False}]}]
    second.to_action()
    laid = second["in_play.extra-ammo-1"]
    assert (laid["on"], laid["owner"], laid["came"], laid["unanswered"]) == (GRUNT_1, "allied", "experience", False)
    assert second["campaign.experience.allied"] == []
    copies = Counter(all_copies(second.look().book.battle))
    assert held(second) == copies
    assert second.look().state.deck.count("extra-ammo") == copies["extra-ammo"] - 1

    # it counts: 3 dice of the LMG and 1 of the card
    second.enter("allied", GRUNT_1).enter("allied", GRUNT_2).put("allied", "extra-plating", GRUNT_2)
    second.allied("done")
    second.enter("german", "sturmzombie-1")
    second.next_turn().allied("activate", model=GRUNT_1)
    (shot, *_) = second.allied("fire", model=GRUNT_1, target="sturmzombie-1", dice=[1, 2, 3, 3])["events"]
    assert [(reason["label"], reason["change"]) for reason in shot["working"]][:2] == [("weapon", 3), ("extra-ammo", 1)]

    # the Germans kill it for its Kill Value: it is discarded, and an Experience Card no longer
    points = second["sides.german.cp"]
    second.german("kill-card", card="extra-ammo-1")
    assert second["sides.german.cp"] == points - 2
    assert "extra-ammo" in second["discard"]
    killed = {"mission": 1, "side": "allied", "model": GRUNT_1, "card": "extra-ammo", "because": "killed"}
    assert second["campaign.lost"] == [killed]
    assert held(second) == copies

    # another is kept: the second Grunt of this mission is the first of the next; it dies, and so the card is lost
    won(second)
    third = kept(second, GRUNT_2, "extra-plating-1")
    stacked_deck(monkeypatch, "steady-aim", "smoke", "brace", "cave-in")
    third.to_melee().enter("german", "sturmzombie-1")
    assert third["in_play.extra-plating-1.on"] == GRUNT_1
    for model in ("sturmzombie-1", "sturmzombie-2"):
        if third["acting"] != model:
            third.enter("german", model)
        third.german("melee", model=model, target=GRUNT_1, dice=[6] * (1 if model == "sturmzombie-1" else 2))
    assert third["models.grunt-ape-1.alive"] is False
    dead = {"mission": 1, "side": "allied", "model": GRUNT_1, "card": "extra-plating", "because": "model-lost"}
    assert third["campaign.lost"] == [killed, dead]
    assert "extra-plating" in third["discard"]
    assert held(third) == copies

    # a third is kept, and no Grunt is bought: it is in the deck again before the first shuffle
    third.next_turn()
    if third["acting"] != GRUNT_2:
        third.allied("activate", model=GRUNT_2)
    name = third.put("allied", "steady-aim", GRUNT_2)
    third.allied("leave-board", model=GRUNT_2)
    fourth = kept(third, GRUNT_2, name)
    fourth.choose_forces(allied=["ape-sarge"])
    unbought = {"mission": 3, "side": "allied", "model": "grunt-ape", "card": "steady-aim", "because": "not-bought"}
    assert fourth["campaign.lost"] == [killed, dead, unbought]
    assert fourth["campaign.experience.allied"] == []
    assert fourth["in_play"] == {}
    assert held(fourth) == copies
    told = [event["text"] for event in fourth.log() if event["event"] == "experience-returned"]
    assert told == ["Allies did not buy their experienced Grunt APE. Back in the deck: Steady Aim."]
    results = [(one["mission"], one["winner"], one["turn"], one["table"]) for one in fourth["campaign.played"]]
    tables = [first.code, second.code, third.code]
    assert results == [(1, "allied", turn, code) for turn, code in zip((2, 4, 2), tables, strict=True)]
    assert fourth["campaign.wins"] == {"allied": 3}


@pytest.mark.parametrize("edition", ["en-2009", "es-2009"])
def test_a_card_that_is_lost_leaves_the_campaign_by_the_english_book_alone(
    recon: Callable[..., PlayedTable], edition: str
) -> None:
    out = edition == "en-2009"
    first = recon("extra-ammo", "steady-aim", missions=[1, 3, 3], edition=edition)
    name = first.put("allied", "extra-ammo", GRUNT_1)
    second = kept(won(first), GRUNT_1, name)
    second.choose_forces(allied=["ape-sarge"])
    left = Counter(all_copies(second.look().book.battle)) - Counter(["extra-ammo"] * out)
    assert held(second) == left
    told = {event["event"] for event in second.log()} & {"experience-removed", "experience-returned"}
    assert told == {"experience-removed" if out else "experience-returned"}
    # and it stays out in the mission after that
    second.bid().deploy(["ape-sarge-1"], []).enter("allied", "ape-sarge-1")
    second.allied("item", model="ape-sarge-1", item="pinger")
    second.allied("leave-board", model="ape-sarge-1")
    third = second.go_on().choose_forces()
    assert held(third) == left
    page = str(third.client.get(f"/t/{third.code}/campaign").text)
    assert ('id="removed"' in page) is out


def test_a_model_gathers_several_cards_and_several_models_keep_their_order(
    recon: Callable[..., PlayedTable], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = recon("extra-ammo", "steady-aim", missions=[1, 1, 1])
    table.put("allied", "extra-ammo", GRUNT_2)
    table = kept(won(table), GRUNT_2, "extra-ammo-1")
    stacked_deck(monkeypatch, "extra-ammo", "steady-aim")
    table.to_action().enter("allied", GRUNT_1, GRUNT_2)
    table.put("allied", "extra-ammo", GRUNT_1)
    assert {"extra-ammo-1", "extra-ammo-2"} <= set(table["in_play"])
    won(table)
    offers = [offer["given"] for offer in table.offers(command="keep-experience")]
    assert offers == [{"model": GRUNT_1, "card": "extra-ammo-2"}], "what is an Experience Card stays anyway"
    table = kept(table, GRUNT_1, "extra-ammo-2").choose_forces()
    lying = {name: (card["on"], card["came"]) for name, card in table["in_play"].items()}
    assert lying == {"extra-ammo-1": (GRUNT_1, "experience"), "extra-ammo-2": (GRUNT_1, "experience")}


def test_two_experienced_models_are_bought_in_their_order(recon: Callable[..., PlayedTable]) -> None:
    table = won(recon("extra-ammo", "steady-aim"))
    state = table.written_on()
    for number, card in ((1, "extra-ammo"), (2, "steady-aim")):
        state.in_play[f"{card}-1"] = in_play(card, f"grunt-ape-{number}", came="experience")
    table = table.go_on().choose_forces()
    assert {name: card["on"] for name, card in table["in_play"].items()} == {
        "extra-ammo-1": GRUNT_1,
        "steady-aim-1": GRUNT_2,
    }


def in_play(card: str, on: str, **more: Any) -> Any:
    """A card that lies on a model, in effect."""
    from app.games.incursion.state import InPlay

    return InPlay(card, "allied", on, "mission", unanswered=False, **more)


# -- what may be kept


@pytest.mark.parametrize("edition", ["en-2009", "es-2009"])
def test_what_may_be_kept(recon: Callable[..., PlayedTable], app: Flask, edition: str) -> None:
    table = won(recon("extra-ammo", "steady-aim", edition=edition))
    state = app.extensions["store"].table(table.code).state
    state.models["sturmzombie-1"].dp = 1
    state.models["grunt-ape-3"] = type(state.models[GRUNT_1])("grunt-ape", "allied", 3, 2, 5, dp=0)
    cases = {
        "played": in_play("extra-ammo", GRUNT_1, came="played"),
        "by an event, of the deck": in_play("extra-ammo", GRUNT_1),
        "by an event, of no deck": in_play("blaze-of-glory", GRUNT_1, paper=True),
        "experience": in_play("extra-ammo", GRUNT_1, came="experience"),
        "an event": in_play("field-repair", GRUNT_1, came="played"),
        "on a zombie": in_play("extra-ammo", "sturmzombie-1", came="played"),
        "on all zombies": in_play("brittle-bones", "sturmzombie", came="played"),
        "on a dead model": in_play("extra-ammo", "grunt-ape-3", came="played"),
        "on a side": in_play("all-guns", "allied", came="played"),
    }
    state.in_play = dict(cases)
    state.in_play["unanswered"] = in_play("extra-ammo", GRUNT_1, came="played")
    state.in_play["unanswered"].unanswered = True
    lying = [("grunt-ape-1", "by an event, of the deck")] if edition == "en-2009" else []
    assert keepable(table.look(), "allied") == [("grunt-ape-1", "played"), *lying]
    assert keepable(table.look(), "german") == []


def test_a_card_that_the_enemy_played_is_kept_as_ones_own(recon: Callable[..., PlayedTable]) -> None:
    table = recon("steady-aim", "steady-aim", "extra-ammo")
    table.allied("done")
    name = table.put("german", "extra-ammo", GRUNT_1)
    following = kept(won(table), GRUNT_1, name).choose_forces()
    assert table[f"in_play.{name}.owner"] == "allied"
    assert following["in_play.extra-ammo-1.owner"] == "allied"


def test_refusals_of_experience(recon: Callable[..., PlayedTable], play: Play) -> None:
    table = recon("extra-ammo", "field-orders")
    keep = {"model": GRUNT_1, "card": "extra-ammo-1"}
    assert code_of(lambda: table.allied("keep-experience", **keep)) == "not-time-for-experience"
    table.put("allied", "extra-ammo", GRUNT_1)
    won(table)
    for wrong in ({"model": GRUNT_2}, {"card": "x"}):
        said = refusal(lambda wrong=wrong: table.allied("keep-experience", **{**keep, **wrong}))
        assert said == ("not-on-that-model", "card")
    assert code_of(lambda: table.german("no-experience")) == "not-time-for-experience"
    assert code_of(lambda: table.referee("no-experience")) == "not-your-command"
    assert code_of(lambda: table.go_on("german")) == "experience-first"
    table.allied("no-experience")
    assert code_of(lambda: table.allied("keep-experience", **keep)) == "not-time-for-experience"
    single = play()
    assert code_of(lambda: single.allied("no-experience")) == "not-a-campaign"
    reasons = [offer["why_not"]["code"] for offer in single.offers(command="keep-experience", greyed="1")]
    assert reasons == ["not-a-campaign"]


def test_zombies_and_cards_of_no_effect_are_refused(recon: Callable[..., PlayedTable]) -> None:
    table = recon("extra-ammo", "field-orders", "extra-ammo")
    table.put("allied", "extra-ammo", GRUNT_1)
    won(table)
    state = table.written_on()
    state.in_play |= {"b": in_play("extra-ammo", GRUNT_1), "a": in_play("field-repair", GRUNT_1, came="played")}
    state.wait_for("german", "experience")
    state.in_play["z"] = in_play("extra-ammo", "sturmzombie-1", came="played")
    assert refusal(lambda: table.allied("keep-experience", model=GRUNT_1, card="a")) == ("not-to-be-kept", "card")
    zombie = {"model": "sturmzombie-1", "card": "z"}
    assert refusal(lambda: table.german("keep-experience", **zombie)) == ("zombies-keep-nothing", "model")


# -- decks of paper


def test_a_card_of_a_paper_deck_stays_out_of_the_count(play: Play) -> None:
    table = play(campaign={"name": "x", "missions": [1, 1]}, deck={"allied": "physical"})
    table.choose_forces().allied("replenish-hand", held=2)
    table.allied("bid", cp=0)
    table.german("bid", cp=0)
    table.deploy([GRUNT_1, GRUNT_2], []).enter("allied", GRUNT_1, GRUNT_2)
    table.put("allied", "extra-ammo", GRUNT_1)
    table = kept(won(table), GRUNT_1, "extra-ammo-1").choose_forces()
    assert table["in_play.extra-ammo-1.paper"] is True
    state = table.look().state
    assert state.broken() == []
    copies = Counter(all_copies(table.look().book.battle))
    assert Counter([*state.deck, *state.sides["german"].hand]) == copies


# -- the chain of tables


def test_the_next_table_is_as_this_one_was(recon: Callable[..., PlayedTable]) -> None:
    table = recon("extra-ammo", "steady-aim", missions=[1, 3], edition="es-2009", language="es", referee_sees="all")
    table.referee("table-ruling", question="wiped-out", answer="play-on")
    table.allied("rename", name="Ana")
    table.german("set-habit", rolls_by="hand")
    won(table)
    following = table.go_on()
    assert following["edition"] == "es-2009"
    assert following["answers"]["wiped-out"] == "play-on"
    assert (following["mission"], following["sides.allied.rp"]) == (3, missions()[3]["rp"]["allied"])
    assert following["seats"]["allied"]["name"] == "Ana"
    assert following["seats"]["german"]["rolls"] == "hand"
    assert following.commitment != table.commitment
    before, after = table.look().table.opening, following.look().table.opening  # type: ignore[union-attr]
    same = ("cards", "book", "seats", "deck", "language", "referee_sees", "game")
    assert {name: before[name] for name in same} == {name: after[name] for name in same}
    assert following["campaign.played"][0]["forces"] == {"allied": {"grunt-ape": 2}, "german": {"sturmzombie": 2}}
    assert table["next_table"] == following.code
    assert table.log()[-1]["text"] == f"La campaña sigue en la mesa {following.code}."


def test_pressing_twice_or_at_once_makes_one_table(recon: Callable[..., PlayedTable], app: Flask) -> None:
    table = won(recon("extra-ammo", "steady-aim"))
    codes: list[str] = []
    start = threading.Barrier(4)

    def press(seat: str) -> None:
        client = app.test_client()
        start.wait()
        answer = client.post(
            f"/api/tables/{table.code}/next", headers={"Authorization": f"Bearer {table.tokens[seat]}"}
        )
        codes.append(answer.json["code"])

    threads = [threading.Thread(target=press, args=(seat,)) for seat in ("allied", "german") * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(codes)) == 1
    assert sorted(app.extensions["store"].codes()) == sorted({table.code, codes[0]})
    assert [event["event"] for event in table.log()].count("campaign-went-on") == 1
    assert table.go_on().code == codes[0]


def test_another_server_of_the_same_folder_makes_no_second_table(
    recon: Callable[..., PlayedTable], app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = won(recon("extra-ammo", "steady-aim"))
    one, other = app.extensions["acts"], TableService(Store(app.extensions["store"].folder), Notifier())
    opens = other.store.open_next

    def meanwhile(*asked: Any) -> str | None:
        monkeypatch.setattr(other.store, "open_next", opens)
        one.start_next_table(table.kept(), table.kept().seat("german"))
        return opens(*asked)

    monkeypatch.setattr(other.store, "open_next", meanwhile)
    kept = other.store.table(table.code)
    after, is_new = other.start_next_table(kept, kept.seat("allied"))
    assert (after.code, is_new) == (table["next_table"], False)
    assert len(one.store.codes()) == 2


def test_only_who_holds_a_seat_goes_on_and_holds_the_same_seat_there(
    recon: Callable[..., PlayedTable], client: FlaskClient
) -> None:
    table = won(recon("extra-ammo", "steady-aim"))
    assert client.post(f"/api/tables/{table.code}/next").status_code == 401
    answer = client.post(
        f"/api/tables/{table.code}/next", headers={"Authorization": f"Bearer {table.tokens['german']}"}
    )
    assert answer.status_code == 201
    assert set(answer.json) == {"code", "seat", "token"}
    code = answer.json["code"]
    seen = client.get(f"/api/tables/{code}", headers={"Authorization": f"Bearer {answer.json['token']}"})
    assert seen.json["seat"] == "german"
    strangers = client.post(f"/api/tables/{code}/seats", json={"seat": "allied"})
    assert (strangers.status_code, strangers.json["error"]["code"]) == (409, "seat-taken")


def test_refusals_of_going_on(recon: Callable[..., PlayedTable], play: Play) -> None:
    assert code_of(play().go_on) == "not-a-campaign"
    table = recon("extra-ammo", "steady-aim", missions=[1])
    assert code_of(table.go_on) == "mission-not-over"
    table.put("allied", "extra-ammo", GRUNT_1)
    won(table)
    assert table["waiting"] == [], "after the last mission nothing is kept"
    assert code_of(table.go_on) == "campaign-over"


def test_nothing_is_undone_on_a_table_from_which_the_campaign_went_on(recon: Callable[..., PlayedTable]) -> None:
    table = recon("extra-ammo", "steady-aim")
    table.put("allied", "extra-ammo", GRUNT_1)
    won(table)
    table.allied("keep-experience", model=GRUNT_1, card="extra-ammo-1")
    table.allied("undo")
    assert table["waiting"][0]["for"] == "experience"
    table.allied("keep-experience", model=GRUNT_1, card="extra-ammo-1")
    table.go_on()
    for seat in ("allied", "referee"):
        assert code_of(lambda seat=seat: table.press(seat, "undo")) == "table-went-on"
    table.allied("publish-seed")
    assert table.go_on()["campaign.index"] == 1


def test_a_closed_table_still_keeps_a_card_and_goes_on(recon: Callable[..., PlayedTable]) -> None:
    table = recon("extra-ammo", "steady-aim")
    table.put("allied", "extra-ammo", GRUNT_1)
    won(table).german("publish-seed")
    assert kept(table, GRUNT_1, "extra-ammo-1")["campaign.experience.allied"][0]["model"] == "grunt-ape"


def test_a_log_of_a_campaign_stands_alone(recon: Callable[..., PlayedTable], client: FlaskClient, app: Flask) -> None:
    table = recon("extra-ammo", "steady-aim")
    table.put("allied", "extra-ammo", GRUNT_1)
    following = kept(won(table), GRUNT_1, "extra-ammo-1").choose_forces()
    live = app.extensions["store"].table(following.code)
    assert to_jsonable(Table(live.code, live.game, live.entries).state) == to_jsonable(live.state)
    copy = client.post("/api/tables/import", json=table.get("/export")).json
    imported = object.__new__(PlayedTable)
    imported.client, imported.code, imported.tokens, imported.presses = client, copy["code"], copy["seats"], 0
    imported.game = table.game
    anew = imported.go_on()
    assert anew.code not in (following.code, table.code), "a copy has no right to the seats of somebody's next table"
    assert anew["campaign.played"][0]["table"] == imported.code


# -- opening a campaign


WRONG = [
    ({"name": "x", "missions": []}, {}, 422, "series-length", "campaign.missions"),
    ({"name": "x", "missions": [1] * 31}, {}, 422, "series-length", "campaign.missions"),
    ({"name": "x", "missions": [1, 99]}, {}, 422, "not-allowed", "campaign.missions.1"),
    ({"name": "x", "missions": [1, "1"]}, {}, 422, "not-allowed", "campaign.missions.1"),
    ({"name": "x", "missions": [2, 1]}, {"mission": 1}, 422, "not-allowed", "mission"),
    ({"name": ""}, {}, 422, "too-short", "campaign.name"),
    ({"missions": [1]}, {}, 400, "missing-field", "campaign.name"),
    ({"name": "x", "index": 1}, {}, 400, "unknown-field", "campaign.index"),
    (True, {}, 400, "wrong-type", "campaign"),
]


@pytest.mark.parametrize("case", WRONG, ids=[case[3] + str(case[0]) for case in WRONG])
def test_a_campaign_that_cannot_be_is_not_opened(client: FlaskClient, app: Flask, case: tuple[Any, ...]) -> None:
    wish, more, status, code, field = case
    answer = client.post("/api/tables", json={"game": "incursion", "campaign": wish, **more})
    error = answer.json["error"]
    assert (answer.status_code, error["code"], error["field"]) == (status, code, field)
    assert app.extensions["store"].codes() == []


def test_a_campaign_is_all_missions_in_order_unless_wished_otherwise(play: Play) -> None:
    table = play(campaign={"name": "Gibraltar"})
    assert table["campaign.missions"] == sorted(missions())
    assert table["mission"] == 1
    assert play(campaign={"name": "x", "missions": [3, 1, 3]}, mission=3)["mission"] == 3
    assert play()["campaign"] is None


STRANGE = [
    {"index": 5},
    {"index": 1, "missions": [1, 2]},
    {"experience": {"allied": [{"model": "grunt-ape", "cards": [{"card": "no-such-card"}]}]}},
    {"experience": {"german": [{"model": "grunt-ape", "cards": []}]}},
    {"experience": {"allied": [{"model": "nobody", "cards": []}]}},
    {"played": [{"mission": 1}]},
    {"missions": [1, 99]},
]


@pytest.mark.parametrize("change", STRANGE, ids=str)
def test_a_record_that_cannot_be_is_not_imported(
    recon: Callable[..., PlayedTable], client: FlaskClient, change: dict[str, Any]
) -> None:
    import json

    from tests.web.test_api import sealed_again

    file = won(recon("extra-ammo", "steady-aim")).get("/export")
    (event,) = json.loads(file["log"][0]["events"])
    event["opening"]["campaign"] |= change
    file["log"][0]["events"] = json.dumps([event])
    answer = client.post("/api/tables/import", json=sealed_again(file))
    assert (answer.status_code, answer.json["error"]["code"]) == (422, "log-does-not-fold")
