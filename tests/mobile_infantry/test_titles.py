"""The edition is Spanish: whoever reads English reads English titles, with the book's own section beside them."""

from flask.testing import FlaskClient

from app.core.messages.rule_catalogue import title_of
from app.core.rules.book import load_toml
from app.games.mobile_infantry.board_view.rules import Link, of_phase
from app.games.mobile_infantry.book import FOLDER
from app.games.mobile_infantry.game import GAME
from tests.game_checks import first_table


def test_every_section_has_an_english_title_and_no_title_is_idle() -> None:
    own = load_toml(FOLDER / "rules.toml")
    sections = {rule["section"]["es"] for rule in own["rules"].values() if "section" in rule}
    assert set(own["headings"]) == sections
    assert all(title["en"] != section for section, title in own["headings"].items())


def test_a_rule_is_titled_in_the_language_of_its_reader() -> None:
    rule = "moving.withdrawal"
    assert [title_of(FOLDER, rule, language) for language in ("en", "es")] == ["Withdrawal", "Repliegue"]


def test_links_of_a_board_name_the_section_beside_its_english_title() -> None:
    link = Link("sequence.pre")
    assert (link.title("en"), link.source("en")) == ("Sequence of play", "Secuencia de Juego")
    assert (link.title("es"), link.source("es")) == ("Secuencia de Juego", "")
    assert Link("table.settings").source("en") == ""
    assert all(link.title("xx") == link.title("en") for link in of_phase(first_table(GAME).state))


def test_the_page_of_a_rule_is_headed_in_english_and_cites_the_spanish_section(client: FlaskClient) -> None:
    for language, heading in (
        ("en", "Organisation of the Mobile Infantry"),
        ("es", "Organización de la Infantería Móvil"),
    ):
        client.set_cookie("lang", language)
        page = client.get("/rules/mobile-infantry/organisation.teams").get_data(as_text=True)
        assert f"<h1>{heading}</h1>" in page
        assert '<dd lang="es">Organización de la Infantería Móvil</dd>' in page
