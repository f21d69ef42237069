"""What each person at a banked table may do now, as data."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from houseway.engine.asking import Amounts, Ask
from houseway.engine.banked.draft import BankedDraft, looking_at
from houseway.engine.banked.irregular import awaits_validation, can_happen
from houseway.engine.banked.seating import may_be_abandoned
from houseway.engine.banked.standing import amounts_of, wagering
from houseway.engine.banked.state import WAGERING, BankedState
from houseway.engine.cards.commands import CARD_COMMANDS
from houseway.engine.cards.due import choices
from houseway.engine.kernel import Viewer
from houseway.engine.roles import PLAYER, Role
from houseway.money import Cents
from houseway.rules.game import Placed
from houseway.rules.table_rules import TableRules
from houseway.seats import Seat

_ROLES = {kind.__struct_config__.tag: kind.roles for kind in CARD_COMMANDS}
# Looked up once: they are asked for with every wager and everything that is due.
BEFORE_THE_DEAL, SHIFT_SUPERVISOR = Placed.BEFORE_THE_DEAL, Role.SHIFT_SUPERVISOR
_OWN_ACCORD = ("place_wagers", "withdraw_wagers")
"""What a player may do with wagers is told once, whether it is due or not."""


def legal(rules: TableRules, state: BankedState, viewer: Viewer, due: tuple[Ask, ...]) -> tuple[Ask, ...]:
    """What a viewer may do now: what is due of them, and what they may do of their own accord."""
    return allowed(looking_at(rules, state), due, viewer)


def allowed(draft: BankedDraft, due: tuple[Ask, ...], viewer: Viewer) -> tuple[Ask, ...]:
    """What a viewer may do, given what is due."""
    state = draft.state
    if viewer.role is not Role.PLAYER and viewer.person in state.seats.values():
        return ()
    found = [ask for ask in due if _is_for(state, ask, viewer) and ask.command not in _OWN_ACCORD]
    found = [ask for ask in found if viewer.person is None or viewer.person not in _others(state, ask)]
    if viewer.role is PLAYER and viewer.person is not None and state.digest:
        found += _of_players(draft, viewer.person)
    elif viewer.role in (Role.DEALER, Role.FLOORPERSON, Role.SHIFT_SUPERVISOR) and state.digest:
        found += _of_staff(draft, viewer)
    return tuple(found)


def _is_for(state: BankedState, ask: Ask, viewer: Viewer) -> bool:
    """Whether something is asked of this viewer."""
    if ask.role is not viewer.role:
        return viewer.role is SHIFT_SUPERVISOR and ask.role is Role.FLOORPERSON
    return ask.role is not PLAYER or not ask.seat or state.seats.get(ask.seat) == viewer.person


def _others(state: BankedState, ask: Ask) -> frozenset[str]:
    """Who may not do it: who verifies has not done it."""
    if ask.command == "verify_inspection":
        return frozenset({state.equipment.inspected_by})
    return state.round.verified_by if ask.command == "validate_payout" else frozenset()


def _of_players(draft: BankedDraft, person: str) -> Iterator[Ask]:
    state, of, procedures = draft.state, draft.round, draft.procedures
    own = [seat for seat, one in state.seats.items() if one == person]
    places = range(1, draft.game.seats + 1) if len(own) < draft.rules.positions_per_player else ()
    for seat in places:
        if seat not in state.seats and (not own or any(abs(seat - one) == 1 for one in own)):
            yield Ask(
                command="take_seat",
                role=PLAYER,
                seat=Seat(seat),
                clause=procedures.positions,
                amounts=Amounts(Cents(0), None),
                may_wait=True,
            )
    for seat in own:
        wagering = state.status is WAGERING
        in_round = not wagering and seat in of.players
        if wagering and of.bank == seat and draft.game.player_bank is not None:
            clause = draft.game.player_bank.clause
            yield Ask(command="pass_bank", role=PLAYER, seat=seat, clause=clause, may_wait=True)
        if not in_round and not of.live.get(seat):
            yield Ask(command="leave_seat", role=PLAYER, seat=seat, clause=procedures.seated, may_wait=True)
        if wagering:
            yield from _wagers_of(draft, seat)


def _wagers_of(draft: BankedDraft, seat: Seat) -> Iterator[Ask]:
    of = draft.round
    if of.bank is not None and of.bank != seat and draft.state.seats[of.bank] == draft.state.seats[seat]:
        return
    for wager in draft.game.wagers.values():
        placeable = wager.offered and wager.placed is BEFORE_THE_DEAL and not (wager.main and of.bank == seat)
        amounts = amounts_of(draft, wager, seat) if placeable else None
        if amounts is not None:
            yield wagering(seat, wager.id, wager.clause, amounts, may_wait=True)
    for id in of.wagers.get(seat, ()):
        clause = draft.procedures.no_more_bets
        yield Ask(command="withdraw_wagers", role=PLAYER, seat=seat, subject=id, clause=clause, may_wait=True)


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
