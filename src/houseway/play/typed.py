"""What a player types, read into commands: amounts, wagers, words and their beginnings, cards by number or by face."""

from __future__ import annotations

import re
from collections.abc import Sequence

from houseway import money
from houseway.cards import Card, CardError, cards, text_of
from houseway.chapters.c637a_poker import commands as poker
from houseway.chapters.c637a_poker.citations import BETTING_STRUCTURE
from houseway.clause import NO_CLAUSE, ClauseId
from houseway.engine.asking import Ask
from houseway.engine.banked import commands as banked
from houseway.engine.kernel import Command
from houseway.money import Cents, dollars
from houseway.rules.game import BankedGame
from houseway.view.asking import ALL_IN, Asked, Choice
from houseway.written import shortened

_MORE_THAN_THERE_IS = 10**11
_TIMES = re.compile(r"(\d{1,2})x")
_PARTS_OF_THE_POT = {"pot": (1, 1), "half": (1, 2), "half pot": (1, 2), "third": (1, 3)}
_ACTIONS = ("fold", "check", "call", "bet", "raise")


class TypedError(ValueError):
    """Raised when what was typed cannot be understood; says what can, and the clause if it is not the question's."""

    def __init__(self, message: str, clause: ClauseId = NO_CLAUSE) -> None:
        super().__init__(message)
        self.clause = clause


# Amounts.


def cents_of(text: str) -> Cents | None:
    """An amount of dollars: ``10``, ``$10``, ``12.50``; None if it is none, or more than there are chips."""
    cents = money.cents_of(text)
    return cents if cents is not None and cents < _MORE_THAN_THERE_IS else None


def _check_no_number(word: str) -> None:
    """Say what is wrong with a number that is no amount."""
    if not re.fullmatch(r"[-+]?\$?[-+]?[.,]*\d[\d.,]*", word, re.ASCII):
        return
    if word.lstrip("$").startswith("-") or word.startswith("-"):
        raise TypedError(f"{shortened(word)} is less than nothing; a wager is an amount of dollars, as in 10 or 12.50")
    if re.fullmatch(r"\$?\d{10,}(\.\d*)?", word.replace(",", "")):
        raise TypedError(f"{shortened(word)} is more dollars than there are chips; write it as in 10 or 12.50")
    raise TypedError(f"{shortened(word)} is no amount; write dollars as in 10 or 12.50")


# Wagers before the deal.


def offered(game: BankedGame) -> list[str]:
    """The ids of the wagers a player may place before the deal."""
    return list(game.before_the_deal)


def wagers_typed(game: BankedGame, text: str) -> dict[str, Cents]:
    """Wagers as typed: ``10`` is the main wager, ``ante 10 trips 5`` names them; equal ones are added.

    >>> from houseway.chapters.registry import resolve
    >>> wagers_typed(resolve({}, game="heads-up-holdem").game, "10 trips 5")
    {'ante': 1000, 'odds': 1000, 'trips_plus': 500}
    """
    placed: dict[str, Cents] = {}
    name: list[str] = []
    for word in text.replace("_", " ").split():
        cents = cents_of(word)
        if cents is None:
            _check_no_number(word)
            name.append(word.lower())
            continue
        id = _wager_named(game, name) if name else game.main_wager.id
        if id in placed:
            raise TypedError(f"{id} is named twice; write each wager once")
        placed[id] = cents
        name = []
    if name:
        _wager_named(game, name)
        raise TypedError(f"how much on {shortened(' '.join(name))}? Write it as in: {name[0]} 10")
    ordered: dict[str, Cents] = {}
    for id, cents in placed.items():
        ordered[id] = cents
        for other in game.wagers.values():
            if other.equals == id and other.id not in placed:
                ordered[other.id] = cents
    return ordered


