"""Wagers are settled by their tables, stage by stage, counterclockwise from the dealer's right."""

from __future__ import annotations

from houseway.engine.accounts import HOUSE, Posting, area_account, meter_account
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.banked.dealing import advance, current_phase, due
from houseway.engine.banked.draft import Draft
from houseway.engine.refusal import Code, refuse
from houseway.money import FixedSum, ForOne, Lose, MeterShare, Pays, Push, ToOne
from houseway.rules.game import (
    ByProcedure,
    Decide,
    PayEnvy,
    PayOnTop,
    Settle,
    SettleWagers,
    SharedMeter,
    Shuffler,
    Validation,
    Vigorish,
)
from houseway.rules.settlement import Row


def settle_round(draft: Draft, command: cmd.SettleRound) -> None:
    """Settle all stages; stop where a payout must first be validated by a floorperson or above."""
    state = draft.state
    phase = current_phase(draft)
    if isinstance(phase, Decide) and phase.may_pass_over and not state.awaiting:
        # Nothing is exposed yet while a payout waits for its validation.
        if not _first_stage_validated(draft):
            return
        advance(draft)
        phase = current_phase(draft)
    if state.awaiting:
        seat, wager = min(state.awaiting)
        raise refuse(
            Code.FLOORPERSON_VALIDATES_PAYOUT,
            draft.procedures.collect,
            f"seat {seat}'s {draft.game.wagers[wager].name} must be validated by a floorperson or above first",
            (f"validate seat {seat} {wager}",),
        )
    if not isinstance(phase, Settle):
        raise refuse(Code.STEP_IS_DUE, draft.procedures.collect, "the round is not ready to be settled", (due(draft),))
    _check_stub_counted(draft)
    draft.showdowns = {}
    for number in range(state.resume, len(draft.game.stages)):
        if not settle_stage(draft, number):
            return
    apply_limit(draft)
    end_round(draft, void=False)


def _first_stage_validated(draft: Draft) -> bool:
    for number, stage in enumerate(draft.game.stages):
        if isinstance(stage, SettleWagers | SharedMeter) and stage.validation is not None:
            wagers = stage.wagers if isinstance(stage, SettleWagers) else (stage.wager,)
            return _validated(draft, wagers, stage.validation, number, resume=0)
    return True


def _check_stub_counted(draft: Draft) -> None:
    """Where no device counts the deck, every fifth round at the latest is settled only after its stub was counted."""
    state, rules = draft.state, draft.rules
    equipment = state.equipment
    if draft.shuffler in (Shuffler.COUNTING, Shuffler.RESHUFFLING) or equipment.stub_counted or state.validated:
        return
    whole = len(state.deck) == len(draft.game.deck)
    if whole and equipment.rounds_since_count + 1 >= rules.stub_count_every:
        raise refuse(
            Code.STUB_COUNT_IS_DUE,
            draft.procedures.stub_count[draft.dealing],
            f"the stub is counted at least once every {rules.stub_count_every} rounds of play, before this one is settled",
            ("count the stub",),
        )


def settle_stage(draft: Draft, number: int) -> bool:
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


def validate(draft: Draft, command: cmd.ValidatePayout) -> None:
    """A floorperson or above validates a payout that waits for it."""
    key = (command.seat, command.wager)
    if key not in draft.state.awaiting:
        waiting = [f"seat {seat} {wager}" for seat, wager in sorted(draft.state.awaiting)]
        raise refuse(
            Code.STEP_IS_DUE,
            draft.procedures.collect,
            f"no payout of {command.wager} at seat {command.seat} waits",
            waiting,
        )
    stage = draft.game.stages[draft.state.stage]
    assert isinstance(stage, SettleWagers | SharedMeter) and stage.validation is not None
    draft.emit(ev.PayoutValidated(stage.validation.clause, *key))


