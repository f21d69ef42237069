"""Every refusal of the machines without seats, with its code: accounts, what a house offers, reports, attendance, shuffles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from houseway.clause import ClauseId
from houseway.engine.kernel import Command, Envelope, Table, Viewer, envelope
from houseway.engine.opening import OpenTable, TakeSeat
from houseway.engine.roles import Role
from houseway.house import accounts, attendance, cage, offered, reports, seatless, shuffles, streams
from houseway.house.accounts import (
    AddAccount,
    ChangeAccount,
    CloseTable,
    CommitKey,
    DeclareDemo,
    HouseRules,
    ListTable,
    Policy,
    PostRoles,
    RemoveSecondFactor,
    ReopenTable,
    SetPassword,
    SetSecondFactor,
    SignOut,
    TableClosed,
    UseSecondFactor,
)
from houseway.house.attendance import (
    AttendanceRules,
    CallFloor,
    NoteAway,
    NoteHere,
    NoteLeft,
    ReleaseCall,
    SitIn,
    SitOut,
)
from houseway.house.cage import LARGEST, CageRules, Deposit, MoveChips, Movement, PostCage, Withdraw
from houseway.house.offered import FileSubmission, OpenJackpots
from houseway.house.reports import LONGEST as MOST
from houseway.house.reports import AnswerReport, Differing, ReportRound, card_in
from houseway.house.shuffles import (
    LONGEST,
    AddChance,
    CloseShoe,
    CommitChance,
    CommitSeed,
    NoteDraw,
    RevealChance,
    RevealSeed,
    SealShoe,
    ShuffleRules,
    commitment_of,
)
from houseway.house.streams import CommitSigner, EnterStream, Head, NoteHeads, SetCommandsAside, StreamsRules
from houseway.money import Cents
from houseway.seats import Seat
from tests.kit.scenarios import Scenario, cases, check, refusals_in, refusals_reached

T = Table[Any, Any]
SEED = bytes(range(32))
ADMIN, PLAYER, SYSTEM = Role.ADMINISTRATOR, Role.PLAYER, Role.TABLE_SYSTEM
CASHIER = Role.CASHIER


def at(rules: Any, *said: Command | Envelope) -> T:
    table: T = Table(rules)
    for one in (OpenTable(), *said):
        table.do(one)
    return table


def by(person: str, command: Command, role: Role = PLAYER) -> Envelope:
    return envelope(command, by=person, role=role)


def adds(person: str, *held: Role, **more: str) -> Envelope:
    return by("Root", AddAccount(person=person, held=held or (PLAYER,), **more), ADMIN)


def lists(name: str) -> Envelope:
    return by("Root", ListTable(table=name, game="holdem", digest="d", policy=Policy()), ADMIN)


def files(name: str) -> Envelope:
    return by("Root", FileSubmission(name=name, game="holdem", digest="d", submission="{}"), ADMIN)


def opens(room: str) -> Envelope:
    return by("Root", OpenJackpots(room=room, digest="d"), ADMIN)


def tells(says: str = "look at Seat 3", person: str = "Sol", **more: Any) -> Envelope:
    given = {"table": "one", "round": 1, "says": says, **more}
    return by(person, ReportRound(**given), Role.SURVEILLANCE)


def answers(says: str = "paid", person: str = "Flynn", report: int = 1, role: Role = Role.FLOORPERSON) -> Envelope:
    return by(person, AnswerReport(report=report, says=says), role)


def changes(person: str, *held: Role, disabled: bool = False) -> Envelope:
    return by("Root", ChangeAccount(person=person, held=held, disabled=disabled), ADMIN)


def sets(person: str, verifier: str = "v", of: str = "Ann") -> Envelope:
    return by(person, SetPassword(person=of, verifier=verifier))


def house(*said: Command | Envelope) -> Callable[[], T]:
    return lambda: at(HouseRules(), adds("Root", ADMIN), adds("Ann"), *said)


def presence(*said: Command | Envelope) -> Callable[[], T]:
    return lambda: at(AttendanceRules(), *said)


def shoes(*said: Command | Envelope) -> Callable[[], T]:
    return lambda: at(ShuffleRules(), CommitSeed(shoe=1, commitment=commitment_of(SEED)), *said)


def listed(*said: Command | Envelope) -> Callable[[], T]:
    return lambda: at(StreamsRules(), EnterStream(stream="one", genesis="00"), *said)


def heads(seq: int, refusals: int = 0, stream: str = "one") -> NoteHeads:
    return NoteHeads(heads={stream: Head(seq=seq, hash="00", refusals=refusals, refusal_hash="00")})


def caged(*said: Command | Envelope) -> Callable[[], T]:
    return lambda: at(CageRules(), *said)


def pays_in(cents: int, person: str = "Ann") -> Envelope:
    return by("Cass", Deposit(person=person, cents=Cents(cents)), CASHIER)


def moves(seq: int, cents: int) -> MoveChips:
    return MoveChips(table="one", seq=seq, before=Cents(0), moved=(Movement(person="Ann", cents=Cents(cents)),))


FACTOR = SetSecondFactor(person="Ann", sealed="00", recovery=("00", "01"))
CODE = by("Ann", UseSecondFactor(person="Ann", step=1))
SIGNER = CommitSigner(key="0" * 64)
ASIDE = SetCommandsAside(stream="one", after=0, upto=1, reason="out of range")
CALL = by("Dana", CallFloor(cause="misdeal"), Role.DEALER)
HERE, OUT, LUCK = NoteHere(person="Ann", where="a"), by("Ann", SitOut(person="Ann")), AddChance(shoe=1, text="luck")

PROMISE = by("Ann", CommitChance(shoe=1, commitment=commitment_of(b"a")))
KEPT = by("Ann", RevealChance(shoe=1, text="a"))
SHORT = Differing(seat=Seat(3), wager="Odds", paid=Cents(-2500), owed=Cents(10000), clause=ClauseId("677a.11(h)(2)"))

WRONG: tuple[tuple[str, Callable[[], T], Command | Envelope, str], ...] = (
    ("opened twice", house(), OpenTable(), "TABLE_IS_OPEN"),
    ("no seats", house(), by("Ann", TakeSeat(cents=1)), "COMMAND_IS_OF_THIS_TABLE"),
    # Accounts.
    ("no name", house(), adds(""), "PERSON_IS_NAMED"),
    ("blanks around", house(), adds(" Bob"), "PERSON_IS_NAMED"),
    ("unprintable", house(), adds("Bo\x07b"), "PERSON_IS_NAMED"),
    ("too long", house(), adds("B" * 41), "PERSON_IS_NAMED"),
    ("taken", house(), adds("Ann"), "PERSON_IS_NAMED"),
    ("taken in capitals", house(), adds("ANN"), "PERSON_IS_NAMED"),
    ("the name of a role", house(), adds("Dealer"), "PERSON_IS_NAMED"),
    ("no role", house(), by("Root", AddAccount(person="Bob", held=()), ADMIN), "ROLE_IS_AUTHORISED"),
    ("a role twice", house(), adds("Bob", PLAYER, PLAYER), "ROLE_IS_AUTHORISED"),
    ("the system", house(), adds("Bob", SYSTEM), "ROLE_IS_AUTHORISED"),
    ("added by a player", house(), by("Ann", AddAccount(person="Bob", held=(PLAYER,))), "ROLE_IS_AUTHORISED"),
    ("nobody's account", house(), changes("Bob", PLAYER), "PERSON_IS_NAMED"),
    ("changed to no role", house(), changes("Ann"), "ROLE_IS_AUTHORISED"),
    ("last administrator", house(), changes("Root", PLAYER), "ROLE_IS_AUTHORISED"),
    ("last administrator disabled", house(), changes("Root", ADMIN, disabled=True), "ROLE_IS_AUTHORISED"),
    ("another's password", house(adds("Bob")), sets("Bob"), "ROLE_IS_AUTHORISED"),
    ("nobody's password", house(), sets("Ann", of="Bob"), "PERSON_IS_NAMED"),
    ("no password", house(), sets("Ann", ""), "VALUES_ARE_IN_RANGE"),
    # Tables and what else is offered.
    ("table without a name", house(), lists(""), "VALUES_ARE_IN_RANGE"),
    ("table of other letters", house(), lists("a b"), "VALUES_ARE_IN_RANGE"),
    ("table of 41 letters", house(), lists("a" * 41), "VALUES_ARE_IN_RANGE"),
    ("table beyond ASCII", house(), lists("é"), "VALUES_ARE_IN_RANGE"),
    ("table twice", house(lists("one")), lists("one"), "NAME_IS_FREE"),
    ("no such table", house(), by("Root", CloseTable(table="one"), ADMIN), "TABLE_IS_OPEN"),
    (
        "closed twice",
        house(lists("one"), by("Root", CloseTable(table="one"), ADMIN)),
        by("Root", CloseTable(table="one"), ADMIN),
        "TABLE_IS_OPEN",
    ),
    ("reopened while it is open", house(lists("one")), by("Root", ReopenTable(table="one"), ADMIN), "STEP_IS_DUE"),
    ("no table to reopen", house(), by("Root", ReopenTable(table="one"), ADMIN), "STEP_IS_DUE"),
    (
        "reopened by a player",
        house(lists("one"), by("Root", CloseTable(table="one"), ADMIN)),
        by("Ann", ReopenTable(table="one")),
        "ROLE_IS_AUTHORISED",
    ),
    ("submission's name", house(), files("a/b"), "VALUES_ARE_IN_RANGE"),
    ("submission twice", house(files("one")), files("one"), "SUBMISSION_IS_LAWFUL"),
    ("room's name", house(), opens(""), "VALUES_ARE_IN_RANGE"),
    ("room twice", house(opens("one")), opens("one"), "TABLE_IS_OPEN"),
    # What surveillance tells the floor.
    ("told of no table", house(), tells(), "TABLE_IS_OPEN"),
    ("told of no round", house(lists("one")), tells(round=0), "TABLE_IS_OPEN"),
    ("told of one's own round", house(lists("one")), tells(sat=("Ann", "Sol")), "ROLE_IS_AUTHORISED"),
    ("told by the floor", house(lists("one")), by("Flynn", ReportRound(table="one", round=1, says="look"), Role.FLOORPERSON), "ROLE_IS_AUTHORISED"),
    ("told nothing", house(lists("one")), tells(""), "VALUES_ARE_IN_RANGE"),
    ("told in two lines", house(lists("one")), tells("look\nhere"), "VALUES_ARE_IN_RANGE"),
    ("told at length", house(lists("one")), tells("a" * (MOST + 1)), "VALUES_ARE_IN_RANGE"),
    ("told a card", house(lists("one")), tells("Seat 3 held K\u2660"), "VALUES_ARE_IN_RANGE"),
    ("a card beside payments", house(lists("one")), tells("the ace of hearts", differing=(SHORT,)), "VALUES_ARE_IN_RANGE"),
    ("no such report", house(lists("one")), answers(), "STEP_IS_DUE"),
    ("report nought", house(lists("one"), tells()), answers(report=0), "STEP_IS_DUE"),
    ("answered twice", house(lists("one"), tells(), answers()), answers(person="Shay"), "STEP_IS_DUE"),
    ("answered by the sender", house(lists("one"), tells()), answers(person="Sol"), "ROLE_IS_AUTHORISED"),
    ("answered by a player of the round", house(lists("one"), tells(sat=("Flynn",))), answers(), "ROLE_IS_AUTHORISED"),
    ("answered by surveillance", house(lists("one"), tells()), answers(role=Role.SURVEILLANCE), "ROLE_IS_AUTHORISED"),
    ("answered with a card", house(lists("one"), tells()), answers("it was the Kd"), "VALUES_ARE_IN_RANGE"),
    # Attendance.
    ("here twice", presence(HERE), HERE, "STEP_IS_DUE"),
    ("away twice", presence(NoteAway(person="Ann")), NoteAway(person="Ann"), "STEP_IS_DUE"),
    ("left unknown", presence(), NoteLeft(person="Ann"), "STEP_IS_DUE"),
    ("out twice", presence(OUT), OUT, "STEP_IS_DUE"),
    ("another out", presence(), by("Bob", SitOut(person="Ann")), "SEAT_IS_ONES_OWN"),
    ("in and not out", presence(), by("Ann", SitIn(person="Ann")), "STEP_IS_DUE"),
    ("another in", presence(OUT), by("Bob", SitIn(person="Ann")), "SEAT_IS_ONES_OWN"),
    ("nobody calls the floor", presence(), by("Flynn", ReleaseCall(), Role.FLOORPERSON), "STEP_IS_DUE"),
    ("the call is not the dealer's to release", presence(CALL), by("Dana", ReleaseCall(), Role.DEALER), "ROLE_IS_AUTHORISED"),
    ("a player calls no floor", presence(), by("Ann", CallFloor()), "ROLE_IS_AUTHORISED"),
    ("nobody signs out", house(), by("Zoe", SignOut(session="s", until=2, at=1)), "PERSON_IS_NAMED"),
    ("a password set meanwhile", house(), by("Ann", SetPassword(person="Ann", verifier="v", replaces="00")), "STEP_IS_DUE"),
    ("a demo house that is not new", house(), DeclareDemo(), "STEP_IS_DUE"),
    ("a demo house by an administrator", house(), by("Root", DeclareDemo(), ADMIN), "ROLE_IS_AUTHORISED"),
    ("a second factor of another", house(), by("Root", FACTOR, ADMIN), "ROLE_IS_AUTHORISED"),
    ("a second factor of nothing", house(), by("Ann", SetSecondFactor(person="Ann", sealed="", recovery=())), "VALUES_ARE_IN_RANGE"),
    ("another's code", house(by("Ann", FACTOR)), by("Root", UseSecondFactor(person="Ann", step=1), ADMIN), "ROLE_IS_AUTHORISED"),
    ("a code used again", house(by("Ann", FACTOR), CODE), CODE, "STEP_IS_DUE"),
    ("a code without a factor", house(), CODE, "STEP_IS_DUE"),
    ("a factor that is not there", house(), by("Ann", RemoveSecondFactor(person="Ann")), "STEP_IS_DUE"),
    ("a factor removed by another", house(by("Ann", FACTOR)), by("Dora", RemoveSecondFactor(person="Ann"), Role.DEALER), "ROLE_IS_AUTHORISED"),
    ("a name that looks like another", house(), adds("Аnn"), "PERSON_IS_NAMED"),
    ("a name read as another", house(), adds("R00T"), "PERSON_IS_NAMED"),
    # Shuffles.
    ("another shoe", shoes(), CommitSeed(shoe=3, commitment="0" * 64), "STEP_IS_DUE"),
    ("too short a commitment", shoes(), CommitSeed(shoe=2, commitment="0" * 63), "VALUES_ARE_IN_RANGE"),
    ("no digits of a hash", shoes(), CommitSeed(shoe=2, commitment="G" * 64), "VALUES_ARE_IN_RANGE"),
    ("no such shoe", shoes(), by("Ann", AddChance(shoe=2, text="luck")), "STEP_IS_DUE"),
    ("nothing added", shoes(), by("Ann", AddChance(shoe=1, text="")), "VALUES_ARE_IN_RANGE"),
    ("too much added", shoes(), by("Ann", AddChance(shoe=1, text="a" * (LONGEST + 1))), "VALUES_ARE_IN_RANGE"),
    ("added twice", shoes(by("Ann", LUCK)), by("Ann", LUCK), "PERSON_SIGNS_ONCE"),
    ("added in play", shoes(CloseShoe(shoe=1)), by("Ann", LUCK), "STEP_IS_DUE"),
    ("closed twice in play", shoes(CloseShoe(shoe=1)), CloseShoe(shoe=1), "STEP_IS_DUE"),
    ("another seed", shoes(), RevealSeed(shoe=1, seed="00" * 32), "VALUES_ARE_IN_RANGE"),
    ("no seed", shoes(), RevealSeed(shoe=1, seed="xyz"), "VALUES_ARE_IN_RANGE"),
    ("a draw from an open seed", shoes(), NoteDraw(shoe=1, seq=1), "STEP_IS_DUE"),
    ("no hash", shoes(), by("Ann", CommitChance(shoe=1, commitment="x")), "VALUES_ARE_IN_RANGE"),
    ("committed twice", shoes(PROMISE), PROMISE, "PERSON_SIGNS_ONCE"),
    ("committed late", shoes(SealShoe(shoe=1)), PROMISE, "STEP_IS_DUE"),
    ("added late", shoes(SealShoe(shoe=1)), by("Ann", LUCK), "STEP_IS_DUE"),
    ("sealed twice", shoes(SealShoe(shoe=1)), SealShoe(shoe=1), "STEP_IS_DUE"),
    ("revealed early", shoes(PROMISE), KEPT, "STEP_IS_DUE"),
    ("never committed", shoes(SealShoe(shoe=1)), KEPT, "VALUES_ARE_IN_RANGE"),
    ("revealed otherwise", shoes(PROMISE, SealShoe(shoe=1)), by("Ann", RevealChance(shoe=1, text="b")), "VALUES_ARE_IN_RANGE"),
    ("revealed twice", shoes(PROMISE, SealShoe(shoe=1), KEPT), KEPT, "PERSON_SIGNS_ONCE"),
    # The list of streams, and the key of the house.
    ("entered twice", listed(), EnterStream(stream="one", genesis="00"), "STEP_IS_DUE"),
    ("entered by a player", listed(), by("Ann", EnterStream(stream="two", genesis="00")), "ROLE_IS_AUTHORISED"),
    ("a head of none", listed(), heads(1, stream="two"), "STEP_IS_DUE"),
    ("a head noted before", listed(heads(2)), heads(2), "STEP_IS_DUE"),
    ("a head that goes back", listed(heads(2)), heads(1, 5), "STEP_IS_DUE"),
    # Roles that check each other.
    ("administrator and supervisor", house(), adds("Two", ADMIN, Role.SHIFT_SUPERVISOR), "ROLE_IS_AUTHORISED"),
    ("auditor and player", house(), changes("Ann", Role.AUDITOR, PLAYER), "ROLE_IS_AUTHORISED"),
    ("a pair that is no clash", house(), PostRoles(together=((Role.DEALER, Role.CASHIER),)), "VALUES_ARE_IN_RANGE"),
    ("posted by a player", house(), by("Ann", PostRoles(together=())), "ROLE_IS_AUTHORISED"),
    # The cage.
    ("too much play money", caged(), PostCage(allowance=Cents(LARGEST + 1)), "VALUES_ARE_IN_RANGE"),
    ("no hour of a day", caged(), PostCage(allowance=Cents(1), day_begins=24), "VALUES_ARE_IN_RANGE"),
    ("a deposit of nothing", caged(), pays_in(0), "VALUES_ARE_IN_RANGE"),
    ("a deposit beyond all bounds", caged(pays_in(1)), pays_in(LARGEST), "VALUES_ARE_IN_RANGE"),
    ("the own deposit", caged(), pays_in(1, "Cass"), "PERSON_SIGNS_ONCE"),
    ("a deposit by a player", caged(), by("Ann", Deposit(person="Ann", cents=Cents(1))), "ROLE_IS_AUTHORISED"),
    ("more than there is", caged(pays_in(1)), by("Cass", Withdraw(person="Ann", cents=Cents(2)), CASHIER), "BUY_IN_IS_COVERED"),
    ("moved twice", caged(pays_in(9), moves(1, 2)), moves(1, 2), "STEP_IS_DUE"),
    ("a buy-in that is not covered", caged(pays_in(9)), moves(1, 10), "BUY_IN_IS_COVERED"),
    ("set aside in no stream", listed(), SetCommandsAside(stream="two", after=0, upto=1, reason="out of range"), "STEP_IS_DUE"),
    ("set aside twice", listed(ASIDE), ASIDE, "VALUES_ARE_IN_RANGE"),
    ("the same signer", listed(SIGNER), SIGNER, "STEP_IS_DUE"),
    ("a signer that is no key", listed(), CommitSigner(key="00"), "VALUES_ARE_IN_RANGE"),
    ("the same key", house(CommitKey(commitment="00")), CommitKey(commitment="00"), "STEP_IS_DUE"),
    ("a key of an administrator's", house(), by("Root", CommitKey(commitment="00"), ADMIN), "ROLE_IS_AUTHORISED"),
)  # fmt: skip
REFUSED = tuple(
    Scenario(name, made, said, "" if code == "COMMAND_IS_OF_THIS_TABLE" else "house policy", code)
    for name, made, said, code in WRONG
)


@pytest.mark.parametrize("scenario", cases(REFUSED))
def test_what_is_wrong_in_a_house_is_refused_with_its_code(scenario: Scenario) -> None:
    check(scenario)


def test_every_refusal_of_a_house_has_a_scenario(monkeypatch: pytest.MonkeyPatch) -> None:
    places = refusals_in(accounts, attendance, cage, offered, reports, seatless, shuffles, streams, makers=("refused",))
    reached = refusals_reached(REFUSED, monkeypatch, places)
    # That there are no seats is never said: no command of these machines claims one.
    assert [path.rpartition("/")[2] for path, _ in places - reached] == ["seatless.py"]


# What is just still taken.

RIGHT: tuple[tuple[str, Callable[[], T], Command | Envelope, str], ...] = (
    ("40 letters", house(), adds("B" * 40), "account_added"),
    ("a table of 40 letters", house(), lists("a-_" + "1" * 37), "table_listed"),
    ("another administrator", house(adds("Bob", ADMIN)), changes("Root", PLAYER), "account_changed"),
    ("own password", house(), sets("Ann"), "password_set"),
    (
        "an administrator's",
        house(),
        by("Root", SetPassword(person="Ann", verifier="v"), ADMIN),
        "password_set",
    ),
    ("told the floor", house(lists("one")), tells("a" * MOST), "round_reported"),
    ("told of payments alone", house(lists("one")), tells("", differing=(SHORT,)), "round_reported"),
    ("told again", house(lists("one"), tells()), tells(), "round_reported"),
    ("told of a closed table", house(lists("one"), by("Root", CloseTable(table="one"), ADMIN)), tells(), "round_reported"),
    ("closed, and it is noted when", house(lists("one")), by("Root", CloseTable(table="one", at=5), ADMIN), "table_closed"),
    ("reopened", house(lists("one"), by("Root", CloseTable(table="one"), ADMIN)), by("Root", ReopenTable(table="one"), ADMIN), "table_reopened"),
    ("answered", house(lists("one"), tells()), answers(), "report_answered"),
    ("answered by the shift supervisor", house(lists("one"), tells()), answers(person="Shay", role=Role.SHIFT_SUPERVISOR), "report_answered"),
    ("64 characters", shoes(), by("Ann", AddChance(shoe=1, text="a" * LONGEST)), "chance_added"),
    ("two players add", shoes(by("Ann", LUCK)), by("Bob", LUCK), "chance_added"),
    ("the seed", shoes(), RevealSeed(shoe=1, seed=SEED.hex()), "seed_revealed"),
    ("here elsewhere", presence(HERE), NoteHere(person="Ann", where="b"), "player_here"),
    ("put out by the system", presence(HERE), by("system", SitOut(person="Ann"), SYSTEM), "sat_out"),
    ("the floor is called", presence(), CALL, "floor_called"),
    ("called again", presence(CALL), CALL, "floor_called"),
    ("the floor has come", presence(CALL), by("Flynn", ReleaseCall(), Role.FLOORPERSON), "call_released"),
    ("in again", presence(OUT), by("Ann", SitIn(person="Ann")), "sat_in"),
    ("entered", listed(), EnterStream(stream="two", genesis="00"), "stream_entered"),
    ("a head that was further", listed(heads(2)), heads(2, 1), "heads_noted"),
    ("a signer", listed(), SIGNER, "signer_committed"),
    ("a second factor", house(), by("Ann", FACTOR), "second_factor_set"),
    ("a code", house(by("Ann", FACTOR)), CODE, "second_factor_used"),
    ("a recovery code", house(by("Ann", FACTOR)), by("Ann", UseSecondFactor(person="Ann", recovery="00")), "second_factor_used"),
    ("a factor given up", house(by("Ann", FACTOR)), by("Ann", RemoveSecondFactor(person="Ann")), "second_factor_removed"),
    ("a factor that was lost", house(by("Ann", FACTOR)), by("Root", RemoveSecondFactor(person="Ann"), ADMIN), "second_factor_removed"),
    ("another key", house(CommitKey(commitment="00")), CommitKey(commitment="01"), "key_committed"),
    ("of whom only sitting out is known", presence(OUT), NoteLeft(person="Ann"), "player_left"),
)  # fmt: skip


@pytest.mark.parametrize(
    "scenario", cases([Scenario(name, made, said, "house policy", "", (event,)) for name, made, said, event in RIGHT])
)
def test_what_is_right_in_a_house_is_recorded(scenario: Scenario) -> None:
    check(scenario)


AWAY, LEFT, BACK = NoteAway(person="Ann"), NoteLeft(person="Ann"), by("Ann", SitIn(person="Ann"))


@pytest.mark.parametrize(
    ("said", "here", "away", "out"),
    [
        ((), {}, (), ()),
        ((HERE,), {"Ann": "a"}, (), ()),
        ((HERE, AWAY), {}, ("Ann",), ()),
        ((HERE, AWAY, HERE), {"Ann": "a"}, (), ()),
        ((HERE, AWAY, LEFT), {}, (), ()),
        ((HERE, LEFT), {}, (), ()),
        ((HERE, OUT), {"Ann": "a"}, (), ("Ann",)),
        ((HERE, OUT, BACK), {"Ann": "a"}, (), ()),
        ((HERE, OUT, AWAY), {}, ("Ann",), ("Ann",)),
        ((HERE, OUT, LEFT), {}, (), ()),
    ],
)
def test_who_is_here_away_or_sits_out(
    said: tuple[Any, ...], here: dict[str, str], away: tuple[str, ...], out: tuple[str, ...]
) -> None:
    state = presence(*said)().state
    assert (state.here, tuple(state.away), tuple(state.out)) == (here, away, out)


@pytest.mark.parametrize(
    ("says", "named"),
    [
        ("Seat 3 held K\u2660", "K\u2660"),
        ("10 \u2666 came", "10 \u2666"),
        ("the Ace of Hearts", "Ace of Hearts"),
        ("the 10 of clubs", "10 of clubs"),
        ("held KsQd", "KsQd"),
        ("Ks at seat 3", "Ks"),
        ("the joker was his", "joker"),
        ("held As", "As"),
        ("As I saw it, Seat 3 was short", ""),
        ("Odds were taken. As a straight they stay", ""),
        ("$5 short at 10:04, paid 5 to 1; two pair against a flush", ""),
    ],
)
def test_a_card_in_words_is_found(says: str, named: str) -> None:
    assert card_in(says) == named


def test_reports_are_read_by_whom_they_concern() -> None:
    table = house(lists("one"), tells(), answers())()
    machine, rules = table.rules.machine, table.rules
    for role in Role:
        seen = machine.observe(rules, table.state, Viewer(role, "somebody"), table.events, ())
        tags = {str(event.__struct_config__.tag) for event in seen.events} & {"round_reported", "report_answered"}
        concerned = role in (Role.SURVEILLANCE, Role.FLOORPERSON, Role.SHIFT_SUPERVISOR, Role.COMPLIANCE)
        assert (len(seen.reports), len(tags)) == ((1, 2) if concerned else (0, 0)), role


def test_a_closing_that_does_not_say_when_names_nobody_as_older_records_have_it() -> None:
    for at, person in ((0, ""), (5, "Root")):
        table = house(lists("one"))()
        [closed] = table.do(by("Root", CloseTable(table="one", at=at), ADMIN))
        assert closed == TableClosed(clause=seatless.HOUSE_POLICY, table="one", person=person, at=at)
        entry = table.state.tables["one"]
        assert (entry.closed, entry.closed_by, entry.closed_at) == (True, person, at)
