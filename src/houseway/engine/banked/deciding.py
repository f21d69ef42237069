"""Players answer when they are asked: wagers by decision, folds, settings, surrenders; and the bank's hand is revealed."""

from __future__ import annotations

from houseway.cards import text_of
from houseway.engine.accounts import area_account
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.banked.dealing import advance, current_phase, due
from houseway.engine.banked.draft import Draft
from houseway.engine.banked.settling import lose
from houseway.engine.banked.state import DEALER, Status
from houseway.engine.banked.wagering import check_covered, check_seated
from houseway.engine.refusal import Code, refuse
from houseway.money import dollars
from houseway.rules.game import Decide, Does, Option, Reveal
from houseway.rules.showdown import Setting

SET, HOUSE_WAY = "set", "house way"


def decide(draft: Draft, command: cmd.Decide) -> None:
    state = draft.state
    check_seated(draft, command.seat)
    _check_not_placed(draft, command)
    phase = current_phase(draft)
    if state.status is not Status.PLAYING or not isinstance(phase, Decide):
        raise refuse(Code.SEAT_IS_ASKED, draft.procedures.no_more_bets, "no player is being asked now", (due(draft),))
    _check_asked(draft, phase, command.seat)
    for option in phase.options:
        if option.word == command.word:
            break
    else:
        raise refuse(
            Code.DECISION_IS_OFFERED,
            phase.clause,
            f"seat {command.seat} cannot {_echoed(command.word)!r} at this point",
            legal_words(draft, phase, command.seat),
        )
    if command.cents and option.does is not Does.WAGER:
        raise refuse(
            Code.AMOUNT_IS_LAWFUL,
            option.clause,
            f"seat {command.seat}: {option.word!r} takes no amount",
            legal_words(draft, phase, command.seat),
        )
    match option.does:
        case Does.WAGER:
            _wager(draft, phase, option, command)
        case Does.WAIT:
            draft.emit(ev.Decided(option.clause, command.seat, phase.id, option.word))
        case Does.FOLD:
            _fold(draft, phase, option, command.seat)
        case Does.SET:
            _set(draft, phase, option, command)
        case Does.SURRENDER:
            _surrender(draft, phase, option, command.seat)
    if not state.asked:
        advance(draft)


def _echoed(word: str) -> str:
    return word if len(word) <= 40 else f"{word[:40]}…"


def legal_words(draft: Draft, phase: Decide, seat: int) -> tuple[str, ...]:
    """What the seat may answer, amounts included."""
    words = []
    for option in phase.options:
        if option.does is not Does.WAGER or option.of is None:
            words.append(option.word)
            continue
        base = draft.state.wagers.get((seat, option.of), 0)
        if option.any_chip:
            words.append(f"{option.word} 1 to {base * option.most_times}")
        elif option.least_times == option.most_times:
            exact = base * option.least_times
            words.append(f"{option.word} {exact}" if option.word == "raise" else option.word)
        else:
            words += [f"{option.word} {base * times}" for times in range(option.least_times, option.most_times + 1)]
    return tuple(words)


def _check_not_placed(draft: Draft, command: cmd.Decide) -> None:
    """Hands that were set and placed face down are not touched again."""
    arrangement = draft.game.arrangement
    if arrangement is not None and command.word in (SET, HOUSE_WAY) and command.seat in draft.state.settings:
        raise refuse(
            Code.SEAT_IS_ASKED,
            arrangement.final,
            f"seat {command.seat} has set and placed its hands, which stay as they are",
            (due(draft),),
        )


def _check_asked(draft: Draft, phase: Decide, seat: int) -> None:
    state = draft.state
    asked = state.asked if phase.any_order else state.asked[:1]
    if seat not in asked:
        raise refuse(
            Code.SEAT_IS_ASKED,
            phase.clause,
            f"seat {seat} is not asked now; {due(draft)}",
            tuple(f"seat {one}" for one in asked),
        )
    if state.exposed:
        pending = min(state.exposed)
        raise refuse(
            Code.STEP_IS_DUE, phase.clause, f"seat {pending} must first say whether the exposed hand is played or void"
        )


def _wager(draft: Draft, phase: Decide, option: Option, command: cmd.Decide) -> None:
    state, seat = draft.state, command.seat
    assert option.wager is not None and option.of is not None
    base = state.wagers[seat, option.of]
    least, most = base * option.least_times, base * option.most_times
    cents = command.cents
    if cents == 0 and least == most:
        cents = most
    whole = option.any_chip or cents % base == 0
    least = 1 if option.any_chip else least
    if not least <= cents <= most or not whole:
        raise refuse(
            Code.AMOUNT_IS_LAWFUL,
            option.clause,
            f"seat {seat} cannot {option.word} {dollars(cents)} on {draft.game.wagers[option.of].name} of {dollars(base)}",
            legal_words(draft, phase, seat),
        )
    check_covered(draft, seat, cents)
    posting = (draft.account(seat), area_account(seat, option.wager), cents)
    draft.emit(ev.Decided(option.clause, seat, phase.id, option.word, option.wager, cents, postings=(posting,)))


def _fold(draft: Draft, phase: Decide, option: Option, seat: int) -> None:
    draft.emit(ev.Decided(option.clause, seat, phase.id, option.word, folds=True))
    under = dict(option.collects_under)
    for wager in option.collects:
        if (seat, wager) in draft.state.live:
            lose(draft, seat, wager, under.get(wager, option.clause))


