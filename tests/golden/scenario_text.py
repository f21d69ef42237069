"""The files of `tests/golden/scenarios`: every scenario of the tests, and the tables made of them, by what makes their text."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from houseway.chapters.c637a_poker.games import POKER_GAMES
from houseway.chapters.registry import check, games
from houseway.engine.kernel import Command, Envelope, Table
from houseway.rounds import answer, settle
from houseway.rounds.explaining import explained
from houseway.rounds.template import template
from tests.engine import test_banked_events, test_banked_refusals, test_cards_scenarios
from tests.golden import betting_text, game_text
from tests.golden.field_text import FAMILIES, fields_text
from tests.golden.offer_text import offers_text, streets_text
from tests.golden.rendering import command_text, refusal_text, said_text
from tests.golden.status_text import TABLES, status_text
from tests.house import test_refusals as house
from tests.poker import scenarios as poker
from tests.regulations.c637a import test_s15_s16_scenarios as jackpots
from tests.rounds import test_refusals as stated
from tests.rounds.right import RIGHT
from tests.rules.test_every_fault import FAULTS

FOLDER = Path(__file__).with_name("scenarios")
Text = Callable[[], str]


def scenarios() -> dict[str, dict[str, Text]]:
    """Return, by file and name, what makes the text of each scenario."""
    files: dict[str, dict[str, Text]] = {}

    def add(file: str, name: str, make: Text) -> None:
        texts = files.setdefault(file, {})
        number = sum(known.partition(" #")[0] == name for known in texts)
        texts[f"{name} #{number + 1}" if number else name] = make

    for file, table in (
        ("banked-refusals", test_banked_refusals.REFUSED),
        ("cards", (*test_cards_scenarios.REFUSED, *test_cards_scenarios.ALLOWED)),
        ("poker-refusals", poker.REFUSALS),
        ("jackpots", (*jackpots.ALLOWED, *jackpots.REFUSED)),
        ("house", house.REFUSED),
    ):
        for scenario in table:
            add(file, scenario.name, partial(_scenario, scenario.at, scenario.said))
    for name, made, said, _ in test_banked_events.RIGHT:
        add("banked-events", name, partial(_scenario, made, said))
    for name, made, said, _ in house.RIGHT:
        add("house", name, partial(_scenario, made, said))
    for ruling in poker.RULINGS:
        add("poker-rulings", ruling.id, partial(_ruling, ruling))
    for name, what, *_ in stated.WRONG:
        add("rounds", name, partial(_stated, what))
    for name, right in RIGHT.items():
        add("answers", name, partial(_answered, right))
    for name in betting_text.POINTS:
        add("bets", name, partial(betting_text.point_text, name))
    for machine, (statuses, words) in TABLES.items():
        add("offers", machine, partial(offers_text, statuses))
        for said in words:
            add(f"statuses-{machine}", command_text(said), partial(status_text, statuses, said))
    for section in game_text.sections():
        add("games", section, partial(game_text.game_text, section))
    for family in FAMILIES:
        add("fields", family, partial(fields_text, family))
    for game in POKER_GAMES:
        add("streets", game, partial(streets_text, game))
    for game in games():
        add("templates", game, partial(_template, game))
    for game, submission, severity, field, clause in FAULTS:
        name = f"{game} {msgspec.json.encode(submission).decode()}"
        add("faults", name, partial(_fault, game, submission, severity, field, clause))
    return files


def _scenario(made: Callable[[], Table[Any, Any]], said: Command | Envelope) -> str:
    return said_text(made(), said)


def _ruling(ruling: poker.Ruling) -> str:
    at = ruling.at()
    return said_text(at, ruling.given(at))


def _stated(what: Any) -> str:
    refused = settle(what)["refusal"]
    return refusal_text(refused["code"], refused["clause"], refused["message"], refused.get("legal", ()))


def _template(game: str) -> str:
    return "\n".join(f"{name} {msgspec.json.encode(value).decode()}" for name, value in template(game).items())


def _fault(game: str, submission: dict[str, Any], severity: str, field: str, clause: str) -> str:
    """Return the fault itself, without what else the submission leaves open."""
    faults = [
        fault
        for fault in check(submission, game=game)[1]
        if (fault.severity, fault.field, fault.clause) == (severity, field, clause)
    ]
    return "\n".join(
        f"{fault.severity} {fault.field} {fault.clause}: {fault.message}"
        + (f" | {', '.join(fault.legal)}" if fault.legal else "")
        for fault in faults
    )


def _answered(right: dict[str, Any]) -> str:
    """Return why a stated round ends as it does, and what each seat wins or loses."""
    given = settle(right)
    # The sentence in between is the register's, which has tests of its own.
    lines = [re.sub(r"\. .*( \([^ ]*\))$", r"\1", why) for why in explained(answer(right))["why"]]
    lines += [
        f"{name} {msgspec.json.encode(given[name]).decode()}" for name in ("net", "stacks", "rake") if name in given
    ]
    lines += [f"{event['event']} {event['clause']}" for event in given["events"]]
    return "\n".join(lines)


def written(file: str) -> str:
    """Return the text of a file as it should be written now."""
    return "\n".join(f"# {name}\n{make()}\n" for name, make in scenarios()[file].items())


def recorded(file: str) -> dict[str, str]:
    """Return what is written in a file, by the names of its scenarios."""
    parts = (FOLDER / f"{file}.txt").read_text(encoding="utf-8").split("\n# ")
    return {name: text.strip("\n") for name, _, text in (part.removeprefix("# ").partition("\n") for part in parts)}
