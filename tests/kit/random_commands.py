"""What an ask asks for, done at random within the ranges it states."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from houseway.cards import DECK_52
from houseway.chapters.c637a_poker import commands as poker
from houseway.chapters.c637a_poker.awarding import losing_cards
from houseway.chapters.c637a_poker.draft import looking_at
from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.chapters.c637a_poker.short_decks import cards_put_back
from houseway.driver.makers import count_of
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
    person = (viewer and viewer.person) or f"visitor {chance.randrange(1000)} of {table.state.revision}"
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
    asks, chapter = asks_of_all(table), table.rules.cards.shuffle.partition(".")[0]
    for viewer, ask in asks:
        for one in (ask, *ends_of(ask)):
            said = given(table, one, chance, viewer=viewer)
            outcome = table.fork().send(said)
            assert not isinstance(outcome, Refusal), (viewer, ask, said, outcome)
        assert ask.clause.startswith(f"{chapter}.")
    return len(asks)


def ends_of(ask: Ask) -> list[Ask]:
    """The same with the least amount it may come to, and with the most."""
    amounts = ask.amounts
    if amounts is None:
        return []
    # Where there is no limit, an amount that several players can bring to one table.
    most = Cents(MOST // 1_000) if amounts.most is None else amounts.most
    return [replace(ask, amounts=Amounts(cents, cents)) for cents in amounts.sizes or (amounts.least, most)]


def asks_of_all(table: Table[Any, Any]) -> list[tuple[Viewer | None, Ask]]:
    """Everything that is due, and everything that is legal for anybody, with who would do it."""
    due: list[tuple[Viewer | None, Ask]] = [(None, ask) for ask in table.due()]
    return due + [(viewer, ask) for viewer in viewers(table) for ask in table.legal(viewer)]


def command(table: Table[Any, Any], ask: Ask, chance: random.Random) -> Command:
    """What is asked, as a command."""
    maker, kind = MAKERS.get(ask.command), KINDS[ask.command]
    if maker is not None:
        return maker(table, ask, chance)
    asks_for_money = ask.amounts is not None and "cents" in kind.__struct_fields__
    return kind(cents=amount(ask.amounts, chance)) if asks_for_money else kind()


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


# Poker tables.


def _act(table: Table[Any, Any], ask: Ask, chance: random.Random) -> Command:
    if ask.word not in ("bet", "raise") or ask.amounts is None:
        return poker.Act(word=ask.word)
    least, most = ask.amounts.least, ask.amounts.most
    # All-in more often than by chance.
    to = chance.choice([least, most if most is not None else least, amount(ask.amounts, chance)])
    return poker.Act(word=ask.word, to=to if ask.amounts.allows(to) else least)


def _start_round(table: Table[Any, Any], ask: Ask, chance: random.Random) -> Command:
    notes = table.observe(Viewer(Role.DEALER)).notes
    absent = tuple(note.seat for note in notes if note.note == "seat_is_left_out")
    return poker.StartRound(order=tuple(chance.sample(DECK_52, 52)) if ask.cards else (), absent=absent)


def _reshuffle(table: Table[Any, Any], ask: Ask, chance: random.Random) -> Command:
    back = cards_put_back(looking_at(table.rules, table.state))
    assert ask.cards == (len(back), len(back))
    return poker.Reshuffle(order=tuple(chance.sample(back, len(back))))


def _discard(table: Table[Any, Any], ask: Ask, chance: random.Random) -> Command:
    assert ask.cards is not None
    of = table.state.round
    up = of.up.get(ask.seat, ()) if of.discard else ()
    held = [card for card in of.hands[ask.seat] if card not in up]
    return poker.Discard(cards=tuple(chance.sample(held, chance.randint(*ask.cards))))


# Cards, at all tables.


def _shuffle(table: Table[Any, Any], ask: Ask, chance: random.Random) -> Command:
    deck = table.rules.cards.deck
    return cmd.ShuffleCards(order=tuple(chance.sample(deck, len(deck))), deck=int(ask.subject))


def _spread(table: Table[Any, Any], ask: Ask, chance: random.Random) -> Command:
    face_up = ask.word == "face up" if isinstance(table.rules, PokerRules) else chance.random() < 0.5
    return cmd.SpreadForNoActivity(face_up=face_up)


KINDS: Mapping[str, Any] = {str(kind.__struct_config__.tag): kind for kind in (*cmd.COMMANDS, *poker.COMMANDS)}


def _place_wagers(table: Table[Any, Any], ask: Ask, chance: random.Random) -> Command:
    """The wager, and the least of the one that must be placed with it."""
    wagers = {ask.subject: amount(ask.amounts, chance)}
    if ask.beside:
        asks = table.legal(Viewer(Role.PLAYER, table.state.seats[ask.seat]))
        [main] = [
            one for one in asks if one.subject == ask.beside and one.command == ask.command and one.seat == ask.seat
        ]
        assert main.amounts is not None
        wagers[ask.beside] = main.amounts.least
    return cmd.PlaceWagers(wagers=wagers)


MAKERS: Mapping[str, Maker] = {
    "receive_decks": lambda table, ask, chance: cmd.ReceiveDecks(
        decks=amount(ask.amounts, chance), preshuffled=chance.random() < 0.3
    ),
    "verify_inspection": lambda table, ask, chance: cmd.VerifyInspection(joker_torn=True),
    "shuffle_cards": _shuffle,
    "offer_cut": lambda table, ask, chance: cmd.OfferCut(seat=ask.concerns),
    "cut_cards": lambda table, ask, chance: cmd.CutCards(depth=amount(ask.amounts, chance)),
    "report_device_count": lambda table, ask, chance: cmd.ReportDeviceCount(count=count_of(table, ask)),
    "count_deck": lambda table, ask, chance: cmd.CountDeck(count=count_of(table, ask)),
    "verify_time_charges": lambda table, ask, chance: poker.VerifyTimeCharges(cents=Cents(count_of(table, ask))),
    "cover_device": lambda table, ask, chance: cmd.CoverDevice(device=ask.subject),
    "use_method": lambda table, ask, chance: cmd.UseMethod(shuffler=ask.subject, dealing=ask.word),
    "report_device_fault": lambda table, ask, chance: cmd.ReportDeviceFault(
        device=ask.subject, usable=chance.random() < 0.7
    ),
    "wash_cards": lambda table, ask, chance: cmd.WashCards(deck=int(ask.subject)),
    "spread_for_no_activity": _spread,
    "place_wagers": _place_wagers,
    "withdraw_wagers": lambda table, ask, chance: cmd.WithdrawWagers(wagers=(ask.subject,)),
    "offer_bank": lambda table, ask, chance: cmd.OfferBank(seat=ask.concerns),
    "accept_bank": lambda table, ask, chance: cmd.AcceptBank(dealer_wager=amount(ask.amounts, chance)),
    "announce_no_more_bets": _close_bets,
    "draw_at_random": _draw,
    "count_progressive_chips": lambda table, ask, chance: cmd.CountProgressiveChips(chips=count_of(table, ask)),
    "determine_start": _start,
    "decide": _decide,
    "void_hand": lambda table, ask, chance: cmd.VoidHand(void=chance.random() < 0.5),
    "validate_payout": lambda table, ask, chance: cmd.ValidatePayout(seat=ask.concerns, wager=ask.subject),
    "document_payout": lambda table, ask, chance: cmd.DocumentPayout(seat=ask.concerns, wager=ask.subject),
    "report_irregularity": lambda table, ask, chance: cmd.ReportIrregularity(cause=ask.subject, seat=ask.concerns),
    "abandon_wagers": lambda table, ask, chance: cmd.AbandonWagers(seat=ask.concerns),
    "secure_stakes": lambda table, ask, chance: poker.SecureStakes(seat=ask.concerns),
    "return_to_table": lambda table, ask, chance: poker.ReturnToTable(
        seat=ask.concerns, cents=amount(ask.amounts, chance)
    ),
    "agree_minimum": lambda table, ask, chance: poker.AgreeMinimum(
        cents=amount(ask.amounts, chance), seats=tuple(sorted(set(table.state.seats) - table.state.removed))
    ),
    "require_post": lambda table, ask, chance: poker.RequirePost(seat=ask.concerns),
    "start_round": _start_round,
    "reshuffle": _reshuffle,
    "act": _act,
    "discard": _discard,
    "show_hand": lambda table, ask, chance: poker.ShowHand(muck=ask.word == "muck"),
    "choose_after_exposure": lambda table, ask, chance: poker.ChooseAfterExposure(bet_on=ask.word == "bet on"),
    "hold_deck": lambda table, ask, chance: poker.HoldDeck(hand=ask.word),
    "count_losing_hands": lambda table, ask, chance: poker.CountLosingHands(
        count=losing_cards(looking_at(table.rules, table.state))
    ),
    "set_collection": lambda table, ask, chance: poker.SetCollection(fund=ask.subject, collecting=ask.word == "start"),
    "notify_compliance": lambda table, ask, chance: poker.NotifyCompliance(seat=ask.concerns),
    "remove_player": lambda table, ask, chance: poker.RemovePlayer(seat=ask.concerns, reason="signals"),
    "rule_on_dispute": lambda table, ask, chance: poker.RuleOnDispute(
        dispute=f"dispute {chance.random()}", ruling="as the dealer had it"
    ),
    "report_poker_irregularity": lambda table, ask, chance: poker.ReportIrregularity(
        cause=ask.subject, seat=ask.concerns
    ),
}
"""How the commands are made that say more than their name."""
