"""What the four banked chapters say alike of a round and of a submission, each under its own number (*.7 to *.13)."""

from __future__ import annotations

import pytest

from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.kernel import Viewer
from houseway.engine.refusal import Code
from houseway.engine.roles import Role
from houseway.rules.game import Deal
from tests.kit.banked_actions import close, deal, place
from tests.kit.submission_faults import faults, unstated
from tests.kit.table_views import look_at
from tests.kit.tables import events, refuses, seated

GAMES = ["heads-up-holdem", "holdem-bonus", "pai-gow", "five-card-hi-lo"]


@pytest.mark.parametrize("game", GAMES)
def test_11a__nobody_looks_before_the_deal_is_complete(game: str) -> None:
    table = seated(game, seats={1: "ann", 2: "bob"})
    for seat in (1, 2):
        place(table, seat)
    close(table)
    if table.rules.game.procedures.start is not None:
        table.do(cmd.DetermineStart(number=1))
    deal(table, 3)
    ann = Viewer(Role.PLAYER, "ann")
    assert set(table.observe(ann).hands.get(1, ())) <= {None}
    seen = [card for event in events(table.seen_by(ann, table.events), ev.CardsDealt) for _, card in event.cards]
    assert set(seen) == {None}
    table.do(cmd.ReportIrregularity(cause="wrong_number_of_cards"))
    seen = [card for event in events(table.seen_by(ann, table.events), ev.CardsDealt) for _, card in event.cards]
    assert set(seen) == {None}


@pytest.mark.parametrize("game", GAMES)
def test_10b__stacks_are_delivered_whole(game: str) -> None:
    table = seated(game, seats={1: "ann"}, dealing="automated-shoe")
    place(table)
    close(table)
    if table.rules.game.procedures.start is not None:
        table.do(cmd.DetermineStart(number=1))
    refusal = refuses(table, cmd.DealCards(cards=1))
    assert (refusal.code, refusal.clause.partition(".")[2][:2]) == (Code.STEP_IS_DUE, "10")
    deal(table, next(phase.cards for phase in table.rules.game.phases if isinstance(phase, Deal)))


@pytest.mark.parametrize("game", ["heads-up-holdem", "holdem-bonus", "five-card-hi-lo"])
def test_13b__a_card_is_not_drawn_in_error_where_none_is_to_come(game: str) -> None:
    table = seated(game, seats={1: "ann"})
    place(table)
    close(table)
    while any(ask.command == "deal_cards" for ask in table.due()) or look_at(table).asked:
        if look_at(table).asked:
            words = [ask.word for ask in table.due() if ask.command == "decide"]
            word = next(one for one in ("check", "flop", "play", "raise", "set") if one in words)
            if word == "set":
                break
            cents = 1_000 if word == "raise" else 0
            table.do(cmd.Decide(word=word, cents=cents), seat=1)
        else:
            table.do(cmd.ReportIrregularity(cause="card_drawn_in_error"))
            table.do(cmd.DealCards())
    refusal = refuses(table, cmd.ReportIrregularity(cause="card_drawn_in_error"))
    assert (refusal.code, refusal.clause.partition(".")[2]) == (Code.IRREGULARITY_CAN_HAPPEN_HERE, "13(b)")


@pytest.mark.parametrize(
    ("game", "clause"),
    [("heads-up-holdem", "677a.11(j)"), ("holdem-bonus", "647a.11(k)"), ("five-card-hi-lo", "663a.11(l)")],
)
def test_11__with_everybody_out_of_the_round_the_dealers_hand_is_not_turned(game: str, clause: str) -> None:
    table = seated(game, seats={1: "ann"})
    place(table)
    close(table)
    while not any(ask.command == "settle_round" for ask in table.due()):
        if look_at(table).asked:
            words = [ask.word for ask in table.due() if ask.command == "decide"]
            table.do(cmd.Decide(word="fold" if "fold" in words else "check"), seat=1)
        else:
            table.do(cmd.DealCards())
    refusal = refuses(table, cmd.RevealBank())
    assert (refusal.code, refusal.clause) == (Code.STEP_IS_DUE, clause)
    table.do(cmd.SettleRound())


@pytest.mark.parametrize("game", GAMES)
def test_8__a_right_number_from_a_deck_that_lacks_cards_is_no_right_count(game: str) -> None:
    table = seated(game, seats={1: "ann"})
    happened = table.do(cmd.CountDeck(count=len(table.rules.game.deck), complete=False))
    assert [event.right for event in events(happened, ev.DeckCounted)] == [False]
    assert [event.why for event in events(happened, ev.DeckRemoved)] == ["cards of the deck are missing"]


@pytest.mark.parametrize(
    ("game", "field", "value", "clause"),
    [
        (game, *case)
        for game, chapter, count in (
            ("heads-up-holdem", "677a", "8(e)"),
            ("holdem-bonus", "647a", "8(f)"),
            ("pai-gow", "645a", "8(e)"),
            ("five-card-hi-lo", "663a", "8(f)"),
        )
        for case in (("decks", 3, f"{chapter}.3(b)"), ("stub_count_every", 6, f"{chapter}.{count}"))
    ],
)
def test_3b_8__a_fault_of_decks_or_counts_names_its_clause(game: str, field: str, value: int, clause: str) -> None:
    assert faults(game, **{field: value}) == [(field, clause)]


@pytest.mark.parametrize(
    ("game", "clauses"),
    [
        ("heads-up-holdem", ["677a.7(d)(2)", "677a.7(d)(3)"]),
        ("holdem-bonus", ["647a.7(d)(2)", "647a.7(d)(3)", "647a.7(d)(4)"]),
        ("five-card-hi-lo", ["663a.7(e)"]),
        ("pai-gow", ["645a.7(e)"]),
    ],
)
def test_7d_e__an_optional_wager_that_is_not_stated_names_its_clause(game: str, clauses: list[str]) -> None:
    assert [clause for field, clause in unstated(game) if field == "offered"] == clauses
