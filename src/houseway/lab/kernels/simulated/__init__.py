"""Rounds by number: dealt by counter, played by table, counted by how they end."""
