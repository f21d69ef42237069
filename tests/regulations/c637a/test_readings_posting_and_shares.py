"""Readings of 637a: players who must post, several rakes, the limit of an excess, when a jackpot is collected."""

from __future__ import annotations

from itertools import product
from typing import Any

from houseway.cards import DECK_52, cards, text_of
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.betting import options_now
from houseway.chapters.c637a_poker.draft import TIME_CHARGES
from houseway.chapters.c637a_poker.shares import divided
from houseway.chapters.c637a_poker.state import Status
from houseway.chapters.c637a_poker.table import POKER
from houseway.chapters.registry import check
from houseway.engine.kernel import Table, envelope
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from tests.kit.table_views import balance_of, chips_of, look_at, notes_of, posts_owed
from tests.kit.tables import accepted as do
from tests.kit.tables import refuses
from tests.regulations.c637a.deals import (
    LIMIT,
    NO_LIMIT,
    STUD,
    along,
    deck,
    draw,
    five_card_stud,
    flop,
    legal,
    net,
    on_street,
    played,
    refusal,
    round_over,
    seated,
    stud,
)

LARGEST = {**NO_LIMIT, "must_post": "largest-blind"}
MISSED = {**NO_LIMIT, "must_post": "missed-blinds"}
CHECKS = ", ".join(f"{seat} check" for _ in range(3) for seat in (1, 2, 3, 4))
BOARD_PLAYS = flop(["2c 3d", "2d 3h", "2h 3s", "2s 3c"], "Ac Kd Qh Js Tc")


def _sit(at: Table, seat: int, cents: int = 10_000) -> None:
    do(at, envelope(cmd.TakeSeat(cents=cents), seat=seat, by=f"p{seat}"))


def _start(at: Table, **more: Any) -> None:
    do(at, envelope(cmd.StartRound(order=cards(deck()), **more)))


def _posted(at: Table) -> list[tuple[int, str, int]]:
    """What was posted in the round under way or just over."""
    number = max(place for place, one in enumerate(at.events) if isinstance(one, ev.RoundStarted))
    return [(one.seat, one.kind, one.cents) for one in at.events[number:] if isinstance(one, ev.Posted)]


def _sent(at: Table, command: Any) -> Refusal:
    outcome = at.send(command)
    assert isinstance(outcome, Refusal), outcome
    return outcome


# A player who must post.


def test_reading__637a_must_post__nobody_does_unless_the_submission_says_so() -> None:
    at = along(seated("holdem", 3, NO_LIMIT, button=3), round_over)
    _sit(at, 4)
    refused = _sent(at, envelope(cmd.PostBlind(), seat=4))
    assert (refused.code, refused.clause) == ("WAGER_IS_OFFERED", "637a.11(d)")
    assert _sent(at, envelope(cmd.RequirePost(seat=4))).clause == "637a.11(d)"
    _start(at, button=1)
    assert look_at(at).order == (2, 3, 4, 1)
    assert _posted(at) == [(2, "blind", 50), (3, "blind", 100)]


def test_reading__637a_must_post__a_new_player_posts_the_largest_blind_and_keeps_the_option() -> None:
    at = along(seated("holdem", 3, LARGEST, button=3), round_over)
    _sit(at, 5)
    do(at, envelope(cmd.PostBlind(), seat=5))
    _start(at, button=1)
    assert _posted(at) == [(2, "blind", 50), (3, "blind", 100), (5, "post", 100)]
    along(at, on_street(0))
    assert look_at(at).actor == 5
    may = options_now(at.rules, at.state)
    assert may is not None
    assert (may.check, may.call, may.raise_from) == (True, 0, 200)
    along(at, round_over)
    assert posts_owed(at) == {}
    assert POKER.replay(at.events) == at.state


def test_reading__637a_must_post__players_are_asked_in_the_order_of_their_seats() -> None:
    at = along(seated("holdem", 3, LARGEST, button=3), round_over)
    for seat in (9, 5, 8):
        _sit(at, seat)
    assert [ask.seat for ask in at.due() if ask.command == "post_blind"] == [5, 8, 9]


