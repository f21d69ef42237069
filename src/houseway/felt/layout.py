"""What lies on the felt at a moment, taken from what a viewer sees or from the whole state of a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from houseway.cards import Card
from houseway.engine.banked.observe import Observation
from houseway.engine.banked.state import DEALER, TableState
from houseway.rules.game import BankedGame
from houseway.rules.showdown import Setting, Showdown
from houseway.rules.table_rules import TableRules


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The dealer's place or a betting position."""

    name: str
    cards: tuple[Card | None, ...] = ()
    setting: Setting | None = None
    wagers: Mapping[str, int] = field(default_factory=dict)
    chips: int | None = None
    hand: str = ""
    note: str = ""
    own: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The felt: the dealer, the community area, the betting positions by seat."""

    game: BankedGame
    number: int
    dealer: Place
    community: tuple[Card | None, ...]
    places: Mapping[int, Place]
    meters: Mapping[str, int]
    magic_card: Card | None = None
    lucky: int | None = None


def layout_of_state(rules: TableRules, state: TableState) -> Layout:
    """Everything on the felt, face up, as one sees it who has to settle a stated round."""
    hands = {seat: cards for seat, cards in state.hands.items() if seat == DEALER or seat in state.seats}
    wagers: dict[int, dict[str, int]] = {}
    for (seat, id), cents in state.wagers.items():
        wagers.setdefault(seat, {})[id] = cents
    named = _names(rules.game, hands, state.community, state.settings, state.bank)
    notes = {
        **dict.fromkeys(state.folded, "folded"),
        **dict.fromkeys(state.surrendered, "surrendered"),
        **dict.fromkeys(state.voided, "void"),
    }
    places = {
        seat: Place(
            name="" if player == str(seat) else player,
            cards=hands.get(seat, ()),
            setting=state.settings.get(seat),
            wagers=wagers.get(seat, {}),
            hand=named.get(seat, ""),
            note=notes.get(seat, "bank" if seat == state.bank else ""),
        )
        for seat, player in sorted(state.seats.items())
    }
    dealer = Place(
        name="Dealer",
        cards=hands.get(DEALER, ()),
        setting=state.settings.get(DEALER),
        hand=named.get(DEALER, ""),
    )
    return Layout(
        game=rules.game,
        number=state.number,
        dealer=dealer,
        community=state.community,
        places=places,
        meters={},
        magic_card=state.magic_card,
        lucky=state.lucky,
    )


def layout_of_observation(game: BankedGame, seen: Observation, own: frozenset[int]) -> Layout:
    """What a viewer sees; ``own`` are the viewer's seats."""
    named = _names(game, seen.hands, seen.community, seen.settings, seen.bank)
    places = {
        seat: Place(
            name=player,
            cards=seen.hands.get(seat, ()),
            setting=seen.settings.get(seat),
            wagers=seen.wagers.get(seat, {}),
            chips=seen.chips[seat],
            hand=named.get(seat, ""),
            note="folded" if seat in seen.folded else "bank" if seat == seen.bank else "",
            own=seat in own,
        )
        for seat, player in sorted(seen.seats.items())
    }
    dealer = Place(
        name="Dealer",
        cards=seen.hands.get(DEALER, ()),
        setting=seen.settings.get(DEALER),
        hand=named.get(DEALER, ""),
    )
    return Layout(
        game=game, number=seen.number, dealer=dealer, community=seen.community, places=places, meters=seen.meters
    )


def _names(
    game: BankedGame,
    hands: Mapping[int, tuple[Card | None, ...]],
    community: tuple[Card | None, ...],
    settings: Mapping[int, Setting],
    bank: int | None,
) -> dict[int, str]:
    """The hands by name, where all the cards they are made of can be seen."""
    against = DEALER if bank is None else bank
    board = tuple(card for card in community if card is not None)
    known = {
        seat: tuple(card for card in hand if card is not None)
        for seat, hand in hands.items()
        if hand and None not in hand and (game.arrangement is None or seat in settings)
    }
    if game.describe is None or len(board) < len(community):
        return {}
    named: dict[int, str] = {}
    for seat, hand in known.items():
        # The description is of two hands; one that cannot be seen is stood in for by the seat's own.
        bank_hand, bank_setting = known.get(against, hand), settings.get(against, settings.get(seat))
        showdown = Showdown(hand, bank_hand, board, False, settings.get(seat), bank_setting)
        named[seat] = game.describe(showdown)[0]
    return named
