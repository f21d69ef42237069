"""The conduct of bets: words bind, chips become bets, stakes stay on the table (637a.8(b) to (k), 637a.18(l))."""

from __future__ import annotations

from houseway.chapters.c637a_poker import betting
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.awarding import may_muck
from houseway.chapters.c637a_poker.betting import options
from houseway.chapters.c637a_poker.draft import PokerDraft
from houseway.chapters.c637a_poker.rules import Opens
from houseway.chapters.c637a_poker.rulings import drop_hand, has_hand
from houseway.chapters.c637a_poker.state import Status
from houseway.clause import ClauseId
from houseway.engine.refusal import Code, refuse
from houseway.money import NOTHING, Cents, dollars
from houseway.seats import Seat

MANNERS = {"pushed": "637a.8(e)(1)", "toward the pot": "637a.8(e)(2)", "currency": "637a.8(e)(3)"}
"""What counts as placing a bet."""


def act(draft: PokerDraft, command: cmd.Act) -> None:
    """An action in turn."""
    seat = draft.seat
    if draft.state.round.pending_seat == seat:
        _act(draft, seat, command.word, command.to)
    else:
        betting.act(draft, seat, command.word, command.to)


def _act(draft: PokerDraft, seat: Seat, word: str, to: Cents = NOTHING) -> None:
    """A raise already announced, or chips already forward, are not unsaid by another action."""
    round = draft.state.round
    if round.pending_seat == seat:
        if not (round.pending_raise and word in ("bet", "raise")):
            raise refuse(
                Code.DECISION_IS_OFFERED,
                ClauseId("637a.8(c)") if round.pending_raise else ClauseId("637a.8(f)(1)"),
                f"seat {seat} has begun a {'raise' if round.pending_raise else 'bet'} and must complete it",
                ("place chips",) if round.pending_raise else ("place chips", "announce call", "announce raise"),
            )
        _come_to_rest(draft, seat, round.pending_cents, to, ClauseId("637a.8(g)"))
    betting.act(draft, seat, word, Cents(to))


def _come_to_rest(draft: PokerDraft, seat: Seat, forward: Cents, to: Cents, clause: ClauseId) -> None:
    """Chips forward become the bet that was said: one chosen within the limits is no less than they are."""
    may, bet = options(draft, seat), draft.state.round.bets.get(seat, 0)
    least = min(bet + forward, may.raise_to or 0)
    if to < least:
        raise refuse(
            Code.CHIPS_IN_THE_POT_STAY,
            ClauseId("637a.8(h)"),
            f"seat {seat} has {dollars(forward)} forward and cannot bet less",
            ("place chips", f"{'bet' if may.opens else 'raise to'} {least} to {may.raise_to}"),
        )
    draft.emit(ev.ChipsPlaced(clause=clause, seat=seat, total=Cents(max(forward, to - bet))))
    if forward > to - bet:
        draft.emit(ev.BetCorrected(clause=clause, seat=seat, placed=Cents(forward), cents=Cents(to - bet)))


# Words.


def announce(draft: PokerDraft, command: cmd.Announce) -> None:
    """A spoken word binds a player whose turn it is; said out of turn it is noted and binds nobody."""
    state, seat = draft.state, draft.seat
    if command.word not in ("fold", "check", "call", "bet", "raise"):
        raise refuse(Code.DECISION_IS_OFFERED, ClauseId("637a.8(c)"), f"{command.word!r} is no statement of a bet")
    if state.status is not Status.BETTING or seat not in state.round.contending:
        raise refuse(Code.SEAT_IS_ASKED, ClauseId("637a.8(c)"), f"seat {seat} has nothing to announce now")
    if seat != state.round.actor:
        draft.emit(
            ev.Announced(clause=ClauseId("637a.8(c)"), seat=seat, word=command.word, to=command.to, binding=False)
        )
        return
    if command.word == "raise" and not command.to:
        _announce_raise(draft, command)
        return
    draft.emit(ev.Announced(clause=ClauseId("637a.8(c)"), seat=seat, word=command.word, to=command.to, binding=True))
    if state.round.pending_seat == seat and not state.round.pending_raise:
        _announce_over_chips(draft, command)
        return
    due = _due(draft, command)
    if command.placed is not None and command.placed != due:
        if command.placed:
            _check_stakes(draft, seat, command.placed)
        draft.emit(ev.BetCorrected(clause=ClauseId("637a.8(d)"), seat=seat, placed=command.placed, cents=Cents(due)))
    _act(draft, seat, command.word, command.to)


