"""What a poker player types: actions, amounts, and cards to throw away."""

from __future__ import annotations

import re
from collections.abc import Sequence

from houseway.cards import Card, CardError, cards, text_of
from houseway.engine.pot.betting import Options
from houseway.money import dollars
from houseway.play.poker_computer import Action
from houseway.play.words import TypedError, cents_of, faces

_WORDS = ("fold", "check", "call", "bet", "raise", "all-in")
_ALL_IN = ("a", "all", "allin", "all in", "all-in")
_LEAST, _MOST = ("min", "least"), ("max", "most", "pot")


def action_typed(may: Options, text: str, *, everything: int) -> Action:
    """An action as typed: a word or its beginning, and for a bet or raise the total in dollars.

    ``everything``: what the seat's bet comes to if all its stakes go in.
    """
    said = " ".join(text.lower().split())
    if not said:
        raise TypedError("an answer is needed")
    if said in _ALL_IN:
        return _all_in(may, everything)
    first, _, rest = said.partition(" ")
    rest = rest.removeprefix("to ").strip()
    if cents_of(first) is not None and not rest:
        # An amount alone is the bet or raise it comes to.
        return _sized(may, "bet" if may.opens else "raise", first, everything)
    word = _word(first, may)
    if word in ("bet", "raise"):
        return _sized(may, word, rest, everything)
    if word == "all-in":
        return _all_in(may, everything)
    if rest and (word != "call" or cents_of(rest) is None):
        raise TypedError(f"{word} stands alone")
    return Action(word)


def _word(typed: str, may: Options) -> str:
    if typed in ("k", "x"):
        return "check"
    if typed == "c":
        return "check" if may.check else "call"
    begun = [word for word in _WORDS if word.startswith(typed)]
    if len(begun) != 1:
        raise TypedError(f"{typed!r} may be {' or '.join(begun)}" if begun else f"{typed!r} is no answer here")
    return begun[0]


def _sized(may: Options, word: str, amount: str, everything: int) -> Action:
    least, most = may.raise_from, may.raise_to
    if least is None or most is None:
        # The engine says why it is refused and what is legal.
        return Action(word, everything)
    if not amount:
        if least == most:
            return Action(word, least)
        raise TypedError(f"{word} to how much? From {dollars(least)} to {dollars(most)}")
    if amount in _LEAST:
        return Action(word, least)
    if amount in _MOST:
        return Action(word, most)
    cents = cents_of(amount)
    if cents is None:
        raise TypedError(f"{amount!r} is no amount; write dollars as in 20 or 12.50")
    return Action(word, cents)


def _all_in(may: Options, everything: int) -> Action:
    if may.raise_to is None:
        return Action("check" if may.check else "call")
    if everything > may.raise_to:
        raise TypedError(f"all your chips are more than the limit of {dollars(may.raise_to)}")
    return Action("bet" if may.opens else "raise", everything)


def options_text(may: Options, *, everything: int) -> str:
    """What may be answered, with the keys: ``fold (f) · call $10 (c) · raise to $20 up to $400 (r 20)``."""
    said = ["fold (f)", "check (c)" if may.check else f"call {dollars(may.call)} (c)"]
    least, most = may.raise_from, may.raise_to
    if least is not None and most is not None:
        word, key = ("bet", "b") if may.opens else ("raise to", "r")
        if least == most:
            said.append(f"{word} {dollars(least)} ({key})")
        else:
            said.append(f"{word} {dollars(least)} up to {dollars(most)} ({key} {dollars(least).removeprefix('$')})")
        if everything <= most:
            said.append("all-in (a)")
    return " · ".join(said)


def discards_typed(text: str, held: Sequence[Card], *, must: int) -> tuple[Card, ...]:
    """Cards to throw away, by their places or by their faces; ``must``: exactly so many, 0 for any number."""
    said = " ".join(text.lower().replace(",", " ").split())
    for word in ("discard", "d"):
        if said == word or said.startswith(word + " "):
            said = said.removeprefix(word).strip()
            break
    if not must and said in ("s", "stand", "stand pat", "pat", "0"):
        return ()
    if not said:
        raise TypedError("name the cards to throw away, by their numbers or by their faces")
    chosen = _chosen(said, held)
    if len(set(chosen)) < len(chosen):
        raise TypedError("each card can be thrown away once")
    if must and len(chosen) != must:
        raise TypedError(f"{must} cards are thrown away, not {len(chosen)}")
    return chosen


def _chosen(said: str, held: Sequence[Card]) -> tuple[Card, ...]:
    words = said.split()
    if all(re.fullmatch("[0-9]", word) for word in words):
        places = [int(word) for word in words]
        if not all(1 <= place <= len(held) for place in places):
            raise TypedError(f"the cards are numbered 1 to {len(held)}")
        return tuple([held[place - 1] for place in places])
    try:
        chosen = cards(faces(said))
    except CardError:
        raise TypedError(f"{said!r} names no cards; write their numbers as in 1 3, or their faces") from None
    strange = [card for card in chosen if card not in held]
    if strange:
        raise TypedError(f"you do not hold {text_of(strange)} to throw away")
    return chosen
