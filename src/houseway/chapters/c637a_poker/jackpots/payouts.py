"""Bad Beats verified and paid, funds discontinued (637a.15(f) to (i)); high hands tracked and paid (637a.16(f) to (i))."""

from __future__ import annotations

from houseway.cards import Card, repeated, text_of
from houseway.chapters.c637a_poker.jackpots import commands as cmd
from houseway.chapters.c637a_poker.jackpots import events as ev
from houseway.chapters.c637a_poker.jackpots.draft import JackpotDraft, due
from houseway.chapters.c637a_poker.jackpots.rules import BAD_BEAT, BadBeatRules, HighHandRules
from houseway.chapters.c637a_poker.jackpots.state import (
    BadBeat,
    Fund,
    FundBalances,
    HighHandCall,
    JackpotState,
    VerifiedHands,
    fund_account,
    payout_account,
)
from houseway.chapters.c637a_poker.rules import SEATS
from houseway.clause import ClauseId
from houseway.engine.accounts import OUTSIDE, Posting, player_account
from houseway.engine.names import fault_of_name, fault_of_spelling
from houseway.engine.refusal import Code, RefusedError, refuse
from houseway.engine.roles import CASHIERS, FINANCE_STAFF, SECURITY_STAFF
from houseway.money import Cents, dollars
from houseway.ranking import STANDARD_ORDER, strength

DELIVERERS = {"security": SECURITY_STAFF, "finance": FINANCE_STAFF, "cage": CASHIERS}
FORMS = ("cash", "cash equivalent")
ON_A_CALL = ("record the high hand", "reject the high hand")
NEXT_PERIOD = "added to the next qualifying period"
LEAST_FULL_HOUSE = (Card(0), Card(1), Card(2), Card(4), Card(5))
"""Twos over threes."""


def _check_cards(clause: ClauseId, what: str, given: tuple[Card, ...]) -> None:
    """Cards of one deck, each once."""
    if any(not 0 <= card < 52 for card in given):
        raise refuse(Code.CARDS_ARE_VALID, clause, f"{what} has a card that is not of the deck")
    twice = repeated(given)
    if twice is not None:
        raise refuse(Code.CARD_APPEARS_ONCE, clause, f"{text_of([twice])} is twice in {what}", ("each card once",))


def _check_five(clause: ClauseId, what: str, hand: tuple[Card, ...]) -> None:
    _check_cards(clause, what, hand)
    if len(hand) != 5:
        raise refuse(Code.CARDS_ARE_VALID, clause, f"{what} has {len(hand)} cards and must have five", ("five cards",))


# Bad Beat.


def verify_bad_beat(draft: JackpotDraft, command: cmd.VerifyBadBeat) -> None:
    """Enough players were dealt in, and a hand that qualifies was beaten."""
    fund = draft.fund(command)
    draft.box(command, command.table)
    if fund.bad_beat is not None or fund.pending:
        raise due(
            ClauseId("637a.15(h)"),
            "an earlier Bad Beat has not been paid and its display adjusted",
            "adjust the display",
        )
    rules = draft.bad_beat_rules
    _check_dealt_in(command, rules)
    _check_hands(command, rules)
    if VerifiedHands.of(command) in fund.verified:
        raise due(ClauseId("637a.15(f)"), "this Bad Beat has been verified before, and is paid once")
    if not draft.state.can_pay(command.fund, BadBeat.of(command), rules.shares):
        raise _nothing_to_pay(command.fund)
    draft.emit(
        ev.BadBeatVerified(
            **draft.said(command),
            table=command.table,
            losing=command.losing,
            winning=command.winning,
            loser=command.loser,
            winner=command.winner,
            others=command.others,
            also_lost=command.also_lost,
            also_won=command.also_won,
            community=command.community,
            reason=command.reason,
        )
    )


