"""The felt in a terminal: cards, hands, wagers and what they were paid, readable at 80 columns."""

from houseway.felt.cards import card_text, cards_text
from houseway.felt.layout import Layout, Place, layout_of_observation, layout_of_state
from houseway.felt.paper import columns, console, sentence
from houseway.felt.show import felt, refusal_text, rulings, settlements

__all__ = [
    "Layout",
    "Place",
    "card_text",
    "cards_text",
    "columns",
    "console",
    "felt",
    "layout_of_observation",
    "layout_of_state",
    "refusal_text",
    "rulings",
    "sentence",
    "settlements",
]
