"""The rules of Incursion as typed data: edition, answers to open questions, model cards and mission."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Discriminator, Field, Tag

from app.core import book as core
from app.core.book import Page, Question, Steps
from app.core.card_files.fields import Bilingual, Provenance
from app.core.facts import PRINTABLE

FOLDER = Path(__file__).parent
"""Holds the words and the rules of the game."""
DATA = FOLDER / "data"
SIDES = ("allied", "german")
EDITIONS = tuple(sorted(path.stem for path in (DATA / "editions").glob("*.toml") if path.stem != "common"))


class Dashed(Page):
    """A page whose keys are written with dashes."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, populate_by_name=True, alias_generator=lambda name: name.replace("_", "-")
    )


class CommandPointsTable(Dashed):
    """CP by RP level, and what named models add while alive."""

    by_rp: Steps
    sarge: int
    gretel: int


class HandSizeTable(Dashed):
    """Cards by RP level, and what the Commander adds."""

    by_rp: Steps
    commander: int


class Bids(Dashed):
    tie: str


class HordeTable(Dashed):
    """So many zombies every turn for so many RP; how many figures a box has (ours: the sheet of counters)."""

    rp: int
    zombies: int
    figures: int


class Countdown(Dashed):
    first_turn: int


class DiceRules(Dashed):
    """The least natural face that can wound, and the limits of Fortitude after modifiers, where an edition sets any."""

    least_face: int | None = None
    fortitude_low: int | None = None
    fortitude_high: int | None = None


class Weapon(Dashed):
    rof: int
    reaction_rof: int
    shots_per_ap: int = 1
    fortitude: int = 0


class Shooting(Dashed):
    weapons: dict[str, Weapon]


class Attacker(Dashed):
    """How a model fights hand to hand, where it differs from one plain die."""

    power: str | None = None
    dice: int | None = None
    modifier: int = 0
    strength_in_numbers: bool = False
    slays: list[str] = Field(default_factory=list)


class Melee(Dashed):
    """A model fights like the first attacker whose power it has; one without a power stands for all others."""

    dice: int
    attackers: dict[str, Attacker]


class BlastRules(Dashed):
    """What is added to each die of a blast, and of a Bomberzombie's; squares that a thrown grenade goes."""

    modifier: int
    bomberzombie: int
    range: int


class FireRules(Dashed):
    """Squares of a shot, dice of a counter that is placed, and what an edition counts of a model in fire."""

    squares: int
    rof: int
    counts: list[str]


class Bambi(Dashed):
    """What Slugger adds to each die, and whether a natural 1 on any die of his ends his activation."""

    bonus: int
    ends_on: int
    any_die_ends: bool


class HarpoonRules(Dashed):
    """The least face that drags, and whether harpooned models are free once the gunner is dead."""

    drags_on: int
    lets_go: bool


class VolatileTable(Dashed):
    """The highest face of each outcome but the last."""

    explodes: int
    removed: int


class VictoryCounters(Dashed):
    values: list[int]


class TwitcherRules(Dashed):
    """The highest face that wakes a corpse, and the dice of its attack."""

    wakes_on: int
    dice: int


class Force(Dashed):
    sturmzombie_rp: int


class Activation(Dashed):
    activated_model: Literal["stays-activated", "may-come-back"]


class ReactionFire(Dashed):
    """Whether models must go into Reaction Fire, and the actions that the edition's own examples list as triggers."""

    enters: Literal["must", "may"]
    listed: list[str]


class Doors(Dashed):
    """Who seals a green door: any model placed for it, or as the table answers."""

    sealed_by: Literal["any-model", "as-asked"]


Value = Annotated[int, Field(ge=0, le=99)]
Positive = Annotated[int, Field(ge=1, le=99)]
SideName = Literal["allied", "german"]
Change = Literal["damage-dice", "shot-die", "melee-dice", "melee-die", "fortitude", "ap", "step", "cp", "hand-size"]


