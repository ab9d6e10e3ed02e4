# stops | raises RuntimeError
import torch
x = torch.ones(4000, 4000)
while True:
    x @ x
