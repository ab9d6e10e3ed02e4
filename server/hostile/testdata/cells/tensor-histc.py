# raises RuntimeError | raises MemoryError
import torch
torch.histc(torch.ones(3), bins=10**12)
