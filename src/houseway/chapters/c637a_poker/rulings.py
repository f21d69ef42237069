"""Irregularities of a round: the chapter's table says what follows, the remedies are carried out here (637a.18)."""

from __future__ import annotations

from collections.abc import Iterable

from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.awarding import holds_last_hand, replace_deck, turn_up, void_round, win_uncontested
from houseway.chapters.c637a_poker.betting import act, end_betting, go_on, next_actor, when_all_answered
from houseway.chapters.c637a_poker.draft import POT, PokerDraft
from houseway.chapters.c637a_poker.drawing import exchange
from houseway.chapters.c637a_poker.posting import keep_forced_bet, waits
from houseway.chapters.c637a_poker.revenue import return_rake
from houseway.chapters.c637a_poker.rules import Irregularity, Opens, Remedy
from houseway.chapters.c637a_poker.starting import stakes_needed, with_seat
from houseway.chapters.c637a_poker.state import PokerState, Status
from houseway.clause import NO_CLAUSE, ClauseId
from houseway.engine.cards.devices import can_fail, check_can_fail, fail, named
from houseway.engine.names import folded
from houseway.engine.refusal import Code, refuse
from houseway.engine.roles import Role
from houseway.money import Cents
from houseway.rules.cards import Device
from houseway.seats import Seat
from houseway.written import shortened

BETWEEN_ROUNDS = Status.BETWEEN_ROUNDS
_OF_THE_DEVICE = frozenset({Remedy.RESHUFFLE, Remedy.COVER_DEVICE})
_OF_THE_DEAL = frozenset({"637a.18(g)(2)", "637a.18(g)(4)"})
_OF_A_CARD = frozenset({Remedy.SET_ASIDE, Remedy.EXAMINED_AND_SET_ASIDE})

TOO_LATE = "two players have voluntarily placed bets: the round goes on"
LIVES = "the hand is reconstructed and the round goes on"
REFUNDED = "the hand is dead and its bets go back to the player"
DEAD = "the hand is dead and its bets stay in the pot"
CHECKS_AWAY = "the player is away and nothing is to call: the hand is checked"
FOLDS_AWAY = "the player is away at the own turn: the hand is folded and its bets stay"
STANDS_AWAY = "the player is away in the draw: the hand is kept as it is"
SHOWS_AWAY = "the player is away at the showdown: the dealer turns the hand up"
STOPS_AWAY = "the player is away with a card exposed: the hand contends for the pot as it is"


def report(draft: PokerDraft, command: cmd.ReportIrregularity) -> None:
    """Rule on an irregularity and carry out its remedy."""
    ruling = ruling_for(draft, command.cause)
    _check_can_happen(draft, ruling, command.seat)
    match ruling.remedy:
        case Remedy.MISDEAL:
            rule(draft, ruling, command.seat)
            void_round(draft, ruling.clause)
        case Remedy.MISDEAL_IF_EARLY:
            # Blind and forced bets are not voluntary.
            late = len(draft.state.round.bettors) >= 2
            rule(draft, ruling, command.seat, TOO_LATE if late else "")
            if not late:
                void_round(draft, ruling.clause)
        case Remedy.VOID_AND_REPLACE_DECK:
            rule(draft, ruling, command.seat)
            replace_deck(draft, ruling.clause, ruling.says)
        case Remedy.SET_ASIDE | Remedy.EXAMINED_AND_SET_ASIDE:
            rule(draft, ruling, command.seat)
            _set_next_aside(draft, ruling)
        case Remedy.FOULED | Remedy.COLLECTED:
            _unplayable_hand(draft, ruling, command)
        case Remedy.ABANDONED:
            _abandoned_hand(draft, ruling, command)
        case Remedy.DEAD_HAND | Remedy.REFUND_HAND:
            rule(draft, ruling, command.seat)
            refund = ruling.remedy is Remedy.REFUND_HAND
            drop_hand(draft, command.seat, ruling.clause, ruling.cause, refund=refund)
        case Remedy.RESHUFFLE | Remedy.COVER_DEVICE:
            _device_failed(draft, ruling, Device.SHUFFLER)
        case _:
            rule(draft, ruling, command.seat)


def report_device_fault(draft: PokerDraft, command: cmd.ReportDeviceFault) -> None:
    """The shuffling device jams, stops or fails, or cannot be used any more."""
    ruling = ruling_for(draft, "shuffler_fault" if command.usable else "shuffler_out_of_order")
    _device_failed(draft, ruling, named(Device, command.device, ruling.clause))


def _device_failed(draft: PokerDraft, ruling: Irregularity, device: Device) -> None:
    check_can_fail(draft, device, ruling.clause)
    rule(draft, ruling, Seat(0))
    # The deck of a stated round was shuffled before it.
    if draft.state.equipment.owned:
        fail(draft, device, ruling.clause, usable=ruling.remedy is Remedy.RESHUFFLE)


