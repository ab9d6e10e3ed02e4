"""Tool kits on top of matplotlib."""
