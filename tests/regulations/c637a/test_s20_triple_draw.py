"""637a.20: Triple Draw: 2-7, A-5, Badeucey and Badacey."""

from __future__ import annotations

from random import Random

import pytest

from houseway.cards import text_of
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.draft import looking_at
from houseway.chapters.c637a_poker.short_decks import cards_put_back
from houseway.chapters.c637a_poker.state import Status
from houseway.chapters.registry import open_table
from houseway.driver.house import House
from houseway.driver.sources import Seeded
from houseway.engine.asking import Question
from houseway.engine.kernel import Command, Table, Viewer, envelope
from houseway.engine.roles import Role
from houseway.seats import Seat
from tests.kit.card_views import burned_cards, cards_owed, discards
from tests.kit.table_views import hand_of, look_at, street_of
from tests.kit.tables import accepted as do
from tests.regulations.c637a.deals import (
    LIMIT,
    NO_LIMIT,
    along,
    bets,
    draw,
    legal,
    net,
    on_street,
    played,
    refusal,
    round_over,
    seated,
    winners,
)

GAME = "triple-draw-2-7"
HANDS = ["2c 3d 4h 5s 7c", "2d 3h 4c 6s 8d", "2h 3s 4s 9s Td"]
DEAL = draw(HANDS)
STOOD = ", ".join(["1 stand, 2 stand, 3 stand, 1 check, 2 check, 3 check"] * 3)
DOWN = f"3 call, 1 call, 2 check, {STOOD}"


def _drawing(at: Table) -> bool:
    return look_at(at).status is Status.DRAWING


def _discard(at: Table, seat: int, count: int) -> None:
    do(at, envelope(cmd.Discard(cards=hand_of(at, seat)[:count]), seat=seat))


def test_b__each_player_antes() -> None:
    assert net(GAME, DEAL, "3 fold, 1 fold", {**NO_LIMIT, "ante": 10}) == [-60, 70, -10]


def test_b__kill_stays_on_over_a_tie_and_goes_off_below_the_qualifying_pot() -> None:
    terms = {**LIMIT, "kill": "kill", "qualifying_pot": 300}
    tied = draw(["2c 3d 4h 5s 7c", "2d 3h 4c 5h 7d", "2h 3s 4s 9s Td"])
    assert played(GAME, DEAL, DOWN, terms)["kill_next"] is True
    assert played(GAME, tied, DOWN, terms)["kill_next"] is False
    assert played(GAME, tied, DOWN, terms, kill=True)["kill_next"] is True
    assert played(GAME, DEAL, DOWN, {**terms, "qualifying_pot": 301}, kill=True)["kill_next"] is False
    assert legal(GAME, DEAL, "", terms, kill=True) == ["fold", "call 100", "raise to 300"]
    assert refusal(GAME, DEAL, "", {**LIMIT, "kill": "kill"}) == ("SUBMISSION_IS_LAWFUL", "637a.20(b)")


def test_c_2__the_button_moves_on_clockwise() -> None:
    assert played(GAME, DEAL, "3 fold, 1 fold")["button_next"] == 1


def test_d__blinds_before_the_cards() -> None:
    at = seated(GAME, 3, NO_LIMIT)
    assert (look_at(at).bets, look_at(at).hands) == ({1: 50, 2: 100}, {})


def test_e__a_straddle_if_offered() -> None:
    terms = {**NO_LIMIT, "straddle": 200}
    assert legal(GAME, DEAL, "3 straddle, 1 call, 2 fold", terms) == ["fold", "check", "raise to 400 to 10000"]
    assert refusal(GAME, DEAL, "3 straddle") == ("WAGER_IS_OFFERED", "637a.20(e)")


def test_f__five_rounds_down_the_button_last() -> None:
    at = seated(GAME, 3, NO_LIMIT, DEAL)
    (dealt, *_) = do(at, envelope(cmd.DealStreet()))
    assert [seat for seat, _, _ in dealt.cards] == [1, 2, 3] * 5
    assert text_of(hand_of(at, 1)) == HANDS[0]


def test_g__the_big_blind_has_the_option() -> None:
    assert legal(GAME, DEAL, "3 call, 1 call") == ["fold", "check", "raise to 200 to 10000"]
    assert refusal(GAME, DEAL, "1 call") == ("SEAT_IS_ASKED", "637a.20(g)")


def test_h__a_burn_then_each_player_draws_in_turn() -> None:
    deal = draw(["2c 3d 4h Ks Kc", HANDS[1], HANDS[2]], "5s 7c 8h")
    actions = "3 call, 1 call, 2 check, 1 discard Ks Kc, 2 stand, 3 discard Td, 1 check, 2 check, 3 check"
    actions += ", " + ", ".join(["1 stand, 2 stand, 3 stand, 1 check, 2 check, 3 check"] * 2)
    given = played(GAME, deal, actions)
    assert given["net"] == {"1": 200, "2": -100, "3": -100}
    assert set(given["pots"][0]["hands"]["1"]["2-7 low"].split()) == {"2c", "3d", "4h", "5s", "7c"}
    assert refusal(GAME, deal, "3 call, 1 call, 2 check, 2 stand") == ("SEAT_IS_ASKED", "637a.20(h)")
    strange = refusal(GAME, deal, "3 call, 1 call, 2 check, 1 discard 5s")
    assert strange == ("HANDS_ARE_OF_THE_CARDS_HELD", "637a.20(h)")


