"""647a.11(a) to (g): what players are asked, folds, and how far the cards are dealt."""

import pytest

from houseway.cards import cards
from houseway.engine.banked import events as ev
from houseway.engine.kernel import Table, Viewer
from houseway.engine.refusal import Code
from houseway.engine.roles import Role
from houseway.seats import DEALER
from tests.kit.banked_actions import close, deal, place, say, says
from tests.kit.table_views import look_at
from tests.kit.tables import refuses
from tests.regulations.c647a.dealt import (
    ALL_BETS,
    DULL_HANDS,
    FOLD,
    clause,
    paid,
    played,
    records,
    refused,
    seated,
    settled,
)

ROYAL_FLOP = "Ks Qs Js 2h 7d"
ROYAL = "As Ts"
DULL = "Qc 3h"


def dealt_table(seats=(1, 2)) -> Table:
    """A table at which the first two cards have been dealt."""
    table = seated(dict(zip(seats, DULL_HANDS, strict=False)))
    for seat in seats:
        place(table, seat)
    close(table)
    deal(table)
    return table


def test_a__a_player_sees_no_cards_but_their_own():
    seen = dealt_table().observe(Viewer(Role.PLAYER, "player 1"))
    assert seen.hands == {1: cards("Qc 3h"), 2: (None, None), DEALER: (None, None)}


def test_b__asked_clockwise_from_the_dealers_left():
    table = dealt_table(seats=(2, 5))
    assert look_at(table).asked == (2, 5)
    refusal = refuses(table, says("flop", 5))
    assert (refusal.code, refusal.clause) == (Code.SEAT_IS_ASKED, "647a.11(b)")
    table.do(says("flop", 2))
    table.do(says("flop", 5))
    assert look_at(table).phase == "flop"


def test_b__the_choice_is_to_fold_or_to_make_a_flop_wager():
    for word in ("check", "bet", "raise"):
        refusal = refuses(dealt_table(), says(word, 1))
        assert (refusal.code, refusal.clause) == (Code.DECISION_IS_OFFERED, "647a.11(b)")
        assert refusal.legal == ("flop", "fold")


@pytest.mark.parametrize("cents", [1_000, 1_999, 2_001, 3_000])
def test_b__flop_wager_is_exactly_twice_the_ante(cents):
    table = dealt_table()
    assert refuses(table, says("flop", 1, cents)).code is Code.AMOUNT_IS_LAWFUL
    table.do(says("flop", 1, 2_000))
    assert look_at(table).wagers[1]["flop"] == 2_000


def test_b_1__flop_wager_goes_to_its_area():
    table = dealt_table()
    (decided, *_) = table.do(says("flop", 1))
    assert isinstance(decided, ev.Decided)
    assert (decided.clause, decided.postings) == (
        "647a.11(b)(1)",
        (("player player 1", "area 1 flop", 2_000),),
    )


def test_b_2__fold_collects_the_ante_at_once():
    table = dealt_table()
    decided, lost = table.do(says("fold", 1))
    assert isinstance(decided, ev.Decided)
    assert isinstance(lost, ev.WagerSettled)
    assert (lost.clause, lost.net, lost.postings) == ("647a.11(b)(2)", -1_000, (("area 1 ante", "house", 1_000),))


def test_b_2_i_A__bonus_wager_of_a_folded_player_is_settled():
    settlements = settled({1: "Ah As"}, wagers={1: {"holdem_bonus": 500}}, decisions={1: FOLD})
    assert paid(settlements, 1, "ante") == ("lose", -1_000)
    assert paid(settlements, 1, "holdem_bonus") == ("30 to 1", 15_000)


def test_b_2_i_B__folded_player_wins_no_progressive_payout():
    settlements, table = played({1: ROYAL}, board=ROYAL_FLOP, wagers={1: {"progressive": 100}}, decisions={1: FOLD})
    assert paid(settlements, 1, "progressive") == ("lose", -100)
    assert clause(settlements, 1, "progressive") == "647a.11(b)(2)(i)(B)"
    assert not any(isinstance(event, ev.MeterReset) for event in table.events)


def test_b_2_i_B__reading_647a_progressive_fold():
    # The folded player still receives Envy, and the folded royal flush still gives it.
    settlements = settled(
        {1: DULL, 2: ROYAL},
        board=ROYAL_FLOP,
        wagers={1: {"progressive": 100}, 2: {"progressive": 500}},
        decisions={1: FOLD, 2: FOLD},
    )
    assert paid(settlements, 1, "progressive") == ("lose", -100)
    assert paid(settlements, 2, "progressive") == ("lose", -500)
    assert paid(settlements, 1, "envy") == ("$1,000", 100_000)
    assert not records(settlements, 2, "envy")


def test_b_2_i_C__five_card_wagers_of_a_folded_player_are_settled():
    settlements = settled(
        {1: "Ad 3d"},
        dealer="9s 9h",
        board="Kd 9d 4d 4c 7h",
        wagers={1: {"five_card_player": 100, "five_card_dealer": 100}},
        decisions={1: FOLD},
    )
    assert paid(settlements, 1, "five_card_player") == ("50 for 1", 4_900)
    assert paid(settlements, 1, "five_card_dealer") == ("lose", -100)