def ruling_for(draft: PokerDraft, cause: str) -> Irregularity:
    """The row of the chapter's table for a cause."""
    ruling = draft.rules.irregularities.get(cause)
    if ruling is None:
        raise refuse(
            Code.IRREGULARITY_IS_KNOWN,
            ClauseId("637a.18(s)"),
            f"{shortened(cause)!r} is no irregularity of this game",
            tuple(draft.rules.irregularities),
        )
    return ruling


def rule(draft: PokerDraft, ruling: Irregularity, seat: Seat, remedy: str = "", clause: ClauseId = NO_CLAUSE) -> None:
    """Record what was ruled on."""
    draft.emit(
        ev.IrregularityRuled(
            clause=ClauseId(clause or ruling.clause),
            cause=ruling.cause,
            remedy=remedy or ruling.remedy.value,
            seat=seat,
        ),
    )


def _check_can_happen(draft: PokerDraft, ruling: Irregularity, seat: Seat) -> None:
    obstacle = _obstacle(draft, ruling, seat)
    if obstacle:
        raise _cannot(ruling, *obstacle)


def _obstacle(draft: PokerDraft, ruling: Irregularity, seat: Seat) -> tuple[str, ...]:
    """Why an irregularity cannot be reported now, and what is legal instead; nothing if it can."""
    state, round = draft.state, draft.state.round
    if round.status is BETWEEN_ROUNDS and ruling.remedy not in _OF_THE_DEVICE:
        return ("happens in a round of play, and none is under way",)
    if ruling.in_deal and ruling.remedy not in _OF_A_CARD:
        return ("happens while cards are dealt", "state it with the deal")
    if seat and seat not in state.seats:
        return (f"concerns no player: nobody is seated at seat {seat}", *_named(state.seats))
    if ruling.clause in _OF_THE_DEAL and round.street < 0:
        return ("happens in the deal, and no card has been dealt", "deal")
    if not ruling.needs_seat:
        return ()
    if round.status is Status.RESHUFFLING:
        return ("is ruled on when the cards owed have been dealt", "reshuffle")
    if ruling.cause == "eligible_player_not_dealt":
        if not was_eligible(draft, seat):
            eligible = [one for one in state.seats if was_eligible(draft, one)]
            which = f"which seat {seat} is not" if seat else "and no seat is named"
            return (f"concerns a player who should have been dealt in, {which}", *_named(eligible))
        return ()
    hands = [one for one in round.contending if has_hand(draft, one)]
    if not seat:
        return ("concerns a player's hand, and no seat is named", *_named(hands))
    if seat not in hands:
        return (f"concerns the hand of a player in the round, which seat {seat} has not", *_named(hands))
    turned_up = ruling.remedy is Remedy.ABANDONED and seat in state.away
    if has_won(draft, seat) and not turned_up:
        return (f"changes nothing: seat {seat} is left alone and has won the pot", "award the pots")
    return ()


def _named(seats: Iterable[Seat]) -> list[str]:
    return [f"seat {seat}" for seat in seats]


def has_hand(draft: PokerDraft, seat: Seat) -> bool:
    """Whether a player holds a hand of the round under way: dealt, not folded, not given up at the showdown."""
    round = draft.state.round
    held = seat in round.order and seat not in round.folded and seat not in round.mucked
    return held and bool(round.hands.get(seat)) and round.status is not BETWEEN_ROUNDS


def has_won(draft: PokerDraft, seat: Seat) -> bool:
    """Whether a player has a pot already, all others having folded or conceded it: that hand is not lost any more."""
    return draft.state.status is Status.AWARDING or holds_last_hand(draft, seat)


def was_eligible(draft: PokerDraft, seat: Seat) -> bool:
    """Return whether a player should have been dealt to: one who is in the round, or who was at the table when it began with
    enough to play, not waiting for a blind, and with a place left in the game."""
    round = draft.state.round
    if seat in round.order:
        return seat not in round.folded
    if seat not in round.present or len(round.order) >= draft.game.most_players:
        return False
    return seat not in waits(draft) and draft.stack(seat) >= stakes_needed(draft, with_seat(draft, seat))[seat]


def can_report(draft: PokerDraft, ruling: Irregularity, seat: Seat) -> bool:
    """Whether an irregularity can be reported now, of this seat where it concerns one."""
    state, remedy = draft.state, ruling.remedy
    if _obstacle(draft, ruling, seat):
        return False
    if remedy in _OF_THE_DEVICE:
        return can_fail(draft, Device.SHUFFLER)
    if remedy in _OF_A_CARD:
        return state.round.next_card < len(state.round.deck)
    return remedy is not Remedy.ABANDONED or seat not in state.away or awaited_while_away(state) == seat


