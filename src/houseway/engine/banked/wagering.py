"""Wagers before the deal, and the locking of them."""

from __future__ import annotations

from collections.abc import Mapping

from houseway.clause import ClauseId
from houseway.engine.accounts import (
    DEALER_AREA,
    HOUSE,
    Posting,
    area_account,
    meter_account,
)
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.banked.draft import BankedDraft
from houseway.engine.banked.standing import bank_offer, check_bank_covers, check_covered, faults, must_lie_beside
from houseway.engine.banked.state import LOCKED, PLAYING, WAGERING
from houseway.engine.cards.due import spread_is_due
from houseway.engine.refusal import Code, refuse
from houseway.money import Cents, dollars
from houseway.rules.game import Wager
from houseway.seats import Seat
from houseway.written import nearest, shortened


def place(draft: BankedDraft, command: cmd.PlaceWagers) -> None:
    """Place chips on betting areas before "no more bets"."""
    state, procedures, seat = draft.state, draft.procedures, draft.seat
    if state.status is not WAGERING:
        raise refuse(
            Code.WAGER_PRECEDES_NO_MORE_BETS,
            _locked_by(draft, command),
            'wagers are placed before the dealer announces "no more bets"',
        )
    if not command.wagers:
        names = [wager.name for wager in draft.game.before_the_deal.values()]
        raise refuse(Code.WAGER_IS_POSITIVE, procedures.chips, f"seat {seat} must choose at least one bet", names)
    _check_one_area(draft, seat)
    for id, cents in command.wagers.items():
        wager = _known_wager(draft, id)
        if wager.main and state.round.bank == seat:
            raise refuse(
                Code.WAGER_IS_OFFERED,
                wager.clause,
                f"seat {seat} is the bank and is played against; it places no {wager.name}",
            )
        _check_after_required(draft, wager, command)
        check_amount(draft, wager, Cents(state.round.stake(seat, id) + cents), placed=cents)
        _check_placed_once(draft, wager)
    check_bank_covers(draft, seat, command.wagers)
    check_covered(draft, seat, command.wagers)
    account = draft.account(seat)
    draft.emit(
        ev.WagersPlaced(
            clause=procedures.chips,
            seat=seat,
            wagers=tuple(command.wagers.items()),
            postings=tuple([(account, area_account(seat, id), cents) for id, cents in command.wagers.items()]),
        )
    )


def _check_after_required(draft: BankedDraft, wager: Wager, command: cmd.PlaceWagers) -> None:
    """Refuse a wager that is placed before the one it follows; a player who banks has no main wager to place."""
    needed = must_lie_beside(draft, wager, draft.seat)
    if needed is not None and needed.id not in command.wagers:
        raise refuse(
            Code.WAGER_HAS_ITS_MAIN_WAGER,
            wager.clause,
            f"seat {draft.seat} must place {needed.with_article} before the {wager.name}",
            (f"place the {needed.name}",),
        )


def _check_placed_once(draft: BankedDraft, wager: Wager) -> None:
    """Refuse to add to a wager of a stated size: its device accepts one wager of a seat."""
    lies = draft.round.stake(draft.seat, wager.id)
    if wager.sizes and lies:
        raise refuse(
            Code.WAGER_SIZE_IS_OFFERED,
            wager.clause,
            f"seat {draft.seat} has placed {wager.with_article} of {dollars(lies)} and cannot add to it",
            (f"withdraw the {wager.name} and place another",),
        )


def _locked_by(draft: BankedDraft, command: cmd.PlaceWagers) -> ClauseId:
    """The clause that keeps a late wager out: once cards are dealt, a system's lock-out if each wager named has one."""
    wagers = draft.game.wagers
    by = {wagers[id].lock_out if id in wagers else None for id in command.wagers}
    locked_out = by.pop() if len(by) == 1 and draft.state.status is PLAYING else None
    return locked_out or draft.procedures.no_more_bets


