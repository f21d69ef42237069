"""What share of the pot each hand of a poker game wins: over every deal of the cards that are missing, or over many.

A hand may have fewer cards than it ends with: what is missing is dealt from the cards that nobody is known to hold. In a
draw game the cards stated are those the player keeps, and the others come in one draw. Who wins what of a pot follows
`PokerGame.contests`, as in `houseway.chapters.c637a_poker.shares`; what a chip leaves over is not looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache, partial
from math import comb, lcm, prod, sqrt

import msgspec
import numpy as np
from numpy.typing import NDArray

from houseway.cards import CARD_TEXT, DECK_52, Card, repeated, text_of
from houseway.chapters.c637a_poker.citations import CARDS
from houseway.chapters.c637a_poker.rules import Contest, Forms, PokerGame
from houseway.chapters.c637a_poker.strategy.equity import cards_in_the_end
from houseway.lab.holdem import workers
from houseway.lab.inputs import InputError
from houseway.lab.kernels import deals as kernels
from houseway.lab.kernels.philox import drawn
from houseway.lab.kernels.whole_boards import on_whole_boards
from houseway.lab.sheet import Progress, quiet
from houseway.ranking.kernels import Ranked, rank

RANKED = {
    Contest.HIGH: Ranked.HIGH,
    Contest.LOW: Ranked.ACE_TO_FIVE,
    Contest.LOW_EIGHT: Ranked.EIGHT_OR_BETTER,
    Contest.LOW_27: Ranked.DEUCE_TO_SEVEN,
    Contest.BADUGI: Ranked.BADUGI,
    Contest.BADUGI_ACE_HIGH: Ranked.BADUGI_ACE_HIGH,
}
"""How the kernels rank the hands of each contest."""

MOST_DEALS = 5_000_000
"""So many deals are looked at one by one without being asked to."""
SAMPLES, SEED = 1_000_000, 1
_CHUNK = 1 << 16
BOARD = 5
"""Cards of a whole board."""

Cards = NDArray[np.uint8]
Numbers = NDArray[np.int64]


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """Deals in which a player has all of something, or a part, and the share that comes of it on average.

    ``error``: the standard error of the share where the deals are a sample, else nothing.
    """

    wins: int
    ties: int
    share: Fraction
    error: float = 0.0


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """What one hand wins: of the pot, and of each contest in the deals in which anybody qualifies for it.

    ``hands``: how many hands a range has; None of a single hand.
    """

    hand: str
    pot: Standing
    contests: dict[str, Standing]
    hands: int | None = None


class Equity(msgspec.Struct, frozen=True, kw_only=True):
    """The shares of all players over so many deals: every one there is, or a sample drawn from a seed.

    ``decided``: of these deals, those in which somebody qualifies for each contest.
    """

    game: str
    deals: int
    exact: bool
    seed: int | None
    players: tuple[Player, ...]
    decided: dict[str, int]
    board: str = ""
    dead: str = ""


class Spot(msgspec.Struct, frozen=True, kw_only=True):
    """What is known: of each hand, of the cards everybody shares, and of cards that nobody can be dealt."""

    game: PokerGame
    hands: tuple[tuple[Card, ...], ...]
    board: tuple[Card, ...]
    dead: tuple[Card, ...]
    shared: int

    @property
    def left(self) -> tuple[Card, ...]:
        """The cards that may still come."""
        known = {*self.board, *self.dead, *(card for hand in self.hands for card in hand)}
        return tuple([card for card in DECK_52 if card not in known])

    @property
    def missing(self) -> tuple[int, ...]:
        """How many cards are still to come: to the board, and to each hand."""
        common = self.shared if self.game.common_clause is not None else 0
        full = cards_in_the_end(self.game) - common
        return (self.shared - len(self.board), *(full - len(hand) for hand in self.hands))

    @property
    def deals(self) -> int:
        """In how many ways they can come."""
        cards, ways = len(self.left), []
        for many in self.missing:
            ways.append(comb(cards, many))
            cards -= many
        return prod(ways)


def spot(
    game: PokerGame,
    hands: Sequence[Sequence[Card | None]],
    *,
    board: Sequence[Card | None] = (),
    dead: Sequence[Card | None] = (),
) -> Spot:
    """The spot, if these cards can be there; a card that is None is not known."""
    known = [tuple([card for card in hand if card is not None]) for hand in hands]
    stated = tuple([card for card in board if card is not None])
    gone = tuple([card for card in dead if card is not None])
    if len(hands) < 2:
        raise InputError("a share is of two hands or more: state a hand for each player, ?? for a card not known")
    if len(hands) > game.most_players:
        raise InputError(
            f"{len(hands)} players are too many for {game.name}: at most {game.most_players} ({game.players_clause})"
        )
    community = sum(street.community for street in game.streets)
    # Every street after the first can be a common card, where the deck runs short.
    most = community or (len(game.streets) - 1 if game.common_clause is not None else 0)
    if len(board) > most:
        legal = f"at most {most} cards" if community else f"at most {most} common cards" if most else "none"
        raise InputError(f"the board of {game.name} has {legal}, not {len(board)}")
    shared = community or len(board)
    size = cards_in_the_end(game) - (0 if community else shared)
    for hand in hands:
        if len(hand) > size:
            raise InputError(f"{_text(hand)}: a hand of {game.name} ends with {size} cards, not {len(hand)}")
    everything = [*stated, *gone, *(card for hand in known for card in hand)]
    twice = repeated(everything)
    if twice is not None:
        raise InputError(f"{CARD_TEXT[twice]} is stated twice, and the deck has it once")
    if any(card not in DECK_52 for card in everything):
        raise InputError(f"the joker is no card of poker ({CARDS}): the deck has 52 cards")
    found = Spot(game=game, hands=tuple(known), board=stated, dead=gone, shared=shared)
    if sum(found.missing) > len(found.left):
        hint = (
            "; with a common card (--board ??) each hand has one less"
            if game.common_clause is not None and not shared
            else ""
        )
        raise InputError(
            f"{sum(found.missing)} cards are still to come, and {len(found.left)} are left in the deck{hint}"
        )
    return found


def _text(hand: Sequence[Card | None]) -> str:
    return " ".join("??" if card is None else CARD_TEXT[card] for card in hand)


def equity(
    of: Spot,
    *,
    exact: bool | None = None,
    samples: int = SAMPLES,
    seed: int = SEED,
    progress: Progress = quiet,
) -> Equity:
    """The share of each hand: over every deal if they are few or ``exact`` is asked for, else over a sample of them."""
    every = of.deals
    if exact is None:
        exact = every <= MOST_DEALS
    sums = Won(of)
    if exact and _on_boards(of):
        _all_boards(of, sums, progress)
    else:
        _deal(of, sums, every if exact else samples, None if exact else seed, progress)
    return sums.equity(exact=exact, seed=None if exact else seed)


class Won:
    """What has been won so far, in parts of a pot that divide among any number of winners of either half."""

    def __init__(self, of: Spot) -> None:
        self.of = of
        self.names = [contest.value for contest, _ in of.game.contests]
        players = len(of.hands)
        self.unit = 2 * lcm(*range(1, players + 1))
        self.deals = 0
        self.decided = [0] * len(self.names)
        # Of the pot, then of each contest: all of it, a part, the share, its square.
        self.won = np.zeros((1 + len(self.names), players, 4), np.int64)

    def add(self, keys: Sequence[NDArray[np.uint32]]) -> None:
        """Deals, by the keys of every player in each contest; a key of nothing does not qualify."""
        best = [of_all.max(axis=0) for of_all in keys]
        decided = [one > 0 for one in best]
        parts = np.sum(decided, axis=0, dtype=np.int64)
        pot = np.zeros(keys[0].shape, np.int64)
        for number, (of_all, highest, any_one) in enumerate(zip(keys, best, decided, strict=True)):
            winners = (of_all == highest) & any_one
            many = np.maximum(winners.sum(axis=0, dtype=np.int64), 1)
            self._add(1 + number, winners * (self.unit // many))
            pot += winners * (self.unit // (many * parts))
            self.decided[number] += int(any_one.sum())
        self._add(0, pot)
        self.deals += len(pot[0])

    def _add(self, row: int, shares: Numbers) -> None:
        won = self.won[row]
        won[:, 0] += (shares == self.unit).sum(axis=1)
        won[:, 1] += ((shares > 0) & (shares < self.unit)).sum(axis=1)
        won[:, 2] += shares.sum(axis=1)
        won[:, 3] += (shares * shares).sum(axis=1)

    def add_tally(self, tally: Numbers) -> None:
        """Deals of one contest, by player and number of winners."""
        for row in (0, 1):
            for many in range(1, len(tally) + 1):
                each, deals = self.unit // many, tally[:, many]
                self.won[row, :, 0 if many == 1 else 1] += deals
                self.won[row, :, 2] += deals * each
                self.won[row, :, 3] += deals * each * each
        boards = sum(int(tally[:, many].sum()) // many for many in range(1, len(tally) + 1))
        self.deals += boards
        self.decided[0] += boards

    def equity(self, *, exact: bool, seed: int | None) -> Equity:
        of = self.of
        players = []
        for number, hand in enumerate(of.hands):
            rows = [
                self._standing(self.won[row, number], deals, exact=exact)
                for row, deals in enumerate((self.deals, *self.decided))
            ]
            missing = of.missing[1 + number]
            text = " ".join([*([text_of(hand)] if hand else []), *["??"] * missing])
            contests = dict(zip(self.names, rows[1:], strict=True)) if of.game.splits else {}
            players.append(Player(hand=text, pot=rows[0], contests=contests))
        return Equity(
            game=of.game.id,
            deals=self.deals,
            exact=exact,
            seed=seed,
            players=tuple(players),
            decided=dict(zip(self.names, self.decided, strict=True)) if of.game.splits else {},
            board=text_of(of.board),
            dead=text_of(of.dead),
        )

    def _standing(self, won: Numbers, deals: int, *, exact: bool) -> Standing:
        wins, ties, total, squares = won.tolist()
        share = Fraction(total, deals * self.unit) if deals else Fraction(0)
        spread = Fraction(squares, deals * self.unit**2) - share**2 if deals and not exact else 0
        return Standing(wins=wins, ties=ties, share=share, error=sqrt(spread / deals) if spread else 0.0)


# Deals of any game, ranked in batches.


def _deal(of: Spot, sums: Won, deals: int, seed: int | None, progress: Progress) -> None:
    chunks = range(0, deals, _CHUNK)
    work = partial(_keys_of_chunk, of, deals, seed)
    with ThreadPoolExecutor(workers()) as pool:
        for number, keys in enumerate(_in_order(pool, work, chunks)):
            sums.add(keys)
            progress(min((number + 1) * _CHUNK, deals), deals, "deals")


def _in_order(
    pool: ThreadPoolExecutor, work: Callable[[int], list[NDArray[np.uint32]]], chunks: range
) -> Iterator[list[NDArray[np.uint32]]]:
    """What comes of each chunk, a few at a time: all at once would hold every key in memory."""
    width = 4 * workers()
    for start in range(0, len(chunks), width):
        yield from pool.map(work, chunks[start : start + width])


def _keys_of_chunk(of: Spot, deals: int, seed: int | None, start: int) -> list[NDArray[np.uint32]]:
    return keys_of(of, dealt_by_number(of, start, min(_CHUNK, deals - start), seed))


def dealt_by_number(of: Spot, start: int, many: int, seed: int | None) -> Cards:
    """The cards that come, a column a deal: those of the board first, then each player's."""
    dealt = np.empty((sum(of.missing), many), np.uint8)
    left = np.array(of.left, np.uint8)
    if seed is None:
        kernels.enumerated(start, left, np.array(of.missing, np.int64), dealt)
    else:
        drawn(start, np.uint64(seed), left, dealt)
    return dealt


