"""Pots, rake, contributions, and who wins what (637a.7(e)(6), .17, .18(e); readings 637a-rake-once, 637a-odd-chip)."""

from __future__ import annotations

from dataclasses import dataclass

from houseway.cards import Card
from houseway.clause import ClauseId
from houseway.engine.pot import commands as cmd
from houseway.engine.pot import events as ev
from houseway.engine.pot.draft import POT, PotDraft
from houseway.engine.pot.hands import cards_of, equal_hands, value
from houseway.engine.pot.posting import note_missed_blinds
from houseway.engine.pot.revenue import collect_rake, drop_rake, return_rake
from houseway.engine.pot.room_events import LosingHandsCounted
from houseway.engine.pot.state import PotStatus
from houseway.engine.refusal import Code, refuse
from houseway.rules.poker import Contest, Excess, Opens, Rake, RakeKind

MOST_EXCESS = 100
"""An excess may not exceed $1 (637a.10(i) and its like)."""

_LOWS = frozenset({Contest.LOW, Contest.LOW_EIGHT, Contest.LOW_27, Contest.BADUGI, Contest.BADUGI_ACE_HIGH})

_ACE_HIGH_LOWS = frozenset({Contest.LOW_27, Contest.BADUGI_ACE_HIGH})


@dataclass(slots=True)
class Pot:
    """An amount and who can win it. ``paid``: what is left of it to share."""

    amount: int
    contenders: tuple[int, ...]
    paid: int = 0


def return_uncalled(draft: PotDraft) -> None:
    """The part of the highest bet that nobody matched goes back to its player (637a.17(d))."""
    state = draft.state
    if state.dead:
        _return_uncalled_ante(draft)
    amounts = sorted(state.paid.values())
    second, most = amounts[-2:]
    if most == second:
        return
    seat = next(seat for seat, paid in state.paid.items() if paid == most)
    # A bet left by a dead hand stays, unless nobody who could have called it is left to win it (637a.18(l)(2)).
    if seat not in state.folded or state.all_in.issuperset(state.contending):
        cents = most - second
        if seat in state.folded:
            # It was part of the pot until now, and raked.
            return_rake(draft, "637a.17(d)")
        draft.emit(ev.UncalledBetReturned("637a.17(d)", seat, cents, ((POT, draft.account(seat), cents),)))


def _short_antes(draft: PotDraft) -> dict[int, int]:
    """What those paid who are all-in for less than their own Ante, where the Antes differ by seat."""
    antes = draft.state.antes_for_all
    short = {seat: antes.get(seat, 0) for seat in draft.state.order if seat in draft.state.all_in}
    return {seat: paid for seat, paid in short.items() if paid < draft.ante_of(seat)} if draft.antes_differ else {}


def _return_uncalled_ante(draft: PotDraft) -> None:
    state, short = draft.state, _short_antes(draft)
    for seat, paid in state.antes_for_all.items():
        others = [one for one in state.order if one != seat]
        if seat not in state.folded and all(one in short for one in others):
            cents = paid - max(short[one] for one in others)
            if cents > 0:
                posting = (POT, draft.account(seat), cents)
                draft.emit(ev.UncalledBetReturned("637a.17(d)", seat, cents, (posting,), ante=True))


def _ante_layers(draft: PotDraft) -> list[tuple[int, list[int]]]:
    """Antes posted for the table are the main pot's, for which every hand contends; but who is all-in for less than the
    own Ante contends only for as much of each (637a.8(b)(5)(i))."""
    state, contending = draft.state, draft.state.contending
    short = _short_antes(draft)
    layers, below = [], 0
    for level in sorted({paid for seat, paid in short.items() if paid and seat in contending}):
        amount = sum([min(paid, level) - min(paid, below) for paid in state.antes_for_all.values()])
        layers.append((amount, [seat for seat in contending if short.get(seat, level) >= level]))
        below = level
    rest = sum([max(paid - below, 0) for paid in state.antes_for_all.values()])
    full = [seat for seat in contending if seat not in short]
    if rest and full:
        layers.append((rest, full))
    elif layers:
        layers[-1] = (layers[-1][0] + rest, layers[-1][1])
    elif rest:
        layers.append((rest, contending))
    return layers


