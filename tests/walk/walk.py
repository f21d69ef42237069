"""A table walked through its pages: people press what their pages offer, and everything is looked at after each step."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from houseway.cards import Card
from houseway.chapters.c637a_poker.draft import POT
from houseway.engine.accounts import CENTRE, DEALER_AREA, OUTSIDE, player_account
from houseway.engine.kernel import Event
from houseway.engine.roles import Role
from houseway.house.accounts import Policy
from houseway.seats import Seat
from houseway.store.rows import event_of
from houseway.store.table_system import table_stream
from houseway.view.table import from_the_highest
from houseway.web.pages.visitors import COOKIE
from houseway.web.server import TableBody
from tests.kit.recorded_tables import submission
from tests.walk.browser import Answer, Browser, Socket
from tests.walk.house_copy import PLAYERS, STAFF, WATCHER, House, copy_database
from tests.walk.page_forms import Form, Page, refusal_in
from tests.walk.people import Fields, Filler

TABLE = "t1"
PATIENCE = 200.0
"""So many seconds of the house's time a table may stand still before it counts as stuck."""
MOST_STEPS = 120
"""So many steps at most lead from anywhere in a round to the next one."""
FEW = 10_000
"""With fewer cents than these a player buys in again."""
SHOWN = 12
"""So many of the last steps are told with a failure."""
FOLDS = 0.3
"""How often a player who may go on thinks of giving up."""
IN_PLAY = ("area ", POT, CENTRE, DEALER_AREA)
"""How the accounts begin that hold the money of a round."""
BETWEEN_ROUNDS = ("wagering", "between rounds")
ASIDE = frozenset({"leave_seat", "withdraw_wagers", "add_stakes", "remove_stakes"})
"""What players may do of their own accord, which answers no question."""


class WalkError(AssertionError):
    """Raised when a page fails, something offered is refused, the table is stuck or chips do not add up."""


@dataclass(slots=True)
class Visitor:
    """Somebody with a browser."""

    name: str
    browser: Browser
    socket: Socket | None = None


