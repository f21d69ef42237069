"""Tasks for a dealer: the next lawful step, what a seat is paid, what follows an irregularity. The table itself has the answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log
from random import Random
from typing import Any

from houseway.cards import Card
from houseway.chapters.c637a_poker import commands as poker
from houseway.chapters.c637a_poker import events as poker_events
from houseway.chapters.c637a_poker.citations import POT_AWARD
from houseway.chapters.c637a_poker.hand_names import hand_name
from houseway.chapters.c637a_poker.observe import PokerObservation
from houseway.chapters.c637a_poker.rules import Remedy as PokerRemedy
from houseway.clause import NO_CLAUSE, ClauseId
from houseway.engine.asking import Ask, Question
from houseway.engine.banked import commands as banked
from houseway.engine.banked import events as ev
from houseway.engine.banked.observe import BankedObservation
from houseway.engine.cards import events as cards
from houseway.engine.kernel import Command, Envelope, Event, Viewer, envelope
from houseway.engine.refusal import Refusal
from houseway.engine.roles import Role
from houseway.money import NOTHING, Cents, dollars
from houseway.play.training.playing import DEALER, Playing, is_poker, is_settling, settled
from houseway.rules.game import PayEnvy, Remedy
from houseway.rules.table_rules import TableRules
from houseway.seats import NOBODY, Seat
from houseway.view.following import follows
from houseway.view.names import wager_name
from houseway.view.paying import owed
from houseway.view.steps import cause_says, title
from houseway.view.table import AnyRules, table_view
from houseway.view.telling import told
from houseway.view.words import listed, sentence

TAKEN, PUSHED, PAID = "taken", "pushes", "paid"
BACK, STANDS = "back", "stands"
ROUNDS = 14
"""So many rounds are dealt to find a hard one."""
OPTIONS = 4
_DEALERS = 0.65


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """An answer to choose. ``why`` and ``clause`` are told afterwards: of a wrong one, why the table refuses it."""

    says: str
    right: bool
    why: str = ""
    clause: ClauseId = NO_CLAUSE


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line to fill in: what is done with a wager, and how much is paid. ``acts``: what there is to choose from."""

    id: str
    says: str
    beside: str = ""
    acts: tuple[tuple[str, str], ...] = ()
    amount: bool = True
    right: str = ""
    cents: Cents = NOTHING
    why: str = ""
    clause: ClauseId = NO_CLAUSE


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneSeat:
    """A seat as the trainee sees it."""

    seat: Seat
    name: str
    cards: tuple[Card | None, ...]
    low: tuple[Card | None, ...] = ()
    wagers: tuple[tuple[str, Cents], ...] = ()
    says: str = ""
    about: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """The table as its dealer sees it, without the name of any hand."""

    phase: str
    dealer: tuple[Card | None, ...] = ()
    dealer_low: tuple[Card | None, ...] = ()
    board: tuple[Card | None, ...] = ()
    seats: tuple[SceneSeat, ...] = ()
    pots: tuple[tuple[str, Cents], ...] = ()
    drawn: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A question with its answer. ``kind``: step, pay or irregularity."""

    kind: str
    head: str
    scene: Scene
    options: tuple[Option, ...] = ()
    lines_head: str = ""
    lines: tuple[Line, ...] = ()

    @property
    def points(self) -> int:
        """What a faultless answer scores."""
        return bool(self.options) + len(self.lines)


# The scene.


def scene_of(rules: AnyRules, seen: Any, *, about: Seat = NOBODY, turned: dict[Seat, Any] | None = None) -> Scene:
    """What the dealer sees. ``turned``: hands that are turned up with the step that is asked about."""
    view = table_view(rules, seen)
    seats = []
    for place in view.places:
        high, low = place.cards, place.low
        if turned and place.seat in turned:
            high, low = turned[place.seat]
        wagers = tuple([(one.name, one.cents) for one in place.wagers])
        if isinstance(seen, BankedObservation) and isinstance(rules, TableRules):
            placed = seen.placed.get(place.seat, {})
            wagers = tuple([(wager_name(rules.game, id), cents) for id, cents in placed.items()])
        marks = ", ".join(mark.value for mark in place.marks)
        if not wagers and not high and about != place.seat:
            continue
        seats.append(
            SceneSeat(
                seat=place.seat,
                name=place.name,
                cards=high,
                low=low,
                wagers=wagers,
                says=marks,
                about=place.seat == about,
            )
        )
    magic = getattr(seen, "magic_card", None)
    return Scene(
        phase=view.phase or seen.status,
        dealer=view.dealer.cards if view.dealer is not None else (),
        dealer_low=view.dealer.low if view.dealer is not None else (),
        board=tuple(seen.community),
        seats=tuple(sorted(seats, key=lambda one: not one.about)),
        pots=tuple([(line.name, line.cents) for line in view.pots]),
        drawn=(magic,) if magic is not None else (),
    )


# What a seat is paid.


def pay_task(game: str, seed: int, weak: Counter[str]) -> Task:
    """What a seat is paid: of many rounds the one whose rows come up most seldom, and that the trainee is weak at."""
    playing = Playing(game, seed)
    found: list[tuple[Playing, list[Event]]] = []
    for _ in range(ROUNDS):
        if not playing.until(is_settling):
            break
        found.append((playing.fork(), list(settled(playing))))
        playing.step()
    assert found, "no round to train at came to its settlement"
    if is_poker(playing.rules):
        return _pots_task(*_hardest_pots(found))
    rows = Counter(_row(event) for _, events in found for event in events if isinstance(event, ev.WagerSettled))
    total = sum(rows.values())

    def surprise(one: Playing, events: list[Event], seat: Seat) -> float:
        own = [event for event in events if isinstance(event, ev.WagerSettled) and event.seat == seat]
        seldom = sum(log(total / rows[_row(event)]) for event in own)
        return seldom + 2.0 * _is_close(one, seat) + sum(min(weak[event.clause], 3) for event in own)

    best = max(
        [(one, events, seat) for one, events in found for seat in _seats_settled(one, events)],
        key=lambda each: surprise(*each),
    )
    return _wagers_task(*best)


def _row(event: ev.WagerSettled) -> tuple[str, str, str]:
    return event.wager, event.clause, event.pays


def _seats_settled(playing: Playing, events: Iterable[Event]) -> list[Seat]:
    """The seats whose hands lie face up when they are settled: of the others nobody could say."""
    seen = playing.table.observe(DEALER)
    shown = {seat for seat, hand in seen.hands.items() if None not in hand}
    shown |= {event.seat for event in events if isinstance(event, ev.HandsRevealed)}
    return sorted({event.seat for event in events if isinstance(event, ev.WagerSettled)} & shown)


def _is_close(playing: Playing, seat: Seat) -> bool:
    """Whether the hand of a seat is of the same kind as the dealer's."""
    view = table_view(playing.rules, playing.table.observe(DEALER))
    if view.dealer is None:
        return False
    own = next((place.hand for place in view.places if place.seat == seat), "")
    return bool(own) and own.partition(" ")[0] == view.dealer.hand.partition(" ")[0]


