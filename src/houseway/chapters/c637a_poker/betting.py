"""Betting rounds: who acts, what is legal, and what an action leads to (637a.8, reading 637a-betting)."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.awarding import begin_showdown, finish, take_rake_so_far
from houseway.chapters.c637a_poker.draft import POT, PotDraft
from houseway.chapters.c637a_poker.hands import best_showing
from houseway.chapters.c637a_poker.pots import return_uncalled
from houseway.chapters.c637a_poker.rules import Opens, Structure
from houseway.chapters.c637a_poker.state import PotStatus
from houseway.engine.refusal import Code, refuse
from houseway.money import dollars

_NOBODY: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Options:
    """What a seat may do: amounts are its total in this betting round. ``raise_from`` None: it may not bet or raise."""

    seat: int
    check: bool
    call: int
    raise_from: int | None
    raise_to: int | None
    opens: bool

    @property
    def words(self) -> tuple[str, ...]:
        """The options as a player would write them."""
        said = ["fold", "check"] if self.check else ["fold", f"call {self.call}"]
        if self.raise_from is not None:
            word = "bet" if self.opens else "raise to"
            span = f"{self.raise_from}" if self.raise_from == self.raise_to else f"{self.raise_from} to {self.raise_to}"
            said.append(f"{word} {span}")
        return tuple(said)


def unit(draft: PotDraft) -> int:
    """The bet of this street in a fixed-limit game, or the least bet in any other."""
    rules = draft.rules
    kill = draft.state.kill
    agreed = draft.state.agreed_minimum
    if rules.structure is Structure.FIXED_LIMIT:
        cents = rules.big_bet if draft.street.big_bet else rules.small_bet
        # A higher minimum all players agreed to raises both limits in proportion.
        return rules.times(cents * agreed // rules.small_bet if agreed else cents, kill=kill)
    return rules.times(max(rules.minimum_bet, agreed), kill=kill)


def options(draft: PotDraft, seat: int) -> Options:
    """What is legal for the seat whose turn it is."""
    state = draft.state
    bet, stack, current = state.bets.get(seat, 0), draft.stack(seat), state.current
    owes = current - bet
    call = min(owes, stack)
    opens = current == 0
    if stack <= owes or not _may_raise(draft, seat):
        return Options(seat, owes <= 0, call, None, None, opens)
    least, most = _raise_range(draft, seat)
    everything = bet + stack
    least, most = min(least, everything), min(max(most, least), everything)
    return Options(seat, owes <= 0, call, least, most, opens)


def _may_raise(draft: PotDraft, seat: int) -> bool:
    state, rules = draft.state, draft.rules
    if rules.raise_cap is not None and state.raises >= rules.raise_cap:
        return False
    faced = state.faced.get(seat)
    if faced is None:
        return True
    if not rules.check_raise and faced == 0:
        return False
    # Completing a Forced Bet is a full bet to a seat that had only called the Forced Bet.
    if state.street == 0 and state.opener and faced < unit(draft) <= state.current:
        return True
    # A seat that has acted may raise again only over a full raise, or over short ones that add up to it.
    grown = state.current - faced
    full = state.raise_size
    if rules.half_bet_reopens and rules.structure is Structure.FIXED_LIMIT:
        return grown * 2 >= full
    return grown >= full


def _is_completed(draft: PotDraft) -> bool:
    """Whether the bet to raise is a full one; a Forced Bet as large as the least bet needs no completion."""
    return draft.state.completed or draft.state.current >= unit(draft)


def _raise_range(draft: PotDraft, seat: int) -> tuple[int, int]:
    """The least and the greatest total a full bet or raise may come to."""
    state, rules = draft.state, draft.rules
    current, base = state.current, unit(draft)
    bet, stack = state.bets.get(seat, 0), draft.stack(seat)
    match rules.structure:
        case Structure.FIXED_LIMIT:
            target = base if not _is_completed(draft) else current + base
            return target, target
        case Structure.SPREAD_LIMIT:
            most = rules.times(rules.maximum_bet, kill=state.kill)
            if not _is_completed(draft):
                return base, current + most
            return current + max(base, state.raise_size), current + most
        case Structure.POT_LIMIT:
            # The pot is what was bet less the rake already taken from it (637a.1).
            pot = sum(state.paid.values()) + state.dead - sum(state.raked.values())
            greatest = current + pot + (current - bet)
        case _:
            greatest = bet + stack
    if not _is_completed(draft):
        return base, greatest
    return current + state.raise_size, greatest


def act(draft: PotDraft, command: cmd.Act) -> None:
    """Carry out an action of the seat whose turn it is."""
    state, seat = draft.state, command.seat
    clause = draft.street.betting_clause if state.street >= 0 else "637a.7(c)"
    if state.status is not PotStatus.BETTING:
        raise refuse(Code.SEAT_IS_ASKED, clause, f"no betting round is under way; the table is {state.status.value}")
    if seat != state.actor:
        raise refuse(
            Code.SEAT_IS_ASKED, clause, f"it is seat {state.actor}'s turn, not seat {seat}'s", (f"seat {state.actor}",)
        )
    bet = state.bets.get(seat, 0)
    owes = state.current - bet
    match command.word:
        case "fold":
            _record(draft, seat, "fold", 0, bet, clause)
        case "check":
            if owes > 0:
                legal = options(draft, seat).words
                raise refuse(Code.DECISION_IS_OFFERED, clause, f"seat {seat} faces a bet and cannot check", legal)
            _record(draft, seat, "check", 0, bet, clause)
        case "call":
            if owes <= 0:
                legal = options(draft, seat).words
                raise refuse(Code.DECISION_IS_OFFERED, clause, f"seat {seat} has no bet to call", legal)
            cents = min(owes, draft.stack(seat))
            _record(draft, seat, "call", cents, bet + cents, clause)
        case "bet" | "raise":
            _check_raise(draft, command, options(draft, seat), clause)
            _record(draft, seat, command.word, command.to - bet, command.to, clause)
        case _:
            raise refuse(
                Code.DECISION_IS_OFFERED,
                clause,
                f"seat {seat} cannot {command.word!r}; it may fold, check, call, bet or raise",
                options(draft, seat).words,
            )


def _check_raise(draft: PotDraft, command: cmd.Act, may: Options, clause: str) -> None:
    seat = command.seat
    if (command.word == "bet") != may.opens:
        said = "there is a bet already; raise it" if command.word == "bet" else "there is no bet to raise; bet"
        raise refuse(Code.DECISION_IS_OFFERED, clause, f"seat {seat}: {said}", may.words)
    if may.raise_from is None or may.raise_to is None:
        checked = not draft.rules.check_raise and draft.state.faced.get(seat) == 0
        posted = "637a.8(j)" if checked else "637a.8(k)"
        raise refuse(Code.DECISION_IS_OFFERED, posted, f"seat {seat} may not {command.word} now", may.words)
    everything = draft.state.bets.get(seat, 0) + draft.stack(seat)
    # All of a short stack is always a lawful bet: the player is all-in.
    if not may.raise_from <= command.to <= may.raise_to and not (command.to == everything <= may.raise_to):
        raise refuse(
            Code.AMOUNT_IS_LAWFUL, "637a.8(k)", f"seat {seat} cannot {command.word} to {dollars(command.to)}", may.words
        )
    lawful = (everything, may.raise_from, may.raise_to)
    if draft.rules.smallest_chip > 1 and command.to % draft.rules.smallest_chip and command.to not in lawful:
        raise refuse(
            Code.AMOUNT_IS_LAWFUL,
            "637a.8(k)",
            f"{dollars(command.to)} cannot be made with chips of {dollars(draft.rules.smallest_chip)}",
            may.words,
        )


def _record(draft: PotDraft, seat: int, word: str, cents: int, to: int, clause: str) -> None:
    state, rules = draft.state, draft.rules
    current, size, raises, completed = state.current, state.raise_size, state.raises, _is_completed(draft)
    if to > current:
        grown = to - current
        if not completed:
            # The first raise over a Forced Bet completes it and does not count toward the cap.
            completed = to >= unit(draft)
            size = max(unit(draft), grown) if rules.structure is not Structure.FIXED_LIMIT else size
        elif current == 0:
            size = max(size, to)
        elif grown >= size:
            size, raises = grown if rules.structure is not Structure.FIXED_LIMIT else size, raises + 1
        elif rules.half_bet_reopens and grown * 2 >= size:
            raises += 1
        current = to
    all_in = cents > 0 and cents == draft.stack(seat)
    postings = ((draft.account(seat), POT, cents),) if cents else ()
    folded = {seat} if word == "fold" else _NOBODY
    out = {seat} if all_in else _NOBODY
    actor = next_actor(draft, seat, current, to, folded, out)
    draft.emit(
        ev.Acted(clause, seat, word, cents, to, all_in, actor, current, size, raises, completed, postings),
    )
    if actor == 0:
        end_betting(draft)


def next_actor(draft: PotDraft, seat: int, current: int, to: int, folded: Set[int], out: Set[int]) -> int:
    """The next seat to act, or 0 if the betting round is complete."""
    state = draft.state
    order = state.order
    gone = state.folded | folded if folded else state.folded
    if len(order) - len(gone) == 1:
        return 0
    idle = gone | state.all_in | out if out or state.all_in else gone
    bets, faced = state.bets, state.faced
    # A player alone against hands that are all-in is asked only for what is owed.
    alone = len(order) - len(idle) <= 1
    if alone:
        # Nobody is left to bet against: what the others have in is all there is to match.
        last = next((one for one in order if one not in idle), 0)
        current = max([to if one == seat else bets.get(one, 0) for one in order if one not in gone and one != last])
    place = order.index(seat) + 1
    for one in order[place:] + order[: place - 1]:
        if one not in idle and (bets.get(one, 0) < current or (one not in faced and not alone)):
            return one
    return 0


def begin_betting(draft: PotDraft) -> bool:
    """Open the betting round of a street; False if nobody is asked."""
    state, rules = draft.state, draft.rules
    first = state.street == 0
    nominal = 0
    if first:
        # A blind or Forced Bet of a stack too short for it is still the bet the others face.
        posted = rules.blinds[: len(state.order)] if state.last_blind else (rules.forced_bet,)
        nominal = max([*state.bets.values(), *posted])
    size = unit(draft)
    if first and state.last_blind and rules.structure is not Structure.FIXED_LIMIT:
        # The largest blind or the straddle is the last full bet, so a raise is at least as much again.
        size = max(size, nominal)
    contending = state.contending
    able = [seat for seat in contending if seat not in state.all_in]
    if len(contending) < 2 or not able:
        return False
    if len(able) == 1 and state.bets.get(able[0], 0) >= max(
        [state.bets.get(seat, 0) for seat in contending if seat != able[0]]
    ):
        return False
    actor = _first_actor(draft, nominal, able)
    if actor == 0:
        return False
    draft.emit(ev.BettingBegan(draft.street.betting_clause, state.street, actor, nominal, size))
    return True


def _first_actor(draft: PotDraft, nominal: int, able: list[int]) -> int:
    state, game = draft.state, draft.game
    if game.opens is Opens.FORCED_BET:
        ring = draft.clockwise_from(state.opener) if state.street == 0 else stud_order(draft)
    elif state.street == 0:
        ring = draft.clockwise_from(state.straddler or state.last_blind or state.button)
    else:
        ring = draft.clockwise_from(state.button)
    return next((seat for seat in ring if seat in able), 0)


def stud_order(draft: PotDraft) -> list[int]:
    """The seats clockwise, beginning with the best hand showing, ties to the closest to the dealer's left."""
    state = draft.state
    best = best_showing(draft.game, state)
    order = sorted(state.order)
    place = order.index(best)
    return order[place:] + order[:place]


def end_betting(draft: PotDraft) -> None:
    """Close the betting round: an uncalled bet goes back, then the next street or the end."""
    draft.emit(ev.BettingEnded(draft.street.betting_clause, draft.state.street))
    go_on(draft)


def go_on(draft: PotDraft) -> None:
    """After a betting round: the end if one player is left, a showdown after the last street, or the next street."""
    state = draft.state
    return_uncalled(draft)
    if len(state.contending) == 1:
        finish(draft)
        return
    take_rake_so_far(draft)
    if state.street == len(draft.game.streets) - 1:
        begin_showdown(draft)
