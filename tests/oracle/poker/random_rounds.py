"""Random stated rounds of every game, played by the oracle's own legal moves.

`rounds(game, count, seed)` gives pairs of a stated round and whether it must be refused.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.oracle.poker.cards import FULL_DECK, Card, text_of
from tests.oracle.poker.games import GAMES, Family, Game
from tests.oracle.poker.play import Asked, Question, RefusedError
from tests.oracle.poker.settle import Round, settle

Stated = dict[str, Any]

STRUCTURES = ("fixed-limit", "spread-limit", "pot-limit", "no-limit")


@dataclass(slots=True)
class RandomPlayer:
    """Answers with a random lawful action, and remembers what it said."""

    chance: random.Random
    straddles: bool
    shows: bool
    chip: int
    actions: list[str] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    reshuffles: list[str] = field(default_factory=list)
    calm: float = 0.5
    loose: float = 0.7
    drawing: float = 0.5

    def __post_init__(self) -> None:
        self.calm = self.chance.choice((0.2, 0.5, 0.8))
        self.loose = self.chance.choice((0.5, 0.8, 0.95, 1.0))
        self.drawing = self.chance.choice((0.2, 0.5, 0.9))

    def answer(self, question: Question) -> str | None:
        """A random answer."""
        words = self._words(question)
        if words is not None:
            self.actions.append(f"{question.seat} {words}")
            self.questions.append(question)
        return words

    def _words(self, question: Question) -> str | None:
        match question.asked:
            case Asked.STRADDLE:
                return "straddle" if self.straddles else None
            case Asked.SUPER_DISCARD:
                return "discard " + text_of(self.chance.sample(question.holds, 2))
            case Asked.DRAW:
                return self._drawn(question.holds)
            case Asked.SHOW if self.shows:
                mucks = self.chance.random() < (0.5 if question.loses else 0.05)
                return "muck" if mucks else "show"
            case Asked.BET:
                return self._bet(question)
            case _:
                return None

    def _drawn(self, holds: Sequence[Card]) -> str:
        given = [each for each in holds if self.chance.random() < self.drawing]
        self.chance.shuffle(given)
        return "discard " + text_of(given) if given else "stand"

    def _bet(self, question: Question) -> str:
        chance = self.chance
        low, high = question.raise_from, question.raise_to
        if low is not None and high is not None and chance.random() > self.calm:
            whole = high if high == question.all_in else max(low, high // self.chip * self.chip)
            total = chance.choice((low, low, whole, self._between(low, whole)))
            return f"bet {total}" if question.opens else f"raise to {total}"
        if question.can_check:
            return "fold" if chance.random() < 0.02 and not question.starts else "check"
        return "call" if chance.random() < self.loose else "fold"

    def _between(self, low: int, high: int) -> int:
        """Mostly small, so that the next one can raise too."""
        total = low + int((high - low) * self.chance.random() ** 3)
        return max(low, total // self.chip * self.chip)

    def reshuffled(self, back: Sequence[Card]) -> list[Card]:
        """A random order."""
        order = self.chance.sample(list(back), len(back))
        self.reshuffles.append(text_of(order))
        return order

    def finished(self) -> None:
        """Nothing to do."""


def _deck(chance: random.Random) -> list[Card]:
    """A deck, often one whose first cards make ties, wheels, lows or pairs likely."""
    kind = chance.randrange(6)
    ranks = chance.sample(range(2, 15), chance.choice((3, 5, 7)))
    few = {
        0: lambda _: False,
        1: lambda _: False,
        2: lambda each: each.low_rank <= 8,
        3: lambda each: each.low_rank <= 5,
        4: lambda each: each.rank in ranks,
        5: lambda each: each.rank >= 10,
    }[kind]
    weight = chance.choice((2.0, 4.0, 12.0))
    return sorted(FULL_DECK, key=lambda each: chance.random() ** (weight if few(each) else 1.0))


def _submission(chance: random.Random, game: Game, seats: list[int]) -> Stated:
    """A lawful submission, all amounts in whole smallest chips."""
    players = len(seats)
    chip = chance.choice((1, 5, 25, 25, 100))
    unit = 8 * chip * chance.choice((1, 2, 5)) if chip >= 25 else chance.choice((100, 200, 500, 1000))
    structure = chance.choice(STRUCTURES)
    submission: Stated = {"structure": structure, "smallest_chip": chip}
    if structure == "fixed-limit":
        submission |= {"small_bet": unit, "big_bet": chance.choice((unit, 2 * unit, 2 * unit))}
    if structure == "spread-limit":
        submission |= {"minimum_bet": unit, "maximum_bet": unit * chance.choice((1, 2, 5, 10))}
    if game.family is Family.STUD:
        submission["forced_bet"] = chance.choice((unit // 4, unit // 2, unit))
        if structure in ("pot-limit", "no-limit"):
            submission["minimum_bet"] = unit
    else:
        _add_blinds(chance, submission, game=game, players=players, unit=unit)
    if chance.random() < (0.8 if game.family is Family.STUD else 0.3):
        ante = chance.choice((unit // 4, unit // 2, unit))
        seat = str(chance.choice(seats))
        submission["ante"] = {seat: ante} if chance.random() < 0.15 else ante
        if chance.random() < 0.05:
            submission["ante"] = {str(each): chance.choice((0, 1, 2)) * ante for each in seats}
    if chance.random() < 0.4:
        submission["raise_cap"] = chance.choice((1, 2, 3, 4))
    if game.kill and chance.random() < 0.5:
        submission["kill"] = chance.choice(("kill", "half-kill"))
        submission["qualifying_pot"] = unit * chance.choice((2, 5, 10, 20))
    _add_money(chance, submission, game=game, unit=unit)
    return submission


def _add_blinds(chance: random.Random, submission: Stated, *, game: Game, players: int, unit: int) -> None:
    # At a fixed limit no blind exceeds the small bet, and no straddle the blind and a bet (637a.8(k)).
    fixed = submission["structure"] == "fixed-limit"
    most = chance.choice((unit, unit, unit, unit, unit // 2, unit if fixed else 2 * unit))
    kinds = [[most], [most // 2, most], [most // 4, most // 2, most], [most // 2, most // 2, most]]
    submission["blinds"] = chance.choice([each for each in kinds if len(each) <= players])
    count = len(submission["blinds"])
    if game.straddle and chance.random() < 0.3:
        submission["straddle"] = chance.choice((True, 2 * most, 2 * most if fixed else 3 * most))
    if submission["structure"] == "spread-limit":
        # No blind and no straddle exceeds the posted maximum.
        straddle = submission.get("straddle", 0)
        submission["maximum_bet"] = max(submission["maximum_bet"], most, 2 * most if straddle is True else straddle)
    if submission["structure"] in ("no-limit", "pot-limit") and chance.random() < 0.2:
        submission["minimum_bet"] = unit
    if players == 2 and count == 2 and chance.random() < 0.5:
        submission["heads_up_button_blind"] = True


def _add_money(chance: random.Random, submission: Stated, *, game: Game, unit: int) -> None:
    if game.excess == "choice" and chance.random() < 0.5:
        submission["odd_chip"] = chance.choice(("left-of-button", "suit"))
    rake = chance.randrange(4)
    if rake == 1:
        percent = chance.choice((10, 5, 2.5, 7))
        submission["rake"] = {"kind": "percentage", "percent": percent, "cap": 400}
        if chance.random() < 0.5:
            submission["rake"]["cap"] = chance.choice((25, 300, 1000, 100_000))
    if rake == 2:
        steps = [[level * unit, chance.choice((50, 100))] for level in (3, 6, 12, 40)]
        cap = chance.choice((100, 200, 400, 1000))
        submission["rake"] = {"kind": "incremental", "steps": steps, "cap": cap}
    for fund in ("bad_beat", "high_hand"):
        if chance.random() < 0.2:
            minimum = unit * chance.choice((2, 5, 10))
            submission[fund] = {"contribution": chance.choice((50, 100)), "minimum_pot": minimum}
    if chance.random() < 0.1:
        submission["show_all"] = True


def _stacks(chance: random.Random, submission: Stated, players: int) -> tuple[list[int], bool]:
    """Short stacks of a tournament, or deep ones of a live game."""
    unit = int(submission.get("minimum_bet") or submission.get("small_bet") or 0)
    unit = max([unit, *submission.get("blinds", ())])
    tournament = chance.random() < 0.5
    chip = int(submission["smallest_chip"])
    least, most = (1, 8 * unit) if tournament else (6 * unit, chance.choice((12, 100)) * unit)
    stacks = [chance.randint(least, most) for _ in range(players)]
    if chance.random() < 0.3:
        stacks = [chance.choice(stacks) for _ in stacks]
    if chance.random() < 0.1:  # a player's odd cents, which no share is counted in
        chip = 1
    return [max(chip, each // chip * chip) for each in stacks], tournament


def lawful(name: str, chance: random.Random) -> tuple[Stated, list[Question]]:
    """A lawful round of a game, and what was asked for each of its actions."""
    game = GAMES[name]
    players = chance.choice((2, 3, game.players, chance.randint(2, game.players)))
    seats = sorted(chance.sample(range(1, 11), players) if chance.random() < 0.3 else range(1, players + 1))
    submission = _submission(chance, game, seats)
    stacks, tournament = _stacks(chance, submission, players)
    stated: Stated = {"game": name, "submission": submission}
    if game.family is not Family.STUD and chance.random() < 0.95:
        stated["button"] = chance.choice(seats)
    deck = _deck(chance)
    stated |= {
        "deck": text_of(deck),
        "seats": {str(seat): {"stack": cents} for seat, cents in zip(seats, stacks, strict=True)},
    }
    if tournament:
        stated["tournament"] = True
    if "kill" in submission and chance.random() < 0.5:
        stated["kill"] = True
    straddles = "straddle" in submission and chance.random() < 0.7
    shows = chance.random() < 0.3 and "show_all" not in submission
    player = RandomPlayer(chance, straddles, shows, int(submission["smallest_chip"]))
    played = Round(stated, player)
    played.play()
    used = 52 - played.deck.left
    if not player.reshuffles and chance.random() < 0.5:
        stated["deck"] = text_of(deck[:used])
    stated["actions"] = player.actions
    if player.reshuffles:
        stated["reshuffles"] = player.reshuffles
    return stated, player.questions


def _illegal_words(chance: random.Random, question: Question, others: list[int]) -> str:
    """An action that the question does not allow, in the seat's turn or out of it."""
    seat = question.seat
    if others and chance.random() < 0.15:
        return f"{chance.choice(others)} {chance.choice(('fold', 'check', 'call', 'stand'))}"
    if question.asked is Asked.BET:
        word = "bet" if question.opens else "raise to"
        wrong = ["stand", "call" if question.can_check else "check", f"{word} 0"]
        wrong.append(f"{word} {question.all_in + 1}")
        wrong.append(f"{'raise to' if question.opens else 'bet'} {question.all_in}")
        if question.raise_from is None or question.raise_to is None:
            wrong.append(f"{word} {question.all_in}")
        else:
            wrong.append(f"{word} {question.raise_from - 1}")
            wrong.append(f"{word} {question.raise_to + 1}")
        return f"{seat} {chance.choice(wrong)}"
    if question.asked in (Asked.DRAW, Asked.SUPER_DISCARD):
        strange = chance.choice([each for each in FULL_DECK if each not in question.holds])
        held = question.holds[0]
        wrong = [f"discard {strange}", f"discard {held} {held}", "check", f"discard {held} {strange}"]
        return f"{seat} {chance.choice(wrong)}"
    return f"{seat} check"


