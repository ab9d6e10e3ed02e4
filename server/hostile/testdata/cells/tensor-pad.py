# raises RuntimeError | raises MemoryError
import torch
torch.nn.functional.pad(torch.ones(3), (10**11, 0))
