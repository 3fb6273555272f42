"""What is printed: exactly what a mission and its forces need, changed by people, from a table or the command line."""

from dataclasses import replace
from math import ceil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from app.cli import main
from app.core.errors import Refused
from app.games import REGISTRY, on_shelf
from app.games.incursion.book import DATA
from app.storage.store import Store
from printables import shops
from printables.incursion import needs
from printables.incursion.needs import picked
from printables.incursion.results import kept_record
from printables.incursion.shop import SHOP
from printables.incursion.source import plain_source, table_source
from printables.order import changed, check_size, chosen
from printables.paper import MM, checked
from printables.pdf import plan_pages
from printables.shops import Shop
from tests.printables.printing import packed, pages, printed, source


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["print", *words])


# -- the pick list


def test_a_shop_that_cannot_be_opened_is_no_game_without_prints(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> None:
        raise ModuleNotFoundError(f"{name} imports nothing that is there")

    monkeypatch.setattr(shops, "import_module", broken)
    assert shops.shop_of.__wrapped__("hello") is None
    with pytest.raises(ModuleNotFoundError):
        shops.shop_of.__wrapped__("incursion")


def test_recon_with_two_grunts_and_two_batches_needs_exactly_this() -> None:
    order = picked(plain_source(mission=1, forces={"grunt-ape": 2, "sturmzombie": 2}))
    assert order["model-cards"] == {"grunt-ape": 2, "sturmzombie": 1}
    assert order["stand-ups"] == {"grunt-ape": 2, "sturmzombie": 18}
    counters = {key: count for key, count in order["counters"].items() if count}
    assert counters == {
        "activated": 20,  # two Grunts, eighteen figures of the horde
        "reaction-fire": 2,  # two Grunts with guns
        "dp": 2,  # a Grunt can lose one and live
        "cp": 8,  # 4 and 4, RP 6
        "cave-in": 1, "hidden-tunnel": 1,  # one card of each
        "german-entry": 6, "us-entry": 6, "door": 16, "green-door": 4, "seal": 4,
    }  # fmt: skip
    assert (order["mission"], order["leaf"]) == ({"mission": 1}, {"leaf": 2})


def test_gretel_and_the_sarge_bring_their_points_and_a_blazer_the_flames() -> None:
    forces = {"gretel": 1, "ape-sarge": 1, "ape-blazer": 1, "sturmzombie": 1}
    counters = picked(plain_source(mission=2, forces=forces))["counters"]
    assert (counters["gretel-cp"], counters["on-fire"]) == (4, 8)  # a Blazer's 3 AP pay one burst of eight squares
    assert counters["cp"] == 6 + 1 + 6  # RP 14 and 12, and Sarge in Charge
    assert (counters["pinger"], counters["green-door"]) == (0, 6)
    assert picked(plain_source(mission=3))["counters"]["pinger"] == 1


def needed(mission: int, **forces: int) -> dict[str, int]:
    return picked(plain_source(mission=mission, forces={key.replace("_", "-"): n for key, n in forces.items()}))[
        "counters"
    ]


def check_counts() -> None:
    """Numbers worked by hand: RP 22 and 26 give each side 9 CP, the Sarge one more."""
    assert [needed(mission)["cp"] for mission in (6, 7)] == [19, 19]
    stand_ups = picked(source(mission=2))["stand-ups"]
    assert sum(stand_ups.values()) == 37 == needed(2)["activated"]
    # SMG of Gretel and Ilsa, LMG of four Grunts, HMG of two; Slugger's pistol; not the Sarge, who has a launcher
    assert needed(2)["reaction-fire"] == 9


def test_counts_follow_mission_forces_and_book_without_a_cap() -> None:
    check_counts()
    assert needed(6, slugger_murphy=1, hans=1, sturmzombie=1)["dp"] == 2  # 3 DP each: one counter, turned over
    assert needed(7, sturmzombie=1)["cp"] == 18  # nobody has a Sarge
    both = plain_source(mission=2, answers={"unequal-rp": "higher"}, forces={"sturmzombie": 1})
    assert picked(both)["counters"]["cp"] == 12  # RP 14 for both
    watching = plain_source(mission=2, answers={"rf-two-weapons": "yes"}, forces={"ape-sarge": 1})
    assert picked(watching)["counters"]["reaction-fire"] == 1


def test_a_cap_on_counters_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    for need, most in (("command-points", 18), ("models", 16)):
        right = needs.NEEDS[need]
        capped = lambda *given, right=right, most=most: min(right(*given), most)  # noqa: E731
        with monkeypatch.context() as patch:
            patch.setitem(needs.NEEDS, need, capped)  # type: ignore[arg-type]
            with pytest.raises(AssertionError):
                check_counts()


SHEETS = {1: 9, 2: 11, 3: 11, 4: 12, 5: 11, 6: 11, 7: 12}
"""Sheets of A4, printed on both sides, of each mission's whole kit by the usual forces."""


def sheets(of: Any, *products: str) -> int:
    order = chosen(picked(of), [*products] or SHOP.usual(picked(of)))
    return ceil(len(plan_pages(SHOP.job(of, order, checked()), checked())) / 2)


def test_the_kit_of_each_mission_takes_this_many_sheets() -> None:
    assert {mission: sheets(source(mission=mission)) for mission in SHEETS} == SHEETS
    assert sheets(source(), "counters") <= 3


def test_a_mission_without_forces_needs_what_it_allows() -> None:
    cards = picked(source(mission=1))["model-cards"]
    assert cards == {
        "grunt-ape": 2,
        "slugger-murphy": 1,
        "hmg-ape": 1,
        "ape-blazer": 1,
        "ape-sarge": 1,
        "sturmzombie": 1,
    }


def test_without_a_mission_the_whole_box_is_printed() -> None:
    order = picked(source())
    counters = order["counters"]
    assert counters["activated"] == 39  # as many as in missions 6 and 7
    assert (counters["cp"], counters["vp"], counters["generator-panel"]) == (19, 8, 5)
    assert sum(order["battle-cards"].values()) == 41
    assert order["stand-ups"]["sturmzombie"] == 18
    assert "mission" not in order


def test_quantities_are_changed_by_name() -> None:
    order = changed(chosen(picked(source()), ["counters"]), {"counters.pinger": 3, "counters.door": 0})
    assert list(order) == ["counters"]
    assert (order["counters"]["pinger"], order["counters"]["door"]) == (3, 0)


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"counters.pinger": 10_000}, "too-big", "counters.pinger"),
        ({"counters.pinger": -1}, "too-small", "counters.pinger"),
        ({"counters.pingers": 1}, "no-such-thing", "quantity"),
        ({"tokens": 1}, "no-such-thing", "quantity"),
    ],
)
def test_a_quantity_that_cannot_be_is_refused_by_name(change: dict[str, int], code: str, field: str) -> None:
    with pytest.raises(Refused) as no:
        changed(picked(source()), change)
    assert (no.value.code, no.value.field) == (code, field)


