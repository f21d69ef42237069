"""What a player is asked, in words: the choices with their amounts, made from the asks of a question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from houseway.cards import Card
from houseway.chapters.c637a_poker.observe import PokerObservation
from houseway.clause import NO_CLAUSE, ClauseId
from houseway.engine.asking import Ask, Question
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.observing import Observation
from houseway.money import Cents, dollars
from houseway.rules.game import Decide, Does
from houseway.rules.table_rules import TableRules
from houseway.seats import Seat
from houseway.view.names import wager_name
from houseway.view.table import AnyRules, from_the_highest
from houseway.view.words import listed

ALL_IN = "all-in"
_MOST_LISTED = 4
"""Amounts that are named one by one; more are told by their least and their most."""
_ANY_AMOUNT = Cents(100_00)
"""An amount to show how one is typed where any will do."""
_RESERVED = frozenset("htq?")
"""Letters that do something else at every question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One answer: its word, what it does, the least one has to type for it, and the asks it answers, none to wait.

    ``least`` and ``most``: the amounts that may be named with it.
    """

    word: str
    says: str
    key: str = ""
    asks: tuple[Ask, ...] = ()
    least: Cents | None = None
    most: Cents | None = None

    @property
    def is_wager(self) -> bool:
        """Whether it is a wager, a bet or a raise, which ``b``, ``r`` and an amount alone stand for in all games."""
        asks = self.asks[:1]
        return any(ask.command == "decide" and ask.amounts is not None for ask in asks) or (
            self.word != ALL_IN and any(ask.word in ("bet", "raise") for ask in asks)
        )

    @property
    def text(self) -> str:
        """What it does and how it is typed."""
        return f"{self.says} {self.key if self.says.endswith(':') else f'({self.key})'}" if self.key else self.says


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question to a seat. ``enter``: the word that an empty answer stands for, and ``on_enter`` what that does.

    ``held``: the cards to choose from, by their numbers; ``unit``: what ``3x`` is three times of; ``current`` and ``pot``:
    the bet to call and the pot after a call, which a bet of the pot goes by; ``lacks``: what is out of reach for want of
    chips (``lacking``), and why.
    """

    seat: Seat
    clause: ClauseId
    choices: tuple[Choice, ...]
    on_enter: str = ""
    enter: str = ""
    held: tuple[Card, ...] = ()
    unit: Cents = Cents(0)
    current: Cents = Cents(0)
    pot: Cents = Cents(0)
    lacking: str = ""
    lacks: str = ""
    lacks_clause: ClauseId = NO_CLAUSE

    @property
    def legal(self) -> tuple[str, ...]:
        """Every answer, with how it is typed."""
        first = (f"Enter: {self.on_enter}",) if self.on_enter else ()
        return (*first, *(choice.text for choice in self.choices if choice.word != self.enter))


def asked(rules: AnyRules, seen: Observation, question: Question) -> Asked:
    """A question to a player in words."""
    first, seat = question.asks[0], question.seat
    match first.command:
        case "decide":
            assert isinstance(seen, BankedObservation) and isinstance(rules, TableRules)
            return _decision(rules, seen, question)
        case "act":
            assert isinstance(seen, PokerObservation)
            choices = fold_last(_with_keys(_actions(seen, question.asks)))
            call = seen.current - seen.bets.get(seat, 0)
            pot = Cents(sum(one.cents for one in seen.pots) + sum(seen.bets.values()) + call)
            return Asked(seat=seat, clause=first.clause, choices=tuple(choices), current=seen.current, pot=pot)
        case "discard":
            assert isinstance(seen, PokerObservation)
            return _discard(seen, first)
        case "show_hand":
            show = Choice(word="show", says="show", key="s", asks=(first,))
            # What the viewer is not offered, as to throw away the best hand shown, is no choice here either.
            mucks = tuple([ask for ask in question.asks if ask.word == "muck" and ask in seen.legal])
            muck = Choice(word="muck", says="muck, conceding unseen", key="m", asks=mucks)
            shows = (show, muck) if mucks else (show,)
            return Asked(seat=seat, clause=first.clause, choices=shows, on_enter="show", enter="show")
        case "straddle":
            assert first.amounts is not None
            choice = Choice(word="yes", says=f"Straddle Bet of {dollars(first.amounts.least)}", key="y", asks=(first,))
            no = Choice(word="no", says="none", key="n")
            return Asked(seat=seat, clause=first.clause, choices=(choice, no), on_enter="go on without", enter="no")
        case "cut_cards":
            cut = Choice(word="cut", says="cut the cards in the middle", key="c", asks=(first,))
            no = Choice(word="no", says="refuse the cut", key="n", asks=tuple(question.asks[1:]))
            cuts = (cut, no) if no.asks else (cut,)
            return Asked(seat=seat, clause=first.clause, choices=cuts, on_enter=cuts[-1].says, enter=cuts[-1].word)
        case "void_hand":
            choices = [Choice(word=word, says=f"{word} the exposed hand", asks=(first,)) for word in ("void", "play")]
        case _:
            choices = [_own_accord(rules, ask) for ask in question.asks]
    return Asked(seat=seat, clause=first.clause, choices=tuple(_with_keys(choices)))


