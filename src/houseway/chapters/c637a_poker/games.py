"""The eighteen poker games of 637a.10 to .14 and .19 to .21, as data. A nineteenth is one more value here."""

from __future__ import annotations

from houseway.chapters.c637a_poker.rules import Contest, Excess, ForcedBy, Forms, Opens, PokerGame, Street
from houseway.clause import ClauseId


def _at(section: str, *paths: str) -> tuple[ClauseId, ...]:
    return tuple(ClauseId(f"637a.{section}{path}") for path in paths)


# Which of the permissible games each section's are; those it does not name are approved by the Board.
_KIND = {"11": "637a.9(a)(2)", "12": "637a.9(a)(3)"}
_OTHER = "637a.9(a)(6)"


def _at_each(*ids: str) -> tuple[ClauseId, ...]:
    return tuple(ClauseId(id) for id in ids)


def _contests(section: str, *pairs: tuple[Contest, str]) -> tuple[tuple[Contest, ClauseId], ...]:
    return tuple((contest, ClauseId(f"637a.{section}{path}")) for contest, path in pairs)


def _stud_streets(first_down: int, discard: int) -> tuple[Street, ...]:
    deal, first, fourth, bets, later = _at("10", "(c)", "(e)", "(f)", "(g)", "(h)")
    if discard:
        deal = ClauseId("637a.10(m)")
    return (
        Street(
            id="third street", clause=deal, betting_clause=first, down=first_down, up=1, burn=False, discard=discard
        ),
        Street(id="fourth street", clause=fourth, betting_clause=bets, up=1),
        Street(id="fifth street", clause=later, betting_clause=bets, up=1, big_bet=True),
        Street(id="sixth street", clause=later, betting_clause=bets, up=1, big_bet=True),
        Street(id="seventh street", clause=later, betting_clause=bets, down=1, big_bet=True),
    )


def _stud(
    id: str,
    name: str,
    forced_by: ForcedBy,
    forced_path: str,
    contests: tuple[tuple[Contest, ClauseId], ...],
    *,
    shows_low: bool = False,
    super_stud: bool = False,
) -> PokerGame:
    return PokerGame(
        id=id,
        name=name,
        section=ClauseId("637a.10"),
        offered_under=_at_each("637a.9(a)(1)", "637a.10(a)"),
        most_players=9,
        players_clause=ClauseId("637a.10(b)"),
        ante_clause=ClauseId("637a.10(b)"),
        streets=_stud_streets(4, 2) if super_stud else _stud_streets(2, 0),
        opens=Opens.FORCED_BET,
        forced_by=forced_by,
        forced_clause=ClauseId(f"637a.10(d){forced_path}"),
        shows_low=shows_low,
        contests=contests,
        ties=_contests("10", *[(contest, _SPLIT_STUD[contest]) for contest, _ in contests if len(contests) > 1]),
        no_low_clause=ClauseId("637a.10(j)") if contests == _HIGH_LOW_8 else None,
        excess=Excess.SUIT,
        excess_clause=ClauseId("637a.10(i)(3)"),
        common_clause=ClauseId("637a.10(h)"),
    )


_HIGH_LOW_8 = _contests("10", (Contest.HIGH, "(i)(3)(i)"), (Contest.LOW_EIGHT, "(i)(3)(i)"))
_SPLIT_STUD = {Contest.HIGH: "(i)(3)(ii)", Contest.LOW: "(i)(3)(iii)", Contest.LOW_EIGHT: "(i)(3)(iii)"}

STUD = (
    _stud("stud-high", "Seven-card Stud High", ForcedBy.LOWEST, "(1)", _contests("10", (Contest.HIGH, "(i)(1)"))),
    _stud(
        "stud-low",
        "Seven-card Stud Low",
        ForcedBy.HIGHEST_ACE_LOW,
        "(2)",
        _contests("10", (Contest.LOW, "(i)(2)")),
        shows_low=True,
    ),
    _stud(
        "stud-hi-lo",
        "Seven-card Stud High-low Split",
        ForcedBy.HIGHEST_ACE_LOW,
        "(3)",
        _contests("10", (Contest.HIGH, "(i)(3)(i)"), (Contest.LOW, "(i)(3)(i)")),
    ),
    _stud("stud-hi-lo-8", "Seven-card Stud High-low Split Eight or Better", ForcedBy.LOWEST, "(4)", _HIGH_LOW_8),
    _stud(
        "super-stud-hi-lo-8",
        "Super Seven-card Stud High-low Split Eight or Better",
        ForcedBy.LOWEST,
        "(4)",
        _HIGH_LOW_8,
        super_stud=True,
    ),
)


