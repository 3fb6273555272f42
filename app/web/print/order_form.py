"""View model of the order form: sources, products and paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from flask import url_for

from app.core.messages.translator import OWN_NAMES, Verbatim
from app.web.print.order_query import COUNT, NUMBERS, OTHERS, OWN_PAPER, Asked
from app.web.request.guard import store
from app.web.request.rendering import figure
from printables.order import MOST
from printables.paper import AUTO, CHOICES, PAPERS
from printables.shops import Choice, Count
from printables.words import paper_said

Shown = dict[str, Any]


def shown_order(asked: Asked) -> Shown:
    return {
        "table": asked.table,
        "game": asked.shop.game,
        "title": asked.said.translate(asked.shop.title),
        "lead": lead(asked),
        "basis": basis(asked) if asked.choices else None,
        "products": [product(asked, key, things) for key, things in asked.counts.items()],
        "others": other_cards(asked) if asked.shop.card_back else None,
        "paper": paper(asked),
        "most": MOST,
        "faults": {name: asked.refusal_text(no, name) for name, no in asked.faults.items()},
    }


def lead(asked: Asked) -> str:
    if asked.table is None:
        return asked.said.translate("order.lead")
    return asked.said.translate("order.table-lead", table=Verbatim(asked.table.code))


# -- sources


def basis(asked: Asked) -> Shown:
    return {
        "choices": [choice(asked, one) for one in asked.choices],
        "counts": [] if asked.table else [counted(asked, one) for one in asked.shop.counts],
    }


def choice(asked: Asked, one: Choice) -> Shown:
    chosen = one.plain(asked.language) if one.name in asked.faults else asked.chosen_value(one)
    return selected(asked, one.name, one.options(asked.stock, asked.said), chosen, not one.plain(asked.language))


def selected(asked: Asked, name: str, options: Sequence[tuple[str, str]], chosen: str, is_open: bool = False) -> Shown:
    label = asked.said.translate(f"setting.{name}")
    return {"name": name, "label": label, "options": options, "chosen": chosen, "open": is_open}


def counted(asked: Asked, count: Count[Any]) -> Shown:
    said, name = asked.said, count.name
    ours = [field for field in (*asked.given, *asked.faults) if field.partition(".")[0] in (count.option, name)]
    groups = [
        {"key": group, "label": said.name(group), "things": list(counted_things(asked, count, things))}
        for group, things in count.groups(asked.source).items()
    ]
    words = {"label": said.translate(f"setting.{name}"), "hint": said.translate(f"hint.{name}")}
    return {"name": name, **words, "open": bool(ours), "groups": groups}


def counted_things(asked: Asked, count: Count[Any], things: Mapping[str, int]) -> Iterator[Shown]:
    for thing, most in things.items():
        field = f"{count.option}.{thing}"
        if most or field in asked.given:
            yield {
                "name": field,
                "label": asked.said.name(thing),
                "value": asked.given.get(field, "0"),
                "most": most,
            }


# -- products


def product(asked: Asked, key: str, counts: Mapping[str, int]) -> Shown:
    picture = url_for("printing.sample", game=asked.shop.game, product=key, lang=asked.language)
    return {
        "key": key,
        "label": asked.said.translate(f"product.{key}"),
        "picture": picture,
        "on": key in asked.products,
        "things": [thing(asked, key, one, count) for one, count in counts.items()],
        "total": sum(counts.values()),
        "alone": key in asked.shop.sheets,
        "at_fault": any(name.startswith(f"{COUNT}{key}.") for name in asked.faults),
    }


def thing(asked: Asked, product: str, key: str, count: int) -> Shown:
    label = asked.thing_label(product, key, asked.said)
    value = asked.changes.get(f"{product}.{key}", count)
    return {"name": f"{COUNT}{product}.{key}", "label": label, "value": value}


def other_cards(asked: Asked) -> Shown:
    said = asked.said
    words = {"label": said.translate(f"setting.{OTHERS}"), "hint": said.translate(f"hint.{OTHERS}")}
    return {"name": OTHERS, **words, "value": asked.given.get(OTHERS, ""), "open": OTHERS in asked.given}


# -- paper


def paper(asked: Asked) -> Shown:
    printers = [(one.key, one.name) for one in store().printers.printers()]
    return {
        "first": [setting(asked, "paper"), language(asked), setting(asked, "duplex")],
        "own": own_paper(asked),
        "cards": setting(asked, "card_size"),
        "printer": selected(asked, "printer", printers, asked.given.get("printer", ""), True),
        "numbers": [number(asked, name) for name in NUMBERS],
        "marks": [setting(asked, "marks"), setting(asked, "marks_on")],
        "low_ink": asked.settings.low_ink,
        "provenance": asked.settings.provenance if asked.shop.provenance else None,
        "single": asked.settings.single,
        "at_fault": any(name in (*NUMBERS, "marks", "marks_on", "card_size") for name in asked.faults),
    }


def own_paper(asked: Asked) -> Shown:
    return {
        "name": OWN_PAPER,
        "label": asked.said.translate("setting.own_paper"),
        "value": asked.given.get(OWN_PAPER, ""),
    }


def number(asked: Asked, name: str) -> Shown:
    said = asked.said
    set_to = getattr(asked.settings, name)
    value = asked.given.get(name) or ("auto" if name == "margin" and set_to == AUTO else figure(set_to, said.language))
    label = said.translate(f"setting.{name}-or-auto" if name == "margin" else f"setting.{name}")
    return {"name": name, "label": label, "value": value}


def setting(asked: Asked, name: str) -> Shown:
    said = asked.said
    chosen = getattr(asked.settings, name)
    if name == "paper":
        papers = dict.fromkeys([*PAPERS, chosen])
        return selected(asked, name, [(paper, paper_said(paper, said)) for paper in papers], chosen)
    options = [(value, said.translate(f"{name.replace('_', '-')}.{value}")) for value in CHOICES[name]]
    return selected(asked, name, options, chosen)


def language(asked: Asked) -> Shown:
    return selected(asked, "lang", list(OWN_NAMES.items()), asked.language)
