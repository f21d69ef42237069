"""One contract for every game and every paytable: the tables are sound, the wagers known, the clauses real."""

import itertools
import pickle
import random
from collections.abc import Iterator

import pytest

from houseway.chapters.c645a_pai_gow.bank import SettleAgainstBank
from houseway.chapters.c645a_pai_gow.house_way import named
from houseway.chapters.registry import chapter_of, games, resolve
from houseway.clause import Clause, ClauseId
from houseway.money import Role
from houseway.rules.game import (
    BankedGame,
    Deal,
    Decide,
    Does,
    PayEnvy,
    PayOnTop,
    Placed,
    SettleWagers,
    SharedMeter,
    To,
    TurnUp,
    Vigorish,
)
from houseway.rules.settlement import Both, Fact, Primitive, SettlementTable
from houseway.rules.showdown import Setting, Showdown
from houseway.rules.table_rules import TableRules


def _submissions():
    for game in games(banked=True):
        choices = chapter_of(game).parts().submission.paytable_choices
        yield {"game": game}
        for wager, letters in choices.items():
            for letter in letters:
                yield {"game": game, "paytables": {wager: letter}}
        if game == "pai-gow":
            for variant, brand in itertools.product(("standard", "ez"), ("fortune", "emperor", "none")):
                letter = {"emperor": "A", "fortune": "C", "none": "B"}[brand]
                yield {"game": game, "variant": variant, "brand": brand, "paytables": {"insurance": letter}}
            for colour in ("red", "black"):
                yield {"game": game, "variant": "ez", "red_black_joker": colour}
        if game == "holdem-bonus":
            yield {"game": game, "ante_pays_on": "flush"}
        if game in ("heads-up-holdem", "holdem-bonus"):
            yield {"game": game, "dealing": "automated-shoe", "community_first": True}


def _lawful():
    from houseway.chapters.registry import check
    from houseway.rules.submission import Severity

    for data in _submissions():
        _, faults = check(data)
        if not [fault for fault in faults if fault.severity is Severity.FAULT]:
            yield data


def _game(data) -> BankedGame:
    return resolve(data, kind=TableRules).game


def _tables(game: BankedGame) -> list[SettlementTable]:
    tables = list(game.tables.values())
    for stage in game.stages:
        match stage:
            case PayEnvy():
                tables += [table for _, table in stage.tables]
            case PayOnTop():
                tables.append(stage.table)
            case SettleWagers():
                tables += [extra.table for _, extra in stage.on_top]
    return tables


@pytest.mark.parametrize("data", list(_lawful()), ids=str)
def test_a_lowered_table_agrees_with_its_rows_at_every_point(data):
    for table in _tables(_game(data)):
        for number, point in enumerate(table.points()):
            index = sum(value * stride for value, stride in zip(point, table.strides, strict=True))
            assert index == number
            assert [table.lowered[index]] == table.matching(point)


@pytest.mark.parametrize("data", list(_lawful()), ids=str)
def test_every_wager_is_settled_and_every_clause_is_well_formed(data):
    game = _game(data)
    settled = set()
    for stage in game.stages:
        match stage:
            case SettleWagers():
                settled |= set(stage.wagers)
            case SharedMeter():
                settled.add(stage.wager)
    by_procedure = {"pai_gow"}
    assert set(game.wagers) <= settled | by_procedure
    assert set(game.wagers) <= set(game.tables)
    deals = {phase.id for phase in game.phases if isinstance(phase, Deal | TurnUp)}
    for wager in game.wagers.values():
        assert set(wager.rests_on) <= deals
        assert wager.placed is Placed.BEFORE_THE_DEAL or not wager.rests_on
        Clause.parse(wager.clause)
    for table in _tables(game):
        for row in table.rows:
            assert Clause.parse(row.clause).chapter == game.chapter
            assert row.under is None or Clause.parse(row.under).chapter == game.chapter
    for irregularity in game.irregularities.values():
        assert Clause.parse(irregularity.clause).chapter == game.chapter


@pytest.mark.parametrize("game", games(banked=True))
def test_the_digest_names_the_rules(game):
    one = resolve({"game": game})
    assert one.digest == resolve({"game": game}).digest
    assert one.digest != resolve({"game": game, "table_minimum": 500}).digest


def _dealt(game: BankedGame, count: int) -> Iterator[Showdown]:
    """Showdowns of cards dealt at random, hands set anyhow."""
    rng = random.Random(game.id)
    each = next(phase.cards for phase in game.phases if isinstance(phase, Deal) and phase.to is not To.COMMUNITY)
    for _ in range(count):
        deck = tuple(rng.sample(game.deck, len(game.deck)))
        player, bank = deck[:each], deck[each : 2 * each]
        high = game.arrangement.high if game.arrangement else each
        yield Showdown(
            player=player,
            bank=bank,
            community=deck[2 * each : 2 * each + 5],
            folded=rng.random() < 0.5,
            player_setting=Setting(player[:high], player[high:]),
            bank_setting=Setting(bank[:high], bank[high:]),
            magic_card=rng.choice(deck[: 2 * each + 5]),
            lucky_player=rng.random() < 0.5,
            lucky_dealer=rng.random() < 0.5,
        )


