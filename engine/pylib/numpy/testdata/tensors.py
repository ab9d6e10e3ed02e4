"""Operators of a tensor and an array."""
import numpy as np
import torch

for f in (lambda: torch.ones(2) + np.ones(2), lambda: torch.ones(1) + np.array([2.0], dtype=np.float32), lambda: torch.ones(2) * np.array(3.0),
          lambda: torch.ones(2, 1) - np.arange(3), lambda: torch.ones(2, dtype=torch.float16) / np.arange(1, 3, dtype=np.int8), lambda: torch.ones(2) ** np.float64(2),
          lambda: np.float64(3) * torch.ones(2)):
    print(f())
x = torch.zeros(2)
x += np.ones(2)
print(x, x.dtype)
for offset in 0, 1, 2:
    print(torch.frombuffer(np.arange(10, dtype=np.uint8), dtype=torch.int16, offset=offset, count=4))
