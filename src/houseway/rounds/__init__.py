"""Stated rounds: read, played through the engine, answered."""
