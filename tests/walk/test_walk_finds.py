"""What the walk has found once, told in as few steps as it takes."""

from __future__ import annotations

from pathlib import Path

from tests.walk.conftest import OpenWalk
from tests.walk.page_forms import Page
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


def test_645a_12_a__who_is_offered_the_bank_with_bets_down_is_told_how_to_accept_it(opened: OpenWalk):
    walk = opened("pai-gow", staffed=False)
    while walk.rounds_over < 1:
        walk.step()

    def page_offered_the_bank() -> Page | None:
        due = walk.live.machine.due(walk.live.rules, walk.state)
        offered = {ask.command for ask in due if ask.seat == 1 and ask.command.endswith("_bank")}
        return walk.look("Ada", f"/tables/{TABLE}") if offered == {"pass_bank"} else None

    page = walk.look("Ada", f"/tables/{TABLE}")
    walk.press("Ada", next(form for form in page.forms if form.command == "place_wagers"), page)
    while (offered := page_offered_the_bank()) is None:
        for name in ("Ben", "Cleo"):
            theirs = walk.look(name, f"/tables/{TABLE}")
            for form in [form for form in theirs.forms if form.command == "pass_bank"]:
                walk.press(name, form, theirs)
        assert walk.is_between_rounds
        walk.house.loop.pass_time(1)
    bar = offered.find("actions")
    assert bar is not None and "Your bets are in" in bar.text
    assert "The bank is offered to you. To accept it, take back your bets." in bar.text
    buttons = {form.command: form for form in offered.forms}
    assert buttons["pass_bank"].buttons[0].startswith("Pass the bank")
    walk.press("Ada", buttons["withdraw_wagers"], offered)
    again = walk.look("Ada", f"/tables/{TABLE}")
    walk.press("Ada", next(form for form in again.forms if form.command == "accept_bank"), again)
    assert walk.state.round.bank == 1
