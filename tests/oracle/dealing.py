"""Who gets which cards of the deck, in the chapters' order, burns included."""

from typing import Any, TypeVar

Item = TypeVar("Item")
DEALER = "dealer"
SETTLING_ORDER = (6, 5, 4, 3, 2, 1)


def seats_of(round_: dict[str, Any]) -> list[int]:
    """The seats in the round, from the dealer's left."""
    return sorted(int(seat) for seat in round_["seats"])


def in_settling_order(round_: dict[str, Any]) -> list[int]:
    return [seat for seat in SETTLING_ORDER if str(seat) in round_["seats"]]


def hand_out(
    deck: list[Item], holders: list[Any], each: int, *, stacks: bool
) -> tuple[dict[Any, list[Item]], list[Item]]:
    """Deal `each` cards to every holder, one at a time around or in whole stacks; returns hands and stub."""
    hands: dict[Any, list[Item]] = {holder: [] for holder in holders}
    stub = list(deck)
    if stacks:
        for holder in holders:
            for _ in range(each):
                hands[holder].append(stub.pop(0))
    else:
        for _ in range(each):
            for holder in holders:
                hands[holder].append(stub.pop(0))
    return hands, stub


def deal_holdem(
    deck: list[Item], round_: dict[str, Any], streets: list[int]
) -> tuple[dict[Any, list[Item]], list[Item]]:
    """677a.8-.11, 647a.8-.11: two cards each, then the streets, each after a burn; returns hands and community."""
    submission = round_.get("submission", {})
    stacks = submission.get("dealing", "manual-shoe") == "automated-shoe"
    holders = [*seats_of(round_), DEALER]
    if submission.get("community_first", False):
        assert stacks
        hands, _ = hand_out(deck[5:], holders, 2, stacks=True)
        return hands, list(deck[:5])
    hands, stub = hand_out(deck, holders, 2, stacks=stacks)
    community: list[Item] = []
    for count in streets:
        stub.pop(0)
        community += stub[:count]
        stub = stub[count:]
    return hands, community


def deal_hi_lo(deck: list[Item], round_: dict[str, Any]) -> dict[Any, list[Item]]:
    """663a.8-.10: five cards each, the dealer last."""
    stacks = round_.get("submission", {}).get("dealing", "manual-shoe") == "automated-shoe"
    return hand_out(deck, [*seats_of(round_), DEALER], 5, stacks=stacks)[0]


def deal_pai_gow(deck: list[Item], round_: dict[str, Any]) -> dict[Any, list[Item]]:
    """645a.5(i), .8-.10: seven cards to all seven positions, clockwise from the starting position."""
    clockwise: list[Any] = [1, 2, 3, 4, 5, 6, DEALER]
    number_one = clockwise.index(round_.get("bank", DEALER))
    first = number_one
    for _ in range(round_.get("start", 1) - 1):
        first = (first - 1) % 7
    holders = clockwise[first:] + clockwise[:first]
    stacks = round_.get("submission", {}).get("dealing", "manual-shoe") == "automated-shoe"
    return hand_out(deck, holders, 7, stacks=stacks)[0]
