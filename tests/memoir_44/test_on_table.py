"""What people have to do on the board, from what lies there and what happened: worked by hand."""

from __future__ import annotations

from tests.memoir_44.battles import (
    A1,
    ARM,
    ART,
    E_ART,
    E_INF,
    FLAG,
    G5,
    GRENADE,
    INF,
    STAR,
    TRAIN,
    X1,
    assault,
    at,
    battle,
    near,
    on_mine,
    rails,
)
from tests.memoir_44.playing import ALLIED, AXIS, Battle, hexes, lines

TANK, GUN = "allied-armour-1", "axis-artillery-1"


def told(unit: str) -> str:
    """The name of a unit as a line begins with it."""
    side, kind, number = unit.split("-")
    return f"{side.capitalize()} {kind} {number}"


def tick_all(game: Battle, seat: str) -> None:
    (offer,) = game.offers(seat, "tick-off-all")
    game.press(seat, "tick-off-all", **offer.given)


def test_at_the_beginning_nothing_is_to_be_done() -> None:
    """At Karst Junction the Allies hold two medals from the start: the set-up lays them down."""
    game = Battle("karst-junction").begin()
    assert game.state.medals == {"allied": 2, "axis": 0}
    assert lines(game, None) == lines(game, ALLIED) == lines(game, AXIS) == []


def test_who_moves_a_unit_is_not_told_and_the_others_are_by_one_line() -> None:
    """The armour goes G4 – G3 with the next card G3 – F2: for who looks on, G4 – F2."""
    game = assault(battle({"G4": ARM, "G6": E_INF}), TANK)
    game.press(ALLIED, "move", unit=TANK, to="G3")
    assert lines(game, ALLIED) == []
    assert lines(game, AXIS) == lines(game, None) == ["Allied armour 1 on G4: move to G3."]
    game.pass_turn().pass_turn()
    assault(game, TANK).press(ALLIED, "move", unit=TANK, to="F2")
    assert lines(game, AXIS) == ["Allied armour 1 on G4: move to F2."]
    assert lines(game, AXIS, "es") == ["Unidad blindada aliada 1 en G4: mover a F2."]
    game.pass_turn().pass_turn()
    assault(game, TANK).press(ALLIED, "move", unit=TANK, to="G4")
    assert lines(game, AXIS) == [], "it stands where it stood"


def test_figures_that_are_lost_are_told_to_both_until_one_ticks() -> None:
    """Two hits of two attacks: one line. Then the unit goes back by its own hand, and the attacker is told."""
    game = battle({"G4": INF, "G6": INF, "G5": E_INF})
    assault(game, at(game, "G4"), at(game, "G6"))
    game.press(ALLIED, "battle", unit=at(game, "G4"), target=at(game, "G5"), dice=["infantry", STAR, STAR])
    foe = at(game, "G5")
    assert lines(game, AXIS) == lines(game, ALLIED) == [f"{told(foe)} on G5: remove 1 (from 4 to 3)."]
    game.press(ALLIED, "battle", unit=at(game, "G6"), target=foe, dice=["infantry", FLAG, STAR])
    assert lines(game, AXIS) == lines(game, None) == [f"{told(foe)} on G5: remove 2 (from 4 to 2)."]
    tick_all(game, ALLIED)
    assert lines(game, AXIS) == lines(game, ALLIED) == lines(game, None) == []
    (offer,) = game.offers(AXIS, "answer-flags")
    to = hexes(offer)[0]
    game.press(AXIS, "answer-flags", ignore=0, to=to)
    assert lines(game, AXIS) == []
    assert lines(game, ALLIED) == [f"{told(foe)} on G5: move to {to}."]


def test_a_unit_that_is_lost_is_removed_and_its_medal_taken() -> None:
    game = near(ALLIED, ARM, E_ART)
    game.press(ALLIED, "battle", unit=TANK, target=GUN, dice=[GRENADE, GRENADE, FLAG])
    assert sorted(lines(game, None)) == ["Allies: medals so far: 1.", "Axis artillery 1 on G5: remove."]
    tick_all(game, AXIS)
    assert lines(game, None) == []
    game.press(ALLIED, "take-back")
    if game.state.take_back is not None:
        game.press(AXIS, "allow-take-back")
    assert sorted(lines(game, ALLIED)) == ["Allies: no medals.", "Axis artillery 1: place on G5, figures 2."]


