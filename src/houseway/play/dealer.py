"""The dealer and the floorperson of a terminal table: every step that is not a player's."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from houseway.engine.banked import commands as cmd
from houseway.engine.banked.dealing import device_count_is_due
from houseway.engine.banked.draft import Draft
from houseway.engine.banked.state import DEALER, CardsStage
from houseway.engine.roles import Role
from houseway.engine.table import Table
from houseway.rules.game import Shuffler
from houseway.rules.table_rules import StartBy

_HOURS_OF_USE = 4


class Dealer:
    """Carries out what is due. ``chance`` shuffles, cuts, rolls and draws; ``clock`` tells the seconds."""

    def __init__(self, table: Table, chance: Random, clock: Callable[[], int]) -> None:
        self.table = table
        self.chance = chance
        self.clock = clock

    def open(self) -> None:
        """Open the table."""
        self.table.do(cmd.OpenTable(by=Role.DEALER, at=self.clock()))

    def prepare_cards(self, first_player: str) -> None:
        """Bring the cards to where they can be dealt: from the box when fresh, else by a shuffle."""
        equipment = self.table.state.equipment
        worn = self.clock() - equipment.received_at >= _HOURS_OF_USE * 3600
        if worn and equipment.stage is not CardsStage.ABSENT:
            self.table.do(cmd.ChangeDecks(by=Role.DEALER, at=self.clock()))
        while (stage := self.table.state.equipment.stage) is not CardsStage.READY:
            self.table.do(self._step(stage, first_player))
        if device_count_is_due(Draft(self.table.rules, self.table.state)):
            self.table.do(cmd.ReportDeviceCount(by=Role.DEALER, count=len(self.table.rules.game.deck)))

    @property
    def _shuffler(self) -> Shuffler:
        return Draft(self.table.rules, self.table.state).shuffler

    def _step(self, stage: CardsStage, first_player: str) -> cmd.Command:
        match stage:
            case CardsStage.ABSENT:
                return cmd.ReceiveDecks(by=Role.DEALER, at=self.clock(), decks=self.table.rules.decks)
            case CardsStage.RECEIVED:
                return cmd.InspectCards(by=Role.DEALER)
            case CardsStage.INSPECTED:
                return cmd.VerifyInspection(by=Role.FLOORPERSON)
            case CardsStage.VERIFIED:
                return cmd.SpreadCards(by=Role.DEALER)
            case CardsStage.SPREAD:
                return cmd.ViewCards(by=Role.PLAYER, player=first_player)
            case CardsStage.VIEWED:
                return cmd.WashCards(by=Role.DEALER)
            case CardsStage.SHUFFLED:
                depth = self.chance.randint(10, len(self.table.rules.game.deck) - 10)
                return cmd.CutCards(by=Role.DEALER, depth=depth)
            case _:
                return self._shuffle()

    def _shuffle(self) -> cmd.ShuffleCards:
        order = list(self.table.rules.game.deck)
        self.chance.shuffle(order)
        equipment = self.table.state.equipment
        # Two decks alternate: the one not used last is shuffled now.
        deck = (equipment.last_deck + 1) % equipment.decks
        return cmd.ShuffleCards(by=Role.DEALER, order=tuple(order), at=self.clock(), deck=deck)

    def no_more_bets(self) -> cmd.AnnounceNoMoreBets:
        """The announcement, with what the table system draws and the count of the progressive wagers' chips."""
        game, state = self.table.rules.game, self.table.state
        draws = game.draws
        places = [DEALER, *state.players]
        return cmd.AnnounceNoMoreBets(
            by=Role.DEALER,
            magic_card=self.chance.choice(game.deck) if draws is not None and draws.magic_card else None,
            lucky=self.chance.choice(places) if draws is not None and draws.lucky else None,
            chips=sum(game.wagers[id].taken_before_deal for _, id in state.wagers),
        )

    def determine_start(self) -> cmd.DetermineStart | None:
        """Dice or a number, where the game asks for a starting position."""
        rules = self.table.rules
        if rules.game.procedures.start is None:
            return None
        if rules.start_by is StartBy.DICE:
            first, second, third = (self.chance.randint(1, 6) for _ in range(3))
            # A player who banks shakes the dice.
            shaker = Role.DEALER if self.table.state.bank is None else Role.PLAYER
            return cmd.DetermineStart(by=shaker, dice=(first, second, third))
        return cmd.DetermineStart(by=Role.DEALER, number=self.chance.randint(1, rules.game.seats + 1))

    def stub_count(self) -> cmd.CountStub | None:
        """The count of the stub: in every round where the chapter fixes it, else in the last before it is overdue."""
        rules, state = self.table.rules, self.table.state
        counts_itself = self._shuffler in (Shuffler.COUNTING, Shuffler.RESHUFFLING)
        overdue_next = state.equipment.rounds_since_count + 1 >= rules.stub_count_every
        due = rules.game.stub_left is not None or (overdue_next and not counts_itself)
        if not due or state.equipment.stub_counted or state.awaiting or state.validated:
            return None
        return cmd.CountStub(by=Role.DEALER, count=len(rules.game.deck) - state.next_card)
