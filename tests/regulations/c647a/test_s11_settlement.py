"""647a.11(h) to (k): the order and the outcome of settlement."""

import pytest

from houseway.cards import card, cards
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.kernel import Table, Viewer
from houseway.engine.refusal import Code, Refusal
from houseway.engine.roles import Role
from tests.kit.banked_actions import chips, close, deal, place, say
from tests.kit.stated_rounds import table_after
from tests.kit.table_views import balance_of, hand_of, look_at, steps_due
from tests.kit.tables import events, last, refuses
from tests.regulations.c647a.dealt import ALL_BETS, FOLD, STAY, clause, paid, played, records, seated, settled, stated

ROYAL_FLOP = "Ks Qs Js 2h 7d"
MAIN = {"ante": 1_000, "flop": 2_000, "turn": 1_000, "river": 1_000}
EVERY_WAGER = {"holdem_bonus": 100, "progressive": 100, "five_card_player": 100, "five_card_dealer": 100}


def test_h__settled_counterclockwise_from_the_dealers_right_stage_by_stage():
    settlements = settled(
        {1: "Qc 3h", 3: "Qd 3c", 6: "Jc 3d"},
        wagers=dict.fromkeys((1, 3, 6), EVERY_WAGER),
        decisions={1: ALL_BETS, 3: FOLD, 6: ALL_BETS},
    )
    main = ["ante", "flop", "turn", "river", "holdem_bonus"]
    after_fold = [(one["seat"], one["wager"]) for one in settlements][1:]
    assert after_fold == [
        *((6, wager) for wager in main),
        (3, "holdem_bonus"),
        *((1, wager) for wager in main),
        *((seat, "progressive") for seat in (6, 3, 1)),
        *((seat, "five_card_dealer") for seat in (6, 3, 1)),
        *((seat, "five_card_player") for seat in (6, 3, 1)),
    ]


def test_h__dealers_cards_are_turned_after_the_river():
    _, table = played({1: "Qc 3h"})
    (turned,) = events(table, ev.BankRevealed)
    assert (turned.clause, turned.cards) == ("647a.11(h)", cards("8c 5d"))


def test_h_1__only_hands_with_a_flop_wager_are_turned_up():
    table = seated({1: "Qc 3h", 3: "Qd 3c"}, "8c 5d", "9d Kc 4s 2h 7d")
    for seat in (1, 3):
        place(table, seat, ante=1_000)
    close(table)
    deal(table)
    say(table, "flop", 1)
    say(table, "fold", 3)
    deal(table)
    for _ in range(2):
        say(table, "check", 1)
        deal(table)
    table.do(cmd.RevealBank())
    table.do(cmd.SettleRound())
    assert [one.seat for one in events(table, ev.HandsRevealed)] == [1]


def test_h_1__each_players_cards_stay_face_down_until_the_dealer_turns_them_in_turn():
    """647a.11(h)(1), 647a.11(i), 647a.13(c)."""
    hands = {1: "Qc 3h", 3: "Qd 3c", 5: "Jc 3d", 6: "Jd 6h"}
    table = seated(hands, "8c 5d", "9d Kc 4s 2h 7d", progressive={"rate_percent": 20})
    for seat in hands:
        place(table, seat, ante=1_000, holdem_bonus=100, progressive=100)
    before = table.fork()
    close(table)
    table.do(cmd.CountProgressiveChips(chips=4))
    deal(table)
    for seat in hands:
        say(table, "fold" if seat == 3 else "flop", seat)
    deal(table)
    for _ in range(2):
        for seat in (1, 5, 6):
            say(table, "check", seat)
        deal(table)
    table.do(cmd.RevealBank())
    others = [Viewer(Role.PLAYER, "player 1"), Viewer(Role.DEALER), Viewer(Role.SURVEILLANCE)]
    for seat, shown in ((6, {6}), (5, {5, 6})):
        told = table.do(cmd.SettleRound(hands=1))
        assert told[0] == ev.HandsRevealed(clause="647a.11(h)(1)", seat=seat, high=cards(hands[seat]), low=())
        assert {type(one) for one in told[1:]} == {ev.WagerSettled}
        for viewer in others:
            seen = table.observe(viewer).hands
            own = {1} if viewer.person else set()
            assert {one for one in hands if None not in seen[one]} == shown | own
    # The folded hand's bonus is settled in its turn and the hand stays face down, 647a.11(b)(2)(i)(A).
    settled_now = [(one.seat, one.wager) for one in events(table, ev.WagerSettled)]
    main = ("ante", "flop", "holdem_bonus")
    assert settled_now[1:] == [*((6, wager) for wager in main), *((5, wager) for wager in main), (3, "holdem_bonus")]
    # A wrong number of cards found now undoes what was settled.
    undone = table.fork()
    undone.do(cmd.ReportIrregularity(cause="wrong_number_of_cards"))
    for seat in hands:
        back = 1_000 + 100 + 100
        assert chips(undone, f"player {seat}") == chips(before, f"player {seat}") + back
    rest = table.do(cmd.SettleRound(hands=1))
    assert [(one.seat, one.wager) for one in rest if isinstance(one, ev.WagerSettled)] == [
        *((1, wager) for wager in main),
        *((seat, "progressive") for seat in (6, 5, 3, 1)),
    ]
    assert [one.seat for one in events(table, ev.HandsRevealed)] == [6, 5, 1]


