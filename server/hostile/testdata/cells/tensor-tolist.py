# raises MemoryError
import torch
kept = [torch.ones(10**6).tolist() for _ in range(1000)]
