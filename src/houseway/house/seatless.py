"""What machines without seats or cards have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from houseway.clause import ClauseId
from houseway.engine.asking import Ask
from houseway.engine.kernel import Applier, Command, Draft, Event, Handler, Machine, Rules, State, Viewer
from houseway.engine.opening import OpenTable, TableOpened, TakeSeat
from houseway.engine.people import Dealer, Player
from houseway.engine.refusal import Code, RefusedError, refuse
from houseway.money import Cents
from houseway.seats import Seat

S = TypeVar("S", bound=State)
HOUSE_POLICY = ClauseId("house policy")


def refused(code: Code, says: str, *legal: str) -> RefusedError:
    """A refusal by the house's own policy."""
    return refuse(code, HOUSE_POLICY, says, legal)


def open_stream(draft: Draft[Any, Any], command: OpenTable) -> None:
    """The stream begins under its rules."""
    if draft.state.digest:
        raise refused(Code.TABLE_IS_OPEN, "it is open already")
    draft.emit(TableOpened(clause=HOUSE_POLICY, digest=draft.rules.digest, at=draft.at))


def clause(rules: Rules, state: State, code: Code) -> ClauseId:
    return HOUSE_POLICY


def seated(rules: Rules, state: State, seat: Seat) -> None:
    raise refused(Code.SEAT_EXISTS, "there are no seats here")


def nothing_due(rules: Rules, state: State) -> tuple[Ask, ...]:
    return ()


def nothing_legal(rules: Rules, state: State, viewer: Viewer, due: tuple[Ask, ...]) -> tuple[Ask, ...]:
    return ()


def observed(game: str, state: State, due: tuple[Ask, ...], events: tuple[Event, ...]) -> dict[str, Any]:
    """The part of an observation that says there are no seats and no cards."""
    return {
        "game": game,
        "revision": state.revision,
        "number": 0,
        "status": "open" if state.digest else "closed",
        "phase": "",
        **{name: {} for name in ("seats", "chips", "hands")},
        **dict.fromkeys(("community", "folded", "asked", "legal", "notes"), ()),
        "due": due,
        "events": events,
    }


def take_seat(cents: Cents) -> Command:
    return TakeSeat(cents=cents)


def machine(
    name: str,
    state: type[S],
    draft: Any,
    handlers: Mapping[type[Command], Handler],
    appliers: Mapping[type[Event], Applier[S]],
    observe: Any,
    redact: Any,
) -> Machine[Any, S]:
    """A machine at which nobody sits and nothing is due."""
    return Machine(
        name=name,
        state=state,
        draft=draft,
        commands=tuple(handlers),
        events=tuple(appliers),
        handlers=handlers,
        appliers=appliers,
        clause=clause,
        seated=seated,
        due=nothing_due,
        legal=nothing_legal,
        observe=observe,
        redact=redact,
        take_seat=take_seat,
        player=Player,
        dealer=Dealer,
    )
