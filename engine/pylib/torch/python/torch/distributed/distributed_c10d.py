"""Groups of processes, and what they do together. Each function is described at
https://pytorch.org/docs/1.13/distributed.html; the parts that compute are in Go (torch._C)."""

import os
import pickle

import torch
from torch import _C

from .constants import default_pg_timeout

__all__ = [
    'Backend', 'FileStore', 'GroupMember', 'HashStore', 'P2POp', 'PrefixStore', 'ProcessGroup', 'ReduceOp', 'Store', 'TCPStore', 'Work',
    'all_gather', 'all_gather_into_tensor', 'all_gather_object', 'all_reduce', 'all_to_all', 'all_to_all_single', 'barrier', 'batch_isend_irecv',
    'broadcast', 'broadcast_object_list', 'destroy_process_group', 'gather', 'gather_object', 'get_backend', 'get_global_rank', 'get_group_rank',
    'get_process_group_ranks', 'get_rank', 'get_world_size', 'group', 'init_process_group', 'irecv', 'is_gloo_available', 'is_initialized',
    'is_mpi_available', 'is_nccl_available', 'is_torchelastic_launched', 'isend', 'monitored_barrier', 'new_group', 'recv', 'reduce', 'reduce_op',
    'reduce_scatter', 'reduce_scatter_tensor', 'scatter', 'scatter_object_list', 'send',
]


def is_mpi_available():
    """Whether the backend MPI is there."""
    return False


def is_nccl_available():
    """Whether there is the backend of GPUs; here the simulated ones have it, too."""
    return torch.cuda.is_available()


def is_gloo_available():
    """Whether the backend Gloo is there."""
    return True


def is_torchelastic_launched():
    """Whether torchrun started this process."""
    return os.getenv('TORCHELASTIC_RUN_ID') is not None


class Backend(str):
    """The name of a backend: 'gloo' for tensors on the CPU, 'nccl' for those on GPUs."""

    UNDEFINED, GLOO, NCCL, UCC, MPI, TCP = 'undefined', 'gloo', 'nccl', 'ucc', 'mpi', 'tcp'

    def __new__(cls, name):
        if not isinstance(name, str):
            raise ValueError("Backend name must be a string, but got: {}".format(name))
        value = getattr(Backend, name.upper(), Backend.UNDEFINED)
        if value == Backend.TCP:
            raise ValueError("TCP backend has been deprecated. Please use Gloo or MPI backend for collective operations on CPU tensors.")
        if value == Backend.UNDEFINED:
            raise ValueError("Invalid backend: '{}'".format(name))
        if value in (Backend.MPI, Backend.UCC):
            raise RuntimeError(f"Distributed package doesn't have {value.upper()} built in")
        return value


class ReduceOp:
    """What a reduction does with the elements of the ranks."""

    SUM, AVG, PRODUCT, MIN, MAX, BAND, BOR, BXOR = 'SUM', 'AVG', 'PRODUCT', 'MIN', 'MAX', 'BAND', 'BOR', 'BXOR'


class reduce_op:
    """The old name of ReduceOp."""

    SUM, PRODUCT, MIN, MAX = ReduceOp.SUM, ReduceOp.PRODUCT, ReduceOp.MIN, ReduceOp.MAX


class Store:
    """Values by name that all processes of a place see."""

    def __init__(self, place, timeout=None):
        self._place, self.timeout = place, timeout

    def _path(self, key):
        return f'/tmp/.torch-store-{abs(hash(self._place))}-{key}'

    def set(self, key, value):
        with open(self._path(key), 'wb') as f:
            f.write(value.encode() if isinstance(value, str) else value)

    def get(self, key):
        import time
        while not os.path.exists(self._path(key)):
            time.sleep(0.001)
        with open(self._path(key), 'rb') as f:
            return f.read()

    def add(self, key, amount):
        now = int(self.get(key)) + amount if os.path.exists(self._path(key)) else amount
        self.set(key, str(now))
        return now

    def wait(self, keys, timeout=None):
        for key in keys:
            self.get(key)

    def delete_key(self, key):
        there = os.path.exists(self._path(key))
        if there:
            os.remove(self._path(key))
        return there

    def set_timeout(self, timeout):
        self.timeout = timeout


