# raises MemoryError
import torch
torch.ones(1).expand(10**5, 10**5).tolist()
