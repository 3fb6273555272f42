"""The command line with Hello on the shelf: `python -m tests.toy_game serve`."""

from app.cli import main
from app.games import REGISTRY
from tests.toy_game.game import GAME

REGISTRY.put(GAME)
main()