def _due(draft: PokerDraft, command: cmd.Announce) -> int:
    """The chips that go with a statement."""
    seat = draft.seat
    more = command.to - draft.state.round.bets.get(seat, 0)
    return {"call": options(draft, seat).call, "bet": more, "raise": more}.get(command.word, 0)


def _announce_over_chips(draft: PokerDraft, command: cmd.Announce) -> None:
    """A statement has precedence over chips forward without one; they go into the bet or come back as change."""
    state, seat = draft.state, draft.seat
    forward = Cents(state.round.pending_cents + (command.placed or 0))
    _check_stakes(draft, seat, forward)
    if command.word == "fold":
        _fold_and_keep_obligation(draft, seat)
        return
    if command.word in ("bet", "raise"):
        _come_to_rest(draft, seat, forward, command.to, ClauseId("637a.8(f)(1)"))
    else:
        due = _due(draft, command)
        draft.emit(ev.ChipsPlaced(clause=ClauseId("637a.18(l)"), seat=seat, total=Cents(forward)))
        if forward != due:
            draft.emit(
                ev.BetCorrected(clause=ClauseId("637a.18(l)"), seat=seat, placed=Cents(forward), cents=Cents(due))
            )
    _act(draft, seat, command.word, command.to)


def _announce_raise(draft: PokerDraft, command: cmd.Announce) -> None:
    seat = draft.seat
    may = options(draft, seat)
    if may.raise_from is None or may.opens:
        raise refuse(Code.DECISION_IS_OFFERED, ClauseId("637a.8(c)"), f"seat {seat} cannot raise now", may.words)
    forward = draft.state.round.pending_cents
    draft.emit(ev.Announced(clause=ClauseId("637a.8(c)"), seat=seat, word="raise", to=Cents(0), binding=True))
    if forward:
        # What lies forward already is part of the raise.
        draft.emit(
            ev.ChipsPlaced(clause=ClauseId("637a.8(g)"), seat=seat, total=Cents(forward), more=True, raises=True)
        )
    if command.placed:
        place_chips(draft, cmd.PlaceChips(cents=Cents(command.placed)))


# Chips.


def place_chips(draft: PokerDraft, command: cmd.PlaceChips) -> None:
    """Chips that go forward are a bet, all at once unless the player says otherwise."""
    state, seat = draft.state, draft.seat
    clause = MANNERS.get(command.manner)
    if clause is None:
        raise refuse(
            Code.BET_IS_PLACED_TOWARD_THE_POT,
            ClauseId("637a.8(e)"),
            f"chips {command.manner} are not yet a bet",
            tuple(MANNERS),
        )
    _check_turn(draft, seat)
    pending = state.round.pending_seat == seat
    total = Cents(command.cents + (state.round.pending_cents if pending else 0))
    _check_stakes(draft, seat, total)
    if command.manner == "currency":
        draft.emit(ev.CurrencyExchanged(clause=ClauseId("637a.8(b)(3)"), seat=seat, cents=command.cents))
    raises = (pending and state.round.pending_raise) or command.then == "raise"
    if command.then:
        _go_on_placing(draft, command, total, raises, pending=pending)
        return
    draft.emit(ev.ChipsPlaced(clause=ClauseId("637a.8(g)" if raises else clause), seat=seat, total=total))
    if pending and not raises:
        _complete(draft, seat, total)
    else:
        _make_bet(draft, command, total, raises, single=command.single and not pending)


def _check_turn(draft: PokerDraft, seat: Seat) -> None:
    state = draft.state
    round = state.round
    if state.status is Status.BETTING:
        has_bet = seat != round.actor and seat in round.faced and bool(round.bets.get(seat))
    else:
        # Its betting round is over.
        has_bet = state.status is not Status.BETWEEN_ROUNDS and seat in round.bettors
    if has_bet:
        raise refuse(
            Code.BET_IS_MADE_AT_ONCE,
            ClauseId("637a.8(f)"),
            f"seat {seat} has made its bet and cannot increase it",
            ("say beforehand that the bet is not complete", "announce a raise"),
        )
    if state.status is not Status.BETTING or seat != state.round.actor:
        raise refuse(
            Code.SEAT_IS_ASKED,
            ClauseId("637a.7(e)(2)"),
            f"it is not seat {seat}'s turn",
            (f"seat {round.actor}",) if state.status is Status.BETTING else (),
        )


