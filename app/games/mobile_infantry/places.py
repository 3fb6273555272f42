"""Places as the notebook knows them: beside a team, or in tunnels under the ground."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Spot:
    """A place as the notebook knows places: a side of a team, and inches from it."""

    team: str | None
    bearing: str
    inches: float


@dataclass
class Where:
    """A place under the ground: a section or the surface; in a tunnel so many inches past one of its ends.

    `past`: of a team in a chamber the tunnel by which it came, of one on the surface the entrance.
    """

    section: str
    past: str = ""
    inches: float = 0


@dataclass
class Tunnel:
    """A tunnel between two entrances, forks, chambers or dead ends."""

    ends: list[str]
    length: int
    width: int


@dataclass
class Plan:
    """The tunnels of a mission under the ground, and the chamber of the nest, if there is one."""

    tunnels: dict[str, Tunnel]
    nest: str | None = None
