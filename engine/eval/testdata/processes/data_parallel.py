import os

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler


class Two(nn.Module):
    def __init__(self):
        super().__init__()
        self.used, self.idle = nn.Linear(2, 2), nn.Linear(2, 2)

    def forward(self, x):
        return self.used(x)


def train(rank, world):
    torch.manual_seed(rank)
    net = DDP(nn.Sequential(nn.Linear(6, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 3)))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
    g = torch.Generator().manual_seed(5)
    data = TensorDataset(torch.randn(32, 6, generator=g), torch.randint(0, 3, (32,), generator=g))
    sampler = DistributedSampler(data, shuffle=True, seed=1)
    for epoch in range(3):
        sampler.set_epoch(epoch)
        for x, y in DataLoader(data, batch_size=8, sampler=sampler):
            loss = nn.functional.cross_entropy(net(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        mean = loss.detach().clone()
        dist.all_reduce(mean)
        if rank == 0:
            print(epoch, round((mean / world).item(), 4))
    norms = [torch.zeros(1) for _ in range(world)]
    dist.all_gather(norms, sum(p.detach().norm() for p in net.parameters()).reshape(1))
    if rank == 0:
        print(all(torch.equal(norms[0], n) for n in norms), [n for n, _ in net.named_parameters()], sorted(net.state_dict())[:3])
    x = torch.randn(4, 6)
    optimizer.zero_grad()
    with net.no_sync():
        net(x).sum().backward()
    apart = [torch.zeros(1) for _ in range(world)]
    dist.all_gather(apart, next(net.parameters()).grad.norm().reshape(1))
    net(x).sum().backward()
    together = [torch.zeros(1) for _ in range(world)]
    dist.all_gather(together, next(net.parameters()).grad.norm().reshape(1))
    if rank == 0:
        print(torch.equal(apart[0], apart[1]), torch.equal(together[0], together[1]))


def unused(rank, world):
    net = DDP(Two())
    net(torch.ones(1, 2)).sum().backward()
    try:
        net(torch.ones(1, 2)).sum().backward()
    except RuntimeError as e:
        if rank == 0:
            print(e)
    net = DDP(Two(), find_unused_parameters=True)
    for _ in range(2):
        net(torch.ones(1, 2)).sum().backward()
    if rank == 0:
        print([None if p.grad is None else p.grad.sum().item() for p in net.parameters()])
    try:
        DDP(nn.ReLU())
    except RuntimeError as e:
        if rank == 0:
            print(e)


def run(rank, world, port, function):
    dist.init_process_group('gloo', init_method=f'tcp://127.0.0.1:{port}', rank=rank, world_size=world)
    function(rank, world)
    dist.destroy_process_group()


if __name__ == '__main__':
    mp.spawn(run, args=(2, 29631, train), nprocs=2)
    mp.spawn(run, args=(2, 29632, unused), nprocs=2)
