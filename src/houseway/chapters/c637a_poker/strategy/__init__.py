"""Computer players of poker: hand strength against pot odds, from nothing but what their seat may see."""

from __future__ import annotations

from itertools import combinations
from random import Random

from houseway.cards import Card
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker.hands import is_beaten
from houseway.chapters.c637a_poker.observe import PokerObservation
from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.chapters.c637a_poker.strategy.draws import discards
from houseway.chapters.c637a_poker.strategy.equity import draws_from, share_of_pot
from houseway.engine.asking import Ask, Question
from houseway.engine.kernel import Command
from houseway.money import Cents
from houseway.seats import Seat

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


def strategy(rules: PokerRules, seen: PokerObservation, question: Question, chance: Random) -> Command | None:
    """What a computer player answers; a Straddle Bet is done without."""
    ask = question.asks[0]
    match ask.command:
        case "act":
            return act(rules, seen, question, chance)
        case "discard":
            return cmd.Discard(cards=discard(rules, seen, ask, chance))
        case "show_hand":
            may_muck = any(one.word == "muck" for one in question.asks)
            return cmd.ShowHand(muck=may_muck and mucks(rules, seen, ask.seat))
        case "post_blind":
            return cmd.PostBlind()
        case "choose_after_exposure":
            return cmd.ChooseAfterExposure(bet_on=True)
        case _:
            return None


def act(rules: PokerRules, seen: PokerObservation, question: Question, chance: Random) -> cmd.Act:
    """Fold, check, call, bet or raise."""
    seat, asks = question.seat, {ask.word: ask for ask in reversed(question.asks)}
    share = share_of_pot(rules.game, seen, seat, chance)
    players = len(seen.hands)
    fair = 1 / players
    raises = [ask for ask in question.asks if ask.word in ("bet", "raise") and ask.amounts is not None]
    pot = sum(one.cents for one in seen.pots) + sum(seen.bets.values()) - seen.raked
    if "check" in asks:
        wants = share > fair + _VALUE_BET * (1 - fair) and chance.random() < _OFTEN
        if wants or chance.random() < _BLUFF / players:
            return _raise(rules, seen, raises, Cents(seen.current + pot), share, chance) or cmd.Act(word="check")
        return cmd.Act(word="check")
    call = _least(asks["call"]) - seen.bets.get(seat, 0)
    opening = seen.phase == rules.game.streets[0].id and seen.current <= max(rules.forced_bet, *rules.blinds, 0)
    # A blind or a Forced Bet says nothing about the hand behind it.
    believed = share if opening else share * (1 - _DISCOUNT * call / pot)
    odds = call / (pot + call)
    last = seen.phase == rules.game.streets[-1].id
    # Each bet already made in this betting round makes the next raise less likely, so that rounds come to an end.
    again = _OFTEN ** max(seen.current // max(rules.small_bet or rules.minimum_bet, 1), 1)
    if believed > fair + _VALUE_RAISE * (1 - fair) and chance.random() < again:
        raised = _raise(rules, seen, raises, Cents(pot + call), believed, chance)
        if raised is not None:
            return raised
    return cmd.Act(word="call" if believed > odds * (1 if last else _TO_COME) else "fold")


def _least(ask: Ask) -> int:
    assert ask.amounts is not None
    return ask.amounts.least


def _raise(
    rules: PokerRules, seen: PokerObservation, asks: list[Ask], pot: Cents, share: float, chance: Random
) -> cmd.Act | None:
    """A bet or raise of about half the pot to the pot; everything, if little would be left and the hand is good."""
    if not asks:
        return None
    ask, amounts = asks[0], [one.amounts for one in asks if one.amounts is not None]
    least, most = amounts[0].least, max(one.most or one.least for one in amounts)
    if least == most:
        return cmd.Act(word=ask.word, to=least)
    part = 1.0 if share > _GREATER_POT_SHARE else chance.choice((0.5, 0.6, 0.75))
    # Whole units of the least bet look like a player's bet, as far as the range allows it.
    unit = max(rules.minimum_bet or least, amounts[0].step)
    wanted = max((seen.current + int(pot * part)) // unit * unit, least)
    everything = seen.bets.get(ask.seat, 0) + seen.chips[ask.seat]
    if wanted >= _ALL_IN_FROM * everything:
        wanted = everything if everything <= most and share > _GREATER_POT_SHARE else least
    # What is no amount of chips gives way to the least that is.
    return cmd.Act(word=ask.word, to=Cents(wanted) if any(one.allows(wanted) for one in amounts) else least)


def discard(rules: PokerRules, seen: PokerObservation, ask: Ask, chance: Random) -> tuple[Card, ...]:
    """The cards a seat throws away in a draw, or those it must, for nothing, in super stud."""
    seat = ask.seat
    must = ask.cards[0] if ask.cards is not None else 0
    hand = _known(seen, seat)
    if not must:
        return discards(rules.game, hand, draws_from(rules.game, seen.phase))
    shown = seen.up.get(seat, ())
    down = [card for card in hand if card not in shown]
    seed = chance.getrandbits(64)

    def worth(gone: tuple[Card, ...]) -> float:
        kept = [card for card in down if card not in gone]
        return share_of_pot(rules.game, seen, seat, Random(seed), [*kept, *shown])

    return max(combinations(down, must), key=worth)


def mucks(rules: PokerRules, seen: PokerObservation, seat: Seat) -> bool:
    """Return whether the hands shown beat a seat's hand for every share of every pot."""
    board = tuple([card for card in seen.community if card is not None]) + seen.common
    hands = {other: _known(seen, other) for other in {seat, *seen.shown}}
    return is_beaten(rules.game, seat, hands, board, [pot.contenders for pot in seen.pots])


def _known(seen: PokerObservation, seat: Seat) -> tuple[Card, ...]:
    return tuple([card for card in seen.hands[seat] if card is not None])
