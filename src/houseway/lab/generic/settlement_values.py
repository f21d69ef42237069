"""How every deal is settled: the rows of all tables, counted over the bank's hands, for each class of deals and each setting.

Each primitive is asked about one side alone, the other one hidden. What it says of a player's hand makes the hand one of a few kinds, and so with the
bank's: a row of a table rests on the two kinds. A primitive that looks at both sides must name the keys that it compares; one that does not is
asked pair by pair.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from houseway.cards import Card
from houseway.lab.generic.course import Course, GameNotSolvedError
from houseway.lab.generic.deal_classes import DealClasses, Group, SuitNames
from houseway.lab.generic.disjoint_hands import DisjointHands, Numbers, every_choice
from houseway.lab.generic.fields_read import (
    BANK,
    DRAWS,
    HIDDEN,
    PLAYER,
    SETTINGS,
    HiddenFieldError,
    Number,
    fields_read,
    primitives_of,
)
from houseway.lab.sheet import Progress, SheetError
from houseway.rules.settlement import Both, Primitive, SettlementTable
from houseway.rules.showdown import Setting, Showdown

_SAMPLES = 24
_AT_ONCE = 1 << 22
Kind = tuple[int, ...]


class ReadsMoreError(Exception):
    """Raised when a number meets a field that it was not known to read."""

    def __init__(self, number: Number, field: str) -> None:
        super().__init__(field)
        self.number, self.field = number, field


def sample_showdowns(course: Course, *, samples: int = _SAMPLES) -> list[Showdown]:
    """Return some showdowns of a game, the same each time."""
    chance = random.Random(1)
    deck, arrangement = list(course.game.deck), course.game.arrangement
    found = []
    for _ in range(samples):
        dealt = chance.sample(deck, course.held + course.banked + sum(course.streets))
        player, bank = tuple(dealt[: course.held]), tuple(dealt[course.held : course.held + course.banked])
        found.append(
            Showdown(
                player,
                bank,
                tuple(dealt[course.held + course.banked :]),
                player_setting=arrangement.bank(player) if arrangement is not None else None,
                bank_setting=arrangement.bank(bank) if arrangement is not None else None,
                magic_card=chance.choice(deck),
            )
        )
    return found


class Sides:
    """What these tables ask of the player's side, of the bank's, and of both together."""

    def __init__(self, course: Course, tables: Sequence[SettlementTable], *, folded: bool) -> None:
        self.course, self.tables, self.folded = course, tables, folded
        self._more: dict[Number, frozenset[str]] = {}
        self._samples = [one._replace(folded=folded) for one in sample_showdowns(course)]
        self._sort()

    def learn(self, error: ReadsMoreError) -> None:
        """Take into account that a number reads a field in some deals only."""
        self._more[error.number] = self._more.get(error.number, frozenset()) | {error.field}
        self._sort()

    def _sort(self) -> None:
        self.player: list[Number] = []
        self.bank: list[Number] = []
        self.pairs: list[Primitive] = []
        self.read: frozenset[str] = frozenset()
        self.where: dict[Primitive, tuple[str, int, int]] = {}
        for primitive in primitives_of(self.tables):
            if primitive.keys is not None:
                mine, theirs = (self._read(primitive, key) for key in primitive.keys)
                if mine & BANK or theirs & PLAYER:
                    raise GameNotSolvedError(
                        f"Primitive {primitive.id} must compare a number of the player's side with one of the bank's: "
                        f"its keys read {', '.join(sorted(mine))} and {', '.join(sorted(theirs))}."
                    )
                self.player.append(primitive.keys.player)
                self.bank.append(primitive.keys.bank)
                self.where[primitive] = ("compared", len(self.player) - 1, len(self.bank) - 1)
                continue
            read = self._read(primitive, primitive.of)
            if read & PLAYER and read & BANK:
                self.pairs.append(primitive)
                self.where[primitive] = ("pair", len(self.pairs) - 1, 0)
            elif read & BANK:
                self.bank.append(primitive.of)
                self.where[primitive] = ("bank", 0, len(self.bank) - 1)
            else:
                self.player.append(primitive.of)
                self.where[primitive] = ("player", len(self.player) - 1, 0)

    def _read(self, primitive: Primitive, number: Number) -> frozenset[str]:
        try:
            read = fields_read(number, self._samples) | self._more.get(number, frozenset())
        except Exception as error:
            raise _cannot_read(primitive.id, error) from error
        if read & DRAWS:
            raise GameNotSolvedError(
                f"The lab cannot solve {self.course.game.name}: a wager of the main game rests on {primitive.id}, which the table system draws."
            )
        if read & SETTINGS and self.course.game.arrangement is None:
            raise GameNotSolvedError(
                f"Primitive {primitive.id} reads how hands are set, and {self.course.game.name} has no arrangement."
            )
        if read & SETTINGS and self.folded:
            raise GameNotSolvedError(
                f"Primitive {primitive.id} reads how hands are set, and settles a wager of a player who has folded and sets none."
            )
        self.read |= read
        return read

    def player_kind(self, hand: Group, board: Group, setting: Setting | None) -> Kind:
        """Return what the numbers of the player's side say of a hand."""
        showdown = Showdown(hand, HIDDEN.bank, board, self.folded, setting or HIDDEN.player_setting, *HIDDEN[5:])
        return tuple([self.look(number, showdown) for number in self.player])

    def bank_kind(self, hand: Group, board: Group, setting: Setting | None) -> Kind:
        """Return what the numbers of the bank's side say of a hand."""
        hidden = HIDDEN.player_setting
        showdown = Showdown(
            HIDDEN.player, hand, board, self.folded, hidden, setting or HIDDEN.bank_setting, *HIDDEN[6:]
        )
        return tuple([self.look(number, showdown) for number in self.bank])

    def look(self, number: Number, showdown: Showdown) -> int:
        """Return what a number says of a showdown."""
        try:
            return int(number(showdown))
        except HiddenFieldError as hidden:
            raise ReadsMoreError(number, hidden.field) from None
        except Exception as error:
            raise _cannot_read(getattr(number, "__name__", "a primitive"), error) from error

    def codes(self, mine: Sequence[Kind], theirs: Sequence[Kind], pairs: Sequence[Numbers]) -> Numbers:
        """Return for each kind of the player's and of the bank's the rows that settle the tables, as one number."""
        shape = (len(mine), len(theirs))
        own = [np.array(column, np.int64)[:, None] for column in zip(*mine, strict=True)]
        other = [np.array(column, np.int64)[None, :] for column in zip(*theirs, strict=True)]

        def numbers(primitive: Primitive) -> Any:
            how, first, second = self.where[primitive]
            if how == "compared":
                return np.where(own[first] > other[second], 2, (own[first] == other[second]).astype(np.int64))
            return own[first] if how == "player" else other[second] if how == "bank" else pairs[first]

        found = np.zeros(shape, np.int64)
        for table in self.tables:
            point = np.zeros(shape, np.int64)
            for primitive, steps in table.steps:
                if isinstance(primitive, Both):
                    number = numbers(primitive.first) * primitive.second.size + numbers(primitive.second)
                else:
                    number = numbers(primitive)
                if number.size and (number.min() < 0 or number.max() >= primitive.size):
                    raise GameNotSolvedError(
                        f"Primitive {primitive.id} must give a number from 0 to {primitive.size - 1}, not {int(number.min())} to {int(number.max())}."
                    )
                point = point + np.array(list(steps), np.int64)[number]
            found = found * len(table.rows) + np.asarray(table.lowered, np.int64)[point]
        return found

    def rows(self, codes: Sequence[int]) -> Numbers:
        """Return the rows of each table behind such numbers: a line for each number."""
        found = np.zeros((len(codes), len(self.tables)), np.int64)
        rest = np.array(codes, np.int64)
        for place in range(len(self.tables) - 1, -1, -1):
            rest, found[:, place] = np.divmod(rest, len(self.tables[place].rows))
        return found


