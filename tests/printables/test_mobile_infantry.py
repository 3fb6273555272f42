"""The printed kit of Infantería Móvil: what is needed of it, both sides, sizes, every word in both languages."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from math import hypot
from types import SimpleNamespace
from typing import Any

import pypdfium2
import pytest
from PIL import ImageChops

from app.core.errors import Refused
from app.core.messages.translator import LANGUAGES, words_of
from app.games.mobile_infantry.book import EDITION, FOLDER, edition_book
from app.games.mobile_infantry.brain_secrets import Pack
from app.games.mobile_infantry.state import Squad, State, Team, Trooper, Weapon
from printables import borders, fonts
from printables.mobile_infantry import counters as counter_pages
from printables.mobile_infantry import deck, reference, standups, style, team_cards, tracks
from printables.mobile_infantry.needs import counters, picked, topics
from printables.mobile_infantry.shop import LABELS, PRODUCTS, SHOP, read_mission
from printables.mobile_infantry.source import Source, paper_words, plain_source, table_source
from printables.order import PickList
from printables.page_layout import best_layout
from printables.paper import MM, checked
from printables.pdf import plan_pages
from printables.pdf_operators import Icon
from printables.pen import INK, Colour
from printables.pieces import Batch, Face, Piece, Shape
from printables.shops import PrintSources, shop_of
from tests.printables.printing import Spot, check_outlines, outlines, packed, pages, printed, text_in
from tests.printables.test_pieces import alone, bare_of_shapes, near_the_cut

MISSIONS = range(1, 8)


@cache
def source(language: str = "en", mission: int | None = None) -> Source:
    """The standard kit."""
    return plain_source(language, mission)


def only(of: Source, *products: str) -> PickList:
    return {name: things for name, things in picked(of).items() if name in products}


def parts(of: Source, *products: str) -> list[Batch]:
    """The batches of some products."""
    return [part for part in SHOP.job(of, only(of, *products), checked()) if isinstance(part, Batch)]


def every_batch(of: Source) -> list[Batch]:
    """All that is cut out."""
    return parts(of, *(name for name in PRODUCTS if name != "calibration"))


# -- how many


def test_the_shop_is_found_by_the_key_of_the_game() -> None:
    assert shop_of("mobile-infantry") is SHOP


def test_the_standard_kit_has_what_the_list_of_the_kit_says() -> None:
    needs = picked(source())
    assert needs["counters"] == {
        "hits-1": 24, "hits-3": 12, "hits-5": 8,
        "warrior": 16, "flyer": 6, "tank": 3, "brain": 1,
        "flyer-down": 8, "frenzied": 10,
        "rifle": 24, "autocannon": 6, "launcher": 4,
        "flee": 12, "advance": 12, "owes-test": 10, "held": 10, "prone": 8,
        "rookie": 12, "experienced": 12, "veteran": 12,
        "radio": 8, "contact": 12, "tunnel-mouth": 8, "site": 6,
        "objective": 3, "chamber": 3, "landing-zone": 2, "rendezvous": 1, "crash": 1, "brain-bug": 1,
    }  # fmt: skip
    assert needs["boats"] == {"boat": 3}
    assert needs["tracks"] == {"mini-gun": 4, "turns": 1, "boat-clock": 3}
    assert needs["fort"] == {"wall": 10, "bunker": 2, "tower": 1, "fort-lz": 1}
    # twelve tunnels of 18 inches, walls of five inches on both sides; three chambers of eight walls
    assert needs["tunnels"] == {"tunnel-wall": 87, "chamber-wall": 24}
    assert len(needs["team-cards"]) == 2 * 5 + 3
    assert len(needs["reference-cards"]) == 7 + 7 + 1 + 7 + 1


def test_one_squad_needs_half_of_what_goes_by_men_and_teams() -> None:
    needs = picked(SHOP.counts[0].put(source(mission=2), {"squad": 1}))
    half = {"rifle": 12, "flee": 6, "advance": 6, "owes-test": 5, "held": 5, "prone": 4, "launcher": 1}
    assert {key: needs["counters"][key] for key in half} == half
    assert needs["counters"]["veteran"] == 5  # its command team is; any fire team may be
    assert needs["counters"]["rookie"] == 4
    assert needs["tracks"]["mini-gun"] == 1
    assert list(needs["team-cards"]) == [f"team-{number}" for number in range(1, 6)]


def test_each_mission_needs_its_own_pieces() -> None:
    hunt = {"chamber": 3, "brain": 1, "brain-bug": 1}
    own = {1: {"objective": 3}, 2: {"rendezvous": 1}, 3: {"chamber": 3}, 4: {"crash": 1}, 7: hunt}
    special = {key for pieces in own.values() for key in pieces}
    for mission in MISSIONS:
        needs = picked(source(mission=mission))
        counted = needs["counters"]
        assert {key: counted[key] for key in special if counted[key]} == own.get(mission, {})
        assert bool(counted["flyer"]) == (mission not in (3, 7))  # they are Warriors there
        assert any(needs["tunnels"].values()) == (mission in (3, 7))
        assert any(needs["fort"].values()) == (mission == 6)
        assert [topic for topic in needs["reference-cards"] if topic.startswith("mission-")] == [f"mission-{mission}"]
        assert ("brain-plan" in needs["reference-cards"]) == (mission in (3, 7))
    assert picked(source(mission=6))["tracks"]["mini-gun"] == 2 + 2  # one a squad, two of the fort
    assert picked(source(mission=6))["counters"]["autocannon"] == 3 * 2 + 1
    assert picked(source(mission=7))["tracks"]["turns"] == 3  # 36 turns


def test_survivors_and_gunners_come_with_their_missions() -> None:
    kinds = {mission: Counter(team.kind for team in source(mission=mission).teams.values()) for mission in (1, 4, 6)}
    assert kinds[1] == {"command": 2, "fire": 8, "crew": 3}
    assert kinds[4] == {**kinds[1], "survivors": 1}
    assert kinds[6] == {**kinds[1], "gunners": 1}


@pytest.mark.parametrize(("forces", "code"), [({"tank": 1}, "not-allowed"), ({"squad": 41}, "too-big")])
def test_forces_that_cannot_be_are_refused(forces: dict[str, int], code: str) -> None:
    with pytest.raises(Refused, match=code):
        plain_source("en", 1, forces)


def test_a_mission_that_there_is_not_is_refused() -> None:
    assert read_mission("7", PrintSources()) == 7
    with pytest.raises(Refused, match="not-allowed"):
        read_mission("8", PrintSources())


def test_stand_ups_are_for_forty_men_and_twenty_six_bugs_and_only_where_somebody_asks() -> None:
    needs = picked(source())
    assert sum(count for key, count in needs["stand-ups"].items() if key.startswith("team-")) == 40
    assert {key: needs["stand-ups"][key] for key in ("warrior", "flyer", "tank", "brain")} == {
        "warrior": 16, "flyer": 6, "tank": 3, "brain": 1,
    }  # fmt: skip
    assert "stand-ups" in needs
    assert SHOP.usual(needs) == [name for name in PRODUCTS if name not in ("stand-ups", "tunnels")]
    underground = picked(source(mission=3))["stand-ups"]
    assert (underground["flyer"], underground["brain"]) == (0, 0)


def test_each_fire_team_stands_up_in_a_colour_of_its_own() -> None:
    found = standups.colours(source())
    commands = {key for key, team in source().teams.items() if team.kind == "command"}
    fire = [found[key] for key, team in source().teams.items() if team.kind == "fire"]
    assert len(set(fire)) == len(fire) == 8
    assert {found[key] for key in commands} == {INK}
    (batch,) = parts(source("es"), "stand-ups")
    names = Counter(piece.front.name for piece in batch.each())
    assert (names["IM 6"], names["Cabo 5"], names["Teniente 1"], names["Guerrero G16"]) == (1, 1, 1, 1)
    assert names["Bicho Cerebro C"] == 1


def test_each_man_has_the_drawing_of_what_he_carries_and_his_own_number() -> None:
    of = source(mission=6)
    every = [one for key in of.teams for one in standups.men(of, key, len(of.teams[key].men))]
    assert [one.number for one in every] == [str(number) for number in range(1, len(every) + 1)]
    drawn = {(one.name, one.kind) for one in every}
    assert drawn == {
        ("Lieutenant", "officer"), ("Sergeant", "rifle"), ("Radio trooper", "radio"), ("Corporal", "rifle"),
        ("MI", "rifle"), ("MI", "mini-gun"), ("Pilot", "rifle"),
    }  # fmt: skip


def both_halves(batch: Batch) -> list[bool]:
    """True if front and rear of each stand-up, stood upright, are different pictures."""
    found = []
    for piece in batch.each():
        drawn = alone(piece.front, batch.shape)
        wide, high = drawn.size
        strip = int(high * standups.FOOT / batch.shape.height) + 2, int(high / 2)
        rear, front = drawn.crop((0, strip[0], wide, strip[1])), drawn.crop((0, high - strip[1], wide, high - strip[0]))
        found.append(sum(ImageChops.difference(front, rear.rotate(180)).histogram()[128:]) > 400)
    return found


def test_every_figure_has_a_front_and_a_rear() -> None:
    (batch,) = parts(source(), "stand-ups")
    assert set(both_halves(batch)) == {True}


def test_a_figure_that_looks_both_ways_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = standups.layers
    monkeypatch.setattr(standups, "layers", lambda kind, rear: right(kind, False))
    (batch,) = standups_of(source(), warrior=1, flyer=1)
    assert both_halves(batch) == [False, False]


def standups_of(of: Source, **wanted: int) -> list[Batch]:
    return [standups.batch(of, wanted)]


# -- both sides


def both_sides(batch: Batch) -> list[tuple[str, str]]:
    settings = checked(duplex="short-edge" if best_layout(batch.shape, checked()).landscape else "long-edge")
    front, back = list(pages(printed([batch], settings, source())))[:2]  # type: ignore[arg-type]

    def behind(spot: Spot) -> Spot:
        return float(front.width) / MM - spot[0] - batch.shape.width, spot[1]

    laid = outlines(front, batch.shape)
    return [(text_in(front, batch.shape, spot), text_in(back, batch.shape, behind(spot))) for spot in laid]


def check_round_counters() -> None:
    hits = counter_pages.batches(source(), {"hits-1": 1, "hits-3": 1, "hits-5": 1, "warrior": 2, "brain": 1})
    assert both_sides(hits[0]) == [
        ("1", "2½WF"), ("3½T†FB", "4†W"), ("5", "½halfspeed"), ("W1", "W1dead"), ("W2", "W2dead"), ("Brain", "dead"),
    ]  # fmt: skip
    mouths = counter_pages.batches(source(), {"tunnel-mouth": 2})[0]
    assert both_sides(mouths) == [("1Tunnelmouth", "1Closed"), ("2Tunnelmouth", "2Closed")]


def test_both_sides_of_counters_say_what_they_should() -> None:
    check_round_counters()
    squares = counter_pages.batches(source(), {"rifle": 1, "autocannon": 1, "launcher": 1, "held": 1, "contact": 2})[0]
    assert both_sides(squares) == [
        ("Emptyreload1", "Sustainedused"), ("Jammed", "Ready"), ("Ready", "Spent"), ("Pinned", "Wounded"),
        ("?", "AContact"), ("?", "BContact"),
    ]  # fmt: skip


def test_a_swapped_back_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = counter_pages.pieces
    same = lambda *given: [(Piece(one.front, one.front), count) for one, count in right(*given)]  # noqa: E731
    monkeypatch.setattr(counter_pages, "pieces", same)
    with pytest.raises(AssertionError):
        check_round_counters()


def test_nobody_can_tell_contacts_apart_by_the_side_that_lies_up() -> None:
    (batch,) = counter_pages.batches(source(), {"contact": 12})
    assert {piece.front.key for piece in batch.each()} == {"counter:contact:front:?"}
    assert [piece.back.key[-1] for piece in batch.each() if piece.back] == list("ABCDEFGHIJKL")
    alike = {piece.front.name for piece in batch.each()}
    assert len(alike) == 1


FAMILIES = (
    {"hits-1", "hits-3", "hits-5"}, {"warrior", "flyer", "tank", "brain"}, {"rookie", "experienced", "veteran"},
)  # fmt: skip


def test_no_family_has_the_cut_and_border_of_another() -> None:
    looks: dict[tuple[str, float, str], set[str]] = {}
    for key, counter in counters().items():
        looks.setdefault((counter.shape, counter.size, counter.border), set()).add(key)
    assert [keys for keys in looks.values() if len(keys) > 1 and keys not in FAMILIES] == []


def test_all_copies_of_the_brain_have_one_back_and_the_others_none() -> None:
    (batch,) = parts(source(), "reference-cards")
    backs = {piece.front.key: piece.back.key if piece.back else "" for piece in batch.each()}
    secret = {key for key in backs if key.startswith("card:brain-")}
    assert {backs[key] for key in secret} == {"card:brain-back"}
    assert {back for key, back in backs.items() if key not in secret} & {"card:brain-back"} == set()
    going_on = {key: back for key, back in backs.items() if back and key not in secret}
    assert all(back == key[:-1] + "1" for key, back in going_on.items())
    assert going_on


# -- sizes, pages


def test_pieces_are_cut_at_the_sizes_of_the_kit() -> None:
    sizes = {name: {(b.shape.kind, b.shape.width, b.shape.height) for b in parts(source(), name)} for name in PRODUCTS}
    inch = 25.4
    assert {(kind, wide) for kind, wide, _ in sizes["counters"]} == {
        ("round", 20), ("round", 40), ("round", 60), ("square", 20), ("square", 40), ("hexagon", 25), ("hexagon", 40),
    }  # fmt: skip
    assert sizes["team-cards"] == sizes["reference-cards"] == {("card", 97, 140)}
    assert sizes["boats"] == {("strip", 150, 87.5)}
    tunnels = {(round(wide / inch, 3), round(high / inch, 3)) for _, wide, high in sizes["tunnels"]}
    assert tunnels == {(5, 1)}
    assert ("strip", 6 * inch, 25) in sizes["fort"]


def test_outlines_are_where_they_should_be() -> None:
    for name in ("boats", "team-cards"):
        batch, settings = parts(source(mission=6), name)[0], checked(duplex="fronts-only")
        page = next(pages(printed([batch], settings, source())))  # type: ignore[arg-type]
        check_outlines(page, batch.shape, settings, batch.count)


@pytest.mark.parametrize(("paper", "high"), [("a4", 140), ("a3", 140), ("legal", 140), ("letter", 131), ("a5", 131)])
def test_cards_are_as_tall_as_lets_most_lie_on_the_paper(paper: str, high: float) -> None:
    assert style.card_shape(checked(paper=paper)).height == high


def sheets_of(of: Source, paper: str, *more: str) -> Counter[str]:
    """The sheets that each product takes, printed on both sides."""
    settings, needs = checked(paper=paper), picked(of)
    order = {name: needs[name] for name in (*SHOP.usual(needs), *more)}
    pages_of = Counter(page.product for page in plan_pages(SHOP.job(of, order, settings), settings))
    assert all(count % 2 == 0 for count in pages_of.values())
    return Counter({name: count // 2 for name, count in pages_of.items()})


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_kit_of_a_mission_is_this_many_sheets(paper: str, language: str) -> None:
    for mission in (1, 2, 4, 5):
        found = sheets_of(source(language, mission), paper)
        assert (found["team-cards"], found["boats"]) == (4, 1)  # thirteen, four a page
        assert found["tunnels"] == found["fort"] == 0
        assert found.total() <= 14
    assert sheets_of(source(language, 7), paper, "tunnels")["tunnels"] == 8


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_letter_and_no_picture_is_within_3_mm_of_a_cut(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bare_of_shapes(monkeypatch)
    of = source(language, 7)
    faces: dict[str, tuple[Face, Shape]] = {}
    for batch in [*every_batch(of), *every_batch(source(language, 6)), *parts(source(language), "counters")]:
        for piece, _ in batch.pieces:
            faces |= {side.key: (side, batch.shape) for side in (piece.front, piece.back) if side}
    near = {key: dark for key, (face, shape) in faces.items() if (dark := near_the_cut(face, shape)) > 40}
    assert near == {}


# -- words


def test_pictures_of_counters_lie_within_their_borders(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each corner of a picture, seen from the middle: no farther out than the border in that direction."""
    beyond = []

    def recorded(drawn: counter_pages.Drawn, figure: str, low: float, high: float) -> None:
        def icon(one: Icon, x: float, y: float, size: float, colour: Colour) -> None:
            half = drawn.pen.width / 2, drawn.pen.height / 2
            for out in ((x + right - half[0], y + up - half[1]) for right in (0, size) for up in (0, size)):
                far = hypot(*out)
                if far > borders.reach_of(drawn.shape, out[0] / far, out[1] / far) - borders.EDGE:
                    beyond.append((drawn.side.words, drawn.shape.kind, drawn.shape.width))

        with monkeypatch.context() as patched:
            patched.setattr(drawn.pen, "icon", icon)
            above(drawn, figure, low, high)

    above = counter_pages.Drawn.above
    monkeypatch.setattr(counter_pages.Drawn, "above", recorded)
    printed(parts(source(), "counters"), checked(), source())
    assert beyond == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_of_a_card_is_on_it(language: str) -> None:
    of = source(language)
    settings = checked(duplex="fronts-only")
    cards = SHOP.job(of, only(of, "reference-cards"), settings)
    laid = list(pages(printed(cards, settings, of)))  # type: ignore[arg-type]
    shape = style.card_shape(settings)
    texts = [text_in(page, shape, spot) for page in laid for spot in outlines(page, shape)]
    for topic in topics(of):
        on_cards = [texts.pop(0) for _ in reference.Card(of, topic, shape).parts]
        for line in deck.lines_of(of, topic):
            assert packed(line.text.replace("\u00a0", " ")) in "".join(on_cards), (topic, line)
    assert texts == []
    sizes = {round(char["size"], 2) for page in laid for char in page.chars}
    assert min(sizes - {6.0}) >= 9 - 0.01  # 6 points: the foot of the page


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_printed_on_both_papers_with_little_ink(language: str) -> None:
    of = source(language)
    for settings in (checked(paper="letter", low_ink=True, bleed=1), checked(duplex="gutterfold")):
        assert printed(SHOP.job(of, picked(of), settings), settings, of).startswith(b"%PDF-1.4")  # type: ignore[arg-type]


