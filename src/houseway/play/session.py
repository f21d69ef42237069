"""A session at a terminal table: round after round until the user leaves."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from random import Random

import msgspec
from rich.text import Text

from houseway.engine.accounts import player_account
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.banked.observe import Observation, Viewer, observe
from houseway.engine.banked.state import Status
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.engine.table import Table
from houseway.felt import Layout, felt, layout_of_observation, rulings, settlements
from houseway.felt.show import short_name
from houseway.money import dollars
from houseway.play import computer
from houseway.play.dealer import Dealer
from houseway.play.history import History, Played
from houseway.play.seat import Seats
from houseway.play.terminal import LeaveTable, Terminal
from houseway.rounds.banked import answer
from houseway.rules.game import Deal, Decide, Reveal, TurnUp
from houseway.rules.table_rules import TableRules

_COMPUTER_CHIPS = 100_000
"""Cents a computer player buys in with at the least."""


class Session:
    """One table, its dealer, the user's seats and the computer players."""

    def __init__(
        self,
        rules: TableRules,
        terminal: Terminal,
        *,
        seats: tuple[int, ...],
        players: int,
        bankroll: int,
        chance: Random,
        clock: Callable[[], int] | None = None,
    ) -> None:
        self.rules = rules
        self.terminal = terminal
        self.bankroll = bankroll
        self.chance = chance
        self.table = Table(rules)
        started = time.monotonic()
        self.dealer = Dealer(self.table, chance, clock or (lambda: int(time.monotonic() - started)))
        self.history = History()
        self.seats = Seats(self, seats)
        self.computers: dict[int, str] = {}
        self.first_event = 0
        self.last_layout: Layout | None = None
        self.dealer.open()
        self.seats.sit_down()
        free = [seat for seat in range(1, rules.game.seats + 1) if seat not in seats]
        for seat, name in zip(free[:players], computer.NAMES, strict=False):
            self._seat_computer(seat, name)

    def run(self) -> None:
        """Play until the user leaves or has no chips left."""
        try:
            while self.seats.can_wager():
                self.play_round()
            self.terminal.say(Text("You are out of chips."))
        except (LeaveTable, KeyboardInterrupt):
            self._abandon()
        self._say_goodbye()

    def play_round(self) -> None:
        """One round of play, from the shuffle to the last payment."""
        self.first_event = len(self.table.events)
        first_player = next(iter(self.table.state.seats.values()))
        self.dealer.prepare_cards(first_player)
        self._take_wagers()
        # A player who takes the bank has the cards shuffled again.
        self.dealer.prepare_cards(first_player)
        start = self.dealer.determine_start()
        if start is not None:
            self._tell(self.table.do(start))
        self._tell(self.table.do(cmd.DealCards(by=Role.DEALER)))
        while self.table.state.status is not Status.WAGERING:
            self._step()
        self._finish()

    def _seat_computer(self, seat: int, name: str) -> None:
        self.table.do(cmd.TakeSeat(by=Role.PLAYER, seat=seat, player=name, cents=max(self.bankroll, _COMPUTER_CHIPS)))
        self.computers[seat] = name

    def _take_wagers(self) -> None:
        for seat, name in self.computers.items():
            placed = computer.wagers(self.rules.game, self.chance)
            # Enough must be left for the wagers that decisions may ask for.
            if self.chips(seat) < 5 * sum(placed.values()):
                self.table.do(cmd.LeaveSeat(by=Role.PLAYER, seat=seat))
                self.terminal.note(f"{name} buys in again.")
                self._seat_computer(seat, name)
            self.table.do(cmd.PlaceWagers(by=Role.PLAYER, seat=seat, wagers=placed))
        while True:
            self.seats.place_wagers()
            outcome = self.table.send(self.dealer.no_more_bets())
            if not isinstance(outcome, Refusal):
                self._tell(outcome)
                self.seats.remember()
                return
            self.seats.refuse(outcome)
            self.seats.take_back()

    def pass_bank(self, seat: int) -> None:
        """A computer player never banks."""
        self._tell(self.table.do(cmd.PassBank(by=Role.PLAYER, seat=seat)))

    def _step(self) -> None:
        state = self.table.state
        phase = self.rules.phase(state.phase)
        match phase:
            case Deal() | TurnUp():
                self.table.do(cmd.DealCards(by=Role.DEALER))
            case Decide():
                self._ask(phase)
            case Reveal():
                self.table.do(cmd.RevealBank(by=Role.DEALER))
            case _:
                self._settle()

    def _ask(self, phase: Decide) -> None:
        if phase.may_pass_over:
            self.seats.may_surrender(phase)
            if self.table.state.phase == phase.id:
                self._settle()
            return
        state = self.table.state
        main = self.rules.game.main_wager.id
        asked = state.asked
        if phase.any_order:
            # Of a player's two areas the larger wager's hand is set first, equal ones counterclockwise.
            asked = tuple(sorted(asked, key=lambda one: (-state.wagers.get((one, main), 0), -one)))
        seat = asked[0]
        if seat in self.computers:
            self._computer_answers(seat)
        else:
            self.seats.answer(seat, phase)

    def _computer_answers(self, seat: int) -> None:
        seen = self.table.observe(Viewer(Role.PLAYER, self.computers[seat]))
        said = computer.answer(self.rules.game, seen, seat)
        command = cmd.Decide(by=Role.PLAYER, seat=seat, word=said.word, cents=said.cents, high=said.high, low=said.low)
        outcome = self.table.send(command)
        if isinstance(outcome, Refusal):
            # Too few chips for the wager: the last option is always to do without it.
            phase = self.rules.phase(self.table.state.phase)
            assert isinstance(phase, Decide)
            outcome = self.table.do(cmd.Decide(by=Role.PLAYER, seat=seat, word=phase.options[-1].word))
        self._tell(outcome)

    def _settle(self) -> None:
        count = self.dealer.stub_count()
        if count is not None:
            self.table.do(count)
        # Once settled the cards are gone; the felt is remembered as it lies now.
        self.last_layout = self.layout(settling=True)
        self.table.do(cmd.SettleRound(by=Role.DEALER))
        while self.table.state.awaiting:
            for seat, wager in sorted(self.table.state.awaiting):
                name = short_name(self.rules.game, wager)
                self.terminal.note(f"A floorperson validates the payout of seat {seat}'s {name}.")
                self.table.do(cmd.ValidatePayout(by=Role.FLOORPERSON, seat=seat, wager=wager))
            self.table.do(cmd.SettleRound(by=Role.DEALER))

    def _finish(self) -> None:
        events = self.table.events[self.first_event :]
        answered = answer(Table(self.rules, state=self.table.state, events=events))
        assert self.last_layout is not None
        ended = next(event for event in reversed(events) if isinstance(event, ev.RoundEnded))
        played = Played(ended.number, self.last_layout, answered, self.seats.numbers)
        self.history.add(played)
        self.show(played)

    def show(self, played: Played) -> None:
        """The felt at the end of a round, what each wager was paid, and what was ruled."""
        out = self.terminal.out
        self.terminal.say("", felt(out, played.layout, wagers=False), "")
        self.terminal.say(settlements(self.rules.game, played.answered["settlements"], played.answered["net"]))
        ruled = rulings([event for event in played.answered["events"] if not event.get("right")])
        if ruled is not None:
            self.terminal.say("", ruled)
        self.terminal.say("")

    def observe(self, *, settling: bool = False) -> Observation:
        """What the user sees, at all of the user's seats together."""
        state = self.table.state
        if settling:
            # A question that nobody answers is passed over, and then the hands are turned up.
            state = state.copy()
            state.phase = self.rules.game.phases[-1].id
        viewers = [Viewer(Role.PLAYER, player) for player in self.seats.players] or [Viewer(Role.SURVEILLANCE)]
        seen, *others = [observe(self.rules, state, viewer) for viewer in viewers]
        for view in others:
            hands = {seat: hand if None in seen.hands[seat] else seen.hands[seat] for seat, hand in view.hands.items()}
            settings = {**seen.settings, **view.settings}
            seen = msgspec.structs.replace(seen, hands=hands, settings=settings)
        return seen

    def layout(self, *, settling: bool = False) -> Layout:
        """The felt as the user sees it, with what the table system has drawn for all to see."""
        seen = layout_of_observation(self.rules.game, self.observe(settling=settling), frozenset(self.seats.numbers))
        return replace(seen, magic_card=self.table.state.magic_card, lucky=self.table.state.lucky)

    def chips(self, seat: int) -> int:
        """The chips in front of a seat's player."""
        return self.table.state.ledger.get(player_account(self.table.state.seats[seat]), 0)

    def _tell(self, events: tuple[ev.Event, ...]) -> None:
        """Say what happened that the felt does not show by itself."""
        for event in events:
            match event:
                case ev.StartDetermined():
                    where = f"seat {event.position}" if event.position else "the dealer"
                    dice = f" (dice {', '.join(map(str, event.dice))})" if event.dice else ""
                    self.terminal.note(f"The start is {event.number}{dice}: dealing begins with {where}.")
                case ev.BankPassed() if event.seat in self.seats.numbers:
                    self.terminal.note(f"You pass the bank at seat {event.seat}.")
                case ev.BankPassed():
                    self.terminal.note(f"{self.table.state.seats[event.seat]} at seat {event.seat} passes the bank.")
                case ev.Decided() if event.seat in self.computers:
                    amount = f" {dollars(event.cents)}" if event.cents else ""
                    self.terminal.note(f"{self.computers[event.seat]} at seat {event.seat}: {event.word}{amount}.")

    def _abandon(self) -> None:
        """The user leaves; what is in play is treated as lost."""
        state = self.table.state
        name = self.rules.game.name
        own = {key: cents for key, cents in state.live.items() if key[0] in self.seats.numbers}
        if state.status is not Status.PLAYING or not own:
            return
        by_seat: dict[int, list[str]] = {}
        for (seat, id), cents in own.items():
            by_seat.setdefault(seat, []).append(f"{short_name(self.rules.game, id)} {dollars(cents)}")
        for seat in by_seat:
            self.table.do(cmd.AbandonWagers(by=Role.FLOORPERSON, seat=seat))
        listed = "; ".join(f"seat {seat}: {', '.join(wagers)}" for seat, wagers in sorted(by_seat.items()))
        said = f"You leave round {state.number} of {name} before it is settled; your wagers are abandoned, {listed}."
        self.terminal.say(Text.assemble(said, "  ", (self.rules.game.procedures.seated, "cyan")))

    def _say_goodbye(self) -> None:
        chips = self.seats.chips_in_all()
        self.terminal.say(Text(f"You leave the table with {dollars(chips)}."))
