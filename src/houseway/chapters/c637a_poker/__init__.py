"""Chapter 637a, Poker: eighteen games."""

from houseway.chapters.c637a_poker.submission import PokerSubmission as SUBMISSION
from houseway.chapters.c637a_poker.submission import poker_rules

__all__ = ["SUBMISSION", "poker_rules"]
