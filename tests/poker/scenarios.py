"""Where a poker table refuses, and what it records when it rules: one scenario a requirement and a ruling.

A scenario brings a table somewhere and names the command given there. The tests that go by it name code and clause.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from houseway.cards import DECK_52, cards
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker.draft import looking_at
from houseway.chapters.c637a_poker.short_decks import cards_put_back
from houseway.chapters.c637a_poker.state import Status
from houseway.chapters.registry import resolve
from houseway.engine.kernel import Command, Envelope, Table, envelope
from houseway.engine.roles import Role
from houseway.seats import Seat
from tests.kit.card_views import stub_of
from tests.kit.scenarios import Scenario
from tests.kit.table_views import look_at, street_of
from tests.kit.tables import accepted as do
from tests.regulations.c637a.deals import (
    LIMIT,
    NO_LIMIT,
    SPREAD,
    STUD,
    along,
    at_showdown,
    on_street,
    round_over,
    seated,
)

PokerTable = Table[Any, Any]
FLOOR, DEALER = Role.FLOORPERSON, Role.DEALER
TIMED = {**NO_LIMIT, "rake": {"kind": "time", "hourly": 600, "every_minutes": 20}}
KILL = {**LIMIT, "kill": "kill", "qualifying_pot": 100}
POSTS = {**NO_LIMIT, "must_post": "missed-blinds"}
STRADDLED = {**NO_LIMIT, "straddle": True}
RAISED = {**LIMIT, "minimum_increase": 100}
BEAT = {**NO_LIMIT, "bad_beat": {"contribution": 50}}
DECK = tuple(DECK_52)
ORDER = tuple(DECK_52[place * 7 % 52] for place in range(52))


@dataclass(frozen=True, slots=True)
class Ruling:
    """A table, what is said there, and the kind of event that then stands in the record, with its clause."""

    kind: str
    clause: str
    at: Callable[[], PokerTable]
    said: Command | Envelope | Callable[[PokerTable], Envelope]

    @property
    def id(self) -> str:
        given = self.said.command if isinstance(self.said, Envelope) else self.said
        return f"{self.kind} {self.clause} {type(given).__name__}"

    def given(self, at: PokerTable) -> Command | Envelope:
        """The command as it is given at this table."""
        return self.said if isinstance(self.said, Command | Envelope) else self.said(at)


def refusal(code: str, clause: str, at: Callable[[], PokerTable], said: Command | Envelope) -> Scenario:
    given = said.command if isinstance(said, Envelope) else said
    return Scenario(f"{code} {clause} {type(given).__name__}", at, said, clause, code)


def by(seat: int, command: Command, name: str = "") -> Envelope:
    return envelope(command, seat=seat, by=name)


def floor(command: Command) -> Envelope:
    return envelope(command, role=FLOOR)


def act_of(seat: int, word: str, to: int = 0) -> Envelope:
    return by(seat, cmd.Act(word=word, to=to))


def report(cause: str, seat: int = 0, **more: Any) -> Envelope:
    return floor(cmd.ReportIrregularity(cause=cause, seat=seat, **more))


# Tables at a point.


def table(game: str = "holdem", players: int = 3, **terms: Any) -> PokerTable:
    at: PokerTable = Table(resolve(terms or NO_LIMIT, game=game))
    do(at, cmd.OpenTable())
    for seat in range(1, players + 1):
        do(at, by(seat, cmd.TakeSeat(cents=10_000), f"p{seat}"))
    return at


def unopened() -> PokerTable:
    return Table(resolve(NO_LIMIT, game="holdem"))


def started(game: str = "holdem", terms: Any = NO_LIMIT, players: int = 3, **more: Any) -> PokerTable:
    blinds = "blinds" in terms
    return seated(game, players, terms, button=players if blinds else 0, **more)


def betting(street: int = 0, game: str = "holdem", terms: Any = NO_LIMIT, **more: Any) -> PokerTable:
    return along(started(game, terms, **more), on_street(street))


def showdown(terms: Any = NO_LIMIT) -> PokerTable:
    return along(started("holdem", terms), at_showdown)


def drawing(game: str = "draw-high") -> PokerTable:
    return along(started(game), lambda at: look_at(at).status is Status.DRAWING)


def owing_time() -> PokerTable:
    """Seat 2 was away with $1 when $2 were charged, and is back with more."""
    left = (by(2, cmd.RemoveStakes(cents=9_900)), cmd.SecureStakes(seat=2), cmd.AssessTimeCharge())
    return after(table(**TIMED), *left, cmd.ReturnToTable(seat=2, cents=0), by(2, cmd.AddStakes(cents=250)))


def after(at: PokerTable, *said: Command | Envelope) -> PokerTable:
    """The table when these were accepted too."""
    for one in said:
        do(at, one)
    return at


def with_decks(players: int = 3, game: str = "holdem", shuffler: str = "manual", **terms: Any) -> PokerTable:
    """A table with two decks of its own, both ready."""
    at = table(game, players, **{**NO_LIMIT, **terms, "shuffler": shuffler})
    do(at, envelope(cmd.ReceiveDecks(decks=2, preshuffled=True), at=0))
    for deck in (0, 1):
        do(at, envelope(cmd.ShuffleCards(order=ORDER, deck=deck), at=0))
        do(at, cmd.CutCards(depth=10))
    return at


def received() -> PokerTable:
    return after(table(**{**NO_LIMIT, "shuffler": "manual"}), cmd.ReceiveDecks(decks=2))


def won_alone() -> PokerTable:
    """All others have folded at a table with decks of its own."""
    at = after(with_decks(), cmd.StartRound(), cmd.DealStreet())
    return after(at, act_of(look_at(at).actor, "fold"), act_of(1, "fold"))


def choosing() -> PokerTable:
    """The last hole card of stud was turned up."""
    at = along(started("stud-high", STUD), lambda one: street_of(one) == 3 and look_at(one).status is Status.DEALING)
    return after(at, cmd.DealStreet(mishaps=(cmd.Mishap("card_exposed", 1),)))


def short_stud() -> PokerTable:
    """Seven players of stud have left too few cards for seventh street."""
    at = started("stud-high", STUD, players=7)
    return along(at, lambda one: street_of(one) == 3 and look_at(one).status is Status.DEALING)


def reshuffling() -> PokerTable:
    """So many cards were set aside that not even a common card is left."""
    at = short_stud()
    left = len(stub_of(at))
    for _ in range(left - 1):
        do(at, report("card_off_table"))
    return after(at, cmd.DealStreet())


def few_stated() -> PokerTable:
    """A table of three for a round of which only the first cards are stated."""
    at: PokerTable = Table(resolve(NO_LIMIT, game="holdem"))
    return after(
        at, cmd.OpenTable(stated=True), *[by(seat, cmd.TakeSeat(cents=10_000), f"p{seat}") for seat in (1, 2, 3)]
    )


def few_left() -> PokerTable:
    """A deck stated as far as the hole cards and the burn card after them."""
    at = after(few_stated(), cmd.StartRound(order=ORDER[:7], button=3))
    return along(at, lambda one: street_of(one) == 0 and look_at(one).status is Status.DEALING)


def few_left_of_stud() -> PokerTable:
    """A deck stated as far as the last card but one of those that seventh street leaves for a common card."""
    at: PokerTable = Table(resolve(STUD, game="stud-high"))
    after(at, cmd.OpenTable(stated=True), *[by(seat, cmd.TakeSeat(cents=10_000), f"p{seat}") for seat in range(1, 8)])
    after(at, cmd.StartRound(order=ORDER[:46]))
    return along(at, lambda one: street_of(one) == 3 and look_at(one).status is Status.DEALING)


def staffed_drawing() -> PokerTable:
    """A draw at a table where a dealer may speak for the players."""
    at: PokerTable = Table(resolve(NO_LIMIT, game="draw-high"))
    after(at, cmd.OpenTable(staffed=True), *[by(seat, cmd.TakeSeat(cents=10_000), f"p{seat}") for seat in (1, 2, 3)])
    after(at, cmd.StartRound(order=ORDER, button=3))
    return along(at, lambda one: look_at(one).status is Status.DRAWING)


def drawn_badly(cause: str, place: int = 0, seat: int = 0, *, cards: int = 1, role: Role = Role.DEALER) -> Envelope:
    """Seat 1 draws, and a replacement card goes wrong."""
    went_wrong = (cmd.Mishap(cause, place, Seat(seat)),)
    # The order of dealing goes around three seats.
    discards = cmd.Discard(cards=ORDER[: 3 * cards : 3], mishaps=went_wrong)
    return envelope(discards, seat=1, role=role, by="p1" if role is Role.PLAYER else "Dee")


def deserted() -> PokerTable:
    """Everybody left a table with decks of its own, and two others came."""
    at = after(with_decks(2), by(1, cmd.LeaveSeat()), by(2, cmd.LeaveSeat()))
    return after(at, *[by(seat, cmd.TakeSeat(cents=10_000), f"p{seat}") for seat in (3, 4)])


def mishap(cause: str, place: int = 0, seat: int = 0) -> cmd.DealStreet:
    return cmd.DealStreet(mishaps=(cmd.Mishap(cause, place, seat),))


def broken(*, covered: bool = False) -> PokerTable:
    at = with_decks_of_a_device()
    after(at, cmd.ReportDeviceFault(device="shuffler", usable=False))
    return after(at, cmd.CoverDevice(device="shuffler")) if covered else at


def with_decks_of_a_device() -> PokerTable:
    at = after(table(), envelope(cmd.ReceiveDecks(decks=2, preshuffled=True), at=0))
    for deck in (0, 1):
        do(at, envelope(cmd.ShuffleCards(order=ORDER, deck=deck), at=0))
    return after(at, cmd.CutCards(depth=10))


def five_rounds() -> PokerTable:
    at = with_decks(2)
    for number in range(5):
        after(at, cmd.StartRound(), cmd.DealStreet())
        after(at, act_of(look_at(at).actor, "fold"), cmd.CountLosingHands(count=2), cmd.AwardPots())
        after(at, envelope(cmd.ShuffleCards(order=ORDER, deck=number % 2), at=0), cmd.CutCards(depth=10))
    return at


def before_last_fold() -> PokerTable:
    at = after(with_decks(), cmd.StartRound(), cmd.DealStreet())
    return after(at, act_of(look_at(at).actor, "fold"))


def before_reshuffle() -> PokerTable:
    at = short_stud()
    while len(stub_of(at)) > 1:
        do(at, report("card_off_table"))
    return at


def _put_back(at: PokerTable) -> Envelope:
    return envelope(cmd.Reshuffle(order=tuple(cards_put_back(looking_at(at.rules, at.state)))))


def _turned_down(at: PokerTable) -> Envelope:
    return by(look_at(at).actor, cmd.ThrowAwayCards(turned=True))


REFUSALS = (
    # The kernel's own; what no table could take for a command rests on no clause.
    refusal("TABLE_IS_OPEN", "637a.4(a)", unopened, by(1, cmd.TakeSeat(cents=100), "Ann")),
    refusal("COMMAND_IS_OF_THIS_TABLE", "", table, Command()),
    refusal("VALUES_ARE_IN_RANGE", "", table, by(1, cmd.AddStakes(cents=-1))),
    refusal("PERSON_IS_NAMED", "637a.8(b)(2)", table, by(1, cmd.AddStakes(cents=1), " p1")),
    refusal("SEAT_IS_ONES_OWN", "637a.8(a)", table, by(1, cmd.AddStakes(cents=1), "p2")),
    refusal(
        "TIME_RUNS_FORWARD",
        "637a.3(c)",
        lambda: after(table(**TIMED), envelope(cmd.AssessTimeCharge(), at=9)),
        envelope(cmd.StartRound(order=DECK), at=3),
    ),
    # People.
    refusal("STEP_IS_DUE", "637a.4(a)", table, cmd.OpenTable()),
    refusal("PLAYER_IS_SEATED", "637a.8(a)", table, by(9, cmd.AddStakes(cents=1), "Ann")),
    refusal("SEAT_EXISTS", "637a.2(a)", table, by(11, cmd.TakeSeat(cents=1), "Ann")),
    refusal("SEAT_IS_FREE", "637a.8(a)", table, by(1, cmd.TakeSeat(cents=1), "Ann")),
    refusal("SEAT_IS_FREE", "637a.8(a)", table, by(4, cmd.TakeSeat(cents=1), "p1")),
    refusal(
        "PLAYER_IS_SEATED",
        "637a.18(c)",
        lambda: after(table(), cmd.RemovePlayer(seat=1, reason="signals"), by(1, cmd.LeaveSeat())),
        by(1, cmd.TakeSeat(cents=1), "p1"),
    ),
    refusal("ROLE_IS_AUTHORISED", "637a.7(b)", table, envelope(cmd.StartRound(order=DECK), by="p1")),
    refusal(
        "PLAYER_IS_PRESENT",
        "637a.8(b)(6)",
        lambda: after(table(), cmd.SecureStakes(seat=1)),
        by(1, cmd.AddStakes(cents=1)),
    ),
    refusal("STEP_IS_DUE", "637a.8(b)(2)", betting, by(1, cmd.LeaveSeat())),
    # Stakes and charges.
    refusal("STEP_IS_DUE", "637a.8(b)(2)", betting, by(1, cmd.AddStakes(cents=1))),
    refusal("PLAYER_IS_SEATED", "637a.8(b)(2)", table, by(1, cmd.AddStakes(cents=0))),
    refusal(
        "PLAYER_IS_SEATED",
        "637a.18(c)",
        lambda: after(table(), cmd.RemovePlayer(seat=1, reason="signals")),
        by(1, cmd.AddStakes(cents=5)),
    ),
    refusal("STEP_IS_DUE", "637a.8(k)", lambda: betting(terms=RAISED), cmd.AgreeMinimum(cents=150, seats=(1, 2, 3))),
    refusal("PLAYER_IS_SEATED", "637a.8(k)", lambda: table(**RAISED), cmd.AgreeMinimum(cents=150, seats=(1, 2, 3, 4))),
    refusal(
        "PLAYER_IS_PRESENT",
        "637a.8(b)(6)",
        lambda: after(table(**RAISED), cmd.SecureStakes(seat=2)),
        cmd.AgreeMinimum(cents=150, seats=(1, 2, 3)),
    ),
    refusal("AGREEMENT_IS_UNANIMOUS", "637a.8(k)", lambda: table(**RAISED), cmd.AgreeMinimum(cents=150, seats=(1, 2))),
    refusal("AMOUNT_IS_LAWFUL", "637a.8(k)", lambda: table(**LIMIT), cmd.AgreeMinimum(cents=150, seats=(1, 2, 3))),
    refusal("AMOUNT_IS_LAWFUL", "637a.8(k)", lambda: table(**RAISED), cmd.AgreeMinimum(cents=201, seats=(1, 2, 3))),
    refusal(
        "STEP_IS_DUE",
        "637a.8(k)",
        lambda: after(table(**RAISED), cmd.AgreeMinimum(cents=150, seats=(1, 2, 3))),
        cmd.AgreeMinimum(cents=150, seats=(1, 2, 3)),
    ),
    refusal(
        "AMOUNT_IS_LAWFUL",
        "637a.8(k)",
        lambda: table(**RAISED, smallest_chip=50),
        cmd.AgreeMinimum(cents=125, seats=(1, 2, 3)),
    ),
    refusal("STEP_IS_DUE", "637a.8(b)(2)", betting, by(1, cmd.RemoveStakes(cents=1))),
    refusal("WAGER_IS_COVERED", "637a.8(b)(2)", table, by(1, cmd.RemoveStakes(cents=10_001))),
    refusal("WAGER_IS_COVERED", "637a.17(b)(3)(i)", owing_time, by(2, cmd.RemoveStakes(cents=151))),
    refusal("PLAYER_IS_SEATED", "637a.8(b)(6)", table, cmd.SecureStakes(seat=9)),
    refusal(
        "STEP_IS_DUE",
        "637a.8(c)",
        lambda: after(betting(), by(3, cmd.Announce(word="raise"))),
        cmd.SecureStakes(seat=3),
    ),
    refusal("PLAYER_IS_SEATED", "637a.8(b)(6)", table, cmd.ReturnToTable(seat=1)),
    refusal(
        "STAKES_ARE_UNCHANGED",
        "637a.8(b)(6)(i)",
        lambda: after(table(), cmd.SecureStakes(seat=1)),
        cmd.ReturnToTable(seat=1, cents=9_999),
    ),
    refusal("WAGER_IS_OFFERED", "637a.16(b)(1)", table, cmd.SetCollection(fund="bad_beat", collecting=False)),
    refusal(
        "STEP_IS_DUE", "637a.15(c)", lambda: betting(terms=BEAT), cmd.SetCollection(fund="bad_beat", collecting=False)
    ),
    refusal("STEP_IS_DUE", "637a.15(c)", lambda: table(**BEAT), cmd.SetCollection(fund="bad_beat", collecting=True)),
    refusal("WAGER_IS_OFFERED", "637a.17(b)(3)", table, cmd.AssessTimeCharge()),
    refusal("STEP_IS_DUE", "637a.8(b)(2)", lambda: betting(terms=TIMED), cmd.AssessTimeCharge()),
    refusal(
        "STEP_IS_DUE",
        "637a.17(b)(3)(iii)",
        lambda: after(table(**TIMED), cmd.AssessTimeCharge()),
        cmd.AssessTimeCharge(),
    ),
    refusal("PLAYER_IS_SEATED", "637a.17(b)(3)(i)", lambda: table(players=0, **TIMED), cmd.AssessTimeCharge()),
    refusal(
        "WAGER_IS_COVERED",
        "637a.17(b)(3)(i)",
        lambda: after(table(**TIMED), by(1, cmd.RemoveStakes(cents=9_999))),
        cmd.AssessTimeCharge(),
    ),
    refusal("STEP_IS_DUE", "637a.17(b)(3)(v)", lambda: table(**TIMED), cmd.VerifyTimeCharges(cents=1)),
    refusal(
        "PERSON_SIGNS_ONCE",
        "637a.17(b)(3)(v)",
        lambda: after(table(**TIMED), envelope(cmd.AssessTimeCharge(), by="Dee")),
        envelope(cmd.VerifyTimeCharges(cents=600), by="Dee"),
    ),
    # Posts.
    refusal("WAGER_IS_OFFERED", "637a.11(d)", table, cmd.RequirePost(seat=1)),
    refusal("STEP_IS_DUE", "637a.11(d)", lambda: betting(terms=POSTS), cmd.RequirePost(seat=1)),
    refusal("PLAYER_IS_SEATED", "637a.11(d)", lambda: table(**POSTS), cmd.RequirePost(seat=9)),
    refusal(
        "PLAYER_IS_SEATED",
        "637a.18(c)",
        lambda: after(table(**POSTS), cmd.RemovePlayer(seat=1, reason="signals")),
        cmd.RequirePost(seat=1),
    ),
    refusal(
        "STEP_IS_DUE", "637a.11(d)", lambda: after(table(**POSTS), cmd.RequirePost(seat=1)), cmd.RequirePost(seat=1)
    ),
    refusal("WAGER_IS_OFFERED", "637a.11(d)", lambda: table(**POSTS), by(1, cmd.PostBlind())),
    refusal(
        "STEP_IS_DUE",
        "637a.11(d)",
        lambda: after(table(**POSTS), cmd.RequirePost(seat=1), by(1, cmd.PostBlind())),
        by(1, cmd.PostBlind()),
    ),
    # A round starts.
    refusal("STEP_IS_DUE", "637a.7(e)(6)", betting, cmd.StartRound(order=DECK)),
    refusal("PLAYER_IS_SEATED", "637a.8(a)", table, cmd.StartRound(order=DECK, absent=(9,))),
    refusal("PLAYER_IS_SEATED", "637a.8(a)", table, cmd.StartRound(order=DECK, absent=(0,))),
    refusal("STEP_IS_DUE", "637a.5(a)", with_decks, cmd.StartRound(order=DECK)),
    refusal("CARD_APPEARS_ONCE", "637a.3(a)", table, cmd.StartRound(order=(*DECK, DECK[0]))),
    refusal("CARDS_ARE_VALID", "637a.3(a)", table, cmd.StartRound(order=(*DECK, 52))),
    refusal("WAGER_IS_OFFERED", "637a.12(n)", table, cmd.StartRound(order=DECK, kill=True)),
    refusal("STEP_IS_DUE", "637a.1", lambda: table("omaha-hi-lo-8", **KILL), cmd.StartRound(order=DECK, kill=True)),
    refusal(
        "STEP_IS_DUE",
        "637a.18(c)",
        lambda: after(table(), cmd.RemovePlayer(seat=1, reason="signals")),
        cmd.StartRound(order=DECK),
    ),
    refusal("ROUND_IS_WELL_FORMED", "637a.11(c)(1)", table, cmd.StartRound(order=DECK, button=7)),
    refusal(
        "ROUND_IS_WELL_FORMED",
        "637a.11(c)(2)",
        lambda: along(started(), round_over),
        cmd.StartRound(order=DECK, button=3),
    ),
    refusal("PLAYER_IS_SEATED", "637a.7(b)", lambda: table(players=1), cmd.StartRound(order=DECK)),
    refusal("SEAT_EXISTS", "637a.10(b)", lambda: table("stud-high", 10, **STUD), cmd.StartRound(order=DECK)),
    refusal(
        "WAGER_IS_COVERED",
        "637a.8(b)(4)",
        lambda: after(table(), by(1, cmd.RemoveStakes(cents=10_000))),
        cmd.StartRound(order=DECK),
    ),
    refusal(
        "WAGER_IS_COVERED",
        "637a.8(b)(4)",
        lambda: after(table(), by(1, cmd.RemoveStakes(cents=9_999))),
        cmd.StartRound(order=DECK),
    ),
    refusal("WAGER_IS_OFFERED", "637a.11(e)", started, by(3, cmd.Straddle())),
    refusal("STEP_IS_DUE", "637a.11(e)", lambda: betting(terms=STRADDLED), by(3, cmd.Straddle())),
    refusal("SEAT_IS_ASKED", "637a.11(e)", lambda: started(terms=STRADDLED), by(1, cmd.Straddle())),
    refusal("WAGER_IS_COVERED", "637a.11(e)", lambda: started(terms=STRADDLED, stacks={3: 150}), by(3, cmd.Straddle())),
    # Cards are dealt.
    refusal("STEP_IS_DUE", "637a.7(e)", betting, cmd.DealStreet()),
    refusal("STEP_IS_DUE", "637a.7(e)(1)", lambda: after(started(), cmd.SetDeckDown()), cmd.DealStreet()),
    refusal(
        "STEP_IS_DUE", "637a.5(c)", lambda: after(with_decks(), cmd.StartRound(), cmd.RequireRecut()), cmd.DealStreet()
    ),
    refusal("STEP_IS_DUE", "637a.7(e)(1)", started, cmd.HoldDeck(hand="middle")),
    refusal("STEP_IS_DUE", "637a.7(e)(1)", table, cmd.HoldDeck(hand="left")),
    refusal(
        "STEP_IS_DUE", "637a.7(e)(1)", lambda: after(started(), cmd.HoldDeck(hand="left")), cmd.HoldDeck(hand="right")
    ),
    refusal(
        "STEP_IS_DUE", "637a.7(e)(1)", lambda: after(started(), cmd.HoldDeck(hand="left")), cmd.HoldDeck(hand="left")
    ),
    refusal("STEP_IS_DUE", "637a.7(e)(1)", table, cmd.SetDeckDown()),
    refusal("STEP_IS_DUE", "637a.7(e)(1)", started, cmd.SetDeckDown(marker=False)),
    refusal("STEP_IS_DUE", "637a.7(e)(4)(i)", lambda: betting(game="stud-high", terms=STUD), cmd.CountDeck(count=40)),
    refusal("STEP_IS_DUE", "637a.7(e)(4)(i)", betting, cmd.CountDeck(count=46)),
    refusal("DECK_SUFFICES", "637a.11(f)", few_stated, cmd.StartRound(order=cards("Ac Kc 2h Ad"), button=3)),
    refusal("DECK_SUFFICES", "637a.11(h)", few_left, cmd.DealStreet()),
    refusal("DECK_SUFFICES", "637a.10(h)", few_left_of_stud, cmd.DealStreet()),
    refusal("SEAT_IS_ASKED", "637a.13(d)", lambda: betting(game="draw-high"), by(3, cmd.Discard())),
    refusal("SEAT_IS_ASKED", "637a.13(g)", drawing, by(3, cmd.Discard())),
    refusal("HANDS_ARE_OF_THE_CARDS_HELD", "637a.13(g)", drawing, by(1, cmd.Discard(cards=(DECK[51],)))),
    refusal(
        "HANDS_ARE_OF_THE_CARDS_HELD",
        "637a.10(m)",
        lambda: after(started("super-stud-hi-lo-8", STUD), cmd.DealStreet()),
        by(1, cmd.Discard()),
    ),
    refusal("STEP_IS_DUE", "637a.5(a)", betting, cmd.Reshuffle(order=DECK)),
    refusal("DECK_IS_COMPLETE", "637a.10(h)", reshuffling, cmd.Reshuffle(order=DECK)),
    # Bets.
    refusal("SEAT_IS_ASKED", "637a.7(c)", started, act_of(1, "call")),
    refusal("SEAT_IS_ASKED", "637a.11(g)", betting, act_of(1, "call")),
    refusal("DECISION_IS_OFFERED", "637a.11(g)", betting, act_of(3, "check")),
    refusal("DECISION_IS_OFFERED", "637a.11(h)", lambda: betting(1), act_of(1, "call")),
    refusal("AMOUNT_IS_LAWFUL", "637a.11(g)", betting, act_of(3, "call", 250)),
    refusal("DECISION_IS_OFFERED", "637a.11(h)", lambda: betting(1), act_of(1, "pray")),
    refusal("DECISION_IS_OFFERED", "637a.11(h)", lambda: betting(1), act_of(1, "raise", 500)),
    refusal("DECISION_IS_OFFERED", "637a.11(g)", betting, act_of(3, "bet", 500)),
    refusal(
        "DECISION_IS_OFFERED", "637a.8(k)", lambda: betting(terms={**NO_LIMIT, "raise_cap": 0}), act_of(3, "raise", 500)
    ),
    refusal(
        "DECISION_IS_OFFERED",
        "637a.8(j)",
        lambda: after(
            betting(1, terms={**NO_LIMIT, "check_raise": False}),
            act_of(1, "check"),
            act_of(2, "bet", 100),
            act_of(3, "fold"),
        ),
        act_of(1, "raise", 500),
    ),
    refusal("AMOUNT_IS_LAWFUL", "637a.8(k)", betting, act_of(3, "raise", 150)),
    refusal("AMOUNT_IS_LAWFUL", "637a.8(k)", lambda: betting(terms=SPREAD), act_of(3, "raise", 601)),
    refusal(
        "AMOUNT_IS_LAWFUL",
        "637a.8(k)",
        lambda: betting(terms={**NO_LIMIT, "smallest_chip": 50}),
        act_of(3, "raise", 225),
    ),
    refusal("DECISION_IS_OFFERED", "637a.8(c)", betting, by(3, cmd.Announce(word="pray"))),
    refusal("SEAT_IS_ASKED", "637a.8(c)", started, by(3, cmd.Announce(word="call"))),
    refusal("DECISION_IS_OFFERED", "637a.8(c)", lambda: betting(1), by(1, cmd.Announce(word="raise"))),
    refusal(
        "DECISION_IS_OFFERED",
        "637a.8(c)",
        lambda: after(betting(), by(3, cmd.Announce(word="raise"))),
        act_of(3, "call"),
    ),
    refusal(
        "DECISION_IS_OFFERED",
        "637a.8(f)(1)",
        lambda: after(betting(), by(3, cmd.PlaceChips(cents=100, then="more"))),
        act_of(3, "call"),
    ),
    refusal(
        "CHIPS_IN_THE_POT_STAY",
        "637a.8(h)",
        lambda: after(betting(), by(3, cmd.Announce(word="raise")), by(3, cmd.PlaceChips(cents=500, then="more"))),
        act_of(3, "raise", 300),
    ),
    refusal("CHIPS_IN_THE_POT_STAY", "637a.8(h)", betting, by(2, cmd.TakeChipsBack(cents=100))),
    refusal("BET_IS_PLACED_TOWARD_THE_POT", "637a.8(e)", betting, by(3, cmd.PlaceChips(cents=100, manner="shown"))),
    refusal(
        "BET_IS_MADE_AT_ONCE",
        "637a.8(f)",
        lambda: after(betting(), act_of(3, "call")),
        by(3, cmd.PlaceChips(cents=100)),
    ),
    refusal("SEAT_IS_ASKED", "637a.7(e)(2)", betting, by(1, cmd.PlaceChips(cents=100))),
    refusal("WAGER_IS_COVERED", "637a.8(b)(1)", betting, by(3, cmd.PlaceChips(cents=10_001))),
    refusal("DECISION_IS_OFFERED", "637a.8(f)(2)", lambda: betting(1), by(1, cmd.PlaceChips(cents=100, then="raise"))),
    refusal("AMOUNT_IS_LAWFUL", "637a.8(f)(2)", betting, by(3, cmd.PlaceChips(cents=150, then="raise"))),
    refusal("DECISION_IS_OFFERED", "637a.8(f)", betting, by(3, cmd.PlaceChips(cents=100, then="pray"))),
    refusal("SEAT_IS_ASKED", "637a.18(l)(1)", started, by(1, cmd.ThrowAwayCards())),
    refusal("STEP_IS_DUE", "637a.18(l)(1)", choosing, by(2, cmd.ThrowAwayCards())),
    refusal("DECISION_IS_OFFERED", "637a.7(d)", won_alone, by(2, cmd.ThrowAwayCards())),
    refusal(
        "DECISION_IS_OFFERED",
        "637a.18(e)",
        lambda: after(showdown(), by(1, cmd.ShowHand())),
        by(1, cmd.ThrowAwayCards()),
    ),
    refusal(
        "DECISION_IS_OFFERED",
        "637a.18(e)",
        lambda: showdown({**NO_LIMIT, "show_all": True}),
        by(1, cmd.ThrowAwayCards()),
    ),
    refusal("DECISION_IS_OFFERED", "637a.18(l)(1)(ii)", betting, by(3, cmd.ThrowAwayCards(turned=True))),
    # The showdown.
    refusal("SEAT_IS_ASKED", "637a.18(e)", betting, by(1, cmd.ShowHand())),
    refusal("SEAT_IS_ASKED", "637a.18(e)", showdown, by(2, cmd.ShowHand())),
    refusal(
        "DECISION_IS_OFFERED",
        "637a.18(e)",
        lambda: showdown({**NO_LIMIT, "show_all": True}),
        by(1, cmd.ShowHand(muck=True)),
    ),
    refusal(
        "DECISION_IS_OFFERED",
        "637a.18(e)",
        lambda: after(showdown(), by(1, cmd.ShowHand(muck=True)), by(2, cmd.ShowHand(muck=True))),
        by(3, cmd.ShowHand(muck=True)),
    ),
    refusal("STEP_IS_DUE", "637a.7(e)(6)", betting, cmd.AwardPots()),
    refusal("STEP_IS_DUE", "637a.7(e)(6)(i)", won_alone, cmd.AwardPots()),
    refusal("STEP_IS_DUE", "637a.7(e)(6)(i)", betting, cmd.CountLosingHands(count=4)),
    refusal(
        "STEP_IS_DUE",
        "637a.7(e)(6)(i)",
        lambda: after(won_alone(), cmd.CountLosingHands(count=4)),
        cmd.CountLosingHands(count=4),
    ),
    refusal("ROUND_IS_WELL_FORMED", "637a.11(c)(1)", with_decks, cmd.StartRound(button=1)),
    refusal("CARDS_ARE_VALID", "637a.11(c)(1)(ii)", with_decks, cmd.StartRound(button_cards=DECK[:2])),
    refusal(
        "ROUND_IS_WELL_FORMED",
        "637a.11(c)(2)",
        lambda: along(started(), round_over),
        cmd.StartRound(order=ORDER, button_cards=DECK[:3]),
    ),
    refusal("STEP_IS_DUE", "637a.5(d)", deserted, cmd.StartRound()),
    refusal("ROLE_IS_AUTHORISED", "637a.13(g)", staffed_drawing, drawn_badly("card_exposed", role=Role.PLAYER)),
    refusal("IRREGULARITY_CAN_HAPPEN_HERE", "637a.13(g)", staffed_drawing, drawn_badly("card_exposed", cards=0)),
    refusal("IRREGULARITY_CAN_HAPPEN_HERE", "637a.18(s)", staffed_drawing, drawn_badly("card_exposed", 1)),
    refusal("IRREGULARITY_CAN_HAPPEN_HERE", "637a.18(s)", staffed_drawing, drawn_badly("card_exposed", seat=2)),
    # What goes wrong.
    refusal("IRREGULARITY_IS_KNOWN", "637a.18(s)", betting, report("thunder")),
    refusal("IRREGULARITY_CAN_HAPPEN_HERE", "637a.18(i)", table, report("missing_card")),
    refusal("IRREGULARITY_CAN_HAPPEN_HERE", "637a.18(g)(2)", started, report("wrong_starting_position")),
    refusal("IRREGULARITY_CAN_HAPPEN_HERE", "637a.18(g)(4)", betting, report("eligible_player_not_dealt")),
    refusal("IRREGULARITY_CAN_HAPPEN_HERE", "637a.18(k)", started, report("hand_fouled", 1)),
    refusal("IRREGULARITY_CAN_HAPPEN_HERE", "637a.18(k)", betting, report("hand_collected", 9)),
    refusal("IRREGULARITY_CAN_HAPPEN_HERE", "637a.18(k)(4)", betting, report("player_departed", 3, protected=True)),
    refusal("IRREGULARITY_CAN_HAPPEN_HERE", "637a.18(g)(1)", betting, report("shuffle_or_cut_failed", 9)),
    refusal(
        "IRREGULARITY_CAN_HAPPEN_HERE",
        "637a.18(m)",
        lambda: betting(game="stud-high", terms=STUD),
        report("card_exposed", 1),
    ),
    refusal(
        "DECK_SUFFICES", "637a.18(j)", lambda: after(reshuffling(), report("card_off_table")), report("face_up_card")
    ),
    refusal("IRREGULARITY_CAN_HAPPEN_HERE", "637a.11(f)", started, mishap("face_up_card", 40)),
    refusal(
        "IRREGULARITY_CAN_HAPPEN_HERE",
        "637a.18(j)",
        lambda: along(started("draw-high"), lambda at: street_of(at) == 0 and look_at(at).status is Status.DEALING),
        mishap("face_up_card"),
    ),
    refusal("IRREGULARITY_CAN_HAPPEN_HERE", "637a.18(j)", started, mishap("face_up_card", 0, 9)),
    refusal("IRREGULARITY_CAN_HAPPEN_HERE", "637a.18(p)", started, mishap("card_exposed", 0, 2)),
    refusal("IRREGULARITY_CAN_HAPPEN_HERE", "637a.18(h)", started, mishap("dealt_to_ineligible", 0, 11)),
    refusal("IRREGULARITY_CAN_HAPPEN_HERE", "637a.18(h)", started, mishap("dealt_to_ineligible", 0, 2)),
    refusal("IRREGULARITY_CAN_HAPPEN_HERE", "637a.18(k)", started, mishap("hand_fouled")),
    refusal(
        "IRREGULARITY_CAN_HAPPEN_HERE",
        "637a.18(j)",
        started,
        cmd.DealStreet(mishaps=(cmd.Mishap("face_up_card", 1), cmd.Mishap("face_up_card", 1))),
    ),
    refusal("IRREGULARITY_CAN_HAPPEN_HERE", "637a.18(m)", short_stud, mishap("card_exposed", 1)),
    refusal("SEAT_IS_ASKED", "637a.18(m)", betting, by(1, cmd.ChooseAfterExposure(bet_on=True))),
    refusal(
        "RULING_IS_FINAL",
        "637a.18(a)",
        lambda: after(table(), envelope(cmd.RuleOnDispute(dispute="a", ruling="b"), role=Role.SHIFT_SUPERVISOR)),
        cmd.RuleOnDispute(dispute="a", ruling="c"),
    ),
    refusal("RULING_IS_STATED", "637a.18(a)", table, cmd.RuleOnDispute(dispute="", ruling="b")),
    refusal("PLAYER_IS_SEATED", "637a.18(c)", table, cmd.RemovePlayer(seat=9, reason="signals")),
    refusal("RULING_IS_STATED", "637a.18(c)", table, cmd.RemovePlayer(seat=1, reason="")),
    refusal("STEP_IS_DUE", "637a.18(c)", table, cmd.NotifyCompliance(seat=1)),
    # Cards and devices of the table.
    refusal("DECK_IS_COMPLETE", "637a.3(a)", table, cmd.ReceiveDecks(decks=1)),
    refusal("STEP_IS_DUE", "637a.4(a)", received, cmd.SpreadCards()),
    refusal("DECKS_ALTERNATE", "637a.3(a)", with_decks, cmd.ShuffleCards(order=ORDER, deck=2)),
    refusal(
        "CUT_IS_TEN_CARDS_IN", "637a.5(b)(2)", lambda: after(with_decks(), cmd.RequireRecut()), cmd.CutCards(depth=9)
    ),
    refusal("DEVICE_IS_IN_USE", "637a.7(e)(4)(ii)", with_decks, cmd.ReportDeviceCount(count=52)),
    refusal("DEVICE_IS_IN_USE", "637a.18(q)", with_decks, cmd.ReportDeviceFault(device="shuffler")),
    refusal("DEVICE_IS_COVERED", "637a.18(r)", broken, floor(cmd.UseMethod(shuffler="manual"))),
    refusal("DECK_CHANGE_IS_DUE", "637a.3(c)", with_decks, envelope(cmd.StartRound(), at=12 * 3600)),
    refusal("STUB_COUNT_IS_DUE", "637a.7(e)(4)(i)", five_rounds, cmd.StartRound()),
)


def absent_to_act() -> PokerTable:
    return after(betting(), cmd.SecureStakes(seat=3))


def raked() -> PokerTable:
    """A rake is taken after each betting round."""
    terms = {**NO_LIMIT, "rake": {"kind": "percentage", "percent": 10, "cap": 400, "when": "each-betting-round"}}
    return betting(1, terms=terms)


RULINGS = (
    Ruling("irregularity_ruled", "637a.18(g)(1)", started, report("shuffle_or_cut_failed")),
    Ruling("irregularity_ruled", "637a.18(g)(2)", betting, report("wrong_starting_position")),
    Ruling("irregularity_ruled", "637a.18(g)(3)", betting, report("several_face_up_cards")),
    Ruling(
        "irregularity_ruled",
        "637a.18(g)(4)",
        lambda: after(table(players=4), cmd.StartRound(order=ORDER, button=3, absent=(4,)), cmd.DealStreet()),
        report("eligible_player_not_dealt", 4),
    ),
    Ruling("irregularity_ruled", "637a.18(h)", started, mishap("dealt_to_ineligible", 1, 9)),
    Ruling("irregularity_ruled", "637a.18(i)", betting, report("missing_card")),
    Ruling("irregularity_ruled", "637a.18(i)", betting, report("additional_card")),
    Ruling("irregularity_ruled", "637a.18(j)", betting, report("face_up_card")),
    Ruling("irregularity_ruled", "637a.18(k)", betting, report("hand_fouled", 3)),
    Ruling("irregularity_ruled", "637a.18(k)", betting, report("hand_collected", 3)),
    Ruling(
        "irregularity_ruled", "637a.18(k)(1)", lambda: betting(game="stud-high", terms=STUD), report("hand_fouled", 1)
    ),
    Ruling(
        "irregularity_ruled", "637a.18(k)(2)", betting, report("hand_fouled", 3, protected=True, reconstructed=True)
    ),
    Ruling("irregularity_ruled", "637a.18(k)(3)", betting, report("hand_collected", 3, protected=True)),
    Ruling("irregularity_ruled", "637a.18(k)(4)", betting, report("player_departed", 3)),
    Ruling("irregularity_ruled", "637a.8(b)(6)", absent_to_act, report("player_departed", 3)),
    Ruling("irregularity_ruled", "637a.18(m)", lambda: started("stud-high", STUD), mishap("card_exposed", 0)),
    Ruling("irregularity_ruled", "637a.18(n)", lambda: started("five-card-stud", STUD), mishap("card_exposed", 0)),
    Ruling("irregularity_ruled", "637a.18(o)", started, mishap("card_off_table", 2)),
    Ruling("irregularity_ruled", "637a.18(p)", started, mishap("card_exposed", 0)),
    Ruling("irregularity_ruled", "637a.18(q)", with_decks_of_a_device, report("shuffler_fault")),
    Ruling("irregularity_ruled", "637a.18(r)", with_decks_of_a_device, report("shuffler_out_of_order")),
    Ruling("irregularity_ruled", "637a.18(s)", lambda: started("draw-high"), mishap("card_exposed", 0)),
    Ruling("card_set_aside", "637a.18(j)", betting, report("face_up_card")),
    Ruling("card_set_aside", "637a.18(o)", short_stud, mishap("card_off_table", 0)),
    Ruling("card_exposed", "637a.18(p)", started, mishap("card_exposed", 0)),
    Ruling("exposure_chosen", "637a.18(m)(1)", choosing, by(1, cmd.ChooseAfterExposure(bet_on=False))),
    Ruling("exposure_chosen", "637a.18(m)(2)", choosing, by(1, cmd.ChooseAfterExposure(bet_on=True))),
    Ruling("hand_dropped", "637a.18(k)", betting, report("hand_fouled", 3)),
    Ruling("hand_dropped", "637a.18(k)(3)", betting, report("hand_collected", 3, protected=True, contributor=True)),
    Ruling("hand_dropped", "637a.18(c)", betting, cmd.RemovePlayer(seat=1, reason="signals")),
    Ruling("hand_dropped", "637a.18(l)(2)", betting, by(1, cmd.ThrowAwayCards())),
    Ruling("bets_returned", "637a.18(i)", betting, report("missing_card")),
    Ruling("rake_returned", "637a.18(i)", raked, report("missing_card")),
    Ruling("deck_removed", "637a.18(i)", betting, report("missing_card")),
    Ruling("device_failed", "637a.18(q)", with_decks_of_a_device, report("shuffler_fault")),
    Ruling("shuffle_directed", "637a.5(a)", with_decks, cmd.DirectShuffle()),
    Ruling("poker_round_ended", "637a.18(g)(1)", started, report("shuffle_or_cut_failed")),
    Ruling("dispute_ruled", "637a.18(a)", table, cmd.RuleOnDispute(dispute="a", ruling="b")),
    Ruling("player_removed", "637a.18(c)", table, cmd.RemovePlayer(seat=1, reason="signals")),
    Ruling(
        "compliance_notified",
        "637a.18(c)",
        lambda: after(table(), cmd.RemovePlayer(seat=1, reason="signals")),
        cmd.NotifyCompliance(seat=1),
    ),
    Ruling("announced", "637a.8(c)", betting, by(1, cmd.Announce(word="fold"))),
    Ruling("chips_placed", "637a.8(e)(1)", betting, by(3, cmd.PlaceChips(cents=100))),
    Ruling("chips_placed", "637a.8(e)(2)", betting, by(3, cmd.PlaceChips(cents=100, manner="toward the pot"))),
    Ruling("chips_placed", "637a.8(f)(1)", betting, by(3, cmd.PlaceChips(cents=100, then="more"))),
    Ruling("chips_placed", "637a.8(f)(2)", betting, by(3, cmd.PlaceChips(cents=100, then="raise"))),
    Ruling(
        "chips_placed",
        "637a.18(l)",
        lambda: after(betting(), by(3, cmd.PlaceChips(cents=150, then="more"))),
        by(3, cmd.Announce(word="call")),
    ),
    Ruling(
        "chips_placed",
        "637a.18(l)(2)",
        lambda: after(betting(), by(3, cmd.Announce(word="raise"))),
        by(3, cmd.ThrowAwayCards()),
    ),
    Ruling("currency_exchanged", "637a.8(b)(3)", betting, by(3, cmd.PlaceChips(cents=100, manner="currency"))),
    Ruling("bet_corrected", "637a.8(d)", betting, by(3, cmd.Announce(word="call", placed=50))),
    Ruling("bet_corrected", "637a.8(e)", betting, by(3, cmd.PlaceChips(cents=50))),
    Ruling(
        "bet_corrected",
        "637a.8(g)",
        lambda: after(betting(), by(3, cmd.Announce(word="raise"))),
        by(3, cmd.PlaceChips(cents=150)),
    ),
    Ruling("bet_corrected", "637a.8(i)", betting, by(3, cmd.PlaceChips(cents=500, single=True))),
    Ruling("folded_by_gesture", "637a.18(l)(1)(i)", betting, by(3, cmd.ThrowAwayCards())),
    Ruling("folded_by_gesture", "637a.18(l)(1)(ii)", lambda: betting(game="stud-high", terms=STUD), _turned_down),
    Ruling("acted", "637a.11(g)", betting, by(3, cmd.ThrowAwayCards())),
    Ruling("acted", "637a.11(g)", absent_to_act, report("player_departed", 3)),
    Ruling("uncalled_bet_returned", "637a.17(d)", lambda: after(betting(), act_of(3, "fold")), act_of(1, "fold")),
    Ruling("last_player_left", "637a.7(d)", before_last_fold, act_of(1, "fold")),
    Ruling("losing_hands_counted", "637a.7(e)(6)(i)", won_alone, cmd.CountLosingHands(count=4)),
    Ruling("stub_counted", "637a.7(e)(4)(i)", showdown, cmd.CountDeck(count=52 - 6 - 8)),
    Ruling("hand_shown", "637a.18(e)", showdown, by(1, cmd.ShowHand())),
    Ruling("hand_mucked", "637a.18(e)", showdown, by(1, cmd.ShowHand(muck=True))),
    Ruling("minimum_agreed", "637a.8(k)", lambda: table(**RAISED), cmd.AgreeMinimum(cents=150, seats=(1, 2, 3))),
    Ruling("stakes_secured", "637a.8(b)(6)(i)", table, cmd.SecureStakes(seat=1)),
    Ruling("stakes_secured", "637a.8(b)(6)(ii)", table, cmd.SecureStakes(seat=1, covered=True)),
    Ruling(
        "player_returned",
        "637a.8(b)(6)(i)",
        lambda: after(table(), cmd.SecureStakes(seat=1)),
        cmd.ReturnToTable(seat=1, cents=10_000),
    ),
    Ruling("stakes_removed", "637a.8(b)(2)", table, by(1, cmd.RemoveStakes(cents=5))),
    Ruling("collection_set", "637a.15(c)", lambda: table(**BEAT), cmd.SetCollection(fund="bad_beat", collecting=False)),
    Ruling("button_drawn", "637a.11(c)(1)(ii)", with_decks, cmd.StartRound(button_cards=DECK[:3])),
    Ruling("post_owed", "637a.11(d)", lambda: table(**POSTS), cmd.RequirePost(seat=1)),
    Ruling("post_chosen", "637a.11(d)", lambda: after(table(**POSTS), cmd.RequirePost(seat=1)), by(1, cmd.PostBlind())),
    Ruling("reshuffle_awaited", "637a.10(h)", before_reshuffle, cmd.DealStreet()),
    Ruling("reshuffled", "637a.10(h)", reshuffling, _put_back),
    Ruling("deck_held", "637a.7(e)(1)", started, cmd.HoldDeck(hand="left")),
    Ruling("deck_set_down", "637a.7(e)(1)", started, cmd.SetDeckDown()),
    Ruling("time_charge_assessed", "637a.17(b)(3)(iv)", lambda: table(**TIMED), cmd.AssessTimeCharge()),
    Ruling("time_charge_paid", "637a.17(b)(3)(iv)", owing_time, by(2, cmd.LeaveSeat())),
    Ruling(
        "time_charges_verified",
        "637a.17(b)(3)(v)",
        lambda: after(table(**TIMED), cmd.AssessTimeCharge()),
        cmd.VerifyTimeCharges(cents=600),
    ),
    Ruling(
        "rake_dropped",
        "637a.17(b)(3)(v)",
        lambda: after(table(**TIMED), cmd.AssessTimeCharge()),
        cmd.VerifyTimeCharges(cents=600),
    ),
)
