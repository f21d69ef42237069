"""What is posted: Antes, Blind Bets, Forced Bets, and the posts of players who must post.

These sat down, or were absent when blinds were due, while the game was under way. The chapter itself asks nothing of them;
the Blind Bets a table requires are the submission's (637a.11(d), reading 637a-must-post). Such a player waits for the
largest blind, or posts it and is dealt in at once.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.draft import POT, PokerDraft
from houseway.chapters.c637a_poker.rules import ForcedBy, MustPost
from houseway.chapters.c637a_poker.state import Status
from houseway.clause import ClauseId
from houseway.engine.refusal import Code, refuse
from houseway.money import NOTHING, Cents
from houseway.seats import Seat

NOT_REQUIRED = MustPost.NONE
"""Looked up once: it is asked for with every round."""

# Bets that the game asks for.


def post_antes(draft: PokerDraft) -> None:
    """Every seat dealt in posts its Ante."""
    if not draft.rules.ante and draft.rules.antes is None:
        return
    # Antes that differ by seat are posted for the table: they belong to the main pot whole.
    kind = "ante for all" if draft.antes_differ else "ante"
    for seat in draft.state.round.order:
        post(draft, seat, kind, draft.ante_of(seat), draft.game.ante_clause)


def post_blinds(draft: PokerDraft) -> None:
    """The blinds, left of the button first, then the posts of those who owe one and are dealt in."""
    # Blinds that follow the cards are not those of a player who was required to leave before them.
    playing = tuple(draft.state.round.contending)
    clause = draft.game.blind_clause or draft.game.ante_clause
    blinds = dict(zip(blind_seats(draft, playing), draft.rules.blinds, strict=False))
    for seat, blind in blinds.items():
        post(draft, seat, "blind", blind, clause)
    for seat in playing if draft.state.posting else ():
        live, dead = post_due(draft, seat, blinds.get(seat, NOTHING))
        post(draft, seat, "dead post", dead, clause)
        post(draft, seat, "post", live, clause)


def post(draft: PokerDraft, seat: Seat, kind: str, cents: Cents, clause: ClauseId) -> None:
    """A bet that the rules ask for, or as much of it as the seat has."""
    stack = draft.stack(seat)
    paid = min(cents, stack)
    if cents <= 0:
        return
    postings = ((draft.account(seat), POT, paid),) if paid else ()
    draft.emit(ev.Posted(clause=clause, seat=seat, kind=kind, cents=paid, all_in=paid == stack, postings=postings))


def post_forced(draft: PokerDraft) -> None:
    """The Forced Bet of stud, unless its player has left the round and placed it then."""
    if not draft.state.round.opener:
        clause = draft.game.forced_clause or draft.game.section
        post(draft, forced_seat(draft), "forced bet", draft.rules.forced_bet, clause)


def keep_forced_bet(draft: PokerDraft, seat: Seat) -> None:
    """Place the Forced Bet of a hand that leaves before it was due: in super stud the up cards name it, then come discards."""
    round = draft.state.round
    awaited = round.status is Status.DRAWING and bool(round.discard) and not round.opener
    if awaited and seat == forced_seat(draft):
        post(draft, seat, "forced bet", draft.rules.forced_bet, ClauseId("637a.18(l)(2)"))


def forced_seat(draft: PokerDraft) -> Seat:
    """Who makes the Forced Bet: the lowest or highest up card, equal ones by suit (spades highest)."""
    round = draft.state.round
    cards = {seat: round.up[seat][0] for seat in round.contending}
    match draft.game.forced_by:
        case ForcedBy.LOWEST:
            return min(cards, key=lambda seat: cards[seat])
        case ForcedBy.HIGHEST_LOW_RANK:
            # Literally, the highest rank of low poker is the ace, then the 2.
            return min(cards, key=lambda seat: (((cards[seat] >> 2) + 1) % 13, -(cards[seat] & 3)))
        case _:
            # The ace is the lowest card here.
            return max(cards, key=lambda seat: ((cards[seat] >> 2) + 1) % 13 * 4 + (cards[seat] & 3))


# Players who must post.


def owe_when_seated(draft: PokerDraft, seat: Seat) -> None:
    """Whoever sits down while the game is under way owes the largest blind."""
    if draft.rules.must_post is not MustPost.NONE and draft.state.number:
        draft.emit(ev.PostOwed(clause=_clause(draft), seat=seat, dead=NOTHING, newcomer=True))


def require_post(draft: PokerDraft, command: cmd.RequirePost) -> None:
    """The floor says who must post: a player new to the game, or one who missed the blinds."""
    clause, seat = _clause(draft), command.seat
    if draft.rules.must_post is MustPost.NONE:
        raise refuse(Code.WAGER_IS_OFFERED, clause, "the submission of this table asks no player to post")
    _between_rounds(draft, clause)
    if seat not in draft.state.seats:
        raise refuse(Code.PLAYER_IS_SEATED, clause, f"nobody is seated at seat {seat}")
    if seat in draft.state.removed:
        says = f"the player at seat {seat} was required to leave the game"
        raise refuse(Code.PLAYER_IS_SEATED, ClauseId("637a.18(c)"), says)
    dead = _missed(draft) if command.missed else NOTHING
    if draft.state.owing.get(seat) == dead:
        raise refuse(Code.STEP_IS_DUE, clause, f"seat {seat} must post already", ("post", "wait for the largest blind"))
    draft.emit(ev.PostOwed(clause=clause, seat=seat, dead=dead, newcomer=not command.missed))


def choose_to_post(draft: PokerDraft, command: cmd.PostBlind) -> None:
    """A player who owes a post makes it with the next round rather than wait for the largest blind."""
    clause, seat = _clause(draft), draft.seat
    _between_rounds(draft, clause)
    if seat not in draft.state.owing:
        raise refuse(Code.WAGER_IS_OFFERED, clause, f"seat {seat} has nothing to post")
    if seat in draft.state.posting:
        raise refuse(Code.STEP_IS_DUE, clause, f"seat {seat} posts with the next round already", ("start the round",))
    draft.emit(ev.PostChosen(clause=clause, seat=seat))


def dealt_in(draft: PokerDraft, ring: Sequence[Seat], waiting: Set[Seat]) -> tuple[Seat, ...]:
    """Who of these seats, clockwise from the button's left, is dealt in: not those waiting for the largest blind."""
    # Where too few would be left, nobody waits.
    if not waiting or sum(seat not in waiting for seat in ring) < 2:
        return tuple(ring)
    blinds = draft.rules.blinds
    place = blinds.index(max(blinds))
    order: list[Seat] = []
    for seat in ring:
        if seat not in waiting or len(order) == place:
            order.append(seat)
    return tuple(order)


