"""The player bank and co-banking of 645a.12."""

from __future__ import annotations

from houseway.clause import ClauseId
from houseway.engine.accounts import CENTRE, DEALER_AREA, HOUSE, Posting
from houseway.engine.asking import said
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.banked.draft import BankedDraft
from houseway.engine.banked.settling import collect_vigorish, pay, reveal_hands
from houseway.engine.banked.state import Status
from houseway.engine.banked.wagering import pass_on_bank
from houseway.engine.cards.due import steps
from houseway.engine.cards.steps import shuffle_again
from houseway.engine.refusal import Code, refuse
from houseway.money import Cents, dollars
from houseway.rules.game import BankOffer, Vigorish
from houseway.rules.settlement import Row
from houseway.seats import DEALER, Seat

# Who banks: 645a.12(a) to (g).


def offer(draft: BankedDraft, command: cmd.OfferBank) -> None:
    """The dealer offers the bank to the player whose turn it is; one who has not answered has not accepted it."""
    _check_between_rounds(draft)
    _check_not_at_start(draft)
    coming = offers(draft).next
    if command.seat != coming:
        if command.seat in draft.state.seats:
            _check_eligible(draft, command.seat)
        now = f"seat {coming} is next" if coming else "it was offered to every player who may have it"
        says = f"the bank is not offered to seat {command.seat}: {now}"
        raise refuse(Code.BANK_IS_OFFERED, ClauseId("645a.12(c)"), says, _offering(coming))
    draft.emit(ev.BankOffered(clause=ClauseId("645a.12(c)"), seat=command.seat))


def accept(draft: BankedDraft, command: cmd.AcceptBank) -> None:
    """A player takes the bank, alone or with the dealer as co-bank."""
    state, seat = draft.state, draft.seat
    if state.round.bank == seat and state.round.dealer_wager_is_due and command.dealer_wager is not None:
        _lower_dealer_wager(draft, command)
        return
    _check_between_rounds(draft)
    if not state.stated:
        _check_not_at_start(draft)
        _check_eligible(draft, seat)
        _check_offered_to(draft, seat)
    _check_area(draft, seat)
    cents = _dealer_wager(draft, command)
    _check_covers(draft, seat, cents)
    clause = ClauseId("645a.12(e)" if command.co_bank else "645a.12(c)")
    draft.emit(ev.BankAccepted(clause=clause, seat=seat, co_bank=command.co_bank, dealer_wager=cents))
    if not state.stated:
        # The cards are shuffled once it is known that a player banks.
        shuffle_again(draft, ClauseId("645a.12(g)"))


def _lower_dealer_wager(draft: BankedDraft, command: cmd.AcceptBank) -> None:
    """The bank directs the dealer to wager less, or nothing, as long as the chips are not placed."""
    of, cents = draft.round, command.dealer_wager
    clause = ClauseId("645a.12(g)")
    if cents is None or not 0 <= cents < of.dealer_wager:
        says = f"the bank at seat {draft.seat} may direct the dealer to wager less than {dollars(of.dealer_wager)}"
        raise refuse(Code.AMOUNT_IS_LAWFUL, clause, says, (f"0 to {of.dealer_wager - 1}",))
    draft.emit(ev.BankAccepted(clause=clause, seat=draft.seat, co_bank=of.co_bank, dealer_wager=cents))


def decline(draft: BankedDraft, command: cmd.PassBank) -> None:
    """A player passes the bank to the next one; until bets are closed also one who has accepted it."""
    if draft.round.bank != draft.seat or draft.state.status is not Status.WAGERING:
        _check_between_rounds(draft)
        _check_not_at_start(draft)
        _check_offered_to(draft, draft.seat)
    pass_on_bank(draft, draft.seat)


def wager(draft: BankedDraft, command: cmd.PlaceDealerWager) -> None:
    """The dealer places the wager against the bank, when the cards have been shuffled."""
    of, clause = draft.round, ClauseId("645a.12(g)")
    if draft.state.status is not Status.WAGERING or not of.dealer_wager_is_due:
        says = "no wager of the dealer's against a bank is due"
        raise refuse(Code.STEP_IS_DUE, clause, says, (draft.awaited,))
    first = next((ask for ask in steps(draft) if not ask.may_wait), None)
    if first is not None and not draft.state.stated:
        raise refuse(Code.STEP_IS_DUE, clause, "the cards are shuffled before the dealer wagers", (said((first,)),))
    if command.cents != of.dealer_wager:
        says = f"the dealer wagers {dollars(of.dealer_wager)} against the bank, not {dollars(command.cents)}"
        raise refuse(Code.AMOUNT_IS_LAWFUL, clause, says, (dollars(of.dealer_wager),))
    postings = ((HOUSE, DEALER_AREA, command.cents),)
    draft.emit(ev.DealerWagerPlaced(clause=clause, cents=command.cents, postings=postings))