def keys_of(of: Spot, dealt: Cards) -> list[NDArray[np.uint32]]:
    """Every player's keys in each contest, for deals of the cards that are missing."""
    holders: list[Cards] = []
    row = 0
    for known, many in zip((of.board, *of.hands), of.missing, strict=True):
        fixed = np.broadcast_to(np.array(known, np.uint8).reshape(-1, 1), (len(known), dealt.shape[1]))
        holders.append(np.concatenate([fixed, dealt[row : row + many]]))
        row += many
    return keys_of_hands(of.game, holders[1:], holders[0])


def keys_of_hands(game: PokerGame, hands: Sequence[Cards], board: Cards) -> list[NDArray[np.uint32]]:
    """Return every player's keys in each contest, for whole hands and boards with a column for each deal."""
    found = []
    for contest, _ in game.contests:
        ranked = RANKED[contest]
        if game.forms is Forms.TWO_AND_THREE:
            keys = [rank(hand, ranked, board=board) for hand in hands]
        else:
            keys = [rank(np.concatenate([hand, board]), ranked) for hand in hands]
        found.append(np.stack(keys))
    return found


# Boards of hold'em, where nothing else is to come or hands come before them.


def _on_boards(of: Spot) -> bool:
    return is_holdem_high(of) and of.missing[0] >= 2