def withdraw(draft: BankedDraft, command: cmd.WithdrawWagers) -> None:
    """Take wagers back before "no more bets"."""
    state, procedures, seat = draft.state, draft.procedures, draft.seat
    if state.status is not WAGERING:
        raise refuse(
            Code.WAGER_PRECEDES_NO_MORE_BETS,
            procedures.no_more_bets,
            'no wager is withdrawn after the dealer has announced "no more bets"',
        )
    placed = state.round.wagers.get(seat, {})
    for id in command.wagers:
        if id not in placed:
            name = draft.game.wagers[id].name if id in draft.game.wagers else shortened(id)
            lies = [draft.game.wagers[one].name for one in placed]
            raise refuse(Code.WAGERS_ARE_PLACED, procedures.chips, f"seat {seat} has placed no {name}", lies)
    for id in placed:
        wager = draft.game.wagers[id]
        if wager.after_required and wager.requires in command.wagers and id not in command.wagers:
            needed = draft.game.wagers[wager.requires]
            raise refuse(
                Code.WAGER_HAS_ITS_MAIN_WAGER,
                wager.clause,
                f"seat {seat} cannot withdraw the {needed.name} from under the {wager.name}",
                (f"withdraw the {wager.name} too",),
            )
    take_back(draft, seat, command.wagers)


def take_back(draft: BankedDraft, seat: Seat, wagers: tuple[str, ...]) -> None:
    """These wagers of a seat go back to its player."""
    clause, account, of = draft.procedures.no_more_bets, draft.account(seat), draft.round
    postings = [(area_account(seat, id), account, of.stake(seat, id)) for id in dict.fromkeys(wagers)]
    draft.emit(ev.WagersWithdrawn(clause=clause, seat=seat, wagers=wagers, postings=tuple(postings)))


def pass_on_bank(draft: BankedDraft, seat: Seat) -> None:
    """A seat passes the bank; if it had accepted it, what the dealer wagered against it goes back."""
    of, by = draft.round, draft.game.player_bank
    assert by is not None
    back = of.dealer_wager if of.bank == seat and of.dealer_wagered else None
    postings = ((DEALER_AREA, HOUSE, back),) if back else ()
    draft.emit(ev.BankPassed(clause=by.passed, seat=seat, postings=postings))


def _check_bank(draft: BankedDraft) -> None:
    """Bets are closed when the bank was offered to everybody or accepted, and the dealer's wager against it lies there."""
    of, by = draft.round, draft.game.player_bank
    if by is None:
        return
    coming = bank_offer(draft).next
    if coming is not None:
        says = f"the bank is first offered to seat {coming}"
        raise refuse(Code.STEP_IS_DUE, by.passed, says, (f"offer the bank to seat {coming}",))
    if of.dealer_wager_is_due:
        says = f"the dealer first wagers {dollars(of.dealer_wager)} against the bank"
        raise refuse(Code.STEP_IS_DUE, by.wagers, says, ("place the dealer's wager",))


def close_bets(draft: BankedDraft, command: cmd.AnnounceNoMoreBets) -> None:
    """Lock the wagers: check what must stand together, raise the meters, place lammers, count progressive chips."""
    state, game = draft.state, draft.game
    clause = draft.procedures.no_more_bets_by[draft.dealing]
    if state.status is not WAGERING:
        raise refuse(Code.STEP_IS_DUE, clause, '"no more bets" was announced already in this round')
    if not state.round.wagers and not state.round.dealer_wager:
        raise refuse(Code.WAGERS_ARE_PLACED, clause, "nobody has placed a wager", _offered(draft))
    _check_bank(draft)
    for refusal, _ in faults(draft):
        raise refusal
    if not state.equipment.present:
        raise refuse(Code.STEP_IS_DUE, draft.cards.one_deck, "there is no deck at the table", ("receive decks",))
    if spread_is_due(draft):
        says = "everybody had left the table, and the cards have not been spread and looked over since"
        raise refuse(Code.STEP_IS_DUE, draft.cards.no_activity, says, ("spread the cards",))
    postings: list[Posting] = []
    lammers: list[tuple[Seat, str]] = []
    carried = dict(state.carried)
    chips_due = 0
    for seat, id, cents in state.round.placed():
        wager = game.wagers[id]
        chips_due += wager.taken_before_deal
        if wager.meter is not None:
            gain, carried[wager.meter] = game.meters[wager.meter].gains(cents, carried.get(wager.meter, 0))
            if gain:
                postings.append((HOUSE, meter_account(wager.meter), gain))
        if game.qualifying_wagers and cents >= game.qualifying_wagers.get(id, cents + 1):
            lammers.append((seat, id))
    draft.emit(
        ev.BetsClosed(
            clause=clause,
            chips_due=chips_due,
            carried=changed(state.carried, carried),
            postings=tuple(postings),
        ),
    )
    if lammers and draft.procedures.lammer is not None:
        draft.emit(ev.EnvyLammersPlaced(clause=draft.procedures.lammer[draft.dealing], lammers=tuple(sorted(lammers))))
    if chips_due and command.chips is not None:
        count_chips(draft, cmd.CountProgressiveChips(chips=command.chips))


