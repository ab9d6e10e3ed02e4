# raises RuntimeError | raises MemoryError
import torch
x = torch.ones(1000, requires_grad=True)
y = x
while True:
    y = y * x + 1