def test_a_cut_is_seen_on_black() -> None:
    """Between two black counters lies a line of ink with white beside it."""
    settings = checked(duplex="fronts-only")
    batch = counter_pages.batches(source(), {"contact": 2})
    with pypdfium2.PdfDocument(printed(batch, settings, source())) as pdf:  # type: ignore[arg-type]
        dots = 1200 / 25.4
        picture = pdf[0].render(scale=1200 / 72, may_draw_forms=False).to_pil().convert("L")
    x, y = best_layout(batch[0].shape, settings).spots[1]
    row = picture.height - round((y + 10) * dots)
    across = [picture.getpixel((round((x + away / 50) * dots), row)) for away in range(-30, 31)]
    assert across[0] < 60
    assert across[-1] < 60
    assert max(across[10:30]) > 200
    assert max(across[30:50]) > 200
    assert across[30] < 60


def card_text(of: Source, topic: str) -> str:
    """All that a card says."""
    return " / ".join(f"{line.label} {line.text}" for line in deck.lines_of(of, topic))


def test_cards_take_their_numbers_from_the_book() -> None:
    of = source()
    assert "5 or more brings bugs" in card_text(of, "presence")
    assert "+2 within 12″, the whites of the eyes" in card_text(of, "shooting")
    assert "4–5 follows orders" in card_text(of, "reaction")
    assert "3–4 1 × Warrior" in card_text(of, "mission-3")
    assert "−1 each casualty of the team" in card_text(of, "reaction")
    book = of.book.model_copy(update={"presence": of.book.presence.model_copy(update={"target": 9})})
    assert "9 or more brings bugs" in card_text(replace(of, book=book), "presence")


