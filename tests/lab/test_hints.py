"""Hints at a table: the values of the lab for what is asked there, from what the seat may see; computer players follow them."""

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from houseway.cards import DECK_52, cards, text_of
from houseway.chapters import registry
from houseway.chapters.c647a_holdem_bonus.strategy import is_hopeless
from houseway.chapters.c663a_five_card_hi_lo.lab import solver as hi_lo
from houseway.chapters.c677a_heads_up_holdem.strategy import is_worth_three
from houseway.driver.house import House
from houseway.driver.sources import Seeded
from houseway.engine.asking import Question
from houseway.engine.kernel import Viewer
from houseway.engine.roles import Role
from houseway.lab.advice import advise
from houseway.lab.classes import pockets
from houseway.lab.hints import hint, is_ready, strategy
from houseway.lab.inputs import InputError
from houseway.rules.showdown import Showdown
from houseway.seats import Seat
from tests.kit.banked_actions import close, deal, place, say
from tests.kit.decks import five_card_deck, holdem_deck, pai_gow_deck
from tests.kit.tables import ready, seated
from tests.regulations.c645a import pai_gow

ANN = Viewer(Role.PLAYER, "Ann")
STREETS = {"heads-up-holdem": (3, 2), "holdem-bonus": (3, 1, 1)}
METER = {"rate_percent": 20, "initial": 1_000_000, "reset": 1_000_000}


def holdem(game, hand, *, dealer="4s 4h", board="2c 8d Kh 7s 9d", seats=("Ann",), cents=100_000, **more):
    """A table after the first cards are dealt."""
    wagers = more.pop("wagers", {})
    others = ["3s 3h"] * (len(seats) - 1)
    deck = holdem_deck([hand, *others], dealer, board, streets=STREETS[game])
    table = seated(game, deck, seats=dict(enumerate(seats, 1)), cents=cents, **more)
    for seat, _ in enumerate(seats, 1):
        place(table, seat, **wagers)
    close(table)
    House(table, Seeded(Random(1))).prepare(("count_progressive_chips", "draw_at_random"))
    deal(table)
    return table


def five_cards(hand, dealer="Kc Kd Qc Qd Jc", **wagers):
    table = seated("five-card-hi-lo", five_card_deck([hand], dealer), seats={1: "Ann"})
    place(table, 1, **wagers)
    close(table)
    deal(table)
    return table


def hinted(table, seat=1, viewer=ANN):
    return hint(table.rules, table.observe(viewer), Seat(seat))


def test_a_hint_on_the_flop_of_677a_is_the_advice_in_cents():
    table = holdem("heads-up-holdem", "Jc 8c")
    say(table, "check")
    deal(table)
    found = {(one.command.word, one.command.cents): one for one in hinted(table)}
    known = {one.word: one for one in advise(table.rules, cards("Jc 8c"), cards("2c 8d Kh"))}
    assert {key: one.value for key, one in found.items()} == {
        ("raise", 1_000): 1_000 * known["raise 1"].value,
        ("raise", 2_000): 1_000 * known["raise 2"].value,
        ("check", 0): 1_000 * known["check"].value,
    }
    assert hinted(table)[0].costs == 0 and all(one.costs > 0 for one in hinted(table)[1:])


def test_every_hinted_command_is_accepted_also_where_chips_are_few():
    table = holdem("heads-up-holdem", "Jc 8c", cents=3_000, wagers={"ante": 1_000, "odds": 1_000})
    say(table, "check")
    deal(table)
    found = hinted(table)
    assert [(one.command.word, one.command.cents) for one in found] != []
    assert ("raise", 2_000) not in [(one.command.word, one.command.cents) for one in found]
    for one in found:
        table.fork().do(one.command, seat=1)


def test_a_hint_does_not_depend_on_a_card_that_is_not_seen():
    told = []
    for dealer, board in (("4s 4h", "2c 8d Kh 7s 9d"), ("As Ad", "2c 8d Kh Ac Ah")):
        table = holdem("heads-up-holdem", "Jc 8c", dealer=dealer, board=board)
        say(table, "check")
        deal(table)
        told.append(hinted(table))
    assert told[0] == told[1]


def test_the_cards_of_another_seat_give_no_hint():
    table = holdem("heads-up-holdem", "Jc 8c", seats=("Ann", "Bob"))
    say(table, "check")
    with pytest.raises(InputError, match="no hint for seat 2"):
        hinted(table, 2)
    with pytest.raises(InputError, match="no hint for seat 1"):
        hinted(table, 1)


def test_663a_play_or_fold_then_how_the_hands_are_set():
    table = five_cards("Ac 8c 2c 8d Kh", ante=1_000)
    best, *others = hinted(table)
    known = advise(table.rules, cards("Ac 8c 2c 8d Kh"))
    assert (best.command.word, best.value) == ("play", 1_000 * known[0].value)
    assert [(one.command.word, one.value) for one in others] == [("fold", -1_000)]
    say(table, "play")
    found = hinted(table)
    assert found[0].value == best.value and all(one.command.word == "set" for one in found)
    for one in found:
        table.fork().do(one.command, seat=1)