class TCPStore(Store):
    """A store of keys and values that one process serves to the others."""
    def __init__(self, host_name, port, world_size=None, is_master=False, timeout=default_pg_timeout, wait_for_workers=True, multi_tenant=False):
        super().__init__(f'{host_name}:{port}', timeout)
        self.host, self.port = host_name, port


class FileStore(Store):
    """A store of keys and values in a file that the processes share."""
    def __init__(self, file_name, world_size=-1):
        super().__init__(file_name)
        self.path = file_name


class HashStore(Store):
    """A store of keys and values in the memory of one process."""
    def __init__(self):
        super().__init__(f'hash {os.getpid()} {id(self)}')


class PrefixStore(Store):
    """A store that puts a prefix before each key of another."""
    def __init__(self, prefix, store):
        super().__init__(f'{store._place}/{prefix}', store.timeout)


class Work:
    """A collective that is under way."""

    def __init__(self, ticket, tensor=None, result=None):
        self._ticket, self._tensor, self._result, self._error = ticket, tensor, result, None

    def is_completed(self):
        return self._ticket is None or _C._dist_done(self._ticket)

    def is_success(self):
        return self.is_completed() and self._error is None

    def exception(self):
        return self._error

    def wait(self, timeout=None):
        """Waits until the collective is done, on a GPU: has the current stream wait for it."""
        if self._ticket is not None:
            ticket, self._ticket = self._ticket, None
            try:
                _C._dist_wait(ticket, self._tensor)
            except Exception as e:
                self._error = e
                raise
        return True

    synchronize = wait

    def result(self):
        self.wait()
        return self._result

    def get_future(self):
        from torch.futures import Future
        return Future._of(self)

    def source_rank(self):
        return self._result


class _Send(Work):
    """A send that waits when it is waited for."""

    def __init__(self, letter, to):
        super().__init__(None)
        self._letter, self._to = letter, to

    def wait(self, timeout=None):
        _C._dist_sent(self._letter, self._to)
        return True


class _Receive(Work):
    """A recv that waits when it is waited for."""

    def __init__(self, receive):
        super().__init__(None)
        self._receive = receive

    def is_completed(self):
        return self._receive is None

    def wait(self, timeout=None):
        if self._receive is not None:
            receive, self._receive = self._receive, None
            self._result = receive()
        return True


class ProcessGroup:
    """Processes that call collectives together."""

    def __init__(self, name, rank, ranks, backend):
        self._name, self._rank, self._ranks, self._backend = name, rank, ranks, backend

    def rank(self):
        return self._rank

    def size(self):
        return len(self._ranks)

    def name(self):
        return self._backend

    def _place(self, global_rank):
        try:
            return self._ranks.index(global_rank)
        except ValueError:
            raise RuntimeError("The global rank is not part of the group") from None


class GroupMember:
    """Stands for the default group and for not being in a group."""

    WORLD, NON_GROUP_MEMBER = None, object()


class _Group:
    @property
    def WORLD(self):
        return GroupMember.WORLD


group = _Group()
_made = 0


def _get_default_group():
    if GroupMember.WORLD is None:
        raise RuntimeError("Default process group has not been initialized, please make sure to call init_process_group.")
    return GroupMember.WORLD


def is_initialized():
    """Whether this process is in a group."""
    return GroupMember.WORLD is not None


def _env(name):
    value = os.environ.get(name)
    if value is None:
        raise ValueError(f"Error initializing torch.distributed using env:// rendezvous: environment variable {name} expected, but not set")
    return value


