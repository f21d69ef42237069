"""Every way in which a stated round cannot be read or played, with its code and clause, in one table."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from houseway import rounds
from houseway.rounds import actions, banked, by_hands, poker, reading
from houseway.rounds.by_hands import poker as poker_hands
from tests.kit.decks import five_card_deck, holdem_deck, pai_gow_deck
from tests.kit.scenarios import places_reached, refusals_in
from tests.regulations.c637a.deals import flop

Round = dict[str, Any]

ANTE = {"wagers": {"ante": 1000, "odds": 1000}, "decisions": ["raise 3000"]}
HEADS_UP: Round = {
    "game": "heads-up-holdem",
    "deck": holdem_deck(["9c 4h"], "Ad Qd", "2c 7d 9h Ks 3s", streets=(3, 2)),
    "seats": {"1": ANTE},
}
BONUS: Round = {
    "game": "holdem-bonus",
    "deck": holdem_deck(["As Ks"], "Jd 5h", "Qs Js Ts 2h 7d", streets=(3, 1, 1)),
    "seats": {"1": {"wagers": {"ante": 1000}, "decisions": ["flop", "check", "check"]}},
    "submission": {"magic_card": True},
}
HI_LO: Round = {
    "game": "five-card-hi-lo",
    "deck": five_card_deck(["Ah 9c Js 8d 2c"], "Td 7h 9s 6d 5s"),
    "seats": {"1": {"wagers": {"ante": 1000}, "decisions": ["play Js 9c 8d / Ah 2c"]}},
}
GOW: Round = {
    "game": "pai-gow",
    "deck": pai_gow_deck({1: "As Ah 8d 6h 4c Kc Ks", 0: "Kd Qh 9c 7s 5d 3h 2c"}),
    "seats": {"1": {"wagers": {"pai_gow": 1000}, "decisions": ["house way"]}},
    "start": 1,
}
POKER: Round = {
    "game": "holdem",
    "submission": {"structure": "no-limit", "blinds": [50, 100]},
    "deck": flop(["Ac Ad", "Kc Kd", "2h 7s"], "Qh Jh 9d 8s 4d"),
    "seats": {str(seat): {"stack": 10_000} for seat in (1, 2, 3)},
    "button": 3,
    "actions": ["3 fold", "1 fold"],
}
HANDS: Round = {**{name: one for name, one in POKER.items() if name != "deck"}, "hands": {"1": "Ac Ad"}}
DRAW: Round = {
    "game": "draw-high",
    "submission": {"structure": "no-limit", "blinds": [50, 100]},
    "hands": {"1": "Ac Ad 2h 3h 4h", "2": "Kc Kd 5h 6h 7h"},
    "seats": {"1": {"stack": 10_000}, "2": {"stack": 10_000}},
    "button": 1,
    "actions": ["2 call", "1 check", "2 stand", "1 discard 2h 3h 4h", "2 check", "1 check"],
}
THREE_DRAW: Round = {
    "game": "draw-high",
    "submission": {"structure": "no-limit", "blinds": [50, 100]},
    # Three hands, the burn and one to draw.
    "deck": "Ac Kc Qc Ad Kd Qd 2h 5h 8h 3h 6h 9h 4h 7h Th 2c 2d",
    "seats": {str(seat): {"stack": 1_000} for seat in (1, 2, 3)},
    "button": 3,
    "actions": ["3 fold", "1 call", "2 check", "1 discard 2h 3h 4h", "2 discard 5h 6h", "1 check", "2 check"],
    "reshuffles": ["Qc Qd 8h 9h Th"],
}
DRAWN = "Ac Kc Ad Kd 2h 5h 3h 6h 4h 7h"
DEEP: list[Any] = []
for _ in range(3_000):
    DEEP = [DEEP]
MALFORMED, CARDS, ONCE, SHORT = "ROUND_IS_WELL_FORMED", "CARDS_ARE_VALID", "CARD_APPEARS_ONCE", "DECK_SUFFICES"
HERE, LAWFUL = "IRREGULARITY_CAN_HAPPEN_HERE", "SUBMISSION_IS_LAWFUL"


def but(of: Round, **more: Any) -> Round:
    """The round with something stated otherwise; None: not at all."""
    return {name: one for name, one in {**of, **more}.items() if one is not None}


def seat(of: Round, **more: Any) -> Round:
    """The round with something at seat 1 stated otherwise."""
    return {**of, "seats": {**of["seats"], "1": but(of["seats"]["1"], **more)}}


def wrong(cause: str, at: str = "hole", **more: Any) -> list[dict[str, Any]]:
    return [{"cause": cause, "at": at, **more}]


WRONG: tuple[tuple[str, Any, str, str], ...] = (
    # What is no round at all.
    ("no object", [1], MALFORMED, ""),
    ("nothing", "", MALFORMED, ""),
    ("no JSON", "{", MALFORMED, ""),
    ("no number", '{"a": NaN}', MALFORMED, ""),
    ("twins", '{"a": 1, "a": 2}', MALFORMED, ""),
    ("deep", '{"a":' + "[" * 3_000 + "]" * 3_000 + "}", MALFORMED, ""),
    ("half a character", but(HEADS_UP, name="\ud800"), MALFORMED, ""),
    ("a name that is none", but(HEADS_UP, seats={None: ANTE}), MALFORMED, ""),
    ("one seat twice", but(HEADS_UP, seats={"1": ANTE, "01": ANTE}), MALFORMED, ""),
    ("a deep object", {"game": "holdem", "x": DEEP}, MALFORMED, ""),
    ("game no text", {"game": 3}, MALFORMED, ""),
    ("no such game", but(HEADS_UP, game="heads-down"), "GAME_IS_KNOWN", ""),
    ("no game", but(HEADS_UP, game=None), MALFORMED, ""),
    ("no seats", but(HEADS_UP, seats=None), MALFORMED, ""),
    ("seats empty", but(HEADS_UP, seats={}), MALFORMED, ""),
    ("unknown field", but(HEADS_UP, colour="red"), MALFORMED, ""),
    ("cards twice", but(HEADS_UP, hands={"1": "As Ks"}), MALFORMED, ""),
    ("deck no text", but(HEADS_UP, deck=["As"]), MALFORMED, ""),
    ("of another type", but(BONUS, lucky=[1]), MALFORMED, ""),
    ("seat without a number", but(HEADS_UP, seats={"one": ANTE}), MALFORMED, ""),
    ("seat no object", but(HEADS_UP, seats={"1": 3}), MALFORMED, ""),
    ("seat's field", seat(HEADS_UP, hat="red"), MALFORMED, ""),
    ("wagers no object", seat(HEADS_UP, wagers=[1000]), MALFORMED, ""),
    ("wager no amount", seat(HEADS_UP, wagers={"ante": 10.5}), MALFORMED, ""),
    ("wager a truth", seat(HEADS_UP, wagers={"ante": True}), MALFORMED, ""),
    ("paid no object", seat(HEADS_UP, paid=[1000]), MALFORMED, ""),
    ("paid no amount", seat(HEADS_UP, paid={"ante": "x"}), MALFORMED, ""),
    ("stack no amount", seat(HEADS_UP, stack="rich"), MALFORMED, ""),
    ("wager below nothing", seat(HEADS_UP, wagers={"ante": -1}), "VALUES_ARE_IN_RANGE", ""),
    ("stack without end", seat(POKER, stack=2**53), "VALUES_ARE_IN_RANGE", ""),
    ("decisions no texts", seat(HEADS_UP, decisions=[1]), MALFORMED, ""),
    # Banked games.
    ("another game's submission", but(HEADS_UP, submission={"game": "pai-gow"}), MALFORMED, ""),
    ("unlawful", but(HEADS_UP, submission={"table_minimum": 500, "table_maximum": 100}), LAWFUL, "601a.2"),
    ("no card", but(HEADS_UP, deck="As Xx"), CARDS, "677a.5(a)"),
    ("a card twice", but(HEADS_UP, deck="As As"), ONCE, "677a.5(a)"),
    ("a joker", but(HEADS_UP, deck="As Jk"), CARDS, "677a.5(a)"),
    ("two Magic Cards", but(BONUS, magic_card="As Ks"), MALFORMED, ""),
    ("no Magic Card", but(BONUS, magic_card=""), MALFORMED, ""),
    ("lucky 0", but(BONUS, magic_card="As", lucky=0), MALFORMED, ""),
    ("button 0", but(POKER, button=0), MALFORMED, ""),
    ("lucky dealers", but(BONUS, magic_card="As", lucky="dealers"), MALFORMED, ""),
    ("no such meter", but(HEADS_UP, meters={"progressive": 1}), MALFORMED, ""),
    ("a meter below nothing", but(BONUS, meters={"progressive": -1}), MALFORMED, ""),
    ("no bank here", but(HEADS_UP, bank=1), MALFORMED, ""),
    ("co-bank alone", but(GOW, co_bank=True), MALFORMED, ""),
    ("dealer's wager alone", but(GOW, dealer_wager=100), MALFORMED, ""),
    ("no start here", but(HEADS_UP, start=1), MALFORMED, ""),
    ("start and dice", but(GOW, dice=[1, 2, 3]), MALFORMED, ""),
    ("before the first", but(HEADS_UP, irregularities=wrong("face_up_card", after=-1)), MALFORMED, ""),
    ("a stub of -1", but(GOW, irregularities=wrong("stub_count", count=-1)), MALFORMED, ""),
    ("a stub uncounted", but(GOW, irregularities=wrong("stub_count", "set")), MALFORMED, ""),
    ("who left", but(HEADS_UP, irregularities=wrong("abandoned")), MALFORMED, ""),
    ("set right", but(GOW, irregularities=wrong("wrong_setting", "reveal", high="Kd 7s 5d 3h 2c", low="Qh 9c")), MALFORMED, ""),
    ("set of no cards", but(GOW, irregularities=wrong("wrong_setting", "reveal", high="Xx", low="Qh 9c")), CARDS, ""),
    ("never there", but(HEADS_UP, irregularities=wrong("face_up_card", "moon")), MALFORMED, ""),
    ("no decision left", seat(HEADS_UP, decisions=[]), "DECISIONS_COMPLETE_THE_ROUND", "677a.11(b)"),
    ("a decision left over", seat(HEADS_UP, decisions=["raise 3000", "check"]), MALFORMED, ""),
    ("an unknown word", seat(HEADS_UP, decisions=["set As"]), MALFORMED, ""),
    ("a setting of no cards", seat(HI_LO, decisions=["play Js 9c Xx / Ah 2c"]), CARDS, ""),
    ("paid for no wager", seat(HEADS_UP, paid={"tip": 100}), MALFORMED, ""),
    ("a seat 0 of it", but(HEADS_UP, irregularities=wrong("face_up_card", seat=0)), MALFORMED, ""),
    ("nobody's card", but(HEADS_UP, irregularities=wrong("face_up_card", seat=2)), "PLAYER_IS_SEATED", "677a.7(b)"),
    ("no such seat", but(GOW, irregularities=wrong("wrong_number_of_cards", "set", seat=7)), "SEAT_EXISTS", "645a.2(a)"),
    # Poker.
    ("seat 0 absent", but(POKER, absent=[0]), MALFORMED, ""),
    ("nobody's mishap", but(POKER, irregularities=wrong("face_up_card", "hole cards", seat=9)), HERE, "637a.18(j)"),
    ("no stack", seat(POKER, stack=None), MALFORMED, ""),
    ("actions no texts", but(POKER, actions="3 fold"), MALFORMED, ""),
    ("reshuffles no texts", but(POKER, reshuffles=[1]), MALFORMED, ""),
    ("another poker game's", but(POKER, submission={"game": "omaha-high"}), MALFORMED, ""),
    ("unlawful poker", but(POKER, submission={**POKER["submission"], "rake": {"kind": "percentage", "percent": 11}}), LAWFUL, "637a.17(b)(1)"),
    ("no card of poker", but(POKER, deck="As Xx"), CARDS, "637a.3(a)"),
    ("an action too early", but(POKER, irregularities=wrong("missing_card", "flop", after=-1)), MALFORMED, ""),
    ("nobody's hand", but(POKER, irregularities=wrong("hand_collected", "flop")), HERE, ""),
    ("no such street", but(POKER, irregularities=wrong("missing_card", "moon")), HERE, ""),
    ("over before an irregularity", but(POKER, irregularities=wrong("missing_card", "river")), HERE, ""),
    ("over before an action", but(POKER, actions=["3 fold", "1 fold", "2 bet 100"]), MALFORMED, "637a.1"),
    ("a reshuffle never due", but(POKER, reshuffles=["9c"]), MALFORMED, ""),
    ("no burn card", but(DRAW, hands=None, deck=DRAWN, actions=["2 call", "1 check", "2 stand", "1 stand", "2 check", "1 check"]), SHORT, ""),
    ("no new order", but(THREE_DRAW, reshuffles=None), SHORT, ""),
    ("posts of no seat", but(POKER, posts={"x": "new"}), MALFORMED, ""),
    ("no seat's action", but(POKER, actions=["x fold"]), MALFORMED, ""),
    ("a seat alone", but(POKER, actions=["3"]), MALFORMED, ""),
    ("no action", but(POKER, actions=["3 dances"]), MALFORMED, ""),
    ("discards of no cards", but(DRAW, actions=["2 call", "1 check", "1 discard Xx"]), CARDS, ""),
    ("discards of no cards with a deck", but(DRAW, hands=None, deck=DRAWN, actions=["2 call", "1 check", "1 discard Xx"]), CARDS, "637a.3(a)"),
    ("actions stop", but(POKER, actions=["3 fold"]), "DECISIONS_COMPLETE_THE_ROUND", "637a.11(g)"),
    # Stated by hands.
    ("hands no text", but(HANDS, hands={"1": 3}), MALFORMED, ""),
    ("hands of no cards", but(HANDS, hands={"1": "Ac Xx"}), CARDS, ""),
    ("the hand of no seat", but(HANDS, hands={"9": "Ac Ad"}), MALFORMED, ""),
    ("too long a hand", but(HANDS, hands={"1": "Ac Ad Ah"}), MALFORMED, ""),
    ("in two hands", but(HANDS, hands={"1": "Ac Ad", "2": "Ac Kd"}), ONCE, ""),
    ("a joker of poker", but(HANDS, hands={"1": "Ac Jk"}), CARDS, ""),
    ("it depends", but(HANDS, hands={"1": "Ac Ad"}, actions=["3 fold", "1 call", "2 check", *["1 check", "2 check"] * 3]), SHORT, ""),
    ("drawn too often", but(DRAW, drawn={"1": ["9c 9d 9h", "8c"]}), MALFORMED, ""),
    ("unseen of a hand that is stated", but(DRAW, drawn={"1": ["9c 9d 9h"]}, actions=["2 call", "1 check", "2 stand", "1 discard ??"]), MALFORMED, ""),
    ("dealt before", but(DRAW, drawn={"1": ["Kc 9d 9h"]}), ONCE, ""),
)  # fmt: skip


def _refused(stated: Any) -> dict[str, Any]:
    given: dict[str, Any] = rounds.settle(stated)
    return given["refusal"]


@pytest.mark.parametrize(
    ("stated", "code", "clause"), [pytest.param(*one[1:], id=one[0].replace(" ", "_")) for one in WRONG]
)
def test_what_is_wrong_with_a_round_is_refused_with_its_code_and_clause(stated: Any, code: str, clause: str) -> None:
    refused = _refused(stated)
    assert (refused["code"], refused["clause"]) == (code, clause), refused
    assert refused["message"]


@pytest.mark.parametrize(
    "right",
    [HEADS_UP, but(BONUS, magic_card="2c"), HI_LO, GOW, POKER, HANDS, but(DRAW, drawn={"1": ["9c 9d 9h"]}), THREE_DRAW],
)
def test_the_rounds_themselves_are_played(right: Round) -> None:
    assert "refusal" not in rounds.settle(right)


LONG = "1" * 5000


@pytest.mark.parametrize(
    "wrong",
    [
        but(POKER, actions=[LONG]),
        but(POKER, actions=[f"{LONG} fold"]),
        but(POKER, actions=["3 fold", "1 fold", LONG]),
        but(POKER, irregularities=wrong(LONG, "flop")),
        but(POKER, irregularities=wrong("missing_card", LONG)),
        but(POKER, submission={"structure": "no-limit", "blinds": [50, 100], LONG: 1}),
        but(POKER, submission={"blinds": [50, 100], "bad_beat": {"contribution": 100, "hands": [LONG]}}),
        but(HEADS_UP, seats={"1": {"wagers": {"ante": 1000, LONG: 100}}}),
        but(HEADS_UP, seats={"1": {"wagers": {"ante": 1000, "odds": 1000}, "decisions": [f"set {LONG}"]}}),
        but(HEADS_UP, meters={LONG: 100}),
        but(HEADS_UP, irregularities=wrong(LONG, LONG)),
        but(HEADS_UP, submission={"paytables": {LONG: "A"}}),
        but(HEADS_UP, submission={"paytables": {"trips_plus": LONG}}),
        but(BONUS, lucky=LONG),
        but(GOW, submission={"house_way": LONG}),
    ],
)
def test_a_refusal_repeats_no_more_of_a_text_than_can_be_shown(wrong: Round) -> None:
    refused = rounds.settle(wrong)["refusal"]
    assert "1…" in refused["message"]
    assert len(refused["message"]) < 250


def test_every_refusal_of_a_round_is_in_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    makers = ("malformed", "refuse", "_malformed")
    places = refusals_in(actions, banked, by_hands, poker, poker_hands, reading, rounds, makers=makers)
    reached = places_reached([partial(rounds.settle, one[1]) for one in WRONG], monkeypatch, places)
    assert sorted((path.rpartition("/")[2], line) for path, line in places - reached) == []
