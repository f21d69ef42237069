"""Settle a stated round of poker: `settle(round)` gives the answer or its refusal."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tests.oracle.poker.betting import BettingRound, Chips, Limits
from tests.oracle.poker.cards import Card, cards
from tests.oracle.poker.deck import Deck
from tests.oracle.poker.games import GAMES, Family, Forced, Game
from tests.oracle.poker.hands import Made, best
from tests.oracle.poker.play import Asked, Player, Question, RefusedError, Stated
from tests.oracle.poker.pots import Pot, award, contribute, pots_of, rake_of, return_uncalled

Answer = dict[str, Any]


def settle(stated: Mapping[str, Any]) -> Answer:
    """The answer to a stated round."""
    player = Stated(list(stated.get("actions", ())), list(stated.get("reshuffles", ())))
    try:
        return Round(stated, player).play()
    except (RefusedError, ValueError) as refusal:
        return {"refusal": str(refusal)}


class Round:
    """A round of play in progress."""

    def __init__(self, stated: Mapping[str, Any], player: Player) -> None:
        self.submission: Mapping[str, Any] = stated["submission"]
        self.game: Game = GAMES[stated["game"]]
        self.player = player
        self.kill = bool(stated.get("kill", False))
        self.chips = {
            int(seat): Chips(int(each["stack"]))
            for seat, each in sorted(stated["seats"].items(), key=lambda item: int(item[0]))
        }
        self.before = {seat: chips.stack for seat, chips in self.chips.items()}
        self.order = list(self.chips)  # clockwise, in the order of dealing
        if not 2 <= len(self.order) <= self.game.players:
            raise RefusedError("too few or too many players")
        self.button = int(stated.get("button", self.order[-1]))
        if self.game.family is not Family.STUD:
            place = self.order.index(self.button) + 1
            self.order = self.order[place:] + self.order[:place]
        self.tournament = bool(stated.get("tournament", False))
        self.deck = Deck(cards(stated["deck"]), player)
        self.own: dict[int, list[Card]] = {seat: [] for seat in self.order}
        self.up: dict[int, list[Card]] = {seat: [] for seat in self.order}
        self.shared: list[Card] = []
        self.bettor: int | None = None
        self.opener = self.order[0]

    # -- the course of the round ------------------------------------------------------------

    def play(self) -> Answer:
        """Play to the end."""
        self._check_stacks()
        self._post_antes()
        if self.game.family is Family.STUD:
            self._play_stud()
        else:
            self._play_with_button()
        answer = self._finish()
        self.player.finished()
        return answer

    def _remaining(self) -> list[int]:
        return [seat for seat in self.order if not self.chips[seat].folded]

    def _play_with_button(self) -> None:
        bet, start = self._post_blinds()
        for _ in range(self.game.cards):
            for seat in self.order:
                self.own[seat].append(self.deck.take())
        self._bet(0, first=start, current=bet, last_raise=bet)
        for index in range(1, self.game.rounds):
            if len(self._remaining()) == 1:
                return
            if self.game.family is Family.BOARD:
                self.deck.burn()
                self.shared += [self.deck.take() for _ in range(3 if index == 1 else 1)]
            else:
                self._draw()
            self._bet(index, first=self.order[0])

    def _play_stud(self) -> None:
        for _ in range(self.game.down_first):
            for seat in self.order:
                self.own[seat].append(self.deck.take())
        for seat in self.order:
            self._deal_up(seat)
        if self.game.super_stud:
            self._super_discards()
        self._forced_bet_round()
        for index in range(1, self.game.rounds):
            remaining = self._remaining()
            if len(remaining) == 1:
                return
            last = self.game.cards == 7 and index == self.game.rounds - 1
            if self.deck.left < 1 + len(remaining):
                self.shared.append(self.deck.common())
            else:
                self.deck.burn()
                for seat in remaining:
                    if last:
                        self.own[seat].append(self.deck.take())
                    else:
                        self._deal_up(seat)
            showing = {seat: self.game.showing(self.up[seat]) for seat in remaining}
            top = max(showing.values())
            self._bet(index, first=min(seat for seat in remaining if showing[seat] == top))

    # -- before the cards -------------------------------------------------------------------

    def _ante(self, seat: int) -> int:
        ante = self.submission.get("ante", 0)
        return int(ante.get(str(seat), 0) if isinstance(ante, Mapping) else ante)

    def _blinds(self) -> dict[int, int]:
        blinds = [int(each) for each in self.submission.get("blinds", ())]
        if len(blinds) > len(self.order):
            raise RefusedError("more blinds than players")
        order = self.order
        if self._button_blind:
            order = [self.button, *(seat for seat in order if seat != self.button)]
        return dict(zip(order, blinds, strict=False))

    @property
    def _button_blind(self) -> bool:
        return len(self.order) == 2 and bool(self.submission.get("heads_up_button_blind", False))

    def _check_stacks(self) -> None:
        if self.tournament:
            return
        blinds = self._blinds() if self.game.family is not Family.STUD else {}
        for seat, chips in self.chips.items():
            need = self._ante(seat) + blinds.get(seat, 0) + self._limits(0).minimum
            if self.game.forced:
                need += int(self.submission.get("forced_bet", 0))
            if chips.stack < need:
                raise RefusedError(f"seat {seat} has too little to play")

    def _post_antes(self) -> None:
        for seat, chips in self.chips.items():
            chips.ante_due = self._ante(seat)
            chips.ante = min(chips.ante_due, chips.stack)
            chips.stack -= chips.ante

    def _post_blinds(self) -> tuple[int, int]:
        """The bet to call, and who acts first."""
        blinds = self._blinds()
        for seat, cents in blinds.items():
            self.chips[seat].put(cents)
        bet = max(blinds.values())
        place = self.order.index(list(blinds)[-1]) + 1
        start = self.order[place % len(self.order)]
        straddle = self.submission.get("straddle")
        amount = 2 * bet if straddle is True else int(straddle or 0)
        question = Question(asked=Asked.STRADDLE, seat=start, all_in=self.chips[start].stack)
        if not amount or not self.game.straddle or self.player.answer(question) is None:
            return bet, start
        chips = self.chips[start]
        if chips.stack + chips.street < amount:
            raise RefusedError("too little for a Straddle Bet")
        chips.put(amount - chips.street)
        return amount, self.order[(place + 1) % len(self.order)]

    # -- bets -------------------------------------------------------------------------------

    def _limits(self, index: int) -> Limits:
        posted = self.submission
        factor = Fraction(1)
        if self.kill and "kill" not in posted:
            raise RefusedError("no kill option is in use")
        if self.kill:
            factor = {"kill": Fraction(2), "half-kill": Fraction(3, 2)}[posted["kill"]]
        if posted["structure"] == "fixed-limit":
            minimum = posted["big_bet" if index >= self.game.big_bet_from else "small_bet"]
        else:
            minimum = posted.get("minimum_bet") or max(posted["blinds"])
        return Limits(
            structure=posted["structure"],
            minimum=int(minimum * factor),
            maximum=int(posted.get("maximum_bet", 0) * factor),
            raise_cap=posted.get("raise_cap"),
        )

    def _bet(
        self,
        index: int,
        *,
        first: int,
        current: int = 0,
        last_raise: int = 0,
        forced_by: int | None = None,
    ) -> None:
        limits = self._limits(index)
        if limits.structure == "fixed-limit":
            last_raise = limits.minimum
        betting = BettingRound(
            seats=self.chips,
            limits=limits,
            player=self.player,
            first=first,
            current=current,
            last_raise=last_raise,
            completes=forced_by is not None,
            excused=forced_by,
        )
        betting.run()
        if betting.first_asked is not None:  # the last round that was held decides who shows first
            self.bettor = betting.bettor
            self.opener = betting.first_asked if forced_by is None else forced_by
        for seat, chips in self.chips.items():
            chips.street = 0
            if chips.folded and self.own[seat]:
                self.deck.discards += [(seat, each) for each in self.own[seat]]
                self.own[seat] = []

    def _forced_bet_round(self) -> None:
        amount = int(self.submission["forced_bet"])
        shown = {seat: self.up[seat][0] for seat in self.order}
        if self.game.forced is Forced.LOWEST_ACE_HIGH:
            seat = min(shown, key=lambda each: shown[each])
        else:
            seat = max(shown, key=lambda each: (shown[each].low_rank, shown[each].suit))
        self.chips[seat].put(amount)
        place = self.order.index(seat) + 1
        first = self.order[place % len(self.order)]
        self.opener = seat
        self._bet(0, first=first, current=amount, forced_by=seat)

    # -- cards ------------------------------------------------------------------------------

    def _deal_up(self, seat: int) -> None:
        dealt = self.deck.take()
        self.own[seat].append(dealt)
        self.up[seat].append(dealt)

    def _give_up(self, seat: int, words: list[str], among: list[Card]) -> list[Card]:
        given = [cards(each)[0] for each in words]
        if len(set(given)) < len(given) or not set(given) <= set(among):
            raise RefusedError(f"seat {seat} does not hold what it discards")
        self.own[seat] = [each for each in self.own[seat] if each not in given]
        return given

    def _super_discards(self) -> None:
        for seat in self.order:
            down = self.own[seat][:4]
            question = Question(asked=Asked.SUPER_DISCARD, seat=seat, holds=tuple(down))
            match (self.player.answer(question) or "").split():
                case ["discard", one, two]:
                    given = self._give_up(seat, [one, two], down)
                    self.deck.discards += [(seat, each) for each in given]
                case _:
                    raise RefusedError(f"seat {seat} discards two of its down cards")

    def _draw(self) -> None:
        self.deck.burn_before_draw()
        for seat in self._remaining():
            question = Question(asked=Asked.DRAW, seat=seat, holds=tuple(self.own[seat]))
            match (self.player.answer(question) or "").split():
                case ["stand"]:
                    continue
                case ["discard", *words] if words:
                    given = self._give_up(seat, words, self.own[seat])
                    self.deck.discards += [(seat, each) for each in given]
                    self.own[seat] += [self.deck.draw(seat) for _ in given]
                case _:
                    raise RefusedError(f"seat {seat} discards or stands")

    # -- the end ----------------------------------------------------------------------------

    def _made(self, seat: int) -> list[Made | None]:
        return [best(share.choices(self.own[seat], self.shared), share.valuer, share.key) for share in self.game.shares]

    def _award_all(self, pots: list[Pot], made: dict[int, list[Made | None]]) -> None:
        chip = int(self.submission.get("smallest_chip", 1))
        by = self.game.excess
        if by == "choice":
            by = self.submission.get("odd_chip", self.game.silent_excess)
        for pot in pots:
            award(pot, self.game, made, chip=chip, excess_by=by, clockwise=self.order.index)

    def _show(self, made: dict[int, list[Made | None]]) -> None:
        """Hands are shown in turn; a mucked one concedes, 637a.18(e)."""
        pots = pots_of(self.chips)
        self._award_all(pots, made)
        won = {seat for pot in pots for seat in pot.winners}
        remaining = sorted(made)
        first = self.bettor
        if first is None:
            first = self.opener if self.game.family is Family.STUD else self._remaining()[0]
        for seat in [s for s in remaining if s >= first] + [s for s in remaining if s < first]:
            question = Question(asked=Asked.SHOW, seat=seat, loses=seat not in won)
            words = self.player.answer(question)
            if words == "muck" and not self.submission.get("show_all", False):
                self.chips[seat].mucked = True
            elif words not in (None, "show"):
                raise RefusedError(f"seat {seat} shows its hand")

    def _finish(self) -> Answer:
        return_uncalled(self.chips)
        made = {}
        if len(self._remaining()) > 1:
            made = {seat: self._made(seat) for seat in self._remaining()}
            self._show(made)
        pots = pots_of(self.chips)
        chip = int(self.submission.get("smallest_chip", 1))
        total = sum(pot.amount for pot in pots)
        taken = rake_of(pots, self.submission.get("rake"), chip=chip)
        for pot, cents in zip(pots, taken, strict=True):
            pot.paid = pot.amount - cents
        contributions = {}
        for name in ("bad_beat", "high_hand"):
            fund = self.submission.get(name)
            if fund and total >= fund["minimum_pot"]:
                contributions[name] = contribute(pots, fund["contribution"])
        self._award_all(pots, made)
        for pot in pots:
            for seat, cents in pot.shares.items():
                self.chips[seat].stack += cents
        stacks = {seat: self.chips[seat].stack for seat in sorted(self.chips)}
        return {
            "stacks": {str(seat): cents for seat, cents in stacks.items()},
            "pots": [_stated_pot(pot) for pot in pots],
            "rake": sum(taken),
            "contributions": contributions,
            "net": {str(s): cents - self.before[s] for s, cents in stacks.items()},
            "kill_next": self._kill_next(pots),
        }

    def _kill_next(self, pots: list[Pot]) -> bool:
        """Whether the next round is a kill round (637a.1, reading 637a-kill)."""
        won = sum(pot.paid for pot in pots)  # 637a.1: a pot is less rake and contributions
        if "kill" not in self.submission or won < self.submission["qualifying_pot"]:
            return False
        winners = {seat for pot in pots for seat in pot.winners}
        if len(winners) == 1:
            return True
        split = any(len(pot.halves) == 2 and len(pot.winners) > 1 for pot in pots)
        return self.kill and not split


def _stated_pot(pot: Pot) -> Answer:
    return {
        "amount": pot.amount,
        "contenders": sorted(pot.contenders),
        "winners": pot.winners,
        "shares": {str(seat): cents for seat, cents in sorted(pot.shares.items())},
    }
