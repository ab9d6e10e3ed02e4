"""The part of Module that changes all members at once: moves, casts, modes, gradients.

Its class is called Module too, so that messages about its methods read as PyTorch's.
"""

import warnings

import torch


def clear_grad(p, set_to_none):
    """Forgets p's gradient, or sets it to zero in place."""
    if p.grad is None:
        return
    if set_to_none:
        p.grad = None
        return
    if p.grad.grad_fn is not None:
        p.grad.detach_()
    else:
        p.grad.requires_grad_(False)
    p.grad.zero_()


class Module:
    """What Module inherits for changing parameters and buffers."""

    # Changing all members.

    def apply(self, fn):
        """Calls fn on every module below this one, then on this one."""
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    def _apply(self, fn):
        for module in self.children():
            module._apply(fn)
        for param in self._parameters.values():
            if param is None:
                continue
            with torch.no_grad():
                param.data = fn(param)
                if param.grad is not None:
                    param.grad.data = fn(param.grad)
        for name, buf in self._buffers.items():
            if buf is not None:
                self._buffers[name] = fn(buf)
        return self

    def cuda(self, device=None):
        """Moves parameters and buffers to a GPU."""
        return self._apply(lambda t: t.cuda(device))

    def cpu(self):
        """Moves parameters and buffers to the CPU."""
        return self._apply(lambda t: t.cpu())

    def type(self, dst_type):
        """Casts parameters and buffers to a type."""
        return self._apply(lambda t: t.type(dst_type))

    def _cast_floating(self, dtype):
        return self._apply(lambda t: t.to(dtype) if t.is_floating_point() else t)

    def float(self):
        """Casts floating point parameters and buffers to float32."""
        return self._cast_floating(torch.float32)

    def double(self):
        """Casts floating point parameters and buffers to float64."""
        return self._cast_floating(torch.float64)

    def half(self):
        """Casts floating point parameters and buffers to float16."""
        return self._cast_floating(torch.float16)

    def bfloat16(self):
        """Casts floating point parameters and buffers to bfloat16."""
        return self._cast_floating(torch.bfloat16)

    def to_empty(self, *, device):
        """Moves parameters and buffers to a device without their values."""
        return self._apply(lambda t: torch.empty_like(t, device=device))

    def to(self, *args, **kwargs):
        """Moves or casts parameters and buffers: to(device), to(dtype), to(tensor)."""
        device, dtype, non_blocking, memory_format = torch._C._nn._parse_to(*args, **kwargs)
        if dtype is not None:
            if not (dtype.is_floating_point or dtype.is_complex):
                raise TypeError("nn.Module.to only accepts floating point or complex dtypes, "
                                f"but got desired dtype={dtype}")
            if dtype.is_complex:
                warnings.warn(
                    "Complex modules are a new feature under active development whose design may change, "
                    "and some modules might not work as expected when using complex tensors as parameters or buffers. "
                    "Please file an issue at https://github.com/pytorch/pytorch/issues/new?template=bug-report.yml "
                    "if a complex module does not work as expected.")

        def convert(t):
            wanted = dtype if t.is_floating_point() or t.is_complex() else None
            if memory_format is not None and t.dim() in (4, 5):
                return t.to(device, wanted, non_blocking, memory_format=memory_format)
            return t.to(device, wanted, non_blocking)

        return self._apply(convert)

    def train(self, mode=True):
        """Sets training mode (or, with False, evaluation mode) everywhere below."""
        if not isinstance(mode, bool):
            raise ValueError("training mode is expected to be boolean")
        self.training = mode
        for module in self.children():
            module.train(mode)
        return self

    def eval(self):
        """Sets evaluation mode."""
        return self.train(False)

    def requires_grad_(self, requires_grad=True):
        """Says for every parameter whether autograd records operations on it."""
        for p in self.parameters():
            p.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none=False):
        """Clears the gradients of all parameters."""
        if getattr(self, "_is_replica", False):
            warnings.warn(
                "Calling .zero_grad() from a module created with nn.DataParallel() has no effect. "
                "The parameters are copied (in a differentiable manner) from the original module. "
                "This means they are not leaf nodes in autograd and so don't accumulate gradients. "
                "If you need gradients in your forward method, consider using autograd.grad instead.")
        for p in self.parameters():
            clear_grad(p, set_to_none)

    def share_memory(self):
        return self._apply(lambda t: t.share_memory_())