_ACTS = ((TAKEN, "Taken"), (PUSHED, "Pushes, stays"), (PAID, "Paid"))


def _wagers_task(playing: Playing, events: list[Event], seat: Seat) -> Task:
    rules, seen = playing.rules, playing.table.observe(DEALER)
    assert isinstance(rules, TableRules) and isinstance(seen, BankedObservation)
    own = [event for event in events if isinstance(event, ev.WagerSettled) and event.seat == seat]
    revealed = [event for event in events if isinstance(event, ev.HandsRevealed)]
    turned = {event.seat: (event.high, event.low) for event in revealed}
    lines = [_wager_line(rules, seen, seat, id, own) for id in seen.wagers.get(seat, {})]
    if rules.vigorish and seat != seen.bank:
        lines.append(_fee_line(rules, own))
    envied = [stage.wager for stage in rules.game.stages if isinstance(stage, PayEnvy)]
    if any(seen.placed.get(seat, {}).get(wager) for wager in envied):
        lines.append(_envy_line(rules, own))
    return Task(
        kind="pay",
        head=f"Your cards are shown. What is Seat {seat} paid?",
        scene=scene_of(rules, seen, about=seat, turned=turned),
        lines_head="Beside the wager itself: what goes to the player. For a wager collected before the deal, enter the full payment.",
        lines=tuple(lines),
    )


