"""What the walk has found once, told in as few steps as it takes."""

from __future__ import annotations

from pathlib import Path

from houseway.engine.kernel import Viewer
from houseway.engine.roles import Role
from houseway.seats import Seat
from houseway.store.table_system import table_stream
from houseway.web.pages.actions import bar_of
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


def test_645a_12_a__who_is_offered_the_bank_with_bets_down_is_not_asked_to_pass_it(opened: OpenWalk):
    walk = opened("pai-gow", staffed=True)
    while walk.rounds_over < 1:
        walk.step()
    page = walk.look("Ada", f"/tables/{TABLE}")
    walk.press("Ada", next(form for form in page.forms if form.command == "place_wagers"), page)
    walk.on_their_own.add("Ada")
    while not is_asked_to_pass(walk):
        walk.step()
        assert walk.is_between_rounds
    seen = walk.house.record.table(table_stream(TABLE)).observe(Viewer(Role.PLAYER, "Ada"))
    by_system = bar_of(walk.live.rules, seen, [Seat(1)], staffed=False)
    assert [button.label for button in by_system.buttons] == ["Take back"]
    page = walk.look("Ada", f"/tables/{TABLE}")
    bar = page.find("actions")
    assert bar is not None and "Your bets are in" in bar.text and "Your turn" not in bar.text
    assert "The bank is offered to you. To accept it, take back your bets." in bar.text
    buttons = {form.command: form for form in page.forms}
    assert "pass_bank" in buttons
    walk.press("Ada", buttons["withdraw_wagers"], page)
    page = walk.look("Ada", f"/tables/{TABLE}")
    walk.press("Ada", next(form for form in page.forms if form.command == "accept_bank"), page)
    assert walk.state.round.bank == 1


def is_asked_to_pass(walk: Walk) -> bool:
    """Return whether the bank is offered to Ada, who can only pass it."""
    due = walk.live.machine.due(walk.live.rules, walk.state)
    return {ask.command for ask in due if ask.seat == 1 and ask.command.endswith("_bank")} == {"pass_bank"}
