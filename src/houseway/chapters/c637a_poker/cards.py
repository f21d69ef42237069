"""What 637a states about the cards of a poker table: its two decks, their opening, shuffle, cut, counts and device (637a.3 to .5)."""

from __future__ import annotations

from houseway.cards import DECK_52
from houseway.clause import ClauseId
from houseway.rules.cards import CardProcedures, Dealing, Use

TWO_DECKS = ClauseId("637a.3(a)")

CARDS = CardProcedures(
    deck=DECK_52,
    decks=2,
    two_decks_by_hand=True,
    one_deck=TWO_DECKS,
    two_decks=TWO_DECKS,
    alternate=TWO_DECKS,
    stored=ClauseId("637a.3(b)"),
    use={Dealing.HAND: Use(12, ClauseId("637a.3(c)"))},
    inspect=ClauseId("637a.4(a)"),
    spread=ClauseId("637a.4(b)"),
    viewers=2,
    viewers_are_seated=True,
    wash=ClauseId("637a.4(c)"),
    both_by_device=ClauseId("637a.4(c)"),
    later_deck=ClauseId("637a.4(d)"),
    preshuffled=ClauseId("637a.4(e)"),
    shuffle=ClauseId("637a.5(a)"),
    cut_is_spared=ClauseId("637a.5(b)(1)"),
    cut_is_due=ClauseId("637a.5(b)(2)"),
    cut=ClauseId("637a.5(b)(2)"),
    recut=ClauseId("637a.5(c)"),
    no_activity=ClauseId("637a.5(d)"),
    idle_face_up=True,
    count={Dealing.HAND: ClauseId("637a.7(e)(4)(i)")},
    count_right={Dealing.HAND: ClauseId("637a.7(e)(4)(i)")},
    count_wrong={Dealing.HAND: ClauseId("637a.7(e)(5)")},
    device_count=ClauseId("637a.7(e)(4)(ii)"),
    device_count_wrong=ClauseId("637a.7(e)(5)"),
    out_of_order=ClauseId("637a.18(r)"),
)