class ModelCard(Dashed):
    """A Model Card: prices and values (`limit` 0: unlimited), and where each value comes from."""

    name: Bilingual
    side: Literal["allied", "german"]
    rp: Positive
    ap: Positive
    fortitude: Value
    dp: Positive
    limit: Value
    weapons: list[str] = Field(default_factory=list)
    powers: list[str] = Field(default_factory=list)
    items: bool = False
    horde: bool = False
    zombie: bool = False
    from_: dict[str, Provenance] = Field(alias="from")


WEAPONS = ("smg", "lmg", "hmg", "shotgun", "pistol", "flamethrower", "grenade-launcher", "grenade", "harpoon-gun")
POWERS = (
    "bambi", "thumper", "where-theres-a-will", "sarge-in-charge", "tactical-fulcrum", "zombie-controller", "two-gun",
    "leap", "commander", "mask", "harpoon", "club", "zombie-bombardier", "raging-beast", "agile", "supernatural",
    "horde", "strength-in-numbers", "ka-boom", "volatile",
)  # fmt: skip


class BattleCard(Dashed):
    """A Battle Card: what it lies on, what it changes or does, how long, what it costs to kill, how many there are.

    `change` holds numbers by name, `effect` names a function; a `reminder` only tells people what the board must do.
    """

    name: Bilingual
    text: Bilingual
    kind: Literal["effect", "event"]
    on: str
    lasts: Literal["instant", "turn", "mission"] = "mission"
    change: dict[Change, Annotated[int, Field(ge=-9, le=9)]] = Field(default_factory=dict)
    effect: str | None = None
    amount: Positive = 1
    ammo: bool = False
    reminder: bool = False
    zombie_icon: bool = False
    any_time: bool = False
    side: Literal["allied", "german"] | None = None
    ignored_by: list[str] = Field(default_factory=list)
    kill: Value
    copies: Positive
    from_: dict[str, Provenance] = Field(alias="from")


class CardSet(Dashed):
    """Model cards and battle cards by key."""

    models: dict[str, ModelCard]
    battle: dict[str, BattleCard] = Field(default_factory=dict)


class Demand(Dashed):
    """What a mission demands of a side's force."""

    least_models: Value = 0
    only: str | None = None
    spend_all: bool = False


class Stranded(Dashed):
    """Whose model is stranded, and the least RP of its card."""

    side: SideName
    least_rp: Positive


class Points(Dashed):
    """Victory Points of models: off the board, killed, and the same of the Stranded Trooper."""

    off: int
    killed: int
    stranded_off: int
    stranded_killed: int


class Title(Bilingual):
    """A short name in every language."""

    en: Annotated[str, Field(max_length=60, pattern=PRINTABLE)]
    es: Annotated[str, Field(max_length=60, pattern=PRINTABLE)]


def _form_of_line(line: Any) -> str:
    return "word" if isinstance(line, str) else "text"


Line = Annotated[Annotated[str, Tag("word")] | Annotated[Bilingual, Tag("text")], Discriminator(_form_of_line)]
"""The key of a line that missions share, or a text of a mission's own."""


class SetUp(Dashed):
    steps: list[Line]


class SpecialRules(Dashed):
    lines: list[Line]


class Mission(Dashed):
    """A mission: RP of each side, demands on the forces, who may leave by an exit, what is on the board, how it ends.

    `number` in the rulebook, for a shipped one; `key` and `name`; `item_names` of items that no shipped mission has;
    `counters` of Victory Points; `zombies_carry` items; `panels` and the `agreed_turn` are what a table starts from;
    the side that shuts the `device` down; the side whose cards come `one_by_one`; `pickets`: a horde of turn 1 deploys.
    `rules` and `end_rules` are the rules that its sheet of paper tells, `questions` the open ones that are about it.
    """

    number: Positive | None = None
    key: Annotated[str, Field(max_length=40)]
    name: Title | None = None
    rp: dict[str, Positive]
    exits: list[SideName]
    green_doors: Value = 0
    green_sealed: bool = False
    items: list[str] = Field(default_factory=list)
    item_names: dict[str, Title] = Field(default_factory=dict)
    counters: Annotated[int, Field(ge=0, le=8)] = 0
    zombies_carry: bool = False
    stranded: Stranded | None = None
    panels: Value = 0
    agreed_turn: Positive | None = None
    last_turn: Positive | None = None
    device: SideName | None = None
    one_by_one: SideName | None = None
    pickets: bool = False
    ends: str
    demands: dict[str, Demand] = Field(default_factory=dict)
    set_up: SetUp
    rules: list[str] = Field(default_factory=list)
    end_rules: list[str] = Field(default_factory=list)
    questions: list[str] = Field(default_factory=list)
    special_rules: SpecialRules = Field(default_factory=lambda: SpecialRules(lines=[]))


