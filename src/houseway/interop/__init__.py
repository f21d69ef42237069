"""Hands in the notations of others (PHH, OHH) and in our own."""
