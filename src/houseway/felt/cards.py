"""Cards as they lie on the felt."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from houseway.cards import CARD_TEXT, JOKER, RED_SUITS, Card, suit_of
from houseway.rules.showdown import Setting

_SYMBOLS = "♣♦♥♠"
_RED = "bold red3 on grey93"
_BLACK = "bold grey11 on grey93"
_BACK = "grey62 on grey27"


def card_text(card: Card | None, *, symbols: bool = True) -> Text:
    """One card, face up or face down."""
    if card is None:
        return Text("░░" if symbols else "##", style=_BACK)
    if card == JOKER:
        return Text("Jk", style="bold purple4 on grey93")
    face = CARD_TEXT[card]
    if symbols:
        face = face[0] + _SYMBOLS[suit_of(card)]
    return Text(face, style=_RED if suit_of(card) in RED_SUITS else _BLACK)


def cards_text(cards: Sequence[Card | None], *, symbols: bool = True) -> Text:
    """Cards side by side."""
    return Text(" ").join(card_text(card, symbols=symbols) for card in cards)


def setting_text(setting: Setting, *, symbols: bool = True) -> Text:
    """A set hand: high, a gap, low."""
    text = cards_text(setting.high, symbols=symbols)
    text.append("  /  " if symbols else " / ", style="dim")
    return text.append_text(cards_text(setting.low, symbols=symbols))
