"""Random play at a table: what may come next, and what may not."""

import random
from itertools import combinations

from houseway.cards import Card
from houseway.engine.banked import commands as cmd
from houseway.engine.banked.state import CardsStage, Status
from houseway.engine.roles import Role
from houseway.engine.table import Table
from houseway.rules.game import Decide, Does, Placed, Reveal, Settle


def seat_players(table: Table, chance: random.Random, *, cents: int = 1_000_000) -> None:
    for seat in sorted(chance.sample(range(1, 7), chance.randint(1, 6))):
        table.do(cmd.TakeSeat(by=Role.PLAYER, seat=seat, player=f"player {seat}", cents=cents))


def shuffled(table: Table, chance: random.Random) -> tuple[Card, ...]:
    deck = table.rules.game.deck
    return tuple(chance.sample(deck, len(deck)))


def plausible(table: Table, chance: random.Random) -> cmd.Command | None:
    """A command that fits the moment; None when the cards have to be made ready."""
    state, game = table.state, table.rules.game
    if state.status is Status.WAGERING:
        if state.equipment.stage is not CardsStage.READY:
            return None
        without = [seat for seat in state.seats if (seat, game.main_wager.id) not in state.wagers]
        if without and (not state.wagers or chance.random() < 0.7):
            return cmd.PlaceWagers(by=Role.PLAYER, seat=chance.choice(without), wagers=random_wagers(table, chance))
        chips = sum(1 for _, wager in state.wagers if game.wagers[wager].taken_before_deal)
        draws = game.draws
        return cmd.AnnounceNoMoreBets(
            by=Role.DEALER,
            chips=chips,
            magic_card=chance.choice(game.deck) if draws and draws.magic_card else None,
            lucky=chance.randint(0, 6) if draws and draws.lucky else None,
        )
    if state.status is Status.LOCKED:
        if game.procedures.start is not None and state.start is None:
            return cmd.DetermineStart(by=Role.DEALER, number=chance.randint(1, 7))
        return cmd.DealCards(by=Role.DEALER)
    if state.awaiting:
        seat, wager = min(state.awaiting)
        return cmd.ValidatePayout(by=Role.FLOORPERSON, seat=seat, wager=wager)
    phase = table.rules.phase(state.phase)
    match phase:
        case Decide():
            return answer(table, phase, chance)
        case Reveal():
            return cmd.RevealBank(by=Role.DEALER)
        case Settle():
            return cmd.SettleRound(by=Role.DEALER)
        case _:
            return cmd.DealCards(by=Role.DEALER, cards=chance.choice([None, None, 1, 3]))


def random_wagers(table: Table, chance: random.Random) -> dict[str, int]:
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


def answer(table: Table, phase: Decide, chance: random.Random) -> cmd.Command:
    state = table.state
    if phase.may_pass_over and chance.random() < 0.8:
        return cmd.SettleRound(by=Role.DEALER)
    seat = state.asked[0] if not phase.any_order else chance.choice(state.asked)
    option = chance.choice(phase.options)
    cents = 0
    high: tuple[Card, ...] = ()
    low: tuple[Card, ...] = ()
    if option.does is Does.WAGER and option.of is not None:
        base = state.wagers[seat, option.of]
        cents = base * chance.randint(option.least_times, option.most_times)
    elif option.word == "set":
        arrangement = table.rules.game.arrangement
        assert arrangement is not None
        hand = state.hands[seat]
        low = chance.choice(list(combinations(hand, arrangement.low)))
        high = tuple(card for card in hand if card not in low)
    return cmd.Decide(by=Role.PLAYER, seat=seat, word=option.word, cents=cents, high=high, low=low)


def implausible(table: Table, chance: random.Random) -> cmd.Command:
    """Any command at all, with arguments that may or may not make sense."""
    seat = chance.randint(0, 8)
    some = shuffled(table, chance)[: chance.randint(0, 7)]
    role = chance.choice(list(Role))
    causes = [*table.rules.game.irregularities, "earthquake"]
    return chance.choice(
        [
            cmd.TakeSeat(
                by=role, seat=seat, player=f"player {chance.randint(1, 8)}", cents=chance.choice([-5, 0, 5_000])
            ),
            cmd.LeaveSeat(by=role, seat=seat),
            cmd.PlaceWagers(
                by=role,
                seat=seat,
                wagers={chance.choice(["ante", "pai_gow", "red", "x"]): chance.choice([-1, 0, 1, 500])},
            ),
            cmd.WithdrawWagers(by=role, seat=seat, wagers=("ante",)),
            cmd.AnnounceNoMoreBets(by=role, chips=chance.choice([None, 0, 1])),
            cmd.CountProgressiveChips(by=role, chips=chance.randint(0, 3)),
            cmd.DetermineStart(by=role, number=chance.randint(-1, 20)),
            cmd.DealCards(by=role, cards=chance.choice([None, 0, 1, 99])),
            cmd.Decide(
                by=role,
                seat=seat,
                word=chance.choice(["fold", "check", "raise", "set", "bluff"]),
                cents=chance.randint(-5, 999),
                high=some[:5],
                low=some[5:],
            ),
            cmd.RevealBank(by=role, high=some[:5], low=some[5:]),
            cmd.SettleRound(by=role),
            cmd.ValidatePayout(by=role, seat=seat, wager="progressive"),
            cmd.ReportIrregularity(by=role, cause=chance.choice(causes), seat=seat),
            cmd.VoidHand(by=role, seat=seat, void=chance.random() < 0.5),
            cmd.AbandonWagers(by=role, seat=seat),
            cmd.AcceptBank(
                by=role, seat=seat, co_bank=chance.random() < 0.5, dealer_wager=chance.choice([None, 0, 500])
            ),
            cmd.PassBank(by=role, seat=seat),
            cmd.ShuffleCards(by=role, order=shuffled(table, chance), at=table.state.equipment.now),
            cmd.CutCards(by=role, depth=chance.randint(0, 60)),
            cmd.CountStub(by=role, count=chance.randint(0, 52), misdealt=chance.random() < 0.5),
            cmd.ReportDeviceFault(by=role, device=chance.choice(["shuffler", "shoe", "toaster"])),
            cmd.CoverDevice(by=role, device="shuffler"),
            cmd.ChangeDecks(by=role, at=chance.randint(0, 9)),
        ]
    )
