"""What the lab computes for a page, in a process of its own: ``python -m houseway.web.lab_process``.

One question comes in on standard input; how far the work has come, and at last the answer, go out line by line.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import msgspec

from houseway.lab.encoded import encode
from houseway.lab.room_figures import Frequency, Rake
from houseway.lab.sheet import Progress, Sheet

PLAYERS, PER_HOUR, ROUNDS, SAMPLES, SEED = 9, 30, 50, 200_000, 1
"""For how many players a Poker table's figures are, at which pace, and from how much play."""
_EVERY_SECONDS = 0.2


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """Which rules are asked about; ``every``: every lawful choice, ``unoffered``: wagers that they do not offer too."""

    submission: dict[str, Any]
    every: bool = False
    unoffered: bool = False


class RoomFigures(msgspec.Struct, frozen=True, kw_only=True):
    """What a Poker room may expect of a table, as far as its submission states what is needed."""

    players: int
    bad_beat: Frequency | None = None
    high_hand: Frequency | None = None
    rake: Rake | None = None


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """A line that the process writes: how far it is, the sheet, the figures, or why there are none."""

    done: int = 0
    of: int = 0
    what: str = ""
    sheet: Sheet | None = None
    figures: RoomFigures | None = None
    fault: str = ""


def main() -> None:
    """Answer one question."""
    with suppress(OSError):
        # The tables go first.
        os.nice(10)
    asked = msgspec.json.decode(sys.stdin.buffer.read(), type=Question)
    last = 0.0

    def told(done: int, of: int, what: str, /) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last > _EVERY_SECONDS:
            last = now
            _write(Answer(done=done, of=of, what=what))

    try:
        _write(answered(asked, told))
    except ValueError as error:
        _write(Answer(fault=str(error)))


def answered(asked: Question, progress: Progress) -> Answer:
    """The PAR sheet of rules against a bank, or what a room may expect of a Poker table."""
    from houseway.chapters.registry import resolve
    from houseway.rules.table_rules import TableRules

    rules = resolve(asked.submission)
    if not isinstance(rules, TableRules):
        return Answer(figures=room_figures(rules, progress))
    from houseway.lab.analysis import analyze

    # The best setting of every hand takes long: it is shown where an earlier run has kept it.
    sheet = analyze(rules, unoffered=asked.unoffered, all_paytables=asked.every, optimal=None, progress=progress)
    return Answer(sheet=sheet)


def room_figures(rules: Any, progress: Progress) -> RoomFigures:
    """What the lab can tell of a Poker table: of jackpots only what the submission offers, and what can be counted."""
    from houseway.chapters.c637a_poker.jackpots.payouts import LEAST_FULL_HOUSE
    from houseway.chapters.c637a_poker.rules import Contest
    from houseway.lab import rooms

    players = min(PLAYERS, rules.game.most_players)
    # How often a hand comes is not counted where it rests on what players draw.
    counted = Contest.HIGH in dict(rules.game.contests) and not any(street.draw for street in rules.game.streets)
    given: dict[str, Any] = {"players": players, "samples": SAMPLES, "seed": SEED, "progress": progress}
    beaten = least_beaten(rules.submission)
    return RoomFigures(
        players=players,
        bad_beat=rooms.bad_beat(rules.game, beaten, **given) if counted and beaten is not None else None,
        high_hand=rooms.high_hand(rules.game, LEAST_FULL_HOUSE, **given)
        if counted and rules.submission.get("high_hand")
        else None,
        rake=rooms.rake(rules, players=players, per_hour=PER_HOUR, rounds=ROUNDS, seed=SEED, progress=progress)
        if rules.rakes
        else None,
    )


def least_beaten(submission: Mapping[str, Any]) -> tuple[Any, ...] | None:
    """The least of the hands that a submission says must lose."""
    from houseway.cards import cards
    from houseway.ranking import STANDARD_ORDER, strength

    stated = (submission.get("bad_beat") or {}).get("hands", ())
    return min((cards(text) for text in stated), key=lambda hand: strength(hand, STANDARD_ORDER), default=None)


def _write(answer: Answer) -> None:
    try:
        sys.stdout.buffer.write(encode(answer) + b"\n")
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        # Whoever asked is gone.
        os._exit(0)


if __name__ == "__main__":
    main()