def test_reading__637a_must_post__or_waits_for_the_largest_blind() -> None:
    at = along(seated("holdem", 3, LARGEST, button=3), round_over)
    _sit(at, 4)
    _start(at, button=1)
    assert list(look_at(at).order) == [2, 3, 1]
    along(at, round_over)
    _start(at)
    # The button is at seat 2: seat 3 has the first blind, seat 4 the largest, and owes nothing more.
    assert list(look_at(at).order) == [3, 4, 1, 2]
    assert _posted(at) == [(3, "blind", 50), (4, "blind", 100)]
    along(at, round_over)
    assert posts_owed(at) == {}


def test_reading__637a_must_post__the_largest_blind_need_not_be_the_last() -> None:
    at = along(seated("holdem", 3, {**LARGEST, "blinds": [100, 50]}, button=2), round_over)
    _sit(at, 4)
    _start(at, button=3)
    assert _posted(at) == [(4, "blind", 100), (1, "blind", 50)]
    along(at, round_over)
    assert posts_owed(at) == {}


def test_reading__637a_must_post__a_blind_of_its_own_counts() -> None:
    at = along(seated("holdem", 3, MISSED, button=3), round_over)
    do(at, envelope(cmd.RequirePost(seat=2, missed=True)))
    do(at, envelope(cmd.PostBlind(), seat=2))
    _start(at, button=1)
    assert _posted(at) == [(2, "blind", 50), (3, "blind", 100), (2, "post", 50)]
    assert (look_at(at).bets[2], look_at(at).pots[0].cents) == (100, 0)


def test_reading__637a_must_post__a_small_blind_in_turn_is_not_posted_again_for_a_big_blind_missed() -> None:
    at = along(seated("holdem", 4, MISSED, button=3), round_over)
    do(at, envelope(cmd.SecureStakes(seat=2)))
    _start(at)
    # The button is at seat 4, seat 1 has the first blind: the largest passes seat 2.
    along(at, round_over)
    assert posts_owed(at) == {2: 0}
    do(at, envelope(cmd.ReturnToTable(seat=2, cents=chips_of(at, "p2"))))
    do(at, envelope(cmd.PostBlind(), seat=2))
    _start(at)
    assert _posted(at) == [(2, "blind", 50), (3, "blind", 100), (2, "post", 50)]


def test_reading__637a_must_post__only_blinds_that_passed_are_owed_dead() -> None:
    terms = {**MISSED, "blinds": [25, 50, 100]}
    at = along(seated("holdem", 6, terms, button=6), round_over)
    do(at, envelope(cmd.SecureStakes(seat=4)))
    owed = []
    for _ in range(4):
        _start(at)
        along(at, round_over)
        owed.append(posts_owed(at))
    # The largest passes first, then 50, then 25; each once.
    assert owed == [{4: 0}, {4: 50}, {4: 75}, {4: 75}]


def test_reading__637a_must_post__a_newcomer_who_waits_misses_no_blind() -> None:
    at = along(seated("holdem", 3, MISSED, button=3), round_over)
    _sit(at, 4)
    for _ in range(3):
        assert posts_owed(at) in ({4: 0}, {})
        _start(at)
        along(at, round_over)


def test_reading__637a_must_post__blinds_missed_are_owed_on_return() -> None:
    at = along(seated("holdem", 4, MISSED, button=4), round_over)
    do(at, envelope(cmd.SecureStakes(seat=2)))
    _start(at)
    # The button is at seat 1: the blinds pass seat 2.
    assert look_at(at).order == (3, 4, 1)
    # A void round's blinds went back, so none were missed.
    do(at, envelope(cmd.ReportIrregularity(cause="shuffle_or_cut_failed"), role=Role.FLOORPERSON))
    assert posts_owed(at) == {}
    _start(at)
    along(at, round_over)
    assert posts_owed(at) == {2: 50}
    do(at, envelope(cmd.ReturnToTable(seat=2, cents=chips_of(at, "p2"))))
    do(at, envelope(cmd.PostBlind(), seat=2))
    _start(at, button=3)
    assert _posted(at) == [(4, "blind", 50), (1, "blind", 100), (2, "dead post", 50), (2, "post", 100)]
    along(at, round_over)
    assert posts_owed(at) == {}


