"""Sparse tensors: coordinates and values (COO), or compressed rows (CSR).

A sparse tensor here is a tensor of its shape without memory of its own, whose class
answers for every operation; what has no answer is refused, as PyTorch refuses it.
"""

import torch

_bases = {}


def _shell(size, values, cls):
    one = torch.zeros((), dtype=values.dtype, device=values.device)
    return torch.Tensor._make_subclass(cls, one.expand(tuple(size)))


def _part(name, x):
    """A dense tensor as a part of a sparse one's repr."""
    if x.numel() == 0:
        return f"{name}tensor([], size={tuple(x.shape)})"
    text = torch._C._format(name + "tensor(", x.detach()).split(", dtype=")[0]
    return text if text.endswith(")") else text + ")"


class Tensor(torch.Tensor):
    """A sparse tensor in coordinates."""

    is_sparse, layout = True, torch.sparse_coo

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        name = getattr(func, "__name__", "")
        answer = _ANSWERS.get(name)
        if answer is not None:
            return answer(*args, **(kwargs or {}))
        if type(func).__name__ == "method-wrapper":
            return super().__torch_function__(func, types, args, kwargs)
        raise _refusal(name)

    # Parts.

    def indices(self):
        _must_be_coalesced(self, "indices")
        return self._i

    def values(self):
        _must_be_coalesced(self, "values")
        return self._v

    def _indices(self):
        return self._i

    def _values(self):
        return self._v

    def _nnz(self):
        return len(self._v)

    def _check(self):
        _check_indices(self._i, self.shape)

    def sparse_dim(self):
        return self._i.shape[0]

    def dense_dim(self):
        return self._v.dim() - 1

    def is_coalesced(self):
        return self._c

    requires_grad = property(lambda self: self._v.requires_grad, lambda self, on: self._v.requires_grad_(on))
    grad_fn = property(lambda self: self._v.grad_fn)
    is_leaf = property(lambda self: self._v.is_leaf)
    T = property(lambda self: self.t())

    def coalesce(self):
        """The same tensor with its coordinates in order, each once."""
        if self._c:
            return self
        n = self.sparse_dim()
        flat = _flat(self._i, self.shape[:n])
        places, inverse = torch.unique(flat, return_inverse=True)
        values = torch.zeros((len(places), *self._v.shape[1:]), dtype=self._v.dtype, device=self._v.device)
        values = values.index_add(0, inverse, self._v)
        return make(_unflat(places, self.shape[:n]), values, self.shape, True)

    def to_dense(self, dtype=None):
        n = self.sparse_dim()
        size = tuple(self.shape)
        flat = torch.zeros((torch.Size(size[:n]).numel(), *size[n:]), dtype=self._v.dtype, device=self._v.device)
        out = flat.index_add(0, _flat(self._i, size[:n]), self._v).reshape(size)
        return out if dtype is None else out.to(dtype)

    def to_sparse(self, sparse_dim=None, **kw):
        return self

    to_sparse_coo = to_sparse

    def to_sparse_csr(self, dense_dim=None):
        a = self.coalesce()
        if a.sparse_dim() != 2:
            raise RuntimeError("Only tensors with two sparse dimensions can be converted to the SparseCsr layout")
        rows = torch.bincount(a._i[0], minlength=a.shape[0])
        crow = torch.cat([torch.zeros(1, dtype=torch.int64), rows.cumsum(0)])
        return csr(crow, a._i[1], a._v, a.shape)

    def numpy(self, force=False):
        raise TypeError("can't convert Sparse layout tensor to numpy. Use Tensor.dense() first.")

    __array__ = numpy

    def storage(self):
        raise NotImplementedError("Cannot access storage of SparseTensorImpl")

    def item(self):
        return self.to_dense().item()

    def tolist(self):
        raise RuntimeError("Cannot access data pointer of Tensor that doesn't have storage")

    def type(self, dtype=None):
        if dtype is not None:
            return self._like(self._v.type(dtype))
        return self._v.type().replace("torch.", "torch.sparse.")

    def _like(self, values, coalesced=None):
        return make(self._i, values, self.shape, self._c if coalesced is None else coalesced)

    def to(self, *args, **kwargs):
        return make(self._i.to(self._v.to(*args, **kwargs).device), self._v.to(*args, **kwargs), self.shape, self._c)

    def cpu(self):
        return self.to("cpu")

    def cuda(self, device=None):
        return make(self._i.cuda(device), self._v.cuda(device), self.shape, self._c)

    def __deepcopy__(self, memo):
        if id(self) not in memo:
            import copy
            memo[id(self)] = out = self.detach().clone().requires_grad_(self.requires_grad)
            if self.grad is not None:
                out.grad = copy.deepcopy(self.grad, memo)
        return memo[id(self)]

    def clone(self):
        return make(self._i.clone(), self._v.clone(), self.shape, self._c)

    def detach(self):
        return self._like(self._v.detach())

    def requires_grad_(self, requires_grad=True):
        self._v.requires_grad_(requires_grad)
        return self

    def __repr__(self, *, tensor_contents=None):
        return _suffixed(_part("tensor(indices=", self._i) + ",\n" + _part("       values=", self._v), self, True)

    __str__ = __repr__

    def __len__(self):
        return self.shape[0]

    def __hash__(self):
        return id(self)