def _flop_game(
    id: str,
    name: str,
    section: str,
    down: int,
    most_players: int,
    contests: tuple[tuple[Contest, ClauseId], ...],
    *,
    forms: Forms,
    excess_path: str,
    silent_excess: Excess = Excess.LEFT,
    ties: tuple[tuple[Contest, ClauseId], ...] = (),
    no_low_path: str | None = None,
    kill_path: str | None = None,
) -> PokerGame:
    deal, first, flop, turn, river = _at(section, "(f)", "(g)", "(h)", "(i)", "(j)")
    return PokerGame(
        id=id,
        name=name,
        section=ClauseId(f"637a.{section}"),
        offered_under=_at_each(_KIND.get(section, _OTHER), f"637a.{section}(a)"),
        most_players=most_players,
        players_clause=ClauseId(f"637a.{section}(b)"),
        ante_clause=ClauseId(f"637a.{section}(b)"),
        streets=(
            Street(id="hole cards", clause=deal, betting_clause=first, down=down, burn=False),
            Street(id="flop", clause=flop, betting_clause=flop, community=3),
            Street(id="turn", clause=turn, betting_clause=turn, community=1, big_bet=True),
            Street(id="river", clause=river, betting_clause=river, community=1, big_bet=True),
        ),
        opens=Opens.BLINDS,
        blind_clause=ClauseId(f"637a.{section}(d)"),
        straddle_clause=ClauseId(f"637a.{section}(e)"),
        button_clause=ClauseId(f"637a.{section}(c)(2)"),
        button_start_clause=ClauseId(f"637a.{section}(c)(1)"),
        forms=forms,
        contests=contests,
        ties=ties,
        no_low_clause=ClauseId(f"637a.{section}{no_low_path}") if no_low_path else None,
        excess_clause=ClauseId(f"637a.{section}{excess_path}"),
        silent_excess=silent_excess,
        kill_clause=ClauseId(f"637a.{section}{kill_path}") if kill_path else None,
    )


def _omaha(
    section: str, prefix: str, name: str, down: int, most: int, no_low_path: str, kill_path: str
) -> tuple[PokerGame, ...]:
    high = _contests(section, (Contest.HIGH, "(k)(1)"))
    split = _contests(section, (Contest.HIGH, "(k)(2)(i)"), (Contest.LOW_EIGHT, "(k)(2)(i)"))
    return (
        _flop_game(
            f"{prefix}-high", f"{name} High", section, down, most, high, forms=Forms.TWO_AND_THREE, excess_path="(k)(1)"
        ),
        _flop_game(
            f"{prefix}-hi-lo-8",
            f"{name} High-low Split Eight or Better",
            section,
            down,
            most,
            split,
            forms=Forms.TWO_AND_THREE,
            excess_path="(k)(2)",
            silent_excess=Excess.SUIT,
            ties=_contests(section, (Contest.HIGH, "(k)(2)(ii)"), (Contest.LOW_EIGHT, "(k)(2)(iii)")),
            no_low_path=no_low_path,
            kill_path=kill_path,
        ),
    )


FLOP_GAMES = (
    _flop_game(
        "holdem",
        "Hold'em",
        "11",
        2,
        10,
        _contests("11", (Contest.HIGH, "(k)")),
        forms=Forms.ANY_FIVE,
        excess_path="(k)",
    ),
    *_omaha("12", "omaha", "Omaha", 4, 10, "(l)", "(n)"),
    *_omaha("19", "omaha5", "Five-card Omaha", 5, 8, "(l)(1)", "(l)(3)"),
)


def _five_card_draw(id: str, name: str, contest: Contest, path: str) -> PokerGame:
    deal, first, draw, last = _at("13", "(d)", "(f)", "(g)", "(h)")
    return PokerGame(
        id=id,
        name=name,
        section=ClauseId("637a.13"),
        offered_under=_at_each("637a.9(a)(4)", "637a.13(a)"),
        most_players=8,
        players_clause=ClauseId("637a.13(b)"),
        ante_clause=ClauseId("637a.13(b)"),
        streets=(
            Street(id="five cards", clause=deal, betting_clause=first, down=5, burn=False),
            Street(id="draw", clause=draw, betting_clause=last, draw=True, big_bet=True),
        ),
        opens=Opens.BLINDS,
        blind_clause=ClauseId("637a.13(e)"),
        blinds_after_cards=True,
        button_clause=ClauseId("637a.13(c)(2)"),
        button_start_clause=ClauseId("637a.13(c)(1)"),
        contests=_contests("13", (contest, path)),
        excess=Excess.LEFT,
        excess_clause=ClauseId("637a.13(i)"),
        reshuffle_clause=ClauseId("637a.13(g)(2)"),
    )


