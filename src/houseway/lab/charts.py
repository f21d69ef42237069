"""The charts of a PAR sheet, as inline SVG."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from html import escape

from houseway.lab.sheet import MainSheet, Progressive, WagerSheet
from houseway.money import Cents, Role, dollars


def percent(value: Fraction | float, places: int = 4) -> str:
    """A share as people read it, with a minus sign that lines up."""
    return f"{float(value):.{places}%}".replace("-", "−")


def edges(wagers: Iterable[WagerSheet]) -> str:
    """House edge by paytable, as bars; below nothing to the left in another color."""
    own = [one for one in wagers if one.role is Role.WAGER]
    if not own:
        return ""
    most = max(abs(float(one.house_edge)) for one in own) or 1.0
    height, left, width = 24, 330, 560
    least = min(0.0, *(float(one.house_edge) for one in own))
    zero = left + width * -least / (most - least)
    bars = []
    for number, one in enumerate(own):
        edge = float(one.house_edge)
        size = width * abs(edge) / (most - least)
        start = zero if edge >= 0 else zero - size
        y = number * height
        name = one.name if one.paytable == "-" else f"{one.name}, {one.paytable}"
        colour = "var(--bar)" if edge >= 0 else "var(--off)"
        bars.append(
            f'<text x="0" y="{y + 16}" font-size="13">{escape(name)}</text>'
            f'<rect x="{start:.1f}" y="{y + 6}" width="{max(size, 1):.1f}" height="12" rx="3" fill="{colour}"/>'
            f'<text x="{left + width + 90}" y="{y + 16}" font-size="13" text-anchor="end">{percent(edge)}</text>'
        )
    body = "".join(bars)
    return (
        "<section><h2>House edge by paytable</h2>"
        f'<svg viewBox="0 0 {left + width + 92} {height * len(own) + 4}" role="img" aria-label="House edge by paytable">'
        f"{body}</svg></section>"
    )


def results(main: MainSheet) -> str:
    """The distribution of net results as columns."""
    shares = [(str(one.net), one.deals / main.total) for one in main.results]
    most = max(share for _, share in shares)
    step = min(64.0, 960 / len(shares))
    bars = "".join(
        f'<rect x="{number * step + 2:.1f}" y="{150 - 130 * share / most:.1f}" width="{step - 4:.1f}" '
        f'height="{max(130 * share / most, 0.5):.1f}" rx="2" fill="var(--bar)"/>'
        f'<text x="{number * step + step / 2:.1f}" y="166" font-size="11" text-anchor="middle">{escape(net)}</text>'
        for number, (net, share) in enumerate(shares)
    )
    width = step * len(shares)
    return f'<svg viewBox="0 0 {width:.0f} 172" width="{width:.0f}" role="img" aria-label="Net results">{bars}</svg>'


def meter(one: Progressive) -> str:
    """The house edge as the meter rises: where it stands at first, and where the wager costs nothing; nothing where no meter does it."""
    if one.break_even is None or one.break_even <= 0:
        return ""
    even, start = float(one.break_even) / 100, one.at / 100
    most = 1.3 * max(even, start)
    first, last = (1 - float(one.fixed) - float(one.slope) * amount for amount in (0.0, most))

    def x(amount: float) -> float:
        return 60 + 560 * amount / most

    def y(edge: float) -> float:
        return 16 + 150 * (first - edge) / (first - last)

    def text(at: float, high: float, says: str, anchor: str = "middle") -> str:
        return f'<text x="{at:.1f}" y="{high:.1f}" font-size="12" text-anchor="{anchor}">{escape(says)}</text>'

    def dot(amount: float, edge: float) -> str:
        return f'<circle cx="{x(amount):.1f}" cy="{y(edge):.1f}" r="4" fill="var(--text)"/>'

    begins = 1 - float(one.fixed) - float(one.slope) * start
    # Beside a point the words go to the side on which the line has left room.
    at_start = text(x(start) + 8, y(begins) - 4, f"{dollars(one.at)}: {percent(begins, 2)}", "start")
    zero = f'<line x1="60" x2="620" y1="{y(0):.1f}" y2="{y(0):.1f}" stroke="var(--line)"/>'
    ahead = f'<polygon points="{x(even):.1f},{y(0):.1f} {x(most):.1f},{y(0):.1f} {x(most):.1f},{y(last):.1f}" fill="#d8ecdf"/>'
    line = (
        f'<line x1="{x(0):.1f}" y1="{y(first):.1f}" x2="{x(most):.1f}" y2="{y(last):.1f}" '
        'stroke="var(--bar)" stroke-width="2"/>'
    )
    axis = "".join(text(54, y(edge) + 4, percent(edge, 0), "end") for edge in (first, 0.0, last)) + "".join(
        text(x(amount), 188, dollars(Cents(round(amount) * 100))) for amount in (0.0, most / 2, most)
    )
    marks = (
        dot(start, begins)
        + at_start
        + dot(even, 0.0)
        + text(x(even), y(0) - 8, f"even at {dollars(Cents(round(even) * 100))}", "start")
    )
    return (
        '<svg viewBox="0 0 690 194" width="690" role="img" aria-label="House edge by what is on the meter">'
        f"{zero}{ahead}{line}{axis}{marks}</svg>"
    )
