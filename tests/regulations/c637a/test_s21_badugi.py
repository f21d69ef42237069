"""637a.21: Badugi."""

from __future__ import annotations

from houseway.cards import text_of
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker.draft import looking_at
from houseway.chapters.c637a_poker.short_decks import cards_put_back
from houseway.chapters.c637a_poker.state import Status
from houseway.engine.kernel import envelope
from tests.kit.card_views import burned_cards, cards_owed, discards
from tests.kit.table_views import hand_of, look_at
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

GAME = "badugi"
HANDS = ["Ac 2d 3h 4s", "Ad 2h 3s 5c", "Kc Kd Kh Ks"]
DEAL = draw(HANDS)
DOWN = "3 call, 1 call, 2 check, " + ", ".join(["1 stand, 2 stand, 3 stand, 1 check, 2 check, 3 check"] * 3)


def test_b__each_player_antes() -> None:
    assert net(GAME, DEAL, "3 fold, 1 fold", {**NO_LIMIT, "ante": 10}) == [-60, 70, -10]


def test_b__kill() -> None:
    terms = {**LIMIT, "kill": "kill", "qualifying_pot": 300}
    assert played(GAME, DEAL, DOWN, terms)["kill_next"] is True
    assert played(GAME, DEAL, "3 fold, 1 fold", terms, kill=True)["kill_next"] is False


def test_c_2__the_button_moves_on_clockwise() -> None:
    assert played(GAME, DEAL, "3 fold, 1 fold")["button_next"] == 1


def test_d__blinds_before_the_cards() -> None:
    at = seated(GAME, 3, NO_LIMIT)
    assert (look_at(at).bets, look_at(at).hands) == ({1: 50, 2: 100}, {})


def test_e__a_straddle_if_offered() -> None:
    terms = {**NO_LIMIT, "straddle": 200}
    assert legal(GAME, DEAL, "3 straddle, 1 call, 2 fold", terms) == ["fold", "check", "raise to 400 to 10000"]
    assert refusal(GAME, DEAL, "3 straddle") == ("WAGER_IS_OFFERED", "637a.21(e)")


def test_f__four_rounds_down_the_button_last() -> None:
    at = seated(GAME, 3, NO_LIMIT, DEAL)
    (dealt, *_) = do(at, envelope(cmd.DealStreet()))
    assert [seat for seat, _, _ in dealt.cards] == [1, 2, 3] * 4
    assert text_of(hand_of(at, 1)) == HANDS[0]


def test_g__the_big_blind_has_the_option() -> None:
    assert legal(GAME, DEAL, "3 call, 1 call") == ["fold", "check", "raise to 200 to 10000"]
    assert refusal(GAME, DEAL, "1 call") == ("SEAT_IS_ASKED", "637a.21(g)")


def test_h__each_player_draws_in_turn() -> None:
    deal = draw(["Ac 2d 3h Ks", HANDS[1], "Kc Kd Kh Qs"], "4s  7d 8h")
    actions = "3 call, 1 call, 2 check, 1 discard Ks, 2 stand, 3 discard Kd Kh, 1 check, 2 check, 3 check"
    actions += ", " + ", ".join(["1 stand, 2 stand, 3 stand, 1 check, 2 check, 3 check"] * 2)
    assert net(GAME, deal, actions) == [200, -100, -100]
    assert refusal(GAME, deal, "3 call, 1 call, 2 check, 2 stand") == ("SEAT_IS_ASKED", "637a.21(h)")


def test_h__nine_players_the_discards_of_the_others_are_dealt_again() -> None:
    at = along(seated(GAME, 9, LIMIT), lambda one: look_at(one).status is Status.DRAWING)
    # 36 cards and a burn leave 15: four for seats 1 to 3, three for seat 4.
    for seat in (1, 2, 3, 4):
        do(at, envelope(cmd.Discard(cards=hand_of(at, seat)), seat=seat))
    assert (look_at(at).status, cards_owed(at)) == (Status.RESHUFFLING, 1)
    back = cards_put_back(looking_at(at.rules, at.state))
    assert len(back) == 12
    assert not {card for seat, card in discards(at) if seat == 4} & set(back)
    along(at, round_over)


def test_i_j__three_draws_each_after_a_burn_and_the_big_bet_after_the_second() -> None:
    at = along(seated(GAME, 3, LIMIT, DEAL), round_over)
    assert len(burned_cards(at)) == 3
    assert bets(GAME, 3, LIMIT) == [100, 100, 200, 200]
    assert look_at(along(seated(GAME, 3, LIMIT, DEAL), on_street(3))).actor == 1


def test_k_1__four_suits_and_ranks_the_lowest_wins() -> None:
    assert winners(GAME, *HANDS) == [1]
    assert winners(GAME, "Ac 2d 3h 5s", "2c 3d 4h 5d") == [1]
    # From the highest card down: K-high loses to a rougher Q-high.
    assert winners(GAME, "Ac 2d 3h Ks", "9c Td Jh Qs") == [2]


def test_k_1__any_badugi_beats_any_three_cards() -> None:
    assert winners(GAME, "Tc Jd Qh Ks", "Ac 2d 3h 3s") == [1]


def test_k_2__three_cards() -> None:
    assert winners(GAME, "Ac 2d 3h 3s", "Ad 2c 4h 4s") == [1]
    # The best three of the four: the king is left out.
    assert winners(GAME, "Ac 2d 3h Kc", "Ad 2h 4s 4c") == [1]
    assert winners(GAME, "Jc Qd Kh Kc", "Ac 2c 3d 4d") == [1]


def test_k_3__two_cards() -> None:
    # Ace and 3 of two suits, ace and 4 of two suits.
    assert winners(GAME, "Ac 2c 3d 4d", "Ah 2h 3h 4s") == [1]
    assert winners(GAME, "Ac 2d 2c Ad", "Ah 3s 3h As") == [1]
    assert winners(GAME, "Qc Kd Qd Kc", "Ah 2h 3h 4h") == [1]


def test_k_4__one_card() -> None:
    assert winners(GAME, "Ac 5c 9c Kc", "2h 3h 4h 5h") == [1]
    # Four of a rank are one card.
    assert winners(GAME, "2c 2d 2h 2s", "Ah 9h Th Jh") == [2]


def test_k_5__tied_hands_share_and_the_excess_is_first_left_of_the_button() -> None:
    tied = draw(["Kc Kd Kh Ks", "Ac 2d 3h 4s", "Ad 2c 3s 4h"])
    given = played(GAME, tied, DOWN, {**NO_LIMIT, "ante": {"2": 1}})
    assert given["pots"][0]["shares"] == {"2": 151, "3": 150}
    assert given["pots"][0]["awards"][0]["clause"] == "637a.21(k)(5)"
