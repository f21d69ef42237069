"""Points of betting rounds, and all that the seat whose turn it is might say or put forward there (637a.8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from houseway.cards import cards
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker.betting import options_now
from houseway.engine.kernel import Command, Event, Table, envelope
from houseway.engine.refusal import Refusal
from houseway.money import Cents
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
        after(at, by(at.state.round.actor, said))
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


def _amounts(at: PokerTable) -> list[int]:
    """Totals about all that matters, and what lies far beyond it."""
    may = options_now(at.rules, at.state)
    assert may is not None
    bet, stack = at.state.round.bets.get(may.seat, 0), at.state.ledger[f"player p{may.seat}"]
    edges = [bet + may.call, may.raise_from or 0, may.raise_to or 0, bet + stack, bet + 20, 500]
    return sorted({one + more for one in edges for more in (-1, 0, 1) if one + more > bet})


def _attempts(at: PokerTable) -> Iterator[Command]:
    bet = at.state.round.bets.get(at.state.round.actor, 0)
    for word in ("fold", "check", "call"):
        yield cmd.Act(word=word)
        yield cmd.Announce(word=word)
        yield cmd.Announce(word=word, placed=Cents(30))
    yield cmd.Announce(word="raise")
    yield cmd.Announce(word="raise", placed=Cents(300))
    yield cmd.ThrowAwayCards()
    for to in map(Cents, _amounts(at)):
        for word in ("bet", "raise"):
            yield cmd.Act(word=word, to=to)
        yield cmd.Announce(word="raise" if at.state.round.current else "bet", to=to, placed=Cents(to - bet))
        yield cmd.Announce(word="raise" if at.state.round.current else "bet", to=to, placed=Cents(500))
        yield cmd.PlaceChips(cents=Cents(to - bet))
        yield cmd.PlaceChips(cents=Cents(to - bet), single=True)
        for then in ("more", "raise"):
            yield cmd.PlaceChips(cents=Cents(to - bet), then=then)


def told(name: str) -> str:
    """What is legal at a point, and what comes of every attempt there; what comes to the same stands once."""
    at = POINTS[name]()
    found: dict[str, list[str]] = {}
    for said in _attempts(at):
        outcome = at.fork().send(envelope(said, seat=at.state.round.actor))
        if isinstance(outcome, Refusal):
            text = f"refused {outcome.code} {outcome.clause}: {outcome.message}"
        else:
            text = "\n  ".join(map(_event, outcome))
        found.setdefault(text, []).append(_brief(said))
    may = options_now(at.rules, at.state)
    assert may is not None
    lines = [f"{' + '.join(said)}\n  {text}" for text, said in found.items()]
    return "\n".join([f"seat {may.seat}: {', '.join(may.words)}", *lines])


def _event(event: Event) -> str:
    """What it says beyond what is nothing; what is paid follows from it."""
    says = {name: getattr(event, name) for name in event.__struct_fields__ if name not in ("postings", "v")}
    plain = (str(value) if name in ("clause", "word") else f"{name}={value}" for name, value in says.items() if value)
    return " ".join([type(event).__name__, *plain])


def _brief(said: Command) -> str:
    """As a player would say it: what is done, and for how much."""
    says = {name: getattr(said, name) for name in said.__struct_fields__ if name not in ("manner", "v")}
    kind = {cmd.Act: "", cmd.Announce: "says ", cmd.PlaceChips: "chips ", cmd.ThrowAwayCards: "throws away "}[
        type(said)
    ]
    parts = (
        str(value) if name in ("word", "to", "cents") else name if value is True else f"{name} {value}"
        for name, value in says.items()
        if value
    )
    return (kind + " ".join(parts)).strip()
