"""Poker: players against players. Streets as data, one set of functions for betting, pots and showdowns."""