def _check_dealt_in(command: cmd.VerifyBadBeat, rules: BadBeatRules) -> None:
    """Everyone dealt in is another player, and there are enough of them."""
    if command.loser == command.winner:
        raise refuse(
            Code.HAND_QUALIFIES, ClauseId("637a.15(f)"), f"{command.loser} cannot have lost to {command.winner}"
        )
    players = (command.loser, *command.also_lost, command.winner, *command.also_won, *command.others)
    for number, player in enumerate(players):
        if player in players[:number]:
            message = f"{player} is named twice among those dealt in"
            raise refuse(Code.HAND_QUALIFIES, ClauseId("637a.15(f)"), message, ("each player once",))
    if len(players) > SEATS:
        message = f"{len(players)} players are named; a Poker table has places for {SEATS}"
        raise refuse(Code.SEAT_EXISTS, ClauseId("637a.2(a)"), message)
    if len(players) < rules.minimum_players:
        message = f"{len(players)} players were dealt in; a Bad Beat needs {rules.minimum_players}"
        raise refuse(Code.HAND_QUALIFIES, ClauseId("637a.15(b)(3)"), message, rules.posted())


def _check_hands(command: cmd.VerifyBadBeat, rules: BadBeatRules) -> None:
    """Two hands that can have met, of which the one that qualifies lost."""
    clause = ClauseId("637a.15(f)")
    if not rules.hands:
        message = "the submission does not state the hands that must lose: until then the pots only contribute"
        raise refuse(
            Code.HAND_QUALIFIES, ClauseId("637a.15(b)(3)"), message, ("state bad_beat.hands in the submission",)
        )
    _check_five(clause, "the losing hand", command.losing)
    _check_five(clause, "the winning hand", command.winning)
    _check_cards(clause, "the community cards", command.community)
    if len(command.community) > 5:
        message = f"{len(command.community)} community cards are named, and there are at most five"
        raise refuse(Code.CARDS_ARE_VALID, clause, message, ("at most five cards",))
    for card in command.losing:
        if card in command.winning and card not in command.community:
            message = f"{text_of([card])} is in both hands and is not named as a community card"
            raise refuse(Code.CARD_APPEARS_ONCE, clause, message, ("name the community cards",))
    if rules.both_hole_cards:
        for what, hand in (("losing", command.losing), ("winning", command.winning)):
            if sum(card not in command.community for card in hand) < 2:
                message = f"both hole cards must play, and the {what} hand {text_of(hand)} has fewer of them"
                raise refuse(Code.HAND_QUALIFIES, ClauseId("637a.15(b)(3)"), message, rules.posted())
    losing, winning = (strength(hand, STANDARD_ORDER) for hand in (command.losing, command.winning))
    if winning <= losing:
        message = f"{text_of(command.losing)} does not lose to {text_of(command.winning)}"
        raise refuse(Code.HAND_QUALIFIES, ClauseId("637a.1"), f"{message}; a Bad Beat is a losing hand", rules.posted())
    if losing < min(strength(hand, STANDARD_ORDER) for hand in rules.hands):
        message = f"{text_of(command.losing)} is below the least hand that makes a Bad Beat here"
        raise refuse(Code.HAND_QUALIFIES, ClauseId("637a.15(b)(3)"), message, rules.posted())


def _beat(draft: JackpotDraft, command: cmd.JackpotCommand) -> BadBeat:
    beat = draft.fund(command).bad_beat
    if beat is None:
        raise due(ClauseId("637a.15(f)"), "no Bad Beat has been verified", "verify the Bad Beat")
    return beat


def post_pending_notice(draft: JackpotDraft, command: cmd.PostPendingNotice) -> None:
    """Players see that the amount displayed is pending adjustment."""
    if _beat(draft, command).notice:
        raise due(ClauseId("637a.15(f)(1)"), "the notice is posted already")
    draft.emit(ev.PendingNoticePosted(**draft.said(command, ClauseId("637a.15(f)(1)"))))


