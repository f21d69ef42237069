"""Whole sessions at the terminal, of all games."""

from __future__ import annotations

from random import Random

import pytest

from houseway.cards import Card
from houseway.chapters.c637a_poker import events as poker
from houseway.chapters.registry import games
from houseway.chapters.strategy import uses_hole_cards
from houseway.engine.banked import events as ev
from houseway.engine.banked.events import COMMUNITY
from houseway.felt import cards_text
from houseway.ranking import STANDARD_ORDER, Category, category_of, strength
from houseway.seats import Seat
from houseway.view.table import BETWEEN_ROUNDS
from tests.kit.card_views import cards_sent_to
from tests.kit.tables import events, last
from tests.kit.terminal_sessions import check_books, said, session, told

BANKED, POKER = tuple(games(banked=True)), tuple(games(banked=False))
SHUFFLERS = ["manual", "automated", "automated-counting", "automatic-reshuffling"]
ANSWERS = {
    "heads-up-holdem": ["check", "raise 10", "raise", "fold"],
    "holdem-bonus": ["flop", "check", "bet", "fold"],
    "pai-gow": ["house way", "6 7", "1 2", "surrender", ""],
    "five-card-hi-lo": ["play", "4 5", "3 4", "1 2", "fold"],
}
ACTIONS = [
    *["", "c", "c", "c", "k", "call", "check", "f", "r", "r 40", "raise 20", "b 10", "bet min", "a", "1 2", "s", "1"],
    *["muck", "?", "? 637a.8(k)", "t", "h", "h 1", "zzz", "raise ²", "out", "add 100", "add x", "9c", "y"],
]
ANYTHING = ["", "10", "?", "h", "t", "out", "bank", "co-bank", "zzz", "raise ²", "set As", "h 1", "help"]


def widest(text: str) -> int:
    # What is typed is not echoed here, so a prompt stands before the line that answers it.
    return max(len(line.lstrip("> ")) for line in text.splitlines())


# Any typing.


@pytest.mark.long
@pytest.mark.parametrize("game", BANKED)
def test_any_typing_leads_to_a_clean_end(game: str) -> None:
    chance = Random(3)
    words = [*ANSWERS[game], *ANYTHING]
    for seed in range(6):
        typed = [chance.choice(words) for _ in range(150)]
        sat, paper = session(game, typed, seed=seed, seats=((1,), (2, 3), (1, 4, 6))[seed % 3])
        sat.run()
        assert "You leave the table with" in paper.getvalue()
        check_books(sat)
        assert widest(paper.getvalue()) <= 80


@pytest.mark.long
@pytest.mark.parametrize("game", POKER)
def test_any_typing_leads_to_a_clean_end_of_poker(game: str) -> None:
    chance = Random(game)
    for seed, (seats, players) in enumerate([((1,), 2), ((2, 3), 1), ((1, 2), 0)]):
        typed = [chance.choice(ACTIONS) for _ in range(40)]
        sat, paper = session(game, typed, seed=seed, seats=seats, players=players)
        sat.run()
        assert "You leave the table with" in paper.getvalue()
        assert sat.observe().status in BETWEEN_ROUNDS
        check_books(sat)
        assert widest(paper.getvalue()) <= 80


@pytest.mark.parametrize("game", BANKED)
def test_a_narrow_terminal_is_kept_within(game: str) -> None:
    typed = ["", *ANSWERS[game] * 4, "h", "t", "help", "?", "q"]
    sat, paper = session(game, typed, seats=(1, 2), players=4, width=50)
    sat.run()
    assert widest(paper.getvalue()) <= 50


@pytest.mark.parametrize("leaving", [0, 1, 2, 3, 4, 5, 6, 7, 8])
@pytest.mark.parametrize("game", ["holdem", "super-stud-hi-lo-8", "triple-draw-2-7"])
def test_the_input_may_end_anywhere(game: str, leaving: int) -> None:
    typed = ["", "1 2" if game.startswith("super") else "c", *["c", "s"] * 10][:leaving]
    sat, paper = session(game, typed, seed=3)
    sat.run()
    assert sat.observe().status in BETWEEN_ROUNDS
    assert "You leave the table with" in paper.getvalue()
    if "your hand is discarded" in paper.getvalue():
        assert "637a.18(k)(4)" in paper.getvalue()
    check_books(sat)


# The house.


