"""What operations keep for the way back, packed by hooks."""

import torch
from torch import _C

_forbidden = []  # messages of the blocks that forbid hooks
_open = []  # blocks of hooks, innermost last


class saved_tensors_hooks:
    """pack_hook gets every tensor that an operation saves, unpack_hook what it returned."""

    def __init__(self, pack_hook, unpack_hook):
        self.pack_hook, self.unpack_hook = pack_hook, unpack_hook

    def __enter__(self):
        if _forbidden:
            raise RuntimeError(_forbidden[-1])
        _C._push_pack(self.pack_hook, self.unpack_hook)
        _open.append(self)

    def __exit__(self, *exc):
        _open.pop()
        _C._pop_pack()


class save_on_cpu(saved_tensors_hooks):
    """Keeps what is saved in the CPU's memory until it is needed."""

    def __init__(self, pin_memory=False):
        def pack(tensor):
            if not pin_memory:
                return tensor.device, tensor.cpu()
            kept = torch.empty(tensor.size(), dtype=tensor.dtype, layout=tensor.layout, pin_memory=torch.cuda.is_available())
            kept.copy_(tensor)
            return tensor.device, kept

        def unpack(packed):
            device, tensor = packed
            return tensor.to(device, non_blocking=pin_memory)

        super().__init__(pack, unpack)


class disable_saved_tensors_hooks:
    """Forbids hooks in a block; the message says why."""

    def __init__(self, error_message):
        self.error_message = error_message

    def __enter__(self):
        _forbidden.append(self.error_message)

    def __exit__(self, *exc):
        _forbidden.pop()
