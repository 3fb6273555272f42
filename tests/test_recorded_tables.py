"""Whole tables with numbers worked by hand from the rules, played through Flask's client.

A file of tests/tables opens one table (`edition` or `editions`, `mission`, `rp`, `campaign`; `counters`: faces as they
lie) and tells it in steps. With `play.<name>` it tells several: each goes on `after` another one, or from the first
steps of the file, and each that nothing comes after is a table of its own, in each edition, with its `answers` to the
open questions. A step is a press `by` a seat, or something that `all` do. What it must lead to stands in `then` (the
state as that seat sees it), `reasons` (the working of the first event that has one) or `refused`. Whatever stands
under the name of an edition goes over the rest there.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from app.core.table import Table
from app.core.veil import plain
from app.games.incursion.book import EDITIONS
from tests.older_tables import chain as older_chain
from tests.older_tables import foreseen, older_tables, seen_at, without_newer
from tests.playing import No, PlayedTable, at, stacked_counters, stacked_deck

TABLES = sorted((Path(__file__).parent / "tables").glob("*.toml"))
Part = Mapping[str, Any]


class Recorded(NamedTuple):
    """One table from its first press to its last: how it is opened, and its parts in order."""

    name: str
    edition: str
    opening: Part
    parts: list[Part]


def recorded_tables() -> Iterator[Recorded]:
    """Every table of every file, in each of its editions."""
    for path in TABLES:
        file = tomllib.loads(path.read_text(encoding="utf-8"))
        for edition in file.get("editions") or [file["edition"]]:
            for name in last_parts(file.get("play", {}), edition) or [None]:
                stem = path.stem if name is None else f"{path.stem}-{name}-{edition}"
                yield Recorded(stem, edition, in_edition(file, edition), list(chain(file, name, edition)))


def last_parts(plays: Mapping[str, Part], edition: str) -> list[str]:
    """Names of the parts that nothing comes after."""
    gone_on = {part.get("after") for part in plays.values()}
    return [name for name, part in plays.items() if name not in gone_on and edition in part.get("editions", EDITIONS)]


def chain(file: Part, name: str | None, edition: str) -> Iterator[Part]:
    """The parts that lead up to one of a file, and that one, as they are in an edition."""
    part = file if name is None else file["play"][name]
    if name is not None:
        yield from chain(file, part.get("after"), edition)
    yield in_edition(part, edition)


def in_edition(part: Part, edition: str) -> dict[str, Any]:
    """A part or a step as it is in an edition: what it says of that one goes over the rest."""
    own = {key: value for key, value in part.items() if key not in EDITIONS}
    for key, value in part.get(edition, {}).items():
        own[key] = {**own[key], **value} if isinstance(own.get(key), dict) else value
    return own


# -- steps


def begin_turn(table: PlayedTable) -> PlayedTable:
    """Nobody bids anything, nobody new is deployed."""
    return table.bid().deploy([], [])


TOGETHER: Mapping[str, Callable[..., PlayedTable]] = {
    "choose-forces": PlayedTable.choose_forces,
    "bid": PlayedTable.bid,
    "deploy": PlayedTable.deploy,
    "end-turn": PlayedTable.end_turn,
    "begin-turn": begin_turn,
    "next-turn": PlayedTable.next_turn,
    "go-on": PlayedTable.go_on,
}
"""What takes a press of both sides, or several."""


def enter(table: PlayedTable, seat: str, models: list[str]) -> None:
    """These models come onto the board, one after the other."""
    table.enter(seat, *models)


TOLD_SHORTLY: Mapping[str, Callable[..., Any]] = {"enter": enter, "put": PlayedTable.put}
"""What takes several presses of one side: models enter; a card is played and let be."""


def take(table: PlayedTable, step: Part, where: str) -> PlayedTable:
    """One step, and what it must lead to. The table that the next step is taken at."""
    events: list[dict[str, Any]] = []
    if "refused" in step:
        with pytest.raises(No) as no:
            act(table, step)
        assert (no.value.status, no.value.code) == (422, step["refused"]), where
    else:
        for _ in range(step.get("times", 1)):
            table, events = act(table, step)
    state = table.state(step.get("by", "allied")) if "then" in step else {}
    for path, value in step.get("then", {}).items():
        assert at(state, path) == value, f"{where}: {path}"
    if "reasons" in step:
        worked = next(event["working"] for event in events if event.get("working"))
        assert [f"{reason['label']} {reason['change']}" for reason in worked] == step["reasons"], where
    return table


def act(table: PlayedTable, step: Part) -> tuple[PlayedTable, list[dict[str, Any]]]:
    """What a step does: the table that is played at after it, and what a single press made happen. Raises No."""
    fields = dict(step.get("with", {}))
    if "all" in step:
        return TOGETHER[step["all"]](table, **fields), []
    if step["do"] in TOLD_SHORTLY:
        TOLD_SHORTLY[step["do"]](table, step["by"], **fields)
        return table, []
    fields |= {"dice": step["dice"]} if "dice" in step else {}
    return table, table.press(step["by"], step["do"], **fields)["events"]


# -- tables


def opened(play: Callable[..., PlayedTable], recorded: Recorded) -> PlayedTable:
    """The table before the first step."""
    opening = recorded.opening
    answers = {question: answer for part in recorded.parts for question, answer in part.get("answers", {}).items()}
    wishes = {key: opening[key] for key in ("mission", "rp", "campaign") if key in opening}
    table = play(edition=recorded.edition, table_rulings=answers, **wishes)
    return table.choose_forces(**opening["setting"]) if "setting" in opening else table


@pytest.mark.parametrize("recorded", list(recorded_tables()), ids=lambda recorded: recorded.name)
def test_a_recorded_table_goes_as_the_rules_say_and_is_rebuilt_as_it_is(
    play: Callable[..., PlayedTable], monkeypatch: pytest.MonkeyPatch, app: Any, recorded: Recorded
) -> None:
    foreseen(monkeypatch)
    stacked_deck(monkeypatch, *recorded.opening.get("deck", []))
    if "counters" in recorded.opening:
        stacked_counters(monkeypatch, recorded.opening["counters"])
    table = opened(play, recorded)
    for part in recorded.parts:
        if "deck" in part:
            stacked_deck(monkeypatch, *part["deck"])
        for number, told in enumerate(part.get("step", []), start=1):
            step = in_edition(told, recorded.edition)
            if step.get("in", recorded.edition) == recorded.edition:
                table = take(table, step, f"step {number}, {step.get('by', 'all')} {step.get('do') or step.get('all')}")
        if "winner" in part:
            assert table["winner"] == part["winner"]
    assert table["over"] == ("winner" in recorded.parts[-1])
    assert any(offer["group"] == "play" for offer in table.offers()) != table["over"]
    rebuilt(app)
    as_before(app, recorded.name)


WORKED_ANEW = (
    "ac-dc-wiped-out-e",
    # Blaze of Glory is one last activation
    "ac-dc-tie-",
    # numbers of zombies go on, a casualty's counter is anybody's
    "twitcher-",
    "recon-allied-es",
    # 4+ harpoons
    "pinger-raid-",
    # chances of Reaction Fire stand, and late shots are told as such
    "reaction-e",
    # Gretel brings nothing while she is due
    "doomsday-",
    "campaign-doomsday-",
)
"""How the names of tables begin that were kept by a reading of the rules that has been corrected since."""


def as_before(app: Any, name: str) -> None:
    """Every seat sees at each table of the chain what it saw before the house was built anew, but for the answers that
    are the first to open questions today."""
    if f"{name}.0" not in older_tables() or name.startswith(WORKED_ANEW):
        return
    store = app.extensions["store"]
    opened = [store.table(code) for code in reversed(store.codes())]
    for table, kept in zip(opened, older_chain(name), strict=True):
        now = without_newer(seen_at(table), kept["seen"])
        for seat, seen in kept["seen"].items():
            assert {**now[seat]["state"], "answers": None} == {**seen["state"], "answers": None}, kept["name"]
            assert (now[seat]["log"], now[seat]["text-es"]) == (seen["log"], seen["text-es"]), kept["name"]


def rebuilt(app: Any) -> None:
    """Each table, made anew from its log, is as it was."""
    store = app.extensions["store"]
    for code in store.codes():
        live = store.table(code)
        assert plain(Table(code, live.game, live.entries).state) == plain(live.state)


ENDINGS = {
    "recon": ("allied", "german"),
    "incursion": ("sealed", "allies-dead"),
    "pinger-raid": ("allied", "german", "wiped-out", "wiped-out-play-on"),
    "twitcher": ("allied", "german", "draw", "wiped-out"),
    "behind-enemy-lines": ("allied", "german", "tie-draw", "tie-germans", "locked", "locked-play-on"),
    "ac-dc": ("allied", "german", "wiped-out"),
    "doomsday": ("shut-down", "launched-at-once", "launched-by-a-two", "wiped-out"),
    "campaign": ("doomsday",),
}
IN_ONE = {"incursion-both-draw-en-2009", "incursion-both-allies-en-2009", "ac-dc-agreed-turn-ends-es-2009"}
IN_ONE |= {"ac-dc-tie-en-en-2009", "ac-dc-tie-es-es-2009", "doomsday-launched-for-certain-en-2009"}


def test_there_is_a_table_for_each_ending_for_cards_and_for_reaction_fire_in_each_edition() -> None:
    told = ["cards", "reaction", *(f"{mission}-{ending}" for mission, ends in ENDINGS.items() for ending in ends)]
    names = {recorded.name for recorded in recorded_tables()}
    assert names >= {f"{what}-{edition}" for what in told for edition in EDITIONS} | IN_ONE
