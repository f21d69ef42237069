"""A stated round of poker, played through the engine: stacks, pots and who won them, and why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from houseway.cards import Card, CardError, cards, text_of
from houseway.chapters.registry import UnlawfulSubmissionError, resolve_poker
from houseway.engine.accounts import player_account
from houseway.engine.commands import Command
from houseway.engine.pot import commands as cmd
from houseway.engine.pot import events as ev
from houseway.engine.pot.hands import cards_of
from houseway.engine.pot.machine import PokerTable
from houseway.engine.pot.state import PotStatus
from houseway.engine.refusal import Code, Refusal, RefusedError, refuse
from houseway.engine.roles import Role
from houseway.rules.poker import Contest, Opens, PokerRules


class StatedPlayer(msgspec.Struct, forbid_unknown_fields=True):
    """A seat and its table stakes."""

    stack: int
    player: str | None = None


class StatedPokerRound(msgspec.Struct, forbid_unknown_fields=True):
    """A round of poker as ROUNDS notation writes it."""

    game: str
    deck: str
    seats: dict[str, StatedPlayer]
    actions: list[str] = []
    submission: dict[str, Any] = {}
    button: int = 0
    kill: bool = False
    reshuffles: list[str] = []
    tournament: bool = False
    absent: list[int] = []
    irregularities: list[dict[str, Any]] = []
    name: str = ""


def read(stated: Mapping[str, Any]) -> StatedPokerRound:
    """Read a stated round, or say what is wrong with it."""
    try:
        return msgspec.convert(stated, StatedPokerRound)
    except msgspec.ValidationError as error:
        raise _malformed(f"the round cannot be read: {error}") from None


def play(stated: StatedPokerRound) -> PokerTable:
    """Play a stated round at a table of its own."""
    return _Player(stated).run()


def _malformed(message: str, legal: tuple[str, ...] = (), code: Code = Code.ROUND_IS_WELL_FORMED) -> RefusedError:
    return refuse(code, "601a.2", message, legal)


def _rules(stated: StatedPokerRound) -> PokerRules:
    submission = {**stated.submission, "tournament": True} if stated.tournament else stated.submission
    try:
        return resolve_poker(submission, game=stated.game)
    except UnlawfulSubmissionError as error:
        first = error.faults[0]
        raise refuse(Code.SUBMISSION_IS_LAWFUL, first.clause, f"submission: {error}", first.legal) from None


class _Player:
    """Sends the commands a stated round stands for, in the order of the procedure."""

    def __init__(self, stated: StatedPokerRound) -> None:
        self.stated = stated
        self.table = PokerTable(_rules(stated))
        self.actions = [action.strip() for action in stated.actions]
        self.reshuffles = list(stated.reshuffles)

    def send(self, command: Command) -> None:
        outcome = self.table.send(command)
        if isinstance(outcome, Refusal):
            raise RefusedError(outcome)

    def run(self) -> PokerTable:
        self._start()
        while self.table.state.status is not PotStatus.BETWEEN_ROUNDS:
            self._step()
        if self.actions:
            raise _malformed(f"the round was over before {self.actions[0]!r}")
        return self.table

    def _start(self) -> None:
        stated = self.stated
        for text, seat in sorted(stated.seats.items(), key=lambda item: item[0].zfill(3)):
            if not text.isdigit():
                raise _malformed(f"seats are numbered; {text!r} is no number")
            self.send(
                cmd.TakePokerSeat(by=Role.PLAYER, seat=int(text), player=seat.player or text, cents=seat.stack)
            )
        self.send(
            cmd.StartRound(
                by=Role.DEALER,
                order=_cards(stated.deck),
                button=stated.button,
                kill=stated.kill,
                absent=tuple(stated.absent),
            )
        )
        if self.actions and self.actions[0].endswith(" straddle"):
            self.send(_parse(self.actions.pop(0)))

    def _step(self) -> None:
        state = self.table.state
        match state.status:
            case PotStatus.DEALING:
                self.send(cmd.DealStreet(by=Role.DEALER))
            case PotStatus.RESHUFFLING:
                if not self.reshuffles:
                    raise _malformed(
                        "the deck runs short and no reshuffle is stated", code=Code.DECK_SUFFICES
                    )
                self.send(cmd.Reshuffle(by=Role.DEALER, order=_cards(self.reshuffles.pop(0))))
            case PotStatus.SHOWDOWN:
                if self.actions:
                    self.send(_parse(self.actions.pop(0)))
                else:
                    self.send(cmd.AwardPots(by=Role.DEALER))
            case _:
                if not self.actions:
                    raise self._unfinished()
                self.send(_parse(self.actions.pop(0)))

    def _unfinished(self) -> RefusedError:
        state = self.table.state
        options = self.table.options()
        seat = options.seat if options else state.asked[0]
        legal = options.words if options else ("discard CARDS", "stand")
        clause = self.table.rules.game.streets[max(state.street, 0)].betting_clause
        message = f"the actions stop before the round can end: it is seat {seat}'s turn"
        return refuse(Code.DECISIONS_COMPLETE_THE_ROUND, clause, message, legal)


def _cards(text: str) -> tuple[Card, ...]:
    try:
        return cards(text)
    except CardError as error:
        raise refuse(Code.CARDS_ARE_VALID, "637a.3(a)", str(error)) from None


def _number(text: str) -> int:
    if not text.isdigit():
        raise _malformed(f"an action begins with the seat's number, not {text!r}")
    return int(text)


def _parse(action: str) -> Command:
    words = action.split()
    if len(words) < 2:
        raise _malformed(f"{action!r} is no action", ("3 fold", "3 check", "3 call", "3 bet 400", "3 raise to 800"))
    seat = _number(words[0])
    match words[1:]:
        case [("fold" | "check" | "call") as word]:
            return cmd.Act(by=Role.PLAYER, seat=seat, word=word)
        case ["bet", amount] | ["raise", "to", amount] if amount.isdigit():
            return cmd.Act(by=Role.PLAYER, seat=seat, word=words[1], to=int(amount))
        case ["stand"]:
            return cmd.Discard(by=Role.PLAYER, seat=seat)
        case ["discard", *several] if several:
            return cmd.Discard(by=Role.PLAYER, seat=seat, cards=_cards(" ".join(several)))
        case ["show"]:
            return cmd.ShowHand(by=Role.PLAYER, seat=seat)
        case ["muck"]:
            return cmd.ShowHand(by=Role.PLAYER, seat=seat, muck=True)
        case ["straddle"]:
            return cmd.Straddle(by=Role.PLAYER, seat=seat)
    raise _malformed(
        f"{action!r} is no action",
        ("3 fold", "3 check", "3 call", "3 bet 400", "3 raise to 800", "3 discard 9c 9d", "3 stand", "3 show", "3 muck"),
    )


def answer(table: PokerTable) -> dict[str, Any]:
    """What a played round comes to: stacks, pots with contenders, winners, hands and clauses, rake, contributions."""
    state = table.state
    stacks = {str(seat): state.ledger.get(player_account(player), 0) for seat, player in sorted(state.seats.items())}
    brought: dict[str, int] = dict.fromkeys(stacks, 0)
    pots: list[dict[str, Any]] = []
    rake, contributions = 0, {}
    notes: list[dict[str, Any]] = []
    for event in table.events:
        match event:
            case ev.StakesBrought():
                brought[str(event.seat)] += sum(cents for _, _, cents in event.postings)
            case ev.RakeTaken():
                rake += event.cents
            case ev.ContributionTaken():
                contributions[event.fund] = event.cents
            case ev.PotAwarded():
                pots.append(_pot(table, event))
            case ev.UncalledBetReturned() | ev.HandMucked() | ev.Reshuffled() | ev.StreetDealt() if _notable(event):
                notes.append(_note(event))
    pots.sort(key=lambda pot: pot.pop("number"))
    result = {
        "stacks": stacks,
        "pots": pots,
        "rake": rake,
        "contributions": contributions,
        "net": {seat: stacks[seat] - brought[seat] for seat in stacks},
        "events": notes,
    }
    if table.rules.kill is not None:
        result["kill_next"] = state.kill_next
    if table.rules.game.opens is Opens.BLINDS:
        result["button_next"] = state.button
    return result


def _notable(event: Any) -> bool:
    return not isinstance(event, ev.StreetDealt) or event.common


def _note(event: Any) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(event)
    plain.pop("postings", None)
    if isinstance(event, ev.StreetDealt):
        plain = {"event": "common_card", "clause": event.clause, "card": text_of([event.cards[-1][1]])}
    if "order" in plain:
        plain["order"] = text_of(plain["order"])
    return plain


def _pot(table: PokerTable, event: ev.PotAwarded) -> dict[str, Any]:
    state, game = table.state, table.rules.game
    shared = state.board + state.common
    hands: dict[str, dict[str, str]] = {}
    shares: dict[str, int] = {}
    for share in event.shares:
        shares[str(share.seat)] = shares.get(str(share.seat), 0) + share.cents
        if share.contest != "uncontested":
            used = cards_of(game, Contest(share.contest), state.hands[share.seat], shared)
            hands.setdefault(str(share.seat), {})[share.contest] = text_of(used)
    return {
        "number": event.pot,
        "amount": event.amount,
        "paid": event.paid,
        "contenders": list(event.contenders),
        "winners": sorted({share.seat for share in event.shares}),
        "hands": hands,
        "shares": shares,
        "awards": [
            {"seat": share.seat, "for": share.contest, "cents": share.cents, "excess": share.excess, "clause": share.clause}
            for share in event.shares
        ],
        "clause": event.clause,
    }