def _set(draft: Draft, phase: Decide, option: Option, command: cmd.Decide) -> None:
    seat, arrangement = command.seat, draft.game.arrangement
    assert arrangement is not None
    _check_larger_first(draft, seat)
    held = draft.state.hands[seat]
    if option.word == HOUSE_WAY:
        setting = arrangement.bank(held)
    else:
        setting = Setting(command.high, command.low)
        if (
            len(command.high) != arrangement.high
            or len(command.low) != arrangement.low
            or sorted((*command.high, *command.low)) != sorted(held)
        ):
            raise refuse(
                Code.HANDS_ARE_OF_THE_CARDS_HELD,
                arrangement.clause,
                f"seat {seat} holds {text_of(held)}; a high hand of {arrangement.high} and a low hand of "
                f"{arrangement.low} must use each of these cards once",
                (f"set {arrangement.high} / {arrangement.low} of {text_of(held)}",),
            )
        wrong = arrangement.check(held, setting)
        if wrong is not None:
            legal = [f"{text_of(one.high)} / {text_of(one.low)}" for one in arrangement.legal(held)]
            raise refuse(Code.HANDS_ARE_SET_LAWFULLY, arrangement.clause, f"seat {seat}: {wrong}", legal)
    draft.emit(ev.Decided(option.clause, seat, phase.id, option.word))
    draft.emit(ev.HandsSet(arrangement.clause, seat, *setting, house_way=option.word == HOUSE_WAY))


def _check_larger_first(draft: Draft, seat: int) -> None:
    """A player with two areas sets the hand with the larger wager first, equal ones counterclockwise."""
    state = draft.state
    main = draft.game.main_wager.id
    own = [one for one in state.asked if state.seats[one] == state.seats[seat] and one != seat]
    mine = state.wagers.get((seat, main), 0)
    for other in own:
        theirs = state.wagers.get((other, main), 0)
        if theirs > mine or (theirs == mine and other > seat):
            raise refuse(
                Code.LARGER_WAGER_IS_SET_FIRST,
                draft.procedures.adjacent,
                f"the hand at seat {other} is set before the one at seat {seat}",
                (f"seat {other} first",),
            )


def _surrender(draft: Draft, phase: Decide, option: Option, seat: int) -> None:
    state, game = draft.state, draft.game
    player = state.seats[seat]
    optional = [
        game.wagers[id].name
        for (other, id) in state.wagers
        if state.seats[other] == player and not game.wagers[id].main
    ]
    if optional:
        raise refuse(
            Code.SURRENDER_NEEDS_NO_OPTIONAL_WAGER,
            option.clause,
            f"seat {seat} has placed the {optional[0]} and so may not surrender",
            ("play the hand out",),
        )
    draft.emit(ev.Decided(option.clause, seat, phase.id, option.word, surrenders=True))
    for wager in option.collects:
        lose(draft, seat, wager, option.clause, payer=draft.collector(wager))


def reveal(draft: Draft, command: cmd.RevealBank) -> None:
    """Turn the bank's cards and set its hands; a hand set otherwise than the house way is reset."""
    state, game = draft.state, draft.game
    phase = current_phase(draft)
    if not isinstance(phase, Reveal):
        whose = "dealer" if state.bank is None else "bank"
        raise refuse(
            Code.STEP_IS_DUE, draft.procedures.chips, f"the {whose}'s hand is not due to be revealed", (due(draft),)
        )
    bank = DEALER if state.bank is None else state.bank
    draft.emit(ev.BankRevealed(phase.clause, state.hands[bank]))
    arrangement = game.arrangement
    if arrangement is not None:
        stated = Setting(command.high, command.low) if command.high or command.low else None
        if bank == DEALER or state.co_bank:
            _set_by_house(draft, bank, stated)
        else:
            # A bank that left during the round has set nothing.
            if bank not in state.settings or not arrangement.proper(state.settings[bank]):
                _reset(draft, bank)
            if state.dealer_wager:
                _set_by_house(draft, DEALER, stated)
    advance(draft)


def _set_by_house(draft: Draft, seat: int, stated: Setting | None) -> None:
    arrangement = draft.game.arrangement
    assert arrangement is not None
    held = draft.state.hands[seat]
    setting = arrangement.bank(held)
    if stated is not None and sorted((*stated.high, *stated.low)) != sorted(held):
        raise refuse(
            Code.HANDS_ARE_OF_THE_CARDS_HELD,
            arrangement.bank_clause,
            f"the hand to be set is {text_of(held)}, not {text_of((*stated.high, *stated.low))}",
            (f"{text_of(setting.high)} / {text_of(setting.low)}",),
        )
    if stated is not None and (set(stated.high), set(stated.low)) != (set(setting.high), set(setting.low)):
        if "wrong_setting" in draft.game.irregularities:
            _reset(draft, seat)
            return
        # A chapter without a remedy for it: only a setting as good as the house's own stands.
        if not arrangement.proper(stated):
            raise refuse(
                Code.HANDS_ARE_SET_LAWFULLY,
                arrangement.bank_clause,
                f"the dealer's hands of {text_of(held)} are not set so",
                (f"{text_of(setting.high)} / {text_of(setting.low)}",),
            )
        setting = stated
    draft.emit(ev.HandsSet(arrangement.bank_clause, seat, *setting, house_way=True))


def _reset(draft: Draft, seat: int) -> None:
    arrangement = draft.game.arrangement
    assert arrangement is not None
    wrong = draft.game.irregularities["wrong_setting"]
    setting = arrangement.bank(draft.state.hands[seat])
    draft.emit(ev.IrregularityRuled(wrong.clause, wrong.cause, wrong.remedy, seat))
    draft.emit(ev.HandsSet(wrong.clause, seat, *setting, house_way=True, reset=True))
