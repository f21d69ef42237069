"""No page names a card its viewer may not see; no page has script or style of its own, or leads out of the house."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from houseway.cards import CARD_TEXT
from houseway.chapters.registry import games
from houseway.engine.banked.observe import BankedObservation
from houseway.store.audit import Round, round_between
from houseway.web.hub import Hub
from houseway.web.limits import POLICY
from houseway.web.pages.rendering import STATIC, environment
from houseway.web.pages.replaying import Replay
from houseway.web.pages.surveillance import eyes_on
from houseway.web.pages.visitors import COOKIE, Visitor
from tests.kit.recorded_tables import Playing
from tests.kit.waiting import PATIENCE, until
from tests.pages.named import cards_named, cards_shown
from tests.pages.played import Looking, people, play, seeded  # noqa: F401 (fixture)
from tests.web.serving import Serving, serving


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(str(tmp_path_factory.mktemp("leaks") / "house.db")) as opened:
        yield opened


@pytest.fixture(scope="module")
def looking(house: Serving) -> dict[str, Looking]:
    return people(house)


# What the extractor sees.

MACROS = ("pc(c)", "hand([c])", "ct([c])", "mc([c])", "name(c)")
FORMS = (
    '<svg><use href="/static/0a1b2c/cards.svg#c-{text}"/></svg>',
    '<svg><use xlink:href="cards.svg#c-{text}"></use></svg>',
    '<span role="img" aria-label="{name}"></span>',
    '<section aria-label="Seat 2: {name}, raised"></section>',
    '<button data-card="{text}">x</button>',
    '<input type="hidden" name="held" value="2c {text}">',
    '<input type="checkbox" name="cards" value="{text}">',
    '<option value="{text}">one of two</option>',
    '<a href="/tables/x?cards={text}">y</a>',
    '<div hx-vals=\'{{"cards": ["{text}"]}}\'></div>',
    '<script>const held = ["{text}"];</script>',
    "<!-- {text} -->",
    "<!-- the {name} -->",
    "<p>You hold the {name}.</p>",
    "<p>{text} is set aside.</p>",
    "<td>card face down, {name}</td>",
    '<p title="{name}">a card</p>',
    "<template><p>{text}</p></template>",
    "<p hidden>{name}</p>",
    "<p>{escaped}</p>",
)
_WORDS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"}
_SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


def name_of(card: str) -> str:
    return "joker" if card == "Jk" else f"{_WORDS.get(card[0], card[0])} of {_SUITS[card[1]]}"


@pytest.mark.parametrize("form", FORMS)
def test_a_card_planted_in_any_form_is_seen(form):
    for card in ("As", "Td", "9h", "2c", "9s"):
        escaped = "".join(f"&#{ord(one)};" for one in card)
        assert card in cards_named(form.format(text=card, name=name_of(card), escaped=escaped))


@pytest.mark.parametrize("macro", MACROS)
def test_every_macro_that_shows_a_card_is_seen(macro):
    template = environment().from_string(f'{{% import "_macros.html" as m %}}{{{{ m.{macro} }}}}')
    for card in CARD_TEXT:
        assert cards_named(template.render(c=card)) == {card}
    assert cards_named(template.render(c="back")) == set()


def test_the_sign_of_a_suit_beside_a_rank_is_a_card_also_without_its_name():
    html = '<span class="ct su-s"><span aria-hidden="true">A<svg><use href="cards.svg#s-s"/></svg></span></span>'
    assert cards_named(html) == {"As"}


def test_what_is_no_card_is_none():
    html = '<p>As posted: Ad hoc, pair of 2s to kings, two pair, 10s and 3s, 10 to 1</p><svg><path d="M2 6c0 1 7s 9d"/></svg>'
    # An English word in capitals is taken for a card rather than a card for a word.
    assert cards_named(html) == {"As", "Ad"}


# Live tables.


def check(html: str, allowed: set[str], *of: Any) -> None:
    odd = cards_named(html) - allowed
    assert not odd, (odd, *of, [html[max(0, at - 60) : at + 60] for card in odd if (at := html.find(card)) >= 0])


def allowed_at(hub: Hub, who: Looking) -> set[str]:
    """What somebody may see at a table: the table, and between rounds the last one as it was settled."""
    seen = hub.observation(who.viewer)
    over = hub.last_round(who.viewer) if isinstance(seen, BankedObservation) else None
    return cards_shown(seen) | (cards_shown(over) if over is not None else set())


def look_at(house: Serving, playing: Playing, viewers: list[Looking]) -> None:
    """Every page and part of a table, for everybody."""
    server = house.server
    hub = server.hub(playing.name)
    for who in viewers:
        may = allowed_at(hub, who)
        for path in ("", "/plain", *(["?sit=5"] if who.person == "Olga" else [])):
            check(who.page(f"/tables/{playing.name}{path}"), may, who.person, path)
        for id, part in house.app.state.house.tables.parts(playing.name, who.viewer).items():
            check(part, may, who.person, id)


def look_back(house: Serving, playing: Playing, viewers: list[Looking], chance: random.Random, most: int) -> None:
    """The rounds that are over, for everybody, at some of their steps."""
    last = over(house, playing)
    for who in viewers:
        replay = Replay(last, who.viewer)
        steps = chance.sample(range(1, replay.last + 1), min(most, replay.last))
        ever = set().union(*[cards_shown(replay.seen(step)) for step in range(1, replay.last + 1)])
        for step in {*steps, replay.result, replay.last}:
            now = cards_shown(replay.seen(step), events=False)
            check("".join(replay.parts(step).values()), now, who.person, step)
            address = f"/tables/{playing.name}/rounds/{last.number}?step={step}"
            check(who.page(address), earlier(house, playing, who) | ever, who.person, step)
        check(who.page(f"/tables/{playing.name}/rounds/{last.number}/proof"), set(), who.person)


def over(house: Serving, playing: Playing, back: int = 1) -> Round:
    ends = [row["seq"] for row in house.record.log.rounds_after(playing.stream)]
    after = ends[-back - 1] if len(ends) > back else 0
    number = len(ends) - back + 1
    rules = playing.system.table.rules
    return round_between(house.record, rules, playing.stream, number, after=after, ends=ends[-back])


def earlier(house: Serving, playing: Playing, who: Looking) -> set[str]:
    """The own cards of the rounds in the list beside a replay."""
    found: set[str] = set()
    for back in range(1, len(house.record.log.rounds_after(playing.stream)) + 1):
        replay = Replay(over(house, playing, back), who.viewer)
        place = replay.place()
        found |= {CARD_TEXT[card] for card in (*place.cards, *place.low) if card is not None} if place else set()
    return found


def watch(house: Serving, playing: Playing, who: Looking, chance: random.Random) -> None:
    """Surveillance: a round from everybody's eyes."""
    last = over(house, playing)
    for eyes in eyes_on(last, Visitor(who.person, (who.role,), "")):
        replay = Replay(last, *eyes.viewers)
        ever = set().union(*[cards_shown(replay.seen(step)) for step in range(1, replay.last + 1)])
        for step in (chance.randint(1, replay.last), replay.result):
            address = f"/surveillance/{playing.name}/{last.number}?eyes={eyes.id}&step={step}"
            check(who.page(address), ever, eyes.id, step)
            check("".join(replay.parts(step).values()), cards_shown(replay.seen(step), events=False), eyes.id, step)
    for address in (f"/surveillance?table={playing.name}", "/lobby"):
        check(who.page(address), set(), who.person, address)


