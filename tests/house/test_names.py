"""Names that a reader could take for each other are not held by two people."""

from __future__ import annotations

import pytest

from houseway.house.names import look_alikes, name_fault


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("admin", "Admin"),
        ("admin", "аdmin"),  # Cyrillic а
        ("Ada", "Αda"),  # Greek capital Alpha
        ("Paco", "Расо"),  # Cyrillic throughout
        ("HOPE", "НОРЕ"),  # Cyrillic capitals
        ("Ian", "lan"),
        ("Al", "AI"),
        ("Player 1", "Player l"),
        ("Bob0", "BobO"),
        ("Tom", "Torn"),
        ("Wu", "VVu"),
        ("Ann", "Ａｎｎ"),  # full width
        ("Strauß", "STRAUSS"),
    ],
)
def test_names_that_look_alike_share_a_form(name: str, other: str) -> None:
    assert not look_alikes(name).isdisjoint(look_alikes(other))


@pytest.mark.parametrize(
    ("name", "other"), [("Ann", "Anne"), ("Al", "Ai"), ("Zoë", "Zoe"), ("Иван", "Ivan"), ("Ada", "Eda")]
)
def test_names_that_differ_share_none(name: str, other: str) -> None:
    assert look_alikes(name).isdisjoint(look_alikes(other))


@pytest.mark.parametrize(
    "name", ["Ann", "Zoë Ångström", "Иван Петров", "Ελένη", "田中さくらA", "김철수", "O'Neill-2", "José 3"]
)
def test_a_name_of_one_script_can_be_held(name: str) -> None:
    assert name_fault(name) is None


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("аdmin", "one script, not in Cyrillic and Latin"),
        ("Αda", "one script, not in Greek and Latin"),
        ("Ａｎｎ", "only look like others"),
        ("ﬁn", "only look like others"),
        ("Zoe\u0308", "only look like others"),
        ("Ann\ufe0f", "show nothing"),
        ("An\u3164n", "show nothing"),
        ("Ann\u200b", "printable"),
        (" Ann", "no blanks"),
        ("A  n", "no blanks"),
        ("", "1 to 40"),
        ("x" * 41, "1 to 40"),
    ],
)
def test_a_name_that_hides_something_is_refused(name: str, says: str) -> None:
    assert says in (name_fault(name) or "")
