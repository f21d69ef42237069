"""Whole sessions, typed from a list and printed to a text."""

from __future__ import annotations

import io
from collections.abc import Iterable
from random import Random

import pytest

from houseway.cards import Card, cards
from houseway.chapters.registry import GAMES, resolve
from houseway.engine.banked import events as ev
from houseway.engine.banked.observe import Viewer
from houseway.engine.banked.state import COMMUNITY
from houseway.engine.roles import Role
from houseway.felt import console
from houseway.play import computer
from houseway.play.session import Session
from houseway.play.terminal import Terminal
from houseway.ranking import STANDARD_ORDER, Category, category_of, strength

ANSWERS = {
    "heads-up-holdem": ["check", "raise 10", "raise", "fold"],
    "holdem-bonus": ["flop", "check", "bet", "fold"],
    "pai-gow": ["house way", "6 7", "1 2", "surrender", ""],
    "five-card-hi-lo": ["play", "4 5", "3 4", "1 2", "fold"],
}


def session(
    game: str,
    typed: Iterable[str],
    *,
    seed: int = 1,
    seats: tuple[int, ...] = (1,),
    players: int = 2,
    bankroll: int = 100_000,
    width: int = 80,
    **submission: object,
) -> tuple[Session, io.StringIO]:
    lines, paper = iter(typed), io.StringIO()

    def read() -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    rules = resolve(dict(submission), game=game)
    terminal = Terminal(console(paper, width=width), read)
    sat = Session(
        rules, terminal, seats=seats, players=players, bankroll=bankroll, chance=Random(seed), clock=lambda: 0
    )
    return sat, paper


def told(paper: io.StringIO) -> str:
    """What was printed, on one line."""
    return " ".join(paper.getvalue().split())


def total(sat: Session) -> int:
    return sum(sat.table.state.ledger.values())


@pytest.mark.parametrize("game", GAMES)
def test_any_typing_leads_to_a_clean_end(game: str) -> None:
    chance = Random(3)
    words = [
        *ANSWERS[game],
        "",
        "10",
        "?",
        "h",
        "t",
        "out",
        "bank",
        "co-bank",
        "zzz",
        "raise ²",
        "set As",
        "h 1",
        "help",
    ]
    for seed in range(6):
        typed = [chance.choice(words) for _ in range(150)]
        sat, paper = session(game, typed, seed=seed, seats=((1,), (2, 3), (1, 4, 6))[seed % 3])
        sat.run()
        assert "You leave the table with" in paper.getvalue()
        assert total(sat) == 0
        # What is typed is not echoed here, so a prompt stands before the line that answers it.
        assert max(len(line.lstrip("> ")) for line in paper.getvalue().splitlines()) <= 80


@pytest.mark.parametrize("game", GAMES)
def test_a_narrow_terminal_is_kept_within(game: str) -> None:
    typed = ["", *ANSWERS[game] * 4, "h", "t", "help", "?", "q"]
    sat, paper = session(game, typed, seats=(1, 2), players=4, width=50)
    sat.run()
    assert max(len(line.lstrip("> ")) for line in paper.getvalue().splitlines()) <= 50


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("shuffler", ["manual", "automated", "automated-counting", "automatic-reshuffling"])
def test_computer_players_play_a_dozen_rounds_with_every_shuffler(game: str, shuffler: str) -> None:
    sat, _ = session(game, [], seats=(), players=6, shuffler=shuffler)
    for _ in range(12):
        sat.play_round()
    assert len(sat.history.rounds) == 12
    assert total(sat) == 0
    shuffled = [event for event in sat.table.events if isinstance(event, ev.CardsShuffled)]
    assert len({event.order for event in shuffled}) == len(shuffled) >= 12
    cuts = [event for event in sat.table.events if isinstance(event, ev.CardsCut)]
    assert bool(cuts) == (shuffler == "manual")


@pytest.mark.parametrize("dealing", ["hand", "automated-shoe"])
@pytest.mark.parametrize("game", GAMES)
def test_two_decks_and_other_ways_of_dealing(game: str, dealing: str) -> None:
    sat, _ = session(game, [], seats=(), players=3, dealing=dealing, decks=2)
    for _ in range(4):
        sat.play_round()
    decks = [event.deck for event in sat.table.events if isinstance(event, ev.CardsShuffled)]
    assert decks == [0, 1, 0, 1]


