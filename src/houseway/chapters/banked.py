"""From the Rules Submission of a banked game to the rules of its table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any, TypeVar

from houseway.rules.cards import Dealing, Shuffler
from houseway.rules.game import BankedGame
from houseway.rules.submission import Submission, digest_of
from houseway.rules.table_rules import Banking, TableRules

S = TypeVar("S", bound=Submission)


def _machine() -> Any:
    from houseway.engine.banked.table import BANKED

    return BANKED


def table_rules(
    submission: S,
    build: Callable[[S], BankedGame],
    *,
    positions_per_player: int = 1,
    start_by_dice: bool = False,
    banking: Banking | None = None,
    vigorish: bool = False,
) -> TableRules:
    """The rules of a table whose game is built from this submission."""
    digest = digest_of(submission)
    plain = submission.model_dump(mode="json")
    varied = [name for name in submission.fixed_paytables() if name in submission.custom_paytables]
    paytables = {name: submission.letter(name) for name in (*submission.paytable_choices, *varied)}

    @cache
    def with_methods(dealing: Dealing, shuffler: Shuffler) -> TableRules:
        # Other ways than the submission's come into force when a device is out of order; the digest stays.
        changes: dict[str, Any] = {"dealing": dealing, "shuffler": shuffler}
        reshuffles = dealing is Dealing.AUTOMATED_SHOE and shuffler is Shuffler.RESHUFFLING
        if "community_first" in type(submission).model_fields and not reshuffles:
            changes["community_first"] = False
        game = build(submission.model_copy(update=changes))
        cards = replace(game.cards, decks=submission.decks, rounds_to_a_count=submission.stub_count_every)
        seats = submission.positions or game.seats
        return TableRules(
            game=replace(game, cards=cards, seats=seats),
            digest=digest,
            submission=plain,
            paytables=paytables,
            dealing=dealing,
            shuffler=shuffler,
            submitted=(submission.shuffler_in_use, submission.dealing),
            positions_per_player=positions_per_player,
            round_down=submission.round_down,
            start_by_dice=start_by_dice,
            banking=banking,
            vigorish=vigorish,
            phase_number={phase.id: number for number, phase in enumerate(game.phases)},
            with_methods=with_methods,
            load_machine=_machine,
        )

    return with_methods(submission.dealing, submission.shuffler_in_use)