@pytest.mark.long
@pytest.mark.parametrize("game", BANKED)
@pytest.mark.parametrize("shuffler", SHUFFLERS)
def test_computer_players_play_a_dozen_rounds_with_every_shuffler(game: str, shuffler: str) -> None:
    sat, _ = session(game, [], seats=(), players=6, shuffler=shuffler)
    for _ in range(12):
        sat.play_round()
    assert len(sat.history.rounds) == 12
    check_books(sat)
    shuffled = [event for event in sat.table.events if isinstance(event, ev.CardsShuffled)]
    assert len({event.order for event in shuffled}) == len(shuffled) >= 12
    cuts = [event for event in sat.table.events if isinstance(event, ev.CardsCut)]
    assert bool(cuts) == (shuffler == "manual")


@pytest.mark.parametrize("shuffler", SHUFFLERS[:3])
def test_two_decks_of_poker_alternate_with_every_shuffler(shuffler: str) -> None:
    sat, _ = session("five-card-stud", [], seats=(), shuffler=shuffler)
    for _ in range(7):
        sat.play_round()
    shuffled = [event for event in sat.table.events if isinstance(event, ev.CardsShuffled)]
    # The deck that is not in play is made ready beside it.
    assert [event.deck for event in shuffled] == [0, 1] * 4
    assert len({event.order for event in shuffled}) == 8
    cuts = [event for event in sat.table.events if isinstance(event, ev.CardsCut)]
    assert bool(cuts) == (shuffler == "manual")


@pytest.mark.parametrize("dealing", ["hand", "automated-shoe"])
@pytest.mark.parametrize("game", BANKED)
def test_two_decks_and_other_ways_of_dealing(game: str, dealing: str) -> None:
    sat, _ = session(game, [], seats=(), players=3, dealing=dealing, decks=2)
    for _ in range(4):
        sat.play_round()
    decks = [event.deck for event in sat.table.events if isinstance(event, ev.DeckPutIntoPlay)]
    assert decks == [0, 1, 0, 1]


def test_the_decks_of_poker_are_changed_after_twelve_hours() -> None:
    sat, _ = session("five-card-stud", [], seats=())
    sat.play_round()
    sat.house.clock = lambda: 12 * 3600
    sat.play_round()
    assert any(isinstance(event, ev.DecksChanged) for event in sat.table.events)


@pytest.mark.long
@pytest.mark.parametrize("game", POKER)
def test_a_full_table_of_computer_players(game: str) -> None:
    sat, paper = session(game, [], seats=(), players=9)
    for _ in range(2):
        sat.play_round()
    assert len(sat.history.rounds) == 2
    assert len(sat.computers.seats) == min(9, sat.table.rules.game.most_players)
    check_books(sat)
    taken = [event.cents for event in sat.table.events if isinstance(event, poker.RakeTaken)]
    assert sum(cents for played in sat.history.rounds for cents in played.net.values()) == -sum(taken)
    assert "Main pot" in paper.getvalue()


def test_the_button_rotates_and_starts_right_of_the_dealer() -> None:
    sat, _ = session("holdem", [], seats=(), players=3)
    for _ in range(4):
        sat.play_round()
    buttons = [event.button for event in sat.table.events if isinstance(event, poker.RoundStarted)]
    assert buttons == [3, 1, 2, 3]


@pytest.mark.long
def test_a_kill_round_follows_a_qualifying_pot() -> None:
    sat, paper = session("omaha-hi-lo-8", [], seats=(), players=4, qualifying_pot=1000)
    for _ in range(12):
        sat.play_round()
    rounds = [event for event in sat.table.events if isinstance(event, poker.RoundStarted)]
    ended = [event for event in sat.table.events if isinstance(event, poker.RoundEnded)]
    assert [event.kill for event in rounds] == [False, *[event.kill_next for event in ended[:-1]]]
    assert any(event.kill for event in rounds)
    assert "The next round is a half-kill round. 637a.12(n)" in told(paper)
    assert "half-kill round: the limits are raised" in paper.getvalue()
    assert "fixed-limit $15/$30" in paper.getvalue()


@pytest.mark.long
@pytest.mark.parametrize("game", ["holdem", "heads-up-holdem"])
def test_broke_computer_players_buy_in_again(game: str) -> None:
    sat, paper = session(game, [], seats=(), players=3, bankroll=3_000, seed=2)
    for _ in range(40 if game != "holdem" else 12):
        sat.play_round()
    assert f"buys in again for {'$30' if game == 'holdem' else '$1,000'}." in told(paper)
    check_books(sat)


@pytest.mark.parametrize("game", ["badugi", "pai-gow"])
def test_a_seed_plays_the_same_again(game: str) -> None:
    first, again = (session(game, [], seats=(), seed=9) for _ in range(2))
    for sat, _ in (first, again):
        sat.play_round()
    assert first[1].getvalue() == again[1].getvalue()


