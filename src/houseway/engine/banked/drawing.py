"""What the table game system draws at random once wagers are locked: the Magic Card and the Lucky Bonus position."""

from __future__ import annotations

from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.banked.draft import BankedDraft
from houseway.engine.banked.state import Status
from houseway.engine.refusal import Code, refuse


def undrawn(draft: BankedDraft) -> list[str]:
    """What has yet to be drawn before a card is dealt, by name; a stated round may leave unsaid what paid nobody."""
    draws, of = draft.game.draws, draft.round
    if draws is None or draft.state.stated or not any(id in draws.wagers for _, id, _ in of.placed()):
        return []
    card = ["Magic Card"] if draws.magic_card and of.magic_card is None else []
    return card + (["Lucky Bonus position"] if draws.lucky and of.lucky is None else [])


def draw(draft: BankedDraft, command: cmd.DrawAtRandom) -> None:
    """Draw what the table pays on, all of it at once and once a round."""
    game, draws, of = draft.game, draft.game.draws, draft.round
    if draws is None:
        raise refuse(Code.WAGER_IS_OFFERED, draft.procedures.chips, "nothing is drawn at random in this game")
    for name, offered, drawn in (
        ("Magic Card", draws.magic_card, command.magic_card),
        ("Lucky Bonus", draws.lucky, command.lucky),
    ):
        if drawn is not None and not offered:
            raise refuse(Code.WAGER_IS_OFFERED, draws.clause, f"the {name} is not offered at this table")
    if draft.state.status is not Status.LOCKED or of.magic_card is not None or of.lucky is not None:
        says = "the table system draws once a round, after wagers are locked and before any card is dealt"
        raise refuse(Code.STEP_IS_DUE, draws.by, says, (draft.awaited,))
    if command.magic_card is not None and command.magic_card not in game.deck:
        raise refuse(Code.CARDS_ARE_VALID, draws.by, "the Magic Card is a card of this game's deck")
    if command.lucky is not None and not 0 <= command.lucky <= game.seats:
        legal = (f"seats 1 to {game.seats}", "dealer")
        raise refuse(Code.SEAT_EXISTS, draws.by, f"there is no position {command.lucky} for the Lucky Bonus", legal)
    draft.emit(ev.DrawnAtRandom(clause=draws.by, magic_card=command.magic_card, lucky=command.lucky))
    missing = undrawn(draft)
    if missing:
        raise refuse(Code.STEP_IS_DUE, draws.by, f"the {missing[0]} is drawn too", (f"draw the {missing[0]}",))
