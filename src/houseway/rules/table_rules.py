"""Resolved rules of one table: the game as the Rules Submission completes it, its equipment and its limits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from houseway.money import Cents
from houseway.rules.cards import CardProcedures, Dealing, Shuffler
from houseway.rules.chapter import named
from houseway.rules.game import BankedGame, Decide, Phase, Settle
from houseway.rules.paytable import NO_CHOICE


@dataclass(frozen=True, slots=True, kw_only=True)
class Banking:
    """Whether players may bank and co-bank, and what the dealer wagers against a bank.

    ``dealer_wager``: cents, or None for the amount of the banker's last wager against the dealer.
    """

    co_banking: bool
    dealer_wager: Cents | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRules:
    """What the engine is given. ``digest`` names these rules: a round is bound to the digest it was opened under."""

    game: BankedGame
    digest: str
    submission: Mapping[str, Any]
    paytables: Mapping[str, str]
    """By a wager or payment on top that has a choice of paytables, the one in force."""
    dealing: Dealing
    shuffler: Shuffler
    submitted: tuple[Shuffler, Dealing]
    """The ways of the submission, to which a table goes back when its device works again."""
    positions_per_player: int
    round_down: bool
    start_by_dice: bool
    """Dice, not a number generator, find the position that is dealt to first."""
    banking: Banking | None
    vigorish: bool
    phase_number: Mapping[str, int]
    with_methods: Callable[[Dealing, Shuffler], TableRules]
    """The same rules with other ways of dealing and shuffling, for when a device is out of order."""
    load_machine: Callable[[], Any] = field(repr=False, compare=False)
    """Loads the machine that plays these rules: they are checked and described without it."""

    __repr__ = named

    @property
    def machine(self) -> Any:
        """The machine that plays these rules."""
        return self.load_machine()

    @property
    def cards(self) -> CardProcedures:
        """What the chapter states about cards, as the submission completes it."""
        return self.game.cards

    def paytable_in_force(self, wager: str) -> str:
        """Return the paytable in force for a wager, or what stands for it where the chapter prints only one."""
        return self.paytables.get(wager, NO_CHOICE)

    def phase(self, id: str) -> Phase:
        """The phase of this name."""
        return self.game.phases[self.phase_number[id]]

    def decision(self, id: str) -> Decide | None:
        """What players may answer in the phase of this name: in the settlement, what they could pass over before it."""
        phase = self.phase(id)
        if isinstance(phase, Settle):
            phase = self.game.phases[self.phase_number[id] - 1]
            return phase if isinstance(phase, Decide) and phase.may_pass_over else None
        return phase if isinstance(phase, Decide) else None
