"""The course of a round as its value states it: what is dealt, what a player is asked, and what each answer leaves at stake."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import NamedTuple

from houseway.clause import ClauseId
from houseway.lab.inputs import InputError
from houseway.lab.side import side_wagers
from houseway.money import Role
from houseway.rules.game import (
    BankedGame,
    Deal,
    Decide,
    Does,
    Option,
    PayOnTop,
    Placed,
    Reveal,
    SettleWagers,
    To,
    TurnUp,
    Vigorish,
    Wager,
)
from houseway.rules.settlement import SettlementTable

ONE_CHIP = "one chip"


class GameNotSolvedError(InputError):
    """Raised when a game has something that the generic solver does not know; one sentence says what."""


class Street(NamedTuple):
    """Cards of the board that are turned up together."""

    cards: int


class Payment(NamedTuple):
    """A payment on top of a main wager; ``after``: the wager whose settlement it follows, where it follows one."""

    stage: PayOnTop
    after: str | None


class Position(NamedTuple):
    """What a player's answers so far have led to.

    ``stakes``: in units of the main wager, by the place of the wager in `Course.wagers`; ``placed``: the wagers that a decision has placed,
    also those of a single chip, which counts as nothing. ``fold``: the option by which the player gave up.
    """

    stakes: tuple[Fraction, ...]
    placed: frozenset[str] = frozenset()
    fold: Option | None = None


class Choice(NamedTuple):
    """An answer and where it leads; ``times``: how many units it places. None leads to the setting of the hands."""

    word: str
    option: Option
    times: Fraction
    leads_to: Position


@dataclass(frozen=True, kw_only=True)
class Course:
    """A round of play for one player against the bank.

    ``steps``: streets and questions in their order. ``wagers``: those of the main game, and after them ``riders``, wagers beside it that a
    decision of the main game can lose: they are counted, and count for nothing in what is best unless ``weights`` says so.
    """

    game: BankedGame
    held: int
    banked: int
    steps: tuple[Street | Decide, ...]
    main: tuple[str, ...]
    riders: tuple[str, ...]
    payments: tuple[Payment, ...]
    vigorish: Mapping[str, Vigorish]

    @cached_property
    def wagers(self) -> tuple[str, ...]:
        return (*self.main, *self.riders)

    @cached_property
    def tables(self) -> tuple[SettlementTable, ...]:
        """The tables of all wagers, then those of the payments."""
        return (*(self.game.tables[wager] for wager in self.wagers), *(one.stage.table for one in self.payments))

    @cached_property
    def streets(self) -> tuple[int, ...]:
        return tuple(step.cards for step in self.steps if isinstance(step, Street))

    @cached_property
    def start(self) -> Position:
        """The position before the first question: one unit on each wager that is placed before the deal."""
        return Position(tuple(Fraction(self.game.wagers[one].placed is Placed.BEFORE_THE_DEAL) for one in self.wagers))

    @cached_property
    def last_positions(self) -> frozenset[Position]:
        """Every position in which a round can end."""
        found = {self.start}
        for step in self.steps:
            if isinstance(step, Decide):
                asked = {one for one in found if self.asks(step, one)}
                led_to = {choice.leads_to for one in asked for choice in self.choices(step, one)}
                found = (found - asked) | led_to if led_to else found
        return frozenset(found)

    def completions(self, turned: int) -> int:
        """Return how many ways there are to deal the rest when so many streets lie there: board and bank."""
        left = len(self.game.deck) - self.held - sum(self.streets[:turned])
        found = 1
        for cards in self.streets[turned:]:
            found *= comb(left, cards)
            left -= cards
        return found * comb(left, self.banked)

    @cached_property
    def deals(self) -> int:
        """The size of the deal space."""
        return comb(len(self.game.deck), self.held) * self.completions(0)

    def turned_at(self, step: int) -> int:
        """Return how many streets lie there at a step."""
        return sum(isinstance(one, Street) for one in self.steps[:step])

    def asks(self, phase: Decide, position: Position) -> bool:
        """Return whether a player in this position is asked."""
        return position.fold is None and phase.unless_placed not in position.placed

    def choices(self, phase: Decide, position: Position) -> list[Choice]:
        """Return what may be answered, what costs least first: of answers that are worth the same the first one is taken."""
        return sorted(self._choices(phase, position), key=lambda one: (one.times, one.option.does is Does.WAGER))

    def _choices(self, phase: Decide, position: Position) -> Iterator[Choice]:
        for option in phase.options:
            if option.does is Does.WAIT:
                yield Choice(option.word, option, Fraction(0), position)
            elif option.does in (Does.FOLD, Does.SURRENDER):
                yield Choice(option.word, option, Fraction(0), position._replace(fold=option))
            elif option.does is Does.WAGER:
                yield from self._wagers(option, position)

    def _wagers(self, option: Option, position: Position) -> Iterator[Choice]:
        wager, of = option.wager or "", self.wagers.index(option.of or "")
        place = self.wagers.index(wager)
        sizes = list(range(option.least_times, option.most_times + 1))
        named = len(sizes) > 1 or option.any_chip
        for times in ([0] if option.any_chip else []) + sizes:
            stakes = list(position.stakes)
            stakes[place] += times * position.stakes[of]
            word = f"{option.word} {times or ONE_CHIP}" if named else option.word
            leads_to = Position(tuple(stakes), position.placed | {wager}, position.fold)
            yield Choice(word, option, stakes[place] - position.stakes[place], leads_to)

    def collected(self, position: Position) -> frozenset[str]:
        """Return the wagers that the player has lost by giving up."""
        return frozenset(position.fold.collects) if position.fold is not None else frozenset()

    def collected_under(self, position: Position, wager: str) -> ClauseId:
        """Return the clause by which a wager was collected when the player gave up."""
        assert position.fold is not None
        return dict(position.fold.collects_under).get(wager, position.fold.clause)

    def at_stake(self, position: Position) -> tuple[Fraction, ...]:
        """Return what is settled at the end of the round, by wager."""
        gone = self.collected(position)
        return tuple(
            Fraction(0) if wager in gone else stake for wager, stake in zip(self.wagers, position.stakes, strict=True)
        )

    def paid(self, position: Position, payment: Payment) -> Fraction:
        """Return what a payment on top is measured by in this position; nothing if it is not due."""
        stage = payment.stage
        needed = {stage.requires, payment.after} - {None}
        gone = self.collected(position)
        for wager in needed:
            if wager in gone or not self._is_placed(wager or "", position):
                return Fraction(0)
        return position.stakes[self.wagers.index(stage.measured_by)]

    def _is_placed(self, wager: str, position: Position) -> bool:
        return wager in position.placed or (wager in self.wagers and position.stakes[self.wagers.index(wager)] > 0)

    def is_settled(self, position: Position) -> bool:
        """Return whether nothing depends on the cards any more."""
        return not any(self.at_stake(position)) and not any(self.paid(position, one) for one in self.payments)


def course_of(game: BankedGame, riders: Sequence[Wager] = ()) -> Course:
    """Return the course of a round, or raise a `GameNotSolvedError` that says what is not known of it."""
    beside = {one.id for one in side_wagers(game)}
    main = tuple(id for id in game.wagers if id not in beside)
    held, banked = _hands(game)
    steps = tuple(_steps(game))
    for wager in main:
        _check_settled(game, wager)
    followed = [
        (stage, wager, payment)
        for stage in game.stages
        if isinstance(stage, SettleWagers)
        for wager, payment in stage.on_top
    ]
    payments = [Payment(payment, wager) for _, wager, payment in followed if payment.measured_by in main]
    payments += [
        Payment(stage, None) for stage in game.stages if isinstance(stage, PayOnTop) and stage.measured_by in main
    ]
    vigorish = {
        wager: charge
        for stage in game.stages
        if isinstance(stage, SettleWagers)
        for wager, charge in stage.vigorish
        if wager in main
    }
    return Course(
        game=game,
        held=held,
        banked=banked,
        steps=steps,
        main=main,
        riders=tuple(one.id for one in riders),
        payments=tuple(payments),
        vigorish=vigorish,
    )


def _hands(game: BankedGame) -> tuple[int, int]:
    deals = [phase for phase in game.phases if isinstance(phase, Deal) and phase.to is not To.COMMUNITY]
    cards = sum(deal.cards for deal in deals)
    asked = False
    for phase in game.phases:
        if isinstance(phase, Decide):
            asked = True
        elif isinstance(phase, Deal) and phase.to is not To.COMMUNITY and asked:
            raise GameNotSolvedError(
                f"The lab cannot solve {game.name}: the deal {phase.id} gives players cards after a question, and it solves games in which "
                "only the board grows."
            )
    return cards, cards


def _steps(game: BankedGame) -> Iterator[Street | Decide]:
    revealed = False
    for number, phase in enumerate(game.phases):
        if isinstance(phase, TurnUp) or (isinstance(phase, Deal) and phase.to is To.COMMUNITY and not game.turns_up):
            yield Street(phase.cards)
        elif isinstance(phase, Reveal):
            revealed = True
        elif isinstance(phase, Decide) and not phase.asks_bank:
            if revealed:
                _check_passed_over(game, phase)
                continue
            if any(option.does is Does.SET for option in phase.options):
                _check_last(game, phase, number)
            yield phase


def _check_passed_over(game: BankedGame, phase: Decide) -> None:
    """Giving up when the bank's hand is known gains nothing: no wager loses more than itself."""
    if not phase.may_pass_over or any(option.does is not Does.SURRENDER for option in phase.options):
        raise GameNotSolvedError(
            f"The lab cannot solve {game.name}: question {phase.id} comes after the bank's hand is revealed, and offers more than to surrender."
        )


def _check_last(game: BankedGame, phase: Decide, number: int) -> None:
    """Hands are set when all cards lie there and nothing else is asked."""
    later = [one for one in game.phases[number + 1 :] if isinstance(one, Deal | TurnUp | Decide)]
    others = [one for one in later if not (isinstance(one, Decide) and (one.asks_bank or one.may_pass_over))]
    if others or any(option.does is not Does.SET for option in phase.options):
        raise GameNotSolvedError(
            f"The lab cannot solve {game.name}: hands are set in {phase.id}, and it solves games in which that is the last question."
        )


def _check_settled(game: BankedGame, wager: str) -> None:
    stages = [stage for stage in game.stages if isinstance(stage, SettleWagers) and wager in stage.wagers]
    if not stages or wager not in game.tables:
        raise GameNotSolvedError(
            f"The lab cannot solve {game.name}: no SettleWagers stage settles the {game.wagers[wager].name} by a table."
        )
    for row in game.tables[wager].rows:
        net = row.worth.net(Role.WAGER)
        if net.meter or net.cents:
            raise GameNotSolvedError(
                f"The lab cannot solve {game.name}: the {game.wagers[wager].name} belongs to the main game and pays {row.text}, "
                "which is no part of the wager."
            )
