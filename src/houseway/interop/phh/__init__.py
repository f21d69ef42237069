"""Poker Hand Histories (PHH), read and written."""

from houseway.interop.phh.export import NoPhhCodeError, to_phh
from houseway.interop.phh.file import PhhError, PhhHand, read_file, read_hand
from houseway.interop.phh.replaying import Replayed, play, replay_data, replay_files

__all__ = [
    "NoPhhCodeError",
    "PhhError",
    "PhhHand",
    "Replayed",
    "play",
    "read_file",
    "read_hand",
    "replay_data",
    "replay_files",
    "to_phh",
]