def test_h__a_player_never_draws_what_he_discarded_himself() -> None:
    at = along(seated(GAME, 7, LIMIT), _drawing)
    # 35 cards and a burn leave 16; seats 1 and 2 draw five each, in the second draw seat 1 takes the last five.
    for seat in (1, 2):
        _discard(at, seat, 5)
    along(at, on_street(1))
    along(at, lambda one: _drawing(one) and street_of(one) == 2)
    _discard(at, 1, 5)
    _discard(at, 2, 5)
    assert (look_at(at).status, cards_owed(at)) == (Status.RESHUFFLING, 5)
    own = {card for seat, card in discards(at) if seat == 2}
    back = cards_put_back(looking_at(at.rules, at.state))
    assert len(own) == 10
    assert len(back) == 10
    assert not own & set(back)
    do(at, envelope(cmd.Reshuffle(order=tuple(back))))
    assert hand_of(at, 2) == tuple(back[:5])


def test_h__where_only_his_own_discards_are_left_the_burn_cards_are_used() -> None:
    at = seated(GAME, 7, LIMIT)
    for street in (1, 2, 3):
        along(at, lambda one, due=street: _drawing(one) and street_of(one) == due)  # type: ignore[misc]
        _discard(at, 1, 5)
    # 17 cards: a burn and five, a burn and five, a burn and the last four.
    assert (look_at(at).status, cards_owed(at)) == (Status.RESHUFFLING, 1)
    assert sorted(cards_put_back(looking_at(at.rules, at.state))) == sorted(burned_cards(at))
    along(at, round_over)


def test_i__a_burn_due_from_an_empty_deck_is_taken_after_the_reshuffle() -> None:
    deal = draw(["2c 3d 4h Kc Qc", "2d 3h 4c Kd Qd"], "8c 9c 8d 9d Tc").split()[:16]
    actions = "1 call, 2 check, 1 discard Kc Qc, 2 discard Kd Qd 4c, 1 check, 2 check, "
    actions += "1 discard 9c, 2 discard Tc, 1 check, 2 check, 1 stand, 2 stand, 1 check, 2 check"
    given = played(GAME, " ".join(deal), actions, stacks=2, reshuffles=["Kd Qd 4c"])
    # The king is burned, seat 1 draws the queen; what is left is the deck, from which seat 2 draws 9-8-4-3-2.
    assert set(given["pots"][0]["hands"]["2"]["2-7 low"].split()) == {"2d", "3h", "4c", "8d", "9d"}
    assert given["net"] == {"1": -100, "2": 100}


def test_i_j__three_draws_each_after_a_burn_and_the_big_bet_after_the_second() -> None:
    at = along(seated(GAME, 3, LIMIT, DEAL), round_over)
    assert len(burned_cards(at)) == 3
    assert sum(isinstance(event, ev.DrawBegan) for event in at.events) == 3
    assert bets(GAME, 3, LIMIT) == [100, 100, 200, 200]


def test_j__left_of_the_button_begins_each_later_round() -> None:
    for street in (1, 2, 3):
        assert look_at(along(seated(GAME, 3, LIMIT, DEAL), on_street(street))).actor == 1


def test_k_1__hands_are_compared_from_the_highest_card_down() -> None:
    assert winners(GAME, "8c 7d 6h 5s 3c", "9c 5d 4h 3s 2c") == [1]
    assert winners(GAME, "8c 6d 5h 4s 3c", "8d 7d 4h 3s 2c") == [1]


def test_k_2__tied_hands_share_and_the_excess_is_first_left_of_the_button() -> None:
    tied = draw(["2c 3d 4h 9s Tc", "2d 3h 4c 5h 7d", "2h 3s 4s 5d 7s"])
    given = played(GAME, tied, DOWN, {**NO_LIMIT, "ante": {"2": 1}})
    assert given["pots"][0]["shares"] == {"2": 151, "3": 150}


def test_k_3_i_to_iii__2_7_the_ace_is_high_and_straights_and_flushes_count() -> None:
    assert winners(GAME, "2c 3d 4h 5s 7c", "2d 3h 4c 5h 8s") == [1]
    assert winners(GAME, "2c 3c 4c 5c 7c", "Ad Kh Qc Jh 9s") == [2]
    assert winners(GAME, "2c 3d 4h 5s 6c", "Ad Kh Qc Jh 9s") == [2]
    assert winners(GAME, "2c 2d 4h 5s 7c", "Ad Kh Qc Jh 9s") == [2]


