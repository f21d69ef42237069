"""A share of a pot carries the cards it was won with, for those who may see them."""

from __future__ import annotations

from houseway.cards import cards
from houseway.chapters import registry
from houseway.chapters.c637a_poker.observe import PokerObservation
from houseway.chapters.c637a_poker.typed_table import PokerTable
from houseway.engine.kernel import Viewer
from houseway.engine.roles import Role
from houseway.rounds.poker import answer
from houseway.seats import Seat
from houseway.view.settled import together

ONLOOKER = Viewer(Role.PLAYER)
LAST = 100


def dealt_table() -> PokerTable:
    """Return a table of Hold'em at which Amy has aces, Bob kings and Cy queens, and the hole cards are dealt."""
    blinds = {"game": "holdem", "structure": "no-limit", "blinds": [50, 100]}
    table = registry.open_table(blinds, kind=PokerTable, stated=True)
    for seat, name in enumerate(("Amy", "Bob", "Cy"), 1):
        table.seat(seat, name, 10_000)
    table.dealer.starts("As Kd Qc Ad Kc Qd  3c 2h 7s 9d  3d Jh  3h 4s", button=3)
    table.dealer.deals_on()
    return table


def test_who_looks_on_sees_the_winning_cards_of_a_shown_hand():
    table = dealt_table()
    amy, bob, cy = (table.player(seat) for seat in (1, 2, 3))
    cy.folds(), amy.calls(), bob.checks()
    for _ in ("flop", "turn", "river"):
        table.dealer.deals_on()
        amy.checks(), bob.checks()
    amy.shows(), bob.shows()
    table.dealer.awards()
    (won,) = table.observe(ONLOOKER, last=LAST).won
    assert (won.pot, won.share.seat, won.share.contest) == (0, 1, "high")
    assert set(won.cards) == set(cards("As Ad Jh 9d 7s"))
    assert set(cards(answer(table).pots[0].hands[Seat(1)]["high"])) == set(won.cards)


def test_nobody_sees_cards_of_a_pot_that_was_not_contested():
    table = dealt_table()
    amy, cy = table.player(1), table.player(3)
    cy.folds(), amy.folds()
    for viewer in (ONLOOKER, *(Viewer(Role.PLAYER, name) for name in ("Amy", "Bob", "Cy"))):
        (won,) = table.observe(viewer, last=LAST).won
        assert won.share.seat == 2 and won.cards == ()


def test_the_winning_cards_stay_hidden_from_who_may_not_see_the_hand():
    table = dealt_table()
    amy, bob, cy = (table.player(seat) for seat in (1, 2, 3))
    cy.folds(), amy.calls(), bob.checks()
    for _ in ("flop", "turn", "river"):
        table.dealer.deals_on()
        amy.checks(), bob.checks()
    amy.shows(), bob.shows()
    table.dealer.awards()
    award = table.events[-LAST:]
    # The same award, had Amy not shown: only she would know her cards.
    table.state.round.shown = frozenset()
    views = {
        name: table.machine.observe(table.rules, table.state, Viewer(Role.PLAYER, name), award, ())
        for name in ("Amy", "Bob")
    }
    assert views["Amy"].won[0].cards and not views["Bob"].won[0].cards
    merged = together([views["Bob"], views["Amy"]])
    assert isinstance(merged, PokerObservation) and merged.won == views["Amy"].won
