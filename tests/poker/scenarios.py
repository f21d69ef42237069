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
from tests.regulations.c637a.deals import (
    LIMIT,
    NO_LIMIT,
    SPREAD,
    STUD,
    along,
    at_showdown,
    do,
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
class Scenario:
    """A table, what is asked of it, and the code or the kind of event with its clause."""

    names: str
    clause: str
    at: Callable[[], PokerTable]
    said: Command | Envelope | Callable[[PokerTable], Envelope]

    @property
    def id(self) -> str:
        given = self.said.command if isinstance(self.said, Envelope) else self.said
        return f"{self.names} {self.clause} {type(given).__name__}"

    def given(self, at: PokerTable) -> Command | Envelope:
        """The command as it is given at this table."""
        return self.said if isinstance(self.said, Command | Envelope) else self.said(at)


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
    return along(started(game), lambda at: at.state.status is Status.DRAWING)


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
    return after(at, act_of(at.state.round.actor, "fold"), act_of(1, "fold"))


def choosing() -> PokerTable:
    """The last hole card of stud was turned up."""
    at = along(
        started("stud-high", STUD), lambda one: one.state.round.street == 3 and one.state.status is Status.DEALING
    )
    return after(at, cmd.DealStreet(mishaps=(cmd.Mishap("card_exposed", 1),)))


def short_stud() -> PokerTable:
    """Seven players of stud have left too few cards for seventh street."""
    at = started("stud-high", STUD, players=7)
    return along(at, lambda one: one.state.round.street == 3 and one.state.status is Status.DEALING)


def reshuffling() -> PokerTable:
    """So many cards were set aside that not even a common card is left."""
    at = short_stud()
    left = len(at.state.round.deck) - at.state.round.next_card
    for _ in range(left - 1):
        do(at, report("card_off_table"))
    return after(at, cmd.DealStreet())


def few_left() -> PokerTable:
    """A deck of which only the first cards are stated."""
    at: PokerTable = Table(resolve(NO_LIMIT, game="holdem"))
    after(at, cmd.OpenTable(stated=True), *[by(seat, cmd.TakeSeat(cents=10_000), f"p{seat}") for seat in (1, 2, 3)])
    return after(at, cmd.StartRound(order=cards("Ac Kc 2h Ad"), button=3))


def few_left_of_stud() -> PokerTable:
    """A deck stated as far as the last card but one of those that seventh street leaves for a common card."""
    at: PokerTable = Table(resolve(STUD, game="stud-high"))
    after(at, cmd.OpenTable(stated=True), *[by(seat, cmd.TakeSeat(cents=10_000), f"p{seat}") for seat in range(1, 8)])
    after(at, cmd.StartRound(order=ORDER[:46]))
    return along(at, lambda one: one.state.round.street == 3 and one.state.status is Status.DEALING)


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
        after(at, act_of(at.state.round.actor, "fold"), cmd.CountLosingHands(count=2), cmd.AwardPots())
        after(at, envelope(cmd.ShuffleCards(order=ORDER, deck=number % 2), at=0), cmd.CutCards(depth=10))
    return at


def before_last_fold() -> PokerTable:
    at = after(with_decks(), cmd.StartRound(), cmd.DealStreet())
    return after(at, act_of(at.state.round.actor, "fold"))


def before_reshuffle() -> PokerTable:
    at = short_stud()
    while len(at.state.round.deck) - at.state.round.next_card > 1:
        do(at, report("card_off_table"))
    return at


def _put_back(at: PokerTable) -> Envelope:
    return envelope(cmd.Reshuffle(order=tuple(cards_put_back(looking_at(at.rules, at.state)))))


def _turned_down(at: PokerTable) -> Envelope:
    return by(at.state.round.actor, cmd.ThrowAwayCards(turned=True))


REFUSALS = (
    # The kernel's own; what no table could take for a command rests on no clause.
    Scenario("TABLE_IS_OPEN", "637a.4(a)", unopened, by(1, cmd.TakeSeat(cents=100), "Ann")),
    Scenario("COMMAND_IS_OF_THIS_TABLE", "", table, Command()),
    Scenario("VALUES_ARE_IN_RANGE", "", table, by(1, cmd.AddStakes(cents=-1))),
    Scenario("PERSON_IS_NAMED", "637a.8(b)(2)", table, by(1, cmd.AddStakes(cents=1), " p1")),
    Scenario("SEAT_IS_ONES_OWN", "637a.8(a)", table, by(1, cmd.AddStakes(cents=1), "p2")),
    Scenario(
        "TIME_RUNS_FORWARD",
        "637a.3(c)",
        lambda: after(table(**TIMED), envelope(cmd.AssessTimeCharge(), at=9)),
        envelope(cmd.StartRound(order=DECK), at=3),
    ),
    # People.
    Scenario("STEP_IS_DUE", "637a.4(a)", table, cmd.OpenTable()),
    Scenario("PLAYER_IS_SEATED", "637a.8(a)", table, by(9, cmd.AddStakes(cents=1), "Ann")),
    Scenario("SEAT_EXISTS", "637a.2(a)", table, by(11, cmd.TakeSeat(cents=1), "Ann")),
    Scenario("SEAT_IS_FREE", "637a.8(a)", table, by(1, cmd.TakeSeat(cents=1), "Ann")),
    Scenario("SEAT_IS_FREE", "637a.8(a)", table, by(4, cmd.TakeSeat(cents=1), "p1")),
    Scenario(
        "PLAYER_IS_SEATED",
        "637a.18(c)",
        lambda: after(table(), cmd.RemovePlayer(seat=1, reason="signals"), by(1, cmd.LeaveSeat())),
        by(1, cmd.TakeSeat(cents=1), "p1"),
    ),
    Scenario("ROLE_IS_AUTHORISED", "637a.7(b)", table, envelope(cmd.StartRound(order=DECK), by="p1")),
    Scenario(
        "PLAYER_IS_PRESENT",
        "637a.8(b)(6)",
        lambda: after(table(), cmd.SecureStakes(seat=1)),
        by(1, cmd.AddStakes(cents=1)),
    ),
    Scenario("STEP_IS_DUE", "637a.8(b)(2)", betting, by(1, cmd.LeaveSeat())),
    # Stakes and charges.
    Scenario("STEP_IS_DUE", "637a.8(b)(2)", betting, by(1, cmd.AddStakes(cents=1))),
    Scenario("PLAYER_IS_SEATED", "637a.8(b)(2)", table, by(1, cmd.AddStakes(cents=0))),
    Scenario(
        "PLAYER_IS_SEATED",
        "637a.18(c)",
        lambda: after(table(), cmd.RemovePlayer(seat=1, reason="signals")),
        by(1, cmd.AddStakes(cents=5)),
    ),
    Scenario("STEP_IS_DUE", "637a.8(k)", lambda: betting(terms=RAISED), cmd.AgreeMinimum(cents=150, seats=(1, 2, 3))),
    Scenario("PLAYER_IS_SEATED", "637a.8(k)", lambda: table(**RAISED), cmd.AgreeMinimum(cents=150, seats=(1, 2, 3, 4))),
    Scenario(
        "PLAYER_IS_PRESENT",
        "637a.8(b)(6)",
        lambda: after(table(**RAISED), cmd.SecureStakes(seat=2)),
        cmd.AgreeMinimum(cents=150, seats=(1, 2, 3)),
    ),
    Scenario("AGREEMENT_IS_UNANIMOUS", "637a.8(k)", lambda: table(**RAISED), cmd.AgreeMinimum(cents=150, seats=(1, 2))),
    Scenario("AMOUNT_IS_LAWFUL", "637a.8(k)", lambda: table(**LIMIT), cmd.AgreeMinimum(cents=150, seats=(1, 2, 3))),
    Scenario("AMOUNT_IS_LAWFUL", "637a.8(k)", lambda: table(**RAISED), cmd.AgreeMinimum(cents=201, seats=(1, 2, 3))),
    Scenario(
        "STEP_IS_DUE",
        "637a.8(k)",
        lambda: after(table(**RAISED), cmd.AgreeMinimum(cents=150, seats=(1, 2, 3))),
        cmd.AgreeMinimum(cents=150, seats=(1, 2, 3)),
    ),
    Scenario(
        "AMOUNT_IS_LAWFUL",
        "637a.8(k)",
        lambda: table(**RAISED, smallest_chip=50),
        cmd.AgreeMinimum(cents=125, seats=(1, 2, 3)),
    ),
    Scenario("STEP_IS_DUE", "637a.8(b)(2)", betting, by(1, cmd.RemoveStakes(cents=1))),
    Scenario("WAGER_IS_COVERED", "637a.8(b)(2)", table, by(1, cmd.RemoveStakes(cents=10_001))),
    Scenario("PLAYER_IS_SEATED", "637a.8(b)(6)", table, cmd.SecureStakes(seat=9)),
    Scenario(
        "STEP_IS_DUE",
        "637a.8(c)",
        lambda: after(betting(), by(3, cmd.Announce(word="raise"))),
        cmd.SecureStakes(seat=3),
    ),
    Scenario("PLAYER_IS_SEATED", "637a.8(b)(6)", table, cmd.ReturnToTable(seat=1)),
    Scenario(
        "STAKES_ARE_UNCHANGED",
        "637a.8(b)(6)(i)",
        lambda: after(table(), cmd.SecureStakes(seat=1)),
        cmd.ReturnToTable(seat=1, cents=9_999),
    ),
    Scenario("WAGER_IS_OFFERED", "637a.16(b)(1)", table, cmd.SetCollection(fund="bad_beat", collecting=False)),
    Scenario(
        "STEP_IS_DUE", "637a.15(c)", lambda: betting(terms=BEAT), cmd.SetCollection(fund="bad_beat", collecting=False)
    ),
    Scenario("STEP_IS_DUE", "637a.15(c)", lambda: table(**BEAT), cmd.SetCollection(fund="bad_beat", collecting=True)),
    Scenario("WAGER_IS_OFFERED", "637a.17(b)(3)", table, cmd.AssessTimeCharge()),
    Scenario("STEP_IS_DUE", "637a.8(b)(2)", lambda: betting(terms=TIMED), cmd.AssessTimeCharge()),
    Scenario(
        "STEP_IS_DUE",
        "637a.17(b)(3)(iii)",
        lambda: after(table(**TIMED), cmd.AssessTimeCharge()),
        cmd.AssessTimeCharge(),
    ),
    Scenario("PLAYER_IS_SEATED", "637a.17(b)(3)(i)", lambda: table(players=0, **TIMED), cmd.AssessTimeCharge()),
    Scenario(
        "WAGER_IS_COVERED",
        "637a.17(b)(3)(i)",
        lambda: after(table(**TIMED), by(1, cmd.RemoveStakes(cents=9_999))),
        cmd.AssessTimeCharge(),
    ),
    Scenario("STEP_IS_DUE", "637a.17(b)(3)(v)", lambda: table(**TIMED), cmd.VerifyTimeCharges(cents=1)),
    Scenario(
        "PERSON_SIGNS_ONCE",
        "637a.17(b)(3)(v)",
        lambda: after(table(**TIMED), envelope(cmd.AssessTimeCharge(), by="Dee")),
        envelope(cmd.VerifyTimeCharges(cents=600), by="Dee"),
    ),
    Scenario(
        "CHIPS_ARE_COUNTED",
        "637a.17(b)(3)(v)",
        lambda: after(table(**TIMED), cmd.AssessTimeCharge()),
        cmd.VerifyTimeCharges(cents=599),
    ),
    # Posts.
    Scenario("WAGER_IS_OFFERED", "637a.11(d)", table, cmd.RequirePost(seat=1)),
    Scenario("STEP_IS_DUE", "637a.11(d)", lambda: betting(terms=POSTS), cmd.RequirePost(seat=1)),
    Scenario("PLAYER_IS_SEATED", "637a.11(d)", lambda: table(**POSTS), cmd.RequirePost(seat=9)),
    Scenario(
        "PLAYER_IS_SEATED",
        "637a.18(c)",
        lambda: after(table(**POSTS), cmd.RemovePlayer(seat=1, reason="signals")),
        cmd.RequirePost(seat=1),
    ),
    Scenario(
        "STEP_IS_DUE", "637a.11(d)", lambda: after(table(**POSTS), cmd.RequirePost(seat=1)), cmd.RequirePost(seat=1)
    ),
    Scenario("WAGER_IS_OFFERED", "637a.11(d)", lambda: table(**POSTS), by(1, cmd.PostBlind())),
    Scenario(
        "STEP_IS_DUE",
        "637a.11(d)",
        lambda: after(table(**POSTS), cmd.RequirePost(seat=1), by(1, cmd.PostBlind())),
        by(1, cmd.PostBlind()),
    ),
    # A round starts.
    Scenario("STEP_IS_DUE", "637a.7(e)(6)", betting, cmd.StartRound(order=DECK)),
    Scenario("PLAYER_IS_SEATED", "637a.8(a)", table, cmd.StartRound(order=DECK, absent=(9,))),
    Scenario("STEP_IS_DUE", "637a.5(a)", with_decks, cmd.StartRound(order=DECK)),
    Scenario("CARD_APPEARS_ONCE", "637a.3(a)", table, cmd.StartRound(order=(*DECK, DECK[0]))),
    Scenario("CARDS_ARE_VALID", "637a.3(a)", table, cmd.StartRound(order=(*DECK, 52))),
    Scenario("WAGER_IS_OFFERED", "637a.12(n)", table, cmd.StartRound(order=DECK, kill=True)),
    Scenario("STEP_IS_DUE", "637a.1", lambda: table("omaha-hi-lo-8", **KILL), cmd.StartRound(order=DECK, kill=True)),
    Scenario(
        "STEP_IS_DUE",
        "637a.18(c)",
        lambda: after(table(), cmd.RemovePlayer(seat=1, reason="signals")),
        cmd.StartRound(order=DECK),
    ),
    Scenario("ROUND_IS_WELL_FORMED", "637a.11(c)(1)", table, cmd.StartRound(order=DECK, button=7)),
    Scenario(
        "ROUND_IS_WELL_FORMED",
        "637a.11(c)(2)",
        lambda: along(started(), round_over),
        cmd.StartRound(order=DECK, button=3),
    ),
    Scenario("PLAYER_IS_SEATED", "637a.7(b)", lambda: table(players=1), cmd.StartRound(order=DECK)),
    Scenario("SEAT_EXISTS", "637a.10(b)", lambda: table("stud-high", 10, **STUD), cmd.StartRound(order=DECK)),
    Scenario(
        "WAGER_IS_COVERED",
        "637a.8(b)(4)",
        lambda: after(table(), by(1, cmd.RemoveStakes(cents=10_000))),
        cmd.StartRound(order=DECK),
    ),
    Scenario(
        "WAGER_IS_COVERED",
        "637a.8(b)(4)",
        lambda: after(table(), by(1, cmd.RemoveStakes(cents=9_999))),
        cmd.StartRound(order=DECK),
    ),
    Scenario("WAGER_IS_OFFERED", "637a.11(e)", started, by(3, cmd.Straddle())),
    Scenario("STEP_IS_DUE", "637a.11(e)", lambda: betting(terms=STRADDLED), by(3, cmd.Straddle())),
    Scenario("SEAT_IS_ASKED", "637a.11(e)", lambda: started(terms=STRADDLED), by(1, cmd.Straddle())),
    Scenario(
        "WAGER_IS_COVERED", "637a.11(e)", lambda: started(terms=STRADDLED, stacks={3: 150}), by(3, cmd.Straddle())
    ),
    # Cards are dealt.
    Scenario("STEP_IS_DUE", "637a.7(e)", betting, cmd.DealStreet()),
    Scenario("STEP_IS_DUE", "637a.7(e)(1)", lambda: after(started(), cmd.SetDeckDown()), cmd.DealStreet()),
    Scenario(
        "STEP_IS_DUE", "637a.5(c)", lambda: after(with_decks(), cmd.StartRound(), cmd.RequireRecut()), cmd.DealStreet()
    ),
    Scenario("STEP_IS_DUE", "637a.7(e)(1)", started, cmd.HoldDeck(hand="middle")),
    Scenario("STEP_IS_DUE", "637a.7(e)(1)", table, cmd.HoldDeck(hand="left")),
    Scenario(
        "STEP_IS_DUE", "637a.7(e)(1)", lambda: after(started(), cmd.HoldDeck(hand="left")), cmd.HoldDeck(hand="right")
    ),
    Scenario(
        "STEP_IS_DUE", "637a.7(e)(1)", lambda: after(started(), cmd.HoldDeck(hand="left")), cmd.HoldDeck(hand="left")
    ),
    Scenario("STEP_IS_DUE", "637a.7(e)(1)", table, cmd.SetDeckDown()),
    Scenario("STEP_IS_DUE", "637a.7(e)(1)", started, cmd.SetDeckDown(marker=False)),
    Scenario("STEP_IS_DUE", "637a.7(e)(4)(i)", lambda: betting(game="stud-high", terms=STUD), cmd.CountDeck(count=40)),
    Scenario("STEP_IS_DUE", "637a.7(e)(4)(i)", betting, cmd.CountDeck(count=46)),
    Scenario("DECK_SUFFICES", "637a.11(f)", few_left, cmd.DealStreet()),
    Scenario("DECK_SUFFICES", "637a.10(h)", few_left_of_stud, cmd.DealStreet()),
    Scenario("SEAT_IS_ASKED", "637a.13(d)", lambda: betting(game="draw-high"), by(3, cmd.Discard())),
    Scenario("SEAT_IS_ASKED", "637a.13(g)", drawing, by(3, cmd.Discard())),
    Scenario("HANDS_ARE_OF_THE_CARDS_HELD", "637a.13(g)", drawing, by(1, cmd.Discard(cards=(DECK[51],)))),
    Scenario(
        "HANDS_ARE_OF_THE_CARDS_HELD",
        "637a.10(m)",
        lambda: after(started("super-stud-hi-lo-8", STUD), cmd.DealStreet()),
        by(1, cmd.Discard()),
    ),
    Scenario("STEP_IS_DUE", "637a.5(a)", betting, cmd.Reshuffle(order=DECK)),
    Scenario("DECK_IS_COMPLETE", "637a.10(h)", reshuffling, cmd.Reshuffle(order=DECK)),
    # Bets.
    Scenario("SEAT_IS_ASKED", "637a.7(c)", started, act_of(1, "call")),
    Scenario("SEAT_IS_ASKED", "637a.11(g)", betting, act_of(1, "call")),
    Scenario("DECISION_IS_OFFERED", "637a.11(g)", betting, act_of(3, "check")),
    Scenario("DECISION_IS_OFFERED", "637a.11(h)", lambda: betting(1), act_of(1, "call")),
    Scenario("DECISION_IS_OFFERED", "637a.11(h)", lambda: betting(1), act_of(1, "pray")),
    Scenario("DECISION_IS_OFFERED", "637a.11(h)", lambda: betting(1), act_of(1, "raise", 500)),
    Scenario("DECISION_IS_OFFERED", "637a.11(g)", betting, act_of(3, "bet", 500)),
    Scenario(
        "DECISION_IS_OFFERED", "637a.8(k)", lambda: betting(terms={**NO_LIMIT, "raise_cap": 0}), act_of(3, "raise", 500)
    ),
    Scenario(
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
    Scenario("AMOUNT_IS_LAWFUL", "637a.8(k)", betting, act_of(3, "raise", 150)),
    Scenario("AMOUNT_IS_LAWFUL", "637a.8(k)", lambda: betting(terms=SPREAD), act_of(3, "raise", 601)),
    Scenario(
        "AMOUNT_IS_LAWFUL",
        "637a.8(k)",
        lambda: betting(terms={**NO_LIMIT, "smallest_chip": 50}),
        act_of(3, "raise", 225),
    ),
    Scenario("DECISION_IS_OFFERED", "637a.8(c)", betting, by(3, cmd.Announce(word="pray"))),
    Scenario("SEAT_IS_ASKED", "637a.8(c)", started, by(3, cmd.Announce(word="call"))),
    Scenario("DECISION_IS_OFFERED", "637a.8(c)", lambda: betting(1), by(1, cmd.Announce(word="raise"))),
    Scenario(
        "DECISION_IS_OFFERED",
        "637a.8(c)",
        lambda: after(betting(), by(3, cmd.Announce(word="raise"))),
        act_of(3, "call"),
    ),
    Scenario(
        "DECISION_IS_OFFERED",
        "637a.8(f)(1)",
        lambda: after(betting(), by(3, cmd.PlaceChips(cents=100, then="more"))),
        act_of(3, "call"),
    ),
    Scenario(
        "CHIPS_IN_THE_POT_STAY",
        "637a.8(h)",
        lambda: after(betting(), by(3, cmd.Announce(word="raise")), by(3, cmd.PlaceChips(cents=500, then="more"))),
        act_of(3, "raise", 300),
    ),
    Scenario("CHIPS_IN_THE_POT_STAY", "637a.8(h)", betting, by(2, cmd.TakeChipsBack(cents=100))),
    Scenario("BET_IS_PLACED_TOWARD_THE_POT", "637a.8(e)", betting, by(3, cmd.PlaceChips(cents=100, manner="shown"))),
    Scenario(
        "BET_IS_MADE_AT_ONCE",
        "637a.8(f)",
        lambda: after(betting(), act_of(3, "call")),
        by(3, cmd.PlaceChips(cents=100)),
    ),
    Scenario("SEAT_IS_ASKED", "637a.7(e)(2)", betting, by(1, cmd.PlaceChips(cents=100))),
    Scenario("WAGER_IS_COVERED", "637a.8(b)(1)", betting, by(3, cmd.PlaceChips(cents=10_001))),
    Scenario("DECISION_IS_OFFERED", "637a.8(f)(2)", lambda: betting(1), by(1, cmd.PlaceChips(cents=100, then="raise"))),
    Scenario("AMOUNT_IS_LAWFUL", "637a.8(f)(2)", betting, by(3, cmd.PlaceChips(cents=150, then="raise"))),
    Scenario("DECISION_IS_OFFERED", "637a.8(f)", betting, by(3, cmd.PlaceChips(cents=100, then="pray"))),
    Scenario("SEAT_IS_ASKED", "637a.18(l)(1)", started, by(1, cmd.ThrowAwayCards())),
    Scenario("STEP_IS_DUE", "637a.18(l)(1)", choosing, by(2, cmd.ThrowAwayCards())),
    Scenario("DECISION_IS_OFFERED", "637a.7(d)", won_alone, by(2, cmd.ThrowAwayCards())),
    Scenario(
        "DECISION_IS_OFFERED",
        "637a.18(e)",
        lambda: after(showdown(), by(1, cmd.ShowHand())),
        by(1, cmd.ThrowAwayCards()),
    ),
    Scenario(
        "DECISION_IS_OFFERED",
        "637a.18(e)",
        lambda: showdown({**NO_LIMIT, "show_all": True}),
        by(1, cmd.ThrowAwayCards()),
    ),
    Scenario("DECISION_IS_OFFERED", "637a.18(l)(1)(ii)", betting, by(3, cmd.ThrowAwayCards(turned=True))),
    # The showdown.
    Scenario("SEAT_IS_ASKED", "637a.18(e)", betting, by(1, cmd.ShowHand())),
    Scenario("SEAT_IS_ASKED", "637a.18(e)", showdown, by(2, cmd.ShowHand())),
    Scenario(
        "DECISION_IS_OFFERED",
        "637a.18(e)",
        lambda: showdown({**NO_LIMIT, "show_all": True}),
        by(1, cmd.ShowHand(muck=True)),
    ),
    Scenario(
        "DECISION_IS_OFFERED",
        "637a.18(e)",
        lambda: after(showdown(), by(1, cmd.ShowHand(muck=True)), by(2, cmd.ShowHand(muck=True))),
        by(3, cmd.ShowHand(muck=True)),
    ),
    Scenario("STEP_IS_DUE", "637a.7(e)(6)", betting, cmd.AwardPots()),
    Scenario("STEP_IS_DUE", "637a.7(e)(6)(i)", won_alone, cmd.AwardPots()),
    Scenario("STEP_IS_DUE", "637a.7(e)(6)(i)", betting, cmd.CountLosingHands(count=4)),
    Scenario(
        "STEP_IS_DUE",
        "637a.7(e)(6)(i)",
        lambda: after(won_alone(), cmd.CountLosingHands(count=4)),
        cmd.CountLosingHands(count=4),
    ),
    # What goes wrong.
    Scenario("IRREGULARITY_IS_KNOWN", "637a.18(s)", betting, report("thunder")),
    Scenario("IRREGULARITY_CAN_HAPPEN_HERE", "637a.18(i)", table, report("missing_card")),
    Scenario("IRREGULARITY_CAN_HAPPEN_HERE", "637a.18(g)(2)", started, report("wrong_starting_position")),
    Scenario("IRREGULARITY_CAN_HAPPEN_HERE", "637a.18(g)(4)", betting, report("eligible_player_not_dealt", 1)),
    Scenario("IRREGULARITY_CAN_HAPPEN_HERE", "637a.18(k)", started, report("hand_fouled", 1)),
    Scenario("IRREGULARITY_CAN_HAPPEN_HERE", "637a.18(k)", betting, report("hand_collected", 9)),
    Scenario("IRREGULARITY_CAN_HAPPEN_HERE", "637a.18(k)(4)", betting, report("player_departed", 3, protected=True)),
    Scenario("IRREGULARITY_CAN_HAPPEN_HERE", "637a.18(g)(1)", betting, report("shuffle_or_cut_failed", 9)),
    Scenario(
        "IRREGULARITY_CAN_HAPPEN_HERE",
        "637a.18(m)",
        lambda: betting(game="stud-high", terms=STUD),
        report("card_exposed", 1),
    ),
    Scenario(
        "DECK_SUFFICES", "637a.18(j)", lambda: after(reshuffling(), report("card_off_table")), report("face_up_card")
    ),
    Scenario("IRREGULARITY_CAN_HAPPEN_HERE", "637a.11(f)", started, mishap("face_up_card", 40)),
    Scenario(
        "IRREGULARITY_CAN_HAPPEN_HERE",
        "637a.18(s)",
        lambda: along(
            started("draw-high"), lambda at: at.state.round.street == 0 and at.state.status is Status.DEALING
        ),
        mishap("face_up_card"),
    ),
    Scenario("IRREGULARITY_CAN_HAPPEN_HERE", "637a.18(p)", started, mishap("card_exposed", 0, 2)),
    Scenario("IRREGULARITY_CAN_HAPPEN_HERE", "637a.18(h)", started, mishap("dealt_to_ineligible", 0, 11)),
    Scenario("IRREGULARITY_CAN_HAPPEN_HERE", "637a.18(h)", started, mishap("dealt_to_ineligible", 0, 2)),
    Scenario("IRREGULARITY_CAN_HAPPEN_HERE", "637a.18(k)", started, mishap("hand_fouled")),
    Scenario(
        "IRREGULARITY_CAN_HAPPEN_HERE",
        "637a.18(j)",
        started,
        cmd.DealStreet(mishaps=(cmd.Mishap("face_up_card", 1), cmd.Mishap("face_up_card", 1))),
    ),
    Scenario("IRREGULARITY_CAN_HAPPEN_HERE", "637a.18(m)", short_stud, mishap("card_exposed", 1)),
    Scenario("SEAT_IS_ASKED", "637a.18(m)", betting, by(1, cmd.ChooseAfterExposure(bet_on=True))),
    Scenario(
        "RULING_IS_FINAL",
        "637a.18(a)",
        lambda: after(table(), envelope(cmd.RuleOnDispute(dispute="a", ruling="b"), role=Role.SHIFT_SUPERVISOR)),
        cmd.RuleOnDispute(dispute="a", ruling="c"),
    ),
    Scenario("PLAYER_IS_SEATED", "637a.18(c)", table, cmd.RemovePlayer(seat=9, reason="signals")),
    Scenario("STEP_IS_DUE", "637a.18(c)", table, cmd.NotifyCompliance(seat=1)),
    # Cards and devices of the table.
    Scenario("DECK_IS_COMPLETE", "637a.3(a)", table, cmd.ReceiveDecks(decks=1)),
    Scenario("STEP_IS_DUE", "637a.4(a)", received, cmd.SpreadCards()),
    Scenario("DECKS_ALTERNATE", "637a.3(a)", with_decks, cmd.ShuffleCards(order=ORDER, deck=2)),
    Scenario(
        "CUT_IS_TEN_CARDS_IN", "637a.5(b)(2)", lambda: after(with_decks(), cmd.RequireRecut()), cmd.CutCards(depth=9)
    ),
    Scenario("DEVICE_IS_IN_USE", "637a.7(e)(4)(ii)", with_decks, cmd.ReportDeviceCount(count=52)),
    Scenario("DEVICE_IS_IN_USE", "637a.18(q)", with_decks, cmd.ReportDeviceFault(device="shuffler")),
    Scenario("DEVICE_IS_COVERED", "637a.18(r)", broken, floor(cmd.UseMethod(shuffler="manual"))),
    Scenario("DECK_CHANGE_IS_DUE", "637a.3(c)", with_decks, envelope(cmd.StartRound(), at=12 * 3600)),
    Scenario("STUB_COUNT_IS_DUE", "637a.7(e)(4)(i)", five_rounds, cmd.StartRound()),
)


def absent_to_act() -> PokerTable:
    return after(betting(), cmd.SecureStakes(seat=3))


def raked() -> PokerTable:
    """A rake is taken after each betting round."""
    terms = {**NO_LIMIT, "rake": {"kind": "percentage", "percent": 10, "cap": 400, "when": "each-betting-round"}}
    return betting(1, terms=terms)


RULINGS = (
    Scenario("irregularity_ruled", "637a.18(g)(1)", started, report("shuffle_or_cut_failed")),
    Scenario("irregularity_ruled", "637a.18(g)(2)", betting, report("wrong_starting_position")),
    Scenario("irregularity_ruled", "637a.18(g)(3)", betting, report("several_face_up_cards")),
    Scenario(
        "irregularity_ruled",
        "637a.18(g)(4)",
        lambda: after(table(players=4), cmd.StartRound(order=ORDER, button=3, absent=(4,)), cmd.DealStreet()),
        report("eligible_player_not_dealt", 4),
    ),
    Scenario("irregularity_ruled", "637a.18(h)", started, mishap("dealt_to_ineligible", 1, 9)),
    Scenario("irregularity_ruled", "637a.18(i)", betting, report("missing_card")),
    Scenario("irregularity_ruled", "637a.18(i)", betting, report("additional_card")),
    Scenario("irregularity_ruled", "637a.18(j)", betting, report("face_up_card")),
    Scenario("irregularity_ruled", "637a.18(k)", betting, report("hand_fouled", 3)),
    Scenario("irregularity_ruled", "637a.18(k)", betting, report("hand_collected", 3)),
    Scenario(
        "irregularity_ruled", "637a.18(k)(1)", lambda: betting(game="stud-high", terms=STUD), report("hand_fouled", 1)
    ),
    Scenario(
        "irregularity_ruled", "637a.18(k)(2)", betting, report("hand_fouled", 3, protected=True, reconstructed=True)
    ),
    Scenario("irregularity_ruled", "637a.18(k)(3)", betting, report("hand_collected", 3, protected=True)),
    Scenario("irregularity_ruled", "637a.18(k)(4)", betting, report("player_departed", 3)),
    Scenario("irregularity_ruled", "637a.8(b)(6)", absent_to_act, report("player_departed", 3)),
    Scenario("irregularity_ruled", "637a.18(m)", lambda: started("stud-high", STUD), mishap("card_exposed", 0)),
    Scenario("irregularity_ruled", "637a.18(n)", lambda: started("five-card-stud", STUD), mishap("card_exposed", 0)),
    Scenario("irregularity_ruled", "637a.18(o)", started, mishap("card_off_table", 2)),
    Scenario("irregularity_ruled", "637a.18(p)", started, mishap("card_exposed", 0)),
    Scenario("irregularity_ruled", "637a.18(q)", with_decks_of_a_device, report("shuffler_fault")),
    Scenario("irregularity_ruled", "637a.18(r)", with_decks_of_a_device, report("shuffler_out_of_order")),
    Scenario("irregularity_ruled", "637a.18(s)", lambda: started("draw-high"), mishap("card_exposed", 0)),
    Scenario("card_set_aside", "637a.18(j)", betting, report("face_up_card")),
    Scenario("card_set_aside", "637a.18(o)", short_stud, mishap("card_off_table", 0)),
    Scenario("card_exposed", "637a.18(p)", started, mishap("card_exposed", 0)),
    Scenario("exposure_chosen", "637a.18(m)(1)", choosing, by(1, cmd.ChooseAfterExposure(bet_on=False))),
    Scenario("exposure_chosen", "637a.18(m)(2)", choosing, by(1, cmd.ChooseAfterExposure(bet_on=True))),
    Scenario("hand_dropped", "637a.18(k)", betting, report("hand_fouled", 3)),
    Scenario("hand_dropped", "637a.18(k)(3)", betting, report("hand_collected", 3, protected=True, contributor=True)),
    Scenario("hand_dropped", "637a.18(c)", betting, cmd.RemovePlayer(seat=1, reason="signals")),
    Scenario("hand_dropped", "637a.18(l)(2)", betting, by(1, cmd.ThrowAwayCards())),
    Scenario("bets_returned", "637a.18(i)", betting, report("missing_card")),
    Scenario("rake_returned", "637a.18(i)", raked, report("missing_card")),
    Scenario("deck_removed", "637a.18(i)", betting, report("missing_card")),
    Scenario("device_failed", "637a.18(q)", with_decks_of_a_device, report("shuffler_fault")),
    Scenario("shuffle_directed", "637a.5(a)", with_decks, cmd.DirectShuffle()),
    Scenario("poker_round_ended", "637a.18(g)(1)", started, report("shuffle_or_cut_failed")),
    Scenario("dispute_ruled", "637a.18(a)", table, cmd.RuleOnDispute(dispute="a", ruling="b")),
    Scenario("player_removed", "637a.18(c)", table, cmd.RemovePlayer(seat=1, reason="signals")),
    Scenario(
        "compliance_notified",
        "637a.18(c)",
        lambda: after(table(), cmd.RemovePlayer(seat=1, reason="signals")),
        cmd.NotifyCompliance(seat=1),
    ),
    Scenario("announced", "637a.8(c)", betting, by(1, cmd.Announce(word="fold"))),
    Scenario("chips_placed", "637a.8(e)(1)", betting, by(3, cmd.PlaceChips(cents=100))),
    Scenario("chips_placed", "637a.8(e)(2)", betting, by(3, cmd.PlaceChips(cents=100, manner="toward the pot"))),
    Scenario("chips_placed", "637a.8(f)(1)", betting, by(3, cmd.PlaceChips(cents=100, then="more"))),
    Scenario("chips_placed", "637a.8(f)(2)", betting, by(3, cmd.PlaceChips(cents=100, then="raise"))),
    Scenario(
        "chips_placed",
        "637a.18(l)",
        lambda: after(betting(), by(3, cmd.PlaceChips(cents=150, then="more"))),
        by(3, cmd.Announce(word="call")),
    ),
    Scenario(
        "chips_placed",
        "637a.18(l)(2)",
        lambda: after(betting(), by(3, cmd.Announce(word="raise"))),
        by(3, cmd.ThrowAwayCards()),
    ),
    Scenario("currency_exchanged", "637a.8(b)(3)", betting, by(3, cmd.PlaceChips(cents=100, manner="currency"))),
    Scenario("bet_corrected", "637a.8(d)", betting, by(3, cmd.Announce(word="call", placed=50))),
    Scenario("bet_corrected", "637a.8(e)", betting, by(3, cmd.PlaceChips(cents=50))),
    Scenario(
        "bet_corrected",
        "637a.8(g)",
        lambda: after(betting(), by(3, cmd.Announce(word="raise"))),
        by(3, cmd.PlaceChips(cents=150)),
    ),
    Scenario("bet_corrected", "637a.8(i)", betting, by(3, cmd.PlaceChips(cents=500, single=True))),
    Scenario("folded_by_gesture", "637a.18(l)(1)(i)", betting, by(3, cmd.ThrowAwayCards())),
    Scenario("folded_by_gesture", "637a.18(l)(1)(ii)", lambda: betting(game="stud-high", terms=STUD), _turned_down),
    Scenario("acted", "637a.11(g)", betting, by(3, cmd.ThrowAwayCards())),
    Scenario("acted", "637a.11(g)", absent_to_act, report("player_departed", 3)),
    Scenario("uncalled_bet_returned", "637a.17(d)", lambda: after(betting(), act_of(3, "fold")), act_of(1, "fold")),
    Scenario("last_player_left", "637a.7(d)", before_last_fold, act_of(1, "fold")),
    Scenario("losing_hands_counted", "637a.7(e)(6)(i)", won_alone, cmd.CountLosingHands(count=4)),
    Scenario("stub_counted", "637a.7(e)(4)(i)", showdown, cmd.CountDeck(count=52 - 6 - 8)),
    Scenario("hand_shown", "637a.18(e)", showdown, by(1, cmd.ShowHand())),
    Scenario("hand_mucked", "637a.18(e)", showdown, by(1, cmd.ShowHand(muck=True))),
    Scenario("minimum_agreed", "637a.8(k)", lambda: table(**RAISED), cmd.AgreeMinimum(cents=150, seats=(1, 2, 3))),
    Scenario("stakes_secured", "637a.8(b)(6)(i)", table, cmd.SecureStakes(seat=1)),
    Scenario("stakes_secured", "637a.8(b)(6)(ii)", table, cmd.SecureStakes(seat=1, covered=True)),
    Scenario(
        "player_returned",
        "637a.8(b)(6)(i)",
        lambda: after(table(), cmd.SecureStakes(seat=1)),
        cmd.ReturnToTable(seat=1, cents=10_000),
    ),
    Scenario("stakes_removed", "637a.8(b)(2)", table, by(1, cmd.RemoveStakes(cents=5))),
    Scenario(
        "collection_set", "637a.15(c)", lambda: table(**BEAT), cmd.SetCollection(fund="bad_beat", collecting=False)
    ),
    Scenario("post_owed", "637a.11(d)", lambda: table(**POSTS), cmd.RequirePost(seat=1)),
    Scenario(
        "post_chosen", "637a.11(d)", lambda: after(table(**POSTS), cmd.RequirePost(seat=1)), by(1, cmd.PostBlind())
    ),
    Scenario("reshuffle_awaited", "637a.10(h)", before_reshuffle, cmd.DealStreet()),
    Scenario("reshuffled", "637a.10(h)", reshuffling, _put_back),
    Scenario("deck_held", "637a.7(e)(1)", started, cmd.HoldDeck(hand="left")),
    Scenario("deck_set_down", "637a.7(e)(1)", started, cmd.SetDeckDown()),
    Scenario("time_charge_assessed", "637a.17(b)(3)(iv)", lambda: table(**TIMED), cmd.AssessTimeCharge()),
    Scenario(
        "time_charges_verified",
        "637a.17(b)(3)(v)",
        lambda: after(table(**TIMED), cmd.AssessTimeCharge()),
        cmd.VerifyTimeCharges(cents=600),
    ),
    Scenario(
        "rake_dropped",
        "637a.17(b)(3)(v)",
        lambda: after(table(**TIMED), cmd.AssessTimeCharge()),
        cmd.VerifyTimeCharges(cents=600),
    ),
)
