"""Signing in: guesses are slowed down, nobody is locked out by them, and a second factor can be asked for."""

from __future__ import annotations

import logging

import httpx
import pytest

from houseway.engine.roles import Role
from houseway.web import totp
from houseway.web.common_passwords import common_passwords, is_common
from houseway.web.sign_ins import FORGOTTEN_AFTER, PER_ADDRESS, PER_PERSON, Attempts
from tests.kit.clock import ManualClock
from tests.web.serving import PASSWORD, Serving, serving


def login(client: httpx.Client, person: str, password: str, **more: str) -> httpx.Response:
    return client.post("/api/login", json={"person": person, "password": password, **more})


def client_from(house: Serving, address: str) -> httpx.Client:
    """A client at another address of this machine."""
    transport = httpx.HTTPTransport(local_address=address)
    return house.client(transport=transport)


def test_guesses_lock_nobody_out(house: Serving) -> None:
    house.account("Ada", Role.ADMINISTRATOR)
    guesser = client_from(house, "127.0.0.9")
    answers = [login(guesser, "Ada", f"guess {number}").status_code for number in range(35)]
    assert answers == [401] * (PER_PERSON.free + 1) + [429] * (34 - PER_PERSON.free)
    # Elsewhere the right password is right at once, and at the guesser's own address within half a minute.
    assert login(house.client(), "Ada", PASSWORD).status_code == 200
    refused = login(guesser, "Ada", PASSWORD)
    assert refused.status_code == 429
    assert int(refused.headers["retry-after"]) <= PER_PERSON.longest
    house.clock.advance(PER_PERSON.longest)
    assert login(guesser, "Ada", PASSWORD).status_code == 200


def test_each_failure_makes_the_wait_longer_up_to_a_bound() -> None:
    clock = ManualClock()
    attempts = Attempts(clock)
    waits: list[float] = []
    for _ in range(PER_PERSON.free + 10):
        assert attempts.begin("Ada", "a") == 0
        waits.append(attempts.begin("Ada", "a") if len(waits) >= PER_PERSON.free else 0.0)
        clock.advance(waits[-1])
    assert waits[PER_PERSON.free :] == [1, 2, 4, 8, 16, 30, 30, 30, 30, 30]
    assert attempts.begin("Ada", "another address") == 0
    assert attempts.begin("Bob", "a") == 0
    # A name that looks like it is the same.
    for _ in range(PER_PERSON.free + 1):
        attempts.begin("Eve", "b")
    assert attempts.begin("EVE", "b") == 1
    clock.advance(FORGOTTEN_AFTER + 1)
    assert attempts.begin("Eve", "b") == 0


def test_many_names_tried_from_one_address_are_slowed_down_too() -> None:
    clock = ManualClock()
    attempts = Attempts(clock)
    for number in range(PER_ADDRESS.free + 1):
        assert attempts.begin(f"guess {number}", "a") == 0
    assert attempts.begin("Ada", "a") == 1
    assert attempts.begin("Ada", "b") == 0
    for _ in range(20):
        clock.advance(PER_ADDRESS.longest)
        attempts.begin(f"guess again {clock.monotonic()}", "a")
    # Whoever shares the address waits no longer than this.
    assert 0 < attempts.begin("Ada", "a") <= PER_ADDRESS.longest


@pytest.mark.parametrize("path", ["/api/login", "/sign-in"])
def test_no_client_chooses_its_own_address(house: Serving, path: str) -> None:
    house.account("Ada", Role.ADMINISTRATOR)
    statuses = []
    for number in range(PER_PERSON.free + 2):
        given = {"person": "Ada", "password": f"guess {number}"}
        headers = {"x-forwarded-for": f"192.0.2.{number}", "forwarded": f"for=192.0.2.{number}"}
        sent = {"json": given} if path.startswith("/api") else {"data": given}
        statuses.append(house.client().post(path, headers=headers, **sent).status_code)
    assert statuses == [401] * (PER_PERSON.free + 1) + [429]


def test_a_trusted_proxy_says_for_whom_it_asks(tmp_path) -> None:
    with serving(str(tmp_path / "house.db"), trusted_proxies=("127.0.0.1",)) as house:
        house.account("Ada", Role.ADMINISTRATOR)
        for _ in range(PER_PERSON.free + 1):
            house.client().post(
                "/api/login", json={"person": "Ada", "password": "x"}, headers={"x-forwarded-for": "192.0.2.1"}
            )
        for address, status in (("192.0.2.1", 429), ("192.0.2.2", 200)):
            given = {"person": "Ada", "password": PASSWORD}
            answer = house.client().post("/api/login", json=given, headers={"x-forwarded-for": address})
            assert answer.status_code == status


