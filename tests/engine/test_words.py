"""Words as people say them, every move that may be made, and how tables, people, cards and refusals are shown."""

from __future__ import annotations

import random
from typing import Any

import pytest

import houseway
from houseway.chapters.c637a_poker import commands as poker
from houseway.chapters.c637a_poker.events import Acted
from houseway.chapters.c637a_poker.jackpots.commands import OfferFund
from houseway.chapters.c637a_poker.state import Status
from houseway.chapters.c637a_poker.words import said_at_the_table
from houseway.chapters.registry import games
from houseway.clause import ClauseId
from houseway.driver.house import House
from houseway.driver.sources import Seeded
from houseway.engine.asking import Amounts, Question
from houseway.engine.banked import commands as banked
from houseway.engine.banked.events import Decided, HandVoided, WagerSettled
from houseway.engine.banked.words import moves as banked_moves
from houseway.engine.kernel import Table, Viewer
from houseway.engine.refusal import Code, Refusal
from houseway.engine.roles import Role
from houseway.engine.words import named_command
from houseway.money import Cents
from houseway.seats import Seat
from tests.kit.banked_points import GOW_COUNTED, GOW_DEALT, PAI_GOW, at, reports
from tests.kit.random_answers import at_random
from tests.kit.table_views import look_at
from tests.regulations.c637a.deals import along, at_showdown, on_street, seated


def holdem(**more: Any) -> Table[Any, Any]:
    table = houseway.open_table({"game": "holdem", "structure": "no-limit", "blinds": [50, 100], **more})
    for seat, name in enumerate(("Amy", "Bob", "Cy"), 1):
        table.seat(seat, name, 10_000)
    table.dealer.starts("As Kd Qc Ad Kc Qd  3c 2h 7s 9d  3d Jh  3h 4s", button=3)
    table.dealer.deals_on()
    return table


@pytest.mark.parametrize(
    ("words", "word", "to"),
    [
        ("fold", "fold", 0),
        ("call", "call", 100),
        ("Call", "call", 100),
        ("call 100", "call", 100),
        ("CALL $1", "call", 100),
        ("raise to 400", "raise", 400),
        ("Raise To 400", "raise", 400),
        ("raise 400", "raise", 400),
        ("raise to $4.50", "raise", 450),
        ("  raise   to  400 ", "raise", 400),
        ("3 raise to 400", "raise", 400),
        ("seat 3 raise to 400", "raise", 400),
        ("all in", "raise", 10_000),
        ("all-in", "raise", 10_000),
    ],
)
def test_what_is_said_is_done_for_the_seat_that_is_asked(words, word, to):
    event: Any = holdem().act(words)[0]
    assert (event.seat, event.word, event.to) == (3, word, to)


def test_a_call_of_another_amount_is_refused():
    table = holdem()
    table.act("raise to 400")
    with pytest.raises(houseway.RefusedCommandError, match=r"seat 1 calls \$3.50, not \$4.50") as refused:
        table.act("call 450")
    assert (refused.value.refusal.code, refused.value.refusal.clause) == (Code.AMOUNT_IS_LAWFUL, "637a.11(g)")
    # What a refusal calls legal can be said, and people read dollars.
    assert refused.value.refusal.legal[1] == "call 350"
    assert "Legal: fold; call $3.50; raise to $7 to $100." in str(refused.value)
    event: Any = table.act("call 350")[0]
    assert event.to == 400


def test_everything_is_a_call_where_it_is_no_more_than_that():
    table = holdem()
    table.act("all in")
    table.act("all in")
    assert [event.word for event in table.events if isinstance(event, Acted)] == ["raise", "call"]


def test_a_seat_out_of_turn_is_refused_as_ever():
    table = holdem()
    before = table.state
    with pytest.raises(houseway.RefusedCommandError) as refused:
        table.player(1).says("fold")
    assert refused.value.refusal.code is Code.SEAT_IS_ASKED
    assert table.state is before