def round_of_looks(
    house: Serving, playing: Playing, viewers: list[Looking], chance: random.Random, often: float, most: int
) -> None:
    ended = False
    while not ended:
        ended = any(event.ends_round for event in playing.step())
        if ended or chance.random() < often:
            look_at(house, playing, viewers)
    look_back(house, playing, viewers, chance, most)


@pytest.mark.parametrize("game", games())
def test_no_page_names_a_card_its_viewer_may_not_see(house: Serving, looking, game, seeded):  # noqa: F811
    playing = play(house, game, seed=seeded.randrange(1000))
    staff = seeded.sample(["Dana", "Flo", "Sol", "Shay"], 1)
    round_of_looks(house, playing, [looking[one] for one in ("Ada", "Cleo", "Olga", *staff)], seeded, 0.1, 2)
    watch(house, playing, looking["Sol"], seeded)


@pytest.mark.proof
@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("seed", range(2))
def test_no_page_names_a_card_over_many_rounds(house: Serving, looking, game, seed, seeded):  # noqa: F811
    playing = play(house, game, name=f"{game}-{seed}", seed=seed, seats=3)
    for _ in range(3):
        round_of_looks(house, playing, list(looking.values()), seeded, 0.25, 4)
        watch(house, playing, looking["Cora"], seeded)


