"""Decks laid out for the games of 637a, stated rounds around them, and a table that is driven along."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from houseway.cards import cards
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.betting import options_now
from houseway.chapters.c637a_poker.draft import looking_at
from houseway.chapters.c637a_poker.short_decks import cards_put_back
from houseway.chapters.c637a_poker.state import Status
from houseway.chapters.registry import resolve
from houseway.engine.kernel import Table, envelope
from houseway.rounds import settle
from tests.kit.decks import around, spare
from tests.kit.table_views import look_at, street_of
from tests.kit.tables import accepted as do

NO_LIMIT = {"structure": "no-limit", "blinds": [50, 100]}
POT_LIMIT = {"structure": "pot-limit", "blinds": [50, 100]}
LIMIT = {"structure": "fixed-limit", "blinds": [50, 100], "small_bet": 100, "big_bet": 200}
STUD = {"structure": "fixed-limit", "ante": 10, "forced_bet": 50, "small_bet": 100, "big_bet": 200}
SPREAD = {"structure": "spread-limit", "blinds": [50, 100], "minimum_bet": 100, "maximum_bet": 500}


def deck(*parts: str) -> str:
    """A complete deck from parts; each x becomes a card that stands nowhere else."""
    words = " ".join(parts).split()
    free = iter(spare(words, 52))
    return " ".join([*(next(free) if word == "x" else word for word in words), *free])


def flop(hands: Sequence[str], board: str = "x x x x x") -> str:
    """Hole cards in the order of dealing, then the board with its burns."""
    one = board.split()
    return deck(*around(hands), "x", *one[:3], "x", one[3], "x", one[4])


def stud(hands: Sequence[str]) -> str:
    """Seven-card hands (two down, four up, one down); a shorter hand is dealt no more cards."""
    return _streets(hands, 3)


def five_card_stud(hands: Sequence[str]) -> str:
    return _streets(hands, 2)


def super_stud(hands: Sequence[str]) -> str:
    return _streets(hands, 5)


def _streets(hands: Sequence[str], first: int) -> str:
    held = [hand.split() for hand in hands]
    front = around([" ".join(hand[:first]) for hand in held])
    for turn in range(first, max(len(hand) for hand in held)):
        front += ["x", *(hand[turn] for hand in held if len(hand) > turn)]
    return deck(*front)


def draw(hands: Sequence[str], *draws: str) -> str:
    """First cards in the order of dealing, then for each draw a burn and the new cards in the order they are dealt."""
    return deck(*around(hands), *(f"x {drawn}" for drawn in draws))


def stated(
    game: str,
    cards_in_order: str,
    actions: str,
    terms: Mapping[str, Any] = NO_LIMIT,
    *,
    stacks: Mapping[int, int] | int = 3,
    **more: Any,
) -> dict[str, Any]:
    """A stated round; ``stacks`` may be a number of seats with $100 each, the button at the last of them."""
    stakes = dict.fromkeys(range(1, stacks + 1), 10_000) if isinstance(stacks, int) else stacks
    return {
        "game": game,
        "submission": dict(terms),
        "deck": cards_in_order,
        "button": max(stakes),
        "seats": {str(seat): {"stack": cents} for seat, cents in stakes.items()},
        "actions": [one.strip() for one in actions.split(",") if one.strip()],
        **more,
    }


def played(*args: Any, **more: Any) -> dict[str, Any]:
    """The answer to a stated round, in which no chip is lost."""
    round = stated(*args, **more)
    given = settle(round)
    assert "refusal" not in given, given
    kept = given["rake"] + sum(given["contributions"].values())
    assert sum(given["net"].values()) == -kept
    assert sum(pot["amount"] for pot in given["pots"]) == sum(pot["paid"] for pot in given["pots"]) + kept
    for pot in given["pots"]:
        assert set(pot["winners"]) <= set(pot["contenders"])
        assert sum(pot["shares"].values()) == pot["paid"]
    return given


def net(*args: Any, **more: Any) -> list[int]:
    """What each seat gained or lost, in the order of the seats."""
    return [cents for _, cents in sorted(played(*args, **more)["net"].items(), key=lambda item: int(item[0]))]


def refusal(*args: Any, **more: Any) -> tuple[str, str]:
    """The code and the clause of a refusal."""
    given = settle(stated(*args, **more))
    assert "refusal" in given, given
    return given["refusal"]["code"], given["refusal"]["clause"]


def legal(*args: Any, **more: Any) -> list[str]:
    """What a round that stops too early would have to go on with."""
    given = settle(stated(*args, **more))
    assert given["refusal"]["code"] == "DECISIONS_COMPLETE_THE_ROUND", given
    words: list[str] = given["refusal"]["legal"]
    return words


def seated(
    game: str,
    players: int,
    terms: Mapping[str, Any],
    order: str = "",
    *,
    button: int = 0,
    stacks: Mapping[int, int] | None = None,
) -> Table[Any, Any]:
    """A table at which a round has started."""
    at: Table[Any, Any] = Table(resolve(terms, game=game))
    do(at, cmd.OpenTable())
    for seat in range(1, players + 1):
        cents = (stacks or {}).get(seat, 10_000)
        do(at, envelope(cmd.TakeSeat(cents=cents), seat=seat, by=f"p{seat}"))
    do(at, envelope(cmd.StartRound(order=cards(order or deck()), button=button)))
    return at


def act(at: Table[Any, Any], *actions: str) -> None:
    """Bets in the words of a stated round."""
    for action in actions:
        seat, word, *rest = action.split()
        do(at, envelope(cmd.Act(word=word, to=int(rest[-1]) if rest else 0), seat=int(seat)))


def along(at: Table[Any, Any], until: Callable[[Table[Any, Any]], bool]) -> Table[Any, Any]:
    """Everybody checks, calls and stands pat (or discards what super stud makes them) until something is so."""
    while not until(at):
        passive(at)
    return at


def passive(at: Table[Any, Any]) -> None:
    """One step of a round in which nobody bets."""
    state = at.state
    match state.status:
        case Status.DEALING:
            do(at, envelope(cmd.DealStreet()))
        case Status.BETTING:
            may = options_now(at.rules, at.state)
            assert may is not None
            act(at, f"{may.seat} {'check' if may.check else 'call'}")
        case Status.DRAWING:
            seat = state.round.asked[0]
            do(at, envelope(cmd.Discard(cards=state.round.hands[seat][: state.round.discard]), seat=seat))
        case Status.RESHUFFLING:
            do(at, envelope(cmd.Reshuffle(order=tuple(cards_put_back(looking_at(at.rules, state))))))
        case Status.SHOWDOWN:
            do(at, envelope(cmd.AwardPots()))
        case _:
            raise AssertionError(f"the round is over: {state.status}")


def on_street(number: int) -> Callable[[Table[Any, Any]], bool]:
    """The betting round of a street, the first being 0."""
    return lambda at: look_at(at).status is Status.BETTING and street_of(at) == number


def at_showdown(at: Table[Any, Any]) -> bool:
    return look_at(at).status is Status.SHOWDOWN


def round_over(at: Table[Any, Any]) -> bool:
    return look_at(at).status is Status.BETWEEN_ROUNDS


def bets(game: str, players: int, terms: Mapping[str, Any]) -> list[int]:
    """The least bet or raise of each betting round in which nobody has raised."""
    at = seated(game, players, terms)
    found = []
    for number in range(len(at.rules.game.streets)):
        along(at, on_street(number))
        may = options_now(at.rules, at.state)
        assert may is not None
        assert may.raise_from is not None
        found.append(may.raise_from - look_at(at).current)
    return found


def winners(game: str, *hands: str) -> list[int]:
    """Who wins a draw game in which all call, stand pat and check."""
    terms = {"structure": "no-limit", "blinds": [100]}
    at = seated(game, len(hands), terms, draw(hands))
    given = along(at, round_over).events
    return sorted({share.seat for event in given if isinstance(event, ev.PotAwarded) for share in event.shares})
