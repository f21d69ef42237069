"""The system at a recorded table: it deals by itself what is not left to people, with chance that can be proven.

Every shuffle has a seed that was committed before it. A command made with chance from it says so by its key, ``shoe 3 use 1``;
whoever has the seed makes the same command again from the state before it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator
from typing import Any

import msgspec

from houseway.driver.house import House
from houseway.engine.asking import Ask, Question
from houseway.engine.banked.commands import DetermineStart
from houseway.engine.cards.state import CardsStage
from houseway.engine.kernel import Command, Envelope, Event, Table, envelope
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.house.shuffles import (
    BYTES,
    AbandonSeed,
    Chance,
    CloseShoe,
    CommitSeed,
    NoteDraw,
    RevealSeed,
    SealShoe,
    Shoe,
    ShufflesState,
    commitment_of,
)
from houseway.store.audit import Round
from houseway.store.record import SHUFFLES, TABLE, Answer, Record, RecordError
from houseway.store.rows import Row, edition_of, envelope_of, event_of

SYSTEM = "table system"
_HIDDEN = (CardsStage.SHUFFLED, CardsStage.READY)
DICE = 2**32
"""Added to the place of a command in which a player shakes the dice, as the number of its use of a seed."""
_SHUFFLES = frozenset({"shuffle_cards", "start_round"})
_DRAWS = _SHUFFLES | {"cut_cards", "reshuffle", "determine_start", "draw_at_random"}
"""The commands with something of chance in them."""


def table_stream(name: str) -> str:
    """The stream of a table."""
    return f"{TABLE}/{name}"


def shuffles_stream(name: str) -> str:
    """The stream of a table's seeds."""
    return f"{SHUFFLES}/{name}"


