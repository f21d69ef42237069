"""The generic solver: everything the lab says of a banked game, from the value of the game alone.

`solve_main_game` gives the sheet of the main game, `wager_sheets` those of the wagers beside it, `answer_values` every answer in a spot, and
`houseway.lab.generic.engine_rounds` rounds at a table. A chapter with a `lab` of its own has quicker ones, which are proven equal to these.
"""

from houseway.lab.generic.answers import answer_values
from houseway.lab.generic.course import GameNotSolvedError
from houseway.lab.generic.side_wagers import wager_sheets
from houseway.lab.generic.solver import can_be_solved, solve_main_game

__all__ = ["GameNotSolvedError", "answer_values", "can_be_solved", "solve_main_game", "wager_sheets"]
