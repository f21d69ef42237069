"""Reads Open Hand History JSON without our engine: a check against the schema, and a replay of the money and the cards."""

from __future__ import annotations

import re
from collections import Counter
from itertools import count
from typing import Any

_TYPES: dict[str, Any] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
}
_KEYWORDS = {
    *("$schema", "title", "description", "type", "required", "additionalProperties", "properties", "items"),
    *("enum", "const", "pattern", "minimum", "maximum", "minItems", "maxItems"),
}
POSTS = frozenset({"Post SB", "Post BB", "Post Extra Blind", "Straddle"})
DEAD = frozenset({"Post Ante", "Post Dead"})


def faults(value: Any, schema: dict[str, Any], where: str = "") -> list[str]:
    """What the schema has against a value, for the keywords it uses."""
    assert schema.keys() <= _KEYWORDS, schema.keys() - _KEYWORDS
    kind = schema.get("type")
    if kind and (not isinstance(value, _TYPES[kind]) or (isinstance(value, bool) and kind != "boolean")):
        return [f"{where} is no {kind}: {value!r}"]
    found = []
    if value not in schema.get("enum", [value]) or value != schema.get("const", value):
        found.append(f"{where} is not offered: {value!r}")
    if "pattern" in schema and not re.search(schema["pattern"], value):
        found.append(f"{where} does not match: {value!r}")
    if "minimum" in schema and not schema["minimum"] <= value <= schema.get("maximum", value):
        found.append(f"{where} is too small or too large: {value!r}")
    if kind == "object":
        properties = schema["properties"]
        found += [f"{where} lacks {key}" for key in schema["required"] if key not in value]
        for key, one in value.items():
            found += faults(one, properties[key], f"{where}.{key}") if key in properties else [f"{where} has {key}"]
    if kind == "array":
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            found.append(f"{where} has {len(value)} items")
        for place, one in enumerate(value):
            found += faults(one, schema["items"], f"{where}[{place}]")
    return found


def cents(amount: float) -> int:
    return round(100 * amount)


class Reader:
    """One hand, played again from nothing but the file: ``stacks`` in cents at the end, by player id."""

    def __init__(self, file: dict[str, Any]) -> None:
        self.ohh = ohh = file["ohh"]
        self.stacks = {one["id"]: cents(one["starting_stack"]) for one in ohh["players"]}
        self.put_in: Counter[int] = Counter()
        self.matched: Counter[int] = Counter()
        self.hands: dict[int, list[str]] = {player: [] for player in self.stacks}
        self.live = set(self.stacks)
        self.bets: Counter[int] = Counter()
        for number, part in zip(count(), ohh["rounds"], strict=False):
            assert part["id"] == number
            self._round(part)
        self._take_back()
        self._win()

    def _round(self, part: dict[str, Any]) -> None:
        self.bets = Counter()
        for number, action in zip(count(1), part["actions"], strict=False):
            assert action["action_number"] == number
            assert (action["action"] in ("Shows Cards", "Mucks Cards")) == (part["street"] == "Showdown")
            self._action(action, first=part["id"] == 0)

    def _action(self, action: dict[str, Any], *, first: bool) -> None:
        player, word, amount = action["player_id"], action["action"], cents(action["amount"])
        assert player in self.live, action
        before, highest = self.bets[player], max(self.bets.values(), default=0)
        self.stacks[player] -= amount
        self.put_in[player] += amount
        if word not in DEAD:
            self.bets[player] += amount
        # Where the antes are alike they are matched like bets; others are the whole table's.
        if word not in DEAD or (word == "Post Ante" and "ante_amount" in self.ohh):
            self.matched[player] += amount
        assert self.stacks[player] >= 0, action
        assert action["is_allin"] == (amount > 0 and self.stacks[player] == 0), action
        match word:
            case "Dealt Cards":
                self._cards(action)
            case "Shows Cards" | "Mucks Cards":
                assert not amount
                self._check_shown(action)
            case "Fold":
                assert not amount
                self.live.remove(player)
            case "Check":
                assert not amount and before == highest, action
            case "Call":
                assert self.bets[player] >= highest or action["is_allin"], action
            case "Bet":
                assert amount and not first and not highest, action
            case "Raise":
                assert self.bets[player] > highest and (first or highest), action
            case _:
                assert word in POSTS | DEAD and first and amount, action

    def _cards(self, action: dict[str, Any]) -> None:
        hand, gone = self.hands[action["player_id"]], action.get("_discarded", [])
        assert set(gone) <= set(hand)
        hand[:] = [card for card in hand if card not in gone] + action.get("cards", [])

    def _check_shown(self, action: dict[str, Any]) -> None:
        """A hand shown is the one dealt; a hero knew part of it at most."""
        shown, hand = set(action.get("cards", [])), set(self.hands[action["player_id"]])
        all_known = self.ohh.get("hero_player_id", action["player_id"]) == action["player_id"]
        assert shown == hand if all_known else not shown or hand <= shown, action

    def _take_back(self) -> None:
        """What nobody matched goes back: no action says so, but the pots do not hold it."""
        first, second = self.matched.most_common(2) if len(self.matched) > 1 else [*self.matched.most_common(), (0, 0)]
        self.uncalled = first[1] - second[1] if first[0] in self.live else 0
        self.stacks[first[0]] += self.uncalled

    def _win(self) -> None:
        pots = self.ohh["pots"]
        assert self.put_in.total() - self.uncalled == sum(cents(pot["amount"]) for pot in pots)
        for number, pot in enumerate(pots):
            assert pot["number"] == number
            won = sum(cents(win["win_amount"]) for win in pot["player_wins"])
            assert won + cents(pot["rake"]) + cents(pot["jackpot"]) == cents(pot["amount"])
            for win in pot["player_wins"]:
                assert win["player_id"] in self.live
                self.stacks[win["player_id"]] += cents(win["win_amount"])
