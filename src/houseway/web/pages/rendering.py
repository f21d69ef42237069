"""Pages from templates: money, cards and clauses as every page has them."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from typing import Any

import jinja2
from markupsafe import Markup

from houseway.cards import CARD_TEXT, Card
from houseway.register import entry

STATIC = files(__package__).joinpath("static")
_MINUS = "\u2212"


@cache
def environment() -> jinja2.Environment:
    """The templates with what they use everywhere."""
    env = jinja2.Environment(
        loader=jinja2.PackageLoader(__package__),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    env.globals.update(static=static, clause_says=clause_says)
    env.filters.update(money=money, signed=signed, cards=faces, sentence=sentence)
    return env


def render(template: str, **given: Any) -> str:
    """A page or a part of one."""
    return environment().get_template(template).render(**given)


@cache
def static(name: str) -> str:
    """The address of a file that browsers may keep: it changes with the file."""
    mark = hashlib.sha256(STATIC.joinpath(name).read_bytes()).hexdigest()[:10]
    return f"/static/{mark}/{name}"


@cache
def clause_says(id: str) -> str:
    """A clause in our words."""
    found = entry(id)
    return found.text if found is not None else ""


def money(cents: int) -> str:
    """An amount as a table has it: cents only when there are any, a true minus sign.

    >>> money(124000), money(-1250), money(0)
    ('$1,240', '−$12.50', '$0')
    """
    sign, whole, rest = _MINUS if cents < 0 else "", *divmod(abs(cents), 100)
    return f"{sign}${whole:,}" + (f".{rest:02}" if rest else "")


def sentence(text: str) -> str:
    """Words as a sentence: a capital, and a full stop where there is none.

    >>> sentence("the losing hand is at least Tc Td Th Ts 2c")
    'The losing hand is at least Tc Td Th Ts 2c.'
    """
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "?", ":")) else ".")


def signed(cents: int) -> Markup:
    """A gain or a loss with its sign and colour."""
    kind, sign = ("win", "+") if cents > 0 else ("lose", "") if cents < 0 else ("push", "")
    return Markup('<span class="num t-{}">{}{}</span>').format(kind, sign, money(cents))


def faces(cards: tuple[Card | None, ...] | list[Card | None], back: str = "back") -> list[str]:
    """Cards as the templates name them; one that may not be seen is a back."""
    return [back if card is None else CARD_TEXT[card] for card in cards]


def partial(id: str, part: str) -> str:
    """A part of a page as it is sent to whoever looks: it takes the place of the one before."""
    return f'<hx-partial hx-target="#{id}" hx-swap="outerMorph">{part}</hx-partial>'
