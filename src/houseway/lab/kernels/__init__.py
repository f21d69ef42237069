"""Compiled sums of the lab; `houseway.lab` modules call them chunk by chunk."""
