"""What happened at a poker table."""

from __future__ import annotations

from houseway.cards import Card
from houseway.chapters.c637a_poker.room_events import AnyRoomEvent
from houseway.engine.accounts import Posting
from houseway.engine.banked.events import (
    CardsCut,
    CardsInspected,
    CardsShuffled,
    CardsSpread,
    CardsViewed,
    DecksChanged,
    DecksReceived,
    DeviceCounted,
    DeviceCovered,
    DeviceFailed,
    Event,
    InspectionVerified,
    MethodChanged,
    RecutRequired,
    ShuffleDirected,
)


class StakesBrought(Event, frozen=True):
    seat: int
    player: str
    postings: tuple[Posting, ...] = ()


class StakesTaken(Event, frozen=True):
    seat: int
    postings: tuple[Posting, ...] = ()


class RoundStarted(Event, frozen=True):
    """``order``: the seats dealt in, in the order of dealing."""

    number: int
    order: tuple[int, ...]
    button: int
    deck: tuple[Card, ...]
    kill: bool


class Posted(Event, frozen=True):
    """An Ante, a Blind Bet, a Straddle Bet or a Forced Bet; antes do not count toward the betting round."""

    seat: int
    kind: str
    cents: int
    all_in: bool
    postings: tuple[Posting, ...]


class StreetDealt(Event, frozen=True):
    """Cards in the order they left the deck: (seat, card, face up); seat 0 is the community, -1 a burn card."""

    street: int
    cards: tuple[tuple[int, Card, bool], ...]
    common: bool = False


class BettingBegan(Event, frozen=True):
    street: int
    actor: int
    current: int
    raise_size: int


class Acted(Event, frozen=True):
    """An action and where it leaves the betting round; ``actor`` 0: the round is complete."""

    seat: int
    word: str
    cents: int
    to: int
    all_in: bool
    actor: int
    current: int
    raise_size: int
    raises: int
    completed: bool
    postings: tuple[Posting, ...] = ()


class BettingEnded(Event, frozen=True):
    street: int


class DrawBegan(Event, frozen=True):
    """``discard``: how many must be discarded for nothing (super stud); otherwise a draw."""

    street: int
    asked: tuple[int, ...]
    discard: int = 0
    burn_owed: bool = False


class Discarded(Event, frozen=True):
    seat: int
    cards: tuple[Card, ...]
    owed: int


class Drew(Event, frozen=True):
    seat: int
    cards: tuple[Card, ...]
    owed: int


class ReshuffleAwaited(Event, frozen=True):
    """Too few cards for a common card: the burn cards must be shuffled back."""


class Reshuffled(Event, frozen=True):
    order: tuple[Card, ...]
    burns: bool


class UncalledBetReturned(Event, frozen=True):
    """``ante``: of an Ante posted for the table, where every other player is short of the own one."""

    seat: int
    cents: int
    postings: tuple[Posting, ...]
    ante: bool = False


class ShowdownBegan(Event, frozen=True):
    """``order``: who shows first, then clockwise."""

    order: tuple[int, ...]


class HandShown(Event, frozen=True):
    seat: int
    cards: tuple[Card, ...]


class HandMucked(Event, frozen=True):
    seat: int


class RakeTaken(Event, frozen=True):
    kind: str
    cents: int
    postings: tuple[Posting, ...]


class RakeDropped(Event, frozen=True):
    """What lay in the rake area goes into the drop box."""

    cents: int
    postings: tuple[Posting, ...]


class ContributionTaken(Event, frozen=True):
    fund: str
    cents: int
    postings: tuple[Posting, ...]


class Share(Event, frozen=True):
    """What one winner receives of a pot and for what."""

    seat: int
    contest: str
    cents: int
    excess: int = 0


class PotAwarded(Event, frozen=True):
    """One pot among its contenders. ``amount`` is before rake and contributions, ``paid`` what is shared."""

    pot: int
    amount: int
    paid: int
    contenders: tuple[int, ...]
    shares: tuple[Share, ...]
    postings: tuple[Posting, ...]


class PokerRoundEnded(Event, frozen=True):
    number: int
    kill_next: bool = False
    button_next: int = 0
    void: bool = False


AnyPotEvent = (
    StakesBrought
    | StakesTaken
    | RoundStarted
    | Posted
    | StreetDealt
    | BettingBegan
    | Acted
    | BettingEnded
    | DrawBegan
    | Discarded
    | Drew
    | ReshuffleAwaited
    | Reshuffled
    | UncalledBetReturned
    | ShowdownBegan
    | HandShown
    | HandMucked
    | RakeTaken
    | RakeDropped
    | ContributionTaken
    | Share
    | PotAwarded
    | PokerRoundEnded
    | AnyRoomEvent
    | DecksReceived
    | CardsInspected
    | InspectionVerified
    | CardsSpread
    | CardsViewed
    | CardsShuffled
    | ShuffleDirected
    | DeviceCounted
    | CardsCut
    | RecutRequired
    | DecksChanged
    | DeviceFailed
    | DeviceCovered
    | MethodChanged
)
