"""The annotated chapter: every clause beside how it is met, what enforces it, what tests it and a round that shows it."""
