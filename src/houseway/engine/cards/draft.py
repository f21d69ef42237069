"""What the steps of the cards ask of a table's draft, whatever the table plays."""

from __future__ import annotations

from typing import Protocol

from houseway.engine.cards.state import CardState
from houseway.engine.kernel import Envelope, Event
from houseway.rules.cards import CardProcedures, Dealing, Shuffler
from houseway.seats import Seat


class CardDraft(Protocol):
    """A draft of a table with cards.

    ``shuffler`` and ``dealing`` are the methods in force, ``submitted`` those of the Rules Submission; ``arrived``: who is seated, in the order of arrival.
    ``between_rounds``: no cards are in play; ``undealt``: none has left the deck in play; ``idle``: there is no gaming
    activity; ``awaited``: what comes next when the cards are ready, in the words of a refusal.
    """

    @property
    def state(self) -> CardState: ...
    @property
    def cards(self) -> CardProcedures: ...
    @property
    def shuffler(self) -> Shuffler: ...
    @property
    def dealing(self) -> Dealing: ...
    @property
    def submitted(self) -> tuple[Shuffler, Dealing]: ...
    @property
    def arrived(self) -> list[Seat]: ...
    @property
    def between_rounds(self) -> bool: ...
    @property
    def undealt(self) -> bool: ...
    @property
    def idle(self) -> bool: ...
    @property
    def awaited(self) -> str: ...
    @property
    def given(self) -> Envelope: ...
    @property
    def seat(self) -> Seat: ...
    @property
    def at(self) -> int: ...
    def emit(self, event: Event) -> None: ...
