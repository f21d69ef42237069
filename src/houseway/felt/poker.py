"""The felt of a poker table: board, pots, and each seat's cards, stack and bet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from rich.box import ROUNDED
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from houseway.cards import Card
from houseway.chapters.c637a_poker.draft import PotDraft
from houseway.chapters.c637a_poker.observe import PokerObservation
from houseway.chapters.c637a_poker.pots import Pot, form_pots
from houseway.chapters.c637a_poker.rules import PokerRules, Structure
from houseway.chapters.c637a_poker.state import PotState, PotStatus
from houseway.felt.cards import card_text, cards_text
from houseway.felt.poker_names import hand_name
from houseway.felt.show import has_symbols
from houseway.money import dollars

_AROUND_A_CAPTION = 6
"""What a frame takes of its width beside a caption: corners, a line each and a blank each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PokerPlace:
    """A seat: its player, the cards as the viewer sees them, stack, bet, and what is to be said of it.

    ``down``: those of the cards that nobody but the viewer sees.
    """

    name: str
    cards: tuple[Card | None, ...]
    down: frozenset[Card]
    stack: int
    bet: int
    hand: str
    note: str
    own: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PokerLayout:
    """What lies on a poker table at a moment; ``in_front``: the bets of the betting round, not yet in the pots."""

    rules: PokerRules
    number: int
    street: str
    kill: bool
    board: tuple[Card, ...]
    common: tuple[Card, ...]
    pots: tuple[Pot, ...]
    in_front: int
    places: Mapping[int, PokerPlace]
    button: int

    def with_button(self, seat: int) -> PokerLayout:
        """The same felt with the button elsewhere."""
        return replace(self, button=seat)


def poker_layout(rules: PokerRules, state: PotState, seen: PokerObservation, own: frozenset[int]) -> PokerLayout:
    """The felt as a viewer sees it; of the state itself only what is public is read: bets and up cards."""
    shared = seen.board + seen.common
    places: dict[int, PokerPlace] = {}
    for seat, name in sorted(seen.seats.items()):
        hand = seen.hands.get(seat, ())
        known = tuple([card for card in hand if card is not None])
        up = state.up.get(seat, ())
        hidden = seat in own and seat not in state.shown and bool(state.up)
        places[seat] = PokerPlace(
            name="" if name == str(seat) else name,
            cards=hand,
            down=frozenset([card for card in known if card not in up]) if hidden else frozenset(),
            stack=seen.stacks[seat],
            bet=seen.bets.get(seat, 0),
            hand=hand_name(rules.game, known, shared) if known and len(known) == len(hand) else "",
            note=_note(seen, state, seat),
            own=seat in own,
        )
    return PokerLayout(
        rules=rules,
        number=seen.number,
        street=seen.street,
        kill=seen.kill,
        board=seen.board,
        common=seen.common,
        pots=tuple(pots_so_far(rules, state)),
        in_front=0 if state.status is PotStatus.BETWEEN_ROUNDS else sum(state.bets.values()),
        places=places,
        button=seen.button,
    )


def pots_so_far(rules: PokerRules, state: PotState) -> list[Pot]:
    """The pots as they stand without the bets of the betting round under way."""
    if not state.order or state.status is PotStatus.BETWEEN_ROUNDS:
        return []
    before = state.copy()
    before.paid = {seat: paid - state.bets.get(seat, 0) for seat, paid in state.paid.items()}
    return [pot for pot in form_pots(PotDraft(rules, before)) if pot.amount]


def _note(seen: PokerObservation, state: PotState, seat: int) -> str:
    if seat not in state.order:
        return "sits out, owes a post" if seat in state.owing else "sits out"
    if seat in seen.folded:
        return "folded"
    if seat in seen.mucked:
        return "mucked"
    return "all-in" if seat in seen.all_in and seen.status is not PotStatus.BETWEEN_ROUNDS else ""