def _rendezvous(url, rank, world_size):
    """Where the processes of a group meet, and which this one is."""
    from urllib.parse import parse_qsl, urlparse
    parts = urlparse(url)
    query = dict(parse_qsl(parts.query))
    if parts.scheme == 'env':
        rank = int(_env('RANK')) if rank == -1 else rank
        world_size = int(_env('WORLD_SIZE')) if world_size == -1 else world_size
        return _env('MASTER_ADDR') + ':' + _env('MASTER_PORT'), rank, world_size
    if parts.scheme not in ('tcp', 'file'):
        raise RuntimeError("No rendezvous handler for {}://".format(parts.scheme))
    rank, world_size = int(query.get('rank', rank)), int(query.get('world_size', world_size))
    if rank == -1:
        raise ValueError(f"Error initializing torch.distributed using {parts.scheme}:// rendezvous: rank parameter missing")
    if world_size == -1:
        raise ValueError(f"Error initializing torch.distributed using {parts.scheme}:// rendezvous: world size parameter missing")
    return (parts.netloc or parts.path), rank, world_size


def init_process_group(backend, init_method=None, timeout=default_pg_timeout, world_size=-1, rank=-1, store=None, group_name='', pg_options=None):
    """Joins this process to the default group and waits for the others."""
    global _made
    if GroupMember.WORLD is not None:
        raise RuntimeError("trying to initialize the default process group twice!")
    assert store is None or init_method is None, "Cannot specify both init_method and store."
    backend = Backend(backend)
    if store is not None:
        assert world_size > 0, "world_size must be positive if using store"
        assert rank >= 0, "rank must be non-negative if using store"
        place = store._place
    else:
        place, rank, world_size = _rendezvous(init_method or 'env://', rank, world_size)
    if not 0 <= rank < world_size:
        raise RuntimeError(f"rank {rank} must be from 0 to {world_size - 1}, the world size of {world_size} less one")
    if backend == Backend.NCCL and not torch.cuda.is_available():
        raise RuntimeError("ProcessGroupNCCL is only supported with GPUs, no GPUs found!")
    _C._dist_join(place, rank, world_size)
    GroupMember.WORLD = ProcessGroup(place, rank, list(range(world_size)), backend)
    _made = 0


def destroy_process_group(group=None):
    """Leaves a group, or all."""
    pg = _get_default_group() if group is None else group
    if pg is GroupMember.NON_GROUP_MEMBER:
        return
    _C._dist_leave(pg._name, pg._rank)
    if pg is GroupMember.WORLD:
        GroupMember.WORLD = None


def new_group(ranks=None, timeout=default_pg_timeout, backend=None, pg_options=None):
    """A group of some ranks. All processes of the default group call this, in the same order."""
    global _made
    world = _get_default_group()
    ranks = list(world._ranks) if ranks is None else sorted(ranks)
    if len(ranks) > world.size():
        raise RuntimeError("the new group's world size should be less or equal to the world size set by init_process_group")
    if any(not 0 <= r < world.size() for r in ranks):
        raise RuntimeError("The new group's rank should be within the the world_size set by init_process_group")
    _made += 1
    name = f'{world._name}/{_made}'
    if world.rank() not in ranks:
        return GroupMember.NON_GROUP_MEMBER
    rank = ranks.index(world.rank())
    _C._dist_join(name, rank, len(ranks))
    return ProcessGroup(name, rank, ranks, Backend(backend or world._backend))


def _of(group):
    return _get_default_group() if group is None else group


def _outside(group, what):
    if group is GroupMember.NON_GROUP_MEMBER:
        import warnings
        warnings.warn(f"Running {what} on global rank {get_rank()} which does not belong to the given group.")
        return True
    return False


def get_rank(group=None):
    """The rank of this process in a group, -1 where it is not in it."""
    return -1 if group is GroupMember.NON_GROUP_MEMBER else _of(group).rank()


def get_world_size(group=None):
    """How many processes are in a group, -1 where this one is not in it."""
    return -1 if group is GroupMember.NON_GROUP_MEMBER else _of(group).size()


def get_backend(group=None):
    """The name of the backend of a group, such as "nccl" or "gloo"."""
    pg = _of(group)
    if pg is GroupMember.NON_GROUP_MEMBER:
        raise RuntimeError("Invalid process group specified")
    return pg._backend


