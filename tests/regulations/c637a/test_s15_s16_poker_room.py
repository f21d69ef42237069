"""637a.15 and .16 fed by Poker tables: contributions, Bad Beats and high hands of rounds that were played."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.cards import cards, text_of
from houseway.chapters.c637a_poker import commands as core
from houseway.chapters.c637a_poker.jackpots import commands as cmd
from houseway.chapters.c637a_poker.jackpots.feed import Fed, JackpotFeed, feeds, kinds_not_collected
from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.chapters.registry import resolve
from houseway.engine.kernel import Envelope, Table, envelope
from houseway.engine.opening import OpenTable, TakeSeat
from houseway.engine.roles import Role
from houseway.money import Cents
from houseway.seats import Seat
from tests.kit.jackpot_room import Room, accepted, adjust_display, count_at_cage, room
from tests.kit.table_views import balance_of, balances_of, chips_of, fund_of
from tests.kit.tables import accepted as do
from tests.kit.tables import refuses
from tests.regulations.c637a.deals import act, along, at_showdown, flop, on_street, round_over
from tests.regulations.c637a.deals import stud as stud_deck

TERMS: dict[str, Any] = {
    "structure": "no-limit",
    "blinds": [50, 100],
    "rake": {"kind": "percentage", "percent": 10, "cap": 400},
    "bad_beat": {"contribution": 100, "minimum_pot": 300, "hands": ["Tc Td Th Ts 2c"]},
    "high_hand": {"contribution": 50, "minimum_pot": 300, "minimum_players": 3},
}
BEAT, HIGH = "beat", "high"
HOUR = 3_600
NOTHING = flop(["Ac Kd", "Qc Jd", "2h 7s"], "9h 8h 3d 2s 4d")
HOUSE = flop(["9c 9d", "Qc Jd", "2h 7s"], "9h 4h 4d Ks 8d")
QUADS_BEATEN = flop(["Tc Td", "Kc Kd", "2h 7s"], "Th Ts Kh Ks 8d")


def _room(**terms: Any) -> Room:
    at = room(**{**TERMS, **terms})
    for fund, kind in ((BEAT, "bad_beat"), (HIGH, "high_hand")):
        accepted(at, envelope(cmd.OfferFund(fund=fund, kind=kind), by="Sue"))
        if fund == BEAT:
            accepted(at, envelope(cmd.ApproveDiscontinuing(fund=fund), by="Ed"))
        for table in ("1", "2"):
            accepted(at, envelope(cmd.DesignateTable(fund=fund, table=table), by="Flora"))
    accepted(at, envelope(cmd.StartQualifyingPeriod(fund=HIGH), by="Flora", at=0))
    return at


class _Table:
    """A table with three players whose rounds feed a room."""

    def __init__(self, room: Room, name: str, game: str = "holdem", **terms: Any) -> None:
        self.table: Table[PokerRules, Any] = Table(resolve({**TERMS, **terms}, game=game, kind=PokerRules))
        self.table.do(OpenTable(stated=True))
        for seat in (1, 2, 3):
            player = f"{name}{'abc'[seat - 1]}"
            do(self.table, envelope(TakeSeat(cents=Cents(100_000)), seat=seat, by=player))
        self.feed, self.fed = JackpotFeed(room, self.table.rules.game, name), 0

    def plays(self, deck: str, *actions: str, at: int | None = None) -> Fed:
        do(self.table, envelope(core.StartRound(order=cards(deck), button=Seat(3))))
        if actions:
            along(self.table, on_street(0))
            act(self.table, *actions)
        along(self.table, round_over)
        return self.gives(at)

    def gives(self, at: int | None = None) -> Fed:
        new, self.fed = self.table.events[self.fed :], len(self.table.events)
        return self.feed.feed(new, dealer="Dee", at=at)


def _slip(call: Envelope, player: str) -> cmd.TrackingSlip:
    called = call.command
    assert isinstance(called, cmd.CallHighHand)
    return cmd.TrackingSlip(
        player=player,
        phone="717-555-0100",
        seat=called.seat,
        table=called.table,
        hand=called.hand,
        dealer="Dee",
        dealer_credential="D-17",
        signature="Flora",
        credential="F-4",
    )


def test_s15_c_s16_c__each_pot_that_qualifies_contributes_to_the_tables_boxes() -> None:
    room = _room()
    one, two = _Table(room, "1"), _Table(room, "2")
    assert len(one.plays(NOTHING).contributed) == 2
    assert one.plays(NOTHING, "3 fold", "1 fold") == Fed()
    two.plays(NOTHING)
    two.plays(NOTHING)
    ledger = balances_of(room)
    assert (ledger["box beat 1"], ledger["box beat 2"], ledger["box high 1"], ledger["box high 2"]) == (
        100,
        200,
        50,
        100,
    )
    assert balance_of(one.table, "bad_beat box") == ledger["box beat 1"]


def test_s15_c__what_the_room_does_not_accept_is_handed_back_as_a_refusal() -> None:
    room = _room()
    one = _Table(room, "1")
    accepted(room, envelope(cmd.NotifyOfCount(fund=BEAT), by="Flora"))
    accepted(room, envelope(cmd.CloseTableForCount(fund=BEAT, table="1"), by="Flora"))
    fed = one.plays(NOTHING)
    assert [(one.code, one.clause) for one in fed.refused] == [("STEP_IS_DUE", "637a.15(c)")]
    assert len(fed.contributed) == 1
    stranger = _Table(room, "9").plays(NOTHING)
    assert {one.code for one in stranger.refused} == {"FUND_IS_OFFERED"}


def test_s15_c__a_void_round_contributes_nothing() -> None:
    from houseway.chapters.c637a_poker.commands import ReportIrregularity

    room = _room()
    one = _Table(room, "1")
    do(one.table, envelope(core.StartRound(order=cards(QUADS_BEATEN), button=Seat(3))))
    along(one.table, at_showdown)
    do(one.table, envelope(ReportIrregularity(cause="missing_card"), role=Role.FLOORPERSON))
    assert one.gives() == Fed()


def test_s15_f__a_bad_beat_is_noticed_and_waits_for_the_shift_supervisor() -> None:
    room = _room()
    (noticed,) = _Table(room, "1").plays(QUADS_BEATEN).bad_beats
    assert (noticed.loser, noticed.winner, noticed.others) == ("1a", "1b", ("1c",))
    assert sorted(text_of(noticed.losing).split()) == ["Kh", "Tc", "Td", "Th", "Ts"]
    assert fund_of(room, BEAT).bad_beat is None
    (verified,) = accepted(room, envelope(noticed, by="Sue"))
    assert verified.clause == "637a.15(f)"


def test_s15_f__a_table_may_be_followed_from_between_two_rounds_on() -> None:
    room = _room()
    one = _Table(room, "1")
    one.plays(NOTHING)
    one.feed, one.fed = JackpotFeed(room, one.table.rules.game, "1"), len(one.table.events)
    one.feed.begin_from(one.table.state)
    (noticed,) = one.plays(QUADS_BEATEN).bad_beats
    assert (noticed.loser, noticed.winner, noticed.others) == ("1a", "1b", ("1c",))


def test_s15_b_3__the_least_of_the_hands_that_are_stated_is_noticed() -> None:
    hands = ["Qc Qd Qh Qs 2c", "Tc Td Th Ts 2c", "Jc Jd Jh Js 2c"]
    room = _room(bad_beat={**TERMS["bad_beat"], "hands": hands})
    assert len(_Table(room, "1").plays(QUADS_BEATEN).bad_beats) == 1
    room = _room(bad_beat={**TERMS["bad_beat"], "hands": hands[::2]})
    assert _Table(room, "1").plays(QUADS_BEATEN).bad_beats == ()


@pytest.mark.parametrize(
    "deck",
    [
        flop(["9c 9d", "Kc Kd", "2h 7s"], "9h 9s Kh Ks 8d"),  # Four nines are below the submission's four tens.
        flop(["Tc Td", "Qc Jd", "2h 7s"], "Th Ts Kh Ks 8d"),  # Four tens win.
    ],
)
def test_s15_b_3__a_hand_below_the_submissions_or_one_that_wins_is_none(deck: str) -> None:
    assert _Table(_room(), "1").plays(deck).bad_beats == ()


def test_s15_f__a_hand_discarded_unseen_is_no_bad_beat() -> None:
    room = _room()
    one = _Table(room, "1")
    do(one.table, envelope(core.StartRound(order=cards(QUADS_BEATEN), button=Seat(3))))
    along(one.table, at_showdown)
    do(one.table, envelope(core.ShowHand(muck=True), seat=1))
    along(one.table, round_over)
    assert one.gives().bad_beats == ()


def test_s15_b_3__without_stated_hands_the_pots_only_contribute() -> None:
    fed = _Table(_room(bad_beat={**TERMS["bad_beat"], "hands": []}), "1").plays(QUADS_BEATEN)
    assert (fed.bad_beats, fed.refused) == ((), ())
    assert fed.contributed


def test_s15_b_3__too_few_players_dealt_in_are_not_noticed() -> None:
    terms = {**TERMS["bad_beat"], "minimum_players": 4}
    assert _Table(_room(bad_beat=terms), "1").plays(QUADS_BEATEN).bad_beats == ()
    assert len(_Table(_room(bad_beat={**terms, "minimum_players": 3}), "1").plays(QUADS_BEATEN).bad_beats) == 1


def test_s15_b_3__equal_winners_and_equal_losers_share_their_parts() -> None:
    room = _room()
    # Four tens on the table: two aces beat a king.
    deck = flop(["Ac 2d", "Kc 3d", "Ah 7s"], "Th Ts Tc Td 8d")
    (noticed,) = _Table(room, "1").plays(deck).bad_beats
    assert (noticed.loser, noticed.winner, noticed.also_won, noticed.others) == ("1b", "1a", ("1c",), ())
    count_at_cage(room, BEAT, ("1", "2"), 100, notify=True)
    accepted(room, envelope(noticed, by="Sue"))
    _pay_bad_beat(room)
    # Nobody else was dealt in: 50 and 25 for the loser, 25 for two winners.
    assert [chips_of(room, who) for who in ("1b", "1a", "1c")] == [75, 12, 12]
    assert balance_of(room, "fund beat") == fund_of(room, BEAT).official == 1


def test_s16_f__a_full_house_is_for_the_dealer_to_call() -> None:
    room = _room()
    one = _Table(room, "1")
    assert one.plays(NOTHING).high_hands == ()
    (call,) = one.plays(HOUSE, at=60).high_hands
    assert isinstance(call.command, cmd.CallHighHand)
    assert (call.command.seat, call.command.players, call.at, call.by) == (1, 3, 60, "Dee")
    accepted(room, call)
    accepted(room, envelope(cmd.RecordHighHand(fund=HIGH, slip=_slip(call, "1a"), identified=True), by="Flora"))
    lower = flop(["8c 8h", "Qc Jd", "2h 7s"], "9h 4h 4d Ks 8d")
    assert one.plays(lower, at=120).high_hands == ()
    assert len(_Table(room, "2").plays(HOUSE, at=120).high_hands) == 1


def test_s16_f__equal_hands_of_a_round_wait_for_the_floor_together() -> None:
    room = _room()
    fed = _Table(room, "1").plays(flop(["Kc 2d", "Kd 3d", "Qc Jd"], "Kh Ks 9d 9s 4c"))
    first, second = fed.high_hands
    accepted(room, first)
    assert refuses(room, first).message == "this hand has been called before and waits for the floor"
    accepted(room, second)
    for call, player in ((second, "1b"), (first, "1a")):
        accepted(room, envelope(cmd.RecordHighHand(fund=HIGH, slip=_slip(call, player), identified=True), by="Flora"))
    assert [slip.player for slip in fund_of(room, HIGH).leaders] == ["1b", "1a"]


def test_s16_b_4__too_few_players_dealt_in_qualify_for_nothing() -> None:
    room = _room(high_hand={**TERMS["high_hand"], "minimum_players": 4})
    assert _Table(room, "1").plays(HOUSE).high_hands == ()


def test_s16_f__only_games_with_a_high_hand_have_one() -> None:
    terms = {"structure": "fixed-limit", "blinds": [], "ante": 100, "forced_bet": 50, "small_bet": 100}
    hands = ["9c 9d 9h 9s 4c 4d 2c", "Qc Jd 8c 7d 3c 5h 6s", "2h 7s Tc Js 5c 6c 8s"]
    low = _Table(_room(), "1", "stud-low", **terms).plays(stud_deck(hands))
    assert (low.bad_beats, low.high_hands) == ((), ())
    high = _Table(_room(), "1", "stud-high", **terms).plays(stud_deck(hands))
    assert len(high.high_hands) == 1


def _pay_bad_beat(room: Room) -> None:
    accepted(room, envelope(cmd.PostPendingNotice(fund=BEAT), by="Sue"))
    accepted(room, envelope(cmd.OrderPayout(fund=BEAT, to="security"), by="Sue"))
    accepted(room, envelope(cmd.PrepareDistribution(fund=BEAT), by="Fin"))
    accepted(room, envelope(cmd.PayBadBeat(fund=BEAT), by="Sam", role=Role.SECURITY))


def _period_ends(room: Room, at: int, cents: int) -> None:
    accepted(room, envelope(cmd.EndQualifyingPeriod(fund=HIGH), by="Flora", at=at))
    count_at_cage(room, HIGH, ("1", "2"), cents, notify=False)
    accepted(room, envelope(cmd.AnnounceHighHandPayout(fund=HIGH), by="Flora"))


def test_s15_d_s15_f_s16_g_s16_h__a_whole_day_at_two_tables() -> None:
    room = _room()
    one, two = _Table(room, "1"), _Table(room, "2")

    # The first hour has no full house: what was collected rolls over.
    for table in (one, two, two):
        assert table.plays(NOTHING).high_hands == ()
    _period_ends(room, HOUR, 150)
    assert fund_of(room, HIGH).official == 150

    # In the second a full house leads, then four kings beat it and four tens.
    accepted(room, envelope(cmd.StartQualifyingPeriod(fund=HIGH), by="Flora", at=HOUR))
    fed = Fed()
    for table, deck, player, at in ((one, HOUSE, "1a", HOUR + 60), (two, QUADS_BEATEN, "2b", HOUR + 120)):
        fed = table.plays(deck, at=at)
        (call,) = fed.high_hands
        accepted(room, call)
        accepted(room, envelope(cmd.RecordHighHand(fund=HIGH, slip=_slip(call, player), identified=True), by="Flora"))
    (noticed,) = fed.bad_beats
    assert (noticed.table, noticed.loser, noticed.winner) == ("2", "2a", "2b")

    # The Bad Beat boxes are counted, then the payout is verified, prepared and delivered.
    collected = balance_of(room, "box beat 1") + balance_of(room, "box beat 2")
    assert collected == 500
    count_at_cage(room, BEAT, ("1", "2"), collected, notify=True)
    adjust_display(room, BEAT, 500)
    accepted(room, envelope(noticed, by="Sue"))
    _pay_bad_beat(room)
    assert [chips_of(room, who) for who in ("2a", "2b", "2c")] == [250, 125, 125]
    adjust_display(room, BEAT, 0)

    # At the end of the period four kings are paid at the cage: two pots of it and what rolled over.
    _period_ends(room, 2 * HOUR, 100)
    paid = envelope(cmd.PayHighHand(fund=HIGH, player="2b", identified=True), by="Cass", at=2 * HOUR + 60)
    accepted(room, paid)
    assert chips_of(room, "2b") == 125 + 250
    accepted(room, envelope(cmd.EndGamingDay(fund=BEAT), by="Sue"))
    left = {
        account: cents
        for account, cents in balances_of(room).items()
        if cents and account[:6] not in ("player", "table ")
    }
    assert left == {}


def test_s15_c__a_history_feeds_a_room_as_the_live_table_did() -> None:
    live, later = _room(), _room()
    one = _Table(live, "1")
    fed = [one.plays(deck) for deck in (NOTHING, HOUSE, QUADS_BEATEN)]
    again = feeds(later, one.table.rules.game, "1", one.table.events, dealer="Dee")
    assert later.state == live.state
    assert again.bad_beats == fed[2].bad_beats
    # A feed that lost its place begins again, and nothing is collected twice.
    feeds(live, one.table.rules.game, "1", one.table.events, dealer="Dee")
    assert later.state == live.state


def test_rules_of_jackpots_are_shown_without_their_machine():
    assert "machine" not in repr(room().rules)


def test_s16_f_s1__a_hand_that_wins_uncontested_may_be_shown_and_reaches_the_fund() -> None:
    """637a.16(f) 637a.1"""
    room = _room()
    one = _Table(room, "1")
    do(one.table, envelope(core.StartRound(order=cards(HOUSE), button=Seat(3))))
    along(one.table, on_street(2))
    act(one.table, "1 bet 500", "2 fold", "3 fold")
    assert one.gives().high_hands == ()
    (shown,) = do(one.table, envelope(core.ShowHand(), seat=1))
    assert text_of(shown.cards) == "9c 9d"
    [call] = one.gives().high_hands
    accepted(room, call)
    accepted(room, envelope(cmd.RecordHighHand(fund=HIGH, slip=_slip(call, "1a"), identified=True), by="Flora"))
    # It is shown once, and not by others.
    assert refuses(one.table, envelope(core.ShowHand(), seat=1)).clause == "637a.18(e)"
    assert refuses(one.table, envelope(core.ShowHand(), seat=2)).clause == "637a.18(e)"


def test_s16_f__no_hand_of_a_void_round_is_shown() -> None:
    one = _Table(_room(), "1")
    do(one.table, envelope(core.StartRound(order=cards(HOUSE), button=Seat(3))))
    along(one.table, on_street(2))
    do(one.table, envelope(core.ReportIrregularity(cause="missing_card"), role=Role.FLOORPERSON))
    assert refuses(one.table, envelope(core.ShowHand(), seat=1)).clause == "637a.18(e)"


def test_s16_c__a_pot_contributes_only_where_a_fund_receives_it() -> None:
    room = _room()
    one = _Table(room, "1")
    assert kinds_not_collected(room.state, "1", HOUR - 1) == ()
    assert kinds_not_collected(room.state, "1", HOUR) == ("high_hand",)
    assert kinds_not_collected(room.state, "9", 0) == ("bad_beat", "high_hand")
    do(one.table, envelope(core.StartRound(order=cards(NOTHING), button=Seat(3))))
    along(one.table, at_showdown)
    without = kinds_not_collected(room.state, "1", HOUR)
    do(one.table, envelope(core.AwardPots(without=without), role=Role.DEALER))
    fed = one.gives(HOUR)
    assert (len(fed.contributed), fed.refused) == (1, ())
    assert (balance_of(one.table, "bad_beat box"), balance_of(one.table, "high_hand box")) == (100, 0)
