"""``houseway advise``: what may be answered in a spot, and what each answer is worth."""

from __future__ import annotations

import click

_DEALS = ("win", "push", "lose")


@click.command(epilog="Example: houseway advise five-card-hi-lo 'As Kd 9c 5h 2s'")
@click.argument("what", metavar="GAME|SUBMISSION.toml")
@click.argument("hand")
@click.argument("board", default="")
@click.option("--set", "choices", metavar="KEY=VALUE", multiple=True, help="Change one choice of the rules.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def advise(what: str, hand: str, board: str, choices: tuple[str, ...], as_json: bool) -> None:
    """Every answer that is lawful with these cards, with its exact value and what it costs beside the best.

    'houseway advise heads-up-holdem "Jc 8c" "2c 8d Kh"': two cards, and three on the board. 'houseway advise pai-gow
    "As Ah Kd Qc 9s 5d Joker"': every lawful setting of seven cards against all hands of the dealer.
    """
    from houseway.cli.analyze import in_one_sentence, rules_named, told

    with in_one_sentence():
        rules = rules_named(what, choices)
        from houseway.cards import CardError, read_cards, text_of
        from houseway.lab.advice import advise as advised
        from houseway.lab.inputs import InputError

        try:
            held, shown = read_cards(hand), read_cards(board)
        except CardError as error:
            raise InputError(str(error)) from None
        with told() as progress:
            found = advised(rules, held, shown, progress=progress)
    unit = rules.game.main_wager
    if as_json:
        from houseway.cli import print_json
        from houseway.lab.sheet import ratio

        answers = [
            {
                "answer": one.word,
                "value": ratio(one.value),
                "costs": ratio(one.costs),
                **({} if one.deals is None else dict(zip(_DEALS, one.deals, strict=True), house_way=one.house)),
            }
            for one in found
        ]
        about = {"game": rules.game.id, "digest": rules.digest, "hand": text_of(held), "board": text_of(shown)}
        print_json({**about, "unit": unit.id, "answers": answers})
        return
    from houseway.cli.page import Page

    page = Page()
    page.text(f"{rules.game.name}: {text_of(held)}{', board ' + text_of(shown) if shown else ''}", style="bold")
    page.text(f"what the round nets with each answer, in units of the {unit.name}")
    page.blank()
    with_deals = any(one.deals for one in found)
    rows = [
        (
            one.word,
            *(f"{part / sum(one.deals or ()):.2%}" for part in one.deals or ()),
            f"{float(one.value):+.6f}",
            f"{float(one.costs):.6f}" if one.costs else "-",
            *(("*" if one.house else "",) if with_deals else ()),
        )
        for one in found
    ]
    heads = ("answer", *(_DEALS if with_deals else ()), "value", "costs", *(("",) if with_deals else ()))
    page.tabled(heads, rows, right=(*_DEALS, "value", "costs"))
    if with_deals:
        page.text("* as the house way sets the hand", style="dim")
    page.print()