def order_payout(draft: JackpotDraft, command: cmd.OrderPayout) -> None:
    """Security or finance delivers to the table, or the cage pays."""
    beat = _beat(draft, command)
    if not beat.notice:
        raise due(ClauseId("637a.15(f)(1)"), "the pending adjustment is posted first", "post the notice")
    if beat.to:
        raise due(
            ClauseId("637a.15(f)(2)"), f"the payout is ordered from {beat.to} already", "prepare the distribution"
        )
    if command.to not in DELIVERERS:
        raise due(ClauseId("637a.15(f)(2)"), f"{command.to!r} delivers no payout", *DELIVERERS)
    clause = ClauseId("637a.15(g)") if command.to == "cage" else ClauseId("637a.15(f)(2)")
    draft.emit(ev.PayoutOrdered(**draft.said(command, clause), to=command.to))


def prepare_distribution(draft: JackpotDraft, command: cmd.PrepareDistribution) -> None:
    """Finance sets the shares apart."""
    beat, fund = _beat(draft, command), draft.fund(command)
    if not beat.to:
        raise due(
            ClauseId("637a.15(f)(2)"), "the Poker shift supervisor has not ordered the payout", "order the payout"
        )
    if beat.is_prepared:
        raise due(ClauseId("637a.15(g)"), "the distribution is prepared already", "pay the Bad Beat")
    if command.form not in FORMS:
        raise due(ClauseId("637a.15(g)"), f"{command.form!r} is neither cash nor a recognized cash equivalent", *FORMS)
    shares = beat.divide(draft.bad_beat_rules.shares, fund.official)
    if not shares:
        raise uncounted(command.fund, draft.state.balances(command.fund))
    paid = Cents(sum(cents for _, cents in shares))
    postings: tuple[Posting, ...] = ((fund_account(command.fund), payout_account(command.fund), paid),)
    draft.emit(ev.DistributionPrepared(**draft.said(command), form=command.form, shares=shares, postings=postings))


def uncounted(name: str, held: FundBalances) -> RefusedError:
    """Refuse a payout while the finance record holds nothing: what must be counted or recorded first."""
    if held.unrecorded:
        message = f"finance must record the {dollars(held.unrecorded)} that the cage counted first"
        return due(ClauseId("637a.15(e)"), message, "record the contributions")
    if held.at_cage:
        message = "a cashier must count what was taken to the cage first"
        return due(ClauseId("637a.15(e)"), message, "count at the cage")
    if held.boxes or held.uncounted:
        message = f"the boxes of {name} must be counted first"
        return due(ClauseId("637a.15(d)"), message, "count the boxes")
    if held.locked:
        message = f"security must take the locked {dollars(held.locked)} of {name} to the cage first"
        return due(ClauseId("637a.15(d)(1)"), message, "transport to the cage")
    return _nothing_to_pay(name)


def _nothing_to_pay(name: str) -> RefusedError:
    return due(ClauseId("637a.15(a)"), f"the fund {name} holds nothing to pay a Bad Beat from", "collect contributions")


def pay_bad_beat(draft: JackpotDraft, command: cmd.PayBadBeat) -> None:
    """The payout is delivered as it was ordered."""
    beat = _beat(draft, command)
    if not beat.is_prepared:
        raise due(ClauseId("637a.15(g)"), "finance has not prepared the payout", "prepare the distribution")
    may = DELIVERERS[beat.to]
    clause = ClauseId("637a.15(g)") if beat.to == "cage" else ClauseId("637a.15(f)(2)")
    if draft.given.role not in may:
        message = f"the payout was ordered from {beat.to}, not from {draft.given.role.value}"
        raise refuse(Code.ROLE_IS_AUTHORISED, clause, message, tuple(role.value for role in may))
    source = payout_account(command.fund)
    postings = tuple([(source, player_account(player), cents) for player, cents in beat.shares])
    draft.emit(ev.BadBeatPaid(**draft.said(command, clause), shares=beat.shares, postings=postings))


