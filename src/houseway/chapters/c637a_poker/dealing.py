"""Streets are dealt and lead to betting, a draw or the discards of super stud (637a.7(e), .10 to .14, .19 to .21)."""

from __future__ import annotations

from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.betting import open_betting
from houseway.chapters.c637a_poker.deck_in_play import check_deck_in_hand
from houseway.chapters.c637a_poker.draft import PokerDraft
from houseway.chapters.c637a_poker.drawing import begin_draw
from houseway.chapters.c637a_poker.events import BURN, COMMUNITY
from houseway.chapters.c637a_poker.misdealt_cards import (
    check_no_mishaps,
    deal_with_mishaps,
    more_needed,
    ruled,
    set_mishaps_aside,
)
from houseway.chapters.c637a_poker.posting import post_blinds
from houseway.chapters.c637a_poker.rules import Street
from houseway.chapters.c637a_poker.short_decks import (
    COMMON_CARDS,
    deal_common,
    deck_is_short,
    is_stated_in_part,
    unstated,
)
from houseway.chapters.c637a_poker.state import Status
from houseway.clause import ClauseId
from houseway.engine.refusal import Code, refuse

DEALING = Status.DEALING


def deal_street(draft: PokerDraft, command: cmd.DealStreet) -> None:
    """Deal what is due and open the betting, the draw or the discards."""
    round = draft.state.round
    if round.status is not DEALING:
        raise refuse(Code.STEP_IS_DUE, ClauseId("637a.7(e)"), f"no cards are due; the table is {round.status.value}")
    check_deck_in_hand(draft)
    number = round.street + 1
    game = draft.rules.game
    street = game.streets[number]
    if street.draw:
        check_no_mishaps(draft, command)
        begin_draw(draft, number, street)
        return
    if not _deal_cards(draft, number, street, command.mishaps):
        return
    if number == 0:
        if game.blinds_after_cards:
            post_blinds(draft)
        if street.discard and len(round.contending) > 1:
            draft.emit(
                ev.DrawBegan(clause=street.clause, street=number, asked=tuple(round.contending), discard=street.discard)
            )
            return
    open_betting(draft)


def _deal_cards(draft: PokerDraft, number: int, street: Street, mishaps: tuple[cmd.Mishap, ...] = ()) -> bool:
    """Deal a street; False if something else comes before its betting: a reshuffle, a misdeal, a player's choice."""
    round = draft.state.round
    burn = 1 if street.burn else 0
    # Who was required to leave before the deal is dealt nothing.
    receivers = round.contending
    each = street.down + street.up
    left = len(round.deck) - round.next_card
    needed = burn + each * len(receivers) + street.community
    found = ruled(draft, mishaps) if mishaps else []
    # A card that goes wrong can leave too few for everybody, as if it had never been in the deck.
    wanted = needed + more_needed(found) if found else needed
    commons = number and each and draft.rules.game.common_clause is not None
    if left < wanted and commons and left + unstated(draft) < wanted:
        attempted = needed if left >= needed else COMMON_CARDS
        if found and not set_mishaps_aside(draft, street, found, attempted=attempted):
            return False
        return deal_common(draft, number, len(round.deck) - round.next_card)
    if found:
        return deal_with_mishaps(draft, number, street, receivers, found)
    if left < needed:
        raise deck_is_short(draft, street.clause, f"{street.id} needs {needed} cards and the deck has {left}")
    cards = round.deck[round.next_card : round.next_card + needed]
    seats = [BURN] * burn + receivers * each + [COMMUNITY] * street.community
    down = burn + len(receivers) * street.down
    faces = [False] * down + [True] * (needed - down)
    draft.emit(ev.StreetDealt(clause=street.clause, street=number, cards=tuple(zip(seats, cards, faces, strict=True))))
    return True


def can_be_dealt(draft: PokerDraft, number: int) -> bool:
    """Return whether the cards of a street can be dealt or give way to others. What a stated round leaves out may suffice."""
    street, round = draft.game.streets[number], draft.state.round
    if street.draw:
        return True
    each, left = street.down + street.up, len(round.deck) - round.next_card
    needed = street.burn + each * len(round.contending) + street.community
    if left >= needed or is_stated_in_part(draft):
        return True
    if not number or not each or draft.game.common_clause is None:
        return False
    whole = left + unstated(draft)
    return whole < needed and (left >= COMMON_CARDS or whole < COMMON_CARDS)
