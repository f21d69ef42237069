"""A table at the terminal: the user at some seats, computer players at others, the engine between them."""
