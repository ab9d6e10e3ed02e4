# raises RuntimeError | raises MemoryError
import torch
torch.ones(1).expand(10**12).split(1)