_PLAIN = {"lose": "it loses", "push": "it pushes"}
"""A result in plain words, where the settlement row gives no reason of its own."""


def _reason(rules: TableRules, settled: ev.WagerSettled) -> str:
    """Return why a wager came to its result, from the rows of its table that lead there."""
    table = rules.game.tables.get(settled.wager)
    result = (settled.clause, settled.under, settled.pays)
    rows = [row for row in table.rows if (row.clause, row.under, row.text) == result] if table is not None else []
    reasons = {row.reason for row in rows}
    # Rows that share their clauses and their payment may differ in why; then only the result is sure.
    reason = reasons.pop() if len(reasons) == 1 else ""
    words = reason or _PLAIN.get(settled.pays, settled.pays)
    return f"{settled.hand}: {words}" if settled.hand else words


def _wager_line(
    rules: TableRules, seen: BankedObservation, seat: Seat, id: str, own: Sequence[ev.WagerSettled]
) -> Line:
    of = [event for event in own if event.wager == id]
    wager = rules.game.wagers[id]
    paid, net = Cents(sum(owed(rules, event) for event in of)), sum(event.net for event in of)
    right = PAID if paid else PUSHED if net == 0 and of else TAKEN
    why = listed([_reason(rules, event) for event in of], "and")
    return Line(
        id=id,
        says=wager_name(rules.game, id),
        beside=f"{dollars(seen.placed[seat][id])} wagered",
        acts=_ACTS,
        right=right,
        cents=paid,
        why=sentence(why) if why else "",
        clause=of[0].clause if of else wager.clause,
    )


def _fee_line(rules: TableRules, own: Sequence[ev.WagerSettled]) -> Line:
    fees = [event for event in own if event.wager == "vigorish"]
    cents = Cents(-sum(event.net for event in fees))
    clause = fees[0].clause if fees else rules.game.procedures.collect
    why = f"On {dollars(fees[0].amount)} won." if fees else "Nothing was won that it is taken of."
    return Line(id="vigorish", says="Vigorish", beside="to collect", cents=cents, right=PAID, why=why, clause=clause)


def _envy_line(rules: TableRules, own: Sequence[ev.WagerSettled]) -> Line:
    envy = [event for event in own if event.wager == "envy"]
    stage = next(stage for stage in rules.game.stages if isinstance(stage, PayEnvy))
    clause = envy[0].clause if envy else rules.game.wagers[stage.wager].clause
    why = (
        sentence(listed([f"{event.hand}: {event.pays}" for event in envy], "and"))
        if envy
        else "No other hand earns one."
    )
    cents = Cents(sum(event.net for event in envy))
    return Line(
        id="envy", says="Envy Bonus", beside="for the others’ hands", cents=cents, right=PAID, why=why, clause=clause
    )


# Pots.


def _hardest_pots(found: list[tuple[Playing, list[Event]]]) -> tuple[Playing, list[Event]]:
    """The round with most pots, shares and hands of one kind."""

    def hard(one: Playing, events: list[Event]) -> float:
        pots = [event for event in events if isinstance(event, poker_events.PotAwarded)]
        shares = sum(len(pot.shares) for pot in pots)
        odd = sum(bool(share.excess) for pot in pots for share in pot.shares)
        seen = one.table.observe(DEALER)
        return 3 * len(pots) + 2 * (shares - len(pots)) + 2 * odd + _kinds_alike(one.rules, seen)

    return max(found, key=lambda each: hard(*each))


def _kinds_alike(rules: AnyRules, seen: PokerObservation) -> int:
    assert not isinstance(rules, TableRules)
    board = tuple([card for card in seen.community if card is not None])
    hands = [tuple([card for card in hand if card is not None]) for hand in seen.hands.values() if None not in hand]
    names = Counter(hand_name(rules.game, hand, board).partition(",")[0] for hand in hands if hand)
    return max(names.values(), default=1) - 1