def test_an_order_of_nothing_and_one_of_too_much_are_refused() -> None:
    of, settings = source(), checked()
    with pytest.raises(Refused, match="nothing-to-print"):
        plan_pages(SHOP.job(of, {"counters": {"pinger": 0}}, settings), settings)
    with pytest.raises(Refused, match="too-many-pages"):
        plan_pages(
            SHOP.job(
                of, {"reference": {"reference": 999}, "battle-cards": dict.fromkeys(of.book.battle, 999)}, settings
            ),
            settings,
        )


def test_forces_that_cannot_be_are_refused() -> None:
    for forces, code in (({"panther": 1}, "no-such-model"), ({"ilsa": 2}, "over-limit")):
        with pytest.raises(Refused, match=code):
            plain_source(mission=2, forces=forces)
    with pytest.raises(Refused, match="not-allowed"):
        plain_source(mission=99)
    with pytest.raises(Refused, match="not-allowed"):
        plain_source("fr-2009")


# -- a table


def test_a_table_prints_its_forces_with_their_damage_and_nothing_that_is_secret(play: object) -> None:
    table = play.table  # type: ignore[attr-defined]
    state = table.state
    hidden = picked(table_source(table, "en"))
    assert hidden["model-cards"]["grunt-ape"] == 2  # what anybody may buy: the forces are not open
    side = state.sides["allied"]
    side.force, side.force_open = {"grunt-ape": 2}, True
    from app.games.incursion.state import Model

    state.models = {f"grunt-ape-{n}": Model("grunt-ape", "allied", 3, 2, 5, dp=3 - n) for n in (1, 2)}
    of = table_source(table, "es")
    assert of.wounds == {"grunt-ape-1": 0, "grunt-ape-2": 1}
    order = {"model-cards": picked(of)["model-cards"]}
    assert order == {"model-cards": {"grunt-ape": 2}}
    settings = checked(duplex="fronts-only", marks="none")
    page = next(pages(printed(SHOP.job(of, order, settings), settings, of)))
    assert packed("Soldado APE") in packed(page.extract_text())
    alarm = [line for line in page.lines if line["stroking_color"] == pytest.approx((0.639, 0.141, 0.106))]
    assert len(alarm) == 2  # one box crossed out


