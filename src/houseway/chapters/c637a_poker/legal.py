"""What a viewer may do at a poker table, as data: what is awaited of them, and what is left to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from msgspec.structs import replace

from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker.awarding import may_show_uncontested
from houseway.chapters.c637a_poker.draft import PokerDraft, looking_at
from houseway.chapters.c637a_poker.due import DEALER, FLOOR, PLAYER, TAGS, asking, back, exactly
from houseway.chapters.c637a_poker.revenue import charge_kept
from houseway.chapters.c637a_poker.rules import SEATS, MustPost, PokerRules
from houseway.chapters.c637a_poker.rulings import can_report, has_hand
from houseway.chapters.c637a_poker.stakes import agreeable
from houseway.chapters.c637a_poker.state import PokerState, Status
from houseway.clause import ClauseId
from houseway.engine.asking import Amounts, Ask
from houseway.engine.cards.due import choices
from houseway.engine.kernel import Viewer
from houseway.engine.observing import own_seats
from houseway.engine.opening import buy_in_room
from houseway.engine.roles import DEALER_OR_FLOOR
from houseway.money import Cents
from houseway.seats import NOBODY, Seat

_GIVEN_BY = {role: {tag for kind, tag in TAGS.items() if role in kind.roles} for role in DEALER_OR_FLOOR}
BETWEEN_ROUNDS = Status.BETWEEN_ROUNDS
_WITH_CARDS = frozenset({Status.BETTING, Status.DEALING, Status.DRAWING})


def legal(rules: PokerRules, state: PokerState, viewer: Viewer, due: tuple[Ask, ...]) -> tuple[Ask, ...]:
    """What a viewer may do now: what is awaited of them, and what is left to them."""
    return allowed(looking_at(rules, state), due, viewer, own_seats(state, viewer))


def allowed(draft: PokerDraft, asks: tuple[Ask, ...], viewer: Viewer, own: set[Seat]) -> tuple[Ask, ...]:
    """What a viewer may do, given what is awaited."""
    role = viewer.role
    if role is PLAYER:
        if not own:
            return tuple(_of_visitor(draft, viewer))
        mine = [ask for ask in asks if ask.seat in own]
        for seat in sorted(own):
            mine += _of_player(draft, seat)
        return tuple(mine)
    # Who plays at the table takes no part in conducting the game (637a.7(b)).
    if role not in DEALER_OR_FLOOR or viewer.person in draft.state.seats.values():
        return ()
    kinds = _GIVEN_BY[role]
    mine = [ask for ask in asks if ask.command in kinds and ask.role is not PLAYER]
    mine = [ask for ask in mine if viewer.person is None or viewer.person not in _others(draft.state, ask)]
    if draft.state.digest:
        mine += [ask for ask in _of_staff(draft) if ask.command in kinds]
    return tuple(dict.fromkeys(ask if ask.role is role else replace(ask, role=role) for ask in mine))


def _others(state: PokerState, ask: Ask) -> tuple[str, ...]:
    """Who may not do it: who verifies has not done it."""
    if ask.command == "verify_inspection":
        return (state.equipment.inspected_by,)
    return state.charged_by if ask.command == "verify_time_charges" else ()


def _of_visitor(draft: PokerDraft, viewer: Viewer) -> Iterator[Ask]:
    """Who is not seated may take a free seat at any time."""
    state, person = draft.state, viewer.person
    if person and person not in state.barred and state.digest:
        for seat in range(1, SEATS + 1):
            if seat not in state.seats:
                anything = Amounts(Cents(0), buy_in_room(state, person))
                yield asking(
                    cmd.TakeSeat, PLAYER, ClauseId("637a.8(a)"), seat=Seat(seat), amounts=anything, may_wait=True
                )


def _of_player(draft: PokerDraft, seat: Seat) -> Iterable[Ask]:
    state, round = draft.state, draft.state.round
    if seat in state.away:
        return ()
    shows = [_showing(seat)] if may_show_uncontested(draft, seat) else []
    if round.status is BETWEEN_ROUNDS:
        return (*_with_stakes(draft, seat), *shows)
    if shows:
        return shows
    throws = round.status in _WITH_CARDS and has_hand(draft, seat) and seat != round.pending_seat
    return (_throwing_away(seat),) if throws else ()


def _with_stakes(draft: PokerDraft, seat: Seat) -> Iterator[Ask]:
    """Between rounds a player adds stakes, takes some off or leaves."""
    clause, free = ClauseId("637a.8(b)(2)"), Cents(draft.stack(seat) - charge_kept(draft, seat))
    room = buy_in_room(draft.state, draft.state.seats[seat])
    if seat not in draft.state.removed and room != 0:
        yield asking(cmd.AddStakes, PLAYER, clause, seat=seat, amounts=Amounts(Cents(1), room), may_wait=True)
    if free:
        yield asking(cmd.RemoveStakes, PLAYER, clause, seat=seat, amounts=Amounts(Cents(1), free), may_wait=True)
    yield asking(cmd.LeaveSeat, PLAYER, clause, seat=seat, may_wait=True)


@cache
def _throwing_away(seat: Seat) -> Ask:
    """What is left to whoever holds cards: the same in every state, so made once."""
    return asking(cmd.ThrowAwayCards, PLAYER, ClauseId("637a.18(l)(1)"), seat=seat, may_wait=True)


@cache
def _showing(seat: Seat) -> Ask:
    """Offer the winner of an uncontested pot to show the hand."""
    return asking(cmd.ShowHand, PLAYER, ClauseId("637a.16(f)"), seat=seat, word="show", may_wait=True)


def _of_staff(draft: PokerDraft) -> Iterator[Ask]:
    """What the dealer, the floor or both may do though nobody waits for it."""
    state, round = draft.state, draft.state.round
    for seat in state.seats:
        if seat in state.away:
            yield back(draft, seat, may_wait=True)
        elif seat != round.pending_seat:
            yield asking(cmd.SecureStakes, FLOOR, ClauseId("637a.8(b)(6)"), concerns=seat, may_wait=True)
        if seat not in state.removed:
            yield asking(cmd.RemovePlayer, FLOOR, ClauseId("637a.18(c)"), concerns=seat, may_wait=True)
    yield asking(cmd.RuleOnDispute, FLOOR, ClauseId("637a.18(a)"), may_wait=True)
    yield from _reports(draft)
    yield from choices(draft)
    if round.status is not BETWEEN_ROUNDS:
        if not round.set_down:
            for hand in () if round.held_in else ("left", "right"):
                yield asking(cmd.HoldDeck, DEALER, ClauseId("637a.7(e)(1)"), word=hand, may_wait=True)
            yield asking(cmd.SetDeckDown, DEALER, ClauseId("637a.7(e)(1)"), may_wait=True)
        return
    for one in draft.rules.contributions:
        word = "start" if one.fund in state.not_collecting else "stop"
        yield asking(cmd.SetCollection, FLOOR, one.clause, subject=one.fund, word=word, may_wait=True)
    for amounts in agreeable(draft) if draft.rules.minimum_increase else ():
        yield asking(cmd.AgreeMinimum, DEALER, ClauseId("637a.8(k)"), amounts=amounts, may_wait=True)
    if draft.rules.must_post is not MustPost.NONE:
        clause = draft.game.blind_clause or draft.game.ante_clause
        for seat in state.seats:
            if seat not in state.owing and seat not in state.removed:
                yield asking(cmd.RequirePost, FLOOR, clause, concerns=seat, may_wait=True)
    if not state.equipment.owned:
        yield asking(cmd.ReceiveDecks, DEALER, ClauseId("637a.4(a)"), amounts=exactly(2), may_wait=True)


def _reports(draft: PokerDraft) -> Iterator[Ask]:
    """The irregularities that can be reported now, of each seat they can concern."""
    seats = tuple(draft.state.seats)
    for cause, ruling in draft.rules.irregularities.items():
        for seat in seats if ruling.needs_seat else (NOBODY,):
            if can_report(draft, ruling, seat):
                yield asking(cmd.ReportIrregularity, DEALER, ruling.clause, subject=cause, concerns=seat, may_wait=True)
