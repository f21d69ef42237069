"""Who wins what of a pot: the best hands of each contest, equal shares, and the excess (reading 637a-odd-chip)."""

from __future__ import annotations

from houseway.cards import Card
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.draft import PokerDraft
from houseway.chapters.c637a_poker.hands import cards_of, equal_hands, value
from houseway.chapters.c637a_poker.pots import Pot
from houseway.chapters.c637a_poker.rules import MOST_EXCESS, Contest
from houseway.clause import ClauseId
from houseway.money import NOTHING, Cents
from houseway.seats import Seat

_LOWS = frozenset({Contest.LOW, Contest.LOW_EIGHT, Contest.LOW_27, Contest.BADUGI, Contest.BADUGI_ACE_HIGH})

_ACE_HIGH_LOWS = frozenset({Contest.LOW_27, Contest.BADUGI_ACE_HIGH})
_BADUGIS = frozenset({Contest.BADUGI, Contest.BADUGI_ACE_HIGH})


def shares_of(draft: PokerDraft, pot: Pot) -> list[ev.Share]:
    chip = draft.rules.smallest_chip
    decided = []
    for contest, clause in draft.game.contests:
        winners = _winners(draft, contest, pot.contenders)
        if winners:
            decided.append((contest, clause, winners))
    parts = [pot.paid]
    if len(decided) == 2:
        # The excess of an uneven division belongs to the first contest: the high hand, or the lowball hand.
        second, excess = divided(pot.paid, 2, chip)
        parts = [Cents(second + excess), second]
    shares: list[ev.Share] = []
    alone = len(decided) < len(draft.game.contests)
    for (contest, named, winners), part in zip(decided, parts, strict=True):
        clause = _award_clause(draft, contest, named, winners, alone=alone)
        each, excess = divided(part, len(winners), chip)
        lucky, won_for = _excess_winner(draft, contest, winners) if excess else 0, contest.value
        for seat in winners:
            extra = excess if seat == lucky else NOTHING
            shares.append(ev.Share(clause=clause, seat=seat, contest=won_for, cents=Cents(each + extra), excess=extra))
    return shares


def _award_clause(
    draft: PokerDraft, contest: Contest, clause: ClauseId, winners: list[Seat], *, alone: bool
) -> ClauseId:
    """By which clause a share is won: of tied hands, of the high hand alone, of a Badugi of fewer than four cards."""
    game = draft.game
    if alone and game.no_low_clause is not None:
        return game.no_low_clause
    if len(winners) > 1:
        return game.tie_clause(contest) or clause
    if contest in _BADUGIS:
        cards = len(cards_of(game, contest, draft.state.round.hands[winners[0]], ()))
        return clause if cards == 4 else game.short_badugi[3 - cards]
    return clause


def divided(cents: Cents, among: int, chip: Cents) -> tuple[Cents, Cents]:
    """An equal share in whole chips, and the excess; where that would exceed $1, the share is counted to the cent."""
    each = cents // among // chip * chip if among > 1 else cents
    if cents - each * among > MOST_EXCESS:
        each = cents // among
    return Cents(each), Cents(cents - each * among)


def _winners(draft: PokerDraft, contest: Contest, contenders: tuple[Seat, ...]) -> list[Seat]:
    """Who has the best hand of a contest.

    Each contest takes its own best cards, the same ones or others, and an ace may be high in one and low in the other
    (637a.10(k), 637a.10(l), 637a.12(m), 637a.19(l)(2)).
    """
    game, round = draft.rules.game, draft.state.round
    shared, hands = round.board + round.common, round.hands
    values = {seat: value(game, contest, hands[seat], shared) for seat in contenders}
    best = max([one for one in values.values() if one is not None], default=None)
    return [] if best is None else [seat for seat, one in values.items() if one == best]


def _excess_winner(draft: PokerDraft, contest: Contest, winners: list[Seat]) -> Seat:
    """Who is given what cannot be divided: by suit, or the first winner left of the button."""
    if draft.rules.odd_chip_by_suit:
        return _by_suit(draft, contest, winners)
    return next(seat for seat in draft.clockwise_from(draft.state.button) if seat in winners)


def _by_suit(draft: PokerDraft, contest: Contest, winners: list[Seat]) -> Seat:
    """Tied highs: the highest suit of the hand's highest card; tied lows: the lowest suit of its lowest pip.

    Where a player can form the same hand from different cards, the cards that serve best count. Where that card is
    shared, the next one decides, and if the whole hand is shared, the first winner left of the button.
    """
    state = draft.state
    shared = state.round.board + state.round.common
    ring = [seat for seat in draft.clockwise_from(state.button) if seat in winners]
    used = {seat: equal_hands(draft.game, contest, state.round.hands[seat], shared) for seat in winners}
    if contest in _LOWS:
        ace = 12 if contest in _ACE_HIGH_LOWS else -1
        return min(ring, key=lambda seat: min(sorted(_low_key(card, ace) for card in hand) for hand in used[seat]))
    return max(ring, key=lambda seat: max(sorted(_high_cards(hand), reverse=True) for hand in used[seat]))


def _high_cards(hand: tuple[Card, ...]) -> list[int]:
    """The cards by rank and suit; the ace of A-2-3-4-5 is the lowest there."""
    wheel = {card >> 2 for card in hand} == {12, 0, 1, 2, 3}
    return [card - 52 if wheel and card >> 2 == 12 else card for card in hand]


def _low_key(card: Card, ace: int) -> tuple[int, int]:
    rank = card >> 2
    return (ace if rank == 12 else rank, card & 3)
