# raises MemoryError
import torch
torch.as_tensor([[1.5] * 10**4] * 10**5)
