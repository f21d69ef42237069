"""How the schema of the record came about, one step a file."""
