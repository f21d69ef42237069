"""The readings of 663a, each shown in force by the test that has its id."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.cards import cards, text_of
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.kernel import Table
from houseway.engine.refusal import Code
from tests.kit.banked_actions import close, deal, place, say, says, setting
from tests.kit.decks import five_card_deck
from tests.kit.stated_rounds import paid, refusal, table_after
from tests.kit.table_views import look_at
from tests.kit.tables import events, new_table, refuses, seated
from tests.regulations.c663a.hi_lo import ANTE, GAME, stated

DEALER = "Ks Qs 8d 7d 3c"  # 28 high, 10 low


def hi_lo(
    hand: str, decision: str, *, dealer: str = DEALER, wagers: dict[str, int] | None = None, **more: Any
) -> dict[str, Any]:
    """A round with one seat and an Ante of $10."""
    return {**stated(decision, dealer, hand=hand, wagers={**ANTE, **(wagers or {})}), **more}


def at_the_reveal(hand: str, dealer: str, setting_: str) -> Table:
    """A table at which one player has played and set a hand, and the dealer's is due."""
    at = seated(GAME, five_card_deck([hand], dealer), seats={1: "one"})
    place(at)
    close(at)
    deal(at)
    say(at, "play")
    at.do(setting(setting_))
    return at


def test_reading__663a_setting() -> None:
    hand = "Ac Jc Th 9d 2s"
    refused = refusal(**hi_lo(hand, "play Ac Jc 2s / Th 9d"))
    assert refused["code"] == Code.HANDS_ARE_SET_LAWFULLY
    lawful = [tuple(frozenset(part.split()) for part in one.split(" / ")) for one in refused["legal"]]
    # The three highest high, or the ace low: 30 and 11, or 29 and 3.
    assert set(lawful) == {
        (frozenset({"Ac", "Jc", "Th"}), frozenset({"9d", "2s"})),
        (frozenset({"Jc", "Th", "9d"}), frozenset({"Ac", "2s"})),
    }
    assert paid(hi_lo(hand, "play Jc Th 9d / Ac 2s"))[1, "play"] == ("1 to 1", 1000)
    # Ten, jack, queen and king are of equal value: any of them may stand for another.
    for high, low in (("Kc Qc Jc", "Th 2s"), ("Th Qc Jc", "Kc 2s")):
        assert (1, "play") in paid(hi_lo("Kc Qc Jc Th 2s", f"play {high} / {low}"))
    two_aces = refusal(**hi_lo("Ac Ah Th 9d 2s", "play Th 9d 2s / Ac Ah"))
    assert two_aces["code"] == Code.HANDS_ARE_SET_LAWFULLY


def test_reading__663a_tie() -> None:
    tie = {"tie": 500}
    # High 28 with high 28; the dealer's low is 10.
    assert paid(hi_lo("Kc Qc 8h 4d 2s", "play Kc Qc 8h / 4d 2s", wagers=tie))[1, "tie"] == ("4 to 1", 2000)
    assert paid(hi_lo("Kc Qc 9h 6d 4s", "play Kc Qc 9h / 6d 4s", wagers=tie))[1, "tie"] == ("4 to 1", 2000)
    # A high hand of 20 is no tie with a low hand of 20.
    across = hi_lo("9c 9h 2c 2d 2h", "play 9c 9h 2c / 2d 2h", dealer="Ks Qs Js Th Tc", wagers=tie)
    assert paid(across)[1, "tie"] == ("lose", -500)


@pytest.mark.parametrize(
    ("dealer", "high", "low"),
    [("As Ah 9c 5d 2c", "As Ah 9c", "5d 2c"), ("As Ah Ad Ac 2c", "A A A", "A 2")],
)
def test_reading__663a_dealer_aces(dealer: str, high: str, low: str) -> None:
    table = table_after(**hi_lo("Kc Qc 8h 4d 2s", "play Kc Qc 8h / 4d 2s", dealer=dealer))
    [setting] = [event for event in events(table, ev.HandsSet) if event.seat == 0]
    assert sorted(word[0] for word in text_of(setting.high).split()) == sorted(word[0] for word in high.split())
    assert sorted(word[0] for word in text_of(setting.low).split()) == sorted(word[0] for word in low.split())


def test_reading__663a_ante_bonus() -> None:
    hand = "Ac Ah Ad 9d 2s"
    assert paid(hi_lo(hand, "play Ac Ah Ad / 9d 2s"))[1, "ante_bonus"] == ("10 for 1", 10_000)
    assert (1, "ante_bonus") not in paid(hi_lo(hand, "fold"))


def test_reading__663a_play_after() -> None:
    stated = hi_lo("Ac Ah Ad 9d 2s", "play Ac Ah Ad / 9d 2s")
    kinds = [type(event) for event in table_after(**stated).events]
    assert kinds.index(ev.BetsClosed) < kinds.index(ev.CardsDealt) < kinds.index(ev.Decided)
    at = seated(GAME, stated["deck"], seats={1: "one"})
    place(at)
    close(at)
    assert refuses(at, cmd.PlaceWagers(wagers={"tie": 500}), seat=1).code is Code.WAGER_PRECEDES_NO_MORE_BETS
    deal(at)
    [decided] = events(at.do(says("play")), ev.Decided)
    assert (decided.wager, decided.cents) == ("play", 1000)


