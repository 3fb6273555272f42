"""The certificate authority of one host: made once, kept in its data folder, trusted by whoever installs it."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import trustme

A_LEAF_LASTS = timedelta(days=397)
AUTHORITY, KEY, LEAF = "ca.pem", "ca-key.pem", "leaf.pem"


def authority_in(folder: Path) -> trustme.CA:
    """The authority of a data folder; made if absent."""
    if not (folder / AUTHORITY).exists():
        made = trustme.CA(organization_name="Adjutant", organization_unit_name="this table's host")
        write_private(folder / KEY, made.private_key_pem.bytes())
        made.cert_pem.write_to_path(str(folder / AUTHORITY))
    return trustme.CA.from_pem((folder / AUTHORITY).read_bytes(), (folder / KEY).read_bytes())


def write_private(path: Path, content: bytes) -> None:
    """Write a file that only its owner reads."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)


def certificate_for(folder: Path, names: list[str]) -> dict[str, str]:
    """Files of a fresh certificate for these names and addresses, as gevent's server takes them."""
    folder.mkdir(parents=True, exist_ok=True)
    leaf = authority_in(folder).issue_cert(*dict.fromkeys(names), not_after=datetime.now(UTC) + A_LEAF_LASTS)
    chain = b"".join(part.bytes() for part in leaf.cert_chain_pems)
    write_private(folder / LEAF, leaf.private_key_pem.bytes() + chain)
    return {"certfile": str(folder / LEAF), "keyfile": str(folder / LEAF)}
