# raises RuntimeError | raises MemoryError
import torch
x = torch.ones(1000, 1000)
torch.kron(x, x)