def _layers(draft: PotDraft) -> list[tuple[int, list[int]]]:
    """What was paid, in layers, and who contends for each; the main pot's first."""
    state = draft.state
    contending = state.contending
    layers = _ante_layers(draft) if state.dead else []
    below = 0
    for level in sorted({state.paid[seat] for seat in contending}):
        amount = sum([min(paid, level) - below for paid in state.paid.values() if paid > below])
        if amount:
            layers.append((amount, [seat for seat in contending if state.paid[seat] >= level]))
        below = level
    layers = layers or [(0, contending)]
    above = sum([paid - below for paid in state.paid.values() if paid > below])
    if above and state.all_in.issuperset(contending):
        # Nobody left has contributed to it: whoever left that pot last had won it (637a.8(b)(5)(i)).
        layers.append((above, [next(seat for seat in reversed(state.departed) if state.paid[seat] > below)]))
    elif above:
        # What a dead hand put in above the others stays in the last pot.
        layers[-1] = (layers[-1][0] + above, layers[-1][1])
    return layers


def form_pots(draft: PotDraft) -> list[Pot]:
    """The main pot first, then side pots; pots with the same contenders are one (637a.8(b)(5)).

    A discarded hand contends for nothing, except a side pot in which nobody is left against it.
    """
    mucked = draft.state.mucked
    pots: list[Pot] = []
    for amount, seats in _layers(draft):
        contenders = tuple(sorted([seat for seat in seats if seat not in mucked] if mucked else seats))
        contenders = contenders or tuple(seats)
        if pots and pots[-1].contenders == contenders:
            pots[-1].amount += amount
        else:
            pots.append(Pot(amount, contenders))
    for pot in pots:
        pot.paid = pot.amount
    return pots


def begin_showdown(draft: PotDraft) -> None:
    """Who made the final bet shows first; with no bet in the last round, the first player left of the button."""
    state, game = draft.state, draft.game
    contending = set(state.contending)
    first = state.aggressor if state.aggressor in contending else 0
    if not first:
        if game.opens is Opens.FORCED_BET:
            first = state.opener if state.opener in contending else 0
        ring = draft.clockwise_from(state.button)
        first = first or next(seat for seat in ring if seat in contending)
    ring = [first, *[seat for seat in draft.clockwise_from(first) if seat != first]]
    draft.emit(ev.ShowdownBegan("637a.18(e)", tuple(seat for seat in ring if seat in contending)))


def show(draft: PotDraft, command: cmd.ShowHand) -> None:
    """Turn a hand up, or concede and discard it unseen."""
    state, seat = draft.state, command.seat
    if state.status is not PotStatus.SHOWDOWN or seat not in state.showing:
        raise refuse(Code.SEAT_IS_ASKED, "637a.18(e)", f"seat {seat} has no hand to show now")
    if seat != state.showing[0]:
        raise refuse(
            Code.SEAT_IS_ASKED, "637a.18(e)", f"seat {state.showing[0]} shows first", (f"seat {state.showing[0]} show",)
        )
    if not command.muck:
        draft.emit(ev.HandShown("637a.18(e)", seat, state.hands[seat]))
        return
    if draft.rules.show_all:
        raise refuse(
            Code.DECISION_IS_OFFERED,
            "637a.18(e)",
            "this table requires every hand to be disclosed",
            (f"seat {seat} show",),
        )
    if any(_is_last_hand(draft, seat, seats) for _, seats in _layers(draft)):
        raise refuse(
            Code.DECISION_IS_OFFERED,
            "637a.18(e)",
            f"seat {seat} holds the last hand of a pot and wins it",
            (f"seat {seat} show",),
        )
    draft.emit(ev.HandMucked("637a.18(e)", seat))


def _is_last_hand(draft: PotDraft, seat: int, contenders: list[int]) -> bool:
    """Whether every other hand that contended for this pot has been discarded."""
    others = [one for one in contenders if one != seat]
    return seat in contenders and bool(others) and draft.state.mucked.issuperset(others)


def may_muck(draft: PotDraft, seat: int) -> bool:
    """Whether a hand may be discarded unseen at the showdown."""
    return not draft.rules.show_all and not any(_is_last_hand(draft, seat, seats) for _, seats in _layers(draft))


def award(draft: PotDraft, command: cmd.AwardPots) -> None:
    """Show every hand not yet shown, then rake, contribute and award."""
    state = draft.state
    if state.status is not PotStatus.SHOWDOWN:
        raise refuse(Code.STEP_IS_DUE, "637a.7(e)(6)", "there is no showdown to decide")
    if state.equipment is not None and not state.losers_counted:
        raise refuse(
            Code.STEP_IS_DUE,
            "637a.7(e)(6)(i)",
            "the losing hands are collected and counted before the pot is pushed",
            ("count the losing hands",),
        )
    for seat in state.showing:
        draft.emit(ev.HandShown("637a.18(e)", seat, state.hands[seat]))
    finish(draft)