def test_cards_say_what_is_of_other_missions_only_where_any_may_be_played() -> None:
    said = {mission: card_text(source(mission=mission), "presence") for mission in (None, 1, 3, 6)}
    assert [mission for mission, text in said.items() if "middle of the fort" in text] == [None, 6]
    assert [mission for mission, text in said.items() if "flyers become Warriors" in text] == [None, 3]


def test_points_are_those_of_the_mission() -> None:
    told = {number: card_text(source(), f"mission-{number}") for number in MISSIONS}
    assert "3 for each officer dead" in told[1]
    assert "officer" not in told[5]
    assert "2 for each Warrior killed" in told[2]
    assert "5, 10 or 20 for one, two or three" in told[3]
    assert "20 for the Brain Bug brought alive" in told[7]


def test_no_word_of_a_card_says_a_number_that_the_book_has() -> None:
    found = set()
    for key, entry in paper_words().items():
        for text in entry.values() if key.startswith(("line.", "effect.", "made.", "head.")) else ():
            plain = re.sub(r"1D6|{[^}]*}(D6)?|^\d \| ", "", text)
            if re.search(r"\d", plain):
                found.add(key)
    # turn 1; missions by their numbers; the least that a table or a die has
    lines = {"boats-land", "rescue-land", "underground", "tactical", "targets", "lasts"}
    assert found == {*(f"line.{line}" for line in lines), "line.attacks", "head.reaction-roll"}  # from 1 to 6


