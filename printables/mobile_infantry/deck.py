"""Texts of reference cards: words with the book's numbers, and lines from its tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache

from app.core.rules.book import load_toml
from app.games.mobile_infantry.book import Experience, Mission
from app.games.mobile_infantry.state import POST, PRE
from printables.card_text import Line, title
from printables.mobile_infantry.needs import PLAN
from printables.mobile_infantry.source import HERE, Source
from printables.mobile_infantry.style import figures, spans, told
from printables.words import capital

OF_THE_BRAIN = "brain-"


@cache
def contents() -> Mapping[str, Sequence[str]]:
    return load_toml(HERE / "cards.toml")


def lines_of(source: Source, topic: str) -> list[Line]:
    if topic == PLAN:
        return []
    mission = int(topic.rpartition("-")[2]) if "mission-" in topic else 0
    entries = (entry for entry in contents()[topic.removeprefix(OF_THE_BRAIN)] if wanted(source, entry))
    return [line for entry in entries for line in lines_for(source, entry, mission)]


def wanted(source: Source, entry: str) -> bool:
    book = source.book.missions.get(source.mission or 0)
    if book is None:
        return True
    return (book.underground or entry != "underground") and (book.fort or entry not in ("# siege", "siege-presence"))


def lines_for(source: Source, entry: str, mission: int) -> Iterable[Line]:
    kind, _, name = entry.partition(" ")
    if kind == "#":
        return [title(told(source, f"head.{name}"))]
    if kind == "?":
        return readings(source, name)
    if kind == "@":
        return MAKERS[name](source) if name in MAKERS else points(source, source.book.missions[mission])
    label, bar, text = told(source, f"line.{entry}").partition(" | ")
    return [Line(text, label)] if bar else [Line(label)]


def readings(source: Source, question: str) -> Iterator[Line]:
    one, speech = source.book.questions[question], source.speech
    yield Line(f"MI-{one.mi}. {speech.translate(f'question.{question}')}")
    for answer in one.answers:
        ticked = source.decided and source.book.answer_for(question) == answer
        yield Line(speech.translate(f"answer.{answer}"), tick=True, ticked=ticked)


# -- generated from the book


def phases(source: Source, names: Sequence[str]) -> list[Line]:
    said = [f"{number} {source.speech.translate(f'phase.{name}')}" for number, name in enumerate(names, start=1)]
    return [Line("\u00a0· ".join(said))]


def halves(source: Source) -> list[Line]:
    lines = []
    for kind, card in source.book.bugs.items():
        key = "half-grounded" if card.grounded else "half"
        if card.half:
            lines.append(Line(made(source, key, kind=source.speech.name(kind), half=card.half)))
    return lines


def made(source: Source, key: str, **more: object) -> str:
    return source.speech.text(f"made.{key}").format(**more)


def sides(source: Source) -> list[Line]:
    book = source.book.presence
    return [
        Line(made(source, "side", side=capital(source.speech.name(side)), dice=book.distance[side]), faces)
        for faces, side in spans(book.sides)
    ]


def kinds(source: Source) -> list[Line]:
    book = source.book.presence
    lines, place = [], 0
    for faces, kind in spans(book.kinds):
        last = place + book.kinds.count(kind)
        counts = ", ".join(str(count) for count in book.numbers[place:last])
        lines.append(Line(made(source, "kind", count=counts, kind=source.speech.name(kind)), faces))
        place = last
    return lines


def of_faces(source: Source, results: Sequence[str]) -> list[Line]:
    return [Line(told(source, f"effect.{result}"), faces) for faces, result in spans(results)]


def weapons(source: Source) -> list[Line]:
    speech = source.speech
    lines = []
    for key, gun in source.book.weapons.items():
        dice = " · ".join(made(source, "mode", mode=speech.name(mode), dice=of.dice) for mode, of in gun.modes.items())
        lines.append(Line(made(source, "weapon", range=gun.range, dice=dice), capital(speech.name(key))))
    return lines


def by_experience(source: Source, numbers: Mapping[Experience, int]) -> list[Line]:
    groups: dict[int, list[str]] = {}
    for experience, number in numbers.items():
        groups.setdefault(number, []).append(source.speech.name(experience))
    return [
        Line(capital(", ".join(names)), str(number) if number == 6 else made(source, "or-more", number=number))
        for number, names in groups.items()
    ]


def hits(source: Source) -> list[Line]:
    lines = []
    for kind, card in source.book.bugs.items():
        key = "hits-grounded" if card.grounded else "hits" if card.half else "hits-plain"
        lines.append(Line(made(source, key, hits=card.hits, half=card.half), source.speech.name(kind)))
    return lines


def attacks(source: Source, kind: str) -> list[Line]:
    book = source.book.close_combat
    lines = []
    for faces, effect in spans(getattr(book, kind)):
        text = told(source, f"effect.{effect}")
        lands = kind == "flyer" and effect in book.lands_on
        lines.append(Line(f"{text}; {made(source, 'lands')}" if lands else text, faces))
    return lines


def victims(source: Source) -> list[Line]:
    signed = source.book.close_combat.by_experience.items()
    numbers = figures(source)
    return [
        Line(
            made(source, "experience", experience=source.speech.name(experience)),
            format(numbers[f"close_combat_by_experience_{experience}"], "+"),
        )
        for experience, change in signed
        if change
    ]


def guards(source: Source) -> list[Line]:
    return [
        Line(made(source, "guards", count=count) if count else made(source, "none"), faces)
        for faces, count in spans(source.book.guards)
    ]


def fort_boats(source: Source) -> list[Line]:
    return [
        Line(made(source, "boats", count=count) if count else made(source, "no-boat"), faces)
        for faces, count in spans(source.book.boats_to_the_fort)
    ]


def points(source: Source, mission: Mission) -> list[Line]:
    of_bugs, of_im = made(source, "who-bugs"), made(source, "who-im")
    return [
        *(Line(text, of_bugs if not place else " ") for place, text in enumerate(scored_by_bugs(source, mission))),
        *(Line(text, of_im if not place else " ") for place, text in enumerate(scored_by_im(source, mission))),
    ]


def scored_by_bugs(source: Source, mission: Mission) -> Iterator[str]:
    book = source.book.points
    yield made(source, "im-dead", points=book.im_dead)
    if mission.officers:
        yield made(source, "officer-dead", points=book.officer_dead)
    yield made(source, "boat-lost", points=book.boat_lost)


def scored_by_im(source: Source, mission: Mission) -> Iterator[str]:
    if len(set(mission.bug.values())) == 1:
        yield made(source, "bug-all", points=next(iter(mission.bug.values())))
    else:
        for kind, worth in mission.bug.items():
            yield made(source, "bug-one", points=worth, kind=source.speech.name(kind))
    if mission.reached:
        _, one, two, three = mission.reached
        yield made(source, "reached", one=one, two=two, three=three)
    for name in ("survivor", "on_surface", "brought_out", "brain_dead", "brain_alive"):
        if worth := getattr(mission, name):
            yield made(source, name.replace("_", "-"), points=worth)


MAKERS: Mapping[str, Callable[[Source], Iterable[Line]]] = {
    "pre": lambda source: phases(source, PRE),
    "post": lambda source: phases(source, POST),
    "halves": halves,
    "sides": sides,
    "kinds": kinds,
    "follow-up": lambda source: of_faces(source, source.book.follow_up),
    "reaction": lambda source: of_faces(source, source.book.reaction.results),
    "weapons": weapons,
    "to-hit": lambda source: by_experience(source, source.book.shooting.base),
    "hits": hits,
    "dodge": lambda source: by_experience(source, source.book.acid.dodge),
    "warrior": lambda source: attacks(source, "warrior"),
    "flyer": lambda source: attacks(source, "flyer"),
    "experience": victims,
    "guards": guards,
    "fort-boats": fort_boats,
}
