"""Computer players of poker: hand strength against pot odds, from nothing but what their seat may see."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from random import Random

from houseway.cards import Card
from houseway.chapters.c637a_poker.betting import Options
from houseway.chapters.c637a_poker.hands import value
from houseway.chapters.c637a_poker.observe import PokerObservation
from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.play import computer
from houseway.play.poker_draws import discards
from houseway.play.poker_equity import draws_from, share_of_pot

NAMES = (*computer.NAMES, "Gil", "Hana", "Ivo", "Jun")

_VALUE_BET = 0.1
_VALUE_RAISE = 0.22
"""How far between a fair share and the whole of the pot a hand must promise to be bet, and to be raised."""
_OFTEN = 0.8
_BLUFF = 0.06
_TO_COME = 0.85
"""With cards to come a call may win more than the pot holds now, so it may promise this much less."""
_DISCOUNT = 0.35
"""Who bets or raises is taken to hold more than cards at random: the share is worth less by this part of the odds asked."""
_ALL_IN_FROM = 0.6
_GREATER_POT_SHARE = 0.65


@dataclass(frozen=True, slots=True)
class Action:
    """A word and, for a bet or raise, the seat's total in this betting round."""

    word: str
    to: int = 0


def act(rules: PokerRules, seen: PokerObservation, may: Options, chance: Random) -> Action:
    """Fold, check, call, bet or raise."""
    share = share_of_pot(rules.game, seen, may.seat, chance)
    players = len(seen.hands)
    fair = 1 / players
    if may.check:
        wants = share > fair + _VALUE_BET * (1 - fair) and chance.random() < _OFTEN
        if wants or chance.random() < _BLUFF / players:
            return _raise(rules, seen, may, share, chance) or Action("check")
        return Action("check")
    opening = seen.street == rules.game.streets[0].id and seen.current <= max(rules.forced_bet, *rules.blinds, 0)
    # A blind or a Forced Bet says nothing about the hand behind it.
    believed = share if opening else share * (1 - _DISCOUNT * may.call / seen.pot)
    odds = may.call / (seen.pot + may.call)
    last = seen.street == rules.game.streets[-1].id
    # Each bet already made in this betting round makes the next raise less likely, so that rounds come to an end.
    again = _OFTEN ** max(seen.current // max(rules.small_bet or rules.minimum_bet, 1), 1)
    if believed > fair + _VALUE_RAISE * (1 - fair) and chance.random() < again:
        raised = _raise(rules, seen, may, believed, chance)
        if raised is not None:
            return raised
    if believed > odds * (1 if last else _TO_COME):
        return Action("call")
    return Action("fold")


def _raise(rules: PokerRules, seen: PokerObservation, may: Options, share: float, chance: Random) -> Action | None:
    """A bet or raise of about half the pot to the pot; everything, if little would be left and the hand is good."""
    if may.raise_from is None or may.raise_to is None:
        return None
    word = "bet" if may.opens else "raise"
    least, most = may.raise_from, may.raise_to
    if least == most:
        return Action(word, least)
    part = 1.0 if share > _GREATER_POT_SHARE else chance.choice((0.5, 0.6, 0.75))
    wanted = seen.current + int((seen.pot + may.call) * part)
    chip = rules.smallest_chip
    # Whole units of the least bet look like a player's bet, as far as the range allows it.
    unit = max(rules.minimum_bet or least, chip)
    wanted = max(wanted // unit * unit, least)
    everything = seen.bets.get(may.seat, 0) + seen.stacks[may.seat]
    if wanted >= _ALL_IN_FROM * everything:
        if everything <= most and share > _GREATER_POT_SHARE:
            return Action(word, everything)
        wanted = least
    wanted = min(wanted, most)
    # The greatest lawful amount need not be whole chips; all of a stack always is.
    if wanted != everything:
        wanted = wanted // chip * chip
    if wanted < least and least != everything:
        wanted = -(-least // chip) * chip
    return Action(word, wanted) if least <= wanted <= most else None


def discard(rules: PokerRules, seen: PokerObservation, seat: int, up: int, chance: Random) -> tuple[Card, ...]:
    """The cards a seat throws away; ``up``: how many it must, for nothing, in super stud."""
    hand = tuple([card for card in seen.hands[seat] if card is not None])
    if not up:
        return discards(rules.game, hand, draws_from(rules.game, seen.street))
    # The up card is dealt last and stays.
    down, shown = hand[:-1], hand[-1]
    seed = chance.getrandbits(64)

    def worth(gone: tuple[Card, ...]) -> float:
        kept = [card for card in down if card not in gone]
        return share_of_pot(rules.game, seen, seat, Random(seed), [*kept, shown])

    return max(combinations(down, up), key=worth)


def mucks(rules: PokerRules, seen: PokerObservation, seat: int) -> bool:
    """Whether the hand is beaten in every way by hands shown by players who contend for every pot."""
    board = seen.board + seen.common
    own = [card for card in seen.hands[seat] if card is not None]
    shown = [
        [card for card in hand if card is not None]
        for other, hand in seen.hands.items()
        if other != seat and None not in hand and other not in seen.all_in
    ]
    for contest, _ in rules.game.contests:
        mine = value(rules.game, contest, own, board)
        others = [value(rules.game, contest, hand, board) for hand in shown]
        if mine is not None and not any(one is not None and one > mine for one in others):
            return False
    return True