def test_reading__637a_must_post__a_void_round_leaves_it_owed() -> None:
    at = along(seated("holdem", 3, MISSED, button=3), round_over)
    do(at, envelope(cmd.RequirePost(seat=1, missed=True)))
    do(at, envelope(cmd.PostBlind(), seat=1))
    before = chips_of(at, "p1")
    _start(at, button=1)
    do(at, envelope(cmd.ReportIrregularity(cause="missing_card"), role=Role.FLOORPERSON))
    assert (chips_of(at, "p1"), notes_of(at, "post_is_chosen")) == (before, {1: 50})


def test_reading__637a_must_post__nobody_waits_where_too_few_would_play() -> None:
    at = along(seated("holdem", 2, LARGEST, button=2), round_over)
    do(at, envelope(cmd.LeaveSeat(), seat=2))
    _sit(at, 4)
    _start(at)
    assert sorted(look_at(at).order) == [1, 4]


def test_reading__637a_must_post__the_button_waits_too() -> None:
    at = along(seated("holdem", 3, LARGEST, button=3), round_over)
    _sit(at, 4)
    refused = _sent(at, envelope(cmd.StartRound(order=cards(deck()), button=4)))
    assert (refused.code, refused.legal) == ("ROUND_IS_WELL_FORMED", ("seat 1",))


def test_reading__637a_must_post__stakes_must_suffice_for_it() -> None:
    at = along(seated("holdem", 3, MISSED, button=3), round_over)
    _sit(at, 4, 249)
    do(at, envelope(cmd.RequirePost(seat=4, missed=True)))
    do(at, envelope(cmd.PostBlind(), seat=4))
    refused = _sent(at, envelope(cmd.StartRound(order=cards(deck()), button=1)))
    assert (refused.clause, refused.legal) == ("637a.8(b)(4)", ("at least $2.50",))


def test_reading__637a_must_post__in_a_stated_round() -> None:
    actions = "3 call, 4 call, 1 call, 2 check, " + CHECKS
    deal = flop(["Ac Ad", "Kc Kd", "Qc Qd", "Jc Jd"], "2h 3h 5d 7s 9s")
    both = played("holdem", deal, actions.replace("3 call", "3 check"), MISSED, stacks=4, posts={"3": "missed"})
    # 50 of seat 3 are dead: it has called the blind and is 150 down.
    assert both["net"] == {"1": 350, "2": -100, "3": -150, "4": -100}
    assert legal("holdem", deal, "", MISSED, stacks=4, posts={"3": "new"}) == ["fold", "check", "raise to 200 to 10000"]
    assert refusal("holdem", deal, actions, stacks=4, posts={"3": "new"}) == ("WAGER_IS_OFFERED", "637a.11(d)")
    assert refusal("holdem", deal, actions, MISSED, stacks=4, posts={"9": "new"}) == ("PLAYER_IS_SEATED", "637a.11(d)")
    assert refusal("stud-high", deck(), "", {**STUD, "must_post": "largest-blind"})[0] == "SUBMISSION_IS_LAWFUL"


def test_reading__637a_must_post__a_straddle_includes_it() -> None:
    given = played(
        "holdem",
        flop(["Ac Ad", "Kc Kd", "Qc Qd", "Jc Jd"], "2h 3h 5d 7s 9s"),
        "3 straddle, 4 fold, 1 fold, 2 fold",
        {**LARGEST, "straddle": True},
        stacks=4,
        posts={"3": "new"},
    )
    assert given["net"] == {"1": -50, "2": -100, "3": 150, "4": 0}


# Several rakes.

PERCENTAGE = {"kind": "percentage", "percent": 5, "cap": 100}
LEVELS = {"kind": "incremental", "steps": [[1000, 50], [2000, 50]], "cap": 100}
HOURLY = {"kind": "time", "hourly": 1200}


