"""The engine beside the lab: rounds that a kernel has dealt and counted, played through the engine, settle by the same rows."""

from fractions import Fraction

import numpy as np
import pytest

from houseway.cards import DECK_52, JOKER, Card, text_of
from houseway.chapters import registry
from houseway.chapters.c645a_pai_gow.lab import simulation as pai_gow
from houseway.chapters.c647a_holdem_bonus.lab import simulation as holdem_bonus
from houseway.chapters.c647a_holdem_bonus.lab.kernels import sums as ends_647a
from houseway.chapters.c663a_five_card_hi_lo.lab import simulation as five_card_hi_lo
from houseway.chapters.c663a_five_card_hi_lo.setting import high_points, low_points
from houseway.chapters.c677a_heads_up_holdem.lab import simulation as heads_up_holdem
from houseway.chapters.c677a_heads_up_holdem.lab.kernels import sums as ends_677a
from houseway.chapters.c677a_heads_up_holdem.lab.kernels.simulation import ROW
from houseway.lab.equity import dealt_by_number
from houseway.lab.kernels.boards import BOARD_CLASSES, FLOP_CLASSES, PAIRS, TURN_CLASSES
from houseway.lab.kernels.philox import words_of
from houseway.lab.sheet import quiet
from houseway.lab.simulated import poker
from houseway.lab.simulated.settling import settlements, settling
from houseway.money import Role
from houseway.rules.table_rules import TableRules
from tests.kit.stated_rounds import answer

SEED, ANTE = 11, 1_000
FAST, LONG = 25, 4_000
ROUNDS = [FAST, pytest.param(LONG, marks=pytest.mark.proof)]
METER = {"rate_percent": 20, "initial": 1_000_000, "reset": 1_000_000}
BONUS = {
    "game": "holdem-bonus",
    "progressive": {**METER, "wagers": [100, 500]},
    "five_card": METER,
    "magic_card": True,
    "lucky_bonus": True,
}
PAI_GOW = {"game": "pai-gow", "progressive": METER}
EZ = {**PAI_GOW, "variant": "ez", "brand": "fortune"}


def rules_of(submission):
    return registry.resolve(submission, kind=TableRules)


