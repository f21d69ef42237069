"""A deal in which cards go wrong: turned up, found face up, off the table, or to a player who is not in (637a.18)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from houseway.cards import Card
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.awarding import void_round
from houseway.chapters.c637a_poker.betting import when_all_answered
from houseway.chapters.c637a_poker.draft import PokerDraft
from houseway.chapters.c637a_poker.events import BURN, COMMUNITY, INELIGIBLE, SET_ASIDE
from houseway.chapters.c637a_poker.rules import SEATS, Irregularity, Remedy, Street
from houseway.chapters.c637a_poker.rulings import drop_hand, misdeal_if_several_face_up, rule, ruling_for
from houseway.chapters.c637a_poker.short_decks import COMMON_CARDS, deck_is_short
from houseway.chapters.c637a_poker.state import Status
from houseway.clause import ClauseId
from houseway.engine.refusal import Code, RefusedError, refuse
from houseway.seats import Seat

VOID = "both hole cards were turned up: the hand is void and its Ante goes back"
CHOICE = "the player chooses whether to bet on"
UNUSED = "the card is not used for another reason, so that nothing more follows"
COMMON = "the street becomes a common card, so that nothing more follows"
NOT_USED = frozenset({Remedy.SET_ASIDE, Remedy.EXAMINED_AND_SET_ASIDE, Remedy.DISCARDED})
_OF_STUD = frozenset({Remedy.UP_CARD_DEALT_DOWN, Remedy.SECOND_CARD_DEALT_DOWN})
_SEEN = _OF_STUD | {Remedy.EXCHANGED, Remedy.KEPT}


def check_no_mishaps(draft: PokerDraft, command: cmd.DealStreet) -> None:
    """Before a draw only a burn card leaves the deck."""
    for mishap in command.mishaps:
        raise refuse(
            Code.IRREGULARITY_CAN_HAPPEN_HERE,
            ruling_for(draft, mishap.cause).clause,
            f"{mishap.cause} cannot be stated with the burn before a draw",
            ("report it between two draws",),
        )


class _Deal:
    """One street on its way from the deck to the seats."""

    def __init__(
        self,
        draft: PokerDraft,
        street: Street,
        receivers: list[Seat],
        mishaps: Iterable[tuple[cmd.Mishap, Irregularity]],
    ) -> None:
        self.draft, self.street, self.receivers = draft, street, receivers
        self.mishaps: dict[int, list[tuple[cmd.Mishap, Irregularity]]] = {}
        for mishap, ruling in mishaps:
            self.mishaps.setdefault(mishap.after, []).append((mishap, ruling))
        self.dealt: list[tuple[Seat, Card, bool]] = []
        self.exposed: dict[Seat, list[Card]] = {}
        self.to_exchange: list[Seat] = []
        self.rulings: list[tuple[Irregularity, Seat, str]] = []
        self.misdealt = False

    def targets(self) -> Iterator[tuple[Seat, bool]]:
        """Where the next card goes; what was turned up so far decides how the up card of stud is dealt."""
        if self.street.burn:
            yield BURN, False
        for face_up in (False,) * self.street.down + (True,) * self.street.up:
            for seat in self.receivers:
                turned = len(self.exposed.get(seat, ())) if self.street.up else 0
                # A hand that is void is dealt nothing more.
                if turned < 2:
                    yield seat, face_up and not turned
        for _ in range(self.street.community):
            yield COMMUNITY, True
        # Replacements follow when all have their cards, and one may be turned up again.
        while self.to_exchange:
            yield self.to_exchange.pop(0), False

    def run(self) -> None:
        for seat, face_up in self.targets():
            while not self._take(seat, face_up):
                if self.misdealt:
                    return
        if self.mishaps:
            beyond = min(self.mishaps)
            cause = self.mishaps[beyond][0][0].cause
            raise _beyond(self.street, cause, beyond, len(self.dealt))

    def _take(self, seat: Seat, face_up: bool) -> bool:
        """Take the next card; False if it does not reach its target."""
        here = self.mishaps.pop(len(self.dealt), [])
        card = self._next()
        if not here:
            self.dealt.append((seat, card, face_up))
            return True
        for mishap, ruling in here:
            if ruling.remedy in _SEEN:
                _check_exposable(ruling, mishap, seat, face_up)
            elif ruling.remedy is Remedy.DISCARDED:
                check_ineligible(self.draft, ruling, mishap.seat)
        unused = [ruling.remedy for _, ruling in here if ruling.remedy in NOT_USED]
        for mishap, ruling in here:
            seen = ruling.remedy in _SEEN
            concerned = seat if seen else mishap.seat if ruling.remedy is Remedy.DISCARDED else Seat(0)
            self.rulings.append((ruling, concerned, UNUSED if seen and unused else ""))
        if not unused:
            return self._expose(here[0][1], seat, card)
        if unused == [Remedy.DISCARDED]:
            self.dealt.append((INELIGIBLE, card, False))
            return False
        self.dealt.append((SET_ASIDE, card, Remedy.SET_ASIDE in unused))
        found = [one for one in self.dealt if one[0] == SET_ASIDE and one[2]]
        self.misdealt = self.draft.state.round.face_ups + len(found) > 1
        return False

    def _expose(self, ruling: Irregularity, seat: Seat, card: Card) -> bool:
        """The card has been seen: what the player keeps of it; True if it reached the player."""
        self.exposed.setdefault(seat, []).append(card)
        match ruling.remedy:
            case Remedy.UP_CARD_DEALT_DOWN | Remedy.SECOND_CARD_DEALT_DOWN:
                # The last hole card does not count for who shows the best hand.
                self.dealt.append((seat, card, self.street.up > 0))
            case Remedy.EXCHANGED:
                # The exposed card lies with the discards.
                self.dealt.append((INELIGIBLE, card, True))
                self.to_exchange.append(seat)
            case _:
                self.dealt.append((seat, card, False))
        return True

    def _next(self) -> Card:
        state = self.draft.state
        place = state.round.next_card + len(self.dealt)
        if place >= len(state.round.deck):
            raise deck_is_short(self.draft, self.street.clause, f"the deck runs out in {self.street.id}")
        return state.round.deck[place]


def _beyond(street: Street, cause: str, after: int, taken: int) -> RefusedError:
    return refuse(
        Code.IRREGULARITY_CAN_HAPPEN_HERE,
        street.clause,
        f"{cause} is stated after {after} cards, but {street.id} takes {taken}",
    )


def _check_exposable(ruling: Irregularity, mishap: cmd.Mishap, seat: Seat, face_up: bool) -> None:
    if seat <= 0 or face_up or mishap.seat not in (0, seat):
        where = f"seat {seat}" if seat > 0 else "no player"
        raise refuse(
            Code.IRREGULARITY_CAN_HAPPEN_HERE,
            ruling.clause,
            f"after {mishap.after} cards {where} is dealt to{' face up' if face_up and seat > 0 else ''}, "
            "so no down card of another is exposed there",
        )


def check_ineligible(draft: PokerDraft, ruling: Irregularity, seat: Seat) -> None:
    if not 1 <= seat <= SEATS:
        says = f"{ruling.cause} concerns a place of the table, and there is no seat {seat}"
        raise refuse(Code.IRREGULARITY_CAN_HAPPEN_HERE, ruling.clause, says, (f"seats 1 to {SEATS}",))
    if seat in draft.state.round.contending:
        says = f"seat {seat} is in the round and may be dealt to"
        raise refuse(Code.IRREGULARITY_CAN_HAPPEN_HERE, ruling.clause, says)


def ruled(draft: PokerDraft, mishaps: tuple[cmd.Mishap, ...]) -> list[tuple[cmd.Mishap, Irregularity]]:
    """The mishaps of a deal with the rows of the chapter's table; each befalls a card once."""
    found = [(mishap, ruling_for(draft, mishap.cause)) for mishap in mishaps]
    points = set[tuple[str, int]]()
    for mishap, ruling in found:
        if not ruling.in_deal:
            raise refuse(
                Code.IRREGULARITY_CAN_HAPPEN_HERE,
                ruling.clause,
                f"{mishap.cause} does not happen to a card being dealt",
                ("report it in the betting",),
            )
        seats = draft.state.seats
        if mishap.seat and mishap.seat not in seats and ruling.remedy is not Remedy.DISCARDED:
            raise refuse(
                Code.IRREGULARITY_CAN_HAPPEN_HERE,
                ruling.clause,
                f"{mishap.cause} concerns no player: nobody is seated at seat {mishap.seat}",
                tuple(f"seat {seat}" for seat in seats),
            )
        if (mishap.cause, mishap.after) in points:
            says = f"{mishap.cause} is stated twice of the same card, the one after {mishap.after} others"
            raise refuse(Code.IRREGULARITY_CAN_HAPPEN_HERE, ruling.clause, says, ("state it once",))
        points.add((mishap.cause, mishap.after))
    return found


