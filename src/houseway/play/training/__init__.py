"""Training for dealers: tasks made by playing the game itself, whose right answer is what the table does."""

from houseway.play.training.session import SET, Training
from houseway.play.training.tasks import Line, Option, Scene, Task

__all__ = ["SET", "Line", "Option", "Scene", "Task", "Training"]