@pytest.fixture
def play(tmp_path: Path) -> object:
    store = Store(tmp_path)
    code = opened(store)

    class Kept:
        table = store.table(code)

    return Kept


def opened(store: Store, **wishes: object) -> str:
    """A fresh table of mission 1."""
    from app.core.game.setup import opening_of
    from app.core.rules.inputs import parse
    from app.games.incursion.options import Options

    game = on_shelf("incursion")
    return store.open(game, opening_of(game, parse(Options, {"game": "incursion", "mission": 1, **wishes})))


def test_a_campaigns_table_needs_what_its_models_have_kept(tmp_path: Path) -> None:
    from app.games.incursion.campaign_record import Gained, Kept, Lost, Played, Veteran

    store = Store(tmp_path)
    table = store.table(opened(store, campaign={"name": "Gibraltar", "missions": [1, 3]}))
    campaign = table.state.campaign
    campaign.index = 1
    campaign.played = [
        Played(1, "allied", "no-allies-left", 9, "7QK2MX", {}, {}, [Gained("allied", "hans", "extra-ammo")])
    ]
    campaign.experience = {
        "allied": [Veteran("grunt-ape", [Kept("extra-ammo"), Kept("steady-aim")])],
        "german": [Veteran("hans", [Kept("extra-ammo", paper=True)])],
    }
    campaign.lost = [Lost(1, "allied", "ape-sarge", "steady-aim", "killed")]
    of = table_source(table, "en")
    needs = picked(of)
    assert {key: n for key, n in needs["experience-cards"].items() if n} == {"extra-ammo": 2, "steady-aim": 1}
    assert needs["campaign-record"] == {"campaign-record": 1}
    kept = kept_record(campaign, of.speech, {})
    assert kept.missions[0] == ("1. Recon", "", "Allies", "", "Hans the Hunter: Extra Ammo")


# -- the command line


def test_the_command_line_prints_a_mission(tmp_path: Path) -> None:
    file = tmp_path / "recon.pdf"
    told = run(
        "incursion",
        "--mission",
        "1",
        "--edition",
        "es-2009",
        "--lang",
        "es",
        "--what",
        "mission,reference",
        "-o",
        str(file),
    )
    assert (told.exit_code, told.stdout.strip()) == (0, str(file))
    texts = [page.extract_text() for page in pages(file.read_bytes())]
    assert "HOJA DE REFERENCIA" not in texts[0]
    assert "Hoja de referencia" in texts[0]
    assert "RECONOCIMIENTO" in texts[2]  # both are printed on both sides


def test_the_command_line_lists_what_is_needed() -> None:
    told = run(
        "incursion", "--mission", "1", "--force", "grunt-ape=2", "--force", "sturmzombie=2", "--list", "--lang", "en"
    )
    assert "    2  counters.reaction-fire" in told.stdout
    assert "Counters: " in told.stdout


def test_the_command_line_writes_cut_paths_and_pictures(tmp_path: Path) -> None:
    for suffix in ("svg", "png"):
        told = run(
            "incursion", "--what", "counters", "--quantity", "counters.door=2", "-o", str(tmp_path / f"cut.{suffix}")
        )
        assert told.exit_code == 0, told.stderr
        files = told.stdout.split()
        assert len(files) >= 2
        assert all(Path(file).stat().st_size > 100 for file in files)


