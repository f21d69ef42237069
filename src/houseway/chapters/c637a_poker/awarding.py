"""The end of a round: the showdown, rake, contributions, and each pot awarded (637a.7(e)(6), .17, .18(e); reading 637a-rake-once)."""

from __future__ import annotations

from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.draft import POT, PokerDraft
from houseway.chapters.c637a_poker.posting import note_missed_blinds
from houseway.chapters.c637a_poker.pots import Pot, form_pots, layers_of, return_uncalled
from houseway.chapters.c637a_poker.revenue import collect_rake, drop_rake, return_rake
from houseway.chapters.c637a_poker.rules import Opens, Rake, RakeKind
from houseway.chapters.c637a_poker.shares import shares_of
from houseway.chapters.c637a_poker.state import Status
from houseway.clause import ClauseId
from houseway.engine.accounts import Posting
from houseway.engine.refusal import Code, refuse
from houseway.money import Cents
from houseway.seats import Seat

# Looked up once: they are asked for with every round.
BLINDS, FORCED_BET = Opens.BLINDS, Opens.FORCED_BET
AWARDED_IN = (Status.SHOWDOWN, Status.AWARDING)
"""When losing hands are collected and pots awarded."""
SHOWING = ClauseId("637a.18(e)")
"""Who shows, and in which order."""


def begin_showdown(draft: PokerDraft) -> None:
    """Who made the final bet shows first; with no bet in the last round, the first player left of the button."""
    round = draft.state.round
    contending = round.contending
    if round.aggressor in contending:
        first = round.aggressor
    elif draft.game.opens is FORCED_BET and round.opener in contending:
        first = round.opener
    else:
        first = next(seat for seat in draft.clockwise_from(draft.state.button) if seat in contending)
    ring = (first, *draft.clockwise_from(first)[:-1])
    draft.emit(ev.ShowdownBegan(clause=SHOWING, order=tuple([seat for seat in ring if seat in contending])))


def show(draft: PokerDraft, command: cmd.ShowHand) -> None:
    """Turn a hand up, or concede and discard it unseen."""
    seat, round = draft.seat, draft.state.round
    if not command.muck and may_show_uncontested(draft, seat):
        turn_up(draft, seat)
        return
    if round.status is not Status.SHOWDOWN or seat not in round.showing:
        raise refuse(Code.SEAT_IS_ASKED, ClauseId("637a.18(e)"), f"seat {seat} has no hand to show now")
    if seat != round.showing[0]:
        raise refuse(
            Code.SEAT_IS_ASKED,
            ClauseId("637a.18(e)"),
            f"seat {round.showing[0]} shows first",
            (f"seat {round.showing[0]} show",),
        )
    if not command.muck:
        turn_up(draft, seat)
        return
    if draft.rules.show_all:
        raise refuse(
            Code.DECISION_IS_OFFERED,
            ClauseId("637a.18(e)"),
            "this table requires every hand to be disclosed",
            (f"seat {seat} show",),
        )
    if holds_last_hand(draft, seat):
        raise refuse(
            Code.DECISION_IS_OFFERED,
            ClauseId("637a.18(e)"),
            f"seat {seat} holds the last hand of a pot and wins it",
            (f"seat {seat} show",),
        )
    draft.emit(ev.HandMucked(clause=SHOWING, seat=seat))


def may_show_uncontested(draft: PokerDraft, seat: Seat) -> bool:
    """Return whether a player who won without a showdown may still turn the hand up, until the next round starts.

    A Qualifying High Hand is one that a player held, whether or not another called (637a.1, 637a.16(f)).
    """
    round = draft.state.round
    if round.status not in (Status.AWARDING, Status.BETWEEN_ROUNDS) or round.void or round.contending != [seat]:
        return False
    return seat not in round.shown and bool(round.hands.get(seat))


def holds_last_hand(draft: PokerDraft, seat: Seat) -> bool:
    """Whether at the showdown every other hand that contended for one of the pots has been discarded."""
    mucked = draft.state.round.mucked
    if not mucked:
        return False
    pots = [{*seats} for _, seats in layers_of(draft) if seat in seats]
    return any(len(seats) > 1 and seats - {seat} <= mucked for seats in pots)


def may_muck(draft: PokerDraft, seat: Seat) -> bool:
    """Whether a hand may be discarded unseen at the showdown."""
    return not draft.rules.show_all and not holds_last_hand(draft, seat)


def award(draft: PokerDraft, command: cmd.AwardPots) -> None:
    """Show every hand not yet shown, then rake, contribute and award."""
    state, round = draft.state, draft.state.round
    if round.status not in AWARDED_IN:
        raise refuse(Code.STEP_IS_DUE, ClauseId("637a.7(e)(6)"), "there is no pot to award yet")
    if state.equipment.owned and not round.losers_counted:
        raise refuse(
            Code.STEP_IS_DUE,
            ClauseId("637a.7(e)(6)(i)"),
            "the losing hands are collected and counted before the pot is pushed",
            ("count the losing hands",),
        )
    turn_up_the_rest(draft)
    finish(draft, command.without)


