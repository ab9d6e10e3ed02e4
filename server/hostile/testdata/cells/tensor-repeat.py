# raises RuntimeError | raises MemoryError
import torch
torch.ones(1000).repeat(10**5, 100)
