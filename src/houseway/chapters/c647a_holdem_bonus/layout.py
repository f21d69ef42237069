"""The layout of 647a.2."""

from __future__ import annotations

from houseway.rules.layout import Layout, WagerPanel
from houseway.rules.table_rules import TableRules


def _inscription(rules: TableRules) -> str:
    least = str(rules.submission["ante_pays_on"]).upper()
    return f"ANTE RETURNED IF THE WINNING HAND IS NOT A {least} OR BETTER"


LAYOUT = Layout(
    inscription=_inscription,
    style="thb",
    short_names={
        "progressive": "Progressive",
        "holdem_bonus": "Bonus",
        "five_card_player": "Player 5",
        "five_card_dealer": "Dealer 5",
    },
    side_column=True,
    panel=WagerPanel(name="Five Card Hand", labels={"five_card_player": "Player", "five_card_dealer": "Dealer"}),
)
