"""Rounds start, streets are dealt, cards are drawn, and decks that run short are helped out."""

from __future__ import annotations

from houseway.cards import DECK_52, Card, repeated, text_of
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.betting import begin_betting, go_on
from houseway.chapters.c637a_poker.deck_in_play import check_deck_in_hand, put_deck_into_play
from houseway.chapters.c637a_poker.draft import POT, PotDraft
from houseway.chapters.c637a_poker.misdealt_cards import check_no_mishaps, deal_with_mishaps
from houseway.chapters.c637a_poker.posting import blind_seats, dealt_in, due, waits
from houseway.chapters.c637a_poker.rules import ForcedBy, Opens, Street
from houseway.chapters.c637a_poker.state import BURN, COMMUNITY, PotStatus
from houseway.engine.refusal import Code, refuse
from houseway.money import dollars

_CARDS = frozenset(DECK_52)


def start_round(draft: PotDraft, command: cmd.StartRound) -> None:
    """Seats are dealt in, antes and blinds are posted."""
    state, game = draft.state, draft.game
    if state.status is not PotStatus.BETWEEN_ROUNDS:
        raise refuse(Code.STEP_IS_DUE, "637a.7(e)(6)", "the round of play in progress must be completed first")
    if state.notices:
        raise refuse(
            Code.STEP_IS_DUE,
            "637a.18(c)",
            "compliance must be told of a player required to leave",
            ("notify compliance",),
        )
    order, button = _dealing_order(draft, command)
    _check_players(draft, order)
    deck = command.order if state.equipment is None else put_deck_into_play(draft, command)
    twice = repeated(deck)
    if twice is not None:
        raise refuse(Code.CARD_APPEARS_ONCE, "637a.3(a)", f"{text_of([twice])} is twice in the deck")
    if not _CARDS.issuperset(deck):
        raise refuse(Code.CARDS_ARE_VALID, "637a.3(a)", "poker is played with 52 cards and no joker")
    if command.kill and draft.rules.kill is None:
        clause = game.kill_clause or "637a.12(n)"
        raise refuse(Code.WAGER_IS_OFFERED, clause, "neither the Kill nor the Half-kill option is in use here")
    kill = command.kill or state.kill_next
    draft.emit(
        ev.RoundStarted("637a.5(a)", state.number + 1, order, button, deck, kill),
    )
    _post_antes(draft)
    if game.opens is Opens.BLINDS and not game.blinds_after_cards:
        _post_blinds(draft)


def _dealing_order(draft: PotDraft, command: cmd.StartRound) -> tuple[tuple[int, ...], int]:
    """The seats dealt in, in the order of dealing, and the seat of the button."""
    state = draft.state
    # Only players who are at the table receive cards (637a.8(a)).
    gone = state.away | state.removed
    eligible = sorted(seat for seat in state.seats if seat not in command.absent and seat not in gone)
    if draft.game.opens is Opens.FORCED_BET:
        return tuple(eligible), command.button
    # A player who waits for the largest blind is not yet in the game and cannot have the button.
    waiting = waits(draft)
    playing = [seat for seat in eligible if seat not in waiting]
    playing = playing if len(playing) > 1 else eligible
    button = command.button or _button_due(draft, playing)
    if button not in playing:
        placed = draft.game.button_clause if state.number else draft.game.button_start_clause
        clause = placed or draft.game.section
        raise refuse(
            Code.ROUND_IS_WELL_FORMED,
            clause,
            f"the button is in front of a player dealt in, not at seat {button}",
            tuple(f"seat {seat}" for seat in playing),
        )
    after = [seat for seat in eligible if seat > button]
    return dealt_in(draft, after + [seat for seat in eligible if seat <= button]), button


def _button_due(draft: PotDraft, eligible: list[int]) -> int:
    """Where the button stands if nobody says: where it moved, at first right of the dealer (637a.11(c)(1)(i))."""
    state = draft.state
    if not state.number:
        return eligible[-1] if eligible else 0
    return next((seat for seat in eligible if seat >= state.button), eligible[0] if eligible else 0)


