"""What 637a leaves to the Rules Submission, and the rules it resolves to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import replace
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import BeforeValidator, StrictBool, model_validator

from houseway.chapters.c637a_poker.games import POKER_GAMES
from houseway.chapters.c637a_poker.irregularities import SUPPLEMENTED, irregularities_of
from houseway.chapters.c637a_poker.jackpots.rules import HOLDERS, SHARES, is_five_cards, never_loses
from houseway.chapters.c637a_poker.rules import (
    MOST_EXCESS,
    SEATS,
    AnteFrom,
    Contest,
    Contribution,
    Excess,
    ForcedBy,
    MustPost,
    Opens,
    PokerGame,
    PokerRules,
    Rake,
    RakeKind,
    Structure,
)
from houseway.chapters.c637a_poker.terms import JackpotTerms, RakeTerms, Supplement, by_seat
from houseway.clause import ClauseId
from houseway.money import NOTHING, Cents, dollars
from houseway.rules.cards import Shuffler
from houseway.rules.submission import (
    SUBMITTED,
    Count,
    Fault,
    Money,
    RulesSubmission,
    Severity,
    clause_at,
    digest_of,
    setting,
    unstated,
)
from houseway.seats import Seat
from houseway.written import nearest, shortened

_FUND_STATES = (
    ("bad_beat.minimum_pot", "from which pot on the contribution is collected", ClauseId("637a.15(b)(2)")),
    ("bad_beat.payout_percent", "how the payout is shared", ClauseId("637a.15(b)(3)")),
    ("high_hand.qualifying_minutes", "the qualifying periods", ClauseId("637a.16(b)(1)")),
    ("high_hand.minimum_pot", "from which pot on the contribution is collected", ClauseId("637a.16(b)(3)")),
    ("high_hand.minimum_players", "how many players must be dealt in", ClauseId("637a.16(b)(4)")),
    ("high_hand.ties", "how equal hands divide the payout", ClauseId("637a.16(b)(5)")),
    ("high_hand.claim_days", "how long a payout may be collected", ClauseId("637a.16(b)(6)")),
    ("high_hand.unclaimed", "what becomes of a payout not collected", ClauseId("637a.16(i)")),
)
"""What the posted rules of a fund must include, and a submission with the fund therefore states."""
_PARTS = {
    **{name: clause for name, _, clause in _FUND_STATES},
    "bad_beat.contribution": ClauseId("637a.15(b)(1)"),
    "bad_beat.hands": ClauseId("637a.15(b)(3)"),
    "bad_beat.minimum_players": ClauseId("637a.15(b)(3)"),
    "high_hand.contribution": ClauseId("637a.16(b)(2)"),
    "rake.kind": ClauseId("637a.17(a)(1)"),
    "rake.percent": ClauseId("637a.17(b)(1)"),
    "rake.cap": ClauseId("637a.17(a)(3)"),
    "rake.steps": ClauseId("637a.17(b)(2)"),
    "rake.when": ClauseId("637a.17(b)(1)"),
    "rake.hourly": ClauseId("637a.17(b)(3)(ii)"),
    "rake.every_minutes": ClauseId("637a.17(b)(3)(iii)"),
    "rake.per": ClauseId("637a.17(b)(3)(i)"),
    "rake.first_round": ClauseId("637a.17(a)(2)"),
    "rake.cap_by_players": ClauseId("637a.17(a)(3)"),
    "bad_beat.percent": ClauseId("637a.15(b)(1)"),
    "bad_beat.steps": ClauseId("637a.15(b)(1)"),
    "bad_beat.both_hole_cards": ClauseId("637a.15(b)(3)"),
    "high_hand.percent": ClauseId("637a.16(b)(2)"),
    "high_hand.steps": ClauseId("637a.16(b)(2)"),
}
"""The clauses of what the terms of a rake or a fund state."""


class PokerSubmission(RulesSubmission):
    """The Rules Submission of a poker table. Money in cents."""

    part_clauses: ClassVar[Mapping[str, ClauseId]] = _PARTS

    structure: Structure | None = setting(None, "637a.8(k)", "the betting structure")
    blinds: list[Money] = setting([], "637a.11(d)", "blind bets, first left of the button first")
    ante: Money | Annotated[dict[int, Money], BeforeValidator(by_seat)] = setting(
        0, SUBMITTED, "ante from every player, or by seat"
    )
    forced_bet: Money = setting(0, "637a.10(d)", "the Forced Bet of stud", ge=0)
    small_bet: Money = setting(0, "637a.8(k)", "the lower limit", ge=0)
    big_bet: Money = setting(0, "637a.8(k)", "the higher limit", ge=0)
    minimum_bet: Money = setting(0, "637a.8(k)", "the minimum bet", ge=0)
    maximum_bet: Money = setting(0, "637a.8(k)", "the greatest bet of a spread-limit game", ge=0)
    minimum_increase: Money = setting(
        0, "637a.8(k)", "most by which all players may agree to raise the minimum bet", ge=0
    )
    raise_cap: Count | None = setting(None, "637a.8(k)", "raises allowed in a betting round", ge=0)
    check_raise: StrictBool = setting(True, "637a.8(j)", "a player who has checked may raise")
    half_bet_reopens: StrictBool = setting(False, "637a.8(k)", "an all-in of half a bet reopens a limit game")
    straddle: StrictBool | Money | None = setting(
        None, "637a.11(e)", "the Straddle Bet, if offered; true: twice the largest blind"
    )
    must_post: MustPost = setting(
        MustPost.NONE, "637a.11(d)", "what a player who sits down or returns while the game is under way must post"
    )
    kill: Literal["kill", "half-kill"] | None = setting(None, "637a.12(n)", "the kill option")
    qualifying_pot: Money = setting(0, "637a.12(n)", "the pot that makes the next round a kill round", ge=0)
    rake: RakeTerms | list[RakeTerms] | None = setting(None, "637a.17(a)", "the rake, or one of each kind in use")
    bad_beat: JackpotTerms | None = setting(None, "637a.15(a)", "the Bad Beat payout")
    high_hand: JackpotTerms | None = setting(None, "637a.16(a)", "the High Hand Jackpot payout")
    # Their clause is the game's own: `PokerGame.field_clauses`.
    smallest_chip: Money = setting(1, SUBMITTED, "the unit of a share", gt=0)
    odd_chip: Literal["left-of-button", "suit"] = setting("left-of-button", SUBMITTED, "who is given the excess")
    show_all: StrictBool = setting(False, "637a.18(e)", "discarded hands must be disclosed")
    heads_up_button_blind: StrictBool = setting(
        False, "637a.11(d)", "with two players the button posts the first blind"
    )
    stud_low_forced: Literal["king", "literal"] = setting("king", "637a.10(d)(2)", "the highest up card of stud low")
    shuffler: Shuffler = setting(Shuffler.COUNTING, "637a.7(e)(4)", "how cards are shuffled")
    supplements: list[str | Supplement] = setting([], "637a.18(s)", "clarifications of the irregularity procedures")
    tournament: StrictBool = setting(False, "637a.8(b)(4)", "stacks may be below one bet")
    minimum_agreement: str | None = setting(
        None, "637a.8(k)", "how the dealer determines that all players agree to a higher minimum", since="0.3"
    )
    raise_cap_heads_up: StrictBool = setting(
        True, "637a.8(k)", "the cap on raises also holds between two players", since="0.3"
    )
    maximum_bets: list[Money] = setting(
        [],
        "637a.8(k)",
        "the greatest bet of a spread-limit game by betting round, the last for those after",
        since="0.3",
    )
    ante_from: AnteFrom = setting(AnteFrom.EVERY_PLAYER, SUBMITTED, "who posts the Ante", since="0.3")

    @model_validator(mode="after")
    def _take_the_sections_excess(self) -> Self:
        """Where the submission names nobody, the section's own rule decides who is given an excess."""
        game = self.poker
        if game is not None and "odd_chip" not in self.model_fields_set:
            self.__dict__["odd_chip"] = game.silent_excess.value
        return self

    @classmethod
    def earlier_meanings(cls, data: Mapping[str, Any]) -> Iterable[Mapping[str, Any]]:
        if "odd_chip" not in data:
            # Version 0.2 gave every excess left of the button where the submission named nobody.
            yield {**data, "odd_chip": Excess.LEFT.value}

    @property
    def poker(self) -> PokerGame | None:
        return POKER_GAMES.get(self.game)

    @property
    def structure_in_use(self) -> Structure:
        if self.structure is not None:
            return self.structure
        if self.maximum_bet:
            return Structure.SPREAD_LIMIT
        return Structure.FIXED_LIMIT if self.small_bet else Structure.NO_LIMIT

    @property
    def straddle_in_use(self) -> Cents | None:
        """The amount of the Straddle Bet: twice the largest blind unless the submission says otherwise."""
        if self.straddle is True:
            return Cents(2 * max(self.blinds, default=0))
        return None if self.straddle is None or self.straddle is False else self.straddle

    @property
    def rakes(self) -> list[RakeTerms]:
        """The rakes in use, at most one of each kind."""
        if self.rake is None:
            return []
        return self.rake if isinstance(self.rake, list) else [self.rake]

    def in_force(self) -> Mapping[str, Any]:
        limits = {}
        if self.structure_in_use is Structure.FIXED_LIMIT:
            small = self.small_bet or max(self.blinds, default=0)
            limits = {"small_bet": small, "big_bet": self.big_bet or 2 * small}
        else:
            limits = {"minimum_bet": self.minimum_bet or max(self.blinds, default=self.forced_bet)}
        game = self.poker
        in_force: dict[str, Any] = {
            "structure": self.structure_in_use,
            "straddle": self.straddle_in_use,
            "rake": self.rakes or None,
        }
        if game is not None:
            in_force["odd_chip"] = game.excess_goes(self.odd_chip).value
            in_force |= {name: type(self).model_fields[name].default for name in self._idle(game)}
        if self.bad_beat is not None and not self.bad_beat.payout_percent:
            in_force["bad_beat"] = self.bad_beat.model_copy(update={"payout_percent": SHARES})
        return {**in_force, **limits}

    def idle_parts(self) -> Set[str]:
        parts = {f"{fund}.{field}" for fund, fields in _FUND_STATES_NOT.items() for field in fields}
        for number, rake in enumerate(self.rakes, 1):
            # One of several is called by its number.
            name = "rake" if len(self.rakes) == 1 else f"rake.{number}"
            parts |= {f"{name}.{field}" for field in set(RakeTerms.model_fields) - _RAKE_STATES[rake.kind]}
        return parts

    def clause(self, field: str) -> ClauseId | None:
        game = self.poker
        own = game.field_clauses if game is not None else {}
        name = field.partition(".")[0]
        return own[name] if name in own else super().clause(field)

    def faults(self) -> Iterable[Fault]:
        game = self.poker
        if game is None:
            yield Fault(
                "game",
                ClauseId("637a.9(b)"),
                f"{self.game!r} is no poker game of this chapter{nearest(self.game, POKER_GAMES)}",
            )
            return
        yield from self._opening_faults(game)
        yield from self._limit_faults()
        yield from self._kill_faults(game)
        yield from self._revenue_faults()
        yield from self._option_faults(game)
        yield from self._without_effect(game)

    def _opening_faults(self, game: PokerGame) -> Iterable[Fault]:
        if game.opens is Opens.BLINDS:
            clause = game.blind_clause or game.section
            if not self.blinds:
                yield Fault("blinds", clause, f"{game.name} is opened by at least one Blind Bet", ("[50, 100]",))
            if self.forced_bet:
                yield Fault("forced_bet", clause, f"{game.name} is opened by blinds and has no Forced Bet", ("0",))
        else:
            clause = game.forced_clause or game.section
            if self.blinds:
                yield Fault("blinds", clause, f"{game.name} is opened by a Forced Bet and has no blinds", ("[]",))
            if not self.forced_bet:
                yield Fault("forced_bet", clause, f"{game.name} is opened by a Forced Bet", ("an amount above 0",))
        if any(blind <= 0 for blind in self.blinds):
            yield Fault("blinds", game.blind_clause or game.section, "a Blind Bet is more than nothing")
        antes = self.ante.values() if isinstance(self.ante, dict) else [self.ante]
        if len(self.blinds) > game.most_players:
            yield Fault(
                "blinds",
                game.players_clause,
                f"{len(self.blinds)} blinds are more than the {game.most_players} players of {game.name}",
            )
        strange = [seat for seat in (self.ante if isinstance(self.ante, dict) else ()) if not 1 <= seat <= SEATS]
        if strange:
            yield Fault("ante", ClauseId("637a.2(a)"), f"there is no seat {strange[0]}", (f"seats 1 to {SEATS}",))
        if self.ante_from is not AnteFrom.EVERY_PLAYER:
            if game.opens is not Opens.BLINDS:
                message = f"{game.name} has neither a button nor blinds: every player posts the Ante"
                yield Fault("ante_from", game.ante_clause, message, (AnteFrom.EVERY_PLAYER.value,))
            elif isinstance(self.ante, dict):
                message = "an Ante of one player for the table is one amount, not amounts by seat"
                yield Fault("ante", game.ante_clause, message, ("an amount in cents",))
        if any(cents < 0 for cents in antes):
            yield Fault("ante", game.ante_clause, "an Ante cannot be less than nothing", ("0 or more",))

    def _limit_faults(self) -> Iterable[Fault]:
        if self.minimum_increase and not (self.minimum_agreement or "").strip():
            yield unstated(
                "minimum_agreement",
                ClauseId("637a.8(k)"),
                "how the dealer determines that all players agree to a higher minimum",
                default="the dealer asks each player in turn",
            )
        match self.structure_in_use:
            case Structure.FIXED_LIMIT:
                if not self.small_bet and not self.blinds:
                    yield Fault("small_bet", ClauseId("637a.8(k)"), "a fixed-limit game posts its small bet")
                if self.big_bet and self.big_bet < (self.small_bet or 0):
                    yield Fault(
                        "big_bet",
                        ClauseId("637a.8(k)"),
                        "the big bet is below the small bet",
                        (f"at least {dollars(self.small_bet)}",),
                    )
                yield from self._bets_above_the_limit()
            case Structure.SPREAD_LIMIT:
                if any(cents < (self.minimum_bet or 1) for cents in self.maximum_bets):
                    message = "the greatest bet of a betting round must be the least bet or more"
                    yield Fault("maximum_bets", ClauseId("637a.8(k)"), message)
                if not self.maximum_bet:
                    yield Fault("maximum_bet", ClauseId("637a.8(k)"), "a spread-limit game posts its maximum bet")
                elif self.maximum_bet < (self.minimum_bet or max(self.blinds, default=self.forced_bet)):
                    least = self.minimum_bet or max(self.blinds, default=self.forced_bet)
                    yield Fault(
                        "maximum_bet",
                        ClauseId("637a.8(k)"),
                        "the maximum bet is below the minimum bet",
                        (f"at least {dollars(least)}",),
                    )
                else:
                    yield from self._bets_above_the_maximum()
        if self.structure_in_use is not Structure.FIXED_LIMIT and (self.small_bet or self.big_bet):
            yield Fault(
                "structure",
                ClauseId("637a.8(k)"),
                "small and big bets belong to a fixed-limit game",
                ("fixed-limit",),
            )

    def _bets_above_the_limit(self) -> Iterable[Fault]:
        """A blind or Forced Bet is no more than the small bet, and a Straddle Bet raises the blinds by no more than it."""
        small, largest = self.small_bet, max(self.blinds, default=NOTHING)
        if not small:
            return
        straddle = self.straddle_in_use or NOTHING
        bets = (
            ("blinds", "a Blind Bet", largest, small),
            ("forced_bet", "the Forced Bet", self.forced_bet, small),
            ("straddle", "the Straddle Bet", straddle, Cents(min(largest, small) + small)),
        )
        for name, what, cents, most in bets:
            if cents > most:
                message = f"{what} of {dollars(cents)} exceeds what the posted limit of {dollars(small)} allows"
                yield Fault(name, ClauseId("637a.8(k)"), message, (f"at most {dollars(most)}",))

    def _bets_above_the_maximum(self) -> Iterable[Fault]:
        """What the game makes a player bet is within the maximum that is posted."""
        bets = {
            "blinds": ("a Blind Bet", self.blinds),
            "forced_bet": ("the Forced Bet", [self.forced_bet]),
            "straddle": ("the Straddle Bet", [self.straddle_in_use] if self.straddle_in_use else []),
        }
        for name, (what, amounts) in bets.items():
            above = [cents for cents in amounts if cents > self.maximum_bet]
            if above:
                says = f"{what} of {dollars(max(above))} exceeds the posted maximum of {dollars(self.maximum_bet)}"
                yield Fault(name, ClauseId("637a.8(k)"), says, (f"at most {dollars(self.maximum_bet)}",))

    def _kill_faults(self, game: PokerGame) -> Iterable[Fault]:
        """Half of a posted limit more must be an amount that chips can make."""
        if self.kill != "half-kill" or game.kill_clause is None:
            return
        spread = self.structure_in_use is Structure.SPREAD_LIMIT
        limits = {**self.in_force(), "maximum_bet": self.maximum_bet if spread else 0}
        for name in ("small_bet", "big_bet", "minimum_bet", "maximum_bet"):
            cents = limits.get(name, 0)
            if cents * 3 % (2 * self.smallest_chip):
                says = (
                    f"a half-kill raises {name.replace('_', ' ')} {dollars(cents)} by half, which chips of "
                    f"{dollars(self.smallest_chip)} cannot make"
                )
                step = 2 * self.smallest_chip
                yield Fault("kill", game.kill_clause, says, ("kill", f"a {name} that is a multiple of {step}"))

    def _revenue_faults(self) -> Iterable[Fault]:
        kinds = [rake.kind for rake in self.rakes]
        for kind in RakeKind:
            if kinds.count(kind) > 1:
                yield Fault(
                    "rake", ClauseId("637a.17(a)(1)"), f"the {kind.value} rake is stated twice", ("one of each kind",)
                )
        if not self.rakes:
            yield unstated("rake", ClauseId("637a.17(a)"), "the rake", default="none", legal=tuple(RakeKind))
        for rake in self.rakes:
            yield from self._rake_faults(rake)
        yield from self._jackpot_faults()

    def _rake_faults(self, rake: RakeTerms) -> Iterable[Fault]:
        if rake.kind is RakeKind.PERCENTAGE and "percent" not in rake.model_fields_set:
            yield Fault(
                "rake.percent", ClauseId("637a.17(a)(2)"), "a percentage rake states its percentage", ("at most 10%",)
            )
        if rake.kind is RakeKind.PERCENTAGE and rake.percent > 10:
            yield Fault(
                "rake.percent",
                ClauseId("637a.17(b)(1)"),
                f"a percentage rake of {rake.percent}% exceeds 10%",
                ("at most 10%",),
            )
        if rake.kind is not RakeKind.TIME and rake.cap is None:
            yield unstated(
                "rake.cap",
                ClauseId("637a.17(a)(3)"),
                "the most that is raked in a round of play",
                default="without a cap",
                legal=("an amount in cents",),
            )
        if rake.kind is RakeKind.INCREMENTAL and not rake.steps:
            yield Fault(
                "rake.steps", ClauseId("637a.17(b)(2)"), "an incremental rake states its levels", ("[[2000, 100]]",)
            )
        if any(level < 0 or cents <= 0 for level, cents in rake.steps):
            yield Fault(
                "rake.steps",
                ClauseId("637a.17(b)(2)"),
                "at each level of the pot something is raked",
                ("[[2000, 100]]",),
            )
        if rake.cap is not None and any(cents > rake.cap for cents in rake.cap_by_players.values()):
            message = f"the most for fewer players exceeds the most of a round, {dollars(rake.cap)}"
            yield Fault("rake.cap_by_players", ClauseId("637a.17(a)(3)"), message, (f"at most {dollars(rake.cap)}",))
        if rake.kind is RakeKind.TIME and not rake.hourly:
            yield unstated(
                "rake.hourly",
                ClauseId("637a.17(b)(3)(ii)"),
                "the hourly fee of a time charge",
                default="none",
                legal=("an amount in cents",),
            )

    def _jackpot_faults(self) -> Iterable[Fault]:
        game = self.poker
        for name, clause in (("bad_beat", ClauseId("637a.15(a)")), ("high_hand", ClauseId("637a.16(f)"))):
            if getattr(self, name) is not None and game is not None and Contest.HIGH not in dict(game.contests):
                yield Fault(
                    name,
                    clause,
                    f"{game.name} has no high hand: its pots contribute, and no hand of it can win the payout",
                    severity=Severity.NOTE,
                )
        for name, what, clause in _FUND_STATES:
            fund, _, field = name.partition(".")
            stated = getattr(self, fund)
            if stated is not None and field not in stated.model_fields_set:
                yield unstated(name, clause, what, default=_FUND_DEFAULTS[field])
        for field in _FUND_STATES_NOT["high_hand"]:
            if self.high_hand is not None and getattr(self.high_hand, field):
                says = "the highest hand of a qualifying period, from a full house on, wins the whole payout; only a Bad Beat states this"
                yield Fault(f"high_hand.{field}", ClauseId("637a.16(f)"), says)
        yield from self._too_many_players()
        for name in ("bad_beat", "high_hand"):
            fund = getattr(self, name)
            if fund is not None and fund.percent and fund.steps:
                message = "a contribution is a percentage of the pot or an amount at each level of it, not both"
                clause = clause_at(type(self), (name, "percent"))
                yield Fault(f"{name}.steps", clause, message, (f"{name}.percent", f"{name}.steps"))
        terms = self.bad_beat
        if terms is None:
            return
        for field in _FUND_STATES_NOT["bad_beat"]:
            if field in terms.model_fields_set:
                says = f"it is stated without effect: {_WITHOUT_EFFECT[field]}"
                yield Fault(f"bad_beat.{field}", ClauseId("637a.15(f)"), says, severity=Severity.NOTE)
        if len(terms.hands) > 1:
            says = "of several hands the least counts: that one and every higher hand is a Bad Beat"
            yield Fault("bad_beat.hands", ClauseId("637a.15(b)(3)"), says, severity=Severity.NOTE)
        if not terms.hands:
            yield unstated(
                "bad_beat.hands",
                ClauseId("637a.15(b)(3)"),
                "which hands must lose",
                default="none, so that the pots only contribute",
                legal=("Tc Td Th Ts 2c",),
            )
        for hand in terms.hands:
            if not is_five_cards(hand):
                yield Fault(
                    "bad_beat.hands",
                    ClauseId("637a.15(b)(3)"),
                    f"{shortened(hand)!r} is no five-card hand",
                    ("Tc Td Th Ts 2c",),
                )
        if terms.hands and all(is_five_cards(hand) and never_loses(hand) for hand in terms.hands):
            says = "a royal flush never loses: no hand would be a Bad Beat"
            yield Fault("bad_beat.hands", ClauseId("637a.15(b)(3)"), says, ("Tc Td Th Ts 2c",))
        shares = terms.payout_percent
        if shares and (set(shares) - set(HOLDERS) or not 0 < sum(shares.values()) <= 100 or min(shares.values()) < 0):
            yield Fault(
                "bad_beat.payout_percent",
                ClauseId("637a.15(b)(3)"),
                "the payout is shared among the losing hand, the winning hand and the table, more than 0% and at most 100% in all",
                HOLDERS,
            )

    def _too_many_players(self) -> Iterable[Fault]:
        """What is collected must be able to reach players."""
        for name, clause in (("bad_beat", ClauseId("637a.15(b)(3)")), ("high_hand", ClauseId("637a.16(b)(4)"))):
            terms, game = getattr(self, name), self.poker
            if terms is None or game is None:
                continue
            if terms.minimum_players > SEATS:
                says = f"a Poker table has places for {SEATS} players: with {terms.minimum_players} no hand qualifies"
                yield Fault(f"{name}.minimum_players", clause, says, (f"at most {SEATS}",))
            elif terms.minimum_players > game.most_players:
                says = f"{game.name} has at most {game.most_players} players: its pots contribute, and no hand of it can win the payout"
                yield Fault(f"{name}.minimum_players", clause, says, severity=Severity.NOTE)

    def _option_faults(self, game: PokerGame) -> Iterable[Fault]:
        if self.shuffler is Shuffler.RESHUFFLING:
            kinds = tuple([kind.value for kind in Shuffler if kind is not Shuffler.RESHUFFLING])
            message = "637a knows no device that reshuffles by itself: a deck is shuffled after each round of play"
            yield Fault("shuffler", ClauseId("637a.5(a)"), message, kinds)
        if self.straddle and game.straddle_clause is None:
            yield Fault("straddle", game.section, f"{game.name} knows no Straddle Bet")
        if self.straddle_in_use is not None and self.straddle_in_use <= max(self.blinds, default=0):
            yield Fault(
                "straddle",
                game.straddle_clause or game.section,
                "a Straddle Bet is more than the largest blind",
                ("true", f"at least {dollars(max(self.blinds, default=0) + 1)}"),
            )
        if self.must_post is not MustPost.NONE and game.blind_clause is None:
            yield Fault("must_post", game.section, f"{game.name} has no blinds to post", ("none",))
        if self.kill is not None:
            if game.kill_clause is None:
                yield Fault("kill", ClauseId("637a.12(n)"), f"the kill option is not for {game.name}")
            elif not self.qualifying_pot:
                yield Fault("qualifying_pot", game.kill_clause, "the kill option needs the value of a qualifying pot")
        if game.excess_must_be_stated and "odd_chip" not in self.model_fields_set:
            yield unstated(
                "odd_chip",
                game.excess_clause,
                "who is given what cannot be divided",
                default="the first winner left of the button",
                legal=("left-of-button", "suit"),
            )
        named = {cause for cause, one in irregularities_of(game).items() if one.clause != SUPPLEMENTED}
        for one in self.supplements:
            if isinstance(one, Supplement) and one.cause in named:
                yield Fault("supplements", SUPPLEMENTED, f"637a.18 itself says what follows {one.cause!r}")
        if self.qualifying_pot and self.kill is None:
            yield Fault(
                "qualifying_pot",
                game.kill_clause or ClauseId("637a.12(n)"),
                "a qualifying pot is stated and no kill option",
                severity=Severity.NOTE,
            )
        amounts = {"blinds": self.blinds, "forced_bet": [self.forced_bet], "small_bet": [self.small_bet]}
        for name, some in amounts.items():
            if any(cents % self.smallest_chip for cents in some):
                yield Fault(
                    name,
                    ClauseId("637a.8(k)"),
                    f"{dollars(next(cents for cents in some if cents % self.smallest_chip))} cannot be made with chips of "
                    f"{dollars(self.smallest_chip)}",
                    severity=Severity.NOTE,
                )
        if self.smallest_chip > MOST_EXCESS:
            says = f"an excess may not exceed {dollars(MOST_EXCESS)}"
            yield Fault("smallest_chip", game.excess_clause, says, (f"at most {dollars(MOST_EXCESS)}",))

    def _without_effect(self, game: PokerGame) -> Iterable[Fault]:
        """What is stated and changes nothing in this game, or under this structure."""
        for name, (clause, where) in self._idle(game).items():
            if getattr(self, name) != type(self).model_fields[name].get_default(call_default_factory=True):
                yield Fault(name, clause, f"it is stated without effect: only {where} has it", severity=Severity.NOTE)
        if "odd_chip" in self.model_fields_set and game.excess_goes(self.odd_chip) != self.odd_chip:
            goes = "by suit" if game.excess is Excess.SUIT else "to the first winner left of the button"
            says = f"it is stated without effect: in {game.name} an excess goes {goes}"
            yield Fault("odd_chip", game.excess_clause, says, severity=Severity.NOTE)
        for rake in self.rakes:
            for field in sorted(rake.model_fields_set - _RAKE_STATES[rake.kind]):
                says = f"it is stated without effect: a rake of the kind {rake.kind.value} has no {field}"
                yield Fault(f"rake.{field}", ClauseId("637a.17(a)(2)"), says, severity=Severity.NOTE)

    def _idle(self, game: PokerGame) -> Mapping[str, tuple[ClauseId, str]]:
        """The fields that change nothing here, with their clause and where they do."""
        structure, limits = self.structure_in_use, ClauseId("637a.8(k)")
        fields = {
            "maximum_bet": (structure is not Structure.SPREAD_LIMIT, limits, "a spread-limit game"),
            "maximum_bets": (structure is not Structure.SPREAD_LIMIT, limits, "a spread-limit game"),
            "raise_cap_heads_up": (self.raise_cap is None, limits, "a game with a cap on raises"),
            "minimum_agreement": (not self.minimum_increase, limits, "a game with a minimum_increase"),
            "minimum_bet": (structure is Structure.FIXED_LIMIT, limits, "a game without a fixed limit"),
            "half_bet_reopens": (structure is not Structure.FIXED_LIMIT, limits, "a fixed-limit game"),
            "heads_up_button_blind": (game.opens is not Opens.BLINDS, game.section, "a game with blinds"),
            "stud_low_forced": (game.id != "stud-low", ClauseId("637a.10(d)(2)"), POKER_GAMES["stud-low"].name),
        }
        return {name: (clause, where) for name, (without, clause, where) in fields.items() if without}


