"""What the players of a PHH hand bring and post, worked out where the file does not say it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from houseway.interop.phh.file import PhhHand
from houseway.money import NOTHING, Cents


class Post(msgspec.Struct, frozen=True, gc=False):
    """What a player posts out of turn: ``live``, the largest blind as a bet; ``dead``, an amount for the main pot."""

    live: bool
    dead: Cents


Posts = Mapping[int, Post]
"""By player."""


def readings_of_posts(hand: PhhHand) -> tuple[Posts, ...]:
    """What an entry below nothing among the blinds can mean, the likeliest first.

    The largest blind is a live post, more than it is a live post and dead money. Less is posted by itself: it is topped up
    by the player's own call or raise, or lost by a fold. But some sites write it for dead money beside a live post.
    """
    listed = dict(enumerate(hand.by_player(hand.blinds), 1))
    posted = {player: Cents(-blind) for player, blind in listed.items() if blind < 0}
    if not posted:
        return ({},)
    largest = max(NOTHING, *hand.blinds)
    by_itself = {player: _post(hand, player, cents, largest) for player, cents in posted.items()}
    if all(cents >= largest for cents in posted.values()):
        return (by_itself,)
    beside = {
        player: by_itself[player] if cents >= largest else Post(live=True, dead=cents)
        for player, cents in posted.items()
    }
    return by_itself, beside


def _post(hand: PhhHand, player: int, cents: Cents, largest: Cents) -> Post:
    if cents >= largest:
        return Post(live=True, dead=Cents(cents - largest))
    first = next((one.word for one in hand.actions if one.player == player and one.word in _BETS), "")
    # Who stays in has the largest blind or more in the pot, whatever part of it was posted.
    return Post(live=False, dead=cents) if first == "f" else Post(live=True, dead=NOTHING)


_BETS = frozenset({"f", "cc", "cbr", "pb"})


def stacks_of(hand: PhhHand) -> tuple[Cents, ...]:
    """What each player brings. A stack that is not known is deep enough for what the player did, and for more.

    Who is in the hand to its end but is asked no more is all-in: that stack is what was bet of it.
    """
    if None not in hand.stacks:
        return tuple([one or NOTHING for one in hand.stacks])
    bets = _Bets(hand)
    for action in hand.actions:
        bets.take(action.word, action.player, action.amount)
    bets.end_street()
    deep = 2 * (sum(bets.paid.values()) + sum(one or 0 for one in hand.stacks) + hand.min_bet + 1)
    return tuple(
        [
            stack if stack is not None else Cents(bets.paid[player] + (0 if player in bets.all_in else deep))
            for player, stack in enumerate(hand.stacks, 1)
        ]
    )


class _Bets:
    """Follows what is bet, only to tell who is all-in: the table itself rules on everything."""

    def __init__(self, hand: PhhHand) -> None:
        self.stacks = dict(enumerate(hand.stacks, 1))
        self.paid = dict.fromkeys(self.stacks, 0)
        self.bets = dict.fromkeys(self.stacks, 0)
        self.silent = set(self.stacks)
        self.folded: set[int] = set()
        self.all_in: set[int] = set()
        self.betting = False
        self.bring_in = hand.bring_in
        for player, ante in enumerate(hand.by_player(hand.antes), 1):
            self.paid[player] += ante
        for player, blind in enumerate(hand.by_player(hand.blinds), 1):
            self._bet(player, min(abs(blind), max(hand.blinds)))
            self.paid[player] += max(0, abs(blind) - max(hand.blinds))

    def _bet(self, player: int, to: int) -> None:
        stack, bet = self.stacks[player], self.bets[player]
        more = max(to - bet, 0)
        if stack is not None:
            more = min(more, max(stack - self.paid[player], 0))
        self.bets[player] += more
        self.paid[player] += more

    def take(self, word: str, player: int, amount: Cents) -> None:
        """Follow one action."""
        match word:
            case "db" | "dh" | "sd":
                if self.betting or word == "db":
                    self.end_street()
                return
            case "f":
                self.folded.add(player)
            case "cc":
                self._bet(player, max(self.bets.values()))
            case "cbr":
                self._bet(player, amount)
            case "pb":
                self._bet(player, self.bring_in)
            case _:
                return
        self.betting = True
        self.silent.discard(player)

    def end_street(self) -> None:
        """Who is left and was not asked, or has not answered a raise, is all-in, unless nobody is left against them."""
        left = set(self.stacks) - self.folded
        if len(left) > 1:
            most = max(self.bets.values())
            self.all_in |= {player for player in left if player in self.silent or self.bets[player] < most}
        self.bets = dict.fromkeys(self.stacks, 0)
        self.silent = set(self.stacks)
        self.betting = False
