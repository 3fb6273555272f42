"""The booklet is Spanish: titles are in the language of their reader, with the book's own section beside them."""

import pytest
from flask.testing import FlaskClient

from app.core.messages.rule_catalogue import title_of
from app.core.rules.book import load_toml
from app.games.memoir_44.book import FOLDER


def test_every_section_has_a_title_in_the_language_of_its_reader_and_no_title_is_idle() -> None:
    own = load_toml(FOLDER / "rules.toml")
    spanish = {rule["section"]["es"] for rule in own["rules"].values() if isinstance(rule.get("section"), dict)}
    english = {rule["section"] for rule in own["rules"].values() if isinstance(rule.get("section"), str)}
    titled = {
        language: {one for one, title in own["headings"].items() if language in title} for language in ("en", "es")
    }
    assert set(own["headings"]) == spanish | english == titled["en"]
    assert english <= titled["es"]


@pytest.mark.parametrize(
    ("rule", "titles"),
    [
        ("units.close-assault", ["Close assault", "Combate cercano"]),
        ("units.hard-stop", ["Stops", "Paradas"]),
        ("turn.air-drop", ["Air drops", "Lanzamientos aéreos"]),
    ],
)
def test_a_rule_is_titled_in_the_language_of_its_reader(client: FlaskClient, rule: str, titles: list[str]) -> None:
    assert [title_of(FOLDER, rule, language) for language in ("en", "es")] == titles
    for language, title in zip(("en", "es"), titles, strict=True):
        client.set_cookie("lang", language)
        assert f"<h1>{title}</h1>" in client.get(f"/rules/memoir-44/{rule}").text


def test_the_page_of_a_rule_cites_the_section_of_the_booklet(client: FlaskClient) -> None:
    assert '<dd lang="es">Base: Combate cercano</dd>' in client.get("/rules/memoir-44/units.close-assault").text
