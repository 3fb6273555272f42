"""The shortest URL that holds the order of a form."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import parse_qsl, urlencode

from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import RequestEntityTooLarge

from app.web.print.order_query import COUNT, FLAGS, NUMBERS, OTHERS, OWN_PAPER, PLAIN, Asked
from app.web.request.guard import MOST_FIELDS
from printables.paper import CHOICES

Part = tuple[str, str]


def canonical(asked: Asked, form: MultiDict[str, str]) -> str:
    before = asked.with_given(given_in(form.get("was", "")))
    basis = list(_basis(form, asked))
    gone = _offered(before) - _offered(asked.with_given(MultiDict(basis)))
    parts = [*basis, *_how_many(form, before), *_paper(form)]
    return urlencode([part for part in parts if part not in gone and (part[0], "") not in gone])


def given_in(query: str) -> MultiDict[str, str]:
    try:
        return MultiDict(parse_qsl(query, keep_blank_values=True, max_num_fields=MOST_FIELDS))
    except ValueError:
        raise RequestEntityTooLarge from None


def _offered(asked: Asked) -> set[Part]:
    quantities = {(f"{COUNT}{product}.{thing}", "") for product, things in asked.needs.items() for thing in things}
    return {("what", one) for one in asked.needs} | quantities | set(_counted(asked))


def _counted(asked: Asked) -> Iterator[Part]:
    for count in asked.shop.counts:
        for things in count.groups(asked.source).values():
            yield from ((f"{count.option}.{thing}", "") for thing in things)


def _basis(form: MultiDict[str, str], asked: Asked) -> Iterator[Part]:
    at_table = asked.table is not None
    names = ["lang", *(choice.name for choice in asked.choices)]
    yield from ((name, form[name]) for name in names if form.get(name))
    options = set() if at_table else {count.option for count in asked.shop.counts}
    counted = ((name, text.strip()) for name, text in form.items() if name.partition(".")[0] in options)
    yield from ((name, text) for name, text in counted if text not in ("", "0"))


def _how_many(form: MultiDict[str, str], before: Asked) -> Iterator[Part]:
    ticked = form.getlist("what")
    if "what" in before.given or set(ticked) != set(before.products):
        yield from (("what", product) for product in ticked or [""])
    for name, text in form.items():
        if name.startswith(COUNT):
            product, _, thing = name.removeprefix(COUNT).partition(".")
            shown_before = before.counts.get(product, {}).get(thing)
            if name in before.given or text.strip() != str(shown_before):
                yield name, text.strip()


def _paper(form: MultiDict[str, str]) -> Iterator[Part]:
    for name in (*CHOICES, OWN_PAPER, OTHERS, *NUMBERS, "printer", *FLAGS):
        text = form.get(name, "").strip()
        plain = PLAIN.get(name, "")
        if text and text != (f"{plain:g}" if isinstance(plain, float) else plain):
            yield name, text
