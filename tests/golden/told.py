"""Every scenario of the tests, and all that is to be told of it: what comes of it, and what is due, legal and seen there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

from houseway.chapters.c637a_poker.betting import options_now
from houseway.chapters.c637a_poker.commands import Act
from houseway.chapters.c637a_poker.games import POKER_GAMES
from houseway.chapters.c637a_poker.rules import Opens
from houseway.chapters.registry import check, games
from houseway.clause import ClauseId
from houseway.driver.house import House
from houseway.driver.sources import Unstated
from houseway.engine.asking import Ask, Question
from houseway.engine.banked.commands import BringReadyDeck
from houseway.engine.cards.state import CardState
from houseway.engine.kernel import Command, Envelope, Table, Viewer
from houseway.engine.opening import FundTable, OpenTable, TakeSeat
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.rounds import answer, play, settle
from houseway.rounds.explaining import explained
from houseway.rounds.template import template
from tests.engine import test_banked_events, test_banked_refusals, test_cards_scenarios
from tests.golden import bets, forms
from tests.house import test_refusals as house
from tests.kit.scenarios import tag
from tests.poker import scenarios as poker
from tests.regulations.c637a import test_s15_s16_scenarios as jackpots
from tests.regulations.c637a.deals import LIMIT, STUD, along, at_showdown, on_street, round_over, seated
from tests.rounds import test_refusals as stated
from tests.rounds.right import RIGHT
from tests.rules.test_every_fault import FAULTS

FOLDER = Path(__file__).with_name("scenarios")
NEWCOMER = "Zoe"
BEFOREHAND = (FundTable, OpenTable, BringReadyDeck, TakeSeat)
"""What every stated round begins with."""
LONGEST = 200
"""A row of cards that is written longer is told by how it begins and ends."""
POINTS = (
    *(f"points-{machine}" for machine in ("poker", "banked", "cards", "jackpots", "house")), "streets",
    *(f"attempts-{machine}" for machine in ("poker", "banked", "cards", "jackpots")),
)  # fmt: skip
"""The files of points, of which those where all is alike are one."""

Made = Callable[[], Table[Any, Any]]


def _answer(outcome: tuple[Any, ...] | Refusal) -> Iterator[str]:
    if isinstance(outcome, Refusal):
        yield f"refused {outcome.code} {outcome.clause}: {outcome.message}"
        yield from (f"  {one}" for one in outcome.legal)
    else:
        yield from map(repr, outcome)


def _known(value: Any) -> Any:
    """Without what is empty, nothing or no."""
    if isinstance(value, dict):
        return {
            name: known for name, one in value.items() if (known := _known(one)) not in (None, False, 0, "", [], {})
        }
    return [_known(one) for one in value] if isinstance(value, list) else value


def _seen(table: Table[Any, Any], viewer: Viewer) -> Iterator[str]:
    seen = msgspec.json.decode(msgspec.json.encode(table.observe(viewer)))
    yield "  " + " ".join(f"{len(seen[name])} {name}" for name in ("due", "legal", "events") if name in seen)
    for name, value in _known(seen).items():
        if name not in ("due", "legal", "events"):
            yield f"  {name} {msgspec.json.encode(value).decode()}"


def _asked(asks: Iterable[Ask]) -> list[str]:
    """A line for each thing that is asked; what is asked of several seats alike stands once."""
    found: dict[str, list[str]] = {}
    for ask in asks:
        plain = {name: value for name, value in msgspec.to_builtins(ask).items() if value != _PLAIN.get(name)}
        subject = f"{plain.pop('subject', '')}@{plain.pop('concerns', '')}".strip("@")
        line = " ".join(
            [plain.pop("command"), *(f"{name}={msgspec.json.encode(plain[name]).decode()}" for name in plain)]
        )
        found.setdefault(line.replace('"', ""), []).append(subject)
    return [f"  {line} {' '.join(some)}".rstrip() for line, some in found.items()]


_PLAIN: dict[str, Any] = msgspec.to_builtins(Ask(command="", role=Role.DEALER, clause=ClauseId("")))


def _point(table: Table[Any, Any], roles: Iterable[Role]) -> Iterator[str]:
    """What is due, legal and seen now."""
    due = table.due()
    yield "due"
    yield from _asked(due)
    if isinstance(table.state, CardState):
        yield f"an automatic table {_short(repr(_next(table)))}"
    people = dict(sorted(getattr(table.state, "seats", {}).items()))
    players = [Viewer(Role.PLAYER, person) for person in dict.fromkeys(people.values())]
    before: list[str] = []
    for viewer in (*(Viewer(role, NEWCOMER) for role in roles), *players):
        asks = _asked(one for one in table.legal(viewer) if one not in due)
        if asks:
            yield f"legal for {viewer.role.value} {viewer.person}"
            now = [line.replace(viewer.role.value, "ROLE") for line in asks]
            yield from asks if now != before else ["  the same"]
            before = now
    for viewer in (players or [Viewer(Role.PLAYER, NEWCOMER)])[:1]:
        yield f"last seen by {viewer.person}"
        yield from (f"  {event!r}" for event in table.seen_by(viewer, table.events[-3:]))
    for viewer in (Viewer(Role.SURVEILLANCE), *(players or [Viewer(Role.PLAYER, NEWCOMER)])[:1]):
        yield f"seen by {viewer.role.value} {viewer.person or ''}".rstrip()
        yield from _seen(table, viewer)


def _next(table: Table[Any, Any]) -> Command | Question | None:
    """What the staff of an automatic table does next, or whom it asks, where nothing is left to chance."""
    coming = House(table, Unstated()).next()
    return coming.command if isinstance(coming, Envelope) else coming


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:60]} ... {text[-60:]}"


def _said(table: Table[Any, Any], said: Command | Envelope) -> str:
    """What comes of it, and what it leaves otherwise at the table."""
    before = _state(table)
    answered = list(_answer(table.send(said)))
    after = _state(table)
    other = [place for place in sorted(before.keys() | after.keys()) if before.get(place) != after.get(place)]
    answered += [f"  {place} {before.get(place, 'none')} -> {after.get(place, 'none')}" for place in other]
    return "\n".join(answered)


def _state(table: Table[Any, Any]) -> dict[str, str]:
    """What is so at the table, by its place; of the round before this one only which it was."""
    plain = msgspec.to_builtins(table.state, str_keys=True, order="deterministic")
    del plain["revision"]
    if last := plain.pop("last", None):
        plain["last"] = sha256(msgspec.json.encode(last)).hexdigest()[:8]
    return dict(_places(plain))


def _places(value: Any, at: str = "") -> Iterator[tuple[str, str]]:
    """Every value within another that is something, by its place; a row of plain values is one."""
    parts = list(value.items()) if isinstance(value, dict) else []
    if isinstance(value, list) and any(isinstance(one, dict) for one in value):
        parts = list(enumerate(value))
    if parts:
        for name, one in parts:
            yield from _places(one, f"{at}.{name}".lstrip("."))
    elif value not in (None, False, 0, "", [], {}):
        text = msgspec.json.encode(value).decode()
        yield at, text if len(text) <= LONGEST else f"{len(value)} that begin {text[:20]} and end {text[-20:]}"


def scenarios() -> dict[str, dict[str, Callable[[], str]]]:
    """By file and name, what makes the text of each."""
    found: dict[str, dict[str, Callable[[], str]]] = {}

    def add(file: str, name: str, make: Callable[[], str]) -> None:
        of = found.setdefault(file, {})
        number = sum(one.partition(" #")[0] == name for one in of)
        of[f"{name} #{number + 1}" if number else name] = make

    for file, some in (
        ("banked-refusals", test_banked_refusals.REFUSED),
        ("cards", (*test_cards_scenarios.REFUSED, *test_cards_scenarios.ALLOWED)),
        ("poker-refusals", poker.REFUSALS),
        ("jackpots", (*jackpots.ALLOWED, *jackpots.REFUSED)),
        ("house", house.REFUSED),
    ):
        for one in some:
            add(file, one.name, lambda one=one: _said(one.at(), one.said))  # type: ignore[misc]
    for name, made, said, _ in test_banked_events.RIGHT:
        add("banked-events", name, lambda made=made, said=said: _said(made(), said))  # type: ignore[misc]
    for name, made, said, _ in house.RIGHT:
        add("house", name, lambda made=made, said=said: _said(made(), said))  # type: ignore[misc]
    for ruling in poker.RULINGS:
        add("poker-rulings", ruling.id, lambda ruling=ruling: _ruled(ruling))  # type: ignore[misc]
    for name, what, *_ in stated.WRONG:
        add("rounds", name, lambda what=what: _stated(what))  # type: ignore[misc]
    for name, right in RIGHT.items():
        add("answers", name, partial(_played, right))
    for name in bets.POINTS:
        add("bets", name, partial(bets.told, name))
    for game in forms.GAMES:
        add("forms", game, partial(forms.told, game))
    for game in games():
        add("templates", game, partial(_template, game))
    for game, submission, *_ in FAULTS:
        add("faults", f"{game} {msgspec.json.encode(submission).decode()}", partial(_checked, game, submission))
    _add_points(add)
    _add_attempts(add)
    return found


def _ruled(ruling: poker.Ruling) -> str:
    at = ruling.at()
    return _said(at, ruling.given(at))


def _stated(what: Any) -> str:
    refused = settle(what)["refusal"]
    legal = refused.get("legal", ())
    return "\n".join(
        [f"refused {refused['code']} {refused['clause']}: {refused['message']}", *(f"  {one}" for one in legal)]
    )


def _template(game: str) -> str:
    return "\n".join(f"{name} {msgspec.json.encode(value).decode()}" for name, value in template(game).items())


def _checked(game: str, submission: dict[str, Any]) -> str:
    """Every fault in full."""
    return "\n".join(
        f"{one.severity} {one.field} {one.clause} {one.message} | {one.default} | {', '.join(one.legal)}"
        for one in check(submission, game=game)[1]
    )


def _played(right: dict[str, Any]) -> str:
    """The answer, a line for each part of it, and all that was done and became of it at the table."""
    given = {name: value for name, value in settle(right).items() if name != "rules"}
    lines = [f"why {one}" for one in explained(answer(right))["why"]]
    for name, value in given.items():
        several = value if isinstance(value, list) and value else [value]
        lines += [f"{name} {msgspec.json.encode(one).decode()}" for one in several]
    before = play(right)
    at: Table[Any, Any] = Table(before.rules)
    for one in before.envelopes:
        if isinstance(one.command, BEFOREHAND):
            at.send(one)
            continue
        lines += [f"{one.role.value} {one.seat} {one.command!r}", _said(at, one)]
    return "\n".join(lines)


def _add_points(add: Callable[[str, str, Callable[[], str]], None]) -> None:
    """The tables that scenarios come to before something is said, and after it."""
    after: list[tuple[str, str, Callable[[], Table[Any, Any]]]] = []
    after += [("points-poker", one.id, lambda one=one: _after(one)) for one in poker.RULINGS]  # type: ignore[misc]
    after += [("points-poker", one.name, one.at) for one in poker.REFUSALS]
    after += [("points-banked", one[0], one[1]) for one in test_banked_events.RIGHT]
    after += [("points-banked", one.name, one.at) for one in test_banked_refusals.REFUSED]
    after += [("points-cards", one.name, one.at) for one in test_cards_scenarios.ALLOWED]
    after += [("points-cards", one.name, one.at) for one in test_cards_scenarios.REFUSED]
    after += [("points-jackpots", one.name, one.at) for one in jackpots.ALLOWED]
    after += [("points-house", one[0], one[1]) for one in house.RIGHT]
    after += [("points-house", one.name, one.at) for one in house.REFUSED]
    after += [("points-banked", f"{one[0]}, then", partial(_then, one[1], one[2])) for one in test_banked_events.RIGHT]
    after += [
        ("points-cards", f"{one.name}, then", partial(_then, one.at, one.said)) for one in test_cards_scenarios.ALLOWED
    ]
    after += [("points-jackpots", f"{one.name}, then", partial(_then, one.at, one.said)) for one in jackpots.ALLOWED]
    after += [("points-house", f"{one[0]}, then", partial(_then, one[1], one[2])) for one in house.RIGHT]
    after += list(_streets())
    for file, name, made in after:
        add(file, name, lambda file=file, made=made: "\n".join(_point(made(), () if file == "streets" else Role)))  # type: ignore[misc]


def _attempts() -> dict[str, tuple[list[tuple[str, Made]], list[Command | Envelope]]]:
    """By machine the points of its scenarios, and all that is said in them: each may be said at every point."""
    rulings = [one.given(one.at()) for one in poker.RULINGS]
    return {
        "attempts-banked": (
            [(one[0], one[1]) for one in test_banked_events.RIGHT],
            [*(one[2] for one in test_banked_events.RIGHT), *(one.said for one in test_banked_refusals.REFUSED)],
        ),
        "attempts-cards": (
            [(one.name, one.at) for one in test_cards_scenarios.ALLOWED],
            [one.said for one in (*test_cards_scenarios.ALLOWED, *test_cards_scenarios.REFUSED)],
        ),
        "attempts-jackpots": (
            [(one.name, one.at) for one in jackpots.ALLOWED],
            [one.said for one in (*jackpots.ALLOWED, *jackpots.REFUSED)],
        ),
        "attempts-poker": (
            [*((one.id, one.at) for one in poker.RULINGS), *((one.name, one.at) for one in poker.REFUSALS)],
            [*rulings, *(one.said for one in poker.REFUSALS)],
        ),
    }


def _attempted(made: Made, said: Mapping[str, Command | Envelope]) -> str:
    """What comes of everything that might be said at a point; what comes to the same stands once."""
    at = made()
    found: dict[str, list[str]] = {}
    for name, one in said.items():
        outcome = at.fork().send(one)
        if isinstance(outcome, Refusal):
            text = f"  refused {outcome.code} {outcome.clause}: {outcome.message}"
        else:
            text = "\n".join(f"  {_short(repr(event))}" for event in outcome)
        found.setdefault(text, []).append(name)
    return "\n".join(f"{' '.join(names)}\n{text}" for text, names in found.items())


def _add_attempts(add: Callable[[str, str, Callable[[], str]], None]) -> None:
    for file, (points, words) in _attempts().items():
        said = _named({repr(one): one for one in words}.values())
        add(file, "what is said", lambda said=said: "\n".join(f"{name} {one!r}" for name, one in said.items()))  # type: ignore[misc]
        for name, made in points:
            add(file, name, partial(_attempted, made, said))


def _named(words: Iterable[Command | Envelope]) -> dict[str, Command | Envelope]:
    """Each of a kind by its number among them."""
    named: dict[str, Command | Envelope] = {}
    for one in words:
        kind = tag(type(one.command if isinstance(one, Envelope) else one))
        named[next(name for number in count(1) if (name := f"{kind}.{number}") not in named)] = one
    return named


Point = tuple[str, str, Made]


def _streets() -> Iterator[Point]:
    """Every street of every poker game, at its beginning and after a bet or a raise; three players, the second of few chips."""
    for game, of in POKER_GAMES.items():
        plain = LIMIT if of.opens is Opens.BLINDS else STUD
        for number, street in enumerate(of.streets):
            yield "streets", f"{game} {street.id}", partial(_on_street, game, number, plain, ())
            freely = {**plain, "structure": "no-limit", "small_bet": 0, "big_bet": 0}
            yield "streets", f"{game} {street.id}, raised", partial(_on_street, game, number, freely, ("raise",))
            if street.draw or street.discard:
                yield "streets", f"{game} {street.id}, drawing", partial(_drawing, game, number, plain)
        yield "streets", f"{game} showdown", lambda game=game, plain=plain: along(_three(game, plain), at_showdown)  # type: ignore[misc]
        yield "streets", f"{game} afterwards", lambda game=game, plain=plain: along(_three(game, plain), round_over)  # type: ignore[misc]


def _three(game: str, terms: dict[str, Any]) -> Table[Any, Any]:
    return seated(game, 3, terms, button=3, stacks={2: 1_000})


def _on_street(game: str, number: int, terms: dict[str, Any], words: tuple[str, ...]) -> Table[Any, Any]:
    at = along(_three(game, terms), on_street(number))
    for word in words:
        may = options_now(at.rules, at.state)
        assert may is not None and may.raise_from is not None
        at.do(Act(word="bet" if may.opens else word, to=may.raise_from), seat=may.seat)
    return at


def _drawing(game: str, number: int, terms: dict[str, Any]) -> Table[Any, Any]:
    return along(_three(game, terms), lambda at: at.state.round.street == number and bool(at.state.round.asked))


def _then(made: Made, said: Command | Envelope) -> Table[Any, Any]:
    at = made()
    at.do(said)
    return at


def _after(ruling: poker.Ruling) -> Table[Any, Any]:
    at = ruling.at()
    at.send(ruling.given(at))
    return at


def written(file: str) -> str:
    """The text of a file as it should be written now; two points at which everything is alike are one."""
    texts: dict[str, str] = {}
    for name, make in scenarios()[file].items():
        text = make()
        if file not in POINTS or text not in texts.values():
            texts[name] = text
    return "\n".join(f"# {name}\n{text}\n" for name, text in texts.items())


def recorded(file: str) -> dict[str, str]:
    """What is written in a file, by the names of its scenarios."""
    parts = (FOLDER / f"{file}.txt").read_text(encoding="utf-8").split("\n# ")
    return {name: text.strip("\n") for name, _, text in (part.removeprefix("# ").partition("\n") for part in parts)}