class CSR(Tensor):
    """A sparse matrix in compressed rows."""

    is_sparse, is_sparse_csr, layout = False, True, torch.sparse_csr
    _pairs = None

    @property
    def _i(self):
        """The coordinates; a file may bring the numbers of both parts after this was made."""
        if self._pairs is None:
            rows = torch.repeat_interleave(torch.arange(len(self._rows) - 1), self._rows.diff())
            self._pairs = torch.stack([rows, self._columns])
        return self._pairs

    def _check(self):
        _check_indices(self._i, self.shape)

    def crow_indices(self):
        return self._rows

    def col_indices(self):
        return self._columns

    def values(self):
        return self._v

    def to_sparse_csr(self, dense_dim=None):
        return self

    def to_sparse(self, sparse_dim=None, **kw):
        return make(self._i, self._v, self.shape, True)

    def _like(self, values, coalesced=None):
        return csr(self._rows, self._i[1], values, self.shape)

    def __repr__(self, *, tensor_contents=None):
        text = ",\n".join([_part("tensor(crow_indices=", self._rows), _part("       col_indices=", self._i[1]), _part("       values=", self._v)])
        return _suffixed(text, self, False)

    __str__ = __repr__


for _cls in (Tensor, CSR):
    _cls.__name__ = _cls.__qualname__ = "Tensor"
    _cls.__module__ = "torch"


def _suffixed(text, x, below):
    """text with what follows the values, broken at 80 columns; below starts a new line."""
    words = [f"device='{x._v.device}'"] if x._v.is_cuda else []
    words += [f"size={tuple(x.shape)}", f"nnz={x._nnz()}"]
    if x._v.dtype not in (torch.float32, torch.int64, torch.bool):
        words.append(f"dtype={x._v.dtype}")
    words.append(f"layout={x.layout}")
    if x._v.grad_fn is not None:
        words.append(f"grad_fn=<{type(x._v.grad_fn).__name__}>")
    elif x._v.requires_grad:
        words.append("requires_grad=True")
    width = len(text) - text.rfind("\n") + 1
    for word in words:
        if below or width + len(word) + 2 > 80:
            text += ",\n       " + word
            width, below = 7 + len(word), False
        else:
            text += ", " + word
            width += len(word) + 2
    return text + ")"


# Names of operations that have an overload's behind them.
_OVERLOADS = {"sum": "sum.dim_IntList", "mean": "mean.dim", "eq": "eq.Tensor", "ne": "ne.Tensor", "gt": "gt.Scalar", "lt": "lt.Scalar"}