def terminate(draft: JackpotDraft, command: cmd.TerminateContributions) -> None:
    """Nothing more is collected for a Bad Beat payout."""
    fund = draft.fund(command)
    if not fund.collecting:
        raise due(ClauseId("637a.15(c)"), f"collection for {command.fund} has ended already")
    if not fund.approved:
        raise due(
            ClauseId("637a.15(i)"),
            "the procedures for discontinuing the payout are not approved",
            "approve discontinuing",
        )
    if not command.rules_amended:
        raise due(
            ClauseId("637a.15(c)"), "the rules of the payout are amended before collection ends", "amend the rules"
        )
    draft.emit(ev.ContributionsTerminated(**draft.said(command)))


def _check_discontinued(draft: JackpotDraft, command: cmd.TransferFund | cmd.CloseFund) -> Fund:
    """Nothing more comes in, and nothing that came in is on its way."""
    fund = draft.fund(command)
    beat = fund.bad_beat
    if fund.collecting:
        message = f"contributions to {command.fund} have not been terminated"
        raise due(ClauseId("637a.15(i)"), message, "terminate contributions")
    if beat is not None and draft.state.can_pay(command.fund, beat, draft.bad_beat_rules.shares):
        raise due(
            ClauseId("637a.15(i)"), f"a verified Bad Beat of {command.fund} has not been paid", "pay the Bad Beat"
        )
    if fund.to_record is not None:
        raise due(
            ClauseId("637a.15(i)"), f"finance has not recorded a count of {command.fund}", "record the contributions"
        )
    return fund


def transfer(draft: JackpotDraft, command: cmd.TransferFund) -> None:
    """What a discontinued fund holds is kept for players of another Bad Beat payout."""
    fund = _check_discontinued(draft, command)
    names = heirs(draft.state)
    if command.to not in names:
        message = f"{command.to!r} is no other Bad Beat payout that is still offered"
        raise refuse(Code.FUND_IS_OFFERED, ClauseId("637a.15(i)"), message, names)
    cents = fund.official
    if not cents:
        held = draft.state.balances(command.fund)
        message = f"the finance record of {command.fund} holds nothing to transfer"
        raise due(ClauseId("637a.15(i)"), message, "count the boxes" if held.total else "close the fund")
    postings = ((fund_account(command.fund), fund_account(command.to), cents),)
    draft.emit(ev.FundTransferred(**draft.said(command), to=command.to, cents=cents, postings=postings))


def heirs(state: JackpotState) -> tuple[str, ...]:
    """The Bad Beat payouts to which another's fund may go: those that will pay it to players."""
    # Neither a fund that is given up itself nor one that is closed collects any more.
    return tuple([other for other, one in state.funds.items() if one.kind == BAD_BEAT and one.collecting])


def close_fund(draft: JackpotDraft, command: cmd.CloseFund) -> None:
    """A fund is closed when everything in it has gone to players or to another payout."""
    _check_discontinued(draft, command)
    name = command.fund
    left = draft.state.balances(name).total
    if left:
        raise due(
            ClauseId("637a.15(i)"), f"{dollars(left)} of {name} must still reach Poker patrons", "transfer the fund"
        )
    draft.emit(ev.FundClosed(**draft.said(command)))


# High Hand.


def _high_hand(draft: JackpotDraft, command: cmd.JackpotCommand) -> tuple[Fund, HighHandRules]:
    fund = draft.fund(command)
    rules = draft.rules_of(fund)
    assert isinstance(rules, HighHandRules)
    return fund, rules


def start_period(draft: JackpotDraft, command: cmd.StartQualifyingPeriod) -> None:
    """Dealers begin to track hands."""
    fund, rules = _high_hand(draft, command)
    if fund.open or fund.to_announce:
        raise due(
            ClauseId("637a.16(g)"), "the period before has not been ended and its payout announced", "end the period"
        )
    ends = draft.at + rules.qualifying_seconds
    draft.emit(ev.QualifyingPeriodStarted(**draft.said(command), ends_at=ends))


