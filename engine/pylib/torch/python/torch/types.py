"""The types of torch, for annotations."""

import torch

Tensor, device, dtype = torch.Tensor, torch.device, torch.dtype
Number = (int, float, bool)
