"""A draft of what a command does at a banked table."""

from __future__ import annotations

from collections.abc import Mapping

from houseway.clause import ClauseId
from houseway.engine.accounts import CENTRE, HOUSE, area_account, player_account
from houseway.engine.banked.state import PLAYING, WAGERING, BankedRound, BankedState
from houseway.engine.kernel import Applier, Draft, Envelope, Event
from houseway.money import NOTHING, Cents
from houseway.rules.cards import CardProcedures, Dealing, Shuffler
from houseway.rules.game import BankedGame, Procedures
from houseway.rules.settlement import Known, Row, SettlementTable
from houseway.rules.showdown import Showdown
from houseway.rules.table_rules import TableRules
from houseway.seats import DEALER, Seat


class BankedDraft(Draft[TableRules, BankedState], kw_only=True, eq=False, gc=False):
    """What the procedures of a banked table ask for again and again."""

    game: BankedGame
    # While a round is settled no card moves: each seat's showdown and what was read off it are kept.
    showdowns: dict[Seat, tuple[Showdown, Known]] | None = None
    # How many more hands are revealed by the command under way; None: all.
    to_reveal: int | None = None

    @property
    def round(self) -> BankedRound:
        """The round of play."""
        return self.state.round

    @property
    def procedures(self) -> Procedures:
        return self.game.procedures

    @property
    def cards(self) -> CardProcedures:
        return self.game.cards

    @property
    def dealing(self) -> Dealing:
        """The way of dealing in force, which may have changed since a device failed."""
        changed = self.state.equipment.dealing
        return Dealing(changed) if changed else self.rules.dealing

    @property
    def shuffler(self) -> Shuffler:
        """The way of shuffling in force."""
        changed = self.state.equipment.shuffler
        return Shuffler(changed) if changed else self.rules.shuffler

    @property
    def submitted(self) -> tuple[Shuffler, Dealing]:
        """The ways of shuffling and dealing of the Rules Submission."""
        return self.rules.submitted

    @property
    def arrived(self) -> list[Seat]:
        """Who is seated, in the order of arrival."""
        return list(self.state.seats)

    @property
    def between_rounds(self) -> bool:
        """Whether no cards are in play."""
        return self.state.status is not PLAYING

    @property
    def undealt(self) -> bool:
        """Whether no card has left a deck in play: with the first one it comes into play."""
        return self.between_rounds

    @property
    def idle(self) -> bool:
        """Whether there is no gaming activity."""
        return self.state.status is WAGERING and not self.round.wagers and self.round.bank is None

    def account(self, seat: Seat) -> str:
        """The account of the player at a seat."""
        return player_account(self.state.seats[seat])

    def chips(self, seat: Seat) -> Cents:
        """The chips the player at a seat has in front of them."""
        state = self.state
        return state.ledger.get(player_account(state.seats[seat]), NOTHING)

    def is_taken(self, seat: Seat, wager: str) -> bool:
        """Return whether a wager's chips lie in the table inventory already: a progressive one's once they are counted."""
        return self.game.wagers[wager].taken_before_deal and not self.state.ledger.get(area_account(seat, wager))

    def collector(self, wager: str) -> str:
        """Where a lost wager goes: to the house, or to the centre of the table if it was against a player bank."""
        against_player = self.round.bank is not None and self.game.wagers[wager].main
        return CENTRE if against_player else HOUSE

    def validated_under(self, wager: str) -> ClauseId:
        """The clause by which payouts of a wager are validated; without one, that of the end of a round."""
        validation = self.game.validation_of(wager)
        return self.procedures.collect if validation is None else validation.clause

    def in_play(self, seat: Seat) -> bool:
        """Whether the seat still plays against the bank."""
        of = self.state.round
        return seat not in of.folded and seat not in of.surrendered and seat not in of.voided

    def settling_order(self) -> list[Seat]:
        """Counterclockwise from the dealer's right: the highest seat first."""
        of = self.state.round
        players = of.players[::-1]
        return [seat for seat in players if seat not in of.voided] if of.voided else list(players)

    def row(self, table: SettlementTable, seat: Seat) -> Row:
        """The row of a table that a seat's showdown comes to."""
        if self.showdowns is None:
            return table.settle(self.showdown(seat))
        kept = self.showdowns.get(seat)
        if kept is None:
            kept = self.showdowns[seat] = (self.showdown(seat), {})
        return table.settle(*kept)

    def showdown(self, seat: Seat) -> Showdown:
        """One seat's cards against the bank's."""
        return showdown_of(self.state.round, seat)


def drafting(
    appliers: Mapping[type[Event], Applier[BankedState]],
    rules: TableRules,
    state: BankedState,
    given: Envelope | None = None,
    seat: Seat = DEALER,
) -> BankedDraft:
    """A draft under the rules in force."""
    # A device out of order is seldom, and every command makes a draft.
    rules = rules_in_force(rules, state) if state.equipment.dealing else rules
    return BankedDraft(appliers, rules, state, given, seat, game=rules.game)


def looking_at(rules: TableRules, state: BankedState) -> BankedDraft:
    """A draft that only answers questions."""
    return drafting({}, rules, state)


def showdown_of(of: BankedRound, seat: Seat) -> Showdown:
    """One seat's cards against the bank's in a round of play."""
    bank = DEALER if of.bank is None else of.bank
    return Showdown(
        player=of.hands.get(seat, ()),
        bank=of.hands.get(bank, ()),
        community=of.community,
        folded=seat in of.folded,
        player_setting=of.settings.get(seat),
        bank_setting=of.settings.get(bank),
        magic_card=of.magic_card,
        lucky_player=of.lucky == seat,
        lucky_dealer=of.lucky == DEALER,
    )


def rules_in_force(rules: TableRules, state: BankedState) -> TableRules:
    """The rules with the ways of dealing and shuffling that a device out of order has led to."""
    dealing, shuffler = state.equipment.dealing, state.equipment.shuffler
    if (dealing, shuffler) != (rules.dealing, rules.shuffler):
        return rules.with_methods(Dealing(dealing), Shuffler(shuffler))
    return rules