def get_group_rank(group, global_rank):
    """The rank in a group of the process with global_rank among all."""
    return _of(group)._place(global_rank)


def get_global_rank(group, group_rank):
    """The rank among all processes of the one with group_rank in a group."""
    return _of(group)._ranks[group_rank]


def get_process_group_ranks(group):
    """The ranks among all processes of those in a group."""
    return list(_of(group)._ranks)


_gpu_of = {}


def _check(pg, tensors, what):
    """Refuses tensors that the backend does not take."""
    for x in tensors:
        if not isinstance(x, torch.Tensor):
            raise RuntimeError(f"Invalid function argument. Expected parameter `{what}` to be of type torch.Tensor.")
        if pg._backend == Backend.NCCL:
            if not x.is_cuda or x.is_sparse:
                raise RuntimeError("Tensors must be CUDA and dense")
            if not x.is_contiguous():
                raise RuntimeError("Tensors must be contiguous")
        elif x.is_sparse:
            raise RuntimeError("Invalid argument: only dense tensors are taken")


def _post(pg, kind, inputs, outputs, op='', root=-1, async_op=False, result=None):
    """Brings this rank's part to a collective."""
    first = next(iter(list(inputs) + list(outputs)), None)
    if pg._backend == Backend.NCCL and first is not None:
        _one_gpu_each(pg, first.device, kind)
    with torch.no_grad():
        work = Work(_C._dist_post(pg._name, pg._rank, kind, op, root, tuple(inputs), tuple(outputs), ''), first, result)
    if async_op:
        return work
    work.wait()


def _one_gpu_each(pg, device, kind):
    """Refuses two ranks on one GPU, as NCCL does."""
    key = (pg._name, device.index)
    if key in _gpu_of:
        return
    mine, theirs = torch.tensor([device.index]), [torch.zeros(1, dtype=torch.int64) for _ in pg._ranks]
    Work(_C._dist_post(pg._name, pg._rank, 'all_gather', '', -1, (mine,), tuple(theirs), kind)).wait()
    indices = [int(x) for x in theirs]
    for rank, index in enumerate(indices):
        other = indices.index(index)
        if other != rank:
            raise RuntimeError("NCCL error in: ../torch/csrc/distributed/c10d/ProcessGroupNCCL.cpp:1269, invalid usage, NCCL version 2.14.3\n"
                               "ncclInvalidUsage: This usually reflects invalid usage of NCCL library.\nLast error:\n"
                               f"Duplicate GPU detected : rank {other if pg._rank == rank else rank} and rank {pg._rank if pg._rank in (rank, other) else other} both on CUDA device {index}")
    _gpu_of[key] = True


def all_reduce(tensor, op=ReduceOp.SUM, group=None, async_op=False):
    """Leaves in tensor, on all ranks, the sum (or what else op makes) of the tensors of all ranks."""
    if _outside(group, "all_reduce"):
        return
    pg = _of(group)
    _check(pg, [tensor], 'tensor')
    _reducible(pg, op)
    return _post(pg, 'all_reduce', [tensor], [tensor], op, async_op=async_op, result=[tensor])


def _reducible(pg, op):
    if op == ReduceOp.AVG and pg._backend != Backend.NCCL:
        raise RuntimeError("Cannot use ReduceOp.AVG with Gloo")
    if op in (ReduceOp.BAND, ReduceOp.BOR, ReduceOp.BXOR) and pg._backend == Backend.NCCL:
        raise RuntimeError(f"Cannot use ReduceOp.{op} with NCCL")


def reduce(tensor, dst, op=ReduceOp.SUM, group=None, async_op=False):
    """Leaves in rank dst's tensor the sum of the tensors of all ranks."""
    if _outside(group, "reduce"):
        return
    pg = _of(group)
    _check(pg, [tensor], 'tensor')
    _reducible(pg, op)
    return _post(pg, 'reduce', [tensor], [tensor], op, pg._place(dst), async_op, [tensor])


