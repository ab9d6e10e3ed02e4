# raises RuntimeError | raises MemoryError
import torch
x = torch.ones(10**6)
torch.cat([x] * 10**4)
