"""647a.8 to 647a.10: the order of dealing by each device, the chip count and the stub."""

import pytest

from houseway.cards import cards, text_of
from houseway.chapters.registry import resolve
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.banked.state import DEALER
from houseway.engine.refusal import Code, Refusal
from houseway.engine.roles import Role
from houseway.engine.table import Table
from houseway.rounds.banked import answer, play, read
from tests.regulations.c647a.dealt import faults

DECK = "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d 3d 4d 5d 6d 7d 8d"
SEATS = {str(seat): {"wagers": {"ante": 1_000}, "decisions": ["flop", "check", "check"]} for seat in (5, 2)}
COMMUNITY_FIRST = {"dealing": "automated-shoe", "community_first": True}


def dealt(submission) -> tuple[dict[int, str], str, list[str]]:
    """Each hand, the board and the clause of each deal, read off the events."""
    stated = {"game": "holdem-bonus", "submission": submission, "deck": DECK, "seats": SEATS}
    table = play(read(stated))
    hands: dict[int, list] = {}
    clauses = []
    for event in table.events:
        if isinstance(event, ev.CardsDealt):
            clauses.append(event.clause)
            for target, card in event.cards:
                hands.setdefault(target, []).append(card)
        if isinstance(event, ev.CommunityTurned):
            clauses.append(event.clause)
    board = text_of(hands.pop(-1))
    return {target: text_of(held) for target, held in hands.items()}, board, clauses


STREETS = ["647a.11(c)", "647a.11(e)", "647a.11(g)"]


@pytest.mark.parametrize(("device", "where"), [("manual-shoe", "647a.8(d)"), ("hand", "647a.9(b)")])
def test_8d_9b__one_card_at_a_time_from_the_dealers_left_the_dealer_last(device, where):
    """647a.8(d), 647a.8(e), 647a.9(b), 647a.9(c)."""
    hands, board, clauses = dealt({"dealing": device})
    assert hands == {2: "2c 5c", 5: "3c 6c", DEALER: "4c 7c", -2: "8c Qc Ac"}
    assert board == "9c Tc Jc Kc 2d"
    assert clauses == [where, *STREETS]


def test_10b__stacks_of_two_from_the_dealers_left_the_dealer_last():
    """647a.10(b), 647a.10(c)."""
    hands, board, clauses = dealt({"dealing": "automated-shoe"})
    assert hands == {2: "2c 3c", 5: "4c 5c", DEALER: "6c 7c", -2: "8c Qc Ac"}
    assert board == "9c Tc Jc Kc 2d"
    assert clauses == ["647a.10(b)", *STREETS]


def test_10g__community_cards_may_come_first_and_are_turned_without_burns():
    """647a.10(g)."""
    hands, board, clauses = dealt(COMMUNITY_FIRST)
    assert board == "2c 3c 4c 5c 6c"
    assert hands == {2: "7c 8c", 5: "9c Tc", DEALER: "Jc Qc"}
    assert clauses == ["647a.10(g)", "647a.10(b)", *STREETS]


@pytest.mark.parametrize(
    "submission",
    [
        {"community_first": True},
        {"community_first": True, "dealing": "hand"},
        {"community_first": True, "dealing": "automated-shoe", "shuffler": "automated-counting"},
    ],
)
def test_10g__only_a_reshuffling_automated_shoe_may(submission):
    """647a.10(g)."""
    assert faults(**submission) == [("community_first", "647a.10(g)")]


def test_9a_1__dealing_from_the_hand_needs_a_shuffling_device():
    """647a.9(a)(1)."""
    assert faults(dealing="hand", shuffler="manual") == [("shuffler", "647a.9(a)(1)")]


DEVICES = [("manual-shoe", "647a.8(b)"), ("hand", "647a.9(b)"), ("automated-shoe", "647a.10(a)(2)")]


def locked(device: str, chips: int | None = None) -> Table:
    """Two Progressive Payout Wagers, one of $1 and one of $5, locked."""
    table = Table(resolve({"dealing": device}, game="holdem-bonus"))
    table.ready(cards(DECK))
    for seat, progressive in ((1, 100), (2, 500)):
        table.do(cmd.TakeSeat(by=Role.PLAYER, seat=seat, player=f"player {seat}", cents=100_000))
        wagers = {"ante": 1_000, "progressive": progressive}
        table.do(cmd.PlaceWagers(by=Role.PLAYER, seat=seat, wagers=wagers))
    table.do(cmd.AnnounceNoMoreBets(by=Role.DEALER, chips=chips))
    return table


@pytest.mark.parametrize(("device", "where"), DEVICES)
@pytest.mark.parametrize("chips", [None, 0, 1, 3])
def test_8b_9b_10a_2__no_card_before_the_chips_equal_the_wagers_accepted(device, where, chips):
    """647a.8(b), 647a.9(b), 647a.10(a)(2)."""
    table = locked(device, chips)
    refusal = table.send(cmd.DealCards(by=Role.DEALER))
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.clause) == (Code.CHIPS_ARE_COUNTED, where)
    table.do(cmd.CountProgressiveChips(by=Role.DEALER, chips=2))
    assert table.do(cmd.DealCards(by=Role.DEALER))