def _cannot_read(what: str, error: Exception) -> GameNotSolvedError:
    says = str(error) or type(error).__name__
    return GameNotSolvedError(f"Primitive {what} cannot be read off a showdown of this game: {says}.")


def is_for_any_suits(tables: Sequence[SettlementTable]) -> bool:
    """Return whether all primitives of these tables declare that suits may be renamed."""
    return all(primitive.any_suits or not primitive.of_cards for primitive in primitives_of(tables))


@dataclass(frozen=True, eq=False, kw_only=True)
class Settled:
    """How the deals of the last layer are settled.

    A line for each class and setting: ``begin`` says where the lines of a class begin, ``settings`` how each line is set, ``house`` whether the
    house would set so. ``counts``: for each line how many of the bank's hands lead to each outcome, ``rows`` being an outcome's rows by table.
    """

    begin: Numbers
    settings: list[Setting | None]
    house: list[bool]
    counts: Numbers
    rows: Numbers


def settle_classes(
    course: Course, classes: DealClasses, tables: Sequence[SettlementTable], *, folded: bool, progress: Progress
) -> Settled:
    """Settle every class of deals by these tables, against each of the bank's hands."""
    sides = Sides(course, tables, folded=folded)
    while True:
        try:
            return _settle(sides, classes, progress)
        except ReadsMoreError as more:
            sides.learn(more)


