"""Pieces of parameters on each rank: the numbers of DistributedDataParallel, less memory, state dicts, checkpoints."""
import functools
import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP, ShardingStrategy, MixedPrecision, StateDictType, FullStateDictConfig
from torch.distributed.fsdp.wrap import size_based_auto_wrap_policy, transformer_auto_wrap_policy
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.checkpoint import checkpoint


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm, self.a, self.b = nn.LayerNorm(width), nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x):
        return x + self.b(torch.relu(self.a(self.norm(x))))


def model(width):
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(6, width), Block(width), Block(width), nn.Linear(width, 3))


def batches(rank, world, device, start=0, steps=4):
    for step in range(start, start + steps):
        g = torch.Generator().manual_seed(step)
        x, y = torch.randn(4 * world, 6, generator=g), torch.randint(0, 3, (4 * world,), generator=g)
        yield x[4 * rank:4 * rank + 4].to(device), y[4 * rank:4 * rank + 4].to(device)


def train(net, optimizer, rank, world, device, clip=None, **kw):
    for x, y in batches(rank, world, device, **kw):
        loss = nn.functional.cross_entropy(net(x).float(), y)
        optimizer.zero_grad()
        loss.backward()
        if clip:
            (net.clip_grad_norm_(clip) if isinstance(net, FSDP) else nn.utils.clip_grad_norm_(net.parameters(), clip))
        optimizer.step()
    return loss


def close(a, b, tolerance=1e-5):
    assert list(a) == list(b), (list(a), list(b))
    for k in a:
        assert a[k].shape == b[k].shape and torch.allclose(a[k].cpu().float(), b[k].cpu().float(), atol=tolerance, rtol=1e-3), (k, (a[k].cpu() - b[k].cpu()).abs().max())


def ddp_of(net, x, backend, rank):
    net = DDP(net.to(x.device), device_ids=[rank] if backend == 'nccl' else None)
    net(x).sum().backward()
    return net.parameters()


def run(rank, world, backend):
    if backend == 'nccl':
        torch.cuda.set_device(rank)
    dist.init_process_group(backend, init_method='tcp://127.0.0.1:29651', rank=rank, world_size=world)
    device = torch.device('cuda', rank) if backend == 'nccl' else torch.device('cpu')
    by_block = functools.partial(transformer_auto_wrap_policy, transformer_layer_cls={Block})
    ddp = DDP(model(16).to(device), device_ids=[rank] if backend == 'nccl' else None)
    train(ddp, torch.optim.Adam(ddp.parameters(), lr=0.01), rank, world, device, clip=0.5)
    want = ddp.module.state_dict()
    for strategy in ShardingStrategy:
        small = functools.partial(size_based_auto_wrap_policy, min_num_params=1000)
        for policy in (None, by_block, small) if strategy is ShardingStrategy.FULL_SHARD else (by_block,):
            net = FSDP(model(16).to(device), sharding_strategy=strategy, auto_wrap_policy=policy)
            opt = torch.optim.Adam(net.parameters(), lr=0.01)
            train(net, opt, rank, world, device, clip=0.5)
            close(net.state_dict(), want)
            if policy is by_block and rank == 0:
                print(strategy.name, [(n, tuple(p.shape)) for n, p in net.named_parameters()], sum(isinstance(m, FSDP) for m in net.modules()))
    # State dicts, both ways.
    other = FSDP(model(16).to(device), auto_wrap_policy=by_block)
    assert str(other.load_state_dict(dict(want))) == '<All keys matched successfully>'
    close(other.state_dict(), want)
    with FSDP.state_dict_type(other, StateDictType.FULL_STATE_DICT, FullStateDictConfig(offload_to_cpu=True, rank0_only=True)):
        found = other.state_dict()
    assert len(found) == (16 if rank == 0 else 0) and all(v.device.type == 'cpu' for v in found.values())
    with FSDP.summon_full_params(other):
        with torch.no_grad():
            other[0].bias.fill_(3.0)
    assert other.state_dict()["0.bias"].eq(3).all()
    # no_sync, evaluation, checkpoints within.
    x, y = next(batches(rank, world, device))
    net = FSDP(model(16).to(device), auto_wrap_policy=by_block)
    with net.no_sync():
        net(x).sum().backward()
    assert all(p.grad is None for p in net.parameters())
    net(x).sum().backward()
    twice = [p.grad.clone() for p in net.parameters()]
    net.zero_grad()
    net(x).sum().backward()
    assert all(torch.allclose(a, 2 * p.grad, atol=1e-5) for a, p in zip(twice, net.parameters()))
    with torch.no_grad():
        assert torch.allclose(net(x), model(16).to(device)(x), atol=1e-5)
    # After a step the new weights are gathered, whatever had gathered the old ones and never reduced a gradient.
    for strategy in ShardingStrategy.FULL_SHARD, ShardingStrategy.SHARD_GRAD_OP:
        outputs = []
        for looks in False, True:
            net = FSDP(model(16).to(device), sharding_strategy=strategy, auto_wrap_policy=by_block)
            opt = torch.optim.SGD(net.parameters(), lr=0.1)
            net(x).sum().backward()
            if looks:
                at = x.clone().requires_grad_()
                torch.autograd.grad(net(at).sum(), at)
                net(x)
            opt.step()
            outputs.append(net(x).detach())
        assert torch.equal(*outputs), outputs
    with net.no_sync():
        with net.no_sync():
            pass
        assert not net._sync_gradients
    inner = model(16).to(device)
    for i in (1, 2):
        block = inner[i]
        block.forward = functools.partial(checkpoint, block.forward, use_reentrant=False)
    net2 = FSDP(inner)
    net2(x).sum().backward()
    outside = FSDP(model(16).to(device), auto_wrap_policy=by_block)
    for unit in list(outside.modules()):
        if isinstance(unit, FSDP) and unit is not outside:
            unit.forward = functools.partial(checkpoint, unit.forward, use_reentrant=False)
    outside(x).sum().backward()
    for some in (net2, outside):
        flat = torch.cat([p.grad for p in some.parameters()]).square().sum()
        dist.all_reduce(flat)
        norm = torch.cat([p.grad.reshape(-1) for p in ddp_of(model(16), x, backend, rank)]).square().sum()
        assert torch.allclose(flat, norm, rtol=1e-4), (flat, norm)
    low = FSDP(model(16).to(device), mixed_precision=MixedPrecision(param_dtype=torch.bfloat16, reduce_dtype=torch.float32))
    out = low(x)
    out.sum().backward()
    print(out.dtype, {p.dtype for p in low.parameters()}, {p.grad.dtype for p in low.parameters()}) if rank == 0 else None
    try:
        FSDP(nn.Linear(1, 1), use_orig_params=True)
    except NotImplementedError as e:
        print(e) if rank == 0 else None
    if backend == 'nccl':
        kept = {}
        for name, make in (('ddp', lambda: DDP(model(256).to(device), device_ids=[rank])), ('fsdp', lambda: FSDP(model(256).to(device), auto_wrap_policy=by_block))):
            net = opt = None
            net = make()
            opt = torch.optim.Adam(net.parameters(), lr=0.01)
            train(net, opt, rank, world, device, steps=2)
            opt.zero_grad(set_to_none=True)
            kept[name] = torch.cuda.memory_allocated(device)
        assert kept['fsdp'] < 0.52 * kept['ddp'], kept
    dist.destroy_process_group()


if __name__ == '__main__':
    backend = 'nccl' if torch.cuda.is_available() else 'gloo'
    mp.spawn(run, args=(2, backend), nprocs=2)
    print('done')
