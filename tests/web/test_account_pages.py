"""A person changes the own password and second factor on pages, found from every page and filled in as they are."""

from __future__ import annotations

import re
from typing import Any

import httpx

from houseway.engine.roles import Role
from houseway.web import totp
from tests.kit.forms import forms_in
from tests.web.serving import PASSWORD, Serving

NEW = "seven walnut ladders"


def browser(house: Serving, person: str) -> httpx.Client:
    """A browser of somebody who signed in on the page."""
    client = house.client()
    entered = client.post("/sign-in", data={"person": person, "password": PASSWORD})
    assert entered.status_code == 303, entered.text
    return client


def send(client: httpx.Client, page: httpx.Response, button: str, **typed: str) -> httpx.Response:
    """Fill in what a form of a page asks for, and press its button."""
    [form] = [form for form in forms_in(page.text) if form["says"] == button]
    assert {name for name, _ in form["asks"]} == set(typed)
    fields: dict[str, Any] = {**form["fields"], **{name: [value] for name, value in typed.items()}}
    return client.post(form["to"], data=fields)


def sign_in(house: Serving, person: str, password: str, code: str = "") -> int:
    given = {"person": person, "password": password, "code": code}
    return house.client().post("/sign-in", data=given).status_code


def code_now(house: Serving, secret: str) -> str:
    key = totp.parse_secret(secret.replace(" ", ""))
    assert key is not None
    return totp.totp(key, house.clock.now())


def test_a_password_is_changed_with_the_old_one(house: Serving) -> None:
    house.account("Ann")
    ann, elsewhere = browser(house, "Ann"), browser(house, "Ann")
    assert 'href="/account"' in ann.get("/lobby").text
    page = ann.get("/account")
    button = "Change password"
    wrong = send(ann, page, button, old="not her password", password=NEW, again=NEW)
    assert wrong.status_code == 403
    assert "Your present password is wrong." in wrong.text
    differs = send(ann, page, button, old=PASSWORD, password=NEW, again=f"{NEW}!")
    assert differs.status_code == 422
    assert "differ" in differs.text
    weak = send(ann, page, button, old=PASSWORD, password="password123", again="password123")
    assert weak.status_code == 422
    assert "among the first that are guessed" in weak.text
    assert sign_in(house, "Ann", PASSWORD) == 303
    changed = send(ann, page, button, old=PASSWORD, password=NEW, again=NEW)
    assert changed.headers["location"] == "/account?done=password"
    # This session goes on, every other one has ended.
    assert "Your password has changed." in ann.get("/account?done=password").text
    assert elsewhere.get("/account").headers["location"].startswith("/sign-in")
    assert (sign_in(house, "Ann", PASSWORD), sign_in(house, "Ann", NEW)) == (401, 303)


def test_a_second_factor_is_set_up_and_removed(house: Serving) -> None:
    house.account("Sue", Role.SHIFT_SUPERVISOR)
    sue = browser(house, "Sue")
    assert 'href="/account/second-factor"' in sue.get("/account").text
    page = sue.get("/account/second-factor")
    shown = re.search(r'id="secret">([A-Z2-7 ]+)<', page.text)
    assert shown is not None
    secret, button = shown[1], "Turn on second factor"
    assert f"otpauth://totp/Houseway%3ASue?secret={secret.replace(' ', '')}" in page.text
    wrong = send(sue, page, button, code="000000", password=PASSWORD)
    assert wrong.status_code == 422
    assert "The code is wrong" in wrong.text
    stranger = send(sue, wrong, button, code=code_now(house, secret), password="not hers at all")
    assert stranger.status_code == 403
    assert sign_in(house, "Sue", PASSWORD) == 303
    # The secret is the same on every attempt: it is in the authenticator by now.
    kept = send(sue, stranger, button, code=code_now(house, secret), password=PASSWORD)
    assert kept.status_code == 200, kept.text
    codes = re.findall(r"<code>([0-9a-f-]{21})</code>", kept.text)
    assert len(codes) == totp.RECOVERY_CODES
    assert sign_in(house, "Sue", PASSWORD) == 401
    assert sign_in(house, "Sue", PASSWORD, codes[0]) == 303
    assert sign_in(house, "Sue", PASSWORD, code_now(house, secret)) == 303
    assert sue.get("/account/second-factor").headers["location"] == "/account"
    refused = send(sue, sue.get("/account"), "Remove second factor", password="not hers at all")
    assert refused.status_code == 403
    removed = send(sue, refused, "Remove second factor", password=PASSWORD)
    assert removed.headers["location"] == "/account?done=removed"
    assert sign_in(house, "Sue", PASSWORD) == 303


def test_the_account_is_the_own_one_and_its_forms_are_our_own(house: Serving) -> None:
    house.account("Ann")
    assert house.client().get("/account").headers["location"] == "/sign-in?then=/account"
    ann = browser(house, "Ann")
    fields = {"old": PASSWORD, "password": NEW, "again": NEW}
    for path in ("/account/password", "/account/second-factor", "/account/second-factor/remove"):
        assert ann.post(path, data=fields).status_code == 403, path
    assert sign_in(house, "Ann", PASSWORD) == 303


def test_guesses_at_the_present_password_are_slowed_down(house: Serving) -> None:
    house.account("Ann")
    ann = browser(house, "Ann")
    page = ann.get("/account")
    typed = {"password": NEW, "again": NEW}
    answers = [send(ann, page, "Change password", old=f"guess {number}", **typed).status_code for number in range(9)]
    assert answers[0] == 403
    assert answers[-1] == 429