class CampaignRules(Dashed):
    """Which Effects may become Experience Cards: all that lie on a model, or those played on it in the mission."""

    keeps: Literal["lying", "played-here"]


class Book(Dashed):
    """Everything a ruling may look up. A ruling asked without a table has no mission."""

    command_points: CommandPointsTable
    hand_size: HandSizeTable
    bids: Bids
    horde: HordeTable
    countdown: Countdown
    action_cost: dict[str, int]
    activation: Activation
    reaction_fire: ReactionFire
    doors: Doors
    dice: DiceRules
    shooting: Shooting
    melee: Melee
    blast: BlastRules
    fire: FireRules
    bambi: Bambi
    harpoon: HarpoonRules
    volatile: VolatileTable
    victory_counters: VictoryCounters
    twitcher: TwitcherRules
    points: Points
    panels_end: Literal["all-taken", "as-asked"]
    force: Force
    campaign: CampaignRules
    questions: dict[str, Question]
    answers: dict[str, str]
    models: dict[str, ModelCard]
    battle: dict[str, BattleCard]
    mission: Mission | None = None

    def answering(self, answers: Mapping[str, str]) -> Book:
        """This book with open questions answered."""
        given = core.answered(self.questions, answers)
        return self if given == self.answers else self.model_copy(update={"answers": given})

    def says(self, question: str) -> str:
        """The answer in force to an open question."""
        return self.answers[question]


def edition_data(name: str) -> dict[str, Any]:
    """The whole data of an edition."""
    return core.edition(DATA / "editions", name)


@lru_cache
def card_set(name: str) -> Mapping[str, Any]:
    """A shipped card set."""
    return core.read(DATA / "cards" / f"{name}.toml")


@lru_cache
def missions() -> dict[int, dict[str, Any]]:
    """The shipped missions by number."""
    numbered = ((re.match(r"\d+", path.name), path) for path in sorted((DATA / "missions").glob("*.toml")))
    return {int(match[0]): core.read(path) for match, path in numbered if match}


@lru_cache
def questions() -> dict[str, Question]:
    """The open questions of the rules, in their printed order."""
    common = core.read(DATA / "editions" / "common.toml")
    return {key: Question(**question) for key, question in common["questions"].items()}


def typed_book(
    edition: Mapping[str, Any],
    answers: Mapping[str, str],
    cards: Mapping[str, Any],
    mission: Mapping[str, Any] | None,
) -> Book:
    """One typed book of an edition's data, answers, model cards and a mission."""
    given = core.answered(questions(), answers)
    return Book.model_validate({**edition, "answers": given, **cards, "mission": mission})


def open_book(opening: Mapping[str, Any]) -> Book:
    """The book of a table, from what it copied when it opened; sections that were not known then are today's."""
    book = core.merged(edition_data(opening["edition"]), opening["book"])
    shipped = opening.get("card_set", "starter") == "starter"
    today = card_set("starter")["models"] if shipped else {}
    models = {key: core.merged(today.get(key, {}), card) for key, card in opening["cards"]["models"].items()}
    cards = {"models": models, "battle": opening["cards"].get("battle", {})}
    return typed_book(book, {}, cards, opening["mission"])


@lru_cache(maxsize=64)
def _edition_book(name: str, answers: tuple[tuple[str, str], ...]) -> Book:
    return typed_book(edition_data(name), dict(answers), card_set("starter"), None)


def edition_book(name: str, answers: Mapping[str, str]) -> Book:
    """The book of a ruling that has no table."""
    return _edition_book(name, tuple(sorted(answers.items())))
