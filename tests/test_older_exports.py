"""Exports made before the house was built anew open as they were; its recorded tables still play as they did."""

import pytest
from flask import Flask

from tests.golden_tables import SHOWN, differences, seen_at
from tests.legacy_tables import chain, older_tables, without_newer


@pytest.mark.parametrize("name", sorted(older_tables()))
def test_an_older_export_opens_and_shows_every_seat_what_it_saw(app: Flask, name: str) -> None:
    kept, store = older_tables()[name], app.extensions["store"]
    table = store.table(store.import_file(kept["file"]))
    table.code = kept["code"]
    assert list(differences(without_newer(seen_at(table), kept["seen"]), kept["seen"]))[:SHOWN] == []


@pytest.mark.parametrize("name", ["recon-allied-en-2009", "campaign-doomsday-es-2009"])
def test_tables_of_a_chain_are_kept_in_their_order(name: str) -> None:
    assert next(chain(name))["name"] == f"{name}.0"
