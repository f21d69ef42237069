"""Which clause says whose a command is: a refusal of the wrong role names it."""

from __future__ import annotations

from collections.abc import Mapping

from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.chapters.c637a_poker.state import PokerState
from houseway.clause import ClauseId
from houseway.engine.kernel import Command

WHOSE: Mapping[type[Command], str] = {
    cmd.OpenTable: "637a.4(a)",
    cmd.TakeSeat: "637a.8(a)",
    cmd.LeaveSeat: "637a.8(b)(2)",
    # Cards and devices.
    cmd.ReceiveDecks: "637a.4(a)",
    cmd.InspectCards: "637a.4(a)",
    cmd.VerifyInspection: "637a.4(a)",
    cmd.SpreadCards: "637a.4(b)",
    cmd.ViewCards: "637a.4(b)",
    cmd.WashCards: "637a.4(c)",
    cmd.ShuffleCards: "637a.5(a)",
    cmd.DirectShuffle: "637a.5(a)",
    cmd.OfferCut: "637a.5(b)",
    cmd.DeclineCut: "637a.5(b)",
    cmd.CutCards: "637a.5(b)",
    cmd.RequireRecut: "637a.5(c)",
    cmd.SpreadForNoActivity: "637a.5(d)",
    cmd.ChangeDecks: "637a.3(c)",
    cmd.ReportDeviceCount: "637a.7(e)(4)",
    cmd.CountDeck: "637a.7(e)(4)",
    cmd.ReportDeviceFault: "637a.18(q)",
    cmd.CoverDevice: "637a.18(r)",
    cmd.UseMethod: "637a.18(r)",
    # Stakes, and what they are charged for.
    cmd.AddStakes: "637a.8(b)(2)",
    cmd.RemoveStakes: "637a.8(b)(2)",
    cmd.SecureStakes: "637a.8(b)(6)",
    cmd.ReturnToTable: "637a.8(b)(6)",
    cmd.AgreeMinimum: "637a.8(k)",
    cmd.AssessTimeCharge: "637a.17(b)(3)(iv)",
    cmd.VerifyTimeCharges: "637a.17(b)(3)(v)",
    # A round of play.
    cmd.StartRound: "637a.7(e)",
    cmd.DealStreet: "637a.7(e)",
    cmd.HoldDeck: "637a.7(e)(1)",
    cmd.SetDeckDown: "637a.7(e)(1)",
    cmd.CountLosingHands: "637a.7(e)(6)(i)",
    cmd.AwardPots: "637a.7(e)(6)",
    cmd.Act: "637a.7(c)",
    cmd.Announce: "637a.8(c)",
    cmd.PlaceChips: "637a.8(e)",
    cmd.TakeChipsBack: "637a.8(h)",
    cmd.ThrowAwayCards: "637a.18(l)(1)",
    cmd.ShowHand: "637a.18(e)",
    cmd.ChooseAfterExposure: "637a.18(m)",
    # What goes wrong, and who must leave.
    cmd.ReportIrregularity: "637a.18(a)",
    cmd.RuleOnDispute: "637a.18(a)",
    cmd.RemovePlayer: "637a.18(c)",
    cmd.NotifyCompliance: "637a.18(c)",
}


def whose(rules: PokerRules, state: PokerState, command: Command) -> ClauseId:
    """The clause that names who gives a command; the game's own where its section does."""
    game = rules.game
    match command:
        case cmd.Straddle():
            clause = game.straddle_clause or game.ante_clause
        case cmd.PostBlind() | cmd.RequirePost():
            clause = game.blind_clause or game.ante_clause
        case cmd.Discard():
            drawn = next((street.clause for street in game.streets if street.draw or street.discard), None)
            clause = drawn or ClauseId("637a.5(a)")
        case cmd.Reshuffle():
            clause = game.common_clause or game.reshuffle_clause or ClauseId("637a.5(a)")
        case cmd.SetCollection():
            clause = next(
                (one.clause for one in rules.contributions if one.fund == command.fund), ClauseId("637a.15(c)")
            )
        case _:
            clause = ClauseId(WHOSE[type(command)])
    return clause
