"""What is asked and refused is let go of at once: no ring of frames waits for the collector of garbage."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from contextlib import suppress

import pytest

from app.core.commands import Command, Look, offers_of
from app.core.offers import Offer
from app.core.refusals import Refused
from tests.hello.playing import LAMP, Evening


def check_never(look: Look) -> None:
    """Refuses in a frame that holds the refusal."""
    no = Refused("not-your-command")
    raise no


class Never(Command):
    """What nobody may ever do."""

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        check_never(look)
        yield Offer(cls.key)


class NeverBehindAGate(Never):
    """The same, barred by its gate."""

    gate = check_never


class NeverAskedOnce(Never):
    """The same, by a check whose answer is kept for a look."""

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        with suppress(Refused):
            look.check(check_never)
            yield Offer(cls.key)
        raise Refused("not-your-command")


@pytest.fixture
def nothing_collected() -> Iterator[None]:
    """Nothing is let go of but what nothing holds."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("nothing_collected")
@pytest.mark.parametrize("greyed", [True, False])
@pytest.mark.parametrize("command", [Never, NeverBehindAGate, NeverAskedOnce])
def test_a_look_is_gone_once_its_offers_are(evening: Evening, command: type[Command], greyed: bool) -> None:
    look = evening.kept().look(evening.kept().seat(LAMP))
    look.greyed = greyed
    gone = weakref.ref(look)
    offers = offers_of(command, look)
    assert [offer.why_not is not None for offer in offers] == [True] * greyed
    del look
    assert gone() is None