def _check_players(draft: PotDraft, order: tuple[int, ...]) -> None:
    rules, game = draft.rules, draft.game
    if len(order) < 2:
        raise refuse(Code.PLAYER_IS_SEATED, "637a.7(b)", "poker is played with no less than two players")
    if len(order) > game.most_players:
        raise refuse(
            Code.SEAT_EXISTS, game.players_clause, f"no more than {game.most_players} players may play {game.name}"
        )
    broke = next((seat for seat in order if draft.stack(seat) <= 0), 0)
    if broke:
        raise refuse(
            Code.WAGER_IS_COVERED,
            "637a.8(b)(4)",
            f"seat {broke} has nothing on the table to play with",
            ("add stakes",),
        )
    if rules.tournament:
        return
    least = _least_bet(draft)
    forced = _forced_bets(draft, order)
    for seat in order:
        need = draft.ante_of(seat) + forced.get(seat, 0) + least
        if draft.stack(seat) < need:
            raise refuse(
                Code.WAGER_IS_COVERED,
                "637a.8(b)(4)",
                f"seat {seat} has {dollars(draft.stack(seat))}; it needs {dollars(need)}: its forced bets and one bet at the minimum",
                (f"at least {dollars(need)}",),
            )


def _least_bet(draft: PotDraft) -> int:
    return max(draft.rules.small_bet or draft.rules.minimum_bet, draft.state.agreed_minimum)


def _forced_bets(draft: PotDraft, order: tuple[int, ...]) -> dict[int, int]:
    """The blind of each seat; in stud any seat may have to make the Forced Bet."""
    rules = draft.rules
    if draft.game.opens is Opens.FORCED_BET:
        return dict.fromkeys(order, rules.forced_bet)
    blinds = dict(zip(blind_seats(draft, order), rules.blinds, strict=False))
    for seat in draft.state.posting.intersection(order):
        own = blinds.get(seat, 0)
        blinds[seat] = own + sum(due(draft, seat, own))
    return blinds


def _post_antes(draft: PotDraft) -> None:
    if not draft.rules.ante and draft.rules.antes is None:
        return
    # Antes that differ by seat are posted for the table: they belong to the main pot whole.
    kind = "ante for all" if draft.antes_differ else "ante"
    for seat in draft.state.order:
        _post(draft, seat, kind, draft.ante_of(seat), draft.game.ante_clause)


def _post_blinds(draft: PotDraft) -> None:
    seats = blind_seats(draft, draft.state.order)
    clause = draft.game.blind_clause or draft.game.ante_clause
    blinds = dict(zip(seats, draft.rules.blinds, strict=False))
    for seat, blind in blinds.items():
        _post(draft, seat, "blind", blind, clause)
    for seat in draft.state.order if draft.state.posting else ():
        live, dead = due(draft, seat, blinds.get(seat, 0))
        _post(draft, seat, "dead post", dead, clause)
        _post(draft, seat, "post", live, clause)


def _post(draft: PotDraft, seat: int, kind: str, cents: int, clause: str) -> None:
    stack = draft.stack(seat)
    paid = min(cents, stack)
    if cents <= 0:
        return
    postings = ((draft.account(seat), POT, paid),) if paid else ()
    draft.emit(ev.Posted(clause, seat, kind, paid, paid == stack, postings))


def straddle(draft: PotDraft, command: cmd.Straddle) -> None:
    """One Straddle Bet, by the seat left of the last blind, before the cards."""
    state, rules, game = draft.state, draft.rules, draft.game
    clause = game.straddle_clause or game.ante_clause
    if rules.straddle is None or game.straddle_clause is None:
        raise refuse(Code.WAGER_IS_OFFERED, clause, "a Straddle Bet is not offered at this table")
    if state.status is not PotStatus.DEALING or state.street >= 0 or state.straddler:
        raise refuse(Code.STEP_IS_DUE, clause, "one Straddle Bet may be placed, before any cards are dealt")
    ring = [seat for seat in draft.clockwise_from(state.last_blind) if seat != state.last_blind]
    if command.seat != ring[0]:
        raise refuse(
            Code.SEAT_IS_ASKED,
            clause,
            f"the Straddle Bet belongs to the player left of the last blind, not to seat {command.seat}",
            (f"seat {ring[0]}",),
        )
    # What the seat has posted already, with two players its blind, is part of it.
    more = rules.straddle - state.bets.get(command.seat, 0)
    if draft.stack(command.seat) < more:
        raise refuse(Code.WAGER_IS_COVERED, clause, f"seat {command.seat} has less than {dollars(rules.straddle)}")
    _post(draft, command.seat, "straddle", more, clause)


