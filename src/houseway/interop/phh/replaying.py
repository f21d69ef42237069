"""PHH hands through our engine: replayed, and the stacks at the end compared with the stated ones."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from houseway.cards import Card, CardError, cards
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import room_commands as room
from houseway.chapters.c637a_poker.awarding import may_muck
from houseway.chapters.c637a_poker.dealing import cards_put_back
from houseway.chapters.c637a_poker.draft import PotDraft
from houseway.chapters.c637a_poker.rules import Opens, PokerRules, Structure
from houseway.chapters.c637a_poker.state import PotStatus
from houseway.chapters.c637a_poker.table import PokerTable
from houseway.chapters.registry import UnlawfulSubmissionError, resolve_poker
from houseway.engine.accounts import player_account
from houseway.engine.banked.commands import Command
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.interop.phh.deck import Deal, deal_of
from houseway.interop.phh.file import PhhAction, PhhError, PhhHand, read_files, read_hand


@dataclass(frozen=True, slots=True)
class Variant:
    """What a PHH code means: our game and the betting structure."""

    game: str
    structure: Structure


VARIANTS: Mapping[str, Variant] = {
    "NT": Variant("holdem", Structure.NO_LIMIT),
    "FT": Variant("holdem", Structure.FIXED_LIMIT),
    "PT": Variant("holdem", Structure.POT_LIMIT),
    "PO": Variant("omaha-high", Structure.POT_LIMIT),
    "FO/8": Variant("omaha-hi-lo-8", Structure.FIXED_LIMIT),
    "F7S": Variant("stud-high", Structure.FIXED_LIMIT),
    "F7S/8": Variant("stud-hi-lo-8", Structure.FIXED_LIMIT),
    "FR": Variant("stud-low", Structure.FIXED_LIMIT),
    "F2L3D": Variant("triple-draw-2-7", Structure.FIXED_LIMIT),
    "FB": Variant("badugi", Structure.FIXED_LIMIT),
}

NOT_IN_THE_CHAPTER: Mapping[str, str] = {
    "N2L1D": "2-7 single draw is not a game of chapter 637a",
    "NS": "short-deck hold'em is not a game of chapter 637a: poker is played with 52 cards (637a.3(a))",
}


@dataclass(frozen=True, slots=True)
class Replayed:
    """What became of one hand, in the file's own unit. ``ok`` is False whenever ``reason`` says something."""

    file: str
    variant: str
    ok: bool
    stacks: list[int | float] | None
    expected: list[int | float] | None
    reason: str
    in_chapter: bool = True
    readable: bool = True

    def answer(self) -> dict[str, Any]:
        """The object `houseway phh replay --json` prints."""
        return {
            "file": self.file,
            "variant": self.variant,
            "ok": self.ok,
            "stacks": self.stacks,
            "expected": self.expected,
            "reason": self.reason,
        }


def replay_files(paths: Iterable[Path]) -> Iterator[Replayed]:
    """Every hand of the files, one after the other."""
    for path in paths:
        try:
            for name, data in read_files(path):
                yield replay_data(name, data)
        except PhhError as error:
            yield Replayed(str(path), "", False, None, None, str(error), readable=False)


def replay_data(name: str, data: Mapping[str, Any]) -> Replayed:
    """Replay one hand that has been read from its file."""
    variant = str(data.get("variant", ""))
    known = variant in VARIANTS
    try:
        hand = read_hand(data)
        expected = None if hand.finishing is None else [hand.in_unit(one) for one in hand.finishing]
        if not known:
            reason = NOT_IN_THE_CHAPTER.get(variant, f"{variant!r} is no variant of chapter 637a")
            return Replayed(name, variant, False, None, expected, reason, in_chapter=False)
        table = play(hand)
    except PhhError as error:
        return Replayed(name, variant, False, None, None, str(error), in_chapter=known)
    stacks = [hand.in_unit(one) for one in stacks_of(table, seats_of(hand))]
    differs = expected is not None and stacks != expected
    return Replayed(name, variant, not differs, stacks, expected, "the stacks differ" if differs else "")


def stacks_of(table: PokerTable, seats: Iterable[int] | None = None) -> list[int]:
    """What these seats have; every seat if none are named, seat 1 first."""
    state = table.state
    return [state.ledger.get(player_account(state.seats[seat]), 0) for seat in seats or sorted(state.seats)]


