"""Whether somebody who did not fold got every pot that their cards win, by hands worked out apart from the engine."""

from __future__ import annotations

from typing import Any

from houseway.cards import CARD_TEXT
from houseway.chapters.c637a_poker import events as poker
from tests.oracle.poker.cards import card
from tests.oracle.poker.games import GAMES
from tests.oracle.poker.hands import best


def lost_pot(game: str, before: Any, events: list[Any], seat: int) -> str:
    """Return how a seat lost a main pot that its cards win, or nothing. ``before``: the state the round's end came from."""
    played = before.round
    awards = [event for event in events if isinstance(event, poker.PotAwarded) and event.pot == 0]
    folded = {*played.folded, *[event.seat for event in events if _is_fold(event)]}
    standing = [one for one in played.order if one not in folded]
    if not awards or seat not in standing or len(standing) < 2:
        return ""
    shared = [card(CARD_TEXT[one]) for one in (*played.board, *played.common)]
    hands = {one: [card(CARD_TEXT[held]) for held in played.hands[one]] for one in standing}
    wins = 0
    for share in GAMES[game].shares:
        made = {one: best(share.choices(hand, shared), share.valuer, share.key) for one, hand in hands.items()}
        values = {one: hand.value for one, hand in made.items() if hand is not None}
        wins += seat in values and values[seat] == max(values.values())
    won = {share.contest for share in awards[0].shares if share.seat == seat}
    if wins <= len(won):
        return ""
    shown = {one: " ".join(map(str, hand)) for one, hand in hands.items()}
    return f"seat {seat} wins {wins} of the contests with {shown}, board {' '.join(map(str, shared))}, and got {won}"


def _is_fold(event: Any) -> bool:
    """Return whether an event takes a hand out of play: by the player's own word or gesture, or by a ruling."""
    if isinstance(event, poker.Acted):
        return event.word == "fold"
    return isinstance(event, poker.FoldedByGesture | poker.HandDropped)