def _facts(game: BankedGame) -> list[Fact]:
    return [fact for table in _tables(game) for fact in table.facts]


@pytest.mark.parametrize("data", list(_lawful()), ids=str)
def test_a_fact_is_its_primitive_looked_up(data):
    game = _game(data)
    showdowns = list(_dealt(game, 50))
    for fact in set(_facts(game)):
        assert len(fact.lookup) == fact.primitive.size
        for showdown in showdowns:
            assert fact.of(showdown) == fact.lookup[fact.primitive.of(showdown)]
            assert fact.of(showdown) in [int(value) for value in fact.values]
    for table in _tables(game):
        for showdown in showdowns:
            point = tuple(fact.of(showdown) for fact in table.facts)
            assert [table.rows.index(table.settle(showdown))] == table.matching(point)


@pytest.mark.parametrize("game", games(banked=True))
def test_an_id_names_one_fact_or_one_primitive(game):
    facts: dict[str, Fact] = {}
    primitives: dict[str, Primitive] = {}
    for data in _lawful():
        if data["game"] != game:
            continue
        own = set(_facts(_game(data)))
        assert len({fact.id for fact in own}) == len(own)
        for fact in own:
            assert fact.id
            assert facts.setdefault(fact.id, fact).lookup == fact.lookup
            read = fact.primitive
            for one in (read.first, read.second) if isinstance(read, Both) else (read,):
                assert one.id
                assert primitives.setdefault(one.id, one) is one
                assert "<lambda>" not in one.of.__qualname__
                assert "<locals>" not in one.of.__qualname__


@pytest.mark.parametrize("game", games(banked=True))
def test_a_primitive_says_whether_it_looks_at_cards(game):
    """The answer of a round that is stated in part names the cards it rests on by this."""
    read = {fact.primitive for data in _lawful() if data["game"] == game for fact in _facts(_game(data))}
    each = {one for both in read for one in ((both.first, both.second) if isinstance(both, Both) else (both,))}
    dealt = list(_dealt(_game({"game": game}), 1000))
    done = ("folded", "lucky_player", "lucky_dealer")
    for one in each:
        # The same is done and drawn, with other cards.
        others = (b._replace(**{field: getattr(a, field) for field in done}) for a, b in itertools.pairwise(dealt))
        changed = any(one.of(a) != one.of(other) for a, other in zip(dealt, others, strict=False))
        assert changed is one.of_cards, one.id


@pytest.mark.parametrize("game", games(banked=True))
def test_a_game_settles_alike_in_another_process(game):
    built = _game({"game": game})
    sent = pickle.loads(pickle.dumps(built))
    for showdown in _dealt(built, 20):
        rows = [table.settle(showdown) for table in _tables(sent)]
        assert rows == [table.settle(showdown) for table in _tables(built)]


@pytest.mark.parametrize("data", list(_lawful()), ids=str)
def test_a_table_knows_the_role_its_payouts_play(data):
    game = _game(data)
    assert {table.role for table in game.tables.values()} == {Role.WAGER}
    for stage in game.stages:
        match stage:
            case PayEnvy():
                assert {table.role for _, table in stage.tables} == {Role.ENVY}
            case PayOnTop():
                assert stage.table.role is Role.ON_TOP
            case SettleWagers():
                assert {extra.table.role for _, extra in stage.on_top} <= {Role.ON_TOP}


def test_house_way_and_vigorish_can_be_read_off_the_game():
    game = _game({"game": "pai-gow", "house_way": "trump-plaza", "vigorish": "exact"})
    assert game.arrangement is not None
    assert game.arrangement.house_way == named("trump-plaza")
    terms = Vigorish(percent=5, clause=ClauseId("645a.13(a)"))
    assert game.stages[0] == SettleAgainstBank(vigorish=terms)
    assert [stage.vigorish for stage in game.stages if isinstance(stage, SettleWagers)] == [(("pai_gow", terms),)]
    assert _game({"game": "pai-gow", "variant": "ez"}).stages[0] == SettleAgainstBank(vigorish=None)


@pytest.mark.parametrize("game", games(banked=True))
def test_what_a_fold_collects_can_be_read_off_the_game(game):
    built = _game({"game": game})
    options = [option for phase in built.phases if isinstance(phase, Decide) for option in phase.options]
    withdrawing = [option for option in options if option.does in (Does.FOLD, Does.SURRENDER)]
    assert withdrawing
    for option in withdrawing:
        assert built.main_wager.id in option.collects
        assert set(option.collects) <= set(built.wagers)
        assert {wager for wager, _ in option.collects_under} <= set(option.collects)
    assert not any(option.collects for option in options if option not in withdrawing)
