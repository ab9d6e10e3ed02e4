"""What programs for notebooks import."""