def broadcast(tensor, src, group=None, async_op=False):
    """Leaves in tensor, on all ranks, what rank src has in it."""
    if _outside(group, "broadcast"):
        return
    pg = _of(group)
    _check(pg, [tensor], 'tensor')
    return _post(pg, 'broadcast', [tensor], [tensor], '', pg._place(src), async_op, [tensor])


def all_gather(tensor_list, tensor, group=None, async_op=False):
    """Leaves in tensor_list, on all ranks, the tensors of all ranks."""
    if _outside(group, "all_gather"):
        return
    pg = _of(group)
    _check(pg, [tensor] + list(tensor_list), 'tensor_list')
    _as_many(pg, tensor_list, 'all_gather')
    return _post(pg, 'all_gather', [tensor], tensor_list, async_op=async_op, result=tensor_list)


def _as_many(pg, tensors, what):
    if len(tensors) != pg.size():
        raise RuntimeError(f"ProcessGroup{'NCCL' if pg._backend == Backend.NCCL else 'Gloo'}::{what.replace('_', '')}: invalid {'output' if 'gather' in what else 'input'} tensor list: "
                           f"it has {len(tensors)} tensors and there are {pg.size()} ranks")


def all_gather_into_tensor(output_tensor, input_tensor, group=None, async_op=False):
    """Leaves in output_tensor, on all ranks, the tensors of all ranks one after the other."""
    if _outside(group, "all_gather_into_tensor"):
        return
    pg = _of(group)
    _check(pg, [output_tensor, input_tensor], 'output_tensor')
    if output_tensor.numel() != input_tensor.numel() * pg.size():
        raise ValueError("output tensor size must be equal to world_size times input tensor size")
    return _post(pg, 'all_gather', [input_tensor], output_tensor.view(-1).chunk(pg.size()), async_op=async_op, result=[output_tensor])


_all_gather_base = all_gather_into_tensor


def gather(tensor, gather_list=None, dst=0, group=None, async_op=False):
    """Leaves in rank dst's gather_list the tensors of all ranks."""
    if _outside(group, "gather"):
        return
    pg = _of(group)
    mine = pg._place(dst) == pg._rank
    if mine and not gather_list:
        raise ValueError("Argument ``gather_list`` must be specified on destination rank.")
    if not mine and gather_list:
        raise ValueError("Argument ``gather_list`` must NOT be specified on non-destination ranks.")
    _check(pg, [tensor] + list(gather_list or ()), 'tensor')
    return _post(pg, 'gather', [tensor], gather_list or (), '', pg._place(dst), async_op, gather_list)


def scatter(tensor, scatter_list=None, src=0, group=None, async_op=False):
    """Leaves in tensor this rank's part of rank src's scatter_list."""
    if _outside(group, "scatter"):
        return
    pg = _of(group)
    mine = pg._place(src) == pg._rank
    if mine and not scatter_list:
        raise ValueError("Argument ``scatter_list`` must be specified on source rank.")
    if not mine and scatter_list:
        raise ValueError("Argument ``scatter_list`` must NOT be specified on non-source ranks.")
    if mine:
        _as_many(pg, scatter_list, 'scatter')
    _check(pg, [tensor] + list(scatter_list or ()), 'tensor')
    return _post(pg, 'scatter', scatter_list or (), [tensor], '', pg._place(src), async_op, [tensor])


def _nccl_only(pg, what):
    if pg._backend != Backend.NCCL:
        raise RuntimeError(f"ProcessGroup{'Gloo' if 'reduce' in what else ' gloo'} does not support {what}")


def reduce_scatter(output, input_list, op=ReduceOp.SUM, group=None, async_op=False):
    """Leaves in output this rank's part of the sums of the input lists of all ranks."""
    if _outside(group, "reduce_scatter"):
        return
    pg = _of(group)
    _nccl_only(pg, 'reduce_scatter')
    _check(pg, [output] + list(input_list), 'output')
    _as_many(pg, input_list, 'reduce_scatter')
    _reducible(pg, op)
    return _post(pg, 'reduce_scatter', input_list, [output], op, async_op=async_op, result=[output])


