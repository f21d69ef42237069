"""Community cards dispensed before the players' cards: what 677a.10(g) and 647a.10(g) allow a submission to choose."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from houseway.clause import NO_CLAUSE, ClauseId
from houseway.rules.cards import Dealing, Shuffler
from houseway.rules.submission import SUBMITTED, Fault, Submission, setting


class CommunityFirst(Submission):
    """A submission with the choice; only an automated dealing shoe that reshuffles may have it."""

    community_first_clause: ClassVar[ClauseId] = NO_CLAUSE

    community_first: bool = setting(False, SUBMITTED, "the shoe dispenses the community cards first")

    @property
    def shuffler_in_use(self) -> Shuffler:
        return self.shuffler or (Shuffler.RESHUFFLING if self.community_first else Shuffler.COUNTING)

    def clause(self, field: str) -> ClauseId | None:
        return self.community_first_clause if field == "community_first" else super().clause(field)

    def faults(self) -> Iterable[Fault]:
        yield from super().faults()
        if self.community_first and (
            self.dealing is not Dealing.AUTOMATED_SHOE or self.shuffler_in_use is not Shuffler.RESHUFFLING
        ):
            yield Fault(
                "community_first",
                self.community_first_clause,
                "only an automated dealing shoe that reshuffles the cards may dispense the community cards first",
                ('dealing = "automated-shoe"', 'shuffler = "automatic-reshuffling"'),
            )
