# stops | raises RuntimeError | raises MemoryError
import torch
torch.combinations(torch.arange(2000), 5)
