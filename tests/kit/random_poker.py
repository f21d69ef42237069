"""Random poker tables: a lawful submission, stacks, and lawful or unlawful commands at any moment."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import msgspec

from houseway.cards import DECK_52, Card
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker.awarding import may_muck
from houseway.chapters.c637a_poker.betting import options_now
from houseway.chapters.c637a_poker.draft import looking_at
from houseway.chapters.c637a_poker.games import POKER_GAMES
from houseway.chapters.c637a_poker.posting import waits
from houseway.chapters.c637a_poker.rules import Opens, PokerRules, Structure
from houseway.chapters.c637a_poker.short_decks import cards_put_back
from houseway.chapters.c637a_poker.state import Status
from houseway.chapters.registry import resolve
from houseway.engine.kernel import Command, Envelope, Table, envelope
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role

GAMES = sorted(POKER_GAMES)
STRUCTURES = [structure.value for structure in Structure]


def submission(
    game: str, structure: str, chance: random.Random, *, unit: int = 1, plain: bool = False
) -> dict[str, Any]:
    """A lawful submission; ``plain`` leaves out everything PokerKit does not have."""
    terms: dict[str, Any] = {"structure": structure, "tournament": True, "ante": chance.choice([0, 0, unit])}
    blind = unit * chance.choice([1, 2, 5])
    if POKER_GAMES[game].opens is Opens.BLINDS:
        terms["blinds"] = [blind, 2 * blind]
        terms["heads_up_button_blind"] = plain or chance.random() < 0.5
    else:
        terms["forced_bet"] = blind
    match structure:
        case "fixed-limit":
            terms |= {"small_bet": 2 * blind, "big_bet": 4 * blind}
        case "spread-limit":
            terms |= {"minimum_bet": 2 * blind, "maximum_bet": 10 * blind}
        case _:
            terms["minimum_bet"] = 2 * blind
    return terms if plain else terms | _extras(game, chance, blind)


def _extras(game: str, chance: random.Random, blind: int) -> dict[str, Any]:
    """Rake, contributions, caps, kill, straddle, antes by seat: whatever the game knows."""
    of = POKER_GAMES[game]
    terms: dict[str, Any] = {}
    if chance.random() < 0.5:
        terms["rake"] = chance.choice(
            [
                {"kind": "percentage", "percent": 10, "cap": 40},
                {"kind": "percentage", "percent": 5, "cap": 9, "when": "each-betting-round"},
                {"kind": "incremental", "steps": [[20, 1], [40, 1]], "cap": 2},
                {"kind": "time", "hourly": 1000},
                [
                    {"kind": "percentage", "percent": 4, "cap": 9, "when": "each-betting-round"},
                    {"kind": "incremental", "steps": [[10, 1], [30, 2]], "cap": 3, "when": "each-betting-round"},
                ],
            ]
        )
    if chance.random() < 0.4:
        terms["bad_beat"] = {"contribution": 3, "minimum_pot": 30}
    if chance.random() < 0.3:
        terms["high_hand"] = {"contribution": 1, "minimum_pot": 0}
    if chance.random() < 0.5:
        terms["raise_cap"] = chance.randint(0, 4)
    if of.kill_clause is not None and chance.random() < 0.5:
        terms |= {"kill": chance.choice(["kill", "half-kill"]), "qualifying_pot": 20 * blind}
    if of.straddle_clause is not None and chance.random() < 0.4:
        terms["straddle"] = 4 * blind
    if of.blind_clause is not None and chance.random() < 0.4:
        terms["must_post"] = chance.choice(["largest-blind", "missed-blinds"])
    if chance.random() < 0.3 and terms.get("kill") != "half-kill":
        terms["smallest_chip"] = chance.choice([5, 25, 100])
    if chance.random() < 0.2:
        terms["ante"] = {seat: chance.choice([0, blind]) for seat in range(1, 11)}
    if of.splits and chance.random() < 0.5:
        terms["odd_chip"] = "suit"
    terms["check_raise"] = chance.random() < 0.9
    terms["half_bet_reopens"] = chance.random() < 0.2
    terms["show_all"] = chance.random() < 0.2
    return terms


def shuffled(chance: random.Random) -> tuple[Card, ...]:
    return tuple(chance.sample(DECK_52, 52))


@dataclass(slots=True)
class Play:
    """A table with players, and the chance that drives it."""

    table: Table[Any, Any]
    chance: random.Random

    def do(self, command: Command | Envelope, *, seat: int = 0, by: str = "") -> tuple[Any, ...]:
        outcome = self.table.send(command, seat=seat, by=by)
        assert not isinstance(outcome, Refusal), (command, outcome)
        return outcome

    def named(self, said: Envelope) -> Envelope:
        """The envelope with the name of the person at its seat, or of the role."""
        if said.by:
            return said
        by = self.table.state.seats.get(said.seat) if said.role is Role.PLAYER else None
        return msgspec.structs.replace(said, by=by or said.role.value)

    @property
    def between_rounds(self) -> bool:
        return self.table.state.status is Status.BETWEEN_ROUNDS

    def finish_a_round(self, at_most: int = 3000) -> None:
        """Start a round and play it to its end, within so many commands."""
        started = self.table.state.number
        for _ in range(at_most):
            if self.between_rounds and self.table.state.number > started:
                return
            self.do(self.plausible())
        raise AssertionError(f"the round does not end: {self.table.state}")

    def plausible(self) -> Envelope:
        """A lawful command that fits the moment."""
        state, chance = self.table.state, self.chance
        match state.status:
            case Status.BETWEEN_ROUNDS:
                return self._start()
            case Status.DEALING:
                return self._deal()
            case Status.RESHUFFLING:
                back = cards_put_back(looking_at(self.table.rules, state))
                return envelope(cmd.Reshuffle(order=tuple(chance.sample(back, len(back)))))
            case Status.DRAWING:
                return self._discard()
            case Status.SHOWDOWN:
                if state.round.showing and chance.random() < 0.3:
                    allowed = may_muck(looking_at(self.table.rules, state), state.round.showing[0])
                    muck = allowed and chance.random() < 0.3
                    return envelope(cmd.ShowHand(muck=muck), seat=state.round.showing[0])
                return envelope(cmd.AwardPots())
            case _:
                return self._act()

    def _start(self) -> Envelope:
        state, chance, rules = self.table.state, self.chance, self.table.rules
        with_chips = [seat for seat in sorted(state.seats) if self.stack(seat)]
        if len(with_chips) < 2:
            seat = min(seat for seat in state.seats if not self.stack(seat))
            return envelope(cmd.AddStakes(cents=chance.randint(1, 500)), seat=seat)
        waiting = sorted(waits(looking_at(rules, state)))
        if waiting and chance.random() < 0.5:
            return envelope(cmd.PostBlind(), seat=chance.choice(waiting))
        playing = [seat for seat in with_chips if seat not in waiting]
        # At first anywhere, then where it rotates to.
        placed = rules.game.opens is Opens.BLINDS and not state.number
        return envelope(
            cmd.StartRound(
                order=shuffled(chance),
                button=chance.choice(playing if len(playing) > 1 else with_chips) if placed else 0,
                kill=state.kill_next,
                absent=tuple(seat for seat in state.seats if seat not in with_chips),
            )
        )

    def _deal(self) -> Envelope:
        state, rules = self.table.state, self.table.rules
        if rules.straddle and state.round.street < 0 and not state.round.straddler and self.chance.random() < 0.5:
            ring = looking_at(rules, state).clockwise_from(state.round.last_blind)
            if len(state.round.order) > len(rules.blinds) and self.stack(ring[0]) >= rules.straddle:
                return envelope(cmd.Straddle(), seat=ring[0])
        return envelope(cmd.DealStreet())

    def _discard(self) -> Envelope:
        state, chance = self.table.state, self.chance
        seat = state.round.asked[0]
        held = [
            card
            for card in state.round.hands[seat]
            if not state.round.discard or card not in state.round.up.get(seat, ())
        ]
        number = state.round.discard or chance.randint(0, len(held))
        return envelope(cmd.Discard(cards=tuple(chance.sample(held, number))), seat=seat)

    def _act(self) -> Envelope:
        may, chance = options_now(self.table.rules, self.table.state), self.chance
        assert may is not None
        draw = chance.random()
        if draw < 0.12 and not may.check:
            return envelope(cmd.Act(word="fold"), seat=may.seat)
        if draw < 0.65 or may.raise_from is None or may.raise_to is None:
            return envelope(cmd.Act(word="check" if may.check else "call"), seat=may.seat)
        near = may.raise_from + (may.raise_to - may.raise_from) // 8
        between = chance.randint(may.raise_from, near)
        if between % self.table.rules.smallest_chip:
            between = may.raise_from
        to = chance.choice([may.raise_from, may.raise_to, between])
        return envelope(cmd.Act(word="bet" if may.opens else "raise", to=to), seat=may.seat)

    def implausible(self) -> Envelope:
        """Any command at all, with arguments that may or may not make sense."""
        chance, seat, role = self.chance, self.chance.randint(-1, 12), self.chance.choice(list(Role))
        order = shuffled(chance)
        some = order[: chance.randint(0, 6)]
        return chance.choice(
            [
                envelope(
                    cmd.TakeSeat(cents=chance.choice([-5, 0, 50])),
                    role=role,
                    seat=seat,
                    by=f"player {chance.randint(1, 11)}",
                ),
                envelope(cmd.AddStakes(cents=chance.choice([-5, 0, 50])), role=role, seat=seat),
                envelope(cmd.StartRound(order=chance.choice([order, (*order, DECK_52[0])]), button=seat), role=role),
                envelope(cmd.Straddle(), role=role, seat=seat),
                envelope(cmd.PostBlind(), role=role, seat=seat),
                envelope(cmd.DealStreet(), role=role),
                envelope(cmd.Reshuffle(order=some), role=role),
                envelope(
                    cmd.Act(
                        word=chance.choice(["fold", "check", "call", "bet", "raise", "pray"]), to=chance.randint(-9, 99)
                    ),
                    role=role,
                    seat=seat,
                ),
                envelope(cmd.Discard(cards=some), role=role, seat=seat),
                envelope(cmd.ShowHand(muck=chance.random() < 0.5), role=role, seat=seat),
                envelope(cmd.AwardPots(), role=role),
            ]
        )

    def stack(self, seat: int) -> int:
        return looking_at(self.table.rules, self.table.state).stack(seat)


def new_play(rules: PokerRules, chance: random.Random, *, stacks: list[int]) -> Play:
    play = Play(Table(rules), chance)
    play.do(cmd.OpenTable())
    for seat, cents in enumerate(stacks, 1):
        play.do(cmd.TakeSeat(cents=cents), seat=seat, by=f"player {seat}")
    return play


def random_play(game: str, structure: str, seed: int) -> Play:
    """A table of a game under a random submission with as many players as may sit."""
    chance = random.Random(f"{game} {structure} {seed}")
    rules = resolve(submission(game, structure, chance), game=game, kind=PokerRules)
    players = chance.randint(2, rules.game.most_players)
    stacks = [
        chance.choice([chance.randint(1, 12), chance.randint(1, 80), chance.randint(50, 900)]) for _ in range(players)
    ]
    return new_play(rules, chance, stacks=stacks)
