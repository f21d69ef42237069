"""Clauses of 637a.15 and 637a.16 that the pages of the jackpots cite, by subject."""

from __future__ import annotations

from houseway.clause import ClauseId

BAD_BEAT_OFFER = ClauseId("637a.15(a)")
BAD_BEAT_HANDS = ClauseId("637a.15(b)(3)")
BAD_BEAT_VERIFICATION = ClauseId("637a.15(f)")
BAD_BEAT_NOTICE = ClauseId("637a.15(f)(1)")
BAD_BEAT_ADJUSTMENT = ClauseId("637a.15(h)")
BAD_BEAT_END = ClauseId("637a.15(i)")
HIGH_HAND_OFFER = ClauseId("637a.16(a)")
HIGH_HAND_PERIOD = ClauseId("637a.16(f)")
HIGH_HAND_CALL = ClauseId("637a.16(f)(1)")
HIGH_HAND_CAGE = ClauseId("637a.16(h)")