class TableSystem:
    """Deals at one table. Any process may: what was begun elsewhere goes on from the record."""

    def __init__(self, record: Record, name: str, chance: random.Random | None = None) -> None:
        self.record, self.name = record, name
        self._seeds = chance or random.SystemRandom()
        self.table = record.table(table_stream(name))
        record.open(shuffles_stream(name), SHUFFLES)
        if not self.shuffles.digest:
            record.start(shuffles_stream(name))
        self.house = House(self.table, _NoChance(), clock=self._seconds)
        self._used: dict[int, int] = {}
        self._commit()

    @property
    def shuffles(self) -> ShufflesState:
        """The seeds as they are recorded."""
        state = self.record.live(shuffles_stream(self.name)).state
        assert isinstance(state, ShufflesState)
        return state

    def _seconds(self) -> int:
        now: int = self.table.state.now
        return max(int(self.record.clock.now()), now)

    # Steps.

    def next(self) -> Envelope | Question | None:
        """What comes next: a command of the staff, a question to a player, or nothing."""
        coming = self.next_ask()
        return self.command(coming) if isinstance(coming, Ask) else coming

    def next_ask(self) -> Ask | Question | None:
        """What is asked next, of the staff or of a player; seeds whose time has come are told first."""
        self.reveal()
        return self.house.next_ask()

    def command(self, ask: Ask) -> Envelope:
        """The command of the staff that does what is asked, with chance from a committed seed."""
        chance = None
        while chance is None and _is_drawn(ask):
            chance = self._chance(self._shoe_for(ask))
        self.house.sources = _NoChance() if chance is None else chance
        given = self.house.command(ask)
        key = "" if chance is None else _key(chance.shoe, chance.use)
        return msgspec.structs.replace(given, by=given.by or given.role.value, key=key)

    def do(self, given: Envelope, only_at: int | None = None) -> tuple[Event, ...] | Refusal:
        """Carry out a command, only at a place in the record if one is named."""
        outcome = self.record.send(self.table.stream, given, only_at=only_at)
        self.table.look_again()
        return outcome if isinstance(outcome, Refusal) else outcome.events

    # Seeds.

    def _shoe_for(self, ask: Ask) -> int:
        """The shoe that something comes from: a shuffle takes one for its deck, and what is drawn beside comes from the last in use."""
        shoes = self.shuffles.shoes
        closed = sorted(number for number, shoe in shoes.items() if shoe.closed)
        if ask.command not in _SHUFFLES:
            in_use = next((number for number in reversed(closed) if self._is_used(number)), 0)
            if in_use:
                return in_use
        # The same shuffle is not begun twice: what was taken for this deck and not used, by whomever, comes first.
        waiting = next((number for number in closed if shoes[number].deck == _deck(ask) and not self._uses(number)), 0)
        if waiting:
            return waiting
        number = next((number for number, shoe in shoes.items() if not shoe.closed), 0)
        # Nothing is used of a seed that is still added to.
        place = self.record.live(table_stream(self.name)).seq
        closing = CloseShoe(shoe=number, deck=_deck(ask), place=place)
        if number and not isinstance(self._send(closing), Refusal):
            self._commit()
            return number
        # Another process has taken the last one, and has perhaps not laid the next one ready yet.
        self._commit()
        return self._shoe_for(ask)

    @property
    def promised(self) -> tuple[int, Shoe] | None:
        """The shoe of the next shuffle and its number, if players have committed to something for it."""
        shoes = self.shuffles.shoes.items()
        return next(((number, shoe) for number, shoe in shoes if not shoe.closed and shoe.promised), None)

    def seal(self, number: int) -> None:
        """Let nobody commit any more for a shoe, so that players reveal what they committed to."""
        self._send(SealShoe(shoe=number))

    def shake(self, ask: Ask, seq: int) -> Command:
        """The dice of a player who banks, shaken by the next command of the table, from a committed seed.

        The command is the player's and keeps the player's key, so which seed it is stands beside the seeds.
        """
        chance = None
        while chance is None:
            chance = self._chance(self._shoe_for(ask), DICE + seq)
        self._send(NoteDraw(shoe=chance.shoe, seq=seq))
        return DetermineStart(dice=chance.dice())

    def _chance(self, number: int, use: int = 0) -> Chance | None:
        """The chance from a shoe for a use, the next one unless named; None if somebody else has told its seed meanwhile."""
        seed = self.record.secret(shuffles_stream(self.name), str(number))
        if seed is None:
            # It is taken out with the word that tells it, which may not have been read here yet.
            self.record.catch_up(self.record.live(shuffles_stream(self.name)))
        shoe = self.shuffles.shoes.get(number)
        if shoe is None:
            return None
        if seed is None:
            raise RecordError(f"the seed of shoe {number} at table {self.name} is not there")
        return Chance(seed, self.name, number, shoe.added, use or self._uses(number) + 1)

    def _uses(self, shoe: int) -> int:
        """How many commands with chance from a shoe have been recorded."""
        uses = self._used.get(shoe, 0)
        while self.record.log.key(table_stream(self.name), _key(shoe, uses + 1)) is not None:
            uses += 1
        # Of seeds that have been told nothing is kept.
        self._used = {one: count for one, count in self._used.items() if one in self.shuffles.shoes} | {shoe: uses}
        return uses

    def _is_used(self, shoe: int) -> bool:
        known = self.shuffles.shoes.get(shoe)
        return bool(self._used.get(shoe) or self._uses(shoe) or (known is not None and known.drawn))

    def _commit(self) -> None:
        """A seed lies ready for the next shuffle."""
        if not all(shoe.closed for shoe in self.shuffles.shoes.values()):
            return
        number = self.shuffles.last + 1
        seed = self._seeds.randbytes(BYTES)
        self._send(CommitSeed(shoe=number, commitment=commitment_of(seed)), ((str(number), seed),))

    def reveal(self) -> None:
        """Tell the seeds whose cards nobody will see any more, by the table as it stands now."""
        self.table.look_again()
        used = self._over()
        if used:
            # The table as it was read may be older than the last use of a seed, which others may have made: it is told only if
            # its cards are gone by the table as it stands in the record after that use.
            self.record.catch_up(self.record.live(self.table.stream))
            self.table.look_again()
            for number in used & self._over():
                seed = self.record.secret(shuffles_stream(self.name), str(number))
                if seed is not None:
                    self._send(RevealSeed(shoe=number, seed=seed.hex()), ((str(number), None),))

    def _over(self) -> set[int]:
        """The shoes that have been used and whose cards are out of play, by the table as it has been read."""
        return _out_of_play(self.table.state, self.shuffles, self._is_used)

    def _send(self, command: Command, kept: tuple[tuple[str, bytes | None], ...] = ()) -> Answer | Refusal:
        given = envelope(command, role=Role.TABLE_SYSTEM, by=SYSTEM)
        return self.record.send(shuffles_stream(self.name), given, secrets=kept)


