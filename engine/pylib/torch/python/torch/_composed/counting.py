"""Histograms, medians and differences."""

import torch
from torch import _C


def _edges(values, bins, range, like):
    if isinstance(bins, torch.Tensor):
        return bins
    low, high = (range if range is not None else (values.min(), values.max())) if values.numel() or range else (0, 1)
    if float(low) == float(high):
        low, high = low - 0.5 if range is None else low, high + 0.5 if range is None else high
    return torch.linspace(float(low), float(high), bins + 1, dtype=like.dtype, device=like.device)


def _bin(values, edges):
    """The bin of each value, and whether it has one; the last bin has both of its ends."""
    n = edges.numel() - 1
    index = torch.searchsorted(edges, values.contiguous(), right=True) - 1
    index = torch.where(values == edges[-1], n - 1, index)
    return index.clamp(0, n - 1), (values >= edges[0]) & (values <= edges[-1])


def histogram(input, bins=100, range=None, weight=None, density=False):
    if isinstance(bins, torch.Tensor) and bins.dim() != 1:
        raise RuntimeError("torch.histogram(): bins tensor should have one dimension")
    if not isinstance(bins, torch.Tensor) and bins <= 0:
        raise RuntimeError(f"torch.histogram(): bins must be > 0, but got {bins}")
    flat = input.detach().reshape(-1)
    edges = _edges(flat, bins, range, input)
    index, inside = _bin(flat, edges)
    weights = torch.ones_like(flat) if weight is None else weight.reshape(-1)
    hist = torch.zeros(edges.numel() - 1, dtype=input.dtype, device=input.device)
    hist.index_add_(0, index[inside], weights[inside].to(input.dtype))
    if density:
        hist = hist / hist.sum() / edges.diff()
    return _C._returns("histogram", "hist bin_edges", (hist, edges))


def histogramdd(input, bins, range=None, weight=None, density=False):
    n = input.shape[-1]
    points = input.detach().reshape(-1, n)
    counts = [bins] * n if isinstance(bins, int) else list(bins)
    if len(counts) != n:
        raise RuntimeError(f"torch.histogramdd: Expected {n} elements in bins but got {len(counts)}")
    edges, inside, index = [], None, 0
    for d, count in enumerate(counts):
        column = points[:, d].contiguous()
        ends = _edges(column, count, None if range is None else tuple(range[2 * d:2 * d + 2]), input)
        where, ok = _bin(column, ends)
        index = index * (ends.numel() - 1) + where
        inside = ok if inside is None else inside & ok
        edges.append(ends)
    shape = [e.numel() - 1 for e in edges]
    weights = torch.ones(len(points), dtype=input.dtype, device=input.device) if weight is None else weight.reshape(-1)
    hist = torch.zeros(torch.Size(shape).numel(), dtype=input.dtype, device=input.device)
    hist.index_add_(0, index[inside], weights[inside].to(input.dtype))
    hist = hist.reshape(shape)
    if density:
        hist = hist / hist.sum()
        for d, e in enumerate(edges):
            hist = hist / e.diff().reshape([-1 if i == d else 1 for i in torch.arange(n).tolist()])
    return _C._returns("histogramdd", "hist bin_edges", (hist, tuple(edges)))