def _wager_named(game: BankedGame, words: Sequence[str]) -> str:
    known = offered(game)
    text = "_".join(words)
    near = [id for id in known if id == text] or [id for id in known if id.startswith(text)]
    near = near or [id for id in known if text in id]
    if len(near) == 1:
        return near[0]
    said = repr(shortened(" ".join(words)))
    what = f"{said} may be {' or '.join(near)}" if near else f"there is no wager {said} here"
    raise TypedError(f"{what}; the wagers are {', '.join(known)}")


# Answers.


def command_typed(asked: Asked, text: str, *, low: int = 0) -> Command | None:
    """The command an answer stands for; None to let the question pass. ``low``: cards of a low hand to be set."""
    said = " ".join(text.lower().split())
    if not said and not asked.on_enter:
        raise TypedError("an answer is needed")
    said = said or asked.enter
    if not said:
        return None
    first, _, rest = said.partition(" ")
    rest = rest.removeprefix("to ").strip()
    is_amount = _TIMES.fullmatch(first) or cents_of(first) is not None or (asked.pot and said in _PARTS_OF_THE_POT)
    if not asked.held and is_amount and (not rest or said in _PARTS_OF_THE_POT):
        # An amount alone is the wager, bet or raise it comes to.
        first, rest = next((one.word for one in asked.choices if one.is_wager), "raise"), said
    choice = _chosen(asked, first, said)
    if choice is None:
        return _not_offered(asked, first, rest, low=low, said=said)
    ask = choice.asks[0] if choice.asks else None
    if ask is None:
        return None
    if ask.cards is not None and choice.word != "stand":
        return _cards_command(asked, ask, rest, low=low)
    if rest and (choice.least is None or choice.word == ALL_IN) and said != choice.word:
        raise TypedError(f"{choice.word} stands alone")
    return _command(ask, choice, _amount(asked, choice, rest))


def _chosen(asked: Asked, first: str, said: str) -> Choice | None:
    exact = [one for one in asked.choices if one.word in (first, said) or _is_key(one, first)]
    if not exact and first in ("b", "r"):
        # One key for every wager, bet or raise, whichever it is now.
        exact = [one for one in asked.choices if one.is_wager]
    begun = exact or [one for one in asked.choices if one.word.startswith(first) or one.word.startswith(said)]
    if len(begun) > 1 and not exact:
        raise TypedError(f"{shortened(first)!r} may be {' or '.join(one.word for one in begun)}")
    return begun[0] if begun else None


def _is_key(choice: Choice, first: str) -> bool:
    # A key of digits only shows how cards are named.
    return first.isalpha() and first == choice.key.partition(" ")[0]


def _not_offered(asked: Asked, first: str, rest: str, *, low: int, said: str) -> Command:
    """Cards without a word; a word that is not offered now, of which the table says why; or nothing known."""
    ask = next((one.asks[0] for one in asked.choices if one.asks), None)
    of_cards = next((one.asks[0] for one in asked.choices if one.asks and one.asks[0].cards is not None), None)
    if of_cards is not None:
        return _cards_command(asked, of_cards, said, low=low)
    if asked.lacking and (first[:1].isdigit() or asked.lacking.startswith(first)):
        raise TypedError(asked.lacks)
    begun = [word for word in _ACTIONS if word.startswith(first)]
    if ask is not None and ask.command == "act" and len(begun) == 1:
        return poker.Act(word=begun[0], to=cents_of(rest) or Cents(1))
    if ask is not None and ask.command == "act" and ALL_IN.startswith(first):
        raise TypedError("you may not go all-in now", BETTING_STRUCTURE)
    raise TypedError(f"{shortened(said)!r} is no answer here")