def test_words_have_both_languages_and_no_line_lies_idle() -> None:
    assert all(set(entry) == set(LANGUAGES) and all(entry.values()) for entry in paper_words().values())
    named = {entry for entries in deck.contents().values() for entry in entries}
    lines = {key.removeprefix("line.") for key in paper_words() if key.startswith("line.")}
    heads = {key.removeprefix("head.") for key in paper_words() if key.startswith("head.")}
    assert lines == {entry for entry in named if entry[0] not in "#?@"}
    assert heads == {entry[2:] for entry in named if entry[0] == "#"}
    assert {entry[2:] for entry in named if entry[0] == "@"} == {*deck.MAKERS, "points"}


def test_fonts_have_every_letter_of_the_words() -> None:
    for language in LANGUAGES:
        for key in source(language).speech.words:
            assert set(source(language).speech.text(key)) <= fonts.glyphs(fonts.TEXT), key


def test_icons_that_are_named_exist_and_none_lies_idle() -> None:
    sides = [side for one in counters().values() for side in (one.front, one.back) if side]
    drawn = {side.icon for side in sides} - {""} | {"watchtower", "spaceship", "broken-wall", "brain"}
    assert drawn == set(style.icons())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_thing_has_a_name(language: str) -> None:
    speech = source(language).speech
    for product, things in picked(source(language)).items():
        assert speech.translate(f"product.{product}")
        names = [SHOP.label(product, thing, speech) for thing in things]
        assert all(names)
        assert len(set(names)) == len(names), product
    assert set(LABELS) == set(PRODUCTS) - {"calibration"}


