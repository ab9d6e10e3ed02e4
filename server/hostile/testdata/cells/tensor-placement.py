# raises MemoryError | raises RuntimeError | ends
import torch
kept = [torch.ones(1, device='cuda') for _ in range(10**5)]
kept
