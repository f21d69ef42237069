"""Poker Hand Histories (PHH), read and written."""
