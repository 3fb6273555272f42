"""In which language a request is answered, and by whose words."""

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
"""A language longer by half, to find what overflows. Served only where the configuration asks for it."""
LONGEST_ACCEPTED = 300
"""So many letters of what a browser says of its languages are read: those it likes best stand first."""


def language(table: Table | None = None) -> str:
    """The language chosen on this phone, else what its browser asks for, else the table's."""
    chosen = "" if request.path.startswith("/api/") else request.cookies.get("lang", "")
    if chosen and chosen in (*LANGUAGES, *current_app.config["MORE_LANGUAGES"]):
        return chosen
    asked = best_of(request.headers.get("Accept-Language", "")[:LONGEST_ACCEPTED])
    return asked or (table.opening["language"] if table else LANGUAGES[0])


@lru_cache(maxsize=200)
def best_of(accepted: str) -> str | None:
    return parse_accept_header(accepted, LanguageAccept).best_match(LANGUAGES)


def speech(about: Table | Game | None = None) -> Translator:
    """Turns keys into the reader's language: by the words of a table, of a game, or those that every game shares."""
    code = language(about if isinstance(about, Table) else None)
    if code == PSEUDO:
        return Stretched(about.words if about else shared_messages(), PSEUDO)
    return about.get_translator(code) if about else shared_speech(code)


def speech_with(words: Mapping[str, Entry], table: Table | None = None) -> Translator:
    """These words in the reader's language; on a page of a `table` perhaps that one's."""
    code = language(table)
    return Stretched(words, PSEUDO) if code == PSEUDO else Translator(words, code)


@cache
def shared_speech(code: str) -> Translator:
    return Translator(shared_messages(), code)


class Stretched(Translator):
    """The pseudo-language: English, longer by half."""

    def text(self, key: str) -> str:
        """The English text of a key, stretched."""
        return stretched(self.words[key][LANGUAGES[0]])


def stretched(text: str) -> str:
    plain = re.sub(r"%\(\w+\)[sd]|[{}]", "", text)
    return f"{text} {plain[: len(plain) // 2]}".rstrip()