def rules_of(hand: PhhHand) -> PokerRules:
    """The rules under which a hand was played. Tournament: short stacks play on."""
    variant = VARIANTS[hand.variant]
    fixed = variant.structure is Structure.FIXED_LIMIT
    if "_houseway_submission" in hand.fields:
        return _own_rules(hand)
    blinds = [max(blind, 0) for blind in hand.blinds]
    if any(blind < 0 and -blind != max(blinds) for blind in hand.blinds):
        raise PhhError("a bet posted out of turn is as large as the largest blind; another amount is not replayed")
    # With two players the button's blind is listed first; where it is the larger, the blinds are as the text has them.
    as_written = hand.players == 2 and len(blinds) == 2 and blinds[0] > blinds[1]
    if as_written:
        blinds.reverse()
    while blinds and not blinds[-1]:
        blinds.pop()
    submission: dict[str, Any] = {
        "structure": variant.structure.value,
        "tournament": True,
        "heads_up_button_blind": not as_written,
        # The smallest blind stands for one that nobody posts, until it is taken out below.
        "blinds": [blind or max(blinds) for blind in blinds],
        "must_post": "largest-blind" if min(hand.blinds, default=0) < 0 else "none",
        "forced_bet": hand.bring_in,
        **({"small_bet": hand.small_bet, "big_bet": hand.big_bet} if fixed else {"minimum_bet": hand.min_bet}),
    }
    # Antes that differ, or that are not trimmed, belong to the main pot whole.
    if hand.trimmed and len(set(hand.antes)) == 1:
        submission["ante"] = hand.antes[0]
    elif any(hand.antes):
        submission["ante"] = dict(enumerate(_by_seat(hand, hand.antes), 1))
    try:
        rules = resolve_poker(submission, game=variant.game)
    except UnlawfulSubmissionError as error:
        raise PhhError(f"not a lawful table: {error}") from None
    return replace(rules, blinds=tuple(blinds))


def seats_of(hand: PhhHand) -> list[int]:
    """Where the players sit: a hand of ours is replayed at the seats it was played at, any other at seats 1, 2, ..."""
    places = list(range(1, hand.players + 1))
    return list(hand.fields["seats"]) if "_houseway_deck" in hand.fields else places


def _own_rules(hand: PhhHand) -> PokerRules:
    """The rules of a hand of ours: they stand in the file."""
    try:
        submission = json.loads(str(hand.fields["_houseway_submission"]))
        return resolve_poker(submission, game=str(hand.fields["_houseway_game"]))
    except (KeyError, ValueError) as error:
        raise PhhError(f"the _houseway_ fields cannot be read: {error}") from None


def _by_seat(hand: PhhHand, amounts: tuple[int, ...]) -> tuple[int, ...]:
    """With two players PHH lists what is posted button first, and the players button last."""
    return amounts[::-1] if hand.players == 2 else amounts


def play(hand: PhhHand) -> PokerTable:
    """Play a hand at a table of its own; player n sits at seat n, the last one has the button."""
    return _Replay(hand).run()


def _own_deal(hand: PhhHand) -> Deal:
    try:
        return Deal(cards(str(hand.fields["_houseway_deck"])))
    except CardError as error:
        raise PhhError(f"_houseway_deck: {error}") from None