def _settle(sides: Sides, classes: DealClasses, progress: Progress) -> Settled:
    nodes = classes.layers[-1].nodes
    by_board: dict[tuple[Group, ...], list[int]] = {}
    for number, groups in enumerate(nodes):
        by_board.setdefault(groups[:-1], []).append(number)
    lines: list[list[tuple[Kind, Setting | None, bool]]] = [[] for _ in nodes]
    found: list[tuple[int, int, Numbers, Numbers]] = []
    for done, (board, members) in enumerate(by_board.items()):
        _settle_board(sides, classes.names, board, [(one, nodes[one][-1]) for one in members], lines, found)
        progress(done + 1, len(by_board), "boards settled" if board else "hands settled")
    begin = np.zeros(len(nodes) + 1, np.int64)
    np.cumsum([len(one) for one in lines], out=begin[1:])
    codes = np.unique(np.concatenate([one[2] for one in found]))
    counts = np.zeros((int(begin[-1]), len(codes)), np.int64)
    for node, place, own, times in found:
        counts[begin[node] + place, np.searchsorted(codes, own)] = times
    return Settled(
        begin=begin,
        settings=[setting for one in lines for _, setting, _ in one],
        house=[house for one in lines for _, _, house in one],
        counts=counts,
        rows=sides.rows(codes.tolist()),
    )