def turn_up_the_rest(draft: PokerDraft) -> None:
    """Hands that nobody has shown or conceded are turned up by the dealer."""
    round = draft.state.round
    for seat in round.showing:
        turn_up(draft, seat)


def turn_up(draft: PokerDraft, seat: Seat) -> None:
    """A hand of the showdown is shown."""
    draft.emit(ev.HandShown(clause=SHOWING, seat=seat, cards=draft.state.round.hands[seat]))


def win_uncontested(draft: PokerDraft) -> None:
    """One player is left: the pot is pushed, where the table has decks of its own after a count of the losing hands.

    Under a dealer whose pots contribute to a jackpot it is pushed by the dealer, when it is known which funds collect.
    """
    waits_for_dealer = draft.state.staffed and draft.rules.contributions and not draft.state.stated
    if not draft.state.equipment.owned and not waits_for_dealer:
        finish(draft)
        return
    draft.emit(ev.LastPlayerLeft(clause=ClauseId("637a.7(d)"), seat=draft.state.round.contending[0]))


def finish(draft: PokerDraft, without: tuple[str, ...] = ()) -> None:
    """Rake, contributions, side pots, main pot; the round is over and nothing more is raked (637a.17(e))."""
    state = draft.state
    # A hand that left at the showdown may leave a bet that nobody matches any more.
    return_uncalled(draft)
    pots = form_pots(draft)
    before = sum([pot.amount for pot in pots])
    if draft.rules.pot_rakes:
        _take_rakes(draft, pots)
    for contribution in draft.rules.contributions:
        if before >= contribution.minimum_pot and contribution.fund not in (*state.not_collecting, *without):
            cents = Cents(min(contribution.due_from(Cents(before)), sum(pot.paid for pot in pots)))
            _deduct(pots, cents)
            posting = (POT, f"{contribution.fund} box", cents)
            draft.emit(
                ev.ContributionTaken(
                    clause=contribution.clause, fund=contribution.fund, cents=cents, postings=(posting,)
                )
            )
    awarded = [_award_one(draft, number, pots[number]) for number in reversed(range(len(pots)))]
    kill = False
    if draft.rules.kill is not None:
        # The pot is what is left of the bets after rake and contributions (637a.1).
        kill = _kill_follows(draft, Cents(sum([pot.paid for pot in pots])), awarded)
    _end(draft, kill=kill)


def _take_rakes(draft: PokerDraft, pots: list[Pot]) -> None:
    rakes, raked = _rakes(draft, pots), draft.state.round.raked
    if any(cents < raked.get(rake.kind, 0) for rake, cents in rakes):
        # Less is left to take than play had promised.
        return_rake(draft, ClauseId("637a.17(b)"))
    for rake, cents in rakes:
        _collect(draft, rake, cents)


def _kill_follows(draft: PokerDraft, amount: Cents, awarded: list[list[ev.Share]]) -> bool:
    """One player won all of a qualifying pot; or a kill goes on, which only a split or a smaller pot ends (637a.1)."""
    if amount < draft.rules.qualifying_pot:
        return False
    winners = {share.seat for shares in awarded for share in shares}
    return len(winners) == 1 or (draft.state.kill and not any(_is_split(shares) for shares in awarded))


def _is_split(shares: list[ev.Share]) -> bool:
    """Whether one player won for one kind of hand and another for the other: what is divided by a tie is not split."""
    by_contest: dict[str, set[Seat]] = {}
    for share in shares:
        by_contest.setdefault(share.contest, set()).add(share.seat)
    return len(by_contest) > 1 and len(set().union(*by_contest.values())) > 1


def losing_cards(draft: PokerDraft) -> int:
    """How many cards the losing players give back: those of hands that folded, were conceded or lost."""
    round = draft.state.round
    winners: set[Seat] = set()
    for pot in form_pots(draft):
        alone = len(pot.contenders) == 1
        winners |= set(pot.contenders) if alone else {share.seat for share in shares_of(draft, pot)}
    # A folded hand of a draw game may have been shuffled back and dealt again.
    back = set(round.discards)
    folded = sum((seat, card) in back for seat in round.folded for card in round.hands.get(seat, ()))
    return folded + sum(len(round.hands[seat]) for seat in round.contending if seat not in winners)


