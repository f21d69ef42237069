"""What a person is shown, as plain data and sentences, made from observations: for the terminal and for pages alike."""

from houseway.view.asking import Asked, Choice, asked
from houseway.view.settled import RoundView, round_view, together
from houseway.view.table import Mark, Place, TableView, table_view
from houseway.view.telling import refused, told
from houseway.view.words import Line, sentence

__all__ = [
    "Asked",
    "Choice",
    "Line",
    "Mark",
    "Place",
    "RoundView",
    "TableView",
    "asked",
    "refused",
    "round_view",
    "sentence",
    "table_view",
    "together",
    "told",
]
