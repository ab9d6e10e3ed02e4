# raises RuntimeError | raises MemoryError
import torch
torch.bincount(torch.tensor([10**12]))
