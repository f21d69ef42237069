"""The forms that a page offers: where they go, their fields with the values they come with, and their buttons."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import unescape

_VOID = frozenset({"area", "base", "br", "hr", "img", "input", "link", "meta", "source", "wbr"})
_LEFT_OUT = re.compile(
    r"<svg\b.*?</svg>|<!--.*?-->|<(script|style)\b.*?</\1>|<!doctype[^>]*>", re.DOTALL | re.IGNORECASE
)
_TOKEN = re.compile(r"""<(/?)([a-zA-Z][^\s/>]*)((?:[^>"']|"[^"]*"|'[^']*')*)>|([^<]+|<)""")
_ATTRIBUTE = re.compile(r"""([^\s=/>"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?""")


class Element:
    """An element of a page with what it holds. Its attributes are read when somebody asks for them."""

    __slots__ = ("_attributes", "_source", "children", "parent", "tag")

    def __init__(self, tag: str, source: str, parent: Element | None) -> None:
        self.tag, self._source, self.parent = tag, source, parent
        self.children: list[Element | str] = []
        self._attributes: dict[str, str] | None = None

    @property
    def attributes(self) -> dict[str, str]:
        if self._attributes is None:
            matches = _ATTRIBUTE.findall(self._source)
            self._attributes = {name.lower(): unescape(a or b or c) for name, a, b, c in matches}
        return self._attributes

    def walk(self) -> Iterator[Element]:
        """Yield this element and all within it, in the order of the page."""
        waiting: list[Element] = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting += [child for child in reversed(element.children) if isinstance(child, Element)]

    def ancestors(self) -> Iterator[Element]:
        """Yield the elements around this one, the nearest first."""
        around = self.parent
        while around is not None:
            yield around
            around = around.parent

    @property
    def text(self) -> str:
        """What is read in it, in one line."""
        return " ".join(" ".join(self._texts()).split())

    def _texts(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            else:
                yield from child._texts()

    def get(self, name: str) -> str:
        # Most elements have no such attribute, which their source tells sooner than a dictionary.
        return self.attributes.get(name, "") if name in self._source else ""

    def has_class(self, name: str) -> bool:
        return name in self._source and name in self.get("class").split()


def parse(html: str) -> Element:
    """Read a page or a part of one, without its pictures, scripts and styles."""
    root = here = Element("", "", None)
    for closing, name, source, text in _TOKEN.findall(_LEFT_OUT.sub("", html)):
        if text:
            if not text.isspace():
                here.children.append(unescape(text))
            continue
        tag = name.lower()
        if closing:
            around = next((one for one in (here, *here.ancestors()) if one.tag == tag), None)
            if around is not None and around.parent is not None:
                here = around.parent
            continue
        element = Element(tag, source, here)
        here.children.append(element)
        if tag not in _VOID:
            here = element
    return root


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a form. ``choices`` are the options of a select, or the one value of a box to tick."""

    name: str
    kind: str
    value: str
    label: str
    hint: str = ""
    required: bool = False
    least: str = ""
    most: str = ""
    step: str = ""
    choices: tuple[str, ...] = ()
    checked: bool = False
    data: tuple[tuple[str, str], ...] = ()

    def datum(self, name: str) -> str:
        return dict(self.data).get(name, "")


@dataclass(frozen=True, slots=True)
class Form:
    """A form of a page. ``within`` are the ids and classes of the elements around it, the nearest first."""

    to: str
    by_htmx: bool
    buttons: tuple[str, ...]
    fields: tuple[Field, ...]
    within: tuple[str, ...]
    element: Element

    def value(self, name: str) -> str:
        """Return the value a field comes with, or nothing if there is no such field."""
        return next((one.value for one in self.fields if one.name == name), "")

    @property
    def command(self) -> str:
        return self.value("command")

    @property
    def button_classes(self) -> set[str]:
        """The classes of the buttons within the form."""
        return {name for one in self.element.walk() if one.tag == "button" for name in one.get("class").split()}

    @property
    def is_keyed(self) -> bool:
        return "data-keyed" in self.element.attributes


class Page:
    """A page as somebody sees it."""

    def __init__(self, html: str) -> None:
        self.root = parse(html)
        self._elements = list(self.root.walk())
        self._by_id = {one.get("id"): one for one in self._elements if one.get("id")}
        self._elsewhere = [one for one in self._elements if one.get("form")]
        """Fields and buttons that name the form they belong to."""
        labels = [one for one in self._elements if one.tag == "label" and one.get("for")]
        self._labels = {one.get("for"): one for one in reversed(labels)}

    def find(self, id: str) -> Element | None:
        return self._by_id.get(id)

    def all(self, wanted: Callable[[Element], bool]) -> list[Element]:
        return [one for one in self._elements if wanted(one)]

    @property
    def links(self) -> list[str]:
        """The addresses of our own that the page links to."""
        hrefs = [one.get("href") for one in self._elements if one.tag == "a"]
        return list(dict.fromkeys(one for one in hrefs if one.startswith("/") and not one.startswith("/static/")))

    @property
    def forms(self) -> list[Form]:
        """Every form that can be sent, those that are out of sight included; not one whose buttons are all disabled."""
        return [self._form(one) for one in self._elements if one.tag == "form" and not self._is_disabled(one)]

    def _is_disabled(self, form: Element) -> bool:
        named = [one for one in self._elsewhere if form.get("id") and one.get("form") == form.get("id")]
        own = [one for one in (*form.walk(), *named) if one.tag == "button" and one.get("type") in ("", "submit")]
        return bool(own) and all("disabled" in one.attributes for one in own)

    def form_to(self, address: str) -> Form:
        """Return the first form that goes to an address."""
        return next(self._form(one) for one in self._elements if address in (one.get("hx-post"), one.get("action")))

    def _form(self, element: Element) -> Form:
        id = element.get("id")
        inside = [one for one in element.walk() if not one.get("form") or one.get("form") == id]
        outside = [one for one in self._elsewhere if id and one.get("form") == id and one not in inside]
        parts = inside + outside
        fields = [self._field(one) for one in parts if one.tag in ("input", "select", "textarea") and one.get("name")]
        buttons = [one.text for one in parts if one.tag == "button" and one.get("type") in ("", "submit")]
        within = [name for one in element.ancestors() for name in (one.get("id"), *one.get("class").split()) if name]
        by_htmx = "hx-post" in element.attributes
        to = element.get("hx-post") or element.get("action")
        return Form(to, by_htmx, tuple(buttons), tuple(fields), tuple(within), element)

    def _field(self, element: Element) -> Field:
        attributes = element.attributes
        kind = element.tag if element.tag != "input" else attributes.get("type", "text")
        choices: tuple[str, ...] = ()
        value = attributes.get("value", "")
        if kind == "select":
            options = [one for one in element.walk() if one.tag == "option" and "disabled" not in one.attributes]
            choices = tuple(one.attributes.get("value", one.text) for one in options)
            chosen = [one.get("value") for one in options if "selected" in one.attributes]
            value = (chosen or [*choices, ""])[0]
        elif kind == "textarea":
            value = "".join(one for one in element.children if isinstance(one, str)).removeprefix("\n")
        elif kind in ("checkbox", "radio"):
            value = attributes.get("value", "on")
            choices = (value,)
        described = self._by_id.get(element.get("aria-describedby"))
        around = next((one for one in element.ancestors() if one.has_class("field")), None)
        hints = [one for one in around.walk() if one.has_class("hint")] if around is not None else []
        hint = described.text if described is not None else " ".join(one.text for one in hints)
        return Field(
            name=element.get("name"),
            kind=kind,
            value=value,
            label=self._label(element),
            hint=hint,
            required="required" in attributes,
            least=element.get("min"),
            most=element.get("max"),
            step=element.get("step"),
            choices=choices,
            checked="checked" in attributes,
            data=tuple((name, value) for name, value in attributes.items() if name.startswith("data-")),
        )

    def _label(self, element: Element) -> str:
        around = next((one for one in element.ancestors() if one.tag == "label"), None)
        if around is not None:
            return around.text
        named = self._labels.get(element.get("id"))
        return named.text if named is not None else element.get("aria-label")


def refusal_in(html: str) -> str:
    """Return why something was not taken, by the answer to a form; nothing if it was."""
    if "refused" not in html:
        return ""
    return " ".join(
        one.text for one in parse(html).walk() if one.has_class("refused") or one.has_class("plain__refused")
    )
