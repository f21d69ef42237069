"""Stated rounds that are played to their end: of every banked game and every kind of poker, each with something of its own."""

from __future__ import annotations

from typing import Any

from tests.kit.decks import five_card_deck, holdem_deck, pai_gow_deck
from tests.regulations.c637a.deals import (
    LIMIT,
    NO_LIMIT,
    POT_LIMIT,
    SPREAD,
    STUD,
    draw,
    flop,
    stated,
    stud,
)
from tests.rounds.test_refusals import (
    BONUS,
    DRAW,
    GOW,
    HANDS,
    HEADS_UP,
    HI_LO,
    POKER,
    THREE_DRAW,
    Round,
    but,
    wrong,
)

SIDE = {"ante": 1000, "odds": 1000, "pocket_bonus": 500, "trips_plus": 500}
TWO_UP = but(
    HEADS_UP,
    deck=holdem_deck(["9c 9d", "Ah Kh", "5s 6s"], "Ad Qd", "2c 7d 9h Ks 3s", streets=(3, 2)),
    seats={
        "1": {"wagers": SIDE, "decisions": ["raise 3000"], "paid": {"ante": 1000, "odds": 500, "trips_plus": 0}},
        "2": {"wagers": SIDE, "decisions": ["check", "raise 2000"], "stack": 10_000, "player": "Bob"},
        "4": {"wagers": SIDE, "decisions": ["check", "check", "fold"]},
    },
)
BONUSES = {"ante": 1000, "holdem_bonus": 500, "progressive": 100, "five_card_player": 100, "five_card_dealer": 100}
TWO_BONUS = but(
    BONUS,
    deck=holdem_deck(["As Ks", "2c 7h"], "Jd 5h", "Qs Js Ts 2h 7d", streets=(3, 1, 1)),
    seats={
        "2": {"wagers": BONUSES, "decisions": ["flop", "bet", "bet"]},
        "5": {"wagers": {**BONUSES, "ante": 500}, "decisions": ["flop", "check", "bet"]},
    },
    magic_card="As",
    lucky=2,
    meters={"progressive": 1_234_567, "five_card": 2_000_001},
    submission={"progressive": {"rate_percent": 10}, "five_card": {"rate_percent": 20}},
)
TWO_HI_LO = but(
    HI_LO,
    deck=five_card_deck(["Ah 9c Js 8d 2c", "Kc Kd Kh 4s 5h", "3c 3d 7c 8h Tc"], "Td 7h 9s 6d 5s"),
    seats={
        "1": {"wagers": {"ante": 1000, "tie": 500, "poker_bonus": 500}, "decisions": ["play Js 9c 8d / Ah 2c"]},
        "2": {"wagers": {"ante": 1000, "tie": 500, "poker_bonus": 500}, "decisions": ["play", "set Kc Kd Kh / 5h 4s"]},
        "3": {"wagers": {"ante": 1000, "tie": 500}, "decisions": ["fold"]},
    },
    submission={"adjacent_areas": 2},
)
SETTING = "set As Ah 8d 6h 4c / Kc Ks"
BANKED = but(
    GOW,
    deck=pai_gow_deck({1: "As Ah 8d 6h 4c Kc Ks", 2: "Jk Qd Qc Jh 9d 5c 2d", 0: "Kd Qh 9c 7s 5d 3h 2c"}),
    seats={
        "1": {"wagers": {"pai_gow": 1000, "fortune": 500, "insurance": 500}, "decisions": [SETTING]},
        "2": {"wagers": {"pai_gow": 3000, "fortune": 500, "progressive": 100}, "decisions": ["house way"]},
    },
    meters={"progressive": 500_000},
)
MUCH_GOW = {"1": {"wagers": {"pai_gow": 1000}, "decisions": ["house way"]}, "2": {"wagers": {}, "decisions": []}}
BANK = but(BANKED, seats={"1": MUCH_GOW["1"], "2": {"decisions": ["house way"]}}, bank=2, dealer_wager=500, meters=None)
EZ = but(
    BANKED,
    submission={"variant": "ez", "offered": ["queens_dragon", "dynasty", "protection"], "progressive": None},
    seats={"1": {"wagers": {"pai_gow": 1000, "queens_dragon": 500, "dynasty": 500}, "decisions": [SETTING]}},
    meters=None,
)
del EZ["submission"]["progressive"]

THREE = ["Ac Ad", "Kc Kd", "2h 7s"]
BOARD = "Qh Jh 9d 8s 4d"
DOWN = "1 check, 2 check, 3 check"
RAKED = {
    **NO_LIMIT, "smallest_chip": 25, "bad_beat": {"contribution": 100, "minimum_pot": 500}, "high_hand": {"contribution": 50},
    "rake": [{"kind": "percentage", "percent": 7.5, "cap": 400}, {"kind": "incremental", "steps": [[2000, 100]], "cap": 300}],
}  # fmt: skip
EACH = {**NO_LIMIT, "rake": {"kind": "percentage", "percent": 10, "cap": 300, "when": "each-betting-round"}}
SIX = ["2c 3d 4h 5s 6d 7h 8c", "Kc Kd Kh Ks Ad Ah As", "9c 9d Ts Tc Jd Jh Qc"]
FIRST = ["2c 3d 4h 5s 7d", "Kc Kd Kh Ks Ad", "9c 9d Ts Tc Jd"]
FOUR = ["2c 3d 4h 5s", "Kc Qd Jh Ts", "9c 9d Tc Td"]
PAT = "1 stand, 2 stand, 3 stand"


