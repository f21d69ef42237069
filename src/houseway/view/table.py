"""What lies on a table at a moment, as one viewer sees it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from houseway.cards import Card, rank_of, suit_of
from houseway.chapters.c637a_poker.hand_names import hand_name
from houseway.chapters.c637a_poker.observe import PokerObservation
from houseway.chapters.c637a_poker.rules import PokerRules, Structure
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.observing import Note, Observation, Seen
from houseway.money import Cents, dollars
from houseway.rules.game import BankedGame
from houseway.rules.showdown import Setting, Showdown
from houseway.rules.table_rules import TableRules
from houseway.seats import DEALER, Seat
from houseway.view.names import wager_name
from houseway.view.words import Line

AnyRules = TableRules | PokerRules
BETWEEN_ROUNDS = ("closed", "wagering", "between rounds")
"""Where no round is under way."""


class Mark(StrEnum):
    """What is to be said of a place in a word."""

    BUTTON = "button"
    BANK = "bank"
    LUCKY = "lucky"
    ENVY = "envy"
    AWAY = "away"
    SITS_OUT = "sits out"
    OWES_A_POST = "owes a post"
    FOLDED = "folded"
    SURRENDERED = "surrendered"
    VOID = "void"
    MUCKED = "mucked"
    ALL_IN = "all-in"


_GONE = frozenset({Mark.AWAY, Mark.SITS_OUT, Mark.FOLDED, Mark.SURRENDERED, Mark.VOID, Mark.MUCKED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    """Money by what it is: a wager's name, ``bet``, a meter's name."""

    name: str
    cents: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The dealer's place or a player's. ``cards`` are the high hand where hands are set, and ``low`` the low one.

    ``private``: those of the viewer's cards that nobody else sees where others lie face up; ``chips`` None: not counted;
    ``hand``: its name, where all its cards can be seen; ``own``: it is the viewer's; ``asked``: an answer is awaited.
    """

    seat: Seat
    name: str
    cards: Seen = ()
    low: Seen = ()
    private: frozenset[Card] = frozenset()
    chips: Cents | None = None
    wagers: tuple[Amount, ...] = ()
    hand: str = ""
    marks: tuple[Mark, ...] = ()
    own: bool = False
    asked: bool = False

    @property
    def is_out(self) -> bool:
        """Whether the place has no part in the round, or no more."""
        return not _GONE.isdisjoint(self.marks)


@dataclass(frozen=True, slots=True, kw_only=True)
class PotLine:
    """A pot, or the chips in front of the players: who contends for it, how much it is, and what is said of it."""

    name: str
    seats: tuple[Seat, ...] = ()
    cents: Cents
    says: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """The table. ``stakes``: its limits in few words; ``shared``: cards that are all players', by what they are called;
    ``notes``: what may otherwise be overlooked."""

    game: str
    name: str
    number: int
    phase: str
    stakes: str = ""
    dealer: Place | None = None
    shared: tuple[tuple[str, Seen], ...] = ()
    pots: tuple[PotLine, ...] = ()
    meters: tuple[Amount, ...] = ()
    places: tuple[Place, ...]
    notes: tuple[Line, ...] = ()

    def place(self, seat: Seat) -> Place:
        """The place of a seat."""
        return next(place for place in self.places if place.seat == seat)


def table_view(rules: AnyRules, seen: Observation, own: Collection[Seat] = ()) -> TableView:
    """The table as it is seen; ``own`` are the viewer's seats."""
    if isinstance(rules, TableRules):
        assert isinstance(seen, BankedObservation)
        return _banked(rules.game, seen, own)
    assert isinstance(seen, PokerObservation)
    return _poker(rules, seen, own)


def shown_name(seat: Seat, name: str) -> str:
    """A player's name; who is called by the seat's number has none."""
    return "" if name == str(seat) else name


def notes_told(notes: Sequence[Note]) -> tuple[Line, ...]:
    """Notes as sentences."""
    return tuple([Line(says=_note(note), clause=note.clause) for note in notes])


