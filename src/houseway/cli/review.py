"""``houseway analyze --review``: the reviewer's page of a sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from houseway.cli.page import Page
    from houseway.lab.review import Review
    from houseway.lab.sheet import Sheet


def print_review(sheet: Sheet) -> None:
    """Print what each row adds to return and variance, the volatility index, and the bands of many rounds."""
    from rich.text import Text

    from houseway.cli.page import Page
    from houseway.lab.review import reviews_of

    page = Page()
    page.lines.append(Text.assemble((f"Review: {sheet.name}", "bold"), (f"  {sheet.game}", "dim")))
    page.word(f"rules {sheet.digest}", by=0)
    for note in sheet.notes:
        page.text(note, style="yellow")
    for review in reviews_of(sheet):
        _show(page, review)
    page.print()


def _show(page: Page, review: Review) -> None:
    from rich.text import Text

    from houseway.lab.review import CONFIDENCE

    page.head(review.name if review.paytable == "-" else f"{review.name}, paytable {review.paytable}")
    page.listed(
        [
            ("return", f"{float(review.returned):.6%}"),
            ("standard deviation", f"{review.standard_deviation:.6f}"),
            ("volatility index", f"{review.volatility_index:.4f} ({CONFIDENCE:.0%} confidence)"),
        ]
    )
    page.tabled(
        ("row", "pays", "probability", "return", "variance", "of variance"),
        [
            *(
                (
                    part.label,
                    part.pays,
                    f"{float(part.probability):.6%}",
                    f"{float(part.returned):.4%}",
                    f"{float(part.variance):.4f}",
                    f"{float(review.share_of(part)):.2%}",
                )
                for part in review.parts
            ),
            (
                Text("in all", style="bold"),
                "",
                "",
                f"{float(review.returned):.4%}",
                f"{float(review.variance):.4f}",
                "",
            ),
        ],
        right=("pays", "probability", "return", "variance", "of variance"),
        broken="row",
    )
    page.blank()
    page.tabled(
        ("rounds", "return from", "to"),
        [(f"{one.rounds:,}", f"{one.least:.4%}", f"{one.most:.4%}") for one in review.stretches],
        right=("rounds", "return from", "to"),
    )
