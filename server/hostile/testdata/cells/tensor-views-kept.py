# raises RuntimeError | raises MemoryError
import torch
x = torch.ones(10)
kept = []
while True:
    kept.append(x[1:])
