"""Irregularities of a round: the chapter's table says what follows, the remedies are carried out here (637a.18)."""

from __future__ import annotations

from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker import room_commands as cmd
from houseway.chapters.c637a_poker import room_events as room
from houseway.chapters.c637a_poker.awarding import finish
from houseway.chapters.c637a_poker.betting import act, end_betting, go_on, next_actor
from houseway.chapters.c637a_poker.commands import Act, Discard
from houseway.chapters.c637a_poker.deck_in_play import check_can_fail
from houseway.chapters.c637a_poker.draft import POT, PotDraft
from houseway.chapters.c637a_poker.equipment import SHUFFLER
from houseway.chapters.c637a_poker.revenue import return_rake
from houseway.chapters.c637a_poker.rules import Opens, PokerIrregularity, PokerRemedy
from houseway.chapters.c637a_poker.state import PotStatus
from houseway.engine.accounts import Posting
from houseway.engine.banked.events import DeviceFailed
from houseway.engine.refusal import Code, refuse
from houseway.engine.roles import Role

TOO_LATE = "two players have voluntarily placed bets: the round goes on"
LIVES = "the hand is reconstructed and the round goes on"
REFUNDED = "the hand is dead and its bets go back to the player"
DEAD = "the hand is dead and its bets stay in the pot"
CHECKS_AWAY = "the player is away and nothing is to call: the hand is checked"
FOLDS_AWAY = "the player is away at the own turn: the hand is folded and its bets stay"
STANDS_AWAY = "the player is away in the draw: the hand is kept as it is"


def report(draft: PotDraft, command: cmd.ReportPokerIrregularity) -> None:
    """Rule on an irregularity and carry out its remedy."""
    ruling = ruling_for(draft, command.cause)
    _check_can_happen(draft, ruling, command.seat)
    match ruling.remedy:
        case PokerRemedy.MISDEAL:
            _rule(draft, ruling, command.seat)
            void_round(draft, ruling.clause)
        case PokerRemedy.MISDEAL_IF_EARLY:
            # Blind and forced bets are not voluntary.
            late = len(draft.state.bettors) >= 2
            _rule(draft, ruling, command.seat, TOO_LATE if late else "")
            if not late:
                void_round(draft, ruling.clause)
        case PokerRemedy.VOID_AND_REPLACE_DECK:
            _rule(draft, ruling, command.seat)
            replace_deck(draft, ruling.clause, ruling.says)
        case PokerRemedy.SET_ASIDE | PokerRemedy.EXAMINED_AND_SET_ASIDE:
            _rule(draft, ruling, command.seat)
            _set_next_aside(draft, ruling)
        case PokerRemedy.FOULED | PokerRemedy.COLLECTED:
            _unplayable_hand(draft, ruling, command)
        case PokerRemedy.ABANDONED:
            _abandoned_hand(draft, ruling, command)
        case PokerRemedy.RESHUFFLE | PokerRemedy.COVER_DEVICE:
            check_can_fail(draft, SHUFFLER, ruling.clause)
            _rule(draft, ruling, command.seat)
            if draft.state.equipment is not None:
                usable = ruling.remedy is PokerRemedy.RESHUFFLE
                draft.emit(DeviceFailed(ruling.clause, SHUFFLER, usable))
        case _:
            _rule(draft, ruling, command.seat)


def ruling_for(draft: PotDraft, cause: str) -> PokerIrregularity:
    """The row of the chapter's table for a cause."""
    ruling = draft.rules.irregularities.get(cause)
    if ruling is None:
        raise refuse(
            Code.IRREGULARITY_IS_KNOWN,
            "637a.18(s)",
            f"{cause!r} is no irregularity of this game",
            tuple(draft.rules.irregularities),
        )
    return ruling


def _rule(draft: PotDraft, ruling: PokerIrregularity, seat: int, remedy: str = "", clause: str = "") -> None:
    draft.emit(
        room.PokerIrregularityRuled(clause or ruling.clause, ruling.cause, remedy or ruling.remedy.value, seat),
    )


def _check_can_happen(draft: PotDraft, ruling: PokerIrregularity, seat: int) -> None:
    state = draft.state
    between = state.status is PotStatus.BETWEEN_ROUNDS
    if between and ruling.remedy not in (PokerRemedy.RESHUFFLE, PokerRemedy.COVER_DEVICE):
        raise _cannot(ruling, "happens in a round of play, and none is under way")
    if ruling.in_deal and ruling.remedy not in (PokerRemedy.SET_ASIDE, PokerRemedy.EXAMINED_AND_SET_ASIDE):
        raise _cannot(ruling, "happens while cards are dealt", "state it with the deal")
    if not ruling.needs_seat:
        return
    if state.status is PotStatus.RESHUFFLING:
        raise _cannot(ruling, "is ruled on when the cards owed have been dealt", "reshuffle")
    if ruling.cause == "eligible_player_not_dealt":
        if seat not in state.seats or seat in state.order:
            raise _cannot(ruling, f"concerns a seated player without cards, which seat {seat} is not")
    elif seat not in state.contending:
        legal = tuple(f"seat {one}" for one in state.contending)
        raise _cannot(ruling, f"concerns the hand of a player in the round, which seat {seat} is not", *legal)