def _pots_task(playing: Playing, events: list[Event]) -> Task:
    rules, seen = playing.rules, playing.table.observe(DEALER)
    assert isinstance(seen, PokerObservation)
    pots = [event for event in events if isinstance(event, poker_events.PotAwarded)]
    rake = [event for event in events if isinstance(event, poker_events.RakeTaken)]
    lines = []
    contending = [seat for seat in seen.hands if seat not in seen.folded]
    for seat in sorted(contending):
        shares = [share for pot in pots for share in pot.shares if share.seat == seat]
        cents = Cents(sum(share.cents for share in shares))
        why = (
            sentence(listed([f"{share.contest}: {dollars(share.cents)}" for share in shares], "and"))
            if shares
            else "Wins no pot."
        )
        clause = shares[0].clause if shares else pots[0].clause if pots else POT_AWARD
        lines.append(
            Line(
                id=f"seat-{seat}",
                says=f"Seat {seat}",
                beside="of all pots",
                cents=cents,
                right=PAID,
                why=why,
                clause=clause,
            )
        )
    taken = Cents(sum(event.cents for event in rake))
    if rake:
        lines.append(
            Line(
                id="rake",
                says="Rake",
                beside="taken now",
                cents=taken,
                right=PAID,
                why="As the schedule posts it.",
                clause=rake[0].clause,
            )
        )
    return Task(
        kind="pay",
        head="The hands are shown. What does each seat receive?",
        scene=scene_of(rules, seen),
        lines_head="What is pushed to each seat, of all pots; 0 if nothing.",
        lines=tuple(lines),
    )


# The next lawful step.


def step_task(game: str, seed: int, weak: Counter[str]) -> Task:
    """What comes next at a moment of a round, or before it; the other answers are what the table refuses then."""
    chance = Random(seed)
    playing = Playing(game, seed)
    # Mostly in a round; now and then while the cards are made ready.
    if chance.random() < 0.75:
        playing.until(_in_round)
        for _ in range(chance.randint(0, 14)):
            playing.step()
    else:
        for _ in range(chance.randint(0, 10)):
            playing.step()
    coming = playing.coming()
    assert coming is not None
    # Whom to ask is one question; what the dealer does when all have answered the more frequent one.
    dealers = chance.random() < _DEALERS
    while isinstance(coming, Question) and (coming.may_wait or dealers):
        playing.step()
        coming = playing.coming()
        assert coming is not None
    ask = coming.asks[0] if isinstance(coming, Question) else _ask_of(playing, coming)
    right = Option(says=_called(playing, ask), right=True, clause=ask.clause)
    wrong = _refused(playing, right.says, chance)
    options = [right, *wrong[: OPTIONS - 1]]
    chance.shuffle(options)
    rules, seen = playing.rules, playing.table.observe(DEALER)
    return Task(
        kind="step",
        head=f"{_where(playing)} What is the next lawful step?",
        scene=scene_of(rules, seen),
        options=tuple(options),
    )


def _in_round(coming: Envelope | Question) -> bool:
    return isinstance(coming, Envelope) and isinstance(coming.command, banked.DealCards | poker.DealStreet)


def _ask_of(playing: Playing, given: Envelope) -> Ask:
    tag = str(given.command.__struct_config__.tag)
    return next(ask for ask in playing.house.due() if ask.command == tag and ask.role is given.role)


def _where(playing: Playing) -> str:
    """What happened last, as the dealer saw it."""
    seen = playing.table.observe(DEALER, last=12)
    lines = told(playing.rules, seen, seen.events)
    if not lines or seen.status in ("wagering", "between rounds"):
        return "Before the round."
    return sentence(lines[-1].says)


