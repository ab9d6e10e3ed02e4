"""Functions made of the core."""
