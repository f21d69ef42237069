"""Parts of a poker submission: the rake, a jackpot fund, a supplement, and Antes by seat."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, Strict, StrictBool
from pydantic_core import PydanticCustomError

from houseway.chapters.c637a_poker.rules import RakeKind
from houseway.money import Cents
from houseway.rules.submission import Count, Money, added
from houseway.written import shown


def by_seat(stated: Any) -> Any:
    """What is stated by seat: each of them named once, by its number as it is printed."""
    if not isinstance(stated, Mapping):
        return stated
    for seat in stated:
        if not re.fullmatch("[1-9][0-9]?", str(seat)):
            raise PydanticCustomError("seats", "{seat} is no number of a seat", {"seat": shown(seat)})
    if len(set(map(str, stated))) < len(stated):
        raise PydanticCustomError("seats", "a seat is named twice")
    return stated


def by_players(stated: Any) -> Any:
    """Amounts by a number of players, each number once."""
    if isinstance(stated, Mapping):
        for players in stated:
            if not re.fullmatch("[2-9]|10", str(players)):
                message = "{players} is no number of players dealt in"
                raise PydanticCustomError("players", message, {"players": shown(players)})
    return stated


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class RakeTerms(_Part):
    """The rake: a percentage with a cap, amounts at pot levels, or a time charge."""

    kind: RakeKind
    percent: Count | Annotated[float, Strict()] = Field(default=0, ge=0)
    cap: Money | None = Field(default=None, ge=0)
    steps: list[tuple[Money, Money]] = Field(default_factory=list)
    when: Literal["end", "each-betting-round"] = "end"
    hourly: Money = Field(default=Cents(0), ge=0)
    every_minutes: Literal[20, 30, 60] = 30
    per: Literal["player", "table"] = "player"
    first_round: StrictBool = added("0.3", True)
    cap_by_players: Annotated[dict[int, Money], BeforeValidator(by_players)] = added("0.3", {})


class JackpotTerms(_Part):
    """A jackpot fund: what each pot contributes, from which pot on, and the rules that are posted.

    ``contribution`` is the most a pot gives; with ``percent`` or ``steps`` it gives that part of itself, up to the most.
    """

    contribution: Money = Field(gt=0)
    minimum_pot: Money = Field(default=Cents(0), ge=0)
    hands: list[str] = Field(default_factory=list)
    payout_percent: dict[str, Count] = Field(default_factory=dict)
    minimum_players: Count = Field(default=2, ge=2)
    qualifying_minutes: Count = Field(default=60, gt=0)
    claim_days: Count = Field(default=30, gt=0)
    ties: Literal["divide"] = "divide"
    unclaimed: str = "added to the next qualifying period"
    percent: Count | Annotated[float, Strict()] = added("0.3", 0, ge=0, le=100)
    steps: list[tuple[Money, Money]] = added("0.3", [])
    both_hole_cards: StrictBool = added("0.3", False)


class Supplement(_Part):
    """A cause the chapter does not name, and which of its remedies follows (637a.18(s))."""

    cause: str
    remedy: Literal["misdeal", "misdeal-if-early", "void", "dead-hand", "refund-hand", "set-aside", "play-on"]
    says: str
