"""Wagers are settled by their tables, stage by stage, counterclockwise from the dealer's right."""

from __future__ import annotations

from houseway.clause import ClauseId
from houseway.engine.accounts import HOUSE, Posting, area_account, meter_account, payout_account
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.banked.dealing import advance
from houseway.engine.banked.documenting import await_documentation, close_round, collect_kept
from houseway.engine.banked.draft import BankedDraft
from houseway.engine.banked.phases import current_phase, stub_count_is_due
from houseway.engine.cards.steps import check_beside
from houseway.engine.refusal import Code, refuse
from houseway.engine.roles import Role
from houseway.engine.two_people import check_another
from houseway.money import NOTHING, Cents, ForOne, MeterShare, Pays, Worth
from houseway.rules.game import (
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
from houseway.rules.showdown import Setting
from houseway.seats import Seat

VIGORISH = "vigorish"
"""What a charge on winnings is settled as, beside the wagers."""


def settle_round(draft: BankedDraft, command: cmd.SettleRound) -> None:
    """Settle all stages; stop where a payout must first be validated by a floorperson or above."""
    state = draft.state
    if state.round.kept:
        collect_kept(draft)
        return
    if command.hands is not None and command.hands < 1:
        says = "at least one hand is settled"
        raise refuse(Code.STEP_IS_DUE, draft.procedures.collect, says, ("settle the round",))
    if state.round.awaiting:
        seat, wager = min(state.round.awaiting)
        raise refuse(
            Code.FLOORPERSON_VALIDATES_PAYOUT,
            draft.validated_under(wager),
            f"seat {seat}'s {draft.game.wagers[wager].name} must be validated by a floorperson or above first",
            (f"validate seat {seat} {wager}",),
        )
    check_stub_counted(draft)
    phase = current_phase(draft)
    if isinstance(phase, Decide) and phase.may_pass_over:
        advance(draft)
        phase = current_phase(draft)
    if not isinstance(phase, Settle):
        raise refuse(
            Code.STEP_IS_DUE, draft.procedures.collect, "the round is not ready to be settled", (draft.awaited,)
        )
    check_beside(draft)
    draft.showdowns, draft.to_reveal = {}, command.hands
    for number in range(state.round.resume, len(draft.game.stages)):
        if not settle_stage(draft, number):
            return
    close_round(draft, void=False)


def check_stub_counted(draft: BankedDraft) -> None:
    """A round goes on only after its stub was counted, where that is due."""
    if not stub_count_is_due(draft):
        return
    left = len(draft.game.deck) - draft.round.next_card
    says = (
        f"the stub is counted at least once every {draft.cards.rounds_to_a_count} rounds of play, before this one is settled"
        if draft.game.stub_left is None
        else f"the stub is counted after every deal, before the players look at their cards: {left} must be left"
    )
    raise refuse(Code.STUB_COUNT_IS_DUE, draft.cards.count[draft.dealing], says, ("count the stub",))


def settle_stage(draft: BankedDraft, number: int, *, void: bool = False) -> bool:
    """Settle one stage; False if it waits for a validation. ``void``: all hands are, and none of them is revealed."""
    stage = draft.game.stages[number]
    if isinstance(stage, SettleWagers):
        return _settle_each(draft, stage, number, reveals=None if void else stage.reveals)
    if isinstance(stage, PayEnvy):
        pay_envy(draft, stage, holders=draft.settling_order())
    elif isinstance(stage, PayOnTop):
        _pay_on_top(draft, stage)
    elif isinstance(stage, SharedMeter):
        seats = [seat for seat in draft.settling_order() if draft.round.at_stake(seat, stage.wager)]
        if stage.validation is not None:
            waiting = [seat for seat in seats if _awaits(draft, stage.validation, seat, stage.wager, number)]
            if waiting:
                return False
        _settle_shared(draft, stage.wager, seats)
    else:
        return stage.run(draft)
    return True


def validate(draft: BankedDraft, command: cmd.ValidatePayout) -> None:
    """A floorperson or above validates a payout that waits for it."""
    key = (command.seat, command.wager)
    if key not in draft.state.round.awaiting:
        waiting = [f"seat {seat} {wager}" for seat, wager in sorted(draft.state.round.awaiting)]
        raise refuse(
            Code.STEP_IS_DUE,
            draft.validated_under(command.wager),
            f"no payout of {command.wager} at seat {command.seat} waits",
            waiting,
        )
    stage = draft.game.stages[draft.state.round.stage]
    assert isinstance(stage, SettleWagers | SharedMeter) and stage.validation is not None
    validated(draft, command.seat, command.wager, stage.validation.clause)


def validated(draft: BankedDraft, seat: Seat, wager: str, clause: ClauseId) -> None:
    """A payout is validated by another person than the dealer who saw the hand win."""
    person = draft.given.by
    check_another(person, draft.state.round.verified_by, clause, "found the hand a winning one")
    draft.emit(ev.PayoutValidated(clause=clause, seat=seat, wager=wager, person=person))


def _settle_each(draft: BankedDraft, stage: SettleWagers, number: int, *, reveals: ClauseId | None) -> bool:
    """Settle seat after seat; False if a hand is not revealed yet or a payout waits for its validation."""
    of, tables, verified = draft.state.round, draft.game.tables, dict(stage.verified)
    for seat in draft.settling_order():
        if reveals is not None and not reveal_hands(draft, seat, reveals):
            return False
        before = len(of.settled)
        for wager in stage.wagers if seat in of.live else ():
            if not of.at_stake(seat, wager):
                continue
            if wager in verified:
                _show_winner(draft, seat, draft.row(tables[wager], seat), verified[wager])
            if stage.validation is not None and _awaits(draft, stage.validation, seat, wager, number):
                return False
            net = pay(draft, seat, wager, draft.row(tables[wager], seat))
            for after, vigorish in stage.vigorish:
                if after == wager and net > 0:
                    collect_vigorish(draft, seat, vigorish, net)
            for after, extra in stage.on_top:
                if after == wager:
                    _pay_seat_on_top(draft, extra, seat)
        if len(of.settled) > before:
            # One player at a time: what goes beyond the limit is never paid out to be taken back later.
            apply_limit(draft, seat)
    return True


def _show_winner(draft: BankedDraft, seat: Seat, row: Row, clause: ClauseId) -> None:
    """Turn up a hand that wins a wager before it is paid, unless it lies open: it was folded, or the round is void."""
    if (row.worth.numerator or row.worth.percent) and not _lies_open(draft, seat):
        _turn_up(draft, seat, clause)


def _lies_open(draft: BankedDraft, seat: Seat) -> bool:
    of = draft.round
    return seat in of.shown or (seat == of.bank and of.revealed)


def reveal_hands(draft: BankedDraft, seat: Seat, clause: ClauseId) -> bool:
    """Reveal the hands of a seat that plays on, once; False if no further hand is to be revealed by this command."""
    of = draft.state.round
    if seat in of.shown or seat == of.bank or not draft.in_play(seat):
        return True
    if draft.to_reveal is not None:
        if not draft.to_reveal:
            return False
        draft.to_reveal -= 1
    _turn_up(draft, seat, clause)
    return True


def _turn_up(draft: BankedDraft, seat: Seat, clause: ClauseId) -> None:
    """The hands of a seat are turned face up; cards that were never set lie as they were dealt."""
    of = draft.round
    setting = of.settings.get(seat) or Setting(of.hands[seat], ())
    draft.emit(ev.HandsRevealed(clause=clause, seat=seat, high=setting.high, low=setting.low))


def pay(
    draft: BankedDraft,
    seat: Seat,
    wager: str,
    row: Row,
    *,
    payer: str = HOUSE,
    meter: Cents | None = None,
    among: int = 1,
) -> Cents:
    """Pay or collect a wager as a row says; what the player gains or loses.

    ``meter``: what stood on a meter whose share is divided ``among`` so many.
    """
    state, worth = draft.state, row.worth
    divided = meter is not None
    amount = state.round.at_stake(seat, wager)
    account, area = draft.account(seat), area_account(seat, wager)
    taken = draft.is_taken(seat, wager)
    source, target, paid = payer, account, worth.paid(amount)
    if worth.percent:
        source, target = meter_account(worth.meter), payout_account(state.seats[seat])
        paid = worth.share(state.ledger[source] if meter is None else meter, among=among)
    net = paid if worth.returned else Cents(paid - amount)
    postings: tuple[Posting, ...] = ((source, target, paid),) if paid else ()
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
    if worth.percent:
        await_documentation(draft, seat, wager, paid)
    if worth.percent and not divided:
        reset_meter(draft, worth)
    return net


def collect_vigorish(
    draft: BankedDraft,
    seat: Seat,
    vigorish: Vigorish,
    won: Cents,
    *,
    payer: str = "",
    most: Cents | None = None,
    under: ClauseId | None = None,
) -> Cents:
    """Collect the vigorish on an amount won, from the player who won it unless a payer is named; return how much it was."""
    account = payer or draft.account(seat)
    # Rounded up it can be more than there is to take it from.
    cents = Cents(min(vigorish.of(won), draft.state.balance(account) if most is None else most))
    postings: tuple[Posting, ...] = ((account, HOUSE, cents),) if cents else ()
    draft.emit(
        ev.WagerSettled(
            clause=vigorish.clause,
            seat=seat,
            wager=VIGORISH,
            amount=Cents(won),
            pays=VIGORISH,
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


def _awaits(draft: BankedDraft, validation: Validation, seat: Seat, wager: str, number: int) -> bool:
    """Whether a payout must first be validated; that it waits is then recorded."""
    if validation.wagers and wager not in validation.wagers:
        return False
    if (seat, wager) in draft.state.round.validated:
        return False
    if not _needs_validation(draft.row(draft.game.tables[wager], seat).pays, validation):
        return False
    draft.emit(
        ev.ValidationAwaited(
            clause=validation.clause,
            seat=seat,
            wager=wager,
            stage=number,
            resume=number,
            # A ruling is the floor's alone.
            person=draft.given.by if draft.given.role is Role.DEALER else "",
        )
    )
    return True


def _needs_validation(pays: Pays, validation: Validation) -> bool:
    return isinstance(pays, MeterShare) or (isinstance(pays, ForOne) and pays.times >= validation.least_times)


def _settle_shared(draft: BankedDraft, wager: str, seats: list[Seat]) -> None:
    state = draft.state
    if not seats:
        return
    row = draft.row(draft.game.tables[wager], seats[0])
    # Odd cents of the division stay on the meter, and so does the part of a player whose wagers were abandoned.
    meter = state.ledger[meter_account(row.worth.meter)] if row.worth.percent else NOTHING
    players = sum(1 for _, placed, _ in state.round.placed() if placed == wager)
    for seat in seats:
        pay(draft, seat, wager, row, meter=meter, among=players)
    reset_meter(draft, row.worth)


def pay_envy(draft: BankedDraft, stage: PayEnvy, *, holders: list[Seat]) -> None:
    """Pay each seat with the wager for the hands of the other players among the holders."""
    of, wager = draft.state.round, stage.wager
    wagers = [(seat, of.stake(seat, wager)) for seat in draft.settling_order() if seat not in of.left]
    for least, table, below in stage.brackets:
        earning = [(seat, own) for seat, own in wagers if own >= least and (below is None or own < below)]
        if not earning:
            continue
        envied = [(seat, draft.row(table, seat)) for seat in holders]
        envied = [(seat, row) for seat, row in envied if row.worth.cents]
        if stage.turns_up is not None:
            _show_envied(draft, envied, earning, stage.turns_up)
        for seat, own in earning if envied else ():
            _pay_envy_of(draft, seat, own, envied)


def _show_envied(
    draft: BankedDraft, envied: list[tuple[Seat, Row]], earning: list[tuple[Seat, Cents]], clause: ClauseId
) -> None:
    """A hand that earns another player an Envy Bonus lies face up: one given up, or left behind, was not turned yet."""
    seats = draft.state.seats
    for other, _ in envied:
        if not _lies_open(draft, other) and any(seats[seat] != seats[other] for seat, _ in earning):
            _turn_up(draft, other, clause)


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
    of = draft.state.round
    amount = of.stake(seat, stage.measured_by)
    if not amount or (stage.requires and not of.stake(seat, stage.requires)) or seat in of.left:
        return
    row = draft.row(stage.table, seat)
    cents = row.worth.paid(amount)
    if cents:
        if stage.verified is not None:
            _show_winner(draft, seat, row, stage.verified)
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


def apply_limit(draft: BankedDraft, seat: Seat) -> None:
    """Reduce what a seat has won on the limited wagers to the payout limit, as far as its player or hand has not used it up.

    The limit is used up in the order of settlement: a seat's reduction is what its own wagers went beyond it.
    """
    limit, state = draft.game.limit, draft.state
    if limit is None:
        return
    won, cut, done = 0, dict[str, Cents](), state.round.limited.get(seat, 0)
    for other, wager, gained, clause in state.round.settled:
        shares_limit = state.seats[other] == state.seats[seat] if limit.per_player else other == seat
        if shares_limit and gained > 0 and wager in limit.wagers and clause in limit.clauses:
            won += gained
            excess = min(gained, won - limit.cents)
            if excess > 0 and other == seat:
                # What an earlier stage of the settlement has cut is not cut again.
                before = min(done, excess)
                excess, done = excess - before, done - before
                if excess:
                    account = _paid_to(draft, seat, wager, gained)
                    cut[account] = Cents(cut.get(account, 0) + excess)
    if cut:
        draft.emit(
            ev.PayoutLimited(
                clause=limit.clause,
                seat=seat,
                limit=limit.cents,
                reduction=Cents(sum(cut.values())),
                postings=tuple([(account, HOUSE, cents) for account, cents in cut.items()]),
            )
        )


def _paid_to(draft: BankedDraft, seat: Seat, wager: str, gained: Cents) -> str:
    """Where a win was paid to: a share of a meter is no chips, so it is cut where it lies."""
    of, meter, by_hand = draft.round, draft.game.wagers[wager].meter, payout_account(draft.state.seats[seat])
    share = Cents(gained + of.stake(seat, wager))
    is_share = meter is not None and (meter_account(meter), by_hand, share) in of.moved
    return by_hand if is_share else draft.account(seat)
