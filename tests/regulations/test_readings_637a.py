"""The readings of 637a, each shown in force by the test that has its id."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.cards import text_of
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.draft import looking_at
from houseway.chapters.c637a_poker.short_decks import cards_put_back
from houseway.chapters.c637a_poker.state import Status
from houseway.engine.refusal import Refusal
from tests.kit.card_views import cards_sent_to, deck_of, stub_of
from tests.kit.table_views import hand_of, look_at
from tests.regulations.c637a.deals import (
    LIMIT,
    NO_LIMIT,
    POT_LIMIT,
    SPREAD,
    STUD,
    act,
    along,
    at_showdown,
    bets,
    deck,
    draw,
    flop,
    legal,
    net,
    on_street,
    played,
    refusal,
    round_over,
    seated,
    stud,
    super_stud,
    winners,
)

HOLDEM = flop(["Ac Ad", "Kc Kd", "2h 7s"], "Qh Jh 9d 8s 4d")
CHECKS = ", ".join(f"{seat} check" for _ in range(3) for seat in (1, 2, 3))
DOWN = "3 call, 1 call, 2 check, " + CHECKS
OMAHA_BOARD = "2c 5d 8h Kc Qs"


def _forced(game: str, *ups: str, **terms: Any) -> int:
    at = along(seated(game, len(ups), {**STUD, **terms}, stud([f"x x {up}" for up in ups])), on_street(0))
    return next(one.seat for one in at.events if isinstance(one, ev.Posted) and one.kind == "forced bet")


def test_reading__637a_stud_low_forced() -> None:
    assert _forced("stud-low", "Ac", "Qd", "Kh", "2s") == 3
    # Taken literally the ace is the highest card of low poker, and the 2 the next.
    assert _forced("stud-low", "Ac", "Qd", "Kh", "2s", stud_low_forced="literal") == 1
    assert _forced("stud-low", "3c", "Qd", "Kh", "2s", stud_low_forced="literal") == 4
    assert _forced("stud-low", "Ac", "As", "Kh", stud_low_forced="literal") == 2
    # The option is for stud low alone.
    assert _forced("stud-hi-lo", "Ac", "Qd", "Kh", stud_low_forced="literal") == 3


def test_reading__637a_suit_ties() -> None:
    twos = ("2h", "2s", "2c", "2d")
    assert _forced("stud-high", *twos) == 3
    assert _forced("stud-hi-lo-8", *twos) == 3
    kings = ("Kh", "Ks", "Kc", "Kd")
    assert _forced("stud-low", *kings) == 2
    assert _forced("stud-hi-lo", *kings) == 2


def test_reading__637a_super_stud() -> None:
    deal = super_stud(["Ks Kd 7s 8s 2h 9h 7c 4c 3h", "Qs Qd 9s Ts Ah Jh 6c 5c 3d"])
    held = ("HANDS_ARE_OF_THE_CARDS_HELD", "637a.10(m)")
    # Not the up card; in seat order; before the Forced Bet is in.
    assert refusal("super-stud-hi-lo-8", deal, "1 discard 2h 7s", STUD, stacks=2) == held
    assert refusal("super-stud-hi-lo-8", deal, "2 discard 9s Ts", STUD, stacks=2)[0] == "SEAT_IS_ASKED"
    assert refusal("super-stud-hi-lo-8", deal, "2 call", STUD, stacks=2)[0] == "SEAT_IS_ASKED"
    # Nine players: 45 cards, and fourth street too is a common card.
    at = along(seated("super-stud-hi-lo-8", 9, STUD, deck()), on_street(1))
    assert len(look_at(at).common) == 1
    assert {len(hand) for hand in look_at(at).hands.values()} == {3}


def test_reading__637a_common_card() -> None:
    # Seven players: 21 + 3 x 8 leave 7 cards for a burn and seven; so one common card.
    at = along(seated("stud-high", 7, STUD, deck()), on_street(4))
    assert len(look_at(at).common) == 1
    assert text_of(look_at(at).common) == text_of([deck_of(at)[46]])
    # Eight: one card is left, and it is shuffled with the burns.
    short = along(seated("stud-high", 8, STUD, deck()), lambda one: look_at(one).status is Status.RESHUFFLING)
    assert len(cards_put_back(looking_at(short.rules, short.state))) == 4
    # A common ace beside a lone ace shows no pair: seat 1's kings begin.
    hands = ["x x 2c Kc Kd", "x x 3c Ah 9d", *[f"x x {rank}s x x" for rank in "456789T"]]
    order = stud(hands).split()
    there = order.index("Ad")
    order[48], order[there] = order[there], order[48]
    nine = along(seated("stud-high", 9, STUD, " ".join(order)), on_street(3))
    assert text_of(look_at(nine).common) == "Ad"
    assert look_at(nine).actor == 1


def test_reading__637a_low() -> None:
    assert winners("draw-low", "8c 6d 4h 3s Ac", "8d 7d 3h 2s Ad") == [1]
    assert winners("draw-low", "Ac 2c 3c 4c 5c", "Ad 2d 3h 4s 6d") == [1]
    assert winners("draw-low", "Kc Qd Jh Ts 9c", "Ac Ad 2h 3s 4c") == [1]
    assert winners("triple-draw-2-7", "Ac 2d 3h 4s 5c", "2c 3d 4h 5s 6c") == [1]
    assert winners("triple-draw-2-7", "Ac 2d 3h 4s 5c", "Kc Qd Jh Ts 8c") == [2]


def test_reading__637a_odd_chip() -> None:
    # Whole smallest chips: 325 in quarters of a dollar; the high hand of a split has what is over.
    split = flop(["Ah 3h Jc Td", "Ks Kd Jh Th", "Qh Qd Js Ts"], OMAHA_BOARD)
    terms = {**NO_LIMIT, "ante": {"2": 25}, "smallest_chip": 25}
    assert played("omaha-hi-lo-8", split, DOWN, terms)["pots"][0]["shares"] == {"1": 150, "2": 175}
    # All of the excess goes to one: three equal hands and 302.
    board = flop(["2c 2d", "3c 3d", "4c 4d"], "Ah Kh Qh Jh Th")
    assert played("holdem", board, DOWN, {**NO_LIMIT, "ante": {"2": 2}})["pots"][0]["shares"]["1"] == 102
    # Elsewhere first left of the button, or by suit.
    tied = flop(["Ac Kd", "Ah Ks", "2c 3d"], "Qh Jh 9d 8s 4d")
    odd = {**NO_LIMIT, "ante": {"2": 1}}
    assert played("holdem", tied, DOWN, odd)["pots"][0]["shares"] == {"1": 151, "2": 150}
    assert played("holdem", tied, DOWN, {**odd, "odd_chip": "suit"})["pots"][0]["shares"] == {"1": 150, "2": 151}
    # In stud by suit, whatever the submission says.
    hands = ["Kh 4h 3h Jd 9d 7c 2c", "Ks 4d 3d Jh 9h 7d 2d"]
    for odd_chip in ("left-of-button", "suit"):
        terms = {**STUD, "ante": {"1": 1}, "odd_chip": odd_chip}
        at = along(seated("stud-high", 2, terms, stud(hands)), round_over)
        [award] = [event for event in at.events if isinstance(event, ev.PotAwarded)]
        assert {share.seat: share.cents for share in award.shares} == {1: 50, 2: 51}
    # Each pot by itself: 3 x 301 and 2 x 101 among three and two equal hands.
    stacks = {1: 301, 2: 402, 3: 402}
    given = played("holdem", board, "3 raise to 402, 1 call, 2 call", stacks=stacks)
    assert [pot["shares"] for pot in given["pots"]] == [{"1": 301, "2": 301, "3": 301}, {"2": 101, "3": 101}]


def test_reading__637a_side_pot_low() -> None:
    deal = flop(["Ah 3h Jc Td", "Ks Kd Jh Th", "Qh Qd Js Ts"], OMAHA_BOARD)
    stacks = {1: 1000, 2: 3000, 3: 3000}
    given = played("omaha-hi-lo-8", deal, "3 raise to 3000, 1 call, 2 call", stacks=stacks)
    assert [pot["shares"] for pot in given["pots"]] == [{"1": 1500, "2": 1500}, {"2": 4000}]


def test_reading__637a_betting() -> None:
    # The structures.
    assert legal("holdem", HOLDEM, "", LIMIT)[-1] == "raise to 200"
    assert legal("holdem", HOLDEM, "", SPREAD)[-1] == "raise to 200 to 600"
    assert legal("holdem", HOLDEM, "", POT_LIMIT)[-1] == "raise to 200 to 350"
    assert legal("holdem", HOLDEM, "", NO_LIMIT)[-1] == "raise to 200 to 10000"
    # The bet of each betting round in a fixed-limit game.
    assert bets("holdem", 3, LIMIT) == [100, 100, 200, 200]
    assert bets("stud-high", 3, STUD) == [50, 100, 200, 200, 200]
    assert bets("five-card-stud", 3, STUD) == [50, 100, 200, 200]
    assert bets("draw-high", 3, LIMIT) == [100, 200]
    assert bets("badugi", 3, LIMIT) == [100, 100, 200, 200]
    # Blinds, straddle and completion are no raises of the cap.
    capped = {**LIMIT, "raise_cap": 1, "straddle": 200}
    assert legal("holdem", HOLDEM, "3 straddle", capped) == ["fold", "call 150", "raise to 300"]
    assert legal("holdem", HOLDEM, "3 straddle, 1 raise to 300", capped) == ["fold", "call 200"]
    third = stud(["x x 2c", "x x 9c", "x x Kc"])
    one = {**STUD, "raise_cap": 1}
    assert legal("stud-high", third, "2 raise to 100", one) == ["fold", "call 100", "raise to 200"]
    assert legal("stud-high", third, "2 raise to 100, 3 raise to 200", one) == ["fold", "call 150"]
    # The least raise is the last full one; a short all-in reopens nothing, several may.
    assert legal("holdem", HOLDEM, "3 raise to 500")[-1] == "raise to 900 to 10000"
    four = flop(["Ac Ad", "Kc Kd", "2h 7s", "3h 8d"])
    stacks = {1: 10_000, 2: 700, 3: 900, 4: 10_000}
    opened = "3 call, 4 call, 1 call, 2 check, 1 bet 400, 2 raise to 600"
    assert legal("holdem", four, f"{opened}, 3 fold, 4 fold", stacks=stacks) == ["fold", "call 200"]
    reopened = legal("holdem", four, f"{opened}, 3 raise to 800, 4 fold", stacks=stacks)
    assert reopened == ["fold", "call 400", "raise to 1200 to 9900"]


def test_reading__637a_heads_up() -> None:
    deal = flop(["Ac Ad", "Kc Kd"], "Qh Jh 9d 8s 4d")
    at = seated("holdem", 2, NO_LIMIT, deal, button=2)
    assert look_at(at).bets == {1: 50, 2: 100}
    assert look_at(along(at, on_street(0))).actor == 1
    assert look_at(along(at, on_street(1))).actor == 1
    option = seated("holdem", 2, {**NO_LIMIT, "heads_up_button_blind": True}, deal, button=2)
    assert look_at(option).bets == {2: 50, 1: 100}
    assert look_at(along(option, on_street(0))).actor == 2
    assert look_at(along(option, on_street(1))).actor == 1


@pytest.mark.parametrize(
    ("game", "terms", "seat", "needs"),
    [
        ("holdem", NO_LIMIT, 1, 150),
        ("holdem", NO_LIMIT, 2, 200),
        ("holdem", NO_LIMIT, 3, 100),
        ("holdem", {**NO_LIMIT, "ante": 20}, 3, 120),
        ("holdem", {**NO_LIMIT, "ante": {"3": 20}}, 3, 120),
        ("draw-high", LIMIT, 2, 200),
        ("stud-high", STUD, 3, 160),
    ],
)
def test_reading__637a_buy_in(game: str, terms: dict[str, Any], seat: int, needs: int) -> None:
    enough = {1: 1000, 2: 1000, 3: 1000, seat: needs}
    seated(game, 3, terms, stacks=enough)
    short = {**enough, seat: needs - 1}
    assert refusal(game, deck(), "", terms, stacks=short) == ("WAGER_IS_COVERED", "637a.8(b)(4)")
    assert refusal(game, deck(), "", terms, stacks=short, tournament=True)[0] == "DECISIONS_COMPLETE_THE_ROUND"


def test_reading__637a_straddle() -> None:
    deal = flop(["Ac Ad", "Kc Kd", "2h 7s", "3h 8d"])
    for says, cents in ((True, 200), (300, 300)):
        at = seated("holdem", 4, {**NO_LIMIT, "straddle": says}, deal, button=4)
        wrong = at.send(cmd.Straddle(), seat=4)
        assert isinstance(wrong, Refusal)
        assert wrong.legal == ("seat 3",)
        at.send(cmd.Straddle(), seat=3)
        assert look_at(at).bets == {1: 50, 2: 100, 3: cents}
    assert refusal("holdem", deal, "3 straddle", {**NO_LIMIT, "straddle": False}, stacks=4)[0] == "WAGER_IS_OFFERED"
    none = refusal("draw-low", deck(), "", {**NO_LIMIT, "straddle": 200})
    assert none == ("SUBMISSION_IS_LAWFUL", "637a.13")


def test_reading__637a_show_order() -> None:
    # No bet on the river: left of the button first.
    assert look_at(along(seated("holdem", 3, NO_LIMIT, HOLDEM, button=1), at_showdown)).asked == (2, 3, 1)
    bet = along(seated("holdem", 3, NO_LIMIT, HOLDEM, button=1), on_street(3))
    act(bet, "2 check", "3 bet 100", "1 call", "2 call")
    assert look_at(bet).asked == (3, 1, 2)
    # In stud who was first to act: seat 3 shows kings.
    third = along(
        seated("stud-high", 3, STUD, stud(["x x 2c 4c 7d 9h", "x x 5c 8d Th Js", "x x Kc Kd 3h 6s"])), at_showdown
    )
    assert look_at(third).asked == (3, 1, 2)
    assert refusal("holdem", HOLDEM, f"{DOWN}, 2 show") == ("SEAT_IS_ASKED", "637a.18(e)")
    # A hand may be conceded unseen, even the best, but not the last one, nor where all must be shown.
    assert net("holdem", HOLDEM, f"{DOWN}, 1 muck, 2 show, 3 muck") == [-100, 200, -100]
    assert refusal("holdem", HOLDEM, f"{DOWN}, 1 muck, 2 muck, 3 muck") == ("DECISION_IS_OFFERED", "637a.18(e)")
    shown = {**NO_LIMIT, "show_all": True}
    assert refusal("holdem", HOLDEM, f"{DOWN}, 1 show, 2 muck", shown) == ("DECISION_IS_OFFERED", "637a.18(e)")


def test_reading__637a_reshuffle() -> None:
    at = seated("triple-draw-2-7", 7, LIMIT)
    along(at, on_street(0))
    act(at, "3 fold")
    folded = cards_sent_to(at, 3)
    along(at, lambda one: look_at(one).status is Status.DRAWING)
    for seat in (1, 2, 4):
        at.send(cmd.Discard(cards=hand_of(at, seat)), seat=seat)
    stub = stub_of(at)
    assert len(stub) == 1
    own = hand_of(at, 5)
    at.send(cmd.Discard(cards=own), seat=5)
    # The stub first; then the discards, the folded hand among them, but not his own.
    assert hand_of(at, 5) == stub
    back = set(cards_put_back(looking_at(at.rules, at.state)))
    assert back >= set(folded)
    assert not back & set(own)
    assert len(back) == 20
    # A burn due from an empty deck is taken from the reshuffled cards.
    deal = draw(["2c 3d 4h Kc Qc", "2d 3h 4c Kd Qd"], "8c 9c 8d 9d Tc").split()[:16]
    actions = "1 call, 2 check, 1 discard Kc Qc, 2 discard Kd Qd 4c, 1 check, 2 check, 1 discard 9c, 2 stand, "
    actions += "1 check, 2 check, 1 stand, 2 stand, 1 check, 2 check"
    given = played("triple-draw-2-7", " ".join(deal), actions, stacks=2, reshuffles=["Kd 4c Qd"])
    # Seat 1 draws the four after the burned king: a pair loses to T-9-8-3-2.
    assert given["pots"][0]["winners"] == [2]


def test_reading__637a_badugi_five() -> None:
    def shares(game: str, *hands: str) -> dict[str, int]:
        stood = ", ".join(["1 stand, 2 stand, 1 check, 2 check"] * 3)
        given = played(game, draw(hands), f"1 call, 2 check, {stood}", stacks=2)
        found: dict[str, int] = given["pots"][0]["shares"]
        return found

    # A-2-3-4 is the best Badugi in Badacey and an ace-high one in Badeucey.
    hands = ("Ac 2d 3h 4s 4c", "2c 3d 5h 6s 8s")
    assert shares("badacey", *hands) == {"1": 100, "2": 100}
    assert shares("badeucey", *hands) == {"2": 200}
    # Without a Badugi three cards count; cards of one rank are no two cards of a Badugi.
    three = ("2c 3c 4d 5h 7d", "6c 6d 6h 6s 9c")
    assert shares("badeucey", *three) == {"1": 200}


def test_reading__637a_rake_once() -> None:
    terms = {
        **NO_LIMIT,
        "rake": {"kind": "percentage", "percent": 10, "cap": 400},
        "bad_beat": {"contribution": 100, "minimum_pot": 7000},
        "smallest_chip": 25,
    }
    stacks = {1: 1000, 2: 3000, 3: 5000}
    given = played("holdem", HOLDEM, "3 raise to 5000, 1 call, 2 call", terms, stacks=stacks)
    # 2000 uncalled go back. 300 of 3000 and 100 of 4000 are raked, one cap; 7000 before the rake contribute.
    assert [event["cents"] for event in given["events"] if event["event"] == "uncalled_bet_returned"] == [2000]
    assert (given["rake"], given["contributions"]) == (400, {"bad_beat": 100})
    assert [(pot["amount"], pot["paid"]) for pot in given["pots"]] == [(3000, 2600), (4000, 3900)]
    assert given["stacks"] == {"1": 2600, "2": 3900, "3": 2000}
    at = seated("holdem", 3, terms, HOLDEM, stacks=stacks)
    along(at, on_street(0))
    act(at, "3 raise to 5000", "1 call", "2 call")
    along(at, round_over)
    order = [(type(one).__name__, getattr(one, "pot", None)) for one in at.events]
    kept = [one for one in order if one[0] in ("UncalledBetReturned", "RakeTaken", "ContributionTaken", "PotAwarded")]
    assert kept == [
        ("UncalledBetReturned", None),
        ("RakeTaken", None),
        ("ContributionTaken", None),
        ("PotAwarded", 1),
        ("PotAwarded", 0),
    ]


def test_reading__637a_kill() -> None:
    terms = {**LIMIT, "kill": "kill", "qualifying_pot": 300}
    scoop = flop(["Ah 3h Jc Td", "Ks Kd Jh Th", "Qh Qd Js Ts"], "2c 4d 5h Kc Qs")
    split = flop(["Ah 3h Jc Td", "Ks Kd Jh Th", "Qh Qd Js Ts"], OMAHA_BOARD)

    def next_is_kill(game: str, deal: str, actions: str, *, kill: bool) -> bool:
        found: bool = played(game, deal, actions, terms, kill=kill)["kill_next"]
        return found

    assert next_is_kill("omaha-hi-lo-8", scoop, DOWN, kill=False)
    assert next_is_kill("omaha-hi-lo-8", scoop, DOWN, kill=True)
    assert not next_is_kill("omaha-hi-lo-8", split, DOWN, kill=True)
    assert not next_is_kill("omaha-hi-lo-8", scoop, "3 fold, 1 fold", kill=True)
    # Where nothing is split between high and low, a tie leaves it on.
    tied = draw(["Kc Kd Kh Ks", "Ac 2d 3h 4s", "Ad 2c 3s 4h"])
    stood = "3 call, 1 call, 2 check, " + ", ".join(["1 stand, 2 stand, 3 stand, 1 check, 2 check, 3 check"] * 3)
    assert next_is_kill("badugi", tied, stood, kill=True)
    assert not next_is_kill("badugi", tied, stood, kill=False)
    # Limits rise, blinds stay.
    assert legal("badugi", tied, "", terms, kill=True) == ["fold", "call 100", "raise to 300"]
    assert legal("badugi", tied, "", {**terms, "kill": "half-kill"}, kill=True) == ["fold", "call 100", "raise to 250"]


def test_reading__637a_short_blind() -> None:
    stacks = {1: 1000, 2: 30, 3: 1000}
    assert legal("holdem", HOLDEM, "", stacks=stacks, tournament=True)[:2] == ["fold", "call 100"]
    assert net("holdem", HOLDEM, "3 fold", stacks=stacks, tournament=True) == [30, -30, 0]
    # Nothing, or something, is left after the Ante for the Forced Bet.
    third = stud(["x x 2c", "x x 9c", "x x Kc"])
    for left in (10, 30):
        says = legal("stud-high", third, "", STUD, stacks={1: left, 2: 1000, 3: 1000}, tournament=True)
        assert says == ["fold", "call 50", "raise to 100"]
    # A Forced Bet that is only called is not raised by its player.
    assert refusal("stud-high", third, "2 call, 3 call, 1 raise to 100", STUD)[0] == "SEAT_IS_ASKED"