class _Replay:
    """Sends the commands the actions of a hand stand for."""

    def __init__(self, hand: PhhHand) -> None:
        self.hand = hand
        self.own: Mapping[str, Any] = hand.fields if "_houseway_deck" in hand.fields else {}
        self.table = PokerTable(rules_of(hand))
        self.deal: Deal = _own_deal(hand) if self.own else deal_of(self.table.rules.game, hand)
        self.reshuffles = list(self.own.get("_houseway_reshuffles", ()))
        self.seats = seats_of(hand)
        said = list(hand.actions)
        for place, to in self.own.get("_houseway_raises", ()):
            said[place] = replace(said[place], word="cbr", amount=to)
        actions = [replace(one, player=self.seats[one.player - 1]) for one in said if one.player]
        self.bets = [one for one in actions if one.word in ("f", "cc", "cbr", "pb")]
        self.draws = [one for one in actions if one.word == "sd"]
        self.shows = {one.player: one for one in actions if one.word == "sm"}
        self.hidden = {one.player for one in actions if one.word == "dh" and None in (one.cards or ())}

    def send(self, command: Command) -> None:
        outcome = self.table.send(command)
        if isinstance(outcome, Refusal):
            raise PhhError(f"{outcome.message} ({outcome.clause})")

    def _posts(self) -> dict[int, str]:
        """Who posted a bet out of turn: in PHH an entry below nothing among the blinds."""
        if self.own:
            return {int(seat): why for seat, why in self.own.get("_houseway_posts", {}).items()}
        listed = _by_seat(self.hand, self.hand.blinds)
        return {seat: "new" for seat, blind in zip(self.seats, listed, strict=False) if blind < 0}

    def run(self) -> PokerTable:
        rules, own = self.table.rules, self.own
        names = own.get("players") or [f"p{place}" for place in range(1, self.hand.players + 1)]
        for seat, stack, name in zip(self.seats, self.hand.stacks, names, strict=True):
            self.send(cmd.TakePokerSeat(by=Role.PLAYER, seat=seat, player=name, cents=stack))
        button = self.seats[-1] if rules.game.opens is Opens.BLINDS else 0
        kill = bool(own.get("_houseway_kill", False))
        for seat, why in self._posts().items():
            self.send(room.RequirePost(by=Role.FLOORPERSON, seat=seat, missed=why == "missed"))
            self.send(cmd.PostBlind(by=Role.PLAYER, seat=seat))
        self.send(cmd.StartRound(by=Role.DEALER, order=self.deal.order, button=button, kill=kill))
        if own.get("_houseway_straddle"):
            draft = PotDraft(rules, self.table.state)
            self.send(cmd.Straddle(by=Role.PLAYER, seat=draft.clockwise_from(self.table.state.last_blind)[0]))
        while self.table.state.status is not PotStatus.BETWEEN_ROUNDS:
            self._step()
        left = [one for one in self.bets if one.word not in ("cc", "pb")]
        if left:
            raise PhhError(f"the round was over before p{left[0].player} {left[0].word}")
        return self.table

    def _step(self) -> None:
        state = self.table.state
        match state.status:
            case PotStatus.DEALING:
                self.send(cmd.DealStreet(by=Role.DEALER))
            case PotStatus.RESHUFFLING:
                self.send(cmd.Reshuffle(by=Role.DEALER, order=self._reshuffled()))
            case PotStatus.DRAWING:
                self._draw()
            case PotStatus.SHOWDOWN:
                self._show()
            case _:
                self._bet()

    def _reshuffled(self) -> tuple[Card, ...]:
        if self.reshuffles:
            return cards(self.reshuffles.pop(0))
        return self.deal.put_back(cards_put_back(PotDraft(self.table.rules, self.table.state)))

    def _bet(self) -> None:
        state = self.table.state
        # A check by a player whom our chapter does not ask, because nobody is left to bet against, says nothing.
        while self.bets and self.bets[0].word == "cc" and self.bets[0].player != state.actor:
            self.bets.pop(0)
        if not self.bets:
            raise PhhError(f"the actions stop before the round can end: it is p{state.actor}'s turn")
        action = self.bets.pop(0)
        if action.word == "pb":
            if action.player != state.opener:
                raise PhhError(f"p{action.player} posts the bring-in, but the up cards name p{state.opener}")
            return
        self.send(self._act(action))

    def _act(self, action: PhhAction) -> cmd.Act:
        state, seat = self.table.state, action.player
        match action.word:
            case "f":
                return cmd.Act(by=Role.PLAYER, seat=seat, word="fold")
            case "cc":
                word = "check" if state.bets.get(seat, 0) >= state.current else "call"
                return cmd.Act(by=Role.PLAYER, seat=seat, word=word)
            case _:
                word = "raise" if state.current else "bet"
                return cmd.Act(by=Role.PLAYER, seat=seat, word=word, to=self._raise_to(action))

    def _raise_to(self, action: PhhAction) -> int:
        """The stated amount; or the least full raise, where less is stated only because no opponent has more.

        What they cannot call is returned (637a.17(d)), so the stacks come out the same.
        """
        state, options = self.table.state, self.table.options()
        if options is None or options.raise_from is None or action.amount >= options.raise_from:
            return action.amount
        others = [seat for seat in state.contending if seat != action.player]
        stacks = stacks_of(self.table, others)
        most = max(state.bets.get(seat, 0) + stack for seat, stack in zip(others, stacks, strict=True))
        return options.raise_from if action.amount >= most else action.amount

    def _draw(self) -> None:
        state = self.table.state
        if not self.draws:
            raise PhhError(f"the actions stop before the round can end: p{state.asked[0]} draws")
        action = self.draws.pop(0)
        said = action.cards or ()
        held = [card for card in state.hands.get(action.player, ()) if card not in said]
        self.send(
            cmd.Discard(
                by=Role.PLAYER,
                seat=action.player,
                cards=tuple([held.pop(0) if card is None else card for card in said]),
            )
        )

    def _show(self) -> None:
        state = self.table.state
        if not state.showing:
            self.send(cmd.AwardPots(by=Role.DEALER))
            return
        seat = state.showing[0]
        allowed = may_muck(PotDraft(self.table.rules, state), seat)
        said = self.shows.get(seat)
        # A hand that says nothing at the showdown is shown, if its cards were ever known.
        hidden = seat in self.hidden if said is None else said.cards is None
        self.send(cmd.ShowHand(by=Role.PLAYER, seat=seat, muck=hidden and allowed))
