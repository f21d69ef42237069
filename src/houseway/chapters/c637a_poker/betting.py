"""Betting rounds: who acts, what is legal, and what an action leads to (637a.8, reading 637a-betting)."""

from __future__ import annotations

from collections.abc import Set

import msgspec

from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.awarding import begin_showdown, take_rake_so_far, win_uncontested
from houseway.chapters.c637a_poker.draft import POT, PokerDraft, looking_at
from houseway.chapters.c637a_poker.hands import best_showing
from houseway.chapters.c637a_poker.posting import post_forced
from houseway.chapters.c637a_poker.pots import return_uncalled
from houseway.chapters.c637a_poker.rules import Opens, PokerRules, Structure
from houseway.chapters.c637a_poker.state import PokerState, Status
from houseway.clause import ClauseId
from houseway.engine.accounts import Posting
from houseway.engine.refusal import Code, refuse
from houseway.money import NOTHING, Cents, dollars
from houseway.seats import NOBODY, Seat

# Looked up once: they are asked for with every bet.
FIXED_LIMIT, SPREAD_LIMIT, POT_LIMIT = Structure.FIXED_LIMIT, Structure.SPREAD_LIMIT, Structure.POT_LIMIT
BETTING, FORCED_BET = Status.BETTING, Opens.FORCED_BET
_NO_SEATS: frozenset[Seat] = frozenset()
_NO_POSTINGS: tuple[Posting, ...] = ()


