"""Overview of what the program is made of: `make audit`, or python -m docs.supply [--offline] [--write].

Files of others have the checksums that were written down, what is installed is what was pinned and unchanged, each
licence is one that we take, and the bill of materials (docs/bom.cdx.json, CycloneDX) says all of it. Without
`--offline` pip-audit asks PyPI for known faults of the pinned packages; where it cannot, that is a failure.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from app.version import VERSION

ROOT = Path(__file__).resolve().parents[1]
PINS, VENDORED = ROOT / "requirements.txt", ROOT / "docs" / "vendored.toml"
SUMS, BILL = ROOT / "docs" / "vendored.sha256", ROOT / "docs" / "bom.cdx.json"
NOT_OURS = ("static/**/*.min.js", "static/fonts/*", "static/licences/*", "printables/fonts/*", "printables/*.icc")
NOT_OURS += ("printables/*/icons.txt",)
"""Folders of files of others."""
PIN = re.compile(r"^([\w.-]+)==(\S+) \\$", re.MULTILINE)
HASHED = re.compile(r"--hash=sha256:[0-9a-f]{64}")
TAKEN = frozenset(
    {"0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC-BY-3.0", "MIT", "MIT-0", "MIT-CMU", "OFL-1.1", "PSF-2.0"}
) | {"Unlicense", "ZPL-2.1", "Zlib"}
"""Licences under which we take what others made."""
SPELT = {
    "BSD license": "BSD-3-Clause",
    "BSD-3-Clause, Apache-2.0": "BSD-3-Clause AND Apache-2.0",
    "Apache License, Version 2.0": "Apache-2.0",
    "License :: OSI Approved :: BSD License": "BSD-3-Clause",
    "License :: OSI Approved :: MIT License": "MIT",
    "License :: Public Domain": "Unlicense",
}
"""Licences that a package writes in its own way, by how that begins."""


# -- files of others


def vendored() -> list[dict[str, Any]]:
    components: list[dict[str, Any]] = tomllib.loads(VENDORED.read_text(encoding="utf-8"))["component"]
    return components


def listed() -> list[str]:
    """The files of others, as the list has them."""
    return sorted(file for component in vendored() for file in component["files"])


def there() -> list[str]:
    """The files of others, as they lie there."""
    return sorted({str(file.relative_to(ROOT)) for place in NOT_OURS for file in ROOT.glob(place) if file.is_file()})


def sha256(file: str) -> str:
    """The checksum of a file of the project."""
    return hashlib.sha256((ROOT / file).read_bytes()).hexdigest()


def sums() -> dict[str, str]:
    """The checksums that were written down, by file."""
    lines = SUMS.read_text(encoding="utf-8").splitlines()
    return {name: found for found, name in (line.split("  ", 1) for line in lines)}


def faults_of_files() -> Iterator[str]:
    """Files of others that nobody listed, that are missing or that are not what they were."""
    yield from (f"{file}: not in docs/vendored.toml" for file in there() if file not in listed())
    kept = sums()
    for file in listed():
        if not (ROOT / file).is_file():
            yield f"{file}: is not there"
        elif kept.get(file) != sha256(file):
            yield f"{file}: its checksum is not the one in docs/vendored.sha256"
    yield from (f"{file}: not in docs/vendored.toml" for file in kept if file not in listed())


# -- packages


def pins(text: str | None = None) -> dict[str, str]:
    """The pinned packages and their versions."""
    return dict(PIN.findall(PINS.read_text(encoding="utf-8") if text is None else text))


def faults_of_pins(text: str) -> Iterator[str]:
    """Lines of requirements that pin nothing, or packages without a checksum."""
    for block in re.split(r"\n(?=\S)", text.strip()):
        if block.startswith("#"):
            continue
        if not PIN.match(block):
            yield f"{block.splitlines()[0]}: no pinned version"
        elif not HASHED.search(block):
            yield f"{block.splitlines()[0]}: no checksum"


def faults_of_installed() -> Iterator[str]:
    """Packages that are not installed as pinned, or whose files are not as they were installed."""
    for name, version in pins().items():
        try:
            found = distribution(name)
        except PackageNotFoundError:
            continue  # pinned for another system
        if found.version != version:
            yield f"{name}: {version} is pinned, {found.version} is installed"
        yield from (f"{name}: {file} was changed" for file in changed(found))


def changed(package: Distribution) -> Iterator[str]:
    """Files of an installed package that do not have their checksum."""
    for file in package.files or ():
        if file.hash is None or file.hash.mode != "sha256":
            continue
        path = Path(str(package.locate_file(file)))
        digest = hashlib.sha256(path.read_bytes()).digest() if path.is_file() else b""
        if base64.urlsafe_b64encode(digest).rstrip(b"=").decode() != file.hash.value:
            yield str(file)


# -- licences


def licence_of(name: str) -> str | None:
    """The licence of an installed package as SPDX writes it; None for a package that is not installed."""
    try:
        about = distribution(name).metadata
    except PackageNotFoundError:
        return None
    said = [about["License-Expression"], about["License"], *(about.get_all("Classifier") or [])]
    for text in [text for text in said if text]:
        short = text.splitlines()[0]
        spelt = next((spdx for begins, spdx in SPELT.items() if short.startswith(begins)), short)
        if is_taken(spelt):
            return spelt
    return next((text.splitlines()[0] for text in said if text), "")


def is_taken(licence: str) -> bool:
    return any(all(part.strip("() ") in TAKEN for part in one.split(" AND ")) for one in licence.split(" OR "))


def faults_of_licences() -> Iterator[str]:
    licences = {name: licence_of(name) for name in pins()}
    licences |= {component["name"]: component["licence"] for component in vendored()}
    for name, licence in licences.items():
        if licence is not None and not is_taken(licence):
            yield f"{name}: {licence or 'no licence'}"


# -- the bill of materials


def bill(known: Mapping[str, str]) -> dict[str, Any]:
    """The bill of materials; `known`: licences of packages that are pinned but not installed here."""
    packages = [packaged(name, version, licence_of(name) or known.get(name)) for name, version in pins().items()]
    own = {"type": "application", "name": "adjutant", "version": VERSION, "licenses": [{"license": {"id": "MIT"}}]}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {"bom-ref": "adjutant", **own}},
        "components": [*packages, *map(shipped, vendored())],
    }


def packaged(name: str, version: str, licence: str | None) -> dict[str, Any]:
    """A package of the bill."""
    purl = f"pkg:pypi/{name.lower().replace('_', '-')}@{version}"
    about = {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl}
    return {**about, **({"licenses": [{"expression": licence}]} if licence else {})}


def shipped(component: Mapping[str, Any]) -> dict[str, Any]:
    kept = sums()
    parts = [
        {"type": "file", "name": file, "hashes": [{"alg": "SHA-256", "content": kept[file]}]}
        for file in component["files"]
    ]
    about = {"type": "library", "bom-ref": component["purl"], "name": component["name"], "purl": component["purl"]}
    version = {"version": component["version"]} if "version" in component else {}
    return {**about, **version, "licenses": [{"expression": component["licence"]}], "components": parts}


def written() -> str:
    """The bill of materials as its file."""
    before = json.loads(BILL.read_text(encoding="utf-8"))["components"] if BILL.exists() else []
    known = {one["name"]: one["licenses"][0]["expression"] for one in before if "licenses" in one}
    return json.dumps(bill(known), indent=1, ensure_ascii=False) + "\n"


def faults_of_bill() -> Iterator[str]:
    if not BILL.exists() or BILL.read_text(encoding="utf-8") != written():
        yield "docs/bom.cdx.json is not of today: make audit ARGS=--write"


def write() -> None:
    """Write checksums and bill anew."""
    SUMS.write_text("".join(f"{sha256(file)}  {file}\n" for file in listed()), encoding="utf-8")
    BILL.write_text(written(), encoding="utf-8")


# -- known faults


def advisories() -> Iterator[str]:
    command = [sys.executable, "-m", "pip_audit", "-r", str(PINS), "--require-hashes", "--disable-pip", "-f", "json"]
    asked = subprocess.run([*command, "--progress-spinner", "off"], capture_output=True, text=True, check=False)
    try:
        found = json.loads(asked.stdout)["dependencies"]
    except ValueError:
        lines = asked.stderr.strip().splitlines()
        yield f"pip-audit could not ask: {lines[-1] if lines else 'it said nothing'}"
        return
    yield from known_faults(found)


def known_faults(found: list[dict[str, Any]]) -> Iterator[str]:
    for package in found:
        for fault in package.get("vulns", ()):
            better = ", ".join(fault.get("fix_versions", ())) or "none yet"
            yield f"{package['name']} {package['version']}: {fault['id']} (mended in: {better})"
    if skipped := [package["name"] for package in found if "skip_reason" in package]:
        yield f"{len(skipped)} of {len(found)} packages could not be asked about: is there a way to pypi.org?"


def main(given: list[str]) -> int:
    """Look everything over. Returns how many kinds of faults there are."""
    if "--write" in given:
        write()
    looked = {
        "files of others": [*faults_of_files()],
        "pins": [*faults_of_pins(PINS.read_text(encoding="utf-8"))],
        "installed packages": [*faults_of_installed()],
        "licences": [*faults_of_licences()],
        "bill of materials": [*faults_of_bill()],
    }
    if "--offline" not in given:
        looked["known faults of packages"] = [*advisories()]
    for what, faults in looked.items():
        print(f"{what}: {'sound' if not faults else ''}")
        for fault in faults:
            print(f"  {fault}")
    return sum(map(bool, looked.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
