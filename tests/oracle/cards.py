"""Cards as text: "As", "Td", "2c", and the joker "Jk"."""

RANKS = "23456789TJQKA"
SUITS = "cdhs"
JOKER = "Jk"
STANDARD_DECK: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
PAI_GOW_DECK: tuple[str, ...] = (*STANDARD_DECK, JOKER)
ACE, KING, QUEEN, JACK = 14, 13, 12, 11


def pip(card: str) -> int:
    """2 to 14; the joker is an ace wherever it does not complete a straight or flush."""
    return ACE if card == JOKER else RANKS.index(card[0]) + 2


def suit(card: str) -> str:
    """The suit letter; the joker has none."""
    return "" if card == JOKER else card[1]


def is_red(card: str) -> bool:
    return suit(card) in ("d", "h")


def is_black(card: str) -> bool:
    return suit(card) in ("c", "s")


def parse(text: str) -> list[str]:
    """The cards of a text, each checked, none twice."""
    cards = text.split()
    for card in cards:
        if card not in PAI_GOW_DECK:
            raise ValueError(f"no such card: {card}")
    if len(set(cards)) != len(cards):
        raise ValueError("a card twice")
    return cards
