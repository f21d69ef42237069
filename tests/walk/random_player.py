"""A player who does anything the own page offers: twice, too much, at the wrong moment, or goes away in between."""

from __future__ import annotations

from typing import Any

from houseway.store.table_system import table_stream
from tests.walk.house_copy import PLAYERS
from tests.walk.page_forms import Form, Page
from tests.walk.pot_check import lost_pot
from tests.walk.walk import TABLE, Walk

LONGEST_OUT = 8
"""After so many rounds in a row, somebody who is there with chips and was offered nothing counts as locked out."""


class RandomPlayer:
    """Takes one player of a walk."""

    def __init__(self, walk: Walk, name: str = PLAYERS[0]) -> None:
        self.walk, self.name, self.chance = walk, name, walk.chance
        self.checked = walk.rounds_over
        self.offered_at = walk.rounds_over
        walk.on_their_own.add(name)

    @property
    def seat(self) -> int:
        return next((seat for seat, person in self.walk.state.seats.items() if person == self.name), 0)

    def act(self) -> None:
        """Do something, or nothing."""
        walk, luck = self.walk, self.chance.random()
        if not self.seat:
            if luck < 0.5:
                self.take_a_seat()
        elif walk.people[self.name].socket is None:
            if luck < 0.2:
                walk.open_page(self.name)
                self.offered_at = walk.rounds_over
        elif luck < 0.02:
            walk.close_page(self.name)
        else:
            self.press_something()

    def take_a_seat(self) -> None:
        page = self.walk.look(self.name, f"/tables/{TABLE}")
        seats = [int(link.rpartition("=")[2]) for link in page.links if "?sit=" in link]
        if not seats:
            raise self.walk.failure(f"{self.name} is offered no seat")
        self.walk.sit_down(self.name, self.chance.choice(seats))
        self.offered_at = self.walk.rounds_over

    def press_something(self) -> None:
        """Press one of the buttons of the page, mostly one that answers a question."""
        walk = self.walk
        in_words = self.chance.random() < 0.3
        page = walk.look(self.name, f"/tables/{TABLE}{'/plain' if in_words else ''}")
        forms = [one for one in page.forms if one.to.startswith(f"/tables/{TABLE}/")]
        answers = [one for one in forms if walk.is_answer(one)]
        asides = [one for one in forms if one not in answers]
        # Whoever sits out or is out of chips is shown the way back in the bar.
        ways_back = [one for one in asides if one.to.endswith("/sit-in") or "act--primary" in one.button_classes]
        if answers or ways_back:
            self.offered_at = walk.rounds_over
        if answers and self.chance.random() < 0.9:
            self.press(self.chance.choice(answers), page)
        elif asides and (self.chance.random() < 0.05 or not walk.chips_of(self.name)):
            self.press(self.chance.choice(asides), page)
        elif walk.is_between_rounds and not forms:
            raise walk.failure(f"{self.name} sits there and is offered nothing, not even to leave")

    def press(self, form: Form, page: Page) -> None:
        """Send a form, now and then twice as a double click does; the second time changes nothing."""
        walk = self.walk
        given = walk.filler.fill(form, page)
        refusal = walk.send(self.name, form, given)
        if refusal:
            raise walk.failure(f"what {self.name}'s page offered was refused: {refusal}")
        if self.chance.random() < 0.15:
            commands = self.commands()
            walk.send(self.name, form, given)
            if self.commands() != commands:
                raise walk.failure(f"{self.name} pressed twice, and it was done twice")

    def commands(self) -> int:
        """Return how many commands of this player the record has."""
        rows: list[Any] = self.walk.house.record.log.commands(table_stream(TABLE))
        return sum(row["actor"] == self.name for row in rows)

    def check(self) -> None:
        """Check that no pot was lost that the cards win, and that the player is not locked out."""
        walk = self.walk
        for seq in walk.round_ends[self.checked :]:
            before: Any = walk.house.record.at(table_stream(TABLE), seq - 1)
            seat = next((seat for seat, person in before.seats.items() if person == self.name), 0)
            if seat and hasattr(before.round, "folded") and hasattr(before, "button"):
                lost = lost_pot(walk.game, before, [event for _, event in walk.events(seq - 1, seq)], seat)
                if lost:
                    raise walk.failure(lost)
        self.checked = walk.rounds_over
        present = self.seat and walk.people[self.name].socket is not None and walk.chips_of(self.name)
        if not present:
            self.offered_at = walk.rounds_over
        elif walk.rounds_over - self.offered_at > LONGEST_OUT:
            bar = walk.look(self.name, f"/tables/{TABLE}").find("actions")
            says = f"{self.name} is there with chips, and was offered nothing for {LONGEST_OUT} rounds"
            raise walk.failure(f"{says}; the bar reads: {bar.text if bar is not None else 'nothing'}")


def play_at_random(walk: Walk, rounds: int) -> None:
    """Let one player do anything at all while the others play so many rounds."""
    player = RandomPlayer(walk)
    until = walk.rounds_over + rounds
    while walk.rounds_over < until:
        player.act()
        walk.tend_chips()
        walk.step()
        player.check()
