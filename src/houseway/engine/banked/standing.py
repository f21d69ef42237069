"""What wagers may yet be placed, and whether those placed stand together, so that bets can be closed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import UNSET

from houseway.clause import ClauseId
from houseway.engine.asking import Amounts, Ask
from houseway.engine.banked.draft import BankedDraft
from houseway.engine.refusal import Code, RefusedError, refuse
from houseway.engine.roles import PLAYER
from houseway.money import NOTHING, Cents, dollars
from houseway.rules.game import NO_OFFER, BankOffer, Wager
from houseway.seats import Seat


def must_lie_beside(draft: BankedDraft, wager: Wager, seat: Seat) -> Wager | None:
    """Return the wager that a seat must place before this one, or with it; None if it lies there or none must."""
    of = draft.state.round
    if not wager.after_required or seat == of.bank or of.stake(seat, wager.requires or ""):
        return None
    return draft.game.wagers[wager.requires or ""]


Fault = tuple[RefusedError, list[Ask]]
"""Why bets cannot be closed, and what puts it right."""


def amounts_of(draft: BankedDraft, wager: Wager, seat: Seat) -> Amounts | None:
    """What a seat may yet put on a wager before the deal, and on what must equal it; None if nothing."""
    of, id, least = draft.state.round, wager.id, wager.minimum
    most: int = draft.chips(seat)
    placed = of.wagers.get(seat, _NO_STAKES)
    lies = placed.get(id, NOTHING)
    if of.bank is not None and (wager.main or seat == of.bank):
        most = min(most, _uncovered(draft))
    needed = must_lie_beside(draft, wager, seat)
    if needed is not None:
        first = amounts_of(draft, needed, seat)
        if first is None:
            return None
        most -= first.least
    if wager.sizes:
        sizes = () if lies else tuple([size for size in wager.sizes if size <= most])
        if not sizes:
            return None
        enough = [size for size in sizes if size <= _most_to_play_on(draft, wager, seat)]
        offered = UNSET if len(enough) == len(sizes) else max(enough, default=NOTHING)
        return Amounts(sizes[0], sizes[-1], sizes=sizes, offered=offered)
    twin = draft.game.twins.get(id)
    if twin is not None:
        # Chips must be left for the equal wager, as far as it does not lie there already.
        ahead = placed.get(twin.id, NOTHING) - lies
        most = (most + ahead) // 2 if most > ahead else most
    if wager.maximum is not None and most > wager.maximum - lies:
        most = wager.maximum - lies
    least = Cents(least - lies if least > lies else 1)
    step = 1 if draft.rules.round_down else draft.game.exact_steps[id]
    least, most = Cents(-(-least // step) * step), most // step * step
    if most < least:
        return None
    to_offer = _most_to_play_on(draft, wager, seat) // step * step
    offered = UNSET if to_offer >= most else Cents(to_offer) if to_offer >= least else NOTHING
    return Amounts(least, Cents(most), Cents(step), offered=offered)


def _most_to_play_on(draft: BankedDraft, wager: Wager, seat: Seat) -> int:
    """The most to add to a wager that leaves chips for what its player must wager later in the round, unless the player folds.

    The chips are those of a player, who may have wagers at more than one seat.
    """
    of, game, seats = draft.state.round, draft.game, draft.state.seats
    chips: int = draft.chips(seat)
    if not game.wagers_to_play_on:
        return chips
    for other, placed in of.wagers.items():
        if seats[other] == seats[seat]:
            chips -= game.cents_to_play_on(placed)
    # Each chip added costs itself and what it makes the player wager later; beyond what lies on the equal wager, also on that.
    costs, twin = 1 + game.cents_to_play_on({wager.id: Cents(1)}), game.twins.get(wager.id)
    if twin is None:
        return chips // costs
    ahead, twin_costs = (
        of.stake(seat, twin.id) - of.stake(seat, wager.id),
        1 + game.cents_to_play_on({twin.id: Cents(1)}),
    )
    alone = chips // costs
    return alone if alone <= ahead else (chips + ahead * twin_costs) // (costs + twin_costs)


_NO_STAKES: Mapping[str, Cents] = {}


def _unit(draft: BankedDraft, wager: Wager) -> int:
    """The least amount that is paid in whole cents."""
    table = draft.game.tables.get(wager.id)
    return 1 if table is None or draft.rules.round_down else table.unit


def check_covered(draft: BankedDraft, seat: Seat, placed: Mapping[str, Cents]) -> None:
    """The chips cover what is placed, and the wager that must equal one of them as well."""
    of, twins, has = draft.state.round, draft.game.twins, draft.chips(seat)
    total, lacks, twin = sum(placed.values()), 0, None
    for id, cents in placed.items():
        twin = twins.get(id)
        if twin is not None:
            lacks = max(of.stake(seat, id) + cents - of.stake(seat, twin.id) - placed.get(twin.id, 0), 0)
        if lacks:
            break
    if total + lacks <= has:
        return
    says = f"seat {seat} has {dollars(has)} in chips, not {dollars(total)}"
    if twin is not None and lacks:
        says += f" and {dollars(lacks)} for the {twin.name} that must equal it"
    raise refuse(Code.WAGER_IS_COVERED, draft.procedures.chips, says, (f"at most {_most(draft, seat, placed)}",))


def _most(draft: BankedDraft, seat: Seat, placed: Mapping[str, Cents]) -> str:
    """How much of what is placed the chips cover: of one wager, of two that must be equal, or of several in all."""
    first = draft.game.wagers[next(iter(placed))]
    alone, twin = amounts_of(draft, first, seat), draft.game.twins.get(first.id)
    most = dollars(0 if alone is None else alone.most or 0)
    if len(placed) == 1:
        return most
    if twin is not None and set(placed) == {first.id, twin.id} and not draft.round.wagers.get(seat):
        return f"{most} each"
    return f"{dollars(draft.chips(seat))} in all"


def faults(draft: BankedDraft) -> Iterator[Fault]:
    """What keeps bets from being closed."""
    for seat, placed in draft.state.round.wagers.items():
        yield from _alone(draft, seat, placed)
    yield from _apart(draft)


def _alone(draft: BankedDraft, seat: Seat, placed: Mapping[str, Cents]) -> Iterator[Fault]:
    """Wagers of a seat that need another, or must equal another, stand with it."""
    wagers, twins = draft.game.wagers, draft.game.twins
    banks = draft.state.round.bank == seat
    for id, cents in placed.items():
        wager = wagers[id]
        if wager.requires and wager.requires not in placed and not banks:
            yield _without_its_main_wager(draft, seat, wager)
        if id in twins:
            yield from _unequal(draft, seat, wager, cents)


def _without_its_main_wager(draft: BankedDraft, seat: Seat, wager: Wager) -> Fault:
    needed = draft.game.wagers[wager.requires or ""]
    refusal = refuse(
        Code.WAGER_HAS_ITS_MAIN_WAGER,
        wager.clause,
        f"seat {seat} placed {wager.with_article} without the {needed.name}",
        (f"place the {needed.name}", f"withdraw the {wager.name}"),
    )
    return refusal, _placing(draft, seat, needed) or [_withdrawing(draft, seat, wager.id)]


def _unequal(draft: BankedDraft, seat: Seat, wager: Wager, cents: Cents) -> Iterator[Fault]:
    placed = draft.state.round.wagers[seat]
    if wager.equals and placed.get(wager.equals) != cents:
        equal = draft.game.wagers[wager.equals]
        lies = placed.get(equal.id, NOTHING)
        refusal = refuse(
            Code.WAGERS_ARE_EQUAL,
            wager.clause,
            f"seat {seat}'s {wager.name} must equal its {equal.name}",
            (dollars(lies),),
        )
        less, missing = (equal, cents - lies) if lies < cents else (wager, lies - cents)
        yield refusal, _placing(draft, seat, less, Cents(missing)) or [_withdrawing(draft, seat, wager.id)]
    partner = draft.game.equal_to.get(wager.id)
    if partner is not None and partner.id not in placed:
        refusal = refuse(
            Code.WAGERS_ARE_EQUAL,
            partner.clause,
            f"seat {seat} placed {wager.with_article} without an equal {partner.name}",
            (f"{partner.name} {dollars(cents)}",),
        )
        yield refusal, _placing(draft, seat, partner, cents) or [_withdrawing(draft, seat, wager.id)]


def _apart(draft: BankedDraft) -> Iterator[Fault]:
    """The positions one player wagers on lie side by side."""
    if len(set(draft.state.seats.values())) == len(draft.state.seats):
        return
    held: dict[str, list[Seat]] = {}
    for seat in draft.round.players:
        held.setdefault(draft.state.seats[seat], []).append(seat)
    for player, seats in held.items():
        if seats[-1] - seats[0] >= len(seats):
            refusal = refuse(
                Code.POSITIONS_ARE_ADJACENT,
                draft.procedures.adjacent,
                f"{player} has wagers at seats {' and '.join(map(str, seats))}, which are not adjacent",
                ("withdraw the wagers of one position",),
            )
            yield refusal, [_withdrawing(draft, seat, id) for seat in seats for id in draft.round.wagers.get(seat, ())]


def bank_offer(draft: BankedDraft) -> BankOffer:
    """Who may accept the bank, and to whom it is still to be offered before bets are closed."""
    state, by = draft.state, draft.game.player_bank
    if by is None or draft.rules.banking is None or state.stated or not state.rounds_since_opening:
        return NO_OFFER
    return by.procedures().offers(draft) if draft.round.bank is None else NO_OFFER


def check_bank_covers(draft: BankedDraft, seat: Seat, wagers: Mapping[str, Cents]) -> None:
    """A player who banks can pay every wager against the bank: none is placed that the chips do not cover."""
    by, bank = draft.game.player_bank, draft.round.bank
    if by is None or bank is None:
        return
    # What the bank puts on wagers of its own no longer covers those of others.
    takes = sum(cents for id, cents in wagers.items() if seat == bank or draft.game.wagers[id].main)
    left = _uncovered(draft)
    if takes > max(left, 0):
        has = dollars(draft.chips(bank))
        legal = (f"at most {dollars(left)}",) if left > 0 else ()
        says = f"the bank at seat {bank} has {has}, of which {dollars(max(left, 0))} are not yet staked against"
        raise refuse(Code.BANK_IS_ELIGIBLE, by.covers, says, legal)


def _uncovered(draft: BankedDraft) -> int:
    """What the player who banks could still pay beyond the wagers placed against the bank; less than 0 if too little."""
    of, main, bank = draft.round, draft.game.main_wager.id, draft.round.bank
    assert bank is not None
    owed = sum(of.stake(seat, main) for seat in of.wagers) + of.dealer_wager
    return draft.chips(bank) - owed


def _placing(draft: BankedDraft, seat: Seat, wager: Wager, cents: Cents | None = None) -> list[Ask]:
    """A wager that is still to be placed, exactly so much of it where that is said; none if it cannot be."""
    amounts = amounts_of(draft, wager, seat)
    if cents is not None:
        lies, chips = draft.round.stake(seat, wager.id), draft.chips(seat)
        most = chips if wager.maximum is None else min(chips, wager.maximum - lies)
        lawful = cents <= most and lies + cents >= wager.minimum and not (lies + cents) % _unit(draft, wager)
        amounts = Amounts(Cents(cents), Cents(cents)) if lawful else None
    return [] if amounts is None else [wagering(seat, wager.id, wager.clause, amounts)]


def wagering(
    seat: Seat, wager: str, clause: ClauseId, amounts: Amounts, *, may_wait: bool = False, beside: str = ""
) -> Ask:
    """A player is asked for a wager."""
    return Ask(
        command="place_wagers",
        role=PLAYER,
        seat=seat,
        subject=wager,
        amounts=amounts,
        clause=clause,
        may_wait=may_wait,
        beside=beside,
    )


def _withdrawing(draft: BankedDraft, seat: Seat, wager: str) -> Ask:
    clause = draft.procedures.no_more_bets
    return Ask(command="withdraw_wagers", role=PLAYER, seat=seat, subject=wager, clause=clause)
