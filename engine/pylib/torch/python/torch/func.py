"""Functional transforms are not part of torch 1.13."""

raise ModuleNotFoundError("No module named 'torch.func'", name="torch.func")
