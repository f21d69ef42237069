"""The dealer and the floorperson of a poker table at the terminal: every step that is not a player's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from houseway.cards import DECK_52
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import room_commands as room
from houseway.chapters.c637a_poker.awarding import losing_cards
from houseway.chapters.c637a_poker.draft import PotDraft
from houseway.chapters.c637a_poker.equipment import HOURS_12, LEAST_CUT_CARDS, ROUNDS_TO_A_COUNT, PokerEquipment
from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.chapters.c637a_poker.state import PotStatus
from houseway.chapters.c637a_poker.table import PokerTable
from houseway.engine.accounts import player_account
from houseway.engine.banked import commands as deck_cmd
from houseway.engine.banked.commands import Command
from houseway.engine.banked.events import Event
from houseway.engine.banked.state import CardsStage
from houseway.engine.roles import Role
from houseway.rules.game import Shuffler

_COUNTING = (Shuffler.COUNTING, Shuffler.RESHUFFLING)


def least_stakes(rules: PokerRules, seat: int) -> int:
    """What a seat must have to be dealt in, wherever the button is: its forced bets and one bet (637a.8(b)(4))."""
    if rules.tournament:
        return 1
    ante = rules.antes.get(seat, 0) if rules.antes is not None else rules.ante
    return ante + max(rules.forced_bet, *rules.blinds, 0) + (rules.small_bet or rules.minimum_bet)


class PokerTableDealer:
    """Carries out what is due. ``chance`` shuffles and cuts; ``clock`` tells the seconds."""

    def __init__(self, table: PokerTable, chance: Random, clock: Callable[[], int]) -> None:
        self.table = table
        self.chance = chance
        self.clock = clock

    @property
    def _equipment(self) -> PokerEquipment:
        return self.table.state.equipment or PokerEquipment()

    @property
    def _shuffler(self) -> Shuffler:
        return Shuffler(self._equipment.shuffler or self.table.rules.shuffler)

    def prepare_decks(self, players: Sequence[str]) -> None:
        """Bring the deck whose turn it is to where it can be dealt."""
        if self._equipment.at_stage(CardsStage.ABSENT) == [] and self.clock() - self._equipment.received_at >= HOURS_12:
            self.table.do(deck_cmd.ChangeDecks(by=Role.DEALER, at=self.clock()))
        due = (self._equipment.rounds_since_count >= ROUNDS_TO_A_COUNT) and self._shuffler not in _COUNTING
        if due:
            self.table.do(room.CountDeck(by=Role.DEALER, count=len(DECK_52)))
        while (step := self._step(players)) is not None:
            self.table.do(step)

    def _step(self, players: Sequence[str]) -> Command | None:
        """The next step on the way into play, if one is due."""
        equipment = self._equipment
        number = 1 - equipment.last_deck if equipment.last_deck >= 0 else 0
        absent = len(equipment.at_stage(CardsStage.ABSENT))
        if absent:
            return deck_cmd.ReceiveDecks(by=Role.DEALER, at=self.clock(), decks=absent)
        if equipment.at_stage(CardsStage.RECEIVED):
            return deck_cmd.InspectCards(by=Role.DEALER)
        if equipment.at_stage(CardsStage.INSPECTED):
            return deck_cmd.VerifyInspection(by=Role.FLOORPERSON)
        if equipment.at_stage(CardsStage.VERIFIED):
            return deck_cmd.SpreadCards(by=Role.DEALER)
        if equipment.at_stage(CardsStage.SPREAD):
            viewer = next(one for one in players if one not in equipment.viewers)
            return deck_cmd.ViewCards(by=Role.PLAYER, player=viewer)
        viewed = equipment.at_stage(CardsStage.VIEWED)
        if viewed:
            return room.WashDeck(by=Role.DEALER, deck=viewed[0])
        return self._shuffle_step(number)

    def _shuffle_step(self, number: int) -> Command | None:
        deck = self._equipment.decks[number]
        match deck.stage:
            case CardsStage.WASHED | CardsStage.USED:
                order = tuple(self.chance.sample(DECK_52, len(DECK_52)))
                return deck_cmd.ShuffleCards(by=Role.DEALER, order=order, at=self.clock(), deck=number)
            case CardsStage.SHUFFLED:
                depth = self.chance.randint(LEAST_CUT_CARDS, len(DECK_52) - LEAST_CUT_CARDS)
                return deck_cmd.CutCards(by=Role.DEALER, depth=depth)
            case CardsStage.READY if deck.by_device and deck.device_count is None and self._shuffler in _COUNTING:
                return deck_cmd.ReportDeviceCount(by=Role.DEALER, count=len(DECK_52))
            case _:
                return None

    def start(self, absent: Sequence[int]) -> tuple[Event, ...]:
        """Start a round of play; the button and a kill are what the round before left."""
        return self.table.do(cmd.StartRound(by=Role.DEALER, absent=tuple(absent), at=self.clock()))

    def step(self) -> tuple[Event, ...]:
        """Do what is due between the players' decisions."""
        match self.table.state.status:
            case PotStatus.DEALING:
                return self.table.dealer.deals()
            case PotStatus.RESHUFFLING:
                back = self.table.dealer.puts_back()
                return self.table.dealer.reshuffles(self.chance.sample(back, len(back)))
            case _:
                return self._end()

    def _end(self) -> tuple[Event, ...]:
        # The losing hands are collected and counted before the pots are pushed.
        count = losing_cards(PotDraft(self.table.rules, self.table.state))
        self.table.do(room.CountLosingHands(by=Role.DEALER, count=count))
        return self.table.dealer.awards()

    def chips(self, seat: int) -> int:
        """The table stakes of a seat."""
        return self.table.state.ledger.get(player_account(self.table.state.seats[seat]), 0)
