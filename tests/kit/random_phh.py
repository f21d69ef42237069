"""PHH hands that nobody played: every word of the notation, in an order that sometimes makes sense."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from houseway.cards import CARD_TEXT
from houseway.interop.phh.variants import VARIANTS

AMOUNTS = st.one_of(st.integers(0, 40), st.sampled_from([0.5, 1.5, 2.25, 10**9]))


@st.composite
def phh_hands(draw: st.DrawFn) -> dict[str, Any]:
    """A hand of any variant with two to four players, most of whose actions are those of the player to act."""
    variant = draw(st.sampled_from(sorted(VARIANTS)))
    players = draw(st.integers(2, 4))
    stud = variant in ("F7S", "F7S/8", "FR")
    limits = {"small_bet": 2, "big_bet": 4} if variant.startswith("F") else {"min_bet": 2}
    forced = {"bring_in": 1} if stud else {"blinds_or_straddles": _blinds(draw, players)}
    return {
        "variant": variant,
        "antes": draw(st.sampled_from([[0] * players, [1] * players, [0] * (players - 1) + [2]])),
        "ante_trimming_status": draw(st.booleans()),
        **forced,
        **limits,
        "starting_stacks": draw(st.lists(st.integers(1, 60), min_size=players, max_size=players)),
        "actions": _actions(draw, variant, players),
    }


def _blinds(draw: st.DrawFn, players: int) -> list[int]:
    return [1, 2, *draw(st.lists(st.sampled_from([0, 0, -1, -2, -3]), min_size=players - 2, max_size=players - 2))]


def _actions(draw: st.DrawFn, variant: str, players: int) -> list[str]:
    deck = list(draw(st.permutations(CARD_TEXT[:52])))
    size = {"F7S": 3, "F7S/8": 3, "FR": 3, "PO": 4, "FO/8": 4, "FB": 4, "F2L3D": 5}.get(variant, 2)

    def cards(number: int) -> str:
        known = draw(st.booleans())
        return "".join([deck.pop() if known else "??" for _ in range(number)])

    actions = [f"d dh p{player} {cards(size)}" for player in range(1, players + 1)]
    if size == 3:
        actions.append(f"p{draw(st.integers(1, players))} pb")
    words = ["f", "cc", "cc", "cc", "cbr", "sm", "sm ????", "sm -", "sd"]
    for _ in range(draw(st.integers(0, 24))):
        player = draw(st.integers(1, players))
        word = draw(st.sampled_from([*words, "d"]))
        if word == "cbr":
            actions.append(f"p{player} cbr {draw(AMOUNTS)}")
        elif word == "d" and deck:
            street = draw(
                st.sampled_from([f"d dh p{player} {cards(1)}", "d db ??", f"d db {cards(3 if len(deck) > 2 else 1)}"])
            )
            actions.append(street)
        elif word != "d":
            actions.append(f"p{player} {word}")
    return actions
