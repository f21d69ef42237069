"""Chapter 677a, World Poker Tour Heads-Up Hold 'Em."""

from houseway.chapters.c677a_heads_up_holdem.game import build, complete
from houseway.chapters.c677a_heads_up_holdem.submission import HeadsUpHoldemSubmission as SUBMISSION

__all__ = ["SUBMISSION", "build", "complete"]