def is_holdem_high(of: Spot) -> bool:
    """Return whether the highest hand alone wins, of any five cards of the player's and of a board of five."""
    one_high = [contest for contest, _ in of.game.contests] == [Contest.HIGH]
    return one_high and of.game.forms is Forms.ANY_FIVE and of.shared == BOARD


def _all_boards(of: Spot, sums: Won, progress: Progress) -> None:
    """Every board for every way to complete the hands."""
    more, hole = of.missing[0], of.missing[1:]
    cards, ways = len(of.left), 1
    for many in hole:
        ways *= comb(cards, many)
        cards -= many
    left = np.array(of.left, np.uint8)
    with ThreadPoolExecutor(workers()) as pool:
        for start in range(0, ways, _CHUNK):
            dealt = np.empty((sum(hole), min(_CHUNK, ways - start)), np.uint8)
            kernels.enumerated(start, left, np.array(hole, np.int64), dealt)
            for column in range(dealt.shape[1]):
                came = dealt[:, column]
                hands, row = [], 0
                for known, many in zip(of.hands, hole, strict=True):
                    hands.append([*known, *came[row : row + many].tolist(), *of.board])
                    row += many
                sums.add_tally(boards_of_hands(hands, np.setdiff1d(left, came), more, pool if ways == 1 else None))
                if ways > 1:
                    progress(start + column + 1, ways, "hands")