@pytest.mark.long
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
                assert not (better and uses_hole_cards(own, board))
    assert 0 < folded < raised


# What is shown.


def test_nothing_hidden_is_printed_before_the_showdown() -> None:
    sat, paper = session("heads-up-holdem", ["", "check"], players=5)
    sat.run()
    # The dealer and five computer players lie face down both times the felt was shown.
    assert paper.getvalue().count("░░ ░░") == 12


def test_nothing_hidden_is_printed_before_the_showdown_of_poker() -> None:
    sat, paper = session("holdem", ["", "h", "q"], players=5, seats=(6,), seed=2)
    sat.run()
    text, hands = paper.getvalue(), {seat: cards_sent_to(sat.table, seat) for seat in range(1, 7)}
    first = text.index("╭")
    felt = text[first : text.index("╯", first)]
    assert felt.count("░░ ░░") == 5 - felt.count("folded")
    assert cards_text(hands[6]).plain in felt
    for seat in range(1, 6):
        assert cards_text(hands[seat]).plain not in felt


def test_ones_own_down_cards_stand_in_brackets_in_stud() -> None:
    sat, paper = session("stud-high", ["", "q"], seed=2)
    sat.run()
    assert "[" in paper.getvalue().split("╭")[1]


@pytest.mark.long
def test_side_pots_are_itemised_with_who_could_win() -> None:
    for seed in range(40):
        sat, paper = session("holdem", [], seats=(), players=4, seed=seed, bankroll=8_000)
        for seat, cents in ((1, 5_000), (2, 2_500)):
            sat.table.player(seat).adds(cents)
        for _ in range(6):
            sat.play_round()
        text = paper.getvalue()
        if "Side pot 1" in text and "could win: seats" in text:
            played = next(one for one in sat.history.rounds if len(one.pots) > 1)
            assert sum(pot.amount for pot in played.pots) == sum(played.put_in.values())
            return
    pytest.fail("no side pot came up")


@pytest.mark.parametrize(
    ("game", "typed", "put_in"),
    [("heads-up-holdem", ["", "check", "check", "raise"], 3000), ("holdem", ["", "f"], 500)],
)
def test_history_lists_rounds_and_shows_one_again(game: str, typed: list[str], put_in: int) -> None:
    sat, paper = session(game, [*typed, "h", "h 1", "q"], seed=4)
    sat.run()
    text = paper.getvalue()
    assert "put in" in text and "so far" in text
    assert text.count("in all" if game in BANKED else "Main pot") >= 2
    played = sat.history.find("1")
    assert played is not None
    assert played.put_in[Seat(1)] == put_in
    assert sat.history.find("2") is None


@pytest.mark.parametrize("asked", ["9", "x", "0"])
def test_a_round_that_was_not_played_is_said_to_be_none(asked: str) -> None:
    text = said("holdem", [f"h {asked}", "", f"h {asked}", "f", "", f"h {asked}", "q"], seed=4)
    assert f"There is no round '{asked}' to show; no round has been played yet." in text
    assert f"There is no round '{asked}' to show; there is round 1." in text
    assert f"There is no round '{asked}' to show; there are rounds 1 to 2." in text


def test_history_shows_the_round_under_way_with_the_users_own_actions() -> None:
    text = said("holdem", ["h", "", "c", "h", "h 1", "q"], seed=4)
    assert "No round has been played yet." in text
    assert text.count("Round 1 so far: Blinds:") == 2
    so_far = text.split("Round 1 so far:")[1]
    assert "You: call $5." in so_far
    assert "Flop" in so_far
    assert "You: check." in said("heads-up-holdem", ["", "c", "h", "q"]).split("Round 1 so far:")[1]


# Wagers and the bank.


@pytest.mark.parametrize(
    ("game", "bankroll", "enter"),
    [
        # As much again is left for the Raise Wager that follows.
        ("heads-up-holdem", 700, "Ante $2, Odds $2"),
        ("holdem-bonus", 700, "Ante $2"),
        ("five-card-hi-lo", 1100, "Ante $5"),
        ("five-card-hi-lo", 1, "sit out this round"),
        ("heads-up-holdem", 5000, "Ante $10, Odds $10"),
        ("pai-gow", 40, "Pai Gow Poker $0.40"),
        ("heads-up-holdem", 1, "sit out this round"),
    ],
)
def test_enter_offers_what_the_chips_come_to(game: str, bankroll: int, enter: str) -> None:
    assert f"Enter {enter}" in said(game, [], bankroll=bankroll)