def test_the_command_line_prints_a_table_by_code_and_by_file(tmp_path: Path) -> None:
    store = Store(tmp_path)
    code = opened(store)
    exported = tmp_path / "table.json"
    CliRunner().invoke(main, ["table", "export", code, "-o", str(exported), "--data", str(tmp_path)])
    for named in (code.lower(), str(exported)):
        told = run("incursion", "--table", named, "--data", str(tmp_path), "--list")
        assert "leaf.leaf" in told.stdout, told.stderr
    (tmp_path / "bad.json").write_text("{", encoding="utf-8")
    for named in ("ZZZZZZ", str(tmp_path / "bad.json")):
        assert run("incursion", "--table", named, "--data", str(tmp_path), "--list").exit_code == 1


def test_the_command_line_fills_in_the_record_of_a_campaign(tmp_path: Path) -> None:
    code, file = opened(Store(tmp_path), campaign={"name": "Gibraltar", "missions": [1, 3]}), tmp_path / "x.pdf"
    told = run("incursion", "--table", code, "--data", str(tmp_path), "--what", "campaign-record", "-o", str(file))
    assert told.exit_code == 0, told.stderr
    text = next(pages(file.read_bytes())).extract_text()
    assert [line for line in text.splitlines() if line[:2] in ("1.", "2.", "3.")] == ["1. Recon", "3. Pinger Raid"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["chess"], "chess"),
        (["incursion", "--paper", "a6"], "a4, letter, a3, a5, legal, WxHmm"),
        (["incursion", "--what", "posters"], "model-cards"),
        (["incursion", "--lang", "fr"], "en, es"),
        (["incursion", "--offset", "left"], "offset"),
        (["incursion", "--margin", "4"], "margin"),
        (
            ["incursion", "--mission", "1", "--address", "http://" + 5000 * "x"],
            "“address” is too long (limit: 200 characters)",
        ),
        (["incursion", "--quantity", "counters.pinger=10000"], "counters.pinger"),
        (["incursion", "--quantity", "counters.pinger=many"], "counters.pinger=many"),
        (["incursion", "--force", "grunt-ape=0x2"], "grunt-ape=0x2"),
        (["incursion", "--quantity", "dooor=2"], "counters.door"),
        (["incursion", "--quantity", "counters.dooor=2"], "counters.pinger"),
        (["incursion", "--quantity", "grunt-ape=2"], "model-cards.grunt-ape, stand-ups.grunt-ape"),
        (["incursion", "--what", "calibration", "--margin", "40", "--bleed", "3", "--mission", "9"], "mission"),
    ],
)
def test_what_cannot_be_printed_is_refused_and_leaves_no_file(words: list[str], told: str, tmp_path: Path) -> None:
    file = tmp_path / "x.pdf"
    answer = run(*words, "-o", str(file))
    assert (answer.exit_code, told in answer.stderr) == (1, True), answer.stderr
    assert not file.exists()


@pytest.mark.parametrize(
    "option",
    [
        "what",
        "table",
        "address",
        "lang",
        "paper",
        "marks",
        "marks-on",
        "duplex",
        "offset",
        "mission",
        "edition",
        "card-set",
    ],
)
@pytest.mark.parametrize("text", ["", " ", ","])
def test_an_option_that_says_nothing_is_refused_and_never_means_everything(option: str, text: str) -> None:
    told = run("incursion", "--list", f"--{option}", text)
    assert (told.exit_code, f"“{option}” is empty" in told.stderr, told.stdout) == (1, True, ""), told.stderr


def test_no_file_and_no_quantity_is_refused_too(tmp_path: Path) -> None:
    assert "“output” is empty" in run("incursion", "-o", "").stderr
    assert "“data” is empty" in run("incursion", "--list", "--data", "").stderr
    for words in (["--quantity", ""], ["--force", ""]):
        told = run("incursion", *words, "-o", str(tmp_path / "x.pdf"))
        assert (told.exit_code, "must be a name and a whole number" in told.stderr) == (1, True), told.stderr
    assert "«what» está vacío" in run("incursion", "--list", "--what", "", "--lang", "es").stderr
    assert list(tmp_path.iterdir()) == []


def test_a_spanish_print_is_of_the_spanish_rulebook_and_a_named_edition_wins(tmp_path: Path) -> None:
    said = {}
    for edition in ("", "es-2009", "en-2009"):
        words = ["--edition", edition] if edition else []
        file = tmp_path / f"of-{edition}.pdf"
        told = run("incursion", "--lang", "es", "--what", "reference", *words, "-o", str(file))
        assert told.exit_code == 0, told.stderr
        said[edition] = next(pages(file.read_bytes())).extract_text()
    assert said[""] == said["es-2009"] != said["en-2009"]


