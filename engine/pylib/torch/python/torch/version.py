"""What this torch was built with."""

import torch

__version__ = torch.__version__
debug = False
cuda = "11.7" if torch._C._compiled_with_cuda() else None
hip = None
git_version = "unknown"