def offers(draft: BankedDraft) -> BankOffer:
    """Counterclockwise from the dealer's or the last bank's right; whoever it was offered to last may accept it."""
    state, of = draft.state, draft.round
    ring = sorted(state.seats, reverse=True)
    last, offered, passed = state.last_bank, of.bank_offered, of.bank_passed
    if last is not None:
        ring = [seat for seat in ring if seat < last] + [seat for seat in ring if seat >= last]
    now = offered[-1] if offered and offered[-1] in state.seats and offered[-1] not in passed else None
    if now is not None and _why_not(draft, now) is not None:
        now = None
    # One player is offered the bank once, whichever of two areas is named.
    asked = {state.seats[seat] for seat in (*offered, *passed) if seat in state.seats}
    for seat in ring:
        if state.seats[seat] not in asked and _why_not(draft, seat) is None:
            return BankOffer(now, seat)
    return BankOffer(now, None)


def _offering(seat: Seat | None) -> tuple[str, ...]:
    return () if seat is None else (f"offer the bank to seat {seat}",)


def _why_not(draft: BankedDraft, seat: Seat) -> tuple[ClauseId, str] | None:
    """The clause that bars a player from the bank, and why."""
    state = draft.state
    if state.last_banker and state.seats[seat] == state.last_banker:
        return ClauseId(
            "645a.12(c)"
        ), f"seat {seat} banked the last round; a player may not bank two consecutive rounds"
    if state.seats[seat] not in state.last_against_dealer:
        return (
            ClauseId("645a.12(d)(1)"),
            f"seat {seat} placed no Pai Gow Poker Wager in the last round in which there was no player bank",
        )
    return None


def _check_between_rounds(draft: BankedDraft) -> None:
    state = draft.state
    if state.status is not Status.WAGERING:
        raise refuse(Code.BANK_IS_OFFERED, ClauseId("645a.12(c)"), 'the bank is offered before "no more bets"')
    if state.round.bank is not None:
        raise refuse(
            Code.BANK_IS_OFFERED,
            ClauseId("645a.12(c)"),
            f"seat {state.round.bank} has accepted the bank for this round",
        )


def _check_not_at_start(draft: BankedDraft) -> None:
    if draft.state.rounds_since_opening == 0:
        raise refuse(
            Code.BANK_IS_ELIGIBLE,
            ClauseId("645a.12(b)"),
            "no player may be the bank in the first round of the game",
            ("play one round against the dealer",),
        )


def _check_eligible(draft: BankedDraft, seat: Seat) -> None:
    barred = _why_not(draft, seat)
    if barred is not None:
        raise refuse(Code.BANK_IS_ELIGIBLE, *barred, _offering(offers(draft).next))


def _check_offered_to(draft: BankedDraft, seat: Seat) -> None:
    now, coming = offers(draft)
    if now == seat:
        return
    legal = _offering(coming)
    where = "all players have passed it" if coming is None else f"the dealer offers it to seat {coming} next"
    if now is not None:
        where, legal = f"it is offered to seat {now}", (f"seat {now} accepts", f"seat {now} passes")
    raise refuse(
        Code.BANK_IS_OFFERED, ClauseId("645a.12(c)"), f"seat {seat} is not offered the bank now; {where}", legal
    )


def _check_area(draft: BankedDraft, seat: Seat) -> None:
    """The bank is played against, so it has no main wager, and no wager on a second area."""
    state, main = draft.state, draft.game.main_wager
    if state.round.stake(seat, main.id):
        raise refuse(
            Code.BANK_IS_ELIGIBLE,
            ClauseId("645a.12(a)"),
            f"seat {seat} has placed {main.with_article}; the bank is played against and places none",
            (f"withdraw the {main.name}",),
        )
    second = _second_area(draft, seat)
    if second is not None:
        raise refuse(
            Code.BANK_IS_ELIGIBLE,
            ClauseId("645a.12(f)"),
            f"the bank may wager on one betting area only, and {state.seats[seat]} has wagers at seat {second}",
            (f"withdraw the wagers at seat {second}",),
        )


def _second_area(draft: BankedDraft, seat: Seat) -> Seat | None:
    """Another betting area on which the player at a seat has wagers."""
    seats = draft.state.seats
    others = [other for other in draft.state.round.wagers if other != seat and seats[other] == seats[seat]]
    return others[0] if others else None