def test_h_1__no_hand_is_turned_in_a_round_that_is_void():
    """647a.11(h)(1), 647a.13(d)."""
    table = seated({1: "Qc 3h", 3: "Qd 3c"})
    for seat in (1, 3):
        place(table, seat, ante=1_000, holdem_bonus=100)
    close(table)
    deal(table)
    table.do(cmd.ReportIrregularity(cause="dealer_card_exposed"))
    assert len(events(table, ev.WagerSettled)) == 2
    assert not events(table, ev.HandsRevealed)


def test_h_2_i__lower_hand_loses_all_four():
    settlements = settled({1: "Qc 3h"}, dealer="Ac Ah", decisions={1: ALL_BETS})
    for wager, amount in MAIN.items():
        assert paid(settlements, 1, wager) == ("lose", -amount)
        assert clause(settlements, 1, wager) == "647a.11(h)(2)(i)"


def test_h_2_iii__equal_hands_return_all_four():
    settlements = settled({1: "Ac Qh"}, dealer="Ad Qs", decisions={1: ALL_BETS})
    for wager in MAIN:
        assert paid(settlements, 1, wager) == ("push", 0)
        assert clause(settlements, 1, wager) == "647a.11(h)(2)(iii)"


QUALIFIERS = [
    # The player's winning hand, and whether the Ante is paid from a straight up, from a flush up.
    pytest.param("9s 9h", "9d Kc 4s 2h 7d", False, False, id="three_of_a_kind"),
    pytest.param("8c 6d", "7s 5h 4c Kd Ks", True, False, id="straight"),
    pytest.param("As 3s", "Ks 9s 4s 2h 7d", True, True, id="flush"),
    pytest.param("9s 9h", "9d 4c 4s 2h 7d", True, True, id="full_house"),
    pytest.param("As Ts", ROYAL_FLOP, True, True, id="royal_flush"),
]


@pytest.mark.parametrize(("player", "board", "straight", "flush"), QUALIFIERS)
def test_h_2_ii__reading_647a_ante_qualifier(player, board, straight, flush):
    for option, is_paid in (("straight", straight), ("flush", flush), (None, straight)):
        submission = {} if option is None else {"ante_pays_on": option}
        settlements = settled({1: player}, dealer="Jd 2c", board=board, decisions={1: ALL_BETS}, submission=submission)
        assert paid(settlements, 1, "ante") == (("1 to 1", 1_000) if is_paid else ("push", 0))
        assert clause(settlements, 1, "ante") == ("647a.12(a)" if is_paid else "647a.11(h)(2)(ii)")
        for wager in ("flop", "turn", "river"):
            assert paid(settlements, 1, wager) == ("1 to 1", MAIN[wager])


def test_h_2_ii__a_losing_straight_loses_its_ante():
    settlements = settled({1: "8c 6d"}, dealer="9h 8d", board="7s 5h 6c 4d Kd")
    assert paid(settlements, 1, "ante") == ("lose", -1_000)


