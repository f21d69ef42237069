"""The two house ways of Pai Gow Poker, each a choice among the 21 ways to part seven cards."""

from collections import Counter
from itertools import combinations

from tests.oracle.cards import ACE, JACK, JOKER, KING, pip
from tests.oracle.hands import COMPLETE, Category, rank_high, rank_low

Setting = tuple[tuple[str, ...], tuple[str, ...]]  # high (back), low (front)
TEN, SEVEN, SIX = 10, 7, 6


def is_foul(high: tuple[str, ...], low: tuple[str, ...]) -> bool:
    """645a.11(b): the high hand must rank equal to or higher than the low hand."""
    return rank_high(tuple(sorted(high))) < rank_low(low)


def part(cards: list[str]) -> list[Setting]:
    """Every high and low hand that is not foul."""
    settings: list[Setting] = []
    for low in combinations(sorted(cards), 2):
        high = tuple(card for card in sorted(cards) if card not in low)
        if not is_foul(high, low):
            settings.append((high, low))
    return settings


class Holding:
    """Seven cards counted by rank, the joker as an ace."""

    def __init__(self, cards: list[str]) -> None:
        self.cards = cards
        self.settings = part(cards)
        self.counts = Counter(pip(card) for card in cards)
        self.complete = [s for s in self.settings if rank_high(s[0])[0] in COMPLETE]

    def of(self, count: int) -> list[int]:
        """The ranks held exactly so many times, highest first."""
        return sorted((value for value, held in self.counts.items() if held == count), reverse=True)

    def best(self, settings: list[Setting]) -> Setting:
        """The highest front, then the highest back."""
        return max(settings, key=lambda s: (rank_low(s[1]), rank_high(s[0])))

    def front(self, first: int, second: int) -> Setting:
        """These two ranks front, with the best back that leaves."""
        wanted = sorted((first, second))
        return self.best([s for s in self.settings if sorted(pip(card) for card in s[1]) == wanted])

    def front_singles(self) -> Setting:
        """The two highest unpaired cards front."""
        singles = self.of(1)
        return self.front(singles[0], singles[1])

    def joker_and_ace_complete_it(self) -> bool:
        """Two aces and the joker with no pair beside, where every straight or flush takes an ace and the joker."""
        if self.counts[ACE] != 3 or len(self.of(1)) != 4 or JOKER not in self.cards or not self.complete:
            return False
        return all(JOKER in high and any(c[0] == "A" for c in high) for high, _ in self.complete)


def four_of_a_kind(hand: Holding, *, keep: bool) -> Setting:
    four = hand.of(4)[0]
    beside = hand.of(3) + hand.of(2)
    if beside:
        return hand.front(beside[0], beside[0])
    return hand.front_singles() if keep else hand.front(four, four)


def five_aces(hand: Holding) -> Setting:
    return hand.front(KING, KING) if hand.counts[KING] == 2 else hand.front(ACE, ACE)


def two_pair(hand: Holding, *, both_back: bool) -> Setting:
    smaller = hand.of(2)[1]
    return hand.front_singles() if both_back else hand.front(smaller, smaller)


def three_of_a_kind(hand: Holding) -> Setting:
    if hand.of(3)[0] == ACE:
        return hand.front(ACE, hand.of(1)[0])
    return hand.front_singles()


def full_house(hand: Holding) -> Setting:
    """The three back, the pair or the higher of two pairs front."""
    return hand.front(hand.of(2)[0], hand.of(2)[0])


def complete_with_three(hand: Holding) -> Setting:
    pair_front = [s for s in hand.complete if rank_low(s[1])[0] == Category.PAIR]
    return hand.best(pair_front or hand.complete)


def nothing_or_a_pair(hand: Holding) -> Setting:
    if hand.of(2):
        return hand.front_singles()
    singles = hand.of(1)
    return hand.front(singles[1], singles[2])


def foxwoods(cards: list[str]) -> Setting:
    hand = Holding(cards)
    singles = hand.of(1)
    top_single = singles[0] if singles else 0
    if hand.of(5):
        return five_aces(hand)
    if hand.of(4):
        four = hand.of(4)[0]
        keep = four <= SIX or (four <= TEN and top_single >= KING)
        return four_of_a_kind(hand, keep=keep)
    if hand.joker_and_ace_complete_it():
        return hand.best(hand.complete)
    if len(hand.of(3)) == 2:
        return hand.front(hand.of(3)[0], hand.of(3)[0])
    if hand.of(3) and hand.of(2):
        return full_house(hand)
    if len(hand.of(2)) == 3:
        return hand.front(hand.of(2)[0], hand.of(2)[0])
    if len(hand.of(2)) == 2:
        bigger = hand.of(2)[0]
        if bigger >= JACK:
            return two_pair(hand, both_back=False)
        return two_pair(hand, both_back=top_single >= (ACE if bigger >= SEVEN else KING))
    if hand.complete and hand.of(3):
        return complete_with_three(hand)
    if hand.complete:
        kept = hand.best(hand.complete)
        if hand.of(2) and TEN <= hand.of(2)[0] <= KING and top_single == ACE:
            pair_back = hand.front_singles()
            if rank_low(pair_back[1]) > rank_low(kept[1]):
                return pair_back
        return kept
    if hand.of(3):
        return three_of_a_kind(hand)
    return nothing_or_a_pair(hand)


def size(pair: int) -> str:
    if pair == ACE:
        return "ace"
    if pair >= JACK:
        return "high"
    return "medium" if pair >= SEVEN else "low"


def trump_plaza_both_back(pairs: list[int], top_single: int) -> bool:
    sizes = {size(pair) for pair in pairs}
    if sizes in ({"low"}, {"low", "medium"}):
        return top_single >= KING
    if sizes in ({"low", "high"}, {"medium"}):
        return top_single == ACE
    return False


def trump_plaza_full_house(hand: Holding) -> Setting:
    if hand.of(2) == [2] and hand.of(1) == [ACE, KING]:
        return hand.front(ACE, KING)
    return full_house(hand)


def trump_plaza(cards: list[str]) -> Setting:
    hand = Holding(cards)
    singles = hand.of(1)
    top_single = singles[0] if singles else 0
    if hand.of(5):
        return five_aces(hand)
    if hand.of(4):
        four = hand.of(4)[0]
        keep = four <= SIX or (four <= TEN and top_single >= KING) or (four <= KING and top_single == ACE)
        return four_of_a_kind(hand, keep=keep)
    if len(hand.of(3)) == 2:
        return hand.front(hand.of(3)[0], hand.of(3)[0])
    if hand.of(3) and hand.of(2):
        return trump_plaza_full_house(hand)
    if len(hand.of(2)) == 3:
        return hand.front(hand.of(2)[0], hand.of(2)[0])
    if len(hand.of(2)) == 2:
        return two_pair(hand, both_back=trump_plaza_both_back(hand.of(2), top_single))
    if hand.complete and hand.of(3):
        return complete_with_three(hand)
    if hand.complete:
        return hand.best(hand.complete)
    if hand.of(3):
        return three_of_a_kind(hand)
    return nothing_or_a_pair(hand)


HOUSE_WAYS = {"foxwoods": foxwoods, "trump-plaza": trump_plaza}


def set_by_house_way(cards: list[str], name: str = "foxwoods") -> Setting:
    return HOUSE_WAYS[name](cards)
