"""Hand orders as data, a slow reference that defines them, and the evaluator the engine uses."""

from houseway.ranking.evaluate import strength, two_card_strength
from houseway.ranking.order import PAI_GOW_ORDER, STANDARD_ORDER, Category, HandOrder, category_of, describe

__all__ = [
    "PAI_GOW_ORDER",
    "STANDARD_ORDER",
    "Category",
    "HandOrder",
    "category_of",
    "describe",
    "strength",
    "two_card_strength",
]
