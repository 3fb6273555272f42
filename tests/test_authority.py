"""The authority of a host: whoever trusts it trusts it for this house alone, and for some years."""

from __future__ import annotations

import os
import socket
import ssl
from contextlib import suppress
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import trustme
from cryptography import x509

from app.cli import background_tasks
from app.core.errors import Refused
from app.storage import certificates
from app.storage.certificates import (
    AN_AUTHORITY_LASTS,
    HOME_NETWORKS,
    authority_in,
    is_at_home,
    is_leaf_for,
    issue_certificate,
)
from tests.server import started


def shakes_hands(trusted: Path, files: dict[str, str], name: str) -> bool:
    server_side = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server_side.load_cert_chain(files["certfile"], files["keyfile"])
    phone_side = ssl.create_default_context(cafile=str(trusted))
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    phone = phone_side.wrap_bio(back, there, server_hostname=name)
    server = server_side.wrap_bio(there, back, server_side=True)
    try:
        for _ in range(3):
            for one in (phone, server):
                try:
                    one.do_handshake()
                except ssl.SSLWantReadError:
                    continue
    except ssl.SSLCertVerificationError:
        return False
    return phone.version() is not None and phone.getpeercert() is not None


HOME = ["192.168.1.7", "10.0.0.3", "127.0.0.1", "adjutant.local", "localhost"]


@pytest.mark.parametrize("name", HOME)
def test_phones_believe_it_at_home(tmp_path: Path, name: str) -> None:
    assert is_at_home(name)
    assert shakes_hands(tmp_path / "ca.pem", issue_certificate(tmp_path, HOME), name)


@pytest.mark.parametrize("name", ["bank.example", "93.184.216.34", "local.example"])
def test_phones_believe_it_of_nobody_else(tmp_path: Path, name: str) -> None:
    issue_certificate(tmp_path, HOME)
    stolen = authority_in(tmp_path).issue_cert(name)
    pem = b"".join(part.bytes() for part in stolen.cert_chain_pems)
    (tmp_path / "stolen.pem").write_bytes(stolen.private_key_pem.bytes() + pem)
    files = dict.fromkeys(("certfile", "keyfile"), str(tmp_path / "stolen.pem"))
    assert not shakes_hands(tmp_path / "ca.pem", files, name)
    anybody = trustme.CA()
    leaf = anybody.issue_cert(name)
    anybody.cert_pem.write_to_path(str(tmp_path / "any.pem"))
    leaf.private_key_and_cert_chain_pem.write_to_path(str(tmp_path / "any-leaf.pem"))
    files = dict.fromkeys(("certfile", "keyfile"), str(tmp_path / "any-leaf.pem"))
    assert shakes_hands(tmp_path / "any.pem", files, name), "an authority without limits is believed"


def test_it_ends_after_some_years_and_signs_no_other_authority(tmp_path: Path) -> None:
    issue_certificate(tmp_path, HOME)
    made = x509.load_pem_x509_certificate((tmp_path / "ca.pem").read_bytes())
    assert made.not_valid_after_utc - datetime.now(UTC) < AN_AUTHORITY_LASTS + timedelta(hours=1)
    assert made.extensions.get_extension_for_class(x509.BasicConstraints).value.path_length == 0
    limits = made.extensions.get_extension_for_class(x509.NameConstraints)
    assert limits.critical
    assert limits.value.permitted_subtrees
    assert {str(one.value) for one in limits.value.permitted_subtrees} >= {*HOME_NETWORKS, "local"}


def test_an_authority_of_an_older_version_without_limits_is_made_anew(tmp_path: Path) -> None:
    older = trustme.CA(organization_name="Adjutant")
    (tmp_path / "ca.pem").write_bytes(older.cert_pem.bytes())
    (tmp_path / "ca-key.pem").write_bytes(older.private_key_pem.bytes())
    files = issue_certificate(tmp_path, HOME)
    assert (tmp_path / "ca.pem").read_bytes() != older.cert_pem.bytes()
    assert shakes_hands(tmp_path / "ca.pem", files, "192.168.1.7")


def test_a_name_from_elsewhere_needs_an_authority_that_may_vouch_for_it(tmp_path: Path) -> None:
    issue_certificate(tmp_path, HOME)
    before = (tmp_path / "ca.pem").read_bytes()
    files = issue_certificate(tmp_path, ["192.168.1.8"])
    assert (tmp_path / "ca.pem").read_bytes() == before
    files = issue_certificate(tmp_path, ["203.0.113.5", "play.example"])
    made = (tmp_path / "ca.pem").read_bytes()
    assert made != before
    assert shakes_hands(tmp_path / "ca.pem", files, "203.0.113.5")
    assert shakes_hands(tmp_path / "ca.pem", files, "play.example")
    issue_certificate(tmp_path, ["203.0.113.5", "192.168.1.8"])
    assert (tmp_path / "ca.pem").read_bytes() == made


def test_a_certificate_is_issued_anew_when_the_address_changes(tmp_path: Path) -> None:
    names = ["192.168.1.7", "localhost"]
    files = issue_certificate(tmp_path, names)
    first, trusted = (tmp_path / "leaf.pem").read_bytes(), (tmp_path / "ca.pem").read_bytes()
    background_tasks.reissue(tmp_path, names)
    assert (tmp_path / "leaf.pem").read_bytes() == first
    names[0] = "192.168.1.8"
    assert not shakes_hands(tmp_path / "ca.pem", files, "192.168.1.8")
    background_tasks.reissue(tmp_path, names)
    assert shakes_hands(tmp_path / "ca.pem", files, "192.168.1.8")
    assert (tmp_path / "ca.pem").read_bytes() == trusted, "phones go on trusting it"


