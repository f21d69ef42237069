"""What the viewer may do now, as the bar of actions has it: the one question, its lawful answers, and what they cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from houseway.cards import CARD_TEXT, Card, rank_of
from houseway.chapters.c637a_poker.observe import PokerObservation
from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.clause import NO_CLAUSE, ClauseId
from houseway.engine.asking import Ask, Question
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.observing import Observation
from houseway.money import NOTHING, Cents
from houseway.ranking import STANDARD_ORDER, describe, strength
from houseway.rules.table_rules import TableRules
from houseway.seats import DEALER, Seat
from houseway.view.asking import ALL_IN, Asked, Choice, asked
from houseway.view.names import kept_name, wager_name
from houseway.view.settings import ways_of
from houseway.view.table import AnyRules, from_the_highest
from houseway.web.pages.felt.banked import best_five, short_name, when_name
from houseway.web.pages.felt.drawn import offered
from houseway.web.pages.rendering import money

_ASIDE = frozenset(
    {
        "take_seat",
        "leave_seat",
        "add_stakes",
        "remove_stakes",
        "place_wagers",
        "withdraw_wagers",
        "announce",
        "place_chips",
        "take_chips_back",
        "throw_away_cards",
        "view_cards",
        "agree_minimum",
    }
)
"""What is offered beside the question."""
_VALUED = frozenset({"decide", "act"})
"""The questions whose answers the lab knows a value of."""
CHIPS = (100, 500, 2500, 10_000, 50_000)
"""The chips of the tray, in cents."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    """One lawful act: what it says, what it costs, its key, and the fields of its command."""

    label: str
    sub: str = ""
    key: str = ""
    primary: bool = False
    fields: Mapping[str, str] = field(default_factory=dict)
    amount: bool = False
    """The amount of the bar goes with it."""
    why_not: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
    """The amounts that may be named: the slider, the presets and the field agree on them. In cents."""

    name: str
    label: str
    least: Cents
    most: Cents
    step: Cents
    value: Cents
    presets: tuple[tuple[str, Cents], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Stake:
    """A betting area that is open. In cents."""

    id: str
    label: str
    name: str
    clause: ClauseId
    least: Cents
    most: Cents
    step: Cents
    sizes: tuple[Cents, ...] = ()
    equals: str = ""
    now: Cents = NOTHING


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """The bar of actions. ``kind``: watch, wait, ask, bets, set or draw."""

    kind: str
    seat: Seat = DEALER
    head: str = ""
    says: str = ""
    clause: ClauseId = NO_CLAUSE
    buttons: tuple[Button, ...] = ()
    range: Range | None = None
    stakes: tuple[Stake, ...] = ()
    held: tuple[str, ...] = ()
    high: int = 0
    low: int = 0
    points: bool = False
    house_way: tuple[str, ...] = ()
    ways: tuple[tuple[str, str, str, bool], ...] = ()
    """Of every way to set the hands the low cards, the names of both hands, and whether it is foul."""
    settings: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = ()
    must: int = 0
    keeps: Mapping[str, str] = field(default_factory=dict)
    """What is kept in a draw makes this: by a sign for each card, 1 where it goes."""
    may_wait: bool = False
    hint: bool = False
    """A hint can be given."""
    aside: tuple[Ask, ...] = ()


def bar_of(rules: AnyRules, seen: Observation, own: Sequence[Seat], *, staffed: bool = False) -> Bar:
    """The bar of a player's page. Under a human dealer the first players look at the cards themselves."""
    if not own:
        free = [ask.seat for ask in seen.legal if ask.command == "take_seat"]
        says = "Choose a free seat to play." if free else "Every seat is taken."
        return Bar(kind="watch", head="You are looking on", says=says, aside=seen.legal)
    for seat in own:
        mine = [ask for ask in seen.legal if ask.seat == seat]
        question = [ask for ask in mine if ask.command not in _ASIDE]
        aside = tuple([ask for ask in mine if ask.command in _ASIDE])
        spread = next((ask for ask in mine if ask.command == "view_cards"), None) if staffed else None
        if spread is not None:
            return _looking(spread, aside)
        if question:
            return _question(rules, seen, seat, question, aside)
        if isinstance(rules, TableRules) and isinstance(seen, BankedObservation):
            stakes = _stakes(rules, seen, seat, mine)
            if stakes:
                return _bets(seen, seat, stakes, aside)
    return _waits(rules, seen, own[0], tuple([ask for ask in seen.legal if ask.seat in own]))


