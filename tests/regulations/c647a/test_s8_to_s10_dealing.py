"""647a.8 to 647a.10: the order of dealing by each device, the chip count and the stub."""

import pytest

from houseway.cards import text_of
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.kernel import Table
from houseway.engine.refusal import Code
from houseway.engine.roles import Role
from houseway.seats import DEALER
from tests.kit import tables
from tests.kit.banked_actions import close, deal, place, say
from tests.kit.decks import with_stub
from tests.kit.stated_rounds import answer_of, irregularity, table_after
from tests.kit.table_views import balance_of, chips_of, look_at
from tests.kit.tables import events, refuses
from tests.regulations.c647a.dealt import GAME, faults, with_ann

DECK = "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d 3d 4d 5d 6d 7d 8d"
SEATS = {str(seat): {"wagers": {"ante": 1_000}, "decisions": ["flop", "check", "check"]} for seat in (5, 2)}
COMMUNITY_FIRST = {"dealing": "automated-shoe", "community_first": True}


def dealt(submission):
    """Each hand, the board and the clause of each deal, read off the events."""
    stated = {"game": "holdem-bonus", "submission": submission, "deck": DECK, "seats": SEATS}
    table = table_after(**stated)
    hands: dict[int, list] = {}
    clauses: list[str] = []
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
def test_s8_d_s9_b__one_card_at_a_time_from_the_dealers_left_the_dealer_last(device, where):
    """647a.8(d), 647a.8(e), 647a.9(b), 647a.9(c)."""
    hands, board, clauses = dealt({"dealing": device})
    assert hands == {2: "2c 5c", 5: "3c 6c", DEALER: "4c 7c", -2: "8c Qc Ac"}
    assert board == "9c Tc Jc Kc 2d"
    assert clauses == [where, *STREETS]


def test_s10_b__stacks_of_two_from_the_dealers_left_the_dealer_last():
    """647a.10(b), 647a.10(c)."""
    hands, board, clauses = dealt({"dealing": "automated-shoe"})
    assert hands == {2: "2c 3c", 5: "4c 5c", DEALER: "6c 7c", -2: "8c Qc Ac"}
    assert board == "9c Tc Jc Kc 2d"
    assert clauses == ["647a.10(b)", *STREETS]


def test_s10_g__community_cards_may_come_first_and_are_turned_without_burns():
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
def test_s10_g__only_a_reshuffling_automated_shoe_may(submission):
    """647a.10(g)."""
    assert faults(**submission) == [("community_first", "647a.10(g)")]


DEVICES = [("manual-shoe", "647a.8(b)"), ("hand", "647a.9(b)"), ("automated-shoe", "647a.10(a)(2)")]


def locked(device: str, chips: int | None = None) -> Table:
    """Two Progressive Payout Wagers, one of $1 and one of $5, locked."""
    table = tables.seated(GAME, DECK, seats={1: "ann", 2: "bob"}, dealing=device)
    for seat, progressive in ((1, 100), (2, 500)):
        place(table, seat, ante=1_000, progressive=progressive)
    close(table, chips=chips)
    return table


@pytest.mark.parametrize(("device", "where"), DEVICES)
@pytest.mark.parametrize("chips", [None, 0, 1, 3])
def test_s8_b_s9_b_s10_a_2__no_card_before_the_chips_equal_the_wagers_accepted(device, where, chips):
    """647a.8(b), 647a.9(b), 647a.10(a)(2)."""
    table = locked(device, chips)
    refusal = refuses(table, cmd.DealCards())
    assert (refusal.code, refusal.clause) == (Code.CHIPS_ARE_COUNTED, where)
    table.do(cmd.CountProgressiveChips(chips=2))
    assert table.do(cmd.DealCards())


@pytest.mark.parametrize(("device", "where"), DEVICES)
def test_s8_b_s9_b_s10_a_2__no_more_bets_has_its_clause_and_takes_the_chips(device, where):
    """647a.8(b), 647a.9(b), 647a.10(a)(2)."""
    table = locked(device, 2)
    closed = events(table, ev.BetsClosed)[0]
    assert closed.clause == where
    assert closed.chips_due == 2
    assert balance_of(table, "area 1 progressive") == balance_of(table, "area 2 progressive") == 0


def test_s8_b__without_progressive_wagers_there_is_nothing_to_count():
    """647a.8(b)."""
    table = with_ann()
    place(table)
    close(table)
    assert refuses(table, cmd.CountProgressiveChips(chips=0)).code is Code.STEP_IS_DUE
    assert table.do(cmd.DealCards())


STUBS = [
    ("manual-shoe", "647a.8(g)", "647a.8(h)"),
    ("hand", "647a.9(e)", "647a.9(f)"),
    ("automated-shoe", "647a.10(e)", "647a.10(f)"),
]


