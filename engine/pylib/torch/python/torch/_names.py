"""Tensors whose dimensions have names (https://pytorch.org/docs/1.13/named_tensor.html).

A named tensor is a tensor of a class that answers for every operation: names among the
arguments become numbers, the operation runs, and its result gets the names that follow.
"""

import torch
from torch import _C


def _text(names):
    return "[" + ", ".join(repr(n) if n is not None else "None" for n in names) + "]"


class Tensor(torch.Tensor):
    """A tensor with names, or None, for its dimensions."""

    _names = ()

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        name, kwargs = getattr(func, "__name__", ""), kwargs or {}
        if type(func).__name__ == "method-wrapper":
            return super().__torch_function__(func, types, args, kwargs)
        rule = _RULES.get(name.removesuffix("_"), _unified)
        if rule is _refused:
            raise _refusal({"reshape": "_reshape_alias"}.get(name, name))
        if rule in (_flattened, _unflattened):
            return rule(*args, **kwargs)
        first = next(a for a in _tensors(args))
        args, kwargs = [_numbers(first, a) for a in args], {k: _numbers(first, v) for k, v in kwargs.items()}
        unified = _unify([names_of(x) for x in _tensors(args)]) if rule is _unified else None
        result = super().__torch_function__(func, types, args, kwargs)
        if name.endswith("_") and not name.endswith("__"):
            return result
        for x in _tensors([result]):
            if not any(x is a for a in args):
                named(x, unified if unified is not None and len(unified) == x.dim() else rule(x, *args, **kwargs))
        return result

    names = property(lambda self: self._names, lambda self, names: rename_(self, *([None] if names is None else names)))

    @property
    def T(self):
        raise _refusal("permute")

    def size(self, dim=None):
        return super().size() if dim is None else self.shape[_numbers(self, dim)]

    def stride(self, dim=None):
        return super().stride() if dim is None else super().stride()[_numbers(self, dim)]

    def requires_grad_(self, requires_grad=True):
        self.requires_grad = requires_grad
        return self

    def __getitem__(self, key):
        result = super().__getitem__(key)
        left, names = list(self._names), []
        keys = key if isinstance(key, tuple) else (key,)
        if any(isinstance(k, (list, torch.Tensor)) for k in keys):
            raise _refusal("index")
        if any(k is None for k in keys):
            raise _refusal("unsqueeze")
        taken = sum(k is not Ellipsis for k in keys)
        for k in keys:
            if k is Ellipsis:
                count = self.dim() - taken
                names += left[:count]
                del left[:count]
            elif isinstance(k, slice):
                names.append(left.pop(0))
            else:
                left.pop(0)
        return named(result, names + left)

    def __iter__(self):
        return iter(self.unbind(0))

    def __repr__(self, **kwargs):
        text = _C._format("tensor(", self)
        return f"{text[:-1]}, names={self._names})" if any(self._names) else text


def _refusal(name):
    return RuntimeError(f"aten::{name} is not yet supported with named tensors. Please drop names via `tensor = tensor.rename(None)`, "
                        "call the op with an unnamed tensor, and set names on the result of the operation.")


def _tensors(values):
    for v in values:
        if isinstance(v, torch.Tensor):
            yield v
        elif isinstance(v, (list, tuple)):
            yield from _tensors(v)


def names_of(x):
    return x._names if isinstance(x, Tensor) else (None,) * x.dim()


def _number(x, name):
    names = names_of(x)
    if name not in names:
        raise RuntimeError(f"Name '{name}' not found in Tensor{_text(names)}.")
    return names.index(name)


def _numbers(x, value):
    """Names among a function's arguments as numbers of x's dimensions."""
    if isinstance(value, str):
        return _number(x, value)
    if isinstance(value, (list, tuple)) and value and all(isinstance(v, str) for v in value):
        return tuple(_number(x, v) for v in value)
    return value


def named(x, names):
    """Gives a new tensor names."""
    names = _checked(names)
    if len(names) != x.dim():
        raise RuntimeError(f"Number of names ({len(names)}) and number of dimensions in tensor ({x.dim()}) do not match. "
                           f"Attempted to create a tensor with names {_text(names)}")
    if type(x) is torch.Tensor:
        _C._become(x, Tensor)
    x._names = names
    return x


