"""A round of ours as a PHH hand: every game PHH has a code for, with what PHH lacks in ``_houseway_`` fields."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from houseway.cards import Card
from houseway.chapters.c637a_poker import citations
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.events import BURN, COMMUNITY
from houseway.chapters.c637a_poker.rules import AnteFrom, Opens, Structure
from houseway.chapters.c637a_poker.state import PokerState
from houseway.clause import ClauseId
from houseway.engine.accounts import player_account
from houseway.engine.kernel import Event
from houseway.interop.rounds_played import PlayedRound, PokerTable, round_of
from houseway.seats import Seat

CODES: Mapping[tuple[str, Structure], str] = {
    ("holdem", Structure.NO_LIMIT): "NT",
    ("holdem", Structure.FIXED_LIMIT): "FT",
    ("omaha-high", Structure.POT_LIMIT): "PO",
    ("omaha-hi-lo-8", Structure.FIXED_LIMIT): "FO/8",
    ("stud-high", Structure.FIXED_LIMIT): "F7S",
    ("stud-hi-lo-8", Structure.FIXED_LIMIT): "F7S/8",
    ("stud-low", Structure.FIXED_LIMIT): "FR",
    ("triple-draw-2-7", Structure.FIXED_LIMIT): "F2L3D",
    ("badugi", Structure.FIXED_LIMIT): "FB",
}


class NoPhhCodeError(ValueError):
    """Raised for a game PHH has no code for; our own history holds it instead."""


def to_phh(table: PokerTable, number: int | None = None, *, unknown: frozenset[Card] = frozenset()) -> str:
    """The last finished round of a table, or the one of this number, as the text of a PHH file. Amounts in cents.

    A card of ``unknown`` is written as ``??``.
    """
    fields = phh_fields(round_of(table, number, unknown=unknown))
    return "".join(f"{key} = {_toml(value)}\n" for key, value in fields.items())


def phh_fields(played: PlayedRound) -> dict[str, Any]:
    """The fields of the PHH hand, ours last."""
    rules = played.rules
    code = CODES.get((rules.game.id, rules.structure))
    if code is None:
        raise NoPhhCodeError(f"PHH has no code for {rules.structure.value} {rules.game.name}; use our own history")
    writer = _Writer(played)
    writer.run()
    after = played.after()
    return {
        "variant": code,
        **_opening(played),
        "starting_stacks": played.stacks(played.before),
        "actions": writer.actions,
        "hand": played.started.number,
        "seats": list(played.order),
        "players": [after.seats[seat] for seat in played.order],
        "finishing_stacks": played.stacks(after),
        **_ours(played, writer),
    }


def _opening(played: PlayedRound) -> dict[str, Any]:
    """Antes, blinds or bring-in, and limits, as they were in this round."""
    rules, order, kill = played.rules, played.order, played.started.kill
    # A blind posted dead is the main pot's, as an ante that is not trimmed.
    dead = {one.seat: one.cents for one in played.events if isinstance(one, ev.Posted) and one.kind == "dead post"}
    due = rules.antes_of(order)
    antes = [due[seat] + dead.get(seat, 0) for seat in order]
    alike = rules.antes is None and rules.ante_from is AnteFrom.EVERY_PLAYER
    fields: dict[str, Any] = {"ante_trimming_status": alike and not dead}
    # With two players PHH lists what is posted the other way round: the button's first.
    two = len(order) == 2
    fields["antes"] = antes[::-1] if two else antes
    if rules.game.opens is Opens.BLINDS:
        fields["blinds_or_straddles"] = _blinds(played)
    else:
        fields["bring_in"] = rules.forced_bet
    if rules.structure is Structure.FIXED_LIMIT:
        fields |= {
            "small_bet": rules.times(rules.small_bet, kill=kill),
            "big_bet": rules.times(rules.big_bet, kill=kill),
        }
    else:
        fields["min_bet"] = rules.times(rules.minimum_bet, kill=kill)
    return fields


def _blinds(played: PlayedRound) -> list[int]:
    rules, order = played.rules, played.order
    nominal = dict.fromkeys(order, 0)
    two = len(order) == 2
    seats = order[::-1] if two and rules.heads_up_button_blind else order
    for seat, blind in zip(seats, rules.blinds, strict=False):
        nominal[seat] = blind
    for event in played.events:
        if isinstance(event, ev.Posted) and event.kind == "straddle":
            nominal[event.seat] = abs(nominal[event.seat]) + event.cents
        elif isinstance(event, ev.Posted) and event.kind == "post":
            # PHH writes a bet posted out of turn as less than nothing.
            nominal[event.seat] = -(nominal[event.seat] + event.cents)
    listed = [nominal[seat] for seat in order]
    return listed[::-1] if two else listed


def _ours(played: PlayedRound, writer: _Writer) -> dict[str, Any]:
    """What PHH has no field for: enough to play the very same round again."""
    rules, started = played.rules, played.started
    contributions = {one.fund: one.cents for one in played.events if isinstance(one, ev.ContributionTaken)}
    pots = [
        {
            "pot": one.pot,
            "amount": one.amount,
            "paid": one.paid,
            "contenders": list(one.contenders),
            "clause": one.clause,
        }
        for one in played.events
        if isinstance(one, ev.PotAwarded)
    ]
    return {
        "_houseway_version": 1,
        "_houseway_game": rules.game.id,
        "_houseway_submission": json.dumps(dict(rules.submission), sort_keys=True),
        "_houseway_digest": rules.digest,
        "_houseway_button": started.button,
        "_houseway_kill": started.kill,
        "_houseway_straddle": any(isinstance(one, ev.Posted) and one.kind == "straddle" for one in played.events),
        "_houseway_posts": {
            str(one.seat): "missed" if played.before.owing.get(one.seat) else "new"
            for one in played.events
            if isinstance(one, ev.Posted) and one.kind == "post"
        },
        "_houseway_deck": " ".join(played.texts(_deck_dealt(played))),
        "_houseway_reshuffles": [
            " ".join(played.texts(one.order)) for one in played.events if isinstance(one, ev.Reshuffled)
        ],
        "_houseway_raises": writer.raises,
        "_houseway_burns": writer.burns,
        "_houseway_clauses": writer.clauses,
        "_houseway_rake": sum(one.cents for one in played.events if isinstance(one, ev.RakeTaken)),
        "_houseway_contributions": contributions,
        "_houseway_pots": pots,
    }


def _deck_dealt(played: PlayedRound) -> tuple[Card, ...]:
    """The order from which the first cards left the deck: a floorperson may have required a recut since the start."""
    return next(
        (state.round.deck for event, state in played.steps() if isinstance(event, ev.StreetDealt)), played.started.deck
    )


class _Writer:
    """Writes the actions, each with its clause, and the burns."""

    def __init__(self, played: PlayedRound) -> None:
        self.played = played
        self.names = {seat: f"p{place}" for place, seat in enumerate(played.order, 1)}
        self.actions: list[str] = []
        self.clauses: list[ClauseId] = []
        self.burns: list[str] = []
        self.drawn: list[tuple[str, ClauseId]] = []
        self.shown: dict[Seat, int] = {}
        self.raises: list[list[int]] = []

    def run(self) -> None:
        for event, state in self.played.steps():
            if not isinstance(event, ev.Discarded | ev.Drew | ev.Reshuffled) and not _is_burn(event):
                self._flush_drawn()
            self._write(event, state)

    def _add(self, action: str, clause: ClauseId) -> None:
        self.actions.append(action)
        self.clauses.append(clause)

    def _flush_drawn(self) -> None:
        # PHH deals the new cards of a draw after everybody has discarded.
        for action, clause in self.drawn:
            self._add(action, clause)
        self.drawn.clear()

    def _write(self, event: Event, state: PokerState) -> None:
        match event:
            case ev.StreetDealt():
                self._deal(event, state)
            case ev.Posted(kind="forced bet"):
                self._add(f"{self.names[event.seat]} pb", event.clause)
            case ev.Acted():
                self._act(event, state)
            case ev.Discarded():
                self._add(f"{self.names[event.seat]} sd {self._text(event.cards)}".rstrip(), event.clause)
            case ev.Drew() if event.cards:
                self.drawn.append((f"d dh {self.names[event.seat]} {self._text(event.cards)}", event.clause))
            case ev.HandShown():
                self._show(event.seat, event.cards, event.clause)
            case ev.HandMucked():
                self._add(f"{self.names[event.seat]} sm", event.clause)

    def _act(self, event: ev.Acted, state: PokerState) -> None:
        said = _bet(event)
        if event.to > state.round.current and not self._can_be_called(event.seat, state):
            # Readers of PHH refuse a raise that nobody can call; a call comes to the same.
            self.raises.append([len(self.actions), event.to])
            said = "cc"
        self._add(f"{self.names[event.seat]} {said}", event.clause)

    def _can_be_called(self, raiser: Seat, state: PokerState) -> bool:
        others = [seat for seat in state.round.contending if seat != raiser]
        stacks = {seat: state.ledger.get(player_account(state.seats[seat]), 0) for seat in others}
        return any(state.round.bets.get(seat, 0) + stacks[seat] > state.round.current for seat in others)

    def _deal(self, event: ev.StreetDealt, state: PokerState) -> None:
        hands: dict[Seat, list[Card]] = {}
        for seat, card, _ in event.cards:
            if seat == BURN:
                self.burns += self.played.texts([card])
            else:
                hands.setdefault(seat, []).append(card)
        if hands and event.street and self._all_in(state):
            self._show_before_the_rest(state)
        for seat, cards in hands.items():
            where = "db" if seat == COMMUNITY else f"dh {self.names[seat]}"
            self._add(f"d {where} {self._text(cards)}", event.clause)

    def _all_in(self, state: PokerState) -> bool:
        """Whether the rest is dealt without betting or drawing: then PHH has the hands turned up first."""
        able = [seat for seat in state.round.contending if seat not in state.round.all_in]
        return len(able) <= 1 and not any(street.draw for street in self.played.rules.game.streets)

    def _show_before_the_rest(self, state: PokerState) -> None:
        mucks = {event.seat for event in self.played.events if isinstance(event, ev.HandMucked)}
        for seat in state.round.contending:
            # Up cards dealt since need no second showing.
            if seat not in mucks and seat not in self.shown:
                self._show(seat, state.round.hands[seat], citations.SHOWDOWN)

    def _show(self, seat: Seat, cards: tuple[Card, ...], clause: ClauseId) -> None:
        street = self.played.rules.game.streets[-1]
        if seat not in self.shown or (street.down and len(cards) > self.shown[seat]):
            self._add(f"{self.names[seat]} sm {self._text(cards)}", clause)
        self.shown[seat] = len(cards)

    def _text(self, cards: Sequence[Card]) -> str:
        return "".join(self.played.texts(cards))


def _is_burn(event: Event) -> bool:
    return isinstance(event, ev.StreetDealt) and all(seat == BURN for seat, _, _ in event.cards)


def _bet(event: ev.Acted) -> str:
    match event.word:
        case "fold":
            return "f"
        case "check" | "call":
            return "cc"
        case _:
            return f"cbr {event.to}"


def _toml(value: Any) -> str:
    """A value as TOML; a JSON string is a TOML basic string."""
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case str():
            return json.dumps(value, ensure_ascii=False)
        case list() | tuple():
            return "[" + ", ".join(_toml(one) for one in value) + "]"
        case _:
            return "{" + ", ".join(f"{json.dumps(key)} = {_toml(one)}" for key, one in value.items()) + "}"