def abandon_seeds(record: Record) -> dict[str, list[int]]:
    """Abandon, on the record, every seed that the keys of the house do not open; the shoes by their table.

    Each table lays another seed ready when it is next dealt at.
    """
    abandoned: dict[str, list[int]] = {}
    for row in record.log.streams(SHUFFLES):
        stream, name = row["id"], row["id"].partition("/")[2]
        state = record.live(stream).state
        assert isinstance(state, ShufflesState)
        for shoe in sorted(state.shoes):
            try:
                record.secret(stream, str(shoe))
            except RecordError:
                command = AbandonSeed(shoe=shoe, reason="the keys that sealed it were lost")
                given = envelope(command, role=Role.TABLE_SYSTEM, by=SYSTEM)
                # The secret goes with the word that says so: nobody can open it.
                if not isinstance(record.send(stream, given, secrets=((str(shoe), None),)), Refusal):
                    abandoned.setdefault(name, []).append(shoe)
    return abandoned


def is_left_to_tell(record: Record, name: str) -> bool:
    """Whether a table has a seed whose cards nobody will see any more and that was not told; read without being kept."""
    head = record.log.stream(shuffles_stream(name))
    if head is None:
        return False
    stream = table_stream(name)
    shuffles = record.at(head["id"], head["seq"])
    row = record.log.stream(stream)
    assert isinstance(shuffles, ShufflesState) and row is not None

    def is_used(shoe: int) -> bool:
        return shuffles.shoes[shoe].drawn or record.log.key(stream, _key(shoe, 1)) is not None

    return bool(_out_of_play(record.at(stream, row["seq"]), shuffles, is_used))


def _out_of_play(state: Any, shuffles: ShufflesState, is_used: Callable[[int], bool]) -> set[int]:
    """The shoes that have been used and whose cards are out of play at a table."""
    in_play = state.round.status not in ("wagering", "between rounds")
    decks = state.equipment.decks
    found = set()
    for number, shoe in list(shuffles.shoes.items()):
        if not shoe.closed or not is_used(number):
            continue
        deck = shoe.deck - 1
        if deck < 0:
            over = not in_play
        else:
            held = deck < len(decks) and (decks[deck].stage in _HIDDEN or deck == state.equipment.in_play)
            # One that was only taken for the deck, by who did not know yet that it is shuffled, has changed none of its cards.
            later = any(
                one > number and other.deck == shoe.deck and is_used(one)
                for one, other in shuffles.shoes.items()
                if other.closed
            )
            over = (not held or later) and not (in_play and deck == state.equipment.in_play)
        if over:
            found.add(number)
    return found


def _key(shoe: int, use: int) -> str:
    return f"shoe {shoe} use {use}"


def takes_new_seed(ask: Ask) -> bool:
    """Return whether what is asked is a shuffle, for which a seed of its own is taken."""
    return ask.command in _SHUFFLES and _is_drawn(ask)


def _is_drawn(ask: Ask) -> bool:
    return ask.command in _DRAWS and not (ask.command == "start_round" and ask.cards is None)


def _deck(ask: Ask) -> int:
    return int(ask.subject) + 1 if ask.command == "shuffle_cards" else 0


class _NoChance:
    """Nothing is drawn but from a seed."""

    def __getattr__(self, name: str) -> Any:
        raise RecordError("chance comes from a committed seed")


UNSEEDED = "no seed was committed for it, though the system deals at this table"


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """One command of chance, made again from its seed; ``says`` is empty if it is the one in the record."""

    seq: int
    command: str
    shoe: int
    use: int
    says: str = ""


class Seeds(msgspec.Struct, frozen=True, kw_only=True):
    """The seeds of a table by the number of their shoe: what was told of each and when, what was added, what was revealed.

    ``places``: the command that the table had come to when nothing more was added, where it is on record; ``draws``: the shoe of the
    dice that players shook, by the place of the table's command.
    """

    committed: dict[int, tuple[str, int]]
    added: dict[int, list[tuple[str, str]]]
    revealed: dict[int, bytes]
    places: dict[int, int]
    draws: dict[int, int]
    abandoned: dict[int, str] = {}

    def fault_of(self, shoe: int, seq: int) -> str:
        """Why the command at a place cannot be made again from a seed; nothing if it can.

        Goes by places in the record: clocks are set back now and then, and differ from one process to another.
        """
        if shoe not in self.committed:
            return "its seed was never committed"
        if shoe in self.abandoned:
            return f"its seed was abandoned: {self.abandoned[shoe]}"
        if shoe not in self.revealed:
            return "its seed is not revealed yet"
        if commitment_of(self.revealed[shoe]) != self.committed[shoe][0]:
            return "the seed is not the one that was committed"
        return "its seed was committed after it" if seq <= self.places.get(shoe, -1) else ""


