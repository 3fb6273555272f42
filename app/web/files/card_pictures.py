"""Own pictures of a card set: the form of one picture, and the pictures themselves."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from flask import Blueprint, Response, make_response, request, url_for

from app.core.content.cards.fields import PICTURES, PictureSize
from app.core.content.cards.pictures import (
    COUNTER,
    LONGEST_ALT,
    MIRRORED,
    CardPicture,
    Photo,
    fingerprint,
    pictures_of,
    section_of,
    with_picture,
)
from app.core.content.cards.toml_format import rewritten
from app.core.errors import Malformed, Refused
from app.core.messages.translator import LANGUAGES, Translator
from app.core.rules.inputs import parse, whole_number
from app.storage.picture_worker import DPI, FORMATS, MOST_BYTES, MOST_DOTS, Crop, Task, width_of
from app.web.files.card_catalog import CardSetListing, own_sets, set_to_write, speech_of
from app.web.files.card_views import ShownCard, card_page, photos_in
from app.web.files.uploads_view import reason, refusals_on, version_seen
from app.web.request.background import aside, between_answers, open_pictures
from app.web.request.guard import RequestRejected, store
from app.web.request.makers import may_write, writer
from app.web.request.rendering import redirect_after_post
from printables.shops import shop_of

pages = Blueprint("card_pictures", __name__)

PICTURE = "picture"
"""The choice of a second picture for the rear."""
FIELDS = frozenset(("front", "second", "rear", "alt"))
"""Fields of the form; numbers of a crop begin with that of their picture. Any other fault stands at its button."""
KEPT = "public, max-age=31536000, immutable"


@pages.get("/pictures/<key>.jpg")
def picture(key: str) -> Response:
    """Send a picture; its address is the fingerprint of its content, so that it never changes."""
    size = store().pictures.sizes([key]).get(key)
    if size is None:
        raise RequestRejected(404, "no-such-picture")
    headers = {"Cache-Control": KEPT, "Content-Length": str(size)}
    return Response(between_answers(store().pictures.pieces(key)), content_type="image/jpeg", headers=headers)


@pages.app_template_filter("here")
def photos_here(photos: Collection[Photo]) -> list[Photo]:
    """Return those photos whose files are here, looked up together."""
    here = store().pictures.known(photo.file for photo in photos)
    return [photo for photo in photos if photo.file in here]


# -- the form


@dataclass(frozen=True)
class PictureForm:
    set: CardSetListing
    key: str
    section: str
    size: PictureSize
    before: Mapping[str, str]

    @property
    def picture(self) -> CardPicture | None:
        return CardPicture(**self.before) if self.before else None

    def name(self, said: Translator) -> str:
        if self.section == "counters":
            return counters_of(self.set.game.key, said.language)[self.key.removeprefix(COUNTER)]
        return said.translate(f"name.{self.key}")


@lru_cache
def counters_of(game: str, language: str) -> Mapping[str, str]:
    shop = shop_of(game)
    return shop.pictured_counters(language if language in LANGUAGES else LANGUAGES[0]) if shop else {}


def counters_in(one: CardSetListing, said: Translator) -> list[ShownCard]:
    data = {} if isinstance(one.read, Refused) else one.read
    named, photos = counters_of(one.game.key, said.language).items(), photos_in(data)
    return [ShownCard(COUNTER + key, name, "", "", [], photos.get(COUNTER + key, ())) for key, name in named]


def form_of(game: str, set_key: str, key: str) -> PictureForm:
    found = set_to_write(game, set_key)
    section = section_of(key, found.data)
    size = found.rules.pictured.get(section)
    is_counter = section == "counters"
    if size is None or (is_counter and key.removeprefix(COUNTER) not in counters_of(game, "en")):
        raise RequestRejected(404, "no-such-card", card=key)
    return PictureForm(found, key, section, size, pictures_of(found.data).get(key, {}))


@pages.route("/cards/<game>/set/<set_key>/picture/<card>", methods=["GET", "POST"])
def edit(game: str, set_key: str, card: str) -> Response:
    form = form_of(game, set_key, card)
    if request.method == "GET":
        return make_response(form_page(form))
    with refusals_on(partial(form_page, form)):
        if "remove" in request.form:
            remove(form)
        else:
            save(form)
    return redirect_after_post(url_for("card_sets.card_set", game=game, set_key=set_key, _anchor=f"card-{card}"))


def form_page(form: PictureForm, error: Exception | None = None) -> str:
    said = speech_of(form.set.game, form.set.data)
    typed = request.form if request.method == "POST" else {}
    rear = form.before.get("rear", "")
    shown = {
        "set": form.set,
        "key": form.key,
        "title": form.name(said),
        "size": form.size,
        "picture": form.picture,
        "coarse": coarseness(form),
        "rear": typed.get("rear", rear if rear in ("", MIRRORED) else PICTURE),
        "alt": typed.get("alt", form.before.get("alt", "")),
        "longest": LONGEST_ALT,
        "typed": typed,
        "limits": {"bytes": MOST_BYTES >> 20, "dots": MOST_DOTS // 1_000_000},
        "accepted": ",".join(f"image/{kind.lower()}" for kind in FORMATS),
        "crop": {name: (field.default, *bounds(name)) for name, field in Crop.model_fields.items()},
        "faults": faults_in(said, error),
        "may_delete": all(may_write(store().pictures.maker(file)) for file in form.picture.files)
        if form.picture
        else False,
    }
    return card_page(PICTURE, form.set.game, said, **shown)


def coarseness(form: PictureForm) -> int:
    """Return the dots per inch of the coarsest picture if printing can show more, else 0."""
    contents = map(store().pictures.content, form.picture.files if form.picture else [])
    least = min((width_of(content) for content in contents if content), default=0) * 25.4 / form.size.width
    return int(least) if least < DPI else 0


def bounds(name: str) -> tuple[int, int]:
    low, high = Crop.model_fields[name].metadata
    return low.ge, high.le


def faults_in(said: Translator, error: Exception | None) -> dict[str, str]:
    if error is None:
        return {}
    field = getattr(error, "field", None) or ""
    place = "front" if field == "picture" else field if field.partition("-")[0] in FIELDS else "save"
    return {place: reason(said, error, PICTURE)}


# -- changes


def save(form: PictureForm) -> None:
    own_sets().check_seen(form.set.game, form.set.key, version_seen())
    alt = " ".join(request.form.get("alt", "").split())
    if not alt:
        raise Refused("picture-needs-alt", field="alt")
    front = sent(form, "front", form.before.get("front", ""))
    rear = rear_of(form)
    files = {
        name: one if isinstance(one, str) else fingerprint(one) for name, one in (("front", front), ("rear", rear))
    }
    keep(form, {**files, "alt": alt}, [one for one in (front, rear) if isinstance(one, bytes)])


def rear_of(form: PictureForm) -> bytes | str:
    choice = request.form.get("rear", "") if form.size.has_rear else ""
    if form.size.has_rear and "second" in request.files and request.files["second"].filename:
        choice = PICTURE
    if choice != PICTURE:
        return choice
    before = form.before.get("rear", "")
    return sent(form, "second", "" if before == MIRRORED else before)


def sent(form: PictureForm, name: str, before: str) -> bytes | str:
    """Return the sent picture, cropped, or the fingerprint of the one before."""
    file = request.files.get(name)
    crop = crop_of(name)
    if file is None or not file.filename:
        if not before:
            raise Refused("no-file", field=name)
        if crop != Crop().model_dump():
            raise Refused("picture-needs-file", field=name)
        return before
    task = Task(crop, form.size.width, form.size.height)
    try:
        return open_pictures(task, file.read())[0]
    except Refused as no:
        no.field = name
        raise


def crop_of(name: str) -> dict[str, int]:
    texts = {part: request.form.get(f"{name}-{part}", "").strip() for part in Crop.model_fields}
    try:
        return parse(Crop, {part: whole_number(text, part) for part, text in texts.items() if text}).model_dump()
    except (Refused, Malformed) as no:
        no.field = f"{name}-{no.field}"
        raise


def keep(
    form: PictureForm, picture: Mapping[str, str] | None, files: Sequence[bytes] = (), gone: Iterable[str] = ()
) -> None:
    """Replace the version that the page was made for by one with this picture, or without.

    Of the pictures `gone`, those that the writer brought are deleted too. Raise Refused, Stale.
    """
    one = form.set
    data = with_picture(one.data, form.key, picture)
    try:
        one.rules.check(data)
    except (Refused, Malformed) as no:
        no.field = (no.field or "").removeprefix(f"{PICTURES}.{form.key}.")
        raise
    text = aside(rewritten, one.text, data, one.rules)
    with store().database.writing():
        store().pictures.add(files, writer())
        own_sets().change(one.game, one.key, version_seen(), text=text)
        for file in gone:
            if may_write(store().pictures.maker(file)):
                store().pictures.remove(file)


def remove(form: PictureForm) -> None:
    """Take the picture out of the set; delete its files if that is asked for."""
    files = form.picture.files if form.picture and "everywhere" in request.form else []
    keep(form, None, gone=files)
