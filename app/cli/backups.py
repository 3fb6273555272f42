"""Backups, restoring and migrations on the command line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import click

from app import default_folder
from app.cli.common import data_option, database_option, refusals_told, speech, store_in
from app.core.errors import Refused
from app.core.messages.translator import Verbatim
from app.storage import backups, transfer
from app.storage.backup_schedule import FOLDER, BackupFolder
from app.storage.database import asked_address
from app.storage.databases import open_shared
from app.storage.errors import StorageError
from app.storage.health import put_back
from app.storage.schema import MIGRATIONS


@click.command()
@click.argument("file", required=False, type=click.Path(dir_okay=False, path_type=Path))
@database_option
@data_option
def backup(file: Path | None, data: str | None) -> None:
    """Copy all tables into one file, even during games.

    Without FILE, add it to the automatic backups, which PostgreSQL has not.
    """
    folder = Path(data) if data else default_folder()
    with refusals_told():
        if asked_address() is None:
            file = backup_of(folder, file)
        elif file is None:
            raise Refused("backups-by-postgresql")
        else:
            with shared_database() as database:
                transfer.back_up(database, file)
    click.echo(file)


def backup_of(folder: Path, file: Path | None) -> Path:
    if file is None:
        return BackupFolder(folder, folder / FOLDER).make("asked")
    backups.make(folder, file)
    return file


@contextmanager
def shared_database() -> Iterator[transfer.SharedDatabase]:
    """Open the database of `ADJUTANT_DATABASE` within. Raise Refused, also if it is lost."""
    with closing(open_shared(asked_address() or "")) as database:
        try:
            yield database
        except StorageError as error:
            why = Verbatim(str(error) or type(error).__name__)
            raise Refused("database-unreachable", address=Verbatim(database.place), why=why) from error


@click.command()
@database_option
@data_option
def migrate(data: str | None) -> None:
    """Bring the database to the schema of this version; a server does that when it starts."""
    store = store_in(data)
    store.close()
    click.echo(speech().translate("stored.migrated", place=Verbatim(store.database.place), number=len(MIGRATIONS)))


@click.command("backups")
@click.option("--backups", "place", type=click.Path(file_okay=False), help="Folder of the backups.")
@data_option
def backups_(place: str | None, data: str | None) -> None:
    """List the automatic backups, newest first."""
    folder, said = Path(data) if data else default_folder(), speech()
    for made in BackupFolder(folder, Path(place) if place else folder / FOLDER).files():
        ahead = f"  ({said.translate('backup.ahead')})" if made.is_ahead else ""
        click.echo(f"{made.file}  {said.translate(f'backup.{made.why}')}  {made.kib} KiB{ahead}")


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--replace", is_flag=True, help="Overwrite the existing tables.")
@database_option
@data_option
def restore(file: Path, replace: bool, data: str | None) -> None:
    """Restore a backup of either kind into a data folder, or into an empty PostgreSQL. Stop its servers first."""
    folder = Path(data) if data else default_folder()
    with refusals_told():
        if asked_address() is None:
            put_back(file, folder, replace=replace)
            click.echo(folder / backups.DATABASE)
        else:
            with shared_database() as database:
                transfer.restore(file, database)
                click.echo(database.place)
