# What must not end a session on the GPU: each failure is an error of its cell, and the cell after it works.
import torch

def works():
    x = torch.arange(1000.0, device="cuda")
    assert (x * 2).sum().item() == 999000, "the GPU no longer computes"
# %% tags=["raises-exception"]
torch.empty(1 << 50, dtype=torch.uint8, device="cuda")  # more memory than any card has
# %%
works()
# %%
%%cuda
__global__ void wild(float* a) { a[1 << 28] = 1; }
# %% tags=["raises-exception"]
wild[1, 1](torch.zeros(4, device="cuda"))
torch.cuda.synchronize()
# %%
works()
# %% tags=["raises-exception"]
torch.ones(3, device="cuda")[torch.tensor([7], device="cuda")].cpu()
# %%
works()
