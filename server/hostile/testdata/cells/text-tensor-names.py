# ends
import torch
for i in range(2000):
    globals()['n' * 1000 + str(i)] = torch.ones(1, device='cuda')
torch.ones(1)