def counted(device: str, **count):
    """A round at two seats whose stub is counted before the dealer's cards are turned."""
    return table_after(
        game=GAME,
        submission={"dealing": device},
        deck=with_stub(DECK.split()),
        seats=SEATS,
        irregularities=[irregularity("stub_count", "reveal", **count)],
    )


@pytest.mark.parametrize(("device", "right", "wrong"), STUBS)
def test_s8_g_s9_e_s10_e__a_full_count_lets_the_round_go_on(device, right, wrong):
    """647a.8(g), 647a.9(e), 647a.10(e)."""
    # Six cards to the players and the dealer, three burns, five community cards.
    table = counted(device, count=52 - 14)
    (event,) = events(table, ev.StubCounted)
    assert (event.clause, event.right) == (right, True)
    assert not any(isinstance(one, ev.RoundEnded) and one.void for one in table.events)


@pytest.mark.parametrize(("device", "right", "wrong"), STUBS)
@pytest.mark.parametrize("misdealt", [True, False])
def test_s8_h_s9_f_s10_f__a_wrong_count_voids_the_round(device, right, wrong, misdealt):
    """647a.8(h), 647a.9(f), 647a.10(f)."""
    table = counted(device, count=52 - 15, misdealt=misdealt)
    said = answer_of(table)
    assert {one["pays"] for one in said["settlements"]} == {"returned"}
    assert {one["clause"] for one in said["settlements"]} == {wrong}
    assert set(said["net"].values()) == {0}
    assert any(isinstance(one, ev.DeckRemoved) for one in table.events) is not misdealt


@pytest.mark.parametrize("dealing", ["manual-shoe", "hand", "automated-shoe"])
def test_8b_9b_10a2__progressive_chips_go_into_the_inventory_once_they_are_verified(dealing):
    at = with_ann(dealing=dealing)
    place(at, ante=1_000, progressive=500)
    close(at)
    assert balance_of(at, "area 1 progressive") == 500
    [wrong] = events(at.do(cmd.CountProgressiveChips(chips=2)), ev.ChipsCounted)
    assert (wrong.chips, wrong.accepted, wrong.postings) == (2, 1, ())
    assert balance_of(at, "area 1 progressive") == 500
    [right] = at.do(cmd.CountProgressiveChips(chips=1))
    assert right.postings == (("area 1 progressive", "house", 500),)
    assert at.do(cmd.CountProgressiveChips(chips=1))[0].postings == ()


@pytest.mark.parametrize("dealing", ["manual-shoe", "hand", "automated-shoe"])
def test_8b_9b_10a2__a_recount_moves_progressive_chips_once(dealing):
    at = tables.seated(GAME, seats={1: "ann", 4: "ben"}, dealing=dealing)
    for seat in (1, 4):
        place(at, seat, ante=1_000, progressive=500)
    close(at)
    before = balance_of(at, "house")
    # A wrong count, the right one, a wrong recount, the right one again.
    for chips in (3, 2, 1, 2, 2):
        at.do(cmd.CountProgressiveChips(chips=chips))
    assert balance_of(at, "house") - before == 1_000
    assert [balance_of(at, f"area {seat} progressive") for seat in (1, 4)] == [0, 0]
    assert at.do(cmd.DealCards())


@pytest.mark.parametrize("dealing", ["manual-shoe", "hand", "automated-shoe"])
def test_8b_9b_10a2__whoever_counts_progressive_chips_is_not_told_what_to_expect(dealing):
    at = with_ann(dealing=dealing)
    place(at, ante=1_000, progressive=500)
    close(at)
    (asked,) = at.due()
    assert (asked.command, asked.amounts) == ("count_progressive_chips", None)
    refusal = refuses(at, cmd.DealCards())
    assert not any(character.isdigit() for character in refusal.message + "".join(refusal.legal))


def test_8f__whoever_counts_the_stub_is_not_told_what_to_expect():
    at = with_ann(dealing="hand", stub_count_every=1, shuffler="automated")
    place(at)
    close(at)
    deal(at)
    say(at, "fold")
    asked = [ask for ask in at.due() if ask.command == "count_deck"]
    assert [ask.amounts for ask in asked] == [None]


def test_8b__uncounted_chips_go_back_from_where_they_lie():
    at = with_ann(dealing="automated-shoe")
    place(at, ante=1_000, progressive=500)
    close(at)
    at.do(cmd.ReportIrregularity(cause="shoe_fault"), role=Role.FLOORPERSON)
    assert chips_of(at, look_at(at).seats[1]) == 100_000
    assert balance_of(at, "area 1 progressive") == 0


def test_8b__and_are_lost_from_there_if_the_player_leaves():
    at = with_ann()
    place(at, ante=1_000, progressive=500)
    close(at)
    house = balance_of(at, "house")
    at.do(cmd.AbandonWagers(seat=1))
    assert balance_of(at, "area 1 progressive") == 0
    assert balance_of(at, "house") == house + 1_500