@pytest.mark.parametrize(
    ("typed", "width", "height"),
    [("A4", 210, 297), ("Letter", 215.9, 279.4), ("LEGAL", 215.9, 355.6), ("a3", 297, 420), ("300X200MM", 200, 300)],
)
def test_paper_is_understood_in_any_case_and_by_its_sides(
    typed: str, width: float, height: float, tmp_path: Path
) -> None:
    file = tmp_path / "x.pdf"
    told = run("incursion", "--what", "model-cards", "--paper", typed, "-o", str(file))
    assert told.exit_code == 0, told.stderr
    page = next(pages(file.read_bytes()))
    sides = sorted((page.width / MM, page.height / MM))
    assert sides == [pytest.approx(width, abs=0.1), pytest.approx(height, abs=0.1)]


def test_calibration_is_told_that_its_paper_is_too_small(tmp_path: Path) -> None:
    for margin in ("8", "20"):
        words = ["--what", "calibration", "--paper", "A5", "--margin", margin]
        told = run("incursion", *words, "--lang", "en", "-o", str(tmp_path / "x.pdf"))
        assert "Calibration sheet: A5 is too small for it. Choose larger paper." in told.stderr, told.stderr
    told = run(
        "incursion", "--what", "calibration", "--paper", "150.5x250mm", "--lang", "es", "-o", str(tmp_path / "x.pdf")
    )
    assert "150,5 × 250 mm es demasiado pequeño" in told.stderr, told.stderr
    file = tmp_path / "own.pdf"
    assert run("incursion", "--what", "calibration", "--paper", "250x350mm", "-o", str(file)).exit_code == 0
    assert "250 × 350 mm" in next(pages(file.read_bytes())).extract_text()


def test_a_thing_that_one_product_has_needs_no_product() -> None:
    told = run("incursion", "--list", "--quantity", "door=20", "--quantity", "leaf=3").stdout
    assert "   20  counters.door" in told
    assert "    3  leaf.leaf" in told
    assert (
        "    4  model-cards.grunt-ape"
        in run("incursion", "--list", "--what", "model-cards", "--quantity", "grunt-ape=4").stdout
    )


def test_a_print_has_a_most_of_pieces(tmp_path: Path) -> None:
    words = [word for card in picked(source())["model-cards"] for word in ("--quantity", f"model-cards.{card}=999")]
    for language, why in (("en", "pieces (limit: 5000)"), ("es", "piezas (límite: 5000)")):
        told = run("incursion", *words, "--lang", language, "-o", str(tmp_path / "x.pdf"))
        assert (told.exit_code, why in told.stderr) == (1, True), told.stderr
    assert "pieces" in run("incursion", *words, "--list", "--lang", "en").stderr
    assert list(tmp_path.iterdir()) == []
    check_size({"counters": {"door": 5000}})
    with pytest.raises(Refused, match="print-too-large"):
        check_size({"counters": {"door": 5000}, "reference": {"reference": 1}})


def test_the_command_line_says_which_letters_cannot_be_printed_before_and_after(tmp_path: Path) -> None:
    text = (DATA / "cards" / "starter.toml").read_text(encoding="utf-8")
    mine, file = tmp_path / "mine.toml", tmp_path / "x.pdf"
    mine.write_text(text.replace('en = "Grunt APE"', 'en = "Ядро 漢"'), encoding="utf-8")
    what = ("incursion", "--lang", "en", "--what", "model-cards", "--card-set", str(mine))
    before, after, paths = run(*what, "--list"), run(*what, "-o", str(file)), run(*what, "-o", str(tmp_path / "x.svg"))
    for told in (before, after):
        assert (told.exit_code, told.stderr) == (0, "Ядро 漢: characters that cannot be printed: 漢\n")
    assert paths.stderr == ""
    assert "Ядро □" in next(pages(file.read_bytes())).extract_text()
    plain = run("incursion", "--what", "model-cards", "-o", str(file))
    assert (plain.exit_code, plain.stderr) == (0, "")


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_sheets_have_nothing_to_cut_out(tmp_path: Path, suffix: str) -> None:
    none = [word for thing in picked(source())["counters"] for word in ("--quantity", f"counters.{thing}=0")]
    for words, why in ((["reference"], "nothing to cut out"), (["counters", *none], "every quantity is 0")):
        told = run("incursion", "--lang", "en", "-o", str(tmp_path / f"x.{suffix}"), "--what", *words)
        assert (told.exit_code, why in told.stderr) == (1, True), told.stderr
    assert list(tmp_path.iterdir()) == []


