"""People's own pictures, stored by fingerprint, by which card sets and tables name them."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from app.core.content.cards.fields import SetData
from app.core.content.cards.pictures import fingerprint, fingerprints_in, photos_of, pictures_of
from app.core.errors import Refused
from app.storage.database import Database, is_one_of
from app.storage.file_rows import MakerRows, shares_of
from app.storage.makers import Writer, is_beyond
from app.storage.picture_worker import MOST_PACKED
from app.storage.whole_files import PIECE, FileGone

TABLE, OF_TABLES = "pictures", "table_pictures"
PICTURES_EACH, BYTES_EACH = 150, MOST_PACKED // 2
"""Pictures that a browser may keep, and their bytes; all browsers of one address twice that."""
BYTES_TOGETHER = 128 << 20
"""Bytes of the pictures of all guests; the host's own have no limit."""
SWEEPS_APART = 10.0
"""Seconds between two sweeps that make room, since each reads all card sets with pictures."""


class PictureStore:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._makers = MakerRows(database, TABLE)
        self._swept = -SWEEPS_APART
        self.on_removed: Callable[[str], None] | None = None
        """Is told the fingerprint of each deleted picture."""

    def content(self, key: str) -> bytes | None:
        with self._database.reading() as tables:
            found = next(tables.table(TABLE).rows_where("key = ?", [key], select="content"), None)
            return bytes(found["content"]) if found else None

    def pieces(self, key: str) -> Iterator[bytes]:
        """Yield a picture in pieces, each read when it is sent. Raise FileGone once it is deleted."""
        begin, piece = 1, b"\0" * PIECE
        while len(piece) == PIECE:
            with self._database.reading() as tables:
                part = f"substr(content, {begin}, {PIECE}) AS part"
                found = next(tables.table(TABLE).rows_where("key = ?", [key], select=part), None)
            if found is None:
                raise FileGone
            piece = bytes(found["part"])
            begin += PIECE
            if piece:
                yield piece

    def sizes(self, keys: Iterable[str]) -> dict[str, int]:
        """Return the bytes of those of these pictures that are here, in order, without reading them."""
        named = dict.fromkeys(keys)
        if not named:
            return {}
        with self._database.reading() as tables:
            here = is_one_of("key", named)
            rows = tables.table(TABLE).rows_where(here, [*named], select="key, length(content) AS size")
            found = {row["key"]: row["size"] for row in rows}
        return {key: found[key] for key in named if key in found}

    def known(self, keys: Iterable[str]) -> set[str]:
        return {*self.sizes(keys)}

    def maker(self, key: str) -> str:
        """Return the browser that brought a picture, empty for the host."""
        return self._makers.makers().get(("", key), Writer()).maker

    def add(self, pictures: Sequence[bytes], writer: Writer) -> list[str]:
        """Keep pictures; return their fingerprints.

        Raise Refused, and keep none, beyond the writer's share.
        """
        keys = [fingerprint(content) for content in pictures]
        new = dict(zip(keys, pictures, strict=True))
        with self._database.writing() as tables:
            there = self.known(new)
            lacking = {key: content for key, content in new.items() if key not in there}
            if lacking:
                self._make_room([len(content) for content in lacking.values()], writer)
            for key, content in lacking.items():
                tables.table(TABLE).insert({"key": key, "content": content})
                self._makers.note("", key, writer)
        return keys

    def _make_room(self, sizes: Sequence[int], writer: Writer) -> None:
        """Make room by deleting unnamed pictures if needed. Raise Refused if that is not enough."""
        try:
            self._check_room(sizes, writer)
        except Refused:
            if time.monotonic() < self._swept + SWEEPS_APART:
                raise
            self.sweep(None)
            self._swept = time.monotonic()
            self._check_room(sizes, writer)

    def _check_room(self, new: Sequence[int], writer: Writer) -> None:
        if writer.is_host:
            return
        with self._database.reading() as tables:
            rows = tables.table(TABLE).rows_where(select="key, length(content) AS size")
            kept = shares_of(self._makers.makers(), {("", row["key"]): row["size"] for row in rows})
        count, size, each, bytes_each = len(new), sum(new), PICTURES_EACH, BYTES_EACH
        mine, theirs = writer.shares(kept, is_new=True)
        if is_beyond(mine, each - count, bytes_each - size):
            raise Refused("picture-share-full", field="picture", most=each, limit=bytes_each >> 20)
        if is_beyond(theirs, 2 * each - count, 2 * bytes_each - size):
            raise Refused("picture-address-full", field="picture", most=2 * each, limit=2 * bytes_each >> 20)
        if sum(share.letters for share in kept) + size > BYTES_TOGETHER:
            raise Refused("pictures-full", field="picture", limit=BYTES_TOGETHER >> 20)

    def remove(self, key: str) -> None:
        with self._database.writing() as tables:
            tables.table(TABLE).delete_where("key = ?", [key])
            self._makers.forget("", key)
            self._database.note_deleted()
        if self.on_removed:
            self.on_removed(key)

    def of_table(self, code: str) -> set[str]:
        with self._database.reading() as tables:
            rows = tables.table(OF_TABLES).rows_where('"table" = ?', [code], select="picture")
            return {row["picture"] for row in rows}

    def sweep(self, keys: Collection[str] | None) -> None:
        """Delete pictures, of these or of all, that no card set, earlier version or table names."""
        with self._database.writing() as tables:
            every = {row["key"] for row in tables.table(TABLE).rows_where(select="key")}
            left = every if keys is None else every & {*keys}
            if not left:
                return
            for kept in ("card_sets", "file_versions"):
                for row in tables.table(kept).rows_where("text LIKE '%pictures%'", select="text"):
                    left -= fingerprints_in(row["text"])
                    if not left:
                        return
            for key in left:
                if not tables.table(OF_TABLES).count_where("picture = ?", [key]):
                    self.remove(key)

    def sweep_named(self, texts: Sequence[str]) -> None:
        """Delete those pictures that these texts name and nothing else does."""
        self.sweep(fingerprints_in("\n".join(texts)))

    def of_set(self, data: SetData) -> dict[str, int]:
        """Return the bytes of the files that are here of the pictures of a set."""
        return self.sizes(photo.file for key in pictures_of(data) for photo in photos_of(data, key))

    def add_named(self, text: str, pictures: Sequence[bytes], writer: Writer) -> None:
        """Keep those of these pictures that a set names. Raise Refused beyond the writer's share."""
        named = fingerprints_in(text)
        self.add([one for one in pictures if fingerprint(one) in named], writer)
