# raises RuntimeError | raises MemoryError
import torch
torch.randperm(10**12)
