"""Made-up battles of Memoir '44 for tests: who stands where, on what ground, with what of a scenario."""

from __future__ import annotations

from typing import Any

from tests.memoir_44.playing import ALLIED, Battle, scenario

INF = {"side": "allied", "type": "infantry"}
ARM = {"side": "allied", "type": "armour"}
ART = {"side": "allied", "type": "artillery"}
E_INF = {"side": "axis", "type": "infantry"}
E_ARM = {"side": "axis", "type": "armour"}
E_ART = {"side": "axis", "type": "artillery"}
GRENADE, FLAG, STAR = "grenade", "flag", "star"
A1, X1 = "allied-infantry-1", "axis-infantry-2"


def battle(forces: dict[str, Any], ground: dict[str, str] | None = None, **more: Any) -> Battle:
    """A battle on open ground but for these hexes; far away each side has one more infantry unit."""
    answers = more.pop("answers", {})
    deck = more.pop("deck", "physical")
    kinds = dict.fromkeys((ground or {}).values())
    signs = {name: f"g{number}" for number, name in enumerate(kinds)}
    legend = {sign: {"terrain": name} for name, sign in signs.items()}
    placed = {at: signs[name] for at, name in (ground or {}).items()}
    for at, lying in more.pop("obstacles", {}).items():
        placed[at] = f"o{len(legend)}"
        legend[placed[at]] = lying
    forces = {**forces, "A1": INF, "M9": E_INF}
    mines = more.pop("mines_are", "app")
    return Battle(scenario(placed, forces, legend, **more), deck, mines=mines, **answers).begin()


def near(side: str, at: Any, enemy: Any, **more: Any) -> Battle:
    """An allied unit in G4 and an enemy in G5 beside it, both ordered in the centre."""
    return battle({"G4": at, "G5": enemy}, **more).order("assault", *KEYS, section="centre")


KEYS = (A1, "allied-armour-1", "allied-artillery-1")


MINED = {"mines": [{"side": "axis", "at": [[12, 4]]}]}
"""A minefield of the Axis in G5."""


def on_mine(value: int, unit: dict[str, Any], **more: Any) -> Battle:
    """A battle whose one minefield has this number, an allied unit beside it ordered."""
    game = battle({"G4": unit}, **MINED, **more)
    game.state.mines["G5"].hidden = value
    return game.order("assault", game.state.at("G4"), section="centre")


def bridge(option: int, **more: Any) -> Battle:
    """A bridge in G5 that the Allies may blow."""
    over = {"G5": {"terrain": "river", "obstacles": {"bridge": 1}}}
    blow = {"blow-bridges": {"option": option, "side": "allied", "at": [[12, 4]]}}
    game = battle({"G5": E_INF}, obstacles=over, **blow, **more)
    game.press(ALLIED, "play-card", card="probe", section="centre")
    return game


def rails(kind: str = "plain", **more: Any) -> Battle:
    """A train of the Axis on a track from G2 to G8, its locomotive in G5 and its wagon in G6, looking to G4."""
    track = dict.fromkeys(["G4", "F4", "G5", "G6", "F6"], "railway-track")
    train = {"side": "axis", "kind": kind, "locomotive": [12, 4], "wagon": [13, 3], "front": 3, **more}
    return battle(
        {"H4": ARM}, {"G5": "railway-track", "G6": "railway-track", "F4": "railway-track", **track}, trains=[train]
    )


TRAIN = "axis-train-1"


G5 = [[12, 4]]
"""The hex G5 as a file has it."""
ENGINEER = {**INF, "badge": "engineer"}


def stars(purpose: str, at: Any = G5, side: str | None = None) -> dict[str, Any]:
    """Battle Stars of a scenario."""
    return {"stars": [{"purpose": purpose, "at": at, **({"side": side} if side else {})}]}


def assault(game: Battle, *units: str) -> Battle:
    return game.order("assault", *units, section="centre")


def at(game: Battle, place: str) -> str:
    """The unit on a hex."""
    key = game.state.at(place)
    assert key is not None
    return str(key)


def dice_against(game: Battle, seat: str, unit: str, target: str) -> int | None:
    """The dice of an attack as it is offered; None where it is not."""
    found = [one for one in game.offers(seat, "battle") if one.given == {"unit": unit, "target": target}]
    return found[0].dice.count if found and found[0].dice else None
