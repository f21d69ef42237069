"""The pages of ``houseway games``, readable at 80 columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from rich.text import Text

from houseway.cli.page import Page
from houseway.money import dollars

if TYPE_CHECKING:
    from houseway.cli.games.answers import BankedAnswer, GameAnswer, Limit, Payout, PaytableAnswer, PokerAnswer


def show_list(games: Iterable[tuple[str, str, str]]) -> None:
    """Every game by id and name, with its chapter or section."""
    page = Page()
    page.tabled(("game", "58 Pa. Code", "name"), [(id, _clause(of), name) for id, name, of in games])
    page.blank()
    page.text("houseway games GAME: its wagers, paytables with odds, seats and limits", style="dim")
    page.print()


def show_game(game: GameAnswer) -> None:
    from houseway.cli.games.answers import BankedAnswer

    page = Page()
    page.text(game.name, style="bold")
    kind = "seats" if isinstance(game, BankedAnswer) else "players at most"
    page.text(f"{game.id} · {game.citation} · {game.seats} {kind} · {game.cards} cards", style="dim")
    if isinstance(game, BankedAnswer):
        _show_banked(page, game)
    else:
        _show_poker(page, game)
    _show_limits(page, game.limits)
    page.blank()
    page.text(f"houseway check --example {game.id}: a Rules Submission, every field explained", style="dim")
    page.print()


def _show_banked(page: Page, game: BankedAnswer) -> None:
    page.head("Wagers")
    rows = []
    for id, wager in game.wagers.items():
        notes = [wager.placed if wager.offered or wager.only_with else "if the submission offers it"]
        notes += [f"only with {wager.only_with}"] if wager.only_with else []
        notes += ["nobody is dealt in without it"] if wager.main else []
        notes += [f"as much as {wager.equals}"] if wager.equals else []
        notes += [f"{' or '.join(map(dollars, wager.sizes))}"] if wager.sizes else []
        rows.append((id, _clause(wager.clause), Text.assemble(wager.name, ("; ".join(["", *notes]), "dim"))))
    page.tabled(("wager", "clause", "name, and when it is placed"), rows)
    if game.decisions:
        page.head("Decisions")
        asked = [(one.id, _clause(one.clause), ", or ".join(one.options)) for one in game.decisions]
        page.tabled(("when", "clause", "a player may"), asked)
    page.head("Paytables to choose from (*: taken if the submission names none)")
    for id, letters in game.paytables.items():
        _show_paytables(page, id, letters)
    page.head("Payouts without a choice")
    alike: dict[tuple[Payout, ...], list[str]] = {}
    for id, payouts in game.payouts.items():
        alike.setdefault(payouts, []).append(id)
    for payouts, ids in alike.items():
        page.blank()
        page.text(", ".join(ids), by=2, style="bold")
        paid = [(row.hand or "if it wins", row.pays, _clause(row.clause)) for row in payouts]
        page.tabled(("hand", "pays", "clause"), paid, broken="hand")


def _show_paytables(page: Page, id: str, letters: Mapping[str, PaytableAnswer]) -> None:
    """The paytables of a wager side by side, a hand a line."""
    clause = next(iter(letters.values())).clause
    page.blank()
    page.text(Text.assemble((id, "bold"), "  ", (clause, "cyan")), by=2)
    hands = dict.fromkeys(hand for paytable in letters.values() for hand in paytable.pays)
    heads = ("hand", *(f"{letter}*" if paytable.default else letter for letter, paytable in letters.items()))
    rows = [(hand, *(paytable.pays.get(hand, "-") for paytable in letters.values())) for hand in hands]
    page.tabled(heads, rows, right=heads[1:], broken="hand")
    for needed in dict.fromkeys(paytable.only_with for paytable in letters.values() if paytable.only_with):
        which = [letter for letter, paytable in letters.items() if paytable.only_with == needed]
        page.text(f"{', '.join(which)} only with {needed}", by=4, style="dim")


def _show_poker(page: Page, game: PokerAnswer) -> None:
    from houseway.chapters.c637a_poker.citations import BETTING_STRUCTURE

    page.head(f"Streets (opened by {'a forced bet' if game.opens == 'forced bet' else game.opens})")
    rows = [(one.id, one.cards, _clause(one.clause), _clause(one.betting_clause)) for one in game.deals]
    page.tabled(("street", "cards", "dealt by", "bets by"), rows)
    page.head("Betting")
    page.text(Text.assemble(" or ".join(game.structures), "  ", _clause(BETTING_STRUCTURE)), by=2)
    page.head("The pot goes to")
    page.tabled(("hand", "clause"), [(hand, _clause(clause)) for hand, clause in game.contests.items()])


def _show_limits(page: Page, limits: Iterable[Limit]) -> None:
    page.head("Limits the submission states (in cents where they are amounts)")
    rows = [
        (limit.field, _clause(limit.clause), Text.assemble(limit.says, (_bounds(limit), "dim"))) for limit in limits
    ]
    page.tabled(("field", "clause", "what it is"), rows)


def _bounds(limit: Limit) -> str:
    if limit.default and limit.legal == (str(limit.default),):
        return f"; always {limit.default}"
    taken = dollars(limit.default) if limit.money and isinstance(limit.default, int) else limit.default
    return "".join([f"; {legal}" for legal in limit.legal]) + (f"; if not stated {taken}" if limit.default else "")


def _clause(id: str) -> Text:
    return Text(id, style="cyan")
