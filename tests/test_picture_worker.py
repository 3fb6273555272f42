"""People's pictures as they are opened: upright, cropped, in sRGB, without metadata; and what is no picture."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image, ImageCms, ImageOps

from app.core.content.cards.pictures import fingerprint
from app.core.errors import Refused
from app.storage import picture_worker
from app.storage.picture_worker import (
    MOST_BYTES,
    PACKED,
    Crop,
    PictureWorker,
    Task,
    is_plain,
    work_on,
)
from tests.pictures import BLUE, RED, deep_png, pack, photograph, png, read, scene, webp_head, written

SQUARE = Task(Crop().model_dump(), 40, 40)
NEAR = 12
"""How far a colour may be off after it was compressed."""


def opened(content: bytes, **crop: int) -> Image.Image:
    return read(work_on(Task(Crop(**crop).model_dump(), 40, 40), content)[0])


def is_near(colour: Any, wanted: tuple[int, int, int], near: int = NEAR) -> bool:
    return all(abs(one - other) <= near for one, other in zip(colour, wanted, strict=True))


def refusal(content: bytes, task: Task = SQUARE, work: Callable[..., Any] = work_on) -> tuple[str, str | None]:
    with pytest.raises(Refused) as no:
        work(task, content)
    return no.value.code, no.value.field


# -- what is made of a picture


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_picture_becomes_a_plain_jpeg_as_large_as_its_print_takes(kind: str) -> None:
    made = work_on(SQUARE, written(scene(1200, 900), kind))[0]
    image = read(made)
    assert (image.format, image.mode, image.size) == ("JPEG", "RGB", (473, 473))
    assert image.width / (40 / 25.4) >= 300
    assert is_plain(made)
    assert is_near(image.getpixel((20, 200)), RED)
    assert is_near(image.getpixel((450, 200)), BLUE)


def test_a_phones_picture_is_upright_and_tells_neither_place_nor_maker() -> None:
    sent = photograph()
    assert b"PhoneMaker" in sent
    assert Image.open(io.BytesIO(sent)).getexif().get_ifd(0x8825)
    made = work_on(SQUARE, sent)[0]
    image = read(made)
    assert not dict(image.getexif())
    assert {"exif", "comment", "icc_profile", "xmp"}.isdisjoint(image.info)
    assert not any(word in made for word in (b"PhoneMaker", b"secret", b"Exif"))
    # left is red as it is stored; turned by orientation 6, a quarter to the right, red is above
    assert is_near(image.getpixel((236, 20)), RED)
    assert is_near(image.getpixel((236, 450)), BLUE)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_each_turn_of_a_picture_is_undone(orientation: int) -> None:
    image, told = scene(800, 600), Image.Exif()
    image.paste((0, 200, 0), (0, 0, 800, 150))
    told[0x0112] = orientation
    sent = written(image, exif=told, quality=95)
    wanted = ImageOps.exif_transpose(read(sent))
    made = read(work_on(Task(Crop().model_dump(), wanted.width / 20, wanted.height / 20), sent)[0])
    for across, down in ((0.1, 0.1), (0.9, 0.1), (0.1, 0.9), (0.9, 0.9)):
        there = [one.getpixel((int(one.width * across), int(one.height * down))) for one in (made, wanted)]
        assert is_near(there[0], there[1])


@pytest.mark.filterwarnings("ignore::UserWarning:PIL")
def test_damaged_metadata_leaves_a_good_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    sent = photograph()
    at = sent.index(b"Exif\0\0") + 6
    for damaged in (
        sent[:at] + b"MM\0\x2a\xff\xff\xff\xff" + sent[at + 8 :],
        sent[:at] + b"\xff" * 12 + sent[at + 12 :],
        sent[: at + 8] + b"\xff\xff" + sent[at + 10 :],
    ):
        assert read(work_on(SQUARE, damaged)[0]).size == (473, 473)

    def broken(image: Image.Image) -> None:
        raise struct.error("unpack requires a buffer of 2 bytes")

    monkeypatch.setattr(Image.Image, "getexif", broken)
    assert read(work_on(SQUARE, written(scene(), "WEBP"))[0]).size == (473, 473)


def test_a_crop_takes_the_part_that_its_numbers_say() -> None:
    sent = written(scene(1000, 500), "PNG")
    assert is_near(opened(sent, across=0).getpixel((236, 236)), RED)
    assert is_near(opened(sent, across=100).getpixel((236, 236)), BLUE)
    middle = opened(sent)
    assert is_near(middle.getpixel((200, 236)), RED)
    assert is_near(middle.getpixel((270, 236)), BLUE)
    assert opened(sent, zoom=1000).size == (50, 50), "it is never enlarged beyond its own dots"


def test_a_picture_may_have_so_many_dots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_worker, "MOST_DOTS", 13_000_000)
    sent = written(scene(4032, 3024))
    assert opened(sent).size == (473, 473)
    assert refusal(written(scene(4400, 3024))) == ("picture-too-large-in-dots", "picture")


def transparent() -> bytes:
    image = scene(400, 400, "RGBA")
    image.putalpha(Image.new("L", image.size, 0))
    return written(image, "PNG")


def in_palette() -> bytes:
    image = scene(400, 400).quantize(8)
    image.info["transparency"] = image.getpixel((390, 200))
    return written(image, "PNG", transparency=image.getpixel((390, 200)))


def animated(kind: str) -> bytes:
    first, second = scene(400, 400), Image.new("RGB", (400, 400), BLUE)
    return written(first, kind, save_all=True, append_images=[second] * 3, duration=100)


def test_what_is_transparent_becomes_white() -> None:
    assert is_near(opened(transparent()).getpixel((100, 100)), (255, 255, 255))
    palette = opened(in_palette())
    assert is_near(palette.getpixel((20, 200)), RED)
    assert is_near(palette.getpixel((palette.width - 20, 200)), (255, 255, 255))


def test_sixteen_bits_become_eight() -> None:
    assert is_near(opened(deep_png(level=0x8000)).getpixel((20, 20)), (128, 128, 128))
    assert is_near(opened(deep_png(level=0x0100)).getpixel((20, 20)), (1, 1, 1))


def test_ink_colours_become_light() -> None:
    image = opened(written(scene(400, 400, "CMYK")))
    assert image.mode == "RGB"
    assert is_near(image.getpixel((40, 200)), RED, 25)


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_of_a_moving_picture_the_first_is_kept(kind: str) -> None:
    image = opened(animated(kind))
    assert is_near(image.getpixel((20, 200)), RED)


def test_a_colour_profile_is_applied_and_a_broken_one_passed_over() -> None:
    lab = ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB"))
    xyz = ImageCms.ImageCmsProfile(ImageCms.createProfile("XYZ"))
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB"))
    for profile in (srgb.tobytes(), lab.tobytes(), xyz.tobytes(), b"no profile at all"):
        image = opened(written(scene(400, 400), icc_profile=profile))
        assert image.mode == "RGB"
        assert "icc_profile" not in image.info
    assert is_near(opened(written(scene(400, 400), icc_profile=srgb.tobytes())).getpixel((20, 200)), RED)
    swapped = opened(written(scene(400, 400), icc_profile=of_other_colours(srgb.tobytes())))
    assert is_near(swapped.getpixel((20, 200)), (30, 30, 200), 40), "its red is what sRGB calls blue"


def of_other_colours(profile: bytes) -> bytes:
    """A profile of light whose red and blue are those of sRGB the other way round."""
    return profile.replace(b"rXYZ", b"tXYZ").replace(b"bXYZ", b"rXYZ").replace(b"tXYZ", b"bXYZ")


# -- what is none


BAD = {
    "text": (b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", "not-a-picture"),
    "another kind": (written(scene(64, 64), "GIF"), "not-a-picture"),
    "a bitmap called JPEG": (written(scene(64, 64), "BMP"), "not-a-picture"),
    "empty": (b"", "not-a-picture"),
    "cut off": (written(scene(400, 400))[:3000], "picture-damaged"),
    "a PNG cut off": (written(scene(400, 400), "PNG")[:300], "picture-damaged"),
    "a WebP cut off": (written(scene(400, 400), "WEBP")[:300], "picture-damaged"),
    "tiny": (written(scene(31, 400)), "picture-too-small"),
    "a bomb of a PNG": (png(60_000, 60_000, b"\0" * 1000, colours=0), "picture-too-large-in-dots"),
    "a bomb of a WebP": (webp_head(16_000, 16_000), "picture-too-large-in-dots"),
    "too many bytes": (written(scene(64, 64)) + b"\0" * MOST_BYTES, "picture-too-large"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_picture_is_refused_by_its_field(name: str) -> None:
    content, code = BAD[name]
    assert refusal(content) == (code, "picture")


def test_a_bomb_is_refused_by_its_head_before_anything_is_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Image.Image, "load", lambda image: pytest.fail("it was decoded"))
    assert refusal(BAD["a bomb of a PNG"][0])[0] == "picture-too-large-in-dots"


# -- in a process of its own


def test_the_worker_makes_the_same_of_it_and_refuses_the_same() -> None:
    sent = photograph()
    assert PictureWorker()(SQUARE, sent) == work_on(SQUARE, sent)
    assert refusal(BAD["cut off"][0], work=PictureWorker()) == ("picture-damaged", "picture")


def test_a_worker_that_breaks_refuses_the_picture_and_tells_the_log(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(picture_worker.sys, "executable", "/bin/false")
    assert refusal(photograph(), work=PictureWorker()) == ("picture-damaged", "picture")
    assert "a picture: status 1" in capsys.readouterr().err


# -- packs


def zipped(**files: bytes) -> bytes:
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w") as made:
        for name, content in files.items():
            made.writestr(name.replace("__", "."), content)
    return into.getvalue()


def test_a_pack_is_read_as_it_was_written() -> None:
    picture = work_on(SQUARE, photograph())[0]
    whole = pack("text", [picture])
    assert whole == pack("text", [picture])
    assert work_on(Task(), whole) == [b"text", picture]


def test_a_pack_that_could_not_be_read_again_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = work_on(SQUARE, photograph())[0]
    monkeypatch.setattr(picture_worker, "MOST_PACKED", 4 + len(picture))
    assert len(work_on(Task(), pack("text", [picture]))) == 2
    with pytest.raises(Refused) as no:
        pack("text!", [picture])
    assert no.value.code == "pack-too-large"


def test_a_picture_of_a_pack_is_one_that_this_app_made() -> None:
    picture = work_on(SQUARE, photograph())[0]
    spoken = written(scene(64, 64), comment=b"secret")
    bad = {
        "another name": ("x.jpg", picture),
        "a name that leads elsewhere": ("../../x.jpg", picture),
        "another's fingerprint": (PACKED.format("0" * 32), picture),
        "metadata": (PACKED.format(fingerprint(spoken)), spoken),
        "something behind it": (PACKED.format(fingerprint(picture + b"MZ")), picture + b"MZ"),
        "three bytes": (PACKED.format(fingerprint(b"\xff\xd8\xff")), b"\xff\xd8\xff"),
        "another kind": (PACKED.format(fingerprint(png(64, 64, b""))), png(64, 64, b"")),
        "too large": (PACKED.format(fingerprint(large := written(scene(1200, 900)))), large),
    }
    for what, (name, content) in bad.items():
        assert refusal(zipped(cards__toml=b"text", **{name: content}), Task()) == ("picture-not-of-a-pack", "file"), (
            what
        )


def test_a_zip_without_a_set_or_too_large_is_no_pack() -> None:
    assert refusal(zipped(x=b""), Task()) == ("not-a-pack", "file")
    assert refusal(b"PK\x03\x04 not at all", Task()) == ("not-a-pack", "file")
    assert refusal(zipped(cards__toml=b" " * (1 << 20)), Task()) == ("file-too-large", None)
    many = {f"n{number}": b"" for number in range(picture_worker.MOST_PACKED_FILES)}
    assert refusal(zipped(cards__toml=b"", **many), Task()) == ("not-a-pack", "file")


@pytest.mark.parametrize("how", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_pack_is_stored_or_deflated(how: int) -> None:
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w", how) as made:
        made.writestr("cards.toml", b"text " * 100)
    whole = into.getvalue()
    assert refusal(whole, Task()) == ("not-a-pack", "file")
    assert refusal(whole[:45] + b"\xff" * 20 + whole[65:], Task()) == ("not-a-pack", "file")


def test_a_pack_that_is_cut_off_within_is_refused() -> None:
    whole = pack("text " * 1000, [work_on(SQUARE, photograph())[0]])
    for at in (35, len(whole) // 2, len(whole) - 30):
        for damaged in (whole[:at], whole[:at] + b"\xff" * 16 + whole[at + 16 :]):
            assert refusal(damaged, Task())[0] in ("not-a-pack", "picture-not-of-a-pack"), at
    last = whole.rindex(b"PK\x01\x02") + 20
    sizes = (400_000).to_bytes(4, "little") * 2
    assert refusal(whole[:last] + sizes + whole[last + 8 :], Task()) == ("not-a-pack", "file"), "it ends early"


def test_nothing_is_hidden_in_a_plain_picture() -> None:
    picture = work_on(SQUARE, photograph())[0]
    comment, place = b"\xff\xfe\0\x08secret", b"\xff\xe1\0\x08Exif\0\0"
    scan = picture.index(b"\xff\xda")
    assert is_plain(picture)
    for what in (comment, place, b"\xff\xe0\0\x08secret", b"\xff\xd9", b"secret"):
        for at in (2, 20, scan, len(picture) - 2, len(picture)):
            hidden = picture[:at] + what + picture[at:]
            allowed = what == b"secret" and at == len(picture) - 2  # no marker: a part of the scan, for all one sees
            assert is_plain(hidden) == allowed, (what, at)
    for cut in range(40):
        assert not is_plain(picture[:cut])
