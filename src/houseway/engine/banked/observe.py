"""What a viewer may see of a table, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from houseway.cards import Card
from houseway.engine.accounts import meter_account, player_account
from houseway.engine.banked.dealing import due
from houseway.engine.banked.deciding import legal_words
from houseway.engine.banked.draft import Draft
from houseway.engine.banked.state import DEALER, Status, TableState
from houseway.engine.roles import Role
from houseway.rules.game import Decide, Settle
from houseway.rules.showdown import Setting
from houseway.rules.table_rules import TableRules


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks: a player sees their own cards, everybody sees what is face up."""

    role: Role
    player: str | None = None


class Observation(msgspec.Struct, frozen=True):
    """The visible table. A card that may not be seen is None."""

    game: str
    number: int
    status: Status
    phase: str
    due: str
    seats: dict[int, str]
    chips: dict[int, int]
    wagers: dict[int, dict[str, int]]
    hands: dict[int, tuple[Card | None, ...]]
    community: tuple[Card | None, ...]
    settings: dict[int, Setting]
    folded: tuple[int, ...]
    meters: dict[str, int]
    bank: int | None
    asked: tuple[int, ...]
    legal: tuple[str, ...]


def observe(rules: TableRules, state: TableState, viewer: Viewer) -> Observation:
    """What this viewer sees: own cards, cards that have been turned, and no others."""
    draft = Draft(rules, state)
    own = {seat for seat, player in state.seats.items() if viewer.role is Role.PLAYER and player == viewer.player}
    phase = rules.phase(state.phase) if state.phase else None
    # Hands are turned up one after the other when the round is settled.
    showing = isinstance(phase, Settle)
    visible = set(own)
    if state.revealed:
        visible.add(DEALER if state.bank is None else state.bank)
        if state.settings.get(DEALER) is not None:
            visible.add(DEALER)
    if showing:
        visible |= {seat for seat in state.players if draft.in_play(seat)}
    wagers: dict[int, dict[str, int]] = {}
    for (seat, id), cents in state.live.items():
        wagers.setdefault(seat, {})[id] = cents
    # A position without a wager may have received cards; nobody sees them.
    dealt_in = {DEALER, *state.players}
    mine = next((seat for seat in state.asked if seat in own), None)
    legal = legal_words(draft, phase, mine) if isinstance(phase, Decide) and mine is not None else ()
    return Observation(
        rules.game.id,
        state.number,
        state.status,
        state.phase,
        due(draft),
        dict(state.seats),
        {seat: state.ledger.get(player_account(player), 0) for seat, player in state.seats.items()},
        wagers,
        {
            seat: hand if seat in visible else (None,) * len(hand)
            for seat, hand in state.hands.items()
            if seat in dealt_in
        },
        state.community[: state.turned] + (None,) * (len(state.community) - state.turned),
        {seat: setting for seat, setting in state.settings.items() if seat in visible},
        tuple(sorted(state.folded)),
        {meter: state.ledger.get(meter_account(meter), 0) for meter in rules.game.meters},
        state.bank,
        state.asked,
        legal,
    )