@pytest.mark.long
def test_663a_a_tie_wager_that_a_fold_loses_is_in_the_value():
    """A hand that is folded without a Tie Wager, and played beside a large one."""
    rules = registry.resolve({}, game="five-card-hi-lo")
    alone = {one.composition.values: one for one in hi_lo.solve(rules)}
    joint = {one.composition.values: one for one in hi_lo.solve(rules, tie=1)}
    values = next(key for key, one in alone.items() if one.points is None and joint[key].points is not None)
    hand = alone[values].composition.hand
    text, dealer = text_of(hand), text_of([card for card in DECK_52 if card not in hand][:5])
    without, beside = five_cards(text, dealer, ante=1_000), five_cards(text, dealer, ante=1_000, tie=1_000)
    assert hinted(without)[0].command.word == "fold"
    assert (hinted(beside)[0].command.word, hinted(beside)[0].value) == ("play", 1_000 * joint[values].value)
    for table, word in ((without, "fold"), (beside, "play")):
        assert answered(table).word == word


SEVEN = "Jd Jh 2d 2h Ac Kh 7s"


def seven_cards(hand=SEVEN, *, bank=None):
    """A table of 645a after the deal, against the dealer or a player who banks."""
    table = pai_gow.table(pai_gow_deck({2: hand}, first=1), seats=(2, 3), house_way="foxwoods")
    if bank is not None:
        # Nobody banks the first round.
        pai_gow.play_round(table)
        pai_gow.accept(table, bank)
    for seat in (2, 3):
        if seat != bank:
            place(table, seat, pai_gow=1_000)
    if bank is not None:
        ready(table, table.rules.game.deck)
    close(table)
    pai_gow.deal_out(table)
    return table


@pytest.mark.long
def test_645a_every_setting_and_the_house_way():
    table = seven_cards()
    held = table.observe(Viewer(Role.PLAYER, "B")).hands[2]
    found = hinted(table, 2, Viewer(Role.PLAYER, "B"))
    known = advise(table.rules, held)
    assert found[0].value == 1_000 * known[0].value
    (house,) = (one for one in found if one.command.word == "house way")
    assert house.value == next(1_000 * one.value for one in known if one.house)
    assert len(found) == len(known) + 1
    for one in found:
        table.fork().do(one.command, seat=2)


def test_645a_against_a_player_who_banks_there_is_no_hint():
    """The bank sets its hands as it likes, so the lab has no value for them."""
    table = seven_cards(bank=3)
    with pytest.raises(InputError, match="no hint for seat 2"):
        hinted(table, 2, Viewer(Role.PLAYER, "B"))


def answered(table, by=strategy):
    seen = table.observe(ANN)
    asks = tuple([ask for ask in seen.due if ask.seat == 1])
    return by(table.rules, seen, Question(seat=Seat(1), asks=asks, may_wait=False), Random(1))


@pytest.mark.parametrize(("hand", "word"), [("Jc 8c", "raise"), ("3c 2d", "check")])
def test_a_computer_player_follows_the_best_hint(hand, word):
    table = holdem("heads-up-holdem", hand, board="4c 8d Kh 7s 9d", dealer="5s 5h")
    say(table, "check")
    deal(table)
    assert answered(table) == hinted(table)[0].command
    assert answered(table).word == word


@pytest.mark.parametrize("game", registry.games(banked=True))
def test_computer_players_by_the_lab_play_every_game(game):
    table = registry.open_table(registry.resolve({}, game=game))
    table.seat(1, "Ann", 10_000_000)
    chance = Random(4)

    def answer(question):
        seen = table.observe(ANN)
        return strategy(table.rules, seen, question, chance)

    house = House(table, Seeded(chance))
    for _ in range(3):
        assert any(event.ends_round for event in house.play_round(answer))


@pytest.mark.proof
def test_647a_before_the_flop_a_progressive_wager_is_in_the_value():
    table = holdem(
        "holdem-bonus", "3c 2d", board="4c 8d Kh 7s 9d", dealer="5s 5h", wagers={"ante": 500, "progressive": 500},
        progressive={**METER, "wagers": [100, 500]},
    )  # fmt: skip
    rules, hand = table.rules, cards("3c 2d")
    known = {one.word: one.value for one in advise(rules, hand)}
    assert is_ready(rules, table.observe(ANN))
    found = {one.command.word: one.value for one in hinted(table)}
    progressive, meter = rules.game.tables["progressive"], table.observe(ANN).meters["progressive"]
    won, flops = Fraction(0), [*combinations([card for card in DECK_52 if card not in hand], 3)]
    for flop in flops:
        net = progressive.settle(Showdown(hand, (), flop)).worth.net(progressive.role)
        won += 500 * net.wager + net.meter * meter + net.cents
    assert found["fold"] == -1_000
    assert found["flop"] == 500 * known["flop 2"] + won / len(flops)


@pytest.mark.proof
def test_the_computer_players_of_both_games_of_holdem_play_as_is_best_before_the_flop():
    """What the chapters know by heart, beside the solved games, over the 169 first two cards."""
    rules = registry.resolve({}, game="heads-up-holdem")
    for hand, _ in pockets():
        best = advise(rules, hand)[0].word
        assert (best == "raise 3") == is_worth_three(hand), (hand, best)
    for ante_pays_on in ("straight", "flush"):
        rules = registry.resolve({"ante_pays_on": ante_pays_on}, game="holdem-bonus")
        for hand, _ in pockets():
            best = advise(rules, hand)[0].word
            assert (best == "fold") == is_hopeless(rules, hand), (hand, best)