def awaited_while_away(state: PokerState) -> Seat:
    """The seat whose turn it is and who is away; 0: none."""
    round = state.round
    match round.status:
        case Status.BETTING:
            asked: tuple[Seat, ...] = (round.actor,)
        case Status.DRAWING:
            asked = round.asked[:1]
        case Status.CHOOSING:
            asked = round.choosing
        case Status.SHOWDOWN:
            asked = round.showing[:1]
        case _:
            asked = ()
    return next((seat for seat in asked if seat in state.away), Seat(0))


def _cannot(ruling: Irregularity, why: str, *legal: str) -> Exception:
    return refuse(Code.IRREGULARITY_CAN_HAPPEN_HERE, ruling.clause, f"{ruling.cause} {why}", legal)


# A card is concerned.


def _set_next_aside(draft: PokerDraft, ruling: Irregularity) -> None:
    state = draft.state
    if state.round.next_card >= len(state.round.deck):
        raise refuse(Code.DECK_SUFFICES, ruling.clause, "there is no further card in the deck")
    face_up = ruling.remedy is Remedy.SET_ASIDE
    draft.emit(ev.CardSetAside(clause=ruling.clause, card=state.round.deck[state.round.next_card], face_up=face_up))
    misdeal_if_several_face_up(draft)


def misdeal_if_several_face_up(draft: PokerDraft) -> bool:
    """More than one card found face up in the deck is a misdeal (637a.18(g)(3))."""
    if draft.state.round.face_ups < 2:
        return False
    several = ruling_for(draft, "several_face_up_cards")
    rule(draft, several, Seat(0))
    void_round(draft, several.clause)
    return True


# One hand is concerned.


def _unplayable_hand(draft: PokerDraft, ruling: Irregularity, command: cmd.ReportIrregularity) -> None:
    """A fouled or collected hand: no redress unless it was protected and its player a victim (637a.18(k))."""
    fouled = ruling.remedy is Remedy.FOULED
    # Hole cards of stud count as protected against fouling, not against being collected.
    stud = fouled and draft.game.opens is Opens.FORCED_BET
    protected = command.protected or stud
    seat = command.seat
    if not protected:
        rule(draft, ruling, seat, DEAD)
        drop_hand(draft, seat, ruling.clause, ruling.cause)
    elif command.reconstructed:
        rule(draft, ruling, seat, LIVES, ClauseId("637a.18(k)(2)"))
    elif command.contributor:
        rule(draft, ruling, seat, DEAD, ClauseId("637a.18(k)(3)"))
        drop_hand(draft, seat, ClauseId("637a.18(k)(3)"), ruling.cause)
    else:
        clause = ClauseId("637a.18(k)(1)") if stud and not command.protected else ClauseId("637a.18(k)(3)")
        rule(draft, ruling, seat, REFUNDED, clause)
        drop_hand(draft, seat, ClauseId("637a.18(k)(3)"), ruling.cause, refund=True)


def _abandoned_hand(draft: PokerDraft, ruling: Irregularity, command: cmd.ReportIrregularity) -> None:
    if command.seat in draft.state.away:
        _turn_of_absent_player(draft, ruling, command.seat)
        return
    if command.protected:
        raise _cannot(ruling, "concerns an unprotected hand; a protected one stays in the round")
    rule(draft, ruling, command.seat)
    drop_hand(draft, command.seat, ruling.clause, ruling.cause)


def _turn_of_absent_player(draft: PokerDraft, ruling: Irregularity, seat: Seat) -> None:
    """Who left properly keeps the hand until a bet must be called: then it is folded, protected or not."""
    state = draft.state
    if state.status is Status.DRAWING and state.round.asked[:1] == (seat,):
        if not state.round.discard:
            rule(draft, ruling, seat, STANDS_AWAY, ClauseId("637a.8(b)(6)"))
            exchange(draft, seat, ())
            return
        # Nobody can choose for the player which cards go.
        rule(draft, ruling, seat, FOLDS_AWAY, ClauseId("637a.8(b)(6)"))
        drop_hand(draft, seat, ClauseId("637a.8(b)(6)"), ruling.cause)
        return
    if state.status is Status.CHOOSING and seat in state.round.choosing:
        rule(draft, ruling, seat, STOPS_AWAY, ClauseId("637a.8(b)(6)"))
        draft.emit(ev.ExposureChosen(clause=ClauseId("637a.18(m)(1)"), seat=seat, bet_on=False))
        when_all_answered(draft)
        return
    if state.status is Status.SHOWDOWN and state.round.showing[:1] == (seat,):
        rule(draft, ruling, seat, SHOWS_AWAY, ClauseId("637a.8(b)(6)"))
        turn_up(draft, seat)
        return
    if state.status is not Status.BETTING or state.round.actor != seat:
        raise _cannot(ruling, f"ends the hand of seat {seat}, who left for a while, only at its turn", "play on")
    check = state.round.bets.get(seat, 0) >= state.round.current
    rule(draft, ruling, seat, CHECKS_AWAY if check else FOLDS_AWAY, ClauseId("637a.8(b)(6)"))
    act(draft, seat, "check" if check else "fold")


