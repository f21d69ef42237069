"""A history of a banked table whose events contradict its cards, wagers or chips is refused, and the event named."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from houseway.cards import DECK_53
from houseway.engine.accounts import HOUSE, Posting, area_account, player_account
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.kernel import Event, ReplayError, Table
from houseway.money import Cents
from houseway.rounds import play
from houseway.seats import Seat
from tests.kit.banked_points import CLOSE, COUNT, DEAL, REVEAL, START, at, places, reports, says
from tests.kit.decks import holdem_deck, pai_gow_deck

HEADS_UP = {
    "game": "heads-up-holdem",
    "deck": holdem_deck(["As Ah", "9c 4d"], "Kd 2s", "Ks 8c 7d 3h 2c", streets=(3, 2)),
    "seats": {
        "1": {"wagers": {"ante": 1000, "odds": 1000, "pocket_bonus": 500}, "decisions": ["raise 3000"]},
        "2": {"wagers": {"ante": 1000, "odds": 1000}, "decisions": ["check", "check", "fold"]},
    },
}
VOID = {**HEADS_UP, "irregularities": [{"cause": "wrong_number_of_cards", "at": "settle"}]}
PAI_GOW = {
    "game": "pai-gow",
    "deck": pai_gow_deck({1: "As Ah Kc Ks 8d 6h 4c", 2: "", 0: "Kd Qh 9c 7s 5d 3h 2c"}, first=0),
    "bank": 2,
    "dealer_wager": 500,
    "seats": {
        "1": {"wagers": {"pai_gow": 1000, "fortune": 500, "progressive": 100}, "decisions": ["house way"]},
        "2": {"wagers": {}, "decisions": ["house way"]},
    },
}
HAND_BY_HAND = (
    places(pai_gow=1000),
    places(2, pai_gow=1000),
    *(CLOSE, START, DEAL, COUNT, says("house way"), says("house way", 2), REVEAL),
    cmd.SettleRound(hands=1),
    reports("wrong_number_of_cards"),
)
"""Void in the midst of its settlement."""


def tables() -> list[Table[Any, Any]]:
    """Tables with a history of their own each."""
    return [*map(play, (HEADS_UP, VOID, PAI_GOW)), at("pai-gow", *HAND_BY_HAND, seats={1: "Ann", 2: "Ben"})]


Forgery = Callable[[Any], Sequence[Event]]


def twice(event: Event) -> Sequence[Event]:
    """It happens once more."""
    return event, event


def a_cent_more(event: Event) -> Sequence[Event]:
    """Its first posting moves a cent more."""
    (source, target, cents), *others = event.postings
    return (replace(event, postings=((source, target, Cents(cents + 1)), *others)),)


def other_cards(event: Any) -> Sequence[Event]:
    """Two of its cards change places."""
    first, second, *others = event.cards
    if isinstance(event, ev.CardsDealt):
        first, second = (first[0], second[1]), (second[0], first[1])
    else:
        first, second = second, first
    return (replace(event, cards=(first, second, *others)),)


def of_another(event: ev.WagerSettled) -> Sequence[Event]:
    """A wager is paid that nobody made."""
    paid: Posting = (HOUSE, player_account(str(event.seat)), Cents(5_000))
    taken: Posting = (area_account(event.seat, "trips_plus"), HOUSE, Cents(500))
    return (replace(event, wager="trips_plus", amount=Cents(500), net=Cents(4_500), postings=(taken, paid)),)


def unseen(event: ev.HandsSet) -> Sequence[Event]:
    """The hands are set of cards that are not held."""
    held = {*event.high, *event.low}
    other = next(card for card in DECK_53 if card not in held)
    return (replace(event, high=(other, *event.high[1:])),)


def elsewhere(event: Any) -> Sequence[Event]:
    """It concerns a seat that nobody has."""
    return (replace(event, seat=Seat(6)),)


@pytest.mark.parametrize(
    ("kind", "forged"),
    [
        *[
            (kind, twice)
            for kind in (ev.SeatTaken, ev.BetsClosed, ev.StartDetermined, ev.DeckPutIntoPlay, ev.CardsDealt)
        ],
        *[(kind, twice) for kind in (ev.BankRevealed, ev.HandsRevealed, ev.WagerSettled, ev.RoundEnded)],
        *[(kind, twice) for kind in (ev.BankAccepted, ev.DealerWagerPlaced, ev.WagersReturned, ev.SettlementUndone)],
        *[(kind, a_cent_more) for kind in (ev.WagersPlaced, ev.Decided, ev.WagerSettled, ev.WagersReturned)],
        *[(kind, a_cent_more) for kind in (ev.DealerWagerPlaced, ev.SettlementUndone)],
        (ev.CardsDealt, other_cards),
        (ev.BankRevealed, other_cards),
        (ev.HandsSet, unseen),
        (ev.WagerSettled, of_another),
        *[(kind, elsewhere) for kind in (ev.WagersPlaced, ev.Decided, ev.WagerSettled, ev.HandsSet, ev.HandsRevealed)],
    ],
)
def test_a_history_with_a_made_up_event_is_refused_and_the_event_named(kind: type[Event], forged: Forgery) -> None:
    tried = 0
    for table in tables():
        for place, event in enumerate(table.events):
            if type(event) is not kind or (forged is a_cent_more and not event.postings):
                continue
            made_up = forged(event)
            history = [*table.events[:place], *made_up, *table.events[place + 1 :]]
            with pytest.raises(
                ReplayError, match=f"{kind.__name__} as event {place + len(made_up)} cannot have happened"
            ):
                table.machine.replay(history)
            tried += 1
    assert tried


def test_an_order_with_a_card_twice_was_never_shuffled() -> None:
    table = play(HEADS_UP)
    place, shuffled = next((place, one) for place, one in enumerate(table.events) if isinstance(one, ev.CardsShuffled))
    order = (shuffled.order[1], *shuffled.order[1:])
    with pytest.raises(ReplayError, match=f"CardsShuffled as event {place + 1} cannot have happened"):
        table.machine.replay([*table.events[:place], replace(shuffled, order=order)])


def test_a_history_as_it_was_played_is_replayed() -> None:
    for table in tables():
        assert table.machine.replay(table.events) == table.state
