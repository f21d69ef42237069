"""The pots of a round of poker: who could win and who won what with which cards, and what each player is left with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from houseway.cards import Card, cards
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker import room_events
from houseway.chapters.c637a_poker.draft import PotDraft
from houseway.chapters.c637a_poker.pots import form_pots
from houseway.chapters.c637a_poker.rules import Contest, PokerRules
from houseway.chapters.c637a_poker.state import PotState
from houseway.engine.banked.events import Event
from houseway.felt.cards import cards_text
from houseway.felt.paper import columns, sentence
from houseway.felt.poker_names import contest_name, name_of
from houseway.felt.show import net_text
from houseway.money import dollars

CONCEDED = "637a.18(e)"
"""A losing hand may be conceded unseen."""
_GAP = 2
"""Blank columns between two columns of the awards."""
_INDENT = 2
_ROOM_FOR_A_HAND = 16
"""A hand's name beside its cards may be broken into lines, but not into narrower ones than this."""


@dataclass(frozen=True, slots=True)
class Beside:
    """What is said beside the awards: what was taken from the pots and by which clause, which pots hands were conceded in.

    ``taken``: (what, cents, clause); ``conceded``: pots by their place, the main pot's is 0.
    """

    taken: tuple[tuple[str, int, str], ...] = ()
    conceded: frozenset[int] = frozenset()

    @property
    def clauses(self) -> set[str]:
        """The clauses it is said by."""
        return {clause for _, _, clause in self.taken} | ({CONCEDED} if self.conceded else set())


def beside(rules: PokerRules, state: PotState, events: Iterable[Event]) -> Beside:
    """What a round's events and the state at its end say beside the awards."""
    taken: dict[tuple[str, str], int] = {}
    for event in events:
        match event:
            case ev.RakeTaken():
                what = ("rake", event.clause)
            case ev.ContributionTaken():
                what = (event.fund.replace("_", " "), event.clause)
            case room_events.RakeReturned():
                taken = {}
                continue
            case _:
                continue
        taken[what] = taken.get(what, 0) + event.cents
    return Beside(
        tuple([(what, cents, clause) for (what, clause), cents in taken.items() if cents]), _conceded(rules, state)
    )


def _conceded(rules: PokerRules, state: PotState) -> frozenset[int]:
    """The pots in which a hand contended that was conceded at the showdown."""
    if not state.mucked:
        return frozenset()
    unmucked = state.copy()
    unmucked.mucked = frozenset()
    contended = _spans([(pot.amount, pot.contenders) for pot in form_pots(PotDraft(rules, unmucked))])
    left = _spans([(pot.amount, pot.contenders) for pot in form_pots(PotDraft(rules, state))])
    # A conceded hand makes pots one that were several, so they are compared by the chips that lie in both.
    return frozenset(
        number
        for number, (low, high, _) in enumerate(left)
        if any(low < top and bottom < high and state.mucked & set(seats) for bottom, top, seats in contended)
    )


def _spans(formed: Sequence[tuple[int, tuple[int, ...]]]) -> list[tuple[int, int, tuple[int, ...]]]:
    """Pots as they lie one on the other: from, to, and who contends."""
    spans, low = [], 0
    for amount, seats in formed:
        spans.append((low, low + amount, seats))
        low += amount
    return spans


def pots(
    answered: Mapping[str, Any],
    also: Beside,
    names: Mapping[int, str] | None = None,
    *,
    symbols: bool = True,
) -> RenderableType:
    """The pots one by one, then one line a player; ``names``: the players by seat."""
    called = names or {}
    parts: list[RenderableType] = []
    for number, pot in enumerate(answered["pots"]):
        conceded = number in also.conceded
        parts.append(_head(number, pot, conceded=conceded))
        parts.append(_Awards([_award(pot, one, called, conceded=conceded) for one in pot["awards"]], symbols))
    for what, cents, clause in also.taken:
        parts.append(Text.assemble((f"Taken from the pots: {what} {dollars(cents)}.", "dim"), "  ", (clause, "cyan")))
    players = columns("seat", "stack", "net", right=("stack", "net"))
    for seat, stack in answered["stacks"].items():
        players.add_row(_who(int(seat), called), dollars(stack), net_text(answered["net"][seat]))
    return Group(*parts, "", players)


def _head(number: int, pot: Mapping[str, Any], *, conceded: bool) -> Text:
    name = "Main pot" if number == 0 else f"Side pot {number}"
    seats = ", ".join(map(str, pot["contenders"]))
    if len(pot["contenders"]) > 1:
        could = f"could win: seats {seats}"
    else:
        could = f"only seat {seats} is left, the others mucked" if conceded else f"seat {seats} alone"
    return Text.assemble((f"{name} {dollars(pot['amount'])}", "bold"), (f" · {could}", "dim"))


@dataclass(frozen=True, slots=True)
class _Award:
    """A share of a pot: whose, for what, the cards it was won with and what they make, how much, by which clause."""

    who: str
    won_for: str
    used: tuple[Card, ...]
    made: str
    cents: str
    clause: str


