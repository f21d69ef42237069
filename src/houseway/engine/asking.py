"""What is asked of people, as data: who, which command, which amounts or cards, under which clause."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import UNSET, UnsetType

from houseway.clause import ClauseId
from houseway.engine.roles import Role
from houseway.money import Cents
from houseway.seats import Seat

PRESHUFFLED = "preshuffled"
"""The word of a shuffle that only states the order in which the cards came."""


class Amounts(msgspec.Struct, frozen=True, gc=False, repr_omit_defaults=True):
    """The amounts that may be named: from ``least`` to ``most`` in steps, or one of ``sizes``; ``most`` None: no limit.

    ``offered`` is the most to offer where more may be named, but would leave the player too few chips to play on; 0: none.
    """

    least: Cents
    most: Cents | None
    step: Cents = Cents(1)
    sizes: tuple[Cents, ...] = ()
    offered: Cents | UnsetType = UNSET

    @property
    def most_offered(self) -> Cents | None:
        """The most that a page or a terminal offers of its own accord."""
        return self.most if self.offered is UNSET else self.offered

    def allows(self, cents: int) -> bool:
        """Whether an amount is one of them."""
        if self.sizes:
            return cents in self.sizes
        return (
            cents >= self.least and (self.most is None or cents <= self.most) and not (cents - self.least) % self.step
        )

    def __contains__(self, cents: object) -> bool:
        return isinstance(cents, int) and self.allows(cents)

    def __iter__(self) -> Iterator[Cents]:
        """Each of them, the least first."""
        if self.sizes:
            return iter(self.sizes)
        if self.most is None:
            raise ValueError("these amounts have no limit and cannot be gone through")
        return map(Cents, range(self.least, self.most + 1, self.step))


class Ask(msgspec.Struct, frozen=True, kw_only=True, gc=False, repr_omit_defaults=True):
    """One thing that somebody may do or is to do now.

    ``command`` is the tag of the command. ``word``: which of its answers; ``subject``: which wager, fund, deck or device;
    ``amounts``: what it may come to; ``cards``: how many cards it names, from and to; ``seat``: whose answer it is, or 0;
    ``concerns``: the seat that somebody else's act concerns; ``may_wait``: the table goes on without it;
    ``not_before``: the time at which it comes; ``beside``: the wager that must be placed with it.
    """

    command: str
    role: Role
    clause: ClauseId
    seat: Seat = Seat(0)
    word: str = ""
    subject: str = ""
    amounts: Amounts | None = None
    cards: tuple[int, int] | None = None
    concerns: Seat = Seat(0)
    may_wait: bool = False
    not_before: int = 0
    beside: str = ""


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What the player at a seat is asked; ``may_wait``: the table goes on if the player does not answer."""

    seat: Seat
    asks: tuple[Ask, ...]
    may_wait: bool

    def of(self, command: str) -> list[Ask]:
        """What is asked by this command."""
        return [ask for ask in self.asks if ask.command == command]


_PHRASES = {
    "open_table": "open the table",
    "inspect_cards": "inspect the cards",
    "verify_inspection": "verify the inspection",
    "spread_cards": "spread the cards face up",
    "view_cards": "let the first players view the cards",
    "wash_cards": "wash the cards",
    "shuffle_cards": "shuffle the cards",
    "cut_cards": "cut the cards",
    "offer_cut": "offer the cut to seat {concerns}",
    "decline_cut": "cut the cards",
    "report_device_count": "report the device's count",
    "change_decks": "change the decks",
    "count_deck": "count the {word}",
    "cover_device": "cover the {subject}",
    "use_method": "use another method",
    "place_wagers": 'place wagers, or announce "no more bets"',
    "announce_no_more_bets": 'place wagers, or announce "no more bets"',
    "offer_bank": "offer the bank to seat {concerns}",
    "place_dealer_wager": "place the dealer's wager against the bank",
    "accept_bank": 'place wagers, or announce "no more bets"',
    "draw_at_random": "draw the random card or position",
    "count_progressive_chips": "count the progressive chips",
    "determine_start": "determine the starting position",
    "start_round": "start the round",
    "deal_cards": "deal: {subject}",
    "deal_street": "deal: {word}",
    "reveal_bank": "reveal the {subject}'s hand",
    "settle_round": "settle the round",
    "document_payout": "document the payout of seat {concerns} {subject}",
    "validate_payout": "validate seat {concerns} {subject}",
    "void_hand": "seat {seat}: void the exposed hand or play it",
}
"""What a refusal calls a step that is due, where it does not call it by its command."""
_ANSWERS = ("decide", "act")


def said(asks: tuple[Ask, ...]) -> str:
    """What is due first, in the words of a refusal, without what the staff may put off."""
    asks = tuple([ask for ask in asks if not ask.may_wait or ask.role is Role.PLAYER]) or asks
    if not asks:
        return 'place wagers, or announce "no more bets"'
    first = asks[0]
    if first.command in _ANSWERS:
        seats = dict.fromkeys(str(ask.seat) for ask in asks if ask.command == first.command)
        words = dict.fromkeys(ask.word for ask in asks if ask.command == first.command)
        return f"seat {' and '.join(seats)}: {', '.join(words)}"
    if first.word == PRESHUFFLED:
        return "state the order of the preshuffled cards"
    phrase = _PHRASES.get(first.command, first.command.replace("_", " "))
    return phrase.format(subject=first.subject, word=first.word, seat=first.seat, concerns=first.concerns)
