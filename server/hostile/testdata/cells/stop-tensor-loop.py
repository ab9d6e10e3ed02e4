# stops
import torch
x = torch.ones(100, device='cuda')
while True:
    x = x * 1
