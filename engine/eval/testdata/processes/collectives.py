import hashlib
import os

import torch
import torch.distributed as dist
import torch.multiprocessing as mp


def digest(x):
    return hashlib.md5(bytes(x.contiguous().view(torch.uint8).tolist())).hexdigest()[:8]


def sums(world, rank):
    """Sums with the bits of Gloo's ring."""
    for n in 1, 2, 3, 7, 13, 100, 1001, 20000:
        for dtype in torch.float32, torch.float64, torch.int64:
            scale = torch.tensor([1e-3, 1.0, 1e3, 1e-2, 10.0])[:world].reshape(world, 1)
            x = (torch.randn(world, n, generator=torch.Generator().manual_seed(n)).double() * scale * 10).to(dtype)[rank].clone()
            dist.all_reduce(x)
            if rank == 0:
                print(world, n, dtype, digest(x))


def kinds(world, rank):
    say = print if rank == 1 else lambda *args: None
    x = torch.arange(4.0) + rank
    for op in 'SUM', 'PRODUCT', 'MIN', 'MAX':
        y = x.clone()
        dist.all_reduce(y, op=getattr(dist.ReduceOp, op))
        say(op, y)
    bits = torch.tensor([1 << rank, 6])
    for op in 'BAND', 'BOR', 'BXOR':
        y = bits.clone()
        dist.all_reduce(y, op=getattr(dist.ReduceOp, op))
        say(op, y)
    y = x.clone()
    dist.reduce(y, dst=1)
    say('reduce', y)
    y = x.clone()
    dist.broadcast(y, src=2)
    say('broadcast', y)
    parts = [torch.zeros(4) for _ in range(world)]
    dist.all_gather(parts, x)
    say('all_gather', parts)
    parts = [torch.zeros(4) for _ in range(world)] if rank == 1 else None
    dist.gather(x, parts, dst=1)
    say('gather', parts)
    y = torch.zeros(2)
    dist.scatter(y, [torch.full((2,), 10.0 * i) for i in range(world)] if rank == 0 else None, src=0)
    say('scatter', y)
    y = torch.zeros(2 * world)
    dist.all_to_all_single(y, torch.arange(2.0 * world) + 100 * rank)
    say('all_to_all_single', y)
    objects = [None] * world
    dist.all_gather_object(objects, {'rank': rank, 'text': 'x' * rank})
    say(objects)
    objects = [1, 'two', {3}] if rank == 0 else [None] * 3
    dist.broadcast_object_list(objects, src=0)
    say(objects)
    if rank == 0:
        dist.send(torch.ones(2) * 7, dst=1)
        dist.isend(torch.ones(2) * 8, dst=1, tag=5).wait()
    elif rank == 1:
        y = torch.zeros(2)
        say(dist.recv(y), y)
        dist.recv(y, src=0, tag=5)
        say('recv', y)
    work = dist.all_reduce(x, async_op=True)
    say(work.wait(), x)
    some = dist.new_group([0, 1])
    if rank < 2:
        y = torch.ones(1) * (rank + 1)
        dist.all_reduce(y, group=some)
        say(y, dist.get_rank(some), dist.get_world_size(some))
    say(dist.get_rank(), dist.get_world_size(), dist.get_backend(), dist.is_initialized())
    dist.barrier()


def refusals(world, rank):
    if rank == 0:
        for call in (lambda: dist.init_process_group('gloo', rank=0, world_size=1),
                     lambda: dist.gather(torch.ones(1)),
                     lambda: dist.reduce_scatter(torch.ones(1), [torch.ones(1)] * world),
                     lambda: dist.all_to_all([torch.ones(1)] * world, [torch.ones(1)] * world),
                     lambda: dist.new_group([7])):
            try:
                call()
            except (RuntimeError, ValueError) as e:
                print(type(e).__name__, str(e).splitlines()[0])
    dist.barrier()


def run(rank, world, port, function):
    os.environ['MASTER_ADDR'], os.environ['MASTER_PORT'] = '127.0.0.1', str(port)
    dist.init_process_group('gloo', rank=rank, world_size=world)
    function(world, rank)
    dist.destroy_process_group()


def fails(rank):
    if rank == 1:
        raise KeyError('gone')


def leaves(rank):
    if rank == 1:
        raise SystemExit(3)


if __name__ == '__main__':
    print(dist.is_available(), dist.is_initialized())
    for call in dist.get_rank, lambda: dist.init_process_group('gloo'):
        try:
            call()
        except (RuntimeError, ValueError) as e:
            print(type(e).__name__, e)
    for world in 2, 3, 5:
        mp.spawn(run, args=(world, 29610 + world, sums), nprocs=world)
    mp.spawn(run, args=(3, 29620, kinds), nprocs=3)
    mp.spawn(run, args=(3, 29621, refusals), nprocs=3)
    for function in fails, leaves:
        try:
            mp.spawn(function, nprocs=2)
        except Exception as e:
            print(type(e).__name__, str(e).splitlines()[:3], str(e).splitlines()[-1])