def _check_stakes(draft: PokerDraft, seat: Seat, cents: Cents) -> None:
    if not 0 < cents <= draft.stack(seat):
        raise refuse(
            Code.WAGER_IS_COVERED,
            ClauseId("637a.8(b)(1)"),
            f"seat {seat} has table stakes of {dollars(draft.stack(seat))}, not {dollars(cents)}",
            (f"at most {dollars(draft.stack(seat))}",),
        )


def _go_on_placing(draft: PokerDraft, command: cmd.PlaceChips, total: Cents, raises: bool, *, pending: bool) -> None:
    """The player says that more is to come, or that a call goes in before a raise."""
    seat = draft.seat
    may = options(draft, seat)
    if command.then == "raise":
        if may.raise_from is None or may.opens:
            raise refuse(Code.DECISION_IS_OFFERED, ClauseId("637a.8(f)(2)"), f"seat {seat} cannot raise now", may.words)
        if not pending and total != may.call:
            raise refuse(
                Code.AMOUNT_IS_LAWFUL,
                ClauseId("637a.8(f)(2)"),
                f"a raise that follows its call begins with {dollars(may.call)}, not {dollars(total)}",
                (f"place {may.call}", "announce raise"),
            )
        clause = ClauseId("637a.8(f)(2)")
    elif command.then == "more":
        clause = ClauseId("637a.8(g)") if raises else ClauseId("637a.8(f)(1)")
    else:
        raise refuse(
            Code.DECISION_IS_OFFERED,
            ClauseId("637a.8(f)"),
            f"{command.then!r} does not say what follows",
            ("more", "raise"),
        )
    draft.emit(ev.ChipsPlaced(clause=clause, seat=seat, total=total, more=True, raises=raises))


def _make_bet(draft: PokerDraft, command: cmd.PlaceChips, total: Cents, raises: bool, *, single: bool) -> None:
    """What chips that have come to rest amount to."""
    state, seat = draft.state, draft.seat
    may = options(draft, seat)
    bet, current = state.round.bets.get(seat, 0), state.round.current
    owes, to = current - bet, Cents(bet + total)
    all_in = total == draft.stack(seat)
    if raises:
        _act(draft, seat, "raise", _corrected(draft, seat, to))
    elif single and current and owes <= total:
        # One chip larger than required only calls and awaits its change.
        if total > owes:
            draft.emit(ev.BetCorrected(clause=ClauseId("637a.8(i)"), seat=seat, placed=total, cents=Cents(owes)))
        _act(draft, seat, "call" if owes > 0 else "check")
    elif single and not current and may.raise_to is not None and to > may.raise_to:
        draft.emit(ev.BetCorrected(clause=ClauseId("637a.8(i)"), seat=seat, placed=total, cents=may.raise_to))
        _act(draft, seat, "bet", may.raise_to)
    elif to == current or (all_in and to < current):
        _act(draft, seat, "call")
    elif to < max(may.raise_from or NOTHING, current):
        _place_short(draft, seat, total)
    else:
        _act(draft, seat, "raise" if current else "bet", to)


def _place_short(draft: PokerDraft, seat: Seat, total: Cents) -> None:
    """Too little without a word: completed to the least bet or to the call; what is over a call comes back as change."""
    may, bet = options(draft, seat), draft.state.round.bets.get(seat, 0)
    least = may.raise_from or NOTHING
    due = least - bet if may.opens else may.call
    draft.emit(ev.BetCorrected(clause=ClauseId("637a.8(e)"), seat=seat, placed=total, cents=Cents(due)))
    if may.opens:
        _act(draft, seat, "bet", least)
    else:
        _act(draft, seat, "check" if may.check else "call")


def _complete(draft: PokerDraft, seat: Seat, total: Cents) -> None:
    """A bet made in several motions comes to rest: outside the limits it is corrected to the nearest lawful one."""
    state = draft.state
    may, bet = options(draft, seat), state.round.bets.get(seat, 0)
    if may.raise_from is not None and bet + total > state.round.current:
        _act(draft, seat, "bet" if may.opens else "raise", _corrected(draft, seat, Cents(bet + total)))
        return
    if total != may.call:
        draft.emit(ev.BetCorrected(clause=ClauseId("637a.8(d)"), seat=seat, placed=total, cents=may.call))
    _act(draft, seat, "check" if may.check else "call")