@pytest.mark.parametrize("game", ["heads-up-holdem", "pai-gow", "holdem"])
def test_what_one_seat_is_sent_would_be_a_leak_for_another(house: Serving, looking, game, seeded):  # noqa: F811
    """The check fails where it should: the own cards of one player are none that another may see."""
    playing = play(house, game, name=f"{game}-control")
    hub = house.server.hub(playing.name)
    mine: set[str] = set()
    others: set[str] = set()
    while not mine - others:
        playing.step()
        mine, others = allowed_at(hub, looking["Ada"]), allowed_at(hub, looking["Ben"])
    named = cards_named(looking["Ada"].page(f"/tables/{playing.name}"))
    assert named & (mine - others)
    with pytest.raises(AssertionError):
        check(looking["Ada"].page(f"/tables/{playing.name}"), others)


@pytest.mark.parametrize("game", ["heads-up-holdem", "five-card-hi-lo", "badugi", "stud-high"])
def test_what_comes_over_the_socket_names_no_other_card(house: Serving, looking, game, seeded):  # noqa: F811
    playing = play(house, game, name=f"{game}-socket")
    server = house.server
    hub = server.hub(playing.name)
    for person in ("Ada", "Olga", "Dana"):
        who = looking[person]
        cookie = f"{COOKIE}={house.people.token(person)}"
        address = f"{house.address.replace('http', 'ws', 1)}/tables/{playing.name}/parts"
        with connect(
            address, open_timeout=PATIENCE, additional_headers={"cookie": cookie}, origin=Origin(house.address)
        ) as socket:
            may = set(allowed_at(hub, who))
            check(str(socket.recv(PATIENCE)), may, person)
            [watching] = hub.watching
            came = 1
            for _ in range(25):
                playing.step()
                may |= allowed_at(hub, who)
                asyncio.run_coroutine_threadsafe(tell(hub), server.loop).result(PATIENCE)
                until(lambda: watching.is_up_to_date)  # noqa: B023
                # A step that changes nothing for this viewer is not told.
                while came < watching.sent:
                    check(str(socket.recv(PATIENCE)), may, person)
                    came += 1
            assert came > 5
        until(lambda: not hub.watching)


async def tell(hub: Hub) -> None:
    hub.tell()


# Script, style and addresses.