def _cannot(ruling: PokerIrregularity, why: str, *legal: str) -> Exception:
    return refuse(Code.IRREGULARITY_CAN_HAPPEN_HERE, ruling.clause, f"{ruling.cause} {why}", legal)


# The round is void.


def void_round(draft: PotDraft, clause: str) -> None:
    """Every bet of the round goes back, rake already taken included; the button and a kill stay for the next deal."""
    state = draft.state
    return_rake(draft, clause)
    bets = [(seat, state.paid[seat] + state.antes_for_all.get(seat, 0)) for seat in state.order]
    returned = tuple([(seat, cents) for seat, cents in bets if cents])
    postings: tuple[Posting, ...] = tuple([(POT, draft.account(seat), cents) for seat, cents in returned])
    draft.emit(room.BetsReturned(clause, returned, postings))
    draft.emit(ev.PokerRoundEnded(clause, state.number, state.kill, state.button, void=True))


def replace_deck(draft: PotDraft, clause: str, why: str) -> None:
    """The round is void and its deck leaves the table (637a.18(i))."""
    number = draft.state.equipment.in_play if draft.state.equipment is not None else 0
    void_round(draft, clause)
    draft.emit(room.PokerDeckRemoved(clause, max(number, 0), why))


def _set_next_aside(draft: PotDraft, ruling: PokerIrregularity) -> None:
    state = draft.state
    if state.next_card >= len(state.deck):
        raise refuse(Code.DECK_SUFFICES, ruling.clause, "there is no further card in the deck")
    face_up = ruling.remedy is PokerRemedy.SET_ASIDE
    draft.emit(room.CardSetAside(ruling.clause, state.deck[state.next_card], face_up))
    misdeal_if_several_face_up(draft)


def misdeal_if_several_face_up(draft: PotDraft) -> bool:
    """More than one card found face up in the deck is a misdeal (637a.18(g)(3))."""
    if draft.state.face_ups < 2:
        return False
    several = ruling_for(draft, "several_face_up_cards")
    _rule(draft, several, 0)
    void_round(draft, several.clause)
    return True


# One hand is concerned.


def _unplayable_hand(draft: PotDraft, ruling: PokerIrregularity, command: cmd.ReportPokerIrregularity) -> None:
    """A fouled or collected hand: no redress unless it was protected and its player a victim (637a.18(k))."""
    fouled = ruling.remedy is PokerRemedy.FOULED
    # Hole cards of stud count as protected against fouling, not against being collected.
    stud = fouled and draft.game.opens is Opens.FORCED_BET
    protected = command.protected or stud
    seat = command.seat
    if not protected:
        _rule(draft, ruling, seat, DEAD)
        drop_hand(draft, seat, ruling.clause, ruling.cause)
    elif fouled and command.reconstructed:
        _rule(draft, ruling, seat, LIVES, "637a.18(k)(2)")
    elif command.contributor:
        _rule(draft, ruling, seat, DEAD, "637a.18(k)(3)")
        drop_hand(draft, seat, "637a.18(k)(3)", ruling.cause)
    else:
        clause = "637a.18(k)(1)" if stud and not command.protected else "637a.18(k)(3)"
        _rule(draft, ruling, seat, REFUNDED, clause)
        drop_hand(draft, seat, "637a.18(k)(3)", ruling.cause, refund=True)


def _abandoned_hand(draft: PotDraft, ruling: PokerIrregularity, command: cmd.ReportPokerIrregularity) -> None:
    if command.seat in draft.state.away:
        _turn_of_absent_player(draft, ruling, command.seat)
        return
    if command.protected:
        raise _cannot(ruling, "concerns an unprotected hand; a protected one stays in the round")
    _rule(draft, ruling, command.seat)
    drop_hand(draft, command.seat, ruling.clause, ruling.cause)