def test_a_refused_sign_in_is_logged_without_a_secret(house: Serving, caplog: pytest.LogCaptureFixture) -> None:
    house.account("Ada", Role.ADMINISTRATOR)
    with caplog.at_level(logging.WARNING, "houseway.web"):
        login(house.client(), "Ada", "a wrong password")
        login(house.client(), "my password in the wrong field", "x")
        house.client().post("/sign-in", data={"person": "Ada", "password": "a wrong password"})
    lines = [record.getMessage() for record in caplog.records if "sign-in" in record.getMessage()]
    assert lines == [
        "sign-in refused for 'Ada' from 127.0.0.1: wrong name or password",
        "sign-in refused for a name without an account from 127.0.0.1: wrong name or password",
        "sign-in refused for 'Ada' from 127.0.0.1: wrong name or password",
    ]


@pytest.mark.parametrize(
    "password",
    [
        "password123",
        "Password2026!",
        "P@ssw0rd2026",
        "1234567890",
        "qwertyuiop",
        "QwertyUiop1!",
        "poiuytrewq",
        "1qaz2wsx3edc",
        "aaaaaaaaaaaa",
        "abcabcabcabc",
        "letmein letmein",
        "houseway2026",
        "pokerdealer",
        "welcome2026!!",
        "administrator",
        "Charlotte99",
        "12/31/2026!!",
    ],
)
def test_a_password_that_is_guessed_first_is_refused(house: Serving, password: str) -> None:
    assert is_common(password, "Charlotte")
    house.account("Charlotte", Role.ADMINISTRATOR)
    answer = house.person("Charlotte").http.post("/api/password", json={"password": password, "old": PASSWORD})
    assert answer.status_code == 422
    assert house.people.knows("Charlotte", PASSWORD) and not house.people.knows("Charlotte", password)


@pytest.mark.parametrize(
    "password", [PASSWORD, "yet another one", "a kettle hums at noon", "Vq7-rt2kXp", "7 green umbrellas"]
)
def test_other_passwords_can_be_taken(password: str) -> None:
    assert not is_common(password, "Charlotte")


def test_the_common_passwords_are_many() -> None:
    assert len(common_passwords()) > 20_000


def test_a_new_password_needs_the_old_one(house: Serving) -> None:
    ann = house.account("Ann")
    for given in ({}, {"old": ""}, {"old": "not the old one"}):
        answer = ann.http.post("/api/password", json={"password": "a kettle hums at noon", **given})
        assert answer.status_code == 403
    assert ann.http.get("/api/me").status_code == 200
    given = {"password": "a kettle hums at noon", "old": PASSWORD}
    assert ann.http.post("/api/password", json=given).status_code == 200
    assert login(house.client(), "Ann", "a kettle hums at noon").status_code == 200
    # Guessing the old one is slowed down as guessing at the door is.
    ann = house.person("Ann")
    statuses = [
        ann.http.post("/api/password", json={**given, "old": f"{n}"}).status_code for n in range(PER_PERSON.free + 2)
    ]
    assert statuses == [403] * (PER_PERSON.free + 1) + [429]


RFC_6238 = [
    (59, "94287082", "46119246", "90693936"),
    (1111111109, "07081804", "68084774", "25091201"),
    (1111111111, "14050471", "67062674", "99943326"),
    (1234567890, "89005924", "91819424", "93441116"),
    (2000000000, "69279037", "90698825", "38618901"),
    (20000000000, "65353130", "77737706", "47863826"),
]
"""The table of RFC 6238, appendix B: the time, and the password by SHA-1, SHA-256 and SHA-512."""


@pytest.mark.parametrize("row", RFC_6238)
def test_one_time_passwords_are_those_the_rfc_publishes(row: tuple[int, str, str, str]) -> None:
    at, *passwords = row
    for password, digest, size in zip(passwords, ("sha1", "sha256", "sha512"), (20, 32, 64), strict=True):
        key = (b"1234567890" * 7)[:size]
        assert totp.totp(key, at, digits=8, digest=digest) == password


@pytest.mark.parametrize(
    ("counter", "password"),
    list(
        enumerate(["755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489"])
    ),
)
def test_counted_passwords_are_those_of_rfc_4226(counter: int, password: str) -> None:
    assert totp.hotp(b"12345678901234567890", counter) == password


