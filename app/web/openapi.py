"""OpenAPI document of the JSON interface, generated from the routes and the ruling models."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from flask import Flask
from pydantic import BaseModel

from app.core.game.evaluate import fields_of
from app.core.rules.dice import MOST_DICE
from app.core.table.next_table import NextTable
from app.games import REGISTRY
from app.version import VERSION

ERROR = {"$ref": "#/components/schemas/Error"}
STATUSES = {
    "400": "Not JSON, an unknown or missing field, or a wrong type.",
    "401": "No token, or a false one.",
    "403": "Another table's token, or a command never open to this kind of seat.",
    "404": "No such table, game, ruling or rule.",
    "409": "The table moved on; `error.first` is the event that came first.",
    "410": "Somebody sat down by that invitation, or a newer one took its place.",
    "413": "Too large.",
    "415": "Not sent as application/json.",
    "422": "Of the right type, but impossible, or the rules say no.",
    "429": "Too many wrong tries, or too many tables.",
    "503": "Something else holds the tables; `Retry-After` says when to try again.",
    "507": "The disk cannot take it; nothing was done.",
}


def document(app: Flask) -> dict[str, Any]:
    paths: dict[str, Any] = {}
    parts: dict[str, Any] = {}
    for route in app.url_map.iter_rules():
        if route.endpoint.startswith("api."):
            path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route.rule)
            for method in sorted((route.methods or set()) & {"GET", "POST"}):
                paths.setdefault(path, {})[method.lower()] = _operation(app, route.endpoint, path)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Adjutant", "version": VERSION},
        "paths": paths | _ruling_paths(parts),
        "components": {
            "schemas": _schemas(parts) | parts,
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(app: Flask, endpoint: str, path: str) -> dict[str, Any]:
    doc = (app.view_functions[endpoint].__doc__ or "").strip().splitlines()[0]
    names = re.findall(r"{(\w+)}", path)
    operation: dict[str, Any] = {
        "summary": doc,
        "operationId": endpoint.removeprefix("api."),
        "parameters": [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names],
        "responses": {"2XX": {"description": "Done."}} | {code: _refusal(text) for code, text in STATUSES.items()},
    }
    if "{code}" in path:
        operation["security"] = [{"seat": []}, {}]
    if endpoint in BODIES:
        operation["requestBody"] = _body(BODIES[endpoint])
    return operation


def _refusal(text: str) -> dict[str, Any]:
    return {"description": text, "content": {"application/json": {"schema": ERROR}}}


def _body(schema: dict[str, Any]) -> dict[str, Any]:
    return {"required": True, "content": {"application/json": {"schema": schema}}}


def _schema(form: type[BaseModel], parts: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    schema = form.model_json_schema(ref_template=f"#/components/schemas/{prefix}{{model}}")
    parts |= {f"{prefix}{name}": part for name, part in schema.pop("$defs", {}).items()}
    return schema


def _ruling_paths(parts: dict[str, Any]) -> dict[str, Any]:
    paths = {}
    for key, game in REGISTRY.items():
        for name, (form, function) in game.rules.rulings.items():
            schema = _schema(form, parts, f"{key}.")
            for field in fields_of(game, name):
                plain = {part: field[part] for part in ("type", "default") if part in field}
                _limit(schema["properties"].setdefault(field["name"], plain), field.get("values", ()))
            summary = (function.__doc__ or name).strip().splitlines()[0]
            answers = {"200": {"description": "The ruling."}, "422": _refusal(STATUSES["422"])}
            paths[f"/api/rulings/{key}/{name}"] = {
                "post": {"summary": summary, "requestBody": _body(schema), "responses": answers}
            }
    return paths


def _limit(schema: dict[str, Any], values: Sequence[str | int]) -> None:
    for option in schema.get("anyOf", [schema]):
        limited = option.get("items", option)
        if values and limited.get("type") in ("string", "integer"):
            limited["enum"] = [*values]


def _options(parts: dict[str, Any]) -> dict[str, Any]:
    return {"oneOf": [_schema(game.options, parts, f"{key}.") for key, game in REGISTRY.items()]}


def _schemas(parts: dict[str, Any]) -> dict[str, Any]:
    text = {"type": ["string", "null"]}
    error = {"code": {"type": "string"}, "message": {"type": "string"}, "field": text, "rule": text}
    return {
        "Error": {"type": "object", "properties": {"error": {"type": "object", "properties": error}}},
        "Options": _options(parts),
        "NextTable": _schema(NextTable, parts),
        "Command": {
            "type": "object",
            "required": ["command", "key", "seen"],
            "properties": {
                "command": {"type": "string"},
                "key": {"type": "string"},
                "seen": {"type": "integer"},
                "dice": {"type": "array", "maxItems": MOST_DICE, "items": {"type": ["integer", "string"]}},
                "table_rulings": {"type": "object"},
            },
            "additionalProperties": True,
        },
    }


BODIES: dict[str, dict[str, Any]] = {
    "api.open_table": {"$ref": "#/components/schemas/Options"},
    "api.go_on": {"$ref": "#/components/schemas/NextTable"},
    "api.give_command": {"$ref": "#/components/schemas/Command"},
    "api.take_seat": {
        "type": "object",
        "oneOf": [{"required": ["seat"]}, {"required": ["invitation"]}],
        "properties": {name: {"type": "string"} for name in ("seat", "invitation", "name")},
    },
    "api.free_seat": {"type": "object", "required": ["seat"], "properties": {"seat": {"type": "string"}}},
    "api.delete_table": {"type": "object", "required": ["code"], "properties": {"code": {"type": "string"}}},
    "api.rule": {"type": "object"},
    "api.import_table": {"type": "object"},
}
