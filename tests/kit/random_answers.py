"""Players for tests: they answer what they are asked, at random but lawfully, in all games."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from houseway.chapters.c637a_poker import commands as poker
from houseway.driver.house import House
from houseway.driver.sources import Seeded
from houseway.engine.asking import Ask, Question
from houseway.engine.banked import commands as banked
from houseway.engine.kernel import Command, Envelope, Table, envelope
from houseway.rules.game import Placed
from tests.kit.random_commands import amount
from tests.kit.random_commands import command as asked

Answers = Callable[[Question], Envelope | None]


def house_of(table: Table[Any, Any], chance: random.Random) -> House:
    """The staff of a table, with seeded shuffles and draws."""
    return House(table, Seeded(chance))


def at_random(table: Table[Any, Any], chance: random.Random) -> Answers:
    """Answers each question with one of the things asked; what may wait is sometimes passed over."""

    def answer(question: Question) -> Envelope | None:
        if question.may_wait and not question.of("place_wagers") and chance.random() < 0.5:
            return None
        ask = _likely(question, chance)
        command = None if ask is None else made(table, ask, chance)
        return None if command is None else envelope(command, seat=question.seat)

    return answer


def _likely(question: Question, chance: random.Random) -> Ask | None:
    """One of the things asked; folding and large bets are rarer than checking and calling."""
    placing = question.of("place_wagers")
    if placing:
        return placing[0]
    asks = [ask for ask in question.asks if ask.command not in ("accept_bank", "take_seat")]
    if not asks:
        return None
    calm = [ask for ask in asks if ask.word in ("check", "call")]
    return chance.choice(calm) if calm and chance.random() < 0.6 else chance.choice(asks)


def made(table: Table[Any, Any], ask: Ask, chance: random.Random) -> Command | None:
    """A command that does what is asked of a player, with values in the range that is asked for."""
    match ask.command:
        case "place_wagers":
            return banked.PlaceWagers(wagers=random_wagers(table, chance))
        case "decide" | "void_hand" | "pass_bank":
            return asked(table, ask, chance)
        case "determine_start":
            return banked.DetermineStart(dice=(1, 2, 3))
        case "act":
            return poker.Act(word=ask.word, to=0 if ask.word == "call" else amount(ask.amounts, chance))
        case "discard":
            assert ask.cards is not None
            of = table.state.round
            hand = [card for card in of.hands[ask.seat] if not of.discard or card not in of.up.get(ask.seat, ())]
            return poker.Discard(cards=tuple(chance.sample(hand, chance.randint(*ask.cards))))
        case "show_hand":
            return poker.ShowHand(muck=ask.word == "muck")
        case "choose_after_exposure":
            return poker.ChooseAfterExposure(bet_on=ask.word == "bet on")
        case "add_stakes":
            return poker.AddStakes(cents=amount(ask.amounts, chance))
        case "place_chips":
            return poker.PlaceChips(cents=amount(ask.amounts, chance))
        case "straddle":
            return poker.Straddle()
        case "post_blind":
            return poker.PostBlind()
        case _:
            return None


def random_wagers(table: Table[Any, Any], chance: random.Random) -> dict[str, int]:
    """The main wager, what must equal it, and about half of the others."""
    game = table.rules.game
    main = chance.choice([100, 500, 1_000, 2_500])
    wagers = {game.main_wager.id: main}
    for wager in game.wagers.values():
        if not wager.offered or wager.main or wager.placed is not Placed.BEFORE_THE_DEAL:
            continue
        if wager.equals:
            wagers[wager.id] = main
        elif chance.random() < 0.5:
            wagers[wager.id] = chance.choice(wager.sizes or (100, 500, 700))
    return wagers
