"""What the viewer may do now, as the bar of actions has it: the one question, its lawful answers, and what they cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2s
from itertools import product

import msgspec
from msgspec import structs

from houseway.cards import CARD_TEXT, Card, rank_of
from houseway.chapters.c637a_poker.hand_names import kept_name
from houseway.chapters.c637a_poker.observe import PokerObservation
from houseway.chapters.c637a_poker.rules import PokerRules
from houseway.clause import NO_CLAUSE, ClauseId
from houseway.engine.asking import Ask, Question
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.observing import Observation
from houseway.engine.opening import BUY_IN_LIMIT
from houseway.money import NOTHING, Cents
from houseway.ranking import STANDARD_ORDER, describe, strength
from houseway.rules.table_rules import TableRules
from houseway.seats import DEALER, Seat
from houseway.view.asking import ALL_IN, Asked, Choice, asked
from houseway.view.layouts import hand_setting_of
from houseway.view.names import wager_name
from houseway.view.play_on import PlayOn, play_on
from houseway.view.settings import ways_of
from houseway.view.table import AnyRules, from_the_highest
from houseway.web.pages.felt.banked import best_five, short_name, when_name
from houseway.web.pages.felt.drawn import offered
from houseway.web.pages.rendering import money
from houseway.web.pages.wager_checks import missing_bet

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
_GIVES_UP = frozenset({"fold", "surrender", "muck", "void", "stop betting"})
"""The answers that give up a hand: their buttons have a place of their own, where no other button ever is."""
BUY_INS = (Cents(10_000), Cents(25_000), Cents(50_000), Cents(100_000))
DEFAULT_BUY_IN = Cents(50_000)
"""The amounts that somebody who sits down or is out of chips can choose."""
CHIPS = (100, 500, 2500, 10_000, 50_000)
"""The chips of the tray, in cents."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    """One lawful act: what it says, what it costs, its key, and the fields of its command."""

    label: str
    sub: str = ""
    key: str = ""
    primary: bool = False
    to: str = "do"
    """Where it is sent, below the table's address."""
    fields: Mapping[str, str] = field(default_factory=dict)
    amount: bool = False
    """The amount of the bar goes with it."""
    gives_up: bool = False
    """It gives something up and stands in the place kept for that."""
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
    legal: Cents = NOTHING
    """The most that may be named; ``most`` is the most that leaves chips to play on."""
    requires: int = 0
    """How many times its amount playing on takes."""
    required: bool = False
    """Nothing else stands without it, and it is not placed yet."""
    needs: str = ""
    """The wager it is placed only with."""
    first: str = ""
    """What is said at this area while a wager lies ready that is placed only with this one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """The bar of actions. ``kind``: watch, wait, ask, bets, set or draw.

    ``question`` identifies what is asked: it travels with every form, and an answer to a question that has passed is dropped.
    """

    kind: str
    seat: Seat = DEALER
    question: str = ""
    head: str = ""
    says: str = ""
    clause: ClauseId = NO_CLAUSE
    buttons: tuple[Button, ...] = ()
    range: Range | None = None
    stakes: tuple[Stake, ...] = ()
    placed: Cents = NOTHING
    """What the seat has bet on the round that is about to be dealt."""
    banks: bool = False
    """The seat has the bank of that round."""
    held: tuple[str, ...] = ()
    high: int = 0
    low: int = 0
    points: bool = False
    foul_clause: ClauseId | None = None
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
    play_on: PlayOn | None = None
    """What the bets placed require after the deal."""
    aside: tuple[Ask, ...] = ()


def _question_id(seen: Observation, seat: Seat, *asks: Ask) -> str:
    """Return an id that stays as long as a seat is asked the same in the same round, whatever others do meanwhile."""
    # The amounts of an offer go by what others wager; those of a bet or a raise make it another question.
    asked = [(ask.command, ask.word, ask.amounts if ask.command in _VALUED else None) for ask in asks]
    return blake2s(msgspec.json.encode((seen.number, seen.phase, seat, asked)), digest_size=8).hexdigest()


def bar_of(
    rules: AnyRules, seen: Observation, own: Sequence[Seat], *, staffed: bool = False, available: Cents = BUY_IN_LIMIT
) -> Bar:
    """The bar of a player's page. Under a human dealer the first players look at the cards themselves.

    ``available``: what the player can buy chips for.
    """
    if not own:
        free = [ask.seat for ask in seen.legal if ask.command == "take_seat"]
        says = "Choose a free seat to play." if free else "Every seat is taken."
        return Bar(kind="watch", head="You're watching", says=says, aside=seen.legal)
    for seat in own:
        mine = [ask for ask in seen.legal if ask.seat == seat]
        # Whoever has the bank may still give it up, and whoever cannot accept it may pass it: an offer beside the bar.
        banks = isinstance(seen, BankedObservation) and seen.bank == seat
        # Where the system deals, the dealer's wager is placed at once: nobody is asked to lower it.
        can_accept = any(ask.command == "accept_bank" for ask in mine) and (staffed or not banks)
        if not (can_accept or banks or staffed):
            # The system passes it for them at once.
            mine = [ask for ask in mine if ask.command != "pass_bank"]
        beside = _ASIDE if can_accept else _ASIDE | {"accept_bank", "pass_bank"}
        question = [ask for ask in mine if ask.command not in beside]
        aside = tuple([ask for ask in mine if ask.command in beside])
        spread = next((ask for ask in mine if ask.command == "view_cards"), None) if staffed else None
        if spread is not None:
            return _looking(seen, spread, aside)
        if question:
            return _question(rules, seen, seat, question, aside)
        if isinstance(rules, TableRules) and isinstance(seen, BankedObservation):
            stakes = _stakes(rules, seen, seat, mine)
            # Whoever has put every chip down may still take them back.
            if stakes or any(ask.command == "withdraw_wagers" for ask in aside):
                return _bets(rules, seen, seat, stakes, aside, staffed=staffed)
            if any(ask.command == "pass_bank" for ask in aside):
                if seen.bank == seat:
                    return _bank(rules, seen, seat, aside, staffed=staffed)
                return _bank_out_of_reach(rules, seen, seat, aside)
    for seat in own:
        aside = tuple([ask for ask in seen.legal if ask.seat == seat])
        short = _out_of_chips(rules, seen, seat, aside, available)
        if short is not None:
            return short
    return _waits(rules, seen, own[0], tuple([ask for ask in seen.legal if ask.seat in own]))


DEAL_ME_IN = Button(label="Deal me in", key="I", primary=True, to="sit-in")
SIT_OUT = Button(label="Sit out", key="O", gives_up=True, to="sit-out")


def sitting_out(bar: Bar, seen: Observation) -> Bar:
    """Return the bar of a player who sits out, with the way back; what is already under way in this round stays."""
    if bar.kind not in ("wait", "bets") or any(ask.command == "withdraw_wagers" for ask in bar.aside):
        return bar
    return Bar(
        kind="wait",
        seat=bar.seat,
        question=_question_id(seen, bar.seat),
        head="You're sitting out",
        says="You keep your seat and your chips.",
        buttons=(DEAL_ME_IN,),
        aside=bar.aside,
    )


def affordable(asks: Iterable[Ask], available: Cents) -> tuple[Ask, ...]:
    """Return what a player may do of their own accord, without chips that they cannot pay for."""
    kept = []
    for ask in asks:
        if ask.command != "add_stakes" or ask.amounts is None:
            kept.append(ask)
        elif ask.amounts.least <= available:
            most = available if ask.amounts.most is None else min(ask.amounts.most, available)
            kept.append(structs.replace(ask, amounts=structs.replace(ask.amounts, most=most)))
    return tuple(kept)


def _out_of_chips(
    rules: AnyRules, seen: Observation, seat: Seat, aside: tuple[Ask, ...], available: Cents
) -> Bar | None:
    """Return the bar of a player with too few chips for the next round: more chips, or a way out; None for anybody else."""
    if not any(ask.command == "leave_seat" for ask in aside):
        return None
    chips = seen.chips.get(seat, NOTHING)
    if isinstance(rules, TableRules):
        game = rules.game
        twins = [wager for wager in game.wagers.values() if game.main_wager.id in (wager.id, wager.equals)]
        missing = sum(max(wager.minimum, game.exact_steps[wager.id]) for wager in twins) - chips
        if isinstance(seen, BankedObservation) and (seen.bank == seat or seen.placed.get(seat)):
            return None
    else:
        # Whoever cannot be dealt in is asked for what is missing; others may add any amount.
        asked_for = [ask.amounts.least for ask in aside if ask.command == "add_stakes" and ask.amounts is not None]
        missing = max(asked_for, default=NOTHING) if asked_for[1:] else NOTHING
    if missing <= 0:
        return None
    least = Cents(-(-missing // 100) * 100)
    leave = Button(label="Leave", key="X", gives_up=True, fields={"command": "leave_seat", "seat": str(seat)})
    head = "You're out of chips" if not chips else f"You have {money(chips)} left"
    bar = Bar(kind="wait", seat=seat, question=_question_id(seen, seat), head=head, buttons=(leave,), aside=aside)
    if least > available:
        says = f"You need {money(least)} more to play, and you can buy chips for {money(available)}."
        return replace(bar, says=f"{says} Ask the cashier for a deposit, or leave.")
    most = Cents(min(max(BUY_INS[-1], least), available) // 100 * 100)
    amounts = [cents for cents in BUY_INS if least <= cents <= most] or [most]
    return replace(
        bar,
        says=f"You need {money(least)} more to play. You keep your seat." if chips else "You keep your seat.",
        buttons=(
            leave,
            Button(
                label="Buy chips",
                key="B",
                primary=True,
                fields={"command": "add_stakes", "seat": str(seat)},
                amount=True,
            ),
        ),
        range=Range(
            name="cents",
            label="Buy chips",
            least=least,
            most=most,
            step=Cents(100),
            value=DEFAULT_BUY_IN if DEFAULT_BUY_IN in amounts else amounts[-1],
            presets=tuple([(money(cents), cents) for cents in amounts]),
        ),
    )


def _looking(seen: Observation, ask: Ask, aside: tuple[Ask, ...]) -> Bar:
    fields = {"command": "view_cards", "seat": str(ask.seat)}
    return Bar(
        kind="ask",
        seat=ask.seat,
        question=_question_id(seen, ask.seat, ask),
        head="View the cards",
        says="They lie spread face up before you.",
        clause=ask.clause,
        buttons=(Button(label="I have seen them", key="V", primary=True, fields=fields),),
        aside=aside,
    )


def _waits(rules: AnyRules, seen: Observation, seat: Seat, aside: tuple[Ask, ...]) -> Bar:
    if seen.asked:
        head = f"Waiting for {names_listed(seen.seats[other] for other in seen.asked)}"
        if isinstance(rules, PokerRules) and isinstance(seen, PokerObservation) and seat not in seen.order:
            says, clause = "You are not in this round.", NO_CLAUSE
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
    if staff:
        return Bar(kind="wait", seat=seat, head="Waiting for the dealer", aside=aside)
    says = "The next round begins when there are players enough."
    return Bar(kind="wait", seat=seat, head="Waiting for players", says=says, aside=aside)


# Wagers before the deal.


def _stakes(rules: TableRules, seen: BankedObservation, seat: Seat, mine: Iterable[Ask]) -> tuple[Stake, ...]:
    found = []
    main, placed = rules.game.main_wager.id, seen.placed.get(seat, {})
    for ask in mine:
        if ask.command != "place_wagers" or ask.amounts is None:
            continue
        wager = rules.game.wagers[ask.subject]
        legal = ask.amounts.most if ask.amounts.most is not None else seen.chips[seat]
        most = ask.amounts.most_offered
        found.append(
            Stake(
                id=wager.id,
                label=short_name(rules, wager),
                name=wager.name,
                clause=ask.clause,
                least=ask.amounts.least,
                most=legal if most is None else most,
                step=ask.amounts.step,
                sizes=ask.amounts.sizes,
                equals=wager.equals or "",
                now=placed.get(wager.id, NOTHING),
                legal=legal,
                required=main in (wager.id, wager.equals) and not placed.get(wager.id),
                needs=wager.requires or "",
                first=f"Place {wager.with_article} first",
                requires=rules.game.cents_to_play_on({wager.id: Cents(1)}),
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


def _bets(
    rules: TableRules,
    seen: BankedObservation,
    seat: Seat,
    stakes: tuple[Stake, ...],
    aside: tuple[Ask, ...],
    *,
    staffed: bool,
) -> Bar:
    placed = Cents(sum(seen.placed.get(seat, {}).values()))
    back = any(ask.command == "withdraw_wagers" for ask in aside)
    buttons: tuple[Button, ...] = ()
    if placed and back:
        fields = {"command": "withdraw_wagers", "seat": str(seat)}
        buttons = (Button(label="Take back", sub=money(placed), key="K", gives_up=True, fields=fields),)
    if any(ask.command == "pass_bank" for ask in aside):
        if seen.bank == seat:
            bank = _bank(rules, seen, seat, aside, staffed=staffed)
            head = f"You have the bank, and bets of {money(placed)}" if placed else bank.head
        else:
            bank = _bank_out_of_reach(rules, seen, seat, aside)
            bank = replace(bank, says=f"{bank.head}. {bank.says}")
            head = f"Your bets are in: {money(placed)}" if placed else "Place your bets"
        return replace(bank, kind="bets", head=head, stakes=stakes, placed=placed, buttons=(*buttons, *bank.buttons))
    return Bar(
        kind="bets",
        seat=seat,
        question=_question_id(seen, seat),
        head=f"Your bets are in: {money(placed)}" if placed else "Place your bets",
        says=_after_bets(rules, seen, seat, staffed=staffed) if placed else "Choose a chip, then a betting spot.",
        clause=stakes[0].clause if stakes else rules.game.procedures.no_more_bets,
        stakes=stakes,
        placed=placed,
        buttons=buttons,
        play_on=play_on(rules, seen, seat),
        aside=aside,
    )


def _bank(rules: TableRules, seen: BankedObservation, seat: Seat, aside: tuple[Ask, ...], *, staffed: bool) -> Bar:
    """Return the bar of the player who has the bank before the deal: what is waited for, and the way to give the bank up."""
    ask = next(ask for ask in aside if ask.command == "pass_bank")
    fields = {"command": "pass_bank", "seat": str(seat)}
    return Bar(
        kind="wait",
        seat=seat,
        question=_question_id(seen, seat, ask),
        head="You have the bank",
        banks=True,
        says=_after_bets(rules, seen, seat, staffed=staffed),
        clause=ask.clause,
        buttons=(Button(label="Give up the bank", key="P", gives_up=True, fields=fields),),
        aside=aside,
    )


def _bank_out_of_reach(rules: TableRules, seen: BankedObservation, seat: Seat, aside: tuple[Ask, ...]) -> Bar:
    """Return the bar of a player who is offered the bank and cannot accept it as things are: why, and the way to pass it."""
    ask = next(ask for ask in aside if ask.command == "pass_bank")
    person, main = seen.seats[seat], rules.game.main_wager.id
    elsewhere = [other for other, name in seen.seats.items() if name == person and other != seat]
    fields = {"command": "pass_bank", "seat": str(seat)}
    has_bet = main in seen.placed.get(seat, {}) or any(seen.placed.get(other) for other in elsewhere)
    return Bar(
        kind="wait",
        seat=seat,
        question=_question_id(seen, seat, ask),
        head="The bank is offered to you",
        says="To accept it, take back your bets." if has_bet else "You have too few chips to accept it.",
        clause=ask.clause,
        buttons=(Button(label="Pass the bank", key="P", gives_up=True, fields=fields),),
        aside=aside,
    )


def _after_bets(rules: TableRules, seen: BankedObservation, seat: Seat, *, staffed: bool) -> str:
    """Return what the table waits for once a seat has bet or has the bank."""
    placed = seen.placed.get(seat, {})
    missing = missing_bet(rules, {}, placed, banks=seen.bank == seat) if placed else None
    if missing is not None:
        return f"{missing.says} Or take your bets back."
    person = seen.seats[seat]
    others = [name for other, name in seen.seats.items() if not seen.placed.get(other) and name != person]
    if others:
        return f"Waiting for {names_listed(others)}."
    return "Waiting for the dealer." if staffed else "The deal comes next."


_MOST_NAMED = 3
"""So many people are named; of the others it is said how many they are."""


def names_listed(people: Iterable[str]) -> str:
    """Return people by their names.

    >>> names_listed(["Ada", "computer Ben"]), names_listed(["Ada", "Ben", "Cleo", "Dan", "Eve"])
    ('Ada and Ben', 'Ada, Ben, Cleo and 2 others')
    """
    names = [name.removeprefix("computer ") for name in dict.fromkeys(people)]
    others = len(names) - _MOST_NAMED
    if others > 1:
        names = [*names[:_MOST_NAMED], f"{others} others"]
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


# Questions.


def _question(rules: AnyRules, seen: Observation, seat: Seat, asks: list[Ask], aside: tuple[Ask, ...]) -> Bar:
    first = asks[0]
    same = tuple([ask for ask in asks if ask.command == first.command or _goes_with(first, ask)])
    question = Question(seat=seat, asks=same, may_wait=all(ask.may_wait for ask in same))
    told = asked(rules, seen, question)
    sets = next((ask for ask in same if ask.command == "decide" and ask.cards is not None), None)
    id = _question_id(seen, seat, *same)
    if sets is not None and isinstance(rules, TableRules):
        return replace(_setting(rules, seen, seat, told, same, aside), question=id)
    if first.command == "discard":
        return replace(_draw(rules, seen, seat, told, first, aside), question=id)
    buttons, range_ = _buttons(rules, seen, seat, told)
    return Bar(
        kind="ask",
        seat=seat,
        question=id,
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
        case "accept_bank" if isinstance(seen, BankedObservation) and seen.bank is not None:
            return "You have the bank"
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
    is_optional = all(ask.may_wait for choice in told.choices for ask in choice.asks)
    return f"You may {listed}" if is_optional else f"Your turn: {listed}"


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
        call = next((choice.least for choice in told.choices if choice.word == "call" and choice.least), None)
        if call is not None:
            # Who calls with the last chips plays for no more of each bet than that.
            reached = seen.bets.get(seat, 0) + call
            win = sum(pot.cents for pot in seen.pots) + sum(min(bet, reached) for bet in seen.bets.values())
            parts.append(f"Call {money(call)} to win {money(Cents(win))}.")
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
    found = [replace(button, gives_up=button.label.lower() in _GIVES_UP) for button in found]
    passive = {"check", "no", "pass"}
    found.sort(key=lambda button: (not button.gives_up, button.label.lower().partition(" ")[0] not in passive))
    # What gives a hand up is never the primary action.
    places = [place for place, button in enumerate(found) if not button.why_not and not button.gives_up]
    if places:
        found[places[-1]] = replace(found[places[-1]], primary=True)
    return tuple(found), range_


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
    shown = hand_setting_of(rules.game)
    # Cards of one rank count the same: the lawful ways differ by ranks alone.
    ways = {tuple(sorted(rank_of(card) for card in one.low)): one for one in reversed(legal)} if shown.by_points else {}
    named = [
        (" ".join(sorted(_texts(one.setting.low))), one.high, one.low, one.foul) for one in ways_of(rules.game, held)
    ]
    settings = tuple([(_setting_name(one.low), _texts(one.high), _texts(one.low)) for one in ways.values()])
    others = [choice for choice in told.choices if choice.asks and choice.asks[0].cards is None]
    buttons = tuple(
        [
            Button(
                label=choice.word.capitalize(),
                key=_key(choice.word, ()),
                gives_up=choice.word in _GIVES_UP,
                fields=_fields(choice.asks[0], choice),
            )
            for choice in others
        ]
    )
    word = next(ask.word for ask in asks if ask.cards is not None)
    return (
        Bar(
            kind="set",
            seat=seat,
            head="Where does the ace go" if len(settings) > 1 else "Set your hands",
            says=shown.instruction,
            clause=asks[0].clause,
            buttons=buttons,
            held=_texts((*way.high, *way.low)),
            high=arrangement.high,
            low=arrangement.low,
            points=shown.by_points,
            foul_clause=shown.foul_clause,
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
