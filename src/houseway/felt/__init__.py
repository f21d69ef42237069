"""The felt in a terminal: cards, hands, wagers and what they were paid, readable at 80 columns."""

from houseway.felt.cards import card_text, cards_text
from houseway.felt.layout import Layout, Place, layout_of_observation, layout_of_state
from houseway.felt.paper import columns, console, cut, sentence
from houseway.felt.settled import settlements
from houseway.felt.show import felt
from houseway.felt.spoken import refusal_text, rulings, void_text

__all__ = [
    "Layout",
    "Place",
    "card_text",
    "cards_text",
    "columns",
    "console",
    "cut",
    "felt",
    "layout_of_observation",
    "layout_of_state",
    "refusal_text",
    "rulings",
    "sentence",
    "settlements",
    "void_text",
]