def finish(draft: PotDraft) -> None:
    """Rake, contributions, side pots, main pot; the round is over and nothing more is raked (637a.17(e))."""
    state = draft.state
    # A hand that left at the showdown may leave a bet that nobody matches any more.
    return_uncalled(draft)
    pots = form_pots(draft)
    if state.equipment is not None and not state.losers_counted:
        draft.emit(LosingHandsCounted("637a.7(e)(6)(i)", losing_cards(draft)))
    before = sum(pot.amount for pot in pots)
    rakes = _rakes(draft, pots)
    if any(cents < state.raked.get(rake.kind, 0) for rake, cents in rakes):
        # Less is left to take than play had promised.
        return_rake(draft, "637a.17(b)")
    for rake, cents in rakes:
        _collect(draft, rake, cents)
    for contribution in draft.rules.contributions:
        if before >= contribution.minimum_pot and contribution.fund not in state.not_collecting:
            cents = min(contribution.cents, sum(pot.paid for pot in pots))
            _deduct(pots, cents)
            posting = (POT, f"{contribution.fund} box", cents)
            draft.emit(ev.ContributionTaken(contribution.clause, contribution.fund, cents, (posting,)))
    winners: set[int] = set()
    split = False
    for number in reversed(range(len(pots))):
        shares = _award_one(draft, number, pots[number])
        winners |= {share.seat for share in shares}
        split |= _is_split(shares)
    # The pot is what is left of the bets after rake and contributions (637a.1).
    _end(draft, sum(pot.paid for pot in pots), winners, split)


def _is_split(shares: list[ev.Share]) -> bool:
    """Whether one player won for one kind of hand and another for the other: what is divided by a tie is not split."""
    by_contest: dict[str, set[int]] = {}
    for share in shares:
        by_contest.setdefault(share.contest, set()).add(share.seat)
    return len(by_contest) > 1 and len(set().union(*by_contest.values())) > 1


def losing_cards(draft: PotDraft) -> int:
    """How many cards the losing players give back: those of hands that folded, were conceded or lost."""
    state = draft.state
    winners: set[int] = set()
    for pot in form_pots(draft):
        alone = len(pot.contenders) == 1
        winners |= set(pot.contenders) if alone else {share.seat for share in _shares(draft, pot)}
    # A folded hand of a draw game may have been shuffled back and dealt again.
    back = set(state.discards)
    folded = sum((seat, card) in back for seat in state.folded for card in state.hands.get(seat, ()))
    return folded + sum(len(state.hands[seat]) for seat in state.contending if seat not in winners)


def _end(draft: PotDraft, amount: int, winners: set[int], split: bool) -> None:
    state, rules, game = draft.state, draft.rules, draft.game
    kill = False
    if rules.kill is not None and amount >= rules.qualifying_pot:
        # One player won all of it; or a kill goes on, which only a split or a smaller pot ends (637a.1).
        kill = len(winners) == 1 or (state.kill and not split)
    ring = draft.clockwise_from(state.button)
    button = ring[0] if game.opens is Opens.BLINDS else 0
    drop_rake(draft)
    note_missed_blinds(draft)
    draft.emit(ev.PokerRoundEnded("637a.7(e)(6)", state.number, kill, button))


def _deduct(pots: list[Pot], cents: int) -> None:
    """Take an amount from the main pot, then from side pots."""
    for pot in pots:
        taken = min(cents, pot.paid)
        pot.paid -= taken
        cents -= taken


def _rakes(draft: PotDraft, pots: list[Pot]) -> list[tuple[Rake, int]]:
    """What each rake comes to, one after the other, and the pots less what is taken of them."""
    found = []
    for rake in draft.rules.pot_rakes:
        taken = _rake_of(draft, rake, pots)
        for pot, cents in zip(pots, taken, strict=True):
            pot.paid -= cents
        found.append((rake, sum(taken)))
    return found


def _collect(draft: PotDraft, rake: Rake, cents: int) -> None:
    """Take what is due beyond what was taken as play progressed."""
    more = cents - draft.state.raked.get(rake.kind, 0)
    if more > 0:
        collect_rake(draft, rake, more)


