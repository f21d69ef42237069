"""A game as ``houseway games`` describes it, under the submission that states nothing: printed as a page or as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, get_args

import msgspec

from houseway.cards import DECK_52
from houseway.chapters import registry
from houseway.clause import Clause, ClauseId
from houseway.money import Cents, Lose, Push
from houseway.rules.game import BankedGame, Decide, PayEnvy, PayOnTop, PayoutLimit, SettleWagers, Vigorish, bracket_text
from houseway.rules.paytable import label_of
from houseway.rules.reading import read
from houseway.rules.settlement import SettlementTable
from houseway.rules.submission import Submission, clause_of
from houseway.rules.table_rules import TableRules
from houseway.rules.terms import is_money

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

    from houseway.chapters.c637a_poker.rules import PokerGame, Street
    from houseway.rules.submission import RulesSubmission


class WagerAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A wager; ``equals`` names the wager whose amount it has, ``sizes`` the only amounts it may have; ``only_with``: what
    else the submission must say to offer it."""

    name: str
    clause: ClauseId
    placed: str
    main: bool
    optional: bool
    offered: bool
    requires: str | None
    equals: str | None
    sizes: tuple[int, ...]
    only_with: str


class PaytableAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A paytable the submission may choose; ``default``: the one taken where it chooses none; ``only_with``: what else the
    submission must say to choose it."""

    clause: ClauseId
    default: bool
    only_with: str
    pays: Mapping[str, str]


class Payout(msgspec.Struct, frozen=True, kw_only=True):
    """What a hand is paid where the submission has no choice; ``hand`` is empty for any that wins."""

    hand: str
    pays: str
    clause: ClauseId


class MeterAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A progressive meter, in cents."""

    reset: int
    clause: ClauseId


class DecisionAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What players are asked, and what they may answer."""

    id: str
    clause: ClauseId
    options: tuple[str, ...]


class Limit(msgspec.Struct, frozen=True, kw_only=True):
    """A number the submission states: its field, what it limits, what is taken where it is not stated, what is lawful.

    ``money``: it is an amount, in cents.
    """

    field: str
    says: str
    money: bool
    default: Any
    legal: tuple[str, ...]
    clause: ClauseId


class BankedAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A game against the bank."""

    id: str
    name: str
    chapter: str
    citation: str
    seats: int
    cards: int
    wagers: Mapping[str, WagerAnswer]
    decisions: tuple[DecisionAnswer, ...]
    paytables: Mapping[str, Mapping[str, PaytableAnswer]]
    payouts: Mapping[str, tuple[Payout, ...]]
    meters: Mapping[str, MeterAnswer]
    limits: tuple[Limit, ...]


class StreetAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A deal of poker and the betting round after it."""

    id: str
    cards: str
    clause: ClauseId
    betting_clause: ClauseId


class PokerAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A game among players: bets and pots in place of wagers and paytables."""

    id: str
    name: str
    chapter: str
    section: str
    citation: str
    seats: int
    cards: int
    opens: str
    streets: tuple[str, ...]
    deals: tuple[StreetAnswer, ...]
    contests: Mapping[str, str]
    structures: tuple[str, ...]
    limits: tuple[Limit, ...]
    wagers: Mapping[str, WagerAnswer] = {}
    paytables: Mapping[str, Mapping[str, PaytableAnswer]] = {}
    meters: Mapping[str, MeterAnswer] = {}


GameAnswer = BankedAnswer | PokerAnswer


def game_answer(id: str) -> GameAnswer:
    if registry.chapter_of(id).banked:
        return _banked(id)
    from houseway.chapters.c637a_poker.games import POKER_GAMES

    return _poker(POKER_GAMES[id])


def _banked(id: str) -> BankedAnswer:
    game = registry.resolve({}, game=id, kind=TableRules).game
    model = registry.submission_of(id)
    assert issubclass(model, Submission)
    default = model.model_validate({"game": id})
    return BankedAnswer(
        id=id,
        name=game.name,
        chapter=game.chapter,
        citation=Clause.parse(game.chapter).citation,
        seats=game.seats,
        cards=len(game.deck),
        wagers={
            wager.id: WagerAnswer(
                name=wager.name,
                clause=wager.clause,
                placed=wager.placed,
                main=wager.main,
                optional=wager.id in model.optional,
                offered=wager.offered,
                requires=wager.requires,
                equals=wager.equals,
                sizes=wager.sizes,
                only_with=model.only_with.get((wager.id, ""), ""),
            )
            for wager in game.wagers.values()
        },
        decisions=tuple(_decisions(game)),
        paytables={
            wager: {
                letter: PaytableAnswer(
                    clause=paytable.clause,
                    default=letter == default.letter(wager),
                    only_with=model.only_with.get((wager, letter), ""),
                    pays={label_of(hand): str(pays) for hand, pays in paytable.pays.items()},
                )
                for letter, paytable in choices.items()
            }
            for wager, choices in model.paytable_choices.items()
        },
        payouts={of: _paid(table, _vigorish(game, of)) for of, table in _fixed(game, model.paytable_choices)},
        meters={meter.id: MeterAnswer(reset=meter.reset, clause=meter.clause) for meter in game.meters.values()},
        limits=tuple(_limits(model, id, in_force=game.limit)),
    )


