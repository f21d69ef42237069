"""The settlement tables of 645a.11(f) and (h)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import IntEnum

from houseway.chapters.c645a_pai_gow import hands
from houseway.chapters.c645a_pai_gow.paytables import (
    DYNASTY,
    PROGRESSIVE,
    Colour,
    Dragon,
    DynastyHand,
    EmperorHand,
    FortuneHand,
    HighCard,
    ProgressiveHand,
)
from houseway.clause import ClauseId
from houseway.money import EVEN, LOSE, PUSH, Role
from houseway.rules.paytable import Paytable, table_of
from houseway.rules.settlement import HIGH_HAND_ONLY, LOW_HAND_ONLY, Compared, Fact, Row, SettlementTable, row


class Foul(IntEnum):
    """Whether the player's high hand was set to rank below the low hand."""

    NO = 0
    YES = 1


HIGH = Fact(id="high", name="high", values=tuple(Compared), primitive=hands.HIGH_COMPARED)
LOW = Fact(id="low", name="low", values=tuple(Compared), primitive=hands.LOW_COMPARED)
FOUL_LOSES = ClauseId("645a.11(f)(1)(iii)")
FOUL = Fact(id="foul", name="foul", values=tuple(Foul), primitive=hands.PLAYER_FOUL)
HIGH_CARD = Fact(id="high-card", name="hand", values=tuple(HighCard), primitive=hands.PLAYER_HIGH_CARD)
DRAGON = Fact(
    id="dragon",
    name="dragon",
    values=tuple(Dragon),
    primitive=hands.BANK_HIGH_CARD,
    lookup=bytes(high == HighCard.QUEEN_HIGH for high in range(hands.BANK_HIGH_CARD.size)),
)

_NOT_HIGHER = (Compared.LOWER, Compared.EQUAL)


_LOWER, _EQUAL, _HIGHER = Compared
_AGAINST_DEALER = (
    row(LOSE, "645a.11(f)(1)(i)", foul=Foul.NO, high=_LOWER, low=_LOWER),
    row(LOSE, "645a.11(f)(1)(ii)", foul=Foul.NO, high=_EQUAL, low=_NOT_HIGHER),
    row(LOSE, "645a.11(f)(1)(ii)", foul=Foul.NO, high=_LOWER, low=_EQUAL),
    row(LOSE, FOUL_LOSES, foul=Foul.YES),
    row(PUSH, "645a.11(f)(2)(i)", reason=HIGH_HAND_ONLY, foul=Foul.NO, high=_HIGHER, low=_NOT_HIGHER),
    row(PUSH, "645a.11(f)(2)(ii)", reason=LOW_HAND_ONLY, foul=Foul.NO, high=_NOT_HIGHER, low=_HIGHER),
    row(EVEN, "645a.13(a)", under="645a.11(f)(3)", foul=Foul.NO, high=_HIGHER, low=_HIGHER),
)
_AGAINST_DRAGON = (
    row(PUSH, "645a.11(f)(1)(v)", foul=Foul.YES),
    row(PUSH, "645a.11(f)(1)(v)", foul=Foul.NO, high=_NOT_HIGHER, low=_NOT_HIGHER),
    row(PUSH, "645a.11(f)(2)(iii)", foul=Foul.NO, high=_HIGHER, low=_NOT_HIGHER),
    row(PUSH, "645a.11(f)(2)(iii)", foul=Foul.NO, high=_NOT_HIGHER, low=_HIGHER),
    row(PUSH, "645a.11(f)(2)(iii)", under="645a.11(f)(3)", foul=Foul.NO, high=_HIGHER, low=_HIGHER),
)


def _with_dragon(rows: tuple[Row, ...], dragon: Dragon, name: str = "") -> tuple[Row, ...]:
    return tuple(replace(one, when={**one.when, "dragon": frozenset({int(dragon)})}, name=name) for one in rows)


PAI_GOW = SettlementTable("pai_gow", (HIGH, LOW, FOUL), _AGAINST_DEALER)
"""The Pai Gow Poker Wager; copies go to the bank."""

EZ_PAI_GOW = SettlementTable(
    "pai_gow",
    (HIGH, LOW, FOUL, DRAGON),
    (
        *_with_dragon(_AGAINST_DEALER, Dragon.NO),
        *_with_dragon(_AGAINST_DRAGON, Dragon.QUEENS_DRAGON, "Queen's Dragon"),
    ),
)
"""The Pai Gow Poker Wager at an EZ table, where a Queen's Dragon pushes everything."""


