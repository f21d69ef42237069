"""What is due at a poker table and what a viewer may do, as data: who, which command, which amounts, which clause.

Amounts of a bet, a raise or a call are the seat's total in the betting round. A deck is named by its number, a cause of
637a.18 by its name. A round is started without the seats that a note of the observation leaves out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypedDict, Unpack

from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker.awarding import may_muck
from houseway.chapters.c637a_poker.betting import options
from houseway.chapters.c637a_poker.dealing import can_be_dealt
from houseway.chapters.c637a_poker.draft import TIME_CHARGES, PokerDraft, looking_at
from houseway.chapters.c637a_poker.posting import waits
from houseway.chapters.c637a_poker.revenue import time_charge_due
from houseway.chapters.c637a_poker.rules import SEATS, PokerRules
from houseway.chapters.c637a_poker.rulings import awaited_while_away
from houseway.chapters.c637a_poker.short_decks import can_be_reshuffled, cards_put_back
from houseway.chapters.c637a_poker.starting import can_start, left_out, straddle_due, straddler
from houseway.chapters.c637a_poker.state import PokerState, Status
from houseway.clause import ClauseId
from houseway.engine.asking import Amounts, Ask
from houseway.engine.cards.due import steps
from houseway.engine.kernel import Command
from houseway.engine.opening import BUY_IN_LIMIT, buy_in_room
from houseway.engine.roles import Role
from houseway.money import Cents
from houseway.seats import Seat

PLAYER, DEALER, FLOOR = Role.PLAYER, Role.DEALER, Role.FLOORPERSON
TAGS = {kind: str(kind.__struct_config__.tag) for kind in cmd.COMMANDS}
ACT, RAISES = TAGS[cmd.Act], ClauseId("637a.8(k)")


def due(rules: PokerRules, state: PokerState) -> tuple[Ask, ...]:
    """What is awaited now, the next first; what may wait stands with it."""
    return awaited(looking_at(rules, state))


def awaited(draft: PokerDraft) -> tuple[Ask, ...]:
    """What is awaited of anybody."""
    if not draft.state.digest:
        return (asking(cmd.OpenTable, DEALER, ClauseId("637a.4(a)")),)
    return tuple(_AWAITED[draft.state.round.status](draft))


class _Details(TypedDict, total=False):
    seat: Seat
    word: str
    subject: str
    amounts: Amounts | None
    cards: tuple[int, int] | None
    concerns: Seat
    may_wait: bool


def asking(kind: type[Command], role: Role, clause: ClauseId, **details: Unpack[_Details]) -> Ask:
    """An ask for a command of a kind."""
    return Ask(command=TAGS[kind], role=role, clause=clause, **details)


def exactly(number: int) -> Amounts:
    return Amounts(Cents(number), Cents(number))


# Between rounds of play.


def _between_rounds(draft: PokerDraft) -> Iterator[Ask]:
    state = draft.state
    for seat in sorted(state.notices):
        yield asking(cmd.NotifyCompliance, FLOOR, ClauseId("637a.18(c)"), concerns=seat)
    if state.balance(TIME_CHARGES):
        clause = ClauseId("637a.17(b)(3)(v)")
        yield asking(cmd.VerifyTimeCharges, FLOOR, clause, may_wait=True)
    if time_charge_due(draft, state.now):
        yield asking(cmd.AssessTimeCharge, DEALER, ClauseId("637a.17(b)(3)(iv)"), may_wait=True)
    if state.equipment.owned:
        if state.unattended and state.seats:
            yield asking(cmd.SpreadForNoActivity, DEALER, ClauseId("637a.5(d)"), word="face up")
        yield from steps(draft)
    out = left_out(draft, ())
    ready = can_start(draft, out)
    for seat, cents in out.items():
        least, room = Cents(cents - draft.stack(seat)), buy_in_room(state, state.seats[seat])
        if cents and (room is None or least <= room):
            more = Amounts(least, room)
            yield asking(cmd.AddStakes, PLAYER, ClauseId("637a.8(b)(4)"), seat=seat, amounts=more, may_wait=ready)
    for seat in sorted(waits(draft) - state.away - state.removed):
        clause = draft.game.blind_clause or draft.game.ante_clause
        yield asking(cmd.PostBlind, PLAYER, clause, seat=seat, may_wait=True)
    if ready:
        cards = None if state.equipment.owned else (len(draft.cards.deck),) * 2
        yield asking(cmd.StartRound, DEALER, ClauseId("637a.5(a)"), cards=cards)
    elif len(set(state.seats) - set(out) - state.away - state.removed) < 2:
        # Poker needs two: who is away comes back, or somebody else sits down.
        for seat in sorted(state.away):
            yield back(draft, seat)
        # Who was required to leave makes room.
        for seat in sorted(state.removed - state.away):
            yield asking(cmd.LeaveSeat, PLAYER, ClauseId("637a.18(c)"), seat=seat)
        free = next((Seat(seat) for seat in range(1, SEATS + 1) if seat not in state.seats), None)
        if free is not None:
            anything = Amounts(Cents(0), None if state.stated else BUY_IN_LIMIT)
            yield asking(cmd.TakeSeat, PLAYER, ClauseId("637a.7(b)"), seat=free, amounts=anything)


COVERED = "covered"
"""The word of a return to stakes that were covered: nothing is counted."""


def back(draft: PokerDraft, seat: Seat, *, may_wait: bool = False) -> Ask:
    """The floor verifies the stakes of a player who is back."""
    return asking(
        cmd.ReturnToTable,
        FLOOR,
        ClauseId("637a.8(b)(6)"),
        concerns=seat,
        word=COVERED if draft.state.counted[seat] < 0 else "",
        amounts=exactly(draft.stack(seat)),
        may_wait=may_wait,
    )


# In a round of play.


def _deck_in_hand(draft: PokerDraft) -> Iterator[Ask]:
    """Before a card can be dealt; the other deck is made ready meanwhile."""
    round = draft.state.round
    if round.set_down:
        for hand in (round.held_in,) if round.held_in else ("left", "right"):
            yield asking(cmd.HoldDeck, DEALER, ClauseId("637a.7(e)(1)"), word=hand)
    yield from steps(draft)


def _can_deal(draft: PokerDraft) -> bool:
    return not draft.state.round.set_down and draft.state.equipment.to_cut < 0


def _dealing(draft: PokerDraft) -> Iterator[Ask]:
    state, game = draft.state, draft.game
    yield from _deck_in_hand(draft)
    if draft.rules.straddle is not None and game.straddle_clause is not None:
        seat = straddler(draft)
        offered = state.round.street < 0 and not state.round.straddler and seat not in state.away
        if offered and draft.stack(seat) >= straddle_due(draft, seat) > 0:
            yield asking(
                cmd.Straddle,
                PLAYER,
                game.straddle_clause,
                seat=seat,
                amounts=exactly(draft.rules.straddle),
                may_wait=True,
            )
    if not _can_deal(draft):
        return
    number = state.round.street + 1
    if can_be_dealt(draft, number):
        street = game.streets[number]
        yield asking(cmd.DealStreet, DEALER, street.clause, word=street.id)
    else:
        yield _missing_card()


def _missing_card() -> Ask:
    """The floor voids a round for which too few cards are left: the deck was short, or cards went wrong."""
    return asking(cmd.ReportIrregularity, FLOOR, ClauseId("637a.18(i)"), subject="missing_card")


def _absent(draft: PokerDraft, *, may_wait: bool = False) -> Iterator[Ask]:
    """Who is away and awaited: the floor rules on it."""
    seat, clause = awaited_while_away(draft.state), ClauseId("637a.8(b)(6)")
    if seat:
        gone = "player_departed"
        yield asking(cmd.ReportIrregularity, FLOOR, clause, subject=gone, concerns=seat, may_wait=may_wait)


def _betting(draft: PokerDraft) -> Iterator[Ask]:
    round, seat = draft.state.round, draft.state.round.actor
    if seat in draft.state.away:
        yield from _absent(draft)
        return
    if round.pending_seat == seat:
        yield from _completing(draft, seat)
        return
    may, clause = options(draft, seat), draft.rules.game.streets[round.street].betting_clause
    yield Ask(command=ACT, role=PLAYER, clause=clause, seat=seat, word="fold")
    if may.check:
        yield Ask(command=ACT, role=PLAYER, clause=clause, seat=seat, word="check")
    else:
        total = Cents(round.bets.get(seat, 0) + may.call)
        amounts = Amounts(total, total)
        yield Ask(command=ACT, role=PLAYER, clause=clause, seat=seat, word="call", amounts=amounts)
    if may.raise_from is not None and may.raise_to is not None:
        word = "bet" if may.opens else "raise"
        for amounts in _totals(may.raise_from, may.raise_to, draft.rules.smallest_chip):
            yield Ask(command=ACT, role=PLAYER, clause=RAISES, seat=seat, word=word, amounts=amounts)


def _totals(least: Cents, most: Cents, chip: Cents) -> list[Amounts]:
    """Totals from the least to the most in whole chips; both ends may be bet even where chips cannot make them."""
    first = Cents(-(-least // chip) * chip)
    totals = [Amounts(first, most, chip)] if first <= most else []
    if least % chip or most % chip:
        odd = tuple([cents for cents in dict.fromkeys((least, most)) if cents % chip])
        totals.append(Amounts(odd[0], odd[-1], chip, odd))
    return totals


def _completing(draft: PokerDraft, seat: Seat) -> Iterator[Ask]:
    """Chips have begun to move: so many more come to a bet that chips can make, or all there are."""
    round, chip = draft.state.round, draft.rules.smallest_chip
    forward = round.bets.get(seat, 0) + round.pending_cents
    left = draft.stack(seat) - round.pending_cents
    least = 0 if round.pending_cents else 1
    least += -(forward + least) % chip
    clause = ClauseId("637a.8(g)") if round.pending_raise else ClauseId("637a.8(f)(1)")
    if least <= left:
        amounts = Amounts(Cents(least), Cents(left), Cents(chip))
        yield asking(cmd.PlaceChips, PLAYER, clause, seat=seat, amounts=amounts)
    else:
        yield asking(cmd.PlaceChips, PLAYER, clause, seat=seat, amounts=exactly(left))


def _drawing(draft: PokerDraft) -> Iterator[Ask]:
    round = draft.state.round
    if not _can_deal(draft):
        yield from _deck_in_hand(draft)
        return
    seat = round.asked[0]
    if seat in draft.state.away:
        yield from _absent(draft)
        return
    number = (round.discard, round.discard) if round.discard else (0, len(round.hands[seat]))
    yield asking(cmd.Discard, PLAYER, draft.street.clause, seat=seat, cards=number)


def _reshuffling(draft: PokerDraft) -> Iterator[Ask]:
    if not _can_deal(draft):
        yield from _deck_in_hand(draft)
        return
    if not can_be_reshuffled(draft):
        yield _missing_card()
        return
    back = len(cards_put_back(draft))
    clause = draft.game.common_clause or draft.game.reshuffle_clause or draft.game.section
    yield asking(cmd.Reshuffle, DEALER, clause, cards=(back, back))


def _choosing(draft: PokerDraft) -> Iterator[Ask]:
    yield from _absent(draft)
    for seat in draft.state.round.choosing:
        if seat not in draft.state.away:
            yield asking(cmd.ChooseAfterExposure, PLAYER, ClauseId("637a.18(m)(2)"), seat=seat, word="bet on")
            yield asking(cmd.ChooseAfterExposure, PLAYER, ClauseId("637a.18(m)(1)"), seat=seat, word="stop betting")


def _showdown(draft: PokerDraft) -> Iterator[Ask]:
    state, round = draft.state, draft.state.round
    yield from _absent(draft, may_wait=True)
    if round.showing and round.showing[0] not in state.away:
        seat = round.showing[0]
        yield asking(cmd.ShowHand, PLAYER, ClauseId("637a.18(e)"), seat=seat, word="show", may_wait=True)
        if may_muck(draft, seat):
            yield asking(cmd.ShowHand, PLAYER, ClauseId("637a.18(e)"), seat=seat, word="muck", may_wait=True)
    if state.equipment.owned and not round.losers_counted:
        yield asking(cmd.CountLosingHands, DEALER, ClauseId("637a.7(e)(6)(i)"))
    else:
        yield asking(cmd.AwardPots, DEALER, ClauseId("637a.7(e)(6)"))


_AWAITED: Mapping[Status, Callable[[PokerDraft], Iterable[Ask]]] = {
    Status.BETWEEN_ROUNDS: lambda draft: dict.fromkeys(_between_rounds(draft)),
    Status.DEALING: _dealing,
    Status.BETTING: _betting,
    Status.DRAWING: _drawing,
    Status.RESHUFFLING: _reshuffling,
    Status.CHOOSING: _choosing,
    Status.SHOWDOWN: _showdown,
    Status.AWARDING: _showdown,
}