# -- a table


def table(**answers: str) -> Any:
    """A table with one team that has fired twice and lost a man."""
    state = State(edition=EDITION, phase="fire", mission=3)
    state.squads = {"squad-1": Squad("im-1")}
    state.teams = {"team-1": Team("im-1", "squad-1", name="Los Rayos", experience="rookie")}
    for number in range(1, 5):
        state.troopers[f"trooper-{number}"] = Trooper("team-1", "im", weapons=[Weapon("assault-rifle", 3)])
    state.troopers["trooper-4"].weapons = [Weapon("mini-gun", 5)]
    state.troopers["trooper-1"].status = "dead"
    return SimpleNamespace(state=state, words=words_of(FOLDER), book=lambda: edition_book(EDITION, answers))


def test_a_table_prints_its_mission_its_teams_and_its_answers() -> None:
    of = table_source(table(outnumber="swapped"), "es", "http://192.168.1.7:8044/t/7QK2MX")
    needs = picked(of)
    assert needs["team-cards"] == {"team-1": 1}
    assert (needs["counters"]["rookie"], needs["counters"]["veteran"]) == (1, 0)
    assert needs["tracks"]["mini-gun"] == 1  # the one that is carried: nobody gets another now
    assert "mission-3" in needs["reference-cards"]
    ticked = [line.ticked for line in deck.lines_of(of, "reaction") if line.tick]
    assert ticked == [False, True]
    page = next(pages(printed(parts(of, "team-cards"), checked(), of)))  # type: ignore[arg-type]
    text = packed(page.extract_text())
    assert "LosRayos" in text
    assert "Mini-gun" in text
    assert printed(parts(of, "reference-cards"), checked(), of)  # type: ignore[arg-type]


