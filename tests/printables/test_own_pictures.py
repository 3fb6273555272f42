"""People's own pictures on paper: where they are drawn, how sharp, from front and rear, read aloud, archived."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.core.content.cards.pictures import fingerprint
from app.games.incursion.cards.sets import CARDS, PICTURED, checked_set
from app.storage.picture_worker import Crop, Task, work_on
from printables.incursion.shop import SHOP
from printables.incursion.source import Source, plain_source
from printables.paper import MM, checked
from printables.raster import pictures as rasters
from tests.pictures import BLUE, RED, photograph, read, scene, written
from tests.printables.printing import everything, pages, printed
from tests.printables.test_aloud import heard
from tests.printables.test_files import demanded, preflight

STARTER = CARDS.shipped["starter"]
FRONTS = {"models": "grunt-ape", "battle": "extra-ammo", "counters": "counter-on-fire"}


def made(section: str, content: bytes) -> bytes:
    size = PICTURED[section]
    return work_on(Task(Crop().model_dump(), size.width, size.height), content)[0]


def lines_of(key: str, front: bytes, rear: str = "") -> str:
    return f'[pictures.{key}]\nfront = "{fingerprint(front)}"\nrear = "{rear}"\nalt = "Own {key}"\n'


def pictured(language: str = "en", rear: str = "", *, every: bool = False) -> Source:
    """A source whose cards and counters have pictures: red on the left, blue on the right."""
    files = {section: made(section, written(scene(1200, 900))) for section in FRONTS}
    second = made("models", written(scene(1100, 1200)))
    behind = {"second": fingerprint(second)}.get(rear, rear)
    data = checked_set(STARTER)
    things = {**{section: data[section] for section in ("models", "battle")}, "counters": ["counter-on-fire"]}
    named = [(section, key) for section, keys in things.items() for key in keys if every or key == FRONTS[section]]
    lines = [lines_of(key, files[section], "" if section == "battle" else behind) for section, key in named]
    source = plain_source(None, language, cards=checked_set("\n".join([STARTER, *lines])))
    kept = {fingerprint(content): content for content in (*files.values(), second)}
    return SHOP.with_pictures(source, {key: kept[key] for key in SHOP.pictures_of(source, everything(source))})


def print_of(source: Source, order: dict[str, dict[str, int]], **settings: Any) -> bytes:
    chosen = checked(**settings)
    return printed(SHOP.job(source, order, chosen), chosen, source)


def images(pdf: bytes) -> Iterator[tuple[float, float, float]]:
    """Dots per inch across and up of every picture drawn, and its page."""
    for number, page in enumerate(pages(pdf)):
        for image in page.images:
            width, height = image["srcsize"]
            yield number, width / (image["width"] / 72), height / (image["height"] / 72)


EACH = {
    "model-cards": {"grunt-ape": 1},
    "battle-cards": {"extra-ammo": 1},
    "stand-ups": {"grunt-ape": 1},
    "counters": {"on-fire": 1},
}


@pytest.mark.parametrize("product", EACH)
@pytest.mark.parametrize("size", ["poker", "mini", "tarot"])
def test_each_picture_is_printed_with_300_dots_an_inch_and_more(product: str, size: str) -> None:
    source = pictured(rear="second")
    found = list(images(print_of(source, {product: EACH[product]}, card_size=size, bleed=3.2)))
    assert len(found) == {"stand-ups": 2, "counters": 2}.get(product, 1)
    assert all(min(across, up) >= 300 for _, across, up in found), found
    assert all(abs(across - up) < 2 for _, across, up in found), "no picture is stretched"


def test_without_its_file_a_card_is_drawn_as_ever() -> None:
    source = replace(pictured(), pictures={})
    bare = plain_source(None, "en")
    order = {"model-cards": {"grunt-ape": 1}, "stand-ups": {"grunt-ape": 1}}
    assert list(images(print_of(source, order))) == []
    assert print_of(source, order) == print_of(bare, order)


def colours(pdf: bytes) -> list[str]:
    """What is red and what is blue along the middle of each picture, page by page."""
    found = []
    for number, page in enumerate(pages(pdf)):
        shot = read(list(rasters(pdf, 150))[number]).convert("RGB")
        scale = 150 / 72
        for image in sorted(page.images, key=lambda one: (one["top"], one["x0"])):
            y = (image["top"] + image["bottom"]) / 2 * scale
            ends = [image["x0"] + (image["x1"] - image["x0"]) * share for share in (0.15, 0.85)]
            found.append("".join(nearest(shot.getpixel((int(x * scale), int(y)))) for x in ends))
    return found


def nearest(colour: Any) -> str:
    def far(wanted: tuple[int, int, int]) -> int:
        return sum(abs(one - other) for one, other in zip(colour, wanted, strict=True))

    return "r" if far(RED) < far(BLUE) else "b"


def test_a_stand_up_has_its_front_and_behind_it_the_mirror_or_the_second_picture_or_our_drawing() -> None:
    order = {"stand-ups": {"grunt-ape": 1}}
    assert colours(print_of(pictured(), order, single=True)) == ["rb"]
    # the rear lies above on the sheet and stands on its head, so that its left is on the right
    assert colours(print_of(pictured(rear="mirrored"), order, single=True)) == ["rb", "rb"]
    assert colours(print_of(pictured(rear="second"), order, single=True)) == ["br", "rb"]


def test_the_deck_keeps_its_one_back() -> None:
    pdf = print_of(pictured(), {"battle-cards": {"extra-ammo": 2, "smoke": 1}}, duplex="long-edge")
    front, back = pages(pdf)
    assert (len(front.images), len(back.images)) == (2, 0)


@pytest.mark.parametrize("language", ["en", "es"])
def test_with_a_picture_on_every_card_all_texts_are_there_and_none_is_small(language: str) -> None:
    source = pictured(language, every=True)
    order = {name: things for name, things in everything(source).items() if name in ("model-cards", "battle-cards")}
    pdf = print_of(source, order)
    bare = print_of(plain_source(None, language), order)
    words = [" ".join(word["text"] for page in pages(one) for word in page.extract_words()) for one in (pdf, bare)]
    assert sorted(words[0].split()) == sorted(words[1].split())
    sizes = {round(char["size"], 1) for page in pages(pdf) for char in page.chars}
    assert min(size for size in sizes if size > 6.1) >= 9
    assert len(list(images(pdf))) == sum(len(things) for things in order.values())


@pytest.mark.parametrize(("words", "drawn"), [(20, 1), (80, 1), (100, 0)])
def test_a_text_too_long_for_a_picture_is_printed_without_it(words: int, drawn: int) -> None:
    source = pictured()
    card = source.book.battle["extra-ammo"]
    text = card.text.model_copy(update={"en": " ".join(["longer"] * words)})
    battle = {**source.book.battle, "extra-ammo": card.model_copy(update={"text": text})}
    long = replace(source, book=source.book.model_copy(update={"battle": battle}))
    pdf = print_of(long, {"battle-cards": {"extra-ammo": 1}})
    assert len(list(images(pdf))) == drawn
    assert sum(word["text"].startswith("longer") for page in pages(pdf) for word in page.extract_words()) == words


def test_what_a_picture_shows_is_read_aloud() -> None:
    told = heard(print_of(pictured(), {**EACH, "battle-cards": {"extra-ammo": 2}}))
    figures = [one.said for section in told for one in section.all("Figure")]
    assert {"Own grunt-ape", "Grunt APE. Own grunt-ape", "Own counter-on-fire"} <= set(figures)
    alike = [section.said for section in told if section.title == "Extra Ammo"]
    assert len(alike) == 2
    assert all("Own extra-ammo" in said for said in alike), "of cards that are alike each says all that one says"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("pictured") / "whole.pdf"
    phone = made("models", photograph(3000, 2000))
    source = pictured("es", rear="mirrored")
    kept = {**source.pictures, next(iter(source.pictures)): phone}
    order = {**EACH, "battle-cards": {"extra-ammo": 3}, "counters": {"on-fire": 4, "activated": 2}}
    file.write_bytes(print_of(replace(source, pictures=kept), order, bleed=1, low_ink=True, marks="corner"))
    return file


def test_the_file_stays_a_valid_pdf_a_1b_and_whole(whole: Path) -> None:
    told = subprocess.run([demanded("qpdf"), "--check", str(whole)], capture_output=True, text=True)  # noqa: PLW1510
    assert (told.returncode, "No syntax or stream encoding errors" in told.stdout) == (0, True), told.stderr
    assert "is a valid PDF/A-1b file" in preflight(whole)


def test_a_picture_is_in_the_file_once_however_often_it_is_drawn() -> None:
    source = pictured()
    once, often = (print_of(source, {"stand-ups": {"grunt-ape": count}}) for count in (1, 6))
    (content,) = [one for name, one in source.pictures.items() if name == source.book.pictures["grunt-ape"].front]
    assert once.count(content) == often.count(content) == 1


def test_a_round_counter_shows_its_picture_to_the_cut_and_past_it() -> None:
    source = pictured()
    book = source.book.model_copy(update={"pictures": {"counter-activated": source.book.pictures["counter-on-fire"]}})
    (page,) = pages(print_of(replace(source, book=book), {"counters": {"activated": 1}}, bleed=2, duplex="fronts-only"))
    (image,) = page.images
    assert (image["width"] / MM, image["height"] / MM) == pytest.approx((24, 24), abs=0.01)
