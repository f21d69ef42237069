"""The readings of 637a about bets, irregularities, counts and jackpots, each by its id."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.cards import cards, text_of
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.betting import options_now
from houseway.chapters.c637a_poker.draft import TIME_CHARGES
from houseway.chapters.c637a_poker.jackpots import commands as jackpot
from houseway.engine.kernel import Envelope, Table, envelope
from houseway.engine.roles import Role
from tests.kit import jackpot_room as room
from tests.kit.card_views import cards_sent_to, set_aside_cards
from tests.kit.decks import with_stub
from tests.kit.stated_rounds import one_irregularity
from tests.kit.table_views import (
    agreed_minimum,
    balance_of,
    balances_of,
    chips_of,
    fund_of,
    hand_of,
    look_at,
    street_of,
)
from tests.kit.tables import accepted, last, refuses
from tests.regulations.c637a import deals
from tests.regulations.c637a.poker import (
    HOLDEM_FRONT,
    NO_LIMIT,
    STUD_FRONT,
    answer,
    holdem,
    pushed,
    refusal,
    rulings,
    stud,
    table,
)

PREFLOP = ["3 call", "1 call", "2 check"]
DECK = cards(with_stub(HOLDEM_FRONT))
LIMIT: dict[str, Any] = {"structure": "fixed-limit", "small_bet": 100, "big_bet": 200, "blinds": [50, 100]}


def _checks(*seats: int, times: int = 3) -> list[str]:
    return [f"{seat} check" for _ in range(times) for seat in seats]


def _dealt(game: str, front: list[str], terms: dict[str, Any], *mishaps: cmd.Mishap) -> Table:
    at = table(game, 3, **terms)
    blinds = "blinds" in terms
    accepted(at, envelope(cmd.StartRound(order=cards(with_stub(front)), button=3 if blinds else 0)))
    accepted(at, envelope(cmd.DealStreet(mishaps=mishaps)))
    return at


# Bets.


def test_reading__637a_out_of_turn() -> None:
    word = answer(**holdem(["1 announces raise to 900", "3 fold", "1 fold"]))
    assert (rulings(word, "announced")[0]["binding"], word["net"]["1"]) == (False, -50)
    hand = answer(**holdem(["2 throws away", "3 call", "1 call", *_checks(1, 3)]))
    assert hand["net"]["2"] == -100
    assert rulings(hand, "hand_dropped")[0]["seat"] == 2


@pytest.mark.parametrize(
    ("actions", "terms", "cents"),
    [
        (["3 announces raise, places 120"], {}, 200),
        (["3 chips 100 and more", "3 chips 20"], {}, 200),
        (["3 chips 400 and more", "3 chips 300"], LIMIT, 200),
    ],
)
def test_reading__637a_announced_raise(actions: list[str], terms: dict[str, Any], cents: int) -> None:
    given = answer(**holdem([*actions, "1 fold", "2 fold"], submission=terms))
    assert rulings(given, "bet_corrected")[0]["cents"] == cents


@pytest.mark.parametrize(
    ("actions", "cents"),
    [
        (["3 chips 60", "1 fold", "2 fold"], [100]),
        (["3 chips 150", "1 fold", "2 fold"], [100]),
        ([*PREFLOP, "1 chips 60", "2 fold", "3 fold"], [100]),
    ],
)
def test_reading__637a_short_chips(actions: list[str], cents: list[int]) -> None:
    given = answer(**holdem(actions))
    assert [one["cents"] for one in rulings(given, "bet_corrected")] == cents


def test_reading__637a_word_over_chips() -> None:
    called = answer(**holdem(["3 chips 900 and more", "3 announces call", "1 fold", "2 fold"]))
    assert [(one["placed"], one["cents"]) for one in rulings(called, "bet_corrected")] == [(900, 100)]
    less = refusal(**holdem(["3 chips 900 and more", "3 announces raise to 300"]))
    assert less["clause"] == "637a.8(h)"


def _at_the_turn(cause: str = "player_departed", seat: int = 3, *, protected: bool = True) -> Envelope:
    return envelope(cmd.ReportIrregularity(cause=cause, seat=seat, protected=protected), role=Role.FLOORPERSON)


@pytest.mark.parametrize("protected", [True, False])
def test_reading__637a_away_turn(protected: bool) -> None:
    at = _dealt("holdem", HOLDEM_FRONT, NO_LIMIT)
    for seat in (2, 3):
        accepted(at, envelope(cmd.SecureStakes(seat=seat, covered=True)))
    # Only at the turn: until then the hand stays in the round.
    early = refuses(at, _at_the_turn(seat=2, protected=protected))
    assert (early.code, early.clause) == ("IRREGULARITY_CAN_HAPPEN_HERE", "637a.18(k)(4)")
    ruled, *_ = accepted(at, _at_the_turn(seat=3, protected=protected))
    assert (ruled.clause, look_at(at).folded, look_at(at).actor) == ("637a.8(b)(6)", (3,), 1)
    accepted(at, envelope(cmd.Act(word="call"), seat=1))
    accepted(at, _at_the_turn(seat=2, protected=protected))
    assert (look_at(at).folded, chips_of(at, "p2")) == ((3,), 9_900)


def test_reading__637a_away_turn__in_a_draw_the_hand_is_kept() -> None:
    front = ["2c", "5c", "9c", "Ah", "Kh", "Qh", "7d", "8d", "9d", "2s", "5s", "9s", "Ts", "Jh", "Td"]
    at = deals.along(_dealt("draw-high", front, NO_LIMIT), lambda at: look_at(at).status == "drawing")
    seat = look_at(at).asked[0]
    accepted(at, envelope(cmd.SecureStakes(seat=seat)))
    assert [(ask.subject, ask.concerns) for ask in at.due()] == [("player_departed", seat)]
    held = hand_of(at, seat)
    accepted(at, _at_the_turn(seat=seat))
    assert (hand_of(at, seat), look_at(at).asked[0] != seat, look_at(at).folded) == (
        held,
        True,
        (),
    )


def test_reading__637a_away_turn__at_the_showdown_the_hand_is_turned_up() -> None:
    """637a.18(e)"""
    at = deals.along(_dealt("holdem", HOLDEM_FRONT, NO_LIMIT), deals.at_showdown)
    accepted(at, envelope(cmd.SecureStakes(seat=1)))
    assert at.due()[0].subject == "player_departed"
    both = at.fork()
    accepted(both, envelope(cmd.SecureStakes(seat=2)))
    # Not before it is the hand's turn.
    given = refuses(both, _at_the_turn(seat=2))
    assert (given.code, given.clause) == ("IRREGULARITY_CAN_HAPPEN_HERE", "637a.18(k)(4)")
    ruled, shown = accepted(at, _at_the_turn(seat=1))
    assert (ruled.clause, shown.clause, look_at(at).asked) == ("637a.8(b)(6)", "637a.18(e)", (2, 3))
    # Who is there may still concede unseen.
    accepted(at, envelope(cmd.ShowHand(muck=True), seat=2))


def test_reading__637a_oversize_chip() -> None:
    opened = answer(**holdem([*PREFLOP, "1 chip 500", "2 call", "3 fold", *_checks(1, 2, times=2)]))
    assert opened["pots"][0]["amount"] == 1_300
    limited = answer(**holdem([*PREFLOP, "1 chip 500", "2 call", "3 fold", *_checks(1, 2, times=2)], submission=LIMIT))
    assert limited["pots"][0]["amount"] == 500
    option = answer(**holdem(["3 call", "1 call", "2 chip 500", *_checks(1, 2, 3)]))
    assert option["pots"][0]["amount"] == 300


def test_reading__637a_agreed_minimum() -> None:
    at = table(**LIMIT, minimum_increase=100)
    agree = envelope(cmd.AgreeMinimum(cents=200, seats=(1, 2, 3)))
    accepted(at, envelope(cmd.StartRound(order=DECK, button=3)))
    assert refuses(at, agree).clause == "637a.8(k)"
    deals.along(at, deals.round_over)
    accepted(at, agree)
    accepted(at, envelope(cmd.StartRound(order=DECK)))
    assert sum(look_at(at).bets.values()) == 150
    found = []
    for street in (0, 1, 2):
        deals.along(at, deals.on_street(street))
        may = options_now(at.rules, at.state)
        assert may is not None and may.raise_from is not None
        found.append(may.raise_from - look_at(at).current)
    assert found == [200, 200, 400]
    deals.along(at, deals.round_over)
    accepted(at, envelope(cmd.TakeSeat(cents=10_000), seat=4, by="p4"))
    assert agreed_minimum(at) == 0


# Misdeals and dead hands.


def test_reading__637a_misdeal_bets() -> None:
    found = one_irregularity("wrong_starting_position", "hole cards", 1)
    kill: dict[str, Any] = {**LIMIT, "kill": "kill", "qualifying_pot": 500}
    stated = holdem(["3 call"], game="omaha-hi-lo-8", submission=kill, kill=True, irregularities=found)
    given = answer(**stated)
    assert given["void"] and set(given["net"].values()) == {0}
    assert (given["button_next"], given["kill_next"]) == (3, True)
    at = table(shuffler="manual", **NO_LIMIT)
    accepted(at, envelope(cmd.ReceiveDecks(decks=2, preshuffled=True), at=0))
    for deck in (0, 1):
        accepted(at, envelope(cmd.ShuffleCards(order=DECK, deck=deck), at=0))
        accepted(at, envelope(cmd.CutCards(depth=10)))
    accepted(at, envelope(cmd.StartRound(button=3)))
    accepted(at, envelope(cmd.DealStreet()))
    accepted(at, envelope(cmd.ReportIrregularity(cause="wrong_starting_position"), role=Role.FLOORPERSON))
    accepted(at, envelope(cmd.ShuffleCards(order=DECK, deck=0), at=0))
    accepted(at, envelope(cmd.CutCards(depth=10)))
    accepted(at, envelope(cmd.StartRound(button=3)))
    assert last(at, ev.DeckPutIntoPlay).deck == 0


def test_reading__637a_dead_bet() -> None:
    """637a.18(l)(2)"""
    stays = answer(**holdem(["3 announces raise", "3 throws away", "1 fold"]))
    assert stays["net"] == {"1": -50, "2": 250, "3": -200}
    stacks = {"1": {"stack": 300}, "2": {"stack": 300}, "3": {"stack": 10_000}}
    dead = one_irregularity("hand_fouled", "hole cards", 3, 3)
    back = answer(**holdem(["3 raise to 900", "1 call", "2 call"], seats=stacks, irregularities=dead))
    # Only All-in players remain: 600 of the 900 nobody could call.
    assert back["net"]["3"] == -300


def test_reading__637a_refund_current() -> None:
    """637a.18(k)(3)"""
    at = _dealt("holdem", HOLDEM_FRONT, NO_LIMIT)
    accepted(at, envelope(cmd.Act(word="raise", to=400), seat=3))
    accepted(at, envelope(cmd.ReportIrregularity(cause="hand_fouled", seat=3, protected=True), role=Role.FLOORPERSON))
    may = options_now(at.rules, at.state)
    assert may is not None
    assert (may.seat, may.call, chips_of(at, "p3")) == (1, 350, 10_000)


def test_reading__637a_removed() -> None:
    at = _dealt("holdem", HOLDEM_FRONT, NO_LIMIT)
    accepted(at, envelope(cmd.RemovePlayer(seat=1, reason="signals to seat 2"), by="F"))
    assert (1 in look_at(at).folded, chips_of(at, "p1")) == (True, 9_950)
    accepted(at, envelope(cmd.Act(word="fold"), seat=3))
    again = envelope(cmd.StartRound(order=DECK, button=2))
    assert refuses(at, again).clause == "637a.18(c)"
    accepted(at, envelope(cmd.NotifyCompliance(seat=1), by="F"))
    accepted(at, again)


# Exposed cards.


def test_reading__637a_exposed_exchange() -> None:
    at = _dealt("holdem", HOLDEM_FRONT, NO_LIMIT, cmd.Mishap("card_exposed", 1, 2))
    # The others have the cards they would have had; the seventh card is the exchange.
    assert [text_of(hand_of(at, seat)) for seat in (1, 2, 3)] == ["Ac Ad", "Kd 3c", "2h 7s"]


def test_reading__637a_exposed_draw() -> None:
    at = _dealt("draw-high", HOLDEM_FRONT, NO_LIMIT, cmd.Mishap("card_exposed", 1, 2))
    assert DECK[1] in hand_of(at, 2)
    assert len(hand_of(at, 2)) == 5


def test_reading__637a_exposed_draw__a_supplement_may_say_otherwise() -> None:
    """637a.18(s)"""
    own = {"cause": "card_exposed", "remedy": "misdeal", "says": "a card of the first five is turned up"}
    at = _dealt("draw-high", HOLDEM_FRONT, {**NO_LIMIT, "supplements": [own]})
    ruled, *_ = accepted(at, envelope(cmd.ReportIrregularity(cause="card_exposed"), role=Role.FLOORPERSON))
    assert (ruled.clause, look_at(at).status) == ("637a.18(s)", "between rounds")


def test_reading__637a_exposed_stud() -> None:
    one = _dealt("stud-high", STUD_FRONT, stud([])["submission"], cmd.Mishap("card_exposed", 1, 2))
    # The 5 of clubs lies face up and is the lowest up card.
    assert text_of(look_at(one).up[2]) == "5c"
    assert [event.seat for event in one.events if isinstance(event, ev.Posted)][-1] == 2
    two = (cmd.Mishap("card_exposed", 0, 1), cmd.Mishap("card_exposed", 3, 1))
    void = _dealt("super-stud-hi-lo-8", [], stud([])["submission"], *two)
    assert (1 in look_at(void).folded, chips_of(void, "p1")) == (True, 10_000)
    # It is dealt nothing more: neither the other down cards nor an up card.
    assert [len(cards_sent_to(void, seat)) for seat in (1, 2, 3)] == [2, 5, 5]
    # The card dealt down in place of the up card is a hole card too.
    for game, after, clause in (("stud-high", 6, "637a.18(m)"), ("five-card-stud", 3, "637a.18(n)")):
        second = (cmd.Mishap("card_exposed", 0, 1), cmd.Mishap("card_exposed", after, 1))
        void = _dealt(game, [], stud([])["submission"], *second)
        assert (1 in look_at(void).folded, chips_of(void, "p1")) == (True, 10_000)
        told = [event.clause for event in void.events if getattr(event, "seat", 0) == 1][-5:]
        assert told == [clause, clause, clause, clause, "637a.18(m)"]
    last = table("stud-high", 2, **stud([])["submission"])
    hands = ["2c 5c 7d 2d Td 8s Ac", "9c Qh 8d 3h 4h Jd Ah"]
    accepted(last, envelope(cmd.StartRound(order=cards(deals.stud(hands)))))
    deals.along(last, lambda at: look_at(at).status == "dealing" and street_of(at) == 3)
    accepted(last, envelope(cmd.DealStreet(mishaps=(cmd.Mishap("card_exposed", 1, 1),))))
    accepted(last, envelope(cmd.ChooseAfterExposure(bet_on=True), seat=1))
    # The exposed ace would show the best hand; the jack does.
    assert look_at(last).actor == 2


def test_reading__637a_all_void() -> None:
    all_up = [one for after in range(6) for one in one_irregularity("card_exposed", "third street", after)]
    given = answer(**stud([], irregularities=all_up))
    assert given["void"]
    assert set(given["net"].values()) == {0}


def test_reading__637a_off_table() -> None:
    front = [*HOLDEM_FRONT[:3], "5h", *HOLDEM_FRONT[3:]]
    at = _dealt("holdem", front, NO_LIMIT, cmd.Mishap("card_off_table", 3))
    assert [text_of(hand_of(at, seat)) for seat in (1, 2, 3)] == ["Ac Ad", "Kc Kd", "2h 7s"]
    assert text_of(set_aside_cards(at)) == "5h"


# Counts.


def _opened() -> Table:
    at = table(shuffler="manual", **NO_LIMIT)
    accepted(at, envelope(cmd.ReceiveDecks(decks=2, preshuffled=True), at=0))
    for deck in (0, 1):
        _ready(at, deck)
    return at


def _ready(at: Table, deck: int) -> None:
    accepted(at, envelope(cmd.ShuffleCards(order=DECK, deck=deck), at=0))
    accepted(at, envelope(cmd.CutCards(depth=10)))


def test_reading__637a_count() -> None:
    """637a.7(e)(4)(i) 637a.7(e)(5)"""
    at = _opened()
    for number in range(5):
        accepted(at, envelope(cmd.StartRound()))
        accepted(at, envelope(cmd.DealStreet()))
        for _ in range(2):
            accepted(at, envelope(cmd.Act(word="fold"), seat=look_at(at).actor))
        pushed(at)
        _ready(at, number % 2)
    # Five rounds of the table, three with one deck and two with the other.
    assert refuses(at, envelope(cmd.StartRound())).code == "STUB_COUNT_IS_DUE"
    for wrong in (envelope(cmd.CountDeck(count=37)), envelope(cmd.CountLosingHands(count=3))):
        at = _opened()
        accepted(at, envelope(cmd.StartRound(button=3)))
        deals.along(at, deals.at_showdown)
        assert accepted(at, wrong)[-1].clause == "637a.18(i)"
        assert {chips_of(at, f"p{seat}") for seat in (1, 2, 3)} == {10_000}


# Jackpots and time.


def _funded(kind: str, cents: int, **terms: Any) -> Any:
    at = room.room(**{kind: {"contribution": cents, **terms}})
    send = room.accepted
    send(at, envelope(jackpot.OfferFund(fund="fund", kind=kind), by="Sue"))
    if kind == "bad_beat":
        send(at, envelope(jackpot.ApproveDiscontinuing(fund="fund"), by="Ed"))
    send(at, envelope(jackpot.DesignateTable(fund="fund", table="1"), by="Flora"))
    if kind == "high_hand":
        send(at, envelope(jackpot.StartQualifyingPeriod(fund="fund"), by="Flora", at=0))
    send(at, envelope(jackpot.Contribute(fund="fund", table="1", pot=cents, cents=cents), by="Dee"))
    return at


@pytest.mark.parametrize(
    ("others", "paid"), [(("Ann", "Bob"), [500, 250, 125, 125]), (("Ann",), [500, 250, 250, 0]), ((), [750, 250, 0, 0])]
)
def test_reading__637a_bad_beat_shares(others: tuple[str, ...], paid: list[int]) -> None:
    at = _funded("bad_beat", 1_000, hands=["Tc Td Th Ts 2c"])
    room.count_at_cage(at, "fund", ("1",), 1_000, notify=True)
    hands: dict[str, Any] = {"losing": cards("Ac Ad Ah As 2c"), "winning": cards("9h Th Jh Qh Kh")}
    for command in (
        envelope(
            jackpot.VerifyBadBeat(fund="fund", table="1", **hands, loser="Lou", winner="Win", others=others), by="Sue"
        ),
        envelope(jackpot.PostPendingNotice(fund="fund"), by="Sue"),
        envelope(jackpot.OrderPayout(fund="fund", to="finance"), by="Sue"),
        envelope(jackpot.PrepareDistribution(fund="fund"), by="Fin"),
        envelope(jackpot.PayBadBeat(fund="fund"), by="Fin"),
    ):
        room.accepted(at, command)
    assert [chips_of(at, who) for who in ("Lou", "Win", "Ann", "Bob")] == paid


def test_reading__637a_bad_beat_amount() -> None:
    """637a.15(f)(2), (g), (h): contributions recorded after the verification are paid too, and only then is it adjusted."""
    at = _funded("bad_beat", 1_000, hands=["Tc Td Th Ts 2c"])
    room.count_at_cage(at, "fund", ("1",), 1_000, notify=True)
    hands: dict[str, Any] = {"losing": cards("Ac Ad Ah As 2c"), "winning": cards("9h Th Jh Qh Kh")}
    verify = jackpot.VerifyBadBeat(fund="fund", table="1", **hands, loser="Lou", winner="Win", others=("Ann",))
    room.accepted(at, envelope(verify, by="Sue"))
    room.accepted(at, envelope(jackpot.PostPendingNotice(fund="fund"), by="Sue"))
    room.accepted(at, envelope(jackpot.OrderPayout(fund="fund", to="finance"), by="Sue"))
    room.accepted(at, envelope(jackpot.AttendAdjustment(fund="fund"), role=Role.FLOORPERSON, by="Flora"))
    adjust = jackpot.AdjustDisplay(fund="fund", cents=0, witness="Flora")
    early = refuses(at, envelope(adjust, by="Fin"))
    assert (early.code, early.clause, early.legal) == ("STEP_IS_DUE", "637a.15(g)", ("prepare the distribution",))
    room.accepted(at, envelope(jackpot.Contribute(fund="fund", table="1", pot=20_000, cents=1_000), by="Dee"))
    room.count_at_cage(at, "fund", ("1",), 1_000, notify=True)
    room.accepted(at, envelope(jackpot.PrepareDistribution(fund="fund"), by="Fin"))
    room.accepted(at, envelope(adjust, by="Fin"))
    room.accepted(at, envelope(jackpot.PayBadBeat(fund="fund"), by="Fin"))
    assert [chips_of(at, who) for who in ("Lou", "Win", "Ann")] == [1_000, 500, 500]


def test_reading__637a_high_hand_excess() -> None:
    at = _funded("high_hand", 101)
    for seat, player, hand in ((1, "Ann", "9c 9d 9h 4c 4d"), (2, "Bob", "9c 9d 9s 4h 4s")):
        called: dict[str, Any] = {"table": "1", "seat": seat, "hand": cards(hand)}
        slip = jackpot.TrackingSlip(
            **called,
            player=player,
            phone="717-555-0100",
            dealer="Dee",
            dealer_credential="D-17",
            signature="Flora",
            credential="F-4",
        )
        room.accepted(at, envelope(jackpot.CallHighHand(fund="fund", **called, players=4), by="Dee", at=60))
        room.accepted(at, envelope(jackpot.RecordHighHand(fund="fund", slip=slip, identified=True), by="Flora"))
    room.accepted(at, envelope(jackpot.EndQualifyingPeriod(fund="fund"), by="Flora", at=3_600))
    room.count_at_cage(at, "fund", ("1",), 101, notify=False)
    room.accepted(at, envelope(jackpot.AnnounceHighHandPayout(fund="fund"), by="Flora"))
    assert {player: cents for player, ((cents, _),) in fund_of(at, "fund").payable.items()} == {"Ann": 50, "Bob": 50}
    assert balance_of(at, "fund fund") == fund_of(at, "fund").official == 1


@pytest.mark.parametrize("kind", ["bad_beat", "high_hand"])
def test_reading__637a_distinct_people(kind: str) -> None:
    at = _funded(kind, 100)
    if kind == "bad_beat":
        room.accepted(at, envelope(jackpot.NotifyOfCount(fund="fund"), by="Flora"))
    else:
        room.accepted(at, envelope(jackpot.EndQualifyingPeriod(fund="fund"), by="Flora", at=3_600))
    room.accepted(at, envelope(jackpot.CloseTableForCount(fund="fund", table="1"), by="Flora"))
    room.accepted(at, envelope(jackpot.RecordCount(fund="fund", table="1"), by="Vera"))

    def nobody_twice(command: Envelope) -> None:
        assert refuses(at, command).code == "PERSON_SIGNS_ONCE"

    for dealer, witness in (("Dee", "Dee"), ("Dee", "Vera"), ("Vera", "Flora")):
        nobody_twice(envelope(jackpot.CountBox(fund="fund", table="1", cents=100, witness=witness), by=dealer))
    room.count_box(at, "fund", "1", 100)
    room.accepted(at, envelope(jackpot.SignCount(fund="fund", table="1"), by="Dee"))
    room.accepted(at, envelope(jackpot.SignCount(fund="fund", table="1"), by="Flora", role=Role.FLOORPERSON))
    room.accepted(at, envelope(jackpot.LockContents(fund="fund", table="1"), by="Flora", role=Role.FLOORPERSON))
    for person in ("Dee", "Flora", "Vera"):
        nobody_twice(envelope(jackpot.TransportToCage(fund="fund"), by=person))
    room.accepted(at, envelope(jackpot.TransportToCage(fund="fund"), by="Sam"))
    for person in ("Dee", "Flora", "Vera", "Sam"):
        nobody_twice(envelope(jackpot.CountAtCage(fund="fund", cents=100), by=person))
    room.accepted(at, envelope(jackpot.CountAtCage(fund="fund", cents=100), by="Cass"))
    for person in ("Dee", "Flora", "Vera", "Sam", "Cass"):
        nobody_twice(envelope(jackpot.RecordContributions(fund="fund", cents=100), by=person))
    room.accepted(at, envelope(jackpot.RecordContributions(fund="fund", cents=100), by="Fin"))


def test_reading__637a_time_charge() -> None:
    """637a.17(b)(3)(i) 637a.17(b)(3)(iii)"""
    at = table(**NO_LIMIT, smallest_chip=25, rake={"kind": "time", "hourly": 1000, "per": "table", "every_minutes": 20})
    accepted(at, envelope(cmd.AssessTimeCharge(), at=0))
    # A third of $10 is $3.33; a third of that in whole quarters is $1.
    assert balance_of(at, TIME_CHARGES) == 3 * 100
    accepted(at, envelope(cmd.StartRound(order=DECK, button=3)))
    due = envelope(cmd.AssessTimeCharge(), at=1_200)
    assert refuses(at, due).clause == "637a.8(b)(2)"
    deals.along(at, deals.round_over)
    accepted(at, envelope(cmd.RemoveStakes(cents=chips_of(at, "p2") - 99), seat=2))
    short = refuses(at, due)
    assert (short.code, short.clause) == ("WAGER_IS_COVERED", "637a.17(b)(3)(i)")
    accepted(at, envelope(cmd.AddStakes(cents=1), seat=2))
    accepted(at, due)
    assert chips_of(at, "p2") == 0
    # Of the next charge the stakes of seat 2, who is away, cover nothing: it is paid on leaving.
    accepted(at, envelope(cmd.SecureStakes(seat=2)))
    accepted(at, envelope(cmd.AssessTimeCharge(), at=2_400))
    accepted(at, envelope(cmd.ReturnToTable(seat=2, cents=0)))
    accepted(at, envelope(cmd.AddStakes(cents=150), seat=2))
    assert refuses(at, envelope(cmd.RemoveStakes(cents=51), seat=2)).clause == "637a.17(b)(3)(i)"
    accepted(at, envelope(cmd.LeaveSeat(), seat=2))
    assert balance_of(at, TIME_CHARGES) == 9 * 100


# The rake area.


def test_the_rake_of_betting_rounds_waits_in_the_rake_area() -> None:
    """637a.17(b)(1)(i) 637a.17(b)(2)(i) 637a.17(b)(2)(ii)"""
    kinds: tuple[dict[str, Any], ...] = (
        {"kind": "percentage", "percent": 10, "cap": 400},
        {"kind": "incremental", "steps": [[200, 30]], "cap": 400},
    )
    for rake in kinds:
        at = table(**NO_LIMIT, rake={**rake, "when": "each-betting-round"})
        accepted(at, envelope(cmd.StartRound(order=DECK, button=3)))
        deals.along(at, deals.on_street(1))
        assert (balance_of(at, "rake area"), balance_of(at, "drop box")) == (30, 0)
        deals.along(at, deals.round_over)
        assert (balance_of(at, "rake area"), balance_of(at, "drop box")) == (0, 30)


def test_rake_of_a_void_round_comes_back_from_the_rake_area() -> None:
    """637a.18(i) 637a.17(b)(1)(i)"""
    at = table(**NO_LIMIT, rake={"kind": "percentage", "percent": 10, "cap": 400, "when": "each-betting-round"})
    accepted(at, envelope(cmd.StartRound(order=DECK, button=3)))
    deals.along(at, deals.on_street(1))
    accepted(at, envelope(cmd.ReportIrregularity(cause="missing_card"), role=Role.FLOORPERSON))
    assert balance_of(at, "rake area") == 0
    assert "drop box" not in balances_of(at)
