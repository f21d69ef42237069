"""The forms that a page offers: where they go, their fields with the values they come with, and their buttons."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

_VOID = frozenset({"area", "base", "br", "hr", "img", "input", "link", "meta", "source", "wbr"})
_PICTURE = re.compile(r"<svg\b.*?</svg>", re.DOTALL)


@dataclass(eq=False, slots=True)
class Element:
    """An element of a page with what it holds."""

    tag: str
    attributes: dict[str, str]
    parent: Element | None
    children: list[Element | str] = field(default_factory=list)

    def walk(self) -> Iterator[Element]:
        """Yield this element and all within it, in the order of the page."""
        yield self
        for child in self.children:
            if isinstance(child, Element):
                yield from child.walk()

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
            elif child.tag not in ("script", "style"):
                yield from child._texts()

    def get(self, name: str) -> str:
        return self.attributes.get(name, "")

    def has_class(self, name: str) -> bool:
        return name in self.get("class").split()


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("", {}, None)
        self.here = self.root

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs}, self.here)
        self.here.children.append(element)
        if tag not in _VOID:
            self.here = element

    def handle_endtag(self, tag: str) -> None:
        for around in (self.here, *self.here.ancestors()):
            if around.tag == tag and around.parent is not None:
                self.here = around.parent
                return

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.here.children.append(data)


def parse(html: str) -> Element:
    """Read a page or a part of one, without its pictures."""
    builder = _Builder()
    builder.feed(_PICTURE.sub("", html))
    builder.close()
    return builder.root


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
        buttons = [one for one in self._elements if one.tag == "button" and one.get("type") in ("", "submit")]
        own = [
            one for one in buttons if form in one.ancestors() or (form.get("id") and one.get("form") == form.get("id"))
        ]
        return bool(own) and all("disabled" in one.attributes for one in own)

    def form_to(self, address: str) -> Form:
        """Return the first form that goes to an address."""
        return next(self._form(one) for one in self._elements if address in (one.get("hx-post"), one.get("action")))

    def _form(self, element: Element) -> Form:
        id = element.get("id")
        inside = [one for one in element.walk() if not one.get("form") or one.get("form") == id]
        outside = [one for one in self._elements if id and one.get("form") == id and one not in inside]
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
        id = element.get("id")
        named = next((one for one in self._elements if one.tag == "label" and id and one.get("for") == id), None)
        return named.text if named is not None else element.get("aria-label")


def refusal_in(html: str) -> str:
    """Return why something was not taken, by the answer to a form; nothing if it was."""
    if "refused" not in html:
        return ""
    return " ".join(
        one.text for one in parse(html).walk() if one.has_class("refused") or one.has_class("plain__refused")
    )
