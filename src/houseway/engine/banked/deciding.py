"""Players answer when they are asked: wagers by decision, folds, settings, surrenders; and the bank's hand is revealed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from houseway.cards import text_of
from houseway.clause import ClauseId
from houseway.engine.accounts import area_account
from houseway.engine.asking import Amounts, Ask
from houseway.engine.banked import commands as cmd
from houseway.engine.banked import events as ev
from houseway.engine.banked.asking import WAGER, asks
from houseway.engine.banked.dealing import advance, check_nothing_exposed
from houseway.engine.banked.draft import BankedDraft
from houseway.engine.banked.phases import current_phase, open_decision, optional_wagers
from houseway.engine.banked.settling import check_stub_counted, lose
from houseway.engine.banked.state import PLAYING
from houseway.engine.refusal import Code, refuse
from houseway.engine.roles import Role
from houseway.money import Cents, dollars
from houseway.rules.game import BankedGame, Decide, Does, Option, Reveal, Settle
from houseway.rules.showdown import Setting
from houseway.seats import DEALER, Seat
from houseway.written import nearest, shortened

SET, HOUSE_WAY = "set", "house way"


def decide(draft: BankedDraft, command: cmd.Decide) -> None:
    """A player answers; when nobody is asked any more the round goes on."""
    state, seat = draft.state, draft.seat
    _check_not_placed(draft, command)
    _check_sets_own_hands(draft, command)
    decision = open_decision(draft) if state.status is PLAYING else None
    if decision is None:
        raise refuse(
            Code.SEAT_IS_ASKED, draft.procedures.no_more_bets, "no player is being asked now", (draft.awaited,)
        )
    phase, asked = decision
    _check_may_surrender(draft, phase, command.word)
    _check_asked(draft, phase, asked, seat)
    for option in phase.options:
        if option.word == command.word:
            break
    else:
        raise refuse(
            Code.DECISION_IS_OFFERED,
            phase.clause,
            f"seat {seat} cannot {shortened(command.word)!r} at this point{_meant(command.word, phase)}",
            legal_words(draft, phase, seat),
        )
    if command.cents and option.does is not WAGER:
        raise refuse(
            Code.AMOUNT_IS_LAWFUL,
            option.clause,
            f"seat {seat}: {option.word!r} takes no amount",
            legal_words(draft, phase, seat),
        )
    _DONE[option.does](draft, phase, option, command)
    if phase.id == state.round.phase and not state.round.asked:
        advance(draft)


def _meant(said: str, phase: Decide) -> str:
    """What is told to whoever says nearly what may be said."""
    word = said.partition(" ")[0]
    if any(option.word == word and option.does is Does.WAGER for option in phase.options):
        return f"; an amount is written '{word} 1000' or '{word} $10'"
    return nearest(said, [option.word for option in phase.options], 0.7)


def legal_words(draft: BankedDraft, phase: Decide, seat: Seat) -> tuple[str, ...]:
    """What the seat may answer with the chips it has."""
    return words_of(draft.game, asks(draft, phase, seat))


def words_of(game: BankedGame, asks: Iterable[Ask]) -> tuple[str, ...]:
    """What is asked, as it may be answered; amounts in cents, as a stated round writes them."""
    words = []
    for ask in asks:
        if ask.amounts is None or ask.amounts.most is None:
            words.append(ask.word)
            continue
        least, most, step = ask.amounts.least, ask.amounts.most, ask.amounts.step
        if least == most:
            words.append(f"{ask.word} {most}" if _names_amounts(game, ask.word) else ask.word)
        elif step == 1:
            words.append(f"{ask.word} {least} to {most}")
        else:
            words += [f"{ask.word} {cents}" for cents in range(least, most + 1, step)]
    return tuple(words)


def _names_amounts(game: BankedGame, word: str) -> bool:
    """Whether a word is said with an amount: the game leaves a choice of it, here or when it asks again."""
    phases = [phase for phase in game.phases if isinstance(phase, Decide)]
    options = [option for phase in phases for option in phase.options if option.word == word]
    return any(option.least_times < option.most_times for option in options)


def _check_not_placed(draft: BankedDraft, command: cmd.Decide) -> None:
    """Hands that were set and placed face down are not touched again."""
    arrangement = draft.game.arrangement
    if arrangement is not None and command.word in (SET, HOUSE_WAY) and draft.seat in draft.round.settings:
        raise refuse(
            Code.SEAT_IS_ASKED,
            arrangement.final,
            f"seat {draft.seat} has set and placed its hands, which stay as they are",
            (draft.awaited,),
        )


def _check_sets_own_hands(draft: BankedDraft, command: cmd.Decide) -> None:
    """The dealer sets the hands of a bank that co-banks."""
    of, by = draft.round, draft.game.player_bank
    if by is not None and of.co_bank and draft.seat == of.bank and command.word in (SET, HOUSE_WAY):
        says = f"seat {draft.seat} co-banks, so the dealer sets its hands"
        raise refuse(Code.SEAT_IS_ASKED, by.co_bank_sets, says, (draft.awaited,))


def _check_may_surrender(draft: BankedDraft, phase: Decide, word: str) -> None:
    """Who has placed an optional wager is not asked to surrender, and is told why."""
    for option in phase.options:
        optional = optional_wagers(draft, draft.seat) if option.does is Does.SURRENDER and option.word == word else []
        if optional:
            says = f"seat {draft.seat} has placed the {draft.game.wagers[optional[0]].name} and so may not surrender"
            raise refuse(Code.SURRENDER_NEEDS_NO_OPTIONAL_WAGER, option.clause, says, ("play the hand out",))


def _check_asked(draft: BankedDraft, phase: Decide, asked: tuple[Seat, ...], seat: Seat) -> None:
    asked = asked if phase.any_order else asked[:1]
    if seat not in asked:
        raise refuse(
            Code.SEAT_IS_ASKED,
            phase.clause,
            f"seat {seat} is not asked now; {draft.awaited}",
            tuple(f"seat {one}" for one in asked),
        )
    check_nothing_exposed(draft)
    check_stub_counted(draft)


def _wager(draft: BankedDraft, phase: Decide, option: Option, command: cmd.Decide) -> None:
    state, seat = draft.state, draft.seat
    assert option.wager is not None and option.of is not None
    base = state.round.stake(seat, option.of)
    least, most = base * option.least_times, base * option.most_times
    cents = command.cents
    if cents == 0 and least == most:
        cents = Cents(most)
    whole = option.any_chip or cents % base == 0
    least = 1 if option.any_chip else least
    if not least <= cents <= most or not whole:
        legal = legal_words(draft, phase, seat)
        on = f"on {draft.game.wagers[option.of].with_article} of {dollars(base)}"
        if not cents:
            raise refuse(
                Code.AMOUNT_IS_LAWFUL, option.clause, f"seat {seat} names no amount to {option.word} {on}", legal
            )
        says = f"seat {seat} cannot {option.word} {dollars(cents)} {on}{_only(draft, phase, option, seat)}"
        raise refuse(Code.AMOUNT_IS_LAWFUL, option.clause, says, legal)
    has = draft.chips(seat)
    if cents > has:
        says = f"seat {seat} has {dollars(has)} in chips, not {dollars(cents)}"
        raise refuse(Code.WAGER_IS_COVERED, draft.procedures.chips, says, legal_words(draft, phase, seat))
    posting = (draft.account(seat), area_account(seat, option.wager), cents)
    draft.emit(
        ev.Decided(
            clause=option.clause,
            seat=seat,
            phase=phase.id,
            word=option.word,
            wager=option.wager,
            cents=cents,
            postings=(posting,),
        )
    )


def _only(draft: BankedDraft, phase: Decide, option: Option, seat: Seat) -> str:
    """The amounts the seat may name with the chips it has, in dollars; nothing if there are none."""
    for ask in asks(draft, phase, seat):
        if ask.word == option.word and ask.amounts is not None and ask.amounts.most is not None:
            least, most = ask.amounts.least, ask.amounts.most
            return f", only {f'{dollars(least)} to {dollars(most)}' if option.any_chip else _each(ask.amounts)}"
    return ""


def _each(amounts: Amounts) -> str:
    return " or ".join([dollars(cents) for cents in amounts])


def _wait(draft: BankedDraft, phase: Decide, option: Option, command: cmd.Decide) -> None:
    draft.emit(ev.Decided(clause=option.clause, seat=draft.seat, phase=phase.id, word=option.word))


def _fold(draft: BankedDraft, phase: Decide, option: Option, command: cmd.Decide) -> None:
    seat = draft.seat
    draft.emit(ev.Decided(clause=option.clause, seat=seat, phase=phase.id, word=option.word, folds=True))
    under = dict(option.collects_under)
    for wager in option.collects:
        if draft.round.at_stake(seat, wager):
            lose(draft, seat, wager, under.get(wager, option.clause))


def _set(draft: BankedDraft, phase: Decide, option: Option, command: cmd.Decide) -> None:
    seat, arrangement = draft.seat, draft.game.arrangement
    assert arrangement is not None
    _check_larger_first(draft, seat)
    held = draft.state.round.hands[seat]
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
                phase.clause,
                f"seat {seat}: a high hand of {arrangement.high} and a low hand of {arrangement.low} must use each of "
                f"the cards held once{_held(draft, seat)}",
                (f"set {arrangement.high} / {arrangement.low} of the cards held",),
            )
        wrong = arrangement.check(held, setting)
        if wrong is not None:
            # Only the player knows the cards; a dealer who speaks for the player is not told them.
            legal = _settings_text(arrangement.legal(held)) if draft.given.role is Role.PLAYER else ()
            raise refuse(Code.HANDS_ARE_SET_LAWFULLY, phase.clause, f"seat {seat}: {wrong}", legal)
    draft.emit(ev.Decided(clause=option.clause, seat=seat, phase=phase.id, word=option.word))
    draft.emit(
        ev.HandsSet(
            clause=phase.clause, seat=seat, high=setting.high, low=setting.low, house_way=option.word == HOUSE_WAY
        )
    )


def _held(draft: BankedDraft, seat: Seat) -> str:
    """The cards held, for nobody but the player who holds them."""
    return f": {text_of(draft.round.hands[seat])}" if draft.given.role is Role.PLAYER else ""


def _settings_text(settings: list[Setting]) -> list[str]:
    return [f"{text_of(one.high)} / {text_of(one.low)}" for one in settings]


def _check_larger_first(draft: BankedDraft, seat: Seat) -> None:
    """A player with two areas sets the hand with the larger wager first, equal ones counterclockwise."""
    state = draft.state
    main = draft.game.main_wager.id
    own = [one for one in state.round.asked if state.seats[one] == state.seats[seat] and one != seat]
    mine = state.round.stake(seat, main)
    for other in own:
        theirs = state.round.stake(other, main)
        if theirs > mine or (theirs == mine and other > seat):
            raise refuse(
                Code.LARGER_WAGER_IS_SET_FIRST,
                draft.procedures.adjacent,
                f"the hand at seat {other} is set before the one at seat {seat}",
                (f"seat {other} first",),
            )


def _surrender(draft: BankedDraft, phase: Decide, option: Option, command: cmd.Decide) -> None:
    seat = draft.seat
    draft.emit(ev.Decided(clause=option.clause, seat=seat, phase=phase.id, word=option.word, surrenders=True))
    for wager in option.collects:
        lose(draft, seat, wager, option.clause, payer=draft.collector(wager))


_DONE: Mapping[Does, Callable[[BankedDraft, Decide, Option, cmd.Decide], None]] = {
    Does.WAGER: _wager,
    Does.WAIT: _wait,
    Does.FOLD: _fold,
    Does.SET: _set,
    Does.SURRENDER: _surrender,
}
"""What each answer leads to."""


def reveal(draft: BankedDraft, command: cmd.RevealBank) -> None:
    """Turn the bank's cards and set its hands; a hand set otherwise than the house way is reset."""
    state, game = draft.state, draft.game
    phase = current_phase(draft)
    if not isinstance(phase, Reveal):
        whose = "dealer" if state.round.bank is None else "bank"
        if isinstance(phase, Settle) and not state.round.revealed:
            says = f"nobody plays on against the {whose}'s hand and no wager looks at it, so the round is over"
            raise refuse(Code.STEP_IS_DUE, draft.procedures.collect, says, (draft.awaited,))
        clause = next(one.clause for one in game.phases if isinstance(one, Reveal))
        raise refuse(Code.STEP_IS_DUE, clause, f"the {whose}'s hand is not due to be revealed", (draft.awaited,))
    check_stub_counted(draft)
    arrangement, by = game.arrangement, game.player_bank
    stated = Setting(command.high, command.low) if command.high or command.low else None
    bank, clause = DEALER if state.round.bank is None else state.round.bank, phase.clause
    if by is not None and state.round.dealer_wager:
        # The dealer's own hands lie face up before those of a player who banks are exposed.
        clause = by.dealer_sets
        _set_by_house(draft, DEALER, stated, clause)
    draft.emit(ev.BankRevealed(clause=clause, cards=state.round.hands[bank]))
    if arrangement is not None:
        if bank == DEALER:
            _set_by_house(draft, bank, stated, arrangement.bank_clause)
        elif by is not None and state.round.co_bank:
            _set_by_house(draft, bank, stated, by.co_bank_sets)
        # A bank that left during the round has set nothing.
        elif bank not in state.round.settings or not arrangement.proper(state.round.settings[bank]):
            _reset(draft, bank)
    advance(draft)


