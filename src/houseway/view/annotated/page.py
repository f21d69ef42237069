"""The annotated chapter as one printable page: no script, no file beside it, every reference a link within it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from itertools import groupby

from houseway.cards import text_of
from houseway.register import Enacted, Met, Reading
from houseway.register.citations import CLAUSE_ID
from houseway.view.annotated.anchors import anchor_of
from houseway.view.annotated.choices import Choice
from houseway.view.annotated.document import AnnotatedChapter, AnnotatedClause, Evidence, Showing, section_of
from houseway.view.annotated.excerpts import Excerpt
from houseway.view.annotated.parts import GamePart, PrintedPaytables, SettlementRow
from houseway.view.annotated.rounds import ShownRound
from houseway.view.words import Line

_MOST_TESTS = 12
_MOST_ROWS = 40
_MOST_PARTS = 6
_MOST_LINES = 6
"""Lines of a round that are quoted beside a clause; the appendix has the whole round."""
_CITATION = "58 Pa. Code"
_CORNER = "font: 8pt system-ui, sans-serif; color: #5c6066;"
_CODE = re.compile(r"`([^`<>]+)`")
_WORDS = re.compile(r"(?<=[a-z])(?=[A-Z])")


def style(document: AnnotatedChapter) -> str:
    """Return the style sheet that stands in the page; printed pages have the title at the top and the digest at the foot."""
    sheet = files(__package__).joinpath("style.css").read_text(encoding="utf-8")
    corners = {
        "top-left": f'"{_title(document)}"',
        "top-right": f'"Houseway {document.version}"',
        "bottom-left": f'"Sources {document.digest[:16]}, generated {document.generated.isoformat()}"',
        "bottom-right": '"Page " counter(page) " of " counter(pages)',
    }
    boxes = " ".join(f"@{corner} {{ content: {text}; {_CORNER} }}" for corner, text in corners.items())
    return f"{sheet}@page {{ {boxes} }}\n"


def _title(document: AnnotatedChapter) -> str:
    return f"{_CITATION} Chapter {document.chapter.id}, annotated"


def page(document: AnnotatedChapter, *, round_link: Callable[[ShownRound], str] | None = None) -> str:
    """Return the whole document; ``round_link`` gives the address of a round as a file, where somebody serves it."""
    return _Page(document, round_link).html()


class _Page:
    def __init__(self, document: AnnotatedChapter, round_link: Callable[[ShownRound], str] | None) -> None:
        self.document, self.round_link = document, round_link
        self.known = {clause.entry.id for clause in document.clauses}
        self.sections = set(document.chapter.sections)
        self.full_readings: set[str] = set()

    def html(self) -> str:
        body = "\n".join(part for part in self._parts() if part)
        return (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8" />\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1" />\n'
            f"<title>{escape(_title(self.document))}</title>\n<style>{style(self.document)}</style>\n</head>\n<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
        )

    def _parts(self) -> Iterator[str]:
        yield self._head()
        yield self._contents()
        yield self._whole(self.document.chapter.id)
        by_section = groupby(self.document.clauses, key=lambda clause: section_of(clause.entry.id))
        for section, clauses in by_section:
            yield self._section(section, list(clauses))
        yield self._elsewhere()
        yield self._rounds()
        yield self._sources()
        yield self._certificate()

    def _head(self) -> str:
        document = self.document
        chapter = document.chapter
        facts = [
            ("Games", escape(", ".join(document.games.values()))),
            ("Chapter", "; ".join(map(_enacted, chapter.sources.get(chapter.id, ())))),
            ("Software", f"Houseway {escape(document.version)}"),
            ("Sources", f"sha256 <code>{document.digest}</code> over {len(document.sources)} files, listed at the end"),
            ("Generated", f"{document.generated.isoformat()}"),
            (
                "Made again by",
                f"<code>SOURCE_DATE_EPOCH={_epoch(document)} houseway rules --annotated {chapter.id} --html FILE</code>",
            ),
        ]
        listed = "".join(f"<dt>{name}</dt><dd>{text}</dd>" for name, text in facts if text)
        shown = sum(bool(clause.showings) for clause in document.clauses)
        tested = sum(bool(clause.tests) for clause in document.clauses)
        counts = document.counts()
        rows = [
            [f'<span class="tag {met.value}">{met.value}</span>', str(counts[met]), self._linked(met.means)]
            for met in Met
        ]
        return (
            f"<h1>{escape(chapter.title)}</h1>"
            f"<p>{_CITATION} Chapter {chapter.id}, annotated clause by clause</p>"
            f'<dl class="facts">{listed}</dl>'
            "<p>Each clause stands here in our own words, in the order of the Code, with how the software meets it, the lines of "
            "code or the rows of tables that do so, the tests that check it, how open points are read, what a Rules "
            "Submission may choose, and a round of play in which it applies. The Code itself is what counts.</p>"
            f"{_table(('Met', '#Clauses', 'Meaning'), rows)}"
            f"<p>{len(document.clauses)} clauses in all. Tests check {tested} of them; rounds in this document show {shown}.</p>"
        )

    def _contents(self) -> str:
        lines = [
            f'<li><a href="#{anchor_of(section)}">{section}</a> {escape(title)}</li>'
            for section, title in self.document.chapter.sections.items()
        ]
        more = (
            ("choices", "Choices no clause of the chapter names"),
            ("rounds", "Rounds of play"),
            ("sources", "Sources"),
        )
        lines += [
            f'<li><a href="#{anchor}">{title}</a></li>'
            for anchor, title in (*more, ("certificate", "Reviewer\u2019s statement"))
            if anchor != "choices" or self.document.elsewhere
        ]
        return f'<nav aria-label="Contents"><h4>Contents</h4><ol>{"".join(lines)}</ol></nav>'

    def _section(self, section: str, clauses: Sequence[AnnotatedClause]) -> str:
        chapter = self.document.chapter
        history = "; ".join(map(_enacted, chapter.history(section)))
        # A section whose one clause is itself has that clause's anchor.
        anchor = "" if section in self.known else f' id="{anchor_of(section)}"'
        return (
            f"<section><h2{anchor}>\u00a7 {section} {escape(chapter.sections[section])}</h2>"
            f'<p class="dim small">{history}</p>{self._whole(section)}{"".join(map(self._clause, clauses))}</section>'
        )

    def _whole(self, id: str) -> str:
        """The readings of a whole section or chapter."""
        shown = "".join(map(self._reading, self.document.readings.get(id, ())))
        return f"<h4>How open points of all of {id} are read</h4>{shown}" if shown else ""

    def _clause(self, clause: AnnotatedClause) -> str:
        entry = clause.entry
        parts = [
            (
                f'<header><h3>{escape(entry.id)}</h3><span class="tag {entry.met.value}">{entry.met.value}</span>'
                '<span class="grow"></span><span class="reviewed"><i></i>reviewed</span></header>'
            ),
            f'<p class="says">{self._linked(entry.text)}</p>',
            _terms(entry.terms),
            f"<h4>How it is met</h4><p>{self._linked(_sentence(entry.how))}</p>",
            self._evidence(clause),
            self._choices(clause.choices),
            self._readings(clause),
            _tests(clause),
            self._showings(clause),
        ]
        return f'<article class="clause" id="{anchor_of(entry.id)}">{"".join(parts)}</article>'

    def _evidence(self, clause: AnnotatedClause) -> str:
        evidence, met = clause.evidence, clause.entry.met
        if not evidence:
            return ""
        through = (
            f'<p class="small dim">Cited as {self._linked(evidence.cited_as)}, which stands for this clause.</p>'
            if evidence.cited_as
            else ""
        )
        shown = [
            *map(self._paytables, evidence.paytables),
            self._rows(evidence),
            self._game_parts(evidence),
            *map(_excerpt, evidence.excerpts),
            f'<p class="small dim">Also {escape(", ".join(evidence.further))}.</p>' if evidence.further else "",
        ]
        title = "What enforces it" if met is Met.ENFORCED else "Where the software has it"
        return f"<h4>{title}</h4>{through}{''.join(shown)}"

    def _paytables(self, printed: PrintedPaytables) -> str:
        heads = ("Hand", *(f"#{letter}" for letter in printed.letters))
        rows = [[escape(cell) for cell in row] for row in printed.rows]
        return f"<figure><figcaption>Paytables of {escape(printed.wager)}, one column each</figcaption>{_table(heads, rows)}</figure>"

    def _rows(self, evidence: Evidence) -> str:
        # The rows of a paytable stand in it already.
        rows = [row for row in evidence.rows if not evidence.paytables or row.under == evidence.cited_as]
        if not rows:
            return ""
        cells = [self._row(row) for row in rows[:_MOST_ROWS]]
        more = f'<p class="small dim">and {len(rows) - _MOST_ROWS} more rows</p>' if len(rows) > _MOST_ROWS else ""
        table = _table(("Wager", "When", "Is paid", "Clause", "Step"), cells)
        return f'<figure class="rows"><figcaption>Rows of the settlement tables</figcaption>{table}{more}</figure>'

    def _row(self, row: SettlementRow) -> list[str]:
        return [
            escape(row.table),
            escape(row.when),
            escape(row.pays),
            self._linked(row.clause),
            self._linked(row.under),
        ]

    def _game_parts(self, evidence: Evidence) -> str:
        shown = list(evidence.parts.items())
        if not shown:
            return ""
        rows = [
            [self._part(part), self._facts(part), escape(self._named(games))] for part, games in shown[:_MOST_PARTS]
        ]
        more = f'<p class="small dim">and {len(shown) - _MOST_PARTS} more parts</p>' if len(shown) > _MOST_PARTS else ""
        several = len(self.document.games) > 1
        heads = ("Part of the game", "What it states", *(("Games",) if several else ()))
        cells = [row if several else row[:2] for row in rows]
        return f"<figure><figcaption>Parts of the games that name the clause</figcaption>{_table(heads, cells)}{more}</figure>"

    def _part(self, part: GamePart) -> str:
        kind = _WORDS.sub(" ", part.kind).lower()
        path = [step for step in part.path if step != "clause"]
        return f"{escape(kind)}<br /><code>{escape('.'.join(path).replace(' ', '_'))}</code>"

    def _facts(self, part: GamePart) -> str:
        facts = [f"{escape(name)} {self._linked(text)}" for name, text in part.facts if text != "0"]
        return "; ".join(facts) or f"the clause of <code>{escape(part.owner)}.{escape(part.field)}</code>"

    def _named(self, games: Sequence[str]) -> str:
        if len(games) == len(self.document.games):
            return "all games"
        return ", ".join(self.document.games[game] for game in games)

    def _choices(self, choices: Sequence[Choice]) -> str:
        if not choices:
            return ""
        several = len(self.document.games) > 1
        rows = [
            [
                f"<code>{escape(choice.field)}</code>",
                self._linked(choice.explained),
                *((escape(self._named(choice.games)),) if several else ()),
            ]
            for choice in choices
        ]
        heads = ("Field", "Meaning, values and default", *(("Games",) if several else ()))
        return f"<h4>What a Rules Submission may choose</h4>{_table(heads, rows)}"

    def _readings(self, clause: AnnotatedClause) -> str:
        shown = [self._reading(reading) for reading in clause.readings]
        if clause.beside:
            links = ", ".join(self._reading_link(reading) for reading in clause.beside)
            shown.append(f'<p class="small">A reading of a clause above it: {links}.</p>')
        return f"<h4>How open points are read</h4>{''.join(shown)}" if shown else ""

    def _reading(self, reading: Reading) -> str:
        """A reading in full where it comes first, else a link to it."""
        if reading.id in self.full_readings:
            return f'<p class="small">See reading {self._reading_link(reading)}.</p>'
        self.full_readings.add(reading.id)
        default = f", by default {escape(reading.default)}" if reading.default else ""
        option = (
            f"<p>Another reading may be chosen: <code>{escape(reading.option)}</code>{default}.</p>"
            if reading.option
            else ""
        )
        clauses = ", ".join(self._linked(id) for id in reading.clauses)
        return (
            f'<div class="reading" id="reading-{escape(reading.id)}"><p><b>{escape(reading.id)}</b> '
            f'<span class="dim small">of {clauses}</span></p>'
            f"<p>Open: {self._linked(reading.open)}</p><p>Read: {self._linked(reading.reading)}</p>{option}</div>"
        )

    def _reading_link(self, reading: Reading) -> str:
        return f'<a href="#reading-{escape(reading.id)}">{escape(reading.id)}</a>'

    def _showings(self, clause: AnnotatedClause) -> str:
        if not clause.showings:
            if not clause.entry.met.by_software:
                return ""
            return '<h4>In a round</h4><p class="small dim">No round in this document shows it.</p>'
        return f"<h4>In a round</h4>{''.join(self._showing(clause.entry.id, showing) for showing in clause.showings)}"

    def _showing(self, id: str, showing: Showing) -> str:
        shown = showing.round
        through = f" through {self._linked(showing.through)}" if showing.through != id else ""
        quoted = [_line(shown.lines[number]) for number in showing.lines[:_MOST_LINES]]
        more = len(showing.lines) - len(quoted)
        sentences = [text if text.endswith(".") else f"{text}." for text in dict.fromkeys(quoted)]
        account = " ".join(sentences) + (f" And {more} more." if more else "")
        return f'<p class="small"><a href="#{shown.name}">Round {shown.name}</a>{through}: {account}</p>'

    def _elsewhere(self) -> str:
        if not self.document.elsewhere:
            return ""
        tables = [f"<p>{self._linked(id)}</p>{self._choices(some)}" for id, some in self.document.elsewhere.items()]
        return f'<section><h2 id="choices">Choices no clause of the chapter names</h2>{"".join(tables)}</section>'

    def _rounds(self) -> str:
        intro = (
            "<p>Seeded rounds, played by computer players (at poker they bet and draw at random) when this document was made. Each shows a clause that none before it "
            "shows; the lines that rest on such a clause are marked. "
            f"<code>houseway rules --annotated {self.document.chapter.id} --rounds FOLDER</code> writes each as a file, and "
            "<code>houseway settle FOLDER/R1.json</code> plays it again from its commands and refuses it if any event differs.</p>"
        )
        return f'<section><h2 id="rounds">Rounds of play</h2>{intro}{"".join(map(self._round, self.document.rounds))}</section>'

    def _round(self, shown: ShownRound) -> str:
        marked = {number for numbers in shown.cites.values() for number in numbers}
        lines = "".join(
            f"<li{' class=' + chr(34) + 'mark' + chr(34) if number in marked else ''}>{_line(line)} "
            f'<span class="ref">{self._linked(line.clause)}</span></li>'
            for number, line in enumerate(shown.lines)
        )
        chosen = ", ".join(f"{name} = {_toml(value)}" for name, value in shown.choices.items() if name != "game")
        link = (
            "" if self.round_link is None else f' <a class="web" href="{escape(self.round_link(shown))}">As a file</a>'
        )
        mishap = f"Reported: {escape(shown.mishap)}. " if shown.mishap else ""
        return (
            f'<article class="clause round" id="{shown.name}"><h3>Round {shown.name}: {escape(self.document.games[shown.game])}</h3>'
            f'<p class="small dim">{mishap}Seed {shown.seed}, round {shown.number} of the table; rules <code>{shown.digest[:16]}</code>; '
            f"{escape(chosen) or 'the default submission'}.{link}</p><ol>{lines}</ol></article>"
        )

    def _sources(self) -> str:
        rows = [
            [f"<code>{escape(file)}</code>", f"<code>{digest}</code>"] for file, digest in self.document.sources.items()
        ]
        return (
            '<section><h2 id="sources">Sources</h2><p>Files of the package that this document rests on, each with the sha256 of its bytes. '
            "The digest on the first page is that of the lines \u201cdigest, two blanks, file\u201d in the order of the files.</p>"
            f"{_table(('File', 'sha256'), rows)}</section>"
        )

    def _certificate(self) -> str:
        lines = "".join(f"<div>{name}</div>" for name in ("Reviewer", "Date", "Signature", "Clauses not accepted"))
        return (
            '<section><h2 id="certificate">Reviewer\u2019s statement</h2>'
            f"<p>I have compared the {len(self.document.clauses)} clauses in this document with {_CITATION} Chapter "
            f"{self.document.chapter.id} and with the code, tables, tests and rounds shown beside them, for Houseway "
            f"{escape(self.document.version)}, sources <code>{self.document.digest}</code>.</p>"
            f'<div class="sign">{lines}</div></section>'
        )

    def _linked(self, text: str) -> str:
        """The text, escaped, in which each clause of the chapter is a link to it."""

        def link(match: re.Match[str]) -> str:
            id = match[0]
            return f'<a href="#{anchor_of(id)}">{id}</a>' if id in self.known or id in self.sections else id

        return _CODE.sub(r"<code>\1</code>", CLAUSE_ID.sub(link, escape(text)))


def _terms(terms: Mapping[str, str]) -> str:
    listed = "".join(f"<dt>{escape(term)}</dt><dd>{escape(meaning)}</dd>" for term, meaning in terms.items())
    return f'<dl class="facts">{listed}</dl>' if listed else ""


def _tests(clause: AnnotatedClause) -> str:
    if not clause.tests:
        return ""
    shown = [test.partition("::") for test in sorted(clause.tests)[:_MOST_TESTS]]
    lines = "".join(f"<li>{escape(_test_name(name))} <code>{escape(file)}</code></li>" for file, _, name in shown)
    more = len(clause.tests) - len(shown)
    rest = (
        f"<li>and {more} more: <code>houseway rules {escape(repr(str(clause.entry.id)))} --json</code> lists them</li>"
        if more
        else ""
    )
    return f'<h4>Tests ({len(clause.tests)})</h4><ul class="tests">{lines}{rest}</ul>'


def _test_name(name: str) -> str:
    """A test's name as words: ``test_f__the_losing_hand_loses`` is ``(f) the losing hand loses``."""
    head, _, words = name.removeprefix("test_").rpartition("__")
    text = words.replace("_", " ")
    return f"{head.replace('__', ' ').replace('_', ' ')}: {text}" if head else text


