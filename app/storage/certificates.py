"""The certificate authority of a host: made once, stored in its data folder."""

from __future__ import annotations

import socket
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address, ip_network
from pathlib import Path

import trustme
from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from app.core.errors import Refused
from app.core.messages.translator import Verbatim
from app.storage.whole_files import write

A_DAY = timedelta(days=1)
A_LEAF_LASTS = timedelta(days=397)
A_LEAF_IS_RENEWED = timedelta(days=30)
AN_AUTHORITY_LASTS = timedelta(days=5 * 365)
AUTHORITY, KEY, LEAF = "ca.pem", "ca-key.pem", "leaf.pem"
HOME_NAMES = ("localhost", "local")
HOME_NETWORKS = (
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "::1/128",
    "fc00::/7",
    "fe80::/10",
)


def authority_in(folder: Path, names: Sequence[str] = ()) -> trustme.CA:
    """Return the authority of a data folder, made if absent or invalid for these names today.

    Raise Refused if it cannot be written.
    """
    if not is_sound(folder, names):
        key = ec.generate_private_key(ec.SECP256R1())
        form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        write(folder / KEY, key.private_bytes(*form))
        write(folder / AUTHORITY, certificate(key, names).public_bytes(serialization.Encoding.PEM))
    return trustme.CA.from_pem((folder / AUTHORITY).read_bytes(), (folder / KEY).read_bytes())


def is_sound(folder: Path, names: Sequence[str]) -> bool:
    """Return True if the authority is complete, valid today and may certify these names.

    Raise Refused if its files cannot be read.
    """
    found = pair_in(folder / AUTHORITY, folder / KEY)
    return found is not None and vouches_for(found, names)


def pair_in(certified: Path, secret: Path) -> x509.Certificate | None:
    """Return the certificate in a file, if it matches the key in the other. Raise Refused.

    None if one of them is missing or damaged.
    """
    try:
        found = x509.load_pem_x509_certificate(certified.read_bytes())
        key = serialization.load_pem_private_key(secret.read_bytes(), None)
    except (FileNotFoundError, ValueError, TypeError, UnsupportedAlgorithm):
        return None
    except OSError as error:
        about = {"file": Verbatim(error.filename), "why": Verbatim(error.strerror or str(error))}
        raise Refused("unreadable", **about) from error
    return found if found.public_key() == key.public_key() else None


def certificate(key: ec.EllipticCurvePrivateKey, names: Iterable[str]) -> x509.Certificate:
    """Return the certificate of an authority, limited to this host.

    It expires after some years, and certifies only private networks, this computer's name and names that end in .local.
    """
    now, name = datetime.now(UTC), own_name()
    public = key.public_key()
    built = (
        x509.CertificateBuilder(name, name, public, x509.random_serial_number())
        .not_valid_before(now - A_DAY)
        .not_valid_after(now + AN_AUTHORITY_LASTS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.NameConstraints(permitted(names), None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(public), critical=False)
        .add_extension(SIGNS_CERTIFICATES, critical=True)
    )
    return built.sign(key, hashes.SHA256())


SIGNS_CERTIFICATES = x509.KeyUsage(
    digital_signature=True,
    key_cert_sign=True,
    crl_sign=True,
    content_commitment=False,
    key_encipherment=False,
    data_encipherment=False,
    key_agreement=False,
    encipher_only=False,
    decipher_only=False,
)


def own_name() -> x509.Name:
    organization = x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Adjutant")
    return x509.Name([organization, x509.NameAttribute(NameOID.COMMON_NAME, "Adjutant, this table's host")])


def permitted(names: Iterable[str]) -> list[x509.GeneralName]:
    homes = [x509.DNSName(name) for name in dict.fromkeys((*HOME_NAMES, socket.gethostname()))]
    networks = [ip_network(network) for network in HOME_NETWORKS]
    others = [name for name in names if not is_at_home(name)]
    own = [x509.IPAddress(ip_network(name)) if is_address(name) else x509.DNSName(name) for name in others]
    return [*homes, *(x509.IPAddress(network) for network in networks), *own]


def is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def is_at_home(name: str) -> bool:
    if is_address(name):
        return any(ip_address(name) in ip_network(network) for network in HOME_NETWORKS)
    return name in HOME_NAMES or name.endswith(tuple(f".{home}" for home in HOME_NAMES))


def vouches_for(kept: x509.Certificate, names: Iterable[str]) -> bool:
    now = datetime.now(UTC)
    if kept.not_valid_before_utc > now or kept.not_valid_after_utc < now + A_LEAF_LASTS:
        return False
    try:
        found = kept.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or []
    except x509.ExtensionNotFound:
        return False
    return all(is_at_home(name) or str(named_in(name)) in {str(one.value) for one in found} for name in names)


def named_in(name: str) -> object:
    return ip_network(name) if is_address(name) else name


def is_leaf_for(file: Path, names: Iterable[str]) -> bool:
    """Return True if a certificate covers all names, has its key, and stays valid for a while.

    One that expires later than any made today dates from a day when the clock was ahead. Raise Refused.
    """
    now, kept = datetime.now(UTC), pair_in(file, file)
    if kept is None or kept.not_valid_before_utc > now:
        return False
    if not now + A_LEAF_IS_RENEWED <= kept.not_valid_after_utc <= now + A_LEAF_LASTS + A_DAY:
        return False
    found = kept.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return {*names} <= {str(one.value) for one in found}


def issue_certificate(folder: Path, names: list[str]) -> dict[str, str]:
    """Issue a new certificate for these names and addresses; return its files for gevent.

    Raise Refused if they cannot be written.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    wanted = [*dict.fromkeys(names)]
    leaf = authority_in(folder, wanted).issue_cert(*wanted, not_after=datetime.now(UTC) + A_LEAF_LASTS)
    chain = b"".join(part.bytes() for part in leaf.cert_chain_pems)
    write(folder / LEAF, leaf.private_key_pem.bytes() + chain)
    return {"certfile": str(folder / LEAF), "keyfile": str(folder / LEAF)}