def _spoiled(stated: Stated, questions: list[Question], chance: random.Random) -> Stated:
    """The round with one thing wrong."""
    actions = list(stated["actions"])
    deck = stated["deck"].split()
    seats = dict(stated["seats"])
    some = chance.choice(list(seats))
    submission = stated["submission"]
    match chance.randrange(16):
        case 0:
            return stated | {"actions": [*actions, f"{some} {chance.choice(('check', 'fold'))}"]}
        case 1 if actions and questions[-1].asked is not Asked.SHOW:
            return stated | {"actions": actions[:-1]}
        case 2:
            return stated | {"deck": " ".join([deck[0], *deck])}
        case 3 if "reshuffles" in stated:
            return stated | {"reshuffles": stated["reshuffles"][:-1]}
        case 4 if "reshuffles" in stated:
            first, *rest = stated["reshuffles"]
            return stated | {"reshuffles": [first.rsplit(" ", 1)[0], *rest]}
        case 5 if len(deck) < len(FULL_DECK):
            return stated | {"deck": " ".join(deck[:-1])}
        case 6 if "tournament" not in stated:
            return stated | {"seats": seats | {some: {"stack": 1}}}
        case 7 if questions and questions[-1].asked is Asked.SHOW:
            muck = actions[-1].split()[0] + " muck"
            shown = {"submission": submission | {"show_all": True}, "actions": [*actions[:-1], muck]}
            return stated | shown
        case 8 if "straddle" in submission:
            return stated | {"actions": [f"{some} straddle", *actions]}
        case _ if not actions:
            return stated | {"actions": [f"{some} check"]}
        case _:
            at = chance.randrange(len(actions))
            others = [int(seat) for seat in seats if int(seat) != questions[at].seat]
            wrong = _illegal_words(chance, questions[at], others)
            return stated | {"actions": [*actions[:at], wrong, *actions[at + 1 :]]}


def rounds(name: str, count: int, *, seed: int) -> Iterator[tuple[Stated, bool]]:
    """Random rounds of a game; one of ten must be refused."""
    made, number = 0, 0
    while made < count:
        chance = random.Random(f"{name} {seed} {number}")
        number += 1
        try:
            stated, questions = lawful(name, chance)
        except RefusedError:  # the cards did not suffice
            continue
        refused = chance.random() < 0.1
        if refused:
            stated = _spoiled(stated, questions, chance)
            if "refusal" not in settle(stated):
                continue
        yield stated, refused
        made += 1
