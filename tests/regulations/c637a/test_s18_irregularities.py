"""637a.18: conduct of players and irregularities."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.cards import cards, text_of
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.betting import options_now
from houseway.chapters.c637a_poker.table import POKER
from houseway.chapters.registry import UnlawfulSubmissionError, resolve
from houseway.engine.kernel import Table, envelope
from houseway.engine.roles import Role
from houseway.rounds.poker import play, read
from houseway.seats import Seat
from tests.kit.card_views import discards, set_aside_cards
from tests.kit.decks import with_stub
from tests.kit.stated_rounds import one_irregularity
from tests.kit.table_views import balance_of, chips_of, hand_of, look_at
from tests.kit.tables import accepted, last, refuses
from tests.kit.tables import accepted as do
from tests.regulations.c637a.deals import POT_LIMIT, STUD, along, draw, round_over, seated, super_stud
from tests.regulations.c637a.poker import (
    HOLDEM_FRONT,
    NO_LIMIT,
    STUD_FRONT,
    answer,
    holdem,
    refusal,
    rulings,
    stud,
    table,
)

PREFLOP = ["3 call", "1 call", "2 check"]
CHECKED_DOWN = [f"{seat} check" for _ in range(3) for seat in (1, 2, 3)]
NOTHING = {"1": 0, "2": 0, "3": 0}


def _hand(stated: dict[str, Any], seat: int) -> str:
    return text_of(hand_of(play(read(stated)), seat))


def _started() -> Table:
    at = table()
    accepted(at, envelope(cmd.StartRound(order=cards(with_stub(HOLDEM_FRONT)), button=3)))
    accepted(at, envelope(cmd.DealStreet()))
    return at


# (a) to (c): disputes, and players who must leave.


def test_a__the_shift_supervisors_ruling_is_final() -> None:
    at = _started()
    ruling: dict[str, Any] = {"dispute": "who acted first", "ruling": "seat 3"}
    (floor,) = accepted(at, envelope(cmd.RuleOnDispute(**ruling), by="F"))
    (final,) = accepted(at, envelope(cmd.RuleOnDispute(**ruling), role=Role.SHIFT_SUPERVISOR, by="S"))
    assert (floor.final, final.final, final.clause) == (False, True, "637a.18(a)")
    for role in (Role.FLOORPERSON, Role.SHIFT_SUPERVISOR):
        given = refuses(at, envelope(cmd.RuleOnDispute(**ruling), role=role, by="F"))
        assert (given.code, given.clause) == ("RULING_IS_FINAL", "637a.18(a)")


@pytest.mark.parametrize("dispute", ["who acted first ", " who  acted first", "Who acted first"])
def test_a__a_dispute_written_otherwise_is_decided_finally_all_the_same(dispute: str) -> None:
    at = _started()
    final = cmd.RuleOnDispute(dispute="who acted first", ruling="seat 3")
    accepted(at, envelope(final, role=Role.SHIFT_SUPERVISOR, by="S"))
    given = refuses(at, envelope(cmd.RuleOnDispute(dispute=dispute, ruling="seat 1"), by="F"))
    assert (given.code, given.clause) == ("RULING_IS_FINAL", "637a.18(a)")


@pytest.mark.parametrize(
    ("command", "clause"),
    [
        (cmd.RuleOnDispute(dispute=" ", ruling="seat 3"), "637a.18(a)"),
        (cmd.RuleOnDispute(dispute="who acted first", ruling=""), "637a.18(a)"),
        (cmd.RemovePlayer(seat=1, reason=" "), "637a.18(c)"),
    ],
)
def test_a_c__a_decision_says_what_it_decides_and_why(command: cmd.Command, clause: str) -> None:
    given = refuses(_started(), envelope(command, by="F"))
    assert (given.code, given.clause) == ("RULING_IS_STATED", clause)


@pytest.mark.parametrize("cause", ["hand_fouled", "hand_collected", "player_departed", "eligible_player_not_dealt"])
def test_an_irregularity_of_a_player_names_the_seat(cause: str) -> None:
    given = refuses(_started(), envelope(cmd.ReportIrregularity(cause=cause), by="F"))
    assert given.code == "IRREGULARITY_CAN_HAPPEN_HERE" and given.message.endswith("and no seat is named")


def test_a__a_dealer_decides_no_dispute() -> None:
    given = refuses(_started(), envelope(cmd.RuleOnDispute(dispute="x", ruling="y"), role=Role.DEALER, by="D"))
    assert given.code == "ROLE_IS_AUTHORISED"


def test_b_c__a_colluding_player_leaves_and_compliance_is_told() -> None:
    at = _started()
    accepted(at, envelope(cmd.RemovePlayer(seat=1, reason="signals to seat 2"), by="F"))
    assert 1 in look_at(at).folded
    accepted(at, envelope(cmd.Act(word="fold"), seat=3))
    order = cards(with_stub(HOLDEM_FRONT))
    given = refuses(at, envelope(cmd.StartRound(order=order, button=2)))
    assert (given.code, given.clause) == ("STEP_IS_DUE", "637a.18(c)")
    accepted(at, envelope(cmd.NotifyCompliance(seat=1), by="F"))
    accepted(at, envelope(cmd.StartRound(order=order, button=2)))
    assert look_at(at).order == (3, 2)


# (f), (g): conceded hands, misdeals.


def test_f__a_hand_discarded_at_the_showdown_has_lost() -> None:
    given = answer(**holdem([*PREFLOP, *CHECKED_DOWN, "1 muck"]))
    assert given["pots"][0]["winners"] == [2]


@pytest.mark.parametrize(
    ("cause", "path", "seat"), [("wrong_starting_position", "(g)(2)", 0), ("eligible_player_not_dealt", "(g)(4)", 4)]
)
def test_g_2_4__a_misdeal_until_two_players_have_bet(cause: str, path: str, seat: int) -> None:
    four: dict[str, Any] = {"seats": {str(one): {"stack": 10_000} for one in (1, 2, 3, 4)}, "absent": [4]}
    early = answer(**holdem(["3 call"], irregularities=one_irregularity(cause, "hole cards", 1, seat), **four))
    assert early["void"] and set(early["net"].values()) == {0} and early["pots"] == []
    assert rulings(early, "bets_returned")[0]["clause"] == f"637a.18{path}"
    assert early["button_next"] == 3
    actions = ["3 call", "1 call", "2 check", *CHECKED_DOWN]
    late = answer(**holdem(actions, irregularities=one_irregularity(cause, "hole cards", 2, seat), **four))
    assert "void" not in late
    (ruled,) = rulings(late, "irregularity_ruled")
    assert "goes on" in ruled["remedy"]


def test_g_2__the_same_players_two_bets_are_one_players() -> None:
    actions = ["3 raise to 300", "1 fold", "2 raise to 900"]
    given = answer(**holdem(actions[:1], irregularities=one_irregularity("wrong_starting_position", "bet", 1)))
    assert given["void"]
    two = refusal(**holdem(actions, irregularities=one_irregularity("wrong_starting_position", "bet", 3)))
    assert two["code"] == "DECISIONS_COMPLETE_THE_ROUND"


def test_g_4__the_player_passed_over_must_be_seated() -> None:
    given = refusal(**holdem([], irregularities=one_irregularity("eligible_player_not_dealt", "hole cards", 0, 9)))
    assert (given["code"], given["clause"]) == ("IRREGULARITY_CAN_HAPPEN_HERE", "637a.18(g)(4)")


def test_g_1__cards_not_shuffled_and_cut_are_a_misdeal_at_any_time() -> None:
    given = answer(**holdem(PREFLOP, irregularities=one_irregularity("shuffle_or_cut_failed", "flop", 0)))
    assert given["void"] and given["net"] == NOTHING


def test_g_3__a_second_card_found_face_up_is_a_misdeal() -> None:
    two = [*one_irregularity("face_up_card", "hole cards", 1), *one_irregularity("face_up_card", "flop", 2)]
    given = answer(**holdem(PREFLOP, irregularities=two))
    assert given["void"] and given["net"] == NOTHING
    assert rulings(given, "irregularity_ruled")[-1]["clause"] == "637a.18(g)(3)"


def test_g_3__two_in_one_deal_stop_it() -> None:
    two = [*one_irregularity("face_up_card", "hole cards", 1), *one_irregularity("face_up_card", "hole cards", 2)]
    given = answer(**holdem([], irregularities=two))
    assert given["void"] and given["net"] == NOTHING


# (h) to (j): cards where they do not belong.


def test_h__a_card_dealt_to_an_ineligible_player_is_discarded() -> None:
    stated = holdem(
        [*PREFLOP, *CHECKED_DOWN],
        front=[*HOLDEM_FRONT[:1], "5h", *HOLDEM_FRONT[1:]],
        irregularities=one_irregularity("dealt_to_ineligible", "hole cards", 1, 7),
    )
    assert answer(**stated)["pots"][0]["winners"] == [1]
    assert [_hand(stated, seat) for seat in (1, 2, 3)] == ["Ac Ad", "Kc Kd", "2h 7s"]
    wrong = refusal(**{**stated, "irregularities": one_irregularity("dealt_to_ineligible", "hole cards", 1, 2)})
    assert (wrong["code"], wrong["clause"]) == ("IRREGULARITY_CAN_HAPPEN_HERE", "637a.18(h)")


@pytest.mark.parametrize("cause", ["missing_card", "additional_card"])
def test_i__missing_or_additional_cards_void_the_round_and_replace_the_deck(cause: str) -> None:
    rake = {"rake": {"kind": "percentage", "percent": 10, "cap": 400, "when": "each-betting-round"}}
    actions = ["3 raise to 400", "1 call", "2 call", "1 bet 500"]
    given = answer(**holdem(actions, irregularities=one_irregularity(cause, "flop", 1), submission=rake))
    assert given["void"] and given["net"] == NOTHING and given["rake"] == 0
    assert rulings(given, "deck_removed")[0]["clause"] == "637a.18(i)"
    assert sum(cents for _, cents in rulings(given, "bets_returned")[0]["bets"]) == 1_700


def test_j__one_face_up_card_is_not_used_and_the_next_takes_its_place() -> None:
    stated = holdem(
        [*PREFLOP, *CHECKED_DOWN],
        front=[*HOLDEM_FRONT[:2], "5h", *HOLDEM_FRONT[2:]],
        irregularities=one_irregularity("face_up_card", "hole cards", 2),
    )
    assert [_hand(stated, seat) for seat in (1, 2, 3)] == ["Ac Ad", "Kc Kd", "2h 7s"]
    assert answer(**stated)["pots"][0]["winners"] == [1]


def test_j__a_face_up_card_set_aside_in_a_draw_is_not_reshuffled() -> None:
    stated: dict[str, Any] = {
        "game": "draw-high",
        "submission": {"structure": "fixed-limit", "small_bet": 100, "blinds": [50, 100]},
        "button": 2,
        "deck": "2c 3d 4h 5s 7c 9d Jh Ks 6c 8d  Ac  Ad  Ah As",
        "seats": {"1": {"stack": 1_000}, "2": {"stack": 1_000}},
        "actions": ["1 call", "2 check", "1 stand", "2 discard 3d", "1 check", "2 check"],
        "irregularities": one_irregularity("face_up_card", "draw", 1),
    }
    at = play(read(stated))
    assert text_of(set_aside_cards(at)) == "Ad"
    assert "Ah" in text_of(hand_of(at, 2))


# (k): hands that cannot be played.


def test_k__an_unprotected_fouled_hand_has_no_redress() -> None:
    given = answer(
        **holdem([*PREFLOP, *_without(1)], irregularities=one_irregularity("hand_fouled", "flop", 0, 1)),
    )
    assert given["net"]["1"] == -100
    assert given["pots"][0]["winners"] == [2]
    assert rulings(given, "hand_dropped")[0]["clause"] == "637a.18(k)"


def _without(seat: int) -> list[str]:
    return [f"{one} check" for _ in range(3) for one in (1, 2, 3) if one != seat]


def test_k_1__hole_cards_of_stud_are_protected_against_fouling() -> None:
    stated = stud(["2 call", "3 call"], irregularities=one_irregularity("hand_fouled", "third street", 2, 2))
    outcome = refusal(**stated)
    assert outcome["code"] == "DECISIONS_COMPLETE_THE_ROUND"
    two = stud(["2 call", "3 fold"], irregularities=one_irregularity("hand_fouled", "third street", 1, 2))
    given = answer(**two)
    assert given["net"]["2"] == 0
    assert rulings(given, "irregularity_ruled")[0]["clause"] == "637a.18(k)(1)"


def test_k_2__a_protected_hand_is_reconstructed() -> None:
    fouled = one_irregularity("hand_fouled", "flop", 0, 1, protected=True, reconstructed=True)
    given = answer(**holdem([*PREFLOP, *CHECKED_DOWN], irregularities=fouled))
    assert given["pots"][0]["winners"] == [1]
    assert rulings(given, "irregularity_ruled")[0]["clause"] == "637a.18(k)(2)"


@pytest.mark.parametrize("cause", ["hand_fouled", "hand_collected"])
def test_k_3__a_victim_has_its_bets_back_and_a_contributor_has_not(cause: str) -> None:
    for contributor, net in ((False, 0), (True, -100)):
        found = one_irregularity(cause, "flop", 0, 1, protected=True, contributor=contributor)
        given = answer(**holdem([*PREFLOP, *_without(1)], irregularities=found))
        assert given["net"]["1"] == net
        assert given["pots"][0]["winners"] == [2]
        assert given["pots"][0]["amount"] == (300 if contributor else 200)
        assert rulings(given, "irregularity_ruled")[0]["clause"] == "637a.18(k)(3)"


def test_k__a_collected_hand_of_stud_is_not_protected_by_being_stud() -> None:
    given = answer(
        **stud(["2 call", "3 fold"], irregularities=one_irregularity("hand_collected", "third street", 1, 2))
    )
    assert given["net"]["2"] == -60


def test_k_4__the_unprotected_hand_of_one_who_left_is_collected() -> None:
    given = answer(**holdem([*PREFLOP, *_without(1)], irregularities=one_irregularity("player_departed", "flop", 0, 1)))
    assert given["net"]["1"] == -100
    protected = one_irregularity("player_departed", "flop", 0, 1, protected=True)
    wrong = refusal(**holdem(PREFLOP, irregularities=protected))
    assert (wrong["code"], wrong["clause"]) == ("IRREGULARITY_CAN_HAPPEN_HERE", "637a.18(k)(4)")


def test_k__a_dead_hand_ends_the_round_if_one_is_left() -> None:
    given = answer(**holdem(["3 fold"], irregularities=one_irregularity("hand_fouled", "hole cards", 1, 2)))
    assert given["net"] == {"1": 100, "2": -100, "3": 0}


def test_k__a_dead_hand_at_the_showdown_wins_nothing() -> None:
    given = answer(
        **holdem(
            [*PREFLOP, *CHECKED_DOWN, "1 show"], irregularities=one_irregularity("hand_collected", "showdown", 1, 1)
        )
    )
    assert given["pots"][0]["winners"] == [2]


# (l): words before gestures.


def test_l_1_i__cards_thrown_away_in_turn_are_a_fold() -> None:
    given = answer(**holdem(["3 throws away", "1 throws away"]))
    assert [one["clause"] for one in rulings(given, "folded_by_gesture")] == ["637a.18(l)(1)(i)"] * 2
    assert given["net"] == {"1": -50, "2": 50, "3": 0}


def test_l_1_ii__up_cards_of_stud_turned_down_are_a_fold() -> None:
    given = answer(**stud(["2 turns down", "3 turns down"]))
    assert rulings(given, "folded_by_gesture")[0]["clause"] == "637a.18(l)(1)(ii)"
    wrong = refusal(**holdem(["3 turns down"]))
    assert wrong["clause"] == "637a.18(l)(1)(ii)"


def test_l_2__throwing_cards_away_pays_what_was_announced() -> None:
    given = answer(**holdem(["3 announces raise", "3 throws away", "1 fold"]))
    assert given["net"] == {"1": -50, "2": 250, "3": -200}
    assert rulings(given, "hand_dropped")[0]["clause"] == "637a.18(l)(2)"


def test_l_2__a_blind_thrown_away_stays_in_the_pot() -> None:
    given = answer(**holdem(["2 throws away", "3 call", "1 call", *_without(2)]))
    assert given["net"]["2"] == -100
    assert given["pots"][0]["amount"] == 300


def test_l_2__a_call_announced_binds_though_the_cards_are_gone() -> None:
    actions = ["3 announces call", "3 throws away", "1 call", "2 check", *_without(3)]
    given = answer(**holdem(actions))
    assert given["net"]["3"] == -100


# (m), (n): stud's hole cards.


def test_m__a_first_or_second_hole_card_turned_up_makes_the_third_a_down_card() -> None:
    for after, shown in ((1, "5c"), (4, "Kh")):
        at = _partly(stud([], irregularities=one_irregularity("card_exposed", "third street", after, 2)))
        assert text_of(look_at(at).up[2]) == shown
        assert text_of(hand_of(at, 2)) == "5c Kh 8d"


def _partly(stated: dict[str, Any]) -> Table:
    """The table as it stands when the stated cards have been dealt."""
    at = table(stated["game"], 3, **stated["submission"])
    accepted(at, envelope(cmd.StartRound(order=cards(stated["deck"]))))
    mishaps = tuple(cmd.Mishap(one["cause"], one["after"], one["seat"]) for one in stated["irregularities"])
    accepted(at, envelope(cmd.DealStreet(mishaps=mishaps)))
    assert POKER.replay(at.events) == at.state
    return at


def test_m__the_exposed_card_counts_for_the_forced_bet() -> None:
    at = _partly(stud([], irregularities=one_irregularity("card_exposed", "third street", 1, 2)))
    assert last(at, ev.Posted).seat == 2


def test_m__both_hole_cards_up_void_the_hand_and_return_the_ante() -> None:
    both = [
        *one_irregularity("card_exposed", "third street", 1, 2),
        *one_irregularity("card_exposed", "third street", 4, 2),
    ]
    # Seat 2 is dealt no third card, so seat 3 receives what would have been its.
    given = answer(**stud(["3 fold"], irregularities=both))
    assert given["net"] == {"1": 10, "2": 0, "3": -10}
    at = _partly(stud([], irregularities=both))
    assert text_of(hand_of(at, 3)) == "9c Qh 8d"


def test_m__if_every_hand_is_void_so_is_the_round() -> None:
    all_up = [one for after in range(6) for one in one_irregularity("card_exposed", "third street", after)]
    given = answer(**stud([], irregularities=all_up))
    assert given["void"] and given["net"] == NOTHING


def _to_seventh() -> list[str]:
    """Everyone calls the Forced Bet of seat 1, then checks to the end; seat 3 shows the best hand throughout."""
    return ["2 call", "3 call", *[f"{seat} check" for _ in range(3) for seat in (3, 1, 2)]]


SEVENTH = [
    *STUD_FRONT,
    *["3c", "2d", "3h", "Td", "3s", "4h", "6h", "Jd", "4c", "5d", "4s", "Ac", "6c", "Ks", "Kd", "2s"],
]


def test_m_1__the_player_may_end_the_obligation_to_bet() -> None:
    actions = [*_to_seventh(), "2 stops betting", "3 bet 200", "1 call"]
    stated = stud(actions, front=SEVENTH, irregularities=one_irregularity("card_exposed", "seventh street", 2, 2))
    given = answer(**stated)
    assert [pot["amount"] for pot in given["pots"]] == [180, 400]
    assert [pot["contenders"] for pot in given["pots"]] == [[1, 2, 3], [1, 3]]
    assert given["pots"][0]["winners"] == [2]
    assert rulings(given, "exposure_chosen")[0]["clause"] == "637a.18(m)(1)"


def test_m_2__or_contend_for_the_entire_pot() -> None:
    actions = [*_to_seventh(), "2 bets on", "3 bet 200", "1 fold", "2 call"]
    stated = stud(actions, front=SEVENTH, irregularities=one_irregularity("card_exposed", "seventh street", 2, 2))
    given = answer(**stated)
    assert given["pots"][0]["amount"] == 580
    assert rulings(given, "exposure_chosen")[0]["clause"] == "637a.18(m)(2)"
    unasked = refusal(**{**stated, "actions": [*_to_seventh(), "3 bet 200"]})
    assert unasked["code"] == "SEAT_IS_ASKED"


def test_n__five_card_studs_exposed_hole_card_makes_the_second_a_down_card() -> None:
    stated = stud(
        [],
        game="five-card-stud",
        front=["2c", "5c", "9c", "Ah", "Kh", "Qh"],
        irregularities=one_irregularity("card_exposed", "first cards", 1, 2),
    )
    at = _partly(stated)
    assert (text_of(look_at(at).up[2]), text_of(hand_of(at, 2))) == ("5c", "5c Kh")


# (o) to (s).


def test_o__a_card_off_the_table_is_not_used() -> None:
    stated = holdem(
        [*PREFLOP, *CHECKED_DOWN],
        front=[*HOLDEM_FRONT[:3], "5h", "5d", *HOLDEM_FRONT[3:]],
        irregularities=[
            *one_irregularity("card_off_table", "hole cards", 3),
            *one_irregularity("card_off_table", "hole cards", 4),
        ],
    )
    given = answer(**stated)
    assert "void" not in given
    assert [_hand(stated, seat) for seat in (1, 2, 3)] == ["Ac Ad", "Kc Kd", "2h 7s"]
    assert rulings(given, "irregularity_ruled")[0]["clause"] == "637a.18(o)"


@pytest.mark.parametrize(
    ("game", "first", "last"), [("holdem", 2, 6), ("omaha-high", 4, 12), ("omaha5-hi-lo-8", 5, 15)]
)
def test_p__an_exposed_card_is_exchanged_with_the_top_card(game: str, first: int, last: int) -> None:
    deck = cards(with_stub(HOLDEM_FRONT))
    at = table(game, 3, **NO_LIMIT)
    accepted(at, envelope(cmd.StartRound(order=deck, button=3)))
    accepted(at, envelope(cmd.DealStreet(mishaps=(cmd.Mishap("card_exposed", 1, 2),))))
    assert len(hand_of(at, 2)) == first
    assert deck[1] not in hand_of(at, 2) and deck[last] in hand_of(at, 2)
    assert deck[1] in {card for _, card in discards(at)}
    assert POKER.replay(at.events) == at.state


def test_p__an_up_card_or_anothers_card_is_not_exposed() -> None:
    wrong = refusal(**holdem([], irregularities=one_irregularity("card_exposed", "hole cards", 1, 3)))
    assert (wrong["code"], wrong["clause"]) == ("IRREGULARITY_CAN_HAPPEN_HERE", "637a.18(p)")
    up = refusal(**holdem(PREFLOP, irregularities=one_irregularity("card_exposed", "flop", 2, 3)))
    assert up["code"] == "IRREGULARITY_CAN_HAPPEN_HERE"


def test_q__a_jammed_shuffler_means_a_reshuffle() -> None:
    given = answer(**holdem(["3 fold", "1 fold"], irregularities=one_irregularity("shuffler_fault", "start")))
    assert rulings(given, "irregularity_ruled")[0]["clause"] == "637a.18(q)"


@pytest.mark.parametrize(
    ("cause", "clause"), [("shuffler_fault", "637a.18(q)"), ("shuffler_out_of_order", "637a.18(r)")]
)
def test_q_r__no_shuffler_fails_where_cards_are_shuffled_by_hand(cause: str, clause: str) -> None:
    given = refusal(**holdem([], irregularities=one_irregularity(cause, "start"), submission={"shuffler": "manual"}))
    assert (given["code"], given["clause"]) == ("DEVICE_IS_IN_USE", clause)


def test_r__a_shuffler_out_of_order_is_ruled_on() -> None:
    given = answer(**holdem(["3 fold", "1 fold"], irregularities=one_irregularity("shuffler_out_of_order", "start")))
    assert rulings(given, "irregularity_ruled")[0]["clause"] == "637a.18(r)"


def test_s__a_submission_may_add_aone_irregularity() -> None:
    spilled = {"cause": "drink_spilled", "remedy": "void", "says": "the cards are wet"}
    given = answer(
        **holdem(
            PREFLOP, irregularities=one_irregularity("drink_spilled", "flop"), submission={"supplements": [spilled]}
        )
    )
    assert given["void"]
    assert rulings(given, "irregularity_ruled")[0]["clause"] == "637a.18(s)"


def test_s__a_supplement_does_not_replace_the_chapter() -> None:
    own = {"cause": "missing_card", "remedy": "play-on", "says": "never mind"}
    with pytest.raises(UnlawfulSubmissionError):
        resolve({**NO_LIMIT, "supplements": [own]}, game="holdem")


def test_s__an_unknown_cause_is_refused_with_the_known_ones() -> None:
    given = refusal(**holdem([], irregularities=one_irregularity("earthquake", "hole cards")))
    assert given["code"] == "IRREGULARITY_IS_KNOWN"
    assert "hand_fouled" in given["legal"]


def test_s__a_place_the_game_does_not_have_is_refused() -> None:
    given = refusal(**holdem([], irregularities=one_irregularity("missing_card", "fourth street")))
    assert given["code"] == "IRREGULARITY_CAN_HAPPEN_HERE"


def test_s__an_exposed_card_of_a_draw_game_is_kept() -> None:
    deck = cards(with_stub(HOLDEM_FRONT))
    at = table("draw-high", 3, **NO_LIMIT)
    accepted(at, envelope(cmd.StartRound(order=deck, button=3)))
    accepted(at, envelope(cmd.DealStreet(mishaps=(cmd.Mishap("card_exposed", 1, 2),))))
    assert deck[1] in hand_of(at, 2) and len(hand_of(at, 2)) == 5


def test_a__c__who_rules_or_notifies_is_named() -> None:
    at = table()
    for command, clause in (
        (cmd.RuleOnDispute(dispute="d", ruling="r"), "637a.18(a)"),
        (cmd.RemovePlayer(seat=1, reason="signals"), "637a.18(c)"),
        (cmd.NotifyCompliance(seat=1), "637a.18(c)"),
        (cmd.VerifyTimeCharges(cents=100), "637a.17(b)(3)(v)"),
    ):
        for name in (" ", " Flora"):
            unnamed = refuses(at, envelope(command, by=name))
            assert (unnamed.code, unnamed.clause) == ("PERSON_IS_NAMED", clause)


def test_k_3__an_ante_by_seat_of_a_victim_leaves_the_pot_too() -> None:
    at = seated("holdem", 3, {**POT_LIMIT, "ante": {1: 20, 2: 30, 3: 10}})
    do(at, envelope(cmd.DealStreet()))
    # To call $1 makes it $3.10, and so much again may be raised.
    assert _raise_to(at) == 410
    dropped = do(at, envelope(cmd.ReportIrregularity(cause="hand_fouled", seat=2, protected=True)))[-1]
    assert (dropped.clause, dropped.refund) == ("637a.18(k)(3)", 130)
    assert _raise_to(at) == 280


def _raise_to(at: Table) -> int | None:
    may = options_now(at.rules, at.state)
    return may.raise_to if may is not None else None


def test_k__what_is_stated_after_so_many_hands_of_a_showdown_counts_those_mucked_too() -> None:
    gone = one_irregularity("hand_collected", "showdown", 2, 3)
    given = answer(**holdem([*PREFLOP, *CHECKED_DOWN, "1 muck", "2 show"], irregularities=gone))
    assert given["net"] == {"1": -100, "2": 200, "3": -100}
    assert rulings(given, "irregularity_ruled")[0]["clause"] == "637a.18(k)"


def test_m__of_two_players_the_other_has_the_pot_when_a_hand_is_void() -> None:
    at = seated("stud-high", 2, STUD)
    mishaps = tuple(cmd.Mishap("card_exposed", after, 2) for after in (1, 3))
    given = do(at, envelope(cmd.DealStreet(mishaps=mishaps)))
    kinds = [type(event).__name__ for event in given]
    assert (kinds.count("PotAwarded"), kinds.count("RoundEnded")) == (1, 1)
    assert [chips_of(at, f"p{seat}") for seat in (1, 2)] == [10_000, 10_000]


def test_m__a_hand_that_is_void_ends_nothing_while_others_of_its_street_are_exposed_too() -> None:
    at = seated("stud-high", 2, STUD)
    given = do(at, envelope(cmd.DealStreet(mishaps=tuple(cmd.Mishap("card_exposed", after) for after in (1, 2, 3)))))
    kinds = [type(event).__name__ for event in given]
    assert kinds[-6:] == [
        "CardExposed", "HandDropped", "CardExposed", "UncalledBetReturned", "PotAwarded", "RoundEnded"
    ]  # fmt: skip
    at = seated("stud-high", 2, STUD)
    given = do(at, envelope(cmd.DealStreet(mishaps=tuple(cmd.Mishap("card_exposed", after) for after in range(4)))))
    assert [type(event).__name__ for event in given][-3:] == ["HandDropped", "BetsReturned", "RoundEnded"]
    assert [chips_of(at, f"p{seat}") for seat in (1, 2)] == [10_000, 10_000]


def _super_stud_discards(players: int) -> Table[Any, Any]:
    """Super stud after the deal: seat 1 shows the lowest card, seat 2 the next lowest."""
    ups = ["2c", "3c", "9h", "Th"][:players]
    at = seated("super-stud-hi-lo-8", players, STUD, super_stud([f"x x x x {up}" for up in ups]))
    do(at, envelope(cmd.DealStreet()))
    return at


def test_l_2__throwing_the_hand_away_in_the_discards_does_not_relieve_the_forced_bettor() -> None:
    at = _super_stud_discards(3)
    posted, dropped = do(at, envelope(cmd.ThrowAwayCards(), seat=1))
    assert (posted.seat, posted.kind, posted.cents, posted.clause) == (1, "forced bet", 50, "637a.18(l)(2)")
    assert dropped.seat == 1
    for seat in (2, 3):
        do(at, envelope(cmd.Discard(cards=hand_of(at, seat)[:2]), seat=seat))
    seen = look_at(at)
    assert (seen.actor, seen.bets) == (2, {1: 50})
    assert balance_of(at, "pot") == 80
    along(at, round_over)
    assert chips_of(at, "p1") == 10_000 - 60


def test_l_2__the_forced_bet_of_a_hand_thrown_away_goes_to_the_last_player_left() -> None:
    at = _super_stud_discards(2)
    do(at, envelope(cmd.ThrowAwayCards(), seat=1))
    assert (chips_of(at, "p1"), chips_of(at, "p2")) == (10_000 - 60, 10_000 + 60)


def test_l_2__another_hand_thrown_away_in_the_discards_owes_no_forced_bet() -> None:
    at = _super_stud_discards(3)
    (dropped,) = do(at, envelope(cmd.ThrowAwayCards(), seat=2))
    assert dropped.clause == "637a.18(k)"
    for seat in (1, 3):
        do(at, envelope(cmd.Discard(cards=hand_of(at, seat)[:2]), seat=seat))
    assert look_at(at).bets == {1: 50}


def test_k_2__a_protected_hand_that_was_collected_is_reconstructed() -> None:
    at = _started()
    report = cmd.ReportIrregularity(cause="hand_collected", seat=2, protected=True, reconstructed=True)
    (ruled,) = accepted(at, envelope(report, role=Role.FLOORPERSON))
    assert (ruled.clause, ruled.remedy) == ("637a.18(k)(2)", "the hand is reconstructed and the round goes on")
    assert 2 not in look_at(at).folded
    unprotected = cmd.ReportIrregularity(cause="hand_collected", seat=2, reconstructed=True)
    accepted(at, envelope(unprotected, role=Role.FLOORPERSON))
    assert 2 in look_at(at).folded


def test_g_4__a_player_in_the_round_who_was_skipped_makes_a_misdeal() -> None:
    at = _started()
    report = envelope(cmd.ReportIrregularity(cause="eligible_player_not_dealt", seat=2), role=Role.FLOORPERSON)
    late = at.fork()
    for seat, word in ((3, "call"), (1, "call")):
        accepted(late, envelope(cmd.Act(word=word), seat=seat))
    (too_late,) = accepted(late, report)
    assert too_late.remedy == "two players have voluntarily placed bets: the round goes on"
    ruled, *_ = accepted(at, report)
    assert (ruled.clause, look_at(at).status) == ("637a.18(g)(4)", "between rounds")


@pytest.mark.parametrize("away", [True, False])
def test_s__a_supplement_kills_a_protected_hand_and_that_of_an_absent_player(away: bool) -> None:
    supplement = {"cause": "phone_at_the_table", "remedy": "dead-hand", "says": "a player uses a phone in the hand"}
    at = table(**{**NO_LIMIT, "supplements": [supplement]})
    accepted(at, envelope(cmd.StartRound(order=cards(with_stub(HOLDEM_FRONT)), button=3)))
    accepted(at, envelope(cmd.DealStreet()))
    if away:
        accepted(at, envelope(cmd.SecureStakes(seat=2)))
    report = cmd.ReportIrregularity(cause="phone_at_the_table", seat=2, protected=True)
    ruled, dropped = accepted(at, envelope(report, role=Role.FLOORPERSON))
    assert (ruled.clause, ruled.remedy) == ("637a.18(s)", "the hand is dead and its bets stay")
    assert (dropped.seat, chips_of(at, "p2")) == (2, 10_000 - 100)


DRAW_HANDS = ["Ac Ad 2c 3d 5h", "Kc Kd 4c 6d 7h", "Qc Qd 8c 9d Th"]


def _draw_round(irregularities: list[dict[str, Any]]) -> dict[str, Any]:
    actions = [
        "3 call",
        "1 call",
        "2 check",
        "1 discard 2c 3d 5h",
        "2 stand",
        "3 stand",
        *["1 check", "2 check", "3 check"],
    ]
    return {
        "game": "draw-high",
        "submission": dict(NO_LIMIT),
        "button": 3,
        "deck": draw(DRAW_HANDS, "As 2s 3s 4s 5s"),
        "seats": {str(seat): {"stack": 10_000} for seat in (1, 2, 3)},
        "actions": actions,
        "irregularities": irregularities,
    }


@pytest.mark.parametrize(
    ("cause", "clause", "hand"),
    [
        ("face_up_card", "637a.18(j)", "Ac Ad As 3s 4s"),
        ("card_off_table", "637a.18(o)", "Ac Ad As 3s 4s"),
        ("card_exposed", "637a.18(s)", "Ac Ad As 2s 3s"),
    ],
)
def test_j_o_s__any_replacement_card_of_a_draw_can_go_wrong(cause: str, clause: str, hand: str) -> None:
    """637a.18(j) 637a.18(o) 637a.18(s)"""
    round = _draw_round([{"cause": cause, "at": "draw", "after": 0, "card": 1}])
    given = answer(**round)
    [ruling] = rulings(given, "irregularity_ruled")
    assert (ruling["clause"], ruling["cause"]) == (clause, cause)
    assert _hand(round, 1) == hand


def test_g_3__two_replacement_cards_found_face_up_are_a_misdeal() -> None:
    two = [{"cause": "face_up_card", "at": "draw", "after": 0, "card": card} for card in (0, 2)]
    given = answer(**_draw_round(two))
    assert given["void"] and given["net"] == NOTHING


def test_j__a_mishap_beyond_the_draw_or_by_its_player_is_refused() -> None:
    beyond = [{"cause": "face_up_card", "at": "draw", "after": 0, "card": 9}]
    given = refusal(**_draw_round(beyond))
    assert (given["code"], given["clause"]) == ("IRREGULARITY_CAN_HAPPEN_HERE", "637a.18(j)")
    at: Table[Any, Any] = Table(resolve(NO_LIMIT, game="draw-high"))
    do(at, cmd.OpenTable(staffed=True))
    for place in (1, 2, 3):
        do(at, envelope(cmd.TakeSeat(cents=10_000), seat=place, by=f"p{place}"))
    do(at, envelope(cmd.StartRound(order=cards(draw(DRAW_HANDS)), button=3)))
    along(at, lambda at: look_at(at).status == "drawing")
    seat = look_at(at).asked[0]
    draws = cmd.Discard(cards=hand_of(at, seat)[:2], mishaps=(cmd.Mishap("card_exposed", 1),))
    assert refuses(at, envelope(draws, seat=seat)).code == "ROLE_IS_AUTHORISED"
    none = cmd.Discard(mishaps=draws.mishaps)
    dealer: dict[str, Any] = {"seat": seat, "role": Role.DEALER, "by": "Dee"}
    assert refuses(at, envelope(none, **dealer)).code == "IRREGULARITY_CAN_HAPPEN_HERE"
    for mishap in (cmd.Mishap("card_exposed", 1, Seat(9)), cmd.Mishap("card_exposed", 1, Seat(seat % 3 + 1))):
        wrong = cmd.Discard(cards=draws.cards, mishaps=(mishap,))
        assert refuses(at, envelope(wrong, **dealer)).code == "IRREGULARITY_CAN_HAPPEN_HERE"
    accepted(at, envelope(draws, **dealer))