def deal_street(draft: PotDraft, command: cmd.DealStreet) -> None:
    """Deal what is due and open the betting, the draw or the discards."""
    state = draft.state
    if state.status is not PotStatus.DEALING:
        raise refuse(Code.STEP_IS_DUE, "637a.7(e)", f"no cards are due; the table is {state.status.value}")
    check_deck_in_hand(draft)
    number = state.street + 1
    street = draft.game.streets[number]
    if street.draw:
        check_no_mishaps(command)
        _begin_draw(draft, number, street)
        return
    if not _deal_cards(draft, number, street, command.mishaps):
        return
    if number == 0:
        if draft.game.blinds_after_cards:
            _post_blinds(draft)
        if street.discard and len(state.contending) > 1:
            draft.emit(ev.DrawBegan(street.clause, number, tuple(state.contending), street.discard))
            return
    open_betting(draft)


def open_betting(draft: PotDraft) -> None:
    """Post the Forced Bet if one is due, then begin betting or go on."""
    if len(draft.state.contending) > 1 and draft.state.street == 0 and draft.game.opens is Opens.FORCED_BET:
        _post_forced(draft)
    if not begin_betting(draft):
        go_on(draft)


def _deal_cards(draft: PotDraft, number: int, street: Street, mishaps: tuple[cmd.Mishap, ...] = ()) -> bool:
    """Deal a street; False if something else comes before its betting: a reshuffle, a misdeal, a player's choice."""
    state = draft.state
    burn = 1 if street.burn else 0
    receivers = state.contending if number else list(state.order)
    each = street.down + street.up
    left = len(state.deck) - state.next_card
    needed = burn + each * len(receivers) + street.community
    if mishaps and left >= needed:
        return deal_with_mishaps(draft, number, street, receivers, mishaps)
    short = left < needed and number and each and draft.game.common_clause is not None
    if short and left + _unstated(draft) < needed:
        return _deal_common(draft, number, left)
    if left < needed:
        raise refuse(Code.DECK_SUFFICES, street.clause, f"{street.id} needs {needed} cards and the deck has {left}")
    cards = state.deck[state.next_card : state.next_card + needed]
    targets: list[tuple[int, bool]] = [(BURN, False)] * burn
    targets += [(seat, False) for seat in receivers] * street.down
    targets += [(seat, True) for seat in receivers] * street.up
    targets += [(COMMUNITY, True)] * street.community
    dealt = tuple([(seat, card, face) for (seat, face), card in zip(targets, cards, strict=True)])
    draft.emit(ev.StreetDealt(street.clause, number, dealt))
    return True


def _unstated(draft: PotDraft) -> int:
    """How many cards a stated deck leaves out: they lie under the others, so the deck has not run short before them."""
    state = draft.state
    dealt = {card for hand in state.hands.values() for card in hand} | {card for _, card in state.discards}
    rest = {*state.deck[state.next_card :], *state.burns, *state.common, *state.set_aside}
    return len(DECK_52) - len(dealt | rest)


def _deal_common(draft: PotDraft, number: int, left: int) -> bool:
    """Too few cards for each: one common card for all, after a burn (637a.10(h))."""
    state = draft.state
    clause = draft.game.common_clause or draft.game.section
    if left <= 1 and _unstated(draft) + left > 1:
        raise refuse(Code.DECK_SUFFICES, clause, f"a common card needs 2 cards and the deck has {left}")
    if left <= 1:
        draft.emit(ev.ReshuffleAwaited(clause))
        return False
    burned, common = state.deck[state.next_card : state.next_card + 2]
    draft.emit(ev.StreetDealt(clause, number, ((BURN, burned, False), (COMMUNITY, common, True)), common=True))
    return True


def _post_forced(draft: PotDraft) -> None:
    seat = forced_seat(draft)
    clause = draft.game.forced_clause or draft.game.section
    _post(draft, seat, "forced bet", draft.rules.forced_bet, clause)


def forced_seat(draft: PotDraft) -> int:
    """Who makes the Forced Bet: the lowest or highest up card, equal ones by suit (spades highest)."""
    state = draft.state
    cards = {seat: state.up[seat][0] for seat in state.contending}
    match draft.game.forced_by:
        case ForcedBy.LOWEST:
            return min(cards, key=lambda seat: cards[seat])
        case ForcedBy.HIGHEST_LOW_RANK:
            # Literally, the highest rank of low poker is the ace, then the 2.
            return min(cards, key=lambda seat: (((cards[seat] >> 2) + 1) % 13, -(cards[seat] & 3)))
        case _:
            # The ace is the lowest card here.
            return max(cards, key=lambda seat: ((cards[seat] >> 2) + 1) % 13 * 4 + (cards[seat] & 3))