def test_dice_find_the_start() -> None:
    sat, paper = session("pai-gow", ["", "house way", "", "bank", "", "house way", "q"], start_by="dice")
    sat.run()
    assert "(dice " in paper.getvalue()
    assert len(sat.history.rounds) == 2


def test_a_player_takes_the_bank_in_the_second_round() -> None:
    sat, paper = session("pai-gow", ["bank", "", "house way", "", "bank", "", "house way", "q"], seats=(6,))
    sat.run()
    text = " ".join(paper.getvalue().split())
    assert "no player may be the bank in the first round" in text.lower()
    assert "You bank against" in text
    assert "You are the bank." in text
    assert any(record["wager"] == "bank" for record in sat.history.rounds[-1].answered["settlements"])
    assert total(sat) == 0


def test_computer_players_asked_before_pass_the_bank() -> None:
    sat, paper = session("pai-gow", ["", "house way", "", "bank", "", "house way", "q"], seats=(1,))
    sat.run()
    assert "passes the bank" in paper.getvalue()


def test_a_foul_setting_is_asked_for_twice() -> None:
    # Whatever the cards, one of the 21 pairs as low hand above the rest is found by trying them all.
    pairs = [f"{one} {two}" for one in range(1, 8) for two in range(one + 1, 8)]
    for seed in range(30):
        sat, paper = session("pai-gow", ["", pairs[seed % 21], pairs[seed % 21], ""], seed=seed)
        sat.run()
        if "loses; type it" in " ".join(paper.getvalue().split()):
            assert sat.history.rounds[0].net < 0
            return
    pytest.fail("no foul setting came up")


def test_adjacent_seats_are_one_player_where_the_table_allows_it() -> None:
    sat, _ = session("five-card-hi-lo", [], seats=(2, 3), adjacent_areas=2)
    assert set(sat.table.state.seats.values()) == {"You", "Ada", "Ben"}
    apart, _ = session("five-card-hi-lo", [], seats=(2, 4), adjacent_areas=2)
    assert {"You at 2", "You at 4"} <= set(apart.table.state.seats.values())


def test_nothing_hidden_is_printed_before_the_showdown() -> None:
    sat, paper = session("heads-up-holdem", ["", "check"], players=5)
    sat.run()
    seen = sat.table.observe(Viewer(Role.SURVEILLANCE))
    assert seen.hands
    # The dealer and five computer players lie face down both times the felt was shown.
    assert paper.getvalue().count("░░ ░░") == 12


def test_computer_players_do_not_fold_what_they_have_made() -> None:
    sat, _ = session("heads-up-holdem", [], seats=(), players=6)
    hands: dict[int, tuple[Card, ...]] = {}
    folded = raised = 0
    for _ in range(40):
        sat.play_round()
    for event in sat.table.events:
        match event:
            case ev.BetsClosed():
                hands = {}
            case ev.CardsDealt():
                for target, card in event.cards:
                    hands[target] = (*hands.get(target, ()), card)
            case ev.Decided(word="raise"):
                raised += 1
            case ev.Decided(folds=True):
                folded += 1
                own, board = hands[event.seat], hands[COMMUNITY]
                better = category_of(strength(own + board, STANDARD_ORDER)) > Category.PAIR
                assert not (better and computer.uses_hole_cards(own, board))
    assert 0 < folded < raised


@pytest.mark.parametrize(
    ("hole", "board", "worth"),
    [
        ("9s 9d", "2c 5h Jd", True),
        ("Js 3d", "2c 5h Jd", True),
        ("9s 3d", "2c Jh Jd", False),
        ("9s 3d", "2c 5h Jd", False),
    ],
)
def test_a_pair_of_ones_own_is_seen(hole: str, board: str, worth: bool) -> None:
    assert computer.uses_hole_cards(cards(hole), cards(board)) is worth


def test_history_lists_rounds_and_shows_one_again() -> None:
    sat, paper = session("heads-up-holdem", ["", "check", "check", "raise", "h", "h 1", "q"])
    sat.run()
    text = paper.getvalue()
    assert "so far" in text
    assert text.count("in all") >= 2
    played = sat.history.find("1")
    assert played is not None
    assert played.wagered == 3000