def waits(draft: PokerDraft) -> set[Seat]:
    """The seats that owe a post and have not chosen to make it."""
    return set(draft.state.owing) - draft.state.posting


def post_due(draft: PokerDraft, seat: Seat, blind: Cents) -> tuple[Cents, Cents]:
    """What a seat posts beside the blind of its place: up to the largest blind as a bet, and dead for blinds missed."""
    state, largest = draft.state, max(draft.rules.blinds, default=NOTHING)
    if seat not in state.posting or blind >= largest:
        return NOTHING, NOTHING
    # A blind that the seat posts in its place is not posted dead as well.
    return Cents(largest - blind), Cents(max(state.owing[seat] - blind, 0))


def blind_seats(draft: PokerDraft, order: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Who posts each blind: left of the button first, or the button itself where two players and the option say so."""
    seats = (order[1], order[0]) if len(order) == 2 and draft.rules.heads_up_button_blind else order
    return seats[: len(draft.rules.blinds)]


def note_missed_blinds(draft: PokerDraft) -> None:
    """Blinds that passed a seated player who was not dealt in are owed on return; those of a void round went back."""
    state, round = draft.state, draft.state.round
    if draft.rules.must_post is NOT_REQUIRED:
        return
    blinds = blind_seats(draft, round.order)
    ring = [seat for seat in sorted(state.seats) if seat > state.button]
    ring += [seat for seat in sorted(state.seats) if seat <= state.button]
    place = 0
    for seat in ring[: ring.index(blinds[-1])]:
        if seat in round.order:
            place += 1
            continue
        before = state.owing.get(seat)
        dead = _with_missed(draft, before or NOTHING, draft.rules.blinds[place])
        if before is None or (dead > before and seat not in state.newcomers):
            draft.emit(ev.PostOwed(clause=_clause(draft), seat=seat, dead=dead))


def _with_missed(draft: PokerDraft, dead: Cents, blind: Cents) -> Cents:
    """Return what is owed dead once another blind has passed: the largest is posted as a bet, each of the others once."""
    return dead if blind == max(draft.rules.blinds) else Cents(min(dead + blind, _missed(draft)))


def _missed(draft: PokerDraft) -> Cents:
    """The blinds below the largest, which are dead when posted late."""
    blinds = draft.rules.blinds
    return Cents(sum(blinds) - max(blinds)) if draft.rules.must_post is MustPost.MISSED_BLINDS else NOTHING


def _clause(draft: PokerDraft) -> ClauseId:
    return draft.game.blind_clause or draft.game.ante_clause


def _between_rounds(draft: PokerDraft, clause: ClauseId) -> None:
    if draft.state.status is not Status.BETWEEN_ROUNDS:
        raise refuse(Code.STEP_IS_DUE, clause, "who posts is settled between rounds of play", ("complete the round",))
