"""A PokerKit table beside ours: the same cards and actions at both, and what each says is legal."""

from __future__ import annotations

import random
import warnings
from collections import Counter
from typing import Any

import pokerkit as pk

from houseway.cards import CARD_TEXT, DECK_52, Card, cards
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.betting import Options, options_now
from houseway.chapters.c637a_poker.events import BURN, COMMUNITY
from houseway.chapters.c637a_poker.rules import Contest, ForcedBy, Forms, Opens, PokerRules, Structure
from houseway.chapters.c637a_poker.state import Status
from houseway.chapters.registry import resolve
from houseway.seats import Seat
from tests.kit.random_poker import Play, new_play, shuffled, submission

A = pk.Automation
_AUTOMATIONS = (
    A.ANTE_POSTING,
    A.BET_COLLECTION,
    A.BLIND_OR_STRADDLE_POSTING,
    A.RUNOUT_COUNT_SELECTION,
    A.HOLE_CARDS_SHOWING_OR_MUCKING,
    A.HAND_KILLING,
    A.CHIPS_PUSHING,
    A.CHIPS_PULLING,
)
_HANDS = {
    Contest.HIGH: pk.StandardHighHand,
    Contest.LOW: pk.RegularLowHand,
    Contest.LOW_EIGHT: pk.EightOrBetterLowHand,
    Contest.LOW_27: pk.StandardLowHand,
    Contest.BADUGI: pk.BadugiHand,
    Contest.BADUGI_ACE_HIGH: pk.StandardBadugiHand,
}
_OMAHA = {Contest.HIGH: pk.OmahaHoldemHand, Contest.LOW_EIGHT: pk.OmahaEightOrBetterLowHand}
_STRUCTURES = {
    Structure.NO_LIMIT: pk.BettingStructure.NO_LIMIT,
    Structure.POT_LIMIT: pk.BettingStructure.POT_LIMIT,
    Structure.FIXED_LIMIT: pk.BettingStructure.FIXED_LIMIT,
}
RAISES = 4
"""PokerKit's limit games end the raising after the fourth bet or raise of a betting round."""

# So that no share of any pot leaves an odd chip, over which the two differ.
UNIT = 840


def peer_streets(rules: PokerRules) -> tuple[Any, ...]:
    """Our streets as PokerKit's."""
    game, fixed = rules.game, rules.structure is Structure.FIXED_LIMIT
    streets = []
    for number, street in enumerate(game.streets):
        if game.opens is Opens.BLINDS:
            opening = pk.Opening.POSITION
        elif number == 0:
            opening = pk.Opening.LOW_CARD if game.forced_by is ForcedBy.LOWEST else pk.Opening.HIGH_CARD
        else:
            opening = pk.Opening.LOW_HAND if game.shows_low else pk.Opening.HIGH_HAND
        bet = (rules.big_bet if street.big_bet else rules.small_bet) if fixed else rules.minimum_bet
        down_and_up = (False,) * street.down + (True,) * street.up
        streets.append(
            pk.Street(street.burn, down_and_up, street.community, street.draw, opening, bet, RAISES if fixed else None)
        )
    return tuple(streets)


def peer_hands(rules: PokerRules) -> tuple[Any, ...]:
    omaha = rules.game.forms is Forms.TWO_AND_THREE
    return tuple((_OMAHA if omaha else _HANDS)[contest] for contest, _ in rules.game.contests)


def peer_state(rules: PokerRules, stacks: list[int]) -> pk.State:
    """A PokerKit hand of our game; the last player has the button."""
    return pk.State(
        _AUTOMATIONS,
        pk.Deck.STANDARD,
        peer_hands(rules),
        peer_streets(rules),
        _STRUCTURES[rules.structure],
        True,
        rules.ante,
        rules.blinds or 0,
        rules.forced_bet,
        tuple(stacks),
        len(stacks),
    )


