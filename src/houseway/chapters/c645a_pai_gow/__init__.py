"""Chapter 645a, Pai Gow Poker."""

from houseway.chapters.c645a_pai_gow.game import build, complete
from houseway.chapters.c645a_pai_gow.submission import PaiGowSubmission as SUBMISSION

__all__ = ["SUBMISSION", "build", "complete"]
