"""The seeds of a table's shuffles: committed before a round, added to by players, revealed after it; and chance from them.

Everything the table system leaves to chance in a round comes from one seed of 32 bytes. Its SHA-256 is recorded before the
round; when the round is over the seed is, and anybody can work out the shuffles, cuts and draws again. Numbers are drawn from
HMAC-SHA256 in counter mode, keyed by the seed, over the table, the round and what players added; those that would favour some
results are rejected, and a shuffle is Fisher and Yates's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from hmac import digest as hmac
from typing import Any

import msgspec
from msgspec.structs import replace

from houseway.cards import Card
from houseway.engine.asking import Ask
from houseway.engine.kernel import Applier, Command, Draft, Event, Handler, Machine, State, Viewer
from houseway.engine.observing import Observation
from houseway.engine.opening import OpenTable, TableOpened, opened
from houseway.engine.refusal import Code
from houseway.engine.roles import PLAYERS, SYSTEM
from houseway.house.seatless import HOUSE_POLICY, machine, observed, open_stream, refused
from houseway.seats import Seat

BYTES = 32
LONGEST = 64
"""How long what a player adds may be."""


class Shoe(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One seed: its commitment, what players added in their order, whether it is in use and for which deck (0: no one deck's).

    ``drawn``: the dice of a player who banks came from it; ``promised``: the players who committed to randomness of their own, with
    the hash of each; ``sealed``: from then on promises are kept, and nothing else is added.
    """

    commitment: str
    added: tuple[tuple[str, str], ...] = ()
    closed: bool = False
    deck: int = 0
    drawn: bool = False
    promised: tuple[tuple[str, str], ...] = ()
    sealed: bool = False

    @property
    def unkept(self) -> list[str]:
        """The players who committed to something and have not revealed it."""
        kept = {player for player, _ in self.added}
        return [player for player, _ in self.promised if player not in kept]


class CommitSeed(Command, frozen=True, kw_only=True, tag="commit_seed"):
    """The hash of a seed, before the round it is for."""

    roles = SYSTEM
    shoe: int
    commitment: str


class AddChance(Command, frozen=True, kw_only=True, tag="add_chance"):
    """A player adds a text of their own to the next shuffle."""

    roles = PLAYERS
    shoe: int
    text: str


class CommitChance(Command, frozen=True, kw_only=True, tag="commit_chance"):
    """A player commits to randomness of their own: its SHA-256, before anybody reveals anything."""

    roles = PLAYERS
    shoe: int
    commitment: str


class SealShoe(Command, frozen=True, kw_only=True, tag="seal_shoe"):
    """Nobody commits any more: those who did reveal what they committed to."""

    roles = SYSTEM
    shoe: int


class RevealChance(Command, frozen=True, kw_only=True, tag="reveal_chance"):
    """A player reveals what they committed to, which goes into the shuffle."""

    roles = PLAYERS
    shoe: int
    text: str


class CloseShoe(Command, frozen=True, kw_only=True, tag="close_shoe"):
    """Cards are shuffled: nothing is added any more. ``deck`` 0: the table keeps no decks of its own, else the number plus one.

    ``place``: the command that the table had come to, before anything was drawn from the seed; below 0 in records of older versions.
    """

    roles = SYSTEM
    shoe: int
    deck: int = 0
    place: int = -1


class NoteDraw(Command, frozen=True, kw_only=True, tag="note_draw"):
    """The dice of a player who banks, shaken by the command ``seq`` of the table, come from a seed."""

    roles = SYSTEM
    shoe: int
    seq: int


class RevealSeed(Command, frozen=True, kw_only=True, tag="reveal_seed"):
    """The seed of a round that is over."""

    roles = SYSTEM
    shoe: int
    seed: str


class AbandonSeed(Command, frozen=True, kw_only=True, tag="abandon_seed"):
    """A seed that nobody can open any more, since the keys of the house were lost: nothing comes from it from now on."""

    roles = SYSTEM
    shoe: int
    reason: str


class SeedCommitted(Event, frozen=True, kw_only=True, tag="seed_committed"):
    shoe: int
    commitment: str


