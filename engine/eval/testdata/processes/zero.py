"""An optimizer whose state is shared out: the same numbers as without, and who has what."""
import copy

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch import nn
from torch.distributed.optim import ZeroRedundancyOptimizer
from torch.nn.parallel import DistributedDataParallel as DDP


def train(rank, world, make, steps=4, start=0, net=None):
    torch.manual_seed(0)
    net = net or DDP(nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 12), nn.Tanh(), nn.Linear(12, 3)))
    optimizer = make(net.parameters())
    schedule = torch.optim.lr_scheduler.StepLR(optimizer, 2, 0.5)
    for step in range(start, start + steps):
        g = torch.Generator().manual_seed(10 * step + rank)
        loss = nn.functional.cross_entropy(net(torch.randn(8, 6, generator=g)), torch.randint(0, 3, (8,), generator=g))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    return net, optimizer


def run(rank, world):
    dist.init_process_group('gloo', init_method='tcp://127.0.0.1:29641', rank=rank, world_size=world)
    say = print if rank == 0 else lambda *a: None
    for cls, options in ((torch.optim.Adam, {'lr': 0.01}), (torch.optim.SGD, {'lr': 0.1, 'momentum': 0.9})):
        plain, _ = train(rank, world, lambda p: cls(p, **options))
        net, zero = train(rank, world, lambda p: ZeroRedundancyOptimizer(p, optimizer_class=cls, **options))
        say(all(torch.equal(a, b) for a, b in zip(plain.parameters(), net.parameters())), round(sum(p.detach().norm() for p in net.parameters()).item(), 4))
        mine = torch.tensor([sum(p.numel() for p in zero.optim.state)])
        counts = [torch.zeros(1, dtype=torch.int64) for _ in range(world)]
        dist.all_gather(counts, mine)
        say([int(c) for c in counts], zero.param_groups[0]['lr'], zero.optim.param_groups[0]['lr'], len(zero.param_groups[0]['params']), len(zero.optim.param_groups[0]['params']))
        try:
            zero.state_dict()
        except RuntimeError as e:
            say(e)
        zero.consolidate_state_dict(to=0)
        state = [zero.state_dict() if rank == 0 else None]
        dist.broadcast_object_list(state, 0)
        whole = copy.deepcopy(state[0])
        say(sorted(state[0]['state']), [tuple(v.shape) for v in state[0]['state'][0].values() if isinstance(v, torch.Tensor) and v.dim()], state[0]['param_groups'][0]['params'])
        other = ZeroRedundancyOptimizer(net.parameters(), optimizer_class=cls, **options)
        other.load_state_dict(state[0])
        other.consolidate_state_dict(to=1)
        if rank == 1:
            again = other.state_dict()
        same = [str(again['state'].keys()) == str(whole["state"].keys()) and all(torch.equal(torch.as_tensor(v), torch.as_tensor(again['state'][i][k]))
                for i, s in whole['state'].items() for k, v in s.items() if v is not None)] if rank == 1 else [None]
        dist.broadcast_object_list(same, 1)
        say(same)
    a, b, c = nn.Parameter(torch.ones(4)), nn.Parameter(torch.ones(10)), nn.Parameter(torch.ones(6))
    grouped = ZeroRedundancyOptimizer([{'params': [a, b], 'lr': 0.5}, {'params': [c]}], optimizer_class=torch.optim.SGD, lr=1.0)
    for p in (a, b, c):
        p.grad = torch.full_like(p, 2.0)
    grouped.step()
    say(a[0].item(), b[0].item(), c[0].item(), [[len(g['params']) for g in grouped.optim.param_groups]], [g['lr'] for g in grouped.param_groups])
    for wrong in (lambda: ZeroRedundancyOptimizer([], torch.optim.SGD, lr=1), lambda: ZeroRedundancyOptimizer([1], torch.optim.SGD, lr=1)):
        try:
            wrong()
        except Exception as e:
            say(type(e).__name__)
    dist.destroy_process_group()


if __name__ == '__main__':
    mp.spawn(run, args=(2,), nprocs=2)
