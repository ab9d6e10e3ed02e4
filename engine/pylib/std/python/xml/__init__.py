"""Text with tags."""