def more_needed(mishaps: list[tuple[cmd.Mishap, Irregularity]]) -> int:
    """How many cards more leave the deck: one for each that is not used. None is exchanged where there is a common card."""
    return len({mishap.after for mishap, ruling in mishaps if ruling.remedy in NOT_USED})


def deal_with_mishaps(
    draft: PokerDraft,
    number: int,
    street: Street,
    receivers: list[Seat],
    mishaps: list[tuple[cmd.Mishap, Irregularity]],
) -> bool:
    """Deal a street in which cards go wrong; True if its betting can begin."""
    deal = _Deal(draft, street, receivers, mishaps)
    deal.run()
    for ruling, seat, remedy in deal.rulings:
        rule(draft, ruling, seat, remedy)
    draft.emit(ev.StreetDealt(clause=street.clause, street=number, cards=tuple(deal.dealt)))
    if misdeal_if_several_face_up(draft):
        return False
    for seat, cards in deal.exposed.items():
        _after_exposure(draft, number, street, seat, cards)
    if not draft.state.round.contending:
        # Every hand was void: nobody is left to play for what other bets there are.
        void_round(draft, ClauseId("637a.18(m)"))
    return draft.state.status is Status.DEALING


def set_mishaps_aside(
    draft: PokerDraft, street: Street, mishaps: list[tuple[cmd.Mishap, Irregularity]], *, attempted: int
) -> bool:
    """Cards go wrong in a street that becomes a common card: none of them is used; False if that is a misdeal.

    ``attempted``: how many cards the deal could have taken. The cards above those that are set aside stay on the deck.
    """
    round = draft.state.round
    left = round.deck[round.next_card :]
    spoilt: dict[int, bool] = {}
    for mishap, ruling in sorted(mishaps, key=lambda one: one[0].after):
        if mishap.after >= min(attempted + len(spoilt), len(left)):
            raise _beyond(street, mishap.cause, mishap.after, min(attempted + len(spoilt), len(left)))
        if ruling.remedy is Remedy.DISCARDED:
            check_ineligible(draft, ruling, mishap.seat)
        if ruling.remedy in NOT_USED:
            spoilt[mishap.after] = spoilt.get(mishap.after, False) or ruling.remedy is Remedy.SET_ASIDE
        elif attempted <= COMMON_CARDS or mishap.seat not in (0, *round.contending):
            says = f"{mishap.cause} concerns a down card, and the street becomes a common card"
            raise refuse(Code.IRREGULARITY_CAN_HAPPEN_HERE, ruling.clause, says)
    for mishap, ruling in mishaps:
        rule(draft, ruling, mishap.seat if ruling.needs_seat else Seat(0), COMMON if ruling.remedy in _SEEN else "")
        if spoilt.get(mishap.after) is not None:
            face_up = spoilt.pop(mishap.after)
            draft.emit(ev.CardSetAside(clause=ruling.clause, card=left[mishap.after], face_up=face_up))
    return not misdeal_if_several_face_up(draft)


