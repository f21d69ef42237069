"""A session at a poker table in the terminal: round after round until the user leaves."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

import msgspec
from rich.text import Text

from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker import room_commands as room
from houseway.chapters.c637a_poker.awarding import may_muck
from houseway.chapters.c637a_poker.draft import PotDraft
from houseway.chapters.c637a_poker.observe import PokerObservation
from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.chapters.c637a_poker.state import PotStatus
from houseway.chapters.c637a_poker.table import PokerTable
from houseway.engine.banked.events import Event
from houseway.engine.banked.observe import Viewer
from houseway.engine.roles import Role
from houseway.felt.poker import PokerLayout, poker_felt, poker_layout
from houseway.felt.pots import beside, pots
from houseway.felt.show import has_symbols
from houseway.money import dollars
from houseway.play import poker_computer as computer
from houseway.play.poker_dealer import PokerTableDealer, least_stakes
from houseway.play.poker_dues import Dues
from houseway.play.poker_history import PokerHistory, PokerPlayed
from houseway.play.poker_seat import PokerSeats
from houseway.play.poker_telling import Teller
from houseway.play.terminal import LeaveTable, Terminal
from houseway.rounds import poker as poker_rounds


class PokerSession:
    """One poker table, its dealer, the user's seats and the computer players."""

    def __init__(
        self,
        rules: PokerRules,
        terminal: Terminal,
        *,
        seats: tuple[int, ...],
        players: int,
        bankroll: int,
        chance: Random,
        clock: Callable[[], int] | None = None,
        computer_seats: tuple[int, ...] = (),
    ) -> None:
        """``players``: how many are the computer's; ``computer_seats``: where the first of them sit."""
        self.rules = rules
        self.terminal = terminal
        self.bankroll = bankroll
        self.chance = chance
        self.table = PokerTable(rules)
        started = time.monotonic()
        self.dealer = PokerTableDealer(self.table, chance, clock or (lambda: int(time.monotonic() - started)))
        self.history = PokerHistory()
        self.seats = PokerSeats(self, seats)
        self.dues = Dues(self)
        self.computers: dict[int, str] = {}
        self.teller: Teller | None = Teller(self)
        self.first_event = 0
        self.before: dict[int, int] = {}
        self.seats.sit_down()
        free = [seat for seat in range(1, rules.game.most_players + 1) if seat not in (*seats, *computer_seats)]
        for seat, name in zip(sorted([*computer_seats, *free][:players]), computer.NAMES, strict=False):
            self.table.seat(seat, name, bankroll)
            self.computers[seat] = name

    def run(self) -> None:
        """Play until the user leaves."""
        try:
            while True:
                self.play_round()
        except (LeaveTable, KeyboardInterrupt):
            self._abandon()
        self.terminal.say(Text(f"You leave the table with {dollars(self.seats.chips_in_all())}."))

    def play_round(self) -> None:
        """One round of play, from the shuffle to the last pot."""
        self.dues.charge_time()
        for seat in self.computers:
            self.buy_in(seat, least_stakes(self.rules, seat) + self.table.state.owing.get(seat, 0))
        absent = self.seats.ask_to_deal() if self.seats.numbers else ()
        self.first_event = len(self.table.events)
        self.dealer.prepare_decks(list(self.table.state.seats.values()))
        self.dues.settle_posts(absent)
        self.before = {seat: self.chips(seat) for seat in self.table.state.seats}
        if self.teller is not None:
            self.teller.told.clear()
        self.tell(self.dealer.start(absent))
        self._offer_straddle()
        self._play_on()
        self._finish()

    def buy_in(self, seat: int, cents: int) -> None:
        """A computer player with less than this buys in again."""
        while self.chips(seat) < cents:
            self.table.player(seat).adds(self.bankroll)
            self.terminal.note(f"{self.computers[seat]} buys in again for {dollars(self.bankroll)}.")

    def _offer_straddle(self) -> None:
        """The user is asked for the Straddle Bet where it is offered; computer players do without."""
        state, cents = self.table.state, self.rules.straddle
        if cents is None or len(state.order) <= len(self.rules.blinds) or not state.last_blind:
            return
        seat = PotDraft(self.rules, state).clockwise_from(state.last_blind)[0]
        if seat in self.seats.numbers and self.chips(seat) >= cents:
            self.seats.straddle(seat, cents)

    def _play_on(self) -> None:
        while self.table.state.status is not PotStatus.BETWEEN_ROUNDS:
            self._step()

    def _step(self) -> None:
        state = self.table.state
        match state.status:
            case PotStatus.BETTING:
                seat, ask, think = state.actor, self.seats.act, self._act
            case PotStatus.DRAWING:
                seat, ask, think = state.asked[0], self.seats.discard, self._discard
            case PotStatus.SHOWDOWN if state.showing:
                seat, ask, think = state.showing[0], self.seats.show, self._show
            case _:
                self.tell(self.dealer.step())
                return
        if seat in self.computers:
            self.tell(think(seat))
        else:
            ask(seat)

    # Computer players.

    def _sees(self, seat: int) -> PokerObservation:
        return self.table.observe(Viewer(Role.PLAYER, self.computers[seat]))

    def _thinking(self) -> Random:
        """Chance of its own for one decision: the shuffles stay the same however long a player thinks."""
        return Random(self.chance.getrandbits(64))

    def _act(self, seat: int) -> tuple[Event, ...]:
        may = self.table.options()
        assert may is not None
        action = computer.act(self.rules, self._sees(seat), may, self._thinking())
        return self.table.do(cmd.Act(by=Role.PLAYER, seat=seat, word=action.word, to=action.to))

    def _discard(self, seat: int) -> tuple[Event, ...]:
        must = self.table.state.discard
        gone = computer.discard(self.rules, self._sees(seat), seat, must, self._thinking())
        return self.table.player(seat).discards(gone)

    def _show(self, seat: int) -> tuple[Event, ...]:
        allowed = may_muck(PotDraft(self.rules, self.table.state), seat)
        mucks = allowed and computer.mucks(self.rules, self._sees(seat), seat)
        return self.table.player(seat).mucks() if mucks else self.table.player(seat).shows()

    # The end of a round.

    def _finish(self) -> None:
        state = self.table.state
        events = self.table.events[self.first_event :]
        answered = poker_rounds.answer(PokerTable(self.rules, state=state, events=events))
        answered["net"] = {str(seat): self.chips(seat) - self.before[seat] for seat in sorted(self.before)}
        put_in = {seat: cents + state.antes_for_all.get(seat, 0) for seat, cents in state.paid.items()}
        also = beside(self.rules, state, events)
        played = PokerPlayed(state.number, self.layout(), answered, also, put_in, self.seats.numbers)
        self.history.rounds.append(played)
        self.show(played)

    def show(self, played: PokerPlayed) -> None:
        """The felt at the end of a round, and the pots: who could win them, who did, with which cards."""
        out = self.terminal.out
        names = {seat: place.name for seat, place in played.layout.places.items()}
        self.terminal.say("", poker_felt(out, played.layout), "")
        self.terminal.say(pots(played.answered, played.beside, names, symbols=has_symbols(out)))
        if played.answered.get("kill_next"):
            said = f"The next round is a {self.rules.kill} round.  "
            self.terminal.say(Text.assemble(said, (self.rules.game.kill_clause or "", "cyan")))
        self.terminal.say("")

    @property
    def under_way(self) -> int | None:
        """The number of the round being played, if one is."""
        state = self.table.state
        return None if state.status is PotStatus.BETWEEN_ROUNDS else state.number

    def show_so_far(self) -> None:
        """What has been done in the round under way."""
        self.terminal.say(Text(f"Round {self.under_way} so far:", style="bold"))
        self.terminal.say(*(self.teller.told if self.teller is not None else ()))

    # What is seen and said.

    def observe(self) -> PokerObservation:
        """What the user sees, at all of the user's seats together."""
        names = [self.seats.name(seat) for seat in self.seats.numbers]
        viewers = [Viewer(Role.PLAYER, name) for name in names] or [Viewer(Role.SURVEILLANCE)]
        seen, *others = [self.table.observe(viewer) for viewer in viewers]
        for view in others:
            hands = {seat: hand if None in seen.hands[seat] else seen.hands[seat] for seat, hand in view.hands.items()}
            seen = msgspec.structs.replace(seen, hands=hands)
        return seen

    def layout(self) -> PokerLayout:
        """The felt as the user sees it."""
        layout = poker_layout(self.rules, self.table.state, self.observe(), frozenset(self.seats.numbers))
        started = [event for event in self.table.events[self.first_event :] if isinstance(event, ev.RoundStarted)]
        if started and self.table.state.status is PotStatus.BETWEEN_ROUNDS:
            # The button has moved on already; the round that is shown was played with it where it was.
            layout = layout.with_button(started[-1].button)
        return layout

    def chips(self, seat: int) -> int:
        """The table stakes of a seat."""
        return self.dealer.chips(seat)

    def tell(self, events: tuple[Event, ...]) -> None:
        """Say what happened that the felt does not show by itself."""
        if self.teller is not None:
            self.teller.tell(events)

    # Leaving.

    def _abandon(self) -> None:
        """The user leaves: a hand still in the round is discarded, and the others play the round out."""
        state = self.table.state
        if state.status is PotStatus.BETWEEN_ROUNDS:
            return
        self.teller = None
        while self.table.state.street < 0 or self.table.state.status is PotStatus.RESHUFFLING:
            self.dealer.step()
        left: dict[int, int] = {}
        for seat in self.seats.numbers:
            state = self.table.state
            if state.status is not PotStatus.BETWEEN_ROUNDS and seat in state.contending:
                left[seat] = state.paid[seat] + state.antes_for_all.get(seat, 0)
                self.table.do(room.ReportPokerIrregularity(by=Role.FLOORPERSON, cause="player_departed", seat=seat))
        self._play_on()
        if left:
            bets = "; ".join(f"seat {seat}: {dollars(cents)}" for seat, cents in left.items() if cents)
            said = f"You leave in round {state.number} of {self.rules.game.name}: your hand is discarded"
            said += f" and your bets stay in the pot, {bets}." if bets else "."
            self.terminal.say(Text.assemble(said, "  ", ("637a.18(k)(4)", "cyan")))
