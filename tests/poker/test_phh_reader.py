"""The PHH reader: amounts, plain and other TOML, cards it must choose itself, and whatever else a file may hold."""

from __future__ import annotations

import datetime
import json
import tomllib
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from houseway.interop.phh import toml
from houseway.interop.phh.export import CODES, to_phh
from houseway.interop.phh.file import PhhError, read_file, read_hand
from houseway.interop.phh.replaying import play, replay_data, replay_files
from tests.kit.damaged_texts import damaged, scribbled
from tests.kit.random_phh import phh_hands
from tests.kit.random_poker import random_play
from tests.kit.table_views import sum_of_accounts

# Amounts.


def _split(**changes):
    """Two players play the board and divide the pot."""
    return {
        "variant": "NT",
        "antes": [0, 0, 0],
        "blinds_or_straddles": [0.5, 1, 0],
        "min_bet": 1,
        "starting_stacks": [20, 20, 20],
        "actions": [
            *("d dh p1 2c2d", "d dh p2 3c3d", "d dh p3 4c4d", "p3 cc", "p1 f", "p2 cc", "d db AsKsQs", "p2 cc"),
            *("p3 cbr 1.5", "p2 cc", "d db Js", "p2 cc", "p3 cc", "d db Ts", "p2 cc", "p3 cc"),
        ],
        **changes,
    }


def test_half_chips_are_played_in_halves():
    # A pot of 5.5 is divided into halves of a chip, and the first left of the button is given the odd one.
    replayed = replay_data("x", _split())
    assert (replayed.ok, replayed.stacks) == (True, [19.5, 20.5, 20])


def test_money_is_played_in_cents():
    assert replay_data("x", _split(currency="USD")).stacks == [19.5, 20.25, 20.25]


def test_smaller_parts_are_played_in_a_power_of_ten():
    hand = read_hand(_split(starting_stacks=[20, 20.125, 20]))
    assert (hand.scale, hand.stacks) == (1000, (20_000, 20_125, 20_000))
    assert hand.in_unit(20_125) == 20.125 and repr(hand.in_unit(20_000)) == "20"


# Up cards of stud that are not stated.


def _stud(variant: str, *actions: str, cards: tuple[str, str, str] = ("??????",) * 3):
    dealt = [f"d dh p{player} {three}" for player, three in enumerate(cards, 1)]
    return {
        "variant": variant,
        "antes": [1, 1, 1],
        "bring_in": 2,
        "small_bet": 4,
        "big_bet": 8,
        "starting_stacks": [100, 100, 100],
        "actions": [*dealt, *actions],
    }


@pytest.mark.parametrize("variant", ["F7S", "F7S/8", "FR"])
@pytest.mark.parametrize("player", [1, 2, 3])
def test_unknown_up_cards_fit_the_stated_bring_in(variant, player):
    others = [(player + more - 1) % 3 + 1 for more in (1, 2)]
    replayed = replay_data("x", _stud(variant, f"p{player} pb", *[f"p{other} f" for other in others]))
    assert replayed.reason == ""
    assert replayed.stacks is not None and replayed.stacks[player - 1] == 102


@pytest.mark.parametrize(
    ("variant", "cards", "player"),
    [
        ("F7S", ("????3c", "??????", "????Kd"), 2),  # only the deuces are below it
        ("F7S", ("????2d", "??????", "????Kd"), 1),
        ("FR", ("????Qs", "??????", "????3d"), 2),  # only the kings are above it
    ],
)
def test_unknown_up_cards_fit_beside_stated_ones(variant, cards, player):
    others = [(player + more - 1) % 3 + 1 for more in (1, 2)]
    hand = _stud(variant, f"p{player} pb", *[f"p{other} f" for other in others], cards=cards)
    assert replay_data("x", hand).reason == ""


def test_a_bring_in_that_no_card_explains_is_said():
    hand = _stud("F7S", "p2 pb", "p3 f", "p1 f", cards=("????2c", "??????", "??????"))
    assert "the up cards name p1" in replay_data("x", hand).reason


