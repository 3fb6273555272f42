"""Sealed choices: a commitment that anyone can check once salt and value are published."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any


def fresh_salt() -> str:
    """16 random bytes, as hex."""
    return secrets.token_hex(16)


def commitment(salt: str, value: Any) -> str:
    """SHA-256 (hex) of the salt's bytes followed by the value as compact, sorted JSON text in UTF-8."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(bytes.fromhex(salt) + text.encode()).hexdigest()