_RAKE_STATES = {
    RakeKind.PERCENTAGE: {"kind", "percent", "cap", "when", "first_round", "cap_by_players"},
    RakeKind.INCREMENTAL: {"kind", "steps", "cap", "when", "first_round", "cap_by_players"},
    RakeKind.TIME: {"kind", "hourly", "every_minutes", "per"},
}
"""What counts of the terms of each rake."""
_FUND_STATES_NOT = {
    "bad_beat": ("qualifying_minutes", "claim_days", "ties", "unclaimed"),
    "high_hand": ("hands", "payout_percent", "both_hole_cards"),
}
"""What is the other fund's alone."""
_WITHOUT_EFFECT = {
    "qualifying_minutes": "a Bad Beat has no qualifying period",
    "claim_days": "a Bad Beat is paid when it has been verified",
    "ties": "equal hands divide their part of a Bad Beat payout whatever is stated",
    "unclaimed": "a Bad Beat is paid when it has been verified",
}
"""Why a term of the other fund changes nothing of a Bad Beat."""
_FUND_DEFAULTS = {
    "minimum_pot": "any pot",
    "payout_percent": ", ".join(f"{percent}% {holder}" for holder, percent in SHARES.items()),
    "qualifying_minutes": "60 minutes",
    "minimum_players": "2",
    "ties": "equally",
    "claim_days": "30 days",
    "unclaimed": "added to the next qualifying period",
}