def seeds_of(record: Record, name: str, shoes: Collection[int] | None = None) -> Seeds:
    """The seeds of a table as far as they are told, or those of some shoes alone, which takes no longer for a long record."""
    found = Seeds(committed={}, added={}, revealed={}, places={}, draws={}, abandoned={})
    for commands, events in _seed_pages(record, shuffles_stream(name), shoes):
        times = {row["seq"]: row["at"] for row in commands}
        for seq, rows in events.items():
            for row in rows:
                event: Any = event_of(row)
                match row["tag"]:
                    case "seed_committed":
                        found.committed[event.shoe] = (event.commitment, times[seq])
                    case "chance_added" | "chance_revealed":
                        added = found.added.setdefault(event.shoe, [])
                        # The spans of two shoes may overlap.
                        if (event.player, event.text) not in added:
                            added.append((event.player, event.text))
                    case "shoe_closed":
                        found.places[event.shoe] = event.place
                    case "draw_noted":
                        found.draws[event.seq] = event.shoe
                    case "seed_abandoned":
                        found.abandoned[event.shoe] = event.reason
                    case "seed_revealed":
                        found.revealed[event.shoe] = bytes.fromhex(event.seed)
    return found


SEED_SPAN = 2_000
"""So many commands after a seed was committed it is looked for what became of it, where only some seeds are asked about."""


def _seed_pages(
    record: Record, stream: str, shoes: Collection[int] | None
) -> Iterator[tuple[list[Row], dict[int, list[Row]]]]:
    """The commands about seeds with their events: all of them, or those from where a shoe was committed to where it was told."""
    if shoes is None:
        yield from record.log.pages(stream)
        return
    for shoe in sorted(set(shoes)):
        # Seeds are numbered in the order in which they are committed.
        begin = record.log.nth_tagged(stream, "seed_committed", shoe) if shoe > 0 else None
        if begin is None:
            continue
        for commands, events in record.log.pages(stream, begin + SEED_SPAN, size=50, after=begin - 1):
            yield commands, events
            rows = [row for of_command in events.values() for row in of_command if row["tag"] == "seed_revealed"]
            told: list[Any] = [event_of(row) for row in rows]
            if any(event.shoe == shoe for event in told):
                break


def prove(
    record: Record, name: str, *, after: int = 0, upto: int | None = None, shoes: Collection[int] | None = None
) -> Iterator[Proof]:
    """Every shuffle, cut and draw of a table after a place whose seed has been revealed, made again from the seed.

    ``shoes``: the only ones whose seeds are read.
    """
    seeds = seeds_of(record, name, shoes)
    stream = table_stream(name)
    head = record.log.stream(stream)
    if head is None:
        raise RecordError(f"the record has no table {name}")
    rules = record.rules_of(head)
    state = record.at(stream, after)
    for commands, events in record.log.pages(stream, upto, after=after):
        for row in commands:
            drawn, given = _drawn(row), envelope_of(row)
            tag = _tag(given.command)
            order: Any = getattr(given.command, "order", ())
            if drawn is None and order and not state.staffed:
                # Where the system deals, cards come in no order but from a seed.
                yield Proof(seq=row["seq"], command=tag, shoe=0, use=0, says=UNSEEDED)
            if drawn is None and tag == "determine_start" and given.role is Role.PLAYER and not state.staffed:
                proof = _prove_dice(seeds, name, row, given.command)
                if proof is not None:
                    yield proof
            if drawn is not None:
                shoe, use = drawn
                says = seeds.fault_of(shoe, row["seq"])
                if not says:
                    chance = Chance(seeds.revealed[shoe], name, shoe, seeds.added.get(shoe, ()), use)
                    if given.command not in _made(Table(rules, state=state), chance, given):
                        says = "the seed leads to something else"
                yield Proof(seq=row["seq"], command=tag, shoe=shoe, use=use, says=says)
            state = rules.machine.replay([event_of(one) for one in events.get(row["seq"], [])], state)