def boards_of_hands(hands: list[list[int]], deck: Cards, more: int, pool: ThreadPoolExecutor | None = None) -> Numbers:
    """Count who wins on every board of ``more`` cards of the deck: by player and number of winners."""
    suits = np.zeros((len(hands), 4), np.uint16)
    for number, hand in enumerate(hands):
        for card in hand:
            suits[number, card & 3] |= 1 << (card >> 2)
    if more == BOARD:
        return _whole_boards(suits, np.array(hands) >> 2, deck)
    first, second, starts = _pairs(len(deck))
    pairs = np.zeros((4, len(first)), np.uint16)
    bits = np.zeros((4, len(deck)), np.uint16)
    bits[deck & 3, np.arange(len(deck))] = np.left_shift(1, deck >> 2, dtype=np.uint16)
    np.bitwise_or(bits[:, first], bits[:, second], out=pairs)
    firsts = len(deck) - more + 1

    def work(part: range) -> Numbers:
        tally = np.zeros((len(hands), len(hands) + 1), np.int64)
        kernels.on_boards(suits, deck, pairs, starts, more, part.start, part.stop, tally)
        return tally

    if pool is None or more < 4:
        return work(range(firsts))
    # The first card of a board has fewer others after it the higher it is.
    total = np.zeros((len(hands), len(hands) + 1), np.int64)
    for tally in pool.map(work, [range(one, one + 1) for one in range(firsts)]):
        total += tally
    return total


def _whole_boards(suits: NDArray[np.uint16], holes: Numbers, deck: Cards) -> Numbers:
    left = np.zeros(4, np.int64)
    np.bitwise_or.at(left, deck & 3, np.left_shift(1, deck >> 2, dtype=np.int64))
    tally = np.zeros((len(suits), len(suits) + 1), np.int64)
    on_whole_boards(suits, holes, left, np.bincount(deck >> 2, minlength=13), tally)
    return tally


@cache
def _pairs(cards: int) -> tuple[NDArray[np.intp], NDArray[np.intp], Numbers]:
    """Every two places of a deck in order, and where those after a place begin."""
    first, second = np.triu_indices(cards, 1)
    return first, second, np.searchsorted(first, np.arange(cards + 1)).astype(np.int64)