def _looking(ask: Ask, aside: tuple[Ask, ...]) -> Bar:
    fields = {"command": "view_cards", "seat": str(ask.seat)}
    return Bar(
        kind="ask",
        seat=ask.seat,
        head="View the cards",
        says="They lie spread face up before you.",
        clause=ask.clause,
        buttons=(Button(label="I have seen them", key="V", primary=True, fields=fields),),
        aside=aside,
    )


def _waits(rules: AnyRules, seen: Observation, seat: Seat, aside: tuple[Ask, ...]) -> Bar:
    if seen.asked:
        who = " and ".join(f"Seat {one}" for one in seen.asked[:3])
        head = f"{who} {'is' if len(seen.asked) == 1 else 'are'} asked"
        if isinstance(rules, PokerRules) and isinstance(seen, PokerObservation) and seat not in seen.order:
            says, clause = "You have no part in this round.", NO_CLAUSE
            if len(seen.order) == rules.game.most_players:
                says = f"At most {rules.game.most_players} are dealt in; whoever came last waits for a place."
                clause = rules.game.players_clause
            return Bar(kind="wait", seat=seat, head=head, says=says, clause=clause, aside=aside)
        return Bar(kind="wait", seat=seat, head=head, aside=aside)
    others = [(one, what) for one, what in offered(seen).items() if one != seat]
    if others:
        head = f"Seat {others[0][0]} is offered {others[0][1]}"
        return Bar(kind="wait", seat=seat, head=head, says="The table waits for the answer.", aside=aside)
    staff = [ask for ask in seen.due if ask.role.value != "player"]
    says = "The dealer goes on." if staff else "The next round begins when there are players enough."
    return Bar(kind="wait", seat=seat, head="Nothing is asked of you now", says=says, aside=aside)


# Wagers before the deal.


def _stakes(rules: TableRules, seen: BankedObservation, seat: Seat, mine: Iterable[Ask]) -> tuple[Stake, ...]:
    found = []
    for ask in mine:
        if ask.command != "place_wagers" or ask.amounts is None:
            continue
        wager = rules.game.wagers[ask.subject]
        most = ask.amounts.most if ask.amounts.most is not None else seen.chips[seat]
        found.append(
            Stake(
                id=wager.id,
                label=short_name(rules, wager),
                name=wager.name,
                clause=ask.clause,
                least=ask.amounts.least,
                most=most,
                step=ask.amounts.step,
                sizes=ask.amounts.sizes,
                equals=wager.equals or "",
                now=seen.placed.get(seat, {}).get(wager.id, NOTHING),
            )
        )
    return tuple(found)


def first_chip(stakes: Sequence[Stake], stack: int) -> int:
    """The chip that is chosen until the player chooses one: the smallest that is a lawful bet by itself in the first area, or
    where the stack has none so large the largest it has.

    >>> ante = Stake(id="ante", label="", name="", clause=NO_CLAUSE, least=Cents(1000), most=Cents(50_000), step=Cents(100))
    >>> first_chip([ante], 50_000), first_chip([ante], 1500)
    (2500, 500)
    """
    affordable = [chip for chip in CHIPS if chip <= stack] or CHIPS[:1]
    lawful = [chip for chip in affordable if not stakes or stakes[0].least <= chip <= stakes[0].most]
    return lawful[0] if lawful else affordable[-1]


def _bets(seen: BankedObservation, seat: Seat, stakes: tuple[Stake, ...], aside: tuple[Ask, ...]) -> Bar:
    placed = sum(seen.placed.get(seat, {}).values())
    back = any(ask.command == "withdraw_wagers" for ask in aside)
    buttons: tuple[Button, ...] = ()
    if placed and back:
        fields = {"command": "withdraw_wagers", "seat": str(seat)}
        buttons = (Button(label="Take all back", sub=money(placed), key="K", fields=fields),)
    head = f"Your bets: {money(placed)}" if placed else "Place your bets"
    says = "The dealer calls “no more bets” next." if placed else "Choose a chip, then an area."
    clause = stakes[0].clause
    return Bar(kind="bets", seat=seat, head=head, says=says, clause=clause, stakes=stakes, buttons=buttons, aside=aside)


# Questions.


