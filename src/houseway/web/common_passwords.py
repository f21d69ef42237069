"""Passwords that are guessed first, by rules: words people choose, with the changes they make to them, and walks over the keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

_WORDS = [
    "password",
    "passwort",
    "passphrase",
    "secret",
    "letmein",
    "openup",
    "welcome",
    "hello",
    "login",
    "signin",
    "access",
    "master",
    "admin",
    "administrator",
    "root",
    "user",
    "guest",
    "default",
    "changeme",
    "changeit",
    "temporary",
    "test",
    "testing",
    "sample",
    "demo",
    "example",
    "nothing",
    "whatever",
    "computer",
    "internet",
    "system",
    "server",
    "database",
    "house",
    "houseway",
    "casino",
    "poker",
    "dealer",
    "player",
    "table",
    "cards",
    "ace",
    "aces",
    "king",
    "queen",
    "jack",
    "joker",
    "blackjack",
    "roulette",
    "jackpot",
    "lucky",
    "luck",
    "winner",
    "money",
    "dollar",
    "gambler",
    "holdem",
    "omaha",
    "badugi",
    "floor",
    "surveillance",
    "supervisor",
    "cashier",
    "manager",
    "security",
    "finance",
    "pennsylvania",
    "philadelphia",
    "pittsburgh",
    "harrisburg",
    "america",
    "freedom",
    "eagles",
    "steelers",
    "flyers",
    "penguins",
    "phillies",
    "love",
    "lover",
    "iloveyou",
    "loveme",
    "forever",
    "friend",
    "friends",
    "family",
    "mother",
    "father",
    "sister",
    "brother",
    "baby",
    "angel",
    "princess",
    "sunshine",
    "flower",
    "summer",
    "winter",
    "spring",
    "autumn",
    "january",
    "february",
    "march",
    "april",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "morning",
    "dragon",
    "monkey",
    "tiger",
    "lion",
    "eagle",
    "horse",
    "shadow",
    "hunter",
    "killer",
    "ninja",
    "pirate",
    "wizard",
    "superman",
    "batman",
    "starwars",
    "football",
    "baseball",
    "basketball",
    "soccer",
    "hockey",
    "tennis",
    "golf",
    "chicken",
    "cheese",
    "cookie",
    "coffee",
    "chocolate",
    "banana",
    "pepper",
    "ginger",
    "michael",
    "jennifer",
    "jessica",
    "ashley",
    "daniel",
    "joshua",
    "andrew",
    "matthew",
    "thomas",
    "robert",
    "william",
    "charlie",
    "george",
    "jordan",
    "maggie",
    "buster",
]
_ROWS = (
    "1234567890",
    "qwertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "abcdefghijklmnopqrstuvwxyz",
    "0123456789",
    "qwertzuiop",
    "azertyuiop",
)
_COLUMNS = "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p"
_ENDINGS = ("", "s", "er", "me", "you", "my", "the", "our", "new", "old")
_AS_LETTERS = str.maketrans("01345789@$!|+", "oleastbgasllt")


@cache
def common_passwords() -> frozenset[str]:
    """The common passwords, in the plain form that `is_common` compares: small letters, without what is put around them."""
    return frozenset(_generate())


def _generate() -> Iterator[str]:
    yield from _WORDS
    for word, ending in product(_WORDS, _ENDINGS):
        yield word + ending
        yield ending + word
    yield from (one + other for one, other in product(_WORDS, _WORDS))
    walks = (*_ROWS, _COLUMNS, "".join(_ROWS[:1] + _ROWS[1:4]), "".join(_ROWS[1:4]))
    for walk in (*walks, *(walk[::-1] for walk in walks)):
        # A walk that goes on from its end begins again.
        around = walk + walk
        yield from (around[start : start + size] for start in range(len(walk)) for size in range(4, len(walk) + 5))


def is_common(password: str, *names: str) -> bool:
    """Return whether a password is a common one, one of some names, or little more than either.

    Capitals, digits and signs around it, digits for letters and repetitions make no difference.
    """
    plain = "".join(password.casefold().split())
    known = common_passwords() | {"".join(name.casefold().split()) for name in names if name}
    forms = {plain, plain.translate(_AS_LETTERS)}
    forms |= {form.strip("0123456789!@#$%^&*()-_=+.,?/ ") for form in tuple(forms)} | {
        _without_edges(plain).translate(_AS_LETTERS)
    }
    forms |= {_unrepeated(form) for form in tuple(forms)}
    return any(len(form) < 4 or form in known for form in forms)


def _without_edges(text: str) -> str:
    return text.strip("0123456789!@#$%^&*()-_=+.,?/ ")


def _unrepeated(text: str) -> str:
    """Return the part that a text repeats; the text itself if it repeats none."""
    for size in range(1, len(text) // 2 + 1):
        if (text[:size] * (len(text) // size + 1))[: len(text)] == text:
            return text[:size]
    return text
