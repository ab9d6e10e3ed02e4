# raises MemoryError
import torch
torch.tensor([[1] * 10**4] * 10**5)