def _turn_of_absent_player(draft: PotDraft, ruling: PokerIrregularity, seat: int) -> None:
    """Who left properly keeps the hand until a bet must be called: then it is folded, protected or not."""
    state = draft.state
    if state.status is PotStatus.DRAWING and state.asked[:1] == (seat,):
        from houseway.chapters.c637a_poker.dealing import discard

        if not state.discard:
            _rule(draft, ruling, seat, STANDS_AWAY, "637a.8(b)(6)")
            discard(draft, Discard(by=Role.PLAYER, seat=seat))
            return
        # Nobody can choose for the player which cards go.
        _rule(draft, ruling, seat, FOLDS_AWAY, "637a.8(b)(6)")
        drop_hand(draft, seat, "637a.8(b)(6)", ruling.cause)
        return
    if state.status is not PotStatus.BETTING or state.actor != seat:
        raise _cannot(ruling, f"ends the hand of seat {seat}, who left for a while, only at its turn", "play on")
    check = state.bets.get(seat, 0) >= state.current
    _rule(draft, ruling, seat, CHECKS_AWAY if check else FOLDS_AWAY, "637a.8(b)(6)")
    act(draft, Act(by=Role.PLAYER, seat=seat, word="check" if check else "fold"))


def drop_hand(
    draft: PotDraft, seat: int, clause: str, why: str, *, refund: bool = False, dealing: bool = False
) -> None:
    """A hand leaves the round outside the order of play, and the round goes on as far as it then can.

    ``dealing``: a street is being dealt, and whoever deals it goes on.
    """
    state = draft.state
    before = state.status
    cents = state.paid[seat] + state.antes_for_all.get(seat, 0) if refund else 0
    postings = ((POT, draft.account(seat), cents),) if cents else ()
    if refund:
        # The pot is another one then: the rake is worked out anew on what remains.
        return_rake(draft, clause)
    actor = _actor_without(draft, seat) if state.status is PotStatus.BETTING else 0
    draft.emit(room.HandDropped(clause, seat, why, actor, cents, postings))
    if not dealing:
        _continue(draft, before)


def _actor_without(draft: PotDraft, seat: int) -> int:
    """Whose turn it is once a hand is gone; 0: the betting round is complete."""
    state = draft.state
    current = state.current
    before = state.actor
    if before != seat:
        left = [one for one in state.contending if one != seat]
        able = [one for one in left if one not in state.all_in]
        owes = state.bets.get(before, 0) < current
        if len(left) > 1 and (owes or (before not in state.faced and len(able) > 1)):
            return before
    return next_actor(draft, before, current, state.bets.get(before, 0), {seat}, set())


def _continue(draft: PotDraft, before: PotStatus) -> None:
    from houseway.chapters.c637a_poker.dealing import end_choices, end_draw

    state = draft.state
    alone = len(state.contending) == 1
    match before:
        case PotStatus.BETTING if state.actor == 0:
            end_betting(draft)
        case PotStatus.DRAWING | PotStatus.CHOOSING | PotStatus.RESHUFFLING | PotStatus.DEALING if alone:
            if state.street < 0:
                finish(draft)
            else:
                go_on(draft)
        case PotStatus.DRAWING:
            end_draw(draft)
        case PotStatus.CHOOSING:
            end_choices(draft)
        case PotStatus.SHOWDOWN if alone:
            finish(draft)


# Disputes and players who must leave.


def rule_on_dispute(draft: PotDraft, command: cmd.RuleOnDispute) -> None:
    """Record a floor decision, or the Poker shift supervisor's final one."""
    if draft.state.rulings.get(command.dispute):
        raise refuse(
            Code.RULING_IS_FINAL, "637a.18(a)", f"the Poker shift supervisor has decided {command.dispute!r} finally"
        )
    final = command.by is Role.SHIFT_SUPERVISOR
    draft.emit(room.DisputeRuled("637a.18(a)", command.person, command.dispute, command.ruling, final))


def remove_player(draft: PotDraft, command: cmd.RemovePlayer) -> None:
    """A player must leave the game: a hand still in the round is dead, and compliance is to be told."""
    state, seat = draft.state, command.seat
    if seat not in state.seats or seat in state.removed:
        raise refuse(Code.PLAYER_IS_SEATED, "637a.18(c)", f"no player at seat {seat} can be required to leave")
    draft.emit(room.PlayerRemoved("637a.18(c)", seat, command.person, command.reason))
    if state.status is not PotStatus.BETWEEN_ROUNDS and seat in state.contending:
        drop_hand(draft, seat, "637a.18(c)", "required to leave the game")


def notify_compliance(draft: PotDraft, command: cmd.NotifyCompliance) -> None:
    """A casino compliance representative is told."""
    if command.seat not in draft.state.notices:
        raise refuse(Code.STEP_IS_DUE, "637a.18(c)", f"no notice about seat {command.seat} is due")
    draft.emit(room.ComplianceNotified("637a.18(c)", command.seat, command.person))
