"""Random hands at our table and at PokerKit's: the same cards and actions, the same legal bets, the same stacks.

Where they may differ, and why: docs/poker-differences.md.
"""

from __future__ import annotations

from collections import Counter

import pokerkit as pk
import pytest

from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.rules import PokerRules, Structure
from houseway.chapters.registry import resolve
from tests.poker.peer import Both, peer_hands, peer_streets

# PHH code: our game and structure, PokerKit's class, hands in the plain run and in the proof.
NAMED = {
    "NT": ("holdem", "no-limit", pk.NoLimitTexasHoldem, 500, 20_000),
    "FT": ("holdem", "fixed-limit", pk.FixedLimitTexasHoldem, 300, 10_000),
    "PO": ("omaha-high", "pot-limit", pk.PotLimitOmahaHoldem, 120, 3_000),
    "FO/8": ("omaha-hi-lo-8", "fixed-limit", pk.FixedLimitOmahaHoldemHighLowSplitEightOrBetter, 40, 1_500),
    "F7S": ("stud-high", "fixed-limit", pk.FixedLimitSevenCardStud, 150, 5_000),
    "F7S/8": ("stud-hi-lo-8", "fixed-limit", pk.FixedLimitSevenCardStudHighLowSplitEightOrBetter, 120, 5_000),
    "FR": ("stud-low", "fixed-limit", pk.FixedLimitRazz, 150, 5_000),
    "F2L3D": ("triple-draw-2-7", "fixed-limit", pk.FixedLimitDeuceToSevenLowballTripleDraw, 400, 10_000),
    "FB": ("badugi", "fixed-limit", pk.FixedLimitBadugi, 400, 10_000),
}
# Games and structures PokerKit has no class for, but parts to build them from.
BUILT = {
    ("holdem", "pot-limit"): 200,
    ("omaha-high", "no-limit"): 60,
    ("omaha5-high", "pot-limit"): 30,
    ("omaha5-hi-lo-8", "fixed-limit"): 15,
    ("stud-hi-lo", "fixed-limit"): 60,
    ("five-card-stud", "no-limit"): 150,
    ("draw-high", "no-limit"): 200,
    ("draw-low", "pot-limit"): 150,
    ("triple-draw-a-5", "no-limit"): 200,
    ("badacey", "fixed-limit"): 100,
    ("badeucey", "pot-limit"): 100,
    ("badugi", "no-limit"): 150,
}


def _compare(game: str, structure: str, seeds: range) -> Counter[str]:
    seen: Counter[str] = Counter()
    for seed in seeds:
        both = Both(game, structure, seed)
        both.run()
        seen += both.seen
        if _a_side_pot_has_no_low(both):
            # PokerKit divides those pots otherwise; nobody else's stack may differ.
            seen["no low in a side pot"] += 1
            outside = set(range(1, both.players + 1)) - _contenders_without_a_low(both)
            assert all(both.ours[seat - 1] == both.peer.stacks[seat - 1] for seat in outside), both.log
            assert sum(both.ours) == sum(both.peer.stacks)
            continue
        assert both.ours == list(both.peer.stacks), both.log
        seen["same stacks"] += 1
    return seen


def _contenders_without_a_low(both: Both) -> set[int]:
    awards = [event for event in both.play.table.events if isinstance(event, ev.PotAwarded)]
    lowless = [award for award in awards if not any(share.contest.startswith("low") for share in award.shares)]
    return {seat for award in lowless for seat in award.contenders}


def _a_side_pot_has_no_low(both: Both) -> bool:
    """A low qualifies in one pot and none in another: each pot is decided among its own contenders (637a-side-pot-low)."""
    events = both.play.table.events
    awards = [event for event in events if isinstance(event, ev.PotAwarded) and len(event.contenders) > 1]
    lows = {any(share.contest.startswith("low, eight") for share in award.shares) for award in awards}
    return "eight" in str(both.rules.game.contests) and len(lows) == 2


@pytest.mark.long
@pytest.mark.parametrize("code", NAMED)
def test_the_same_stacks_as_pokerkit(code):
    game, structure, _, hands, _ = NAMED[code]
    seen = _compare(game, structure, range(hands))
    assert seen["same stacks"] >= hands * 0.9


@pytest.mark.long
@pytest.mark.parametrize(("game", "structure"), BUILT)
def test_the_same_stacks_as_a_game_built_of_pokerkits_parts(game, structure):
    hands = BUILT[game, structure]
    seen = _compare(game, structure, range(hands))
    assert seen["same stacks"] >= hands * 0.9


@pytest.mark.proof
@pytest.mark.parametrize("code", NAMED)
def test_the_same_stacks_as_pokerkit_over_many_hands(code):
    game, structure, _, _, hands = NAMED[code]
    seen = _compare(game, structure, range(1_000_000, 1_000_000 + hands))
    print(code, dict(seen))


@pytest.mark.parametrize("code", NAMED)
def test_what_we_build_of_pokerkits_parts_is_pokerkits_own_game(code):
    game, structure, kind, _, _ = NAMED[code]
    opening = {"forced_bet": 1} if code in ("F7S", "F7S/8", "FR") else {"blinds": [1, 2]}
    fixed = structure == Structure.FIXED_LIMIT
    limits = {"small_bet": 2, "big_bet": 4} if fixed else {"minimum_bet": 2}
    rules = resolve({"structure": structure, **opening, **limits}, game=game, kind=PokerRules)
    peer = kind((), True, 0, opening.get("forced_bet") or (1, 2), *limits.values())
    assert peer_hands(rules) == peer.hand_types
    if code == "FO/8":
        # PokerKit's class of this name lets players bet the pot, any number of times.
        assert peer.betting_structure is pk.BettingStructure.POT_LIMIT
        return
    assert peer.betting_structure.name == rules.structure.name
    assert peer_streets(rules) == peer.streets
