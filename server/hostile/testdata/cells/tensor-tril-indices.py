# raises RuntimeError | raises MemoryError
import torch
torch.tril_indices(10**6, 10**6)
