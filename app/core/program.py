"""What the program of a game says as it is written there: refusals, what forms let choose, phases, counts, reasons."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path

from app.core.game import Game
from app.core.refusals import Refused
from app.core.soundness import Faults, first_there, missing, name_word
from app.core.words import AsGiven

REFUSAL = re.compile(r"(Refused(?<![\w.]Refused)|Malformed(?<![\w.]Malformed))\(")
"""Where a refusal is made in a program. Patterns begin with what they look for, and only then look at what stands
before it: so most of a text is skipped."""
CHOICES, COUNT = re.compile(r"choose(?<![\w.]choose)\s*=\s*(?={)"), re.compile(r"Count(?<![\w.]Count)\(")
"""Where it says what a form lets choose, and where it counts something of a game that is over."""
REASON, PHASE = re.compile(r"\.((?:plus|within)\()"), re.compile(r"state\.phase\b(?=[^\n=!<>]*=(?!=))")
"""Where a ruling has one more reason, and where a state is set to a phase."""
OF_A_STATE = re.compile(r"(\w+\.)*state\.phase")
"""The phase of a state, whoever holds that."""
LONGEST = 2000
"""How many letters any of them takes at most."""
REASON_TAKES = 3
"""What a reason is made of: a label and a change, or two limits, and the rule."""


def faults_of_sources(game: Game) -> Faults:
    """What the program of a game says and has no words, rules and phases there that are none of its own."""
    texts = [path.read_text(encoding="utf-8") for path in sources(game)]
    refusals = [one for text in texts for one in refusals_in(text)]
    reasons = [one for text in texts for one in reasons_in(text)]
    for key in dict.fromkeys([*words_of_program(game, texts), *words_of_refusals(refusals)]):
        yield from missing(game.words, key)
    for label in dict.fromkeys(label for label, _ in reasons if label):
        yield from missing(game.words, first_there(game.words, f"reason.{label}", name_word(game.words, label)))
    rules = dict.fromkeys(rule for _, rule in (*refusals, *reasons) if rule)
    yield from (Refused("lacks-rule", rule_id=AsGiven(rule)) for rule in rules if rule not in game.rules)
    phases = dict.fromkeys(phase for text in texts for phase in phases_in(text))
    yield from (Refused("lacks-phase", phase=AsGiven(phase)) for phase in phases if phase not in game.phases)


def sources(game: Game) -> Iterator[Path]:
    """The modules of a game's package, without its tests."""
    return (path for path in sorted(game.folder.rglob("*.py")) if not path.name.startswith("test_"))


def words_of_refusals(refusals: Iterable[tuple[str, str]]) -> Iterator[str]:
    """The keys of the words for refusals."""
    return (f"refusal.{code}" for code, _ in refusals if code)


def words_of_program(game: Game, texts: Sequence[str]) -> Iterator[str]:
    """The keys of the words for what forms let choose, and for what is counted."""
    for name in (name for text in texts for name in choices_in(text)):
        in_commands = (f"field.{command.key}-{name}" for command in game.own_commands)
        yield first_there(game.words, f"field.{name}", *in_commands)
    yield from (f"count.{what}" for text in texts for what in counts_in(text))


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


def reasons_in(source: str) -> Iterator[tuple[str, str]]:
    """(label, rule) of every reason that a module gives for a number, empty where it does not say them as a text."""
    for found in REASON.finditer(source):
        call = expression_at(source, found.start(1), ")")
        if isinstance(call, ast.Call) and len(call.args) == REASON_TAKES:
            rules = texts_of(call.args[-1])
            yield from (("", rule) for rule in rules)
            yield from ((label, "") for label in labels_of(call) if rules)


def labels_of(call: ast.Call) -> Iterator[str]:
    """The labels that a reason may have: its own, or those of the limits that are set."""
    first, second, _ = call.args
    if isinstance(call.func, ast.Name) and call.func.id == "plus":
        yield from texts_of(first)
        return
    for limit, label in ((first, "at-least"), (second, "at-most")):
        if not (isinstance(limit, ast.Constant) and limit.value is None):
            yield label


def counts_in(source: str) -> Iterator[str]:
    """What a module counts, where it says it as a text."""
    for found in COUNT.finditer(source):
        call = expression_at(source, found.start(), ")")
        if isinstance(call, ast.Call) and call.args:
            yield from texts_of(call.args[0])


def phases_in(source: str) -> Iterator[str]:
    """The phases that a module sets, where it says them as texts."""
    for found in PHASE.finditer(source):
        line = source[source.rfind("\n", 0, found.start()) + 1 :][:LONGEST].lstrip(" ") + "\n"
        statement = parsed_at(line, 0, "\n", "exec")
        set_there = (one for node in ast.walk(statement) for one in values_set(node)) if statement else ()
        for place, value in set_there:
            if OF_A_STATE.fullmatch(ast.unparse(place)):
                yield from texts_of(value)


def values_set(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """(place, value) of all that an assignment sets, several at once one by one."""
    if not isinstance(node, ast.Assign):
        return
    for target in node.targets:
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            yield from zip(target.elts, node.value.elts, strict=False)
        else:
            yield target, node.value


def expression_at(source: str, start: int, end: str) -> ast.expr | None:
    """The expression that begins there; None for what is none, as in a comment. Whole modules would take longer."""
    parsed = parsed_at(source, start, end, "eval")
    return parsed.body if isinstance(parsed, ast.Expression) else None


def parsed_at(source: str, start: int, end: str, mode: str) -> ast.AST | None:
    """What begins there and ends with one of these signs."""
    text = source[start : start + LONGEST]
    for closing in re.finditer(re.escape(end), text):
        try:
            return ast.parse(text[: closing.end()], mode=mode)
        except SyntaxError:
            continue  # its last sign is further on
    return None


def texts_of(node: ast.expr) -> list[str]:
    """The texts that an expression may come to, as far as they are written there."""
    if isinstance(node, ast.IfExp):
        return [*texts_of(node.body), *texts_of(node.orelse)]
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []
