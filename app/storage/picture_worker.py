"""Open people's pictures in a worker process: check, turn upright, crop, flatten to sRGB.

What comes out is a JPEG of three 8-bit channels without metadata, whatever went in.
"""

from __future__ import annotations

import io
import json
import re
import struct
import sys
import threading
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from itertools import accumulate
from math import ceil
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from app.core.content.cards.pictures import MOST_FILES, fingerprint
from app.core.content.toml_source import FILE_LIMIT
from app.core.error_log import FAULTS, brief
from app.core.errors import Malformed, Refused
from app.core.messages.translator import Verbatim
from app.core.rules.inputs import Facts
from app.storage.errors import StoreBusy
from app.storage.worker_process import begin_as_worker, run_worker

if TYPE_CHECKING:
    from PIL import Image

FORMATS = ("JPEG", "PNG", "WEBP")
MOST_BYTES, MOST_DOTS, LEAST_SIDE = 12 << 20, 64_000_000, 32
"""Limits of a picture: bytes, dots by its header, and dots of its shorter side."""
DPI = 300
ORIENTATION, SIDEWAYS = 0x0112, (5, 6, 7, 8)
"""The EXIF tag that says how a picture is turned, and its values for those that lie on their side."""
MOST_KEPT, MOST_SIDE = 512 << 10, 1000
"""Limits of a kept picture: bytes, and dots of its longer side."""
QUALITIES = (90, 80, 65)
MOST_SECONDS, PATIENCE, AT_A_TIME = 10, 60.0, 1
"""The limit of a worker in processor seconds, seconds that one waits for it, and workers at a time."""
PACK, PACKED = b"PK\x03\x04", "pictures/{}.jpg"
"""The beginning of a pack, which is a zip, and the name of a picture in it."""
PACKED_SET, EPOCH = "cards.toml", (1980, 1, 1, 0, 0, 0)
MOST_PACKED, MOST_PACKED_FILES = 24 << 20, MOST_FILES + 1
"""Limits of a pack: bytes, and files: a front and a rear of each picture, and the set."""
PLAIN_HEAD = re.compile(rb"\xff\xd8(?:\xff\xe0\0\x10JFIF\0.{9})?", re.DOTALL)
"""The beginning of a JPEG, and its JFIF segment without a thumbnail."""
PLAIN_SEGMENTS = frozenset((b"\xff\xdb", b"\xff\xc0", b"\xff\xc4", b"\xff\xdd"))
"""Markers of the segments before the scan: quantization, baseline frame, Huffman tables, restart interval."""
PLAIN_SCAN = re.compile(rb"\xff\xda\0\x0c.{10}[^\xff]*(?:\xff[\0\xd0-\xd7][^\xff]*)*\xff\xd9", re.DOTALL)
"""The only scan, of three colours, to the end: no marker is in it but restarts."""
DAMAGE = (OSError, ValueError, SyntaxError, EOFError, LookupError, TypeError, ArithmeticError, struct.error)
"""Errors that Pillow raises while it reads a damaged picture."""


class Crop(Facts):
    """The part of a picture to keep: zoom, and position in the rest, in per cent."""

    zoom: Annotated[int, Field(ge=100, le=1000)] = 100
    across: Annotated[int, Field(ge=0, le=100)] = 50
    down: Annotated[int, Field(ge=0, le=100)] = 50


@dataclass(frozen=True)
class Task:
    """Work on a file: crop a picture for a size in millimetres, or check a pack if None."""

    crop: dict[str, int] = field(default_factory=dict)
    width: float = 0
    height: float = 0


Work = Callable[[Task, bytes], list[bytes]]
"""Does a task on a file in some process. Raise Refused."""


def work_on(task: Task, content: bytes) -> list[bytes]:
    """Return the cropped picture; or the set of a pack and its pictures. Raise Refused."""
    if task.crop:
        return [crop_picture(content, Crop(**task.crop), task.width, task.height)]
    return read_pack(content)


# -- one picture


def crop_picture(content: bytes, crop: Crop, width: float, height: float) -> bytes:
    """Return part of a picture as a plain JPEG, no larger than its print needs. Raise Refused."""
    from PIL import Image

    most = ceil(width / 25.4 * DPI), ceil(height / 25.4 * DPI)
    with damage_refused():
        image = open_picture(content)
        orientation = orientation_of(image)
        turned = orientation in SIDEWAYS
        whole = image.size[::-1] if turned else image.size
        part = min(whole[0], whole[1] * width / height) * 100 / crop.zoom
        reduce = max(1, int(part / most[0]))
        image.draft(image.mode, (image.width // reduce, image.height // reduce))
        image.load()
        shrunk = max(1, int(reduce * image.width / (whole[1] if turned else whole[0])))
        image = turn_upright(full_colour(image).reduce(shrunk), orientation)
        wide = min(image.width, image.height * width / height) * 100 / crop.zoom
        high = wide * height / width
        left, top = (image.width - wide) * crop.across / 100, (image.height - high) * crop.down / 100
        size = (min(most[0], max(1, round(wide))), min(most[1], max(1, round(high))))
        image = image.resize(size, Image.Resampling.LANCZOS, (left, top, left + wide, top + high))
        return as_jpeg(flatten(image))


def orientation_of(image: Image.Image) -> int:
    """Return how a picture is turned, 1 to 8 as in EXIF; damaged metadata counts as upright."""
    try:
        return int(image.getexif().get(ORIENTATION, 1))
    except DAMAGE:
        return 1


def turn_upright(image: Image.Image, orientation: int) -> Image.Image:
    from PIL.Image import Transpose

    ways = {
        2: Transpose.FLIP_LEFT_RIGHT,
        3: Transpose.ROTATE_180,
        4: Transpose.FLIP_TOP_BOTTOM,
        5: Transpose.TRANSPOSE,
        6: Transpose.ROTATE_270,
        7: Transpose.TRANSVERSE,
        8: Transpose.ROTATE_90,
    }
    return image.transpose(ways[orientation]) if orientation in ways else image


@contextmanager
def damage_refused() -> Iterator[None]:
    """Turn whatever a damaged picture leads to within into Refused."""
    try:
        yield
    except DAMAGE as error:
        raise Refused("picture-damaged", field="picture") from error
    except MemoryError as error:
        raise Refused("picture-too-large-in-dots", field="picture", limit=MOST_DOTS // 1_000_000) from error


def open_picture(content: bytes) -> Image.Image:
    from PIL import Image, UnidentifiedImageError

    if len(content) > MOST_BYTES:
        raise Refused("picture-too-large", field="picture", limit=MOST_BYTES >> 20)
    Image.MAX_IMAGE_PIXELS = None  # our own limit is lower, and names the field
    check_dots(webp_size(content))
    try:
        image = Image.open(io.BytesIO(content), formats=FORMATS)
    except UnidentifiedImageError:
        raise Refused("not-a-picture", field="picture") from None
    check_dots(image.size)
    if min(image.size) < LEAST_SIDE:
        raise Refused("picture-too-small", field="picture", limit=LEAST_SIDE)
    return image


def check_dots(size: tuple[int, int]) -> None:
    if size[0] * size[1] > MOST_DOTS:
        raise Refused("picture-too-large-in-dots", field="picture", limit=MOST_DOTS // 1_000_000)


def webp_size(content: bytes) -> tuple[int, int]:
    """Return the size in the header of a WebP, else (0, 0).

    Its decoder reserves memory for that size when it opens the file.
    """
    if content[:4] != b"RIFF" or content[8:12] != b"WEBP":
        return 0, 0
    kind, head = content[14:16], content[20:30].ljust(10, b"\0")
    if kind == b"8X":
        return int.from_bytes(head[4:7], "little") + 1, int.from_bytes(head[7:10], "little") + 1
    if kind == b"8L":
        bits = int.from_bytes(head[1:5], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    return int.from_bytes(head[6:8], "little") & 0x3FFF, int.from_bytes(head[8:10], "little") & 0x3FFF


def full_colour(image: Image.Image) -> Image.Image:
    """Convert a picture to a mode that can be scaled: 8-bit grey, RGB or CMYK, with its alpha."""
    if image.mode.startswith("I;16"):
        return image.convert("I").point(lambda level: level * (1 / 257)).convert("L")
    if image.mode in ("L", "RGB", "CMYK", "RGBA", "LA") and "transparency" not in image.info:
        return image
    return image.convert("RGBA" if image.has_transparency_data else "RGB")


def flatten(image: Image.Image) -> Image.Image:
    """Return a picture in sRGB, on white where it was transparent."""
    from PIL import Image

    alpha = image.getchannel("A") if image.mode in ("RGBA", "LA") else None
    colours = in_srgb(image.convert(image.mode.removesuffix("A")) if alpha else image, image.info.get("icc_profile"))
    if alpha is None:
        return colours
    ground = Image.new("RGB", colours.size, "white")
    ground.paste(colours, mask=alpha)
    return ground


def in_srgb(image: Image.Image, profile: bytes | None) -> Image.Image:
    """Convert a picture by its colour profile; one that does not fit counts as none."""
    from PIL import ImageCms

    if profile:
        try:
            source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
            made = ImageCms.profileToProfile(image, source, ImageCms.createProfile("sRGB"), outputMode="RGB")
        except (ImageCms.PyCMSError, OSError, ValueError):
            return image.convert("RGB")
        if made is not None:
            return made
    return image.convert("RGB")


def as_jpeg(image: Image.Image) -> bytes:
    image.info = {}
    made = b""
    for quality in QUALITIES:
        into = io.BytesIO()
        image.save(into, "JPEG", quality=quality, subsampling=0, optimize=True)
        made = into.getvalue()
        if len(made) <= MOST_KEPT:
            break
    return made


# -- a pack: a set with its pictures


def packed(text: str, sizes: Mapping[str, int], pieces: Callable[[str], Iterable[bytes]]) -> Iterator[bytes]:
    """Return a set and its pictures as one file in pieces, with the same bytes each time.

    A picture is read when it is its turn, so that no file is ever whole in memory. Raise Refused if it is too large.
    """
    if len(text.encode()) + sum(sizes.values()) > MOST_PACKED:
        raise Refused("pack-too-large", limit=MOST_PACKED >> 20)
    return zipped_pieces(text, sizes, pieces)


def zipped_pieces(text: str, keys: Iterable[str], pieces: Callable[[str], Iterable[bytes]]) -> Iterator[bytes]:
    made = Made()
    with zipfile.ZipFile(made, "w") as zipped:
        zipped.writestr(zipfile.ZipInfo(PACKED_SET, EPOCH), text, zipfile.ZIP_DEFLATED)
        yield made.taken()
        for key in keys:
            with zipped.open(zipfile.ZipInfo(PACKED.format(key), EPOCH), "w") as file:
                for piece in pieces(key):
                    file.write(piece)
                    yield made.taken()
    yield made.taken()


class Made(io.RawIOBase):
    """Collects what a ZIP writes until it is taken; it cannot go back."""

    def __init__(self) -> None:
        self._made: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, piece: Any) -> int:
        self._made.append(bytes(piece))
        return len(piece)

    def taken(self) -> bytes:
        made, self._made = b"".join(self._made), []
        return made


def read_pack(content: bytes) -> list[bytes]:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as zipped:
            files = {one.filename: one for one in zipped.infolist()}
            size = sum(one.file_size for one in files.values())
            plain = all(one.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for one in files.values())
            if PACKED_SET not in files or size > MOST_PACKED or len(files) > MOST_PACKED_FILES or not plain:
                raise Refused("not-a-pack", field="file", name=PACKED_SET, limit=MOST_PACKED >> 20)
            if files[PACKED_SET].file_size > FILE_LIMIT:
                raise Refused("file-too-large", limit=FILE_LIMIT // 1024)
            return [zipped.read(PACKED_SET), *(plain_picture(name, zipped) for name in files if name != PACKED_SET)]
    except (zipfile.BadZipFile, zlib.error, RuntimeError, *DAMAGE) as error:
        raise Refused("not-a-pack", field="file", name=PACKED_SET, limit=MOST_PACKED >> 20) from error


def plain_picture(name: str, zipped: zipfile.ZipFile) -> bytes:
    no = Refused("picture-not-of-a-pack", field="file", name=Verbatim(name))
    if zipped.getinfo(name).file_size > MOST_KEPT:
        raise no
    picture = zipped.read(name)
    if name != PACKED.format(fingerprint(picture)) or not is_plain(picture):
        raise no
    with damage_refused():
        image = open_plain(picture)
        if image.mode != "RGB" or max(image.size) > MOST_SIDE:
            raise no
        image.load()
    return picture


def open_plain(content: bytes) -> Image.Image:
    from PIL import Image

    return Image.open(io.BytesIO(content), formats=("JPEG",))


def width_of(picture: bytes) -> int:
    """Return the width in dots of a kept picture."""
    return open_plain(picture).width


def is_plain(content: bytes) -> bool:
    """Return True for a JPEG that holds nothing beside its picture."""
    head = PLAIN_HEAD.match(content)
    at = head.end() if head else len(content)
    while content[at : at + 2] in PLAIN_SEGMENTS:
        at += 2 + int.from_bytes(content[at + 2 : at + 4], "big")
    return PLAIN_SCAN.fullmatch(content, at) is not None


# -- the worker: `python -m app.storage.picture_worker TASK` reads the file and prints sizes as JSON, then the results


@dataclass
class PictureWorker:
    """Opens pictures in worker processes, few at a time."""

    places: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(AT_A_TIME))

    def __call__(self, task: Task, content: bytes) -> list[bytes]:
        """Raise Refused, or StoreBusy if other work blocks it for too long."""
        if not self.places.acquire(timeout=PATIENCE):
            raise StoreBusy
        try:
            done = run_worker("app.storage.picture_worker", json.dumps(asdict(task)), content, PATIENCE)
        finally:
            self.places.release()
        if done.returncode:
            FAULTS.tell_text(done.stderr.decode(errors="replace"), brief(f"a picture: status {done.returncode}"))
            raise Refused("picture-damaged", field="picture" if task.crop else "file")
        return results_in(done.stdout)


def results_in(answer: bytes) -> list[bytes]:
    head, _, rest = answer.partition(b"\n")
    told: Any = json.loads(head)
    if isinstance(told, dict):
        words = {name: Verbatim(word) if isinstance(word, str) else word for name, word in told["words"].items()}
        code, about = told["no"], told["field"]
        raise Refused(code, field=about, **words)
    ends = [*accumulate(told)]
    return [rest[end - size : end] for size, end in zip(told, ends, strict=True)]


def main(task: str) -> None:
    """Do a task on the file from standard input, with limits of time and memory."""
    begin_as_worker(MOST_SECONDS)
    try:
        results = work_on(Task(**json.loads(task)), sys.stdin.buffer.read())
    except (Refused, Malformed) as no:
        words = {name: word if isinstance(word, int) else str(word) for name, word in no.words.items()}
        results, told = [], json.dumps({"no": no.code, "field": no.field, "words": words})
    else:
        told = json.dumps([len(one) for one in results])
    sys.stdout.buffer.write(b"\n".join((told.encode(), b"".join(results))))


if __name__ == "__main__":
    main(sys.argv[1])