def _must_cover(draft: BankedDraft, placed: int) -> int:
    """What whoever takes a bank with so much placed against it must have: it can be played against for the minimum."""
    return max(placed, draft.game.main_wager.minimum, 1)


def _check_covers(draft: BankedDraft, seat: Seat, dealer_wager: Cents) -> None:
    """Nobody takes a bank that cannot be played against."""
    has, placed = draft.chips(seat), _placed(draft)
    owed = _must_cover(draft, placed + dealer_wager)
    if has < owed:
        # Of the wagers only the dealer's is the bank's to lower.
        spare = (
            f"direct the dealer to wager {dollars(Cents(has - placed))} or less"
            if has > placed
            else "direct the dealer to place no wager"
        )
        lower = (spare,) if has >= _must_cover(draft, placed) else ()
        raise refuse(
            Code.BANK_IS_ELIGIBLE,
            ClauseId("645a.12(d)(2)"),
            f"seat {seat} has {dollars(has)}, too little to cover {dollars(owed)} of wagers",
            (*lower, "pass the bank"),
        )


def _placed(draft: BankedDraft) -> int:
    """What all the wagers placed could win of a bank."""
    of, main = draft.state.round, draft.game.main_wager.id
    return sum([of.stake(seat, main) for seat in of.wagers])


def most_dealer_wager(draft: BankedDraft, seat: Seat) -> Cents | None:
    """The most the dealer wagers against a player who accepts the bank now; None if the player may not."""
    has, placed = draft.chips(seat), _placed(draft)
    if draft.state.round.stake(seat, draft.game.main_wager.id) or _second_area(draft, seat) is not None:
        return None
    return Cents(min(_usual_wager(draft, seat), has - placed)) if has >= _must_cover(draft, placed) else None


def _usual_wager(draft: BankedDraft, seat: Seat) -> Cents:
    """What the dealer wagers where the bank says nothing: as the submission has it, or what the player wagered last."""
    assert draft.rules.banking is not None
    fixed = draft.rules.banking.dealer_wager
    return draft.state.last_against_dealer.get(draft.state.seats[seat], Cents(0)) if fixed is None else fixed


def _dealer_wager(draft: BankedDraft, command: cmd.AcceptBank) -> Cents:
    """What the dealer wagers against the bank: the amount of 645a.12(g), or less if the bank says so."""
    terms = draft.rules.banking
    assert terms is not None
    directed = command.dealer_wager
    if command.co_bank:
        if not terms.co_banking:
            raise refuse(
                Code.BANK_IS_OFFERED, ClauseId("645a.12(e)"), "co-banking is not offered at this table", ("bank alone",)
            )
        if directed:
            raise refuse(
                Code.AMOUNT_IS_LAWFUL,
                ClauseId("645a.12(e)"),
                "a dealer who co-banks places no wager against the bank",
                ("0",),
            )
        return Cents(0)
    most = _usual_wager(draft, draft.seat)
    if directed is None:
        return most
    if draft.state.stated and terms.dealer_wager is None:
        # The rounds before a stated one are not known, nor is the banker's last wager.
        most = directed
    if not 0 <= directed <= most:
        raise refuse(
            Code.AMOUNT_IS_LAWFUL,
            ClauseId("645a.12(g)"),
            f"the dealer wagers {dollars(most)} against the bank or what lesser amount the bank directs, "
            f"not {dollars(directed)}",
            (f"0 to {most}",),
        )
    return directed


# How a round with a bank is settled: 645a.12(i) to (n). The deal of 645a.12(h) counts the bank as number one.