def code_now(house: Serving, secret: str) -> str:
    key = totp.parse_secret(secret)
    assert key is not None
    return totp.totp(key, house.clock.now())


def enroll(house: Serving, person: str) -> tuple[str, list[str]]:
    """A second factor is set; its secret and the recovery codes."""
    http = house.person(person).http
    begun = http.post("/api/second-factor", json={"password": PASSWORD}).json()
    assert begun["secret"] in begun["uri"]
    given = {"password": PASSWORD, "secret": begun["secret"], "code": code_now(house, begun["secret"])}
    confirmed = http.post("/api/second-factor/confirm", json=given)
    assert confirmed.status_code == 200, confirmed.text
    return begun["secret"], confirmed.json()["recovery"]


def test_a_second_factor_is_asked_for_and_each_code_is_taken_once(house: Serving) -> None:
    house.account("Ada", Role.ADMINISTRATOR)
    secret, recovery = enroll(house, "Ada")
    missing = login(house.client(), "Ada", PASSWORD)
    assert (missing.status_code, "token" in missing.json()) == (401, False)
    assert "code" in missing.json()["error"]["message"]
    assert login(house.client(), "Ada", PASSWORD, code="000000").status_code == 401
    assert login(house.client(), "Ada", "a wrong password", code=code_now(house, secret)).status_code == 401
    code = code_now(house, secret)
    assert login(house.client(), "Ada", PASSWORD, code=code).status_code == 200
    assert login(house.client(), "Ada", PASSWORD, code=code).status_code == 401
    house.clock.advance(totp.STEP)
    assert login(house.client(), "Ada", PASSWORD, code=code_now(house, secret)).status_code == 200
    house.clock.advance(10 * totp.STEP)
    assert login(house.client(), "Ada", PASSWORD, code=code).status_code == 401
    # A recovery code stands in for it, once.
    assert login(house.client(), "Ada", PASSWORD, code=recovery[0]).status_code == 200
    assert login(house.client(), "Ada", PASSWORD, code=recovery[0]).status_code == 401
    assert login(house.client(), "Ada", PASSWORD, code=recovery[1].upper()).status_code == 200


def test_the_page_asks_for_the_code(house: Serving) -> None:
    house.account("Ada", Role.ADMINISTRATOR)
    secret, _ = enroll(house, "Ada")
    given = {"person": "Ada", "password": PASSWORD}
    asked = house.client().post("/sign-in", data=given)
    assert asked.status_code == 401
    assert 'name="code"' in asked.text
    entered = house.client().post("/sign-in", data={**given, "code": code_now(house, secret)})
    assert entered.status_code == 303


def test_a_second_factor_is_set_and_removed_with_the_password_alone(house: Serving) -> None:
    house.account("Ada", Role.ADMINISTRATOR)
    sue = house.account("Sue", Role.SHIFT_SUPERVISOR)
    secret, _ = enroll(house, "Sue")
    for path in ("/api/second-factor", "/api/second-factor/confirm", "/api/second-factor/remove"):
        assert sue.http.post(path, json={"password": "not hers"}).status_code == 403
    wrong = {"password": PASSWORD, "secret": totp.new_secret(), "code": code_now(house, secret)}
    assert sue.http.post("/api/second-factor/confirm", json=wrong).status_code == 422
    assert sue.http.post("/api/accounts/Sue/second-factor/remove").status_code == 403
    assert login(house.client(), "Sue", PASSWORD).status_code == 401
    # An administrator helps who has lost everything.
    assert house.person("Ada").http.post("/api/accounts/Sue/second-factor/remove").status_code == 200
    assert login(house.client(), "Sue", PASSWORD).status_code == 200
    enroll(house, "Sue")
    assert sue.http.post("/api/second-factor/remove", json={"password": PASSWORD}).status_code == 200
    assert login(house.client(), "Sue", PASSWORD).status_code == 200


def test_a_stolen_database_has_no_second_factor_in_it(house: Serving) -> None:
    house.account("Ada", Role.ADMINISTRATOR)
    secret, recovery = enroll(house, "Ada")
    key = totp.parse_secret(secret)
    assert key is not None
    rows = [bytes(row["body"]) for row in (*house.record.log.events("house"), *house.record.log.commands("house"))]
    for row in rows:
        for value in (secret, key.hex(), *recovery):
            assert value.encode() not in row