def test_k_3_i__the_five_high_straight_is_an_ace_high_hand() -> None:
    assert winners(GAME, "Ac 2d 3h 4s 5c", "2c 3d 4c 5h 6s") == [1]
    assert winners(GAME, "Ac 2d 3h 4s 5c", "Kd Qh Jc Th 8s") == [2]
    assert winners(GAME, "Ac 2d 3h 4s 5c", "Ad 6h 4c 3c 2s") == [1]


def test_k_4_i_to_iii__a_5_the_ace_is_low_and_straights_and_flushes_do_not_count() -> None:
    assert winners("triple-draw-a-5", "Ac 2c 3c 4c 5c", "Ad 2d 3h 4s 6d") == [1]
    assert winners("triple-draw-a-5", "Ac 2d 3h 4s 6c", "2c 3d 4h 5s 6d") == [1]


def _shares(game: str, hands: list[str], ante: int = 0) -> dict[str, int]:
    shares: dict[str, int] = played(game, draw(hands), DOWN, {**NO_LIMIT, "ante": {"2": ante}})["pots"][0]["shares"]
    return shares


def test_l_1_i__badeucey_half_for_2_7_and_half_for_the_badugi() -> None:
    # Seat 1 has the 2-7 low without a fourth suit, seat 2 the Badugi 2-3-4-6.
    hands = ["2c 3c 4d 5h 7d", "2d 3h 4c 6s Kd", "Ac Ad Ah Kc Kh"]
    assert _shares("badeucey", hands) == {"1": 150, "2": 150}
    # 2-3-4-5 is the best Badugi; with the 7 it wins both.
    assert _shares("badeucey", ["2c 3d 4h 5s 7c", *hands[1:]]) == {"1": 300}
    # The ace is high: A-4-3-2 loses to K-8-5-2.
    ace = ["Ac 2d 3h 4s 6s", "2c 5d 8h Ks Kd", "Jd Jh Js Qc Qd"]
    assert _shares("badeucey", ace) == {"1": 150, "2": 150}


def test_l_1_ii__the_excess_is_the_2_7_hands() -> None:
    hands = ["2c 3c 4d 5h 7d", "2d 3h 4c 6s Kd", "Ac Ad Ah Kc Kh"]
    assert _shares("badeucey", hands, ante=1) == {"1": 151, "2": 150}


def test_l_2_i__badacey_half_for_a_5_and_half_for_the_badugi() -> None:
    hands = ["Ac 2c 3d 4h 5d", "Ad 2h 3c 6s Kd", "Qc Qd Qh Kc Kh"]
    assert _shares("badacey", hands) == {"1": 150, "2": 150}
    assert _shares("badacey", ["Ac 2d 3h 4s 5c", *hands[1:]]) == {"1": 300}


def test_l_2_ii__the_excess_is_the_a_5_hands() -> None:
    hands = ["Ac 2c 3d 4h 5d", "Ad 2h 3c 6s Kd", "Qc Qd Qh Kc Kh"]
    assert _shares("badacey", hands, ante=1) == {"1": 151, "2": 150}


@pytest.mark.parametrize("game", ["badeucey", "badacey"])
def test_l__without_a_badugi_three_cards_then_two(game: str) -> None:
    # Three suits at seat 2, two at seat 1, whose five cards are lower.
    hands = ["2c 3c 4c 5d 7d", "2d 3h 6s 9d Kd", "Jc Jd Jh Qc Qh"]
    assert _shares(game, hands) == {"1": 150, "2": 150}


def test_h__a_burn_owed_from_an_empty_deck_is_taken_face_down_after_the_reshuffle():
    table = open_table("triple-draw-2-7")
    for number in range(1, 8):
        table.do(table.machine.take_seat(100_000), role=Role.PLAYER, seat=Seat(number), by=f"P{number}")
    # Sixteen cards drawn leave none to burn before the second draw, in which one card is drawn.
    thrown = iter([5, 5, 5, 1, 0, 0, 0, 1])

    def answer(question: Question) -> Command:
        match question.asks[0].command:
            case "discard":
                return cmd.Discard(cards=hand_of(table, question.seat)[: next(thrown, 0)])
            case "act":
                return cmd.Act(word="check" if any(ask.word == "check" for ask in question.asks) else "call")
        return cmd.ShowHand()

    House(table, Seeded(Random(3))).play_round(answer)
    place = next(place for place, event in enumerate(table.events) if isinstance(event, ev.Reshuffled))
    shuffled, burned = table.events[place : place + 2]
    assert isinstance(shuffled, ev.Reshuffled) and isinstance(burned, ev.StreetDealt)
    assert burned.cards == ((Seat(-1), shuffled.order[0], False),)
    assert burned.clause == shuffled.clause
    for person in (None, "P1", "P7"):
        (seen,) = table.machine.redact(table.rules, table.state, (burned,), Viewer(Role.PLAYER, person))
        assert isinstance(seen, ev.StreetDealt) and seen.cards == ((Seat(-1), None, False),)
