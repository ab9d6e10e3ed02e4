# raises RuntimeError | raises MemoryError
import torch
torch.nn.Embedding(10**10, 100)
