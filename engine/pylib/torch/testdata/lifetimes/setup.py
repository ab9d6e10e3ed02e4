import torch
import torch.nn as nn, torch.nn.functional as F
torch.manual_seed(0)
N = 100
x, t = torch.rand(N, N), torch.arange(N)
p = torch.rand(N, N, requires_grad=True)
net = nn.Sequential(nn.Linear(N, N), nn.ReLU(), nn.Linear(N, N), nn.Tanh(), nn.Linear(N, N))
deep = nn.Sequential(*[m for _ in range(5) for m in (nn.Linear(N, N), nn.Sigmoid())])
inplace = nn.Sequential(nn.Linear(N, N), nn.ReLU(inplace=True), nn.Linear(N, N), nn.ReLU(inplace=True), nn.Linear(N, N))
normal = nn.Sequential(nn.Linear(N, N), nn.LayerNorm(N), nn.GELU(), nn.Linear(N, N))
optimizer, adam = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9), torch.optim.Adam(net.parameters(), foreach=False)
sgd = torch.optim.SGD(net.parameters(), lr=0.1)
def one(p, x):
    y = p * x
    z = y.exp()
    return z.tanh()
def many(p, x, n):
    for i in range(n):
        p = (p * x).sigmoid()
        q = p + x
        p = q.tanh()
    return p
a, b = torch.rand(N, N), torch.rand(N, N)
def make(): return torch.rand(N, N)
def f(x): return x * 2 + 1
def g(x):
    y = x.exp()
    z = y * x
    return z
