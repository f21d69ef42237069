"""A second, independent settlement of the four banked games, for comparison in tests."""