@pytest.mark.parametrize(
    "words", ["bluff", "", "raise to the roof", "discard 9x", "act", "cut cards depth x", "9" * 99]
)
def test_other_words_are_refused_in_one_sentence_that_says_what_is_legal(words):
    with pytest.raises(houseway.RefusedCommandError) as refused:
        holdem().act(words)
    assert refused.value.refusal.code is Code.DECISION_IS_OFFERED
    assert refused.value.refusal.legal == ("fold", "call 100", "raise 200 up to 10000")
    assert len(refused.value.refusal.message) < 120


def test_a_command_that_lacks_a_field_is_refused_by_the_fields_name() -> None:
    with pytest.raises(houseway.RefusedCommandError, match=r"take seat says cents with it"):
        holdem().act("take seat")


@pytest.mark.parametrize(("said", "shown"), [(None, "nothing"), (400, "400"), (True, "true"), (["fold"], "a list")])
def test_what_is_no_text_is_not_said(said: Any, shown: str) -> None:
    table = holdem()
    with pytest.raises(houseway.RefusedCommandError, match=f"^what is said is a text, not {shown} ") as refused:
        table.act(said)
    assert refused.value.refusal.legal[0] == "fold"


@pytest.mark.parametrize(("seed", "shown"), [(None, "nothing"), (1.5, "1.5"), (True, "true"), ("x", "'x'")])
def test_a_seed_is_a_whole_number(seed: Any, shown: str) -> None:
    with pytest.raises(TypeError, match=f"^a seed is a whole number, not {shown}$"):
        Seeded(seed)


def test_a_round_against_the_bank_in_words():
    table = houseway.open_table("five-card-hi-lo")
    table.seat(1, "Ann", 100_000)
    table.act("bring ready deck order Ah 9c Js 8d Td 7h 9s 6d 2c 5s")
    for words in ("ante $10 poker bonus 500", "announce no more bets chips 0", "deal cards", "play"):
        table.act(words)
    with pytest.raises(houseway.RefusedCommandError, match="a setting is written 'set HIGH / LOW'"):
        table.act("set Js Td 9s")
    for words in ("set Js Td 9s / Ah 2c", "reveal bank", "settle round"):
        table.act(words)
    assert [event.net for event in table.events if isinstance(event, WagerSettled)][:2] == [1000, 1000]


def test_every_command_of_every_machine_has_a_name_that_can_be_said():
    table = houseway.open_table("pai-gow")
    assert named_command(table.machine.commands, "cut cards depth 20") == banked.CutCards(depth=20)
    assert named_command(table.machine.commands, "place wagers wagers pai_gow 500") == banked.PlaceWagers(
        wagers={"pai_gow": 500}
    )
    said = named_command(holdem().machine.commands, "rule on dispute dispute whose pot ruling seat 3 has it")
    assert said == poker.RuleOnDispute(dispute="whose pot", ruling="seat 3 has it")
    said = named_command(holdem().machine.commands, "agree minimum cents 300 seats 1, 2, 3")
    assert said == poker.AgreeMinimum(cents=300, seats=(1, 2, 3))
    for words, marker in (("", True), (" marker yes", True), (" marker no", False), (" marker", True)):
        assert named_command(holdem().machine.commands, f"set deck down{words}") == poker.SetDeckDown(marker=marker)
    offered = named_command((OfferFund,), "offer fund fund bad_beat kind bad_beat")
    assert offered == OfferFund(fund="bad_beat", kind="bad_beat")


@pytest.mark.long
@pytest.mark.parametrize("game", games())
def test_every_move_that_is_named_is_taken(game):
    """At every question of some rounds a move drawn from each kind is tried on a fork."""
    chance = random.Random(f"moves of {game}")
    table = houseway.open_table(game)
    for seat in (1, 2, 3):
        table.seat(seat, f"player {seat}", 20_000)
    answers, house, tried = at_random(table, chance), House(table, Seeded(chance)), set()

    def answer(question: Question) -> Any:
        player = table.player(question.seat)
        kinds: dict[tuple[str, ...], list[Any]] = {}
        for move in player.moves():
            kinds.setdefault((type(move).__name__, getattr(move, "word", ""), *getattr(move, "wagers", ())), []).append(
                move
            )
        assert kinds
        for kind, moves in kinds.items():
            for move in {0: moves[0], 1: moves[-1], 2: chance.choice(moves)}.values():
                assert not isinstance(table.fork().send(move, seat=question.seat), Refusal), (kind, move)
            tried.add(kind)
        return answers(question)

    for _ in range(2):
        house.play_round(answer)
    assert len(tried) >= 3


