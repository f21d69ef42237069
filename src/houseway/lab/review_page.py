"""The reviewer's sections of a printable PAR sheet."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from houseway.lab.review import CONFIDENCE, Review, reviews_of
from houseway.lab.sheet import Sheet


def sections(sheet: Sheet) -> Iterator[str]:
    """Yield a section for the main game and for every wager."""
    yield "<h2>Review: contributions, volatility and bands</h2>"
    for review in reviews_of(sheet):
        yield _section(review)


def _section(review: Review) -> str:
    name = review.name if review.paytable == "-" else f"{review.name}, paytable {review.paytable}"
    rows = "".join(
        f'<tr><td>{escape(part.label)}</td><td class="r">{escape(part.pays)}</td>'
        f'<td class="r">{float(part.probability):.6%}</td><td class="r">{float(part.returned):.4%}</td>'
        f'<td class="r">{float(part.variance):.4f}</td><td class="r">{float(review.share_of(part)):.2%}</td></tr>'
        for part in review.parts
    )
    bands = "".join(
        f'<tr><td class="r">{one.rounds:,}</td><td class="r">{one.least:.4%}</td><td class="r">{one.most:.4%}</td></tr>'
        for one in review.stretches
    )
    index = f"volatility index {review.volatility_index:.4f} ({CONFIDENCE:.0%} confidence)"
    heads = ("pays", "probability", "return", "variance", "of variance")
    return (
        f"<section><h3>{escape(name)}</h3><p>Return {float(review.returned):.6%}, standard deviation "
        f"{review.standard_deviation:.6f}, {index}.</p><table><thead><tr><th>row</th>"
        + "".join(f'<th class="r">{head}</th>' for head in heads)
        + f'</tr></thead><tbody>{rows}</tbody><tfoot><tr><td>in all</td><td></td><td></td><td class="r">'
        f'{float(review.returned):.4%}</td><td class="r">{float(review.variance):.4f}</td><td></td></tr></tfoot></table>'
        '<table><thead><tr><th class="r">rounds</th><th class="r">return from</th><th class="r">to</th></tr></thead>'
        f"<tbody>{bands}</tbody></table></section>"
    )