def call_high_hand(draft: JackpotDraft, command: cmd.CallHighHand) -> None:
    """A full house or better that is not below the best so far, with enough players dealt in."""
    fund, rules = _high_hand(draft, command)
    draft.box(command, command.table)
    shown_at = draft.at if command.shown_at is None else min(command.shown_at, draft.at)
    if not fund.is_tracking or not fund.is_in_period(shown_at):
        raise due(ClauseId("637a.16(f)"), "no qualifying period is under way", "start a qualifying period")
    if any(call.is_named(command.table, command.seat, command.hand) for call in fund.calls):
        raise due(ClauseId("637a.16(f)"), "this hand has been called before and waits for the floor", *ON_A_CALL)
    if not 1 <= command.seat <= SEATS:
        message = f"there is no seat {command.seat}; a poker table has places 1 to {SEATS}"
        raise refuse(Code.SEAT_EXISTS, ClauseId("637a.2(a)"), message)
    _check_five(ClauseId("637a.16(f)"), "the hand called", command.hand)
    if command.players > SEATS:
        message = f"{command.players} players are said to be dealt in; a poker table has places for {SEATS}"
        raise refuse(Code.SEAT_EXISTS, ClauseId("637a.2(a)"), message)
    if command.players < rules.minimum_players:
        message = f"{command.players} players were dealt in; a hand qualifies with {rules.minimum_players}"
        raise refuse(Code.HAND_QUALIFIES, ClauseId("637a.16(b)(4)"), message)
    worth = strength(command.hand, STANDARD_ORDER)
    # Hands that share the lead are alike.
    leading = fund.slips[0].hand if fund.slips else LEAST_FULL_HOUSE
    if worth < strength(leading, STANDARD_ORDER):
        beats = text_of(fund.slips[0].hand) if fund.slips else "a full house"
        message = f"{text_of(command.hand)} is below {beats}"
        raise refuse(Code.HAND_QUALIFIES, ClauseId("637a.16(f)"), message, (f"at least {beats}",))
    draft.emit(
        ev.HighHandCalled(
            **draft.said(command),
            table=command.table,
            seat=command.seat,
            hand=command.hand,
            player=command.player,
            unshown=command.unshown,
        )
    )


_SLIP = {
    "player": ClauseId("637a.16(f)(1)"),
    "phone": ClauseId("637a.16(f)(1)"),
    "seat": ClauseId("637a.16(f)(1)"),
    "table": ClauseId("637a.16(f)(2)"),
    "hand": ClauseId("637a.16(f)(3)"),
    "dealer": ClauseId("637a.16(f)(4)"),
    "dealer_credential": ClauseId("637a.16(f)(4)"),
    "signature": ClauseId("637a.16(f)(5)"),
    "credential": ClauseId("637a.16(f)(5)"),
}
"""What the slip must contain, and where that is said."""


def record_high_hand(draft: JackpotDraft, command: cmd.RecordHighHand) -> None:
    """The floor verifies the hand and fills in the slip; the hand to beat is announced."""
    fund, _ = _high_hand(draft, command)
    slip = command.slip
    if not fund.calls:
        raise due(ClauseId("637a.16(f)"), "no dealer has called the floor to a hand", "call the high hand")
    known = (draft.person, *slip.people, *draft.state.people())
    for field, clause in _SLIP.items():
        given = getattr(slip, field)
        if not (given.strip() if isinstance(given, str) else given):
            raise refuse(Code.SLIP_IS_COMPLETE, clause, f"the High Hand Tracking Slip lacks the {field}", tuple(_SLIP))
        names = field in ("player", "dealer", "signature")
        fault = fault_of_name(given) or fault_of_spelling(given, known) if names else None
        if fault is not None:
            raise refuse(Code.PERSON_IS_NAMED, clause, fault, ("a name without blanks around it",))
    called = next((call for call in fund.calls if call.is_named(slip.table, slip.seat, slip.hand)), None)
    if called is None:
        raise refuse(
            Code.SLIP_IS_COMPLETE,
            ClauseId("637a.16(f)(3)"),
            f"the slip names {text_of(slip.hand)} at table {slip.table}, seat {slip.seat}; another hand was called",
        )
    if slip.dealer != called.dealer:
        message = f"the slip names {slip.dealer} as the dealer, and {called.dealer} called the hand"
        raise refuse(Code.SLIP_IS_COMPLETE, ClauseId("637a.16(f)(4)"), message, (called.dealer,))
    if not command.reason.strip():
        _check_record(slip, called)
    if slip.signature != draft.person or slip.signature == slip.dealer:
        message = "the floorperson or above who verified the hand signs the slip"
        raise refuse(Code.PERSON_SIGNS_ONCE, ClauseId("637a.16(f)(5)"), message)
    if slip.player == slip.dealer:
        message = f"{slip.player} dealt the hand and cannot have held it"
        raise refuse(Code.PERSON_SIGNS_ONCE, ClauseId("637a.16(f)(4)"), message, ("the player at the seat",))
    if not command.identified:
        message = f"the hand qualifies when {slip.player} has presented valid identification"
        raise refuse(
            Code.HAND_QUALIFIES, ClauseId("637a.16(b)(7)"), message, ("present identification", "reject the high hand")
        )
    worth = strength(slip.hand, STANDARD_ORDER)
    ties = any(strength(one.hand, STANDARD_ORDER) == worth for one in fund.slips)
    draft.emit(ev.HighHandRecorded(**draft.said(command), slip=slip, ties=ties, identified=True, reason=command.reason))
    draft.emit(ev.HighHandAnnounced(**draft.said(command), hand=slip.hand))