def _note(note: Note) -> str:
    cents = dollars(note.cents)
    match note.note:
        case "device_is_out_of_order":
            return f"The {note.subject} is out of order."
        case "hand_is_exposed":
            return f"Seat {note.seat} voids the exposed hand or plays it."
        case "wagers_are_abandoned":
            return f"Seat {note.seat} has left; the wagers are abandoned."
        case "post_is_owed":
            dead = f", and {cents} for blinds missed" if note.cents else ""
            return f"Seat {note.seat} owes a post of the largest blind{dead}, or waits for it."
        case "post_is_chosen":
            return f"Seat {note.seat} posts with the next round."
        case "time_charge_is_owed":
            return f"Seat {note.seat} owes {cents} of a time charge."
        case "minimum_is_agreed":
            return f"All players have agreed to a minimum bet of {cents}."
        case "bet_is_not_complete":
            return f"Seat {note.seat} has put {cents} forward and the bet is not complete."
        case "kill_round":
            return "This is a kill round: the limits are raised."
        case "seat_is_left_out" if note.cents:
            return f"Too few chips to be dealt in: seat {note.seat} needs {cents}."
        case "seat_is_left_out":
            return f"Seat {note.seat} is left out: the table has too many players."
        case "seat_is_away":
            return f"Seat {note.seat} is away."
        case "player_must_leave":
            return f"The player at seat {note.seat} is required to leave."
        case "change_decks_is_due":
            return "The decks have been in use long enough: they are changed before the next round."
        case "count_deck_is_due":
            return "The cards of a deck are to be counted."
        case _:
            return f"A {note.note.removesuffix('_is_due').replace('_', ' ')} is due."


# Banked tables.


def _banked(game: BankedGame, seen: BankedObservation, own: Collection[Seat]) -> TableView:
    named = _hands_by_name(game, seen)
    shared = [("Board", seen.community)] if seen.community else []
    shared += [("Magic Card", (seen.magic_card,))] if seen.magic_card is not None else []

    def place(seat: Seat, name: str) -> Place:
        setting, hand = seen.settings.get(seat), seen.hands.get(seat, ())
        if game.arrangement is not None and None not in hand:
            hand = from_the_highest(_known(hand))
        return Place(
            seat=seat,
            name=shown_name(seat, name),
            cards=hand if setting is None else setting.high,
            low=() if setting is None else setting.low,
            chips=seen.chips.get(seat),
            wagers=tuple(
                [Amount(name=wager_name(game, id), cents=cents) for id, cents in seen.wagers.get(seat, {}).items()]
            ),
            hand=named.get(seat, ""),
            marks=tuple(_banked_marks(seen, seat)),
            own=seat in own,
            asked=seat in seen.asked,
        )

    return TableView(
        game=game.id,
        name=game.name,
        number=seen.number,
        phase="" if seen.phase == game.phases[-1].id else (seen.phase or seen.status).replace("_", " "),
        dealer=place(DEALER, "Dealer"),
        shared=tuple(shared),
        meters=tuple([Amount(name=id.replace("_", " "), cents=cents) for id, cents in seen.meters.items()]),
        places=tuple([place(seat, name) for seat, name in sorted(seen.seats.items())]),
        notes=notes_told(seen.notes),
    )


def _banked_marks(seen: BankedObservation, seat: Seat) -> Iterator[Mark]:
    if seat == seen.bank:
        yield Mark.BANK
    if seat == seen.lucky:
        yield Mark.LUCKY
    if any(seat == one for one, _ in seen.lammers):
        yield Mark.ENVY
    if seat in seen.folded:
        yield Mark.FOLDED
    if seat in seen.surrendered:
        yield Mark.SURRENDERED
    if seat in seen.voided:
        yield Mark.VOID


def _hands_by_name(game: BankedGame, seen: BankedObservation) -> Mapping[Seat, str]:
    """The hands by name, where all the cards they are made of can be seen."""
    board = _known(seen.community)
    if game.describe is None or len(board) < len(seen.community):
        return {}
    against = DEALER if seen.bank is None else seen.bank
    known = {
        seat: _known(hand)
        for seat, hand in seen.hands.items()
        if hand and None not in hand and (game.arrangement is None or seat in seen.settings)
    }
    named: dict[Seat, str] = {}
    for seat, hand in known.items():
        # The description is of two hands; one that cannot be seen is stood in for by the seat's own.
        own: Setting | None = seen.settings.get(seat)
        bank_hand, bank_setting = known.get(against, hand), seen.settings.get(against, own)
        named[seat] = game.describe(Showdown(hand, bank_hand, board, player_setting=own, bank_setting=bank_setting))[0]
    return named


