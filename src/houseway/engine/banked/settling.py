"""Wagers are settled by their tables, stage by stage, counterclockwise from the dealer's right."""

from __future__ import annotations

from houseway.clause import ClauseId
from houseway.engine.accounts import HOUSE, Posting, area_account, meter_account
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.banked.dealing import advance
from houseway.engine.banked.draft import BankedDraft
from houseway.engine.banked.phases import current_phase, stub_count_is_due
from houseway.engine.cards.steps import check_beside
from houseway.engine.refusal import Code, refuse
from houseway.engine.roles import Role
from houseway.engine.two_people import check_another
from houseway.money import Cents, ForOne, MeterShare, Pays, Worth
from houseway.rules.game import (
    ByProcedure,
    Decide,
    PayEnvy,
    PayOnTop,
    Settle,
    SettleWagers,
    SharedMeter,
    Validation,
    Vigorish,
)
from houseway.rules.settlement import Row
from houseway.seats import Seat


def settle_round(draft: BankedDraft, command: cmd.SettleRound) -> None:
    """Settle all stages; stop where a payout must first be validated by a floorperson or above."""
    state = draft.state
    phase = current_phase(draft)
    if isinstance(phase, Decide) and phase.may_pass_over and not state.round.awaiting:
        # Nothing is exposed yet while a payout waits for its validation.
        if not _first_stage_validated(draft):
            return
        advance(draft)
        phase = current_phase(draft)
    if state.round.awaiting:
        seat, wager = min(state.round.awaiting)
        raise refuse(
            Code.FLOORPERSON_VALIDATES_PAYOUT,
            draft.procedures.collect,
            f"seat {seat}'s {draft.game.wagers[wager].name} must be validated by a floorperson or above first",
            (f"validate seat {seat} {wager}",),
        )
    if not isinstance(phase, Settle):
        raise refuse(
            Code.STEP_IS_DUE, draft.procedures.collect, "the round is not ready to be settled", (draft.awaited,)
        )
    _check_stub_counted(draft)
    check_beside(draft)
    draft.showdowns = {}
    for number in range(state.round.resume, len(draft.game.stages)):
        if not settle_stage(draft, number):
            return
    apply_limit(draft)
    end_round(draft, void=False)


def _first_stage_validated(draft: BankedDraft) -> bool:
    for number, stage in enumerate(draft.game.stages):
        if isinstance(stage, SettleWagers | SharedMeter) and stage.validation is not None:
            wagers = stage.wagers if isinstance(stage, SettleWagers) else (stage.wager,)
            return _validated(draft, wagers, stage.validation, number, resume=0)
    return True


def _check_stub_counted(draft: BankedDraft) -> None:
    """Where no device counts the deck, every fifth round at the latest is settled only after its stub was counted."""
    if stub_count_is_due(draft):
        raise refuse(
            Code.STUB_COUNT_IS_DUE,
            draft.cards.count[draft.dealing],
            f"the stub is counted at least once every {draft.cards.rounds_to_a_count} rounds of play, before this one is settled",
            ("count the stub",),
        )


def settle_stage(draft: BankedDraft, number: int) -> bool:
    """Settle one stage; False if it waits for a validation."""
    stage = draft.game.stages[number]
    match stage:
        case SettleWagers():
            if stage.validation and not _validated(draft, stage.wagers, stage.validation, number):
                return False
            _settle_each(draft, stage)
        case SharedMeter():
            if stage.validation and not _validated(draft, (stage.wager,), stage.validation, number):
                return False
            _settle_shared(draft, stage.wager)
        case PayEnvy():
            pay_envy(draft, stage, holders=draft.settling_order())
        case PayOnTop():
            _pay_on_top(draft, stage)
        case ByProcedure():
            stage.run(draft)
    return True


def validate(draft: BankedDraft, command: cmd.ValidatePayout) -> None:
    """A floorperson or above validates a payout that waits for it."""
    key = (command.seat, command.wager)
    if key not in draft.state.round.awaiting:
        waiting = [f"seat {seat} {wager}" for seat, wager in sorted(draft.state.round.awaiting)]
        raise refuse(
            Code.STEP_IS_DUE,
            draft.procedures.collect,
            f"no payout of {command.wager} at seat {command.seat} waits",
            waiting,
        )
    stage = draft.game.stages[draft.state.round.stage]
    assert isinstance(stage, SettleWagers | SharedMeter) and stage.validation is not None
    validated(draft, command.seat, command.wager, stage.validation.clause)