class Options(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What a seat may do: amounts are its total in this betting round. ``raise_from`` None: it may not bet or raise."""

    seat: Seat
    check: bool
    call: Cents
    opens: bool
    raise_from: Cents | None
    raise_to: Cents | None

    @property
    def words(self) -> tuple[str, ...]:
        """The options as a player would write them."""
        said = ["fold", "check"] if self.check else ["fold", f"call {self.call}"]
        if self.raise_from is not None:
            word = "bet" if self.opens else "raise to"
            span = f"{self.raise_from}" if self.raise_from == self.raise_to else f"{self.raise_from} to {self.raise_to}"
            said.append(f"{word} {span}")
        return tuple(said)


def unit(draft: PokerDraft) -> Cents:
    """The bet of this street in a fixed-limit game, or the least bet in any other."""
    rules, kill, agreed = draft.rules, draft.state.kill, draft.state.agreed_minimum
    if rules.structure is FIXED_LIMIT:
        cents = rules.big_bet if draft.street.big_bet else rules.small_bet
        # A higher minimum all players agreed to raises both limits in proportion.
        return rules.times(Cents(cents * agreed // rules.small_bet) if agreed else cents, kill=kill)
    return rules.times(max(rules.minimum_bet, agreed), kill=kill)


def options(draft: PokerDraft, seat: Seat) -> Options:
    """What is legal for the seat whose turn it is."""
    round = draft.state.round
    bet, stack, current = round.bets.get(seat, 0), draft.stack(seat), round.current
    owes = current - bet
    call = Cents(min(owes, stack))
    opens = current == 0
    if stack <= owes or not _may_raise(draft, seat):
        return Options(seat=seat, check=owes <= 0, call=call, opens=opens, raise_from=None, raise_to=None)
    everything = bet + stack
    least, most = _raise_range(draft, bet, everything)
    return Options(
        seat=seat,
        check=owes <= 0,
        call=call,
        opens=opens,
        raise_from=Cents(min(least, everything)),
        raise_to=Cents(min(max(most, least), everything)),
    )


def options_now(rules: PokerRules, state: PokerState) -> Options | None:
    """What the seat whose turn it is may do; None when nobody is asked for a bet."""
    return options(looking_at(rules, state), state.round.actor) if state.status is BETTING else None


def _may_raise(draft: PokerDraft, seat: Seat) -> bool:
    round, rules = draft.state.round, draft.rules
    # To bet first, or to complete a Forced Bet, is no raise.
    if _is_capped(draft) and round.current and _is_completed(draft):
        return False
    faced = round.faced.get(seat)
    if faced is None:
        return True
    if not rules.check_raise and seat in round.checked:
        return False
    # Completing a Forced Bet is a full bet to a seat that had only called the Forced Bet.
    if round.street == 0 and round.opener and faced < unit(draft) <= round.current:
        return True
    # A seat that has acted may raise again only over a full raise, or over short ones that add up to it.
    grown = round.current - faced
    full = round.raise_size
    if rules.half_bet_reopens and rules.structure is FIXED_LIMIT:
        return grown * 2 >= full
    return grown >= full


def _is_capped(draft: PokerDraft) -> bool:
    """Whether as many raises as are posted have been made in this betting round."""
    cap, round = draft.rules.raise_cap, draft.state.round
    if cap is None or (not draft.rules.raise_cap_heads_up and len(round.contending) == 2):
        return False
    return round.raises >= cap


def _is_completed(draft: PokerDraft) -> bool:
    """Whether the bet to raise is a full one; a Forced Bet as large as the least bet needs no completion."""
    return draft.state.round.completed or draft.state.round.current >= unit(draft)


def _raise_range(draft: PokerDraft, bet: int, everything: int) -> tuple[int, int]:
    """The least and the greatest total a full bet or raise may come to, for a seat that has bet and can bet so much."""
    state, rules, round = draft.state, draft.rules, draft.state.round
    current, base, structure = round.current, unit(draft), rules.structure
    completed = round.completed or current >= base
    if structure is FIXED_LIMIT:
        target = current + base if completed else base
        return target, target
    if not completed and _is_capped(draft):
        # More than the completion would be a raise.
        return base, base
    if structure is SPREAD_LIMIT:
        most = rules.times(rules.greatest_bet(round.street), kill=state.kill)
        return (current + min(max(base, round.raise_size), most) if completed else base), current + most
    greatest = everything
    if structure is POT_LIMIT:
        # The pot is what was bet less the rake already taken from it (637a.1).
        pot = sum(round.paid.values()) + round.dead - sum(round.raked.values())
        greatest = current + pot + (current - bet)
    return (current + round.raise_size if completed else base), greatest


def act(draft: PokerDraft, seat: Seat, word: str, to: Cents = NOTHING) -> None:
    """Carry out an action of the seat whose turn it is; ``to`` is its total in this betting round."""
    round = draft.state.round
    clause = draft.rules.game.streets[round.street].betting_clause if round.street >= 0 else ClauseId("637a.7(c)")
    if round.status is not BETTING:
        raise refuse(Code.SEAT_IS_ASKED, clause, f"no betting round is under way; the table is {round.status.value}")
    if seat != round.actor:
        raise refuse(
            Code.SEAT_IS_ASKED,
            clause,
            f"it is seat {round.actor}'s turn, not seat {seat}'s",
            (f"seat {round.actor}",),
        )
    bet = round.bets.get(seat, NOTHING)
    owes = round.current - bet
    match word:
        case "fold":
            _record(draft, seat, "fold", NOTHING, bet, clause)
        case "check":
            if owes > 0:
                legal = options(draft, seat).words
                raise refuse(Code.DECISION_IS_OFFERED, clause, f"seat {seat} faces a bet and cannot check", legal)
            _record(draft, seat, "check", NOTHING, bet, clause)
        case "call":
            if owes <= 0:
                legal = options(draft, seat).words
                raise refuse(Code.DECISION_IS_OFFERED, clause, f"seat {seat} has no bet to call", legal)
            cents = Cents(min(owes, draft.stack(seat)))
            # Nothing needs to be named; what is named is what is put in, or what it comes to in this betting round.
            if to and to not in (cents, bet + cents):
                says = f"seat {seat} calls {dollars(cents)}, not {dollars(to)}"
                raise refuse(Code.AMOUNT_IS_LAWFUL, clause, says, options(draft, seat).words)
            _record(draft, seat, "call", cents, Cents(bet + cents), clause)
        case "bet" | "raise":
            _check_raise(draft, word, to, options(draft, seat), clause)
            _record(draft, seat, word, Cents(to - bet), to, clause)
        case _:
            raise refuse(
                Code.DECISION_IS_OFFERED,
                clause,
                f"seat {seat} cannot {word!r}; it may fold, check, call, bet or raise",
                options(draft, seat).words,
            )


def _check_raise(draft: PokerDraft, word: str, to: Cents, may: Options, clause: ClauseId) -> None:
    seat = may.seat
    if (word == "bet") != may.opens:
        said = "there is a bet already; raise it" if word == "bet" else "there is no bet to raise; bet"
        raise refuse(Code.DECISION_IS_OFFERED, clause, f"seat {seat}: {said}", may.words)
    if may.raise_from is None or may.raise_to is None:
        checked = not draft.rules.check_raise and seat in draft.state.round.checked
        posted = ClauseId("637a.8(j)") if checked else ClauseId("637a.8(k)")
        raise refuse(Code.DECISION_IS_OFFERED, posted, f"seat {seat} may not {word} now", may.words)
    everything = draft.state.round.bets.get(seat, 0) + draft.stack(seat)
    # All of a short stack is always a lawful bet: the player is all-in.
    if not may.raise_from <= to <= may.raise_to and not (to == everything <= may.raise_to):
        span = dict.fromkeys(map(dollars, (may.raise_from, may.raise_to)))
        said = "raise to" if word == "raise" else "bet"
        says = f"seat {seat} cannot {said} {dollars(to)}, only {' to '.join(span)}"
        raise refuse(Code.AMOUNT_IS_LAWFUL, ClauseId("637a.8(k)"), says, may.words)
    lawful = (everything, may.raise_from, may.raise_to)
    if draft.rules.smallest_chip > 1 and to % draft.rules.smallest_chip and to not in lawful:
        raise refuse(
            Code.AMOUNT_IS_LAWFUL,
            ClauseId("637a.8(k)"),
            f"{dollars(to)} cannot be made with chips of {dollars(draft.rules.smallest_chip)}",
            may.words,
        )


def _record(draft: PokerDraft, seat: Seat, word: str, cents: Cents, to: Cents, clause: ClauseId) -> None:
    round, rules = draft.state.round, draft.rules
    current, size, raises, completed = round.current, round.raise_size, round.raises, round.completed
    if not completed:
        # A Forced Bet as large as the least bet needs no completion.
        completed = current >= unit(draft)
    if to > current:
        grown = to - current
        if not completed:
            # The first raise over a Forced Bet completes it and does not count toward the cap.
            completed = to >= unit(draft)
            size = Cents(max(unit(draft), grown)) if rules.structure is not FIXED_LIMIT else size
        elif current == 0:
            size = max(size, to)
        elif grown >= size:
            size, raises = Cents(grown) if rules.structure is not FIXED_LIMIT else size, raises + 1
        elif rules.half_bet_reopens and rules.structure is FIXED_LIMIT and grown * 2 >= size:
            raises += 1
        current = to
    all_in, postings = False, _NO_POSTINGS
    if cents:
        all_in, postings = cents == draft.stack(seat), ((draft.account(seat), POT, cents),)
    folded = {seat} if word == "fold" else _NO_SEATS
    out = {seat} if all_in else _NO_SEATS
    actor = next_actor(draft, seat, current, to, folded, out)
    draft.emit(
        ev.Acted(
            clause=clause,
            seat=seat,
            word=word,
            cents=cents,
            to=to,
            all_in=all_in,
            actor=actor,
            current=current,
            raise_size=size,
            raises=raises,
            completed=completed,
            postings=postings,
        ),
    )
    if actor == 0:
        end_betting(draft)


def next_actor(
    draft: PokerDraft, seat: Seat, current: int, to: int, folded: Set[Seat], out: Set[Seat], *, or_itself: bool = False
) -> Seat:
    """The next seat to act, or the seat itself if it is still asked; 0 if the betting round is complete."""
    round = draft.state.round
    order, bets, faced = round.order, round.bets, round.faced
    gone = round.folded | folded if folded else round.folded
    if len(order) - len(gone) == 1:
        return NOBODY
    idle, alone = gone, False
    if out or round.all_in:
        idle = gone | round.all_in | out
        # A player alone against hands that are all-in is asked only for what is owed.
        alone = len(order) - len(idle) <= 1
        if alone:
            # Nobody is left to bet against: what the others have in is all there is to match.
            last = next((one for one in order if one not in idle), NOBODY)
            current = max([to if one == seat else bets.get(one, 0) for one in order if one not in gone and one != last])
    place = order.index(seat)
    # Clockwise from the next seat around to the one before.
    for one in order[place + (not or_itself) :] + order[:place]:
        if one not in idle and ((one not in faced and not alone) or bets.get(one, 0) < current):
            return one
    return NOBODY


def open_betting(draft: PokerDraft) -> None:
    """Post the Forced Bet if one is due, then begin betting or go on."""
    round = draft.state.round
    if round.street == 0 and draft.rules.game.opens is FORCED_BET and len(round.contending) > 1:
        post_forced(draft)
    if not begin_betting(draft):
        go_on(draft)


def when_all_answered(draft: PokerDraft) -> None:
    """When nobody is left to draw or to choose, betting begins."""
    if draft.state.status is Status.DEALING:
        open_betting(draft)


def begin_betting(draft: PokerDraft) -> bool:
    """Open the betting round of a street; False if nobody is asked."""
    round, rules = draft.state.round, draft.rules
    first = round.street == 0
    contending = round.contending
    nominal = NOTHING
    if first:
        # A blind or Forced Bet of a stack too short for it is still the bet the others face.
        players = contending if rules.game.blinds_after_cards else round.order
        posted = rules.blinds[: len(players)] if round.last_blind else (rules.forced_bet,)
        nominal = max([*round.bets.values(), *posted])
    size = unit(draft)
    if first and round.last_blind and rules.structure is not FIXED_LIMIT:
        # The largest blind or the straddle is the last full bet, so a raise is at least as much again.
        size = max(size, nominal)
    able = [seat for seat in contending if seat not in round.all_in] if round.all_in else contending
    if len(contending) < 2 or not able:
        return False
    if len(able) == 1 and round.bets.get(able[0], 0) >= max(
        [round.bets.get(seat, 0) for seat in contending if seat != able[0]]
    ):
        return False
    actor = _first_actor(draft, able)
    if actor == 0:
        return False
    draft.emit(
        ev.BettingBegan(
            clause=rules.game.streets[round.street].betting_clause,
            street=round.street,
            actor=actor,
            current=nominal,
            raise_size=size,
        )
    )
    return True


def _first_actor(draft: PokerDraft, able: list[Seat]) -> Seat:
    state, round = draft.state, draft.state.round
    if draft.rules.game.opens is FORCED_BET:
        ring = draft.clockwise_from(round.opener) if round.street == 0 else stud_order(draft)
    elif round.street == 0:
        ring = draft.clockwise_from(round.straddler or round.last_blind or state.button)
    else:
        ring = draft.clockwise_from(state.button)
    for seat in ring:
        if seat in able:
            return seat
    return NOBODY


def stud_order(draft: PokerDraft) -> tuple[Seat, ...]:
    """The seats clockwise, beginning with the best hand showing, ties to the closest to the dealer's left."""
    state = draft.state
    best = best_showing(draft.game, state)
    order = tuple(sorted(state.round.order))
    place = order.index(best)
    return order[place:] + order[:place]


def end_betting(draft: PokerDraft) -> None:
    """Close the betting round: an uncalled bet goes back, then the next street or the end."""
    draft.emit(ev.BettingEnded(clause=draft.street.betting_clause, street=draft.state.round.street))
    go_on(draft)


def go_on(draft: PokerDraft) -> None:
    """After a betting round: the end if one player is left, a showdown after the last street, or the next street."""
    round = draft.state.round
    return_uncalled(draft)
    if len(round.order) - len(round.folded) == 1:
        win_uncontested(draft)
        return
    take_rake_so_far(draft)
    if round.street == len(draft.rules.game.streets) - 1:
        begin_showdown(draft)