def _rake_of(draft: PotDraft, rake: Rake, pots: list[Pot]) -> list[int]:
    """What is raked from each pot: the main pot first, one cap for the round, in whole chips (637a.17(b)).

    Where two rakes are in use, each is worked out on the pot as it was bet, and takes no more than is left of it.
    """
    chip = draft.rules.smallest_chip
    left = sum(pot.amount for pot in pots) if rake.cap is None else rake.cap
    if rake.kind is RakeKind.INCREMENTAL:
        # Levels are reached by the whole of what was bet; the main pot pays before the side pots.
        amount = sum(pot.amount for pot in pots)
        left = min(left, sum(cents for level, cents in rake.steps if amount >= level)) // chip * chip
    taken = []
    for pot in pots:
        if rake.kind is RakeKind.PERCENTAGE:
            taken.append(min(pot.amount * rake.percent // 100, left, pot.paid) // chip * chip)
        else:
            taken.append(min(left, pot.paid))
        left -= taken[-1]
    return taken


def take_rake_so_far(draft: PotDraft) -> None:
    """Where the submission takes it after each betting round, the rake on what is in the pot now."""
    if any(rake.by_betting_round for rake in draft.rules.pot_rakes):
        for rake, cents in _rakes(draft, form_pots(draft)):
            if rake.by_betting_round:
                _collect(draft, rake, cents)


def _award_one(draft: PotDraft, number: int, pot: Pot) -> list[ev.Share]:
    game = draft.game
    if len(pot.contenders) == 1:
        seat = pot.contenders[0]
        shares = [ev.Share("637a.7(d)", seat, "uncontested", pot.paid)]
    else:
        shares = _shares(draft, pot)
    postings = tuple([(POT, draft.account(share.seat), share.cents) for share in shares if share.cents])
    clause = shares[0].clause if shares else game.section
    draft.emit(ev.PotAwarded(clause, number, pot.amount, pot.paid, pot.contenders, tuple(shares), postings))
    return shares


def _shares(draft: PotDraft, pot: Pot) -> list[ev.Share]:
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
        parts = [second + excess, second]
    shares: list[ev.Share] = []
    alone = len(decided) < len(draft.game.contests)
    for (contest, named, winners), part in zip(decided, parts, strict=True):
        clause = _award_clause(draft, contest, named, winners, alone=alone)
        each, excess = divided(part, len(winners), chip)
        lucky = _excess_winner(draft, contest, winners) if excess else 0
        for seat in winners:
            extra = excess if seat == lucky else 0
            shares.append(ev.Share(clause, seat, contest.value, each + extra, extra))
    return shares


def _award_clause(draft: PotDraft, contest: Contest, clause: ClauseId, winners: list[int], *, alone: bool) -> ClauseId:
    """By which clause a share is won: of tied hands, of the high hand alone, of a Badugi of fewer than four cards."""
    game = draft.game
    if alone and game.no_low_clause is not None:
        return game.no_low_clause
    if len(winners) > 1:
        return game.tie_clause(contest) or clause
    if contest in (Contest.BADUGI, Contest.BADUGI_ACE_HIGH):
        cards = len(cards_of(game, contest, draft.state.hands[winners[0]], ()))
        return clause if cards == 4 else game.short_badugi[3 - cards]
    return clause


def divided(cents: int, among: int, chip: int) -> tuple[int, int]:
    """An equal share in whole chips, and the excess; where that would exceed $1, the share is counted to the cent."""
    each = cents // among // chip * chip if among > 1 else cents
    if cents - each * among > MOST_EXCESS:
        each = cents // among
    return each, cents - each * among


def _winners(draft: PotDraft, contest: Contest, contenders: tuple[int, ...]) -> list[int]:
    """Who has the best hand of a contest.

    Each contest takes its own best cards, the same ones or others, and an ace may be high in one and low in the other
    (637a.10(k), 637a.10(l), 637a.12(m), 637a.19(l)(2)).
    """
    state, game = draft.state, draft.game
    shared = state.board + state.common
    values = {seat: value(game, contest, state.hands[seat], shared) for seat in contenders}
    best = max((one for one in values.values() if one is not None), default=None)
    return [] if best is None else [seat for seat, one in values.items() if one == best]


def _excess_winner(draft: PotDraft, contest: Contest, winners: list[int]) -> int:
    """Who is given what cannot be divided: by suit, or the first winner left of the button."""
    excess = draft.game.excess
    if excess is Excess.SUIT or (excess is Excess.SUBMISSION and draft.rules.odd_chip_by_suit):
        return _by_suit(draft, contest, winners)
    return next(seat for seat in draft.clockwise_from(draft.state.button) if seat in winners)


def _by_suit(draft: PotDraft, contest: Contest, winners: list[int]) -> int:
    """Tied highs: the highest suit of the hand's highest card; tied lows: the lowest suit of its lowest pip.

    Where a player can form the same hand from different cards, the cards that serve best count. Where that card is
    shared, the next one decides, and if the whole hand is shared, the first winner left of the button.
    """
    state = draft.state
    shared = state.board + state.common
    ring = [seat for seat in draft.clockwise_from(state.button) if seat in winners]
    used = {seat: equal_hands(draft.game, contest, state.hands[seat], shared) for seat in winners}
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
