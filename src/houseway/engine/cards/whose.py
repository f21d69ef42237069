"""The clause that says whose a step of the cards is."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from houseway.clause import ClauseId
from houseway.engine.cards import commands as cmd
from houseway.engine.kernel import Command
from houseway.rules.cards import CardProcedures, Dealing

Clauses = Callable[[CardProcedures, Dealing], ClauseId]

CARD_STEPS: Mapping[type[Command], Clauses] = {
    cmd.ReceiveDecks: lambda cards, dealing: cards.inspect,
    cmd.InspectCards: lambda cards, dealing: cards.inspect,
    cmd.VerifyInspection: lambda cards, dealing: cards.inspect,
    cmd.SpreadCards: lambda cards, dealing: cards.spread,
    cmd.ViewCards: lambda cards, dealing: cards.spread,
    cmd.WashCards: lambda cards, dealing: cards.wash,
    cmd.ShuffleCards: lambda cards, dealing: cards.shuffle,
    cmd.DirectShuffle: lambda cards, dealing: cards.shuffle,
    cmd.ReportDeviceCount: lambda cards, dealing: cards.device_count,
    cmd.OfferCut: lambda cards, dealing: cards.cut_by_dealer or cards.cut,
    cmd.DeclineCut: lambda cards, dealing: cards.cut_offered or cards.cut,
    cmd.CutCards: lambda cards, dealing: cards.cut_offered or cards.cut,
    cmd.RequireRecut: lambda cards, dealing: cards.recut,
    cmd.SpreadForNoActivity: lambda cards, dealing: cards.no_activity,
    cmd.ChangeDecks: lambda cards, dealing: cards.use[dealing].clause,
    cmd.CountDeck: lambda cards, dealing: cards.count[dealing],
    cmd.ReportDeviceFault: lambda cards, dealing: cards.out_of_order,
    cmd.CoverDevice: lambda cards, dealing: cards.out_of_order,
    cmd.UseMethod: lambda cards, dealing: cards.out_of_order,
}
