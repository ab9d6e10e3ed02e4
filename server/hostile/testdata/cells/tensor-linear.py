# raises RuntimeError | raises MemoryError
import torch
torch.nn.Linear(10**6, 10**6)
