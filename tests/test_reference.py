"""The reference of the library is written from the code and lists every public name."""

import re

import houseway
from tools.write_reference import PAGE, reference


def test_the_reference_is_as_written_from_the_code() -> None:
    assert PAGE.read_text(encoding="utf-8") == reference(), "run python -m tools.write_reference"


def test_every_public_name_and_member_has_a_sentence() -> None:
    text = reference()
    assert re.findall(r"^## `(\w+)`", text, re.MULTILINE) == [
        name for name in houseway.__all__ if name != "__version__"
    ]
    assert "|  |" not in text
    assert not re.search(r"^## `\w+`\n\n\n", text, re.MULTILINE)
