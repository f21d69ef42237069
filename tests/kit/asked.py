"""What an ask asks for, done at random within the ranges it states."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from houseway.engine.asking import Amounts, Ask
from houseway.engine.banked import commands as cmd
from houseway.engine.kernel import Command, Envelope, Table, Viewer, envelope
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.money import MOST, Cents
from houseway.rules.showdown import Setting

Maker = Callable[[Table[Any, Any], Ask, random.Random], Command]


def given(table: Table[Any, Any], ask: Ask, chance: random.Random, *, viewer: Viewer | None = None) -> Envelope:
    """The command of an ask, given by whom it asks; the viewer, if the ask is one of theirs."""
    role = ask.role if viewer is None else viewer.role
    person = (viewer and viewer.person) or f"visitor {chance.randrange(1000)}"
    by = table.state.seats.get(ask.seat, person) if role is Role.PLAYER else ""
    return envelope(command(table, ask, chance), role=role, seat=ask.seat, by=by)


def viewers(table: Table[Any, Any]) -> list[Viewer]:
    people = [Viewer(Role.PLAYER, person) for person in dict.fromkeys(table.state.seats.values())]
    return [
        *people,
        Viewer(Role.PLAYER, f"newcomer {table.state.revision}"),
        *[Viewer(role) for role in Role if role is not Role.PLAYER],
    ]


def all_are_accepted(table: Table[Any, Any], chance: random.Random) -> int:
    """Everything due, and everything a viewer may do, is accepted when it is done: how many such things there are."""
    asks: list[tuple[Viewer | None, Ask]] = [(None, ask) for ask in table.due()]
    asks += [(viewer, ask) for viewer in viewers(table) for ask in table.legal(viewer)]
    for viewer, ask in asks:
        for one in (ask, *ends_of(ask)):
            said = given(table, one, chance, viewer=viewer)
            outcome = table.fork().send(said)
            assert not isinstance(outcome, Refusal), (viewer, ask, said, outcome)
        assert ask.clause.startswith(f"{table.rules.game.chapter}.")
    return len(asks)


def ends_of(ask: Ask) -> list[Ask]:
    """The same with the least amount it may come to, and with the most."""
    amounts = ask.amounts
    if amounts is None:
        return []
    most = Cents(MOST - 1) if amounts.most is None else amounts.most
    return [replace(ask, amounts=Amounts(cents, cents)) for cents in amounts.sizes or (amounts.least, most)]


def command(table: Table[Any, Any], ask: Ask, chance: random.Random) -> Command:
    """What is asked, as a command."""
    maker = MAKERS.get(ask.command)
    return maker(table, ask, chance) if maker is not None else KINDS[ask.command]()


def amount(amounts: Amounts | None, chance: random.Random) -> int:
    """An amount that may be named, small ones more often."""
    if amounts is None:
        return 0
    if amounts.sizes:
        return chance.choice(amounts.sizes)
    most = amounts.least + 500 if amounts.most is None else amounts.most
    steps = (most - amounts.least) // amounts.step
    return amounts.least + amounts.step * chance.choice([0, chance.randint(0, min(steps, 8)), chance.randint(0, steps)])


# Banked tables.


def _close_bets(table: Table[Any, Any], ask: Ask, chance: random.Random) -> Command:
    game, of = table.rules.game, table.state.round
    chips = sum(game.wagers[id].taken_before_deal for _, id, _ in of.placed())
    return cmd.AnnounceNoMoreBets(chips=chance.choice([None, chips]))


def _draw(table: Table[Any, Any], ask: Ask, chance: random.Random) -> Command:
    game = table.rules.game
    return cmd.DrawAtRandom(
        magic_card=chance.choice(game.deck) if game.draws.magic_card else None,
        lucky=chance.randint(0, game.seats) if game.draws.lucky else None,
    )


def _start(table: Table[Any, Any], ask: Ask, chance: random.Random) -> Command:
    if ask.word == "dice":
        return cmd.DetermineStart(dice=(chance.randint(1, 6), chance.randint(1, 6), chance.randint(1, 6)))
    return cmd.DetermineStart(number=amount(ask.amounts, chance))


def _decide(table: Table[Any, Any], ask: Ask, chance: random.Random) -> Command:
    setting = Setting((), ())
    if ask.cards is not None:
        held = table.state.round.hands[ask.seat]
        assert ask.cards == (len(held), len(held))
        setting = chance.choice(lawful_settings(table, held))
    return cmd.Decide(word=ask.word, cents=amount(ask.amounts, chance), high=setting.high, low=setting.low)


def lawful_settings(table: Table[Any, Any], held: tuple[Any, ...]) -> list[Setting]:
    """The ways in which a player may set these cards."""
    arrangement = table.rules.game.arrangement
    lows = combinations(held, arrangement.low)
    settings = [Setting(tuple(card for card in held if card not in low), low) for low in lows]
    return [setting for setting in settings if arrangement.check(held, setting) is None]


def _shuffle(table: Table[Any, Any], ask: Ask, chance: random.Random) -> Command:
    deck = table.rules.game.deck
    return cmd.ShuffleCards(order=tuple(chance.sample(deck, len(deck))), deck=int(ask.subject))


KINDS: Mapping[str, type[Command]] = {str(kind.__struct_config__.tag): kind for kind in cmd.COMMANDS}
MAKERS: Mapping[str, Maker] = {
    "receive_decks": lambda table, ask, chance: cmd.ReceiveDecks(
        decks=amount(ask.amounts, chance), preshuffled=chance.random() < 0.3
    ),
    "verify_inspection": lambda table, ask, chance: cmd.VerifyInspection(joker_torn=True),
    "shuffle_cards": _shuffle,
    "offer_cut": lambda table, ask, chance: cmd.OfferCut(seat=ask.concerns),
    "cut_cards": lambda table, ask, chance: cmd.CutCards(depth=amount(ask.amounts, chance)),
    "report_device_count": lambda table, ask, chance: cmd.ReportDeviceCount(count=amount(ask.amounts, chance)),
    "count_deck": lambda table, ask, chance: cmd.CountDeck(count=amount(ask.amounts, chance)),
    "cover_device": lambda table, ask, chance: cmd.CoverDevice(device=ask.subject),
    "use_method": lambda table, ask, chance: cmd.UseMethod(shuffler=ask.subject, dealing=ask.word),
    "report_device_fault": lambda table, ask, chance: cmd.ReportDeviceFault(
        device=ask.subject, usable=chance.random() < 0.7
    ),
    "wash_cards": lambda table, ask, chance: cmd.WashCards(deck=int(ask.subject)),
    "spread_for_no_activity": lambda table, ask, chance: cmd.SpreadForNoActivity(face_up=chance.random() < 0.5),
    "take_seat": lambda table, ask, chance: cmd.TakeSeat(cents=amount(ask.amounts, chance)),
    "place_wagers": lambda table, ask, chance: cmd.PlaceWagers(wagers={ask.subject: amount(ask.amounts, chance)}),
    "withdraw_wagers": lambda table, ask, chance: cmd.WithdrawWagers(wagers=(ask.subject,)),
    "offer_bank": lambda table, ask, chance: cmd.OfferBank(seat=ask.concerns),
    "place_dealer_wager": lambda table, ask, chance: cmd.PlaceDealerWager(cents=amount(ask.amounts, chance)),
    "accept_bank": lambda table, ask, chance: cmd.AcceptBank(dealer_wager=amount(ask.amounts, chance)),
    "announce_no_more_bets": _close_bets,
    "draw_at_random": _draw,
    "count_progressive_chips": lambda table, ask, chance: cmd.CountProgressiveChips(chips=amount(ask.amounts, chance)),
    "determine_start": _start,
    "decide": _decide,
    "void_hand": lambda table, ask, chance: cmd.VoidHand(void=chance.random() < 0.5),
    "validate_payout": lambda table, ask, chance: cmd.ValidatePayout(seat=ask.concerns, wager=ask.subject),
    "document_payout": lambda table, ask, chance: cmd.DocumentPayout(seat=ask.concerns, wager=ask.subject),
    "report_irregularity": lambda table, ask, chance: cmd.ReportIrregularity(cause=ask.subject, seat=ask.concerns),
    "abandon_wagers": lambda table, ask, chance: cmd.AbandonWagers(seat=ask.concerns),
}
"""How the commands are made that say more than their name."""