def holdem(actions: str, terms: dict[str, Any] = NO_LIMIT, **more: Any) -> Round:
    return stated("holdem", flop(THREE, BOARD), actions, terms, **more)


CALLED = "3 call, 1 call, 2 check, "
TO_THE_END = CALLED + ", ".join([DOWN] * 3)

RIGHT: dict[str, Round] = {
    # Banked games.
    "heads-up, one": HEADS_UP,
    "heads-up, three": TWO_UP,
    "heads-up by hands": but(HEADS_UP, deck=None, hands={"dealer": "Ad Qd", "1": "9c 4h"}, board="2c 7d 9h Ks 3s"),
    "heads-up, limit": but(TWO_UP, submission={"payout_limit": 5_000_000, "raise_minimum": "chip", "round_down": True}),
    "heads-up, face up": but(HEADS_UP, irregularities=wrong("face_up_card", after=2)),
    "heads-up, drawn in error": but(HEADS_UP, irregularities=wrong("card_drawn_in_error", "flop", after=1)),
    "heads-up, wrong number": but(HEADS_UP, irregularities=wrong("wrong_number_of_cards", "before_flop", seat=1)),
    "heads-up, exposed": but(HEADS_UP, irregularities=wrong("dealer_card_exposed", "hole", after=3)),
    "heads-up, shuffler": but(HEADS_UP, irregularities=wrong("shuffler_fault", "shuffle")),
    "heads-up, shoe": but(HEADS_UP, submission={"dealing": "automated-shoe"}, irregularities=wrong("shoe_fault", "hole", after=1)),
    "heads-up, abandoned": but(TWO_UP, seats={**TWO_UP["seats"], "4": {"wagers": SIDE}}, irregularities=wrong("abandoned", "locked", seat=4)),
    "heads-up, counted": but(HEADS_UP, irregularities=wrong("stub_count", "settle", count=41, misdealt=False, complete=True)),
    "bonus, one": but(BONUS, magic_card="2c"),
    "bonus, two": TWO_BONUS,
    "bonus, the dealer lucky": but(TWO_BONUS, lucky="dealer"),
    "hi-lo, one": HI_LO,
    "hi-lo, three": TWO_HI_LO,
    "hi-lo by hands": but(HI_LO, deck=None, hands={"dealer": "Td 7h 9s 6d 5s", "1": "Ah 9c Js 8d 2c"}),
    "pai gow, one": GOW,
    "pai gow, two": BANKED,
    "pai gow by hands": but(GOW, deck=None, start=None, hands={"dealer": "Kd Qh 9c 7s 5d 3h 2c", "1": "As Ah 8d 6h 4c Kc Ks"}),
    "pai gow, bank": BANK,
    "pai gow, co-bank": but(BANK, co_bank=True, dealer_wager=None, seats={"1": BANK["seats"]["1"], "2": {}}),
    "pai gow, ez": EZ,
    "pai gow, dice": but(BANKED, start=None, dice=[2, 5, 4], submission={"start_by": "dice"}, deck=pai_gow_deck({1: "As Ah 8d 6h 4c Kc Ks", 2: "Jk Qd Qc Jh 9d 5c 2d", 0: "Kd Qh 9c 7s 5d 3h 2c"}, first=4)),
    "pai gow, no roll": but(BANKED, start=None, dice=[2, 5, 4], submission={"start_by": "dice"}, irregularities=wrong("no_roll_flat", "start"), deck=pai_gow_deck({1: "As Ah 8d 6h 4c Kc Ks", 2: "Jk Qd Qc Jh 9d 5c 2d", 0: "Kd Qh 9c 7s 5d 3h 2c"}, first=4)),
    "pai gow, voided": but(BANKED, seats={**BANKED["seats"], "1": {"wagers": {"pai_gow": 1000, "fortune": 500}}}, irregularities=wrong("player_card_exposed", "set", seat=1)),
    "pai gow, played on": but(BANKED, irregularities=wrong("player_card_exposed", "set", seat=1, void=False)),
    "pai gow, set wrongly": but(GOW, irregularities=wrong("wrong_setting", "reveal", high="Qh 9c 7s 5d 3h", low="Kd 2c")),
    "pai gow, wrong start": but(GOW, irregularities=wrong("wrong_start", "hole", after=3)),
    # Hold'em: bets, pots and what is taken from them.
    "folds": POKER,
    "by hands": HANDS,
    "by hands to the end": {**{name: one for name, one in holdem(TO_THE_END).items() if name != "deck"}, "hands": {"1": "Ac Ad", "2": "Kc Kd", "3": "2h 7s"}, "board": BOARD},
    "to the end": holdem(TO_THE_END),
    "all in": holdem("3 raise to 8000, 1 call, 2 call", stacks={1: 1_000, 2: 5_000, 3: 8_000}),
    "raked": holdem("3 raise to 1000, 1 call, 2 call, 1 bet 1025, 2 call, 3 fold, 1 check, 2 check, 1 check, 2 check", RAKED),
    "raked each round": holdem(TO_THE_END, EACH),
    "straddled": holdem("3 straddle, 1 call, 2 call, 3 raise to 600, 1 fold, 2 fold", {**NO_LIMIT, "straddle": True}),
    "announced": holdem("3 announces raise to 400, 1 fold, 2 chip 500, 2 check, 3 chips 300, 2 fold"),
    "raised with chips": holdem("3 chips 100 and raises, 3 announces raise to 300, 1 fold, 2 fold"),
    "currency": holdem("3 currency 400, 1 fold, 2 fold"),
    "left and away": but(holdem("3 leaves counted, 1 call, 2 check, 1 check, 2 check, 1 check, 2 check, 1 check, 2 check"), irregularities=wrong("player_departed", "hole cards", seat=3)),
    "thrown away": holdem("3 throws away, 1 fold"),
    "shown and mucked": holdem(f"{TO_THE_END}, 1 show, 2 muck, 3 muck"),
    "spread": holdem("3 raise to 300, 1 fold, 2 raise to 800, 3 call, 2 bet 500, 3 fold", SPREAD),
    "posted": but(holdem("3 check, 4 check, 5 fold, 1 fold, 2 check, " + ", ".join(["2 check, 3 check, 4 check"] * 3), {**NO_LIMIT, "must_post": "missed-blinds"}, stacks=5), deck=flop([*THREE, "5c 5d", "6c 6d"], BOARD), posts={"3": "new", "4": "missed"}),
    "agreed": but(holdem("3 raise to 400, 1 fold, 2 fold", {**NO_LIMIT, "minimum_increase": 300}), agreed_minimum={"cents": 300, "seats": [1, 2, 3]}),
    "absent": but(holdem("1 call, 2 check, 1 check, 2 check, 1 check, 2 check, 1 check, 2 check"), absent=[3], button=2, deck=flop(THREE[:2], BOARD)),
    "tournament": but(holdem("3 call", {**NO_LIMIT, "ante": 25}, stacks={1: 60, 2: 100, 3: 30}), tournament=True),
    "fouled": but(holdem("3 raise to 800, 1 call, 2 call"), irregularities=wrong("hand_fouled", "hole cards", after=3, seat=3), actions=["3 raise to 800", "1 call", "2 call", *["1 check", "2 check"] * 3]),
    "fouled, protected": but(holdem(""), irregularities=wrong("hand_fouled", "hole cards", after=3, seat=3, protected=True), actions=["3 raise to 800", "1 call", "2 call", *["1 check", "2 check"] * 3]),
    "off the table": but(holdem(TO_THE_END), irregularities=wrong("card_off_table", "flop", after=2)),
    "exposed": but(holdem(TO_THE_END), irregularities=wrong("card_exposed", "hole cards", after=1, seat=2)),
    "misdealt": but(holdem(""), irregularities=wrong("several_face_up_cards", "hole cards")),
    "void": but(holdem("3 call"), irregularities=wrong("missing_card", "flop"), actions=["3 call", "1 call", "2 check"]),
    # Of every other kind of poker one.
    "omaha": stated("omaha-hi-lo-8", flop(["As 2d Kc 4h", "Kd Qd 3s 5s", "Jc 7s 7d 8h"], "3h 4d 6c Kh Td"), TO_THE_END, {**LIMIT, "odd_chip": "suit"}),
    "omaha, killed": stated("omaha-hi-lo-8", flop(["As 2d Kc 4h", "Kd Qd 3s 5s", "Jc 7s 7d 8h"], "3h 4d 6c Kh Td"), TO_THE_END, {**LIMIT, "kill": "kill", "qualifying_pot": 500}, kill=True),
    "omaha of five": stated("omaha5-high", flop(["As 2d Kc 4h 9c", "Kd Qd 3s 5s 9d", "Jc 7s 7d 8h 8c"], "3h 4d 6c Kh Td"), "3 raise to 350, 1 call, 2 fold, 1 check, 3 check, 1 check, 3 check, 1 check, 3 check", POT_LIMIT),
    "stud": stated("stud-high", stud(SIX), "2 call, 3 call, " + ", ".join(["2 check, 3 check, 1 check"] * 4), STUD),
    "draw": but(DRAW, drawn={"1": ["9c 9d 9h"]}),
    "draw, reshuffled": THREE_DRAW,
    "badugi": stated("badugi", draw(FOUR), CALLED + ", ".join([f"{PAT}, {DOWN}"] * 3), LIMIT),
    "triple draw": stated("triple-draw-2-7", draw(FIRST), CALLED + ", ".join([f"{PAT}, {DOWN}"] * 3), LIMIT),
    "badeucey": stated("badeucey", draw(FIRST), CALLED + ", ".join([f"{PAT}, {DOWN}"] * 3), LIMIT),
}  # fmt: skip
"""By its name."""