def test_h_3__bonus_is_settled_win_or_lose():
    for dealer in ("8c 5d", "Kc Kh"):
        settlements = settled({1: "Ac Ah"}, dealer=dealer, wagers={1: {"holdem_bonus": 100}})
        assert paid(settlements, 1, "holdem_bonus") == ("30 to 1", 3_000)


def test_i__progressive_rests_on_two_cards_and_the_flop_and_not_on_the_dealer():
    # Trips on the Flop lose to the dealer's full house and are paid; trips made by the Turn card are not.
    settlements = settled(
        {1: "9s 9h", 2: "2s 2c"},
        dealer="Kc Kh",
        board="9d Kd 4s 2h 4c",
        wagers={seat: {"progressive": 100} for seat in (1, 2)},
    )
    assert paid(settlements, 1, "flop") == ("lose", -2_000)
    assert paid(settlements, 1, "progressive") == ("9 for 1", 800)
    assert paid(settlements, 2, "progressive") == ("lose", -100)


def to_settle(hands, dealer, board, wagers) -> Table:
    """A table at which the round has come to its settlement."""
    table = seated(hands, dealer, board)
    for seat in hands:
        place(table, seat, ante=1_000, **wagers[seat])
    chips = sum("progressive" in placed for placed in wagers.values())
    # The Magic Card is a Turn card, the Lucky Bonus position an empty one: neither pays anything.
    close(table, chips=chips, magic_card=card(board.split()[3]), lucky=6)
    for word in STAY:
        deal(table)
        for seat in hands:
            say(table, word, seat)
    deal(table)
    table.do(cmd.RevealBank())
    return table


def test_j_2__payouts_that_wait_together_are_seen_in_the_order_of_the_seats():
    hands = {1: "2c 3d", 2: "4c 5d", 3: "6c 7d", 4: "8c 9d", 5: "Tc Jd"}
    at = to_settle(hands, "As Ks", "Qs Js Ts 2h 7h", {seat: {"five_card_dealer": 100} for seat in hands})
    at.do(cmd.SettleRound())
    seen = at.observe(Viewer(Role.SURVEILLANCE)).awaiting
    assert seen == tuple([(seat, "five_card_dealer") for seat in sorted(hands)])


def test_j_3__cards_stay_for_the_first_payout_that_is_not_documented():
    """647a.11(i)(4), 647a.11(j)(3)."""
    both = {"five_card_player": 100, "progressive": 100}
    at = to_settle({1: "As Ts", 2: "Ad 4d"}, "8c 5d", ROYAL_FLOP, {1: both, 2: {}})
    for wager in ("progressive", "five_card_player"):
        at.do(cmd.SettleRound())
        at.do(cmd.ValidatePayout(seat=1, wager=wager))
    at.do(cmd.SettleRound())
    assert last(at, ev.CardsKept).clause == "647a.11(j)(3)"
    for wager, where in (("five_card_player", "647a.11(j)(3)"), ("progressive", "647a.11(i)(4)")):
        refusal = refuses(at, cmd.SettleRound())
        assert (refusal.clause, refusal.legal) == (where, (f"document the payout of seat 1 {wager}",))
        strange = refuses(at, cmd.DocumentPayout(seat=2, wager=wager))
        assert strange.legal[0] == f"seat 1 {wager}"
        at.do(cmd.DocumentPayout(seat=1, wager=wager))
    at.do(cmd.SettleRound())
    assert last(at, ev.RoundEnded).clause == "647a.11(k)"


def settle(table: Table) -> Refusal | None:
    outcome = table.send(cmd.SettleRound())
    return outcome if isinstance(outcome, Refusal) else None


def test_i_3__every_progressive_payout_waits_for_a_floorperson():
    table = to_settle({1: "9s 9h"}, "8c 5d", "9d Kc 4s 2h 7d", {1: {"progressive": 100}})
    assert settle(table) is None
    assert look_at(table).awaiting == ((1, "progressive"),)
    refusal = settle(table)
    assert refusal is not None
    assert refusal.code is Code.FLOORPERSON_VALIDATES_PAYOUT
    outcome = refuses(table, cmd.ValidatePayout(seat=1, wager="progressive"), role=Role.DEALER)
    assert outcome.code is Code.ROLE_IS_AUTHORISED
    (validated,) = table.do(cmd.ValidatePayout(seat=1, wager="progressive"))
    assert validated.clause == "647a.11(i)(3)"
    assert settle(table) is None
    assert isinstance(table.events[-1], ev.RoundEnded)