CHAPTER_POLICY = (
    r"default-src 'none'; style-src 'sha256-[A-Za-z0-9+/=]{44}'; "
    r"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_ADDRESSES = ("href", "src", "action", "formaction", "poster", "data", "srcset", "hx-get", "hx-post", "hx-ws:connect")


class _Strict(HTMLParser):
    """What a page may not have."""

    def __init__(self) -> None:
        super().__init__()
        self.faults: list[str] = []
        self._script = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self._script = tag == "script"
        if tag == "script" and not given.get("src"):
            self.faults.append("a script of its own")
        if tag in ("style", "iframe", "object", "embed", "base"):
            self.faults.append(f"<{tag}>")
        for name, value in attrs:
            text = value or ""
            if name.startswith(("on", "hx-on")):
                self.faults.append(f"{name} of <{tag}>")
            # A link for an authenticator application sends nothing anywhere.
            if name in _ADDRESSES and not re.match(r"(/(?!/)|#|\?|otpauth://totp/|$)", text.strip()):
                self.faults.append(f"{name}={text[:60]!r}")
            if name == "style" and ("url(" in text.lower() or "expression" in text.lower()):
                self.faults.append(f"style={text[:60]!r}")

    def handle_data(self, data: str) -> None:
        if self._script and data.strip():
            self.faults.append("a script of its own")

    def handle_endtag(self, tag: str) -> None:
        self._script = False


def faults_of(html: str) -> list[str]:
    reader = _Strict()
    reader.feed(html)
    reader.close()
    return reader.faults


@pytest.mark.parametrize(
    "planted",
    [
        "<script>let a = 1</script>",
        '<script src="https://elsewhere.example/a.js"></script>',
        '<script src="//elsewhere.example/a.js"></script>',
        "<style>p { color: red }</style>",
        '<p onclick="go()">x</p>',
        '<p hx-on:click="go()">x</p>',
        '<a href="javascript:go()">x</a>',
        '<a href="https://elsewhere.example/">x</a>',
        '<p style="background:url(/x.png)">x</p>',
        '<form action="http://elsewhere.example/">x</form>',
        '<iframe src="/x"></iframe>',
    ],
)
def test_what_a_page_may_not_have_is_seen(planted):
    assert faults_of(f"<!doctype html><html><body>{planted}</body></html>")


def pages_of(house: Serving, playing: Playing) -> list[str]:
    """The address of every page there is, with what it needs in its place."""
    values = {"name": playing.name, "table": playing.name, "number": "1", "id": "677a.11(b)", "game": "heads-up-holdem"}
    found = []
    for route in house.app.routes:
        path, methods = getattr(route, "path", ""), getattr(route, "methods", None) or ()
        if "GET" in methods and not path.startswith(("/api", "/static", "/healthz", "/metrics", "/openapi")):
            found.append(re.sub(r"\{(\w+)(:\w+)?\}", lambda one: values.get(one[1], playing.name), path))
    return sorted({*found, "/nowhere", f"/tables/{playing.name}/rounds/99", "/tables/none"})


def test_every_page_has_no_script_or_style_of_its_own_and_leads_nowhere_else(house: Serving, looking, seeded):  # noqa: F811
    playing = play(house, "heads-up-holdem", name="strict")
    playing.rounds(1)
    addresses = pages_of(house, playing)
    assert {"/lobby", "/history", "/surveillance", "/tables/strict", "/tables/strict/rounds/1"} <= set(addresses)
    shown = 0
    for person in ("Ada", "Sol", "Shay", "Flo", "Dana"):
        for address in addresses:
            answer = looking[person].http.get(address)
            assert answer.status_code < 500, (person, address, answer.status_code)
            # A chapter with its rounds is one file to keep: its style is named by its digest, and it runs nothing.
            is_chapter = re.fullmatch(r"/rules/\w+", address) and answer.status_code == 200
            policy = answer.headers["content-security-policy"]
            if is_chapter:
                assert re.fullmatch(CHAPTER_POLICY, policy), (address, policy)
            else:
                assert policy == POLICY.decode(), address
            assert answer.headers["x-content-type-options"] == "nosniff", address
            if answer.headers.get("content-type", "").startswith("text/html"):
                shown += answer.status_code == 200
                faults = [fault for fault in faults_of(answer.text) if not (is_chapter and fault == "<style>")]
                assert not faults, (person, address, faults)
    assert shown > 30


def test_the_policy_allows_nothing_from_elsewhere_and_no_script_of_a_page():
    rules = dict(part.strip().partition(" ")[::2] for part in POLICY.decode().split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == rules["form-action"] == "'self'"
    assert all("unsafe" not in value for name, value in rules.items() if name != "style-src-attr")
    assert all(
        word in ("'self'", "'none'", "'unsafe-inline'", "data:") for value in rules.values() for word in value.split()
    )


def test_styles_and_scripts_of_the_house_ask_nobody_else():
    for file in Path(str(STATIC)).iterdir():
        if file.suffix not in (".css", ".js", ".mjs", ".svg"):
            continue
        text = re.sub(r"http://www\.w3\.org/[\w/]*", "", file.read_text(encoding="utf-8"))
        if file.suffix == ".css":
            assert "@import" not in text, file.name
            asked = re.findall(r"url\(\s*[\"']?([^\"')]*)", text)
            assert all(one.startswith(("data:", "#")) for one in asked), (file.name, asked)
        if file.name.endswith(".min.js"):
            # A library's own words may name addresses; what it may ask for is for the policy to say.
            continue
        assert not re.search(r"(https?:)?//[a-z0-9-]+\.[a-z]", text), file.name