def _question(rules: AnyRules, seen: Observation, seat: Seat, asks: list[Ask], aside: tuple[Ask, ...]) -> Bar:
    first = asks[0]
    same = tuple([ask for ask in asks if ask.command == first.command or _goes_with(first, ask)])
    question = Question(seat=seat, asks=same, may_wait=all(ask.may_wait for ask in same))
    told = asked(rules, seen, question)
    sets = next((ask for ask in same if ask.command == "decide" and ask.cards is not None), None)
    if sets is not None and isinstance(rules, TableRules):
        return _setting(rules, seen, seat, told, same, aside)
    if first.command == "discard":
        return _draw(rules, seen, seat, told, first, aside)
    buttons, range_ = _buttons(rules, seen, seat, told)
    return Bar(
        kind="ask",
        seat=seat,
        head=_head(rules, seen, told),
        says=_says(rules, seen, seat, told),
        clause=first.clause,
        buttons=buttons,
        range=range_,
        held=_apart(rules, seen, seat),
        may_wait=question.may_wait,
        hint=_is_valued(rules, seen, first) and not question.may_wait,
        aside=aside,
    )


def _apart(rules: AnyRules, seen: Observation, seat: Seat) -> tuple[str, ...]:
    """The own cards where the felt has only room for the hands they are set in."""
    if not isinstance(rules, TableRules) or rules.game.arrangement is None:
        return ()
    return _texts(from_the_highest([card for card in seen.hands.get(seat, ()) if card is not None]))


def _is_valued(rules: AnyRules, seen: Observation, ask: Ask) -> bool:
    """Whether the lab knows what the answers are worth: against the house, and among players once nobody draws any more."""
    if ask.command not in _VALUED:
        return False
    if isinstance(seen, BankedObservation):
        return seen.bank is None
    assert isinstance(rules, PokerRules)
    ids = [street.id for street in rules.game.streets]
    return seen.phase in ids and not any(street.draw for street in rules.game.streets[ids.index(seen.phase) + 1 :])


def _goes_with(first: Ask, ask: Ask) -> bool:
    pairs = {("cut_cards", "decline_cut"), ("accept_bank", "pass_bank"), ("show_hand", "show_hand")}
    return (first.command, ask.command) in pairs


def _head(rules: AnyRules, seen: Observation, told: Asked) -> str:
    words = [choice.word for choice in told.choices if choice.word != ALL_IN]
    call = next((choice for choice in told.choices if choice.word == "call" and choice.least), None)
    if call is not None and call.least is not None:
        return f"{money(call.least)} to call"
    match told.choices[0].asks[0].command if told.choices and told.choices[0].asks else "":
        case "accept_bank":
            return "The bank is offered to you"
        case "cut_cards":
            return "The cut is offered to you"
        case "void_hand":
            return "A card of yours was exposed"
        case "show_hand":
            return "Show your hand?"
        case "determine_start":
            return "Find where the deal starts"
    listed = " or ".join(words) if len(words) < 3 else f"{', '.join(words[:-1])} or {words[-1]}"
    return f"Your turn: {listed}"


def _says(rules: AnyRules, seen: Observation, seat: Seat, told: Asked) -> str:
    parts = []
    if seen.phase:
        if isinstance(rules, TableRules):
            when = f"{when_name(seen.phase)}, your" if "_" in seen.phase else "Your"
            parts.append(f"{when} {wager_name(rules.game, rules.game.main_wager.id)} is {money(told.unit)}.")
        else:
            parts.append(f"{when_name(seen.phase)}.")
    if isinstance(seen, BankedObservation) and isinstance(rules, TableRules) and rules.game.arrangement is None:
        known = [card for card in (*seen.hands.get(seat, ()), *seen.community) if card is not None]
        if len(known) >= 5:
            parts.append(f"You hold {describe(strength(best_five(known), STANDARD_ORDER))}.")
    if told.choices and told.choices[0].word == "bank":
        parts = ["All others play against you. Say how much the dealer wagers."]
    if told.choices and told.choices[0].asks and told.choices[0].asks[0].command == "cut_cards":
        parts = ["Cut the cards, or say no and the cut goes on to the next."]
    if told.lacks:
        parts.append(f"{told.lacks.capitalize()}.")
    if isinstance(seen, PokerObservation) and told.pot:
        call = seen.current - seen.bets.get(seat, 0)
        if call > 0:
            parts.append(f"Call {money(call)} to win {money(told.pot - call)}.")
    return " ".join(parts)


