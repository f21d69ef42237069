"""Whatever is written, every reader answers or says in a sentence why not: no fault of the program, no traceback."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from houseway.cards import CardError, read_cards
from houseway.chapters.c645a_pai_gow.house_way.reading import from_data
from houseway.chapters.registry import UnknownGameError, check, example_of, games, open_table, resolve
from houseway.cli import main
from houseway.encoding import EncodingError, Form, decode_command, decode_envelope, decode_event, decode_state, encode
from houseway.interop.history import to_history
from houseway.interop.phh.export import CODES, to_phh
from houseway.money import cents_of, in_cents
from houseway.rounds import play
from houseway.written import toml_of
from tests.kit.damaged_texts import damaged, scribbled
from tests.oracle import random_rounds
from tests.oracle.poker import random_rounds as random_poker
from tests.rounds.test_by_hands import by_hands

LENGTHS = [
    pytest.param(150, id="short", marks=pytest.mark.long),
    pytest.param(2_000, id="long", marks=pytest.mark.proof),
]
Bytes = bytes | str


def each(examples: int, strategy: st.SearchStrategy[Any], holds: Callable[[Any], None]) -> None:
    """Let something hold for so many examples."""
    checks = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]
    tried = settings(max_examples=examples, deadline=None, suppress_health_check=checks)(given(strategy)(holds))
    tried()


def answered(words: str, given: Bytes) -> None:
    """The command line answers, or says why not."""
    written = given.encode("utf-8", "surrogatepass") if isinstance(given, str) else given
    ran = CliRunner().invoke(main, words.split(), input=written)
    assert ran.exit_code in (0, 1), (words, given, ran.output)
    assert ran.output
    for strange in ("Traceback", "fault of the program", "object at 0x", "pydantic", "msgspec"):
        assert strange not in ran.output, (words, given, ran.output)


@cache
def stated(game: str) -> list[dict[str, Any]]:
    """Rounds of a game that are played to their end, stated by the deck and by the hands."""
    if game in games(banked=True):
        found = list(random_rounds.rounds(game, 2, 5))
    else:
        found = [one for one, refused in random_poker.rounds(game, 6, seed=5) if not refused][:2]
    return [*found, by_hands(found[0])]


ROUNDS = st.sampled_from(list(games())).flatmap(lambda game: st.sampled_from(stated(game)))


@pytest.mark.long
@pytest.mark.parametrize("words", ["settle -", "settle - --json --explain"])
@pytest.mark.parametrize("examples", LENGTHS)
def test_a_damaged_round(examples: int, words: str) -> None:
    each(examples, ROUNDS.flatmap(damaged), lambda one: answered(words, json.dumps(one)))


@pytest.mark.parametrize("examples", LENGTHS)
def test_a_scribbled_round(examples: int) -> None:
    written = ROUNDS.flatmap(lambda one: scribbled(json.dumps(one, ensure_ascii=False)))
    each(
        examples, written | st.text(max_size=40) | st.binary(max_size=40), lambda one: answered("settle - --json", one)
    )


@cache
def submission(game: str) -> dict[str, Any]:
    return toml_of(example_of(game).encode())


SUBMISSIONS = st.sampled_from(list(games())).map(submission)


@pytest.mark.parametrize("examples", LENGTHS)
def test_a_damaged_submission(examples: int) -> None:
    def holds(data: dict[str, Any]) -> None:
        with suppress(UnknownGameError):
            for fault in check(data)[1]:
                assert fault.message and "\n" not in fault.message and "Error" not in fault.message, data

    each(2 * examples, SUBMISSIONS.flatmap(damaged), holds)


@pytest.mark.parametrize("words", ["check -", "check - --json", "play --submission -"])
@pytest.mark.parametrize("examples", LENGTHS)
def test_a_scribbled_submission(examples: int, words: str) -> None:
    written = st.sampled_from(list(games())).flatmap(lambda game: scribbled(example_of(game)))
    each(examples, written | st.text(max_size=40) | st.binary(max_size=40), lambda one: answered(words, one))


WAYS = Path(str(from_data.__code__.co_filename)).parent / "ways"


@pytest.mark.parametrize("examples", LENGTHS)
def test_a_damaged_house_way(examples: int) -> None:
    ways = st.sampled_from([toml_of(path.read_bytes()) for path in sorted(WAYS.glob("*.toml"))])

    def holds(rules: dict[str, Any]) -> None:
        _, faults = check({**submission("pai-gow"), "house_way_rules": rules})
        for fault in faults:
            assert fault.message and "\n" not in fault.message, rules

    each(examples, ways.flatmap(damaged), holds)


@cache
def hand(game: str) -> tuple[str, bytes]:
    """A hand in PHH and a history of ours."""
    table: Any = play(stated(game)[0])
    return to_phh(table) if (game, table.rules.structure) in CODES else "", to_history(table)


POKER = st.sampled_from(list(games(banked=False)))


@pytest.mark.parametrize("examples", LENGTHS)
def test_a_scribbled_hand(examples: int, tmp_path: Path) -> None:
    path = tmp_path / "hand.phh"

    def holds(text: Bytes) -> None:
        path.write_bytes(text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text)
        answered(f"phh replay {path} --json", b"")
        answered(f"phh replay {path}", b"")

    written = POKER.map(lambda game: hand(game)[0]).filter(bool).flatmap(scribbled)
    each(examples, written | st.text(max_size=40) | st.binary(max_size=40), holds)


@pytest.mark.long
@pytest.mark.parametrize("examples", LENGTHS)
def test_a_damaged_history(examples: int) -> None:
    histories = POKER.map(lambda game: json.loads(hand(game)[1])).flatmap(damaged)
    each(examples, histories, lambda one: answered("phh import -", json.dumps(one)))


@pytest.mark.parametrize("form", ["phh", "ohh", "history"])
@pytest.mark.parametrize("examples", LENGTHS)
def test_a_damaged_round_that_is_written_otherwise(examples: int, form: str) -> None:
    rounds = POKER.flatmap(lambda game: st.sampled_from(stated(game))).flatmap(damaged)
    each(examples, rounds, lambda one: answered(f"phh export - --as {form}", json.dumps(one)))


@pytest.mark.parametrize("examples", LENGTHS)
def test_damaged_commands_events_and_states(examples: int) -> None:
    table = open_table(resolve(submission("holdem")))
    table.seat(1, "Ann", 100_000)
    kept: list[tuple[Callable[..., Any], Any]] = [(decode_event, one) for one in table.events]
    kept += [(decode_envelope, one) for one in table.envelopes]
    kept += [(decode_command, one.command) for one in table.envelopes]
    kept += [(lambda data: decode_state(data, table.machine), table.state)]

    def holds(found: tuple[Callable[..., Any], Any]) -> None:
        read, value = found
        with suppress(EncodingError):
            read(json.dumps(value).encode())

    plain = [(read, json.loads(encode(value, Form.JSON))) for read, value in kept]
    each(examples, st.sampled_from(plain).flatmap(lambda one: st.tuples(st.just(one[0]), damaged(one[1]))), holds)


SPELLINGS = st.text(alphabet="0123456789TJQKAakcdhs♠♥♣♦, ?$.-jJoker10\ufe0f", max_size=12) | st.text(max_size=6)


@pytest.mark.parametrize("examples", LENGTHS)
def test_any_spelling_of_cards_and_amounts(examples: int) -> None:
    def holds(text: str) -> None:
        with suppress(CardError):
            assert len(read_cards(text)) <= len(text)
        cents = cents_of(text)
        assert cents is None or cents >= 0
        assert "$1" not in in_cents(text.replace("$1", ""))

    each(10 * examples, SPELLINGS, holds)
