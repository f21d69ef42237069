"""Forms of a page as a person finds them."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any


class _FormReader(HTMLParser):
    """Every form of a page: its address, its fields and the label of its button.

    ``asks``: the fields to type in that are required and empty; ``unfilled``: those and the choices and boxes for which a
    browser would not send the form as it is, with their options.
    """

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[dict[str, Any]] = []
        self._at: dict[str, Any] | None = None
        self._select, self._in_button = "", False
        self._required, self._options = False, list[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form":
            to = given.get("hx-post") or given.get("action") or ""
            self._at = {"to": to, "fields": {}, "asks": [], "unfilled": {}, "says": ""}
            self.forms.append(self._at)
        elif self._at is not None and tag in ("input", "textarea") and given.get("name"):
            name = str(given["name"])
            if given.get("type") not in ("checkbox", "radio") or "checked" in given:
                self._at["fields"].setdefault(name, []).append(given.get("value") or "")
            if "required" in given and not given.get("value"):
                self._at["asks"].append((name, given.get("min")))
                self._at["unfilled"][name] = []
            elif "required" in given and given.get("type") == "checkbox" and "checked" not in given:
                self._at["unfilled"][name] = [given.get("value") or ""]
        elif self._at is not None and tag == "select":
            self._select = str(given.get("name"))
            self._required, self._options = "required" in given, []
        elif self._at is not None and tag == "option" and self._select:
            if self._select not in self._at["fields"] or "selected" in given:
                self._at["fields"][self._select] = [given.get("value") or ""]
            self._options.append(given.get("value") or "")
        elif tag == "button":
            self._in_button = True

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._at = None
        elif tag == "select":
            if self._at is not None and self._required and self._at["fields"].get(self._select) in (None, [""]):
                self._at["unfilled"][self._select] = [option for option in self._options if option]
            self._select = ""
        elif tag == "button":
            self._in_button = False

    def handle_data(self, data: str) -> None:
        if self._in_button and self._at is not None:
            self._at["says"] = f"{self._at['says']} {data.strip()}".strip()


def forms_in(page: str, id: str = "") -> list[dict[str, Any]]:
    """Return the forms of a page, or those from the element with this id on."""
    reader = _FormReader()
    reader.feed(page[page.index(f'id="{id}"') :] if id else page)
    return reader.forms
