"""Imports of table files in worker processes, so that they never block a request."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.core.error_log import FAULTS, brief
from app.core.errors import Malformed, Refused
from app.core.game.definition import Game
from app.games import REGISTRY
from app.storage.store import Store
from app.storage.table_file import LONGEST_CHECK, game_of
from app.storage.worker_process import begin_as_worker, run_worker

PATIENCE = 120.0
"""Seconds until an import is cancelled that got too little processor time."""
MOST_SECONDS = int(LONGEST_CHECK) + 5
"""Processor seconds of a worker. Checks measure time between their steps, and a single step may take long."""
OUT_OF_TIME = -signal.SIGXCPU if os.name == "posix" else None
"""The exit code of a worker that exceeded its processor time."""
NOS = {"Refused": Refused, "Malformed": Malformed}


@dataclass(frozen=True)
class ImportResult:
    """An imported table with the generation of each seat; or the refusal and the file's game."""

    code: str = ""
    seats: Mapping[str, int] = field(default_factory=dict)
    no: Refused | Malformed | None = None
    game: Game | None = None


Import = Callable[[bytes], ImportResult]


def read_json(content: bytes) -> Any:
    try:
        said = json.loads(content)
        json.dumps(said, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise Malformed("half-letters") from None
    except (ValueError, RecursionError):
        raise Malformed("not-json") from None
    return said


def import_into(keep: Callable[[Any], str], seats: Callable[[str], Mapping[str, int]], content: bytes) -> ImportResult:
    file: Any = None
    try:
        file = read_json(content)
        code = keep(file)
    except (Refused, Malformed) as no:
        return ImportResult(no=no, game=game_of(file))
    return ImportResult(code, seats(code))


@dataclass
class ImportWorker:
    """Imports of table files, each in a worker process; the server limits their number."""

    folder: Path

    def __call__(self, content: bytes) -> ImportResult:
        return imported_from(self._run(content))

    def _run(self, content: bytes) -> Mapping[str, Any]:
        done = run_worker("app.storage.import_worker", str(self.folder), content, PATIENCE)
        if done.returncode == OUT_OF_TIME:
            return as_json(ImportResult(no=Refused("takes-too-long", field="log", limit=int(LONGEST_CHECK))))
        if done.returncode:
            said = done.stderr.decode(errors="replace")
            FAULTS.tell_text(said, brief(f"a file of a table: status {done.returncode}"))
            return as_json(ImportResult(no=Refused("not-looked-at", field="log")))
        answer: Mapping[str, Any] = json.loads(done.stdout)
        return answer


def imported_from(answer: Mapping[str, Any]) -> ImportResult:
    if "code" in answer:
        return ImportResult(answer["code"], answer["seats"])
    no = NOS[answer["kind"]](answer["no"], field=answer["field"], **answer["words"])
    return ImportResult(no=no, game=REGISTRY.get(answer.get("game", "")))


# -- the worker: `python -m app.storage.import_worker FOLDER` reads the file and prints its result as JSON


def as_json(found: ImportResult) -> dict[str, Any]:
    if found.no is None:
        return {"code": found.code, "seats": found.seats}
    words = {name: word if isinstance(word, int) else str(word) for name, word in found.no.words.items()}
    about = {"kind": type(found.no).__name__, "no": found.no.code, "field": found.no.field, "words": words}
    return {**about, "game": found.game.key if found.game else ""}


def main(folder: str) -> None:
    """Import the file from standard input, at low priority and with limits of time and memory."""
    begin_as_worker(MOST_SECONDS)
    store = Store(Path(folder))
    found = import_into(
        store.import_file, lambda code: store.table(code).generations_of_people, sys.stdin.buffer.read()
    )
    store.close()
    sys.stdout.write(json.dumps(as_json(found)))


if __name__ == "__main__":
    main(sys.argv[1])