def test_usage_is_an_error_of_its_own(tmp_path: Path) -> None:
    assert run("incursion").exit_code == 2
    assert run("incursion", "-o", str(tmp_path / "x.doc")).exit_code == 1
    nowhere = run("incursion", "--what", "reference", "-o", str(tmp_path / "no" / "x.pdf"))
    assert (nowhere.exit_code, "Cannot write" in nowhere.stderr) == (1, True)


def test_a_card_set_of_ones_own_is_printed_or_refused_with_its_line(tmp_path: Path) -> None:
    text = (DATA / "cards" / "starter.toml").read_text(encoding="utf-8")
    good, bad, binary = tmp_path / "good.toml", tmp_path / "bad.toml", tmp_path / "binary.toml"
    good.write_text(text.replace('en = "Grunt APE"', 'en = "Trooper"'), encoding="utf-8")
    bad.write_text(text.replace("rp = 3", "rp = 0", 1), encoding="utf-8")
    binary.write_bytes(b"\xff\xfe")
    file = tmp_path / "x.pdf"
    what = ("incursion", "--lang", "en", "--what", "model-cards", "-o", str(file), "--card-set")
    assert run(*what, str(good)).exit_code == 0
    assert "Trooper" in next(pages(file.read_bytes())).extract_text()
    assert "Line 1" in run(*what, str(bad)).stderr
    assert run(*what, str(binary)).exit_code == 1


def test_every_mission_needs_its_own_counters_and_has_a_sheet() -> None:
    own = {
        4: {"vp": 8},
        5: {"stranded-trooper": 1},
        6: {"generator-panel": 5},
        7: {"doomsday-device": 1},
        3: {"pinger": 1},
    }
    special = {key for counters in own.values() for key in counters}
    for mission in range(1, 8):
        counters = picked(source(mission=mission))["counters"]
        assert {key: counters[key] for key in special if counters[key]} == own.get(mission, {})
        for language in ("en", "es"):
            of, settings = source(language, "es-2009", mission), checked(paper="letter")
            pdf = printed(SHOP.job(of, {"mission": {"mission": 1}}, settings), settings, of)
            text = packed("".join(page.extract_text() for page in pages(pdf)))
            assert packed(of.speech.translate(f"mission.{mission}")).upper() in text
            if mission == 4:
                assert f"8×{of.speech.translate('counter.vp')}" in text
            if mission == 7:
                assert "11–21–31–41–51–6" in text  # the countdown, from turn 7 on


# -- games and what they have


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_game_that_prints_nothing_is_refused_by_the_command_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, language: str
) -> None:
    monkeypatch.setenv("LC_ALL", f"{language}_ES.UTF-8")
    monkeypatch.setattr("app.cli.print.shop_of", lambda game: None)
    told = run("incursion", "-o", str(tmp_path / "x.pdf"))
    wanted = {"en": "nothing to print for", "es": "nada que imprimir para"}[language]
    assert (told.exit_code, wanted in told.stderr) == (
        1, True,
    )  # fmt: skip
    assert list(tmp_path.iterdir()) == []
    assert "incursion" not in run("--help").stdout.partition("Commands")[2]


def plain_shop(game: str) -> Shop[Any] | None:
    """The shop of `plain` offers nothing to choose from: it prints the calibration sheet."""
    return replace(shops.shop_of("") or SHOP, game="plain") if game == "plain" else shops.shop_of(game)


def test_what_only_another_game_can_be_asked_is_refused_by_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("app.cli.print.shop_of", plain_shop)
    file = str(tmp_path / "x.pdf")
    for option, value in (("mission", "1"), ("force", "grunt-ape=2"), ("card-set", "starter"), ("edition", "en-2009")):
        told = run("plain", f"--{option}", value, "-o", file)
        assert (told.exit_code, f"This game does not use “{option}”." in told.stderr) == (1, True), told.stderr
    assert run("plain", "--colour", "red", "-o", file).exit_code == 2
    assert list(tmp_path.iterdir()) == []
    assert run("plain", "-o", file).exit_code == 0


