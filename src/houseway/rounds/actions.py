"""The actions of a stated round of poker: what each line stands for at the table."""

from __future__ import annotations

import re
from collections.abc import Callable

from houseway.cards import Card, CardError, read_cards
from houseway.chapters.c637a_poker import commands as cmd
from houseway.engine.kernel import Envelope, envelope
from houseway.engine.refusal import Code, RefusedError, refuse
from houseway.money import Cents, in_cents
from houseway.seats import Seat

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


def parse(action: str) -> list[Envelope]:
    """The commands an action stands for."""
    form = _FORM.fullmatch(in_cents(action))
    if form is None:
        raise _unknown(action)
    if not is_number(form["seat"]):
        raise _malformed(f"an action begins with the seat's number, not {form['seat'][:20]!r}")
    seat, words = int(form["seat"]), " ".join(form["words"].split())
    plain = _PLAIN.get(words)
    if plain is not None:
        return [plain(seat)]
    if words.startswith("discard "):
        return [envelope(cmd.Discard(cards=_cards(words.removeprefix("discard "))), seat=seat)]
    for pattern, build in ((_AMOUNT, _amount), (_ANNOUNCED, _announced), (_CHIPS, _chips)):
        found = pattern.fullmatch(words)
        if found is not None:
            return [build(seat, found)]
    raise _unknown(action)


_PLAIN: dict[str, Callable[[int], Envelope]] = {
    "fold": lambda seat: envelope(cmd.Act(word="fold"), seat=seat),
    "check": lambda seat: envelope(cmd.Act(word="check"), seat=seat),
    "call": lambda seat: envelope(cmd.Act(word="call"), seat=seat),
    "stand": lambda seat: envelope(cmd.Discard(), seat=seat),
    "show": lambda seat: envelope(cmd.ShowHand(), seat=seat),
    "muck": lambda seat: envelope(cmd.ShowHand(muck=True), seat=seat),
    "straddle": lambda seat: envelope(cmd.Straddle(), seat=seat),
    "throws away": lambda seat: envelope(cmd.ThrowAwayCards(), seat=seat),
    "turns down": lambda seat: envelope(cmd.ThrowAwayCards(turned=True), seat=seat),
    "bets on": lambda seat: envelope(cmd.ChooseAfterExposure(bet_on=True), seat=seat),
    "stops betting": lambda seat: envelope(cmd.ChooseAfterExposure(bet_on=False), seat=seat),
    "leaves counted": lambda seat: envelope(cmd.SecureStakes(seat=Seat(seat))),
    "returns": lambda seat: envelope(cmd.ReturnToTable(seat=Seat(seat))),
    "leaves covered": lambda seat: envelope(cmd.SecureStakes(seat=Seat(seat), covered=True)),
}


def _amount(seat: int, found: re.Match[str]) -> Envelope:
    cents = int(found["cents"])
    match found["word"]:
        case "adds":
            return envelope(cmd.AddStakes(cents=Cents(cents)), seat=seat)
        case "removes":
            return envelope(cmd.RemoveStakes(cents=Cents(cents)), seat=seat)
        case "returns":
            return envelope(cmd.ReturnToTable(seat=Seat(seat), cents=Cents(cents)))
        case "takes back":
            return envelope(cmd.TakeChipsBack(cents=Cents(cents)), seat=seat)
        case word:
            return envelope(cmd.Act(word=word.removesuffix(" to"), to=Cents(cents)), seat=seat)


def _announced(seat: int, found: re.Match[str]) -> Envelope:
    word = found["plain"] or ("bet" if found["bet"] else "raise")
    to = int(found["bet"] or found["to"] or 0)
    placed = Cents(int(found["placed"])) if found["placed"] else None
    return envelope(cmd.Announce(word=word, to=Cents(to), placed=placed), seat=seat)


def _chips(seat: int, found: re.Match[str]) -> Envelope:
    manner = "currency" if found["kind"] == "currency" else (found["manner"] or " pushed").strip()
    return envelope(
        cmd.PlaceChips(
            cents=Cents(int(found["cents"])),
            single=found["kind"] == "chip",
            manner=manner,
            then=_THEN.get(found["then"] or "", ""),
        ),
        seat=seat,
    )


def _cards(text: str) -> tuple[Card, ...]:
    try:
        return read_cards(text)
    except CardError as error:
        raise refuse(Code.CARDS_ARE_VALID, "637a.3(a)", str(error)) from None


def _unknown(action: str) -> RefusedError:
    return _malformed(f"{action!r} is no action", EXAMPLES)


def _malformed(message: str, legal: tuple[str, ...] = ()) -> RefusedError:
    return refuse(Code.ROUND_IS_WELL_FORMED, "601a.2", message, legal)
