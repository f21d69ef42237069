"""677a: World Poker Tour Heads-Up Hold 'Em, settled straight from sections .7 to .12."""

from typing import Any

from tests.oracle.cards import ACE, JACK, parse, pip, suit
from tests.oracle.dealing import DEALER, deal_holdem, in_settling_order, seats_of
from tests.oracle.hands import Category, Rank, best_standard
from tests.oracle.money import LOSE, PUSH, Record, answer, limit_record, record, winnings

C = Category
ODDS = {  # .12(b)
    C.ROYAL_FLUSH: "500 to 1",
    C.STRAIGHT_FLUSH: "50 to 1",
    C.FOUR_OF_A_KIND: "10 to 1",
    C.FULL_HOUSE: "3 to 1",
    C.FLUSH: "3 to 2",
    C.STRAIGHT: "1 to 1",
    C.THREE_OF_A_KIND: PUSH,
    C.TWO_PAIR: PUSH,
    C.PAIR: PUSH,
    C.HIGH_CARD: PUSH,
}
BAD_BEAT = {  # .12(c)
    C.STRAIGHT_FLUSH: "500 to 1",
    C.FOUR_OF_A_KIND: "25 to 1",
    C.FULL_HOUSE: "6 to 1",
    C.FLUSH: "5 to 1",
    C.STRAIGHT: "4 to 1",
}
POCKET_BONUS = {  # .12(d): pair of aces, suited ace with a face card, the same unsuited, other pairs
    "A": ("30 to 1", "20 to 1", "10 to 1", "5 to 1"),
    "B": ("25 to 1", "20 to 1", "10 to 1", "5 to 1"),
    "C": ("30 to 1", "20 to 1", "10 to 1", "4 to 1"),
}
TRIPS_PLUS_ROWS = (
    C.ROYAL_FLUSH,
    C.STRAIGHT_FLUSH,
    C.FOUR_OF_A_KIND,
    C.FULL_HOUSE,
    C.FLUSH,
    C.STRAIGHT,
    C.THREE_OF_A_KIND,
)
TRIPS_PLUS = {  # .12(e)
    "A": ("100 to 1", "40 to 1", "30 to 1", "9 to 1", "7 to 1", "4 to 1", "3 to 1"),
    "B": ("100 to 1", "40 to 1", "30 to 1", "8 to 1", "6 to 1", "5 to 1", "3 to 1"),
    "C": ("100 to 1", "40 to 1", "30 to 1", "7 to 1", "6 to 1", "5 to 1", "3 to 1"),
    "D": ("100 to 1", "40 to 1", "30 to 1", "8 to 1", "7 to 1", "4 to 1", "3 to 1"),
}


def pocket_bonus_pays(hole: list[str], paytable: str) -> str:
    """.11(i)(1)"""
    aces, suited, unsuited, pairs = POCKET_BONUS[paytable]
    low, high = sorted(pip(card) for card in hole)
    if low == high:
        return aces if high == ACE else pairs
    if high == ACE and low >= JACK:
        return suited if suit(hole[0]) == suit(hole[1]) else unsuited
    return LOSE


def trips_plus_pays(rank: Rank, paytable: str) -> str:
    """.11(i)(2)"""
    if rank[0] in TRIPS_PLUS_ROWS:
        return TRIPS_PLUS[paytable][TRIPS_PLUS_ROWS.index(rank[0])]
    return LOSE


def raise_placed(decisions: list[str]) -> int | None:
    """The Raise Wager, or nothing after a fold."""
    last = decisions[-1]
    return None if last == "fold" else int(last.split()[1])


def main_wagers(player: Rank, dealer: Rank) -> tuple[str, str, str, bool]:
    """.11(h): how the Ante, Raise and Odds Wagers are paid, and whether the last is a Bad Beat Bonus."""
    if dealer[0] < C.PAIR:
        if player > dealer:
            return PUSH, "1 to 1", ODDS[player[0]], False
        if player == dealer:
            return PUSH, PUSH, PUSH, False
        return PUSH, LOSE, LOSE, False
    if player > dealer:
        return "1 to 1", "1 to 1", ODDS[player[0]], False
    if player == dealer:
        return PUSH, PUSH, PUSH, False
    if player[0] >= C.STRAIGHT:
        return LOSE, LOSE, BAD_BEAT[player[0]], True
    return LOSE, LOSE, LOSE, False


def settle(round_: dict[str, Any]) -> dict[str, Any]:
    submission = round_.get("submission", {})
    paytables = submission.get("paytables", {})
    hands, community = deal_holdem(parse(round_["deck"]), round_, [3, 2])
    dealer = best_standard(hands[DEALER] + community)
    settlements: list[Record] = []
    won_by_player: dict[str, int] = {}
    for seat in in_settling_order(round_):
        entry = round_["seats"][str(seat)]
        wagers = entry["wagers"]
        assert wagers["ante"] == wagers["odds"]
        player = best_standard(hands[seat] + community)
        raised = raise_placed(entry["decisions"])
        bad_beat = False
        if raised is None:
            settlements.append(record(seat, "ante", wagers["ante"], LOSE))
            settlements.append(record(seat, "odds", wagers["odds"], LOSE))
        else:
            ante_pays, raise_pays, odds_pays, bad_beat = main_wagers(player, dealer)
            settlements.append(record(seat, "ante", wagers["ante"], ante_pays))
            settlements.append(record(seat, "raise", raised, raise_pays))
            settlements.append(record(seat, "odds", wagers["odds"], odds_pays))
        if "pocket_bonus" in wagers:
            pays = pocket_bonus_pays(hands[seat], paytables.get("pocket_bonus", "A"))
            settlements.append(record(seat, "pocket_bonus", wagers["pocket_bonus"], pays))
        if "trips_plus" in wagers:
            pays = trips_plus_pays(player, paytables.get("trips_plus", "A"))
            settlements.append(record(seat, "trips_plus", wagers["trips_plus"], pays))
        if "payout_limit" in submission:  # .12(f): (a) and (b) only, so never the Bad Beat Bonus
            capped = {"ante", "raise"} if bad_beat else {"ante", "raise", "odds"}
            won = winnings(settlements, seat, capped)
            name = entry.get("player", f"seat {seat}")
            already = won_by_player.get(name, 0)
            won_by_player[name] = already + won
            reduction = won - min(won, max(0, submission["payout_limit"] - already))
            if reduction:
                settlements.append(limit_record(seat, reduction))
    return answer(seats_of(round_), settlements)
