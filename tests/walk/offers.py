"""Everything the pages of a table offer at one moment, each taken up in a copy of the house."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from houseway.encoding import encode
from tests.walk.house_copy import PLAYERS
from tests.walk.page_forms import Form, Page, refusal_in
from tests.walk.walk import TABLE, Walk


@dataclass(frozen=True, slots=True)
class Offer:
    """A form that somebody's page has. ``chosen`` are the choices made in it, where it has several."""

    person: str
    path: str
    form: str
    chosen: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        chosen = "".join(f", {name} {value}" for name, value in self.chosen)
        return f"{self.person} at {self.path}: {self.form}{chosen}"


def identity_of(form: Form) -> str:
    """Name a form by where it goes, its buttons and what it says by itself."""
    stated = "&".join(
        f"{one.name}={one.value}" for one in form.fields if one.kind == "hidden" and one.name not in ("csrf", "key")
    )
    return f"{' / '.join(form.buttons)} -> {form.to} {stated}"


def step_offers(walk: Walk, person: str, path: str) -> Iterator[Offer]:
    """Yield the forms of somebody's page, with each choice of the first list that a form has."""
    for form in walk.look(person, path).forms:
        if not form.to.startswith((f"/tables/{TABLE}/", f"/dealer/{TABLE}/", f"/floor/{TABLE}/")):
            continue
        if form.to.endswith(("/ruling", "/close")):
            continue
        lists = [one for one in form.fields if one.kind == "select"]
        if not lists:
            yield Offer(person, path, identity_of(form))
        for choice in lists[0].choices if lists else ():
            # A browser does not send a form whose required list stands on its empty line.
            if choice or not lists[0].required:
                yield Offer(person, path, identity_of(form), ((lists[0].name, choice),))


def ruling_offers(walk: Walk, person: str) -> Iterator[Offer]:
    """Yield every irregularity that somebody of the floor can rule on now, for each seat it can concern."""
    path = f"/floor/{TABLE}"
    page = walk.look(person, path)
    for form in [one for one in page.forms if one.to.endswith("/ruling")]:
        for cause in [one.value for one in form.fields if one.name == "cause"]:
            preview = preview_of(walk, person, form, [("cause", cause)])
            seats = [one for one in preview.forms[0].fields if one.name == "of_seat"] if preview.forms else []
            for seat in seats[0].choices if seats else ("",):
                chosen = (("cause", cause), ("of_seat", seat)) if seat else (("cause", cause),)
                yield Offer(person, path, identity_of(form), chosen)


def preview_of(walk: Walk, person: str, form: Form, given: list[tuple[str, str]]) -> Page:
    """Return what the floor's page shows of a ruling before it is applied."""
    answer = walk.people[person].browser.post(form.to, given, hx=True)
    if answer.status != 200:
        raise walk.failure(f"{person} gets {answer.status} from {form.to} {given}", answer)
    refusal = refusal_in(answer.text)
    if refusal:
        raise walk.failure(f"{person}'s page offers {given}, and it cannot be ruled so: {refusal}")
    return Page(answer.text)


def take_up(walk: Walk, offer: Offer, file: Path, known: set[bytes] | None = None) -> None:
    """Take up an offer in a copy of the house, and go on there to the next round.

    ``known``: situations from which somebody came to the next round already. Several offers lead to each of them.
    """
    twin = walk.copy(file, str(offer))
    try:
        page = twin.look(offer.person, offer.path)
        form = next((one for one in page.forms if identity_of(one) == offer.form), None)
        if form is None:
            raise twin.failure(f"in a copy of the house nobody is offered this any more: {offer}")
        if form.to.endswith(("/ruling", "/close")):
            page = preview_of(twin, offer.person, form, list(offer.chosen))
            if not page.forms:
                raise twin.failure(f"the floor's page offers {offer}, and does not let it be applied: {page.root.text}")
            form = page.form_to(f"/floor/{TABLE}/do")
        given = [one for one in twin.filler.fill(form, page, twin.hand_for(form)) if one[0] not in dict(offer.chosen)]
        chosen = [one for one in offer.chosen if one[0] in {field.name for field in form.fields}]
        refusal = twin.send(offer.person, form, given + chosen)
        if refusal:
            raise twin.failure(f"what {offer.person}'s page offered was refused: {refusal}")
        known = known if known is not None else set()
        situation = situation_of(twin)
        if situation not in known:
            twin.check_pages()
            twin.go_on()
            known.add(situation)
    finally:
        twin.house.close()
        file.unlink()


def situation_of(walk: Walk) -> bytes:
    """Return a digest of the table and of everything the pages offer there; whoever looks fetches these pages."""
    forms = [(person, form) for person, path in pages_with_offers(walk) for form in walk.look(person, path).forms]
    offered = [(person, identity_of(form), [(one.name, one.choices) for one in form.fields]) for person, form in forms]
    return sha256(encode(walk.state) + repr(offered).encode()).digest()


def pages_with_offers(walk: Walk) -> list[tuple[str, str]]:
    """Return who can do something at the table, each with the page it is done by."""
    dealer = [("Dee", f"/dealer/{TABLE}")] if walk.staffed else []
    floor = [(name, f"/floor/{TABLE}") for name in ("Flora", "Sue")]
    return [*[(name, f"/tables/{TABLE}") for name in PLAYERS], *floor, *dealer]


def all_offers(walk: Walk) -> list[Offer]:
    """Return everything the pages of the table offer now."""
    offers = [offer for person, path in pages_with_offers(walk) for offer in step_offers(walk, person, path)]
    return [*offers, *ruling_offers(walk, "Flora")]
