"""Whatever is sent to a ruling of Incursion, the answer is a ruling or an honest no."""

import contextlib
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.errors import Malformed, Refused
from app.core.game.evaluate import ask_ruling
from app.games import REGISTRY

INCURSION = REGISTRY["incursion"]
NAMES = ["weapon", "fortitude", "dp", "dice", "reaction", "rp", "turn", "die", "attacker", "nth", "modifier", "edition",
         "extra_dice", "two_gun", "rerolls", "action", "allied_bid", "german_bid", "table_rulings"]  # fmt: skip
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=5),
    st.sampled_from(["lmg", "smg", "sturmzombie", "en-2009", "es-2009", "turn"]),
    st.lists(st.one_of(st.integers(-1, 8), st.text(max_size=2)), max_size=5),
    st.dictionaries(st.sampled_from(["no-dice", "x"]), st.sampled_from(["at-least-one", "y", 3]), max_size=2),
)


@settings(max_examples=300, deadline=None)
@given(ruling=st.sampled_from(list(INCURSION.rules.rulings)), facts=st.dictionaries(st.sampled_from(NAMES), VALUES))
def test_any_facts_get_a_ruling_or_a_no(ruling: str, facts: dict[str, Any]) -> None:
    with contextlib.suppress(Refused, Malformed):
        answer = ask_ruling(INCURSION, ruling, facts)
        assert answer.working.total == sum(reason.change for reason in answer.working.reasons)


@settings(max_examples=200, deadline=None)
@given(
    edition=st.sampled_from(INCURSION.editions),
    weapon=st.sampled_from(["smg", "lmg", "hmg", "shotgun", "pistol"]),
    fortitude=st.integers(0, 12),
    modifier=st.integers(-6, 6),
    extra_dice=st.integers(-3, 5),
    reaction=st.booleans(),
    data=st.data(),
)
def test_a_shots_hits_are_the_dice_that_reach_what_it_needs(data: Any, **facts: Any) -> None:
    before = ask_ruling(INCURSION, "shoot", facts)
    faces = data.draw(st.lists(st.integers(1, 6), min_size=before["dice_needed"], max_size=before["dice_needed"]))
    after = ask_ruling(INCURSION, "shoot", {**facts, "dice": faces})
    assert after["hits"] == sum(face >= before["needs"] for face in faces)
    assert after["dp_lost"] <= 1
    assert after["out_of_ammo"] == (facts["reaction"] and len(set(faces)) < len(faces))
