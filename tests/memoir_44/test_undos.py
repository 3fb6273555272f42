"""Undoing what armies, night, ice, caves and other boxes bring: the state is as before, and it goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from app.core.engine.visibility import to_jsonable
from app.core.errors import Refused
from app.games.memoir_44.scenarios.files import scenarios
from tests.memoir_44.battles import A1, ARM, E_ARM, E_INF, FLAG, GRENADE, INF, STAR, X1, assault, at, battle, near
from tests.memoir_44.playing import ALLIED, AXIS, Battle

BRIT = {**INF, "nation": "brit", "figures": 2}
TIGER = {**E_ARM, "nation": "ger", "badge": "tiger"}
TRUCK = {**ARM, "badge": "truck"}
TANK, NOTHING = "allied-armour-1", ["infantry", "armour", GRENADE, FLAG]


class Press(NamedTuple):
    """The press that is taken back, and the events of it that the test is about."""

    seat: str
    command: str
    fields: dict[str, Any]
    events: tuple[str, ...]
    dice: list[str] | None = None


Play = Callable[[], tuple[Battle, Press]]
"""A battle up to that press."""


def commissar(chip: bool, deck: str = "app") -> Battle:
    game = battle({"G4": INF}, deck=deck, armies={ALLIED: ["commissar"]})
    if chip and deck == "app":
        game.press(ALLIED, "lay-under-chip", card=layable(game))
    return game


def layable(game: Battle) -> str:
    return next(card for card in game.state.accounts[ALLIED].hand if card != "ambush")


def chip_laid() -> tuple[Battle, Press]:
    game = commissar(chip=False)
    return game, Press(ALLIED, "lay-under-chip", {"card": layable(game)}, ("card-laid-under",))


def chip_played() -> tuple[Battle, Press]:
    game = commissar(chip=True)
    fields = {"card": game.state.accounts[ALLIED].chip[0], "under": layable(game)}
    (offer, *_) = [one for one in game.offers(ALLIED, "play-card") if one.label == "play-chip"]
    fields |= {"section": offer.values("section")[0]} if "section" in offer.choose else {}
    return game, Press(ALLIED, "play-card", fields, ("chip-played", "card-laid-under"))


def chip_turned() -> tuple[Battle, Press]:
    game = commissar(chip=True, deck="physical")
    return game, Press(ALLIED, "play-card", {"card": "probe", "section": "centre"}, ("chip-turned",))


def attacked() -> tuple[Battle, Press]:
    game = battle({"G4": BRIT, "G5": E_INF}, armies={ALLIED: ["battle-back"]}).pass_turn()
    game.order("assault", X1, section="centre")
    return game, Press(AXIS, "battle", {"unit": X1, "target": A1}, ("back-asked",), [GRENADE, STAR, STAR])


def struck_back(command: str, event: str, dice: list[str] | None) -> Play:
    def play() -> tuple[Battle, Press]:
        game, press = attacked()
        game.press(press.seat, press.command, press.dice, **press.fields)
        return game, Press(ALLIED, command, {}, (event,), dice)

    return play


def card_taken() -> tuple[Battle, Press]:
    game = battle({"G4": INF, "G5": {**E_INF, "figures": 1}}, deck="app", armies={AXIS: ["italian-high-command"]})
    while not game.offers(ALLIED, "announce-attack"):
        play_any(game)
    fields = {"unit": A1, "target": at(game, "G5")}
    game.press(ALLIED, "announce-attack", **fields)
    game.press(AXIS, "let-come", whole_turn=False)
    return game, Press(ALLIED, "battle", fields, ("card-taken", "hand-cut"), [GRENADE, STAR, STAR])


def play_any(game: Battle) -> None:
    """Play turns with the first card of a hand until one orders the unit in G4."""
    side = game.state.active
    for offer in game.offers(side, "play-card"):
        card = str(offer.given.get("card") or offer.values("card")[0])
        section = {"section": offer.values("section")[0]} if "section" in offer.choose else {}
        game.press(side, "play-card", card=card, **section)
        break
    while game.state.slots and (orders := game.offers(side, "order")):
        some: Any = orders[0].choose["units"]
        wanted = [A1] if A1 in some.some else []
        game.press(side, "order", place=orders[0].given["place"], units=wanted)
    if game.offers(side, "announce-attack"):
        return
    game.press(side, "roll-orders", dice=[STAR] * 9) if game.offers(side, "roll-orders") else None
    game.press(side, "end-turn")
    while game.state.surplus:
        game.press(side, "lay-off", card=game.offers(side, "lay-off")[0].values("card")[0])


def night_rolled() -> tuple[Battle, Press]:
    game = battle({"G4": INF}, night={"side": "allied"})
    return game, Press(ALLIED, "roll-night", {}, ("night-rolled",), [STAR, *NOTHING[:3]])


def dropping(**more: Any) -> dict[str, Any]:
    return {"air-drops": [{"side": "allied", "drops": [1], "steps": 2, "at": [[12, 4]], **more}]}


def unit_dropped() -> tuple[Battle, Press]:
    game = battle({"G7": E_INF}, **dropping())
    return game, Press(ALLIED, "drop-unit", {"at": "G5"}, ("unit-dropped",), [1, 4])  # type: ignore[list-item]


def put_by_hand() -> tuple[Battle, Press]:
    game = battle({"G7": E_INF}, **dropping(**{"by-hand": True}))
    return game, Press(ALLIED, "put-dropped", {"to": "D5"}, ("unit-dropped",))


def drop_by_day() -> tuple[Battle, Press]:
    game = battle({"G7": E_INF}, night={"side": "allied"}, **dropping(daylight=True))
    for _ in range(3):
        game.press(ALLIED, "roll-night", dice=[STAR, *NOTHING[:3]])
        game.pass_turn().pass_turn()
    return game, Press(ALLIED, "roll-night", {}, ("night-rolled", "drop-due"), [STAR, STAR, *NOTHING[:2]])


def medics() -> Battle:
    own = next(data for data in scenarios().values() if data["board"] == "breakthrough")
    game = Battle({**own, "key": "made-up", "first": "allied"}).begin()
    game.press(ALLIED, "play-card", card="medics-and-mechanics")
    return game


def medics_rolled() -> tuple[Battle, Press]:
    return medics(), Press(ALLIED, "roll-medics", {}, ("medics-rolled",), ["infantry", "armour", STAR, GRENADE])


def sudden_death() -> tuple[Battle, Press]:
    death = {"sudden-deaths": [{"side": "allied", "at": [[12, 4], [12, 6]], "needs": 2}]}
    game = battle({"G3": INF, "H4": INF}, **death)
    mover = at(game, "H4")
    assault(game, mover)
    return game, Press(ALLIED, "move", {"unit": mover, "to": "G5"}, ())


def deck_ended() -> tuple[Battle, Press]:
    game = battle({"G4": INF}, **{"deck-ends": "axis"})
    game.press(ALLIED, "play-card", card="recon", section="left")
    return game, Press(ALLIED, "end-deck", {}, ("deck-ended", "battle-ended"))


def cave_sealed() -> tuple[Battle, Press]:
    game = assault(battle({"G5": INF}, {"G5": "cave-on-hill"}), A1)
    return game, Press(ALLIED, "seal-cave", {"unit": A1}, ("cave-attacked",), [FLAG, STAR, GRENADE])


def onto_ice() -> tuple[Battle, Press]:
    game = assault(battle({"G3": INF}, {"G4": "frozen-river"}), A1)
    return game, Press(ALLIED, "move", {"unit": A1, "to": "G4"}, ("unit-moved", "ice-asked"))


def ice_rolled() -> tuple[Battle, Press]:
    game, press = onto_ice()
    game.press(press.seat, press.command, **press.fields)
    return game, Press(ALLIED, "roll-ice", {}, ("ice-rolled", "figures-lost"), [FLAG, STAR])


def headquarters_taken(deck: str = "physical") -> tuple[Battle, Press]:
    game = battle({"G4": INF, "G6": E_INF}, obstacles={"G5": {"terrain": "headquarters", "owner": "axis"}}, deck=deck)
    assault(game, A1)
    return game, Press(ALLIED, "move", {"unit": A1, "to": "G5"}, ("headquarters-taken",))


def headquarters_freed() -> tuple[Battle, Press]:
    game, press = headquarters_taken()
    game.press(press.seat, press.command, **press.fields)
    game.press(ALLIED, "end-turn")
    game.press(ALLIED, "move-piece", piece=A1, to="G2")
    game.press(AXIS, "allow-ruling") if game.offers(AXIS, "allow-ruling") else None
    enemy = at(game, "G6")
    game.order("assault", enemy, section="centre")
    return game, Press(AXIS, "move", {"unit": enemy, "to": "G5"}, ("headquarters-freed",))


def tiger_hit() -> tuple[Battle, Press]:
    game = near(ALLIED, ARM, TIGER)
    fields = {"unit": TANK, "target": "axis-tiger-1"}
    return game, Press(ALLIED, "battle", fields, ("second-roll-asked",), ["armour", STAR, STAR])


def tiger_rolled() -> tuple[Battle, Press]:
    game, press = tiger_hit()
    game.press(press.seat, press.command, press.dice, **press.fields)
    return game, Press(ALLIED, "roll-again", {}, ("second-rolled", "unit-lost", "medals-won"), [GRENADE])


def truck_hit() -> tuple[Battle, Press]:
    game = assault(battle({"G4": INF, "G5": {**E_ARM, "badge": "truck"}}), A1)
    fields = {"unit": A1, "target": at(game, "G5")}
    return game, Press(ALLIED, "battle", fields, ("vehicles-lost",), ["infantry", STAR, STAR])


def supplied() -> tuple[Battle, Press]:
    game = battle({"G4": TRUCK, "G5": INF, "G6": E_INF})
    enemy = at(game, "G6")
    game.pass_turn().order("assault", enemy, section="centre")
    game.press(AXIS, "battle", unit=enemy, target=A1, dice=["infantry", STAR, STAR])
    game.press(AXIS, "end-turn")
    assault(game, "allied-truck-1", A1)
    fields = {"unit": "allied-truck-1", "target": A1, "figures": 1}
    return game, Press(ALLIED, "give-supply", fields, ("supplied",))


def headquarters_of_app() -> tuple[Battle, Press]:
    game = battle({"G4": INF, "G6": E_INF}, obstacles={"G5": {"terrain": "headquarters", "owner": "axis"}}, deck="app")
    while not [one for one in game.offers(ALLIED, "move") if one.given["unit"] == A1]:
        side = game.state.active
        (card, section) = next(playable(game, side))
        game.press(side, "play-card", card=card, **({"section": section} if section else {}))
        for _ in range(len(game.state.slots)):
            (offer, *_) = game.offers(side, "order")
            some: Any = offer.choose["units"]
            game.press(side, "order", place=0, units=[A1] if A1 in some.some else [])
        if not game.unit(A1).ordered:
            game.press(side, "end-turn")
    return game, Press(ALLIED, "move", {"unit": A1, "to": "G5"}, ("headquarters-taken",))


def playable(game: Battle, side: str) -> Any:
    """The section cards of a hand, those of the centre first."""
    hand = sorted(game.state.accounts[side].hand, key=lambda card: not card.endswith("-centre"))
    return ((card, None) for card in hand if card.partition("-")[0] in ("probe", "attack", "assault"))


CASES: dict[str, Play] = {
    "a card under the chip": chip_laid,
    "the card under the chip is played": chip_played,
    "a chip of paper cards": chip_turned,
    "a strike back is asked": attacked,
    "a strike back": struck_back("battle-back", "struck-back", [FLAG]),
    "no strike back": struck_back("hold-back", "back-left", None),
    "a card that a lost unit takes": card_taken,
    "the light of a night": night_rolled,
    "a unit from the air": unit_dropped,
    "a figure dropped by hand": put_by_hand,
    "the day of an air drop": drop_by_day,
    "medics": medics_rolled,
    "the end of the deck": deck_ended,
    "sudden death": sudden_death,
    "a cave that is sealed": cave_sealed,
    "a move onto thin ice": onto_ice,
    "the roll on thin ice": ice_rolled,
    "headquarters": headquarters_taken,
    "headquarters taken with cards of the app": headquarters_of_app,
    "headquarters set free": headquarters_freed,
    "a Tiger that is hit": tiger_hit,
    "the second roll against a Tiger": tiger_rolled,
    "figures of a truck": truck_hit,
    "supplies": supplied,
}


def meaning(game: Battle) -> Any:
    """The whole state but for the numbers of presses."""
    found = dict(to_jsonable(game.state))
    waiting = [{**one, "since": 0} for one in found["waiting"]]
    return {**found, "press": 0, "waiting": waiting}


def taken_back(game: Battle, seat: str) -> None:
    """Undo the last press, or ask the other side to take it back."""
    try:
        game.press(seat, "undo")
    except Refused:
        game.press(seat, "take-back")
        other = AXIS if seat == ALLIED else ALLIED
        if game.offers(other, "allow-take-back"):
            game.press(other, "allow-take-back")


@pytest.mark.parametrize("name", CASES)
def test_what_was_taken_back_leaves_nothing_and_happens_again(name: str) -> None:
    game, press = CASES[name]()
    before = meaning(game)
    happened = {event.key for event in game.press(press.seat, press.command, press.dice, **press.fields)}
    assert set(press.events) <= happened
    after = meaning(game)
    assert after != before
    taken_back(game, press.seat)
    assert meaning(game) == before
    game.press(press.seat, press.command, press.dice, **press.fields)
    assert meaning(game) == after


def test_the_beginning_of_a_battle_with_an_air_drop_is_undone_with_what_it_asks() -> None:
    game = battle({"G7": E_INF}, **dropping())
    assert [one.for_ for one in game.state.waiting] == ["drop"]
    game.press(ALLIED, "undo")
    assert (game.state.phase, game.state.waiting, game.state.drops[0].due) == ("set-up", [], False)
    game.press(ALLIED, "begin-battle")
    assert game.state.drops[0].due
