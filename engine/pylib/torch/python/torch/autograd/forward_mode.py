"""Forward-mode differentiation is not part of this torch."""