def _excerpt(piece: Excerpt) -> str:
    lines = "".join(
        f"<span{' class=' + chr(34) + 'mark' + chr(34) if number in piece.marked else ''}><i>{number}</i>{escape(line) or ' '}</span>"
        for number, line in enumerate(piece.lines, piece.first)
    )
    within = f" in {escape(piece.within)}" if piece.within else ""
    return f"<figure><figcaption><code>{escape(piece.place)}</code>{within}</figcaption><pre>{lines}</pre></figure>"


def _line(line: Line) -> str:
    cards = f" {text_of(line.cards)}" if line.cards else ""
    says = line.says[:1].upper() + line.says[1:]
    return escape(f"{says}{cards}{' ' + line.then if line.then else ''}")


def _table(heads: Iterable[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; a head that begins with # is of numbers. Cells are HTML already."""
    heads = list(heads)
    kinds = [' class="num"' if head.startswith("#") else "" for head in heads]
    head = "".join(f"<th{kind}>{escape(name.lstrip('#'))}</th>" for name, kind in zip(heads, kinds, strict=True))
    body = "".join(
        "<tr>" + "".join(f"<td{kind}>{cell}</td>" for cell, kind in zip(row, kinds, strict=True)) + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith(".") else ".")


def _enacted(note: Enacted) -> str:
    effective = f", effective {note.effective.isoformat()}" if note.effective else ""
    return escape(f"{note.act} {note.on.isoformat()}{effective} ({note.bulletin})")


def _toml(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else f'"{value}"' if isinstance(value, str) else str(value)


def _epoch(document: AnnotatedChapter) -> int:
    from datetime import UTC, datetime, time

    return int(datetime.combine(document.generated, time(), UTC).timestamp())
