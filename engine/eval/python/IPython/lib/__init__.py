"""What the notebook is made with."""
