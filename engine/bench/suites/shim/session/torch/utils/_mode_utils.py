"""How PyTorch suspends modes inside an operation."""

import contextlib

no_dispatch = contextlib.nullcontext
