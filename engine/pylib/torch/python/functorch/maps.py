"""vmap: a function of one element as a function of a batch."""

import functools

import torch


def _pair(dims, value):
    """(tensor, its mapped dimension) for all leaves of value; dims has value's structure, or stands for all of it."""
    if isinstance(value, dict):
        return {k: _pair(dims[k] if isinstance(dims, dict) else dims, v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        each = dims if isinstance(dims, (list, tuple)) else [dims] * len(value)
        return [_pair(d, v) for d, v in zip(each, value)]
    return _Leaf(value, dims)


class _Leaf:
    def __init__(self, value, dim):
        self.value, self.dim = value, dim if isinstance(value, torch.Tensor) else None


def _leaves(pairs):
    if isinstance(pairs, _Leaf):
        yield pairs
    else:
        for p in pairs.values() if isinstance(pairs, dict) else pairs:
            yield from _leaves(p)


def _element(pairs, like, i):
    if isinstance(pairs, _Leaf):
        return pairs.value if pairs.dim is None else pairs.value.select(pairs.dim, i)
    if isinstance(pairs, dict):
        return {k: _element(p, like[k], i) for k, p in pairs.items()}
    items = [_element(p, v, i) for p, v in zip(pairs, like)]
    return type(like)(*items) if hasattr(like, "_fields") else type(like)(items)


def _stack(func, results, dims):
    first = results[0]
    if isinstance(first, dict):
        return {k: _stack(func, [r[k] for r in results], dims) for k in first}
    if isinstance(first, (list, tuple)):
        each = dims if isinstance(dims, (list, tuple)) else [dims] * len(first)
        items = [_stack(func, [r[n] for r in results], d) for n, d in enumerate(each)]
        return type(first)(*items) if hasattr(first, "_fields") else type(first)(items)
    if not isinstance(first, torch.Tensor):
        name = getattr(func, "__name__", repr(func))
        raise ValueError(f"vmap({name}, ...): `{name}` must only return Tensors, got type {type(first)} as a return.")
    return torch.stack(results, dims)


def vmap(func, in_dims=0, out_dims=0, randomness="error"):
    """func over the dimension in_dims of its arguments (None: the same for all), results stacked along out_dims."""
    @functools.wraps(func)
    def wrapped(*args, **kwargs):
        name = getattr(func, "__name__", repr(func))
        if randomness not in ("error", "different", "same"):
            raise RuntimeError(f"Only allowed values for randomness are 'error', 'different', or 'same'. Got {randomness}")
        if not args:
            raise ValueError(f"vmap({name})(<inputs>): got no inputs. Maybe you forgot to add inputs, or you are trying to vmap over "
                             "a function with no inputs. The latter is unsupported.")
        if isinstance(in_dims, (list, tuple)) and len(in_dims) != len(args):
            raise ValueError(f"vmap({name}, in_dims={in_dims}, ...)(<inputs>): in_dims is not compatible with the structure of `inputs`. "
                             f"in_dims has structure {len(in_dims)} but inputs has structure {len(args)}.")
        pairs = _pair(in_dims, args)
        for p in _leaves(pairs):
            if p.dim is not None and not -p.value.dim() <= p.dim < p.value.dim():
                raise ValueError(f"vmap({name}, in_dims={in_dims}, ...)(<inputs>): Got in_dim={p.dim} for some input, but that input is a Tensor of "
                                 f"dimensionality {p.value.dim()} so expected in_dim to satisfy -{p.value.dim()} <= in_dim < {p.value.dim()}.")
        sizes = [p.value.shape[p.dim] for p in _leaves(pairs) if p.dim is not None]
        if not sizes:
            raise ValueError(f"vmap({name}, in_dims={in_dims}, ...)(<inputs>): at least one Tensor must be mapped over")
        if len(set(sizes)) > 1:
            raise ValueError("vmap: Expected all tensors to have the same size in the mapped dimension, got sizes "
                             f"{sizes} for the mapped dimension")
        before, results = torch.get_rng_state(), []
        for i in range(sizes[0]):
            if i and randomness == "same":
                torch.set_rng_state(before)
            results.append(func(*_element(pairs, args, i), **kwargs))
        if randomness == "error" and not torch.equal(before, torch.get_rng_state()):
            raise RuntimeError("vmap: called random operation while in randomness error mode. Please either use the 'same' or 'different' "
                               "randomness flags on vmap or perform the randomness operation out of vmap")
        return _stack(func, results, out_dims)
    return wrapped