def reduce_scatter_tensor(output, input, op=ReduceOp.SUM, group=None, async_op=False):
    """reduce_scatter of the parts of one tensor."""
    if _outside(group, "reduce_scatter_tensor"):
        return
    pg = _of(group)
    _nccl_only(pg, '_reduce_scatter_base')
    _check(pg, [output, input], 'output')
    if input.numel() != output.numel() * pg.size():
        raise ValueError("input tensor must be the same size as output size times world size")
    _reducible(pg, op)
    return _post(pg, 'reduce_scatter', input.view(-1).chunk(pg.size()), [output], op, async_op=async_op, result=[output])


_reduce_scatter_base = reduce_scatter_tensor


def all_to_all(output_tensor_list, input_tensor_list, group=None, async_op=False):
    """Sends input i to rank i, and leaves in output i what rank i sends."""
    if _outside(group, "all_to_all"):
        return
    pg = _of(group)
    _nccl_only(pg, 'alltoall')
    _check(pg, list(output_tensor_list) + list(input_tensor_list), 'output_tensor_list')
    _as_many(pg, input_tensor_list, 'all_to_all')
    return _post(pg, 'all_to_all', input_tensor_list, output_tensor_list, async_op=async_op, result=output_tensor_list)


def all_to_all_single(output, input, output_split_sizes=None, input_split_sizes=None, group=None, async_op=False):
    """all_to_all of the parts of one tensor."""
    if _outside(group, "all_to_all_single"):
        return
    pg = _of(group)
    _check(pg, [output, input], 'output')
    n = pg.size()
    for x, sizes in (output, output_split_sizes), (input, input_split_sizes):
        if not sizes and x.size(0) % n:
            raise RuntimeError("Tensor's dim 0 does not divide equally across group size")
        if sizes and (len(sizes) != n or sum(sizes) != x.size(0)):
            raise RuntimeError("Split sizes doesn't match total dim 0 size")
    parts = [list(x.split(list(sizes) if sizes else x.size(0) // n)) for x, sizes in ((input, input_split_sizes), (output, output_split_sizes))]
    return _post(pg, 'all_to_all', parts[0], parts[1], async_op=async_op, result=[output])


def barrier(group=None, async_op=False, device_ids=None):
    """Waits until every process of the group has come here."""
    if _outside(group, "barrier"):
        return
    pg = _of(group)
    work = _post(pg, 'barrier', (), (), async_op=True)
    if async_op:
        return work
    work.wait()


def monitored_barrier(group=None, timeout=None, wait_all_ranks=False):
    """Waits for all ranks; who does not come is named, as everywhere here."""
    if get_backend(group) != Backend.GLOO:
        raise RuntimeError("monitored_barrier is only implemented for GLOO backend.")
    barrier(group)


def send(tensor, dst, group=None, tag=0):
    """Sends a tensor to rank dst, and waits until it has been received."""
    if dst == get_rank():
        raise ValueError("Invalid destination rank: destination rank should not be the same as the rank of the current process.")
    isend(tensor, dst, group, tag).wait()


def isend(tensor, dst, group=None, tag=0):
    """send without waiting."""
    pg = _of(group)
    _check(pg, [tensor], 'tensor')
    with torch.no_grad():
        return _Send(_C._dist_send(pg._name, pg._rank, pg._place(dst), tag, tensor), dst)


def recv(tensor, src=None, group=None, tag=0):
    """Receives a tensor from rank src, or from any; returns from which."""
    pg = _of(group)
    if src == get_rank():
        raise ValueError("Invalid source rank: source rank should not be the same as the rank of the current process.")
    _check(pg, [tensor], 'tensor')
    with torch.no_grad():
        return pg._ranks[_C._dist_receive(pg._name, pg._rank, -1 if src is None else pg._place(src), tag, tensor)]


def irecv(tensor, src=None, group=None, tag=0):
    """recv without waiting."""
    _check(_of(group), [tensor], 'tensor')
    return _Receive(lambda: recv(tensor, src, group, tag))


class P2POp:
    """One of several sends and receives that are begun together."""

    def __init__(self, op, tensor, peer, group=None, tag=0):
        if op not in (isend, irecv):
            raise RuntimeError("Invalid ``op``. Expected ``op`` to be of type ``torch.distributed.isend`` or ``torch.distributed.irecv``.")
        self.op, self.tensor, self.peer, self.group, self.tag = op, tensor, peer, group, tag


def batch_isend_irecv(p2p_op_list):
    """Begins sends and receives together."""
    if not p2p_op_list or not all(isinstance(p, P2POp) for p in p2p_op_list):
        raise RuntimeError("Invalid ``p2p_op_list``. Each op is expected to to be of type ``torch.distributed.P2POp``.")
    return [p.op(p.tensor, p.peer, p.group, p.tag) for p in sorted(p2p_op_list, key=lambda p: p.op is irecv)]


def _to_tensor(obj, pg):
    data = torch.frombuffer(bytearray(pickle.dumps(obj)), dtype=torch.uint8)
    return data.to(_object_device(pg))


def _object_device(pg):
    return torch.device('cuda', torch.cuda.current_device()) if pg._backend == Backend.NCCL else torch.device('cpu')


def _sizes(size, pg):
    sizes = [torch.zeros(1, dtype=torch.int64, device=_object_device(pg)) for _ in pg._ranks]
    all_gather(sizes, torch.tensor([size], device=_object_device(pg)), pg)
    return [int(s) for s in sizes]


def all_gather_object(object_list, obj, group=None):
    """Leaves in object_list, on all ranks, the objects of all ranks, which are pickled."""
    if _outside(group, "all_gather_object"):
        return
    pg = _of(group)
    data = _to_tensor(obj, pg)
    sizes = _sizes(data.numel(), pg)
    parts = [torch.empty(max(sizes), dtype=torch.uint8, device=data.device) for _ in sizes]
    all_gather(parts, torch.nn.functional.pad(data, (0, max(sizes) - data.numel())), pg)
    for i, (part, size) in enumerate(zip(parts, sizes)):
        object_list[i] = pickle.loads(bytes(part[:size].tolist()))


def gather_object(obj, object_gather_list=None, dst=0, group=None):
    """Leaves in rank dst's list the objects of all ranks, which are pickled."""
    if _outside(group, "gather_object"):
        return
    objects = [None] * get_world_size(group)
    all_gather_object(objects, obj, group)
    if get_rank() == dst:
        object_gather_list[:] = objects


def broadcast_object_list(object_list, src=0, group=None, device=None):
    """Leaves in object_list, on all ranks, the objects of rank src, which are pickled."""
    if _outside(group, "broadcast_object_list"):
        return
    pg = _of(group)
    mine = get_rank() == src
    data = _to_tensor(list(object_list), pg) if mine else None
    size = torch.tensor([data.numel() if mine else 0], device=_object_device(pg))
    broadcast(size, src, pg)
    data = data if mine else torch.empty(int(size), dtype=torch.uint8, device=size.device)
    broadcast(data, src, pg)
    if not mine:
        object_list[:] = pickle.loads(bytes(data.tolist()))


def scatter_object_list(scatter_object_output_list, scatter_object_input_list, src=0, group=None):
    """Leaves in the output list this rank's object of rank src's list."""
    if _outside(group, "scatter_object_list"):
        return
    if not isinstance(scatter_object_output_list, list) or len(scatter_object_output_list) < 1:
        raise RuntimeError("Expected argument scatter_object_output_list to be a list of size at least 1.")
    objects = list(scatter_object_input_list) if get_rank() == src else [None] * get_world_size(group)
    broadcast_object_list(objects, src, group)
    scatter_object_output_list[0] = objects[get_rank(group)]


def _broadcast_coalesced(pg, tensors, buffer_size=None, authoritative_rank=0):
    """broadcast of several tensors."""
    for x in tensors:
        broadcast(x, pg._ranks[authoritative_rank], pg)