def _refusal(name):
    name = _OVERLOADS.get(name, name)
    return NotImplementedError(
        f"Could not run 'aten::{name}' with arguments from the 'SparseCPU' backend. This could be because the operator doesn't exist for this "
        "backend, or was omitted during the selective/custom build process (if using custom build). Call to_dense() first.")


def _must_be_coalesced(x, what):
    if not x._c:
        raise RuntimeError(f"Cannot get {what} on an uncoalesced tensor, please call .coalesce() first")


def _flat(indices, size):
    at = torch.zeros(indices.shape[1], dtype=torch.int64, device=indices.device)
    for row, n in zip(indices, size):
        at = at * n + row
    return at


def _unflat(places, size):
    rows = []
    for n in reversed(tuple(size)):
        rows.append(places % n)
        places = torch.div(places, n, rounding_mode="floor")
    return torch.stack(rows[::-1]) if rows else torch.zeros(0, len(places), dtype=torch.int64)


def make(indices, values, size, coalesced):
    x = _shell(size, values, Tensor)
    x._i, x._v, x._c = indices, values, coalesced
    return x


def csr(crow, col, values, size):
    x = _shell(size, values, CSR)
    x._rows, x._columns, x._v, x._c = crow, col, values, True
    return x


def _check_indices(indices, size):
    """Refuses coordinates outside a size."""
    for d, row in enumerate(indices):
        if row.numel() and int(row.max()) >= size[d]:
            raise RuntimeError(f"size is inconsistent with indices: for dim {d}, size is {size[d]} but found index {int(row.max())}")
        if row.numel() and int(row.min()) < 0:
            raise RuntimeError(f"found negative index {int(row.min())} for dim {d}")


def sparse_coo_tensor(indices, values=None, size=None, *, dtype=None, device=None, requires_grad=False):
    if values is None:  # only a size
        size, indices = tuple(indices), torch.zeros(len(indices), 0, dtype=torch.int64)
        values = torch.zeros(0, dtype=dtype)
    indices = torch.as_tensor(indices).to(torch.int64)
    values = torch.as_tensor(values, dtype=dtype)
    if device is not None:
        indices, values = indices.to(device), values.to(device)
    if indices.dim() == 1:
        indices = indices[None]
    if values.dim() == 0:
        values = values.expand(indices.shape[1])
    if indices.shape[1] != len(values):
        raise RuntimeError(f"indices and values must have same nnz, but got nnz from indices: {indices.shape[1]}, nnz from values: {len(values)}")
    if size is None:
        size = tuple(int(row.max()) + 1 if row.numel() else 0 for row in indices) + tuple(values.shape[1:])
    if len(size) != indices.shape[0] + values.dim() - 1:
        raise RuntimeError(f"number of dimensions must be sparse_dim ({indices.shape[0]}) + dense_dim ({values.dim() - 1}), but got {len(size)}")
    _check_indices(indices, size)
    return make(indices, values.detach().requires_grad_() if requires_grad else values, size, False)


def sparse_csr_tensor(crow_indices, col_indices, values, size=None, *, dtype=None, device=None, requires_grad=False):
    crow, col = torch.as_tensor(crow_indices), torch.as_tensor(col_indices)
    values = torch.as_tensor(values, dtype=dtype, device=device)
    if size is None:
        size = (len(crow) - 1, int(col.max()) + 1 if col.numel() else 0)
    return csr(crow, col, values.detach().requires_grad_() if requires_grad else values, size)


def to_sparse(x, sparse_dim=None):
    """A dense tensor in coordinates, those of its elements (or rows) that are not all 0."""
    n = x.dim() if sparse_dim is None else sparse_dim
    kept = x if n == x.dim() else x.reshape(*x.shape[:n], -1).abs().sum(-1)
    indices = torch.nonzero(kept).t().contiguous()
    return make(indices, x[tuple(indices)], x.shape, True)


def to_sparse_csr(x):
    if x.dim() != 2:
        raise RuntimeError("Only tensors with two dimensions can be converted to the SparseCsr layout")
    return to_sparse(x).to_sparse_csr()