def words(number, many):
    """The random words of a round."""
    found = []
    for block in range(-(-many // 4)):
        four = np.zeros(4, np.uint64)
        words_of(np.array([number, 0, block, 0], np.uint64), np.array([SEED, 0], np.uint64), four)
        found += four.tolist()
    return found


def dealt(number, many, deck=DECK_52):
    """The cards of a round, drawn from the deck one after the other."""
    drawn, cards = list(deck), []
    for place, word in zip(range(many), words(number, many), strict=False):
        at = place + (word * (len(deck) - place) >> 32)
        drawn[place], drawn[at] = drawn[at], drawn[place]
        cards.append(drawn[place])
    return tuple(cards)


def amounts(rules):
    """An amount for every wager that is placed before the deal, each of another size."""
    found = {}
    for place, wager in enumerate(rules.game.wagers.values()):
        if wager.offered and wager.placed.value == "before the deal":
            main = ANTE if wager.main or wager.equals else ANTE + 100 * place
            found[wager.id] = wager.sizes[0] if wager.sizes else main
    return found


def agree(rules, how, counts, stated):
    """Every wager that the kernel counts one round of is settled by that row in the engine."""
    placed = stated["seats"]["1"]["wagers"]
    submission = {name: value for name, value in rules.submission.items() if value is not None}
    given = [one for one in answer(submission=submission, **stated)["settlements"] if one["seat"] == 1]
    seen = set()
    for main, items in ((True, how.mains), (False, how.sides)):
        for item in items:
            (found,) = settlements(item, how.ways, counts, main=main)
            if item.table.role is Role.WAGER:
                of = placed.get(item.id, found.stake * ANTE)
                records = [one for one in given if one["wager"] == item.id]
            else:
                # A payment is told from others of its name by the wager it is measured by.
                stage = item.id if main else item.id.rpartition("_")[2]
                of = ANTE if main else placed[item.id.rpartition("_")[0]]
                records = [one for one in given if one["wager"] == stage and one["amount"] == of]
            seen |= {id(one) for one in records}
            if found.row is None:
                assert [one["pays"] for one in records] == ["lose"], (item.id, records)
                continue
            row = item.table.rows[found.row]
            if not found.stake or (item.table.role is not Role.WAGER and not row.worth.paid(100)):
                assert records == [], (item.id, records)
                continue
            (record,) = records
            assert (record["pays"], record["clause"], record.get("hand", "")) == (row.text, row.clause, row.name)
            assert record["amount"] == of
    rest = {one["wager"] for one in given if id(one) not in seen}
    # What the settlement tables of the round do not decide: a share of what was won, and the hands of others.
    assert rest <= {"vigorish", "envy"}, rest


def holdem(rules, cards, decisions, **more):
    return {
        "game": rules.game.id,
        "hands": {"1": text_of(cards[:2]), "dealer": text_of(cards[2:4])},
        "board": text_of(cards[4:9]),
        "seats": {"1": {"wagers": amounts(rules), "decisions": decisions}},
        **more,
    }


def way_of(counts):
    (way,) = [number for number, ended in enumerate(counts.ended) if ended.times.any()]
    return way


@pytest.mark.long
@pytest.mark.parametrize("rounds", ROUNDS)
@pytest.mark.parametrize("raise_minimum", ["ante", "chip"])
def test_677a_rounds_settle_in_the_engine_by_the_rows_of_the_kernel(rounds, raise_minimum):
    rules = rules_of({"game": "heads-up-holdem", "raise_minimum": raise_minimum})
    how = settling(rules, heads_up_holdem.ways(rules))
    chance = np.random.default_rng(3)
    said = np.array([ends_677a.CHECK, ends_677a.CHECK, ends_677a.MOST], np.uint8)
    solved = {
        "before_flop": chance.choice(said, PAIRS),
        "on_flop": chance.choice(said, (FLOP_CLASSES, PAIRS)),
        "raised": chance.integers(0, 256, (BOARD_CLASSES, ROW), dtype=np.uint8),
    }
    decisions = {
        ends_677a.PLAYED_BEFORE_FLOP: ["raise 3000"],
        ends_677a.PLAYED_ON_FLOP: ["check", "raise 2000"],
        ends_677a.PLAYED_AT_END: ["check", "check", "raise 1000"],
        ends_677a.FOLDED: ["check", "check", "fold"],
    }
    for number in range(rounds):
        counts = heads_up_holdem.play(solved, SEED, number, 1)
        stated = holdem(rules, dealt(number, 9), decisions[way_of(counts)])
        agree(rules, how, counts, stated)


@pytest.mark.long
@pytest.mark.parametrize("rounds", ROUNDS)
@pytest.mark.parametrize("ante_pays_on", ["straight", "flush"])
def test_647a_rounds_settle_in_the_engine_by_the_rows_of_the_kernel(rounds, ante_pays_on):
    rules = rules_of({**BONUS, "ante_pays_on": ante_pays_on})
    how = settling(rules, holdem_bonus.ways(rules))
    chance = np.random.default_rng(4)
    solved = {
        "folds": chance.random(PAIRS) < 0.3,
        "turn_bets": chance.integers(0, 256, (FLOP_CLASSES, ROW), dtype=np.uint8),
        "river_bets": chance.integers(0, 256, (TURN_CLASSES, ROW), dtype=np.uint8),
        "positions": np.array([rules.game.seats], np.int64),
    }
    decisions = {
        ends_647a.FOLDED: ["fold"],
        ends_647a.NO_BET: ["flop", "check", "check"],
        ends_647a.RIVER_BET: ["flop", "check", "bet"],
        ends_647a.TURN_BET: ["flop", "bet", "check"],
        ends_647a.BOTH_BET: ["flop", "bet", "bet"],
    }
    for number in range(rounds):
        counts = holdem_bonus.play(solved, SEED, number, 1)
        magic, lucky = words(number, 11)[9:11]
        position = lucky * (rules.game.seats + 1) >> 32
        drawn = {
            "magic_card": text_of([Card(magic * 52 >> 32)]),
            "lucky": "dealer" if position == 0 else min(position, 2),
        }
        cards = dealt(number, 11)
        stated = holdem(rules, cards, decisions[way_of(counts)], **drawn)
        # Somebody sits at the other positions that are drawn, and folds.
        stated["seats"]["2"] = {"wagers": {"ante": ANTE}, "decisions": ["fold"]}
        stated["hands"]["2"] = text_of(cards[9:])
        agree(rules, how, counts, stated)


@pytest.mark.long
@pytest.mark.parametrize("rounds", ROUNDS)
@pytest.mark.parametrize("ante_bonus", ["A", "D"])
def test_663a_rounds_settle_in_the_engine_by_the_rows_of_the_kernel(rounds, ante_bonus):
    rules = rules_of({"game": "five-card-hi-lo", "paytables": {"ante_bonus": ante_bonus}})
    how = settling(rules, five_card_hi_lo.ways(rules))
    solved = five_card_hi_lo.solved(rules, quiet)
    arrangement = rules.game.arrangement
    for number in range(rounds):
        counts = five_card_hi_lo.play(solved, SEED, number, 1)
        cards = dealt(number, 10)
        held = cards[:5]
        place = five_card_hi_lo.composition_of(held)
        wanted = tuple(solved["mine"][place].tolist())
        settings = [one for one in arrangement.legal(held) if (high_points(one), low_points(one)) == wanted]
        played = f"play {text_of(settings[0].high)} / {text_of(settings[0].low)}"
        assert way_of(counts) == int(solved["folds"][place])
        stated = {
            "game": rules.game.id,
            "hands": {"1": text_of(held), "dealer": text_of(cards[5:])},
            "seats": {"1": {"wagers": amounts(rules), "decisions": ["fold" if solved["folds"][place] else played]}},
        }
        agree(rules, how, counts, stated)


@pytest.mark.long
@pytest.mark.parametrize("rounds", ROUNDS)
@pytest.mark.parametrize("submission", [PAI_GOW, EZ], ids=["standard", "ez"])
def test_645a_rounds_settle_in_the_engine_by_the_rows_of_the_kernel(rounds, submission):
    rules = rules_of(submission)
    how = settling(rules, pai_gow.ways(rules))
    deck = (*DECK_52, JOKER)
    deals = [dealt(number, 14, deck) for number in range(rounds)]
    solved = pai_gow.tables(rules, [hand for cards in deals for hand in (cards[:7], cards[7:])])
    for number, cards in enumerate(deals):
        stated = {
            "game": "pai-gow",
            "hands": {"1": text_of(cards[:7]), "dealer": text_of(cards[7:])},
            "seats": {"1": {"wagers": amounts(rules), "decisions": ["house way"]}},
        }
        agree(rules, how, pai_gow.play(solved, SEED, number, 1), stated)


@pytest.mark.parametrize("rounds", ROUNDS)
@pytest.mark.parametrize("game", ["holdem", "omaha-high", "omaha-hi-lo-8"])
def test_637a_hands_checked_down_end_in_the_engine_as_in_the_lab(rounds, game):
    of, each, seats = poker.spot_of(game, 6), 120_000, "123456"
    blinds = {"structure": "no-limit" if game == "holdem" else "pot-limit", "blinds": [each // 2, each]}
    actions = [*(f"{seat} call" for seat in "34561"), "2 check", *(f"{seat} check" for seat in 3 * seats)]
    for number in range(rounds // 3):
        board, *hands = np.split(dealt_by_number(of, number, 1, SEED)[:, 0], np.cumsum(of.missing)[:-1])
        given = answer(
            game=game,
            submission=blinds,
            button=6,
            hands={seat: text_of(hand) for seat, hand in zip(seats, hands, strict=True)},
            board=text_of(board),
            seats={seat: {"stack": 100 * each} for seat in seats},
            actions=actions,
        )
        played = poker.play(game, 6, SEED, number, 1)
        for seat in seats:
            tally = played[f"seat {seat}", "-"]
            assert given["net"][seat] == Fraction(tally.net * each, tally.part)