def test_i_1_i_3__a_losing_progressive_wager_waits_for_nobody():
    table = to_settle({1: "Qc 3h"}, "8c 5d", "Kd 9c 4s 2h 7d", {1: {"progressive": 100}})
    assert settle(table) is None
    assert isinstance(table.events[-1], ev.RoundEnded)


def test_i_4__a_meter_share_comes_from_the_meter_and_not_from_the_inventory():
    _, table = played(
        {1: "As Ts"}, board=ROYAL_FLOP, wagers={1: {"progressive": 100}}, meters={"progressive": 1_234_567}
    )
    (event,) = [one for one in table.events if isinstance(one, ev.WagerSettled) and one.wager == "progressive"]
    assert event.postings == (("meter progressive", "payout 1", 1_234_567),)


@pytest.mark.parametrize(("wager", "clause"), [("progressive", "647a.11(i)(4)"), ("five_card_player", "647a.11(j)(3)")])
def test_i_4_j_3__the_cards_of_a_meter_share_stay_until_it_is_documented(wager, clause):
    """647a.11(i)(4), 647a.11(j)(3)."""
    table = to_settle({3: "As Ks"}, "Jd 5h", "Qs Js Ts 2h 7d", {3: {wager: 100}})
    assert settle(table) is None
    table.do(cmd.ValidatePayout(seat=3, wager=wager))
    assert settle(table) is None
    assert (table.events[-1].clause, last(table, ev.DocumentationAwaited).cents) == (clause, 1_000_000)
    assert hand_of(table, 3)
    assert [(ask.command, ask.role, ask.clause) for ask in table.due()] == [
        ("document_payout", Role.FLOORPERSON, clause)
    ]
    refusal = settle(table)
    assert refusal is not None and (refusal.code, refusal.clause) == (Code.STEP_IS_DUE, clause)
    done = cmd.DocumentPayout(seat=3, wager=wager)
    assert refuses(table, done, role=Role.DEALER).clause == clause
    assert refuses(table, done, role=Role.FLOORPERSON, by=look_at(table).seats[3]).code is Code.ROLE_IS_AUTHORISED
    table.do(done)
    assert settle(table) is None
    assert isinstance(table.events[-1], ev.RoundEnded)
    # It is paid by hand: neither chips nor credit, and it leaves with its player.
    payout = f"payout {look_at(table).seats[3]}"
    assert balance_of(table, payout) == 1_000_000
    left = table.do(cmd.LeaveSeat(), seat=3)[-1]
    assert (payout, "outside", 1_000_000) in left.postings


def test_i_5__one_envy_bonus_for_each_other_qualifying_hand_and_none_for_ones_own():
    # On the Flop Q-J-T of spades: a royal flush at seat 2, a straight flush at seat 5.
    settlements = settled(
        {1: "Qc 3h", 2: "As Ks", 5: "9s 8s"},
        board="Qs Js Ts 2h 7d",
        wagers={seat: {"progressive": 100} for seat in (1, 2, 5)},
    )
    assert sorted(one["pays"] for one in records(settlements, 1, "envy")) == ["$1,000", "$300"]
    assert paid(settlements, 2, "envy") == ("$300", 30_000)
    assert paid(settlements, 5, "envy") == ("$1,000", 100_000)
    assert {one["under"] for one in settlements if one["wager"] == "envy"} == {"647a.11(i)(5)"}


def test_i_5__no_envy_for_the_dealers_hand_nor_without_a_progressive_wager():
    settlements = settled({1: "Qc 3h"}, dealer="As Ts", board=ROYAL_FLOP, wagers={1: {"progressive": 100}})
    assert not records(settlements, 1, "envy")
    settlements = settled({1: "Qc 3h", 2: "As Ts"}, board=ROYAL_FLOP)
    assert not records(settlements, 1, "envy")


