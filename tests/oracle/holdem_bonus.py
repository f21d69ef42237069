"""647a: Texas Hold 'Em Bonus Poker, settled straight from sections .7 to .12."""

from typing import Any

from tests.oracle.cards import ACE, JACK, KING, parse, pip, suit
from tests.oracle.dealing import DEALER, deal_holdem, in_settling_order, seats_of
from tests.oracle.hands import Category, best_standard, rank_five
from tests.oracle.money import LOSE, PUSH, Meter, Record, answer, dollars, limit_record, open_meter, record, winnings

C = Category
PROGRESSIVE: dict[Category, int | str] = {  # .12(d)(1); a whole number is a percentage of the meter
    C.ROYAL_FLUSH: 100,
    C.STRAIGHT_FLUSH: 10,
    C.FOUR_OF_A_KIND: "300 for 1",
    C.FULL_HOUSE: "50 for 1",
    C.FLUSH: "40 for 1",
    C.STRAIGHT: "30 for 1",
    C.THREE_OF_A_KIND: "9 for 1",
}
FIVE_CARD: dict[Category, int | str] = {  # .12(e)(1)
    C.ROYAL_FLUSH: 100,
    C.STRAIGHT_FLUSH: 10,
    C.FOUR_OF_A_KIND: "500 for 1",
    C.FULL_HOUSE: "100 for 1",
    C.FLUSH: "50 for 1",
}
ENVY = {  # .12(d)(5), by the amount of the Progressive Payout Wager
    100: {C.ROYAL_FLUSH: 100_000, C.STRAIGHT_FLUSH: 30_000},
    500: {C.ROYAL_FLUSH: 500_000, C.STRAIGHT_FLUSH: 150_000},
}
RESET = 1_000_000
CAPPED = {"ante", "flop", "turn", "river", "holdem_bonus"}
FIVE_CARD_WAGERS = ("five_card_player", "five_card_dealer")


def bonus_pays(hole: list[str], dealer_hole: list[str], paytable: str) -> str:
    """.12(b)"""
    low, high = sorted(pip(card) for card in hole)
    suited = suit(hole[0]) == suit(hole[1])
    if low == high == ACE:
        both = all(pip(card) == ACE for card in dealer_hole)
        return "1,000 to 1" if both and paytable == "A" else "30 to 1"
    if low == high:
        return "10 to 1" if high >= JACK else "3 to 1"
    if high == ACE and low == KING:
        return "25 to 1" if suited else "15 to 1"
    if high == ACE and low >= JACK:
        return "20 to 1" if suited else "5 to 1"
    return LOSE


def main_records(seat: int, entry: dict[str, Any], outcome: int, ante_qualifies: bool) -> list[Record]:
    """.11(h)(2): outcome is 1 if the player is higher, 0 if equal, -1 if lower."""
    ante = entry["wagers"]["ante"]
    decisions = entry["decisions"]
    if decisions[0] == "fold":
        return [record(seat, "ante", ante, LOSE)]
    pays = {1: "1 to 1", 0: PUSH, -1: LOSE}[outcome]
    ante_pays = PUSH if outcome == 1 and not ante_qualifies else pays
    records = [record(seat, "ante", ante, ante_pays), record(seat, "flop", 2 * ante, pays)]
    for street, decision in zip(("turn", "river"), decisions[1:], strict=True):
        if decision == "bet":
            records.append(record(seat, street, ante, pays))
    return records


def metered(seat: int, wager: str, amount: int, pays: int | str, meter: Meter) -> Record:
    """A payout that is either printed odds or a percentage of the meter as it stands now."""
    if isinstance(pays, int):
        return record(seat, wager, amount, f"{pays}% of meter", net=meter.share(pays) - amount)
    return record(seat, wager, amount, pays)


def dealer_hand_records(wagered: dict[int, int], category: Category, meter: Meter) -> dict[int, Record]:
    """.12(e)(2): the Five Card Hand Bonus Wagers on the dealer's hand, a meter share divided equally."""
    wager = "five_card_dealer"
    pays = FIVE_CARD.get(category, LOSE)
    if not wagered or isinstance(pays, str):
        return {seat: record(seat, wager, amount, str(pays)) for seat, amount in wagered.items()}
    each = meter.share(pays, among=len(wagered))
    return {
        seat: record(seat, wager, amount, f"{pays}% of meter", net=each - amount) for seat, amount in wagered.items()
    }


def magic_and_lucky(round_: dict[str, Any], seat: int, cards: dict[str, list[str]]) -> list[Record]:
    """.1, .12(e)(3): paid on top of each Five Card Hand Bonus Wager, with no stake in it."""
    records = []
    wagers = round_["seats"][str(seat)]["wagers"]
    for wager in FIVE_CARD_WAGERS:
        amount = wagers.get(wager)
        if amount is None:
            continue
        if round_.get("magic_card") in cards[wager]:
            records.append(record(seat, "magic", amount, "20 for 1", net=20 * amount))
        chosen = DEALER if wager == "five_card_dealer" else seat
        if str(round_.get("lucky")) == str(chosen):
            records.append(record(seat, "lucky", amount, "5 for 1", net=5 * amount))
    return records


def envy_records(seat: int, wager: int, flop_hands: dict[int, Category]) -> list[Record]:
    """.11(i)(5): for every other player's hand, folded or not."""
    table = ENVY[wager]
    sums = [table[category] for other, category in flop_hands.items() if other != seat and category in table]
    return [record(seat, "envy", 0, dollars(cents), net=cents) for cents in sums]


def settle(round_: dict[str, Any]) -> dict[str, Any]:
    submission = round_.get("submission", {})
    qualifier = {"straight": C.STRAIGHT, "flush": C.FLUSH}[submission.get("ante_pays_on", "straight")]
    least = submission.get("table_minimum", 0)
    best_bonus = 1000 if submission.get("paytables", {}).get("holdem_bonus", "A") == "A" else 30
    limit = max(5_000_000, 5 * least + best_bonus * submission.get("optional_minimum", 1))
    hands, community = deal_holdem(parse(round_["deck"]), round_, [3, 1, 1])
    flop = community[:3]
    order = in_settling_order(round_)
    wagers_of = {seat: round_["seats"][str(seat)]["wagers"] for seat in order}
    flop_hands = {seat: rank_five(tuple(hands[seat] + flop))[0] for seat in order}
    dealer = best_standard(hands[DEALER] + community)

    progressive_wagers = [w["progressive"] for w in wagers_of.values() if "progressive" in w]
    five_card_wagers = [w[name] for w in wagers_of.values() for name in FIVE_CARD_WAGERS if name in w]
    progressive_meter = open_meter(round_, "progressive", RESET, progressive_wagers)
    five_card_meter = open_meter(round_, "five_card", RESET, five_card_wagers)
    on_dealer = {seat: w["five_card_dealer"] for seat, w in wagers_of.items() if "five_card_dealer" in w}
    dealer_category = rank_five(tuple(hands[DEALER] + flop))[0]
    dealer_records = dealer_hand_records(on_dealer, dealer_category, five_card_meter)

    settlements: list[Record] = []
    for seat in order:
        entry = round_["seats"][str(seat)]
        wagers = entry["wagers"]
        folded = entry["decisions"][0] == "fold"
        player = best_standard(hands[seat] + community)
        outcome = (player > dealer) - (player < dealer)
        settlements += main_records(seat, entry, outcome, player[0] >= qualifier)
        if "holdem_bonus" in wagers:
            pays = bonus_pays(hands[seat], hands[DEALER], submission.get("paytables", {}).get("holdem_bonus", "A"))
            settlements.append(record(seat, "holdem_bonus", wagers["holdem_bonus"], pays))
        reduction = winnings(settlements, seat, CAPPED) - limit
        if reduction > 0:
            settlements.append(limit_record(seat, reduction))
        if "progressive" in wagers:
            row = LOSE if folded else PROGRESSIVE.get(flop_hands[seat], LOSE)
            settlements.append(metered(seat, "progressive", wagers["progressive"], row, progressive_meter))
            settlements += envy_records(seat, wagers["progressive"], flop_hands)
        if "five_card_player" in wagers:
            row = FIVE_CARD.get(flop_hands[seat], LOSE)
            settlements.append(metered(seat, "five_card_player", wagers["five_card_player"], row, five_card_meter))
        if seat in dealer_records:
            settlements.append(dealer_records[seat])
        shown = {"five_card_player": hands[seat] + flop, "five_card_dealer": hands[DEALER] + flop}
        settlements += magic_and_lucky(round_, seat, shown)
    return answer(seats_of(round_), settlements)