def _triple_draw(
    id: str, name: str, section: str, cards: int, most: int, contests: tuple[tuple[Contest, ClauseId], ...], excess: str
) -> PokerGame:
    deal, first, draw, second, third = _at(section, "(f)", "(g)", "(h)", "(i)", "(j)")
    return PokerGame(
        id=id,
        name=name,
        section=ClauseId(f"637a.{section}"),
        offered_under=_at_each(_OTHER, f"637a.{section}(a)"),
        most_players=most,
        players_clause=ClauseId(f"637a.{section}(b)"),
        ante_clause=ClauseId(f"637a.{section}(b)"),
        streets=(
            Street(id="first cards", clause=deal, betting_clause=first, down=cards, burn=False),
            Street(id="first draw", clause=draw, betting_clause=draw, draw=True),
            Street(id="second draw", clause=second, betting_clause=second, draw=True, big_bet=True),
            Street(id="third draw", clause=third, betting_clause=third, draw=True, big_bet=True),
        ),
        opens=Opens.BLINDS,
        blind_clause=ClauseId(f"637a.{section}(d)"),
        straddle_clause=ClauseId(f"637a.{section}(e)"),
        button_clause=ClauseId(f"637a.{section}(c)(2)"),
        button_start_clause=ClauseId(f"637a.{section}(c)(1)"),
        kill_clause=ClauseId(f"637a.{section}(b)"),
        contests=contests,
        ties=_contests(section, *[(contest, "(k)(5)" if section == "21" else "(k)(2)") for contest, _ in contests]),
        short_badugi=_at_each("637a.21(k)(2)", "637a.21(k)(3)", "637a.21(k)(4)"),
        excess_clause=ClauseId(f"637a.{section}{excess}"),
        reshuffle_clause=ClauseId(f"637a.{section}(h)"),
    )


DRAW_GAMES = (
    _five_card_draw("draw-high", "Five-card Draw High", Contest.HIGH, "(i)(1)"),
    _five_card_draw("draw-low", "Five-card Draw Low", Contest.LOW, "(i)(2)"),
)

TRIPLE_DRAW_GAMES = (
    _triple_draw(
        "triple-draw-2-7",
        "Triple Draw 2-7 Lowball",
        "20",
        5,
        7,
        _contests("20", (Contest.LOW_27, "(k)(3)")),
        "(k)(2)",
    ),
    _triple_draw(
        "triple-draw-a-5", "Triple Draw A-5 Lowball", "20", 5, 7, _contests("20", (Contest.LOW, "(k)(4)")), "(k)(2)"
    ),
    _triple_draw(
        "badeucey",
        "Badeucey",
        "20",
        5,
        7,
        _contests("20", (Contest.LOW_27, "(l)(1)(i)"), (Contest.BADUGI_ACE_HIGH, "(l)(1)(i)")),
        "(l)(1)(ii)",
    ),
    _triple_draw(
        "badacey",
        "Badacey",
        "20",
        5,
        7,
        _contests("20", (Contest.LOW, "(l)(2)(i)"), (Contest.BADUGI, "(l)(2)(i)")),
        "(l)(2)(ii)",
    ),
    _triple_draw("badugi", "Badugi", "21", 4, 9, _contests("21", (Contest.BADUGI, "(k)(1)")), "(k)(5)"),
)


def _five_card_stud() -> PokerGame:
    deal, first, second, bets, later = _at("14", "(c)", "(e)", "(f)", "(g)", "(h)")
    return PokerGame(
        id="five-card-stud",
        name="Five-card Stud",
        section=ClauseId("637a.14"),
        offered_under=_at_each("637a.9(a)(5)", "637a.14(a)"),
        most_players=8,
        players_clause=ClauseId("637a.14(b)"),
        ante_clause=ClauseId("637a.14(b)"),
        streets=(
            Street(id="first cards", clause=deal, betting_clause=first, down=1, up=1, burn=False),
            Street(id="second up card", clause=second, betting_clause=bets, up=1),
            Street(id="third up card", clause=later, betting_clause=bets, up=1, big_bet=True),
            Street(id="fourth up card", clause=later, betting_clause=bets, up=1, big_bet=True),
        ),
        opens=Opens.FORCED_BET,
        forced_by=ForcedBy.LOWEST,
        forced_clause=ClauseId("637a.14(d)"),
        contests=_contests("14", (Contest.HIGH, "(i)")),
        excess=Excess.SUIT,
        excess_clause=ClauseId("637a.14(i)"),
    )


POKER_GAMES: dict[str, PokerGame] = {
    game.id: game for game in (*STUD, *FLOP_GAMES, *DRAW_GAMES, _five_card_stud(), *TRIPLE_DRAW_GAMES)
}
DEFAULT_GAME = "holdem"
"""The game that is meant where a poker game is needed and none is named."""
