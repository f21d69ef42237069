"""What a printed payout is worth, in cents, and the record of one settled wager."""

import re
from typing import Any

Record = dict[str, Any]
PUSH = "push"
LOSE = "lose"


def net_of(pays: str, amount: int) -> int:
    """What a wager of `amount` gains or loses by "3 to 2", "9 for 1", "push" or "lose"."""
    if pays == PUSH:
        return 0
    if pays == LOSE:
        return -amount
    match = re.fullmatch(r"([\d,]+) (to|for) (\d+)", pays)
    assert match, pays
    first, kind, second = int(match[1].replace(",", "")), match[2], int(match[3])
    paid, remainder = divmod(amount * first, second)
    assert remainder == 0, f"{pays} on {amount}"
    return paid if kind == "to" else paid - amount


def dollars(cents: int) -> str:
    return f"${cents // 100:,}"


def record(seat: int, wager: str, amount: int, pays: str, net: int | None = None) -> Record:
    value = net_of(pays, amount) if net is None else net
    return {"seat": seat, "wager": wager, "amount": amount, "pays": pays, "net": value}


def limit_record(seat: int, reduction: int) -> Record:
    return {"seat": seat, "wager": "limit", "pays": "limit", "net": -reduction}


def winnings(records: list[Record], seat: int, wagers: set[str]) -> int:
    """The positive winnings of one seat's named wagers."""
    return sum(max(0, r["net"]) for r in records if r["seat"] == seat and r["wager"] in wagers)


def answer(seats: list[int], settlements: list[Record], setting: dict[str, Any] | None = None) -> dict[str, Any]:
    net = {str(seat): sum(r["net"] for r in settlements if r["seat"] == seat) for seat in seats}
    return {"settlements": settlements, "net": net, "setting": setting or {}}


class Meter:
    """A progressive meter: shares come off it, and the whole of it brings it back to the reset amount."""

    def __init__(self, amount: int, reset: int) -> None:
        self.amount = amount
        self.reset = reset

    def share(self, percent: int, among: int = 1) -> int:
        """Take a share, divided equally; odd cents stay on the meter. Returns one player's part."""
        each = self.amount * percent // 100 // among
        left = self.amount - each * among
        whole_odd_cents = self.amount - (self.amount // among) * among
        self.amount = self.reset + whole_odd_cents if percent == 100 else left
        return each


def open_meter(round_: dict[str, Any], name: str, default_reset: int, wagers: list[int]) -> Meter:
    """The meter once wagers are locked: as stated, plus this round's contributions."""
    terms = round_.get("submission", {}).get(name, {})
    reset = terms.get("reset", default_reset)
    amount = round_.get("meters", {}).get(name, reset)
    # Reading 645a-meter-cents: the wagers' fractions of a cent are added up, not dropped one by one.
    amount += sum(wagers) * terms.get("rate_percent", 0) // 100
    return Meter(amount, reset)
