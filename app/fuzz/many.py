"""Random games of what is offered: how each is opened, played and rebuilt, one or many at a time."""

from __future__ import annotations

import copy
import gc
import json
import random
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

from app.core.facts import parsed
from app.core.game import Game
from app.core.opening import Wishes, opening_of
from app.core.play import Entry
from app.fuzz.player import Broken, check_rebuilds, played_on
from app.fuzz.report import Report
from app.games import SHELF
from app.keeping.tablefile import decoded, encoded

CALM = (20000, 50, 50)
"""How seldom garbage is looked for in a game."""
CAMPAIGN_CHANCE = 0.3
"""How many of the random games are campaigns."""


def fuzz_opening(game: Game, number: int) -> Any:
    """A table with edition, mission, decks, RP, answers and who carries grenades that differ from game to game."""
    chance = random.Random(number)
    mission = game.missions[number // len(game.editions) % len(game.missions)]
    rp = (6, 18) if mission == game.missions[0] else (12, 26)
    wishes = {
        "game": game.key,
        "edition": game.editions[number % len(game.editions)],
        "mission": mission,
        "deck": {side: chance.choice(["app", "app", "physical"]) for side in game.sides},
        "referee": True,
        "rp": {side: chance.randint(*rp) for side in game.sides},
        "table_rulings": {key: chance.choice(question.answers) for key, question in game.questions.items()},
    }
    in_campaign = chance.random() < CAMPAIGN_CHANCE
    if in_campaign:
        wishes["campaign"] = {"name": "fuzz", "missions": [mission, *chance.choices(game.missions, k=2)]}
    opening = copy.deepcopy(dict(opening_of(game, parsed(Wishes, wishes))))
    for card in chance.sample(sorted(opening["cards"]["models"]), 2):
        opening["cards"]["models"][card].setdefault("weapons", []).append("grenade")
    return with_veterans(opening, chance) if in_campaign else opening


def with_veterans(opening: Any, chance: random.Random) -> Any:
    """The opening of a campaign as if earlier missions had left two models of each side with Experience Cards."""
    cards = opening["cards"]
    effects = [key for key, card in cards["battle"].items() for _ in range(card["copies"]) if card["kind"] == "effect"]
    chance.shuffle(effects)
    models = [(key, card["side"]) for key, card in cards["models"].items() if not card.get("zombie")]
    experience: dict[str, Any] = {}
    for side in opening["deck"]:
        paper = opening["deck"][side] == "physical"
        names = chance.sample([key for key, owner in models if owner == side], k=2)
        experience[side] = [{"model": name, "cards": [{"card": effects.pop(), "paper": paper}]} for name in names]
    return {**opening, "campaign": {**opening["campaign"], "experience": experience}}


# -- playing


def stored_and_read(game: Game, entry: Entry) -> Entry:
    """An entry as it comes back from the store."""
    kept = json.loads(json.dumps([encoded(event) for event in entry.events]))
    return Entry(entry.seq, entry.seat, entry.key, entry.body, entry.at, [decoded(game, event) for event in kept])


def random_game(game: Game, number: int) -> Report:
    """One game played to its end, with the next of its campaign, each rebuilt from what would be stored.

    The number alone decides all of it. Raises Broken, naming it.
    """
    report = Report(games=1)
    try:
        for table in played_on(game, fuzz_opening(game, number), number, report):
            check_rebuilds(table, partial(stored_and_read, game))
    except Exception as error:
        said = str(error) if isinstance(error, Broken) else repr(error)
        raise Broken(f"game {number}: {said}") from error
    return report


def games_of(game: Game, numbers: Iterable[int], jobs: int = 1) -> Iterator[Report]:
    """Random games, so many at a time in processes of their own. Raises Broken."""
    if jobs <= 1:
        yield from (_calmly(game.key, number) for number in numbers)
        return
    with ProcessPoolExecutor(jobs) as pool:
        try:
            yield from pool.map(partial(_calmly, game.key), numbers)
        except Broken:
            pool.shutdown(cancel_futures=True)
            raise


def _calmly(key: str, number: int) -> Report:
    """A game during which garbage is seldom looked for: all that is kept lives as long as the game."""
    usual = gc.get_threshold()
    gc.set_threshold(*CALM)
    try:
        return random_game(SHELF[key], number)
    finally:
        gc.set_threshold(*usual)
