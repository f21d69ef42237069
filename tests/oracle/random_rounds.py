"""Random valid stated rounds of the four banked games, part of the decks stacked."""

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

from tests.oracle.cards import PAI_GOW_DECK, STANDARD_DECK
from tests.oracle.dealing import DEALER, deal_hi_lo, deal_holdem, deal_pai_gow, seats_of
from tests.oracle.five_card_hi_lo import legal_settings
from tests.oracle.house_ways import part
from tests.oracle.stacking import HI_LO, PAI_GOW, Maker, place, pool_deck
from tests.oracle.stacking_holdem import HOLDEM

Round = dict[str, Any]
EZ_ONLY = ("queens_dragon", "dynasty", "protection")
SMALL = (100, 200, 500, 1000, 2500)


def chance(rng: Random, probability: float) -> bool:
    return rng.random() < probability


def amount(rng: Random, *, large: bool) -> int:
    """Even cents; now and then an odd number of dollars, now and then a great many."""
    if large:
        return rng.choice([50_000, 123_456, 1_000_000, 2_500_000])
    return rng.choice([*SMALL, 2 * rng.randrange(50, 5000)])


def any_seats(rng: Random) -> list[int]:
    return sorted(rng.sample(range(1, 7), rng.choice([1, 1, 2, 3, 4, 5, 6])))


def dealing(rng: Random, submission: Round, *, community: bool) -> None:
    device = rng.choice([None, "manual-shoe", "hand", "automated-shoe"])
    if device is not None:
        submission["dealing"] = device
    if community and device == "automated-shoe" and chance(rng, 0.4):
        submission["community_first"] = True


def paytables(rng: Random, submission: Round, letters: dict[str, str]) -> None:
    """A letter for most of the tables; the others keep their default."""
    chosen = {name: rng.choice(choices) for name, choices in letters.items() if chance(rng, 0.85)}
    if chosen:
        submission["paytables"] = chosen


def meter(rng: Random, round_: Round, name: str, reset: int) -> None:
    """Perhaps a rate and a reset amount, perhaps a stated meter."""
    terms: Round = {}
    if chance(rng, 0.3):
        terms["rate_percent"] = rng.choice([1, 5, 10, 17, 25])
    if chance(rng, 0.3):
        terms["reset"] = reset = reset + 100_000 * rng.randrange(0, 5)
    if terms:
        round_["submission"][name] = terms
    if chance(rng, 0.6):
        round_.setdefault("meters", {})[name] = reset + rng.randrange(0, 10_000_000)


def neighbours(rng: Random, round_: Round, key: str) -> None:
    """Perhaps one player on two adjacent positions, never the bank."""
    seats = [seat for seat in seats_of(round_) if seat != round_.get("bank")]
    pairs = [(a, a + 1) for a in seats if a + 1 in seats]
    if pairs and chance(rng, 0.25):
        round_["submission"][key] = 2
        for seat in rng.choice(pairs):
            round_["seats"][str(seat)]["player"] = "Lee"


def shorten(rng: Random, round_: Round, deck: list[str], needed: int) -> None:
    """State the deck, sometimes no longer than it must be."""
    cards = deck[:needed] if chance(rng, 0.2) else deck
    round_["deck"] = " ".join(cards)


def holdem_deck(rng: Random, round_: Round, streets: list[int]) -> list[str]:
    style = rng.random()
    if style < 0.35:
        return rng.sample(STANDARD_DECK, 52)
    if style < 0.6:
        return pool_deck(rng, STANDARD_DECK)
    where, community = deal_holdem(list(range(52)), round_, streets)
    while True:
        one, two, dealer, board = rng.choice(HOLDEM)(rng)
        seats = rng.sample(seats_of(round_), len(seats_of(round_)))
        wanted = [(where[seats[0]], one), (where[DEALER], dealer), (community, board)]
        if len(seats) > 1:
            wanted.append((where[seats[1]], two))
        cards = [card for _, hand in wanted for card in hand]
        if len(set(cards)) == len(cards):
            break
    return place(rng, STANDARD_DECK, {i: c for indexes, hand in wanted for i, c in zip(indexes, hand, strict=False)})


def hands_deck(
    rng: Random, where: dict[Any, list[int]], holders: list[Any], full: tuple[str, ...], makers: tuple[Maker, ...]
) -> list[str]:
    """A deck in which one to three of the holders get a made hand."""
    style = rng.random()
    if style < 0.3:
        return rng.sample(full, len(full))
    if style < 0.45:
        return pool_deck(rng, full)
    wanted: dict[int, str] = {}
    for holder in rng.sample(holders, min(len(holders), rng.choice([1, 1, 2, 3]))):
        for _ in range(10):
            cards = rng.choice(makers)(rng)
            if len(set(cards)) == len(cards) and not set(cards) & set(wanted.values()):
                shuffled = rng.sample(cards, len(cards))
                wanted.update(zip(where[holder], shuffled, strict=True))
                break
    return place(rng, full, wanted)


def heads_up_decisions(rng: Random, ante: int, *, chip: bool) -> list[str]:
    for times in (3, 2):
        if chance(rng, 0.35):
            raised = rng.randrange(1, times * ante + 1) if chip else ante * rng.randrange(1, times + 1)
            return ["check"] * (3 - times) + [f"raise {raised}"]
    return ["check", "check", "fold" if chance(rng, 0.35) else f"raise {ante}"]


def heads_up_holdem(rng: Random) -> Round:
    submission: Round = {}
    round_: Round = {"game": "heads-up-holdem", "submission": submission, "seats": {}}
    paytables(rng, submission, {"pocket_bonus": "ABC", "trips_plus": "ABCD"})
    dealing(rng, submission, community=True)
    chip = chance(rng, 0.3)
    if chip:
        submission["raise_minimum"] = "chip"
    large = chance(rng, 0.25)
    if large or chance(rng, 0.1):
        submission["payout_limit"] = rng.choice([5_000_000, 5_000_001, 7_500_000, 20_000_000])
    for seat in any_seats(rng):
        ante = amount(rng, large=large)
        wagers = {"ante": ante, "odds": ante}
        for wager in ("pocket_bonus", "trips_plus"):
            if chance(rng, 0.6):
                wagers[wager] = amount(rng, large=False)
        round_["seats"][str(seat)] = {"wagers": wagers, "decisions": heads_up_decisions(rng, ante, chip=chip)}
    neighbours(rng, round_, "adjacent_boxes")
    needed = 2 * (len(round_["seats"]) + 1) + (5 if submission.get("community_first") else 7)
    shorten(rng, round_, holdem_deck(rng, round_, [3, 2]), needed)
    return round_


def holdem_bonus_wagers(rng: Random, *, large: bool, minimum: int) -> dict[str, int]:
    wagers = {"ante": max(minimum, amount(rng, large=large))}
    for wager in ("holdem_bonus", "five_card_player", "five_card_dealer"):
        if chance(rng, 0.6):
            wagers[wager] = max(minimum, amount(rng, large=large and wager == "holdem_bonus"))
    if chance(rng, 0.6):
        wagers["progressive"] = rng.choice([100, 500])
    return wagers


def holdem_bonus(rng: Random) -> Round:
    submission: Round = {}
    round_: Round = {"game": "holdem-bonus", "submission": submission, "seats": {}}
    paytables(rng, submission, {"holdem_bonus": "AB"})
    dealing(rng, submission, community=True)
    if chance(rng, 0.6):
        submission["ante_pays_on"] = rng.choice(["straight", "flush"])
    minimum = rng.choice([500, 5000, 10_000]) if chance(rng, 0.2) else 0
    if minimum:
        submission["table_minimum"] = minimum
    large = chance(rng, 0.2)
    for seat in any_seats(rng):
        streets = ["flop", rng.choice(["bet", "check"]), rng.choice(["bet", "check"])]
        round_["seats"][str(seat)] = {
            "wagers": holdem_bonus_wagers(rng, large=large, minimum=minimum),
            "decisions": ["fold"] if chance(rng, 0.3) else streets,
        }
    meter(rng, round_, "progressive", 1_000_000)
    meter(rng, round_, "five_card", 1_000_000)
    needed = 2 * (len(round_["seats"]) + 1) + (5 if submission.get("community_first") else 8)
    deck = holdem_deck(rng, round_, [3, 1, 1])
    if chance(rng, 0.6):  # usually a card near the top, so that it is often held
        round_["magic_card"] = rng.choice(deck[:needed] if chance(rng, 0.7) else deck)
    if chance(rng, 0.6):
        round_["lucky"] = rng.choice([1, 2, 3, 4, 5, 6, DEALER, DEALER, *seats_of(round_)])
    shorten(rng, round_, deck, needed)
    return round_


def pai_gow_optional(rng: Random, *, ez: bool, large: bool) -> dict[str, int]:
    wagers = {}
    for wager in ("fortune", "emperor", "insurance", *(EZ_ONLY if ez else ())):
        if chance(rng, 0.5):
            wagers[wager] = rng.choice([100, 499, 500, 501, 1000, 2500, 10_000, rng.randrange(100, 3000)])
            if large:
                wagers[wager] = rng.choice([10_000, 100_000, 1_000_000])
    if chance(rng, 0.5):
        wagers["progressive"] = rng.choice([100, 500])
    if ez and chance(rng, 0.5):
        wagers[rng.choice(["red", "black"])] = rng.choice(SMALL)
    return wagers


def text_of(high: tuple[str, ...] | list[str], low: tuple[str, ...] | list[str]) -> str:
    return f"{' '.join(high)} / {' '.join(low)}"


def pai_gow_decision(rng: Random, cards: list[str]) -> str:
    """The house way, a lawful setting, or any setting (often foul)."""
    style = rng.random()
    if style < 0.4:
        return "house way"
    if style < 0.8:
        high, low = rng.choice(part(cards))
    else:
        low = rng.choice(list(combinations(cards, 2)))
        high = tuple(card for card in cards if card not in low)
    return "set " + text_of(rng.sample(high, 5), rng.sample(low, 2))


def pai_gow_bank(rng: Random, round_: Round, seats: list[int]) -> None:
    if not chance(rng, 0.35):
        return
    round_["bank"] = rng.choice(seats)
    if len(seats) > 1 and chance(rng, 0.35):
        round_["co_bank"] = True
    elif len(seats) == 1 or chance(rng, 0.6):
        round_["dealer_wager"] = rng.choice([500, 1001, 2500, 10_000])


def pai_gow_submission(rng: Random, *, ez: bool, large: bool) -> Round:
    submission: Round = {"variant": "ez"} if ez else ({"variant": "standard"} if chance(rng, 0.5) else {})
    brand = rng.choice([None, "fortune", "emperor"])
    if brand is not None:
        submission["brand"] = brand
    insurance = "AB" if brand == "emperor" else "CDE"
    paytables(rng, submission, {"fortune": "ABCD", "emperor": "ABCD", "insurance": insurance})
    dealing(rng, submission, community=False)
    for key, choices in (("house_way", ("foxwoods", "trump-plaza")), ("vigorish", ("quarter", "exact"))):
        if chance(rng, 0.7):
            submission[key] = rng.choice(choices)
    if large or chance(rng, 0.1):
        submission["payout_limit"] = rng.choice([5_000_000, 5_000_001, 8_000_000, 50_000_000])
    return submission


def pai_gow(rng: Random) -> Round:
    ez, large = chance(rng, 0.5), chance(rng, 0.2)
    seats = any_seats(rng)
    round_: Round = {"game": "pai-gow", "submission": pai_gow_submission(rng, ez=ez, large=large), "seats": {}}
    if chance(rng, 0.85):
        round_["start"] = rng.choice([*range(1, 8), rng.randrange(8, 19)])
    pai_gow_bank(rng, round_, seats)
    meter(rng, round_, "progressive", 200_000)
    where = deal_pai_gow(list(range(53)), round_)
    deck = hands_deck(rng, where, [*seats, DEALER], PAI_GOW_DECK, PAI_GOW)
    for seat in seats:
        is_bank = seat == round_.get("bank")
        optional = pai_gow_optional(rng, ez=ez, large=large) if chance(rng, 0.75) else {}
        main = {} if is_bank else {"pai_gow": rng.choice([*SMALL, rng.randrange(100, 20_000)])}
        decisions = [] if is_bank and "co_bank" in round_ else [pai_gow_decision(rng, [deck[i] for i in where[seat]])]
        if not is_bank and not optional and chance(rng, 0.3):
            decisions.append("surrender")
        round_["seats"][str(seat)] = {"wagers": {**main, **optional}, "decisions": decisions}
    neighbours(rng, round_, "adjacent_areas")
    only_without_optional_wagers(round_)
    shorten(rng, round_, deck, 49)
    return round_


def only_without_optional_wagers(round_: Round) -> None:
    """645a.11(d): a player with an optional wager on either of two areas surrenders neither."""
    barred = {one.get("player", seat) for seat, one in round_["seats"].items() if set(one["wagers"]) - {"pai_gow"}}
    for seat, one in round_["seats"].items():
        if one.get("player", seat) in barred and "surrender" in one["decisions"]:
            one["decisions"].remove("surrender")


def five_card_hi_lo(rng: Random) -> Round:
    submission: Round = {}
    round_: Round = {"game": "five-card-hi-lo", "submission": submission, "seats": {}}
    paytables(rng, submission, {"ante_bonus": "ABCD", "poker_bonus": "AB"})
    dealing(rng, submission, community=False)
    seats = any_seats(rng)
    round_["seats"] = {str(seat): {} for seat in seats}
    where = deal_hi_lo(list(range(52)), round_)
    deck = hands_deck(rng, where, [*seats, DEALER], STANDARD_DECK, HI_LO)
    for seat in seats:
        wagers = {"ante": amount(rng, large=chance(rng, 0.1))}
        for wager in ("tie", "poker_bonus"):
            if chance(rng, 0.6):
                wagers[wager] = amount(rng, large=False)
        high, low = rng.choice(legal_settings([deck[i] for i in where[seat]]))
        played = "play " + text_of(rng.sample(high, 3), rng.sample(low, 2))
        round_["seats"][str(seat)] = {"wagers": wagers, "decisions": ["fold" if chance(rng, 0.2) else played]}
    neighbours(rng, round_, "adjacent_areas")
    shorten(rng, round_, deck, 5 * (len(seats) + 1))
    return round_


MAKERS = {
    "heads-up-holdem": heads_up_holdem,
    "holdem-bonus": holdem_bonus,
    "pai-gow": pai_gow,
    "five-card-hi-lo": five_card_hi_lo,
}


def rounds(game: str, count: int, seed: int) -> Iterator[Round]:
    """The same rounds for the same seed."""
    rng = Random(f"{game} {seed}")
    for _ in range(count):
        yield MAKERS[game](rng)
