"""What a PHH code means, and the rules under which a PHH hand was played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from houseway.chapters.c637a_poker.rules import PokerRules, Structure
from houseway.chapters.registry import UnlawfulSubmissionError, resolve
from houseway.interop.phh.file import PhhError, PhhHand
from houseway.interop.phh.stakes import Posts
from houseway.money import Cents


@dataclass(frozen=True, slots=True)
class Variant:
    """Our game and the betting structure."""

    game: str
    structure: Structure


VARIANTS: Mapping[str, Variant] = {
    "NT": Variant("holdem", Structure.NO_LIMIT),
    "FT": Variant("holdem", Structure.FIXED_LIMIT),
    "PT": Variant("holdem", Structure.POT_LIMIT),
    "PO": Variant("omaha-high", Structure.POT_LIMIT),
    "FO/8": Variant("omaha-hi-lo-8", Structure.FIXED_LIMIT),
    "F7S": Variant("stud-high", Structure.FIXED_LIMIT),
    "F7S/8": Variant("stud-hi-lo-8", Structure.FIXED_LIMIT),
    "FR": Variant("stud-low", Structure.FIXED_LIMIT),
    "F2L3D": Variant("triple-draw-2-7", Structure.FIXED_LIMIT),
    "FB": Variant("badugi", Structure.FIXED_LIMIT),
}

NOT_IN_THE_CHAPTER: Mapping[str, str] = {
    "N2L1D": "2-7 single draw is not a game of chapter 637a",
    "NS": "short-deck hold'em is not a game of chapter 637a: poker is played with 52 cards (637a.3(a))",
}


def reason_not_played(code: str) -> str:
    """Return why a hand of this PHH code cannot be played under the chapter."""
    return NOT_IN_THE_CHAPTER.get(code, f"{code!r} is no variant of chapter 637a")


def rules_of(hand: PhhHand, posts: Posts) -> PokerRules:
    """The rules of the table at which a hand was played."""
    antes = hand.by_player(hand.antes)
    # What is posted dead is the main pot's, as an ante that is not trimmed.
    dead = tuple([posts[player].dead if player in posts else 0 for player in range(1, hand.players + 1)])
    trimmed = hand.trimmed and len(set(antes)) == 1 and not any(dead)
    owed = tuple([ante + more for ante, more in zip(antes or (0,) * hand.players, dead, strict=True)])
    limits = (hand.bring_in, hand.small_bet, hand.big_bet, hand.min_bet)
    must_post = any(post.live for post in posts.values())
    return _resolved(hand.variant, hand.blinds, owed, trimmed=trimmed, limits=limits, must_post=must_post)


@lru_cache(maxsize=4096)
def _resolved(
    code: str,
    listed: tuple[int, ...],
    antes: tuple[int, ...],
    *,
    trimmed: bool,
    limits: tuple[int, int, int, int],
    must_post: bool,
) -> PokerRules:
    """Resolved once for all hands alike. Tournament: short stacks play on."""
    variant = VARIANTS[code]
    bring_in, small_bet, big_bet, min_bet = limits
    fixed = variant.structure is Structure.FIXED_LIMIT
    blinds = [max(blind, 0) for blind in listed]
    # With two players the button's blind is listed first; where it is the larger, the blinds are as the text has them.
    as_written = len(blinds) == 2 and blinds[0] > blinds[1]
    if as_written:
        blinds.reverse()
    while blinds and not blinds[-1]:
        blinds.pop()
    submission: dict[str, Any] = {
        "structure": variant.structure.value,
        "tournament": True,
        "heads_up_button_blind": not as_written,
        # The smallest blind stands for one that nobody posts, until it is taken out below.
        "blinds": [blind or max(blinds) for blind in blinds],
        "must_post": "largest-blind" if must_post else "none",
        "forced_bet": bring_in,
        **({"small_bet": small_bet, "big_bet": big_bet} if fixed else {"minimum_bet": min_bet}),
    }
    # Antes that differ, or that are not trimmed, belong to the main pot whole.
    if trimmed:
        submission["ante"] = antes[0]
    elif any(antes):
        submission["ante"] = dict(enumerate(antes, 1))
    try:
        rules = resolve(submission, game=variant.game, kind=PokerRules)
    except UnlawfulSubmissionError as error:
        raise PhhError(f"not a lawful table: {error}") from None
    return replace(rules, blinds=tuple(map(Cents, blinds)))