def _envy(fact: Fact, paytable: Paytable, under: str) -> SettlementTable:
    """The Envy Bonus for another player's hand, whether or not that player placed the wager.

    645a.11(h)(1)(i)(C), 645a.11(h)(2)(i)(C) and 645a.11(h)(6)(i)(C).
    """
    return table_of("envy", fact, paytable, paid=under, lost=under, role=Role.ENVY)


def _best_paid(id: str, values: type[IntEnum], paytable: Paytable, forms: Mapping[IntEnum, hands.Form]) -> Fact:
    """The best-paying row of a paytable that the player's seven cards form."""
    lookup = hands.best_paying(paytable, forms)
    return Fact(id=id, name="hand", values=tuple(values), primitive=hands.PLAYER_FORMS, lookup=lookup)


def fortune(paytable: Paytable, envy: Paytable, brand: str) -> tuple[SettlementTable, SettlementTable]:
    """The Fortune Bonus Wager and its Envy Bonus."""
    fact = _best_paid(f"fortune-hand.{brand}.{paytable.letter}", FortuneHand, paytable, hands.fortune_forms(brand))
    wager = table_of("fortune", fact, paytable, paid="645a.11(h)(1)(i)(B)", lost="645a.11(h)(1)(i)(A)")
    return wager, _envy(fact, envy, "645a.11(h)(1)(ii)")


def emperor(paytable: Paytable, envy: Paytable) -> tuple[SettlementTable, SettlementTable]:
    """The Emperor's Treasure Wager and its Envy Bonus."""
    fact = _best_paid(f"emperor-hand.{paytable.letter}", EmperorHand, paytable, hands.EMPEROR_FORMS)
    wager = table_of("emperor", fact, paytable, paid="645a.11(h)(2)(i)(B)", lost="645a.11(h)(2)(i)(A)")
    return wager, _envy(fact, envy, "645a.11(h)(2)(ii)")


def insurance(paytable: Paytable) -> SettlementTable:
    """The Pai Gow Insurance Wager."""
    return table_of("insurance", HIGH_CARD, paytable, paid="645a.11(h)(3)(ii)", lost="645a.11(h)(3)(i)")


PROGRESSIVE_HAND = _best_paid("progressive-hand", ProgressiveHand, PROGRESSIVE, hands.PROGRESSIVE_FORMS)
DYNASTY_HAND = _best_paid("dynasty-hand", DynastyHand, DYNASTY, hands.DYNASTY_FORMS)


def progressive(paytable: Paytable) -> SettlementTable:
    """The Progressive Payout Wager."""
    fact = PROGRESSIVE_HAND
    if not paytable.lawful:
        fact = _best_paid("progressive-hand.custom", ProgressiveHand, paytable, hands.PROGRESSIVE_FORMS)
    return table_of("progressive", fact, paytable, paid="645a.11(h)(4)(ii)(D)", lost="645a.11(h)(4)(i)")


def queens_dragon(paytable: Paytable) -> SettlementTable:
    """The Queen's Dragon Wager."""
    return table_of("queens_dragon", DRAGON, paytable, paid="645a.11(h)(5)", lost="645a.11(h)(5)")


def dynasty(paytable: Paytable, envy: Paytable) -> tuple[SettlementTable, SettlementTable]:
    """The Dynasty Bonus Wager and its Envy Bonus."""
    fact = DYNASTY_HAND
    if not paytable.lawful:
        fact = _best_paid("dynasty-hand.custom", DynastyHand, paytable, hands.DYNASTY_FORMS)
    wager = table_of("dynasty", fact, paytable, paid="645a.11(h)(6)(i)(B)", lost="645a.11(h)(6)(i)(A)")
    return wager, _envy(fact, envy, "645a.11(h)(6)(ii)")


def protection(paytable: Paytable) -> SettlementTable:
    """The Protection Wager."""
    return table_of("protection", HIGH_CARD, paytable, paid="645a.11(h)(7)", lost="645a.11(h)(7)")


def red_black(colour: str, joker: str, paytable: Paytable) -> SettlementTable:
    """The Red/Black Wager on a color; ``joker``: the color the joker counts as, if any."""
    natural = [(red if colour == "red" else 7 - red - jokers, jokers) for red, jokers in hands.COLOURS]
    counts = [cards + jokers if joker == colour else cards for cards, jokers in natural]
    fact = Fact(
        id=f"{colour}-cards.joker-{joker}",
        name="hand",
        values=tuple(Colour),
        primitive=hands.PLAYER_COLOURS,
        lookup=bytes(min(max(count, 3), 7) - 3 for count in counts),
    )
    return table_of(colour, fact, paytable, paid="645a.11(h)(8)", lost="645a.11(h)(8)")