def from_the_highest(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Cards that are to be set, the highest first and the joker before the aces."""
    return tuple(sorted(cards, key=lambda card: (rank_of(card), suit_of(card)), reverse=True))


def _known(cards: Seen) -> tuple[Card, ...]:
    return tuple([card for card in cards if card is not None])


# Poker tables.


def _poker(rules: PokerRules, seen: PokerObservation, own: Collection[Seat]) -> TableView:
    community = _known(seen.community) + seen.common
    shared = [("Board", seen.community)] if seen.community else []
    shared += [("Common card", seen.common)] if seen.common else []
    over = seen.status in BETWEEN_ROUNDS

    def place(seat: Seat, name: str) -> Place:
        hand = seen.hands.get(seat, ())
        known, up = _known(hand), seen.up.get(seat, ())
        is_private = seat in own and seat not in seen.shown and bool(seen.up)
        bet = seen.bets.get(seat, Cents(0))
        return Place(
            seat=seat,
            name=shown_name(seat, name),
            cards=hand,
            private=frozenset([card for card in known if card not in up]) if is_private else frozenset(),
            chips=seen.chips[seat],
            wagers=(Amount(name="bet", cents=bet),) if bet else (),
            hand=hand_name(rules.game, known, community) if known and len(known) == len(hand) else "",
            marks=tuple(_poker_marks(seen, seat, over=over)),
            own=seat in own,
            asked=seat in seen.asked[:1],
        )

    phase = f"{seen.phase} · {rules.kill} round" if seen.kill else seen.phase
    return TableView(
        game=rules.game.id,
        name=rules.game.name,
        number=seen.number,
        phase=phase,
        stakes=stakes_text(rules, kill=seen.kill),
        shared=tuple(shared),
        pots=() if over else tuple(_pot_lines(seen)),
        places=tuple([place(seat, name) for seat, name in sorted(seen.seats.items())]),
        notes=notes_told(seen.notes),
    )


def _poker_marks(seen: PokerObservation, seat: Seat, *, over: bool) -> Iterator[Mark]:
    if seat == seen.button:
        yield Mark.BUTTON
    if any(note.note == "seat_is_away" and note.seat == seat for note in seen.notes):
        yield Mark.AWAY
    if seat not in seen.order:
        yield Mark.SITS_OUT
        if any(note.note == "post_is_owed" and note.seat == seat for note in seen.notes):
            yield Mark.OWES_A_POST
    elif seat in seen.folded:
        yield Mark.FOLDED
    elif seat in seen.mucked:
        yield Mark.MUCKED
    elif seat in seen.all_in and not over:
        yield Mark.ALL_IN


def _pot_lines(seen: PokerObservation) -> Iterator[PotLine]:
    """The pots with the bets in front of the players."""
    pots = [pot for pot in seen.pots if pot.cents]
    before, in_front = sum(pot.cents for pot in pots), Cents(sum(seen.bets.values()))
    if len(pots) > 1:
        for number, pot in enumerate(pots):
            name = "Pot" if number == 0 else f"Side pot {number}"
            yield PotLine(name=name, seats=pot.contenders, cents=pot.cents)
        if in_front:
            # To which of the pots they belong is not known until the betting round is over.
            yield PotLine(name="In front", cents=in_front, says=f"{dollars(before + in_front)} in all")
    elif before + in_front:
        says = f"of which {dollars(in_front)} in front" if in_front else ""
        yield PotLine(name="Pot", cents=Cents(before + in_front), says=says)


def stakes_text(rules: PokerRules, *, kill: bool = False) -> str:
    """The limits of a poker table in few words: ``no-limit, blinds $5/$10``."""
    parts = [rules.structure.value]
    if rules.structure is Structure.FIXED_LIMIT:
        small, big = (dollars(rules.times(cents, kill=kill)) for cents in (rules.small_bet, rules.big_bet))
        parts[0] += f" {small}/{big}"
    elif rules.structure is Structure.SPREAD_LIMIT:
        least, most = (dollars(rules.times(cents, kill=kill)) for cents in (rules.minimum_bet, rules.maximum_bet))
        parts[0] += f" {least} to {most}"
    if rules.blinds:
        parts.append(f"blinds {'/'.join(dollars(blind) for blind in rules.blinds)}")
    if rules.ante:
        parts.append(f"ante {dollars(rules.ante)}")
    return ", ".join(parts)
