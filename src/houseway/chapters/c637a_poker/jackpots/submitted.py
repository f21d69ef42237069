"""The jackpot funds a poker submission offers."""

from __future__ import annotations

from houseway.cards import cards
from houseway.chapters.c637a_poker.jackpots.room import JACKPOTS
from houseway.chapters.c637a_poker.jackpots.rules import (
    BAD_BEAT,
    HIGH_HAND,
    SHARES,
    BadBeatRules,
    HighHandRules,
    JackpotRules,
)
from houseway.chapters.c637a_poker.submission import PokerSubmission, contributions
from houseway.rules.submission import digest_of


def jackpot_rules(submission: PokerSubmission) -> JackpotRules:
    """The rules of the room's jackpots; shares it leaves open are SHARES; without hands nothing is a Bad Beat."""
    bad, high = submission.bad_beat, submission.high_hand
    collected = {contribution.fund: contribution for contribution in contributions(submission)}
    return JackpotRules(
        digest=digest_of(submission),
        machine=JACKPOTS,
        bad_beat=None
        if bad is None
        else BadBeatRules(
            kind=BAD_BEAT,
            collected=collected[BAD_BEAT],
            minimum_players=bad.minimum_players,
            hands=tuple(cards(text) for text in bad.hands),
            shares=bad.payout_percent or SHARES,
            both_hole_cards=bad.both_hole_cards,
        ),
        high_hand=None
        if high is None
        else HighHandRules(
            kind=HIGH_HAND,
            collected=collected[HIGH_HAND],
            minimum_players=high.minimum_players,
            qualifying_seconds=high.qualifying_minutes * 60,
            claim_seconds=high.claim_days * 86_400,
            unclaimed=high.unclaimed,
        ),
    )