def _checked(names):
    names = (names,) if isinstance(names, str) else tuple(names)
    for n in names:
        if n is not None and not n.isidentifier():
            raise RuntimeError(f"Invalid name: a valid identifier contains only digits, alphabetical characters, and/or "
                               f"underscore and starts with a non-digit. got: '{n}'.")
    real = [n for n in names if n is not None]
    if len(set(real)) < len(real):
        raise RuntimeError(f"Cannot construct a tensor with duplicate names. Got names: {_text(names)}.")
    return names


# Which names results have.

def _unify(lists):
    """The names of what operands broadcast to."""
    result = lists[0] if lists else ()
    for names in lists[1:]:
        result = _unify_two(result, names)
    return tuple(result)


def _unify_two(a, b):
    """What two lists of names, aligned at the right, have in common."""
    n = max(len(a), len(b))
    wide_a, wide_b = (None,) * (n - len(a)) + tuple(a), (None,) * (n - len(b)) + tuple(b)
    out, both = [], f"when attempting to broadcast dims {_text(a)} and dims {_text(b)}: "
    for x, y in zip(reversed(wide_a), reversed(wide_b)):
        if None not in (x, y) and x != y:
            raise RuntimeError(f"Error {both}dim '{x}' and dim '{y}' are at the same position from the right but do not match.")
        for name, place, others in ((x, y, b), (y, x, a)):
            if name is not None and place is None and name in others:
                raise RuntimeError(f"Misaligned dims {both}dim '{name}' appears in a different position from the right across both lists.")
        out.append(y if x is None else x)
    return tuple(reversed(out))


def _unified(result, *args, **kwargs):
    return (None,) * result.dim()


def _reduced(at):
    """Dimension argument number at goes, or stays with one element."""
    def rule(result, x, *args, dim=None, **kwargs):
        names = names_of(x)
        if dim is None and len(args) >= at and not isinstance(args[at - 1], torch.Tensor):
            dim = args[at - 1]
        if result.dim() == len(names):
            return names
        if dim is None or dim == () or dim == []:
            return ()
        gone = {d % len(names) for d in (dim if isinstance(dim, (tuple, list)) else (dim,))}
        return [n for d, n in enumerate(names) if d not in gone]
    return rule


def _kept(result, x, *args, **kwargs):
    return names_of(x)


def _product(result, a, b, *args, **kwargs):
    a, b = names_of(a), names_of(b)
    lead = _unify_two(a[:-2], b[:-2])
    return lead + a[-2:-1] + (b[-1:] if len(b) > 1 else ())


def _swapped(result, x, dim0=0, dim1=1):
    names = list(names_of(x))
    if len(names) > 1:
        names[dim0], names[dim1] = names[dim1], names[dim0]
    return names


def _dropped(result, x, dim=0, *args):
    names = list(names_of(x))
    del names[dim]
    return names


def _squeezed(result, x, dim=None):
    sizes = x.shape
    return [n for d, n in enumerate(names_of(x)) if sizes[d] != 1 or dim is not None and d != dim % len(sizes)]


def _expanded(result, x, *sizes):
    return (None,) * (result.dim() - x.dim()) + names_of(x)


def _joined(result, tensors, *args, **kwargs):
    return _unify([names_of(x) for x in tensors])


def _refused(*args):
    """Operations that PyTorch has without names only."""


def _flattened(x, dims, *more, out_dim=None):
    if isinstance(dims, (list, tuple)):
        out = more[0] if more else out_dim
        at = [_number(x, d) for d in dims]
        if at != list(range(at[0], at[0] + len(at))):
            raise RuntimeError(f"flatten(tensor, dims, out_dim): dims {_text(dims)} must be consecutive in Tensor{_text(names_of(x))}")
        first, last = at[0], at[-1]
    else:
        first, last = _numbers(x, dims), _numbers(x, more[0])
        out = more[1] if len(more) > 1 else out_dim
    names = names_of(x)
    return named(x.rename(None).flatten(first, last), names[:first] + (out,) + names[last + 1:])


def _unflattened(x, dim, sizes):
    at, names = _numbers(x, dim), names_of(x)
    return named(x.rename(None).unflatten(at, [n for _, n in sizes]), names[:at] + tuple(n for n, _ in sizes) + names[at + 1:])


