"""One betting round: who is asked, what may be bet (637a.8, reading 637a-betting)."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.oracle.poker.play import Asked, Player, Question, RefusedError


@dataclass(slots=True)
class Chips:
    """A seat's money: what is in front of it, and what it put in."""

    stack: int
    ante_due: int = 0
    ante: int = 0
    bets: int = 0  # over the whole round of play, without the ante
    street: int = 0  # in this betting round
    folded: bool = False
    mucked: bool = False  # conceded at the showdown

    @property
    def is_short_of_ante(self) -> bool:
        """All-in with less than the Ante bet."""
        return self.ante < self.ante_due

    def put(self, cents: int) -> int:
        """Bet as much as there is."""
        paid = min(cents, self.stack)
        self.stack -= paid
        self.bets += paid
        self.street += paid
        return paid


@dataclass(slots=True, kw_only=True)
class Limits:
    """What the submission posts, for this betting round."""

    structure: str
    minimum: int  # the bet of a fixed limit
    maximum: int = 0  # spread limit
    raise_cap: int | None = None


@dataclass(slots=True, kw_only=True)
class BettingRound:
    """A betting round over the seats in clockwise order."""

    seats: dict[int, Chips]
    limits: Limits
    player: Player
    first: int
    current: int = 0
    last_raise: int = 0
    completes: bool = False  # a Forced Bet stands and is not yet completed
    excused: int | None = None  # made the Forced Bet, which was its action: no option to raise
    raises: int = 0
    bettor: int | None = None
    first_asked: int | None = None
    reopens_at: dict[int, int] = field(default_factory=dict)

    def run(self) -> None:
        """Ask until everybody has responded to the last bet."""
        self.last_raise = max(self.last_raise, self.limits.minimum)
        if self.excused is not None:
            self.reopens_at[self.excused] = self._full_raise_to()
        order = sorted(self.seats)
        place = order.index(self.first)
        idle = 0
        while idle < len(order):
            seat = order[place % len(order)]
            place += 1
            if self._over():
                return
            if self._is_asked(seat):
                if self.first_asked is None:
                    self.first_asked = seat
                self._ask(seat)
                idle = 0
            else:
                idle += 1

    def _remaining(self) -> list[int]:
        return [seat for seat, chips in self.seats.items() if not chips.folded]

    def _able(self) -> list[int]:
        return [seat for seat in self._remaining() if self.seats[seat].stack > 0]

    def _over(self) -> bool:
        if len(self._remaining()) == 1:
            return True
        able = self._able()
        if len(able) > 1:
            return False
        others = max((c.street for s, c in self.seats.items() if s not in able), default=0)
        return not able or self.seats[able[0]].street >= others

    def _is_asked(self, seat: int) -> bool:
        chips = self.seats[seat]
        if chips.folded or chips.stack == 0:
            return False
        if chips.street < self.current:
            return True
        return seat not in self.reopens_at

    def _full_raise_to(self) -> int:
        """The least total that is a full bet or raise."""
        if self.current == 0:
            return self.limits.minimum
        if self.completes and self.current < self.limits.minimum:
            return self.limits.minimum
        return self.current + self.last_raise

    def _most(self, seat: int) -> int:
        chips = self.seats[seat]
        match self.limits.structure:
            case "fixed-limit":
                return self._full_raise_to()
            case "spread-limit":
                return self.current + self.limits.maximum
            case "pot-limit":
                pot = sum(each.ante + each.bets for each in self.seats.values())
                call = self.current - chips.street
                return max(self.current + pot + call, self._full_raise_to())
            case _:
                return chips.street + chips.stack

    def question(self, seat: int) -> Question:
        """What the seat may do."""
        chips = self.seats[seat]
        everything = chips.street + chips.stack
        cap = self.limits.raise_cap
        may_raise = (
            everything > self.current
            and self.current >= self.reopens_at.get(seat, 0)
            and not (cap is not None and self._counts() and self.raises >= cap)
        )
        low = high = None
        if may_raise:
            full = self._full_raise_to()
            low, high = min(full, everything), min(self._most(seat), everything)
        return Question(
            asked=Asked.BET,
            seat=seat,
            to_call=min(self.current - chips.street, chips.stack),
            can_check=chips.street >= self.current,
            starts=seat == self.first_asked and seat not in self.reopens_at,
            opens=self.current == 0,
            raise_from=low,
            raise_to=high,
            all_in=everything,
        )

    def _counts(self) -> bool:
        """The next raise counts toward the cap: neither a bet nor a completion does."""
        return self.current > 0 and not (self.completes and self.current < self.limits.minimum)

    def _ask(self, seat: int) -> None:
        question = self.question(seat)
        words = (self.player.answer(question) or "").split()
        chips = self.seats[seat]
        match words:
            case ["fold"]:
                chips.folded = True
                return
            case ["check"] if question.can_check:
                pass
            case ["call"] if not question.can_check:
                chips.put(question.to_call)
            case ["bet", amount] if question.opens:
                self._raise(seat, question, amount)
            case ["raise", "to", amount] if not question.opens:
                self._raise(seat, question, amount)
            case _:
                raise RefusedError(f"seat {seat} may not {' '.join(words)}")
        self.reopens_at[seat] = self._full_raise_to()

    def _raise(self, seat: int, question: Question, amount: str) -> None:
        low, high = question.raise_from, question.raise_to
        if not amount.isdecimal() or low is None or high is None:
            raise RefusedError(f"seat {seat} may not bet or raise")
        total = int(amount)
        if not low <= total <= high:
            raise RefusedError(f"seat {seat} may bet {low} to {high}, not {total}")
        if total >= self._full_raise_to():
            self.raises += self._counts()
            self.last_raise = max(self.last_raise, total - self.current)
        self.bettor = seat
        self.current = total
        self.seats[seat].put(total - self.seats[seat].street)