@pytest.mark.parametrize("variant", ["F7S", "F7S/8", "FR"])
@pytest.mark.parametrize("opener", [1, 3])
def test_unknown_up_cards_fit_who_opens_the_next_street(variant, opener):
    other = 4 - opener
    fourth = ("d dh p1 ??", "d dh p3 ??", f"p{opener} cbr 4", f"p{other} f")
    replayed = replay_data("x", _stud(variant, "p2 pb", "p3 cbr 4", "p1 cc", "p2 f", *fourth))
    assert replayed.reason == ""


# TOML.

PLAIN = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2.50]
min_bet = 2
starting_stacks = [inf, inf]
actions = ['p2 f # a comment']
time = 08:40:15
ante_trimming_status = false

"""


@pytest.mark.parametrize(
    "text",
    [
        PLAIN,
        f"[1]\n{PLAIN}[2]\n{PLAIN}",
        "a = 1\na = 2\n",
        f"[1]\n{PLAIN}[1]\n{PLAIN}",
        "a = null\n",
        "a = [1, null]\n",
        "a = {}\n",
        "a = {'b': 1}\n",
        'a = "b"\n',
        "a = '\"'\n",
        "a = 'b\\n'\n",
        "a = '''b'''\n",
        "a = ''\n",
        "a = [1,]\n",
        "a = [\n1\n]\n",
        "a=1\n",
        "a.b = 1\n",
        "a = 01\n",
        "a = 1_000\n",
        "a = +1\n",
        "a = 1e3\n",
        "a = nan\n",
        "a = [inf, 1]\n",
        "a = -inf\n",
        "a = [inf,inf]\n",
        "a = 2009-07-01\n",
        "# only a comment\n",
        "a = 1 # a comment\n",
        "a = 1\r\n",
        "\ta = 1\n",
        "a = b\n",
        "[a]\n[a.b]\n",
        "[[a]]\n",
    ],
)
def test_plain_toml_is_read_as_any_other(text):
    try:
        due = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError:
        with pytest.raises(tomllib.TOMLDecodeError):
            toml.loads(text)
        return
    assert repr(_as_text(toml.loads(text))) == repr(_as_text(due))


def _as_text(value):
    """Clock times, which nobody reads, as they are written."""
    match value:
        case dict():
            return {key: _as_text(one) for key, one in value.items()}
        case datetime.time() | datetime.date():
            return value.isoformat()
    return value


# Whatever a file may hold.


def _ours(number: int) -> dict:
    game, structure = sorted(CODES)[number]
    table = random_play(game, structure.value, 3)
    table.finish_a_round()
    return tomllib.loads(to_phh(table.table))


HANDS = [_split(), _stud("F7S", "p2 pb", "p3 cc", "p1 f", "p2 f"), *[_ours(number) for number in range(len(CODES))]]
_QUICK = settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])


def _is_answered(hand) -> None:
    replayed = replay_data("x", hand)
    json.dumps(replayed.answer())
    assert "\n" not in replayed.reason
    assert replayed.ok or replayed.reason


@_QUICK
@given(st.sampled_from(HANDS).flatmap(damaged))
def test_a_damaged_hand_is_replayed_or_refused(hand):
    _is_answered(hand)


@_QUICK
@given(phh_hands())
def test_any_hand_of_the_notation_is_replayed_or_refused(hand):
    _is_answered(hand)
    try:
        table = play(read_hand(hand))
    except PhhError:
        return
    assert sum_of_accounts(table) == 0


@_QUICK
@given(text=st.one_of(scribbled(PLAIN), scribbled(f"[1]\n{PLAIN}"), st.text(max_size=60)))
def test_any_text_is_a_file_or_refused(text, tmp_path_factory):
    path = Path(tmp_path_factory.getbasetemp()) / "scribbled.phh"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    for replayed in replay_files([path]):
        json.dumps(replayed.answer())
        assert replayed.ok or replayed.reason


def test_numbers_and_nesting_beyond_reason_are_refused(tmp_path):
    path = tmp_path / "x.phh"
    for text in ("a = " + "9" * 5000, "a = " + "[" * 5000, "a = 1e99999999999999999999"):
        path.write_text(text)
        with pytest.raises(PhhError, match="no TOML"):
            list(read_file(path))
