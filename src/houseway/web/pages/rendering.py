"""Pages from templates: money, cards and clauses as every page has them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import jinja2
from markupsafe import Markup

from houseway.cards import CARD_TEXT, Card, rank_of
from houseway.register import entry

STATIC = files(__package__).joinpath("static")
_MINUS = "\u2212"


@cache
def environment() -> jinja2.Environment:
    """The templates with what they use everywhere."""
    env = jinja2.Environment(
        loader=jinja2.PackageLoader(__package__),
        autoescape=True,
        # The templates are part of the package: nobody looks for a newer one at every page.
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    env.globals.update(static=static, clause_says=clause_says)
    env.filters.update(
        money=money,
        typed=dollars_text,
        signed=signed,
        cards=faces,
        sentence=sentence,
        in_chips=in_chips,
        chip_pile=chip_pile,
        glyphs=glyphs,
        laid=laid,
    )
    return env


def render(template: str, **given: Any) -> str:
    """A page or a part of one."""
    return environment().get_template(template).render(**given)


def static(name: str) -> str:
    """Return the address of a file that browsers may keep."""
    return f"/static/{_static_mark()}/{name}"


@cache
def _static_mark() -> str:
    """Return a mark that changes with any of the files: scripts import each other by relative addresses."""
    digest = hashlib.sha256()
    for file in sorted(STATIC.iterdir(), key=lambda file: file.name):
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:10]


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


def dollars_text(cents: int) -> str:
    """An amount as somebody types it into a field.

    >>> dollars_text(2500), dollars_text(1250)
    ('25', '12.50')
    """
    return f"{cents // 100}" if cents % 100 == 0 else f"{cents / 100:.2f}"


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


_CHIPS = (1000, 500, 100, 25, 5, 1)
_GLYPHS = {"c": "\u2663", "d": "\u2666", "h": "\u2665", "s": "\u2660"}
_CARD = re.compile(r"\b([2-9TJQKA])([cdhs])\b")


def in_chips(cents: int) -> str:
    """An amount in as few chips as it takes, the largest first.

    >>> in_chips(18000), in_chips(1250)
    ('1 × $100, 3 × $25, 1 × $5', '2 × $5, 2 × $1, 50¢')
    """
    left, rest = divmod(cents, 100)
    said = []
    for value in _CHIPS:
        number, left = divmod(left, value)
        said += [f"{number} \u00d7 ${value:,}"] if number else []
    return ", ".join([*said, f"{rest}\u00a2"] if rest else said)


def chip_pile(cents: int, most: int) -> list[str]:
    """The chips that are drawn for an amount, the largest first, and never more than ``most``.

    >>> chip_pile(18_000, 4), chip_pile(9 * 10**14, 3), chip_pile(50, 4)
    (['100', '25', '25', '25'], ['1k', '1k', '1k'], [])
    """
    left = cents // 100
    pile: list[str] = []
    for value in _CHIPS:
        number, left = divmod(left, value)
        pile += ["1k" if value == 1000 else str(value)] * min(number, most - len(pile))
    return pile


def glyphs(text: str) -> str:
    """Cards in a sentence as people read them.

    >>> glyphs("at least Tc Td Th Ts 2c")
    'at least 10♣ 10♦ 10♥ 10♠ 2♣'
    """
    return _CARD.sub(lambda one: ("10" if one[1] == "T" else one[1]) + _GLYPHS[one[2]], text)


def laid(hand: Sequence[Card]) -> list[Card]:
    """A hand as it is laid out: what there is most of first, then from the highest card down.

    >>> from houseway.cards import cards, text_of
    >>> text_of(laid(cards("Kc Kd Th Kh Ks")))
    'Ks Kh Kd Kc Th'
    """
    ranks = [rank_of(card) for card in hand]
    return sorted(hand, key=lambda card: (ranks.count(rank_of(card)), rank_of(card), card), reverse=True)


def faces(cards: tuple[Card | None, ...] | list[Card | None], back: str = "back") -> list[str]:
    """Cards as the templates name them; one that may not be seen is a back."""
    return [back if card is None else CARD_TEXT[card] for card in cards]


def partial(id: str, part: str) -> str:
    """A part of a page as it is sent to whoever looks: it takes the place of the one before."""
    return f'<hx-partial hx-target="#{id}" hx-swap="outerMorph">{part}</hx-partial>'