class ChanceAdded(Event, frozen=True, kw_only=True, tag="chance_added"):
    shoe: int
    player: str
    text: str


class ChanceCommitted(Event, frozen=True, kw_only=True, tag="chance_committed"):
    shoe: int
    player: str
    commitment: str


class ShoeSealed(Event, frozen=True, kw_only=True, tag="shoe_sealed"):
    shoe: int


class ChanceRevealed(Event, frozen=True, kw_only=True, tag="chance_revealed"):
    shoe: int
    player: str
    text: str


class ShoeClosed(Event, frozen=True, kw_only=True, tag="shoe_closed"):
    shoe: int
    deck: int
    place: int = -1


class DrawNoted(Event, frozen=True, kw_only=True, tag="draw_noted"):
    shoe: int
    seq: int


class SeedRevealed(Event, frozen=True, kw_only=True, tag="seed_revealed"):
    shoe: int
    seed: str


class SeedAbandoned(Event, frozen=True, kw_only=True, tag="seed_abandoned"):
    shoe: int
    reason: str


class ShufflesState(State, kw_only=True, gc=False):
    """The seeds that are not revealed, by their number; ``last``: the number of the newest."""

    shoes: dict[int, Shoe] = {}
    last: int = 0


@dataclass(frozen=True, slots=True)
class ShuffleRules:
    """Seeds have no rules but those above."""

    digest: str = "shuffles"

    @property
    def submission(self) -> Mapping[str, Any]:
        return {}

    @property
    def machine(self) -> Machine[ShuffleRules, ShufflesState]:
        return SHUFFLES


def commitment_of(seed: bytes) -> str:
    """What is told of a seed beforehand."""
    return sha256(seed).hexdigest()


class Chance:
    """Chance from a seed. The same seed, table, shoe, additions and use give the same numbers in the same order.

    ``use`` counts the commands that chance from this seed went into; each has numbers of its own.
    """

    def __init__(self, seed: bytes, table: str, shoe: int, added: Sequence[tuple[str, str]], use: int) -> None:
        self.shoe, self.use = shoe, use
        self._seed = seed
        self._context = msgspec.msgpack.encode([table, shoe, [list(one) for one in added], use])
        self.draws = 0
        """How many draws have been made: a draw is one shuffle, cut or number."""
        self._block, self._bytes = 0, b""

    def _begin(self) -> None:
        self.draws += 1
        self._block, self._bytes = 0, b""

    def _take(self, size: int) -> int:
        while len(self._bytes) < size:
            place = self.draws.to_bytes(8) + self._block.to_bytes(8)
            self._bytes += hmac(self._seed, self._context + place, "sha256")
            self._block += 1
        taken, self._bytes = self._bytes[:size], self._bytes[size:]
        return int.from_bytes(taken)

    def _below(self, limit: int) -> int:
        """A number below a limit, each equally likely: what would favour the lower ones is drawn again."""
        fair = 2**32 - 2**32 % limit
        while (number := self._take(4)) >= fair:
            pass
        return number % limit

    def order(self, deck: Sequence[Card]) -> tuple[Card, ...]:
        """The cards in the order a shuffle leaves them."""
        self._begin()
        cards = list(deck)
        for place in range(len(cards) - 1, 0, -1):
            other = self._below(place + 1)
            cards[place], cards[other] = cards[other], cards[place]
        return tuple(cards)

    def cut(self, least: int, most: int) -> int:
        """How many cards the cover card goes in under."""
        self._begin()
        return least + self._below(most - least + 1)

    def number(self, most: int) -> int:
        """A number from 1 to the most."""
        self._begin()
        return 1 + self._below(most)

    def dice(self) -> tuple[int, int, int]:
        """Three dice."""
        self._begin()
        return 1 + self._below(6), 1 + self._below(6), 1 + self._below(6)

    def card(self, deck: Sequence[Card]) -> Card | None:
        """The card the table system draws."""
        self._begin()
        return deck[self._below(len(deck))]

    def place(self, places: Sequence[Seat]) -> Seat | None:
        """The position the table system draws."""
        self._begin()
        return places[self._below(len(places))]


