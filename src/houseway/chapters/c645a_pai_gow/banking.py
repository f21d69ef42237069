"""The player bank and co-banking of 645a.12."""

from __future__ import annotations

from collections.abc import Callable

from houseway.engine.accounts import CENTRE, DEALER_AREA, HOUSE, Posting
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.banked.draft import Draft
from houseway.engine.banked.settling import collect_vigorish, pay
from houseway.engine.banked.state import DEALER, CardsStage, Status
from houseway.engine.banked.wagering import check_seated
from houseway.engine.refusal import Code, refuse
from houseway.money import Lose, ToOne, dollars
from houseway.rules.game import Vigorish
from houseway.rules.settlement import Row

# Who banks: 645a.12(a) to (g).


def accept(draft: Draft, command: cmd.AcceptBank) -> None:
    """A player takes the bank, alone or with the dealer as co-bank."""
    state, seat = draft.state, command.seat
    check_seated(draft, seat)
    _check_between_rounds(draft)
    if not state.stated:
        _check_not_at_start(draft)
        _check_eligible(draft, seat)
        _check_offered_to(draft, seat)
    _check_area(draft, seat)
    cents = _dealer_wager(draft, command)
    postings: tuple[Posting, ...] = ((HOUSE, DEALER_AREA, cents),) if cents else ()
    clause = "645a.12(e)" if command.co_bank else "645a.12(c)"
    draft.emit(ev.BankAccepted(clause, seat, command.co_bank, cents, postings))
    shuffled = state.equipment.stage in (CardsStage.SHUFFLED, CardsStage.READY)
    if shuffled and not state.stated:
        # The cards are shuffled once it is known that a player banks.
        draft.emit(ev.ShuffleDirected("645a.12(g)"))


def decline(draft: Draft, command: cmd.PassBank) -> None:
    """A player passes the bank to the next one."""
    check_seated(draft, command.seat)
    _check_between_rounds(draft)
    _check_not_at_start(draft)
    _check_offered_to(draft, command.seat)
    draft.emit(ev.BankPassed("645a.12(c)", command.seat))


def pass_for_the_rest(draft: Draft) -> None:
    """When bets are closed and nobody has accepted, whoever was still to answer has passed the bank."""
    if draft.rules.banking is None or draft.state.bank is not None or draft.state.rounds_since_opening == 0:
        return
    for seat in offered_to(draft):
        draft.emit(ev.BankPassed("645a.12(c)", seat))


def offered_to(draft: Draft) -> list[int]:
    """The seats the bank may still be offered to, counterclockwise from the dealer's or the last bank's right."""
    state = draft.state
    ring = sorted(state.seats, reverse=True)
    last = state.last_bank
    if last is not None:
        ring = [seat for seat in ring if seat < last] + [seat for seat in ring if seat >= last]
    return [seat for seat in ring if seat not in state.bank_passed and _why_not(draft, seat) is None]


def _why_not(draft: Draft, seat: int) -> tuple[str, str] | None:
    """The clause that bars a player from the bank, and why."""
    state = draft.state
    if state.last_banker and state.seats[seat] == state.last_banker:
        return "645a.12(c)", f"seat {seat} banked the last round; a player may not bank two consecutive rounds"
    if state.seats[seat] not in state.last_against_dealer:
        return (
            "645a.12(d)(1)",
            f"seat {seat} placed no Pai Gow Poker Wager in the last round in which there was no player bank",
        )
    return None


def _check_between_rounds(draft: Draft) -> None:
    state = draft.state
    if state.status is not Status.WAGERING:
        raise refuse(Code.BANK_IS_OFFERED, "645a.12(c)", 'the bank is offered before "no more bets"')
    if state.bank is not None:
        raise refuse(Code.BANK_IS_OFFERED, "645a.12(c)", f"seat {state.bank} has accepted the bank for this round")


def _check_not_at_start(draft: Draft) -> None:
    if draft.state.rounds_since_opening == 0:
        raise refuse(
            Code.BANK_IS_ELIGIBLE,
            "645a.12(b)",
            "no player may be the bank in the first round of the game",
            ("play one round against the dealer",),
        )


