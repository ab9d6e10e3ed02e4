# raises RuntimeError | raises MemoryError
import torch
torch.cartesian_prod(*[torch.arange(100)] * 6)
