"""Cards as they lie on the felt."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rich.text import Text

from houseway.cards import CARD_TEXT, JOKER, RED_SUITS, Card, suit_of

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


def cards_text(
    cards: Sequence[Card | None], *, symbols: bool = True, private: Collection[Card] = (), numbered: bool = False
) -> Text:
    """Cards side by side; ``private`` ones, which nobody else sees, stand in brackets."""
    text = Text()
    inside = False
    for number, card in enumerate(cards, 1):
        is_private = card in private
        if inside and not is_private:
            text.append("]", style="dim")
        text.append(" " if number > 1 else "")
        if numbered:
            text.append(f" {number} ", style="dim")
        if is_private and not inside:
            text.append("[", style="dim")
        text.append_text(card_text(card, symbols=symbols))
        inside = is_private
    return text.append("]", style="dim") if inside else text
