"""What a table's set-up list says, for the tests of each game."""

from __future__ import annotations

from collections.abc import Mapping

from app.core.content.set_up import SetUpItem
from app.core.engine.event import PUBLIC
from app.core.messages.translator import Translator
from app.core.table.seat_view import Table
from app.core.table_commands.setting_up import set_up_items


def items_of(table: Table) -> Mapping[str, SetUpItem]:
    """The lines by their keys, each of which is there once."""
    items = set_up_items(table.look(PUBLIC))
    keyed = {item.key: item for item in items}
    assert len(keyed) == len(items)
    return keyed


def told(table: Table, language: str) -> list[tuple[str, str, str]]:
    """(whose, kind, line) of every line, in a language."""
    said = Translator({**table.game.words, **table.game.files.table_words(table.opening)}, language)
    return [
        (item.whose or "", said.translate(f"set-up-kind.{item.kind}"), item.said(said))
        for item in items_of(table).values()
    ]
