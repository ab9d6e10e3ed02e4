# ends | stops
import torch
torch.set_printoptions(profile='full')
print(torch.ones(10**6))
