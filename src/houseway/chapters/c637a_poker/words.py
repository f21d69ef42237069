"""What players say at a poker table, read into commands, and every command that does what is asked of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import chain, combinations

from houseway.cards import read_cards
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker.observe import PokerObservation
from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.chapters.c637a_poker.state import PokerState
from houseway.engine.accounts import player_account
from houseway.engine.asking import Ask
from houseway.engine.kernel import Command
from houseway.engine.words import amounts_in
from houseway.money import Cents
from houseway.seats import Seat

_ANNOUNCED = re.compile(
    r"announces (?:(?P<plain>fold|check|call|raise)|bet (?P<bet>[0-9]{1,18})|raise to (?P<to>[0-9]{1,18}))(?:, places (?P<placed>[0-9]{1,18}))?"
)
_CHIPS = re.compile(
    r"(?P<kind>chip|chips|currency) (?P<cents>[0-9]{1,18})(?P<manner> toward the pot| in front)?(?P<then> and more| and raises)?"
)
_AMOUNT = re.compile(r"(?P<word>call|bet|raise to|raise|adds|removes|takes back|returns) (?P<cents>[0-9]{1,18})")
_THEN = {" and more": "more", " and raises": "raise"}


def words(rules: PokerRules, state: PokerState, seat: Seat, said: str) -> Command | None:
    """``raise to 400``, ``discard 9c 9d``, ``stand``, ``all in``; None for anything else."""
    if said.lower() in ("all in", "all-in"):
        return _all_in(state, seat)
    return said_at_the_table(seat, said)


def _all_in(state: PokerState, seat: Seat) -> Command:
    """Everything: a call where it is no more than that, else a bet or a raise."""
    round = state.round
    has = round.bets.get(seat, 0) + state.balance(player_account(state.seats.get(seat, "")))
    word = "call" if 0 < has <= round.current else "raise" if round.current else "bet"
    return cmd.Act(word=word, to=Cents(0 if word == "call" else has))


def said_at_the_table(seat: Seat, said: str) -> Command | None:
    """The command of a line of a stated round without its seat, in small or capital letters."""
    said = said.lower()
    plain = _PLAIN.get(said)
    if plain is not None:
        return plain(seat)
    if said.startswith("discard "):
        return cmd.Discard(cards=read_cards(said.removeprefix("discard ")))
    for pattern, build in ((_AMOUNT, _amount), (_ANNOUNCED, _announced), (_CHIPS, _chips)):
        found = pattern.fullmatch(said)
        if found is not None:
            return build(seat, found)
    return None


_PLAIN: Mapping[str, Callable[[Seat], Command]] = {
    "fold": lambda seat: cmd.Act(word="fold"),
    "check": lambda seat: cmd.Act(word="check"),
    "call": lambda seat: cmd.Act(word="call"),
    "stand": lambda seat: cmd.Discard(),
    "stand pat": lambda seat: cmd.Discard(),
    "show": lambda seat: cmd.ShowHand(),
    "muck": lambda seat: cmd.ShowHand(muck=True),
    "straddle": lambda seat: cmd.Straddle(),
    "throws away": lambda seat: cmd.ThrowAwayCards(),
    "turns down": lambda seat: cmd.ThrowAwayCards(turned=True),
    "bets on": lambda seat: cmd.ChooseAfterExposure(bet_on=True),
    "stops betting": lambda seat: cmd.ChooseAfterExposure(bet_on=False),
    # As a player is asked.
    "bet on": lambda seat: cmd.ChooseAfterExposure(bet_on=True),
    "stop betting": lambda seat: cmd.ChooseAfterExposure(bet_on=False),
    "leaves counted": lambda seat: cmd.SecureStakes(seat=seat),
    "returns": lambda seat: cmd.ReturnToTable(seat=seat),
    "leaves covered": lambda seat: cmd.SecureStakes(seat=seat, covered=True),
}


def _amount(seat: Seat, found: re.Match[str]) -> Command:
    cents = Cents(int(found["cents"]))
    match found["word"]:
        case "adds":
            return cmd.AddStakes(cents=cents)
        case "removes":
            return cmd.RemoveStakes(cents=cents)
        case "returns":
            return cmd.ReturnToTable(seat=seat, cents=cents)
        case "takes back":
            return cmd.TakeChipsBack(cents=cents)
        case word:
            return cmd.Act(word=word.removesuffix(" to"), to=cents)


def _announced(seat: Seat, found: re.Match[str]) -> Command:
    word = found["plain"] or ("bet" if found["bet"] else "raise")
    to = int(found["bet"] or found["to"] or 0)
    placed = Cents(int(found["placed"])) if found["placed"] else None
    return cmd.Announce(word=word, to=Cents(to), placed=placed)


def _chips(seat: Seat, found: re.Match[str]) -> Command:
    return cmd.PlaceChips(
        cents=Cents(int(found["cents"])),
        single=found["kind"] == "chip",
        manner="currency" if found["kind"] == "currency" else (found["manner"] or " pushed").strip(),
        then=_THEN.get(found["then"] or "", ""),
    )


def moves(rules: PokerRules, seen: PokerObservation, ask: Ask) -> Iterator[Command]:
    """Every command that does what is asked of a player; sitting down is no move."""
    amounts = () if ask.amounts is None else amounts_in(ask.amounts)
    match ask.command:
        case "act" if ask.word in ("bet", "raise"):
            yield from (cmd.Act(word=ask.word, to=Cents(cents)) for cents in amounts)
        case "act":
            yield cmd.Act(word=ask.word)
        case "discard" if ask.cards is not None:
            least, most = ask.cards
            # Where so many must go, only cards that lie face down can.
            kept = seen.up.get(ask.seat, ()) if least else ()
            held = [card for card in seen.hands[ask.seat] if card is not None and card not in kept]
            numbers = (combinations(held, number) for number in range(least, most + 1))
            yield from (cmd.Discard(cards=some) for some in chain.from_iterable(numbers))
        case "show_hand":
            yield cmd.ShowHand(muck=ask.word == "muck")
        case "choose_after_exposure":
            yield cmd.ChooseAfterExposure(bet_on=ask.word == "bet on")
        case "place_chips":
            yield from (cmd.PlaceChips(cents=Cents(cents)) for cents in amounts)
        case "add_stakes":
            # There are as many amounts as the maximum buy-in has cents: the least does what is asked.
            assert ask.amounts is not None
            yield cmd.AddStakes(cents=ask.amounts.least)
        case "remove_stakes":
            yield from (cmd.RemoveStakes(cents=Cents(cents)) for cents in amounts)
        case "straddle":
            yield cmd.Straddle()
        case "post_blind":
            yield cmd.PostBlind()
        case "throw_away_cards":
            yield cmd.ThrowAwayCards()
        case "leave_seat":
            yield cmd.LeaveSeat()
