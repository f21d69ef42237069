"""What each person at a banked table may do now, as data."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from msgspec.structs import replace

from houseway.clause import ClauseId
from houseway.engine.asking import Amounts, Ask
from houseway.engine.banked.draft import BankedDraft, looking_at
from houseway.engine.banked.irregular import awaits_validation, can_happen
from houseway.engine.banked.seating import may_be_abandoned
from houseway.engine.banked.standing import amounts_of, must_lie_beside, wagering
from houseway.engine.banked.state import WAGERING, BankedState
from houseway.engine.cards.commands import CARD_COMMANDS
from houseway.engine.cards.due import choices
from houseway.engine.kernel import Viewer
from houseway.engine.opening import buy_in_room
from houseway.engine.roles import PLAYER, Role
from houseway.money import Cents
from houseway.rules.game import Wager
from houseway.rules.table_rules import TableRules
from houseway.seats import Seat

_ROLES = {kind.__struct_config__.tag: kind.roles for kind in CARD_COMMANDS}
# Looked up once: they are asked for with everything that is due.
FLOOR, SHIFT_SUPERVISOR = Role.FLOORPERSON, Role.SHIFT_SUPERVISOR
_OWN_ACCORD = ("place_wagers", "withdraw_wagers")
"""What a player may do with wagers is told once, whether it is due or not."""


def legal(rules: TableRules, state: BankedState, viewer: Viewer, due: tuple[Ask, ...]) -> tuple[Ask, ...]:
    """What a viewer may do now: what is due of them, and what they may do of their own accord."""
    return allowed(looking_at(rules, state), due, viewer)


def allowed(draft: BankedDraft, due: tuple[Ask, ...], viewer: Viewer) -> tuple[Ask, ...]:
    """What a viewer may do, given what is due."""
    state, role, person = draft.state, viewer.role, viewer.person
    seats = state.seats
    if role is PLAYER:
        found = [
            ask
            for ask in due
            if ask.role is PLAYER and (not ask.seat or seats.get(ask.seat) == person) and ask.command not in _OWN_ACCORD
        ]
        if person is not None and state.digest:
            found += _of_players(draft, person)
        return tuple(found)
    if person in seats.values():
        return ()
    # The shift supervisor may do what the floor is asked for.
    roles = (role, FLOOR) if role is SHIFT_SUPERVISOR else (role,)
    found = [ask for ask in due if ask.role in roles and (person is None or person not in _others(state, ask))]
    if state.digest and role in (Role.DEALER, FLOOR, SHIFT_SUPERVISOR):
        found += _of_staff(draft, viewer)
    return tuple(found)


def _others(state: BankedState, ask: Ask) -> frozenset[str]:
    """Who may not do it: who verifies has not done it."""
    if ask.command == "verify_inspection":
        return frozenset({state.equipment.inspected_by})
    return state.round.verified_by if ask.command == "validate_payout" else frozenset()


def _of_players(draft: BankedDraft, person: str) -> list[Ask]:
    state, procedures = draft.state, draft.procedures
    of, seats = state.round, state.seats
    found: list[Ask] = []
    own = [seat for seat, one in seats.items() if one == person]
    if len(own) < draft.rules.positions_per_player:
        free = [Seat(place) for place in range(1, draft.game.seats + 1) if place not in seats]
        beside = [seat for seat in free if not own or seat - 1 in own or seat + 1 in own]
        found += [_taking(seat, procedures.positions, buy_in_room(state, person)) for seat in beside]
    wagering = state.status is WAGERING
    for seat in own:
        in_round, room = not wagering and seat in of.players, buy_in_room(state, person)
        if wagering and of.bank == seat and draft.game.player_bank is not None:
            clause = draft.game.player_bank.clause
            found.append(Ask(command="pass_bank", role=PLAYER, seat=seat, clause=clause, may_wait=True))
            if of.dealer_wager_is_due and of.dealer_wager:
                # Until the chips are placed the bank may still direct a lesser wager.
                less, wagers = Amounts(Cents(0), Cents(of.dealer_wager - 1)), draft.game.player_bank.wagers
                found.append(
                    Ask(command="accept_bank", role=PLAYER, seat=seat, clause=wagers, may_wait=True, amounts=less)
                )
        if not in_round and not of.live.get(seat):
            found.append(_leaving(seat, procedures.seated))
        if not in_round and room != 0:
            found.append(_adding(seat, procedures.chips, room))
        if wagering:
            found += _wagers_of(draft, seat)
    return found


# The same in most states, so made once.


@lru_cache(1_000)
def _taking(seat: Seat, clause: ClauseId, most: Cents | None) -> Ask:
    anything = Amounts(Cents(0), most)
    return Ask(command="take_seat", role=PLAYER, seat=seat, clause=clause, amounts=anything, may_wait=True)


@lru_cache(1_000)
def _adding(seat: Seat, clause: ClauseId, most: Cents | None) -> Ask:
    amounts = Amounts(Cents(1), most)
    return Ask(command="add_stakes", role=PLAYER, seat=seat, clause=clause, amounts=amounts, may_wait=True)


@cache
def _leaving(seat: Seat, clause: ClauseId) -> Ask:
    return Ask(command="leave_seat", role=PLAYER, seat=seat, clause=clause, may_wait=True)


@cache
def _withdrawing(seat: Seat, wager: str, clause: ClauseId) -> Ask:
    return Ask(command="withdraw_wagers", role=PLAYER, seat=seat, subject=wager, clause=clause, may_wait=True)


def _wagers_of(draft: BankedDraft, seat: Seat) -> list[Ask]:
    of, seats, clause = draft.state.round, draft.state.seats, draft.procedures.no_more_bets
    if of.bank is not None and of.bank != seat and seats[of.bank] == seats[seat]:
        return []
    found = [
        wagering(seat, wager.id, wager.clause, amounts, may_wait=True, beside=_beside(draft, wager, seat))
        for wager in draft.game.before_the_deal.values()
        if not (wager.main and of.bank == seat) and (amounts := amounts_of(draft, wager, seat)) is not None
    ]
    placed = of.wagers.get(seat, {})
    needed = {wager.requires for id in placed if (wager := draft.game.wagers[id]).after_required}
    return found + [_withdrawing(seat, id, clause) for id in placed if id not in needed]


def _beside(draft: BankedDraft, wager: Wager, seat: Seat) -> str:
    needed = must_lie_beside(draft, wager, seat)
    return "" if needed is None else needed.id


def _of_staff(draft: BankedDraft, viewer: Viewer) -> Iterator[Ask]:
    of, role = draft.round, viewer.role
    validates = role is not Role.DEALER
    yield from (replace(ask, role=role) for ask in choices(draft) if role in _ROLES[ask.command])
    for ruling in draft.game.irregularities.values():
        if ruling.device is not None:
            # A device's fault is named above.
            continue
        for seat in of.players if ruling.needs_seat else (Seat(0),):
            theirs = validates or awaits_validation(draft, ruling) is None
            if theirs and can_happen(draft, ruling, seat):
                yield Ask(
                    command="report_irregularity",
                    role=role,
                    clause=ruling.clause,
                    subject=ruling.cause,
                    concerns=seat,
                    may_wait=True,
                )
    if role is not Role.DEALER:
        for seat in of.players:
            if may_be_abandoned(draft, seat):
                clause = draft.procedures.seated
                yield Ask(command="abandon_wagers", role=role, clause=clause, concerns=seat, may_wait=True)