_RULES = {
    "matmul": _product, "mm": _product, "bmm": _product, "mv": _product, "transpose": _swapped, "t": _swapped,
    "select": _dropped, "unbind": _dropped, "squeeze": _squeezed, "expand": _expanded,
    "cat": _joined, "concat": _joined, "flatten": _flattened, "unflatten": _unflattened,
    **dict.fromkeys("sum mean prod std var max min any all amax amin logsumexp median mode nansum std_mean var_mean "
                    "nanmedian".split(), _reduced(1)),
    **dict.fromkeys("norm kthvalue quantile renorm".split(), _reduced(2)),
    **dict.fromkeys("softmax log_softmax cumsum cumprod cummax cummin sort narrow split chunk masked_fill masked_fill_ clone detach to "
                    "type float double half long int short contiguous zeros_like ones_like".split(), _kept),
    **dict.fromkeys("argmax argmin permute view reshape stack unsqueeze gather scatter index_select einsum repeat flip roll".split(), _refused),
}


# Methods of every tensor.

def has_names(x):
    return any(n is not None for n in names_of(x))


def _plain(x):
    """x without names."""
    return x.as_subclass(torch.Tensor)


def rename(x, *names, **changes):
    """x with other names: all of them, some (changes), or None for none."""
    return _renamed(x, names, changes, _plain)


def rename_(x, *names, **changes):
    """rename in place."""
    return _renamed(x, names, changes, lambda x: x)


def _renamed(x, names, changes, copy):
    if names and changes:
        raise RuntimeError("rename(*names, **rename_map): expected to only have one of positional or keyword arguments.")
    if names == (None,):
        if copy is _plain:
            return _plain(x)
        return named(x, (None,) * x.dim()) if isinstance(x, Tensor) else x
    old = names_of(x)
    if changes:
        for n in changes:
            if n not in old:
                raise RuntimeError(f"rename: Tried to rename dim '{n}' to dim {changes[n]} in Tensor[{old}] but dim '{n}' does not exist")
        names = tuple(changes.get(n, n) for n in old)
    return named(copy(x), _spread(names, old))


def _spread(names, old):
    """Names with ... standing for the old names in between."""
    names = tuple(names)
    for dots in (Ellipsis, "..."):
        if dots in names:
            at = names.index(dots)
            after = len(names) - at - 1
            return names[:at] + old[at:len(old) - after] + names[at + 1:]
    return names


def refine_names(x, *names):
    """x with names for dimensions that have none."""
    old = names_of(x)
    names = _spread(names, old)
    if len(names) != len(old):
        raise RuntimeError(f"refine_names: cannot coerce Tensor{_text(old)} to Tensor{_text(names)} because they have a different number of dims ({len(old)} and {len(names)} respectively).")
    for i, (a, b) in enumerate(zip(old, names)):
        if a is not None and a != b:
            if b is None:
                raise RuntimeError(f"refine_names: cannot coerce Tensor{_text(old)} to Tensor{_text(names)} because '{a}' is more specific than None at index {i}")
            raise RuntimeError(f"refine_names: cannot coerce Tensor{_text(old)} to Tensor{_text(names)} because '{a}' is different from '{b}' at index {i}")
    return named(_plain(x), names)


def align_to(x, *names):
    """x with its dimensions in the order of names; missing ones have size one."""
    old = names_of(x)
    for dots in (Ellipsis, "..."):
        if dots in names:
            rest = tuple(n for n in old if n not in names)
            at = names.index(dots)
            names = names[:at] + rest + names[at + 1:]
    for n in old:
        if n is None:
            raise RuntimeError(f"align_to: All input dims must be named. Found unnamed dim at index {old.index(None)} of Tensor{_text(old)}")
        if n not in names:
            raise RuntimeError(f"align_to: Cannot find dim '{n}' from Tensor{_text(old)} in desired alignment {_text(names)}.")
    plain = _plain(x).permute([old.index(n) for n in names if n in old])
    return named(plain[tuple(slice(None) if n in old else None for n in names)], names)


def align_as(x, other):
    """x with its dimensions in the order of other's."""
    return align_to(x, *names_of(other))