# Operations.

def _is_sparse(x):
    return isinstance(x, Tensor)


def _product(a, b):
    """a @ b for a sparse matrix a."""
    if not _is_sparse(a):
        raise NotImplementedError("Could not run 'aten::sparse_dim' with arguments from the 'CPU' backend: only the left operand of @ may be sparse. "
                                  "Write (b.t() @ a.t()).t(), or call to_dense() first.")
    vector = not _is_sparse(b) and b.dim() == 1
    if a.dim() != 2 or a.shape[1] != b.shape[0]:
        if vector:
            raise RuntimeError(f"mv: expected self.size(-1) == vec.size(-1)")
        raise RuntimeError(f"mat1 and mat2 shapes cannot be multiplied ({a.shape[0]}x{a.shape[1]} and {b.shape[0]}x{b.shape[1]})")
    if _is_sparse(b):
        return to_sparse(_product(a, b.to_dense()))
    (rows, columns), values = a._i, a._v
    right = b[:, None] if vector else b
    out = torch.zeros(a.shape[0], right.shape[1], dtype=values.dtype, device=values.device)
    out = out.index_add(0, rows, values[:, None] * right[columns])
    return torch._C._rename("MvBackward0" if vector else "MmBackward0", out[:, 0] if vector else out)


def _add(a, b, *, alpha=1):
    if not _is_sparse(b):
        raise RuntimeError("add(sparse, dense) is not supported. Use add(dense, sparse) instead.")
    if not _is_sparse(a):
        return a + alpha * b.to_dense()
    if a.shape != b.shape:
        raise RuntimeError(f"add: expected sizes of 'self' and 'other' to match, but {list(a.shape)} != {list(b.shape)}")
    both = make(torch.cat([a._i, b._i], 1), torch.cat([a._v, alpha * b._v]), a.shape, False)
    return both.coalesce() if a._c and b._c or torch.equal(a._i, b._i) else both


def _sub(a, b, *, alpha=1):
    return _add(a, b, alpha=-alpha)


def _mul(a, b):
    if _is_sparse(a) and _is_sparse(b):
        return to_sparse_at(a.coalesce(), b.to_dense())
    sparse, other = (a, b) if _is_sparse(a) else (b, a)
    if isinstance(other, torch.Tensor) and other.dim():
        return to_sparse_at(sparse, other)
    return sparse._like(sparse._v * other)


def to_sparse_at(a, dense):
    """a times the elements of a dense tensor where a has its own."""
    return a._like(a._v * dense.expand(tuple(a.shape))[tuple(a._i)])


def _div(a, b):
    if isinstance(b, torch.Tensor) and b.dim():
        raise RuntimeError("Sparse division requires a dense scalar or a zero-dim dense tensor as divisor")
    return a._like(a._v / b)


def _elementwise(name):
    def f(x, *args):
        x = x.coalesce()
        return x._like(getattr(torch.Tensor, name)(x._v, *args))
    return f


def _transpose(x, dim0=0, dim1=1):
    order = list(range(x.sparse_dim()))
    if x.dim() < 2:
        return x
    order[dim0], order[dim1] = order[dim1], order[dim0]
    size = list(x.shape)
    size[dim0], size[dim1] = size[dim1], size[dim0]
    return make(x._i[order], x._v, size, False)


def _cat(tensors, dim=0):
    indices, total = [], 0
    for x in tensors:
        shifted = x._i.clone()
        shifted[dim] += total
        total += x.shape[dim]
        indices.append(shifted)
    size = list(tensors[0].shape)
    size[dim] = total
    return make(torch.cat(indices, 1), torch.cat([x._v for x in tensors]), size, False)


def _unsqueeze(x, dim):
    zero = torch.zeros(1, x._nnz(), dtype=torch.int64)
    dim %= x.dim() + 1
    return make(torch.cat([x._i[:dim], zero, x._i[dim:]]), x._v, (*x.shape[:dim], 1, *x.shape[dim:]), x._c)


