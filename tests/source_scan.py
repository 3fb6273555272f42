"""What the source of a game says as texts: refusals, reasons, rules, phases, counts, what forms let choose, and open
questions with the answers that are looked for."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

REASON_TAKES = 3
"""What a reason is made of: a label and a change, or two limits, and the rule."""


@dataclass
class Said:
    """Each in the order of the source."""

    refusals: list[str] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    phases: list[str] = field(default_factory=list)
    counts: list[str] = field(default_factory=list)
    choices: list[str] = field(default_factory=list)
    questions: list[str] = field(default_factory=list)
    answers: list[tuple[str, str]] = field(default_factory=list)
    """(question, answer with which it is compared)."""


def said_in(path: Path) -> Said:
    said = Said()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            note_call(said, node)
            said.questions += asked_by(node)
        elif isinstance(node, ast.Compare):
            answers = [text for other in node.comparators for text in all_texts_of(other)]
            said.answers += [(question, answer) for question in asked_by(node.left) for answer in answers]
        elif isinstance(node, ast.Assign):
            said.phases += [text for target, value in pairs_in(node) if is_phase(target) for text in texts_of(value)]
        elif isinstance(node, ast.keyword) and node.arg == "choose" and isinstance(node.value, ast.Dict):
            said.choices += [text for key in node.value.keys if key is not None for text in texts_of(key)]
    return said


def note_call(said: Said, call: ast.Call) -> None:
    """Note what a call says: `Refused(code, rule)`, `Malformed(code)`, `Count(what)`, `.plus(label, change, rule)`,
    `.within(least, most, rule)`.
    """
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name in ("Refused", "Malformed") and call.args:
        said.refusals += texts_of(call.args[0])
        said.rules += texts_of(call.args[1]) if name == "Refused" and len(call.args) > 1 else []
    elif name == "Count" and call.args:
        said.counts += texts_of(call.args[0])
    elif name in ("plus", "within") and isinstance(call.func, ast.Attribute) and len(call.args) == REASON_TAKES:
        rules = texts_of(call.args[-1])
        said.rules += rules
        if rules and name == "plus":
            said.reasons += texts_of(call.args[0])
        elif rules:
            limits = zip(call.args, ("at-least", "at-most"), strict=False)
            said.reasons += [label for limit, label in limits if not is_none(limit)]


def asked_by(node: ast.expr) -> list[str]:
    """The open question that `book.answer_for(question)` asks; none where it is no such call."""
    asks = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "answer_for"
    return texts_of(node.args[0]) if asks and node.args else []


def all_texts_of(node: ast.expr) -> list[str]:
    """The same of each thing that a tuple, a list or a set holds."""
    parts = node.elts if isinstance(node, ast.Tuple | ast.List | ast.Set) else [node]
    return [text for part in parts for text in texts_of(part)]


def is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def is_phase(target: ast.expr) -> bool:
    return f".{ast.unparse(target)}".endswith(".state.phase")


def pairs_in(node: ast.Assign) -> Iterator[tuple[ast.expr, ast.expr]]:
    """(target, value) of all that an assignment sets."""
    for target in node.targets:
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            yield from zip(target.elts, node.value.elts, strict=False)
        else:
            yield target, node.value


def texts_of(node: ast.expr) -> list[str]:
    """The texts that an expression may come to, as far as they are written there."""
    if isinstance(node, ast.IfExp):
        return [*texts_of(node.body), *texts_of(node.orelse)]
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []
