"""torch.utils: data loading and hooks."""
