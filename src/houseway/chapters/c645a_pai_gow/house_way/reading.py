"""Reading a house way from data, with every fault told in a sentence of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from houseway.chapters.c645a_pai_gow.house_way.rules import (
    EVERY_HAND,
    HANDS_OF_ACTION,
    HANDS_OF_CONDITION,
    RANK_CONDITIONS,
    YES_NO_CONDITIONS,
    Do,
    Hand,
    Rule,
    When,
)
from houseway.chapters.c645a_pai_gow.house_way.way import HouseWay
from houseway.written import nearest

_RANKS = {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 10, "T": 10, "J": 11, "Q": 12}
_RANKS |= {"K": 13, "A": 14}
_RANKS_TEXT = "A K Q J 10 9 8 7 6 5 4 3 2"
_PARTS = ("name", "title", "rule")
_CONDITIONS = ("hand", *HANDS_OF_CONDITION)


class HouseWayError(ValueError):
    """Raised when data is not a house way; `faults` holds one sentence per fault."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults))


def from_data(data: Mapping[str, Any], *, under: str = "rule") -> HouseWay:
    """Read a house way, or raise HouseWayError with all its faults; ``under``: how its rules are headed in TOML."""
    if not isinstance(data, Mapping):
        raise HouseWayError([f"A house way is a table of {', '.join(_PARTS)}, not {data!r}."])
    faults: list[str] = [
        f"A house way has no {key!r}{nearest(key, _PARTS)}; it has {', '.join(_PARTS)}."
        for key in map(str, data)
        if key not in _PARTS
    ]
    faults += [
        f"The {key} of a house way is a text, not {data[key]!r}."
        for key in ("name", "title")
        if not isinstance(data.get(key, ""), str)
    ]
    listed = data.get("rule")
    if not isinstance(listed, list | tuple) or not listed:
        faults.append(f"A house way has a list of rules, each written under [[{under}]].")
        raise HouseWayError(faults)
    rules = [_read_rule(one, place, faults) for place, one in enumerate(listed, start=1)]
    sound = [rule for rule in rules if rule is not None]
    faults += _repeated_names(sound)
    # With a rule left out for its faults, what it would have covered is unknown.
    if len(sound) == len(rules):
        faults += _order_faults(sound)
    if faults:
        raise HouseWayError(faults)
    return HouseWay(name=data.get("name", "own"), title=data.get("title", ""), rules=tuple(sound))


def _read_rule(data: Any, place: int, faults: list[str]) -> Rule | None:
    if not isinstance(data, Mapping):
        faults.append(f"Rule {place} is {data!r}; a rule has name, when and do.")
        return None
    before = len(faults)
    name = data.get("name")
    if not isinstance(name, str) or not name.strip():
        faults.append(f"Rule {place} has no name; every rule is named, since rulings cite it.")
    called = f'Rule "{name}"' if isinstance(name, str) and name.strip() else f"Rule {place}"
    faults += [
        f"{called} has no part {key!r}; a rule has name, when and do."
        for key in map(str, data)
        if key not in ("name", "when", "do")
    ]
    do = _read_action(data.get("do"), called, faults)
    when = _read_when(data.get("when", {}), called, faults)
    if do is None or when is None or len(faults) > before:
        return None
    faults += _misfits(when, do, called)
    return Rule(name=str(name), when=when, do=do) if len(faults) == before else None


def _read_action(text: Any, called: str, faults: list[str]) -> Do | None:
    try:
        return Do(text)
    except ValueError:
        hint = nearest(text, map(str, Do)) if isinstance(text, str) else ""
        faults.append(f"{called} cannot do {text!r}{hint}; it may do {_listed(Do)}.")
        return None


def _read_when(data: Any, called: str, faults: list[str]) -> When | None:
    if not isinstance(data, Mapping):
        faults.append(f'{called} has {data!r} for its conditions; write a table such as {{ hand = "two pair" }}.')
        return None
    before = len(faults)
    read: dict[str, Any] = {}
    for key, value in data.items():
        if key == "hand":
            continue
        if key in RANK_CONDITIONS:
            read[key] = _read_ranks(key, value, called, faults)
        elif key in YES_NO_CONDITIONS:
            if not isinstance(value, bool):
                faults.append(f"{called} has {key} = {value!r}; it is true or false.")
            read[key] = value
        else:
            faults.append(
                f"{called} has no condition {key!r}{nearest(str(key), _CONDITIONS)}; "
                f"conditions are {', '.join(_CONDITIONS)}."
            )
    hands = _read_hands(data.get("hand"), called, faults)
    if "hand" not in data:
        # A rule without `hand` means the hands its conditions can speak of.
        hands = hands.intersection(*(HANDS_OF_CONDITION[key] for key in read))
    return When(hands=hands, **read) if len(faults) == before else None


