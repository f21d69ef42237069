"""The irregularities of 637a.18, as a table: a cause, what follows, and in which games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from houseway.chapters.c637a_poker.rules import Irregularity, PokerGame, Remedy
from houseway.clause import ClauseId

SEVEN_CARD_STUD = ("637a.10",)
FIVE_CARD_STUD = ("637a.14",)
HOLDEM_AND_OMAHA = ("637a.11", "637a.12", "637a.19")
DRAW = ("637a.13", "637a.20", "637a.21")


SUPPLEMENTED = ClauseId("637a.18(s)")
"""Where the submission may say what the section does not."""


def _row(cause: str, path: str, remedy: Remedy, says: str, **more: object) -> Irregularity:
    return Irregularity(cause=cause, clause=ClauseId(f"637a.18{path}"), remedy=remedy, says=says, **more)  # type: ignore[arg-type]


IRREGULARITIES = (
    _row("shuffle_or_cut_failed", "(g)(1)", Remedy.MISDEAL, "the cards were not shuffled and cut as 637a.5 says"),
    _row(
        "wrong_starting_position",
        "(g)(2)",
        Remedy.MISDEAL_IF_EARLY,
        "the deal began at an incorrect position",
    ),
    _row("several_face_up_cards", "(g)(3)", Remedy.MISDEAL, "more than one card is found face up in the deck"),
    _row(
        "eligible_player_not_dealt",
        "(g)(4)",
        Remedy.MISDEAL_IF_EARLY,
        "an eligible seated player was not dealt to",
        needs_seat=True,
    ),
    _row(
        "dealt_to_ineligible",
        "(h)",
        Remedy.DISCARDED,
        "a card is dealt to a player who is not eligible",
        in_deal=True,
        needs_seat=True,
    ),
    _row("missing_card", "(i)", Remedy.VOID_AND_REPLACE_DECK, "a card is found to be missing"),
    _row("additional_card", "(i)", Remedy.VOID_AND_REPLACE_DECK, "a card too many is found"),
    _row("face_up_card", "(j)", Remedy.SET_ASIDE, "a card is found face up in the deck", in_deal=True),
    _row("hand_fouled", "(k)", Remedy.FOULED, "a hand becomes a fouled hand", needs_seat=True),
    _row("hand_collected", "(k)", Remedy.COLLECTED, "the dealer collects a hand by accident", needs_seat=True),
    _row(
        "player_departed",
        "(k)(4)",
        Remedy.ABANDONED,
        "a player leaves without comment and an unprotected hand lies there",
        needs_seat=True,
    ),
    _row(
        "card_exposed",
        "(m)",
        Remedy.UP_CARD_DEALT_DOWN,
        "a hole card is turned face up in the dealing",
        sections=SEVEN_CARD_STUD,
        in_deal=True,
        needs_seat=True,
    ),
    _row(
        "card_exposed",
        "(n)",
        Remedy.SECOND_CARD_DEALT_DOWN,
        "the hole card is turned face up in the dealing",
        sections=FIVE_CARD_STUD,
        in_deal=True,
        needs_seat=True,
    ),
    _row(
        "card_exposed",
        "(p)",
        Remedy.EXCHANGED,
        "a card due face down is dealt face up",
        sections=HOLDEM_AND_OMAHA,
        in_deal=True,
        needs_seat=True,
    ),
    # The section names no remedy for the draw games; a supplement under (s) may.
    _row(
        "card_exposed",
        "(s)",
        Remedy.KEPT,
        "a card of a draw game is dealt face up",
        sections=DRAW,
        in_deal=True,
        needs_seat=True,
    ),
    _row("card_off_table", "(o)", Remedy.EXAMINED_AND_SET_ASIDE, "a card is dealt off the table", in_deal=True),
    _row("shuffler_fault", "(q)", Remedy.RESHUFFLE, "the shuffling device jams, stops or does not finish"),
    _row("shuffler_out_of_order", "(r)", Remedy.COVER_DEVICE, "the shuffling device malfunctions and cannot be used"),
)

SUPPLEMENT_REMEDIES = {
    "misdeal": Remedy.MISDEAL,
    "misdeal-if-early": Remedy.MISDEAL_IF_EARLY,
    "void": Remedy.VOID_AND_REPLACE_DECK,
    "dead-hand": Remedy.DEAD_HAND,
    "refund-hand": Remedy.REFUND_HAND,
    "set-aside": Remedy.EXAMINED_AND_SET_ASIDE,
    "play-on": Remedy.KEPT,
}
"""The remedies a supplement of 637a.18(s) may name for a cause the section does not."""


def irregularities_of(game: PokerGame, supplements: Iterable[tuple[str, str, str]] = ()) -> Mapping[str, Irregularity]:
    """The causes that can befall a game, and those a submission adds as (cause, remedy, words)."""
    table = {one.cause: one for one in IRREGULARITIES if not one.sections or game.section in one.sections}
    for cause, remedy, says in supplements:
        kind = SUPPLEMENT_REMEDIES[remedy]
        table[cause] = _row(cause, "(s)", kind, says, needs_seat=kind in (Remedy.DEAD_HAND, Remedy.REFUND_HAND))
    return table
