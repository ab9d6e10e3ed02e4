# raises RuntimeError | raises MemoryError
import torch
torch.block_diag(*[torch.ones(1000, 1000)] * 100)