def _amount(asked: Asked, choice: Choice, rest: str) -> Cents:
    """What is said with a word, or the only amount it can be said with."""
    least, most = choice.least, choice.most
    if least is None or most is None:
        return Cents(0)
    clause = choice.asks[0].clause
    if not rest:
        if least != most:
            how_much = "to how much" if choice.asks[0].command == "act" else "by how much"
            raise TypedError(f"{choice.word} {how_much} is not said", clause)
        return least
    if rest in ("min", "max"):
        return least if rest == "min" else most
    part = _PARTS_OF_THE_POT.get(rest)
    if part is not None and asked.pot:
        step = next((ask.amounts.step for ask in choice.asks if ask.amounts is not None), Cents(1))
        wanted = (asked.current + asked.pot * part[0] // part[1]) // step * step
        return Cents(min(max(wanted, least), most))
    times = _TIMES.fullmatch(rest)
    cents = Cents(int(times[1]) * asked.unit) if times and asked.unit else cents_of(rest)
    if cents is None:
        _check_no_number(rest)
        raise TypedError(f"{shortened(rest)!r} is no amount; write dollars as in 20 or 12.50", clause)
    if choice.word == "call" and cents != least:
        raise TypedError(f"a call is {dollars(least)} here, not {shortened(rest)}", clause)
    return cents


def _command(ask: Ask, choice: Choice, cents: Cents) -> Command:
    match ask.command:
        case "decide":
            return banked.Decide(word=ask.word, cents=cents)
        case "cut_cards":
            assert ask.amounts is not None and ask.amounts.most is not None
            return banked.CutCards(depth=(ask.amounts.least + ask.amounts.most) // 2)
        case "decline_cut":
            return banked.DeclineCut()
        case "void_hand":
            return banked.VoidHand(void=choice.word == "void")
        case "act":
            return poker.Act(word=ask.word, to=Cents(0) if ask.word == "call" else cents)
        case "discard":
            return poker.Discard()
        case "show_hand":
            return poker.ShowHand(muck=choice.word == "muck")
        case "straddle":
            return poker.Straddle()
        case "post_blind":
            return poker.PostBlind()
        case _:
            assert ask.command == "choose_after_exposure"
            return poker.ChooseAfterExposure(bet_on=ask.word == "bet on")


# Cards.


def _cards_command(asked: Asked, ask: Ask, text: str, *, low: int) -> Command:
    """The cards that are named: those of the low hand, or those to be thrown away."""
    if ask.command == "decide":
        named = _cards_named(asked.held, text.partition("/")[2] or text)
        if len(named) != low:
            raise TypedError(f"name the {low} cards of the low hand, by their numbers or by their faces")
        return banked.Decide(word=ask.word, high=tuple([one for one in asked.held if one not in named]), low=named)
    assert ask.cards is not None
    must = ask.cards[0]
    named = _cards_named(asked.held, text)
    if must and len(named) != must:
        raise TypedError(f"{must} cards are thrown away, not {len(named)}")
    return poker.Discard(cards=named)


def _cards_named(held: Sequence[Card], text: str) -> tuple[Card, ...]:
    words = text.replace(",", " ").split()
    if not words:
        raise TypedError("the cards are not named; write their numbers or their faces")
    if all(re.fullmatch("[0-9]", word) for word in words):
        places = [int(word) for word in words]
        strange_places = [place for place in places if not 1 <= place <= len(held)]
        if strange_places:
            raise TypedError(f"there is no card {strange_places[0]}; the cards are numbered 1 to {len(held)}")
        chosen = tuple([held[place - 1] for place in places])
    else:
        chosen = _by_face(" ".join(words))
    strange = [card for card in chosen if card not in held]
    if strange:
        raise TypedError(f"you do not hold {text_of(strange)}")
    if len(set(chosen)) < len(chosen):
        raise TypedError("a card is named twice; each can be named once")
    return chosen


def _by_face(text: str) -> tuple[Card, ...]:
    letters = "".join(text.split())
    faces = [letters[place : place + 2].capitalize() for place in range(0, len(letters), 2)]
    try:
        return cards(" ".join(faces))
    except CardError:
        raise TypedError(f"{shortened(text)!r} names no cards; write their numbers or their faces") from None
