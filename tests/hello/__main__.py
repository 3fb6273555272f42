"""The command line with Hello on the shelf: `python -m tests.hello serve`."""

from app.cli import main
from app.games import SHELF
from tests.hello.game import GAME

SHELF.put(GAME)
main()
