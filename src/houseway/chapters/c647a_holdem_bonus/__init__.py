"""Chapter 647a, Texas Hold 'Em Bonus Poker."""

from houseway.chapters.c647a_holdem_bonus.game import build, complete
from houseway.chapters.c647a_holdem_bonus.submission import HoldemBonusSubmission as SUBMISSION

__all__ = ["SUBMISSION", "build", "complete"]
