"""From what is asked of a table's staff to the command that does it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from houseway.cards import DECK_52
from houseway.chapters.c637a_poker import commands as poker
from houseway.chapters.c637a_poker.awarding import losing_cards
from houseway.chapters.c637a_poker.draft import TIME_CHARGES, looking_at
from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.chapters.c637a_poker.short_decks import cards_put_back
from houseway.chapters.c637a_poker.starting import can_start, left_out
from houseway.engine.asking import Ask
from houseway.engine.banked import commands as banked
from houseway.engine.cards.due import STUB
from houseway.engine.kernel import Command, Table
from houseway.money import Cents
from houseway.seats import DEALER, Seat

if TYPE_CHECKING:
    from houseway.driver.house import House

Maker = Callable[["House", Ask], Command]


def made(house: House, ask: Ask) -> Command:
    """The command that does what is asked."""
    maker = MAKERS.get(ask.command)
    return maker(house, ask) if maker is not None else _PLAIN[ask.command]()


def least(ask: Ask) -> int:
    """The amount that is asked for, where it is one."""
    assert ask.amounts is not None
    return ask.amounts.least


def most(ask: Ask) -> int:
    """The greatest amount that is asked for."""
    assert ask.amounts is not None and ask.amounts.most is not None
    return ask.amounts.most


# Cards and devices.


def _shuffle(house: House, ask: Ask) -> Command:
    return banked.ShuffleCards(order=house.sources.order(house.table.rules.cards.deck), deck=int(ask.subject))


def _cut(house: House, ask: Ask) -> Command:
    return banked.CutCards(depth=house.sources.cut(least(ask), most(ask)))


def count_of(table: Table[Any, Any], ask: Ask) -> int:
    """Count for the table system what somebody is asked to count. No prompt says it, so that people count for themselves."""
    rules, state = table.rules, table.state
    match ask.command:
        case "count_progressive_chips":
            return int(state.round.chips_accepted)
        case "verify_time_charges":
            return int(state.balance(TIME_CHARGES))
        case "count_deck" if ask.word == STUB:
            return len(rules.game.deck) - int(state.round.next_card)
        case _:
            return len(rules.cards.deck if isinstance(rules, PokerRules) else rules.game.cards.deck)


# Banked tables.


def _close_bets(house: House, ask: Ask) -> Command:
    game, of = house.table.rules.game, house.table.state.round
    return banked.AnnounceNoMoreBets(chips=sum(game.wagers[id].taken_before_deal for _, id, _ in of.placed()))


def _draw(house: House, ask: Ask) -> Command:
    game, of = house.table.rules.game, house.table.state.round
    return banked.DrawAtRandom(
        magic_card=house.sources.card(game.deck) if game.draws.magic_card else None,
        lucky=house.sources.place([DEALER, *of.players]) if game.draws.lucky else None,
    )


def _find_start(house: House, ask: Ask) -> Command:
    if ask.word == "dice":
        return banked.DetermineStart(dice=house.sources.dice())
    return banked.DetermineStart(number=house.sources.number(most(ask)))


# Poker tables.


def _absent(house: House) -> tuple[Seat, ...]:
    """Who is not dealt in: who sits out, and who cannot be dealt in without them."""
    out = house.sitting_out.intersection(house.table.state.seats)
    return tuple(sorted({*out, *left_out(looking_at(house.table.rules, house.table.state), out)}))


def can_be_done(house: House, ask: Ask) -> bool:
    """Whether the house can do what is asked of it: a round of poker is not started when too few are left who do not sit out."""
    if ask.command != "start_round":
        return True
    return can_start(looking_at(house.table.rules, house.table.state), _absent(house))


def _start_round(house: House, ask: Ask) -> Command:
    order = house.sources.order(DECK_52) if ask.cards is not None else ()
    return poker.StartRound(order=order, absent=_absent(house))


def _reshuffle(house: House, ask: Ask) -> Command:
    back = cards_put_back(looking_at(house.table.rules, house.table.state))
    return poker.Reshuffle(order=house.sources.order(back))


def _count_losing_hands(house: House, ask: Ask) -> Command:
    return poker.CountLosingHands(count=losing_cards(looking_at(house.table.rules, house.table.state)))


_PLAIN: Mapping[str, type[Command]] = {
    str(kind.__struct_config__.tag): kind for kind in (*banked.COMMANDS, *poker.COMMANDS)
}
MAKERS: Mapping[str, Maker] = {
    "receive_decks": lambda house, ask: banked.ReceiveDecks(decks=least(ask)),
    "verify_inspection": lambda house, ask: banked.VerifyInspection(joker_torn=house.table.state.equipment.two_jokers),
    "spread_for_no_activity": lambda house, ask: banked.SpreadForNoActivity(face_up=ask.word == "face up"),
    "wash_cards": lambda house, ask: banked.WashCards(deck=int(ask.subject)),
    "shuffle_cards": _shuffle,
    "offer_cut": lambda house, ask: banked.OfferCut(seat=ask.concerns),
    "cut_cards": _cut,
    "report_device_count": lambda house, ask: banked.ReportDeviceCount(count=count_of(house.table, ask)),
    "count_deck": lambda house, ask: banked.CountDeck(count=count_of(house.table, ask)),
    "cover_device": lambda house, ask: banked.CoverDevice(device=ask.subject),
    "use_method": lambda house, ask: banked.UseMethod(shuffler=ask.subject, dealing=ask.word),
    "offer_bank": lambda house, ask: banked.OfferBank(seat=ask.concerns),
    "place_dealer_wager": lambda house, ask: banked.PlaceDealerWager(cents=Cents(least(ask))),
    "announce_no_more_bets": _close_bets,
    "draw_at_random": _draw,
    "count_progressive_chips": lambda house, ask: banked.CountProgressiveChips(chips=count_of(house.table, ask)),
    "determine_start": _find_start,
    "validate_payout": lambda house, ask: banked.ValidatePayout(seat=ask.concerns, wager=ask.subject),
    "document_payout": lambda house, ask: banked.DocumentPayout(seat=ask.concerns, wager=ask.subject),
    "start_round": _start_round,
    "reshuffle": _reshuffle,
    "count_losing_hands": _count_losing_hands,
    "hold_deck": lambda house, ask: poker.HoldDeck(hand=ask.word),
    "notify_compliance": lambda house, ask: poker.NotifyCompliance(seat=ask.concerns),
    "verify_time_charges": lambda house, ask: poker.VerifyTimeCharges(cents=Cents(count_of(house.table, ask))),
    "return_to_table": lambda house, ask: poker.ReturnToTable(seat=ask.concerns, cents=Cents(least(ask))),
    "report_poker_irregularity": lambda house, ask: poker.ReportIrregularity(cause=ask.subject, seat=ask.concerns),
}
"""How the commands are made that say more than their name."""
