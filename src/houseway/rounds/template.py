"""A round to fill in: every field that matters, each card not yet known."""

from __future__ import annotations

import tomllib
from typing import Any

from houseway.chapters.c637a_poker.rules import Opens, PokerRules
from houseway.chapters.registry import example_of, resolve
from houseway.rules.game import Deal, Placed, To
from houseway.rules.table_rules import TableRules
from houseway.seats import Seat

_MAIN = 1000
_UNKNOWN = "??"


def template(game: str) -> dict[str, Any]:
    """A round of the game, stated by its hands; settled only when its cards and decisions are filled in."""
    rules = resolve(tomllib.loads(example_of(game)), game=game)
    return _poker(rules) if isinstance(rules, PokerRules) else _banked(resolve({}, game=game, kind=TableRules))


def _banked(rules: TableRules) -> dict[str, Any]:
    game = rules.game
    deals = [phase for phase in game.phases if isinstance(phase, Deal)]
    own = _cards(sum(deal.cards for deal in deals if deal.to is not To.COMMUNITY))
    board = _cards(sum(deal.cards for deal in deals if deal.to is To.COMMUNITY))
    main = game.main_wager.id
    placed = [wager for wager in game.wagers.values() if wager.placed is Placed.BEFORE_THE_DEAL]
    wagers = {wager.id: _MAIN for wager in placed if main in (wager.id, wager.equals)}
    return {
        "game": game.id,
        "submission": {},
        "hands": {"dealer": own, "1": own},
        **({"board": board} if board else {}),
        "seats": {"1": {"wagers": wagers, "decisions": []}},
    }


def _poker(rules: PokerRules) -> dict[str, Any]:
    game = rules.game
    own = _cards(sum(street.down + street.up for street in game.streets))
    board = _cards(sum(street.community for street in game.streets))
    draws = sum(street.draw for street in game.streets)
    seats = (Seat(1), Seat(2))
    terms = ("structure", "blinds", "ante", "forced_bet", "small_bet", "big_bet", "minimum_bet", "maximum_bet")
    submission = {name: rules.submission[name] for name in terms if rules.submission.get(name)}
    return {
        "game": game.id,
        "submission": submission,
        **({"button": 1} if game.opens is Opens.BLINDS else {}),
        "hands": {str(seat): own for seat in seats},
        **({"board": board} if board else {}),
        **({"drawn": {str(seat): [""] * draws for seat in seats}} if draws else {}),
        "seats": {str(seat): {"stack": 100 * rules.least_stakes(seat)} for seat in seats},
        "actions": [],
    }


def _cards(count: int) -> str:
    return " ".join([_UNKNOWN] * count)
