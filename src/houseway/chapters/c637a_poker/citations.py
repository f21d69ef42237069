"""Clauses of chapter 637a that the layers above the chapter cite, by subject."""

from __future__ import annotations

from houseway.clause import ClauseId

DEFINITIONS = ClauseId("637a.1")
CARDS = ClauseId("637a.3")
DECKS = ClauseId("637a.3(a)")
TABLE_OPENING = ClauseId("637a.4(a)")
NUMBER_OF_PLAYERS = ClauseId("637a.7(b)")
POT_AWARD = ClauseId("637a.7(e)(6)")
DEALING_IN = ClauseId("637a.8(a)")
STAKES = ClauseId("637a.8(b)")
ADDED_STAKES = ClauseId("637a.8(b)(2)")
LEAST_STAKES = ClauseId("637a.8(b)(4)")
CHECK_AND_RAISE = ClauseId("637a.8(j)")
BETTING_STRUCTURE = ClauseId("637a.8(k)")
GAMES_OFFERED = ClauseId("637a.9(b)")
RAKE = ClauseId("637a.17(a)")
RAKE_METHODS = ClauseId("637a.17(b)")
TIME_CHARGES = ClauseId("637a.17(b)(3)(ii)")
SHOWDOWN = ClauseId("637a.18(e)")
"""Hands are shown at the showdown, and a losing one may be conceded unseen."""
DEPARTURE = ClauseId("637a.18(k)(4)")