def changed(before: Mapping[str, int], after: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """The fractions beside the meters that are others than before."""
    return tuple((meter, rest) for meter, rest in after.items() if rest != before.get(meter, 0))


def count_chips(draft: BankedDraft, command: cmd.CountProgressiveChips) -> None:
    """The chips collected must be as many as the wagers the system accepted; until they are, nothing is dealt.

    Only then do they go into the table inventory.
    """
    state = draft.state
    clause = draft.procedures.chips_count[draft.dealing]
    if state.status is not LOCKED or state.round.chips_accepted == 0:
        raise refuse(Code.STEP_IS_DUE, clause, "there are no progressive wagers to count now")
    accepted = state.round.chips_accepted
    postings: list[Posting] = []
    if command.chips == accepted:
        for seat, id, cents in state.round.unsettled():
            # A count that is repeated finds the chips in the container already.
            if draft.game.wagers[id].taken_before_deal and state.balance(area_account(seat, id)):
                postings.append((area_account(seat, id), HOUSE, cents))
    draft.emit(ev.ChipsCounted(clause=clause, chips=command.chips, accepted=accepted, postings=tuple(postings)))


def check_amount(draft: BankedDraft, wager: Wager, cents: Cents, *, placed: Cents) -> None:
    """Sizes, minimum, maximum and whole cents of one wager."""
    if placed <= 0:
        raise refuse(
            Code.WAGER_IS_POSITIVE, wager.clause, f"the {wager.name} must be more than nothing, not {dollars(placed)}"
        )
    if wager.sizes and cents not in wager.sizes:
        sizes = [dollars(size) for size in wager.sizes]
        raise refuse(
            Code.WAGER_SIZE_IS_OFFERED,
            wager.clause,
            f"the {wager.name} is {' or '.join(sizes)}, not {dollars(cents)}",
            sizes,
        )
    if cents < wager.minimum:
        raise refuse(
            Code.WAGER_MEETS_MINIMUM,
            wager.clause,
            f"the {wager.name} of {dollars(cents)} is below the minimum of {dollars(wager.minimum)}",
            (f"at least {dollars(wager.minimum)}",),
        )
    if wager.maximum is not None and cents > wager.maximum:
        raise refuse(
            Code.WAGER_MEETS_MAXIMUM,
            wager.clause,
            f"the {wager.name} of {dollars(cents)} is above the maximum of {dollars(wager.maximum)}",
            (f"at most {dollars(wager.maximum)}",),
        )
    table = draft.game.tables.get(wager.id)
    if table is not None and cents % table.unit and not draft.rules.round_down:
        raise refuse(
            Code.WAGER_PAYS_WHOLE_CENTS,
            wager.clause,
            f"{wager.with_article} of {dollars(cents)} could be paid a fraction of a cent",
            (f"a multiple of {table.unit} cents",),
        )


def _check_one_area(draft: BankedDraft, seat: Seat) -> None:
    """A player who banks has one betting area."""
    state, bank = draft.state, draft.state.round.bank
    if bank is not None and bank != seat and state.seats[bank] == state.seats[seat]:
        assert draft.game.player_bank is not None
        raise refuse(
            Code.BANK_IS_ELIGIBLE,
            draft.game.player_bank.one_area,
            f"{state.seats[seat]} is the bank at seat {bank} and may wager on that betting area only",
            (f"seat {bank}",),
        )


def _known_wager(draft: BankedDraft, id: str) -> Wager:
    found = draft.game.before_the_deal.get(id)
    if found is not None:
        return found
    wager = draft.game.wagers.get(id)
    if wager is None:
        why = f"is no wager of this game{nearest(id, _offered(draft))}"
    elif not wager.offered:
        why = "is not offered at this table"
    else:
        why = "is placed when the player is asked, not before the deal"
    clause = wager.clause if wager is not None else draft.procedures.chips
    raise refuse(Code.WAGER_IS_OFFERED, clause, f"{shortened(id)!r} {why}", _offered(draft))


def _offered(draft: BankedDraft) -> tuple[str, ...]:
    return tuple(draft.game.before_the_deal)