@pytest.mark.parametrize(("device", "where"), DEVICES)
def test_8b_9b_10a_2__no_more_bets_has_its_clause_and_takes_the_chips(device, where):
    """647a.8(b), 647a.9(b), 647a.10(a)(2)."""
    table = locked(device, 2)
    closed = next(event for event in table.events if isinstance(event, ev.BetsClosed))
    assert closed.clause == where
    assert closed.chips_due == 2
    assert table.state.ledger["area 1 progressive"] == table.state.ledger["area 2 progressive"] == 0


@pytest.mark.parametrize(
    ("device", "where"), [("manual-shoe", "647a.8(e)"), ("hand", "647a.9(c)"), ("automated-shoe", "647a.10(c)")]
)
def test_8e_9c_10c__no_street_before_every_player_has_answered(device, where):
    """647a.8(e), 647a.9(c), 647a.10(c)."""
    table = locked(device, 2)
    for word in ("flop", "check", "check"):
        table.do(cmd.DealCards(by=Role.DEALER))
        early = table.send(cmd.DealCards(by=Role.DEALER))
        assert isinstance(early, Refusal)
        assert (early.code, early.clause) == (Code.STEP_IS_DUE, where)
        for seat in (1, 2):
            table.do(cmd.Decide(by=Role.PLAYER, seat=seat, word=word))


def test_8b__without_progressive_wagers_there_is_nothing_to_count():
    """647a.8(b)."""
    table = Table(resolve({}, game="holdem-bonus"))
    table.ready(cards(DECK))
    table.do(cmd.TakeSeat(by=Role.PLAYER, seat=1, player="ann", cents=100_000))
    table.do(cmd.PlaceWagers(by=Role.PLAYER, seat=1, wagers={"ante": 1_000}))
    table.do(cmd.AnnounceNoMoreBets(by=Role.DEALER))
    assert isinstance(table.send(cmd.CountProgressiveChips(by=Role.DEALER, chips=0)), Refusal)
    assert table.do(cmd.DealCards(by=Role.DEALER))


@pytest.mark.parametrize(
    ("device", "where"), [("manual-shoe", "647a.8(f)"), ("hand", "647a.9(d)"), ("automated-shoe", "647a.10(d)")]
)
def test_8f_9d_10d__the_fifth_round_uncounted_is_not_settled_before_its_stub_is_counted(device, where):
    """647a.8(f), 647a.9(d), 647a.10(d)."""
    table = Table(resolve({"dealing": device, "shuffler": "automated"}, game="holdem-bonus"))
    table.ready(table.rules.game.deck)
    table.do(cmd.TakeSeat(by=Role.PLAYER, seat=1, player="ann", cents=100_000))
    for number in range(1, 6):
        table.do(cmd.PlaceWagers(by=Role.PLAYER, seat=1, wagers={"ante": 1_000}))
        table.do(cmd.AnnounceNoMoreBets(by=Role.DEALER))
        table.do(cmd.DealCards(by=Role.DEALER))
        table.do(cmd.Decide(by=Role.PLAYER, seat=1, word="fold"))
        if number == 5:
            refusal = table.send(cmd.SettleRound(by=Role.DEALER))
            assert isinstance(refusal, Refusal)
            assert (refusal.code, refusal.clause) == (Code.STUB_COUNT_IS_DUE, where)
            table.do(cmd.CountStub(by=Role.DEALER, count=52 - 4))
        table.do(cmd.SettleRound(by=Role.DEALER))
        table.ready(table.rules.game.deck)


STUBS = [
    ("manual-shoe", "647a.8(g)", "647a.8(h)"),
    ("hand", "647a.9(e)", "647a.9(f)"),
    ("automated-shoe", "647a.10(e)", "647a.10(f)"),
]


def counted(device: str, **count):
    """A round at two seats whose stub is counted before the dealer's cards are turned."""
    every = [text_of([one]) for one in resolve({}, game="holdem-bonus").game.deck]
    full = " ".join(dict.fromkeys([*DECK.split(), *every]))
    return play(
        read(
            {
                "game": "holdem-bonus",
                "submission": {"dealing": device},
                "deck": full,
                "seats": SEATS,
                "irregularities": [{"cause": "stub_count", "at": "reveal", **count}],
            }
        )
    )


@pytest.mark.parametrize(("device", "right", "wrong"), STUBS)
def test_8g_9e_10e__a_full_count_lets_the_round_go_on(device, right, wrong):
    """647a.8(g), 647a.9(e), 647a.10(e)."""
    # Six cards to the players and the dealer, three burns, five community cards.
    table = counted(device, count=52 - 14)
    (event,) = [one for one in table.events if isinstance(one, ev.StubCounted)]
    assert (event.clause, event.right) == (right, True)
    assert not any(isinstance(one, ev.RoundEnded) and one.void for one in table.events)


@pytest.mark.parametrize(("device", "right", "wrong"), STUBS)
@pytest.mark.parametrize("misdealt", [True, False])
def test_8h_9f_10f__a_wrong_count_voids_the_round(device, right, wrong, misdealt):
    """647a.8(h), 647a.9(f), 647a.10(f)."""
    table = counted(device, count=52 - 15, misdealt=misdealt)
    said = answer(table)
    assert {one["pays"] for one in said["settlements"]} == {"returned"}
    assert {one["clause"] for one in said["settlements"]} == {wrong}
    assert set(said["net"].values()) == {0}
    assert any(isinstance(one, ev.DeckRemoved) for one in table.events) is not misdealt