def _set_by_house(draft: BankedDraft, seat: Seat, stated: Setting | None, clause: ClauseId) -> None:
    arrangement = draft.game.arrangement
    assert arrangement is not None
    held = draft.state.round.hands[seat]
    setting = arrangement.bank(held)
    if stated is not None and sorted((*stated.high, *stated.low)) != sorted(held):
        raise refuse(
            Code.HANDS_ARE_OF_THE_CARDS_HELD,
            arrangement.bank_clause,
            f"{text_of((*stated.high, *stated.low))} are not the cards of the hand to be set",
            ("the cards of the hand",),
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
                "the dealer's hands are not set so",
                ("as the chapter has the dealer set them",),
            )
        setting = stated
    draft.emit(ev.HandsSet(clause=clause, seat=seat, high=setting.high, low=setting.low, house_way=True))


def _reset(draft: BankedDraft, seat: Seat) -> None:
    arrangement = draft.game.arrangement
    assert arrangement is not None
    wrong = draft.game.irregularities["wrong_setting"]
    setting = arrangement.bank(draft.state.round.hands[seat])
    draft.emit(ev.IrregularityRuled(clause=wrong.clause, cause=wrong.cause, remedy=wrong.remedy, seat=seat))
    draft.emit(
        ev.HandsSet(clause=wrong.clause, seat=seat, high=setting.high, low=setting.low, house_way=True, reset=True)
    )