def _called(playing: Playing, ask: Ask) -> str:
    """A step as the options name it."""
    match ask.role:
        case Role.PLAYER:
            if ask.command == "view_cards":
                return title(playing.rules, ask)
            return f"Ask Seat {ask.seat}"
        case Role.FLOORPERSON:
            return f"Call the floor: {_lower(title(playing.rules, ask))}"
        case _:
            return title(playing.rules, ask)


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


_PLAIN_STEPS: tuple[tuple[type[Command], dict[str, Any], str, Role], ...] = (
    (banked.AnnounceNoMoreBets, {}, "Announce “no more bets”", Role.DEALER),
    (banked.DealCards, {}, "Deal the next cards", Role.DEALER),
    (banked.RevealBank, {}, "Show your own hand", Role.DEALER),
    (banked.SettleRound, {}, "Settle the wagers", Role.DEALER),
    (banked.InspectCards, {}, "Inspect the cards", Role.DEALER),
    (banked.SpreadCards, {}, "Spread the cards face up", Role.DEALER),
    (banked.WashCards, {"deck": 0}, "Wash deck 1", Role.DEALER),
    (banked.CutCards, {"depth": 20}, "Cut the cards", Role.DEALER),
)
_POKER_STEPS: tuple[tuple[type[Command], dict[str, Any], str, Role], ...] = (
    (poker.StartRound, {}, "Start the round", Role.DEALER),
    (poker.DealStreet, {}, "Deal the next street", Role.DEALER),
    (poker.AwardPots, {}, "Award the pots", Role.DEALER),
    (poker.CutCards, {"depth": 20}, "Cut the cards", Role.DEALER),
    (poker.ChangeDecks, {}, "Change the decks", Role.DEALER),
)


def _refused(playing: Playing, right: str, chance: Random) -> list[Option]:
    """Steps that the table refuses now, with the reason it gives."""
    found: dict[str, Option] = {}
    table = playing.table
    steps = _POKER_STEPS if is_poker(playing.rules) else _PLAIN_STEPS
    tried = [(says, envelope(kind(**fields), role=role, by=role.value)) for kind, fields, says, role in steps]
    answer = _an_answer(playing)
    for seat in table.state.seats:
        # Whether a seat is asked shows when it answers.
        given = envelope(answer, role=Role.PLAYER, seat=seat, by=table.state.seats[seat])
        tried += [(f"Ask Seat {seat}", given)]
    for says, given in tried:
        if says == right or says in found:
            continue
        outcome = table.fork().send(given)
        if isinstance(outcome, Refusal):
            found[says] = Option(says=says, right=False, why=sentence(outcome.message), clause=outcome.clause)
    several = list(found.values())
    chance.shuffle(several)
    # Where a seat is asked, two others are the nearest mistakes; elsewhere one is enough.
    seats = [one for one in several if one.says.startswith("Ask Seat")]
    others = [one for one in several if one not in seats]
    near = 2 if right.startswith("Ask Seat") else 1
    return [*seats[:near], *others, *seats[near:]]


def _an_answer(playing: Playing) -> Command:
    """An answer of the kind that is asked for now, or else of the kind the game asks for mostly."""
    for ask in playing.table.due():
        if ask.role is Role.PLAYER and ask.command == "decide":
            return banked.Decide(word=ask.word)
        if ask.role is Role.PLAYER and ask.command == "discard":
            return poker.Discard()
    return poker.Act(word="fold") if is_poker(playing.rules) else banked.Decide(word="check")


# Irregularities.


def irregularity_task(game: str, seed: int, weak: Counter[str]) -> Task:
    """Something goes wrong at a moment of a round: what follows, and which wagers go back."""
    chance = Random(seed)
    playing = Playing(game, seed)
    for _ in range(6):
        playing.until(_in_round)
        for _ in range(chance.randint(0, 9)):
            playing.step()
        chosen = _something(playing, chance, weak)
        if chosen is not None:
            return _ruling_task(playing, *chosen, chance)
        playing.step()
    return step_task(game, seed + 1, weak)