def stakes_text(rules: PokerRules, *, kill: bool = False) -> str:
    """The limits in few words: ``no-limit, blinds $5 $10``."""
    parts = [rules.structure.value]
    if rules.structure is Structure.FIXED_LIMIT:
        parts[0] += (
            f" {dollars(rules.times(rules.small_bet, kill=kill))}/{dollars(rules.times(rules.big_bet, kill=kill))}"
        )
    elif rules.structure is Structure.SPREAD_LIMIT:
        least, most = (rules.times(cents, kill=kill) for cents in (rules.minimum_bet, rules.maximum_bet))
        parts[0] += f" {dollars(least)} to {dollars(most)}"
    if rules.blinds:
        parts.append(f"blinds {'/'.join(dollars(blind) for blind in rules.blinds)}")
    if rules.ante:
        parts.append(f"ante {dollars(rules.ante)}")
    return ", ".join(parts)


def poker_felt(out: Console, layout: PokerLayout) -> RenderableType:
    """The felt in a frame."""
    symbols = has_symbols(out)
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True, justify="right")
    grid.add_column(overflow="fold")
    if layout.board:
        grid.add_row(Text("Board"), cards_text(layout.board, symbols=symbols))
    if layout.common:
        grid.add_row(Text("Common card"), cards_text(layout.common, symbols=symbols))
    for what, whose, amount, of_it in _pot_lines(layout):
        grid.add_row(Text(what), Text(whose, "dim"), dollars(amount), Text(of_it, "dim"))
    if grid.row_count:
        grid.add_row()
    for seat, place in layout.places.items():
        gone = bool(place.note) and place.note != "all-in"
        style = "bold" if place.own else "dim" if gone else ""
        who = Text(f"{seat} {place.name}" if place.name else f"Seat {seat}", style=style)
        beside = _beside(place, button=seat == layout.button)
        grid.add_row(who, _cards(place, symbols=symbols), Text(dollars(place.stack), style="dim"), beside)
    where = [part for part in (layout.street, f"round {layout.number}") if part]
    if layout.kill:
        where.append(f"{layout.rules.kill} round")
    title = Text.assemble((layout.rules.game.name, "bold"))
    said = stakes_text(layout.rules, kill=layout.kill)
    width = min(out.width, 100)
    below = " · ".join([said, *where])
    inside: RenderableType = grid
    if len(below) > width - _AROUND_A_CAPTION:
        # A caption that would be cut leaves the limits to a line of their own.
        inside, below = Group(grid, Text(f"\n{said}", style="dim")), " · ".join(where)
    return Panel(
        inside,
        box=ROUNDED,
        border_style="green4",
        padding=(0, 1),
        title=title,
        title_align="left",
        subtitle=Text(below, style="dim"),
        subtitle_align="right",
        width=width,
    )


def _pot_lines(layout: PokerLayout) -> Iterator[tuple[str, str, int, str]]:
    """The pots with the bets in front of the players: what, whose, how much, and how much of it lies in front."""
    before = sum(pot.amount for pot in layout.pots)
    if len(layout.pots) > 1:
        for number, pot in enumerate(layout.pots):
            seats = f"seats {', '.join(map(str, pot.contenders))}"
            yield "Pot" if number == 0 else f"Side pot {number}", seats, pot.amount, ""
        if layout.in_front:
            # To which of the pots they belong is not known until the betting round is over.
            yield "In front", "", layout.in_front, f"{dollars(before + layout.in_front)} in all"
    elif before + layout.in_front:
        of_it = f"of which {dollars(layout.in_front)} in front" if layout.in_front else ""
        yield "Pot", "", before + layout.in_front, of_it


def _cards(place: PokerPlace, *, symbols: bool) -> Text:
    """The cards; those of one's own that nobody else sees stand in brackets where others lie face up."""
    if not place.down:
        return cards_text(place.cards, symbols=symbols)
    text = Text()
    inside = False
    for number, card in enumerate(place.cards):
        hidden = card in place.down
        if inside and not hidden:
            text.append("]", style="dim")
        text.append(" " if number else "")
        if hidden and not inside:
            text.append("[", style="dim")
        text.append_text(card_text(card, symbols=symbols))
        inside = hidden
    return text.append("]", style="dim") if inside else text


def _beside(place: PokerPlace, *, button: bool) -> Text:
    bet = f"bet {dollars(place.bet)}" if place.bet else ""
    parts = [("button" if button else "", "dim"), (place.note, "dim"), (bet, ""), (place.hand, "")]
    text = Text()
    for part, style in parts:
        if part:
            text.append(" · " if text else "", style="dim").append(part, style=style)
    return text
