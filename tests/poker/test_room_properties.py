"""Words, chips and irregularities at random: chips conserved, refusals change nothing, rounds end, replay equals live."""

from __future__ import annotations

import random
from typing import Any

import pytest

from houseway.cards import DECK_52
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker import room_commands as room
from houseway.chapters.c637a_poker.betting import Options
from houseway.chapters.c637a_poker.dealing import cards_put_back
from houseway.chapters.c637a_poker.draft import PotDraft
from houseway.chapters.c637a_poker.state import PotStatus
from houseway.chapters.c637a_poker.table import PokerTable, replay
from houseway.chapters.registry import POKER, resolve_poker
from houseway.engine.banked.commands import Command
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role

ROUNDS = 40
MISHAPS = ("card_exposed", "face_up_card", "card_off_table", "dealt_to_ineligible")
ENDS_THE_ROUND = {"missing_card", "additional_card", "shuffle_or_cut_failed", "several_face_up_cards"}


class _Round:
    """One round with everything that can go wrong."""

    def __init__(self, game: str, seed: int) -> None:
        self.chance = random.Random(f"{game} {seed}")
        self.table = PokerTable(resolve_poker(self._submission(game), game=game))
        self.players = self.chance.randint(2, 6)

    def _submission(self, game: str) -> dict[str, Any]:
        limits = {"small_bet": 100, "big_bet": 200}
        structure = self.chance.choice(["no-limit", "pot-limit", "fixed-limit"])
        said: dict[str, Any] = {
            "structure": structure,
            **(limits if structure == "fixed-limit" else {"minimum_bet": 100}),
        }
        said |= {"forced_bet": 50, "ante": 10} if "stud" in game else {"blinds": [50, 100]}
        if self.chance.random() < 0.4:
            when = self.chance.choice(["end", "each-betting-round"])
            said["rake"] = {"kind": "percentage", "percent": 10, "cap": 400, "when": when}
        return said

    def send(self, command: Command) -> bool:
        before = self.table.state
        outcome = self.table.send(command)
        assert sum(self.table.state.ledger.values()) == 0
        assert self.table.state.ledger.get("pot", 0) >= 0
        if isinstance(outcome, Refusal):
            assert self.table.state is before
            return False
        assert all(share.cents >= 0 for one in outcome if isinstance(one, ev.PotAwarded) for share in one.shares)
        return True

    def must(self, command: Command) -> None:
        assert self.send(command), self.table.send(command)

    def play(self) -> PokerTable:
        chance = self.chance
        for seat in range(1, self.players + 1):
            cents = chance.choice([300, 1_000, 5_000])
            self.must(cmd.TakePokerSeat(by=Role.PLAYER, seat=seat, player=f"p{seat}", cents=cents))
        order = tuple(chance.sample(DECK_52, 52))
        absent = (self.players,) if self.players > 2 and chance.random() < 0.3 else ()
        self.must(cmd.StartRound(by=Role.DEALER, order=order, button=1, absent=absent))
        for _ in range(2_000):
            if self.table.state.status is PotStatus.BETWEEN_ROUNDS:
                return self.table
            if chance.random() < 0.15:
                self._go_wrong()
            else:
                self._step()
        raise AssertionError("the round does not end")

    def _go_wrong(self) -> None:
        chance, seat = self.chance, self.chance.randint(1, self.players)
        if chance.random() < 0.3:
            self.send(room.ThrowAwayCards(by=Role.PLAYER, seat=seat))
            return
        causes = [one for one in self.table.rules.irregularities if one not in ENDS_THE_ROUND or chance.random() < 0.1]
        flags = {name: chance.random() < 0.4 for name in ("protected", "reconstructed", "contributor")}
        self.send(room.ReportPokerIrregularity(by=Role.FLOORPERSON, cause=chance.choice(causes), seat=seat, **flags))

    def _step(self) -> None:
        state, chance = self.table.state, self.chance
        match state.status:
            case PotStatus.DEALING:
                self._deal()
            case PotStatus.BETTING:
                options = self.table.options()
                assert options is not None
                self._bet(options)
            case PotStatus.DRAWING:
                seat = state.asked[0]
                down = [card for card in state.hands[seat] if card not in state.up.get(seat, ())]
                gone = chance.sample(down, state.discard or chance.randint(0, len(down)))
                self.must(cmd.Discard(by=Role.PLAYER, seat=seat, cards=tuple(gone)))
            case PotStatus.RESHUFFLING:
                back = cards_put_back(PotDraft(self.table.rules, state))
                self.must(cmd.Reshuffle(by=Role.DEALER, order=tuple(chance.sample(back, len(back)))))
            case PotStatus.CHOOSING:
                bet_on = chance.random() < 0.5
                self.must(room.ChooseAfterExposure(by=Role.PLAYER, seat=state.choosing[0], bet_on=bet_on))
            case _:
                if state.showing and chance.random() < 0.3:
                    muck = chance.random() < 0.5
                    self.send(cmd.ShowHand(by=Role.PLAYER, seat=state.showing[0], muck=muck))
                else:
                    self.must(cmd.AwardPots(by=Role.DEALER))

    def _deal(self) -> None:
        chance = self.chance
        mishaps = tuple(
            cmd.Mishap(chance.choice(MISHAPS), chance.randint(0, 8), chance.choice([0, 0, 9]))
            for _ in range(chance.choice([0, 0, 1, 2]))
        )
        if not (mishaps and self.send(cmd.DealStreet(by=Role.DEALER, mishaps=mishaps))):
            self.must(cmd.DealStreet(by=Role.DEALER))

    def _bet(self, options: Options) -> None:
        chance, seat = self.chance, options.seat
        if self.table.state.pending_seat:
            # Chips that have begun to move can always be completed by one more.
            rest = room.PlaceChips(by=Role.PLAYER, seat=seat, cents=chance.randint(1, 400))
            if not self.send(rest):
                self.must(room.ThrowAwayCards(by=Role.PLAYER, seat=seat))
            return
        match chance.randint(0, 9):
            case 0:
                word = chance.choice(["raise", "call", "check", "fold"])
                self.send(room.Announce(by=Role.PLAYER, seat=chance.randint(1, self.players), word=word))
            case 1:
                single, then = chance.random() < 0.5, chance.choice(["", "", "more", "raise"])
                cents = chance.randint(1, 600)
                self.send(room.PlaceChips(by=Role.PLAYER, seat=seat, cents=cents, single=single, then=then))
            case 2 | 3 if options.raise_from is not None and options.raise_to is not None:
                to = chance.choice([options.raise_from, options.raise_to])
                self.must(cmd.Act(by=Role.PLAYER, seat=seat, word="bet" if options.opens else "raise", to=to))
            case 4:
                self.must(cmd.Act(by=Role.PLAYER, seat=seat, word="fold"))
            case _:
                self.must(cmd.Act(by=Role.PLAYER, seat=seat, word="check" if options.check else "call"))


@pytest.mark.parametrize("game", POKER)
def test_whatever_goes_wrong_the_chips_stay_and_the_round_ends(game: str) -> None:
    for seed in range(ROUNDS):
        table = _Round(game, seed).play()
        assert table.state.ledger.get("pot", 0) == 0
        assert replay(table.events) == table.state


@pytest.mark.proof
@pytest.mark.parametrize("game", POKER)
def test_whatever_goes_wrong_many_times(game: str) -> None:
    for seed in range(2_000):
        table = _Round(game, seed).play()
        assert table.state.ledger.get("pot", 0) == 0
        assert replay(table.events) == table.state
