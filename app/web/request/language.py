"""Language of a response, and the translator it uses."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from flask import current_app, request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from app.core.game.definition import Game
from app.core.messages.translator import LANGUAGES, Entry, Translator, shared_messages
from app.core.table.seat_view import Table

PSEUDO = "xx"
"""Pseudo-language, longer by half, to find overflow; only served if configured."""
LONGEST_ACCEPTED = 300
"""Letters of an Accept-Language header that are read; the preferred languages come first."""


def language(table: Table | None = None) -> str:
    """Return the language chosen on this phone, else the browser's, else the table's."""
    chosen = "" if request.path.startswith("/api/") else request.cookies.get("lang", "")
    if chosen and chosen in (*LANGUAGES, *current_app.config["MORE_LANGUAGES"]):
        return chosen
    asked = best_of(request.headers.get("Accept-Language", "")[:LONGEST_ACCEPTED])
    return asked or (table.opening["language"] if table else LANGUAGES[0])


@lru_cache(maxsize=200)
def best_of(accepted: str) -> str | None:
    return parse_accept_header(accepted, LanguageAccept).best_match(LANGUAGES)


def speech(about: Table | Game | None = None) -> Translator:
    """Return the reader's translator with the words of a table, of a game, or the shared ones."""
    code = language(about if isinstance(about, Table) else None)
    if code == PSEUDO:
        return Stretched(about.words if about else shared_messages(), PSEUDO)
    return about.get_translator(code) if about else shared_speech(code)


def speech_with(words: Mapping[str, Entry], table: Table | None = None) -> Translator:
    """Return a translator of these words; on a page of `table` it may use the table's language."""
    code = language(table)
    return Stretched(words, PSEUDO) if code == PSEUDO else Translator(words, code)


@cache
def shared_speech(code: str) -> Translator:
    return Translator(shared_messages(), code)


class Stretched(Translator):
    """The pseudo-language: English, longer by half."""

    def text(self, key: str) -> str:
        return stretched(self.words[key][LANGUAGES[0]])


def stretched(text: str) -> str:
    plain = re.sub(r"%\(\w+\)[sd]|%%|[{}]", "", text)
    return f"{text} {plain[: len(plain) // 2]}".rstrip()
