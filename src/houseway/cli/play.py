"""``houseway play``: a table in the terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from houseway.cli import Whole
from houseway.seats import Seat
from houseway.written import shortened

if TYPE_CHECKING:
    from random import Random

    from houseway.money import Cents
    from houseway.play.terminal import Terminal
    from houseway.view.table import AnyRules


@click.command(epilog="Example: houseway play five-card-hi-lo --players 3")
@click.argument("game", required=False, metavar="[GAME|SUBMISSION.toml]")
@click.option("--seats", metavar="1,3", default="1", show_default=True, help="The seats you play.")
@click.option("--players", type=Whole(0, 9), default=2, show_default=True, help="Computer players.")
@click.option("--bankroll", metavar="DOLLARS", default="1000", show_default=True, help="Chips at each player's start.")
@click.option("--seed", type=Whole(), help="Shuffle by this seed, to see the same cards again.")
@click.option("--submission", metavar="FILE", help="Play under a Rules Submission of your own.")
def play(game: str | None, seats: str, players: int, bankroll: str, seed: int | None, submission: str | None) -> None:
    """Sit down at a table in the terminal; without GAME, choose one.

    Where nobody can type, a sample round is dealt and settled, of each banked game and of hold'em if none is named.
    """
    from houseway.play.typed import cents_of

    if sys.stdin is None:
        raise click.ClickException("Standard input is closed: nobody can type at this table.")
    cents = cents_of(bankroll)
    if not cents:
        raise click.ClickException(
            f"A bankroll is an amount of dollars, as in 500 or 250.50, not {shortened(bankroll)!r}."
        )
    data: dict[str, Any] = {}
    if submission is None and game is not None and game.endswith(".toml"):
        game, submission = None, game
    if submission is not None:
        data = _read_submission(submission)
        game = game or data.get("game")
        if game is not None and data.get("game") not in (None, game):
            raise click.ClickException(f"{submission} is a submission of {data['game']!r}, not of {game!r}.")
    chance = _chance(seed)
    try:
        if not sys.stdin.isatty():
            _show_samples(game, data, chance, seats=seats, players=players, bankroll=cents)
        else:
            _play_at_terminal(game, data, chance, seats=seats, players=players, bankroll=cents)
    except KeyboardInterrupt:
        click.echo()


def _chance(seed: int | None) -> Random:
    from random import Random
    from secrets import SystemRandom

    return SystemRandom() if seed is None else Random(seed)


def _show_samples(
    game: str | None, data: dict[str, Any], chance: Random, *, seats: str, players: int, bankroll: Cents
) -> None:
    from houseway.chapters.c637a_poker.games import DEFAULT_GAME
    from houseway.chapters.registry import games
    from houseway.felt import console
    from houseway.play.sample import show_sample

    rules = [_rules(one, data) for one in ([game] if game else [*games(banked=True), DEFAULT_GAME])]
    taken = []
    for one in rules:
        # Nobody sits down to a sample, but a wrong word is wrong all the same.
        numbers = _seat_numbers(seats, _seats_of(one))
        _check_bankroll(one, bankroll)
        taken.append((one, numbers, _computer_players(one, numbers, players)))
    these = "this is a sample round" if game else "these are sample rounds"
    click.echo(f"Nobody can type here, so {these}; at a terminal you play.")
    for one, numbers, others in taken:
        show_sample(console(), one, chance, seats=numbers, players=others, bankroll=bankroll)


def _play_at_terminal(
    game: str | None, data: dict[str, Any], chance: Random, *, seats: str, players: int, bankroll: Cents
) -> None:
    from houseway.felt import console
    from houseway.play.session import Session
    from houseway.play.terminal import LeaveTable, Terminal

    out = console()
    # With line editing it is the reader who must know of the prompt, or it would be overwritten.
    prompt = "\001\033[1;32m\002> \001\033[0m\002" if _has_line_editing() and out.color_system else "> "
    terminal = Terminal(out, lambda: input(prompt), prompts=True)
    try:
        rules = _rules(game or _choose_game(terminal), data)
    except LeaveTable:
        return
    _check_bankroll(rules, bankroll)
    numbers = _seat_numbers(seats, _seats_of(rules))
    players = _computer_players(rules, numbers, players)
    Session(rules, terminal, seats=numbers, players=players, bankroll=bankroll, chance=chance).run()


def _has_line_editing() -> bool:
    """Whether typed lines can be edited and recalled."""
    try:
        import readline  # noqa: F401
    except ImportError:
        return False
    return True


def _seats_of(rules: AnyRules) -> int:
    from houseway.chapters.c637a_poker.rules import PokerRules

    return rules.game.most_players if isinstance(rules, PokerRules) else rules.game.seats


def _computer_players(rules: AnyRules, numbers: tuple[Seat, ...], players: int) -> int:
    """How many computer players sit down beside the user at a table, which takes so many players and no more."""
    from click.core import ParameterSource

    from houseway.chapters.c637a_poker.citations import NUMBER_OF_PLAYERS
    from houseway.chapters.c637a_poker.rules import PokerRules

    most = _seats_of(rules)
    room = most - len(numbers)
    if click.get_current_context().get_parameter_source("players") is ParameterSource.DEFAULT:
        # Nobody asked for so many: those for whom there is no room stay away.
        players = min(players, room)
    if isinstance(rules, PokerRules) and len(numbers) + players < 2:
        raise click.ClickException(
            f"Poker is played with no less than two players ({NUMBER_OF_PLAYERS}): --players 1 or more."
        )
    if players > room:
        yours = "your seat" if len(numbers) == 1 else f"your {len(numbers)} seats"
        clause = f" ({rules.game.players_clause})" if isinstance(rules, PokerRules) else ""
        raise click.ClickException(
            f"{rules.game.name} takes no more than {most} players{clause}: "
            f"beside {yours} --players {room} or less, not {players}."
        )
    return players


def _check_bankroll(rules: AnyRules, bankroll: int) -> None:
    """A seat of a poker table needs its forced bets and one bet."""
    from houseway.chapters.c637a_poker.citations import LEAST_STAKES
    from houseway.chapters.c637a_poker.rules import PokerRules
    from houseway.money import dollars
    from houseway.seats import Seat

    if not isinstance(rules, PokerRules):
        return
    least = max(rules.least_stakes(Seat(seat)) for seat in range(1, rules.game.most_players + 1))
    if bankroll < least:
        raise click.ClickException(f"A bankroll at this table is {dollars(least)} or more ({LEAST_STAKES}).")


def _choose_game(terminal: Terminal) -> str:
    from rich.text import Text

    from houseway.chapters.registry import games

    ids = list(games())
    lines = [
        Text.assemble((f" {number:>2}  ", "bold green"), name, (f"  {id}", "dim"))
        for number, (id, name) in enumerate(games().items(), 1)
    ]
    terminal.say(Text("Which game?", style="bold"), *lines)
    question = Text("A number or a name; q leaves.", style="dim")
    while True:
        typed = terminal.ask(question).lower()
        if typed.isascii() and typed.isdigit() and 1 <= int(typed) <= len(ids):
            return ids[int(typed) - 1]
        begun = [id for id in ids if typed and id.startswith(typed)]
        if typed in ids or len(begun) == 1:
            return typed if typed in ids else begun[0]
        question = Text(f"Type 1 to {len(ids)}, or the name of a game.", style="yellow")


def _rules(game: str, data: dict[str, Any]) -> AnyRules:
    import tomllib

    from houseway.chapters.c637a_poker.rules import PokerRules
    from houseway.chapters.registry import UnlawfulSubmissionError, chapter_of, example_of, games, no_game, resolve
    from houseway.rules.table_rules import TableRules

    if game not in games():
        raise click.ClickException(no_game(game))
    try:
        if chapter_of(game).banked:
            return resolve(data, game=game, kind=TableRules)
        # A poker table has no limits of its own: it opens under the example submission unless one is given.
        return resolve(data or tomllib.loads(example_of(game)), game=game, kind=PokerRules)
    except UnlawfulSubmissionError as error:
        raise click.ClickException(f"This submission cannot be played: {error}.") from None


def _read_submission(path: str) -> dict[str, Any]:
    from houseway.cli.check import check_file, is_fault, read_toml

    found = check_file(path)
    serious = [fault for fault in found.faults if is_fault(fault)]
    if serious:
        first = serious[0]
        more = f" ({len(serious) - 1} more)" if len(serious) > 1 else ""
        where = f"{first.field}: " if first.field else ""
        raise click.ClickException(f"{where}{first.message}{more}. 'houseway check {path}' lists every fault.")
    return {**read_toml(path), "game": found.game}


def _seat_numbers(text: str, seats: int) -> tuple[Seat, ...]:
    words = text.replace(",", " ").split()
    numbers = sorted({int(word) for word in words if word.isascii() and word.isdigit() and len(word) < 3})
    if not numbers or len(numbers) != len(words) or not 1 <= numbers[0] <= numbers[-1] <= seats:
        raise click.ClickException(
            f"Seats are numbers from 1 to {seats}, each once, as in 1,3, not {shortened(text)!r}."
        )
    return tuple([Seat(number) for number in numbers])