def _fields(ask: Ask, choice: Choice) -> dict[str, str]:
    """The fields of the command that answers."""
    given = {"command": ask.command, "seat": str(ask.seat)}
    match ask.command:
        case "decide" | "act":
            given["word"] = ask.word
        case "void_hand":
            given["void"] = "yes" if choice.word == "void" else "no"
        case "show_hand":
            given["muck"] = "yes" if choice.word == "muck" else "no"
        case "choose_after_exposure":
            given["bet_on"] = "yes" if ask.word == "bet on" else "no"
        case "cut_cards":
            assert ask.amounts is not None and ask.amounts.most is not None
            given["depth"] = str((ask.amounts.least + ask.amounts.most) // 2)
    return given


def _buttons(rules: AnyRules, seen: Observation, seat: Seat, told: Asked) -> tuple[tuple[Button, ...], Range | None]:
    found: list[Button] = []
    range_: Range | None = None
    for choice in told.choices:
        if not choice.asks:
            continue
        ask = choice.asks[0]
        if ask.word == "house way" or choice.word == ALL_IN:
            continue
        fields = _fields(ask, choice)
        of_amount = _AMOUNTS.get(ask.command, "cents")
        label = choice.word.capitalize()
        if choice.least is None or choice.word == "call":
            sub = money(choice.least) if choice.least else ""
            found.append(Button(label=label, sub=sub, key=_key(choice.word, found), fields=fields))
        elif choice.least == choice.most:
            fields[of_amount] = _dollars(choice.least)
            to = "to " if choice.word == "raise" and ask.command == "act" else ""
            sub = f"{to}{money(choice.least)}"
            found.append(Button(label=label, sub=sub, key=_key(choice.word, found), fields=fields))
        elif _few(told, choice):
            for times in range(1, 4):
                cents = Cents(times * told.unit)
                if ask.amounts is not None and cents in ask.amounts:
                    one = {**fields, of_amount: _dollars(cents)}
                    found.append(Button(label=f"{label} {times}×", sub=money(cents), key=str(times), fields=one))
        else:
            range_ = _range(told, choice, of_amount, seen, seat)
            sub = (
                "to" if choice.word == "raise" and ask.command == "act" else "against" if choice.word == "bank" else ""
            )
            if choice.word == "bank" and isinstance(rules, TableRules) and rules.banking and rules.banking.co_banking:
                half = {**fields, "co_bank": "yes"}
                found.append(Button(label="Co-bank", sub="half the house’s", key="O", fields=half))
            found.append(Button(label=label, sub=sub, key=_key(choice.word, found), fields=fields, amount=True))
    if told.lacks and told.lacking:
        found.append(Button(label=told.lacking.capitalize(), why_not=told.lacks))
    order = {"fold": 0, "surrender": 0, "check": 1, "no": 1, "muck": 1, "pass": 1}
    found.sort(key=lambda one: order.get(one.label.lower().partition(" ")[0], 2))
    lawful = [one for one in found if not one.why_not]
    primary = lawful[-1] if lawful else None
    if primary is not None and primary.label != "Fold":
        found = [_primary(one) if one is primary else one for one in found]
    return tuple(found), range_


def _primary(one: Button) -> Button:
    return Button(label=one.label, sub=one.sub, key=one.key, primary=True, fields=one.fields, amount=one.amount)


_AMOUNTS = {"act": "to", "accept_bank": "dealer_wager"}
"""The field of a command that an amount goes into, where it is not cents."""


def _few(told: Asked, choice: Choice) -> bool:
    """Whether the amounts are one to three times a unit, each of which gets its button."""
    ask = choice.asks[0]
    if ask.command != "decide" or ask.amounts is None or not told.unit or choice.most is None:
        return False
    return choice.least == told.unit and ask.amounts.step == told.unit and choice.most <= 3 * told.unit


def _dollars(cents: Cents) -> str:
    return f"{cents // 100}" if cents % 100 == 0 else f"{cents / 100:.2f}"


def _range(told: Asked, choice: Choice, name: str, seen: Observation, seat: Seat) -> Range:
    ask = choice.asks[0]
    assert choice.least is not None and ask.amounts is not None
    step = max(one.amounts.step for one in choice.asks if one.amounts is not None)
    most = choice.most if choice.most is not None else Cents(choice.least * 100)
    value = choice.least
    label = "Raise to" if name == "to" and choice.word == "raise" else choice.word.capitalize()
    if name == "dealer_wager":
        # What the dealer wagers where the bank says nothing comes first.
        value, label = most, "The dealer wagers"
        presets = [("Nothing", 0), ("Half", most // 2), ("All", most)]
        step = Cents(100) if most % 100 == 0 else step
    elif name == "cents" and told.unit:
        presets = [(f"{times}×", times * told.unit) for times in range(1, 4)]
    else:
        base, pot = told.current, told.pot
        presets = [("Min", choice.least), ("½ pot", base + pot // 2), ("Pot", base + pot), ("All-in", most)]
    fits: list[tuple[str, Cents]] = []
    for name_of_it, wanted in presets:
        cents = Cents(wanted if wanted == most else wanted // step * step)
        if choice.least <= cents <= most and (not fits or cents > fits[-1][1]):
            fits.append((name_of_it, cents))
    return Range(
        name=name,
        label=label,
        least=choice.least,
        most=most,
        step=step,
        value=value,
        presets=tuple(fits),
    )


_KEYS = {"fold": "F", "check": "C", "call": "C", "bet": "R", "raise": "R", "show": "S", "muck": "M", "pass": "P"}


def _key(word: str, found: Sequence[Button]) -> str:
    # F is the fold's everywhere.
    taken = {one.key for one in found} | ({"F"} if word != "fold" else set())
    wanted = _KEYS.get(word, "")
    if wanted and wanted not in taken:
        return wanted
    return next((letter.upper() for letter in word if letter.isalpha() and letter.upper() not in taken), "")


# Cards.


def _setting(
    rules: TableRules, seen: Observation, seat: Seat, told: Asked, asks: Sequence[Ask], aside: tuple[Ask, ...]
) -> Bar:
    arrangement = rules.game.arrangement
    assert arrangement is not None
    held = told.held or from_the_highest([card for card in seen.hands.get(seat, ()) if card is not None])
    way = arrangement.bank(tuple(held))
    legal = arrangement.legal(tuple(held))
    few = rules.game.chapter == "663a"
    # Cards of one rank count the same: the lawful ways differ by ranks alone.
    ways = {tuple(sorted(rank_of(card) for card in one.low)): one for one in reversed(legal)} if few else {}
    named = [
        (" ".join(sorted(_texts(one.setting.low))), one.high, one.low, one.foul) for one in ways_of(rules.game, held)
    ]
    settings = tuple([(_setting_name(one.low), _texts(one.high), _texts(one.low)) for one in ways.values()])
    others = [choice for choice in told.choices if choice.asks and choice.asks[0].cards is None]
    buttons = tuple(
        [
            Button(label=choice.word.capitalize(), key=_key(choice.word, ()), fields=_fields(choice.asks[0], choice))
            for choice in others
        ]
    )
    word = next(ask.word for ask in asks if ask.cards is not None)
    return (
        Bar(
            kind="set",
            seat=seat,
            head="Where does the ace go" if len(settings) > 1 else "Set your hands",
            says="Drag a card, or tap one in each hand to swap them."
            if not few
            else "Three higher cards high, two lower ones low.",
            clause=asks[0].clause,
            buttons=buttons,
            held=_texts((*way.high, *way.low)),
            high=arrangement.high,
            low=arrangement.low,
            points=few,
            house_way=_texts(way.low),
            ways=tuple(named),
            settings=settings,
            aside=aside,
            hint=_is_valued(rules, seen, asks[0]),
            range=None,
            may_wait=False,
            stakes=(),
            must=0,
        )
        if word
        else Bar(kind="wait", seat=seat)
    )


def _setting_name(low: Sequence[Card]) -> str:
    return "Ace low" if any(CARD_TEXT[card][0] == "A" for card in low) else "Ace high"


def _texts(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple([CARD_TEXT[card] for card in cards])


def _draw(rules: AnyRules, seen: Observation, seat: Seat, told: Asked, ask: Ask, aside: tuple[Ask, ...]) -> Bar:
    assert ask.cards is not None
    must = ask.cards[0]
    says = f"Mark {must} card{'s' if must > 1 else ''}." if must else "Mark the cards to throw away, or stand pat."
    return Bar(
        kind="draw",
        seat=seat,
        head=f"Discard {must}" if must else "Choose what to discard",
        says=says,
        clause=ask.clause,
        held=_texts(told.held),
        must=must,
        keeps=_keeps(rules, told.held) if not must and isinstance(rules, PokerRules) else {},
        aside=aside,
    )


def _keeps(rules: PokerRules, held: Sequence[Card]) -> dict[str, str]:
    """What every choice of cards to keep makes."""
    return {
        "".join(marks): kept_name(rules.game, [card for card, mark in zip(held, marks, strict=True) if mark == "0"])
        for marks in product("01", repeat=len(held))
    }
