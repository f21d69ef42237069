"""What is due at a banked table and who may do what, as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from houseway.engine.asking import Amounts, Ask
from houseway.engine.banked.documenting import documented_under
from houseway.engine.banked.draft import BankedDraft, looking_at
from houseway.engine.banked.drawing import undrawn
from houseway.engine.banked.phases import current_phase, open_decision, shaker, stub_count_is_due
from houseway.engine.banked.standing import amounts_of, bank_offer, faults, wagering
from houseway.engine.banked.state import CLOSED, LOCKED, WAGERING, BankedState
from houseway.engine.cards.due import STUB, deck_due_beside, spread_is_due, steps
from houseway.engine.roles import DEALER, PLAYER, Role
from houseway.money import Cents
from houseway.rules.game import BankOffer, Deal, Decide, Does, Option, Phase, Reveal, TurnUp
from houseway.rules.table_rules import TableRules
from houseway.seats import Seat

# Looked up once: they are asked for with every answer.
WAGER, SET = Does.WAGER, Does.SET
FLOOR = Role.FLOORPERSON


def due(rules: TableRules, state: BankedState) -> tuple[Ask, ...]:
    """What has to happen next, the next thing first, and who is asked for it."""
    return tuple(_due(looking_at(rules, state)))


def _due(draft: BankedDraft) -> Iterable[Ask]:
    of = draft.state.round
    if draft.state.status is CLOSED:
        return (Ask(command="open_table", role=DEALER, clause=draft.cards.inspect),)
    if of.exposed:
        return _exposed(draft)
    if of.status is WAGERING:
        return _wagering(draft)
    if of.status is LOCKED:
        return _before_the_deal(draft)
    return _paying(draft) if of.awaiting or of.kept else _in_play(draft, current_phase(draft))


def _exposed(draft: BankedDraft) -> Iterator[Ask]:
    clause = draft.game.irregularities["player_card_exposed"].clause
    for seat in sorted(draft.round.exposed):
        yield Ask(command="void_hand", role=PLAYER, seat=seat, clause=clause)


def _paying(draft: BankedDraft) -> Iterator[Ask]:
    """Payouts are validated while the round is settled, and documented before its cards are collected."""
    of = draft.round
    for seat, wager in sorted(of.awaiting):
        clause = draft.validated_under(wager)
        yield Ask(command="validate_payout", role=FLOOR, clause=clause, concerns=seat, subject=wager)
    if of.awaiting:
        yield from _answers(draft)
        return
    for seat, wager in sorted(of.undocumented):
        clause = documented_under(draft, wager)
        yield Ask(command="document_payout", role=FLOOR, clause=clause, concerns=seat, subject=wager)
    if not of.undocumented:
        yield Ask(command="settle_round", role=DEALER, clause=draft.procedures.collect)


def _wagering(draft: BankedDraft) -> list[Ask]:
    of_cards, offer = list(steps(draft)), bank_offer(draft)
    # What a player may do with the cards comes before what the dealer does if the player does not.
    found = [ask for ask in of_cards if not ask.may_wait or ask.role is PLAYER]
    found += _offering_the_bank(draft, offer, shuffled=all(ask.may_wait for ask in of_cards))
    state, main = draft.state, draft.game.main_wager
    of, id = state.round, main.id
    banker = "" if of.bank is None else state.seats[of.bank]
    for seat, person in state.seats.items():
        if not of.stake(seat, id) and person != banker:
            amounts = amounts_of(draft, main, seat)
            if amounts is not None:
                found.append(wagering(seat, id, main.clause, amounts, may_wait=True))
    found += [ask for ask in of_cards if ask.may_wait and ask.role is not PLAYER]
    amiss = [ask for _, asks in faults(draft) for ask in asks]
    waits = offer.next is not None or of.dealer_wager_is_due or spread_is_due(draft)
    if not amiss and not waits and (of.wagers or of.dealer_wager) and state.equipment.present:
        clause = draft.procedures.no_more_bets_by[draft.dealing]
        found.append(Ask(command="announce_no_more_bets", role=DEALER, clause=clause))
    return [*found, *dict.fromkeys(amiss)] if amiss else found


def _offering_the_bank(draft: BankedDraft, offer: BankOffer, *, shuffled: bool) -> Iterator[Ask]:
    """The player it is offered to may accept the bank, and say what the dealer wagers against it, or pass it on; else the
    dealer offers it to the next one. When it is accepted and the cards are ``shuffled``, the dealer wagers against it."""
    of, bank, seat = draft.round, draft.game.player_bank, offer.now
    if bank is None or draft.rules.banking is None:
        return
    if seat is not None:
        clause, most = bank.clause, bank.procedures().most_dealer_wager(draft, seat)
        if most is not None:
            amounts = Amounts(Cents(0), most)
            yield Ask(command="accept_bank", role=PLAYER, seat=seat, clause=clause, may_wait=True, amounts=amounts)
        yield Ask(command="pass_bank", role=PLAYER, seat=seat, clause=clause, may_wait=True)
    if offer.next is not None:
        yield Ask(command="offer_bank", role=DEALER, clause=bank.passed, concerns=offer.next)
    if of.dealer_wager_is_due and shuffled:
        exactly = Amounts(of.dealer_wager, of.dealer_wager)
        yield Ask(command="place_dealer_wager", role=DEALER, clause=bank.wagers, amounts=exactly)


def _before_the_deal(draft: BankedDraft) -> Iterator[Ask]:
    of, procedures = draft.round, draft.procedures
    if not of.chips_counted:
        # Who counts is not told what to expect.
        clause = procedures.chips_count[draft.dealing]
        yield Ask(command="count_progressive_chips", role=DEALER, clause=clause)
        return
    if undrawn(draft) and draft.game.draws is not None:
        yield Ask(command="draw_at_random", role=Role.TABLE_SYSTEM, clause=draft.game.draws.by)
        return
    of_cards = tuple(steps(draft))
    yield from of_cards
    if not all(ask.may_wait for ask in of_cards):
        return
    if procedures.start is not None and of.start is None:
        by = shaker(draft)
        role = PLAYER if by else DEALER
        word = "dice" if draft.rules.start_by_dice else "number"
        numbers = Amounts(Cents(1), Cents(draft.game.seats + 1))
        yield Ask(command="determine_start", role=role, seat=by, clause=procedures.start, word=word, amounts=numbers)
        return
    first = draft.game.phases[0]
    yield Ask(command="deal_cards", role=DEALER, clause=first.clause, subject=first.id)


def _in_play(draft: BankedDraft, phase: Phase | None) -> Iterator[Ask]:
    if not isinstance(phase, Decide) or phase.may_pass_over:
        # Beside the deck in play the other one is made ready.
        yield from steps(draft)
    if stub_count_is_due(draft):
        clause = draft.cards.count[draft.dealing]
        yield Ask(command="count_deck", role=DEALER, clause=clause, word=STUB)
        return
    yield from _answers(draft)
    match phase:
        case Deal() | TurnUp():
            yield Ask(command="deal_cards", role=DEALER, clause=phase.clause, subject=phase.id)
        case Reveal():
            whose = "dealer" if draft.round.bank is None else "bank"
            yield Ask(command="reveal_bank", role=DEALER, clause=phase.clause, subject=whose)
        case Decide() if not phase.may_pass_over:
            return
        case _ if not deck_due_beside(draft):
            yield Ask(command="settle_round", role=DEALER, clause=draft.procedures.collect)


def _answers(draft: BankedDraft) -> Iterator[Ask]:
    decision = open_decision(draft)
    if decision is not None:
        for seat in _asked_now(draft, *decision):
            yield from asks(draft, decision[0], seat)


def _asked_now(draft: BankedDraft, phase: Decide, asked: tuple[Seat, ...]) -> Iterator[Seat]:
    """Who may answer now. Of one person's two hands the one with the larger wager is set first, equal ones
    counterclockwise."""
    of, main = draft.state.round, draft.game.main_wager.id
    spoken: set[str] = set()
    if not phase.any_order or not any(option.does is SET for option in phase.options):
        yield from asked if phase.any_order else asked[:1]
        return
    for _, seat in sorted([(of.stake(one, main), one) for one in asked], reverse=True):
        person = draft.state.seats[seat]
        if person not in spoken:
            spoken.add(person)
            yield seat


def asks(draft: BankedDraft, phase: Decide, seat: Seat) -> Iterator[Ask]:
    """What a seat that is asked may answer, with the chips it has."""
    for option in phase.options:
        amounts = None
        if option.does is WAGER and option.of is not None:
            amounts = _times(draft, option, seat)
            if amounts is None:
                continue
        cards = None
        if option.does is SET and option.word == "set" and draft.game.arrangement is not None:
            held = draft.game.arrangement.high + draft.game.arrangement.low
            cards = (held, held)
        yield Ask(
            command="decide",
            role=PLAYER,
            seat=seat,
            clause=option.clause,
            word=option.word,
            subject=option.wager or "",
            amounts=amounts,
            cards=cards,
            may_wait=phase.may_pass_over,
        )


def _times(draft: BankedDraft, option: Option, seat: Seat) -> Amounts | None:
    """Return the amounts of a wager that is a multiple of another; None without that other, or with too few chips."""
    assert option.of is not None
    base, chips = draft.round.stake(seat, option.of), draft.chips(seat)
    if not base:
        return None
    least = 1 if option.any_chip else base * option.least_times
    most = min(base * option.most_times, chips)
    step = 1 if option.any_chip else base
    most = most // step * step
    return Amounts(Cents(least), Cents(most), Cents(step)) if most >= least else None