class Both:
    """One hand at both tables. ``seen`` counts the differences that docs/poker-differences.md explains."""

    def __init__(self, game: str, structure: str, seed: int) -> None:
        self.chance = chance = random.Random(f"{game} {structure} {seed} beside PokerKit")
        rules = resolve(submission(game, structure, chance, unit=UNIT, plain=True), game=game, kind=PokerRules)
        # Few enough players that the deck never runs short.
        players = chance.randint(2, min(6, rules.game.most_players) if not rules.game.reshuffle_clause else 4)
        least = rules.ante + max([*rules.blinds, rules.small_bet, rules.minimum_bet])
        stacks = [least + UNIT * chance.randint(0, chance.choice([5, 40, 400])) for _ in range(players)]
        self.rules, self.players = rules, players
        self.play: Play = new_play(rules, chance, stacks=stacks)
        self.peer = peer_state(rules, stacks)
        self.seen: Counter[str] = Counter()
        self.log: list[str] = [f"{game} {structure} {seed} {stacks}"]
        self.burn: Card | None = None
        self.order = shuffled(chance)

    @property
    def state(self) -> Any:
        return self.play.table.state

    def run(self) -> None:
        """Play the hand to its end at both."""
        button = self.players if self.rules.game.opens is Opens.BLINDS else 0
        self.play.do(cmd.StartRound(order=self.order, button=button))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            while self.state.status is not Status.BETWEEN_ROUNDS:
                self._step()
            self._check_on()
            assert not self.peer.status, self.log

    @property
    def ours(self) -> list[int]:
        return [self.play.stack(seat) for seat in range(1, self.players + 1)]

    def _step(self) -> None:
        match self.state.status:
            case Status.BETTING:
                self._bet()
            case Status.DRAWING:
                self._draw()
            case Status.SHOWDOWN:
                self._check_on()
                self.play.do(cmd.AwardPots())
            case _:
                self._check_on()
                self._mirror(self.play.do(cmd.DealStreet()))

    def _check_on(self) -> None:
        """PokerKit also asks a player who owes nothing and has nobody left to bet against."""
        while self.peer.actor_index is not None and not self.peer.checking_or_calling_amount:
            self.peer.check_or_call()
            self.seen["asked for nothing"] += 1

    def _mirror(self, events: tuple[Any, ...]) -> None:
        for event in events:
            if not isinstance(event, ev.StreetDealt):
                continue
            hands: dict[Seat, list[Card]] = {}
            for seat, card, _ in event.cards:
                if seat != BURN:
                    hands.setdefault(seat, []).append(card)
                elif self.rules.game.streets[event.street].draw:
                    self.burn = card
                else:
                    self.peer.burn_card(CARD_TEXT[card])
            for seat, several in sorted(hands.items()):
                if seat == COMMUNITY:
                    self.peer.deal_board(_text(several))
                else:
                    self.peer.deal_hole(_text(several), seat - 1)

    def _draw(self) -> None:
        drawn: list[tuple[int, tuple[Card, ...]]] = []
        while self.state.status is Status.DRAWING:
            seat = self.state.round.asked[0]
            gone = tuple(self.chance.sample(self.state.round.hands[seat], self.chance.choice([0, 1, 1, 2, 3])))
            self.log.append(f"{seat} discards {_text(gone)}")
            self.peer.stand_pat_or_discard(_text(gone))
            events = self.play.do(cmd.Discard(cards=gone), seat=seat)
            drawn += [(seat, event.cards) for event in events if isinstance(event, ev.Drew) and event.cards]
        # PokerKit burns and deals after everybody has discarded.
        assert self.burn is not None
        self.peer.burn_card(CARD_TEXT[self.burn])
        for seat, new in drawn:
            self.peer.deal_hole(_text(new), seat - 1)

    def _bet(self) -> None:
        peer, may = self.peer, options_now(self.play.table.rules, self.play.table.state)
        assert may is not None
        if peer.can_post_bring_in():
            assert peer.actor_index == self.state.round.opener - 1, self.log
            peer.post_bring_in()
        assert peer.actor_index == may.seat - 1, (self.log, peer.actor_index, may)
        assert peer.checking_or_calling_amount == may.call, (self.log, may)
        self._act(may, self._common_range(may))

    def _common_range(self, may: Options) -> tuple[int, int] | None:
        """What both allow to bet or raise to; they agree but for what is explained."""
        peer = self.peer
        least = peer.min_completion_betting_or_raising_to_amount
        most = peer.max_completion_betting_or_raising_to_amount
        if (least, most) == (may.raise_from, may.raise_to):
            return None if least is None or most is None else (least, most)
        if least is None:
            fixed = self.rules.structure is Structure.FIXED_LIMIT
            capped = fixed and peer.completion_betting_or_raising_count == RAISES
            others = [i for i in peer.player_indices if i != may.seat - 1 and peer.statuses[i]]
            pointless = all(peer.stacks[i] + peer.bets[i] <= max(peer.bets) for i in others)
            assert capped or pointless, (self.log, may)
            self.seen["capped" if capped else "nobody to raise against"] += 1
            return None
        short = self.state.round.current - self.state.round.faced.get(may.seat, self.state.round.current)
        assert may.raise_from is None and short < self.state.round.raise_size, (self.log, may, least, most)
        self.seen["short all-in does not reopen"] += 1
        return None

    def _act(self, may: Options, span: tuple[int, int] | None) -> None:
        chance, peer = self.chance, self.peer
        draw = chance.random()
        if draw < 0.12 and not may.check:
            word, to = "fold", 0
            peer.fold()
        elif draw < 0.62 or span is None:
            word, to = ("check" if may.check else "call"), 0
            peer.check_or_call()
        else:
            least, most = span
            near = min(most, least + chance.randint(0, 6) * UNIT)
            word, to = ("bet" if may.opens else "raise"), chance.choice([least, near, near, most])
            peer.complete_bet_or_raise_to(to)
        self.log.append(f"{may.seat} {word} {to}")
        self.play.do(cmd.Act(word=word, to=to), seat=may.seat)


def _text(several: Any) -> str:
    return "".join(CARD_TEXT[card] for card in several)


class Scripted(Both):
    """A table with stated rules, stacks and deck, driven by hand."""

    def __init__(self, game: str, terms: dict[str, Any], stacks: list[int], deck: str) -> None:
        self.chance = random.Random(0)
        self.rules, self.players = resolve({"tournament": True, **terms}, game=game, kind=PokerRules), len(stacks)
        self.play = new_play(self.rules, self.chance, stacks=stacks)
        self.peer = peer_state(self.rules, stacks)
        stated = cards(deck)
        self.order = (*stated, *[card for card in DECK_52 if card not in stated])