def test_a_house_acts_for_the_staff_and_passes_over_what_may_wait():
    table = houseway.open_table("pai-gow")
    table.seat(1, "Ann", 100_000)
    house = House(table, Seeded(7))
    house.act("pai gow 1000")
    house.act("house way")
    assert house.play_round()[-1].ends_round
    again = houseway.open_table("pai-gow")
    again.seat(1, "Ann", 100_000)
    other = House(again, Seeded(random.Random(7)))
    other.act("pai gow 1000")
    other.act("house way")
    other.play_round()
    assert again.events == table.events


def test_amounts_can_be_gone_through_unless_they_have_no_limit():
    assert list(Amounts(200, 500, 100)) == [200, 300, 400, 500]
    assert list(Amounts(100, 500, 1, (100, 500))) == [100, 500]
    assert 300 in Amounts(200, 500, 100) and 350 not in Amounts(200, 500, 100)
    with pytest.raises(ValueError, match="no limit"):
        list(Amounts(1, None))


def test_a_fold_is_named_last_where_checking_is_free():
    def legal(*words: str) -> tuple[str, ...]:
        return Refusal(Code.SEAT_IS_ASKED, ClauseId(""), "", words).legal_in_dollars

    assert legal("fold", "check", "bet 1000") == ("check", "bet $10", "fold")
    assert legal("fold", "call", "raise to 1000") == ("fold", "call", "raise to $10")


def test_tables_people_and_refusals_are_readable_and_show_no_hidden_card():
    table = holdem()
    assert repr(table) == "<Hold'em: 1 Amy $99.50, 2 Bob $99, 3 Cy $100; next: seat 3: fold, call, raise>"
    assert repr(table.player(2)) == "<Bob at seat 2>"
    late = houseway.open_table("pai-gow")
    for seat, person in ((5, "Eve"), (2, "Bo")):
        late.seat(seat, person, 100)
    assert repr(late).startswith("<Pai Gow Poker: 2 Bo $1, 5 Eve $1; next: ")
    assert repr(table.rules) == f"<the rules of Hold'em, digest {table.rules.digest[:12]}>"
    assert repr(houseway.resolve({"game": "pai-gow"})).startswith("<the rules of Pai Gow Poker, digest ")
    assert repr(table.dealer) == f"<the dealer of {table!r}>"
    assert repr(House(table, Seeded(7))) == f"<the house of {table!r}>"
    refusal = table.send(poker.Act(word="check"), seat=3)
    assert repr(refusal).startswith("<DECISION_IS_OFFERED: ") and "Legal: " in repr(refusal)
    seen = repr(table.player(1).sees())
    assert "hands={1: 'As Ad', 2: '?? ??', 3: '?? ??'}" in seen
    assert "Kd" not in seen


def test_cards_are_shown_by_their_faces_and_wrong_values_as_they_are():
    assert repr(poker.Discard(cards=(51, 0))) == "Discard(cards='As 2c')"
    assert repr(poker.Discard(cards=(99,))) == "Discard(cards=(99,))"
    assert repr(banked.RevealBank()) == "RevealBank()"
    table = houseway.open_table("pai-gow")
    assert "order='" in repr(banked.ShuffleCards(order=table.rules.game.deck))


def test_the_library_lists_itself_and_loads_nothing_for_it():
    assert dir(houseway) == sorted(houseway.__all__) == sorted([*houseway._WHERE, "__version__"])
    for name in houseway.__all__:
        assert getattr(houseway, name) is not None


