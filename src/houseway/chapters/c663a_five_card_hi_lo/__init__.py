"""Chapter 663a, Five Card Hi-Lo."""

from houseway.chapters.c663a_five_card_hi_lo.game import build, complete
from houseway.chapters.c663a_five_card_hi_lo.submission import FiveCardHiLoSubmission as SUBMISSION

__all__ = ["SUBMISSION", "build", "complete"]
