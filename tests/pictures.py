"""Pictures for tests, drawn here: of any size, format and colour, and files that only claim to be pictures."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Sequence
from typing import Any

from PIL import Image, ImageDraw

from app.core.content.cards.pictures import fingerprint
from app.storage.picture_worker import packed

RED, BLUE = (200, 30, 30), (30, 30, 200)
NORTH = "N"


def scene(width: int = 800, height: int = 600, mode: str = "RGB") -> Image.Image:
    """Red on the left, blue on the right."""
    image = Image.new("RGB", (width, height), RED)
    ImageDraw.Draw(image).rectangle((width // 2, 0, width, height), fill=BLUE)
    return image.convert(mode)


def written(image: Image.Image, kind: str = "JPEG", **how: Any) -> bytes:
    into = io.BytesIO()
    image.save(into, kind, **how)
    return into.getvalue()


def photograph(width: int = 800, height: int = 600) -> bytes:
    """A JPEG as phones write it: lying, to be shown upright, with the place where it was taken."""
    told = Image.Exif()
    told[0x0112], told[0x010F], told[0x010E] = 6, "PhoneMaker", "secret street"
    place = told.get_ifd(0x8825)
    place[1], place[2], place[3], place[4] = NORTH, (40.0, 26.0, 46.0), "W", (3.0, 42.0, 13.0)
    return written(scene(width, height), exif=told, quality=95, comment=b"secret street")


def deep_png(width: int = 64, height: int = 64, level: int = 0x8000) -> bytes:
    """A grey PNG of 16 bits."""
    row = b"\0" + struct.pack(">H", level) * width
    return png(width, height, row * height, depth=16, colours=0)


def png(width: int, height: int, rows: bytes, depth: int = 8, colours: int = 2) -> bytes:
    head = struct.pack(">IIBBBBB", width, height, depth, colours, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in parts
    )


def webp_head(width: int, height: int) -> bytes:
    """The head of a WebP that claims a size."""
    size = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    return b"RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0" + size


def read(content: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(content))
    image.load()
    return image


def pack(text: str, pictures: Sequence[bytes]) -> bytes:
    """A set and its pictures as one file."""
    kept = {fingerprint(picture): picture for picture in pictures}
    return b"".join(packed(text, {key: len(one) for key, one in kept.items()}, lambda key: [kept[key]]))