def _check_eligible(draft: Draft, seat: int) -> None:
    barred = _why_not(draft, seat)
    if barred is not None:
        raise refuse(Code.BANK_IS_ELIGIBLE, *barred, [f"seat {one}" for one in offered_to(draft)[:1]])


def _check_offered_to(draft: Draft, seat: int) -> None:
    offered = offered_to(draft)
    if offered[:1] != [seat]:
        now = f"it is offered to seat {offered[0]}" if offered else "all players have passed it"
        legal = [f"seat {offered[0]} accepts", f"seat {offered[0]} passes"] if offered else []
        raise refuse(Code.BANK_IS_OFFERED, "645a.12(c)", f"seat {seat} is not offered the bank now; {now}", legal)


def _check_area(draft: Draft, seat: int) -> None:
    """The bank is played against, so it has no main wager, and no wager on a second area."""
    state, main = draft.state, draft.game.main_wager
    if (seat, main.id) in state.wagers:
        raise refuse(
            Code.BANK_IS_ELIGIBLE,
            "645a.12(a)",
            f"seat {seat} has placed {main.with_article}; the bank is played against and places none",
            (f"withdraw the {main.name}",),
        )
    player = state.seats[seat]
    second = next((other for other, _ in state.wagers if other != seat and state.seats[other] == player), None)
    if second is not None:
        raise refuse(
            Code.BANK_IS_ELIGIBLE,
            "645a.12(f)",
            f"the bank may wager on one betting area only, and {player} has wagers at seat {second}",
            (f"withdraw the wagers at seat {second}",),
        )


def _dealer_wager(draft: Draft, command: cmd.AcceptBank) -> int:
    """What the dealer wagers against the bank: the amount of 645a.12(g), or less if the bank says so."""
    terms = draft.rules.banking
    assert terms is not None
    directed = command.dealer_wager
    if command.co_bank:
        if not terms.co_banking:
            raise refuse(Code.BANK_IS_OFFERED, "645a.12(e)", "co-banking is not offered at this table", ("bank alone",))
        if directed:
            raise refuse(
                Code.AMOUNT_IS_LAWFUL, "645a.12(e)", "a dealer who co-banks places no wager against the bank", ("0",)
            )
        return 0
    most = terms.dealer_wager
    if most is None:
        # The rounds before a stated one are not known, nor is the banker's last wager.
        known = draft.state.last_against_dealer.get(draft.state.seats[command.seat])
        most = directed if draft.state.stated else known
    most = most or 0
    if directed is None:
        return most
    if not 0 <= directed <= most:
        raise refuse(
            Code.AMOUNT_IS_LAWFUL,
            "645a.12(g)",
            f"the dealer wagers {dollars(most)} against the bank or what lesser amount the bank directs, "
            f"not {dollars(directed)}",
            (f"0 to {most}",),
        )
    return directed


# How a round with a bank is settled: 645a.12(i) to (n). The deal of 645a.12(h) counts the bank as number one.


def settlement(vigorish: Vigorish | None) -> Callable[[Draft], None]:
    """The settlement of every Pai Gow Poker Wager of a round in which a player banks."""

    def run(draft: Draft) -> None:
        if draft.state.bank is not None:
            _Settlement(draft, draft.state.bank, vigorish).run()

    return run


