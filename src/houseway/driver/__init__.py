"""What comes next at a table: the next command of its staff, or the question its players are asked."""
