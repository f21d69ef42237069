"""A PAR sheet as one printable page: no script, no file beside it, charts as inline SVG."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from html import escape

from houseway.lab.charts import edges, meter, percent, results
from houseway.lab.sheet import Counted, Grid, Listing, MainSheet, Progressive, Sheet, Strategy, WagerSheet, ratio
from houseway.money import Role, dollars

_STYLE = """
:root { color-scheme: light; --line: #d9d5cb; --soft: #f4f1ea; --text: #1d2024; --dim: #63676c; --bar: #4f7f9f; --on: #1c7a4d; --off: #a33b2e; }
* { box-sizing: border-box; } .par { font: 14px/1.45 system-ui, "Segoe UI", sans-serif; color: var(--text); max-width: 1080px; margin: 0 auto; padding: 24px; }
.par h1 { font-size: 24px; margin: 0 0 2px; letter-spacing: -.01em; } .par h2 { font-size: 17px; margin: 28px 0 8px; } .par h3 { font-size: 14px; margin: 18px 0 6px; }
.par p { margin: 4px 0; } .par .dim { color: var(--dim); } .par code { font: 12px ui-monospace, Menlo, Consolas, monospace; word-break: break-all; }
.par table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; margin: 6px 0; } .par th { text-align: left; font-weight: 600; color: var(--dim); font-size: 12px; }
.par td, .par th { padding: 4px 10px 4px 0; border-bottom: 1px solid var(--line); vertical-align: top; } .par .r { text-align: right; white-space: nowrap; } .par tfoot td { font-weight: 650; } .par .on { background: var(--soft); }
.par .kpis { display: flex; flex-wrap: wrap; border: 1px solid var(--line); border-radius: 10px; margin: 14px 0; } .par .kpis div { padding: 10px 18px; border-right: 1px solid var(--line); flex: 1 0 130px; } .par .kpis div:last-child { border: 0; }
.par .kpis b { display: block; font-size: 21px; letter-spacing: -.01em; font-variant-numeric: tabular-nums; } .par .kpis small { color: var(--dim); }
.par section { break-inside: avoid-page; } .par svg { display: block; max-width: 100%; height: auto; margin: 8px 0; } .par svg text { font-family: system-ui, "Segoe UI", sans-serif; }
.par .legend { display: flex; gap: 16px; flex-wrap: wrap; font-size: 12px; color: var(--dim); } .par .legend i { display: inline-block; width: 12px; height: 12px; border-radius: 3px; margin-right: 5px; vertical-align: -1px; }
@media print { .par { padding: 0; max-width: none; font-size: 11px; } .par h2 { break-after: avoid; } }
"""

_PALE = "#ece9e2"
_QUIET = ("fold", "check", "high")
_DARK = ("#1c7a4d", "#4f7f9f", "#8f959c")
_HALF_DARK = 60
"""From this share on a shade wants white letters."""
_COLOURS = (
    "#1c7a4d",
    "#7cc3a0",
    "#ece9e2",
    "#d98c5f",
    "#4f7f9f",
    "#b9a7d6",
    "#e3c565",
    "#8f959c",
    "#c9dbe6",
    "#f0d9cc",
)


def page(sheet: Sheet, *, command: str = "", review: bool = False) -> str:
    """The whole page; ``review``: with what each row adds to return and variance."""
    title = f"PAR sheet: {sheet.name}"
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n</head>\n<body>\n{fragment(sheet, command=command, review=review)}\n</body>\n</html>\n"
    )


def fragment(sheet: Sheet, *, command: str = "", review: bool = False) -> str:
    """The sheet without the page around it, as a notebook shows it."""
    made = f"<p>Made again by <code>{escape(command)}</code></p>" if command else ""
    parts = [
        f"<style>{_STYLE}</style>",
        '<div class="par">',
        f"<h1>PAR sheet: {escape(sheet.name)}</h1>",
        _under(sheet),
        made,
        *(f"<p>{escape(note)}</p>" for note in sheet.notes),
        _kpis(sheet),
    ]
    if sheet.main is None and sheet.pending:
        parts.append(f"<p>{escape(sheet.pending)}</p>")
    every = (*(sheet.main.wagers if sheet.main is not None else ()), *sheet.wagers)
    if sheet.wagers:
        parts += [edges(sheet.wagers), _side_by_side(every)]
    if sheet.main is not None:
        parts.append(_main(sheet.main))
        if sheet.optimal is not None:
            parts.append(_main(sheet.optimal))
        parts.append(_choices(sheet))
    parts += [_wager(one) for one in every]
    if review:
        from houseway.lab.review_page import sections

        parts += sections(sheet)
    parts.append("</div>")
    return "\n".join(part for part in parts if part)


def of_wager(one: WagerSheet) -> str:
    """One wager alone, as a notebook shows it."""
    return f'<style>{_STYLE}</style><div class="par">{_wager(one)}</div>'


def of_main(main: MainSheet) -> str:
    """The main game alone, as a notebook shows it."""
    return f'<style>{_STYLE}</style><div class="par">{_main(main)}</div>'


def _under(sheet: Sheet) -> str:
    rules = f"Rules <code>{sheet.digest}</code>, Houseway {escape(sheet.version)}"
    return f'<p class="dim">Every figure is counted over all deals. {rules}.</p>'


def _kpis(sheet: Sheet) -> str:
    figures = []
    if sheet.main is not None:
        main = sheet.main
        figures += [
            (f"House edge, of the {main.unit_name}", percent(main.house_edge), f"{main.played} play"),
            ("Element of risk", percent(main.element_of_risk), "of all that is wagered"),
            ("Average wager", f"{float(main.average_wager):.4f}", f"in units of the {main.unit_name}"),
            ("Standard deviation", f"{main.standard_deviation:.4f}", "a round"),
        ]
    figures += [(one.name, percent(one.house_edge), _paytable(one)) for one in sheet.wagers if one.role is Role.WAGER][
        : 4 - len(figures)
    ]
    inner = "".join(f"<div><small>{escape(a)}</small><b>{b}</b><small>{escape(c)}</small></div>" for a, b, c in figures)
    return f'<div class="kpis">{inner}</div>' if inner else ""


def _paytable(one: WagerSheet) -> str:
    return "as the chapter prints it" if one.paytable == "-" else f"paytable {one.paytable}"


def _table(heads: Iterable[tuple[str, str]], rows: Iterable[Iterable[str]], foot: Iterable[str] = ()) -> str:
    """A table; ``heads`` pairs a head with its class, cells are HTML already."""
    heads = list(heads)
    kinds = [kind for _, kind in heads]

    def line(cells: Iterable[str], tag: str = "td") -> str:
        inner = "".join(
            f'<{tag} class="{kind}">{cell}</{tag}>' if kind else f"<{tag}>{cell}</{tag}>"
            for cell, kind in zip(cells, kinds, strict=True)
        )
        return f"<tr>{inner}</tr>"

    body = "".join(line(row) for row in rows)
    last = f"<tfoot>{line(foot)}</tfoot>" if foot else ""
    return f"<table><thead>{line((escape(head) for head, _ in heads), 'th')}</thead><tbody>{body}</tbody>{last}</table>"


def _side_by_side(wagers: Iterable[WagerSheet]) -> str:
    """What each paytable of a wager pays for the same hands, the one in force first; nothing where only one is shown."""
    by: dict[str, list[WagerSheet]] = {}
    for one in wagers:
        by.setdefault(one.wager, []).append(one)
    return "".join(_paytables(some) for some in by.values() if len({_pays(one) for one in some}) > 1)


def _pays(one: WagerSheet) -> tuple[tuple[str, str], ...]:
    return tuple((row.label, row.pays) for row in one.rows)


def _paytables(some: list[WagerSheet]) -> str:
    longest = max(some, key=lambda one: len(one.rows))
    labels = list(dict.fromkeys(label for one in (longest, *some) for label in one.combinations))
    rows = []
    for label in labels:
        deals = {one.combinations[label] for one in some if label in one.combinations}
        pays = (dict(_pays(one)).get(label, "-") for one in some)
        rows.append([escape(label), f"{deals.pop():,}" if len(deals) == 1 else "", *map(escape, pays)])
    first, *others = (escape(one.paytable) for one in some)
    heads = [("Hand", ""), ("Combinations", "r"), (first, "r on"), *((other, "r") for other in others)]
    foot = ["House edge", "", *(percent(one.house_edge) for one in some)]
    title = f"{escape(some[0].name)}: its paytables side by side"
    return f'<section><h3>{title}</h3><p class="dim">{first} is in force.</p>{_table(heads, rows, foot)}</section>'


def _wager(one: WagerSheet) -> str:
    heads = [("Row", ""), ("Clause", ""), ("Pays", "r"), ("Combinations", "r"), ("Probability", "r"), ("Return", "r")]
    staked = one.moments.staked or Fraction(1)

    def cells(row: Counted) -> list[str]:
        share = Fraction(row.combinations, one.total)
        gives = percent(share * row.stake * one.net_of(row) / staked)
        return [
            escape(one.label_of(row)),
            escape(row.clause),
            escape(row.pays),
            f"{row.combinations:,}",
            percent(share, 6),
            gives,
        ]

    total = ["In all", "", "", f"{one.total:,}", "100%", percent(one.moments.mean / staked)]
    what = [
        f"return {percent(one.returned)} ({ratio(one.returned)})",
        f"house edge {percent(one.house_edge)}",
        f"hit frequency {percent(one.hit_frequency)}",
        f"standard deviation {one.standard_deviation:.4f}",
    ]
    return (
        f"<section><h2>{escape(one.name)}{'' if one.paytable == '-' else ', paytable ' + escape(one.paytable)}</h2>"
        f'<p class="dim">{escape(one.clause)}: {"; ".join(what)}.</p>'
        + "".join(f'<p class="dim">{escape(note)}</p>' for note in one.said)
        + _table(heads, map(cells, one.rows), total)
        + (_progressive(one.progressive) if one.progressive is not None else "")
        + "</section>"
    )


def progressive_lines(one: Progressive) -> list[tuple[str, str]]:
    """What there is to say of a progressive wager, as name and words."""
    found = [
        ("wager", dollars(one.wager)),
        ("return of the fixed part", f"{percent(one.fixed)} ({ratio(one.fixed)})"),
        ("return of each dollar on the meter", f"{percent(one.slope, 8)} ({ratio(one.slope)})"),
        ("meter at which the wager costs nothing", _break_even(one)),
        ("reset amount, rate", f"{dollars(one.reset)}, {percent(one.rate, 2)} of each wager"),
        ("paid from the meter", f"once in {float(1 / one.paid_from):,.0f} wagers" if one.paid_from else "never"),
        ("all of the meter", f"once in {float(1 / one.emptied):,.0f} wagers" if one.emptied else "never"),
    ]
    if one.days_between is not None:
        name = f"days between two that take it, at {one.wagers_per_hour:,} wagers an hour"
        found.append((name, f"{one.days_between:,.1f}"))
    return found


def _break_even(one: Progressive) -> str:
    if one.break_even is None:
        return "none"
    cents = -(-one.break_even.numerator // one.break_even.denominator)
    return dollars(cents) if cents > 0 else "any: the fixed part alone returns more than the wager"


def _progressive(one: Progressive) -> str:
    rows = [[escape(name), words] for name, words in progressive_lines(one)]
    return _table([("The meter", ""), ("", "r")], rows) + meter(one)


def _main(main: MainSheet) -> str:
    facts = [
        ("return", f"{percent(main.returned)} ({ratio(main.returned)})"),
        ("house edge", f"{percent(main.house_edge)} of the {main.unit_name}"),
        *(() if main.standard_error is None else (("standard error", f"{main.standard_error:.4%}, estimated"),)),
        ("element of risk", percent(main.element_of_risk)),
        ("average wager", f"{float(main.average_wager):.6f}"),
        ("hit frequency", percent(main.hit_frequency)),
        ("standard deviation", f"{main.standard_deviation:.6f}"),
        ("deals", f"{main.total:,}"),
        *((name, f"{percent(value)} ({ratio(value)})") for name, value in main.figures),
    ]
    asked = [
        [escape(one.question), escape(one.answer), f"{one.deals:,}", percent(Fraction(one.deals, main.total))]
        for one in main.decisions
    ]
    nets = [[str(one.net), f"{one.deals:,}", percent(Fraction(one.deals, main.total), 6)] for one in main.results]
    return (
        f"<section><h2>The main game, {escape(main.played)} play</h2>"
        + "".join(f'<p class="dim">{escape(note)}</p>' for note in main.notes)
        + _table([("", ""), ("", "r")], ([escape(name), escape(words)] for name, words in facts))
        + "</section><section><h3>Decisions</h3>"
        + _table([("Asked", ""), ("Answer", ""), ("Deals", "r"), ("Share", "r")], asked)
        + "</section>"
        + strategy(main.strategy)
        + "<section><h3>What a round nets</h3>"
        + results(main)
        + _table([("Net, in units of the " + main.unit_name, ""), ("Deals", "r"), ("Share", "r")], nets)
        + "</section>"
    )


def _choices(sheet: Sheet) -> str:
    """The main game under the lawful choices, side by side."""
    if not sheet.choices or sheet.main is None:
        return ""
    rows = [
        [
            escape(name),
            percent(main.house_edge),
            percent(main.element_of_risk),
            f"{float(main.average_wager):.4f}",
            f"{main.standard_deviation:.4f}",
        ]
        for name, main in (("as it is", sheet.main), *((one.key, one.main) for one in sheet.choices))
    ]
    heads = ("House edge", "Element of risk", "Average wager", "Standard deviation")
    table = _table([("Choice", ""), *((head, "r") for head in heads)], rows)
    return f"<section><h3>The main game by choice</h3>{table}</section>"


def strategy(parts: Strategy) -> str:
    """Grids as SVG, lists as tables."""
    return "".join(_grid(part) if isinstance(part, Grid) else _listing(part) for part in parts)


def _listing(part: Listing) -> str:
    if not part.lines:
        return ""
    heads = [("When", ""), ("Do", ""), ("Share", "r")]
    compared = any(line.gain is not None for line in part.lines)
    heads += [("Gain", "r"), ("For example", "")] if compared else []
    rows = [
        [
            escape(line.when),
            escape(line.do),
            percent(line.share) if line.share is not None else "",
            *((percent(line.gain or 0, 6), escape(line.example)) if compared else ()),
        ]
        for line in part.lines
    ]
    says = f'<p class="dim">{escape(part.says)}</p>' if part.says else ""
    return f"<section><h3>{escape(part.title)}</h3>{says}{_table(heads, rows)}</section>"


def _shade(share: int, colour: str = _COLOURS[0]) -> str:
    """A percentage between pale and a colour.

    >>> _shade(0), _shade(100)
    ('#ece9e2', '#1c7a4d')
    """
    ends = [(int(_PALE[at : at + 2], 16), int(colour[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{low + (high - low) * share // 100:02x}" for low, high in ends)


_LITTLE = Fraction(1, 10)
"""An answer that is better by less than this, in units of the game, is so by little."""


def _in_order(named: tuple[str, str]) -> tuple[int, str]:
    """What is told, what is so by little, what puts nothing at stake by little, and what does so."""
    word, _, little = named[0].partition(", ")
    return (2 + (not little) if word in _QUIET else bool(little), word)


def _by_little(colour: str, other: str) -> str:
    """What is better by little lies between its own colour and the other answer's.

    >>> _by_little("#1c7a4d", _PALE), _by_little(_PALE, "#1c7a4d")
    ('#8ab49b', '#cad7ca')
    """
    return _shade(16, other) if colour == _PALE else _shade(47, colour)


_BROAD = 600
"""A grid of more points across is broad."""


def _grid(part: Grid) -> str:
    words = sorted({cell for row in part.cells for cell in row if cell})
    # What puts nothing at stake is pale, the rest in the order of the words.
    told = [word for word in words if word not in _QUIET]
    colour = {word: _COLOURS[number % len(_COLOURS)] for number, word in enumerate(told)}
    colour |= dict.fromkeys(_QUIET, _PALE)
    shares = [int(word) for word in words if word.isdecimal()]
    if len(shares) > len(_COLOURS):
        # Percents are shades, not words: the more, the darker.
        colour |= {word: _shade(int(word)) if word.isdecimal() else _PALE for word in words}
    little = {
        f"{word}, by little": _by_little(colour[word], next((colour[one] for one in told if one != word), _PALE))
        for word in (words if part.costs else ())
    }
    dark = {*_DARK, *[_shade(share) for share in shares if share >= _HALF_DARK]}
    seen: set[str] = set()
    of_pockets = len(part.rows) == len(part.columns) == 13 and part.rows == part.columns
    size, left, top = 40, 34, 22
    inner = [
        f'<text x="{left + (number + 0.5) * size:.0f}" y="15" font-size="12" text-anchor="middle">{escape(name)}</text>'
        for number, name in enumerate(part.columns)
    ]
    for down, (name, row) in enumerate(zip(part.rows, part.cells, strict=True)):
        inner.append(f'<text x="0" y="{top + (down + 0.6) * size:.0f}" font-size="12">{escape(name)}</text>')
        for across, word in enumerate(row):
            if word:
                x, y = left + across * size, top + down * size
                cost = part.costs[down][across] if part.costs else None
                looks = word if cost is None or cost >= _LITTLE else f"{word}, by little"
                seen.add(looks)
                fill = (colour | little)[looks]
                ink = "#fff" if fill in dark else "#1d2024"
                shown = _pocket(part, down, across) if of_pockets and len(shares) <= len(_COLOURS) else word
                told_of = (
                    f"<title>{escape(f'{shown}: {word}, better by {float(cost):.4f}')}</title>"
                    if cost is not None
                    else ""
                )
                inner.append(
                    f'<g>{told_of}<rect x="{x + 1}" y="{y + 1}" width="{size - 2}" height="{size - 2}" rx="4" fill="{fill}"/>'
                    f'<text x="{x + size / 2:.0f}" y="{y + size / 2 + 3:.0f}" font-size="{_font(shown)}" fill="{ink}" '
                    f'text-anchor="middle">{escape(shown)}</text></g>'
                )
    wide, high = left + size * len(part.columns) + 2, top + size * len(part.rows) + 2
    named = {looks: ink for looks, ink in sorted((colour | little).items(), key=_in_order) if looks in seen}
    if len(shares) > len(_COLOURS):
        named = {f"{share}%": _shade(share) for share in (0, 25, 50, 75, 100)}
    legend = "".join(f'<span><i style="background:{ink}"></i>{escape(word)}</span>' for word, ink in named.items())
    by_little = f"; by little: by less than {float(_LITTLE)} of a unit" if part.costs else ""
    says = f'<p class="dim">{escape(part.says + by_little)}</p>' if part.says else ""
    # One of many columns needs the whole breadth of a page, and may be moved sideways where that is not there.
    broad = f' class="wide" tabindex="0" role="region" aria-label="{escape(part.title)}"' if wide > _BROAD else ""
    return (
        f"<section{broad}><h3>{escape(part.title)}</h3>{says}"
        f'<svg viewBox="0 0 {wide} {high}" width="{wide}" role="img" aria-label="{escape(part.title)}">{"".join(inner)}</svg>'
        f'<div class="legend">{legend}</div></section>'
    )


def _pocket(part: Grid, down: int, across: int) -> str:
    """Two cards by name, suited above the diagonal."""
    high, low = min(down, across), max(down, across)
    return part.rows[high] + part.rows[low] + ("" if high == low else "s" if across > down else "o")


def _font(word: str) -> int:
    return 11 if len(word) <= 6 else 8
