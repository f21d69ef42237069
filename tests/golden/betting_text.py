"""Points of betting rounds as text: what the seat in turn may do, and what its bets, words and chips come to (637a.8)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import partial
from itertools import groupby
from typing import Any

from houseway.cards import cards
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.betting import Options, options_now
from houseway.engine.kernel import Command, Event, Table, envelope
from houseway.engine.refusal import Refusal
from houseway.money import Cents
from tests.golden.rendering import ONLOOKER
from tests.kit.scenarios import tag
from tests.kit.table_views import look_at
from tests.poker.scenarios import after, by, started, table
from tests.regulations.c637a.deals import LIMIT, NO_LIMIT, POT_LIMIT, SPREAD, STUD, act, along, deck, on_street

PokerTable = Table[Any, Any]
FEW = {1: 260, 2: 10_000, 3: 430}
FREE_STUD = {"structure": "no-limit", "ante": 10, "forced_bet": 50, "minimum_bet": 100}


def _at(
    game: str, terms: dict[str, Any], *actions: str, street: int = 0, said: Command | None = None, **more: Any
) -> PokerTable:
    at = along(started(game, terms, **more), on_street(street))
    act(at, *actions)
    if said is not None:
        after(at, by(look_at(at).actor, said))
    return at


def _agreed() -> PokerTable:
    at = after(table(**{**LIMIT, "minimum_increase": 150}), cmd.AgreeMinimum(cents=Cents(150), seats=(1, 2, 3)))
    return along(after(at, cmd.StartRound(order=cards(deck()), button=3)), on_street(0))


holdem, stud = partial(_at, "holdem"), partial(_at, "stud-high")
POINTS: dict[str, Callable[[], PokerTable]] = {
    "no-limit, the blinds": partial(holdem, NO_LIMIT),
    "no-limit, the last blind": partial(holdem, NO_LIMIT, "3 call", "1 call"),
    "no-limit, nothing bet": partial(holdem, NO_LIMIT, street=1),
    "no-limit, few chips, nothing bet": partial(holdem, NO_LIMIT, street=1, stacks=FEW),
    "no-limit, few chips against a bet": partial(holdem, NO_LIMIT, "1 check", "2 bet 300", street=1, stacks=FEW),
    "no-limit, everything to call": partial(holdem, NO_LIMIT, "1 check", "2 bet 330", street=1, stacks=FEW),
    "no-limit, a short raise behind": partial(holdem, NO_LIMIT, "3 raise to 300", "1 raise to 400", "2 fold", stacks={1: 400}),
    "no-limit, short raises that add up": partial(holdem, NO_LIMIT, "3 raise to 300", "1 raise to 400", "2 raise to 500", stacks={1: 400, 2: 500}),
    "no-limit, raised": partial(holdem, NO_LIMIT, "1 bet 200", "2 raise to 700", street=1),
    "no-limit, chips of 25": partial(holdem, {**NO_LIMIT, "smallest_chip": 25}, "3 raise to 225"),
    "no-limit, two raises allowed": partial(holdem, {**NO_LIMIT, "raise_cap": 2}, "3 raise to 200", "1 raise to 300"),
    "no-limit, one raise allowed": partial(holdem, {**NO_LIMIT, "raise_cap": 1}, "3 raise to 200"),
    "no-limit, no check-raise": partial(holdem, {**NO_LIMIT, "check_raise": False}, "1 check", "2 bet 200", "3 fold", street=1),
    "no-limit, a straddle": partial(holdem, {**NO_LIMIT, "straddle": 300}),
    "no-limit, more to come": partial(holdem, NO_LIMIT, said=cmd.PlaceChips(cents=Cents(60), then="more")),
    "no-limit, a call that will be a raise": partial(holdem, NO_LIMIT, said=cmd.PlaceChips(cents=Cents(100), then="raise")),
    "no-limit, a raise announced": partial(holdem, NO_LIMIT, said=cmd.Announce(word="raise")),
    "no-limit, more to come on nothing": partial(holdem, NO_LIMIT, street=1, said=cmd.PlaceChips(cents=Cents(60), then="more")),
    "pot-limit, the blinds": partial(holdem, {**POT_LIMIT, "ante": 10}),
    "pot-limit, raised": partial(holdem, POT_LIMIT, "1 bet 200", "2 raise to 700", street=1),
    "pot-limit, raked": partial(holdem, {**POT_LIMIT, "rake": {"kind": "percentage", "percent": 10, "cap": 300, "when": "each-betting-round"}}, street=1),
    "limit, the blinds": partial(holdem, LIMIT),
    "limit, the river": partial(holdem, LIMIT, street=3),
    "limit, half a bet more": partial(holdem, {**LIMIT, "half_bet_reopens": True}, "1 bet 100", "2 call", "3 raise to 150", street=1, stacks={3: 250}),
    "limit, less than half a bet more": partial(holdem, {**LIMIT, "half_bet_reopens": True}, "1 bet 100", "2 call", "3 raise to 149", street=1, stacks={3: 249}),
    "limit, half a bet more to who has acted": partial(holdem, {**LIMIT, "half_bet_reopens": True}, "1 bet 100", "2 raise to 150", "3 fold", street=1, stacks={2: 250}),
    "limit, half a bet that does not reopen": partial(holdem, LIMIT, "1 bet 100", "2 raise to 150", "3 fold", street=1, stacks={2: 250}),
    "limit, agreed": _agreed,
    "limit, few chips": partial(holdem, LIMIT, street=3, stacks={1: 250, 2: 10_000, 3: 10_000}),
    "spread, the blinds": partial(holdem, SPREAD),
    "spread, raised": partial(holdem, SPREAD, "1 bet 150", "2 raise to 400", street=1),
    "spread, raised by the most": partial(holdem, SPREAD, "1 bet 500", "2 raise to 1000", street=1),
    "stud, a Forced Bet": partial(stud, STUD),
    "stud, completed": partial(stud, STUD, "2 raise to 100"),
    "stud, fifth street": partial(stud, STUD, street=2),
    "stud without a limit": partial(stud, FREE_STUD),
    "stud without a limit or raises": partial(stud, {**FREE_STUD, "raise_cap": 0}),
    "stud without a limit, few chips": partial(stud, FREE_STUD, stacks={2: 160}),
    "stud with a spread": partial(stud, {"structure": "spread-limit", "forced_bet": 50, "minimum_bet": 100, "maximum_bet": 300}),
    "five-card stud": partial(_at, "five-card-stud", {"structure": "no-limit", "forced_bet": 50}, street=1),
}  # fmt: skip
"""By what is so there."""
CHIPS = (
    "no-limit, the blinds", "no-limit, the last blind", "no-limit, nothing bet", "no-limit, few chips against a bet",
    "no-limit, chips of 25", "no-limit, more to come", "no-limit, a call that will be a raise", "no-limit, a raise announced",
    "no-limit, more to come on nothing", "pot-limit, the blinds", "limit, the blinds", "limit, few chips", "stud, a Forced Bet",
    "stud without a limit, few chips",
)  # fmt: skip
"""Where chips and words without an amount are tried too: each of these differs in what they come to."""


def _amounts(at: PokerTable) -> list[int]:
    """Return totals around every bound, and some far beyond."""
    may, bet = _options(at), _bet(at)
    stack = at.observe(ONLOOKER).chips[may.seat]
    edges = [bet + may.call, may.raise_from or 0, may.raise_to or 0, bet + stack, bet + 20, 500]
    return sorted({edge + more for edge in edges for more in (-1, 0, 1) if edge + more > bet})


def _options(at: PokerTable) -> Options:
    may = options_now(at.rules, at.state)
    assert may is not None
    return may


def _bet(at: PokerTable) -> int:
    seen = at.observe(ONLOOKER)
    return seen.bets.get(seen.actor, 0)


Motion = Callable[[int], Command]


def _plain(at: PokerTable) -> Iterator[tuple[str, Command]]:
    for word in ("fold", "check", "call"):
        yield word, cmd.Act(word=word)


def _spoken() -> Iterator[tuple[str, Command]]:
    for word in ("fold", "check", "call"):
        yield f"says {word}, 30 in chips", cmd.Announce(word=word, placed=Cents(30))
    yield "says raise", cmd.Announce(word="raise")
    yield "says raise, 300 in chips", cmd.Announce(word="raise", placed=Cents(300))
    yield "throws the cards away", cmd.ThrowAwayCards()


def _motions(at: PokerTable) -> dict[str, Motion]:
    """Return what is done with an amount, by its name; chips are counted without what lies in front already."""
    bet, word = _bet(at), "raise" if at.observe(ONLOOKER).current else "bet"
    return {
        f"says {word} to": lambda to: cmd.Announce(word=word, to=Cents(to), placed=Cents(500)),
        "chips": lambda to: cmd.PlaceChips(cents=Cents(to - bet)),
        "one chip": lambda to: cmd.PlaceChips(cents=Cents(to - bet), single=True),
        "chips, more to come,": lambda to: cmd.PlaceChips(cents=Cents(to - bet), then="more"),
        "chips, then a raise,": lambda to: cmd.PlaceChips(cents=Cents(to - bet), then="raise"),
    }


def _outcome(at: PokerTable, said: Command, amounts: Collection[int] = ()) -> tuple[str, str]:
    """Return what something comes to, each step under its clause, and what the next seat may do."""
    after = at.fork()
    outcome = after.send(envelope(said, seat=at.observe(ONLOOKER).actor))
    if isinstance(outcome, Refusal):
        return f"refused {outcome.code} {outcome.clause}", ""
    may = options_now(after.rules, after.state)
    then = str(after.observe(ONLOOKER).status) if may is None else f"seat {may.seat}: {', '.join(may.words)}"
    return ", ".join(_step(event, amounts) for event in outcome), then


def _step(event: Event, amounts: Collection[int]) -> str:
    match event:
        case ev.Acted(word="fold" | "check"):
            step = event.word
        case ev.Acted():
            step = f"{event.word} to {_amount(event.to, amounts)}{' all in' if event.all_in else ''}"
        case ev.BetCorrected():
            step = f"corrected to {_amount(event.cents, amounts)}"
        case ev.ChipsPlaced():
            step = "more to come" if event.more and not event.raises else "a raise to come" if event.more else "placed"
        case _:
            step = tag(type(event))
    return f"{step} {event.clause}"


def _amount(cents: int, amounts: Collection[int]) -> str:
    return "that" if cents in amounts else str(cents)


def point_text(name: str) -> str:
    """Return what is legal at a point, what it leads to, and at some points what chips and words come to."""
    at = POINTS[name]()
    may, bet = _options(at), _bet(at)
    lines = [f"seat {may.seat}: {', '.join(may.words)}"]
    plain = [*_plain(at), *(_spoken() if name in CHIPS else ())]
    if may.raise_from is not None and may.raise_to is not None:
        word = "bet" if may.opens else "raise"
        plain += [
            (f"{word} to {to}", cmd.Act(word=word, to=to)) for to in dict.fromkeys([may.raise_from, may.raise_to])
        ]
    lines += [_line(label, *_outcome(at, said)) for label, said in plain]
    for label, motion in _motions(at).items() if name in CHIPS else ():
        totals = _amounts(at)
        rows = [(to, *_outcome(at, motion(to), (to, to - bet))) for to in totals]
        for outcome, group in groupby(rows, key=lambda row: row[1]):
            span = [to - bet * ("chip" in label) for to, *_ in group]
            amounts = dict.fromkeys([span[0], span[-1]])
            lines.append(_line(f"{label} {' to '.join(map(str, amounts))}", outcome, ""))
    return "\n".join(lines)


def _line(label: str, outcome: str, then: str) -> str:
    return f"  {label:<30} {outcome}{f' | {then}' if then else ''}"


def disagreements(name: str) -> list[str]:
    """Return the bets and raises that are refused though the options of a point name them, or accepted though not."""
    at = POINTS[name]()
    may, chip = _options(at), at.rules.smallest_chip
    low, high = may.raise_from, may.raise_to
    wrong = []
    for to in _amounts(at):
        for word in ("bet", "raise"):
            outcome, _ = _outcome(at, cmd.Act(word=word, to=Cents(to)))
            fits = low is not None and high is not None and low <= to <= high
            legal = fits and (word == "bet") == may.opens and (not to % chip or to in (low, high))
            if outcome.startswith("refused") is legal:
                wrong.append(f"{word} to {to}: {outcome}")
    return wrong