def _end(draft: PokerDraft, *, kill: bool) -> None:
    state = draft.state
    button = draft.clockwise_from(state.button)[0] if draft.game.opens is BLINDS else Seat(0)
    drop_rake(draft)
    note_missed_blinds(draft)
    draft.emit(ev.RoundEnded(clause=ClauseId("637a.7(e)(6)"), number=state.number, kill_next=kill, button_next=button))


def _deduct(pots: list[Pot], cents: Cents) -> None:
    """Take an amount from the main pot, then from side pots."""
    for pot in pots:
        taken = min(cents, pot.paid)
        pot.paid, cents = Cents(pot.paid - taken), Cents(cents - taken)


def _rakes(draft: PokerDraft, pots: list[Pot]) -> list[tuple[Rake, Cents]]:
    """What each rake comes to, one after the other, and the pots less what is taken of them."""
    found = []
    for rake in draft.rules.pot_rakes:
        taken = _rake_of(draft, rake, pots)
        for pot, cents in zip(pots, taken, strict=True):
            pot.paid = Cents(pot.paid - cents)
        found.append((rake, Cents(sum(taken))))
    return found


def _collect(draft: PokerDraft, rake: Rake, cents: Cents) -> None:
    """Take what is due beyond what was taken as play progressed."""
    more = cents - draft.state.round.raked.get(rake.kind, 0)
    if more > 0:
        collect_rake(draft, rake, Cents(more))


def _rake_of(draft: PokerDraft, rake: Rake, pots: list[Pot]) -> list[int]:
    """What is raked from each pot: the main pot first, one cap for the round, in whole chips (637a.17(b)).

    Where two rakes are in use, each is worked out on the pot as it was bet, and takes no more than is left of it.
    """
    chip = draft.rules.smallest_chip
    if not rake.first_round and draft.state.round.street < 1:
        return [0] * len(pots)
    cap = rake.cap_for(len(draft.state.round.order))
    left: int = sum(pot.amount for pot in pots) if cap is None else cap
    if rake.kind is RakeKind.INCREMENTAL:
        # Levels are reached by the whole of what was bet; the main pot pays before the side pots.
        amount = sum(pot.amount - pot.uncalled for pot in pots)
        left = min(left, sum(cents for level, cents in rake.steps if amount >= level)) // chip * chip
    taken = []
    for pot in pots:
        if rake.kind is RakeKind.PERCENTAGE:
            due = (pot.amount - pot.uncalled) * rake.percent // 100
            taken.append(min(due, left, pot.paid) // chip * chip)
        else:
            taken.append(min(left, pot.paid))
        left -= taken[-1]
    return taken


def take_rake_so_far(draft: PokerDraft) -> None:
    """Where the submission takes it after each betting round, the rake on what is in the pot now."""
    rakes = draft.rules.pot_rakes
    if rakes and any(rake.by_betting_round for rake in rakes):
        for rake, cents in _rakes(draft, form_pots(draft)):
            if rake.by_betting_round:
                _collect(draft, rake, cents)


def _award_one(draft: PokerDraft, number: int, pot: Pot) -> list[ev.Share]:
    game = draft.game
    if len(pot.contenders) == 1:
        seat = pot.contenders[0]
        shares = [ev.Share(clause=ClauseId("637a.7(d)"), seat=seat, contest=ev.UNCONTESTED, cents=pot.paid)]
    else:
        shares = shares_of(draft, pot)
    postings = tuple([(POT, draft.account(share.seat), share.cents) for share in shares if share.cents])
    clause = shares[0].clause if shares else game.section
    draft.emit(
        ev.PotAwarded(
            clause=clause,
            pot=number,
            amount=pot.amount,
            paid=pot.paid,
            contenders=pot.contenders,
            shares=tuple(shares),
            postings=postings,
        )
    )
    return shares


# The round is void.


def void_round(draft: PokerDraft, clause: ClauseId) -> None:
    """Every bet of the round goes back, rake already taken included; the button and a kill stay for the next deal."""
    state = draft.state
    return_rake(draft, clause)
    round = state.round
    bets = [(seat, Cents(round.paid[seat] + round.antes_for_all.get(seat, 0))) for seat in round.order]
    returned = tuple([(seat, cents) for seat, cents in bets if cents])
    postings: tuple[Posting, ...] = tuple([(POT, draft.account(seat), cents) for seat, cents in returned])
    draft.emit(ev.BetsReturned(clause=clause, bets=returned, postings=postings))
    draft.emit(
        ev.RoundEnded(clause=clause, number=state.number, kill_next=state.kill, button_next=state.button, void=True)
    )


def replace_deck(draft: PokerDraft, clause: ClauseId, why: str) -> None:
    """The round is void and its deck leaves the table (637a.18(i))."""
    number = max(draft.state.equipment.in_play, 0)
    void_round(draft, clause)
    draft.emit(ev.DeckRemoved(clause=clause, deck=number, why=why))
