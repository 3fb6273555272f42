"""Rulings without a table: facts in, ruling out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pydantic import BaseModel

from app.core.errors import Malformed, Refused
from app.core.game.definition import Game
from app.core.rules.book import check_answers, effective_answers, require_one_of
from app.core.rules.inputs import BookEntry, entries, parse
from app.core.rules.ruling import RulingResult


def ask_ruling(game: Game, ruling: str, given: Any) -> RulingResult:
    """Make a ruling on facts, by the edition and the answers among them.

    Raise Malformed or Refused, naming the field.
    """
    if ruling not in game.rules.rulings:
        raise Refused("unknown-ruling", ruling=ruling)
    if not isinstance(given, Mapping):
        raise Malformed("not-an-object")
    facts = dict(given)
    edition, answers = facts.pop("edition", game.editions[0]), facts.pop("table_rulings", {})
    _check_types(edition, answers)
    form, function = game.rules.rulings[ruling]
    known = parse(form, facts)
    require_one_of(game.editions, edition, "edition")
    check_answers(answers, game.rules.questions, edition=edition)
    return function(known, game.rules.edition_book(edition, effective_answers(game.rules.questions, answers)))


class RecordingAnswers(dict[str, str]):
    def __init__(self, answers: Mapping[str, str], asked: set[str]) -> None:
        super().__init__(answers)
        self.asked = asked

    def __getitem__(self, question: str) -> str:
        self.asked.add(question)
        return super().__getitem__(question)


def record_questions(game: Game, asked: set[str]) -> Game:
    """Return a copy of the game whose books add the questions they read to `asked`."""

    def edition_book(edition: str, answers: Mapping[str, str]) -> Any:
        book = game.rules.edition_book(edition, answers)
        return book.model_copy(update={"answers": RecordingAnswers(book.answers, asked)})

    return replace(game, rules=replace(game.rules, edition_book=edition_book))


def _check_types(edition: Any, answers: Any) -> None:
    if not isinstance(edition, str):
        raise Malformed("wrong-type", field="edition")
    if not isinstance(answers, Mapping):
        raise Malformed("wrong-type", field="table_rulings")
    for key, answer in answers.items():
        if not isinstance(answer, str):
            raise Malformed("wrong-type", field=f"table_rulings.{key}")


def fields_of(game: Game, ruling: str) -> list[dict[str, Any]]:
    """Return the facts of a ruling: name, JSON schema, whether required, and default."""
    form, _ = game.rules.rulings[ruling]
    schema = form.model_json_schema()
    required = schema.get("required", [])
    listed = _listed(game, form)
    fields = [
        {"name": name, "required": name in required, **_described(spec), **listed.get(name, {})}
        for name, spec in schema["properties"].items()
    ]
    edition = {"type": "string", "values": list(game.editions), "default": game.editions[0]}
    return [
        *fields,
        {"name": "edition", "required": False, **edition},
        {"name": "table_rulings", "required": False, "type": "object", "default": {}},
    ]


def _listed(game: Game, form: type[BaseModel]) -> dict[str, dict[str, Any]]:
    places = {name: mark.place for name, info in form.model_fields.items() for mark in info.metadata
              if isinstance(mark, BookEntry)}  # fmt: skip
    books = [game.rules.edition_book(edition, {}) for edition in game.editions]
    return {
        name: {"values": list(dict.fromkeys(entry for book in books for entry in entries(book, place)))}
        for name, place in places.items()
    }


def _described(spec: Mapping[str, Any]) -> dict[str, Any]:
    options = [option for option in spec.get("anyOf", [spec]) if option.get("type") != "null"]
    described = {"type": options[0].get("type", "object")}
    if "enum" in options[0]:
        described["values"] = options[0]["enum"]
    for limit in ("minimum", "maximum"):
        if limit in options[0]:
            described[limit] = options[0][limit]
    if "default" in spec:
        described["default"] = spec["default"]
    return described