@pytest.mark.parametrize(("antes", "first"), [((1000, 2000), 2), ((2000, 1000), 1), ((1000, 1000), 2)])
def test_reading__663a_larger(antes: tuple[int, int], first: int) -> None:
    hands = {1: "Ac Jc Th 9d 2s", 2: "Ad Jd 9h 8c 3s"}
    at = seated(GAME, five_card_deck(list(hands.values()), DEALER), seats={1: "one", 2: "one"}, adjacent_areas=2)
    for seat, ante in zip((1, 2), antes, strict=True):
        place(at, seat, ante=ante)
    close(at)
    deal(at)
    for seat in (1, 2):
        say(at, "play", seat)
    settings = {1: "Ac Jc Th / 9d 2s", 2: "Ad Jd 9h / 8c 3s"}
    other = 3 - first
    assert refuses(at, setting(settings[other], other)).code is Code.LARGER_WAGER_IS_SET_FIRST
    for seat in (first, other):
        at.do(setting(settings[seat], seat))
    assert [event.seat for event in events(at, ev.HandsSet)] == [first, other]


def test_reading__663a_best_row() -> None:
    both = hi_lo("Kc Qc 8h 6d 4s", "play Kc Qc 8h / 6d 4s", wagers={"tie": 500})
    assert paid(both)[1, "tie"] == ("20 to 1", 10_000)
    four_with_a_two = hi_lo("Ac Ah Ad As 2s", "play Ac Ah Ad / As 2s")
    assert paid(four_with_a_two)[1, "ante_bonus"] == ("1,000 for 1", 1_000_000)


def test_reading__663a_dealer_exposed() -> None:
    stated = hi_lo("Ac Ah Ad 9d 2s", "play Ac Ah Ad / 9d 2s")
    refused = refusal(**{**stated, "irregularities": [{"cause": "dealer_card_exposed", "at": "play"}]})
    assert refused["code"] == Code.IRREGULARITY_IS_KNOWN
    assert "dealer_card_exposed" not in refused["legal"]


def test_reading__663a_dealer_wrong_setting() -> None:
    at = at_the_reveal("Kc Qc 8h 4d 2s", "Ah Kh Qh 9s 3d", "Kc Qc 8h / 4d 2s")
    for high, low in (("Kh Qh 9s", "Ah 3d"), ("Ah Kh 9s", "Qh 3d")):
        wrong = refuses(at, cmd.RevealBank(high=cards(high), low=cards(low)))
        assert (wrong.code, wrong.clause) == (Code.HANDS_ARE_SET_LAWFULLY, "663a.11(e)")
        assert wrong.legal == ("as the chapter has the dealer set them",)
    at.do(cmd.RevealBank(high=cards("Qh Ah Kh"), low=cards("3d 9s")))
    assert set(look_at(at).settings[0].high) == set(cards("Ah Kh Qh"))


def test_reading__663a_dealer_wrong_setting__equal_values_change_places() -> None:
    at = at_the_reveal("Kc Qc 8h 4d 2s", "Kh Qh Jh Th 9h", "Kc Qc 8h / 4d 2s")
    at.do(cmd.RevealBank(high=cards("Th Kh Qh"), low=cards("Jh 9h")))
    assert look_at(at).settings[0].low == cards("Jh 9h")


def test_reading__663a_preshuffled_cut() -> None:
    at = new_table(GAME, shuffler="manual")
    at.do(cmd.ReceiveDecks(preshuffled=True))
    at.do(cmd.ShuffleCards(order=at.rules.game.deck))
    at.do(cmd.TakeSeat(cents=10_000), seat=1, by="one")
    place(at)
    close(at)
    assert refuses(at, cmd.DealCards()).code is Code.STEP_IS_DUE
    at.do(cmd.CutCards(depth=20))
    assert at.do(cmd.DealCards())


def test_reading__663a_preshuffled_cut__in_645a_too() -> None:
    at = new_table("pai-gow", shuffler="manual")
    at.do(cmd.ReceiveDecks(preshuffled=True))
    at.do(cmd.ShuffleCards(order=at.rules.game.deck))
    assert [(ask.command, ask.clause) for ask in at.due()][:1] == [("cut_cards", "645a.5(b)(2)")]


def test_reading__663a_abandoned_bonus() -> None:
    stated = hi_lo("Ac Ah Ad 9d 2s", "play Ac Ah Ad / 9d 2s")
    left = {"cause": "abandoned", "at": "reveal", "seat": 1}
    given = paid({**stated, "irregularities": [left]})
    assert given == {(1, "ante"): ("lose", -1000), (1, "play"): ("lose", -1000)}


def test_reading__663a_collect_when() -> None:
    hands = {1: "Ac Jc Th 9d 2s", 2: "Ad Jd 9h 8c 3s"}
    wagers = {"ante": 1000, "tie": 500, "poker_bonus": 200}
    table = table_after(
        game="five-card-hi-lo",
        deck=five_card_deck(list(hands.values()), DEALER),
        seats={
            "1": {"wagers": wagers, "decisions": ["fold"]},
            "2": {"wagers": wagers, "decisions": ["play Ad Jd 9h / 8c 3s"]},
        },
    )
    kinds = [(type(event).__name__, getattr(event, "seat", 0), getattr(event, "wager", "")) for event in table.events]
    lost = [kinds.index(("WagerSettled", 1, wager)) for wager in ("ante", "tie")]
    bonus = kinds.index(("WagerSettled", 1, "poker_bonus"))
    # Before seat 2 answers; the Poker Bonus Wager waits for the settlement.
    assert max(lost) < kinds.index(("Decided", 2, "play")) < bonus
