"""Ids of the games as types, so that a checker knows which table a game has."""

from typing import Literal

BankedGameId = Literal["heads-up-holdem", "holdem-bonus", "pai-gow", "five-card-hi-lo"]
PokerGameId = Literal[
    "stud-high",
    "stud-low",
    "stud-hi-lo",
    "stud-hi-lo-8",
    "super-stud-hi-lo-8",
    "holdem",
    "omaha-high",
    "omaha-hi-lo-8",
    "omaha5-high",
    "omaha5-hi-lo-8",
    "draw-high",
    "draw-low",
    "five-card-stud",
    "triple-draw-2-7",
    "triple-draw-a-5",
    "badeucey",
    "badacey",
    "badugi",
]
