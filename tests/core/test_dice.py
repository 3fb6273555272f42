"""The table's provable dice, and sealed choices."""

import hashlib
import hmac
import json
from collections import Counter

import pytest

from app.core.engine.command import Draft
from app.core.engine.event import PUBLIC, Entry
from app.core.engine.offers import DiceRequest
from app.core.errors import Malformed, Refused
from app.core.rules.dice import Face, Roll, SeededDice, commitment, commitment_of, fresh_salt
from app.core.table.seat_view import Table
from app.core.table_commands.lifecycle import TableOpened
from tests.toy_game.events import MothFlew
from tests.toy_game.game import DIE, GAME
from tests.toy_game.state import SEATS

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


def drawn(ask: DiceRequest, rolls: int = 0, typed: list[Face] | None = None) -> Roll:
    """The dice of a press at a table with so many standing rolls."""
    return Draft(None, None, PUBLIC, dice=SeededDice(SEED), roll_count=rolls, typed=typed).roll(ask)


@pytest.mark.parametrize("number", [1, 2, 77])
def test_each_face_follows_from_the_seed(number: int) -> None:
    assert SeededDice(SEED).roll(number, 5, 6) == [by_the_book(number, index, 6) for index in range(5)]


def test_a_named_face_is_that_of_its_place_on_the_die() -> None:
    places = [by_the_book(5, index, 6) for index in range(40)]
    roll = drawn(DiceRequest(40, DIE), rolls=4)
    assert roll == Roll("table", [DIE[place - 1] for place in places], 5)
    assert set(roll.faces) == {"flame", "shade", "wind"}


def test_a_die_may_have_any_number_of_faces() -> None:
    faces: list[Face] = ["dusk", "dawn", "noon", "night", "moon"]
    assert drawn(DiceRequest(9, faces)).faces == [faces[by_the_book(1, index, 5) - 1] for index in range(9)]


def test_numbered_faces_can_be_counted_and_named_ones_not() -> None:
    assert drawn(DiceRequest(3)).numbers == SeededDice(SEED).roll(1, 3, 6)
    assert drawn(DiceRequest(3, DIE)).numbers == []


def test_typed_dice_have_no_number_and_take_none_from_the_table() -> None:
    assert drawn(DiceRequest(2, DIE), typed=["wind", "flame"]) == Roll("hand", ["wind", "flame"], None)


def test_every_roll_of_one_press_has_a_number_and_faces_of_its_own() -> None:
    draft = Draft(None, None, PUBLIC, dice=SeededDice(SEED), roll_count=3)
    rolls = [draft.roll(DiceRequest(9)), draft.shuffle(list("abcdefghi"))[1], draft.roll(DiceRequest(9))]
    assert [roll.number for roll in rolls] == [4, 5, 6]
    assert rolls[2].faces == [by_the_book(6, index, 6) for index in range(9)] != rolls[0].faces


def test_typed_dice_are_those_of_the_first_roll_of_a_press_and_the_next_is_the_tables() -> None:
    draft = Draft(None, None, PUBLIC, dice=SeededDice(SEED), roll_count=3, typed=[1, 2])
    assert [draft.roll(DiceRequest(2)).by, draft.roll(DiceRequest(1))] == [
        "hand",
        Roll("table", [by_the_book(4, 0, 6)], 4),
    ]


def test_a_roll_that_no_event_kept_leaves_the_next_press_a_number_of_its_own() -> None:
    opening = {"edition": "first", "seats": SEATS, "dusk": "late", "answers": {}}
    fallen = [MothFlew("grey-moth", Roll("table", ["flame"], number), 1) for number in (1, 3)]
    table = Table("", GAME, [Entry(0, "", "", "", 0.0, [TableOpened(opening)])])
    table.append(Entry(1, "grey-moth", "a", "", 0.0, fallen))
    assert table.roll_count == 3


@pytest.mark.parametrize(
    ("typed", "ask", "code", "field"),
    [
        (["flame", "dusk"], DiceRequest(2, DIE), "no-such-face", "dice.1"),
        (["flame", 1], DiceRequest(2, DIE), "wrong-type", "dice.1"),
        ([7], DiceRequest(1), "no-such-face", "dice.0"),
        (["6"], DiceRequest(1), "wrong-type", "dice.0"),
        (["flame"], DiceRequest(2, DIE), "wrong-dice-count", "dice"),
        ([], DiceRequest(1), "wrong-dice-count", "dice"),
    ],
)
def test_typed_dice_that_cannot_be_are_refused(typed: list[Face], ask: DiceRequest, code: str, field: str) -> None:
    with pytest.raises((Refused, Malformed)) as no:
        drawn(ask, typed=typed)
    assert (no.value.code, no.value.field) == (code, field)  # type: ignore[attr-defined]


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
    windows = {"north": 2}
    text = json.dumps(windows, separators=(",", ":")).encode()
    assert commitment(salt, windows) == hashlib.sha256(bytes.fromhex(salt) + text).hexdigest()


def test_salts_are_fresh() -> None:
    assert len({fresh_salt() for _ in range(100)}) == 100


def test_the_example_of_the_api_page_is_what_the_dice_do() -> None:
    seed = bytes(31) + b"\x01"
    assert [SeededDice(seed).die(1, index, 6) for index in range(3)] == [3, 6, 3]
    assert commitment_of(seed).startswith("ec4916dd")
