# stops
import torch
get_ipython().run_cell_magic('cuda', '', '__global__ void spin(float* a) { while (1) a[0] += 1; }')
a = torch.zeros(1, device='cuda')
spin[1, 1](a)
