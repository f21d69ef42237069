"""A second settlement of 637a Poker, written from the chapter and the readings alone."""