def test_a_table_of_another_game_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("app.cli.print.shop_of", plain_shop)
    code = opened(Store(tmp_path))
    monkeypatch.setattr("app.cli.print.game_named", lambda key: REGISTRY["incursion"])
    told = run("plain", "--table", code, "--data", str(tmp_path), "--list", "--lang", "en")
    assert (told.exit_code, "is of another game: Incursion" in told.stderr) == (1, True), told.stderr


def test_the_help_of_a_game_names_its_own_options() -> None:
    told = run("incursion", "--help").stdout
    assert all(option in told for option in ("--mission", "--edition", "--force", "--card-set", "--quantity", "--data"))
    assert "incursion" in run("--help").stdout


def test_hello_prints_nothing(tmp_path: Path) -> None:
    for words in (["-o", str(tmp_path / "x.pdf")], ["--list"], ["--mission", "1"], ["--help"]):
        told = run("hello", *words)
        assert (told.exit_code, "There is nothing to print for Hello" in told.stderr) == (1, True), told.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"paper": "Leter"}, "“paper”: there is no “leter”. Did you mean “letter”?"),
        ({"what": "counters,cuonters"}, "“what”: there is no “cuonters”. Did you mean “counters”?"),
        ({"marks": "outlin"}, "“marks”: there is no “outlin”. Did you mean “outline”?"),
        ({"force": "grunt-aep=2"}, "“force”: there is no “grunt-aep”. Did you mean “grunt-ape”?"),
        ({"force": "tank=2"}, "There is no Model Card “tank”. (field force)"),
        ({"card-set": "startr"}, "“card-set”: there is no “startr”. Did you mean “starter”?"),
        ({"card-set": "tanks"}, "There is no card set “tanks”. (field card-set)"),
        ({"edition": "en2009"}, "“edition”: there is no “en2009”. Did you mean “en-2009”?"),
        ({"mission": "8"}, "“mission” must be one of: 1, 2, 3, 4, 5, 6, 7."),
        ({"cards": "pocker"}, "“cards”: there is no “pocker”. Did you mean “poker”?"),
        ({"marks-on": "fronts"}, "“marks-on”: there is no “fronts”. Did you mean “front”?"),
        ({"duplex": "longedge"}, "“duplex”: there is no “longedge”. Did you mean “long-edge”?"),
        ({"lang": "ess"}, "“lang”: there is no “ess”. Did you mean “es”?"),
        ({"quantity": "dor=3"}, "“dor” is not on the list. Choose one of: counters.door. (field quantity)"),
        ({"paper": "elephant"}, "“paper” must be one of: a4, letter, a3, a5, legal, WxHmm."),
        ({"quantity": "door=-3"}, "“quantity”: “door=-3” must be a name and a whole number, such as “door=20”."),
        ({"offset": "1;2"}, "“offset”: “1;2” must be two numbers of millimetres, from −10 to 10, such as “0.7,-0.3”."),
        ({"offset": "nan"}, "“offset”: “nan” must be two numbers of millimetres, from −10 to 10, such as “0.7,-0.3”."),
        ({"offset": "11"}, "“offset”: “11” must be two numbers of millimetres, from −10 to 10, such as “0.7,-0.3”."),
    ],
)
def test_bad_input_is_named_once_with_the_near_word(typed: dict[str, str], told: str) -> None:
    assert refused("incursion", typed) == told


def refused(game: str, typed: dict[str, str]) -> str:
    """What the command line says of a wrong option."""
    words = [word for name, text in typed.items() for word in (f"--{name}", text)]
    result = CliRunner().invoke(main, ["print", game, "--list", *words])
    assert result.exit_code != 0
    return result.output.strip().removeprefix("Error: ")


@pytest.mark.parametrize(
    ("game", "typed", "told"),
    [
        ("mobile-infantry", {"force": "sqad=1"}, "“force”: there is no “sqad”. Did you mean “squad”?"),
        (
            "memoir-44",
            {"mission": "karst-juncton"},
            "“mission”: there is no “karst-juncton”. Did you mean “karst-junction”?",
        ),
        ("incurson", {}, "“game”: there is no “incurson”. Did you mean “incursion”?"),
    ],
)
def test_bad_input_of_each_game_is_named_with_the_near_word(game: str, typed: dict[str, str], told: str) -> None:
    assert refused(game, typed) == told
