"""Limits and charges that a poker table posts."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.chapters.c637a_poker import citations
from houseway.chapters.c637a_poker.rules import AnteFrom, MustPost, PokerRules, Rake, RakeKind, Structure
from houseway.clause import ClauseId
from houseway.money import dollars


def posted_limits(rules: PokerRules) -> Iterator[tuple[str, str, ClauseId]]:
    """Yield each limit and charge of a table: its name, how it stands here, and its clause."""
    game = rules.game
    yield "structure", rules.structure.value, citations.BETTING_STRUCTURE
    match rules.structure:
        case Structure.FIXED_LIMIT:
            big = next(street.id for street in game.streets if street.big_bet)
            text = f"{dollars(rules.small_bet)}, from the {big} on {dollars(rules.big_bet)}"
            yield "bets and raises", text, citations.BETTING_STRUCTURE
        case Structure.SPREAD_LIMIT:
            maximum = " then ".join(map(dollars, rules.maximum_bets)) or dollars(rules.maximum_bet)
            yield "bets", f"{dollars(rules.minimum_bet)} to {maximum}", citations.BETTING_STRUCTURE
        case _:
            yield "minimum bet", dollars(rules.minimum_bet), citations.BETTING_STRUCTURE
    if rules.raise_cap is not None:
        lifted = "" if rules.raise_cap_heads_up else ", any number between two players"
        yield "raises", f"{rules.raise_cap} in a betting round{lifted}", citations.BETTING_STRUCTURE
    if rules.minimum_increase:
        agreed = rules.minimum_agreement or "the dealer asks each player in turn"
        text = f"all players may agree to raise the minimum by up to {dollars(rules.minimum_increase)}: {agreed}"
        yield "higher minimum", text, citations.BETTING_STRUCTURE
    if not rules.check_raise:
        yield "check and raise", "not allowed", citations.CHECK_AND_RAISE
    if rules.blinds:
        yield "blinds", ", ".join(dollars(blind) for blind in rules.blinds), game.blind_clause or game.section
    if rules.must_post is not MustPost.NONE:
        dead = ", the others dead" if rules.must_post is MustPost.MISSED_BLINDS else ""
        text = f"who missed the blinds posts the largest{dead}, or waits for it"
        yield "posting", text, game.blind_clause or game.section
    if rules.straddle is not None:
        yield "straddle", dollars(rules.straddle), game.straddle_clause or game.section
    if rules.ante or rules.antes:
        by_seat = ", ".join([f"seat {seat} {dollars(cents)}" for seat, cents in sorted((rules.antes or {}).items())])
        alone = {AnteFrom.BUTTON: " from the button", AnteFrom.LARGEST_BLIND: " from the largest blind"}
        from_one = f"{alone[rules.ante_from]}, for the table" if rules.ante_from in alone else ""
        yield "ante", (dollars(rules.ante) if rules.ante else by_seat) + from_one, game.ante_clause
    if rules.forced_bet:
        yield "Forced Bet", dollars(rules.forced_bet), game.forced_clause or game.section
    if rules.kill is not None:
        text = f"{rules.kill} after one player wins a whole pot of {dollars(rules.qualifying_pot)} or more"
        yield "kill", text, game.kill_clause or game.section
    yield "rake", "; ".join(_rake_text(rake) for rake in rules.rakes) or "none", citations.RAKE_METHODS
    for contribution in rules.contributions:
        text = f"{contribution.method} from {dollars(contribution.minimum_pot)} on"
        yield contribution.fund.replace("_", " "), text, contribution.clause
    if rules.show_all:
        yield "showdown", "every hand is shown", citations.SHOWDOWN


def _rake_text(rake: Rake) -> str:
    cap = f", at most {dollars(rake.cap)} a round" if rake.cap is not None else ""
    cap += "".join(f", {dollars(cents)} with at most {players} players" for players, cents in rake.caps)
    cap += "" if rake.first_round else ", nothing from a pot won in the first betting round"
    match rake.kind:
        case RakeKind.PERCENTAGE:
            return f"{float(rake.percent):g}% of the pot{cap}"
        case RakeKind.INCREMENTAL:
            steps = [f"{dollars(cents)} from {dollars(level)}" for level, cents in rake.steps]
            return f"{', '.join(steps)} in the pot{cap}"
        case RakeKind.TIME:
            shared = "table" if rake.per_table else "player"
            return f"{dollars(rake.hourly)} an hour from each {shared}, every {rake.every_minutes} minutes"
