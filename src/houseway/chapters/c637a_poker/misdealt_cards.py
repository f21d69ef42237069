"""A deal in which cards go wrong: turned up, found face up, off the table, or to a player who is not in (637a.18)."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.cards import Card
from houseway.chapters.c637a_poker import commands as cmd
from houseway.chapters.c637a_poker import events as ev
from houseway.chapters.c637a_poker.awarding import void_round
from houseway.chapters.c637a_poker.betting import when_all_answered
from houseway.chapters.c637a_poker.draft import PokerDraft
from houseway.chapters.c637a_poker.rules import Irregularity, Remedy, Street
from houseway.chapters.c637a_poker.rulings import drop_hand, misdeal_if_several_face_up, ruling_for
from houseway.chapters.c637a_poker.state import BURN, COMMUNITY, INELIGIBLE, SET_ASIDE, Status
from houseway.clause import ClauseId
from houseway.engine.refusal import Code, refuse
from houseway.seats import Seat

VOID = "both hole cards were turned up: the hand is void and its Ante goes back"
CHOICE = "the player chooses whether to bet on"


def check_no_mishaps(command: cmd.DealStreet) -> None:
    """Before a draw only a burn card leaves the deck."""
    for mishap in command.mishaps:
        raise refuse(
            Code.IRREGULARITY_CAN_HAPPEN_HERE,
            "637a.18(s)",
            f"{mishap.cause} cannot be stated with the burn before a draw",
            ("report it between two draws",),
        )


class _Deal:
    """One street on its way from the deck to the seats."""

    def __init__(
        self, draft: PokerDraft, street: Street, receivers: list[Seat], mishaps: tuple[cmd.Mishap, ...]
    ) -> None:
        self.draft, self.street, self.receivers = draft, street, receivers
        self.mishaps = {mishap.after: mishap for mishap in mishaps}
        self.dealt: list[tuple[Seat, Card, bool]] = []
        self.exposed: dict[Seat, list[Card]] = {}
        self.rulings: list[tuple[Irregularity, Seat]] = []
        self.misdealt = False

    def targets(self) -> Iterator[tuple[Seat, bool]]:
        """Where the next card goes; what was turned up so far decides how the up card of stud is dealt."""
        if self.street.burn:
            yield BURN, False
        for _ in range(self.street.down):
            for seat in self.receivers:
                yield seat, False
        for _ in range(self.street.up):
            for seat in self.receivers:
                turned = len(self.exposed.get(seat, ()))
                if turned < 2:
                    yield seat, not turned
        for _ in range(self.street.community):
            yield COMMUNITY, True

    def run(self) -> None:
        for seat, face_up in self.targets():
            while not self._take(seat, face_up):
                if self.misdealt:
                    return
        self._exchange()
        if self.mishaps:
            beyond = min(self.mishaps)
            raise refuse(
                Code.IRREGULARITY_CAN_HAPPEN_HERE,
                self.street.clause,
                f"{self.mishaps[beyond].cause} is stated after {beyond} cards, but {self.street.id} takes {len(self.dealt)}",
            )

    def _take(self, seat: Seat, face_up: bool) -> bool:
        """Take the next card; False if it does not reach its target."""
        mishap = self.mishaps.pop(len(self.dealt), None)
        card = self._next()
        if mishap is None:
            self.dealt.append((seat, card, face_up))
            return True
        ruling = ruling_for(self.draft, mishap.cause)
        match ruling.remedy:
            case Remedy.SET_ASIDE | Remedy.EXAMINED_AND_SET_ASIDE:
                self.dealt.append((SET_ASIDE, card, ruling.remedy is Remedy.SET_ASIDE))
                self.rulings.append((ruling, Seat(0)))
                found = [one for one in self.dealt if one[0] == SET_ASIDE and one[2]]
                self.misdealt = self.draft.state.round.face_ups + len(found) > 1
                return False
            case Remedy.DISCARDED:
                self._check_ineligible(ruling, mishap.seat)
                self.dealt.append((INELIGIBLE, card, False))
                self.rulings.append((ruling, mishap.seat))
                return False
            case Remedy.UP_CARD_DEALT_DOWN | Remedy.EXCHANGED | Remedy.KEPT if ruling.in_deal:
                self._expose(ruling, mishap, seat, face_up, card)
                return True
        raise refuse(
            Code.IRREGULARITY_CAN_HAPPEN_HERE,
            ruling.clause,
            f"{mishap.cause} does not happen to a card being dealt",
            ("report it in the betting",),
        )

    def _expose(self, ruling: Irregularity, mishap: cmd.Mishap, seat: Seat, face_up: bool, card: Card) -> None:
        if seat <= 0 or face_up or mishap.seat not in (0, seat):
            where = f"seat {seat}" if seat > 0 else "no player"
            raise refuse(
                Code.IRREGULARITY_CAN_HAPPEN_HERE,
                ruling.clause,
                f"after {mishap.after} cards {where} is dealt to{' face up' if face_up and seat > 0 else ''}, "
                "so no down card of another is exposed there",
            )
        self.exposed.setdefault(seat, []).append(card)
        self.rulings.append((ruling, seat))
        match ruling.remedy:
            case Remedy.UP_CARD_DEALT_DOWN:
                # The last hole card does not count for who shows the best hand.
                self.dealt.append((seat, card, self.street.up > 0))
            case Remedy.EXCHANGED:
                # The exposed card lies with the discards; its replacement follows when all have their cards.
                self.dealt.append((INELIGIBLE, card, True))
            case _:
                self.dealt.append((seat, card, False))

    def _exchange(self) -> None:
        for ruling, seat in list(self.rulings):
            if ruling.remedy is Remedy.EXCHANGED:
                self.dealt.append((seat, self._next(), False))

    def _check_ineligible(self, ruling: Irregularity, seat: Seat) -> None:
        if seat in self.draft.state.round.contending or seat < 1:
            raise refuse(
                Code.IRREGULARITY_CAN_HAPPEN_HERE, ruling.clause, f"seat {seat} is in the round and may be dealt to"
            )

    def _next(self) -> Card:
        state = self.draft.state
        place = state.round.next_card + len(self.dealt)
        if place >= len(state.round.deck):
            raise refuse(Code.DECK_SUFFICES, self.street.clause, f"the deck runs out in {self.street.id}")
        return state.round.deck[place]


def deal_with_mishaps(
    draft: PokerDraft, number: int, street: Street, receivers: list[Seat], mishaps: tuple[cmd.Mishap, ...]
) -> bool:
    """Deal a street in which cards go wrong; True if its betting can begin."""
    deal = _Deal(draft, street, receivers, mishaps)
    deal.run()
    for ruling, seat in deal.rulings:
        draft.emit(
            ev.IrregularityRuled(clause=ruling.clause, cause=ruling.cause, remedy=ruling.remedy.value, seat=seat)
        )
    draft.emit(ev.StreetDealt(clause=street.clause, street=number, cards=tuple(deal.dealt)))
    if misdeal_if_several_face_up(draft):
        return False
    for seat, cards in deal.exposed.items():
        _after_exposure(draft, number, street, seat, cards)
    if not draft.state.round.contending:
        # Every hand was void: nobody is left to play for what other bets there are.
        void_round(draft, ruling_for(draft, "card_exposed").clause)
        return False
    return draft.state.status is Status.DEALING


def _after_exposure(draft: PokerDraft, number: int, street: Street, seat: Seat, cards: list[Card]) -> None:
    state = draft.state
    ruling = ruling_for(draft, "card_exposed")
    stud = ruling.remedy is Remedy.UP_CARD_DEALT_DOWN
    asks = stud and number > 0 and seat not in state.round.all_in
    for card in cards:
        draft.emit(
            ev.CardExposed(
                clause=ruling.clause, seat=seat, card=card, remedy=CHOICE if asks else ruling.remedy.value, asks=asks
            )
        )
    if stud and len(cards) > 1:
        drop_hand(draft, seat, ruling.clause, VOID, refund=True, dealing=True)


def choose(draft: PokerDraft, command: cmd.ChooseAfterExposure) -> None:
    """Bet on for the whole pot, or contend only for what is in it."""
    state, seat = draft.state, draft.seat
    if state.status is not Status.CHOOSING or seat not in state.round.choosing:
        raise refuse(Code.SEAT_IS_ASKED, "637a.18(m)", f"no exposed card leaves seat {seat} a choice")
    clause = "637a.18(m)(2)" if command.bet_on else "637a.18(m)(1)"
    draft.emit(ev.ExposureChosen(clause=ClauseId(clause), seat=seat, bet_on=command.bet_on))
    when_all_answered(draft)
