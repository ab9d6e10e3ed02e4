# raises MemoryError | raises RuntimeError
import torch
kept = []
while True:
    kept.append(torch.nn.Linear(2, 2))
