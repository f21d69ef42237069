"""The eighteen games as data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from tests.oracle.poker import hands
from tests.oracle.poker.cards import Card
from tests.oracle.poker.hands import Valuer


class Family(Enum):
    """What is dealt, and in which order."""

    STUD = auto()
    BOARD = auto()
    DRAW = auto()


class Forced(Enum):
    """Whose up card makes the Forced Bet."""

    LOWEST_ACE_HIGH = auto()
    HIGHEST_ACE_LOW = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """One way to win: over the whole pot or a half of it."""

    valuer: Valuer
    choices: Callable[[Sequence[Card], Sequence[Card]], Iterable[Sequence[Card]]]
    key: Callable[[Sequence[Card]], tuple[tuple[int, int], ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game: what is dealt, how it is won, where the big bet begins."""

    family: Family
    players: int
    cards: int
    shares: tuple[Share, ...]
    big_bet_from: int  # index of the first betting round at the big bet
    rounds: int  # betting rounds
    excess: str  # "suit", "left" or "choice"
    silent_excess: str = "left-of-button"  # where the submission may choose and says nothing
    forced: Forced | None = None
    showing: Callable[[Sequence[Card]], hands.Value] = hands.showing_high
    down_first: int = 2
    super_stud: bool = False
    straddle: bool = True
    kill: bool = False


def _high(choices: Callable[[Sequence[Card], Sequence[Card]], Iterable[Sequence[Card]]]) -> Share:
    return Share(valuer=hands.high, choices=choices, key=hands.high_key)


def _eight(choices: Callable[[Sequence[Card], Sequence[Card]], Iterable[Sequence[Card]]]) -> Share:
    return Share(valuer=hands.eight_or_better, choices=choices, key=hands.low_key)


HIGH = _high(hands.any_five)
LOW = Share(valuer=hands.ace_to_five, choices=hands.any_five, key=hands.low_key)
EIGHT = _eight(hands.any_five)
OMAHA_HIGH = _high(hands.two_and_three)
OMAHA_EIGHT = _eight(hands.two_and_three)
DEUCE = Share(valuer=hands.deuce_to_seven, choices=hands.any_five, key=hands.low_key_ace_high)
BADUGI = Share(valuer=hands.badugi, choices=hands.any_badugi, key=hands.low_key)
BADUGI_ACE_HIGH = Share(valuer=hands.badugi_ace_high, choices=hands.any_badugi, key=hands.low_key_ace_high)


def _stud(
    *shares: Share,
    forced: Forced,
    showing: Callable[[Sequence[Card]], hands.Value] = hands.showing_high,
    super_stud: bool = False,
) -> Game:
    return Game(
        family=Family.STUD,
        players=9,
        cards=7,
        shares=shares,
        big_bet_from=2,
        rounds=5,
        excess="suit",
        forced=forced,
        showing=showing,
        down_first=4 if super_stud else 2,
        super_stud=super_stud,
        straddle=False,
    )


def _board(*shares: Share, cards: int, players: int, kill: bool = False) -> Game:
    return Game(
        family=Family.BOARD,
        players=players,
        cards=cards,
        shares=shares,
        big_bet_from=2,
        rounds=4,
        excess="choice",
        # 637a.12(k)(2) and 637a.19(k)(2) name the suit themselves.
        silent_excess="suit" if len(shares) > 1 else "left-of-button",
        kill=kill,
    )


def _triple(*shares: Share, cards: int = 5, players: int = 7) -> Game:
    return Game(
        family=Family.DRAW,
        players=players,
        cards=cards,
        shares=shares,
        big_bet_from=2,
        rounds=4,
        excess="choice",
        kill=True,
    )


def _draw(share: Share) -> Game:
    return Game(
        family=Family.DRAW,
        players=8,
        cards=5,
        shares=(share,),
        big_bet_from=1,
        rounds=2,
        excess="left",
        straddle=False,
    )


GAMES: dict[str, Game] = {
    "stud-high": _stud(HIGH, forced=Forced.LOWEST_ACE_HIGH),
    "stud-low": _stud(LOW, forced=Forced.HIGHEST_ACE_LOW, showing=hands.showing_low),
    "stud-hi-lo": _stud(HIGH, LOW, forced=Forced.HIGHEST_ACE_LOW),
    "stud-hi-lo-8": _stud(HIGH, EIGHT, forced=Forced.LOWEST_ACE_HIGH),
    "super-stud-hi-lo-8": _stud(HIGH, EIGHT, forced=Forced.LOWEST_ACE_HIGH, super_stud=True),
    "five-card-stud": Game(
        family=Family.STUD,
        players=8,
        cards=5,
        shares=(HIGH,),
        big_bet_from=2,
        rounds=4,
        excess="suit",
        forced=Forced.LOWEST_ACE_HIGH,
        down_first=1,
        straddle=False,
    ),
    "holdem": _board(HIGH, cards=2, players=10),
    "omaha-high": _board(OMAHA_HIGH, cards=4, players=10),
    "omaha-hi-lo-8": _board(OMAHA_HIGH, OMAHA_EIGHT, cards=4, players=10, kill=True),
    "omaha5-high": _board(OMAHA_HIGH, cards=5, players=8),
    "omaha5-hi-lo-8": _board(OMAHA_HIGH, OMAHA_EIGHT, cards=5, players=8, kill=True),
    "draw-high": _draw(HIGH),
    "draw-low": _draw(LOW),
    "triple-draw-2-7": _triple(DEUCE),
    "triple-draw-a-5": _triple(LOW),
    "badeucey": _triple(DEUCE, BADUGI_ACE_HIGH),
    "badacey": _triple(LOW, BADUGI),
    "badugi": _triple(BADUGI, cards=4, players=9),
}
