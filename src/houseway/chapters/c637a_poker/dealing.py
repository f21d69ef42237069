"""Streets are dealt and lead to betting, a draw or the discards of super stud (637a.7(e), .10 to .14, .19 to .21)."""

from __future__ import annotations

from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.betting import open_betting
from houseway.chapters.c637a_poker.deck_in_play import check_deck_in_hand
from houseway.chapters.c637a_poker.draft import PokerDraft
from houseway.chapters.c637a_poker.drawing import begin_draw
from houseway.chapters.c637a_poker.misdealt_cards import check_no_mishaps, deal_with_mishaps
from houseway.chapters.c637a_poker.posting import post_blinds
from houseway.chapters.c637a_poker.rules import Street
from houseway.chapters.c637a_poker.short_decks import deal_common, unstated
from houseway.chapters.c637a_poker.state import BURN, COMMUNITY, Status
from houseway.engine.refusal import Code, refuse

DEALING = Status.DEALING


def deal_street(draft: PokerDraft, command: cmd.DealStreet) -> None:
    """Deal what is due and open the betting, the draw or the discards."""
    round = draft.state.round
    if round.status is not DEALING:
        raise refuse(Code.STEP_IS_DUE, "637a.7(e)", f"no cards are due; the table is {round.status.value}")
    check_deck_in_hand(draft)
    number = round.street + 1
    street = draft.game.streets[number]
    if street.draw:
        check_no_mishaps(command)
        begin_draw(draft, number, street)
        return
    if not _deal_cards(draft, number, street, command.mishaps):
        return
    if number == 0:
        if draft.game.blinds_after_cards:
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
    receivers = round.contending if number else list(round.order)
    each = street.down + street.up
    left = len(round.deck) - round.next_card
    needed = burn + each * len(receivers) + street.community
    if mishaps and left >= needed:
        return deal_with_mishaps(draft, number, street, receivers, mishaps)
    short = left < needed and number and each and draft.game.common_clause is not None
    if short and left + unstated(draft) < needed:
        return deal_common(draft, number, left)
    if left < needed:
        raise refuse(Code.DECK_SUFFICES, street.clause, f"{street.id} needs {needed} cards and the deck has {left}")
    cards = round.deck[round.next_card : round.next_card + needed]
    seats = [BURN] * burn + receivers * each + [COMMUNITY] * street.community
    down = burn + len(receivers) * street.down
    faces = [False] * down + [True] * (needed - down)
    draft.emit(ev.StreetDealt(clause=street.clause, street=number, cards=tuple(zip(seats, cards, faces, strict=True))))
    return True
