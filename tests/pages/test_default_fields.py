"""Every form of every page of a demo house, sent as it comes: nothing is refused for the fields it was offered with."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from urllib.parse import urlencode

import pytest

from houseway.web.pages.demo import PEOPLE
from tests.pages.test_office import Browser
from tests.walk.offers import identity_of
from tests.walk.page_forms import Form, Page, refusal_in
from tests.walk.people import Fields, Filler
from tests.web.serving import Serving, serving

ELSEWHERE = re.compile(
    r"/(static|api|openapi|rules|sign-in|sign-out)\b|\.(json|csv|xlsx|zip|html|toml|pdf|svg)\b|#|sort="
)
"""Addresses that are no pages of ours with forms."""
ALIKE = re.compile(r"\d+|(?<=/)(?<!^/)[\w-]+|(?<=game=)[\w-]+|(?<=chapter=)\w+|(?<=show=)\w+")
"""What differs between pages and forms of one kind."""
DIFFERENT = ("heads-up-holdem", "pai-gow", "holdem", "draw-high")
"""Games whose pages are all looked at; the others have pages of the same kinds."""
LEAVES = ("/sign-out", "/demo/as", "/sign-in")
BY_HAND = ("verify_bad_beat", "call_high_hand", "return_to_table")
"""Steps for what no page shows, a hand or the stakes that a player comes back with: what they name must be entered."""
ENTERED = {"room": "another-room", "filed": "another-submission", "person": "Guest", "amount": "20"}
"""What somebody enters who knows the house."""


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    folder: Path = tmp_path_factory.mktemp("demo")
    with serving(f"sqlite:///{folder}/house.db", demo=True) as opened:
        yield opened


def kind_of(text: str) -> str:
    """Return what an address or a form has in common with others of its kind."""
    game = next((game for game in DIFFERENT if re.search(rf"\b{game}\b", text)), "")
    return f"{game} {ALIKE.sub('', text)}"


def pages_of(browser: Browser) -> Iterator[tuple[str, Page]]:
    """Yield the pages that somebody can come to by links, one of each kind."""
    waiting, known = ["/lobby"], set[str]()
    while waiting:
        path = waiting.pop(0)
        if kind_of(path) in known or ELSEWHERE.search(path):
            continue
        known.add(kind_of(path))
        answer = browser.http.get(path, follow_redirects=True)
        assert answer.status_code == 200, (browser.person, path, answer.status_code, answer.text[-300:])
        page = Page(answer.text)
        yield path, page
        waiting += page.links


def fields_of(form: Form, page: Page, chance: random.Random) -> Fields:
    """Return what a browser sends of a form as it comes, with what it includes of another one."""
    given = Filler(chance).fill(form, page)
    included = form.element.get("hx-include").removeprefix("#")
    if included:
        other = next(one for one in page.forms if one.element.get("id") == included)
        given += Filler(chance).fill(other, page)
    # A dispute that somebody else has ruled on finally is another one.
    entered = {
        name: ENTERED.get(name, f"as seen {chance.getrandbits(32)}") if value == "as seen" else value
        for name, value in given
    }
    # Whoever counts each box adds them up.
    boxes = [Decimal(value) for name, value in entered.items() if name.startswith("boxes:")]
    if boxes:
        entered["cents"] = str(sum(boxes))
    return [(name, entered[name] if name == "cents" or value == "as seen" else value) for name, value in given]


def refusal_of(browser: Browser, form: Form, given: Fields) -> str:
    """Send a form; return why it was refused, or nothing."""
    if form.element.get("method").lower() == "get":
        answer = browser.http.get(f"{form.to}?{urlencode(given)}", follow_redirects=True)
    else:
        fields: dict[str, list[str]] = {}
        for name, value in given:
            fields.setdefault(name, []).append(value)
        answer = browser.post(form.to, fields, live=form.by_htmx)
    if answer.status_code >= 400:
        return f"{answer.status_code} {Page(answer.text).root.text[-300:]}"
    return refusal_in(answer.text)


@pytest.mark.long
@pytest.mark.parametrize("person", [one.person for one in PEOPLE if one.person not in ("Second", "Third")])
def test_no_form_is_refused_for_the_fields_it_comes_with(demo: Serving, person: str):
    browser, chance = Browser(demo, person), random.Random(person)
    refused, sent = [], set[str]()
    for path, page in pages_of(browser):
        for offered in page.forms:
            kind = kind_of(identity_of(offered))
            if kind in sent or not offered.to or offered.to in LEAVES or offered.command in BY_HAND:
                continue
            sent.add(kind)
            # An earlier form may have changed the page.
            fresh = Page(browser.http.get(path, follow_redirects=True).text)
            form = next((one for one in fresh.forms if identity_of(one) == identity_of(offered)), None)
            if form is not None:
                refusal = refusal_of(browser, form, fields_of(form, fresh, chance))
                if refusal:
                    refused.append(f"{person} at {path}: {identity_of(form)}: {refusal}")
    assert len(sent) > 2
    assert not refused, "\n".join(refused)
