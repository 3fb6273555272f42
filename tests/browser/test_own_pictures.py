"""Own pictures on a phone: chosen, cropped by finger or by numbers, seen on the set, at the table and in print."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.house import own_set
from tests.browser.page_checks import check
from tests.browser.phones import Lobby, Phone
from tests.pictures import BLUE, RED, read, scene, written


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    """A wide picture: red on the left, blue on the right."""
    file = tmp_path / "photo.jpg"
    file.write_bytes(written(scene(1600, 800)))
    return file


def kept(phone: Phone) -> tuple[int, ...]:
    """The colour in the middle of the picture on the page."""
    source = phone.find(".photo").first.get_attribute("src")
    image = read(phone.page.request.get(f"{phone.page.url.split('/cards')[0]}{source}").body())
    colour = image.getpixel((image.width // 2, image.height // 2))
    assert isinstance(colour, tuple)
    return colour


@pytest.mark.parametrize("scripts", [True, False])
def test_a_picture_is_cropped_and_seen_with_and_without_scripts(lobby: Lobby, photo: Path, scripts: bool) -> None:
    phone = Phone(lobby.context(scripts=scripts), "")
    key = own_set(phone, lobby.url)
    phone.page.goto(f"{lobby.url}/cards/incursion/set/{key}/picture/grunt-ape")
    phone.find("#front").set_input_files(photo)
    if scripts:
        drag_to_the_right_end(phone)
        check(phone, "cropping a picture")
    else:
        assert phone.find("canvas:visible").count() == 0
        phone.find("#front-across").fill("100")
    phone.find("#alt").fill("A wide thing")
    phone.tap("#save")
    expect(phone.find("#card-grunt-ape .photo")).to_have_attribute("alt", "A wide thing")
    assert sum(abs(one - other) for one, other in zip(kept(phone), BLUE, strict=True)) < 60
    phone.tap("#picture-grunt-ape")
    phone.find("#front").set_input_files(photo)
    phone.find("#front-across").fill("0")
    phone.tap("#save")
    expect(phone.find("#card-grunt-ape .photo")).to_be_visible()
    assert sum(abs(one - other) for one, other in zip(kept(phone), RED, strict=True)) < 60
    assert not phone.complaints


def drag_to_the_right_end(phone: Phone) -> None:
    canvas = phone.find("canvas.crop").first
    expect(canvas).to_be_visible()
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    assert box is not None
    y = box["y"] + box["height"] / 2
    phone.page.mouse.move(box["x"] + box["width"] - 10, y)
    phone.page.mouse.down()
    phone.page.mouse.move(box["x"] - box["width"], y, steps=4)
    phone.page.mouse.up()
    expect(phone.find("#front-across")).to_have_value("100")


def test_a_file_that_is_no_picture_is_told_at_its_field(lobby: Lobby, tmp_path: Path) -> None:
    phone = Phone(lobby.context(), "")
    key = own_set(phone, lobby.url)
    phone.page.goto(f"{lobby.url}/cards/incursion/set/{key}/picture/grunt-ape")
    (tmp_path / "photo.jpg").write_text("<svg/>", encoding="utf-8")
    phone.find("#front").set_input_files(tmp_path / "photo.jpg")
    phone.find("#alt").fill("Nothing")
    phone.tap("#save")
    expect(phone.find("#fault-front")).to_contain_text("Front: this file is not a JPEG, PNG or WebP picture.")
    expect(phone.find("#front")).to_have_attribute("aria-invalid", "true")
