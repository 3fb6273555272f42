"""What is tapped on the map: units to order, a unit and where it goes, a unit and whom it attacks, a way back."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from flask import Flask

from app.core.engine.buttons import Button
from app.core.engine.offers import Offer
from app.core.errors import Refused
from app.games.memoir_44.board_state import BoardState
from app.games.memoir_44.board_view import shown
from app.games.memoir_44.board_view.drawing import centre, drawn_ground, extent
from app.games.memoir_44.board_view.selectable import unit_chosen
from app.games.memoir_44.board_view.tile_art import drawings, lines
from app.games.memoir_44.board_view.units import markers, pieces, rows
from app.games.memoir_44.game import GAME
from app.games.memoir_44.geometry import Board
from app.games.memoir_44.rulings.rule_of import GROUND
from app.web.request.guard import packed
from app.web.table.form_view import Asked, Value, dialog_of, form_of
from tests.memoir_44.battles import A1, ARM, ART, E_ARM, E_ART, E_INF, INF, MINED, X1, battle, near
from tests.memoir_44.playing import Battle, hexes
from tests.memoir_44.test_boards import FORM, SCRIPT, Phones, ordered

pytestmark = pytest.mark.usefixtures("on_shelf")
LIGHT = 3 * 1024
LIT = re.compile(
    r'<button name="to" value="([A-Z]\d+)" class="to(?: fight| free| far)?(?: mined)? x\d+ y\d+"'
    r' aria-label="[^"]*: \1[^"]*"></button>'
)


def at(table: Phones, seat: str, unit: str) -> str:
    answer = table.phones[seat].get(f"/t/{table.code}/at/{unit}", headers=SCRIPT)
    assert answer.status_code == 200, answer.text
    assert len(packed(answer.data)) <= LIGHT
    return answer.text


def choosable(page: str) -> list[str]:
    """The units that can be chosen on a map."""
    return re.findall(r'id="at-([a-z0-9-]+)"', page)


def offers(app: Flask, table: Phones, seat: str, command: str, unit: str) -> list[Offer]:
    played = app.extensions["store"].table(table.code)
    found = [one for one in played.offers_for(played.seat(seat)) if one.command == command]
    return [one for one in found if one.given.get("unit", unit) == unit]


def send(table: Phones, seat: str, page: str, id: str, **more: str | Sequence[str]) -> None:
    """Send a form of a page as a phone without scripts does."""
    found = re.search(rf'<form method="post" action="([^"]+)"[^>]* id="{id}"[^>]*>(.*?)</form>', page, re.S)
    assert found, id
    fields = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', found[2]))
    answer = table.phones[seat].post(found[1], data={**fields, **more}, headers=FORM)
    assert answer.status_code == 303, answer.text


@pytest.mark.parametrize(
    ("ground", "language", "says"),
    [
        ({}, "en", {"G6": "Retreat", "F6": "Retreat"}),
        ({}, "es", {"G6": "Retirarse", "F6": "Retirarse"}),
        ({"G5": "church", "F6": "lake"}, "en", {"G5": "Stay, ignore one flag", "G6": "Retreat, ignore none"}),
        ({"G6": "lake", "F6": "lake"}, "es", {"G5": "Quedarse y perder figuras"}),
    ],
)  # fmt: skip
def test_what_a_hex_answers_to_a_flag_is_said_as_people_say_it(
    ground: dict[str, str], language: str, says: dict[str, str]
) -> None:
    game = near("allied", INF, E_INF, ground=ground)
    game.press("allied", "battle", ["flag", *["star"] * 2][: 3 if "G5" not in ground else 2], unit=A1, target=X1)
    offers = game.offers("axis", "answer-flags")
    speech = GAME.get_translator(language)
    assert {at: speech.translate(f"command.{one.label}") for one in offers for at in hexes(one)} == says


@pytest.mark.parametrize("mission", GAME.missions)
def test_a_chosen_unit_shows_where_it_can_go_and_whom_it_can_attack(app: Flask, mission: str) -> None:
    table, side = ordered(app, mission)
    units = choosable(table.page(side))
    assert units
    assert choosable(table.page("public")) == []
    for unit in units:
        part = at(table, side, unit)
        goes = {to for offer in offers(app, table, side, "move", unit) for to in hexes(offer)}
        assert goes <= set(LIT.findall(part))
        aims = {str(offer.given["target"]) for offer in offers(app, table, side, "battle", unit)}
        assert (
            set(re.findall(r'id="aim-([a-z0-9-]+)"', part)) == aims == set(re.findall(r'id="roll-([a-z0-9-]+)"', part))
        )
        assert part.count('class="sum"') >= len(aims)


@pytest.mark.parametrize(("kind", "card", "ground"), [
    (INF, "assault", {"F4": "forest", "G5": "town", "H4": "hill"}), (ARM, "assault", {"F4": "forest"}),
    (ART, "artillery-bombard", {}), (INF, "behind-enemy-lines", {"F4": "forest"}),
])  # fmt: skip
def test_a_hex_to_move_to_tells_whether_the_unit_may_still_battle_from_there(
    kind: dict[str, str], card: str, ground: dict[str, str]
) -> None:
    def ordered_there() -> Battle:
        section = {"section": "centre"} if card == "assault" else {}
        return battle({"G4": kind}, ground).order(card, f"allied-{kind['type']}-1", **section)

    offer = next(one for one in ordered_there().offers("allied", "move") if one.given["unit"].endswith("-1"))
    for to in hexes(offer):
        game = ordered_there()
        game.press("allied", "move", unit=offer.given["unit"], to=to)
        with pytest.raises(Refused) as refused:
            game.press("allied", "battle", unit=offer.given["unit"], target="axis-infantry-1")
        assert (refused.value.words["why"] == "out-of-range") == (to in offer.own), to


@pytest.mark.parametrize(("kind", "forces", "more"), [
    (INF, {"G7": E_INF}, {}), (INF, {"G7": E_INF}, {"ground": {"G6": "oasis", "F5": "town"}}),
    (ARM, {"G7": E_INF, "I5": INF, "K5": E_ARM}, {"ground": {"G6": "forest", "F5": "wadi", "H6": "hill"}}),
    (ARM, {"G7": {**E_INF, "camouflaged": True}}, {"ground": {"F6": "town"}}),
    (INF, {"H5": E_INF, "F5": E_ART}, {"obstacles": {"G5": {"obstacles": {"wire": 1}}}}),
    (INF, {"G7": E_INF}, {"armies": {"allied": ["japanese"]}}), (ART, {"G9": E_INF}, {}),
])  # fmt: skip
def test_swords_promise_a_target_that_can_be_attacked_after_the_move(
    kind: dict[str, str], forces: dict[str, dict[str, str]], more: dict[str, dict[str, str]]
) -> None:
    def ordered_there() -> Battle:
        game = battle({**forces, "G4": kind}, **more)
        return game.order("assault", game.state.at("G4"), section="centre")

    table = ordered_there().table
    unit, seat = table.state.at("G4"), table.seat("allied")
    (way,) = unit_chosen(table, seat, table.offers_for(seat), unit)["ways"]
    assert way.spots
    for one in way.spots:
        game = ordered_there()
        game.press("allied", "move", unit=unit, to=one.at)
        attacked = [*game.offers("allied", "battle"), *game.offers("allied", "announce-attack")]
        assert (way.kind(one) == "fight") == any(attack.preview for attack in attacked), one.at
        assert (way.kind(one) == "far") == (one.at not in way.battling)


def test_a_move_after_the_battle_leads_to_no_other_battle() -> None:
    game = battle({"G4": INF, "G5": E_INF}).order("behind-enemy-lines", A1)
    game.press("allied", "battle", ["star"] * 4, unit=A1, target=X1)
    (offer,) = game.offers("allied", "move")
    assert (offer.own, bool(hexes(offer))) == (frozenset(), True)


@pytest.mark.parametrize("language", ["en", "es"])
def test_circles_of_a_move_and_targets_say_on_the_map_what_they_offer(app: Flask, language: str) -> None:
    table, side = ordered(app, "sluices-of-oldermeer")
    table.phones[side].set_cookie("lang", language)
    words = GAME.get_translator(language)
    for unit in choosable(table.page(side)):
        part = at(table, side, unit)
        kinds = dict(re.findall(r'value="([A-Z]\d+)" class="to (fight|free|far) ', part))
        assert set(kinds) == {to for one in offers(app, table, side, "move", unit) for to in hexes(one)}
        for to, kind in kinds.items():
            assert re.search(rf'value="{to}"[^>]+, {words.translate(f"board.to-{kind}")}"', part)
        assert {*re.findall(r'<span class="to (\w+)"></span>', part)} == {*kinds.values()}, "the legend has each once"
        aims = dict(re.findall(r'id="aim-([a-z0-9-]+)".*?<span><b>\d+</b>(\d+)&#8239;%</span>', part, re.S))
        for target, chance in aims.items():
            sheet = part[part.index(f'id="attack-{target}"') :]
            assert re.findall(r'class="odds"><span class="label">[^<]*?(\d+) %', sheet)[0] == chance


@pytest.mark.parametrize("mission", GAME.missions)
def test_an_enemy_tapped_on_the_map_is_the_one_whose_sheet_opens(app: Flask, mission: str) -> None:
    table, side = ordered(app, mission)
    for unit in choosable(table.page(side)):
        part = at(table, side, unit)
        for target, path in re.findall(r'id="aim-([a-z0-9-]+)"[^>]*?href="/t/[^/]+([^"]+)"', part, re.S):
            sheet = table.page(side, path.replace("&amp;", "&"))
            assert set(re.findall(r'name="target" value="([^"]+)"', sheet)) == {target}


def test_a_move_is_two_taps_without_scripts_too(app: Flask) -> None:
    table, side = ordered(app, "salt-road")
    unit = next(one for one in choosable(table.page(side)) if offers(app, table, side, "move", one))
    page = table.page(side, f"/at/{unit}")
    assert '<html lang="en">' in page
    to = LIT.findall(page)[0]
    send(table, side, page, "lit-0", to=to)
    assert app.extensions["store"].table(table.code).state.units[unit].at == to


def test_an_attack_with_the_dice_of_the_table_is_two_taps(app: Flask) -> None:
    table, side = ordered(app, "sluices-of-oldermeer")
    unit = next(one for one in choosable(table.page(side)) if offers(app, table, side, "battle", one))
    page = table.page(side, f"/at/{unit}")
    target = re.findall(r'id="roll-([a-z0-9-]+)"', page)[0]
    send(table, side, page, f"attack-{target}", by="table")
    assert app.extensions["store"].table(table.code).state.units[unit].battles == 1


def test_who_rolls_dice_of_their_own_is_offered_them_first(app: Flask) -> None:
    table, side = ordered(app, "sluices-of-oldermeer")
    unit = next(one for one in choosable(table.page(side)) if offers(app, table, side, "battle", one))
    for rolls, first in (("table", "roll"), ("hand", "hand")):
        table.tap(side, "set-habit", rolls_by=rolls)
        page = at(table, side, unit)
        buttons = re.findall(r'(?:class="open( strong)?" )?id="(roll|hand)-[a-z]+-[a-z]+-\d+"', page)
        assert buttons[0] == (" strong" if rolls == "hand" else "", first)


def test_units_are_ordered_on_the_map(app: Flask) -> None:
    table = Phones(app, mission="salt-road")
    table.tap("allied", "begin-battle")
    table.tap("allied", "play-card", card="probe", section="centre")
    page = table.page("allied")
    boxes = re.findall(r'form="order-map" name="units" value="([a-z0-9-]+)" aria-label="([^"]+)">', page)
    assert len(boxes) > 2
    assert all(name for _, name in boxes)
    send(table, "allied", page, "order-map", units=boxes[0][0])
    assert choosable(table.page("allied")) == [boxes[0][0]]


def test_dice_and_the_way_back_are_shown_on_the_phone_that_is_asked(app: Flask) -> None:
    table, side = ordered(app, "sluices-of-oldermeer")
    other = "allied" if side == "axis" else "axis"
    unit = next(one for one in choosable(table.page(side)) if offers(app, table, side, "battle", one))
    offer = offers(app, table, side, "battle", unit)[0]
    assert offer.dice
    dice = {f"d{number + 1}": "flag" if number == 0 else "star" for number in range(offer.dice.count)}
    table.tap(side, "battle", by="hand", **offer.given, **dice)
    page = table.page(other)
    looks = re.findall(r'<span class="die-shown (\w+)"><span class="face-name" data-face="(\w+)"', page)
    assert looks == [("miss" if face == "star" else "else", face) for face in dice.values()]
    target = str(offer.given["target"])
    back = set(LIT.findall(page))
    assert back == {to for one in offers(app, table, other, "answer-flags", target) for to in hexes(one)}
    assert LIT.findall(table.page(side)) == []
    to = min(back)
    form = next(form for form in re.findall(r'id="(lit-\d)".*?</form>', page, re.S))
    send(table, other, page, form, to=to)
    assert app.extensions["store"].table(table.code).state.units[target].at == to


@pytest.mark.parametrize(
    ("mission", "language", "says"),
    [
        ("sluices-of-oldermeer", "en", "Allied infantry 1, {at}: 1 flag. Tap a marked hex of the map to retreat"),
        ("sluices-of-oldermeer", "es", "Infantería aliada 1, {at}: 1 bandera. Toca un hexágono marcado del mapa para"),
        ("three-passes-of-tengshan", "es", "Infantería aliada 3, {at}: 2 banderas. Toca un hexágono marcado del"),
    ],
)
def test_the_phone_that_is_asked_about_flags_is_told_whose_how_many_and_what_to_tap(
    app: Flask, mission: str, language: str, says: str
) -> None:
    table, side = ordered(app, mission)
    rolled = (one for unit in choosable(table.page(side)) for one in offers(app, table, side, "battle", unit))
    offer = next(rolled)
    assert offer.dice
    table.tap(side, "battle", by="hand", **offer.given, **{f"d{die + 1}": "flag" for die in range(offer.dice.count)})
    table.phones["allied"].set_cookie("lang", language)
    (told,) = re.findall(r'id="flags">([^<]+)</p>', table.page("allied"))
    at = app.extensions["store"].table(table.code).state.units[offer.given["target"]].at
    assert told.startswith(says.format(at=at))
    assert 'id="flags"' not in table.page("axis")


@pytest.mark.parametrize("language", ["en", "es"])
def test_targets_of_a_card_are_tapped_on_the_map_before_the_turn_is_ended(app: Flask, language: str) -> None:
    table = Phones(app, mission="salt-road")
    table.phones["allied"].set_cookie("lang", language)
    table.tap("allied", "begin-battle")
    table.tap("allied", "play-card", card="barrage")
    page, struck = (
        table.page("allied"),
        re.compile(r'id="aim-([a-z0-9-]+)"[^>]*?href="/t/[^/]+(/do/strike\?target=\1)"', re.S),
    )
    played = app.extensions["store"].table(table.code)
    targets = [one.given["target"] for one in played.offers_for(played.seat("allied")) if one.command == "strike"]
    assert [target for target, _ in struck.findall(page)] == targets
    assert 'id="targets"' in page
    assert re.search(r'id="next-strike"[^>]*class="[^"]*main|class="[^"]*main[^"]*"[^>]*id="next-strike"', page)
    assert "strong" not in button(page, "next-end-turn-go")
    target, path = struck.findall(page)[-1]
    assert f'name="target" value="{target}"' in table.page("allied", path)


def button(page: str, id: str) -> str:
    """The tag of a button."""
    (tag,) = re.findall(rf'<(?:button|a) [^>]*id="{id}"[^>]*>', page)
    return str(tag)


def test_with_cards_of_paper_an_ambush_may_come_but_is_not_what_the_other_side_waits_for() -> None:
    game = near("allied", INF, E_INF)
    table = game.table
    seen = shown(table, table.seat("axis"), table.offers_for(table.seat("axis")))
    assert [one.command for one in seen["more"]] == ["ambush"]
    assert (seen["next"], seen["wait"]) == ((), ("other", "allied"))


def test_who_may_take_ground_is_told_to_tap_the_hex() -> None:
    game = near("allied", INF, {**E_INF, "figures": 1})
    game.press("allied", "battle", ["infantry", "star", "star"], unit=A1, target=X1)
    table = game.table
    assert [shown(table, one, table.offers_for(one))["ground"] for one in map(table.seat, ("allied", "axis"))] == [
        A1,
        None,
    ]


def test_the_hex_to_take_stays_marked_whichever_unit_is_tapped() -> None:
    game = battle({"G4": ARM, "H4": INF, "G5": {**E_INF, "figures": 1}, "I4": E_INF})
    armour, beside, enemy = map(game.state.at, ("G4", "H4", "G5"))
    game.order("assault", armour, beside, section="centre")
    game.press("allied", "battle", ["infantry", "star", "star"], unit=armour, target=enemy)
    table, seat = game.table, game.table.seat("allied")
    seen = unit_chosen(table, seat, table.offers_for(seat), beside)
    assert [(way.command, [one.at for one in way.spots]) for way in seen["ways"]] == [("take-ground", ["G5"])]


@pytest.mark.parametrize(("language", "emptied"), [("en", "the emptied hex"), ("es", "el hexágono vaciado")])
def test_a_sheet_says_which_hex_is_the_emptied_one_and_asks_for_a_hex(language: str, emptied: str) -> None:
    game = near("allied", ARM, E_ART, **{"special-rules": ["north-african-desert"]})
    game.press("allied", "battle", ["grenade", "grenade", "star"], unit="allied-armour-1", target="axis-artillery-1")
    said = GAME.get_translator(language)
    shown_form = dialog_of(game.table, game.offers("allied", "take-ground"), Asked(), said).forms[0]
    texts = [value.text for value in shown_form.choosers[0].values]
    assert texts[0] == f"G5 ({emptied})"
    assert not any(emptied in text for text in texts[1:])
    assert said.has("lacks.take-ground")


def test_a_hex_to_go_to_that_is_mined_says_so() -> None:
    game = battle({"G4": INF}, **MINED).order("assault", A1, section="centre")
    table, seat = game.table, game.table.seat("allied")
    (way,) = unit_chosen(table, seat, table.offers_for(seat), A1)["ways"]
    assert [one.at for one in way.spots if "minefield" in one.lying] == ["G5"]


def test_a_unit_that_may_stay_is_told_so() -> None:
    game = near("allied", INF, E_INF, ground={"G5": "church"})
    game.press("allied", "battle", ["flag", "star"], unit=A1, target=X1)
    table, seat = game.table, game.table.seat("axis")
    flags = shown(table, seat, table.offers_for(seat))["flags"]
    assert (flags.lit, flags.stays) == (True, True)


@pytest.mark.parametrize(
    ("ground", "ticked"), [({}, []), ({"F6": "lake"}, ["G6"])], ids=["two ways back", "one way back"]
)
def test_of_several_hexes_none_is_chosen_for_a_player_and_the_only_one_is(
    ground: dict[str, str], ticked: list[str]
) -> None:
    game = near("allied", INF, E_INF, ground=ground)
    game.press("allied", "battle", ["flag", "star", "star"], unit=A1, target=X1)
    (offer,) = game.offers("axis", "answer-flags")
    assert [value.value for value in chosen_first(game, offer)] == ticked
    assert [(button.opens, button.about) for button in buttons_of(game, "axis")] == [
        (False, at) for at in ticked or ("G6", "F6")
    ], "from left to right as the Axis sees them"


def test_armour_that_may_go_on_in_the_desert_is_asked_where_and_else_takes_the_only_hex_with_one_tap() -> None:
    rolled = ["grenade", "grenade", "star"]
    for rules, several in ((["north-african-desert"], True), ([], False)):
        game = near("allied", ARM, E_ART, **{"special-rules": rules})
        game.press("allied", "battle", rolled, unit="allied-armour-1", target="axis-artillery-1")
        (offer,) = game.offers("allied", "take-ground")
        assert [value.value for value in chosen_first(game, offer)] == ([] if several else ["G5"])
        (button,) = buttons_of(game, "allied")
        assert button.opens is several
        assert several or dict(button.fields) == {"to": "G5"}


@pytest.mark.parametrize("language", ["en", "es"])
def test_an_attack_says_that_no_unit_moves_after_it_until_all_have_moved_or_one_has_attacked(
    app: Flask, language: str
) -> None:
    said = GAME.get_translator(language).translate("hint.ends-moves")
    table = Phones(app, mission="salt-road", language=language)
    table.tap("allied", "begin-battle")
    table.tap("allied", "play-card", card="attack", section="right")
    table.tap("allied", "order", place="0", units=["allied-infantry-3", "allied-armour-2"])
    table.tap("allied", "move", unit="allied-infantry-3", to="K4")
    form = "/do/battle?unit=allied-infantry-3&target=axis-infantry-10"
    assert said in at(table, "allied", "allied-infantry-3")
    assert said in table.page("allied", form)
    table.tap("allied", "move", unit="allied-armour-2", to="L4")
    assert said not in at(table, "allied", "allied-infantry-3")
    assert said not in table.page("allied", form)


@pytest.mark.parametrize(("card", "hint"), [("direct-from-hq", "hint.ends-moves"), ("firefight", None)])
def test_an_attack_says_nothing_of_moves_that_its_card_does_not_allow(card: str, hint: str | None) -> None:
    game = battle({"G4": INF, "C4": INF, "G6": E_INF})
    game.order(card, *(key for key, _ in game.state.of("allied")))
    assert {one.hint for one in game.offers("allied", "battle")} == {hint}


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "Units that could still battle: Allied infantry 3, Allied armour 2. End the turn?"),
        ("es", "Unidades que aún podrían combatir: infantería aliada 3, unidad blindada aliada 2. ¿Terminar el turno?"),
    ],
)
def test_who_ends_a_turn_is_asked_once_about_units_that_could_still_battle(
    app: Flask, language: str, says: str
) -> None:
    table = Phones(app, mission="salt-road", language=language)
    table.tap("allied", "begin-battle")
    table.tap("allied", "play-card", card="attack", section="right")
    table.tap("allied", "order", place="0", units=["allied-infantry-3", "allied-armour-2"])
    table.tap("allied", "move", unit="allied-infantry-3", to="K4")
    table.tap("allied", "move", unit="allied-armour-2", to="L4")
    played = app.extensions["store"].table
    asked = ended(table)
    assert says in asked
    assert played(table.code).state.active == "allied"
    for unit in ("allied-infantry-3", "allied-armour-2"):
        table.tap("allied", "battle", unit=unit, target="axis-infantry-10", by="hand", d1="star", d2="star", d3="star")
    ended(table)
    assert played(table.code).state.active == "axis"


def ended(table: Phones) -> str:
    page = table.page("allied")
    fields = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', page[page.index('id="next-end-turn"') :]))
    sent = {name: fields[name] for name in ("seen", "key")}
    return table.phones["allied"].post(f"/t/{table.code}/do/end-turn", data=sent, headers=FORM).text


def chosen_first(game: Battle, offer: Offer) -> list[Value]:
    form = form_of(offer, [offer], Asked(), game.table.state.answers, GAME.get_translator("en"))
    return [value for one in form.choosers for value in one.values if value.chosen]


def buttons_of(game: Battle, seat: str) -> Sequence[Button]:
    sits = game.table.seat(seat)
    first: Sequence[Button] = shown(game.table, sits, game.table.offers_for(sits))["next"]
    return first


def test_orders_by_dice_say_which_units_they_are_for() -> None:
    game = battle({"G4": INF, "C4": INF, "G2": ARM})
    game.press("allied", "play-card", card="their-finest-hour")
    game.press("allied", "roll-orders", ["infantry", "infantry", "armour", "flag", "flag"])
    sits = game.table.seat("allied")
    first = shown(game.table, sits, game.table.offers_for(sits))["ordering"]
    assert (first.most, first.section) == (2, ("infantry",))


@pytest.mark.parametrize(("ground", "dice"), [("frozen-river", 2), ("marsh", 0)])
def test_a_unit_that_can_go_over_thin_ice_says_what_that_rolls(ground: str, dice: int) -> None:
    game = battle({"G3": INF}, {"G4": ground}).order("direct-from-hq", A1)
    sits = game.table.seat("allied")
    assert unit_chosen(game.table, sits, game.table.offers_for(sits), A1)["ice"] == dice


@pytest.mark.parametrize(("language", "two"), [("en", "Allied infantry 2"), ("es", "infantería aliada 2")])
def test_lists_and_sheets_name_the_hex_of_a_unit(app: Flask, language: str, two: str) -> None:
    table = Phones(app, mission="salt-road")
    table.phones["allied"].set_cookie("lang", language)
    table.phones["axis"].set_cookie("lang", language)
    table.tap("allied", "begin-battle")
    table.tap("allied", "play-card", card="probe", section="centre")
    assert f"<span>{two} (G3)</span>" in table.page("allied", "/do/order")
    table.tap("allied", "order", place=0, units=["allied-infantry-2", "allied-infantry-4"])
    assert f">{two[0].upper()}{two[1:]}, G3</a>" in table.page("allied", "/do/move")
    table.tap("allied", "move", unit="allied-infantry-2", to="G4")
    attack = "/do/battle?unit=allied-infantry-2&target=axis-infantry-9"
    assert re.search(rf"<h2[^>]*>[^<]+ · {two}, G4 → [^<]+ 9, H6</h2>", table.page("allied", attack))
    given = {"unit": "allied-infantry-2", "target": "axis-infantry-9"}
    table.tap("allied", "battle", by="hand", **given, d1="flag", d2="star")
    assert re.search(r"<h2[^>]*>[^<]+ · [^<]+ 9, H6</h2>", table.page("axis", "/do/answer-flags"))


def test_nothing_is_chosen_that_cannot_act(app: Flask) -> None:
    table, side = ordered(app, "salt-road")
    other = "allied" if side == "axis" else "axis"
    for seat, thing in ((side, "nobody"), (other, choosable(table.page(side))[0]), (side, f"{other}-infantry-1")):
        answer = table.phones[seat].get(f"/t/{table.code}/at/{thing}")
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{table.code}")
    code = app.test_client().post("/api/tables", json={"game": "hello"}).json["code"]
    assert app.test_client().get(f"/t/{code}/at/lamp").status_code == 404


# -- a hex is looked at


RULES = re.compile(r'<a href="/rules/memoir-44/([a-z.-]+)">')


def thousandths(board: Board, place: tuple[int, int], *, across: float = 0, down: float = 0) -> str:
    (x, y), (wide, high) = centre(place), extent(board)
    return f"{round(1000 * (x + across) / wide)},{round(1000 * (y + down) / high)}"


@pytest.mark.parametrize("mission", GAME.missions)
def test_every_hex_can_be_looked_at_where_it_is_tapped_and_by_its_name(app: Flask, mission: str) -> None:
    table = Phones(app, mission=mission)
    played = app.extensions["store"].table(table.code)
    field = BoardState(played.state, played.book())
    for place in [*field.board.hexes][::5]:
        at = field.name(place)
        part = table.phones["public"].get(f"/t/{table.code}/at/{at}", headers=SCRIPT).text
        assert f"<h2>{at}</h2>" in part
        lies = {GROUND[name] for name in field.at(at) if name != "open"}
        assert set(RULES.findall(part)) == (lies or {GROUND["open"]})
        for across, down in ((0, 0), (8, 0), (-5, 5)):
            tapped = thousandths(field.board, place, across=across, down=down)
            assert table.phones["public"].get(f"/t/{table.code}/at/{tapped}", headers=SCRIPT).text == part


def test_who_stands_on_a_hex_is_told_and_so_is_a_minefield_without_its_number(app: Flask) -> None:
    table = Phones(app, mission="salt-road")
    for at, told in (("A9", "Axis armour 1"), ("F9", "Open ground"), ("E6", "Minefield")):
        part = table.page("allied", f"/at/{at}")
        looked = re.findall(r'id="looked".*?</div>', part, re.S)[0]
        assert told in looked
    assert not re.search(r"Minefield \d", table.page("allied", "/at/E6"))


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_hex_that_is_looked_at_tells_the_medals_that_it_may_bring(app: Flask, language: str) -> None:
    for mission in GAME.missions:
        table = Phones(app, mission=mission)
        table.phones["axis"].set_cookie("lang", language)
        played = app.extensions["store"].table(table.code)
        field = BoardState(played.state, played.book())
        for one in (*field.scenario.objectives, *field.scenario.exits):
            for at in map(field.name, one.at):
                looked = re.findall(r'id="looked".*?</div>', table.page("axis", f"/at/{at}"), re.S)[0]
                assert ("medal" in looked, at in looked.partition("</h2>")[2]) == (True, True)


FOOT = 7
"""How far a unit reaches below the middle of its hex."""


@pytest.mark.parametrize("work", ["bunker", "field-bunker", "hedgehog", "road-block", "sandbags", "wire"])
def test_a_work_is_seen_below_a_unit_that_stands_on_it(work: str) -> None:
    drawn = "".join(lines(["open", work], {}, "countryside"))
    assert lowest(drawn) >= FOOT + 1


def lowest(drawn: str) -> float:
    found = []
    for group, alone in re.findall(r"<g ([^>]*>.*?)</g>|(<path [^>]*>)", drawn):
        moved = re.search(r"translate\(0 ([\d.]+)\) scale\(([\d.]+)\)", group)
        down, size = (float(moved[1]), float(moved[2])) if moved else (0, 1)
        ends = re.findall(r"[ML](?:-?[\d.]+)[ ,]?(-?[\d.]+)|V(-?[\d.]+)", group or alone)
        found += [down + size * float(one or other) for one, other in ends]
    return max(found)


def test_what_is_not_refereed_is_marked_behind_the_name_of_its_hex() -> None:
    lies = {"terrain": "open", "not-refereed": [{"kind": "badge", "name": "badge7"}]}
    game = battle({"G4": INF}, obstacles={"G4": lies})
    drawn = drawn_ground(game.table.book().scenario)
    assert re.search(r'fill="#[0-9a-f]{6}"[^>]*>G4<tspan [^>]*>!</tspan></text>', drawn)


def test_no_name_stands_twice_where_a_hex_is_looked_at(app: Flask) -> None:
    table = Phones(app, mission="salt-road")
    looked = re.findall(r'id="looked".*?</div>', table.page("allied", "/at/F9"), re.S)[0]
    assert looked.count("Open ground") == 1


def test_what_is_no_hex_shows_the_board(app: Flask) -> None:
    table = Phones(app, mission="salt-road")
    for thing in ("Z9", "0,0", "1000,1000", "9999,1", "1,2,3"):
        answer = table.phones["allied"].get(f"/t/{table.code}/at/{thing}")
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{table.code}")


# -- what is built or lands by a tap of a hex


def lit_by(page: str, command: str) -> tuple[str, list[str]]:
    """The form of a command on the map, and the hexes that can be tapped in it."""
    found = re.search(rf'action="[^"]+/do/{command}" class="tap" id="(lit-\d+)".*?</form>', page, re.S)
    assert found, command
    return found[1], re.findall(r'name="at" value="([A-Z]\d+)" class="to ', found[0])


def test_a_pontoon_is_built_by_tapping_a_hex_of_the_river(app: Flask) -> None:
    table = Phones(app, mission="sluices-of-oldermeer")
    table.tap("allied", "begin-battle")
    while "do/play-card" not in table.page("allied"):
        table.tap("axis", "play-card", card="recon", section="left")
        table.tap("axis", "end-turn")
    table.tap("allied", "play-card", card="attack", section="centre")
    played = app.extensions["store"].table(table.code)
    (offer,) = [one for one in played.offers_for(played.seat("allied")) if one.command == "build-pontoon"]
    page = table.page("allied")
    form, rivers = lit_by(page, "build-pontoon")
    assert rivers == offer.choose["at"]
    assert 'form="order-map"' in page
    send(table, "allied", page, form, at=rivers[0])
    assert app.extensions["store"].table(table.code).state.added == {rivers[0]: ["pontoon-bridge"]}
    assert "do/build-pontoon" not in table.page("allied")


def test_infantry_lands_by_tapping_a_hex_of_the_airfield(app: Flask) -> None:
    table = Phones(app, mission="salt-road")
    table.tap("allied", "begin-battle")
    table.tap("allied", "play-card", card="direct-from-hq")
    assert "do/land" not in table.page("allied")
    table.tap("allied", "end-turn")
    table.tap("axis", "play-card", card="direct-from-hq")
    page = table.page("axis")
    form, strip = lit_by(page, "land")
    assert strip == ["L5"]
    send(table, "axis", page, form, at="L5")
    state = app.extensions["store"].table(table.code).state
    assert state.units[state.at("L5")].placed


def test_what_is_laid_in_a_battle_is_drawn_and_not_written_over_the_units(app: Flask) -> None:
    table = Phones(app, mission="salt-road")
    table.tap("allied", "begin-battle")
    table.tap("allied", "play-card", card="dig-in")
    page = table.page("allied")
    unit = re.findall(r'form="order-map" name="units" value="([a-z0-9-]+)"', page)[0]
    send(table, "allied", page, "order-map", units=unit)
    page = table.page("allied")
    state = app.extensions["store"].table(table.code).state
    assert "sandbags" in state.added[state.units[unit].at]
    figure = page[page.index("<figure") : page.index("</figure>")]
    assert f'<path d="{drawings()["drawings"]["sandbags"]["line"]}"/>' in figure
    assert not re.search(r"<text[^>]*>sandbags", figure, re.I)


def test_sandbags_lie_below_the_figures_of_a_unit_and_a_pontoon_under_it() -> None:
    game = battle({"G4": INF})
    game.state.added = {"G4": ["sandbags"], "G5": ["pontoon-bridge"]}
    drawn = [one.kind for one in markers(BoardState(game.state, game.table.book()))]
    assert drawn == ["dug", "laid"]


def test_artillery_that_may_battle_again_is_not_done_on_a_map_nor_in_a_list() -> None:
    unit = "allied-artillery-1"
    game = battle({"G4": ART}).order("artillery-bombard", unit)
    field = BoardState(game.state, game.table.book())
    once, done = "mark-battles-again", "mark-battled"
    for battles, moves, look, mark in (
        (0, 0, "ordered", None), (1, 0, "ordered", once), (2, 0, "done", done), (1, 1, "done", done),
    ):  # fmt: skip
        game.state.units[unit].battles, game.state.units[unit].moves = battles, moves
        (drawn,) = (one for one in pieces(field) if one.key == unit)
        (listed,) = (one for one in rows(field, "allied") if one.key == unit)
        assert (drawn.look, [one for one in listed.marks if one in (once, done)]) == (look, [mark] if mark else [])


@pytest.mark.parametrize(("unit", "alone"), [("G4", True), ("G5", False)])
def test_a_mine_lies_in_the_middle_of_a_hex_without_a_unit(unit: str, alone: bool) -> None:
    game = battle({unit: INF}, **MINED)
    assert [one.alone for one in markers(BoardState(game.state, game.table.book()))] == [alone]


def test_what_is_struck_out_is_the_hex_or_only_what_lay_in_it() -> None:
    game = battle({}, {"G4": "supply-depot"})
    game.state.removed = {"G4": ["supply-depot"], "G5": ["sandbags"], "G6": []}
    drawn = [(one.kind, one.at) for one in markers(BoardState(game.state, game.table.book()))]
    assert drawn == [("gone", (13, 5)), ("struck", (12, 4))]