def _something(playing: Playing, chance: Random, weak: Counter[str]) -> tuple[str, Seat, Envelope, list[Event]] | None:
    """An irregularity that can happen now, and what the table rules."""
    asks = [ask for ask in playing.table.legal(Viewer(Role.FLOORPERSON)) if ask.command in _REPORTS]
    given = [(ask.subject, ask.concerns, envelope(made_report(ask), role=Role.FLOORPERSON, by="Flynn")) for ask in asks]
    given += _mishaps(playing, chance)
    by_cause: dict[str, list[tuple[str, Seat, Envelope]]] = {}
    for one in given:
        by_cause.setdefault(one[0], []).append(one)
    causes = sorted(by_cause)
    chance.shuffle(causes)
    # What one is weak at first; a device's fault is the plainest.
    causes.sort(key=lambda cause: "shuffler" in cause)
    for cause in causes:
        cause_, seat, envelope_ = chance.choice(by_cause[cause])
        outcome = playing.table.fork().send(envelope_)
        if not isinstance(outcome, Refusal) and any(isinstance(event, cards.IrregularityRuled) for event in outcome):
            return cause_, seat, envelope_, list(outcome)
    return None


_REPORTS = ("report_irregularity", "report_poker_irregularity")


def made_report(ask: Ask) -> Command:
    """The report of an irregularity that is asked for."""
    kind = banked.ReportIrregularity if ask.command == "report_irregularity" else poker.ReportIrregularity
    return kind(cause=ask.subject, seat=ask.concerns)


def _mishaps(playing: Playing, chance: Random) -> list[tuple[str, Seat, Envelope]]:
    """What can befall a card of the poker deal that is due."""
    if isinstance(playing.rules, TableRules) or not any(ask.command == "deal_street" for ask in playing.table.due()):
        return []
    found = []
    for cause, one in playing.rules.irregularities.items():
        if one.in_deal:
            seat = Seat(chance.choice(sorted(playing.table.state.seats)) if one.needs_seat else 0)
            mishap = poker.Mishap(cause=cause, after=chance.randint(0, 3), seat=seat)
            found.append((cause, seat, envelope(poker.DealStreet(mishaps=(mishap,)), role=Role.DEALER, by="dealer")))
    return found


def _ruling_task(
    playing: Playing, cause: str, seat: Seat, given: Envelope, events: list[Event], chance: Random
) -> Task:
    rules, seen = playing.rules, playing.table.observe(DEALER)
    ruled = next(event for event in events if isinstance(event, cards.IrregularityRuled))
    remedy = str(ruled.remedy)
    kinds: type[Remedy] | type[PokerRemedy] = PokerRemedy if is_poker(rules) else Remedy
    others = [str(one.value) for one in kinds if str(one.value) != remedy]
    chance.shuffle(others)
    options = [Option(says=_capital(remedy), right=True, clause=ruled.clause)]
    options += [
        Option(says=_capital(one), right=False, why="The chapter says so of something else, or not at all.")
        for one in others[: OPTIONS - 1]
    ]
    chance.shuffle(options)
    lines: list[Line] = []
    if isinstance(rules, TableRules) and isinstance(seen, BankedObservation):
        following = follows(rules, seen, events)
        if following.ends:
            back = {id for one in following.back.values() for id in one}
            wagers = [id for id in rules.game.wagers if any(id in one for one in seen.placed.values())]
            lines = [_stands_line(rules, id, id in back, ruled.clause) for id in wagers]
    concerns = f" It concerns Seat {seat}." if seat else ""
    says = sentence(cause_says(rules, cause))
    return Task(
        kind="irregularity",
        head=f"{_where(playing)} {says}{concerns} What follows?",
        scene=scene_of(rules, seen, about=seat),
        options=tuple(options),
        lines_head="Which wagers go back, and which are settled all the same?" if lines else "",
        lines=tuple(lines),
    )


def _stands_line(rules: TableRules, id: str, back: bool, clause: ClauseId) -> Line:
    acts = ((BACK, "Goes back"), (STANDS, "Is settled all the same"))
    why = "It goes back." if back else "It is settled all the same."
    return Line(
        id=id,
        says=wager_name(rules.game, id),
        acts=acts,
        amount=False,
        right=BACK if back else STANDS,
        why=why,
        clause=clause,
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
