"""Field visibility: marks on fields, and redaction of all data that leaves the server."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import Field, dataclass, field, fields, is_dataclass
from functools import cache, lru_cache
from operator import is_
from types import UnionType
from typing import Any, Final, Literal, NamedTuple, Protocol, Union, get_args, get_origin, get_type_hints


class Viewer(Protocol):
    """A seat that reads data. If `sees_all`, the table shows its secrets to this referee."""

    @property
    def name(self) -> str: ...
    @property
    def side(self) -> str | None: ...
    @property
    def sees_all(self) -> bool: ...


@dataclass(frozen=True)
class Owner:
    side: str | None = None
    seat: str | None = None

    def is_seen_by(self, viewer: Viewer) -> bool:
        if self.seat is not None:
            return viewer.name == self.seat
        return self.side is not None and viewer.side == self.side


NOBODY = Owner()


@dataclass(frozen=True)
class Redacted:
    """The count of a value that the seat may not read."""

    n: int


class _Gone:
    def __bool__(self) -> bool:
        return False


GONE: Final = _Gone()
PLAIN = frozenset({str, int, bool, float, type(None)})
CONTAINERS = frozenset({list, dict, tuple, set, Union, UnionType})
"""Types that may wrap plain values."""


def _mark(kind: str, default: Any, factory: Callable[[], Any] | None, referee: bool) -> Any:
    metadata = {"veil": kind, "referee": referee}
    return field(default_factory=factory, metadata=metadata) if factory else field(default=default, metadata=metadata)


def secret(default: Any = None, *, factory: Callable[[], Any] | None = None, referee: bool = False) -> Any:
    """Declare a field that its owner reads and others count.

    An all-seeing referee reads it too if `referee`. The owner is the `seat` of the nearest enclosing record that has
    one, else its `side`.
    """
    return _mark("secret", default, factory, referee)


def sealed(default: Any = None, *, factory: Callable[[], Any] | None = None) -> Any:
    """Declare a field that nobody reads and everybody may count."""
    return _mark("sealed", default, factory, False)


def private(default: Any = None, *, factory: Callable[[], Any] | None = None) -> Any:
    """Declare a field that only its owner reads; for others it is absent.

    Without an owner it is absent for everybody.
    """
    return _mark("unseen", default, factory, False)


def mark_of(declared: Any) -> str | None:
    """Return the visibility mark of a dataclass field: "secret", "sealed", "unseen" or None."""
    mark: str | None = declared.metadata.get("veil")
    return mark


def _count(value: Any) -> Redacted | None:
    if value is None:
        return None
    return Redacted(len(value) if isinstance(value, list | dict | tuple | set) else 1)


def _marked(declared: Any, value: Any, seat: Viewer, owner: Owner) -> Any:
    mark, owns = mark_of(declared), owner.is_seen_by(seat)
    if mark == "sealed":
        return _count(value)
    if mark == "secret" and not owns and not (declared.metadata["referee"] and seat.sees_all):
        return _count(value)
    if mark == "unseen" and not owns:
        return GONE
    return redact(value, seat, owner)


class _Plan(NamedTuple):
    """The redaction plan of a record class: owner fields, visibility method, marks and nesting.

    `deep` names the unmarked fields that may hold more than plain values.
    """

    owning: tuple[str, ...]
    says_who_sees: bool
    names: frozenset[str]
    marked: tuple[Field[Any], ...]
    deep: tuple[str, ...]


@cache
def _plan(record: type[Any]) -> _Plan:
    declared, hints = fields(record), get_type_hints(record)
    marked = tuple(one for one in declared if mark_of(one) is not None)
    deep = tuple(one.name for one in declared if one not in marked and not _is_plain(hints[one.name]))
    names = frozenset(one.name for one in declared)
    owning = tuple(name for name in ("side", "seat") if name in names)
    return _Plan(owning, hasattr(record, "visible_to"), names, marked, deep)


def _is_plain(declared: Any) -> bool:
    if declared in PLAIN or declared is Ellipsis or get_origin(declared) is Literal:
        return True
    return get_origin(declared) in CONTAINERS and all(map(_is_plain, get_args(declared)))


@cache
def _is_open(kind: type[Any]) -> bool:
    if not is_dataclass(kind):
        return kind in PLAIN
    plan = _plan(kind)
    return not (plan.says_who_sees or plan.marked or plan.deep)


def _record(thing: Any, seat: Viewer, owner: Owner) -> Any:
    plan = _plan(thing.__class__)
    if plan.says_who_sees and not thing.visible_to(seat):
        return GONE
    own = thing.__dict__
    deep = [name for name in plan.deep if own[name].__class__ not in PLAIN]
    if not deep and not plan.marked:
        return thing
    if plan.owning:
        owner = _owner_by(plan.owning, tuple([own[name] for name in plan.owning]))
    seen = {name: veiled for name in deep if (veiled := redact(own[name], seat, owner)) is not own[name]}
    for declared in plan.marked:
        seen[declared.name] = _marked(declared, own[declared.name], seat, owner)
    return _changed(thing, plan.names, seen) if seen else thing


def _changed(thing: Any, names: Iterable[str], changes: Mapping[str, Any]) -> Any:
    copy, own = object.__new__(thing.__class__), thing.__dict__
    copy.__dict__.update({name: own[name] for name in names}, **changes)
    return copy


@lru_cache(maxsize=500)
def _owner_by(names: tuple[str, ...], values: tuple[str | None, ...]) -> Owner:
    return Owner(**dict(zip(names, values, strict=True)))


def redact(thing: Any, seat: Viewer, owner: Owner = NOBODY) -> Any:
    """Redact a value for a seat: unreadable parts are counted (`Redacted`) or dropped (`GONE`).

    `owner` is that of the nearest enclosing record that has one. Values without secrets are not copied, so never write
    to the result.
    """
    kind = thing.__class__
    if kind in PLAIN or not thing:
        return thing
    if issubclass(kind, dict):
        inner = [(key, value) for key, value in thing.items() if not _is_open(value.__class__)]
        changed = {key: veiled for key, value in inner if (veiled := redact(value, seat, owner)) is not value}
        return {key: value for key, value in {**thing, **changed}.items() if value is not GONE} if changed else thing
    if issubclass(kind, list | tuple):
        kept = [value if _is_open(value.__class__) else redact(value, seat, owner) for value in thing]
        return thing if all(map(is_, kept, thing)) else [value for value in kept if value is not GONE]
    return _record(thing, seat, owner) if is_dataclass(kind) else thing


def to_jsonable(thing: Any) -> Any:
    """Convert a redacted value to JSON: records to objects, `Redacted` to {"hidden": n}.

    Absent fields are left out. A record lists in `also` the properties that it adds to its fields.
    """
    if type(thing) in PLAIN:
        return thing
    if isinstance(thing, Redacted):
        return {"hidden": thing.n}
    if is_dataclass(thing) and not isinstance(thing, type):
        return fields_to_jsonable(thing)
    if isinstance(thing, dict):
        return {key: value if type(value) in PLAIN else to_jsonable(value) for key, value in thing.items()}
    if isinstance(thing, list | tuple):
        return [value if type(value) in PLAIN else to_jsonable(value) for value in thing]
    return thing


def fields_to_jsonable(record: Any, but_for: str = "") -> dict[str, Any]:
    shown = [(key, getattr(record, name)) for name, key in _shown(record.__class__) if key != but_for]
    return {key: value if type(value) in PLAIN else to_jsonable(value) for key, value in shown if value is not GONE}


@cache
def _shown(record: type[Any]) -> list[tuple[str, str]]:
    names = [*(declared.name for declared in fields(record)), *getattr(record, "also", ())]
    return [(name, name.rstrip("_")) for name in names]