def _settle_each(draft: Draft, stage: SettleWagers) -> None:
    live, tables = draft.state.live, draft.game.tables
    for seat in draft.settling_order():
        for wager in stage.wagers:
            if (seat, wager) in live:
                won = live[seat, wager]
                row = draft.row(tables[wager], seat)
                pay(draft, seat, wager, row)
                for after, vigorish in stage.vigorish:
                    if after == wager and isinstance(row.pays, ToOne):
                        won = won * row.pays.numerator // row.pays.denominator
                        collect_vigorish(draft, seat, vigorish, won)
                for after, extra in stage.on_top:
                    if after == wager:
                        _pay_seat_on_top(draft, extra, seat)


def pay(draft: Draft, seat: int, wager: str, row: Row, *, payer: str = HOUSE, share: int | None = None) -> None:
    """Pay or collect a wager as a row says; ``share``: the part of a meter share that is this seat's."""
    state = draft.state
    divided = share is not None
    amount = state.live[seat, wager]
    account, area = draft.account(seat), area_account(seat, wager)
    taken = draft.game.wagers[wager].taken_before_deal
    collected: tuple[Posting, ...] = () if taken else ((area, payer, amount),)
    pays = row.pays
    kind = type(pays)
    postings: tuple[Posting, ...]
    if kind is Lose:
        net, postings = -amount, collected
    elif isinstance(pays, ToOne):
        net = amount * pays.numerator // pays.denominator
        postings = ((payer, account, net), (area, account, amount))
    elif kind is Push:
        net, postings = 0, ((HOUSE if taken else area, account, amount),)
    elif isinstance(pays, ForOne):
        net = amount * (pays.times - 1)
        postings = (*collected, (payer, account, amount * pays.times))
    elif isinstance(pays, MeterShare):
        if share is None:
            share = state.ledger[meter_account(pays.meter)] * pays.percent // 100
        net = share - amount
        postings = (*collected, (meter_account(pays.meter), account, share))
    else:
        raise TypeError(f"{row.text} is not paid on a wager of its own")
    draft.emit(ev.WagerSettled(row.clause, seat, wager, amount, row.text, net, row.under, row.name, postings))
    if isinstance(pays, MeterShare) and not divided:
        reset_meter(draft, pays)


def collect_vigorish(draft: Draft, seat: int, vigorish: Vigorish, won: int, *, under: str | None = None) -> int:
    """Collect the vigorish on an amount won, when it is paid; how much it was."""
    cents = vigorish.of(won)
    postings: tuple[Posting, ...] = ((draft.account(seat), HOUSE, cents),) if cents else ()
    draft.emit(
        ev.WagerSettled(vigorish.clause, seat, "vigorish", won, "vigorish", -cents, under, postings=postings),
    )
    return cents


def lose(draft: Draft, seat: int, wager: str, clause: str, *, payer: str = HOUSE) -> None:
    """Collect a wager that is lost by a decision."""
    amount = draft.state.live[seat, wager]
    postings = ((area_account(seat, wager), payer, amount),)
    draft.emit(ev.WagerSettled(clause, seat, wager, amount, "lose", -amount, postings=postings))


def reset_meter(draft: Draft, pays: MeterShare) -> None:
    """After the whole of a meter was won it stands at its reset amount, and the odd cents of a division beside it."""
    if pays.percent < 100:
        return
    meter = draft.game.meters[pays.meter]
    draft.emit(ev.MeterReset(meter.clause, meter.id, ((HOUSE, meter_account(meter.id), meter.reset),)))


def _validated(
    draft: Draft, wagers: tuple[str, ...], validation: Validation, number: int, *, resume: int | None = None
) -> bool:
    """Whether every payout of the stage that needs it has been validated; if not, those that wait are recorded."""
    state = draft.state
    waiting = [
        (seat, wager)
        for seat in draft.settling_order()
        for wager in validation.wagers or wagers
        if (seat, wager) in state.live
        and (seat, wager) not in state.validated
        and _needs_validation(draft.row(draft.game.tables[wager], seat).pays, validation)
    ]
    for seat, wager in waiting:
        draft.emit(ev.ValidationAwaited(validation.clause, seat, wager, number, number if resume is None else resume))
    return not waiting


def _needs_validation(pays: Pays, validation: Validation) -> bool:
    return isinstance(pays, MeterShare) or (isinstance(pays, ForOne) and pays.times >= validation.least_times)


