"""What the program of a game says as it is written there: its refusals, and what its forms let choose."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from app.core.game import Game
from app.core.refusals import Refused
from app.core.soundness import Faults, first_there, missing
from app.core.words import AsGiven

REFUSAL, CHOICES = re.compile(r"(?<![\w.])(Refused|Malformed)\("), re.compile(r"(?<![\w.])choose\s*=\s*(?={)")
"""Where a refusal is made in a program, and where it says what a form lets choose."""
LONGEST = 2000
"""How many letters either takes at most."""


def faults_of_sources(game: Game) -> Faults:
    """Refusals in the program of a game and fields of its forms that have no words, rules that are none of its own."""
    texts = [path.read_text(encoding="utf-8") for path in sources(game)]
    refusals = [one for text in texts for one in refusals_in(text)]
    for code in dict.fromkeys(code for code, _ in refusals if code):
        yield from missing(game.words, f"refusal.{code}")
    for name in dict.fromkeys(name for text in texts for name in choices_in(text)):
        in_commands = (f"field.{command.key}-{name}" for command in game.own_commands)
        yield from missing(game.words, first_there(game.words, f"field.{name}", *in_commands))
    rules = dict.fromkeys(rule for _, rule in refusals if rule)
    yield from (Refused("lacks-rule", rule_id=AsGiven(rule)) for rule in rules if rule not in game.rules)


def sources(game: Game) -> Iterator[Path]:
    """The modules of a game's package, without its tests."""
    return (path for path in sorted(game.folder.rglob("*.py")) if not path.name.startswith("test_"))


def refusals_in(source: str) -> Iterator[tuple[str, str]]:
    """(code, rule) of every refusal that a module makes, empty where it does not say them as a text."""
    for found in REFUSAL.finditer(source):
        call = expression_at(source, found.start(1), ")")
        if isinstance(call, ast.Call) and call.args:
            rule = texts_of(call.args[1]) if found[1] == "Refused" and len(call.args) > 1 else []
            yield from zip_longest(texts_of(call.args[0]), rule, fillvalue="")


def choices_in(source: str) -> Iterator[str]:
    """The names of what forms let choose, where a module says them as texts."""
    for found in CHOICES.finditer(source):
        chosen = expression_at(source, found.end(), "}")
        for key in chosen.keys if isinstance(chosen, ast.Dict) else ():
            yield from texts_of(key) if key is not None else ()


def expression_at(source: str, start: int, end: str) -> ast.expr | None:
    """The expression that begins there; None for what is none, as in a comment. Whole modules would take longer."""
    text = source[start : start + LONGEST]
    for closing in re.finditer(re.escape(end), text):
        try:
            return ast.parse(text[: closing.end()], mode="eval").body
        except SyntaxError:
            continue  # its last sign is further on
    return None


def texts_of(node: ast.expr) -> list[str]:
    """The texts that an expression may come to, as far as they are written there."""
    if isinstance(node, ast.IfExp):
        return [*texts_of(node.body), *texts_of(node.orelse)]
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []
