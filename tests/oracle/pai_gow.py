"""645a: Pai Gow Poker, settled straight from sections .5 to .13."""

from typing import Any

from tests.oracle.cards import parse
from tests.oracle.dealing import DEALER, deal_pai_gow, in_settling_order, seats_of
from tests.oracle.hands import rank_high, rank_low
from tests.oracle.house_ways import Setting, is_foul, set_by_house_way
from tests.oracle.money import LOSE, PUSH, Meter, Record, answer, dollars, limit_record, open_meter, record, winnings
from tests.oracle.pai_gow_bonus import (
    INSURANCE,
    PROTECTION,
    bonus_row,
    colour_pays,
    high_card_pays,
    is_queens_dragon,
    progressive_pays,
)

RESET = 200_000
QUALIFYING_WAGER = 500
ENVY_WAGERS = ("fortune", "emperor", "dynasty")
OPTIONAL = {
    "fortune",
    "emperor",
    "insurance",
    "progressive",
    "queens_dragon",
    "dynasty",
    "protection",
    "red",
    "black",
}
WIN, TIE, LOSS = "1 to 1", PUSH, LOSE


class Table:
    """The stated round with its cards dealt and every hand set."""

    def __init__(self, round_: dict[str, Any]) -> None:
        self.round = round_
        submission = round_.get("submission", {})
        self.ez = submission.get("variant", "standard") == "ez"
        self.brand = submission.get("brand", "fortune")
        self.house_way = submission.get("house_way", "foxwoods")
        self.exact_vigorish = submission.get("vigorish", "quarter") == "exact"
        self.payout_limit = submission.get("payout_limit")
        self.paytables = submission.get("paytables", {})
        self.bank: int | None = round_.get("bank")
        self.co_bank = round_.get("co_bank", False)
        self.order = in_settling_order(round_)
        self.hands = deal_pai_gow(parse(round_["deck"]), round_)
        self.settings: dict[Any, Setting] = {DEALER: set_by_house_way(self.hands[DEALER], self.house_way)}
        for seat in self.order:
            self.settings[seat] = self.setting_of(seat)
        self.opponent = DEALER if self.bank is None else self.bank
        self.dragon = self.ez and is_queens_dragon(self.hands[self.opponent])

    def wagers(self, seat: int) -> dict[str, int]:
        return self.round["seats"][str(seat)].get("wagers", {})

    def decisions(self, seat: int) -> list[str]:
        return self.round["seats"][str(seat)].get("decisions", [])

    def surrendered(self, seat: int) -> bool:
        return "surrender" in self.decisions(seat)

    def setting_of(self, seat: int) -> Setting:
        """What the player set; a co-bank's hand and a bank's foul hand are set by the house way."""
        house = set_by_house_way(self.hands[seat], self.house_way)
        if seat == self.bank and self.co_bank:
            return house
        decision = self.decisions(seat)[0]
        if decision == "house way":
            return house
        high_text, low_text = decision.removeprefix("set ").split("/")
        high, low = tuple(sorted(parse(high_text))), tuple(sorted(parse(low_text)))
        assert len(high) == 5
        assert len(low) == 2
        assert {*high, *low} == set(self.hands[seat])
        if seat == self.bank and is_foul(high, low):
            return house
        return high, low

    def pays(self, who: Any) -> str:
        """.11(f): a Pai Gow Poker Wager against the dealer's or the bank's hands."""
        if self.dragon:
            return TIE
        high, low = self.settings[who]
        other_high, other_low = self.settings[self.opponent]
        if is_foul(high, low):
            return LOSS
        high_wins = rank_high(high) > rank_high(other_high)
        low_wins = rank_low(low) > rank_low(other_low)
        if high_wins and low_wins:
            return WIN
        return TIE if high_wins or low_wins else LOSS

    def vigorish(self, won: int) -> int:
        """.13(a): 5% of the amount won, up to the next quarter or exact."""
        if self.exact_vigorish:
            return won * 5 // 100
        quarters, remainder = divmod(won * 5, 25 * 100)
        return 25 * (quarters + (remainder > 0))

    def insurance_paytable(self) -> str:
        return self.paytables.get("insurance", "C" if self.brand == "fortune" else "A")

    def row(self, seat: int, wager: str) -> tuple[str, str, int]:
        return bonus_row(self.hands[seat], wager, self.paytables.get(wager, "A"), self.brand)