def test_a_certificate_is_issued_anew_before_it_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not is_leaf_for(tmp_path / "leaf.pem", HOME)
    issue_certificate(tmp_path, HOME)
    assert is_leaf_for(tmp_path / "leaf.pem", HOME)
    monkeypatch.setattr(certificates, "A_LEAF_IS_RENEWED", certificates.A_LEAF_LASTS)
    assert not is_leaf_for(tmp_path / "leaf.pem", HOME)


class Clock(datetime):
    """What this computer takes for the time."""

    wrong_by = timedelta()

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
        return datetime.now(tz) + cls.wrong_by


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> type[Clock]:
    monkeypatch.setattr(certificates, "datetime", Clock)
    monkeypatch.setattr(Clock, "wrong_by", timedelta())
    return Clock


@pytest.mark.parametrize("days", [5 * 365, 400, -6 * 365])
def test_what_was_made_while_the_clock_was_wrong_is_made_anew(tmp_path: Path, clock: type[Clock], days: int) -> None:
    clock.wrong_by = timedelta(days=days)
    files = issue_certificate(tmp_path, HOME)
    assert not shakes_hands(tmp_path / "ca.pem", files, "192.168.1.7")
    clock.wrong_by = timedelta()
    background_tasks.reissue(tmp_path, HOME)
    assert shakes_hands(tmp_path / "ca.pem", files, "192.168.1.7")
    trusted, leaf = (tmp_path / "ca.pem").read_bytes(), (tmp_path / "leaf.pem").read_bytes()
    background_tasks.reissue(tmp_path, HOME)
    assert (trusted, leaf) == ((tmp_path / "ca.pem").read_bytes(), (tmp_path / "leaf.pem").read_bytes())


def test_a_leaf_that_lasts_longer_than_any_is_issued_anew(tmp_path: Path, clock: type[Clock]) -> None:
    issue_certificate(tmp_path, HOME)
    clock.wrong_by = timedelta(days=-30)
    assert not is_leaf_for(tmp_path / "leaf.pem", HOME)


@pytest.mark.parametrize("content", [b"", b"no certificate", None])
@pytest.mark.parametrize("name", ["ca.pem", "ca-key.pem", "leaf.pem"])
def test_a_file_that_is_not_whole_is_made_anew(tmp_path: Path, name: str, content: bytes | None) -> None:
    files = issue_certificate(tmp_path, HOME)
    (tmp_path / name).unlink() if content is None else (tmp_path / name).write_bytes(content)
    background_tasks.reissue(tmp_path, HOME)
    assert shakes_hands(tmp_path / "ca.pem", files, "192.168.1.7")


def test_an_authority_with_the_key_of_another_is_made_anew(tmp_path: Path) -> None:
    issue_certificate(tmp_path, HOME)
    (tmp_path / "ca-key.pem").write_bytes(trustme.CA().private_key_pem.bytes())
    files = issue_certificate(tmp_path, HOME)
    assert shakes_hands(tmp_path / "ca.pem", files, "192.168.1.7")


def test_files_that_cannot_be_read_or_written_are_named(tmp_path: Path) -> None:
    issue_certificate(tmp_path, HOME)
    (tmp_path / "ca-key.pem").unlink()
    (tmp_path / "ca-key.pem").mkdir()
    with pytest.raises(Refused, match="unreadable"):
        issue_certificate(tmp_path, HOME)
    (tmp_path / "ca-key.pem").rmdir()
    (tmp_path / "leaf.pem").unlink()
    (tmp_path / "leaf.pem").mkdir()
    with pytest.raises(Refused, match="cannot-be-written"):
        issue_certificate(tmp_path, HOME)


def test_a_server_answers_by_the_certificate_of_the_moment(tmp_path: Path) -> None:
    command = ["-m", "app.cli", "serve", "--https", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path)]
    with started(command) as (_, address, _):
        at = urlsplit(address)

        def shown() -> int:
            pem = ssl.get_server_certificate((str(at.hostname), at.port or 0), timeout=10)
            return x509.load_pem_x509_certificate(pem.encode()).serial_number

        before = shown()
        assert shown() == before
        issue_certificate(tmp_path, ["127.0.0.1", "localhost", "adjutant.local", "10.0.0.9"])
        assert shown() != before


def test_who_speaks_no_https_is_let_go_without_a_word(tmp_path: Path) -> None:
    command = ["-m", "app.cli", "serve", "--https", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path)]
    with started(command) as (_, address, said):
        at = urlsplit(address)
        assert ssl.get_server_certificate((str(at.hostname), at.port or 0), timeout=10)
        before = os.fstat(said.fileno()).st_size
        for words in (b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", b"\x16\x03" + b"x" * 500, b""):
            with socket.create_connection((str(at.hostname), at.port or 0), timeout=10) as connection:
                connection.sendall(words)
                connection.shutdown(socket.SHUT_WR)
                with suppress(ConnectionResetError):
                    assert b"HTTP" not in connection.recv(4096)
        assert ssl.get_server_certificate((str(at.hostname), at.port or 0), timeout=10)
        assert os.fstat(said.fileno()).st_size == before
