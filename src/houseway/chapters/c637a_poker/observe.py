"""What a viewer may see of a poker table, and nothing else."""

from __future__ import annotations

import msgspec

from houseway.cards import Card
from houseway.chapters.c637a_poker.awarding import may_muck
from houseway.chapters.c637a_poker.betting import options
from houseway.chapters.c637a_poker.draft import POT, PotDraft
from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.chapters.c637a_poker.state import PotState, PotStatus
from houseway.engine.accounts import player_account
from houseway.engine.banked.observe import Viewer
from houseway.engine.roles import Role


class PokerObservation(msgspec.Struct, frozen=True):
    """The visible table. A card that may not be seen is None; a folded or mucked hand is not there at all.

    ``discarded`` are the cards the viewer discarded, ``drew`` how many each seat has discarded in draws.
    """

    game: str
    number: int
    status: PotStatus
    street: str
    seats: dict[int, str]
    stacks: dict[int, int]
    button: int
    kill: bool
    pot: int
    bets: dict[int, int]
    current: int
    hands: dict[int, tuple[Card | None, ...]]
    board: tuple[Card, ...]
    common: tuple[Card, ...]
    discarded: tuple[Card, ...]
    drew: dict[int, int]
    folded: tuple[int, ...]
    all_in: tuple[int, ...]
    mucked: tuple[int, ...]
    actor: int
    asked: tuple[int, ...]
    legal: tuple[str, ...]


def observe(rules: PokerRules, state: PotState, viewer: Viewer) -> PokerObservation:
    """What this viewer may see: own cards, up cards, the board and hands shown; nobody's mucked or folded hand."""
    own = {seat for seat, player in state.seats.items() if viewer.role is Role.PLAYER and player == viewer.player}
    gone = state.folded | state.mucked
    drew: dict[int, int] = {}
    for seat, _ in state.discards:
        if seat and seat not in state.folded:
            drew[seat] = drew.get(seat, 0) + 1
    return PokerObservation(
        rules.game.id,
        state.number,
        state.status,
        rules.game.streets[state.street].id if state.street >= 0 else "",
        dict(state.seats),
        {seat: state.ledger.get(player_account(player), 0) for seat, player in state.seats.items()},
        state.button,
        state.kill,
        state.ledger.get(POT, 0),
        dict(state.bets),
        state.current,
        {seat: _seen(state, seat, own) for seat in state.hands if seat not in gone},
        state.board,
        state.common,
        tuple([card for seat, card in state.discards if seat in own and seat not in state.folded]),
        drew,
        tuple(sorted(state.folded)),
        tuple(sorted(state.all_in)),
        tuple(sorted(state.mucked)),
        state.actor,
        state.choosing or state.asked,
        _legal(rules, state, own),
    )


def _seen(state: PotState, seat: int, own: set[int]) -> tuple[Card | None, ...]:
    hand = state.hands[seat]
    if seat in own or seat in state.shown:
        return hand
    up = state.exposed.union(state.up.get(seat, ()))
    return tuple([card if card in up else None for card in hand])


def _legal(rules: PokerRules, state: PotState, own: set[int]) -> tuple[str, ...]:
    """What the viewer may do now, if it is the viewer's turn."""
    match state.status:
        case PotStatus.BETTING if state.actor in own:
            return options(PotDraft(rules, state), state.actor).words
        case PotStatus.CHOOSING if state.choosing and state.choosing[0] in own:
            return ("bet on", "stop betting")
        case PotStatus.DRAWING if state.asked and state.asked[0] in own:
            return (f"discard {state.discard} cards",) if state.discard else ("stand", "discard CARDS")
        case PotStatus.SHOWDOWN if state.showing and state.showing[0] in own:
            return ("show", "muck") if may_muck(PotDraft(rules, state), state.showing[0]) else ("show",)
        case _:
            return ()
