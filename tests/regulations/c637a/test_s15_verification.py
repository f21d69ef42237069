"""637a.15(b)(3) and (f): what the Poker shift supervisor can verify as a Bad Beat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from houseway.cards import JOKER, cards
from houseway.chapters.c637a_poker.jackpots import commands as cmd
from houseway.chapters.c637a_poker.jackpots.state import VerifiedHands
from houseway.engine.kernel import Envelope, envelope
from houseway.engine.roles import Role
from tests.kit.jackpot_room import FLOOR, SUPERVISOR, Room, accepted, room
from tests.kit.tables import refuses

LOSING, WINNING = cards("Qc Qd Qh Qs Ac"), cards("Kc Kd Kh Ks 2c")
TENS = cards("Tc Td Th Ts")


def _room(minimum_players: int = 2, hands: Sequence[str] = ("Tc Td Th Ts 2c",)) -> Room:
    at = room(bad_beat={"contribution": 100, "hands": list(hands), "minimum_players": minimum_players})
    to: dict[str, Any] = {"fund": "main"}
    accepted(at, envelope(cmd.OfferFund(kind="bad_beat", **to), role=SUPERVISOR, by="Sue"))
    accepted(at, envelope(cmd.ApproveDiscontinuing(**to), by="Ed"))
    accepted(at, envelope(cmd.DesignateTable(table="1", **to), role=FLOOR, by="Flora"))
    accepted(at, envelope(cmd.Contribute(table="1", pot=5_000, cents=100, **to), by="Dee"))
    return at


def _verify(*, by: str = "Sue", role: Role = SUPERVISOR, **more: Any) -> Envelope:
    given = {"losing": LOSING, "winning": WINNING, "loser": "Lou", "winner": "Win", "others": ("Ann",), **more}
    return envelope(cmd.VerifyBadBeat(fund="main", table="1", **given), by=by, role=role)


def test_f__a_bad_beat_that_can_have_happened_is_verified() -> None:
    (verified,) = accepted(_room(minimum_players=3), _verify())
    assert verified.clause == "637a.15(f)"


def test_reading__637a_bad_beat_hands() -> None:
    """637a.15(b)(3): the least hand that is posted qualifies itself, in any suits, and so does a higher one."""
    least = ("Tc Td Th Ts 3c", "Jc Jd Jh Js 2c")
    accepted(_room(hands=least), _verify(losing=cards("Tc Td Th Ts 3d")))
    accepted(_room(hands=least), _verify(losing=cards("Tc Td Th Ts 4c")))
    below = refuses(_room(hands=least), _verify(losing=cards("Tc Td Th Ts 2d")))
    assert (below.code, below.clause) == ("HAND_QUALIFIES", "637a.15(b)(3)")


def test_f__only_the_shift_supervisor_verifies() -> None:
    given = refuses(_room(), _verify(by="Flora", role=FLOOR))
    assert (given.code, given.clause, given.legal) == ("ROLE_IS_AUTHORISED", "637a.15(f)", ("shift supervisor",))


@pytest.mark.parametrize(
    ("named", "says"),
    [
        ({"winner": "Lou"}, "Lou cannot have lost to Lou"),
        ({"others": ("Ann", "Lou")}, "Lou is named twice among those dealt in"),
        ({"others": ("Win",)}, "Win is named twice among those dealt in"),
        ({"others": ("Ann", "Ann")}, "Ann is named twice among those dealt in"),
        ({"also_lost": ("Ann",)}, "Ann is named twice among those dealt in"),
        ({"also_won": ("Lou",)}, "Lou is named twice among those dealt in"),
    ],
)
def test_f__each_player_dealt_in_is_another(named: dict[str, Any], says: str) -> None:
    given = refuses(_room(), _verify(**named))
    assert (given.code, given.clause, given.message) == ("HAND_QUALIFIES", "637a.15(f)", says)


@pytest.mark.parametrize(
    "other",
    [
        {"losing": LOSING[::-1]},
        {"winning": WINNING[::-1]},
        {"loser": "Ann", "also_lost": ("Lou",)},
        {"winner": "Bob", "also_won": ("Win",)},
    ],
)
def test_f__a_bad_beat_is_the_same_whatever_the_order_of_its_cards_and_players(other: dict[str, Any]) -> None:
    """The same Bad Beat is paid once: test_s15_bad_beat.py."""
    beat = {"loser": "Lou", "also_lost": ("Ann",), "winner": "Win", "also_won": ("Bob",), "others": ()}
    first, again = _verify(**beat).command, _verify(**{**beat, **other}).command
    assert isinstance(first, cmd.VerifyBadBeat) and isinstance(again, cmd.VerifyBadBeat)
    assert VerifiedHands.of(first) == VerifiedHands.of(again)


@pytest.mark.parametrize("blank", ["", "  "])
@pytest.mark.parametrize("field", ["loser", "winner", "others", "also_lost", "also_won"])
def test_f__everyone_has_a_name(field: str, blank: str) -> None:
    value: Any = blank if field in ("loser", "winner") else (blank,)
    given = refuses(_room(), _verify(**{field: value}))
    assert (given.clause, given.message[-13:]) == ("637a.15(f)", "must be named")


def test_f__whoever_verifies_has_a_name() -> None:
    assert refuses(_room(), _verify(by=" ")).code == "PERSON_IS_NAMED"


def test_f__no_more_players_than_a_table_has_places() -> None:
    given = refuses(_room(), _verify(others=tuple("abcdefghi")))
    assert (given.code, given.clause) == ("SEAT_EXISTS", "637a.2(a)")
    accepted(_room(), _verify(others=tuple("abcdefgh")))


def test_b_3__enough_players_are_dealt_in() -> None:
    at = _room(minimum_players=4)
    given = refuses(at, _verify())
    assert (given.code, given.clause) == ("HAND_QUALIFIES", "637a.15(b)(3)")
    assert given.message == "3 players were dealt in; a Bad Beat needs 4"
    assert "at least 4 players are dealt into the hand" in given.legal
    accepted(at, _verify(also_won=("Wyn",)))


def test_b_3__the_losing_hand_is_at_least_the_submissions() -> None:
    given = refuses(_room(), _verify(losing=cards("9c 9d 9h 9s Ac")))
    assert (given.code, given.clause) == ("HAND_QUALIFIES", "637a.15(b)(3)")


def test_b_3__without_stated_hands_nothing_is_a_bad_beat() -> None:
    """The pots only contribute until the submission states the hands."""
    at = _room(hands=[])
    given = refuses(at, _verify())
    assert (given.code, given.clause) == ("HAND_QUALIFIES", "637a.15(b)(3)")
    accepted(at, envelope(cmd.Contribute(fund="main", table="1", pot=5_000, cents=100), by="Dee"))


@pytest.mark.parametrize(
    "hands",
    [
        {"losing": WINNING, "winning": LOSING},
        {"losing": (*TENS, *cards("Ac")), "winning": (*TENS, *cards("Ad")), "community": TENS},
    ],
)
def test_f__the_losing_hand_loses(hands: dict[str, Any]) -> None:
    given = refuses(_room(), _verify(**hands))
    assert (given.code, given.clause) == ("HAND_QUALIFIES", "637a.1")
    assert "does not lose to" in given.message


@pytest.mark.parametrize(
    ("hands", "code", "says"),
    [
        ({"losing": cards("Qc Qd Qh Qs Qs")}, "CARD_APPEARS_ONCE", "Qs is twice in the losing hand"),
        ({"winning": cards("Kc Kc Kh Ks 2c")}, "CARD_APPEARS_ONCE", "Kc is twice in the winning hand"),
        ({"community": cards("Qc Qc")}, "CARD_APPEARS_ONCE", "Qc is twice in the community cards"),
        (
            {"winning": cards("Kc Kd Kh Ks Ac")},
            "CARD_APPEARS_ONCE",
            "Ac is in both hands and is not named as a community card",
        ),
        ({"losing": cards("Qc Qd Qh Qs")}, "CARDS_ARE_VALID", "the losing hand has 4 cards and must have five"),
        (
            {"winning": (JOKER, *WINNING[1:])},
            "CARDS_ARE_VALID",
            "the winning hand has a card that is not of the deck",
        ),
        (
            {"community": cards("2d 3d 4d 5d 6d 7d")},
            "CARDS_ARE_VALID",
            "6 community cards are named, and there are at most five",
        ),
    ],
)
def test_f__the_hands_can_have_met(hands: dict[str, Any], code: str, says: str) -> None:
    given = refuses(_room(), _verify(**hands))
    assert (given.code, given.clause, given.message) == (code, "637a.15(f)", says)


def test_f__a_community_card_is_in_both_hands() -> None:
    accepted(_room(), _verify(winning=cards("Kc Kd Kh Ks Ac"), community=cards("Qc Qd Kc Kd Ac")))
