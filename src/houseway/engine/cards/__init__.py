"""Decks, shuffles, cuts, counts and devices: what every table does with its cards."""
