"""The machine of a banked table: which procedure carries out each command."""

from __future__ import annotations

from houseway.clause import ClauseId
from houseway.engine.accounts import HOUSE, OUTSIDE, Posting, meter_account
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import dealing, deciding, documenting, drawing, irregular, seating, settling, wagering
from houseway.engine.banked import events as ev
from houseway.engine.banked.applying import APPLIERS
from houseway.engine.banked.asking import due
from houseway.engine.banked.draft import BankedDraft, drafting
from houseway.engine.banked.following import follows
from houseway.engine.banked.legal import legal
from houseway.engine.banked.observe import observe, redact
from houseway.engine.banked.people import Dealer, Player
from houseway.engine.banked.state import LOCKED, PLAYING, BankedState
from houseway.engine.banked.whose import whose
from houseway.engine.banked.words import moves, words
from houseway.engine.cards import devices, steps
from houseway.engine.kernel import Machine, Table
from houseway.engine.opening import take_seat
from houseway.engine.refusal import Code, refuse
from houseway.money import Cents, dollars
from houseway.rules.game import BankProcedures, Meter
from houseway.rules.table_rules import TableRules


def _open(draft: BankedDraft, command: cmd.OpenTable) -> None:
    """Open the table for gaming."""
    clause = draft.cards.inspect
    if draft.state.digest:
        raise refuse(Code.STEP_IS_DUE, clause, "the table is open already", (draft.awaited,))
    draft.emit(
        ev.TableOpened(
            clause=clause, digest=draft.rules.digest, at=draft.at, stated=command.stated, staffed=command.staffed
        )
    )


def _fund(draft: BankedDraft, command: cmd.FundTable) -> None:
    """Chips come into the inventory, and the meters named are brought to their amounts."""
    game = draft.game
    postings: list[Posting] = [(OUTSIDE, HOUSE, command.inventory)] if command.inventory else []
    for meter, cents in command.meters.items():
        if meter not in game.meters:
            clause = game.procedures.chips
            raise refuse(Code.FUND_IS_OFFERED, clause, f"there is no meter {meter!r} here", tuple(game.meters))
        _check_meter(draft, game.meters[meter], cents)
        account = meter_account(meter)
        change = cents - draft.state.balance(account)
        if change > 0:
            postings.append((OUTSIDE, account, Cents(change)))
        elif change < 0:
            postings.append((account, OUTSIDE, Cents(-change)))
    draft.emit(ev.TableFunded(clause=game.procedures.chips, postings=tuple(postings)))


def _check_meter(draft: BankedDraft, meter: Meter, cents: Cents) -> None:
    """A meter starts at its initial amount or more, between two rounds; of a stated round the amount is a given fact.

    A linked meter moves with the other tables at any time, and a win there may have reset it.
    """
    least = min(meter.initial, meter.reset) if meter.linked else meter.initial
    if not draft.state.stated and cents < least:
        says = f"the meter {meter.id!r} starts at {dollars(least)} or more, not at {dollars(cents)}"
        raise refuse(Code.AMOUNT_IS_LAWFUL, meter.clause, says, (f"at least {dollars(least)}",))
    if draft.state.status in (LOCKED, PLAYING) and not meter.linked:
        says = f"the meter {meter.id!r} is not set while a round is played"
        raise refuse(Code.STEP_IS_DUE, meter.clause, says, (draft.awaited,))


_INVENTORY = Cents(100_000_000_00)
"""In the table inventory at the start: enough for any jackpot, so that a payment never waits for a fill."""


def _funding(rules: TableRules) -> tuple[cmd.FundTable]:
    return (cmd.FundTable(inventory=_INVENTORY, meters={id: meter.initial for id, meter in rules.game.meters.items()}),)


def _offer_bank(draft: BankedDraft, command: cmd.OfferBank) -> None:
    _player_bank(draft).offer(draft, command)


def _place_dealer_wager(draft: BankedDraft, command: cmd.PlaceDealerWager) -> None:
    _player_bank(draft).wager(draft, command)


def _accept_bank(draft: BankedDraft, command: cmd.AcceptBank) -> None:
    _player_bank(draft).accept(draft, command)


def _pass_bank(draft: BankedDraft, command: cmd.PassBank) -> None:
    _player_bank(draft).decline(draft, command)


def _player_bank(draft: BankedDraft) -> BankProcedures:
    bank = draft.game.player_bank
    if bank is None or draft.rules.banking is None:
        clause = bank.clause if bank is not None else draft.procedures.chips
        raise refuse(Code.BANK_IS_OFFERED, clause, "this table does not offer the bank to players")
    return bank.procedures()


def _clause(rules: TableRules, state: BankedState, code: Code) -> ClauseId:
    """The clause for a requirement that all tables have."""
    procedures = rules.game.procedures
    match code:
        case Code.TABLE_IS_OPEN:
            return rules.game.cards.inspect
        case Code.TIME_RUNS_FORWARD:
            return rules.game.cards.use[rules.dealing].clause
        case Code.SEAT_IS_ONES_OWN | Code.PERSON_IS_NAMED:
            return procedures.seated
        case _:
            return procedures.chips


def _typed_table() -> type[Table[TableRules, BankedState]]:
    from houseway.engine.banked.typed_table import BankedTable

    return BankedTable


BANKED: Machine[TableRules, BankedState] = Machine(
    name="banked table",
    state=BankedState,
    draft=drafting,
    commands=cmd.COMMANDS,
    events=ev.EVENTS,
    handlers={
        **steps.HANDLERS,
        **devices.HANDLERS,
        cmd.OpenTable: _open,
        cmd.FundTable: _fund,
        cmd.BringReadyDeck: dealing.bring_ready_deck,
        cmd.CountDeck: irregular.count,
        cmd.ReportDeviceFault: irregular.report_device_fault,
        cmd.TakeSeat: seating.take_seat,
        cmd.LeaveSeat: seating.leave_seat,
        cmd.AddStakes: seating.add_stakes,
        cmd.AbandonWagers: seating.abandon,
        cmd.PlaceWagers: wagering.place,
        cmd.WithdrawWagers: wagering.withdraw,
        cmd.OfferBank: _offer_bank,
        cmd.AcceptBank: _accept_bank,
        cmd.PassBank: _pass_bank,
        cmd.PlaceDealerWager: _place_dealer_wager,
        cmd.AnnounceNoMoreBets: wagering.close_bets,
        cmd.DrawAtRandom: drawing.draw,
        cmd.CountProgressiveChips: wagering.count_chips,
        cmd.DetermineStart: dealing.determine_start,
        cmd.DealCards: dealing.deal,
        cmd.Decide: deciding.decide,
        cmd.RevealBank: deciding.reveal,
        cmd.SettleRound: settling.settle_round,
        cmd.ValidatePayout: settling.validate,
        cmd.DocumentPayout: documenting.document,
        cmd.ReportIrregularity: irregular.report,
        cmd.VoidHand: irregular.void_hand,
    },
    appliers=APPLIERS,
    clause=_clause,
    seated=seating.check_seated,
    due=due,
    legal=legal,
    observe=observe,
    redact=redact,
    take_seat=take_seat,
    player=Player,
    dealer=Dealer,
    words=words,
    moves=moves,
    funding=_funding,
    before=seating.check_conducts,
    step=whose,
    follows=follows,
    table=_typed_table,
)
