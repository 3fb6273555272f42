"""Whatever a scenario can say is placed by the editor of the app, and is the same when its file is read again."""

from __future__ import annotations

from app.core.content.missions import MissionData
from app.core.content.toml_source import data_in
from app.games.memoir_44.board_view.painting import BRUSHES, blank, painted
from app.games.memoir_44.geometry import BOARDS, name_of
from app.games.memoir_44.scenarios.kept_besides import meaning
from app.games.memoir_44.scenarios.scenario import scenario_of
from app.games.memoir_44.scenarios.writing import written
from tests.memoir_44.test_editor_writing import differences
from tests.memoir_44.vocabulary import BOOK, NAME, accepted, made, tapped, vocabulary


def test_the_editor_places_everything_that_a_scenario_can_say() -> None:
    placed = {fact for change in made() for fact in change.facts}
    assert sorted(map(str, vocabulary() - placed)) == []


def test_what_the_editor_makes_means_the_same_in_a_toml_file() -> None:
    lost = [one.by for one in made() if not same(one.after, data_in(written(one.after)))]
    assert lost == []


def test_what_the_editor_makes_means_the_same_in_a_file_of_the_scenario_editor() -> None:
    """Every field once; the next test has every name."""
    told: set[str] = set()
    lost = {}
    for change in made():
        fields = {path for path, _ in change.facts}
        parts = differences(change.after) if fields - told else []
        told |= fields
        lost |= {change.by: parts} if parts else {}
    assert lost == {}


def test_every_brush_on_a_hex_of_its_own_means_the_same_in_both_files() -> None:
    board = BOARDS["breakthrough"]
    free = [name_of(board, at) for at in board.hexes]
    data = blank("all", NAME, board.name)
    for brush in (*BRUSHES["ground"], *BRUSHES["obstacles"], *BRUSHES["hexes"]):
        for at in free:
            after = tapped(data, brush, at)
            if after is not None and accepted(after):
                data, free = after, [one for one in free if one != at]
                break
    for brush in (*BRUSHES["badges"], *BRUSHES["nations"], *BRUSHES["emblems"]):
        for unit in BRUSHES["units"][:6]:
            after = tapped(painted(data, unit, free[0]), brush, free[0])
            if after is not None and accepted(after):
                data, free = after, free[1:]
                break
    assert len(scenario_of(data, BOOK).units) == sum(len(BRUSHES[group]) for group in ("badges", "nations", "emblems"))
    assert same(data, data_in(written(data)))
    assert differences(data) == []


def same(one: MissionData, other: MissionData) -> bool:
    return meaning(scenario_of(one, BOOK)) == meaning(scenario_of(other, BOOK))