def _settle_board(
    sides: Sides,
    names: SuitNames,
    streets: tuple[Group, ...],
    members: list[tuple[int, Group]],
    lines: list[list[tuple[Kind, Setting | None, bool]]],
    found: list[tuple[int, int, Numbers, Numbers]],
) -> None:
    """Settle the classes that have one board, and note for each of their lines what comes of it."""
    course = sides.course
    board = tuple(card for street in streets for card in street)
    left = [card for card in names.deck if card not in board]
    place_of = {card: place for place, card in enumerate(left)}
    banks = [*combinations(left, course.banked)]
    their_kinds, kinds = _bank_kinds(sides, names, banks, board)
    alike = names.choices if not board and names.any_suits and not sides.pairs else None
    disjoint = DisjointHands(
        every_choice(len(left), course.banked),
        kinds,
        len(their_kinds),
        cards=len(left),
        held=course.held,
        classes=alike,
    )
    step = max(1, _AT_ONCE // len(their_kinds))
    for begin in range(0, len(members), step):
        part = members[begin : begin + step]
        counts = disjoint.count(np.array([[place_of[card] for card in hand] for _, hand in part], np.int64))
        some: list[tuple[int, int, Kind, Group, Setting | None]] = []
        at: list[int] = []
        for row, (node, hand) in enumerate(part):
            lines[node] = player_lines(sides, hand, board)
            some += [(node, place, kind, hand, setting) for place, (kind, setting, _) in enumerate(lines[node])]
            at += [row] * len(lines[node])
        if sides.pairs:
            _by_pairs(sides, some, banks, board, counts[at], found)
        else:
            order = sorted(range(len(some)), key=lambda one: some[one][2])
            _by_kinds(sides, [some[one] for one in order], [at[one] for one in order], their_kinds, counts, found)


def _by_kinds(
    sides: Sides,
    some: Sequence[tuple[int, int, Kind, Group, Setting | None]],
    at: Sequence[int],
    their_kinds: list[Kind],
    counts: Numbers,
    found: list[tuple[int, int, Numbers, Numbers]],
) -> None:
    kinds = [one[2] for one in some]
    begins = [0, *(place for place in range(1, len(kinds)) if kinds[place] != kinds[place - 1]), len(kinds)]
    mine = [kinds[begin] for begin in begins[:-1]]
    for first in range(0, len(mine), 256):
        codes = sides.codes(mine[first : first + 256], their_kinds, ())
        for number, own in enumerate(codes, start=first):
            order = np.argsort(own, kind="stable")
            edges = np.flatnonzero(np.diff(own[order], prepend=-1))
            lines = slice(begins[number], begins[number + 1])
            summed = np.add.reduceat(counts[at[lines]][:, order], edges, axis=1)
            for (node, place, *_), times in zip(some[lines], summed, strict=True):
                found.append((node, place, own[order][edges], times))


def _by_pairs(
    sides: Sides,
    some: Sequence[tuple[int, int, Kind, Group, Setting | None]],
    banks: list[Group],
    board: Group,
    counts: Numbers,
    found: list[tuple[int, int, Numbers, Numbers]],
) -> None:
    """Ask about each pair of hands that share no card."""
    arrangement = sides.course.game.arrangement
    settings = [arrangement.bank(bank) if arrangement is not None else None for bank in banks]
    kinds = [sides.bank_kind(bank, board, setting) for bank, setting in zip(banks, settings, strict=True)]
    for (node, place, kind, hand, setting), beside in zip(some, counts, strict=True):
        live = [number for number, times in enumerate(beside.tolist()) if times]
        both = [
            np.array(
                [
                    [
                        sides.look(
                            primitive.of,
                            Showdown(hand, banks[one], board, sides.folded, setting, settings[one], *HIDDEN[6:]),
                        )
                        for one in live
                    ]
                ],
                np.int64,
            )
            for primitive in sides.pairs
        ]
        codes, times = np.unique(sides.codes([kind], [kinds[one] for one in live], both)[0], return_counts=True)
        found.append((node, place, codes, times))


def _bank_kinds(sides: Sides, names: SuitNames, banks: list[Group], board: Group) -> tuple[list[Kind], Numbers]:
    """Return the kinds of the bank's hands, and for each hand the number of its kind; where pairs are asked about each hand is its own."""
    if sides.pairs:
        return [()] * len(banks), np.arange(len(banks))
    if not sides.bank:
        return [()], np.zeros(len(banks), np.int64)
    arrangement = sides.course.game.arrangement if sides.read & {"bank_setting"} else None
    kinds: dict[Kind, int] = {}
    numbers = np.empty(len(banks), np.int64)
    if board or not names.any_suits:
        for place, bank in enumerate(banks):
            kind = sides.bank_kind(bank, board, arrangement.bank(bank) if arrangement is not None else None)
            numbers[place] = kinds.setdefault(kind, len(kinds))
        return list(kinds), numbers
    by_key: dict[Any, int] = {}
    for place, bank in enumerate(banks):
        key = names.key((bank,))
        number = by_key.get(key)
        if number is None:
            kind = sides.bank_kind(bank, board, arrangement.bank(bank) if arrangement is not None else None)
            number = by_key[key] = kinds.setdefault(kind, len(kinds))
        numbers[place] = number
    return list(kinds), numbers


def player_lines(sides: Sides, hand: Group, board: Group) -> list[tuple[Kind, Setting | None, bool]]:
    """Return the ways to set a hand that differ to the tables, the house's first."""
    arrangement = sides.course.game.arrangement
    if arrangement is None or sides.folded or not (sides.read & {"player_setting"}):
        return [(sides.player_kind(hand, board, None), None, True)]
    own = sides.player_kind(hand, board, arrangement.bank(hand))
    by_kind: dict[Kind, Setting] = {}
    for setting in arrangement.legal(hand):
        by_kind.setdefault(sides.player_kind(hand, board, setting), setting)
    if not by_kind:
        raise GameNotSolvedError(f"The arrangement of {sides.course.game.name} has no legal setting of some hand.")
    return sorted(((kind, setting, kind == own) for kind, setting in by_kind.items()), key=lambda one: not one[2])


def check_any_suits(course: Course, tables: Sequence[SettlementTable]) -> None:
    """Check on some deals that the primitives do not mind when suits are renamed, as they declare."""
    chance = random.Random(2)

    def renamed(cards: Sequence[Card] | None, suits: list[int]) -> Any:
        return (
            None
            if cards is None
            else tuple(card if card > 51 else Card((card & ~3) | suits[card & 3]) for card in cards)
        )

    arrangement = course.game.arrangement
    suits_held = sorted({card & 3 for card in course.game.deck if card < 52})
    for showdown in sample_showdowns(course, samples=60):
        order = suits_held.copy()
        chance.shuffle(order)
        suits = list(range(4))
        for suit, other in zip(suits_held, order, strict=True):
            suits[suit] = other
        player, bank = renamed(showdown.player, suits), renamed(showdown.bank, suits)
        other_names = showdown._replace(
            player=player,
            bank=bank,
            community=renamed(showdown.community, suits),
            player_setting=arrangement.bank(player) if arrangement is not None else None,
            bank_setting=arrangement.bank(bank) if arrangement is not None else None,
            magic_card=None,
        )
        for primitive in primitives_of(tables):
            if primitive.any_suits and primitive.of(showdown) != primitive.of(other_names):
                raise SheetError(
                    f"Primitive {primitive.id} declares any_suits, and gives {primitive.of(showdown)} for {showdown.player} against "
                    f"{showdown.bank} but {primitive.of(other_names)} with other suits."
                )
