"""Own pictures of a card set: for each thing the fingerprints of files kept beside the set."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping
from copy import deepcopy
from hashlib import sha256
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from app.core.content.cards.fields import PICTURES, PictureSize, SetData
from app.core.errors import Refused
from app.core.messages.translator import Verbatim
from app.core.rules.inputs import PRINTABLE

COUNTER = "counter-"
"""The beginning of the key of a picture of a counter; any other is the key of a card."""
MIRRORED = "mirrored"
"""The rear of a picture that is the front in a mirror."""
LONGEST_ALT = 200
FINGERPRINT = "[0-9a-f]{32}"
MOST_PICTURES, MOST_FILES = 700, 2 * 700
"""Limits of a set: its pictures, and their files, a front and a rear of each."""


def fingerprint(content: bytes) -> str:
    return sha256(content).hexdigest()[:32]


class Photo(NamedTuple):
    """A picture on a page: its file, and what it shows; from the front or from the rear."""

    file: str
    alt: str
    is_rear: bool = False


class CardPicture(BaseModel):
    """The picture of a card or counter: fingerprints of front and rear, and its description."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    front: Annotated[str, Field(pattern=f"^{FINGERPRINT}$")]
    rear: Annotated[str, Field(pattern=f"^({FINGERPRINT}|{MIRRORED})?$")] = ""
    alt: Annotated[str, Field(min_length=1, max_length=LONGEST_ALT, pattern=PRINTABLE)]

    @property
    def files(self) -> list[str]:
        """Return the fingerprints of its files, the front first."""
        return [photo.file for photo in self.photos]

    @property
    def photos(self) -> tuple[Photo, ...]:
        front = Photo(self.front, self.alt)
        return (front,) if self.rear in ("", MIRRORED) else (front, Photo(self.rear, self.alt, True))


Pictures = Annotated[dict[str, CardPicture], Field(max_length=MOST_PICTURES)]


def check_pictures(
    pictures: Iterable[tuple[str, CardPicture]],
    data: SetData,
    sizes: Mapping[str, PictureSize],
    counters: Container[str],
) -> None:
    """Raise Refused for a picture of nothing, or a rear where backs are alike."""
    for key, picture in pictures:
        section = section_of(key, data)
        if section not in sizes or (section == "counters" and key.removeprefix(COUNTER) not in counters):
            raise Refused("picture-of-nothing", field=f"{PICTURES}.{key}", card=Verbatim(key))
        if picture.rear and not sizes[section].has_rear:
            raise Refused("picture-without-rear", field=f"{PICTURES}.{key}.rear")
        if not picture.alt.strip():
            raise Refused("picture-needs-alt", field=f"{PICTURES}.{key}.alt")


def section_of(key: str, data: SetData) -> str:
    """Return the section of the card of a key; `counters` for a counter, empty for nothing."""
    found = next((section for section, cards in data.items() if section != PICTURES and key in cards), "")
    return found or ("counters" if key.startswith(COUNTER) else "")


def fingerprints_in(text: str) -> set[str]:
    """Return whatever may be the fingerprint of a picture in a text."""
    return set(re.findall(rf"(?<![0-9a-f]){FINGERPRINT}(?![0-9a-f])", text))


def pictures_of(data: SetData) -> Mapping[str, Mapping[str, Any]]:
    pictures: Mapping[str, Mapping[str, Any]] = data.get(PICTURES, {})
    return pictures


def photos_of(data: SetData, key: str) -> tuple[Photo, ...]:
    picture = pictures_of(data).get(key)
    return CardPicture(**picture).photos if picture else ()


def with_picture(data: SetData, key: str, picture: Mapping[str, str] | None) -> SetData:
    changed = deepcopy(dict(data))
    pictures = changed.pop(PICTURES, {})
    pictures.pop(key, None)
    if picture is not None:
        pictures[key] = {name: text for name, text in picture.items() if text}
    return {**changed, PICTURES: pictures} if pictures else changed