class Settlement:
    """Losing wagers go to the center of the table, winning ones are paid from there."""

    def __init__(self, draft: BankedDraft, bank: Seat, vigorish: Vigorish | None) -> None:
        self.draft = draft
        self.bank = bank
        self.vigorish = vigorish
        self.main = draft.game.main_wager.id
        self.table = draft.game.tables[self.main]
        self.clause = ClauseId("645a.12(l)" if draft.state.round.co_bank else "645a.12(j)")
        self.from_bank = 0
        self.dealer_net = 0

    @property
    def centre(self) -> Cents:
        return self.draft.state.balance(CENTRE)

    def run(self) -> bool:
        """Winners are paid when every hand has been revealed; False if not all of them are yet."""
        state = self.draft.state
        dealer = self._compare_dealer()
        winners: list[tuple[Seat, Row]] = []
        for seat in self.draft.settling_order():
            if not reveal_hands(self.draft, seat, self.clause):
                return False
            if state.round.at_stake(seat, self.main):
                row = self.table.settle(self.draft.showdown(seat))
                if row.worth.numerator:
                    winners.append((seat, row))
                else:
                    pay(self.draft, seat, self.main, row, payer=CENTRE)
        collected = self.centre
        owed = [row.worth.paid(state.round.at_stake(seat, self.main)) for seat, row in winners]
        if dealer is not None:
            owed.append(dealer.worth.paid(state.round.dealer_wager))
        paid = Cents(sum(owed))
        self._pay_winners(winners, dealer, paid)
        self._close(collected, paid)
        return True

    def _compare_dealer(self) -> Row | None:
        """The dealer's wager first: lost, it goes to the center; tied, back to the inventory; won, it waits there."""
        wager = self.draft.state.round.dealer_wager
        if not wager:
            return None
        row = self.table.settle(self.draft.showdown(DEALER))
        if row.worth.numerator:
            return row
        lost = not row.worth.returned
        self.dealer_net = -wager if lost else 0
        if not self.draft.state.ledger[DEALER_AREA]:
            # Compared already, before the first of the players' hands.
            return None
        postings = ((DEALER_AREA, CENTRE if lost else HOUSE, wager),)
        self.draft.emit(
            ev.DealerWagerSettled(
                clause=ClauseId("645a.12(i)"),
                amount=wager,
                pays=str(row.pays),
                net=Cents(self.dealer_net),
                under=row.clause,
                postings=postings,
            )
        )
        return None

    def _pay_winners(self, winners: list[tuple[Seat, Row]], dealer: Row | None, owed: Cents) -> None:
        draft, state = self.draft, self.draft.state
        if dealer is not None:
            wager = state.round.dealer_wager
            won = dealer.worth.paid(wager)
            owed = self._provide(won, owed)
            self.dealer_net = won
            draft.emit(
                ev.DealerWagerSettled(
                    clause=ClauseId("645a.12(k)"),
                    amount=wager,
                    pays=dealer.text,
                    net=won,
                    under=ClauseId("645a.12(j)"),
                    postings=((CENTRE, HOUSE, won), (DEALER_AREA, HOUSE, wager)),
                )
            )
        for seat, row in winners:
            owed = self._provide(row.worth.paid(state.round.at_stake(seat, self.main)), owed)
            won = pay(draft, seat, self.main, row, payer=CENTRE)
            if self.vigorish is not None:
                collect_vigorish(draft, seat, self.vigorish, won, under=ClauseId("645a.12(m)"))

    def _provide(self, cents: Cents, owed: Cents) -> Cents:
        """Before the center is exhausted, collect what all remaining winning wagers need; what is owed after this one."""
        if self.centre < cents:
            missing = owed - self.centre
            # Odd cents of a half go to the house's side.
            from_house = Cents(missing // 2 if self.draft.state.round.co_bank else 0)
            self.from_bank = Cents(missing - from_house)
            self.dealer_net -= from_house
            postings: list[Posting] = [(self.draft.account(self.bank), CENTRE, self.from_bank)]
            if from_house:
                postings.append((HOUSE, CENTRE, from_house))
            self.draft.emit(
                ev.ShortfallCollected(
                    clause=self.clause,
                    seat=self.bank,
                    from_bank=self.from_bank,
                    from_house=from_house,
                    postings=tuple(postings),
                )
            )
        return Cents(owed - cents)

    def _close(self, collected: Cents, paid: Cents) -> None:
        """A surplus, less the dealer's half if co-banked, is charged the vigorish; what remains of it goes to the bank."""
        draft, surplus = self.draft, self.centre
        to_bank = Cents(surplus // 2 if draft.state.round.co_bank else surplus)
        charged = Cents(0)
        if to_bank and self.vigorish is not None:
            charged = collect_vigorish(
                draft, self.bank, self.vigorish, to_bank, payer=CENTRE, most=to_bank, under=self.clause
            )
        remains = Cents(to_bank - charged)
        postings: list[Posting] = [(CENTRE, draft.account(self.bank), remains)] if remains else []
        if surplus > to_bank:
            postings.append((CENTRE, HOUSE, Cents(surplus - to_bank)))
            self.dealer_net += surplus - to_bank
        covered = sum(draft.round.stake(seat, self.main) for seat in draft.round.wagers)
        draft.emit(
            ev.WagerSettled(
                clause=self.clause,
                seat=self.bank,
                wager="bank",
                amount=Cents(covered + draft.state.round.dealer_wager),
                pays="bank",
                net=Cents(to_bank - self.from_bank),
                postings=tuple(postings),
            )
        )
        draft.emit(
            ev.BankSettled(
                clause=self.clause,
                seat=self.bank,
                collected=Cents(collected),
                paid=paid,
                from_bank=Cents(self.from_bank),
                to_bank=Cents(to_bank),
                vigorish=charged,
                dealer_net=Cents(self.dealer_net),
            )
        )