class _Draft(Draft[ShuffleRules, ShufflesState], eq=False, gc=False):
    def shoe(self, number: int, *, open: bool) -> Shoe:
        found = self.state.shoes.get(number)
        if found is None:
            raise refused(Code.STEP_IS_DUE, f"no seed is committed for shoe {number}")
        if open and found.closed:
            raise refused(Code.STEP_IS_DUE, f"shoe {number} is in play and nothing is added to it any more")
        return found


def _commit(draft: _Draft, command: CommitSeed) -> None:
    if command.shoe != draft.state.last + 1:
        raise refused(Code.STEP_IS_DUE, f"the next seed is that of shoe {draft.state.last + 1}")
    _check_hash(command.commitment)
    draft.emit(SeedCommitted(clause=HOUSE_POLICY, shoe=command.shoe, commitment=command.commitment))


def _add(draft: _Draft, command: AddChance) -> None:
    shoe = draft.shoe(command.shoe, open=True)
    if not command.text or len(command.text) > LONGEST:
        raise refused(Code.VALUES_ARE_IN_RANGE, f"what a player adds has 1 to {LONGEST} characters")
    if any(player == draft.given.by for player, _ in (*shoe.added, *shoe.promised)):
        raise refused(Code.PERSON_SIGNS_ONCE, f"{draft.given.by} has added to shoe {command.shoe} already")
    _check_unsealed(shoe, command.shoe)
    draft.emit(ChanceAdded(clause=HOUSE_POLICY, shoe=command.shoe, player=draft.given.by, text=command.text))


def _check_unsealed(shoe: Shoe, number: int) -> None:
    if shoe.sealed:
        # Whoever chose now could choose by what others have revealed.
        raise refused(Code.STEP_IS_DUE, f"Players can add to shoe {number} only before anybody reveals anything")


def _commit_chance(draft: _Draft, command: CommitChance) -> None:
    shoe, player = draft.shoe(command.shoe, open=True), draft.given.by
    _check_unsealed(shoe, command.shoe)
    if any(other == player for other, _ in (*shoe.added, *shoe.promised)):
        raise refused(Code.PERSON_SIGNS_ONCE, f"{player} has added to shoe {command.shoe} already")
    _check_hash(command.commitment)
    event = ChanceCommitted(clause=HOUSE_POLICY, shoe=command.shoe, player=player, commitment=command.commitment)
    draft.emit(event)


def _seal(draft: _Draft, command: SealShoe) -> None:
    if draft.shoe(command.shoe, open=True).sealed:
        raise refused(Code.STEP_IS_DUE, f"shoe {command.shoe} is sealed already")
    draft.emit(ShoeSealed(clause=HOUSE_POLICY, shoe=command.shoe))


def _reveal_chance(draft: _Draft, command: RevealChance) -> None:
    shoe, player = draft.shoe(command.shoe, open=True), draft.given.by
    if not shoe.sealed:
        raise refused(Code.STEP_IS_DUE, f"Players can still commit for shoe {command.shoe}: reveal when nobody can")
    promise = dict(shoe.promised).get(player)
    if promise is None or promise != commitment_of(command.text.encode()):
        raise refused(Code.VALUES_ARE_IN_RANGE, f"{player} must reveal what {player} committed to")
    if player not in shoe.unkept:
        raise refused(Code.PERSON_SIGNS_ONCE, f"{player} has revealed it already")
    draft.emit(ChanceRevealed(clause=HOUSE_POLICY, shoe=command.shoe, player=player, text=command.text))


def _check_hash(commitment: str) -> None:
    if len(commitment) != 64 or set(commitment) - set("0123456789abcdef"):
        raise refused(Code.VALUES_ARE_IN_RANGE, "a commitment is a SHA-256 in hexadecimal digits")


def _close(draft: _Draft, command: CloseShoe) -> None:
    draft.shoe(command.shoe, open=True)
    draft.emit(ShoeClosed(clause=HOUSE_POLICY, shoe=command.shoe, deck=command.deck, place=command.place))


def _note_draw(draft: _Draft, command: NoteDraw) -> None:
    if not draft.shoe(command.shoe, open=False).closed:
        raise refused(Code.STEP_IS_DUE, f"shoe {command.shoe} is still added to")
    draft.emit(DrawNoted(clause=HOUSE_POLICY, shoe=command.shoe, seq=command.seq))