def _decisions(game: BankedGame) -> Iterator[DecisionAnswer]:
    for phase in game.phases:
        if isinstance(phase, Decide):
            options = [
                _option(game, option.word, option.of, option.least_times, option.most_times) for option in phase.options
            ]
            yield DecisionAnswer(id=phase.id, clause=phase.clause, options=tuple(options))


def _option(game: BankedGame, word: str, of: str | None, least: int, most: int) -> str:
    if of is None:
        return word
    times = str(most) if least == most else f"{least} to {most}"
    return f"{word} {times} time{'s' * (most > 1)} the {game.wagers[of].name}"


def _fixed(game: BankedGame, chosen: Iterable[str]) -> Iterator[tuple[str, SettlementTable]]:
    """The tables the submission has no choice of: of wagers, of payments on top, and of Envy Bonuses by the wager."""
    found = {id: game.tables[id] for id in game.wagers if id in game.tables}
    for stage in game.stages:
        if isinstance(stage, PayOnTop):
            found.setdefault(stage.id, stage.table)
        elif isinstance(stage, SettleWagers):
            found |= {on_top.id: on_top.table for _, on_top in stage.on_top}
        elif isinstance(stage, PayEnvy):
            for least, table, below in stage.brackets:
                size = bracket_text(game.wagers[stage.wager], least, below)
                found[f"envy, {stage.wager} of {size}"] = table
    return ((id, table) for id, table in found.items() if id not in chosen)


def _paid(table: SettlementTable, vigorish: Iterable[Vigorish]) -> tuple[Payout, ...]:
    """The rows that pay, and those that the chapter's paytable prints as a push."""
    rows = [
        Payout(hand=row.name, pays=row.text, clause=row.clause)
        for row in table.rows
        if not isinstance(row.pays, Lose) and not (isinstance(row.pays, Push) and not row.name)
    ]
    rows += [Payout(hand="vigorish on a win", pays=f"{one.percent}%", clause=one.clause) for one in vigorish]
    return tuple(dict.fromkeys(rows))


def _vigorish(game: BankedGame, wager: str) -> Iterator[Vigorish]:
    for stage in game.stages:
        if isinstance(stage, SettleWagers):
            yield from (vigorish for after, vigorish in stage.vigorish if after == wager)


def _limits(
    model: type[RulesSubmission],
    id: str,
    *,
    clauses: Mapping[str, ClauseId | None] | None = None,
    in_force: PayoutLimit | None = None,
) -> Iterator[Limit]:
    """The submission's fields that are numbers; ``clauses`` are those of one game, None where it has no such thing.

    ``in_force`` is the payout limit that the chapter itself sets.
    """
    for name, info in model.model_fields.items():
        clause = (clauses or {}).get(name, clause_of(info))
        if clause is not None and _is_number(info.annotation):
            legal, default = _legal(info), info.default
            if name == "payout_limit":
                legal, default = _legal_payout_limit(model, id), in_force.cents if in_force else None
            says, money = info.description or name, is_money(info.annotation)
            yield Limit(field=name, says=says, money=money, default=default, legal=legal, clause=clause)


def _is_number(annotation: Any) -> bool:
    return annotation in (int, Cents) or any(map(_is_number, get_args(annotation)))


def _legal(info: FieldInfo) -> tuple[str, ...]:
    least = next((one.ge for one in info.metadata if hasattr(one, "ge")), None)
    most = next((one.le for one in info.metadata if hasattr(one, "le")), None)
    if least is not None and most is not None:
        return (str(least) if least == most else f"{least} to {most}",)
    return ()


def _legal_payout_limit(model: type[RulesSubmission], id: str) -> tuple[str, ...]:
    """What the check answers to a limit of one cent."""
    _, faults = read(model, {"game": id, "payout_limit": 1})
    return next((fault.legal for fault in faults if fault.field == "payout_limit"), ())


def _poker(game: PokerGame) -> PokerAnswer:
    from houseway.chapters.c637a_poker.rules import Structure

    return PokerAnswer(
        id=game.id,
        name=game.name,
        chapter=game.chapter,
        section=game.section,
        citation=Clause.parse(game.section).citation,
        seats=game.most_players,
        cards=len(DECK_52),
        opens=game.opens,
        streets=tuple(street.id for street in game.streets),
        deals=tuple(
            StreetAnswer(id=street.id, cards=_cards(street), clause=street.clause, betting_clause=street.betting_clause)
            for street in game.streets
        ),
        contests=dict(game.contests),
        structures=tuple(Structure),
        limits=tuple(_limits(registry.submission_of(game.id), game.id, clauses=game.field_clauses)),
    )


def _cards(street: Street) -> str:
    dealt = [
        f"{count} {kind}"
        for count, kind in ((street.down, "down"), (street.up, "up"), (street.community, "community"))
        if count
    ]
    dealt += ["draw"] if street.draw else []
    dealt += [f"discard {street.discard}"] if street.discard else []
    return ", ".join(dealt)