class _Settlement:
    """Losing wagers go to the center of the table, winning ones are paid from there."""

    def __init__(self, draft: Draft, bank: int, vigorish: Vigorish | None) -> None:
        self.draft = draft
        self.bank = bank
        self.vigorish = vigorish
        self.main = draft.game.main_wager.id
        self.table = draft.game.tables[self.main]
        self.clause = "645a.12(l)" if draft.state.co_bank else "645a.12(j)"
        self.paid = 0
        self.from_bank = 0
        self.dealer_net = 0

    @property
    def centre(self) -> int:
        return self.draft.state.ledger.get(CENTRE, 0)

    def run(self) -> None:
        state = self.draft.state
        dealer_wins = self._compare_dealer()
        winners: list[tuple[int, Row]] = []
        for seat in self.draft.settling_order():
            if (seat, self.main) in state.live:
                row = self.table.settle(self.draft.showdown(seat))
                if isinstance(row.pays, ToOne):
                    winners.append((seat, row))
                else:
                    pay(self.draft, seat, self.main, row, payer=CENTRE)
        collected = self.centre
        owed = [state.live[seat, self.main] for seat, _ in winners]
        self._pay_winners(winners, dealer_wins, sum(owed) + (state.dealer_wager if dealer_wins else 0))
        self._close(collected)

    def _compare_dealer(self) -> bool:
        """The dealer's wager first: lost, it goes to the center; tied, back to the inventory; won, it waits there."""
        wager = self.draft.state.dealer_wager
        if not wager:
            return False
        row = self.table.settle(self.draft.showdown(DEALER))
        if isinstance(row.pays, ToOne):
            return True
        lost = isinstance(row.pays, Lose)
        self.dealer_net = -wager if lost else 0
        postings = ((DEALER_AREA, CENTRE if lost else HOUSE, wager),)
        self.draft.emit(
            ev.DealerWagerSettled("645a.12(i)", wager, str(row.pays), self.dealer_net, row.clause, postings)
        )
        return False

    def _pay_winners(self, winners: list[tuple[int, Row]], dealer_wins: bool, owed: int) -> None:
        draft, state = self.draft, self.draft.state
        self.paid = owed
        if dealer_wins:
            wager = state.dealer_wager
            owed = self._provide(wager, owed)
            self.dealer_net = wager
            draft.emit(
                ev.DealerWagerSettled(
                    "645a.12(k)",
                    wager,
                    "1 to 1",
                    wager,
                    "645a.12(j)",
                    ((CENTRE, HOUSE, wager), (DEALER_AREA, HOUSE, wager)),
                )
            )
        for seat, row in winners:
            won = state.live[seat, self.main]
            owed = self._provide(won, owed)
            pay(draft, seat, self.main, row, payer=CENTRE)
            if self.vigorish is not None:
                collect_vigorish(draft, seat, self.vigorish, won, under="645a.12(m)")

    def _provide(self, cents: int, owed: int) -> int:
        """Before the center is exhausted, collect what all remaining winning wagers need; what is owed after this one."""
        if self.centre < cents:
            missing = owed - self.centre
            # Odd cents of a half go to the house's side.
            from_house = missing // 2 if self.draft.state.co_bank else 0
            self.from_bank = missing - from_house
            self.dealer_net -= from_house
            postings: list[Posting] = [(self.draft.account(self.bank), CENTRE, self.from_bank)]
            if from_house:
                postings.append((HOUSE, CENTRE, from_house))
            self.draft.emit(ev.ShortfallCollected(self.clause, self.bank, self.from_bank, from_house, tuple(postings)))
        return owed - cents

    def _close(self, collected: int) -> None:
        """A surplus goes to the bank, less the dealer's half if co-banked, and is charged the vigorish."""
        draft, surplus = self.draft, self.centre
        to_bank = surplus // 2 if draft.state.co_bank else surplus
        postings: list[Posting] = [(CENTRE, draft.account(self.bank), to_bank)] if to_bank else []
        if surplus > to_bank:
            postings.append((CENTRE, HOUSE, surplus - to_bank))
            self.dealer_net += surplus - to_bank
        covered = sum(cents for (_, id), cents in draft.state.wagers.items() if id == self.main)
        draft.emit(
            ev.WagerSettled(
                self.clause,
                self.bank,
                "bank",
                covered + draft.state.dealer_wager,
                "bank",
                to_bank - self.from_bank,
                postings=tuple(postings),
            )
        )
        charged = 0
        if to_bank and self.vigorish is not None:
            charged = collect_vigorish(draft, self.bank, self.vigorish, to_bank, under=self.clause)
        draft.emit(
            ev.BankSettled(
                self.clause, self.bank, collected, self.paid, self.from_bank, to_bank, charged, self.dealer_net
            )
        )