def _award(pot: Mapping[str, Any], award: Mapping[str, Any], names: Mapping[int, str], *, conceded: bool) -> _Award:
    used = cards(pot["hands"].get(str(award["seat"]), {}).get(award["for"], ""))
    made = name_of(Contest(award["for"]), used) if used else ""
    # What could not be divided is part of the share of the one who was given it.
    odd = f"odd {dollars(award['excess'])} included" if award["excess"] else ""
    # Nobody is left because the others conceded, which is a rule of its own.
    by_concession = conceded and len(pot["contenders"]) == 1
    return _Award(
        _who(award["seat"], names),
        contest_name(award["for"]),
        used,
        ", ".join(part for part in (made, odd) if part),
        dollars(award["cents"]),
        f"{award['clause']}, {CONCEDED}" if by_concession else award["clause"],
    )


@dataclass(frozen=True, slots=True)
class _Awards:
    """The awards of a pot in one line each; where the console is too narrow, the cards stand below."""

    awards: list[_Award]
    symbols: bool

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        fixed = [
            [_INDENT + len(one.who) for one in self.awards],
            [len(one.won_for) for one in self.awards],
            [len(cards_text(one.used, symbols=self.symbols)) for one in self.awards],
            [len(one.cents) for one in self.awards],
            [len(one.clause) for one in self.awards],
        ]
        room = options.max_width - sum(max(widths, default=0) + _GAP for widths in fixed)
        longest = max([len(one.made) for one in self.awards], default=0)
        yield self._wide() if room >= min(longest, _ROOM_FOR_A_HAND) else self._narrow()

    def _wide(self) -> Table:
        table = Table.grid(padding=(0, _GAP, 0, 0))
        table.add_column(no_wrap=True)
        table.add_column(no_wrap=True)
        table.add_column(no_wrap=True)
        table.add_column()
        table.add_column(no_wrap=True, justify="right")
        table.add_column(no_wrap=True)
        for one in self.awards:
            table.add_row(
                " " * _INDENT + one.who,
                Text(one.won_for, style="dim"),
                cards_text(one.used, symbols=self.symbols),
                Text(one.made),
                Text(one.cents, style="green"),
                Text(one.clause, style="cyan"),
            )
        return table

    def _narrow(self) -> Group:
        who, won_for, cents = (
            max(len(getattr(one, part)) for one in self.awards) for part in ("who", "won_for", "cents")
        )
        lines: list[RenderableType] = []
        for one in self.awards:
            head = Text.assemble(
                f"{one.who:<{who}}  ",
                (f"{one.won_for:<{won_for}}  ", "dim"),
                (f"{one.cents:>{cents}}  ", "green"),
                (one.clause, "cyan"),
            )
            lines.append(Padding(head, (0, 0, 0, _INDENT), expand=False))
            if one.used or one.made:
                below = cards_text(one.used, symbols=self.symbols).append(f"  {one.made}" if one.used else one.made)
                lines.append(Padding(below, (0, 0, 0, 2 * _INDENT), expand=False))
        return Group(*lines)


def _who(seat: int, names: Mapping[int, str]) -> str:
    return f"{seat} {names[seat]}" if seat in names else str(seat)


def poker_rulings(answered: Mapping[str, Any]) -> RenderableType | None:
    """What was ruled in a round beside the pots, each with its clause."""
    told = [(said, event["clause"]) for event in answered["events"] if (said := _ruling(event))]
    if not told:
        return None
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(overflow="fold")
    table.add_column(no_wrap=True)
    for said, clause in told:
        table.add_row(Text(sentence(said)), Text(clause, style="cyan"))
    return table


def _ruling(event: Mapping[str, Any]) -> str:
    seat, cents = event.get("seat", 0), dollars(event.get("cents", 0))
    where = f" at seat {seat}" if seat else ""
    match event["event"]:
        case "uncalled_bet_returned":
            return f"{cents} that nobody called goes back to seat {seat}"
        case "hand_mucked":
            return f"the hand{where} is conceded unseen"
        case "common_card":
            return f"{event['card']} is a common card for all"
        case "reshuffled":
            return "the deck ran short and cards were shuffled back"
        case "bet_corrected":
            return f"{dollars(event['placed'])} placed{where} is corrected to {cents}"
        case "announced" if not event["binding"]:
            return f"{event['word']!r} said out of turn{where} binds nobody"
        case "poker_irregularity_ruled":
            return f"{event['cause'].replace('_', ' ')}{where}: {event['remedy']}"
        case "card_exposed":
            return f"{event['card']} is exposed{where}: {event['remedy']}"
        case "card_set_aside":
            return f"{event['card']} is set aside"
        case "hand_dropped":
            return f"the hand{where} is dead: {event['why'].replace('_', ' ')}"
        case "bets_returned":
            return "the round is void and every bet goes back"
        case _:
            return ""