def nanmedian(input, dim=None, keepdim=False):
    if dim is None:
        flat = input.reshape(-1)
        clean = flat[~flat.isnan()]
        return clean.median() if clean.numel() else flat.median()
    if input.dim() == 0:
        return _C._returns("nanmedian", "values indices", tuple(input.median(0)))
    nan = input.isnan()
    order = torch.where(nan, float("inf"), input.detach()).argsort(stable=True, dim=dim)
    count = (~nan).sum(dim, keepdim=True)
    index = order.gather(dim, ((count - 1).clamp(min=0)) // 2)
    values = input.gather(dim, index)
    if not keepdim:
        values, index = values.squeeze(dim), index.squeeze(dim)
    return _C._returns("nanmedian", "values indices", (values, index))


def frexp(input):
    if not input.is_floating_point():
        raise RuntimeError("torch.frexp() only supports floating-point dtypes")
    plain = (input != 0) & input.isfinite()
    x = torch.where(plain, input.detach(), 1.0).double()
    exponent = x.abs().log2().floor() + 1
    mantissa = x / 2 ** exponent
    large, small = mantissa.abs() >= 1, mantissa.abs() < 0.5
    exponent = exponent + large.int() - small.int()
    mantissa = torch.where(plain, (x / 2 ** exponent).to(input.dtype), input.detach())
    exponent = torch.where(plain, exponent, 0).int()
    mantissa = _C._record("FrexpBackward0", mantissa, (input,), lambda g: (g / 2.0 ** exponent,))
    return _C._returns("frexp", "mantissa exponent", (mantissa, exponent))


def _gradient_along(x, dim, spacing, edge_order):
    """Second-order differences inside, of edge_order at the ends."""
    n = x.shape[dim]
    if n < edge_order + 1:
        raise RuntimeError("torch.gradient expected each dimension size to be at least edge_order+1")
    part = lambda i, j: x.narrow(dim, i, j - i)
    if isinstance(spacing, torch.Tensor):
        h = spacing.diff().to(x.dtype).reshape([-1 if d == dim else 1 for d in range(x.dim())])
        take = lambda i, j: h.narrow(dim, i, j - i)
        a, b = take(0, n - 2), take(1, n - 1)
        middle = (-b / (a * (a + b)) * part(0, n - 2) + (b - a) / (a * b) * part(1, n - 1) + a / (b * (a + b)) * part(2, n))
        if edge_order == 1:
            first, last = (part(1, 2) - part(0, 1)) / take(0, 1), (part(n - 1, n) - part(n - 2, n - 1)) / take(n - 2, n - 1)
        else:
            p, q = take(0, 1), take(1, 2)
            first = (-(2 * p + q) / (p * (p + q)) * part(0, 1) + (p + q) / (p * q) * part(1, 2) - p / (q * (p + q)) * part(2, 3))
            p, q = take(n - 3, n - 2), take(n - 2, n - 1)
            last = (q / (p * (p + q)) * part(n - 3, n - 2) - (q + p) / (p * q) * part(n - 2, n - 1)
                    + (2 * q + p) / (q * (p + q)) * part(n - 1, n))
        return torch.cat([first, middle, last], dim)
    middle = (part(2, n) - part(0, n - 2)) / (2 * spacing)
    if edge_order == 1:
        first, last = (part(1, 2) - part(0, 1)) / spacing, (part(n - 1, n) - part(n - 2, n - 1)) / spacing
    else:
        first = (-1.5 * part(0, 1) + 2 * part(1, 2) - 0.5 * part(2, 3)) / spacing
        last = (1.5 * part(n - 1, n) - 2 * part(n - 2, n - 1) + 0.5 * part(n - 3, n - 2)) / spacing
    return torch.cat([first, middle, last], dim)


def gradient(input, spacing=None, dim=None, edge_order=1):
    if edge_order not in (1, 2):
        raise RuntimeError("torch.gradient only supports edge_order=1 and edge_order=2.")
    dims = list(range(input.dim())) if dim is None else [dim] if isinstance(dim, int) else list(dim)
    dims = [d % input.dim() for d in dims]
    spacings = list(spacing) if isinstance(spacing, (list, tuple)) else [1 if spacing is None else spacing] * len(dims)
    if len(spacings) != len(dims):
        raise RuntimeError(f"torch.gradient expected spacing to be unspecified, a scalar or a list of length equal to "
                           f"'self.dim() = {input.dim()}', but got a list of length {len(spacings)}")
    x = input if input.is_floating_point() or input.is_complex() else input.to(torch.get_default_dtype())
    return tuple(_gradient_along(x, d, s, edge_order) for d, s in zip(dims, spacings))


def _steps(name, y, x, dim):
    """The distances of neighbouring x along dim, with as many dimensions as y."""
    if y.dtype == torch.bool or x.dtype == torch.bool:
        raise RuntimeError(f"{name}: received a bool input for `{'y' if y.dtype == torch.bool else 'x'}`, but bool is not supported")
    if x.dim() == 1:
        if x.shape[0] != y.shape[dim]:
            raise RuntimeError(f"{name}: There must be one `x` value for each sample point")
        x = x.view([-1 if d == dim % y.dim() else 1 for d in range(y.dim())])
    elif x.dim() < y.dim():
        x = x.view([1] * (y.dim() - x.dim()) + list(x.shape))
    return _later(x, dim) - _earlier(x, dim)


def _later(x, dim):
    return x.narrow(dim, min(1, x.shape[dim]), max(x.shape[dim] - 1, 0))


def _earlier(x, dim):
    return x.narrow(dim, 0, max(x.shape[dim] - 1, 0))


def _extent(x, dim):
    if x.dim() == 0:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    return x.size(dim)


def trapezoid(y, x=None, dx=1, dim=-1):
    if _extent(y, dim) == 0:
        return torch.zeros([n for d, n in enumerate(y.shape) if d != dim % y.dim()], dtype=y.dtype, device=y.device)
    if x is not None:
        return (_steps("trapezoid", y, x, dim) * (_earlier(y, dim) + _later(y, dim))).sum(dim) / 2.0
    if y.dtype == torch.bool:
        raise RuntimeError("trapezoid: received a bool input for `y`, but bool is not supported")
    return (y.sum(dim) - (y.select(dim, 0) + y.select(dim, -1)) * 0.5) * dx


trapz = trapezoid


def cumulative_trapezoid(y, x=None, dx=1, dim=-1):
    _extent(y, dim)
    if x is not None:
        return (_steps("cumulative_trapezoid", y, x, dim) / 2.0 * (_earlier(y, dim) + _later(y, dim))).cumsum(dim)
    if y.dtype == torch.bool:
        raise RuntimeError("cumulative_trapezoid: received a bool input for `y`, but bool is not supported")
    return (dx / 2.0 * (_earlier(y, dim) + _later(y, dim))).cumsum(dim)


def cov(input, correction=1, fweights=None, aweights=None):
    if input.dim() > 2:
        raise RuntimeError(f"cov(): expected input to have two or fewer dimensions but got an input with {input.dim()} dimensions")
    if input.dtype == torch.bool:
        raise RuntimeError("cov(): bool dtype is not supported for input")
    x = input.view(1, -1) if input.dim() < 2 else input
    count = x.size(1)
    w = _weights(fweights, aweights, count)
    total = count if w is None else w.sum()
    mean = x.sum(1) / count if w is None else (x * w).sum(1) / total
    if w is None:
        norm = max(count - correction, 0)
    elif correction == 0 or aweights is None:
        norm = (total - correction).clamp(min=0)
    else:
        norm = (total - correction * (w * aweights).sum() / total).clamp(min=0)
    if (norm if w is None else float(norm)) <= 0:
        import warnings
        warnings.warn("cov(): degrees of freedom is <= 0")
    x = x - mean.unsqueeze(1)
    c = x @ (x if w is None else x * w).t().conj()
    return (c / norm).squeeze()


def _weights(fweights, aweights, count):
    for kind, name, w in (("integral", "fweights", fweights), ("floating point", "aweights", aweights)):
        if w is None:
            continue
        if w.dim() > 1:
            raise RuntimeError(f"cov(): expected {name} to have one or fewer dimensions but got {name} with {w.dim()} dimensions")
        if w.is_floating_point() != (name == "aweights"):
            raise RuntimeError(f"cov(): expected {name} to have {kind} dtype but got {name} with {_dtype(w)} dtype")
        if w.numel() != count:
            raise RuntimeError(f"cov(): expected {name} to have the same numel as there are observations in the input but got "
                               f"{w.numel()} != {count}")
        if bool((w < 0).any()):
            raise RuntimeError(f"cov(): {name} cannot be negative")
    if aweights is None or fweights is None:
        return aweights if fweights is None else fweights
    return fweights * aweights


def _dtype(x):
    return x.type().rpartition(".")[2].removesuffix("Tensor")


def corrcoef(input):
    if input.dim() > 2:
        raise RuntimeError(f"corrcoef(): expected input to have two or fewer dimensions but got an input with {input.dim()} dimensions")
    c = cov(input)
    if c.dim() == 0:
        return c / c
    std = c.diagonal().real.sqrt() if c.is_complex() else c.diagonal().sqrt()
    c = c / std.unsqueeze(1) / std
    return torch.complex(c.real.clamp(-1, 1), c.imag.clamp(-1, 1)) if c.is_complex() else c.clamp(-1, 1)


def nanquantile(input, q, dim=None, keepdim=False, interpolation="linear"):
    if input.dtype not in (torch.float32, torch.float64):
        raise RuntimeError("quantile() input tensor must be either float or double dtype")
    if not isinstance(q, torch.Tensor):
        q = torch.tensor(float(q), dtype=input.dtype, device=input.device)
    if q.dim() > 1:
        raise RuntimeError("quantile() q must be a scalar or 1D tensor")
    if q.dtype != input.dtype:
        raise RuntimeError("quantile() q tensor must be same dtype as the input tensor")
    if input.numel() == 0:
        raise RuntimeError("quantile() input tensor must be non-empty")
    if not bool(((q >= 0) & (q <= 1)).all()):
        raise RuntimeError("quantile() q values must be in the range [0, 1]" if q.dim() else f"quantile() q must be in the range [0, 1] but got {q.item():g}")
    flat = input.reshape(-1) if dim is None or input.dim() == 0 else input.movedim(dim, -1)
    rows = flat.sort(-1)[0]  # NaN comes last
    ranks = ((~rows.isnan()).sum(-1, keepdim=True) - 1) * q.reshape(-1)
    ranks = ranks.clamp(min=0)
    if interpolation in _WHOLE_RANKS:
        ranks = _WHOLE_RANKS[interpolation](ranks)
    below = ranks.to(torch.int64)
    y = rows.gather(-1, below)
    if interpolation in ("linear", "midpoint"):
        weight = ranks - below if interpolation == "linear" else torch.full_like(ranks, 0.5)
        y = y.lerp(rows.gather(-1, ranks.ceil().to(torch.int64)), weight)
    y = y.movedim(-1, 0)
    if keepdim:
        y = y.reshape([len(y)] + [1] * input.dim()) if dim is None else y.unsqueeze(dim if dim < 0 else dim + 1)
    return y if q.dim() else y.squeeze(0)


_WHOLE_RANKS = {"lower": torch.floor, "higher": torch.ceil, "nearest": torch.round}