def _corrected(draft: PokerDraft, seat: Seat, to: Cents) -> Cents:
    """An announced raise stands: too little or too much is corrected to the nearest lawful raise."""
    may, bet = options(draft, seat), draft.state.round.bets.get(seat, 0)
    least, most = may.raise_from or NOTHING, may.raise_to or NOTHING
    right = min(max(to, least), most)
    if right != to:
        draft.emit(
            ev.BetCorrected(clause=ClauseId("637a.8(g)"), seat=seat, placed=Cents(to - bet), cents=Cents(right - bet))
        )
    return right


def take_chips_back(draft: PokerDraft, command: cmd.TakeChipsBack) -> None:
    """No player touches chips once they are in the pot."""
    raise refuse(
        Code.CHIPS_IN_THE_POT_STAY,
        ClauseId("637a.8(h)"),
        f"seat {draft.seat} may not touch chips in the pot",
        ("ask the dealer for change",),
    )


# Cards thrown away.


def throw_away(draft: PokerDraft, command: cmd.ThrowAwayCards) -> None:
    """Throwing cards away in turn is a fold, but not a way out of a bet that is owed."""
    state, seat = draft.state, draft.seat
    if not has_hand(draft, seat):
        raise refuse(Code.SEAT_IS_ASKED, ClauseId("637a.18(l)(1)"), f"seat {seat} has no hand to throw away")
    if state.status in (Status.RESHUFFLING, Status.CHOOSING):
        raise refuse(
            Code.STEP_IS_DUE, ClauseId("637a.18(l)(1)"), "cards are being dealt; a hand is thrown away after that"
        )
    if state.status is Status.AWARDING:
        raise refuse(Code.DECISION_IS_OFFERED, ClauseId("637a.7(d)"), f"seat {seat} is left alone and has won the pot")
    if seat in state.round.shown:
        raise refuse(Code.DECISION_IS_OFFERED, ClauseId("637a.18(e)"), f"seat {seat} has shown its hand, which stays")
    if state.status is Status.SHOWDOWN and not may_muck(draft, seat):
        raise refuse(
            Code.DECISION_IS_OFFERED,
            ClauseId("637a.18(e)"),
            f"seat {seat} may not discard its hand unseen",
            (f"seat {seat} show",),
        )
    if command.turned and draft.game.opens is not Opens.FORCED_BET:
        raise refuse(
            Code.DECISION_IS_OFFERED, ClauseId("637a.18(l)(1)(ii)"), f"{draft.game.name} has no up cards to turn down"
        )
    clause = ClauseId("637a.18(l)(1)(ii)") if command.turned else ClauseId("637a.18(l)(1)(i)")
    if state.status is not Status.BETTING or seat != state.round.actor:
        # A bet that was placed or announced stays (637a.18(l)(2)); a hand thrown away was not protected.
        owed = state.round.bets.get(seat, 0) > 0
        drop_hand(draft, seat, ClauseId("637a.18(l)(2)") if owed else ClauseId("637a.18(k)"), "thrown away out of turn")
        return
    draft.emit(ev.FoldedByGesture(clause=clause, seat=seat, turned=command.turned))
    if state.round.pending_seat == seat:
        _fold_and_keep_obligation(draft, seat)
        return
    _act(draft, seat, "fold")


def _fold_and_keep_obligation(draft: PokerDraft, seat: Seat) -> None:
    _keep_obligation(draft, seat)
    if _round_goes_on(draft) and seat in draft.state.round.contending:
        drop_hand(draft, seat, ClauseId("637a.18(l)(2)"), "thrown away after a binding statement")


def _round_goes_on(draft: PokerDraft) -> bool:
    return draft.state.status is not Status.BETWEEN_ROUNDS


def _keep_obligation(draft: PokerDraft, seat: Seat) -> None:
    """What was announced or pushed forward is bet all the same."""
    state = draft.state
    raises, total = state.round.pending_raise, state.round.pending_cents
    draft.emit(ev.ChipsPlaced(clause=ClauseId("637a.18(l)(2)"), seat=seat, total=total))
    if raises:
        _act(draft, seat, "raise", _corrected(draft, seat, Cents(state.round.bets.get(seat, 0) + total)))
    else:
        _complete(draft, seat, total)