def _settle_shared(draft: Draft, wager: str) -> None:
    state = draft.state
    seats = [seat for seat in draft.settling_order() if (seat, wager) in state.live]
    if not seats:
        return
    row = draft.row(draft.game.tables[wager], seats[0])
    share = None
    if isinstance(row.pays, MeterShare):
        # Odd cents of the division stay on the meter.
        share = state.ledger[meter_account(row.pays.meter)] * row.pays.percent // 100 // len(seats)
    for seat in seats:
        pay(draft, seat, wager, row, share=share)
    if isinstance(row.pays, MeterShare):
        reset_meter(draft, row.pays)


def pay_envy(draft: Draft, stage: PayEnvy, *, holders: list[int]) -> None:
    """Pay each seat with the wager for the hands of the other players among the holders."""
    state = draft.state
    placed = state.wagers
    if not any((seat, stage.wager) in placed for seat in state.players):
        return
    wagers = [(seat, placed.get((seat, stage.wager), 0)) for seat in draft.settling_order() if seat not in state.left]
    for least, table, below in stage.brackets:
        earning = [(seat, own) for seat, own in wagers if own >= least and (below is None or own < below)]
        if not earning:
            continue
        envied = [(seat, draft.row(table, seat)) for seat in holders]
        envied = [(seat, row) for seat, row in envied if isinstance(row.pays, FixedSum)]
        for seat, own in earning if envied else ():
            _pay_envy_of(draft, seat, own, envied)


def _pay_envy_of(draft: Draft, seat: int, own: int, envied: list[tuple[int, Row]]) -> None:
    seats = draft.state.seats
    for other, row in envied:
        # A player earns nothing by a hand of their own.
        if seats[other] != seats[seat] and isinstance(row.pays, FixedSum):
            cents = row.pays.cents
            posting = (HOUSE, draft.account(seat), cents)
            name = f"{row.name} at seat {other}"
            draft.emit(ev.WagerSettled(row.clause, seat, "envy", own, row.text, cents, row.under, name, (posting,)))


def _pay_on_top(draft: Draft, stage: PayOnTop) -> None:
    for seat in draft.settling_order():
        _pay_seat_on_top(draft, stage, seat)


def _pay_seat_on_top(draft: Draft, stage: PayOnTop, seat: int) -> None:
    placed = draft.state.wagers
    amount = placed.get((seat, stage.measured_by))
    if amount is None or (stage.requires and (seat, stage.requires) not in placed) or seat in draft.state.left:
        return
    row = draft.row(stage.table, seat)
    if isinstance(row.pays, ForOne):
        cents = amount * row.pays.times
        posting = (HOUSE, draft.account(seat), cents)
        draft.emit(
            ev.WagerSettled(row.clause, seat, stage.id, amount, row.text, cents, row.under, row.name, (posting,))
        )


def apply_limit(draft: Draft) -> None:
    """Reduce what a player or a hand has won on the limited wagers to the payout limit.

    The limit is used up in the order of settlement: each seat's reduction is what its own wagers went beyond it.
    """
    limit, state = draft.game.limit, draft.state
    if limit is None:
        return
    won: dict[str | int, int] = {}
    beyond: dict[int, int] = {}
    for seat, wager, net, clause in state.settled:
        if net > 0 and wager in limit.wagers and clause in limit.clauses:
            whose = state.seats[seat] if limit.per_player else seat
            before = won.get(whose, 0)
            won[whose] = before + net
            excess = min(net, before + net - limit.cents)
            if excess > 0:
                beyond[seat] = beyond.get(seat, 0) + excess
    for seat, reduction in beyond.items():
        posting = (draft.account(seat), HOUSE, reduction)
        draft.emit(ev.PayoutLimited(limit.clause, seat, limit.cents, reduction, (posting,)))


def end_round(draft: Draft, *, void: bool) -> None:
    """Collect the cards; the round is over."""
    state = draft.state
    main = draft.game.main_wager.id
    against = tuple((state.seats[seat], cents) for (seat, wager), cents in state.wagers.items() if wager == main)
    draft.emit(ev.RoundEnded(draft.procedures.collect, state.number, void, against))
