"""People's own pictures, kept once by what is in them; card sets and tables name them by fingerprint."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Sequence

from app.core.content.cards.fields import SetData
from app.core.content.cards.pictures import fingerprints_in, photos_of, pictures_of
from app.core.errors import Refused
from app.storage.database import Database
from app.storage.file_rows import MakerRows, shares_of
from app.storage.makers import Writer, is_beyond
from app.storage.picture_worker import fingerprint
from app.storage.wiping import note_deleted

TABLE, OF_TABLES = "pictures", "table_pictures"
PICTURES_EACH, BYTES_EACH = 150, 12 << 20
"""Pictures that a browser may keep, and their bytes; all browsers of one address twice that."""
BYTES_TOGETHER = 128 << 20


class PictureStore:
    """All pictures of a data folder."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._makers = MakerRows(database, TABLE)

    def content(self, key: str) -> bytes | None:
        """Return the file of a fingerprint, or None."""
        with self._database.reading() as tables:
            found = next(tables.table(TABLE).rows_where("key = ?", [key], select="content"), None)
            return bytes(found["content"]) if found else None

    def known(self, keys: Iterable[str]) -> set[str]:
        """Return those fingerprints whose files are here."""
        with self._database.reading() as tables:
            return {row["key"] for row in tables.table(TABLE).rows_where(select="key")} & {*keys}

    def maker(self, key: str) -> str:
        """Return the browser that brought a picture, empty for the host."""
        return self._makers.makers().get(("", key), Writer()).maker

    def add(self, pictures: Sequence[bytes], writer: Writer) -> list[str]:
        """Keep pictures; return their fingerprints. Raise Refused, and keep none, beyond the writer's share."""
        new = {fingerprint(content): content for content in pictures}
        with self._database.writing() as tables:
            self.sweep(None)
            there = self.known(new)
            for key, content in new.items():
                if key in there:
                    continue
                self._check_room(len(content), writer)
                tables.table(TABLE).insert({"key": key, "content": content, "at": time.time()})
                self._makers.note("", key, writer)
        return [fingerprint(content) for content in pictures]

    def _check_room(self, size: int, writer: Writer) -> None:
        """Raise Refused if the writer, or all together, would keep too much."""
        with self._database.reading() as tables:
            rows = tables.table(TABLE).rows_where(select="key, length(content) AS size")
            sizes = {("", row["key"]): row["size"] for row in rows}
        if sum(sizes.values()) + size > BYTES_TOGETHER:
            raise Refused("pictures-full", field="picture", limit=BYTES_TOGETHER >> 20)
        if writer.is_host:
            return
        mine, theirs = writer.shares(shares_of(self._makers.makers(), sizes), is_new=True)
        each, bytes_each = PICTURES_EACH, BYTES_EACH
        if is_beyond(mine, each - 1, bytes_each - size):
            raise Refused("picture-share-full", field="picture", most=each, limit=bytes_each >> 20)
        if is_beyond(theirs, 2 * each - 1, 2 * bytes_each - size):
            raise Refused("picture-address-full", field="picture", most=2 * each, limit=2 * bytes_each >> 20)

    def remove(self, key: str) -> None:
        """Delete a picture, whatever names it."""
        with self._database.writing() as tables:
            tables.table(TABLE).delete_where("key = ?", [key])
            self._makers.forget("", key)
            note_deleted(tables)

    def of_table(self, code: str) -> set[str]:
        """Return the pictures that a table names."""
        with self._database.reading() as tables:
            rows = tables.table(OF_TABLES).rows_where("[table] = ?", [code], select="picture")
            return {row["picture"] for row in rows}

    def sweep(self, keys: Collection[str] | None) -> None:
        """Delete those of these pictures, or of all, that no card set, no earlier version and no table names."""
        with self._database.writing() as tables:
            every = {row["key"] for row in tables.table(TABLE).rows_where(select="key")}
            left = every if keys is None else every & {*keys}
            if not left:
                return
            for kept in ("card_sets", "file_versions"):
                for row in tables.table(kept).rows_where("instr(text, 'pictures')", select="text"):
                    left -= fingerprints_in(row["text"])
            for key in left:
                if not tables.table(OF_TABLES).count_where("picture = ?", [key]):
                    self.remove(key)

    def of_set(self, data: SetData) -> list[bytes]:
        """Return the files that are here of the pictures of a set, each once."""
        named = dict.fromkeys(photo.file for key in pictures_of(data) for photo in photos_of(data, key))
        return [content for key in named if (content := self.content(key)) is not None]

    def add_named(self, text: str, pictures: Sequence[bytes], writer: Writer) -> None:
        """Keep those of these pictures that a set names. Raise Refused beyond the writer's share."""
        named = fingerprints_in(text)
        self.add([one for one in pictures if fingerprint(one) in named], writer)
