"""The settlement tables of 645a.11(f) and (h)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import IntEnum
from functools import cache

from houseway.chapters.c645a_pai_gow import hands
from houseway.chapters.c645a_pai_gow.paytables import (
    DYNASTY,
    DYNASTY_ENVY,
    PROGRESSIVE,
    PROTECTION,
    QUEENS_DRAGON,
    RED_BLACK,
    Colour,
    Dragon,
    DynastyHand,
    EmperorHand,
    FortuneHand,
    HighCard,
    ProgressiveHand,
)
from houseway.money import EVEN, LOSE, PUSH
from houseway.rules.paytable import Paytable
from houseway.rules.settlement import Fact, Row, SettlementTable, row
from houseway.rules.showdown import Setting, Showdown


class Compared(IntEnum):
    """A hand of the player beside the same hand of the bank."""

    LOWER = 0
    IDENTICAL = 1
    HIGHER = 2


class Foul(IntEnum):
    """Whether the player's high hand was set to rank below the low hand."""

    NO = 0
    YES = 1


def _compared(value: Callable[[Setting], int]) -> Callable[[Showdown], int]:
    def of(showdown: Showdown) -> int:
        assert showdown.player_setting is not None and showdown.bank_setting is not None
        player, bank = value(showdown.player_setting), value(showdown.bank_setting)
        return Compared.HIGHER if player > bank else Compared.IDENTICAL if player == bank else Compared.LOWER

    return of


def _foul(showdown: Showdown) -> int:
    assert showdown.player_setting is not None
    return not hands.is_proper(showdown.player_setting)


def _high_card(showdown: Showdown) -> int:
    rank = hands.high_card(showdown.player)
    # Seven ranks up to the 8 are a straight, so 9 is the least high card there is.
    return HighCard.PAIR_OR_BETTER if rank is None else rank - 9 + HighCard.NINE_HIGH


HIGH = Fact("high", tuple(Compared), _compared(hands.high_strength))
LOW = Fact("low", tuple(Compared), _compared(hands.low_strength))
FOUL = Fact("foul", tuple(Foul), _foul)
DRAGON = Fact("dragon", tuple(Dragon), lambda showdown: hands.high_card(showdown.bank) == hands.QUEEN)
HIGH_CARD = Fact("hand", tuple(HighCard), _high_card)

_NOT_HIGHER = (Compared.LOWER, Compared.IDENTICAL)


_LOWER, _IDENTICAL, _HIGHER = Compared
_AGAINST_DEALER = (
    row(LOSE, "645a.11(f)(1)(i)", foul=Foul.NO, high=_LOWER, low=_LOWER),
    row(LOSE, "645a.11(f)(1)(ii)", foul=Foul.NO, high=_IDENTICAL, low=_NOT_HIGHER),
    row(LOSE, "645a.11(f)(1)(ii)", foul=Foul.NO, high=_LOWER, low=_IDENTICAL),
    row(LOSE, "645a.11(f)(1)(iii)", foul=Foul.YES),
    row(PUSH, "645a.11(f)(2)(i)", foul=Foul.NO, high=_HIGHER, low=_NOT_HIGHER),
    row(PUSH, "645a.11(f)(2)(ii)", foul=Foul.NO, high=_NOT_HIGHER, low=_HIGHER),
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


def _table(wager: str, fact: Fact, paytable: Paytable, *, paid: str, lost: str) -> SettlementTable:
    """A wager paid by a paytable, lost with every other hand."""
    losing = [hand for hand in fact.values if hand not in paytable.pays]
    return SettlementTable(wager, (fact,), (*paytable.rows(under=paid), row(LOSE, lost, hand=losing)))


def _envy(fact: Fact, paytable: Paytable, under: str) -> SettlementTable:
    """The Envy Bonus for another player's hand, whether or not that player placed the wager.

    645a.11(h)(1)(i)(C), 645a.11(h)(2)(i)(C) and 645a.11(h)(6)(i)(C).
    """
    unpaid = [hand for hand in fact.values if hand not in paytable.pays]
    return SettlementTable("envy", (fact,), (*paytable.rows(under=under), row(LOSE, under, hand=unpaid)))


def fortune(paytable: Paytable, envy: Paytable, brand: str) -> tuple[SettlementTable, SettlementTable]:
    """The Fortune Bonus Wager and its Envy Bonus."""
    fact = Fact("hand", tuple(FortuneHand), hands.best_paying(paytable, hands.fortune_forms(brand)))
    wager = _table("fortune", fact, paytable, paid="645a.11(h)(1)(i)(B)", lost="645a.11(h)(1)(i)(A)")
    return wager, _envy(fact, envy, "645a.11(h)(1)(ii)")


def emperor(paytable: Paytable, envy: Paytable) -> tuple[SettlementTable, SettlementTable]:
    """The Emperor's Treasure Wager and its Envy Bonus."""
    fact = Fact("hand", tuple(EmperorHand), hands.best_paying(paytable, hands.EMPEROR_FORMS))
    wager = _table("emperor", fact, paytable, paid="645a.11(h)(2)(i)(B)", lost="645a.11(h)(2)(i)(A)")
    return wager, _envy(fact, envy, "645a.11(h)(2)(ii)")


def insurance(paytable: Paytable) -> SettlementTable:
    """The Pai Gow Insurance Wager."""
    return _table("insurance", HIGH_CARD, paytable, paid="645a.11(h)(3)(ii)", lost="645a.11(h)(3)(i)")


PROGRESSIVE_HAND = Fact("hand", tuple(ProgressiveHand), hands.best_paying(PROGRESSIVE, hands.PROGRESSIVE_FORMS))
DYNASTY_HAND = Fact("hand", tuple(DynastyHand), hands.best_paying(DYNASTY, hands.DYNASTY_FORMS))

PROGRESSIVE_WAGER = _table(
    "progressive", PROGRESSIVE_HAND, PROGRESSIVE, paid="645a.11(h)(4)(ii)(D)", lost="645a.11(h)(4)(i)"
)
QUEENS_DRAGON_WAGER = _table(
    "queens_dragon",
    Fact("hand", DRAGON.values, DRAGON.of),
    QUEENS_DRAGON,
    paid="645a.11(h)(5)",
    lost="645a.11(h)(5)",
)
DYNASTY_WAGER = _table("dynasty", DYNASTY_HAND, DYNASTY, paid="645a.11(h)(6)(i)(B)", lost="645a.11(h)(6)(i)(A)")
DYNASTY_ENVY_BONUS = _envy(DYNASTY_HAND, DYNASTY_ENVY, "645a.11(h)(6)(ii)")
PROTECTION_WAGER = _table("protection", HIGH_CARD, PROTECTION, paid="645a.11(h)(7)", lost="645a.11(h)(7)")


@cache
def red_black(colour: str, joker: str) -> SettlementTable:
    """The Red/Black Wager on a color; ``joker``: the color the joker counts as, if any."""

    def of(showdown: Showdown) -> int:
        return hands.cards_of_colour(showdown.player, red=colour == "red", joker_counts=joker == colour)

    return _table(colour, Fact("hand", tuple(Colour), of), RED_BLACK, paid="645a.11(h)(8)", lost="645a.11(h)(8)")