def _reveal(draft: _Draft, command: RevealSeed) -> None:
    shoe = draft.shoe(command.shoe, open=False)
    try:
        seed = bytes.fromhex(command.seed)
    except ValueError:
        seed = b""
    if len(seed) != BYTES or commitment_of(seed) != shoe.commitment:
        raise refused(Code.VALUES_ARE_IN_RANGE, "this is not the seed that was committed")
    draft.emit(SeedRevealed(clause=HOUSE_POLICY, shoe=command.shoe, seed=command.seed))


def _abandon(draft: _Draft, command: AbandonSeed) -> None:
    draft.shoe(command.shoe, open=False)
    draft.emit(SeedAbandoned(clause=HOUSE_POLICY, shoe=command.shoe, reason=command.reason))


def _committed(state: ShufflesState, event: SeedCommitted) -> None:
    state.shoes = {**state.shoes, event.shoe: Shoe(commitment=event.commitment)}
    state.last = event.shoe


def _chance_added(state: ShufflesState, event: ChanceAdded | ChanceRevealed) -> None:
    shoe = state.shoes[event.shoe]
    added = replace(shoe, added=(*shoe.added, (event.player, event.text)))
    state.shoes = {**state.shoes, event.shoe: added}


def _chance_committed(state: ShufflesState, event: ChanceCommitted) -> None:
    shoe = state.shoes[event.shoe]
    promised = replace(shoe, promised=(*shoe.promised, (event.player, event.commitment)))
    state.shoes = {**state.shoes, event.shoe: promised}


def _shoe_sealed(state: ShufflesState, event: ShoeSealed) -> None:
    state.shoes = {**state.shoes, event.shoe: replace(state.shoes[event.shoe], sealed=True)}


def _shoe_closed(state: ShufflesState, event: ShoeClosed) -> None:
    state.shoes = {**state.shoes, event.shoe: replace(state.shoes[event.shoe], closed=True, deck=event.deck)}


def _draw_noted(state: ShufflesState, event: DrawNoted) -> None:
    state.shoes = {**state.shoes, event.shoe: replace(state.shoes[event.shoe], drawn=True)}


def _shoe_gone(state: ShufflesState, event: SeedRevealed | SeedAbandoned) -> None:
    state.shoes = {number: shoe for number, shoe in state.shoes.items() if number != event.shoe}


class ShufflesObservation(Observation, frozen=True, kw_only=True):
    """The commitments that are open; a seed is seen only when it has been revealed."""

    shoes: dict[int, Shoe]


def _observe(
    rules: ShuffleRules, state: ShufflesState, viewer: Viewer, events: Sequence[Event], due: tuple[Ask, ...]
) -> ShufflesObservation:
    return ShufflesObservation(**observed("shuffles", state, due, tuple(events)), shoes=state.shoes)


def _redact(rules: ShuffleRules, state: ShufflesState, events: Sequence[Event], viewer: Viewer) -> tuple[Event, ...]:
    return tuple(events)


_HANDLERS: Mapping[type[Command], Handler] = {
    OpenTable: open_stream,
    CommitSeed: _commit,
    AddChance: _add,
    CommitChance: _commit_chance,
    SealShoe: _seal,
    RevealChance: _reveal_chance,
    CloseShoe: _close,
    NoteDraw: _note_draw,
    RevealSeed: _reveal,
    AbandonSeed: _abandon,
}
_APPLIERS: Mapping[type[Event], Applier[ShufflesState]] = {
    TableOpened: opened,
    SeedCommitted: _committed,
    ChanceAdded: _chance_added,
    ChanceCommitted: _chance_committed,
    ShoeSealed: _shoe_sealed,
    ChanceRevealed: _chance_added,
    ShoeClosed: _shoe_closed,
    DrawNoted: _draw_noted,
    SeedRevealed: _shoe_gone,
    SeedAbandoned: _shoe_gone,
}
SHUFFLES: Machine[ShuffleRules, ShufflesState] = machine(
    "table's shuffles", ShufflesState, _Draft, _HANDLERS, _APPLIERS, _observe, _redact
)
