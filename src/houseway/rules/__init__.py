"""The vocabulary in which a chapter is written down: facts, settlement tables, paytables, wagers, phases, irregularities."""