def validated(draft: BankedDraft, seat: Seat, wager: str, clause: ClauseId) -> None:
    """A payout is validated by another person than the dealer who saw the hand win, and not by who is paid."""
    person = draft.given.by
    paid = draft.state.seats.get(seat, "")
    check_another(person, draft.state.round.verified_by, clause, "found the hand a winning one", paid=paid)
    draft.emit(ev.PayoutValidated(clause=clause, seat=seat, wager=wager, person=person))


def _settle_each(draft: BankedDraft, stage: SettleWagers) -> None:
    of, tables = draft.round, draft.game.tables
    for seat in draft.settling_order():
        for wager in stage.wagers:
            if of.at_stake(seat, wager):
                net = pay(draft, seat, wager, draft.row(tables[wager], seat))
                for after, vigorish in stage.vigorish:
                    if after == wager and net > 0:
                        collect_vigorish(draft, seat, vigorish, net)
                for after, extra in stage.on_top:
                    if after == wager:
                        _pay_seat_on_top(draft, extra, seat)


def pay(
    draft: BankedDraft,
    seat: Seat,
    wager: str,
    row: Row,
    *,
    payer: str = HOUSE,
    meter: int | None = None,
    among: int = 1,
) -> Cents:
    """Pay or collect a wager as a row says; what the player gains or loses.

    ``meter``: what stood on a meter whose share is divided ``among`` so many.
    """
    state, worth = draft.state, row.worth
    divided = meter is not None
    amount = state.round.at_stake(seat, wager)
    account, area = draft.account(seat), area_account(seat, wager)
    taken = draft.game.wagers[wager].taken_before_deal
    source, paid = payer, worth.paid(amount)
    if worth.percent:
        source = meter_account(worth.meter)
        paid = worth.share(state.ledger[source] if meter is None else meter, among=among)
    net = paid if worth.returned else Cents(paid - amount)
    postings: tuple[Posting, ...] = ((source, account, paid),) if paid else ()
    if worth.returned:
        postings = (*postings, (HOUSE if taken else area, account, amount))
    elif not taken:
        postings = ((area, payer, amount), *postings)
    draft.emit(
        ev.WagerSettled(
            clause=row.clause,
            seat=seat,
            wager=wager,
            amount=amount,
            pays=row.text,
            net=net,
            under=row.under,
            hand=row.name,
            postings=postings,
        )
    )
    if worth.percent and not divided:
        reset_meter(draft, worth)
    return net


def collect_vigorish(
    draft: BankedDraft, seat: Seat, vigorish: Vigorish, won: int, *, under: ClauseId | None = None
) -> Cents:
    """Collect the vigorish on an amount won, when it is paid; how much it was."""
    account = draft.account(seat)
    # Rounded up it can be more than a player with a few cents has.
    cents = Cents(min(vigorish.of(won), draft.state.balance(account)))
    postings: tuple[Posting, ...] = ((account, HOUSE, cents),) if cents else ()
    draft.emit(
        ev.WagerSettled(
            clause=vigorish.clause,
            seat=seat,
            wager="vigorish",
            amount=Cents(won),
            pays="vigorish",
            net=Cents(-cents),
            under=under,
            postings=postings,
        ),
    )
    return cents


def lose(draft: BankedDraft, seat: Seat, wager: str, clause: ClauseId, *, payer: str = HOUSE) -> None:
    """Collect a wager that is lost by a decision."""
    amount = draft.round.at_stake(seat, wager)
    postings = ((area_account(seat, wager), payer, amount),)
    draft.emit(
        ev.WagerSettled(
            clause=clause, seat=seat, wager=wager, amount=amount, pays="lose", net=Cents(-amount), postings=postings
        )
    )


def reset_meter(draft: BankedDraft, worth: Worth) -> None:
    """After the whole of a meter was won it stands at its reset amount, and the odd cents of a division beside it."""
    if worth.percent < 100:
        return
    meter = draft.game.meters[worth.meter]
    draft.emit(
        ev.MeterReset(clause=meter.clause, meter=meter.id, postings=((HOUSE, meter_account(meter.id), meter.reset),))
    )


def _validated(
    draft: BankedDraft, wagers: tuple[str, ...], validation: Validation, number: int, *, resume: int | None = None
) -> bool:
    """Whether every payout of the stage that needs it has been validated; if not, those that wait are recorded."""
    state = draft.state
    waiting = [
        (seat, wager)
        for seat in draft.settling_order()
        for wager in validation.wagers or wagers
        if state.round.at_stake(seat, wager)
        and (seat, wager) not in state.round.validated
        and _needs_validation(draft.row(draft.game.tables[wager], seat).pays, validation)
    ]
    for seat, wager in waiting:
        draft.emit(
            ev.ValidationAwaited(
                clause=validation.clause,
                seat=seat,
                wager=wager,
                stage=number,
                resume=number if resume is None else resume,
                # A ruling is the floor's alone.
                person=draft.given.by if draft.given.role is Role.DEALER else "",
            )
        )
    return not waiting


