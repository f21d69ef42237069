"""The actions of a learner: for each game a fixed list of names, and which command each stands for at a question.

Amounts go by a ladder, cards by their places in the hand sorted from the two of clubs up. What stands for an amount or a
setting that may not be had is not offered, so that what is offered is always taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations

from houseway.cards import Card
from houseway.chapters.c637a_poker import commands as poker
from houseway.chapters.c637a_poker.observe import PokerObservation
from houseway.chapters.c637a_poker.rules import PokerGame, PokerRules
from houseway.engine.asking import Ask, Question
from houseway.engine.banked import commands as banked
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.kernel import Command
from houseway.engine.observing import Observation
from houseway.money import Cents
from houseway.rules.game import BankedGame, Does, Option, Wager
from houseway.rules.game import Decide as DecidePhase
from houseway.rules.table_rules import TableRules
from houseway.seats import Seat

Choices = Mapping[str, Command | None]
"""What may be done now, by its name; None lets the question pass."""

WAIT, DEAL = "wait", "deal"
MAIN_TIMES = (1, 2, 5, 10)
"""The main wager, in units."""
OTHER_TIMES = (1, 5, 25)
"""A wager beside it, in dollars or in its minimum where that is more."""
_DOLLAR = 100
_USUAL_UNIT = 1000
LADDER = {"least": None, "half the pot": (1, 2), "the pot": (1, 1), "twice the pot": (2, 1), "most": None}
"""To what a bet or a raise comes: the least, parts of the pot after a call, the most."""


def unit_of(rules: TableRules | PokerRules) -> Cents:
    """What rewards and amounts are counted in: $10 or the least main wager; at poker the largest blind or the small bet."""
    if isinstance(rules, TableRules):
        return Cents(max(rules.game.main_wager.minimum, _USUAL_UNIT))
    return Cents(max(rules.blinds, default=0) or rules.small_bet or rules.minimum_bet or rules.ante)


def names_of(rules: TableRules | PokerRules) -> tuple[str, ...]:
    """Every action there is in a game."""
    named = _banked_names(rules.game) if isinstance(rules, TableRules) else _poker_names(rules)
    return tuple(dict.fromkeys(named))


def choices(rules: TableRules | PokerRules, seen: Observation, question: Question) -> Choices:
    """What the seat that is asked may do, made from what it sees."""
    if isinstance(rules, TableRules):
        assert isinstance(seen, BankedObservation)
        return dict(_banked(rules, seen, question))
    assert isinstance(seen, PokerObservation)
    return dict(_poker(seen, question))


def sorted_hand(seen: Observation, seat: Seat) -> tuple[Card, ...]:
    """The seat's own cards, from the two of clubs up to the joker."""
    return tuple(sorted([card for card in seen.hands.get(seat, ()) if card is not None]))


def _places(word: str, hand: Sequence[Card], some: Sequence[Card]) -> str:
    return " ".join([word, *[str(hand.index(card) + 1) for card in sorted(some)]])


# Against a bank.


def _banked_names(game: BankedGame) -> Iterator[str]:
    for wager in _offered(game):
        ladder = MAIN_TIMES if wager.main else OTHER_TIMES
        yield from [f"{wager.id} {size}" for size in wager.sizes] or [f"{wager.id} x{times}" for times in ladder]
    yield DEAL
    for phase in game.phases:
        if isinstance(phase, DecidePhase):
            yield from chain.from_iterable(_option_names(game, option) for option in phase.options)
            yield from (WAIT,) if phase.may_pass_over else ()


def _offered(game: BankedGame) -> Iterator[Wager]:
    return (wager for wager in game.before_the_deal.values() if wager.equals is None)


def _option_names(game: BankedGame, option: Option) -> Iterator[str]:
    if option.does is Does.WAGER and option.of is not None:
        yield from (f"{option.word} {times}x" for times in range(option.least_times, option.most_times + 1))
    elif option.does is Does.SET and option.word == "set" and game.arrangement is not None:
        held = game.arrangement.high + game.arrangement.low
        yield from (f"low {' '.join(map(str, low))}" for low in combinations(range(1, held + 1), game.arrangement.low))
    else:
        yield option.word


def _banked(rules: TableRules, seen: BankedObservation, question: Question) -> Iterator[tuple[str, Command | None]]:
    if question.of("place_wagers"):
        yield from _wagers(rules, seen, question)
        return
    for ask in question.of("decide"):
        if ask.cards is not None and rules.game.arrangement is not None:
            hand = sorted_hand(seen, question.seat)
            for high, low in rules.game.arrangement.legal(hand):
                yield _places("low", hand, low), banked.Decide(word=ask.word, high=high, low=low)
        elif ask.amounts is not None:
            yield from _times(rules, seen, ask)
        else:
            yield ask.word, banked.Decide(word=ask.word)
    if question.may_wait:
        yield WAIT, None


