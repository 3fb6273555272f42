"""Fetches the print shop's fonts and icons anew and cuts them to what it needs: python -m docs.vendored.

Needs npm. Fonts are cut to Latin and, for what people write, to other letters in a file beside; they have no hints. An
icon becomes path operators of PDF in a square of 512, y upwards.
"""

from __future__ import annotations

import json
import subprocess
import tarfile
import tempfile
from collections.abc import Iterable
from pathlib import Path

from fontTools import subset
from fontTools.pens.basePen import BasePen
from fontTools.svgLib.path import parse_path
from fontTools.ttLib import TTFont

PRINTABLES = Path(__file__).resolve().parents[1] / "printables"
FONTS = {
    "oswald": ("@expo-google-fonts/oswald", "600SemiBold/Oswald_600SemiBold.ttf"),
    "alegreya-sans": ("@expo-google-fonts/alegreya-sans", "500Medium/AlegreyaSans_500Medium.ttf"),
    "alegreya-sans-bold": ("@expo-google-fonts/alegreya-sans", "800ExtraBold/AlegreyaSans_800ExtraBold.ttf"),
}
ICONS = "@iconify-json/game-icons"
LATIN = "U+0020-007E,U+00A0-00FF,U+0152-0153,U+2013-2014,U+2018-201A,U+201C-201E,U+2020-2022,U+2026,U+2033,U+2212"
MORE = "U+0100-024F,U+02B0-036F,U+0370-03FF,U+0400-052F,U+1E00-1EFF,U+2010-218F,U+2190-2199,U+2200-22FF,U+25A0-25FF"
"""Letters of people that our own words do not need: Latin of other languages, Greek, Cyrillic, signs, arrows."""
CHOSEN = {"incursion": (
    "bullet-impacts", "cave-entrance", "check-mark", "crosshair", "entry-door", "exit-door", "falling-rocks", "flame",
    "lever", "medal", "padlock", "person", "power-generator", "radar-dish", "rocket", "shambling-zombie",
    "star-medal",
), "mobile_infantry": (
    "arm-bandage", "barrier", "brain", "broken-wall", "bullets", "cave-entrance", "check-mark", "dragonfly",
    "empty-hourglass", "enrage", "fall-down", "falling", "flag-objective", "heavy-bullets", "hive", "insect-jaws",
    "long-antennae-bug", "machine-gun-magazine", "mushroom-cloud", "radio-tower",
    "return-arrow", "scarab-beetle", "spaceship", "sprint", "walkie-talkie", "watchtower",
), "memoir_44": (
    "airplane", "allied-star", "arch-bridge", "backpack", "barbed-wire", "barracks", "barrier", "berry-bush",
    "big-wave", "binoculars", "brodie-helmet", "bunker", "caltrops", "canoe", "church", "coal-wagon",
    "concrete-bag", "crosshair", "dam", "desert-camp", "factory", "field-gun",
    "flag-objective", "flying-flag", "forest", "grass", "graveyard", "handcuffs", "hills", "iron-cross",
    "island", "land-mine", "lighthouse", "military-fort", "oasis", "packed-planks", "palm-tree",
    "peaks", "power-generator", "prisoner", "radar-dish", "rank-3", "sergeant", "star-medal",
    "steam-locomotive", "stick-grenade", "stone-bridge", "subway-train", "swamp", "tank",
    "trench-spade", "village", "waves", "wooden-crate",
)}  # fmt: skip


def fetched(package: str, folder: Path) -> Path:
    """The unpacked folder of an npm package."""
    packed = subprocess.run(["npm", "pack", "-s", package], cwd=folder, capture_output=True, text=True, check=True)
    target = folder / package.replace("/", "-")
    with tarfile.open(folder / packed.stdout.strip().splitlines()[-1]) as archive:
        archive.extractall(target, filter="data")
    return target / "package"


def cut(source: Path, target: Path, letters: set[int]) -> None:
    """A font with only these letters, and no hints."""
    options = subset.Options(
        hinting=False, layout_features=[], name_IDs=[0, 1, 2, 4, 5, 6, 13, 14], notdef_outline=True
    )
    font = TTFont(source, recalcTimestamp=False)
    lining(font)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=letters)
    cutter.subset(font)
    for table in ("GPOS", "GSUB", "GDEF", "DSIG", "gasp", "kern"):
        if table in font:
            del font[table]
    if target.stem.endswith("-more"):
        rename(font)
    font.save(target)


def rename(font: TTFont) -> None:
    """Another name: a document may hold a font and the one beside it."""
    for record in font["name"].names:
        if record.nameID == 6:
            family, _, weight = str(record).partition("-")
            record.string = f"{family}More-{weight}"


def lining(font: TTFont) -> None:
    """Figures as tall as capitals, where a font has them beside its own."""
    taller = {}
    for record in font["GSUB"].table.FeatureList.FeatureRecord if "GSUB" in font else ():
        if record.FeatureTag == "lnum":
            for index in record.Feature.LookupListIndex:
                for found in font["GSUB"].table.LookupList.Lookup[index].SubTable:
                    taller |= getattr(getattr(found, "ExtSubTable", found), "mapping", {})
    for table in font["cmap"].tables:
        table.cmap.update({code: taller[name] for code, name in table.cmap.items() if name in taller})


class Operators(BasePen):
    """Writes a drawing as path operators of PDF."""

    def __init__(self) -> None:
        super().__init__(None)
        self.told: list[str] = []

    def _tell(self, *points: tuple[float, float], by: str) -> None:
        self.told.append(" ".join(f"{round(x)} {round(512 - y)}" for x, y in points) + f" {by}")

    def _moveTo(self, point: tuple[float, float]) -> None:
        self._tell(point, by="m")

    def _lineTo(self, point: tuple[float, float]) -> None:
        self._tell(point, by="l")

    def _curveToOne(self, *points: tuple[float, float]) -> None:
        self._tell(*points, by="c")

    def _closePath(self) -> None:
        self.told.append("h")


def operators(body: str) -> str:
    """The path of an icon's SVG as operators."""
    pen = Operators()
    parse_path(body.split(' d="')[1].split('"', maxsplit=1)[0], pen)
    return " ".join(pen.told)


def icons(package: Path, names: Iterable[str]) -> str:
    """The chosen icons, one a line."""
    drawn = json.loads((package / "icons.json").read_text(encoding="utf-8"))["icons"]
    head = "# Operators of PDF in a square of 512. From game-icons.net, CC BY 3.0; made by docs/vendored.py."
    return "\n".join([head] + [f"{name} {operators(drawn[name]['body'])}" for name in sorted(names)]) + "\n"


def main() -> None:
    """Fonts with their licences, and icons, into printables/."""
    with tempfile.TemporaryDirectory() as scratch:
        for name, (package, path) in FONTS.items():
            folder = fetched(package, Path(scratch))
            plain, more = (set(subset.parse_unicodes(letters)) for letters in (LATIN, MORE))
            cut(folder / path, PRINTABLES / "fonts" / f"{name}.ttf", plain)
            cut(folder / path, PRINTABLES / "fonts" / f"{name}-more.ttf", more - plain | {ord(" ")})
            (PRINTABLES / "fonts" / f"{package.rpartition('/')[2]}.txt").write_bytes(
                (folder / "LICENSE_FONT").read_bytes()
            )
        package = fetched(ICONS, Path(scratch))
        for game, names in CHOSEN.items():
            (PRINTABLES / game / "icons.txt").write_text(icons(package, names), encoding="utf-8")


if __name__ == "__main__":
    main()
