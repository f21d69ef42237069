"""The lab: what every wager costs, exactly, and how the games are best played."""