def test_reading__637a_several_rakes() -> None:
    """637a.17(b)"""
    terms = {**NO_LIMIT, "rake": [PERCENTAGE, LEVELS, HOURLY]}
    deal = flop(["Ac Ad", "Kc Kd", "2h 7s", "3h 8s"], "Qh Jh 9d 8d 4d")
    given = played("holdem", deal, "3 raise to 400, 4 call, 1 call, 2 call, " + CHECKS, terms, stacks=4)
    # 5% of 1600 and the level of 1000.
    assert (given["rake"], given["rakes"]) == (130, {"percentage": 80, "incremental": 50})
    assert given["pots"][0]["paid"] == 1470
    at = along(seated("holdem", 4, terms, deal, button=4), round_over)
    do(at, envelope(cmd.AssessTimeCharge(), at=0))
    assert balance_of(at, TIME_CHARGES) == 4 * 600
    # What lies there of a round is not verified with the time charges.
    do(at, envelope(cmd.VerifyTimeCharges(cents=2400), by="Flora"))
    assert balance_of(at, "drop box") == 20 + 2400


def test_reading__637a_several_rakes__one_of_each_kind() -> None:
    _, faults = check({**NO_LIMIT, "rake": [PERCENTAGE, {**PERCENTAGE, "percent": 6}]}, game="holdem")
    assert [(fault.field, fault.clause) for fault in faults] == [("rake", "637a.17(a)(1)")]


def test_reading__637a_several_rakes__never_more_than_the_pot() -> None:
    everything = {"kind": "incremental", "steps": [[0, 10_000]], "cap": 10_000}
    terms = {**NO_LIMIT, "rake": [PERCENTAGE, everything]}
    given = played("holdem", flop(["Ac Ad", "Kc Kd"]), "1 call, 2 check" + ", 1 check, 2 check" * 3, terms, stacks=2)
    assert given["rakes"] == {"percentage": 10, "incremental": 190}
    assert given["pots"][0]["paid"] == 0


# The excess.


def test_reading__637a_excess_limit() -> None:
    """637a.11(k)"""
    call = "3 call, 4 call, 1 call, 2 check, " + CHECKS
    dollar = {"structure": "no-limit", "blinds": [100, 200], "ante": 25, "smallest_chip": 100}
    # $9 among four in whole dollars leave $1, which may be.
    assert net("holdem", BOARD_PLAYS, call, dollar, stacks=4) == [75, -25, -25, -25]
    # $11 among four would leave $3: the shares are equal to the cent.
    assert net("holdem", BOARD_PLAYS, call, {**dollar, "ante": 75}, stacks=4) == [0, 0, 0, 0]
    # $8 less 50 cents of rake: halves of a dollar would leave $1.50.
    raked = {**dollar, "ante": 0, "rake": {"kind": "percentage", "percent": 10, "cap": 100}, "smallest_chip": 50}
    assert net("holdem", BOARD_PLAYS, call, raked, stacks=4) == [-11, -13, -13, -13]


def test_reading__637a_excess_limit__no_excess_is_above_a_dollar() -> None:
    for cents, chip, among in product(range(1, 1200, 7), (1, 5, 25, 50, 100), (2, 3, 7, 10)):
        each, excess = divided(cents, among, chip)
        assert each * among + excess == cents
        assert 0 <= excess <= 100
        # Chips are broken only where it must be.
        assert each % chip == 0 or cents - cents // among // chip * chip * among > 100


def test_reading__637a_odd_chip__of_badugis_alike_the_best_suits_count() -> None:
    """637a.21(k)(5)"""
    terms = {
        "structure": "fixed-limit",
        "blinds": [25, 50],
        "small_bet": 50,
        "big_bet": 100,
        "odd_chip": "suit",
        "ante": 1,
    }
    # Seats 1 and 2 hold A-2-3 of three suits; seat 2 can take its ace of clubs or of hearts, in whichever order dealt.
    for two in ("Ah Ac 2d 3s", "Ac Ah 2d 3s"):
        deal = draw(["Ad 2c 3h 3d", two, "Kc Kd Kh Ks"])
        stood = "3 call, 1 call, 2 check, " + ", ".join(["1 stand, 2 stand, 3 stand, 1 check, 2 check, 3 check"] * 3)
        given = played("badugi", deal, stood, terms)
        assert {award["seat"]: award["excess"] for award in given["pots"][0]["awards"]} == {1: 0, 2: 1}