def test_663a_11_b__a_wager_that_leaves_too_few_chips_to_play_on_is_taken_with_a_warning() -> None:
    text = said("five-card-hi-lo", ["10", "fold", "q"], bankroll=1500)
    warning = "You have $5 left and the Play Wager takes $10: you can only fold. (663a.11(b))"
    assert warning in text and text.index(warning) < text.index("Too few chips to play")
    assert "you can only fold" not in said("five-card-hi-lo", ["10", "fold", "q"], bankroll=2000)


def test_the_last_wagers_are_repeated_only_while_they_can_be_played_on() -> None:
    text = said("five-card-hi-lo", ["10", "fold", "", "fold", "q"], bankroll=3000)
    assert text.count("Enter Ante $10") == 2
    assert "Enter Ante $5" in text, "with $10 left an Ante of $10 could not be played on"


def test_677a_7_d_1__the_limit_said_of_an_amount_alone_leaves_chips_for_the_equal_wager() -> None:
    text = said("heads-up-holdem", ["600", "q"], bankroll=100_000)
    assert "Seat 1 has $1,000 in chips, not $1,200." in text and "Legal: at most $500 each" in text


def test_a_wager_that_was_refused_is_not_what_enter_repeats() -> None:
    # An Ante Wager without its Odds Wager is refused only when the bets are closed.
    text = said("heads-up-holdem", ["ante 20 odds 5", "", "check"])
    assert "must equal its Ante Wager" in text
    assert "Enter Ante $20" not in text
    assert text.count("Enter Ante $10, Odds $10") == 2


def test_what_the_chips_do_not_suffice_for_is_not_offered_and_the_reason_said() -> None:
    text = said("five-card-hi-lo", ["10", "play", "fold", "q"], bankroll=1500)
    assert "Seat 1 fold (f) Too few chips to play: it takes $10 and you have $5. 663a.7(a)" in text
    assert "Too few chips to play: it takes $10 and you have $5. 663a.11(b) Legal: fold (f)" in text
    assert "You leave the table with $5." in text


@pytest.mark.parametrize("players", [0, 2])
def test_sitting_out_is_said(players: int) -> None:
    text = said("pai-gow", ["0", "q"], players=players)
    assert "Seat 1 sits this round out." in text
    # Alone at the table one is asked again at once.
    assert text.count("in chips") == 2


def test_dice_find_the_start() -> None:
    sat, paper = session("pai-gow", ["", "house way", "", "bank", "", "house way", "q"], start_by="dice")
    sat.run()
    assert "(dice " in paper.getvalue()
    assert len(sat.history.rounds) == 2


def test_a_player_takes_the_bank_in_the_second_round() -> None:
    sat, paper = session("pai-gow", ["bank", "", "house way", "", "bank", "", "house way", "q"], seats=(6,))
    sat.run()
    text = told(paper)
    assert "no player may be the bank in the first round" in text.lower()
    assert "You bank against" in text
    assert "You are the bank." in text
    assert any(one.wager == "Bank" for one in sat.history.rounds[-1].settled)
    check_books(sat)


def test_computer_players_asked_before_pass_the_bank() -> None:
    assert "passes the bank" in said("pai-gow", ["", "house way", "", "bank", "", "house way", "q"], seats=(1,))


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
    text = said("pai-gow", ["", "house way", "", "bank", "", "house way", "q"], seats=(6,))
    assert "The dealer's wager of $10 against the bank" in text
    assert "The bank at seat 6 collected" in text


def test_adjacent_seats_are_one_player_where_the_table_allows_it() -> None:
    sat, _ = session("five-card-hi-lo", [], seats=(2, 3), adjacent_areas=2)
    assert set(sat.observe().seats.values()) == {"You", "Ada", "Ben"}
    apart, _ = session("five-card-hi-lo", [], seats=(2, 4), adjacent_areas=2)
    assert {"You at 2", "You at 4"} <= set(apart.observe().seats.values())


# Answers.


def test_a_foul_setting_is_asked_for_twice() -> None:
    # Whatever the cards, one of the 21 pairs as low hand above the rest is found by trying them all.
    pairs = [f"{one} {two}" for one in range(1, 8) for two in range(one + 1, 8)]
    for seed in range(30):
        sat, paper = session("pai-gow", ["", pairs[seed % 21], pairs[seed % 21], ""], seed=seed)
        sat.run()
        if "loses; type it" in told(paper):
            assert sat.history.rounds[0].net[Seat(1)] < 0
            return
    pytest.fail("no foul setting came up")


