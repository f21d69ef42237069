"""What players say at a banked table, read into commands, and every command that does what is asked of them."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.cards import read_cards
from houseway.engine.asking import Ask
from houseway.engine.banked import commands as cmd
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.banked.state import BankedState
from houseway.engine.kernel import Command
from houseway.engine.words import SaidError, amounts_in, is_number
from houseway.money import Cents
from houseway.rules.game import Decide, Placed
from houseway.rules.table_rules import TableRules
from houseway.seats import Seat
from houseway.written import shortened


def words(rules: TableRules, state: BankedState, seat: Seat, said: str) -> Command | None:
    """``ante 1000 odds 1000`` places wagers, ``raise 2000`` and ``set Js Td 9s / Ah 2c`` answer, ``void`` and ``play`` rule
    on an exposed hand; None for anything else."""
    wagers = _wagers(rules, said)
    if wagers:
        return cmd.PlaceWagers(wagers=wagers)
    if seat in state.round.exposed and said.lower() in ("void", "play"):
        return cmd.VoidHand(void=said.lower() == "void")
    decision = decided(said)
    known = {option.word for phase in rules.game.phases if isinstance(phase, Decide) for option in phase.options}
    return decision if decision.word in known else None


def decided(said: str) -> cmd.Decide:
    """A decision as it is said: a word, with an amount or with the hands that are set."""
    word, _, rest = said.strip().partition(" ")
    word = word.lower()
    if word == "set":
        high, slash, low = rest.partition("/")
        if not slash:
            raise SaidError(f"a setting is written 'set HIGH / LOW', not {shortened(said)!r}")
        return cmd.Decide(word="set", high=read_cards(high), low=read_cards(low))
    if is_number(rest):
        return cmd.Decide(word=word, cents=Cents(int(rest)))
    return cmd.Decide(word=said.strip().lower())


def _wagers(rules: TableRules, said: str) -> dict[str, Cents]:
    """Return the wagers before the deal by name and amount, ``ante 1000 poker bonus 500``; none if something else is said.

    A wager placed by decision is said as the decision it is: ``raise 3000``.
    """
    placed: dict[str, Cents] = {}
    name: list[str] = []
    for word in said.replace(",", " ").split():
        if not is_number(word):
            name.append(word.lower())
            continue
        id = "_".join(name)
        wager = rules.game.wagers.get(id)
        if wager is None or wager.placed is Placed.BY_DECISION or id in placed:
            return {}
        placed[id], name = Cents(int(word)), []
    return {} if name else placed


def moves(rules: TableRules, seen: BankedObservation, ask: Ask) -> Iterator[Command]:
    """Every command that does what is asked of a player. Dice are shaken, not chosen, and sitting down is no move."""
    match ask.command:
        # A wager that stands only beside another is a move of its own once that one lies there.
        case "place_wagers" if ask.amounts is not None and not ask.beside:
            yield from (cmd.PlaceWagers(wagers={ask.subject: Cents(cents)}) for cents in amounts_in(ask.amounts))
        case "withdraw_wagers":
            yield cmd.WithdrawWagers(wagers=(ask.subject,))
        case "decide" if ask.cards is not None and rules.game.arrangement is not None:
            held = tuple([card for card in seen.hands[ask.seat] if card is not None])
            for high, low in rules.game.arrangement.legal(held):
                yield cmd.Decide(word=ask.word, high=high, low=low)
        case "decide":
            amounts = (Cents(0),) if ask.amounts is None else amounts_in(ask.amounts)
            yield from (cmd.Decide(word=ask.word, cents=Cents(cents)) for cents in amounts)
        case "void_hand":
            yield cmd.VoidHand(void=True)
            yield cmd.VoidHand(void=False)
        case "accept_bank":
            # Who has the bank already may direct a lesser wager of the dealer's.
            has_it = seen.bank == ask.seat and ask.amounts is not None
            yield cmd.AcceptBank(dealer_wager=ask.amounts.most if has_it and ask.amounts else None)
        case "pass_bank":
            yield cmd.PassBank()
        case "leave_seat":
            yield cmd.LeaveSeat()
        case "add_stakes" if ask.amounts is not None:
            # There are as many amounts as the maximum buy-in has cents: the least does what is asked.
            yield cmd.AddStakes(cents=ask.amounts.least)
