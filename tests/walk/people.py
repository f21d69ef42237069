"""What people fill into the forms of a page: what stands there, what the hints allow, and now and then something else."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

from houseway.cards import CARD_TEXT, DECK_52, DECK_53, Card
from houseway.money import Cents, cents_of
from tests.walk.page_forms import Field, Form, Page

Fields = list[tuple[str, str]]
_DOLLARS = re.compile(r"\$([\d,]+(?:\.\d\d)?)")
_MUST_MARK = re.compile(r"Mark (\d+) cards?\.")
OPTIONAL = 0.3
"""How often an optional wager is made."""


def amounts_in(text: str) -> list[Cents]:
    """Return the amounts of dollars that a text names.

    >>> amounts_in("$10 to $1,250.50")
    [1000, 125050]
    """
    return [cents for found in _DOLLARS.findall(text) if (cents := cents_of(found.replace(",", ""))) is not None]


def as_dollars(cents: int) -> str:
    """Write an amount as somebody types it."""
    return f"{cents // 100}" if cents % 100 == 0 else f"{cents / 100:.2f}"


@dataclass(frozen=True, slots=True)
class Stake:
    """A wager that a page lets somebody make: the amounts it names for it."""

    field: Field
    least: int
    most: int
    sizes: tuple[int, ...]
    equals: str

    @property
    def wager(self) -> str:
        return self.field.name.partition(":")[2]


def stake_of(field: Field) -> Stake:
    """Read what a page says of a wager: beside the field, or in its hint."""
    if field.datum("data-least"):
        sizes = tuple(map(int, filter(None, field.datum("data-sizes").split(","))))
        return Stake(
            field, int(field.datum("data-least")), int(field.datum("data-most")), sizes, field.datum("data-equals")
        )
    if field.kind == "select":
        sizes = tuple(cents for choice in field.choices if (cents := cents_of(choice)))
        return Stake(field, min(sizes), max(sizes), sizes, "")
    named = amounts_in(field.hint.partition("placed; ")[2] or field.hint)
    equals = re.search(r"equal to the ([\w ]+?)(?: \d|$)", field.hint)
    if equals is not None:
        return Stake(field, 0, 0, (), equals[1].strip().lower().replace(" ", "_"))
    if " or " in field.hint:
        return Stake(field, named[0], named[-1], tuple(named), "")
    least, most = (named[0], named[-1]) if "up to" not in field.hint else (0, named[-1])
    return Stake(field, least, most, (), "")


class Filler:
    """Fills in forms as a person does who follows the page. ``chance`` decides what the page leaves open."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self._keys = 0

    def fill(self, form: Form, page: Page, hand: Sequence[Card] = ()) -> Fields:
        """Return the fields that are sent. ``hand``: the cards that somebody hands over with it, from the highest."""
        left = list(hand)
        if any(one.name.startswith("wagers:") for one in form.fields):
            given = self._wagers(form, chips_on(page))
        elif "data-amount" in form.element.attributes:
            given = self._amount(form, page)
        elif form.command == "discard" and any(one.kind == "checkbox" for one in form.fields):
            given = self._discard(form, page)
        elif form.element.has_class("setter__form"):
            given = self._set(form, page)
        else:
            given = [(one.name, value) for one in form.fields for value in self._values(one, left)]
        return [(name, value or self.key() if name == "key" else value) for name, value in given]

    def key(self) -> str:
        """Return a key that no other form was sent under."""
        self._keys += 1
        return f"{self._keys}-{self.chance.getrandbits(32):08x}"

    def _values(self, field: Field, hand: list[Card]) -> list[str]:
        if field.kind == "hidden" or (field.value and field.kind not in ("checkbox", "radio")):
            return [field.value]
        if field.kind in ("checkbox", "radio"):
            return [field.value] if field.checked or field.required else []
        if not field.required:
            return [""]
        if field.kind == "select":
            return [self.chance.choice([one for one in field.choices if one])]
        if field.kind == "textarea":
            return [self._cards(field, hand)]
        return [self._number(field) if field.kind == "number" else "as seen"]

    def _number(self, field: Field) -> str:
        """Write the least or the greatest number the field takes, or one in between; amounts go in their own steps."""
        step = cents_of(field.step or "1") or 100
        least = cents_of(field.least or "0") or 0
        most = (cents_of(field.most) or 0) if field.most else least + 100 * step
        between = least + self.chance.randint(0, (most - least) // step) * step
        return as_dollars(self.chance.choice((least, between, most)))

    def _cards(self, field: Field, hand: list[Card]) -> str:
        """Write so many of the cards at hand, the highest first; without any, so many of a deck in any order."""
        number = int(field.datum("data-cards") or 0)
        if not hand:
            hand = list(DECK_53 if number == len(DECK_53) else DECK_52)
            self.chance.shuffle(hand)
        taken = hand[:number]
        del hand[:number]
        return " ".join(CARD_TEXT[card] for card in taken)

    def _wagers(self, form: Form, chips: int) -> Fields:
        """Make the first wager and those equal to it, and some of the others, as far as the chips go."""
        stakes = [stake_of(one) for one in form.fields if one.name.startswith("wagers:")]
        made: dict[str, int] = {}
        for place, stake in enumerate(stakes):
            if stake.equals and stake.equals in made:
                amount = made[stake.equals]
            elif place and self.chance.random() > OPTIONAL:
                continue
            else:
                followers = sum(other.equals == stake.wager for other in stakes)
                least = max(stake.least, 100)
                amount = self.chance.choice(stake.sizes) if stake.sizes else self.chance.choice((least, 2 * least))
                if (amount > stake.most or amount * (1 + followers) > chips) and not stake.sizes:
                    amount = stake.least
            if stake.equals and stake.equals not in made:
                continue
            if amount > chips:
                continue
            chips -= amount
            made[stake.wager] = amount
        rest = [(one.name, one.value) for one in form.fields if not one.name.startswith("wagers:")]
        return rest + [(f"wagers:{wager}", as_dollars(amount)) for wager, amount in made.items()]

    def _amount(self, form: Form, page: Page) -> Fields:
        """Name the amount that is offered first, or that of one of the buttons beside it."""
        presets = [one.get("data-preset") for one in page.all(lambda one: "data-preset" in one.attributes)]
        typed = next(one for one in form.fields if "data-range-value" in dict(one.data))
        chosen = (
            typed.value if self.chance.random() < 0.7 or not presets else as_dollars(int(self.chance.choice(presets)))
        )
        return [(one.name, chosen if one is typed else one.value) for one in form.fields]

    def _discard(self, form: Form, page: Page) -> Fields:
        """Throw away as many cards as must go, or any number where none must."""
        held = [one for one in form.fields if one.kind == "checkbox"]
        named = _MUST_MARK.search(page.root.text)
        must = int(named[1]) if named is not None else 0
        thrown = self.chance.sample(held, must or self.chance.randint(0, len(held)))
        rest = [(one.name, one.value) for one in form.fields if one.kind != "checkbox"]
        return rest + [(one.name, one.value) for one in held if one in thrown]

    def _set(self, form: Form, page: Page) -> Fields:
        """Set the hands as they lie, or in another of the ways the page knows."""
        setter = page.find("actions")
        assert setter is not None
        ways = [cards for cards, _, _, is_foul in json.loads(setter.get("data-ways")) if not is_foul]
        low = self.chance.choice(ways) if ways and self.chance.random() < 0.5 else form.value("low")
        return [(one.name, low if one.name == "low" else one.value) for one in form.fields]


def chips_on(page: Page) -> int:
    """Return the chips that the page shows at the viewer's own seat; enough for anything where it shows none."""
    own = page.all(lambda one: one.tag == "section" and one.has_class("is-me"))
    stacks = [one.text for seat in own for one in seat.walk() if one.has_class("plate__stack")]
    rows = page.all(lambda one: one.tag == "tr" and one.has_class("is-on"))
    stacks += [one.text for row in rows for one in row.walk() if one.tag == "td" and one.has_class("r")]
    amounts = [amount for text in stacks for amount in amounts_in(text)]
    return amounts[0] if amounts else 10**9
