"""Training in the browser: one task after the other, scored, and told the clause once it is answered."""

from __future__ import annotations

import secrets
from threading import Lock
from typing import Any

from fastapi import HTTPException, Request, Response
from fastapi.responses import RedirectResponse

from houseway.chapters.registry import chapters, games
from houseway.engine.roles import Role
from houseway.play.training import SET, Training
from houseway.web.page_pool import in_page_pool
from houseway.web.pages import House
from houseway.web.pages.consoles import role_of
from houseway.web.pages.visitors import first, form

KEPT = 500
"""So many trainees' sets are kept in memory; the one begun longest ago goes first."""
MOST_SEED = 1_000_000


class Trainees:
    """The sets under way, by person and game. They are practice and no part of the record."""

    def __init__(self) -> None:
        self._sets: dict[tuple[str, str], Training] = {}
        self._locks: dict[tuple[str, str], Lock] = {}
        self._lock = Lock()

    def of(self, person: str, game: str) -> Training:
        """The set of a trainee at a game, begun if there is none."""
        with self._lock:
            found = self._sets.get((person, game))
        return found if found is not None else self.begin(person, game, secrets.randbelow(MOST_SEED))

    def known(self, person: str, game: str) -> Training | None:
        """The set under way, if there is one."""
        return self._sets.get((person, game))

    def begin(self, person: str, game: str, seed: int) -> Training:
        """Begin anew: the same seed leads through the same tasks."""
        with self._lock:
            while len(self._sets) >= KEPT:
                self._sets.pop(next(iter(self._sets)))
            made = self._sets[person, game] = Training(game, seed)
        return made

    def lock(self, person: str, game: str) -> Lock:
        """One answer of a trainee is taken at a time."""
        with self._lock:
            return self._locks.setdefault((person, game), Lock())


def add_to(house: House) -> None:
    """The pages of training."""
    trainees = Trainees()

    def trainee(request: Request) -> Any:
        who = house.visitor(request)
        role_of(who, Role.DEALER, Role.FLOORPERSON, Role.SHIFT_SUPERVISOR)
        return who

    def known(game: str) -> str:
        if game not in games():
            raise HTTPException(404, f"there is no game {game[:40]!r}")
        return game

    @house.get("/training")
    async def choose(request: Request) -> Response:
        who = trainee(request)
        found = [
            (one, [(id, name, trainees.known(who.person, id)) for id, name in one.games.items()]) for one in chapters()
        ]
        return house.page("training/choose.html", request, who, chapters=found, size=SET)

    @house.get("/training/{game}")
    async def task(request: Request, game: str) -> Response:
        who = trainee(request)
        known(game)
        training = trainees.of(who.person, game)

        def made() -> None:
            with trainees.lock(who.person, game):
                _ = training.task

        await in_page_pool(made)
        return house.page(
            "training/task.html",
            request,
            who,
            training=training,
            task=training.task,
            answered=training.answered,
            game=game,
            name=games()[game],
            size=SET,
            others=[(id, name) for id, name in games().items() if trainees.known(who.person, id) is not None],
        )

    @house.post("/training/{game}/answer")
    async def answer(request: Request, game: str) -> Response:
        who = trainee(request)
        given = await form(request, who)
        training = trainees.of(who.person, known(game))
        number = first(given, "task")
        if number == str(training.number):
            chosen = first(given, "option")
            if training.task.options and not chosen.isdecimal():
                raise HTTPException(422, "choose one of the answers first")

            def answered() -> None:
                with trainees.lock(who.person, game):
                    lines = {
                        line.id: (first(given, f"act:{line.id}"), first(given, f"cents:{line.id}"))
                        for line in training.task.lines
                    }
                    training.answer(int(chosen) if chosen.isdecimal() and len(chosen) < 3 else -1, lines)

            await in_page_pool(answered)
        return RedirectResponse(f"/training/{game}", 303)

    @house.post("/training/{game}/next")
    async def go_on(request: Request, game: str) -> Response:
        who = trainee(request)
        given = await form(request, who)
        training = trainees.of(who.person, known(game))
        if first(given, "task") == str(training.number):
            training.go_on()
        return RedirectResponse(f"/training/{game}", 303)

    @house.post("/training/{game}/again")
    async def again(request: Request, game: str) -> Response:
        who = trainee(request)
        given = await form(request, who)
        seed = first(given, "seed").strip()
        if seed and not (seed.isascii() and seed.isdecimal() and len(seed) < 10):
            raise HTTPException(422, f"a seed is a whole number below a thousand million, not {seed[:20]!r}")
        trainees.begin(who.person, known(game), int(seed) if seed else secrets.randbelow(MOST_SEED))
        return RedirectResponse(f"/training/{game}", 303)
