"""View model of a correction: a tracked thing, its wrong value, the new one and a reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.core.engine.offers import Offer
from app.core.errors import Refused
from app.core.messages.translator import Translator, Verbatim, capitalize_first, owner_of
from app.core.table.seat_view import Table
from app.core.table_commands.house_rulings import found as thing_at
from app.core.table_commands.house_rulings import most_at
from app.web.table.aiming import CHOSEN, Row, Way
from app.web.table.form_view import LONGEST, Asked, Chooser, Dialog, Form, Value, as_sent, title_of, with_beside
from app.web.wording import label_of

TABLE = "table"
"""The name of what belongs to nobody."""
NEAR = 4
"""Largest correction of a number by one tap."""
WHICH, WHAT = "which", "what"
"""The rows of a correction: a part of the thing, and a value of that."""

Tracked = Mapping[str, Sequence[tuple[str, Offer]]]
"""Thing → paths of its tracked values, each with the offer that sets it."""


def things_of(offers: Sequence[Offer]) -> Tracked:
    found: dict[str, list[tuple[str, Offer]]] = {}
    for offer in offers:
        for path in offer.values(offer.path):
            found.setdefault(owner_of(path) or TABLE, []).append((path, offer))
    return found


def list_of_things(table: Table, offers: Sequence[Offer], asked: Asked, said: Translator) -> Dialog:
    """List what can be corrected: what is nobody's, then the things of each side.

    Parts are found at their thing.
    """
    kept = things_of(offers)
    parts = {part for thing in (*kept, TABLE) for part in owners_of(table, thing, kept) if part != thing}
    groups: dict[str, list[tuple[str, str]]] = {}
    for thing in (one for one in kept if one not in parts):
        side = None if thing == TABLE else table.state.side_of(kept[thing][0][0])
        groups.setdefault(said.name(side) if side else "", []).append((thing, name_of(table, thing, said)))
    return Dialog(title_of(offers, said), offers[0].command, asked.meant, [], things=dict(sorted(groups.items())))


def correction_of(table: Table, offers: Sequence[Offer], asked: Asked, thing: str, said: Translator) -> Dialog:
    """Return the dialog that corrects one value of a thing.

    Rows choose a part of it and the value.

    Raise Refused if the table tracks none.
    """
    kept = things_of(offers)
    owners = [one for one in owners_of(table, thing, kept) if one in kept]
    if not owners:
        raise Refused("not-tracked", "table.house-ruling", field="of", path=Verbatim(thing))
    path = asked.meant.get("set", asked.chosen.get(WHAT, ""))
    at = owner_of(path) or TABLE if path else asked.chosen.get(WHICH, "")
    owner = at if at in owners else owners[0]
    path, offer = next((one for one in kept[owner] if one[0] == path), kept[owner][0])
    meant = {"of": thing}
    rows = [
        Row(
            WHICH,
            [
                Way(one, offer, {CHOSEN + WHICH: one}, one == owner, capitalize_first(name_of(table, one, said)))
                for one in owners
            ],
            said.translate("correction.which"),
        ),
        Row(
            WHAT,
            [
                Way(one, offer, {CHOSEN + WHAT: one}, one == path, value_in_words(table, one, said))
                for one, _ in kept[owner]
            ],
            said.translate("correction.what"),
        ),
    ]
    form = form_at(table, offer, path, asked, said, has_row=len(kept[owner]) > 1)
    title = said.translate("correction.title", thing=Verbatim(name_of(table, thing, said)))
    shown = [row for row in rows if len(row.ways) > 1]
    return Dialog(title, offer.command, meant, [], [form], shown)


def owners_of(table: Table, thing: str, kept: Tracked) -> list[str]:
    """Return a thing and its parts; of the table, what is kept beside things of sides."""
    if thing != TABLE:
        return [thing, *table.game.views.parts(table.state, thing)]
    return [TABLE, *(one for one in kept if kept[one][0][0].split(".")[0] == one)]


def name_of(table: Table, thing: str, said: Translator) -> str:
    if thing == TABLE:
        return said.translate("correction.table")
    return with_beside(table, Value(thing, said.name(thing)), said).text


def value_in_words(table: Table, path: str, said: Translator) -> str:
    what = said.translate(f"tracked.{path.rpartition('.')[2]}")
    return f"{capitalize_first(what)}: {said.name(value_at(table.state, path))}"


def form_at(table: Table, offer: Offer, path: str, asked: Asked, said: Translator, *, has_row: bool) -> Form:
    choosers = [as_sent(one, asked) for one in (value_chooser(table, offer, path, said), reason_chooser(offer, said))]
    return Form(
        offer.command,
        said.translate("correction.make"),
        {offer.path: path},
        choosers,
        heading=None if has_row else value_in_words(table, path, said),
        fault=asked.fault,
    )


def value_chooser(table: Table, offer: Offer, path: str, said: Translator) -> Chooser:
    now, label = value_at(table.state, path), label_of(offer.command, "to", said)
    if isinstance(now, bool):
        return Chooser("tiles", "to", label, [Value(one, said.name(one), one != now) for one in (True, False)])
    most = max(now, most_at(table.state, path))
    near = tuple(range(max(0, now - NEAR), min(most, now + NEAR) + 1))
    return Chooser("stepper", "to", label, high=most, first=now, usual=near)


def reason_chooser(offer: Offer, said: Translator) -> Chooser:
    label, usual = label_of(offer.command, "reason", said), said.translate("correction.reason")
    return Chooser("text", "reason", label, high=LONGEST["reason"], first=usual)


def value_at(state: Any, path: str) -> Any:
    *records, name = path.split(".")
    return getattr(thing_at(state, records), name)