def _needs_validation(pays: Pays, validation: Validation) -> bool:
    return isinstance(pays, MeterShare) or (isinstance(pays, ForOne) and pays.times >= validation.least_times)


def _settle_shared(draft: BankedDraft, wager: str) -> None:
    state = draft.state
    seats = [seat for seat in draft.settling_order() if state.round.at_stake(seat, wager)]
    if not seats:
        return
    row = draft.row(draft.game.tables[wager], seats[0])
    # Odd cents of the division stay on the meter.
    meter = state.ledger[meter_account(row.worth.meter)] if row.worth.percent else 0
    for seat in seats:
        pay(draft, seat, wager, row, meter=meter, among=len(seats))
    reset_meter(draft, row.worth)


def pay_envy(draft: BankedDraft, stage: PayEnvy, *, holders: list[Seat]) -> None:
    """Pay each seat with the wager for the hands of the other players among the holders."""
    of = draft.round
    if not any(of.stake(seat, stage.wager) for seat in of.players):
        return
    wagers = [(seat, of.stake(seat, stage.wager)) for seat in draft.settling_order() if seat not in of.left]
    for least, table, below in stage.brackets:
        earning = [(seat, own) for seat, own in wagers if own >= least and (below is None or own < below)]
        if not earning:
            continue
        envied = [(seat, draft.row(table, seat)) for seat in holders]
        envied = [(seat, row) for seat, row in envied if row.worth.cents]
        for seat, own in earning if envied else ():
            _pay_envy_of(draft, seat, own, envied)


def _pay_envy_of(draft: BankedDraft, seat: Seat, own: Cents, envied: list[tuple[Seat, Row]]) -> None:
    seats = draft.state.seats
    for other, row in envied:
        # A player earns nothing by a hand of their own.
        if seats[other] != seats[seat]:
            cents = row.worth.paid(own)
            posting = (HOUSE, draft.account(seat), cents)
            name = f"{row.name} at seat {other}"
            draft.emit(
                ev.WagerSettled(
                    clause=row.clause,
                    seat=seat,
                    wager="envy",
                    amount=own,
                    pays=row.text,
                    net=cents,
                    under=row.under,
                    hand=name,
                    postings=(posting,),
                )
            )


def _pay_on_top(draft: BankedDraft, stage: PayOnTop) -> None:
    for seat in draft.settling_order():
        _pay_seat_on_top(draft, stage, seat)


def _pay_seat_on_top(draft: BankedDraft, stage: PayOnTop, seat: Seat) -> None:
    of = draft.round
    amount = of.stake(seat, stage.measured_by)
    if not amount or (stage.requires and not of.stake(seat, stage.requires)) or seat in of.left:
        return
    row = draft.row(stage.table, seat)
    cents = row.worth.paid(amount)
    if cents:
        posting = (HOUSE, draft.account(seat), cents)
        draft.emit(
            ev.WagerSettled(
                clause=row.clause,
                seat=seat,
                wager=stage.id,
                amount=amount,
                pays=row.text,
                net=cents,
                under=row.under,
                hand=row.name,
                postings=(posting,),
            )
        )


def apply_limit(draft: BankedDraft) -> None:
    """Reduce what a player or a hand has won on the limited wagers to the payout limit.

    The limit is used up in the order of settlement: each seat's reduction is what its own wagers went beyond it.
    """
    limit, state = draft.game.limit, draft.state
    if limit is None:
        return
    won: dict[str | int, int] = {}
    beyond: dict[Seat, int] = {}
    for seat, wager, net, clause in state.round.settled:
        if net > 0 and wager in limit.wagers and clause in limit.clauses:
            whose = state.seats[seat] if limit.per_player else seat
            before = won.get(whose, 0)
            won[whose] = before + net
            excess = min(net, before + net - limit.cents)
            if excess > 0:
                beyond[seat] = beyond.get(seat, 0) + excess
    for seat, reduction in beyond.items():
        posting = (draft.account(seat), HOUSE, reduction)
        draft.emit(
            ev.PayoutLimited(
                clause=limit.clause, seat=seat, limit=limit.cents, reduction=Cents(reduction), postings=(posting,)
            )
        )


def end_round(draft: BankedDraft, *, void: bool) -> None:
    """Collect the cards; the round is over."""
    state = draft.state
    main = draft.game.main_wager.id
    against = tuple((state.seats[seat], cents) for seat, wager, cents in state.round.placed() if wager == main)
    draft.emit(ev.RoundEnded(clause=draft.procedures.collect, number=state.number, void=void, against_dealer=against))
