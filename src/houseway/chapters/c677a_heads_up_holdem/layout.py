"""The layout of 677a.2."""

from __future__ import annotations

from houseway.rules.layout import Layout
from houseway.rules.table_rules import TableRules


def _inscription(rules: TableRules) -> str:
    return "ANTE RETURNED IF THE DEALER HAS LESS THAN A PAIR"


LAYOUT = Layout(inscription=_inscription, style="arc")