class Walk:
    """One table and its people.

    ``seed`` decides all that the pages leave open; ``all_live``: every player's page is kept up to date, not only the first's.
    """

    def __init__(self, house: House, game: str, *, staffed: bool, seed: int = 1, all_live: bool = False) -> None:
        self.house, self.game, self.staffed, self.seed, self.all_live = house, game, staffed, seed, all_live
        self.chance = random.Random(f"{game} {staffed} {seed}")
        self.filler = Filler(self.chance)
        self.trail: list[str] = []
        self.people: dict[str, Visitor] = {}
        self.round_ends: list[int] = []
        """The places in the record of the commands that ended a round."""
        self.on_their_own: set[str] = set()
        """Players whom the walk leaves to somebody else."""
        self._read_to = 0

    # Setting up.

    def open(self) -> None:
        """Open the table and let everybody sign in."""
        given = TableBody(name=TABLE, submission=submission(self.game), policy=Policy(staffed=self.staffed))
        opened = self.house.server.open_table(given, by="Sue", role=Role.SHIFT_SUPERVISOR)
        self.house.loop.complete(opened)
        self.enter()

    def enter(self) -> None:
        """Give everybody a browser in which they are signed in."""
        for name in (*STAFF, *PLAYERS, WATCHER):
            browser = Browser(self.house.app, self.house.loop)
            browser.cookie = f"{COOKIE}={self.house.people.token(name)}"
            self.people[name] = Visitor(name, browser)

    def sit_down(self, name: str, seat: int) -> None:
        """Take a seat by the page, and keep the table's page open."""
        page = self.look(name, f"/tables/{TABLE}")
        link = f"/tables/{TABLE}?sit={seat}"
        if link not in page.links:
            raise self.failure(f"{name}'s page offers no seat {seat}")
        page = self.look(name, link)
        self.press(name, next(one for one in page.forms if one.command == "take_seat"), page)
        self.open_page(name)

    def open_page(self, name: str) -> None:
        """Keep the table's page open: by its live parts, or for less work by the view of the API."""
        visitor = self.people[name]
        if self.all_live or name == PLAYERS[0]:
            visitor.socket = visitor.browser.open_socket(f"/tables/{TABLE}/parts?role=player")
        else:
            visitor.socket = visitor.browser.open_socket(f"/api/tables/{TABLE}/live", '{"role": "player"}')

    def close_page(self, name: str) -> None:
        visitor = self.people[name]
        if visitor.socket is not None:
            visitor.browser.close_socket(visitor.socket)
            visitor.socket = None

    # What is known of the table.

    @property
    def live(self) -> Any:
        return self.house.record.live(table_stream(TABLE))

    @property
    def state(self) -> Any:
        return self.live.state

    @property
    def rounds_over(self) -> int:
        return len(self.round_ends)

    def events(self, after: int, to: int) -> list[tuple[int, Event]]:
        """Return the events between two places of the record, each with the place of its command."""
        rows = self.house.record.log.events(table_stream(TABLE), after, to)
        return [(row["seq"], event_of(row)) for row in rows]

    def chips_of(self, name: str) -> int:
        """Return the chips that somebody has in front of them."""
        return int(self.state.balance(player_account(name)))

    # Pages.

    def look(self, name: str, path: str) -> Page:
        """Fetch a page, which must be there."""
        return Page(self.fetch(name, path).text)

    def fetch(self, name: str, path: str) -> Answer:
        """Fetch a page, which must be there, without reading it."""
        answer = self.people[name].browser.get(path)
        if answer.status == 303:
            answer = self.people[name].browser.get(answer.goes_to)
        if answer.status != 200:
            raise self.failure(f"{name} gets {answer.status} from {path}", answer)
        return answer

    def pages(self) -> Iterator[tuple[str, str]]:
        """Yield every page of the table with who looks at it."""
        yield from ((name, f"/tables/{TABLE}") for name in (*PLAYERS, WATCHER))
        yield PLAYERS[0], f"/tables/{TABLE}/plain"
        yield "Dee", f"/dealer/{TABLE}"
        yield "Flora", f"/floor/{TABLE}"
        yield "Sue", f"/floor/{TABLE}"
        yield "Sol", f"/tables/{TABLE}"
        yield WATCHER, f"/tables/{TABLE}/plain"
        yield "Dee", "/dealer"
        yield "Flora", "/floor"
        yield "Sol", "/surveillance"
        yield PLAYERS[0], "/lobby"
        yield PLAYERS[0], "/history"
        yield PLAYERS[0], f"/tables/{TABLE}/rounds"
        yield PLAYERS[0], "/lab"
        if self.rounds_over:
            yield PLAYERS[0], f"/tables/{TABLE}/rounds/{self.rounds_over}"
            yield "Sol", f"/surveillance/{TABLE}/{self.rounds_over}"

    def check_page(self, step: int) -> None:
        """Fetch one page of the table: with each step the next one."""
        pages = list(self.pages())
        self.fetch(*pages[step % len(pages)])

    def check_pages(self) -> None:
        """Fetch every page of the table."""
        for name, path in self.pages():
            self.fetch(name, path)

    # Forms.

    def press(self, name: str, form: Form, page: Page) -> str:
        """Fill in a form and send it; it must be taken."""
        refusal = self.send(name, form, self.filler.fill(form, page, self.hand_for(form)))
        if refusal:
            raise self.failure(f"what {name}'s page offered was refused: {refusal}")
        return refusal

    def hand_for(self, form: Form) -> Sequence[Card]:
        """Return the cards of the seat that a form answers for, as its player hands them over."""
        seat = int(form.value("ask:seat") or form.value("seat") or 0)
        return from_the_highest(self.state.round.hands.get(Seat(seat), ())) if seat else ()

    def send(self, name: str, form: Form, given: Fields) -> str:
        """Send a form with these fields; return why it was not taken, or nothing."""
        shown = "&".join(f"{field}={value}" for field, value in given if field not in ("csrf", "password"))
        self.trail.append(f"{name} presses {' / '.join(form.buttons)!r}: {form.to} {shown}")
        answer = self.people[name].browser.post(form.to, given, hx=form.by_htmx)
        if answer.status not in (200, 204, 303, 409):
            raise self.failure(f"{name}'s form got {answer.status}", answer)
        self.check()
        return refusal_in(answer.text)

    def check(self) -> None:
        """Count the rounds that are over, and check the chips and the pages that are open."""
        to = self.live.seq
        self.round_ends += [seq for seq, event in self.events(self._read_to, to) if event.ends_round]
        self._read_to = to
        ledger = self.state.ledger
        if sum(ledger.values()):
            raise self.failure(f"the chips do not add up: {ledger}")
        if any(cents < 0 for account, cents in ledger.items() if account != OUTSIDE):
            raise self.failure(f"an account is short: {ledger}")
        coming = self.state.round
        wagered = sum(cents for made in getattr(coming, "wagers", {}).values() for cents in made.values())
        wagered += coming.dealer_wager if getattr(coming, "dealer_wagered", False) else 0
        in_play = sum(cents for account, cents in ledger.items() if account.startswith(IN_PLAY))
        if self.is_between_rounds and in_play != wagered:
            raise self.failure(f"{in_play} cents lie on the table between rounds, and {wagered} are wagered: {ledger}")
        for visitor in self.people.values():
            if visitor.socket is not None and visitor.socket.ended:
                raise self.failure(f"{visitor.name}'s live page ended: {visitor.socket.ended}")

    # Steps.

    def step(self) -> None:
        """Let somebody do what their page asks for; where nobody is asked, let time pass."""
        passed, at = 0.0, self.live.seq
        while not self.somebody_acts():
            passed += self.house.loop.pass_time(PATIENCE)
            self.check()
            if self.live.seq != at:
                return
            if passed >= PATIENCE:
                raise self.failure("the table is stuck: nobody is offered anything, and nothing happens by itself")

    def somebody_acts(self) -> bool:
        """Let the first who is asked or offered something do it; return whether anybody was."""
        return any(self.player_acts(name) for name in self.asked()) or (self.staffed and self.staff_acts())

    def asked(self) -> list[str]:
        """Return the players who are asked or offered something, by their seats."""
        due = self.live.machine.due(self.live.rules, self.state)
        seats = sorted({ask.seat for ask in due if ask.role is Role.PLAYER and ask.seat in self.state.seats})
        return [person for seat in seats if (person := self.state.seats[seat]) not in self.on_their_own]

    def player_acts(self, name: str) -> bool:
        """Let a player answer what the own page asks: one of them uses the page in words."""
        in_words = name == PLAYERS[1]
        page = self.look(name, f"/tables/{TABLE}{'/plain' if in_words else ''}")
        answers = [one for one in page.forms if self.is_answer(one)]
        if not answers:
            return False
        gives_up = [one for one in answers if one.value("word") in ("fold", "surrender")]
        others = [one for one in answers if one not in gives_up]
        self.press(name, self.chance.choice(others if others and self.chance.random() > FOLDS else answers), page)
        return True

    def is_answer(self, form: Form) -> bool:
        """Return whether a form of a player's page answers a question or makes the first wagers of a round."""
        if form.to != f"/tables/{TABLE}/do" or form.command in ASIDE:
            return False
        has_wagered = "data-placed" in form.element.attributes or any("placed;" in one.hint for one in form.fields)
        return not has_wagered

    def staff_acts(self) -> bool:
        """Let the dealer take the next step, or whoever of the floor it is."""
        page = self.look("Dee", f"/dealer/{TABLE}")
        steps = [one for one in page.forms if "next" in one.within and "answers" in one.within]
        steps = [one for one in steps if "behalf" not in one.within and "by-hand" not in one.within]
        if steps:
            self.press("Dee", self.chance.choice(steps), page)
            return True
        for name in ("Flora", "Fritz", "Sue"):
            page = self.look(name, f"/floor/{TABLE}")
            due = [one for one in page.forms if "due" in one.within and "stack--10" in one.within]
            if due:
                self.press(name, due[0], page)
                return True
        return False

    def play(self, rounds: int) -> Iterator[int]:
        """Go on until so many more rounds are over; yield after each step."""
        until = self.rounds_over + rounds
        while self.rounds_over < until:
            self.step()
            yield len(self.trail)

    def go_on(self) -> None:
        """Go on until a later round than this one is under way; whoever lost the seat or left it sits down again."""
        number, begun = self.state.number, len(self.trail)
        self.house.loop.dealers_may_go_on.set()
        while self.state.number <= number or self.is_between_rounds:
            if len(self.trail) > begun + MOST_STEPS:
                raise self.failure(f"the table does not come to the next round in {MOST_STEPS} steps")
            if self.is_between_rounds:
                self.fill_seats()
                self.tend_chips()
            self.step()

    @property
    def is_between_rounds(self) -> bool:
        return self.state.round.status in BETWEEN_ROUNDS

    def fill_seats(self) -> None:
        """Let those who do not sit take the seats of the walk, where their pages offer them."""
        barred = getattr(self.state, "barred", ())
        waiting = [name for name in (*PLAYERS, WATCHER) if name not in (*self.state.seats.values(), *barred)]
        free = [seat for seat in range(1, len(PLAYERS) + 1) if seat not in self.state.seats]
        for seat, name in zip(free, waiting, strict=False):
            self.sit_down(name, seat)

    def tend_chips(self) -> None:
        """Let players who have lost nearly everything buy more chips."""
        if not self.is_between_rounds:
            return
        for seat, name in sorted(self.state.seats.items()):
            if (
                name in self.on_their_own
                or self.chips_of(name) >= FEW
                or getattr(self.state.round, "wagers", {}).get(seat)
            ):
                continue
            page = self.look(name, f"/tables/{TABLE}")
            more = [one for one in page.forms if one.command == "add_stakes"]
            # The system may have dealt while the page was fetched.
            if not more and self.state.round.status not in BETWEEN_ROUNDS:
                return
            if not more:
                raise self.failure(f"{name} has hardly any chips, and is offered no way to more")
            self.press(name, more[0], page)

    # Copies.

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Keep the table as it stands: the system deals no further until this ends."""
        self.house.loop.dealers_may_go_on.clear()
        try:
            yield
        finally:
            self.house.loop.dealers_may_go_on.set()

    def copy(self, file: Path, what: str) -> Walk:
        """Begin a walk in a copy of the house, with the same pages open; ``what`` it is for decides what the pages leave open.

        The system deals there when the walk goes on: it would not know that it is in a pause.
        """
        house = self.house.copy(file, f"{self.house.seed} {what}")
        twin = Walk(house, self.game, staffed=self.staffed, seed=self.seed, all_live=self.all_live)
        twin.chance.seed(f"{self.game} {self.staffed} {self.seed} {len(self.trail)} {what}")
        twin.trail, twin.round_ends = [*self.trail], [*self.round_ends]
        twin._read_to = self._read_to
        twin.enter()
        for name, visitor in self.people.items():
            if visitor.socket is not None:
                twin.open_page(name)
        return twin

    # Failures.

    def failure(self, says: str, answer: Answer | None = None) -> WalkError:
        """Say what went wrong, where, and after which steps."""
        lines = [
            f"{self.game}, {'staffed' if self.staffed else 'dealt by the system'}, seed {self.seed}: {says}",
            f"round {self.state.number}, {self.state.round.status}, step {len(self.trail)} of the walk",
        ]
        if answer is not None:
            lines.append(answer.failure or answer.text[:600])
        lines += ["The last steps:", *self.trail[-SHOWN:]]
        return WalkError("\n".join(lines))


def open_walk(template: Path, file: Path, game: str, *, staffed: bool, seed: int = 1, all_live: bool = False) -> Walk:
    """Open a house with one table at which the players sit."""
    copy_database(template, file)
    house = House(file, seed=f"cards of {game} {staffed} {seed}")
    walk = Walk(house, game, staffed=staffed, seed=seed, all_live=all_live)
    walk.open()
    for seat, name in enumerate(PLAYERS, start=1):
        walk.sit_down(name, seat)
    return walk
