"""Rounds of each game that a kernel plays, and rounds through the engine."""
