"""663a: Five Card Hi-Lo, settled straight from sections .6 to .12."""

from itertools import combinations
from typing import Any

from tests.oracle.cards import ACE, parse, pip
from tests.oracle.dealing import DEALER, deal_hi_lo, in_settling_order, seats_of
from tests.oracle.hands import Category, rank_five
from tests.oracle.money import LOSE, PUSH, Record, answer, record

C = Category
ANTE_BONUS = {  # .12(b): four aces and one 2, four aces, three aces
    "A": ("1,000 for 1", "100 for 1", "10 for 1"),
    "B": ("500 for 1", "50 for 1", "5 for 1"),
    "C": ("200 for 1", "50 for 1", "5 for 1"),
    "D": ("100 for 1", "50 for 1", "5 for 1"),
}
POKER_BONUS_ROWS = (
    C.ROYAL_FLUSH,
    C.STRAIGHT_FLUSH,
    C.FOUR_OF_A_KIND,
    C.FULL_HOUSE,
    C.FLUSH,
    C.STRAIGHT,
    C.THREE_OF_A_KIND,
    C.TWO_PAIR,
    C.PAIR,
)
POKER_BONUS = {  # .12(d), and the lowest pair paid
    "A": (("250 to 1", "50 to 1", "25 to 1", "15 to 1", "10 to 1", "8 to 1", "5 to 1", "3 to 1", "1 to 1"), 7),
    "B": (("500 to 1", "100 to 1", "40 to 1", "15 to 1", "8 to 1", "6 to 1", "4 to 1", "3 to 1", "1 to 1"), 6),
}
Setting = tuple[list[str], list[str]]


def high_value(card: str) -> int:
    return 11 if pip(card) == ACE else min(pip(card), 10)


def low_value(card: str) -> int:
    return 1 if pip(card) == ACE else min(pip(card), 10)


def legal_settings(cards: list[str]) -> list[Setting]:
    """.11(d): three higher values high and two lower values low, up to one ace low."""
    settings = []
    for low in combinations(cards, 2):
        high = [card for card in cards if card not in low]
        few_aces = sum(pip(card) == ACE for card in low) <= 1
        if few_aces and min(map(high_value, high)) >= max(map(low_value, low)):
            settings.append((high, list(low)))
    return settings


def points(setting: Setting) -> tuple[int, int]:
    return sum(map(high_value, setting[0])), sum(map(low_value, setting[1]))


def dealer_setting(cards: list[str]) -> Setting:
    """.11(e): every ace high, unless there are four."""
    aces = sum(pip(card) == ACE for card in cards)
    wanted = 1 if aces == 4 else 0
    return next(s for s in legal_settings(cards) if sum(pip(card) == ACE for card in s[1]) == wanted)


def player_setting(cards: list[str], decision: str) -> Setting:
    high_text, low_text = decision.removeprefix("play ").split("/")
    high, low = parse(high_text), parse(low_text)
    legal = any(set(high) == set(s[0]) and set(low) == set(s[1]) for s in legal_settings(cards))
    assert legal, (cards, decision)
    return high, low


def ante_bonus_pays(cards: list[str], paytable: str) -> str | None:
    """.11(h)"""
    with_two, four, three = ANTE_BONUS[paytable]
    aces = sum(pip(card) == ACE for card in cards)
    if aces == 4:
        return with_two if any(pip(card) == 2 for card in cards) else four
    return three if aces == 3 else None


def poker_bonus_pays(cards: list[str], paytable: str) -> str:
    """.11(j)(2)"""
    pays, lowest_pair = POKER_BONUS[paytable]
    category, order = rank_five(tuple(cards))
    if category == C.HIGH_CARD or (category == C.PAIR and order[0] < lowest_pair):
        return LOSE
    return pays[POKER_BONUS_ROWS.index(category)]


def settle(round_: dict[str, Any]) -> dict[str, Any]:
    paytables = round_.get("submission", {}).get("paytables", {})
    hands = deal_hi_lo(parse(round_["deck"]), round_)
    dealer_high, dealer_low = points(dealer_setting(hands[DEALER]))
    settlements: list[Record] = []
    for seat in in_settling_order(round_):
        entry = round_["seats"][str(seat)]
        wagers, decision = entry["wagers"], entry["decisions"][0]
        ante, cards = wagers["ante"], hands[seat]
        if decision == "fold":
            settlements.append(record(seat, "ante", ante, LOSE))
            tie_pays = LOSE
        else:
            high, low = points(player_setting(cards, decision))
            if high > dealer_high and low < dealer_low:
                pays = "1 to 1"
            elif high <= dealer_high and low >= dealer_low:
                pays = LOSE
            else:
                pays = PUSH
            settlements.append(record(seat, "ante", ante, pays))
            settlements.append(record(seat, "play", ante, pays))
            bonus = ante_bonus_pays(cards, paytables.get("ante_bonus", "A"))
            if bonus is not None:
                times = int(bonus.split()[0].replace(",", ""))
                settlements.append(record(seat, "ante_bonus", ante, bonus, net=times * ante))
            ties = (high == dealer_high) + (low == dealer_low)
            tie_pays = {0: LOSE, 1: "4 to 1", 2: "20 to 1"}[ties]
        if "tie" in wagers:
            settlements.append(record(seat, "tie", wagers["tie"], tie_pays))
        if "poker_bonus" in wagers:
            pays = poker_bonus_pays(cards, paytables.get("poker_bonus", "A"))
            settlements.append(record(seat, "poker_bonus", wagers["poker_bonus"], pays))
    return answer(seats_of(round_), settlements)
