"""Decks laid out so that named hands come up, written as stated rounds write them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from houseway.cards import CARD_TEXT, DECK_52

IN_STACKS = "automated-shoe"
RING = 7


def spare(used: Iterable[str], count: int) -> list[str]:
    """Cards that are not among those used."""
    taken = set(used)
    return [CARD_TEXT[card] for card in DECK_52 if CARD_TEXT[card] not in taken][:count]


def around(hands: Sequence[str]) -> list[str]:
    """Hands dealt one card at a time, the first hand first."""
    split = [hand.split() for hand in hands]
    return [hand[turn] for turn in range(len(split[0])) for hand in split]


def stacked(hands: Sequence[str]) -> list[str]:
    """Hands dealt in whole stacks."""
    return [card for hand in hands for card in hand.split()]


def with_stub(front: Sequence[str]) -> str:
    """A complete deck that begins with these cards."""
    return " ".join([*front, *spare(front, 52)])


def five_card_deck(hands: Sequence[str], dealer: str, *, dealing: str = "manual-shoe") -> str:
    """The whole deck for hands of any size, the dealer's last."""
    everyone = [*hands, dealer]
    return with_stub(stacked(everyone) if dealing == IN_STACKS else around(everyone))


def holdem_deck(
    hands: Sequence[str],
    dealer: str,
    board: str,
    *,
    streets: Sequence[int],
    dealing: str = "manual-shoe",
    community_first: bool = False,
) -> str:
    """The whole deck: hole cards, the dealer's last, then each street of the board after a burn."""
    everyone, community = [*hands, dealer], board.split()
    hole = stacked(everyone) if dealing == IN_STACKS else around(everyone)
    if community_first:
        return with_stub([*community, *hole])
    burns = iter(spare([*hole, *community], len(streets)))
    front = list(hole)
    for count in streets:
        front += [next(burns), *community[:count]]
        del community[:count]
    return with_stub(front)


def pai_gow_deck(hands: Mapping[int, str], *, first: int = 0, dealing: str = "manual-shoe") -> str:
    """All 53 cards, seven to every position clockwise from the first; 0 is the dealer's, and no text is any cards."""
    held = {position: hand.replace("/", " ") for position, hand in hands.items() if hand}
    used = {card for hand in held.values() for card in hand.split()}
    rest = [card for card in CARD_TEXT if card not in used]
    piles = []
    for step in range(RING):
        position = (first + step) % RING
        piles.append(held[position] if position in held else " ".join(rest.pop() for _ in range(RING)))
    return " ".join([*(stacked(piles) if dealing == IN_STACKS else around(piles)), *rest])