def _after_exposure(draft: PokerDraft, number: int, street: Street, seat: Seat, cards: list[Card]) -> None:
    state = draft.state
    ruling = ruling_for(draft, "card_exposed")
    stud = ruling.remedy in _OF_STUD
    asks = stud and number > 0 and seat not in state.round.all_in
    for card in cards:
        draft.emit(
            ev.CardExposed(
                clause=ruling.clause, seat=seat, card=card, remedy=CHOICE if asks else ruling.remedy.value, asks=asks
            )
        )
    if stud and len(cards) > 1:
        # Only seven-card stud has a rule for a second card turned up; five-card stud takes it over.
        drop_hand(draft, seat, ClauseId("637a.18(m)"), VOID, refund=True, dealing=True)


def choose(draft: PokerDraft, command: cmd.ChooseAfterExposure) -> None:
    """Bet on for the whole pot, or contend only for what is in it."""
    state, seat = draft.state, draft.seat
    if state.status is not Status.CHOOSING or seat not in state.round.choosing:
        raise refuse(Code.SEAT_IS_ASKED, ClauseId("637a.18(m)"), f"no exposed card leaves seat {seat} a choice")
    clause = ClauseId("637a.18(m)(2)") if command.bet_on else ClauseId("637a.18(m)(1)")
    draft.emit(ev.ExposureChosen(clause=clause, seat=seat, bet_on=command.bet_on))
    when_all_answered(draft)
