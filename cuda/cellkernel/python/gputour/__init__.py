"""What this notebook adds to Python."""