@pytest.mark.parametrize(("words", "void"), [("void", True), ("play", False)])
def test_645a_14_d__a_player_says_whether_an_exposed_hand_is_played(words: str, void: bool) -> None:
    """645a.14(d)."""
    table = at(PAI_GOW, *GOW_DEALT, reports("player_card_exposed", 1))
    said = table.player(1).says(words)
    assert any(isinstance(event, HandVoided) for event in said) is void
    assert said[0].clause == "645a.14(d)"


def test_645a_14_d__an_exposed_hand_is_voided_or_played() -> None:
    table = at(PAI_GOW, *GOW_DEALT, reports("player_card_exposed", 1))
    [ask] = [ask for ask in table.due() if ask.command == "void_hand"]
    seen = table.observe(Viewer(Role.PLAYER, "Ann"))
    assert list(banked_moves(table.rules, seen, ask)) == [banked.VoidHand(void=True), banked.VoidHand(void=False)]


def test_645a_11_a_1__the_words_of_an_exposed_hand_are_none_of_another() -> None:
    """645a.11(a)(1)."""
    table = at(PAI_GOW, *GOW_COUNTED)
    with pytest.raises(houseway.RefusedCommandError):
        table.player(1).says("void")
    assert table.player(1).says("house way")[0].clause == "645a.11(a)(1)"


@pytest.mark.parametrize(
    ("said", "command"),
    [
        ("fold", poker.Act(word="fold")),
        ("stand", poker.Discard()),
        ("stand pat", poker.Discard()),
        ("show", poker.ShowHand()),
        ("muck", poker.ShowHand(muck=True)),
        ("straddle", poker.Straddle()),
        ("throws away", poker.ThrowAwayCards()),
        ("turns down", poker.ThrowAwayCards(turned=True)),
        ("bets on", poker.ChooseAfterExposure(bet_on=True)),
        ("stops betting", poker.ChooseAfterExposure(bet_on=False)),
        ("bet on", poker.ChooseAfterExposure(bet_on=True)),
        ("stop betting", poker.ChooseAfterExposure(bet_on=False)),
        ("leaves counted", poker.SecureStakes(seat=Seat(2))),
        ("leaves covered", poker.SecureStakes(seat=Seat(2), covered=True)),
        ("returns", poker.ReturnToTable(seat=Seat(2))),
        ("returns 500", poker.ReturnToTable(seat=Seat(2), cents=Cents(500))),
        ("adds 500", poker.AddStakes(cents=Cents(500))),
        ("removes 500", poker.RemoveStakes(cents=Cents(500))),
        ("takes back 500", poker.TakeChipsBack(cents=Cents(500))),
        ("raise to 500", poker.Act(word="raise", to=Cents(500))),
        ("bet 500", poker.Act(word="bet", to=Cents(500))),
        ("announces call", poker.Announce(word="call")),
        ("announces bet 500", poker.Announce(word="bet", to=Cents(500))),
        ("announces raise to 500, places 100", poker.Announce(word="raise", to=Cents(500), placed=Cents(100))),
        ("chip 500", poker.PlaceChips(cents=Cents(500), single=True)),
        ("chips 500 toward the pot", poker.PlaceChips(cents=Cents(500), manner="toward the pot")),
        ("chips 500 and more", poker.PlaceChips(cents=Cents(500), then="more")),
        ("chips 500 in front and raises", poker.PlaceChips(cents=Cents(500), manner="in front", then="raise")),
        ("currency 500", poker.PlaceChips(cents=Cents(500), manner="currency")),
        ("hums", None),
    ],
)
def test_what_is_said_at_a_poker_table(said: str, command: Any) -> None:
    assert said_at_the_table(Seat(2), said) == command


