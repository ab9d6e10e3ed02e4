"""Tensors in oneDNN's own layout: opaque, made by to_mkldnn and read by to_dense. Here the numbers lie as they did."""

import torch


def _refusal(op):
    return NotImplementedError(f"Could not run 'aten::{op}' with arguments from the 'MkldnnCPU' backend. This could be because the operator doesn't exist "
                               "for this backend, or was omitted during the selective/custom build process (if using custom build).")


class Tensor(torch.Tensor):
    """A tensor whose memory is oneDNN's business."""

    layout = property(lambda self: torch._mkldnn)
    is_mkldnn = property(lambda self: True)

    def to_dense(self, dtype=None):
        plain = self.as_subclass(torch.Tensor)
        return plain if dtype is None else plain.to(dtype)

    def to(self, *args, **kwargs):
        return self.to_dense().to(*args, **kwargs)

    def to_mkldnn(self, dtype=None):
        raise _refusal("to_mkldnn")

    def __getitem__(self, key):
        raise _refusal("as_strided")

    def storage(self):
        raise NotImplementedError("Cannot access storage of OpaqueTensorImpl")

    def numpy(self, *, force=False):
        raise TypeError("can't convert Mkldnn layout tensor to numpy. Use Tensor.dense() first.")

    def __repr__(self, **kwargs):
        text = torch._C._format("tensor(", self)
        data, comma, rest = text[:-1].partition(", grad_fn=")
        return f"{data}, layout=torch._mkldnn{comma}{rest})"


def to_mkldnn(x, dtype=None):
    """The tensor in oneDNN's layout."""
    if x.device.type != "cpu" or (dtype or x.dtype) not in (torch.float32, torch.bfloat16):
        raise RuntimeError("dense_to_mkldnn expects float or bfloat16 tensor input")
    return (x if dtype is None else x.to(dtype)).as_subclass(Tensor)
