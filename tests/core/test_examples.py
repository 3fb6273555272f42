"""Runnable examples: the doctests of the classes that a game extends or uses."""

import doctest
from types import ModuleType

import pytest

from app.core.engine import command, event, offers
from app.core.rules import book, ruling

MODULES = (command, event, offers, book, ruling)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_examples_of_a_module_run(module: ModuleType) -> None:
    results = doctest.testmod(module)
    assert results.attempted > 0
    assert results.failed == 0
