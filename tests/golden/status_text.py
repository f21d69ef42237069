"""What each command comes to in each status of a table, as text: accepted, or refused with a code under a clause."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from houseway.cards import DECK_52, cards
from houseway.chapters.c637a_poker import commands as pk
from houseway.engine.banked import commands as bk
from houseway.engine.cards.commands import CoverDevice, OfferCut, ReportDeviceFault
from houseway.engine.kernel import Command, Envelope, Table, envelope
from houseway.engine.opening import FundTable
from houseway.engine.refusal import Refusal
from houseway.money import Cents
from houseway.seats import Seat
from tests.kit import banked_points as banked
from tests.kit import card_procedures
from tests.kit.scenarios import tag
from tests.poker import scenarios as poker
from tests.regulations.c637a import test_s15_s16_scenarios as jackpots
from tests.regulations.c637a.deals import NO_LIMIT

MOST_NAMED = 4
"""More statuses than these in which the same comes of a command are not named one by one."""
Made = Callable[[], Table[Any, Any]]
Said = Command | Envelope

EVERYTHING = {
    **NO_LIMIT, "minimum_increase": 100, "straddle": True, "must_post": "missed-blinds", "bad_beat": {"contribution": 50},
    "rake": {"kind": "time", "hourly": 600, "every_minutes": 20},
}  # fmt: skip
"""Terms under which most of what a poker table may offer is offered."""
POKER: Mapping[str, Made] = {
    "closed": poker.unopened,
    "between rounds": lambda: poker.table(**EVERYTHING),
    "seats away": lambda: poker.after(poker.table(**EVERYTHING), *[pk.SecureStakes(seat=seat) for seat in (1, 2, 3)]),
    "dealing": partial(poker.started, "holdem", EVERYTHING),
    "betting": partial(poker.betting, terms=EVERYTHING),
    "turn of a seat away": lambda: poker.after(poker.betting(terms=EVERYTHING), pk.SecureStakes(seat=3)),
    "bet begun": lambda: poker.after(
        poker.betting(terms=EVERYTHING), envelope(pk.PlaceChips(cents=100, then="more"), seat=3)
    ),
    "drawing": poker.drawing,
    "reshuffling": poker.reshuffling,
    "choosing": poker.choosing,
    "showdown": partial(poker.showdown, EVERYTHING),
    "showdown of a seat away": lambda: poker.after(poker.showdown(EVERYTHING), pk.SecureStakes(seat=1)),
    "awarding": poker.won_alone,
}
POKER_SAID: tuple[Said, ...] = (
    pk.OpenTable(),
    envelope(pk.TakeSeat(cents=100), seat=9, by="Zoe"),
    envelope(pk.LeaveSeat(), seat=1),
    envelope(pk.AddStakes(cents=100), seat=1),
    envelope(pk.RemoveStakes(cents=100), seat=1),
    pk.SecureStakes(seat=1),
    pk.ReturnToTable(seat=1, cents=10_000),
    pk.AgreeMinimum(cents=200, seats=(1, 2, 3)),
    pk.RequirePost(seat=1),
    envelope(pk.PostBlind(), seat=1),
    pk.SetCollection(fund="bad_beat", collecting=False),
    pk.AssessTimeCharge(),
    pk.VerifyTimeCharges(cents=600),
    pk.StartRound(order=DECK_52, button=3),
    envelope(pk.Straddle(), seat=3),
    pk.DealStreet(),
    pk.Reshuffle(order=cards("7d 9d Jd As")),
    envelope(pk.Act(word="fold"), seat=3),
    envelope(pk.Announce(word="fold"), seat=3),
    envelope(pk.PlaceChips(cents=100), seat=3),
    envelope(pk.TakeChipsBack(cents=100), seat=3),
    envelope(pk.ThrowAwayCards(), seat=3),
    envelope(pk.Discard(), seat=1),
    envelope(pk.ChooseAfterExposure(bet_on=True), seat=1),
    envelope(pk.ShowHand(), seat=1),
    pk.CountLosingHands(count=4),
    pk.AwardPots(),
    pk.HoldDeck(hand="left"),
    pk.SetDeckDown(),
    pk.RuleOnDispute(dispute="who acts", ruling="seat 1"),
    pk.RemovePlayer(seat=1, reason="signals"),
    pk.NotifyCompliance(seat=1),
    pk.ReportIrregularity(cause="missing_card"),
)
"""Each command as it is accepted in its time."""
BANKED: Mapping[str, Made] = {
    "closed": lambda: Table(banked.at(banked.HEADS_UP).rules),
    "wagering": partial(banked.at, banked.HEADS_UP),
    "wagered": partial(banked.at, banked.HEADS_UP, banked.BET),
    "bank offered": banked.second,
    "locked": partial(banked.at, banked.HEADS_UP, *banked.LOCKED),
    "start due": partial(banked.at, banked.PAI_GOW, *banked.GOW_LOCKED),
    "asked": partial(banked.at, banked.HEADS_UP, *banked.DEALT),
    "count due": partial(banked.at, banked.PAI_GOW, *banked.GOW_DEALT),
    "hand exposed": partial(banked.at, banked.PAI_GOW, *banked.GOW_COUNTED, banked.reports("player_card_exposed", 1)),
    "reveal": partial(banked.at, banked.HEADS_UP, *banked.TO_REVEAL),
    "settle": partial(banked.at, banked.HEADS_UP, *banked.TO_SETTLE),
    "validation due": partial(banked.royal, banked.SETTLE, progressive=100),
    "documents due": partial(banked.royal, banked.SETTLE, banked.VALIDATE, progressive=100),
}

BANKED_SAID: tuple[Said, ...] = (
    FundTable(meters={}),
    bk.OpenTable(),
    envelope(bk.TakeSeat(cents=100), seat=6, by="Zoe"),
    envelope(bk.LeaveSeat(), seat=1),
    bk.BringReadyDeck(order=DECK_52),
    envelope(bk.PlaceWagers(wagers={"ante": Cents(1_000), "odds": Cents(1_000)}), seat=1),
    envelope(bk.WithdrawWagers(wagers=("ante", "odds")), seat=1),
    bk.AbandonWagers(seat=1),
    bk.OfferBank(seat=2),
    envelope(bk.AcceptBank(dealer_wager=Cents(0)), seat=2),
    envelope(bk.PassBank(), seat=2),
    bk.PlaceDealerWager(cents=Cents(500)),
    bk.AnnounceNoMoreBets(),
    bk.CountProgressiveChips(chips=1),
    bk.DrawAtRandom(lucky=Seat(1)),
    bk.DetermineStart(number=1),
    bk.DealCards(),
    envelope(bk.Decide(word="check"), seat=1),
    bk.RevealBank(),
    bk.SettleRound(),
    bk.ValidatePayout(seat=1, wager="progressive"),
    bk.DocumentPayout(seat=1, wager="progressive"),
    bk.ReportIrregularity(cause="wrong_number_of_cards"),
    envelope(bk.VoidHand(), seat=1),
)
"""Each command as it is accepted in its time."""


def _opening(steps: int, game: str = card_procedures.HOLDEM, shuffler: str = "manual", *more: Said) -> Table[Any, Any]:
    """A table that has come so many steps from the box to the first shuffle, after which more was said."""
    table = card_procedures.new_table(game, shuffler=shuffler)
    for said in (*card_procedures.opening(table)[:steps], *more):
        table.do(said)
    return table


def _cut_offered() -> Table[Any, Any]:
    table = card_procedures.opened(card_procedures.PAI_GOW, shuffler="manual")
    table.do(OfferCut(seat=1))
    return table


def _in_play() -> Table[Any, Any]:
    table = card_procedures.ready(shuffler="manual")
    card_procedures.deal_out(table)
    return table


def _device(*said: Said) -> Table[Any, Any]:
    table = card_procedures.ready(shuffler="automated")
    for command in said:
        table.do(command)
    return table


BROKEN, COVERED = ReportDeviceFault(device="shuffler", usable=False), CoverDevice(device="shuffler")
STAGES = ("none", "received", "inspected", "verified", "spread", "viewed", "washed", "shuffled")
CARDS: Mapping[str, Made] = {
    **{stage: partial(_opening, steps) for steps, stage in enumerate(STAGES)},
    "shuffled by a counting device": partial(_opening, 7, card_procedures.HOLDEM, "automated-counting"),
    "cut offered": _cut_offered,
    "ready": partial(card_procedures.ready, shuffler="manual"),
    "in play": _in_play,
    "device broken": partial(_device, BROKEN),
    "device covered": partial(_device, BROKEN, COVERED),
}


def _funds(*funds: str) -> dict[str, Said]:
    """Return the steps of the procedures for some funds, by name."""
    return {
        scenario.name: scenario.said
        for scenario in jackpots.ALLOWED
        if isinstance(scenario.said, Envelope) and getattr(scenario.said.command, "fund", "") in funds
    }


def _fund_statuses(*funds: str) -> dict[str, Made]:
    """Return where the procedures for some funds stand, by the step that comes next."""
    steps = _funds(*funds)
    return {scenario.name: scenario.at for scenario in jackpots.ALLOWED if scenario.name in steps}


CARDS_SAID: tuple[Said, ...] = (
    bk.ReceiveDecks(),
    bk.InspectCards(),
    bk.VerifyInspection(),
    bk.SpreadCards(),
    envelope(bk.ViewCards(), by="ann"),
    bk.WashCards(),
    bk.ShuffleCards(order=DECK_52),
    bk.ReportDeviceCount(count=52),
    OfferCut(seat=1),
    envelope(bk.DeclineCut(), seat=1, by="ann"),
    bk.CutCards(depth=20),
    bk.RequireRecut(),
    bk.DirectShuffle(),
    bk.SpreadForNoActivity(),
    bk.CountDeck(count=52),
    bk.ChangeDecks(),
    BROKEN,
    COVERED,
    bk.UseMethod(shuffler="manual"),
)
"""Each command as it is accepted in its time."""


def _first_of_each_kind(words: Iterable[Said]) -> list[Said]:
    first: dict[type[Command], Said] = {}
    for said in words:
        first.setdefault(kind_of(said), said)
    return list(first.values())


def kind_of(said: Said) -> type[Command]:
    """Return the kind of a command, in an envelope or not."""
    return type(said.command if isinstance(said, Envelope) else said)


TABLES: Mapping[str, tuple[Mapping[str, Made], Sequence[Said]]] = {
    "poker": (POKER, POKER_SAID),
    "banked": (BANKED, BANKED_SAID),
    "cards": (CARDS, CARDS_SAID),
    "bad-beat": (_fund_statuses("beat", "second"), _first_of_each_kind(_funds("beat").values())),
    "high-hand": (_fund_statuses("high"), _first_of_each_kind(_funds("high").values())),
}
"""By machine its statuses, and what is said in each."""


def status_text(statuses: Mapping[str, Made], said: Said) -> str:
    """Return what a command comes to: each outcome with the statuses in which it does."""
    outcomes: dict[str, list[str]] = {}
    for status, made in statuses.items():
        outcome = made().send(said)
        if isinstance(outcome, Refusal):
            text = f"{outcome.code} {outcome.clause}"
        else:
            text = "accepted, " + ", ".join(dict.fromkeys(f"{tag(type(event))} {event.clause}" for event in outcome))
        outcomes.setdefault(text, []).append(status)
    usual = max(outcomes, key=lambda text: len(outcomes[text]))
    if len(outcomes[usual]) > MOST_NAMED:
        del outcomes[usual]
        outcomes[usual] = ["elsewhere"]
    return "\n".join(f"  {text}: {', '.join(where)}" for text, where in outcomes.items())
