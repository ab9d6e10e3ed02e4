"""tqdm under another name."""

from . import tqdm, trange

__all__ = ["tqdm", "trange"]
