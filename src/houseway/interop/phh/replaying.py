"""PHH hands through our engine: replayed, and the stacks at the end compared with the stated ones."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from houseway.cards import Card
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker.betting import options_now
from houseway.chapters.c637a_poker.draft import looking_at
from houseway.chapters.c637a_poker.rules import Opens
from houseway.chapters.c637a_poker.short_decks import cards_put_back
from houseway.chapters.c637a_poker.starting import straddler
from houseway.chapters.c637a_poker.state import Status
from houseway.driver.house import House
from houseway.driver.sources import Unstated
from houseway.engine.accounts import player_account
from houseway.engine.asking import Question
from houseway.engine.kernel import Command, Envelope, Table, envelope
from houseway.engine.refusal import Refusal
from houseway.engine.roles import PLAYER
from houseway.interop.phh.deck import Deal, deal_of
from houseway.interop.phh.ends import Ending, ending_of, stated_winners
from houseway.interop.phh.file import Data, PhhAction, PhhError, PhhHand, read_file, read_hand
from houseway.interop.phh.ours import deck_of, ours_of
from houseway.interop.phh.stakes import Posts, readings_of_posts, stacks_of
from houseway.interop.phh.variants import NOT_IN_THE_CHAPTER, VARIANTS, reason_not_played, rules_of
from houseway.interop.rounds_played import PokerTable
from houseway.money import NOTHING, Cents
from houseway.seats import NOBODY, Seat

# Looked up once: they are asked for with every step.
BETWEEN_ROUNDS, BETTING, DEALING = Status.BETWEEN_ROUNDS, Status.BETTING, Status.DEALING

Amounts = list[int | float | None]
"""By player, in the file's own unit; None where the file does not tell."""


class UndecidedError(PhhError):
    """Raised when a hand goes to a showdown and the file says neither whose cards were better nor who won."""