class Contributions(msgspec.Struct, frozen=True, kw_only=True):
    """The players whose own randomness went into the shuffles of a round, and those who committed to some and did not reveal it.

    ``by_hand``: no seed of the system decided the order of the cards.
    """

    kept: tuple[str, ...]
    unkept: tuple[str, ...]
    by_hand: bool = False


def contributions(record: Record, played: Round) -> Contributions:
    """Who made the order of a round's cards unforeseeable for the house: in each of its seeds, who revealed what they committed to."""
    stream = shuffles_stream(played.stream.partition("/")[2])
    rows = [row for row in _draws_of(record, played) if _drawn(row) is not None]
    shoes = {drawn[0] for row in rows if (drawn := _drawn(row)) is not None}
    by_hand = not any(_tag(envelope_of(row).command) in _SHUFFLES for row in rows)
    by_tag: dict[str, set[tuple[int, str]]] = {}
    for _, events in _seed_pages(record, stream, shoes):
        for row in (row for rows in events.values() for row in rows):
            if row["tag"] in ("chance_committed", "chance_revealed"):
                event: Any = event_of(row)
                if event.shoe in shoes:
                    by_tag.setdefault(row["tag"], set()).add((event.shoe, event.player))
    revealed = by_tag.get("chance_revealed", set())
    # A shuffle to which nobody added leaves the round to whoever knew its seed.
    lacking = shoes - {shoe for shoe, _ in revealed}
    kept = () if lacking else tuple(sorted({player for _, player in revealed}))
    unkept = {player for _, player in by_tag.get("chance_committed", set()) - revealed}
    return Contributions(kept=kept, unkept=tuple(sorted(unkept)), by_hand=by_hand)


def _prove_dice(seeds: Seeds, name: str, row: Row, command: Command) -> Proof | None:
    """The dice that a player shook, made again from their seed; None for those of older versions, which came from none."""
    seq: int = row["seq"]
    shoe = seeds.draws.get(seq, 0)
    if not shoe:
        unseeded = Proof(seq=seq, command=_tag(command), shoe=0, use=0, says=UNSEEDED)
        return unseeded if edition_of(row["version"]) >= SEEDED_DICE else None
    says = seeds.fault_of(shoe, seq)
    if not says:
        chance = Chance(seeds.revealed[shoe], name, shoe, seeds.added.get(shoe, ()), DICE + seq)
        says = "" if command == DetermineStart(dice=chance.dice()) else "the seed leads to something else"
    return Proof(seq=seq, command=_tag(command), shoe=shoe, use=0, says=says)


SEEDED_DICE = 3
"""The edition of rulings since which the dice of a player who banks come from a seed."""


def prove_round(record: Record, played: Round) -> list[Proof]:
    """The shuffle of the deck that a round was dealt from and all that was drawn in the round, made again from the seeds."""
    rows = _draws_of(record, played)
    if not rows:
        return []
    seqs = {row["seq"] for row in rows}
    name = played.stream.partition("/")[2]
    shoes = _shoes_of(record, played, rows)
    return [one for one in prove(record, name, after=min(seqs) - 1, upto=played.ends, shoes=shoes) if one.seq in seqs]


def is_revealed(record: Record, played: Round) -> bool:
    """Whether every seed is told that a round rests on."""
    shoes = _shoes_of(record, played, _draws_of(record, played))
    state = record.live(shuffles_stream(played.stream.partition("/")[2])).state if shoes else None
    return isinstance(state, ShufflesState) and shoes.isdisjoint(state.shoes)


def _shoes_of(record: Record, played: Round, rows: list[Row]) -> set[int]:
    """The shoes that commands of chance of a round came from."""
    shoes = {drawn[0] for row in rows if (drawn := _drawn(row)) is not None}
    return shoes | {shoe for seq, shoe in _dice_of(record, played).items() if any(row["seq"] == seq for row in rows)}


def _draws_of(record: Record, played: Round) -> list[Row]:
    """The commands of chance that a round rests on. The shuffle may lie in a round before, where two decks alternate; that of
    another deck is none of them."""
    rows = record.log.commands(played.stream, played.begins - 1, played.ends)
    dice = _dice_of(record, played)
    in_round = [
        row
        for row, given in zip(rows, played.commands, strict=True)
        if (_drawn(row) is not None and _tag(given.command) != "shuffle_cards") or row["seq"] in dice
    ]
    shuffle = _shuffle_of(record, played)
    if shuffle is None:
        return in_round
    return [*record.log.commands(played.stream, shuffle - 1, shuffle), *in_round]


