"""What an ask asks for, done at random within the ranges it states."""

from __future__ import annotations

import random
from typing import Any

from houseway.cards import DECK_52
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker.awarding import losing_cards
from houseway.chapters.c637a_poker.draft import looking_at
from houseway.chapters.c637a_poker.short_decks import cards_put_back
from houseway.engine.asking import Amounts, Ask
from houseway.engine.kernel import Command, Envelope, Table, Viewer, envelope
from houseway.engine.roles import Role

KINDS: dict[str, type[Command]] = {str(kind.__struct_config__.tag): kind for kind in cmd.COMMANDS}


def given(
    table: Table[Any, Any], ask: Ask, chance: random.Random, *, person: str = "", cents: int | None = None
) -> Envelope:
    """The command of an ask, given by whom it asks, with an amount or one at random."""
    seats = table.state.seats
    by = seats.get(ask.seat, person or f"visitor {chance.random()}") if ask.role is Role.PLAYER else ""
    seat = ask.seat if ask.role is Role.PLAYER else 0
    return envelope(_command(table, ask, chance, cents), role=ask.role, seat=seat, by=by)


def amount(amounts: Amounts, chance: random.Random) -> int:
    """One of the amounts, the ends more often."""
    if amounts.sizes:
        return chance.choice(amounts.sizes)
    most = amounts.least + 500 if amounts.most is None else amounts.most
    steps = (most - amounts.least) // amounts.step
    cents = amounts.least + amounts.step * chance.choice([0, 0, steps, chance.randint(0, steps)])
    assert amounts.allows(cents)
    return cents


def amounts_to_try(ask: Ask) -> list[int | None]:
    """The least, the most and one step of what an ask allows; nothing where it names no amounts."""
    amounts = ask.amounts
    if amounts is None:
        return [None]
    if amounts.sizes:
        return list(amounts.sizes)
    most = amounts.least + 7 * amounts.step if amounts.most is None else amounts.most
    ends = [
        amounts.least,
        amounts.least + amounts.step,
        amounts.least + (most - amounts.least) // amounts.step * amounts.step,
    ]
    return [*dict.fromkeys(cents for cents in ends if amounts.allows(cents))]


def _command(table: Table[Any, Any], ask: Ask, chance: random.Random, stated: int | None) -> Command:
    kind: Any = KINDS[ask.command]
    state = table.state
    cents = stated if stated is not None else amount(ask.amounts, chance) if ask.amounts else 0
    if kind in _BY_SUBJECT:
        return kind(**{_BY_SUBJECT[kind]: int(ask.subject)}, **_order(kind, chance))
    match ask.command:
        case "act":
            return cmd.Act(word=ask.word, to=cents if ask.word in ("bet", "raise") else 0)
        case "start_round":
            notes = table.observe(Viewer(Role.DEALER)).notes
            absent = tuple(note.seat for note in notes if note.note == "seat_is_left_out")
            return cmd.StartRound(order=tuple(chance.sample(DECK_52, 52)) if ask.cards else (), absent=absent)
        case "reshuffle":
            back = cards_put_back(looking_at(table.rules, state))
            assert ask.cards == (len(back), len(back))
            return cmd.Reshuffle(order=tuple(chance.sample(back, len(back))))
        case "discard":
            assert ask.cards is not None
            up = state.round.up.get(ask.seat, ()) if state.round.discard else ()
            held = [card for card in state.round.hands[ask.seat] if card not in up]
            return cmd.Discard(cards=tuple(chance.sample(held, chance.randint(*ask.cards))))
        case "show_hand":
            return cmd.ShowHand(muck=ask.word == "muck")
        case "choose_after_exposure":
            return cmd.ChooseAfterExposure(bet_on=ask.word == "bet on")
        case "hold_deck":
            return cmd.HoldDeck(hand=ask.word)
        case "receive_decks":
            return cmd.ReceiveDecks(decks=cents, preshuffled=chance.random() < 0.3)
        case "cut_cards":
            return cmd.CutCards(depth=cents)
        case "report_device_count":
            return cmd.ReportDeviceCount(count=cents)
        case "count_deck":
            return cmd.CountDeck(count=cents)
        case "count_losing_hands":
            return cmd.CountLosingHands(count=losing_cards(looking_at(table.rules, state)))
        case "cover_device":
            return cmd.CoverDevice(device=ask.subject)
        case "use_method":
            return cmd.UseMethod(shuffler=ask.subject, dealing=ask.word)
        case "report_device_fault":
            return cmd.ReportDeviceFault(device=ask.subject, usable=chance.random() < 0.7)
        case "spread_for_no_activity":
            return cmd.SpreadForNoActivity(face_up=ask.word == "face up")
        case "set_collection":
            return cmd.SetCollection(fund=ask.subject, collecting=ask.word == "start")
        case "report_poker_irregularity":
            return cmd.ReportIrregularity(cause=ask.subject, seat=ask.concerns)
        case "rule_on_dispute":
            return cmd.RuleOnDispute(dispute=f"dispute {chance.random()}", ruling="as the dealer had it")
        case "remove_player":
            return cmd.RemovePlayer(seat=ask.concerns, reason="signals")
        case "return_to_table":
            return cmd.ReturnToTable(seat=ask.concerns, cents=cents)
        case "secure_stakes" | "notify_compliance" | "require_post":
            return kind(seat=ask.concerns)
        case _:
            return kind(cents=cents) if ask.amounts and "cents" in kind.__struct_fields__ else kind()


_BY_SUBJECT = {cmd.WashCards: "deck", cmd.ShuffleCards: "deck"}


def _order(kind: type[Command], chance: random.Random) -> dict[str, Any]:
    return {"order": tuple(chance.sample(DECK_52, 52))} if kind is cmd.ShuffleCards else {}
