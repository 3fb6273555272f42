"""Photographs the start of a mission on two phones, and draws a legend: docs/pictures.py [folder [language]]."""

from __future__ import annotations

import io
import re
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from app.core.messages.translator import Translator, words_of
from app.games.memoir_44.board_view.drawing import tile_drawn
from app.games.memoir_44.board_view.tile_art import PLAIN, drawings
from app.games.memoir_44.book import FOLDER
from app.games.memoir_44.geometry import Side
from app.games.memoir_44.scenarios.tiles import carried_by
from tests.browser.phone_pool import Drawer
from tests.browser.phones import Lobby, Phone, choose_forces
from tests.server import FLAGS, chromium_path, serving

HERE = Path(__file__).parent
HANDS = {"allied": ["extra-ammo", "steady-aim"], "german": ["low-on-ammo", "fresh-serum"]}


class Camera:
    """Photographs phones into a folder, in few colours."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def shoot(self, phone: Phone, name: str) -> None:
        """A picture of what the phone shows once it has settled."""
        phone.page.evaluate("scrollTo(0, 0)")
        phone.page.wait_for_timeout(400)
        shot = Image.open(io.BytesIO(phone.page.screenshot(scale="device"))).convert("RGB")
        shot.quantize(128, dither=Image.Dither.NONE).save(self.folder / f"{name}.png", optimize=True)


def take(browser: Browser, url: str, camera: Camera, language: str) -> None:
    """Play, and photograph on the way."""
    lobby = Lobby(Drawer(browser), url, device_scale_factor=2, language=language)
    camera.shoot(lobby.open(), "lobby")
    allied, german = lobby.dealt(HANDS)
    choose_forces(allied, german)
    for phone in (german, allied):
        phone.tap("#bid-0-go")
    for phone in (german, allied):
        phone.tap("#deploy-all-go")
    for _ in range(2):
        allied.tap("#activate-next-go")
        allied.tap("#move-forward-go")
    camera.shoot(allied, "allied-board")
    a_card(allied, german, camera)
    allied.done()
    watched(allied, german, camera)
    german.done()
    for phone in (allied, german):
        phone.draw()
    for phone in (german, allied):
        phone.tap("#bid-0-go")
    german.tap("#deploy-all-go")
    shots(allied, camera)
    elsewhere(lobby, allied, camera)
    lobby.close()


def a_card(allied: Phone, german: Phone, camera: Camera) -> None:
    """Extra Ammo is played, and the Germans are asked."""
    allied.play("extra-ammo", "grunt-ape-1")
    german.find("#prompt").wait_for()
    camera.shoot(german, "card-prompt")
    german.tap("#let-card-go")
    allied.find(".chip").first.wait_for()


def watched(allied: Phone, german: Phone, camera: Camera) -> None:
    """A zombie comes into the sight of two Grunts in Reaction Fire."""
    german.tap("#activate-next-go")
    german.tap("#move-forward-go")
    allied.find("#react").wait_for()
    camera.shoot(allied, "reaction-fire")
    camera.shoot(german, "german-board")
    allied.tap("#no-reaction-go")


def shots(allied: Phone, camera: Camera) -> None:
    """A shot with typed dice, and its result."""
    allied.tap("#activate-next-go")
    allied.tap("#open-fire")
    allied.page.keyboard.press("5")
    camera.shoot(allied, "dice-pad")
    while allied.find(".face:enabled").count():
        allied.page.keyboard.press("2")
    allied.tap("button[name=by][value=hand]")
    allied.find(".die-shown").first.wait_for()
    camera.shoot(allied, "result")
    allied.read_result()


def elsewhere(lobby: Lobby, allied: Phone, camera: Camera) -> None:
    """The night look, the log, and the wall on a television."""
    table = f"{lobby.url}/t/{allied.code}"
    allied.page.emulate_media(color_scheme="dark")
    camera.shoot(allied, "dark")
    allied.page.emulate_media(color_scheme="light")
    allied.page.goto(f"{table}/log")
    camera.shoot(allied, "log")
    television = {"width": 1280, "height": 720}
    wall = Phone(lobby.context(viewport=television, device_scale_factor=1, is_mobile=False), allied.code)
    wall.page.goto(f"{table}/wall")
    camera.shoot(wall, "wall")


def legend(browser: Browser, camera: Camera, language: str) -> None:
    """Everything that is drawn on hexes and figures of Memoir '44, with its name."""
    said = Translator(words_of(FOLDER), language)
    cells = [(tile_drawn(name, dict(zip(carried_by(name), ACROSS, strict=False)), PLAIN), name) for name in drawn()]
    cells += [(f'<svg viewBox="-14 -14 26 26"><use href="#axis-infantry"/><use href="#b-{name}"/></svg>', name)
              for name in BADGE.findall(FIGURES)]  # fmt: skip
    shown = "".join(f"<p>{picture}<br>{said.name(name)}</p>" for picture, name in cells)
    page = browser.new_page(viewport={"width": 1040, "height": 100})
    page.set_content(f"<style>{LEGEND}</style>{FIGURES.replace('<svg ', '<svg class=kept ', 1)}{shown}")
    shot = Image.open(io.BytesIO(page.screenshot(full_page=True))).convert("RGB")
    shot.quantize(256, dither=Image.Dither.NONE).save(camera.folder / "memoir-44-drawings.png", optimize=True)
    page.close()


def drawn() -> list[str]:
    return [name for name in drawings()["drawings"] if name != "open"]


ACROSS: tuple[tuple[Side, ...], ...] = (("E", "W"), ("NW", "SE"))
FIGURES = (FOLDER / "static" / "pieces.svg").read_text(encoding="utf-8")
BADGE = re.compile(r'<g id="b-([\w-]+)"')
LEGEND = """
body { margin: 8px; background: #f4efe3; font: 12px/1.1 sans-serif; display: flex; flex-wrap: wrap }
p { width: 92px; margin: 3px; text-align: center }
p svg { width: 60px }
.kept { position: absolute; width: 0; height: 0 }
"""


def main() -> None:
    """All pictures into docs/pictures, or the folder that is named."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "pictures"
    language = sys.argv[2] if len(sys.argv) > 2 else "en"
    with tempfile.TemporaryDirectory() as data, serving(Path(data)) as server, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        take(browser, server.url, Camera(folder), language)
        legend(browser, Camera(folder), language)
        browser.close()


if __name__ == "__main__":
    main()
