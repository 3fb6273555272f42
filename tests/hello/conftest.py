"""An evening of Hello."""

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from tests.hello.playing import Evening


@pytest.fixture
def open_evening(client: FlaskClient) -> Callable[..., Evening]:
    """Opens a table of Hello: `open_evening(dusk="early")`."""
    return lambda **options: Evening(client, **options)


@pytest.fixture
def evening(open_evening: Callable[..., Evening]) -> Evening:
    """Turn 1, before anybody has chosen a window."""
    return open_evening()
