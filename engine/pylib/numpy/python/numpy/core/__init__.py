"""What arrays are made of: creation, shapes, arithmetic, reductions, printing."""
