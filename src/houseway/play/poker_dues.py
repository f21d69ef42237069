"""What is owed between rounds of poker: time charges, and the post of a player whom the blinds passed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import room_commands as room
from houseway.chapters.c637a_poker.draft import TIME_CHARGES, PotDraft
from houseway.chapters.c637a_poker.posting import blind_seats, due
from houseway.chapters.c637a_poker.revenue import SECONDS, charge_of_each
from houseway.chapters.c637a_poker.rules import Rake, RakeKind
from houseway.chapters.c637a_poker.table import PokerTable
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role

if TYPE_CHECKING:
    from houseway.play.poker_session import PokerSession

_FLOORPERSON = "the floorperson"


class Dues:
    """Collects what is owed: computer players pay at once, the user is asked."""

    def __init__(self, session: PokerSession) -> None:
        self.session = session

    # Time charges.

    def charge_time(self) -> None:
        """Assess every time charge that is due by the clock; the floor verifies it, and it is dropped."""
        rake = next((one for one in self.session.rules.rakes if one.kind is RakeKind.TIME), None)
        if rake is None:
            return
        while (at := self._charged_at(rake)) <= self.session.dealer.clock():
            self._charge(rake, at)

    def _charged_at(self, rake: Rake) -> int:
        """When the next charge is due: at once, and then whenever its part of the hour has passed."""
        last = self.session.table.state.charged_at
        return self.session.dealer.clock() if last is None else last + rake.every_minutes * SECONDS

    def _charge(self, rake: Rake, at: int) -> None:
        session, table = self.session, self.session.table
        each = charge_of_each(PotDraft(session.rules, table.state), rake, len(table.state.seats))
        for seat in session.computers:
            session.buy_in(seat, each)
        for seat in session.seats.numbers:
            session.seats.find_chips(seat, each)
        session.tell(table.do(room.AssessTimeCharge(by=Role.DEALER, at=at)))
        cents = table.state.ledger.get(TIME_CHARGES, 0)
        if cents:
            verify = room.VerifyTimeCharges(by=Role.FLOORPERSON, person=_FLOORPERSON, cents=cents)
            session.tell(table.do(verify))

    # Posts.

    def settle_posts(self, absent: tuple[int, ...]) -> None:
        """Computer players who owe a post make it; the user posts or waits for the largest blind."""
        session = self.session
        for seat in sorted(session.table.state.owing):
            state = session.table.state
            if seat in state.posting or seat in absent:
                continue
            if seat in session.computers:
                session.table.player(seat).posts()
            elif self._waits(seat, absent):
                session.seats.post_or_wait(seat, absent)

    def _waits(self, seat: int, absent: tuple[int, ...]) -> bool:
        """Whether the seat would not be dealt in: the largest blind is not its own in this round."""
        tried = self._started(self.session.table.fork(), absent)
        return not isinstance(tried, Refusal) and seat not in tried.state.order

    def posted_at_once(self, seat: int, absent: tuple[int, ...]) -> tuple[int, int] | Refusal:
        """What the seat would post with the next round, and how much of it is dead; or why it cannot."""
        fork = self.session.table.fork()
        fork.player(seat).posts()
        tried = self._started(fork, absent)
        return tried if isinstance(tried, Refusal) else self._due(tried, seat)

    def _due(self, table: PokerTable, seat: int) -> tuple[int, int]:
        rules, draft = self.session.rules, PotDraft(self.session.rules, table.state)
        blinds = dict(zip(blind_seats(draft, table.state.order), rules.blinds, strict=False))
        own = blinds.get(seat, 0)
        live, dead = due(draft, seat, own)
        return own + live + dead, dead

    def _started(self, table: PokerTable, absent: tuple[int, ...]) -> PokerTable | Refusal:
        outcome = table.send(cmd.StartRound(by=Role.DEALER, absent=absent, at=self.session.dealer.clock()))
        return outcome if isinstance(outcome, Refusal) else table