def _own_accord(rules: AnyRules, ask: Ask) -> Choice:
    """What a player may do between decisions: wager, bank, post, add chips, sit down and leave."""
    name = wager_name(rules.game, ask.subject) if isinstance(rules, TableRules) else ask.subject
    word, says = {
        "place_wagers": (ask.subject, name),
        "withdraw_wagers": (f"withdraw {ask.subject}", f"take back the {name}"),
        "accept_bank": ("bank", "take the bank; the dealer wagers"),
        "pass_bank": ("pass", "pass the bank"),
        "determine_start": ("start", "find where the deal starts"),
        "add_stakes": ("add", "add"),
        "remove_stakes": ("remove", "take off the table"),
        "post_blind": ("post", "post what is owed"),
        "take_seat": ("sit", "sit down with"),
        "leave_seat": ("leave", "leave the seat"),
    }.get(ask.command, (ask.word or ask.command.replace("_", " "),) * 2)
    if ask.amounts is None or ask.command == "determine_start":
        return Choice(word=word, says=says, asks=(ask,))
    text, least, most = amounts_text(says, [ask])
    return Choice(word=word, says=text, asks=(ask,), least=least, most=most)


def asked_to_post(question: Question, posts: tuple[Cents, Cents] | None) -> Asked:
    """The question to one who owes a post: ``posts`` is what would be posted and what of it is dead, if it can be."""
    wait = Choice(word="wait", says="wait for the largest blind", key="w")
    if posts is None:
        lacks = "too few chips to post"
        return Asked(seat=question.seat, clause=question.asks[0].clause, choices=(wait,), lacks=lacks)
    cents, dead = posts
    of_it = f", {dollars(dead)} of it dead," if dead else ""
    post = Choice(word="post", says=f"post {dollars(cents)}{of_it} and be dealt in", key="p", asks=question.asks)
    return Asked(seat=question.seat, clause=question.asks[0].clause, choices=(post, wait))


def _with_keys(choices: Iterable[Choice]) -> list[Choice]:
    """Each choice with the shortest beginning that is no other's."""
    found = list(choices)
    words = [choice.word for choice in found]
    return [_with_key(choice, [word for word in words if word != choice.word]) for choice in found]


def _with_key(choice: Choice, others: Sequence[str]) -> Choice:
    if choice.key:
        return choice
    beginnings = (choice.word[:length] for length in range(1, len(choice.word) + 1))
    key = next(
        (one for one in beginnings if one not in _RESERVED and not any(word.startswith(one) for word in others)),
        choice.word,
    )
    if choice.word == "fold":
        key = "f"
    elif len(key) > 1 and choice.is_wager:
        key = "b"
    least, most = choice.least, choice.most
    if least is not None and least != most:
        amount = least if least > 1 else _ANY_AMOUNT if most is None else min(_ANY_AMOUNT, most)
        key += f" {dollars(amount).removeprefix('$')}"
    return Choice(word=choice.word, says=choice.says, key=key, asks=choice.asks, least=least, most=most)


def amounts_text(word: str, asks: Sequence[Ask]) -> tuple[str, Cents, Cents | None]:
    """A word with the amounts it may be said with, and the least and the most of them."""
    ranges = [ask.amounts for ask in asks if ask.amounts is not None]
    least, step, sizes = min(one.least for one in ranges), ranges[0].step, ranges[0].sizes
    if ranges[0].most is None:
        return f"{word} {'any amount' if least <= 1 else f'{dollars(least)} or more'}", least, None
    most = max(one.most or one.least for one in ranges)
    if len(ranges) == 1 and sizes:
        return f"{word} {listed([dollars(cents) for cents in sizes])}", least, most
    if least == most:
        return f"{word} {dollars(least)}", least, most
    if len(ranges) == 1 and least % step == 0 and (most - least) // step < _MOST_LISTED:
        return f"{word} {listed([dollars(cents) for cents in range(least, most + 1, step)])}", least, most
    lowest = "" if least == 1 else f" {dollars(least)}"
    return f"{word}{lowest} up to {dollars(most)}", least, most