@pytest.mark.parametrize(
    ("amounts", "within", "without"),
    [
        (Amounts(Cents(10), Cents(60), Cents(25)), (10, 35, 60), (0, 9, 11, 25, 40, 61, 85)),
        (Amounts(Cents(10), Cents(12)), (10, 11, 12), (9, 13)),
        (Amounts(Cents(10), None, Cents(25)), (10, 35, 10_035), (9, 25, 50)),
        (Amounts(Cents(100), Cents(500), sizes=(Cents(100), Cents(500))), (100, 500), (99, 200, 501)),
    ],
)
def test_an_amount_is_within_what_is_asked(amounts: Amounts, within: tuple[int, ...], without: tuple[int, ...]) -> None:
    assert [cents for cents in (*within, *without) if cents in amounts] == list(within)
    if amounts.most is not None:
        assert tuple(amounts) == within


def test_637a_18__what_is_offered_in_two_words_is_two_moves() -> None:
    """637a.18(e), (m)"""
    table = along(seated("holdem", 2, {"blinds": [50, 100]}, button=2), at_showdown)
    assert set(table.player(1).moves()) >= {poker.ShowHand(), poker.ShowHand(muck=True)}
    table = along(seated("stud-high", 2, {"forced_bet": 50}), on_street(3))
    along(table, lambda one: look_at(one).status is Status.DEALING)
    table.do(poker.DealStreet(mishaps=(poker.Mishap("card_exposed", 1, 1),)))
    [seat] = look_at(table).asked
    assert list(table.player(seat).moves()) == [
        poker.ChooseAfterExposure(bet_on=True),
        poker.ChooseAfterExposure(bet_on=False),
    ]


@pytest.mark.parametrize(
    ("game", "terms", "held"),
    [("draw-high", {"blinds": [50, 100]}, range(6)), ("super-stud-hi-lo-8", {"forced_bet": 50}, (2,))],
)
def test_637a_13_g__every_number_of_cards_that_may_go_is_a_move(game: str, terms: Any, held: Any) -> None:
    """637a.13(g), 637a.10(m)."""
    table = along(seated(game, 2, terms), lambda at: look_at(at).status is Status.DRAWING)
    moves = [move for move in table.player(look_at(table).asked[0]).moves() if isinstance(move, poker.Discard)]
    assert {len(move.cards) for move in moves} == set(held)
    assert len(moves) == (32 if game == "draw-high" else 6)


@pytest.mark.parametrize("words", ["raise 3000", "raise $30", "1 raise 3000", "seat 1 raise $30"])
def test_677a_11_b__a_raise_is_said_with_its_amount(words: str):
    table = houseway.open_table("heads-up-holdem")
    table.seat(1, "Ann", 100_000)
    table.dealer.brings("As Ad Ks Ac  2c Qs Js 2d  3c Ts 4h")
    table.act("ante 1000 odds 1000")
    table.dealer.announces_no_more_bets()
    table.dealer.deals()
    [decided] = [event for event in table.act(words) if isinstance(event, Decided)]
    assert (decided.word, decided.cents) == ("raise", 3000)


def test_647a_11_b__a_flop_wager_is_said_with_its_amount():
    table = houseway.open_table("holdem-bonus")
    ann = table.seat(1, "Ann", 100_000)
    table.dealer.brings("As Ad Ks Ac  2c Qs Js 2d  3c Ts 4h")
    ann.says("ante 1000")
    table.dealer.announces_no_more_bets()
    table.dealer.deals()
    [decided] = [event for event in ann.says("flop 2000") if isinstance(event, Decided)]
    assert (decided.word, decided.cents) == ("flop", 2000)


def test_677a_11_b__what_a_refused_raise_names_as_legal_can_be_said():
    table = houseway.open_table("heads-up-holdem")
    ann = table.seat(1, "Ann", 100_000)
    table.dealer.brings("As Ad Ks Ac  2c Qs Js 2d  3c Ts 4h")
    ann.says("ante 1000 odds 1000")
    table.dealer.announces_no_more_bets()
    table.dealer.deals()
    with pytest.raises(houseway.RefusedCommandError) as refused:
        ann.says("raise 5000")
    for words in refused.value.refusal.legal:
        assert table.fork().act(words)