def _select(x, key):
    if not isinstance(key, int):
        raise _refusal("slice.Tensor")
    here = x._i[0] == key % x.shape[0]
    return make(x._i[1:, here], x._v[here], x.shape[1:], x._c)


def _add_into(a, b, *, alpha=1):
    """a += alpha * b for a dense a."""
    if _is_sparse(a):
        raise _refusal("add_")
    if b.sparse_dim() == 1:
        return a.index_add_(0, b._i[0], b._v, alpha=alpha)
    return a.add_(b.to_dense(), alpha=alpha)


def _clear(x):
    x._i, x._v, x._c = x._i[:, :0], x._v[:0], True
    return x


def mask_of(x, mask):
    """The elements of a dense x where a sparse mask has its own."""
    return mask._like(x[tuple(mask._i)])


def _scale(x, other):
    x._v.mul_(other)
    return x


def sum(input, dim=None, dtype=None):
    """The sum of all elements, or a sparse tensor of the sums along dim."""
    if dim is None:
        return input._v.sum(dtype=dtype)
    gone = {d % input.dim() for d in ([dim] if isinstance(dim, int) else dim)}
    kept = [d for d in range(input.sparse_dim()) if d not in gone]
    return make(input._i[kept], input._v, [input.shape[d] for d in kept], False).coalesce()


def softmax(input, dim, dtype=None):
    """softmax along dim over the elements that are there."""
    return _normalized(input, dim, torch.softmax)


def log_softmax(input, dim, dtype=None):
    return _normalized(input, dim, torch.log_softmax)


def _normalized(x, dim, f):
    x = x.coalesce()
    others = [d for d in range(x.sparse_dim()) if d != dim % x.dim()]
    group = _flat(x._i[others], [x.shape[d] for d in others])
    values = torch.empty_like(x._v)
    for g in group.unique():
        values[group == g] = f(x._v[group == g], 0)
    return x._like(values)


def addmm(mat, mat1, mat2, *, beta=1.0, alpha=1.0):
    return beta * mat + alpha * _product(mat1, mat2)


def mm(a, b):
    return torch._C._rename("SparseAddmmBackward0", _product(a, b)) if not _is_sparse(b) else _product(a, b)


_ANSWERS = {
    "mm": _product, "matmul": _product, "mv": _product, "spmm": _product, "dsmm": _product, "addmm": addmm,
    "add": _add, "sub": _sub, "subtract": _sub, "mul": _mul, "multiply": _mul, "div": _div, "divide": _div, "true_divide": _div, "mul_": _scale,
    "t": _transpose, "transpose": _transpose, "cat": _cat, "stack": lambda tensors, dim=0: _cat([_unsqueeze(x, dim) for x in tensors], dim),
    "unsqueeze": _unsqueeze, "__getitem__": _select, "norm": lambda x, *args, **kw: x.coalesce()._v.norm(),
    "clone": Tensor.clone, "detach": Tensor.detach, "numel": lambda x: x.shape.numel(), "zeros_like": lambda x, **kw: sparse_coo_tensor(tuple(x.shape)),
    "is_floating_point": lambda x: x.dtype.is_floating_point, "is_complex": lambda x: x.dtype.is_complex,
    "add_": _add_into, "sub_": lambda a, b, *, alpha=1: _add_into(a, b, alpha=-alpha), "zero_": _clear, "sparse_mask": mask_of,
    "contiguous": lambda x, **kw: x, "is_same_size": lambda a, b: a.shape == b.shape,
}
for _name in ("neg", "abs", "sqrt", "square", "sin", "tan", "sinh", "tanh", "asin", "atan", "floor", "ceil", "round", "trunc", "sign", "pow", "expm1", "log1p",
              "float", "double", "half", "int", "long", "bool", "short", "bfloat16"):
    _ANSWERS[_name] = _elementwise(_name)
