"""What is left of the interface for XML in events: escapes."""
