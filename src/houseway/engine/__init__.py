"""The engine: commands go in, events or a refusal come out, and money never appears or vanishes."""
