"""The actions of a stated round of poker: what each line stands for at the table."""

from __future__ import annotations

import re
from collections.abc import Callable

from houseway.cards import Card, CardError, cards
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import room_commands as room
from houseway.engine.banked.commands import Command
from houseway.engine.refusal import Code, RefusedError, refuse
from houseway.engine.roles import Role

EXAMPLES = (
    "3 fold",
    "3 check",
    "3 call",
    "3 bet 400",
    "3 raise to 800",
    "3 discard 9c 9d",
    "3 stand",
    "3 show",
    "3 muck",
    "3 straddle",
    "3 announces raise to 400, places 300",
    "3 chip 500",
    "3 chips 100 and more",
    "3 chips 100 and raises",
    "3 currency 500",
    "3 throws away",
    "3 turns down",
    "3 bets on",
    "3 stops betting",
    "3 leaves counted",
    "3 returns 9500",
)
_FORM = re.compile(r"\s*(?P<seat>\S+)\s+(?P<words>.+?)\s*")
_ANNOUNCED = re.compile(
    r"announces (?:(?P<plain>fold|check|call|raise)|bet (?P<bet>[0-9]{1,18})|raise to (?P<to>[0-9]{1,18}))(?:, places (?P<placed>[0-9]{1,18}))?"
)
_CHIPS = re.compile(
    r"(?P<kind>chip|chips|currency) (?P<cents>[0-9]{1,18})(?P<manner> toward the pot| in front)?(?P<then> and more| and raises)?"
)
_AMOUNT = re.compile(r"(?P<word>bet|raise to|adds|removes|takes back|returns) (?P<cents>[0-9]{1,18})")
_THEN = {" and more": "more", " and raises": "raise"}


def is_number(text: str) -> bool:
    """Whether the text is a plain number; digits of other scripts and endless ones are none."""
    return text.isascii() and text.isdigit() and len(text) <= 18


def parse(action: str) -> list[Command]:
    """The commands an action stands for."""
    form = _FORM.fullmatch(action)
    if form is None:
        raise _unknown(action)
    if not is_number(form["seat"]):
        raise _malformed(f"an action begins with the seat's number, not {form['seat'][:20]!r}")
    seat, words = int(form["seat"]), " ".join(form["words"].split())
    plain = _PLAIN.get(words)
    if plain is not None:
        return [plain(seat)]
    if words.startswith("discard "):
        return [cmd.Discard(by=Role.PLAYER, seat=seat, cards=_cards(words.removeprefix("discard ")))]
    for pattern, build in ((_AMOUNT, _amount), (_ANNOUNCED, _announced), (_CHIPS, _chips)):
        found = pattern.fullmatch(words)
        if found is not None:
            return [build(seat, found)]
    raise _unknown(action)


_PLAIN: dict[str, Callable[[int], Command]] = {
    "fold": lambda seat: cmd.Act(by=Role.PLAYER, seat=seat, word="fold"),
    "check": lambda seat: cmd.Act(by=Role.PLAYER, seat=seat, word="check"),
    "call": lambda seat: cmd.Act(by=Role.PLAYER, seat=seat, word="call"),
    "stand": lambda seat: cmd.Discard(by=Role.PLAYER, seat=seat),
    "show": lambda seat: cmd.ShowHand(by=Role.PLAYER, seat=seat),
    "muck": lambda seat: cmd.ShowHand(by=Role.PLAYER, seat=seat, muck=True),
    "straddle": lambda seat: cmd.Straddle(by=Role.PLAYER, seat=seat),
    "throws away": lambda seat: room.ThrowAwayCards(by=Role.PLAYER, seat=seat),
    "turns down": lambda seat: room.ThrowAwayCards(by=Role.PLAYER, seat=seat, turned=True),
    "bets on": lambda seat: room.ChooseAfterExposure(by=Role.PLAYER, seat=seat, bet_on=True),
    "stops betting": lambda seat: room.ChooseAfterExposure(by=Role.PLAYER, seat=seat, bet_on=False),
    "leaves counted": lambda seat: room.SecureStakes(by=Role.FLOORPERSON, seat=seat),
    "returns": lambda seat: room.ReturnToTable(by=Role.FLOORPERSON, seat=seat),
    "leaves covered": lambda seat: room.SecureStakes(by=Role.FLOORPERSON, seat=seat, covered=True),
}


def _amount(seat: int, found: re.Match[str]) -> Command:
    cents = int(found["cents"])
    match found["word"]:
        case "adds":
            return cmd.AddStakes(by=Role.PLAYER, seat=seat, cents=cents)
        case "removes":
            return room.RemoveStakes(by=Role.PLAYER, seat=seat, cents=cents)
        case "returns":
            return room.ReturnToTable(by=Role.FLOORPERSON, seat=seat, cents=cents)
        case "takes back":
            return room.TakeChipsBack(by=Role.PLAYER, seat=seat, cents=cents)
        case word:
            return cmd.Act(by=Role.PLAYER, seat=seat, word=word.removesuffix(" to"), to=cents)


def _announced(seat: int, found: re.Match[str]) -> Command:
    word = found["plain"] or ("bet" if found["bet"] else "raise")
    to = int(found["bet"] or found["to"] or 0)
    placed = int(found["placed"]) if found["placed"] else None
    return room.Announce(by=Role.PLAYER, seat=seat, word=word, to=to, placed=placed)


def _chips(seat: int, found: re.Match[str]) -> Command:
    manner = "currency" if found["kind"] == "currency" else (found["manner"] or " pushed").strip()
    return room.PlaceChips(
        by=Role.PLAYER,
        seat=seat,
        cents=int(found["cents"]),
        single=found["kind"] == "chip",
        manner=manner,
        then=_THEN.get(found["then"] or "", ""),
    )


def _cards(text: str) -> tuple[Card, ...]:
    try:
        return cards(text)
    except CardError as error:
        raise refuse(Code.CARDS_ARE_VALID, "637a.3(a)", str(error)) from None


def _unknown(action: str) -> RefusedError:
    return _malformed(f"{action!r} is no action", EXAMPLES)


def _malformed(message: str, legal: tuple[str, ...] = ()) -> RefusedError:
    return refuse(Code.ROUND_IS_WELL_FORMED, "601a.2", message, legal)