def test_sandbags_mines_cross_hairs_and_landed_units_are_told() -> None:
    game = near(ALLIED, INF, E_INF).pass_turn().pass_turn()
    game.order("dig-in", A1)
    assert lines(game, ALLIED) == ["Sandbags: place on G4."]
    mined = on_mine(3, INF)
    mined.press(ALLIED, "move", unit=A1, to="G5")
    assert lines(mined, ALLIED) == ["Minefield on G5: turn face up (3)."]
    assert lines(mined, ALLIED, "es") == ["Campo minado en G5: poner boca arriba (3)."]
    decoy = on_mine(0, ARM)
    decoy.press(ALLIED, "move", unit=TANK, to="G5")
    assert lines(decoy, ALLIED) == ["Minefield on G5: remove."]
    shelled = battle({"G2": {**ART, "badge": "big-gun"}, "G6": E_INF})
    shelled.order("assault", "allied-artillery-1", section="centre")
    shelled.press(ALLIED, "battle", unit="allied-artillery-1", target=shelled.state.at("G6"), dice=["infantry", STAR])
    assert "Cross-hair: place on G6." in lines(shelled, ALLIED)
    landed = battle({"G4": INF}, {"G5": "airfield"}, **{"special-rules": ["airfield-landing"]})
    landed.press(ALLIED, "play-card", card="direct-from-hq")
    landed.press(ALLIED, "land", at="G5")
    assert [line.partition(": ")[2] for line in lines(landed, ALLIED)] == ["place on G5, figures 4."]


def test_stars_on_a_dam_and_hits_on_a_train_are_told_in_words() -> None:
    dammed = battle({"G5": E_INF, "G7": INF}, {"G5": "dam"}, stars=[{"purpose": "dam", "side": "axis", "at": G5}])
    dammed.pass_turn()
    for stars, english, spanish in (
        (1, "now 1 Battle Star", "con 1 Estrella de Combate"),
        (2, "now 2 Battle Stars", "con 2 Estrellas de Combate"),
    ):
        dammed.press(AXIS, "play-card", card="recon", section="left")
        dammed.press(AXIS, "sabotage-dams", choose="dam-1", dice=[STAR, FLAG])
        assert lines(dammed, AXIS) == [f"Dam on G5: {english}."], stars
        assert lines(dammed, AXIS, "es") == [f"Presa en G5: {spanish}."]
        dammed.pass_turn().pass_turn()
    railway = rails()
    railway.state.trains[TRAIN].hits = 1
    assault(railway, TANK).press(ALLIED, "battle", unit=TANK, target=TRAIN, dice=[GRENADE, GRENADE, STAR])
    assert lines(railway, AXIS) == ["Axis train 1 on G5: remove the wagon from G6, now 3 hits."]
    assert lines(railway, AXIS, "es") == ["Tren del Eje 1 en G5: retirar el vagón de G6, con 3 impactos."]


def test_a_train_moves_with_its_wagon_as_one_line_for_those_who_did_not_move_it() -> None:
    game = assault(rails().pass_turn(), TRAIN)
    game.press(AXIS, "move-train", unit=TRAIN, to="F4")
    assert lines(game, AXIS) == []
    assert lines(game, ALLIED) == ["Axis train 1 on G5: move to F4, wagon on G5."]


def test_a_unit_that_moved_twice_and_is_taken_back_is_one_line_that_tells_its_mover_too() -> None:
    """G4 – G3 was not ticked; the second move G3 – F2 is taken back: from F2 to G3. Then the first: from F2 to G4."""
    game = assault(battle({"G4": ARM, "G6": E_INF}), TANK)
    game.press(ALLIED, "move", unit=TANK, to="G3")
    (offer,) = game.offers(ALLIED, "undo")
    game.press(ALLIED, "undo", **offer.given)
    assert lines(game, ALLIED) == lines(game, AXIS) == ["Allied armour 1 on G3: move to G4."]
    game.press(ALLIED, "move", unit=TANK, to="F3")
    assert lines(game, ALLIED) == []
    game.press(ALLIED, "undo")
    assert lines(game, ALLIED) == ["Allied armour 1 on F3: move to G4."]
    tick_all(game, AXIS)
    assert lines(game, ALLIED) == []
    game.press(ALLIED, "redo")
    assert lines(game, AXIS) == ["Allied armour 1 on G4: move to F3."]


def test_two_presses_taken_back_one_after_the_other_lead_back_to_the_first_place() -> None:
    game = battle({"G4": ARM, "F4": INF, "G6": E_INF})
    assault(game, TANK, at(game, "F4"))
    game.press(ALLIED, "move", unit=TANK, to="G3")
    game.press(ALLIED, "move", unit=at(game, "F4"), to="F3")
    game.press(ALLIED, "undo")
    game.press(ALLIED, "undo")
    assert [line.partition(" on ")[2] for line in lines(game, ALLIED)] == ["F3: move to F4.", "G3: move to G4."]


def test_what_a_hand_holds_changes_nothing_of_it() -> None:
    seen = []
    for card in ("recon", "dig-in"):
        game = near(ALLIED, INF, E_INF)
        game.press(ALLIED, "battle", unit=A1, target=X1, dice=["infantry", STAR, STAR])
        game.state.accounts[AXIS].hand = [card]
        seen.append([lines(game, seat) for seat in (ALLIED, None)])
    assert seen[0] == seen[1]
    assert seen[0][0]