def _wagers(rules: TableRules, seen: BankedObservation, question: Question) -> Iterator[tuple[str, Command | None]]:
    """The main wager first, with what must equal it; then any of the others, each once, until the cards are dealt."""
    game, placed = rules.game, seen.placed.get(question.seat, {})
    by_wager = {ask.subject: ask.amounts for ask in question.of("place_wagers")}
    unit = unit_of(rules)
    for wager in _offered(game):
        amounts = by_wager.get(wager.id)
        if amounts is None or wager.id in placed or wager.main is bool(placed):
            continue
        least = unit if wager.main else max(wager.minimum, _DOLLAR)
        equal = [one.id for one in game.wagers.values() if one.equals == wager.id]
        named = {f"{wager.id} {size}": size for size in wager.sizes} or {
            f"{wager.id} x{times}": Cents(least * times) for times in (MAIN_TIMES if wager.main else OTHER_TIMES)
        }
        for name, cents in named.items():
            if amounts.allows(cents):
                yield name, banked.PlaceWagers(wagers=dict.fromkeys([wager.id, *equal], Cents(cents)))
    if placed:
        yield DEAL, None


def _times(rules: TableRules, seen: BankedObservation, ask: Ask) -> Iterator[tuple[str, Command | None]]:
    assert ask.amounts is not None
    phase = rules.phase(seen.phase)
    assert isinstance(phase, DecidePhase)
    option = next(one for one in phase.options if one.word == ask.word)
    assert option.of is not None
    for times in range(option.least_times, option.most_times + 1):
        cents = Cents(seen.placed[ask.seat][option.of] * times)
        if ask.amounts.allows(cents):
            yield f"{ask.word} {times}x", banked.Decide(word=ask.word, cents=cents)


# Among players.


def _poker_names(rules: PokerRules) -> Iterator[str]:
    yield from ("fold", "check", "call")
    yield from (f"bet {name}" for name in LADDER)
    yield from _discard_names(rules.game)
    if rules.straddle is not None:
        yield "straddle"
    yield from ("show", "muck", WAIT)


def _discard_names(game: PokerGame) -> Iterator[str]:
    held = 0
    for street in game.streets:
        held += 0 if street.draw else street.down + street.up
        numbers = range(held + 1) if street.draw else (street.discard,) if street.discard else ()
        for some in chain.from_iterable(combinations(range(1, held + 1), number) for number in numbers):
            yield " ".join(["discard", *map(str, some)]) if some else "stand"
        held -= street.discard


def _poker(seen: PokerObservation, question: Question) -> Iterator[tuple[str, Command | None]]:
    betting = [ask for ask in question.of("act") if ask.word in ("bet", "raise")]
    for ask in question.asks:
        match ask.command:
            case "act" if ask not in betting:
                yield ask.word, poker.Act(word=ask.word)
            case "discard":
                yield from _discards(seen, ask)
            case "show_hand":
                yield ask.word, poker.ShowHand(muck=ask.word == "muck")
            case "straddle":
                yield "straddle", poker.Straddle()
    yield from _bets(seen, question.seat, betting)
    if question.may_wait and not question.of("show_hand"):
        yield WAIT, None


def _bets(seen: PokerObservation, seat: Seat, asks: Sequence[Ask]) -> Iterator[tuple[str, Command]]:
    """The ladder, each amount once, under the first of its names."""
    ranges = [ask.amounts for ask in asks if ask.amounts is not None]
    if not ranges:
        return
    least, most, step = min(one.least for one in ranges), max(one.most or one.least for one in ranges), ranges[0].step
    call = seen.current - seen.bets.get(seat, 0)
    pot = sum(one.cents for one in seen.pots) + sum(seen.bets.values()) + call
    taken: set[int] = set()
    for name, part in LADDER.items():
        cents = least if name == "least" else most
        if part is not None:
            cents = Cents((seen.current + pot * part[0] // part[1]) // step * step)
        if cents not in taken and any(one.allows(cents) for one in ranges):
            taken.add(cents)
            yield f"bet {name}", poker.Act(word=asks[0].word, to=cents)


def _discards(seen: PokerObservation, ask: Ask) -> Iterator[tuple[str, Command]]:
    assert ask.cards is not None
    hand, (least, most) = sorted_hand(seen, ask.seat), ask.cards
    # Where so many must go, only cards that lie face down can.
    free = [card for card in hand if not least or card not in seen.up.get(ask.seat, ())]
    for some in chain.from_iterable(combinations(free, number) for number in range(least, most + 1)):
        yield _places("discard", hand, some) if some else "stand", poker.Discard(cards=some)