def _read_hands(value: Any, called: str, faults: list[str]) -> frozenset[Hand]:
    if value is None:
        return EVERY_HAND
    named = [value] if isinstance(value, str) else value
    if not isinstance(named, list | tuple) or not named:
        faults.append(f"{called} has hand = {value!r}; it is one hand or a list of {_listed(Hand)}.")
        return EVERY_HAND
    hands = set()
    for one in named:
        try:
            hands.add(Hand(one))
        except ValueError:
            hint = nearest(one, map(str, Hand)) if isinstance(one, str) else ""
            faults.append(f"{called} names no hand with {one!r}{hint}; hands are {_listed(Hand)}.")
    return frozenset(hands)


def _read_ranks(key: str, value: Any, called: str, faults: list[str]) -> frozenset[int]:
    words = value.split() if isinstance(value, str) else []
    ranks = {_RANKS[word] for word in words if word in _RANKS}
    if not words or any(word not in _RANKS for word in words):
        faults.append(f"{called} has {key} = {value!r}; write ranks apart, from {_RANKS_TEXT}.")
    elif key == "front_can_be" and (len(words) != 2 or len(ranks) != 2):
        faults.append(f'{called} has {key} = {value!r}; it is two different ranks, such as "A K".')
    return frozenset(ranks)


def _misfits(when: When, do: Do, called: str) -> Iterable[str]:
    """Conditions and actions that some of the rule's hands do not have."""
    for condition in when.stated:
        possible = HANDS_OF_CONDITION[condition]
        if not when.hands <= possible:
            yield (
                f"{called} asks for {condition} of {_listed(when.hands - possible)}, which have none; "
                f"it can be asked of {_listed(possible)}."
            )
    if not when.hands:
        yield f"{called} can never apply, since no hand has all of {', '.join(when.stated)}."
    if not when.hands <= HANDS_OF_ACTION[do]:
        yield (
            f'{called} would do "{do}" with {_listed(when.hands - HANDS_OF_ACTION[do])}; '
            f"that is for {_listed(HANDS_OF_ACTION[do])}."
        )
    needs_complete = do is Do.COMPLETE_HAND_BACK or when.breaking_improves_front is not None
    if needs_complete and not (when.complete or when.complete_with_pair_front):
        asked = f'does "{do}"' if do is Do.COMPLETE_HAND_BACK else "asks for breaking_improves_front"
        yield f"{called} {asked} without the condition that there is such a hand; add complete = true."


def _repeated_names(rules: list[Rule]) -> Iterable[str]:
    names = [rule.name for rule in rules]
    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            yield f'Rule "{name}" stands {names.count(name)} times; every rule has a name of its own.'


def _order_faults(rules: list[Rule]) -> Iterable[str]:
    """Rules that can never be reached, and hands that no rule sets in every case."""
    open_hands = set(EVERY_HAND)
    closed_by: dict[Hand, str] = {}
    for rule in rules:
        if not rule.when.hands & open_hands:
            above = _listed({closed_by[hand] for hand in rule.when.hands})
            yield f'Rule "{rule.name}" can never apply; its hands are already set by {above}, so put it above.'
        if not rule.when.stated:
            closed_by |= dict.fromkeys(rule.when.hands & open_hands, rule.name)
            open_hands -= rule.when.hands
    for hand in Hand:
        if hand in open_hands:
            fitting = [do for do, hands in HANDS_OF_ACTION.items() if hand in hands and do is not Do.COMPLETE_HAND_BACK]
            yield (
                f'No rule sets every "{hand}"; add a last one with hand = "{hand}" alone as its condition, '
                f"which may do {_listed(fitting)}."
            )


def _listed(words: Iterable[str]) -> str:
    order = [*Hand, *Do]
    ranked = sorted(words, key=lambda word: (order.index(word) if word in order else len(order), word))
    return ", ".join(f'"{word}"' for word in ranked)