def drop_hand(
    draft: PokerDraft, seat: Seat, clause: ClauseId, why: str, *, refund: bool = False, dealing: bool = False
) -> None:
    """A hand leaves the round outside the order of play, and the round goes on as far as it then can.

    ``dealing``: a street is being dealt, and whoever deals it goes on.
    """
    state = draft.state
    before = state.status
    cents = Cents(state.round.paid[seat] + state.round.antes_for_all.get(seat, 0) if refund else 0)
    postings = ((POT, draft.account(seat), cents),) if cents else ()
    if refund:
        # The pot is another one then: the rake is worked out anew on what remains.
        return_rake(draft, clause)
    elif not dealing:
        keep_forced_bet(draft, seat)
    actor = _actor_without(draft, seat) if state.status is Status.BETTING else Seat(0)
    draft.emit(ev.HandDropped(clause=clause, seat=seat, why=why, actor=actor, refund=cents, postings=postings))
    if not dealing:
        _continue(draft, before)


def _actor_without(draft: PokerDraft, seat: Seat) -> Seat:
    """Whose turn it is once a hand is gone; 0: the betting round is complete."""
    round = draft.state.round
    before = round.actor
    return next_actor(draft, before, round.current, round.bets.get(before, 0), {seat}, set(), or_itself=True)


def _continue(draft: PokerDraft, before: Status) -> None:
    state = draft.state
    alone = len(state.round.contending) == 1
    match before:
        case Status.BETTING if state.round.actor == 0:
            end_betting(draft)
        case Status.DRAWING | Status.CHOOSING | Status.RESHUFFLING | Status.DEALING if alone:
            if state.round.street < 0:
                win_uncontested(draft)
            else:
                go_on(draft)
        case Status.DRAWING | Status.CHOOSING | Status.RESHUFFLING:
            when_all_answered(draft)
        case Status.SHOWDOWN if alone:
            win_uncontested(draft)


# Disputes and players who must leave.


def rule_on_dispute(draft: PokerDraft, command: cmd.RuleOnDispute) -> None:
    """Record a floor decision, or the Poker shift supervisor's final one."""
    clause, dispute = ClauseId("637a.18(a)"), folded(command.dispute)
    if not dispute or not folded(command.ruling):
        says = "a ruling says what is disputed and what is decided"
        raise refuse(Code.RULING_IS_STATED, clause, says, ("name the dispute and the decision",))
    # Written in another way it is the same dispute, and what is final stays final.
    if any(final and folded(one) == dispute for one, final in draft.state.rulings.items()):
        raise refuse(
            Code.RULING_IS_FINAL,
            clause,
            f"the Poker shift supervisor has decided {command.dispute!r} finally",
        )
    final = draft.given.role is Role.SHIFT_SUPERVISOR
    draft.emit(
        ev.DisputeRuled(
            clause=clause,
            person=draft.given.by,
            dispute=command.dispute,
            ruling=command.ruling,
            final=final,
        )
    )


def remove_player(draft: PokerDraft, command: cmd.RemovePlayer) -> None:
    """A player must leave the game: a hand still in the round is dead, and compliance is to be told."""
    state, seat = draft.state, command.seat
    if seat not in state.seats or seat in state.removed:
        raise refuse(
            Code.PLAYER_IS_SEATED, ClauseId("637a.18(c)"), f"no player at seat {seat} can be required to leave"
        )
    if not folded(command.reason):
        says = f"seat {seat} is required to leave for a reason, which must be said"
        raise refuse(Code.RULING_IS_STATED, ClauseId("637a.18(c)"), says, ("name the reason",))
    draft.emit(ev.PlayerRemoved(clause=ClauseId("637a.18(c)"), seat=seat, person=draft.given.by, reason=command.reason))
    in_round = state.status is not Status.BETWEEN_ROUNDS and seat in state.round.contending
    if in_round and not has_won(draft, seat):
        drop_hand(draft, seat, ClauseId("637a.18(c)"), "required to leave the game")


def notify_compliance(draft: PokerDraft, command: cmd.NotifyCompliance) -> None:
    """A casino compliance representative is told."""
    if command.seat not in draft.state.notices:
        raise refuse(Code.STEP_IS_DUE, ClauseId("637a.18(c)"), f"no notice about seat {command.seat} is due")
    draft.emit(ev.ComplianceNotified(clause=ClauseId("637a.18(c)"), seat=command.seat, person=draft.given.by))