def test_reading__637a_kill__a_tie_for_high_without_a_low_is_no_split() -> None:
    """637a.1"""
    terms = {**LIMIT, "kill": "kill", "qualifying_pot": 300}
    tied = flop(["Ah Kh 2c 3d", "Ad Kd 2s 3c", "4h 4d 5s 5c"], "Ac Ks Qh Jd 9s")
    down = "3 call, 1 call, 2 check, " + ", ".join(f"{seat} check" for _ in range(3) for seat in (1, 2, 3))
    assert played("omaha-hi-lo-8", tied, down, terms, kill=True)["kill_next"]
    assert not played("omaha-hi-lo-8", tied, down, terms, kill=False)["kill_next"]


# Collecting for a jackpot.


def test_reading__637a_collection() -> None:
    """637a.16(b)(1) 637a.16(c)"""
    terms = {**NO_LIMIT, "high_hand": {"contribution": 100}}
    at = along(seated("holdem", 3, terms, button=3), round_over)
    assert balance_of(at, "high_hand box") == 100
    assert (
        _sent(at, envelope(cmd.SetCollection(fund="high_hand", collecting=False), role=Role.DEALER)).code
        == "ROLE_IS_AUTHORISED"
    )
    assert _sent(at, envelope(cmd.SetCollection(fund="bad_beat", collecting=False))).legal == ("high_hand",)
    do(at, envelope(cmd.SetCollection(fund="high_hand", collecting=False)))
    _start(at)
    during = _sent(at, envelope(cmd.SetCollection(fund="high_hand", collecting=True)))
    assert during.clause == "637a.16(c)"
    along(at, round_over)
    assert balance_of(at, "high_hand box") == 100
    do(at, envelope(cmd.SetCollection(fund="high_hand", collecting=True)))
    _start(at)
    along(at, round_over)
    assert balance_of(at, "high_hand box") == 200
    assert POKER.replay(at.events) == at.state


def test_reading__637a_collection__who_sets_it_is_named_by_the_clause_of_the_fund() -> None:
    """637a.15(c), 637a.16(c)"""
    both = {"high_hand": {"contribution": 100}, "bad_beat": {"contribution": 100}}
    for fund, funds, clause in (
        ("high_hand", both, "637a.16(c)"),
        ("bad_beat", both, "637a.15(c)"),
        ("high_hand", {}, "637a.15(c)"),
    ):
        at = along(seated("holdem", 3, {**NO_LIMIT, **funds}, button=3), round_over)
        given = _sent(at, envelope(cmd.SetCollection(fund=fund, collecting=False), role=Role.DEALER))
        assert (given.code, given.clause) == ("ROLE_IS_AUTHORISED", clause)


# What an independent settlement of the chapter brought up.


def test_reading__637a_straddle__of_the_first_blind_where_everybody_posts_one() -> None:
    """637a.11(e)"""
    terms = {**NO_LIMIT, "straddle": 200}
    deal = flop(["As 7c", "Kd 7d"], "4h 5h 6h Td Qc")
    # Its blind of 50 is part of the 200.
    assert net("holdem", deal, "1 straddle, 2 fold", terms, stacks=2) == [100, -100]
    assert legal("holdem", deal, "1 straddle", terms, stacks=2) == ["fold", "call 100", "raise to 400 to 10000"]


def test_reading__637a_rake_once__in_whole_chips_whatever_the_cap_or_the_step() -> None:
    """637a.17(b)"""
    chip = {"structure": "no-limit", "blinds": [500, 1000], "smallest_chip": 100}
    assert played("holdem", deck(), "1 fold", {**chip, "rake": {**PERCENTAGE, "cap": 25}}, stacks=2)["rake"] == 0
    steps = {"kind": "incremental", "steps": [[200, 150]], "cap": 400}
    assert played("holdem", deck(), "1 fold", {**chip, "rake": steps}, stacks=2)["rake"] == 100