def test_s645a_11_d__a_wrong_key_at_the_surrender_names_enter_and_the_clause() -> None:
    text = said("pai-gow", ["", "house way", "zzz", "", "q"])
    assert "'zzz' is no answer here. 645a.11(d) Legal: Enter: play on; surrender (s)" in text


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("1", "2 cards are thrown away, not 1."),
        ("1 1", "A card is named twice; each can be named once."),
        ("s", "'s' names no cards; write their numbers or their faces."),
        ("9 1", "There is no card 9; the cards are numbered 1 to 4."),
        ("", "An answer is needed."),
    ],
)
def test_a_wrong_discard_names_the_clause_and_what_is_legal(typed: str, says: str) -> None:
    legal = "637a.10(m) Legal: throw away 2 of the cards 1 to 4, each once, as in: 1 2"
    assert f"{says} {legal}" in said("super-stud-hi-lo-8", ["", typed, "q"])


def test_a_wrong_draw_names_the_clause_and_what_is_legal() -> None:
    text = said("draw-high", ["", "c", "0", "q"], players=1)
    says = "There is no card 0; the cards are numbered 1 to 5. 637a.13(g)"
    assert f"{says} Legal: throw away any of the cards 1 to 5" in text


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("dance", "'dance' is no answer here. 637a.11(g)"),
        ("x", "'x' is no answer here. 637a.11(g)"),
        ("raise much", "'much' is no amount; write dollars as in 20 or 12.50. 637a.8(k)"),
        ("r", "Raise to how much is not said. 637a.8(k)"),
        ("call 9", "A call is $5 here, not 9. 637a.11(g)"),
    ],
)
def test_a_word_or_amount_that_is_none_names_the_clause_and_what_is_legal(typed: str, says: str) -> None:
    legal = "Legal: fold (f); call $5 (c); raise to $20 up to $1,000 (r 20); all-in (a)"
    assert f"{says} {legal}" in said("holdem", ["", typed, "q"], seed=4)


def test_a_refusal_of_the_engine_says_what_is_legal_in_dollars() -> None:
    text = said("holdem", ["", "check", "raise 11", "q"], seed=4)
    assert "Seat 1 faces a bet and cannot check" in text
    assert "Legal: fold; call $5; raise to $20 to $1,000" in text


def test_a_refusal_of_the_engine_has_the_fold_last_where_checking_is_free() -> None:
    text = said("stud-high", ["", "c", "raise 10", "q"], seed=4)
    assert "Seat 1 check (c) · bet $10 (b) · fold (f)" in text
    assert "Legal: check; bet $10; fold" in text


@pytest.mark.parametrize(("typed", "cutter"), [("c", 1), ("cut", 1), ("", 0), ("n", 0)])
def test_s645a_5_c__the_cut_is_offered_to_the_user(typed: str, cutter: int) -> None:
    """645a.5(c), 645a.5(d)."""
    sat, paper = session("pai-gow", ["", typed, "ho", "", "q"], shuffler="manual")
    sat.run()
    assert "Enter: refuse the cut · cut the cards in the middle (c)" in told(paper)
    assert last(sat.table, ev.CardsCut).seat == cutter
    assert (1 in {event.seat for event in events(sat.table, ev.CutDeclined)}) is (cutter == 0)


# What may be looked up.


def test_help_says_what_the_keys_do_and_asks_again() -> None:
    text = said("pai-gow", ["help", "q"])
    assert "leave, in a round when it is typed again" in text
    assert text.count("as in: pai_gow 10") == 2


def test_the_payouts_name_the_vigorish_and_the_envy_bonus() -> None:
    text = said("pai-gow", ["t", "q"], offered=["fortune"])
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
    assert says in said("pai-gow", [asked, "q"])


# Hints.


def test_v_shows_what_each_answer_is_worth_and_asks_again() -> None:
    heard = said("five-card-hi-lo", ["", "v", "hint", "fold", "q"], players=0)
    assert "v values · ? clause" in heard
    head, *rest = heard.split("answer round nets costs")[1:]
    assert "play $10" in head and "fold -$10.000" in head and "best" in head
    assert len(rest) == 1


def test_v_is_a_key_of_decisions_alone() -> None:
    heard = said("five-card-hi-lo", ["v", "q"], players=0)
    assert "There is no wager 'v' here" in heard
    assert "no answer here" in said("holdem", ["", "v", "q", "q"], seed=3)


def test_after_a_hint_the_computer_players_play_by_the_lab() -> None:
    sat, _ = session("five-card-hi-lo", ["", "v", "fold", "q"], players=2)
    before = sat.computers.strategy
    sat.run()
    assert sat.computers.strategy is not before
    check_books(sat)