def _check_record(slip: cmd.TrackingSlip, called: HighHandCall) -> None:
    """Refuse a slip that differs from the table's record; only a stated reason lets it."""
    if called.player and slip.player != called.player:
        message = f"{called.player} sat in seat {called.seat} of table {called.table}, and the slip names {slip.player}"
        legal = (called.player, "state the reason")
        raise refuse(Code.SLIP_IS_COMPLETE, ClauseId("637a.16(f)(1)"), message, legal)
    if called.unshown:
        message = f"the record of table {called.table} does not show {text_of(called.hand)} in seat {called.seat}"
        legal = ("state the reason", "reject the high hand")
        raise refuse(Code.SLIP_IS_COMPLETE, ClauseId("637a.16(f)(3)"), message, legal)


def reject_high_hand(draft: JackpotDraft, command: cmd.RejectHighHand) -> None:
    """The floor verifies the hand, and it is not what was called or its player shows no identification."""
    called = _rejected_call(draft.fund(command), command)
    if draft.person == called.dealer:
        message = f"{called.dealer} called the floor to the hand and does not verify it"
        raise refuse(Code.PERSON_SIGNS_ONCE, ClauseId("637a.16(f)"), message, ("another person",))
    draft.emit(ev.HighHandRejected(**draft.said(command), table=called.table, seat=called.seat, hand=called.hand))


def _rejected_call(fund: Fund, command: cmd.RejectHighHand) -> HighHandCall:
    """The call that the floor rejects: the only one, or the one that it names."""
    if not fund.calls:
        raise due(ClauseId("637a.16(f)"), "no dealer has called the floor to a hand", "call the high hand")
    calls = [
        call
        for call in fund.calls
        if command.table in ("", call.table) and command.seat in (0, call.seat) and command.hand in ((), call.hand)
    ]
    if len(calls) == 1:
        return calls[0]
    message = "The floor must say which of the hands called it rejects." if calls else "No dealer called this hand."
    legal = [f"table {call.table}, seat {call.seat}: {text_of(call.hand)}" for call in fund.calls]
    raise refuse(Code.HAND_QUALIFIES, ClauseId("637a.16(f)"), message, tuple(legal))


def end_period(draft: JackpotDraft, command: cmd.EndQualifyingPeriod) -> None:
    """The qualifying period has run its time."""
    fund, _ = _high_hand(draft, command)
    if not fund.open:
        raise due(ClauseId("637a.16(g)"), "no qualifying period is under way", "start a qualifying period")
    if draft.at < fund.ends_at:
        raise due(ClauseId("637a.16(b)(1)"), f"the qualifying period lasts until {fund.ends_at} seconds")
    _check_calls_answered(fund)
    draft.emit(ev.QualifyingPeriodEnded(**draft.said(command)))