# Banked games.


def _decision(rules: TableRules, seen: BankedObservation, question: Question) -> Asked:
    seat, phase = question.seat, rules.decision(seen.phase)
    assert phase is not None
    held = from_the_highest([card for card in seen.hands.get(seat, ()) if card is not None])
    choices: list[Choice] = []
    for ask in question.of("decide"):
        if ask.cards is not None:
            as_in = f"{len(held) - 1} {len(held)}"
            choices.append(Choice(word=ask.word, says="set the low hand, as in:", key=as_in, asks=(ask,)))
        elif ask.amounts is not None:
            says, least, most = amounts_text(ask.word, [ask])
            choices.append(Choice(word=ask.word, says=says, asks=(ask,), least=least, most=most))
        else:
            choices.append(Choice(word=ask.word, says=ask.word, asks=(ask,)))
    lacking, lacks = _lacks(phase, seen, question)
    return Asked(
        seat=seat,
        clause=phase.clause,
        choices=tuple(_with_keys(choices)),
        on_enter="play on" if question.may_wait else "",
        held=held if any(option.does is Does.SET for option in phase.options) else (),
        unit=seen.placed.get(seat, {}).get(rules.game.main_wager.id, Cents(0)),
        lacking=lacking,
        lacks=lacks,
        lacks_clause=rules.game.procedures.chips if lacks else NO_CLAUSE,
    )


def _lacks(phase: Decide, seen: BankedObservation, question: Question) -> tuple[str, str]:
    """What the chips do not suffice for, and why."""
    offered = {ask.word for ask in question.asks}
    for option in phase.options:
        if option.does is Does.WAGER and option.of is not None and option.word not in offered:
            least = 1 if option.any_chip else seen.placed[question.seat][option.of] * option.least_times
            has = dollars(seen.chips[question.seat])
            return option.word, f"too few chips to {option.word}: it takes {dollars(least)} and you have {has}"
    return "", ""


# Poker.


def _actions(seen: PokerObservation, asks: Sequence[Ask]) -> Iterator[Choice]:
    seat = asks[0].seat
    stack, bet = seen.chips[seat], seen.bets.get(seat, Cents(0))
    by_word: dict[str, tuple[Ask, ...]] = {}
    for ask in asks:
        by_word[ask.word] = (*by_word.get(ask.word, ()), ask)
    for word, own in by_word.items():
        if own[0].amounts is None:
            yield Choice(word=word, says=word, asks=own)
        elif word == "call":
            cents = Cents(own[0].amounts.least - bet)
            yield Choice(word=word, says=f"call {dollars(cents)}", asks=own, least=cents, most=cents)
            if cents == stack:
                yield Choice(word=ALL_IN, says=ALL_IN, asks=own)
        else:
            says, least, most = amounts_text("raise to" if word == "raise" else word, own)
            yield Choice(word=word, says=says, asks=own, least=least, most=most)
            if most is not None and stack + bet <= most:
                yield Choice(word=ALL_IN, says=ALL_IN, asks=own, least=Cents(stack + bet), most=Cents(stack + bet))


def fold_last(choices: Sequence[Choice]) -> list[Choice]:
    """The choices in the order of the table, but where checking is free the fold last: it gives the hand away."""
    if all(choice.word != "check" for choice in choices):
        return list(choices)
    return sorted(choices, key=lambda choice: choice.word == "fold")


def _discard(seen: PokerObservation, ask: Ask) -> Asked:
    assert ask.cards is not None
    least, _ = ask.cards
    up = seen.up.get(ask.seat, ()) if least else ()
    held = tuple([card for card in seen.hands[ask.seat] if card is not None and card not in up])
    number, as_in = (str(least), " ".join(map(str, range(1, least + 1)))) if least else ("any", "1 3")
    says = f"throw away {number} of the cards 1 to {len(held)}, each once, as in:"
    choices = [Choice(word="discard", says=says, key=as_in, asks=(ask,))]
    if not least:
        choices.append(Choice(word="stand", says="stand", key="s", asks=(ask,)))
    return Asked(seat=ask.seat, clause=ask.clause, choices=tuple(choices), held=held)
