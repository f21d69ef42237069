"""Compiled loops; the modules beside this folder call them."""
