"""A round of play starts: who is dealt in, where the button stands, what is posted, the Straddle Bet (637a.7(b), .8(b)(4), .11(c))."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection

from houseway.cards import JOKER, Card, repeated, text_of
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.draft import PokerDraft, looking_at
from houseway.chapters.c637a_poker.posting import blind_seats, dealt_in, post, post_antes, post_blinds, post_due, waits
from houseway.chapters.c637a_poker.rules import Opens, PokerRules
from houseway.chapters.c637a_poker.state import PokerState, Status
from houseway.clause import ClauseId
from houseway.engine.accounts import player_account
from houseway.engine.cards.steps import put_into_play, ready_deck
from houseway.engine.kernel import State
from houseway.engine.refusal import Code, Refusal, RefusedError, refuse
from houseway.money import NOTHING, Cents, dollars
from houseway.seats import Seat

# Looked up once: they are asked for with every round.
BETWEEN_ROUNDS, BLINDS, FORCED_BET = Status.BETWEEN_ROUNDS, Opens.BLINDS, Opens.FORCED_BET


def start_round(draft: PokerDraft, command: cmd.StartRound) -> None:
    """Seats are dealt in, antes and blinds are posted."""
    state, game = draft.state, draft.game
    if state.round.status is not BETWEEN_ROUNDS:
        raise refuse(
            Code.STEP_IS_DUE, ClauseId("637a.7(e)(6)"), "the round of play in progress must be completed first"
        )
    nobody = next((seat for seat in command.absent if seat not in state.seats), None)
    if nobody is not None:
        raise refuse(Code.PLAYER_IS_SEATED, ClauseId("637a.8(a)"), f"nobody is seated at seat {nobody}, to be absent")
    order, button = _dealt_in(draft, command.absent, _drawn_button(draft, command), drawn=bool(command.button_cards))
    deck = command.order
    if state.equipment.owned:
        if command.order:
            raise refuse(
                Code.STEP_IS_DUE, ClauseId("637a.5(a)"), "this table deals from its own decks; their order is known"
            )
        check_attended(draft)
        put_into_play(draft)
        deck = state.round.deck
    twice = repeated(deck)
    if twice is not None:
        raise refuse(Code.CARD_APPEARS_ONCE, ClauseId("637a.3(a)"), f"{text_of([twice])} is twice in the deck")
    if JOKER in deck:
        raise refuse(Code.CARDS_ARE_VALID, ClauseId("637a.3(a)"), "poker is played with 52 cards and no joker")
    _check_first_street(draft, order, deck)
    _check_kill(draft, command)
    kill = command.kill or state.kill_next
    if command.button_cards:
        clause = ClauseId(f"{game.button_start_clause}(ii)")
        draft.emit(ev.ButtonDrawn(clause=clause, seat=button, cards=command.button_cards))
    draft.emit(
        ev.RoundStarted(
            clause=ClauseId("637a.5(a)"), number=state.number + 1, order=order, button=button, deck=deck, kill=kill
        ),
    )
    post_antes(draft)
    if game.opens is BLINDS and not game.blinds_after_cards:
        post_blinds(draft)


def check_attended(draft: PokerDraft) -> None:
    """Refuse to deal cards that lay at a table which everybody had left: they are spread for the next players first."""
    if draft.state.unattended:
        message = "The dealer must spread both decks for the first two players: everybody had left the table."
        raise refuse(Code.STEP_IS_DUE, ClauseId("637a.5(d)"), message, ("spread the cards face up",))


def _check_first_street(draft: PokerDraft, order: tuple[Seat, ...], deck: tuple[Card, ...]) -> None:
    """A given deck may be shorter than 52 cards; it must suffice for the first cards of everybody."""
    street = draft.game.streets[0]
    needed = len(order) * (street.down + street.up)
    if len(deck) < needed:
        says = f"{street.id} needs {needed} cards and the deck has {len(deck)}"
        raise refuse(Code.DECK_SUFFICES, street.clause, says, (f"at least {needed} cards",))


def _check_kill(draft: PokerDraft, command: cmd.StartRound) -> None:
    """A kill round follows a round that one player won with a qualifying pot; of a stated one that is stated too."""
    if not command.kill:
        return
    if draft.rules.kill is None:
        clause = draft.game.kill_clause or ClauseId("637a.12(n)")
        raise refuse(Code.WAGER_IS_OFFERED, clause, "neither the Kill nor the Half-kill option is in use here")
    if not draft.state.kill_next and not draft.state.stated:
        says = "the limits are raised only after a player has won a whole qualifying pot"
        raise refuse(Code.STEP_IS_DUE, ClauseId("637a.1"), says, ("start the round without a kill",))


def _dealt_in(
    draft: PokerDraft, absent: Collection[Seat], button: Seat, *, drawn: bool = False
) -> tuple[tuple[Seat, ...], Seat]:
    """Who can be dealt in without the absent, in the order of dealing, and the seat of the button."""
    if draft.state.notices:
        said = "compliance must be told of a player required to leave"
        raise refuse(Code.STEP_IS_DUE, ClauseId("637a.18(c)"), said, ("notify compliance",))
    _check_two_are_there(draft, absent)
    order, button = _dealing_order(draft, absent, button, drawn=drawn)
    _check_players(draft, order)
    return order, button


def _drawn_button(draft: PokerDraft, command: cmd.StartRound) -> Seat:
    """The seat of the button that is named, or whose card is the highest of one dealt to each player."""
    state, clause, drawn = draft.state, draft.game.button_start_clause, command.button_cards
    if not drawn:
        return command.button
    if clause is None or not (state.commences or state.stated):
        message = "A card names the button only at commencement of play; then it rotates."
        raise refuse(Code.ROUND_IS_WELL_FORMED, draft.game.button_clause or draft.game.section, message)
    gone = {*command.absent, *state.away, *state.removed}
    seats = sorted([seat for seat in state.seats if seat not in gone])
    if len(drawn) != len(seats) or repeated(drawn) is not None or JOKER in drawn:
        message = f"Each of the {len(seats)} players must be dealt one card of the deck to name the button."
        raise refuse(Code.CARDS_ARE_VALID, ClauseId(f"{clause}(ii)"), message, (f"{len(seats)} different cards",))
    # Cards of equal rank by suit, spades highest, as for the Forced Bet.
    return seats[drawn.index(max(drawn))]


def _check_two_are_there(draft: PokerDraft, absent: Collection[Seat]) -> None:
    state = draft.state
    gone = state.away | state.removed
    there = [seat for seat in state.seats if seat not in absent and seat not in gone]
    if len(there) > 1:
        return
    reasons = [
        f"{_named(seats)} {why}"
        for seats, why in (
            (set(absent).intersection(state.seats) - gone, "sitting out"),
            (state.away - state.removed, "away from the table"),
            (state.removed, "required to leave"),
        )
        if seats
    ]
    says, legal = "poker is played with no less than two players", "wait for another player"
    if reasons:
        who = f"only seat {there[0]}" if there else "nobody"
        says, legal = f"{who} can be dealt in: {'; '.join(reasons)}", "deal in at least two players"
    raise refuse(Code.PLAYER_IS_SEATED, ClauseId("637a.7(b)"), says, (legal,))


def _named(seats: Collection[Seat]) -> str:
    """Seats as the subject of a sentence: ``seats 1, 2 and 4 are``."""
    *others, last = map(str, sorted(seats))
    return f"seats {', '.join(others)} and {last} are" if others else f"seat {last} is"


def too_few_players(rules: PokerRules, state: State, absent: Collection[Seat]) -> Refusal | None:
    """Return why no round can be dealt without the seats named, whatever deck is brought; None if one can."""
    assert isinstance(state, PokerState)
    try:
        _dealt_in(looking_at(rules, state), absent, Seat(0))
    except RefusedError as error:
        return error.refusal
    return None


def can_start(draft: PokerDraft, absent: Collection[Seat]) -> bool:
    """Whether a round could be started now without the seats named."""
    try:
        _dealt_in(draft, absent, Seat(0))
        if draft.state.equipment.owned:
            check_attended(draft)
            ready_deck(draft)
    except RefusedError:
        return False
    return True


def left_out(draft: PokerDraft, absent: Collection[Seat]) -> dict[Seat, int]:
    """Who cannot be dealt in as things stand, and the stakes each would need; 0 where the table has too many players.

    ``absent``: seats that are not dealt in anyway, and so change who has to post what.
    """
    state, out = draft.state, dict[Seat, int]()
    while set(state.seats) - state.away - state.removed - {*out, *absent}:
        order, _ = _dealing_order(draft, {*out, *absent}, Seat(0))
        needed = stakes_needed(draft, order)
        short = {seat: cents for seat, cents in needed.items() if draft.stack(seat) < cents}
        # Who came last sits out.
        late = [seat for seat in state.seats if seat in order and seat not in short][draft.game.most_players :]
        if not short and not late:
            break
        out |= dict.fromkeys(late, 0) | short
    return out


def _dealing_order(
    draft: PokerDraft, absent: Collection[Seat], button: Seat, *, drawn: bool = False
) -> tuple[tuple[Seat, ...], Seat]:
    """The seats dealt in, in the order of dealing, and the seat of the button."""
    state = draft.state
    # Only players who are at the table receive cards (637a.8(a)).
    gone = state.away | state.removed
    eligible = sorted([seat for seat in state.seats if seat not in absent and seat not in gone])
    if draft.game.opens is FORCED_BET:
        return tuple(eligible), button
    # A player who waits for the largest blind is not yet in the game and cannot have the button.
    waiting = waits(draft)
    playing = [seat for seat in eligible if seat not in waiting] if waiting else eligible
    playing = playing if len(playing) > 1 else eligible
    due = _button_due(draft, playing)
    button = button or due
    if button not in playing:
        placed = draft.game.button_start_clause if state.commences else draft.game.button_clause
        raise refuse(
            Code.ROUND_IS_WELL_FORMED,
            placed or draft.game.section,
            f"the button is in front of a player dealt in, not at seat {button}",
            tuple(f"seat {seat}" for seat in (playing if state.commences or state.stated else [due]) if seat),
        )
    if not state.commences and not state.stated and button != due:
        raise refuse(
            Code.ROUND_IS_WELL_FORMED,
            draft.game.button_clause or draft.game.section,
            f"the button rotates clockwise to seat {due}, not to seat {button}",
            (f"seat {due}",),
        )
    if state.commences and state.equipment.owned and button != due and not drawn:
        raise refuse(
            Code.ROUND_IS_WELL_FORMED,
            draft.game.button_start_clause or draft.game.section,
            f"The button must be in front of seat {due}, right of the dealer, or of the player whose card is highest.",
            (f"seat {due}", "deal a card to each player"),
        )
    left = bisect_right(eligible, button)
    return dealt_in(draft, eligible[left:] + eligible[:left], waiting), button


def _button_due(draft: PokerDraft, eligible: list[Seat]) -> Seat:
    """Where the button stands if nobody says: where it moved, at first right of the dealer (637a.11(c)(1)(i))."""
    state = draft.state
    if state.commences:
        return eligible[-1] if eligible else Seat(0)
    return next((seat for seat in eligible if seat >= state.button), eligible[0] if eligible else Seat(0))


def _check_players(draft: PokerDraft, order: tuple[Seat, ...]) -> None:
    game = draft.game
    if len(order) > game.most_players:
        raise refuse(
            Code.SEAT_EXISTS, game.players_clause, f"no more than {game.most_players} players may play {game.name}"
        )
    seats, ledger = draft.state.seats, draft.state.ledger
    stacks = {seat: ledger.get(player_account(seats[seat]), 0) for seat in order}
    if min(stacks.values()) <= 0:
        broke = next(seat for seat in order if stacks[seat] <= 0)
        raise refuse(
            Code.WAGER_IS_COVERED,
            ClauseId("637a.8(b)(4)"),
            f"seat {broke} has nothing on the table to play with",
            ("add stakes",),
        )
    for seat, need in stakes_needed(draft, order).items():
        if stacks[seat] < need:
            raise refuse(
                Code.WAGER_IS_COVERED,
                ClauseId("637a.8(b)(4)"),
                f"seat {seat} has {dollars(stacks[seat])}; it needs {dollars(need)}: its forced bets and one bet at the minimum",
                (f"at least {dollars(need)}",),
            )


def stakes_needed(draft: PokerDraft, order: tuple[Seat, ...]) -> dict[Seat, int]:
    """What each seat must have to be dealt in: its forced bets and one bet at the minimum; in a tournament, a chip."""
    rules = draft.rules
    if rules.tournament:
        return dict.fromkeys(order, 1)
    least = max(rules.small_bet or rules.minimum_bet, draft.state.agreed_minimum)
    needed = {seat: ante + least for seat, ante in rules.antes_of(order).items()}
    for seat, cents in _forced_bets(draft, order).items():
        needed[seat] += cents
    return needed


def with_seat(draft: PokerDraft, seat: Seat) -> tuple[Seat, ...]:
    """The order of dealing of this round, had the seat been dealt in."""
    seats = sorted([*draft.state.round.order, seat])
    if draft.game.opens is FORCED_BET:
        return tuple(seats)
    button = draft.state.button
    return tuple([one for one in seats if one > button] + [one for one in seats if one <= button])


def _forced_bets(draft: PokerDraft, order: tuple[Seat, ...]) -> dict[Seat, Cents]:
    """The blind of each seat; in stud any seat may have to make the Forced Bet."""
    rules = draft.rules
    if draft.game.opens is FORCED_BET:
        return dict.fromkeys(order, rules.forced_bet)
    blinds = dict(zip(blind_seats(draft, order), rules.blinds, strict=False))
    for seat in draft.state.posting.intersection(order):
        own = blinds.get(seat, NOTHING)
        blinds[seat] = Cents(own + sum(post_due(draft, seat, own)))
    return blinds


def straddle(draft: PokerDraft, command: cmd.Straddle) -> None:
    """One Straddle Bet, by the seat left of the last blind, before the cards."""
    state, rules, game, seat, round = draft.state, draft.rules, draft.game, draft.seat, draft.state.round
    clause = game.straddle_clause or game.ante_clause
    if rules.straddle is None or game.straddle_clause is None:
        raise refuse(Code.WAGER_IS_OFFERED, clause, "a Straddle Bet is not offered at this table")
    if state.status is not Status.DEALING or round.street >= 0 or round.straddler:
        raise refuse(Code.STEP_IS_DUE, clause, "one Straddle Bet may be placed, before any cards are dealt")
    first = straddler(draft)
    if seat != first:
        raise refuse(
            Code.SEAT_IS_ASKED,
            clause,
            f"the Straddle Bet belongs to the player left of the last blind, not to seat {seat}",
            (f"seat {first}",),
        )
    more = straddle_due(draft, seat)
    if draft.stack(seat) < more:
        raise refuse(Code.WAGER_IS_COVERED, clause, f"seat {seat} has less than {dollars(rules.straddle)}")
    post(draft, seat, "straddle", more, clause)


def straddler(draft: PokerDraft) -> Seat:
    """Whose the Straddle Bet is: the player's left of the last blind."""
    return draft.clockwise_from(draft.state.round.last_blind)[0]


def straddle_due(draft: PokerDraft, seat: Seat) -> Cents:
    """What a seat adds for the Straddle Bet: what it has posted, with two players its blind, is part of it."""
    return Cents((draft.rules.straddle or 0) - draft.state.round.bets.get(seat, 0))
