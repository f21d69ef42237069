"""Players who must post: they sat down, or were absent when blinds were due, while the game was under way.

The chapter itself asks nothing of them; the Blind Bets a table requires are the submission's (637a.11(d), reading
637a-must-post). Such a player waits for the largest blind, or posts it and is dealt in at once.
"""

from __future__ import annotations

from collections.abc import Sequence

from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import room_commands as room
from houseway.chapters.c637a_poker import room_events as ev
from houseway.chapters.c637a_poker.draft import PotDraft
from houseway.chapters.c637a_poker.rules import MustPost
from houseway.chapters.c637a_poker.state import PotStatus
from houseway.engine.refusal import Code, refuse


def owe_when_seated(draft: PotDraft, seat: int) -> None:
    """Whoever sits down while the game is under way owes the largest blind."""
    if draft.rules.must_post is not MustPost.NONE and draft.state.number:
        draft.emit(ev.PostOwed(_clause(draft), seat, 0))


def require_post(draft: PotDraft, command: room.RequirePost) -> None:
    """The floor says who must post: a player new to the game, or one who missed the blinds."""
    clause, seat = _clause(draft), command.seat
    if draft.rules.must_post is MustPost.NONE:
        raise refuse(Code.WAGER_IS_OFFERED, clause, "the submission of this table asks no player to post")
    _between_rounds(draft, clause)
    if seat not in draft.state.seats:
        raise refuse(Code.PLAYER_IS_SEATED, clause, f"nobody is seated at seat {seat}")
    draft.emit(ev.PostOwed(clause, seat, _missed(draft) if command.missed else 0))


def choose_to_post(draft: PotDraft, command: cmd.PostBlind) -> None:
    """A player who owes a post makes it with the next round rather than wait for the largest blind."""
    clause, seat = _clause(draft), command.seat
    _between_rounds(draft, clause)
    if seat not in draft.state.owing:
        raise refuse(Code.WAGER_IS_OFFERED, clause, f"seat {seat} has nothing to post")
    draft.emit(ev.PostChosen(clause, seat))


def dealt_in(draft: PotDraft, ring: Sequence[int]) -> tuple[int, ...]:
    """Who of these seats, clockwise from the button's left, is dealt in: not those who wait for the largest blind."""
    waiting = waits(draft)
    # Where too few would be left, nobody waits.
    if not waiting or sum(seat not in waiting for seat in ring) < 2:
        return tuple(ring)
    blinds = draft.rules.blinds
    place = blinds.index(max(blinds))
    order: list[int] = []
    for seat in ring:
        if seat not in waiting or len(order) == place:
            order.append(seat)
    return tuple(order)


def waits(draft: PotDraft) -> set[int]:
    """The seats that owe a post and have not chosen to make it."""
    return set(draft.state.owing) - draft.state.posting


def due(draft: PotDraft, seat: int, blind: int) -> tuple[int, int]:
    """What a seat posts beside the blind of its place: up to the largest blind as a bet, and dead for blinds missed."""
    state, largest = draft.state, max(draft.rules.blinds, default=0)
    if seat not in state.posting or blind >= largest:
        return 0, 0
    return largest - blind, state.owing[seat]


def blind_seats(draft: PotDraft, order: tuple[int, ...]) -> tuple[int, ...]:
    """Who posts each blind: left of the button first, or the button itself where two players and the option say so."""
    seats = (order[1], order[0]) if len(order) == 2 and draft.rules.heads_up_button_blind else order
    return seats[: len(draft.rules.blinds)]


def note_missed_blinds(draft: PotDraft) -> None:
    """Blinds that passed a seated player who was not dealt in are owed on return; those of a void round went back."""
    state = draft.state
    if draft.rules.must_post is MustPost.NONE:
        return
    blinds = blind_seats(draft, state.order)
    ring = [seat for seat in sorted(state.seats) if seat > state.button]
    ring += [seat for seat in sorted(state.seats) if seat <= state.button]
    passed = ring[: ring.index(blinds[-1])]
    for seat in passed:
        if seat not in state.order and seat not in state.owing:
            draft.emit(ev.PostOwed(_clause(draft), seat, _missed(draft)))


def _missed(draft: PotDraft) -> int:
    """The blinds below the largest, which are dead when posted late."""
    blinds = draft.rules.blinds
    return sum(blinds) - max(blinds) if draft.rules.must_post is MustPost.MISSED_BLINDS else 0


def _clause(draft: PotDraft) -> str:
    return draft.game.blind_clause or draft.game.ante_clause


def _between_rounds(draft: PotDraft, clause: str) -> None:
    if draft.state.status is not PotStatus.BETWEEN_ROUNDS:
        raise refuse(Code.STEP_IS_DUE, clause, "who posts is settled between rounds of play", ("complete the round",))
