"""The felt in a terminal: what views say, readable at 80 columns."""

from houseway.felt.cards import card_text, cards_text
from houseway.felt.lines import columns, console, line_text, lines_text, refusal_text
from houseway.felt.rounds import round_text, show_stated
from houseway.felt.table import table_text

__all__ = [
    "card_text",
    "cards_text",
    "columns",
    "console",
    "line_text",
    "lines_text",
    "refusal_text",
    "round_text",
    "show_stated",
    "table_text",
]
