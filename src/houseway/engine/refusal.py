"""Refusals: values that say which requirement a command does not meet, under which clause, and what would be legal."""

from __future__ import annotations

import re
from enum import StrEnum

import msgspec

from houseway.clause import ClauseId
from houseway.money import dollars


class Code(StrEnum):
    """The requirement that was not met. Checked in this order where several fail."""

    ROUND_IS_WELL_FORMED = "ROUND_IS_WELL_FORMED"
    GAME_IS_KNOWN = "GAME_IS_KNOWN"
    SUBMISSION_IS_LAWFUL = "SUBMISSION_IS_LAWFUL"
    CARDS_ARE_VALID = "CARDS_ARE_VALID"
    CARD_APPEARS_ONCE = "CARD_APPEARS_ONCE"
    DECK_SUFFICES = "DECK_SUFFICES"
    COMMAND_IS_OF_THIS_TABLE = "COMMAND_IS_OF_THIS_TABLE"
    VALUES_ARE_IN_RANGE = "VALUES_ARE_IN_RANGE"
    PERSON_IS_NAMED = "PERSON_IS_NAMED"
    ROLE_IS_AUTHORISED = "ROLE_IS_AUTHORISED"
    SEAT_IS_ONES_OWN = "SEAT_IS_ONES_OWN"
    TIME_RUNS_FORWARD = "TIME_RUNS_FORWARD"
    TABLE_IS_OPEN = "TABLE_IS_OPEN"
    STEP_IS_DUE = "STEP_IS_DUE"
    DECK_CHANGE_IS_DUE = "DECK_CHANGE_IS_DUE"
    STUB_COUNT_IS_DUE = "STUB_COUNT_IS_DUE"
    DECKS_ALTERNATE = "DECKS_ALTERNATE"
    DECK_IS_COMPLETE = "DECK_IS_COMPLETE"
    CUT_IS_TEN_CARDS_IN = "CUT_IS_TEN_CARDS_IN"
    DEVICE_IS_COVERED = "DEVICE_IS_COVERED"
    DEVICE_IS_IN_USE = "DEVICE_IS_IN_USE"
    SEAT_EXISTS = "SEAT_EXISTS"
    SEAT_IS_FREE = "SEAT_IS_FREE"
    NAME_IS_FREE = "NAME_IS_FREE"
    PLAYER_IS_SEATED = "PLAYER_IS_SEATED"
    POSITIONS_ARE_ADJACENT = "POSITIONS_ARE_ADJACENT"
    WAGER_IS_OFFERED = "WAGER_IS_OFFERED"
    WAGER_PRECEDES_NO_MORE_BETS = "WAGER_PRECEDES_NO_MORE_BETS"
    WAGER_IS_POSITIVE = "WAGER_IS_POSITIVE"
    WAGER_IS_COVERED = "WAGER_IS_COVERED"
    WAGER_MEETS_MINIMUM = "WAGER_MEETS_MINIMUM"
    WAGER_MEETS_MAXIMUM = "WAGER_MEETS_MAXIMUM"
    WAGER_PAYS_WHOLE_CENTS = "WAGER_PAYS_WHOLE_CENTS"
    WAGER_SIZE_IS_OFFERED = "WAGER_SIZE_IS_OFFERED"
    WAGER_HAS_ITS_MAIN_WAGER = "WAGER_HAS_ITS_MAIN_WAGER"
    WAGERS_ARE_EQUAL = "WAGERS_ARE_EQUAL"
    WAGERS_ARE_PLACED = "WAGERS_ARE_PLACED"
    CHIPS_ARE_COUNTED = "CHIPS_ARE_COUNTED"
    START_IS_DETERMINED = "START_IS_DETERMINED"
    SEAT_IS_ASKED = "SEAT_IS_ASKED"
    DECISION_IS_OFFERED = "DECISION_IS_OFFERED"
    AMOUNT_IS_LAWFUL = "AMOUNT_IS_LAWFUL"
    HANDS_ARE_OF_THE_CARDS_HELD = "HANDS_ARE_OF_THE_CARDS_HELD"
    HANDS_ARE_SET_LAWFULLY = "HANDS_ARE_SET_LAWFULLY"
    SURRENDER_NEEDS_NO_OPTIONAL_WAGER = "SURRENDER_NEEDS_NO_OPTIONAL_WAGER"
    LARGER_WAGER_IS_SET_FIRST = "LARGER_WAGER_IS_SET_FIRST"
    FLOORPERSON_VALIDATES_PAYOUT = "FLOORPERSON_VALIDATES_PAYOUT"
    IRREGULARITY_IS_KNOWN = "IRREGULARITY_IS_KNOWN"
    IRREGULARITY_CAN_HAPPEN_HERE = "IRREGULARITY_CAN_HAPPEN_HERE"
    BANK_IS_OFFERED = "BANK_IS_OFFERED"
    BANK_IS_ELIGIBLE = "BANK_IS_ELIGIBLE"
    DECISIONS_COMPLETE_THE_ROUND = "DECISIONS_COMPLETE_THE_ROUND"
    # Players against players, and jackpots.
    BET_IS_PLACED_TOWARD_THE_POT = "BET_IS_PLACED_TOWARD_THE_POT"
    BET_IS_MADE_AT_ONCE = "BET_IS_MADE_AT_ONCE"
    CHIPS_IN_THE_POT_STAY = "CHIPS_IN_THE_POT_STAY"
    STAKES_ARE_UNCHANGED = "STAKES_ARE_UNCHANGED"
    PLAYER_IS_PRESENT = "PLAYER_IS_PRESENT"
    AGREEMENT_IS_UNANIMOUS = "AGREEMENT_IS_UNANIMOUS"
    RULING_IS_STATED = "RULING_IS_STATED"
    RULING_IS_FINAL = "RULING_IS_FINAL"
    FUND_IS_OFFERED = "FUND_IS_OFFERED"
    PERSON_SIGNS_ONCE = "PERSON_SIGNS_ONCE"
    SLIP_IS_COMPLETE = "SLIP_IS_COMPLETE"
    HAND_QUALIFIES = "HAND_QUALIFIES"
    PAYOUT_IS_CLAIMED_IN_TIME = "PAYOUT_IS_CLAIMED_IN_TIME"
    # The house around its tables.
    BUY_IN_IS_COVERED = "BUY_IN_IS_COVERED"


