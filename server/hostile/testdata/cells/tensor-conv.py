# stops | raises RuntimeError | raises MemoryError
import torch
x = torch.ones(8, 64, 128, 128)
c = torch.nn.Conv2d(64, 64, 9, padding=4)
while True:
    c(x)