def main_records(table: Table, seat: int) -> list[Record]:
    """.11(d)(f), .12(m): the Pai Gow Poker Wager and its vigorish."""
    amount = table.wagers(seat)["pai_gow"]
    pays = LOSS if table.surrendered(seat) else table.pays(seat)
    records = [record(seat, "pai_gow", amount, pays)]
    if pays == WIN and not table.ez:
        records.append(record(seat, "vigorish", 0, "vigorish", net=-table.vigorish(amount)))
    return records


def optional_records(table: Table, seat: int, meter: Meter) -> list[Record]:
    """.11(h), in its order."""
    wagers, cards = table.wagers(seat), table.hands[seat]
    records = [record(seat, w, wagers[w], table.row(seat, w)[1]) for w in ("fortune", "emperor") if w in wagers]
    if "insurance" in wagers:
        pays = high_card_pays(cards, INSURANCE[table.insurance_paytable()])
        records.append(record(seat, "insurance", wagers["insurance"], pays))
    if "progressive" in wagers:
        amount, row = wagers["progressive"], progressive_pays(cards)
        if isinstance(row, int):
            records.append(record(seat, "progressive", amount, f"{row}% of meter", net=meter.share(row) - amount))
        else:
            records.append(record(seat, "progressive", amount, row))
    if "queens_dragon" in wagers:
        pays = "50 to 1" if table.dragon else LOSE
        records.append(record(seat, "queens_dragon", wagers["queens_dragon"], pays))
    if "dynasty" in wagers:
        records.append(record(seat, "dynasty", wagers["dynasty"], table.row(seat, "dynasty")[1]))
    if "protection" in wagers:
        records.append(record(seat, "protection", wagers["protection"], high_card_pays(cards, PROTECTION)))
    records += [record(seat, c, wagers[c], colour_pays(cards, c)) for c in ("red", "black") if c in wagers]
    if table.payout_limit is not None:  # .13(j)
        reduction = winnings(records, seat, OPTIONAL) - table.payout_limit
        if reduction > 0:
            records.append(limit_record(seat, reduction))
    return records


def player_at(table: Table, seat: int) -> str:
    return table.round["seats"][str(seat)].get("player", f"seat {seat}")


def envy_records(table: Table, seat: int) -> list[Record]:
    """.11(h)(1)(ii), (2)(ii), (6)(ii): each Qualifying Wager, each hand of another player."""
    records = []
    for wager in ENVY_WAGERS:
        if table.wagers(seat).get(wager, 0) < QUALIFYING_WAGER:
            continue
        for other in table.order:
            if player_at(table, other) == player_at(table, seat):
                continue
            cents = 100 * table.row(other, wager)[2]
            if cents:
                records.append(record(seat, "envy", 0, dollars(cents), net=cents))
    return records


def bank_records(table: Table, seat: int, settlements: list[Record]) -> list[Record]:
    """.12(i) to (l): what the bank collects and pays, its half if the dealer co-banks, and the vigorish."""
    surplus = -sum(r["net"] for r in settlements if r["wager"] == "pai_gow")
    dealer_wager = table.round.get("dealer_wager", 0)
    if dealer_wager:
        surplus -= record(0, "dealer", dealer_wager, table.pays(DEALER))["net"]
    if table.co_bank:
        surplus = surplus // 2  # rounds down: the odd cent of a surplus or a shortfall falls to the house
    records = [record(seat, "bank", 0, "bank", net=surplus)]
    if surplus > 0 and not table.ez:
        records.append(record(seat, "vigorish", 0, "vigorish", net=-table.vigorish(surplus)))
    return records


def settle(round_: dict[str, Any]) -> dict[str, Any]:
    table = Table(round_)
    progressive = [w["progressive"] for w in map(table.wagers, table.order) if "progressive" in w]
    meter = open_meter(round_, "progressive", RESET, progressive)
    settlements: list[Record] = []
    for seat in table.order:
        if seat != table.bank:
            settlements += main_records(table, seat)
        settlements += optional_records(table, seat, meter)
    for seat in table.order:
        settlements += envy_records(table, seat)
    if table.bank is not None:
        settlements += bank_records(table, table.bank, settlements)
    setting = {str(who): {"high": set(high), "low": set(low)} for who, (high, low) in table.settings.items()}
    return answer(seats_of(round_), settlements, setting)