def _begin_draw(draft: PotDraft, number: int, street: Street) -> None:
    state = draft.state
    burn_owed = state.next_card >= len(state.deck)
    if not burn_owed:
        burned = state.deck[state.next_card]
        draft.emit(ev.StreetDealt(street.clause, number, ((BURN, burned, False),)))
    asked = tuple(seat for seat in draft.clockwise_from(state.button) if seat not in state.folded)
    draft.emit(ev.DrawBegan(street.clause, number, asked, burn_owed=burn_owed))


def discard(draft: PotDraft, command: cmd.Discard) -> None:
    """A player discards and, in a draw, receives as many cards."""
    state, seat = draft.state, command.seat
    street = draft.street
    if state.status is not PotStatus.DRAWING or not state.asked:
        raise refuse(Code.SEAT_IS_ASKED, street.clause, "no draw is under way")
    if seat != state.asked[0]:
        raise refuse(
            Code.SEAT_IS_ASKED,
            street.clause,
            f"seat {state.asked[0]} draws now, not seat {seat}",
            (f"seat {state.asked[0]}",),
        )
    held = state.hands[seat]
    allowed = [card for card in held if card not in state.up.get(seat, ())] if state.discard else list(held)
    strange = [card for card in command.cards if card not in allowed]
    if strange or repeated(command.cards) is not None:
        raise refuse(
            Code.HANDS_ARE_OF_THE_CARDS_HELD,
            street.clause,
            f"seat {seat} cannot discard {text_of(strange or command.cards)}; it holds {text_of(allowed)}",
            (f"discard of {text_of(allowed)}",),
        )
    if state.discard and len(command.cards) != state.discard:
        raise refuse(
            Code.HANDS_ARE_OF_THE_CARDS_HELD,
            street.clause,
            f"seat {seat} discards {state.discard} cards, not {len(command.cards)}",
        )
    owed = 0 if state.discard else len(command.cards)
    draft.emit(ev.Discarded(street.clause, seat, command.cards, owed))
    if owed:
        draw(draft, seat, owed)
    end_draw(draft)


def draw(draft: PotDraft, seat: int, owed: int) -> None:
    """Deal the cards owed to a seat: the stub first; if it does not suffice, a reshuffle is awaited."""
    state = draft.state
    check_deck_in_hand(draft)
    cards = state.deck[state.next_card : state.next_card + owed]
    draft.emit(ev.Drew(draft.street.clause, seat, cards, owed - len(cards)))


def reshuffle(draft: PotDraft, command: cmd.Reshuffle) -> None:
    """Shuffle back burn cards (stud) or discards (draw), then deal what is owed."""
    state, game = draft.state, draft.game
    if state.status is not PotStatus.RESHUFFLING:
        raise refuse(Code.STEP_IS_DUE, "637a.5(a)", "no reshuffle is due")
    check_deck_in_hand(draft)
    burns = game.opens is Opens.FORCED_BET
    clause = (game.common_clause if burns else game.reshuffle_clause) or "637a.5(a)"
    back = cards_put_back(draft)
    if sorted(command.order) != sorted(back):
        raise refuse(
            Code.DECK_IS_COMPLETE,
            clause,
            f"the {len(command.order)} cards of the new order are not the {len(back)} that are put back",
            (f"each of the {len(back)} cards once",),
        )
    draft.emit(ev.Reshuffled(clause, command.order, burns))
    if burns:
        # A common card it stays, even where the burns would do for a card each.
        if _deal_common(draft, state.street + 1, len(command.order)):
            open_betting(draft)
        return
    if state.burn_owed:
        # A burn that was due from an empty deck is taken now.
        draft.emit(ev.StreetDealt(clause, state.street, ((BURN, command.order[0], False),)))
    draw(draft, state.drawer, state.owed)
    end_draw(draft)


def end_choices(draft: PotDraft) -> None:
    """When every player with an exposed last card has chosen, betting begins."""
    if draft.state.status is PotStatus.DEALING:
        open_betting(draft)


def end_draw(draft: PotDraft) -> None:
    """When everybody has drawn, betting begins."""
    if draft.state.status is PotStatus.DEALING:
        open_betting(draft)


def cards_put_back(draft: PotDraft) -> list[Card]:
    """The cards a reshuffle puts back: burns and the last card in stud; discards in draw games.

    Never one the player now drawing discarded; where no other discard is left, the burn cards. Where the burns of
    super stud are too few to burn one and deal one, the discards too (reading 637a-reshuffle-burns).
    """
    state = draft.state
    if draft.game.opens is Opens.FORCED_BET:
        back = [*state.burns, *state.deck[state.next_card :]]
        return back if len(back) > 1 else [*back, *[card for _, card in state.discards]]
    return [card for seat, card in state.discards if seat != state.drawer] or list(state.burns)
