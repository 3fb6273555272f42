"""What a seat may see. The marks stand where a field is declared; all that leaves the server goes through `veil`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import Field, dataclass, field, fields, is_dataclass
from functools import cache
from typing import Any, Final, Protocol


class Viewer(Protocol):
    """Whoever looks: a seat by its name, its side or none, and whether the table shows this referee the secrets."""

    @property
    def name(self) -> str: ...
    @property
    def side(self) -> str | None: ...
    @property
    def sees_all(self) -> bool: ...


@dataclass(frozen=True)
class Owner:
    """Whose a thing is: everybody's of a side, or one seat's alone."""

    side: str | None = None
    seat: str | None = None

    def is_seen_by(self, viewer: Viewer) -> bool:
        """Whether whoever looks is the owner, or of the side that is."""
        if self.seat is not None:
            return viewer.name == self.seat
        return self.side is not None and viewer.side == self.side


NOBODY = Owner()


@dataclass(frozen=True)
class Hidden:
    """Something there that may be counted but not read."""

    n: int


class _Gone:
    """What a seat may not know of at all."""

    def __bool__(self) -> bool:
        return False


GONE: Final = _Gone()
PLAIN = frozenset({str, int, bool, float, type(None)})


def _mark(kind: str, default: Any, factory: Callable[[], Any] | None, referee: bool) -> Any:
    metadata = {"veil": kind, "referee": referee}
    return field(default_factory=factory, metadata=metadata) if factory else field(default=default, metadata=metadata)


def secret(default: Any = None, *, factory: Callable[[], Any] | None = None, referee: bool = False) -> Any:
    """A field that its owner reads and others count; with `referee`, an all-seeing referee reads it too.

    The owner is the `seat` of the nearest enclosing record that has one, else its `side`.
    """
    return _mark("secret", default, factory, referee)


def sealed(default: Any = None, *, factory: Callable[[], Any] | None = None) -> Any:
    """A field that nobody reads and everybody may count."""
    return _mark("sealed", default, factory, False)


def unseen(default: Any = None, *, factory: Callable[[], Any] | None = None) -> Any:
    """A field that its owner reads and that does not exist for others (for anyone, where the thing has none)."""
    return _mark("unseen", default, factory, False)


def mark_of(declared: Any) -> str | None:
    """The veil mark of a dataclass field: secret, sealed, unseen or None."""
    mark: str | None = declared.metadata.get("veil")
    return mark


def _count(value: Any) -> Hidden | None:
    if value is None:
        return None
    return Hidden(len(value) if isinstance(value, list | dict | tuple | set) else 1)


def _marked(declared: Any, value: Any, seat: Viewer, owner: Owner) -> Any:
    """The value of a field with a mark, as the seat may see it."""
    mark, owns = mark_of(declared), owner.is_seen_by(seat)
    if mark == "sealed":
        return _count(value)
    if mark == "secret" and not owns and not (declared.metadata["referee"] and seat.sees_all):
        return _count(value)
    if mark == "unseen" and not owns:
        return GONE
    return veil(value, seat, owner)


def _record(thing: Any, seat: Viewer, owner: Owner) -> Any:
    seen_by = getattr(thing, "seen_by", None)
    if seen_by is not None and not seen_by(seat):
        return GONE
    owner = _owner_of(thing, owner)
    veiled = object.__new__(type(thing))
    own, into = thing.__dict__, veiled.__dict__
    for declared in _fields(thing.__class__):
        value = own[declared.name]
        if declared.metadata and "veil" in declared.metadata:
            value = _marked(declared, value, seat, owner)
        elif value.__class__ not in PLAIN:
            value = veil(value, seat, owner)
        into[declared.name] = value
    return veiled


def _owner_of(thing: Any, enclosing: Owner) -> Owner:
    """The owner that a record names; else that of the record around it."""
    names = _owning(thing.__class__)
    return Owner(**{name: getattr(thing, name) for name in names}) if names else enclosing


@cache
def _owning(record: type[Any]) -> tuple[str, ...]:
    """By what a record names its owner: `side`, `seat`, both or nothing."""
    declared = {one.name for one in fields(record)}
    return tuple(name for name in ("side", "seat") if name in declared)


@cache
def _fields(record: type[Any]) -> tuple[Field[Any], ...]:
    return fields(record)


def veil(thing: Any, seat: Viewer, owner: Owner = NOBODY) -> Any:
    """The same shape, with what this seat may not read counted (`Hidden`) or dropped out (`GONE`).

    `owner` is that of the nearest enclosing thing that has one; secrets are read by that side, or that seat, alone.
    """
    kind = thing.__class__
    if kind in PLAIN:
        return thing
    if issubclass(kind, dict):
        seen = {key: value if value.__class__ in PLAIN else veil(value, seat, owner) for key, value in thing.items()}
        return {key: value for key, value in seen.items() if value is not GONE}
    if issubclass(kind, list | tuple):
        kept = [value if value.__class__ in PLAIN else veil(value, seat, owner) for value in thing]
        return [value for value in kept if value is not GONE]
    return _record(thing, seat, owner) if is_dataclass(kind) else thing


def plain(thing: Any) -> Any:
    """A veiled thing as JSON values: records as objects, `Hidden` as {"hidden": n}, what is gone left out.

    A record lists in `also` the properties that it shows beside its fields.
    """
    if type(thing) in PLAIN:
        return thing
    if isinstance(thing, Hidden):
        return {"hidden": thing.n}
    if is_dataclass(thing) and not isinstance(thing, type):
        shown = ((key, getattr(thing, name)) for name, key in _shown(thing.__class__))
        return {key: plain(value) for key, value in shown if value is not GONE}
    if isinstance(thing, dict):
        return {key: value if type(value) in PLAIN else plain(value) for key, value in thing.items()}
    if isinstance(thing, list | tuple):
        return [plain(value) for value in thing]
    return thing


@cache
def _shown(record: type[Any]) -> list[tuple[str, str]]:
    """(attribute, name in JSON) of what a record shows."""
    names = [*(declared.name for declared in fields(record)), *getattr(record, "also", ())]
    return [(name, name.rstrip("_")) for name in names]
