"""Computer players: plain strategies that look at nothing but what their seat may see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random

from houseway.cards import DECK_52, Card, rank_of, suit_of
from houseway.engine.banked.observe import Observation
from houseway.money import Cents
from houseway.play.words import Answer, offered
from houseway.ranking import STANDARD_ORDER, Category, category_of, strength
from houseway.rules.game import BankedGame, Wager
from houseway.rules.showdown import Setting

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn")
_USUAL_WAGERS = (500, 1000, 1000, 1500, 2500)
_OPTIONAL_WAGERS = (100, 200, 500)
_FOR_OPTIONAL = 0.3
_TEN, _JACK, _QUEEN, _KING, _ACE = 10, 11, 12, 13, 14


def wagers(game: BankedGame, chance: Random) -> dict[str, int]:
    """What a computer player wagers: the main wager, what must equal it, and now and then an optional one."""
    main = game.main_wager
    placed = {main.id: _amount(main, chance, _USUAL_WAGERS)}
    for id in offered(game):
        wager = game.wagers[id]
        if wager.equals is not None:
            placed[id] = placed[wager.equals]
        elif not wager.main and chance.random() < _FOR_OPTIONAL:
            placed[id] = _amount(wager, chance, _OPTIONAL_WAGERS)
    return placed


def _amount(wager: Wager, chance: Random, usual: tuple[int, ...]) -> int:
    if wager.sizes:
        return chance.choice(wager.sizes)
    most = wager.maximum if wager.maximum is not None else Cents(10**9)
    return min(max(chance.choice(usual), wager.minimum), most)


def answer(game: BankedGame, seen: Observation, seat: int) -> Answer:
    """What a computer player answers when its seat is asked."""
    return _STRATEGIES[game.id](game, seen, seat)


def _cards(seen: Observation, seat: int) -> tuple[Card, ...]:
    return tuple(card for card in seen.hands[seat] if card is not None)


def _board(seen: Observation) -> tuple[Card, ...]:
    return tuple(card for card in seen.community if card is not None)


# Hold 'em.


def _heads_up_holdem(game: BankedGame, seen: Observation, seat: int) -> Answer:
    """Raise all that is allowed with the better half before the flop, with a pair after it; fold a beaten river."""
    hole, board = _cards(seen, seat), _board(seen)
    ante = seen.wagers[seat]["ante"]
    match seen.phase:
        case "before_flop":
            return Answer("raise", 3 * ante) if _is_worth_three(hole) else Answer("check")
        case "before_turn":
            good = uses_hole_cards(hole, board) or four_to_a_flush(hole, board, least=_TEN)
            return Answer("raise", 2 * ante) if good else Answer("check")
        case _:
            return Answer("raise", ante) if _cards_that_beat(hole, board) < 21 else Answer("fold")


def _is_worth_three(hole: tuple[Card, ...]) -> bool:
    low, high = sorted(rank_of(card) for card in hole)
    suited = suit_of(hole[0]) == suit_of(hole[1])
    if low == high:
        return low > 2
    least = {
        _ACE: 2,
        _KING: 2 if suited else 5,
        _QUEEN: 6 if suited else 8,
        _JACK: 8 if suited else _TEN,
    }
    return high in least and low >= least[high]


def uses_hole_cards(hole: tuple[Card, ...], board: tuple[Card, ...]) -> bool:
    """Whether a hole card makes a pair or better that the board alone does not have."""
    hand = category_of(strength(hole + board, STANDARD_ORDER))
    pocket_deuces = all(rank_of(card) == 2 for card in hole) and hand is Category.PAIR
    return hand > _of_board(board) and not pocket_deuces


def _of_board(board: tuple[Card, ...]) -> Category:
    """What the board shows by itself; of three or four cards only pairs and the like can be told."""
    if len(board) == 5:
        return category_of(strength(board, STANDARD_ORDER))
    counts = sorted(Counter(rank_of(card) for card in board).values(), reverse=True)
    match counts:
        case [4, *_]:
            return Category.FOUR_OF_A_KIND
        case [3, *_]:
            return Category.THREE_OF_A_KIND
        case [2, 2]:
            return Category.TWO_PAIR
        case [2, *_]:
            return Category.PAIR
        case _:
            return Category.HIGH_CARD


def four_to_a_flush(hole: tuple[Card, ...], board: tuple[Card, ...], *, least: int) -> bool:
    """Whether four cards are of one suit, a hole card of at least this rank among them."""
    both = hole + board
    return any(rank_of(card) >= least and sum(suit_of(other) == suit_of(card) for other in both) >= 4 for card in hole)


def _cards_that_beat(hole: tuple[Card, ...], board: tuple[Card, ...]) -> int:
    """How many single cards in the dealer's hand would be enough to beat this one."""
    own = strength(hole + board, STANDARD_ORDER)
    unseen = [card for card in DECK_52 if card not in hole and card not in board]
    return sum(strength((*board, card), STANDARD_ORDER) > own for card in unseen)


def _holdem_bonus(game: BankedGame, seen: Observation, seat: int) -> Answer:
    """See the flop with nearly everything; bet with a pair of one's own, and on the turn with a good draw."""
    hole, board = _cards(seen, seat), _board(seen)
    if seen.phase == "before_flop":
        low, high = sorted(rank_of(card) for card in hole)
        hopeless = low == 2 and 3 <= high <= 7 and suit_of(hole[0]) != suit_of(hole[1])
        return Answer("fold" if hopeless else "flop")
    good = uses_hole_cards(hole, board)
    if seen.phase == "before_turn":
        good = good or four_to_a_flush(hole, board, least=2)
    return Answer("bet" if good else "check")


# Games in which hands are set.


def _pai_gow(game: BankedGame, seen: Observation, seat: int) -> Answer:
    """The house way, always."""
    return Answer("house way")


def _five_card_hi_lo(game: BankedGame, seen: Observation, seat: int) -> Answer:
    """Set for the widest span between both hands; fold only when both are poor."""
    assert game.arrangement is not None
    setting = max(game.arrangement.legal(_cards(seen, seat)), key=lambda one: _high_points(one) - _low_points(one))
    if seen.phase == "play":
        high, low = _high_points(setting), _low_points(setting)
        poor = high <= 27 and low >= 9 and high - low <= 14
        return Answer("fold" if poor else "play")
    return Answer("set", high=setting.high, low=setting.low)


def _high_points(setting: Setting) -> int:
    return sum(11 if rank_of(card) == _ACE else min(rank_of(card), _TEN) for card in setting.high)


def _low_points(setting: Setting) -> int:
    return sum(1 if rank_of(card) == _ACE else min(rank_of(card), _TEN) for card in setting.low)


_STRATEGIES: Mapping[str, Callable[[BankedGame, Observation, int], Answer]] = {
    "heads-up-holdem": _heads_up_holdem,
    "holdem-bonus": _holdem_bonus,
    "pai-gow": _pai_gow,
    "five-card-hi-lo": _five_card_hi_lo,
}
