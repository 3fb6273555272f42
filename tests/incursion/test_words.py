"""Words of Incursion that say a number of one."""

import pytest

from app.core.errors import Refused
from app.core.messages.translator import LANGUAGES
from app.games import REGISTRY

GAME = REGISTRY["incursion"]


@pytest.mark.parametrize(
    ("no", "english", "spanish"),
    [
        (Refused("force-too-small", least=1), "Your force is too small. Models needed: at least 1.",
         "Tu fuerza es demasiado pequeña. Figuras necesarias: 1 como mínimo."),
    ],
)  # fmt: skip
def test_a_number_of_one_makes_no_wrong_plural(no: Refused, english: str, spanish: str) -> None:
    assert [GAME.get_translator(language).refusal(no) for language in LANGUAGES] == [english, spanish]
