"""A deck that runs short: the common card of stud, burn cards or discards shuffled back (637a.10(h), .13(g)(2), .20(h), .21(h))."""

from __future__ import annotations

from houseway.cards import DECK_52, Card
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.betting import open_betting, when_all_answered
from houseway.chapters.c637a_poker.deck_in_play import check_deck_in_hand
from houseway.chapters.c637a_poker.draft import PokerDraft
from houseway.chapters.c637a_poker.drawing import draw
from houseway.chapters.c637a_poker.events import BURN, COMMUNITY
from houseway.chapters.c637a_poker.rules import Opens
from houseway.chapters.c637a_poker.state import Status
from houseway.clause import ClauseId
from houseway.engine.refusal import Code, RefusedError, refuse

COMMON_CARDS = 2
"""The burn and the common card."""


def deck_is_short(draft: PokerDraft, clause: ClauseId, says: str) -> RefusedError:
    """The refusal of a deal for which there are too few cards: some are missing, and the floor voids the round (637a.18(i))."""
    return refuse(Code.DECK_SUFFICES, clause, says, () if is_stated_in_part(draft) else ("report missing_card",))


def is_stated_in_part(draft: PokerDraft) -> bool:
    """Return whether a stated round leaves cards of its deck out: whoever states it can state more."""
    return draft.state.stated and unstated(draft) > 0


def unstated(draft: PokerDraft) -> int:
    """How many cards a stated deck leaves out: they lie under the others, so the deck has not run short before them."""
    round = draft.state.round
    dealt = {card for hand in round.hands.values() for card in hand} | {card for _, card in round.discards}
    rest = {*round.deck[round.next_card :], *round.burns, *round.board, *round.common, *round.set_aside}
    return len(DECK_52) - len(dealt | rest)


def deal_common(draft: PokerDraft, number: int, left: int) -> bool:
    """Too few cards for each: one common card for all, after a burn (637a.10(h))."""
    round = draft.state.round
    clause = draft.game.common_clause or draft.game.section
    if left <= 1 and unstated(draft) + left > 1:
        raise deck_is_short(draft, clause, f"a common card needs 2 cards and the deck has {left}")
    if left <= 1:
        draft.emit(ev.ReshuffleAwaited(clause=clause))
        return False
    burned, common = round.deck[round.next_card : round.next_card + 2]
    draft.emit(
        ev.StreetDealt(
            clause=clause,
            street=number,
            cards=((BURN, burned, False), (COMMUNITY, common, True)),
            common=True,
        )
    )
    return True


def reshuffle(draft: PokerDraft, command: cmd.Reshuffle) -> None:
    """Shuffle back burn cards (stud) or discards (draw), then deal what is owed."""
    game, round = draft.game, draft.state.round
    if round.status is not Status.RESHUFFLING:
        raise refuse(Code.STEP_IS_DUE, ClauseId("637a.5(a)"), "no reshuffle is due")
    check_deck_in_hand(draft)
    burns = game.opens is Opens.FORCED_BET
    clause = (game.common_clause if burns else game.reshuffle_clause) or ClauseId("637a.5(a)")
    back = cards_put_back(draft)
    if sorted(command.order) != sorted(back):
        raise refuse(
            Code.DECK_IS_COMPLETE,
            clause,
            f"the {len(command.order)} cards of the new order are not the {len(back)} that are put back",
            (f"each of the {len(back)} cards once",),
        )
    if not can_be_reshuffled(draft):
        says = (
            f"a reshuffle puts back {len(back)} cards, too few to {'burn one and ' if round.burn_owed else ''}deal one"
        )
        raise deck_is_short(draft, clause, says)
    draft.emit(ev.Reshuffled(clause=clause, order=command.order, burns=burns))
    if burns:
        # A common card it stays, even where the burns would do for a card each.
        if deal_common(draft, round.street + 1, len(command.order)):
            open_betting(draft)
        return
    if round.burn_owed:
        # A burn that was due from an empty deck is taken now.
        draft.emit(ev.StreetDealt(clause=clause, street=round.street, cards=((BURN, command.order[0], False),)))
    draw(draft, round.drawer, round.owed)
    when_all_answered(draft)


def can_be_reshuffled(draft: PokerDraft) -> bool:
    """Return whether the cards put back suffice for what comes next: a burn that is owed, and a card."""
    back = len(cards_put_back(draft))
    return back >= COMMON_CARDS if draft.game.opens is Opens.FORCED_BET else back > draft.state.round.burn_owed


def cards_put_back(draft: PokerDraft) -> list[Card]:
    """The cards a reshuffle puts back: burns and the last card in stud; discards in draw games.

    Never one the player now drawing discarded; where no other discard is left, the burn cards. Where the burns of
    super stud are too few to burn one and deal one, the discards too (reading 637a-reshuffle-burns).
    """
    round = draft.state.round
    if draft.game.opens is Opens.FORCED_BET:
        back = [*round.burns, *round.deck[round.next_card :]]
        return back if len(back) > 1 else [*back, *[card for _, card in round.discards]]
    return [card for seat, card in round.discards if seat != round.drawer] or list(round.burns)