_CENTS = re.compile(r"\d+")
_SAID_OR_BARE = re.compile(r"(?:(?:raise|bet|call|flop|play)(?: to)? )?\d+(?: (?:up )?to \d+| or more)?")
_SAID = re.compile(rf"(?=[a-z]){_SAID_OR_BARE.pattern}")


def _dollars(found: re.Match[str]) -> str:
    return dollars(int(found[0]))


class Refusal(msgspec.Struct, frozen=True):
    """Nothing was changed: the requirement, its clause if it has one, one sentence, and what would be legal instead."""

    code: Code
    clause: ClauseId
    message: str
    legal: tuple[str, ...] = ()

    @property
    def said(self) -> str:
        """The sentence with its clause."""
        return f"{self.message} ({self.clause})" if self.clause else self.message

    @property
    def legal_in_dollars(self) -> tuple[str, ...]:
        """What would be legal as people say it: the cents of the notation as dollars; a fold last where checking is free.

        >>> Refusal(Code.AMOUNT_IS_LAWFUL, ClauseId(""), "", ("raise 1000", "raise to 800 to 900")).legal_in_dollars
        ('raise $10', 'raise to $8 to $9')
        >>> Refusal(Code.SEAT_IS_ASKED, ClauseId(""), "", ("fold", "check", "bet 1000")).legal_in_dollars
        ('check', 'bet $10', 'fold')
        """
        # A bare amount is one only where the refusal is about an amount: elsewhere it may count positions.
        said = _SAID_OR_BARE if self.code is Code.AMOUNT_IS_LAWFUL else _SAID
        legal = [_CENTS.sub(_dollars, one) if said.fullmatch(one) else one for one in self.legal]
        return tuple(sorted(legal, key=lambda one: one == "fold") if "check" in legal else legal)

    def __str__(self) -> str:
        legal = f" Legal: {'; '.join(self.legal_in_dollars)}." if self.legal else ""
        stop = "" if self.said.endswith("?") else "."
        return f"{self.said}{stop}{legal}"

    def __repr__(self) -> str:
        return f"<{self.code.value}: {self}>"


class RefusedError(Exception):
    """Carries a refusal out of the depth of a procedure; it never leaves the engine."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


def refuse(code: Code, clause: ClauseId, message: str, legal: tuple[str, ...] | list[str] = ()) -> RefusedError:
    """The exception to raise: ``raise refuse(Code.SEAT_EXISTS, ...)``."""
    return RefusedError(Refusal(code, clause, message, tuple(legal)))