def _check_calls_answered(fund: Fund) -> None:
    if fund.calls:
        raise due(ClauseId("637a.16(f)"), "a hand called before waits for the floor", *ON_A_CALL)


def announce_payout(draft: JackpotDraft, command: cmd.AnnounceHighHandPayout) -> None:
    """The pooled contributions go to the highest hand, equally to equal ones; or to the next period."""
    fund, rules = _high_hand(draft, command)
    if not fund.to_announce:
        raise due(ClauseId("637a.16(g)"), "no qualifying period has ended", "end the period")
    if (fund.boxes and not fund.counted_today) or fund.to_record is not None:
        raise due(
            ClauseId("637a.16(g)"), "the contributions must be counted, verified and recorded first", "count the boxes"
        )
    _check_calls_answered(fund)
    cents = fund.official
    if not fund.slips:
        draft.emit(ev.RolledOver(**draft.said(command, ClauseId("637a.16(h)")), cents=cents))
        return
    # Players divide the payout, not hands: one who made an equal hand twice has one share (637a.16(b)(5)). What cannot be
    # divided equally stays in the fund for the next period.
    players = dict.fromkeys(slip.player for slip in fund.slips)
    share = Cents(cents // len(players))
    shares = tuple([(player, share) for player in players]) if share else ()
    paid = sum(share for _, share in shares)
    postings = ((fund_account(command.fund), payout_account(command.fund), paid),) if paid else ()
    draft.emit(
        ev.HighHandPayoutAnnounced(
            **draft.said(command),
            cents=cents,
            shares=shares,
            claim_until=fund.ends_at + rules.claim_seconds,
            postings=postings,
        )
    )


def _payable(fund: Fund, player: str) -> tuple[tuple[Cents, int], ...]:
    """The payouts that wait for a player, each with its own date."""
    if player not in fund.payable:
        raise refuse(
            Code.HAND_QUALIFIES, ClauseId("637a.16(h)"), f"nothing is payable to {player}", tuple(fund.payable)
        )
    return fund.payable[player]


def pay_high_hand(draft: JackpotDraft, command: cmd.PayHighHand) -> None:
    """Paid at the cage, in time and on identification."""
    fund, _ = _high_hand(draft, command)
    payable = _payable(fund, command.player)
    if not command.identified:
        raise due(ClauseId("637a.16(b)(7)"), "valid identification must be presented", "present identification")
    in_time = [(cents, until) for cents, until in payable if draft.at <= until]
    if not in_time:
        message = f"the payout could be collected until {payable[-1][1]} seconds"
        raise refuse(
            Code.PAYOUT_IS_CLAIMED_IN_TIME, ClauseId("637a.16(b)(6)"), message, ("distribute the unclaimed payout",)
        )
    player = command.player
    for cents, until in in_time:
        posting = (payout_account(command.fund), player_account(player), cents)
        draft.emit(
            ev.HighHandPaid(**draft.said(command), player=player, cents=cents, claim_until=until, postings=(posting,))
        )


def distribute_unclaimed(draft: JackpotDraft, command: cmd.DistributeUnclaimed) -> None:
    """After the time to collect, the submission's procedure."""
    fund, rules = _high_hand(draft, command)
    payable = _payable(fund, command.player)
    late = [(cents, until) for cents, until in payable if draft.at > until]
    if not late:
        raise due(
            ClauseId("637a.16(i)"), f"{command.player} may collect until {payable[0][1]} seconds", "pay at the cage"
        )
    target = fund_account(command.fund) if rules.unclaimed == NEXT_PERIOD else OUTSIDE
    player = command.player
    for cents, until in late:
        posting = (payout_account(command.fund), target, cents)
        draft.emit(
            ev.UnclaimedDistributed(
                **draft.said(command),
                player=player,
                cents=cents,
                claim_until=until,
                procedure=rules.unclaimed,
                postings=(posting,),
            )
        )
