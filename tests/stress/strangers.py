"""Strangers: whatever they send to any route, no answer is a fault of the program."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from app import create_app
from tests.server import ROOT, serving

WORDS = (
    "", "a", "0", "-1", "1e999", "null", "allied", "german", "referee", "incursion", "memoir-44", "mobile-infantry",
    "add-model", "rename", "undo", "house-ruling", "../../etc/passwd", "' OR 1=1 --", "<script>", "{{7*7}}", "%s%n",
    "\x00", "\u202e", "ñ" * 50, "x" * 3000, "🂡", "\ud800",
)  # fmt: skip
NUMBERS = (0, 1, -1, 2**31, 2**63, -(2**70), 1e308, 0.5)
SECRETS = ("tests/test_secrets.py", "tests/mobile_infantry/test_secrets.py", "tests/core/test_veil.py")


@dataclass
class Told:
    """How often which status was answered."""

    statuses: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        each = ", ".join(f"{count} × {status}" for status, count in sorted(self.statuses.items()))
        return f"{self.statuses.total()} requests: {len(self.faults)} faults of the program ({each})"


def value(chance: random.Random, depth: int = 0) -> Any:
    """Any JSON."""
    kind = chance.randrange(8 if depth < 4 else 4)
    if kind < 4:
        return chance.choice((chance.choice(WORDS), chance.choice(NUMBERS), None, chance.random() < 0.5))
    if kind < 6:
        return [value(chance, depth + 1) for _ in range(chance.randrange(5))]
    return {chance.choice(WORDS): value(chance, depth + 1) for _ in range(chance.randrange(5))}


def shaped(schema: Any, chance: random.Random) -> Any:
    """JSON that has some of the fields of a schema, with good and with other values."""
    fields = schema.get("properties", {}) if isinstance(schema, dict) else {}
    body = {name: value(chance) for name in fields if chance.random() < 0.7}
    if chance.random() < 0.3:
        body[chance.choice(WORDS)] = value(chance)
    return body if chance.random() < 0.9 else value(chance)


def fuzz(times: int) -> Told:
    """Send so many requests of all kinds to the routes of the JSON interface and to pages."""
    told, chance = Told(), random.Random(5)
    with tempfile.TemporaryDirectory() as place:
        app = create_app(place, PROPAGATE_EXCEPTIONS=False)
        client, key = app.test_client(), app.extensions["signed"].token("", "host")
        document = client.get("/api/openapi.json").json
        opened = [
            client.post("/api/tables", json={"game": game, **more}, headers={"Authorization": f"Bearer {key}"}).json
            for game, more in (("incursion", {"referee": True}), ("mobile-infantry", {}), ("memoir-44", {}))
        ]
        routes = [(path, method, about) for path, of in document["paths"].items() for method, about in of.items()]
        routes += [(rule.rule, "get", {}) for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())]
        for _ in range(times):
            send(client, chance, opened, chance.choice(routes), told, key)
    return told


def send(
    client: FlaskClient, chance: random.Random, opened: Any, route: tuple[str, str, Any], told: Told, key: str
) -> None:
    """Send one request and note its answer."""
    path, method, about = route
    table = chance.choice(opened)
    if path.endswith(("/delete", "/bell")) or "/print" in path:
        return
    filled = re.sub(r"[<{](?:\w+:)?(\w+)[>}]", lambda one: part(one[1], chance, table), path)
    token = chance.choice([*table["seats"].values(), key, "false", ""])
    schema = about.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    body = {"json": shaped(schema, chance)} if method == "post" else {}
    if method == "post" and chance.random() < 0.05:
        body = {"data": chance.randbytes(40), "content_type": "application/json"}
    answer = client.open(filled, method=method.upper(), headers=headers, **body)
    told.statuses[answer.status_code] += 1
    if answer.status_code >= 500:
        told.faults.append(f"{method} {filled}: {answer.status_code}")


def part(name: str, chance: random.Random, table: Any) -> str:
    """A part of an address: mostly one that there is."""
    known = {"code": table["code"], "game": "incursion", "token": chance.choice([*table["seats"].values()])}
    if name in known and chance.random() < 0.8:
        return str(known[name])
    return str(chance.choice([word for word in WORDS if word.isprintable() and word and "/" not in word]))


@dataclass(frozen=True)
class Cases:
    """What schemathesis tried."""

    cases: int
    operations: int
    faults: str
    """What it tells of its findings, or nothing."""

    def __str__(self) -> str:
        found = "no fault of the program, no answer unlike its description" if not self.faults else self.faults
        return f"{self.cases} cases on {self.operations} operations: {found}"


def schemathesis(*wishes: str) -> Cases:
    """Let schemathesis send what `/api/openapi.json` allows and forbids, half of it as a referee, half as the host."""
    with tempfile.TemporaryDirectory() as place, serving(Path(place), "--backups", "none") as server:
        key = server.host_path.rsplit("/", 1)[-1]
        games = [game["key"] for game in server.ask("GET", "/api/games").json["games"]]
        tables = [server.ask("POST", "/api/tables", {"game": game, "referee": True}, key).json for game in games]
        document = Path(place) / "openapi.json"
        document.write_text(json.dumps(aimed(server.ask("GET", "/api/openapi.json").json, tables)), encoding="utf-8")
        told = [cases(server.url, document, token, wishes) for token in (tables[0]["seats"]["referee"], key)]
    faults = "\n".join(filter(None, (one.faults for one in told)))
    return Cases(sum(one.cases for one in told), max(one.operations for one in told), faults)


def aimed(document: Any, tables: Sequence[Any]) -> Any:
    """The description, its codes of tables being those that there are."""
    for path in document["paths"].values():
        for operation in path.values():
            for parameter in operation.get("parameters", ()):
                if parameter["name"] == "code":
                    parameter["schema"]["enum"] = [table["code"] for table in tables]
    document["paths"] = {path: of for path, of in document["paths"].items() if not path.endswith(("/delete", "/bell"))}
    return document


def cases(url: str, document: Path, token: str, wishes: Sequence[str]) -> Cases:
    """One run of schemathesis with a token."""
    checks = "not_a_server_error,content_type_conformance,response_schema_conformance"
    always = ["--checks", checks, "--seed", "5", "--no-shrink", "--continue-on-failure", "--no-color", "--url", url]
    always += ["--header", f"Authorization: Bearer {token}"]
    command = [sys.executable, "-m", "schemathesis.cli", "run", str(document), *always, *wishes]
    ran = subprocess.run(command, cwd=document.parent, capture_output=True, text=True, check=False)
    tried, tested = re.search(r"(\d+) generated", ran.stdout), re.search(r"Tested: (\d+)", ran.stdout)
    assert tried is not None, ran.stdout + ran.stderr
    assert tested is not None, ran.stdout
    return Cases(int(tried[1]), int(tested[1]), ran.stdout[-3000:] if ran.returncode else "")


def secrets() -> str:
    """Every secret is changed under running tables, and what the others receive compared byte by byte."""
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", *SECRETS]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    lines = [line for line in ran.stdout.splitlines() if "passed" in line]
    assert ran.returncode == 0, ran.stdout[-2000:]
    return (
        f"{lines[-1].strip()}: pages, JSON, forms, notifications, logs, prints and errors of every other seat the same"
    )


def files() -> list[Path]:
    """The tests of secrets."""
    return [ROOT / file for file in SECRETS]
