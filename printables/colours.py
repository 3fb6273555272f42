"""The colours of a field notebook on white paper, and what they become where ink is saved."""

from __future__ import annotations

Colour = tuple[float, float, float]

INK: Colour = (0.118, 0.106, 0.086)
WHITE: Colour = (1.0, 1.0, 1.0)
FADED: Colour = (0.325, 0.294, 0.247)
LINE: Colour = (0.788, 0.749, 0.659)
WASH: Colour = (0.957, 0.937, 0.890)
OLIVE: Colour = (0.294, 0.353, 0.165)
GREY_BLUE: Colour = (0.239, 0.310, 0.361)
RUST: Colour = (0.541, 0.235, 0.110)
BRASS: Colour = (0.478, 0.353, 0.063)
ALARM: Colour = (0.639, 0.141, 0.106)

BY_NAME = {
    "ink": INK, "faded": FADED, "line": LINE, "wash": WASH, "olive": OLIVE, "grey-blue": GREY_BLUE,
    "rust": RUST, "brass": BRASS, "alarm": ALARM, "white": WHITE,
}  # fmt: skip