def _dice_of(record: Record, played: Round) -> dict[int, int]:
    """The shoes of the dice that players shook in a round, by the place of the command."""
    if not any(_tag(given.command) == "determine_start" and given.role is Role.PLAYER for given in played.commands):
        return {}
    return dice_between(record, played.stream.partition("/")[2], played.begins, played.ends)


NOTES_AT_ONCE = 100
"""So many commands about seeds are read at a time in looking for the dice of a round."""


def dice_between(record: Record, name: str, begins: int, ends: int) -> dict[int, int]:
    """The shoes of the dice that players shook between two places of a table, by the place of the command.

    Finds where they are noted by halving the record, so that a long one takes hardly longer than a short one.
    """
    stream = shuffles_stream(name)
    head = record.log.stream(stream)
    low, high = 0, 0 if head is None else head["seq"]
    while high - low > NOTES_AT_ONCE:
        middle = (low + high) // 2
        places = [place for place, _ in _places(record, stream, middle)]
        low, high = (middle, high) if places and places[0] < begins else (low, middle)
    dice: dict[int, int] = {}
    # Two processes may have noted what they drew in another order than it was used in.
    after = max(0, low - NOTES_AT_ONCE)
    while head is not None and after < head["seq"]:
        noted = _places(record, stream, after)
        dice |= {place: shoe for place, shoe in noted if shoe and begins <= place <= ends}
        if noted and min(place for place, _ in noted) > ends:
            break
        after += NOTES_AT_ONCE
    return dice


def _places(record: Record, stream: str, after: int) -> list[tuple[int, int]]:
    """The places of a table that the next commands about its seeds name, each with the shoe of dice, or 0 for a shuffle."""
    rows = record.log.events(stream, after, after + NOTES_AT_ONCE)
    noted: list[Any] = [event_of(row) for row in rows if row["tag"] in ("draw_noted", "shoe_closed")]
    places = [(one.seq, one.shoe) if _tag(one) == "draw_noted" else (one.place, 0) for one in noted]
    # Older versions did not say how far the table had come.
    return [(place, shoe) for place, shoe in places if place >= 0]


def _shuffle_of(record: Record, played: Round) -> int | None:
    """Where the deck was shuffled that a round was dealt from; None if its cards came with the round, or by hand."""
    seqs = [played.begins + place for place, count in enumerate(played.led_to) for _ in range(count)]
    dealt = next((step for step, event in enumerate(played.events) if _tag(event) in _DEALS), None)
    if dealt is None:
        return None
    equipment: Any = getattr(played.at(dealt), "equipment", None)
    for first in (played.begins - 1, max(0, played.begins - _LATELY), 0) if equipment.in_play >= 0 else ():
        for row in reversed(record.log.tagged(played.stream, "cards_shuffled", first, seqs[dealt])):
            event: Any = event_of(row)
            if event.deck == equipment.in_play:
                given = record.log.commands(played.stream, row["seq"] - 1, row["seq"])[0]
                return int(row["seq"]) if _drawn(given) is not None else None
    return None


def _drawn(row: Row) -> tuple[int, int] | None:
    """From which shoe, and as which use of it, a command was made."""
    words = row["key"].split()
    if len(words) != 4 or words[0] != "shoe" or row["role"] == "player":
        return None
    return int(words[1]), int(words[3])


_DEALS = ("cards_dealt", "street_dealt")
_LATELY = 400
"""So many commands are looked through first."""


def _tag(one: Event | Command) -> str:
    return str(one.__struct_config__.tag)


def _made(table: Table[Any, Any], chance: Chance, given: Envelope) -> list[Command]:
    """What the seed makes of each thing that was due then, among those who were dealt in."""
    at, tag = given.at, _tag(given.command)
    house = House(table, chance, clock=lambda: table.state.now if at is None else at)
    # Who sat out is no matter of chance, and stands in another stream.
    house.sitting_out = set(getattr(given.command, "absent", ()))
    found = []
    for ask in house.due():
        if ask.command == tag and ask.role is not Role.PLAYER:
            chance.draws = 0
            found.append(house.command(ask).command)
    return found
