"""The keys that sign seat tokens, on the command line."""

from __future__ import annotations

import click

from app.cli.common import data_option, database_option, refusals_told, speech, store_in
from app.storage.signing_keys import SigningKeys


@click.group()
def keys() -> None:
    """Manage the keys that sign the rights to seats."""


@keys.command()
@database_option
@data_option
def new(data: str | None) -> None:
    """Add a key that signs from now on; what older ones signed stays valid."""
    store = store_in(data)
    with refusals_told():
        SigningKeys(store.database, store.folder).add()
    store.close()
    click.echo(speech().translate("stored.key-added"))
