"""What a poker player types: actions, amounts, and cards to throw away. What is not documented is refused."""

from __future__ import annotations

import re
from collections.abc import Sequence

from houseway.cards import Card, CardError, cards, text_of
from houseway.chapters.c637a_poker.betting import Options
from houseway.money import dollars
from houseway.play.poker_computer import Action
from houseway.play.words import TypedError, cents_of, faces
from houseway.rounds.reading import shortened

_WORDS = ("fold", "check", "call", "bet", "raise", "all-in")
_LEAST, _MOST = "min", "max"
_STAND = ("s", "stand")
_DISCARD = "discard"


class TypedAmountError(TypedError):
    """Raised when it is the amount that cannot be taken: the limits are posted (637a.8(k))."""


def action_typed(may: Options, text: str, *, stack: int, bet: int = 0) -> Action:
    """An action as typed: a word or its beginning, and for a bet or raise the total in dollars.

    ``stack``: what the seat has left; ``bet``: what lies in front of it already.
    """
    said = " ".join(text.lower().split())
    if not said:
        raise TypedError("an answer is needed")
    first, _, rest = said.partition(" ")
    rest = rest.removeprefix("to ").strip()
    if cents_of(first) is not None and not rest:
        # An amount alone is the bet or raise it comes to.
        return _sized(may, "bet" if may.opens else "raise", first, stack + bet)
    word = _word(first, may)
    if word in ("bet", "raise"):
        return _sized(may, word, rest, stack + bet)
    if word == "call" and rest and cents_of(rest) is not None:
        if not may.check and cents_of(rest) != may.call:
            raise TypedAmountError(f"a call is {dollars(may.call)} here, not {shortened(rest)}")
        return Action(word)
    if rest:
        raise TypedError(f"{word} stands alone")
    return _all_in(may, stack, stack + bet) if word == "all-in" else Action(word)


def _word(typed: str, may: Options) -> str:
    if typed == "c":
        return "check" if may.check else "call"
    begun = [word for word in _WORDS if word.startswith(typed)]
    if len(begun) != 1:
        said = repr(shortened(typed))
        raise TypedError(f"{said} may be {' or '.join(begun)}" if begun else f"{said} is no answer here")
    return begun[0]


def _sized(may: Options, word: str, amount: str, everything: int) -> Action:
    least, most = may.raise_from, may.raise_to
    if least is None or most is None:
        # The engine says why it is refused and what is legal.
        return Action(word, everything)
    if not amount:
        if least == most:
            return Action(word, least)
        raise TypedAmountError(f"{word} to how much is not said")
    if amount == _LEAST:
        return Action(word, least)
    if amount == _MOST:
        return Action(word, most)
    cents = cents_of(amount)
    if cents is None:
        raise TypedAmountError(f"{shortened(amount)!r} is no amount; write dollars as in 20 or 12.50")
    return Action(word, cents)


def _all_in(may: Options, stack: int, everything: int) -> Action:
    if _call_is_all_in(may, stack):
        return Action("call")
    if may.raise_to is None:
        raise TypedError("you may not go all-in now")
    if everything > may.raise_to:
        raise TypedAmountError(f"all your chips are more than the limit of {dollars(may.raise_to)}")
    return Action("bet" if may.opens else "raise", everything)


def _call_is_all_in(may: Options, stack: int) -> bool:
    return not may.check and may.call == stack


def options_said(may: Options, *, stack: int, bet: int = 0) -> tuple[str, ...]:
    """What may be answered, with the keys: ``call $10 (c)``, ``raise to $20 up to $400 (r 20)``, ``fold (f)``.

    Where checking is free a fold gives the hand away for nothing, so it comes last.
    """
    call = f"call {dollars(may.call)} (c)" + (", all-in (a)" if _call_is_all_in(may, stack) else "")
    said = ["fold (f)", "check (c)" if may.check else call]
    least, most = may.raise_from, may.raise_to
    if least is not None and most is not None:
        word, key = ("bet", "b") if may.opens else ("raise to", "r")
        if least == most:
            said.append(f"{word} {dollars(least)} ({key})")
        else:
            said.append(f"{word} {dollars(least)} up to {dollars(most)} ({key} {dollars(least).removeprefix('$')})")
        if stack + bet <= most:
            said.append("all-in (a)")
    return fold_last(said)


def fold_last(said: Sequence[str]) -> tuple[str, ...]:
    """The options in the order of the table, but where checking is free the fold last.

    >>> fold_last(("fold", "check", "bet 1000")), fold_last(("fold", "call 500"))
    (('check', 'bet 1000', 'fold'), ('fold', 'call 500'))
    """
    free = any(one.partition(" ")[0] == "check" for one in said)
    folds = [one for one in said if one.partition(" ")[0] == "fold"]
    return (*[one for one in said if one not in folds], *folds) if free else tuple(said)


def discards_said(held: int, *, must: int) -> tuple[str, ...]:
    """What may be thrown away of so many cards."""
    if must:
        return (f"{must} of the cards 1 to {held}, each once, as in: 1 2",)
    return (f"any of the cards 1 to {held}, each once, as in: 1 3", "stand (s)")


def discards_typed(text: str, held: Sequence[Card], *, must: int) -> tuple[Card, ...]:
    """Cards to throw away, by their places or by their faces; ``must``: exactly so many, 0 for any number."""
    said = " ".join(text.lower().replace(",", " ").split())
    if not must and said in _STAND:
        return ()
    if said.partition(" ")[0] == _DISCARD:
        said = said.removeprefix(_DISCARD).strip()
    if not said:
        raise TypedError("the cards to throw away are not named")
    chosen = _chosen(said, held)
    if len(set(chosen)) < len(chosen):
        raise TypedError("a card is named twice; each can be thrown away once")
    if must and len(chosen) != must:
        raise TypedError(f"{must} cards are thrown away, not {len(chosen)}")
    return chosen


def _chosen(said: str, held: Sequence[Card]) -> tuple[Card, ...]:
    words = said.split()
    if all(re.fullmatch("[0-9]", word) for word in words):
        places = [int(word) for word in words]
        strange_places = [place for place in places if not 1 <= place <= len(held)]
        if strange_places:
            raise TypedError(f"there is no card {strange_places[0]}; the cards are numbered 1 to {len(held)}")
        return tuple([held[place - 1] for place in places])
    try:
        chosen = cards(faces(said))
    except CardError:
        raise TypedError(f"{shortened(said)!r} names no cards; write their numbers or their faces") from None
    strange = [card for card in chosen if card not in held]
    if strange:
        raise TypedError(f"you do not hold {text_of(strange)} to throw away")
    return chosen
