"""What computer players of banked games have in common: their wagers, and passing the bank."""

from __future__ import annotations

from collections import Counter
from random import Random

from houseway.cards import Card, rank_of, suit_of
from houseway.engine.asking import Question
from houseway.engine.banked import commands as cmd
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.kernel import Command
from houseway.money import NOTHING, Cents
from houseway.ranking import STANDARD_ORDER, Category, category_of, strength
from houseway.rules.game import Wager
from houseway.rules.table_rules import TableRules
from houseway.seats import Seat

_USUAL_WAGERS = (500, 1000, 1000, 1500, 2500)
_OPTIONAL_WAGERS = (100, 200, 500)
_FOR_OPTIONAL = 0.3


def before_the_deal(rules: TableRules, question: Question, chance: Random) -> Command | None:
    """The main wager, what must equal it, and now and then an optional one; the bank and the cut are passed.

    What a player who banks cannot cover is withdrawn.
    """
    withdrawn = question.of("withdraw_wagers")
    if withdrawn:
        return cmd.WithdrawWagers(wagers=tuple([ask.subject for ask in withdrawn]))
    if question.of("place_wagers"):
        main = rules.game.main_wager
        placed = {main.id: _amount(main, chance, _USUAL_WAGERS)}
        for wager in rules.game.before_the_deal.values():
            if wager.main:
                continue
            if wager.equals is not None:
                placed[wager.id] = placed[wager.equals]
            elif chance.random() < _FOR_OPTIONAL:
                placed[wager.id] = _amount(wager, chance, _OPTIONAL_WAGERS)
        return cmd.PlaceWagers(wagers=placed)
    if question.of("decline_cut"):
        return cmd.DeclineCut()
    return cmd.PassBank() if question.of("pass_bank") else None


def _amount(wager: Wager, chance: Random, usual: tuple[int, ...]) -> Cents:
    if wager.sizes:
        return chance.choice(wager.sizes)
    most = wager.maximum if wager.maximum is not None else 10**9
    return Cents(min(max(chance.choice(usual), wager.minimum), most))


def says(question: Question, word: str, cents: Cents = NOTHING) -> cmd.Decide:
    """This answer, if the chips suffice for it; else the last, which is always to do without."""
    for ask in question.of("decide"):
        if ask.word == word:
            if ask.amounts is not None and not ask.amounts.allows(cents):
                cents = ask.amounts.most or ask.amounts.least
            return cmd.Decide(word=word, cents=Cents(cents))
    return cmd.Decide(word=question.of("decide")[-1].word)


def hand(seen: BankedObservation, seat: Seat) -> tuple[Card, ...]:
    """The cards a seat holds."""
    return tuple([card for card in seen.hands[seat] if card is not None])


def board(seen: BankedObservation) -> tuple[Card, ...]:
    """The community cards that lie face up."""
    return tuple([card for card in seen.community if card is not None])


# Hold 'em against a dealer.


def uses_hole_cards(hole: tuple[Card, ...], board: tuple[Card, ...]) -> bool:
    """Whether a hole card makes a pair or better that the board alone does not have."""
    made = category_of(strength(hole + board, STANDARD_ORDER))
    pocket_deuces = all(rank_of(card) == 2 for card in hole) and made is Category.PAIR
    return made > _of_board(board) and not pocket_deuces


def _of_board(board: tuple[Card, ...]) -> Category:
    """What the board shows by itself; of three or four cards only pairs and the like can be told."""
    if len(board) == 5:
        return category_of(strength(board, STANDARD_ORDER))
    match sorted(Counter(rank_of(card) for card in board).values(), reverse=True):
        case [4, *_]:
            return Category.FOUR_OF_A_KIND
        case [3, *_]:
            return Category.THREE_OF_A_KIND
        case [2, 2]:
            return Category.TWO_PAIR
        case [2, *_]:
            return Category.PAIR
        case _:
            return Category.HIGH_CARD


def four_to_a_flush(hole: tuple[Card, ...], board: tuple[Card, ...], *, least: int) -> bool:
    """Whether four cards are of one suit, a hole card of at least this rank among them."""
    both = hole + board
    return any(rank_of(card) >= least and sum(suit_of(other) == suit_of(card) for other in both) >= 4 for card in hole)
