# raises RuntimeError | raises MemoryError
import torch
torch.ones(10**6, 10**6)
