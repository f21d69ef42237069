"""Hand orders as data, a slow reference that defines them, and the evaluator the engine uses."""

from houseway.ranking.evaluate import strength, two_card_strength
from houseway.ranking.order import PAI_GOW_ORDER, STANDARD_ORDER, Category, HandOrder, category_of, describe
from houseway.ranking.three_cards import ThreeCards, describe_three_cards, three_card_strength

__all__ = [
    "PAI_GOW_ORDER",
    "STANDARD_ORDER",
    "Category",
    "HandOrder",
    "ThreeCards",
    "category_of",
    "describe",
    "describe_three_cards",
    "strength",
    "three_card_strength",
    "two_card_strength",
]