def test_reading__637a_ante_by_seat__short_of_the_own_ante() -> None:
    """637a.8(b)(5)(i)"""
    terms = {"structure": "no-limit", "minimum_bet": 100, "forced_bet": 100, "ante": {"1": 500, "2": 1000}}
    aces = five_card_stud(["As Ac 9h 9c 5h", "2d 7d 8d Jc 3s"])
    # Seat 1 has 100 of its 500 and contends for 100 of seat 2's 1000; the rest nobody can win goes back.
    given = played("five-card-stud", aces, "", terms, stacks={1: 100, 2: 5000}, tournament=True)
    assert (given["pots"][0]["amount"], given["stacks"]) == (200, {"1": 200, "2": 4900})
    three = {**terms, "ante": {"1": 500, "2": 1000, "3": 300}}
    deal = five_card_stud(["As Ac 9h 9c 5h", "2d 7d 8d Jc 3s", "Ks Kh 4c 4d 6s"])
    stacks = {1: 100, 2: 1000, 3: 5000}
    given = played("five-card-stud", deal, "", three, stacks=stacks, tournament=True)
    # 100 of each for all three; what is above, 900 and 200, for seats 2 and 3, who placed their whole ante.
    assert [(pot["amount"], pot["contenders"], pot["winners"]) for pot in given["pots"][:2]] == [
        (300, [1, 2, 3], [1]),
        (1100, [2, 3], [3]),
    ]


def test_reading__637a_common_card__a_deck_that_is_not_stated_in_full_has_not_run_short() -> None:
    """637a.10(h)"""
    checks = "1 call, 1 check, 2 check, 1 check, 2 check, 1 check, 2 check, 1 check, 2 check"
    stated = stud(["As Ac 9h 9c 5h 4h 6c", "2d 7d 8d Jc 4s 6d Kd"]).split()[:17]
    terms = {"structure": "no-limit", "minimum_bet": 100, "forced_bet": 100}
    code, clause = refusal("stud-high", " ".join(stated), checks, terms, stacks=2)
    assert (code, clause) == ("DECK_SUFFICES", "637a.10(h)")


def test_reading__637a_common_card__the_last_cards_of_a_deck_that_are_not_stated_suffice() -> None:
    """637a.10(h): seven players, one of whom folds: with the burn card the seven cards that are left go out one each."""
    at = along(seated("stud-high", 7, STUD, text_of(DECK_52[:48])), on_street(3))
    at.act(f"{look_at(at).actor} fold")
    at = along(at, lambda at: look_at(at).status is Status.DEALING)
    given = refuses(at, cmd.DealStreet())
    assert (given.code, given.clause) == ("DECK_SUFFICES", "637a.10(h)")
    whole = along(seated("stud-high", 7, STUD, text_of(DECK_52)), on_street(3))
    whole.act(f"{look_at(whole).actor} fold")
    assert not look_at(along(whole, on_street(4))).common


def test_reading__637a_odd_chip__five_card_draw_leaves_no_choice() -> None:
    """637a.13(i)"""
    terms = {**NO_LIMIT, "odd_chip": "suit", "ante": {"2": 1}}
    tied = draw(["Ac Kc Qc Jd 9c", "As Ks Qs Jh 9s"])
    given = played("draw-high", tied, "1 call, 2 check, 1 stand, 2 stand, 1 check, 2 check", terms, stacks=2)
    assert given["pots"][0]["shares"] == {"1": 101, "2": 100}
    _, notes = check(terms, game="draw-high")
    assert [note.field for note in notes] == ["rake", "odd_chip"]


def test_s8_b_4__nobody_plays_with_nothing() -> None:
    code, clause = refusal("stud-high", deck(), "", STUD, stacks={1: 0, 2: 500}, tournament=True)
    assert (code, clause) == ("WAGER_IS_COVERED", "637a.8(b)(4)")