def test_i_5__reading_647a_five_cards__a_straight_flush_made_later_is_not_envied():
    """647a.1."""
    settlements = settled(
        {1: "Qc 3h", 2: "As Ts"}, board="Ks Qs 2h Js 7d", wagers={seat: {"progressive": 100} for seat in (1, 2)}
    )
    assert not records(settlements, 1, "envy")
    assert paid(settlements, 2, "progressive") == ("lose", -100)


def test_j__five_card_wagers_rest_on_two_cards_and_the_flop_and_not_on_the_outcome():
    settlements = settled(
        {1: "As 3s"},
        dealer="Kd Kh",
        board="Ks 9s 4s Kc 7d",
        wagers={1: {"five_card_player": 100, "five_card_dealer": 100}},
    )
    assert paid(settlements, 1, "flop") == ("lose", -2_000)
    assert paid(settlements, 1, "five_card_player") == ("50 for 1", 4_900)
    assert paid(settlements, 1, "five_card_dealer") == ("lose", -100)


VALIDATED = [
    pytest.param("As Ks", "Qs Js Ts 2h 7d", True, id="royal_flush"),
    pytest.param("9s 8s", "Qs Js Ts 2h 7d", True, id="straight_flush"),
    pytest.param("9s 9h", "9d 9c 4s 2h 7d", True, id="four_of_a_kind"),
    pytest.param("9s 9h", "9d 4c 4s 2h 7d", False, id="full_house"),
    pytest.param("As 3s", "Ks 9s 4s 2h 7d", False, id="flush"),
]


@pytest.mark.parametrize(("hand", "board", "waits"), VALIDATED)
@pytest.mark.parametrize("wager", ["five_card_player", "five_card_dealer"])
def test_j_2__a_floorperson_verifies_500_for_1_and_meter_shares(wager, hand, board, waits):
    other = "Jd 5h"
    player, dealer = (hand, other) if wager == "five_card_player" else (other, hand)
    table = to_settle({3: player}, dealer, board, {3: {wager: 100}})
    assert settle(table) is None
    assert look_at(table).awaiting == (((3, wager),) if waits else ())
    if waits:
        (validated,) = table.do(cmd.ValidatePayout(seat=3, wager=wager))
        assert validated.clause == "647a.11(j)(2)"
        assert settle(table) is None
    if "document_payout" in steps_due(table):
        table.do(cmd.DocumentPayout(seat=3, wager=wager))
        assert settle(table) is None
    assert isinstance(table.events[-1], ev.RoundEnded)


def test_j_1__a_hand_below_a_flush_wins_nothing():
    settlements = settled({1: "Qc 3h"}, wagers={1: {"five_card_player": 100, "five_card_dealer": 100}})
    for wager in ("five_card_player", "five_card_dealer"):
        assert paid(settlements, 1, wager) == ("lose", -100)


def test_j_3__a_meter_share_comes_from_its_own_meter():
    _, table = played(
        {1: "As Ts"}, board=ROYAL_FLOP, wagers={1: {"five_card_player": 300}}, meters={"five_card": 1_234_567}
    )
    (event,) = [one for one in table.events if isinstance(one, ev.WagerSettled) and one.wager == "five_card_player"]
    assert event.postings == (("area 1 five_card_player", "house", 300), ("meter five_card", "payout 1", 1_234_567))


def test_k__the_round_ends_when_all_is_settled():
    _, table = played({1: "Qc 3h"})
    assert table.events[-1].clause == "647a.11(k)"
    assert not look_at(table).hands


def test_h_2__a_win_beyond_the_limit_is_cut_before_the_next_player_is_settled():
    """647a.11(h)(2), 647a.12(c)."""
    wagers = {seat: {"ante": 2_000_000} for seat in (1, 2)}
    at = table_after(
        **stated({1: "As Ts", 2: "Ad Td"}, board="Ks Qs Js Kd Qd", wagers=wagers, decisions={1: ALL_BETS, 2: ALL_BETS})
    )
    seats = [(type(one).__name__, one.seat) for one in at.events if isinstance(one, ev.WagerSettled | ev.PayoutLimited)]
    assert seats == [*[("WagerSettled", 2)] * 4, ("PayoutLimited", 2), *[("WagerSettled", 1)] * 4, ("PayoutLimited", 1)]
