"""Whatever is sent, the answer is a ruling or an honest no: on Hello's flight."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.errors import Malformed, Refused
from app.core.game.evaluate import ask_ruling, fields_of
from app.core.messages.translator import LANGUAGES
from app.core.rules.ruling import RulingResult
from tests.toy_game.game import DIE, GAME, MOST_DICE

NAMES = [*(field["name"] for field in fields_of(GAME, "fly")), "wind", ""]
FACES = st.sampled_from(["flame", "shade", "wind"])
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 6),
    st.integers(),
    st.floats(),
    st.text(max_size=5),
    st.sampled_from(["first", "second", "blows", "flame"]),
    st.lists(st.one_of(FACES, st.integers(-1, 8), st.text(max_size=2)), max_size=5),
    st.dictionaries(st.sampled_from(["wind", "rain"]), st.sampled_from(["blows", "is-still", "y", 3]), max_size=2),
)


def ruled(facts: Any) -> RulingResult | Refused | Malformed:
    """The ruling on these facts, or the no."""
    try:
        return ask_ruling(GAME, "fly", facts)
    except (Refused, Malformed) as no:
        return no


@settings(max_examples=150, deadline=None)
@given(facts=st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=4))
def test_any_facts_get_a_ruling_or_a_no_with_words(facts: dict[str, Any]) -> None:
    answer = ruled(facts)
    if isinstance(answer, RulingResult):
        assert answer.working.total == sum(reason.change for reason in answer.working.reasons)
    else:
        assert answer.field is None or answer.field.split(".")[0] in NAMES
        assert all(GAME.get_translator(language).refusal(answer) for language in LANGUAGES)


@settings(max_examples=50, deadline=None)
@given(sent=st.one_of(st.none(), st.integers(), st.text(max_size=3), st.lists(st.none(), max_size=2)))
def test_what_is_no_facts_at_all_is_malformed(sent: Any) -> None:
    answer = ruled(sent)
    assert isinstance(answer, Malformed)
    assert answer.code == "not-an-object"


@settings(max_examples=150, deadline=None)
@given(
    dice_count=st.integers(1, MOST_DICE),
    same_window=st.booleans(),
    wind=st.sampled_from(["blows", "is-still"]),
    data=st.data(),
)
def test_a_flights_light_is_its_flames_less_the_wind(data: Any, dice_count: int, same_window: bool, wind: str) -> None:
    facts = {"dice_count": dice_count, "same_window": same_window, "table_rulings": {"wind": wind}}
    needed = ask_ruling(GAME, "fly", facts)["dice_needed"]
    assert needed == dice_count + same_window
    faces = data.draw(st.lists(st.sampled_from(DIE), min_size=needed, max_size=needed))
    light = faces.count("flame") - (faces.count("wind") if wind == "blows" else 0)
    assert ask_ruling(GAME, "fly", {**facts, "dice": faces})["light"] == max(0, light)
