"""What the walk has found once, told in as few steps as it takes."""

from __future__ import annotations

from pathlib import Path

from tests.walk.conftest import OpenWalk
from tests.walk.walk import TABLE, Walk


def answer(walk: Walk, *words: str) -> None:
    """Let whoever is asked give the first of these answers that the page offers, or let time pass."""
    for name in walk.asked():
        page = walk.look(name, f"/tables/{TABLE}")
        forms = {one.value("word") or one.command: one for one in page.forms if walk.is_answer(one)}
        wanted = [word for word in words if word in forms]
        if wanted:
            walk.press(name, forms[wanted[0]], page)
            return
    walk.step()


def test_the_felt_after_a_pot_won_before_the_flop_leaves_out_the_cards_of_the_round_before(opened: OpenWalk):
    walk = opened("omaha-high", staffed=False)
    while walk.rounds_over < 1:
        answer(walk, "check", "call", "show_hand")
    while walk.rounds_over < 2:
        answer(walk, "fold", "check")
    walk.check_pages()


def test_a_table_goes_on_where_the_dealer_needs_the_system_before_it_has_looked_at_the_table(
    opened: OpenWalk, tmp_path: Path
):
    walk = opened("holdem", staffed=True)
    again = walk.copy(tmp_path / "copy.db", "a house that was opened again")
    assert again.staff_acts()
    again.go_on()
    again.house.close()
