"""The jackpots of a Poker room (637a.15, 637a.16)."""
