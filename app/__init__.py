"""Adjutant: a referee app for physical board games."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Blueprint, Flask

    from app.storage.disk_sync import Away

HERE = Path(__file__).parent
CONFIG = {"HOST_NAMES": (), "MORE_LANGUAGES": (), "READ_TEMPLATES": None, "SEND_FILE_MAX_AGE_DEFAULT": 31536000}
"""`READ_TEMPLATES`: the folder of compiled templates for the next start."""


def beside(name: str) -> Path:
    inside = HERE / name
    return inside if inside.is_dir() else HERE.parent / name


def default_folder() -> Path:
    named = os.environ.get("ADJUTANT_DATA")
    return Path(named) if named else Path.home() / ".local" / "share" / "adjutant"


def create_app(data: str | os.PathLike[str] | None = None, *, away: Away | None = None, **config: Any) -> Flask:
    """Create the app on the data folder `data` (made if absent).

    Starts no thread (connections to PostgreSQL have theirs), patches nothing and needs no network. `away` runs waits
    for the disk while a server responds to others. `HOST_NAMES` are additional allowed host names and addresses.
    """
    folder = Path(data) if data is not None else default_folder()
    return opened_on(routed_app(READ_TEMPLATES=folder / "templates", **config), folder, away)


def opened_on(app: Flask, folder: Path, away: Away | None = None) -> Flask:
    from app.notifier import Notifier
    from app.service import TableService, nobody
    from app.storage import picture_worker
    from app.storage.backup_schedule import BackupFolder
    from app.storage.import_worker import import_into
    from app.storage.print_queue import PrintQueue
    from app.storage.signing_keys import SigningKeys
    from app.storage.store import Store
    from app.web.request import background, guard, makers, seat_tokens, shared_rate_limit, unread
    from app.web.table import fragments

    app.extensions["store"] = store = Store(folder, away)
    app.extensions["aside"] = app.extensions["forms"] = background.here
    app.extensions["turn"], app.extensions["trial"] = threading.Lock(), threading.Lock()
    app.extensions["importer"] = partial(
        import_into, store.import_file, lambda code: store.table(code).generations_of_people
    )
    app.extensions["pictures"] = picture_worker.work_on
    app.extensions["acts"] = TableService(store, bell := Notifier(held=True))
    store.follow_others(bell.ring, bell.ring_all)
    app.extensions["backups"] = BackupFolder(folder, None)
    app.extensions["at_the_end"] = nobody
    app.extensions["pressroom"] = prints = PrintQueue()
    store.pictures.on_removed = prints.forget_picture
    app.extensions["boards"] = OrderedDict()
    fragments.begin(app.jinja_env)
    app.extensions["unread"] = unread.UnreadAnswers()
    keys = SigningKeys(store.database, folder)
    app.extensions["tries"] = guard.FailedAttempts(store.notifications)
    app.extensions["floods"] = (
        guard.TableRateLimit() if store.database.file else shared_rate_limit.SharedRateLimit(store.database, keys)
    )
    app.extensions["signed"], app.extensions["makers"] = seat_tokens.TokenSigner(keys), makers.Makers(keys)
    return app


def routed_app(**config: Any) -> Flask:
    # imported here, since the command line starts twice as fast without them
    from app.web.request import error_pages, guard, makers, rendering, request_id, seat_tokens, template_loader
    from app.web.table import fragments

    app = error_pages.AdjutantFlask(
        __name__, template_folder=str(beside("templates")), static_folder=str(beside("static"))
    )
    app.config.from_mapping({**CONFIG, **config})
    guard.watch(app)
    template_loader.install(app, beside("templates"))
    for part in (rendering, seat_tokens, makers, fragments, request_id):
        part.install(app)
    for pages in every_page():
        app.register_blueprint(pages)
    app.register_error_handler(Exception, error_pages.answer)
    return app


def every_page() -> list[Blueprint]:
    from app.web import api
    from app.web.files import (
        board_editor_page,
        card_form,
        card_pictures,
        card_sets,
        card_values,
        mission_form,
        missions,
        versions,
    )
    from app.web.host import monitoring, overview, shelves
    from app.web.lookup import rules, rulings
    from app.web.print import pages, printers
    from app.web.table import command_forms, game_over, hotseat, lobby, set_up, thing_page, tutorial_page, why_not

    at_tables = (lobby, hotseat, command_forms, set_up, thing_page, why_not, tutorial_page, game_over)
    lookup, files = (
        (rules, rulings),
        (card_sets, card_form, card_pictures, card_values, missions, mission_form, board_editor_page, versions),
    )
    return [part.pages for part in (api, *at_tables, *lookup, *files, pages, printers, overview, shelves, monitoring)]
