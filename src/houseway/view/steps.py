"""The steps of a table's staff by the names people call them: what is asked of dealer and floor, in a few words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from houseway.chapters.c637a_poker import commands as poker
from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.engine.asking import PRESHUFFLED, Ask
from houseway.engine.banked import commands as banked
from houseway.engine.kernel import Command
from houseway.engine.roles import Role
from houseway.money import dollars
from houseway.rules.table_rules import TableRules
from houseway.view.names import phase_name, wager_name
from houseway.view.table import AnyRules

_TITLES = {
    "open_table": "Open the table",
    "fund_table": "Fund the table",
    "receive_decks": "Receive the decks",
    "bring_ready_deck": "Bring a deck that is ready to deal",
    "inspect_cards": "Inspect the cards",
    "verify_inspection": "Verify the inspection",
    "spread_cards": "Spread the cards face up",
    "view_cards": "Let the first players view the cards",
    "wash_cards": "Wash deck {deck}",
    "shuffle_cards": "Shuffle deck {deck}",
    "report_device_count": "Report the device’s count",
    "offer_cut": "Offer the cut to Seat {concerns}",
    "cut_cards": "Cut the cards",
    "decline_cut": "Decline the cut",
    "require_recut": "Require a recut",
    "direct_shuffle": "Direct that the cards be shuffled",
    "change_decks": "Change the decks",
    "count_deck": "Count the {word}",
    "report_device_fault": "The {subject} jams, stops or fails",
    "cover_device": "Cover the {subject}, or mark it out of order",
    "use_method": "Go on: {subject} shuffle, dealt by {word}",
    "spread_for_no_activity": "Spread the cards (idle table)",
    "announce_no_more_bets": "Announce “no more bets”",
    "draw_at_random": "The system draws at random",
    "count_progressive_chips": "Count the progressive chips",
    "determine_start": "Find where the deal starts",
    "deal_cards": "Deal the {phase}",
    "decide": "{word}",
    "reveal_bank": "Reveal the {subject}’s hand",
    "settle_round": "Settle the round",
    "validate_payout": "Validate Seat {concerns}’s {wager}",
    "document_payout": "Document Seat {concerns}’s {wager}",
    "abandon_wagers": "Seat {concerns} left: the wagers are abandoned",
    "void_hand": "Void the exposed hand, or play it",
    "place_wagers": "Place the {wager}",
    "withdraw_wagers": "Take back the {wager}",
    "offer_bank": "Offer the bank to Seat {concerns}",
    "accept_bank": "Take the bank",
    "pass_bank": "Pass the bank",
    "place_dealer_wager": "Wager {amount} against the bank",
    "start_round": "Start the round",
    "deal_street": "{street}",
    "reshuffle": "Reshuffle the cards that are put back",
    "act": "{word}",
    "announce": "Announce: {word}",
    "award_pots": "Award the pots",
    "count_losing_hands": "Collect and count the losing hands",
    "hold_deck": "Take the deck into the {word} hand",
    "set_deck_down": "Set the deck down under the marker button",
    "agree_minimum": "Agree on a higher minimum",
    "assess_time_charge": "Take the time charge",
    "verify_time_charges": "Verify the time charges",
    "secure_stakes": "Seat {concerns} leaves for a while: secure the stakes",
    "return_to_table": "Seat {concerns} is back: verify the stakes",
    "require_post": "Seat {concerns} must post",
    "set_collection": "{word} collecting for {subject}",
    "rule_on_dispute": "Rule on a dispute",
    "remove_player": "Require Seat {concerns} to leave the game",
    "notify_compliance": "Tell compliance of Seat {concerns}",
    "take_seat": "Take a seat",
    "leave_seat": "Leave the seat",
    "add_stakes": "Add chips",
    "remove_stakes": "Take chips off the table",
    "post_blind": "Post",
    "straddle": "Straddle Bet",
    "show_hand": "Show the hand",
    "discard": "Discard",
    "throw_away_cards": "Throw the hand away",
    "choose_after_exposure": "{word}",
    "place_chips": "Complete the bet",
    "take_chips_back": "Take chips back from the pot",
    "report_irregularity": "{cause}",
    "report_poker_irregularity": "{cause}",
}


def check_titles(commands: Iterable[type[Command]], titles: Mapping[str, str]) -> None:
    """Refuse a command that has no title."""
    for kind in commands:
        tag = str(kind.__struct_config__.tag)
        if tag not in titles:
            raise TypeError(f"the step {tag} has no title")


check_titles((*banked.COMMANDS, *poker.COMMANDS), _TITLES)


def title(rules: AnyRules, ask: Ask) -> str:
    """A step in a few words."""
    if ask.word == PRESHUFFLED:
        return "State the order of the preshuffled cards"
    if ask.command == "show_hand" and ask.word == "muck":
        return "Concede the hand unseen"
    said = _TITLES[ask.command].format(
        subject=ask.subject.replace("_", " "),
        word=ask.word.replace("-", " ") if ask.command == "use_method" else ask.word,
        concerns=ask.concerns,
        wager=wager_name(rules.game, ask.subject) if isinstance(rules, TableRules) else ask.subject,
        deck=int(ask.subject) + 1 if ask.subject.isdigit() else ask.subject,
        phase=phase_name(ask.subject),
        amount="" if ask.amounts is None else dollars(ask.amounts.least),
        street=_deal_title(rules, ask.word),
        cause=cause_says(rules, ask.subject),
    )
    return said[:1].upper() + said[1:]


def _deal_title(rules: AnyRules, street: str) -> str:
    """The deal of a street; before a draw only a card is burned."""
    draws = [one.id for one in rules.game.streets if one.draw] if isinstance(rules, PokerRules) else []
    if street in draws:
        return f"Burn a card before the {street}"
    return f"Deal {street}" if street.endswith(("cards", "street")) else f"Deal the {street}"


def cause_says(rules: AnyRules, cause: str) -> str:
    """An irregularity in the words of the chapter's table."""
    found = rules.game.irregularities.get(cause) if isinstance(rules, TableRules) else rules.irregularities.get(cause)
    says = found.says if found is not None else cause.replace("_", " ")
    return says[:1].upper() + says[1:]


def whose(ask: Ask) -> str:
    """Who does it, at the head of a sentence."""
    if ask.role is Role.PLAYER:
        return f"Seat {ask.seat}" if ask.seat else "A player"
    names = {
        Role.DEALER: "The dealer",
        Role.TABLE_SYSTEM: "The table system",
        Role.FLOORPERSON: "A floorperson or above",
    }
    return names.get(ask.role, f"The {ask.role.value}")
