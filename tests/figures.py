"""Tools of the figures in docs/opponent.md: their page, intervals, and where played games are kept."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "opponent.md"


def wilson(won: int, of: int) -> tuple[float, float]:
    """Return the interval that holds the share with 95 %."""
    if not of:
        return 0.0, 1.0
    z, share = 1.96, won / of
    middle, spread = share + z * z / (2 * of), z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return max(middle - spread, 0.0) / (1 + z * z / of), min((middle + spread) / (1 + z * z / of), 1.0)


def kept_for(what: str, played_with: Iterable[Path]) -> Path:
    """Return the folder of what was played with this code."""
    digest = hashlib.sha256()
    for place in played_with:
        for path in sorted(place.rglob("*.py")) + sorted(place.rglob("*.toml")) if place.is_dir() else [place]:
            digest.update(path.read_bytes())
    folder = ROOT / "build" / f"{what}-{digest.hexdigest()[:12]}"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def play_missing(chunk: Callable[..., Any], parts: Mapping[Path, tuple[Any, ...]], workers: int | None = None) -> None:
    """Play the parts that no file holds yet, each by `chunk` of its values; keep each as soon as it is played."""
    with ProcessPoolExecutor(workers) as pool:
        waiting = {pool.submit(chunk, *values): path for path, values in parts.items() if not path.exists()}
        for done in as_completed(waiting):
            waiting[done].write_text(json.dumps(done.result()), encoding="utf-8")
            print(waiting[done].stem, flush=True)
