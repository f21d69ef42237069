"""Words, chips and irregularities at random: chips conserved, refusals change nothing, rounds end, replay equals live."""

from __future__ import annotations

import random
from typing import Any

import pytest

from houseway.cards import DECK_52
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.betting import Options, options_now
from houseway.chapters.c637a_poker.draft import looking_at
from houseway.chapters.c637a_poker.games import POKER_GAMES
from houseway.chapters.c637a_poker.short_decks import cards_put_back
from houseway.chapters.c637a_poker.state import Status
from houseway.chapters.c637a_poker.table import POKER
from houseway.chapters.registry import resolve
from houseway.engine.kernel import Command, Envelope, Table, envelope
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from tests.kit.table_views import balance_of, sum_of_accounts

ROUNDS = 40
MISHAPS = ("card_exposed", "face_up_card", "card_off_table", "dealt_to_ineligible")
ENDS_THE_ROUND = {"missing_card", "additional_card", "shuffle_or_cut_failed", "several_face_up_cards"}


class _Round:
    """One round with everything that can go wrong."""

    def __init__(self, game: str, seed: int) -> None:
        self.chance = random.Random(f"{game} {seed}")
        self.table: Table[Any, Any] = Table(resolve(self._submission(game), game=game))
        self.must(cmd.OpenTable())
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

    def send(self, command: Command | Envelope, *, seat: int = 0, role: Role | None = None) -> bool:
        before = self.table.state
        outcome = self.table.send(command, seat=seat, role=role)
        assert sum_of_accounts(self.table) == 0
        assert self.table.state.ledger.get("pot", 0) >= 0
        if isinstance(outcome, Refusal):
            assert self.table.state is before
            return False
        assert all(share.cents >= 0 for one in outcome if isinstance(one, ev.PotAwarded) for share in one.shares)
        return True

    def must(self, command: Command | Envelope) -> None:
        assert self.send(command), self.table.send(command)

    def play(self) -> Table[Any, Any]:
        chance = self.chance
        for seat in range(1, self.players + 1):
            cents = chance.choice([300, 1_000, 5_000])
            self.must(envelope(cmd.TakeSeat(cents=cents), seat=seat, by=f"p{seat}"))
        order = tuple(chance.sample(DECK_52, 52))
        absent = (self.players,) if self.players > 2 and chance.random() < 0.3 else ()
        self.must(envelope(cmd.StartRound(order=order, button=1, absent=absent)))
        for _ in range(2_000):
            if self.table.state.status is Status.BETWEEN_ROUNDS:
                return self.table
            if chance.random() < 0.15:
                self._go_wrong()
            else:
                self._step()
        raise AssertionError("the round does not end")

    def _go_wrong(self) -> None:
        chance, seat = self.chance, self.chance.randint(1, self.players)
        if chance.random() < 0.3:
            self.send(cmd.ThrowAwayCards(), seat=seat)
            return
        causes = [one for one in self.table.rules.irregularities if one not in ENDS_THE_ROUND or chance.random() < 0.1]
        flags = {name: chance.random() < 0.4 for name in ("protected", "reconstructed", "contributor")}
        self.send(cmd.ReportIrregularity(cause=chance.choice(causes), seat=seat, **flags), role=Role.FLOORPERSON)

    def _step(self) -> None:
        state, chance = self.table.state, self.chance
        match state.status:
            case Status.DEALING:
                self._deal()
            case Status.BETTING:
                options = options_now(self.table.rules, self.table.state)
                assert options is not None
                self._bet(options)
            case Status.DRAWING:
                seat = state.round.asked[0]
                down = [card for card in state.round.hands[seat] if card not in state.round.up.get(seat, ())]
                gone = chance.sample(down, state.round.discard or chance.randint(0, len(down)))
                self.must(envelope(cmd.Discard(cards=tuple(gone)), seat=seat))
            case Status.RESHUFFLING:
                back = cards_put_back(looking_at(self.table.rules, state))
                self.must(envelope(cmd.Reshuffle(order=tuple(chance.sample(back, len(back))))))
            case Status.CHOOSING:
                bet_on = chance.random() < 0.5
                self.must(envelope(cmd.ChooseAfterExposure(bet_on=bet_on), seat=state.round.choosing[0]))
            case _:
                if state.round.showing and chance.random() < 0.3:
                    muck = chance.random() < 0.5
                    self.send(cmd.ShowHand(muck=muck), seat=state.round.showing[0])
                else:
                    self.must(envelope(cmd.AwardPots()))

    def _deal(self) -> None:
        chance = self.chance
        mishaps = tuple(
            cmd.Mishap(chance.choice(MISHAPS), chance.randint(0, 8), chance.choice([0, 0, 9]))
            for _ in range(chance.choice([0, 0, 1, 2]))
        )
        if not (mishaps and self.send(cmd.DealStreet(mishaps=mishaps))):
            self.must(envelope(cmd.DealStreet()))

    def _bet(self, options: Options) -> None:
        chance, seat = self.chance, options.seat
        if self.table.state.round.pending_seat:
            # Chips that have begun to move can always be completed by one more.
            rest = envelope(cmd.PlaceChips(cents=chance.randint(1, 400)), seat=seat)
            if not self.send(rest):
                self.must(envelope(cmd.ThrowAwayCards(), seat=seat))
            return
        match chance.randint(0, 9):
            case 0:
                word = chance.choice(["raise", "call", "check", "fold"])
                self.send(cmd.Announce(word=word), seat=chance.randint(1, self.players))
            case 1:
                single, then = chance.random() < 0.5, chance.choice(["", "", "more", "raise"])
                cents = chance.randint(1, 600)
                self.send(cmd.PlaceChips(cents=cents, single=single, then=then), seat=seat)
            case 2 | 3 if options.raise_from is not None and options.raise_to is not None:
                to = chance.choice([options.raise_from, options.raise_to])
                self.must(envelope(cmd.Act(word="bet" if options.opens else "raise", to=to), seat=seat))
            case 4:
                self.must(envelope(cmd.Act(word="fold"), seat=seat))
            case _:
                self.must(envelope(cmd.Act(word="check" if options.check else "call"), seat=seat))


@pytest.mark.parametrize("game", sorted(POKER_GAMES))
def test_whatever_goes_wrong_the_chips_stay_and_the_round_ends(game: str) -> None:
    for seed in range(ROUNDS):
        table = _Round(game, seed).play()
        assert balance_of(table, "pot") == 0
        assert POKER.replay(table.events) == table.state


@pytest.mark.proof
@pytest.mark.parametrize("game", sorted(POKER_GAMES))
def test_whatever_goes_wrong_many_times(game: str) -> None:
    for seed in range(2_000):
        table = _Round(game, seed).play()
        assert balance_of(table, "pot") == 0
        assert POKER.replay(table.events) == table.state
