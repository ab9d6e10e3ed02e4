"""The notebook itself."""