def test_what_the_chips_do_not_suffice_for_is_not_offered_and_the_reason_said() -> None:
    sat, paper = session("five-card-hi-lo", ["10", "play", "fold", "q"], bankroll=1500)
    sat.run()
    text = told(paper)
    assert "Seat 1 fold Too few chips to play: it takes $10 and you have $5. 663a.7(a)" in text
    assert "Too few chips to play: it takes $10 and you have $5; you may fold." in text
    assert "You leave the table with $5." in text


@pytest.mark.parametrize(
    ("game", "bankroll", "enter"),
    [
        ("heads-up-holdem", 700, "Ante $3, Odds $3"),
        ("heads-up-holdem", 5000, "Ante $10, Odds $10"),
        ("pai-gow", 40, "Pai Gow Poker $0.40"),
        ("heads-up-holdem", 1, "sit out this round"),
    ],
)
def test_enter_offers_what_the_chips_come_to(game: str, bankroll: int, enter: str) -> None:
    sat, paper = session(game, [], bankroll=bankroll)
    sat.run()
    assert f"Enter {enter}" in told(paper)


def test_a_wager_that_was_refused_is_not_what_enter_repeats() -> None:
    # An Ante Wager without its Odds Wager is refused only when the bets are closed.
    sat, paper = session("heads-up-holdem", ["ante 20 odds 5", "", "check"])
    sat.run()
    assert "must equal its Ante Wager" in told(paper)
    assert "Ante $20" not in told(paper)
    assert told(paper).count("Enter Ante $10, Odds $10") == 2


def test_s645a_12_c__the_bank_is_offered_only_when_it_would_be_given() -> None:
    sat, paper = session("pai-gow", ["", "house way", "", "bank", "", "house way", "bank", "q"], seats=(6,))
    sat.run()
    first, second, third, *_ = paper.getvalue().split("in chips")[1:]
    again = paper.getvalue().split("in chips")[4]
    assert "take the bank" not in first
    assert "take the bank" in second
    assert "You are the bank" in third
    assert "take the bank" not in again
    assert "may not bank two consecutive rounds. 645a.12(c) Legal: play against the dealer" in told(paper)


def test_s645a_12_i_k__the_dealers_wager_against_the_bank_is_told() -> None:
    sat, paper = session("pai-gow", ["", "house way", "", "bank", "", "house way", "q"], seats=(6,))
    sat.run()
    assert "The dealer's wager of $10 against the bank" in told(paper)
    assert "The bank at seat 6 collected" in told(paper)


def test_sitting_out_is_said() -> None:
    sat, paper = session("pai-gow", ["0", "q"])
    sat.run()
    assert "Seat 1 sits this round out." in told(paper)


def test_help_says_what_the_keys_do_and_asks_again() -> None:
    sat, paper = session("pai-gow", ["help", "q"])
    sat.run()
    assert "leave; so do Ctrl-C and Ctrl-D" in told(paper)
    assert told(paper).count("as in: pai_gow 10") == 2


def test_s645a_11_d__a_wrong_key_at_the_surrender_names_enter_and_the_clause() -> None:
    sat, paper = session("pai-gow", ["", "house way", "zzz", "", "q"])
    sat.run()
    assert "'zzz' is no answer here; you may Enter: play on · surrender. 645a.11(d)" in told(paper)


def test_the_payouts_name_the_vigorish_and_the_envy_bonus() -> None:
    sat, paper = session("pai-gow", ["t", "q"], offered=["fortune"])
    sat.run()
    text = told(paper)
    assert "vigorish on a win, in steps of $0.25 5%" in text
    assert "Envy Bonus seven card straight flush $5,000 645a.13(b) Fortune Bonus," in text


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("? 677a-bad-beat", "reading 677a-bad-beat"),
        ("? 601A.2", "601a.2 lies outside the chapters of the register"),
        ("? 645A.12(C)", "645a.12(c) From the second round"),
        ("? zz", "'zz' is no clause"),
    ],
)
def test_a_clause_or_a_reading_is_looked_up_as_it_is_typed(asked: str, says: str) -> None:
    sat, paper = session("pai-gow", [asked, "q"])
    sat.run()
    assert says in told(paper)
