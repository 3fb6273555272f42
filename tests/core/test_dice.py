"""The table's provable dice, and sealed choices."""

import hashlib
import hmac
import json
from collections import Counter

import pytest

from app.core.commitments import commitment, fresh_salt
from app.core.dice import SeededDice, commitment_of

SEED = bytes(range(32))


def by_the_book(number: int, index: int, faces: int) -> int:
    """The contract's own words, once more and independently."""
    counter = 0
    while True:
        digest = hmac.new(SEED, f"{number}:{index}:{counter}".encode(), hashlib.sha256).digest()
        drawn = int.from_bytes(digest[:8], "big")
        if drawn < (2**64 // faces) * faces:
            return drawn % faces + 1
        counter += 1


@pytest.mark.parametrize("number", [1, 2, 77])
def test_each_face_follows_from_the_seed(number: int) -> None:
    assert SeededDice(SEED).roll(number, 5, 6) == [by_the_book(number, index, 6) for index in range(5)]


def test_a_worked_face() -> None:
    digest = hmac.new(SEED, b"1:0:0", hashlib.sha256).hexdigest()
    assert SeededDice(SEED).die(1, 0, 6) == int(digest[:16], 16) % 6 + 1


def test_the_stream_is_fair_enough_to_play_with() -> None:
    faces = Counter(face for number in range(2000) for face in SeededDice(SEED).roll(number, 3, 6))
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert max(abs(count - 1000) for count in faces.values()) < 150


def test_the_commitment_is_the_hash_of_the_seeds_bytes() -> None:
    assert commitment_of(SEED) == hashlib.sha256(SEED).hexdigest()


def test_a_sealed_choice_can_be_checked_by_anyone() -> None:
    salt = fresh_salt()
    assert len(bytes.fromhex(salt)) == 16
    assert commitment(salt, 2) == hashlib.sha256(bytes.fromhex(salt) + b"2").hexdigest()
    force = {"grunt-ape": 2}
    text = json.dumps(force, separators=(",", ":")).encode()
    assert commitment(salt, force) == hashlib.sha256(bytes.fromhex(salt) + text).hexdigest()


def test_salts_are_fresh() -> None:
    assert len({fresh_salt() for _ in range(100)}) == 100
