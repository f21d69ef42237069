"""The jackpots of a poker room as its Rules Submission states them: Bad Beat (637a.15) and High Hand (637a.16)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from houseway.cards import JOKER, Card, CardError, cards, text_of
from houseway.chapters.c637a_poker.rules import Contribution
from houseway.clause import ClauseId
from houseway.money import Cents, dollars

if TYPE_CHECKING:
    from houseway.engine.kernel import Machine

BAD_BEAT, HIGH_HAND = "bad_beat", "high_hand"
SECTION = {BAD_BEAT: "637a.15", HIGH_HAND: "637a.16"}
NAME = {BAD_BEAT: "Bad Beat payout", HIGH_HAND: "High Hand Jackpot payout"}
LIMITS_POSTED_UNDER = {
    BAD_BEAT: ("637a.15(b)(1)", "637a.15(b)(2)"),
    HIGH_HAND: ("637a.16(b)(2)", "637a.16(b)(3)"),
}
"""Where the most a pot contributes and the least pot that does are to be posted."""
HOLDERS = ("losing", "winning", "table")
"""Who shares a Bad Beat payout: the losing hand, the hand that beat it, the others dealt in."""
SHARES = dict(zip(HOLDERS, (50, 25, 25), strict=True))
"""Percent of it, where the submission does not say."""


def is_five_cards(text: str) -> bool:
    """Whether a text names five different cards of a deck, which has no joker."""
    try:
        return len(set(cards(text)) - {JOKER}) == len(cards(text)) == 5
    except CardError:
        return False


def never_loses(text: str) -> bool:
    """Whether five cards are a royal flush."""
    hand = cards(text)
    return {card >> 2 for card in hand} == {8, 9, 10, 11, 12} and len({card & 3 for card in hand}) == 1


@dataclass(frozen=True, slots=True, kw_only=True)
class FundRules:
    """What every fund has: the most a pot contributes, the least pot that does, and how many must be dealt in."""

    kind: str
    collected: Contribution
    minimum_players: int

    @property
    def contribution(self) -> Cents:
        """The most that a pot contributes."""
        return self.collected.cents

    @property
    def minimum_pot(self) -> Cents:
        """The least pot that contributes."""
        return self.collected.minimum_pot

    def prescribed(self, pot: Cents, left: Cents) -> Cents:
        """Return what a pot contributes, with so much of it left after the rake and other contributions."""
        return Cents(min(self.collected.due_from(pot), left))

    def posted(self) -> tuple[str, ...]:
        """What the sign in the Poker room says of contributions."""
        return (
            f"at most {dollars(self.contribution)} is collected from each pot",
            f"nothing is collected from a pot below {dollars(self.minimum_pot)}",
        )

    def dealt_in(self) -> str:
        """What the sign says of the number of players."""
        return f"at least {self.minimum_players} players are dealt into the hand"

    def limits(self) -> tuple[str, ...]:
        """The two limits of a contribution, each with its clause."""
        pairs = zip(FundRules.posted(self), LIMITS_POSTED_UNDER[self.kind], strict=True)
        return tuple(f"{says}: {clause}" for says, clause in pairs)


@dataclass(frozen=True, slots=True, kw_only=True)
class BadBeatRules(FundRules):
    """The least hands that must lose, and how the payout is shared in percent."""

    hands: tuple[tuple[Card, ...], ...]
    shares: Mapping[str, int]
    both_hole_cards: bool = False

    def posted(self) -> tuple[str, ...]:
        """The posted rules, with the hands that qualify and the payouts."""
        hands = " or ".join(text_of(hand) for hand in self.hands)
        parts = ", ".join(f"{percent}% to the {holder}" for holder, percent in self.shares.items())
        return (
            *FundRules.posted(self),
            *self._method(),
            f"the losing hand is at least {hands}" if hands else "the hands that qualify are not stated yet: none does",
            self.dealt_in(),
            f"the payout: {parts}",
        )

    def _method(self) -> tuple[str, ...]:
        """How a contribution is calculated, and which cards a hand must use."""
        after = "after the rake, or what is left of the pot if that is less"
        whole = not self.collected.percent and not self.collected.steps
        method = f"a pot contributes the whole amount {after}" if whole else f"{self.collected.method}, {after}"
        return (
            method,
            *(("both hole cards play in the losing and in the winning hand",) if self.both_hole_cards else ()),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class HighHandRules(FundRules):
    """Qualifying periods, who qualifies, and until when a payout is collected."""

    qualifying_seconds: int
    claim_seconds: int
    unclaimed: str

    def posted(self) -> tuple[str, ...]:
        """The posted rules, item by item of 637a.16(b)."""
        return (
            f"contributions are collected and hands qualify in periods of {self.qualifying_seconds // 60} minutes",
            *FundRules.posted(self),
            self.dealt_in(),
            "players with the same Qualifying High Hand divide the payout",
            f"a payout is collected within {self.claim_seconds // 86_400} days",
            "a player need not be present at the end of the qualifying period",
            "valid identification is presented",
            f"a payout not collected is {self.unclaimed}",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class JackpotRules:
    """The funds a submission offers. ``digest`` names the submission: a room is bound to the one it was opened under."""

    digest: str
    machine: Machine[Any, Any] = field(repr=False)
    bad_beat: BadBeatRules | None = None
    high_hand: HighHandRules | None = None

    def of(self, kind: str) -> FundRules | None:
        """The rules of one kind of fund."""
        return {BAD_BEAT: self.bad_beat, HIGH_HAND: self.high_hand}.get(kind)

    @property
    def offered_under(self) -> ClauseId:
        """The clause under which the room has funds at all."""
        return ClauseId(
            f"{SECTION[HIGH_HAND if self.bad_beat is None and self.high_hand is not None else BAD_BEAT]}(a)"
        )
