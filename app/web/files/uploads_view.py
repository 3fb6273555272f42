"""Parts shared by card set and mission pages: listings, uploads, downloads and refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from flask import Response, abort, make_response, request

from app.core.content.toml_source import FILE_NAME_LIMIT
from app.core.errors import Malformed, Refused, Stale
from app.core.game.definition import Game
from app.core.messages.translator import Translator, Verbatim
from app.storage.host_files import HostFiles, Seen
from app.web.request.error_pages import status_and_no
from app.web.wording import Choice, label_of


@dataclass(frozen=True)
class FileListing:
    """A file shipped with a game, or a version of a host file."""

    game: Game
    key: str
    name: str
    text: str
    own: bool = False
    version: int = 0
    maker: str = ""

    @property
    def changed(self) -> float:
        """Time of the last change, in seconds since 1970."""
        return self.version / 1e9


# -- refusals


@contextmanager
def refusals_on(page: Callable[[Exception], str]) -> Iterator[None]:
    try:
        yield
    except (Refused, Malformed, Stale) as error:
        abort(make_response(page(error), status_and_no(error)[0]))


def reason(said: Translator, error: Exception, form: str = "") -> str:
    no = status_and_no(error)[1]
    return said.refusal(no, Verbatim(label_of(form, no.field, said)) if no.field else None)


# -- form fields


def version_seen() -> int:
    return version_in(request.form.get("version", ""), "version")


def version_in(text: str, field: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 20):
        raise Malformed("wrong-type", field=field)
    return int(text)


# -- uploads and downloads


def replaceable(files: HostFiles, game: Game) -> list[Choice]:
    theirs = (one for one in files.files(game) if files.writer.may_write(one.maker))
    return [Choice(f"{one.key}:{one.version}", one.name) for one in theirs]


def accepted(*known: str) -> list[str]:
    """Return the accept list of a file input.

    Include every type: phones rename files, and the content tells their kind.
    """
    return [*dict.fromkeys(known), "*/*"]


def file_sent() -> tuple[str, bytes]:
    file = request.files.get("file")
    if file is None or not file.filename:
        raise Refused("no-file", field="file")
    return file.filename[-FILE_NAME_LIMIT:], file.read()


def replaced() -> Seen | None:
    """Return the host file that the upload replaces, or None. Raise Malformed."""
    key, _, version = request.form.get("into", "").partition(":")
    return Seen(key, version_in(version, "into")) if key else None


def download(content: bytes | Iterable[bytes], kind: str, name: str) -> Response:
    response = Response(content, content_type=f"{kind}; charset=utf-8")
    response.headers["Content-Disposition"] = f"attachment; filename={name}"
    return response
