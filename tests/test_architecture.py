"""The picture of the architecture is the one that the import graph gives."""

from __future__ import annotations

import re

from tools.draw_architecture import PICTURE, SUBJECTS, draw, layers


def test_the_picture_has_every_package_of_the_contract_that_is_a_folder():
    named = {name for layer in layers() for name in layer}
    assert set(SUBJECTS) <= named


def test_the_picture_is_drawn_from_the_code_as_it_is():
    def without_numbers(text: str) -> str:
        # Counts change with every module; boxes and lines are what the picture says.
        return re.sub(r"\d+ (modules|imports)|stroke-width=\"[\d.]+\"", "", text)

    assert without_numbers(PICTURE.read_text(encoding="utf-8")) == without_numbers(draw())