def test_b_2_ii__cards_of_a_folded_player_stay_for_anothers_envy():
    settlements = settled({1: DULL, 2: ROYAL}, board=ROYAL_FLOP, wagers={1: {"progressive": 500}}, decisions={2: FOLD})
    assert paid(settlements, 1, "envy") == ("$5,000", 500_000)


def run_out(wagers, **submission) -> tuple[list[str], bool]:
    """The deals of a round whose only player folds, and whether the dealer's cards were turned."""
    _, table = played({1: DULL}, wagers={1: wagers}, decisions={1: FOLD}, submission=submission)
    deals = [event.phase for event in table.events if isinstance(event, ev.CardsDealt | ev.CommunityTurned)]
    return deals, any(isinstance(event, ev.BankRevealed) for event in table.events)


def test_b_2__reading_all_runout__no_further_than_the_surviving_wagers_need():
    assert run_out({}) == (["hole"], False)
    assert run_out({"holdem_bonus": 100}) == (["hole"], True)
    assert run_out({"holdem_bonus": 100}, paytables={"holdem_bonus": "B"}) == (["hole"], False)
    assert run_out({"progressive": 100}) == (["hole", "flop"], False)
    assert run_out({"five_card_player": 100}) == (["hole", "flop"], False)
    assert run_out({"five_card_dealer": 100}) == (["hole", "flop"], True)


def test_b_2__reading_all_runout__with_the_community_cards_dispensed_first():
    first = {"dealing": "automated-shoe", "community_first": True}
    assert run_out({}, **first) == (["community", "hole"], False)
    assert run_out({"progressive": 100}, **first) == (["community", "hole", "flop"], False)


def test_c_e_g__a_card_is_burned_before_each_street():
    """647a.11(c), 647a.11(e), 647a.11(g)."""
    _, table = played({1: DULL})
    streets = [event for event in table.events if isinstance(event, ev.CardsDealt) and event.phase != "hole"]
    assert [(one.phase, one.clause, [target for target, _ in one.cards]) for one in streets] == [
        ("flop", "647a.11(c)", [-2, -1, -1, -1]),
        ("turn", "647a.11(e)", [-2, -1]),
        ("river", "647a.11(g)", [-2, -1]),
    ]


STREETS = [("turn", "647a.11(d)"), ("river", "647a.11(f)")]


def before(street: str) -> Table:
    """Seats 1, 2 and 4: the middle one folded, and the table comes to the street's question."""
    table = dealt_table(seats=(1, 2, 4))
    for seat, word in ((1, "flop"), (2, "fold"), (4, "flop")):
        say(table, word, seat)
    deal(table)
    if street == "river":
        say(table, "check", 1)
        say(table, "bet", 4)
        deal(table)
    return table


@pytest.mark.parametrize(("street", "where"), STREETS)
def test_d_f__only_players_with_a_flop_wager_are_asked_clockwise(street, where):
    """647a.11(d), 647a.11(f)."""
    table = before(street)
    assert (look_at(table).phase, look_at(table).asked) == (f"before_{street}", (1, 4))
    for seat in (2, 4):
        refusal = refuses(table, says("check", seat))
        assert (refusal.code, refusal.clause) == (Code.SEAT_IS_ASKED, where)


@pytest.mark.parametrize(("street", "where"), STREETS)
def test_d_f__check_or_bet_the_amount_of_the_ante(street, where):
    """647a.11(d), 647a.11(f)."""
    table = before(street)
    for word in ("fold", "flop", "raise"):
        refusal = refuses(table, says(word, 1))
        assert (refusal.code, refusal.clause, refusal.legal) == (Code.DECISION_IS_OFFERED, where, ("bet", "check"))
    for cents in (500, 1_001, 2_000):
        assert refuses(table, says("bet", 1, cents)).code is Code.AMOUNT_IS_LAWFUL
    table.do(says("bet", 1))
    assert look_at(table).wagers[1][street] == 1_000
    table.do(says("check", 4))
    assert street not in look_at(table).wagers.get(4, {})


@pytest.mark.parametrize("word", ["bet", "check"])
def test_d_f__who_checks_the_turn_may_still_bet_the_river(word):
    """647a.11(d), 647a.11(f)."""
    settlements = settled({1: "Ac Ah"}, decisions={1: ["flop", "check", word]})
    assert not records(settlements, 1, "turn")
    assert len(records(settlements, 1, "river")) == (word == "bet")


def test_decisions_must_complete_the_round():
    assert refused({1: DULL}, decisions={1: ["flop", "check"]})["code"] == "DECISIONS_COMPLETE_THE_ROUND"
    assert refused({1: DULL}, decisions={1: [*ALL_BETS, "bet"]})["code"] == "ROUND_IS_WELL_FORMED"
