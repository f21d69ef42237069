"""637a.1, .8, .10 to .12, .17 and .18: limits that bound, the button's and the kill's order, cards that go wrong twice."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.cards import DECK_52
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.events import BURN, COMMUNITY
from houseway.chapters.c637a_poker.games import POKER_GAMES
from houseway.chapters.c637a_poker.rules import Opens, PokerRules
from houseway.chapters.c637a_poker.state import Status
from houseway.chapters.c637a_poker.submission import PokerSubmission
from houseway.chapters.c637a_poker.table import POKER
from houseway.chapters.registry import UnlawfulSubmissionError, resolve
from houseway.engine.kernel import Table, Viewer, envelope
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.rules.submission import Severity
from houseway.seats import Seat
from tests.kit.card_views import burned_cards, cards_sent_to, deck_of, set_aside_cards, stub_of
from tests.kit.table_views import balance_of, chips_of, hand_of, look_at, street_of
from tests.kit.tables import last
from tests.poker.scenarios import (
    DECK,
    ORDER,
    act_of,
    after,
    betting,
    by,
    mishap,
    report,
    short_stud,
    started,
    table,
    with_decks,
)
from tests.regulations.c637a.deals import (
    LIMIT,
    NO_LIMIT,
    SPREAD,
    STUD,
    along,
    at_showdown,
    legal,
    on_street,
    round_over,
)

TIMED = {**NO_LIMIT, "rake": {"kind": "time", "hourly": 600, "every_minutes": 20}}


def _faults(game: str, terms: dict[str, Any]) -> list[tuple[str, str]]:
    """The fields and clauses of what makes a submission unlawful."""
    try:
        resolve(terms, game=game)
    except UnlawfulSubmissionError as error:
        return [(one.field, one.clause) for one in error.faults if one.severity is Severity.FAULT]
    return []


def _rulings(at: Table[Any, Any]) -> list[tuple[str, str]]:
    return [(one.cause, one.clause) for one in at.events if isinstance(one, ev.IrregularityRuled)]


def _refused(at: Table[Any, Any], said: Any) -> tuple[str, str]:
    given = at.send(said)
    assert isinstance(given, Refusal), given
    return given.code, given.clause


def _range(at: Table[Any, Any]) -> tuple[int, int | None]:
    """What the seat whose turn it is may raise to."""
    (amounts,) = [ask.amounts for ask in at.due() if ask.word == "raise"]
    assert amounts is not None
    return amounts.least, amounts.most


# 637a.8(k): the posted maximum and the posted number of raises.


def test_s8_k__no_raise_of_a_spread_limit_exceeds_the_posted_maximum() -> None:
    at = betting(terms=SPREAD)
    assert _range(at) == (200, 600)
    after(at, act_of(3, "raise", 600))
    assert _range(at) == (1_100, 1_100)
    assert _refused(at, act_of(1, "raise", 1_101)) == ("AMOUNT_IS_LAWFUL", "637a.8(k)")


@pytest.mark.parametrize(
    ("game", "more", "field"),
    [
        ("holdem", {"blinds": [50, 501]}, "blinds"),
        ("holdem", {"straddle": 501}, "straddle"),
        ("holdem", {"blinds": [50, 300], "straddle": True}, "straddle"),
        ("holdem", {"blinds": [50, 500], "straddle": None}, None),
        ("holdem", {"straddle": 500}, None),
        ("stud-high", {"blinds": [], "forced_bet": 501}, "forced_bet"),
        ("stud-high", {"blinds": [], "forced_bet": 500}, None),
    ],
)
def test_s8_k__what_the_game_makes_a_player_bet_is_within_the_maximum(
    game: str, more: dict[str, Any], field: str | None
) -> None:
    assert _faults(game, {**SPREAD, **more}) == ([(field, "637a.8(k)")] if field else [])


def test_s8_k__a_cap_of_no_raises_leaves_bets_and_completions() -> None:
    capped = {**NO_LIMIT, "raise_cap": 0}
    at = betting(terms=capped)
    assert [ask.word for ask in at.due()] == ["fold", "call"]
    along(at, on_street(1))
    assert [ask.word for ask in at.due()][:3] == ["fold", "check", "bet"]
    after(at, act_of(1, "bet", 100))
    assert [ask.word for ask in at.due()] == ["fold", "call"]
    stud = betting(game="stud-high", terms={**STUD, "raise_cap": 0})
    seat = look_at(stud).actor
    assert _range(stud) == (100, 100)
    after(stud, act_of(seat, "raise", 100))
    assert [ask.word for ask in stud.due()] == ["fold", "call"]


def test_s8_k__a_completion_under_a_cap_is_no_more_than_that() -> None:
    terms = {"structure": "no-limit", "ante": 10, "forced_bet": 50, "minimum_bet": 100, "raise_cap": 0}
    at = betting(game="stud-high", terms=terms)
    assert _range(at) == (100, 100)


# 637a.1 and .11(c)(2): what follows from the round before.


def test_s1__a_kill_round_follows_a_qualifying_pot_that_one_player_won() -> None:
    at = started("omaha-hi-lo-8", {**LIMIT, "kill": "kill", "qualifying_pot": 100})
    along(at, on_street(0))
    after(at, act_of(3, "fold"), act_of(1, "fold"))
    assert last(at, ev.RoundEnded).kill_next
    after(at, cmd.StartRound(order=DECK, kill=True))
    assert look_at(at).kill
    along(at, round_over)
    if not last(at, ev.RoundEnded).kill_next:
        assert _refused(at, cmd.StartRound(order=DECK, kill=True)) == ("STEP_IS_DUE", "637a.1")


@pytest.mark.parametrize(
    "game", [game for game in POKER_GAMES.values() if game.opens is Opens.BLINDS], ids=lambda one: one.id
)
def test_s11_c_2_s12_c_2_s13_c_2_s19_c_2_s20_c_2_s21_c_2__the_button_goes_only_where_it_rotates_to(game: Any) -> None:
    at = along(started(game.id, NO_LIMIT), round_over)
    assert look_at(at).button == 1
    given = at.send(cmd.StartRound(order=DECK, button=2))
    assert isinstance(given, Refusal)
    assert (given.code, given.clause, given.legal) == ("ROUND_IS_WELL_FORMED", f"{game.section}(c)(2)", ("seat 1",))
    after(at, cmd.StartRound(order=DECK, button=1))


def test_s11_c_2__a_misdealt_round_leaves_the_button_where_it_was() -> None:
    at = after(betting(), report("missing_card"))
    assert _refused(at, cmd.StartRound(order=DECK, button=1))[1] == "637a.11(c)(2)"
    after(at, cmd.StartRound(order=DECK, button=3))


@pytest.mark.parametrize(
    ("limits", "chip", "lawful"),
    [
        ({"small_bet": 100, "big_bet": 200}, 50, True),
        ({"small_bet": 100, "big_bet": 200}, 100, False),
        ({"small_bet": 100, "big_bet": 250}, 50, False),
        ({"small_bet": 101, "big_bet": 202}, 1, False),
        ({"small_bet": 200, "big_bet": 400}, 100, True),
    ],
)
def test_s12_n__chips_make_the_limits_of_a_half_kill(limits: dict[str, int], chip: int, lawful: bool) -> None:
    terms = {**LIMIT, **limits, "kill": "half-kill", "qualifying_pot": 1_000, "smallest_chip": chip}
    assert bool(_faults("omaha-hi-lo-8", terms)) is not lawful
    assert set(_faults("omaha-hi-lo-8", terms)) <= {("kill", "637a.12(n)")}
    assert not _faults("omaha-hi-lo-8", {**terms, "kill": "kill"})


# 637a.18(h), (j), (o), (p): cards that go wrong, more than one at a point.


def test_s18_j_s18_o__two_irregularities_of_one_card_are_both_ruled_on() -> None:
    at = started()
    after(at, cmd.DealStreet(mishaps=(cmd.Mishap("face_up_card", 2), cmd.Mishap("card_off_table", 2))))
    assert _rulings(at) == [("face_up_card", "637a.18(j)"), ("card_off_table", "637a.18(o)")]
    assert len(set_aside_cards(at)) == 1
    assert [len(hand_of(at, seat)) for seat in (1, 2, 3)] == [2, 2, 2]
    assert POKER.replay(at.events) == at.state


def test_s18_o_s18_p__a_card_seen_and_off_the_table_is_replaced_once() -> None:
    at = started()
    after(at, cmd.DealStreet(mishaps=(cmd.Mishap("card_exposed", 1), cmd.Mishap("card_off_table", 1))))
    assert _rulings(at) == [("card_exposed", "637a.18(p)"), ("card_off_table", "637a.18(o)")]
    assert len(stub_of(at)) == 52 - 7
    assert not any(isinstance(event, ev.CardExposed) for event in at.events)


@pytest.mark.parametrize(("again", "aside"), [("card_exposed", 0), ("face_up_card", 1), ("card_off_table", 1)])
def test_s18_j_s18_o_s18_p__a_replacement_can_itself_go_wrong(again: str, aside: int) -> None:
    """The card after the six of the deal is the replacement of the first; the next one takes its place."""
    at = started()
    after(at, cmd.DealStreet(mishaps=(cmd.Mishap("card_exposed", 0), cmd.Mishap(again, 6))))
    assert len(_rulings(at)) == 2
    assert len(set_aside_cards(at)) == aside
    assert hand_of(at, 1) == (deck_of(at)[3], deck_of(at)[7])


def _seventh_street(players: int, left: int) -> Table[Any, Any]:
    """Before seventh street, with so many cards left: the others were dealt off the table."""
    at = started("stud-high", STUD, players=players)
    along(at, lambda one: street_of(one) == 3 and look_at(one).status is Status.DEALING)
    while len(stub_of(at)) > left:
        after(at, report("card_off_table"))
    return at


def test_s10_h__with_exactly_two_cards_left_one_is_burned_and_one_is_common() -> None:
    at = _seventh_street(7, 2)
    burned, common = deck_of(at)[-2:]
    after(at, cmd.DealStreet())
    assert (burned_cards(at)[-1], look_at(at).common, look_at(at).status) == (burned, (common,), "betting")
    assert at.events[-2].clause == "637a.10(h)" or at.events[-1].clause == "637a.10(g)"
    one = after(_seventh_street(7, 1), cmd.DealStreet())
    assert (look_at(one).status, one.events[-1].clause) == ("reshuffling", "637a.10(h)")


def test_s10_h_s18_j__a_mishap_of_a_street_that_becomes_a_common_card_is_ruled_on() -> None:
    at = _seventh_street(7, 7)
    top = deck_of(at)[-7:]
    after(at, mishap("face_up_card", 1))
    assert _rulings(at)[-1] == ("face_up_card", "637a.18(j)")
    assert set_aside_cards(at)[-1] == top[1]
    assert (burned_cards(at)[-1], look_at(at).common) == (top[0], (top[2],))
    assert POKER.replay(at.events) == at.state


def test_s10_h_s18_o__a_deck_made_too_short_by_a_mishap_leads_to_the_common_card() -> None:
    """Six players and seven cards: enough for the burn and one each, until one of them is dealt off the table."""
    at = _seventh_street(6, 7)
    top = deck_of(at)[-7:]
    after(at, mishap("card_off_table", 3))
    assert _rulings(at)[-1] == ("card_off_table", "637a.18(o)")
    assert set_aside_cards(at)[-1] == top[3]
    assert (burned_cards(at)[-1], look_at(at).common) == (top[0], (top[1],))
    assert {len(hand) for hand in look_at(at).hands.values()} == {6}


def test_s10_h_s18_o__the_mishap_can_lead_to_a_shuffle_of_the_burns() -> None:
    at = after(_seventh_street(7, 2), mishap("card_off_table", 1))
    assert look_at(at).status == "reshuffling"
    assert [ask.command for ask in at.due()] == ["reshuffle"]


def test_s18_g_3__two_cards_face_up_in_a_street_that_becomes_a_common_card_are_a_misdeal() -> None:
    at = _seventh_street(7, 7)
    after(at, cmd.DealStreet(mishaps=(cmd.Mishap("face_up_card", 0), cmd.Mishap("face_up_card", 1))))
    assert look_at(at).status == "between rounds"
    assert _rulings(at)[-1] == ("several_face_up_cards", "637a.18(g)(3)")


def test_s18_j__set_aside_cards_lie_apart_and_are_recorded() -> None:
    at = betting()
    top = stub_of(at)[0]
    ruled, aside = at.do(report("face_up_card"))
    assert isinstance(ruled, ev.IrregularityRuled) and isinstance(aside, ev.CardSetAside)
    assert (aside.card, aside.face_up, aside.clause) == (top, True, "637a.18(j)")
    assert set_aside_cards(at) == (top,)


# 637a.18(g)(4), (k), (e): eligible players, hands that exist, hands that were shown.


def test_s18_g_4__eligible_means_eligible() -> None:
    posts = {**NO_LIMIT, "must_post": "largest-blind"}
    at = table(players=6, **posts)
    after(at, cmd.RequirePost(seat=4), cmd.SecureStakes(seat=5), by(6, cmd.RemoveStakes(cents=9_950)))
    after(at, cmd.StartRound(order=ORDER, button=2, absent=(3, 6)), cmd.DealStreet())
    after(at, by(7, cmd.TakeSeat(cents=10_000), "p7"))
    for seat, why in ((4, "waits to post"), (5, "is away"), (6, "is short"), (7, "came late")):
        given = at.send(report("eligible_player_not_dealt", seat))
        assert isinstance(given, Refusal), why
        assert (given.clause, given.legal) == ("637a.18(g)(4)", ("seat 1", "seat 2", "seat 3")), why
    after(at, report("eligible_player_not_dealt", 3))
    assert look_at(at).status == "between rounds"


@pytest.mark.parametrize("cause", ["hand_fouled", "hand_collected", "player_departed", "coffee"])
def test_s18_k__no_hand_is_lost_before_it_exists(cause: str) -> None:
    coffee = {"cause": "coffee", "remedy": "dead-hand", "says": "coffee over the cards"}
    at = started(terms={**NO_LIMIT, "supplements": [coffee]})
    assert _refused(at, report(cause, 1))[0] == "IRREGULARITY_CAN_HAPPEN_HERE"
    after(at, cmd.DealStreet(), report(cause, 1))
    assert 1 in look_at(at).folded


def test_s18_c__who_must_leave_before_the_deal_is_dealt_nothing() -> None:
    at = after(started(), cmd.RemovePlayer(seat=1, reason="signals"), cmd.DealStreet())
    assert [len(cards_sent_to(at, seat)) for seat in (1, 2, 3)] == [0, 2, 2]
    assert len(stub_of(at)) == 52 - 4


def test_s18_e__a_hand_once_shown_is_not_thrown_away() -> None:
    at = along(started(), lambda one: look_at(one).status is Status.SHOWDOWN)
    after(at, by(1, cmd.ShowHand()))
    assert _refused(at, by(1, cmd.ThrowAwayCards())) == ("DECISION_IS_OFFERED", "637a.18(e)")
    assert _refused(at, by(1, cmd.ShowHand(muck=True))) == ("SEAT_IS_ASKED", "637a.18(e)")


def test_s18_i__a_deck_that_mishaps_have_emptied_is_a_deck_with_cards_missing() -> None:
    at = betting(2, game="omaha5-high", players=8)
    along(at, lambda one: look_at(one).status is Status.DEALING)
    while len(stub_of(at)) > 1:
        after(at, report("card_off_table"))
    given = at.send(cmd.DealStreet())
    assert isinstance(given, Refusal) and (given.code, given.legal) == ("DECK_SUFFICES", ("report missing_card",))
    (ask,) = [ask for ask in at.due() if not ask.may_wait]
    assert (ask.command, ask.role, ask.subject, ask.clause) == (
        "report_poker_irregularity",
        Role.FLOORPERSON,
        "missing_card",
        "637a.18(i)",
    )


# 637a.8(b)(6), .17(b)(3): who is away.


def test_s17_b_3_i__an_absent_players_stakes_pay_what_they_cover_and_the_rest_is_owed() -> None:
    at = after(table(**TIMED), by(1, cmd.RemoveStakes(cents=9_950)))
    assert _refused(at, cmd.AssessTimeCharge()) == ("WAGER_IS_COVERED", "637a.17(b)(3)(i)")
    assert "assess_time_charge" not in [ask.command for ask in at.due()]
    after(at, cmd.SecureStakes(seat=1))
    assert "assess_time_charge" in [ask.command for ask in at.due()]
    (assessed,) = at.do(cmd.AssessTimeCharge())
    assert isinstance(assessed, ev.TimeChargeAssessed)
    assert (assessed.charges, assessed.owed) == (((1, 50), (2, 200), (3, 200)), ((1, 150),))
    after(at, cmd.ReturnToTable(seat=1), by(1, cmd.AddStakes(cents=1_000)))
    (assessed,) = at.do(cmd.AssessTimeCharge(), at=20 * 60)
    assert isinstance(assessed, ev.TimeChargeAssessed)
    assert (assessed.charges[0], assessed.owed) == ((1, 350), ())
    assert POKER.replay(at.events) == at.state


@pytest.mark.parametrize(
    "said",
    [
        cmd.Straddle(),
        cmd.PostBlind(),
        cmd.ChooseAfterExposure(bet_on=True),
        cmd.Act(word="call"),
        cmd.AddStakes(cents=1),
    ],
)
def test_s8_b_6__a_player_who_is_away_does_nothing(said: Any) -> None:
    at = after(started(terms={**NO_LIMIT, "straddle": True}), cmd.SecureStakes(seat=3))
    assert _refused(at, by(3, said)) == ("PLAYER_IS_PRESENT", "637a.8(b)(6)")


@pytest.mark.parametrize("role", [Role.DEALER, Role.FLOORPERSON, Role.SHIFT_SUPERVISOR])
def test_s7_b__who_plays_at_the_table_conducts_nothing(role: Role) -> None:
    at = table()
    assert at.legal(Viewer(role, "p1")) == ()
    assert at.legal(Viewer(role, "Dee"))
    given = at.send(cmd.RuleOnDispute(dispute="a", ruling="b"), role=Role.FLOORPERSON, by="p1")
    assert isinstance(given, Refusal) and (given.code, given.clause) == ("ROLE_IS_AUTHORISED", "637a.7(b)")


def test_s4_b__cards_are_shown_to_players_who_are_at_the_table() -> None:
    at = after(table(), cmd.SecureStakes(seat=1), cmd.ReceiveDecks(decks=2), cmd.InspectCards())
    after(at, cmd.VerifyInspection(), cmd.SpreadCards())
    assert [ask.seat for ask in at.due() if ask.command == "view_cards"] == [2, 3]
    given = at.send(cmd.ViewCards(), role=Role.PLAYER, by="p1")
    assert isinstance(given, Refusal) and given.clause == "637a.4(b)"


# 637a.17(d): what nobody called.


def test_s17_d__an_uncalled_bet_goes_back_before_the_rake() -> None:
    terms = {**NO_LIMIT, "rake": {"kind": "percentage", "percent": 10, "cap": 5_000}}
    at = after(betting(terms=terms), act_of(3, "raise", 2_000), act_of(1, "fold"))
    given = at.do(act_of(2, "fold"))
    back = next(event for event in given if isinstance(event, ev.UncalledBetReturned))
    assert (back.seat, back.cents, back.clause) == (3, 1_900, "637a.17(d)")
    assert back.postings == (("pot", "player p3", 1_900),)
    (rake,) = [event for event in given if isinstance(event, ev.RakeTaken)]
    assert rake.cents == 25
    assert chips_of(at, "p3") == 10_000 + 150 - 25


def test_s17_d__a_called_bet_stays() -> None:
    at = after(betting(), act_of(3, "raise", 2_000), act_of(1, "call"), act_of(2, "fold"))
    assert not any(isinstance(event, ev.UncalledBetReturned) for event in at.events)


# The submission: what is stated, at its bounds.


def _rake(**terms: Any) -> dict[str, Any]:
    return {**NO_LIMIT, "rake": terms}


@pytest.mark.parametrize(
    ("terms", "found"),
    [
        (_rake(kind="percentage", cap=400), [("rake.percent", "637a.17(a)(2)")]),
        (_rake(kind="percentage", percent=10, cap=400), []),
        (_rake(kind="percentage", percent=10.01, cap=400), [("rake.percent", "637a.17(b)(1)")]),
        (_rake(kind="incremental", cap=400), [("rake.steps", "637a.17(b)(2)")]),
        (_rake(kind="incremental", cap=400, steps=[[2_000, 0]]), [("rake.steps", "637a.17(b)(2)")]),
        (_rake(kind="incremental", cap=400, steps=[[0, 1]]), []),
        ({**NO_LIMIT, "smallest_chip": 100}, []),
        ({**NO_LIMIT, "smallest_chip": 101}, [("smallest_chip", "637a.11(k)")]),
        ({**NO_LIMIT, "blinds": [0]}, [("blinds", "637a.11(d)")]),
        ({**NO_LIMIT, "blinds": []}, [("blinds", "637a.11(d)")]),
        ({**NO_LIMIT, "blinds": [1] * 10}, []),
        ({**NO_LIMIT, "blinds": [1] * 11}, [("blinds", "637a.11(b)")]),
        ({**NO_LIMIT, "straddle": 100}, [("straddle", "637a.11(e)")]),
        ({**NO_LIMIT, "straddle": 101}, []),
        ({**LIMIT, "big_bet": 99}, [("big_bet", "637a.8(k)")]),
        ({**LIMIT, "big_bet": 100}, []),
        ({**SPREAD, "maximum_bet": 99}, [("maximum_bet", "637a.8(k)")]),
        ({**SPREAD, "maximum_bet": 100}, []),
        ({**NO_LIMIT, "ante": {"10": 5}}, []),
        ({**NO_LIMIT, "ante": {"11": 5}}, [("ante", "637a.2(a)")]),
    ],
)
def test_s17_a_s8_k_s11_d__a_submission_at_its_bounds(terms: dict[str, Any], found: list[tuple[str, str]]) -> None:
    assert _faults("holdem", terms) == found


def test_s8_k_s17_a__what_a_submission_does_not_state() -> None:
    rules = resolve({"blinds": [50, 100]}, game="holdem", kind=PokerRules)
    assert (rules.structure, rules.minimum_bet, rules.raise_cap, rules.straddle) == ("no-limit", 100, None, None)
    assert (rules.rakes, rules.smallest_chip, rules.must_post, rules.tournament) == ((), 1, "none", False)
    assert (rules.check_raise, rules.half_bet_reopens, rules.show_all, rules.kill) == (True, False, False, None)
    fixed = resolve({"structure": "fixed-limit", "blinds": [50, 100]}, game="holdem", kind=PokerRules)
    assert (fixed.small_bet, fixed.big_bet) == (100, 200)
    assert legal("holdem", " ".join(["2c 3c 4c 5c 6c 7c"]), "", {"blinds": [50, 100]})[-1].startswith("raise to 200")


@pytest.mark.parametrize(
    ("game", "stated", "by_suit"),
    [
        ("omaha-hi-lo-8", {}, True),
        ("omaha-hi-lo-8", {"odd_chip": "left-of-button"}, False),
        ("omaha-high", {}, False),
        ("holdem", {}, False),
        ("omaha-hi-lo-8", {"odd_chip": "suit"}, True),
        ("omaha5-hi-lo-8", {}, True),
        ("stud-hi-lo", {}, True),
        ("stud-hi-lo", {"odd_chip": "left-of-button"}, True),
        ("draw-high", {"odd_chip": "suit"}, False),
    ],
)
def test_s12_k_2_ii_s10_i_3_ii__the_excess_goes_as_the_rules_in_force_say(
    game: str, stated: dict[str, str], by_suit: bool
) -> None:
    terms = {**(STUD if game.startswith("stud") else NO_LIMIT), **stated, "game": game}
    rules = resolve(terms, game=game, kind=PokerRules)
    assert rules.odd_chip_by_suit is by_suit
    in_force = PokerSubmission.model_validate(terms).in_force()["odd_chip"]
    assert in_force == ("suit" if by_suit else "left-of-button")


# The readings of these, by their ids.


def test_reading__637a_several_mishaps() -> None:
    """637a.18(h) 637a.18(j) 637a.18(o) 637a.18(p)"""
    at = started()
    both = (cmd.Mishap("dealt_to_ineligible", 1, 9), cmd.Mishap("card_off_table", 1), cmd.Mishap("face_up_card", 2))
    after(at, cmd.DealStreet(mishaps=both))
    assert [cause for cause, _ in _rulings(at)] == ["dealt_to_ineligible", "card_off_table", "face_up_card"]
    # Seat 2 is dealt the card after the two that went wrong.
    assert hand_of(at, 2)[0] == deck_of(at)[3]
    twice = cmd.DealStreet(mishaps=(cmd.Mishap("card_off_table", 1), cmd.Mishap("card_off_table", 1)))
    assert _refused(started(), twice) == ("IRREGULARITY_CAN_HAPPEN_HERE", "637a.18(o)")


def test_reading__637a_short_by_mishap() -> None:
    """637a.10(h) 637a.18(j) 637a.18(o)"""
    at = _seventh_street(6, 7)
    top = deck_of(at)[-7:]
    after(at, mishap("face_up_card", 0))
    assert (burned_cards(at)[-1], look_at(at).common) == (top[1], (top[2],))
    # A last card turned up on its way back leaves its player no choice.
    other = _seventh_street(6, 7)
    after(other, cmd.DealStreet(mishaps=(cmd.Mishap("card_exposed", 1), cmd.Mishap("card_off_table", 2))))
    assert (look_at(other).status, len(_rulings(other)[-2:]), len(look_at(other).common)) == ("betting", 2, 1)


def test_reading__637a_deck_used_up() -> None:
    """637a.18(i)"""
    at = along(betting(2, game="omaha5-high", players=8), lambda one: look_at(one).status is Status.DEALING)
    while len(stub_of(at)) > 1:
        after(at, report("card_off_table"))
    after(at, report("missing_card"))
    assert (look_at(at).status, balance_of(at, "pot")) == ("between rounds", 0)


@pytest.mark.parametrize(
    ("forward", "least", "most"),
    [
        # Of chips of $0.25 and a stack of $100: what is still needed comes to whole chips, or is all there is.
        (110, 15, 9_890),
        (125, 0, 9_875),
        (9_990, 10, 10),
    ],
)
def test_s8_f_1__chips_that_have_begun_to_move_come_to_a_bet_that_chips_can_make(
    forward: int, least: int, most: int
) -> None:
    at = started(terms={**NO_LIMIT, "smallest_chip": 25})
    at = along(at, on_street(0))
    seat = look_at(at).actor
    after(at, by(seat, cmd.PlaceChips(cents=forward, then="more")))
    [asked] = [ask for ask in at.due() if ask.command == "place_chips"]
    assert asked.amounts is not None
    assert (asked.seat, asked.clause, asked.amounts.least, asked.amounts.most) == (seat, "637a.8(f)(1)", least, most)


def test_s10_h__the_card_burnt_before_a_common_card_is_nobodys_to_see() -> None:
    at = short_stud()
    happened = at.do(cmd.DealStreet())
    [dealt] = [event for event in happened if isinstance(event, ev.StreetDealt)]
    assert [(where, up) for where, _, up in dealt.cards] == [(BURN, False), (COMMUNITY, True)]
    for viewer in (Viewer(Role.PLAYER, "p1"), Viewer(Role.DEALER, "Dee")):
        [seen] = [event for event in at.seen_by(viewer, happened) if isinstance(event, ev.StreetDealt)]
        assert [card is None for _, card, _ in seen.cards] == [True, False]


def test_s7_e_6__nobody_is_asked_to_show_when_all_others_have_thrown_their_hands_away() -> None:
    at = along(after(with_decks(), cmd.StartRound()), at_showdown)
    first, second, _ = look_at(at).asked
    for seat in (first, second):
        after(at, by(seat, cmd.ThrowAwayCards()))
    assert look_at(at).status is Status.AWARDING
    assert at.observe(Viewer(Role.SURVEILLANCE)).asked == ()
    assert at.due()[0].command == "count_losing_hands"


@pytest.mark.parametrize(("seat", "lawful"), [(0, False), (1, True), (10, True), (11, False)])
def test_s18_h__a_place_of_the_table_is_dealt_to_by_mistake(seat: int, lawful: bool) -> None:
    """637a.18(h)"""
    at: Table[Any, Any] = Table(resolve(NO_LIMIT, game="holdem"))
    after(at, cmd.OpenTable())
    for one in (2, 3, 4):
        after(at, envelope(cmd.TakeSeat(cents=10_000), seat=one, by=f"p{one}"))
    after(at, cmd.StartRound(order=DECK_52, button=4))
    given = at.send(cmd.DealStreet(mishaps=(cmd.Mishap("dealt_to_ineligible", 1, Seat(seat)),)))
    assert isinstance(given, Refusal) is not lawful
