"""What the tests do not notice: a sample of small wrong changes to the rules, each tried in a copy of the project."""