class Replayed(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one hand, in the file's own unit, and the reason where it did not end as stated, or a remark.

    ``hand`` names it in a file of several. ``rake`` is what the site kept of the pots; ``net`` what each player won or
    lost, where a stack is not known. ``decided`` is False where the file does not say who won.
    """

    file: str
    hand: str = ""
    variant: str = ""
    ok: bool = False
    stacks: Amounts | None = None
    expected: Amounts | None = None
    reason: str = ""
    rake: int | float = 0
    net: Amounts | None = None
    in_chapter: bool = True
    readable: bool = True
    decided: bool = True

    @property
    def name(self) -> str:
        """The file, and which of its hands."""
        return f"{self.file}#{self.hand}" if self.hand else self.file

    def answer(self) -> dict[str, Any]:
        """The object `houseway phh replay --json` prints; what has nothing to say is left out at the end."""
        answer: dict[str, Any] = {"file": self.file, "variant": self.variant, "ok": self.ok}
        answer |= {"stacks": self.stacks, "expected": self.expected, "reason": self.reason}
        more = {"hand": int(self.hand) if self.hand.isdecimal() else self.hand, "rake": self.rake, "net": self.net}
        return answer | {key: value for key, value in more.items() if value}


def replay_files(paths: Iterable[Path]) -> Iterator[Replayed]:
    """Every hand of the files, one after the other."""
    for path in paths:
        try:
            for name, data in read_file(path):
                yield replay_data(str(path), data, hand=name)
        except PhhError as error:
            yield Replayed(file=str(path), reason=str(error), readable=False)


def replay_data(file: str, data: Data, *, hand: str = "") -> Replayed:
    """Replay one hand that has been read from its file."""
    variant = str(data.get("variant", ""))
    known = variant in VARIANTS
    # Only a game that PHH has can be one the chapter has not: any other name is a fault of the file.
    ours = variant not in NOT_IN_THE_CHAPTER
    try:
        stated = read_hand(data)
        if not known:
            reason = reason_not_played(variant)
            expected = None if stated.finishing is None else _told(stated, stated.finishing)
            return Replayed(file=file, hand=hand, variant=variant, expected=expected, reason=reason, in_chapter=ours)
        ending = _played(stated)
    except PhhError as error:
        decided = not isinstance(error, UndecidedError)
        return Replayed(file=file, hand=hand, variant=variant, reason=str(error), in_chapter=ours, decided=decided)
    return _replayed(Replayed(file=file, hand=hand, variant=variant), stated, ending)


def _replayed(named: Replayed, hand: PhhHand, ending: Ending) -> Replayed:
    net: Amounts | None = None
    if None in hand.stacks:
        brought = zip(ending.brought, ending.stacks, strict=True)
        net = [hand.in_unit(end - stack) for stack, end in brought]
    return msgspec.structs.replace(
        named,
        ok=ending.ok,
        stacks=_told(hand, ending.stacks),
        expected=None if ending.expected is None else _told(hand, ending.expected),
        reason=ending.remark,
        rake=hand.in_unit(ending.rake),
        net=net,
    )


def _told(hand: PhhHand, ends: Sequence[Cents | None]) -> Amounts:
    """The stacks at the end, in the file's unit; of a stack not known at the start nothing is told."""
    pairs = zip(hand.stacks, ends, strict=True)
    return [None if end is None or start is None else hand.in_unit(end) for start, end in pairs]


def _played(hand: PhhHand) -> Ending:
    """How the hand ends: where its posts can be read in two ways, by the first that ends as the file states."""
    first, fault = None, None
    for posts in readings_of_posts(hand):
        try:
            replay = _Replay(hand, posts)
            ending = ending_of(hand, replay.run(), replay.seats, replay.stacks())
            ending.brought = replay.brought
        except PhhError as error:
            fault = fault or error
            continue
        if ending.ok:
            return ending
        first = first or ending
    if first is None:
        assert fault is not None
        raise fault
    return first


def play(hand: PhhHand) -> PokerTable:
    """Play a hand at a table of its own; player n sits at seat n, the last one has the button."""
    return _Replay(hand, readings_of_posts(hand)[0]).run()


class _Replay:
    """Sends the commands the actions of a hand stand for.

    A hand of ours is played at the seats it was played at, any other at seats 1, 2 and so on.
    """

    def __init__(self, hand: PhhHand, posts: Posts) -> None:
        self.hand = hand
        self.posts = posts
        self.ours = ours = ours_of(hand)
        self.table: PokerTable = Table(rules_of(hand, posts) if ours is None else ours.rules())
        self.house = House(self.table, Unstated())
        self.seats: list[Seat] = list(map(Seat, range(1, hand.players + 1))) if ours is None else list(ours.seats)
        self.names = [f"p{place}" for place in self.seats] if ours is None else list(ours.names)
        self.deal = deal_of(self.table.rules, hand) if ours is None else Deal(deck_of(ours.deck))
        self.reshuffles = deque(() if ours is None else ours.reshuffles)
        raised = {} if ours is None else ours.raised()
        actions = (
            [_raised(one, raised.get(place)) for place, one in enumerate(hand.actions)] if raised else hand.actions
        )
        self.bets = deque([one for one in actions if one.word in _BETS])
        self.draws = deque([one for one in actions if one.word == "sd"])
        self.conceded: frozenset[int] | None = None
        self.brought = stacks_of(hand)

    def stacks(self) -> tuple[Cents, ...]:
        """What the players have, in the order of the file."""
        ledger = self.table.state.ledger
        return tuple([ledger.get(player_account(name), NOTHING) for name in self.names])

    def send(self, said: Command | Envelope) -> None:
        outcome = self.table.send(said)
        if isinstance(outcome, Refusal):
            raise PhhError(outcome.said)

    def say(self, command: Command, player: int) -> None:
        """A player's own command."""
        seat, name = self.seats[player - 1], self.names[player - 1]
        self.send(Envelope(command=command, by=name, role=PLAYER, seat=seat))

    def run(self) -> PokerTable:
        self._start()
        table = self.table
        while table.state.round.status is not BETWEEN_ROUNDS:
            self._step()
        left = [one for one in self.bets if one.word not in ("cc", "pb")]
        if left:
            raise PhhError(f"the round was over before p{left[0].player} {left[0].word}")
        return table

    def _start(self) -> None:
        rules, ours = self.table.rules, self.ours
        self.send(cmd.OpenTable(stated=True))
        for player, stack in enumerate(self.brought, 1):
            self.say(cmd.TakeSeat(cents=stack), player)
        for player, missed in self._posting():
            self.send(cmd.RequirePost(seat=self.seats[player - 1], missed=missed))
            self.say(cmd.PostBlind(), player)
        button = self.seats[-1] if rules.game.opens is Opens.BLINDS else NOBODY
        self.send(cmd.StartRound(order=self.deal.order, button=button, kill=ours is not None and ours.kill))
        if ours is not None and ours.straddle:
            self.say(cmd.Straddle(), self._player(straddler(looking_at(rules, self.table.state))))

    def _posting(self) -> list[tuple[int, bool]]:
        """Who posts the largest blind out of turn, and whether because blinds were missed."""
        if self.ours is not None:
            return [(self._player(seat), why == "missed") for seat, why in self.ours.posts.items()]
        return [(player, False) for player, post in self.posts.items() if post.live]

    def _player(self, seat: Seat) -> int:
        if seat not in self.seats:
            raise PhhError(f"nobody is seated at seat {seat}")
        return self.seats.index(seat) + 1

    def _step(self) -> None:
        # Whose turn it is stands at the table, what is bet in the file; and only the deck stated is dealt from.
        round = self.table.state.round
        if round.status is BETTING:
            self._bet(round.actor)
            return
        if round.status is DEALING:
            self.send(_DEAL)
            return
        coming = self.house.next()
        if coming is None:
            raise PhhError("nothing more can be done at the table, and the round is not over")
        if isinstance(coming, Envelope):
            reshuffles = isinstance(coming.command, cmd.Reshuffle)
            self.send(cmd.Reshuffle(order=self._reshuffled()) if reshuffles else coming)
            return
        match coming.asks[0].command:
            case "discard":
                self._draw(coming.seat)
            case "show_hand":
                self._show(coming)
            case _:
                self.house.pass_over(coming)

    def _reshuffled(self) -> tuple[Card, ...]:
        back = cards_put_back(looking_at(self.table.rules, self.table.state))
        return deck_of(self.reshuffles.popleft(), back) if self.reshuffles else self.deal.put_back(back)

    def _bet(self, seat: Seat) -> None:
        bets, player, round = self.bets, self._player(seat), self.table.state.round
        # A check by a player whom our chapter does not ask, because nobody is left to bet against, says nothing.
        while bets and bets[0].word == "cc" and bets[0].player != player:
            bets.popleft()
        if not bets:
            raise PhhError(f"the actions stop before the round can end: it is p{player}'s turn")
        action = bets.popleft()
        match action.word:
            case "pb":
                opener = round.opener
                if not opener or action.player != self._player(opener):
                    raise PhhError(f"p{action.player} posts the bring-in, but the up cards name p{opener}")
            case "f":
                self.say(_FOLD, action.player)
            case "cc":
                checks = round.bets.get(seat, 0) >= round.current
                self.say(_CHECK if checks else _CALL, action.player)
            case _:
                word = "raise" if round.current else "bet"
                self.say(cmd.Act(word=word, to=Cents(self._raise_to(action, seat))), action.player)

    def _raise_to(self, action: PhhAction, seat: Seat) -> int:
        """The stated amount; or the least full raise, where less is stated only because no opponent has more.

        What they cannot call is returned (637a.17(d)), so the stacks come out the same.
        """
        may = options_now(self.table.rules, self.table.state)
        least = 0 if may is None else may.raise_from or 0
        if action.amount >= least:
            return action.amount
        round, stacks = self.table.state.round, self.stacks()
        others = [one for one in round.contending if one != seat]
        most = max([round.bets.get(one, 0) + stacks[self.seats.index(one)] for one in others])
        return least if action.amount >= most else action.amount

    def _draw(self, seat: Seat) -> None:
        if not self.draws:
            raise PhhError(f"the actions stop before the round can end: p{self._player(seat)} draws")
        action = self.draws.popleft()
        said = action.cards or ()
        held = [
            card for card in self.table.state.round.hands.get(self.seats[action.player - 1], ()) if card not in said
        ]
        if said.count(None) > len(held):
            raise PhhError(f"p{action.player} discards more cards than there are in the hand")
        given = tuple([held.pop(0) if card is None else card for card in said])
        self.say(cmd.Discard(cards=given), action.player)

    def _show(self, question: Question) -> None:
        player = self._player(question.seat)
        if self.conceded is None:
            self.conceded = self._conceded()
        muck = player in self.conceded and any(ask.word == "muck" for ask in question.asks)
        if player in self.deal.unknown and player in self.conceded and not muck:
            raise UndecidedError(f"p{player}'s cards are not known, and win a side pot for which nobody shows a hand")
        self.say(cmd.ShowHand(muck=muck), player)

    def _conceded(self) -> frozenset[int]:
        """Who concedes at the showdown: whose cards are never shown, while others are or while the file names the winner.

        So no card that is not stated decides anything.
        """
        contending = frozenset([self._player(seat) for seat in self.table.state.round.contending])
        said = {one.player: one for one in self.hand.actions if one.word == "sm"}
        mucked = {player for player in contending if player in said and said[player].cards is None}
        hidden = contending & self.deal.unknown
        if not hidden or contending - hidden - mucked:
            return hidden | mucked
        winners = stated_winners(self.hand, self.table, self.seats, self.stacks()) & contending
        if len(winners) == 1:
            return contending - winners
        players = ", ".join(f"p{player}" for player in sorted(hidden))
        raise UndecidedError(f"the cards of {players} are not known at the showdown, nor who won")


def _raised(action: PhhAction, to: Cents | None) -> PhhAction:
    return action if to is None else PhhAction("cbr", action.player, amount=to)


_BETS = frozenset({"f", "cc", "cbr", "pb"})
_DEAL = envelope(cmd.DealStreet(), by="dealer")
_FOLD, _CHECK, _CALL = cmd.Act(word="fold"), cmd.Act(word="check"), cmd.Act(word="call")