def test_what_only_the_brain_knows_is_in_no_print() -> None:
    plain, secret = table(), table()
    secret.state.lair.packs = {"pack-1": Pack("tank", 1, "team-1", "left", 12)}
    secret.state.lair.nest = 2
    assert table_source(plain, "en").facts == table_source(secret, "en").facts


def test_a_table_without_teams_needs_the_standard_ones() -> None:
    empty = table()
    empty.state.teams, empty.state.troopers = {}, {}
    assert len(picked(table_source(empty, "en"))["team-cards"]) == 13


def test_a_team_card_shows_what_is_shot(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[int] = []
    monkeypatch.setattr(team_cards.TeamCard, "magazine", lambda self, pen, gun, x, y, box, gone: shown.append(gone))
    of = table_source(table(), "en")
    assert printed(parts(of, "team-cards"), checked(), of)  # type: ignore[arg-type]
    assert Counter(shown)[2] == 3  # three rifles with three of five shots


def test_turn_tracks_go_on_where_the_last_one_ends() -> None:
    batch = next(iter(tracks.batches(source(mission=7), {"turns": 3})))
    assert [piece.front.name for piece in batch.each()] == ["Turns 1–15", "Turns 16–30", "Turns 31–36"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shelf_has_a_picture_of_each_product(language: str) -> None:
    of, settings = SHOP.sample(language), checked(duplex="fronts-only")
    few = {product: dict.fromkeys(list(things)[:9], 1) for product, things in picked(of).items()}
    assert {page.product for page in plan_pages(SHOP.job(of, few, settings), settings)} == set(PRODUCTS)
