# raises torch.cuda.OutOfMemoryError | raises OutOfMemoryError | raises RuntimeError | raises MemoryError
import torch
kept = []
while True:
    kept.append(torch.ones(10**6, device='cuda'))
