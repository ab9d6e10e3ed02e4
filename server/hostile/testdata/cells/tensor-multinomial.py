# raises RuntimeError | raises MemoryError
import torch
torch.multinomial(torch.ones(3), 10**12, replacement=True)