def poker_rules(submission: PokerSubmission) -> PokerRules:
    """The rules of a poker table."""
    # The machine is loaded with the first table: a submission is checked without it.
    from houseway.chapters.c637a_poker.table import POKER

    game = submission.poker
    assert game is not None
    if submission.stud_low_forced == "literal" and game.id == "stud-low":
        game = replace(game, forced_by=ForcedBy.HIGHEST_LOW_RANK)
    largest = max(submission.blinds, default=NOTHING)
    small = submission.small_bet or largest
    ante = submission.ante
    fixed = submission.structure_in_use is Structure.FIXED_LIMIT
    return PokerRules(
        game=game,
        digest=digest_of(submission),
        machine=POKER,
        submission=submission.model_dump(mode="json"),
        structure=submission.structure_in_use,
        blinds=tuple(submission.blinds),
        ante=NOTHING if isinstance(ante, dict) else ante,
        antes={Seat(seat): cents for seat, cents in ante.items()} if isinstance(ante, dict) else None,
        forced_bet=submission.forced_bet,
        small_bet=small if fixed else NOTHING,
        big_bet=submission.big_bet or Cents(2 * small) if fixed else NOTHING,
        minimum_bet=submission.minimum_bet or largest or submission.forced_bet,
        maximum_bet=submission.maximum_bet,
        maximum_bets=tuple(submission.maximum_bets),
        raise_cap=submission.raise_cap,
        raise_cap_heads_up=submission.raise_cap_heads_up,
        minimum_agreement=submission.minimum_agreement or "",
        ante_from=submission.ante_from,
        straddle=submission.straddle_in_use,
        kill=submission.kill,
        qualifying_pot=submission.qualifying_pot,
        rakes=tuple(_rake(terms) for terms in submission.rakes),
        must_post=submission.must_post,
        contributions=contributions(submission),
        smallest_chip=submission.smallest_chip,
        odd_chip_by_suit=game.excess_goes(submission.odd_chip) is Excess.SUIT,
        show_all=submission.show_all,
        heads_up_button_blind=submission.heads_up_button_blind,
        half_bet_reopens=submission.half_bet_reopens,
        check_raise=submission.check_raise,
        tournament=submission.tournament,
        minimum_increase=submission.minimum_increase,
        shuffler=submission.shuffler,
        irregularities=irregularities_of(
            game, [(one.cause, one.remedy, one.says) for one in submission.supplements if isinstance(one, Supplement)]
        ),
    )


def _rake(terms: RakeTerms) -> Rake:
    return Rake(
        kind=terms.kind,
        # As it is written: 7.5 is fifteen halves, not the nearest binary number.
        percent=Fraction(str(terms.percent)),
        steps=tuple(terms.steps),
        cap=terms.cap,
        by_betting_round=terms.when == "each-betting-round",
        hourly=terms.hourly,
        every_minutes=terms.every_minutes,
        per_table=terms.per == "table",
        first_round=terms.first_round,
        caps=tuple(sorted(terms.cap_by_players.items())),
    )


def contributions(submission: PokerSubmission) -> tuple[Contribution, ...]:
    """Return what each pot contributes to the funds that a submission offers."""
    funds = (
        ("bad_beat", submission.bad_beat, ClauseId("637a.15(c)")),
        ("high_hand", submission.high_hand, ClauseId("637a.16(c)")),
    )
    return tuple(
        Contribution(
            fund=fund,
            cents=terms.contribution,
            minimum_pot=terms.minimum_pot,
            clause=clause,
            percent=Fraction(str(terms.percent)),
            steps=tuple(terms.steps),
            chip=submission.smallest_chip,
        )
        for fund, terms, clause in funds
        if terms is not None
    )
